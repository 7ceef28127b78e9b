//! How the match screen looks: the page, the status line, the footer. Changes nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::PlayScreen;
use super::keys::{Action, MATCH};
use crate::play::telling::turn_sentence;
use crate::screens::match_view::{self, Panel, layout};
use crate::tui::game_ui::{GameUi, MoveList, own_hints};
use crate::tui::keys::{Key, NAV, Nav};
use crate::tui::text::put_centred;
use crate::tui::theme::Meaning;
use crate::tui::{Charset, Desk, Hint, hints, panels};

impl<G: GameUi> PlayScreen<G> {
    pub(super) fn draw(&self, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        if self.asks_for_keyboard() {
            return self.hand_over(area, buf, desk);
        }
        let parts = layout::<G>(desk.area());
        match_view::shell::<G>(desk.area()).draw(look, buf);
        let seen = self.seen(desk);
        G::draw(&seen, &self.ui, look, parts.board, buf);
        // What is told of a move comes after it has been seen.
        let told = match G::moving(&self.ui) && G::MOVE_LIST == MoveList::Lines {
            true => self.log.len().saturating_sub(1),
            false => self.log.len(),
        };
        let panel = Panel {
            players: &self.players,
            names: &self.names,
            log: &self.log[..told],
            winners: &self.session.winners(),
            thinking: self.thinkers.thinking(),
            course: None,
        };
        let variant = self.session.state().variant();
        panel.draw::<G>(&seen, &self.ui, variant, parts.panel, buf, look);
        let (sentence, tone) = self.status(desk);
        desk.draw_status(parts.status, buf, &sentence, tone);
    }

    /// The keys that work now.
    pub(super) fn footer(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        if self.asks_for_keyboard() {
            return vec![
                hints::nav(keys, &[Nav::Confirm], "take it"),
                hints::nav(keys, &[Nav::Back], "pause"),
            ];
        }
        let seen = self.seen(desk);
        let mut all = Vec::new();
        let mut back_is_taken = false;
        for (navs, words) in G::words(&seen, &self.ui) {
            back_is_taken |= navs.contains(&Nav::Back);
            all.push(hints::nav(keys, navs, words));
        }
        all.extend(own_hints::<G>(&seen, &self.ui, keys));
        if self.now.turn.is_over() {
            all.extend(hints::section(keys, &MATCH, |a| {
                a == Action::Rematch || a == Action::Replay
            }));
        }
        let usual = |action| {
            self.offers(action)
                && !matches!(action, Action::Rematch | Action::Replay | Action::SaveAs)
        };
        for mut hint in hints::section(keys, &MATCH, usual) {
            if let (Some(words), "analysis") = (G::ANALYSIS, hint.words) {
                hint.words = words;
            }
            if hint.words == "pause" && self.stuck.is_some() {
                hint.words = "try again";
            } else if hint.words == "pause" && self.paused {
                hint.words = "go on";
            }
            all.push(hint);
        }
        all.push(hints::nav(keys, &[Nav::Help], "rules"));
        // While the game has a use for the key, the footer must not say another.
        if !back_is_taken {
            let words = if self.now.turn.is_over() { "menu" } else { "pause" };
            all.push(hints::nav(keys, &[Nav::Back], words));
        }
        all
    }

    /// What stands under the board.
    fn status(&self, desk: &Desk) -> (String, Meaning) {
        if let Some(why) = &self.stuck {
            return (why.clone(), Meaning::Warn);
        }
        let prompt = G::prompt(&self.seen(desk), &self.ui);
        // How it ended is said when that has been seen.
        let unseen = G::moving(&self.ui) && prompt.is_some();
        if self.now.turn.is_over() && !unseen {
            let verdict = match self.session.resigned() {
                None => G::verdict(&self.now.view, &self.now.turn, &self.names),
                Some(_) => None,
            };
            let sentence = verdict.unwrap_or_else(|| turn_sentence(&self.session, &self.names));
            return (sentence, Meaning::Bright);
        }
        if self.paused {
            return ("paused".to_owned(), Meaning::Muted);
        }
        if self.thinkers.is_hinting() {
            return ("looking for a good move".to_owned(), Meaning::Muted);
        }
        (prompt.unwrap_or_default(), Meaning::Muted)
    }

    /// The page between two people: who takes the keyboard, and nothing else.
    fn hand_over(&self, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let Some(seat) = self.session.turn().seat() else { return };
        let look = &desk.look;
        let hue = G::hue(seat, self.players.len());
        let middle = |rows: u16| panels::row(area, (area.height / 2).saturating_add(rows));
        let name = format!("{} {}", look.mark(hue), self.names[seat.index()]);
        put_centred(
            buf,
            panels::row(area, (area.height / 2).saturating_sub(2)),
            "The keyboard goes to",
            look.theme().muted(),
        );
        put_centred(buf, middle(0), &name, look.theme().seat(hue).add_modifier(Modifier::BOLD));
        let key = desk.keys.first(&NAV, Nav::Confirm).unwrap_or_else(|| Key::named("enter"));
        let key = key.label(look.charset() == Charset::Ascii);
        let words = format!("Nobody else looks; {key} shows your side of the table.");
        put_centred(buf, middle(2), &words, look.theme().text());
    }
}

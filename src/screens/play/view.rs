//! How the match screen looks: the page, the status line, the footer. Changes nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::flow::Flow;
use super::keys::{Action, END, MATCH};
use super::{PlayScreen, SEEN};
use crate::play::Seat;
use crate::tui::game_ui::{GameUi, own_hints};
use crate::tui::keys::{Key, Keymap, NAV, Nav};
use crate::tui::text::put_centred;
use crate::tui::theme::Meaning;
use crate::tui::{Charset, Context, Hint, help, hints, panels};

impl<G: GameUi> PlayScreen<G> {
    pub(super) fn draw(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        if let Some(seat) = self.awaited() {
            return self.hand_over(seat, area, buf, context);
        }
        if self.has_ended() {
            let parts = self.table.draw_board(&self.beside(context), context, buf);
            self.draw_end(parts, context, buf);
            return context.draw_status(parts.status, buf, "", Meaning::Muted);
        }
        let parts = self.table.draw(&self.beside(context), context, buf);
        let now = self.footer(context).len();
        help::beside(&self.explained(context), now, context, parts.panel, buf);
        let (sentence, tone) = self.status(context);
        context.draw_status(parts.status, buf, &sentence, tone);
    }

    /// The keys that work now.
    pub(super) fn footer(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        if self.awaited().is_some() {
            return vec![
                hints::nav(keys, &[Nav::Confirm], "take it"),
                hints::nav(keys, &[Nav::Back], "pause"),
            ];
        }
        let seen = self.table.seen(&self.beside(context));
        let ui = &self.table.ui;
        let mut all = Vec::new();
        let mut back_is_taken = false;
        for (navs, words) in G::words(&seen, ui) {
            back_is_taken |= navs.contains(&Nav::Back);
            all.push(hints::nav(keys, navs, words));
        }
        all.extend(own_hints::<G>(&seen, ui, keys));
        let offered = |action: Action| match action {
            Action::Rematch => false,
            Action::Undo => self.offers(action) && self.can_undo(context),
            Action::Again => self.offers(action) && self.since_end >= SEEN,
            _ => self.offers(action),
        };
        let words = |action: Action| match (action, &self.flow) {
            (Action::Analysis, _) => G::ANALYSIS,
            (Action::Pause, Flow::Stuck(_)) => Some("try again"),
            (Action::Pause, Flow::Paused) => Some("resume"),
            (Action::Pause, _) => Some("stop"),
            (Action::Banner, _) if !self.bannered => Some("see the banner"),
            _ => None,
        };
        add_actions(&mut all, keys, self.has_ended(), &offered, &words);
        all.push(hints::nav(keys, &[Nav::Help], "rules"));
        // While the game has a use for the key, the footer must not say another.
        if !back_is_taken {
            let words = if self.turn().is_over() { "menu" } else { "pause" };
            all.push(hints::nav(keys, &[Nav::Back], words));
        }
        all
    }

    /// What stands under the board.
    fn status(&self, context: &Context) -> (String, Meaning) {
        if let Flow::Stuck(why) = &self.flow {
            return (why.clone(), Meaning::Warn);
        }
        let prompt = G::prompt(&self.table.seen(&self.beside(context)), &self.table.ui);
        // How it ended is said when that has been seen.
        let unseen = self.table.is_moving() && prompt.is_some();
        if let Some(verdict) = self.verdict().filter(|_| !unseen) {
            return (verdict, Meaning::Bright);
        }
        if self.flow == Flow::Paused {
            return ("paused".to_owned(), Meaning::Muted);
        }
        if self.thinkers.is_hinting() {
            return ("looking for a good move".to_owned(), Meaning::Muted);
        }
        (prompt.unwrap_or_default(), Meaning::Muted)
    }

    /// The page between two people: who takes the keyboard, and nothing else.
    fn hand_over(&self, seat: Seat, area: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let hue = G::hue(seat, self.players().len());
        let middle = |rows: u16| panels::row(area, (area.height / 2).saturating_add(rows));
        let name = format!("{} {}", look.mark(hue), self.table.names()[seat.index()]);
        put_centred(
            buf,
            panels::row(area, (area.height / 2).saturating_sub(2)),
            "Pass the keyboard to",
            look.theme().muted(),
        );
        put_centred(buf, middle(0), &name, look.theme().seat(hue).add_modifier(Modifier::BOLD));
        let key = context.keys.first(&NAV, Nav::Confirm).unwrap_or_else(|| Key::named("enter"));
        let key = key.label(look.charset() == Charset::Ascii);
        let words = format!(
            "Only {} may look now; {key} shows your side of the table.",
            self.table.names()[seat.index()]
        );
        put_centred(buf, middle(2), &words, look.theme().text());
    }
}

/// Adds what the footer says of the actions that are offered now, in these words or the usual ones.
fn add_actions(
    all: &mut Vec<Hint>,
    keys: &Keymap,
    ended: bool,
    offered: &dyn Fn(Action) -> bool,
    words: &dyn Fn(Action) -> Option<&'static str>,
) {
    // What the panel lists comes last: it stands there already.
    let late = |action: &Action| {
        use Action::{Board, Opponent, Replay, SaveAs, WhereLost};
        matches!(action, Opponent | Board | Replay | WhereLost | SaveAs)
    };
    let at_end = END.bindings.iter().filter(|_| ended).chain(MATCH.bindings);
    let (last, mut offered): (Vec<Action>, Vec<Action>) =
        at_end.map(|it| it.action).filter(|it| offered(*it)).partition(late);
    offered.extend(last);
    // Where the match has the key, the game hasn't.
    let taken: Vec<Key> = offered
        .iter()
        .filter_map(|it| keys.first(&END, *it).or_else(|| keys.first(&MATCH, *it)))
        .collect();
    all.retain(|hint| !hint.keys.iter().any(|key| taken.contains(key)));
    for action in offered {
        let hint = hints::section(keys, &END, |other| other == action).into_iter();
        let hint = hint.chain(hints::section(keys, &MATCH, |other| other == action));
        let words = words(action);
        all.extend(hint.map(|hint| Hint { words: words.unwrap_or(hint.words), ..hint }));
    }
}

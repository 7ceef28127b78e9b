//! What the page of a new contest looks like: its rows, those who may take part, and the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::number;
use super::{ArenaSetup, Candidate, GAMES, LIMITS, Row};
use crate::arena::Format;
use crate::play::{Eye, Variant};
use crate::search::Limit;
use crate::tui::Desk;
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::panels::{self, Focus, Shell};
use crate::tui::text::put;

impl<G: GameUi> ArenaSetup<G> {
    /// Where each row stands; the entrants scroll when they are more than fit.
    pub(super) fn places(&self, area: Rect) -> Vec<(Row, Rect)> {
        let rows = self.rows();
        let is_entrant = |row: &Row| matches!(row, Row::Entrant(_));
        let others = rows.iter().filter(|row| !is_entrant(row) && **row != Row::Start).count();
        let mut places: Vec<(Row, Rect)> = Vec::new();
        for (at, row) in rows.iter().take(others).enumerate() {
            places.push((*row, panels::row(area, 1 + at as u16)));
        }
        let list = Self::entrants_area(area, others as u16);
        let total = self.candidates.len();
        let shown = usize::from(list.height).min(total);
        let cursor = if let Row::Entrant(at) = self.cursor { at } else { 0 };
        let first = panels::scroll_to(0, cursor, shown, total);
        for at in 0..shown {
            places.push((Row::Entrant(first + at), panels::row(list, at as u16)));
        }
        places
    }

    pub(super) fn entrants_area(area: Rect, others: u16) -> Rect {
        panels::inset(area, 0, others + 3, 0, 0)
    }

    pub(super) fn draw_row(&self, row: Row, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let focus = if row == self.cursor { Focus::Here } else { Focus::Elsewhere };
        if let Row::Entrant(at) = row {
            return self.draw_entrant(&self.candidates[at], focus, area, buf, desk);
        }
        let inner = panels::list_row(look, area, buf, focus);
        let value = panels::inset(inner, 12, 0, 1, 0);
        let words = match row {
            Row::Game => ("game", G::TITLE.to_owned()),
            Row::Board => {
                let board = self.variant();
                let words = |board: &G::Variant| format!("{} · {}", board.name(), board.summary());
                ("board", board.map_or("none".to_owned(), words))
            }
            Row::Format => ("format", self.format.word().to_owned()),
            Row::Games => match self.format {
                Format::KnockOut => ("matches", format!("{} a tie", number(GAMES[self.games]))),
                _ => ("matches", format!("{} at a table", number(GAMES[self.games]))),
            },
            Row::Seats => ("table of", self.seats.to_string()),
            Row::Limit => ("bots think", limit_words(LIMITS[self.limit])),
            Row::Seed => ("seed", self.seed.map_or("any".to_owned(), |seed| seed.to_string())),
            Row::Entrant(_) | Row::Start => return,
        };
        put(buf, inner, inner.x, inner.y, words.0, panels::second_style(look, focus));
        panels::turner(look, value, buf, &words.1, focus);
    }

    fn draw_entrant(
        &self,
        it: &Candidate,
        focus: Focus,
        area: Rect,
        buf: &mut Buffer,
        desk: &Desk,
    ) {
        let look = &desk.look;
        let theme = look.theme();
        let inner = panels::list_row(look, area, buf, focus);
        let inner = panels::inset(inner, 0, 0, 1, 0);
        let focus = if it.unable.is_some() { Focus::Disabled } else { focus };
        let takes_part = it.count > 0 && it.unable.is_none();
        let (mark, style) = match takes_part {
            true => (look.glyph("●", "*"), theme.brass()),
            false => (look.glyph("○", "o"), panels::second_style(look, focus)),
        };
        put(buf, inner, inner.x, inner.y, mark, style);
        let name = look.truncate(&it.player.name(""), 14).into_owned();
        put(buf, inner, inner.x + 2, inner.y, &name, panels::name_style(look, focus));
        if takes_part && it.count > 1 {
            let times = format!("{}{}", look.glyph("×", "x"), it.count);
            put(buf, inner, inner.x + 17, inner.y, &times, theme.brass());
        }
        let rest = panels::inset(inner, 20, 0, 6, 0);
        let words = it.unable.unwrap_or(&it.sentence);
        let words = look.truncate(words, rest.width);
        put(buf, rest, rest.x, rest.y, &words, panels::second_style(look, focus));
        let meter = panels::inset(inner, inner.width.saturating_sub(5), 0, 0, 0);
        match it.strength {
            Some(strength) => {
                let style = if takes_part { theme.brass() } else { theme.muted() };
                panels::meter(look, meter, buf, u16::from(strength), 5, style);
            }
            None => drop(put(buf, meter, meter.x, meter.y, "yours", theme.muted())),
        }
    }

    /// What the row under the cursor means.
    pub(super) fn explain(&self) -> String {
        match self.cursor {
            Row::Game | Row::Board => "what is played".to_owned(),
            Row::Format => match self.format {
                Format::League => "everybody meets everybody, seats in turn".to_owned(),
                Format::KnockOut => {
                    "two meet, the better one goes on; drawn by the seed".to_owned()
                }
                Format::Gauntlet => "the first entrant meets each other one".to_owned(),
                Format::Swiss(_) => "every round those meet who are about equal".to_owned(),
            },
            Row::Games => "so many matches between the same opponents".to_owned(),
            Row::Seats => "how many sit down to a match".to_owned(),
            Row::Limit => match LIMITS[self.limit] {
                Limit::Nodes(_) => "counted, so a seed gives the same results again".to_owned(),
                Limit::Time(_) => "by the clock: other results every time".to_owned(),
            },
            Row::Seed => "the same seed, the same matches, here and with --seed".to_owned(),
            Row::Entrant(at) => self.candidates[at].player.to_string(),
            Row::Start => String::new(),
        }
    }

    pub(super) fn start_place(panel: Rect) -> Rect {
        panels::row(panel, panel.height.saturating_sub(2))
    }

    pub(super) fn draw_panel(&self, panel: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let obstacle = self.obstacle();
        if let (Some(variant), Some(state)) = (self.variant(), &self.preview) {
            panels::caption(look, panel, buf, G::TITLE, &variant.summary());
            let picture = panels::inset(panel, 0, 2, 0, 6);
            let picture = Rect { height: picture.height.min(picture.width * 2 / 3), ..picture };
            draw_still::<G>(state, &state.view(Eye::Spectator), look, picture, buf);
            let below = |at: u16| panels::row(panel, picture.height + 3 + at);
            match &obstacle {
                Some(why) => {
                    let rows = Rect { height: 3, ..below(0) }.intersection(panel);
                    panels::paragraph(look, rows, buf, why, look.theme().warn());
                }
                None => {
                    let entrants = self.entrants().len();
                    panels::fact(look, below(0), buf, "entrants", &entrants.to_string());
                    panels::fact(look, below(1), buf, "matches", &number(self.matches()));
                }
            }
        }
        let focus = match (&obstacle, self.cursor) {
            (Some(_), _) => Focus::Disabled,
            (None, Row::Start) => Focus::Here,
            (None, _) => Focus::Elsewhere,
        };
        panels::button(look, Self::start_place(panel), buf, "Start the contest", focus);
    }

    pub(super) fn area(shell: &Shell) -> Rect {
        panels::inset(shell.board, 1, 1, 1, 1)
    }
}

/// `1000 nodes a move`, `0.5 s a move`.
fn limit_words(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{} nodes a move", number(nodes as usize)),
        Limit::Time(time) => format!("{} s a move", time.as_secs_f32()),
    }
}

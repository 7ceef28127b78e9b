//! What the page of a new match looks like: its rows, the board at the right, the sentence below.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::keys::{Action, SETUP};
use super::rows::Row;
use super::{Setup, TIMES};
use crate::play::telling::usual_names;
use crate::play::{Eye, Player, Seat, Variant};
use crate::store::boards::Entry;
use crate::tui::Desk;
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{put, put_centred, put_right};
use crate::tui::theme::Meaning;

/// Where each row stands on the page, and the headings above their parts.
pub struct Places {
    /// The boards that are shown, each by its place in the list.
    boards: Vec<(usize, Rect)>,
    /// All other rows.
    pub rows: Vec<(Row, Rect)>,
    headings: Vec<(&'static str, Rect)>,
}

impl Places {
    /// The board that is shown there.
    pub fn board_at(&self, at: Position) -> Option<(usize, Rect)> {
        self.boards.iter().copied().find(|(_, place)| place.contains(at))
    }
}

impl<G: GameUi> Setup<G> {
    pub(super) fn draw(&self, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let shell = Shell::of(desk.area(), Side::Narrow);
        shell.draw(look, buf);
        let area = panels::inset(shell.board, 1, 1, 1, 1);
        let Places { boards, rows, headings } = self.places(area);
        for (word, place) in headings {
            panels::heading(look, panels::inset(place, 1, 0, 0, 0), buf, word);
        }
        for &(at, place) in boards.iter().filter(|(_, place)| !place.is_empty()) {
            self.draw_board(at, place, buf, desk);
        }
        for (row, place) in rows {
            if !place.is_empty() {
                self.draw_row(row, place, buf, desk);
            }
        }
        if let Some((first, place)) = boards.first() {
            let list = Rect { height: boards.len() as u16, ..*place };
            panels::scroll_mark(look, list.intersection(area), buf, *first, self.boards.len());
        }
        desk.draw_status(shell.status(), buf, &self.explain(desk), Meaning::Muted);
        self.draw_panel(shell.panel_text(), buf, desk);
    }

    /// The boards that fit on the page: they take what the rest leaves, and scroll when they are
    /// more.
    pub(super) fn shown_boards(&self, area: Rect) -> Range<usize> {
        let is_button = |row: &Row| matches!(row, Row::Tour | Row::Start);
        let others = self.others().iter().filter(|row| !is_button(row)).count() as u16;
        let room = area.height.saturating_sub(others + 6).max(2);
        let shown = usize::from(room).min(self.boards.len());
        let first = panels::scroll_to(0, self.boards.cursor(), shown, self.boards.len());
        first..first + shown
    }

    pub(super) fn places(&self, area: Rect) -> Places {
        let rows = self.others();
        let shown = self.shown_boards(area);
        let mut places = Vec::new();
        let mut headings = Vec::new();
        let mut y = area.y;
        let mut line = |skip: u16| {
            let place = Rect { y, height: 1, ..area }.intersection(area);
            y += 1 + skip;
            place
        };
        headings.push(("Board", line(0)));
        let boards = shown.clone().map(|at| (at, line(u16::from(at + 1 == shown.end)))).collect();
        headings.push(("Seats", line(0)));
        for row in rows.iter().filter(|row| matches!(row, Row::Players | Row::Seat(_))) {
            places.push((*row, line(u16::from(*row == Row::Seat(self.players - 1)))));
        }
        headings.push(("Options", line(0)));
        let is_option =
            |row: &&Row| matches!(row, Row::Dial(_) | Row::Begins | Row::Time | Row::Seed);
        for row in rows.iter().filter(is_option) {
            places.push((*row, line(0)));
        }
        Places { boards, rows: places, headings }
    }

    fn draw_board(&self, at: usize, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let (entry, is_chosen) = (&self.boards.rows()[at], at == self.boards.cursor());
        let here = is_chosen && self.cursor == Row::Board;
        let focus = if here { Focus::Here } else { Focus::Elsewhere };
        let inner = panels::list_row(look, area, buf, focus);
        let second = panels::second_style(look, focus);
        let chosen = if is_chosen { look.glyph("●", "*") } else { " " };
        put(buf, inner, inner.x, inner.y, chosen, theme.brass());
        let name = panels::inset(inner, 2, 0, 0, 0);
        match entry.board() {
            Ok(board) => {
                let style = panels::name_style(look, focus);
                let end = put(buf, name, name.x, name.y, board.name(), style);
                let from = end.max(name.x + 19) + 1;
                let end = put(buf, name, from, name.y, &board.summary(), second);
                let origin = entry.origin.to_string();
                let origin = look.truncate(&origin, name.right().saturating_sub(end + 2));
                let style = if here { second } else { theme.faint() };
                put_right(buf, panels::inset(name, 0, 0, 1, 0), &origin, style);
            }
            Err(_) => {
                let end = put(buf, name, name.x, name.y, &entry.stem, theme.faint());
                let words = "refused, the reason is at the right";
                put(buf, name, end + 2, name.y, words, theme.faint());
            }
        }
    }

    fn draw_row(&self, row: Row, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let focus = if row == self.cursor { Focus::Here } else { Focus::Elsewhere };
        let inner = panels::list_row(look, area, buf, focus);
        let second = panels::second_style(look, focus);
        let label = |buf: &mut Buffer, text: &str| put(buf, inner, inner.x, inner.y, text, second);
        let value = panels::inset(inner, 10, 0, 1, 0);
        match row {
            Row::Players => {
                label(buf, "players");
                panels::turner(look, value, buf, &self.players.to_string(), focus);
            }
            Row::Seat(seat) => self.draw_seat(seat, focus, inner, buf, desk),
            Row::Dial(at) => {
                let dials = self.variant().map(Variant::dials).unwrap_or_default();
                if let Some(dial) = dials.get(at) {
                    label(buf, dial.key);
                    panels::turner(look, value, buf, &dial.values[dial.at], focus);
                }
            }
            Row::Begins => {
                label(buf, "begins");
                let who = match self.begins {
                    Some(seat) => self.chair_name(seat),
                    None => "by lot".to_owned(),
                };
                panels::turner(look, value, buf, &who, focus);
            }
            Row::Time => {
                label(buf, "bot time");
                let seconds = TIMES[self.time] as f32 / 1000.0;
                panels::turner(look, value, buf, &format!("{seconds} s a move"), focus);
            }
            Row::Seed => {
                label(buf, "seed");
                let seed = self.seed.map_or("any".to_owned(), |seed| seed.to_string());
                panels::turner(look, value, buf, &seed, focus);
            }
            Row::Board | Row::Tour | Row::Start => {}
        }
    }

    fn draw_seat(&self, seat: usize, focus: Focus, inner: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let hue = G::hue(Seat::at(seat), self.players);
        let chair = &self.chairs[seat];
        put(buf, inner, inner.x, inner.y, look.mark(hue), theme.seat(hue));
        let label = usual_names::<G>(self.players)[seat].clone();
        put(buf, inner, inner.x + 2, inner.y, &label, panels::second_style(look, focus));
        let kinds = panels::inset(inner, 12, 0, 1, 0);
        let chosen = usize::from(chair.bot.is_some());
        let ends = panels::choices(look, kinds, buf, &["human", "bot"], chosen, focus);
        let after = ends.last().map_or(kinds.x, |place| place.right() + 1);
        let rest = Rect { x: after, width: inner.right().saturating_sub(after + 1), ..inner };
        match &chair.bot {
            Some(bot) => {
                panels::turner(look, rest, buf, &bot.name(""), focus);
            }
            None if chair.name.is_empty() && focus == Focus::Here => {
                if let Some(key) = desk.keys.first(&SETUP, Action::Edit) {
                    let words = format!("{key} names them");
                    put(buf, rest, rest.x + 1, rest.y, &words, theme.faint());
                }
            }
            None => {
                put(buf, rest, rest.x + 1, rest.y, &chair.name, panels::name_style(look, focus));
            }
        }
    }

    fn chair_name(&self, seat: usize) -> String {
        let usual = usual_names::<G>(self.players);
        let chair = &self.chairs[seat];
        match (&chair.bot, chair.name.is_empty()) {
            (None, true) => usual[seat].clone(),
            (None, false) => chair.name.clone(),
            (Some(bot), _) => bot.name(""),
        }
    }

    /// How the bot under the cursor thinks, or what else the row deserves to have said.
    fn explain(&self, desk: &Desk) -> String {
        match self.cursor {
            Row::Board => match self.boards.chosen().and_then(|entry| entry.path.as_ref()) {
                Some(path) => path.display().to_string(),
                None => {
                    let folder = desk.store.places().boards(Some(G::ID));
                    format!("bundled; your own boards live in {}", folder.display())
                }
            },
            Row::Seat(seat) => match &self.chairs[seat].bot {
                Some(Player::Bot { strategy: name }) => {
                    match G::STRATEGIES.iter().find(|strategy| strategy.name == name) {
                        Some(found) => format!("{}: {}", found.name, found.sentence),
                        None => String::new(),
                    }
                }
                Some(program) => format!("{program}, from 'programs' in the settings"),
                None => "a person at this keyboard".to_owned(),
            },
            Row::Players => "how many sit down".to_owned(),
            Row::Dial(_) => "changes the board for this match".to_owned(),
            Row::Begins => "who takes the first seat".to_owned(),
            Row::Time => "how long a bot may think about a move".to_owned(),
            Row::Seed => "the same seed, the same dice, cards and bots".to_owned(),
            Row::Tour => "a few lessons on the real board; leave it whenever you like".to_owned(),
            Row::Start => String::new(),
        }
    }

    pub(super) fn start_place(panel: Rect) -> Rect {
        panels::row(panel, panel.height.saturating_sub(2))
    }

    pub(super) fn tour_place(panel: Rect) -> Rect {
        match G::TOUR.is_empty() {
            true => Rect::default(),
            false => panels::row(panel, panel.height.saturating_sub(4)),
        }
    }

    fn draw_panel(&self, panel: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        match (self.variant(), &self.preview) {
            (Some(variant), Some(state)) => {
                panels::caption(look, panel, buf, variant.name(), &variant.summary());
                let facts = variant.facts();
                let below = facts.len().min(5) as u16 + 5;
                let picture = panels::inset(panel, 0, 2, 0, below + 1);
                let picture = Rect { height: picture.height.min(picture.width * 2 / 3), ..picture };
                draw_still::<G>(state, &state.view(Eye::Spectator), look, picture, buf);
                for (at, (key, value)) in facts.iter().take(5).enumerate() {
                    let row = panels::row(panel, picture.height + 3 + at as u16);
                    panels::fact(look, row, buf, key, value);
                }
            }
            _ => {
                if let Some(Err(why)) = self.boards.chosen().map(Entry::board) {
                    panels::paragraph(look, panel, buf, why, theme.style(Meaning::Warn));
                }
            }
        }
        let focus = if self.cursor == Row::Start { Focus::Here } else { Focus::Elsewhere };
        panels::button(look, Self::start_place(panel), buf, "Start the match", focus);
        let tour = Self::tour_place(panel);
        if self.cursor == Row::Tour {
            panels::button(look, tour, buf, "Take the tour", Focus::Here);
        } else if self.newcomer {
            let key = desk.keys.first(&SETUP, Action::Tour);
            let words = match key {
                Some(key) => format!("New here? {key} gives a tour"),
                None => "New here? Take the tour".to_owned(),
            };
            put_centred(buf, tour, &words, theme.brass());
        } else {
            put_centred(buf, tour, "Take the tour", theme.muted());
        }
    }
}

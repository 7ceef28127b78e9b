//! The lines of the page that can be chosen: which there are, and what turning one changes.

use super::{Setup, TIMES};
use crate::play::{Player, Variant, with_keys};
use crate::search::Strategy;
use crate::tui::Desk;
use crate::tui::game_ui::GameUi;

/// A line that can be chosen and changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// The chosen board; moving up and down here chooses another.
    Board,
    Players,
    Seat(usize),
    /// A key of the board.
    Dial(usize),
    Begins,
    Time,
    Seed,
    Tour,
    Start,
}

impl<G: GameUi> Setup<G> {
    /// All rows but the boards, of which there may be thousands.
    pub(super) fn others(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        if self.variant().is_some_and(|variant| variant.seats().count() > 1) {
            rows.push(Row::Players);
        }
        rows.extend((0..self.players).map(Row::Seat));
        let dials = self.variant().map_or(0, |variant| variant.dials().len());
        rows.extend((0..dials).map(Row::Dial));
        if self.players > 1 && self.first_seat_begins() {
            rows.push(Row::Begins);
        }
        rows.extend([Row::Time, Row::Seed]);
        rows.extend((!G::TOUR.is_empty()).then_some(Row::Tour));
        rows.push(Row::Start);
        rows
    }

    pub(super) fn step(&mut self, by: isize, desk: &Desk) {
        let (others, boards) = (self.others(), self.boards.len());
        let at = match others.iter().position(|row| *row == self.cursor) {
            Some(other) => boards + other,
            None => self.boards.cursor(),
        };
        let to = at.saturating_add_signed(by).min(boards + others.len() - 1);
        match to.checked_sub(boards) {
            Some(other) => self.cursor = others[other],
            None => self.choose_board(to, desk),
        }
    }

    pub(super) fn choose_board(&mut self, board: usize, desk: &Desk) {
        self.cursor = Row::Board;
        if board != self.boards.cursor() {
            self.boards.go(board);
            self.turned = None;
            self.fit(desk);
        }
    }

    /// The first row of the next or the previous part of the page.
    pub(super) fn part(&mut self, by: isize) {
        let part = |row: &Row| match row {
            Row::Board => 0,
            Row::Players | Row::Seat(_) => 1,
            Row::Dial(_) | Row::Begins | Row::Time | Row::Seed => 2,
            Row::Tour | Row::Start => 3,
        };
        let wanted = (part(&self.cursor) + by).rem_euclid(4);
        let first = match wanted {
            0 => Some(Row::Board),
            3 => Some(Row::Start),
            _ => self.others().into_iter().find(|row| part(row) == wanted),
        };
        self.cursor = first.unwrap_or(self.cursor);
    }

    /// Turns the value of the row under the cursor.
    pub(super) fn turn(&mut self, by: isize, desk: &Desk) {
        match self.cursor {
            Row::Board | Row::Tour | Row::Start => {}
            Row::Players => {
                if let Some(variant) = self.variant() {
                    let range = variant.seats();
                    let players = self.players.saturating_add_signed(by);
                    self.players = players.clamp(*range.start(), *range.end());
                    self.fit(desk);
                }
            }
            Row::Seat(seat) => self.turn_seat(seat, by, desk),
            Row::Dial(dial) => {
                self.turn_dial(dial, by);
                self.fit(desk);
            }
            Row::Begins => {
                // The seats, and the lot after the last.
                let count = self.players as isize + 1;
                let now = self.begins.map_or(count - 1, |seat| seat as isize);
                let next = (now + by).rem_euclid(count);
                self.begins = (next < count - 1).then_some(next as usize);
            }
            Row::Time => {
                self.time = self.time.saturating_add_signed(by).min(TIMES.len() - 1);
            }
            Row::Seed => {
                self.seed = match (self.seed, by) {
                    (None, _) => Some(1),
                    (Some(1), -1) => None,
                    (Some(seed), by) => Some(seed.saturating_add_signed(by as i64)),
                };
                self.fit(desk);
            }
        }
    }

    /// Gives a key of the board its next value, if that makes a board.
    fn turn_dial(&mut self, dial: usize, by: isize) {
        let Some(variant) = self.variant() else { return };
        let Some(dial) = variant.dials().into_iter().nth(dial) else { return };
        let next = dial.at.saturating_add_signed(by).min(dial.values.len() - 1);
        let set = (dial.key.to_owned(), dial.values[next].clone());
        let board = with_keys(&variant.to_toml(), &[set]).and_then(|text| Variant::parse(&text));
        if let Ok(board) = board {
            self.turned = Some(board);
        }
    }

    /// A person, then every strategy that can play here and every program of the settings, then
    /// around again.
    fn turn_seat(&mut self, seat: usize, by: isize, desk: &Desk) {
        let Some(variant) = self.variant() else { return };
        let able = G::STRATEGIES.iter().filter(|strategy| (strategy.plays)(variant).is_ok());
        let mut values = vec![None];
        values.extend(able.map(|strategy| Some(bot(strategy))));
        let programs = desk.store.settings().programs.iter();
        values.extend(programs.map(|line| Some(Player::Program { command: line.clone() })));
        let now = values.iter().position(|value| *value == self.chairs[seat].bot).unwrap_or(0);
        let next = (now as isize + by).rem_euclid(values.len() as isize) as usize;
        self.chairs[seat].bot = values.swap_remove(next);
    }
}

pub fn bot<G: GameUi>(strategy: &Strategy<G>) -> Player {
    Player::Bot { strategy: strategy.name.to_owned() }
}

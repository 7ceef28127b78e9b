//! A board in the making: every change is allowed, and only [`Draft::check`] makes a board of it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::track::Winding;
use super::variant::{Board, CELLS, Cell, DICE, DiceSet, Effect, KINDS, kind_of};
use crate::play::{FileError, Variant};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    pub name: String,
    pub dice: DiceSet,
    pub track: Winding,
    /// Where the players begin, if not at the start.
    pub at: Vec<u16>,
    /// The start, and all the others.
    cells: Vec<Cell>,
}

impl From<&Board> for Draft {
    fn from(board: &Board) -> Draft {
        Draft {
            name: board.name().to_owned(),
            dice: board.dice(),
            track: board.track(),
            at: board.starting_cells().to_vec(),
            cells: board.cells().to_vec(),
        }
    }
}

impl Draft {
    /// The board, or why it is none.
    pub fn check(&self) -> Result<Board, FileError> {
        Board::parse(&self.to_toml())
    }

    pub fn last(&self) -> u16 {
        (self.cells.len() - 1) as u16
    }

    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub fn cell(&self, number: u16) -> &Cell {
        &self.cells[usize::from(number)]
    }

    /// Whether a cell can do anything: the start and the last one are plain.
    pub fn is_free(&self, number: u16) -> bool {
        (1..self.last()).contains(&number)
    }

    /// Changes what a cell does; its name and sign go with what it did.
    pub fn set(&mut self, number: u16, effect: Effect) {
        let cell = &mut self.cells[usize::from(number)];
        let same_kind = kind_of(cell.effect) == kind_of(effect);
        if !same_kind {
            *cell = Cell::default();
        }
        cell.effect = effect;
    }

    pub fn rename(&mut self, number: u16, name: &str) {
        let name = name.trim();
        self.cells[usize::from(number)].name = (!name.is_empty()).then(|| name.to_owned());
    }

    /// Makes the track longer or shorter. What does not fit any more is plain afterwards: the last
    /// cell, and teleports to where there is nothing.
    pub fn resize(&mut self, last: u16) {
        let last = last.clamp(*CELLS.start(), *CELLS.end());
        self.cells.resize(usize::from(last) + 1, Cell::default());
        self.cells[usize::from(last)] = Cell::default();
        for cell in &mut self.cells {
            if matches!(cell.effect, Effect::Teleport(to) if to > last) {
                *cell = Cell::default();
            }
        }
        self.at.retain(|cell| *cell < last);
    }

    /// One die more, and one again after the most.
    pub fn turn_dice(&mut self, most: u16) {
        let most = most.min(*DICE.end());
        self.dice.count = if self.dice.count >= most { 1 } else { self.dice.count + 1 };
    }

    /// The file: equal cells share one table, and tables of a kind stand together.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "# A board of the Goose Game. The start is cell 0.");
        let _ = writeln!(text, "name = {}", quoted(&self.name));
        let _ = writeln!(text, "cells = {}", self.last());
        let DiceSet { count, sides } = self.dice;
        let _ = writeln!(text, "dice = {{ count = {count}, sides = {sides} }}");
        if self.track == Winding::Rows {
            let _ = writeln!(text, "track = \"rows\"  # back and forth, not a spiral");
        }
        if !self.at.is_empty() {
            let _ = writeln!(text, "at = {:?}  # where the players begin", self.at);
        }
        let mut groups: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (number, cell) in self.cells.iter().enumerate() {
            let Some(kind) = kind_of(cell.effect) else { continue };
            let first = self.cells.iter().position(|other| other == cell).unwrap_or(number);
            groups.entry((kind, first)).or_default().push(number);
        }
        let mut last_kind = None;
        for ((kind, first), at) in groups {
            text.push('\n');
            if last_kind != Some(kind) {
                let _ = writeln!(text, "# {}", KINDS[kind].2);
            }
            last_kind = Some(kind);
            let _ = match at[..] {
                [one] => writeln!(text, "[[cell]]\nat = {one}"),
                _ => writeln!(text, "[[cell]]\nat = {at:?}"),
            };
            let _ = writeln!(text, "kind = \"{}\"", KINDS[kind].0);
            let cell = &self.cells[first];
            let _ = match cell.effect {
                Effect::Wait(turns) => writeln!(text, "turns = {turns}"),
                Effect::Teleport(to) => writeln!(text, "to = {to}"),
                _ => Ok(()),
            };
            if let Some(name) = &cell.name {
                let _ = writeln!(text, "name = {}", quoted(name));
            }
            if let Some(sign) = cell.sign {
                let _ = writeln!(text, "sign = {}", quoted(&sign.to_string()));
            }
        }
        text
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goose::Goose;
    use crate::play::Game;

    #[test]
    fn what_is_drawn_can_be_written_and_read() {
        let mut draft = Draft::from(&Board::parse(Goose::BOARDS[0].1).unwrap());
        draft.set(20, Effect::Goose);
        draft.set(9, Effect::Wait(3));
        draft.rename(9, " \"inn\" ");
        draft.name = "Mine".to_owned();
        draft.turn_dice(3);
        let board = draft.check().unwrap();
        assert_eq!(Draft::from(&board), draft);
        assert_eq!(board.cell(9).name.as_deref(), Some("\"inn\""));
        assert_eq!((board.dice().count, board.effect(20)), (3, Effect::Goose));
    }

    #[test]
    fn a_shorter_track_forgets_what_lies_beyond() {
        let mut draft = Draft::from(&Board::parse(Goose::BOARDS[3].1).unwrap());
        draft.resize(80);
        // The ladders to 84 and 91 and the one on 80 itself are gone.
        assert!(draft.cells().iter().all(|cell| !matches!(cell.effect, Effect::Teleport(81..))));
        assert_eq!(draft.cell(80).effect, Effect::Plain);
        assert_eq!(draft.check().unwrap().last(), 80);
        draft.resize(u16::MAX);
        assert_eq!(draft.last(), 1000);
    }
}

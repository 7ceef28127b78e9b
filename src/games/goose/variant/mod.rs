//! A board: its cells, what they do, and the dice; read from a file and refused when it cannot be
//! played. It knows nothing of players but where they may be told to start.

mod dice;
mod flaw;
mod reader;

use std::collections::VecDeque;
use std::ops::RangeInclusive;

pub use self::dice::DiceSet;
use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::moves::Throw;
use super::track::Winding;
use crate::play::{FileError, Variant};

pub const CELLS: RangeInclusive<u16> = 1..=1000;
pub const DICE: RangeInclusive<u16> = 1..=10;
pub const SIDES: RangeInclusive<u16> = 2..=100;
pub const TURNS: RangeInclusive<u8> = 1..=99;
const SEATS: usize = 255;

/// What happens to who lands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Effect {
    #[default]
    Plain,
    /// Again by the same sum.
    Goose,
    /// Held until somebody else lands here.
    Trap,
    /// Held for so many of their own turns.
    Wait(u8),
    /// On to another cell.
    Teleport(u16),
}

/// A cell as its board describes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cell {
    pub effect: Effect,
    /// "well", "inn": the word for people.
    pub name: Option<String>,
    /// A picture letter in place of the usual sign.
    pub sign: Option<char>,
}

impl Cell {
    /// What people call it: its own name, or that of its kind; plain cells have none.
    pub fn word(&self) -> Option<&str> {
        self.name.as_deref().or_else(|| kind_of(self.effect).map(|kind| KINDS[kind].0))
    }
}

/// The way of a pawn in one turn, before it is known who stands where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Journey {
    pub from: u16,
    pub sum: u16,
    /// Where the throw alone leads.
    pub reached: u16,
    /// Where a goose or a teleport leads on to.
    pub jump: Option<u16>,
}

impl Journey {
    pub fn end(self) -> u16 {
        self.jump.unwrap_or(self.reached)
    }
}

/// A board that can be played: every match on it comes to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    name: String,
    /// The start, cell 0, and all the others.
    cells: Vec<Cell>,
    dice: DiceSet,
    /// How the track is drawn.
    track: Winding,
    /// Where the players begin, if not at the start.
    at: Vec<u16>,
    throws: Vec<(Throw, u32)>,
}

impl Board {
    /// The number of the last cell, which is also how many there are after the start.
    pub(super) fn last(&self) -> u16 {
        (self.cells.len() - 1) as u16
    }

    pub(super) fn cell(&self, number: u16) -> &Cell {
        &self.cells[usize::from(number)]
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn effect(&self, number: u16) -> Effect {
        self.cell(number).effect
    }

    pub(super) fn dice(&self) -> DiceSet {
        self.dice
    }

    pub(super) fn track(&self) -> Winding {
        self.track
    }

    pub(crate) fn starting_cells(&self) -> &[u16] {
        &self.at
    }

    /// Every throw with the number of ways in which the dice can fall so.
    pub(super) fn throws(&self) -> &[(Throw, u32)] {
        &self.throws
    }

    /// "If a throw takes them past the last cell, they come back by what is too much." A bounce
    /// deeper than the board stops at the start.
    fn walk(&self, from: u16, steps: u16) -> u16 {
        let last = self.last();
        let to = from.saturating_add(steps);
        if to <= last { to } else { last.saturating_sub(to - last) }
    }

    /// The cells a pawn steps on, one after the other.
    pub(super) fn path(&self, from: u16, steps: u16) -> impl Iterator<Item = u16> + '_ {
        (1..=steps).map(move |steps| self.walk(from, steps))
    }

    /// Where a throw of `sum` leads from a cell. Jumps do not cascade.
    pub(super) fn journey(&self, from: u16, sum: u16) -> Journey {
        let reached = self.walk(from, sum);
        let jump = match self.effect(reached) {
            Effect::Goose => Some(self.walk(reached, sum)),
            Effect::Teleport(to) => Some(to),
            Effect::Plain | Effect::Trap | Effect::Wait(_) => None,
        };
        Journey { from, sum, reached, jump }
    }

    /// The cells a single throw can lead to from here; none from a trap.
    pub(super) fn next_cells(&self, from: u16) -> impl Iterator<Item = u16> + '_ {
        let held = self.effect(from) == Effect::Trap || from == self.last();
        let sums = self.dice.sums().filter(move |_| !held);
        sums.map(move |sum| self.journey(from, sum).end())
    }

    /// The fewest throws that lead from the start to each cell, with traps as dead ends.
    pub(super) fn fewest_throws(&self) -> Vec<Option<u32>> {
        self.distances([0])
    }

    fn distances(&self, from: impl IntoIterator<Item = u16>) -> Vec<Option<u32>> {
        let mut distance = vec![None; self.cells.len()];
        let mut queue: VecDeque<u16> = from.into_iter().collect();
        for &cell in &queue {
            distance[usize::from(cell)] = Some(0);
        }
        while let Some(cell) = queue.pop_front() {
            let next = distance[usize::from(cell)].map(|throws| throws + 1);
            for to in self.next_cells(cell) {
                if distance[usize::from(to)].is_none() {
                    distance[usize::from(to)] = next;
                    queue.push_back(to);
                }
            }
        }
        distance
    }
}

impl Variant for Board {
    const KEYS: &'static [&'static str] = &["name", "cells", "dice", "track", "at", "cell"];

    fn parse(text: &str) -> Result<Board, FileError> {
        reader::read(text)
    }

    fn to_toml(&self) -> String {
        Draft::from(self).to_toml()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        match self.at.len() {
            0 => 1..=SEATS,
            stated => stated..=stated,
        }
    }

    fn usual_seats(&self) -> usize {
        match self.at.len() {
            0 => 2,
            stated => stated,
        }
    }

    fn summary(&self) -> String {
        format!("{} cells", self.last())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("cells", self.last().to_string()), ("dice", self.dice.to_string())];
        facts.extend(KINDS.iter().enumerate().map(|(kind, (_, plural, _))| {
            let count = self.cells.iter().filter(|cell| kind_of(cell.effect) == Some(kind)).count();
            (*plural, count.to_string())
        }));
        facts
    }
}

/// The kinds of cells: the word in a file, that for several, and the comment above them.
pub const KINDS: [(&str, &str, &str); 4] = [
    ("goose", "geese", "Geese: move the same sum again."),
    ("wait", "waits", "Waits: miss that many turns."),
    ("trap", "traps", "Traps: held until another player lands there."),
    ("teleport", "teleports", "Teleports: jump ahead or back to another cell."),
];

pub fn kind_of(effect: Effect) -> Option<usize> {
    match effect {
        Effect::Plain => None,
        Effect::Goose => Some(0),
        Effect::Wait(_) => Some(1),
        Effect::Trap => Some(2),
        Effect::Teleport(_) => Some(3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goose::Goose;
    use crate::play::Game;

    const HEAD: &str = "name = 'x'\ncells = 20\n";

    #[test]
    fn the_bundled_boards_are_read_and_written() {
        for (stem, text) in Goose::BOARDS {
            let board = Board::parse(text).unwrap_or_else(|error| panic!("{stem}: {error}"));
            let again = board.to_toml();
            assert_eq!(Board::parse(&again).as_ref(), Ok(&board), "{again}");
        }
        let italian = Board::parse(Goose::BOARDS[1].1).unwrap();
        assert!(italian.facts().contains(&("geese", "13".to_owned())));
    }

    #[test]
    fn signs_names_and_starting_cells_are_written_too() {
        let text = format!(
            "{HEAD}at = [4, 0, 0]\n[[cell]]\nat = 3\nkind = 'trap'\nname = 'the \"well\"'\nsign = '○'\n"
        );
        let board = Board::parse(&text).unwrap();
        assert_eq!(board.cell(3).sign, Some('○'));
        assert_eq!(board.seats(), 3..=3);
        assert_eq!(Board::parse(&board.to_toml()), Ok(board));
    }
}

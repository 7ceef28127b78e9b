//! Cells and headings: where a turtle may stand, and where it looks.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The longest side of a board.
pub const MAX_SIDE: u8 = 16;

/// A square of the board. Its text is a letter for the column and a number for the row, `d4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// From 0 at the top.
    pub row: u8,
    /// From 0 at the left.
    pub column: u8,
}

impl Cell {
    /// Both count from 0, and the column comes first, as in the text.
    pub fn new(column: u8, row: u8) -> Cell {
        Cell { row, column }
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadCell(String);

impl Display for BadCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' isn't a cell; use a letter and a number such as 'd4'", self.0)
    }
}

impl Error for BadCell {}

impl FromStr for Cell {
    type Err = BadCell;

    fn from_str(text: &str) -> Result<Cell, BadCell> {
        let bad = || BadCell(text.to_owned());
        let letter = *text.as_bytes().first().ok_or_else(bad)?;
        if !(b'a'..b'a' + MAX_SIDE).contains(&letter) {
            return Err(bad());
        }
        // One spelling for each cell: no sign and no leading zero.
        let number = &text[1..];
        let row: u8 = number.parse().map_err(|_| bad())?;
        if !(1..=MAX_SIDE).contains(&row) || number != row.to_string() {
            return Err(bad());
        }
        Ok(Cell::new(letter - b'a', row - 1))
    }
}

/// Where a turtle looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Heading {
    North,
    East,
    South,
    West,
}

impl Heading {
    /// Clockwise from the top.
    pub const ALL: [Heading; 4] = [Heading::North, Heading::East, Heading::South, Heading::West];

    pub fn right(self) -> Heading {
        Heading::ALL[(self as usize + 1) % 4]
    }

    pub fn left(self) -> Heading {
        Heading::ALL[(self as usize + 3) % 4]
    }

    pub fn back(self) -> Heading {
        Heading::ALL[(self as usize + 2) % 4]
    }

    pub fn letter(self) -> char {
        match self {
            Heading::North => 'N',
            Heading::East => 'E',
            Heading::South => 'S',
            Heading::West => 'W',
        }
    }

    pub fn from_letter(letter: char) -> Option<Heading> {
        Heading::ALL.into_iter().find(|heading| heading.letter() == letter)
    }

    /// The heading as an arrow that every terminal has.
    pub fn arrow(self) -> char {
        match self {
            Heading::North => '^',
            Heading::East => '>',
            Heading::South => 'v',
            Heading::West => '<',
        }
    }

    /// Where that is on the board, in words.
    pub fn words(self) -> &'static str {
        match self {
            Heading::North => "to the top",
            Heading::East => "to the right",
            Heading::South => "to the bottom",
            Heading::West => "to the left",
        }
    }
}

/// Where a turtle stands and looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pose {
    pub cell: Cell,
    pub heading: Heading,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_one_spelling() {
        for text in ["a1", "h8", "p16", "d10"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for text in ["", "a", "a0", "a01", "a17", "q1", "A1", "a+1", "é1"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}

//! A move of Vorassic Park and its text: the cell it captures, as the document writes it.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A cell, which is also the move that captures it. `B0` is the second cell of the top row:
/// columns are letters from the left, rows numbers from the top, both counted from 0 in code.
///
/// The order of cells is the order of reading: along the rows, from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// From 0 at the top.
    pub row: u8,
    /// From 0 at the left.
    pub column: u8,
}

/// Up, left, right and down: the steps of a snake.
const STRAIGHT: [(i8, i8); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
/// Those and the diagonals: the reach of an octopus.
const AROUND: [(i8, i8); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Which cells a player may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// A free cell beside the last one captured, not across a corner.
    Snake,
    /// A free cell beside any one owned, across a corner too.
    Octopus,
}

impl Mode {
    /// In the order in which the setup offers them.
    pub const ALL: [Mode; 2] = [Mode::Snake, Mode::Octopus];

    /// The word in board files.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Snake => "snake",
            Mode::Octopus => "octopus",
        }
    }

    /// The steps `(rows, columns)` to the cells that count as beside one.
    fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Mode::Snake => &STRAIGHT,
            Mode::Octopus => &AROUND,
        }
    }
}

impl Cell {
    /// The column comes first, as in the text; a park has at most 26 of each.
    pub fn new(column: usize, row: usize) -> Cell {
        let small = |n| u8::try_from(n).expect("a park has at most 26 rows and columns");
        Cell { row: small(row), column: small(column) }
    }

    /// From 0 at the left, ready to index with.
    pub fn column(self) -> usize {
        usize::from(self.column)
    }

    /// From 0 at the top, ready to index with.
    pub fn row(self) -> usize {
        usize::from(self.row)
    }

    /// The place of the cell when the rows of a park of this size stand one behind the other.
    pub fn index(self, size: usize) -> usize {
        self.row() * size + self.column()
    }

    /// The cell at that place; the inverse of [`Cell::index`].
    pub fn at(index: usize, size: usize) -> Cell {
        Cell::new(index % size, index / size)
    }

    /// Every cell of a park of this size, in order.
    pub fn all(size: usize) -> impl Iterator<Item = Cell> + Clone {
        (0..size * size).map(move |index| Cell::at(index, size))
    }

    /// Whether a park of this size has such a cell.
    pub fn is_within(self, size: usize) -> bool {
        self.row() < size && self.column() < size
    }

    /// The cells beside this one, in order, as `mode` understands "beside".
    pub fn beside(self, mode: Mode, size: usize) -> impl Iterator<Item = Cell> {
        mode.steps().iter().filter_map(move |&(rows, columns)| {
            let row = self.row.checked_add_signed(rows)?;
            let column = self.column.checked_add_signed(columns)?;
            Some(Cell { row, column }).filter(|cell| cell.is_within(size))
        })
    }

    /// The cell that takes this one's place when the park is turned by half a turn.
    pub fn turned(self, size: usize) -> Cell {
        Cell::new(size - 1 - self.column(), size - 1 - self.row())
    }

    /// How many steps of a snake lie between the two.
    pub fn distance(self, other: Cell) -> usize {
        usize::from(self.row.abs_diff(other.row)) + usize::from(self.column.abs_diff(other.column))
    }
}

/// The letter of a column; a park has at most 26.
pub fn letter(column: usize) -> char {
    char::from(b'A' + (column % 26) as u8)
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.column()), self.row)
    }
}

/// A text that is not a letter and a number, as `B0` is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotACell(String);

impl Display for NotACell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' isn't a cell; use a letter and a number, as 'B0'", self.0)
    }
}

impl Error for NotACell {}

impl FromStr for Cell {
    type Err = NotACell;

    /// Reads `B0`, and `b0` for those who type it.
    fn from_str(text: &str) -> Result<Cell, NotACell> {
        let wrong = || NotACell(text.to_owned());
        let mut signs = text.chars();
        let letter = signs.next().filter(char::is_ascii_alphabetic).ok_or_else(wrong)?;
        let digits = signs.as_str();
        // `parse` alone would accept "+0" and "00", and a cell has one number only.
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'));
        let row = digits.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
        Ok(Cell { row, column: letter.to_ascii_uppercase() as u8 - b'A' })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_letter_and_a_number() {
        for (text, column, row) in [("A0", 0, 0), ("B0", 1, 0), ("A1", 0, 1), ("Z25", 25, 25)] {
            assert_eq!(text.parse(), Ok(Cell::new(column, row)));
            assert_eq!(Cell::new(column, row).to_string(), text);
        }
        assert_eq!("c2".parse(), Ok(Cell::new(2, 2)));
        for text in
            ["", "A", "0", "0A", "A00", "A01", "A+1", "A-1", "A1 ", "É1", "A1B", "AA1", "A999"]
        {
            assert!(text.parse::<Cell>().is_err(), "'{text}' was read");
        }
    }

    #[test]
    fn snakes_go_straight_and_octopuses_across_corners_too() {
        let beside = |text: &str, mode| {
            let cell: Cell = text.parse().unwrap();
            cell.beside(mode, 5).map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(beside("A0", Mode::Snake), "B0 A1");
        assert_eq!(beside("C2", Mode::Snake), "C1 B2 D2 C3");
        assert_eq!(beside("A0", Mode::Octopus), "B0 A1 B1");
        assert_eq!(beside("E3", Mode::Octopus), "D2 E2 D3 D4 E4");
        assert_eq!(beside("C2", Mode::Octopus), "B1 C1 D1 B2 D2 B3 C3 D3");
    }
}

//! A move of Gobblet and its text: `S@b2` places from the house, `a1-b2` moves. Knows no position.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How large a piece is. The larger covers the smaller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Size {
    /// Covers nothing.
    Small,
    /// Covers small ones.
    Medium,
    /// Covers small and medium ones.
    Large,
    /// The fourth size, which only the classic game has.
    Huge,
}

impl Size {
    /// From the smallest; a set of pieces has the first two, three or four.
    pub const ALL: [Size; 4] = [Size::Small, Size::Medium, Size::Large, Size::Huge];

    /// 0 for the smallest.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter in moves and in plain mode: `S`, `M`, `L` or `X`.
    pub fn letter(self) -> char {
        ['S', 'M', 'L', 'X'][self.index()]
    }

    /// The word for a sentence: `small`.
    pub fn word(self) -> &'static str {
        ["small", "medium", "large", "huge"][self.index()]
    }
}

/// A cell of the board: the letter is a column from the left, the number a row from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// From 0 at the left.
    pub column: u8,
    /// From 0 at the top.
    pub row: u8,
}

impl Cell {
    /// The cell of an index that counts along the rows of a board of this side.
    pub fn nth(index: usize, side: usize) -> Cell {
        Cell { column: (index % side) as u8, row: (index / side) as u8 }
    }

    /// The inverse of [`Cell::nth`].
    pub fn index(self, side: usize) -> usize {
        usize::from(self.row) * side + usize::from(self.column)
    }

    /// Whether a board of this side has such a cell.
    pub fn is_on(self, side: usize) -> bool {
        usize::from(self.column.max(self.row)) < side
    }

    fn parse(text: &str) -> Option<Cell> {
        match text.as_bytes() {
            &[letter @ b'a'..=b'z', digit @ b'1'..=b'9'] => {
                Some(Cell { column: letter - b'a', row: digit - b'1' })
            }
            _ => None,
        }
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Move {
    /// A piece from the house. Two of one size are the same move.
    Place {
        /// Which of the pieces at hand.
        size: Size,
        /// Where it arrives.
        to: Cell,
    },
    /// The visible piece of one cell to another.
    Shift {
        /// Where it is lifted; what lies beneath comes to light.
        from: Cell,
        /// Where it arrives.
        to: Cell,
    },
}

impl Move {
    /// The cell where the piece arrives.
    pub fn to(self) -> Cell {
        match self {
            Move::Place { to, .. } | Move::Shift { to, .. } => to,
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place { size, to } => write!(f, "{}@{to}", size.letter()),
            Move::Shift { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

/// A text that is neither a placement nor a move on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAMove(String);

impl Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' isn't a move; use a placement as 'S@b2' or a move as 'a1-b2'", self.0)
    }
}

impl Error for NotAMove {}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let place = || {
            let (size, to) = text.split_once('@')?;
            let size = Size::ALL.into_iter().find(|s| size == s.letter().to_string())?;
            Some(Move::Place { size, to: Cell::parse(to)? })
        };
        let shift = || {
            let (from, to) = text.split_once('-')?;
            Some(Move::Shift { from: Cell::parse(from)?, to: Cell::parse(to)? })
        };
        place().or_else(shift).ok_or_else(|| NotAMove(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_one_text() {
        for text in ["S@a1", "M@b2", "L@c3", "X@d4", "a1-b2", "c3-a1"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_move_is_refused_with_the_right_form() {
        for text in ["", "s@a1", "S@", "S@a", "S@a0", "S@A1", "S@a11", "a1", "a1-", "a1b2", "é@a1"]
        {
            let error = text.parse::<Move>().unwrap_err().to_string();
            let expected = "use a placement as 'S@b2' or a move as 'a1-b2'";
            assert_eq!(error, format!("'{text}' isn't a move; {expected}"));
        }
    }
}

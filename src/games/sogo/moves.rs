//! A move of Sogo and its text: the peg that gets a bead.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A peg, `a1` to `d4`: the letter is its column from the left, the number its row from the back.
/// Counted along the rows from 0 in code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Peg(u8);

impl Peg {
    /// Along the rows, from `a1`.
    pub fn all() -> impl DoubleEndedIterator<Item = Peg> + Clone {
        (0..16).map(Peg)
    }

    /// The peg in a column and a row, both from 0 to 3.
    pub fn at(column: usize, row: usize) -> Peg {
        Peg(((row & 3) * 4 + (column & 3)) as u8)
    }

    /// From 0 at the left to 3.
    pub fn column(self) -> usize {
        self.index() % 4
    }

    /// From 0 at the back to 3.
    pub fn row(self) -> usize {
        self.index() / 4
    }

    /// From 0 to 15, along the rows.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Display for Peg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

/// A text other than `a1` to `d4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAPeg(String);

impl Display for NotAPeg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' isn't a peg; use 'a1' to 'd4'", self.0)
    }
}

impl Error for NotAPeg {}

impl FromStr for Peg {
    type Err = NotAPeg;

    fn from_str(text: &str) -> Result<Peg, NotAPeg> {
        match text.as_bytes() {
            [column @ b'a'..=b'd', row @ b'1'..=b'4'] => {
                Ok(Peg::at(usize::from(column - b'a'), usize::from(row - b'1')))
            }
            _ => Err(NotAPeg(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peg_has_one_text() {
        for peg in Peg::all() {
            assert_eq!(peg.to_string().parse(), Ok(peg));
        }
        assert_eq!("b3".parse(), Ok(Peg::at(1, 2)));
        for text in ["", "b", "b0", "b5", "e1", "B3", "b33", " b3", "3b", "ß"] {
            let message = format!("'{text}' isn't a peg; use 'a1' to 'd4'");
            assert_eq!(text.parse::<Peg>().unwrap_err().to_string(), message);
        }
    }
}

//! A move of Connect Four and its text: the number of a column.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The column into which a disc is dropped, counted from 0 in code and from 1 in text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Column(pub u8);

impl Column {
    /// From 0 at the left; the text says one more.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

/// A text that is not the number of a column, or not in its one spelling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAColumn(String);

impl Display for NotAColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' isn't a column; use its number, such as 4", self.0)
    }
}

impl Error for NotAColumn {}

impl FromStr for Column {
    type Err = NotAColumn;

    fn from_str(text: &str) -> Result<Column, NotAColumn> {
        // `parse` alone would accept "+4" and "04", and a move has one text only.
        let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let number = text.parse::<u8>().ok().filter(|_| digits);
        number.and_then(|n| n.checked_sub(1)).map(Column).ok_or_else(|| NotAColumn(text.to_owned()))
    }
}

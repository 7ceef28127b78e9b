//! Parts of a contest, for several machines.

use std::fmt::{self, Display};
use std::str::FromStr;

/// The Kth of N parts of a contest, each of whole sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// From 1.
    pub k: usize,
    /// How many parts there are.
    pub n: usize,
}

impl Part {
    /// All of it.
    pub const WHOLE: Part = Part { k: 1, n: 1 };

    /// How many of so many sets belong to it.
    pub(super) fn of(self, sets: usize) -> usize {
        (sets + self.n - self.k) / self.n
    }

    /// Which set is its one of this number.
    pub(super) fn nth(self, at: usize) -> usize {
        self.k - 1 + at * self.n
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.k, self.n)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let wrong = || format!("'{text}' isn't a part; use K/N, such as 1/8 to 8/8");
        let (k, n) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let part = Part { k: number(k)?, n: number(n)? };
        let there_is = (1..=part.n).contains(&part.k) && part.n <= 1_000_000;
        there_is.then_some(part).ok_or_else(wrong)
    }
}

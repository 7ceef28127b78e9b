//! The sets of Gobblet, read from board files. Knows nothing of how a match goes.

use std::ops::RangeInclusive;

use serde::Deserialize;
use toml::Spanned;

use super::Size;
use crate::play::{FileError, Name, Variant, read_toml, within};

const SIDE: RangeInclusive<usize> = 3..=4;
const SIZES: RangeInclusive<usize> = 2..=4;
const EACH: RangeInclusive<usize> = 1..=4;

/// A board of `side` x `side`, on which a whole row, column or diagonal wins, and the pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    name: String,
    side: usize,
    sizes: usize,
    each: usize,
    house: House,
    gobble: Gobble,
}

/// How pieces wait for their turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum House {
    /// Side by side: every piece is at hand.
    Open,
    /// In stacks of one piece of each size, the largest on top: only the tops are at hand.
    Stacks,
}

/// When a piece from the house may cover another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gobble {
    /// Only while the opponent has a line; then any smaller piece.
    Line,
    /// Only an opponent's piece that stands in a line in which theirs are all but one.
    Threat,
    Always,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: Name,
    #[serde(default = "three")]
    side: Spanned<i64>,
    #[serde(default = "three")]
    sizes: Spanned<i64>,
    #[serde(default = "two")]
    each: Spanned<i64>,
    #[serde(default = "open")]
    house: House,
    #[serde(default = "line")]
    gobble: Gobble,
}

fn three() -> Spanned<i64> {
    Spanned::new(0..0, 3)
}

fn two() -> Spanned<i64> {
    Spanned::new(0..0, 2)
}

fn open() -> House {
    House::Open
}

fn line() -> Gobble {
    Gobble::Line
}

impl Board {
    /// Cells along a row or column.
    pub fn side(&self) -> usize {
        self.side
    }

    /// All cells, as a mask.
    pub fn mask(&self) -> u16 {
        u16::MAX >> (16 - self.side * self.side)
    }

    /// The sizes that are played with, the smallest first.
    pub fn sizes(&self) -> &'static [Size] {
        &Size::ALL[..self.sizes]
    }

    /// How many pieces of each size a player has.
    pub fn each(&self) -> usize {
        self.each
    }

    pub(super) fn house(&self) -> House {
        self.house
    }

    pub(super) fn gobble(&self) -> Gobble {
        self.gobble
    }
}

impl Variant for Board {
    const KEYS: &'static [&'static str] = &["name", "side", "sizes", "each", "house", "gobble"];

    fn parse(text: &str) -> Result<Board, FileError> {
        let raw: Raw = read_toml(text)?;
        let side = within(text, "side", &raw.side, SIDE)?;
        let sizes = within(text, "sizes", &raw.sizes, SIZES)?;
        let each = within(text, "each", &raw.each, EACH)?;
        if sizes * each < side {
            let why = format!(
                "'each': {each} of {sizes} sizes are {} pieces, expected at least {side} for a line",
                sizes * each
            );
            return Err(FileError::at(text, raw.each.span(), why));
        }
        Ok(Board { name: raw.name.into(), side, sizes, each, house: raw.house, gobble: raw.gobble })
    }

    fn to_toml(&self) -> String {
        format!(
            "name = {}\nside = {}\nsizes = {}\neach = {}\nhouse = \"{}\"\ngobble = \"{}\"\n",
            toml::Value::from(self.name.as_str()),
            self.side,
            self.sizes,
            self.each,
            match self.house {
                House::Open => "open",
                House::Stacks => "stacks",
            },
            match self.gobble {
                Gobble::Line => "line",
                Gobble::Threat => "threat",
                Gobble::Always => "always",
            },
        )
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn summary(&self) -> String {
        format!("{0}×{0}, {1} sizes", self.side, self.sizes)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let house = match self.house {
            House::Open => "side by side".to_owned(),
            House::Stacks => format!("{} stacks", self.each),
        };
        let gobble = match self.gobble {
            Gobble::Line => "only against a line",
            Gobble::Threat => "only against a threat",
            Gobble::Always => "always",
        };
        vec![
            ("pieces", format!("{} of each size", self.each)),
            ("house", house),
            ("house gobbles", gobble.to_owned()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gobblet::Gobblet;
    use crate::play::Game;

    #[test]
    fn the_bundled_boards_are_the_three_of_the_rules_and_read_back() {
        let boards: Vec<Board> =
            Gobblet::BOARDS.iter().map(|(_, text)| Board::parse(text).unwrap()).collect();
        let names: Vec<&str> = boards.iter().map(Board::name).collect();
        assert_eq!(names, ["Empty cells first", "Gobble at will", "Classic"]);
        for board in &boards {
            assert_eq!(Board::parse(&board.to_toml()).as_ref(), Ok(board));
        }
        assert_eq!(boards[0].mask(), 0o777);
        assert_eq!(boards[2].mask(), 0xffff);
    }

    #[test]
    fn what_is_left_out_is_as_in_the_document() {
        let board = Board::parse("name = \"Empty cells first\"").unwrap();
        assert_eq!(board, Board::parse(Gobblet::BOARDS[0].1).unwrap());
    }

    #[test]
    fn a_bad_board_is_refused_with_its_place() {
        for (line, why) in [
            ("side = 5", "line 2, column 8: 'side': 5 is too large, expected 3 to 4"),
            ("sizes = 1", "line 2, column 9: 'sizes': 1 is too small, expected 2 to 4"),
            ("each = 0", "line 2, column 8: 'each': 0 is too small, expected 1 to 4"),
            (
                "each = 1\nsizes = 2",
                "line 2, column 8: 'each': 1 of 2 sizes are 2 pieces, expected at least 3 for a line",
            ),
        ] {
            let error = Board::parse(&format!("name = \"x\"\n{line}\n")).unwrap_err();
            assert_eq!(error.to_string(), why);
        }
        assert!(Board::parse("name = \"x\"\ngobble = \"never\"").is_err());
        assert!(Board::parse("name = \"x\"\ncolumns = 3").is_err());
    }
}

//! Reading the file of a board: what it says, or where and why it is refused.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use toml::Spanned;

use super::{Board, CELLS, Cell, DICE, DiceSet, Effect, SEATS, SIDES, TURNS};
use crate::games::goose::track::Winding;
use crate::play::{FileError, Name, read_toml, within};

/// So many different throws can still be listed each turn.
const THROWS: usize = 50_000;

/// The board of a file's text.
pub(super) fn read(text: &str) -> Result<Board, FileError> {
    let raw: RawBoard = read_toml(text)?;
    raw.build(text)
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBoard {
    name: Name,
    cells: Spanned<i64>,
    dice: Option<RawDice>,
    #[serde(default)]
    track: RawTrack,
    #[serde(default)]
    at: Vec<Spanned<i64>>,
    #[serde(default)]
    cell: Vec<RawCell>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum RawTrack {
    #[default]
    Spiral,
    Rows,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDice {
    count: Spanned<i64>,
    sides: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCell {
    at: Spanned<OneOrMore>,
    kind: Spanned<String>,
    turns: Option<Spanned<i64>>,
    to: Option<Spanned<i64>>,
    name: Option<Name>,
    sign: Option<Spanned<String>>,
}

/// One number or a list, each with its place. (An untagged enum would lose the places.)
enum OneOrMore {
    One(i64),
    More(Vec<Spanned<i64>>),
}

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOrMore, D::Error> {
        struct Numbers;
        impl<'de> Visitor<'de> for Numbers {
            type Value = OneOrMore;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell's number or a list of them")
            }

            fn visit_i64<E>(self, number: i64) -> Result<OneOrMore, E> {
                Ok(OneOrMore::One(number))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMore, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element()? {
                    numbers.push(number);
                }
                Ok(OneOrMore::More(numbers))
            }
        }
        deserializer.deserialize_any(Numbers)
    }
}

impl RawBoard {
    fn build(self, text: &str) -> Result<Board, FileError> {
        let bad = |span, why: String| Err(FileError::at(text, span, why));
        let last = within(text, "cells", &self.cells, CELLS)?;
        let dice = match &self.dice {
            None => DiceSet::default(),
            Some(raw) => {
                let count = within(text, "count", &raw.count, DICE)?;
                let dice = DiceSet { count, sides: within(text, "sides", &raw.sides, SIDES)? };
                if dice.different_throws() > THROWS {
                    let why = format!("{dice} are too many dice, expected fewer or smaller ones");
                    return bad(raw.count.span(), why);
                }
                dice
            }
        };
        let mut board = Board {
            name: self.name.into(),
            cells: vec![Cell::default(); usize::from(last) + 1],
            dice,
            track: match self.track {
                RawTrack::Spiral => Winding::Spiral,
                RawTrack::Rows => Winding::Rows,
            },
            at: Vec::new(),
            throws: dice.throws(),
        };
        for raw in self.cell {
            raw.place(text, &mut board)?;
        }
        for number in &self.at {
            let cell = within(text, "at", number, 0..=last - 1)?;
            if cell > 0 && board.at.contains(&cell) {
                let why = format!("'at': two players on cell {cell}, only the start holds several");
                return bad(number.span(), why);
            }
            board.at.push(cell);
        }
        if self.at.len() > SEATS {
            let why = format!("'at': {} players, expected at most {SEATS}", self.at.len());
            return bad(self.at[SEATS].span(), why);
        }
        match board.flaw() {
            None => Ok(board),
            Some(why) => bad(self.cells.span(), why),
        }
    }
}

impl RawCell {
    /// Puts what this table says on its cells.
    fn place(self, text: &str, board: &mut Board) -> Result<(), FileError> {
        let last = board.last();
        let effect = self.effect(text, last)?;
        let sign = self.sign.as_ref().map(|sign| picture(text, sign)).transpose()?;
        let cell = Cell { effect, name: self.name.map(String::from), sign };
        let span = self.at.span();
        let numbers = match self.at.into_inner() {
            OneOrMore::One(number) => vec![Spanned::new(span, number)],
            OneOrMore::More(numbers) => numbers,
        };
        for number in numbers {
            let at = match *number.get_ref() {
                0 => Err("'at': 0 is the start, which has no effect".to_owned()),
                n if n == i64::from(last) => {
                    Err(format!("'at': {n} is the last cell, which has no effect"))
                }
                n if n < 0 || n > i64::from(last) => {
                    Err(format!("'at': {n} is out of range, expected a cell between 0 and {last}"))
                }
                n if board.cells[n as usize].effect != Effect::Plain => {
                    Err(format!("'at': cell {n} has two effects, expected one"))
                }
                n if effect == Effect::Teleport(n as u16) => {
                    Err(format!("'at': the teleport on cell {n} leads to itself"))
                }
                n => Ok(n as usize),
            };
            let at = at.map_err(|why| FileError::at(text, number.span(), why))?;
            board.cells[at] = cell.clone();
        }
        Ok(())
    }

    fn effect(&self, text: &str, last: u16) -> Result<Effect, FileError> {
        let kind = self.kind.get_ref().as_str();
        let missing = |key: &str| {
            let why = format!("a {kind} needs '{key}'");
            FileError::at(text, self.kind.span(), why)
        };
        let effect = match kind {
            "goose" => Effect::Goose,
            "trap" => Effect::Trap,
            "wait" => {
                let turns = self.turns.as_ref().ok_or_else(|| missing("turns"))?;
                Effect::Wait(within(text, "turns", turns, TURNS)?)
            }
            "teleport" => {
                let to = self.to.as_ref().ok_or_else(|| missing("to"))?;
                Effect::Teleport(within(text, "to", to, 0..=last)?)
            }
            other => {
                let why = format!(
                    "'kind': '{other}' is unknown, expected 'goose', 'trap', 'wait' or 'teleport'"
                );
                return Err(FileError::at(text, self.kind.span(), why));
            }
        };
        let strays = [
            ("turns", &self.turns, matches!(effect, Effect::Wait(_))),
            ("to", &self.to, matches!(effect, Effect::Teleport(_))),
        ];
        for (key, value, wanted) in strays {
            if let (Some(value), false) = (value, wanted) {
                let why = format!("a {kind} has no '{key}'");
                return Err(FileError::at(text, value.span(), why));
            }
        }
        Ok(effect)
    }
}

/// A sign is one character that is one column wide in every terminal.
fn picture(text: &str, sign: &Spanned<String>) -> Result<char, FileError> {
    let mut chars = sign.get_ref().chars();
    let narrow = |c: &char| matches!(c, '!'..='~' | '\u{a1}'..='\u{17f}' | '\u{2190}'..='\u{25ff}');
    match (chars.next().filter(narrow), chars.next()) {
        (Some(one), None) => Ok(one),
        _ => {
            let why = format!(
                "'sign': '{}' isn't a sign; use one letter, arrow or shape",
                sign.get_ref().escape_debug()
            );
            Err(FileError::at(text, sign.span(), why))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Variant;

    const HEAD: &str = "name = 'x'\ncells = 20\n";

    #[test]
    fn bad_boards_are_refused_with_place_and_reason() {
        let cell = |rest: &str| format!("{HEAD}[[cell]]\n{rest}\n");
        let walls: String = (8..20).map(|at| format!("{at},")).collect();
        let cases = [
            (cell("at = 21\nkind = 'goose'"), (4, 6), "'at': 21 is out of range"),
            (cell("at = -1\nkind = 'goose'"), (4, 6), "'at': -1 is out of range"),
            (cell("at = 0\nkind = 'goose'"), (4, 6), "'at': 0 is the start"),
            (cell("at = [3, 20]\nkind = 'goose'"), (4, 10), "'at': 20 is the last cell"),
            (cell("at = [3, 5, 3]\nkind = 'goose'"), (4, 13), "'at': cell 3 has two effects"),
            (
                cell("at = 3\nkind = 'goose'\n[[cell]]\nat = 3\nkind = 'trap'"),
                (7, 6),
                "'at': cell 3 has two effects",
            ),
            (
                cell("at = 3\nkind = 'teleport'\nto = 3"),
                (4, 6),
                "'at': the teleport on cell 3 leads to itself",
            ),
            (cell("at = 3\nkind = 'teleport'\nto = 21"), (6, 6), "'to': 21 is too large"),
            (cell("at = 3\nkind = 'teleport'"), (5, 8), "a teleport needs 'to'"),
            (cell("at = 3\nkind = 'wait'"), (5, 8), "a wait needs 'turns'"),
            (cell("at = 3\nkind = 'wait'\nturns = 0"), (6, 9), "'turns': 0 is too small"),
            (cell("at = 3\nkind = 'trap'\nturns = 2"), (6, 9), "a trap has no 'turns'"),
            (cell("at = 3\nkind = 'bog'"), (5, 8), "'kind': 'bog' is unknown"),
            (cell("at = 'x'\nkind = 'trap'"), (4, 6), "'x' doesn't fit; use a cell's number"),
            (cell("at = 3\nkind = 'trap'\nsign = '鵝'"), (6, 8), "'sign': '鵝' isn't a sign"),
            ("name = 'x'\ncells = 1001".to_owned(), (2, 9), "'cells': 1001 is too large"),
            ("name = 'x'\ncells = 0".to_owned(), (2, 9), "'cells': 0 is too small"),
            (format!("{HEAD}wings = 2"), (3, 1), "'wings' isn't a key here"),
            (
                format!("{HEAD}dice = {{ count = 0, sides = 6 }}"),
                (3, 18),
                "'count': 0 is too small",
            ),
            (
                format!("{HEAD}dice = {{ count = 11, sides = 6 }}"),
                (3, 18),
                "'count': 11 is too large",
            ),
            (format!("{HEAD}dice = {{ count = 9, sides = 90 }}"), (3, 18), "9 × d90 are too many"),
            (format!("{HEAD}at = [4, 4]"), (3, 10), "'at': two players on cell 4"),
            (format!("{HEAD}at = [20]"), (3, 7), "'at': 20 is too large"),
            (
                cell(&format!("at = [{walls}]\nkind = 'teleport'\nto = 1")),
                (2, 9),
                "the last cell, 20, can never be reached",
            ),
            ("name = 'x'\ncells = 1".to_owned(), (2, 9), "the last cell, 1, can never be reached"),
            (
                // Cell 2 leads home, but cell 1 into a pit: every throw from 4 ends on 4.
                "name = 'x'\ncells = 8\ndice = { count = 1, sides = 2 }\n\
                 [[cell]]\nat = 2\nkind = 'teleport'\nto = 8\n\
                 [[cell]]\nat = [1, 5, 6]\nkind = 'teleport'\nto = 4\n"
                    .to_owned(),
                (2, 9),
                "from cell 4 the last cell",
            ),
            (
                // From 3 one throw leads to 5, and the other over the goose to 5 as well.
                "name = 'x'\ncells = 9\ndice = { count = 1, sides = 2 }\n\
                 [[cell]]\nat = 4\nkind = 'goose'\n"
                    .to_owned(),
                (2, 9),
                "from cell 3 every throw leads to the same cell",
            ),
        ];
        for (text, place, why) in cases {
            let error = Board::parse(&text).expect_err(&text);
            assert!(error.why.starts_with(why), "{error}\n{text}");
            assert_eq!(error.place, Some(place), "{error}\n{text}");
        }
    }
}

//! A board: its cells, what they do, and the dice; read from a file and refused when it cannot be
//! played. It knows nothing of players but where they may be told to start.

use std::collections::VecDeque;
use std::fmt;
use std::ops::RangeInclusive;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use toml::Spanned;

use super::draft::Draft;
use super::moves::Throw;
use super::track::Winding;
use crate::play::{BoardError, Name, Variant, read_toml, within};

pub const CELLS: RangeInclusive<u16> = 1..=1000;
pub const DICE: RangeInclusive<u16> = 1..=10;
pub const SIDES: RangeInclusive<u16> = 2..=100;
pub const TURNS: RangeInclusive<u8> = 1..=99;
/// So many different throws can still be listed each turn.
const THROWS: usize = 50_000;
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

/// So many equal dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiceSet {
    pub count: u16,
    pub sides: u16,
}

impl Default for DiceSet {
    fn default() -> DiceSet {
        DiceSet { count: 2, sides: 6 }
    }
}

impl DiceSet {
    /// The sums they can show; every one between can be thrown too.
    pub fn sums(self) -> RangeInclusive<u16> {
        self.count..=self.count * self.sides
    }

    /// How many of the equally likely falls of distinct dice give each sum, from the smallest.
    pub fn weights(self) -> Vec<f64> {
        let mut weights = vec![1.0];
        for _ in 0..self.count {
            let mut next = vec![0.0; weights.len() + usize::from(self.sides) - 1];
            for (sum, weight) in weights.iter().enumerate() {
                for face in 0..usize::from(self.sides) {
                    next[sum + face] += weight;
                }
            }
            weights = next;
        }
        weights
    }

    /// Every different throw, with the number of ways in which the dice can fall so.
    fn throws(self) -> Vec<(Throw, u32)> {
        let mut throws = Vec::new();
        let mut faces = vec![1; usize::from(self.count)];
        loop {
            throws.push((Throw::new(faces.clone()), orders(&faces)));
            // The next non-decreasing list: raise the last face that can rise, and level the rest.
            let Some(at) = faces.iter().rposition(|&face| face < self.sides) else { break };
            let face = faces[at] + 1;
            faces[at..].fill(face);
        }
        throws
    }

    fn different_throws(self) -> usize {
        let (count, sides) = (usize::from(self.count), usize::from(self.sides));
        (1..=count).fold(1_usize, |ways, die| ways.saturating_mul(sides - 1 + die) / die)
    }
}

impl fmt::Display for DiceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × d{}", self.count, self.sides)
    }
}

/// In how many orders sorted faces can fall: the factorial of their number over that of each
/// repetition.
fn orders(faces: &[u16]) -> u32 {
    let mut ways = 1;
    let mut run = 0;
    for (at, face) in faces.iter().enumerate() {
        run = if at > 0 && faces[at - 1] == *face { run + 1 } else { 1 };
        // `ways` is a multinomial coefficient before and after, so this divides exactly.
        ways = ways * (at as u32 + 1) / run;
    }
    ways
}

/// The way of a pawn in one turn, before it is known who stands where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    pub fn last(&self) -> u16 {
        (self.cells.len() - 1) as u16
    }

    pub fn cell(&self, number: u16) -> &Cell {
        &self.cells[usize::from(number)]
    }

    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub fn effect(&self, number: u16) -> Effect {
        self.cell(number).effect
    }

    pub fn dice(&self) -> DiceSet {
        self.dice
    }

    pub fn track(&self) -> Winding {
        self.track
    }

    pub fn starting_cells(&self) -> &[u16] {
        &self.at
    }

    /// Every throw with the number of ways in which the dice can fall so.
    pub fn throws(&self) -> &[(Throw, u32)] {
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
    pub fn path(&self, from: u16, steps: u16) -> impl Iterator<Item = u16> + '_ {
        (1..=steps).map(move |steps| self.walk(from, steps))
    }

    /// Where a throw of `sum` leads from a cell. Jumps do not cascade.
    pub fn journey(&self, from: u16, sum: u16) -> Journey {
        let reached = self.walk(from, sum);
        let jump = match self.effect(reached) {
            Effect::Goose => Some(self.walk(reached, sum)),
            Effect::Teleport(to) => Some(to),
            Effect::Plain | Effect::Trap | Effect::Wait(_) => None,
        };
        Journey { from, sum, reached, jump }
    }

    /// The cells a single throw can lead to from here; none from a trap.
    pub fn next_cells(&self, from: u16) -> impl Iterator<Item = u16> + '_ {
        let held = self.effect(from) == Effect::Trap || from == self.last();
        let sums = self.dice.sums().filter(move |_| !held);
        sums.map(move |sum| self.journey(from, sum).end())
    }

    /// The fewest throws that lead from the start to each cell, with traps as dead ends.
    pub fn fewest_throws(&self) -> Vec<Option<u32>> {
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

    /// Why a match on this board might never end, or never be won.
    ///
    /// From each cell where a pawn can come to rest, traps apart, some throws must lead to the last
    /// one. Then a player alone gets there. Among several, whoever is nearest gets there too if the
    /// others can throw so that they do not land on that pawn, which takes two different cells to
    /// go to: otherwise two pawns may have to change places for ever.
    fn flaw(&self) -> Option<String> {
        let visited = self.distances(std::iter::once(0).chain(self.at.iter().copied()));
        let mut comes_from: Vec<Vec<u16>> = vec![Vec::new(); self.cells.len()];
        for cell in 0..self.last() {
            for to in self.next_cells(cell) {
                comes_from[usize::from(to)].push(cell);
            }
        }
        let mut leads_home = vec![false; self.cells.len()];
        let mut open = vec![self.last()];
        leads_home[usize::from(self.last())] = true;
        while let Some(cell) = open.pop() {
            for &before in &comes_from[usize::from(cell)] {
                if !leads_home[usize::from(before)] {
                    leads_home[usize::from(before)] = true;
                    open.push(before);
                }
            }
        }
        let last = self.last();
        let rests =
            |&cell: &u16| visited[usize::from(cell)].is_some() && self.effect(cell) != Effect::Trap;
        for cell in (0..last).filter(rests) {
            if !leads_home[usize::from(cell)] {
                return Some(match cell {
                    0 => format!("the last cell, {last}, can never be reached by any throws"),
                    _ => format!(
                        "from cell {cell} the last cell, {last}, can never be reached by any \
                         throws, so a match might not end"
                    ),
                });
            }
            let mut next = self.next_cells(cell);
            let first = next.next();
            if first != Some(last) && next.all(|to| Some(to) == first) {
                return Some(format!(
                    "from cell {cell} every throw leads to the same cell, so two players might \
                     change places for ever"
                ));
            }
        }
        None
    }
}

impl Variant for Board {
    const KEYS: &'static [&'static str] = &["name", "cells", "dice", "track", "at", "cell"];

    fn parse(text: &str) -> Result<Board, BoardError> {
        let raw: RawBoard = read_toml(text)?;
        raw.build(text)
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
    ("goose", "geese", "Geese: again by the same sum."),
    ("wait", "waits", "Waits: held for so many turns."),
    ("trap", "traps", "Traps: held until somebody else lands there."),
    ("teleport", "teleports", "Teleports: on, or back, to another cell."),
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
    fn build(self, text: &str) -> Result<Board, BoardError> {
        let bad = |span, why: String| Err(BoardError::at(text, span, why));
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
    fn place(self, text: &str, board: &mut Board) -> Result<(), BoardError> {
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
            let at = at.map_err(|why| BoardError::at(text, number.span(), why))?;
            board.cells[at] = cell.clone();
        }
        Ok(())
    }

    fn effect(&self, text: &str, last: u16) -> Result<Effect, BoardError> {
        let kind = self.kind.get_ref().as_str();
        let missing = |key: &str| {
            let why = format!("a {kind} needs '{key}'");
            BoardError::at(text, self.kind.span(), why)
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
                return Err(BoardError::at(text, self.kind.span(), why));
            }
        };
        let strays = [
            ("turns", &self.turns, matches!(effect, Effect::Wait(_))),
            ("to", &self.to, matches!(effect, Effect::Teleport(_))),
        ];
        for (key, value, wanted) in strays {
            if let (Some(value), false) = (value, wanted) {
                let why = format!("a {kind} has no '{key}'");
                return Err(BoardError::at(text, value.span(), why));
            }
        }
        Ok(effect)
    }
}

/// A sign is one character that is one column wide in every terminal.
fn picture(text: &str, sign: &Spanned<String>) -> Result<char, BoardError> {
    let mut chars = sign.get_ref().chars();
    let narrow = |c: &char| matches!(c, '!'..='~' | '\u{a1}'..='\u{17f}' | '\u{2190}'..='\u{25ff}');
    match (chars.next().filter(narrow), chars.next()) {
        (Some(one), None) => Ok(one),
        _ => {
            let why = format!(
                "'sign': '{}' is no sign, expected one letter, arrow or shape",
                sign.get_ref().escape_debug()
            );
            Err(BoardError::at(text, sign.span(), why))
        }
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
            (cell("at = 'x'\nkind = 'trap'"), (4, 6), "'x' does not fit, expected a cell's number"),
            (cell("at = 3\nkind = 'trap'\nsign = '鵝'"), (6, 8), "'sign': '鵝' is no sign"),
            ("name = 'x'\ncells = 1001".to_owned(), (2, 9), "'cells': 1001 is too large"),
            ("name = 'x'\ncells = 0".to_owned(), (2, 9), "'cells': 0 is too small"),
            (format!("{HEAD}wings = 2"), (3, 1), "unknown field 'wings'"),
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

    #[test]
    fn weights_count_the_falls_of_the_dice() {
        for (count, sides) in [(1, 6), (2, 6), (3, 6), (5, 4)] {
            let dice = DiceSet { count, sides };
            let throws = dice.throws();
            assert_eq!(throws.len(), dice.different_throws());
            let low = *dice.sums().start();
            let mut by_sum = vec![0.0; dice.weights().len()];
            for (throw, weight) in &throws {
                by_sum[usize::from(throw.sum() - low)] += f64::from(*weight);
            }
            assert_eq!(by_sum, dice.weights());
        }
    }
}

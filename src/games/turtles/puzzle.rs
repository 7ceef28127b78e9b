//! Puzzles: one turtle, a supply of cards, and a program that must reach the jewel in one run.
//!
//! The pure part: the files, what a program does, and a solver that knows the shortest one. It
//! knows no screen and no disk.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

use serde::Deserialize;
use toml::Spanned;

use super::cards::{Card, Cards};
use super::ground::{Cell, Deed, Edge, Ground, Hit, Law, Pose, Tile};
use super::variant::{Plan, RawCards, RawEdge};
use crate::lang;
use crate::play::puzzle::{self as sheet, OwnPuzzle};
use crate::play::{FileError, Name, Seat, read_toml, within};

/// The longest program the solver tries.
const LONGEST: usize = 60;
/// The solver gives up after so many different positions.
const MOST_POSITIONS: usize = 4_000_000;

/// A puzzle, valid by construction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    id: String,
    group: String,
    rating: u32,
    name: String,
    words: String,
    ground: Ground,
    law: Law,
    supply: Cards,
    par: usize,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(rename = "game")]
    _game: Option<String>,
    id: Option<Name>,
    group: Option<Name>,
    rating: Option<Spanned<i64>>,
    name: Name,
    #[serde(default)]
    words: String,
    grid: Spanned<String>,
    facing: Option<Spanned<String>>,
    cards: Spanned<RawCards>,
    par: Spanned<usize>,
    edge: Option<RawEdge>,
}

/// What became of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Each card that was executed, what came of it, and the board after it.
    pub steps: Vec<(Card, Deed, Ground)>,
}

impl Attempt {
    /// Whether the last card led onto a jewel, which solves the puzzle.
    pub fn arrived(&self) -> bool {
        matches!(self.steps.last(), Some((_, Deed::Arrived(_), _)))
    }
}

impl Puzzle {
    /// Reads the file of a puzzle, or says where and why it is refused.
    pub fn parse(text: &str) -> Result<Puzzle, FileError> {
        let raw: Raw = read_toml(text)?;
        let plan = Plan::read(text, &raw.grid)?;
        if plan.starts.len() != 1 {
            let why = format!("'grid': {} turtles, expected one, '1'", plan.starts.len());
            return Err(FileError::at(text, raw.grid.span(), why));
        }
        let starts = plan.poses(text, raw.facing.as_ref())?;
        let law = Law { starts, edge: raw.edge.map_or(Edge::Start, Edge::from) };
        let supply = Cards::from(*raw.cards.get_ref());
        if !(1..=LONGEST).contains(raw.par.get_ref()) || *raw.par.get_ref() > supply.len() {
            let why = format!(
                "'par': {}, expected 1 to {LONGEST}, and no more than the {} cards there are",
                raw.par.get_ref(),
                supply.len()
            );
            return Err(FileError::at(text, raw.par.span(), why));
        }
        let rating = match &raw.rating {
            Some(rating) => within(text, "rating", rating, sheet::RATINGS)?,
            None => sheet::USUAL_RATING,
        };
        Ok(Puzzle {
            id: raw.id.map_or(String::new(), String::from),
            group: raw.group.map_or_else(|| sheet::OWN.to_owned(), String::from),
            rating,
            name: raw.name.into(),
            words: raw.words,
            ground: Ground::new(plan.width, plan.height, plan.tiles, &law),
            law,
            supply,
            par: *raw.par.get_ref(),
        })
    }

    /// The title, for the list of puzzles.
    pub fn name(&self) -> Cow<'_, str> {
        self.given(&self.name)
    }

    /// A sentence that sets the mood, and perhaps gives a hint.
    pub fn words(&self) -> Cow<'_, str> {
        self.given(&self.words)
    }

    /// What people write in a puzzle of their own is said as it is.
    fn given<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.group == sheet::OWN { lang::as_given(text) } else { text.into() }
    }

    /// What one must know of the laser, or of the things on this board, in a sentence.
    pub fn rule(&self) -> &'static str {
        let stands = |tile: Tile| self.cells().any(|cell| self.ground.tile(cell) == tile);
        let blocked = || [Tile::Stone, Tile::Ice, Tile::Crate].into_iter().any(stands);
        match self.supply.count(Card::Laser) {
            1.. => "Lasers melt ice; jewels throw them back.",
            0 if blocked() => "What can't be pushed turns the turtle round.",
            0 => "",
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let (width, height) = (self.ground.width(), self.ground.height());
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(column, row)))
    }

    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    pub(super) fn law(&self) -> &Law {
        &self.law
    }

    /// The cards one may use, in any order and as few as one likes.
    pub fn supply(&self) -> Cards {
        self.supply
    }

    /// The length of the shortest program.
    pub fn par(&self) -> usize {
        self.par
    }

    /// Lets a program run.
    pub fn attempt(&self, program: &[Card]) -> Attempt {
        let mut ground = self.ground.clone();
        let mut attempt = Attempt { steps: Vec::with_capacity(program.len()) };
        for &card in program {
            let deed = ground.execute(Seat::FIRST, card, &self.law);
            attempt.steps.push((card, deed, ground.clone()));
            if attempt.arrived() {
                break;
            }
        }
        attempt
    }

    /// A shortest program, found breadth first: every position that n cards can make before any
    /// that takes n + 1. None if there is no program, or none that is worth looking for.
    pub fn solve(&self) -> Option<Vec<Card>> {
        /// A position, the card that led there, and the position before.
        struct Node {
            ground: Ground,
            rest: Cards,
            last: Option<(Card, usize)>,
        }
        let first = Node { ground: self.ground.clone(), rest: self.supply, last: None };
        let mut known: HashSet<(Ground, Cards)> =
            HashSet::from([(first.ground.clone(), first.rest)]);
        let mut nodes = vec![first];
        let mut open = VecDeque::from([0]);
        while let Some(at) = open.pop_front() {
            let rest = nodes[at].rest;
            if self.supply.len() - rest.len() >= LONGEST || known.len() >= MOST_POSITIONS {
                return None;
            }
            for card in rest.kinds() {
                let mut ground = nodes[at].ground.clone();
                let mut rest = rest;
                rest.take(card);
                if let Deed::Arrived(_) = ground.execute(Seat::FIRST, card, &self.law) {
                    let mut program = vec![card];
                    let mut back = nodes[at].last;
                    while let Some((card, before)) = back {
                        program.push(card);
                        back = nodes[before].last;
                    }
                    program.reverse();
                    return Some(program);
                }
                if known.insert((ground.clone(), rest)) {
                    open.push_back(nodes.len());
                    nodes.push(Node { ground, rest, last: Some((card, at)) });
                }
            }
        }
        None
    }
}

/// What a program does that a lesson is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lesson {
    /// Nothing but steps and turns.
    Turn,
    /// A crate is pushed.
    Push,
    /// Ice is melted.
    Melt,
    /// The beam comes back from a jewel and turns the turtle round.
    Reflect,
    /// The turtle turns round at something in its way.
    Bump,
}

impl Puzzle {
    /// How long the shortest programs are, and how many there are of that length; none if there is
    /// none within reach.
    pub fn shortest(&self) -> Option<(usize, u64)> {
        let mut layer: HashMap<(Ground, Cards), u64> =
            HashMap::from([((self.ground.clone(), self.supply), 1)]);
        let mut known: HashSet<(Ground, Cards)> = HashSet::new();
        for length in 1..=LONGEST {
            let mut next: HashMap<(Ground, Cards), u64> = HashMap::new();
            let mut arrived = 0;
            for ((ground, rest), ways) in &layer {
                for card in rest.kinds() {
                    let (mut ground, mut rest) = (ground.clone(), *rest);
                    rest.take(card);
                    match ground.execute(Seat::FIRST, card, &self.law) {
                        Deed::Arrived(_) => arrived += ways,
                        _ => *next.entry((ground, rest)).or_default() += ways,
                    }
                }
            }
            if arrived > 0 {
                return Some((length, arrived));
            }
            next.retain(|key, _| !known.contains(key));
            known.extend(next.keys().cloned());
            if next.is_empty() || known.len() > MOST_POSITIONS {
                return None;
            }
            layer = next;
        }
        None
    }

    /// Where to look for a program, without telling it.
    fn region(&self, answer: &[Card]) -> &'static str {
        match self.teaches(answer).first() {
            Some(Lesson::Bump) => "Let something turn the turtle round.",
            Some(Lesson::Reflect) => "A jewel throws the beam back.",
            Some(Lesson::Melt) => "Some ice has to go.",
            Some(Lesson::Push) => "A crate has to move.",
            Some(Lesson::Turn) | None => "Steps and turns are enough.",
        }
    }

    /// What a program that arrives teaches, the rarest things first.
    pub fn teaches(&self, program: &[Card]) -> Vec<Lesson> {
        let steps = self.attempt(program).steps;
        let mut lessons: Vec<Lesson> = steps
            .iter()
            .filter_map(|(_, deed, _)| match deed {
                Deed::Turned => Some(Lesson::Turn),
                Deed::Pushed(_) => Some(Lesson::Push),
                Deed::Fired { hit: Hit::Ice, .. } => Some(Lesson::Melt),
                Deed::Fired { hit: Hit::Jewel, .. } => Some(Lesson::Reflect),
                Deed::TurnedBack(_) => Some(Lesson::Bump),
                _ => None,
            })
            .collect();
        lessons.sort();
        lessons.dedup();
        lessons.reverse();
        lessons
    }
}

impl OwnPuzzle for Puzzle {
    fn sheet(&self, text: &str) -> sheet::Puzzle {
        sheet::Puzzle {
            id: self.id.clone(),
            group: self.group.clone(),
            name: Some(self.name.clone()),
            rating: self.rating,
            task: sheet::Task::Own(text.to_owned()),
        }
    }

    fn sentence(&self) -> String {
        match self.par {
            1 => "Reach the jewel with 1 card".to_owned(),
            par => format!("Reach the jewel with {par} cards"),
        }
    }

    fn brief(&self) -> String {
        match self.par {
            1 => "1 card to the jewel".to_owned(),
            par => format!("{par} cards to the jewel"),
        }
    }

    fn plain(&self) -> String {
        let turtle = self.ground.pose(Seat::FIRST);
        let cell = |column: u8, row: u8| {
            let cell = Cell::new(column, row);
            match turtle.filter(|pose| pose.cell == cell) {
                Some(pose) => pose.heading.arrow(),
                None => self.ground.tile(cell).sign(),
            }
        };
        let row = |row: u8| -> String {
            let cells: Vec<String> =
                (0..self.ground.width()).map(|column| cell(column, row).to_string()).collect();
            cells.join(" ")
        };
        let rows: Vec<String> = (0..self.ground.height()).map(row).collect();
        let cards = self
            .supply
            .kinds()
            .map(|card| format!("{} {card} ({})", self.supply.count(card), card.name()));
        let cards = cards.collect::<Vec<_>>().join(", ");
        let signs = "The arrow is the turtle; # is stone, % ice, + a crate, * the jewel.";
        let told = format!("{}\ncards: {}\n{signs}\n{}", rows.join("\n"), cards, self.rule());
        told.trim_end().to_owned()
    }

    fn asks_for(&self) -> String {
        "your program, as FFLF".to_owned()
    }

    fn attempt(&self, answer: &str) -> Result<(String, Option<u32>), String> {
        let mut left = self.supply;
        let mut program = Vec::new();
        for letter in answer.chars().filter(|letter| !letter.is_whitespace()) {
            let card = Card::from_letter(letter.to_ascii_uppercase());
            let card = card.ok_or_else(|| format!("'{letter}' isn't a card; use F, L, R and Z"))?;
            if !left.take(card) {
                return Err(match self.supply.count(card) {
                    0 => format!("this puzzle has no {card} cards"),
                    1 => format!("this puzzle has only 1 {card} card"),
                    count => format!("this puzzle has only {count} {card} cards"),
                });
            }
            program.push(card);
        }
        if program.is_empty() {
            return Err("lay some cards first".to_owned());
        }
        let attempt = self.attempt(&program);
        Ok(match attempt.arrived() {
            true => (self.solved_words(attempt.steps.len()), Some(attempt.steps.len() as u32)),
            false => (self.missed_words(&attempt), None),
        })
    }

    fn prove(&self) -> Result<(), String> {
        match self.shortest() {
            Some((length, _)) if length == self.par => Ok(()),
            Some((length, _)) => Err(format!("the shortest program has {length} cards")),
            None => Err("no program reaches the jewel".to_owned()),
        }
    }

    fn answer(&self) -> Option<String> {
        self.solve().map(|cards| super::cards::letters(&cards))
    }

    fn hint(&self, number: u32) -> Option<String> {
        self.hint_at(&self.solve()?, number)
    }

    fn likeness(&self) -> String {
        let (width, height) = (self.ground.width(), self.ground.height());
        let turtle = self.ground.pose(Seat::FIRST);
        let text = |kind: u8| -> String {
            let flip = |at: u8, last: u8, on: bool| if on { last - at } else { at };
            let (wide, high) = if kind & 1 != 0 { (height, width) } else { (width, height) };
            let mut all = String::new();
            for row in 0..high {
                for column in 0..wide {
                    let (x, y) = if kind & 1 != 0 { (row, column) } else { (column, row) };
                    let column = flip(x, width - 1, kind & 2 != 0);
                    let row = flip(y, height - 1, kind & 4 != 0);
                    let cell = Cell::new(column, row);
                    let here = turtle.is_some_and(|pose| pose.cell == cell);
                    let ahead = turtle.is_some_and(|pose| {
                        self.ground.beside(pose.cell, pose.heading) == Some(cell)
                    });
                    all.push(if here { '1' } else { self.ground.tile(cell).sign() });
                    all.push(if ahead { '>' } else { ' ' });
                }
                all.push('/');
            }
            all
        };
        (0..8).map(text).min().unwrap_or_default()
    }
}

impl Puzzle {
    /// What is said of a program that misses.
    fn missed_words(&self, attempt: &Attempt) -> String {
        match self.end_of(attempt) {
            Some(Pose { cell, heading }) => {
                let way = heading.words();
                format!("Not there yet: the turtle ends on {cell}, looking {way}. Try again.")
            }
            None => "Not there yet. Try again.".to_owned(),
        }
    }

    /// The same under a board that shows the rest, and in a few words for the list of tries.
    pub fn missed_short(&self, attempt: &Attempt) -> (String, String) {
        match self.end_of(attempt) {
            Some(Pose { cell, .. }) => {
                (format!("Not there yet: the turtle ends on {cell}."), format!("ends on {cell}"))
            }
            None => ("Not there yet. Try again.".to_owned(), "misses the jewel".to_owned()),
        }
    }

    /// Where the turtle stands after all cards.
    fn end_of(&self, attempt: &Attempt) -> Option<Pose> {
        let ground = attempt.steps.last().map_or(&self.ground, |(_, _, ground)| ground);
        ground.pose(Seat::FIRST)
    }

    /// The hint of this number, from 1 on, at a program that solves it.
    pub fn hint_at(&self, answer: &[Card], number: u32) -> Option<String> {
        match number {
            1 => Some(self.region(answer).to_owned()),
            2 => {
                let half = super::cards::letters(&answer[..answer.len().div_ceil(2)]);
                Some(format!("It begins with {half}."))
            }
            _ => None,
        }
    }

    /// What is said of a program that arrives.
    pub fn solved_words(&self, length: usize) -> String {
        let cards = if length == 1 { "1 card".to_owned() } else { format!("{length} cards") };
        match length <= self.par {
            true => format!("Solved with {cards}, the shortest possible!"),
            false => format!("Solved with {cards}; {} would do.", self.par),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::turtles::Turtles;
    use crate::play::Game;

    #[test]
    fn the_words_of_a_puzzle_fit_under_its_board() {
        for (line, text) in sheet::pages(Turtles::PUZZLES) {
            let puzzle = Puzzle::parse(&text).unwrap_or_else(|why| panic!("{line}: {why}"));
            assert!(puzzle.words().chars().count() <= 50, "{}", puzzle.name());
        }
    }

    #[test]
    fn each_row_teaches_what_it_is_called_and_has_one_shortest_program() {
        let lessons = [
            ("turn", Lesson::Turn),
            ("push", Lesson::Push),
            ("melt", Lesson::Melt),
            ("reflect", Lesson::Reflect),
            ("bump", Lesson::Bump),
        ];
        let mut taught = [0; 5];
        for (_, text) in sheet::pages(Turtles::PUZZLES) {
            let puzzle = Puzzle::parse(&text).unwrap();
            let Some(row) = lessons.iter().position(|(group, _)| *group == puzzle.group) else {
                assert_eq!(puzzle.group, "by hand");
                continue;
            };
            assert_eq!(puzzle.shortest(), Some((puzzle.par, 1)), "{}", puzzle.id);
            let answer = puzzle.solve().unwrap();
            assert_eq!(puzzle.teaches(&answer).first(), Some(&lessons[row].1), "{}", puzzle.id);
            taught[row] += 1;
        }
        assert_eq!(taught, [12; 5]);
    }

    #[test]
    fn a_program_that_misses_does_not_arrive() {
        let puzzle = Puzzle::parse(&sheet::pages(Turtles::PUZZLES)[0].1).unwrap();
        assert!(!puzzle.attempt(&[Card::Forward]).arrived());
        assert!(!puzzle.attempt(&[]).arrived());
        // What comes after the jewel is not executed.
        let attempt = puzzle.attempt(&[Card::Forward; 9]);
        assert!(attempt.arrived());
        assert_eq!(attempt.steps.len(), puzzle.par());
    }

    #[test]
    fn bad_puzzles_are_refused() {
        let file = |grid: &str, par: usize| {
            format!(
                "name = \"x\"\nwords = \"\"\ngrid = \"\"\"\n{grid}\n\"\"\"\n\
                 cards = {{ forward = 3 }}\npar = {par}\n"
            )
        };
        let refused = |grid, par| Puzzle::parse(&file(grid, par)).unwrap_err().to_string();
        assert_eq!(
            refused("1.2\n...\n.*.", 2),
            "line 3, column 8: 'grid': 2 turtles, expected one, '1'"
        );
        assert_eq!(
            refused("1..\n...\n*..", 4),
            "line 9, column 7: 'par': 4, expected 1 to 60, and no more than the 3 cards there are"
        );
        let hopeless = Puzzle::parse(&file("1..\n###\n*..", 2)).unwrap();
        assert_eq!(hopeless.solve(), None);
    }
}

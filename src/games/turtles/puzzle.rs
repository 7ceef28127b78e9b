//! Puzzles: one turtle, a supply of cards, and a program that must reach the jewel in one run.
//!
//! The pure part: the files, what a program does, and a solver that knows the shortest one. It
//! knows no screen and no disk.

use std::collections::{HashSet, VecDeque};

use serde::Deserialize;
use toml::Spanned;

use super::cards::{Card, Cards};
use super::ground::{Deed, Edge, Ground, Law};
use super::variant::{Plan, RawCards, RawEdge};
use crate::play::{BoardError, Name, Seat, read_toml};

/// The bundled puzzles in order, `(file stem, text)`.
pub const PUZZLES: &[(&str, &str)] = &[
    ("01-first-steps", include_str!("../../../config/puzzles/turtles/01-first-steps.toml")),
    ("02-about-turn", include_str!("../../../config/puzzles/turtles/02-about-turn.toml")),
    ("03-reflection", include_str!("../../../config/puzzles/turtles/03-reflection.toml")),
    (
        "04-round-the-corner",
        include_str!("../../../config/puzzles/turtles/04-round-the-corner.toml"),
    ),
    (
        "05-breaking-the-ice",
        include_str!("../../../config/puzzles/turtles/05-breaking-the-ice.toml"),
    ),
    ("06-long-shot", include_str!("../../../config/puzzles/turtles/06-long-shot.toml")),
    ("07-the-fence", include_str!("../../../config/puzzles/turtles/07-the-fence.toml")),
    ("08-the-detour", include_str!("../../../config/puzzles/turtles/08-the-detour.toml")),
    ("09-heave", include_str!("../../../config/puzzles/turtles/09-heave.toml")),
    ("10-which-ice", include_str!("../../../config/puzzles/turtles/10-which-ice.toml")),
    (
        "11-only-forward-and-right",
        include_str!("../../../config/puzzles/turtles/11-only-forward-and-right.toml"),
    ),
    ("12-side-door", include_str!("../../../config/puzzles/turtles/12-side-door.toml")),
    (
        "13-the-cold-corridor",
        include_str!("../../../config/puzzles/turtles/13-the-cold-corridor.toml"),
    ),
    ("14-home-and-away", include_str!("../../../config/puzzles/turtles/14-home-and-away.toml")),
    ("15-the-warehouse", include_str!("../../../config/puzzles/turtles/15-the-warehouse.toml")),
    ("16-never-left", include_str!("../../../config/puzzles/turtles/16-never-left.toml")),
    ("17-galapagos-night", include_str!("../../../config/puzzles/turtles/17-galapagos-night.toml")),
    ("18-spiral", include_str!("../../../config/puzzles/turtles/18-spiral.toml")),
];

/// The longest program the solver tries.
const LONGEST: usize = 60;
/// The solver gives up after so many different positions.
const MOST_POSITIONS: usize = 4_000_000;

/// A puzzle, valid by construction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
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
    name: Name,
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
    pub fn parse(text: &str) -> Result<Puzzle, BoardError> {
        let raw: Raw = read_toml(text)?;
        let plan = Plan::read(text, &raw.grid)?;
        if plan.starts.len() != 1 {
            let why = format!("'grid': {} turtles, expected one, '1'", plan.starts.len());
            return Err(BoardError::at(text, raw.grid.span(), why));
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
            return Err(BoardError::at(text, raw.par.span(), why));
        }
        Ok(Puzzle {
            name: raw.name.into(),
            words: raw.words,
            ground: Ground::new(plan.width, plan.height, plan.tiles, &law),
            law,
            supply,
            par: *raw.par.get_ref(),
        })
    }

    /// The title, for the list of puzzles.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A sentence that sets the mood, and perhaps gives a hint.
    pub fn words(&self) -> &str {
        &self.words
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
            let deed = ground.obey(Seat::FIRST, card, &self.law);
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
                if let Deed::Arrived(_) = ground.obey(Seat::FIRST, card, &self.law) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_come_from_easy_to_hard() {
        let pars: Vec<usize> =
            PUZZLES.iter().map(|(_, text)| Puzzle::parse(text).unwrap().par()).collect();
        assert!(pars[..3].iter().all(|par| *par <= 3), "{pars:?}");
        assert!(pars[pars.len() - 3..].iter().all(|par| *par >= 20), "{pars:?}");
    }

    #[test]
    fn the_words_of_a_puzzle_fit_under_its_board() {
        for (stem, text) in PUZZLES {
            let puzzle = Puzzle::parse(text).unwrap_or_else(|why| panic!("{}", why.in_file(stem)));
            assert!(puzzle.words().chars().count() <= 50, "{stem}");
        }
    }

    #[test]
    fn a_program_that_misses_does_not_arrive() {
        let puzzle = Puzzle::parse(PUZZLES[0].1).unwrap();
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

//! The strategies of Vorassic Park.

mod cells;
mod chambers;
mod choice;
mod duel;
mod expert;
mod field;
mod forecast;
mod many;
mod path;
mod solver;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

pub use self::duel::Verdict;
use self::expert::Expert;
pub use self::expert::study;
pub(super) use self::solver::Solver;
use super::advice::{advise, counter, order};
use super::{Cell, Mode, Park, Vorassic};
use crate::play::{Game, Seat};
use crate::search::{
    Advice, AlphaBetaBot, Book, Bot, Bots, Budget, Evaluate, Level, Oracle, RandomBot, Solve,
    Strategy,
};

impl Bots for Vorassic {
    // Who looks four moves ahead beats everybody who walks into a dead end for the first time.
    const FIRST_OPPONENT: Level = Level::Beginner;

    const STRATEGIES: &'static [Strategy<Vorassic>] = &[
        Strategy {
            name: "random",
            aliases: &["hasard"],
            sentence: "any cell in reach",
            strength: 1,
            level: None,
            plays: any_park,
            make: |_, seed| Box::new(RandomBot::new(seed)),
        },
        Strategy {
            name: "greedy",
            aliases: &["gourmand"],
            sentence: "best value now",
            strength: 2,
            level: Some(Level::Beginner),
            plays: any_park,
            make: |_, seed| Box::new(Greedy(ChaCha8Rng::seed_from_u64(seed))),
        },
        Strategy {
            name: "lookahead",
            aliases: &["minimax"],
            sentence: "four moves ahead",
            strength: 3,
            level: Some(Level::Easy),
            plays: any_park,
            make: |_, seed| Box::new(AlphaBetaBot::new(Points, seed).to_depth(LOOKAHEAD)),
        },
        Strategy {
            name: "tempted",
            aliases: &[],
            sentence: "plans, but can't resist a rich cell",
            strength: 3,
            level: Some(Level::Medium),
            plays: any_park,
            make: |_, seed| {
                let planner = Expert::new(seed).with_depth(PLANNED);
                Box::new(Tempted { planner, least: TEMPTATION })
            },
        },
        Strategy {
            name: "planner",
            aliases: &[],
            sentence: "sees the whole park, not far ahead",
            strength: 4,
            level: Some(Level::Hard),
            plays: any_park,
            make: |park, seed| Box::new(Expert::new(seed).with_depth(planned(park))),
        },
        Strategy {
            name: "expert",
            aliases: &[],
            sentence: "deep, exact at the end",
            strength: 5,
            level: Some(Level::Expert),
            plays: any_park,
            make: |_, seed| Box::new(Expert::new(seed)),
        },
    ];

    fn advise(view: &Vorassic, seat: Seat, mv: &Cell, budget: &Budget) -> Advice {
        advise(view, seat, *mv, budget)
    }

    fn choices(view: &Vorassic, legal: &[Cell]) -> Vec<String> {
        let worth = |cell: &Cell| format!("{cell} ({})", view.grid().value(*cell));
        let cells: Vec<String> = legal.iter().map(worth).collect();
        vec![format!("cells in reach, with their points: {}", cells.join(" "))]
    }

    fn solver(park: &Park, _: Book) -> Result<Box<dyn Solve<Vorassic>>, String> {
        match Solver::new(park) {
            Ok(solver) => Ok(Box::new(solver)),
            Err(why) => Err(format!("this park cannot be solved: {why}")),
        }
    }

    fn order(view: &Vorassic, mv: &Cell) -> String {
        order(view, *mv)
    }

    fn counter(view: &Vorassic, seat: Seat, mv: &Cell) -> Vec<String> {
        counter(view, seat, *mv)
    }

    fn oracle(park: &Park) -> Result<Box<dyn Oracle<Vorassic>>, String> {
        match Solver::new(park) {
            Ok(solver) => Ok(Box::new(solver)),
            Err(why) => Err(format!("there are no puzzles in this park: {why}")),
        }
    }
}

fn any_park(_: &Park) -> Result<(), &'static str> {
    Ok(())
}

/// `greedy`: a cell of the largest value in reach, any of them when there are several.
struct Greedy(ChaCha8Rng);

impl Bot<Vorassic> for Greedy {
    fn choose(&mut self, view: &Vorassic, _: Seat, legal: &[Cell], _: &Budget) -> Cell {
        let value = |cell: &Cell| view.grid().value(*cell);
        let most = legal.iter().map(value).max();
        let best: Vec<Cell> =
            legal.iter().copied().filter(|cell| Some(value(cell)) == most).collect();
        best[self.0.random_range(0..best.len())]
    }
}

/// `tempted`: plans like `planner`, but can't resist a cell that is worth so much more at once.
struct Tempted {
    planner: Expert,
    least: i32,
}

impl Bot<Vorassic> for Tempted {
    fn choose(&mut self, view: &Vorassic, seat: Seat, legal: &[Cell], budget: &Budget) -> Cell {
        let planned = self.planner.choose(view, seat, legal, budget);
        let value = |cell: &Cell| view.grid().value(*cell);
        let richest = legal.iter().copied().max_by_key(value).unwrap_or(planned);
        if value(&richest) - value(&planned) >= self.least { richest } else { planned }
    }
}

/// How much more a cell must be worth to tempt.
const TEMPTATION: i32 = 4;
/// How many moves `tempted` looks ahead.
const PLANNED: u8 = 2;

/// How many moves `planner` looks ahead. An octopus that looks two moves ahead is hardly the better
/// for resisting temptation.
fn planned(park: &Park) -> u8 {
    match park.mode() {
        Mode::Snake => PLANNED,
        Mode::Octopus => 3,
    }
}

/// How many moves `lookahead` looks ahead.
const LOOKAHEAD: u8 = 4;

/// `lookahead` counts points and nothing else.
struct Points;

impl Evaluate<Vorassic> for Points {
    fn score(&self, state: &Vorassic, seat: Seat) -> i32 {
        let others = Seat::all(state.seats()).filter(|other| *other != seat);
        state.score(seat) - others.map(|other| state.score(other)).max().unwrap_or(0)
    }

    fn promise(&self, state: &Vorassic, cell: &Cell) -> i32 {
        state.grid().value(*cell)
    }
}

//! The strategies of Gobblet, by name.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::advice::{advise, choices, counter, order};
use super::expert::{Expert, Level};
use super::{Board, Gobblet, Move, Solver};
use crate::play::{Game, Outcome, Seat, Turn};
use crate::search::{
    self, Advice, Book, Bot, Bots, Budget, Cancel, Exact, Limit, Oracle, Solve, Strategy,
};

impl Bots for Gobblet {
    const STRATEGIES: &'static [Strategy<Gobblet>] = &[
        Strategy {
            name: "easy",
            aliases: &["random"],
            sentence: "any move, but takes a win",
            strength: 1,
            level: Some(search::Level::Easy),
            plays: any_board,
            make: |_, seed| Box::new(Easy::new(seed)),
        },
        Strategy {
            name: "casual",
            aliases: &[],
            sentence: "one move ahead, overlooks much",
            strength: 1,
            level: None,
            plays: any_board,
            make: |board, seed| Box::new(Expert::new(board, CASUAL, seed)),
        },
        Strategy {
            name: "medium",
            aliases: &[],
            sentence: "looks ahead, overlooks things",
            strength: 2,
            level: Some(search::Level::Medium),
            plays: any_board,
            make: |board, seed| Box::new(Expert::new(board, MEDIUM, seed)),
        },
        Strategy {
            name: "attentive",
            aliases: &[],
            sentence: "looks ahead, overlooks little",
            strength: 2,
            level: None,
            plays: where_it_is_a_step,
            make: |board, seed| Box::new(Expert::new(board, ATTENTIVE, seed)),
        },
        Strategy {
            name: "seasoned",
            aliases: &[],
            sentence: "looks further, overlooks little",
            strength: 3,
            level: None,
            plays: where_it_is_a_step,
            make: |board, seed| Box::new(Expert::new(board, SEASONED, seed)),
        },
        Strategy {
            name: "steady",
            aliases: &[],
            sentence: "sees all lines, not far ahead",
            strength: 3,
            level: None,
            plays: any_board,
            make: |board, seed| Box::new(Expert::new(board, STEADY, seed)),
        },
        Strategy {
            name: "hard",
            aliases: &[],
            sentence: "looks as far as time allows",
            strength: 4,
            level: Some(search::Level::Hard),
            plays: any_board,
            make: |board, seed| Box::new(Expert::new(board, Level::BEST, seed)),
        },
        Strategy {
            name: "perfect",
            aliases: &["solver"],
            sentence: "never errs",
            strength: 5,
            level: Some(search::Level::Perfect),
            plays: Solver::plays,
            make: |board, seed| match Solver::new(board) {
                Ok(solver) => Box::new(Perfect { solver, easy: Easy::new(seed) }),
                Err(_) => Box::new(Expert::new(board, Level::BEST, seed)),
            },
        },
    ];

    fn advise(view: &Gobblet, seat: Seat, mv: &Move, budget: &Budget) -> Advice {
        advise(view, seat, *mv, budget)
    }

    fn choices(view: &Gobblet, legal: &[Move]) -> Vec<String> {
        choices(view, legal)
    }

    fn solver(board: &Board, _: Book) -> Result<Box<dyn Solve<Gobblet>>, String> {
        match Solver::new(board) {
            Ok(solver) => Ok(Box::new(solver)),
            Err(why) => Err(format!("this board cannot be solved: {why}")),
        }
    }

    fn order(view: &Gobblet, mv: &Move) -> String {
        order(view, *mv)
    }

    fn counter(view: &Gobblet, seat: Seat, mv: &Move) -> Vec<String> {
        counter(view, seat, *mv)
    }

    fn oracle(board: &Board) -> Result<Box<dyn Oracle<Gobblet>>, String> {
        match Solver::new(board) {
            Ok(solver) => Ok(Box::new(solver)),
            Err(why) => Err(format!("there are no puzzles on this board: {why}")),
        }
    }
}

impl Solve<Gobblet> for Solver {
    fn solve(&mut self, state: &Gobblet, cancel: &Cancel) -> Option<Exact> {
        let budget = Budget::new(Limit::Nodes(u64::MAX), cancel.clone());
        let value = self.value(state, &budget)?.to_string();
        Some(Exact { value, nodes: None })
    }
}

const CASUAL: Level = Level { depth: 1, overlooks: Some(4) };
const MEDIUM: Level = Level { depth: 2, overlooks: Some(6) };
const ATTENTIVE: Level = Level { depth: 2, overlooks: Some(12) };
const SEASONED: Level = Level { depth: 3, overlooks: Some(24) };
const STEADY: Level = Level { depth: 3, overlooks: None };

/// On nine cells who plays like `medium` plays nearly as well as can be, so half steps above it
/// mean nothing there.
fn where_it_is_a_step(board: &Board) -> Result<(), &'static str> {
    match Solver::plays(board) {
        Ok(()) => Err("steady is the next step here"),
        Err(_) => Ok(()),
    }
}

fn any_board(_: &Board) -> Result<(), &'static str> {
    Ok(())
}

/// A move that wins at once if there is one, else any.
struct Easy(ChaCha8Rng);

impl Easy {
    fn new(seed: u64) -> Easy {
        Easy(ChaCha8Rng::seed_from_u64(seed))
    }

    fn any(&mut self, moves: &[Move]) -> Move {
        moves[self.0.random_range(0..moves.len())]
    }
}

impl Bot<Gobblet> for Easy {
    fn choose(&mut self, view: &Gobblet, seat: Seat, legal: &[Move], _: &Budget) -> Move {
        let wins = |mv: &Move| {
            let mut after = view.clone();
            after.play_unchecked(mv);
            after.turn() == Turn::Over(Outcome::Win(seat))
        };
        let wins: Vec<Move> = legal.iter().copied().filter(wins).collect();
        self.any(if wins.is_empty() { legal } else { &wins })
    }
}

/// Plays one of the best moves, by the exact value. With too small a budget to know them, it
/// plays like [`Easy`].
struct Perfect {
    solver: Solver,
    easy: Easy,
}

impl Bot<Gobblet> for Perfect {
    fn choose(&mut self, view: &Gobblet, seat: Seat, legal: &[Move], budget: &Budget) -> Move {
        match self.solver.best(view, budget) {
            Some((_, moves)) => self.easy.any(&moves),
            None => self.easy.choose(view, seat, legal, budget),
        }
    }
}

#[cfg(test)]
mod tests;

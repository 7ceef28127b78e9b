//! `perfect`: keeps the exact value of every position, wins as fast and loses as late as possible.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::ahead::{Rounds, sound};
use super::minimax;
use crate::games::connect4::exact::{book, drops, position};
use crate::games::connect4::expert::{Thinker, solves, thinker};
use crate::games::connect4::solver::{Outcome, Position, Solver, TABLE_BYTES, WORST_SCORE};
use crate::games::connect4::{Board, Column, Connect4};
use crate::play::{Game, Outcome as Ending, Seat, Turn};
use crate::search::{Bot, Budget};

/// Whether there is an exact answer in time.
pub fn plays(board: &Board) -> Result<(), &'static str> {
    if board.is_standard() || solves(board) { Ok(()) } else { Err("only for 7×6 and smaller") }
}

pub fn make(board: &Board, seed: u64) -> Box<dyn Bot<Connect4>> {
    if board.is_standard() {
        return Box::new(Perfect { solver: None, rng: ChaCha8Rng::seed_from_u64(seed) });
    }
    match thinker(board) {
        Some(thinker) => Box::new(SmallPerfect { thinker, rng: ChaCha8Rng::seed_from_u64(seed) }),
        None => minimax::expert(board, seed),
    }
}

/// The bot of small boards, which need no book.
struct SmallPerfect {
    thinker: Box<dyn Thinker>,
    rng: ChaCha8Rng,
}

impl SmallPerfect {
    /// Every column that keeps the exact score.
    fn best(&mut self, view: &Connect4, legal: &[Column], budget: &Budget) -> Option<Vec<Column>> {
        let score = self.thinker.score(view, budget)?;
        let mut best = Vec::new();
        for drop in legal {
            let next = view.after(*drop);
            let keeps = match next.turn() {
                Turn::Over(Ending::Draw) => score <= 0,
                Turn::Over(_) => true,
                _ => !self.thinker.at_least(&next, 1 - score, budget)?,
            };
            if keeps {
                best.push(*drop);
            }
        }
        Some(best)
    }
}

impl Bot<Connect4> for SmallPerfect {
    fn choose(&mut self, view: &Connect4, _: Seat, legal: &[Column], budget: &Budget) -> Column {
        if let [only] = legal {
            return *only;
        }
        let seed = self.rng.random();
        match self.best(view, legal, budget) {
            Some(best) => best[self.rng.random_range(0..best.len())],
            // Too far from the end for this budget: at least no blunder.
            None => self.thinker.best(view, u8::MAX, seed, &Budget::nodes(UNSOLVED)).best,
        }
    }
}

/// How many positions are looked at when there is no time for an exact answer.
const UNSOLVED: u64 = 500;

/// The bot of the standard board.
pub struct Perfect {
    /// Made when the book is left.
    solver: Option<Solver>,
    rng: ChaCha8Rng,
}

impl Bot<Connect4> for Perfect {
    fn choose(&mut self, view: &Connect4, _: Seat, legal: &[Column], budget: &Budget) -> Column {
        if let [only] = legal {
            return *only;
        }
        let best = position(view).and_then(|position| self.best(&position, budget));
        // Without an answer in time, at least no blunder, and towards the middle.
        let best = best.unwrap_or_else(|| central(view, sound(view, Rounds::One)));
        best[self.rng.random_range(0..best.len())]
    }
}

impl Perfect {
    /// Every column that keeps the exact score, or if there is no time for that, every one that
    /// keeps a win or a draw.
    fn best(&mut self, position: &Position, budget: &Budget) -> Option<Vec<Column>> {
        if let Some(best) = book().best(position) {
            return Some(drops(best.columns));
        }
        let solver = self.solver.get_or_insert_with(|| Solver::new(TABLE_BYTES));
        // An answer must not depend on the questions before it.
        solver.clear();
        // The solver looks up after every thousand nodes, and that counts as one: budgets are made
        // for searches of some thousand, and an exact answer in the opening takes millions.
        let stop = || budget.spent() || budget.out_of_time();
        let score = book().score(position);
        let outcome = match score {
            Some(score) => Outcome::from(score),
            None => solver.outcome(position, &stop)?,
        };
        let value = match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => WORST_SCORE,
        };
        let good = solver.keeping(position, value, &stop)?;
        let best = match score {
            Some(score) => solver.keeping(position, score, &stop),
            None => solver.best(position, &stop).map(|best| best.columns),
        };
        Some(drops(best.unwrap_or(good)))
    }
}

/// Those closest to the middle.
fn central(view: &Connect4, drops: Vec<Column>) -> Vec<Column> {
    let off = |drop: &Column| (2 * drop.index() + 1).abs_diff(view.board().columns());
    let least = drops.iter().map(off).min();
    drops.into_iter().filter(|drop| Some(off(drop)) == least).collect()
}

//! The strategies of Connect Four, by the document's names.

mod ahead;
mod master;
mod minimax;
mod perfect;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::advice::{advise, counter, order};
use super::exact::{Answers, SmallAnswers, book};
use super::expert::{fits, thinker};
use super::{Board, Column, Connect4};
use crate::games::connect4::oracle::Knower;
use crate::play::Seat;
use crate::search::{Advice, Book, Bot, Bots, Budget, Level, Oracle, RandomBot, Solve, Strategy};

use ahead::Rounds;

pub(super) use minimax::Lines;

impl Bots for Connect4 {
    const STRATEGIES: &'static [Strategy<Connect4>] = &[
        Strategy {
            name: "hasard",
            aliases: &["random"],
            sentence: "any column with room",
            strength: 1,
            level: None,
            plays: any_board,
            make: |_, seed| Box::new(RandomBot::new(seed)),
        },
        Strategy {
            name: "coup gagnant",
            aliases: &["winning-move", "winning move"],
            sentence: "takes a win at once",
            strength: 1,
            level: Some(Level::Beginner),
            plays: any_board,
            make: |_, seed| Box::new(Chooser::new(ahead::winning_or_any, seed)),
        },
        Strategy {
            name: "profondeur 0",
            aliases: &["depth-0", "depth 0"],
            sentence: "gives no win away",
            strength: 2,
            level: Some(Level::Easy),
            plays: any_board,
            make: |_, seed| Box::new(Chooser::new(|p| ahead::sound(p, Rounds::Zero), seed)),
        },
        Strategy {
            name: "profondeur 1",
            aliases: &["depth-1", "depth 1"],
            sentence: "thinks a round further",
            strength: 3,
            level: Some(Level::Medium),
            plays: any_board,
            make: |_, seed| Box::new(Chooser::new(|p| ahead::sound(p, Rounds::One), seed)),
        },
        Strategy {
            name: "keen",
            aliases: &[],
            sentence: "4 moves ahead, overlooks answers",
            strength: 3,
            level: Some(Level::Hard),
            plays: any_board,
            make: minimax::keen,
        },
        Strategy {
            name: "minimax",
            aliases: &[],
            sentence: "weighs 8 moves ahead",
            strength: 4,
            level: Some(Level::Expert),
            plays: any_board,
            make: minimax::make,
        },
        Strategy {
            name: "master",
            aliases: &[],
            sentence: "knows the openings, looks far",
            strength: 5,
            level: None,
            plays: master::plays,
            make: master::make,
        },
        Strategy {
            name: "perfect",
            aliases: &[],
            sentence: "never errs",
            strength: 5,
            level: Some(Level::Perfect),
            plays: perfect::plays,
            make: perfect::make,
        },
    ];

    /// The names are the course's, which is French.
    fn spoken(strategy: &Strategy<Connect4>) -> &'static str {
        match strategy.name {
            "hasard" => "random",
            "coup gagnant" => "winning move",
            "profondeur 0" => "depth 0",
            "profondeur 1" => "depth 1",
            name => name,
        }
    }

    fn advise(view: &Connect4, seat: Seat, mv: &Column, budget: &Budget) -> Advice {
        advise(view, seat, *mv, budget)
    }

    fn order(_: &Connect4, mv: &Column) -> String {
        order(*mv)
    }

    fn counter(view: &Connect4, seat: Seat, mv: &Column) -> Vec<String> {
        counter(view, seat, *mv)
    }

    fn solver(board: &Board, mode: Book) -> Result<Box<dyn Solve<Connect4>>, String> {
        if board.is_standard() {
            return Ok(Box::new(Answers::new((mode == Book::Open).then(book))));
        }
        match thinker(board).filter(|_| fits(board)) {
            Some(thinker) => Ok(Box::new(SmallAnswers::new(thinker))),
            None => Err(format!(
                "{} columns of {} rows are too many for exact values: columns times rows plus one \
                 may be at most 64, as 7 x 8, 8 x 7 or 9 x 6",
                board.columns(),
                board.rows()
            )),
        }
    }

    fn oracle(board: &Board) -> Result<Box<dyn Oracle<Connect4>>, String> {
        match Knower::new(board) {
            Some(knower) => Ok(Box::new(knower)),
            None => Err("puzzles need 7 columns and 6 rows, or at most 36 free cells".to_owned()),
        }
    }
}

fn any_board(_: &Board) -> Result<(), &'static str> {
    Ok(())
}

/// A bot that knows which columns it would take, and leaves the rest to chance.
struct Chooser {
    candidates: fn(&Connect4) -> Vec<Column>,
    rng: ChaCha8Rng,
}

impl Chooser {
    fn new(candidates: fn(&Connect4) -> Vec<Column>, seed: u64) -> Chooser {
        Chooser { candidates, rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Bot<Connect4> for Chooser {
    fn choose(&mut self, view: &Connect4, _: Seat, _: &[Column], _: &Budget) -> Column {
        let candidates = (self.candidates)(view);
        candidates[self.rng.random_range(0..candidates.len())]
    }
}

#[cfg(test)]
mod tests;

//! `master`: knows the openings by heart, and then looks as far ahead as time allows.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{minimax, perfect};
use crate::games::connect4::exact::{book, drops, position};
use crate::games::connect4::{Board, Column, Connect4};
use crate::play::Seat;
use crate::search::{Bot, Budget};

/// Elsewhere `minimax` looks as far as that, and there is no book.
pub fn plays(board: &Board) -> Result<(), &'static str> {
    perfect::plays(board).map_err(|_| "minimax is as strong here")
}

pub fn make(board: &Board, seed: u64) -> Box<dyn Bot<Connect4>> {
    let rest = minimax::expert(board, seed);
    Box::new(Master { rest, rng: ChaCha8Rng::seed_from_u64(seed) })
}

struct Master {
    rest: Box<dyn Bot<Connect4>>,
    rng: ChaCha8Rng,
}

impl Bot<Connect4> for Master {
    fn choose(&mut self, view: &Connect4, seat: Seat, legal: &[Column], budget: &Budget) -> Column {
        match position(view).and_then(|position| book().best(&position)) {
            Some(best) => {
                let best = drops(best.columns);
                best[self.rng.random_range(0..best.len())]
            }
            None => self.rest.choose(view, seat, legal, budget),
        }
    }
}

//! The strategies of Gobblet, by name.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Board, Gobblet, Move};
use crate::play::{Game, Outcome, Seat, Turn};
use crate::search::{Bot, Bots, Budget, Strategy};

impl Bots for Gobblet {
    const STRATEGIES: &'static [Strategy<Gobblet>] = &[Strategy {
        name: "easy",
        aliases: &["random"],
        sentence: "nearly at random, but takes a win",
        strength: 1,
        plays: any_board,
        make: |_, seed| Box::new(Easy(ChaCha8Rng::seed_from_u64(seed))),
    }];
}

fn any_board(_: &Board) -> Result<(), &'static str> {
    Ok(())
}

/// A move that wins now if there is one, else any.
struct Easy(ChaCha8Rng);

impl Bot<Gobblet> for Easy {
    fn choose(&mut self, view: &Gobblet, seat: Seat, legal: &[Move], _: &Budget) -> Move {
        let wins = legal.iter().copied().filter(|mv| wins_by(view, seat, *mv));
        let wins: Vec<Move> = wins.collect();
        let choice = if wins.is_empty() { legal } else { &wins };
        choice[self.0.random_range(0..choice.len())]
    }
}

/// Whether `seat`, who is to move, wins at once by this legal move.
fn wins_by(state: &Gobblet, seat: Seat, mv: Move) -> bool {
    let mut after = state.clone();
    after.play_unchecked(&mv);
    after.turn() == Turn::Over(Outcome::Win(seat))
}

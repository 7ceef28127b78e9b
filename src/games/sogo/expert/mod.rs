//! The strongest bot of Sogo: alpha-beta on bare 64-bit boards, led by threats.
//!
//! What it knows beside the rules: a threat within reach must be answered, so there is one reply
//! only and following it costs no depth; a bead under a threat of the opponent hands them the
//! game and is never tried; and an attack whose every bead makes a new threat is looked for
//! before anything else, because the opponent has no choice in it. What it cannot see to the end
//! it judges by what it has learnt from matches against itself.
//!
//! - `beads`: a position with its threats.
//! - `weights`: what was learnt.
//! - `search`: the search.

mod beads;
mod search;
mod weights;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::lines::{self, each, landing, peg_and_level};
use super::{Peg, Sogo};
use crate::play::Seat;
use crate::search::{Bot, Budget, Table};
pub(super) use beads::{Beads, Choice};
use search::{Entry, GUESS, Node, Search, Value, WIN};

pub use weights::{COUNT, UNIT, Weights, features, lines_of_numbers, read, write};

/// Thinks about positions, and goes on from what it thought before.
pub struct Expert<'w> {
    seed: u64,
    weights: &'w Weights,
    table: Table<Entry>,
    deepest: u8,
}

/// What the expert thinks of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The peg it would play.
    pub best: Peg,
    /// What the side to move may expect.
    pub outlook: Outlook,
    /// How many beads it has looked ahead; 0 if it hasn't.
    pub depth: u8,
}

/// What the side to move may expect. Beads of both players count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It can force a win, within so many beads if that is known.
    Wins(Option<u8>),
    /// Nobody can force anything, to the last bead.
    Draw,
    /// It loses, within so many beads if that is known.
    Loses(Option<u8>),
    /// Nothing is certain: a guess, in 128ths of log-odds.
    Open(i32),
}

impl Expert<'static> {
    /// With what the program has learnt.
    pub fn new(seed: u64) -> Expert<'static> {
        Expert::with(Weights::learnt(), seed)
    }
}

impl<'w> Expert<'w> {
    /// With other weights, to learn from matches between them.
    pub fn with(weights: &'w Weights, seed: u64) -> Expert<'w> {
        Expert { seed, weights, table: search::new_table(), deepest: u8::MAX }
    }

    /// With a table for short thoughts, which costs less to make than 16 MB.
    pub fn small(self) -> Expert<'w> {
        Expert { table: Table::new(10), ..self }
    }

    /// Looks no further than so many beads, but for threats.
    pub fn to_depth(self, deepest: u8) -> Expert<'w> {
        Expert { deepest, ..self }
    }

    /// What it thinks of a position that is not over, as far as the budget allows. `told` hears
    /// of every step on the way.
    pub fn think(
        &mut self,
        state: &Sogo,
        budget: &Budget,
        told: &mut dyn FnMut(Opinion),
    ) -> Opinion {
        let seat = state.to_move();
        let beads = Beads::of(state);
        let open = landing(beads.taken());
        let opinion =
            |place, outlook, depth| Opinion { best: peg_and_level(place).0, outlook, depth };
        let mut moves: Vec<_> = match beads.choice() {
            Choice::Wins => each(beads.my_wins & open).collect(),
            Choice::Forced(place) => vec![place],
            Choice::Free(safe) => each(safe).collect(),
            // All is lost if the opponent sees it; a threat is stopped all the same.
            Choice::Loses | Choice::Draw => {
                let threats = beads.their_wins & open;
                each(if threats != 0 { threats } else { open }).collect()
            }
        };
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ beads.key());
        moves.shuffle(&mut rng);
        moves.sort_by_key(|place| place & lines::RICH == 0);
        match beads.choice() {
            Choice::Wins => return opinion(moves[0], Outlook::Wins(Some(1)), 1),
            Choice::Loses => return opinion(moves[0], Outlook::Loses(Some(2)), 1),
            _ => {}
        }
        self.table.begin();
        let node = Node::new(self.weights, beads, seat);
        let mut search = Search::new(self.weights, &mut self.table, budget);
        let found = search.best(&node, &mut moves, self.deepest, |place, value, depth| {
            told(opinion(place, outlook(value), depth));
        });
        opinion(moves[0], found.outlook, found.depth)
    }
}

impl Bot<Sogo> for Expert<'static> {
    fn choose(&mut self, view: &Sogo, _: Seat, legal: &[Peg], budget: &Budget) -> Peg {
        match legal {
            [only] => *only,
            _ => match Beads::of(view).choice() {
                // There is nothing to think about.
                Choice::Forced(place) => peg_and_level(place).0,
                _ => self.think(view, budget, &mut |_| {}).best,
            },
        }
    }
}

/// What a value means.
fn outlook(value: Value) -> Outlook {
    match value {
        value if value > GUESS => Outlook::Wins(Some((WIN - value) as u8)),
        value if value < -GUESS => Outlook::Loses(Some((WIN + value) as u8)),
        value => Outlook::Open(value),
    }
}

#[cfg(test)]
mod tests;

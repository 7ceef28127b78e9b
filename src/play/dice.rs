//! Chance: the only place on the rules side where random numbers are drawn.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

/// Draws outcomes from a recorded seed. Each ply has a stream of its own, so a move that is
/// undone and repeated meets the same dice: nobody re-rolls.
///
/// ```
/// use parlour::play::Dice;
///
/// let coin = || vec![("heads", 1), ("tails", 1)];
/// // Every ply has dice of its own, so a throw that is undone and repeated comes out the same.
/// assert_eq!(Dice::new(42).pick(3, coin()), Dice::new(42).pick(3, coin()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice {
    seed: u64,
}

impl Dice {
    /// The same seed gives the same throws, ply by ply.
    pub fn new(seed: u64) -> Dice {
        Dice { seed }
    }

    /// The seed that a record keeps.
    pub fn seed(self) -> u64 {
        self.seed
    }

    /// A generator for this ply. ChaCha8, because its numbers are the same on every machine and
    /// in every version.
    pub fn stream(self, ply: usize) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(ply as u64);
        rng
    }

    /// One of the weighted outcomes, as this ply draws it.
    pub fn pick<M>(self, ply: usize, outcomes: Vec<(M, u32)>) -> Option<M> {
        draw(outcomes, &mut self.stream(ply))
    }
}

/// One of the weighted outcomes; none only where there is no outcome of positive weight.
pub fn draw<M>(outcomes: Vec<(M, u32)>, rng: &mut dyn Rng) -> Option<M> {
    let total: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
    if total == 0 {
        return None;
    }
    let mut at = rng.random_range(0..total);
    for (outcome, weight) in outcomes {
        match at.checked_sub(u64::from(weight)) {
            Some(rest) => at = rest,
            None => return Some(outcome),
        }
    }
    None
}

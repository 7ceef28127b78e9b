//! The dice of a board: their sums, their throws, and how likely each is.

use std::fmt;
use std::ops::RangeInclusive;

use crate::games::goose::moves::Throw;

/// So many equal dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiceSet {
    pub count: u16,
    pub sides: u16,
}

impl Default for DiceSet {
    fn default() -> DiceSet {
        DiceSet { count: 2, sides: 6 }
    }
}

impl DiceSet {
    /// The sums they can show; every one between can be thrown too.
    pub fn sums(self) -> RangeInclusive<u16> {
        self.count..=self.count * self.sides
    }

    /// How many of the equally likely falls of distinct dice give each sum, from the smallest.
    pub fn weights(self) -> Vec<f64> {
        let mut weights = vec![1.0];
        for _ in 0..self.count {
            let mut next = vec![0.0; weights.len() + usize::from(self.sides) - 1];
            for (sum, weight) in weights.iter().enumerate() {
                for face in 0..usize::from(self.sides) {
                    next[sum + face] += weight;
                }
            }
            weights = next;
        }
        weights
    }

    /// Every different throw, with the number of ways in which the dice can fall so.
    pub(super) fn throws(self) -> Vec<(Throw, u32)> {
        let mut throws = Vec::new();
        let mut faces = vec![1; usize::from(self.count)];
        loop {
            throws.push((Throw::new(faces.clone()), orders(&faces)));
            // The next non-decreasing list: raise the last face that can rise, and level the rest.
            let Some(at) = faces.iter().rposition(|&face| face < self.sides) else { break };
            let face = faces[at] + 1;
            faces[at..].fill(face);
        }
        throws
    }

    pub(super) fn different_throws(self) -> usize {
        let (count, sides) = (usize::from(self.count), usize::from(self.sides));
        (1..=count).fold(1_usize, |ways, die| ways.saturating_mul(sides - 1 + die) / die)
    }
}

impl fmt::Display for DiceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × d{}", self.count, self.sides)
    }
}

/// In how many orders sorted faces can fall: the factorial of their number over that of each
/// repetition.
fn orders(faces: &[u16]) -> u32 {
    let mut ways = 1;
    let mut run = 0;
    for (at, face) in faces.iter().enumerate() {
        run = if at > 0 && faces[at - 1] == *face { run + 1 } else { 1 };
        // `ways` is a multinomial coefficient before and after, so this divides exactly.
        ways = ways * (at as u32 + 1) / run;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_count_the_falls_of_the_dice() {
        for (count, sides) in [(1, 6), (2, 6), (3, 6), (5, 4)] {
            let dice = DiceSet { count, sides };
            let throws = dice.throws();
            assert_eq!(throws.len(), dice.different_throws());
            let low = *dice.sums().start();
            let mut by_sum = vec![0.0; dice.weights().len()];
            for (throw, weight) in &throws {
                by_sum[usize::from(throw.sum() - low)] += f64::from(*weight);
            }
            assert_eq!(by_sum, dice.weights());
        }
    }
}

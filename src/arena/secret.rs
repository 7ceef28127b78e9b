//! What all chance of a contest follows from.

use std::fmt::{self, Display};

use rand::Rng;

use crate::play::Dice;

/// As many bits as any reader of JSON takes for the number it is. Somebody who tried a million
/// secrets a second would need two centuries for half of them.
const BITS: u32 = 53;

/// The seed of a contest. Each match has one of its own, made of it and of the match's number in a
/// way that nobody can go back: whoever knows the dice of a match, or what a program is given for
/// its own dice, knows nothing of the other matches. That holds while the secret is drawn; a seed
/// that somebody names can be guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secret {
    number: u64,
    derivation: Derivation,
}

/// How the matches' seeds follow from the contest's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Derivation {
    /// One after the other, as journals of version 1 have them: their matches are still replayed.
    Counted,
    /// By a stream cipher, whose key is the contest's seed.
    Mixed,
}

impl Secret {
    /// One that nobody knows.
    pub fn draw() -> Secret {
        Secret::from(rand::random::<u64>() >> (u64::BITS - BITS))
    }

    /// The one of a journal.
    pub(super) fn of_journal(number: u64, version: u32) -> Secret {
        let derivation = if version < 2 { Derivation::Counted } else { Derivation::Mixed };
        Secret { number, derivation }
    }

    /// The version of the journals that have such matches, where each has dice of its own.
    pub(super) fn version(self) -> u32 {
        match self.derivation {
            Derivation::Counted => 1,
            Derivation::Mixed => 2,
        }
    }

    /// What `--seed` repeats the contest with.
    pub fn number(self) -> u64 {
        self.number
    }

    /// The seed of the match of this number.
    pub fn of_match(self, number: usize) -> u64 {
        match self.derivation {
            Derivation::Counted => {
                self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64)
            }
            Derivation::Mixed => Dice::new(self.number).stream(number).next_u64(),
        }
    }
}

/// One that somebody named, to repeat a contest.
impl From<u64> for Secret {
    fn from(number: u64) -> Secret {
        Secret { number, derivation: Derivation::Mixed }
    }
}

impl Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_of_matches_have_nothing_in_common() {
        let mut seeds: Vec<u64> = Vec::new();
        for secret in (0..30).map(Secret::from) {
            seeds.extend((0..30).map(|number| secret.of_match(number)));
        }
        let mut steps: Vec<u64> = seeds.windows(2).map(|two| two[1].wrapping_sub(two[0])).collect();
        for list in [&mut seeds, &mut steps] {
            let all = list.len();
            list.sort_unstable();
            list.dedup();
            assert_eq!(list.len(), all, "a seed or a step between two comes twice");
        }
        assert!(seeds[0] > 1 << 40, "{} could be tabled", seeds[0]);
    }

    #[test]
    fn a_secret_is_drawn_and_old_journals_keep_their_dice() {
        assert_ne!(Secret::draw(), Secret::draw());
        assert!((0..100).all(|_| Secret::draw().number() < 1 << BITS));
        assert_eq!(Secret::of_journal(0, 1).of_match(5), 5);
        assert_eq!(Secret::of_journal(7, 2), Secret::from(7));
    }
}

//! Forced wins within so many beads, proved without any guess, for puzzles.

use std::collections::HashMap;

use super::expert::{Beads, Choice};
use super::lines::{Places, each, threatening};
use super::{Peg, Sogo};
use crate::search::{Budget, Oracle, Truth, least_of_eight};

/// Proves wins, and remembers what it proved.
#[derive(Default)]
pub struct Prover {
    /// By position and side to move: in how many own beads the mover wins at best, and in how many
    /// it surely doesn't.
    attacks: HashMap<(Places, Places), Known>,
}

#[derive(Clone, Copy)]
struct Known {
    wins: u32,
    fails: u32,
}

/// Beyond this memory is better spent on what comes.
const MOST_KNOWN: usize = 1 << 20;

/// The budget is spent.
struct Stopped;

impl Prover {
    /// Whether the side to move completes a line with at most so many beads of its own.
    fn wins(&mut self, beads: Beads, own: u32, budget: &Budget) -> Result<bool, Stopped> {
        let tries = match beads.choice() {
            Choice::Wins => return Ok(own > 0),
            Choice::Loses | Choice::Draw => return Ok(false),
            _ if own < 2 => return Ok(false),
            Choice::Forced(places) | Choice::Free(places) => places,
        };
        let key = (beads.mine, beads.theirs);
        if let Some(known) = self.attacks.get(&key) {
            if known.wins <= own {
                return Ok(true);
            }
            if known.fails >= own {
                return Ok(false);
            }
        }
        if budget.spent() {
            return Err(Stopped);
        }
        // What makes a threat leaves few answers, and comes first.
        let sharp = tries & threatening(beads.mine, beads.theirs);
        let quiet = tries & !sharp;
        let mut won = false;
        for place in each(sharp).chain(each(quiet)) {
            if !self.escapes(beads.after(place), own - 1, budget)? {
                won = true;
                break;
            }
        }
        if self.attacks.len() > MOST_KNOWN {
            self.attacks.clear();
        }
        let known = self.attacks.entry(key).or_insert(Known { wins: u32::MAX, fails: 0 });
        match won {
            true => known.wins = known.wins.min(own),
            false => known.fails = known.fails.max(own),
        }
        Ok(won)
    }

    /// Whether the side to move keeps the other from a line with at most so many beads.
    fn escapes(&mut self, beads: Beads, theirs: u32, budget: &Budget) -> Result<bool, Stopped> {
        let replies = match beads.choice() {
            Choice::Wins | Choice::Draw => return Ok(true),
            Choice::Loses => return Ok(theirs == 0),
            _ if theirs < 2 => return Ok(true),
            Choice::Forced(places) | Choice::Free(places) => places,
        };
        // What breaks up the other's lines comes first, then what makes one's own.
        let first = replies & threatening(beads.theirs, beads.mine);
        let second = replies & threatening(beads.mine, beads.theirs) & !first;
        let rest = replies & !first & !second;
        for place in each(first).chain(each(second)).chain(each(rest)) {
            if !self.wins(beads.after(place), theirs, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Oracle<Sogo> for Prover {
    fn truth(&mut self, state: &Sogo, within: u32, budget: &Budget) -> Option<Truth> {
        let beads = Beads::of(state);
        let deepest = within.div_ceil(2).min(32);
        for own in 1..=deepest {
            if self.wins(beads, own, budget).ok()? {
                return Some(Truth::Wins(2 * own - 1));
            }
            if 2 * own <= within && !self.escapes(beads, own, budget).ok()? {
                return Some(Truth::Loses(2 * own));
            }
        }
        let full = 64 - beads.taken().count_ones() <= within;
        Some(if full { Truth::Draw } else { Truth::Open })
    }

    fn likeness(&self, state: &Sogo) -> String {
        let peg = |column: usize, row: usize| {
            let peg = Peg::at(column, row);
            let beads = (0..4).map_while(|level| state.bead(peg, level));
            beads.map(|seat| seat.to_string()).chain([".".to_owned()]).collect()
        };
        least_of_eight(4, peg)
    }

    fn region(&self, state: &Sogo, peg: &Peg) -> String {
        let level = state.landing(*peg).map_or(1, |level| level + 1);
        format!("Look for a bead on level {level}.")
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::games::sogo::lines::{complete, landing};

    /// Plain search without anything clever.
    fn plain_wins(beads: Beads, own: u32) -> bool {
        own > 0
            && each(landing(beads.taken())).any(|place| {
                let next = beads.after(place);
                complete(next.theirs) != 0
                    || (own > 1
                        && landing(next.taken()) != 0
                        && each(landing(next.taken())).all(|reply| {
                            let after = next.after(reply);
                            complete(after.theirs) == 0 && plain_wins(after, own - 1)
                        }))
            })
    }

    #[test]
    fn proofs_agree_with_looking_at_everything() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut prover = Prover::default();
        let budget = Budget::nodes(u64::MAX);
        let mut seen = [0; 2];
        for _ in 0..60 {
            let mut beads = Beads::new(0, 0);
            for _ in 0..30 {
                let open: Vec<Places> = each(landing(beads.taken())).collect();
                let place = *open.choose(&mut rng).unwrap();
                let next = beads.after(place);
                if complete(next.theirs) != 0 {
                    break;
                }
                beads = next;
            }
            let proved = prover.wins(beads, 2, &budget).unwrap_or(false);
            assert_eq!(proved, plain_wins(beads, 2), "{beads:?}");
            seen[usize::from(proved)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 3), "{seen:?}");
    }
}

//! A Swiss contest: every round those meet who are about equal, if possible for the first time.

use rand::seq::SliceRandom;

use crate::play::{Dice, best_first};

/// So many pairings are tried before two may meet once more.
const TRIES: usize = 20_000;

/// How a Swiss contest stands between two rounds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Swiss {
    /// How many rounds are to be paired after this one.
    left: usize,
    points: Vec<f64>,
    byes: Vec<usize>,
    /// How often two have met, by entrant and opponent.
    met: Vec<Vec<usize>>,
    /// Who comes first of those who are equal.
    lot: Vec<usize>,
}

impl Swiss {
    pub(super) fn draw(entrants: usize, rounds: usize, seed: u64) -> Swiss {
        let mut lot: Vec<usize> = (0..entrants).collect();
        lot.shuffle(&mut Dice::new(seed).stream(usize::MAX));
        Swiss {
            left: rounds,
            points: vec![0.0; entrants],
            byes: vec![0; entrants],
            met: vec![vec![0; entrants]; entrants],
            lot,
        }
    }

    /// The scores added up; a bye is as good as winning every match of the round.
    pub fn points(&self) -> &[f64] {
        &self.points
    }

    /// How many rounds each entrant has sat out.
    pub fn byes(&self) -> &[usize] {
        &self.byes
    }

    /// The entrants by their points, the best first.
    pub fn order(&self) -> Vec<usize> {
        best_first(self.lot.iter().copied(), &|entrant| self.points[entrant])
    }

    /// How many rounds come after this one.
    pub fn rounds_left(&self) -> usize {
        self.left
    }

    /// How many matches come in the rounds after this one, of so many a pair.
    pub(super) fn to_come(&self, rounds: usize) -> usize {
        self.left * (self.points.len() / 2) * rounds
    }

    pub(super) fn note(&mut self, seating: &[usize], scores: &[f64]) {
        for (entrant, score) in seating.iter().zip(scores) {
            self.points[*entrant] += score;
        }
    }

    /// Who meets in the next round, in which a pair plays so many matches; nobody after the last.
    pub(super) fn pair(&mut self, rounds: usize) -> Vec<Vec<usize>> {
        if self.left == 0 {
            return Vec::new();
        }
        self.left -= 1;
        let mut order = self.order();
        if order.len() % 2 == 1 {
            // The last of those who have had the fewest.
            let fewest = self.byes.iter().min().copied().unwrap_or(0);
            let at = order.iter().rposition(|it| self.byes[*it] == fewest).unwrap_or(0);
            let free = order.remove(at);
            self.byes[free] += 1;
            self.points[free] += rounds as f64;
        }
        let paired = (0..).find_map(|met| {
            let mut pairs = Vec::new();
            self.pair_up(&mut order.clone(), met, &mut pairs, &mut { TRIES }).then_some(pairs)
        });
        let pairs = paired.unwrap_or_default();
        for pair in &pairs {
            self.met[pair[0]][pair[1]] += 1;
            self.met[pair[1]][pair[0]] += 1;
        }
        pairs
    }

    /// Pairs the first of these with the next one they have met at most so often, so that the
    /// others can be paired too.
    fn pair_up(
        &self,
        free: &mut Vec<usize>,
        met: usize,
        pairs: &mut Vec<Vec<usize>>,
        tries: &mut usize,
    ) -> bool {
        if free.is_empty() {
            return true;
        }
        let first = free.remove(0);
        for at in 0..free.len() {
            if self.met[first][free[at]] > met {
                continue;
            }
            *tries = tries.saturating_sub(1);
            if *tries == 0 {
                break;
            }
            let other = free.remove(at);
            pairs.push(vec![first, other]);
            if self.pair_up(free, met, pairs, tries) {
                return true;
            }
            pairs.pop();
            free.insert(at, other);
        }
        free.insert(0, first);
        false
    }
}

//! A knock-out: who is still in, and who meets whom next.

use std::ops::Range;

use rand::seq::SliceRandom;

use crate::play::Dice;

/// So many matches more are played between two who are equal; then the lot decides.
const EXTRA: usize = 4;

/// A knock-out: its ties, stage by stage, the final last.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bracket {
    /// The winners of ties 0 and 1 meet in tie 0 of the next stage, and so on.
    pub stages: Vec<Vec<Tie>>,
}

/// Two who meet, and how it stands between them.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Tie {
    /// Nobody while a stage before is still being played, and where somebody has no opponent.
    pub sides: [Option<usize>; 2],
    pub scores: [f64; 2],
    pub games: usize,
    pub winner: Option<usize>,
    /// Whether the two were equal to the end.
    pub by_lot: bool,
}

impl Bracket {
    /// Draws who meets whom. Where the number is no power of two, some have no opponent in the
    /// first stage, and they are spread over the bracket.
    pub(super) fn draw(entrants: usize, seed: u64) -> Bracket {
        let mut lot: Vec<usize> = (0..entrants).collect();
        lot.shuffle(&mut Dice::new(seed).stream(usize::MAX));
        let slots = entrants.next_power_of_two().max(2);
        // Of two neighbours one is among the first half of the lot, and so there.
        let mut order = vec![0];
        while order.len() < slots {
            let last = 2 * order.len() - 1;
            order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
        }
        let side = |seed: &usize| lot.get(*seed).copied();
        let tie =
            |pair: &[usize]| Tie { sides: [side(&pair[0]), side(&pair[1])], ..Tie::default() };
        let mut stages: Vec<Vec<Tie>> = vec![order.chunks(2).map(tie).collect()];
        while let Some(ties) = stages.last().map(Vec::len).filter(|ties| *ties > 1) {
            stages.push(vec![Tie::default(); ties / 2]);
        }
        for tie in &mut stages[0] {
            if let [only, None] | [None, only] = tie.sides {
                tie.winner = only;
            }
        }
        let mut bracket = Bracket { stages };
        bracket.promote();
        bracket
    }

    /// Who has won it all.
    pub fn champion(&self) -> Option<usize> {
        self.stages.last()?.first()?.winner
    }

    /// The stage that is played now; the last one when all is over.
    pub fn stage(&self) -> usize {
        let open = |ties: &Vec<Tie>| ties.iter().any(|tie| tie.winner.is_none());
        self.stages.iter().position(open).unwrap_or(self.stages.len() - 1)
    }

    /// `final`, `semi-final`, `round 1`.
    pub fn stage_word(&self, stage: usize) -> String {
        match self.stages.len() - stage {
            1 => "final".to_owned(),
            2 => "semi-final".to_owned(),
            3 => "quarter-final".to_owned(),
            _ => format!("round {}", stage + 1),
        }
    }

    /// The pairs of the stage who are not done with each other.
    pub(super) fn undecided(&self) -> Vec<Vec<usize>> {
        let open = self.stages[self.stage()].iter().filter(|tie| tie.winner.is_none());
        open.map(|tie| tie.sides.into_iter().flatten().collect()).collect()
    }

    pub(super) fn note(&mut self, seating: &[usize], scores: &[f64]) {
        let stage = self.stage();
        let meets = |tie: &&mut Tie| tie.sides.iter().flatten().all(|side| seating.contains(side));
        let Some(tie) = self.stages[stage].iter_mut().find(meets) else { return };
        tie.games += 1;
        for (entrant, score) in seating.iter().zip(scores) {
            if let Some(side) = tie.sides.iter().position(|side| *side == Some(*entrant)) {
                tie.scores[side] += score;
            }
        }
    }

    /// Ends the ties of the stage that are decided; says which rounds come next.
    pub(super) fn judge(&mut self, rounds: usize) -> Range<usize> {
        let stage = self.stage();
        let mut played = 0;
        for tie in self.stages[stage].iter_mut().filter(|tie| tie.winner.is_none()) {
            let [one, other] = tie.scores;
            played = tie.games;
            if one != other {
                tie.winner = tie.sides[usize::from(other > one)];
            } else if tie.games >= rounds + EXTRA {
                // The draw was a lot already.
                tie.winner = tie.sides[0];
                tie.by_lot = true;
            }
        }
        self.promote();
        if self.champion().is_some() {
            0..0
        } else if self.stage() > stage {
            0..rounds
        } else {
            // Each of the two begins once more.
            played..played + 2
        }
    }

    /// Lets winners into the next stage.
    fn promote(&mut self) {
        for stage in 1..self.stages.len() {
            let (before, after) = self.stages.split_at_mut(stage);
            for (at, tie) in after[0].iter_mut().enumerate() {
                let feeders = &before[stage - 1][2 * at..2 * at + 2];
                tie.sides = [feeders[0].winner, feeders[1].winner];
            }
        }
    }
}

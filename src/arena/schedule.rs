//! Who meets whom, on which seat and in which order: a league or a knock-out.
//!
//! Matches come in waves. All of a wave can be played at the same time; what the next one is may
//! hang on the results. So the numbers of the matches, and with them their dice, follow from the
//! seed and the results alone, whoever plays them and when.

use std::ops::Range;

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::Played;
use crate::play::Dice;

/// So many matches more are played between two who are equal; then the lot decides.
const EXTRA: usize = 4;

/// How a contest is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody.
    League,
    /// Two meet, and the better one goes on.
    KnockOut,
}

impl Format {
    /// In the order of the setup page.
    pub const ALL: [Format; 2] = [Format::League, Format::KnockOut];

    /// The word for people and for what is remembered; journals write it alike.
    pub fn word(self) -> &'static str {
        match self {
            Format::League => "league",
            Format::KnockOut => "knock-out",
        }
    }

    /// How many matches that makes, unless some knock-out needs more of them.
    pub fn games(self, entrants: usize, seats: usize, rounds: usize) -> usize {
        let tables = match self {
            // One after the other, so that every division comes out even.
            Format::League => {
                (0..seats).fold(1, |tables, at| tables * entrants.saturating_sub(at) / (at + 1))
            }
            Format::KnockOut => entrants.saturating_sub(1),
        };
        tables * rounds
    }
}

/// The matches of a contest: those that were played, and those that can be played now.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule {
    wave: Wave,
    /// How many of the wave have been played.
    done: usize,
    rounds: usize,
    bracket: Option<Bracket>,
}

impl Schedule {
    pub(super) fn new(
        format: Format,
        entrants: usize,
        seats: usize,
        rounds: usize,
        seed: u64,
    ) -> Schedule {
        let (tables, bracket) = match format {
            Format::League => (tables(entrants, seats), None),
            Format::KnockOut => {
                let bracket = Bracket::draw(entrants, seed);
                (bracket.undecided(), Some(bracket))
            }
        };
        let wave = Wave { first: 0, tables, rounds: 0..rounds };
        Schedule { wave, done: 0, rounds, bracket }
    }

    /// How many matches have been played; the next one has this number.
    pub fn played(&self) -> usize {
        self.wave.first + self.done
    }

    /// How many matches there are, unless some knock-out needs more of them.
    pub fn games(&self) -> usize {
        match &self.bracket {
            None => self.wave.games(),
            Some(bracket) => {
                let ties = bracket.stages.iter().flatten().filter(|tie| tie.winner.is_none());
                let open = ties.map(|tie| self.rounds.saturating_sub(tie.games)).sum::<usize>();
                self.played() + open.max(self.wave.games() - self.done)
            }
        }
    }

    /// Whether nothing is left to play; ties that are still even get their extra matches first.
    pub fn is_over(&self) -> bool {
        self.done == self.wave.games()
    }

    /// What can be played now, the played ones included.
    pub(super) fn wave(&self) -> &Wave {
        &self.wave
    }

    pub(crate) fn bracket(&self) -> Option<&Bracket> {
        self.bracket.as_ref()
    }

    /// Takes note of the next match, which has been played.
    pub fn note(&mut self, played: &Played) {
        self.done += 1;
        let Some(bracket) = &mut self.bracket else { return };
        bracket.note(&played.seating, &played.scores);
        if self.done < self.wave.games() {
            return;
        }
        let first = self.wave.first + self.done;
        let rounds = bracket.judge(self.rounds);
        self.wave = Wave { first, tables: bracket.undecided(), rounds };
        self.done = 0;
    }
}

/// Matches that can be played at the same time: so many rounds at each of these tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wave {
    /// The number of its first match in the contest.
    first: usize,
    /// Who sits down together.
    tables: Vec<Vec<usize>>,
    rounds: Range<usize>,
}

impl Wave {
    pub fn games(&self) -> usize {
        self.tables.len() * self.rounds.len()
    }

    /// The numbers of its matches.
    pub fn numbers(&self) -> Range<usize> {
        self.first..self.first + self.games()
    }

    /// Who sits where in a match. Everybody moves up by one seat from round to round, so that all
    /// begin equally often; with more than two, the order turns round after each cycle, so that
    /// nobody always follows the same one.
    pub fn seating(&self, number: usize) -> Vec<usize> {
        let at = number - self.first;
        let round = self.rounds.start + at / self.tables.len();
        let mut seating = self.tables[at % self.tables.len()].clone();
        let seats = seating.len();
        if (round / seats) % 2 == 1 && seats > 2 {
            seating.reverse();
        }
        seating.rotate_left(round % seats);
        seating
    }
}

/// Every choice of entrants that can sit down together, each in the entrants' order.
fn tables(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut tables = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |table: Vec<usize>| {
            let next = table.last().map_or(0, |last| last + 1);
            (next..entrants).map(move |entrant| {
                let mut table = table.clone();
                table.push(entrant);
                table
            })
        };
        tables = tables.into_iter().flat_map(longer).collect();
    }
    tables
}

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
    fn draw(entrants: usize, seed: u64) -> Bracket {
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
    fn undecided(&self) -> Vec<Vec<usize>> {
        let open = self.stages[self.stage()].iter().filter(|tie| tie.winner.is_none());
        open.map(|tie| tie.sides.into_iter().flatten().collect()).collect()
    }

    fn note(&mut self, seating: &[usize], scores: &[f64]) {
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
    fn judge(&mut self, rounds: usize) -> Range<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a knock-out in which the entrant of the higher number always wins, or nobody does.
    fn knock_out(entrants: usize, rounds: usize, decided: bool) -> Schedule {
        let mut schedule = Schedule::new(Format::KnockOut, entrants, 2, rounds, 5);
        while !schedule.is_over() {
            let number = schedule.played();
            let seating = schedule.wave().seating(number);
            let first = f64::from(u8::from(seating[0] > seating[1]));
            let scores = if decided { vec![first, 1.0 - first] } else { vec![0.5, 0.5] };
            schedule.note(&Played { seating, scores, ..Played::default() });
            assert!(schedule.played() <= schedule.games());
        }
        schedule
    }

    #[test]
    fn the_best_of_any_number_comes_through() {
        for entrants in 2..=17 {
            let schedule = knock_out(entrants, 3, true);
            let bracket = schedule.bracket().unwrap();
            assert_eq!(bracket.champion(), Some(entrants - 1));
            assert_eq!(schedule.played(), Format::KnockOut.games(entrants, 2, 3), "{entrants}");
            let ties: Vec<&Tie> = bracket.stages.iter().flatten().collect();
            assert!(ties.iter().all(|tie| tie.winner.is_some() && !tie.by_lot));
            let free = ties.iter().filter(|tie| tie.games == 0).count();
            assert_eq!(free, entrants.next_power_of_two() - entrants, "{entrants}");
            // Nobody is spared twice.
            let first = bracket.stages[0].iter().filter(|tie| tie.games == 0).count();
            assert_eq!(first, free);
        }
    }

    #[test]
    fn who_is_equal_plays_on_and_then_the_lot_decides() {
        let schedule = knock_out(2, 3, false);
        assert_eq!((schedule.played(), schedule.games()), (7, 7));
        let tie = schedule.bracket().unwrap().stages[0][0];
        assert!(tie.by_lot && tie.winner.is_some(), "{tie:?}");
    }

    #[test]
    fn a_seed_has_its_draw() {
        let pairs = |seed| Schedule::new(Format::KnockOut, 8, 2, 1, seed).bracket.unwrap();
        assert_eq!(pairs(1), pairs(1));
        assert_ne!(pairs(1), pairs(2));
    }

    #[test]
    fn everybody_begins_equally_often() {
        for (entrants, seats) in [(2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (4, 4)] {
            let schedule = Schedule::new(Format::League, entrants, seats, 12, 0);
            let mut on_seat = vec![vec![0; seats]; entrants];
            for number in schedule.wave().numbers() {
                for (seat, entrant) in schedule.wave().seating(number).into_iter().enumerate() {
                    on_seat[entrant][seat] += 1;
                }
            }
            assert_eq!(schedule.games(), Format::League.games(entrants, seats, 12));
            let same = on_seat.iter().flatten().all(|count| *count == on_seat[0][0]);
            assert!(same, "{entrants} entrants on {seats} seats: {on_seat:?}");
        }
    }
}

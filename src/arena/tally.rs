//! Results added up: by entrant and seat, by pair, and what went wrong.

use std::borrow::Cow;
use std::time::Duration;

use super::figures::{Duel, Interval, Rating, ratings};
use super::referee::{Fate, Forfeit, Played, Thinking};

/// So many forfeits are told in full; of the others only the kinds are counted.
const TOLD: usize = 20;

/// Some results of somebody.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Count {
    /// First places that nobody shared.
    pub won: u32,
    /// Draws and shared first places.
    pub drawn: u32,
    /// All other places, and forfeits.
    pub lost: u32,
    /// The sum of the scores, and of how calm they were (see [`Interval::of_scores`]).
    score: f64,
    calm: f64,
}

impl Count {
    /// How many matches are counted here.
    pub fn played(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The mean score, from 0 to 1.
    pub fn score(&self) -> f64 {
        self.score / f64::from(self.played().max(1))
    }

    /// Where the true mean score lies, 19 times in 20.
    pub(crate) fn interval(&self) -> Interval {
        Interval::of_scores(self.played(), self.score, self.calm)
    }

    fn add(&mut self, fate: Fate, score: f64) {
        match fate {
            Fate::Won => self.won += 1,
            Fate::Drew => self.drawn += 1,
            Fate::Lost => self.lost += 1,
        }
        self.score += score;
        self.calm += score * (1.0 - score);
    }

    fn and(mut self, other: &Count) -> Count {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.score += other.score;
        self.calm += other.calm;
        self
    }
}

/// The best and the worst of some counts, if the difference is more than luck.
pub(crate) fn clear_difference(counts: &[Count]) -> Option<(usize, usize)> {
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by(|a, b| counts[*b].score().total_cmp(&counts[*a].score()));
    let (best, worst) = (*order.first()?, *order.last()?);
    (counts[best].interval().low > counts[worst].interval().high).then_some((best, worst))
}

/// Everything about one entrant.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Line {
    /// What it did on each seat.
    pub by_seat: Vec<Count>,
    /// What its moves have cost in all its matches.
    pub thinking: Thinking,
    /// How often it lost by each kind of fault.
    pub forfeits: Vec<(Cow<'static, str>, u32)>,
    /// What it calls itself, if it is a program.
    pub name: Option<String>,
}

impl Line {
    /// What it did on all seats together.
    pub fn all(&self) -> Count {
        self.by_seat.iter().fold(Count::default(), Count::and)
    }

    /// The mean time of a move.
    pub fn per_move(&self) -> Duration {
        self.thinking.time / self.thinking.moves.max(1)
    }
}

/// The results of a contest so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// Matches so far.
    pub played: u32,
    plies: u64,
    /// By entrant.
    pub lines: Vec<Line>,
    /// What the first seat did in all matches, then the second ...
    pub seats: Vec<Count>,
    duels: Vec<Vec<Duel>>,
    /// The number of the match, the entrant and what happened, for the first ones.
    pub forfeits: Vec<(usize, usize, Forfeit)>,
}

impl Tally {
    pub(super) fn new(entrants: usize, seats: usize) -> Tally {
        let line = Line { by_seat: vec![Count::default(); seats], ..Line::default() };
        Tally {
            played: 0,
            plies: 0,
            lines: vec![line; entrants],
            seats: vec![Count::default(); seats],
            duels: vec![vec![Duel::default(); entrants]; entrants],
            forfeits: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, played: &Played) {
        self.played += 1;
        self.plies += played.plies as u64;
        for (seat, &entrant) in played.seating.iter().enumerate() {
            let line = &mut self.lines[entrant];
            let (fate, score) = (played.fates[seat], played.scores[seat]);
            line.by_seat[seat].add(fate, score);
            self.seats[seat].add(fate, score);
            line.thinking.moves += played.thinking[seat].moves;
            line.thinking.time += played.thinking[seat].time;
            if line.name.is_none() {
                line.name.clone_from(&played.names[seat]);
            }
            for (other, &opponent) in played.seating.iter().enumerate().filter(|o| o.0 != seat) {
                let duel = &mut self.duels[entrant][opponent];
                duel.games += 1.0;
                duel.score += match score.total_cmp(&played.scores[other]) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
            }
        }
        for forfeit in &played.forfeits {
            let entrant = played.seating[forfeit.seat.index()];
            let kinds = &mut self.lines[entrant].forfeits;
            match kinds.iter_mut().find(|(known, _)| *known == forfeit.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((forfeit.kind.clone(), 1)),
            }
            if self.forfeits.len() < TOLD {
                self.forfeits.push((played.number, entrant, forfeit.clone()));
            }
        }
    }

    /// The mean number of plies of a match.
    pub fn length(&self) -> f64 {
        self.plies as f64 / f64::from(self.played.max(1))
    }

    /// What one entrant did against another.
    pub fn duel(&self, entrant: usize, opponent: usize) -> Duel {
        self.duels[entrant][opponent]
    }

    /// The entrants with their ratings, the best first.
    pub(crate) fn ranking(&self) -> Vec<(usize, Rating)> {
        let mut ranking: Vec<(usize, Rating)> =
            ratings(&self.duels).into_iter().enumerate().collect();
        ranking.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
        ranking
    }
}

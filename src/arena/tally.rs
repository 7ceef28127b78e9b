//! Results added up: by entrant and seat, by pair, and what went wrong.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

use super::figures::{Duel, Interval, Rating, SetSums, ratings};
use super::referee::{Fate, Forfeit, Played, Thinking};
use crate::play::best_first;

/// So many forfeits are told in full, and the first of each kind that an entrant lost by; the others
/// are only counted.
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
    /// The sum of the scores.
    score: f64,
    /// What was independent: matches, or sets of them; and how calm they were (see
    /// [`Interval::of_scores`]).
    units: u32,
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
        Interval::of_scores(self.units, f64::from(self.units) * self.score(), self.calm)
    }

    fn add(&mut self, fate: Fate, score: f64) {
        match fate {
            Fate::Won => self.won += 1,
            Fate::Drew => self.drawn += 1,
            Fate::Lost => self.lost += 1,
        }
        self.score += score;
        self.units += 1;
        self.calm += score * (1.0 - score);
    }

    fn and(mut self, other: &Count) -> Count {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.score += other.score;
        self.units += other.units;
        self.calm += other.calm;
        self
    }
}

/// The best and the worst of some counts, if the difference is more than luck.
pub(crate) fn clear_difference(counts: &[Count]) -> Option<(usize, usize)> {
    let order = best_first(0..counts.len(), &|at| counts[at].score());
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
    /// Sets of matches, each with the same dice and opening, and how calm they were.
    sets: u32,
    calm: f64,
}

impl Line {
    /// What it did on all seats together. The matches of a set depend on each other, so how sure
    /// that is follows from the sets.
    pub fn all(&self) -> Count {
        let all = self.by_seat.iter().fold(Count::default(), Count::and);
        Count { units: self.sets, calm: self.calm, ..all }
    }

    /// Adds a set of so many matches with this sum of scores.
    fn add_set(&mut self, matches: f64, score: f64) {
        let mean = score / matches;
        self.sets += 1;
        self.calm += mean * (1.0 - mean);
    }

    /// Takes a set away, because it has gone on.
    fn drop_set(&mut self, matches: f64, score: f64) {
        let mean = score / matches;
        self.sets -= 1;
        self.calm -= mean * (1.0 - mean);
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
    /// By table, whose entrants are in order.
    tables: BTreeMap<Vec<usize>, SetSums>,
    open: OpenSet,
    /// The number of the match, the entrant and what happened, for the first ones.
    pub forfeits: Vec<(usize, usize, Forfeit)>,
}

/// The set that was played last, which may go on.
#[derive(Clone, PartialEq, Default, Debug)]
struct OpenSet {
    /// The number of its first match; nothing before there is one.
    set: Option<usize>,
    /// Who plays it, in order, and what each has by now: places before others, and scores.
    table: Vec<usize>,
    points: Vec<f64>,
    scores: Vec<f64>,
    matches: f64,
}

impl OpenSet {
    fn is_of(&self, played: &Played) -> bool {
        self.set == Some(played.set)
            && self.table.len() == played.seating.len()
            && played.seating.iter().all(|entrant| self.table.contains(entrant))
    }

    /// The set of this match begins.
    fn begin(&mut self, played: &Played) {
        self.set = Some(played.set);
        self.table.clone_from(&played.seating);
        self.table.sort_unstable();
        for sums in [&mut self.points, &mut self.scores] {
            sums.clear();
            sums.resize(played.seating.len(), 0.0);
        }
        self.matches = 0.0;
    }
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
            tables: BTreeMap::new(),
            open: OpenSet::default(),
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
                duel.score += before(score, played.scores[other]);
            }
        }
        self.add_to_set(played);
        for forfeit in &played.forfeits {
            let entrant = played.seating[forfeit.seat.index()];
            let kinds = &mut self.lines[entrant].forfeits;
            match kinds.iter_mut().find(|(known, _)| *known == forfeit.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((forfeit.kind.clone(), 1)),
            }
            let first = |it: &(usize, usize, Forfeit)| it.1 == entrant && it.2.kind == forfeit.kind;
            if self.forfeits.len() < TOLD || !self.forfeits.iter().any(first) {
                self.forfeits.push((played.number, entrant, forfeit.clone()));
            }
        }
    }

    /// Counts a match as part of its set.
    fn add_to_set(&mut self, played: &Played) {
        let (open, seats) = (&mut self.open, played.seating.len());
        let goes_on = open.is_of(played);
        if !goes_on {
            open.begin(played);
        }
        let sums = match self.tables.get_mut(&open.table) {
            Some(sums) => sums,
            None => self.tables.entry(open.table.clone()).or_insert_with(|| SetSums::new(seats)),
        };
        if goes_on {
            sums.add(-1.0, open.matches, &open.points);
            for (entrant, score) in open.table.iter().zip(&open.scores) {
                self.lines[*entrant].drop_set(open.matches, *score);
            }
        }
        open.matches += 1.0;
        for (at, entrant) in open.table.iter().enumerate() {
            let seat = played.seating.iter().position(|it| it == entrant).unwrap_or(0);
            let others = (0..seats).filter(|other| *other != seat);
            open.points[at] +=
                others.map(|other| before(played.scores[seat], played.scores[other])).sum::<f64>();
            open.scores[at] += played.scores[seat];
        }
        sums.add(1.0, open.matches, &open.points);
        for (entrant, score) in open.table.iter().zip(&open.scores) {
            self.lines[*entrant].add_set(open.matches, *score);
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
        let tables = self.tables.iter().map(|(table, sums)| (table.as_slice(), sums));
        let mut ranking: Vec<(usize, Rating)> =
            ratings(&self.duels, tables).into_iter().enumerate().collect();
        ranking.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
        ranking
    }
}

/// What comes of one score beside another: 1 for the better, a half for an equal one.
fn before(score: f64, other: f64) -> f64 {
    match score.total_cmp(&other) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}

//! Many matches, fast: every landing is looked up in a table, and nothing is told.

use super::{Odds, Spread};
use crate::games::goose::{Board, Effect, Goose};
use crate::play::{Game, Outcome, Seat, Turn};

/// In the place of turns to wait: held for good, or home.
const TRAPPED: u8 = u8::MAX;
const HOME: u8 = u8::MAX - 1;
/// A longer match is given up: hundreds of players send each other back for ages.
const LONGEST: u32 = 1_000_000;
/// Longer matches are not told apart in the list of lengths.
const LENGTHS: usize = 1 << 14;

/// A board and a position, ready to be played out.
#[derive(Clone, Debug)]
pub struct Simulation {
    sums: usize,
    dice: Loaded,
    /// By cell and sum.
    landings: Vec<Landing>,
    /// By cell and sum: the cells a pawn touches.
    touched: Vec<(u16, Option<u16>)>,
    /// The turns that somebody who is sent to a cell waits there.
    waits: Vec<u8>,
    cells: Vec<u16>,
    holds: Vec<u8>,
    first: usize,
    /// Whether the match ended before it was to begin.
    over: Option<End>,
}

#[derive(Clone, Copy, Debug)]
struct Landing {
    cell: u16,
    hold: u8,
}

/// What a number of matches came to. Tallies of one simulation can be added up in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    matches: u64,
    wins: Vec<u64>,
    trapped: u64,
    unfinished: u64,
    throws: Sums,
    rounds: Sums,
    lengths: Vec<u64>,
    /// How often each sum was thrown from each cell.
    steps: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    sum: u64,
    squares: u128,
}

impl Sums {
    fn add(&mut self, value: u64) {
        self.sum += value;
        self.squares += u128::from(value) * u128::from(value);
    }

    fn spread(self, count: u64) -> Spread {
        let count = count.max(1) as f64;
        let mean = self.sum as f64 / count;
        let variance = self.squares as f64 / count - mean * mean;
        Spread { mean, sd: variance.max(0.0).sqrt() }
    }
}

impl Tally {
    /// How many were played, those given up included.
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// Adds what somebody else has counted of the same simulation.
    pub fn merge(&mut self, other: &Tally) {
        self.matches += other.matches;
        self.trapped += other.trapped;
        self.unfinished += other.unfinished;
        for (mine, theirs) in [(&mut self.throws, other.throws), (&mut self.rounds, other.rounds)] {
            mine.sum += theirs.sum;
            mine.squares += theirs.squares;
        }
        for (mine, theirs) in [
            (&mut self.wins, &other.wins),
            (&mut self.lengths, &other.lengths),
            (&mut self.steps, &other.steps),
        ] {
            mine.resize(mine.len().max(theirs.len()), 0);
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        }
    }
}

/// How one match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Won(usize),
    Trapped,
    GivenUp,
}

/// The pawns of the match that is being played.
struct Course {
    cells: Vec<u16>,
    holds: Vec<u8>,
    /// Who stands on each cell: 0 for nobody, else one more than the seat. The start is always 0.
    busy: Vec<u8>,
    trapped: usize,
}

impl Simulation {
    /// Matches from the beginning.
    pub fn new(board: &Board, players: usize) -> Simulation {
        Simulation::from(&Goose::start(std::sync::Arc::new(board.clone()), players))
    }

    /// Matches from where this one stands.
    pub fn from(game: &Goose) -> Simulation {
        let board = game.board();
        let wait = |cell: u16| match board.effect(cell) {
            Effect::Wait(turns) => turns,
            _ => 0,
        };
        let hold = |cell: u16| match board.effect(cell) {
            Effect::Trap => TRAPPED,
            _ if cell == board.last() => HOME,
            _ => wait(cell),
        };
        let sums: Vec<u16> = board.dice().sums().collect();
        let ways = (0..board.last())
            .flat_map(|from| sums.iter().map(move |&sum| board.journey(from, sum)));
        let (landings, touched) = ways
            .map(|way| {
                let landing = Landing { cell: way.end(), hold: hold(way.end()) };
                (landing, (way.reached, way.jump))
            })
            .unzip();
        let seats = Seat::all(game.seats());
        let turn = game.turn();
        let over = match &turn {
            Turn::Over(Outcome::Win(seat)) => Some(End::Won(seat.index())),
            Turn::Over(_) => Some(End::Trapped),
            _ => None,
        };
        Simulation {
            sums: sums.len(),
            dice: Loaded::new(&board.dice().weights()),
            landings,
            touched,
            waits: (0..=board.last()).map(wait).collect(),
            cells: seats.clone().map(|seat| game.cell(seat)).collect(),
            holds: seats
                .map(|seat| if game.is_trapped(seat) { TRAPPED } else { game.wait(seat) })
                .collect(),
            first: turn.seat().map_or(0, Seat::index),
            over,
        }
    }

    /// How many sit down, trapped or not.
    pub fn players(&self) -> usize {
        self.cells.len()
    }

    /// Plays so many matches and counts them. The same seed plays the same matches.
    pub fn run(&self, matches: u64, seed: u64, tally: &mut Tally) {
        tally.wins.resize(self.players(), 0);
        tally.steps.resize(self.landings.len(), 0);
        let mut table = Course::new(self);
        let mut random = SplitMix::new(seed);
        for _ in 0..matches {
            table.set(self);
            let (end, throws, turns) = match self.over {
                None => self.play(&mut table, || random.next(), &mut tally.steps),
                Some(end) => (end, 0, 0),
            };
            table.clear();
            tally.matches += 1;
            match end {
                End::Won(seat) => tally.wins[seat] += 1,
                End::Trapped => tally.trapped += 1,
                End::GivenUp => tally.unfinished += 1,
            }
            tally.throws.add(u64::from(throws));
            tally.rounds.add(turns.div_ceil(self.players() as u64));
            let length = (throws as usize).min(LENGTHS);
            if tally.lengths.len() <= length {
                tally.lengths.resize(length + 1, 0);
            }
            tally.lengths[length] += 1;
        }
    }

    /// One match, as the rules play it; then its throws, and its turns with those passed over.
    fn play(
        &self,
        table: &mut Course,
        mut random: impl FnMut() -> u64,
        steps: &mut [u64],
    ) -> (End, u32, u64) {
        let players = self.players();
        let mut seat = self.first;
        let mut throws = 0;
        let mut turns = 0;
        loop {
            turns += 1;
            let hold = table.holds[seat];
            if hold == 0 {
                throws += 1;
                let from = table.cells[seat];
                let step = usize::from(from) * self.sums + self.dice.pick(random());
                steps[step] += 1;
                let Landing { cell, hold } = self.landings[step];
                if hold == HOME {
                    return (End::Won(seat), throws, turns);
                }
                table.land(seat, from, cell, hold, self.waits[usize::from(from)]);
                if table.trapped == players {
                    return (End::Trapped, throws, turns);
                }
                if throws == LONGEST {
                    return (End::GivenUp, throws, turns);
                }
            } else if hold != TRAPPED {
                table.holds[seat] = hold - 1;
            }
            seat += 1;
            if seat == players {
                seat = 0;
            }
        }
    }

    /// The figures of a tally of this simulation.
    pub fn odds(&self, tally: &Tally) -> Odds {
        let matches = tally.matches.max(1) as f64;
        let share = |count: &u64| *count as f64 / matches;
        let mut visits = vec![0.0; self.waits.len()];
        for ((reached, jump), count) in self.touched.iter().zip(&tally.steps) {
            for cell in [Some(*reached), *jump].into_iter().flatten() {
                visits[usize::from(cell)] += share(count);
            }
        }
        let mut win: Vec<f64> = tally.wins.iter().map(share).collect();
        win.resize(self.players(), 0.0);
        Odds {
            win,
            trapped: share(&tally.trapped),
            unfinished: share(&tally.unfinished),
            throws: tally.throws.spread(tally.matches),
            rounds: tally.rounds.spread(tally.matches),
            lengths: tally.lengths.iter().take(LENGTHS).map(share).collect(),
            visits,
            games: Some(tally.matches),
        }
    }
}

impl Course {
    fn new(simulation: &Simulation) -> Course {
        Course {
            cells: simulation.cells.clone(),
            holds: simulation.holds.clone(),
            busy: vec![0; simulation.waits.len()],
            trapped: 0,
        }
    }

    fn set(&mut self, from: &Simulation) {
        self.cells.copy_from_slice(&from.cells);
        self.holds.copy_from_slice(&from.holds);
        self.trapped = self.holds.iter().filter(|hold| **hold == TRAPPED).count();
        for (seat, &cell) in self.cells.iter().enumerate() {
            self.busy[usize::from(cell)] = seat as u8 + 1;
        }
        self.busy[0] = 0;
    }

    fn clear(&mut self) {
        for &cell in &self.cells {
            self.busy[usize::from(cell)] = 0;
        }
    }

    /// The pawn comes down on `cell`; who stands there goes to `from` and waits there for `wait`.
    fn land(&mut self, seat: usize, from: u16, cell: u16, hold: u8, wait: u8) {
        let me = seat as u8 + 1;
        self.busy[usize::from(from)] = 0;
        let other = self.busy[usize::from(cell)];
        if other != 0 {
            let other_seat = usize::from(other) - 1;
            self.trapped -= usize::from(self.holds[other_seat] == TRAPPED);
            self.cells[other_seat] = from;
            self.holds[other_seat] = wait;
            self.busy[usize::from(from)] = other;
        }
        self.busy[usize::from(cell)] = me;
        self.busy[0] = 0;
        self.cells[seat] = cell;
        self.holds[seat] = hold;
        self.trapped += usize::from(hold == TRAPPED);
    }
}

/// The sum of the dice by one random number, whatever the dice: each column of the table holds
/// its own sum up to a limit, and one other beyond it (Walker's method).
#[derive(Clone, Debug)]
struct Loaded(Vec<Column>);

#[derive(Clone, Copy, Debug)]
struct Column {
    limit: u32,
    other: u32,
}

impl Loaded {
    fn new(weights: &[f64]) -> Loaded {
        let mean = weights.iter().sum::<f64>() / weights.len() as f64;
        let mut filled: Vec<f64> = weights.iter().map(|weight| weight / mean).collect();
        let mut columns: Vec<Column> = (0..weights.len() as u32)
            .map(|column| Column { limit: u32::MAX, other: column })
            .collect();
        let (mut low, mut high): (Vec<usize>, Vec<usize>) =
            (0..weights.len()).partition(|&column| filled[column] < 1.0);
        while let (Some(small), Some(&large)) = (low.pop(), high.last()) {
            let limit = (filled[small] * f64::from(u32::MAX)) as u32;
            columns[small] = Column { limit, other: large as u32 };
            filled[large] -= 1.0 - filled[small];
            if filled[large] < 1.0 {
                high.pop();
                low.push(large);
            }
        }
        Loaded(columns)
    }

    /// The upper half of the number picks the column, the lower half the place in it.
    fn pick(&self, random: u64) -> usize {
        let column = ((random >> 32) * self.0.len() as u64) >> 32;
        let Column { limit, other } = self.0[column as usize];
        if random as u32 <= limit { column as usize } else { other as usize }
    }
}

/// Steele, Lea and Flood's SplitMix64: one addition and a good stir, fast and even enough for dice.
struct SplitMix(u64);

impl SplitMix {
    /// Neighbouring seeds are stirred apart first.
    fn new(seed: u64) -> SplitMix {
        SplitMix(SplitMix(seed).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goose::Throw;
    use crate::play::Variant;

    /// The table plays the very match that the rules play, pawn by pawn.
    #[test]
    fn it_plays_by_the_rules() {
        for (stem, text) in Goose::BOARDS {
            let board = Board::parse(text).unwrap();
            let low = *board.dice().sums().start();
            for players in [1, 2, 3, 7, 40] {
                let mut game = Goose::start(std::sync::Arc::new(board.clone()), players);
                let mut random = SplitMix::new(players as u64);
                // From somewhere in the middle, where some are held.
                for _ in 0..5 * players {
                    let sum = low + (random.next() % 5) as u16;
                    let _ = game.play(&Throw::new(vec![sum]));
                }
                let simulation = Simulation::from(&game);
                let mut table = Course::new(&simulation);
                table.set(&simulation);
                if simulation.over.is_some() {
                    continue;
                }
                let mut steps = vec![0; simulation.landings.len()];
                let mut thrown = Vec::new();
                let (end, throws, _) = simulation.play(
                    &mut table,
                    || {
                        thrown.push(random.next());
                        thrown[thrown.len() - 1]
                    },
                    &mut steps,
                );
                for number in &thrown {
                    let sum = low + simulation.dice.pick(*number) as u16;
                    game.play(&Throw::new(vec![sum])).unwrap();
                }
                let expected = match game.turn() {
                    Turn::Over(Outcome::Win(seat)) => End::Won(seat.index()),
                    Turn::Over(_) => End::Trapped,
                    _ => End::GivenUp,
                };
                assert_eq!((end, throws as usize), (expected, thrown.len()), "{stem}");
                for seat in Seat::all(players) {
                    let home = end == End::Won(seat.index());
                    assert!(home || table.cells[seat.index()] == game.cell(seat), "{stem} {seat}");
                }
            }
        }
    }

    #[test]
    fn the_dice_are_fair() {
        let weights = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
        let dice = Loaded::new(&weights);
        let mut counts = [0_u32; 11];
        let mut random = SplitMix::new(7);
        for _ in 0..360_000 {
            counts[dice.pick(random.next())] += 1;
        }
        for (count, weight) in counts.iter().zip(weights) {
            let expected = weight * 10_000.0;
            assert!((f64::from(*count) - expected).abs() < 4.0 * expected.sqrt(), "{counts:?}");
        }
    }
}

//! What the claims about Connect Four's solver rest on:
//! `cargo bench --profile quick --bench connect4 [SET=COUNT]...`.
//!
//! One core, no book, the table cleared before each position. The sets are other people's and not
//! in this repository: they are read from '../shared/data/connect4.txt', or from wherever
//! CONNECT4_POSITIONS says, as lines SET MOVES SCORE. Without them, positions of random play.

use std::env;
use std::fs;
use std::time::{Duration, Instant};

use parlour::games::connect4::solver::{Position, Solver, TABLE_BYTES};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Mean times in microseconds that half of the best known solvers' would be.
const GOALS: [(&str, f64); 6] = [
    ("end-easy", 5.5),
    ("middle-easy", 32.0),
    ("middle-medium", 1300.0),
    ("begin-easy", 220.0),
    ("begin-medium", 56_000.0),
    ("begin-hard", 850_000.0),
];
/// As many as the goals were measured with, where that is not all.
const USUAL: [(&str, usize); 2] = [("begin-medium", 100), ("begin-hard", 10)];

/// How long a set is measured at least.
const LEAST: Duration = Duration::from_millis(500);

struct Sample {
    set: String,
    position: Position,
    /// What others say it is.
    score: Option<i8>,
}

fn main() {
    let asked: Vec<(String, usize)> = env::args()
        .filter_map(|word| {
            let (set, count) = word.split_once('=')?;
            Some((set.to_owned(), count.parse().ok()?))
        })
        .collect();
    let file = env::var("CONNECT4_POSITIONS");
    let file = file.unwrap_or_else(|_| "../shared/data/connect4.txt".to_owned());
    let samples = match fs::read_to_string(&file) {
        Ok(text) => text.lines().filter_map(sample).collect(),
        Err(why) => {
            println!("{file}: {why}; positions of random play instead");
            random_play()
        }
    };
    let mut solver = Solver::new(TABLE_BYTES);
    println!("set             positions      mean us        goal   mean nodes  wrong");
    for set in samples.chunk_by(|a, b| a.set == b.set) {
        let name = set[0].set.as_str();
        let usual = USUAL.iter().find(|(set, _)| *set == name).map(|(_, count)| *count);
        let count = match asked.iter().find(|(set, _)| set == name) {
            Some((_, count)) => *count,
            None if asked.is_empty() => usual.unwrap_or(usize::MAX),
            None => continue,
        };
        measure(&mut solver, name, &set[..count.min(set.len())]);
    }
}

/// A line of the file.
fn sample(line: &str) -> Option<Sample> {
    let mut words = line.split_whitespace();
    let (set, moves, score) = (words.next()?, words.next()?, words.next()?);
    let position = Position::from_moves(moves)?;
    Some(Sample { set: set.to_owned(), position, score: score.parse().ok() })
}

fn random_play() -> Vec<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut samples = Vec::new();
    for (set, discs, count) in [("late", 30, 200), ("middle", 20, 100), ("early", 12, 20)] {
        while samples.iter().filter(|sample: &&Sample| sample.set == set).count() < count {
            let mut position = Position::new();
            for _ in 0..3 * discs {
                let column = rng.random_range(0..7);
                let playable = position.can_play(column) && !position.is_winning_move(column);
                if playable && position.moves() < discs {
                    position.play(column);
                }
            }
            if position.moves() == discs {
                samples.push(Sample { set: set.to_owned(), position, score: None });
            }
        }
    }
    samples
}

fn measure(solver: &mut Solver, set: &str, samples: &[Sample]) {
    let clock = Clock::start();
    let (mut nodes, mut wrong, mut solves) = (0, 0, 0);
    let mut time = Duration::ZERO;
    // Quick sets are solved again and again: the system counts processor time in coarse ticks.
    while time < LEAST {
        for sample in samples {
            solver.clear();
            let solved = solver.solve(&sample.position, &|| false).expect("nobody stops it");
            nodes += solved.nodes;
            wrong += u32::from(sample.score.is_some_and(|score| score != solved.score));
            solves += 1;
        }
        time = clock.spent();
    }
    let many = f64::from(solves);
    let goal = GOALS.iter().find(|(name, _)| *name == set);
    let goal = goal.map_or(String::new(), |(_, goal)| format!("{goal:.1}"));
    println!(
        "{set:14}  {:>9}  {:>11.2}  {goal:>10}  {:>11.1}  {wrong:>5}",
        samples.len(),
        time.as_secs_f64() * 1e6 / many,
        nodes as f64 / many,
    );
}

/// The processor time of this thread where the system tells it, so that other work on the machine
/// does not count; elsewhere the time on the wall.
struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { wall: Instant::now(), processor: processor_time() }
    }

    fn spent(&self) -> Duration {
        match (processor_time(), self.processor) {
            (Some(now), Some(before)) => now - before,
            _ => self.wall.elapsed(),
        }
    }
}

fn processor_time() -> Option<Duration> {
    let spent = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    spent.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

//! Lets Sogo's expert learn from matches against itself. Stop it at any time and start it again
//! with the same folder: the matches that were played are kept.
//!
//! ```text
//! cargo run --release --example learn_sogo FOLDER [GENERATIONS GAMES NODES]
//! ```
//!
//! Each generation plays GAMES matches with the weights of the one before, looking at NODES
//! positions a move, and learns from each quiet position how the match ended and what the search
//! thought of it. FOLDER gets the matches (not for the repository) and the weights of each
//! generation; the weights in the program are `config/weights/sogo.txt`.

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;
use std::{env, io};

use parlour::games::sogo::expert::{COUNT, Expert, Outlook, UNIT, Weights, features, read, write};
use parlour::games::sogo::{Board, Sogo};
use parlour::play::{Game, Outcome, Seat, Turn, Variant};
use parlour::search::Budget;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Done<T> = Result<T, Box<dyn Error>>;

/// How often all positions are gone through.
const ROUNDS: usize = 12;
/// How much the result counts, beside what the search thought.
const RESULT: f64 = 0.6;
/// How much the first positions change a weight, in log-odds.
const RATE: f64 = 0.05;
/// Keeps the weights of what is seldom seen small.
const DECAY: f64 = 1e-4;

/// A position from a match.
struct Sample {
    features: Vec<u32>,
    /// How good it is for red, from 0 to 1.
    target: f64,
}

fn main() -> Done<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize, default: u64| arguments.get(at).map_or(Ok(default), |it| it.parse());
    let folder = Path::new(arguments.first().ok_or("expected a FOLDER for the matches")?);
    let (generations, games, nodes) = (number(1, 2)?, number(2, 12_000)?, number(3, 400)?);
    fs::create_dir_all(folder)?;
    let mut numbers = beginning();
    for generation in 1..=generations {
        let weights_file = folder.join(format!("weights-{generation}.txt"));
        if let Ok(text) = fs::read_to_string(&weights_file) {
            numbers = read(&text)?;
            continue;
        }
        let matches_file = folder.join(format!("matches-{generation}.txt"));
        play(&matches_file, &Weights::new(&numbers), games, nodes)?;
        let samples = load(&matches_file)?;
        println!("generation {generation}: {} positions", samples.len());
        numbers = learn(&samples, generation);
        fs::write(&weights_file, write(&numbers))?;
    }
    Ok(())
}

/// What anybody would think: open lines are good, the more the fuller.
fn beginning() -> Vec<i16> {
    const WORTH: [i16; 5] = [0, 6, 24, 30, 0];
    let mut numbers = vec![0; COUNT];
    for (at, number) in numbers.iter_mut().take(18 * 81).enumerate() {
        let digits = [at % 81 / 27, at % 27 / 9, at % 9 / 3, at % 3];
        let count = |digit| digits.iter().filter(|other| **other == digit).count();
        *number = match (count(1), count(2)) {
            (red, 0) => WORTH[red],
            (0, yellow) => -WORTH[yellow],
            _ => 0,
        };
    }
    numbers
}

/// Plays what is missing of the matches, one line of text for each.
fn play(file: &Path, weights: &Weights, games: u64, nodes: u64) -> io::Result<()> {
    let played = match File::open(file) {
        Ok(file) => BufReader::new(file).lines().map_while(Result::ok).count() as u64,
        Err(_) => 0,
    };
    let mut out = OpenOptions::new().create(true).append(true).open(file)?;
    for game in played..games {
        writeln!(out, "{}", one_match(weights, game, nodes))?;
        if game % 500 == 499 {
            println!("{} of {games} matches", game + 1);
        }
    }
    Ok(())
}

/// A match: its result for red, then `red yellow score` for each quiet position.
fn one_match(weights: &Weights, seed: u64, nodes: u64) -> String {
    let board = Board::parse(Sogo::BOARDS[0].1).expect("the bundled board is good");
    let mut state = Sogo::start(Arc::new(board), 2);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut experts = [2 * seed, 2 * seed + 1].map(|seed| Expert::with(weights, seed).small());
    // Matches must differ, so they begin at random, and now and then somebody errs.
    let opening = rng.random_range(0..12);
    let mut told = String::new();
    for ply in 0.. {
        let Turn::Decide(seat) = state.turn() else { break };
        let opinion = experts[seat.index()].think(&state, &Budget::nodes(nodes), |_| {});
        let legal = state.legal_moves();
        let strays = ply < opening || rng.random_ratio(1, 25);
        let decided = !matches!(opinion.outlook, Outlook::Open(_));
        if let Outlook::Open(score) = opinion.outlook {
            let score = if seat == Seat::FIRST { score } else { -score };
            let (red, yellow) = (state.beads(Seat::FIRST), state.beads(Seat::SECOND));
            told.push_str(&format!(" {red:x} {yellow:x} {score}"));
        }
        let any = legal.choose(&mut rng).copied();
        let peg = any.filter(|_| strays && !decided).unwrap_or(opinion.best);
        state.play_unchecked(&peg);
    }
    let result = match state.turn() {
        Turn::Over(Outcome::Win(Seat::FIRST)) => 1.0,
        Turn::Over(Outcome::Win(_)) => 0.0,
        _ => 0.5,
    };
    format!("{result}{told}")
}

fn load(file: &Path) -> Done<Vec<Sample>> {
    let mut samples = Vec::new();
    for line in BufReader::new(File::open(file)?).lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        let result: f64 = words[0].parse()?;
        for position in words[1..].chunks_exact(3) {
            let beads = |word| u64::from_str_radix(word, 16);
            let score: f64 = position[2].parse()?;
            let features = features(beads(position[0])?, beads(position[1])?);
            samples.push(Sample {
                features: features.into_iter().map(|at| at as u32).collect(),
                target: RESULT * result + (1.0 - RESULT) * chance(score / UNIT),
            });
        }
    }
    Ok(samples)
}

/// The chance that log-odds mean.
fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Logistic regression: goes through the positions in any order and moves the weights of each
/// towards what was right, those that have moved much already the least.
fn learn(samples: &[Sample], seed: u64) -> Vec<i16> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut weights = vec![0_f64; COUNT];
    let mut moved = vec![1e-4_f64; COUNT];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for round in 1..=ROUNDS {
        order.shuffle(&mut rng);
        let mut loss = 0.0;
        for sample in order.iter().map(|at| &samples[*at]) {
            let odds: f64 = sample.features.iter().map(|at| weights[*at as usize]).sum();
            let error = chance(odds) - sample.target;
            loss += error * error;
            for at in &sample.features {
                let at = *at as usize;
                moved[at] += error * error;
                let step = error + DECAY * weights[at];
                weights[at] -= RATE * step / moved[at].sqrt();
            }
        }
        println!("round {round}: off by {:.4}", (loss / samples.len() as f64).sqrt());
    }
    let round = |weight: f64| (weight * UNIT).round().clamp(-3000.0, 3000.0) as i16;
    weights.into_iter().map(round).collect()
}

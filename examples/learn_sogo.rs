//! Lets Sogo's expert learn from matches against itself. Stop it at any time and start it again
//! with the same folder: the matches that were played are kept.
//!
//! ```text
//! cargo run --release --example learn_sogo FOLDER [GENERATIONS GAMES NODES]
//! ```
//!
//! Each generation plays GAMES matches with the weights of the one before, looking at NODES
//! positions a move, and learns from each quiet position, of those matches and of the generation
//! before, how the match ended and what the search thought of it. FOLDER gets the matches (not
//! for the repository) and the weights of each generation; the weights in the program are
//! `config/weights/sogo.txt`. To go on from them rather than from nothing, put them into FOLDER as
//! `weights-0.txt`.

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;
use std::{env, io};

use parlour::games::sogo::expert::{
    COUNT, Expert, Outlook, UNIT, Weights, features, lines_of_numbers, read, write,
};
use parlour::games::sogo::{Board, Peg, Sogo};
use parlour::play::{Game, Outcome, Seat, Turn, Variant};
use parlour::search::Budget;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

type Done<T> = Result<T, Box<dyn Error>>;

/// How often all positions are gone through.
const ROUNDS: usize = 8;
/// How much the result counts, beside what the search thought.
const RESULT: f64 = 0.6;
/// One position in so many is not learnt from.
const HELD_BACK: usize = 20;
/// How much the first positions change a weight, in log-odds.
const RATE: f64 = 0.05;
/// Keeps the weights of what is seldom seen small.
const DECAY: f64 = 1e-4;

/// A position from a match.
struct Sample {
    /// What speaks for or against it, and how much each counts.
    features: Vec<(u16, f32)>,
    /// How good it is for red, from 0 to 1.
    target: f64,
}

fn main() -> Done<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize, default: u64| arguments.get(at).map_or(Ok(default), |it| it.parse());
    let folder = Path::new(arguments.first().ok_or("expected a FOLDER for the matches")?);
    let (generations, games, nodes) = (number(1, 3)?, number(2, 24_000)?, number(3, 2_000)?);
    fs::create_dir_all(folder)?;
    let mut numbers = match fs::read_to_string(folder.join("weights-0.txt")) {
        Ok(text) => read(&text)?,
        Err(_) => beginning(),
    };
    for generation in 1..=generations {
        let weights_file = folder.join(format!("weights-{generation}.txt"));
        if let Ok(text) = fs::read_to_string(&weights_file) {
            numbers = read(&text)?;
            continue;
        }
        let matches_file = folder.join(format!("matches-{generation}.txt"));
        play(&matches_file, &Weights::new(&numbers), games, nodes)?;
        let before = folder.join(format!("matches-{}.txt", generation - 1));
        let mut samples = if before.exists() { load(&before)? } else { Vec::new() };
        samples.extend(load(&matches_file)?);
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
    for (at, digits) in lines_of_numbers() {
        let count = |digit| digits.iter().filter(|other| **other == digit).count();
        numbers[at] = match (count(1), count(2)) {
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
    // Matches must differ, so they begin at random, and half of them go astray once. What was
    // thought before that says nothing about the result.
    let opening = rng.random_range(0..10);
    let astray = rng.random_range(opening..80);
    let mut told = String::new();
    let mut result = 0.5;
    for ply in 0.. {
        let Turn::Decide(seat) = state.turn() else { break };
        if ply < opening || ply == astray {
            let legal = state.legal_moves();
            state.play_unchecked(legal.choose(&mut rng).expect("somebody is to move"));
            told.clear();
            continue;
        }
        let opinion = experts[seat.index()].think(&state, &Budget::nodes(nodes), &mut |_| {});
        let for_red = |value: i32| if seat == Seat::FIRST { value } else { -value };
        let certain = match opinion.outlook {
            Outlook::Open(score) => {
                if quiet(&state) {
                    let (red, yellow) = (state.beads(Seat::FIRST), state.beads(Seat::SECOND));
                    told.push_str(&format!(" {red:x} {yellow:x} {}", for_red(score)));
                }
                state.play_unchecked(&opinion.best);
                continue;
            }
            Outlook::Wins(_) => 1,
            Outlook::Draw => 0,
            Outlook::Loses(_) => -1,
        };
        // The rest would only cost time.
        result = f64::from(1 + for_red(certain)) / 2.0;
        break;
    }
    if let Turn::Over(Outcome::Win(seat)) = state.turn() {
        result = if seat == Seat::FIRST { 1.0 } else { 0.0 };
    }
    format!("{result}{told}")
}

/// Whether no threat has to be stopped now: only then the search guesses.
fn quiet(state: &Sogo) -> bool {
    let threats = state.threats(state.to_move().next(2));
    let stops = |peg: &Peg| {
        state.landing(*peg).is_some_and(|level| threats >> (16 * level + peg.index()) & 1 != 0)
    };
    !state.legal_moves().iter().any(stops)
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
                features: features.into_iter().map(|(at, by)| (at as u16, by as f32)).collect(),
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

/// The log-odds of a position for red.
fn odds(weights: &[f64], sample: &Sample) -> f64 {
    sample.features.iter().map(|(at, by)| weights[usize::from(*at)] * f64::from(*by)).sum()
}

/// Logistic regression: goes through the positions in any order and moves the weights of each
/// towards what was right, those that have moved much already the least. The mean of the later
/// rounds is steadier than the last one.
fn learn(samples: &[Sample], seed: u64) -> Vec<i16> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut weights = vec![0_f64; COUNT];
    let mut moved = vec![1e-4_f64; COUNT];
    let mut mean = vec![0_f64; COUNT];
    // The last ones only say how well the rest was learnt.
    let (known, unseen) = samples.split_at(samples.len() - samples.len() / HELD_BACK);
    let mut order: Vec<usize> = (0..known.len()).collect();
    for round in 1..=ROUNDS {
        order.shuffle(&mut rng);
        let mut loss = 0.0;
        for sample in order.iter().map(|at| &known[*at]) {
            let error = chance(odds(&weights, sample)) - sample.target;
            loss += error * error;
            for (at, by) in &sample.features {
                let (at, by) = (usize::from(*at), f64::from(*by));
                moved[at] += (error * by).powi(2);
                let step = (error + DECAY * weights[at]) * by;
                weights[at] -= RATE * step / moved[at].sqrt();
            }
        }
        if round > ROUNDS / 2 {
            let share = 1.0 / (ROUNDS - ROUNDS / 2) as f64;
            mean.iter_mut().zip(&weights).for_each(|(mean, weight)| *mean += share * weight);
        }
        let off = |sample: &Sample| (chance(odds(&weights, sample)) - sample.target).powi(2);
        println!(
            "round {round}: off by {:.4}, by {:.4} on what it hasn't seen",
            (loss / known.len() as f64).sqrt(),
            (unseen.iter().map(off).sum::<f64>() / unseen.len() as f64).sqrt()
        );
    }
    let round = |weight: f64| (weight * UNIT).round().clamp(-3000.0, 3000.0) as i16;
    mean.into_iter().map(round).collect()
}

//! What Gobblet's solver and rules cost: `cargo bench --bench gobblet`, or with `--profile quick`
//! where linking takes too long.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour::games::gobblet::{Board, Gobblet, Solver};
use parlour::play::{Game, Variant};
use parlour::search::{Budget, Cancel, Limit};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Positions whose every move is valued.
const SAMPLE: usize = 100;
/// Random matches for counting generated moves.
const MATCHES: usize = 2_000;

fn main() {
    for (name, text) in Gobblet::BOARDS {
        let board = Arc::new(Board::parse(text).expect("the bundled board is good"));
        if Solver::plays(&board).is_ok() {
            prove(name, &board);
            analyse(name, &board);
        }
        generate(name, &board);
    }
}

fn unlimited() -> Budget {
    Budget::new(Limit::Nodes(u64::MAX), Cancel::default())
}

fn solver(board: &Board) -> Solver {
    Solver::new(board).expect("the board can be solved")
}

/// The empty board, by a solver that has seen nothing yet.
fn prove(name: &str, board: &Arc<Board>) {
    let start = Gobblet::start(Arc::clone(board), 2);
    let begun = Instant::now();
    let mut solver = solver(board);
    let value = solver.value(&start, &unlimited()).expect("nothing stops the solver");
    let (nodes, time) = (solver.nodes(), begun.elapsed());
    println!("{name:9} empty board {value:4} {nodes:>9} nodes {time:>10.1?}");
}

/// The value of every legal move, each time from nothing, at positions of random play.
fn analyse(name: &str, board: &Arc<Board>) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut nodes, mut whole, mut worst) = (0, Duration::ZERO, Duration::ZERO);
    for _ in 0..SAMPLE {
        let plies = rng.random_range(0..16);
        let state = walk(board, plies, &mut rng);
        let begun = Instant::now();
        let mut solver = solver(board);
        for mv in state.legal_moves() {
            solver.value_after(&state, mv, &unlimited()).expect("nothing stops the solver");
        }
        let time = begun.elapsed();
        nodes += solver.nodes();
        whole += time;
        worst = worst.max(time);
    }
    let (nodes, mean) = (nodes / SAMPLE as u64, whole / SAMPLE as u32);
    println!("{name:9} analysis         {nodes:>9} nodes {mean:>10.1?}, at worst {worst:.1?}");
}

/// Moves generated and played by the rules.
fn generate(name: &str, board: &Arc<Board>) {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut moves = 0;
    let begun = Instant::now();
    for _ in 0..MATCHES {
        let mut state = Gobblet::start(Arc::clone(board), 2);
        loop {
            let legal = state.legal_moves();
            if legal.is_empty() {
                break;
            }
            moves += legal.len();
            state.play_unchecked(&legal[rng.random_range(0..legal.len())]);
        }
    }
    let rate = moves as f64 / begun.elapsed().as_secs_f64() / 1e6;
    println!("{name:9} rules             {rate:8.1} million moves a second");
}

/// A position after so many random moves, or fewer where the match would be over.
fn walk(board: &Arc<Board>, plies: usize, rng: &mut ChaCha8Rng) -> Gobblet {
    let mut state = Gobblet::start(Arc::clone(board), 2);
    for _ in 0..plies {
        let legal = state.legal_moves();
        let mut next = state.clone();
        next.play_unchecked(&legal[rng.random_range(0..legal.len())]);
        if next.turn().is_over() {
            break;
        }
        state = next;
    }
    state
}

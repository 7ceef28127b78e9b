//! One player alone, exactly: the pawn's cells are the states of an absorbing Markov chain, with
//! the last cell and the traps as its ends.

use super::{Odds, Spread};
use crate::games::goose::{Board, Effect};

/// Additions and multiplications the list of lengths may cost.
const LENGTHS_COST: usize = 20_000_000;
/// A list of lengths is complete when so little is missing.
const ENOUGH: f64 = 1e-13;

/// The figures for one player, up to rounding.
pub fn exact(board: &Board) -> Odds {
    let chain = Chain::new(board);
    let factors = Factors::new(&chain);
    // How many throws are made from each state, from each one on, and how many turns pass.
    let made = factors.solve_left();
    let throws_left = factors.solve(vec![1.0; chain.states.len()]);
    let turns_left =
        factors.solve(chain.rows.iter().map(|row| 1.0 + row.sum_of(|to| chain.wait[to])).collect());

    let mut win = 0.0;
    let mut trapped = 0.0;
    let mut squared_throws = 0.0;
    let mut squared_turns = 0.0;
    for ((state, row), times) in chain.rows.iter().enumerate().zip(&made) {
        win += times * row.home;
        trapped += times * row.trap;
        squared_throws += times * (2.0 * throws_left[state] - 1.0);
        // A throw and the wait it leads to take `cost` turns, and then `turns_left` follow.
        squared_turns += times * (row.home + row.trap);
        squared_turns += times
            * row.sum_of(|to| {
                let cost = 1.0 + chain.wait[to];
                cost * (cost + 2.0 * turns_left[to])
            });
    }
    let spread =
        |mean: f64, square: f64| Spread { mean, sd: (square - mean * mean).max(0.0).sqrt() };
    Odds {
        win: vec![win],
        trapped,
        unfinished: 0.0,
        throws: spread(throws_left[0], squared_throws),
        rounds: spread(turns_left[0], squared_turns),
        lengths: chain.lengths(),
        visits: chain.visits(board, &made),
        games: None,
    }
}

/// The cells a lone pawn can throw from, the start first, and where a throw takes it.
struct Chain {
    states: Vec<u16>,
    rows: Vec<Row>,
    /// The turns one waits on arriving at a state.
    wait: Vec<f64>,
    /// The chance of each sum, from the smallest.
    chances: Vec<f64>,
}

/// The chances of one throw from a state.
#[derive(Clone, Default)]
struct Row {
    to: Vec<(usize, f64)>,
    home: f64,
    trap: f64,
}

impl Row {
    fn sum_of(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.to.iter().map(|&(to, chance)| chance * value(to)).sum()
    }
}

impl Chain {
    fn new(board: &Board) -> Chain {
        let weights = board.dice().weights();
        let total: f64 = weights.iter().sum();
        let chances: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
        let visited = board.fewest_throws();
        let free = |&cell: &u16| {
            visited[usize::from(cell)].is_some() && board.effect(cell) != Effect::Trap
        };
        let states: Vec<u16> = (0..board.last()).filter(free).collect();
        let mut index = vec![usize::MAX; board.cells().len()];
        for (state, &cell) in states.iter().enumerate() {
            index[usize::from(cell)] = state;
        }
        let row = |&from: &u16| {
            let mut row = Row::default();
            for (sum, chance) in board.dice().sums().zip(&chances) {
                let end = board.journey(from, sum).end();
                if end == board.last() {
                    row.home += chance;
                } else if board.effect(end) == Effect::Trap {
                    row.trap += chance;
                } else {
                    row.to.push((index[usize::from(end)], *chance));
                }
            }
            row
        };
        let wait = |&cell: &u16| match board.effect(cell) {
            Effect::Wait(turns) => f64::from(turns),
            _ => 0.0,
        };
        Chain {
            rows: states.iter().map(row).collect(),
            wait: states.iter().map(wait).collect(),
            states,
            chances,
        }
    }

    /// The share of matches that take exactly 0, 1, 2 ... throws, until hardly any are left or it
    /// would take too long.
    fn lengths(&self) -> Vec<f64> {
        let cost: usize = self.rows.iter().map(|row| row.to.len() + 2).sum();
        let mut lengths = vec![0.0];
        let mut now = vec![0.0; self.rows.len()];
        now[0] = 1.0;
        let mut left = 1.0;
        while left > ENOUGH && lengths.len() * cost < LENGTHS_COST {
            let mut next = vec![0.0; now.len()];
            let mut ended = 0.0;
            for (row, here) in self.rows.iter().zip(&now).filter(|(_, here)| **here > 0.0) {
                ended += here * (row.home + row.trap);
                for &(to, chance) in &row.to {
                    next[to] += here * chance;
                }
            }
            now = next;
            left = now.iter().sum();
            lengths.push(ended);
        }
        lengths
    }

    fn visits(&self, board: &Board, made: &[f64]) -> Vec<f64> {
        let mut visits = vec![0.0; board.cells().len()];
        for (&from, times) in self.states.iter().zip(made) {
            for (sum, chance) in board.dice().sums().zip(&self.chances) {
                let way = board.journey(from, sum);
                visits[usize::from(way.reached)] += times * chance;
                if let Some(to) = way.jump {
                    visits[usize::from(to)] += times * chance;
                }
            }
        }
        visits
    }
}

/// The matrix 1 - P of the chain as a product of a lower and an upper triangle, in one square.
///
/// Its diagonal outweighs each row, so nothing needs to be reordered; and since the cells come in
/// the order of the track, nearly all of it below the diagonal stays empty: only bounces and
/// teleports lead back. Zeros are skipped, which makes a thousand cells a matter of milliseconds.
struct Factors {
    size: usize,
    cells: Vec<f64>,
}

impl Factors {
    fn new(chain: &Chain) -> Factors {
        let size = chain.rows.len();
        let mut cells = vec![0.0; size * size];
        for (from, row) in chain.rows.iter().enumerate() {
            cells[from * size + from] = 1.0;
            for &(to, chance) in &row.to {
                cells[from * size + to] -= chance;
            }
        }
        let mut filled: Vec<usize> = Vec::new();
        for pivot in 0..size {
            let (above, below) = cells.split_at_mut((pivot + 1) * size);
            let top = &above[pivot * size..];
            filled.clear();
            filled.extend((pivot + 1..size).filter(|&column| top[column] != 0.0));
            for row in below.chunks_exact_mut(size) {
                if row[pivot] != 0.0 {
                    row[pivot] /= top[pivot];
                    let factor = row[pivot];
                    for &column in &filled {
                        row[column] -= factor * top[column];
                    }
                }
            }
        }
        Factors { size, cells }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    /// x with (1 - P) x = `right`.
    fn solve(&self, right: Vec<f64>) -> Vec<f64> {
        let mut x = right;
        for row in 0..self.size {
            let known: f64 = self.row(row)[..row].iter().zip(&x).map(|(a, x)| a * x).sum();
            x[row] -= known;
        }
        for row in (0..self.size).rev() {
            let (head, tail) = x.split_at_mut(row + 1);
            let known: f64 = self.row(row)[row + 1..].iter().zip(tail).map(|(a, x)| a * *x).sum();
            head[row] = (head[row] - known) / self.row(row)[row];
        }
        x
    }

    /// x with x (1 - P) = (1, 0, 0 ...): how often each state is met, from the first.
    fn solve_left(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.size];
        x[0] = 1.0;
        for row in 0..self.size {
            x[row] /= self.row(row)[row];
            let factor = x[row];
            for (x, a) in x[row + 1..].iter_mut().zip(&self.row(row)[row + 1..]) {
                *x -= factor * a;
            }
        }
        for row in (0..self.size).rev() {
            let factor = x[row];
            for (x, a) in x.iter_mut().zip(&self.row(row)[..row]) {
                *x -= factor * a;
            }
        }
        x
    }
}

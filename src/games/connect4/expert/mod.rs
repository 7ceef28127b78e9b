//! A player for boards of every size that fits into 128 bits, and exact values for small ones.
//! The solver of 7 x 6 is quicker, but knows no other board.
//!
//! - `grid`: a board as bits.
//! - `search`: the search.

mod grid;
mod search;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::{Board, Column, Connect4};
use crate::play::Seat;
use crate::search::{Bot, Budget, Table};
use grid::{Bits, Grid, each};
use search::{Entry, Node, Search, Value, WIN};

/// 2^19 pairs of slots of 16 bytes are 16 MB.
const TABLE_BITS: u32 = 19;
/// Boards of at most so many free cells are solved.
const SMALL: usize = 36;

/// Thinks about positions of one board, and goes on from what it thought before.
pub trait Thinker: Send {
    /// The column that looks best, as far as the budget allows, looking at most so many discs
    /// ahead; the seed decides among equals.
    fn best(&mut self, state: &Connect4, deepest: u8, seed: u64, budget: &Budget) -> Judged;

    /// Who wins when nobody errs: positive for the player to move, and 0 a draw. The number says
    /// how many discs the winner keeps after the winning one, plus 1. None if the budget is spent;
    /// a thousand positions count as one.
    fn score(&mut self, state: &Connect4, budget: &Budget) -> Option<i32>;

    /// Whether the score is at least so much.
    fn at_least(&mut self, state: &Connect4, score: i32, budget: &Budget) -> Option<bool>;

    /// How many positions were looked at in all.
    fn nodes(&self) -> u64;
}

/// What a search without an end thinks of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The best column.
    pub best: Column,
    /// How good it looks: a guess, or a score if it is decided.
    pub worth: Worth,
    /// How many discs it has looked ahead.
    pub depth: u8,
}

/// What a search without an end knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// As [`Thinker::score`] counts.
    Decided(i32),
    /// About 50 is a good threat.
    Guess(i32),
}

/// One for this board; none if it has too many cells.
pub fn thinker(board: &Board) -> Option<Box<dyn Thinker>> {
    fn boxed<B: Bits>(grid: Grid<B>) -> Box<dyn Thinker> {
        Box::new(Mind { grid, table: Table::new(TABLE_BITS), nodes: 0 })
    }
    let [columns, rows, connect] =
        [board.columns(), board.rows(), board.connect()].map(|side| side as u32);
    let narrow = Grid::<u64>::new(columns, rows, connect).map(boxed);
    narrow.or_else(|| Grid::<u128>::new(columns, rows, connect).map(boxed))
}

/// Whether a board fits into 64 bits with one spare row: then every position has an exact value
/// for those who can wait.
pub fn fits(board: &Board) -> bool {
    board.columns() * (board.rows() + 1) <= 64
}

/// Whether a board is small enough to be solved from its first move, while somebody waits.
pub fn solves(board: &Board) -> bool {
    let laid: usize = (0..board.columns()).map(|column| board.discs(column).len()).sum();
    fits(board) && board.columns() * board.rows() - laid <= SMALL
}

struct Mind<B> {
    grid: Grid<B>,
    table: Table<Entry>,
    nodes: u64,
}

impl<B: Bits> Mind<B> {
    fn node(&self, state: &Connect4) -> Node<B> {
        let (mut mover, mut other) = (B::NONE, B::NONE);
        for column in 0..self.grid.columns {
            for row in 0..state.height(column as usize) as u32 {
                let cell = self.grid.cell(column, row);
                if state.disc(column as usize, row as usize) == Some(state.to_move()) {
                    mover = mover | cell;
                } else {
                    other = other | cell;
                }
            }
        }
        Node::new(&self.grid, mover, other, state.to_move() == Seat::FIRST)
    }

    fn ask(&mut self, node: &Node<B>, score: i32, budget: &Budget) -> Option<bool> {
        let value = match score {
            1.. => WIN + score,
            0 => 0,
            _ => score - WIN,
        };
        let mut search = Search::new(self.grid, &mut self.table, budget);
        let answer = search.at_least(node, value);
        self.nodes += search.nodes;
        answer
    }
}

impl<B: Bits> Thinker for Mind<B> {
    fn best(&mut self, state: &Connect4, deepest: u8, seed: u64, budget: &Budget) -> Judged {
        let node = self.node(state);
        let mut cells: Vec<B> = each(node.candidates(&self.grid)).collect();
        let key = self.grid.key(node.mover, node.other).hash();
        cells.shuffle(&mut ChaCha8Rng::seed_from_u64(seed ^ key));
        let off = |cell: &B| (2 * self.grid.column_of(*cell) + 1).abs_diff(self.grid.columns);
        cells.sort_by_key(off);
        self.table.begin();
        let mut search = Search::new(self.grid, &mut self.table, budget);
        let (value, depth) = search.best(&node, &mut cells, deepest);
        self.nodes += search.nodes;
        let best = Column(self.grid.column_of(cells[0]) as u8);
        Judged { best, worth: worth_of(value), depth }
    }

    fn score(&mut self, state: &Connect4, budget: &Budget) -> Option<i32> {
        let node = self.node(state);
        let most = (self.grid.cells() - node.discs).div_ceil(2) as i32;
        self.table.begin();
        let (mut lower, mut upper) = if self.ask(&node, 1, budget)? {
            (1, most)
        } else if self.ask(&node, 0, budget)? {
            return Some(0);
        } else {
            (-most, -1)
        };
        while lower < upper {
            // Most wins come late, so the questions begin there.
            let asked = match lower {
                1.. => lower + (upper - lower + 2) / 3,
                _ => upper - (upper - lower - 1) / 3,
            };
            if self.ask(&node, asked, budget)? { lower = asked } else { upper = asked - 1 }
        }
        Some(lower)
    }

    fn at_least(&mut self, state: &Connect4, score: i32, budget: &Budget) -> Option<bool> {
        self.table.begin();
        self.ask(&self.node(state), score, budget)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

fn worth_of(value: Value) -> Worth {
    match value {
        WIN.. => Worth::Decided(value - WIN),
        value if value <= -WIN => Worth::Decided(value + WIN),
        value => Worth::Guess(value),
    }
}

/// A bot that looks as far as its budget and its depth allow.
pub struct Expert {
    thinker: Box<dyn Thinker>,
    deepest: u8,
    seed: u64,
}

impl Expert {
    /// None if the board has too many cells.
    pub fn new(board: &Board, deepest: u8, seed: u64) -> Option<Expert> {
        Some(Expert { thinker: thinker(board)?, deepest, seed })
    }
}

impl Bot<Connect4> for Expert {
    fn choose(&mut self, view: &Connect4, _: Seat, legal: &[Column], budget: &Budget) -> Column {
        match legal {
            [only] => *only,
            _ => self.thinker.best(view, self.deepest, self.seed, budget).best,
        }
    }
}

#[cfg(test)]
mod tests;

//! `minimax`, and what a position that is not decided looks like to it: the document's heuristics,
//! centre and longest line, for a search that has to stop somewhere.

use super::perfect;
use crate::games::connect4::expert::Expert;
use crate::games::connect4::rules::DIRECTIONS;
use crate::games::connect4::{Board, Column, Connect4};
use crate::play::Seat;
use crate::search::{AlphaBetaBot, Bot, Evaluate};

/// How many plies `minimax` looks ahead where others look further: deep enough to beat all below
/// it, and quick.
const PLIES: u8 = 8;

/// Where nothing is solved it is the strongest, and looks as far as time allows.
pub fn make(board: &Board, seed: u64) -> Box<dyn Bot<Connect4>> {
    match perfect::plays(board) {
        Ok(()) => Box::new(AlphaBetaBot::new(Lines::of(board), seed).to_depth(PLIES)),
        Err(_) => expert(board, seed),
    }
}

/// How many plies `keen` looks ahead, and which part of the opponent's answers it doesn't think of.
const KEEN_PLIES: u8 = 4;
const KEEN_OVERLOOKS: u64 = 8;

/// Looks a little ahead and overlooks a little.
pub fn keen(board: &Board, seed: u64) -> Box<dyn Bot<Connect4>> {
    let bot = AlphaBetaBot::new(Lines::of(board), seed);
    Box::new(bot.to_depth(KEEN_PLIES).overlooking(KEEN_OVERLOOKS))
}

/// As far as time allows.
pub fn expert(board: &Board, seed: u64) -> Box<dyn Bot<Connect4>> {
    match Expert::new(board, u8::MAX, seed) {
        Some(expert) => Box::new(expert),
        None => Box::new(AlphaBetaBot::new(Lines::of(board), seed)),
    }
}

/// A disc in the middle column counts this much more than one at the edge.
const CENTRE: i32 = 6;

/// Every line of `connect` cells on a board. One that holds discs of a single colour can still be
/// completed, and counts the more the longer it is.
pub struct Lines {
    connect: usize,
    columns: usize,
    /// The cells of all lines, `connect` after `connect`, as `(column, row)`.
    cells: Vec<(u8, u8)>,
}

impl Lines {
    pub fn of(board: &Board) -> Lines {
        let (columns, rows) = (board.columns() as i32, board.rows() as i32);
        let connect = board.connect();
        let mut cells = Vec::new();
        for (column, row) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
            for (dc, dr) in DIRECTIONS {
                let cell = |n: i32| (column + n * dc, row + n * dr);
                let (end_column, end_row) = cell(connect as i32 - 1);
                if end_column < columns && (0..rows).contains(&end_row) {
                    let line = (0..connect as i32).map(cell);
                    cells.extend(line.map(|(c, r)| (c as u8, r as u8)));
                }
            }
        }
        Lines { connect, columns: board.columns(), cells }
    }

    /// How many lines there are.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.cells.len() / self.connect
    }

    /// How close to the middle a column is, from 0 at the edge.
    fn central(&self, column: usize) -> i32 {
        column.min(self.columns - 1 - column) as i32
    }
}

impl Evaluate<Connect4> for Lines {
    fn score(&self, state: &Connect4, seat: Seat) -> i32 {
        let sign = |owner: Seat| if owner == seat { 1 } else { -1 };
        let mut score = 0;
        for line in self.cells.chunks_exact(self.connect) {
            let mut discs = [0; 2];
            for (column, row) in line {
                if let Some(owner) = state.disc(usize::from(*column), usize::from(*row)) {
                    discs[owner.index()] += 1;
                }
            }
            score += match discs {
                [0, many] => sign(Seat::SECOND) * weight(many),
                [many, 0] => sign(Seat::FIRST) * weight(many),
                _ => 0,
            };
        }
        let middle = self.central(self.columns / 2).max(1);
        for column in 0..self.columns {
            let worth = CENTRE * self.central(column) / middle;
            for row in 0..state.height(column) {
                score += state.disc(column, row).map_or(0, sign) * worth;
            }
        }
        score
    }

    fn key(&self, state: &Connect4) -> Option<u64> {
        Some(state.key())
    }

    fn promise(&self, _: &Connect4, drop: &Column) -> i32 {
        self.central(drop.index())
    }
}

/// What a line with so many discs of one colour is worth.
fn weight(discs: i32) -> i32 {
    discs * discs * discs
}

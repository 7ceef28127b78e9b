//! What every column of a position leads to, for puzzles.

use super::analysis::Prospect;
use super::exact::{book, position};
use super::expert::{Thinker, solves, thinker};
use super::solver::Solver;
use super::{Board, Column, Connect4};
use crate::search::{Budget, Oracle, Truth};

/// Puzzles begin late in a match, so a little memory is enough.
const TABLE_BYTES: usize = 8 << 20;

/// Knows the truth on the standard board and on small ones.
pub enum Knower {
    Standard(Solver),
    Small(Box<dyn Thinker>),
}

impl Knower {
    pub fn new(board: &Board) -> Option<Knower> {
        if board.is_standard() {
            return Some(Knower::Standard(Solver::new(TABLE_BYTES)));
        }
        thinker(board).filter(|_| solves(board)).map(Knower::Small)
    }

    fn score(&mut self, state: &Connect4, budget: &Budget) -> Option<i32> {
        match self {
            Knower::Standard(solver) => {
                let position = position(state)?;
                let stop = || budget.spent() || budget.out_of_time();
                let known = book().score(&position);
                known.or_else(|| Some(solver.solve(&position, &stop)?.score)).map(i32::from)
            }
            Knower::Small(thinker) => thinker.score(state, budget),
        }
    }
}

impl Oracle<Connect4> for Knower {
    fn truth(&mut self, state: &Connect4, _: u32, budget: &Budget) -> Option<Truth> {
        let score = self.score(state, budget)?;
        let cells = state.board().columns() * state.board().rows();
        Some(match Prospect::of_score(score, state.discs() as u32, cells as u32) {
            Prospect::Wins { moves } => Truth::Wins(2 * moves.unwrap_or(1) - 1),
            Prospect::Loses { moves } => Truth::Loses(2 * moves.unwrap_or(1)),
            Prospect::Draw | Prospect::Open { .. } => Truth::Draw,
        })
    }

    fn likeness(&self, state: &Connect4) -> String {
        let columns = state.board().columns();
        let text = |mirrored: bool| -> String {
            let column = |at: usize| {
                let column = if mirrored { columns - 1 - at } else { at };
                let discs = (0..state.height(column)).filter_map(|row| state.disc(column, row));
                discs.map(|seat| seat.to_string()).chain([" ".to_owned()]).collect::<String>()
            };
            (0..columns).map(column).collect()
        };
        text(false).min(text(true))
    }

    fn region(&self, state: &Connect4, column: &Column) -> String {
        let (columns, column) = (state.board().columns(), column.index());
        let first = column.saturating_sub(1).min(columns.saturating_sub(3));
        format!("Look at columns {} to {}.", first + 1, (first + 3).min(columns))
    }
}

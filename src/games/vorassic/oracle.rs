//! What every cell in reach leads to in small parks for two, for puzzles.

use super::bot::Solver;
use super::{Cell, Vorassic};
use crate::play::Game;
use crate::search::{Budget, Oracle, Truth, least_of_eight};

impl Oracle<Vorassic> for Solver {
    fn truth(&mut self, state: &Vorassic, _: u32, budget: &Budget) -> Option<Truth> {
        self.value(state, budget).map(Truth::Margin)
    }

    fn likeness(&self, state: &Vorassic) -> String {
        let heads: Vec<Cell> = crate::play::Seat::all(2).map(|seat| state.head(seat)).collect();
        let cell = |column: usize, row: usize| {
            let cell = Cell::new(column, row);
            let head = heads.iter().position(|head| *head == cell);
            match (state.owner(cell), head) {
                (Some(seat), Some(_)) => format!("@{seat}"),
                (Some(seat), None) => format!("o{seat}"),
                (None, _) if state.grid().is_wall(cell) => "#".to_owned(),
                (None, _) => state.grid().value(cell).to_string(),
            }
        };
        let board = least_of_eight(state.size(), cell);
        format!("{} {:?} {board}", state.mode().name(), state.turn().seat())
    }

    fn region(&self, state: &Vorassic, cell: &Cell) -> String {
        match state.grid().value(*cell) {
            1 => "Look at the cells that are worth 1 point.".to_owned(),
            points => format!("Look at the cells that are worth {points} points."),
        }
    }
}

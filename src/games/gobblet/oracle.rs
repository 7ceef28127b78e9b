//! What every move of a position on nine cells leads to, for puzzles.

use super::{Cell, Gobblet, Move, Solver, Value};
use crate::search::{Budget, Oracle, Truth, least_of_eight};

impl Oracle<Gobblet> for Solver {
    fn truth(&mut self, state: &Gobblet, _: u32, budget: &Budget) -> Option<Truth> {
        Some(match self.value(state, budget)? {
            Value::Win(plies) => Truth::Wins(plies.into()),
            Value::Draw => Truth::Draw,
            Value::Loss(plies) => Truth::Loses(plies.into()),
        })
    }

    fn likeness(&self, state: &Gobblet) -> String {
        let cell = |column: usize, row: usize| {
            let cell = Cell { column: column as u8, row: row as u8 };
            let stack = state.pieces().stack(cell.index(state.board().side()));
            let sign =
                |(seat, size): (crate::play::Seat, super::Size)| format!("{seat}{}", size.letter());
            stack.map(sign).chain([".".to_owned()]).collect()
        };
        let board = least_of_eight(state.board().side(), cell);
        format!("{:?} {} {board}", state.board().gobble(), state.to_move())
    }

    fn region(&self, state: &Gobblet, mv: &Move) -> String {
        match mv {
            Move::Place { size, .. } => format!("A {} piece from your house does it.", size.word()),
            Move::Shift { from, .. } => {
                let size = state.top(*from).map_or("", |(_, size)| size.word());
                format!("A {size} piece on the board does it.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::play::{Game, Variant};

    #[test]
    fn mirror_images_are_alike_and_other_positions_are_not() {
        let board = super::super::Board::parse(Gobblet::BOARDS[1].1).unwrap();
        let solver = Solver::new(&board);
        let like = |moves: &str| {
            let board = super::super::Board::parse(Gobblet::BOARDS[0].1).unwrap();
            let mut state = Gobblet::start(Arc::new(board), 2);
            for text in moves.split_whitespace() {
                state.play(&text.parse().unwrap()).unwrap();
            }
            solver.as_ref().map(|solver| solver.likeness(&state)).ok()
        };
        assert_eq!(like("S@a1 M@b1"), like("S@c3 M@c2"));
        assert_ne!(like("S@a1 M@b1"), like("S@a1 M@b2"));
    }
}

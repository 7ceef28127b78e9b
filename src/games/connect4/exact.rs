//! The solvers for those who deal in matches: positions of 7 x 6 as its solver sees them, its
//! opening book, and the answers of the command line. Knows how to ask, not how answers are found.

use std::sync::LazyLock;

use super::expert::Thinker;
use super::solver::book::Book;
use super::solver::{COLUMNS, Position, Solver, TABLE_BYTES};
use super::{Column, Connect4};
use crate::search::{Budget, Cancel, Exact, Limit, Solve};

/// The openings that were solved beforehand, by `cargo run --example make_book`.
pub fn book() -> &'static Book {
    static BOOK: LazyLock<Book> = LazyLock::new(|| {
        Book::from_bytes(include_bytes!("../../../config/books/connect4.bin"))
            .expect("the bundled book is whole, as a test says")
    });
    &BOOK
}

/// A position of the standard board, not over, as the solver sees it.
pub fn position(state: &Connect4) -> Option<Position> {
    if !state.board().is_standard() {
        return None;
    }
    let (mut mover, mut other) = (0, 0);
    for column in 0..state.board().columns() {
        for row in 0..state.height(column) {
            let cell = 1 << (column * 7 + row);
            if state.disc(column, row) == Some(state.to_move()) {
                mover |= cell;
            } else {
                other |= cell;
            }
        }
    }
    Position::from_bits(mover, other)
}

/// The columns of a set, as the solver gives it.
pub fn drops(columns: u8) -> Vec<Column> {
    (0..COLUMNS as u8).filter(|column| columns >> column & 1 != 0).map(Column).collect()
}

/// Answers `parlour solve` on small boards.
pub struct SmallAnswers {
    thinker: Box<dyn Thinker>,
}

impl SmallAnswers {
    pub fn new(thinker: Box<dyn Thinker>) -> SmallAnswers {
        SmallAnswers { thinker }
    }
}

impl Solve<Connect4> for SmallAnswers {
    fn solve(&mut self, state: &Connect4, cancel: &Cancel) -> Option<Exact> {
        let budget = Budget::new(Limit::Nodes(u64::MAX), cancel.clone());
        let before = self.thinker.nodes();
        let value = self.thinker.score(state, &budget)?.to_string();
        Some(Exact { value, nodes: Some(self.thinker.nodes() - before) })
    }
}

/// Answers `parlour solve`.
pub struct Answers {
    solver: Solver,
    book: Option<&'static Book>,
}

impl Answers {
    pub fn new(book: Option<&'static Book>) -> Answers {
        Answers { solver: Solver::new(TABLE_BYTES), book }
    }
}

impl Solve<Connect4> for Answers {
    fn solve(&mut self, state: &Connect4, cancel: &Cancel) -> Option<Exact> {
        let position = position(state)?;
        if let Some(score) = self.book.and_then(|book| book.score(&position)) {
            return Some(Exact { value: score.to_string(), nodes: Some(0) });
        }
        // Each position stands for itself, so that the effort for one says something.
        self.solver.clear();
        let solved = self.solver.solve(&position, &|| cancel.is_cancelled())?;
        Some(Exact { value: solved.score.to_string(), nodes: Some(solved.nodes) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Game, Session, Variant};

    pub fn state(moves: &str) -> Connect4 {
        let board = super::super::Board::parse(Connect4::BOARDS[0].1).unwrap();
        let mut session: Session<Connect4> = Session::new(&board, 2, 0);
        for text in Connect4::split_moves(&board, moves) {
            session.play_text(&text).unwrap();
        }
        session.state().clone()
    }

    #[test]
    fn a_match_and_the_solver_mean_the_same_position() {
        for moves in ["", "4", "44444", "1234567", "7162533"] {
            assert_eq!(position(&state(moves)), Position::from_moves(moves), "{moves}");
        }
        assert_eq!(drops(0b100_0001), vec![Column(0), Column(6)]);
    }

    #[test]
    fn the_bundled_book_is_whole_and_small() {
        assert!(include_bytes!("../../../config/books/connect4.bin").len() <= 1 << 20);
        assert!(!book().is_empty());
    }

    #[test]
    fn answers_are_scores_with_their_cost() {
        let mut answers = Answers::new(None);
        let late = "2737511366742221725523561174";
        let answer = answers.solve(&state(late), &Cancel::default()).unwrap();
        assert_eq!(answer.value, "7");
        assert!(answer.nodes.is_some_and(|nodes| nodes > 0));
        assert_eq!(answers.solve(&state(late), &Cancel::default()), Some(answer));

        let cancelled = Cancel::default();
        cancelled.cancel();
        assert_eq!(answers.solve(&state("4"), &cancelled), None);
    }
}

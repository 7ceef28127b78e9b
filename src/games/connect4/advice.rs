//! Hints of Connect Four: what a disc does at once, and what the solver knows of it.

use super::analysis::Prospect;
use super::exact::{book, position};
use super::expert::{solves, thinker};
use super::rules::DIRECTIONS;
use super::solver::{Solver, TABLE_BYTES};
use super::{Column, Connect4};
use crate::play::{Game, Seat};
use crate::search::{Advice, Budget, counted};

/// Why the disc belongs there.
pub fn advise(view: &Connect4, seat: Seat, column: Column, budget: &Budget) -> Advice {
    let what = format!("Drop in column {column}.");
    let other = Connect4::hue(seat.next(2), 2).name();
    let connect = ["three", "four", "five", "six"][view.board().connect() - 3];
    let at = column.index();
    if view.wins_by(seat, at) {
        return Advice::new(what, format!("That makes {connect} in a row, and you win."));
    }
    let stops = view.wins_by(seat.next(2), at);
    let prospect = prospect(view, column, budget);
    let why = match prospect {
        Some(Prospect::Wins { moves: Some(moves) }) => {
            let moves = counted(moves as usize, "move", "moves");
            format!("You win in {moves}, whatever {other} does.")
        }
        Some(Prospect::Draw) => "With best play on both sides it's a draw.".to_owned(),
        Some(Prospect::Loses { moves: Some(moves) }) => {
            let moves = counted(moves as usize, "move", "moves");
            format!("Best play beats you, but not for another {moves}.")
        }
        _ if stops => String::new(),
        _ => match lines_through(view, seat, at) {
            0 => "Nothing better is in sight.".to_owned(),
            lines => {
                let lines = counted(lines, "line", "lines");
                format!("You can still complete {lines} of {connect} through that hole.")
            }
        },
    };
    if !stops {
        return Advice::new(what, why);
    }
    let stops = format!("It stops {other}'s {connect} in a row.");
    Advice::new(what, if why.is_empty() { stops } else { format!("{stops} {why}") })
}

/// What the disc leads to, where somebody knows exactly and in time.
fn prospect(view: &Connect4, column: Column, budget: &Budget) -> Option<Prospect> {
    let next = view.after(column);
    if next.turn().is_over() {
        return None;
    }
    let stop = || budget.spent() || budget.out_of_time();
    let score = match position(&next) {
        Some(position) => {
            let solved = || Some(Solver::new(TABLE_BYTES).solve(&position, &stop)?.score);
            i32::from(book().score(&position).or_else(solved)?)
        }
        None => {
            let mut thinker = thinker(view.board()).filter(|_| solves(view.board()))?;
            thinker.score(&next, budget)?
        }
    };
    let board = view.board();
    let cells = (board.columns() * board.rows()) as u32;
    Some(Prospect::of_score(-score, view.discs() as u32, cells))
}

/// How many lines through the hole where the disc lands have no disc of the opponent in them.
fn lines_through(view: &Connect4, seat: Seat, column: usize) -> usize {
    let (board, row) = (view.board(), view.height(column));
    let free = |column: i32, row: i32| {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
            return false;
        };
        column < board.columns()
            && row < board.rows()
            && view.disc(column, row) != Some(seat.next(2))
    };
    let length = board.connect() as i32;
    let lines = |(dc, dr): (i32, i32)| {
        let whole = move |first: &i32| {
            (0..length)
                .all(|n| free(column as i32 + (n - first) * dc, row as i32 + (n - first) * dr))
        };
        (0..length).filter(whole).count()
    };
    DIRECTIONS.into_iter().map(lines).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Session, Variant};

    fn advice(board: &str, moves: &str, column: u8) -> String {
        let board = super::super::Board::parse(board).unwrap();
        let mut session: Session<Connect4> = Session::new(&board, 2, 0);
        for text in Connect4::split_moves(&board, moves) {
            session.play_text(&text).unwrap();
        }
        let state = session.state();
        advise(state, state.to_move(), Column(column), &Budget::nodes(u64::MAX)).to_string()
    }

    const STANDARD: &str = "name = \"x\"\ncolumns = 7\nrows = 6\nconnect = 4\n";
    const WIDE: &str = "name = \"x\"\ncolumns = 12\nrows = 12\nconnect = 6\n";

    #[test]
    fn hints_say_what_the_solver_knows() {
        for (moves, column, expected) in [
            ("", 3, "Drop in column 4. You win in 21 moves, whatever yellow does."),
            ("414141", 3, "Drop in column 4. That makes four in a row, and you win."),
            ("1", 3, "Drop in column 4. You win in 20 moves, whatever red does."),
        ] {
            assert_eq!(advice(STANDARD, moves, column), expected, "{moves}");
        }
        let stops = advice(STANDARD, "41424", 3);
        assert!(stops.starts_with("Drop in column 4. It stops red's four in a row."), "{stops}");
    }

    #[test]
    fn where_nothing_is_known_they_count_lines() {
        let expected = "Drop in column 1. You can still complete 3 lines of six through that hole.";
        assert_eq!(advice(WIDE, "", 0), expected);
    }
}

//! Hints of Connect Four: what a disc does at once, and what the solver knows of it.

use super::analysis::Prospect;
use super::exact::{book, position};
use super::expert::{solves, thinker};
use super::rules::DIRECTIONS;
use super::solver::{Solver, TABLE_BYTES};
use super::{Column, Connect4};
use crate::lang::capital;
use crate::play::{Game, Seat};
use crate::search::{Advice, Budget, counted};

/// Why the disc belongs there.
pub fn advise(view: &Connect4, seat: Seat, column: Column, budget: &Budget) -> Advice {
    let what = order(column);
    let other = Connect4::hue(seat.next(2), 2).name();
    let connect = connect_word(view);
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
        _ => match open_lines(view, seat, at).len() {
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

/// The move without a reason.
pub fn order(column: Column) -> String {
    format!("Drop in column {column}.")
}

/// How many in a row win, as a word.
fn connect_word(view: &Connect4) -> &'static str {
    ["three", "four", "five", "six"][view.board().connect() - 3]
}

/// What the disc of `seat` does, told to the other side.
pub fn counter(view: &Connect4, seat: Seat, column: Column) -> Vec<String> {
    let (own, you, at) = (Connect4::hue(seat, 2).name(), seat.next(2), column.index());
    let connect = connect_word(view);
    let mut said = vec![format!("{} drops in column {column}.", capital(own))];
    if view.wins_by(seat, at) {
        said.push(format!("That makes {connect} in a row."));
        return said;
    }
    if view.wins_by(you, at) {
        said.push(format!("That stops your {connect} in a row."));
    }
    let after = view.after(column);
    let columns = 0..view.board().columns();
    let wins = columns.filter(|at| after.has_room(*at) && after.wins_by(seat, *at));
    match wins.map(|at| at + 1).collect::<Vec<_>>()[..] {
        [] => {}
        [one] => said.push(format!("Now {own} threatens to win in column {one}.")),
        [first, second, ..] => said.push(format!(
            "Now {own} threatens to win in columns {first} and {second}; you can stop only one."
        )),
    }
    if said.len() == 1 {
        said.extend(quiet_counter(view, &after, seat, at));
    }
    said
}

/// What a disc does that neither stops nor threatens anything at once.
fn quiet_counter(view: &Connect4, after: &Connect4, seat: Seat, at: usize) -> Option<String> {
    let own = Connect4::hue(seat, 2).name();
    // A disc of yours there would be the step on which the other side wins.
    let closed = |state: &Connect4, column: &usize| {
        let above = state.height(*column) + 1;
        above < state.board().rows() && state.wins_at(seat, *column, above)
    };
    let mut columns = 0..view.board().columns();
    if let Some(column) = columns.find(|column| closed(after, column) && !closed(view, column)) {
        let column = column + 1;
        return Some(format!(
            "Now column {column} is closed to you: {own} would win on top of your disc."
        ));
    }
    let most = |seat: Seat| most_in_a_line(view, seat, at);
    match (most(seat.next(2)), most(seat)) {
        (2.., _) => Some("That breaks up a line of yours.".to_owned()),
        (_, 2..) => Some(format!("That builds a line for {own}.")),
        _ => None,
    }
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

/// The lines through the hole where the disc lands that have no disc of the opponent in them: how
/// many discs of `seat` each has.
fn open_lines(view: &Connect4, seat: Seat, column: usize) -> Vec<usize> {
    let (board, row) = (view.board(), view.height(column));
    // 1 for a disc of the seat, 0 for none; none where the line can't run.
    let disc = |column: i32, row: i32| {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        let inside = column < board.columns() && row < board.rows();
        let disc = if inside { view.disc(column, row) } else { Some(seat.next(2)) };
        (disc != Some(seat.next(2))).then(|| usize::from(disc.is_some()))
    };
    let length = board.connect() as i32;
    let lines = |(dc, dr): (i32, i32)| {
        let line = move |first: i32| -> Option<usize> {
            (0..length)
                .map(|n| disc(column as i32 + (n - first) * dc, row as i32 + (n - first) * dr))
                .sum()
        };
        (0..length).filter_map(line)
    };
    DIRECTIONS.into_iter().flat_map(lines).collect()
}

/// How many discs of `seat` the fullest of those lines has.
fn most_in_a_line(view: &Connect4, seat: Seat, column: usize) -> usize {
    open_lines(view, seat, column).into_iter().max().unwrap_or(0)
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
    fn a_reply_is_told_to_the_side_it_is_played_against() {
        let counter = |moves: &str, column: u8| {
            let board = super::super::Board::parse(STANDARD).unwrap();
            let mut session: Session<Connect4> = Session::new(&board, 2, 0);
            for text in Connect4::split_moves(&board, moves) {
                session.play_text(&text).unwrap();
            }
            let state = session.state();
            counter(state, state.to_move(), Column(column))
        };
        for (moves, column, expected) in [
            ("414141", 3, "Red drops in column 4. That makes four in a row."),
            ("41414", 3, "Yellow drops in column 4. That stops your four in a row."),
            ("41424", 3, "Yellow drops in column 4. That stops your four in a row."),
            (
                "4151",
                2,
                "Red drops in column 3. Now red threatens to win in columns 2 and 6; you can stop only one.",
            ),
            ("415", 5, "Yellow drops in column 6. That breaks up a line of yours."),
            ("", 3, "Red drops in column 4."),
        ] {
            assert_eq!(counter(moves, column).join(" "), expected, "{moves}");
        }
    }

    #[test]
    fn where_nothing_is_known_they_count_lines() {
        let expected = "Drop in column 1. You can still complete 3 lines of six through that hole.";
        assert_eq!(advice(WIDE, "", 0), expected);
    }
}

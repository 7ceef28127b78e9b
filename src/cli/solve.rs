//! `parlour solve`: the exact value of positions, where a game has a solver.

use std::io::Write;
use std::time::Instant;

use clap::Args;

use super::out::stdout;
use super::table::{Beginning, input_lines};
use super::{BoardArgs, Done, Failure};
use crate::search::{Book, Cancel, Solve};
use crate::tui::GameUi;

#[derive(Args)]
pub struct SolveArgs {
    pub game: String,
    #[command(flatten)]
    board: BoardArgs,
    /// The moves that lead to the position; without them, one position per line of standard input
    #[arg(long, allow_hyphen_values = true)]
    moves: Option<String>,
    /// Solve everything anew, without the opening book
    #[arg(long)]
    no_book: bool,
}

impl SolveArgs {
    pub fn run<G: GameUi>(&self) -> Done {
        let table = Beginning::<G>::lay(&self.board, None, 0)?;
        let book = if self.no_book { Book::Closed } else { Book::Open };
        let mut solver = G::solver(&table.board, book).map_err(Failure::Call)?;
        let mut out = stdout().for_programs(true);
        if let Some(moves) = &self.moves {
            writeln!(out, "{}", answer(&table, solver.as_mut(), moves))?;
            return match table.after(moves) {
                Ok(_) => Ok(()),
                Err((why, at)) => Err(Failure::Work(format!("move {} is refused: {why}", at + 1))),
            };
        }
        for line in input_lines() {
            writeln!(out, "{}", answer(&table, solver.as_mut(), &line?))?;
            out.flush()?;
        }
        Ok(())
    }
}

/// One line for one position: its value, `over`, or why the moves are refused.
fn answer<G: GameUi>(table: &Beginning<G>, solver: &mut dyn Solve<G>, moves: &str) -> String {
    let session = match table.after(moves) {
        Ok(session) => session,
        Err((why, at)) => return format!("error: move {} is refused: {why}", at + 1),
    };
    if session.turn().is_over() {
        return "over".to_owned();
    }
    let begun = Instant::now();
    match solver.solve(session.state(), &Cancel::default()) {
        Some(exact) => match exact.nodes {
            Some(nodes) => {
                let moves: String = moves.split_whitespace().collect();
                format!("{moves} {} {nodes} {}", exact.value, begun.elapsed().as_micros())
            }
            None => exact.value,
        },
        None => "error: the solver gave up".to_owned(),
    }
}

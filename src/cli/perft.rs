//! `parlour perft`: the number of move sequences of a length, which proves a move generator.

use std::io::Write;

use clap::Args;

use super::out::stdout;
use super::table::TableArgs;
use super::{Done, Failure};
use crate::play::Game;
use crate::tui::GameUi;

#[derive(Args)]
pub struct PerftArgs {
    pub game: String,
    /// How many moves long the sequences are
    #[arg(long)]
    depth: u32,
    #[command(flatten)]
    table: TableArgs,
    /// Count from the position after these moves
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    moves: String,
    /// Print the count below each first move too
    #[arg(long)]
    divide: bool,
}

impl PerftArgs {
    pub fn run<G: GameUi>(&self) -> Done {
        let table = self.table.lay::<G>()?;
        let session = table
            .after(&self.moves)
            .map_err(|(why, at)| Failure::Work(format!("move {} is refused: {why}", at + 1)))?;
        let mut out = stdout().for_programs(true);
        if self.divide && self.depth > 0 {
            for mv in session.state().legal_moves() {
                let mut next = session.state().clone();
                next.play_unchecked(&mv);
                writeln!(out, "{mv} {}", perft(&next, self.depth - 1))?;
            }
        }
        writeln!(out, "{}", perft(session.state(), self.depth))?;
        Ok(())
    }
}

/// How many sequences of `depth` moves there are from here; outcomes of chance count as moves,
/// and a finished game has no continuation.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => state.legal_moves().len() as u64,
        _ => {
            let below = |mv: &G::Move| {
                let mut next = state.clone();
                next.play_unchecked(mv);
                perft(&next, depth - 1)
            };
            state.legal_moves().iter().map(below).sum()
        }
    }
}

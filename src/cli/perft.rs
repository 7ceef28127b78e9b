//! `parlour perft`: the number of move sequences of a length, which proves a move generator.

use std::io::{Write, stdout};

use clap::Args;

use super::table::Table;
use super::{BoardArgs, Done, Failure, game_names};
use crate::games::{self, Visitor};
use crate::play::Game;
use crate::tui::GameUi;

#[derive(Args)]
pub struct PerftArgs {
    #[arg(value_parser = game_names())]
    game: String,
    #[arg(long)]
    depth: u32,
    #[command(flatten)]
    board: BoardArgs,
    /// How many sit down
    #[arg(long)]
    players: Option<usize>,
    /// Makes everything random reproducible
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Count from the position after these moves
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    moves: String,
    /// Print the count below each first move too
    #[arg(long)]
    divide: bool,
}

pub fn run(args: PerftArgs) -> Done {
    let game = args.game.clone();
    games::visit(&game, &mut Perft(args)).expect("clap knows the names of the games")
}

struct Perft(PerftArgs);

impl Visitor for Perft {
    type Out = Done;

    fn visit<G: GameUi>(&mut self) -> Done {
        let args = &self.0;
        let table = Table::<G>::lay(&args.board, args.players, args.seed)?;
        let session = table
            .after(&args.moves)
            .map_err(|(why, at)| Failure::Work(format!("move {} is refused: {why}", at + 1)))?;
        let mut out = stdout().lock();
        if args.divide && args.depth > 0 {
            for mv in session.state().legal_moves() {
                let mut next = session.state().clone();
                next.play_unchecked(&mv);
                writeln!(out, "{mv} {}", perft(&next, args.depth - 1))?;
            }
        }
        writeln!(out, "{}", perft(session.state(), args.depth))?;
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

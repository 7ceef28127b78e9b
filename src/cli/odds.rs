//! `parlour odds`: what a goose board is like.

use std::io::Write;

use clap::Args;

use super::out::{self, stdout};
use super::table::Beginning;
use super::{BoardArgs, Done, Failure};
use crate::games::goose::Goose;
use crate::games::goose::odds::{Odds, Simulation, exact, to_json, to_text};
use crate::games::goose::screen::simulate;
use crate::search::Cancel;

/// Matches that are played unless somebody says otherwise.
const GAMES: u64 = 1_000_000;
const BAR: usize = 40;

#[derive(Args)]
pub struct OddsArgs {
    /// The board: the name of a bundled one or of yours, or a FILE.toml
    #[arg(long, value_name = "NAME|FILE.toml")]
    board: Option<String>,
    /// How many play; for one, the odds are worked out exactly
    #[arg(long)]
    players: Option<usize>,
    /// How many matches are played for more than one player
    #[arg(long, default_value_t = GAMES, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Makes the matches reproducible
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print them as one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: OddsArgs) -> Done {
    let board = BoardArgs { variant: args.board.clone(), sets: Vec::new() };
    let table = Beginning::<Goose>::lay(&board, args.players, args.seed)?;
    let odds = figures(&args, &table);
    let mut out = stdout().for_programs(args.json);
    if args.json {
        writeln!(out, "{}", to_json(&table.board, &odds))?;
    } else {
        write!(out, "{}", to_text(&table.board, &odds))?;
    }
    out.flush().map_err(Failure::from)
}

fn figures(args: &OddsArgs, table: &Beginning<Goose>) -> Odds {
    if table.seats == 1 && table.board.starting_cells().is_empty() {
        return exact(&table.board);
    }
    let simulation = Simulation::new(&table.board, table.seats);
    let mut drawn = None;
    let shows = out::stderr_is_terminal();
    let tally = simulate(&simulation, args.games, args.seed, &Cancel::default(), &mut |tally| {
        let full = (tally.matches() as u128 * BAR as u128 / args.games as u128) as usize;
        if shows && drawn != Some(full) {
            drawn = Some(full);
            let bar = format!("{}{}", "#".repeat(full), ".".repeat(BAR - full));
            out::bar(&format!("{bar} {} of {} matches", tally.matches(), args.games));
        }
    });
    if drawn.is_some() {
        out::clear_bar();
    }
    simulation.odds(&tally)
}

//! `parlour watch`: looks on in somebody's house.

use std::time::Duration;

use clap::Args;

use super::play::{need_terminal, page_alone};
use super::visit::{Input, PATIENCE, PlainVisit};
use super::{Done, Shelf};
use crate::house::{Invitation, Visit, Wants, usual_name};
use crate::screens;

#[derive(Args)]
pub struct WatchArgs {
    /// The invitation, as the host gave it to you
    #[arg(value_name = "INVITATION")]
    invitation: Invitation,
    /// Which table; the first that is being played otherwise
    #[arg(long, value_name = "N")]
    table: Option<usize>,
    /// What the host will call you
    #[arg(long)]
    name: Option<String>,
    /// Print the match as lines of text
    #[arg(long)]
    plain: bool,
    /// Keep a copy of the match when it is over, or of what you have seen when you leave before
    #[arg(long)]
    keep: bool,
    /// How many seconds to look for a house that is gone
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE)]
    patience: u64,
}

pub fn run(args: WatchArgs, shelf: &Shelf) -> Done {
    let visit = Visit {
        invitation: args.invitation,
        name: args.name.unwrap_or_else(usual_name),
        wants: Wants::Watch,
        table: args.table,
        program: false,
        token: None,
        patience: Duration::from_secs(args.patience),
    };
    if !args.plain {
        need_terminal("parlour watch INVITATION --plain")?;
        let games = shelf.games();
        return page_alone(shelf, move |desk| screens::house::visit(&games, visit, desk));
    }
    PlainVisit::start(visit, Input::Ignored, args.keep, Box::new(|_| {}))?.run(shelf).map(|_| ())
}

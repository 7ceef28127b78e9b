//! `parlour watch`: looks on in somebody's house.

use clap::Args;

use super::play::{need_terminal, page_alone};
use super::visit::{Input, PlainVisit, VisitArgs};
use super::{Done, Shelf};
use crate::house::{Visit, Wants, usual_name};
use crate::screens;

#[derive(Args)]
pub struct WatchArgs {
    #[command(flatten)]
    house: VisitArgs,
    /// Which table; otherwise the liveliest, and on to the next one by itself
    #[arg(long, value_name = "N")]
    table: Option<usize>,
    /// What the host will call you
    #[arg(long)]
    name: Option<String>,
    /// Print the match as lines of text
    #[arg(long)]
    plain: bool,
}

pub fn run(args: WatchArgs, shelf: &Shelf) -> Done {
    let visit = Visit {
        invitation: args.house.invitation.clone(),
        name: args.name.unwrap_or_else(usual_name),
        wants: Wants::Watch,
        table: args.table,
        program: false,
        token: None,
        patience: args.house.patience(),
    };
    if !args.plain {
        need_terminal("parlour watch INVITATION --plain")?;
        let games = shelf.games();
        return page_alone(shelf, move |context| screens::house::visit(&games, visit, context));
    }
    PlainVisit::start(visit, Input::Ignored, args.house.keep, Box::new(|_| {}))?
        .run(shelf)
        .map(|_| ())
}

//! `parlour join`: a seat in somebody's house, for a person or for a program of this machine.

use clap::Args;

use super::play::{need_terminal, page_alone};
use super::visit::{Input, PlainVisit, VisitArgs};
use super::{Done, Failure, Shelf, envoy};
use crate::house::{Seated, Ticket, Visit, Wants, usual_name};
use crate::screens;
use crate::store::Store;

#[derive(Args)]
pub struct JoinArgs {
    #[command(flatten)]
    house: VisitArgs,
    /// What the others will call you
    #[arg(long)]
    name: Option<String>,
    /// At which table; the first with a free seat otherwise
    #[arg(long, value_name = "N")]
    table: Option<usize>,
    /// Play as lines of text on standard input and output
    #[arg(long)]
    plain: bool,
    /// A program that takes the seat, with its arguments; it speaks the bot protocol
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub fn run(args: JoinArgs, shelf: &Shelf) -> Done {
    let name = args.name.clone().unwrap_or_else(usual_name);
    if !args.command.is_empty() && args.name.is_none() {
        let why = "a program needs a name: 'parlour join INVITATION --name NAME -- COMMAND'";
        return Err(Failure::Call(why.to_owned()));
    }
    if !args.plain && args.command.is_empty() {
        need_terminal("parlour join INVITATION --plain")?;
    }
    let store = Store::open_default();
    let ticket = Ticket::find(&store, &args.house.invitation, &name);
    let visit = Visit {
        invitation: args.house.invitation.clone(),
        name,
        wants: Wants::Seat,
        table: args.table,
        program: !args.command.is_empty(),
        token: ticket.token(),
        patience: args.house.patience(),
    };
    if !args.command.is_empty() {
        return envoy::run(visit, &args.command, ticket);
    }
    if !args.plain {
        // The page finds it again, beside the screen.
        drop(ticket);
        let games = shelf.games();
        return page_alone(shelf, move |context| screens::house::visit(&games, visit, context));
    }
    let ticket = std::rc::Rc::new(ticket);
    let noted = ticket.clone();
    let seated = Box::new(move |seated: &Seated| noted.note(seated));
    let over = PlainVisit::start(visit, Input::Read, args.house.keep, seated)?.run(shelf)?;
    if over == super::visit::Left::Over {
        ticket.forget();
    }
    Ok(())
}

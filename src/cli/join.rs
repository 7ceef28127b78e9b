//! `parlour join`: a seat in somebody's house, for a person or for a program of this machine.

use std::time::Duration;

use clap::Args;

use super::play::{full_screen, need_terminal};
use super::visit::{Input, PATIENCE, PlainVisit};
use super::{Done, Failure, Shelf, envoy};
use crate::house::{Invitation, Seated, Visit, Wants};
use crate::screens;
use crate::store::{PrivateFile, Store};

#[derive(Args)]
pub struct JoinArgs {
    /// The invitation, as the host gave it to you
    #[arg(value_name = "INVITATION")]
    invitation: Invitation,
    /// What the others will call you
    #[arg(long)]
    name: Option<String>,
    /// At which table; the first with a free seat otherwise
    #[arg(long, value_name = "N")]
    table: Option<usize>,
    /// Play as lines of text on standard input and output
    #[arg(long)]
    plain: bool,
    /// Keep a copy of the match among your saved ones when it is over
    #[arg(long)]
    keep: bool,
    /// How many seconds to look for a house that is gone
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE)]
    patience: u64,
    /// A program that takes the seat, with its arguments; it speaks the bot protocol
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// What people are called who give no name: what their machine calls them.
pub fn usual_name() -> String {
    let of = |name: &str| std::env::var(name).ok().filter(|it| !it.trim().is_empty());
    of("USER").or_else(|| of("USERNAME")).unwrap_or_else(|| "guest".to_owned())
}

/// Where the token of a seat is kept, so that the same command brings its owner back. Another
/// program that has the same name in the same house has another file.
pub struct Ticket(pub PrivateFile);

impl Ticket {
    /// The ticket of this name in this house that no other program uses now.
    pub fn find(store: &Store, invitation: &Invitation, name: &str) -> Ticket {
        let letters = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
        let letters: String = letters.take(40).collect();
        let house = &invitation.code()[..16];
        let mut number = 1;
        loop {
            let mut file = store.house_file(&format!("seat-{house}-{letters}-{number}"));
            if file.claim().is_ok() || number > 1000 {
                return Ticket(file);
            }
            number += 1;
        }
    }

    /// The token, if there is one.
    pub fn token(&self) -> Option<String> {
        // What can't be read brings nobody back, and nobody is kept from coming in.
        self.0.read().ok().flatten().map(|text| text.trim().to_owned())
    }

    /// Notes the token of the seat that was taken.
    pub fn note(&self, seated: &Seated) {
        self.note_token(&seated.token);
    }

    /// Notes the token of a place in a contest.
    pub fn note_token(&self, token: &str) {
        // Without it one comes back only while this program runs.
        let _ = self.0.write(token);
    }

    /// The match is over.
    pub fn forget(&self) {
        let _ = self.0.remove();
    }
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
    let ticket = Ticket::find(&store, &args.invitation, &name);
    let visit = Visit {
        invitation: args.invitation,
        name,
        wants: Wants::Seat,
        table: args.table,
        program: !args.command.is_empty(),
        token: ticket.token(),
        patience: Duration::from_secs(args.patience),
    };
    if !args.command.is_empty() {
        return envoy::run(visit, &args.command, ticket);
    }
    if !args.plain {
        let page =
            screens::house::visit(&shelf.games(), visit, Some(ticket.0)).map_err(Failure::Work)?;
        return full_screen(shelf, move |_| Some(page));
    }
    let ticket = std::rc::Rc::new(ticket);
    let noted = ticket.clone();
    let seated = Box::new(move |seated: &Seated| noted.note(seated));
    let over = PlainVisit::start(visit, Input::Read, args.keep, seated)?.run(shelf)?;
    if over == super::visit::Left::Over {
        ticket.forget();
    }
    Ok(())
}

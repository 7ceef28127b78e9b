//! The line to a house, beside the screen: what is heard goes to the page, and what is worth
//! remembering is written down on the way.

use crate::house::{Ended, FromHouse, Heard, Ticket, Visit, Visitor, Wants, remember_house};
use crate::store::Store;

/// Whose house it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// On this very machine, so nobody has to remember it.
    Mine,
    Theirs,
}

/// What comes from the line, which has a thread of its own.
pub enum Came {
    /// We can speak now.
    In(Visitor),
    Heard(Box<Heard>),
}

/// Everything that is heard, with what is worth remembering written down on the way.
pub fn call(mut visit: Visit, whose: Whose, store: &Store, report: &mut dyn FnMut(Came)) {
    let (invitation, name) = (visit.invitation.clone(), visit.name.clone());
    let ticket = (visit.wants != Wants::Watch).then(|| Ticket::find(store, &invitation, &name));
    let kept = ticket.as_ref().and_then(Ticket::token);
    visit.token = visit.token.or(kept);
    let (to, heard) = std::sync::mpsc::channel();
    match visit.start(move |it| to.send(it).is_ok()) {
        Ok(visitor) => report(Came::In(visitor)),
        Err(error) => {
            let why = Heard::Ended(Ended::Lost(error.to_string()));
            return report(Came::Heard(Box::new(why)));
        }
    }
    for it in heard {
        match (&it, &ticket) {
            (Heard::House(FromHouse::Welcome(welcome)), _) if whose == Whose::Theirs => {
                remember_house(store, &welcome.house, &invitation, welcome.right, &name);
            }
            (Heard::House(FromHouse::Seated(seated)), Some(ticket)) => ticket.note(seated),
            (Heard::House(FromHouse::Match(news)), Some(ticket)) if news.record.is_some() => {
                ticket.forget();
            }
            _ => {}
        }
        report(Came::Heard(Box::new(it)));
    }
}

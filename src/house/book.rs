//! What a guest remembers: the houses it has been to, and the tokens of its seats. Both open doors,
//! so nobody else may read them.

use serde::{Deserialize, Serialize};

use super::invitation::{Invitation, Right};
use super::message::{self, Seated};
use crate::lang;
use crate::store::{PrivateFile, Store, now};

/// As many houses as are remembered.
const MOST_HOUSES: usize = 8;
const HOUSES: &str = "houses.json";

/// A house that somebody has been to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnownHouse {
    /// What it is called.
    pub name: String,
    /// The invitation that opened its door.
    pub invitation: String,
    /// What one may do there.
    pub right: Right,
    /// What one was called there.
    pub guest: String,
    /// When one was last there, as records write it.
    pub last: String,
}

/// The houses one has been to, the last first.
pub fn known_houses(store: &Store) -> Vec<KnownHouse> {
    // What can't be read is as good as forgotten, and nobody is kept from typing an invitation.
    let text = store.house_file(HOUSES).read().ok().flatten();
    text.and_then(|text| message::read(&text).ok()).unwrap_or_default()
}

/// Notes that somebody has been let in. An invitation that differs in its secret alone takes the
/// place of the older one.
pub fn remember_house(
    store: &Store,
    house: &str,
    invitation: &Invitation,
    right: Right,
    guest: &str,
) {
    let same = |known: &KnownHouse| {
        let other = known.invitation.parse::<Invitation>();
        known.right == right && other.is_ok_and(|other| other.fingerprint == invitation.fingerprint)
    };
    let mut houses = known_houses(store);
    houses.retain(|known| !same(known));
    houses.insert(
        0,
        KnownHouse {
            name: house.to_owned(),
            invitation: invitation.to_string(),
            right,
            guest: guest.to_owned(),
            last: now(),
        },
    );
    houses.truncate(MOST_HOUSES);
    keep_houses(store, &houses);
}

/// Forgets a house, counted from the last one.
pub fn forget_house(store: &Store, at: usize) {
    let mut houses = known_houses(store);
    if at < houses.len() {
        houses.remove(at);
        keep_houses(store, &houses);
    }
}

fn keep_houses(store: &Store, houses: &[KnownHouse]) {
    if let Ok(text) = serde_json::to_string(houses) {
        // A house that can't be remembered can be visited all the same.
        let _ = store.house_file(HOUSES).write(&text);
    }
}

/// What people are called who give no name: what their machine calls them.
pub fn usual_name() -> String {
    own_name().unwrap_or_else(|| lang::told("guest").into_owned())
}

/// What this machine calls whoever uses it, if it knows.
pub(super) fn own_name() -> Option<String> {
    let of = |name: &str| std::env::var(name).ok().filter(|it| !it.trim().is_empty());
    of("USER").or_else(|| of("USERNAME"))
}

/// Where the token of a seat is kept, so that the same invitation and name bring its owner back.
/// Another program that has the same name in the same house has another file.
#[derive(Debug)]
pub struct Ticket(PrivateFile);

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

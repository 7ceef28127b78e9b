//! The Goose Game, on any board you like.
//!
//! A track of numbered cells leads from the start, cell 0, to the last one. The players throw the
//! dice in turn and walk the sum; who ends a move exactly on the last cell wins, and what is too
//! much is walked back. On the way a goose carries on by the same sum, a teleport leads elsewhere,
//! a wait holds for some turns, and a trap holds until somebody else lands there. Who arrives on a
//! busy cell takes it and sends the other to where they came from. The whole of it stands in
//! `page.md`, for the players.
//!
//! Nobody ever decides anything: every move is a throw of the dice, a chance move that its seat
//! acts out.

mod bot;
mod draft;
#[cfg(test)]
mod laws;
mod moves;
pub mod odds;
mod rules;
#[cfg(feature = "arcade")]
pub(crate) mod screen;
mod story;
mod track;
mod variant;

pub use moves::{NotAThrow, Throw};
pub use rules::{Goose, Refused};
pub use variant::Board;

use draft::Draft;
use rules::Event;
use track::{Track, Winding};
use variant::{Cell, Effect};

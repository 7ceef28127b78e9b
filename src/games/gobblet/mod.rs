//! Gobblet Gobblers: noughts and crosses in which large pieces swallow small ones.
//!
//! Each player has pieces of several sizes, at first in a house. A turn places one on the board or
//! moves one that is there; a piece may cover smaller ones of either owner, and only what lies on
//! top counts. Who lifts a piece uncovers what it hid, and may hand the opponent a line that way.
//!
//! The document's game is 3 x 3 with two pieces of each of three sizes, and a piece from the house
//! covers nothing unless the opponent has a line. Board files also describe the boxed game and
//! the older Gobblet on 4 x 4.

mod advice;
mod bot;
mod expert;
mod moves;
mod oracle;
mod pieces;
mod rules;
#[cfg(feature = "arcade")]
mod screen;
mod solver;
mod variant;

pub use moves::{Cell, Move, NotAMove, Size};
pub use rules::{Gobblet, Illegal};
pub use solver::{Solver, Value};
pub use variant::Board;

use pieces::Pieces;
use variant::{Gobble, House};

//! Sogo, also known as Score Four: two players put beads on sixteen pegs, four high; a line of
//! four in space wins.
//!
//! A bead on a peg slides down to the lowest free place. Four beads of one colour in a row win,
//! along any of the 76 lines of the cube: up a peg, along a level, rising, or from corner to
//! corner. When every peg is full and nobody has a line, the match is a draw.

mod advice;
mod bot;
pub mod expert;
mod lines;
mod moves;
mod oracle;
mod rules;
#[cfg(feature = "arcade")]
mod screen;
mod variant;

pub use moves::{NotAPeg, Peg};
pub use rules::{Illegal, Sogo};
pub use variant::Board;

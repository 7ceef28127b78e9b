//! Connect Four: two players drop discs into columns; a line of four of one colour wins.
//!
//! The document's game is 7 x 6 and four in a row; board files may say 4 to 12 columns and rows
//! and 3 to 6 in a row, and may lay discs before the match begins. The 7 x 6 game is solved: every
//! position has an exact value, which the command line, a bot and the analysis tell.

mod advice;
mod analysis;
mod bot;
mod exact;
mod expert;
mod moves;
mod oracle;
mod rules;
#[cfg(feature = "arcade")]
mod screen;
pub mod solver;
mod variant;

pub use moves::{Column, NotAColumn};
pub use rules::{Connect4, Illegal};
pub use variant::Board;

//! Robot Turtles with the Galapagos rules.
//!
//! Two to four turtles race to a jewel. A player never moves a turtle by hand: cards are laid face
//! down to a program, and one day the whole program runs, whatever has come into its way since.
//! Walls of stone and ice are the opponents' answer to it; lasers melt ice and turn turtles round.
//!
//! Chance stands among the moves: who begins (`first:2`) and each card that is drawn (`draw:F`).
//! Hands, programs, decks and discard piles are secret, their sizes are not, and cards are seen by
//! all as they are executed; see [`view::TurtlesView`].
//!
//! `ground` holds the physics that matches and puzzles share, `rules` the turns around it.

mod bot;
mod cards;
mod ground;
mod illegal;
mod moves;
mod puzzle;
mod rules;
#[cfg(feature = "arcade")]
mod screen;
mod tale;
mod told;
mod variant;
mod view;

pub use cards::{Card, Cards};
pub use ground::{Cell, Tile};
pub use illegal::Illegal;
pub use moves::{BadMove, Move, Wall};
pub use puzzle::{Attempt, Lesson, Puzzle};
pub use rules::Turtles;
pub use variant::TurtlesVariant;
pub use view::TurtlesView;

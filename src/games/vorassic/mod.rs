//! Vorassic Park: players capture the cells of a square park one by one, and every cell scores its
//! value. A snake goes on from its last cell; an octopus reaches out from all it owns.
//!
//! The document's game is for two on 5 x 5 to 26 x 26 cells; walls, negative values, three and four
//! players and parks drawn by hand come from board files.

mod advice;
mod bot;
mod moves;
mod oracle;
mod rules;
#[cfg(feature = "arcade")]
mod screen;
mod territory;
mod variant;

pub use bot::{Verdict, study};
pub use moves::{Cell, Mode, NotACell};
pub use rules::{Illegal, Vorassic};
pub use variant::{Grid, Park};

use moves::letter;
use variant::LETTERS;

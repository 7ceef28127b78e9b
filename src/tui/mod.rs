//! The terminal side that all games and screens share: colours, drawing, and the frame around them.
//! It never names a game.

pub mod board_widget;
pub mod colour;
pub mod letters;
pub mod look;
pub mod painter;
pub mod panels;
pub mod pieces;
pub mod text;
pub mod theme;

pub use look::{Charset, Look};
pub use theme::{Depth, Ink, Meaning, Rgb, Theme};

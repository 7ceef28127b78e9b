//! The terminal side that all games and screens share: colours, drawing, and the frame around them.
//! It never names a game.

pub mod colour;
pub mod look;
pub mod painter;
pub mod panels;
pub mod text;
pub mod theme;

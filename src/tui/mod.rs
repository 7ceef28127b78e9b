//! The terminal side that all games and screens share: colours, drawing, and the frame around them.
//! It never names a game.

pub mod colour;
pub mod painter;
pub mod theme;

//! The shelf: one line per game.

pub mod goose;

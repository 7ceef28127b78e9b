//! A parlour of board games for the terminal.

pub mod games;
pub mod play;
pub mod search;
pub mod tui;

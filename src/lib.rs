//! A parlour of board games for the terminal.

pub mod arena;
pub mod cli;
pub mod games;
pub mod play;
pub mod screens;
pub mod search;
pub mod store;
pub mod tui;

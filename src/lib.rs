//! A parlour of board games for the terminal.
//!
//! Two sides meet in a few traits. [`play`] and [`search`] know rules, matches and bots, and no
//! terminal, clock or disk; [`tui`] and [`screens`] know the terminal and no particular game. Each
//! game is a folder of [`games`], which is the only place that lists them. [`store`] is the disk and
//! [`cli`] the command line. `ARCHITECTURE.md` has the map, the life of a key press and of a bot's
//! move, and how to add a game.

pub mod arena;
pub mod cli;
pub mod games;
pub mod play;
pub mod screens;
pub mod search;
pub mod store;
pub mod tui;

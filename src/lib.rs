//! A parlour of board games for the terminal.
//!
//! Two sides meet in a few traits. [`play`] and [`search`] know rules, matches and bots, and no
//! terminal, clock or disk; [`tui`] and [`screens`] know the terminal and no particular game. Each
//! game is a folder of [`games`], which is the only place that lists them. [`store`] is the disk and
//! [`cli`] the command line. `ARCHITECTURE.md` has the map, the life of a key press and of a bot's
//! move, and how to add a game.

#![cfg_attr(
    not(feature = "arcade"),
    allow(dead_code, unused_imports, reason = "what only the arcade asks for")
)]

pub mod arena;
#[cfg(feature = "arcade")]
pub mod cli;
pub mod games;
pub mod play;
#[cfg(feature = "arcade")]
pub mod screens;
pub mod search;
#[cfg(feature = "arcade")]
pub mod store;
#[cfg(feature = "arcade")]
pub mod tui;

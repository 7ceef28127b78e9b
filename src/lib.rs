//! A parlour of board games for the terminal, and a library of their rules, bots and contests.
//!
//! A match between two bots, from the first move to the verdict:
//!
//! ```
//! use parlour::games::connect4::Connect4;
//! use parlour::play::{Eye, Game, Session, Turn, Variant};
//! use parlour::search::{Budget, strategy};
//!
//! let board = <Connect4 as Game>::Variant::parse(Connect4::BOARDS[0].1)?;
//! let mut session = Session::<Connect4>::new(&board, 2, 42);
//! let bot = |name| strategy::<Connect4>(name, &board).map(|found| (found.make)(&board, 42));
//! let mut bots = [bot("hasard")?, bot("minimax")?];
//! while let Turn::Decide(seat) = session.turn() {
//!     let (view, legal) = (session.state().view(Eye::Seat(seat)), session.state().legal_moves());
//!     session.play(bots[seat.index()].choose(&view, seat, &legal, &Budget::nodes(1000)))?;
//! }
//! println!("{:?} after {} moves", session.winners(), session.ply());
//! # assert!(session.turn().is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With `default-features = false` the crate is that library alone, without the terminal.
//!
//! # Stability
//!
//! Until 1.0, a new minor version (0.2, 0.3) may change any name; a patch changes none. [`play`],
//! [`search`], [`arena`] and [`laws`] are meant for others and change only for a reason that the
//! changelog gives; [`Shelf`] and [`tui::GameUi`] are younger and will still move. The oldest Rust
//! is in `Cargo.toml`, and only a minor version raises it. Files outlive versions: records,
//! boards, puzzles and the protocol of bots are read by every later version.
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
#[cfg(feature = "arcade")]
pub mod house;
pub mod lang;
#[cfg(feature = "laws")]
pub mod laws;
pub mod play;
#[cfg(feature = "arcade")]
pub mod screens;
pub mod search;
#[cfg(feature = "arcade")]
pub mod store;
#[cfg(feature = "arcade")]
pub mod tui;

#[cfg(feature = "arcade")]
pub use cli::Shelf;
// The crates whose types stand in ours.
pub use rand;
#[cfg(feature = "arcade")]
pub use ratatui;

/// The whole program with these games: the arcade and every command, as the arguments of this
/// process ask. A `main` of somebody else's calls it with their game on the shelf.
#[cfg(feature = "arcade")]
pub fn run(shelf: &Shelf) -> std::process::ExitCode {
    cli::run(shelf, std::env::args_os())
}

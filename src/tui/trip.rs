//! Trip wires for the tests of what happens when something breaks.
//!
//! In a debug build `PARLOUR_TRIP=bot` makes every bot panic, `PARLOUR_TRIP=main` the main thread,
//! and `PARLOUR_TRIP=error` is an error of the terminal, so that the pty tests can see the terminal
//! survive them all. Release builds have none.

use std::io;

const WORDS: &str = "tripped on purpose";

/// Panics if the environment asks for it here.
pub fn wire(place: &str) {
    if is_set(place) {
        panic!("{WORDS}");
    }
}

/// An error if the environment asks for it here.
pub fn snag(place: &str) -> io::Result<()> {
    if is_set(place) { Err(io::Error::other(WORDS)) } else { Ok(()) }
}

fn is_set(place: &str) -> bool {
    cfg!(debug_assertions) && std::env::var("PARLOUR_TRIP").is_ok_and(|trip| trip == place)
}

//! Trip wires for the tests of what happens when something breaks.
//!
//! In a debug build `PARLOUR_TRIP=bot` makes every bot panic and `PARLOUR_TRIP=main` the main
//! thread, so that the pty tests can see the terminal survive both. Release builds have none.

/// Panics if the environment asks for it here.
pub fn wire(place: &str) {
    if cfg!(debug_assertions) && std::env::var("PARLOUR_TRIP").is_ok_and(|trip| trip == place) {
        panic!("tripped on purpose");
    }
}

//! Many matches: a referee, pairings, programs as bots, and what the results are worth.
//!
//! A contest is reproducible from its seed: each match has a seed of its own, made of the
//! contest's and its number, so it does not matter which thread plays it or when. Nothing here
//! knows a screen or writes a file; reports go to whoever runs the contest.

mod contest;
mod figures;
mod guest;
mod program;
pub mod protocol;
mod referee;
mod tally;

pub use contest::{Contest, Entrant, Keep};
pub use figures::{Duel, Interval, Rating, ratings};
pub use guest::{Guest, Patience};
pub use program::{Fault, Program, words};
pub use referee::{Fate, Forfeit, Played, Thinking};
pub use tally::{Count, Line, Tally};

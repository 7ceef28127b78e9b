//! Two tiny games that are not on the shelf. They prove the frame for what Connect Four never
//! asks of it: chance without choice, several seats, secret hands and several rounds.

mod race;
mod sealed;

pub use race::{PARSED, Race};
pub use sealed::Sealed;

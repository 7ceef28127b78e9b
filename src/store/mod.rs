//! The disk: places, settings, boards, matches and statistics.
//!
//! Only this part and the command line name `std::fs`. Nothing here is an obstacle to play: what
//! cannot be read is said and replaced by its default, what cannot be written is said.

mod atomic;
mod error;
mod places;
mod settings;

pub use error::StoreError;
pub use places::Places;
pub use settings::{
    Animations, Characters, KEYS, Key, Kind, Settings, Step, TEMPLATE, ThemeChoice,
};

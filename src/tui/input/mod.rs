//! What the terminal sends, from its bytes to messages for the screens.
//!
//! Most terminals send bytes, which are decoded here; the console of Windows sends events.

#[cfg(unix)]
mod decoder;
#[cfg(unix)]
mod sequences;
#[cfg(all(test, unix))]
mod tests;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use crossterm::event::KeyEvent;

use super::keys::Key;
use super::{Msg, Rgb};
#[cfg(unix)]
pub use unix::{listen, terminal};
#[cfg(windows)]
pub use windows::{listen, terminal};

/// One thing the terminal has sent.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(windows, expect(dead_code, reason = "the console of Windows is asked nothing"))]
pub enum Input {
    /// Something for the screens.
    Msg(Msg),
    /// The colour behind the text, as it was asked for.
    Background(Rgb),
    /// Everything that was asked is answered, as far as this terminal answers.
    Answered,
}

fn key(event: KeyEvent) -> Option<Input> {
    Key::pressed(&event).map(Msg::Key).map(Input::Msg)
}

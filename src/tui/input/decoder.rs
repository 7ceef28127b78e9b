//! The terminal's bytes as keys, mouse, pastes and answers. It knows no clock: whoever feeds it says
//! when the terminal has fallen silent.
//!
//! crossterm's own reader waits for the rest of a sequence for ever, so one that was cut off on its
//! way, or a hand that presses alt-[, deafens it for good. Here a byte that cannot belong to what
//! was begun begins something new, silence ends everything, and ctrl-c is heard in any state.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::sequences::{Reading, plain, read};
use super::{Input, key};

pub const ESC: u8 = 0x1b;
const CTRL_C: u8 = 0x03;

const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// No paste is meant to be longer; what comes beyond is dropped, so that memory has a limit too.
const LONGEST_PASTE: usize = 16 << 20;

/// After so much silence, an escape byte was the escape key.
const AFTER_ESCAPE: Duration = Duration::from_millis(40);
/// A sequence that takes longer has lost its end.
const AFTER_SEQUENCE: Duration = Duration::from_millis(250);
/// Pastes and answers are long, and may falter on their way through a slow line.
const AFTER_TEXT: Duration = Duration::from_secs(1);

/// Takes bytes as they come, in any pieces.
#[derive(Default, Debug)]
pub struct Decoder {
    /// The beginning of something that isn't whole yet.
    held: Vec<u8>,
    /// What has come of a paste since it began.
    paste: Option<Vec<u8>>,
}

impl Decoder {
    /// Everything that these bytes complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Input> {
        let mut found = Vec::new();
        for &byte in bytes {
            self.take(byte, &mut found);
        }
        found
    }

    /// How much silence ends what has begun; none if nothing has.
    pub fn patience(&self) -> Option<Duration> {
        match (&self.paste, self.held.as_slice()) {
            (Some(_), _) | (None, [ESC, b']', _, ..]) => Some(AFTER_TEXT),
            (None, []) => None,
            (None, [ESC]) => Some(AFTER_ESCAPE),
            (None, _) => Some(AFTER_SEQUENCE),
        }
    }

    /// The terminal has been silent for that long: nothing that was begun will be finished.
    pub fn silence(&mut self) -> Vec<Input> {
        let mut found = Vec::new();
        match self.paste.take() {
            Some(text) => found.extend(pasted(&text)),
            None => self.give_up(&mut found),
        }
        found
    }

    fn take(&mut self, byte: u8, found: &mut Vec<Input>) {
        if byte == CTRL_C {
            // Whatever is under way, even a paste: this is how one leaves.
            self.paste = None;
            self.give_up(found);
            found.extend(plain(&[byte], KeyModifiers::NONE).input());
        } else if let Some(text) = &mut self.paste {
            text.push(byte);
            if text.ends_with(PASTE_ENDS) {
                found.extend(pasted(&text[..text.len() - PASTE_ENDS.len()]));
                self.paste = None;
            } else if text.len() > LONGEST_PASTE + PASTE_ENDS.len() {
                // The last bytes may be the beginning of the end.
                text.remove(LONGEST_PASTE);
            }
        } else {
            self.held.push(byte);
            match read(&self.held) {
                Reading::More => {}
                Reading::Whole(_) if self.held == PASTE_BEGINS => {
                    self.held.clear();
                    self.paste = Some(Vec::new());
                }
                Reading::Whole(input) => {
                    self.held.clear();
                    found.extend(input);
                }
                Reading::Broken { stray } => {
                    let stray = self.held.split_off(self.held.len() - stray);
                    // A byte that fits nowhere at all is dropped.
                    if !self.held.is_empty() {
                        self.give_up(found);
                        for byte in stray {
                            self.take(byte, found);
                        }
                    }
                }
            }
        }
    }

    /// Ends what was begun. A hand can type the first two bytes of a sequence: `esc`, and `alt-[`.
    fn give_up(&mut self, found: &mut Vec<Input>) {
        found.extend(match self.held.as_slice() {
            [ESC] => key(KeyEvent::from(KeyCode::Esc)),
            [ESC, letter] => plain(&[*letter], KeyModifiers::ALT).input(),
            _ => None,
        });
        self.held.clear();
    }
}

fn pasted(text: &[u8]) -> Option<Input> {
    let text = String::from_utf8_lossy(text).into_owned();
    (!text.is_empty()).then_some(Input::Msg(crate::tui::Msg::Paste(text)))
}

//! What one sequence of a terminal means: a function of its bytes, whole or not.
//!
//! The forms are those of xterm, the Linux console and rxvt, and what libraries call CSI, SS3 and
//! OSC: `ESC [ 1 ; 5 C` is ctrl-right, `ESC O P` is F1, `ESC ] 11 ; rgb:.. ESC \` an answer.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::decoder::ESC;
use super::{Input, key};
use crate::tui::{Mouse, Msg, Rgb};

const BELL: u8 = 0x07;

/// No terminal sends a longer sequence, apart from pastes and answers to what nobody asked here.
const LONGEST: usize = 256;

/// What the bytes so far amount to.
pub enum Reading {
    /// The beginning of something.
    More,
    /// All of something, which may mean nothing here.
    Whole(Option<Input>),
    /// The last `stray` bytes don't belong to what the others began.
    Broken { stray: usize },
}

impl Reading {
    /// What it means, if it is whole.
    pub fn input(self) -> Option<Input> {
        match self {
            Reading::Whole(input) => input,
            Reading::More | Reading::Broken { .. } => None,
        }
    }
}

const STRAY: Reading = Reading::Broken { stray: 1 };

/// Reads what begins with the first of these bytes. All of them but the last have been read before,
/// and were the beginning of something.
pub fn read(bytes: &[u8]) -> Reading {
    match bytes {
        [] | [ESC] => Reading::More,
        _ if bytes.len() > LONGEST => Reading::Whole(None),
        [ESC, ESC] => STRAY,
        [ESC, b'[', rest @ ..] => control(rest),
        [ESC, b'O', rest @ ..] => single_shift(rest),
        [ESC, kind @ (b']' | b'P' | b'_'), rest @ ..] => string(*kind, rest),
        [ESC, rest @ ..] => plain(rest, KeyModifiers::ALT),
        _ => plain(bytes, KeyModifiers::NONE),
    }
}

/// A character in UTF-8, or a control character.
pub fn plain(bytes: &[u8], held: KeyModifiers) -> Reading {
    let (code, ctrl) = match bytes {
        [b'\r'] => (KeyCode::Enter, false),
        [b'\t'] => (KeyCode::Tab, false),
        [0x7f] => (KeyCode::Backspace, false),
        [0] => (KeyCode::Char(' '), true),
        [byte @ 0x01..=0x1a] => (KeyCode::Char(char::from(byte - 1 + b'a')), true),
        [byte @ 0x1c..=0x1f] => (KeyCode::Char(char::from(byte - 0x1c + b'4')), true),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => match text.chars().next().filter(|c| !c.is_control()) {
                Some(c) => (KeyCode::Char(c), false),
                None => return Reading::Whole(None),
            },
            Err(error) if error.error_len().is_none() => return Reading::More,
            Err(_) => return STRAY,
        },
    };
    let held = if ctrl { held | KeyModifiers::CONTROL } else { held };
    Reading::Whole(key(KeyEvent::new(code, held)))
}

/// What follows `ESC [`.
fn control(rest: &[u8]) -> Reading {
    match rest {
        [] => Reading::More,
        [.., 0..=0x1f] => STRAY,
        // The mouse of terminals that cannot count beyond 223: three bytes, with 32 added.
        [b'M', button, column, row] => Reading::Whole(mouse(
            u16::from(button - 32),
            u16::from(column - 32),
            u16::from(row - 32),
            button & 3 == 3,
        )),
        [b'M', ..] => Reading::More,
        // The function keys of the Linux console.
        [b'[', number @ b'A'..=b'E'] => {
            Reading::Whole(key(KeyEvent::from(KeyCode::F(number - b'A' + 1))))
        }
        [b'['] => Reading::More,
        [b'[', _] | [.., 0x7f..=0xff] => STRAY,
        // rxvt ends a key with shift so; elsewhere a dollar sign stands before the end.
        [numbers @ .., b'$'] if numbers.iter().all(u8::is_ascii_digit) => {
            Reading::Whole(control_key(numbers, b'$'))
        }
        [.., 0x20..=0x3f] => Reading::More,
        [b'<', numbers @ .., end @ (b'M' | b'm')] => Reading::Whole(match fields(numbers)[..] {
            [(button, _), (column, _), (row, _)] => mouse(button, column, row, *end == b'm'),
            _ => None,
        }),
        // What kind of terminal it is; asked only because everything asked before is answered by then.
        [b'?', .., b'c'] => Reading::Whole(Some(Input::Answered)),
        // Other answers, to what nobody asked here.
        [b'<'..=b'?', ..] => Reading::Whole(None),
        [numbers @ .., end] => Reading::Whole(control_key(numbers, *end)),
    }
}

/// A key that is sent as `ESC [`, numbers and a letter, or rxvt's mouse.
fn control_key(numbers: &[u8], end: u8) -> Option<Input> {
    let fields = fields(numbers);
    let field = |at: usize| fields.get(at).copied().unwrap_or((1, 0));
    let first = field(0).0;
    let (modifiers, kind) = field(1);
    let mut held = modifiers_of(modifiers);
    let code = match end {
        b'a'..=b'd' if fields.is_empty() => {
            held |= KeyModifiers::SHIFT;
            letter(end.to_ascii_uppercase())?
        }
        // Elsewhere than in the first row this would be the place of the cursor.
        b'R' if first != 1 => return None,
        b'~' if first == 27 => character(field(2).0)?,
        b'u' => character(first)?,
        b'~' | b'$' => numbered(first)?,
        b'^' | b'@' => {
            held |= KeyModifiers::CONTROL;
            numbered(first)?
        }
        b'M' if fields.len() == 3 => {
            let button = first.checked_sub(32)?;
            return mouse(button, field(1).0, field(2).0, button & 3 == 3);
        }
        _ => letter(end)?,
    };
    const RELEASED: u16 = 3;
    if kind == RELEASED { None } else { key(named(code, held)) }
}

/// What follows `ESC O`: one letter, and in old terminals the modifiers before it.
fn single_shift(rest: &[u8]) -> Reading {
    match rest {
        [] | [.., b'0'..=b'9' | b';'] => Reading::More,
        [numbers @ .., end @ 0x20..=0x7e] => {
            let held =
                fields(numbers).last().map_or(KeyModifiers::NONE, |last| modifiers_of(last.0));
            let (code, held) = match end {
                b'a'..=b'd' => (letter(end.to_ascii_uppercase()), held | KeyModifiers::CONTROL),
                // The number pad.
                b'M' => (Some(KeyCode::Enter), held),
                b'j'..=b'y' => (Some(KeyCode::Char(char::from(end - 0x40))), held),
                _ => (letter(*end), held),
            };
            Reading::Whole(code.and_then(|code| key(named(code, held))))
        }
        _ => STRAY,
    }
}

/// What follows `ESC ]` and its like: text up to a bell or `ESC \`.
fn string(kind: u8, rest: &[u8]) -> Reading {
    match rest {
        [text @ .., BELL] | [text @ .., ESC, b'\\'] => {
            Reading::Whole((kind == b']').then(|| answer(text)).flatten())
        }
        [.., ESC] => Reading::More,
        [.., ESC, _] => Reading::Broken { stray: 2 },
        [.., 0..=0x1f] => STRAY,
        _ => Reading::More,
    }
}

/// The colour of the background, as `11;rgb:ffff/ffff/ffff`.
fn answer(text: &[u8]) -> Option<Input> {
    let colour = std::str::from_utf8(text).ok()?.strip_prefix("11;")?;
    let parts = colour.strip_prefix("rgb:").or_else(|| colour.strip_prefix("rgba:"));
    let rgb = match parts {
        Some(parts) => {
            let mut parts = parts.split('/').map(share_of_255);
            Rgb(parts.next()??, parts.next()??, parts.next()??)
        }
        None => Rgb::parse(colour)?,
    };
    Some(Input::Background(rgb))
}

/// One to four hexadecimal digits, of which all `f` is the most.
fn share_of_255(digits: &str) -> Option<u8> {
    let value = u32::from(u16::from_str_radix(digits, 16).ok()?);
    let most = 16_u32.pow(u32::try_from(digits.len()).ok().filter(|count| *count <= 4)?) - 1;
    u8::try_from(value * 255 / most).ok()
}

/// `1;5:3` as numbers, each with what follows its colon. One that is left out counts as 1; one that
/// is too large as 0, which means nothing anywhere.
fn fields(numbers: &[u8]) -> Vec<(u16, u16)> {
    let numbers = std::str::from_utf8(numbers).unwrap_or_default();
    let field = |text: &str| {
        let (number, detail) = text.split_once(':').unwrap_or((text, ""));
        let number = if number.is_empty() { 1 } else { number.parse().unwrap_or(0) };
        (number, detail.parse().unwrap_or(0))
    };
    if numbers.is_empty() { Vec::new() } else { numbers.split(';').map(field).collect() }
}

/// One more than a sum of 1, 2 and 4.
fn modifiers_of(number: u16) -> KeyModifiers {
    let bits = number.saturating_sub(1);
    let each = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    each.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, held)| held).collect()
}

/// The key at the end of a sequence.
fn letter(end: u8) -> Option<KeyCode> {
    Some(match end {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(end - b'P' + 1),
        b'Z' => KeyCode::BackTab,
        _ => return None,
    })
}

/// The key of `ESC [ NUMBER ~`.
fn numbered(number: u16) -> Option<KeyCode> {
    // The numbers of the function keys leave some out.
    const FUNCTIONS: [u16; 20] =
        [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34];
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        _ => {
            let at = FUNCTIONS.iter().position(|function| *function == number)?;
            KeyCode::F(u8::try_from(at + 1).ok()?)
        }
    })
}

/// The key of a character's number, as terminals send it that tell all keys apart.
fn character(number: u16) -> Option<KeyCode> {
    Some(match number {
        9 => KeyCode::Tab,
        13 => KeyCode::Enter,
        27 => KeyCode::Esc,
        8 | 127 => KeyCode::Backspace,
        _ => KeyCode::Char(char::from_u32(number.into()).filter(|c| !c.is_control())?),
    })
}

/// With shift, some keys have a name of their own.
fn named(code: KeyCode, held: KeyModifiers) -> KeyEvent {
    let code = match code {
        KeyCode::Tab if held.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
        KeyCode::Char(c) if held.contains(KeyModifiers::SHIFT) => {
            KeyCode::Char(c.to_ascii_uppercase())
        }
        code => code,
    };
    KeyEvent::new(code, held)
}

/// Columns and rows count from 1. Bits 2 to 4 of the button are keys that are held.
fn mouse(button: u16, column: u16, row: u16, released: bool) -> Option<Input> {
    const MOTION: u16 = 32;
    let mouse = match button & !0b11100 {
        0 if !released => Mouse::Click,
        64 => Mouse::WheelUp,
        65 => Mouse::WheelDown,
        button if button & MOTION != 0 && button < 64 => Mouse::Hover,
        _ => return None,
    };
    Some(Input::Msg(Msg::Mouse(mouse, Position::new(column.checked_sub(1)?, row.checked_sub(1)?))))
}

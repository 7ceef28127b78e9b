//! The console of Windows, which sends events and no bytes. It is asked nothing: its answers would
//! come as keys.

use std::io;

use crossterm::event::{self, Event, MouseButton, MouseEventKind};
use ratatui::layout::Position;

use super::{Input, key};
use crate::tui::{Mouse, Msg};

/// The one console that this process has.
pub struct Console;

/// What the terminal is read from.
pub fn terminal() -> io::Result<Console> {
    Ok(Console)
}

/// Tells everything the terminal sends, until nobody listens any more or the terminal is gone.
/// Sleeps while nothing comes.
pub fn listen(_: &Console, mut tell: impl FnMut(Input) -> bool) {
    while let Ok(event) = event::read() {
        if !meaning(event).is_none_or(&mut tell) {
            return;
        }
    }
}

fn meaning(event: Event) -> Option<Input> {
    let msg = match event {
        Event::Key(event) => return key(event),
        Event::Paste(text) => Msg::Paste(text),
        Event::Resize(..) => Msg::Resized,
        Event::Mouse(event) => {
            let mouse = match event.kind {
                MouseEventKind::Down(MouseButton::Left) => Mouse::Click,
                MouseEventKind::Moved | MouseEventKind::Drag(_) => Mouse::Hover,
                MouseEventKind::ScrollUp => Mouse::WheelUp,
                MouseEventKind::ScrollDown => Mouse::WheelDown,
                _ => return None,
            };
            Msg::Mouse(mouse, Position::new(event.column, event.row))
        }
        Event::FocusGained | Event::FocusLost => return None,
    };
    Some(Input::Msg(msg))
}

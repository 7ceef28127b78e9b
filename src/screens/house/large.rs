//! The invitation alone on the screen, to be read from the back of a room.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::code;
use crate::house::{Invitation, Right};
use crate::tui::keys::{Key, Nav};
use crate::tui::panels;
use crate::tui::text::{put_centred, width};
use crate::tui::{Context, Effect, Hint, Msg, Screen, Title, hints};

struct Large {
    house: String,
    invitation: Invitation,
    right: Right,
}

/// Shows the invitation alone.
pub fn open(house: String, invitation: Invitation, right: Right) -> Box<dyn Screen> {
    Box::new(Large { house, invitation, right })
}

impl Screen for Large {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Key(key) if key.is("c") => {
                let words = "copied, if your terminal lets programs do that";
                Effect::Copy(self.invitation.to_string()).and(Effect::Tell(words.to_owned()))
            }
            Msg::Key(key) if key.is("i") || key.is("q") => Effect::Close,
            Msg::Key(key) => match context.keys.nav(&key) {
                Some(Nav::Back | Nav::Confirm) => Effect::Close,
                _ => Effect::None,
            },
            _ => Effect::None,
        }
    }

    fn view(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let theme = context.look.theme();
        let scale =
            code::largest(&context.look, Rect { height: area.height.saturating_sub(8), ..area });
        let size = code::size(scale);
        let rows = size.height + 7;
        let top = area.height.saturating_sub(rows) / 2;
        let row = |at: u16| panels::row(area, top + at);
        let words = match self.right {
            Right::Play => "Come and play",
            Right::Watch => "Come and watch",
        };
        put_centred(buf, row(0), words, theme.brass());
        let x = area.x + area.width.saturating_sub(size.width) / 2;
        let place = Rect { x, y: row(2).y, width: size.width, height: size.height };
        code::draw_scaled(
            &self.invitation.code(),
            place.intersection(area),
            buf,
            &context.look,
            scale,
        );
        let text = self.invitation.to_string();
        let below = size.height + 3;
        put_centred(buf, row(below), &text, theme.strong());
        let command = match self.right {
            Right::Play => format!("parlour join {text}"),
            Right::Watch => format!("parlour watch {text}"),
        };
        if width(&command) <= area.width {
            put_centred(buf, row(below + 2), &command, theme.muted());
        }
        if let Some((said, meaning)) = context.saying() {
            put_centred(buf, row(below + 4), said, theme.style(meaning));
        }
    }

    fn title(&self) -> Title {
        let name = "Across machines".to_owned();
        Title { name, detail: self.house.clone(), right: String::new() }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        vec![
            Hint { keys: vec![Key::named("c")], words: "copy", about: "" },
            hints::nav(&context.keys, &[Nav::Back], "back"),
        ]
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }
}

//! Popups: a question with buttons, and a line to type.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::keys::{Key, Nav};
use super::panels::{self, Focus};
use super::text::{put, width};
use super::{Answer, Context, Effect, Hint, Mouse, Msg, Screen, Title, hints};

/// The width of every popup, so that they appear in one place.
const WIDE: u16 = 56;

/// A sentence and some buttons. The first is the default, and what Esc means.
pub struct Ask {
    title: &'static str,
    text: String,
    buttons: Vec<&'static str>,
    cursor: usize,
}

impl Ask {
    /// A question with these answers, which [`Answer::among`] reads.
    pub fn among<A>(
        title: &'static str,
        text: impl Into<String>,
        answers: &[(&'static str, A)],
    ) -> Ask {
        let buttons = answers.iter().map(|(words, _)| *words).collect();
        Ask { title, text: text.into(), buttons, cursor: 0 }
    }

    pub fn new(
        title: &'static str,
        text: impl Into<String>,
        buttons: &'static [&'static str],
    ) -> Ask {
        Ask { title, text: text.into(), buttons: buttons.to_vec(), cursor: 0 }
    }

    fn size(&self) -> Size {
        let lines = crate::tui::text::wrap(&self.text, WIDE - 6).len().min(1000) as u16;
        Size::new(WIDE, lines + self.button_rows() + 6)
    }

    /// One row of buttons, or one below the other where that is too narrow.
    fn button_rows(&self) -> u16 {
        let wide: u16 = self.buttons.iter().map(|words| width(words) + 5).sum();
        if wide > WIDE - 5 { self.buttons.len() as u16 } else { 1 }
    }

    /// How many rows it needs.
    pub fn rows(&self) -> u16 {
        self.size().height
    }

    /// Where each button stands in the window's inner area.
    fn places(&self, inner: Rect) -> Vec<Rect> {
        let rows = self.button_rows();
        let first = inner.height.saturating_sub(1 + rows);
        if rows > 1 {
            // A list below the text, whose mark of the focus stands in the margin, if there is one.
            let margin = inner.x.min(2);
            let list = Rect { x: inner.x - margin, width: inner.width + margin, ..inner };
            return (0..rows).map(|at| panels::row(list, first + at)).collect();
        }
        let row = panels::row(inner, first);
        let mut x = row.x;
        let place = |words: &&str| {
            let wide = width(words) + 4;
            let place = Rect { x, width: wide, ..row }.intersection(row);
            x += wide + 1;
            place
        };
        self.buttons.iter().map(place).collect()
    }
}

impl Screen for Ask {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        let last = self.buttons.len() - 1;
        match msg {
            Msg::Key(key) => {
                // The first letter of a button chooses it, unless it is a key to walk with; where
                // several begin alike, it walks among them.
                let letter = |words: &&str| {
                    let first = words.chars().next().map(|c| c.to_ascii_lowercase());
                    first.is_some() && key.character().map(|c| c.to_ascii_lowercase()) == first
                };
                match context.keys.nav(&key) {
                    Some(Nav::Left | Nav::Up | Nav::Previous) => {
                        self.cursor = self.cursor.checked_sub(1).unwrap_or(last);
                    }
                    Some(Nav::Right | Nav::Down | Nav::Next) => {
                        self.cursor = if self.cursor == last { 0 } else { self.cursor + 1 };
                    }
                    Some(Nav::Confirm) => return Effect::Answer(Answer::Chosen(self.cursor)),
                    Some(Nav::Back) => return Effect::Answer(Answer::Dismissed),
                    _ => {
                        let alike: Vec<usize> =
                            (0..=last).filter(|at| letter(&self.buttons[*at])).collect();
                        match alike.as_slice() {
                            [] => {}
                            [one] => return Effect::Answer(Answer::Chosen(*one)),
                            [first, ..] => {
                                let next = alike.iter().find(|at| **at > self.cursor);
                                self.cursor = *next.unwrap_or(first);
                            }
                        }
                    }
                }
            }
            Msg::Mouse(mouse, at) => {
                let inner = window_inner(context, self.size());
                if let Some(hit) = self.places(inner).iter().position(|place| place.contains(at)) {
                    self.cursor = hit;
                    if mouse == Mouse::Click {
                        return Effect::Answer(Answer::Chosen(hit));
                    }
                }
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let inner = panels::popup(look, context.area(), buf, self.size());
        put(buf, inner, inner.x, inner.y, self.title, look.theme().strong());
        let text = panels::inset(inner, 0, 2, 0, 2 + self.button_rows());
        panels::paragraph(look, text, buf, &self.text, look.theme().text());
        for (at, place) in self.places(inner).into_iter().enumerate() {
            let focus = Focus::at(at, self.cursor);
            if self.button_rows() == 1 {
                panels::button(look, place, buf, self.buttons[at], focus);
            } else {
                let row = panels::list_row(look, place, buf, focus);
                put(buf, row, row.x, row.y, self.buttons[at], panels::name_style(look, focus));
            }
        }
    }

    fn title(&self) -> Title {
        Title::default()
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        vec![
            match self.button_rows() {
                1 => hints::nav(&context.keys, &[Nav::Left, Nav::Right], "choose"),
                _ => hints::nav(&context.keys, &[Nav::Up, Nav::Down], "choose"),
            },
            hints::nav(&context.keys, &[Nav::Confirm], "select"),
            hints::nav(&context.keys, &[Nav::Back], "go back"),
        ]
    }

    fn is_popup(&self) -> bool {
        true
    }

    /// Nobody can answer what they cannot read to its end.
    fn min_size(&self) -> Size {
        self.size()
    }
}

/// The inside of a popup of this size, as `panels::popup` places it.
fn window_inner(context: &Context, size: Size) -> Rect {
    let screen = context.area();
    let (w, h) = (size.width.min(screen.width), size.height.min(screen.height));
    let window = Rect::new((screen.width - w) / 2, (screen.height - h) / 2, w, h);
    panels::inset(window, 3, 1, 3, 1)
}

/// One line to type. Enter gives it back, Esc nothing.
pub struct Prompt {
    title: &'static str,
    text: String,
    /// In characters.
    cursor: usize,
    /// Nothing was typed yet: the first letter takes the place of what is offered.
    is_offered: bool,
}

/// No name or number anybody needs is longer.
const LONGEST: usize = 200;

impl Prompt {
    /// A text is offered; who begins to type writes another.
    pub fn new(title: &'static str, text: &str) -> Prompt {
        Prompt { is_offered: !text.is_empty(), ..Prompt::to_edit(title, text) }
    }

    /// A text to go on with.
    #[inline(never)]
    pub fn to_edit(title: &'static str, text: &str) -> Prompt {
        let cursor = text.chars().count();
        Prompt { title, text: text.to_owned(), cursor, is_offered: false }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.cursor = 0;
    }

    fn byte(&self, at: usize) -> usize {
        self.text.char_indices().nth(at).map_or(self.text.len(), |(byte, _)| byte)
    }

    fn insert(&mut self, typed: impl Iterator<Item = char>) {
        for c in typed.filter(|c| !c.is_control()) {
            if std::mem::take(&mut self.is_offered) {
                self.clear();
            }
            if self.text.chars().count() < LONGEST {
                let byte = self.byte(self.cursor);
                self.text.insert(byte, c);
                self.cursor += 1;
            }
        }
    }

    fn remove(&mut self, at: usize) {
        if at < self.text.chars().count() {
            let byte = self.byte(at);
            self.text.remove(byte);
        }
    }

    fn key(&mut self, key: &Key) -> Effect {
        let length = self.text.chars().count();
        let offered = self.is_offered;
        if key.character().is_none() {
            self.is_offered = false;
        }
        match key {
            key if key.is("enter") => return Effect::Answer(Answer::Text(self.text.clone())),
            key if key.is("esc") => return Effect::Answer(Answer::Dismissed),
            key if offered && (key.is("backspace") || key.is("delete")) => self.clear(),
            key if key.is("left") => self.cursor = self.cursor.saturating_sub(1),
            key if key.is("right") => self.cursor = (self.cursor + 1).min(length),
            key if key.is("home") => self.cursor = 0,
            key if key.is("end") => self.cursor = length,
            key if key.is("delete") => self.remove(self.cursor),
            key if key.is("ctrl-u") => self.clear(),
            key if key.is("backspace") && self.cursor > 0 => {
                self.cursor -= 1;
                self.remove(self.cursor);
            }
            key => self.insert(key.character().into_iter()),
        }
        Effect::None
    }
}

impl Screen for Prompt {
    fn update(&mut self, msg: Msg, _: &mut Context) -> Effect {
        match msg {
            Msg::Key(key) => return self.key(&key),
            Msg::Paste(text) => self.insert(text.chars()),
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let inner = panels::popup(look, context.area(), buf, Size::new(WIDE, 7));
        put(buf, inner, inner.x, inner.y, self.title, look.theme().strong());
        let line = panels::row(inner, 2);
        panels::field(look, line, buf, &self.text, self.cursor, Focus::Here);
        if self.is_offered {
            let offered = Rect { width: width(&self.text).min(line.width), ..line };
            buf.set_style(offered.intersection(buf.area), look.theme().chosen_quietly());
        }
    }

    fn title(&self) -> Title {
        Title::default()
    }

    fn hints(&self, _: &Context) -> Vec<Hint> {
        let hint = |key, words| Hint { keys: vec![Key::named(key)], words, about: "" };
        vec![hint("enter", "accept"), hint("ctrl-u", "clear"), hint("esc", "go back")]
    }

    fn is_popup(&self) -> bool {
        true
    }

    fn is_typing(&self) -> bool {
        true
    }

    fn min_size(&self) -> Size {
        Size::new(40, 8)
    }
}

/// Whether a mouse position is on one of the rows; and which.
pub fn row_at(rows: &[Rect], at: Position) -> Option<usize> {
    rows.iter().position(|row| row.contains(at))
}

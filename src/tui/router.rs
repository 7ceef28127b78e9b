//! The stack of screens, with the title bar and the footer around the one on top.
//!
//! The router holds the stack and nothing else: what a screen knows is the screen's affair.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::keep::Kept;
use super::keys::{Key, Nav};
use super::look::{Charset, Look};
use super::{Context, Effect, Hint, Mouse, Msg, Screen, panels, text};
use crate::lang::{as_told, told_as};

/// Whoever runs it performs the effects it answers: the event loop, or a test.
pub struct Router {
    /// The first is the menu; the last is on top. Never empty.
    stack: Vec<Box<dyn Screen>>,
}

impl Router {
    /// Shows the last of these screens, of which there must be one.
    pub fn new(stack: Vec<Box<dyn Screen>>, context: &mut Context) -> (Router, Effect) {
        let mut router = Router { stack };
        let effect = router.top().update(Msg::Shown, context);
        (router, effect)
    }

    fn top(&mut self) -> &mut Box<dyn Screen> {
        self.stack.last_mut().expect("the stack is never empty")
    }

    fn shown(&self) -> &dyn Screen {
        self.stack.last().expect("the stack is never empty").as_ref()
    }

    /// How long until the screen on top wants a tick; none while nothing moves.
    pub fn pulse(&self) -> Option<Duration> {
        self.shown().pulse()
    }

    /// The keys that work now, most used first.
    pub fn hints(&self, context: &Context) -> Vec<Hint> {
        self.shown().hints(context)
    }

    /// Tells the screen on top; keys that mean the same everywhere are handled here.
    pub fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match &msg {
            // Work goes on under a popup, so everybody hears that there is news.
            Msg::Woken | Msg::Resized => {
                let all = self.stack.iter_mut();
                all.fold(Effect::None, |sum, screen| sum.and(screen.update(msg.clone(), context)))
            }
            Msg::Mouse(Mouse::Click, at) if at.y + 1 == context.size.height => {
                match self.footer_key(*at, context) {
                    Some(key) => self.update(Msg::Key(key), context),
                    None => Effect::None,
                }
            }
            Msg::Key(key) => {
                context.forget_saying();
                match context.keys.nav(key) {
                    Some(Nav::Quit) => Effect::Quit,
                    Some(Nav::Suspend) => Effect::Suspend,
                    Some(Nav::Help) if !self.shown().is_typing() => {
                        match self.shown().help(context) {
                            Some(help) => Effect::Open(help),
                            None => self.top().update(msg, context),
                        }
                    }
                    _ => self.top().update(msg, context),
                }
            }
            _ => self.top().update(msg, context),
        }
    }

    /// The key whose hint stands there in the footer: a click on it is a press of it.
    fn footer_key(&self, at: Position, context: &Context) -> Option<Key> {
        let row = last_row(context.area());
        let hints = self.shown().hints(context);
        let places = draw_footer(&hints, row, &mut Buffer::empty(row), &context.look);
        let (hint, place) = places.into_iter().find(|(_, place)| place.contains(at))?;
        // Of several keys the one nearest to the click is meant: `← →`.
        let keys = &hints[hint].keys;
        let share = usize::from(at.x - place.x) * keys.len() / usize::from(place.width.max(1));
        keys.get(share.min(keys.len().saturating_sub(1))).cloned()
    }

    /// Opens and closes screens, and keeps what they want to have kept.
    pub fn navigate(&mut self, effect: Effect, context: &mut Context) -> Effect {
        let msg = match effect {
            Effect::Open(screen) => {
                self.stack.push(screen);
                Msg::Shown
            }
            Effect::Swap(screen) => {
                self.cut(self.stack.len() - 1, context);
                self.stack.push(screen);
                Msg::Shown
            }
            Effect::Close if self.stack.len() > 1 => {
                self.cut(self.stack.len() - 1, context);
                Msg::Shown
            }
            Effect::Close => return Effect::Quit,
            Effect::Answer(answer) => {
                self.cut(self.stack.len().saturating_sub(1).max(1), context);
                Msg::Answered(answer)
            }
            Effect::Keep(keep) => match keep.perform(context) {
                Kept::Heard(msg) => msg,
                Kept::Said(effect) => return effect,
            },
            Effect::Home => {
                let home = self.stack.iter().rposition(|screen| screen.is_home()).unwrap_or(0);
                self.cut(home + 1, context);
                Msg::Shown
            }
            _ => return Effect::None,
        };
        self.top().update(msg, context)
    }

    /// Takes the screens above so many away, from the top; what they want kept is.
    fn cut(&mut self, rest: usize, context: &mut Context) {
        for screen in self.stack.drain(rest..).rev() {
            if let Some(keep) = screen.leaving(context) {
                // Whoever leaves isn't held up by a disk that is full.
                let (Kept::Heard(_) | Kept::Said(_)) = keep.perform(context);
            }
        }
    }

    /// Leaves every screen, when the arcade ends.
    pub fn leave(&mut self, context: &mut Context) {
        self.cut(0, context);
    }

    /// Draws the last full page, the popups on it, and the bars around them; or says that the
    /// terminal is too small.
    pub fn view(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        // A popup needs what it stands on; only screens beneath the last full one stay hidden.
        let base = self.stack.iter().rposition(|screen| !screen.is_popup()).unwrap_or(0);
        let layers = &self.stack[base..];
        let need = layers.iter().map(|screen| screen.min_size()).reduce(larger).unwrap_or_default();
        let body = body(area);
        if body.width < need.width || body.height < need.height {
            let need = Size::new(need.width, need.height + 2);
            return panels::too_small(&context.look, area, buf, need);
        }
        let look = &context.look;
        text::fill(buf, area, look.theme().ground());
        for screen in layers {
            screen.view(body, buf, context);
        }
        let title = layers[0].title();
        panels::title_bar(look, area, buf, &title.name, &title.detail, &title.right);
        let top = self.shown();
        draw_footer(&top.hints(context), last_row(area), buf, look);
        if look.charset() == Charset::Ascii {
            keep_to_ascii(area, buf);
        }
    }
}

/// Draws the footer and answers where each hint stands.
fn draw_footer(hints: &[Hint], row: Rect, buf: &mut Buffer, look: &Look) -> Vec<(usize, Rect)> {
    let labels: Vec<(String, String)> = hints.iter().map(|hint| label(hint, look)).collect();
    let labels: Vec<(&str, &str)> =
        labels.iter().map(|(key, words)| (key.as_str(), words.as_str())).collect();
    panels::footer(look, row, buf, &labels)
}

/// The keys and what they do, in the reader's language: "open" is something to do here.
fn label(hint: &Hint, look: &Look) -> (String, String) {
    let ascii = look.charset() == Charset::Ascii;
    let keys: Vec<_> = hint.keys.iter().map(|key| key.told(ascii)).collect();
    (as_told(&keys.join(" ")), as_told(&told_as(hint.words, "key")))
}

/// Names of boards and people may hold any character; on a terminal without them something readable
/// stands in their place.
fn keep_to_ascii(area: Rect, buf: &mut Buffer) {
    for position in area.intersection(buf.area).positions() {
        let cell = &mut buf[position];
        if !cell.symbol().is_ascii() {
            let plain = match cell.symbol() {
                "×" => "x",
                "·" | "–" | "—" => "-",
                "…" => ".",
                "’" | "‘" => "'",
                // The signs of boards, which the rules pages name.
                "→" | "»" | "›" => ">",
                "←" | "«" | "‹" => "<",
                "‖" => "z",
                "\u{a0}" => " ",
                letter => plain_letter(letter),
            };
            cell.set_symbol(plain);
        }
    }
}

/// A letter without its accent; a question mark for what isn't a letter at all.
fn plain_letter(letter: &str) -> &'static str {
    const PLAIN: [(&str, &str); 15] = [
        ("àâäáã", "a"),
        ("éèêë", "e"),
        ("îïíì", "i"),
        ("ôöóòõø", "o"),
        ("ûüúù", "u"),
        ("ç", "c"),
        ("ñ", "n"),
        ("ÿý", "y"),
        ("ÀÂÄÁ", "A"),
        ("ÉÈÊË", "E"),
        ("ÎÏ", "I"),
        ("ÔÖ", "O"),
        ("ÛÜÙ", "U"),
        ("Ç", "C"),
        ("œ", "o"),
    ];
    PLAIN.iter().find(|(letters, _)| letters.contains(letter)).map_or("?", |(_, plain)| plain)
}

fn last_row(area: Rect) -> Rect {
    Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area }
}

/// Everything between the title bar and the footer.
pub fn body(area: Rect) -> Rect {
    Rect {
        y: area.y.saturating_add(1).min(area.bottom()),
        height: area.height.saturating_sub(2),
        ..area
    }
}

fn larger(a: Size, b: Size) -> Size {
    Size::new(a.width.max(b.width), a.height.max(b.height))
}

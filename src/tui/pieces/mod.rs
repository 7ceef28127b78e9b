//! Pieces that games and menus draw: shapes for the painter, and signs for those without paint.
//!
//! Each function answers a sprite for the cell size it is given and chooses among three drawings
//! by itself: one glyph, small, large. It knows what a disc looks like, and nothing of its rules.

mod discs;
mod figures;

use ratatui::style::{Modifier, Style};

pub use discs::{bead, disc, hole};
pub use figures::{number, printed_number};

use super::look::{Charset, Look};
use super::painter::Canvas;
use crate::play::Hue;

/// What a piece is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mood {
    /// Nothing is to be said of it.
    Plain,
    /// It came last: `‹ ›` beside its mark.
    Last,
    /// Where it would land: only its rim.
    Ghost,
    /// Others matter more now.
    Dimmed,
    /// Part of the winning line: a light rim and a black mark.
    Winning,
}

impl Mood {
    /// What stands beside the mark of such a piece where nothing is painted.
    pub fn brackets(self, look: &Look) -> Option<(&'static str, &'static str)> {
        match self {
            Mood::Last => Some((look.glyph("‹", ">"), look.glyph("›", "<"))),
            Mood::Winning => Some(("*", "*")),
            Mood::Plain | Mood::Ghost | Mood::Dimmed => None,
        }
    }
}

/// To the nearest half cell, where edges are sharp.
pub fn snap(cells: f32) -> f32 {
    (cells * 2.0).round() / 2.0
}

/// Whether pieces of this hue are solid where there is no colour; the others are outlines.
pub fn is_solid(hue: Hue) -> bool {
    matches!(hue, Hue::Red | Hue::Green | Hue::Pink)
}

/// How a piece that isn't painted is written.
pub fn print_style(look: &Look, hue: Hue, mood: Mood) -> Style {
    match mood {
        Mood::Plain | Mood::Last => look.theme().seat(hue),
        Mood::Winning => look.theme().seat(hue).add_modifier(Modifier::BOLD),
        Mood::Ghost | Mood::Dimmed => look.theme().faint(),
    }
}

/// A piece as one sign in the middle; a ghost is hollow, so that it can't be taken for a piece.
pub fn print_mark(canvas: &mut Canvas, look: &Look, hue: Hue, mood: Mood) {
    let style = print_style(look, hue, mood);
    let (x, y) = (canvas.width() / 2, canvas.height().saturating_sub(1) / 2);
    if let Some((before, after)) = mood.brackets(look).filter(|_| canvas.width() >= 3) {
        canvas.letter(x - 1, y, before, style).letter(x + 1, y, after, style);
    }
    let mark = if mood == Mood::Ghost { look.hollow_mark(hue) } else { look.mark(hue) };
    canvas.letter(x, y, mark, style);
}

/// Where a piece would stand: a thin dashed outline of the whole canvas, three columns or more.
pub fn print_ghost(canvas: &mut Canvas, look: &Look, hue: Hue) {
    let style = look.theme().text();
    let (right, bottom) = (canvas.width() - 1, canvas.height() - 1);
    let unicode = look.charset() == Charset::Unicode;
    for x in 0..=right {
        let dash = if unicode || x % 2 == 0 { look.glyph("╌", "'") } else { " " };
        let (above, below) = match x {
            0 => (look.glyph("╭", "."), look.glyph("╰", "'")),
            _ if x == right => (look.glyph("╮", "."), look.glyph("╯", "'")),
            _ => (if unicode || dash == " " { dash } else { "." }, dash),
        };
        canvas.art(x, 0, &[above], style).art(x, bottom, &[below], style);
    }
    for y in 1..bottom {
        let side = look.glyph("╎", ":");
        canvas.letter(0, y, side, style).letter(right, y, side, style);
    }
    if bottom >= 2 {
        canvas.letter(canvas.width() / 2, canvas.height() / 2, look.hollow_mark(hue), style);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use ratatui::layout::{Rect, Size};

    use super::*;
    use crate::play::Hue;
    use crate::tui::theme::THEMES;
    use crate::tui::{Charset, Depth, Look, Meaning, Theme};

    /// Every piece there is, in one size.
    fn all(look: &Look, size: Size, hue: Hue) -> Vec<std::rc::Rc<crate::tui::painter::Sprite>> {
        let felt = look.theme().ink(Meaning::Felt);
        let mut pieces = vec![hole(look, size)];
        for mood in [Mood::Plain, Mood::Last, Mood::Ghost, Mood::Dimmed, Mood::Winning] {
            pieces.push(disc(look, hue, mood, felt, size));
            pieces.push(bead(look, hue, mood, felt, size));
        }
        pieces
    }

    #[test]
    fn every_piece_can_be_drawn_at_every_size() {
        let sizes =
            [(0, 0), (1, 1), (2, 1), (3, 1), (3, 2), (5, 2), (5, 3), (8, 4), (14, 5), (22, 11)];
        for (name, _) in THEMES {
            for depth in [Depth::True, Depth::Ansi256, Depth::Ansi16, Depth::Mono] {
                for charset in [Charset::Unicode, Charset::Ascii] {
                    let look = Look::new(Theme::load(name, depth).unwrap(), charset);
                    for (width, height) in sizes {
                        let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
                        for sprite in all(&look, Size::new(width, height), Hue::Blue) {
                            sprite.draw(&mut buf, 0, 0);
                        }
                        let ascii = buf.content.iter().all(|cell| cell.symbol().is_ascii());
                        assert!(ascii || charset == Charset::Unicode, "{width}x{height}: {buf:?}");
                    }
                }
            }
        }
    }

    /// Colour is never the only difference: without it, two hues still look different.
    #[test]
    fn two_seats_differ_without_colour() {
        let look = Look::new(Theme::usual(Depth::Mono), Charset::Ascii);
        let felt = look.theme().ink(Meaning::Felt);
        for (width, height) in [(3, 1), (5, 3), (14, 5)] {
            let size = Size::new(width, height);
            let drawn = |hue: Hue| {
                [
                    disc(&look, hue, Mood::Plain, felt, size),
                    bead(&look, hue, Mood::Plain, felt, size),
                ]
                .map(|sprite| {
                    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
                    sprite.draw(&mut buf, 0, 0);
                    buf
                })
            };
            let (red, yellow) = (drawn(Hue::Red), drawn(Hue::Yellow));
            for (index, (red, yellow)) in red.iter().zip(&yellow).enumerate() {
                assert_ne!(red, yellow, "piece {index} at {width}x{height}");
            }
        }
    }
}

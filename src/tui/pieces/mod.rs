//! Pieces that games and menus draw: shapes for the painter, and letters for those without paint.
//!
//! Each function answers a sprite for the cell size it is given and chooses among three drawings
//! by itself: one glyph, small, large. It knows what a disc looks like, and nothing of its rules.

mod discs;
mod gobblets;

pub use discs::{bead, disc, hole};
pub use gobblets::{Eyes, Gobblet};

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
    /// Part of the winning line: an ivory rim and a black mark.
    Winning,
}

/// To the nearest half cell, where edges are sharp.
fn snap(cells: f32) -> f32 {
    (cells * 2.0).round() / 2.0
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
            for rank in 1..=4 {
                let eyes = if rank == 2 { Eyes::Closed } else { Eyes::Open };
                let gobblet =
                    Gobblet { hue, rank, ranks: 4, mood, eyes, saucer: rank == 3, behind: felt };
                pieces.push(gobblet.sprite(look, size));
            }
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
                let gobblet = Gobblet {
                    hue,
                    rank: 2,
                    ranks: 3,
                    mood: Mood::Plain,
                    eyes: Eyes::Open,
                    saucer: false,
                    behind: felt,
                };
                [
                    disc(&look, hue, Mood::Plain, felt, size),
                    bead(&look, hue, Mood::Plain, felt, size),
                    gobblet.sprite(&look, size),
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

//! Pieces that games and menus draw: shapes for the painter, and letters for those without paint.
//!
//! A function answers a sprite for the cell size it is given and chooses among three drawings by
//! itself: one glyph, small, large. It knows what a disc looks like, and nothing of its rules.

use std::rc::Rc;

use ratatui::layout::Size;
use ratatui::style::{Modifier, Style};

use super::look::Look;
use super::painter::{Canvas, Shape, Sprite};
use super::theme::{Ink, Meaning};
use crate::play::Hue;

/// What a piece is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mood {
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

/// A disc of Connect Four, lying in front of `behind`; the sprite has the given size, of which
/// a disc 2.5 rows high takes all 5 columns.
pub fn disc(look: &Look, hue: Hue, mood: Mood, behind: Ink, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("disc", hue, mood, behind), width, height, |canvas| {
        if !look.paints() {
            return printed_disc(canvas, look, hue, mood);
        }
        let theme = look.theme();
        let piece = theme.piece(hue);
        let face = match mood {
            Mood::Plain | Mood::Last | Mood::Winning => piece,
            Mood::Ghost => behind.towards(piece, 0.35),
            Mood::Dimmed => theme.dimmed(piece, behind),
        };
        let rim = match mood {
            Mood::Winning => theme.ink(Meaning::Ivory),
            Mood::Ghost => behind.towards(piece, 0.60),
            _ => face.edge(),
        };
        let mark = match mood {
            Mood::Winning => theme.ink(Meaning::Ebony),
            Mood::Ghost => piece,
            _ => face.mark(),
        };
        let (w, h) = (f32::from(width), f32::from(height));
        if height > 1 {
            let (x, y, rx) = (w / 2.0, h / 2.0, w / 2.0);
            canvas.paint(&Shape::circle(x, y, rx), rim);
            let (dx, dy) = if mood == Mood::Winning { (0.6, 0.34) } else { (0.5, 0.25) };
            canvas.paint(&Shape::ellipse(x, y, rx - dx, rx / 2.0 - dy), face);
        } else {
            canvas.paint(&Shape::rect(0.0, 0.0, w, h), face);
        }
        let style = Style::new().fg(mark.color());
        let style = if mood == Mood::Winning { style.add_modifier(Modifier::BOLD) } else { style };
        let (x, y) = (width / 2, height / 2);
        canvas.letter(x, y, look.mark(hue), style);
        if mood == Mood::Last && width >= 3 {
            let bold = Style::new().fg(theme.color(Meaning::Ebony)).add_modifier(Modifier::BOLD);
            canvas.letter(x - 1, y, "‹", bold).letter(x + 1, y, "›", bold);
        }
    })
}

fn printed_disc(canvas: &mut Canvas, look: &Look, hue: Hue, mood: Mood) {
    let theme = look.theme();
    let style = match mood {
        Mood::Plain | Mood::Last => theme.seat(hue),
        Mood::Winning => theme.seat(hue).add_modifier(Modifier::BOLD),
        Mood::Ghost | Mood::Dimmed => theme.faint(),
    };
    let mark = look.mark(hue);
    let (x, y) = (canvas.width() / 2, canvas.height() / 2);
    let round = canvas.width() >= 5 && canvas.height() >= 3;
    let picture = match (mood, hue) {
        (Mood::Ghost, _) => ["  :  ", " : : ", "  :  "],
        (_, Hue::Red) => [" ### ", "## ##", " ### "],
        (Mood::Last | Mood::Winning, Hue::Yellow) => [" .-. ", " ( ) ", " '-' "],
        (_, Hue::Yellow) => [" .-. ", "(   )", " '-' "],
        (_, _) => [" --- ", "|   |", " --- "],
    };
    if round {
        canvas.art(x - 2, y - 1, &picture, style);
    }
    let sides = match mood {
        Mood::Last => Some((">", "<")),
        Mood::Winning => Some(("*", "*")),
        _ => None,
    };
    if let Some((left, right)) = sides.filter(|_| canvas.width() >= 3) {
        let reach = if round { 2 } else { 1 };
        canvas.letter(x - reach, y, left, style).letter(x + reach, y, right, style);
    }
    canvas.letter(x, y, mark, style);
}

/// A hole in the plate of Connect Four, of the size of its disc.
pub fn hole(look: &Look, plate: Ink, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("hole", plate), width, height, |canvas| {
        let hole = look.theme().ink(Meaning::Hole);
        let (w, h) = (f32::from(width), f32::from(height));
        match (look.paints(), height) {
            (false, _) => {
                canvas.letter(width / 2, height / 2, ".", look.theme().faint());
            }
            (true, 0 | 1) => {
                canvas.paint(&Shape::rect(0.0, 0.0, w, h), hole);
            }
            (true, _) => {
                canvas.paint(&Shape::circle(w / 2.0, h / 2.0, w / 2.0), hole);
            }
        }
    })
}

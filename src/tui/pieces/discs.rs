//! Round things: discs, the holes they lie in, and beads.

use std::rc::Rc;

use ratatui::layout::Size;
use ratatui::style::{Modifier, Style};

use super::{Mood, is_solid, print_ghost, print_mark, print_style, snap};
use crate::play::Hue;
use crate::tui::look::{Charset, Look};
use crate::tui::painter::{Canvas, Shape, Sprite};
use crate::tui::theme::{Ink, Meaning};

/// A disc of Connect Four, lying in front of `behind`; the sprite has the given size, of which
/// a disc 2.5 rows high takes all 5 columns.
pub fn disc(look: &Look, hue: Hue, mood: Mood, behind: Ink, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("disc", hue, mood, behind), width, height, |canvas| {
        if !look.paints() {
            return print_round(canvas, look, hue, mood);
        }
        let theme = look.theme();
        let Colours { face, rim, mark } = Colours::of(look, hue, mood, behind);
        let (w, h) = (f32::from(width), f32::from(height));
        let (x, y) = (w / 2.0, h / 2.0);
        let (rx, ry) = radii(w, h);
        match height {
            0 | 1 => canvas.paint(&Shape::rect(0.0, 0.0, w, h), face),
            // Two rows have no room for a rim or a mark, which would knock a corner out: a winner is
            // brighter as a whole, and so, a little, is the last.
            2 if mood == Mood::Winning => canvas.paint(&Shape::ellipse(x, y, rx, ry), rim),
            2 if mood == Mood::Last => {
                let face = face.towards(theme.ink(Meaning::Ivory), 0.45);
                canvas.paint(&Shape::ellipse(x, y, rx, ry), face)
            }
            2 => canvas.paint(&Shape::ellipse(x, y, rx, ry), face),
            _ => {
                canvas.paint(&Shape::ellipse(x, y, rx, ry), rim);
                canvas.paint(&Shape::ellipse(x, y, rx - 0.5, ry - 0.25), face)
            }
        };
        if height == 2 {
            return;
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

/// A bead of Sogo: a ball with a light on it, in the middle of the sprite and round. In a sprite of
/// an odd width its peg runs through the middle of a column.
pub fn bead(look: &Look, hue: Hue, mood: Mood, behind: Ink, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("bead", hue, mood, behind), width, height, |canvas| {
        if !look.paints() || height < 2 {
            return print_round(canvas, look, hue, mood);
        }
        let Colours { face, rim, mark } = Colours::of(look, hue, mood, behind);
        let (w, h) = (f32::from(width), f32::from(height));
        let (x, y, rx, ry) = (w / 2.0, h / 2.0, (w / 2.0).min(h), (w / 4.0).min(h / 2.0));
        let ball = Shape::ellipse(x, y, rx, ry);
        // The rim is even around a winner; else it is the shade below and beside a ball.
        let (inner, up) = if mood == Mood::Winning { (0.6, 0.0) } else { (0.4, 0.12) };
        canvas.paint(&ball, rim);
        canvas.paint(&Shape::ellipse(x, y - up, rx - inner, ry - inner / 2.0 - up / 2.0), face);
        if mood == Mood::Plain {
            let spark = Shape::rect(snap(x - rx * 0.5), snap(h * 0.2), 0.5, 0.5);
            canvas.paint(&spark, face.highlight());
        } else {
            let style = Style::new().fg(mark.color()).add_modifier(Modifier::BOLD);
            canvas.letter(width / 2, height / 2, look.mark(hue), style);
        }
    })
}

/// As wide as the sprite and round, unless it is too low for that.
fn radii(width: f32, height: f32) -> (f32, f32) {
    (width / 2.0, (width / 4.0).min(height / 2.0))
}

/// The colours of a round piece in front of something.
struct Colours {
    face: Ink,
    rim: Ink,
    mark: Ink,
}

impl Colours {
    fn of(look: &Look, hue: Hue, mood: Mood, behind: Ink) -> Colours {
        let theme = look.theme();
        let piece = theme.piece(hue);
        let face = match mood {
            Mood::Plain | Mood::Last | Mood::Winning => piece,
            Mood::Ghost => behind.towards(piece, 0.35),
            Mood::Dimmed => theme.dimmed(piece, behind),
        };
        let rim = match mood {
            // The light of its own colour: pure white would look chewed.
            Mood::Winning => piece.towards(theme.ink(Meaning::Ivory), 0.72),
            Mood::Ghost => behind.towards(piece, 0.60),
            _ => face.edge(),
        };
        let mark = match mood {
            Mood::Winning => theme.ink(Meaning::Ebony),
            Mood::Ghost => piece,
            _ => face.mark(),
        };
        Colours { face, rim, mark }
    }
}

/// A round piece without paint: solid or a ring, by its hue; a ghost is a dashed outline.
fn print_round(canvas: &mut Canvas, look: &Look, hue: Hue, mood: Mood) {
    let style = print_style(look, hue, mood);
    let (width, height) = (canvas.width(), canvas.height());
    // Without colour nothing dims: what steps back is small.
    let small = mood == Mood::Dimmed && !look.has_colour();
    if width < 5 || height < 2 || small {
        return print_mark(canvas, look, hue, mood);
    }
    if mood == Mood::Ghost {
        return print_ghost(canvas, look, hue);
    }
    if look.charset() == Charset::Unicode {
        // Quarter blocks want a square with round corners: an ellipse would lose them.
        let (w, h) = (f32::from(width), f32::from(height));
        let body = |inset: f32| {
            let (w, h) = (w - 1.0 - 2.0 * inset, h - inset);
            Shape::rounded(0.5 + inset, inset / 2.0, w, h, 0.75 * h)
        };
        let shape = match is_solid(hue) {
            true => body(0.0),
            false => body(0.0).minus(body((w / 5.0).round().max(1.0))),
        };
        canvas.stencil(&shape, style);
        return;
    }
    let art: &[&str] = match (is_solid(hue), height) {
        (true, 2) => &["/###\\", "\\#.#/"],
        (false, 2) => &[".---.", "'-.-'"],
        (true, _) => &[" ### ", "##.##", " ### "],
        (false, _) => &[" .-. ", "(   )", " '-' "],
    };
    let large = width >= 8 && height >= 4;
    let (left, top) = ((width - 5) / 2, (height - art.len() as u16) / 2);
    if large {
        print_large(canvas, is_solid(hue), style);
    } else {
        canvas.art(left, top, art, style);
    }
    let (x, y) = (width / 2, if large { height / 2 } else { top + 1 });
    if let Some((before, after)) = mood.brackets(look) {
        canvas.letter(x - 1, y, before, style).letter(x + 1, y, after, style);
    }
    canvas.letter(x, y, look.mark(hue), style);
}

/// A disc in plain signs that fills its cell: `#` all over, or the outline alone.
fn print_large(canvas: &mut Canvas, solid: bool, style: Style) {
    let (width, height) = (canvas.width(), canvas.height());
    let middle = f32::from(height) / 2.0;
    let indent = |row: u16| {
        let away = (f32::from(row) + 0.5 - middle) / middle;
        let half = (f32::from(width) / 2.0 - 1.0) * (1.0 - away * away).max(0.0).sqrt();
        (f32::from(width) / 2.0 - half).round() as u16
    };
    for row in 0..height {
        let (left, inner) = (indent(row), usize::from(width - 2 * indent(row)).saturating_sub(2));
        let next = indent(if 2 * row < height { row + 1 } else { row.saturating_sub(1) });
        let (open, fill, shut) = match (row, 2 * row < height, next == left) {
            _ if solid => ("#", "#", "#"),
            (0, ..) => (".", "-", "."),
            _ if row + 1 == height => ("'", "-", "'"),
            (.., true) => ("|", " ", "|"),
            (_, true, _) => ("/", " ", "\\"),
            (_, false, _) => ("\\", " ", "/"),
        };
        let line = format!("{open}{}{shut}", fill.repeat(inner));
        canvas.art(left, row, &[&line], style);
    }
}

/// A hole in the plate of Connect Four, of the size of its disc.
pub fn hole(look: &Look, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite("hole", width, height, |canvas| {
        let hole = look.theme().ink(Meaning::Hole);
        let (w, h) = (f32::from(width), f32::from(height));
        match (look.paints(), height) {
            (false, _) => {
                canvas.letter(width / 2, height / 2, ".", look.theme().faint());
            }
            (true, 0 | 1) => {
                // A thin line of the plate remains above, or a column of holes would be one slit.
                canvas.paint(&Shape::rect(0.0, 0.125, w, h - 0.125), hole);
            }
            (true, _) => {
                let (rx, ry) = radii(w, h);
                canvas.paint(&Shape::ellipse(w / 2.0, h / 2.0, rx, ry), hole);
            }
        }
    })
}

//! Round things: discs, the holes they lie in, and beads.

use std::rc::Rc;

use ratatui::layout::Size;
use ratatui::style::{Modifier, Style};

use super::Mood;
use crate::play::Hue;
use crate::tui::look::Look;
use crate::tui::painter::{Canvas, Shape, Sprite};
use crate::tui::theme::{Ink, Meaning};

/// A disc of Connect Four, lying in front of `behind`; the sprite has the given size, of which
/// a disc 2.5 rows high takes all 5 columns.
pub fn disc(look: &Look, hue: Hue, mood: Mood, behind: Ink, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("disc", hue, mood, behind), width, height, |canvas| {
        if !look.paints() {
            return printed_disc(canvas, look, hue, mood);
        }
        let theme = look.theme();
        let Colours { face, rim, mark } = Colours::of(look, hue, mood, behind);
        let (w, h) = (f32::from(width), f32::from(height));
        if height > 1 {
            let (x, y) = (w / 2.0, h / 2.0);
            let (rx, ry) = radii(w, h);
            // Two rows have no room for a rim.
            canvas.paint(&Shape::ellipse(x, y, rx, ry), if height == 2 { face } else { rim });
            let (dx, dy) = if mood == Mood::Winning { (0.75, 0.25) } else { (0.5, 0.25) };
            canvas.paint(&Shape::ellipse(x, y, rx - dx, ry - dy), face);
        } else {
            canvas.paint(&Shape::rect(0.0, 0.0, w, h), face);
        }
        let style = Style::new().fg(mark.color());
        let style = if mood == Mood::Winning { style.add_modifier(Modifier::BOLD) } else { style };
        let (x, y) = (width / 2, height / 2);
        // Two rows have no middle either: only what matters is marked, below it.
        if height != 2 || matches!(mood, Mood::Last | Mood::Winning) {
            canvas.letter(x, y, look.mark(hue), style);
        }
        if mood == Mood::Last && width >= 3 && height != 2 {
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
            return printed_disc(canvas, look, hue, mood);
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
            let spark = Shape::rect(super::snap(x - rx * 0.5), super::snap(h * 0.2), 0.5, 0.5);
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
            Mood::Winning => theme.ink(Meaning::Ivory),
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

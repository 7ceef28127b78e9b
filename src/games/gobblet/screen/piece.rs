//! A gobblet: a piece with a face, or the outline of one where nothing is painted.

use std::rc::Rc;

use ratatui::layout::Size;
use ratatui::style::Modifier;

use crate::play::Hue;
use crate::tui::look::{Charset, Look};
use crate::tui::painter::{Canvas, Shape, Sprite};
use crate::tui::pieces::{Mood, is_solid, print_ghost, print_style, snap};
use crate::tui::theme::{Ink, Meaning, Rgb};

/// What a large face does; a small one has dots for eyes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Eyes {
    /// Looking at what is before it.
    Open,
    /// Two lids, as while it lands.
    Closed,
}

/// A piece that swallows smaller ones, sitting at the bottom of its cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The seat it belongs to.
    pub hue: Hue,
    /// From 1, the smallest, to `ranks`.
    pub rank: u8,
    /// How many sizes there are; this and `rank` give the share of the cell it fills.
    pub ranks: u8,
    /// Its colour and its rim follow.
    pub mood: Mood,
    /// Painted on a body of six columns or more.
    pub eyes: Eyes,
    /// Whether something lies beneath; never what.
    pub saucer: bool,
    /// The surface it stands on.
    pub behind: Ink,
}

impl Piece {
    /// The picture for a cell of this size. Under three columns or two rows a painted one is its
    /// letter on its colour.
    pub fn sprite(&self, look: &Look, size: Size) -> Rc<Sprite> {
        let Size { width, height } = size;
        look.sprite(("gobblet", self), width, height, |canvas| {
            if !look.paints() {
                self.print(look, canvas);
            } else if width < 3 || height < 2 {
                self.paint_small(look, canvas);
            } else {
                self.paint(look, canvas);
            }
        })
    }

    /// `S`, `M`, `L` and `X`.
    pub fn letter(&self) -> &'static str {
        ["S", "M", "L", "X"][usize::from(self.rank.clamp(1, 4) - 1)]
    }

    fn ink(&self, look: &Look) -> Ink {
        let piece = look.theme().piece(self.hue);
        match self.mood {
            Mood::Plain | Mood::Last | Mood::Winning => piece,
            Mood::Ghost => self.behind.towards(piece, 0.60),
            Mood::Dimmed => look.theme().dimmed(piece, self.behind),
        }
    }

    /// Width and height of the body, in cells, within a cell of the board.
    fn body(&self, width: f32, height: f32) -> (f32, f32) {
        let share = f32::from(self.rank) / f32::from(self.ranks.max(1));
        // Whole columns on either side of the middle keep it symmetric and sharp.
        let half = (width * (0.2 + 0.66 * share) / 2.0).round();
        // The smallest has a face too, wherever there is room for one.
        let (least_w, least_h) =
            if width >= 5.0 && height >= 2.5 { (2.0, 1.5) } else { (1.0, 1.0) };
        (2.0 * half.max(least_w), snap(height * (0.16 + 0.78 * share)).max(least_h))
    }

    fn paint(&self, look: &Look, canvas: &mut Canvas) {
        let theme = look.theme();
        let ink = self.ink(look);
        let (w, h) = (f32::from(canvas.width()), f32::from(canvas.height()));
        let (body_w, body_h) = self.body(w, h - if self.saucer { 0.5 } else { 0.0 });
        let (x, middle) = ((w - body_w) / 2.0, w / 2.0);
        let bottom = h - if self.saucer { 0.5 } else { 0.0 };
        let top = bottom - body_h;
        let dome = |inset: f32| {
            let (x, top) = (x + inset, top + inset / 2.0);
            let (body_w, body_h) = (body_w - 2.0 * inset, bottom - top);
            // The box goes on below the cell, so that only its upper corners are round.
            let round =
                Shape::rounded(x, top, body_w, 2.0 * body_h, (body_w * 0.42).min(body_h * 1.4));
            round.both(Shape::rect(x, top, body_w, body_h))
        };
        if self.mood == Mood::Winning {
            canvas.paint(&dome(0.0), ink.towards(theme.ink(Meaning::Ivory), 0.72));
            canvas.paint(&dome(0.5), ink);
        } else {
            canvas.paint(&dome(0.0), ink);
        }
        if body_h >= 1.5 {
            let foot = Shape::rect(x, bottom - 0.5, body_w, 0.5);
            canvas.paint(&foot, ink.edge());
        }
        if self.saucer {
            let saucer = Shape::rect((x - 1.0).max(0.0), h - 0.5, (body_w + 2.0).min(w), 0.5);
            canvas.paint(&saucer, theme.ink(Meaning::Ivory).shaded(Rgb::BLACK, 0.25));
        }
        self.paint_face(look, canvas, ink, (middle, top), (body_w, body_h));
    }

    fn paint_face(
        &self,
        look: &Look,
        canvas: &mut Canvas,
        ink: Ink,
        (middle, top): (f32, f32),
        (body_w, body_h): (f32, f32),
    ) {
        let theme = look.theme();
        let (white, black) = (theme.ink(Meaning::Ivory), theme.ink(Meaning::Ebony));
        let calm = matches!(self.mood, Mood::Ghost | Mood::Dimmed);
        let white = if calm { white.towards(ink, 0.6) } else { white };
        let black = if calm { ink.mark() } else { black };
        // White eyes would leave nothing of a small body's colour: it has dots.
        if body_w < 6.0 || body_h < 3.0 {
            let (dot, y) =
                (if body_w >= 6.0 { 1.0 } else { 0.5 }, top + snap(body_h * 0.3).max(0.5));
            let aside = snap(body_w / 4.0 - dot / 2.0).max(0.5);
            for x in [middle - aside - dot, middle + aside] {
                if body_w >= 4.0 && body_h >= 1.5 {
                    canvas.paint(&Shape::rect(x, y, dot, 0.5), black);
                }
            }
            return;
        }
        // Eyes of whole columns, at whole columns: then no cell holds more than two colours.
        let eye = (body_w / 6.0).round().max(1.0);
        let eye_h = (eye / 2.0).round().max(1.0);
        let level = (top + body_h * 0.38 - eye_h / 2.0).round().max(top.ceil());
        let left = (middle - body_w / 4.0 - eye / 2.0).round();
        for (x, inner) in [(left, eye), (2.0 * middle - left - eye, 0.0)] {
            match self.eyes {
                Eyes::Open => {
                    canvas.paint(&Shape::rect(x, level, eye, eye_h), white);
                    // Both look at the same place before them, a little down.
                    let pupil = if eye > 1.0 { (eye / 2.0).round() } else { eye };
                    let pupil_x = if inner > 0.0 { x + inner - pupil } else { x };
                    let pupil_h = snap(eye_h / 2.0);
                    let pupil = Shape::rect(pupil_x, level + eye_h - pupil_h, pupil, pupil_h);
                    canvas.paint(&pupil, black);
                }
                Eyes::Closed => {
                    let lid = Shape::rect(x, level + eye_h - 0.25, eye, 0.25);
                    canvas.paint(&lid, black);
                }
            }
        }
        if body_w >= 9.0 && body_h >= 3.5 {
            let half = (body_w / 8.0).round();
            let y = snap(top + body_h * 0.66);
            canvas.paint(&Shape::rect(middle - half, y, 2.0 * half, 0.5), ink.mark());
        }
    }

    fn paint_small(&self, look: &Look, canvas: &mut Canvas) {
        let ink = self.ink(look);
        let (w, h) = (f32::from(canvas.width()), f32::from(canvas.height()));
        canvas.paint(&Shape::rect(0.0, 0.0, w, h), ink);
        let style = look.theme().on(ink).add_modifier(Modifier::BOLD);
        canvas.letter(canvas.width() / 2, canvas.height() / 2, self.letter(), style);
    }

    /// Solid or an outline, by hue; its size is drawn, and said by a letter.
    fn print(&self, look: &Look, canvas: &mut Canvas) {
        let style = print_style(look, self.hue, self.mood);
        let (columns, rows) = (canvas.width(), canvas.height());
        let floor = rows.saturating_sub(u16::from(self.saucer));
        let (_, h) = self.body(f32::from(columns), f32::from(floor));
        // An odd width has a middle for the letter, and each size has its own.
        let share = f32::from(self.rank) / f32::from(self.ranks.max(1));
        let half = (f32::from(columns) * (0.2 + 0.66 * share) / 2.0).round().max(1.0) as u16;
        let widest = columns.saturating_sub(1) | 1;
        let (w, h) = ((2 * half + 1).min(widest), (h.round() as u16).clamp(1, floor.max(1)));
        if w < 3 || h < 2 {
            let text = format!("{}{}", look.mark(self.hue), self.letter());
            canvas.art(columns.saturating_sub(2) / 2, rows / 2, &[&text], style);
            return;
        }
        let (left, top) = ((columns - w) / 2, floor.saturating_sub(h));
        let (x, y) = (left + w / 2, top + h / 2);
        if self.mood == Mood::Ghost {
            let mut outline = Canvas::new(w, h);
            print_ghost(&mut outline, look, self.hue);
            canvas.stamp(left, top, &outline);
            canvas.letter(x, y, self.letter(), look.theme().text());
            return;
        }
        let solid = is_solid(self.hue);
        let bold = style.add_modifier(Modifier::BOLD);
        if look.charset() == Charset::Unicode && !solid && h == 2 {
            // An arch: with a floor there would be no room for the letter.
            let inner = usize::from(w - 2);
            let (roof, wall) = ("▀".repeat(inner), " ".repeat(inner));
            canvas.art(left, top, &[&format!("▛{roof}▜"), &format!("▌{wall}▐")], style);
            canvas.letter(x, y, self.letter(), bold);
        } else if look.charset() == Charset::Unicode {
            let [fx, fy, fw, fh] = [left, top, w, h].map(f32::from);
            let dome = |inset: f32| {
                let (x, y) = (fx + inset, fy + inset / 2.0);
                let (w, h) = (fw - 2.0 * inset, fh - inset);
                let round = Shape::rounded(x, y, w, 2.0 * h, (w * 0.42).min(h * 1.4));
                round.both(Shape::rect(x, y, w, h))
            };
            let body = if solid { dome(0.0) } else { dome(0.0).minus(dome(1.0)) };
            canvas.stencil(&body, style);
            let letter = if solid { bold.add_modifier(Modifier::REVERSED) } else { bold };
            canvas.letter(x, y, self.letter(), letter);
        } else {
            let inner = usize::from(w - 2);
            let (fill, edge) = if solid { ("#", ["#", "#"]) } else { (" ", ["|", "|"]) };
            let (roof, base) = match solid {
                true => (format!(" {} ", "#".repeat(inner)), "#".repeat(inner + 2)),
                false => (format!(".{}.", "-".repeat(inner)), format!("'{}'", "-".repeat(inner))),
            };
            let wall = format!("{}{}{}", edge[0], fill.repeat(inner), edge[1]);
            for row in 0..h {
                let line = match row {
                    0 => &roof,
                    _ if row + 1 == h => &base,
                    _ => &wall,
                };
                canvas.art(left, top + row, &[line], style);
            }
            canvas.letter(x, y, self.letter(), bold);
        }
        if self.saucer {
            canvas.art(left, floor, &[&look.glyph("▔", "_").repeat(w.into())], style);
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::*;
    use crate::tui::{Depth, Theme};

    /// Every size of piece in every mood can be drawn in every cell, and without colour two seats
    /// still look different.
    #[test]
    fn gobblets_can_be_drawn_at_every_size() {
        for (depth, charset) in [
            (Depth::True, Charset::Unicode),
            (Depth::Ansi16, Charset::Unicode),
            (Depth::Mono, Charset::Unicode),
            (Depth::Mono, Charset::Ascii),
        ] {
            let look = Look::new(Theme::usual(depth), charset);
            let felt = look.theme().ink(Meaning::Felt);
            for (width, height) in [(0, 0), (1, 1), (3, 1), (3, 2), (5, 3), (11, 5), (22, 11)] {
                let area = Rect::new(0, 0, width, height);
                let drawn = |hue, rank, mood| {
                    let eyes = if rank == 2 { Eyes::Closed } else { Eyes::Open };
                    let saucer = rank == 3;
                    let piece = Piece { hue, rank, ranks: 4, mood, eyes, saucer, behind: felt };
                    let mut buf = Buffer::empty(area);
                    piece.sprite(&look, area.as_size()).draw(&mut buf, 0, 0);
                    buf
                };
                for (mood, rank) in
                    [Mood::Plain, Mood::Last, Mood::Ghost, Mood::Dimmed, Mood::Winning]
                        .into_iter()
                        .flat_map(|mood| (1..=4).map(move |rank| (mood, rank)))
                {
                    let (red, yellow) =
                        (drawn(Hue::Red, rank, mood), drawn(Hue::Yellow, rank, mood));
                    // Ghosts are the mover's, and what steps back may lose its colour.
                    let told = matches!(mood, Mood::Plain | Mood::Last | Mood::Winning);
                    assert!(
                        !told || red != yellow || width < 2,
                        "{width}x{height} {mood:?} {rank}"
                    );
                }
            }
        }
    }
}

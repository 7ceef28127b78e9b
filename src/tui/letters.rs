//! The name of the house in large letters.
//!
//! The letters are strokes for the painter, given by the size of a letter and the weight of its
//! stroke; brass runs from light at the top to dark at the bottom. Without paint they are printed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::look::{Charset, Look};
use super::painter::{Canvas, Shape};
use super::text::{put, width};
use super::theme::{Ink, Meaning, Rgb};

const NAME: &str = "PARLOUR";

/// Draws `PARLOUR` at the left of an area, as large as fits, and answers how many rows it took.
pub fn name(look: &Look, area: Rect, buf: &mut Buffer) -> u16 {
    let area = area.intersection(buf.area);
    let fits = |columns: u16, rows: u16| area.width >= columns && area.height >= rows;
    if look.paints() {
        for cut in [HUGE, LARGE, SMALL] {
            if fits(cut.columns(), cut.rows()) {
                let brass = look.theme().ink(Meaning::Brass);
                // On a light ground pale letters would be lost.
                let glow = if look.theme().is_light() { 0.1 } else { 0.6 };
                let sprite = look.sprite("PARLOUR", cut.columns(), cut.rows(), |canvas| {
                    cut.paint(canvas, brass, glow);
                });
                sprite.draw_within(area, buf, area.x.into(), area.y.into());
                return cut.rows();
            }
        }
    } else if fits(width(PRINTED[0]), 4) {
        let ink = look.glyph("█", "#");
        for (line, y) in PRINTED.iter().zip(area.y..) {
            put(buf, area, area.x, y, &line.replace('#', ink), look.theme().key());
        }
        return 4;
    }
    let half = look.charset() == Charset::Unicode && !look.paints();
    if half && fits(width(HALF_PRINTED[0]), 2) {
        for (line, y) in HALF_PRINTED.iter().zip(area.y..) {
            put(buf, area, area.x, y, line, look.theme().key());
        }
        return 2;
    }
    let spaced = "P A R L O U R";
    let text = if fits(width(spaced), 1) { spaced } else { NAME };
    put(buf, area, area.x, area.y, text, look.theme().key());
    area.height.min(1)
}

const PRINTED: [&str; 4] = [
    "####   ###  ####  #     ###  #   # #### ",
    "#   # #   # #   # #    #   # #   # #   #",
    "####  ##### ####  #    #   # #   # #### ",
    "#     #   # #   # ####  ###   ###  #   #",
];

/// The same in half cells, where there is little room.
const HALF_PRINTED: [&str; 2] = ["█▀█ █▀█ █▀█ █   █▀█ █ █ █▀█", "█▀▀ █▀█ █▀▙ █▄▄ █▄█ █▄█ █▀▙"];

/// How the letters are cut, in columns and rows. Everything is a multiple of half a cell, so that
/// each edge is the edge of a block and stays sharp.
#[derive(Clone, Copy)]
struct Cut {
    width: f32,
    height: f32,
    /// The upright strokes, in columns.
    stem: f32,
    /// The level strokes, in rows.
    beam: f32,
    /// The row at which P, A and R are joined.
    waist: f32,
    gap: f32,
}

const HUGE: Cut = Cut { width: 7.0, height: 6.0, stem: 2.0, beam: 1.0, waist: 3.0, gap: 2.0 };
const LARGE: Cut = Cut { width: 5.0, height: 4.0, stem: 1.5, beam: 0.5, waist: 2.0, gap: 1.5 };
const SMALL: Cut = Cut { width: 3.0, height: 2.0, stem: 1.0, beam: 0.5, waist: 1.0, gap: 1.0 };

impl Cut {
    /// L has nothing at its right but a foot, and looks narrower than it is.
    fn width_of(self, letter: char) -> f32 {
        if letter == 'L' { self.width - 0.5 } else { self.width }
    }

    fn columns(self) -> u16 {
        let letters: f32 = NAME.chars().map(|letter| self.width_of(letter) + self.gap).sum();
        (letters - self.gap).ceil() as u16
    }

    fn rows(self) -> u16 {
        self.height.ceil() as u16
    }

    fn paint(self, canvas: &mut Canvas, brass: Ink, glow: f32) {
        let rows = self.rows();
        for row in 0..rows {
            let depth = f32::from(row) / f32::from(rows - 1);
            let ink = if !brass.blends() {
                brass
            } else if depth < 0.5 {
                brass.shaded(Rgb(255, 240, 190), glow * (1.0 - 2.0 * depth))
            } else {
                brass.shaded(Rgb(110, 52, 20), 0.8 * (depth - 0.5))
            };
            let band = Shape::rect(0.0, f32::from(row), f32::from(canvas.width()), 1.0);
            let mut x = 0.0;
            for letter in NAME.chars() {
                for stroke in self.letter(letter, x) {
                    canvas.paint(&stroke.both(band.clone()), ink);
                }
                x += self.width_of(letter) + self.gap;
            }
        }
    }

    /// The strokes of one letter whose left edge is at `x`.
    fn letter(self, letter: char, x: f32) -> Vec<Shape> {
        let Cut { width, height, stem, beam, waist, .. } = self;
        let right = x + width - stem;
        let upright = |x: f32, from: f32, to: f32| Shape::rect(x, from, stem, to - from);
        let level = |from: f32, to: f32, y: f32| Shape::rect(from, y, to - from, beam);
        // Where two strokes meet at a round corner, the beam stops half a column short.
        let (inner, outer) = (x + 0.5, x + width - 0.5);
        let foot = height - beam;
        match letter {
            'P' => vec![
                upright(x, 0.0, height),
                level(x, outer, 0.0),
                upright(right, beam, waist),
                level(x, outer, waist),
            ],
            'A' => vec![
                level(inner, outer, 0.0),
                upright(x, beam, height),
                upright(right, beam, height),
                level(x, x + width, waist),
            ],
            'R' => vec![
                upright(x, 0.0, height),
                level(x, outer, 0.0),
                upright(right, beam, waist),
                level(x, outer, waist),
                upright(right - 0.5, waist + beam, height - 1.0),
                upright(right, (height - 1.0).max(waist + beam), height),
            ],
            'L' => vec![upright(x, 0.0, height), level(x, x + self.width_of('L'), foot)],
            'O' => vec![
                level(inner, outer, 0.0),
                upright(x, beam, foot),
                upright(right, beam, foot),
                level(inner, outer, foot),
            ],
            _ => vec![upright(x, 0.0, foot), upright(right, 0.0, foot), level(inner, outer, foot)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::look::Charset;
    use crate::tui::theme::{Depth, Theme};

    #[test]
    fn the_name_takes_the_largest_size_that_fits() {
        let painted = Look::new(Theme::usual(Depth::True), Charset::Unicode);
        let printed = Look::new(Theme::usual(Depth::True), Charset::Ascii);
        for (look, columns, rows, expected) in [
            (&painted, 50, 4, 4),
            (&painted, 43, 9, 2),
            (&painted, 27, 2, 2),
            (&painted, 26, 2, 1),
            (&printed, 50, 4, 4),
            (&printed, 39, 4, 1),
            (&painted, 1, 1, 1),
            (&painted, 0, 0, 0),
        ] {
            let mut buf = Buffer::empty(Rect::new(0, 0, columns, rows));
            assert_eq!(name(look, Rect::new(0, 0, 99, 99), &mut buf), expected);
        }
    }
}

//! The dice in the side panel, as large as there is room for.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::Look;
use crate::tui::painter::Shape;
use crate::tui::text::{put, put_centred};
use crate::tui::theme::Meaning;

/// The sizes of a die, from the largest.
const SIZES: [(u16, u16); 2] = [(9, 5), (5, 3)];

/// Draws the faces side by side; answers the column after the last. A face of 0 is blank: nobody has
/// thrown yet. Dice that do not fit are written as text.
pub fn draw(look: &Look, area: Rect, buf: &mut Buffer, faces: &[u16], sides: u16) -> u16 {
    let count = faces.len() as u16;
    // The sum wants a few columns too.
    let fits = |(w, h): &&(u16, u16)| count * (w + 1) + 6 <= area.width && *h <= area.height;
    let Some(&(w, h)) = SIZES.iter().find(fits) else {
        let words: Vec<String> = faces.iter().map(|face| word(*face)).collect();
        let y = area.y + area.height.saturating_sub(1) / 2;
        return put(buf, area, area.x, y, &words.join(" + "), look.theme().strong());
    };
    let mut x = area.x;
    for &face in faces {
        let place = Rect { x, y: area.y, width: w, height: h };
        match look.paints() {
            true => painted(look, place, buf, face, sides),
            false => printed(look, place, buf, face, sides),
        }
        x += w + 1;
    }
    x
}

/// The number of a face.
fn word(face: u16) -> String {
    if face == 0 { "-".to_owned() } else { face.to_string() }
}

/// Where the pips of a face are, on a grid of three by three.
fn pips(face: u16, sides: u16) -> Option<&'static [(u16, u16)]> {
    const FACES: [&[(u16, u16)]; 6] = [
        &[(1, 1)],
        &[(0, 0), (2, 2)],
        &[(0, 0), (1, 1), (2, 2)],
        &[(0, 0), (2, 0), (0, 2), (2, 2)],
        &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
        &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
    ];
    if face == 0 {
        return Some(&[]);
    }
    // Dice with more sides carry numbers, as the real ones do.
    let face = usize::from(face).checked_sub(1).filter(|_| sides <= 6)?;
    FACES.get(face).copied()
}

fn painted(look: &Look, place: Rect, buf: &mut Buffer, face: u16, sides: u16) {
    let theme = look.theme();
    let Rect { width, height, .. } = place;
    let sprite = look.sprite(("goose die", face, sides), width, height, |canvas| {
        let (w, h) = (f32::from(width), f32::from(height));
        let ivory = theme.ink(Meaning::Ivory);
        // A square without its outermost corners. On a light ground it needs an edge to be seen.
        let edge = if theme.is_light() { ivory.edge() } else { ivory };
        canvas.paint(&Shape::rect(0.5, 0.0, w - 1.0, h), edge);
        canvas.paint(&Shape::rect(0.0, 0.5, w, h - 1.0), edge);
        canvas.paint(&Shape::rect(0.5, 0.5, w - 1.0, h - 1.0), ivory);
        match pips(face, sides) {
            Some(pips) => {
                for (x, y) in pips {
                    // Columns 1, 4 and 7 of 9, rows 0.5, 2 and 3.5 of 5; likewise when smaller.
                    let (pip_w, pip_h) = if height >= 5 { (2.0, 1.0) } else { (1.0, 0.5) };
                    let left = (w - pip_w) * (0.12 + 0.38 * f32::from(*x));
                    let top = (h - pip_h) * (0.12 + 0.38 * f32::from(*y));
                    let (left, top) = ((left * 2.0).round() / 2.0, (top * 2.0).round() / 2.0);
                    let pip = Shape::rect(left, top, pip_w, pip_h);
                    canvas.paint(&pip, theme.ink(Meaning::Ebony));
                }
            }
            None => {
                let style = theme.on(theme.ink(Meaning::Ivory));
                let text = word(face);
                let from = (width - text.len() as u16) / 2;
                for (digit, x) in text.chars().zip(from..) {
                    canvas.letter(x, height / 2, digit.encode_utf8(&mut [0; 4]), style.bold());
                }
            }
        }
    });
    sprite.draw_within(buf.area, buf, i32::from(place.x), i32::from(place.y));
}

fn printed(look: &Look, place: Rect, buf: &mut Buffer, face: u16, sides: u16) {
    let theme = look.theme();
    let edge = |left, right| {
        let line = look.glyph("─", "-").repeat(usize::from(place.width - 2));
        format!("{}{line}{}", look.glyph(left, "+"), look.glyph(right, "+"))
    };
    put(buf, place, place.x, place.y, &edge("╭", "╮"), theme.text());
    put(buf, place, place.x, place.bottom() - 1, &edge("╰", "╯"), theme.text());
    for y in place.y + 1..place.bottom() - 1 {
        put(buf, place, place.x, y, look.glyph("│", "|"), theme.text());
        put(buf, place, place.right() - 1, y, look.glyph("│", "|"), theme.text());
    }
    match pips(face, sides).filter(|_| place.height >= 5) {
        Some(pips) => {
            for (x, y) in pips {
                let pip = look.glyph("●", "o");
                put(buf, place, place.x + 2 + x * 2, place.y + 1 + y, pip, theme.strong());
            }
        }
        None => {
            let row = Rect { y: place.y + place.height / 2, height: 1, ..place };
            put_centred(buf, row, &word(face), theme.strong());
        }
    }
}

//! What a race needs: pawns and dice.

use std::rc::Rc;

use ratatui::layout::Size;
use ratatui::style::{Modifier, Style};

use crate::play::Hue;
use crate::tui::look::Look;
use crate::tui::painter::{Shape, Sprite};
use crate::tui::theme::Meaning;

use super::snap;

/// A pawn with a letter on its foot, at the bottom of its sprite. Three columns and two rows are
/// enough for a head and a body; below that it is a coloured letter.
pub fn pawn(look: &Look, hue: Hue, letter: &str, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("pawn", hue, letter), width, height, |canvas| {
        let theme = look.theme();
        let (middle, foot) = (width / 2, height.saturating_sub(1));
        if !look.paints() {
            let style = theme.seat(hue).add_modifier(Modifier::BOLD);
            if width >= 3 {
                canvas.letter(middle - 1, foot, "<", style).letter(middle + 1, foot, ">", style);
            }
            canvas.letter(middle, foot, letter, style);
            return;
        }
        let ink = theme.piece(hue);
        let (w, h) = (f32::from(width), f32::from(height));
        if height >= 2 && width >= 3 {
            let x = f32::from(middle) + 0.5;
            let half = snap((w / 2.0).min(h * 0.75).max(1.5));
            let head = half * 0.5;
            canvas.paint(&Shape::rect(x - half, h - 1.0, 2.0 * half, 1.0), ink);
            let shoulders = [
                (x - half, h - 1.0),
                (x - head * 0.5, head * 0.6),
                (x + head * 0.5, head * 0.6),
                (x + half, h - 1.0),
            ];
            canvas.paint(&Shape::polygon(shoulders), ink);
            canvas.paint(&Shape::circle(x, head / 2.0, head), ink);
        } else {
            canvas.paint(&Shape::rect(0.0, h - 1.0, w, 1.0), ink);
        }
        let style = Style::new().fg(theme.color(Meaning::Ebony)).add_modifier(Modifier::BOLD);
        canvas.letter(middle, foot, letter, style);
    })
}

/// The face of a die, 1 to 6; anything else is a blank face.
pub fn die(look: &Look, value: u8, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("die", value), width, height, |canvas| {
        let theme = look.theme();
        let (w, h) = (f32::from(width), f32::from(height));
        if !look.paints() {
            let style = theme.text();
            let digit = if (1..=6).contains(&value) { value.to_string() } else { " ".to_owned() };
            if width >= 5 && height >= 5 {
                let edge = ["+---+", "|   |", "|   |", "|   |", "+---+"];
                canvas.art(0, 0, &edge, style);
                for (column, row) in pips(value) {
                    canvas.letter(1 + column, 1 + row, "o", style.add_modifier(Modifier::BOLD));
                }
            } else if width >= 3 {
                canvas.art(0, height / 2, &[&format!("[{digit}]")], style);
            } else {
                canvas.letter(0, height / 2, &digit, style);
            }
            return;
        }
        let (ivory, ebony) = (theme.ink(Meaning::Ivory), theme.ink(Meaning::Ebony));
        if width < 5 || height < 3 {
            canvas.paint(&Shape::rect(0.0, 0.0, w, h), ivory);
            let style = Style::new().fg(ebony.color()).add_modifier(Modifier::BOLD);
            let digit = value.to_string();
            canvas.letter(width / 2, height / 2, &digit, style);
            return;
        }
        canvas.paint(&Shape::rect(0.0, 0.0, w, h), ivory.edge());
        canvas.paint(&Shape::rect(0.0, 0.0, w - 0.25, h - 0.125), ivory);
        for (x, y) in [(0.0, 0.0), (w - 0.5, 0.0), (0.0, h - 0.5), (w - 0.5, h - 0.5)] {
            canvas.erase(&Shape::rect(x, y, 0.5, 0.5));
        }
        for (column, row) in pips(value) {
            if width >= 9 && height >= 5 {
                // The middles of the pips lie at a fifth, a half and four fifths.
                let share = |step: u16| 0.2 + 0.3 * f32::from(step);
                let (x, y) = (snap(w * share(column) - 1.0), snap(h * share(row) - 0.5));
                canvas.paint(&Shape::rect(x, y, 2.0, 1.0), ebony);
            } else {
                let edge = width / 4;
                let x = edge + column * (width - 1 - 2 * edge) / 2;
                let style = Style::new().fg(ebony.color());
                canvas.letter(x, row * (height - 1) / 2, "●", style);
            }
        }
    })
}

/// Where the pips of a face lie, on a grid of 3 x 3.
fn pips(value: u8) -> Vec<(u16, u16)> {
    let middle = [(1, 1)].into_iter().filter(|_| value % 2 == 1);
    let falling = [(0, 0), (2, 2)].into_iter().filter(|_| value >= 2);
    let rising = [(2, 0), (0, 2)].into_iter().filter(|_| value >= 4);
    let sides = [(0, 1), (2, 1)].into_iter().filter(|_| value == 6);
    let known = (1..=6).contains(&value);
    middle.chain(falling).chain(rising).chain(sides).filter(|_| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_has_as_many_pips_as_its_value() {
        for value in 0..=9 {
            let expected = if value <= 6 { usize::from(value) } else { 0 };
            assert_eq!(pips(value).len(), expected);
        }
    }
}

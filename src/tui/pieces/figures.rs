//! Numbers in pixels of one column by half a row, for cells that are too large for a letter.

use std::rc::Rc;

use ratatui::layout::Size;
use ratatui::style::Style;

use crate::tui::look::{Charset, Look};
use crate::tui::painter::Sprite;
use crate::tui::theme::Ink;

/// From the width of a figure to that of the next.
const PITCH: u16 = 4;
/// How many pixels each is high.
const HIGH: u16 = 5;

/// How many times larger than its pixels a number may be in a cell; none where it does not fit.
fn scale(text: &str, size: Size) -> Option<u16> {
    let wide = PITCH * text.len() as u16 - 1;
    let scale = (size.width / (wide + 4)).min(2 * size.height / (HIGH + 3)).min(2);
    (scale > 0).then_some(scale)
}

/// The same as [`number`] where nothing is painted: in half blocks, or in ASCII with two characters
/// for a pixel.
pub fn printed_number(look: &Look, value: i32, style: Style, size: Size) -> Option<Rc<Sprite>> {
    let text = value.to_string();
    if look.charset() == Charset::Ascii {
        return hashed_number(look, &text, style, size);
    }
    let scale = scale(&text, size)?;
    let wide = PITCH * text.len() as u16 - 1;
    let pixel = |x: u16, y: u16| {
        let (x, y) = (x / scale, y / scale);
        let letter = text.chars().nth(usize::from(x / PITCH)).unwrap_or(' ');
        let line = figure(letter).get(usize::from(y)).copied().unwrap_or_default();
        line.as_bytes().get(usize::from(x % PITCH)) == Some(&b'x')
    };
    let Size { width, height } = size;
    Some(look.sprite(("figures", value, style), width, height, |canvas| {
        let (left, top) = ((width - wide * scale) / 2, (2 * height - HIGH * scale).div_ceil(2));
        let above = top % 2;
        for row in 0..(HIGH * scale + above).div_ceil(2) {
            for column in 0..wide * scale {
                let half = |y: u16| y.checked_sub(above).is_some_and(|y| pixel(column, y));
                let sign = match (half(2 * row), half(2 * row + 1)) {
                    (true, true) => "█",
                    (true, false) => "▀",
                    (false, true) => "▄",
                    (false, false) => continue,
                };
                canvas.letter(left + column, top / 2 + row, sign, style);
            }
        }
    }))
}

fn hashed_number(look: &Look, text: &str, style: Style, size: Size) -> Option<Rc<Sprite>> {
    let Size { width, height } = size;
    let wide = 2 * (PITCH * text.len() as u16 - 1);
    if width < wide + 8 || height < HIGH + 3 {
        return None;
    }
    Some(look.sprite(("hashes", text, style), width, height, |canvas| {
        let (left, top) = ((width - wide) / 2, (height - HIGH) / 2);
        for (letter, at) in text.chars().zip(0..) {
            let lines = figure(letter).iter().map(|line| {
                let signs = line.chars().map(|it| if it == 'x' { "##" } else { "  " });
                signs.collect::<String>()
            });
            let lines: Vec<String> = lines.collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            canvas.art(left + at * 2 * PITCH, top, &lines, style);
        }
    }))
}

/// A whole number in the middle of a cell; none where it does not fit, or where nothing is painted.
pub fn number(look: &Look, value: i32, ink: Ink, size: Size) -> Option<Rc<Sprite>> {
    let text = value.to_string();
    let scale = scale(&text, size).filter(|_| look.paints())?;
    let wide = PITCH * text.len() as u16 - 1;
    let Size { width, height } = size;
    Some(look.sprite(("number", value, ink), width, height, |canvas| {
        let left = (width - wide * scale) / 2;
        // A pixel below the middle looks better than one above.
        let top = (2 * height - HIGH * scale).div_ceil(2);
        for (letter, at) in text.chars().zip(0..) {
            let drawing = figure(letter);
            canvas.pixels(left + at * PITCH * scale, top, scale, drawing, |it| {
                (it == 'x').then_some(ink)
            });
        }
    }))
}

fn figure(letter: char) -> &'static [&'static str] {
    match letter {
        '0' => &["xxx", "x.x", "x.x", "x.x", "xxx"],
        '1' => &[".x.", "xx.", ".x.", ".x.", "xxx"],
        '2' => &["xxx", "..x", "xxx", "x..", "xxx"],
        '3' => &["xxx", "..x", ".xx", "..x", "xxx"],
        '4' => &["x.x", "x.x", "xxx", "..x", "..x"],
        '5' => &["xxx", "x..", "xxx", "..x", "xxx"],
        '6' => &["xxx", "x..", "xxx", "x.x", "xxx"],
        '7' => &["xxx", "..x", "..x", ".x.", ".x."],
        '8' => &["xxx", "x.x", "xxx", "x.x", "xxx"],
        '9' => &["xxx", "x.x", "xxx", "..x", "xxx"],
        _ => &["...", "...", "xxx", "...", "..."],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Depth, Meaning, Theme};

    #[test]
    fn a_number_is_drawn_where_it_fits() {
        let look = Look::new(Theme::usual(Depth::True), Charset::Unicode);
        let ink = look.theme().ink(Meaning::Ivory);
        let drawn = |value, width, height| number(&look, value, ink, Size::new(width, height));
        assert!(drawn(7, 10, 4).is_some() && drawn(-12, 16, 7).is_some());
        assert!(drawn(7, 6, 2).is_none() && drawn(-12, 10, 4).is_none());
        let printed = Look::new(Theme::usual(Depth::Mono), Charset::Ascii);
        assert!(number(&printed, 7, ink, Size::new(16, 7)).is_none());
        let hashes = |width, height| {
            printed_number(&printed, -7, Style::new(), Size::new(width, height)).is_some()
        };
        assert!(hashes(22, 8) && !hashes(21, 8) && !hashes(22, 7));
        assert!(('0'..='9').all(|it| figure(it).iter().all(|line| line.len() == 3)));
    }
}

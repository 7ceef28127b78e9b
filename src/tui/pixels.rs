//! Pixel letters: capitals and digits five pixels high, for the one word the eye finds first.
//!
//! A pixel is one column by half a row, so it is square. Digits are square and letters round, so
//! that 5 and S, 8 and B, 0 and O differ.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Look;
use super::theme::{Ink, Rgb};
use crate::lang::told;
use crate::play::clean;

/// Pixels from the top of a letter to its foot.
const HIGH: usize = 5;
/// Pixels between two words, beside those between two letters.
const SPACE: u16 = 4;

/// Each sign as five lines of pixels.
#[rustfmt::skip]
const FONT: &[(char, [&str; HIGH])] = &[
    ('A', [".##.", "#..#", "####", "#..#", "#..#"]),
    ('B', ["###.", "#..#", "###.", "#..#", "###."]),
    ('C', [".###", "#...", "#...", "#...", ".###"]),
    ('D', ["###.", "#..#", "#..#", "#..#", "###."]),
    ('E', ["####", "#...", "###.", "#...", "####"]),
    ('F', ["####", "#...", "###.", "#...", "#..."]),
    ('G', [".###", "#...", "#.##", "#..#", ".##."]),
    ('H', ["#..#", "#..#", "####", "#..#", "#..#"]),
    ('I', ["#", "#", "#", "#", "#"]),
    ('J', ["...#", "...#", "...#", "#..#", ".##."]),
    ('K', ["#..#", "#.#.", "##..", "#.#.", "#..#"]),
    ('L', ["#...", "#...", "#...", "#...", "####"]),
    ('M', ["#...#", "##.##", "#.#.#", "#...#", "#...#"]),
    ('N', ["#...#", "##..#", "#.#.#", "#..##", "#...#"]),
    ('O', [".##.", "#..#", "#..#", "#..#", ".##."]),
    ('P', ["###.", "#..#", "###.", "#...", "#..."]),
    ('Q', [".##.", "#..#", "#..#", "#.#.", ".#.#"]),
    ('R', ["###.", "#..#", "###.", "#.#.", "#..#"]),
    ('S', [".###", "#...", ".##.", "...#", "###."]),
    ('T', ["#####", "..#..", "..#..", "..#..", "..#.."]),
    ('U', ["#..#", "#..#", "#..#", "#..#", ".##."]),
    ('V', ["#...#", "#...#", "#...#", ".#.#.", "..#.."]),
    ('W', ["#...#", "#...#", "#.#.#", "##.##", "#...#"]),
    ('X', ["#...#", ".#.#.", "..#..", ".#.#.", "#...#"]),
    ('Y', ["#...#", ".#.#.", "..#..", "..#..", "..#.."]),
    ('Z', ["####", "..#.", ".#..", "#...", "####"]),
    ('0', ["####", "#..#", "#..#", "#..#", "####"]),
    ('1', [".##.", "..#.", "..#.", "..#.", "####"]),
    ('2', ["####", "...#", "####", "#...", "####"]),
    ('3', ["####", "...#", ".###", "...#", "####"]),
    ('4', ["#..#", "#..#", "####", "...#", "...#"]),
    ('5', ["####", "#...", "####", "...#", "####"]),
    ('6', ["####", "#...", "####", "#..#", "####"]),
    ('7', ["####", "...#", "..#.", "..#.", "..#."]),
    ('8', ["####", "#..#", "####", "#..#", "####"]),
    ('9', ["####", "#..#", "####", "...#", "####"]),
    ('-', ["...", "...", "###", "...", "..."]),
    (':', [".", "#", ".", "#", "."]),
    ('.', [".", ".", ".", ".", "#"]),
    ('+', ["...", ".#.", "###", ".#.", "..."]),
    ('\'', ["#", "#", ".", ".", "."]),
    ('!', ["#", "#", "#", ".", "#"]),
];

/// The capital of a letter, without its accent.
fn plain(letter: char) -> char {
    match letter {
        'à' | 'â' | 'ä' | 'á' | 'å' | 'ã' | 'À' | 'Â' | 'Ä' | 'Á' | 'Å' | 'Ã' => 'A',
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' | 'Ë' => 'E',
        'î' | 'ï' | 'í' | 'ì' | 'Î' | 'Ï' | 'Í' | 'Ì' => 'I',
        'ô' | 'ö' | 'ó' | 'ò' | 'õ' | 'ø' | 'Ô' | 'Ö' | 'Ó' | 'Ò' | 'Õ' | 'Ø' => 'O',
        'û' | 'ü' | 'ú' | 'ù' | 'Û' | 'Ü' | 'Ú' | 'Ù' => 'U',
        'ç' | 'Ç' => 'C',
        'ñ' | 'Ñ' => 'N',
        'ÿ' | 'ý' | 'Ÿ' | 'Ý' => 'Y',
        '’' => '\'',
        other => other.to_ascii_uppercase(),
    }
}

fn sign(letter: char) -> Option<&'static [&'static str; HIGH]> {
    let letter = plain(letter);
    FONT.iter().find(|(known, _)| *known == letter).map(|(_, rows)| rows)
}

/// How many columns a text takes with pixels of this size; none if it has a sign that there is no
/// picture of.
///
/// ```
/// use parlour::tui::pixels;
///
/// assert_eq!(pixels::columns("Ada", 1), Some(14));
/// assert_eq!(pixels::columns("Ada", 2), Some(28));
/// assert_eq!(pixels::columns("愛", 1), None);
/// ```
pub fn columns(text: &str, scale: u16) -> Option<u16> {
    let mut wide = 0_u16;
    for letter in clean(&told(text)).chars() {
        wide = match letter {
            ' ' => wide.saturating_add(SPACE),
            letter => wide.saturating_add(sign(letter)?[0].len() as u16 + 1),
        };
    }
    Some(wide.saturating_sub(1).saturating_mul(scale))
}

/// How many rows letters take with pixels of this size.
pub fn rows(scale: u16) -> u16 {
    (HIGH as u16 * scale).div_ceil(2)
}

/// Draws a text at the left top of an area, from light at the top to dark at the foot. Where
/// colours don't mix it is of one colour, and without any in the terminal's own. It needs block
/// characters: callers ask [`Look::glyph`] or print the words in bold.
pub fn draw(look: &Look, area: Rect, buf: &mut Buffer, text: &str, ink: Ink, scale: u16) {
    let area = area.intersection(buf.area);
    let mut left = area.x;
    for letter in clean(&told(text)).chars() {
        let Some(rows) = sign(letter).filter(|_| letter != ' ') else {
            left = left.saturating_add(SPACE * scale);
            continue;
        };
        for (pixel_row, line) in rows.iter().enumerate() {
            for (column, _) in line.bytes().enumerate().filter(|(_, byte)| *byte == b'#') {
                for half in 0..scale {
                    let y = pixel_row as u16 * scale + half;
                    for x in 0..scale {
                        let x = left.saturating_add(column as u16 * scale + x);
                        pixel(look, area, buf, (x, y), shade(look, ink, pixel_row));
                    }
                }
            }
        }
        left = left.saturating_add((rows[0].len() as u16 + 1) * scale);
    }
}

/// The five shades of a letter, from its top. On a light ground pale ones would be lost.
fn shade(look: &Look, ink: Ink, row: usize) -> Style {
    let light = [(Rgb::WHITE, 0.5), (Rgb::WHITE, 0.3), (Rgb::WHITE, 0.0)];
    let dark = [(Rgb::BLACK, 0.12), (Rgb::BLACK, 0.26)];
    let (end, share) = match row {
        _ if look.theme().is_light() => (Rgb::BLACK, 0.16 + 0.09 * row as f32),
        0..3 => light[row],
        _ => dark[row - 3],
    };
    match look.has_colour() {
        true => Style::new().fg(ink.shaded(end, share).color()),
        false => Style::new(),
    }
}

/// Sets the upper or lower half of a cell; `y` counts half rows from the top of the area. The other
/// half stays as it is.
pub(super) fn pixel(look: &Look, area: Rect, buf: &mut Buffer, (x, y): (u16, u16), style: Style) {
    let at = (x, area.y + y / 2);
    if !area.contains(at.into()) {
        return;
    }
    let cell = &mut buf[at];
    let upper = y.is_multiple_of(2);
    match (cell.symbol(), upper) {
        // One colour covers both halves, or two share the cell.
        ("▄", true) | ("▀", false) => {
            let (fg, other) = (style.fg.unwrap_or(cell.fg), cell.fg);
            if fg == other || !look.has_colour() {
                cell.set_symbol("█");
            } else {
                cell.set_symbol("▀");
                let (top, bottom) = if upper { (fg, other) } else { (other, fg) };
                cell.fg = top;
                cell.bg = bottom;
            }
        }
        (_, true) => {
            cell.set_symbol("▀").set_style(style);
        }
        (_, false) => {
            cell.set_symbol("▄").set_style(style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::look::Charset;
    use crate::tui::theme::{Depth, Meaning, Theme};

    #[test]
    fn every_sign_is_whole_and_its_own() {
        for (letter, rows) in FONT {
            assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{letter}");
            let alike = FONT.iter().filter(|(_, other)| other == rows).count();
            assert_eq!(alike, 1, "{letter} looks like another");
        }
        assert!(('A'..='Z').chain('0'..='9').all(|letter| sign(letter).is_some()));
    }

    #[test]
    fn letters_are_drawn_in_halves_of_cells() {
        let look = Look::new(Theme::usual(Depth::Mono), Charset::Unicode);
        let mut buf = Buffer::empty(Rect::new(0, 0, 9, 3));
        let area = buf.area;
        draw(&look, area, &mut buf, "É1", look.theme().ink(Meaning::Brass), 1);
        let lines: Vec<String> = buf
            .content
            .chunks(9)
            .map(|row| row.iter().map(|cell| cell.symbol()).collect())
            .collect();
        assert_eq!(lines, ["█▀▀▀  ▀█ ", "█▀▀    █ ", "▀▀▀▀ ▀▀▀▀"]);
    }
}

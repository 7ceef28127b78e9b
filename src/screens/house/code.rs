//! A code in pixel letters, large enough to be read from the back of a room.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::Look;
use crate::tui::panels;
use crate::tui::text::put;

/// Rows of the code: two lines of letters, and one between them.
pub const ROWS: u16 = 7;
/// Where the three groups of a line begin.
const GROUPS: [u16; 3] = [0, 27, 54];
/// From the left edge of a letter to that of the next.
const PITCH: u16 = 6;
/// Columns and rows of pixels in a letter.
const SIZE: usize = 5;

/// Every sign of a code, five rows of five pixels from the top, the leftmost in the highest bit.
#[rustfmt::skip]
const FONT: [(char, [u8; SIZE]); 32] = [
    ('0', [0b11111, 0b10001, 0b10101, 0b10001, 0b11111]),
    ('1', [0b00100, 0b01100, 0b00100, 0b00100, 0b11111]),
    ('2', [0b11111, 0b00001, 0b11111, 0b10000, 0b11111]),
    ('3', [0b11111, 0b00001, 0b01111, 0b00001, 0b11111]),
    ('4', [0b10001, 0b10001, 0b11111, 0b00001, 0b00001]),
    ('5', [0b11111, 0b10000, 0b11111, 0b00001, 0b11111]),
    ('6', [0b11111, 0b10000, 0b11111, 0b10001, 0b11111]),
    ('7', [0b11111, 0b00001, 0b00010, 0b00100, 0b00100]),
    ('8', [0b11111, 0b10001, 0b11111, 0b10001, 0b11111]),
    ('9', [0b11111, 0b10001, 0b11111, 0b00001, 0b11111]),
    ('A', [0b01110, 0b10001, 0b11111, 0b10001, 0b10001]),
    ('B', [0b11110, 0b10001, 0b11110, 0b10001, 0b11110]),
    ('C', [0b01111, 0b10000, 0b10000, 0b10000, 0b01111]),
    ('D', [0b11110, 0b10001, 0b10001, 0b10001, 0b11110]),
    ('E', [0b11111, 0b10000, 0b11110, 0b10000, 0b11111]),
    ('F', [0b11111, 0b10000, 0b11110, 0b10000, 0b10000]),
    ('G', [0b01111, 0b10000, 0b10011, 0b10001, 0b01110]),
    ('H', [0b10001, 0b10001, 0b11111, 0b10001, 0b10001]),
    ('J', [0b00001, 0b00001, 0b00001, 0b10001, 0b01110]),
    ('K', [0b10001, 0b10010, 0b11100, 0b10010, 0b10001]),
    ('M', [0b10001, 0b11011, 0b10101, 0b10001, 0b10001]),
    ('N', [0b10001, 0b11001, 0b10101, 0b10011, 0b10001]),
    ('P', [0b11110, 0b10001, 0b11110, 0b10000, 0b10000]),
    ('Q', [0b01110, 0b10001, 0b10001, 0b10010, 0b01101]),
    ('R', [0b11110, 0b10001, 0b11110, 0b10010, 0b10001]),
    ('S', [0b01111, 0b10000, 0b01110, 0b00001, 0b11110]),
    ('T', [0b11111, 0b00100, 0b00100, 0b00100, 0b00100]),
    ('V', [0b10001, 0b10001, 0b10001, 0b01010, 0b00100]),
    ('W', [0b10001, 0b10001, 0b10101, 0b11011, 0b10001]),
    ('X', [0b10001, 0b01010, 0b00100, 0b01010, 0b10001]),
    ('Y', [0b10001, 0b01010, 0b00100, 0b00100, 0b00100]),
    ('Z', [0b11111, 0b00010, 0b00100, 0b01000, 0b11111]),
];

/// Draws a code of 24 signs; in bold where letters of blocks can't be drawn or don't fit.
pub fn draw(code: &str, area: Rect, buf: &mut Buffer, look: &Look) {
    let style = look.theme().key();
    let signs: Vec<char> = code.chars().collect();
    let wide = GROUPS[2] + 4 * PITCH - 1;
    if !look.paints() || area.width < wide || area.height < ROWS {
        for (at, line) in signs.chunks(12).enumerate() {
            let groups: Vec<String> = line.chunks(4).map(|it| it.iter().collect()).collect();
            let row = panels::row(area, at as u16 * 2);
            put(buf, row, row.x, row.y, &groups.join("   "), style);
        }
        return;
    }
    for (at, sign) in signs.iter().enumerate() {
        let Some((_, pixels)) = FONT.iter().find(|(known, _)| known == sign) else { continue };
        let (line, group, place) = (at / 12, at % 12 / 4, at % 4);
        let x = area.x + GROUPS[group] + place as u16 * PITCH;
        let y = area.y + line as u16 * 4;
        for row in 0..SIZE.div_ceil(2) {
            let upper = pixels[row * 2];
            let lower = pixels.get(row * 2 + 1).copied().unwrap_or(0);
            let cells: String = (0..SIZE)
                .rev()
                .map(|bit| match (upper >> bit & 1, lower >> bit & 1) {
                    (0, 0) => ' ',
                    (1, 0) => '▀',
                    (0, _) => '▄',
                    _ => '█',
                })
                .collect();
            put(buf, area, x, y + row as u16, &cells, style);
        }
    }
}

//! A code in pixel letters, large enough to be read from the back of a room.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use crate::tui::text::put;
use crate::tui::theme::Meaning;
use crate::tui::{Charset, Look, panels, pixels};

/// Signs of a group, and groups of a line.
const GROUP: usize = 4;
const GROUPS: usize = 3;
/// From the left edge of a group to that of the next, in pixels.
const PITCH: u16 = 26;
/// Columns of the widest group, in pixels.
const WIDEST: u16 = 23;

/// The largest size of pixels at which a code fits; 0 where it has to be printed.
pub fn largest(look: &Look, room: Rect) -> u16 {
    let fits = |scale: &u16| {
        let size = size(*scale);
        size.width <= room.width && size.height <= room.height
    };
    if look.charset() == Charset::Ascii { 0 } else { [2, 1].into_iter().find(fits).unwrap_or(0) }
}

/// What a code takes with pixels of this size.
pub fn size(scale: u16) -> Size {
    match scale {
        0 => Size::new(18, 3),
        scale => {
            let (rows, gap) = (pixels::rows(scale), pixels::rows(scale).div_ceil(3));
            Size::new((2 * PITCH + WIDEST) * scale, 2 * rows + gap)
        }
    }
}

/// Draws a code of 24 signs as large as fits; in bold where pixels can't be drawn.
pub fn draw(code: &str, area: Rect, buf: &mut Buffer, look: &Look) {
    draw_scaled(code, area, buf, look, largest(look, area).min(1));
}

/// The same with pixels of this size.
pub fn draw_scaled(code: &str, area: Rect, buf: &mut Buffer, look: &Look, scale: u16) {
    let signs: Vec<char> = code.chars().collect();
    for (line, part) in signs.chunks(GROUP * GROUPS).enumerate() {
        let groups: Vec<String> = part.chunks(GROUP).map(|it| it.iter().collect()).collect();
        if scale == 0 {
            let row = panels::row(area, line as u16 * 2);
            put(buf, row, row.x, row.y, &groups.join("   "), look.theme().key());
            continue;
        }
        let y = area.y + line as u16 * (pixels::rows(scale) + pixels::rows(scale).div_ceil(3));
        for (at, group) in groups.iter().enumerate() {
            let x = area.x + at as u16 * PITCH * scale;
            let place = Rect { x, y, width: WIDEST * scale, height: pixels::rows(scale) };
            let ink = look.theme().ink(Meaning::Brass);
            pixels::draw(look, place.intersection(area), buf, group, ink, scale);
        }
    }
}

//! Numbers as pictures: how full, how far, who is ahead.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::row;
use crate::tui::look::{Charset, Look};
use crate::tui::text::put;
use crate::tui::theme::{Depth, Meaning};

/// A bar that is filled to a share from 0 to 1, in steps of an eighth of a cell.
pub fn bar(look: &Look, area: Rect, buf: &mut Buffer, share: f32, style: Style) {
    const EIGHTHS: [&str; 8] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let theme = look.theme();
    let area = row(area, 0).intersection(buf.area);
    let steps = (share.clamp(0.0, 1.0) * f32::from(area.width) * 8.0).round() as u16;
    for (x, step) in (area.left()..area.right()).zip((0..).step_by(8)) {
        let eighths = usize::from(steps.saturating_sub(step).min(8));
        let empty = theme.color(Meaning::Line);
        if look.charset() == Charset::Ascii || look.depth() <= Depth::Ansi16 {
            let (symbol, style) = match eighths {
                0..4 => (look.glyph("·", "."), theme.line()),
                _ => (look.glyph("█", "#"), style),
            };
            put(buf, area, x, area.y, symbol, style);
        } else {
            let symbol = EIGHTHS.get(eighths).copied().unwrap_or("█");
            put(buf, area, x, area.y, symbol, style.bg(empty));
        }
    }
}

/// A thin bar in steps of half a cell, for use beside text.
pub fn thin_bar(look: &Look, area: Rect, buf: &mut Buffer, share: f32, style: Style) {
    let area = row(area, 0);
    let halves = (share.clamp(0.0, 1.0) * f32::from(area.width) * 2.0).round() as u16;
    let mut x = area.x;
    for _ in 0..halves / 2 {
        x = put(buf, area, x, area.y, look.glyph("━", "="), style);
    }
    if halves % 2 == 1 {
        x = put(buf, area, x, area.y, look.glyph("╸", "-"), style);
    }
    while x < area.right() {
        x = put(buf, area, x, area.y, look.glyph("─", "."), look.theme().line());
    }
}

/// Who is ahead: a line in the middle and a bar from it, to the left below 0 and to the right
/// above, full at -1 and 1.
pub fn balance(look: &Look, area: Rect, buf: &mut Buffer, value: f32, style: Style) {
    let area = row(area, 0);
    let middle = area.x + area.width / 2;
    put(buf, area, middle, area.y, look.glyph("│", "|"), look.theme().line());
    let arm = area.width.saturating_sub(1) / 2;
    let cells = (value.abs().clamp(0.0, 1.0) * f32::from(arm)).round() as u16;
    for step in 1..=cells {
        if value < 0.0 {
            put(buf, area, middle - step, area.y, look.glyph("━", "-"), style);
        } else {
            put(buf, area, middle + step, area.y, look.glyph("━", "+"), style);
        }
    }
}

/// So many of so many: `■■■··`.
pub fn meter(look: &Look, area: Rect, buf: &mut Buffer, full: u16, of: u16, style: Style) {
    let area = row(area, 0);
    for (step, x) in (0..of).zip(area.x..) {
        let (symbol, style) = match step < full {
            true => (look.glyph("■", "#"), style),
            false => (look.glyph("·", "."), look.theme().faint()),
        };
        put(buf, area, x, area.y, symbol, style);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{line, plain};
    use super::*;

    #[test]
    fn bars_count_eighths() {
        let look = plain();
        let style = look.theme().good();
        let shown = |share| line(4, |area, buf| bar(&look, area, buf, share, style));
        assert_eq!(shown(0.0), "    ");
        assert_eq!(shown(0.5), "██  ");
        assert_eq!(shown(0.53125), "██▏ ");
        assert_eq!(shown(7.0), "████");
        assert_eq!(line(6, |area, buf| thin_bar(&look, area, buf, 0.25, style)), "━╸────");
        assert_eq!(line(7, |area, buf| balance(&look, area, buf, -0.7, style)), " ━━│   ");
        assert_eq!(line(5, |area, buf| meter(&look, area, buf, 2, 5, style)), "■■···");
    }
}

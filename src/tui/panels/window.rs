//! The window in front of a page, with its shadow or, where shades are missing, its frame.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

use super::{inset, row};
use crate::tui::look::Look;
use crate::tui::painter::dim;
use crate::tui::text::{fill, put};
use crate::tui::theme::{Depth, Meaning, Rgb};

/// A window in the middle of the screen; everything behind it steps back. Answers where its text
/// goes. Call it after the screen behind was drawn; title and footer may be drawn again after it.
pub fn popup(look: &Look, screen: Rect, buf: &mut Buffer, size: Size) -> Rect {
    let theme = look.theme();
    let screen = screen.intersection(buf.area);
    let (w, h) = (size.width.min(screen.width), size.height.min(screen.height));
    let window = Rect {
        x: screen.x + (screen.width - w) / 2,
        y: screen.y + (screen.height - h) / 2,
        width: w,
        height: h,
    };
    dim(buf, screen, theme);
    if look.depth() <= Depth::Ansi16 {
        let around = Rect {
            x: window.x.saturating_sub(1),
            y: window.y.saturating_sub(1),
            width: window.width + 2,
            height: window.height + 2,
        };
        fill(buf, around.intersection(screen), Style::new());
        frame(look, window, buf);
        return inset(window, 3, 1, 3, 1);
    }
    let shadow = theme.ink(Meaning::Ground).shaded(Rgb::BLACK, 0.6).color();
    let shade = |buf: &mut Buffer, x: u16, y: u16, symbol: &str| {
        if let Some(cell) = buf.cell_mut((x, y)).filter(|_| screen.contains((x, y).into())) {
            cell.set_symbol(symbol).set_fg(shadow);
            if symbol == " " {
                cell.set_bg(shadow);
            }
            cell.modifier = Modifier::empty();
        }
    };
    for y in window.top() + 1..window.bottom() {
        shade(buf, window.right(), y, " ");
    }
    for x in window.left() + 1..=window.right() {
        shade(buf, x, window.bottom(), look.glyph("▀", " "));
    }
    fill(buf, window, theme.text().bg(theme.color(Meaning::Bar)));
    let top = row(window, 0);
    for x in top.left()..top.right() {
        put(buf, top, x, top.y, look.glyph("▔", "-"), theme.brass());
    }
    inset(window, 3, 1, 3, 1)
}

/// A box of lines, for windows without shades.
fn frame(look: &Look, area: Rect, buf: &mut Buffer) {
    if area.width < 2 || area.height < 2 {
        return;
    }
    let style = look.theme().brass();
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for x in area.left()..area.right() {
        put(buf, area, x, area.y, look.glyph("─", "-"), style);
        put(buf, area, x, bottom, look.glyph("─", "-"), style);
    }
    for y in area.top()..area.bottom() {
        put(buf, area, area.x, y, look.glyph("│", "|"), style);
        put(buf, area, right, y, look.glyph("│", "|"), style);
    }
    let corners =
        [(area.x, area.y, "┌"), (right, area.y, "┐"), (area.x, bottom, "└"), (right, bottom, "┘")];
    for (x, y, corner) in corners {
        put(buf, area, x, y, look.glyph(corner, "+"), style);
    }
}

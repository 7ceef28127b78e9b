//! The marks on a cell: the cursor, where one may go, what came last, what a hint means, what is
//! held. They know no pieces and no rules.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::play::Hue;
use crate::tui::look::{Charset, Look};
use crate::tui::text::{put, width};
use crate::tui::theme::{Depth, Ink, Meaning, Rgb};

/// The middle of a cell: where its mark stands.
pub fn middle(place: Rect) -> Position {
    Position {
        x: place.x + place.width.saturating_sub(1) / 2,
        y: place.y + place.height.saturating_sub(1) / 2,
    }
}

/// The cursor: `[7]` on small cells, corners on large ones.
pub fn cursor(look: &Look, place: Rect, buf: &mut Buffer) {
    let style = look.theme().strong();
    let unicode = look.charset() == Charset::Unicode;
    if place.width >= 5 && place.height >= 2 && unicode {
        draw_corners(look, place, buf, bold_corners(place), style);
    } else if !is_large(place) {
        beside_middle(look, place, buf, ["[", "]"], style);
    } else {
        for y in place.top()..place.bottom() {
            stamp(look, buf, place, place.x, y, "[", style);
            stamp(look, buf, place, place.right() - 1, y, "]", style);
        }
    }
}

/// Where a hint points: as the cursor, in brass.
pub fn hint(look: &Look, place: Rect, buf: &mut Buffer) {
    let style = look.theme().key();
    if is_large(place) {
        let corners = bold_corners(place).map(|row| row.map(|sign| look.glyph(sign, "!")));
        draw_corners(look, place, buf, corners, style);
    } else {
        beside_middle(look, place, buf, [look.glyph("›", "!"), look.glyph("‹", "!")], style);
    }
}

/// A cell where one may go, which is lit already: thin corners where there is room.
pub fn legal(look: &Look, place: Rect, buf: &mut Buffer) {
    let style = look.theme().legal();
    if is_large(place) {
        let corner = |unicode| look.glyph(unicode, ":");
        let corners = [[corner("┌"), corner("┐")], [corner("└"), corner("┘")]];
        draw_corners(look, place, buf, corners, style);
    } else if !look.paints() || look.depth() == Depth::Ansi16 {
        beside_middle(look, place, buf, ["(", ")"], style);
    }
}

/// The mark of an empty cell where one may go.
pub fn diamond(look: &Look, place: Rect, buf: &mut Buffer) {
    let at = middle(place);
    // Without paint ◇ is the outline of a red piece.
    let sign = if look.paints() { "◇" } else { "+" };
    stamp(look, buf, place, at.x, at.y, sign, look.theme().legal());
}

/// Moves the background of a place towards the colour of what is legal.
pub fn light(look: &Look, place: Rect, buf: &mut Buffer) {
    let place = place.intersection(buf.area);
    let ground = look.theme().ink(Meaning::Ground).rgb();
    for y in place.top()..place.bottom() {
        for x in place.left()..place.right() {
            let cell = &mut buf[(x, y)];
            let surface = Ink::new(Rgb::of_color(cell.bg).unwrap_or(ground), cell.bg);
            cell.bg = look.theme().lit(surface).color();
        }
    }
}

/// What was played last: `‹ ›` beside its mark.
pub fn last(look: &Look, place: Rect, buf: &mut Buffer, style: Style) {
    beside_middle(look, place, buf, [look.glyph("‹", ">"), look.glyph("›", "<")], style);
}

/// A piece in somebody's hand: double corners in the seat's colour, and the word.
pub fn held(look: &Look, place: Rect, buf: &mut Buffer, hue: Hue) {
    let style = look.theme().seat(hue);
    if is_large(place) {
        let corners = [
            [look.glyph("╔", "{"), look.glyph("╗", "}")],
            [look.glyph("╚", "{"), look.glyph("╝", "}")],
        ];
        draw_corners(look, place, buf, corners, style);
        if place.width >= 8 {
            stamp(look, buf, place, place.x + 2, place.y, "held", style);
        }
    } else {
        beside_middle(look, place, buf, ["{", "}"], style.add_modifier(Modifier::BOLD));
    }
}

fn is_large(place: Rect) -> bool {
    place.width >= 5 && place.height >= 3
}

/// The corners of the cursor and of a hint. Longer ones would hide what is in a small cell.
fn bold_corners(place: Rect) -> [[&'static str; 2]; 2] {
    match place.width >= 8 && place.height >= 3 {
        true => [["┏━", "━┓"], ["┗━", "━┛"]],
        false => [["┏", "┓"], ["┗", "┛"]],
    }
}

fn beside_middle(look: &Look, place: Rect, buf: &mut Buffer, signs: [&str; 2], style: Style) {
    let at = middle(place);
    if place.width >= 3 {
        stamp(look, buf, place, at.x - 1, at.y, signs[0], style);
        stamp(look, buf, place, at.x + 1, at.y, signs[1], style);
    } else {
        // No room beside the mark: the cell itself is turned over.
        let place = place.intersection(buf.area);
        buf.set_style(place, Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
    }
}

/// The two upper and the two lower corners of a place.
fn draw_corners(look: &Look, place: Rect, buf: &mut Buffer, corners: [[&str; 2]; 2], style: Style) {
    let rows = [place.y, place.bottom().saturating_sub(1)];
    for ([left, right], y) in corners.into_iter().zip(rows) {
        stamp(look, buf, place, place.x, y, left, style);
        stamp(look, buf, place, place.right().saturating_sub(width(right)), y, right, style);
    }
}

/// Writes over a picture: what the cells had of bold or reverse belongs to the picture. Where the
/// ink would drown in what lies behind (ivory on a yellow piece), black or white takes its place.
fn stamp(look: &Look, buf: &mut Buffer, place: Rect, x: u16, y: u16, text: &str, style: Style) {
    for (sign, column) in text.chars().zip(x..) {
        let Some(cell) = buf.cell_mut((column, y)) else { continue };
        cell.modifier = Modifier::empty();
        let style = match (Rgb::of_color(cell.bg), style.fg.and_then(Rgb::of_color)) {
            (Some(back), Some(front)) if look.has_colour() && front.contrast(back) < 2.0 => {
                Style { bg: None, ..look.theme().on(Ink::new(back, cell.bg)) }
                    .add_modifier(style.add_modifier)
            }
            _ => style,
        };
        put(buf, place, column, y, sign.encode_utf8(&mut [0; 4]), style);
    }
}

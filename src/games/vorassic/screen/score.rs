//! The score under the park: everybody's points as numbers and as parts of one bar.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::hue;
use crate::games::vorassic::{Cell, Vorassic};
use crate::play::{Game, Seat};
use crate::tui::Look;
use crate::tui::game_ui::Seen;
use crate::tui::look::Charset;
use crate::tui::panels;
use crate::tui::text::{put, put_centred, put_right, width};
use crate::tui::theme::{Depth, Meaning};

/// A blank row, the numbers and the bar.
pub const ROWS: u16 = 3;

pub fn draw(seen: &Seen<Vorassic>, look: &Look, area: Rect, buf: &mut Buffer) {
    if area.height < ROWS {
        return;
    }
    numbers(seen, look, panels::row(area, 1), buf);
    bar(seen, look, panels::row(area, 2), buf);
}

/// The points that are still to be had.
fn left(view: &Vorassic) -> i32 {
    let territory = view.territory();
    let open = Cell::all(view.size()).filter(|cell| territory[cell.index(view.size())].is_some());
    open.map(|cell| view.grid().value(cell)).sum()
}

fn numbers(seen: &Seen<Vorassic>, look: &Look, area: Rect, buf: &mut Buffer) {
    let (view, theme) = (seen.view, look.theme());
    let seats = view.seats();
    let style = |seat| theme.seat(hue(seat)).add_modifier(Modifier::BOLD);
    let number = |seat| format!("{} {}", look.mark(hue(seat)), view.score(seat));
    let left = left(view);
    if seats == 2 {
        put(buf, area, area.x, area.y, &number(Seat::FIRST), style(Seat::FIRST));
        let right = format!("{} {}", view.score(Seat::SECOND), look.mark(hue(Seat::SECOND)));
        put_right(buf, area, &right, style(Seat::SECOND));
        let all = left + view.scores().map_or(0, |scores| scores.iter().sum());
        let words = match left {
            0 => String::new(),
            _ => format!("{left} left {} {} to win", look.glyph("·", "-"), all.div_euclid(2) + 1),
        };
        put_centred(buf, area, &words, theme.muted());
        return;
    }
    let mut x = area.x;
    for seat in Seat::all(seats) {
        x = put(buf, area, x, area.y, &number(seat), style(seat)) + 2;
    }
    let words = format!("{left} left");
    if left != 0 && x + width(&words) <= area.right() {
        put_right(buf, area, &words, theme.muted());
    }
}

/// One bar for all there is: the first seat from the left, the second from the right, and others
/// after the first.
fn bar(seen: &Seen<Vorassic>, look: &Look, area: Rect, buf: &mut Buffer) {
    let (view, theme) = (seen.view, look.theme());
    let points: Vec<i32> = Seat::all(view.seats()).map(|seat| view.score(seat).max(0)).collect();
    let all = (points.iter().sum::<i32>() + left(view).max(0)).max(1);
    // Whoever has a point has a column.
    let columns = |points: i32| {
        let width = f64::from(points) * f64::from(area.width) / f64::from(all);
        (width.round() as u16).max(u16::from(points > 0))
    };
    let block = look.glyph("█", "=");
    for x in area.left()..area.right() {
        let flat = look.charset() == Charset::Ascii || look.depth() <= Depth::Ansi16;
        let (symbol, style) = match flat {
            true => (look.glyph("·", "."), theme.line()),
            false => ("█", theme.style(Meaning::Line)),
        };
        put(buf, area, x, area.y, symbol, style);
    }
    let mut from_left = area.x;
    for seat in Seat::all(view.seats()) {
        let width = columns(points[seat.index()]);
        let start = if seat == Seat::SECOND {
            area.right().saturating_sub(width)
        } else {
            from_left += width;
            from_left - width
        };
        let letter = look.mark(hue(seat));
        for x in start..start + width {
            // Without colour the weight tells whose part it is.
            let symbol = match look.charset() {
                Charset::Ascii => letter,
                _ if !look.paints() => ["█", "░", "▓", "▒"][seat.index() % 4],
                _ => block,
            };
            let style = theme.style(Meaning::Text).fg(theme.piece(hue(seat)).color());
            put(buf, area, x, area.y, symbol, style);
        }
    }
    if view.seats() == 2 {
        let middle = area.x + area.width / 2;
        let taken = columns(points[0]) > area.width / 2 || columns(points[1]) > area.width / 2;
        if !taken {
            let style = theme.muted().bg(theme.color(Meaning::Line));
            put(buf, area, middle, area.y, look.glyph("┆", "|"), style);
        }
    }
}

//! Who is in the house, as its host sees it: where they are, how their line is, who is away.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::clock;
use crate::house::{GuestInfo, Snapshot};
use crate::tui::text::{put, put_right};
use crate::tui::{Context, Look, panels};

/// Columns of a name.
const NAME: u16 = 10;
/// A line that answers sooner than this is as good as any.
const QUICK: Duration = Duration::from_millis(150);

/// Draws those who play, then the absent, then how many look on.
pub fn draw(snapshot: &Snapshot, area: Rect, buf: &mut Buffer, context: &Context) {
    let (look, theme) = (&context.look, context.look.theme());
    panels::heading(look, panels::inset(area, 0, 0, 3, 0), buf, "Guests");
    let all = snapshot.guests.len() + snapshot.away.len();
    put_right(buf, panels::row(area, 0), &all.to_string(), theme.muted());
    let rows = usize::from(area.height.saturating_sub(2));
    let (near, beside): (Vec<&GuestInfo>, Vec<&GuestInfo>) =
        snapshot.guests.iter().partition(|guest| guest.seated || guest.table.is_none());
    let mut at = 1;
    let line = |at: &mut u16| {
        *at += 1;
        panels::row(area, *at - 1)
    };
    let shown = rows.saturating_sub(usize::from(!beside.is_empty()));
    for guest in snapshot.away.iter().take(shown) {
        let row = line(&mut at);
        put(buf, row, row.x, row.y, &look.truncate(&guest.name, NAME - 1), theme.text());
        let words = format!("away {}", clock(guest.away_ms));
        put(buf, row, row.x + NAME, row.y, &words, theme.warn());
        draw_line(look, row, buf, 0);
    }
    let left = shown.saturating_sub(snapshot.away.len());
    for guest in near.iter().take(left) {
        let row = line(&mut at);
        put(buf, row, row.x, row.y, &look.truncate(&guest.name, NAME - 1), theme.text());
        let (words, style) = match (guest.table, guest.program) {
            (Some(table), true) => (format!("program, {table}"), theme.muted()),
            (Some(table), false) => (format!("table {table}"), theme.muted()),
            (None, _) => ("in the hall".to_owned(), theme.faint()),
        };
        put(buf, row, row.x + NAME, row.y, &words, style);
        draw_line(look, row, buf, steps(guest));
    }
    let more = near.len().saturating_sub(left);
    let words = match (more, beside.len()) {
        (0, 0) if all == 0 => "no one yet".to_owned(),
        (0, 0) => return,
        (0, 1) => "and 1 who watches".to_owned(),
        (0, watch) => format!("and {watch} who watch"),
        (more, 0) => format!("and {more} more"),
        (more, watch) => format!("and {more} more, {watch} watch"),
    };
    let row = line(&mut at);
    put(buf, row, row.x, row.y, &words, theme.muted());
}

/// What is being waited for, and how long; nothing if everybody is there.
pub fn waited_for(snapshot: &Snapshot) -> String {
    let next = snapshot.away.iter().filter(|guest| guest.kept_ms.is_some());
    match next.min_by_key(|guest| guest.kept_ms) {
        Some(guest) => {
            let left = clock(guest.kept_ms.unwrap_or_default());
            format!("{}: seat kept, {left} left", guest.name)
        }
        None => match snapshot.away.first() {
            Some(guest) => format!("{}: seat kept at table {}", guest.name, guest.table),
            None => String::new(),
        },
    }
}

/// How good a guest's line is, of three steps.
fn steps(guest: &GuestInfo) -> usize {
    match (guest.slow, guest.trip) {
        (true, _) => 1,
        (false, Some(trip)) if trip > QUICK => 2,
        (false, _) => 3,
    }
}

fn draw_line(look: &Look, row: Rect, buf: &mut Buffer, steps: usize) {
    let theme = look.theme();
    let lit = if steps == 1 { theme.warn() } else { theme.good() };
    let signs = [look.glyph("▂", "."), look.glyph("▄", ":"), look.glyph("▆", "|")];
    let x = row.right().saturating_sub(3);
    for (at, sign) in signs.into_iter().enumerate() {
        // Where there is no colour, a step that is missing is not drawn.
        let (sign, style) = match (at < steps, look.has_colour()) {
            (true, _) => (sign, lit),
            (false, true) => (sign, theme.line()),
            (false, false) => (" ", theme.line()),
        };
        put(buf, row, x + at as u16, row.y, sign, style);
    }
}

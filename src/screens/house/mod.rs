//! Across machines: houses with tables for people and programs elsewhere, as pages of the arcade.

mod code;
mod entry;
mod far;
mod guests;
mod hosting;
mod join;
mod large;
mod line;
mod open_table;
mod presence;
mod projector;
mod visiting;

pub use self::entry::{ACROSS, open};
pub(super) use self::far::{Far, open as far};
pub use self::hosting::{HOUSE, open as host};
pub use self::open_table::TABLE;
pub use self::visiting::{VISIT, open as visit};

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Games, Pages};
use crate::house::{SeatState, TableInfo, usual_name};
use crate::play::Hue;
use crate::tui::panels::{self, Focus};
use crate::tui::text::{put, put_right, width};
use crate::tui::{Context, Look};

const HELP: &str = include_str!("help.md");
/// Rows of a table in a list.
const ROWS: u16 = 2;
/// How long a house that is gone is looked for.
const PATIENCE: Duration = Duration::from_secs(300);

/// What the person at this keyboard is called in other houses.
fn own_name(context: &Context) -> String {
    let first = context.store.settings().names.first().cloned();
    first.filter(|name| !name.trim().is_empty()).unwrap_or_else(usual_name)
}

/// `2:05`, or with hours `1:02:05`.
fn clock(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Draws the tables of a house, two rows each, and answers where each stands.
fn draw_tables(
    games: &Games,
    tables: &[TableInfo],
    cursor: usize,
    area: Rect,
    buf: &mut Buffer,
    context: &Context,
) -> Vec<Rect> {
    let look = &context.look;
    let shown = usize::from(area.height / ROWS);
    let first = panels::scroll_to(0, cursor, shown, tables.len());
    let mut places = vec![Rect::default(); tables.len()];
    for (at, table) in tables.iter().enumerate().skip(first).take(shown) {
        let place = Rect { y: area.y + (at - first) as u16 * ROWS, height: ROWS, ..area };
        places[at] = place;
        let game = games.find(&table.game);
        draw_table(game, table, Focus::at(at, cursor), place, buf, look);
    }
    places
}

fn draw_table(
    game: Option<&dyn Pages>,
    table: &TableInfo,
    focus: Focus,
    area: Rect,
    buf: &mut Buffer,
    look: &Look,
) {
    let theme = look.theme();
    let row = panels::list_row(look, panels::row(area, 0), buf, focus);
    let below = panels::list_row(look, panels::row(area, 1), buf, focus);
    let number = if focus == Focus::Here { theme.key() } else { theme.muted() };
    put(buf, row, row.x, row.y, &table.number.to_string(), number);
    let (state, style) = match (table.playing, table.free_seats()) {
        (true, _) => (table.standing.clone(), theme.text()),
        (false, 0) if table.standing.is_empty() => ("waits".to_owned(), theme.muted()),
        (false, 0) => (format!("over, {}", table.standing), theme.muted()),
        (false, 1) => ("waits for one more".to_owned(), theme.legal()),
        (false, free) => (format!("waits for {free} more"), theme.legal()),
    };
    let room = panels::inset(row, 3, 0, 1, 0);
    // Where the board has no room, the game has.
    let title = &table.title;
    let game_alone = title.split(',').next().unwrap_or(title);
    let most = (room.width / 2).max(room.width.saturating_sub(width(game_alone) + 2));
    let state = look.truncate(&state, most);
    let used = put_right(buf, room, &state, style);
    let name = Rect { width: used.saturating_sub(room.x + 1), ..room };
    let title = if width(title) <= name.width { title } else { game_alone };
    let title = look.truncate(title, name.width);
    put(buf, name, name.x, name.y, &title, panels::name_style(look, focus));
    let mut x = below.x + 3;
    for (at, seat) in table.seats.iter().enumerate() {
        let usual = Hue::ALL[at % Hue::ALL.len()];
        let hue = game.map_or(usual, |game| game.hue(at, table.seats.len()));
        let (words, style) = match seat.state {
            SeatState::Free => ("free seat".to_owned(), theme.legal()),
            SeatState::Away => (format!("{} away", seat.name), theme.warn()),
            SeatState::Slow => (format!("{} slow", seat.name), theme.warn()),
            SeatState::Here | SeatState::Bot => (seat.name.clone(), theme.muted()),
        };
        let mark = if seat.state == SeatState::Free { theme.faint() } else { theme.seat(hue) };
        x = put(buf, below, x, below.y, look.mark(hue), mark);
        x = put(buf, below, x + 1, below.y, &look.truncate(&words, 18), style) + 2;
    }
}

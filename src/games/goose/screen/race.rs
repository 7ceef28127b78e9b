//! The race beside the board: how far everybody is, and what the next throw may bring.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::games::goose::{Effect, Event, Goose};
use crate::play::{Game, Hue, Seat};
use crate::tui::Look;
use crate::tui::game_ui::Seen;
use crate::tui::panels;
use crate::tui::text::{put, put_right, width};
use crate::tui::theme::Meaning;

/// What became of a player, in a few words at the right of the name.
pub fn word(view: &Goose, seat: Seat, look: &Look) -> String {
    let cell = view.cell(seat);
    // Where somebody is held says more than how they got there.
    if view.board().effect(cell) == Effect::Trap {
        return format!("in the {}", view.named(cell));
    }
    if let Some((_, Event::Moved { seat: mover, way, displaced })) = view.last() {
        if *mover == seat && way.jump.is_some() {
            let on = look.glyph("»", ">");
            return format!("{} {on} {} {on} {}", way.from, way.reached, way.end());
        }
        if *displaced == Some(seat) && cell == 0 {
            return "back at the start".to_owned();
        }
    }
    match view.wait(seat) {
        0 if cell == 0 => "at the start".to_owned(),
        0 => String::new(),
        1 => "waits a turn".to_owned(),
        turns => format!("waits {turns} turns"),
    }
}

/// A bar as long as the way that is behind a player, and the cell where it ends.
pub fn bar(view: &Goose, seat: Seat, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let hue = Goose::hue(seat, view.seats());
    let line = panels::row(area, 0);
    let cell = view.cell(seat).to_string();
    // Where there are more players than marks, pawns carry numbers.
    let number = match view.seats() > Hue::ALL.len() {
        true => format!("{seat} "),
        false => String::new(),
    };
    let start = put(buf, line, line.x, line.y, &number, theme.muted());
    let style = if cell == "0" { theme.muted() } else { theme.text() };
    put_right(buf, line, &cell, style);
    let long = line.right().saturating_sub(start + 5);
    let share = f32::from(view.cell(seat)) / f32::from(view.board().last());
    let done = (share * f32::from(long.saturating_sub(1))).round() as u16;
    for step in 0..long {
        let (sign, style) = match step {
            _ if cell == "0" => (look.glyph("─", "."), theme.line()),
            step if step < done => (look.glyph("━", "="), theme.seat(hue)),
            step if step == done => (look.glyph("●", "o"), theme.seat(hue)),
            _ => (look.glyph("─", "."), theme.line()),
        };
        put(buf, line, start + step, line.y, sign, style);
    }
}

/// One thing that a throw may lead to: in how many of the falls of the dice.
struct Chance {
    words: String,
    falls: f64,
    tone: Meaning,
    /// How much one wants to know it; the plain cells come last.
    rank: u8,
}

/// What the next throw of whoever is to throw leads to, likeliest news first.
fn chances(seen: &Seen<Goose>, seat: Seat) -> Vec<Chance> {
    let view = seen.view;
    let board = view.board();
    let name = |seat: Seat| seen.names.get(seat.index()).cloned().unwrap_or_default();
    let mut found: Vec<Chance> = Vec::new();
    for (sum, falls) in board.dice().sums().zip(board.dice().weights()) {
        let way = board.journey(view.cell(seat), sum);
        let end = way.end();
        let met = view.standing_on(end).find(|other| *other != seat && end != 0);
        let (rank, tone, words) = match (board.effect(way.reached), met) {
            _ if end == board.last() => (0, Meaning::Brass, "home".to_owned()),
            (_, Some(other)) if view.is_trapped(other) => {
                (1, Meaning::Blue, format!("frees {}", name(other)))
            }
            (_, Some(other)) => (2, Meaning::Green, format!("meets {}", name(other))),
            (Effect::Goose, _) => (3, Meaning::Warn, "a goose".to_owned()),
            (Effect::Trap, _) => (4, Meaning::Bad, format!("the {}", view.named(way.reached))),
            (Effect::Wait(_), _) => (5, Meaning::Pink, format!("the {}", view.named(way.reached))),
            (Effect::Teleport(_), _) => {
                (6, Meaning::Legal, format!("the {}", view.named(way.reached)))
            }
            _ => (9, Meaning::Muted, "plain cell".to_owned()),
        };
        match found.iter_mut().find(|chance| chance.words == words) {
            Some(chance) => chance.falls += falls,
            None => found.push(Chance { words, falls, tone, rank }),
        }
    }
    found.sort_by_key(|chance| chance.rank);
    found
}

/// How many rows the next throw wants, heading included; none when nobody throws.
pub fn next_rows(seen: &Seen<Goose>) -> u16 {
    let seat = seen.turn.seat();
    seat.map_or(0, |seat| chances(seen, seat).len() as u16 + 1)
}

/// What the next throw may bring, in falls of the dice: of 36 with two usual ones.
pub fn next(seen: &Seen<Goose>, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let Some(seat) = seen.turn.seat() else { return };
    let dice = seen.view.board().dice();
    let all = f64::from(dice.sides).powi(dice.count.into());
    // Falls of many dice are more than anybody reads.
    let (unit, scale) =
        if all <= 999.0 { (format!("of {all}"), 1.0) } else { ("%".to_owned(), 100.0 / all) };
    panels::heading(look, area, buf, "Next throw");
    let top = panels::row(area, 0);
    put_right(buf, top, &format!(" {unit}"), theme.muted());
    let chances = chances(seen, seat);
    let widest = chances.iter().map(|chance| width(&chance.words)).max().unwrap_or(0);
    let labels = widest.min(area.width / 2).max(13);
    for (chance, line) in chances.iter().zip(1..) {
        let row = panels::row(area, line);
        let label = look.truncate(&chance.words, labels);
        put(buf, row, row.x, row.y, &label, theme.muted());
        let bar = panels::inset(row, labels + 1, 0, 5, 0);
        panels::thin_bar(look, bar, buf, (chance.falls / all) as f32, theme.style(chance.tone));
        put_right(buf, row, &format!("{:.0}", chance.falls * scale), theme.text());
    }
}

//! The part of the side panel that only this game has: programs, walls, points and rounds.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::games::turtles::rules::{Open, Phase, Turtles};
use crate::games::turtles::view::TurtlesView;
use crate::play::{Eye, Game, Seat};
use crate::tui::Look;
use crate::tui::game_ui::Seen;
use crate::tui::panels::{heading, row};
use crate::tui::text::{put, put_right, width};
use crate::tui::theme::Meaning;

/// More walls of a kind than this are written as a number.
const MOST_WALLS: u8 = 4;

/// The rows that programs and rounds want, given what is left.
pub fn rows(seen: &Seen<Turtles>, room: u16) -> u16 {
    let table = &seen.view.table;
    let seats = table.seats() as u16;
    let programs = seats + 1;
    if table.variant.rounds() > 1 && room > programs + seats + 6 {
        programs + seats + 2
    } else {
        programs
    }
}

pub fn draw(seen: &Seen<Turtles>, look: &Look, area: Rect, buf: &mut Buffer) {
    let view = seen.view;
    let seats = view.table.seats();
    let both = usize::from(area.height) > seats + 2;
    // Where there is room for one part only, the table stands there between the rounds.
    let between = view.table.variant.rounds() > 1
        && (seen.turn.is_over() || view.sizes.iter().all(|sizes| sizes.program == 0));
    if between && !both {
        return rounds_table(view, look, area, buf);
    }
    heading(look, area, buf, "Programs, walls, points");
    for seat in Seat::all(seats) {
        program_line(seen, seat, look, row(area, seat.index() as u16 + 1), buf);
    }
    if both {
        let below = seats as u16 + 2;
        let rest = Rect { y: area.y + below, height: area.height - below, ..area };
        rounds_table(view, look, rest, buf);
    }
}

/// What a seat's second line says: its cards while it races, its place afterwards.
pub fn seat_note(view: &TurtlesView, seat: Seat) -> String {
    let table = &view.table;
    let arrivals = table.arrivals.last().map_or(&[][..], Vec::as_slice);
    if table.phase == Phase::Over {
        let scores = table.scores();
        return format!("{}, {}", ordinal(place(&scores, seat)), points(scores[seat.index()]));
    }
    match arrivals.iter().position(|arrived| *arrived == seat) {
        Some(at) => format!("arrived {}", ordinal(at + 1)),
        None => {
            let sizes = view.sizes(seat);
            format!("hand {}, deck {}", sizes.hand, sizes.deck)
        }
    }
}

/// The place of a seat, from 1; equal points share it.
pub fn place(scores: &[i32], seat: Seat) -> usize {
    1 + scores.iter().filter(|score| **score > scores[seat.index()]).count()
}

pub fn ordinal(place: usize) -> String {
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

pub fn points(points: i32) -> String {
    format!("{points} point{}", if points == 1 { "" } else { "s" })
}

/// One line for each seat: the program as backs with its length, the walls that are left, a Bug
/// that is left or was suffered, and the points.
fn program_line(seen: &Seen<Turtles>, seat: Seat, look: &Look, line: Rect, buf: &mut Buffer) {
    let (view, theme) = (seen.view, look.theme());
    let table = &view.table;
    let hue = Turtles::hue(seat, table.seats());
    put(buf, line, line.x, line.y, look.mark(hue), theme.seat(hue));
    let end = belongings(look, &table.open[seat.index()], table.scores()[seat.index()], line, buf);
    let length = view.sizes(seat).program;
    if length == 0 {
        put(buf, line, line.x + 2, line.y, "empty", theme.faint());
        return;
    }
    let looks = seen.training || view.eye == Eye::Everything;
    let text = match view.secret(seat).filter(|_| looks) {
        Some(secret) => secret.program.iter().map(|card| card.letter()).collect(),
        None => look.glyph("▒", "?").repeat(length),
    };
    let number = length.to_string();
    let room = end.saturating_sub(line.x + 4 + width(&number));
    let x = put(buf, line, line.x + 2, line.y, &look.truncate(&text, room), theme.seat(hue));
    put(buf, line, x + 1, line.y, &number, theme.text());
}

/// Walls, Bug and points, at the right end of a line; answers where they begin.
fn belongings(look: &Look, open: &Open, points: i32, line: Rect, buf: &mut Buffer) -> u16 {
    let theme = look.theme();
    let heap = |sign: &str, count: u8| match count {
        0..=MOST_WALLS => sign.repeat(count.into()),
        _ => format!(" {count}{sign}"),
    };
    let bug = match (open.bug, open.bugged > 0) {
        (_, true) => look.glyph(" ↺", " ~"),
        (true, false) => look.glyph(" ✶", " b"),
        _ => "",
    };
    let mut end = line;
    for (text, style) in [
        (format!(" {points:>2}"), theme.strong()),
        (bug.to_owned(), theme.warn()),
        (heap(look.glyph("◇", "%"), open.walls.ice), theme.style(Meaning::Ice)),
        (heap(look.glyph("▦", "#"), open.walls.stone), theme.muted()),
    ] {
        let start = put_right(buf, end, &text, style);
        end.width = start.saturating_sub(end.x);
    }
    end.right()
}

/// Points of each round, for three in a row.
fn rounds_table(view: &TurtlesView, look: &Look, area: Rect, buf: &mut Buffer) {
    let (table, theme) = (&view.table, look.theme());
    let rounds = table.variant.rounds();
    heading(look, area, buf, &format!("Round {} of {rounds}", table.round()));
    let scores = table.scores();
    for seat in Seat::all(table.seats()) {
        let line = row(area, seat.index() as u16 + 1);
        let hue = Turtles::hue(seat, table.seats());
        put(buf, line, line.x, line.y, look.mark(hue), theme.seat(hue));
        for (at, arrivals) in table.arrivals.iter().enumerate() {
            let last = at + 1 == table.round() && table.phase != Phase::Over;
            let points = table.points(arrivals).find(|(who, _)| *who == seat);
            let text = match points {
                Some((_, points)) => points.to_string(),
                None if last => look.glyph("·", ".").to_owned(),
                None => "0".to_owned(),
            };
            put(buf, line, line.x + 3 + at as u16 * 3, line.y, &text, theme.text());
        }
        put_right(buf, line, &format!("{} in all", scores[seat.index()]), theme.strong());
    }
}

//! What the side panel says of each turtle: program, walls, Bug, and the points of each round.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::games::turtles::rules::{Open, Phase, Turtles, Visible};
use crate::games::turtles::view::TurtlesView;
use crate::play::{Eye, Game, Seat, ordinal};
use crate::tui::Look;
use crate::tui::game_ui::{Interlude, Seen};
use crate::tui::panels::row;
use crate::tui::text::{put, put_right, width};
use crate::tui::theme::Meaning;

/// More walls of a kind than this are written as a number.
const MOST_WALLS: u8 = 4;

/// The words under the seats that say what the signs in them mean.
pub fn draw(look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let line = row(area, 0);
    let mut x = line.x;
    for (sign, style, words) in [
        (look.glyph("▦", "#"), theme.muted(), "stone"),
        (look.glyph("◇", "%"), ice(look), "ice"),
        (look.glyph("▌", "?"), theme.muted(), "card"),
    ] {
        if x + width(sign) + 1 + width(words) > line.right() {
            break;
        }
        x = put(buf, line, x, line.y, sign, style) + 1;
        x = put(buf, line, x, line.y, words, theme.faint()) + 2;
    }
}

/// What stands at the right of a seat's name: its cards while it races, its place afterwards.
pub fn seat_word(view: &TurtlesView, seat: Seat) -> String {
    let table = &view.table;
    let arrivals = table.arrivals.last().map_or(&[][..], Vec::as_slice);
    if table.phase == Phase::Over {
        return ordinal(place(&table.scores(), seat));
    }
    match arrivals.iter().position(|arrived| *arrived == seat) {
        Some(at) => format!("arrived {}", ordinal(at + 1)),
        None => format!("hand {}", view.sizes(seat).hand),
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

pub fn points(points: i32) -> String {
    format!("{points} point{}", if points == 1 { "" } else { "s" })
}

/// Ice as text: on a light ground it would hardly be seen.
fn ice(look: &Look) -> Style {
    let (theme, ink) = (look.theme(), look.theme().ink(Meaning::Ice));
    match theme.is_light() && ink.blends() {
        true => Style::new().fg(ink.towards(theme.ink(Meaning::Text), 0.5).color()),
        false => theme.style(Meaning::Ice),
    }
}

/// How a round ended: who arrived first, what that gives, and what everybody has by now.
pub fn interlude(seen: &Seen<Turtles>, round: usize) -> Interlude {
    let table = &seen.view.table;
    let arrivals = table.arrivals.get(round - 1).map_or(&[][..], Vec::as_slice);
    let name = |seat: Seat| seen.names.get(seat.index()).map_or("", String::as_str);
    let each: Vec<String> = table
        .points(arrivals)
        .map(|(seat, gained)| format!("{} {}", name(seat), points(gained)))
        .collect();
    let sentence = match each.is_empty() {
        true => format!("No turtle arrived in round {round}"),
        false => format!("Round {round}: {}", each.join(", ")),
    };
    let first = arrivals.first().copied();
    let words = match first {
        Some(seat) => vec![
            (format!("{} is first", name(seat)), sentence.clone()),
            (format!("Round {round}"), sentence),
        ],
        None => vec![(format!("Round {round}"), sentence)],
    };
    Interlude {
        words,
        winner: first,
        scores: table.scores(),
        so_far: format!("after {round} of {}", table.variant.rounds()),
        next: format!("Round {}", round + 1),
    }
}

/// Two rows for each seat: the program as backs, and what a Bug has done to it; the walls that are
/// left, the Bug, and the points of each round.
pub fn seat_rows(seen: &Seen<Turtles>, seat: Seat, look: &Look, area: Rect, buf: &mut Buffer) {
    let table = &seen.view.table;
    let open = &table.open[seat.index()];
    program(seen, seat, open, look, row(area, 0), buf);
    let (theme, line) = (look.theme(), row(area, 1));
    let all = table.variant.walls();
    let mut x = line.x;
    for (sign, style, left, of) in [
        (look.glyph("▦", "#"), theme.muted(), open.walls.stone, all.stone),
        (look.glyph("◇", "%"), ice(look), open.walls.ice, all.ice),
    ] {
        x = heap(look, line, x, buf, (sign, style), left, of);
    }
    let earned = put_right(buf, line, &earned(look, table, seat), theme.strong());
    let (word, style) = match (table.variant.bug(), open.bug) {
        (false, _) => return,
        (true, true) => ("bug", theme.bad().add_modifier(Modifier::BOLD)),
        (true, false) => ("bug used", theme.faint()),
    };
    if x + width(word) < earned {
        put(buf, line, x, line.y, word, style);
    }
}

/// `program` and its cards, and how many of them were reversed by a Bug.
fn program(
    seen: &Seen<Turtles>,
    seat: Seat,
    open: &Open,
    look: &Look,
    line: Rect,
    buf: &mut Buffer,
) {
    let (view, theme) = (seen.view, look.theme());
    let hue = Turtles::hue(seat, view.table.seats());
    let x = put(buf, line, line.x, line.y, "program", theme.muted()) + 1;
    let length = view.sizes(seat).program;
    if length == 0 {
        put(buf, line, x, line.y, "empty", theme.faint());
        return;
    }
    let (word, style) = match open.bugged {
        0 => (length.to_string(), theme.text()),
        _ => ("reversed".to_owned(), theme.warn()),
    };
    let end = put_right(buf, line, &word, style);
    let looks = seen.training || view.eye == Eye::Everything;
    let gap = if length * 2 < usize::from(end.saturating_sub(x)) { " " } else { "" };
    let text: Vec<String> = match view.secret(seat).filter(|_| looks) {
        Some(secret) => secret.program.iter().map(|card| card.letter().to_string()).collect(),
        None => vec![look.glyph("▌", "?").to_owned(); length],
    };
    let text = text.join(gap);
    let room = end.saturating_sub(x + 1);
    put(buf, line, x, line.y, &look.truncate(&text, room), theme.seat(hue));
}

/// Walls of one kind: those that are left, and a dot for each that is built. Answers where the next
/// thing may stand.
fn heap(
    look: &Look,
    line: Rect,
    x: u16,
    buf: &mut Buffer,
    (sign, style): (&str, Style),
    left: u8,
    of: u8,
) -> u16 {
    let theme = look.theme();
    if of > MOST_WALLS {
        return put(buf, line, x, line.y, &format!("{left}{sign}"), style) + 1;
    }
    let x = put(buf, line, x, line.y, &sign.repeat(left.into()), style);
    let built = of.saturating_sub(left);
    put(buf, line, x, line.y, &look.glyph("·", ".").repeat(built.into()), theme.faint()) + 1
}

/// The points of a seat, round by round where there are several: `2+0`.
fn earned(look: &Look, table: &Visible, seat: Seat) -> String {
    let scores = table.scores();
    if table.variant.rounds() == 1 {
        return points(scores[seat.index()]);
    }
    let round = |(at, arrivals): (usize, &Vec<Seat>)| {
        let running = at + 1 == table.round() && table.phase != Phase::Over;
        let earned = table.points(arrivals).find(|(who, _)| *who == seat);
        match earned {
            Some((_, points)) => points.to_string(),
            None if running => look.glyph("·", ".").to_owned(),
            None => "0".to_owned(),
        }
    };
    table.arrivals.iter().enumerate().map(round).collect::<Vec<_>>().join("+")
}

//! The side panel of a match: who plays, the game's own part, and what was played.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::play::{Hue, Player, Scene, Seat, Seating, Told, Turn};
use crate::search::{Advice, Entry, Roster};
use crate::tui::course::Course;
use crate::tui::game_ui::{GameUi, MoveList, Seen};
use crate::tui::panels::SeatLine;
use crate::tui::text::{put, put_right, width, wrap};
use crate::tui::theme::Meaning;
use crate::tui::{Charset, Look, panels, pixels};

/// Everything the side panel shows beside the game's own part.
pub struct Panel<'a, G: GameUi> {
    pub seating: &'a Seating,
    pub scene: &'a Scene<G>,
    /// What was told of the moves to list.
    pub log: &'a [Told],
    /// How many of them have been played at the moment that is shown.
    pub played: usize,
    /// How long the bot to move has been thinking.
    pub thinking: Option<Duration>,
    /// How the match went, where that is being analysed.
    pub course: Option<Course<'a>>,
    /// What a hint says.
    pub advice: Option<&'a Advice>,
    /// The seat of whoever looks, where nobody else could be meant.
    pub you: Option<Seat>,
    /// What stands below each player's name instead of the usual.
    pub notes: &'a [String],
    pub variant: &'a G::Variant,
}

/// A hint has at most so many lines.
const HINT_LINES: usize = 7;

impl<G: GameUi> Panel<'_, G> {
    /// The seats tell what is `known`, the game's own part goes with the board.
    pub fn draw(
        &self,
        known: &Seen<G>,
        seen: &Seen<G>,
        ui: &G::Ui,
        area: Rect,
        buf: &mut Buffer,
        look: &Look,
    ) {
        let rest = self.seats(known, area, buf, look);
        let rest = self.clock(rest, buf, look);
        let rest = self.hint(rest, buf, look);
        let own = G::panel_rows(seen, ui, rest.height).min(rest.height);
        if own > 0 {
            G::panel(seen, ui, look, Rect { height: own, ..rest }, buf);
        }
        let mut rest = below(rest, own + u16::from(own > 0));
        if let Some(course) = &self.course
            && rest.height >= Course::ROWS
        {
            let rows = rest.height - Course::ROWS;
            course.draw(look, below(rest, rows), buf);
            rest.height = rows.saturating_sub(1);
        }
        self.moves(rest, buf, look);
    }

    /// Draws the seats and answers what is left of the area.
    pub fn seats(&self, seen: &Seen<G>, area: Rect, buf: &mut Buffer, look: &Look) -> Rect {
        let seats = self.seating.players().len();
        let active = seen.turn.seat();
        // All lines of each while that leaves room for the moves, and air between them.
        let high = 1 + G::SEAT_ROWS;
        let room = if high > 2 { area.height * 2 / 3 } else { area.height / 2 };
        let roomy = seats * usize::from(high) <= usize::from(room);
        let airy = roomy && seats * usize::from(high + 1) <= usize::from(room).max(6);
        let high = if roomy { high } else { 1 };
        let step = high + u16::from(airy);
        let visible = usize::from(room.max(1) / step).clamp(1, seats);
        let first = match active {
            Some(seat) if seats > visible => {
                seat.index().saturating_sub(visible / 2).min(seats - visible)
            }
            _ => 0,
        };
        let mut y = area.y;
        for seat in Seat::all(seats).skip(first).take(visible) {
            let is_active = active == Some(seat);
            let note = G::seat_note(seen.view, seat);
            let place = match seen.turn {
                Turn::Over(_) if self.scene.winners.contains(&seat) => "wins",
                Turn::Chance { by: Some(_) } if is_active => "to throw",
                Turn::Decide(_) if is_active => "to play",
                _ => "",
            };
            let thinking = self.thinking.filter(|_| is_active);
            let mut second = match self.notes.get(seat.index()).filter(|note| !note.is_empty()) {
                Some(note) => note.clone(),
                None if self.you == Some(seat) => "you".to_owned(),
                None => {
                    doing(self.seating, seat, thinking, &|| Roster::of::<G>(Some(self.variant)))
                }
            };
            let mut right = match place {
                "" => G::seat_word(seen.view, seat, look),
                place => place.to_owned(),
            };
            if !note.is_empty() && !roomy && place.is_empty() {
                right.clone_from(&note);
            } else if !note.is_empty() {
                let both = format!("{note} · {second}");
                // Where there is no room for both, what happens now comes first.
                second = match width(&both) + 2 > area.width {
                    false => both,
                    true if is_active && self.thinking.is_some() => second,
                    true => note,
                };
            }
            let rows = Rect { y, height: high, ..area }.intersection(area);
            let own = panels::inset(rows, 2, 1, 0, 0);
            let thinks = is_active && self.thinking.is_some() && G::SEAT_ROWS == 1;
            let drawn = !thinks && roomy && G::seat_rows(seen, seat, look, own, buf);
            let name = self.seating.labels()[seat.index()].clone();
            // Where the game has the rows, what a house says of the seat stands beside the name.
            let house = self.notes.get(seat.index()).filter(|note| drawn && !note.is_empty());
            if let Some(house) = house {
                let both = format!("{house} · {right}");
                let fits = |note: &str| width(&name) + width(note) + 6 <= area.width;
                // What matters least stands last, and goes before the name is cut.
                let mut house = house.as_str();
                while !fits(house)
                    && let Some((before, _)) = house.rsplit_once(" · ")
                {
                    house = before;
                }
                right = if !right.is_empty() && fits(&both) { both } else { house.to_owned() };
            }
            let hue = G::hue(seat, seats);
            let piece = G::seat_piece(look, hue).filter(|_| !look.paints() && !drawn);
            let line = SeatLine {
                hue,
                name: &name,
                second: if drawn { "" } else { &second },
                right: &right,
                active: is_active,
                piece: piece.as_deref(),
            };
            line.draw(look, rows, buf);
            if let Some(time) = self.time_left(seat) {
                let last = panels::row(rows, rows.height.saturating_sub(1));
                let style = if is_active { look.theme().strong() } else { look.theme().text() };
                put_right(buf, last, &format!("  {time}"), style);
            }
            y += step;
        }
        let used = (y - area.y).min(area.height);
        below(area, used + u16::from(!airy))
    }

    /// Draws what a hint says, and answers what is left of the area.
    fn hint(&self, area: Rect, buf: &mut Buffer, look: &Look) -> Rect {
        let Some(advice) = self.advice.filter(|_| area.height > 3) else { return area };
        panels::heading(look, area, buf, "Hint");
        let theme = look.theme();
        let what = wrap(&advice.what, area.width).into_iter().map(|line| (line, theme.strong()));
        let why = wrap(&advice.why, area.width).into_iter().map(|line| (line, theme.muted()));
        let mut y = 1;
        for (line, style) in what.chain(why).take(HINT_LINES.min(usize::from(area.height) - 1)) {
            put(buf, area, area.x, area.y + y, &line, style);
            y += 1;
        }
        below(area, y + 1)
    }

    /// The running clock, large. Answers what is left of the area.
    fn clock(&self, area: Rect, buf: &mut Buffer, look: &Look) -> Rect {
        let Some(seat) = self.scene.clocks.as_ref().and_then(|clocks| clocks.running) else {
            return area;
        };
        let Some(time) = self.time_left(seat) else { return area };
        if area.height < 10 || look.charset() == Charset::Ascii {
            return area;
        }
        let hurry = time.contains('.');
        let ink = match hurry {
            true => look.theme().ink(Meaning::Warn),
            false => look.theme().piece(G::hue(seat, self.seating.players().len())),
        };
        let rows = pixels::rows(1);
        pixels::draw(look, Rect { height: rows, ..area }, buf, &time, ink, 1);
        below(area, rows + 1)
    }

    /// What a seat has left on its clock: `4:05`, or `9.4` when it gets short.
    fn time_left(&self, seat: Seat) -> Option<String> {
        let ms = *self.scene.clocks.as_ref()?.left_ms.get(seat.index())?;
        let seconds = ms / 1000;
        Some(match seconds {
            0..10 => format!("{seconds}.{}", ms % 1000 / 100),
            10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
            _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        })
    }

    pub fn moves(&self, area: Rect, buf: &mut Buffer, look: &Look) {
        if area.height < 2 {
            return;
        }
        panels::heading(look, area, buf, G::MOVES);
        let list = below(area, 1);
        let log = Log {
            told: self.log,
            played: self.played,
            over: self.scene.turn.is_over(),
            seats: self.seating.players().len(),
            hue: G::hue,
        };
        match G::MOVE_LIST {
            MoveList::Pairs => log.pairs(list, buf, look),
            MoveList::Lines => log.lines(list, buf, look),
        }
    }
}

/// A seat's second line: what sits there and what it does.
fn doing(
    seating: &Seating,
    seat: Seat,
    thinking: Option<Duration>,
    bots: &dyn Fn() -> Roster,
) -> String {
    match (thinking, &seating.players()[seat.index()]) {
        (Some(time), _) => {
            let dots = ".".repeat(1 + (time.as_millis() / 400 % 3) as usize);
            format!("thinking {:.1} s {dots}", time.as_secs_f32())
        }
        (None, Player::Human { .. }) => "person".to_owned(),
        (None, Player::Bot { strategy: name }) => match bots().find(name) {
            Ok(found) => bot_words(&seating.labels()[seat.index()], found),
            Err(_) => "bot".to_owned(),
        },
        (None, Player::Program { command }) => format!("program · {command}"),
    }
}

/// What a bot is, beside what it is called already.
fn bot_words(called: &str, found: &Entry) -> String {
    match (found.level, found.own_name()) {
        (Some(level), _) if level.name() != called => format!("{level} bot"),
        (Some(_), Some(spoken)) => format!("bot · {spoken}"),
        (Some(_), None) => "bot".to_owned(),
        (None, _) => found.sentence.to_owned(),
    }
}

/// The list of moves.
struct Log<'a> {
    told: &'a [Told],
    /// How many of them have been played at the moment that is shown.
    played: usize,
    over: bool,
    seats: usize,
    hue: fn(Seat, usize) -> Hue,
}

impl Log<'_> {
    /// Moves side by side, a round together, as a score sheet has them.
    fn pairs(&self, area: Rect, buf: &mut Buffer, look: &Look) {
        let seats = self.seats.max(1);
        let text = |told: &Told| told.lines.first().cloned().unwrap_or_default();
        let widest = self.told.iter().map(|told| text(told).chars().count()).max().unwrap_or(1);
        let label = self.told.len().to_string().len().max(2);
        let round = seats * (widest + 1) + 1;
        let room = usize::from(area.width).saturating_sub(label);
        let rounds = (room / round).max(1);
        let per_row = rounds * seats;
        let rows = self.told.len().div_ceil(per_row);
        let high = usize::from(area.height);
        // The present move stands in the middle while there are moves below it.
        let present = self.played.saturating_sub(1) / per_row;
        let first = present.saturating_sub(high / 2).min(rows.saturating_sub(high));
        let replaying = self.played < self.told.len() || !self.over;
        for (line, chunk) in self.told.chunks(per_row).enumerate().skip(first).take(high) {
            let y = area.y + (line - first) as u16;
            let number = format!("{:>label$}", line * per_row + 1);
            put(buf, area, area.x, y, &number, look.theme().faint());
            for (at, told) in chunk.iter().enumerate() {
                let x = label + 1 + (at / seats) * round + (at % seats) * (widest + 1) + 1;
                let hue = told.seat.map(|seat| (self.hue)(seat, seats));
                let ply = line * per_row + at + 1;
                let mut style = match hue {
                    _ if ply > self.played => look.theme().faint(),
                    Some(hue) => look.theme().seat(hue),
                    None => look.theme().muted(),
                };
                if ply == self.played && replaying {
                    style = style.add_modifier(Modifier::REVERSED);
                }
                put(buf, area, area.x + x as u16, y, &text(told), style);
            }
        }
    }

    /// What was told, the newest at the bottom; and what will be, below the present.
    fn lines(&self, area: Rect, buf: &mut Buffer, look: &Look) {
        let (theme, seats) = (look.theme(), self.seats);
        let high = usize::from(area.height);
        // Only as many as can be seen are wrapped; a match may be thousands of lines long.
        let (past, ahead) = self.told.split_at(self.played.min(self.told.len()));
        let rows_of = |told: &Told| {
            let mut rows: Vec<(Option<Seat>, bool, String)> = Vec::new();
            for (index, line) in told.lines.iter().enumerate() {
                for (at, part) in wrap(line, area.width.saturating_sub(2)).into_iter().enumerate() {
                    // What follows from a move may be another's story.
                    rows.push((told.seat, at == 0 && index == 0, part));
                }
            }
            rows
        };
        let mut ahead_rows = Vec::new();
        for told in ahead {
            ahead_rows.extend(rows_of(told).into_iter().map(|row| (theme.faint(), row)));
            if ahead_rows.len() >= high {
                break;
            }
        }
        let mut rows = Vec::new();
        for (back, told) in past.iter().rev().enumerate() {
            let newest = back == 0 && !ahead.is_empty();
            let style = if newest { theme.strong() } else { theme.muted() };
            rows.extend(rows_of(told).into_iter().rev().map(|row| (style, row)));
            if rows.len() >= high {
                break;
            }
        }
        let below = ahead_rows.len().min((high / 3).max(high.saturating_sub(rows.len())));
        rows.truncate(high - below);
        // Half a sentence at the top tells nothing.
        if rows.iter().any(|(_, (_, begins, _))| *begins) {
            while rows.last().is_some_and(|(_, (_, begins, _))| !begins) {
                rows.pop();
            }
        }
        if let Some((style, _)) = rows.first_mut().filter(|_| ahead.is_empty()) {
            *style = theme.text();
        }
        let shown = rows.into_iter().rev().chain(ahead_rows.into_iter().take(below));
        for (at, (style, (seat, begins, line))) in shown.enumerate() {
            let y = area.y + at as u16;
            if let (Some(seat), true) = (seat, begins) {
                let hue = (self.hue)(seat, seats);
                put(buf, area, area.x, y, look.mark(hue), theme.seat(hue));
            }
            put(buf, area, area.x + 2, y, &line, style);
        }
    }
}

fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

//! The tables of a contest: who leads, who does what against whom, and who is better on which seat.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::arena::{Plan, Tally, clear_difference, percent};
use crate::play::{Hue, Seat, best_first};
use crate::tui::text::{put, put_right};
use crate::tui::{Look, panels};

/// Columns for the place and for the name.
const PLACE: u16 = 3;
const NAME: u16 = 15;

/// The entrants, the best first: by rating where more than two are to be compared.
pub fn order(tally: &Tally) -> Vec<usize> {
    if tally.lines.len() > 2 {
        return tally.ranking().into_iter().map(|(entrant, _)| entrant).collect();
    }
    best_first(0..tally.lines.len(), &|entrant| tally.lines[entrant].all().score())
}

/// A table that some rows of the page are given to.
pub struct Tables<'a> {
    pub plan: &'a Plan,
    /// The colour of a seat, of so many.
    pub hue: fn(Seat, usize) -> Hue,
    /// What the entrants are called.
    pub labels: &'a [String],
    pub tally: &'a Tally,
    /// The entrants, the best first.
    pub order: &'a [usize],
    pub look: &'a Look,
}

impl Tables<'_> {
    fn label(&self, entrant: usize) -> &str {
        &self.labels[entrant]
    }

    /// Writes the place and the name, and answers the rest of the row.
    fn begin(&self, place: usize, row: Rect, buf: &mut Buffer) -> Rect {
        let theme = self.look.theme();
        let style = if place == 0 { theme.strong() } else { theme.text() };
        let number = format!("{:>2}", place + 1);
        put(buf, row, row.x, row.y, &number, theme.faint());
        let name = self.look.truncate(self.label(self.order[place]), NAME);
        put(buf, row, row.x + PLACE, row.y, &name, style);
        panels::inset(row, PLACE + NAME + 1, 0, 0, 0)
    }

    /// Rows the league table needs: with a bar below each entrant if there is room.
    pub fn league_rows(&self, room: u16) -> u16 {
        let count = self.order.len() as u16;
        if 2 * count < room { 2 * count + 1 } else { count + 1 }
    }

    /// Played, won, drawn, lost and the score, with a bar below that fills up.
    pub fn league(&self, area: Rect, buf: &mut Buffer) {
        let (look, theme) = (self.look, self.look.theme());
        let head = panels::inset(panels::row(area, 0), PLACE + NAME + 1, 0, 0, 0);
        let width = 5 * 4 + 8;
        put(buf, head, head.x, head.y, " play  won drew lost   score", theme.muted());
        let wide = head.width >= width + 16;
        if wide {
            put(buf, head, head.x + width + 2, head.y, "95 % of the time", theme.muted());
        }
        let bars = 2 * self.order.len() < usize::from(area.height);
        for (place, entrant) in self.order.iter().enumerate() {
            let at = if bars { 1 + 2 * place } else { 1 + place };
            let rest = self.begin(place, panels::row(area, at as u16), buf);
            let count = self.tally.lines[*entrant].all();
            let score = if count.played() == 0 { "-".to_owned() } else { percent(count.score()) };
            let played = count.played();
            let words = format!("{played:>5}{:>5}{:>5}{:>5}", count.won, count.drawn, count.lost);
            put(buf, rest, rest.x, rest.y, &words, theme.text());
            put(buf, rest, rest.x + 20, rest.y, &format!("{score:>8}"), theme.strong());
            let interval = count.interval();
            let range = format!("{:.0} to {:.0} %", 100.0 * interval.low, 100.0 * interval.high);
            let range = if played == 0 { String::new() } else { range };
            if wide {
                put(buf, rest, rest.x + width + 2, rest.y, &range, theme.muted());
            }
            if bars {
                let line = panels::row(area, at as u16 + 1);
                let bar = Rect { x: line.x + PLACE, width: PLACE + NAME + 1 + width, ..line };
                let bar = Rect { width: bar.width - PLACE, ..bar }.intersection(line);
                let room = if wide { bar } else { panels::inset(bar, 0, 0, 13, 0) };
                let style = if place == 0 { theme.brass() } else { theme.muted() };
                panels::bar(look, room, buf, count.score() as f32, style);
                if !wide {
                    put_right(buf, bar, &range, theme.muted());
                }
            }
        }
    }

    pub fn cross_rows(&self) -> u16 {
        self.order.len() as u16 + 1
    }

    /// What everybody did against everybody, and the ranking with its error.
    pub fn cross(&self, area: Rect, buf: &mut Buffer) {
        let theme = self.look.theme();
        let ranking = self.tally.ranking();
        let head = panels::inset(panels::row(area, 0), PLACE + NAME + 1, 0, 0, 0);
        // The rating stands at the right; between it and the names is room for so many.
        let cells = usize::from(head.width.saturating_sub(13) / 4).min(self.order.len());
        for place in 0..cells {
            let x = head.x + 4 * place as u16;
            put(buf, head, x, head.y, &format!("{:>4}", place + 1), theme.faint());
        }
        let after = 4 * cells as u16 + 1;
        let words = |rest: Rect| Rect { width: 12, ..panels::inset(rest, after, 0, 0, 0) };
        put_right(buf, words(head), "rating  95 %", theme.muted());
        for (place, entrant) in self.order.iter().enumerate() {
            let rest = self.begin(place, panels::row(area, 1 + place as u16), buf);
            for (column, opponent) in self.order.iter().take(cells).enumerate() {
                let duel = self.tally.duel(*entrant, *opponent);
                let share = duel.score / duel.games;
                let (words, style) = match (column == place, duel.games > 0.0) {
                    (true, _) => (self.look.glyph("·", "-").to_owned(), theme.faint()),
                    (_, false) => ("-".to_owned(), theme.faint()),
                    _ if share > 0.5 => (format!("{:.0}", 100.0 * share), theme.text()),
                    _ => (format!("{:.0}", 100.0 * share), theme.muted()),
                };
                let x = rest.x + 4 * column as u16;
                put(buf, rest, x, rest.y, &format!("{words:>4}"), style);
            }
            let rating = ranking.iter().find(|(ranked, _)| ranked == entrant).map(|it| it.1);
            if let Some(rating) = rating.filter(|_| self.tally.played > 0) {
                let sign = self.look.glyph("±", "+-");
                let text = format!("{:+.0} {sign}{:>4.0}", rating.elo, rating.error);
                put_right(buf, words(rest), &text, theme.text());
            }
        }
    }

    pub fn seats_rows(&self) -> u16 {
        self.order.len() as u16 + 2
    }

    /// The score of everybody on each seat, with a word where one of them is clearly better, and
    /// the mean time of a move.
    pub fn seats(&self, area: Rect, buf: &mut Buffer) {
        let (look, theme) = (self.look, self.look.theme());
        let seats = self.plan.seats;
        let head = panels::inset(panels::row(area, 0), PLACE + NAME + 1, 0, 0, 0);
        let names = &self.plan.seat_names;
        let shown = seats.min(usize::from(head.width.saturating_sub(11) / 9));
        for seat in Seat::all(shown) {
            let hue = (self.hue)(seat, seats);
            let x = head.x + 9 * seat.index() as u16;
            let name = look.truncate(&names[seat.index()], 7).into_owned();
            put(buf, head, x, head.y, &format!("{} {name}", look.mark(hue)), theme.seat(hue));
        }
        let time =
            |rest: Rect| Rect { width: 11, ..panels::inset(rest, 9 * shown as u16, 0, 0, 0) };
        put_right(buf, time(head), "ms a move", theme.muted());
        let line = |rest: Rect, counts: &[crate::arena::Count], buf: &mut Buffer| {
            let clear = clear_difference(counts);
            for (seat, count) in counts.iter().take(shown).enumerate() {
                let best = clear.is_some_and(|(best, _)| best == seat);
                let words = match count.played() {
                    0 => "-".to_owned(),
                    _ => percent(count.score()),
                };
                let mark = if best { look.glyph("▲", "^") } else { " " };
                let x = rest.x + 9 * seat as u16;
                let style = if best { theme.strong() } else { theme.text() };
                let end = put(buf, rest, x, rest.y, &format!("{words:>7}"), style);
                put(buf, rest, end, rest.y, mark, theme.good());
            }
        };
        for (place, entrant) in self.order.iter().enumerate() {
            let rest = self.begin(place, panels::row(area, 1 + place as u16), buf);
            let entry = &self.tally.lines[*entrant];
            line(rest, &entry.by_seat, buf);
            let mean = entry.per_move().as_secs_f64() * 1000.0;
            put_right(buf, time(rest), &format!("{mean:.2}"), theme.muted());
        }
        let row = panels::row(area, 1 + self.order.len() as u16);
        put(buf, row, row.x + PLACE, row.y, "everybody", theme.muted());
        let rest = panels::inset(row, PLACE + NAME + 1, 0, 0, 0);
        line(rest, &self.tally.seats, buf);
        let length = format!("{:.1} moves", self.tally.length());
        put_right(buf, time(rest), &length, theme.muted());
    }
}

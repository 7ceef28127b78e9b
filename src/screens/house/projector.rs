//! A contest on the projector: standings, bracket and the liveliest match, large and by itself. Where
//! there is room they stand side by side; otherwise they come in turn.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::far::{Far, Time};
use crate::house::{ContestNews, PlaceInfo, TieInfo};
use crate::play::Seat;
use crate::tui::panels::{self, Shell};
use crate::tui::text::{put, put_right, width};
use crate::tui::{Context, Look, Title};

/// The standings have so many columns beside the board.
const SIDE: u16 = 40;
/// From this size on everything stands side by side.
const WIDE: (u16, u16) = (110, 30);
/// So many of the standings are shown at once.
const PAGE: usize = 12;
/// How long a page of the standings, and each of the pictures that come in turn, stand.
const TURN: Duration = Duration::from_secs(8);
const SECOND: Duration = Duration::from_secs(1);
/// Columns of the place, of the name and of the bar.
const PLACE: u16 = 5;
const NAME: u16 = 13;
const BAR: u16 = 10;

/// What is said before the first match.
const WAITS: &str = "The contest begins when everyone has joined.";

/// What is shown where not everything fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slide {
    Match,
    Standings,
    Finals,
}

/// A contest as it was last told, and what is shown of it now.
pub struct Projector {
    news: ContestNews,
    time: Duration,
    /// When another table is shown, and how long this one had been given.
    next: Option<(Duration, Duration)>,
}

impl Projector {
    pub fn new(news: ContestNews) -> Projector {
        let mut projector = Projector { news: news.clone(), time: Duration::ZERO, next: None };
        projector.hear(news);
        projector
    }

    /// Hears how it stands now.
    pub fn hear(&mut self, news: ContestNews) {
        let same = news.featured == self.news.featured;
        self.next = news.next_ms.map(|stays| {
            let stays = Duration::from_millis(stays);
            let whole = self.next.filter(|_| same).map_or(stays, |(_, whole)| whole.max(stays));
            (self.time + stays, whole)
        });
        self.news = news;
    }

    /// In how many seconds another table is shown, and which part of the time is left.
    fn countdown(&self) -> Option<(u64, f32)> {
        let (at, whole) = self.next?;
        let left = at.saturating_sub(self.time);
        let share = left.as_secs_f32() / whole.as_secs_f32().max(0.001);
        (!left.is_zero()).then(|| (left.as_millis().div_ceil(1000) as u64, share))
    }

    pub fn tick(&mut self, elapsed: Duration) {
        self.time += elapsed;
    }

    /// When the picture changes by itself.
    pub fn pulse(&self) -> Duration {
        let into = self.time.as_millis() % TURN.as_millis();
        let turn = TURN - Duration::from_millis(into as u64);
        if self.news.over { turn } else { turn.min(SECOND) }
    }

    pub fn title(&self) -> Title {
        let ContestNews { name, title, progress, .. } = &self.news;
        Title { name: name.clone(), detail: title.clone(), right: progress.clone() }
    }

    fn turn(&self) -> usize {
        (self.time.as_millis() / TURN.as_millis()) as usize
    }

    fn picture(&self, far: bool) -> Slide {
        let all: &[Slide] = match (far, self.news.bracket.is_empty()) {
            (true, false) => &[Slide::Match, Slide::Standings, Slide::Match, Slide::Finals],
            (true, true) => &[Slide::Match, Slide::Standings],
            (false, false) => &[Slide::Standings, Slide::Finals],
            (false, true) => &[Slide::Standings],
        };
        all[self.turn() % all.len()]
    }

    /// Draws it; `notice` is what has to be said about the line, if anything.
    /// Whether not everybody has come yet.
    fn waits(&self) -> bool {
        self.news.standings.iter().all(|place| place.points.is_empty())
    }

    pub fn draw(
        &self,
        far: Option<&dyn Far>,
        notice: Option<&str>,
        buf: &mut Buffer,
        context: &Context,
    ) {
        let (area, look) = (context.area(), &context.look);
        let wide = area.width >= WIDE.0 && area.height >= WIDE.1;
        let side = if wide { SIDE } else { 0 };
        let whole = Shell::of(area, panels::Side::None);
        let panel = Rect { width: side, ..whole.board };
        let board = Rect { x: panel.right(), width: whole.board.width - side, ..whole.board };
        Shell { panel, board, ..whole }.draw(look, buf);
        let picture = if wide { Slide::Match } else { self.picture(far.is_some()) };
        if wide {
            let text = panels::inset(panel, 2, 1, 2, 1);
            let used = self.draw_standings(text, PAGE, buf, look, far);
            self.draw_finals(panels::inset(text, 0, used + 1, 0, 0), buf, look);
            let last = panels::row(panel, panel.height - 1);
            let words = look.truncate(&self.news.featured, last.width.saturating_sub(2));
            put(buf, last, last.x + 1, last.y, &words, look.theme().muted());
        }
        let text = panels::inset(board, 2, 1, 2, 1);
        match (picture, far) {
            (Slide::Match, Some(far)) => self.draw_match(far, board, buf, context),
            (Slide::Finals, _) => self.draw_finals(text, buf, look),
            _ if wide && self.waits() => {
                panels::paragraph(look, text, buf, WAITS, look.theme().text());
            }
            _ => {
                self.draw_standings(
                    text,
                    usize::from(text.height.saturating_sub(4)),
                    buf,
                    look,
                    far,
                );
            }
        }
        if let Some(notice) = notice {
            let row = panels::inset(panels::row(board, board.height - 1), 1, 0, 1, 0);
            panels::notice(look, row, buf, notice, crate::tui::theme::Meaning::Warn);
        }
    }

    /// A page of the standings, and how many rows it took.
    fn draw_standings(
        &self,
        area: Rect,
        rows: usize,
        buf: &mut Buffer,
        look: &Look,
        far: Option<&dyn Far>,
    ) -> u16 {
        let theme = look.theme();
        let head = panels::row(area, 0);
        panels::heading(look, panels::inset(head, 0, 0, 7, 0), buf, "Standings");
        put_right(buf, head, "points", theme.muted());
        let all = &self.news.standings;
        let rows = rows.max(1);
        let pages = all.len().div_ceil(rows).max(1);
        let page = self.turn() % pages;
        let shown = all.iter().skip(page * rows).take(rows);
        for (at, place) in shown.enumerate() {
            self.draw_place(place, panels::row(area, 2 + at as u16), buf, look, far);
        }
        if all.is_empty() && area.width > SIDE {
            let text = panels::inset(area, 0, 2, 0, 0);
            panels::paragraph(look, text, buf, WAITS, theme.text());
        }
        let used = 2 + all.len().min(rows) as u16;
        if pages > 1 {
            let row = panels::row(area, used + 1);
            let more = format!("and {} more", all.len() - rows.min(all.len()));
            put(buf, row, row.x + PLACE, row.y, &more, theme.muted());
            put_right(buf, row, &format!("{} of {pages}", page + 1), theme.muted());
        }
        used + 3
    }

    fn draw_place(
        &self,
        place: &PlaceInfo,
        row: Rect,
        buf: &mut Buffer,
        look: &Look,
        far: Option<&dyn Far>,
    ) {
        let theme = look.theme();
        put(buf, row, row.x, row.y, &format!("{:>2}", place.place), theme.muted());
        let hue = far.zip(place.seat).map(|(far, seat)| far.hue(seat));
        let (name_style, bar_style) = match hue {
            Some(hue) => {
                put(buf, row, row.x + 3, row.y, look.mark(hue), theme.seat(hue));
                (theme.strong(), theme.seat(hue))
            }
            None => (theme.text(), theme.brass()),
        };
        // A wide page has room for whole names and long bars.
        let extra = row.width.saturating_sub(SIDE - 4);
        let (name_width, bar_width) = (NAME + extra / 2, BAR + extra - extra / 2);
        let name = look.truncate(&place.name, name_width);
        put(buf, row, row.x + PLACE, row.y, &name, name_style);
        let bar = Rect { x: row.x + PLACE + name_width + 1, width: bar_width, ..row };
        panels::thin_bar(look, bar, buf, place.share as f32 / 1000.0, bar_style);
        let arrow = match place.rise {
            1.. => Some((look.glyph("▲", "^"), theme.good())),
            0 => None,
            _ => Some((look.glyph("▼", "v"), theme.bad())),
        };
        if let Some((sign, style)) = arrow {
            put(buf, row, bar.right() + 1, row.y, sign, style);
        }
        let points = Rect { x: bar.right() + 2, ..row }.intersection(row);
        put_right(buf, points, &place.points, name_style);
    }

    /// The bracket, or the finals as they would be now.
    fn draw_finals(&self, area: Rect, buf: &mut Buffer, look: &Look) {
        let theme = look.theme();
        let stages = &self.news.bracket;
        if stages.is_empty() {
            return;
        }
        // Of a large bracket the part that is being played is what everybody looks at.
        let fits = |ties: &&Vec<TieInfo>| 4 * (ties.len() as u16) < area.height.max(5);
        let skip = stages.iter().position(|ties| fits(&ties)).unwrap_or(stages.len() - 1);
        let head = panels::row(area, 0);
        let (word, note) = match self.news.knock_out {
            true => ("Bracket", String::new()),
            false => ("Finals", "as it stands".to_owned()),
        };
        let note_width = width(&note);
        panels::heading(look, panels::inset(head, 0, 0, note_width + 1, 0), buf, word);
        put_right(buf, head, &note, theme.muted());
        let names = area.width.saturating_sub(3 * 6 + 2).clamp(10, 30);
        let mut ys: Vec<u16> =
            (0..2 * stages[skip].len() as u16).map(|at| area.y + 2 + 2 * at).collect();
        let mut x = area.x + names + 1;
        for (at, side) in stages[skip]
            .iter()
            .flat_map(|tie| {
                tie.sides
                    .iter()
                    .enumerate()
                    .map(move |(side, name)| (name, tie.winner == Some(side), tie.winner.is_some()))
            })
            .enumerate()
        {
            let (name, won, decided) = side;
            let y = ys[at];
            let style = if won {
                theme.strong()
            } else if decided {
                theme.faint()
            } else {
                theme.text()
            };
            let text = look.truncate(name.as_deref().unwrap_or("…"), names).into_owned();
            let end = put(buf, area, area.x, y, &text, style);
            for column in end + 1..x {
                put(buf, area, column, y, look.glyph("─", "-"), theme.muted());
            }
        }
        for ties in &stages[skip..] {
            let mut next = Vec::new();
            for (tie, pair) in ties.iter().zip(ys.chunks(2)) {
                let [top, bottom] = [pair[0], *pair.last().unwrap_or(&pair[0])];
                let middle = top.midpoint(bottom);
                for y in top..=bottom {
                    let sign = match y {
                        y if y == top => look.glyph("╮", "+"),
                        y if y == bottom => look.glyph("╯", "+"),
                        y if y == middle => look.glyph("├", "+"),
                        _ => look.glyph("│", "|"),
                    };
                    put(buf, area, x, y, sign, theme.muted());
                }
                let winner = tie.winner.and_then(|it| tie.sides[it].clone());
                let room =
                    area.right().saturating_sub(x + 2).min(if ties.len() == 1 { 14 } else { 5 });
                match winner.filter(|_| ties.len() == 1) {
                    Some(name) => {
                        put(buf, area, x + 2, middle, &look.truncate(&name, room), theme.brass());
                    }
                    None => {
                        for column in x + 1..x + 6 {
                            put(buf, area, column, middle, look.glyph("─", "-"), theme.muted());
                        }
                        if ties.len() == 1 {
                            put(buf, area, x + 6, middle, look.glyph("◈", "*"), theme.brass());
                        }
                    }
                }
                next.push(middle);
            }
            x += 6;
            ys = next;
        }
    }

    /// The match: who plays, the board as large as it can be, and who comes next.
    fn draw_match(&self, far: &dyn Far, area: Rect, buf: &mut Buffer, context: &Context) {
        let (look, theme) = (&context.look, context.look.theme());
        let head = panels::inset(panels::row(area, 1), 2, 0, 2, 0);
        let names = far.names();
        let share = head.width / names.len().max(1) as u16;
        for (at, name) in names.iter().enumerate() {
            let seat = Seat::at(at);
            let hue = far.hue(seat);
            let room = Rect { x: head.x + at as u16 * share, width: share, ..head };
            let style = if far.due() == Some(seat) { theme.strong() } else { theme.text() };
            let time = match far.time(seat) {
                Time::Nothing => String::new(),
                Time::Left(left) => format!("{:.1} s left", left.as_secs_f32()),
                Time::Thinking(time) => format!("thinking {} s", time.as_secs()),
            };
            let name = look.truncate(name, share.saturating_sub(4)).into_owned();
            let fits = width(&name) + width(&time) + 6 <= share;
            let time = if fits { time } else { String::new() };
            // The last one stands at the right edge, as at a table.
            if at + 1 == names.len() && at > 0 {
                let x = room.right().saturating_sub(width(&name) + 2);
                put(buf, room, x, room.y, &name, style);
                let before = Rect { width: (x - room.x).saturating_sub(2), ..room };
                put_right(buf, before, &time, theme.muted());
                put_right(buf, room, look.mark(hue), theme.seat(hue));
            } else {
                put(buf, room, room.x, room.y, look.mark(hue), theme.seat(hue));
                let x = put(buf, room, room.x + 2, room.y, &name, style);
                put(buf, room, x + 2, room.y, &time, theme.muted());
            }
        }
        let line = panels::inset(panels::row(area, 2), 2, 0, 2, 0);
        let mut top = 3;
        match far.verdict() {
            Some(verdict) => {
                let verdict = look.truncate(&verdict, line.width).into_owned();
                let x = line.x + (line.width - width(&verdict)) / 2;
                put(buf, line, x, line.y, &verdict, theme.brass());
            }
            None if area.height >= WIDE.1 - 2 => {
                let words = panels::inset(panels::row(area, 3), 2, 0, 2, 0);
                top += u16::from(self.draw_lead(far, line, words, buf, look));
            }
            None => {
                self.draw_lead(far, line, Rect::default(), buf, look);
            }
        }
        far.draw_board(panels::inset(area, 1, top, 1, 2), buf, context);
        if let Some((seconds, share)) = self.countdown() {
            let row = panels::inset(panels::row(area, area.height.saturating_sub(2)), 2, 0, 2, 0);
            let bar = Rect { x: row.right().saturating_sub(BAR), width: BAR, ..row };
            panels::thin_bar(look, bar, buf, share, theme.brass());
            let words = Rect { width: row.width.saturating_sub(BAR + 1), ..row };
            put_right(buf, words, &format!("next table in {seconds} s"), theme.muted());
        }
        self.draw_next(
            panels::inset(panels::row(area, area.height - 1), 2, 0, 2, 0),
            buf,
            look,
            far,
        );
    }

    /// A bar of who is ahead, in games that count, with the words under its edge; says whether there
    /// is one.
    fn draw_lead(
        &self,
        far: &dyn Far,
        line: Rect,
        words: Rect,
        buf: &mut Buffer,
        look: &Look,
    ) -> bool {
        let Some(scores) = far.scores().filter(|scores| scores.iter().sum::<i64>() > 0) else {
            return false;
        };
        let total: i64 = scores.iter().map(|score| score.max(&0)).sum();
        let (mut x, mut edges) = (line.x, Vec::new());
        for (at, score) in scores.iter().enumerate() {
            let hue = far.hue(Seat::at(at));
            let part = (i64::from(line.width) * score.max(&0) / total.max(1)) as u16;
            let end = if at + 1 == scores.len() { line.right() } else { x + part };
            while x < end {
                x = put(buf, line, x, line.y, look.glyph("▀", "="), look.theme().seat(hue));
            }
            edges.push(x);
        }
        let most = scores.iter().max().copied().unwrap_or_default();
        let ahead: Vec<usize> = (0..scores.len()).filter(|at| scores[*at] == most).collect();
        let text = match ahead[..] {
            [one] => format!("{} is ahead", far.names().get(one).map_or("", String::as_str)),
            _ => "level so far".to_owned(),
        };
        let text = look.truncate(&text, words.width).into_owned();
        let edge = edges.first().copied().unwrap_or(words.x);
        let last = words.right().saturating_sub(width(&text)).max(words.x);
        let x = edge.saturating_sub(width(&text) / 2).clamp(words.x, last);
        put(buf, words, x, words.y, &text, look.theme().muted());
        true
    }

    fn draw_next(&self, row: Rect, buf: &mut Buffer, look: &Look, far: &dyn Far) {
        let theme = look.theme();
        if self.news.next.is_empty() {
            return;
        }
        let left = match self.news.left {
            0 => String::new(),
            1 => "1 match to go".to_owned(),
            left => format!("{left} matches to go"),
        };
        let end = put_right(buf, row, &left, theme.muted());
        let mut x = put(buf, row, row.x, row.y, "Next", theme.brass()) + 2;
        for seating in &self.news.next {
            let words = seating.iter().map(|name| look.truncate(name, NAME).into_owned());
            let words: Vec<String> = words.collect();
            let needed = words.iter().map(|name| width(name) + 5).sum::<u16>();
            if x + needed >= end {
                break;
            }
            for (at, name) in words.iter().enumerate() {
                let hue = far.hue(Seat::at(at));
                x = put(buf, row, x, row.y, look.mark(hue), theme.seat(hue)) + 1;
                x = put(buf, row, x, row.y, name, theme.text()) + 2;
            }
            x += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_to_the_next_table_is_counted_down_by_the_projector_itself() {
        let news = |featured: &str, next_ms| ContestNews {
            featured: featured.to_owned(),
            next_ms,
            ..ContestNews::default()
        };
        let mut projector = Projector::new(news("table 1 of 2", Some(40_000)));
        assert_eq!(projector.countdown(), Some((40, 1.0)));
        projector.tick(Duration::from_secs(30));
        assert_eq!(projector.countdown(), Some((10, 0.25)));
        // Somebody's result comes in between: the bar goes on where it was.
        projector.hear(news("table 1 of 2", Some(10_000)));
        assert_eq!(projector.countdown(), Some((10, 0.25)));
        projector.tick(Duration::from_secs(11));
        assert_eq!(projector.countdown(), None);
        // Another table, and then the only one that is left.
        projector.hear(news("table 2 of 2", Some(2_500)));
        assert_eq!(projector.countdown(), Some((3, 1.0)));
        projector.hear(news("the only table", None));
        assert_eq!(projector.countdown(), None);
    }
}

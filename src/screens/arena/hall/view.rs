//! What the hall looks like: how far it is, the parts at the left, the watched match at the right.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::bracket::BracketView;
use super::super::broadcast::Watch;
use super::super::number;
use super::super::standings::Tables;
use super::{Hall, Part};
use crate::arena::{Fate, Feed, Format, Plan, Played, Standings};
use crate::lang::{as_told, told_as};
use crate::play::{Hue, Seat};
use crate::screens::replay::PACES;
use crate::tui::Context;
use crate::tui::game_ui::GameUi;
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{put, put_right};
use crate::tui::theme::Meaning;

/// A match that is being played.
pub(super) struct Running {
    number: usize,
    seating: Vec<usize>,
    plies: usize,
}

/// A contest to look at, whatever is played in it.
pub(super) struct Shown<'a> {
    plan: &'a Plan,
    hue: fn(Seat, usize) -> Hue,
    pub standings: &'a Standings,
    order: &'a [usize],
    pub labels: &'a [String],
    played: &'a [Played],
    running: Vec<Running>,
    pub part: Part,
    pub cursor: usize,
}

impl<G: GameUi> Hall<G> {
    /// The contest as it stands now.
    pub(super) fn shown(&self) -> Shown<'_> {
        let running = |feed: &Arc<Feed<G>>| Running {
            number: feed.number,
            seating: feed.seating.clone(),
            plies: feed.plies(),
        };
        Shown {
            plan: &self.contest,
            hue: G::hue,
            standings: &self.standings,
            order: &self.order,
            labels: &self.labels,
            played: &self.played,
            running: self.floor.running().iter().map(running).collect(),
            part: self.part,
            cursor: self.cursor,
        }
    }

    /// `1:20 left`, `halted`, `over`.
    pub(super) fn state_words(&self) -> String {
        let schedule = &self.standings.schedule;
        if self.is_over() {
            return "over".to_owned();
        }
        match &self.task {
            None => "stopped".to_owned(),
            Some(_) if self.floor.is_halted() => "paused".to_owned(),
            Some(_) if self.here == 0 => "playing".to_owned(),
            Some(_) => {
                let left = schedule.games().saturating_sub(schedule.played());
                let seconds = self.time.as_secs_f64() / self.here as f64 * left as f64;
                let seconds = seconds.ceil() as u64;
                format!("{}:{:02} left", seconds / 60, seconds % 60)
            }
        }
    }

    pub(super) fn draw_panel(&self, panel: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let used = match &self.watch {
            Some(watch) => watch.miniature(look, panels::inset(panel, 0, 0, 0, 4), buf),
            None => 0,
        };
        let below = panels::inset(panel, 0, used + 1, 0, 0);
        let row = |at: u16| panels::row(below, at);
        if self.task.is_some() {
            let watched = self.watch.as_ref().map(Watch::number);
            panels::heading(look, below, buf, "Playing now");
            self.shown().draw_running(watched, row(1), buf, context);
            let pace = format!("{} s a move", PACES[self.pace] as f32 / 1000.0);
            panels::fact(look, row(2), buf, "shown at", &pace);
            panels::fact(look, row(3), buf, "seed", &self.contest.seed.to_string());
            return;
        }
        let word = if self.is_over() { "Conditions" } else { "Stopped" };
        panels::heading(look, below, buf, word);
        panels::fact(look, row(1), buf, "bots think", &self.contest.limit.to_string());
        panels::fact(look, row(2), buf, "seed", &self.contest.seed.to_string());
    }
}

impl Shown<'_> {
    /// Draws all but the panel, and answers where the parts of the page are.
    pub(super) fn draw(&self, buf: &mut Buffer, context: &Context) -> Shell {
        let shell = self.shell(context);
        shell.draw(&context.look, buf);
        self.draw_progress(panels::row(Self::left_area(&shell), 0), buf, context);
        self.draw_parts(Self::parts_area(&shell), buf, context);
        context.draw_status(shell.status(), buf, &self.sentence(), Meaning::Muted);
        shell
    }

    /// The parts there are, in order.
    pub(super) fn parts(&self) -> Vec<Part> {
        let forfeits = !self.standings.tally.forfeits.is_empty();
        let usual: &[Part] = match (self.plan.format, self.order.len()) {
            (Format::KnockOut, _) => &[Part::Bracket, Part::Table, Part::Seats, Part::Matches],
            (_, 2) => &[Part::Table, Part::Seats, Part::Matches],
            _ => &[Part::Table, Part::Cross, Part::Seats, Part::Matches],
        };
        usual.iter().copied().chain(forfeits.then_some(Part::Forfeits)).collect()
    }

    /// The parts of the screen. A bracket whose names do not fit beside the panel has it all.
    pub(super) fn shell(&self, context: &Context) -> Shell {
        let usual = Shell::of(context.area(), Side::Narrow);
        let bracket = self.bracket(context).filter(|_| self.part == Part::Bracket);
        match bracket.is_some_and(|bracket| !bracket.fits(Self::left_area(&usual).width)) {
            true => Shell::of(context.area(), Side::None),
            false => usual,
        }
    }

    fn left_area(shell: &Shell) -> Rect {
        panels::inset(shell.board, 2, 1, 2, 1)
    }

    /// The rows below the progress, where the parts stand.
    pub(super) fn parts_area(shell: &Shell) -> Rect {
        panels::inset(Self::left_area(shell), 0, 2, 0, 0)
    }

    fn draw_progress(&self, row: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let schedule = &self.standings.schedule;
        let (done, games) = (schedule.played(), schedule.games());
        let words = format!("{} of {}", number(done), number(games));
        let start = put_right(buf, row, &words, look.theme().text());
        let bar = Rect { width: start.saturating_sub(row.x + 2), ..row };
        let share = done as f32 / games.max(1) as f32;
        panels::thin_bar(look, bar, buf, share, look.theme().brass());
    }

    /// The chosen part, and below it as many of those after it as there is room for.
    fn draw_parts(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let parts = self.parts();
        let at = parts.iter().position(|part| *part == self.part).unwrap_or(0);
        let mut rest = area;
        for (shown, part) in parts.iter().cycle().skip(at).take(parts.len()).enumerate() {
            let room = rest.height.saturating_sub(1);
            let rows = self.part_rows(*part, room, context);
            if shown > 0 && rows > room {
                continue;
            }
            let word = as_told(&told_as(part.word(), "contest"));
            panels::heading(&context.look, rest, buf, &word);
            let body = Rect { height: rows.min(room), ..panels::inset(rest, 0, 1, 0, 0) };
            self.draw_part(*part, body, buf, context);
            rest = panels::inset(rest, 0, rows.min(room) + 2, 0, 0);
        }
    }

    fn tables<'a>(&'a self, context: &'a Context) -> Tables<'a> {
        Tables {
            plan: self.plan,
            hue: self.hue,
            labels: self.labels,
            tally: &self.standings.tally,
            order: self.order,
            look: &context.look,
        }
    }

    fn bracket<'a>(&'a self, context: &'a Context) -> Option<BracketView<'a>> {
        let bracket = self.standings.schedule.bracket()?;
        let labels = self.labels.iter().map(String::as_str).collect();
        Some(BracketView { bracket, labels, look: &context.look })
    }

    fn part_rows(&self, part: Part, room: u16, context: &Context) -> u16 {
        match part {
            Part::Bracket => self.bracket(context).map_or(0, |bracket| bracket.rows(room)),
            Part::Table => self.tables(context).league_rows(room),
            Part::Cross => self.tables(context).cross_rows(),
            Part::Seats => self.tables(context).seats_rows(),
            // As many as there is room for, but a list of less than four is none.
            Part::Matches => room.max(4),
            Part::Forfeits => room.max(4),
        }
    }

    fn draw_part(&self, part: Part, area: Rect, buf: &mut Buffer, context: &Context) {
        match part {
            Part::Bracket => {
                if let Some(bracket) = self.bracket(context) {
                    bracket.draw(area, buf);
                }
            }
            Part::Table => self.tables(context).league(area, buf),
            Part::Cross => self.tables(context).cross(area, buf),
            Part::Seats => self.tables(context).seats(area, buf),
            Part::Matches => self.draw_matches(area, buf, context),
            Part::Forfeits => self.draw_forfeits(area, buf, context),
        }
    }

    /// How many matches are listed.
    pub(super) fn matches(&self) -> usize {
        self.running.len() + self.played.len()
    }

    pub(super) fn first_shown(&self, rows: u16) -> usize {
        panels::scroll_to(0, self.cursor, usize::from(rows), self.matches())
    }

    /// The running matches, then those that were played, the newest first.
    fn draw_matches(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let running = &self.running;
        let total = self.matches();
        let first = self.first_shown(area.height);
        for (at, row) in (first..total).zip(0..area.height) {
            let focus = match self.part {
                Part::Matches => Focus::at(at, self.cursor),
                _ => Focus::Elsewhere,
            };
            let line = panels::list_row(look, panels::row(area, row), buf, focus);
            let line = panels::inset(line, 0, 0, 1, 0);
            let second = panels::second_style(look, focus);
            let played = at
                .checked_sub(running.len())
                .map(|back| &self.played[self.played.len() - 1 - back]);
            let (match_number, seating) = match played {
                Some(played) => (played.number, &played.seating),
                None => (running[at].number, &running[at].seating),
            };
            let digits = number(self.played.len()).len().max(2);
            let label = format!("{:>digits$}", number(match_number + 1));
            put(buf, line, line.x, line.y, &label, theme.faint());
            let (right, style) = match played.map(|played| (played.plies, played.forfeits.first()))
            {
                None => (format!("move {}", running[at].plies), theme.brass()),
                Some((_, Some(forfeit))) => (forfeit.kind.clone().into_owned(), theme.warn()),
                Some((plies, None)) => (format!("{plies} moves"), second),
            };
            // Forfeits have the longest words; where there is no room for them they are cut.
            let taken = if line.width >= 60 { 15 } else { 8 };
            put_right(buf, line, &look.truncate(&right, taken), style);
            let names = panels::inset(line, digits as u16 + 2, 0, taken + 1, 0);
            let mut x = names.x;
            let share = names.width / self.plan.seats.max(1) as u16;
            for (index, entrant) in seating.iter().enumerate() {
                let hue = (self.hue)(Seat::at(index), seating.len());
                let cell = Rect { x, width: share, ..names }.intersection(names);
                put(buf, cell, cell.x, cell.y, look.mark(hue), theme.seat(hue));
                let won = played.is_some_and(|played| played.fates[index] == Fate::Won);
                let style = if won { panels::name_style(look, Focus::Here) } else { second };
                let room = cell.width.saturating_sub(3);
                let name = look.truncate(&self.labels[*entrant], room);
                put(buf, cell, cell.x + 2, cell.y, &name, style);
                x += share;
            }
        }
        panels::scroll_mark(look, area, buf, first, total);
    }

    /// The numbers of the running matches, the watched one among them.
    fn draw_running(&self, watched: Option<usize>, row: Rect, buf: &mut Buffer, context: &Context) {
        let theme = context.look.theme();
        let mut x = row.x;
        for feed in &self.running {
            let style = match watched == Some(feed.number) {
                true => theme.brass(),
                false => theme.muted(),
            };
            x = put(buf, row, x, row.y, &number(feed.number + 1), style) + 2;
        }
    }

    /// A sentence under the table: what was said, or who leads.
    fn sentence(&self) -> String {
        let tally = &self.standings.tally;
        let label = |entrant: usize| &self.labels[entrant];
        if let Some((index, entrant, forfeit)) = tally.forfeits.last() {
            let lost = tally.lines[*entrant].forfeits.iter().map(|it| it.1).sum::<u32>();
            let words = format!("match {}: {}", index + 1, forfeit.why);
            return format!("{} forfeits {lost}; {words}", label(*entrant));
        }
        if let Some(champion) = self.standings.schedule.bracket().and_then(|it| it.champion()) {
            return format!("{} wins the knock-out", label(champion));
        }
        if let Some(bracket) = self.standings.schedule.bracket() {
            return format!("the {} is being played", bracket.stage_word(bracket.stage()));
        }
        let [first, second, ..] = self.order[..] else { return String::new() };
        let score = |entrant: usize| tally.lines[entrant].all().score();
        match (self.standings.schedule.is_over(), score(first) != score(second)) {
            _ if tally.played == 0 => "the first matches are being played".to_owned(),
            (true, true) => match self.plan.format {
                Format::Gauntlet => format!("{} wins the gauntlet", label(first)),
                Format::Swiss(_) => format!("{} wins the contest", label(first)),
                Format::League | Format::KnockOut => format!("{} wins the league", label(first)),
            },
            (false, true) => format!("{} leads", label(first)),
            (_, false) => "level so far".to_owned(),
        }
    }
}

//! What stands beside a puzzle: the task first, then tries, streak and rating, as pictures.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Listed;
use crate::lang::told;
use crate::store::Day;
use crate::store::puzzles::{Progress, TRIES, Tried, is_rated, what_failed};
use crate::tui::challenge::Task;
use crate::tui::look::Charset;
use crate::tui::panels::{self, Focus};
use crate::tui::text::{put, put_right, width, wrap};
use crate::tui::theme::Meaning;
use crate::tui::{Look, pixels};

/// Days shown as squares.
const SQUARES: i64 = 13;

/// Everything the panel of a puzzle shows.
pub struct Panel<'a> {
    pub task: Task,
    pub daily: Option<Day>,
    pub past: &'a Tried,
    pub progress: &'a Progress,
    pub listed: &'a Listed,
    /// The rating before the puzzle was decided on this page.
    pub rating_before: u32,
    pub today: Day,
    /// What the button says, once there is something to go on to.
    pub button: Option<&'static str>,
    /// How many cards the solution has, where that counts.
    pub score: Option<u32>,
    /// What is said of the last move, where the board leaves no row for it.
    pub words: Option<(&'a str, Meaning)>,
}

impl Panel<'_> {
    pub fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let mut rest = self.head(look, area, buf);
        let tries = self.past.wrong.len().min(2) as u16;
        self.tries(look, take(&mut rest, 3 + tries), buf);
        // What does not fit is left out from the end; the button and the words stay.
        let foot = match self.words {
            _ if self.button.is_some() => 2,
            Some((words, _)) => wrap(words, area.width).len() as u16,
            None => 0,
        };
        let fits = |rest: &Rect, rows: u16| rest.height >= rows + foot;
        if fits(&rest, 3) {
            self.streak(look, take(&mut rest, 3), buf);
        }
        if fits(&rest, 4) {
            self.rating(look, take(&mut rest, 4), buf);
        }
        match self.button {
            Some(words) => {
                let row = panels::row(area, area.height.saturating_sub(2));
                let words = format!("{words} {}", look.glyph("↵", "(enter)"));
                panels::button(look, row, buf, &words, Focus::Here);
            }
            None => match self.words {
                Some((words, meaning)) => {
                    let style = look.theme().style(meaning);
                    panels::paragraph(look, last_rows(area, rest), buf, words, style);
                }
                None => self.stake(look, rest, buf),
            },
        }
    }

    /// The task: who, what, and how much in large letters.
    fn head(&self, look: &Look, area: Rect, buf: &mut Buffer) -> Rect {
        let theme = look.theme();
        let mut rest = area;
        let mut inner = rest;
        if let Some(hue) = self.task.hue {
            put(buf, rest, rest.x, rest.y, look.mark(hue), theme.seat(hue));
            inner = panels::inset(rest, 2, 0, 0, 0);
        }
        let rows = panels::paragraph(look, inner, buf, &self.task.lead, theme.strong());
        take(&mut rest, rows + 1);
        let letters = take(&mut rest, 3);
        let ink = match self.task.hue {
            Some(hue) => theme.piece(hue),
            None => theme.ink(Meaning::Brass),
        };
        let wide = pixels::columns(&self.task.big, 1).unwrap_or(u16::MAX);
        if look.charset() == Charset::Unicode && wide <= letters.width && letters.height == 3 {
            pixels::draw(look, letters, buf, &self.task.big, ink, 1);
        } else {
            let style = match self.task.hue {
                Some(hue) => theme.seat(hue).add_modifier(Modifier::BOLD),
                None => theme.key(),
            };
            put(buf, letters, letters.x, letters.y + 1, &self.task.big, style);
        }
        if let Some(day) = self.daily {
            let tag = if look.has_colour() { " daily " } else { "[daily]" };
            // Beside long words the date alone has room, above them.
            let beside = wide + 9 <= letters.width;
            let (first, second) = (panels::row(letters, 0), panels::row(letters, 2));
            if beside {
                put_right(buf, first, tag, theme.chosen());
                put_right(buf, second, &short(day), theme.muted());
            } else {
                put_right(buf, panels::row(rest, 0), tag, theme.chosen());
            }
        }
        if !self.task.tail.is_empty() {
            let rows = panels::paragraph(look, rest, buf, &self.task.tail, theme.text());
            take(&mut rest, rows);
        }
        // Whoever has solved it needs the room for what it has brought.
        if !self.task.rule.is_empty() && self.button.is_none() {
            let rows = panels::paragraph(look, rest, buf, self.task.rule, theme.muted());
            take(&mut rest, rows);
        }
        take(&mut rest, 1);
        rest
    }

    /// What became of each try.
    fn tries(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let (wrong, left) = (&self.past.wrong, self.past.tries_left());
        let words = match (self.past.solved, left) {
            (true, _) if wrong.is_empty() => "solved".to_owned(),
            (true, _) => match wrong.len() {
                1 => "solved, 1 wrong".to_owned(),
                wrong => format!("solved, {wrong} wrong"),
            },
            (false, _) if self.past.shown => "answer shown".to_owned(),
            (false, 0) => "missed".to_owned(),
            (false, left) => format!("{left} of {TRIES} left"),
        };
        head_with(look, area, buf, "Tries", &words);
        let shown = wrong.len().saturating_sub(usize::from(area.height.saturating_sub(3)));
        let mut row = 1;
        for note in &wrong[shown..] {
            let line = panels::row(area, row);
            let (what, why) = what_failed(note);
            let x = put(buf, line, line.x + 1, line.y, look.glyph("×", "x"), theme.bad());
            let x = put(buf, line, x + 1, line.y, what, theme.strong());
            let room = line.right().saturating_sub(x + 1);
            put(buf, line, x + 1, line.y, &look.truncate(why, room), theme.muted());
            row += 1;
        }
        let line = panels::row(area, row);
        if self.button.is_some() {
            let (sign, words) = match (self.past.solved, self.score) {
                (true, Some(1)) => (look.glyph("✓", "+"), "solved with 1 card".to_owned()),
                (true, Some(cards)) => (look.glyph("✓", "+"), format!("solved with {cards} cards")),
                (true, None) => (look.glyph("✓", "+"), "solved".to_owned()),
                (false, _) => (look.glyph("·", "."), "the answer was shown".to_owned()),
            };
            let x = put(buf, line, line.x + 1, line.y, sign, theme.good());
            put(buf, line, x + 1, line.y, &words, theme.strong());
        } else {
            let x = put(buf, line, line.x + 1, line.y, look.glyph("▸", ">"), theme.brass());
            put(buf, line, x + 1, line.y, &self.task.aim, theme.strong());
            if !self.past.is_decided() && left > 1 {
                let more = look.glyph("○ ", "o ").repeat(left as usize - 1);
                put_right(buf, line, more.trim_end(), theme.muted());
            }
        }
    }

    /// A square a day, getting brighter; today's is open until it is solved.
    fn streak(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let (days, _) = self.progress.streak(self.today);
        head_with(look, area, buf, "Streak", &days_words(days));
        let line = panels::row(area, 1);
        for at in 0..SQUARES {
            let day = self.today.before(SQUARES - 1 - at);
            let done = self.progress.did(day);
            let x = line.x + 2 * at as u16;
            let share = 0.65 - 0.65 * at as f32 / (SQUARES - 1) as f32;
            let (sign, style) = match (done, day == self.today) {
                (true, _) => (look.glyph("■", "#"), shaded(look, share)),
                (false, true) => (look.glyph("□", "o"), theme.strong()),
                (false, false) => (look.glyph("·", "."), theme.faint()),
            };
            put(buf, line, x, line.y, sign, style);
        }
    }

    /// You and the puzzle on one scale.
    fn rating(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let mine = self.progress.rating(self.listed.game);
        let change = i64::from(mine) - i64::from(self.rating_before);
        let words = match change {
            0 => mine.to_string(),
            change => format!("{mine} ({})", signed(look, change)),
        };
        head_with(look, area, buf, "Rating", &words);
        let line = panels::row(area, 1);
        let place = |rating: u32| {
            let share = (f64::from(rating) - 500.0) / 1500.0;
            (share.clamp(0.0, 1.0) * f64::from(line.width.saturating_sub(1))).round() as u16
        };
        for x in 0..line.width {
            let (sign, style) = match x <= place(mine) {
                true => (look.glyph("━", "="), theme.brass()),
                false => (look.glyph("─", "."), theme.line()),
            };
            put(buf, line, line.x + x, line.y, sign, style);
        }
        let own = look.glyph("●", "O");
        // How hard one of your own is, nobody has measured.
        if !is_rated(&self.listed.key) {
            put(buf, line, line.x + place(mine), line.y, own, theme.brass());
            return;
        }
        let theirs = self.listed.puzzle.rating;
        put(buf, line, line.x + place(theirs), line.y, look.glyph("◇", "v"), theme.bright());
        put(buf, line, line.x + place(mine), line.y, own, theme.brass());
        let words = format!("{theirs} here");
        let x = (line.x + place(theirs)).min(line.right().saturating_sub(width(&words)));
        put(buf, area, x, line.y + 1, &words, theme.muted());
    }

    /// What can be gained and lost.
    fn stake(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let stake = self.progress.at_stake(&self.listed.key, self.listed.puzzle.rating);
        let Some((gain, loss)) = stake else {
            let words = match is_rated(&self.listed.key) {
                true => "already in your rating",
                false => "your own aren't rated",
            };
            put(buf, area, area.x, area.y, &look.truncate(words, area.width), theme.faint());
            return;
        };
        let style = |number: i32| match number {
            1.. => theme.good(),
            0 => theme.muted(),
            _ => theme.bad(),
        };
        let number = |line: Rect, buf: &mut Buffer, number: i32| {
            put_right(buf, line, &signed(look, number.into()), style(number))
        };
        if area.height == 1 {
            put(buf, area, area.x, area.y, "at stake", theme.muted());
            let x = number(area, buf, loss);
            number(Rect { width: x.saturating_sub(area.x + 2), ..area }, buf, gain);
            return;
        }
        for (row, words, change) in [(0, "solved now", gain), (1, "not solved", loss)] {
            let line = panels::row(area, row);
            put(buf, line, line.x, line.y, words, theme.muted());
            number(line, buf, change);
        }
    }
}

/// `+9`, `0`, `−6`.
fn signed(look: &Look, number: i64) -> String {
    match number {
        0 => "0".to_owned(),
        number => format!("{number:+}").replace('-', look.glyph("−", "-")),
    }
}

/// `84 s` as `1 min 24 s`.
pub fn time_words(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// What is left of the panel, and at least its last two rows.
fn last_rows(area: Rect, rest: Rect) -> Rect {
    let height = rest.height.max(2).min(area.height);
    Rect { y: area.bottom() - height, height, ..area }
}

/// Cuts rows off the top of an area.
fn take(rest: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(rest.height);
    let taken = Rect { height: rows, ..*rest };
    *rest = panels::inset(*rest, 0, rows, 0, 0);
    taken
}

/// A heading with a few words at its right end.
pub fn head_with(look: &Look, area: Rect, buf: &mut Buffer, word: &str, right: &str) {
    let room = width(right) + u16::from(!right.is_empty());
    panels::heading(look, panels::inset(panels::row(area, 0), 0, 0, room, 0), buf, word);
    put_right(buf, panels::row(area, 0), right, look.theme().muted());
}

/// Brass, darkened towards the panel.
fn shaded(look: &Look, share: f32) -> Style {
    let theme = look.theme();
    let (brass, panel) = (theme.ink(Meaning::Brass), theme.ink(Meaning::Panel));
    match brass.blends() {
        true => Style::new().fg(brass.towards(panel, share).color()),
        false => theme.brass(),
    }
}

/// `16 Nov`.
fn short(day: Day) -> String {
    let words = day.words();
    match words.split_once(' ') {
        Some((number, month)) => {
            format!("{number} {}", told(&month.chars().take(3).collect::<String>()))
        }
        None => words,
    }
}

/// `12 days`.
pub fn days_words(days: u32) -> String {
    match days {
        0 => "none yet".to_owned(),
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    }
}

//! The shelf: a row per kind of puzzle, a square per puzzle, today's above everything.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};

use super::page::{NEXT, PuzzlePage};
use super::panel::{days_words, head_with, time_words};
use super::{Listed, Still, daily};
use crate::lang::{as_told, told};
use crate::screens::Games;
use crate::store::Day;
use crate::store::puzzles::{Mark, TRIES};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{fill, first_that_fits, put, put_right, width};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Context, Effect, Hint, Look, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Today,
    NextOpen,
    NextMissed,
}

#[rustfmt::skip]
pub const PUZZLES: Section<Action> = Section {
    name: "puzzles",
    bindings: &[
        bind(Action::Today, "today", &["d"], "today", "Opens the puzzle of the day."),
        bind(Action::NextOpen, "next-open", &["n"], "next open",
            "Goes to the next puzzle that isn't solved."),
        bind(Action::NextMissed, "next-missed", &["r"], "missed",
            "Goes to the next puzzle that you missed."),
    ],
};

const HELP: &str = include_str!("help.md");
/// Squares in one line of the shelf.
const PER_LINE: usize = 12;
/// Columns of a row's name.
const NAME: u16 = 18;
/// Days of the strip.
const STRIP: i64 = 42;
/// Rows of the streak and the legend below the shelf.
const FOOT: u16 = 5;

/// With what the shelf opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The shelf itself.
    Shelf,
    /// The puzzle of the day, with the shelf beneath.
    Today,
}

/// A line of the shelf.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    /// The name of a game; the puzzles that are of it.
    Game(&'static str, std::ops::Range<usize>),
    /// A kind, with its puzzles; the name stands before the first line only.
    Squares(String, Vec<usize>),
    Gap,
}

struct Shelf {
    games: Games,
    all: Vec<Listed>,
    today: Option<usize>,
    /// Its game and task, the longest first for where there's room.
    today_words: Vec<String>,
    day: Day,
    lines: Vec<Line>,
    /// The puzzle the cursor is on.
    at: usize,
    /// Whether it is on today's row above the shelf.
    on_today: bool,
    still: Option<(usize, Still)>,
    /// Open this as soon as the page is shown.
    wanted: Option<usize>,
    /// The rating over all games, in words.
    rating: String,
}

/// The page of all puzzles.
pub fn open(games: &Games, start: Start, context: &mut Context) -> Box<dyn Screen> {
    let mut all = games.puzzles().to_vec();
    let day = context.day();
    let today = daily(&all, day);
    let mut refused = Vec::new();
    for game in games.all() {
        let (texts, wrong) = context.store.own_puzzles(game.id());
        refused.extend(wrong);
        for (stem, text) in texts {
            match game.read_puzzle(&text) {
                Ok(puzzle) => all.push(Listed::new(*game, puzzle.called(&stem))),
                // Its folder would leave no room for the reason; `parlour puzzles list` tells it.
                Err(why) => refused.push(why.in_file(format!("{stem}.toml"))),
            }
        }
    }
    if let Some(first) = refused.into_iter().next() {
        context.say(first, Meaning::Warn);
    }
    let mut shelf = Shelf {
        games: games.clone(),
        lines: Vec::new(),
        today_words: today_words(games, today.map(|at| &all[at])),
        all,
        today,
        day,
        at: today.unwrap_or(0),
        on_today: today.is_some(),
        still: None,
        wanted: today.filter(|_| start == Start::Today),
        rating: rating_words(context),
    };
    shelf.arrange();
    shelf.look_at();
    Box::new(shelf)
}

impl Shelf {
    /// Lays the puzzles out in lines.
    fn arrange(&mut self) {
        let mut lines = Vec::new();
        let ids: Vec<&'static str> = self.games.all().iter().map(|game| game.id()).collect();
        for id in ids {
            let of_game: Vec<usize> =
                (0..self.all.len()).filter(|at| self.all[*at].game == id).collect();
            let (Some(&first), Some(&last)) = (of_game.first(), of_game.last()) else { continue };
            if !lines.is_empty() {
                lines.push(Line::Gap);
            }
            lines.push(Line::Game(self.all[first].title, first..last + 1));
            let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
            for at in of_game {
                let group = self.all[at].puzzle.group.as_str();
                match groups.iter_mut().find(|(name, _)| *name == group) {
                    Some((_, members)) => members.push(at),
                    None => groups.push((group, vec![at])),
                }
            }
            for (group, members) in groups {
                for (number, chunk) in members.chunks(PER_LINE).enumerate() {
                    let name = if number == 0 { group.to_owned() } else { String::new() };
                    lines.push(Line::Squares(name, chunk.to_vec()));
                }
            }
        }
        self.lines = lines;
    }

    /// Makes the picture of the puzzle under the cursor.
    fn look_at(&mut self) {
        let known = self.still.as_ref().is_some_and(|(at, _)| *at == self.at);
        if known {
            return;
        }
        let still = self.all.get(self.at).and_then(|listed| {
            let game = self.games.find(listed.game)?;
            Some((self.at, game.puzzle_still(&listed.puzzle)?))
        });
        self.still = still;
    }

    fn mark(&self, at: usize, context: &Context) -> Mark {
        context.store.tried(&self.all[at].key).mark()
    }

    /// Line and place of the cursor.
    fn place(&self) -> Option<(usize, usize)> {
        self.lines.iter().enumerate().find_map(|(line, what)| match what {
            Line::Squares(_, members) => {
                members.iter().position(|at| *at == self.at).map(|place| (line, place))
            }
            _ => None,
        })
    }

    fn go(&mut self, at: usize) {
        self.at = at;
        self.on_today = false;
        self.look_at();
    }

    /// Moves the cursor to the next line of squares in a direction.
    fn step_line(&mut self, down: bool) {
        let squares = |line: &usize| matches!(self.lines[*line], Line::Squares(..));
        let (line, place) = self.place().unwrap_or((0, 0));
        let target = match (self.on_today, down) {
            (true, true) => (0..self.lines.len()).find(squares),
            (true, false) => return,
            (false, true) => (line + 1..self.lines.len()).find(squares),
            (false, false) => (0..line).rev().find(squares),
        };
        match target {
            Some(target) => {
                let Line::Squares(_, members) = &self.lines[target] else { return };
                let place = if self.on_today { 0 } else { place.min(members.len() - 1) };
                self.go(members[place]);
            }
            None if !down => self.go_today(),
            None => {}
        }
    }

    fn go_today(&mut self) {
        if let Some(today) = self.today {
            self.at = today;
            self.on_today = true;
            self.look_at();
        }
    }

    fn step(&mut self, right: bool) {
        if self.on_today {
            return;
        }
        let Some((line, place)) = self.place() else { return };
        let Line::Squares(_, members) = &self.lines[line] else { return };
        let to = if right { members.get(place + 1) } else { members[..place].last() };
        if let Some(to) = to.copied() {
            self.go(to);
        }
    }

    /// The puzzles in the order of the shelf, beginning behind the cursor.
    fn behind(&self) -> Vec<usize> {
        let order: Vec<usize> = self
            .lines
            .iter()
            .flat_map(|line| match line {
                Line::Squares(_, members) => members.clone(),
                _ => Vec::new(),
            })
            .collect();
        let here = order.iter().position(|at| *at == self.at).map_or(0, |place| place + 1);
        order[here..].iter().chain(&order[..here]).copied().collect()
    }

    fn next_with(&mut self, wanted: &[Mark], context: &Context) -> bool {
        let found = self.behind().into_iter().find(|at| wanted.contains(&self.mark(*at, context)));
        found.map(|at| self.go(at)).is_some()
    }

    fn play(&mut self, at: usize, context: &Context) -> Effect {
        let Some(listed) = self.all.get(at) else {
            return Effect::Say("there are no puzzles here".to_owned());
        };
        let game = match self.games.get(listed.game) {
            Ok(game) => game,
            Err(why) => return Effect::Say(why),
        };
        let daily = (self.today == Some(at)).then_some(self.day);
        match game.challenge(&listed.puzzle, context) {
            Ok(board) => {
                let page = PuzzlePage::new(listed.clone(), board, daily, true, context);
                Effect::Open(Box::new(page))
            }
            Err(why) => Effect::Say(why),
        }
    }

    fn key(&mut self, key: &Key, context: &Context) -> Effect {
        match context.keys.action(&PUZZLES, key) {
            Some(Action::Today) => {
                self.go_today();
                return self.play(self.at, context);
            }
            Some(Action::NextOpen) => {
                return match self.next_with(&[Mark::Open, Mark::Missed], context) {
                    true => Effect::None,
                    false => Effect::Tell("every puzzle is solved".to_owned()),
                };
            }
            Some(Action::NextMissed) => {
                return match self.next_with(&[Mark::Missed], context) {
                    true => Effect::None,
                    false => Effect::Tell("you haven't missed any".to_owned()),
                };
            }
            None => {}
        }
        match context.keys.nav(key) {
            Some(Nav::Up | Nav::Previous) => self.step_line(false),
            Some(Nav::Down | Nav::Next) => self.step_line(true),
            Some(Nav::Left) => self.step(false),
            Some(Nav::Right) => self.step(true),
            Some(Nav::PageUp) => (0..6).for_each(|_| self.step_line(false)),
            Some(Nav::PageDown) => (0..6).for_each(|_| self.step_line(true)),
            Some(Nav::First) => self.go_today(),
            Some(Nav::Last) => (0..self.lines.len()).for_each(|_| self.step_line(true)),
            Some(Nav::Confirm) => return self.play(self.at, context),
            Some(Nav::Back) => return Effect::Close,
            _ => {}
        }
        Effect::None
    }

    fn parts(&self, context: &Context) -> Parts {
        let shell = Shell::of(context.area(), Side::Picture);
        let body = panels::inset(shell.board, 1, 1, 1, 0);
        let today = Rect { height: body.height.min(2), ..body };
        let foot = if body.height >= 16 { FOOT } else { 0 };
        let list = panels::inset(body, 0, 3, 0, foot);
        let foot = Rect { y: list.bottom(), height: foot, ..body };
        let cursor = self.place().map_or(0, |(line, _)| line);
        let cursor = if self.on_today { 0 } else { cursor };
        let shown = usize::from(list.height);
        let mut first = panels::scroll_to(0, cursor, shown, self.lines.len());
        // The name of the game stays with its first rows.
        if first > 0 && cursor == first && matches!(self.lines[first - 1], Line::Game(..)) {
            first -= 1;
        }
        Parts { shell, today, list, foot, first }
    }

    fn hit(&self, at: Position, context: &Context) -> Option<usize> {
        let parts = self.parts(context);
        if parts.today.contains(at) {
            return self.today;
        }
        if !parts.list.contains(at) {
            return None;
        }
        let line = self.lines.get(parts.first + usize::from(at.y - parts.list.y))?;
        let Line::Squares(_, members) = line else { return None };
        let x = at.x.checked_sub(parts.list.x + NAME)?;
        members.get(usize::from(x / 2)).copied()
    }
}

/// What today's row says, the longest first: the game is always named.
fn today_words(games: &Games, today: Option<&Listed>) -> Vec<String> {
    let Some(listed) = today else { return Vec::new() };
    let still = games.find(listed.game).and_then(|game| game.puzzle_still(&listed.puzzle));
    let tasks = still.map_or(Vec::new(), |still| vec![still.sentence, still.brief]);
    let title = told(listed.title);
    let named = tasks.iter().map(|task| as_told(&format!("{title} · {}", told(task))));
    named.chain([listed.title.to_owned()]).collect()
}

/// The rating over all games, once some puzzle has counted.
fn rating_words(context: &Context) -> String {
    match context.store.progress().overall() {
        Some(rating) => format!("overall rating {rating}"),
        None => String::new(),
    }
}

struct Parts {
    shell: Shell,
    today: Rect,
    list: Rect,
    foot: Rect,
    /// The first line that is seen.
    first: usize,
}

impl Screen for Shelf {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown => {
                self.rating = rating_words(context);
                if context.day() != self.day {
                    self.day = context.day();
                    self.today = daily(self.games.puzzles(), self.day);
                    let listed = self.today.map(|at| &self.all[at]);
                    self.today_words = today_words(&self.games, listed);
                }
                match self.wanted.take() {
                    Some(at) => self.play(at, context),
                    None => Effect::None,
                }
            }
            Msg::Key(key) => self.key(&key, context),
            Msg::Answered(Answer::Chosen(NEXT)) => {
                match self.next_with(&[Mark::Open], context)
                    || self.next_with(&[Mark::Missed], context)
                {
                    true => self.play(self.at, context),
                    false => Effect::Tell("every puzzle is solved".to_owned()),
                }
            }
            Msg::Mouse(Mouse::WheelUp, _) => {
                self.step_line(false);
                Effect::None
            }
            Msg::Mouse(Mouse::WheelDown, _) => {
                self.step_line(true);
                Effect::None
            }
            Msg::Mouse(Mouse::Click, at) => match self.hit(at, context) {
                Some(hit) if hit == self.at => self.play(hit, context),
                Some(hit) => {
                    self.go(hit);
                    Effect::None
                }
                None => Effect::None,
            },
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let parts = self.parts(context);
        parts.shell.draw(look, buf);
        self.draw_today(look, parts.today, buf, context);
        for (line, y) in self.lines.iter().skip(parts.first).zip(parts.list.y..parts.list.bottom())
        {
            let row = Rect { y, height: 1, ..parts.list };
            self.draw_line(line, look, row, buf, context);
        }
        let seen = panels::inset(parts.list, 0, 0, 0, 0);
        panels::scroll_mark(look, seen, buf, parts.first, self.lines.len());
        self.draw_foot(look, parts.foot, buf, context);
        self.draw_panel(look, parts.shell.panel_text(), buf, context);
        if let Some((words, meaning)) = context.saying() {
            let row = parts.shell.status();
            fill(buf, row, look.theme().ground());
            panels::notice(look, row, buf, words, meaning);
        }
    }

    fn title(&self) -> Title {
        Title { name: "Puzzles".to_owned(), right: self.rating.clone(), ..Title::default() }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = vec![
            hints::nav_about(
                keys,
                &[Nav::Up, Nav::Down, Nav::Left, Nav::Right],
                "look",
                "Goes to another puzzle.",
            ),
            hints::nav_about(keys, &[Nav::Confirm], "play", "Opens this puzzle."),
        ];
        let missed = (0..self.all.len()).any(|at| self.mark(at, context) == Mark::Missed);
        all.extend(hints::section(keys, &PUZZLES, |action| match action {
            Action::Today => self.today.is_some(),
            Action::NextOpen => true,
            Action::NextMissed => missed,
        }));
        all.extend(hints::help_and_back(keys, "menu"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let keys = hints::all(&context.keys, &PUZZLES);
        HelpScreen::of_page("Puzzles", HELP, self.hints(context), keys, context)
    }
}

impl Shelf {
    fn draw_today(&self, look: &Look, area: Rect, buf: &mut Buffer, context: &Context) {
        let theme = look.theme();
        let inner = panels::inset(area, 1, 0, 1, 0);
        head_with(look, inner, buf, "Today", &self.day.words());
        let Some(today) = self.today else { return };
        let focus = if self.on_today { Focus::Here } else { Focus::Elsewhere };
        let row = panels::list_row(look, panels::row(area, 1), buf, focus);
        let tried = context.store.tried(&self.all[today].key);
        let done = context.store.progress().did(self.day);
        let (right, style) = match (done, tried.tries_left()) {
            (true, _) => (format!("{} solved", look.glyph("✓", "+")), theme.good()),
            (false, _) if tried.solved => ("play it again".to_owned(), theme.muted()),
            (false, 0) => ("missed".to_owned(), theme.bad()),
            (false, TRIES) => ("open".to_owned(), panels::second_style(look, focus)),
            (false, 1) => ("1 try left".to_owned(), panels::second_style(look, focus)),
            (false, left) => (format!("{left} tries left"), panels::second_style(look, focus)),
        };
        let line = panels::inset(row, 0, 0, 1, 0);
        put_right(buf, line, &right, style.bg(buf[(line.x, line.y)].bg));
        let room = line.width.saturating_sub(width(&right) + 2);
        let words = look.truncate(first_that_fits(&self.today_words, room), room);
        put(buf, line, line.x, line.y, &words, panels::name_style(look, focus));
    }

    fn draw_line(&self, line: &Line, look: &Look, row: Rect, buf: &mut Buffer, context: &Context) {
        let theme = look.theme();
        match line {
            Line::Gap => {}
            Line::Game(title, _) => {
                let of_game = (0..self.all.len()).filter(|at| self.all[*at].title == *title);
                let (mut solved, mut count) = (0, 0);
                for at in of_game {
                    count += 1;
                    let done = matches!(self.mark(at, context), Mark::First | Mark::Later);
                    solved += usize::from(done);
                }
                let inner = panels::inset(row, 1, 0, 1, 0);
                head_with(look, inner, buf, title, &format!("{solved} of {count}"));
            }
            Line::Squares(name, members) => {
                let here = !self.on_today && members.contains(&self.at);
                let style = if here { theme.strong() } else { theme.muted() };
                put(buf, row, row.x + 1, row.y, &look.truncate(name, NAME - 2), style);
                let mut solved = 0;
                for (place, at) in members.iter().enumerate() {
                    let mark = self.mark(*at, context);
                    solved += usize::from(matches!(mark, Mark::First | Mark::Later));
                    let (sign, mut style) = square(look, mark);
                    if here && *at == self.at {
                        style = match look.has_colour() {
                            true => theme.chosen(),
                            false => Style::new().add_modifier(Modifier::REVERSED),
                        };
                    }
                    put(buf, row, row.x + NAME + 2 * place as u16, row.y, sign, style);
                }
                let style = if solved == members.len() { theme.good() } else { theme.muted() };
                put_right(buf, panels::inset(row, 0, 0, 2, 0), &solved.to_string(), style);
            }
        }
    }

    /// The streak as a strip of six weeks, and what the squares mean.
    fn draw_foot(&self, look: &Look, area: Rect, buf: &mut Buffer, context: &Context) {
        if area.height < FOOT {
            return;
        }
        let theme = look.theme();
        let progress = context.store.progress();
        let inner = panels::inset(area, 1, 1, 1, 0);
        let (days, longest) = progress.streak(self.day);
        let words = match days {
            0 if longest > 0 => format!("none now, longest {longest}"),
            _ if longest > days => format!("{}, longest {longest}", days_words(days)),
            _ => days_words(days),
        };
        head_with(look, inner, buf, "Streak", &words);
        let strip = panels::row(inner, 1);
        let width_of_day = (i64::from(strip.width) / STRIP).max(1) as u16;
        for at in 0..STRIP {
            let day = self.day.before(STRIP - 1 - at);
            let (sign, style) = match (progress.did(day), progress.solved_on(day)) {
                _ if day == self.day && !progress.did(day) => {
                    (look.glyph("▁", "_"), theme.strong())
                }
                (true, _) => (look.glyph("▆", "#"), theme.brass()),
                (false, 0) => (look.glyph("▁", "."), theme.line()),
                (false, _) => (look.glyph("▃", "-"), theme.faint()),
            };
            for step in 0..width_of_day {
                put(buf, strip, strip.x + at as u16 * width_of_day + step, strip.y, sign, style);
            }
        }
        let dates = panels::row(inner, 2);
        put(buf, dates, dates.x, dates.y, &self.day.before(STRIP - 1).words(), theme.faint());
        let end = Rect { width: (STRIP as u16 * width_of_day).min(dates.width), ..dates };
        put_right(buf, end, "today", theme.muted());
        let legend = panels::row(inner, 3);
        let mut x = legend.x;
        let words = [
            (Mark::First, "first try"),
            (Mark::Later, "later"),
            (Mark::Missed, "missed"),
            (Mark::Open, "open"),
        ];
        for (mark, word) in words {
            let (sign, style) = square(look, mark);
            x = put(buf, legend, x, legend.y, sign, style);
            x = put(buf, legend, x + 1, legend.y, word, theme.faint()) + 3;
        }
    }

    /// The puzzle under the cursor.
    fn draw_panel(&self, look: &Look, area: Rect, buf: &mut Buffer, context: &Context) {
        let theme = look.theme();
        let Some(listed) = self.all.get(self.at) else { return };
        let progress = context.store.progress();
        let tried = context.store.tried(&listed.key);
        let head = panels::row(area, 0);
        let x = put(buf, head, head.x, head.y, &look.truncate(&listed.name(), 20), theme.strong());
        if self.today == Some(self.at) {
            let tag = if look.has_colour() { " daily " } else { "[daily]" };
            put(buf, head, x + 2, head.y, tag, theme.chosen());
        }
        if let Some((_, still)) = self.still.as_ref().filter(|(at, _)| *at == self.at) {
            let below = panels::inset(area, 0, 1, 0, 0);
            let rows = panels::paragraph(look, below, buf, &still.sentence, theme.muted());
            let picture = panels::inset(area, 0, rows + 1, 0, 6);
            panels::picture(picture, buf, |buf, area| (still.paint)(look, area, buf));
        }
        let facts = panels::inset(area, 0, area.height.saturating_sub(5), 0, 0);
        let mine = progress.rating(listed.game);
        fact_bar(look, panels::row(facts, 0), buf, "puzzle", listed.puzzle.rating);
        fact_bar(look, panels::row(facts, 1), buf, "you", mine);
        let row = panels::row(facts, 2);
        put(buf, row, row.x, row.y, "tries", theme.muted());
        let mut x = row.x + 9;
        for _ in 0..tried.wrong.len().min(3) {
            x = put(buf, row, x, row.y, look.glyph("×", "x"), theme.bad()) + 1;
        }
        if !tried.is_decided() {
            for _ in 0..tried.tries_left() {
                x = put(buf, row, x, row.y, look.glyph("○", "o"), theme.text()) + 1;
            }
        }
        let (words, style) = match tried.mark() {
            Mark::First => ("first try".to_owned(), theme.good()),
            Mark::Later => ("solved".to_owned(), theme.good()),
            Mark::Missed => ("missed".to_owned(), theme.bad()),
            Mark::Open => (String::new(), theme.muted()),
        };
        let time = tried.seconds.map(|seconds| time_words(seconds.into()));
        let long = time.as_ref().map(|time| format!("{words}, {time}"));
        let all: Vec<String> = long.into_iter().chain(time).chain([words]).collect();
        put_right(buf, row, first_that_fits(&all, row.right().saturating_sub(x)), style);
        let button = match tried.mark() {
            Mark::First | Mark::Later => "Play again",
            Mark::Missed => "Try again",
            Mark::Open if tried.wrong.is_empty() => "Play",
            Mark::Open => "Try again",
        };
        let words = format!("{button} {}", look.glyph("↵", "(enter)"));
        panels::button(look, panels::row(facts, 4), buf, &words, Focus::Here);
    }
}

/// A number with its place between a beginner's rating and a master's.
fn fact_bar(look: &Look, row: Rect, buf: &mut Buffer, label: &str, rating: u32) {
    let theme = look.theme();
    put(buf, row, row.x, row.y, label, theme.muted());
    put(buf, row, row.x + 9, row.y, &rating.to_string(), theme.text());
    let bar = panels::inset(row, 15, 0, 0, 0);
    panels::thin_bar(look, bar, buf, (rating as f32 - 500.0) / 1500.0, theme.brass());
}

/// How a puzzle stands, as a sign.
fn square(look: &Look, mark: Mark) -> (&'static str, Style) {
    let theme = look.theme();
    let ascii = look.glyph("u", "a") == "a";
    let good = theme.ink(Meaning::Good);
    let dim = match good.blends() {
        true => Style::new().fg(good.towards(theme.ink(Meaning::Ground), 0.5).color()),
        false => theme.good(),
    };
    match (mark, ascii) {
        (Mark::First, false) => ("■", theme.good()),
        (Mark::First, true) => ("#", theme.good()),
        (Mark::Later, false) if good.blends() => ("■", dim),
        (Mark::Later, false) => ("▪", dim),
        (Mark::Later, true) => ("+", dim),
        (Mark::Missed, false) => ("×", theme.bad()),
        (Mark::Missed, true) => ("x", theme.bad()),
        (Mark::Open, false) => ("□", theme.faint()),
        (Mark::Open, true) => (".", theme.faint()),
    }
}

//! Statistics: who beat whom, how often, as bars.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

use super::Games;
use crate::store::{Standing, Statistics};
use crate::tui::help::HelpScreen;
use crate::tui::keys::Nav;
use crate::tui::panels;
use crate::tui::router::body;
use crate::tui::task::{News, Task};
use crate::tui::text::{put, put_right};
use crate::tui::{Desk, Effect, Hint, Look, Mouse, Msg, Screen, Title, hints};

const HELP: &str = include_str!("statistics.md");

struct StatisticsScreen {
    games: Games,
    statistics: Statistics,
    /// The log may be long: it is read beside the screen.
    task: Option<Task<Statistics>>,
    scroll: usize,
}

/// The page of who beat whom; the log of results is read when it is shown.
pub fn open(games: &Games) -> Box<dyn Screen> {
    let (games, statistics) = (games.clone(), Statistics::default());
    Box::new(StatisticsScreen { games, statistics, task: None, scroll: 0 })
}

/// `48 matches, 29 won`, for the menu.
pub(super) fn summary(statistics: &Statistics) -> String {
    let standings = &statistics.standings;
    let played: u32 = standings.iter().map(Standing::played).sum();
    let won: u32 = standings.iter().map(|standing| standing.won).sum();
    match played {
        0 => "nothing counted yet".to_owned(),
        1 => format!("1 match, {won} won"),
        _ => format!("{played} matches, {won} won"),
    }
}

/// A line of the page.
enum Line<'a> {
    Game(&'static str),
    Standing(&'a Standing),
    Gap,
}

impl StatisticsScreen {
    fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        let mut game = "";
        for standing in &self.statistics.standings {
            if standing.game != game {
                if !lines.is_empty() {
                    lines.push(Line::Gap);
                }
                game = &standing.game;
                lines.push(Line::Game(self.games.find(game).map_or("?", |game| game.title())));
            }
            lines.push(Line::Standing(standing));
        }
        lines
    }

    fn begin(&mut self, desk: &Desk) -> Effect {
        let places = desk.store.places().clone();
        let (task, run) = Task::new(move |_, report: &mut dyn FnMut(Statistics)| {
            report(Statistics::at(&places));
        });
        self.task = Some(task);
        run
    }

    fn listen(&mut self) {
        while let Some(news) = self.task.as_ref().and_then(Task::poll) {
            match news {
                News::Report(statistics) => self.statistics = statistics,
                News::Failed(_) => {}
                News::Done => self.task = None,
            }
        }
    }

    fn last_scroll(&self, desk: &Desk) -> usize {
        let rows = usize::from(list(body(desk.area())).height);
        self.lines().len().saturating_sub(rows)
    }
}

impl Screen for StatisticsScreen {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Shown => return self.begin(desk),
            Msg::Woken => self.listen(),
            _ => {}
        }
        let last = self.last_scroll(desk);
        self.scroll = match msg {
            Msg::Key(key) => match desk.keys.nav(&key) {
                Some(Nav::Up) => self.scroll.saturating_sub(1),
                Some(Nav::Down) => self.scroll + 1,
                Some(Nav::First) => 0,
                Some(Nav::Last) => last,
                Some(Nav::PageUp) => self.scroll.saturating_sub(10),
                Some(Nav::PageDown) => self.scroll + 10,
                Some(Nav::Back | Nav::Confirm) => return Effect::Close,
                _ => self.scroll,
            },
            Msg::Mouse(Mouse::WheelUp, _) => self.scroll.saturating_sub(2),
            Msg::Mouse(Mouse::WheelDown, _) => self.scroll + 2,
            _ => self.scroll,
        }
        .min(last);
        Effect::None
    }

    fn view(&self, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let (list, area) = (list(area), panels::inset(area, 2, 1, 2, 1));
        let lines = self.lines();
        if lines.is_empty() && self.task.is_none() {
            let words = "Nothing yet. A finished match is counted here, if it was against a bot or \
                         between people with names.";
            panels::paragraph(look, area, buf, words, theme.muted());
            return;
        }
        legend(look, panels::row(area, 0), buf);
        let most = self.statistics.standings.iter().map(Standing::played).max().unwrap_or(1);
        let shown = lines.iter().skip(self.scroll).take(usize::from(list.height));
        for (row, line) in shown.enumerate() {
            // The last column is the scroll mark's.
            let row = panels::inset(panels::row(list, row as u16), 0, 0, 1, 0);
            match line {
                Line::Game(title) => panels::heading(look, row, buf, title),
                Line::Standing(standing) => draw_standing(look, row, buf, standing, most),
                Line::Gap => {}
            }
        }
        panels::scroll_mark(look, list, buf, self.scroll, lines.len());
        if let Some(skipped) = self.statistics.skipped.first() {
            let row = panels::row(area, area.height.saturating_sub(1));
            let words = format!("a line of the log makes no sense: {skipped}");
            put(buf, row, row.x, row.y, &look.truncate(&words, row.width), theme.warn());
        }
    }

    fn title(&self) -> Title {
        let played: u32 = self.statistics.standings.iter().map(Standing::played).sum();
        let right = match &self.task {
            Some(_) if played == 0 => "reading…".to_owned(),
            _ => format!("{played} counted"),
        };
        Title { name: "Statistics".to_owned(), detail: String::new(), right }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        vec![
            hints::nav(&desk.keys, &[Nav::Up, Nav::Down], "scroll"),
            hints::nav(&desk.keys, &[Nav::Help], "help"),
            hints::nav(&desk.keys, &[Nav::Back], "back"),
        ]
    }

    fn min_size(&self) -> Size {
        Size::new(60, 10)
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_text("Statistics", HELP, &self.hints(desk), desk)))
    }
}

/// Where the lines go, below the legend.
fn list(area: Rect) -> Rect {
    panels::inset(area, 2, 3, 1, 2)
}

fn legend(look: &Look, row: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let mut x = row.x;
    for (word, style, glyph) in parts(look) {
        x = put(buf, row, x, row.y, glyph, style);
        x = put(buf, row, x + 1, row.y, word, theme.muted()) + 3;
    }
}

/// Won, drawn and lost: word, colour, and a sign that tells them apart without colour.
fn parts(look: &Look) -> [(&'static str, Style, &'static str); 3] {
    let theme = look.theme();
    [
        ("won", theme.good(), look.glyph("█", "#")),
        ("drawn", theme.muted(), look.glyph("▒", "=")),
        ("lost", theme.bad(), look.glyph("░", "-")),
    ]
}

/// `Ada against hasard   ███████▒░░   7 of 10   3 in a row`.
fn draw_standing(look: &Look, row: Rect, buf: &mut Buffer, standing: &Standing, most: u32) {
    let theme = look.theme();
    let who = format!("{} against {}", standing.player, standing.opponent);
    let names = Rect { width: row.width.saturating_sub(44).min(34), ..row };
    put(
        buf,
        names,
        names.x + 1,
        names.y,
        &look.truncate(&who, names.width.saturating_sub(2)),
        theme.text(),
    );
    let figures = match standing.streak {
        0 | 1 => format!("{} of {}", standing.won, standing.played()),
        wins if wins > 0 => format!("{} of {}, {wins} in a row", standing.won, standing.played()),
        losses => format!("{} of {}, {} lost in a row", standing.won, standing.played(), -losses),
    };
    put_right(buf, row, &figures, theme.muted());
    let room = row.width.saturating_sub(names.width + 27);
    let bar = Rect { x: names.right(), width: room, ..row };
    // The longest bar is the one most played against.
    let length = (u32::from(room) * standing.played()).div_ceil(most.max(1)).min(u32::from(room));
    let share = |count: u32| (count * length + standing.played() / 2) / standing.played().max(1);
    let counts = [standing.won, standing.drawn, standing.lost];
    let mut x = bar.x;
    for ((_, style, glyph), count) in parts(look).into_iter().zip(counts) {
        let end = (x + share(count) as u16).min(bar.right());
        // A single match is seen, however short its share.
        let end = if count > 0 { end.max((x + 1).min(bar.right())) } else { end };
        for column in x..end {
            put(buf, bar, column, bar.y, glyph, style);
        }
        x = end;
    }
}

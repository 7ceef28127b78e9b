//! Statistics: who beat whom, how often, as bars.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

use super::Games;
use crate::store::{Standing, Statistics};
use crate::tui::help::HelpScreen;
use crate::tui::keys::Nav;
use crate::tui::list::{self, List};
use crate::tui::panels::{self, Shell};
use crate::tui::task::{News, Task};
use crate::tui::text::put;
use crate::tui::{Context, Effect, Hint, Look, Msg, Screen, Title, hints};

const HELP: &str = include_str!("statistics.md");

struct StatisticsScreen {
    games: Games,
    statistics: Statistics,
    /// The log may be long: it is read beside the screen.
    task: Option<Task<Statistics>>,
    cursor: usize,
}

/// The page of who beat whom; the log of results is read when it is shown.
pub fn open(games: &Games) -> Box<dyn Screen> {
    let (games, statistics) = (games.clone(), Statistics::default());
    Box::new(StatisticsScreen { games, statistics, task: None, cursor: 0 })
}

/// `48 matches, 29 won`, for the menu and the title.
pub(super) fn summary(statistics: &Statistics) -> String {
    let won: u32 = statistics.standings.iter().map(|standing| standing.won).sum();
    match statistics.matches {
        0 => "nothing counted yet".to_owned(),
        1 => format!("1 match, {won} won"),
        matches => format!("{matches} matches, {won} won"),
    }
}

impl StatisticsScreen {
    fn title_of(&self, game: &str) -> &'static str {
        self.games.find(game).map_or("?", |game| game.title())
    }

    fn begin(&mut self, context: &Context) -> Effect {
        let (places, games) = (context.store.places().clone(), self.games.clone());
        let called = move |game: &str, strategy: &str| match games.find(game) {
            Some(game) => game.bot_name(strategy),
            None => strategy.to_owned(),
        };
        let (task, run) = Task::new(move |_, report: &mut dyn FnMut(Statistics)| {
            report(Statistics::calling(&places, &called));
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
}

impl List for StatisticsScreen {
    fn heading(&self) -> &'static str {
        "Who beat whom"
    }

    fn len(&self) -> usize {
        self.statistics.standings.len()
    }

    fn cursor(&self) -> usize {
        self.cursor
    }

    fn go(&mut self, to: usize) {
        self.cursor = to.min(self.len().saturating_sub(1));
    }

    fn row(&self, at: usize, _: &Context) -> list::Row {
        let standing = &self.statistics.standings[at];
        list::Row {
            name: format!("{} against {}", standing.player, standing.opponent),
            right: format!("{} of {}", standing.won, standing.played()),
            second: self.title_of(&standing.game).to_owned(),
            second_right: String::new(),
        }
    }

    fn draw_more(&self, at: usize, area: Rect, buf: &mut Buffer, look: &Look) {
        let standing = &self.statistics.standings[at];
        // Bars begin in one column; the longest is the one most played against.
        let bar = panels::inset(area, area.width.saturating_sub(24), 0, 0, 0);
        let most = self.statistics.standings.iter().map(Standing::played).max().unwrap_or(1).max(1);
        let room = u32::from(bar.width);
        let length = (room * standing.played()).div_ceil(most).min(room);
        let share = |count| (count * length + standing.played() / 2) / standing.played().max(1);
        let mut x = bar.x;
        for (_, style, glyph, count) in parts(look, standing) {
            // A single match is seen, however short its share.
            let wide = (share(count) as u16).max(u16::from(count > 0));
            for _ in 0..wide.min(bar.right().saturating_sub(x)) {
                x = put(buf, bar, x, bar.y, glyph, style);
            }
        }
    }

    fn nothing(&self) -> &'static str {
        match self.task {
            Some(_) => "",
            None => {
                "Nothing yet. A finished match is counted here, if it was against a bot or between \
                 people with names."
            }
        }
    }

    fn draw_panel(&self, shell: &Shell, buf: &mut Buffer, context: &Context) {
        let (look, panel) = (&context.look, shell.panel_text());
        let theme = look.theme();
        let Some(standing) = self.statistics.standings.get(self.cursor) else { return };
        let mut at = 0;
        let mut row = || {
            at += 1;
            panels::row(panel, at - 1)
        };
        let line = row();
        put(
            buf,
            line,
            line.x,
            line.y,
            &look.truncate(&standing.player, line.width),
            theme.strong(),
        );
        let line = row();
        let words = format!("against {}", standing.opponent);
        put(buf, line, line.x, line.y, &look.truncate(&words, line.width), theme.muted());
        row();
        panels::heading(look, row(), buf, self.title_of(&standing.game));
        for (word, style, glyph, count) in parts(look, standing) {
            let line = row();
            panels::fact(look, panels::inset(line, 2, 0, 0, 0), buf, word, &count.to_string());
            put(buf, line, line.x, line.y, glyph, style);
        }
        row();
        let streak = match standing.streak {
            0 => "none".to_owned(),
            wins @ 1.. => format!("{wins} won"),
            losses => format!("{} lost", -losses),
        };
        panels::fact(look, row(), buf, "in a row now", &streak);
        let longest = format!("{} won", standing.longest_streak);
        panels::fact(look, row(), buf, "most in a row", &longest);
        if let Some(skipped) = self.statistics.skipped.first() {
            let words = format!("A line of the log makes no sense: {skipped}");
            let rest = panels::inset(panel, 0, at + 1, 0, 0);
            panels::paragraph(look, rest, buf, &words, theme.warn());
        }
    }
}

impl Screen for StatisticsScreen {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown => return self.begin(context),
            Msg::Woken => self.listen(),
            Msg::Key(key) => match context.keys.nav(&key) {
                Some(Nav::Back) => return Effect::Close,
                Some(nav) => drop(list::key(self, nav, context)),
                None => {}
            },
            Msg::Mouse(mouse, at) => drop(list::mouse(self, mouse, at, context)),
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        list::draw(self, buf, context);
    }

    fn title(&self) -> Title {
        let right = match &self.task {
            Some(_) if self.statistics.matches == 0 => "reading…".to_owned(),
            _ => summary(&self.statistics),
        };
        Title { name: "Statistics".to_owned(), detail: String::new(), right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let mut all = list::hints(self, context);
        all.extend(hints::help_and_back(&context.keys, "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let all = hints::explained(self.hints(context), list::explained(context));
        Some(Box::new(HelpScreen::of_text("Statistics", HELP, &all, context)))
    }
}

/// Won, drawn and lost: word, colour, a sign that tells them apart without colour, and how often.
fn parts(look: &Look, standing: &Standing) -> [(&'static str, Style, &'static str, u32); 3] {
    let theme = look.theme();
    [
        ("won", theme.good(), look.glyph("█", "#"), standing.won),
        ("drawn", theme.muted(), look.glyph("▒", "="), standing.drawn),
        ("lost", theme.bad(), look.glyph("░", "-"), standing.lost),
    ]
}

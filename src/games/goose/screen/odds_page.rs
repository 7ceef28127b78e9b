//! What a board is like: a heat map on the track, the chances, and how long it takes.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

use super::picture::{BoardPicture, sentence};
use super::simulate::simulate;
use crate::games::goose::odds::{Odds, Simulation, bins, exact};
use crate::games::goose::{Board, Goose};
use crate::lang::{as_told, told_as};
use crate::play::{Game, Seat, Variant};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::text::{number, put, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Context, Effect, Hint, Look, Mouse, Msg, Screen, Title, hints};

const HELP: &str = include_str!("odds_page.md");
/// Matches that are played for more than one player.
const MATCHES: u64 = 1_000_000;
/// Nobody sits at a longer table here.
const MOST_PLAYERS: usize = 40;
/// Seats that are listed; the rest would look the same.
const LISTED: usize = 6;
const COLUMNS: usize = 26;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    More,
    Fewer,
}

#[rustfmt::skip]
pub const ODDS: Section<Action> = Section {
    name: "goose-odds",
    bindings: &[
        bind(Action::More, "more", &["+", "=", "p"], "more players",
            "Works out the odds for one player more."),
        bind(Action::Fewer, "fewer", &["-", "P"], "fewer",
            "Works out the odds for one player fewer."),
    ],
};

pub struct OddsPage {
    board: Arc<Board>,
    players: usize,
    odds: Option<Odds>,
    task: Option<Task<Odds>>,
    cursor: Option<u16>,
}

pub fn open(board: &Board, _: &Context) -> Box<dyn Screen> {
    Box::new(OddsPage {
        board: Arc::new(board.clone()),
        players: board.usual_seats(),
        odds: None,
        task: None,
        cursor: None,
    })
}

impl OddsPage {
    /// Begins to work out the figures for the players there are now.
    fn start(&mut self) -> Effect {
        self.odds = None;
        let (board, players) = (Arc::clone(&self.board), self.players);
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(Odds)| {
            if players == 1 && board.starting_cells().is_empty() {
                return report(exact(&board));
            }
            let simulation = Simulation::new(&board, players);
            simulate(&simulation, MATCHES, 0, cancel, &mut |tally| {
                report(simulation.odds(tally));
            });
        });
        self.task = Some(task);
        run
    }

    fn listen(&mut self) -> Effect {
        let mut said = Effect::None;
        while let Some(news) = self.task.as_ref().and_then(Task::poll) {
            match news {
                News::Report(odds) => self.odds = Some(odds),
                News::Done => self.task = None,
                News::Failed(why) => {
                    self.task = None;
                    said = Effect::Say(format!("the simulation failed ({why})"));
                }
            }
        }
        said
    }

    fn change_players(&mut self, more: bool) -> Effect {
        let range = self.board.seats();
        let most = (*range.end()).min(MOST_PLAYERS.max(*range.start()));
        let wanted = if more { self.players + 1 } else { self.players.saturating_sub(1) };
        let players = wanted.clamp(*range.start(), most);
        if players == self.players {
            return Effect::Say(format!("the odds go up to {players} players"));
        }
        self.players = players;
        self.start()
    }

    fn shell(context: &Context) -> Shell {
        Shell::of(context.area(), Side::Wide)
    }

    fn picture<'a>(&'a self, context: &'a Context) -> BoardPicture<'a> {
        let board = Self::shell(context).board;
        let area = Rect { height: board.height.saturating_sub(1), ..board };
        BoardPicture::new(
            self.board.cells(),
            self.board.track(),
            &context.look,
            area,
            self.cursor.unwrap_or(1),
        )
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> Effect {
        match context.keys.action(&ODDS, key) {
            Some(Action::More) => return self.change_players(true),
            Some(Action::Fewer) => return self.change_players(false),
            None => {}
        }
        let here = self.cursor.unwrap_or(1);
        let picture = self.picture(context);
        let track = picture.track();
        let columns = track.columns();
        let to = match context.keys.nav(key) {
            Some(Nav::Left) => track.beside(here.max(1), -1, 0),
            Some(Nav::Right) => track.beside(here.max(1), 1, 0),
            Some(Nav::Up) => track.beside(here.max(1), 0, -1),
            Some(Nav::Down) => track.beside(here.max(1), 0, 1),
            Some(Nav::First) => Some(1),
            Some(Nav::Last) => Some(self.board.last()),
            Some(Nav::PageUp) => Some((here + columns).min(self.board.last())),
            Some(Nav::PageDown) => Some(here.saturating_sub(columns).max(1)),
            Some(Nav::Back) => return Effect::Close,
            _ => return Effect::None,
        };
        self.cursor = to.or(Some(here));
        Effect::None
    }

    fn figures(&self, odds: &Odds, area: Rect, buf: &mut Buffer, look: &Look) {
        let theme = look.theme();
        let mut line = 0;
        let mut next = || {
            line += 1;
            panels::row(area, line - 1)
        };
        panels::heading(look, next(), buf, "Wins");
        for (seat, chance) in odds.win.iter().enumerate().take(LISTED) {
            let hue = Goose::hue(Seat::at(seat), self.players);
            let row = next();
            put(buf, row, row.x, row.y, look.mark(hue), theme.seat(hue));
            put(buf, row, row.x + 2, row.y, &format!("player {}", seat + 1), theme.text());
            chance_bar(look, row, buf, odds, *chance, theme.seat(hue));
        }
        if odds.win.len() > LISTED {
            let row = next();
            let words = format!("and {} more players", odds.win.len() - LISTED);
            put(buf, row, row.x + 2, row.y, &words, theme.muted());
        }
        let row = next();
        put(buf, row, row.x + 2, row.y, "nobody", theme.text());
        chance_bar(look, row, buf, odds, odds.trapped, theme.muted());
        next();
        panels::heading(look, next(), buf, "A match takes");
        for (label, spread) in [("throws", odds.throws), ("rounds", odds.rounds)] {
            let value = format!("{:.1}  spread {:.1}", spread.mean, spread.sd);
            panels::fact(look, next(), buf, &as_told(&told_as(label, "goose")), &value);
        }
        let fewest = self.board.fewest_throws()[usize::from(self.board.last())];
        let fewest = fewest.map_or("never".to_owned(), |throws| throws.to_string());
        panels::fact(look, next(), buf, "fewest throws to win", &fewest);
        next();
        let rest = panels::inset(area, 0, line, 0, 1);
        histogram(look, rest, buf, odds);
    }
}

/// A bar at the right of a row, and the chance in figures.
fn chance_bar(look: &Look, row: Rect, buf: &mut Buffer, odds: &Odds, chance: f64, style: Style) {
    let bar = panels::inset(row, 12, 0, 8, 0);
    panels::thin_bar(look, bar, buf, chance as f32, style);
    let digits = if odds.games.is_none() { 3 } else { 2 };
    put_right(buf, row, &format!("{:.digits$} %", chance * 100.0), look.theme().text());
}

/// The lengths of matches as columns, with the throws below.
pub fn histogram(look: &Look, area: Rect, buf: &mut Buffer, odds: &Odds) {
    const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    if area.height < 3 {
        return;
    }
    let theme = look.theme();
    panels::heading(look, area, buf, "Throws");
    let columns = usize::from(area.width).min(COLUMNS);
    let bins = bins(odds, columns);
    let highest = bins.iter().map(|bin| bin.share).fold(f64::MIN_POSITIVE, f64::max);
    let high = area.height - 2;
    for (bin, x) in bins.iter().zip(area.x..) {
        let eighths = (bin.share / highest * f64::from(high) * 8.0).round() as u16;
        for up in 0..high {
            let part = eighths.saturating_sub(up * 8).min(8);
            let symbol = match look.glyph("u", "a") {
                "u" => EIGHTHS[usize::from(part)],
                _ if part >= 4 => "#",
                _ => " ",
            };
            put(buf, area, x, area.bottom() - 2 - up, symbol, theme.brass());
        }
    }
    let axis = panels::row(area, area.height - 1);
    if let (Some(first), Some(last)) = (bins.first(), bins.last()) {
        put(buf, axis, axis.x, axis.y, &first.from.to_string(), theme.muted());
        let width = bins.len() as u16;
        let end = Rect { width: axis.width.min(width.max(10)), ..axis };
        put_right(buf, end, &format!("{} or more", last.from), theme.muted());
    }
}

impl Screen for OddsPage {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown if self.odds.is_none() && self.task.is_none() => self.start(),
            Msg::Woken => self.listen(),
            Msg::Key(key) => self.key(&key, context),
            Msg::Mouse(Mouse::Click | Mouse::Hover, at) => {
                let cell = self.picture(context).cell_at(at);
                self.cursor = cell.filter(|cell| *cell > 0).or(self.cursor);
                Effect::None
            }
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let shell = Self::shell(context);
        shell.draw(look, buf);
        let picture = self.picture(context);
        let visits = self.odds.as_ref().map_or(&[][..], |odds| &odds.visits);
        let busiest = visits.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        picture.cells(buf, |cell| {
            let often = visits.get(usize::from(cell)).copied()?;
            // The root keeps a busy end of the track from making all the rest look alike.
            let heat = (9.0 * (often / busiest).sqrt()).round() as i32;
            let warm = theme.heat_ink(heat).towards(theme.ink(Meaning::Ground), 0.25);
            Some((warm, few_digits(often)))
        });
        if let Some(cell) = self.cursor {
            picture.cursor(buf, cell, theme.strong());
        }
        picture.scroll_mark(buf);
        let panel = shell.panel_text();
        match &self.odds {
            Some(odds) => {
                let caption = "by cell: landings per match";
                put(buf, panel, panel.x, panel.y, caption, theme.muted());
                self.figures(odds, panels::inset(panel, 0, 2, 0, 0), buf, look);
            }
            None => {
                panels::paragraph(look, panel, buf, "playing the first matches", theme.muted());
            }
        }
        let done = self.odds.as_ref().and_then(|odds| odds.games);
        if let Some(games) = done.filter(|_| self.task.is_some()) {
            let bottom = panels::row(panel, panel.height.saturating_sub(1));
            panels::bar(look, bottom, buf, games as f32 / MATCHES as f32, theme.brass());
        }
        context.draw_status(shell.status(), buf, &self.status(), Meaning::Muted);
    }

    fn title(&self) -> Title {
        let players = match self.players {
            1 => "one player".to_owned(),
            many => format!("{many} players"),
        };
        Title {
            name: "Odds".to_owned(),
            detail: format!("{} {}", self.board.name(), self.board.summary()),
            right: players,
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let mut all = hints::all(&context.keys, &ODDS);
        let arrows = [Nav::Left, Nav::Up, Nav::Down, Nav::Right];
        all.push(hints::nav_about(
            &context.keys,
            &arrows,
            "look",
            "Looks at another cell; the line below says how often it is visited.",
        ));
        all.extend(hints::help_and_back(&context.keys, "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(70, 20)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let nav = |navs: &[Nav], about| hints::nav_about(&context.keys, navs, "", about);
        let all = vec![
            nav(&[Nav::First, Nav::Last], "Goes to the first cell, or the last."),
            nav(&[Nav::PageUp, Nav::PageDown], "Goes a row of cells on, or back."),
        ];
        HelpScreen::of_page("Odds", HELP, self.hints(context), all, context)
    }
}

impl OddsPage {
    /// What is under the cursor, or how sure the figures are.
    fn status(&self) -> String {
        let Some(odds) = &self.odds else { return String::new() };
        if let Some(cell) = self.cursor {
            let often = odds.visits[usize::from(cell)];
            return format!(
                "{} · {often:.3} landings per match",
                sentence(self.board.cells(), cell)
            );
        }
        match (odds.games, odds.error(odds.win[0])) {
            (Some(games), Some(error)) => {
                let share = error * 100.0;
                format!("{} matches; chances accurate to {share:.2} %", number(games as usize))
            }
            _ => "exact, not simulated".to_owned(),
        }
    }
}

/// As many digits as fit into a cell: `0.61`, `12.3`, `140`.
fn few_digits(value: f64) -> String {
    match value {
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stay_short() {
        for (value, text) in [(0.0, "0.00"), (9.994, "9.99"), (12.34, "12.3"), (140.4, "140")] {
            assert_eq!(few_digits(value), text);
        }
    }
}

//! The main menu: the parlour's name, the games with a live miniature, and everything else.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::demo::Demo;
use super::{
    Games, NotOpened, Reopen, arena, house, number, puzzles, reopen, saves, settings, statistics,
};
use crate::play::{Player, Record};
use crate::store::{Matches, SavedMatch, Statistics};
use crate::tui::ask::row_at;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{NAV, Nav, Section, bind};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::text::{fill, first_that_fits, put, wrap};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Context, Effect, Hint, Mouse, Msg, Screen, Title, hints, letters, trip};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Continue,
    Puzzles,
    Arena,
    Across,
    Saves,
    Statistics,
    Settings,
    Help,
    Quit,
}

#[rustfmt::skip]
pub(super) const MENU: Section<Action> = Section {
    name: "menu",
    bindings: &[
        bind(Action::Continue, "continue", &["c"], "continue",
            "Resumes the last match that isn't over."),
        bind(Action::Puzzles, "puzzles", &["p"], "puzzles",
            "Opens the puzzles, today's first."),
        bind(Action::Arena, "arena", &["a"], "arena", "Lets bots play against each other."),
        bind(Action::Across, "across", &["m"], "across machines",
            "Opens a house for others, or joins one."),
        bind(Action::Saves, "saved-matches", &["s"], "saved matches",
            "Lists every match played here."),
        bind(Action::Statistics, "statistics", &["t"], "statistics", "Shows who beat whom."),
        bind(Action::Settings, "settings", &["o"], "settings",
            "Changes colours, characters and speed."),
        bind(Action::Help, "about", &["e"], "help", "Opens this page."),
        bind(Action::Quit, "quit", &["q"], "quit", "Leaves parlour."),
    ],
};

/// A move of the miniature.
const BEAT: Duration = Duration::from_millis(700);
/// Nobody has looked for so long: the miniature rests, and the program sleeps.
const REST: Duration = Duration::from_secs(90);

/// What is said at the foot takes no more rows.
const MOST_LINES: usize = 4;
/// Columns for the name of the house and the entries; more would pull name and words apart.
const COLUMN: u16 = 66;
/// A list of so few columns has none to spare.
const NARROW: u16 = 46;

/// Rows for the name of the house and the line below it.
fn head(board: Rect) -> u16 {
    if board.height >= 28 { 11 } else { 9 }
}

/// What stands beside the picture.
struct Column {
    head: Rect,
    list: Rect,
}

const ABOUT: &str = include_str!("about.md");

/// A line of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MenuItem {
    Game(usize),
    Do(Action),
}

/// What the menu says of the store, which is read beside the screen.
enum Fact {
    /// How many matches are kept.
    Saved(usize),
    /// The statistics in a few words.
    Played(String),
    /// The match to continue with, and how the menu calls it.
    Unfinished(Box<Option<(SavedMatch, Vec<String>)>>),
}

struct Menu {
    games: Games,
    cursor: usize,
    demo: Option<Box<dyn Demo>>,
    /// Which game the demo is of.
    shown: Option<usize>,
    quiet: Duration,
    /// Whether things may move by themselves.
    lively: bool,
    /// The match to continue with, and what it is: all of it, and less where there is no room.
    unfinished: Option<(SavedMatch, Vec<String>)>,
    saved: String,
    played: String,
    /// The puzzle of the day and the streak, in a few words.
    today: Vec<String>,
    /// The look at the store, while it lasts.
    task: Option<Task<Fact>>,
    /// Somebody wants to continue before the match is found.
    in_a_hurry: bool,
    /// Whether the page of an open house lies beneath.
    over_house: bool,
}

/// The page everything starts from. It looks at the store whenever it is shown, not now.
pub fn open(games: &Games) -> Box<dyn Screen> {
    Box::new(Menu::new(games))
}

/// The same while a house is open, whose page lies beneath.
pub(super) fn open_over_house(games: &Games) -> Box<dyn Screen> {
    Box::new(Menu { over_house: true, ..Menu::new(games) })
}

impl Menu {
    fn new(games: &Games) -> Menu {
        Menu {
            games: games.clone(),
            cursor: 0,
            demo: None,
            shown: None,
            quiet: Duration::ZERO,
            lively: false,
            unfinished: None,
            saved: "reading…".to_owned(),
            played: "reading…".to_owned(),
            today: Vec::new(),
            task: None,
            in_a_hurry: false,
            over_house: false,
        }
    }

    fn entries(&self) -> Vec<MenuItem> {
        let games = (0..self.games.all().len()).map(MenuItem::Game);
        let others = MENU.bindings.iter().map(|binding| MenuItem::Do(binding.action));
        let offered = others
            .filter(|entry| *entry != MenuItem::Do(Action::Continue) || self.unfinished.is_some())
            .filter(|entry| *entry != MenuItem::Do(Action::Puzzles) || !self.today.is_empty());
        games.chain(offered).collect()
    }

    /// Looks at the store again: a match may have been played since. What was known stays until
    /// it is known better.
    fn refresh(&mut self, context: &mut Context) -> Effect {
        let (places, games) = (context.store.places().clone(), self.games.clone());
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(Fact)| {
            let matches = Matches::at(&places, cancel);
            report(Fact::Saved(matches.len()));
            if cancel.is_cancelled() {
                return;
            }
            let unfinished = matches.last_unfinished().and_then(|saved| {
                let words = unfinished_words(&games, saved.record.as_ref().ok()?)?;
                Some((saved.clone(), words))
            });
            report(Fact::Unfinished(Box::new(unfinished)));
            report(Fact::Played(statistics::summary(&Statistics::at(&places))));
        });
        self.task = Some(task);
        self.in_a_hurry = false;
        self.today = puzzles::today_words(&self.games, context);
        self.lively = context.animated();
        self.wake();
        run
    }

    /// Takes note of what was found in the store.
    fn listen(&mut self, context: &mut Context) -> Effect {
        let mut effect = Effect::None;
        while let Some(news) = self.task.as_ref().and_then(Task::poll) {
            match news {
                News::Report(Fact::Saved(0)) => self.saved = "none yet".to_owned(),
                News::Report(Fact::Saved(saved)) => self.saved = number(saved),
                News::Report(Fact::Played(words)) => self.played = words,
                News::Report(Fact::Unfinished(found)) => {
                    let chosen = self.entries().get(self.cursor).copied();
                    self.unfinished = *found;
                    // An entry more or less moves the cursor with its own.
                    let entries = self.entries();
                    let same = entries.iter().position(|entry| Some(*entry) == chosen);
                    self.cursor = same.unwrap_or(self.cursor).min(entries.len() - 1);
                    if std::mem::take(&mut self.in_a_hurry) {
                        effect = effect.and(self.go_on(Reopen::Resume, context));
                    }
                }
                News::Failed(_) => {}
                News::Done => self.task = None,
            }
        }
        effect
    }

    /// Opens the match to continue with.
    fn go_on(&mut self, how: Reopen, context: &mut Context) -> Effect {
        let Some((saved, _)) = &self.unfinished else {
            self.in_a_hurry = self.task.is_some();
            return match self.in_a_hurry {
                true => Effect::None,
                false => Effect::Say("there is no unfinished match".to_owned()),
            };
        };
        match reopen(&self.games, saved, how, context) {
            Ok(screen) => Effect::Open(screen),
            Err(NotOpened::InUse(question)) => Effect::Open(Box::new(question)),
            Err(NotOpened::Refused(why)) => Effect::Say(why),
        }
    }

    /// Shows the miniature of the highlighted game, and lets it move again.
    fn wake(&mut self) {
        self.quiet = Duration::ZERO;
        if let Some(MenuItem::Game(at)) = self.entries().get(self.cursor).copied()
            && self.shown != Some(at)
        {
            self.demo = self.games.all()[at].demo();
            self.shown = Some(at);
            // A board with something on it says more than an empty one.
            for _ in 0..8 {
                if let Some(demo) = &mut self.demo {
                    demo.step();
                }
            }
        } else if self.demo.is_none() && !self.games.all().is_empty() {
            self.demo = self.games.all()[0].demo();
            self.shown = Some(0);
        }
    }

    fn choose(&mut self, entry: MenuItem, context: &mut Context) -> Effect {
        match entry {
            MenuItem::Game(at) => {
                self.cursor = at;
                Effect::Open(self.games.all()[at].setup(context))
            }
            MenuItem::Do(Action::Continue) => self.go_on(Reopen::Resume, context),
            MenuItem::Do(Action::Puzzles) => {
                Effect::Open(puzzles::open(&self.games, puzzles::Start::Shelf, context))
            }
            MenuItem::Do(Action::Arena) => arena::open(&self.games, context),
            MenuItem::Do(Action::Across) if self.over_house => Effect::Close,
            MenuItem::Do(Action::Across) => Effect::Open(house::open(&self.games)),
            MenuItem::Do(Action::Saves) => Effect::Open(saves::open(&self.games)),
            MenuItem::Do(Action::Statistics) => Effect::Open(statistics::open(&self.games)),
            MenuItem::Do(Action::Settings) => Effect::Open(settings::open(&self.games)),
            MenuItem::Do(Action::Help) => match self.help(context) {
                Some(help) => Effect::Open(help),
                None => Effect::None,
            },
            MenuItem::Do(Action::Quit) => Effect::Quit,
        }
    }

    /// Where the name and the entries stand. On a large screen both are in the middle.
    fn column(&self, context: &Context) -> Column {
        let board = Shell::of(context.area(), Side::Half).board;
        let (head, entries) = (head(board), self.entries().len() as u16 + 1);
        let spare = board.height.saturating_sub(head + entries);
        // A few rows to spare go to the foot: a list that hangs low looks lost.
        let top = if spare > 6 { spare * 2 / 5 } else { 0 };
        let sides = board.width.saturating_sub(COLUMN) / 2;
        let column = panels::inset(board, sides, top, sides, 0);
        // On a low screen the entries come first.
        let rows = head.min(column.height.saturating_sub(entries));
        Column {
            head: Rect { height: rows.saturating_sub(1), ..panels::inset(column, 2, 1, 2, 0) },
            list: panels::inset(column, 1, rows, 1, 0),
        }
    }

    /// Where each entry stands.
    fn places(&self, list: Rect) -> Vec<Rect> {
        let entries = self.entries();
        let mut y = list.y;
        let mut places = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let first_other = matches!(entry, MenuItem::Do(_))
                && matches!(entries.get(at.wrapping_sub(1)), Some(MenuItem::Game(_)));
            y += u16::from(first_other);
            places.push(Rect { y, height: 1, ..list });
            y += 1;
        }
        places
    }

    fn words<'a>(
        &'a self,
        entry: MenuItem,
        room: u16,
        context: &Context,
    ) -> (String, &'a str, String) {
        match entry {
            MenuItem::Game(at) => {
                let game = self.games.all()[at];
                ((at + 1).to_string(), game.title(), game.tagline().to_owned())
            }
            MenuItem::Do(action) => {
                let key =
                    context.keys.first(&MENU, action).map_or(String::new(), |key| key.to_string());
                let (name, second) = match action {
                    Action::Continue => {
                        let words = self.unfinished.as_ref().map_or(&[][..], |it| &it.1);
                        ("Continue", first_that_fits(words, room).to_owned())
                    }
                    Action::Puzzles => ("Puzzles", first_that_fits(&self.today, room).to_owned()),
                    Action::Arena => ("Arena", "bots against bots".to_owned()),
                    Action::Across if self.over_house => {
                        ("Across machines", "your house is open".to_owned())
                    }
                    Action::Across => ("Across machines", "with friends elsewhere".to_owned()),
                    Action::Saves => ("Saved matches", self.saved.clone()),
                    Action::Statistics => ("Statistics", self.played.clone()),
                    Action::Settings => ("Settings", "colours, signs, speed".to_owned()),
                    Action::Help => ("Help", "keys, files, bots".to_owned()),
                    Action::Quit => ("Quit", String::new()),
                };
                (key, name, second)
            }
        }
    }
}

/// `Connect Four, Ada - Easy, move 11`; with less room without the move, without whoever looks, and
/// without anybody.
fn unfinished_words(games: &Games, record: &Record) -> Option<Vec<String>> {
    let game = games.find(&record.game)?;
    let (title, players) = (game.title(), &record.players);
    let mut others = game.names(players);
    let names = others.join(" - ");
    let unnamed = players.iter().position(|player| *player == Player::Human { name: None });
    let people = players.iter().filter(|player| player.is_human()).count();
    if let Some(you) = unnamed.filter(|_| people == 1) {
        others.remove(you);
    }
    Some(vec![
        format!("{title}, {names}, move {}", record.moves.len() + 1),
        format!("{title}, {names}"),
        format!("{title}, {}", others.join(" - ")),
        title.to_owned(),
    ])
}

impl Screen for Menu {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        let entries = self.entries();
        let last = entries.len() - 1;
        match msg {
            Msg::Shown => return self.refresh(context),
            Msg::Woken => return self.listen(context),
            // The one question of this page: the match is open in another parlour.
            Msg::Answered(Answer::Chosen(1)) => return self.go_on(Reopen::Copy, context),
            Msg::Tick(elapsed) => {
                self.quiet += elapsed;
                if let Some(demo) = &mut self.demo {
                    demo.step();
                }
            }
            Msg::Key(key) => {
                trip::wire("main");
                context.forget_complaints();
                self.in_a_hurry = false;
                if let Some(action) = context.keys.action(&MENU, &key) {
                    return self.choose(MenuItem::Do(action), context);
                }
                if let Some(digit) = key.digit().map(usize::from).filter(|d| *d >= 1) {
                    return match digit <= self.games.all().len() {
                        true => self.choose(MenuItem::Game(digit - 1), context),
                        false => Effect::None,
                    };
                }
                match context.keys.nav(&key) {
                    Some(Nav::Up | Nav::Previous) => {
                        self.cursor = self.cursor.checked_sub(1).unwrap_or(last);
                    }
                    Some(Nav::Down | Nav::Next) => {
                        self.cursor = if self.cursor == last { 0 } else { self.cursor + 1 };
                    }
                    Some(Nav::First | Nav::PageUp) => self.cursor = 0,
                    Some(Nav::Last | Nav::PageDown) => self.cursor = last,
                    Some(Nav::Confirm | Nav::Right) => {
                        return self.choose(entries[self.cursor], context);
                    }
                    _ => {}
                }
                self.wake();
            }
            Msg::Mouse(mouse, at) => {
                let hit = row_at(&self.places(self.column(context).list), at);
                match (mouse, hit) {
                    (Mouse::WheelUp, _) => self.cursor = self.cursor.saturating_sub(1),
                    (Mouse::WheelDown, _) => self.cursor = (self.cursor + 1).min(last),
                    (_, Some(hit)) => {
                        self.cursor = hit;
                        if mouse == Mouse::Click {
                            return self.choose(entries[hit], context);
                        }
                    }
                    _ => {}
                }
                self.wake();
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let shell = Shell::of(context.area(), Side::Half);
        shell.draw(look, buf);
        let Column { head, list } = self.column(context);
        // A free row above the line below the name, and one between it and the list.
        let rows = head.height.saturating_sub(3).max(head.height.min(1));
        let tall = letters::name(look, Rect { height: rows, ..head }, buf);
        let games = self.games.all().len();
        let tagline = match games {
            1 => "A board game for one terminal".to_owned(),
            games => format!("{} board games for one terminal", number_word(games)),
        };
        let line = panels::row(head, tall + 1);
        put(buf, line, line.x, line.y, &tagline, theme.muted());
        let entries = self.entries();
        for (at, place) in self.places(list).into_iter().enumerate() {
            let focus = Focus::at(at, self.cursor);
            let place = place.intersection(shell.board);
            if place.is_empty() {
                continue;
            }
            let row = panels::list_row(look, place, buf, focus);
            // Two columns of air behind the longest name, where they can be spared.
            let names = if row.width > NARROW { 20 } else { 19 };
            let rest = panels::inset(row, names, 0, 0, 0);
            let (key, name, second) = self.words(entries[at], rest.width, context);
            put(buf, row, row.x, row.y, &key, theme.key());
            put(buf, row, row.x + 2, row.y, name, panels::name_style(look, focus));
            let second = look.truncate(&second, rest.width);
            put(buf, rest, rest.x, rest.y, &second, panels::second_style(look, focus));
        }
        let panel = shell.panel_text();
        if let (Some(demo), Some(at)) = (&self.demo, self.shown) {
            let game = self.games.all()[at];
            panels::caption(look, panel, buf, game.title(), &demo.words());
            let picture = panels::inset(panel, 0, 2, 0, 2);
            let picture = Rect { height: picture.height.min(picture.width * 2 / 3), ..picture };
            demo.draw(look, picture, buf);
        }
        let complaint = || Some((context.complaints().first()?.as_str(), Meaning::Warn));
        if let Some((said, meaning)) = context.saying().or_else(complaint) {
            // It may stand on the last entries, but not among their letters.
            let room = panels::inset(shell.board, 1, 0, 1, 0);
            let lines = wrap(said, room.width).len().min(MOST_LINES) as u16;
            let rows = panels::inset(room, 0, room.height.saturating_sub(lines), 0, 0);
            fill(buf, rows, theme.ground());
            panels::paragraph(look, rows, buf, said, theme.style(meaning));
        }
    }

    fn title(&self) -> Title {
        let right = concat!("parlour ", env!("CARGO_PKG_VERSION")).to_owned();
        Title { name: "The games room".to_owned(), detail: String::new(), right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = hints::entries(keys);
        let offered = |action| match action {
            Action::Continue => self.unfinished.is_some(),
            Action::Puzzles => !self.today.is_empty(),
            _ => true,
        };
        all.extend(hints::section(keys, &MENU, |action| {
            offered(action) && !matches!(action, Action::Quit | Action::Help)
        }));
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.extend(hints::section(keys, &MENU, |action| action == Action::Quit));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        (self.lively && self.demo.is_some() && self.quiet < REST).then_some(BEAT)
    }

    fn min_size(&self) -> Size {
        Size::new(72, 20)
    }

    fn is_home(&self) -> bool {
        true
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let games = hints::digits("1-9", "Opens the game with that number.");
        let mut all = hints::section(&context.keys, &MENU, |_| true);
        all.push(games);
        all.extend(hints::section(&context.keys, &NAV, |action| {
            matches!(action, Nav::Quit | Nav::Suspend)
        }));
        let all = hints::explained(self.hints(context), all);
        Some(Box::new(HelpScreen::of_text("The games room", ABOUT, &all, context)))
    }
}

fn number_word(number: usize) -> String {
    const WORDS: [&str; 10] =
        ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

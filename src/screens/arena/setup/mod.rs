//! A new contest: which game and board, who takes part, how many matches, and how it is held.

mod view;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::super::reading::Reading;
use super::super::setup::first_boards;
use super::{HELP, REMEMBERED, hall, number, results, setup_for};
use crate::arena::{Contest, Format, Journal, Keep, Patience, Plan, Secret};
use crate::games;
use crate::play::{Player, Session, Variant};
use crate::search::Limit;
use crate::store::boards::{self, Entry};
use crate::tui::ask::{Prompt, row_at};
use crate::tui::game_ui::GameUi;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Shell, Side};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Desk, Effect, Hint, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Start,
    Edit,
    Results,
}

pub const ARENA: Section<Action> = Section {
    name: "arena",
    bindings: &[
        bind(Action::Start, "start", &["enter"], "start", "Starts the contest."),
        bind(Action::Results, "results", &["r"], "results", "Opens the contests played so far."),
        bind(Action::Edit, "edit", &["e"], "type it", "Lets you type the value."),
    ],
};

/// So many boards are looked at for the next that can be played.
const MOST_BOARDS: usize = 100;
/// Matches at each table, or of each tie.
const GAMES: [usize; 13] = [1, 2, 4, 6, 10, 20, 50, 100, 200, 500, 1000, 2000, 10_000];
/// What our own bots may spend on a move.
const LIMITS: [Limit; 9] = [
    Limit::Nodes(100),
    Limit::Nodes(1000),
    Limit::Nodes(10_000),
    Limit::Nodes(100_000),
    Limit::Nodes(1_000_000),
    Limit::Time(Duration::from_millis(20)),
    Limit::Time(Duration::from_millis(100)),
    Limit::Time(Duration::from_millis(500)),
    Limit::Time(Duration::from_millis(2000)),
];
/// The same one may take part so often.
const MOST_ALIKE: usize = 4;
/// So many brackets and tables can still be read.
const MOST_ENTRANTS: usize = 16;
/// More than that is for the command line, which keeps no list of them.
const MOST_MATCHES: usize = 100_000;

/// A line that can be chosen and changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Game,
    Board,
    Format,
    Games,
    /// How many sit down to a match.
    Seats,
    Limit,
    Seed,
    Entrant(usize),
    Start,
}

/// Somebody who may take part.
struct Candidate {
    player: Player,
    /// How it thinks, or that it is a program.
    sentence: String,
    strength: Option<u8>,
    /// How often it takes part.
    count: usize,
    /// Why it cannot, on this board.
    unable: Option<&'static str>,
}

pub struct ArenaSetup<G: GameUi> {
    /// Every board, and the chosen one.
    boards: Reading<Entry<G>>,
    candidates: Vec<Candidate>,
    format: Format,
    seats: usize,
    games: usize,
    limit: usize,
    seed: Option<u64>,
    /// The seed unless somebody names one.
    drawn: Secret,
    preview: Option<G>,
    cursor: Row,
}

pub fn open<G: GameUi>(desk: &mut Desk) -> Box<dyn Screen> {
    Box::new(ArenaSetup::<G>::new(desk))
}

/// Where the choices for a game are remembered.
fn remembered<G: GameUi>() -> String {
    format!("{REMEMBERED} {}", G::ID)
}

impl<G: GameUi> ArenaSetup<G> {
    fn new(desk: &mut Desk) -> ArenaSetup<G> {
        let known = desk.store.remembered(&remembered::<G>());
        let word = |key: &str| known.get(key).map(String::as_str);
        let number = |key: &str| word(key).and_then(|text| text.parse::<usize>().ok());
        let format = Format::ALL.into_iter().find(|format| word("format") == Some(format.word()));
        let limit = word("limit").and_then(|text| text.parse().ok()).unwrap_or(LIMITS[1]);
        let ours = G::STRATEGIES.iter().map(|strategy| Candidate {
            player: Player::Bot { strategy: strategy.name.to_owned() },
            sentence: strategy.sentence.to_owned(),
            strength: Some(strategy.strength),
            count: 0,
            unable: None,
        });
        let programs = desk.store.settings().programs.iter().map(|command| Candidate {
            player: Player::Program { command: command.clone() },
            sentence: command.clone(),
            strength: None,
            count: 0,
            unable: None,
        });
        let mut candidates: Vec<Candidate> = ours.chain(programs).collect();
        // At first the three weakest of ours take part, whose matches are the quickest; or one of
        // them three times, where there is only one. No program is run unasked.
        let ours = if known.is_empty() { 3.min(G::STRATEGIES.len()) } else { 0 };
        for (at, candidate) in candidates.iter_mut().enumerate() {
            let usual = match at < ours {
                true if ours == 1 => 3,
                takes_part => usize::from(takes_part),
            };
            let count = number(&candidate.player.to_string());
            candidate.count = count.unwrap_or(usual).min(MOST_ALIKE);
        }
        let mut setup = ArenaSetup {
            boards: first_boards(desk, known.get("board")),
            candidates,
            format: format.unwrap_or(Format::League),
            seats: number("seats").unwrap_or(2),
            games: nearest(&GAMES, number("games").unwrap_or(100)),
            limit: LIMITS.iter().position(|known| *known == limit).unwrap_or(1),
            seed: word("seed").and_then(|text| text.parse().ok()),
            drawn: Secret::draw(),
            preview: None,
            cursor: Row::Game,
        };
        if setup.variant().is_none() {
            setup.boards.go(0);
        }
        setup.fit();
        setup
    }

    /// Takes in the boards that have been found meanwhile.
    fn listen(&mut self) {
        if self.boards.listen() {
            self.fit();
        }
    }

    fn variant(&self) -> Option<&G::Variant> {
        self.boards.chosen()?.board().ok()
    }

    /// Makes everything fit the chosen board.
    fn fit(&mut self) {
        let Some(variant) = self.variant().cloned() else { return };
        if !variant.seats().contains(&self.seats) {
            self.seats = variant.usual_seats();
        }
        for candidate in &mut self.candidates {
            candidate.unable = match &candidate.player {
                Player::Bot { strategy: name } => {
                    let known = G::STRATEGIES.iter().find(|known| known.name == name);
                    known.and_then(|known| (known.plays)(&variant).err())
                }
                _ => None,
            };
        }
        let seats = self.seats_at_a_table().clamp(*variant.seats().start(), *variant.seats().end());
        let seed = self.secret().number();
        self.preview = Some(Session::<G>::new(&variant, seats, seed).state().clone());
    }

    fn secret(&self) -> Secret {
        self.seed.map_or(self.drawn, Secret::from)
    }

    fn seats_at_a_table(&self) -> usize {
        if self.format == Format::KnockOut { 2 } else { self.seats }
    }

    fn entrants(&self) -> Vec<Player> {
        let able = self.candidates.iter().filter(|candidate| candidate.unable.is_none());
        able.flat_map(|it| std::iter::repeat_n(it.player.clone(), it.count)).collect()
    }

    fn matches(&self) -> usize {
        self.format.games(self.entrants().len(), self.seats_at_a_table(), GAMES[self.games])
    }

    /// Why the contest cannot begin, and what would help.
    fn obstacle(&self) -> Option<String> {
        let (count, seats) = (self.entrants().len(), self.seats_at_a_table());
        let range = self.variant()?.seats();
        if !range.contains(&seats) {
            return Some("a knock-out is between two, and this board is for more".to_owned());
        }
        if count < seats.max(2) {
            let more = seats.max(2) - count;
            return Some(match more {
                1 => "one more entrant is needed".to_owned(),
                more => format!("{more} more entrants are needed"),
            });
        }
        if count > MOST_ENTRANTS {
            return Some(format!("{count} entrants, expected up to {MOST_ENTRANTS}"));
        }
        (self.matches() > MOST_MATCHES).then(|| {
            let most = number(MOST_MATCHES);
            format!("more than {most} matches: that is for 'parlour arena'")
        })
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Game, Row::Board, Row::Format];
        let open = self.variant().is_some_and(|variant| variant.seats().count() > 1);
        if open && self.format == Format::League {
            rows.push(Row::Seats);
        }
        rows.extend([Row::Games, Row::Limit, Row::Seed]);
        rows.extend((0..self.candidates.len()).map(Row::Entrant));
        rows.push(Row::Start);
        rows
    }

    fn step(&mut self, by: isize) {
        let rows = self.rows();
        let at = rows.iter().position(|row| *row == self.cursor).unwrap_or(0);
        self.cursor =
            rows[(at as isize).saturating_add(by).clamp(0, rows.len() as isize - 1) as usize];
    }

    /// The first row of the next or the previous part of the page.
    fn part(&mut self, by: isize) {
        let part = |row: &Row| match row {
            Row::Entrant(_) => 1,
            Row::Start => 2,
            _ => 0,
        };
        let wanted = (part(&self.cursor) + by).rem_euclid(3);
        if let Some(row) = self.rows().into_iter().find(|row| part(row) == wanted) {
            self.cursor = row;
        }
    }

    /// Turns the value of the row under the cursor.
    fn turn(&mut self, by: isize, desk: &mut Desk) -> Effect {
        let round =
            |at: usize, count: usize| (at as isize + by).rem_euclid(count as isize) as usize;
        match self.cursor {
            Row::Game => {
                let at = games::IDS.iter().position(|id| *id == G::ID).unwrap_or(0);
                self.remember(desk);
                return Effect::Swap(setup_for(games::IDS[round(at, games::IDS.len())], desk));
            }
            Row::Board => {
                // Round to the next that can be played, but not through thousands that cannot.
                for _ in 0..self.boards.len().min(MOST_BOARDS) {
                    self.boards.go(round(self.boards.cursor(), self.boards.len()));
                    if self.variant().is_some() {
                        break;
                    }
                }
            }
            Row::Format => {
                let at = Format::ALL.iter().position(|it| *it == self.format).unwrap_or(0);
                self.format = Format::ALL[round(at, Format::ALL.len())];
            }
            Row::Games => self.games = self.games.saturating_add_signed(by).min(GAMES.len() - 1),
            Row::Seats => {
                if let Some(variant) = self.variant() {
                    let range = variant.seats();
                    let seats = self.seats.saturating_add_signed(by);
                    self.seats = seats.clamp(*range.start(), *range.end());
                }
            }
            Row::Limit => self.limit = self.limit.saturating_add_signed(by).min(LIMITS.len() - 1),
            Row::Seed => {
                self.seed = match (self.seed, by) {
                    (None, _) => Some(0),
                    (Some(0), -1) => None,
                    (Some(seed), by) => Some(seed.saturating_add_signed(by as i64)),
                };
            }
            Row::Entrant(at) => {
                let candidate = &mut self.candidates[at];
                if let Some(why) = candidate.unable {
                    return Effect::Say(why.to_owned());
                }
                candidate.count = candidate.count.saturating_add_signed(by).min(MOST_ALIKE);
            }
            Row::Start => {}
        }
        self.fit();
        Effect::None
    }

    /// Lets somebody take part, or not.
    fn toggle(&mut self, desk: &mut Desk) -> Effect {
        match self.cursor {
            Row::Start => self.start(desk),
            Row::Entrant(at) if self.candidates[at].count > 0 => {
                self.candidates[at].count = 0;
                Effect::None
            }
            _ => self.turn(1, desk),
        }
    }

    fn start(&mut self, desk: &mut Desk) -> Effect {
        if let Some(why) = self.obstacle() {
            return Effect::Say(why);
        }
        let Some(variant) = self.variant().cloned() else {
            return Effect::Say("there is no board".to_owned());
        };
        self.remember(desk);
        let limit = LIMITS[self.limit];
        let seats = self.seats_at_a_table();
        let mut contest = match Contest::<G>::new(variant, &self.entrants(), seats) {
            Ok(contest) => contest,
            Err(why) => return Effect::Say(why),
        };
        contest.plan = Plan {
            format: self.format,
            rounds: GAMES[self.games],
            seed: self.secret(),
            limit,
            patience: Patience::at_a_table(limit),
            keep: Keep::Moves,
            ..contest.plan
        };
        // The next contest has other dice, unless somebody wants the same.
        self.drawn = Secret::draw();
        let (file, begun) = desk.store.new_contest(G::ID);
        let journal = Journal::begin(&contest, begun);
        let kept = file.append(&[journal.line()]);
        let opened = Effect::Open(hall::open(Arc::new(contest), file));
        match kept {
            Ok(()) => opened,
            Err(why) => opened.and(Effect::Say(format!("the results cannot be kept: {why}"))),
        }
    }

    fn remember(&self, desk: &mut Desk) {
        let mut table = BTreeMap::new();
        if let Some(entry) = self.boards.chosen() {
            table.insert("board".to_owned(), entry.stem.clone());
        }
        table.insert("format".to_owned(), self.format.word().to_owned());
        table.insert("seats".to_owned(), self.seats.to_string());
        table.insert("games".to_owned(), GAMES[self.games].to_string());
        table.insert("limit".to_owned(), LIMITS[self.limit].to_string());
        if let Some(seed) = self.seed {
            table.insert("seed".to_owned(), seed.to_string());
        }
        for candidate in &self.candidates {
            table.insert(candidate.player.to_string(), candidate.count.to_string());
        }
        let game = BTreeMap::from([("game".to_owned(), G::ID.to_owned())]);
        // A choice that cannot be remembered is no obstacle.
        drop(desk.store.remember(&remembered::<G>(), table));
        drop(desk.store.remember(REMEMBERED, game));
    }

    fn key(&mut self, key: &Key, desk: &mut Desk) -> Effect {
        match desk.keys.action(&ARENA, key) {
            Some(Action::Start) => return self.start(desk),
            Some(Action::Results) => return Effect::Open(results::open(desk)),
            Some(Action::Edit) if self.cursor == Row::Seed => {
                let seed = self.seed.map_or(String::new(), |seed| seed.to_string());
                let prompt = Prompt::new("Seed, a whole number; empty for any", &seed);
                return Effect::Open(Box::new(prompt));
            }
            Some(Action::Edit) => return Effect::None,
            None => {}
        }
        match desk.keys.nav(key) {
            Some(Nav::Up) => self.step(-1),
            Some(Nav::Down) => self.step(1),
            Some(Nav::Left) => return self.turn(-1, desk),
            Some(Nav::Right) => return self.turn(1, desk),
            Some(Nav::Next) => self.part(1),
            Some(Nav::Previous) => self.part(-1),
            Some(Nav::First | Nav::PageUp) => self.step(isize::MIN / 2),
            Some(Nav::Last | Nav::PageDown) => self.step(isize::MAX / 2),
            Some(Nav::Confirm) => return self.toggle(desk),
            Some(Nav::Back) => {
                self.remember(desk);
                return Effect::Close;
            }
            _ => {}
        }
        Effect::None
    }

    fn typed(&mut self, text: &str) -> Effect {
        match (text.trim(), text.trim().parse()) {
            ("", _) => self.seed = None,
            (_, Ok(seed)) => self.seed = Some(seed),
            _ => return Effect::Say(format!("'{text}' is no seed, expected a whole number")),
        }
        self.fit();
        Effect::None
    }
}

fn nearest(values: &[usize], wanted: usize) -> usize {
    values.iter().position(|value| *value >= wanted).unwrap_or(values.len() - 1)
}

impl<G: GameUi> Screen for ArenaSetup<G> {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Shown => return self.boards.begin(boards::source(&desk.store)),
            Msg::Woken => self.listen(),
            Msg::Key(key) => return self.key(&key, desk),
            Msg::Answered(Answer::Text(text)) => return self.typed(&text),
            Msg::Mouse(mouse, at) => {
                let shell = Shell::of(desk.area(), Side::Narrow);
                if Self::start_place(shell.panel_text()).contains(at) && mouse == Mouse::Click {
                    return self.start(desk);
                }
                let places = self.places(Self::area(&shell));
                let rects: Vec<Rect> = places.iter().map(|(_, place)| *place).collect();
                match (mouse, row_at(&rects, at)) {
                    (Mouse::WheelUp, _) => self.step(-1),
                    (Mouse::WheelDown, _) => self.step(1),
                    (Mouse::Click, Some(hit)) => {
                        // Entrants are ticked at once; elsewhere a second click turns the value.
                        let again = self.cursor == places[hit].0;
                        self.cursor = places[hit].0;
                        if again || matches!(self.cursor, Row::Entrant(_)) {
                            return self.toggle(desk);
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let shell = Shell::of(desk.area(), Side::Narrow);
        shell.draw(look, buf);
        let area = Self::area(&shell);
        panels::heading(look, panels::inset(area, 1, 0, 0, 0), buf, "Contest");
        let places = self.places(area);
        let others = places.iter().filter(|(row, _)| !matches!(row, Row::Entrant(_))).count();
        let head = panels::row(area, others as u16 + 2);
        panels::heading(look, panels::inset(head, 1, 0, 0, 0), buf, "Entrants");
        for (row, place) in &places {
            self.draw_row(*row, *place, buf, desk);
        }
        let list = Self::entrants_area(area, others as u16);
        if let Some((Row::Entrant(first), _)) = places.get(others) {
            panels::scroll_mark(look, list, buf, *first, self.candidates.len());
        }
        desk.draw_status(shell.status(), buf, &self.explain(), Meaning::Muted);
        self.draw_panel(shell.panel_text(), buf, desk);
    }

    fn title(&self) -> Title {
        let detail = "bots against bots".to_owned();
        Title { name: "Arena".to_owned(), detail, right: String::new() }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let (turn, tick) = match self.cursor {
            Row::Entrant(_) => ("how many", true),
            _ => ("change", false),
        };
        let mut all = vec![
            hints::nav(keys, &[Nav::Up, Nav::Down], "choose"),
            hints::nav(keys, &[Nav::Left, Nav::Right], turn),
        ];
        if tick {
            all.push(Hint { keys: vec![Key::named("space")], words: "tick", about: "" });
        }
        let typed = self.cursor == Row::Seed;
        all.extend(hints::section(keys, &ARENA, |action| action != Action::Edit || typed));
        all.push(hints::nav(keys, &[Nav::Next], "part"));
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(80, 20)
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_text("Arena", HELP, &self.hints(desk), desk)))
    }
}

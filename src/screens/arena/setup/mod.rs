//! A new contest: which game and board, who takes part, how many matches, and how it is held.

mod view;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::super::demo;
use super::super::reading::Reading;
use super::super::setup::{PREVIEWED, first_boards};
use super::waiting::{self, Wanted};
use super::{Games, HELP, REMEMBERED, hall, number, results};
use crate::arena::{self, Contest, Format, Journal, Patience, Plan, Secret};
use crate::play::{Player, Session, Variant};
use crate::search::Limit;
use crate::store::boards::{self, Entry};
use crate::tui::ask::Prompt;
use crate::tui::form::{self, At, Change, Ends, Form, Part, Row, Value};
use crate::tui::game_ui::GameUi;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Shell};
use crate::tui::{Answer, Desk, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Start,
    Edit,
    Results,
    Host,
}

pub const ARENA: Section<Action> = Section {
    name: "arena",
    bindings: &[
        bind(Action::Start, "start", &["enter"], "start", "Starts the contest."),
        bind(Action::Results, "results", &["r"], "results", "Opens the contests played so far."),
        bind(
            Action::Host,
            "host",
            &["h"],
            "host",
            "Opens a room for programs that join from other machines.",
        ),
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
/// Where programs are let in, unless somebody says otherwise.
const USUAL_PLACE: &str = "0.0.0.0:4177";
/// The same one may take part so often.
const MOST_ALIKE: usize = 4;
/// So many brackets and tables can still be read.
const MOST_ENTRANTS: usize = 16;
/// Rounds of a Swiss contest.
const MOST_ROUNDS: usize = 15;
/// More than that is for the command line, which keeps no list of them.
const MOST_MATCHES: usize = 100_000;

/// A row that is not somebody who may take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Game,
    Board,
    Format,
    /// Of a Swiss contest.
    Rounds,
    Games,
    /// How many play in a match.
    Seats,
    Limit,
    Seed,
}

/// The parts of the form.
const CONTEST: usize = 0;

/// Somebody who may take part.
struct Candidate {
    player: Player,
    /// A bot by its level and its strategy.
    name: String,
    /// How it thinks, or that it is a program.
    sentence: String,
    strength: Option<u8>,
    /// How often it takes part.
    count: usize,
    /// Why it cannot, on this board.
    unable: Option<&'static str>,
}

pub struct ArenaSetup<G: GameUi> {
    shelf: Games,
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
    focus: At,
    /// Whether what is being typed is where to let programs in.
    asked_where: bool,
}

pub fn open<G: GameUi>(shelf: &Games, desk: &mut Desk) -> Box<dyn Screen> {
    Box::new(ArenaSetup::<G>::new(shelf, desk))
}

/// Where the choices for a game are remembered.
fn remembered<G: GameUi>() -> String {
    format!("{REMEMBERED} {}", G::ID)
}

impl<G: GameUi> ArenaSetup<G> {
    fn new(shelf: &Games, desk: &mut Desk) -> ArenaSetup<G> {
        let known = desk.store.remembered(&remembered::<G>());
        let word = |key: &str| known.get(key).map(String::as_str);
        let number = |key: &str| word(key).and_then(|text| text.parse::<usize>().ok());
        let format = Format::ALL.into_iter().find(|format| word("format") == Some(format.word()));
        let format = match (format, number("rounds")) {
            (Some(Format::Swiss(_)), Some(rounds)) => {
                Some(Format::Swiss(rounds.clamp(1, MOST_ROUNDS)))
            }
            (format, _) => format,
        };
        let limit = word("limit").and_then(|text| text.parse().ok()).unwrap_or(LIMITS[1]);
        let ours = G::STRATEGIES.iter().map(|strategy| Candidate {
            player: Player::Bot { strategy: strategy.name.to_owned() },
            name: match strategy.level {
                Some(level) => format!("{:<9} {}", level.name(), G::spoken(strategy)),
                None => G::spoken(strategy).to_owned(),
            },
            sentence: strategy.sentence.to_owned(),
            strength: Some(strategy.strength),
            count: 0,
            unable: None,
        });
        let programs = desk.store.settings().programs.iter().map(|command| Candidate {
            player: Player::Program { command: command.clone() },
            name: Player::Program { command: command.clone() }.name(""),
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
            shelf: shelf.clone(),
            boards: first_boards(desk, known.get("board")),
            candidates,
            format: format.unwrap_or(Format::League),
            seats: number("seats").unwrap_or(2),
            games: nearest(&GAMES, number("games").unwrap_or(100)),
            limit: LIMITS.iter().position(|known| *known == limit).unwrap_or(1),
            seed: word("seed").and_then(|text| text.parse().ok()),
            drawn: Secret::draw(),
            preview: None,
            focus: At::default(),
            asked_where: false,
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
        self.preview = Some(demo::played(Session::<G>::new(&variant, seats, seed), PREVIEWED));
    }

    fn secret(&self) -> Secret {
        self.seed.map_or(self.drawn, Secret::from)
    }

    fn seats_at_a_table(&self) -> usize {
        if self.format.is_for_two() { 2 } else { self.seats }
    }

    fn swiss_rounds(&self) -> usize {
        if let Format::Swiss(rounds) = self.format { rounds } else { 1 }
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
            return Some(
                match self.format {
                    Format::Swiss(_) => "in a Swiss contest two meet, and this board is for more",
                    _ => "a knock-out is between two, and this board is for more",
                }
                .to_owned(),
            );
        }
        if count < seats.max(2) {
            let more = seats.max(2) - count;
            return Some(match more {
                1 => "one more entrant is needed".to_owned(),
                more => format!("{more} more entrants are needed"),
            });
        }
        if count > MOST_ENTRANTS {
            return Some(format!(
                "{count} entrants are too many; up to {MOST_ENTRANTS} can take part"
            ));
        }
        (self.matches() > MOST_MATCHES).then(|| {
            let most = number(MOST_MATCHES);
            format!("more than {most} matches; use 'parlour arena' for that many")
        })
    }

    fn lines(&self) -> Vec<Line> {
        let open = self.variant().is_some_and(|variant| variant.seats().count() > 1);
        let seats = (open && !self.format.is_for_two()).then_some(Line::Seats);
        let rounds = matches!(self.format, Format::Swiss(_)).then_some(Line::Rounds);
        let first = [Line::Game, Line::Board, Line::Format].into_iter();
        first.chain(rounds).chain(seats).chain([Line::Games, Line::Limit, Line::Seed]).collect()
    }

    /// The row at a place that is not an entrant's.
    fn line(&self, at: At) -> Option<Line> {
        (at.part == CONTEST).then(|| self.lines().get(at.row).copied()).flatten()
    }

    fn start(&mut self, desk: &mut Desk) -> Effect {
        if let Some(why) = self.obstacle() {
            return Effect::Say(why);
        }
        let Some(variant) = self.variant().cloned() else {
            return Effect::Say("there is no board".to_owned());
        };
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
            keep: arena::Keep::Moves,
            ..contest.plan
        };
        // The next contest has other dice, unless somebody wants the same.
        self.drawn = Secret::draw();
        let (file, begun) = desk.store.new_contest(G::ID);
        let first = vec![Journal::begin(&contest, begun).line()];
        let written = Effect::Keep(Keep::Journal(file.clone(), first));
        self.remember().and(written).and(Effect::Open(hall::open(Arc::new(contest), file)))
    }

    /// Opens the room for programs from other machines.
    fn host(&mut self, text: &str, desk: &mut Desk) -> Effect {
        let Ok(listen) = text.trim().parse() else {
            return Effect::Say(format!("'{text}' isn't a place to listen; use {USUAL_PLACE}"));
        };
        let Some(board) = self.variant().cloned() else {
            return Effect::Say("there is no board".to_owned());
        };
        let bots = self.entrants().into_iter();
        let wanted = Wanted::<G> {
            board,
            bots: bots.filter(|player| matches!(player, Player::Bot { .. })).collect(),
            format: self.format,
            games: GAMES[self.games],
            seats: self.seats,
            limit: LIMITS[self.limit],
            seed: self.seed,
        };
        match waiting::open(wanted, listen, desk) {
            Ok(page) => self.remember().and(Effect::Open(page)),
            Err(why) => Effect::Say(why),
        }
    }

    fn remember(&self) -> Effect {
        let mut table = BTreeMap::new();
        if let Some(entry) = self.boards.chosen() {
            table.insert("board".to_owned(), entry.stem.clone());
        }
        table.insert("format".to_owned(), self.format.word().to_owned());
        if let Format::Swiss(rounds) = self.format {
            table.insert("rounds".to_owned(), rounds.to_string());
        }
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
        let of_game = Effect::Keep(Keep::Choices(remembered::<G>(), table));
        of_game.and(Effect::Keep(Keep::Choices(REMEMBERED.to_owned(), game)))
    }

    fn key(&mut self, key: &Key, desk: &mut Desk) -> Effect {
        match desk.keys.action(&ARENA, key) {
            Some(Action::Start) => return self.start(desk),
            Some(Action::Results) => return Effect::Open(results::open(&self.shelf)),
            Some(Action::Host) => {
                self.asked_where = true;
                let title = "Listen at ADDR:PORT (127.0.0.1:0 is local)";
                return Effect::Open(Box::new(Prompt::new(title, USUAL_PLACE)));
            }
            Some(Action::Edit) if self.line(self.focus) == Some(Line::Seed) => {
                let seed = self.seed.map_or(String::new(), |seed| seed.to_string());
                let prompt = Prompt::new("Seed: a whole number, or empty for a random one", &seed);
                return Effect::Open(Box::new(prompt));
            }
            Some(Action::Edit) => return Effect::None,
            None => {}
        }
        match desk.keys.nav(key) {
            Some(Nav::Back) => self.remember().and(Effect::Close),
            Some(nav) => form::key(self, nav, desk).unwrap_or(Effect::None),
            None => Effect::None,
        }
    }

    fn typed(&mut self, text: &str) -> Effect {
        match (text.trim(), text.trim().parse()) {
            ("", _) => self.seed = None,
            (_, Ok(seed)) => self.seed = Some(seed),
            _ => return Effect::Say(format!("'{text}' isn't a seed; use a whole number")),
        }
        self.fit();
        Effect::None
    }
}

impl<G: GameUi> Form for ArenaSetup<G> {
    fn parts(&self) -> Vec<Part> {
        let part = |heading, rows| Part { heading, rows, chosen: 0 };
        vec![part("Contest", self.lines().len()), part("Entrants", self.candidates.len())]
    }

    fn row(&self, at: At, _: &Desk) -> Row {
        let Some(line) = self.line(at) else { return self.candidates[at.row].row() };
        let row = |label: &str, text: String, ends, about: &str| {
            Row::new(label, Value::Turn { text, ends }, about)
        };
        let matches = number(GAMES[self.games]);
        match line {
            Line::Game => row("game", G::TITLE.to_owned(), Ends::NONE, "What is played."),
            Line::Board => {
                let words = |board: &G::Variant| format!("{} · {}", board.name(), board.summary());
                let text = self.variant().map_or("none".to_owned(), words);
                row("board", text, Ends::NONE, "On which board.")
            }
            Line::Format => {
                let about = match self.format {
                    Format::League => "Everyone meets everyone, and each side begins in turn.",
                    Format::KnockOut => "Two meet, and the better one stays in.",
                    Format::Gauntlet => "The first of the entrants below meets each of the others.",
                    Format::Swiss(_) => "In every round, entrants with about the same score meet.",
                };
                row("format", self.format.word().to_owned(), Ends::NONE, about)
            }
            Line::Rounds => {
                let rounds = self.swiss_rounds();
                let ends = Ends { less: rounds > 1, more: rounds < MOST_ROUNDS };
                let about = "About as many as it takes to halve the field down to one.";
                row("rounds", rounds.to_string(), ends, about)
            }
            Line::Games => {
                let text = match self.format {
                    Format::KnockOut => format!("{matches} a tie"),
                    _ => format!("{matches} at a table"),
                };
                let ends = Ends::of(self.games, GAMES.len());
                row("matches", text, ends, "How many matches the same opponents play.")
            }
            Line::Seats => {
                let range = self.variant().map_or(0..=0, Variant::seats);
                let ends =
                    Ends { less: self.seats > *range.start(), more: self.seats < *range.end() };
                row("table of", self.seats.to_string(), ends, "How many play in a match.")
            }
            Line::Limit => {
                let about = match LIMITS[self.limit] {
                    Limit::Nodes(_) => "Counted in nodes, so a seed gives the same results.",
                    Limit::Time(_) => "By the clock: the results differ every time.",
                };
                let ends = Ends::of(self.limit, LIMITS.len());
                row("bots think", limit_words(LIMITS[self.limit]), ends, about)
            }
            Line::Seed => {
                let text = self.seed.map_or("any".to_owned(), |seed| seed.to_string());
                let ends = Ends { less: self.seed.is_some(), more: true };
                row(
                    "seed",
                    text,
                    ends,
                    "The same seed gives the same matches, here and with --seed.",
                )
            }
        }
    }

    fn focus(&self) -> At {
        self.focus
    }

    fn look_at(&mut self, at: At, _: &mut Desk) {
        self.focus = at;
    }

    fn change(&mut self, at: At, change: Change, desk: &mut Desk) -> Effect {
        match self.line(at) {
            Some(Line::Game) => {
                let games = self.shelf.all();
                let at = games.iter().position(|game| game.id() == G::ID).unwrap_or(0);
                let next = games[change.round(at, games.len())].arena(&self.shelf, desk);
                return self.remember().and(Effect::Swap(next));
            }
            Some(Line::Board) => {
                // Round to the next that can be played, but not through thousands that cannot.
                for _ in 0..self.boards.len().min(MOST_BOARDS) {
                    self.boards.go(change.round(self.boards.cursor(), self.boards.len()));
                    if self.variant().is_some() {
                        break;
                    }
                }
            }
            Some(Line::Format) => {
                let word = self.format.word();
                let at = Format::ALL.iter().position(|it| it.word() == word).unwrap_or(0);
                self.format = Format::ALL[change.round(at, Format::ALL.len())];
            }
            Some(Line::Rounds) => {
                let rounds = change.step(self.swiss_rounds() - 1, MOST_ROUNDS) + 1;
                self.format = Format::Swiss(rounds);
            }
            Some(Line::Games) => self.games = change.step(self.games, GAMES.len()),
            Some(Line::Seats) => {
                let range = self.variant().map_or(0..=0, Variant::seats);
                let at = change.step(self.seats - range.start(), range.clone().count());
                self.seats = range.start() + at;
            }
            Some(Line::Limit) => self.limit = change.step(self.limit, LIMITS.len()),
            Some(Line::Seed) => {
                self.seed = match (self.seed, change) {
                    (None, _) => Some(0),
                    (Some(seed), Change::Previous) => seed.checked_sub(1),
                    (Some(seed), _) => Some(seed.saturating_add(1)),
                };
            }
            None => {
                let count = &mut self.candidates[at.row].count;
                *count = match change {
                    Change::Choose => usize::from(*count == 0),
                    turn => turn.step(*count, MOST_ALIKE + 1),
                };
            }
        }
        self.fit();
        Effect::None
    }

    fn area(&self, desk: &Desk) -> Rect {
        panels::inset(Shell::of(desk.area(), view::SIDE).board, 1, 1, 1, 0)
    }
}

impl Candidate {
    fn row(&self) -> Row {
        Row {
            strength: self.strength,
            note: if self.strength.is_none() { "yours" } else { "" }.to_owned(),
            unable: self.unable.map(str::to_owned),
            ..Row::new(&self.name, Value::Count(self.count), &self.sentence)
        }
    }
}

/// `1000 nodes a move`, `0.5 s a move`.
fn limit_words(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{} nodes a move", number(nodes as usize)),
        Limit::Time(time) => format!("{} s a move", time.as_secs_f32()),
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
            Msg::Answered(Answer::Text(text)) if std::mem::take(&mut self.asked_where) => {
                return self.host(&text, desk);
            }
            Msg::Answered(Answer::Text(text)) => return self.typed(&text),
            Msg::Answered(_) => self.asked_where = false,
            Msg::Mouse(mouse, at) => {
                let panel = Shell::of(desk.area(), view::SIDE).panel_text();
                return match mouse == Mouse::Click && Self::start_place(panel).contains(at) {
                    true => self.start(desk),
                    false => form::mouse(self, mouse, at, desk),
                };
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let shell = Shell::of(desk.area(), view::SIDE);
        shell.draw(&desk.look, buf);
        form::draw(self, buf, desk);
        self.draw_panel(&shell, buf, desk);
    }

    fn title(&self) -> Title {
        let detail = "bots against bots".to_owned();
        Title { name: "Arena".to_owned(), detail, right: String::new() }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let mut all = form::hints(self, desk);
        let (typed, ready) = (self.line(self.focus) == Some(Line::Seed), self.obstacle().is_none());
        all.extend(hints::section(keys, &ARENA, |action| match action {
            Action::Start => ready,
            Action::Edit => typed,
            Action::Results | Action::Host => true,
        }));
        all.push(hints::nav(keys, &[Nav::Next], "part"));
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(80, 20)
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        let mut all = hints::section(&desk.keys, &ARENA, |_| true);
        all.extend(form::explained(desk));
        let all = hints::explained(self.hints(desk), all);
        Some(Box::new(HelpScreen::of_text("Arena", HELP, &all, desk)))
    }
}

//! Opening a table: which game and board, whom each seat is for, the clock, and what happens to
//! somebody who stays away.

use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::demo::Picture;
use super::super::{Games, Pages};
use super::HELP;
use crate::house::{Away, Clock, Opening, Order, Orders, SeatFor};
use crate::lang::{as_told, told_as};
use crate::search::Card;
use crate::store::Store;
use crate::store::boards::BoardFile;
use crate::tui::form::{self, At, Change, Ends, Form, Part, Row, Value};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::{Context, Effect, Hint, Mouse, Msg, Screen, Title, hints};

/// What can be done with the whole form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Open,
}

/// Under `[table]` in `keys.toml`.
#[rustfmt::skip]
pub const TABLE: Section<Action> = Section {
    name: "table",
    bindings: &[
        bind(Action::Open, "open", &["enter"], "open it", "Opens the table as it is chosen here."),
    ],
};

/// Minutes for the whole match, and seconds that each move adds; none for no clock.
const CLOCKS: [Option<(u64, u64)>; 8] = [
    None,
    Some((1, 0)),
    Some((3, 2)),
    Some((5, 0)),
    Some((5, 5)),
    Some((10, 5)),
    Some((15, 10)),
    Some((30, 0)),
];
const AWAYS: [Away; 3] = [Away::Wait, Away::Bot, Away::Forfeit];
/// Seconds for which an absent player's seat is kept.
const AFTER: [u64; 5] = [30, 60, 120, 300, 900];
/// What a program's move may take, in milliseconds.
const MOVE_MS: u64 = 5000;

/// What a picture of a board leaves to chance comes from this.
const SEED: u64 = 7;

const WHAT: usize = 0;
const SEATS: usize = 1;
const TIME: usize = 2;

/// A board as a table can have it.
struct TableBoard {
    stem: String,
    board: Arc<Card>,
    /// Each bot that can play there, with what it does.
    bots: Vec<(&'static str, &'static str)>,
}

/// The boards of a game that a table can have: the bundled ones, and the one last played on.
fn boards(game: &dyn Pages, store: &Store) -> Vec<TableBoard> {
    let mut entries = game.boards().bundled(store);
    let last = store.remembered(game.id()).remove("board");
    let last = last.filter(|stem| entries.iter().all(|entry| entry.stem != *stem));
    entries.extend(last.and_then(|stem| game.boards().named(store, &stem)));
    let board = |entry: &BoardFile| {
        let board = entry.board().ok()?.clone();
        let able = board.bots.all.iter().filter(|bot| bot.unable.is_none());
        let bots = able.map(|bot| (bot.name, bot.sentence)).collect();
        Some(TableBoard { stem: entry.stem.clone(), board, bots })
    };
    entries.iter().filter_map(board).collect()
}

/// Whom a seat is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chair {
    Anybody,
    Person,
    Bot(usize),
}

struct OpenTable {
    games: Games,
    orders: Orders,
    game: usize,
    boards: Vec<TableBoard>,
    board: usize,
    /// The picture of the board that is chosen, with its file.
    picture: Option<(Arc<Card>, Picture)>,
    players: usize,
    chairs: Vec<Chair>,
    clock: usize,
    away: usize,
    after: usize,
    focus: At,
}

/// The form; what comes of it goes to the house.
pub fn open(games: &Games, orders: Orders, context: &Context) -> Box<dyn Screen> {
    let mut form = OpenTable {
        games: games.clone(),
        orders,
        game: 0,
        boards: Vec::new(),
        board: 0,
        picture: None,
        players: 0,
        chairs: Vec::new(),
        clock: 0,
        away: 0,
        after: 2,
        focus: At::default(),
    };
    form.take_game(context);
    Box::new(form)
}

impl OpenTable {
    fn take_game(&mut self, context: &Context) {
        let game = self.games.all().get(self.game);
        self.boards = game.map(|game| boards(*game, &context.store)).unwrap_or_default();
        (self.board, self.players) = (0, 0);
        self.fit();
    }

    /// Makes the seats fit the board.
    fn fit(&mut self) {
        let Some(TableBoard { board, bots, .. }) = self.boards.get(self.board) else { return };
        if self.picture.as_ref().is_none_or(|(shown, _)| !Arc::ptr_eq(shown, board)) {
            let picture = self.games.all()[self.game].picture(board, board.usual_seats, SEED);
            self.picture = Some((board.clone(), picture));
        }
        if !board.seats.contains(&self.players) {
            self.players = board.usual_seats;
        }
        self.chairs.resize(self.players, Chair::Anybody);
        let bots = bots.len();
        for chair in &mut self.chairs {
            if matches!(chair, Chair::Bot(at) if *at >= bots) {
                *chair = Chair::Anybody;
            }
        }
    }

    /// Whether the number of players can be chosen.
    fn is_open(&self) -> bool {
        self.boards.get(self.board).is_some_and(|it| it.board.seats.clone().count() > 1)
    }

    fn chairs_to_choose(&self) -> Vec<Chair> {
        let bots = self.boards.get(self.board).map_or(0, |board| board.bots.len());
        [Chair::Anybody, Chair::Person].into_iter().chain((0..bots).map(Chair::Bot)).collect()
    }

    fn opening(&self) -> Option<Opening> {
        let game = self.games.all().get(self.game)?;
        let TableBoard { stem, board, bots } = self.boards.get(self.board)?;
        let seat = |chair: &Chair| match chair {
            Chair::Anybody => SeatFor::Anybody,
            Chair::Person => SeatFor::Person,
            Chair::Bot(at) => SeatFor::Bot(bots[*at].0.to_owned()),
        };
        let clock = CLOCKS[self.clock].map(|(minutes, seconds)| Clock {
            base: Duration::from_secs(minutes * 60),
            increment: Duration::from_secs(seconds),
        });
        Some(Opening {
            clock,
            away: AWAYS[self.away],
            away_after: Duration::from_secs(AFTER[self.after]),
            stand_in: board.bots.strongest().map_or("", |best| best.name).to_owned(),
            move_ms: MOVE_MS,
            ..Opening::new(
                game.id(),
                &format!("{}:{stem}", game.id()),
                &board.file,
                &format!("{}, {} {}", game.title(), board.told, board.summary),
                self.chairs.iter().map(seat),
            )
        })
    }

    fn start(&mut self) -> Effect {
        let Some(opening) = self.opening() else {
            return Effect::Say("this game has no board to play on".to_owned());
        };
        self.orders.send(Order::Open(Box::new(opening)));
        Effect::Close
    }

    fn button(context: &Context) -> Rect {
        let panel = Shell::of(context.area(), Side::Picture).panel_text();
        panels::row(panel, panel.height.saturating_sub(2))
    }

    fn seat_row(&self, at: usize, board: &TableBoard) -> Row {
        let choices = self.chairs_to_choose();
        let chair = self.chairs[at];
        let place = choices.iter().position(|it| *it == chair).unwrap_or(0);
        let (text, about) = match chair {
            Chair::Anybody => (
                "whoever comes".to_owned(),
                "The next guest takes it, a person or a program.".to_owned(),
            ),
            Chair::Person => (
                "a person".to_owned(),
                "The next person takes it; programs sit elsewhere.".to_owned(),
            ),
            Chair::Bot(bot) => {
                let (name, sentence) = board.bots[bot];
                (format!("bot {name}"), format!("{name}: {sentence}."))
            }
        };
        let value = Value::Turn { text, ends: Ends::of(place, choices.len()) };
        let hue = Some(self.games.all()[self.game].hue(at, self.players));
        Row { hue, ..Row::new(format!("seat {}", at + 1), value, about) }
    }

    fn time_row(&self, at: usize) -> Row {
        match at {
            0 => {
                let text = match CLOCKS[self.clock] {
                    None => as_told(&told_as("none", "clock")),
                    Some((minutes, 0)) => format!("{minutes} min each"),
                    Some((minutes, seconds)) => format!("{minutes} min each, +{seconds} s a move"),
                };
                let about = "Time for the whole match. Whoever runs out of it loses.";
                Row::new(
                    "clock",
                    Value::Turn { text, ends: Ends::of(self.clock, CLOCKS.len()) },
                    about,
                )
            }
            1 => {
                let (text, about) = match AWAYS[self.away] {
                    Away::Wait => ("their seat waits", "The match waits until they are back."),
                    Away::Bot => ("a bot plays", "A bot plays for them until they are back."),
                    Away::Forfeit => ("they lose", "They lose the match."),
                };
                let text = text.to_owned();
                Row::new(
                    "away",
                    Value::Turn { text, ends: Ends::of(self.away, AWAYS.len()) },
                    about,
                )
            }
            _ => {
                let text = match AFTER[self.after] {
                    seconds @ ..60 => format!("{seconds} s"),
                    seconds => format!("{} min", seconds / 60),
                };
                let about = "How long a seat is kept before that happens.";
                let value = Value::Turn { text, ends: Ends::of(self.after, AFTER.len()) };
                let waits = AWAYS[self.away] == Away::Wait;
                let unable = waits.then(|| "for as long as it takes".to_owned());
                Row { unable, ..Row::new("kept for", value, about) }
            }
        }
    }
}

impl Form for OpenTable {
    fn parts(&self) -> Vec<Part> {
        vec![
            Part { heading: "Table", rows: 2 + usize::from(self.is_open()), chosen: 0 },
            Part { heading: "Seats", rows: self.chairs.len(), chosen: 0 },
            Part { heading: "Time", rows: 3, chosen: 0 },
        ]
    }

    fn row(&self, at: At, _: &Context) -> Row {
        let games = self.games.all();
        let Some(board) = self.boards.get(self.board) else {
            let text = games.get(self.game).map_or("", |game| game.title()).to_owned();
            return Row::new(
                "game",
                Value::Turn { text, ends: Ends::of(self.game, games.len()) },
                "",
            );
        };
        match (at.part, at.row) {
            (WHAT, 0) => {
                let text = games[self.game].title().to_owned();
                let about = games[self.game].tagline();
                Row::new(
                    "game",
                    Value::Turn { text, ends: Ends::of(self.game, games.len()) },
                    about,
                )
            }
            (WHAT, 1) => {
                let text = format!("{} {}", board.board.told, board.board.summary);
                let ends = Ends::of(self.board, self.boards.len());
                Row::new("board", Value::Turn { text, ends }, "The board, as it is drawn here.")
            }
            (WHAT, _) => {
                let (least, most) = (*board.board.seats.start(), *board.board.seats.end());
                let ends = Ends { less: self.players > least, more: self.players < most };
                let value = Value::Turn { text: self.players.to_string(), ends };
                Row::new("players", value, "How many play.")
            }
            (SEATS, seat) => self.seat_row(seat, board),
            (_, row) => self.time_row(row),
        }
    }

    fn focus(&self) -> At {
        self.focus
    }

    fn look_at(&mut self, at: At, _: &mut Context) {
        self.focus = at;
    }

    fn change(&mut self, at: At, change: Change, context: &mut Context) -> Effect {
        match (at.part, at.row) {
            (WHAT, 0) => {
                self.game = change.step(self.game, self.games.all().len());
                self.take_game(context);
            }
            (WHAT, 1) => {
                self.board = change.step(self.board, self.boards.len());
                self.fit();
            }
            (WHAT, _) => {
                if let Some(TableBoard { board, .. }) = self.boards.get(self.board) {
                    let least = *board.seats.start();
                    let count = board.seats.clone().count();
                    self.players = least + change.step(self.players - least, count);
                    self.fit();
                }
            }
            (SEATS, seat) => {
                let choices = self.chairs_to_choose();
                let place = choices.iter().position(|it| *it == self.chairs[seat]).unwrap_or(0);
                self.chairs[seat] = choices[change.step(place, choices.len())];
            }
            (TIME, 0) => self.clock = change.step(self.clock, CLOCKS.len()),
            (TIME, 1) => self.away = change.step(self.away, AWAYS.len()),
            _ => self.after = change.step(self.after, AFTER.len()),
        }
        Effect::None
    }

    fn area(&self, context: &Context) -> Rect {
        panels::inset(Shell::of(context.area(), Side::Picture).board, 1, 1, 1, 0)
    }
}

impl Screen for OpenTable {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Key(key) => self.key(&key, context),
            Msg::Mouse(Mouse::Click, at) if Self::button(context).contains(at) => self.start(),
            Msg::Mouse(mouse, at) => form::mouse(self, mouse, at, context),
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let shell = Shell::of(context.area(), Side::Picture);
        shell.draw(look, buf);
        form::draw(self, buf, context);
        let panel = shell.panel_text();
        if let Some((board, picture)) = &self.picture {
            panels::caption(look, panel, buf, &board.told, &board.summary);
            let place = panels::inset(panel, 0, 2, 0, 4);
            panels::picture(place, buf, |buf, area| (picture.paint)(look, area, buf));
        }
        panels::button(look, Self::button(context), buf, "Open the table", Focus::Here);
    }

    fn title(&self) -> Title {
        Title {
            name: "Across machines".to_owned(),
            detail: "a new table".to_owned(),
            right: String::new(),
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let mut all = form::hints(self, context);
        all.extend(hints::all(&context.keys, &TABLE));
        all.push(hints::nav(&context.keys, &[Nav::Next], "part"));
        all.extend(hints::help_and_back(&context.keys, "back"));
        all
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let mut all = hints::all(&context.keys, &TABLE);
        all.extend(form::explained(context));
        HelpScreen::of_page("A new table", HELP, self.hints(context), all, context)
    }
}

impl OpenTable {
    fn key(&mut self, key: &Key, context: &mut Context) -> Effect {
        if context.keys.action(&TABLE, key) == Some(Action::Open) {
            return self.start();
        }
        match context.keys.nav(key) {
            Some(Nav::Back) => Effect::Close,
            Some(nav) => form::key(self, nav, context).unwrap_or(Effect::None),
            None => Effect::None,
        }
    }
}

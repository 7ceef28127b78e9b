//! The rows of the page, and what a change of each does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Setup, view};
use crate::lang;
use crate::play::{Player, with_keys};
use crate::search::{Card, Entry};
use crate::store::boards::Origin;
use crate::tui::form::{At, Change, Ends, Form, Part, ROOMY, Row, Value};
use crate::tui::panels::{self, Shell};
use crate::tui::text::width;
use crate::tui::{Context, Effect, Keep};

/// The parts of the form.
pub const BOARDS: usize = 0;
pub const SEATS: usize = 1;
const OPTIONS: usize = 2;

/// A row that is not a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Players,
    Seat(usize),
    /// A key of the board.
    Dial(usize),
    Begins,
    Time,
    /// Whether owners see their own face-down cards.
    Training,
    Series,
    Order,
    Clock,
    Seed,
}

/// How many rows the staircase of levels may have.
const STAIRS: &[u16] = &[11, 7, 3, 2, 1];

impl Setup {
    fn seats(&self) -> Vec<Line> {
        let open = self.board.as_ref().is_ok_and(|board| board.seats.clone().count() > 1);
        let players = open.then_some(Line::Players);
        players.into_iter().chain((0..self.terms.players).map(Line::Seat)).collect()
    }

    fn options(&self) -> Vec<Line> {
        let dials = self.board.as_ref().map_or(0, |board| board.dials.len());
        let begins =
            (self.terms.players > 1 && self.terms.first_seat_begins).then_some(Line::Begins);
        let bots = self.terms.chairs[..self.terms.players].iter().any(|chair| chair.bot.is_some());
        let training =
            (self.game.has_secrets() && self.terms.people() > 0).then_some(Line::Training);
        let time =
            (bots && !self.bots.all.iter().all(|it| it.level.is_none())).then_some(Line::Time);
        let several = self.terms.players > 1;
        let series = several.then_some(Line::Series);
        let order = begins.and(Some(Line::Order));
        let clock = several.then_some(Line::Clock);
        let all = begins.into_iter().chain(time).chain(training).chain(series).chain(order);
        all.chain(clock).chain((0..dials).map(Line::Dial)).chain([Line::Seed]).collect()
    }

    /// The seat in focus, if one is.
    pub(super) fn focused_seat(&self) -> Option<usize> {
        match self.line(self.focus) {
            Some(Line::Seat(seat)) => Some(seat),
            _ => None,
        }
    }

    /// The row at a place that is not a board's.
    pub(super) fn line(&self, at: At) -> Option<Line> {
        let lines = match at.part {
            SEATS => self.seats(),
            OPTIONS => self.options(),
            _ => return None,
        };
        lines.get(at.row).copied()
    }

    fn board_row(&self, at: usize, context: &Context) -> Row {
        let entry = &self.boards.rows()[at];
        let chosen = entry.stem == self.stem;
        match entry.board() {
            Ok(board) => {
                let board = self.board.as_ref().ok().filter(|_| chosen).unwrap_or(board);
                let words = match board.aim.as_str() {
                    "" => board.summary.clone(),
                    aim => format!("{:<5}  {aim}", board.summary),
                };
                let area = self.area(context);
                let about = match self.tells(context) {
                    true if !entry.about().is_empty() => entry.about().to_owned(),
                    _ => facts(board, area.width),
                };
                let roomy = area.width >= RECORDED;
                let key = (self.game.id().to_owned(), board.name.clone());
                let note = match (self.records.get(&key).filter(|_| roomy), &entry.origin) {
                    (Some([won, 0, lost]), _) => format!("{won} won, {lost} lost"),
                    (Some([won, drawn, lost]), _) => {
                        format!("{won} won, {drawn} drawn, {lost} lost")
                    }
                    (None, Origin::Bundled) => String::new(),
                    (None, yours) => yours.to_string(),
                };
                Row { note, ..Row::new(&board.told, Value::Option { chosen, words }, about) }
            }
            Err(_) => Row {
                unable: Some("can't be played; the reason is at the right".to_owned()),
                ..Row::new(&entry.stem, Value::Option { chosen, words: String::new() }, "")
            },
        }
    }

    /// Whether the list has room for the sentences about its boards.
    pub(super) fn tells(&self, context: &Context) -> bool {
        self.area(context).width >= ROOMY
    }

    /// A person, then a bot of every level that the board has, and every program of the settings.
    fn sitters(&self, context: &Context) -> Vec<Option<Player>> {
        let bots = match self.ladder() {
            ladder if ladder.is_empty() => self.usual_bot().into_iter().collect(),
            ladder => ladder.into_iter().map(|(_, bot)| bot.player()).collect::<Vec<_>>(),
        };
        let programs = context.store.settings().programs.iter();
        let programs = programs.map(|line| Player::Program { command: line.clone() });
        [None].into_iter().chain(bots.into_iter().chain(programs).map(Some)).collect()
    }

    fn usual_bot(&self) -> Option<Player> {
        self.board.as_ref().ok()?.bots.first_opponent().map(Entry::player)
    }

    /// The next or the one before of all who may sit here. Space goes from people to bots to programs.
    fn reseat(&mut self, seat: usize, change: Change, context: &Context) {
        let all = self.sitters(context);
        let chair = &self.terms.chairs[seat];
        let bots = all.iter().filter(|it| matches!(it, Some(Player::Bot { .. }))).count();
        let now = all.iter().position(|it| *it == chair.bot);
        let next = match (change, &chair.bot) {
            (Change::Choose, None) => {
                let usual = self.usual_bot();
                all.iter().position(|it| *it == usual).unwrap_or(0)
            }
            (Change::Choose, Some(Player::Bot { .. })) => (bots + 1) % all.len(),
            // A strategy beside the ladder: the bots begin again.
            (_, Some(_)) if now.is_none() => 1.min(all.len() - 1),
            (change, _) => change.step(now.unwrap_or(0), all.len()),
        };
        self.terms.chairs[seat].bot = all.into_iter().nth(next).flatten();
    }

    /// Seats a bot of this step of the ladder.
    pub(super) fn climb(&mut self, seat: usize, step: usize) {
        let found = self.ladder().get(step).map(|(_, bot)| bot.player());
        if let (Some(found), Some(chair)) = (found, self.terms.chairs.get_mut(seat)) {
            chair.bot = Some(found);
        }
    }

    fn seat_row(&self, seat: usize, context: &Context) -> Row {
        let chair = &self.terms.chairs[seat];
        let mut words = vec!["person", "bot"];
        if !context.store.settings().programs.is_empty() {
            words.push("program");
        }
        let known = match &chair.bot {
            Some(Player::Bot { strategy }) => self.bots.named(strategy),
            _ => None,
        };
        let (chosen, note, about) = match (&chair.bot, known) {
            (None, _) => (
                0,
                chair.name.clone(),
                "A person at this keyboard; e lets you type a name.".to_owned(),
            ),
            // Where there is nothing to choose from, a name says nothing.
            (Some(_), Some(known)) if self.bots.all.len() == 1 => {
                (1, String::new(), format!("A bot: {}.", known.sentence))
            }
            (Some(_), Some(known)) => {
                let called = known.level.map_or(known.spoken, |level| level.name());
                let about = match known.own_name() {
                    Some(spoken) => format!("{called}: {spoken}, {}.", known.sentence),
                    None => format!("{called}: {}.", known.sentence),
                };
                (1, called.to_owned(), about)
            }
            (Some(bot), None) => {
                (words.len() - 1, bot.name(""), format!("{bot}, from the settings."))
            }
        };
        let names = self.game.usual_names(self.terms.players);
        let all = self.sitters(context);
        let ends = match all.iter().position(|it| *it == chair.bot) {
            Some(now) => Ends::of(now, all.len()),
            None => Ends::NONE,
        };
        let value = Value::Words { words, chosen, text: String::new(), ends };
        let hue = Some(self.game.hue(seat, self.terms.players));
        Row { hue, note, ..Row::new(&names[seat], value, about) }
    }

    /// Gives a key of the board another value, if that makes a board.
    fn turn_dial(&mut self, dial: usize, change: Change) -> Result<(), String> {
        let board = self.board.as_ref().map_err(Clone::clone)?;
        let Some(dial) = board.dials.get(dial) else { return Ok(()) };
        let next = change.step(dial.at, dial.values.len());
        let set = (dial.key.to_owned(), dial.values[next].clone());
        let boards = self.game.boards();
        let board = with_keys(&board.file, &[set]).and_then(|text| boards.read(&text));
        self.board = Ok(board.map_err(|error| error.why)?);
        self.is_turned = true;
        Ok(())
    }
}

impl Form for Setup {
    fn parts(&self) -> Vec<Part> {
        let chosen = self.boards.rows().iter().position(|entry| entry.stem == self.stem);
        let part = |heading, rows, chosen| Part { heading, rows, chosen };
        vec![
            part("Board", self.boards.len(), chosen.unwrap_or(0)),
            part("Players", self.seats().len(), 0),
            part("Options", self.options().len(), 0),
        ]
    }

    fn row(&self, at: At, context: &Context) -> Row {
        let Some(line) = self.line(at) else { return self.board_row(at.row, context) };
        let turn = |text: String, ends| Value::Turn { text, ends };
        match line {
            Line::Seat(seat) => self.seat_row(seat, context),
            Line::Players => {
                let range = self.board.as_ref().map_or(0..=0, |board| board.seats.clone());
                let ends = Ends {
                    less: self.terms.players > *range.start(),
                    more: self.terms.players < *range.end(),
                };
                Row::new("players", turn(self.terms.players.to_string(), ends), "How many play.")
            }
            Line::Dial(at) => {
                match self.board.as_ref().ok().and_then(|board| board.dials.get(at)) {
                    Some(dial) => {
                        let ends = Ends::of(dial.at, dial.values.len());
                        let value = turn(dial.shown[dial.at].clone(), ends);
                        let widest = dial.shown.iter().map(|text| width(text)).max().unwrap_or(0);
                        Row { widest, ..Row::new(dial.label, value, dial.meaning) }
                    }
                    None => Row::new("", turn(String::new(), Ends::NONE), ""),
                }
            }
            Line::Begins => self.terms.begins_row(&self.game.usual_names(self.terms.players)[0]),
            Line::Training => {
                let on = context.store.settings().training;
                let about = "Training wheels: you see your own face-down cards and may undo more.";
                Row::new(
                    "training",
                    turn(if on { "on" } else { "off" }.to_owned(), Ends::NONE),
                    about,
                )
            }
            line => self.terms.row(line),
        }
    }

    fn focus(&self) -> At {
        self.focus
    }

    fn look_at(&mut self, at: At, _: &mut Context) {
        let on_boards = self.focus.part == BOARDS;
        self.focus = at;
        if let Some(seat) = self.focused_seat() {
            self.seat_seen = seat;
        }
        if at.part == BOARDS {
            self.boards.go(at.row);
        }
        if on_boards || at.part == BOARDS {
            self.look();
        }
    }

    fn change(&mut self, at: At, change: Change, context: &mut Context) -> Effect {
        match self.line(at) {
            None => self.choose_board(context),
            Some(Line::Players) => {
                let range = self.board.as_ref().map_or(0..=0, |board| board.seats.clone());
                let at = change.step(self.terms.players - range.start(), range.clone().count());
                self.terms.players = range.start() + at;
            }
            Some(Line::Seat(seat)) => self.reseat(seat, change, context),
            Some(Line::Training) => {
                let mut settings = context.store.settings().clone();
                settings.training = !settings.training;
                return Effect::Keep(Keep::Settings(Box::new(settings)));
            }
            Some(Line::Dial(dial)) => {
                if let Err(why) = self.turn_dial(dial, change) {
                    return Effect::Say(why);
                }
            }
            Some(line) => self.terms.change(line, change),
        }
        self.fit(context);
        Effect::None
    }

    fn area(&self, context: &Context) -> Rect {
        panels::inset(Shell::of(context.area(), view::SIDE).board, 1, 1, 1, 0)
    }

    fn below(&self, part: usize) -> &'static [u16] {
        let ladder = part == SEATS && !self.ladder().is_empty();
        if ladder { STAIRS } else { &[0] }
    }

    fn draw_below(&self, _: usize, area: Rect, buf: &mut Buffer, context: &Context) {
        self.draw_stairs(area, buf, context);
    }
}

/// With fewer columns your record would cut what the board is about.
const RECORDED: u16 = 80;

/// What a board is like beyond its options: as many whole facts as one row has room for.
fn facts(board: &Card, wide: u16) -> String {
    let turned = |key: &str| board.dials.iter().any(|dial| [dial.key, dial.label].contains(&key));
    let mut told = String::new();
    for (key, value) in board.facts.iter().filter(|(key, _)| !turned(key)) {
        let more = match told.is_empty() {
            true => format!("{} {}", lang::told(key), lang::told(value)),
            false => format!("{told} · {} {}", lang::told(key), lang::told(value)),
        };
        if width(&more) > wide.saturating_sub(4) {
            break;
        }
        told = more;
    }
    lang::as_told(&told)
}

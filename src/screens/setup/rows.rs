//! The rows of the page, and what a change of each does.

use ratatui::layout::Rect;

use super::{BEST_OF, CLOCKS, Setup, TIMES, view};
use crate::arena::TimeControl;
use crate::play::telling::usual_names;
use crate::play::{Order, Player, Seat, Variant, with_keys};
use crate::search::Strategy;
use crate::store::boards::Origin;
use crate::tui::form::{At, Change, Ends, Form, Part, Row, Value};
use crate::tui::game_ui::GameUi;
use crate::tui::panels::{self, Shell};
use crate::tui::{Desk, Effect};

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
    Series,
    Order,
    Clock,
    Seed,
}

impl<G: GameUi> Setup<G> {
    fn seats(&self) -> Vec<Line> {
        let open = self.board.as_ref().is_ok_and(|board| board.seats().count() > 1);
        let players = open.then_some(Line::Players);
        players.into_iter().chain((0..self.players).map(Line::Seat)).collect()
    }

    fn options(&self) -> Vec<Line> {
        let dials = self.board.as_ref().map_or(0, |board| board.dials().len());
        let begins = (self.players > 1 && self.first_seat_begins).then_some(Line::Begins);
        let several = self.players > 1;
        let series = several.then_some(Line::Series);
        let order = begins.and(Some(Line::Order));
        let all = (0..dials).map(Line::Dial).chain(begins).chain(series).chain(order);
        all.chain(several.then_some(Line::Clock)).chain([Line::Time, Line::Seed]).collect()
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

    fn board_row(&self, at: usize) -> Row {
        let entry = &self.boards.rows()[at];
        let chosen = entry.stem == self.stem;
        match entry.board() {
            Ok(board) => {
                let board = self.board.as_ref().ok().filter(|_| chosen).unwrap_or(board);
                let words = board.summary();
                let facts = board.facts().into_iter().map(|(key, value)| format!("{key} {value}"));
                let about = facts.collect::<Vec<_>>().join(" · ");
                Row {
                    note: match entry.origin {
                        Origin::Bundled => String::new(),
                        yours => yours.to_string(),
                    },
                    ..Row::new(board.name(), Value::Option { chosen, words }, about)
                }
            }
            Err(_) => Row {
                unable: Some("refused, the reason is at the right".to_owned()),
                ..Row::new(&entry.stem, Value::Option { chosen, words: String::new() }, "")
            },
        }
    }

    /// A person, then every strategy that can play here and every program of the settings.
    fn sitters(&self, desk: &Desk) -> Vec<Option<Player>> {
        let Ok(variant) = &self.board else { return vec![None] };
        let able = G::STRATEGIES.iter().filter(|strategy| (strategy.plays)(variant).is_ok());
        let programs = desk.store.settings().programs.iter();
        let programs = programs.map(|line| Some(Player::Program { command: line.clone() }));
        [None].into_iter().chain(able.map(|strategy| Some(bot(strategy)))).chain(programs).collect()
    }

    fn seat_row(&self, seat: usize, desk: &Desk) -> Row {
        let chair = &self.chairs[seat];
        let mut words = vec!["person", "bot"];
        if !desk.store.settings().programs.is_empty() {
            words.push("program");
        }
        let known = match &chair.bot {
            Some(Player::Bot { strategy }) => G::STRATEGIES.iter().find(|it| it.name == strategy),
            _ => None,
        };
        let (chosen, text, about) = match (&chair.bot, known) {
            (None, _) if chair.name.is_empty() => {
                (0, String::new(), "Somebody at this keyboard.".to_owned())
            }
            (None, _) => (0, chair.name.clone(), "Somebody at this keyboard.".to_owned()),
            (Some(bot), Some(known)) => {
                (1, bot.name(""), format!("{}: {}.", known.name, known.sentence))
            }
            (Some(bot), None) => {
                (words.len() - 1, bot.name(""), format!("{bot}, from the settings."))
            }
        };
        // Whoever begins takes the first seat, and its colour with it.
        let names = usual_names::<G>(self.players);
        let note = match self.begins.filter(|_| self.first_seat_begins) {
            Some(0) | None => String::new(),
            Some(first) => {
                format!("plays {}", names[(seat + self.players - first) % self.players])
            }
        };
        Row {
            hue: Some(G::hue(Seat::at(seat), self.players)),
            note,
            strength: known.map(|known| known.strength),
            ..Row::new(&names[seat], Value::Words { words, chosen, text }, about)
        }
    }

    fn begins_text(&self) -> String {
        let Some(seat) = self.begins else { return "random".to_owned() };
        let chair = &self.chairs[seat];
        match (&chair.bot, chair.name.is_empty()) {
            (None, true) => usual_names::<G>(self.players)[seat].clone(),
            (None, false) => chair.name.clone(),
            (Some(bot), _) => bot.name(""),
        }
    }

    /// Gives a key of the board another value, if that makes a board.
    fn turn_dial(&mut self, dial: usize, change: Change) -> Result<(), String> {
        let variant = self.board.as_ref().map_err(Clone::clone)?;
        let Some(dial) = variant.dials().into_iter().nth(dial) else { return Ok(()) };
        let next = change.step(dial.at, dial.values.len());
        let set = (dial.key.to_owned(), dial.values[next].clone());
        let board = with_keys(&variant.to_toml(), &[set]).and_then(|text| G::Variant::parse(&text));
        self.board = Ok(board.map_err(|error| error.why)?);
        self.is_turned = true;
        Ok(())
    }
}

impl<G: GameUi> Form for Setup<G> {
    fn parts(&self) -> Vec<Part> {
        let chosen = self.boards.rows().iter().position(|entry| entry.stem == self.stem);
        let part = |heading, rows, chosen| Part { heading, rows, chosen };
        vec![
            part("Board", self.boards.len(), chosen.unwrap_or(0)),
            part("Players", self.seats().len(), 0),
            part("Options", self.options().len(), 0),
        ]
    }

    fn row(&self, at: At, desk: &Desk) -> Row {
        let Some(line) = self.line(at) else { return self.board_row(at.row) };
        let turn = |text: String, ends| Value::Turn { text, ends };
        match line {
            Line::Seat(seat) => self.seat_row(seat, desk),
            Line::Players => {
                let range = self.board.as_ref().map_or(0..=0, Variant::seats);
                let ends =
                    Ends { less: self.players > *range.start(), more: self.players < *range.end() };
                Row::new("players", turn(self.players.to_string(), ends), "How many sit down.")
            }
            Line::Dial(at) => {
                let dials = self.board.as_ref().map(Variant::dials).unwrap_or_default();
                match dials.get(at) {
                    Some(dial) => {
                        let ends = Ends::of(dial.at, dial.values.len());
                        let value = turn(dial.shown[dial.at].clone(), ends);
                        Row::new(dial.key, value, "Changes the board for this match.")
                    }
                    None => Row::new("", turn(String::new(), Ends::NONE), ""),
                }
            }
            Line::Begins => {
                let first = &usual_names::<G>(self.players)[0];
                let about = format!("Who makes the first move, and so plays {first}.");
                Row::new("begins", turn(self.begins_text(), Ends::NONE), about)
            }
            Line::Time => {
                let seconds = TIMES[self.time] as f32 / 1000.0;
                let ends = Ends::of(self.time, TIMES.len());
                let about = "How long a bot may think about a move.";
                Row::new("bot time", turn(format!("{seconds} s a move"), ends), about)
            }
            Line::Series => {
                let text = match BEST_OF[self.best_of] {
                    0 => "open".to_owned(),
                    many => format!("best of {many}"),
                };
                let about = "How many matches make a series; rematches keep its score.";
                Row::new("series", turn(text, Ends::of(self.best_of, BEST_OF.len())), about)
            }
            Line::Order => {
                let text = Order::ALL[self.order].words().to_owned();
                let about = "Who begins the next match of the series.";
                Row::new("rematch", turn(text, Ends::of(self.order, Order::ALL.len())), about)
            }
            Line::Clock => {
                let control = CLOCKS[self.clock].parse::<TimeControl>();
                let text = control.map_or("off".to_owned(), TimeControl::words);
                let about = "Whose time runs out loses the match.";
                Row::new("clock", turn(text, Ends::of(self.clock, CLOCKS.len())), about)
            }
            Line::Seed => {
                let text = self.seed.map_or("any".to_owned(), |seed| seed.to_string());
                let ends = Ends { less: self.seed.is_some(), more: true };
                let about = "The same seed gives the same dice, cards and bots.";
                Row::new("seed", turn(text, ends), about)
            }
        }
    }

    fn focus(&self) -> At {
        self.focus
    }

    fn look_at(&mut self, at: At, _: &mut Desk) {
        let on_boards = self.focus.part == BOARDS;
        self.focus = at;
        if at.part == BOARDS {
            self.boards.go(at.row);
        }
        if on_boards || at.part == BOARDS {
            self.look();
        }
    }

    fn change(&mut self, at: At, change: Change, desk: &mut Desk) -> Effect {
        match self.line(at) {
            None => self.choose_board(desk),
            Some(Line::Players) => {
                let range = self.board.as_ref().map_or(0..=0, Variant::seats);
                let at = change.step(self.players - range.start(), range.clone().count());
                self.players = range.start() + at;
            }
            Some(Line::Seat(seat)) => {
                let mut all = self.sitters(desk);
                let now = all.iter().position(|it| *it == self.chairs[seat].bot).unwrap_or(0);
                self.chairs[seat].bot = all.swap_remove(change.round(now, all.len()));
            }
            Some(Line::Dial(dial)) => {
                if let Err(why) = self.turn_dial(dial, change) {
                    return Effect::Say(why);
                }
            }
            Some(Line::Begins) => {
                // The seats, and after the last that it is random.
                let now = self.begins.unwrap_or(self.players);
                let next = change.round(now, self.players + 1);
                self.begins = (next < self.players).then_some(next);
            }
            Some(Line::Time) => self.time = change.step(self.time, TIMES.len()),
            Some(Line::Series) => self.best_of = change.step(self.best_of, BEST_OF.len()),
            Some(Line::Order) => self.order = change.step(self.order, Order::ALL.len()),
            Some(Line::Clock) => self.clock = change.step(self.clock, CLOCKS.len()),
            Some(Line::Seed) => {
                self.seed = match (self.seed, change) {
                    (None, _) => Some(1),
                    (Some(0 | 1), Change::Previous) => None,
                    (Some(seed), Change::Previous) => Some(seed - 1),
                    (Some(seed), _) => Some(seed.saturating_add(1)),
                };
            }
        }
        self.fit(desk);
        Effect::None
    }

    fn area(&self, desk: &Desk) -> Rect {
        panels::inset(Shell::of(desk.area(), view::SIDE).board, 1, 1, 1, 0)
    }
}

pub fn bot<G: GameUi>(strategy: &Strategy<G>) -> Player {
    Player::Bot { strategy: strategy.name.to_owned() }
}

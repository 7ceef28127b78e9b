//! The terms of a new match that are the same in every game: who sits where, who begins, the time,
//! the series, the clock and the seed.

use std::collections::BTreeMap;
use std::time::Duration;

use super::rows::Line;
use crate::arena::TimeControl;
use crate::lang::{as_told, told_as};
use crate::play::{Order, Player, Series};
use crate::search::Limit;
use crate::tui::form::{Change, Ends, Row, Value};
use crate::tui::text::width;

/// How long bots may think about a move, in milliseconds.
const TIMES: [u64; 7] = [100, 250, 500, 1000, 2000, 5000, 10_000];
/// How many matches a series may have; 0 where it goes on as long as people like.
const BEST_OF: [u8; 6] = [0, 3, 5, 7, 9, 11];
/// Time for people, as `TimeControl` reads it; none before them all.
const CLOCKS: [&str; 9] =
    ["off", "10/move", "30/move", "60/move", "60+1", "180+2", "300+3", "600+5", "1800+0"];
/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    pub name: String,
    /// A bot or a program; none for a person.
    pub bot: Option<Player>,
}

pub struct Terms {
    pub players: usize,
    pub chairs: Vec<Chair>,
    /// Who begins: a chair, or none where it is random.
    pub begins: Option<usize>,
    /// Whether the first seat begins, so that one can choose who sits there. Where the bank acts
    /// first it draws lots, and everybody stays in the seat they have chosen.
    pub first_seat_begins: bool,
    time: usize,
    /// An index into [`BEST_OF`], [`Order::ALL`] and [`CLOCKS`] each.
    best_of: usize,
    order: usize,
    clock: usize,
    pub seed: Option<u64>,
}

impl Terms {
    /// What was chosen the last time; bots have this time unless another was.
    pub fn remembered(known: &BTreeMap<String, String>, usual: Duration) -> Terms {
        let number = |key: &str| known.get(key).and_then(|text| text.parse::<u64>().ok());
        let time = number("time").unwrap_or(usual.as_millis() as u64);
        let chosen = |key: &str, all: &[String]| {
            let at = known.get(key).and_then(|text| all.iter().position(|known| known == text));
            at.unwrap_or(0)
        };
        let mut terms = Terms {
            players: known.get("players").and_then(|text| text.parse().ok()).unwrap_or(0),
            chairs: Vec::new(),
            begins: match known.get("begins").map(String::as_str) {
                Some("lot") => None,
                begins => Some(begins.and_then(|text| text.parse().ok()).unwrap_or(0)),
            },
            first_seat_begins: true,
            time: TIMES.iter().position(|known| *known >= time).unwrap_or(TIMES.len() - 1),
            best_of: chosen("series", &BEST_OF.map(|it| it.to_string())),
            order: chosen("order", &Order::ALL.map(|it| it.words().to_owned())),
            clock: chosen("clock", &CLOCKS.map(str::to_owned)),
            seed: None,
        };
        for seat in 0.. {
            let Some(spec) = known.get(&format!("seat {}", seat + 1)) else { break };
            terms.chairs.push(match spec.parse() {
                Ok(Player::Human { name }) => Chair { name: name.unwrap_or_default(), bot: None },
                bot => Chair { name: String::new(), bot: bot.ok() },
            });
        }
        // Whoever begins has the first seat; once it was only remembered who that would be.
        if let Some(first) = terms.begins.as_mut().map(std::mem::take)
            && let Some(seated) = terms.chairs.get_mut(..terms.players)
        {
            seated.rotate_left(first.min(seated.len()));
        }
        terms
    }

    /// What to remember of it.
    pub fn choices(&self, players: &[Player]) -> BTreeMap<String, String> {
        let mut choices = BTreeMap::new();
        let mut note = |key: &str, value: String| drop(choices.insert(key.to_owned(), value));
        note("players", self.players.to_string());
        note("time", TIMES[self.time].to_string());
        note("series", BEST_OF[self.best_of].to_string());
        note("order", Order::ALL[self.order].words().to_owned());
        note("clock", CLOCKS[self.clock].to_owned());
        note("begins", if self.begins.is_some() { "0" } else { "lot" }.to_owned());
        for (at, player) in (1..).zip(players) {
            note(&format!("seat {at}"), player.to_string());
        }
        choices
    }

    /// How long bots may think about a move.
    pub fn limit(&self) -> Limit {
        Limit::Time(Duration::from_millis(TIMES[self.time]))
    }

    pub fn control(&self) -> Option<TimeControl> {
        CLOCKS[self.clock].parse().ok()
    }

    pub fn series(&self) -> Series {
        let best_of = Some(BEST_OF[self.best_of]).filter(|many| *many > 0);
        Series::new(best_of, Order::ALL[self.order])
    }

    pub fn seated(&self) -> Vec<Player> {
        let player = |chair: &Chair| match &chair.bot {
            Some(bot) => bot.clone(),
            None => {
                let name = chair.name.trim();
                Player::Human { name: (!name.is_empty()).then(|| name.to_owned()) }
            }
        };
        self.chairs[..self.players].iter().map(player).collect()
    }

    /// How many people sit down.
    pub fn people(&self) -> usize {
        self.chairs[..self.players].iter().filter(|chair| chair.bot.is_none()).count()
    }

    /// The row of whoever begins; the first seat is called so.
    pub fn begins_row(&self, first: &str) -> Row {
        let about = match self.begins {
            Some(_) => format!("The {first} side always begins; a change swaps the seats."),
            None => format!("Who gets the {first} side, and begins, is random."),
        };
        let text = match self.chairs.first().filter(|_| self.begins.is_some()) {
            Some(chair) => self.begins_text(chair, first),
            None => "random".to_owned(),
        };
        let seated = self.chairs[..self.players].iter();
        let widest = seated.map(|chair| width(&self.begins_text(chair, first))).max();
        let value = Value::Turn { text, ends: Ends::NONE };
        Row { widest: widest.unwrap_or(0), ..Row::new("begins", value, about) }
    }

    /// Who begins, in a word, where somebody from this chair does.
    fn begins_text(&self, chair: &Chair, first: &str) -> String {
        match &chair.bot {
            None if chair.name.is_empty() && self.people() == 1 => "you".to_owned(),
            None if chair.name.is_empty() => first.to_owned(),
            None => chair.name.clone(),
            Some(Player::Bot { .. }) if self.people() + 1 == self.players => "the bot".to_owned(),
            Some(_) => first.to_owned(),
        }
    }

    /// The row of one of these terms.
    pub fn row(&self, line: Line) -> Row {
        let turn = |text: String, ends| Value::Turn { text, ends };
        match line {
            Line::Time => {
                let seconds = TIMES[self.time] as f32 / 1000.0;
                let ends = Ends::of(self.time, TIMES.len());
                let about = "How long a bot may think about a move.";
                Row::new("bot time", turn(format!("{seconds} s"), ends), about)
            }
            Line::Series => {
                let (text, about) = match BEST_OF[self.best_of] {
                    0 => (
                        as_told(&told_as("open", "series")),
                        "The score runs on from rematch to rematch, as long as you like."
                            .to_owned(),
                    ),
                    many => {
                        let first = many / 2 + 1;
                        (
                            format!("of {many}"),
                            format!("Best of {many}: the first to win {first} wins the series."),
                        )
                    }
                };
                Row::new("series", turn(text, Ends::of(self.best_of, BEST_OF.len())), about)
            }
            Line::Order => {
                let (text, about) = match Order::ALL[self.order] {
                    Order::Alternate => ("in turn", "You take turns going first, match by match."),
                    Order::Loser => ("loser", "Whoever lost begins the next match of the series."),
                    Order::Same => ("same", "The same side begins every match of the series."),
                };
                let text = text.to_owned();
                Row::new("rematch", turn(text, Ends::of(self.order, Order::ALL.len())), about)
            }
            Line::Clock => {
                let control = CLOCKS[self.clock].parse::<TimeControl>();
                let (text, about) = match control {
                    Ok(control) => (
                        control.short(),
                        format!("{}: whoever runs out of time loses.", control.words()),
                    ),
                    Err(_) => ("off".to_owned(), "The match is played without a clock.".to_owned()),
                };
                let clocks = CLOCKS.iter().filter_map(|clock| clock.parse::<TimeControl>().ok());
                let widest = clocks.map(|clock| width(&clock.short())).max().unwrap_or(0);
                let value = turn(text, Ends::of(self.clock, CLOCKS.len()));
                Row { widest, ..Row::new("clock", value, about) }
            }
            Line::Seed => {
                let text = self.seed.map_or("any".to_owned(), |seed| seed.to_string());
                let ends = Ends { less: self.seed.is_some(), more: true };
                let about = "The same seed gives the same dice, cards and bots.";
                Row::new("seed", turn(text, ends), about)
            }
            // The other rows belong to the board, or to whoever sits there.
            _ => Row::new("", turn(String::new(), Ends::NONE), ""),
        }
    }

    /// Changes one of these terms.
    pub fn change(&mut self, line: Line, change: Change) {
        match line {
            Line::Begins => {
                // Each of those who sit here, and after the last that it is random. Whoever begins has
                // the first seat, and everybody sees who sits where.
                let now = self.begins.unwrap_or(self.players);
                let next = change.round(now, self.players + 1);
                let by = (next % self.players + self.players - now % self.players) % self.players;
                self.chairs[..self.players].rotate_left(by);
                self.begins = (next < self.players).then_some(next);
            }
            Line::Time => self.time = change.step(self.time, TIMES.len()),
            Line::Series => self.best_of = change.step(self.best_of, BEST_OF.len()),
            Line::Order => self.order = change.step(self.order, Order::ALL.len()),
            Line::Clock => self.clock = change.step(self.clock, CLOCKS.len()),
            Line::Seed => {
                self.seed = match (self.seed, change) {
                    (None, _) => Some(1),
                    (Some(0 | 1), Change::Previous) => None,
                    (Some(seed), Change::Previous) => Some(seed - 1),
                    (Some(seed), _) => Some(seed.saturating_add(1)),
                };
            }
            _ => {}
        }
    }
}

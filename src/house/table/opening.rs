//! How a table is opened: the game, who may sit where, and what time does there.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What happens to a seat whose player stays away for too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Away {
    /// It waits on.
    #[default]
    Wait,
    /// A bot plays there until they are back.
    Bot,
    /// They lose the match.
    Forfeit,
}

/// Time for a whole match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// At the beginning.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Whom a seat is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatFor {
    /// The first guest without a seat.
    Anybody,
    /// The first person without a seat; programs sit elsewhere.
    Person,
    /// A bot of the house, of this strategy.
    Bot(String),
}

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The game's name on the command line.
    pub game: String,
    /// What the host asked for, to know it again: `connect4:popout`.
    pub asked: String,
    /// The board as its file.
    pub board: String,
    /// The game and its board, as people call them.
    pub title: String,
    /// For each seat, the bot that has it; guests have the others.
    pub bots: Vec<Option<String>>,
    /// The seats, from 0, that no program may take.
    #[serde(default)]
    pub people: Vec<usize>,
    /// Time for the match, if there is a limit.
    pub clock: Option<Clock>,
    /// What happens to who stays away,
    pub away: Away,
    /// and after how long.
    pub away_after: Duration,
    /// The bot that plays for who is away.
    pub stand_in: String,
    /// What programs are told that a move may take, in milliseconds.
    pub move_ms: u64,
}

impl Opening {
    /// A table of this board with these seats, without a clock, at which an absent player's seat
    /// waits.
    pub fn new(
        game: &str,
        asked: &str,
        board: &str,
        title: &str,
        seats: impl Iterator<Item = SeatFor>,
    ) -> Opening {
        let (mut bots, mut people) = (Vec::new(), Vec::new());
        for (at, seat) in seats.enumerate() {
            bots.push(match seat {
                SeatFor::Bot(strategy) => Some(strategy),
                SeatFor::Anybody => None,
                SeatFor::Person => {
                    people.push(at);
                    None
                }
            });
        }
        Opening {
            game: game.to_owned(),
            asked: asked.to_owned(),
            board: board.to_owned(),
            title: title.to_owned(),
            bots,
            people,
            clock: None,
            away: Away::Wait,
            away_after: Duration::from_secs(120),
            stand_in: String::new(),
            move_ms: 5000,
        }
    }
}

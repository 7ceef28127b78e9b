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

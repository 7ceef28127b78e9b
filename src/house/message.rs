//! What a house and its guests say to each other: one JSON object a line.
//!
//! ```text
//! guest: {"parlour": {"protocol": 1, "code": "CE4N8VJP", "name": "Bob", "wants": "seat", "token": ".."}}
//! house: {"welcome": {"protocol": 1, "house": "Ada's house", "right": "play", "name": "Bob", "tables": [..]}}
//! house: {"seated": {"table": 1, "seat": 2, "token": ".."}}
//! house: {"match": {"game": "connect4", "board": "..", "names": [..], "scene": {..}, "told": [..], ..}}
//! guest: {"move": "4"}
//! house: {"moved": {"scene": {..}, "told": [..]}}
//! ```
//!
//! A program is greeted and asked with the `hello`, `turn` and `over` of the bot protocol, and
//! answers with its `name` and `move`; `join` hands those lines through.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::invitation::Right;
use crate::play::{Seat, Told};

/// The version of the protocol, the only one that is spoken.
pub const PROTOCOL: u32 = 1;
/// The longest line of a guest, in bytes.
pub const LONGEST_FROM_GUEST: usize = 64 * 1024;
/// The longest line of a house: the longest match on the largest board fits.
pub const LONGEST_FROM_HOUSE: usize = 16 << 20;

/// Reads a message, or what a house has kept. By way of a `Value`: then only that is read from text,
/// and not each of the many types.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_value(serde_json::from_str(text)?)
}

/// What a guest says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromGuest {
    /// The first line: who is at the door.
    Parlour(Knock),
    /// The token under which it wants its next seat. It makes it itself, so that it comes back to a
    /// seat even if the line is cut before it hears that it has one.
    Token(String),
    /// Takes a seat of this table, or of the first with a free one.
    Sit(Option<usize>),
    /// Looks on at this table, or wherever most happens.
    Watch(Option<usize>),
    /// Leaves the table: a seat before the match has begun or after it has ended, or a place beside
    /// it.
    Leave,
    /// A move, in the game's notation.
    Move(String),
    /// Throws the dice.
    Throw,
    /// A program has heard `hello` for the first time, and calls itself this.
    Name(String),
    /// A program has heard this `hello` before, and goes on with its match.
    Still(String),
    /// A program has failed, and has lost the match.
    Failed(Failed),
    /// A program has been told how the match ended, and is gone.
    Left,
    /// Gives up. A program's reason is told to the others.
    Resign(Option<String>),
    /// Asks the others to let it take its last move back.
    TakeBack,
    /// Lets somebody take back their move, or doesn't.
    Grant(bool),
    /// Wants another match with the same people.
    Rematch,
    /// Answers a ping.
    Pong(u64),
}

/// Why a program has lost beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failed {
    /// One word: `late`, `died`.
    pub kind: String,
    /// The reason in a sentence.
    pub why: String,
    /// The last lines of its error output.
    #[serde(default)]
    pub words: Vec<String>,
}

/// Who is at the door.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Knock {
    /// The guest's [`PROTOCOL`].
    pub protocol: u32,
    /// The secret of the invitation.
    #[serde(default)]
    pub code: String,
    /// What the guest would like to be called.
    #[serde(default)]
    pub name: String,
    /// What it comes for.
    #[serde(default)]
    pub wants: Wants,
    /// Which table; none for the first that fits.
    #[serde(default)]
    pub table: Option<usize>,
    /// Whether a program will answer.
    #[serde(default)]
    pub program: bool,
    /// Of the seat it comes back to, or under which it wants a new one.
    #[serde(default)]
    pub token: Option<String>,
}

/// What a guest comes for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wants {
    /// To see what there is.
    #[default]
    Lobby,
    /// A seat: the one of its token, or a free one.
    Seat,
    /// The seat of its token and no other.
    Back,
    /// To look on.
    Watch,
}

/// What a house says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromHouse {
    /// The guest is in.
    Welcome(Welcome),
    /// The guest isn't in, or isn't given what it asked for.
    Refused(Refusal),
    /// What there is has changed.
    Tables(Vec<TableInfo>),
    /// The guest has a seat, and a token to come back to it.
    Seated(Seated),
    /// The program has a place in the contest, and a token to come back to it.
    Entered(String),
    /// How the contest stands.
    Contest(Box<ContestNews>),
    /// The contest is over; a last word to each.
    Ended(String),
    /// The whole match as the guest may see it: at its beginning, on coming back, at its end.
    Match(Box<MatchNews>),
    /// One or more moves later.
    Moved(Moved),
    /// Who is here, and the clocks.
    Seats(Vec<SeatInfo>),
    /// Somebody asks to take a move back.
    TakeBack(Seat),
    /// Somebody has something to say that is no part of the match.
    Said(String),
    /// Asks whether the line is still there.
    Ping(u64),
    /// The bot protocol's greeting.
    Hello(Value),
    /// The bot protocol's question.
    Turn(Value),
    /// The bot protocol's end.
    Over(Value),
}

/// The house opens its door.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// The house's [`PROTOCOL`].
    pub protocol: u32,
    /// What the house is called.
    pub house: String,
    /// What the guest may do.
    pub right: Right,
    /// What the guest is called here.
    pub name: String,
    /// What there is.
    pub tables: Vec<TableInfo>,
}

/// Why something isn't done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// A sentence for a person.
    pub why: String,
    /// Whether the house hangs up.
    #[serde(default)]
    pub goodbye: bool,
    /// After how many milliseconds it is worth trying again; none where it never is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u64>,
}

/// A guest has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// From 1.
    pub table: usize,
    /// From 0, as everywhere in the code.
    pub seat: Seat,
    /// Brings its bearer back to the seat.
    pub token: String,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// From 1.
    pub number: usize,
    /// The game's name on the command line.
    pub game: String,
    /// The game and its board, as people call them.
    pub title: String,
    /// Who sits there.
    pub seats: Vec<SeatInfo>,
    /// Whether the match has begun.
    pub playing: bool,
    /// Whose turn it is, or how it ended; nothing before the beginning.
    pub standing: String,
    /// Moves played.
    pub ply: usize,
    /// How many look on.
    pub watchers: usize,
}

impl TableInfo {
    /// How many seats wait for somebody.
    pub fn free_seats(&self) -> usize {
        self.seats.iter().filter(|seat| seat.state == SeatState::Free).count()
    }
}

/// A seat in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInfo {
    /// What its player is called; a colour where nobody sits.
    pub name: String,
    /// Whether anybody is there.
    pub state: SeatState,
    /// Milliseconds on its clock, where there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// For how many more milliseconds an absent player's seat is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_ms: Option<u64>,
    /// Matches won at this table, in a series.
    #[serde(default)]
    pub won: u32,
}

/// Whether anybody is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatState {
    /// Waits for somebody.
    Free,
    /// Somebody is there.
    Here,
    /// Somebody is there, and their line is slow.
    Slow,
    /// Somebody is gone, and may come back.
    Away,
    /// A bot plays, for good or until somebody is back.
    Bot,
}

/// The whole match as one guest may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchNews {
    /// From 1.
    pub table: usize,
    /// Which match at this table, from 1.
    pub round: usize,
    /// The game's name on the command line.
    pub game: String,
    /// The board as its file.
    pub board: String,
    /// Who sits on each seat, as records write it.
    pub players: Vec<String>,
    /// What sentences call them.
    pub names: Vec<String>,
    /// The guest's own seat; none for who looks on.
    pub you: Option<Seat>,
    /// A [`crate::play::Scene`] of the game.
    pub scene: Value,
    /// What was told of every move.
    pub told: Vec<Telling>,
    /// Who is here.
    pub seats: Vec<SeatInfo>,
    /// The match as a file, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}

/// The match some moves later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moved {
    /// A [`crate::play::Scene`] of the game.
    pub scene: Value,
    /// What is told of the new moves.
    pub told: Vec<Telling>,
    /// Who is here.
    pub seats: Vec<SeatInfo>,
}

/// A contest as those see it who look on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ContestNews {
    /// What the house is called.
    pub name: String,
    /// The game, the board and how many take part.
    pub title: String,
    /// `round 5 of 7`, or how many matches have been played.
    pub progress: String,
    /// Everybody, the best first.
    pub standings: Vec<PlaceInfo>,
    /// The rounds of a knock-out, or of the finals as they would be now.
    pub bracket: Vec<Vec<TieInfo>>,
    /// Whether that is what is being played, not only how it would be.
    pub knock_out: bool,
    /// Who meets next, by name and seat.
    pub next: Vec<Vec<String>>,
    /// Matches that are left.
    pub left: usize,
    /// Which match is shown, out of how many that are being played, and why.
    pub featured: String,
    /// How long it is shown at most, where another waits for its turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_ms: Option<u64>,
    /// Whether it is over.
    pub over: bool,
}

/// An entrant of a contest in a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlaceInfo {
    /// Its place, from 1; equal ones share one.
    pub place: usize,
    /// Its number among the entrants, by which a bracket names it.
    pub entrant: usize,
    /// What it is called.
    pub name: String,
    /// Points, in halves of halves: matches may be worth thirds at tables of four.
    pub points: String,
    /// The same as a share of the most that anybody has, in thousandths.
    pub share: u32,
    /// Matches played.
    pub played: u32,
    /// How many it lost by forfeit.
    pub forfeits: u32,
    /// How many places it has gained since the round before.
    pub rise: i32,
    /// On which seat of the shown match it sits.
    #[serde(default)]
    pub seat: Option<Seat>,
}

/// Two who meet, and who of them stays in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TieInfo {
    /// Their names with their places; nothing where that isn't known yet.
    pub sides: [Option<String>; 2],
    /// Who of the two stays in, from 0.
    pub winner: Option<usize>,
}

/// What is told of one move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Telling {
    /// For the move list.
    #[serde(flatten)]
    pub told: Told,
    /// The same as lines of text: a bare move says who played it.
    pub plain: Vec<String>,
    /// The move in its notation, as far as it may be seen.
    #[serde(default)]
    pub seen: String,
    /// Whether somebody chose it, so that it was not dice or cards.
    pub choice: bool,
}

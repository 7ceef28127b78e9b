//! Lays the table for a command: the board, the number of seats, the moves already played.

use std::io::BufRead;
use std::ops::RangeInclusive;

use clap::Args;

use super::{BoardArgs, Failure};
use crate::play::{Eye, Game, Outcome, Session, Turn, Variant, sentence};
use crate::search::Bots;
use crate::store::{Store, boards};
use serde_json::{Map, Value, json};

/// A table on the command line.
#[derive(Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// How many play
    #[arg(long)]
    pub players: Option<usize>,
    /// Makes everything random reproducible
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl TableArgs {
    pub fn lay<G: Bots>(&self) -> Result<Beginning<G>, Failure> {
        Beginning::lay(&self.board, self.players, self.seed)
    }
}

/// A board and how many sit down at it.
pub struct Beginning<G: Bots> {
    pub board: G::Variant,
    pub seats: usize,
    pub seed: u64,
}

impl<G: Bots> Beginning<G> {
    /// Finds the board. Without a name it is the first bundled one for so many players.
    pub fn lay(
        args: &BoardArgs,
        players: Option<usize>,
        seed: u64,
    ) -> Result<Beginning<G>, Failure> {
        let store = Store::open_default();
        let board = match &args.variant {
            Some(name) => boards::load::<G>(&store, name, &args.sets),
            None => boards::usual::<G>(&store, players, &args.sets),
        };
        let board = board.map_err(|error| match error {
            boards::LoadError::Unknown(why) | boards::LoadError::BadOverride(why) => {
                Failure::Call(why)
            }
            boards::LoadError::Refused(why) => Failure::Work(why),
        })?;
        let seats = players.unwrap_or_else(|| board.usual_seats());
        may_sit_down(seats, &board.seats(), board.name())?;
        Ok(Beginning { board, seats, seed })
    }

    /// The same table once more.
    pub fn copy(&self) -> Beginning<G> {
        Beginning { board: self.board.clone(), seats: self.seats, seed: self.seed }
    }

    pub fn session(&self) -> Session<G> {
        Session::new(&self.board, self.seats, self.seed)
    }

    /// The match after a line of moves; or the sentence and the index of the refused move.
    pub fn after(&self, moves: &str) -> Result<Session<G>, (String, usize)> {
        let mut session = self.session();
        for (index, text) in G::split_moves(&self.board, moves).iter().enumerate() {
            session
                .play_text(text)
                .map_err(|why| (sentence(&format!("'{text}': {why}")), index))?;
        }
        Ok(session)
    }
}

fn may_sit_down(seats: usize, range: &RangeInclusive<usize>, board: &str) -> Result<(), Failure> {
    if range.contains(&seats) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let why = format!("{seats} players can't play on '{board}'; use {expected}");
    Err(Failure::Call(why))
}

/// The position of a session as `show --json` prints it.
pub fn position<G: Game>(session: &Session<G>) -> Map<String, Value> {
    let state = session.state();
    let mut legal: Vec<String> = state.legal_moves().iter().map(ToString::to_string).collect();
    legal.sort_unstable();
    let mut object = Map::new();
    object.insert("turn".to_owned(), turn_json(&session.turn()));
    object.insert("legal".to_owned(), json!(legal));
    if let Some(scores) = state.scores() {
        object.insert("scores".to_owned(), json!(scores));
    }
    object.extend(G::describe(&state.view(Eye::Everything)));
    object
}

pub fn turn_json(turn: &Turn) -> Value {
    match turn {
        Turn::Decide(seat) => json!({ "seat": seat.number() }),
        Turn::Chance { by: None } => json!({ "chance": true }),
        Turn::Chance { by: Some(seat) } => json!({ "chance": true, "seat": seat.number() }),
        Turn::Over(Outcome::Win(seat)) => json!({ "over": "win", "seat": seat.number() }),
        Turn::Over(Outcome::Draw) => json!({ "over": "draw" }),
        Turn::Over(Outcome::Places(seats)) => {
            let seats: Vec<usize> = seats.iter().map(|seat| seat.number()).collect();
            json!({ "over": "places", "seats": seats })
        }
    }
}

/// The lines of standard input; one that is no text reads as one that cannot be a move.
pub fn input_lines() -> impl Iterator<Item = Result<String, std::io::Error>> {
    let mut input = std::io::stdin().lock();
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => Some(Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())),
            Err(error) => Some(Err(error)),
        }
    })
}

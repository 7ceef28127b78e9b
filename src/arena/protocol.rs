//! The bot protocol: what the referee and a program say to each other, a line of JSON each.
//!
//! ```text
//! > {"hello": {"protocol": 1, "game": "connect4", "variant": {..}, "seat": 1, "players": 2, "move_ms": 1000, "seed": 7}}
//! < {"name": "my bot"}
//! > {"turn": {"view": {"board": [..]}, "legal": ["1", "2", ..], "last": ["4"]}}
//! < {"move": "4"}
//! > {"over": {"result": "win", "seat": 1, "you": "won"}}
//! ```
//!
//! `variant` has the keys of a board file, whatever was left to chance settled. `last` are the
//! moves since the program's last answer (from the beginning, at its first turn), chance
//! included, as its seat may know them. `seed` is for a program's own dice, so that a contest
//! can be repeated. With a clock for the whole match, `hello` has `clock_ms` and `increment_ms`
//! too, and every turn `left_ms`.

use std::collections::HashSet;
use std::fmt::{self, Formatter};
use std::time::Duration;

use rand::Rng;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value, json};

use super::words::printable;
use super::{Fate, Fault, Patience};
use crate::play::{Dice, Eye, Game, Outcome, Seat, Session, Turn, Variant};

/// The version of the protocol, the only one that is spoken.
pub const VERSION: u32 = 1;
/// As many letters of a program's name as anybody wants to read.
const LONGEST_NAME: usize = 30;

/// What a referee says, as a program hears it.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Message {
    /// The match begins; the program answers with its name.
    Hello(Hello),
    /// The program is to move.
    Turn(Asked),
    /// The match has ended, which wants no answer; our own bots do not read how.
    Over(Value),
}

/// The greeting: everything that is known before the first move.
#[derive(Deserialize, Debug)]
pub struct Hello {
    /// The referee's [`VERSION`].
    pub protocol: u32,
    /// The game's [`Game::ID`].
    pub game: String,
    /// The keys of the board's file.
    pub variant: Map<String, Value>,
    /// From 1.
    pub seat: usize,
    /// How many sit down.
    pub players: usize,
    /// Milliseconds for a move; none where a referee sets no limit.
    pub move_ms: Option<u64>,
    /// Milliseconds that come back after each move, where there is a clock for the match.
    pub increment_ms: Option<u64>,
    /// For the program's own dice, where the referee cares.
    pub seed: Option<u64>,
}

/// What our own bots read of a turn: where nothing is secret they keep the position themselves.
#[derive(Deserialize, Debug)]
pub struct Asked {
    #[serde(default)]
    /// What the seat sees.
    pub view: Map<String, Value>,
    #[serde(default)]
    /// The moves since the program's last answer, chance included; none where nothing is new.
    pub last: Vec<String>,
    #[serde(default)]
    /// Milliseconds that are left for the whole match, where there is a clock for it.
    pub left_ms: Option<u64>,
}

impl Hello {
    /// The board of the match.
    pub fn board<V: Variant>(&self) -> Result<V, String> {
        let text = toml::to_string(&self.variant).map_err(|error| error.to_string())?;
        V::parse(&text).map_err(|error| error.why)
    }
}

/// What a program is greeted with when it takes its seat.
/// `dice` says which of the seeds for programs it gets: that of its seat, or of one it sat on
/// before.
pub fn hello<G: Game>(
    session: &Session<G>,
    seat: Seat,
    patience: &Patience,
    dice: usize,
) -> String {
    let state = session.state();
    let board = state.variant().to_toml();
    let seed = own_seed(session.seed(), Seat::at(dice));
    greeting(G::ID, &board, state.seats(), seat, patience, seed)
}

fn greeting(
    game: &str,
    board: &str,
    seats: usize,
    seat: Seat,
    patience: &Patience,
    seed: u32,
) -> String {
    // A board has the keys of its file.
    let variant = toml::from_str::<Value>(board).expect("a board writes what it reads");
    let mut hello = json!({
        "protocol": VERSION,
        "game": game,
        "variant": variant,
        "seat": seat.number(),
        "players": seats,
        "move_ms": patience.per_move.as_millis() as u64,
        "seed": seed,
    });
    if let Some(clock) = patience.clock {
        hello["clock_ms"] = json!(clock.time.as_millis() as u64);
        hello["increment_ms"] = json!(clock.increment.as_millis() as u64);
    }
    json!({ "hello": hello }).to_string()
}

/// What a program is asked at its turn; it knows the first `known` moves already.
/// `left` is what it has left of a clock.
pub fn turn<G: Game>(
    session: &Session<G>,
    seat: Seat,
    known: usize,
    left: Option<Duration>,
) -> String {
    let state = session.state();
    let eye = Eye::Seat(seat);
    let legal = state.legal_moves().iter().map(ToString::to_string).collect();
    let mut before = session.state_at(known);
    let mut last = Vec::new();
    for mv in &session.moves()[known..] {
        last.push(before.seen_move(mv, eye));
        before.play_unchecked(mv);
    }
    question(G::describe(&state.view(eye)), state.scores(), legal, last, left)
}

fn question(
    mut view: Map<String, Value>,
    scores: Option<Vec<i32>>,
    mut legal: Vec<String>,
    last: Vec<String>,
    left: Option<Duration>,
) -> String {
    legal.sort_unstable();
    if let Some(scores) = scores {
        view.insert("scores".to_owned(), json!(scores));
    }
    let mut turn = json!({ "view": view, "legal": legal, "last": last });
    if let Some(left) = left {
        turn["left_ms"] = json!(left.as_millis() as u64);
    }
    json!({ "turn": turn }).to_string()
}

/// How the match ended, for one of those who played it.
pub fn over<G: Game>(session: &Session<G>, seat: Seat) -> String {
    let you = Fate::of(&session.winners(), seat);
    farewell(session.turn(), you, session.state().scores(), session.resigned())
}

fn farewell(turn: Turn, you: Fate, scores: Option<Vec<i32>>, resigned: Option<Seat>) -> String {
    let Turn::Over(outcome) = turn else {
        return json!({ "over": { "result": "unfinished" } }).to_string();
    };
    let mut told = match outcome {
        Outcome::Win(winner) => json!({ "result": "win", "seat": winner.number() }),
        Outcome::Draw => json!({ "result": "draw" }),
        Outcome::Places(seats) => {
            let seats: Vec<usize> = seats.iter().map(|seat| seat.number()).collect();
            json!({ "result": "places", "seats": seats })
        }
    };
    told["you"] = json!(you.word());
    if let Some(scores) = scores {
        told["scores"] = json!(scores);
    }
    if let Some(seat) = resigned {
        told["forfeit"] = json!(seat.number());
    }
    json!({ "over": told }).to_string()
}

/// Reads the answer to `hello`.
pub fn name_in(answer: &str) -> Result<String, Fault> {
    text_in(answer, "name").map(|name| printable(name.trim(), LONGEST_NAME))
}

/// Reads the answer to `turn`.
pub fn move_in(answer: &str) -> Result<String, Fault> {
    text_in(answer, "move")
}

fn text_in(answer: &str, key: &str) -> Result<String, Fault> {
    let quoted = || printable(answer, 60);
    let found = serde_json::from_str::<Answer>(answer).map(|Answer(keys)| keys);
    if let Ok(keys) = &found
        && let Some(twice) = first_twice(keys)
    {
        let twice = printable(twice, 20);
        let why = format!("it answered '{}', which has the key '{twice}' twice", quoted());
        return Err(Fault::Garbage(why));
    }
    let value = found.into_iter().flatten().find(|(name, _)| name == key);
    match value {
        Some((_, Value::String(text))) => Ok(text),
        _ => Err(Fault::Garbage(format!(
            "it answered '{}', expected {{\"{key}\": \"..\"}}",
            quoted()
        ))),
    }
}

/// The keys of an answer as they stand there, one that comes twice included: which of the two was
/// meant is not for us to say.
struct Answer(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Answer, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Answer;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Answer, M::Error> {
                let mut keys = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    keys.push(entry);
                }
                Ok(Answer(keys))
            }
        }
        from.deserialize_map(Keys)
    }
}

fn first_twice(keys: &[(String, Value)]) -> Option<&str> {
    let mut seen = HashSet::new();
    keys.iter().map(|(key, _)| key.as_str()).find(|key| !seen.insert(*key))
}

/// Dice for a program. They must tell nothing of the match's own, which come from the same seed.
fn own_seed(match_seed: u64, seat: Seat) -> u32 {
    Dice::new(match_seed).stream(usize::MAX - seat.index()).next_u32()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Shelved, Visitor};

    #[test]
    fn every_board_survives_the_greeting() {
        struct Greet;
        impl Visitor for Greet {
            type Out = ();
            fn visit<G: Shelved>(&mut self) {
                for (stem, text) in G::BOARDS {
                    let board = G::Variant::parse(text).unwrap();
                    let session: Session<G> = Session::new(&board, board.usual_seats(), 3);
                    let line = hello(
                        &session,
                        Seat::FIRST,
                        &Patience::per_move(Duration::from_secs(1)),
                        0,
                    );
                    let Ok(Message::Hello(heard)) = serde_json::from_str(&line) else {
                        panic!("{line}");
                    };
                    let read: G::Variant = heard.board().unwrap();
                    assert_eq!(&read, &**session.state().variant(), "{} {stem}", G::ID);
                }
            }
        }
        games::visit_all(&mut Greet);
    }

    #[test]
    fn answers_are_read_strictly() {
        assert_eq!(move_in("{\"move\": \"4\", \"why\": 1}\r\n"), Ok("4".to_owned()));
        for wrong in ["", "4", "{}", "{\"move\": 4}", "{\"move\": \"4\"} x", "[[[[[[", "null"] {
            assert!(matches!(move_in(wrong), Err(Fault::Garbage(_))), "{wrong}");
        }
        for (twice, key) in [
            ("{\"move\": \"4\", \"move\": \"5\"}", "move"),
            ("{\"move\": \"4\", \"mo\\u0076e\": \"4\"}", "move"),
            ("{\"why\": 1, \"move\": \"4\", \"why\": 2}", "why"),
        ] {
            let Err(Fault::Garbage(why)) = move_in(twice) else { panic!("{twice} is taken") };
            assert!(why.ends_with(&format!("has the key '{key}' twice")), "{why}");
        }
        assert_eq!(name_in("{\"name\": \"\\u001b[2J\"}"), Ok("\u{fffd}[2J".to_owned()));
    }
}

//! A match or a position as one word, to be pasted into a chat and read by `parlour show` and
//! `parlour replay`.
//!
//! ```text
//! parlour:connect4,board=standard,seed=42,seat=human:Ada,seat=bot:minimax,moves=4.4.3.5
//! ```
//!
//! A bundled board stands there by its name, any other in full. What would end a word in a shell or
//! a chat is written as `%20`.

use super::{Concession, Game, Player, Record, RecordError, Seat, Variant};

/// What every such word begins with.
pub const PREFIX: &str = "parlour:";

/// The game of a shared match, if the text is one.
///
/// ```
/// use parlour::play::line;
///
/// assert_eq!(line::game("parlour:connect4,seed=1"), Some("connect4"));
/// assert_eq!(line::game("matches/evening.txt"), None);
/// ```
pub fn game(text: &str) -> Option<&str> {
    let rest = text.trim().strip_prefix(PREFIX)?;
    Some(rest.split(',').next().unwrap_or(rest))
}

/// The match of a record as one word. Command lines of programs stay at home.
///
/// ```
/// use parlour::games::connect4::Connect4;
/// use parlour::play::{Game, Session, Variant, line};
///
/// let board = <Connect4 as Game>::Variant::parse(Connect4::BOARDS[0].1)?;
/// let mut session = Session::<Connect4>::new(&board, 2, 42);
/// session.play_text("4")?;
/// let players = vec!["human:Ada Lovelace".parse()?, "bot:minimax".parse()?];
/// let word = line::write::<Connect4>(&session.record(&players));
/// let expected = "parlour:connect4,board=standard,seed=42,seat=human:Ada%20Lovelace,\
///                 seat=bot:minimax,moves=4";
/// assert_eq!(word, expected);
/// assert_eq!(line::read::<Connect4>(&word)?.moves, ["4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<G: Game>(record: &Record) -> String {
    let named = G::BOARDS.iter().find(|(_, text)| {
        let board = G::Variant::parse(text).map(|board| board.settle(record.seed).to_toml());
        board.is_ok_and(|board| board.trim_end() == record.board.trim_end())
    });
    word(record, named.map(|(name, _)| *name))
}

/// The word of a record whose board has this name, or none.
fn word(record: &Record, board: Option<&str>) -> String {
    let mut word = format!("{PREFIX}{},", record.game);
    match board {
        Some(name) => word.push_str(&format!("board={}", escaped(name))),
        None => word.push_str(&format!("text={}", escaped(record.board.trim_end()))),
    }
    word.push_str(&format!(",seed={}", record.seed));
    for player in &record.players {
        let player = match player {
            Player::Program { .. } => Player::Human { name: Some("a program".to_owned()) },
            player => player.clone(),
        };
        word.push_str(&format!(",seat={}", escaped(&player.to_string())));
    }
    if let Some(seat) = record.resigned {
        let key = match record.concession {
            Concession::Resigned => "resigned",
            Concession::OutOfTime => "late",
        };
        word.push_str(&format!(",{key}={seat}"));
    }
    let moves: Vec<String> = record.moves.iter().map(|text| escaped(text)).collect();
    word.push_str(&format!(",moves={}", moves.join(".")));
    word
}

/// The record of such a word. The moves are not checked here.
pub fn read<G: Game>(text: &str) -> Result<Record, RecordError> {
    let bad = |why: String| RecordError::new(why);
    let (mut record, named) = parts(text)?;
    if let Some(name) = named {
        let found = G::BOARDS.iter().find(|(known, _)| *known == name);
        let (_, text) = found.ok_or_else(|| bad(format!("'{name}' isn't a board of this game")))?;
        let board = G::Variant::parse(text).map_err(|error| bad(error.why))?;
        record.board = board.settle(record.seed).to_toml();
    }
    match record.players.is_empty() {
        true => Err(bad("this match has no players; add 'seat=human'".to_owned())),
        false => Ok(record),
    }
}

/// What such a word says, and the name of its board if it has one.
fn parts(text: &str) -> Result<(Record, Option<String>), RecordError> {
    let bad = |why: String| RecordError::new(why);
    let rest = text
        .trim()
        .strip_prefix(PREFIX)
        .ok_or_else(|| bad(format!("'{text}' isn't a shared match; one begins with '{PREFIX}'")))?;
    let mut parts = rest.split(',');
    let mut record =
        Record { game: parts.next().unwrap_or_default().to_owned(), ..Record::default() };
    let mut named = None;
    for part in parts {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| bad(format!("'{part}' isn't part of a shared match; use KEY=VALUE")))?;
        let plain = || {
            unescaped(value)
                .ok_or_else(|| bad(format!("'{key}': '{value}' has a broken '%' in it")))
        };
        match key {
            "board" => named = Some(plain()?),
            "text" => record.board = plain()? + "\n",
            "seed" => {
                record.seed = value
                    .parse()
                    .map_err(|_| bad(format!("'seed': '{value}' isn't a whole number")))?;
            }
            "seat" => {
                let player = plain()?.parse::<Player>().map_err(|why| bad(why.to_string()))?;
                record.players.push(player);
            }
            "resigned" | "late" => {
                let seat = value.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
                let seat = seat.filter(|seat| usize::from(*seat) < record.players.len());
                let wrong = || bad(format!("'{key}': '{value}' isn't a seat of this match"));
                record.resigned = Some(Seat(seat.ok_or_else(wrong)?));
                if key == "late" {
                    record.concession = Concession::OutOfTime;
                }
            }
            "moves" => {
                for text in value.split('.').filter(|text| !text.is_empty()) {
                    let text = unescaped(text).ok_or_else(|| bad(format!("'{text}' is broken")))?;
                    record.moves.push(text);
                }
            }
            _ => return Err(bad(format!("'{key}' isn't a key of a shared match"))),
        }
    }
    Ok((record, named))
}

/// Letters, digits and what no shell and no chat minds stay; the rest is written in hexadecimal.
fn escaped(text: &str) -> String {
    let mut word = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b':' | b'+' | b'@' => {
                word.push(char::from(byte));
            }
            byte => word.push_str(&format!("%{byte:02X}")),
        }
    }
    word
}

fn unescaped(word: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

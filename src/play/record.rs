//! A whole match as text: versioned, readable by a person, complete.
//!
//! ```text
//! parlour record 2
//! game: connect4
//! seat 1: human:Ada
//! seat 2: bot:coup gagnant
//! seed: 42
//!
//! --- board
//! name = "Standard"
//! columns = 7
//! ...
//!
//! --- moves
//!   1: 4 4 3 5
//!
//! --- end
//! ```
//!
//! The board is the variant as it was, not its name, so a record outlives the file it came from.
//! Chance stands among the moves, so a replay needs no generator.
//!
//! The last line says that the record is whole. Of one without it, whatever cut it off, the moves
//! are taken as far as each is surely complete, and [`Record::cut_off`] says so. Format 1 had no
//! such line, only an end of line after the last move.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::{self, Display};

use super::{Concession, Outcome, Player, Seat, Series, sentence};

/// The version this program writes, and the newest it reads.
pub const VERSION: u32 = 3;
/// The first version whose last line says that the record is whole.
const ENDED: u32 = 2;
/// The first version that knows series and clocks. A record without them is written in the one
/// before, so that older programs read it.
const TIMED: u32 = 3;
/// Moves on a line.
const PER_LINE: usize = 10;
const BOARD: &str = "--- board";
const MOVES: &str = "--- moves";
const END: &str = "--- end";

/// A match as a file keeps it; [`super::Session::from_record`] makes a match of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game's [`super::Game::ID`].
    pub game: String,
    /// Who sits on each seat.
    pub players: Vec<Player>,
    /// What the dice of this match come from.
    pub seed: u64,
    /// What a bot may spend on a move, as `Limit` writes it.
    pub think: Option<String>,
    /// The time control, as `TimeControl` writes it.
    pub clock: Option<String>,
    /// What each seat has left on its clock, in milliseconds.
    pub left_ms: Vec<u64>,
    /// The matches of the same people before this one, and what was agreed about them.
    pub series: Series,
    /// When the match was last played, for people.
    pub saved: Option<String>,
    /// The seat that gave up, if one did.
    pub resigned: Option<Seat>,
    /// How they gave up.
    pub concession: Concession,
    /// How a finished match ended, for people and lists. The moves decide, not this line.
    pub result: Option<Outcome>,
    /// The variant's file.
    pub board: String,
    /// The line of the record after which the board's text begins, for error messages.
    pub board_line: usize,
    /// Every move in the game's own notation, chance included.
    pub moves: Vec<String>,
    /// Whether the file ended before the record did, so that moves are missing at the end.
    pub cut_off: bool,
}

/// Why a record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line of the record, from 1.
    pub line: Option<usize>,
    /// What is wrong there.
    pub why: String,
}

impl RecordError {
    /// An error of the record as a whole.
    pub fn new(why: impl Into<String>) -> RecordError {
        RecordError { line: None, why: sentence(&why.into()) }
    }

    fn at(line: usize, why: impl Into<String>) -> RecordError {
        RecordError { line: Some(line), why: sentence(&why.into()) }
    }
}

impl Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl Error for RecordError {}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "parlour record {}", self.version())?;
        writeln!(f, "game: {}", self.game)?;
        for (index, player) in self.players.iter().enumerate() {
            writeln!(f, "seat {}: {player}", index + 1)?;
        }
        writeln!(f, "seed: {}", self.seed)?;
        if let Some(think) = &self.think {
            writeln!(f, "think: {think}")?;
        }
        if let Some(clock) = &self.clock {
            writeln!(f, "clock: {clock}")?;
        }
        if !self.left_ms.is_empty() {
            let left: Vec<String> = self.left_ms.iter().map(ToString::to_string).collect();
            writeln!(f, "left: {}", left.join(" "))?;
        }
        if !self.series.is_usual() {
            writeln!(f, "series: {}", self.series)?;
        }
        if let Some(saved) = &self.saved {
            writeln!(f, "saved: {saved}")?;
        }
        match (self.resigned, self.concession) {
            (Some(seat), Concession::Resigned) => writeln!(f, "resigned: {seat}")?,
            (Some(seat), Concession::OutOfTime) => writeln!(f, "out of time: {seat}")?,
            (None, _) => {}
        }
        if let Some(result) = &self.result {
            writeln!(f, "result: {result}")?;
        }
        writeln!(f, "\n{BOARD}\n{}\n\n{MOVES}", self.board.trim_end())?;
        for (line, moves) in self.moves.chunks(PER_LINE).enumerate() {
            writeln!(f, "{:>3}: {}", line * PER_LINE + 1, moves.join(" "))?;
        }
        writeln!(f, "\n{END}")
    }
}

impl Record {
    /// The oldest version that can say all that this record says.
    fn version(&self) -> u32 {
        let timed = self.clock.is_some()
            || !self.left_ms.is_empty()
            || !self.series.is_usual()
            || (self.resigned.is_some() && self.concession == Concession::OutOfTime);
        if timed { TIMED } else { ENDED }
    }

    /// Reads a record. The moves are not checked here: that takes the rules, and
    /// [`super::Session::from_record`].
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let version = lines
            .next()
            .and_then(|(_, line)| line.strip_prefix("parlour record "))
            .ok_or_else(|| {
                let why = format!(
                    "this isn't a record; the first line should be 'parlour record N', with N \
                         from 1 to {VERSION}"
                );
                RecordError::at(1, why)
            })?;
        let version = match version.trim().parse::<u32>() {
            Ok(known @ 1..=VERSION) => known,
            Ok(newer) if newer > VERSION => {
                return Err(RecordError::at(
                    1,
                    format!(
                        "format {newer} is newer than this program, which reads up to {VERSION}"
                    ),
                ));
            }
            _ => {
                let why = format!("'{version}' isn't a format of records; use 1 to {VERSION}");
                return Err(RecordError::at(1, why));
            }
        };
        let mut record = Record::default();
        let mut seed = None;
        let mut found = HashSet::new();
        let mut found_board = false;
        for (number, line) in lines.by_ref() {
            if line.trim_end() == BOARD {
                record.board_line = number;
                found_board = true;
                break;
            }
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let key = record.header(number, line, &mut seed)?;
            if !found.insert(key) {
                return Err(RecordError::at(number, format!("'{key}' is there twice")));
            }
        }
        if !found_board {
            return Err(RecordError::new(format!(
                "the record ends before its board, expected '{BOARD}'"
            )));
        }
        // A board may say anything in its texts; a move is never this line, so the last one counts.
        let rest: Vec<(usize, &str)> = lines.collect();
        let end = rest.iter().rposition(|(_, line)| line.trim_end() == MOVES).ok_or_else(|| {
            RecordError::new(format!("the record ends before its moves, expected '{MOVES}'"))
        })?;
        let board: Vec<&str> = rest[..end].iter().map(|(_, line)| *line).collect();
        record.board = format!("{}\n", board.join("\n").trim_end());
        let mut moves = rest[end + 1..].to_vec();
        let half_line = !text.ends_with('\n');
        let mark = moves.iter().position(|(_, line)| line.trim_end() == END);
        if let Some(mark) = mark.filter(|_| version >= ENDED) {
            let blank = |line: &str| line.trim().is_empty() || line.starts_with('#');
            if let Some((number, _)) = moves[mark + 1..].iter().find(|(_, line)| !blank(line)) {
                let why = format!("the record continues after its end, '{END}'");
                return Err(RecordError::at(*number, why));
            }
            moves.truncate(mark);
        } else {
            record.cut_off = version >= ENDED || half_line;
            if let Some((_, last)) = moves.last_mut().filter(|_| half_line) {
                *last = whole_words(last);
            }
        }
        for (number, line) in moves {
            record.moves_of_line(number, line)?;
        }
        if record.game.is_empty() {
            return Err(RecordError::new("'game' is missing"));
        }
        if record.players.is_empty() {
            return Err(RecordError::new("'seat 1' is missing"));
        }
        record.seed = seed.ok_or_else(|| RecordError::new("'seed' is missing"))?;
        if record.resigned.is_some_and(|seat| seat.index() >= record.players.len()) {
            return Err(RecordError::new("'resigned' names a seat that is not there"));
        }
        Ok(record)
    }

    /// Reads a line of moves. It may begin with the number of its first move; lines that have
    /// gone missing are noticed by it.
    fn moves_of_line(&mut self, number: usize, line: &str) -> Result<(), RecordError> {
        let line = line.split_once('#').map_or(line, |(moves, _)| moves);
        let mut words = line.split_whitespace().peekable();
        let label = words.peek().and_then(|word| word.strip_suffix(':')?.parse::<usize>().ok());
        if let Some(label) = label {
            let next = self.moves.len() + 1;
            if label != next {
                let why = format!("the moves continue at {label}; use {next}");
                return Err(RecordError::at(number, why));
            }
            words.next();
        }
        self.moves.extend(words.map(str::to_owned));
        Ok(())
    }

    /// What to tell people of a record that was cut off; it fits under a board on a small screen.
    pub fn cut_words(&self) -> Option<String> {
        let after = match self.moves.len() {
            0 => "before its first move".to_owned(),
            moves => format!("after move {moves}"),
        };
        self.cut_off.then(|| format!("cut off {after}; the rest is lost"))
    }

    /// Reads a line of the header and gives its key.
    fn header<'a>(
        &mut self,
        number: usize,
        line: &'a str,
        seed: &mut Option<u64>,
    ) -> Result<&'a str, RecordError> {
        let bad = |why: String| RecordError::at(number, why);
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| bad(format!("'{line}' isn't a line of a record; use 'key: value'")))?;
        let (key, value) = (key.trim(), value.trim());
        match key {
            "game" => self.game = value.to_owned(),
            "seed" => {
                let number = value
                    .parse()
                    .map_err(|_| bad(format!("'seed': '{value}' isn't a whole number")))?;
                *seed = Some(number);
            }
            "think" => self.think = Some(value.to_owned()),
            "result" => {
                let outcome = value.parse().map_err(|why| bad(format!("'result': {why}")))?;
                self.result = Some(outcome);
            }
            "saved" => self.saved = Some(value.to_owned()),
            "clock" => self.clock = Some(value.to_owned()),
            "left" => {
                let wrong = || {
                    bad(format!("'left': '{value}' isn't a list of milliseconds, as '9000 8000'"))
                };
                let left = value.split_whitespace().map(|text| text.parse().map_err(|_| wrong()));
                self.left_ms = left.collect::<Result<_, _>>()?;
            }
            "series" => {
                self.series = value.parse().map_err(|why| bad(format!("'series': {why}")))?;
            }
            "resigned" | "out of time" => {
                if self.resigned.is_some() {
                    return Err(bad(format!("'{key}': another seat has given up already")));
                }
                let wrong = || bad(format!("'{key}': '{value}' isn't a seat; use 1, 2 ..."));
                self.resigned = Some(Seat::numbered(value).ok_or_else(wrong)?);
                if key == "out of time" {
                    self.concession = Concession::OutOfTime;
                }
            }
            _ => {
                let seat = key.strip_prefix("seat ").and_then(|n| n.trim().parse::<usize>().ok());
                match seat {
                    Some(seat) if seat == self.players.len() + 1 && seat <= 255 => {
                        let player = value.parse::<Player>().map_err(|why| bad(why.to_string()))?;
                        self.players.push(player);
                    }
                    Some(seat) => {
                        let next = self.players.len() + 1;
                        return Err(bad(format!(
                            "'seat {seat}' is out of order, expected 'seat {next}'"
                        )));
                    }
                    None => return Err(bad(format!("'{key}' isn't a key of a record"))),
                }
            }
        }
        Ok(key)
    }
}

/// What is surely whole of a line with which the file ends: the last word may have been longer.
/// `3` was the throw `3+4`, and `1` the number of a line, `11:`.
fn whole_words(line: &str) -> &str {
    match line.rfind(char::is_whitespace) {
        Some(end) if !END.starts_with(line) => &line[..end],
        _ => "",
    }
}

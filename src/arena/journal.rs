//! A contest as text: a line of JSON that says how it is held, then one for each match in order.
//!
//! Lines are only ever added, so a contest that was stopped can be gone on with, and one that was
//! cut off by a crash loses no more than its last line. Seats and entrants count from 1 here.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::guest::Patience;
use super::referee::{Fate, Forfeit, Played, Thinking};
use super::schedule::Format;
use super::{Contest, Entrant, Keep, Secret, Standings};
use crate::play::{Player, Seat, Variant};
use crate::search::Bots;

/// The version this program writes, and the newest it reads.
const VERSION: u32 = 2;
/// Of so many matches of a contest the moves are kept; of those after them only the results.
pub const KEPT: usize = 1000;

/// The first line: everything that makes the contest what it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Journal {
    #[serde(rename = "parlour contest")]
    version: u32,
    /// The game's [`Game::ID`](crate::play::Game::ID).
    pub game: String,
    /// When, for lists: `2026-11-16 05:12:33 UTC`.
    pub begun: String,
    /// Whether everybody meets everybody.
    pub format: Format,
    /// As `--seat` has them.
    pub entrants: Vec<String>,
    /// The name of the board, for lists.
    pub board: String,
    /// How many sit down to a match.
    pub seats: usize,
    /// Matches at each table.
    pub games: usize,
    /// What [`Secret`] the contest has.
    pub seed: u64,
    /// What our bots may spend on a move, as [`Limit`](crate::search::Limit) writes it.
    pub limit: String,
    move_ms: u64,
    start_ms: u64,
    /// The board's file.
    variant: String,
}

impl Journal {
    /// The journal of a contest that begins at this time.
    pub fn begin<G: Bots>(contest: &Contest<G>, begun: String) -> Journal {
        Journal {
            version: VERSION,
            game: G::ID.to_owned(),
            begun,
            format: contest.format,
            entrants: contest.entrants.iter().map(|entrant| entrant.player.to_string()).collect(),
            board: contest.board.name().to_owned(),
            seats: contest.seats,
            games: contest.rounds,
            seed: contest.seed.number(),
            limit: contest.limit.to_string(),
            move_ms: contest.patience.per_move.as_millis() as u64,
            start_ms: contest.patience.start.as_millis() as u64,
            variant: contest.board.to_toml(),
        }
    }

    /// Reads the first line.
    pub fn parse(text: &str) -> Result<Journal, String> {
        let first = text.lines().next().unwrap_or_default();
        let journal: Journal = serde_json::from_str(first)
            .map_err(|why| format!("line 1: this is no contest of parlour's ({why})"))?;
        if journal.version > VERSION {
            return Err(format!(
                "format {} is newer than this program, which reads up to {VERSION}",
                journal.version
            ));
        }
        Ok(journal)
    }

    /// The first line as the file has it, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("words and numbers are always JSON")
    }

    /// The contest again, or why it cannot be held here and now.
    pub fn contest<G: Bots>(&self) -> Result<Contest<G>, String> {
        let board = G::Variant::parse_recorded(&self.variant).map_err(|why| why.to_string())?;
        let parse = |spec: &String| spec.parse::<Player>().map_err(|why| why.to_string());
        let players = self.entrants.iter().map(parse).collect::<Result<Vec<Player>, String>>()?;
        let wanted = if self.format == Format::KnockOut { 2..=2 } else { 1..=players.len() };
        if !board.seats().contains(&self.seats) || !wanted.contains(&self.seats) {
            return Err(format!("{} cannot sit down to a match of this contest", self.seats));
        }
        let start = Duration::from_millis(self.start_ms);
        Ok(Contest {
            entrants: Entrant::enter(&players, &board)?,
            board,
            format: self.format,
            seats: self.seats,
            rounds: self.games,
            seed: Secret::of_journal(self.seed, self.version),
            limit: self.limit.parse()?,
            patience: Patience { start, ..Patience::per_move(Duration::from_millis(self.move_ms)) },
            keep: Keep::Moves,
        })
    }

    /// The matches of a journal as far as they follow each other, and how it stands after them.
    /// Lines that do not fit, such as one that was cut off, are passed over.
    pub fn matches<G: Bots>(text: &str, contest: &Contest<G>) -> (Vec<Played>, Standings) {
        let mut standings = contest.standings();
        let mut all = Vec::new();
        for line in text.lines().skip(1) {
            let entry = serde_json::from_str::<Entry>(line).ok().and_then(Entry::played);
            let schedule = &standings.schedule;
            let fits = |played: &Played| {
                !schedule.is_over()
                    && played.number == schedule.played()
                    && played.seating == schedule.wave().seating(played.number)
            };
            if let Some(played) = entry.filter(fits) {
                standings.note(&played);
                all.push(played);
            }
        }
        (all, standings)
    }
}

impl Played {
    /// The line of a journal. The moves are left out where the contest is long.
    pub fn line(&self) -> String {
        let seat = |forfeit: &Forfeit| ForfeitEntry {
            seat: forfeit.seat.number(),
            kind: forfeit.kind.clone(),
            why: forfeit.why.clone(),
            stderr: forfeit.last_words.clone(),
        };
        let entry = Entry {
            number: self.number + 1,
            seating: self.seating.iter().map(|entrant| entrant + 1).collect(),
            fates: self.fates.clone(),
            scores: self.scores.clone(),
            plies: self.plies,
            thought: self.thinking.iter().map(|it| (it.moves, it.time.as_secs_f64())).collect(),
            names: self.names.clone(),
            forfeits: self.forfeits.iter().map(seat).collect(),
            moves: self.moves.as_ref().filter(|_| self.number < KEPT).map(|it| it.join(" ")),
        };
        serde_json::to_string(&entry).expect("words and numbers are always JSON")
    }
}

/// A match in a journal.
#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(rename = "match")]
    number: usize,
    seating: Vec<usize>,
    fates: Vec<Fate>,
    scores: Vec<f64>,
    plies: usize,
    /// Moves and seconds by seat.
    thought: Vec<(u32, f64)>,
    #[serde(default, skip_serializing_if = "nobody_has_one")]
    names: Vec<Option<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    forfeits: Vec<ForfeitEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct ForfeitEntry {
    seat: usize,
    kind: Cow<'static, str>,
    why: String,
    stderr: Vec<String>,
}

fn nobody_has_one(names: &[Option<String>]) -> bool {
    names.iter().all(Option::is_none)
}

impl Entry {
    /// The match, if every list has a value for each seat and every number is one.
    fn played(mut self) -> Option<Played> {
        let seats = self.seating.len();
        if self.names.is_empty() {
            self.names = vec![None; seats];
        }
        let lengths = [self.fates.len(), self.scores.len(), self.thought.len(), self.names.len()];
        if lengths.iter().any(|length| *length != seats) {
            return None;
        }
        let forfeit = |entry: ForfeitEntry| {
            let seat = entry.seat.checked_sub(1).filter(|seat| *seat < seats)?;
            let (kind, why, last_words) = (entry.kind, entry.why, entry.stderr);
            Some(Forfeit { seat: Seat::at(seat), kind, why, last_words })
        };
        let thinking = |(moves, seconds): (u32, f64)| {
            Some(Thinking { moves, time: Duration::try_from_secs_f64(seconds).ok()? })
        };
        Some(Played {
            number: self.number.checked_sub(1)?,
            seating: self.seating.iter().map(|it| it.checked_sub(1)).collect::<Option<_>>()?,
            scores: self.scores,
            fates: self.fates,
            plies: self.plies,
            thinking: self.thought.into_iter().map(thinking).collect::<Option<_>>()?,
            forfeits: self.forfeits.into_iter().map(forfeit).collect::<Option<_>>()?,
            names: self.names,
            moves: self.moves.map(|it| it.split_whitespace().map(str::to_owned).collect()),
        })
    }
}

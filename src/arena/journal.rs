//! A contest as text: a line of JSON that says how it is held, then one for each match in order.
//!
//! Lines are only ever added, so a contest that was stopped can be gone on with, and one that was
//! cut off by a crash loses no more than its last line. Seats and entrants count from 1 here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::guest::Patience;
use super::part::Part;
use super::referee::{Fate, Forfeit, Played, Thinking};
use super::schedule::{Format, Order};
use super::{Contest, Keep, Plan, Secret, Standings};
use crate::play::{Player, Seat, Variant, sentence};
use crate::search::Bots;

/// The version this program writes, and the newest it reads. Before version 3 every match had dice
/// of its own; since then sets of them have.
const VERSION: u32 = 3;
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
    /// Who meets whom.
    pub format: Format,
    /// As `--seat` has them, bots by their proper names.
    pub entrants: Vec<String>,
    /// The same as they were given, where that is something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    given: Vec<String>,
    /// The name of the board, for lists.
    pub board: String,
    /// How many play in a match.
    pub seats: usize,
    /// Matches at each table.
    pub games: usize,
    /// What [`Secret`] the contest has.
    pub seed: u64,
    /// What our bots may spend on a move, as [`Limit`](crate::search::Limit) writes it.
    pub limit: String,
    move_ms: u64,
    start_ms: u64,
    /// Where it isn't what follows from `move_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_ms: Option<u64>,
    /// Random moves at the beginning of each set.
    #[serde(default, skip_serializing_if = "is_zero")]
    openings: usize,
    /// `0,20`, as `--sprt` has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sprt: Option<String>,
    /// `60+0.5`, as `--clock` has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    /// Megabytes, as `--memory` has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memory: Option<u64>,
    /// `2/8` in the journal of a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// The board's file.
    variant: String,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Journal {
    /// The journal of a contest that begins at this time.
    pub fn begin<G: Bots>(contest: &Contest<G>, begun: String) -> Journal {
        Journal::of_plan(contest, contest.board.to_toml(), begun)
    }

    fn of_plan(plan: &Plan, variant: String, begun: String) -> Journal {
        let entrants: Vec<String> = plan.entrants.iter().map(|it| it.player.to_string()).collect();
        let given: Vec<String> = plan.entrants.iter().map(|it| it.spec.clone()).collect();
        Journal {
            version: match plan.order {
                Order::Sets => VERSION,
                Order::Rounds => plan.seed.version(),
            },
            game: plan.game.to_owned(),
            begun,
            format: plan.format,
            given: if given == entrants { Vec::new() } else { given },
            entrants,
            board: plan.board_words.0.clone(),
            seats: plan.seats,
            games: plan.rounds,
            seed: plan.seed.number(),
            limit: plan.limit.to_string(),
            move_ms: plan.patience.per_move.as_millis() as u64,
            start_ms: plan.patience.start.as_millis() as u64,
            end_ms: (plan.patience.end != Patience::per_move(plan.patience.per_move).end)
                .then_some(plan.patience.end.as_millis() as u64),
            openings: plan.openings,
            sprt: plan.sprt.map(|between| between.to_string()),
            clock: plan.patience.clock.map(|clock| clock.to_string()),
            memory: plan.patience.memory,
            shard: (plan.part != Part::WHOLE).then(|| plan.part.to_string()),
            variant,
        }
    }

    /// Reads the first line.
    pub fn parse(text: &str) -> Result<Journal, String> {
        let first = text.lines().next().unwrap_or_default();
        let journal: Journal = serde_json::from_str(first)
            .map_err(|why| format!("line 1: this isn't a contest of parlour ({why})"))?;
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

    /// Whether the other one is a journal of the same contest, or of another part of it; or what
    /// is different about it.
    pub fn is_of_the_same_contest(&self, other: &Journal) -> Result<(), String> {
        let keys = |journal: &Journal| match serde_json::to_value(journal) {
            Ok(Value::Object(mut keys)) => {
                keys.remove("begun");
                keys.remove("given");
                keys.remove("shard");
                keys
            }
            _ => Map::new(),
        };
        let (ours, theirs) = (keys(self), keys(other));
        let all = ours.keys().chain(theirs.keys());
        let none = Value::Null;
        let value = |of: &Map<String, Value>, key: &str| of.get(key).unwrap_or(&none).to_string();
        match all.map(String::as_str).find(|key| ours.get(*key) != theirs.get(*key)) {
            Some(key) => Err(sentence(&format!(
                "'{key}' is {} in the one and {} in the other",
                value(&ours, key),
                value(&theirs, key)
            ))),
            None => Ok(()),
        }
    }

    /// Which part of the contest it holds.
    pub fn shard(&self) -> Option<&str> {
        self.shard.as_deref()
    }

    /// The whole contest again, or why it cannot be held here and now.
    pub fn contest<G: Bots>(&self) -> Result<Contest<G>, String> {
        let board = G::Variant::parse_recorded(&self.variant).map_err(|why| why.to_string())?;
        let parse = |spec: &String| spec.parse::<Player>().map_err(|why| why.to_string());
        let players = self.entrants.iter().map(parse).collect::<Result<Vec<Player>, String>>()?;
        let wanted = if self.format.is_for_two() { 2..=2 } else { 1..=players.len() };
        if !board.seats().contains(&self.seats) || !wanted.contains(&self.seats) {
            return Err(format!("{} cannot sit down to a match of this contest", self.seats));
        }
        let mut contest = Contest::new(board, &players, self.seats)?;
        for (entrant, given) in contest.plan.entrants.iter_mut().zip(&self.given) {
            entrant.spec.clone_from(given);
        }
        self.adjust(&mut contest.plan)?;
        Ok(contest)
    }

    /// Makes the conditions what the journal says.
    fn adjust(&self, plan: &mut Plan) -> Result<(), String> {
        plan.format = self.format;
        plan.rounds = self.games;
        plan.order = if self.version < 3 { Order::Rounds } else { Order::Sets };
        plan.openings = self.openings;
        plan.sprt = self.sprt.as_deref().map(str::parse).transpose()?;
        plan.seed = Secret::of_journal(self.seed, self.version);
        plan.limit = self.limit.parse()?;
        let usual = Patience::per_move(Duration::from_millis(self.move_ms));
        plan.patience = Patience {
            start: Duration::from_millis(self.start_ms),
            end: self.end_ms.map_or(usual.end, Duration::from_millis),
            clock: self.clock.as_deref().map(str::parse).transpose()?,
            memory: self.memory,
            ..usual
        };
        plan.keep = Keep::Moves;
        Ok(())
    }

    /// The matches of a journal as far as they follow each other, and how it stands after them.
    /// Lines that do not fit, such as one that was cut off, are passed over.
    pub fn matches(text: &str, plan: &Plan) -> (Vec<Played>, Standings) {
        let (mut all, mut standings) = (Vec::new(), plan.standings());
        Journal::take_up(&[text], &mut standings, &mut |played| all.push(played));
        (all, standings)
    }

    /// Takes note of the matches in some journals of one contest as far as they follow each other,
    /// and gives back those that come later. A match that is there twice counts once.
    pub fn take_up(
        texts: &[&str],
        standings: &mut Standings,
        note: &mut dyn FnMut(Played),
    ) -> BTreeMap<usize, Played> {
        let read = |line: &str| {
            serde_json::from_str::<JournalLine>(line).ok().and_then(JournalLine::played)
        };
        // The parts of a large contest are read side by side, so that hardly anything has to wait.
        let mut journals: Vec<_> =
            texts.iter().map(|text| text.lines().skip(1).filter_map(read).peekable()).collect();
        let mut known = BTreeMap::new();
        loop {
            let next = journals
                .iter_mut()
                .filter_map(|journal| Some((journal.peek()?.number, journal)))
                .min_by_key(|(number, _)| *number);
            let Some(played) = next.and_then(|(_, journal)| journal.next()) else { return known };
            if !standings.is_over() && played.number >= standings.schedule.next().number {
                known.entry(played.number).or_insert(played);
                standings.note_known(&mut known, note);
            }
        }
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
        let entry = JournalLine {
            number: self.number + 1,
            set: (self.set != self.number).then_some(self.set + 1),
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
struct JournalLine {
    #[serde(rename = "match")]
    number: usize,
    /// The first match of its set, unless it is this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<usize>,
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

impl JournalLine {
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
            set: self.set.unwrap_or(self.number).checked_sub(1)?,
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

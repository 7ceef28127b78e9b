//! The terms of a new contest that are the same in every game: who takes part, how it is held, and
//! how many matches there are.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::super::number;
use super::Line;
use crate::arena::Format;
use crate::lang::{as_told, told_as};
use crate::play::Player;
use crate::search::Limit;
use crate::tui::form::{Change, Ends, Row, Value};

/// Matches at each table, or of each tie.
const GAMES: [usize; 13] = [1, 2, 4, 6, 10, 20, 50, 100, 200, 500, 1000, 2000, 10_000];
/// What our own bots may spend on a move.
const LIMITS: [Limit; 9] = [
    Limit::Nodes(100),
    Limit::Nodes(1000),
    Limit::Nodes(10_000),
    Limit::Nodes(100_000),
    Limit::Nodes(1_000_000),
    Limit::Time(Duration::from_millis(20)),
    Limit::Time(Duration::from_millis(100)),
    Limit::Time(Duration::from_millis(500)),
    Limit::Time(Duration::from_millis(2000)),
];
/// The same one may take part so often.
pub const MOST_ALIKE: usize = 4;
/// So many brackets and tables can still be read.
const MOST_ENTRANTS: usize = 16;
/// Rounds of a Swiss contest.
const MOST_ROUNDS: usize = 15;
/// More than that is for the command line, which keeps no list of them.
const MOST_MATCHES: usize = 100_000;

/// Somebody who may take part.
pub struct Candidate {
    pub player: Player,
    /// A bot by its level and its strategy.
    pub name: String,
    /// How it thinks, or that it is a program.
    pub sentence: String,
    pub strength: Option<u8>,
    /// How often it takes part.
    pub count: usize,
    /// Why it cannot, on this board.
    pub unable: Option<&'static str>,
}

pub struct Terms {
    pub candidates: Vec<Candidate>,
    pub format: Format,
    pub seats: usize,
    /// Indices into [`GAMES`] and [`LIMITS`].
    games: usize,
    limit: usize,
    pub seed: Option<u64>,
}

impl Terms {
    /// What was chosen the last time, among these bots of ours and programs.
    pub fn remembered(
        known: &BTreeMap<String, String>,
        ours: Vec<Candidate>,
        programs: &[String],
    ) -> Terms {
        let word = |key: &str| known.get(key).map(String::as_str);
        let number = |key: &str| word(key).and_then(|text| text.parse::<usize>().ok());
        let format = Format::ALL.into_iter().find(|format| word("format") == Some(format.word()));
        let format = match (format, number("rounds")) {
            (Some(Format::Swiss(_)), Some(rounds)) => {
                Some(Format::Swiss(rounds.clamp(1, MOST_ROUNDS)))
            }
            (format, _) => format,
        };
        let limit = word("limit").and_then(|text| text.parse().ok()).unwrap_or(LIMITS[1]);
        // At first the three weakest of ours take part, whose matches are the quickest; or one of
        // them three times, where there is only one. No program is run unasked.
        let first = if known.is_empty() { 3.min(ours.len()) } else { 0 };
        let programs = programs.iter().map(|command| Candidate {
            player: Player::Program { command: command.clone() },
            name: Player::Program { command: command.clone() }.name(""),
            sentence: command.clone(),
            strength: None,
            count: 0,
            unable: None,
        });
        let mut candidates: Vec<Candidate> = ours.into_iter().chain(programs).collect();
        for (at, candidate) in candidates.iter_mut().enumerate() {
            let usual = match at < first {
                true if first == 1 => 3,
                takes_part => usize::from(takes_part),
            };
            let count = number(&candidate.player.to_string());
            candidate.count = count.unwrap_or(usual).min(MOST_ALIKE);
        }
        Terms {
            candidates,
            format: format.unwrap_or(Format::League),
            seats: number("seats").unwrap_or(2),
            games: nearest(&GAMES, number("games").unwrap_or(100)),
            limit: LIMITS.iter().position(|known| *known == limit).unwrap_or(1),
            seed: word("seed").and_then(|text| text.parse().ok()),
        }
    }

    /// What to remember of it.
    pub fn choices(&self) -> BTreeMap<String, String> {
        let mut choices = BTreeMap::new();
        let mut note = |key: &str, value: String| drop(choices.insert(key.to_owned(), value));
        note("format", self.format.word().to_owned());
        if let Format::Swiss(rounds) = self.format {
            note("rounds", rounds.to_string());
        }
        note("seats", self.seats.to_string());
        note("games", self.games().to_string());
        note("limit", self.limit().to_string());
        if let Some(seed) = self.seed {
            note("seed", seed.to_string());
        }
        for candidate in &self.candidates {
            note(&candidate.player.to_string(), candidate.count.to_string());
        }
        choices
    }

    /// Matches at each table.
    pub fn games(&self) -> usize {
        GAMES[self.games]
    }

    /// What our own bots may spend on a move.
    pub fn limit(&self) -> Limit {
        LIMITS[self.limit]
    }

    pub fn seats_at_a_table(&self) -> usize {
        if self.format.is_for_two() { 2 } else { self.seats }
    }

    pub fn swiss_rounds(&self) -> usize {
        if let Format::Swiss(rounds) = self.format { rounds } else { 1 }
    }

    pub fn entrants(&self) -> Vec<Player> {
        let able = self.candidates.iter().filter(|candidate| candidate.unable.is_none());
        able.flat_map(|it| std::iter::repeat_n(it.player.clone(), it.count)).collect()
    }

    pub fn matches(&self) -> usize {
        self.format.games(self.entrants().len(), self.seats_at_a_table(), self.games())
    }

    /// Why the contest cannot begin on a board for so many, and what would help.
    pub fn obstacle(&self, range: RangeInclusive<usize>) -> Option<String> {
        let (count, seats) = (self.entrants().len(), self.seats_at_a_table());
        if !range.contains(&seats) {
            return Some(
                match self.format {
                    Format::Swiss(_) => "in a Swiss contest two meet, and this board is for more",
                    _ => "a knock-out is between two, and this board is for more",
                }
                .to_owned(),
            );
        }
        if count < seats.max(2) {
            let more = seats.max(2) - count;
            return Some(match more {
                1 => "one more entrant is needed".to_owned(),
                more => format!("{more} more entrants are needed"),
            });
        }
        if count > MOST_ENTRANTS {
            return Some(format!(
                "{count} entrants are too many; up to {MOST_ENTRANTS} can take part"
            ));
        }
        (self.matches() > MOST_MATCHES).then(|| {
            let most = number(MOST_MATCHES);
            format!("more than {most} matches; use 'parlour arena' for that many")
        })
    }

    /// The row of one of these terms.
    pub fn row(&self, line: Line) -> Row {
        let row = |label: &str, text: String, ends, about: &str| {
            Row::new(label, Value::Turn { text, ends }, about)
        };
        match line {
            Line::Format => {
                let about = match self.format {
                    Format::League => "Everyone meets everyone, and each side begins in turn.",
                    Format::KnockOut => "Two meet, and the better one stays in.",
                    Format::Gauntlet => "The first of the entrants below meets each of the others.",
                    Format::Swiss(_) => "In every round, entrants with about the same score meet.",
                };
                row("format", self.format.word().to_owned(), Ends::NONE, about)
            }
            Line::Rounds => {
                let rounds = self.swiss_rounds();
                let ends = Ends { less: rounds > 1, more: rounds < MOST_ROUNDS };
                let about = "About as many as it takes to halve the field down to one.";
                let label = as_told(&told_as("rounds", "swiss"));
                row(&label, rounds.to_string(), ends, about)
            }
            Line::Games => {
                let text = match self.format {
                    Format::KnockOut => format!("{} a tie", number(self.games())),
                    _ => format!("{} at a table", number(self.games())),
                };
                let ends = Ends::of(self.games, GAMES.len());
                row("matches", text, ends, "How many matches the same opponents play.")
            }
            Line::Limit => {
                let about = match self.limit() {
                    Limit::Nodes(_) => "Counted in nodes, so a seed gives the same results.",
                    Limit::Time(_) => "By the clock: the results differ every time.",
                };
                let ends = Ends::of(self.limit, LIMITS.len());
                row("bots think", limit_words(self.limit()), ends, about)
            }
            Line::Seed => {
                let text = self.seed.map_or("any".to_owned(), |seed| seed.to_string());
                let ends = Ends { less: self.seed.is_some(), more: true };
                row("seed", text, ends, "The same seed gives the same matches, with --seed too.")
            }
            // The other rows belong to the board.
            Line::Game | Line::Board | Line::Seats => row("", String::new(), Ends::NONE, ""),
        }
    }

    /// Changes one of these terms.
    pub fn change(&mut self, line: Line, change: Change) {
        match line {
            Line::Format => {
                let word = self.format.word();
                let at = Format::ALL.iter().position(|it| it.word() == word).unwrap_or(0);
                self.format = Format::ALL[change.round(at, Format::ALL.len())];
            }
            Line::Rounds => {
                let rounds = change.step(self.swiss_rounds() - 1, MOST_ROUNDS) + 1;
                self.format = Format::Swiss(rounds);
            }
            Line::Games => self.games = change.step(self.games, GAMES.len()),
            Line::Limit => self.limit = change.step(self.limit, LIMITS.len()),
            Line::Seed => {
                self.seed = match (self.seed, change) {
                    (None, _) => Some(0),
                    (Some(seed), Change::Previous) => seed.checked_sub(1),
                    (Some(seed), _) => Some(seed.saturating_add(1)),
                };
            }
            Line::Game | Line::Board | Line::Seats => {}
        }
    }
}

impl Candidate {
    pub fn row(&self) -> Row {
        Row {
            strength: self.strength,
            note: if self.strength.is_none() { "yours" } else { "" }.to_owned(),
            unable: self.unable.map(str::to_owned),
            ..Row::new(&self.name, Value::Count(self.count), &self.sentence)
        }
    }
}

/// `1000 nodes a move`, `0.5 s a move`.
fn limit_words(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{} nodes a move", number(nodes as usize)),
        Limit::Time(time) => format!("{} s a move", time.as_secs_f32()),
    }
}

fn nearest(values: &[usize], wanted: usize) -> usize {
    values.iter().position(|value| *value >= wanted).unwrap_or(values.len() - 1)
}

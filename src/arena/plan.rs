//! What a contest is without its game: who takes part, and how it is held. Knows no rules.

use std::time::Duration;

use super::guest::Patience;
use super::part::Part;
use super::run::Standings;
use super::schedule::{Format, Order, Schedule};
use super::secret::Secret;
use super::sprt::{Hypotheses, Sprt};
use super::tally::Tally;
use crate::play::telling::short_name;
use crate::play::{Game, Player, Variant};
use crate::search::Limit;

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Who it is, a bot by its proper name instead of an alias.
    pub player: Player,
    /// As the seat was asked for.
    pub spec: String,
    /// What tables call it while it has not said its name; no two entrants have the same label.
    pub label: String,
}

impl Entrant {
    /// Entrants with a label each.
    pub(super) fn all(players: Vec<Player>) -> Vec<Entrant> {
        let names = players.iter().map(|player| player.name(""));
        let labels = told_apart(names.collect::<Vec<_>>().iter().map(String::as_str));
        let entrant = |(player, label): (Player, String)| {
            let spec = player.to_string();
            Entrant { player, spec, label }
        };
        players.into_iter().zip(labels).map(entrant).collect()
    }
}

/// Names for tables: fit for a line, and `mybot 2` where there is a `mybot` already.
pub(super) fn told_apart<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for name in names {
        let name = short_name(name);
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let label = std::iter::once(name.clone()).chain(numbered).find(|it| !labels.contains(it));
        labels.push(label.unwrap_or(name));
    }
    labels
}

/// Whether the moves of each match are kept for its report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// They are, so that [`Contest::record`](super::Contest::record) has something to say.
    Moves,
    /// Only what came of it, for contests of millions.
    Results,
}

/// Everything that makes a contest what it is, but the rules of its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's [`Game::ID`].
    pub game: &'static str,
    /// The game's [`Game::TITLE`].
    pub title: &'static str,
    /// The board's name, and what it is like in a few words.
    pub board_words: (String, String),
    /// What each seat is called in tables.
    pub seat_names: Vec<String>,
    /// Who takes part; everything else calls them by their place here, from 0.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// How many sit down to a match; no more than there are entrants, and two in a knock-out.
    pub seats: usize,
    /// How many matches each table of entrants plays.
    pub rounds: usize,
    /// In which order the matches are numbered.
    pub order: Order,
    /// The part of the contest that is played here.
    pub part: Part,
    /// Each set of matches begins with so many random moves.
    pub openings: usize,
    /// When to stop early, because it is clear which of two differences is right.
    pub sprt: Option<Hypotheses>,
    /// All chance of the contest follows from it, the draw of a knock-out included.
    pub seed: Secret,
    /// What our own bots may spend on a move.
    pub limit: Limit,
    /// How long programs are waited for, and what they may take.
    pub patience: Patience,
    /// What the reports hold.
    pub keep: Keep,
}

impl Plan {
    /// A league of a hundred matches a table, to be changed as one likes.
    pub(super) fn new<G: Game>(
        board: &G::Variant,
        players: Vec<Player>,
        seats: usize,
        seat_names: Vec<String>,
    ) -> Plan {
        Plan {
            game: G::ID,
            title: G::TITLE,
            board_words: (board.name().to_owned(), board.summary()),
            seat_names,
            entrants: Entrant::all(players),
            format: Format::League,
            seats,
            rounds: 100,
            order: Order::Sets,
            part: Part::WHOLE,
            openings: 0,
            sprt: None,
            seed: Secret::draw(),
            limit: Limit::Nodes(10_000),
            patience: Patience::per_move(Duration::from_secs(1)),
            keep: Keep::Results,
        }
    }

    /// How it stands before the first match.
    pub fn standings(&self) -> Standings {
        Standings {
            schedule: Schedule::new(self),
            tally: Tally::new(self.entrants.len(), self.seats),
            sprt: self.sprt.map(Sprt::new),
        }
    }

    /// What tables call each entrant: by the name a program has given itself, if it has one by now.
    pub fn labels(&self, tally: &Tally) -> Vec<String> {
        self.named(tally, &str::to_owned)
    }

    /// What sentences call each entrant, where our own bots have other names than their strategies.
    pub fn called(&self, tally: &Tally, bot: &dyn Fn(&str) -> String) -> Vec<String> {
        let names = self.named(tally, bot).into_iter().zip(&self.entrants);
        names.map(|(name, entrant)| entrant.player.as_given(&name)).collect()
    }

    fn named(&self, tally: &Tally, bot: &dyn Fn(&str) -> String) -> Vec<String> {
        let name = |(entrant, line): (&'_ Entrant, &'_ super::Line)| match &line.name {
            Some(name) if !name.trim().is_empty() => name.clone(),
            _ => match &entrant.player {
                Player::Bot { strategy } => bot(strategy),
                player => player.name(""),
            },
        };
        let mut names: Vec<String> = self.entrants.iter().zip(&tally.lines).map(name).collect();
        // Two programs of the same name are told apart by who has brought them.
        let given = names.clone();
        for ((name, entrant), at) in names.iter_mut().zip(&self.entrants).zip(0..) {
            let alike = given.iter().zip(0..).any(|(it, other)| it == name && at != other);
            if let Player::Human { name: Some(joined) } = &entrant.player
                && alike
                && joined != name
            {
                *name = format!("{name} ({joined})");
            }
        }
        told_apart(names.iter().map(String::as_str))
    }

    /// Who sits on each seat.
    pub fn players(&self, seating: &[usize]) -> Vec<Player> {
        seating.iter().map(|entrant| self.entrants[*entrant].player.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_have_the_same_label() {
        let labels = |names: &[&str]| told_apart(names.iter().copied());
        assert_eq!(labels(&["mybot", "mybot", "other"]), ["mybot", "mybot 2", "other"]);
        assert_eq!(labels(&["a", "a 2", "a", "a"]), ["a", "a 2", "a 3", "a 4"]);
        assert_eq!(labels(&["a", "a", "a 2"]), ["a", "a 2", "a 2 2"]);
    }
}

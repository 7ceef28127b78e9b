//! A contest: who meets whom, on which seat, with which dice, and on how many threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::guest::{Guest, Patience};
use super::referee::{Chair, Fate, Match, Played, Thinking};
use crate::play::{Player, Seat, Session};
use crate::search::{Bots, Cancel, Limit, Strategy, bot_seed, strategy};

/// Somebody who takes part.
pub struct Entrant<G: Bots> {
    pub player: Player,
    /// What tables call it; no two entrants have the same label.
    pub label: String,
    /// How it plays, if it is a bot of ours.
    strategy: Option<&'static Strategy<G>>,
}

impl<G: Bots> Entrant<G> {
    /// The entrants behind some seats' specs, or why one cannot take part.
    pub fn enter(players: &[Player], board: &G::Variant) -> Result<Vec<Entrant<G>>, String> {
        let mut entrants: Vec<Entrant<G>> = Vec::new();
        for player in players {
            let mut player = player.clone();
            let strategy = match &mut player {
                Player::Bot { strategy: name } => {
                    let found = strategy::<G>(name, board)?;
                    found.name.clone_into(name);
                    Some(found)
                }
                Player::Program { .. } => None,
                Player::Human { .. } => {
                    return Err(format!(
                        "'{player}' cannot play in the arena, expected 'bot:STRATEGY' or 'exec:COMMAND LINE'"
                    ));
                }
            };
            let name = player.name("");
            let same = entrants.iter().filter(|other| other.player.name("") == name).count();
            let label = if same == 0 { name } else { format!("{name} #{}", same + 1) };
            entrants.push(Entrant { player, label, strategy });
        }
        Ok(entrants)
    }
}

/// Whether the moves of each match are kept for its report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    Records,
    Results,
}

/// Bots against bots on one board.
pub struct Contest<G: Bots> {
    pub entrants: Vec<Entrant<G>>,
    pub board: G::Variant,
    /// How many sit down to a match; no more than there are entrants.
    pub seats: usize,
    /// How many matches each table of entrants plays.
    pub rounds: usize,
    pub seed: u64,
    /// What our own bots may spend on a move.
    pub limit: Limit,
    /// How long programs are waited for.
    pub patience: Patience,
    pub keep: Keep,
}

impl<G: Bots> Contest<G> {
    /// Every choice of entrants that can sit down together, each in the entrants' order.
    pub fn tables(&self) -> Vec<Vec<usize>> {
        let mut tables = vec![Vec::new()];
        for _ in 0..self.seats {
            let longer = |table: Vec<usize>| {
                let next = table.last().map_or(0, |last| last + 1);
                (next..self.entrants.len()).map(move |entrant| {
                    let mut table = table.clone();
                    table.push(entrant);
                    table
                })
            };
            tables = tables.into_iter().flat_map(longer).collect();
        }
        tables
    }

    /// Who sits where in each of the matches. Everybody moves up by one seat from round to round,
    /// so that all begin equally often; with more than two, the order turns round after each
    /// cycle, so that nobody always follows the same one.
    pub fn seatings(&self) -> impl Fn(usize) -> Vec<usize> + Sync + 'static {
        let (tables, seats) = (self.tables(), self.seats.max(1));
        move |index| {
            let round = index / tables.len();
            let mut seating = tables[index % tables.len()].clone();
            if (round / seats) % 2 == 1 && seats > 2 {
                seating.reverse();
            }
            seating.rotate_left(round % seats);
            seating
        }
    }

    /// How many matches there are.
    pub fn games(&self) -> usize {
        self.tables().len() * self.rounds
    }

    /// Plays all matches on so many threads. Reports come in the order of the matches, whoever
    /// was first to finish, so that whatever is added up comes out the same.
    pub fn run(&self, jobs: usize, cancel: &Cancel, mut report: impl FnMut(Played)) {
        let (games, seating) = (self.games(), self.seatings());
        let next = AtomicUsize::new(0);
        let (send, played) = channel();
        thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, games.max(1)) {
                let (send, next, seating) = (send.clone(), &next, &seating);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= games || cancel.is_cancelled() {
                            break;
                        }
                        let Some(played) = self.play(index, seating(index), cancel) else { break };
                        if send.send(played).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut early = BTreeMap::new();
            let mut due = 0;
            for match_ in played {
                early.insert(match_.index, match_);
                while let Some(match_) = early.remove(&due) {
                    due += 1;
                    report(match_);
                }
            }
        });
    }

    /// Plays the match of this number; nothing if it is called off.
    pub fn play(&self, index: usize, seating: Vec<usize>, cancel: &Cancel) -> Option<Played> {
        let seed = bot_seed(self.seed, index);
        let session: Session<G> = Session::new(&self.board, self.seats, seed);
        let mut table = Match {
            chairs: self.chairs(&session, &seating),
            session,
            limit: self.limit,
            thinking: vec![Thinking::default(); self.seats],
        };
        let forfeit = table.play(cancel)?;
        let lingered = table.say_goodbye();
        let winners = table.session.winners();
        let record = (self.keep == Keep::Records).then(|| {
            let players: Vec<Player> =
                seating.iter().map(|entrant| self.entrants[*entrant].player.clone()).collect();
            let mut record = table.session.record(&players);
            record.think = Some(self.limit.to_string());
            record
        });
        let name = |chair: &Chair<G>| match chair {
            Chair::Guest(guest) => guest.name().map(str::to_owned),
            Chair::Bot(_) => None,
        };
        Some(Played {
            index,
            scores: table.scores(),
            fates: Seat::all(self.seats).map(|seat| Fate::of(&winners, seat)).collect(),
            plies: table.session.ply(),
            names: table.chairs.iter().map(name).collect(),
            thinking: table.thinking,
            seating,
            forfeit,
            lingered,
            record,
        })
    }

    fn chairs(&self, session: &Session<G>, seating: &[usize]) -> Vec<Chair<G>> {
        let chair = |(index, entrant): (usize, &usize)| {
            let entrant = &self.entrants[*entrant];
            match (entrant.strategy, &entrant.player) {
                (None, Player::Program { command }) => {
                    Chair::Guest(Box::new(Guest::new(command, Seat::at(index), self.patience)))
                }
                (Some(strategy), _) => {
                    let seed = bot_seed(session.seed(), index);
                    Chair::Bot((strategy.make)(session.state().variant(), seed))
                }
                (None, _) => unreachable!("an entrant is a strategy or a program"),
            }
        };
        seating.iter().enumerate().map(chair).collect()
    }
}

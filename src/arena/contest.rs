//! A contest: who takes part, under which conditions, and on how many threads it is played.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use super::driver::{Chair, Driver};
use super::floor::{Ending, Floor};
use super::guest::{Guest, Patience};
use super::referee::{Match, Played};
use super::schedule::{Format, Schedule};
use super::secret::Secret;
use super::tally::Tally;
use crate::play::telling::short_name;
use crate::play::{Player, Record, Seat, Session};
use crate::search::{Bots, Cancel, Limit, Strategy, strategy};

/// Somebody who takes part.
pub struct Entrant<G: Bots> {
    /// As the seat was asked for, a bot by its proper name instead of an alias.
    pub player: Player,
    /// What tables call it; no two entrants have the same label.
    pub label: String,
    /// How it plays, if it is a bot of ours.
    strategy: Option<&'static Strategy<G>>,
}

impl<G: Bots> Entrant<G> {
    /// A bot that takes part under its own name, one of the game's or of yours.
    pub fn of(strategy: &'static Strategy<G>) -> Entrant<G> {
        let name = strategy.name.to_owned();
        let player = Player::Bot { strategy: name.clone() };
        Entrant { player, label: name, strategy: Some(strategy) }
    }

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
            let name_of = |player: &Player| short_name(&player.name(""));
            let name = name_of(&player);
            let same = entrants.iter().filter(|other| name_of(&other.player) == name).count();
            let label = if same == 0 { name } else { format!("{name} #{}", same + 1) };
            entrants.push(Entrant { player, label, strategy });
        }
        Ok(entrants)
    }
}

/// Whether the moves of each match are kept for its report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// They are, so that [`Contest::record`] has something to say.
    Moves,
    /// Only what came of it, for contests of millions.
    Results,
}

/// How a contest stands: which matches are left, and what came of the others.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// Who is still to meet whom.
    pub schedule: Schedule,
    /// The results added up.
    pub tally: Tally,
}

impl Standings {
    /// Takes note of the next match, which has been played.
    pub fn note(&mut self, played: &Played) {
        self.schedule.note(played);
        self.tally.add(played);
    }
}

/// Bots against bots on one board.
pub struct Contest<G: Bots> {
    /// Who takes part; everything else calls them by their place here, from 0.
    pub entrants: Vec<Entrant<G>>,
    /// What is left to chance on it is settled anew for each match.
    pub board: G::Variant,
    /// Whether everybody meets everybody.
    pub format: Format,
    /// How many sit down to a match; no more than there are entrants, and two in a knock-out.
    pub seats: usize,
    /// How many matches each table of entrants plays.
    pub rounds: usize,
    /// All chance of the contest follows from it, the draw of a knock-out included.
    pub seed: Secret,
    /// What our own bots may spend on a move.
    pub limit: Limit,
    /// How long programs are waited for.
    pub patience: Patience,
    /// What the reports hold.
    pub keep: Keep,
}

impl<G: Bots> Contest<G> {
    /// How it stands before the first match.
    pub fn standings(&self) -> Standings {
        let entrants = self.entrants.len();
        Standings {
            schedule: Schedule::new(
                self.format,
                entrants,
                self.seats,
                self.rounds,
                self.seed.number(),
            ),
            tally: Tally::new(entrants, self.seats),
        }
    }

    /// Plays all matches on so many threads, and says how it stands at the end. Reports come in
    /// the order of the matches, whoever was first to finish, so that whatever is added up comes
    /// out the same.
    pub fn run(&self, jobs: usize, cancel: &Cancel, mut report: impl FnMut(Played)) -> Standings {
        let mut standings = self.standings();
        let floor = Floor::default();
        self.go_on(&mut standings, jobs, cancel, &floor, |_, played| report(played));
        standings
    }

    /// Plays the matches that are left, in sight of those who watch the floor.
    pub(crate) fn go_on(
        &self,
        standings: &mut Standings,
        jobs: usize,
        cancel: &Cancel,
        floor: &Floor<G>,
        mut report: impl FnMut(&Standings, Played),
    ) {
        while !standings.schedule.is_over() && !cancel.is_cancelled() {
            self.play_wave(standings, jobs, cancel, floor, &mut report);
        }
    }

    /// Plays what can be played now.
    fn play_wave(
        &self,
        standings: &mut Standings,
        jobs: usize,
        cancel: &Cancel,
        floor: &Floor<G>,
        report: &mut impl FnMut(&Standings, Played),
    ) {
        let wave = standings.schedule.wave().clone();
        let (begin, end) = (standings.schedule.played(), wave.numbers().end);
        let (next, due) = (AtomicUsize::new(begin), AtomicUsize::new(begin));
        let (send, played) = sync_channel(match self.keep {
            Keep::Moves => UNWRITTEN,
            Keep::Results => AHEAD,
        });
        thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, end - begin) {
                let (send, next, wave, due) = (send.clone(), &next, &wave, &due);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= end || !may_begin(number, due, cancel) {
                            break;
                        }
                        let seating = wave.seating(number);
                        let Some(played) = self.play(number, seating, cancel, floor) else { break };
                        if send.send(played).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let _opens = Opens(&due);
            let mut early = BTreeMap::new();
            let mut last_call = None;
            for match_ in played {
                early.insert(match_.number, match_);
                while let Some(match_) = early.remove(&standings.schedule.played()) {
                    if cancel.is_cancelled() {
                        let deadline = *last_call.get_or_insert_with(|| Instant::now() + LAST_CALL);
                        if Instant::now() > deadline {
                            return;
                        }
                    }
                    standings.note(&match_);
                    report(standings, match_);
                    due.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }

    /// Plays the match of this number; nothing if it is called off.
    fn play(
        &self,
        number: usize,
        seating: Vec<usize>,
        cancel: &Cancel,
        floor: &Floor<G>,
    ) -> Option<Played> {
        let driver = self.driver(self.opening(number), &seating);
        let on_floor = floor.begin(number, &seating);
        let mut table = Match::new(driver, &on_floor);
        table.play(cancel)?;
        let mut played = table.result(seating);
        played.number = number;
        on_floor.feed.end(match played.resigned() {
            Some(seat) => Ending::Forfeit(seat),
            None => Ending::OnTheBoard,
        });
        if self.keep == Keep::Moves {
            let moves = table.driver.session().moves().iter().map(ToString::to_string);
            played.moves = Some(moves.collect());
        }
        Some(played)
    }

    /// The match of this number before its first move.
    pub fn opening(&self, number: usize) -> Session<G> {
        Session::new(&self.board, self.seats, self.seed.of_match(number))
    }

    /// Who sits on each seat.
    pub fn players(&self, seating: &[usize]) -> Vec<Player> {
        seating.iter().map(|entrant| self.entrants[*entrant].player.clone()).collect()
    }

    /// A played match as a record; nothing if its moves were not kept.
    pub fn record(&self, played: &Played) -> Option<Record> {
        let mut session = self.opening(played.number);
        for text in played.moves.as_ref()? {
            session.play_text(text).ok()?;
        }
        if let Some(seat) = played.resigned() {
            session.resign(seat);
        }
        let mut record = session.record(&self.players(&played.seating));
        record.think = Some(self.limit.to_string());
        Some(record)
    }

    /// The match with those who play it.
    fn driver(&self, session: Session<G>, seating: &[usize]) -> Driver<G> {
        let chair = |(index, entrant): (usize, &usize)| {
            let entrant = &self.entrants[*entrant];
            match (entrant.strategy, &entrant.player) {
                (None, Player::Program { command }) => {
                    Chair::program(Guest::new(command, Seat::at(index), self.patience))
                }
                (Some(strategy), _) => Chair::bot(Ok(strategy), Seat::at(index)),
                (None, _) => unreachable!("an entrant is a strategy or a program"),
            }
        };
        let chairs = seating.iter().enumerate().map(chair).collect();
        Driver::seated(session, self.players(seating), chairs, self.limit)
    }
}

/// So far the matches may run ahead of the oldest one that has not been reported. It bounds what
/// has to be remembered of them, and lets everybody play on while one match takes its time.
const AHEAD: usize = 1024;
/// So many played matches may wait to be written down: no more than a signal leaves time for.
const UNWRITTEN: usize = 64;
/// After a contest was called off, what was played until then is reported for so long; what is left
/// then counts as never played.
const LAST_CALL: Duration = Duration::from_millis(400);
/// How often those who are too far ahead look again.
const SLICE: Duration = Duration::from_millis(2);

/// Waits until the match of this number may begin, where that of number `due` is the next to be
/// reported; false if it never will.
fn may_begin(number: usize, due: &AtomicUsize, cancel: &Cancel) -> bool {
    while number >= due.load(Ordering::Relaxed).saturating_add(AHEAD) && !cancel.is_cancelled() {
        thread::sleep(SLICE);
    }
    !cancel.is_cancelled()
}

/// Holds nobody up any more when it is dropped, also by a report that panics.
struct Opens<'a>(&'a AtomicUsize);

impl Drop for Opens<'_> {
    fn drop(&mut self) {
        self.0.store(usize::MAX, Ordering::Relaxed);
    }
}

/// One match at a time for every core.
pub(crate) fn usual_jobs() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

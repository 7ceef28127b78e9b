//! A contest in a game: how one of its matches is played. All that needs no rules is in `plan` and
//! `run`.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::driver::{Chair, Driver};
use super::floor::{Ending, Floor};
use super::guest::Guest;
use super::html::Frames;
use super::openings;
use super::peer::Call;
use super::plan::{Keep, Plan};
use super::referee::{Match, Played};
use super::run::{Listener, Run, Standings};
use super::schedule::Pairing;
use crate::play::telling::{told, turn_sentence, usual_names};
use crate::play::{Eye, Player, Record, Seat, Session};
use crate::search::{Bots, Cancel, Strategy, strategy};

/// Bots against bots on one board: a [`Plan`] with the rules to play by.
pub struct Contest<G: Bots> {
    /// Who takes part, and how it is held.
    pub plan: Plan,
    /// What is left to chance on it is settled anew for each set of matches.
    pub board: G::Variant,
    /// How each entrant plays, if it is a bot of ours.
    strategies: Vec<Option<&'static Strategy<G>>>,
    /// How each entrant is brought to the table, if it has joined from elsewhere.
    calls: Vec<Option<Call>>,
}

/// The conditions of a contest are read as its own.
impl<G: Bots> Deref for Contest<G> {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        &self.plan
    }
}

impl<G: Bots> Contest<G> {
    /// A league between the entrants behind some seats' specs, or why one cannot take part. What is
    /// to be different about it can be changed in its plan.
    pub fn new(board: G::Variant, players: &[Player], seats: usize) -> Result<Contest<G>, String> {
        let mut strategies = Vec::new();
        let mut entrants = players.to_vec();
        for player in &mut entrants {
            strategies.push(match player {
                Player::Bot { strategy: name } => {
                    let found = strategy::<G>(name, &board)?;
                    found.name.clone_into(name);
                    Some(found)
                }
                Player::Program { .. } => None,
                // Somebody's program that joined under this name.
                Player::Human { name: Some(_) } => None,
                Player::Human { name: None } => {
                    return Err(format!(
                        "'{player}' can't play in the arena; use 'bot:STRATEGY' or 'exec:COMMAND LINE'"
                    ));
                }
            });
        }
        let mut plan = Plan::new::<G>(&board, entrants, seats, usual_names::<G>(seats));
        for (entrant, given) in plan.entrants.iter_mut().zip(players) {
            entrant.spec = given.to_string();
        }
        let calls = vec![None; strategies.len()];
        Ok(Contest { plan, board, strategies, calls })
    }

    /// Says how the entrants are brought to the table who have joined from elsewhere. Each of them
    /// plays one match at a time.
    pub(crate) fn with_calls(self, calls: Vec<Option<Call>>) -> Contest<G> {
        Contest { calls, ..self }
    }

    /// A league between bots, of the game's or of yours, who all sit down together.
    pub fn between(board: G::Variant, bots: &[&'static Strategy<G>]) -> Contest<G> {
        let player = |bot: &&Strategy<G>| Player::Bot { strategy: bot.name.to_owned() };
        let (players, seats) = (bots.iter().map(player).collect(), bots.len());
        let plan = Plan::new::<G>(&board, players, seats, usual_names::<G>(seats));
        let calls = vec![None; bots.len()];
        Contest { plan, board, strategies: bots.iter().copied().map(Some).collect(), calls }
    }

    /// Whether somebody takes part whose program is on another machine and isn't joined here.
    pub(crate) fn lacks_programs(&self) -> bool {
        let entrants = self.entrants.iter().zip(&self.calls);
        entrants.into_iter().any(|(it, call)| it.player.is_human() && call.is_none())
    }

    /// Plays all matches on so many threads, and says how it stands at the end. Reports come in
    /// the order of the matches, whoever was first to finish, so that whatever is added up comes
    /// out the same.
    pub fn run(&self, jobs: usize, cancel: &Cancel, mut report: impl FnMut(Played)) -> Standings {
        let mut standings = self.standings();
        let mut listener = |_: &Standings, played: Played| report(played);
        let floor = Floor::default();
        self.hold(&mut standings, BTreeMap::new(), jobs, cancel, &floor, &mut listener);
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
        self.hold(standings, BTreeMap::new(), jobs, cancel, floor, &mut report);
    }

    /// Plays the matches that are left and not known already.
    pub(crate) fn hold(
        &self,
        standings: &mut Standings,
        mut known: BTreeMap<usize, Played>,
        jobs: usize,
        cancel: &Cancel,
        floor: &Floor<G>,
        listener: &mut dyn Listener,
    ) {
        let play = |pairing| self.play(pairing, cancel, floor);
        let one_at_a_time = self.calls.iter().map(Option::is_some).collect();
        let run = Run { play: &play, keep: self.keep, jobs, cancel, one_at_a_time };
        run.go_on(standings, &mut known, listener);
    }

    /// Plays a match; nothing if it is called off.
    fn play(&self, pairing: Pairing, cancel: &Cancel, floor: &Floor<G>) -> Option<Played> {
        let Pairing { number, set, seating } = pairing;
        let mut session = self.opening(set);
        openings::play(&mut session, self.openings);
        let on_floor = floor.begin(number, set, &seating);
        session.moves().iter().for_each(|mv| on_floor.feed.tell(mv.clone(), None));
        let mut table = Match::new(self.driver(session, number - set, &seating), &on_floor);
        table.play(cancel)?;
        let mut played = table.result(seating);
        (played.number, played.set) = (number, set);
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

    /// A match of the set that begins with this number, before its first move.
    pub fn opening(&self, set: usize) -> Session<G> {
        Session::new(&self.board, self.seats, self.seed.of_match(set))
    }

    /// A played match as a record; nothing if its moves were not kept.
    pub fn record(&self, played: &Played) -> Option<Record> {
        let session = self.replay(played)?;
        let mut record = session.record(&self.players(&played.seating));
        record.think = Some(self.limit.to_string());
        Some(record)
    }

    /// A played match at its end; nothing if its moves were not kept.
    pub fn replay(&self, played: &Played) -> Option<Session<G>> {
        let mut session = self.opening(played.set);
        for text in played.moves.as_ref()? {
            session.play_text(text).ok()?;
        }
        if let Some(seat) = played.resigned() {
            session.resign(seat);
        }
        Some(session)
    }

    /// A played match to be stepped through; nothing if its moves were not kept.
    pub(crate) fn frames(&self, played: &Played) -> Option<Frames> {
        let end = self.replay(played)?;
        let names = self.seat_names.clone();
        let mut state = end.state_at(0);
        let mut frames = Frames::new();
        let view = |state: &G| {
            let mut view = G::describe(&state.view(Eye::Everything));
            if let Some(scores) = state.scores() {
                view.insert("scores".to_owned(), scores.into());
            }
            view
        };
        frames.add("the beginning", &view(&state));
        for mv in end.moves() {
            let told = told(&state, mv, Eye::Everything, &names).join("; ");
            state.play_unchecked(mv);
            // A card that is dealt without a word is seen with the next step.
            if !told.is_empty() {
                frames.add(&told, &view(&state));
            }
        }
        frames.add(&turn_sentence(&end, &names), &view(&state));
        Some(frames)
    }

    /// The match that is played after `turn` others of its set, with those who play it. Everybody
    /// takes their own dice along from seat to seat: two who play alike then play two matches.
    fn driver(&self, session: Session<G>, turn: usize, seating: &[usize]) -> Driver<G> {
        let chair = |(index, entrant): (usize, &usize)| {
            let dice = (index + turn) % seating.len();
            match (self.strategies[*entrant], &self.entrants[*entrant].player) {
                (None, Player::Program { command }) => {
                    let mut guest = Guest::new(command, Seat::at(index), self.patience);
                    guest.take_dice(dice);
                    Chair::program(guest)
                }
                (Some(strategy), _) => Chair::bot(Ok(strategy), Seat::at(dice)),
                (None, _) => {
                    let call = self.calls[*entrant].clone().unwrap_or_else(Call::nobody);
                    let mut guest = Guest::called(call, Seat::at(index), self.patience);
                    guest.take_dice(dice);
                    Chair::program(guest)
                }
            }
        };
        let chairs = seating.iter().enumerate().map(chair).collect();
        // Nobody who takes part plays by hand here, wherever their program runs.
        let players = self.players(seating).into_iter().map(|player| match player {
            Player::Human { name } => Player::Program { command: name.unwrap_or_default() },
            player => player,
        });
        Driver::seated(session, players.collect(), chairs, self.limit)
    }
}

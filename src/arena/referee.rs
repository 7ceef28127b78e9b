//! One match between bots and programs, from the first move to the result.

use std::borrow::Cow;
use std::mem;
use std::time::{Duration, Instant};

use super::driver::{Driver, NoAnswer};
use super::floor::OnFloor;
use super::program::{Fault, Leaving};
pub use crate::play::Fate;
use crate::play::{Due, Game, Outcome, Seat, Turn, sentence};
use crate::search::{Bots, Cancel, rewards};

/// What a seat's moves have cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thinking {
    /// Decisions; outcomes of chance cost nobody anything.
    pub moves: u32,
    /// By the clock, all of them together.
    pub time: Duration,
}

/// Why a match was lost beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// Who lost it.
    pub seat: Seat,
    /// One word for tables and programs: `late`, `died`.
    pub kind: Cow<'static, str>,
    /// The reason in a sentence.
    pub why: String,
    /// The last lines of the program's error output.
    pub last_words: Vec<String>,
}

impl Forfeit {
    fn new(seat: Seat, fault: &Fault, last_words: Vec<String>) -> Forfeit {
        let (kind, why) = (fault.kind(), sentence(&fault.to_string()));
        Forfeit { seat, kind, why, last_words }
    }
}

/// A match that has been played.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Played {
    /// Its number in the contest, from 0.
    pub number: usize,
    /// The number of the first match of its set, which had the same dice and the same opening.
    pub set: usize,
    /// Who sat on each seat, as the number of an entrant.
    pub seating: Vec<usize>,
    /// What the match gave to each seat, from 0 to 1.
    pub scores: Vec<f64>,
    /// How it ended for each seat.
    pub fates: Vec<Fate>,
    /// Moves in all, chance included.
    pub plies: usize,
    /// By seat.
    pub thinking: Vec<Thinking>,
    /// In mid-match one forfeits; several may ignore the end.
    pub forfeits: Vec<Forfeit>,
    /// What programs call themselves.
    pub names: Vec<Option<String>>,
    /// The text of every move, if they are kept.
    pub moves: Option<Vec<String>>,
}

impl Played {
    /// Whose forfeit ended the match, if it was not over on the board by then.
    pub fn resigned(&self) -> Option<Seat> {
        self.forfeits.first().map(|forfeit| forfeit.seat)
    }
}

/// A match at a table where everybody has sat down.
pub(super) struct Match<'a, G: Bots> {
    pub driver: Driver<G>,
    thinking: Vec<Thinking>,
    forfeits: Vec<Forfeit>,
    on_floor: &'a OnFloor<'a, G>,
}

impl<'a, G: Bots> Match<'a, G> {
    pub fn new(driver: Driver<G>, on_floor: &'a OnFloor<'a, G>) -> Match<'a, G> {
        let thinking = vec![Thinking::default(); driver.seating().players().len()];
        Match { driver, thinking, forfeits: Vec::new(), on_floor }
    }

    /// Plays the match to its end, or to somebody's forfeit, and sees the programs out. Nothing if
    /// it was called off.
    pub fn play(&mut self, cancel: &Cancel) -> Option<()> {
        match self.driver.greet(cancel).and_then(|()| self.play_on(cancel)) {
            Ok(()) => {}
            Err(NoAnswer { fault: Fault::Cancelled, .. }) => return None,
            Err(NoAnswer { seat, fault, last_words }) => {
                self.driver.resign(seat);
                self.forfeits.push(Forfeit::new(seat, &fault, last_words));
            }
        }
        self.say_goodbye(cancel)
    }

    fn play_on(&mut self, cancel: &Cancel) -> Result<(), NoAnswer> {
        // The clock is read once a move, since quick bots need less time than reading it takes.
        let mut begin = Instant::now();
        loop {
            if self.on_floor.floor.wait(cancel) {
                begin = Instant::now();
            }
            let due = self.driver.due();
            if let (Due::Computer(seat), true) = (due, cancel.is_cancelled()) {
                return Err(NoAnswer::of(seat, Fault::Cancelled));
            }
            let step = self.driver.take(due, cancel);
            if let Due::Computer(seat) = due {
                let thinking = &mut self.thinking[seat.index()];
                let end = Instant::now();
                thinking.moves += 1;
                thinking.time += end - begin;
                begin = end;
            }
            let left = match due {
                Due::Computer(seat) => self.driver.time_left(seat).map(|left| (seat, left)),
                _ => None,
            };
            match step? {
                Some(mv) => self.on_floor.feed.tell(mv, left),
                None => return Ok(()),
            }
        }
    }

    /// Tells the programs how it ended. Who will not leave then has lost after all; so nothing has
    /// come of the match if there is no time left to see it.
    fn say_goodbye(&mut self, cancel: &Cancel) -> Option<()> {
        let left = self.driver.goodbye().map(|say| say(cancel)).unwrap_or_default();
        for (seat, leaving) in left {
            match leaving {
                Leaving::ByItself => {}
                Leaving::Killed(grace) => {
                    self.forfeits.push(Forfeit::new(seat, &Fault::Stayed(grace), Vec::new()));
                }
                Leaving::CalledOff => return None,
            }
        }
        Some(())
    }

    /// What came of it, with the number still to be filled in. It is asked for once.
    pub fn result(&mut self, seating: Vec<usize>) -> Played {
        let seats = self.thinking.len();
        let (scores, winners) = self.scores();
        let fate = |seat| match self.has_forfeited(seat) {
            true => Fate::Lost,
            false => Fate::of(&winners, seat),
        };
        Played {
            seating,
            scores,
            fates: Seat::all(seats).map(fate).collect(),
            plies: self.driver.session().ply(),
            names: Seat::all(seats).map(|seat| self.driver.name_given(seat)).collect(),
            thinking: mem::take(&mut self.thinking),
            forfeits: mem::take(&mut self.forfeits),
            ..Played::default()
        }
    }

    fn has_forfeited(&self, seat: Seat) -> bool {
        self.forfeits.iter().any(|forfeit| forfeit.seat == seat)
    }

    /// What the match gave to each seat, from 0 to 1, and who shares the first place.
    fn scores(&self) -> (Vec<f64>, Vec<Seat>) {
        let (session, seats) = (self.driver.session(), self.thinking.len());
        let Turn::Over(outcome) = session.turn() else {
            return (vec![0.0; seats], Vec::new());
        };
        if self.forfeits.is_empty() {
            let places = by_points(session.state()).unwrap_or(outcome);
            return (rewards(session.state(), &places), session.winners());
        }
        with_forfeits(outcome, seats, &self.forfeits)
    }
}

/// What a match gave to each seat, and who has the first place: whoever forfeits comes behind all
/// others and shares no place, whatever their points.
fn with_forfeits(outcome: Outcome, seats: usize, forfeits: &[Forfeit]) -> (Vec<f64>, Vec<Seat>) {
    let lost = |seat: &Seat| forfeits.iter().any(|forfeit| forfeit.seat == *seat);
    let mut places = match outcome {
        Outcome::Places(places) => places,
        Outcome::Win(winner) => {
            let mut places: Vec<Seat> = Seat::all(seats).collect();
            places.sort_by_key(|seat| *seat != winner);
            places
        }
        Outcome::Draw => Seat::all(seats).collect(),
    };
    places.sort_by_key(lost);
    let last = (places.len() - 1).max(1) as f64;
    let mut scores = vec![0.0; places.len()];
    for (place, seat) in places.iter().enumerate().filter(|(_, seat)| !lost(seat)) {
        scores[seat.index()] = 1.0 - place as f64 / last;
    }
    (scores, places.into_iter().take(1).filter(|seat| !lost(seat)).collect())
}

/// The places at a table of more than two, in games that count points: the second is better than the
/// last, whatever the game says of the first alone.
fn by_points<G: Game>(end: &G) -> Option<Outcome> {
    let scores = end.scores().filter(|scores| scores.len() > 2)?;
    Some(Outcome::Places(Seat::by_points(Seat::all(scores.len()).collect(), &scores)))
}

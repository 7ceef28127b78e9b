//! One match between bots and programs, from the first move to the result.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::guest::Guest;
use super::program::{Fault, Leaving};
use crate::play::{Eye, Game, Outcome, Record, Seat, Session, Turn};
use crate::search::{Bot, Budget, Cancel, Limit, panic_text, rewards};

/// How a match ended for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Won,
    /// A draw or a shared first place.
    Drew,
    Lost,
}

impl Fate {
    /// By those who share the first place; nobody does after a draw.
    pub fn of(winners: &[Seat], seat: Seat) -> Fate {
        match winners {
            [] => Fate::Drew,
            [only] if *only == seat => Fate::Won,
            shared if shared.contains(&seat) => Fate::Drew,
            _ => Fate::Lost,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Fate::Won => "won",
            Fate::Drew => "drew",
            Fate::Lost => "lost",
        }
    }
}

/// What a seat's moves have cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thinking {
    pub moves: u32,
    pub time: Duration,
}

/// Why a match was lost beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    pub seat: Seat,
    pub fault: Fault,
    /// The last lines of the program's error output.
    pub last_words: Vec<String>,
}

/// A match that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number in the contest, from 0.
    pub index: usize,
    /// Who sat on each seat, as the number of an entrant.
    pub seating: Vec<usize>,
    /// What the match gave to each seat, from 0 to 1.
    pub scores: Vec<f64>,
    pub fates: Vec<Fate>,
    pub plies: usize,
    pub thinking: Vec<Thinking>,
    pub forfeit: Option<Forfeit>,
    /// What programs call themselves.
    pub names: Vec<Option<String>>,
    /// Programs that did not leave when the match was over, and had to be killed.
    pub lingered: Vec<Seat>,
    pub record: Option<Record>,
}

/// Somebody who can play without a person.
pub(super) enum Chair<G: Game> {
    Bot(Box<dyn Bot<G>>),
    Guest(Box<Guest<G>>),
}

/// A match at a table where everybody has sat down.
pub(super) struct Match<G: Game> {
    pub session: Session<G>,
    pub chairs: Vec<Chair<G>>,
    pub limit: Limit,
    pub thinking: Vec<Thinking>,
}

impl<G: Game> Match<G> {
    /// Plays the match to its end, or to somebody's forfeit. Nothing if it was called off.
    pub fn play(&mut self, cancel: &Cancel) -> Option<Option<Forfeit>> {
        let forfeit = match self.play_on(cancel) {
            Ok(()) => None,
            Err((_, Fault::Cancelled)) => return None,
            Err((seat, fault)) => {
                let last_words = match &mut self.chairs[seat.index()] {
                    Chair::Guest(guest) => {
                        let words = guest.last_words();
                        guest.dismiss();
                        words
                    }
                    Chair::Bot(_) => Vec::new(),
                };
                self.session.resign(seat);
                Some(Forfeit { seat, fault, last_words })
            }
        };
        Some(forfeit)
    }

    fn play_on(&mut self, cancel: &Cancel) -> Result<(), (Seat, Fault)> {
        for (index, chair) in self.chairs.iter_mut().enumerate() {
            if let Chair::Guest(guest) = chair {
                guest.sit_down(&self.session, cancel).map_err(|why| (Seat::at(index), why))?;
            }
        }
        loop {
            match self.session.turn() {
                Turn::Over(_) => return Ok(()),
                Turn::Chance { by } => {
                    let bank = by.unwrap_or(Seat::FIRST);
                    let stuck = || Fault::Broken("chance has no outcome here".to_owned());
                    self.session.roll().ok_or_else(|| (bank, stuck()))?;
                }
                Turn::Decide(seat) => {
                    if cancel.is_cancelled() {
                        return Err((seat, Fault::Cancelled));
                    }
                    self.decide(seat, cancel).map_err(|why| (seat, why))?;
                }
            }
        }
    }

    fn decide(&mut self, seat: Seat, cancel: &Cancel) -> Result<(), Fault> {
        let begin = Instant::now();
        let mv = match &mut self.chairs[seat.index()] {
            Chair::Guest(guest) => guest.choose(&self.session, cancel)?,
            Chair::Bot(bot) => {
                let state = self.session.state();
                let (view, legal) = (state.view(Eye::Seat(seat)), state.legal_moves());
                let budget = Budget::new(self.limit, cancel.clone());
                let answer =
                    catch_unwind(AssertUnwindSafe(|| bot.choose(&view, seat, &legal, &budget)));
                answer.map_err(|panic| Fault::Broken(panic_text(panic.as_ref())))?
            }
        };
        let thinking = &mut self.thinking[seat.index()];
        thinking.moves += 1;
        thinking.time += begin.elapsed();
        // A bot that was told to stop has not chosen freely.
        if cancel.is_cancelled() {
            return Err(Fault::Cancelled);
        }
        let refused = |why: String| Fault::Illegal(mv.to_string(), why);
        self.session.play(mv.clone()).map_err(|why| refused(why.to_string()))
    }

    /// Tells the programs how it ended; says who would not leave.
    pub fn say_goodbye(&mut self) -> Vec<Seat> {
        let session = &self.session;
        let chairs = self.chairs.iter_mut().enumerate();
        let lingers = |(index, chair): (usize, &mut Chair<G>)| match chair {
            Chair::Guest(guest) => {
                (guest.say_goodbye(session) == Leaving::Killed).then(|| Seat::at(index))
            }
            Chair::Bot(_) => None,
        };
        chairs.filter_map(lingers).collect()
    }

    /// What the match gave to each seat, from 0 to 1.
    pub fn scores(&self) -> Vec<f64> {
        match (self.session.turn(), self.session.resigned()) {
            // Whoever left shares no place, whatever their points.
            (Turn::Over(Outcome::Places(places)), Some(_)) => {
                let last = (places.len() - 1).max(1) as f64;
                let mut scores = vec![0.0; places.len()];
                for (place, seat) in places.iter().enumerate() {
                    scores[seat.index()] = 1.0 - place as f64 / last;
                }
                scores
            }
            (Turn::Over(outcome), _) => rewards(self.session.state(), &outcome),
            _ => vec![0.0; self.chairs.len()],
        }
    }
}

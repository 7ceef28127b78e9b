//! A program that runs before everybody's eyes, card by card.

use std::time::Duration;

use super::board::Beam;
use crate::games::turtles::cards::Card;
use crate::games::turtles::ground::{Deed, Ground, Hit, Pose, Tile};
use crate::games::turtles::rules::Run;
use crate::games::turtles::variant::TurtlesVariant;
use crate::play::Seat;

/// How fast programs run; people may change it, and it stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace(usize);

/// A turtle executes a card in this time, from the slowest pace on.
const PACES: [Duration; 4] = [
    Duration::from_millis(900),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(100),
];

impl Default for Pace {
    fn default() -> Pace {
        Pace(2)
    }
}

impl Pace {
    fn card(self) -> Duration {
        PACES[self.0]
    }

    fn faster(self) -> Pace {
        Pace((self.0 + 1).min(PACES.len() - 1))
    }

    fn slower(self) -> Pace {
        Pace(self.0.saturating_sub(1))
    }
}

#[derive(Debug)]
pub struct Playback {
    seat: Seat,
    before: Ground,
    /// Each card, what comes of it, and the board after it.
    steps: Vec<(Card, Deed, Ground)>,
    /// Cards executed so far.
    done: usize,
    time: Duration,
    pace: Pace,
    /// Somebody steps through it by hand, and time stands still.
    held: bool,
}

impl Playback {
    /// A program of a match.
    pub fn of_run(run: &Run, variant: &TurtlesVariant, pace: Pace) -> Playback {
        Playback::new(run.seat, run.before.clone(), run.steps(variant), pace)
    }

    pub fn new(
        seat: Seat,
        before: Ground,
        mut steps: Vec<(Card, Deed, Ground)>,
        pace: Pace,
    ) -> Playback {
        // Who arrives leaves the board, but not before everybody has seen the turtle on its jewel.
        if let Some(last) = steps.len().checked_sub(1)
            && let Deed::Arrived(cell) = steps[last].1
        {
            let from = last.checked_sub(1).map_or(&before, |at| &steps[at].2);
            let pose = from.pose(seat).map(|pose| Pose { cell, ..pose });
            steps[last].2.put(seat, pose);
        }
        Playback { seat, before, steps, done: 0, time: Duration::ZERO, pace, held: false }
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The board after the cards done so far.
    pub fn ground(&self) -> &Ground {
        self.done.checked_sub(1).map_or(&self.before, |last| &self.steps[last].2)
    }

    /// The laser that is being fired.
    pub fn beam(&self) -> Option<Beam> {
        let last = self.done.checked_sub(1)?;
        let before = last.checked_sub(1).map_or(&self.before, |at| &self.steps[at].2);
        Beam::of(before.pose(self.seat)?, self.steps[last].1)
    }

    /// Cards executed so far.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The cards, those to come face down, and the one that was executed last.
    pub fn cards(&self) -> (Vec<Option<Card>>, Option<usize>) {
        let shown =
            |(at, (card, ..)): (usize, &(Card, Deed, Ground))| (at < self.done).then_some(*card);
        (self.steps.iter().enumerate().map(shown).collect(), self.done.checked_sub(1))
    }

    /// What happened just now, in a few words.
    pub fn words(&self) -> String {
        let Some(last) = self.done.checked_sub(1) else { return "runs".to_owned() };
        match self.steps[last].1 {
            Deed::Turned => "turns".to_owned(),
            Deed::Walked => "walks".to_owned(),
            Deed::Pushed(_) => "pushes the crate".to_owned(),
            Deed::TurnedBack(tile) => {
                format!("turns back at {}", tile.map_or("the edge", Tile::name))
            }
            Deed::Fell => "leaves the board: back to the start".to_owned(),
            Deed::Collided(other) => format!("bumps into turtle {other}: both start again"),
            Deed::Arrived(_) => "arrives".to_owned(),
            Deed::Fired { hit, .. } => match hit {
                Hit::Edge | Hit::Solid => "fires, and nothing happens".to_owned(),
                Hit::Ice => "melts the ice".to_owned(),
                Hit::Turtle(other) => format!("hits turtle {other}"),
                Hit::Jewel => "hits a jewel: the beam comes back".to_owned(),
            },
        }
    }

    /// Lets time pass; answers whether it is over.
    pub fn tick(&mut self, elapsed: Duration) -> bool {
        if self.held {
            return false;
        }
        self.time += elapsed;
        // The last position stays a little longer before the match goes on.
        let cards = if self.done == self.steps.len() { 3 } else { 1 };
        if self.time < self.pace.card() * cards {
            return false;
        }
        self.time = Duration::ZERO;
        self.forward()
    }

    /// One card more by hand; answers whether it is over.
    pub fn step(&mut self) -> bool {
        self.held = true;
        self.forward()
    }

    /// One card back by hand; answers whether there was one.
    pub fn step_back(&mut self) -> bool {
        self.held = true;
        let before = self.done;
        self.done = before.saturating_sub(1);
        before > 0
    }

    /// Goes on by itself, and quicker.
    pub fn faster(&mut self) -> Pace {
        self.held = false;
        self.pace = self.pace.faster();
        self.pace
    }

    /// Goes on by itself, and slower.
    pub fn slower(&mut self) -> Pace {
        self.held = false;
        self.pace = self.pace.slower();
        self.pace
    }

    /// What a person may want to know about the keys now.
    pub fn prompt(&self) -> &'static str {
        if self.held { "paused; up or down resumes it" } else { "the program runs" }
    }

    fn forward(&mut self) -> bool {
        self.done += 1;
        let over = self.done > self.steps.len();
        self.done = self.done.min(self.steps.len());
        over
    }
}

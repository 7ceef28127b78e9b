//! Time for people and bots at one table: how much was agreed, and what is left of it.
//!
//! Nothing here looks at a clock: whoever drives the match says how much time has passed.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use super::Clock;
use crate::play::{Clocks, Seat};
use crate::search::Limit;

/// How much time people have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// For all moves of a match together.
    Match(Clock),
    /// For each move anew.
    Move(Duration),
}

impl TimeControl {
    /// What a clock shows before anything is played.
    pub fn start(self) -> Duration {
        match self {
            TimeControl::Match(clock) => clock.time,
            TimeControl::Move(time) => time,
        }
    }

    /// For people: `5 min, and 3 s more each move`, `30 s a move`.
    pub fn words(self) -> String {
        match self {
            TimeControl::Move(time) => format!("{} a move", spoken(time)),
            TimeControl::Match(Clock { time, increment }) if increment.is_zero() => {
                format!("{} a match", spoken(time))
            }
            TimeControl::Match(Clock { time, increment }) => {
                format!("{}, and {} more each move", spoken(time), spoken(increment))
            }
        }
    }
}

impl TimeControl {
    /// The same where there is little room: `5 min+3 s`, `30 s/move`.
    pub fn short(self) -> String {
        match self {
            TimeControl::Move(time) => format!("{}/move", spoken(time)),
            TimeControl::Match(Clock { time, increment }) if increment.is_zero() => spoken(time),
            TimeControl::Match(Clock { time, increment }) => {
                format!("{}+{}", spoken(time), spoken(increment))
            }
        }
    }
}

fn spoken(time: Duration) -> String {
    match time.as_millis() {
        ms if ms >= 60_000 && ms % 60_000 == 0 => format!("{} min", ms / 60_000),
        ms if ms % 1000 == 0 => format!("{} s", ms / 1000),
        _ => format!("{} s", time.as_secs_f64()),
    }
}

/// `300+5` for a match, `30/move` for a move; all in seconds.
impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Match(clock) => clock.fmt(f),
            TimeControl::Move(time) => write!(f, "{}/move", time.as_secs_f64()),
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let wrong = || {
            format!(
                "'{text}' isn't a clock; use SECONDS+INCREMENT for the match, such as 300+5, or \
                 SECONDS/move, such as 30/move"
            )
        };
        match text.split_once('/') {
            Some((seconds, "move")) => {
                let seconds =
                    seconds.trim().parse::<f64>().ok().filter(|it| *it > 0.0 && *it < 1e6);
                seconds.map(|it| TimeControl::Move(Duration::from_secs_f64(it))).ok_or_else(wrong)
            }
            Some(_) => Err(wrong()),
            None => text.parse().map(TimeControl::Match).map_err(|_| wrong()),
        }
    }
}

/// The clocks of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timer {
    control: TimeControl,
    left: Vec<Duration>,
}

impl Timer {
    /// Clocks that show the whole time, one for each seat; or what was left, as far as that is known.
    pub fn new(control: TimeControl, seats: usize, left_ms: &[u64]) -> Timer {
        let left = (0..seats)
            .map(|seat| left_ms.get(seat).map_or(control.start(), |ms| Duration::from_millis(*ms)));
        Timer { control, left: left.collect() }
    }

    /// What was agreed.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// What this seat has left.
    pub fn left(&self, seat: Seat) -> Duration {
        self.left[seat.index()]
    }

    /// Time passes for whoever is to move; answers whether their flag has fallen.
    pub fn pass(&mut self, seat: Seat, elapsed: Duration) -> bool {
        let left = &mut self.left[seat.index()];
        *left = left.saturating_sub(elapsed);
        left.is_zero()
    }

    /// This seat has moved.
    pub fn moved(&mut self, seat: Seat) {
        let left = &mut self.left[seat.index()];
        match self.control {
            TimeControl::Match(clock) => *left += clock.increment,
            TimeControl::Move(time) => *left = time,
        }
    }

    /// A move was taken back: nobody who is asked again may be without time.
    pub fn set_back(&mut self) {
        let least = match self.control {
            TimeControl::Match(clock) => {
                clock.increment.max(Duration::from_secs(10)).min(clock.time)
            }
            TimeControl::Move(time) => time,
        };
        for left in &mut self.left {
            *left = (*left).max(least);
        }
    }

    /// What a bot on this seat may spend on its move: what it may anyway, but no more than its clock
    /// allows, with something left for the moves to come.
    pub fn limit(&self, seat: Seat, usual: Limit) -> Limit {
        let left = self.left(seat);
        let share = match self.control {
            TimeControl::Move(time) => left.min(time) * 3 / 4,
            TimeControl::Match(clock) => (left / 25 + clock.increment * 3 / 4).min(left / 2),
        };
        match usual {
            Limit::Time(time) => Limit::Time(time.min(share)),
            nodes => nodes,
        }
    }

    /// For a scene, with the clock of this seat running.
    pub fn clocks(&self, running: Option<Seat>) -> Clocks {
        Clocks { left_ms: self.left_ms(), running }
    }

    /// For a record.
    pub fn left_ms(&self) -> Vec<u64> {
        self.left.iter().map(|left| left.as_millis() as u64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_written_as_it_is_read() {
        for (text, words) in [
            ("300+5", "5 min, and 5 s more each move"),
            ("60+0", "1 min a match"),
            ("30/move", "30 s a move"),
            ("2.5/move", "2.5 s a move"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!((control.to_string().as_str(), control.words().as_str()), (text, words));
        }
        for text in ["", "0", "0/move", "5/match", "x+1", "-3/move"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn time_for_a_move_comes_back_and_time_for_a_match_does_not() {
        let seconds = Duration::from_secs;
        for (text, left) in [("10/move", 10), ("10+2", 9)] {
            let mut timer = Timer::new(text.parse().unwrap(), 2, &[]);
            assert!(!timer.pass(Seat::FIRST, seconds(3)));
            timer.moved(Seat::FIRST);
            assert_eq!(timer.left(Seat::FIRST), seconds(left), "{text}");
            assert!(timer.pass(Seat::SECOND, seconds(10)), "{text}");
        }
    }

    #[test]
    fn a_bot_leaves_itself_time_for_the_moves_to_come() {
        let timer = Timer::new("5+0".parse().unwrap(), 2, &[]);
        let limit = timer.limit(Seat::FIRST, Limit::Time(Duration::from_secs(2)));
        assert_eq!(limit, Limit::Time(Duration::from_millis(200)));
    }
}

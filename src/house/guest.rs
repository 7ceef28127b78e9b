//! A guest as the house knows it: its line, where it is, and what it has been shown.

use std::borrow::Cow;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::invitation::Right;
use super::message::{FromHouse, Seated};
use super::wire::{Lost, Wire};
use crate::lang;
use crate::play::Seat;

/// How long somebody at the door has for the whole of the handshake and the first line.
pub const AT_THE_DOOR: Duration = Duration::from_secs(10);
/// After so much silence a guest is asked whether it is still there,
const PING: Duration = Duration::from_secs(10);
/// has a slow line if it doesn't answer within this,
const SLOW: Duration = Duration::from_secs(2);
/// and is gone after this.
const GONE: Duration = Duration::from_secs(20);
/// Whoever takes nothing of what it is sent for so long is dropped.
const STALLED: Duration = Duration::from_secs(20);
/// How long a guest that is shown out has to read why.
const FAREWELL: Duration = Duration::from_secs(2);
/// What others are told of one guest: so much at once, and one thing more in this time.
const STIR: f64 = 20.0;
const PER_STIR: Duration = Duration::from_millis(500);
/// More lines than this in a second aren't a person's, nor those of a program that waits for answers.
const LINES: u32 = 2000;

/// Where a guest is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// It has not shown a code yet.
    Door,
    /// It looks at what there is.
    Lobby,
    /// It has a seat of the table at this index.
    Seat(usize, Seat),
    /// It looks on.
    Beside(usize),
    /// It is the program of this number in a contest.
    Entrant(usize),
    /// It looks on at a contest.
    Hall,
}

impl Place {
    /// The table it is at.
    pub fn table(self) -> Option<usize> {
        match self {
            Place::Seat(table, _) | Place::Beside(table) => Some(table),
            Place::Door | Place::Lobby | Place::Entrant(_) | Place::Hall => None,
        }
    }

    /// The seat it has.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Place::Seat(_, seat) => Some(seat),
            _ => None,
        }
    }
}

/// What a guest has been shown of the match at its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// Which match, and how often moves had been taken back; nothing before the first.
    pub of: Option<(usize, usize)>,
    /// Moves it was told of.
    pub told: usize,
    /// Whether it knows how the match ended.
    pub end: bool,
    /// For programs: whether they have answered the greeting of this match,
    pub ready: bool,
    /// how many moves they knew then,
    pub known: usize,
    /// and at which ply they were last asked.
    pub asked: Option<usize>,
}

/// A message as it is sent.
pub fn line(message: &FromHouse) -> String {
    serde_json::to_string(message).expect("messages can be written")
}

/// A connection and whoever is at its other end.
pub struct Guest {
    pub wire: Wire,
    pub address: IpAddr,
    pub since: Instant,
    pub place: Place,
    /// Whether it looks on wherever most happens.
    pub roams: bool,
    pub right: Right,
    pub name: String,
    pub program: bool,
    /// Under which it wants its next seat.
    pub token: Option<String>,
    pub shown: Shown,
    /// The seat it has taken, until it is told so.
    pub seated: Option<Seated>,
    heard: Instant,
    ping: Option<(u64, Instant)>,
    /// How long the last answer took.
    pub trip: Option<Duration>,
    second: Instant,
    lines: u32,
    /// What others may still be told of it, at that time.
    stir: (f64, Instant),
    /// Why it may not stay, as it was told.
    pub turned_away: Option<String>,
    /// When it is shown out, come what may.
    leaving: Option<Instant>,
}

impl Guest {
    /// Their name for sentences, in any language.
    pub fn called(&self) -> Cow<'_, str> {
        lang::given_everywhere(&self.name)
    }

    pub fn new(wire: Wire, address: IpAddr, now: Instant) -> Guest {
        Guest {
            wire,
            address,
            since: now,
            place: Place::Door,
            roams: false,
            right: Right::Watch,
            name: String::new(),
            program: false,
            token: None,
            shown: Shown::default(),
            seated: None,
            heard: now,
            ping: None,
            trip: None,
            second: now,
            lines: 0,
            stir: (STIR, now),
            turned_away: None,
            leaving: None,
        }
    }

    /// Says something, or finds out that nobody listens.
    pub fn say(&mut self, message: &FromHouse) -> Result<(), Lost> {
        self.wire.say(&line(message))
    }

    /// Hangs up as soon as what was said has left.
    pub fn show_out(&mut self, now: Instant) {
        self.leaving.get_or_insert(now + FAREWELL);
    }

    pub fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }

    /// Notes that a line came; too many are a reason to hang up.
    pub fn count_line(&mut self, now: Instant) -> Result<(), Lost> {
        self.heard = now;
        if now.saturating_duration_since(self.second) >= Duration::from_secs(1) {
            (self.second, self.lines) = (now, 0);
        }
        self.lines += 1;
        match self.lines > LINES {
            true => Err(Lost::Noise("too many messages".to_owned())),
            false => Ok(()),
        }
    }

    /// Whether the others may be bothered with it once more.
    pub fn may_stir(&mut self, now: Instant) -> bool {
        let (before, then) = self.stir;
        let gained = now.saturating_duration_since(then).div_duration_f64(PER_STIR);
        let have = (before + gained).min(STIR);
        let may = have >= 1.0;
        self.stir = (if may { have - 1.0 } else { have }, now);
        may
    }

    pub fn pong(&mut self, number: u64, now: Instant) {
        if let Some((asked, since)) = self.ping.filter(|(asked, _)| *asked == number) {
            debug_assert_eq!(asked, number);
            self.trip = Some(now.saturating_duration_since(since));
            self.ping = None;
        }
    }

    /// Whether its line is slow.
    pub fn is_slow(&self, now: Instant) -> bool {
        let waited = self.ping.map(|(_, since)| now.saturating_duration_since(since));
        waited.is_some_and(|waited| waited >= SLOW)
            || (waited.is_none() && self.trip.is_some_and(|trip| trip >= SLOW))
    }

    /// What time does to a guest: it is asked whether it is there, or has to go.
    pub fn pass_time(&mut self, now: Instant) -> Result<(), Lost> {
        if self.leaving.is_some_and(|end| now >= end || self.wire.is_flushed()) {
            self.wire.close();
            return Err(Lost::Closed);
        }
        if self.place == Place::Door && now >= self.since + AT_THE_DOOR {
            return Err(Lost::Closed);
        }
        if self.wire.stalled_for(now) >= STALLED {
            return Err(Lost::TooSlow);
        }
        match self.ping {
            Some((_, since)) if now >= since + GONE => return Err(Lost::Closed),
            None if self.place != Place::Door && now >= self.heard + PING => {
                let number = rand::random::<u64>() >> 12;
                self.ping = Some((number, now));
                self.say(&FromHouse::Ping(number))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// When [`Guest::pass_time`] has something to do.
    pub fn deadline(&self, now: Instant) -> Instant {
        let door = (self.place == Place::Door).then(|| self.since + AT_THE_DOOR);
        let stalled = self.wire.stalled_for(now);
        let stalled = (!stalled.is_zero()).then(|| now + STALLED.saturating_sub(stalled));
        let ping = match self.ping {
            Some((_, since)) if now < since + SLOW => since + SLOW,
            Some((_, since)) => since + GONE,
            None => self.heard + PING,
        };
        let ping = (self.place != Place::Door).then_some(ping);
        let ends = [door, stalled, ping, self.leaving].into_iter().flatten();
        ends.min().unwrap_or(now + PING)
    }
}

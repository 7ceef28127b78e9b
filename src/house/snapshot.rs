//! The house as its host sees it.

use std::time::{Duration, Instant};

use super::guest::{Guest, Place};
use super::hall::House;
use super::invitation::{Invitation, Right};
use super::message::TableInfo;
use super::table::HouseTable;
use crate::play::Seat;

/// The house as its host sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snapshot {
    /// What the house is called.
    pub name: String,
    /// What there is.
    pub tables: Vec<TableInfo>,
    /// Who is there.
    pub guests: Vec<GuestInfo>,
    /// To play, and to watch.
    pub invitations: Vec<Invitation>,
    /// Who has a seat and isn't there.
    pub away: Vec<AwayInfo>,
    /// Since the door was opened, in whole seconds.
    pub open_for: Duration,
}

/// Somebody who has a seat and isn't there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwayInfo {
    /// What they are called.
    pub name: String,
    /// The table of their seat, from 1.
    pub table: usize,
    /// For how many milliseconds they have been away.
    pub away_ms: u64,
    /// For how many more the seat is kept; none where it waits on, or a bot plays.
    pub kept_ms: Option<u64>,
}

/// A guest in the host's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestInfo {
    /// What it is called.
    pub name: String,
    /// The table it is at, from 1.
    pub table: Option<usize>,
    /// Whether it has a seat there.
    pub seated: bool,
    /// Whether a program answers.
    pub program: bool,
    /// Whether its line is slow.
    pub slow: bool,
    /// How long the last question took to come back.
    pub trip: Option<Duration>,
}

impl House {
    /// The house as its host sees it.
    pub fn snapshot(&self) -> Snapshot {
        let now = Instant::now();
        let info = |guest: &Guest| GuestInfo {
            name: guest.called().into_owned(),
            table: guest.place.table().map(|at| self.tables[at].number),
            seated: guest.place.seat().is_some(),
            program: guest.program,
            slow: guest.is_slow(now),
            trip: guest.trip,
        };
        let ms = |time: Duration| time.as_millis() as u64;
        let away = |table: &HouseTable| -> Vec<AwayInfo> {
            let info = |(seat, since, end): (Seat, Instant, Option<Instant>)| AwayInfo {
                name: table.name(seat),
                table: table.number,
                away_ms: ms(now.saturating_duration_since(since)),
                kept_ms: end.map(|end| ms(end.saturating_duration_since(now))),
            };
            table.away().map(info).collect()
        };
        let inside = self.guests.values().filter(|guest| guest.place != Place::Door);
        Snapshot {
            name: self.name.clone(),
            tables: self.table_list(now),
            guests: inside.map(info).collect(),
            invitations: vec![self.invitation(Right::Play), self.invitation(Right::Watch)],
            away: self.tables.iter().flat_map(away).collect(),
            open_for: Duration::from_secs(self.opened.elapsed().as_secs()),
        }
    }
}

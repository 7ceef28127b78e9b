//! Those who look on at no table in particular, like a projector: they see the liveliest one, and
//! go on by themselves.

use std::time::{Duration, Instant};

use super::guest::{Guest, Place, Shown};
use super::hall::House;
use super::table::{GuestId, HouseTable};

/// How long the end of a match is looked at,
const END: Duration = Duration::from_secs(8);
/// and a match in which nobody moves, where somebody does at another table.
const STILL: Duration = Duration::from_secs(30);

/// From when on a table isn't worth looking at while others play.
fn dull_from(table: &HouseTable) -> Option<Instant> {
    let stays = if table.is_over() { END } else { STILL };
    Some(table.changed()? + stays)
}

impl House {
    /// The match in which something happened last.
    pub(super) fn liveliest(&self) -> Option<usize> {
        let playing = self.tables.iter().enumerate().rev().filter(|(_, table)| table.is_playing());
        playing.max_by_key(|(_, table)| table.changed()).map(|(at, _)| at)
    }

    /// Takes those who look on at no table in particular to a livelier one, when theirs is dull.
    pub(super) fn roam(&mut self, now: Instant) {
        let roamers: Vec<(GuestId, usize)> = self.roamers().collect();
        if roamers.is_empty() {
            return;
        }
        let is_dull = |at: usize| dull_from(&self.tables[at]).is_none_or(|from| from <= now);
        let Some(to) = self.liveliest().filter(|to| !is_dull(*to)) else { return };
        let bored = |(id, at): (GuestId, usize)| (at != to && is_dull(at)).then_some(id);
        let bored: Vec<GuestId> = roamers.into_iter().filter_map(bored).collect();
        if bored.is_empty() {
            return;
        }
        for id in bored {
            if let Some(guest) = self.guests.get_mut(&id) {
                (guest.place, guest.shown) = (Place::Beside(to), Shown::default());
            }
        }
        self.unsettled.push(to);
        self.changed = true;
    }

    /// When somebody has seen enough of a table.
    pub(super) fn roaming_due(&self, now: Instant) -> Option<Instant> {
        let mut roamers = self.roamers().peekable();
        roamers.peek()?;
        let to = self.liveliest();
        let dull = roamers.filter(|(_, at)| to != Some(*at));
        dull.filter_map(|(_, at)| dull_from(&self.tables[at])).filter(|from| *from > now).min()
    }

    /// Those who look on at no table in particular, and where.
    fn roamers(&self) -> impl Iterator<Item = (GuestId, usize)> {
        self.guests.iter().filter_map(|(id, guest)| match guest {
            Guest { roams: true, place: Place::Beside(at), .. } => Some((*id, *at)),
            _ => None,
        })
    }

    /// Whether a guest who names a table looks on there already. It stays, whatever happens at the
    /// others.
    pub(super) fn stays_beside(&mut self, id: GuestId, number: Option<usize>) -> bool {
        let Some(guest) = self.guests.get_mut(&id) else { return false };
        let beside = match guest.place {
            Place::Beside(at) => Some(self.tables[at].number),
            _ => None,
        };
        let stays = number.is_some() && beside == number;
        guest.roams &= !stays;
        stays
    }
}

//! What time does to a table: clocks run, flags fall, and seats aren't kept for ever.

use std::time::{Duration, Instant};

use super::{Away, Chair, HouseTable};
use crate::play::{Concession, Seat};

/// For how long the seat of somebody who is gone without a word is kept at a table where no match
/// is being played.
const FORSAKEN: Duration = Duration::from_secs(60);

impl HouseTable {
    pub(super) fn stop_clock(&mut self, now: Instant, moved: bool) {
        let Some(clock) = self.opening.clock else { return };
        let Some((seat, since)) = self.game.as_mut().and_then(|it| it.running.take()) else {
            return;
        };
        let left = self.chairs[seat.index()].left.get_or_insert(clock.base);
        *left = left.saturating_sub(now.saturating_duration_since(since));
        if moved {
            *left += clock.increment;
        }
        self.unkept = true;
    }

    /// Lets the clock of whoever is to move run.
    pub(super) fn wind(&mut self, now: Instant) {
        let seat = self.turn().and_then(|turn| turn.seat());
        let timed = seat
            .filter(|seat| self.opening.clock.is_some() && self.chairs[seat.index()].bot.is_none());
        if let Some(running) = &mut self.game {
            running.running = timed.map(|seat| (seat, now));
        }
    }

    /// What time does to the table: a flag falls, a seat was kept for long enough. The sentence
    /// says what happened.
    pub fn pass_time(&mut self, now: Instant) -> Option<String> {
        if !self.is_playing() {
            return self.free_forsaken(now);
        }
        if let Some((seat, end)) = self.flag_falls()
            && end <= now
        {
            let said = format!("{}'s time is up", self.name(seat));
            self.stop_clock(now, false);
            return self.concede(seat, Concession::OutOfTime, now).ok().map(|()| said);
        }
        let (seat, _) = self.seat_given_up().filter(|(_, end)| *end <= now)?;
        let name = self.name(seat);
        match self.opening.away {
            Away::Wait => None,
            Away::Bot => {
                self.stand_in(seat, true);
                self.unkept = true;
                Some(format!("{name} is still away; {} plays for them", self.opening.stand_in))
            }
            Away::Forfeit => {
                let said = format!("{name} stayed away and forfeits");
                self.resign(seat, now).ok().map(|()| said)
            }
        }
    }

    /// Frees the seat of somebody who is gone without a word, from before a match or after its end,
    /// and hasn't come back.
    fn free_forsaken(&mut self, now: Instant) -> Option<String> {
        let at = self.forsaken().filter(|(_, end)| *end <= now).map(|(at, _)| at)?;
        let name = self.name(Seat::at(at));
        let chair = &mut self.chairs[at];
        (chair.sitter, chair.away_since) = (None, None);
        self.unkept = true;
        Some(format!("{name} hasn't come back, and the seat is free"))
    }

    fn forsaken(&self) -> Option<(usize, Instant)> {
        let absent = |chair: &Chair| chair.present.is_none() && chair.sitter.is_some();
        let chairs = self.chairs.iter().enumerate().filter(|(_, chair)| absent(chair));
        let ends = chairs.filter_map(|(at, chair)| Some((at, chair.away_since? + FORSAKEN)));
        ends.min_by_key(|(_, end)| *end)
    }

    /// When something happens by time alone.
    pub fn deadline(&self) -> Option<Instant> {
        if !self.is_playing() {
            return self.forsaken().map(|(_, end)| end);
        }
        let flag = self.flag_falls().map(|(_, end)| end);
        let seat = self.seat_given_up().map(|(_, end)| end);
        flag.into_iter().chain(seat).min()
    }

    fn flag_falls(&self) -> Option<(Seat, Instant)> {
        let (seat, since) = self.game.as_ref()?.running?;
        Some((seat, since + self.chairs[seat.index()].left?))
    }

    /// The absent player whose seat is kept for the shortest time.
    fn seat_given_up(&self) -> Option<(Seat, Instant)> {
        let end = |(at, chair): (usize, &Chair)| {
            let since = chair.away_since.filter(|_| !chair.stand_in)?;
            Some((Seat::at(at), since + self.opening.away_after))
        };
        let ends = self.chairs.iter().enumerate().filter_map(end);
        ends.min_by_key(|(_, end)| *end).filter(|_| self.opening.away != Away::Wait)
    }
}

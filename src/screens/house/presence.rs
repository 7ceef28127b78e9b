//! Who is at a table of a house, as a match there shows it: clocks, lines, the series.

use std::time::Duration;

use super::clock;
use crate::house::{SeatInfo, SeatState};
use crate::play::{Player, Seat};

/// Who is there at a table, whatever is played.
pub struct Presence<'a> {
    pub seats: &'a [SeatInfo],
    pub players: &'a [Player],
    pub turn: Option<Seat>,
    pub since: Duration,
    pub round: usize,
}

impl Presence<'_> {
    /// What is left on the clock of a seat.
    fn clock(&self, at: usize, seat: &SeatInfo) -> Option<String> {
        let runs = self.turn.map(Seat::index) == Some(at);
        let spent = if runs { self.since.as_millis() as u64 } else { 0 };
        seat.left_ms.map(|left| clock(left.saturating_sub(spent)))
    }

    /// All clocks there are, with whose they are.
    pub fn clocks(&self) -> Vec<String> {
        let seats = self.seats.iter().enumerate();
        let clock = |(at, seat): (usize, &SeatInfo)| {
            Some(format!("{} {}", seat.name, self.clock(at, seat)?))
        };
        seats.filter_map(clock).collect()
    }

    /// What is said below each player's name: their clock, their line, the series.
    pub fn notes(&self) -> Vec<String> {
        let is_person = |at: usize| matches!(self.players.get(at), Some(Player::Human { .. }));
        let note = |(at, seat): (usize, &SeatInfo)| {
            let mut words = Vec::new();
            words.extend(self.clock(at, seat));
            words.extend(match (seat.state, seat.kept_ms) {
                (SeatState::Away, _) => Some("away".to_owned()),
                (SeatState::Slow, _) => Some("slow line".to_owned()),
                (SeatState::Bot, _) if is_person(at) => Some("a bot plays".to_owned()),
                _ => None,
            });
            words.extend((self.round > 1).then(|| match seat.won {
                1 => "1 win".to_owned(),
                won => format!("{won} wins"),
            }));
            words.join(" · ")
        };
        self.seats.iter().enumerate().map(note).collect()
    }

    /// Who isn't quite there, and what is waited for.
    pub fn absent(&self) -> Option<String> {
        let gone = self.seats.iter().find(|seat| seat.state == SeatState::Away);
        let slow = self.seats.iter().find(|seat| seat.state == SeatState::Slow);
        match (gone, slow) {
            (Some(gone), _) => Some(match gone.kept_ms {
                Some(kept) => {
                    format!("{} is away; the seat is kept for {}", gone.name, clock(kept))
                }
                None => format!("{} is away; the seat is kept", gone.name),
            }),
            (None, Some(slow)) => Some(format!("{}'s line is slow", slow.name)),
            (None, None) => None,
        }
    }
}

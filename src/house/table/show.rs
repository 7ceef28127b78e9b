//! What a table shows: to those who look at the list, to those who play there, to those beside it.

use std::time::{Duration, Instant};

use super::{Away, Chair, HouseTable, Running};
use crate::house::game::When;
use crate::house::message::{MatchNews, Moved, SeatInfo, SeatState, TableInfo};
use crate::play::{Record, Seat};

impl HouseTable {
    /// Who is away from a seat, since when, and for how long it is still kept.
    pub fn away(&self) -> impl Iterator<Item = (Seat, Instant, Option<Instant>)> {
        let kept = (self.opening.away != Away::Wait).then_some(self.opening.away_after);
        self.chairs.iter().enumerate().filter_map(move |(at, chair)| {
            let since = chair.away_since.filter(|_| chair.sitter.is_some() && self.is_playing())?;
            let end = kept.filter(|_| !chair.stand_in).map(|kept| since + kept);
            Some((Seat::at(at), since, end))
        })
    }

    /// Who is here, and the clocks.
    pub fn seats(&self, now: Instant) -> Vec<SeatInfo> {
        let running = self.game.as_ref().and_then(|running| running.running);
        let info = |seat: Seat| {
            let chair = &self.chairs[seat.index()];
            let state = match chair {
                Chair { stand_in: true, .. } => SeatState::Bot,
                Chair { present: Some(_), slow: true, .. } => SeatState::Slow,
                Chair { present: Some(_), .. } => SeatState::Here,
                Chair { sitter: Some(_), .. } => SeatState::Away,
                Chair { bot: Some(_), .. } => SeatState::Bot,
                _ => SeatState::Free,
            };
            let spent = match running {
                Some((who, since)) if who == seat => now.saturating_duration_since(since),
                _ => Duration::ZERO,
            };
            let left_ms = chair.left.map(|left| left.saturating_sub(spent).as_millis() as u64);
            let end = chair.away_since.map(|since| since + self.opening.away_after);
            let end = end.filter(|_| state == SeatState::Away && self.opening.away != Away::Wait);
            let kept_ms = end.map(|end| end.saturating_duration_since(now).as_millis() as u64);
            // After the end somebody else may have sat down.
            let played = self.game.as_ref().filter(|_| !self.is_over() || chair.sitter.is_none());
            let name = played.map(|running| running.names[seat.index()].clone());
            let name = name.unwrap_or_else(|| self.name(seat));
            SeatInfo { name, state, left_ms, kept_ms, won: chair.won }
        };
        Seat::all(self.chairs.len()).map(info).collect()
    }

    /// The table in a list.
    pub fn info(&self, watchers: usize, now: Instant) -> TableInfo {
        let standing = self.game.as_ref().map(|running| running.standing.clone());
        let (standing, ply) = standing.unwrap_or_default();
        TableInfo {
            number: self.number,
            game: self.opening.game.clone(),
            title: self.opening.title.clone(),
            seats: self.seats(now),
            playing: self.is_playing(),
            standing,
            ply,
            watchers,
        }
    }

    /// The whole match as a seat, or who looks on, may see it.
    pub fn news(&self, seat: Option<Seat>, now: Instant) -> Option<MatchNews> {
        let Running { game, names, .. } = self.game.as_ref()?;
        let record: Record = game.record();
        Some(MatchNews {
            table: self.number,
            round: self.round,
            game: self.opening.game.clone(),
            players: record.players.iter().map(ToString::to_string).collect(),
            names: names.clone(),
            you: seat,
            scene: game.scene(game.ply(), seat),
            told: game.told(0..game.ply(), seat, names, When::Now),
            seats: self.seats(now),
            record: game.turn().is_over().then(|| record.to_string()),
            board: record.board,
        })
    }

    /// The match after so many moves, for somebody who knows all but the last of them.
    pub fn moved(&self, ply: usize, seat: Option<Seat>, now: Instant) -> Option<Moved> {
        let Running { game, names, .. } = self.game.as_ref()?;
        Some(Moved {
            scene: game.scene(ply, seat),
            told: game.told(ply.saturating_sub(1)..ply, seat, names, When::Played),
            seats: self.seats(now),
        })
    }
}

//! What moves after a throw: the dice tumble, the pawn walks cell by cell, jumps, and whoever
//! stood there goes to where it came from. Only times and places; nothing is drawn here.

use crate::games::goose::{Effect, Event, Goose, Throw};
use crate::play::Seat;

/// The dice tumble for so long, and settle one after the other.
const TUMBLE: f32 = 0.5;
const STEP: f32 = 0.06;
const GOOSE_PAUSE: f32 = 0.15;
const TELEPORT: f32 = 0.3;
const MEETING: f32 = 0.25;

#[derive(Clone, Debug)]
pub struct Motion {
    pub seat: Seat,
    /// Who is sent back, and from which cell.
    displaced: Option<(Seat, u16)>,
    throw: Throw,
    /// Where the pawn is until a moment, in order.
    frames: Vec<(f32, u16)>,
    time: f32,
}

impl Motion {
    /// The motion of the last throw of a match.
    pub fn of(game: &Goose) -> Option<Motion> {
        let (throw, Event::Moved { seat, way, displaced }) = game.last()? else { return None };
        let board = game.board();
        let mut time = TUMBLE;
        let mut frames = vec![(time, way.from)];
        let mut go = |cells: &mut dyn Iterator<Item = u16>, each: f32, rest: f32| {
            for cell in cells {
                time += each;
                frames.push((time, cell));
            }
            time += rest;
            if let Some(last) = frames.last_mut() {
                last.0 = time;
            }
        };
        let rest = if way.jump.is_some() { GOOSE_PAUSE } else { 0.0 };
        go(&mut board.path(way.from, way.sum), STEP, rest);
        match (board.effect(way.reached), way.jump) {
            (Effect::Goose, Some(_)) => go(&mut board.path(way.reached, way.sum), STEP, 0.0),
            (_, Some(to)) => go(&mut std::iter::once(to), TELEPORT, 0.0),
            (_, None) => {}
        }
        if displaced.is_some() {
            go(&mut std::iter::empty(), 0.0, MEETING);
        }
        let displaced = displaced.map(|other| (other, way.end()));
        Some(Motion { seat: *seat, displaced, throw: throw.clone(), frames, time: 0.0 })
    }

    pub fn pass(&mut self, seconds: f32) {
        self.time += seconds;
    }

    pub fn is_over(&self) -> bool {
        self.frames.last().is_none_or(|(end, _)| self.time >= *end)
    }

    /// Where somebody is shown now, if not where they stand.
    pub fn cell_of(&self, seat: Seat) -> Option<u16> {
        if seat == self.seat {
            let now = self.frames.iter().find(|(until, _)| self.time < *until);
            return now.or(self.frames.last()).map(|(_, cell)| *cell);
        }
        self.displaced.filter(|(other, _)| *other == seat).map(|(_, cell)| cell)
    }

    /// The faces of the dice now: any, until each has settled.
    pub fn faces(&self, sides: u16) -> Vec<u16> {
        let count = self.throw.faces().len() as f32;
        let beat = (self.time * 14.0) as u32;
        let settled = |die: usize| self.time >= TUMBLE * (die as f32 + 1.0) / count;
        let faces = self.throw.faces().iter().enumerate();
        faces
            .map(|(die, &face)| match settled(die) {
                true => face,
                false => {
                    let stir = (beat + 1).wrapping_mul(2_654_435_761) >> (8 + 5 * (die % 4));
                    (stir % u32::from(sides)) as u16 + 1
                }
            })
            .collect()
    }

    /// Whether the dice still roll.
    pub fn is_tumbling(&self) -> bool {
        self.time < TUMBLE
    }
}

/// The cells the last throw led over, without the one where it ended.
pub fn trail(game: &Goose) -> Option<(Seat, Vec<u16>)> {
    let (_, Event::Moved { seat, way, .. }) = game.last()? else { return None };
    let board = game.board();
    let mut cells: Vec<u16> = board.path(way.from, way.sum).collect();
    if board.effect(way.reached) == Effect::Goose {
        cells.extend(board.path(way.reached, way.sum));
    }
    cells.retain(|cell| *cell != way.end());
    Some((*seat, cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goose::Board;
    use crate::play::{Game, Variant, with_keys};
    use std::sync::Arc;

    fn thrown(at: &str, throws: &[&str]) -> (Goose, Motion) {
        let sets = [("at".to_owned(), at.to_owned())];
        let text = with_keys(Goose::BOARDS[0].1, &sets).unwrap();
        let board = Board::parse(&text).unwrap();
        let mut game = Goose::start(Arc::new(board), at.split(',').count());
        for throw in throws {
            game.play(&throw.parse().unwrap()).unwrap();
        }
        let motion = Motion::of(&game).unwrap();
        (game, motion)
    }

    /// The pawn is seen on every cell of its way, in order, and ends where it stands.
    #[test]
    fn the_pawn_walks_its_way() {
        let (game, mut motion) = thrown("[0, 18]", &["4+5"]);
        let mut seen = vec![0];
        while !motion.is_over() {
            let cell = motion.cell_of(Seat(0)).unwrap();
            if seen.last() != Some(&cell) {
                seen.push(cell);
            }
            // Whoever is sent back stays until the other has arrived.
            assert_eq!(motion.cell_of(Seat(1)), Some(18));
            motion.pass(0.01);
        }
        assert_eq!(seen, (0..=18).collect::<Vec<u16>>());
        assert_eq!(motion.faces(6), [4, 5]);
        assert_eq!((game.cell(Seat(0)), game.cell(Seat(1))), (18, 0));
    }

    #[test]
    fn a_bounce_is_walked_there_and_back() {
        let (game, _) = thrown("[61, 0]", &["2+2"]);
        assert_eq!(trail(&game), Some((Seat(0), vec![62, 63, 62])));
        let (game, _) = thrown("[57, 0]", &["5+4"]);
        assert_eq!(trail(&game), Some((Seat(0), vec![58, 59, 61, 62, 63, 62, 61])));
    }
}

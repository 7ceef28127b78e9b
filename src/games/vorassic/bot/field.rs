//! A position as the search plays it: the free cells, and for each seat those in its reach.
//!
//! Both modes are one here. What a seat may take now is its reach; taking a cell replaces the reach
//! of a snake by the cells beside it, and adds them to the reach of an octopus.

use super::cells::{Cells, Map};
use crate::games::vorassic::{Cell, Mode, Vorassic};
use crate::play::{Game, Seat};

/// The most players at a table.
pub const SEATS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field<const W: usize> {
    pub free: Cells<W>,
    pub reach: [Cells<W>; SEATS],
    pub scores: [i32; SEATS],
    pub seats: usize,
    pub to_move: Option<usize>,
}

impl<const W: usize> Field<W> {
    pub fn new(state: &Vorassic) -> Field<W> {
        let size = state.size();
        let set = |cells: Vec<Cell>| {
            let mut set = Cells::NONE;
            cells.into_iter().for_each(|cell| set.insert(cell.index(size)));
            set
        };
        let mut field = Field {
            free: set(Cell::all(size).filter(|cell| state.is_free(*cell)).collect()),
            reach: [Cells::NONE; SEATS],
            scores: [0; SEATS],
            seats: state.seats(),
            to_move: state.to_move().map(Seat::index),
        };
        for seat in Seat::all(state.seats()) {
            field.reach[seat.index()] = set(state.reach(seat));
            field.scores[seat.index()] = state.score(seat);
        }
        field
    }

    /// Takes a cell within reach of the seat to move.
    pub fn play(&mut self, map: &Map<W>, seat: usize, index: usize) {
        self.free.remove(index);
        self.reach[seat] = match map.mode() {
            Mode::Snake => map.beside(index) & self.free,
            Mode::Octopus => (self.reach[seat] | map.beside(index)) & self.free,
        };
        for reach in &mut self.reach {
            reach.remove(index);
        }
        self.scores[seat] += map.value(index);
        let later = (seat + 1..self.seats).chain(0..=seat);
        self.to_move = later.into_iter().find(|seat| !self.reach[*seat].is_empty());
    }

    pub fn after(&self, map: &Map<W>, seat: usize, index: usize) -> Field<W> {
        let mut after = *self;
        after.play(map, seat, index);
        after
    }

    /// The seats that can still move, the next to move first.
    pub fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        let first = self.to_move.unwrap_or(0);
        let seats = (0..self.seats).map(move |step| (first + step) % self.seats);
        seats.filter(|seat| !self.reach[*seat].is_empty())
    }

    /// What the others who can still move could take now.
    pub fn wanted_by_others(&self, seat: usize) -> Cells<W> {
        let others = (0..self.seats).filter(|other| *other != seat);
        others.fold(Cells::NONE, |wanted, other| wanted | self.reach[other])
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::RngExt;

    use super::*;
    use crate::games::vorassic::Park;
    use crate::play::{Dice, Variant};

    /// Plays a random match by the rules and on the field, and compares them after every move.
    fn in_step<const W: usize>(size: usize, mode: Mode, seats: usize) {
        let file = format!(
            "name = \"x\"\nsize = {size}\nmode = \"{}\"\nvalues = \"random\"\nwalls = 15\nnegative = 20",
            mode.name()
        );
        let park = Park::parse(&file).unwrap().settle(size as u64);
        let mut state = Vorassic::start(Arc::new(park), seats);
        let map = Map::<W>::new(state.grid(), mode);
        let mut field = Field::new(&state);
        let mut rng = Dice::new(3).stream(0);
        while let Some(seat) = state.to_move() {
            let reach: Vec<Cell> = field.reach[seat.index()].map(|index| map.cell(index)).collect();
            assert_eq!(reach, state.legal_moves());
            let cell = reach[rng.random_range(0..reach.len())];
            state.play_unchecked(&cell);
            field.play(&map, seat.index(), cell.index(size));
            assert_eq!(field, Field::new(&state));
        }
        assert_eq!(field.to_move, None);
    }

    #[test]
    fn the_field_follows_the_rules_on_every_size() {
        for mode in Mode::ALL {
            in_step::<1>(5, mode, 2);
            in_step::<1>(8, mode, 3);
            in_step::<2>(9, mode, 4);
            in_step::<2>(11, mode, 2);
            in_step::<4>(12, mode, 3);
            in_step::<4>(16, mode, 2);
            in_step::<11>(17, mode, 4);
            in_step::<11>(26, mode, 2);
        }
    }
}

//! Who can still walk to which jewel, whatever walls and crates are in the way.

use super::{Cell, Ground, Heading, Law, Tile};
use crate::play::Seat;

/// A turtle that could not reach a jewel any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutOff {
    pub turtle: Seat,
    pub jewel: Cell,
    /// It could from where it stands, but not from its start.
    pub from_start: bool,
}

impl Ground {
    /// The first racing turtle, by seat, that cannot walk to every jewel from where it stands and
    /// from its start. Stone and crates are walked around, and so are other jewels: who steps on
    /// one has arrived. Turtles move on and ice melts, so neither is in the way.
    pub fn cut_off(&self, law: &Law) -> Option<CutOff> {
        let mut found: Option<CutOff> = None;
        for jewel in self.jewels() {
            let reached = self.region_of(jewel);
            let seats = self.racing().take_while(|&seat| found.is_none_or(|f| seat < f.turtle));
            let cut = seats.into_iter().find_map(|turtle| {
                let here = self.pose(turtle).expect("racing").cell;
                let start = law.starts[turtle.index()].cell;
                let reaches = |cell| reached[self.index(cell)];
                (!reaches(here) || !reaches(start)).then(|| CutOff {
                    turtle,
                    jewel,
                    from_start: reaches(here),
                })
            });
            found = cut.or(found);
        }
        found
    }

    /// The cells from which a turtle can walk to this jewel.
    fn region_of(&self, jewel: Cell) -> Vec<bool> {
        let mut reached = vec![false; self.tiles.len()];
        let mut open = vec![jewel];
        while let Some(cell) = open.pop() {
            for heading in Heading::ALL {
                let Some(next) = self.beside(cell, heading) else { continue };
                let index = self.index(next);
                if !reached[index] && matches!(self.tiles[index], Tile::Empty | Tile::Ice) {
                    reached[index] = true;
                    open.push(next);
                }
            }
        }
        reached
    }
}

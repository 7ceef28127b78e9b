//! Who is first where: a guess that anybody can follow with a finger on the board.

use super::{Cell, Vorassic};
use crate::play::{Game, Seat};

impl Vorassic {
    /// For each cell, by [`Cell::index`], the seat that would be there first if all went straight
    /// for it, taking turns from now on. None for cells that are not free, and for those that
    /// nobody can reach any more.
    pub fn territory(&self) -> Vec<Option<Seat>> {
        let size = self.size();
        let mut first = vec![None; size * size];
        let mut fronts: Vec<(Seat, Vec<Cell>)> =
            self.in_turn().map(|seat| (seat, self.reach(seat))).collect();
        while fronts.iter().any(|(_, front)| !front.is_empty()) {
            for (seat, front) in &mut fronts {
                let mut next = Vec::new();
                for cell in std::mem::take(front) {
                    let owner: &mut Option<Seat> = &mut first[cell.index(size)];
                    if owner.is_none() {
                        *owner = Some(*seat);
                        let beside = cell.beside(self.mode(), size);
                        next.extend(beside.filter(|cell| self.is_free(*cell)));
                    }
                }
                *front = next;
            }
        }
        first
    }

    /// Every seat, the one to move first.
    fn in_turn(&self) -> impl Iterator<Item = Seat> {
        let seats = self.seats();
        let first = self.to_move().unwrap_or(Seat::FIRST);
        (0..seats).map(move |step| Seat::at((first.index() + step) % seats))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::vorassic::Park;
    use crate::play::Variant;

    fn rows(state: &Vorassic) -> Vec<String> {
        let sign = |seat: &Option<Seat>| seat.map_or(".".to_owned(), |seat| seat.to_string());
        state.territory().chunks(state.size()).map(|row| row.iter().map(sign).collect()).collect()
    }

    #[test]
    fn the_nearer_is_first_and_at_equal_distance_the_one_to_move() {
        let park = Park::parse("name = \"x\"\nsize = 5").unwrap();
        let mut state = Vorassic::start(Arc::new(park), 2);
        assert_eq!(rows(&state), [".1111", "11112", "11122", "11222", "1222."]);
        state.play(&"A1".parse().unwrap()).unwrap();
        assert_eq!(rows(&state), [".1112", ".1112", "11122", "11222", "1222."]);
    }

    #[test]
    fn what_nobody_can_reach_belongs_to_nobody() {
        let grid = "Y 1 # 1 1\n1 1 # 1 1\n# # # # #\n1 1 1 # 1\n1 1 1 1 R";
        let park = Park::parse(&format!("name = \"x\"\ngrid = \"\"\"\n{grid}\n\"\"\"")).unwrap();
        let state = Vorassic::start(Arc::new(park), 2);
        assert_eq!(rows(&state), [".1...", "11...", ".....", "222.2", "2222."]);
    }
}

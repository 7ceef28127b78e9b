//! Exact values of small parks for two.

use super::cells::Map;
use super::duel::{Duel, Entry};
use super::field::Field;
use super::path::{self, Route};
use crate::games::vorassic::{Park, Vorassic};
use crate::play::{Game, Variant};
use crate::search::{Budget, Cancel, Exact, Limit, Solve, Table};

/// More than 64 cells are not solved in anybody's lifetime, walls aside.
const LARGEST: usize = 8;
/// 2^21 pairs of entries of 24 bytes are 96 MB.
const TABLE_BITS: u32 = 21;

pub struct Solver {
    positions: Table<Entry>,
    ways: Table<Route>,
}

impl Solver {
    /// A solver for the park, or why there is none.
    pub fn new(park: &Park) -> Result<Solver, &'static str> {
        match park.usual_seats() {
            _ if park.size() > LARGEST => Err("only up to 8 x 8"),
            2 => {
                let (positions, ways) = (Table::new(TABLE_BITS), Table::new(path::TABLE_BITS));
                Ok(Solver { positions, ways })
            }
            _ => Err("only for two players"),
        }
    }

    /// The final margin under best play, for the seat to move; none if the budget is spent or the
    /// match is over.
    pub fn value(&mut self, state: &Vorassic, budget: &Budget) -> Option<i32> {
        let seat = state.to_move()?;
        let rival = seat.next(state.seats());
        self.positions.begin_afresh();
        self.ways.begin_afresh();
        let map = &Map::<1>::new(state.grid(), state.mode());
        let (table, ways) = (&mut self.positions, &mut self.ways);
        let mut duel = Duel::new(map, budget, table, ways);
        let rest = duel.value(&Field::new(state), (seat.index(), rival.index()))?;
        Some(state.score(seat) - state.score(rival) + rest)
    }
}

impl Solve<Vorassic> for Solver {
    fn solve(&mut self, state: &Vorassic, cancel: &Cancel) -> Option<Exact> {
        let budget = Budget::new(Limit::Nodes(u64::MAX), cancel.clone());
        let margin = self.value(state, &budget)?;
        let value = if margin == 0 { "0".to_owned() } else { format!("{margin:+}") };
        Some(Exact { value, nodes: None })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn solved(size: usize, mode: &str, moves: &str) -> Option<String> {
        let park = Park::parse(&format!("name = \"x\"\nsize = {size}\nmode = \"{mode}\"")).unwrap();
        let mut solver = Solver::new(&park).unwrap();
        let mut state = Vorassic::start(Arc::new(park), 2);
        for text in moves.split_whitespace() {
            state.play(&text.parse().unwrap()).unwrap();
        }
        solver.solve(&state, &Cancel::default()).map(|exact| exact.value)
    }

    #[test]
    fn default_parks_have_their_known_values() {
        for (size, mode, value) in
            [(5, "snake", "+3"), (6, "snake", "0"), (7, "snake", "+5"), (5, "octopus", "+6")]
        {
            assert_eq!(solved(size, mode, "").as_deref(), Some(value), "{mode} {size}");
        }
    }

    #[test]
    #[ignore = "takes seconds; .ci/run tries it"]
    fn an_octopus_on_6_x_6_ends_even() {
        assert_eq!(solved(6, "octopus", "").as_deref(), Some("0"));
    }

    #[test]
    fn a_value_is_for_the_side_to_move_and_counts_the_points_there_are() {
        assert_eq!(solved(5, "octopus", "B1").as_deref(), Some("-6"));
        // Red is stuck with 22 points; yellow has 29 and one more cell, worth 1.
        let moves = "A1 E3 B1 D3 B2 D2 C2 D1 C3 D0 B3 E0 A3 E1 A4 E2 B4 C4";
        assert_eq!(solved(5, "snake", moves).as_deref(), Some("+8"));
    }

    #[test]
    fn what_is_too_large_or_for_more_than_two_is_refused() {
        let refused = |keys: &str| {
            let park = Park::parse(&format!("name = \"x\"\n{keys}")).unwrap();
            Solver::new(&park).err()
        };
        assert_eq!(refused("size = 8"), None);
        assert_eq!(refused("size = 9"), Some("only up to 8 x 8"));
        assert_eq!(refused("size = 5\nplayers = 3"), Some("only for two players"));
    }
}

//! `expert`: the right search for the position, whatever the park.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::cells::Map;
use super::duel::{self, Duel, Verdict};
use super::field::Field;
use super::many::Many;
use super::path::{self, PathFinder, Route};
use crate::games::vorassic::{Cell, Grid, Mode, Vorassic};
use crate::play::{Game, Seat};
use crate::search::{Bot, Budget, Table, fingerprint};

/// So much of a tree is worth a few moves ahead.
const FEW_VISITS: u32 = 200;

pub struct Expert {
    seed: u64,
    /// Moves it looks ahead at most.
    deepest: u8,
    /// The park that the tables speak of: what was found out before an earlier move is true still.
    known: Option<(Grid, Mode)>,
    positions: Table<duel::Entry>,
    ways: Table<Route>,
}

impl Expert {
    pub fn new(seed: u64) -> Expert {
        let (positions, ways) = (Table::new(duel::TABLE_BITS), Table::new(path::TABLE_BITS));
        Expert { seed, deepest: u8::MAX, known: None, positions, ways }
    }

    /// The same judgement, but only so many moves ahead.
    pub fn with_depth(self, deepest: u8) -> Expert {
        Expert { deepest, ..self }
    }

    /// The best cell as far as the budget allows, and what the search for two says, if it was the
    /// one to ask.
    fn answer(
        &mut self,
        view: &Vorassic,
        seat: Seat,
        legal: &[Cell],
        budget: &Budget,
    ) -> (Cell, Option<Verdict>) {
        let cells = view.size() * view.size();
        match cells.div_ceil(64) {
            1 => self.think::<1>(view, seat.index(), legal, budget),
            2 => self.think::<2>(view, seat.index(), legal, budget),
            3..=4 => self.think::<4>(view, seat.index(), legal, budget),
            _ => self.think::<11>(view, seat.index(), legal, budget),
        }
    }

    fn think<const W: usize>(
        &mut self,
        view: &Vorassic,
        seat: usize,
        legal: &[Cell],
        budget: &Budget,
    ) -> (Cell, Option<Verdict>) {
        let park = Some((view.grid().clone(), view.mode()));
        if self.known == park {
            self.positions.begin();
            self.ways.begin();
        } else {
            self.positions.begin_afresh();
            self.ways.begin_afresh();
            self.known = park;
        }
        let map = &Map::<W>::new(view.grid(), view.mode());
        let field = Field::new(view);
        let region = |seat: usize| map.flood(field.reach[seat], field.free);
        let rivals: Vec<usize> = field.alive().filter(|other| *other != seat).collect();
        let alone = rivals.iter().all(|rival| (region(*rival) & region(seat)).is_empty());

        // The legal moves are part of the seed, lest equal moves be chosen alike everywhere.
        let mut moves: Vec<usize> = legal.iter().map(|cell| cell.index(view.size())).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ fingerprint(legal));
        moves.shuffle(&mut rng);
        moves.sort_by_key(|index| -map.value(*index));

        let mut verdict = None;
        let index = match rivals[..] {
            _ if alone && map.mode() == Mode::Octopus => moves[0],
            _ if alone => {
                let mut finder = PathFinder { map, budget, known: &mut self.ways };
                let way = finder.best(field.reach[seat], field.free, u32::MAX);
                way.first.map_or(moves[0], usize::from)
            }
            [rival] => {
                let (table, ways) = (&mut self.positions, &mut self.ways);
                let mut duel = Duel::new(map, budget, table, ways);
                verdict.insert(duel.best(&field, (seat, rival), self.deepest, &mut moves)).index
            }
            _ => {
                let most = if self.deepest < u8::MAX { FEW_VISITS } else { u32::MAX };
                Many::new(map, budget, rng, seat).best(&field, most).unwrap_or(moves[0])
            }
        };
        (map.cell(index), verdict)
    }
}

impl Bot<Vorassic> for Expert {
    fn choose(&mut self, view: &Vorassic, seat: Seat, legal: &[Cell], budget: &Budget) -> Cell {
        match legal {
            [only] => *only,
            _ => self.answer(view, seat, legal, budget).0,
        }
    }
}

/// What the search for two says of a position; none where it is not the one to ask.
pub fn study(state: &Vorassic, budget: &Budget) -> Option<Verdict> {
    Expert::new(0).answer(state, state.to_move()?, &state.legal_moves(), budget).1
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use rand::RngExt;

    use super::*;
    use crate::games::vorassic::Park;
    use crate::games::vorassic::bot::solver::Solver;
    use crate::play::{Dice, Turn, Variant};

    fn park(file: &str) -> Park {
        Park::parse(&format!("name = \"x\"\n{file}")).unwrap()
    }

    fn default_park(size: usize, mode: Mode) -> Vorassic {
        let park = park(&format!("size = {size}\nmode = \"{}\"", mode.name()));
        Vorassic::start(Arc::new(park), 2)
    }

    /// Yellow's points minus red's under best play.
    fn solved(state: &Vorassic) -> i32 {
        let budget = Budget::nodes(3_000_000);
        let Some(verdict) = study(state, &budget) else {
            return plainly_solved(state, &mut HashMap::new());
        };
        assert!(verdict.solved, "{verdict:?}");
        let now = state.score(Seat::FIRST) - state.score(Seat::SECOND);
        now + if state.to_move() == Some(Seat::FIRST) { verdict.margin } else { -verdict.margin }
    }

    #[test]
    fn default_parks_have_their_known_values() {
        assert_eq!(solved(&default_park(5, Mode::Snake)), 3);
        assert_eq!(solved(&default_park(6, Mode::Snake)), 0);
        assert_eq!(solved(&default_park(7, Mode::Snake)), 5);
        assert_eq!(solved(&default_park(5, Mode::Octopus)), 6);
    }

    #[test]
    fn b1_is_the_only_best_first_move_of_the_octopus() {
        let start = default_park(5, Mode::Octopus);
        for cell in start.legal_moves() {
            let mut after = start.clone();
            after.play_unchecked(&cell);
            assert_eq!(solved(&after) == 6, cell == "B1".parse().unwrap(), "{cell}");
        }
    }

    /// Yellow's points minus red's under best play, by the rules and nothing else.
    fn plainly_solved(state: &Vorassic, known: &mut HashMap<(Vec<u8>, Vec<Cell>), i32>) -> i32 {
        let now = state.score(Seat::FIRST) - state.score(Seat::SECOND);
        let Turn::Decide(seat) = state.turn() else { return now };
        let owner = |cell| state.owner(cell).map_or(9, |seat| seat.0);
        let heads = vec![state.head(Seat::FIRST), state.head(Seat::SECOND)];
        let key = (Cell::all(state.size()).map(owner).chain([seat.0]).collect(), heads);
        if let Some(rest) = known.get(&key) {
            return now + rest;
        }
        let values = state.legal_moves().into_iter().map(|cell| {
            let mut after = state.clone();
            after.play_unchecked(&cell);
            plainly_solved(&after, known)
        });
        let best = if seat == Seat::FIRST { values.max() } else { values.min() };
        let best = best.expect("there is a legal move");
        known.insert(key, best - now);
        best
    }

    #[test]
    #[ignore = "takes seconds; .ci/run tries it"]
    fn agrees_with_a_search_that_knows_only_the_rules() {
        let mut rng = Dice::new(4).stream(0);
        let mut solver = Solver::new(default_park(5, Mode::Snake).variant()).unwrap();
        let mut compared = 0;
        for seed in 0..60 {
            let mode = Mode::ALL[seed as usize % 2].name();
            let negative = [0, 30][seed as usize / 2 % 2];
            let park = park(&format!(
                "size = 5\nmode = \"{mode}\"\nvalues = \"random\"\nwalls = 30\nnegative = {negative}"
            ));
            let mut state = Vorassic::start(Arc::new(park.settle(seed)), 2);
            for _ in 0..if mode == "snake" { 0 } else { 4 } {
                let legal = state.legal_moves();
                let Some(cell) = legal.get(rng.random_range(0..legal.len().max(1))) else { break };
                state.play_unchecked(cell);
            }
            if Seat::all(2).all(|seat| !state.reach(seat).is_empty()) {
                let plainly = plainly_solved(&state, &mut HashMap::new());
                assert_eq!(solved(&state), plainly, "{state:?}");
                let sign = if state.to_move() == Some(Seat::FIRST) { 1 } else { -1 };
                let exact = solver.value(&state, &Budget::nodes(u64::MAX));
                assert_eq!(exact, Some(sign * plainly), "{state:?}");
                compared += 1;
            }
        }
        assert!(compared > 40, "only {compared} positions were compared");
    }

    #[test]
    fn answers_from_a_single_node_in_every_park_and_always_alike() {
        for (size, mode) in [5, 8, 11, 16, 26].into_iter().zip(Mode::ALL.into_iter().cycle()) {
            for seats in 2..=4 {
                let park = park(&format!("size = {size}\nmode = \"{}\"\nwalls = 10", mode.name()));
                let mut state = Vorassic::start(Arc::new(park.settle(1)), seats);
                for ply in 0..12 {
                    let Turn::Decide(seat) = state.turn() else { break };
                    let legal = state.legal_moves();
                    let nodes = if ply % 2 == 0 { 1 } else { 30 };
                    let answer =
                        || Expert::new(9).choose(&state, seat, &legal, &Budget::nodes(nodes));
                    let cell = answer();
                    assert!(legal.contains(&cell), "{cell} on {size}");
                    assert_eq!(answer(), cell);
                    state.play_unchecked(&cell);
                }
            }
        }
    }
}

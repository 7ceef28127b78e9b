//! Which of the cells in reach an octopus need not look at, for another is never worse.
//!
//! Cell `a` is never worse than cell `b` if it is worth as much, opens all that `b` opens, and the
//! other side can take it where it could take `b`. For whoever takes `a` can go on as if they had
//! taken `b`, with each of the two in place of the other: if they want `a` later they take `b`, and
//! if the other side takes `b` that is no better for it than `a` would have been. That holds where
//! no cell costs points: then nobody is ever sorry to own more cells, or to reach more.

use super::cells::{Cells, Map};

/// Those of the cells in `reach`, which are `free`, that no other of them is never worse than; of two
/// that are alike, one. The other side can take the `wanted` ones now. No cell may cost points.
pub fn worth_a_look<const W: usize>(
    map: &Map<W>,
    free: Cells<W>,
    reach: Cells<W>,
    wanted: Cells<W>,
) -> Cells<W> {
    let common = reach & wanted;
    let unopened = free.without(common);
    // The richest of those that both can take is never worse than one that opens nothing.
    let mut left = reach;
    if let Some(richest) = map.best_of(common).first() {
        let ranks = map.ranks().iter().skip_while(|(value, _)| *value > map.value(richest));
        let no_richer = ranks.fold(Cells::NONE, |cells, (_, rank)| cells | *rank);
        left = reach.without(no_richer.without(map.spread(unopened)));
        left.insert(richest);
    }
    for b in left {
        let opened = map.beside(b) & free;
        let mut others = if wanted.contains(b) { left & wanted } else { left };
        others.remove(b);
        let is_never_worse = |a: usize| {
            let mut missing = opened.without(map.beside(a));
            missing.remove(a);
            if wanted.contains(a) {
                missing = missing & unopened;
            }
            map.value(a) >= map.value(b) && missing.is_empty()
        };
        if others.any(is_never_worse) {
            left.remove(b);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use rand::RngExt;

    use super::*;
    use crate::games::vorassic::bot::field::Field;
    use crate::games::vorassic::{Mode, Park, Vorassic};
    use crate::play::{Dice, Game, Variant};

    type Known = HashMap<(Cells<1>, Cells<1>, Cells<1>, Option<usize>), i32>;

    /// What the first will gain minus what the second will, if both look at everything or only at
    /// what is worth a look.
    fn value(map: &Map<1>, field: &Field<1>, by_choice: bool, known: &mut Known) -> i32 {
        let Some(seat) = field.to_move else { return 0 };
        let key = (field.free, field.reach[0], field.reach[1], field.to_move);
        if let Some(value) = known.get(&key) {
            return *value;
        }
        let (reach, wanted) = (field.reach[seat], field.reach[1 - seat]);
        let looked_at = worth_a_look(map, field.free, reach, wanted);
        let moves = if by_choice { looked_at } else { reach };
        let sign = if seat == 0 { 1 } else { -1 };
        let after = |index| {
            let rest = value(map, &field.after(map, seat, index), by_choice, known);
            rest + sign * map.value(index)
        };
        let best = moves.map(after).max_by_key(|value| sign * value).unwrap();
        known.insert(key, best);
        best
    }

    #[test]
    fn nothing_is_lost_by_looking_only_at_what_is_worth_a_look() {
        let mut rng = Dice::new(8).stream(0);
        let (mut moves, mut looked_at) = (0, 0);
        for seed in 0..150 {
            let values = ["random", "mirrored"][seed as usize % 2];
            let file = format!(
                "name = \"x\"\nsize = 5\nmode = \"octopus\"\nvalues = \"{values}\"\nwalls = 30"
            );
            let park = Park::parse(&file).unwrap().settle(seed);
            let state = Vorassic::start(Arc::new(park), 2);
            let map = Map::<1>::new(state.grid(), Mode::Octopus);
            let mut field = Field::new(&state);
            while field.free.count() > 11 {
                let Some(seat) = field.to_move else { break };
                let nth = rng.random_range(0..field.reach[seat].count());
                let index = field.reach[seat].nth(nth as usize).unwrap();
                field.play(&map, seat, index);
            }
            let Some(seat) = field.to_move else { continue };
            let (reach, wanted) = (field.reach[seat], field.reach[1 - seat]);
            moves += reach.count();
            looked_at += worth_a_look(&map, field.free, reach, wanted).count();
            let plainly = value(&map, &field, false, &mut Known::new());
            let by_choice = value(&map, &field, true, &mut Known::new());
            assert_eq!(by_choice, plainly, "{state:?}, {field:?}");
        }
        assert!(looked_at * 10 < moves * 9, "{looked_at} of {moves} were looked at");
    }
}

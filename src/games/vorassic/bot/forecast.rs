//! A guess at the final scores, without search.

use super::cells::{Cells, Map};
use super::field::{Field, SEATS};
use super::path::at_most;
use crate::games::vorassic::Mode;

/// What each seat may have in the end.
pub fn forecast<const W: usize>(map: &Map<W>, field: &Field<W>) -> [i32; SEATS] {
    match map.mode() {
        Mode::Snake => by_territory(map, field),
        Mode::Octopus => by_priority(map, *field),
    }
}

/// Everybody walks through their own territory as well as its colours allow.
pub fn by_territory<const W: usize>(map: &Map<W>, field: &Field<W>) -> [i32; SEATS] {
    let owned = territories(map, field);
    let mut scores = field.scores;
    for seat in field.alive() {
        scores[seat] += at_most(map, field.reach[seat] & owned[seat], owned[seat]);
    }
    scores
}

/// A cell worth so much less than the best is never the most urgent.
const SLACK: i32 = 2;

/// Everybody takes what is most urgent until nobody can: cells of great value, those that somebody
/// else could take too, lest they be gone, and those that open others of great value.
fn by_priority<const W: usize>(map: &Map<W>, mut field: Field<W>) -> [i32; SEATS] {
    while let Some(seat) = field.to_move {
        let (reach, wanted) = (field.reach[seat], field.wanted_by_others(seat));
        let beyond = field.free.without(reach);
        let urgency = |index: &usize| {
            let weight = if wanted.contains(*index) { 4 } else { 3 };
            weight * map.value(*index) + map.best_beside(*index, beyond).unwrap_or(0)
        };
        let mut cells = map.by_value(reach, wanted).peekable();
        let best = cells.peek().map_or(0, |index| map.value(*index));
        let worthy = cells.take_while(|index| map.value(*index) + SLACK >= best);
        let index = worthy.max_by_key(urgency).expect("who is to move has a cell in reach");
        field.play(map, seat, index);
    }
    field.scores
}

/// Everybody takes a cell of the largest value in reach until nobody can; `pick` chooses among
/// the equal ones, given those that somebody else could take too.
pub fn by_greed<const W: usize>(
    map: &Map<W>,
    mut field: Field<W>,
    mut pick: impl FnMut(Cells<W>, Cells<W>) -> usize,
) -> [i32; SEATS] {
    while let Some(seat) = field.to_move {
        let index = pick(map.best_of(field.reach[seat]), field.wanted_by_others(seat));
        field.play(map, seat, index);
    }
    field.scores
}

/// The cells each seat can be at before the others, if all go straight there.
fn territories<const W: usize>(map: &Map<W>, field: &Field<W>) -> [Cells<W>; SEATS] {
    let mut owned = [Cells::NONE; SEATS];
    let mut front = field.reach;
    let mut free = field.free;
    loop {
        let before = free;
        for seat in field.alive() {
            let new = front[seat] & free;
            owned[seat] = owned[seat] | new;
            free = free.without(new);
            front[seat] = map.spread(new);
        }
        if free == before {
            return owned;
        }
    }
}

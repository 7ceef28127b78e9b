//! A guess at the final scores, without search.

use std::mem::swap;

use super::cells::{Cells, Map};
use super::chambers::at_most_by_chambers;
use super::field::{Field, SEATS};
use super::path::at_most;
use crate::games::vorassic::Mode;
use crate::search::{Bound, Window};

/// What the first of two will gain from here on, minus what the second will, as good as the window
/// asks for. The first is to move.
pub fn forecast<const W: usize>(
    map: &Map<W>,
    field: &Field<W>,
    (me, you): (usize, usize),
    asked: Window<i32>,
) -> (i32, Bound) {
    if map.mode() == Mode::Octopus {
        let margin = by_priority(map, field.free, field.reach[me], field.reach[you]);
        return (margin, Bound::Exact);
    }
    let owned = territories(map, field);
    let reach = |seat: usize| field.reach[seat] & owned[seat];
    let gain = |seat: usize| at_most_by_chambers(map, reach(seat), owned[seat]);
    // What the colours allow is quickly told, and often enough for one of the two.
    let [mine, yours] = [me, you].map(|seat| at_most(map, reach(seat), owned[seat]));
    if mine - yours <= asked.alpha {
        let most = mine - gain(you);
        if most <= asked.alpha {
            return (most, Bound::AtMost);
        }
    } else if mine - yours >= asked.beta {
        let least = gain(me) - yours;
        if least >= asked.beta {
            return (least, Bound::AtLeast);
        }
    }
    (gain(me) - gain(you), Bound::Exact)
}

/// Everybody walks through their own territory as well as its colours allow.
pub fn by_territory<const W: usize>(map: &Map<W>, field: &Field<W>) -> [i32; SEATS] {
    let owned = territories(map, field);
    let mut scores = field.scores;
    for seat in field.alive() {
        scores[seat] += at_most_by_chambers(map, field.reach[seat] & owned[seat], owned[seat]);
    }
    scores
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

/// Two take what is most urgent until neither can: cells of great value, those that the other could
/// take too, lest they be gone, and those that open others of great value. Who can reach `reach`
/// begins; the margin is theirs.
fn by_priority<const W: usize>(
    map: &Map<W>,
    mut free: Cells<W>,
    mut reach: Cells<W>,
    mut wanted: Cells<W>,
) -> i32 {
    let (mut margin, mut sign) = (0, 1);
    while !(reach | wanted).is_empty() {
        if reach == wanted && map.spread(reach) & free == reach {
            // Nothing is left to open: from here on they take the best in turn.
            return margin + sign * (2 * map.sum_of_every_other(reach) - map.sum(reach));
        }
        if !reach.is_empty() {
            let index = most_urgent(map, reach, wanted, free);
            margin += sign * map.value(index);
            free.remove(index);
            wanted.remove(index);
            reach = (reach | map.beside(index)) & free;
        }
        swap(&mut reach, &mut wanted);
        sign = -sign;
    }
    margin
}

/// How urgent a cell is that the other side could take too, or could not, by its value.
pub const WANTED: i32 = 4;
pub const UNWANTED: i32 = 3;
/// A cell worth so much less than the best is never the most urgent.
const SLACK: i32 = 2;

/// The most urgent of the cells in reach, which are not none.
#[inline]
fn most_urgent<const W: usize>(
    map: &Map<W>,
    reach: Cells<W>,
    wanted: Cells<W>,
    free: Cells<W>,
) -> usize {
    let ranks = map.ranks();
    let first = ranks.iter().position(|(_, rank)| !(*rank & reach).is_empty()).unwrap_or(0);
    let richest = ranks[first].0;
    // Those worth nearly as much as the richest, by their own urgency.
    let mut classes = [(0, Cells::NONE); 2 * (SLACK as usize + 1)];
    let mut count = 0;
    let mut best = (i32::MIN, Cells::NONE);
    for (value, rank) in ranks[first..].iter().take_while(|(value, _)| value + SLACK >= richest) {
        let cells = *rank & reach;
        for (weight, cells) in [(WANTED, cells & wanted), (UNWANTED, cells.without(wanted))] {
            if !cells.is_empty() {
                classes[count] = (weight * value, cells);
                count += 1;
                if weight * value > best.0 {
                    best = (weight * value, cells);
                }
            }
        }
    }
    // And by the richest cell that they open.
    let most = best.0;
    let beyond = free.without(reach);
    for (value, rank) in ranks {
        if *value <= 0 || most + value <= best.0 {
            break;
        }
        let rich = *rank & beyond;
        if rich.is_empty() {
            continue;
        }
        let opening = map.spread(rich);
        for (urgency, cells) in &classes[..count] {
            if urgency + value > best.0 {
                let cells = *cells & opening;
                if !cells.is_empty() {
                    best = (urgency + value, cells);
                }
            }
        }
    }
    best.1.first().expect("who is to move has a cell in reach")
}

//! The best way of a snake that is alone in its part of the park.

use super::cells::{Cells, Map, key};
use super::chambers::at_most_by_chambers;
use crate::search::{Budget, Table};

/// A way through the park, or the want of one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Route {
    /// What its cells are worth together.
    pub worth: i32,
    /// Its first cell; none where there is no way to go.
    pub first: Option<u16>,
    /// Whether no way is worth more.
    pub proven: bool,
}

/// Less than any way is worth, with room for sums.
const NOTHING: i32 = i32::MIN / 4;
/// 2^14 pairs of ways of 32 bytes are 1 MB.
pub const TABLE_BITS: u32 = 14;

/// So few cells are no chambers worth looking for.
const SMALL: u32 = 5;

/// Looks for best ways, and remembers those it has proven.
pub struct PathFinder<'a, const W: usize> {
    pub map: &'a Map<W>,
    pub budget: &'a Budget,
    pub known: &'a mut Table<Route>,
}

impl<const W: usize> PathFinder<'_, W> {
    /// The best way from one of the cells in `reach` through `free`, each cell once, until there
    /// is no way on: a snake may not stop while it can move, not even to spare itself a loss.
    /// When the budget is spent or `steps` have been tried, it is the best found so far.
    pub fn best(&mut self, reach: Cells<W>, free: Cells<W>, mut steps: u32) -> Route {
        self.better(reach, free, NOTHING, &mut steps)
    }

    /// The best way if it is worth more than `floor`. Otherwise any, and proven means that indeed
    /// none is worth more than `floor`.
    fn better(&mut self, reach: Cells<W>, free: Cells<W>, floor: i32, steps: &mut u32) -> Route {
        let map = self.map;
        if reach.is_empty() {
            return Route { worth: 0, first: None, proven: true };
        }
        let region = map.flood(reach, free);
        let key = key([reach, region], 0);
        if let Some(way) = self.known.get(key) {
            return way;
        }
        let mut bound = at_most(map, reach, region);
        // Where there is no time to choose, it isn't worth knowing so exactly.
        if *steps > 0 && bound > floor && region.count() > SMALL {
            bound = bound.min(at_most_by_chambers(map, reach, region));
        }
        if bound <= floor {
            return Route { worth: NOTHING, first: None, proven: true };
        }
        let mut best = Route { worth: NOTHING, first: None, proven: true };
        // The cell with the fewest ways on comes first, as it would be a dead end later; of those
        // the one worth most.
        let mut moves = [0; 4];
        let count = reach.zip(&mut moves).map(|(index, slot)| *slot = index).count();
        let moves = &mut moves[..count];
        moves.sort_by_key(|&index| ((map.beside(index) & region).count(), -map.value(index)));
        for &index in moves.iter() {
            if best.worth >= bound {
                break;
            }
            // A way that was begun is walked to its end, whatever the time.
            if (*steps == 0 || self.budget.spent()) && best.first.is_some() {
                best.proven = false;
                break;
            }
            *steps = steps.saturating_sub(1);
            let value = map.value(index);
            let mut rest = region;
            rest.remove(index);
            let floor = floor.max(best.worth) - value;
            let way = self.better(map.beside(index) & rest, rest, floor, steps);
            best.proven &= way.proven;
            if best.first.is_none() || way.worth + value > best.worth {
                best.worth = way.worth + value;
                best.first = Some(index as u16);
            }
        }
        if best.proven && best.worth > floor {
            self.known.put(key, 0, best);
        }
        best
    }
}

/// No way through the region from one of the cells in `reach` is worth more. A way changes colour
/// at every step, so it has as many cells of the one as of the other, or one more of the first.
pub fn at_most<const W: usize>(map: &Map<W>, reach: Cells<W>, region: Cells<W>) -> i32 {
    let white = region & map.white();
    let black = region.without(white);
    let (first, second) =
        if (reach & map.white()).is_empty() { (black, white) } else { (white, black) };
    let (firsts, seconds) = (first.count(), second.count());
    map.sum_of_best(first, firsts.min(seconds + 1)) + map.sum_of_best(second, seconds.min(firsts))
}

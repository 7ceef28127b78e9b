//! What a snake can make of its territory at most, when parts of that hang together by single
//! cells: whoever goes through such a cell doesn't come back.

use super::cells::{Cells, Map, key};
use super::path::at_most;

/// A cell on the way down the tree that the search for chambers walks.
#[derive(Clone, Copy, Default)]
struct Step {
    index: u16,
    /// Which of the cells beside it comes next.
    next: u8,
    /// How far up the tree a way leads that doesn't come back over the step above.
    low: u16,
}

/// As many of something as a park has cells.
type Each<T, const W: usize> = [[T; 64]; W];

/// No way from one of the cells in `reach` through the region is worth more. The region falls into
/// chambers, which hang together by single cells; a way goes through one after the other, and each
/// allows as much as its colours do.
pub fn at_most_by_chambers<const W: usize>(map: &Map<W>, reach: Cells<W>, region: Cells<W>) -> i32 {
    map.known(key([reach, region], 0), || through_chambers(map, reach, region))
}

fn through_chambers<const W: usize>(map: &Map<W>, reach: Cells<W>, region: Cells<W>) -> i32 {
    // The depth of each cell in the tree, from 1 on; 0 is the snake's head.
    let mut depths: Each<u16, W> = [[0; 64]; W];
    // The best of the chambers behind each cell.
    let mut behind: Each<i32, W> = [[0; 64]; W];
    let mut steps: Each<Step, W> = [[Step::default(); 64]; W];
    // Cells that are in no chamber yet, as a stack.
    let mut open: Each<u16, W> = [[0; 64]; W];
    let mut opened = 0;
    let white = map.white();
    let mut seen = Cells::<W>::NONE;
    let mut most = 0;
    for first in reach {
        if seen.contains(first) {
            continue;
        }
        let mut below = Some(first);
        let mut depth = 0;
        loop {
            if let Some(index) = below.take() {
                depth += 1;
                seen.insert(index);
                depths[index / 64][index % 64] = depth as u16;
                let low = if reach.contains(index) { 0 } else { depth as u16 };
                steps[depth / 64][depth % 64] = Step { index: index as u16, next: 0, low };
                open[opened / 64][opened % 64] = index as u16;
                opened += 1;
            }
            let step = &mut steps[depth / 64][depth % 64];
            let at = usize::from(step.index);
            while let Some(&index) = map.richest_beside(at).get(usize::from(step.next)) {
                step.next += 1;
                let index = usize::from(index);
                if seen.contains(index) {
                    step.low = step.low.min(depths[index / 64][index % 64]);
                } else if region.contains(index) {
                    below = Some(index);
                    break;
                }
            }
            if below.is_some() {
                continue;
            }
            // All below this cell is known.
            let (low, index) = (step.low, at);
            depth -= 1;
            if usize::from(low) >= depth {
                let mut chamber = Cells::NONE;
                let mut best_behind = 0;
                // Of both colours, how many cells there are and what they are worth.
                let (mut counts, mut worths) = ([0; 2], [0; 2]);
                loop {
                    opened -= 1;
                    let member = usize::from(open[opened / 64][opened % 64]);
                    chamber.insert(member);
                    let colour = usize::from(white.contains(member));
                    counts[colour] += 1;
                    worths[colour] += map.value(member).max(0);
                    best_behind = best_behind.max(behind[member / 64][member % 64]);
                    if member == index {
                        break;
                    }
                }
                let above = usize::from(steps[depth / 64][depth % 64].index);
                let door = if depth == 0 { reach } else { map.beside(above) };
                let first = usize::from(white.contains(index));
                let (firsts, seconds) = (counts[first], counts[1 - first]);
                // Mostly a way may have them all.
                let within = if firsts == seconds || firsts == seconds + 1 {
                    worths[0] + worths[1]
                } else {
                    at_most(map, door & chamber, chamber)
                };
                let worth = within + best_behind;
                let known =
                    if depth == 0 { &mut most } else { &mut behind[above / 64][above % 64] };
                *known = worth.max(*known);
            }
            if depth == 0 {
                break;
            }
            let above = &mut steps[depth / 64][depth % 64];
            above.low = above.low.min(low);
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::RngExt;

    use super::*;
    use crate::games::vorassic::bot::field::Field;
    use crate::games::vorassic::bot::path::{PathFinder, TABLE_BITS};
    use crate::games::vorassic::{Mode, Park, Vorassic};
    use crate::play::{Dice, Game, Variant};
    use crate::search::{Budget, Table};

    fn start(file: &str, seed: u64) -> Vorassic {
        let park = Park::parse(&format!("name = \"x\"\nmode = \"snake\"\n{file}")).unwrap();
        Vorassic::start(Arc::new(park.settle(seed)), 2)
    }

    /// What yellow's way may be worth by chambers, and by colours alone.
    fn bounds(state: &Vorassic) -> (i32, i32) {
        let map = Map::<1>::new(state.grid(), Mode::Snake);
        let field = Field::new(state);
        let region = map.flood(field.reach[0], field.free);
        let reach = field.reach[0];
        (at_most_by_chambers(&map, reach, region), at_most(&map, reach, region))
    }

    #[test]
    fn of_two_rooms_behind_a_door_only_one_counts() {
        // From the door at C1 a snake goes left or right.
        let grid = "grid = \"\"\"\n# # Y # #\n2 2 1 3 3\n2 2 # 3 3\n# # # # #\n# # # 1 R\n\"\"\"";
        let (by_chambers, by_colours) = bounds(&start(grid, 0));
        assert_eq!(by_chambers, 1 + 4 * 3);
        assert!(by_colours > by_chambers, "{by_colours}");
    }

    #[test]
    fn no_way_is_worth_more() {
        let mut rng = Dice::new(5).stream(0);
        let mut tighter = 0;
        for seed in 0..300 {
            let walls = rng.random_range(10..40);
            let file = format!("size = 6\nvalues = \"random\"\nwalls = {walls}");
            let state = start(&file, seed);
            let map = Map::<1>::new(state.grid(), Mode::Snake);
            let field = Field::<1>::new(&state);
            let mut known = Table::new(TABLE_BITS);
            known.begin();
            let budget = Budget::nodes(u64::MAX);
            let mut finder = PathFinder { map: &map, budget: &budget, known: &mut known };
            let way = finder.best(field.reach[0], field.free, u32::MAX);
            let (by_chambers, by_colours) = bounds(&state);
            assert!(way.proven && way.worth <= by_chambers, "{state:?}");
            tighter += usize::from(by_chambers < by_colours);
        }
        assert!(tighter > 50, "only {tighter} were told more exactly");
    }
}

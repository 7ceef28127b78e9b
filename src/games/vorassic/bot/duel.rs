//! Alpha-beta where two can still move: exact when the rest is small enough, deep otherwise.
//!
//! A value is what the side to move will gain from here on minus what the other will. That does not
//! depend on the points they have, so positions reached in different ways share their entry.

use std::cmp::Reverse;

use super::cells::{Cells, Map, key};
use super::chambers::at_most_by_chambers;
use super::choice::worth_a_look;
use super::field::{Field, SEATS};
use super::forecast::{UNWANTED, WANTED, forecast};
use super::path::{PathFinder, Route};
use crate::games::vorassic::Mode;
use crate::search::{Bound, Budget, Table, Window};

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The index of the best cell.
    pub index: usize,
    /// The points the side to move will gain from here on, minus those of the other side.
    pub margin: i32,
    /// The last depth that was searched as a whole.
    pub depth: u8,
    /// Whether the margin is certain.
    pub solved: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    margin: i32,
    /// Whether no guess was needed.
    proven: bool,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Default)]
pub struct Entry {
    /// For the side to move, without what is sure for either side.
    margin: i16,
    depth: u8,
    bound: Bound,
    proven: bool,
    best: u16,
}

/// More than any margin.
const MOST: i32 = 10_000;
/// 2^19 pairs of entries of 24 bytes are 24 MB.
pub const TABLE_BITS: u32 = 19;
/// Steps that the ways of two snakes apart are worth when the search begins to deepen.
const FIRST_STEPS: u32 = 32;

/// From this rank on, and this far from the leaves, a move is first looked at less deeply; and from
/// the second on less deeply still.
const LATE: usize = 4;
const LATER: usize = 10;
const FAR: u8 = 3;

/// Where it is only asked whether a move is good enough: so many moves are looked at, by depth, while
/// more than so many cells are contested.
const NARROW: [usize; 4] = [0, 6, 9, 14];
const NEAR_THE_END: u32 = 16;

/// In the order of moves, so much of what was refuted is worth one of urgency; and more than any
/// urgency is below nothing.
const HISTORY: i32 = 8;
const LEAST_URGENT: i32 = 100;

/// With so many contested cells, looking for mirror images is worth its time.
const MIRRORED: u32 = 20;

/// The search, with its memory.
pub struct Duel<'a, const W: usize> {
    map: &'a Map<W>,
    budget: &'a Budget,
    table: &'a mut Table<Entry>,
    ways: &'a mut Table<Route>,
    history: History,
    /// The moves of the positions on the way to this one, one behind the other.
    moves: Vec<usize>,
    /// How many steps of thought the way of a snake that is alone is worth now.
    steps: u32,
}

/// How much each cell has refuted, by the seat that took it.
struct History {
    worths: Vec<[u32; SEATS]>,
    /// The most that one has.
    most: u32,
}

impl History {
    fn refuted(&mut self, seat: usize, index: usize, depth: u8) {
        let worth = &mut self.worths[index][seat];
        *worth = worth.saturating_add(u32::from(depth) * u32::from(depth));
        self.most = self.most.max(*worth);
    }

    /// From 0 to 63.
    fn of(&self, seat: usize, index: usize) -> i32 {
        (self.worths[index][seat] / (1 + self.most / 64)).min(63) as i32
    }
}

impl<'a, const W: usize> Duel<'a, W> {
    /// A search with the memory of those before it.
    pub fn new(
        map: &'a Map<W>,
        budget: &'a Budget,
        table: &'a mut Table<Entry>,
        ways: &'a mut Table<Route>,
    ) -> Duel<'a, W> {
        let history = History { worths: vec![[0; SEATS]; 64 * W], most: 0 };
        Duel { map, budget, table, ways, history, moves: Vec::new(), steps: 0 }
    }

    /// The best cell for the side to move, among `moves` in this order where they are equal, by
    /// looking at most `deepest` moves ahead. `you` is the other side.
    pub fn best(
        &mut self,
        field: &Field<W>,
        (me, you): (usize, usize),
        deepest: u8,
        moves: &mut [usize],
    ) -> Verdict {
        let mut verdict = Verdict { index: moves[0], margin: 0, depth: 0, solved: false };
        while !verdict.solved && verdict.depth < deepest {
            let depth = verdict.depth + 1;
            self.steps = FIRST_STEPS << (depth / 2).min(20);
            let mut best = -MOST;
            let mut proven = true;
            for at in 0..moves.len() {
                let after = field.after(self.map, me, moves[at]);
                let gain = self.map.value(moves[at]);
                let top = if at == 0 { MOST } else { best + 1 };
                let mut found = self.after(&after, (me, you), gain, depth - 1, (best, top));
                if found.is_some_and(|found| found.margin >= top) {
                    found = self.after(&after, (me, you), gain, depth - 1, (best, MOST));
                }
                let Some(found) = found else {
                    // What was found better at this depth is better, though not all was seen.
                    verdict.index = moves[0];
                    return verdict;
                };
                proven &= found.proven;
                if found.margin > best {
                    best = found.margin;
                    moves[..=at].rotate_right(1);
                }
            }
            verdict = Verdict { index: moves[0], margin: best, depth, solved: proven };
        }
        verdict
    }

    /// The margin under best play for the side to move, however long that takes. None when the
    /// budget is spent.
    pub fn value(&mut self, field: &Field<W>, sides: (usize, usize)) -> Option<i32> {
        self.steps = u32::MAX;
        let mut guess = 0;
        // At a depth of more moves than there are cells nothing is left to guess.
        for depth in (2..=u8::MAX).step_by(2) {
            // Asking only whether the margin is at least so much is quick, and the answer is a
            // better guess.
            let (mut least, mut most, mut proven) = (-MOST, MOST, true);
            while least < most {
                let asked = guess.max(least + 1);
                let found = self.search(field, sides, depth, (asked - 1, asked))?;
                guess = found.margin;
                proven &= found.proven;
                *(if guess < asked { &mut most } else { &mut least }) = guess;
            }
            if proven {
                return Some(guess);
            }
        }
        None
    }

    /// The value for `me` of a move with its `gain` that led to this field.
    fn after(
        &mut self,
        field: &Field<W>,
        (me, you): (usize, usize),
        gain: i32,
        depth: u8,
        (alpha, beta): (i32, i32),
    ) -> Option<Found> {
        let (alpha, beta) = (alpha - gain, beta - gain);
        let found = if field.to_move == Some(me) {
            self.search(field, (me, you), depth, (alpha, beta))?
        } else {
            let found = self.search(field, (you, me), depth, (-beta, -alpha))?;
            Found { margin: -found.margin, ..found }
        };
        Some(Found { margin: found.margin + gain, ..found })
    }

    /// The value for `me`, who is to move unless nobody can: exact inside the window, at least the
    /// margin if that is `beta` or more, at most if it is `alpha` or less. None when the budget is
    /// spent.
    fn search(
        &mut self,
        field: &Field<W>,
        (me, you): (usize, usize),
        depth: u8,
        (alpha, beta): (i32, i32),
    ) -> Option<Found> {
        // In a large park a single forecast is long work.
        if self.budget.spent() || W > 2 && self.budget.out_of_time() {
            return None;
        }
        if field.to_move.is_none() {
            return Some(Found { margin: 0, proven: true });
        }
        let map = self.map;
        let mine = map.flood(field.reach[me], field.free);
        let yours = map.flood(field.reach[you], field.free);
        let shared = mine & yours;
        if shared.is_empty() {
            return Some(self.apart(field, (me, you), (mine, yours), (alpha, beta)));
        }
        // What only one can reach it will have in the end, for it must take it. Taking such a
        // cell opens none that the other could reach too, so all are alike: spare moves.
        let (my_own, your_own) = match map.mode() {
            Mode::Snake => (Cells::NONE, Cells::NONE),
            Mode::Octopus => (mine.without(shared), yours.without(shared)),
        };
        let sure = map.sum(my_own) - map.sum(your_own);
        let (mut alpha, beta) = (alpha - sure, beta - sure);
        let with_sure = |margin: i32, proven| Some(Found { margin: margin + sure, proven });

        let (contested, spare) = match map.mode() {
            Mode::Snake => (mine | yours, 0),
            Mode::Octopus => {
                (shared, u64::from(my_own.count()) << 32 | u64::from(your_own.count()))
            }
        };
        let sets = [contested, field.reach[me] & contested, field.reach[you] & contested];
        let (key, turned) = self.key(sets, spare);
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.proven || entry.depth >= depth) {
            let margin = i32::from(entry.margin);
            if entry.bound.answers(margin, Window { alpha, beta }) {
                return with_sure(margin, entry.proven);
            }
        }
        if let Some((at_least, at_most)) = self.limits(field, (me, you), contested) {
            if at_least >= beta || at_least == at_most {
                return with_sure(at_least, true);
            }
            if at_most <= alpha {
                return with_sure(at_most, true);
            }
        }
        let turn = |index: usize| if turned { map.mirror(index) } else { index };
        if depth == 0 {
            let (margin, bound) = forecast(map, field, (me, you), Window { alpha, beta });
            // Many ways lead to the same leaf.
            let best = map.best_of(field.reach[me]).first().map_or(0, turn) as u16;
            let rest = (margin - sure) as i16;
            let entry = Entry { margin: rest, depth, bound, proven: false, best };
            self.table.put(key, depth, entry);
            return Some(Found { margin, proven: false });
        }

        let first = self.moves.len();
        let own = (my_own & field.reach[me]).first();
        let best = known.map(|entry| turn(usize::from(entry.best)));
        self.order(field, (me, you), my_own, own, best);
        let asked_whether = beta - alpha == 1;
        let most = if asked_whether { self.most(depth, contested) } else { usize::MAX };
        let low = alpha;
        let mut best = Found { margin: -MOST, proven: true };
        let mut best_index = self.moves[first];
        let mut proven = true;
        for at in first..self.moves.len() {
            let index = self.moves[at];
            if at - first == most {
                proven = false;
                break;
            }
            let after = field.after(map, me, index);
            let gain = map.value(index) - sure;
            // All but the first are expected to be no better, and only asked whether they are;
            // the last of many with less care at first.
            let mut window = (alpha, if at == first { beta } else { beta.min(alpha + 1) });
            let less = self.less(at - first, depth);
            let mut found = self.after(&after, (me, you), gain, depth - 1 - less, window)?;
            if less > 0 && found.margin > alpha && !found.proven {
                found = self.after(&after, (me, you), gain, depth - 1, window)?;
            }
            if found.margin >= window.1 && window.1 < beta {
                window = (alpha, beta);
                found = self.after(&after, (me, you), gain, depth - 1, window)?;
            }
            proven &= found.proven;
            if found.margin > best.margin {
                best = found;
                best_index = index;
                alpha = alpha.max(best.margin);
                if alpha >= beta {
                    self.history.refuted(me, index, depth);
                    break;
                }
            }
        }
        self.moves.truncate(first);
        let bound = match best.margin {
            margin if margin >= beta => Bound::AtLeast,
            margin if margin <= low => Bound::AtMost,
            _ => Bound::Exact,
        };
        // One good move proves that there is one; that there is no better, all of them do.
        let proven = if bound == Bound::AtLeast { best.proven } else { proven };
        let entry = Entry {
            margin: best.margin as i16,
            depth,
            bound,
            proven,
            best: turn(best_index) as u16,
        };
        self.table.put(key, depth, entry);
        with_sure(best.margin, proven)
    }

    /// The key of a position, and whether it is that of its mirror image: where most cells are
    /// still contested, a position and its image share their entry.
    fn key(&self, sets: [Cells<W>; 3], spare: u64) -> (u64, bool) {
        let plain = key(sets, spare);
        if self.steps < u32::MAX || sets[0].count() < MIRRORED {
            return (plain, false);
        }
        match sets.map(|set| self.map.mirrored(set)) {
            [Some(a), Some(b), Some(c)] => {
                let image = key([a, b, c], spare);
                (plain.min(image), image < plain)
            }
            _ => (plain, false),
        }
    }

    /// By how much less deep a move of this rank is looked at first. A snake has three moves at
    /// most, and what is to be proven is looked at as a whole.
    fn less(&self, rank: usize, depth: u8) -> u8 {
        match (self.map.mode(), rank) {
            (Mode::Octopus, LATE..) if depth >= FAR && self.steps < u32::MAX => {
                1 + u8::from(rank >= LATER && depth > FAR)
            }
            _ => 0,
        }
    }

    /// What the contested cells bring at least and at most, where that is easily told: an octopus
    /// that always takes the best of what it can reach already is sure of every other cell of
    /// that, beginning with the first or, if the other side moves first, the second.
    fn limits(
        &self,
        field: &Field<W>,
        (me, you): (usize, usize),
        contested: Cells<W>,
    ) -> Option<(i32, i32)> {
        let map = self.map;
        if map.mode() == Mode::Snake || !(contested & map.negative()).is_empty() {
            return None;
        }
        let all = map.sum(contested);
        let mine = map.sum_of_every_other(field.reach[me] & contested);
        let your_reach = field.reach[you] & contested;
        let yours = map.sum(your_reach) - map.sum_of_every_other(your_reach);
        Some((2 * mine - all, all - 2 * yours))
    }

    /// How many moves are looked at, at this depth and with these cells contested, where it is only
    /// asked whether one is good enough: near the leaves an octopus has many, and the last are
    /// never. What is to be proven is looked at as a whole, and so is the end.
    fn most(&self, depth: u8, contested: Cells<W>) -> usize {
        let far = contested.count() > NEAR_THE_END && self.steps < u32::MAX;
        match NARROW.get(usize::from(depth)) {
            Some(most) if far && self.map.mode() == Mode::Octopus => *most,
            _ => usize::MAX,
        }
    }

    /// Puts the moves of a position that are worth a look behind the others: the one that was best
    /// before; then, of a snake what has refuted much and by value, of an octopus by urgency and what
    /// has refuted much; a spare move last, which stands for all of one's `own` cells.
    fn order(
        &mut self,
        field: &Field<W>,
        (me, you): (usize, usize),
        own: Cells<W>,
        spare: Option<usize>,
        best: Option<usize>,
    ) {
        let (map, first) = (self.map, self.moves.len());
        let (mut cells, wanted) = (field.reach[me].without(own), field.reach[you]);
        if map.mode() == Mode::Octopus && (field.free & map.negative()).is_empty() {
            cells = worth_a_look(map, field.free, cells, wanted);
        }
        let best = best.filter(|index| cells.contains(*index) || spare == Some(*index));
        let others = map.by_value(cells, wanted).filter(|index| Some(*index) != best);
        let history = &self.history;
        if map.mode() == Mode::Snake {
            self.moves.extend(best.into_iter().chain(others));
            let others = &mut self.moves[first + usize::from(best.is_some())..];
            others.sort_by_key(|index| Reverse(history.of(me, *index)));
            return;
        }
        let beyond = field.free.without(field.reach[me]);
        let urgency = |index: usize| {
            let weight = if wanted.contains(index) { WANTED } else { UNWANTED };
            weight * map.value(index) + map.best_beside(index, beyond).unwrap_or(0)
        };
        // Each with its rank in front, which goes when they are sorted.
        self.moves.extend(others.map(|index| {
            let rank = HISTORY * (urgency(index) + LEAST_URGENT) + history.of(me, index);
            (rank as usize) << 16 | index
        }));
        self.moves[first..].sort_unstable_by(|a, b| b.cmp(a));
        self.moves[first..].iter_mut().for_each(|index| *index &= 0xffff);
        let spare = spare.filter(|index| Some(*index) != best);
        self.moves.extend(best.into_iter().chain(spare));
        if best.is_some() {
            // The best goes to the front.
            let end = self.moves.len() - usize::from(spare.is_some());
            self.moves[first..end].rotate_right(1);
        }
    }

    /// The value where the two can no longer meet, as good as the window asks for.
    fn apart(
        &mut self,
        field: &Field<W>,
        (me, you): (usize, usize),
        (mine, yours): (Cells<W>, Cells<W>),
        (alpha, beta): (i32, i32),
    ) -> Found {
        if self.map.mode() == Mode::Octopus {
            // Each takes all that it can reach, for it must.
            return Found { margin: self.map.sum(mine) - self.map.sum(yours), proven: true };
        }
        let (map, budget) = (self.map, self.budget);
        let mut finder = PathFinder { map, budget, known: self.ways };
        let (my_reach, your_reach) = (field.reach[me], field.reach[you]);
        // Often a way at a glance and what no way can be worth tell enough.
        let glance = (finder.best(my_reach, mine, 1), finder.best(your_reach, yours, 1));
        let at_least = glance.0.worth - at_most_by_chambers(map, your_reach, yours);
        let at_most = at_most_by_chambers(map, my_reach, mine) - glance.1.worth;
        if at_least >= beta {
            return Found { margin: at_least, proven: true };
        }
        if at_most <= alpha {
            return Found { margin: at_most, proven: true };
        }
        let my_way = finder.best(my_reach, mine, self.steps);
        let your_way = finder.best(your_reach, yours, self.steps);
        Found { margin: my_way.worth - your_way.worth, proven: my_way.proven && your_way.proven }
    }
}

//! A position as the expert's search sees it: bare bits, seen by the side to move.

use crate::games::gobblet::pieces::lines;
use crate::games::gobblet::{Gobble, House};

/// A set of cells, as in `pieces`.
pub type Cells = u16;

/// How many sizes there are at most.
pub const SIZES: usize = 4;

/// What the search must know of a board.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub side: usize,
    pub sizes: usize,
    each: u32,
    house: House,
    gobble: Gobble,
    lines: [Cells; 10],
    count: usize,
}

impl Rules {
    pub fn new(side: usize, sizes: usize, each: usize, house: House, gobble: Gobble) -> Rules {
        let known = lines(side);
        let mut lines = [0; 10];
        lines[..known.len()].copy_from_slice(known);
        Rules { side, sizes, each: each as u32, house, gobble, lines, count: known.len() }
    }

    /// Forgets some of the lines.
    pub fn overlook(&mut self, overlooked: impl Fn(Cells) -> bool) {
        let mut kept = 0;
        for at in 0..self.count {
            if !overlooked(self.lines[at]) {
                self.lines[kept] = self.lines[at];
                kept += 1;
            }
        }
        self.count = kept;
    }

    #[inline]
    pub fn lines(&self) -> &[Cells] {
        &self.lines[..self.count]
    }

    fn mask(&self) -> Cells {
        Cells::MAX >> (16 - self.side * self.side)
    }

    /// Whether one of the lines lies wholly in these cells.
    fn has_line(&self, cells: Cells) -> bool {
        self.lines().iter().any(|line| line & !cells == 0)
    }

    /// The cells of all lines of which all but one at most are among these.
    fn nearly_whole(&self, cells: Cells) -> Cells {
        let most = self.side as u32 - 1;
        let lines = self.lines().iter().map(|line| line & cells);
        lines.filter(|part| part.count_ones() >= most).fold(0, |all, part| all | part)
    }
}

/// A move: where from, where to, and the size of the piece, in ten bits. 0 is no move, for it
/// would lift a piece and put it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step(u16);

/// Where pieces from the house come from.
const HOUSE: u16 = 16;
/// More than any step's number.
pub const STEPS: usize = 17 * 16 * SIZES;

impl Step {
    fn new(from: u16, to: u32, size: usize) -> Step {
        Step((from * 16 + to as u16) * SIZES as u16 + size as u16)
    }

    pub fn place(size: usize, to: usize) -> Step {
        Step::new(HOUSE, to as u32, size)
    }

    pub fn shift(size: usize, from: usize, to: usize) -> Step {
        Step::new(from as u16, to as u32, size)
    }

    pub fn none() -> Step {
        Step(0)
    }

    /// A number of its own below [`STEPS`].
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    pub fn size(self) -> usize {
        usize::from(self.0) % SIZES
    }

    pub fn to(self) -> usize {
        usize::from(self.0) / SIZES % 16
    }

    /// The cell where the piece is lifted; none if it comes from the house.
    pub fn from(self) -> Option<usize> {
        let from = self.0 / (16 * SIZES as u16);
        (from < HOUSE).then_some(usize::from(from))
    }
}

/// The cells of the pieces by size, covered ones included. Of the pieces in one cell, the largest
/// is on top and the others are smaller, so nothing more is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stacks {
    pub mine: [Cells; SIZES],
    pub theirs: [Cells; SIZES],
}

/// What a move leads to.
pub enum After {
    /// The one who moved has the only line.
    Won,
    /// The move has uncovered the opponent's line, and there is no other.
    Lost,
    /// The match goes on; seen by the opponent.
    On(Stacks),
}

/// The visible pieces of both sides, and what is closed to whom.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    pub mine: Cells,
    pub theirs: Cells,
    /// By size, the cells that hold a piece as large or larger; nothing is beyond the last.
    pub closed: [Cells; SIZES + 1],
}

impl Sight {
    /// The same seen by the opponent.
    pub fn swapped(self) -> Sight {
        Sight { mine: self.theirs, theirs: self.mine, ..self }
    }
}

impl Stacks {
    /// The same seen by the opponent.
    pub fn swapped(self) -> Stacks {
        Stacks { mine: self.theirs, theirs: self.mine }
    }

    /// A number that two positions hardly ever share.
    pub fn key(self) -> u64 {
        let word = |cells: [Cells; SIZES]| {
            cells.into_iter().fold(0_u64, |word, cells| word << 16 | u64::from(cells))
        };
        let mixed = word(self.mine).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
            ^ word(self.theirs).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 29
    }

    pub fn sight(&self) -> Sight {
        let mut closed = [0; SIZES + 1];
        let (mut mine, mut theirs) = (0, 0);
        for size in (0..SIZES).rev() {
            mine |= self.mine[size] & !closed[size + 1];
            theirs |= self.theirs[size] & !closed[size + 1];
            closed[size] = closed[size + 1] | self.mine[size] | self.theirs[size];
        }
        Sight { mine, theirs, closed }
    }

    /// The sizes that can be taken out of the house of the side to move, as bits.
    pub fn at_hand(&self, rules: &Rules) -> u32 {
        let mut at_hand = 0;
        let mut larger = 0;
        for size in (0..rules.sizes).rev() {
            let left = rules.each - self.mine[size].count_ones();
            let above = if rules.house == House::Stacks { larger } else { 0 };
            at_hand |= u32::from(left > above) << size;
            larger = left;
        }
        at_hand
    }

    /// The taken cells that pieces from the house may enter, if they are large enough.
    fn coverable(&self, rules: &Rules, sight: &Sight) -> Cells {
        match rules.gobble {
            Gobble::Always => rules.mask(),
            Gobble::Line if rules.has_line(sight.theirs) => rules.mask(),
            Gobble::Line => 0,
            Gobble::Threat => rules.nearly_whole(sight.theirs),
        }
    }

    /// Calls `visit` with every legal move.
    pub fn moves(&self, rules: &Rules, sight: &Sight, mut visit: impl FnMut(Step)) {
        let at_hand = self.at_hand(rules);
        let open = rules.mask() & (!sight.closed[0] | self.coverable(rules, sight));
        for size in 0..rules.sizes {
            if at_hand & 1 << size != 0 {
                for to in each(open & !sight.closed[size]) {
                    visit(Step::new(HOUSE, to, size));
                }
            }
            for from in each(self.mine[size] & !sight.closed[size + 1]) {
                for to in each(rules.mask() & !sight.closed[size]) {
                    visit(Step::new(from as u16, to, size));
                }
            }
        }
    }

    pub fn after(&self, rules: &Rules, step: Step) -> After {
        let mut next = self.swapped();
        let size = step.size();
        if let Some(from) = step.from() {
            next.theirs[size] &= !(1 << from);
        }
        next.theirs[size] |= 1 << step.to();
        let sight = next.sight();
        match (rules.has_line(sight.theirs), rules.has_line(sight.mine)) {
            (true, false) => After::Won,
            (false, true) => After::Lost,
            _ => After::On(next),
        }
    }

    /// Whether the side to move wins with its next move.
    pub fn wins_now(&self, rules: &Rules, sight: &Sight) -> bool {
        // Lifting a piece never shows more of one's own, so a line must be there but for one cell.
        let mut missing = 0;
        for line in rules.lines() {
            let rest = line & !sight.mine;
            if rest & rest.wrapping_sub(1) == 0 {
                if rest == 0 {
                    // Both have a line. That is rare, and anything may win then.
                    return self.wins_somehow(rules, sight);
                }
                missing |= rest;
            }
        }
        missing != 0 && self.completes(rules, sight, missing)
    }

    /// Whether a piece can get to one of these cells, each the last of a line, and win there.
    fn completes(&self, rules: &Rules, sight: &Sight, missing: Cells) -> bool {
        let at_hand = self.at_hand(rules);
        let open = !sight.closed[0] | self.coverable(rules, sight);
        for size in 0..rules.sizes {
            let targets = missing & !sight.closed[size];
            if targets == 0 {
                continue;
            }
            if at_hand & 1 << size != 0 && targets & open != 0 {
                return true;
            }
            for from in each(self.mine[size] & !sight.closed[size + 1]) {
                for to in each(targets) {
                    let step = Step::new(from as u16, to, size);
                    if matches!(self.after(rules, step), After::Won) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn wins_somehow(&self, rules: &Rules, sight: &Sight) -> bool {
        let mut wins = false;
        self.moves(rules, sight, |step| wins |= matches!(self.after(rules, step), After::Won));
        wins
    }
}

/// The numbers of the cells in a set.
pub fn each(mut cells: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (lowest < 16).then_some(lowest)
    })
}

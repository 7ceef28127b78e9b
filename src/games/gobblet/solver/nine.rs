//! Positions on nine cells as six small masks, for the solver. Knows how pieces move and what a
//! line is, but nothing of matches: the past does not count here.

use crate::games::gobblet::pieces::lines;
use crate::games::gobblet::{Gobble, Gobblet, Size};

/// All nine cells.
const ALL: u16 = 0o777;
/// Pieces of each size that a player has.
const EACH: u32 = 2;

/// A position, seen by the player to move: the cells of their small, medium and large pieces, and
/// the opponent's alike. A cell's bit is its index along the rows, `a1` first. What is missing from
/// two of a size is in the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nine {
    mine: [u16; 3],
    theirs: [u16; 3],
}

/// What a move leads to.
pub enum Child {
    /// The mover has the only line.
    Won,
    /// The opponent has the only line: the mover has uncovered it.
    Lost,
    /// The match goes on, now seen by the opponent.
    On(Nine),
}

impl Nine {
    /// The position of a match on nine cells with two pieces of each of three sizes.
    pub fn of(state: &Gobblet) -> Nine {
        let masks = |seat| {
            [Size::Small, Size::Medium, Size::Large].map(|size| state.pieces().of(seat, size))
        };
        Nine { mine: masks(state.to_move()), theirs: masks(state.to_move().next(2)) }
    }

    /// The same cells as the opponent sees them.
    pub fn swapped(self) -> Nine {
        Nine { mine: self.theirs, theirs: self.mine }
    }

    /// Per size, the cells that such a piece cannot enter.
    fn closed(&self) -> [u16; 3] {
        let large = self.mine[2] | self.theirs[2];
        let medium = large | self.mine[1] | self.theirs[1];
        [medium | self.mine[0] | self.theirs[0], medium, large]
    }

    /// The cells whose visible piece is the mover's, and those whose is the opponent's.
    fn visible(&self) -> (u16, u16) {
        let seen = |top: &[u16; 3], other: &[u16; 3]| {
            (((top[0] & !other[1]) | top[1]) & !other[2]) | top[2]
        };
        (seen(&self.mine, &self.theirs), seen(&self.theirs, &self.mine))
    }

    /// Calls `visit` with every way to take a piece up: its size, the position without it, and the
    /// cells it may go to; until `visit` says so.
    #[inline]
    fn lifts(self, gobble: Gobble, mut visit: impl FnMut(usize, Nine, u16) -> bool) -> bool {
        let closed = self.closed();
        let (mine, theirs) = self.visible();
        let free = match gobble {
            Gobble::Always => ALL,
            _ if has_line(theirs) => ALL,
            _ => ALL & !closed[0],
        };
        for size in (0..3).rev() {
            if self.mine[size].count_ones() < EACH && visit(size, self, free & !closed[size]) {
                return true;
            }
            // What lies under a larger piece, even one's own, cannot be lifted.
            let larger = if size < 2 { closed[size + 1] } else { 0 };
            let mut from = self.mine[size] & mine & !larger;
            while from != 0 {
                let cell = from & from.wrapping_neg();
                from ^= cell;
                let mut lifted = self;
                lifted.mine[size] ^= cell;
                if visit(size, lifted, ALL & !closed[size]) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the player to move can win at once.
    pub fn wins_now(self, gobble: Gobble) -> bool {
        self.lifts(gobble, |_, lifted, targets| {
            let (mine, theirs) = lifted.visible();
            let mut wins = completes(mine) & targets;
            if !has_line(theirs) {
                return wins != 0;
            }
            // The opponent has a line as well: the piece must come down on it.
            while wins != 0 {
                let cell = wins & wins.wrapping_neg();
                wins ^= cell;
                if !has_line(theirs & !cell) {
                    return true;
                }
            }
            false
        })
    }

    /// Calls `visit` with the result of every legal move, until it says so.
    #[inline]
    pub fn children(self, gobble: Gobble, mut visit: impl FnMut(Child) -> bool) -> bool {
        self.lifts(gobble, |size, lifted, mut targets| {
            let (mine, theirs) = lifted.visible();
            while targets != 0 {
                let cell = targets & targets.wrapping_neg();
                targets ^= cell;
                let child = match (has_line(mine | cell), has_line(theirs & !cell)) {
                    (true, false) => Child::Won,
                    (false, true) => Child::Lost,
                    _ => {
                        let mut next = lifted;
                        next.mine[size] |= cell;
                        Child::On(next.swapped())
                    }
                };
                if visit(child) {
                    return true;
                }
            }
            false
        })
    }

    /// Whether the player to move is sure to have something to place after `own` more moves of
    /// theirs and `all` moves of both. Who can place need not lift, so cannot be forced to uncover
    /// a line.
    pub fn can_place_after(&self, own: u8, all: u8, gobble: Gobble) -> bool {
        let [small, medium, large] = self.mine.map(|cells| EACH - cells.count_ones());
        let empty = (ALL & !self.closed()[0]).count_ones();
        let on_empty = small + medium + large > u32::from(own) && empty > u32::from(all);
        // Eight pieces are not small, so on nine cells there is always room for one of them where
        // the house may gobble.
        let on_small = gobble == Gobble::Always && medium + large > u32::from(own);
        on_empty || on_small
    }

    /// A number of 54 bits that is the same for the eight ways to turn and mirror the board, and
    /// different for everything else.
    pub fn key(self) -> u64 {
        let turned = |turn: &[u16; 512]| {
            let pack = |key: u64, mask: u16| key << 9 | u64::from(turn[usize::from(mask)]);
            self.theirs.into_iter().fold(self.mine.into_iter().fold(0, pack), pack)
        };
        TURNS.iter().map(turned).min().expect("there are eight ways to turn a board")
    }
}

fn has_line(mask: u16) -> bool {
    completes(mask) == ALL
}

/// The cells that would complete a line of this mask; all, if there is a line already.
fn completes(mask: u16) -> u16 {
    COMPLETES[usize::from(mask & ALL)]
}

static COMPLETES: [u16; 512] = {
    let mut table = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut n = 0;
        while n < lines(3).len() {
            let missing = lines(3)[n] & !(mask as u16);
            if missing == 0 {
                table[mask] = ALL;
            } else if missing & (missing - 1) == 0 {
                table[mask] |= missing;
            }
            n += 1;
        }
        mask += 1;
    }
    table
};

/// Every mask turned and mirrored in the eight ways.
static TURNS: [[u16; 512]; 8] = {
    let mut turns = [[0; 512]; 8];
    let mut turn = 0;
    while turn < 8 {
        let mut mask = 0;
        while mask < 512 {
            let mut cell = 0;
            while cell < 9 {
                if mask >> cell & 1 == 1 {
                    turns[turn][mask] |= 1 << turned(cell, turn);
                }
                cell += 1;
            }
            mask += 1;
        }
        turn += 1;
    }
    turns
};

/// Where a cell goes: bit 0 of `turn` mirrors the columns, bit 1 the rows, bit 2 swaps the two.
const fn turned(cell: usize, turn: usize) -> usize {
    let (mut column, mut row) = (cell % 3, cell / 3);
    if turn & 1 != 0 {
        column = 2 - column;
    }
    if turn & 2 != 0 {
        row = 2 - row;
    }
    if turn & 4 != 0 { column * 3 + row } else { row * 3 + column }
}

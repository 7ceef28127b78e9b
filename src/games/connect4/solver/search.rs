//! The search: does the player to move reach a given score?
//! Every question is about one score, so every window is one wide.

use super::bounds::verdict;
use super::position::{
    BOARD, Bits, CELLS, Position, column_of, key_of, landings, mirror, winning_cells,
};
use super::table::{Known, Place, SolverTable};

/// How many nodes are searched between two looks at `stop`.
const POLL: u64 = 1024;

/// The score of a player who makes four with the disc of this number, the
/// first disc of the game being number 1: how many of their own discs are
/// left, plus 1. Numbers from 43 to 45 do not occur in a game and give 0.
#[inline(always)]
pub const fn win_with(disc: u32) -> i32 {
    (CELLS as i32 + 2 - disc as i32) / 2
}

/// The search was told to stop before it knew the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A position as the search carries it along.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Discs of the player to move.
    pub mover: Bits,
    /// Discs of the player who has just moved.
    pub other: Bits,
    /// The empty cells that would complete a four of the mover.
    pub mover_wins: Bits,
    /// The empty cells that would complete a four of the other player.
    pub other_wins: Bits,
    /// How many discs lie on the board.
    pub discs: u32,
}

/// What is left of a position when the forced moves have been made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// The game is decided. The score is for the player to move in the
    /// position that was settled.
    Decided(i32),
    /// The player to move has to think.
    Open(Open),
}

/// A position whose mover cannot win at once, need not stop a four at once,
/// and has a move that does not let the other player win at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Open {
    pub node: Node,
    /// The cells into which the mover can play without losing at once.
    pub safe: Bits,
}

impl Node {
    pub const fn new(position: &Position) -> Self {
        let (mover, other) = (position.mover(), position.other());
        let empty = BOARD & !(mover | other);
        Self {
            mover,
            other,
            mover_wins: winning_cells(mover) & empty,
            other_wins: winning_cells(other) & empty,
            discs: position.moves(),
        }
    }

    #[inline(always)]
    pub const fn filled(&self) -> Bits {
        self.mover | self.other
    }

    /// The node after the mover has put a disc into `cell`.
    #[inline(always)]
    const fn after(&self, cell: Bits) -> Self {
        let other = self.mover | cell;
        Self {
            mover: self.other,
            other,
            mover_wins: self.other_wins & !cell,
            other_wins: winning_cells(other) & BOARD & !(other | self.other),
            discs: self.discs + 1,
        }
    }

    /// Plays on for as long as the player to move has to stop a four.
    ///
    /// The open node that comes out may be the other player's turn: see
    /// [`Node::same_mover`].
    #[inline(always)]
    pub fn settle(mut self) -> Settled {
        let start = self;
        loop {
            let cells = landings(self.filled());
            if self.mover_wins & cells != 0 {
                return start.decided_by(&self, win_with(self.discs + 1));
            }
            let forced = self.other_wins & cells;
            if forced == 0 {
                let safe = cells & !(self.other_wins >> 1);
                return if safe != 0 {
                    Settled::Open(Open { node: self, safe })
                } else if cells != 0 {
                    start.decided_by(&self, -win_with(self.discs + 2))
                } else {
                    Settled::Decided(0)
                };
            }
            let several = forced & (forced - 1) != 0;
            let another_on_top = (forced << 1) & self.other_wins != 0;
            if several || another_on_top {
                return start.decided_by(&self, -win_with(self.discs + 2));
            }
            self = self.after(forced);
        }
    }

    /// Whether the same player is to move in both nodes of one game.
    #[inline(always)]
    pub const fn same_mover(&self, later: &Self) -> bool {
        (self.discs ^ later.discs) & 1 == 0
    }

    /// The game is decided by a score for the mover of the node `later`.
    #[inline(always)]
    const fn decided_by(&self, later: &Self, score: i32) -> Settled {
        Settled::Decided(if self.same_mover(later) { score } else { -score })
    }
}

/// Whether mirrored positions are one and the same to the table.
///
/// They need not be told apart, but mirroring takes time. Where some cell and
/// its mirror image hold discs of different colours, no position that comes
/// later is the mirror image of another one, and nothing is lost without.
pub const fn mirror_helps(node: &Node) -> bool {
    let both_filled = node.filled() & mirror(node.filled());
    both_filled & (node.mover ^ mirror(node.mover)) == 0
}

/// Where the table keeps a node. `MIRROR`: as [`mirror_helps`] says.
#[inline(always)]
pub fn place_of<const MIRROR: bool>(node: &Node) -> Place {
    let key = key_of(node.mover, node.other);
    Place::of(if MIRROR { key.min(mirror(key)) } else { key })
}

/// The moves of a node that are worth a search.
struct Moves {
    /// What each move leads to, by its column.
    open: [Open; 7],
    place: [Place; 7],
    /// The columns, the most promising first. Above the lowest three bits,
    /// which are the column counted from the right, lies how promising it is.
    ranked: [i32; 7],
    count: usize,
    /// No move that was dropped scores more than this.
    dropped: i32,
}

impl Moves {
    #[inline(always)]
    fn insert(&mut self, column: usize, open: Open, place: Place, promise: i32) {
        self.open[column] = open;
        self.place[column] = place;
        let rank = promise << 3 | (7 - column as i32);
        let mut at = self.count;
        while at > 0 && self.ranked[at - 1] < rank {
            self.ranked[at] = self.ranked[at - 1];
            at -= 1;
        }
        self.ranked[at] = rank;
        self.count += 1;
    }

    #[inline(always)]
    const fn column(rank: i32) -> usize {
        (7 - (rank & 7)) as usize
    }
}

/// One question and the means to answer it.
pub struct Search<'a> {
    pub table: &'a mut SolverTable,
    pub stop: &'a dyn Fn() -> bool,
    /// Open nodes searched so far.
    pub nodes: u64,
}

impl Search<'_> {
    /// Whether the mover of an open node scores at least `beta`.
    ///
    /// - If the true score is at least `beta`: returns a number from `beta`
    ///   to the true score.
    /// - If the true score is less than `beta`: returns a number from the
    ///   true score to `beta - 1`.
    pub fn reach<const MIRROR: bool>(
        &mut self,
        open: &Open,
        place: Place,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (self.stop)() {
            return Err(Stopped);
        }
        let nodes_before = self.nodes;
        let node = &open.node;
        let mut known = self
            .table
            .get(place)
            .unwrap_or(Known { lower: -win_with(node.discs + 4), upper: win_with(node.discs + 3) });
        if known.lower >= beta {
            return Ok(known.lower);
        }
        if known.upper < beta {
            return Ok(known.upper);
        }

        let mut moves = Moves {
            open: [Open::default(); 7],
            place: [Place::default(); 7],
            ranked: [0; 7],
            count: 0,
            dropped: -win_with(node.discs + 2),
        };
        if let Some(score) = self.expand::<MIRROR>(open, beta, &mut moves) {
            return Ok(score);
        }
        if let Some(score) = self.recall(node, beta, &mut moves) {
            return Ok(score);
        }

        let mut best = moves.dropped;
        for &rank in &moves.ranked[..moves.count] {
            let column = Moves::column(rank);
            let (open, place) = (&moves.open[column], moves.place[column]);
            let score = if node.same_mover(&open.node) {
                self.reach::<MIRROR>(open, place, beta)?
            } else {
                -self.reach::<MIRROR>(open, place, 1 - beta)?
            };
            best = best.max(score);
            if best >= beta {
                break;
            }
        }

        if best >= beta {
            known.lower = best;
        } else {
            known.upper = known.upper.min(best);
        }
        let work = (self.nodes - nodes_before + 1).ilog2();
        self.table.put(place, known, work);
        Ok(if best >= beta { known.lower } else { known.upper })
    }

    /// Makes every safe move, and the forced ones that follow.
    ///
    /// Returns a score, as [`reach`](Self::reach) does, if one of the moves
    /// reaches `beta` beyond doubt. Else `moves` holds those of which it is
    /// in doubt.
    #[inline(always)]
    fn expand<const MIRROR: bool>(&self, open: &Open, beta: i32, moves: &mut Moves) -> Option<i32> {
        let node = &open.node;
        let mut cells = open.safe;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let next = node.after(cell);
            let promise = promise(node, &next, cell);
            let score = match next.settle() {
                Settled::Decided(score) => -score,
                Settled::Open(open) => {
                    let verdict = if node.same_mover(&open.node) {
                        verdict(&open.node, beta)
                    } else {
                        verdict(&open.node, 1 - beta).map(|score| -score)
                    };
                    match verdict {
                        Some(score) => score,
                        None => {
                            let place = place_of::<MIRROR>(&open.node);
                            moves.insert(column_of(cell) as usize, open, place, promise);
                            continue;
                        }
                    }
                }
            };
            if score >= beta {
                return Some(score);
            }
            moves.dropped = moves.dropped.max(score);
        }
        None
    }

    /// Asks the table about every move before one of them is searched.
    ///
    /// Returns a score, as [`reach`](Self::reach) does, if one is known to
    /// reach `beta`. Drops the moves that are known not to.
    #[inline(always)]
    fn recall(&self, node: &Node, beta: i32, moves: &mut Moves) -> Option<i32> {
        let mut kept = 0;
        for index in 0..moves.count {
            let rank = moves.ranked[index];
            let column = Moves::column(rank);
            if let Some(known) = self.table.get(moves.place[column]) {
                let (lower, upper) = if node.same_mover(&moves.open[column].node) {
                    (known.lower, known.upper)
                } else {
                    (-known.upper, -known.lower)
                };
                if lower >= beta {
                    return Some(lower);
                }
                if upper < beta {
                    moves.dropped = moves.dropped.max(upper);
                    continue;
                }
            }
            moves.ranked[kept] = rank;
            kept += 1;
        }
        moves.count = kept;
        None
    }
}

/// How promising a move into `cell` is, which leads from `node` to `next`:
/// first by the number of cells where its player then threatens to win, not
/// counting those on top of a cell that the opponent fills to win; then by
/// how central it is.
#[inline(always)]
const fn promise(node: &Node, next: &Node, cell: Bits) -> i32 {
    const CENTRAL: [i32; 7] = [0, 1, 2, 3, 2, 1, 0];
    let threats = next.other_wins & !(node.other_wins << 1);
    4 * threats.count_ones() as i32 + CENTRAL[column_of(cell) as usize]
}

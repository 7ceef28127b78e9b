//! The search on boards of any size: deeper and deeper with guesses, or to the very end.

use std::ops::Neg;

use super::grid::{Bits, Grid, each};
use crate::search::{Bound, Budget, Table, Window, deepen, scout_first};

/// From the side to move. A win is `WIN` and the more the sooner it comes, by how many discs the
/// winner keeps; a guess stays below, and 0 is a draw.
pub type Value = i32;

pub const WIN: Value = 10_000;
/// Guesses stay within this.
const GUESS: Value = 5_000;
/// More than any value.
pub const MOST: Value = WIN + 1_000;

const WHOLE: Window<Value> = Window { alpha: -MOST, beta: MOST };

/// More than any depth: without guesses, to the last disc.
pub const TO_THE_END: u8 = 200;

/// What the table knows of a position.
#[derive(Clone, Copy)]
pub struct Entry {
    value: i16,
    bound: Bound,
    depth: u8,
    /// The best column.
    best: u8,
}

impl Default for Entry {
    fn default() -> Entry {
        Entry { value: 0, bound: Bound::Exact, depth: 0, best: u8::MAX }
    }
}

/// A position, seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Node<B> {
    pub mover: B,
    pub other: B,
    /// The empty cells that would complete a line, within reach or not.
    mover_wins: B,
    other_wins: B,
    pub discs: u32,
    /// Whether the side to move began the match.
    first: bool,
}

/// What there is to decide.
enum Choice<B> {
    Wins,
    Loses,
    Draw,
    /// The one cell that stops the opponent.
    Forced(B),
    /// The cells that do not hand the opponent a line at once.
    Free(B),
}

impl<B: Bits> Node<B> {
    pub fn new(grid: &Grid<B>, mover: B, other: B, first: bool) -> Node<B> {
        let empty = grid.board & !(mover | other);
        Node {
            mover,
            other,
            mover_wins: grid.completing(mover) & empty,
            other_wins: grid.completing(other) & empty,
            discs: (mover | other).count(),
            first,
        }
    }

    pub fn after(&self, grid: &Grid<B>, cell: B) -> Node<B> {
        let other = self.mover | cell;
        Node {
            mover: self.other,
            other,
            mover_wins: self.other_wins & !cell,
            other_wins: grid.completing(other) & !(other | self.other),
            discs: self.discs + 1,
            first: !self.first,
        }
    }

    fn filled(&self) -> B {
        self.mover | self.other
    }

    /// Whether a disc there completes a line.
    pub fn wins_with(&self, cell: B) -> bool {
        (self.mover_wins & cell).any()
    }

    /// The cells that deserve a thought: those that win if there are any, else those that do not
    /// lose at once.
    pub fn candidates(&self, grid: &Grid<B>) -> B {
        let open = grid.landings(self.filled());
        match self.choice(grid) {
            Choice::Wins => self.mover_wins & open,
            Choice::Forced(cells) | Choice::Free(cells) => cells,
            // All is lost if the opponent sees it; a threat is stopped all the same.
            Choice::Loses if (self.other_wins & open).any() => self.other_wins & open,
            Choice::Loses | Choice::Draw => open,
        }
    }

    fn choice(&self, grid: &Grid<B>) -> Choice<B> {
        let open = grid.landings(self.filled());
        if !open.any() {
            return Choice::Draw;
        }
        if (self.mover_wins & open).any() {
            return Choice::Wins;
        }
        let now = self.other_wins & open;
        // A disc just below a threat lets the opponent complete it.
        let safe = open & !(self.other_wins >> 1);
        match now.count() {
            0 if safe.any() => Choice::Free(safe),
            1 if (now & safe).any() => Choice::Forced(now),
            _ => Choice::Loses,
        }
    }
}

pub struct Search<'a, B> {
    pub grid: Grid<B>,
    pub table: &'a mut Table<Entry>,
    pub budget: &'a Budget,
    /// How much a cell has refuted, by who plays there.
    history: Vec<[u32; 2]>,
    pub nodes: u64,
}

/// With fewer discs than this, a position and its mirror image are the same to the table. Later
/// they hardly ever meet.
const MIRRORED: u32 = 14;

/// From this rank on, and this far from the leaves, a move is first looked at less deeply.
const LATE: usize = 3;
const FAR: u8 = 4;

impl<'a, B: Bits> Search<'a, B> {
    pub fn new(grid: Grid<B>, table: &'a mut Table<Entry>, budget: &'a Budget) -> Search<'a, B> {
        Search { grid, table, budget, history: vec![[0; 2]; B::COUNT as usize], nodes: 0 }
    }

    /// Brings the best of `moves` to the front, as far as the budget allows, and tells its value
    /// and the last whole depth.
    pub fn best(&mut self, node: &Node<B>, moves: &mut [B], deepest: u8) -> (Value, u8) {
        let left = (self.grid.cells() - node.discs) as u8;
        let found = deepen(
            self,
            moves,
            WHOLE,
            deepest.min(left),
            |search, cell, ask| search.child(node, *cell, ask.depth, ask.window, ask.rank),
            |_, _, value, _| value.abs() >= WIN,
        );
        (found.value.unwrap_or(0), found.depth)
    }

    /// Whether a position is worth at least so much to the side to move when nobody errs; none if
    /// the budget is spent.
    pub fn at_least(&mut self, node: &Node<B>, value: Value) -> Option<bool> {
        let window = Window { alpha: value - 1, beta: value };
        Some(self.look(node, TO_THE_END, window)? >= value)
    }

    /// What a win is worth with the disc of this number, the first one being number 1.
    pub fn win_with(&self, disc: u32) -> Value {
        WIN + (self.grid.cells() as Value + 2 - disc as Value) / 2
    }

    fn child(
        &mut self,
        node: &Node<B>,
        cell: B,
        depth: u8,
        window: Window<Value>,
        rank: usize,
    ) -> Option<Value> {
        if node.wins_with(cell) {
            return Some(self.win_with(node.discs + 1));
        }
        let next = node.after(&self.grid, cell);
        let below = if depth >= TO_THE_END { depth } else { depth - 1 };
        let less = u8::from(rank >= LATE && (FAR..TO_THE_END).contains(&depth));
        scout_first(window, rank, less, |window, less| {
            self.look(&next, below - less, -window).map(Neg::neg)
        })
    }

    /// The value of a position for the side to move; none if the budget is spent. Inside the
    /// window it is what this depth sees, outside it is a bound.
    fn look(&mut self, node: &Node<B>, depth: u8, mut window: Window<Value>) -> Option<Value> {
        if self.spent(depth) {
            return None;
        }
        let moves = match node.choice(&self.grid) {
            Choice::Wins => return Some(self.win_with(node.discs + 1)),
            Choice::Loses => return Some(-self.win_with(node.discs + 2)),
            Choice::Draw => return Some(0),
            // There is nothing to choose, so it costs no depth.
            Choice::Forced(cell) => {
                let next = node.after(&self.grid, cell);
                return self.look(&next, depth, -window).map(Neg::neg);
            }
            Choice::Free(moves) => moves,
        };
        // Nobody wins with the next two discs.
        let (worst, most) = (-self.win_with(node.discs + 4), self.win_with(node.discs + 3));
        if worst >= window.beta || most <= window.alpha {
            return Some(if worst >= window.beta { worst } else { most });
        }
        if let Some(value) = self.contained(node, window) {
            return Some(value);
        }
        if depth == 0 {
            return Some(self.guess(node));
        }
        let key = self.key(node);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| answer(entry, depth, window)) {
            return Some(value);
        }

        let asked = window;
        let mut order: [(u32, B); 16] = [(0, B::NONE); 16];
        let count = self.order(node, moves, known, &mut order);
        let mut best = (-MOST, B::NONE);
        for (rank, &(_, cell)) in order[..count].iter().enumerate() {
            let value = self.child(node, cell, depth, window, rank)?;
            if value > best.0 {
                best = (value, cell);
                window.alpha = window.alpha.max(value);
                if value >= window.beta {
                    let history =
                        &mut self.history[cell.lowest() as usize][usize::from(node.first)];
                    let depth = u32::from(depth.min(20));
                    *history = history.saturating_add(depth * depth).min(1 << 20);
                    break;
                }
            }
        }
        let (value, cell) = best;
        let entry = Entry {
            value: value as i16,
            bound: Bound::of(value, asked),
            depth,
            best: self.grid.column_of(cell) as u8,
        };
        self.table.put(key, depth, entry);
        Some(value)
    }

    /// Counts a position. Budgets are made for searches of some thousand, and to see the end takes
    /// millions, so there a thousand count as one.
    fn spent(&mut self, depth: u8) -> bool {
        self.nodes += 1;
        match depth {
            TO_THE_END => {
                self.nodes.is_multiple_of(1024)
                    && (self.budget.spent() || self.budget.out_of_time())
            }
            _ => self.budget.spent(),
        }
    }

    fn key(&self, node: &Node<B>) -> u64 {
        let key = self.grid.key(node.mover, node.other);
        if node.discs >= MIRRORED {
            return key.hash();
        }
        key.min(self.grid.mirrored(key)).hash()
    }

    /// The moves in the order in which they deserve to be tried: the table's, then those that
    /// make most threats, then what has refuted elsewhere and what is central.
    fn order(
        &self,
        node: &Node<B>,
        moves: B,
        known: Option<Entry>,
        order: &mut [(u32, B); 16],
    ) -> usize {
        let first = known.map_or(u8::MAX, |entry| entry.best);
        let mut count = 0;
        for cell in each(moves) {
            let column = self.grid.column_of(cell);
            let mine = node.mover | cell;
            let threats = self.grid.completing(mine) & !(mine | node.other);
            // What lies on top of a threat of the opponent's will never be reached.
            let threats = (threats & !(node.other_wins << 1)).count();
            let central = column.min(self.grid.columns - 1 - column);
            let history = self.history[cell.lowest() as usize][usize::from(node.first)] >> 4;
            let promise = if u32::from(first) == column && node.discs >= MIRRORED {
                u32::MAX
            } else {
                (threats << 20) + history + central
            };
            let mut at = count;
            while at > 0 && order[at - 1].0 < promise {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = (promise, cell);
            count += 1;
        }
        count
    }

    /// A draw or better for one side that needs no search, where columns are even: whoever
    /// answers in the same column gets every second cell, and the other side only those below,
    /// with the landing cells that have an odd number of free ones above and including them.
    /// As long as the number of those is even, there is always an answer.
    fn contained(&self, node: &Node<B>, window: Window<Value>) -> Option<Value> {
        if self.grid.rows % 2 == 1 {
            return None;
        }
        let empty = self.grid.board & !node.filled();
        let loose = self.grid.landings(node.filled()) & self.grid.even_rows;
        let lower = empty & !self.grid.even_rows;
        let even = loose.count().is_multiple_of(2);
        if even && window.alpha >= 0 && !self.grid.has_line(node.mover | lower | loose) {
            return Some(0);
        }
        // The side to move takes one of them first.
        let takes = |cell: B| !self.grid.has_line(node.other | lower | (loose & !cell));
        if !even && window.beta <= 0 && each(loose).any(takes) {
            return Some(0);
        }
        None
    }

    /// How good an undecided position looks to the side to move: lines that can still be made,
    /// and threats, the more when they lie on the rows that fall to one's own side at the end.
    fn guess(&self, node: &Node<B>) -> Value {
        let own_rows = |first: bool| {
            let odd = self.grid.board & !self.grid.even_rows;
            if first { odd } else { self.grid.even_rows }
        };
        let threats = |wins: B, first: bool| {
            // A threat above one of the opponent's, or of one's own, falls away.
            14 * wins.count() as Value + 26 * (wins & own_rows(first)).count() as Value
        };
        let prospects = self.grid.prospects(node.mover, node.other) as Value
            - self.grid.prospects(node.other, node.mover) as Value;
        let value = 2 * prospects + threats(node.mover_wins, node.first)
            - threats(node.other_wins, !node.first);
        value.clamp(-GUESS, GUESS)
    }
}

/// What an entry of the table says here, if it was searched deep enough and answers the question.
/// Of a win or a loss that was seen to its end no depth changes more than how soon it comes.
fn answer(entry: Entry, depth: u8, window: Window<Value>) -> Option<Value> {
    let value = Value::from(entry.value);
    let sure = match entry.bound {
        Bound::Exact => value.abs() >= WIN && depth < TO_THE_END,
        Bound::AtLeast => value >= WIN,
        Bound::AtMost => value <= -WIN,
    };
    let deep = sure || entry.depth >= depth;
    (deep && entry.bound.answers(value, window)).then_some(value)
}

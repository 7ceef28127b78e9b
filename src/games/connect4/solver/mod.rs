//! An exact solver of the 7 x 6 game: the score of any position under best
//! play. Knows no clock, thread or disk; it is stopped from outside.
//!
//! A score is for the player to move: 0 is a draw; positive, they win, and
//! it counts how many of their own discs they still have after the winning
//! one, plus 1; negative, the opponent does.
//!
//! - `position`: the board as bits, and where fours are.
//! - `search`: whether a position reaches a score, by alpha-beta.
//! - `bounds`: scores that are certain without a search.
//! - `table`: what the search remembers.
//! - `book`: scores of opening positions, worked out beforehand.

pub mod book;
mod bounds;
mod position;
mod search;
mod table;
#[cfg(test)]
mod tests;

pub use position::{COLUMNS, Position};

use search::{Node, Open, Search, Settled, Stopped, mirror_helps, place_of, win_with};
use std::cmp::Ordering;
use table::SolverTable;

/// A table of this size is enough for any position. With twice as much, the
/// empty board takes half a percent fewer nodes.
pub const TABLE_BYTES: usize = 128 << 20;

/// No score is less: the opponent makes four with their fourth disc.
pub const WORST_SCORE: i8 = -18;

/// After this many nodes a position is not an easy one: see [`next_question`].
const EASY_NODES: u64 = 1000;

/// Solves positions, and remembers what it found between them.
///
/// The methods that search take `stop`, which is asked every thousand nodes
/// or so. When it says true they give up and return `None`; what they found
/// till then is remembered, and the next attempt goes on from there.
pub struct Solver {
    table: SolverTable,
}

/// The exact score of a position and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// For the player to move, as the module counts it.
    pub score: i8,
    /// Positions searched.
    pub nodes: u64,
}

/// The score of a position with every move that keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    /// For the player to move, as the module counts it.
    pub score: i8,
    /// Bit 0 stands for the first column.
    pub columns: u8,
}

/// Who wins under best play, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The player to move wins.
    Win,
    /// The board fills up without a four.
    Draw,
    /// The opponent wins.
    Loss,
}

impl From<i8> for Outcome {
    /// The outcome that goes with a score.
    fn from(score: i8) -> Self {
        match score.cmp(&0) {
            Ordering::Greater => Self::Win,
            Ordering::Equal => Self::Draw,
            Ordering::Less => Self::Loss,
        }
    }
}

impl Solver {
    /// A solver with a table of at most `table_bytes`. The memory is asked for
    /// at once, but most systems hand it out only as it is used.
    pub fn new(table_bytes: usize) -> Self {
        Self { table: SolverTable::new(table_bytes) }
    }

    /// Forgets all that was found. This takes well under a microsecond.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The exact score.
    pub fn solve(&mut self, position: &Position, stop: &dyn Fn() -> bool) -> Option<Solved> {
        let mut question = Question::new(position);
        let mut nodes = 0;
        while question.lower < question.upper {
            let beta = next_question(question.lower, question.upper, nodes);
            nodes = self.ask(&mut question, beta, nodes, stop).ok()?;
        }
        Some(Solved { score: question.lower as i8, nodes: nodes.max(1) })
    }

    /// Who wins, which is quicker to find out than in how many moves.
    pub fn outcome(&mut self, position: &Position, stop: &dyn Fn() -> bool) -> Option<Outcome> {
        if self.at_least(position, 1, stop)? {
            Some(Outcome::Win)
        } else if self.at_least(position, 0, stop)? {
            Some(Outcome::Draw)
        } else {
            Some(Outcome::Loss)
        }
    }

    /// Whether the score is `score` or more: the cheapest question.
    pub fn at_least(
        &mut self,
        position: &Position,
        score: i8,
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let mut question = Question::new(position);
        let beta = i32::from(score);
        if question.lower < beta && beta <= question.upper {
            self.ask(&mut question, beta, 0, stop).ok()?;
        }
        Some(question.lower >= beta)
    }

    /// The exact score of a move into each column, for the player who makes
    /// it; `None` for a full column.
    pub fn analyse(
        &mut self,
        position: &Position,
        stop: &dyn Fn() -> bool,
    ) -> Option<[Option<i8>; COLUMNS as usize]> {
        let mut scores = [None; COLUMNS as usize];
        for (column, score) in (0..).zip(&mut scores) {
            if position.can_play(column) {
                *score = Some(self.score_of_move(position, column, stop)?);
            }
        }
        Some(scores)
    }

    /// The exact score and all moves that keep it, which is quicker than to
    /// score every move. The board must not be full.
    pub fn best(&mut self, position: &Position, stop: &dyn Fn() -> bool) -> Option<Best> {
        let score = self.solve(position, stop)?.score;
        let columns = self.keeping(position, score, stop)?;
        Some(Best { score, columns })
    }

    /// The columns, bit 0 for the first, into which a move scores at least
    /// `score` for the player who makes it.
    pub fn keeping(
        &mut self,
        position: &Position,
        score: i8,
        stop: &dyn Fn() -> bool,
    ) -> Option<u8> {
        let mut columns = 0;
        for column in (0..COLUMNS).filter(|&column| position.can_play(column)) {
            let keeps = if position.is_winning_move(column) {
                true
            } else if i32::from(score) == win_with(position.moves() + 1) {
                // A move wins at once, and this is not the one.
                false
            } else {
                let mut next = *position;
                next.play(column);
                !self.at_least(&next, 1 - score, stop)?
            };
            columns |= u8::from(keeps) << column;
        }
        Some(columns)
    }

    /// The exact score of a move into a column that is not full, for the
    /// player who makes it.
    pub fn score_of_move(
        &mut self,
        position: &Position,
        column: u32,
        stop: &dyn Fn() -> bool,
    ) -> Option<i8> {
        if position.is_winning_move(column) {
            return Some(win_with(position.moves() + 1) as i8);
        }
        let mut next = *position;
        next.play(column);
        self.solve(&next, stop).map(|solved| -solved.score)
    }

    /// Finds out whether the score is at least `beta`, which must lie within
    /// the bounds of the question, and moves a bound accordingly. Takes and
    /// returns the number of nodes searched so far.
    fn ask(
        &mut self,
        question: &mut Question,
        beta: i32,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<u64, Stopped> {
        let (open, turned) = (&question.open, question.turned);
        let beta_there = if turned { 1 - beta } else { beta };
        let mut search = Search { table: &mut self.table, stop, nodes };
        let score_there = if mirror_helps(&open.node) {
            search.reach::<true>(open, place_of::<true>(&open.node), beta_there)?
        } else {
            search.reach::<false>(open, place_of::<false>(&open.node), beta_there)?
        };
        let nodes = search.nodes;
        let score = if turned { -score_there } else { score_there };
        if score >= beta {
            question.lower = question.lower.max(score);
        } else {
            question.upper = question.upper.min(score);
        }
        Ok(nodes)
    }
}

/// What is known so far of the score of one position.
struct Question {
    /// The score lies between these, both included.
    lower: i32,
    upper: i32,
    /// The position after its forced moves. Means nothing once the bounds
    /// have met.
    open: Open,
    /// Whether the other player is to move there.
    turned: bool,
}

impl Question {
    fn new(position: &Position) -> Self {
        let node = Node::new(position);
        match node.settle() {
            Settled::Decided(score) => {
                Self { lower: score, upper: score, open: Open::default(), turned: false }
            }
            Settled::Open(open) => {
                let turned = !node.same_mover(&open.node);
                let worst = -win_with(open.node.discs + 4);
                let best = win_with(open.node.discs + 3);
                let (lower, upper) = if turned { (-best, -worst) } else { (worst, best) };
                Self { lower, upper, open, turned }
            }
        }
    }
}

/// Which score to ask about next, when the true one lies from `lower` to
/// `upper`: a number above `lower` and not above `upper`.
///
/// To ask about a quick win or loss is cheap, because the search need not go
/// deep; so the bounds first close in on 0 from outside, and whatever ends
/// soon is found soon. A position that is not solved by then is a hard one.
/// Its score is probably close to 0, and questions next to the true score are
/// the ones that have to be answered in any case.
fn next_question(lower: i32, upper: i32, nodes: u64) -> i32 {
    let easy = nodes < EASY_NODES;
    let (near, far) = if lower >= 0 {
        (lower, upper)
    } else if upper <= 0 {
        (upper, lower)
    } else {
        (0, if -lower >= upper { lower } else { upper })
    };
    let one_sided = near != 0 || lower == 0 || upper == 0;
    let step = match (easy, one_sided) {
        (true, _) => (far - near) * 2 / 3,
        (false, true) => (far - near) / 4,
        (false, false) => 0,
    };
    (near + step).min(upper - 1) + 1
}

//! Who knows the truth about a position, and what it says of every move: what puzzles are made
//! with, proved with and played against.

use super::{Bots, Budget};
use crate::play::{Game, Outcome, Seat, Turn};

/// What a position or a move leads to when both sides do their best, for whoever is to move.
///
/// ```
/// use parlour::search::Truth;
///
/// assert!(Truth::Wins(3) > Truth::Wins(5) && Truth::Draw > Truth::Loses(8));
/// assert_eq!(Truth::Wins(5).own_moves(), Some(3));
/// assert_eq!(Truth::Loses(4).turned(), Truth::Wins(4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// A win after so many moves of both sides.
    Wins(u32),
    /// Neither side can force anything.
    Draw,
    /// Nothing is decided as far as was asked.
    Open,
    /// A loss after so many moves of both sides.
    Loses(u32),
    /// In games of points: how many more than the other side there will be at the end.
    Margin(i32),
}

impl Truth {
    /// The same, seen by the other side.
    pub fn turned(self) -> Truth {
        match self {
            Truth::Wins(plies) => Truth::Loses(plies),
            Truth::Loses(plies) => Truth::Wins(plies),
            Truth::Margin(margin) => Truth::Margin(-margin),
            Truth::Draw | Truth::Open => self,
        }
    }

    /// The same, one move earlier.
    pub(super) fn earlier(self) -> Truth {
        match self {
            Truth::Wins(plies) => Truth::Wins(plies + 1),
            Truth::Loses(plies) => Truth::Loses(plies + 1),
            other => other,
        }
    }

    /// With how many moves of its own the winner does it; none where nobody wins.
    pub fn own_moves(self) -> Option<u32> {
        match self {
            Truth::Wins(plies) | Truth::Loses(plies) => Some(plies.div_ceil(2)),
            Truth::Draw | Truth::Open | Truth::Margin(_) => None,
        }
    }

    /// Whether the side to move wins.
    pub fn is_win(self) -> bool {
        matches!(self, Truth::Wins(_))
    }

    fn rank(self) -> i32 {
        match self {
            Truth::Wins(plies) => 1_000_000 - plies as i32,
            Truth::Margin(margin) => margin,
            Truth::Draw | Truth::Open => 0,
            Truth::Loses(plies) => plies as i32 - 1_000_000,
        }
    }
}

impl Ord for Truth {
    fn cmp(&self, other: &Truth) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Truth {
    fn partial_cmp(&self, other: &Truth) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Knows the truth about the positions of one board.
pub trait Oracle<G: Game>: Send {
    /// What a position that is not over leads to. Wins and losses that take more than `within`
    /// moves of both sides may be called [`Truth::Open`]. None if the budget is spent.
    fn truth(&mut self, state: &G, within: u32, budget: &Budget) -> Option<Truth>;

    /// A text that a position shares with its mirror images, and with no other.
    fn likeness(&self, state: &G) -> String;

    /// Where to look for a move, as a sentence that doesn't tell it.
    fn region(&self, state: &G, mv: &G::Move) -> String;
}

/// What a legal move leads to for the one who plays it; none if the budget is spent.
pub fn truth_after<G: Bots>(
    oracle: &mut dyn Oracle<G>,
    state: &G,
    mv: &G::Move,
    within: u32,
    budget: &Budget,
) -> Option<Truth> {
    let mover = state.turn().seat()?;
    let next = state.after(mv);
    if let Turn::Over(outcome) = next.turn() {
        return Some(at_the_end(&next, &outcome, mover).earlier());
    }
    let there = oracle.truth(&next, within.saturating_sub(1), budget)?;
    let mine = next.turn().seat() == Some(mover);
    Some((if mine { there } else { there.turned() }).earlier())
}

/// What the end of a match is to this seat.
fn at_the_end<G: Game>(state: &G, outcome: &Outcome, mover: Seat) -> Truth {
    match (state.scores(), outcome) {
        (Some(scores), _) => {
            let rival = scores.iter().enumerate().filter(|(seat, _)| *seat != mover.index());
            let rival = rival.map(|(_, points)| *points).max().unwrap_or(0);
            Truth::Margin(scores[mover.index()] - rival)
        }
        (None, Outcome::Win(winner)) if *winner == mover => Truth::Wins(0),
        (None, Outcome::Win(_)) => Truth::Loses(0),
        (None, _) => Truth::Draw,
    }
}

/// What every legal move leads to, in their usual order; none if the budget is spent.
pub fn truths<G: Bots>(
    oracle: &mut dyn Oracle<G>,
    state: &G,
    within: u32,
    budget: &Budget,
) -> Option<Vec<(G::Move, Truth)>> {
    let known = |mv: G::Move| Some((mv.clone(), truth_after(oracle, state, &mv, within, budget)?));
    state.legal_moves().into_iter().map(known).collect()
}

/// The smallest of the texts that the eight symmetries of a square make of its cells, read row by
/// row: what [`Oracle::likeness`] answers on square boards.
pub fn least_of_eight(side: usize, cell: impl Fn(usize, usize) -> String) -> String {
    let last = side.saturating_sub(1);
    let turned = |kind: usize, column: usize, row: usize| {
        let (column, row) = if kind & 1 != 0 { (row, column) } else { (column, row) };
        let column = if kind & 2 != 0 { last - column } else { column };
        let row = if kind & 4 != 0 { last - row } else { row };
        cell(column, row)
    };
    let text = |kind: usize| -> String {
        let cells = (0..side).flat_map(|row| (0..side).map(move |column| (column, row)));
        cells.map(|(column, row)| turned(kind, column, row)).collect::<Vec<_>>().join(" ")
    };
    (0..8).map(text).min().unwrap_or_default()
}

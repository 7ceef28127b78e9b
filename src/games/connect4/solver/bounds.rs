//! Scores that are certain without a search. Knows positions, not the table.
//!
//! # Answering in the same column
//!
//! Two players, A and D, and it is A's turn. D wants to keep A from making
//! four and answers as follows.
//!
//! - Where an even number of cells of a column is empty, D answers A's disc
//!   by one on top of it. Of every two cells A gets the *lower* one and D the
//!   *upper* one, and an even number is empty again.
//! - Where an odd number is empty, the landing cell is *loose*. When A takes
//!   a loose cell, D takes another one, and in both columns an even number is
//!   left. As long as there is an even number of loose cells, there is always
//!   another one.
//!
//! ```text
//!   D D D D D D D   row 6       # a disc
//!   A A A A A A A   row 5       * a loose cell
//!   D D D D D D D   row 4       A a lower cell
//!   A A A A A A A   row 3       D an upper cell
//!   D D D * D * D   row 2
//!   A A A # A # A   row 1
//! ```
//!
//! D thus always has an answer, and A gets nothing but lower cells and loose
//! cells, and only one of two loose ones. **If A's discs with all the cells
//! that A can get hold no four, A never makes one.** And if D's discs with
//! the upper cells hold a four, D makes it before the board is full, because
//! D gets all upper cells.
//!
//! A column has six cells. So, whoever A is, the lower cells are the empty
//! ones of odd rows, the upper cells are those of even rows, and a loose cell
//! is a landing cell in an even row. A disc was dropped for each turn, so
//! the number of loose cells is even when the first player is to move.
//!
//! This serves the second player as D directly, or after taking a loose cell
//! when it is the second player's own turn.
//!
//! # Waiting below an odd threat
//!
//! The first player can be D too, with a *threat*: an empty cell of row 3 or
//! 5 that would complete a four. It is the second player's turn, the threat's
//! column holds a loose cell, and the number of the other loose cells is
//! even. D answers in this column as in the others: A gets the even rows up
//! to the threat, D the odd ones.
//!
//! ```text
//!   .    row 6
//!   !    row 5   the threat: D wins here, if not before
//!   A    row 4
//!   D    row 3
//!   A    row 2   the landing cell
//!   #    row 1
//! ```
//!
//! When all other columns are full it is A's turn again, and A has to play in
//! this column until D wins. **If A's discs with all the cells that A can get
//! hold no four, D wins.**

use super::position::{
    BOARD, BOTTOM, Bits, EVEN_ROWS, ODD_ROWS, bottom_below, columns_over, has_four, landings,
};
use super::search::{Node, win_with};

/// Whether an open node is certain to score at least `beta`, or less.
///
/// - `Some(score)` with `score >= beta`: the true score is at least `score`.
/// - `Some(score)` with `score < beta`: the true score is at most `score`.
/// - `None`: it takes a search.
#[inline(always)]
pub fn verdict(node: &Node, beta: i32) -> Option<i32> {
    // Nobody wins with the next two discs, for the node is open.
    let lower = -win_with(node.discs + 4);
    if lower >= beta {
        return Some(lower);
    }
    let upper = win_with(node.discs + 3);
    if upper < beta {
        return Some(upper);
    }
    let empty = BOARD & !node.filled();
    let loose = landings(node.filled()) & EVEN_ROWS;
    if node.discs.is_multiple_of(2) {
        first_to_move(node, empty, loose, beta)
    } else {
        second_to_move(node, empty, loose, beta)
    }
}

/// [`verdict`] where the first player is to move.
#[inline(always)]
fn first_to_move(node: &Node, empty: Bits, loose: Bits, beta: i32) -> Option<i32> {
    let (first, second) = (node.mover, node.other);

    // The second player answers in the same column.
    let upper = empty & EVEN_ROWS & !loose;
    let wins = node.other_wins & upper;
    let mut score = worth_of_even(wins);
    if score == 0 && beta == 0 && has_four(second | upper) {
        score = 1;
    }
    if -score < beta && contained(first | lower_cells(empty, wins), loose) {
        return Some(-score);
    }

    // The second player cannot make four any more. (That the first cannot is
    // a case of the above.)
    if beta <= 0 && !has_four(second | empty) {
        return Some(0);
    }

    // The first player waits below an odd threat, after a move to get there:
    // into the column itself if it holds no loose cell, else into another
    // loose cell.
    if beta <= 2 {
        let score = worth_of_odd(node.mover_wins, second, empty, loose, |reach, own, others| {
            if own == 0 { contained(reach, others) } else { containable(reach, others) }
        });
        if score > 0 && score >= beta {
            return Some(score);
        }
    }
    None
}

/// [`verdict`] where the second player is to move.
#[inline(always)]
fn second_to_move(node: &Node, empty: Bits, loose: Bits, beta: i32) -> Option<i32> {
    let (first, second) = (node.other, node.mover);

    let upper = empty & EVEN_ROWS & !loose;
    let wins = node.mover_wins & upper;
    let mut score = worth_of_even(wins);
    if score == 0 && beta == 1 && has_four(second | upper) {
        score = 1;
    }
    if score >= beta && containable(first | lower_cells(empty, wins), loose) {
        return Some(score);
    }

    if beta > 0 && !has_four(second | empty) {
        return Some(0);
    }

    if beta >= -1 {
        let score = worth_of_odd(node.other_wins, second, empty, loose, |reach, own, others| {
            own != 0 && contained(reach, others)
        });
        if score > 0 && -score < beta {
            return Some(-score);
        }
    }
    None
}

/// Whether A, who is to move, never makes four. `reach` is A's discs with the
/// lower cells; the number of loose cells is even.
#[inline(always)]
fn contained(reach: Bits, loose: Bits) -> bool {
    if !has_four(reach | loose) {
        return true;
    }
    // Of two loose cells A gets but one.
    let one = loose & loose.wrapping_neg();
    let two = loose ^ one;
    let are_two = two != 0 && two & (two - 1) == 0;
    are_two && !has_four(reach | one) && !has_four(reach | two)
}

/// Whether D, who is to move, can take a loose cell so that A never makes
/// four. The number of loose cells is odd.
#[inline(always)]
fn containable(reach: Bits, loose: Bits) -> bool {
    if has_four(reach) {
        return false;
    }
    let mut choices = loose;
    while choices != 0 {
        let taken = choices & choices.wrapping_neg();
        choices ^= taken;
        if contained(reach, loose ^ taken) {
            return true;
        }
    }
    false
}

/// The lower cells that A can get, when D wins with the upper cells `wins`:
/// A gets the cell below such a one and none above it in its column.
#[inline(always)]
const fn lower_cells(empty: Bits, wins: Bits) -> Bits {
    // From row 2 the odd rows above are 3 and 5, from row 4 only 5. Shifts
    // that run out of a column end on its unused bit or on an even row.
    empty & ODD_ROWS & !(wins << 1 | wins << 3)
}

/// The score that the second player is sure of who will get these cells of
/// even rows and win with any of them; 0 if there are none.
///
/// At worst the other columns are full by then, and the cells above the
/// winning one are left, half of them for the winner.
#[inline(always)]
const fn worth_of_even(wins: Bits) -> i32 {
    if wins == 0 {
        0
    } else if wins & (BOTTOM << 1) != 0 {
        3
    } else if wins & (BOTTOM << 3) != 0 {
        2
    } else {
        1
    }
}

/// The score that the first player is sure of by waiting below a threat of an
/// odd row, one of the cells `wins`; 0 if that is not certain.
///
/// `holds(reach, own, others)` says whether the second player makes no four
/// with the cells `reach` and with the loose cells that they can get, which
/// are `own` in the column of the threat and `others` elsewhere.
#[inline(always)]
fn worth_of_odd(
    wins: Bits,
    second: Bits,
    empty: Bits,
    loose: Bits,
    holds: impl Fn(Bits, Bits, Bits) -> bool,
) -> i32 {
    let mut best = 0;
    let mut threats = wins & ODD_ROWS;
    while threats != 0 {
        // The lowest one of its column; nobody gets to a second.
        let threat = threats & threats.wrapping_neg();
        let bottom = bottom_below(threat);
        let column = columns_over(bottom);
        threats &= !column;

        let elsewhere = lower_cells(empty, wins & EVEN_ROWS & !loose & !column) & !column;
        let below = (threat - bottom) & empty & EVEN_ROWS;
        let reach = second | elsewhere | below;
        if !has_four(reach) && holds(reach, loose & column, loose & !column) {
            // As with even rows: above row 3 the winner has one cell to come.
            best = best.max(if threat & (BOTTOM << 2) != 0 { 2 } else { 1 });
        }
    }
    best
}

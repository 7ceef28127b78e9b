//! What can be said of a move by looking a round or two ahead, in the document's own terms.
//!
//! A *round* is a disc of each player. The player to move wins in 0 with a disc that completes a
//! line, and wins in 1 with a disc after which they win in 0, whatever the opponent answers.

use crate::games::connect4::{Column, Connect4};
use crate::play::Game;

/// How many rounds ahead wins and losses are seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rounds {
    Zero,
    One,
}

/// `coup gagnant`: the columns that win now, or all that have room.
pub fn winning_or_any(position: &Connect4) -> Vec<Column> {
    first_of([wins_in_0(position), position.legal_moves()])
}

/// `profondeur`: the columns that win within so many rounds, the soonest; else those that do not
/// lose within so many; else, as the document is silent there, those that lose the latest.
pub fn sound(position: &Connect4, rounds: Rounds) -> Vec<Column> {
    let quick = wins_in_0(position);
    if !quick.is_empty() {
        return quick;
    }
    let legal = position.legal_moves();
    let only = |keep: &dyn Fn(Column) -> bool| -> Vec<Column> {
        legal.iter().copied().filter(|drop| keep(*drop)).collect()
    };
    let survive_0 = only(&|drop| !can_win_now(&position.after(drop)));
    if rounds == Rounds::Zero {
        return first_of([survive_0, legal]);
    }
    let forced = only(&|drop| forces(position, drop));
    let survive_1: Vec<Column> =
        survive_0.iter().copied().filter(|drop| !can_force(&position.after(*drop))).collect();
    first_of([forced, survive_1, survive_0, legal])
}

/// The first of these lists that is not empty.
fn first_of<const N: usize>(lists: [Vec<Column>; N]) -> Vec<Column> {
    lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
}

fn wins_in_0(position: &Connect4) -> Vec<Column> {
    let seat = position.to_move();
    let mut drops = position.legal_moves();
    drops.retain(|drop| position.wins_by(seat, drop.index()));
    drops
}

/// Whether the player to move wins in 0.
fn can_win_now(position: &Connect4) -> bool {
    !wins_in_0(position).is_empty()
}

/// Whether the player to move wins in 1.
fn can_force(position: &Connect4) -> bool {
    position.legal_moves().into_iter().any(|drop| forces(position, drop))
}

/// Whether this disc wins in 1: the opponent does not win at once, and every answer leaves a win.
fn forces(position: &Connect4, drop: Column) -> bool {
    let next = position.after(drop);
    let answers = next.legal_moves();
    !answers.is_empty()
        && !can_win_now(&next)
        && answers.into_iter().all(|answer| can_win_now(&next.after(answer)))
}

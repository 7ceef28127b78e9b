//! The exact value of any position of the game on nine cells. Knows nothing of repetitions: a
//! value is the position's, whatever came before.
//!
//! Two questions are asked of a position, for more and more moves: can the player to move force a
//! win within so many, and can the opponent? A search answers them and remembers each answer for
//! the position and everything that looks like it when the board is turned or mirrored. No forced
//! end is further away than [`LONGEST`], so where both answers are no at that distance the
//! position is a draw.

mod nine;
mod table;

use std::cmp::{Ordering, Reverse};
use std::fmt::{self, Display};

use super::{Board, Gobble, Gobblet, House, Move};
use crate::play::{Game, Outcome, Seat, Turn};
use crate::search::Budget;
use nine::{Child, Nine};
use table::{NEVER, SolverTable};

/// No forced win or loss on nine cells takes more moves.
pub const LONGEST: u8 = 26;

/// What a position is worth to the player to move, with the number of moves to the end when the
/// winner hurries and the loser delays. The greater value is the better one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins; moves of both players count.
    Win(u8),
    /// Nobody can force anything.
    Draw,
    /// The opponent wins; moves of both players count.
    Loss(u8),
}

impl Value {
    /// The same, one move earlier and for the player who makes that move.
    fn before(self) -> Value {
        match self {
            Value::Win(moves) => Value::Loss(moves + 1),
            Value::Draw => Value::Draw,
            Value::Loss(moves) => Value::Win(moves + 1),
        }
    }

    /// From the quickest loss to the quickest win.
    fn rank(self) -> i32 {
        match self {
            Value::Win(moves) => 256 - i32::from(moves),
            Value::Draw => 0,
            Value::Loss(moves) => i32::from(moves) - 256,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(moves) => write!(f, "W{moves}"),
            Value::Draw => f.write_str("D"),
            Value::Loss(moves) => write!(f, "L{moves}"),
        }
    }
}

/// Values positions of one board and remembers what it found, in 32 MB.
pub struct Solver {
    gobble: Gobble,
    table: SolverTable,
    nodes: u64,
}

/// The budget is spent; nothing wrong has been remembered.
struct Stopped;

impl Solver {
    /// A solver for this board, or the reason why there is none.
    pub fn new(board: &Board) -> Result<Solver, &'static str> {
        Solver::plays(board)?;
        Ok(Solver { gobble: board.gobble(), table: SolverTable::new(), nodes: 0 })
    }

    /// Whether this board can be solved.
    pub fn plays(board: &Board) -> Result<(), &'static str> {
        let pieces = (board.side(), board.sizes().len(), board.each()) == (3, 3, 2);
        if pieces && board.house() == House::Open && board.gobble() != Gobble::Threat {
            Ok(())
        } else {
            Err("only for 3×3 with two of three sizes")
        }
    }

    /// What a position that is not over is worth to the player to move; nothing if the budget is
    /// spent before that is known.
    pub fn value(&mut self, state: &Gobblet, budget: &Budget) -> Option<Value> {
        self.value_of(Nine::of(state), budget).ok()
    }

    /// What a legal move is worth to who plays it. Here the past counts for one thing: a move
    /// that ends the match by repetition is a draw.
    pub fn value_after(&mut self, state: &Gobblet, mv: Move, budget: &Budget) -> Option<Value> {
        let mut next = state.clone();
        next.play_unchecked(&mv);
        match ended(&next, state.to_move()) {
            Some(value) => Some(value),
            None => self.value(&next, budget).map(Value::before),
        }
    }

    /// The moves that keep the most a player can have here, and how much that is. Cheaper than
    /// the value of every move, for it asks of the others only whether they are as good. When the
    /// budget is spent on the way, some of the moves; nothing, if none is known by then.
    pub fn best(&mut self, state: &Gobblet, budget: &Budget) -> Option<(Value, Vec<Move>)> {
        let after = |mv: Move| {
            let mut next = state.clone();
            next.play_unchecked(&mv);
            (mv, next)
        };
        let nexts: Vec<(Move, Gobblet)> = state.legal_moves().into_iter().map(after).collect();
        // Somebody who is losing may still find a repetition.
        let at_once = nexts.iter().filter_map(|(_, next)| ended(next, state.to_move())).max();
        let value = self.value(state, budget)?.max(at_once.unwrap_or(Value::Loss(1)));
        let mut best = Vec::new();
        for (mv, next) in &nexts {
            let keeps = match ended(next, state.to_move()) {
                Some(worth) => Ok(worth >= value),
                None => self.keeps(Nine::of(next), value, budget),
            };
            match keeps {
                Ok(true) => best.push(*mv),
                Ok(false) => {}
                Err(Stopped) => break,
            }
        }
        if !best.is_empty() {
            return Some((value, best));
        }
        // The only way to keep it has been gone twice already: the best of what is left.
        let valued = |(mv, _): &(Move, Gobblet)| Some((self.value_after(state, *mv, budget)?, *mv));
        let valued: Vec<(Value, Move)> = nexts.iter().map(valued).collect::<Option<_>>()?;
        let most = valued.iter().map(|(value, _)| *value).max()?;
        let best = valued.into_iter().filter(|(value, _)| *value == most).map(|(_, mv)| mv);
        Some((most, best.collect()))
    }

    /// Whether the player who has just moved to this position has at least so much there.
    fn keeps(&mut self, next: Nine, value: Value, budget: &Budget) -> Result<bool, Stopped> {
        match value {
            Value::Win(moves) => self.loses(next, moves - 1, budget),
            Value::Draw => Ok(self.value_of(next, budget)?.before() >= value),
            Value::Loss(moves) => Ok(!self.wins(next, moves.saturating_sub(2), budget)?),
        }
    }

    /// How many positions have been searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn value_of(&mut self, position: Nine, budget: &Budget) -> Result<Value, Stopped> {
        // Nearly always the winner makes the last move, so wins are of odd and losses of even
        // length: the questions between wait until there is something to be exact about.
        for moves in (1..LONGEST).step_by(2) {
            if self.wins(position, moves, budget)? {
                let sooner = self.wins(position, moves - 1, budget)?;
                return Ok(Value::Win(moves - u8::from(sooner)));
            }
            if self.loses(position, moves + 1, budget)? {
                let sooner = self.loses(position, moves, budget)?;
                return Ok(Value::Loss(moves + u8::from(!sooner)));
            }
        }
        let at_last = self.wins(position, LONGEST, budget)?;
        Ok(if at_last { Value::Win(LONGEST) } else { Value::Draw })
    }

    /// Whether the player to move can force a win within so many moves.
    fn wins(&mut self, position: Nine, moves: u8, budget: &Budget) -> Result<bool, Stopped> {
        let gobble = self.gobble;
        if moves == 0 || position.wins_now(gobble) {
            return Ok(moves > 0);
        }
        // A win of even length ends with the opponent uncovering a line.
        let even = moves.is_multiple_of(2);
        let never = even && position.swapped().can_place_after(moves / 2 - 1, moves - 1, gobble);
        let moves = if never { moves - 1 } else { moves };
        if moves == 1 {
            return Ok(false);
        }

        let key = position.key();
        let known = self.table.get(key);
        if known.win <= moves || known.no_win >= moves || known.loss < NEVER {
            return Ok(known.win <= moves);
        }
        self.count(budget)?;

        // The moves that might do it, with whether they threaten to win at once: those come first.
        let mut tries: Vec<(bool, Nine)> = Vec::new();
        let table = &self.table;
        let mut won = position.children(gobble, |child| {
            let Child::On(next) = child else { return false };
            if next.wins_now(gobble) {
                return false;
            }
            if moves <= 3 {
                return loses_soon(next, moves - 1, gobble);
            }
            let known = table.get(next.key());
            if known.win == NEVER && known.no_loss < moves - 1 {
                tries.push((next.swapped().wins_now(gobble), next));
            }
            known.loss < moves
        });
        if !won {
            tries.sort_by_key(|(threat, _)| Reverse(*threat));
            for (_, next) in tries {
                won = self.loses(next, moves - 1, budget)?;
                if won {
                    break;
                }
            }
        }

        // Asked again: the search may have come by here and learnt something.
        let mut known = self.table.get(key);
        if won {
            known.win = known.win.min(moves);
        } else {
            known.no_win = known.no_win.max(moves);
        }
        self.table.put(key, known);
        Ok(won)
    }

    /// Whether the opponent can force a win within so many moves.
    fn loses(&mut self, position: Nine, moves: u8, budget: &Budget) -> Result<bool, Stopped> {
        let gobble = self.gobble;
        // A loss of odd length ends with the player to move uncovering a line.
        let odd = !moves.is_multiple_of(2);
        let never = odd && position.can_place_after(moves / 2, moves - 1, gobble);
        let moves = if never { moves - 1 } else { moves };
        if moves <= 2 {
            return Ok(loses_soon(position, moves, gobble));
        }

        let key = position.key();
        let known = self.table.get(key);
        if known.loss <= moves || known.no_loss >= moves || known.win < NEVER {
            return Ok(known.loss <= moves);
        }
        self.count(budget)?;

        // The replies that might save the player, with how long each is known to last.
        let mut outs: Vec<(u8, Nine)> = Vec::new();
        let table = &self.table;
        let saved = position.children(gobble, |child| {
            let next = match child {
                Child::Won => return true,
                Child::Lost => return false,
                Child::On(next) => next,
            };
            if next.wins_now(gobble) {
                return false;
            }
            let known = table.get(next.key());
            if known.win >= moves {
                outs.push((known.no_win, next));
            }
            known.loss < NEVER || known.no_win >= moves - 1
        });
        let mut lost = !saved;
        if lost {
            outs.sort_by_key(|(lasts, _)| Reverse(*lasts));
            for (_, next) in outs {
                lost = self.wins(next, moves - 1, budget)?;
                if !lost {
                    break;
                }
            }
        }

        let mut known = self.table.get(key);
        if lost {
            known.loss = known.loss.min(moves);
        } else {
            known.no_loss = known.no_loss.max(moves);
        }
        self.table.put(key, known);
        Ok(lost)
    }

    fn count(&mut self, budget: &Budget) -> Result<(), Stopped> {
        self.nodes += 1;
        if budget.spent() { Err(Stopped) } else { Ok(()) }
    }
}

/// What a move was worth to who played it, if it has ended the match.
fn ended(next: &Gobblet, mover: Seat) -> Option<Value> {
    match next.turn() {
        Turn::Over(Outcome::Win(winner)) if winner == mover => Some(Value::Win(1)),
        Turn::Over(Outcome::Win(_)) => Some(Value::Loss(1)),
        Turn::Over(_) => Some(Value::Draw),
        _ => None,
    }
}

/// Whether the opponent wins within so many moves, at most two, whatever is played.
fn loses_soon(position: Nine, moves: u8, gobble: Gobble) -> bool {
    let out = |child| match child {
        Child::Won => true,
        Child::Lost => false,
        Child::On(next) => moves < 2 || !next.wins_now(gobble),
    };
    moves > 0 && !position.children(gobble, out)
}

#[cfg(test)]
mod tests;

//! What a position is worth: results of the game, and guesses where the search ends before it.

use std::ops::Neg;

use super::window::Worth;
use crate::play::{Game, Outcome, Seat};

/// What a search cannot know of a game by its rules alone.
pub trait Evaluate<G: Game>: Send {
    /// How good an unfinished position looks to `seat`; 0 is even, and what is good for it is as
    /// bad for the others. Guesses beyond a million either way count as a million.
    fn score(&self, state: &G, seat: Seat) -> i32;

    /// A hash of everything the rest of the game depends on, for the table of positions; whose
    /// turn it is may be left out. Without one the search goes without a table.
    fn key(&self, _state: &G) -> Option<u64> {
        None
    }

    /// How early a move deserves to be looked at; higher comes first. Called for every legal move
    /// of every position, so it must cost next to nothing.
    fn promise(&self, _state: &G, _mv: &G::Move) -> i32 {
        0
    }
}

/// The worth of a position to somebody: a result of the game, or a guess. Every win is above
/// every guess and every loss below; sooner wins are above later ones, later losses above sooner.
///
/// ```text
///   -1 000 000 000 + plies    -1 000 000 .. 0 .. 1 000 000    1 000 000 000 - plies
///   loss                      guess      draw        guess                      win
/// ```
///
/// At a table of more than two, a place in between lies in between, and still beyond the guesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(i32);

const WIN: i32 = 1_000_000_000;
const GUESS: i32 = 1_000_000;
/// More plies than any search looks ahead.
const PLIES: i32 = 100_000;

impl Value {
    /// Also what an even guess is worth.
    pub const DRAW: Value = Value(0);
    pub(super) const LEAST: Value = Value(-i32::MAX);
    pub(super) const MOST: Value = Value(i32::MAX);

    /// A score of [`Evaluate::score`], held to a million either way.
    pub fn guess(score: i32) -> Value {
        Value(score.clamp(-GUESS, GUESS))
    }

    /// A win at the end of so many plies.
    pub fn win(plies: u32) -> Value {
        Value(WIN).after(plies)
    }

    /// A result of the game, at the end of so many plies.
    pub fn result<G: Game>(end: &G, outcome: &Outcome, seat: Seat, plies: u32) -> Value {
        match outcome {
            Outcome::Draw => Value::DRAW,
            Outcome::Win(winner) if *winner == seat => Value::win(plies),
            Outcome::Win(_) => -Value::win(plies),
            Outcome::Places(_) => {
                let reward = rewards(end, outcome)[seat.index()];
                Value(((2.0 * reward - 1.0) * f64::from(WIN)).round() as i32).after(plies)
            }
        }
    }

    /// Whether it is a certain first place, no guess.
    pub fn is_win(self) -> bool {
        self.0 > WIN - PLIES
    }

    /// Whether it is a certain defeat, or a certain last place.
    pub fn is_loss(self) -> bool {
        (-self).is_win()
    }

    /// The score of a guess or a draw; none of a result that ends a match.
    pub fn guessed(self) -> Option<i32> {
        (self.0.abs() <= GUESS).then_some(self.0)
    }

    /// How many plies a won or lost game still lasts.
    pub fn plies(self) -> Option<u32> {
        (self.is_win() || self.is_loss()).then(|| WIN.abs_diff(self.0.abs()))
    }

    /// The same result, so many plies later. A guess and a draw know no time.
    pub(super) fn after(self, plies: u32) -> Value {
        self.shifted(-(plies as i32))
    }

    /// The reverse of [`Value::after`].
    pub(super) fn before(self, plies: u32) -> Value {
        self.shifted(plies as i32)
    }

    fn shifted(self, by: i32) -> Value {
        match self.0 {
            score if score > GUESS => Value(score + by),
            score if score < -GUESS => Value(score - by),
            score => Value(score),
        }
    }
}

impl Worth for Value {
    fn next(self) -> Value {
        Value(self.0 + 1)
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}

/// What an outcome gives to each seat, from 0 to 1. The winner takes the one point there is and a
/// draw divides it; places are graded evenly from 1 for the first to 0 for the last, and seats
/// with equal scores share what their places give.
///
/// ```
/// use std::sync::Arc;
/// use parlour::games::sogo::Sogo;
/// use parlour::play::{Game, Outcome, Seat, Variant};
/// use parlour::search::rewards;
///
/// let board = <Sogo as Game>::Variant::parse(Sogo::BOARDS[0].1)?;
/// let state = Sogo::start(Arc::new(board), 2);
/// assert_eq!(rewards(&state, &Outcome::Win(Seat::SECOND)), [0.0, 1.0]);
/// assert_eq!(rewards(&state, &Outcome::Draw), [0.5, 0.5]);
/// # Ok::<(), parlour::play::FileError>(())
/// ```
pub fn rewards<G: Game>(end: &G, outcome: &Outcome) -> Vec<f64> {
    let seats = end.seats();
    match outcome {
        Outcome::Win(winner) => {
            let mut rewards = vec![0.0; seats];
            rewards[winner.index()] = 1.0;
            rewards
        }
        Outcome::Draw => vec![1.0 / seats as f64; seats],
        Outcome::Places(places) => {
            let mut rewards = vec![0.0; seats];
            let scores = end.scores();
            let equal = |a: &Seat, b: &Seat| {
                scores.as_ref().is_some_and(|scores| scores[a.index()] == scores[b.index()])
            };
            let last = seats.saturating_sub(1).max(1) as f64;
            let mut first = 0;
            for group in places.chunk_by(equal) {
                // Places `first` to `first + len - 1` have this one in their middle.
                let middle = first as f64 + (group.len() - 1) as f64 / 2.0;
                for seat in group {
                    rewards[seat.index()] = 1.0 - middle / last;
                }
                first += group.len();
            }
            rewards
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_beyond_guesses() {
        let ladder = [
            -Value::win(1),
            -Value::win(300),
            Value::guess(i32::MIN),
            Value::guess(-7),
            Value::DRAW,
            Value::guess(7),
            Value::guess(i32::MAX),
            Value::win(300),
            Value::win(1),
        ];
        assert!(ladder.is_sorted_by(|a, b| a < b), "{ladder:?}");
        assert!(Value::LEAST < ladder[0] && ladder[8] < Value::MOST);
    }

    #[test]
    fn only_results_know_time() {
        assert_eq!(Value::win(3).after(2), Value::win(5));
        assert_eq!((-Value::win(3)).after(2), -Value::win(5));
        assert_eq!((-Value::win(5)).before(2), -Value::win(3));
        assert_eq!(Value::guess(40).after(2), Value::guess(40));
        assert_eq!((-Value::win(5)).plies(), Some(5));
        assert_eq!(Value::DRAW.plies(), None);
        assert_eq!(Value::guess(i32::MAX).plies(), None);
    }
}

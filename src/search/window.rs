//! The window of a search, and its root.

use std::ops::Neg;

/// What values must be able to do: be compared, change sides, and have a next one above.
pub trait Worth: Copy + Ord + Neg<Output = Self> {
    /// The smallest value above this one.
    fn next(self) -> Self;
}

impl Worth for i32 {
    fn next(self) -> i32 {
        self + 1
    }
}

/// Values outside are of no interest: what lies beyond need only be known to lie beyond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window<V> {
    /// Nothing below is of interest.
    pub alpha: V,
    /// Nothing above is of interest.
    pub beta: V,
}

impl<V: Worth> Window<V> {
    /// The question whether anything is above alpha at all.
    pub fn scout(self) -> Window<V> {
        Window { beta: self.alpha.next(), ..self }
    }
}

impl<V: Neg<Output = V>> Neg for Window<V> {
    type Output = Window<V>;

    fn neg(self) -> Window<V> {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// Asks what a move is worth, with as little effort as its rank among its sisters deserves.
///
/// `look` tells the value within a window, looking so many plies less deep than usual. The first
/// move is probably the best, so of the others it is asked only whether they are better, which is
/// cheaper; where `less` isn't 0, with less care at first.
#[inline]
pub fn scout_first<V: Worth>(
    window: Window<V>,
    rank: usize,
    less: u8,
    mut look: impl FnMut(Window<V>, u8) -> Option<V>,
) -> Option<V> {
    if less > 0 {
        let value = look(window.scout(), less)?;
        if value <= window.alpha {
            return Some(value);
        }
    }
    if rank > 0 {
        let value = look(window.scout(), 0)?;
        if value <= window.alpha || value >= window.beta {
            return Some(value);
        }
    }
    look(window, 0)
}

/// A move of the root that is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask<V> {
    /// How many plies to look ahead, this move among them.
    pub depth: u8,
    /// What is of interest.
    pub window: Window<V>,
    /// How many moves come before it.
    pub rank: usize,
}

/// What a search has found that looked deeper and deeper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deepened<V> {
    /// The value of the best move; none if not even the first depth was looked at as a whole.
    pub value: Option<V>,
    /// The last depth that was looked at as a whole.
    pub depth: u8,
}

/// Looks at the moves of a root deeper and deeper, up to `deepest`, and brings the best to the
/// front.
///
/// `look` tells the value of a move, exactly if it lies within the window, and none if the budget
/// is spent: then what was found better before stays in front, though the others were not seen.
/// `enough` hears of every whole depth, and ends the search where looking deeper changes nothing.
pub fn deepen<S, M, V: Worth>(
    search: &mut S,
    moves: &mut [M],
    whole: Window<V>,
    deepest: u8,
    mut look: impl FnMut(&mut S, &M, Ask<V>) -> Option<V>,
    mut enough: impl FnMut(&mut S, &mut [M], V, u8) -> bool,
) -> Deepened<V> {
    let mut found = Deepened { value: None, depth: 0 };
    for depth in 1..=deepest {
        let value = best_first(moves, whole, |mv, window, rank| {
            look(search, mv, Ask { depth, window, rank })
        });
        let Some(value) = value else { break };
        found = Deepened { value: Some(value), depth };
        if enough(search, moves, value, depth) {
            break;
        }
    }
    found
}

/// Looks at the moves of a root once, brings the best to the front and tells its value.
fn best_first<M, V: Worth>(
    moves: &mut [M],
    whole: Window<V>,
    mut look: impl FnMut(&M, Window<V>, usize) -> Option<V>,
) -> Option<V> {
    let mut window = whole;
    for rank in 0..moves.len() {
        let value = look(&moves[rank], window, rank)?;
        if value > window.alpha {
            window.alpha = value;
            // The others keep their order.
            moves[..=rank].rotate_right(1);
        }
    }
    Some(window.alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Window<i32> = Window { alpha: -99, beta: 99 };

    #[test]
    fn the_best_comes_first_and_the_others_keep_their_order() {
        let mut moves = [1, 5, 2, 7, 3];
        assert_eq!(best_first(&mut moves, WHOLE, |mv, _, _| Some(*mv)), Some(7));
        assert_eq!(moves, [7, 5, 1, 2, 3]);
    }

    #[test]
    fn the_window_rises_with_the_best() {
        let mut floors = Vec::new();
        best_first(&mut [1, 5, 2, 7], WHOLE, |mv, window, rank| {
            floors.push((window.alpha, rank));
            Some(*mv)
        });
        assert_eq!(floors, [(-99, 0), (1, 1), (5, 2), (5, 3)]);
    }

    #[test]
    fn what_was_found_better_before_the_budget_was_spent_counts() {
        for (seen, first) in [(0, 1), (1, 1), (2, 9), (3, 9)] {
            let mut moves = [1, 9, 3, 11];
            let look = |mv: &i32, _: Window<i32>, rank: usize| (rank < seen).then_some(*mv);
            assert_eq!(best_first(&mut moves, WHOLE, look), None);
            assert_eq!(moves[0], first, "{seen} seen: {moves:?}");
        }
    }

    /// Moves are worth themselves, and look better at even depths.
    fn seesaw(looks: &mut u32, mv: &i32, ask: Ask<i32>) -> Option<i32> {
        *looks += 1;
        Some(if ask.depth.is_multiple_of(2) { *mv } else { -*mv })
    }

    #[test]
    fn it_looks_deeper_until_that_is_enough() {
        let mut moves = [1, 3, 2];
        let mut heard = Vec::new();
        let found = deepen(&mut 0, &mut moves, WHOLE, 9, seesaw, |_, moves, value, depth| {
            heard.push((moves[0], value, depth));
            depth == 2
        });
        assert_eq!(found, Deepened { value: Some(3), depth: 2 });
        assert_eq!(heard, [(1, -1, 1), (3, 3, 2)]);
    }

    #[test]
    fn the_last_whole_depth_counts_when_the_budget_is_spent() {
        for (nodes, value, depth) in [(0, None, 0), (2, None, 0), (3, Some(-1), 1), (7, Some(3), 2)]
        {
            let look = |looks: &mut u32, mv: &i32, ask| {
                (*looks < nodes).then(|| seesaw(looks, mv, ask)).flatten()
            };
            let found = deepen(&mut 0, &mut [1, 3, 2], WHOLE, 9, look, |_, _, _, _| false);
            assert_eq!(found, Deepened { value, depth }, "{nodes} nodes");
        }
        let shallow = deepen(&mut 0, &mut [1, 3], WHOLE, 1, seesaw, |_, _, _, _| false);
        assert_eq!(shallow.depth, 1);
    }

    /// What was asked about a move of that rank and worth, whose worth is one less when it is
    /// looked at with less care.
    fn questions(rank: usize, less: u8, worth: i32) -> Vec<(i32, u8)> {
        let mut asked = Vec::new();
        scout_first(Window { alpha: 3, beta: 9 }, rank, less, |window, less| {
            asked.push((window.beta, less));
            Some(worth - i32::from(less))
        });
        asked
    }

    #[test]
    fn a_move_gets_the_care_that_it_turns_out_to_need() {
        assert_eq!(questions(0, 0, 5), [(9, 0)]);
        assert_eq!(questions(1, 0, 3), [(4, 0)], "no better than what there is");
        assert_eq!(questions(1, 0, 5), [(4, 0), (9, 0)], "better: how much?");
        assert_eq!(questions(1, 0, 9), [(4, 0)], "too good anyway");
        assert_eq!(questions(4, 1, 4), [(4, 1)], "not even a promise");
        assert_eq!(questions(4, 1, 5), [(4, 1), (4, 0), (9, 0)]);
    }
}

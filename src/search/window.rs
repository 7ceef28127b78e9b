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

/// Looks at the moves of a root once, brings the best to the front and tells its value.
///
/// `look` tells the value of a move, exactly if it lies within the window; its rank says how many
/// moves come before it. None means that the budget is spent: what was found better before that
/// stays in front, though the others were not seen.
///
/// Deepening is this, again and again, with `look` looking one ply further each time.
pub fn best_first<M, V: Worth>(
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
}

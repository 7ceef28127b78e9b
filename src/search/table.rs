//! The table of positions that a search has seen, of a fixed size. Knows keys, not games.

use super::window::{Window, Worth};

/// What a value found within a window says about the truth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Bound {
    /// It is the truth.
    #[default]
    Exact,
    /// The truth is as high or higher.
    AtLeast,
    /// The truth is as low or lower.
    AtMost,
}

impl Bound {
    /// What a value says that was found by asking with this window.
    pub fn of<V: Worth>(value: V, asked: Window<V>) -> Bound {
        if value >= asked.beta {
            Bound::AtLeast
        } else if value > asked.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        }
    }

    /// Whether a value with this bound is an answer to that question.
    pub fn answers<V: Worth>(self, value: V, asked: Window<V>) -> bool {
        match self {
            Bound::Exact => true,
            Bound::AtLeast => value >= asked.beta,
            Bound::AtMost => value <= asked.alpha,
        }
    }
}

/// Remembers something about positions, by a key whose bits are well mixed.
///
/// A key has a pair of slots: the first keeps the deepest of this search, the second the latest.
/// What an earlier search left is still found, but gives way to anything new.
///
/// It takes no more room than it needs: nothing before the first search, for many a bot is made and
/// never asked; then little, since a search of a few thousand positions would spend its time on
/// clearing megabytes; and more as it fills.
pub struct Table<T> {
    /// A power of two of them, or none.
    pairs: Vec<[Slot<T>; 2]>,
    /// How many of them hold something.
    filled: usize,
    /// The power that it grows to.
    bits: u32,
    /// The search that is under way, from 1.
    search: u16,
}

/// What it begins with, as a power of two.
const FIRST_BITS: u32 = 10;
/// By how many powers it grows.
const MORE_BITS: u32 = 3;

#[derive(Clone, Copy)]
struct Slot<T> {
    key: u64,
    entry: T,
    /// The search that wrote it; 0 is none.
    search: u16,
    depth: u8,
}

impl<T: Copy + Default> Table<T> {
    /// A table of at most `2^bits` pairs.
    pub fn new(bits: u32) -> Table<T> {
        Table { pairs: Vec::new(), filled: 0, bits, search: 0 }
    }

    /// Begins a search that goes on from what the ones before have found.
    pub fn begin(&mut self) {
        if self.pairs.is_empty() || self.search == u16::MAX {
            self.pairs.clear();
            self.grow(FIRST_BITS.min(self.bits));
            self.search = 0;
        }
        self.search += 1;
    }

    /// Goes over to a table of `2^bits` pairs with all that this one has.
    #[cold]
    fn grow(&mut self, bits: u32) {
        let empty = Slot { key: 0, entry: T::default(), search: 0, depth: 0 };
        let smaller = std::mem::replace(&mut self.pairs, vec![[empty; 2]; 1 << bits]);
        self.filled = 0;
        for slot in smaller.into_iter().flatten().filter(|slot| slot.search > 0) {
            let place = self.place(slot.key);
            let [deepest, latest] = &mut self.pairs[place];
            if deepest.search == 0 {
                self.filled += 1;
                *deepest = slot;
            } else {
                *latest = slot;
            }
        }
    }

    /// Begins a search that knows nothing, so that its answer doesn't depend on the questions
    /// before it.
    pub fn begin_afresh(&mut self) {
        self.pairs.clear();
        self.begin();
    }

    /// What is remembered under this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<T> {
        let pair = self.pairs.get(self.place(key))?;
        let slot = pair.iter().find(|slot| slot.key == key && slot.search > 0);
        slot.map(|slot| slot.entry)
    }

    /// Remembers what a search of this depth has found.
    #[inline]
    pub fn put(&mut self, key: u64, depth: u8, entry: T) {
        let (place, search) = (self.place(key), self.search);
        let Some([deepest, latest]) = self.pairs.get_mut(place) else { return };
        if deepest.search == 0 {
            self.filled += 1;
        }
        let new = Slot { key, entry, search, depth };
        if deepest.key == key || deepest.search != search {
            // What is old and deep may still be asked for, where nothing newer needs its room.
            if deepest.key != key && latest.search != search {
                *latest = *deepest;
            }
            *deepest = new;
        } else if depth >= deepest.depth {
            *latest = *deepest;
            *deepest = new;
        } else {
            *latest = new;
        }
        if self.filled * 2 > self.pairs.len() && self.pairs.len() < 1 << self.bits {
            self.grow((self.pairs.len().ilog2() + MORE_BITS).min(self.bits));
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & self.pairs.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun() -> Table<u32> {
        let mut table = Table::new(0);
        table.begin();
        table
    }

    #[test]
    fn a_pair_keeps_the_deepest_and_the_latest() {
        let mut table = begun();
        table.put(1, 5, 10);
        table.put(2, 3, 20);
        table.put(3, 4, 30);
        assert_eq!([1, 2, 3].map(|key| table.get(key)), [Some(10), None, Some(30)]);
        table.put(4, 6, 40);
        assert_eq!([1, 3, 4].map(|key| table.get(key)), [Some(10), None, Some(40)]);
    }

    #[test]
    fn a_position_stands_there_once() {
        let mut table = begun();
        table.put(1, 5, 10);
        table.put(1, 2, 11);
        assert_eq!(table.get(1), Some(11));
        table.put(2, 9, 20);
        assert_eq!([1, 2].map(|key| table.get(key)), [Some(11), Some(20)]);
    }

    #[test]
    fn what_earlier_searches_left_is_found_and_gives_way() {
        let mut table = begun();
        table.put(1, 9, 10);
        table.begin();
        assert_eq!(table.get(1), Some(10));
        table.put(2, 1, 20);
        assert_eq!([1, 2].map(|key| table.get(key)), [Some(10), Some(20)]);
        table.put(3, 1, 30);
        assert_eq!([1, 2, 3].map(|key| table.get(key)), [None, Some(20), Some(30)]);
    }

    #[test]
    fn a_fresh_start_knows_nothing() {
        let mut table = begun();
        table.put(1, 9, 10);
        table.begin_afresh();
        assert_eq!(table.get(1), None);
        table.put(2, 1, 20);
        table.begin();
        assert_eq!([1, 2].map(|key| table.get(key)), [None, Some(20)]);
    }

    #[test]
    fn nothing_is_kept_before_the_first_search() {
        let mut table = Table::new(3);
        table.put(1, 9, 10);
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn it_grows_to_its_size_and_loses_nothing_on_the_way() {
        let mut table = Table::new(15);
        table.begin();
        let first = table.pairs.len();
        // Odd multiples of an odd number are well mixed in their lowest bits, and all different.
        let keys: Vec<u64> =
            (0..9000u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for (at, &key) in keys.iter().enumerate() {
            table.put(key, 1, at);
        }
        assert!(first < 1 << 15, "{first}");
        assert_eq!(table.pairs.len(), 1 << 15);
        let kept = keys.iter().enumerate().filter(|(at, key)| table.get(**key) == Some(*at));
        assert_eq!(kept.count(), keys.len());
        let filled = table.pairs.iter().filter(|[deepest, _]| deepest.search > 0).count();
        assert_eq!(table.filled, filled);
        table.begin_afresh();
        assert_eq!((table.pairs.len(), table.get(keys[1])), (first, None));
    }

    #[test]
    fn many_searches_do_not_confuse_it() {
        let mut table = begun();
        for round in 0..70_000 {
            table.begin_afresh();
            assert_eq!(table.get(1), None, "round {round}");
            table.put(1, 1, round);
            assert_eq!(table.get(1), Some(round));
        }
    }

    #[test]
    fn a_bound_answers_what_it_can() {
        let asked = Window { alpha: 3, beta: 6 };
        for (value, bound) in [(3, Bound::AtMost), (5, Bound::Exact), (6, Bound::AtLeast)] {
            assert_eq!(Bound::of(value, asked), bound);
            assert!(bound.answers(value, asked));
        }
        assert!(!Bound::AtMost.answers(4, asked) && !Bound::AtLeast.answers(5, asked));
    }
}

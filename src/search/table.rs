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
pub struct Table<T> {
    /// Empty until the first search begins: many a bot is made and never asked.
    pairs: Vec<[Slot<T>; 2]>,
    bits: u32,
    /// The search that is under way, from 1.
    search: u16,
    /// The first search whose slots are still read.
    since: u16,
}

#[derive(Clone, Copy)]
struct Slot<T> {
    key: u64,
    entry: T,
    /// The search that wrote it; 0 is none.
    search: u16,
    depth: u8,
}

impl<T: Copy + Default> Table<T> {
    /// A table of `2^bits` pairs, which takes no room before [`Table::begin`].
    pub fn new(bits: u32) -> Table<T> {
        Table { pairs: Vec::new(), bits, search: 0, since: 1 }
    }

    /// Begins a search that goes on from what the ones before have found.
    pub fn begin(&mut self) {
        if self.pairs.is_empty() || self.search == u16::MAX {
            let empty = Slot { key: 0, entry: T::default(), search: 0, depth: 0 };
            self.pairs.clear();
            self.pairs.resize(1 << self.bits, [empty; 2]);
            (self.search, self.since) = (0, 1);
        }
        self.search += 1;
    }

    /// Begins a search that knows nothing, so that its answer doesn't depend on the questions
    /// before it.
    pub fn begin_afresh(&mut self) {
        self.begin();
        self.since = self.search;
    }

    /// What is remembered under this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<T> {
        let pair = self.pairs.get(self.place(key))?;
        let slot = pair.iter().find(|slot| slot.key == key && slot.search >= self.since);
        slot.map(|slot| slot.entry)
    }

    /// Remembers what a search of this depth has found.
    #[inline]
    pub fn put(&mut self, key: u64, depth: u8, entry: T) {
        let (place, search) = (self.place(key), self.search);
        let Some([deepest, latest]) = self.pairs.get_mut(place) else { return };
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
    }

    fn place(&self, key: u64) -> usize {
        key as usize & ((1 << self.bits) - 1)
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

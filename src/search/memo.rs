//! The table of positions that a search has already seen, of a fixed size.

use super::evaluate::Value;

/// What was learnt about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// For the side to move, counted from this position.
    pub value: Value,
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: u8,
    /// Whether the rules alone prove the value, so that it holds for any depth.
    pub proven: bool,
    /// The best move, by its place among the legal ones.
    pub best: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// Pairs of entries: the first of a pair keeps the deepest of this search, the second the latest.
pub(super) struct Memo {
    pairs: Vec<[Slot; 2]>,
    generation: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    /// The search it belongs to; 0 is none. What an earlier search left is never read, so that an
    /// answer does not depend on the questions before it.
    generation: u32,
    entry: Entry,
}

impl Memo {
    /// A table of `2^bits` pairs.
    pub fn new(bits: u32) -> Memo {
        let entry =
            Entry { value: Value::DRAW, bound: Bound::Exact, depth: 0, proven: false, best: 0 };
        let empty = Slot { key: 0, generation: 0, entry };
        Memo { pairs: vec![[empty; 2]; 1 << bits], generation: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation += 1;
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let pair = &self.pairs[self.place(key)];
        pair.iter()
            .find(|slot| slot.key == key && slot.generation == self.generation)
            .map(|slot| slot.entry)
    }

    pub fn put(&mut self, key: u64, entry: Entry) {
        let generation = self.generation;
        let place = self.place(key);
        let [deepest, latest] = &mut self.pairs[place];
        let new = Slot { key, generation, entry };
        if deepest.generation != generation || deepest.key == key {
            *deepest = new;
        } else if entry.depth >= deepest.entry.depth {
            *latest = *deepest;
            *deepest = new;
        } else {
            *latest = new;
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.pairs.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry { value: Value::guess(1), bound: Bound::Exact, depth, proven: false, best: 0 }
    }

    #[test]
    fn a_pair_keeps_the_deepest_and_the_latest() {
        let mut memo = Memo::new(0);
        memo.put(1, entry(5));
        memo.put(2, entry(3));
        memo.put(3, entry(4));
        assert_eq!(memo.get(1), Some(entry(5)));
        assert_eq!(memo.get(2), None);
        assert_eq!(memo.get(3), Some(entry(4)));
        memo.put(4, entry(6));
        assert_eq!(memo.get(4), Some(entry(6)));
        assert_eq!(memo.get(1), Some(entry(5)));
        assert_eq!(memo.get(3), None);
    }

    #[test]
    fn nothing_outlives_its_search() {
        let mut memo = Memo::new(2);
        memo.put(9, entry(5));
        memo.clear();
        assert_eq!(memo.get(9), None);
        memo.put(13, entry(1));
        assert_eq!(memo.get(13), Some(entry(1)));
    }
}

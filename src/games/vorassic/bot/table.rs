//! A table of positions of a fixed size, and the keys under which they stand in it.

use super::cells::Cells;

/// What is remembered about positions. Two that would stand in the same place displace each other.
pub struct Table<T> {
    slots: Vec<Option<Slot<T>>>,
    generation: u32,
}

#[derive(Clone, Copy)]
struct Slot<T> {
    key: u64,
    /// What an earlier generation left is never read, so that an answer does not hang on the
    /// questions before it.
    generation: u32,
    entry: T,
}

impl<T: Copy> Table<T> {
    /// A table of `2^bits` places.
    pub fn new(bits: u32) -> Table<T> {
        Table { slots: vec![None; 1 << bits], generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation += 1;
    }

    pub fn get(&self, key: u64) -> Option<T> {
        let fresh = |slot: &Slot<T>| slot.key == key && slot.generation == self.generation;
        self.slots[self.place(key)].filter(fresh).map(|slot| slot.entry)
    }

    /// Remembers an entry, unless another position stands there that `outlasts` it.
    pub fn put(&mut self, key: u64, entry: T, outlasts: impl Fn(&T) -> bool) {
        let (place, generation) = (self.place(key), self.generation);
        let stays =
            |old: &Slot<T>| old.generation == generation && old.key != key && outlasts(&old.entry);
        let slot = &mut self.slots[place];
        if !slot.as_ref().is_some_and(stays) {
            *slot = Some(Slot { key, generation, entry });
        }
    }

    fn place(&self, key: u64) -> usize {
        // The high bits are the best mixed.
        (key >> (64 - self.slots.len().trailing_zeros())) as usize
    }
}

/// A key made of sets of cells and a number.
pub fn key<const W: usize, const N: usize>(sets: [Cells<W>; N], number: u64) -> u64 {
    let mix = |key: u64, word: u64| {
        let mixed = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let mut key = mix(0, number);
    for set in &sets {
        key = set.words().iter().fold(key, |key, word| mix(key, *word));
    }
    mix(key, 0x5bd1)
}

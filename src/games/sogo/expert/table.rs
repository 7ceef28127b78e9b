//! What the expert's search remembers of positions within one move. Knows keys, not beads.

use super::{GUESS, Value, Window};
use crate::games::sogo::lines::Places;

/// What a value says about the truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was learnt about a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    value: i16,
    bound: Bound,
    depth: i8,
    /// The bit of the best place, 64 if none is known.
    best: u8,
}

impl Entry {
    /// Wins are kept as counted from the position, not from the root.
    pub fn new(value: Value, ply: i32, bound: Bound, depth: i32, place: Places) -> Entry {
        let value = match value {
            value if value > GUESS => value + ply,
            value if value < -GUESS => value - ply,
            value => value,
        };
        Entry { value: value as i16, bound, depth: depth as i8, best: place.trailing_zeros() as u8 }
    }

    /// The best place, or none.
    pub fn place(self) -> Places {
        1_u64.checked_shl(u32::from(self.best)).unwrap_or(0)
    }

    /// The value, if it answers the question and was searched deep enough. A win or a loss was
    /// seen to its end, and no depth changes it.
    pub fn answers(self, depth: i32, window: Window, ply: i32) -> Option<Value> {
        let value = match Value::from(self.value) {
            value if value > GUESS => value - ply,
            value if value < -GUESS => value + ply,
            value => value,
        };
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
        };
        let deep = i32::from(self.depth) >= depth || value.abs() > GUESS;
        (answers && deep).then_some(value)
    }
}

/// Positions by the low bits of their key; the latest stays.
pub struct Table {
    slots: Vec<Option<(u64, Entry)>>,
}

/// 2^19 entries of 16 bytes are 8 MB.
const TABLE_BITS: u32 = 19;

impl Table {
    /// An empty one, which takes no room until [`Table::forget`] is called.
    pub fn new() -> Table {
        Table { slots: Vec::new() }
    }

    pub fn forget(&mut self) {
        self.slots.clear();
        self.slots.resize(1 << TABLE_BITS, None);
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let slot = self.slots[key as usize & (self.slots.len() - 1)];
        slot.filter(|(known, _)| *known == key).map(|(_, entry)| entry)
    }

    pub fn put(&mut self, key: u64, entry: Entry) {
        let at = key as usize & (self.slots.len() - 1);
        self.slots[at] = Some((key, entry));
    }
}

//! What is known about positions, in a fixed amount of memory. Knows keys and bounds, no rules.

/// Bits of a key.
const KEY: u32 = 54;
/// Bits of a mixed key that say which bucket; the others are stored.
const INDEX: u32 = 20;
/// A key may lie in any slot of its bucket.
const SLOTS: usize = 4;
/// Bits of one bound, and of all four.
const BOUND: u32 = 5;
const BOUNDS: u32 = 4 * BOUND;
/// No forced end is as far away as this.
pub const NEVER: u8 = 31;

/// What is known about one position, in moves from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The player to move wins within so many; [`NEVER`] if that is not known.
    pub win: u8,
    /// The player to move cannot force a win within so many.
    pub no_win: u8,
    /// The opponent wins within so many; [`NEVER`] if that is not known.
    pub loss: u8,
    /// The opponent cannot force a win within so many.
    pub no_loss: u8,
}

impl Bounds {
    pub const NOTHING: Bounds = Bounds { win: NEVER, no_win: 0, loss: NEVER, no_loss: 0 };

    fn pack(self) -> u64 {
        let parts = [self.win, self.no_win, self.loss, self.no_loss];
        parts.into_iter().fold(0, |slot, part| slot << BOUND | u64::from(part))
    }

    fn unpack(slot: u64) -> Bounds {
        let part = |n: u32| (slot >> (BOUND * n)) as u8 & NEVER;
        Bounds { win: part(3), no_win: part(2), loss: part(1), no_loss: part(0) }
    }

    /// How deep a search told this: what is deeper was dearer.
    fn depth(self) -> u8 {
        self.no_win.max(self.no_loss)
    }
}

/// A hash table of [`Bounds`], 32 MB of which nothing is touched before it is used.
///
/// ```text
/// one slot:   63      54 53             20 19  15 14  10 9    5 4     0
///             unused     the key's upper   win    no_win loss   no_loss
///                        34 bits, mixed
/// ```
///
/// The key is mixed reversibly, so the number of the bucket and the stored bits are the whole key:
/// an answer is never another position's. An empty slot is 0, which no bounds pack to. Where a
/// bucket is full, what a shallow search told is given up first.
pub struct SolverTable {
    slots: Vec<u64>,
}

impl SolverTable {
    pub fn new() -> SolverTable {
        SolverTable { slots: vec![0; SLOTS << INDEX] }
    }

    pub fn get(&self, key: u64) -> Bounds {
        let (bucket, rest) = place(key);
        let mut slots = self.slots[bucket..bucket + SLOTS].iter();
        let found = slots.find(|slot| **slot >> BOUNDS == rest && **slot != 0);
        found.map_or(Bounds::NOTHING, |&slot| Bounds::unpack(slot))
    }

    /// Stores all that is known about a position, in place of what was.
    pub fn put(&mut self, key: u64, bounds: Bounds) {
        let (bucket, rest) = place(key);
        let slots = &mut self.slots[bucket..bucket + SLOTS];
        let same = slots.iter().position(|slot| slot >> BOUNDS == rest);
        let at = same.unwrap_or_else(|| {
            let cheapest = (0..SLOTS).min_by_key(|&at| Bounds::unpack(slots[at]).depth());
            cheapest.expect("a bucket has slots")
        });
        slots[at] = rest << BOUNDS | bounds.pack();
    }
}

/// The first slot of the key's bucket, and what of the key must be stored.
fn place(key: u64) -> (usize, u64) {
    const MASK: u64 = (1 << KEY) - 1;
    // Each step can be undone: an odd factor, or the upper half laid over the lower.
    let mut mixed = key;
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x9e37_79b9_7f4a_7c15) & MASK;
    mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) & MASK;
    mixed ^= mixed >> 28;
    let bucket = (mixed & ((1 << INDEX) - 1)) as usize;
    (bucket * SLOTS, mixed >> INDEX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_nothing_else_is() {
        let mut table = SolverTable::new();
        let bounds = |n: u64| Bounds { no_win: (n % 27) as u8, ..Bounds::NOTHING };
        for key in 0..50_000 {
            assert_eq!(table.get(key), Bounds::NOTHING);
            table.put(key, bounds(key));
        }
        assert!((0..50_000).all(|key| table.get(key) == bounds(key)));
    }

    #[test]
    fn a_full_bucket_keeps_what_was_dear() {
        let mut table = SolverTable::new();
        let home = place(1).0;
        let mut neighbours = (1..1 << 40).filter(|&key| place(key).0 == home);
        let dear = neighbours.next().unwrap();
        table.put(dear, Bounds { no_win: 20, ..Bounds::NOTHING });
        for key in neighbours.take(6) {
            table.put(key, Bounds { no_win: 3, ..Bounds::NOTHING });
            assert_eq!(table.get(key).no_win, 3);
        }
        assert_eq!(table.get(dear).no_win, 20);
    }
}

//! What the search remembers of positions: a lower and an upper bound of the
//! score. Knows keys, not boards.
//!
//! The table grows as it fills, so that a position solved in a thousand nodes
//! neither clears nor strays over a hundred megabytes. An entry is one word:
//!
//! ```text
//!    63                          21 20      12 11       6 5        0
//!   +------------------------------+----------+----------+----------+
//!   |             tag              |   work   |  upper   |  lower   |
//!   +------------------------------+----------+----------+----------+
//! ```
//!
//! A key of 49 bits is first scrambled, which loses nothing. The top bits of
//! the result choose a bucket of four entries (at least 6 bits, more as the
//! table grows), and the tag is the 43 bits below those 6. Bucket and tag
//! together give the whole key back: two positions are never mistaken for
//! each other, and a bucket can be dealt out to the buckets of a larger table.

/// Bits of a key.
const KEY_BITS: u32 = 49;
/// Bits that choose the bucket in the smallest table.
const LEAST_BUCKET_BITS: u32 = 6;
/// By how many bits the table grows at a time.
const GROWTH_BITS: u32 = 2;
/// Entries of a bucket: half a line of the cache.
const SLOTS: usize = 4;
/// Bytes of a line of the cache.
const CACHE_LINE: usize = 64;

const TAG_BITS: u32 = KEY_BITS - LEAST_BUCKET_BITS;
const TAG_MASK: u64 = !0 << (64 - TAG_BITS);
const WORK_SHIFT: u32 = 12;
const UPPER_SHIFT: u32 = 6;
/// Added to a score so that it is stored as a number above 0. No entry is
/// therefore 0, which stands for an empty slot.
const SCORE_BIAS: i32 = 32;

/// What is known of a position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub lower: i32,
    pub upper: i32,
}

/// A scrambled key: where an entry belongs, and which one it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place(u64);

impl Place {
    /// Scrambles a key below 2^49. Different keys have different places.
    #[inline(always)]
    pub const fn of(key: u64) -> Self {
        // The 49 bits are kept at the top of the word, where a multiplication
        // by an odd number permutes them and stirs the highest ones best.
        Self((key << (64 - KEY_BITS)).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// The tag, in its place in the entry.
    #[inline(always)]
    const fn tag(self) -> u64 {
        self.0 << LEAST_BUCKET_BITS
    }
}

/// A hash table of bounds that starts small and grows up to a fixed size.
pub struct SolverTable {
    /// Room for the largest number of buckets, and for `first` to be chosen.
    words: Vec<u64>,
    /// Where the buckets begin: at a line of the cache, so that none of them
    /// lies across two.
    first: usize,
    /// `1 << bits` buckets are in use.
    bits: u32,
    most_bits: u32,
    /// Entries put into an empty slot since the table was cleared.
    filled: usize,
}

impl SolverTable {
    /// An empty table that will never hold more than `bytes`, but at least
    /// the smallest size.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / (SLOTS * size_of::<u64>())).max(1 << LEAST_BUCKET_BITS);
        let most_bits = most.ilog2().min(KEY_BITS - 1);
        let line = CACHE_LINE / size_of::<u64>();
        let words = vec![0; (SLOTS << most_bits) + line];
        let first = words.as_ptr().align_offset(CACHE_LINE).min(line);
        Self { words, first, bits: LEAST_BUCKET_BITS, most_bits, filled: 0 }
    }

    /// Forgets everything, and goes back to the smallest size.
    pub fn clear(&mut self) {
        self.bits = LEAST_BUCKET_BITS;
        self.filled = 0;
        self.words[self.first..][..SLOTS << LEAST_BUCKET_BITS].fill(0);
    }

    /// The index of the first word of the bucket.
    #[inline(always)]
    fn bucket(&self, place: Place) -> usize {
        self.first + SLOTS * (place.0 >> (64 - self.bits)) as usize
    }

    /// What is known of the position at this place.
    #[inline(always)]
    pub fn get(&self, place: Place) -> Option<Known> {
        let tag = place.tag();
        // All slots are looked at without a branch, for which of them holds
        // the entry cannot be predicted. An empty slot is 0 and adds nothing,
        // and no tag is twice in a bucket: slots fill up from the first, and
        // `put` looks for the tag in all that are filled.
        let entry = self.words[self.bucket(place)..][..SLOTS]
            .iter()
            .fold(0, |found, &held| found | if (held ^ tag) & TAG_MASK == 0 { held } else { 0 });
        (entry != 0).then_some(Known {
            lower: (entry & 63) as i32 - SCORE_BIAS,
            upper: (entry >> UPPER_SHIFT & 63) as i32 - SCORE_BIAS,
        })
    }

    /// Remembers `known`, which cost about `2^work` nodes. If all slots are
    /// taken, the entry that cost least makes way.
    #[inline(always)]
    pub fn put(&mut self, place: Place, known: Known, work: u32) {
        let lower = (known.lower + SCORE_BIAS) as u64;
        let upper = (known.upper + SCORE_BIAS) as u64;
        let entry = place.tag() | u64::from(work) << WORK_SHIFT | upper << UPPER_SHIFT | lower;

        let bucket = self.bucket(place);
        let slots = &mut self.words[bucket..][..SLOTS];
        let mut least = 0;
        let mut least_work = u64::MAX;
        for (slot, &held) in slots.iter().enumerate() {
            if held == 0 || (held ^ entry) & TAG_MASK == 0 {
                least = slot;
                break;
            }
            let work = held >> WORK_SHIFT & 63;
            if work < least_work {
                (least, least_work) = (slot, work);
            }
        }
        let fresh = slots[least] == 0;
        slots[least] = entry;
        if fresh {
            self.filled += 1;
            if self.filled > SLOTS << (self.bits - 1) && self.bits < self.most_bits {
                self.grow();
            }
        }
    }

    /// Deals the buckets out to a table several times as large.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let growth = GROWTH_BITS.min(self.most_bits - self.bits);
        // The bits of the tag that now take part in choosing the bucket.
        let next_bits = 64 - (self.bits - LEAST_BUCKET_BITS) - growth;
        let ways = 1usize << growth;
        let buckets = &mut self.words[self.first..];
        // From the last to the first, bucket i moves to i * ways and the ones
        // after it, which lie behind every bucket that has yet to move.
        for index in (0..1usize << self.bits).rev() {
            let mut held = [0; SLOTS];
            held.copy_from_slice(&buckets[index * SLOTS..][..SLOTS]);
            let dealt = &mut buckets[index * ways * SLOTS..][..ways * SLOTS];
            dealt.fill(0);
            for entry in held.into_iter().filter(|&entry| entry != 0) {
                let way = (entry >> next_bits) as usize & (ways - 1);
                let slots = &mut dealt[way * SLOTS..][..SLOTS];
                if let Some(free) = slots.iter_mut().find(|slot| **slot == 0) {
                    *free = entry;
                }
            }
        }
        self.bits += growth;
    }
}

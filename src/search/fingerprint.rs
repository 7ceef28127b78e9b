//! Short, quick hashes for tables: the same on every run, and not for strangers' data.

use std::hash::{Hash, Hasher};

/// A 64-bit hash of anything hashable that is the same in every run. Good enough as the key of a
/// position.
pub fn fingerprint<T: Hash + ?Sized>(thing: &T) -> u64 {
    let mut mixer = Mixer(0);
    thing.hash(&mut mixer);
    mixer.finish()
}

/// Spreads every bit of a number over all the others.
pub(super) fn scatter(number: u64) -> u64 {
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ (number >> 32)
}

struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let word = u64::from_le_bytes(word) ^ chunk.len() as u64;
            self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        scatter(self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn small_things_differ() {
        let prints: HashSet<u64> =
            (0_u8..100).flat_map(|a| (0_u8..100).map(move |b| fingerprint(&(a, b)))).collect();
        assert_eq!(prints.len(), 10_000);
        // Tables take the low bits, so these must differ too.
        let low: HashSet<u64> = prints.iter().map(|print| print & 0xffff).collect();
        assert!(low.len() > 9_000, "{}", low.len());
    }
}

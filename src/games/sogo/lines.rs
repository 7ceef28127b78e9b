//! The cube as 64 bits and its 76 lines, all of them looked at together. Knows no turns.
//!
//! ```text
//!        level 1        level 2                 level 4
//!       a  b  c  d     a  b  c  d              a  b  c  d
//!    1  0  1  2  3    16 17 18 19             48 49 50 51
//!    2  4  5  6  7    20 21 22 23     ...     52 53 54 55
//!    3  8  9 10 11    24 25 26 27             56 57 58 59
//!    4 12 13 14 15    28 29 30 31             60 61 62 63
//! ```
//!
//! The place above another is 16 bits further, so a whole level goes up with one shift.

use super::Peg;

/// A set of places: bit `16 * level + 4 * row + column`, each from 0.
pub type Places = u64;

/// The pegs of the lowest level.
const LEVEL: Places = 0xffff;

/// A place and everything above and below it, for the first peg.
const PEG: Places = 0x0001_0001_0001_0001;

/// The corners and the heart of the cube, which lie on seven lines; all other places are on four.
pub const RICH: Places = 0x9009_0660_0660_9009;

/// All lines that run the same way: each starts at a place of `starts` and takes three steps more.
#[derive(Clone, Copy)]
struct Direction {
    step: u32,
    starts: Places,
}

const LEFT: Places = 0x1111_1111_1111_1111;
const RIGHT: Places = LEFT << 3;
const BACK: Places = 0x000f_000f_000f_000f;
const FRONT: Places = BACK << 12;

/// 16 + 16 + 16 straight lines, 4 of each diagonal of a level or an upright slice, and the four
/// from corner to corner: 76.
const DIRECTIONS: [Direction; 13] = [
    Direction { step: 1, starts: LEFT },
    Direction { step: 4, starts: BACK },
    Direction { step: 16, starts: LEVEL },
    Direction { step: 5, starts: LEFT & BACK },
    Direction { step: 3, starts: RIGHT & BACK },
    Direction { step: 17, starts: LEFT & LEVEL },
    Direction { step: 15, starts: RIGHT & LEVEL },
    Direction { step: 20, starts: BACK & LEVEL },
    Direction { step: 12, starts: FRONT & LEVEL },
    Direction { step: 21, starts: LEFT & BACK & LEVEL },
    Direction { step: 19, starts: RIGHT & BACK & LEVEL },
    Direction { step: 13, starts: LEFT & FRONT & LEVEL },
    Direction { step: 11, starts: RIGHT & FRONT & LEVEL },
];

impl Direction {
    /// The four places of every line, each brought to the bit of its line's start.
    fn gather(self, places: Places) -> [Places; 4] {
        [0, 1, 2, 3].map(|n| (places >> (n * self.step)) & self.starts)
    }

    /// The reverse of [`Direction::gather`].
    fn spread(self, lines: [Places; 4]) -> Places {
        (0..4).fold(0, |places, n| places | (lines[n as usize] << (n * self.step)))
    }

    /// The lines, by their starts, that have no place in common with `places`.
    fn free_of(self, places: Places) -> Places {
        let [a, b, c, d] = self.gather(places);
        self.starts & !(a | b | c | d)
    }
}

/// The place where the next bead lands on each peg that has room.
pub fn landing(taken: Places) -> Places {
    !taken & ((taken << 16) | LEVEL)
}

/// The places one level higher.
pub fn above(places: Places) -> Places {
    places << 16
}

/// The places one level lower.
pub fn below(places: Places) -> Places {
    places >> 16
}

/// All places on a peg.
pub fn on_peg(peg: Peg) -> Places {
    PEG << peg.index()
}

/// The bit of one place; levels from 0.
pub fn place(peg: Peg, level: usize) -> Places {
    1 << (16 * level + peg.index())
}

/// The peg and the level of one place.
pub fn peg_and_level(place: Places) -> (Peg, usize) {
    let bit = place.trailing_zeros() as usize;
    (Peg::at(bit % 4, bit / 4 % 4), bit / 16)
}

/// Each place of a set by itself, from the lowest.
pub fn each(mut places: Places) -> impl Iterator<Item = Places> {
    std::iter::from_fn(move || {
        let lowest = places & places.wrapping_neg();
        places &= !lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Every line as a set of four places.
pub fn all() -> impl Iterator<Item = Places> {
    DIRECTIONS.into_iter().flat_map(|way| each(way.starts).map(move |start| way.spread([start; 4])))
}

/// The places of all lines that `beads` have completed.
pub fn complete(beads: Places) -> Places {
    DIRECTIONS.into_iter().fold(0, |found, way| {
        let [a, b, c, d] = way.gather(beads);
        found | way.spread([a & b & c & d; 4])
    })
}

/// Where one bead more would complete a line of `beads`; some of these places may be taken.
pub fn completing(beads: Places) -> Places {
    completing_along(&DIRECTIONS, beads)
}

/// The same for lines that run along a row, a column or a peg.
pub fn completing_straight(beads: Places) -> Places {
    completing_along(&DIRECTIONS[..3], beads)
}

#[inline]
fn completing_along(ways: &[Direction], beads: Places) -> Places {
    ways.iter().fold(0, |found, way| {
        let [a, b, c, d] = way.gather(beads);
        let (ab, cd) = (a & b, c & d);
        found | way.spread([b & cd, a & cd, ab & d, ab & c])
    })
}

/// The free places of the lines with two of `mine` and none of `theirs`: a bead there threatens
/// to complete the line.
pub fn threatening(mine: Places, theirs: Places) -> Places {
    let found = DIRECTIONS.into_iter().fold(0, |found, way| {
        let [a, b, c, d] = way.gather(mine);
        // Two of four are set if both pairs have one, or one pair has both and the other none.
        let two = ((a ^ b) & (c ^ d)) | ((a & b) & !(c | d)) | ((c & d) & !(a | b));
        found | way.spread([two & way.free_of(theirs); 4])
    });
    found & !mine
}

/// Places on lines that hold two beads of one side and none of the other: on one such line at
/// least, and on two at least, where a bead makes two threats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Twos {
    pub once: Places,
    pub twice: Places,
}

/// The free places on lines of two, of `mine` and of `theirs`.
pub fn twos(mine: Places, theirs: Places) -> [Twos; 2] {
    let mut found = [Twos::default(); 2];
    for way in DIRECTIONS {
        let sides = [mine, theirs].map(|beads| way.gather(beads));
        let any = sides.map(|[a, b, c, d]| a | b | c | d);
        for (side, [a, b, c, d]) in sides.into_iter().enumerate() {
            // Two of four are set if both pairs have one, or one pair has both and the other none.
            let two = ((a ^ b) & (c ^ d)) | ((a & b) & !(c | d)) | ((c & d) & !(a | b));
            let places = way.spread([two & !any[1 - side]; 4]);
            found[side].twice |= found[side].once & places;
            found[side].once |= places;
        }
    }
    let free = !(mine | theirs);
    found.map(|twos| Twos { once: twos.once & free, twice: twos.twice & free })
}

/// How many lines without a bead of `theirs` have none, one, two or three of `mine`.
pub fn open_lines(mine: Places, theirs: Places) -> [u32; 4] {
    let mut count = [0; 4];
    for way in DIRECTIONS {
        let [a, b, c, d] = way.gather(mine);
        let free = way.free_of(theirs);
        // The beads of each line added up in binary; four of four do not occur while we count.
        let (ab, cd) = (a ^ b, c ^ d);
        let odd = ab ^ cd;
        let high = (a & b) ^ (c & d) ^ (ab & cd);
        count[0] += (free & !odd & !high).count_ones();
        count[1] += (free & odd & !high).count_ones();
        count[2] += (free & !odd & high).count_ones();
        count[3] += (free & odd & high).count_ones();
    }
    count
}

/// The lines through one place that have no bead of `theirs`.
pub fn through(place: Places, theirs: Places) -> impl Iterator<Item = Places> {
    let lines = THROUGH[place.trailing_zeros() as usize].into_iter();
    lines.filter(move |line| *line != 0 && line & theirs == 0)
}

/// Where one bead more would complete a line of `beads` through `place`, which is one of them:
/// the part of [`completing`] that a new bead changes.
pub fn made_by(place: Places, beads: Places) -> Places {
    THROUGH[place.trailing_zeros() as usize].into_iter().fold(0, |found, line| {
        let missing = line & !beads;
        found | if missing.is_power_of_two() { missing } else { 0 }
    })
}

/// By place, the four or seven lines through it, and then nothing.
const THROUGH: [[Places; 7]; 64] = {
    let mut through = [[0; 7]; 64];
    let mut count = [0; 64];
    let mut way = 0;
    while way < DIRECTIONS.len() {
        let Direction { step, starts } = DIRECTIONS[way];
        let mut start = 0;
        while start < 64 {
            // A set bit is the start of a line; its four places are a step apart.
            let line = (starts & 1 << start) * (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step));
            let mut rest: Places = line;
            while rest != 0 {
                let at = rest.trailing_zeros() as usize;
                through[at][count[at]] = line;
                count[at] += 1;
                rest &= rest - 1;
            }
            start += 1;
        }
        way += 1;
    }
    through
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Some sets of places without rhyme or reason.
    fn samples() -> impl Iterator<Item = (Places, Places)> {
        let mut word = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = move || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word
        };
        (0..500).map(move |_| {
            let (mine, theirs) = (next() & next(), next() & next());
            (mine, theirs & !mine)
        })
    }

    /// The lines as geometry tells: four places from one side of the cube to the other.
    fn by_geometry() -> BTreeSet<Places> {
        let steps = [-1_i32, 0, 1];
        let cells = (0..4).flat_map(|x| (0..4).flat_map(move |y| (0..4).map(move |z| (x, y, z))));
        let mut lines = BTreeSet::new();
        for (x, y, z) in cells {
            for (dx, dy, dz) in steps
                .into_iter()
                .flat_map(|x| steps.into_iter().flat_map(move |y| steps.map(|z| (x, y, z))))
                .filter(|step| *step != (0, 0, 0))
            {
                let cell = |n: i32| (x + n * dx, y + n * dy, z + n * dz);
                let inside = |(x, y, z)| [x, y, z].iter().all(|at| (0..4).contains(at));
                if (0..4).all(|n| inside(cell(n))) {
                    let bit = |(x, y, z): (i32, i32, i32)| 1_u64 << (16 * z + 4 * y + x);
                    lines.insert((0..4).fold(0, |line, n| line | bit(cell(n))));
                }
            }
        }
        lines
    }

    #[test]
    fn there_are_76_lines() {
        let lines: Vec<Places> = all().collect();
        assert_eq!(lines.len(), 76);
        assert_eq!(lines.into_iter().collect::<BTreeSet<_>>(), by_geometry());
    }

    #[test]
    fn rich_places_are_on_seven_lines_and_others_on_four() {
        for place in each(Places::MAX) {
            let expected = if place & RICH != 0 { 7 } else { 4 };
            assert_eq!(through(place, 0).count(), expected);
        }
    }

    #[test]
    fn lines_taken_together_agree_with_lines_taken_one_by_one() {
        for (mine, theirs) in samples() {
            let count = |line: Places| (line & mine).count_ones();
            let union = |wanted: &dyn Fn(Places) -> bool| {
                all().filter(|line| wanted(*line)).fold(0, |places, line| places | line)
            };
            assert_eq!(complete(mine), union(&|line| count(line) == 4));
            let missing = all().filter(|line| count(*line) == 3).fold(0, |at, l| at | (l & !mine));
            assert_eq!(completing(mine) & !mine, missing);
            for place in each(mine) {
                let lines = all().filter(|line| line & place != 0 && count(*line) == 3);
                assert_eq!(made_by(place, mine), lines.fold(0, |at, line| at | (line & !mine)));
            }
            let pairs = union(&|line| count(line) == 2 && line & theirs == 0);
            assert_eq!(threatening(mine, theirs), pairs & !mine);
            let [own, other] = twos(mine, theirs);
            assert_eq!(own.once, threatening(mine, theirs));
            assert_eq!(other.once, threatening(theirs, mine));
            let crossed = |place: &Places| {
                let open = through(*place, theirs);
                open.filter(|line| (line & mine).count_ones() == 2).count() > 1
            };
            let twice = each(own.once).filter(crossed).fold(0, |all, place| all | place);
            assert_eq!(own.twice, twice);
            if complete(mine) == 0 {
                let open = |beads| {
                    all().filter(|line| count(*line) == beads && line & theirs == 0).count() as u32
                };
                assert_eq!(open_lines(mine, theirs), [0, 1, 2, 3].map(open));
            }
        }
    }

    #[test]
    fn a_bead_lands_on_the_lowest_free_place() {
        let mut taken = 0;
        let peg = Peg::at(1, 2);
        for level in 0..4 {
            assert_eq!(landing(taken) & on_peg(peg), place(peg, level));
            assert_eq!(peg_and_level(place(peg, level)), (peg, level));
            taken |= place(peg, level);
        }
        assert_eq!(landing(taken) & on_peg(peg), 0);
        assert_eq!(landing(taken).count_ones(), 15);
        assert_eq!((above(place(peg, 0)), below(place(peg, 3))), (place(peg, 1), place(peg, 2)));
    }
}

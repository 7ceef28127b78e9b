//! Sets of cells as bits, for the search. Knows nothing of values, owners or turns.

use std::cell::Cell as Slot;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use crate::games::vorassic::{Cell, Grid, Mode};

/// A set of cells of a park of up to `64 * W` cells.
///
/// ```text
///   cell    A0 B0 .. E0 A1 B1 ..          (5 x 5)
///   bit      0  1 ..  4  5  6 ..          bit 64 is the lowest of the second word
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    pub const NONE: Cells<W> = Cells([0; W]);

    /// The words of the set, for hashing.
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    pub fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    pub fn contains(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self.0 == [0; W]
    }

    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn without(self, other: Cells<W>) -> Cells<W> {
        self & !other
    }

    pub fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    fn word_by_word(self, other: Cells<W>, join: impl Fn(u64, u64) -> u64) -> Cells<W> {
        Cells(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }
}

impl<const W: usize> BitAnd for Cells<W> {
    type Output = Cells<W>;

    fn bitand(self, other: Cells<W>) -> Cells<W> {
        self.word_by_word(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Cells<W> {
    type Output = Cells<W>;

    fn bitor(self, other: Cells<W>) -> Cells<W> {
        self.word_by_word(other, |a, b| a | b)
    }
}

impl<const W: usize> Not for Cells<W> {
    type Output = Cells<W>;

    fn not(self) -> Cells<W> {
        Cells(self.0.map(|word| !word))
    }
}

/// Every cell that many places further on, by fewer than 64 places.
impl<const W: usize> Shl<usize> for Cells<W> {
    type Output = Cells<W>;

    fn shl(self, places: usize) -> Cells<W> {
        let carried = |word: usize| if word == 0 { 0 } else { self.0[word - 1] >> (64 - places) };
        Cells(std::array::from_fn(|word| self.0[word] << places | carried(word)))
    }
}

/// Every cell that many places back, by fewer than 64 places.
impl<const W: usize> Shr<usize> for Cells<W> {
    type Output = Cells<W>;

    fn shr(self, places: usize) -> Cells<W> {
        let carried = |word: usize| self.0.get(word + 1).map_or(0, |next| next << (64 - places));
        Cells(std::array::from_fn(|word| self.0[word] >> places | carried(word)))
    }
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = usize;

    /// Takes the first cell out of the set.
    fn next(&mut self) -> Option<usize> {
        let index = self.first()?;
        self.remove(index);
        Some(index)
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

/// These cells by what they are worth, the richest first.
fn richest_first(mut cells: Vec<Cell>, value: &dyn Fn(Cell) -> i32) -> Vec<Cell> {
    cells.sort_by_key(|cell| -value(*cell));
    cells
}

fn transposed(index: usize, size: usize) -> usize {
    index % size * size + index / size
}

/// What never changes during a match: shape, mode and values.
#[derive(Debug)]
pub struct Map<const W: usize> {
    size: usize,
    mode: Mode,
    /// Every cell but those of the first column, and but those of the last: what may go left and
    /// what may go right.
    may_go_left: Cells<W>,
    may_go_right: Cells<W>,
    /// The cells of one colour, if the park were a chessboard: a snake changes it at every step.
    white: Cells<W>,
    negative: Cells<W>,
    /// By cell.
    values: Vec<i32>,
    beside: Vec<Cells<W>>,
    /// The same cells one by one, the richest first.
    richest_beside: Vec<Vec<u16>>,
    /// The cells of each value that occurs, the highest first.
    ranks: Vec<(i32, Cells<W>)>,
    /// Whether columns and rows can be exchanged without changing anything.
    symmetric: bool,
    /// What was found out about regions, by key: a search meets the same ones again and again.
    known: Vec<Slot<(u64, i32)>>,
}

/// 2^13 regions of 16 bytes are 128 kB.
const KNOWN: usize = 1 << 13;

impl<const W: usize> Map<W> {
    pub fn new(grid: &Grid, mode: Mode) -> Map<W> {
        let size = grid.size();
        let all = || Cell::all(size);
        let set = |wanted: &dyn Fn(Cell) -> bool| {
            let mut cells = Cells::NONE;
            all().filter(|cell| wanted(*cell)).for_each(|cell| cells.insert(cell.index(size)));
            cells
        };
        let value = |cell: Cell| grid.value(cell);
        let mut worths: Vec<i32> = all().map(value).collect();
        worths.sort_unstable_by(|a, b| b.cmp(a));
        worths.dedup();
        let rank = |worth| (worth, set(&|cell| value(cell) == worth && !grid.is_wall(cell)));
        let beside = |cell: Cell| {
            let mut cells = Cells::NONE;
            cell.beside(mode, size).for_each(|cell| cells.insert(cell.index(size)));
            cells
        };
        let richest_beside = |cell: Cell| {
            let cells = richest_first(cell.beside(mode, size).collect(), &value);
            cells.into_iter().map(|cell| cell.index(size) as u16).collect()
        };
        let alike = |cell: Cell| {
            let other = Cell::at(transposed(cell.index(size), size), size);
            value(cell) == value(other) && grid.is_wall(cell) == grid.is_wall(other)
        };
        Map {
            symmetric: all().all(alike),
            known: vec![Slot::default(); KNOWN],
            size,
            mode,
            may_go_left: set(&|cell| cell.column() > 0),
            may_go_right: set(&|cell| cell.column() + 1 < size),
            white: set(&|cell| (cell.column() + cell.row()) % 2 == 0),
            negative: set(&|cell| value(cell) < 0),
            values: all().map(value).collect(),
            beside: all().map(beside).collect(),
            richest_beside: all().map(richest_beside).collect(),
            ranks: worths.into_iter().map(rank).collect(),
        }
    }

    /// What is known under this key; found out if nothing is.
    pub fn known(&self, key: u64, find: impl FnOnce() -> i32) -> i32 {
        let slot = &self.known[key as usize % KNOWN];
        let (of, worth) = slot.get();
        if of == key {
            return worth;
        }
        let worth = find();
        slot.set((key, worth));
        worth
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn cell(&self, index: usize) -> Cell {
        Cell::at(index, self.size)
    }

    pub fn value(&self, index: usize) -> i32 {
        self.values[index]
    }

    /// The cells beside one, as the mode understands it.
    pub fn beside(&self, index: usize) -> Cells<W> {
        self.beside[index]
    }

    /// The cells beside one, one by one, the richest first.
    pub fn richest_beside(&self, index: usize) -> &[u16] {
        &self.richest_beside[index]
    }

    /// The value of the richest cell of a set that is beside this one; none if none of it is.
    pub fn best_beside(&self, index: usize, among: Cells<W>) -> Option<i32> {
        let mut beside = self.richest_beside[index].iter().map(|index| usize::from(*index));
        beside.find(|index| among.contains(*index)).map(|index| self.values[index])
    }

    /// These cells as they look when columns and rows are exchanged; none where that changes the
    /// park.
    pub fn mirrored(&self, cells: Cells<W>) -> Option<Cells<W>> {
        self.symmetric.then(|| {
            let mut mirrored = Cells::NONE;
            cells.for_each(|index| mirrored.insert(self.mirror(index)));
            mirrored
        })
    }

    /// Where a cell is when columns and rows are exchanged.
    pub fn mirror(&self, index: usize) -> usize {
        transposed(index, self.size)
    }

    pub fn white(&self) -> Cells<W> {
        self.white
    }

    /// The cells that cost points.
    pub fn negative(&self) -> Cells<W> {
        self.negative
    }

    /// What all these cells are worth together.
    pub fn sum(&self, cells: Cells<W>) -> i32 {
        if cells.is_empty() {
            return 0;
        }
        let worth = |(value, rank): &(i32, Cells<W>)| value * (*rank & cells).count() as i32;
        self.ranks.iter().map(worth).sum()
    }

    /// What the best `count` of these cells are worth together; cells that cost points are left.
    pub fn sum_of_best(&self, cells: Cells<W>, mut count: u32) -> i32 {
        let mut sum = 0;
        for (value, rank) in self.ranks.iter().take_while(|(value, _)| *value > 0) {
            let taken = (*rank & cells).count().min(count);
            sum += value * taken as i32;
            count -= taken;
            if count == 0 {
                break;
            }
        }
        sum
    }

    /// What somebody gets of these cells who takes the best one in turn with somebody else who
    /// does the same and comes second.
    pub fn sum_of_every_other(&self, cells: Cells<W>) -> i32 {
        let mut sum = 0;
        let mut taken = 0;
        for (value, rank) in &self.ranks {
            let count = (*rank & cells).count();
            // The 1st, 3rd, 5th ... of all are among these so often:
            let own = (taken + count).div_ceil(2) - taken.div_ceil(2);
            sum += value * own as i32;
            taken += count;
        }
        sum
    }

    /// The cells of the largest value among these.
    pub fn best_of(&self, cells: Cells<W>) -> Cells<W> {
        let mut ranks = self.ranks.iter().map(|(_, rank)| *rank & cells);
        ranks.find(|best| !best.is_empty()).unwrap_or(Cells::NONE)
    }

    /// The cells of each value that occurs, the highest first.
    pub fn ranks(&self) -> &[(i32, Cells<W>)] {
        &self.ranks
    }

    /// These cells by value, the best first; of equal ones those that are `wanted` first.
    pub fn by_value(
        &self,
        cells: Cells<W>,
        wanted: Cells<W>,
    ) -> impl Iterator<Item = usize> + use<'_, W> {
        let ranks = self.ranks.iter().map(move |(_, rank)| *rank & cells);
        ranks.flat_map(move |equal| (equal & wanted).chain(equal.without(wanted)))
    }

    /// The cells and all those beside them.
    pub fn spread(&self, cells: Cells<W>) -> Cells<W> {
        let wide = cells | (cells & self.may_go_right) << 1 | (cells & self.may_go_left) >> 1;
        match self.mode {
            Mode::Snake => wide | cells << self.size | cells >> self.size,
            Mode::Octopus => wide | wide << self.size | wide >> self.size,
        }
    }

    /// Everything among `free` that can be reached from these cells, themselves included.
    pub fn flood(&self, from: Cells<W>, free: Cells<W>) -> Cells<W> {
        let mut reached = from;
        loop {
            let more = self.spread(reached) & free;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::vorassic::Park;
    use crate::play::Variant;

    fn check<const W: usize>(size: usize, mode: Mode) {
        let park =
            Park::parse(&format!("name = \"x\"\nsize = {size}\nvalues = \"random\"")).unwrap();
        let (_, grid) = park.settle(2).laid_out(2);
        let map = Map::<W>::new(&grid, mode);
        let mut all = Cells::NONE;
        Cell::all(size).for_each(|cell| all.insert(cell.index(size)));
        assert_eq!(all.count() as usize, size * size);
        for index in all {
            let mut alone = Cells::<W>::NONE;
            alone.insert(index);
            let mut expected = alone;
            map.cell(index).beside(mode, size).for_each(|cell| expected.insert(cell.index(size)));
            assert_eq!(map.spread(alone) & all, expected, "{} of {size}", map.cell(index));
            assert_eq!(map.beside(index) | alone, expected);
            assert_eq!(map.flood(alone, all), all);
        }
        let values: Vec<i32> = map.by_value(all, Cells::NONE).map(|it| map.value(it)).collect();
        assert!(values.is_sorted_by(|a, b| a >= b) && values.len() == size * size);
        assert_eq!(map.sum(all), values.iter().sum::<i32>());
        assert_eq!(map.sum_of_every_other(all), values.iter().step_by(2).sum::<i32>());
        assert_eq!(map.sum_of_best(all, 7), values[..7].iter().sum::<i32>());
        assert!(map.best_of(all).all(|index| map.value(index) == values[0]));
    }

    #[test]
    fn sets_of_cells_know_the_edges_of_every_size() {
        for mode in Mode::ALL {
            check::<1>(5, mode);
            check::<1>(8, mode);
            check::<2>(11, mode);
            check::<4>(16, mode);
            check::<11>(26, mode);
        }
    }
}

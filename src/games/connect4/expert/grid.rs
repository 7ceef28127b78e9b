//! A board of any size as bits, with one spare row on top, and where lines are.
//!
//! ```text
//!   .  .  .  .     the spare row     6 13 20 27
//!   .  .  .  .                       5 12 19 26
//!   .  .  .  .                       4 11 18 25
//!   ..........                       ..........
//!   .  .  .  .                       0  7 14 21
//! ```
//!
//! Nothing ever lies in the spare row, so no line runs from one column's top to the next one's
//! bottom.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::search::fingerprint;

/// As many bits as a board needs.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Debug
    + Send
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    const NONE: Self;
    const ONE: Self;
    const COUNT: u32;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn count(self) -> u32;
    fn lowest(self) -> u32;
    fn hash(self) -> u64;

    fn any(self) -> bool {
        self != Self::NONE
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const NONE: Self = 0;
            const ONE: Self = 1;
            const COUNT: u32 = <$word>::BITS;

            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            fn hash(self) -> u64 {
                fingerprint(&self)
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// The shape of a board.
#[derive(Clone, Copy, Debug)]
pub struct Grid<B> {
    pub columns: u32,
    pub rows: u32,
    connect: u32,
    /// The cells of the lowest row, of all rows, and of the second, fourth and so on.
    bottom: B,
    pub board: B,
    pub even_rows: B,
}

impl<B: Bits> Grid<B> {
    /// None if the board has too many cells for these bits.
    pub fn new(columns: u32, rows: u32, connect: u32) -> Option<Grid<B>> {
        if columns * (rows + 1) > B::COUNT {
            return None;
        }
        let mut grid =
            Grid { columns, rows, connect, bottom: B::NONE, board: B::NONE, even_rows: B::NONE };
        for column in 0..columns {
            grid.bottom = grid.bottom | grid.cell(column, 0);
            for row in 0..rows {
                grid.board = grid.board | grid.cell(column, row);
                if row % 2 == 1 {
                    grid.even_rows = grid.even_rows | grid.cell(column, row);
                }
            }
        }
        Some(grid)
    }

    /// From the left and from the bottom, both from 0.
    pub fn cell(&self, column: u32, row: u32) -> B {
        B::ONE << (column * (self.rows + 1) + row)
    }

    pub fn column_of(&self, cell: B) -> u32 {
        cell.lowest() / (self.rows + 1)
    }

    /// The cells where a disc can come to lie.
    pub fn landings(&self, filled: B) -> B {
        filled.plus(self.bottom) & self.board
    }

    pub fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    fn steps(&self) -> [u32; 4] {
        [1, self.rows, self.rows + 1, self.rows + 2]
    }

    /// The cells of the board that would complete a line of these discs, filled ones included.
    pub fn completing(&self, discs: B) -> B {
        let mut found = B::NONE;
        for step in self.steps() {
            // By how many discs lie right before a cell, and right after it.
            let (mut before, mut after) = ([!B::NONE; 6], [!B::NONE; 6]);
            for n in 1..self.connect as usize {
                before[n] = (before[n - 1] & discs) << step;
                after[n] = (after[n - 1] & discs) >> step;
            }
            for n in 0..self.connect as usize {
                found = found | (before[n] & after[self.connect as usize - 1 - n]);
            }
        }
        found & self.board
    }

    /// Whether a line lies wholly in these cells.
    pub fn has_line(&self, cells: B) -> bool {
        self.steps().into_iter().any(|step| {
            // Each time those cells stay that have one more behind them.
            let starts = (1..self.connect).fold(cells, |run, n| run & (cells >> (n * step)));
            starts.any()
        })
    }

    /// How many lines without a disc of `theirs` there are through each disc of `mine`, added up.
    pub fn prospects(&self, mine: B, theirs: B) -> u32 {
        let open = self.board & !theirs;
        let mut sum = 0;
        for step in self.steps() {
            let starts = (1..self.connect).fold(open, |run, n| run & (open >> (n * step)));
            for n in 0..self.connect {
                sum += (starts & (mine >> (n * step))).count();
            }
        }
        sum
    }

    /// The same left to right.
    pub fn mirrored(&self, cells: B) -> B {
        let pitch = self.rows + 1;
        let column = (B::ONE << pitch).minus(B::ONE);
        (0..self.columns).fold(B::NONE, |all, at| {
            let other = self.columns - 1 - at;
            all | ((cells >> (at * pitch)) & column) << (other * pitch)
        })
    }

    /// A number that no other position of these discs has.
    pub fn key(&self, mover: B, other: B) -> B {
        mover | (mover | other).plus(self.bottom)
    }
}

/// Each cell of a set by itself, from the lowest.
pub fn each<B: Bits>(mut cells: B) -> impl Iterator<Item = B> {
    std::iter::from_fn(move || {
        let rest = cells & cells.minus(B::ONE);
        let lowest = cells ^ rest;
        cells = rest;
        lowest.any().then_some(lowest)
    })
}

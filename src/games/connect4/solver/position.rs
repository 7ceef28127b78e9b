//! The board of 7 x 6 as two bitboards, and the arithmetic of fours on it.
//! Knows the rules and nothing of search.
//!
//! One bit a cell, seven bits a column, counted up the column and then to the
//! right. The seventh bit of a column is never a cell: it stops lines from
//! running over the top into the next column.
//!
//! ```text
//!   .   .   .   .   .   .   .     always 0
//!   5  12  19  26  33  40  47     row 6
//!   4  11  18  25  32  39  46     row 5
//!   3  10  17  24  31  38  45     row 4
//!   2   9  16  23  30  37  44     row 3
//!   1   8  15  22  29  36  43     row 2
//!   0   7  14  21  28  35  42     row 1
//! ```
//!
//! A step up is therefore +1, right +7, up and right +8, down and right +6.

/// Cells of the board, one bit each.
pub type Bits = u64;

/// The columns of the board, numbered from 0 at the left.
pub const COLUMNS: u32 = 7;
pub const ROWS: u32 = 6;
pub const CELLS: u32 = COLUMNS * ROWS;

/// Bits from one column to the next.
const PITCH: u32 = ROWS + 1;
/// The three directions of lines that are not vertical.
const SLANTS: [u32; 3] = [PITCH - 1, PITCH, PITCH + 1];

/// The lowest cell of every column.
pub const BOTTOM: Bits = 0x408_1020_4081;
/// Every cell.
pub const BOARD: Bits = BOTTOM * 0b011_1111;
/// Rows 1, 3 and 5: the ones that the first player gets when the second
/// answers each disc in its own column.
pub const ODD_ROWS: Bits = BOTTOM * 0b001_0101;
/// Rows 2, 4 and 6.
pub const EVEN_ROWS: Bits = BOTTOM * 0b010_1010;

/// A position of the 7 x 6 game, seen by the player to move.
///
/// Nobody has four in a row in it: the game ends there, and
/// [`Position::play`] is not to be called with such a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    /// Discs of the player to move.
    mover: Bits,
    /// Discs of the player who has just moved.
    other: Bits,
}

impl Position {
    /// The empty board.
    pub const fn new() -> Self {
        Self { mover: 0, other: 0 }
    }

    /// Plays a run of columns counted from 1, as in `4453`.
    ///
    /// `None` if a character is not a column, a column is full, or a move
    /// makes four: such a position is not one to solve.
    pub fn from_moves(moves: &str) -> Option<Self> {
        let mut position = Self::new();
        for digit in moves.chars() {
            let column = digit.to_digit(10)?.checked_sub(1)?;
            if column >= COLUMNS || !position.can_play(column) || position.is_winning_move(column) {
                return None;
            }
            position.play(column);
        }
        Some(position)
    }

    /// The position of these discs, or `None` if they overlap, lie outside
    /// the board, float, do not alternate, or hold a four.
    pub fn from_bits(mover: Bits, other: Bits) -> Option<Self> {
        let filled = mover | other;
        let lead = other.count_ones().wrapping_sub(mover.count_ones());
        let sound = mover & other == 0
            && filled & !BOARD == 0
            // No empty cell lies below a disc.
            && (filled + BOTTOM) & filled == 0
            && lead <= 1
            && !has_four(mover)
            && !has_four(other);
        sound.then_some(Self { mover, other })
    }

    /// Discs of the player to move.
    pub const fn mover(&self) -> Bits {
        self.mover
    }

    /// Discs of the player who has just moved.
    pub const fn other(&self) -> Bits {
        self.other
    }

    /// How many discs lie on the board.
    pub const fn moves(&self) -> u32 {
        self.filled().count_ones()
    }

    /// Whether the board is full, which is a draw.
    pub const fn is_full(&self) -> bool {
        self.filled() == BOARD
    }

    /// Whether there is room in this column, counted from 0.
    pub const fn can_play(&self, column: u32) -> bool {
        self.landing(column) != 0
    }

    /// Whether a disc in this column makes four. False in a full column.
    pub const fn is_winning_move(&self, column: u32) -> bool {
        self.landing(column) & winning_cells(self.mover) != 0
    }

    /// Drops a disc of the player to move. There must be room in the column.
    pub const fn play(&mut self, column: u32) {
        let mover = self.mover | self.landing(column);
        self.mover = self.other;
        self.other = mover;
    }

    /// A number that no other position has, below 2^49.
    ///
    /// In each column the highest bit set marks the lowest empty cell; the
    /// bits below it are the discs of the player to move.
    ///
    /// ```text
    ///   .            .
    ///   .            .
    ///   .            .
    ///   .    gives   1    the marker
    ///   x            1
    ///   o            0
    ///   x            1      (x moves)
    /// ```
    pub const fn key(&self) -> u64 {
        key_of(self.mover, self.other)
    }

    /// The key of the same position seen in a mirror. The score is the same.
    pub const fn mirror_key(&self) -> u64 {
        mirror(self.key())
    }

    /// The position that has this [`key`](Self::key), if any has.
    pub fn from_key(key: u64) -> Option<Self> {
        let (mut mover, mut other) = (0, 0);
        for column in 0..COLUMNS {
            let bits = key >> (column * PITCH) & 0b111_1111;
            let marker = bits.checked_ilog2()?;
            let filled = (1 << marker) - 1;
            mover |= (bits & filled) << (column * PITCH);
            other |= (!bits & filled) << (column * PITCH);
        }
        Self::from_bits(mover, other).filter(|position| position.key() == key)
    }

    const fn filled(&self) -> Bits {
        self.mover | self.other
    }

    /// The cell where a disc in this column comes to lie, or nothing.
    const fn landing(&self, column: u32) -> Bits {
        landings(self.filled()) & (0b011_1111 << (column * PITCH))
    }
}

/// [`Position::key`] of the position with these discs.
#[inline(always)]
pub const fn key_of(mover: Bits, other: Bits) -> u64 {
    mover | ((mover | other) + BOTTOM)
}

/// The cells where a disc can come to lie: the lowest empty ones.
#[inline(always)]
pub const fn landings(filled: Bits) -> Bits {
    (filled + BOTTOM) & BOARD
}

/// The column of a single cell, counted from 0.
#[inline(always)]
pub const fn column_of(cell: Bits) -> u32 {
    cell.trailing_zeros() / PITCH
}

/// The lowest cell of the column in which a single cell lies.
#[inline(always)]
pub const fn bottom_below(cell: Bits) -> Bits {
    1 << (column_of(cell) * PITCH)
}

/// All cells of the columns of which `bottoms` holds the lowest cell.
#[inline(always)]
pub const fn columns_over(bottoms: Bits) -> Bits {
    // Per column: 1000000 - 0000001 = 0111111.
    (bottoms << ROWS) - bottoms
}

/// Whether these discs hold four in a row.
#[inline(always)]
pub const fn has_four(discs: Bits) -> bool {
    // `pairs` has the lower end of every two, and a four is two twos.
    let pairs = discs & (discs >> 1);
    let mut fours = pairs & (pairs >> 2);
    let mut slant = 0;
    while slant < SLANTS.len() {
        let step = SLANTS[slant];
        let pairs = discs & (discs >> step);
        fours |= pairs & (pairs >> (2 * step));
        slant += 1;
    }
    fours != 0
}

/// The cells that would complete a four of these discs.
///
/// Filled cells and bits outside the board may be among them: mask with
/// the empty cells.
#[inline(always)]
pub const fn winning_cells(discs: Bits) -> Bits {
    // Upright, only the cell on top of three is left.
    let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
    // Else a line misses one of four, read along the step:
    //
    //     x x x .    . x x x    x . x x    x x . x
    let mut slant = 0;
    while slant < SLANTS.len() {
        let step = SLANTS[slant];
        let before = discs << step;
        let after = discs >> step;
        let pairs = discs & after;
        let pairs_after = pairs >> step;
        let threes = pairs & pairs_after;
        cells |= threes << (3 * step);
        cells |= threes >> step;
        cells |= before & pairs_after;
        cells |= (pairs << (2 * step)) & after;
        slant += 1;
    }
    cells
}

/// Swaps left and right in a board or a key.
#[inline(always)]
pub const fn mirror(bits: u64) -> u64 {
    const FIRST: u64 = 0b111_1111;
    const SECOND: u64 = FIRST << PITCH;
    const THIRD: u64 = FIRST << (2 * PITCH);
    const MIDDLE: u64 = FIRST << (3 * PITCH);
    (bits & FIRST) << (6 * PITCH)
        | (bits & SECOND) << (4 * PITCH)
        | (bits & THIRD) << (2 * PITCH)
        | bits & MIDDLE
        | bits >> (2 * PITCH) & THIRD
        | bits >> (4 * PITCH) & SECOND
        | bits >> (6 * PITCH) & FIRST
}

//! The pieces on the board, as bits. Knows how pieces lie on each other and what a line is, not
//! whose turn it is nor what may be played.

use serde::{Deserialize, Serialize};

use super::{Cell, Size};
use crate::play::Seat;

/// The pieces on a board of up to 4 x 4: one mask of cells per owner and size. A cell's bit is its
/// index along the rows.
///
/// ```text
///       a   b   c             a   b   c   d
///   1   0   1   2         1   0   1   2   3
///   2   3   4   5         2   4   5   6   7
///   3   6   7   8         3   8   9  10  11
///                         4  12  13  14  15
/// ```
///
/// The pieces of one cell are of different sizes, the largest on top, so the masks say how a stack
/// lies without storing it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pieces([[u16; 4]; 2]);

impl Pieces {
    /// The cells with a piece of this owner and size, covered ones included.
    pub fn of(&self, seat: Seat, size: Size) -> u16 {
        self.0[seat.index()][size.index()]
    }

    pub fn add(&mut self, seat: Seat, size: Size, cells: u16) {
        self.0[seat.index()][size.index()] |= cells;
    }

    pub fn remove(&mut self, seat: Seat, size: Size, cells: u16) {
        self.0[seat.index()][size.index()] &= !cells;
    }

    /// The cells that a piece of this size cannot enter: they hold one as large or larger.
    pub fn closed_to(&self, size: Size) -> u16 {
        let [ours, theirs] = &self.0;
        (size.index()..Size::ALL.len()).fold(0, |cells, s| cells | ours[s] | theirs[s])
    }

    pub fn occupied(&self) -> u16 {
        self.closed_to(Size::Small)
    }

    /// The cells whose visible piece is this seat's.
    pub fn visible(&self, seat: Seat) -> u16 {
        let (mine, theirs) = (&self.0[seat.index()], &self.0[seat.next(2).index()]);
        // From the smallest up: what is larger decides last.
        (0..Size::ALL.len()).fold(0, |seen, size| (seen & !theirs[size]) | mine[size])
    }

    /// The pieces of one cell from the bottom to the top.
    pub fn stack(&self, cell: usize) -> impl DoubleEndedIterator<Item = (Seat, Size)> + '_ {
        Size::ALL.into_iter().filter_map(move |size| {
            let owner = Seat::all(2).find(|&seat| self.of(seat, size) & (1 << cell) != 0)?;
            Some((owner, size))
        })
    }

    /// The visible piece of a cell.
    pub fn top(&self, cell: usize) -> Option<(Seat, Size)> {
        self.stack(cell).next_back()
    }

    /// How many pieces of this owner and size are on the board.
    pub fn count(&self, seat: Seat, size: Size) -> usize {
        self.of(seat, size).count_ones() as usize
    }
}

/// The rows, columns and diagonals of a board of this side, as masks.
pub const fn lines(side: usize) -> &'static [u16] {
    const THREE: [u16; 8] = lines_of::<8>(3);
    const FOUR: [u16; 10] = lines_of::<10>(4);
    if side == 3 { &THREE } else { &FOUR }
}

/// Rows first, then columns, then the two diagonals.
const fn lines_of<const LINES: usize>(side: usize) -> [u16; LINES] {
    let mut lines = [0; LINES];
    let mut n = 0;
    while n < side {
        let mut along = 0;
        while along < side {
            lines[n] |= 1 << (n * side + along);
            lines[side + n] |= 1 << (along * side + n);
            along += 1;
        }
        lines[2 * side] |= 1 << (n * side + n);
        lines[2 * side + 1] |= 1 << (n * side + side - 1 - n);
        n += 1;
    }
    lines
}

/// The cells of a mask on a board of this side.
pub fn cells(mask: u16, side: usize) -> impl Iterator<Item = Cell> + Clone {
    (0..side * side).filter(move |index| mask & (1 << index) != 0).map(move |i| Cell::nth(i, side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_rows_columns_and_diagonals() {
        let all = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        assert_eq!(lines(3), all);
        assert_eq!(lines(4).len(), 10);
        assert!(lines(4).iter().all(|line| line.count_ones() == 4));
        assert_eq!(&lines(4)[8..], [0x8421, 0x1248]);
    }

    #[test]
    fn only_the_largest_piece_of_a_cell_is_visible() {
        let mut pieces = Pieces::default();
        pieces.add(Seat::FIRST, Size::Small, 1);
        assert_eq!((pieces.visible(Seat::FIRST), pieces.visible(Seat::SECOND)), (1, 0));
        pieces.add(Seat::SECOND, Size::Medium, 1);
        assert_eq!((pieces.visible(Seat::FIRST), pieces.visible(Seat::SECOND)), (0, 1));
        pieces.add(Seat::FIRST, Size::Large, 1);
        assert_eq!((pieces.visible(Seat::FIRST), pieces.visible(Seat::SECOND)), (1, 0));
        assert_eq!(pieces.top(0), Some((Seat::FIRST, Size::Large)));
        // "Si on déplace une grande pièce qui couvrait une pièce petite et une moyenne, seule la
        // pièce moyenne devient visible."
        pieces.remove(Seat::FIRST, Size::Large, 1);
        assert_eq!(pieces.top(0), Some((Seat::SECOND, Size::Medium)));
    }

    #[test]
    fn a_cell_is_open_to_what_is_larger_than_all_it_holds() {
        let mut pieces = Pieces::default();
        pieces.add(Seat::SECOND, Size::Medium, 1);
        let open = |size| pieces.closed_to(size) & 1 == 0;
        assert_eq!(Size::ALL.map(open), [false, false, true, true]);
    }
}

//! The way of the track over a rectangle: which cell lies in which column and row. Pure geometry;
//! it knows neither what a cell does nor how it is drawn.

/// How a track winds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Winding {
    /// From the bottom left along the edge and inwards.
    #[default]
    Spiral,
    /// From the bottom left to the right, a row up, back to the left, and so on.
    Rows,
}

/// Sizes of a cell in columns and rows, from the largest.
const SIZES: [(u16, u16); 9] =
    [(17, 8), (15, 8), (13, 7), (11, 6), (9, 5), (7, 4), (7, 3), (5, 3), (5, 2)];
/// The size in which a track is shown in parts, where it does not fit as a whole.
const IN_PARTS: (u16, u16) = (5, 3);

/// A track laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    columns: u16,
    rows: u16,
    /// The width and height of a cell.
    size: (u16, u16),
    /// Column and row from the top left, from cell 1 on.
    places: Vec<(u16, u16)>,
    /// From the top left, along the rows; 0 where there is no cell.
    cells: Vec<u16>,
}

impl Track {
    /// The largest drawing of so many cells that fits into so many columns and rows of the screen.
    /// A track that is too long even for the smallest cells goes back and forth over the whole
    /// width, and is higher than the screen.
    pub fn fit(cells: u16, winding: Winding, width: u16, height: u16) -> Track {
        for size in SIZES {
            let (across, down) = (width / size.0, height / size.1);
            if u32::from(across) * u32::from(down) >= u32::from(cells) {
                let (columns, rows) = smallest(cells, across, down);
                return Track::new(cells, winding, columns, rows, size);
            }
        }
        let columns = (width / IN_PARTS.0).clamp(1, cells.max(1));
        Track::new(cells, Winding::Rows, columns, cells.div_ceil(columns).max(1), IN_PARTS)
    }

    /// A track of small spots, for miniatures.
    pub fn tiny(cells: u16, winding: Winding, width: u16, height: u16) -> Track {
        for size in [(4, 2), (3, 2), (4, 1), (2, 1), (1, 1)] {
            let (across, down) = (width / size.0, height / size.1);
            if u32::from(across) * u32::from(down) >= u32::from(cells) {
                let (columns, rows) = smallest(cells, across, down);
                return Track::new(cells, winding, columns, rows, size);
            }
        }
        let columns = width.max(1);
        Track::new(cells, Winding::Rows, columns, cells.div_ceil(columns).max(1), (1, 1))
    }

    fn new(cells: u16, winding: Winding, columns: u16, rows: u16, size: (u16, u16)) -> Track {
        let all = match winding {
            Winding::Spiral => spiral(columns, rows),
            Winding::Rows => back_and_forth(columns, rows),
        };
        let places: Vec<(u16, u16)> = all.into_iter().take(usize::from(cells)).collect();
        let mut grid = vec![0; usize::from(columns) * usize::from(rows)];
        for (&(column, row), number) in places.iter().zip(1..) {
            grid[usize::from(row) * usize::from(columns) + usize::from(column)] = number;
        }
        Track { columns, rows, size, places, cells: grid }
    }

    pub fn columns(&self) -> u16 {
        self.columns
    }

    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// The width and height of a cell on the screen.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// Column and row of a cell; none for the start, which lies before the track.
    pub fn place(&self, cell: u16) -> Option<(u16, u16)> {
        self.places.get(usize::from(cell).checked_sub(1)?).copied()
    }

    /// The cell in a column and row.
    pub fn at(&self, column: u16, row: u16) -> Option<u16> {
        if column >= self.columns || row >= self.rows {
            return None;
        }
        let cell = self.cells[usize::from(row) * usize::from(self.columns) + usize::from(column)];
        (cell > 0).then_some(cell)
    }

    /// The cell beside another, so many columns and rows away.
    pub fn beside(&self, cell: u16, across: i32, down: i32) -> Option<u16> {
        let (column, row) = self.place(cell)?;
        let column = u16::try_from(i32::from(column) + across).ok()?;
        let row = u16::try_from(i32::from(row) + down).ok()?;
        self.at(column, row)
    }

    /// Whether one cannot step from a cell to the one beside it: a wall stands between them.
    pub fn wall(&self, cell: u16, across: i32, down: i32) -> bool {
        self.beside(cell, across, down).is_some_and(|other| other.abs_diff(cell) != 1)
    }
}

/// The columns and rows, within the given ones, that come nearest to a square without wasting
/// places.
fn smallest(cells: u16, across: u16, down: u16) -> (u16, u16) {
    let rows_for = |columns: u16| cells.div_ceil(columns).max(1);
    (1..=across.max(1))
        .map(|columns| (columns, rows_for(columns)))
        .filter(|(_, rows)| *rows <= down)
        .min_by_key(|&(columns, rows)| {
            let waste = u32::from(columns) * u32::from(rows) - u32::from(cells);
            // A long thin street wastes nothing, but is no board.
            (waste * 2 + u32::from(columns.abs_diff(rows)), waste)
        })
        .unwrap_or((across.max(1), rows_for(across.max(1))))
}

/// All places of a rectangle from the bottom left along its edge and inwards.
fn spiral(columns: u16, rows: u16) -> Vec<(u16, u16)> {
    let (mut left, mut top) = (0_i32, 0_i32);
    let (mut right, mut bottom) = (i32::from(columns) - 1, i32::from(rows) - 1);
    let mut places = Vec::with_capacity(usize::from(columns) * usize::from(rows));
    let mut go = |column: i32, row: i32| places.push((column as u16, row as u16));
    while left <= right && top <= bottom {
        (left..=right).for_each(|column| go(column, bottom));
        (top..bottom).rev().for_each(|row| go(right, row));
        if top < bottom {
            (left..right).rev().for_each(|column| go(column, top));
        }
        if left < right {
            (top + 1..bottom).for_each(|row| go(left, row));
        }
        (left, top, right, bottom) = (left + 1, top + 1, right - 1, bottom - 1);
    }
    places
}

/// All places of a rectangle from the bottom left, to the right and to the left by turns.
fn back_and_forth(columns: u16, rows: u16) -> Vec<(u16, u16)> {
    (0..rows)
        .flat_map(|up| {
            (0..columns).map(move |along| {
                let column = if up % 2 == 0 { along } else { columns - 1 - along };
                (column, rows - 1 - up)
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell has a place of its own, and each lies beside the one before.
    #[test]
    fn tracks_wind_without_a_gap() {
        for cells in [1, 2, 3, 5, 7, 12, 24, 50, 63, 64, 90, 99, 100, 101, 250, 500, 997, 1000] {
            for winding in [Winding::Spiral, Winding::Rows] {
                for (width, height) in [(1, 1), (5, 3), (20, 10), (45, 21), (79, 37), (200, 60)] {
                    for track in [
                        Track::fit(cells, winding, width, height),
                        Track::tiny(cells, winding, width, height),
                    ] {
                        for cell in 1..=cells {
                            let (column, row) = track.place(cell).unwrap();
                            assert!(column < track.columns() && row < track.rows());
                            assert_eq!(track.at(column, row), Some(cell));
                            if let Some((before, above)) = track.place(cell - 1) {
                                let steps = column.abs_diff(before) + row.abs_diff(above);
                                assert_eq!(steps, 1, "{cells} cells, {cell} in {track:?}");
                            }
                        }
                        assert_eq!((track.place(0), track.place(cells + 1)), (None, None));
                    }
                }
            }
        }
    }

    #[test]
    fn sixty_three_cells_are_nine_by_seven() {
        let track = Track::fit(63, Winding::Spiral, 45, 21);
        assert_eq!((track.columns(), track.rows(), track.size()), (9, 7, (5, 3)));
        // As in the picture: 1 at the bottom left, 9 at the end of the first row, 63 inside.
        assert_eq!(track.place(1), Some((0, 6)));
        assert_eq!(track.place(9), Some((8, 6)));
        assert_eq!(track.place(15), Some((8, 0)));
        assert_eq!(track.place(23), Some((0, 0)));
        assert_eq!(track.place(28), Some((0, 5)));
        assert_eq!(track.place(63), Some((5, 3)));
        assert!(track.wall(4, 0, -1) && !track.wall(9, 0, -1) && !track.wall(4, 1, 0));
    }

    #[test]
    fn what_fits_is_whole_and_what_does_not_is_as_wide_as_it_can_be() {
        for (cells, width, height, whole) in
            [(24, 45, 21, true), (90, 45, 21, true), (100, 45, 21, false), (500, 79, 37, false)]
        {
            let track = Track::fit(cells, Winding::Spiral, width, height);
            let (w, h) = track.size();
            assert!(track.columns() * w <= width, "{cells}");
            assert_eq!(track.rows() * h <= height, whole, "{cells}");
        }
    }
}

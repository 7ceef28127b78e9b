//! Who can still walk to which jewel, whatever walls and crates are in the way.

use super::{Cell, Ground, Law, Tile};
use crate::play::Seat;

/// A turtle that could not reach a jewel any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutOff {
    pub turtle: Seat,
    pub jewel: Cell,
    /// It could from where it stands, but not from its start.
    pub from_start: bool,
}

impl Ground {
    /// The first racing turtle, by seat, that cannot walk to every jewel from where it stands and
    /// from its start. Stone and crates are walked around, and so are other jewels: who steps on
    /// one has arrived. Turtles move on and ice melts, so neither is in the way.
    pub fn cut_off(&self, law: &Law) -> Option<CutOff> {
        let open = self.walkable();
        let mut found: Option<CutOff> = None;
        for jewel in self.jewels() {
            let reached = region_of(jewel, &open);
            let reaches = |cell: Cell| reached[usize::from(cell.row)] & bit(cell.column) != 0;
            let seats = self.racing().take_while(|&seat| found.is_none_or(|f| seat < f.turtle));
            let cut = seats.into_iter().find_map(|turtle| {
                let here = self.pose(turtle).expect("racing").cell;
                let start = law.starts[turtle.index()].cell;
                (!reaches(here) || !reaches(start)).then(|| CutOff {
                    turtle,
                    jewel,
                    from_start: reaches(here),
                })
            });
            found = cut.or(found);
        }
        found
    }

    /// Where one can walk: a number for each row, a bit for each cell.
    fn walkable(&self) -> Vec<Row> {
        let rows = self.tiles.chunks(usize::from(self.width));
        let open = |tile: &Tile| matches!(tile, Tile::Empty | Tile::Ice);
        let row = |tiles: &[Tile]| {
            let cells = (0..).zip(tiles).filter(|(_, tile)| open(tile));
            cells.fold(0, |row, (column, _)| row | bit(column))
        };
        rows.map(row).collect()
    }
}

/// The cells of one row; a board has at most 26 columns.
type Row = u32;

fn bit(column: u8) -> Row {
    1 << column
}

/// The cells from which a turtle can walk to this jewel.
fn region_of(jewel: Cell, open: &[Row]) -> Vec<Row> {
    let (mut open, mut reached) = (open.to_vec(), vec![0; open.len()]);
    open[usize::from(jewel.row)] |= bit(jewel.column);
    reached[usize::from(jewel.row)] = bit(jewel.column);
    loop {
        let mut grown = false;
        for row in (0..open.len()).chain((0..open.len()).rev()) {
            let above = row.checked_sub(1).map_or(0, |above| reached[above]);
            let below = reached.get(row + 1).copied().unwrap_or(0);
            let mut cells = (reached[row] | above | below) & open[row];
            loop {
                let wider = (cells | cells << 1 | cells >> 1) & open[row];
                if wider == cells {
                    break;
                }
                cells = wider;
            }
            grown |= cells != reached[row];
            reached[row] = cells;
        }
        if !grown {
            return reached;
        }
    }
}

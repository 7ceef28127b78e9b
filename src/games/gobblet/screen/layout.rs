//! Where the board and the two houses stand. Knows sizes and places, no pieces.

use ratatui::layout::{Position, Rect, Size};

use crate::games::gobblet::{Board, Cell};
use crate::play::Seat;
use crate::tui::Look;
use crate::tui::board::{Grid, Margin, Pitch};

/// One way to lay out the table.
#[derive(Clone, Copy)]
struct Plan {
    cell: Size,
    /// How large a piece is drawn in a house; without height its letter must do.
    house: Size,
}

const fn plan(cell: (u16, u16), house: (u16, u16)) -> Plan {
    Plan { cell: Size::new(cell.0, cell.1), house: Size::new(house.0, house.1) }
}

/// From the largest. A cell is about twice as wide as high, so that it looks square. The last
/// ones, for miniatures, have no room for houses.
const PLANS: [Plan; 15] = [
    plan((32, 16), (20, 9)),
    plan((28, 14), (18, 9)),
    plan((22, 11), (9, 5)),
    plan((20, 10), (9, 5)),
    plan((16, 8), (9, 5)),
    plan((14, 7), (9, 5)),
    plan((12, 6), (6, 3)),
    plan((9, 5), (6, 3)),
    plan((8, 4), (6, 3)),
    SMALL,
    plan((12, 6), (0, 0)),
    plan((8, 4), (0, 0)),
    plan((6, 3), (0, 0)),
    plan((4, 2), (0, 0)),
    plan((3, 1), (0, 0)),
];

/// The smallest table at which people play.
const SMALL: Plan = plan((6, 3), (4, 0));

impl Plan {
    /// Columns for a house and the space between it and the board; the labels of the rows stand
    /// in that space.
    fn beside(self) -> u16 {
        if self.has_houses() { self.house.width + 1 } else { 0 }
    }

    fn has_houses(self) -> bool {
        self.house.width > 0
    }

    /// Cells that touch, or as large with a line between them.
    fn pitch(self, look: &Look) -> Pitch {
        let Size { width, height } = self.cell;
        match look.paints() || height < 2 {
            true => Pitch::tight(width, height),
            false => Pitch::lined(width - 1, height - 1),
        }
    }

    /// Where lines run, the letters of the columns stand in one.
    fn margin(self, pitch: Pitch) -> Margin {
        let labels = u16::from(self.has_houses() && pitch.border.is_none());
        Margin { left: self.beside(), top: labels, right: self.beside(), bottom: 0 }
    }

    fn size(self, side: u16, pitch: Pitch) -> Size {
        Grid::least((side, side), pitch, self.margin(pitch))
    }
}

/// The table on the screen.
pub struct TableLayout {
    pub grid: Grid,
    plan: Plan,
    sizes: u16,
}

impl TableLayout {
    pub fn of(board: &Board, area: Rect, look: &Look) -> TableLayout {
        let side = board.side() as u16;
        let fits = |plan: &&Plan| {
            let size = plan.size(side, plan.pitch(look));
            size.width <= area.width && size.height <= area.height
        };
        let plan = PLANS.iter().find(fits).copied().unwrap_or(PLANS[PLANS.len() - 1]);
        let pitch = plan.pitch(look);
        let grid = Grid::fit(area, (side, side), &[pitch], plan.margin(pitch));
        TableLayout { grid, plan, sizes: board.sizes().len() as u16 }
    }

    /// The smallest area in which people can play on this board.
    pub fn least(board: &Board) -> Size {
        let Size { width, height } = SMALL.cell;
        SMALL.size(board.side() as u16, Pitch::lined(width - 1, height - 1))
    }

    pub fn has_houses(&self) -> bool {
        self.plan.has_houses()
    }

    pub fn cell(&self, cell: Cell) -> Option<Rect> {
        self.grid.place((cell.column.into(), cell.row.into()))
    }

    pub fn cell_at(&self, at: Position) -> Option<Cell> {
        let (column, row) = self.grid.spot(at)?;
        Some(Cell { column: column as u8, row: row as u8 })
    }

    /// Where a size stands in a house: the piece above, its count in the row below. The first
    /// player's house is at the left of the board, the second's at the right.
    pub fn slot(&self, seat: Seat, size: usize) -> Option<Rect> {
        if !self.has_houses() {
            return None;
        }
        let board = self.grid.outline();
        let Size { width, height } = self.plan.house;
        let x = match seat {
            Seat::FIRST => board.x.checked_sub(width + 1)?,
            _ => board.right() + 1,
        };
        // As much air between the sizes as there is room for, but no more than a row.
        let whole = height + 1;
        let spare = board.height.saturating_sub(whole * self.sizes);
        let air = (spare / self.sizes.max(1)).min(1);
        let used = self.sizes * (whole + air) - air;
        let top = board.y + board.height.saturating_sub(used) / 2;
        Some(Rect::new(x, top + size as u16 * (whole + air), width, whole))
    }

    /// The row under a slot, or its first row where the next slot begins at once.
    pub fn below(&self, slot: Rect) -> Rect {
        let row = Rect { y: slot.bottom(), height: 1, ..slot };
        let free = self.slot_at(Position::new(row.x, row.y)).is_none();
        if free { row } else { Rect { y: slot.y, ..row } }
    }

    pub fn slot_at(&self, at: Position) -> Option<(Seat, usize)> {
        let slots =
            Seat::all(2).flat_map(|seat| (0..usize::from(self.sizes)).map(move |s| (seat, s)));
        let mut slots = slots.filter_map(|(seat, size)| Some((seat, size, self.slot(seat, size)?)));
        slots.find(|(.., place)| place.contains(at)).map(|(seat, size, _)| (seat, size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gobblet::Gobblet;
    use crate::play::{Game, Variant};
    use crate::tui::{Charset, Depth, Theme};

    fn look(depth: Depth) -> Look {
        Look::new(Theme::usual(depth), Charset::Unicode)
    }

    fn boards() -> Vec<Board> {
        Gobblet::BOARDS.iter().map(|(_, text)| Board::parse(text).unwrap()).collect()
    }

    #[test]
    fn everything_fits_and_the_mouse_finds_what_is_drawn_under_it() {
        for (board, depth) in boards()
            .into_iter()
            .flat_map(|board| [Depth::True, Depth::Mono].map(|it| (board.clone(), it)))
        {
            let look = look(depth);
            let least = TableLayout::least(&board);
            for (width, height) in [(least.width, least.height), (52, 21), (86, 37), (160, 60)] {
                let area = Rect::new(3, 1, width, height);
                let layout = TableLayout::of(&board, area, &look);
                assert!(layout.has_houses());
                for cell in (0..board.side().pow(2)).map(|n| Cell::nth(n, board.side())) {
                    let place = layout.cell(cell).unwrap();
                    assert_eq!(place.intersection(area), place);
                    assert!(place.positions().all(|at| layout.cell_at(at) == Some(cell)));
                }
                for seat in Seat::all(2) {
                    for size in 0..board.sizes().len() {
                        let place = layout.slot(seat, size).unwrap();
                        assert_eq!(place.intersection(area), place, "{width}x{height} {size}");
                        assert!(
                            place.positions().all(|at| layout.slot_at(at) == Some((seat, size)))
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_board_is_as_large_as_the_room_allows() {
        let (boards, look) = (boards(), look(Depth::True));
        for (board, area, cell) in [
            (0, (52, 21), (12, 6)),
            (0, (86, 37), (22, 11)),
            (2, (52, 21), (9, 5)),
            (2, (86, 37), (16, 8)),
        ] {
            let layout = TableLayout::of(&boards[board], Rect::new(0, 0, area.0, area.1), &look);
            assert_eq!(layout.grid.cell(), Size::new(cell.0, cell.1));
        }
    }

    #[test]
    fn no_area_is_too_small_to_try() {
        let look = look(Depth::True);
        for board in boards() {
            for (width, height) in [(0, 0), (1, 1), (5, 2), (9, 3), (20, 4)] {
                let layout = TableLayout::of(&board, Rect::new(0, 0, width, height), &look);
                assert_eq!(layout.slot(Seat::SECOND, 0), None);
            }
        }
    }
}

//! Where the two views of the cube stand, and which peg the mouse points at.

use ratatui::layout::{Position, Rect, Size};

use super::Shows;
use crate::games::sogo::{Peg, Sogo};
use crate::tui::Look;
use crate::tui::board::{Grid, Margin, Pitch};

/// What is shown in an area.
pub struct Views {
    pub picture: Option<Oblique>,
    pub levels: Option<Levels>,
}

/// Four grids, level 1 first.
pub struct Levels {
    pub grids: [Grid; 4],
    /// Whether one row of letters below the lowest grid serves for all of them.
    pub stacked: bool,
}

/// The pegs seen from above and in front. It is oblique and not truly isometric: there a bead
/// would hide exactly behind another one, three steps nearer.
#[derive(Clone, Copy, Debug)]
pub struct Oblique {
    pub area: Rect,
    pub scale: Scale,
}

/// How large the picture is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scale {
    pub bead: Size,
    /// Columns from one peg of a row to the next.
    pub across: u16,
    /// Columns that a row stands further to the right than the one in front of it.
    pub lean: u16,
    /// Rows from one row of pegs to the one in front of it.
    pub deep: u16,
}

/// From the largest.
const SCALES: [Scale; 6] = [
    Scale { bead: Size::new(13, 6), across: 17, lean: 6, deep: 7 },
    Scale { bead: Size::new(11, 5), across: 15, lean: 5, deep: 6 },
    Scale { bead: Size::new(9, 4), across: 12, lean: 4, deep: 5 },
    Scale { bead: Size::new(7, 3), across: 10, lean: 3, deep: 4 },
    Scale { bead: Size::new(5, 2), across: 7, lean: 2, deep: 3 },
    Scale { bead: Size::new(3, 1), across: 4, lean: 1, deep: 2 },
];

/// Columns at the left, for what the board under the pegs reaches beyond their beads.
const RIM: u16 = 2;

impl Scale {
    /// With the bead in hand above, the board's front edge and the letters below, and the row
    /// numbers at the right.
    const fn size(self) -> Size {
        let width = 3 * (self.across + self.lean) + self.bead.width + RIM + 2;
        let height = 3 * self.deep + 5 * self.bead.height + 2;
        Size::new(width, height)
    }
}

impl Levels {
    /// The row with the name of a level.
    pub fn title(grid: &Grid) -> Rect {
        let outline = grid.outline();
        let y = if grid.border().is_some() { outline.y } else { outline.y.saturating_sub(1) };
        Rect { y, height: 1, ..outline }
    }

    /// Where a level or a row of its cells begins or ends, from the top.
    pub fn edges(&self) -> Vec<u16> {
        let titles = self.grids.iter().map(|grid| Levels::title(grid).y);
        let cells = self.grids.iter().flat_map(Grid::edges);
        let mut edges: Vec<u16> = titles.chain(cells).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

impl Oblique {
    /// The top left corner of a bead; the bead in hand is on the fifth level.
    pub fn corner(&self, peg: Peg, level: usize) -> (u16, u16) {
        let Scale { bead, across, lean, deep } = self.scale;
        let (column, row, level) = (peg.column() as u16, peg.row() as u16, level as u16);
        (
            self.area.x + RIM + column * across + (3 - row) * lean,
            self.area.y + row * deep + (4 - level) * bead.height,
        )
    }

    /// The middle of a place, where its mark stands.
    pub fn middle(&self, peg: Peg, level: usize) -> Position {
        let (x, y) = self.corner(peg, level);
        let Size { width, height } = self.scale.bead;
        Position::new(x + width / 2, y + height / 2)
    }

    /// The column of the numbers beside the pegs.
    pub fn beside(&self, row: usize) -> u16 {
        self.corner(Peg::at(3, row), 0).0 + self.scale.bead.width + 1
    }

    /// The row of the screen on which a row of pegs stands.
    pub fn foot(&self, row: usize) -> u16 {
        self.corner(Peg::at(0, row), 0).1 + self.scale.bead.height - 1
    }

    /// The peg whose bead or free place is seen there; what stands in front comes first.
    fn peg_at(&self, view: &Sogo, at: Position) -> Option<Peg> {
        let covers = |peg: Peg, level: usize| {
            let (x, y) = self.corner(peg, level);
            Rect { x, y, width: self.scale.bead.width, height: self.scale.bead.height }.contains(at)
        };
        let solid = |peg: &Peg| (0..4).any(|l| view.bead(*peg, l).is_some() && covers(*peg, l));
        let thin = |peg: &Peg| {
            let middle = self.middle(*peg, 0).x;
            (0..5).any(|level| covers(*peg, level)) && middle == at.x
        };
        let loose = |peg: &Peg| (0..5).any(|level| covers(*peg, level));
        let front = || Peg::all().rev();
        front().find(solid).or_else(|| front().find(thin)).or_else(|| front().find(loose))
    }
}

/// How the four levels stand: blocks across, and the size of a cell.
#[derive(Clone, Copy)]
struct Blocks {
    across: u16,
    pitch: Pitch,
}

/// A row for the name of the level and one for the letters, two columns for the numbers. Where
/// lines run, name and letters stand in them.
const TITLE: u16 = 1;
const NUMBERS: u16 = 2;
const LETTERS: u16 = 1;
/// Free columns between two levels side by side.
const GAP: u16 = 2;

const fn blocks(across: u16, pitch: Pitch) -> Blocks {
    Blocks { across, pitch }
}

/// Levels beside a picture, from the largest.
const COLUMNS: [Blocks; 3] =
    [blocks(1, Pitch::tight(7, 3)), blocks(1, Pitch::tight(5, 2)), blocks(1, Pitch::tight(3, 1))];
/// Levels without a picture, from the largest.
const ALONE: [Blocks; 6] = [
    blocks(2, Pitch::tight(13, 6)),
    blocks(2, Pitch::tight(10, 5)),
    blocks(2, Pitch::tight(6, 3)),
    blocks(2, Pitch::tight(5, 2)),
    blocks(4, Pitch::tight(3, 1)),
    SMALL,
];
/// The same without paint.
const PRINTED: [Blocks; 6] = [
    blocks(2, Pitch::lined(11, 5)),
    blocks(2, Pitch::lined(9, 4)),
    blocks(2, Pitch::lined(7, 3)),
    blocks(2, Pitch::lined(5, 2)),
    blocks(2, Pitch::lined(3, 1)),
    SMALL,
];
/// Two by two levels of the smallest cells.
const SMALL: Blocks = blocks(2, Pitch::tight(3, 1));

/// The least room to play in.
pub fn smallest() -> Size {
    SMALL.size()
}

impl Blocks {
    fn size(self) -> Size {
        let down = 4 / self.across;
        let Size { width, height } = self.block();
        let letters = if self.across == 1 { LETTERS } else { 0 };
        Size::new(self.across * (width + GAP) - GAP, down * height + letters)
    }

    /// One level with its name and its numbers, and its letters if it has its own.
    fn block(self) -> Size {
        Grid::least((4, 4), self.pitch, self.margin())
    }

    fn margin(self) -> Margin {
        let lined = self.pitch.border.is_some();
        let letters = if self.across == 1 || lined { 0 } else { LETTERS };
        Margin { left: 0, top: if lined { 0 } else { TITLE }, right: NUMBERS, bottom: letters }
    }

    /// Level 4 is on top or comes last.
    fn grids(self, at: Position) -> Levels {
        let Size { width, height } = self.block();
        let grid = |level: u16| {
            let (column, row) = match self.across {
                1 => (0, 3 - level),
                4 => (level, 0),
                // Two by two, levels 3 and 4 above 1 and 2.
                _ => (level % 2, 1 - level / 2),
            };
            let area =
                Rect { x: at.x + column * (width + GAP), y: at.y + row * height, width, height };
            Grid::fit(area, (4, 4), &[self.pitch], self.margin())
        };
        Levels { grids: [0, 1, 2, 3].map(grid), stacked: self.across == 1 }
    }
}

impl Views {
    pub fn of(area: Rect, shows: Shows, look: &Look) -> Views {
        let alone = if look.paints() { &ALONE } else { &PRINTED };
        let both = || {
            let beside = |scale: &Scale| {
                let fits = |column: &&Blocks| column.size().height <= scale.size().height;
                let column = COLUMNS.iter().find(fits)?;
                Views::side_by_side(area, *scale, *column)
            };
            SCALES[..SCALES.len() - 1].iter().find_map(beside).filter(|_| look.paints())
        };
        let levels = || alone.iter().find_map(|blocks| Views::levels(area, *blocks));
        let picture = || SCALES.iter().find_map(|scale| Views::picture(area, *scale));
        // A picture of round beads is worth more than levels of single signs.
        let round = || {
            let small = levels()?.levels?.grids[0].cell().height < 2;
            let round = SCALES[..SCALES.len() - 1].iter().filter(|_| small && look.paints());
            round.into_iter().find_map(|scale| Views::picture(area, *scale))
        };
        let found = match shows {
            // Without paint the levels alone say more than both at half the size.
            Shows::Both => both().or_else(round).or_else(levels),
            Shows::Levels => levels(),
            Shows::Picture => picture().or_else(levels),
        };
        found.or_else(picture).unwrap_or(Views { picture: None, levels: None })
    }

    fn side_by_side(area: Rect, scale: Scale, column: Blocks) -> Option<Views> {
        let (left, right) = (scale.size(), column.size());
        let width = left.width + 1 + right.width;
        let at = centred(area, Size::new(width, left.height.max(right.height)))?;
        let picture = Rect::new(at.x, at.y, left.width, left.height);
        let levels = Position::new(
            at.x + left.width + 1,
            at.y + left.height.saturating_sub(right.height) / 2,
        );
        Some(Views {
            picture: Some(Oblique { area: picture, scale }),
            levels: Some(column.grids(levels)),
        })
    }

    fn levels(area: Rect, blocks: Blocks) -> Option<Views> {
        let at = centred(area, blocks.size())?;
        Some(Views { picture: None, levels: Some(blocks.grids(at)) })
    }

    fn picture(area: Rect, scale: Scale) -> Option<Views> {
        let Size { width, height } = scale.size();
        let at = centred(area, Size::new(width, height))?;
        let area = Rect::new(at.x, at.y, width, height);
        Some(Views { picture: Some(Oblique { area, scale }), levels: None })
    }

    /// The peg under the mouse.
    pub fn peg_at(&self, view: &Sogo, at: Position) -> Option<Peg> {
        let grids = self.levels.iter().flat_map(|levels| &levels.grids);
        let spot = grids.filter_map(|grid| grid.spot(at)).next();
        match spot {
            Some((column, row)) => Some(Peg::at(column.into(), row.into())),
            None => self.picture.and_then(|oblique| oblique.peg_at(view, at)),
        }
    }
}

/// The corner of something of this size in the middle of an area, if it fits.
fn centred(area: Rect, size: Size) -> Option<Position> {
    Some(Position {
        x: area.x + area.width.checked_sub(size.width)? / 2,
        y: area.y + area.height.checked_sub(size.height)? / 2,
    })
}

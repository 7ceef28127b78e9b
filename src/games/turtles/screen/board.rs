//! The board: cells, tiles, starts, turtles, and what is laid over them for a moment.
//!
//! Matches and puzzles draw with it. It is given a ground, not a match, and so shows no secret.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::Modifier;

use super::pieces;
use crate::games::turtles::ground::{Cell, Deed, Ground, Heading, Hit, Pose, Tile};
use crate::games::turtles::rules::Turtles;
use crate::play::{Game, Hue, Seat};
use crate::tui::Look;
use crate::tui::board::{
    Board, Frame, Grid, LabelSide, Labels, Margin, Mark, Pitch, Spot, Square, letters, middle,
};
use crate::tui::text::put;
use crate::tui::theme::Meaning;

/// A cell, from the smallest drawing.
const PAINTED: [Pitch; 9] = [
    Pitch::tight(2, 1),
    Pitch::tight(3, 1),
    Pitch::tight(4, 2),
    Pitch::tight(5, 2),
    Pitch::tight(6, 3),
    Pitch::tight(8, 4),
    Pitch::tight(10, 5),
    Pitch::tight(12, 6),
    Pitch::tight(14, 7),
];
/// The same without paint, with lines between the cells where there is room for them.
const PRINTED: [Pitch; 8] = [
    Pitch::tight(2, 1),
    Pitch::tight(3, 1),
    Pitch::lined(3, 1),
    Pitch::lined(5, 1),
    Pitch::lined(7, 2),
    Pitch::lined(7, 3),
    Pitch::lined(9, 4),
    Pitch::lined(11, 5),
];

/// The largest drawing that leaves `below` rows free under the board.
pub fn layout(look: &Look, ground: &Ground, area: Rect, below: u16) -> Grid {
    let pitches: &[Pitch] = if look.paints() { &PAINTED } else { &PRINTED };
    Grid::fit_with(area, size(ground), pitches, |pitch| margin(pitch, below))
}

/// The smallest board and what must stand under it.
pub fn least(ground: &Ground, below: u16) -> Size {
    Grid::least(size(ground), PAINTED[0], margin(PAINTED[0], below))
}

/// The letters above, the numbers at the left; where lines run, the letters stand in one.
fn margin(pitch: Pitch, below: u16) -> Margin {
    let line = u16::from(pitch.border.is_some());
    Margin { left: 3 - line, top: 1 - line, right: 0, bottom: below }
}

fn size(ground: &Ground) -> Spot {
    (ground.width().into(), ground.height().into())
}

pub fn spot(cell: Cell) -> Spot {
    (cell.column.into(), cell.row.into())
}

/// The cell under the mouse.
pub fn cell_at(grid: &Grid, at: Position) -> Option<Cell> {
    grid.spot(at).map(cell)
}

fn cell((column, row): Spot) -> Cell {
    Cell::new(column as u8, row as u8)
}

/// A laser as it is seen: from the shooter to where it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beam {
    pub from: Pose,
    pub until: Cell,
    pub hit: Hit,
}

impl Beam {
    /// The beam of a deed that was done from this pose.
    pub fn of(from: Pose, deed: Deed) -> Option<Beam> {
        match deed {
            Deed::Fired { until, hit } => Some(Beam { from, until, hit }),
            _ => None,
        }
    }
}

/// Everything there is to draw.
pub struct Scene<'a> {
    pub ground: &'a Ground,
    pub starts: &'a [Pose],
    pub jewel: &'a dyn Fn(Cell) -> Hue,
    pub grid: Grid,
    /// The wall cursor.
    pub cursor: Option<Cell>,
    /// What would be built there; it is shown where it may be.
    pub ghost: Option<Tile>,
    /// Cells where nothing may be built.
    pub forbidden: &'a dyn Fn(Cell) -> bool,
    /// A cell that a hint or the last move points at.
    pub marked: Option<Cell>,
    pub beam: Option<Beam>,
    /// The cells of a way that a hint shows, from the turtle's own on.
    pub way: &'a [Cell],
}

impl Scene<'_> {
    pub fn draw(&self, look: &Look, buf: &mut Buffer) {
        Board {
            look,
            grid: self.grid,
            surface: Some(look.theme().ink(Meaning::Sand)),
            labels: Labels {
                columns: Some((LabelSide::Before, letters)),
                rows: Some((LabelSide::Before, |row| (row + 1).to_string())),
                gap: 1,
            },
            current: self.cursor.map(spot),
        }
        .draw(buf, |spot| self.square(look, cell(spot)));
        self.draw_way(look, buf);
        self.draw_beam(look, buf);
    }

    fn square(&self, look: &Look, cell: Cell) -> Square {
        let mut square = Square::default();
        let size = self.grid.cell();
        let tile = |tile| pieces::tile(look, tile, (self.jewel)(cell), size);
        let building = self.ghost.filter(|_| self.cursor == Some(cell) && !(self.forbidden)(cell));
        if let Some(seat) = self.ground.turtle_at(cell) {
            let pose = self.ground.pose(seat);
            let heading = pose.map_or(Heading::South, |pose| pose.heading);
            let hue = Turtles::hue(seat, self.starts.len());
            square.pieces.push(pieces::turtle(look, seat, hue, heading, size));
            square.reversed = self.grid.border().is_some();
        } else {
            square.pieces.extend(self.start(look, cell));
            square.pieces.extend(tile(self.ground.tile(cell)));
            if (self.forbidden)(cell) && self.ground.tile(cell) == Tile::Empty {
                square.words.push((0, look.glyph("×", "x").to_owned(), look.theme().bad()));
            }
        }
        if self.marked == Some(cell) {
            square.marks.push(Mark::Hint);
        }
        square.pieces.extend(building.and_then(tile));
        if building.is_some() && self.grid.border().is_some() {
            square.words.push((-1, " ? ".to_owned(), look.theme().strong()));
            square.marks.push(Mark::Framed(Frame::Dashed));
        } else if self.cursor == Some(cell) {
            square.marks.push(Mark::Cursor);
        }
        square
    }

    /// The start of a racing turtle keeps its mark; that of one who has arrived is a cell.
    fn start(&self, look: &Look, cell: Cell) -> Option<std::rc::Rc<crate::tui::painter::Sprite>> {
        let seat = Seat::at(self.starts.iter().position(|start| start.cell == cell)?);
        self.ground.pose(seat)?;
        let hue = Turtles::hue(seat, self.starts.len());
        Some(pieces::start(look, seat, hue, self.grid.cell()))
    }

    /// A line from the edge of the first cell through the middle of the others, with a head at the end.
    fn draw_way(&self, look: &Look, buf: &mut Buffer) {
        let places: Vec<Rect> =
            self.way.iter().filter_map(|cell| self.grid.place(spot(*cell))).collect();
        let (Some(first), true) = (places.first(), places.len() == self.way.len()) else { return };
        let style = look.theme().legal().add_modifier(Modifier::BOLD);
        let area = self.grid.outline();
        let middles: Vec<Position> = places.iter().map(|place| middle(*place)).collect();
        // A jewel at the end keeps its face: the head stands at its edge.
        let goal = self.way.last().filter(|cell| self.ground.tile(**cell) == Tile::Jewel);
        let goal = goal.and(places.last()).copied().unwrap_or_default();
        let step = |from: Position, to: Position| {
            (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
        };
        for (at, pair) in middles.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            let (across, down) = step(from, to);
            let line = if across != 0 { look.glyph("━", "-") } else { look.glyph("┃", "|") };
            for x in from.x.min(to.x)..=from.x.max(to.x) {
                for y in from.y.min(to.y)..=from.y.max(to.y) {
                    let spot = Position::new(x, y);
                    // Where the way has turned stands a corner.
                    let turned = at > 0 && spot == from;
                    if !turned && !first.contains(spot) && !goal.contains(spot) {
                        put(buf, area, x, y, line, style);
                    }
                }
            }
            let end = match middles.get(at + 2) {
                Some(next) => {
                    let (then_across, then_down) = step(to, *next);
                    match (across.signum(), down.signum(), then_across.signum(), then_down.signum())
                    {
                        (1, _, _, 1) | (_, -1, -1, _) => look.glyph("┓", "+"),
                        (1, _, _, -1) | (_, 1, -1, _) => look.glyph("┛", "+"),
                        (-1, _, _, 1) | (_, -1, 1, _) => look.glyph("┏", "+"),
                        (-1, _, _, -1) | (_, 1, 1, _) => look.glyph("┗", "+"),
                        _ => line,
                    }
                }
                None if across > 0 => look.glyph("►", ">"),
                None if across < 0 => look.glyph("◄", "<"),
                None if down > 0 => look.glyph("▼", "v"),
                None => look.glyph("▲", "^"),
            };
            let (x, y) = match (goal.contains(to), across.signum(), down.signum()) {
                (false, ..) => (to.x, to.y),
                (true, 1, _) => (goal.x, to.y),
                (true, -1, _) => (goal.right() - 1, to.y),
                (true, _, 1) => (to.x, goal.y),
                (true, ..) => (to.x, goal.bottom() - 1),
            };
            put(buf, area, x, y, end, style);
        }
    }

    /// The way of a laser, with a spark at the edge of what it hits.
    fn draw_beam(&self, look: &Look, buf: &mut Buffer) {
        let Some(Beam { from, until, hit }) = self.beam else { return };
        let style = look.theme().bad().add_modifier(Modifier::BOLD);
        let across = matches!(from.heading, Heading::East | Heading::West);
        let line = if across { look.glyph("━", "-") } else { look.glyph("┃", "|") };
        let mut at = from.cell;
        while at != until {
            let Some(next) = self.ground.beside(at, from.heading) else { break };
            at = next;
            let Some(place) = self.grid.place(spot(at)) else { continue };
            let centre = middle(place);
            // The thing that was hit keeps its face.
            if at == until && hit != Hit::Edge {
                let (x, y) = match from.heading {
                    Heading::North => (centre.x, place.bottom() - 1),
                    Heading::South => (centre.x, place.y),
                    Heading::East => (place.x, centre.y),
                    Heading::West => (place.right() - 1, centre.y),
                };
                put(buf, place, x, y, look.glyph("✶", "*"), style);
            } else if across {
                put(buf, place, place.x, centre.y, &line.repeat(place.width.into()), style);
            } else {
                for y in place.top()..place.bottom() {
                    put(buf, place, centre.x, y, line, style);
                }
            }
        }
    }
}

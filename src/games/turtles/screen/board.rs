//! The board: cells, tiles, starts, turtles, and what is laid over them for a moment.
//!
//! Matches and puzzles draw with it. It is given a ground, not a match, and so shows no secret.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};

use super::pieces;
use crate::games::turtles::ground::{Cell, Deed, Ground, Heading, Hit, Pose, Tile};
use crate::games::turtles::rules::Turtles;
use crate::play::{Game, Hue, Seat};
use crate::tui::Look;
use crate::tui::colour::Ink;
use crate::tui::text::{fill, put};
use crate::tui::theme::Meaning;

/// A cell, from the largest drawing.
const CELLS: [(u16, u16); 7] = [(10, 5), (8, 4), (6, 3), (5, 2), (4, 2), (3, 1), (2, 1)];
/// The numbers at the left.
const MARGIN: u16 = 3;

/// Where the board stands in its area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    pub cell: Size,
    /// The cells alone.
    pub board: Rect,
}

impl Geometry {
    /// The largest drawing that leaves `below` rows free under the board.
    pub fn of(ground: &Ground, area: Rect, below: u16) -> Geometry {
        let (columns, rows) = (u16::from(ground.width()), u16::from(ground.height()));
        let fits = |(w, h): &&(u16, u16)| {
            columns * w + MARGIN <= area.width && rows * h + 1 + below <= area.height
        };
        let (w, h) = CELLS.iter().find(fits).copied().unwrap_or(CELLS[CELLS.len() - 1]);
        let (width, height) = (columns * w, rows * h);
        let x = area.x + MARGIN + area.width.saturating_sub(width + MARGIN) / 2;
        let y = area.y + 1 + area.height.saturating_sub(height + 1 + below) / 2;
        Geometry { cell: Size::new(w, h), board: Rect::new(x, y, width, height) }
    }

    /// The smallest board and what must stand under it.
    pub fn least(ground: &Ground, below: u16) -> Size {
        let (w, h) = CELLS[CELLS.len() - 1];
        Size::new(
            u16::from(ground.width()) * w + MARGIN,
            u16::from(ground.height()) * h + 1 + below,
        )
    }

    pub fn rect(&self, cell: Cell) -> Rect {
        let Size { width, height } = self.cell;
        Rect::new(
            self.board.x + u16::from(cell.column) * width,
            self.board.y + u16::from(cell.row) * height,
            width,
            height,
        )
    }

    pub fn cell_at(&self, at: Position) -> Option<Cell> {
        if !self.board.contains(at) {
            return None;
        }
        let row = (at.y - self.board.y) / self.cell.height;
        let column = (at.x - self.board.x) / self.cell.width;
        Some(Cell::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?))
    }
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
    pub geometry: Geometry,
    /// The wall cursor.
    pub cursor: Option<Cell>,
    /// What would be built there; it is shown where it may be.
    pub ghost: Option<Tile>,
    /// Cells where nothing may be built.
    pub forbidden: &'a dyn Fn(Cell) -> bool,
    /// A cell that a hint or the last move points at.
    pub marked: Option<Cell>,
    pub beam: Option<Beam>,
}

impl Scene<'_> {
    pub fn draw(&self, look: &Look, buf: &mut Buffer) {
        self.axes(look, buf);
        for cell in self.ground.cells() {
            self.surface(look, cell, buf);
            self.start(look, cell, buf);
            let rect = self.geometry.rect(cell);
            let hue = (self.jewel)(cell);
            if let Some(sprite) =
                pieces::tile(look, self.ground.tile(cell), hue, self.geometry.cell)
            {
                sprite.draw(buf, rect.x.into(), rect.y.into());
            }
            if (self.forbidden)(cell) && self.ground.tile(cell) == Tile::Empty {
                self.cross(look, rect, buf);
            }
        }
        self.draw_beam(look, buf);
        for seat in self.ground.racing() {
            self.turtle(look, seat, buf);
        }
        self.spark(look, buf);
        if let Some(cell) = self.marked {
            self.corners(look, cell, look.theme().legal(), buf);
        }
        if let (Some(cell), Some(tile)) = (self.cursor, self.ghost)
            && !(self.forbidden)(cell)
            && let Some(sprite) = pieces::tile(look, tile, (self.jewel)(cell), self.geometry.cell)
        {
            let rect = self.geometry.rect(cell);
            sprite.draw(buf, rect.x.into(), rect.y.into());
        }
        if let Some(cell) = self.cursor {
            self.corners(look, cell, look.theme().strong(), buf);
        }
    }

    fn axes(&self, look: &Look, buf: &mut Buffer) {
        let Geometry { cell, board } = self.geometry;
        let chosen = |at: Option<u8>, here: u8| match at == Some(here) {
            true => look.theme().strong(),
            false => look.theme().muted(),
        };
        for column in 0..self.ground.width() {
            let letter = char::from(b'a' + column).to_string();
            let x = board.x + u16::from(column) * cell.width + (cell.width - 1) / 2;
            let style = chosen(self.cursor.map(|cell| cell.column), column);
            put(buf, buf.area, x, board.y.saturating_sub(1), &letter, style);
        }
        for row in 0..self.ground.height() {
            let y = board.y + u16::from(row) * cell.height + (cell.height - 1) / 2;
            let style = chosen(self.cursor.map(|cell| cell.row), row);
            let number = format!("{:>2}", row + 1);
            put(buf, buf.area, board.x.saturating_sub(MARGIN), y, &number, style);
        }
    }

    fn ink(&self, look: &Look, cell: Cell) -> Ink {
        let sand = look.theme().ink(Meaning::Sand);
        look.theme().checker(sand, cell.column.into(), cell.row.into())
    }

    fn surface(&self, look: &Look, cell: Cell, buf: &mut Buffer) {
        let rect = self.geometry.rect(cell);
        if look.has_colour() {
            fill(buf, rect, look.theme().text().bg(self.ink(look, cell).color()));
        }
        if !look.paints() {
            let (x, y) = (rect.x + (rect.width - 1) / 2, rect.y + (rect.height - 1) / 2);
            put(buf, rect, x, y, ".", look.theme().faint());
        }
    }

    /// The start of a racing turtle keeps its mark; that of one who has arrived is a cell.
    fn start(&self, look: &Look, cell: Cell, buf: &mut Buffer) {
        let Some(at) = self.starts.iter().position(|start| start.cell == cell) else { return };
        let seat = Seat::at(at);
        if self.ground.pose(seat).is_none() {
            return;
        }
        let rect = self.geometry.rect(cell);
        let hue = Turtles::hue(seat, self.starts.len());
        let style = look.theme().seat(hue);
        let (x, y) = (rect.x + (rect.width - 1) / 2, rect.y);
        match (look.paints(), rect.width) {
            (false, 0..=2) => {
                put(buf, rect, rect.x, y, &format!("'{seat}"), style);
            }
            (false, _) => {
                put(
                    buf,
                    rect,
                    x.saturating_sub(1),
                    y + rect.height / 2,
                    &format!("'{seat} "),
                    style,
                );
            }
            (true, 0..=3) => {
                put(buf, rect, x, y, look.mark(hue), style);
            }
            (true, _) => {
                put(buf, rect, x, y + (rect.height - 1) / 2, look.mark(hue), style);
                for line in 0..rect.height {
                    let (left, right) = match (line, line + 1 == rect.height) {
                        (0, _) => ("┌", "┐"),
                        (_, true) => ("└", "┘"),
                        _ => ("│", "│"),
                    };
                    put(buf, rect, rect.x, y + line, left, style);
                    put(buf, rect, rect.right() - 1, y + line, right, style);
                }
            }
        }
    }

    fn turtle(&self, look: &Look, seat: Seat, buf: &mut Buffer) {
        let Some(pose) = self.ground.pose(seat) else { return };
        let rect = self.geometry.rect(pose.cell);
        fill(buf, rect, look.theme().text().bg(self.surface_color(look, pose.cell)));
        let hue = Turtles::hue(seat, self.starts.len());
        let sprite = pieces::turtle(look, seat, hue, pose.heading, self.geometry.cell);
        sprite.draw(buf, rect.x.into(), rect.y.into());
    }

    fn surface_color(&self, look: &Look, cell: Cell) -> ratatui::style::Color {
        if look.has_colour() { self.ink(look, cell).color() } else { ratatui::style::Color::Reset }
    }

    /// Where a wall is forbidden.
    fn cross(&self, look: &Look, rect: Rect, buf: &mut Buffer) {
        let (x, y) = (rect.x + (rect.width - 1) / 2, rect.y + (rect.height - 1) / 2);
        put(buf, rect, x, y, look.glyph("×", "x"), look.theme().bad());
    }

    fn draw_beam(&self, look: &Look, buf: &mut Buffer) {
        let Some(Beam { from, until, hit }) = self.beam else { return };
        let style: Style = look.theme().bad().add_modifier(Modifier::BOLD);
        let across = matches!(from.heading, Heading::East | Heading::West);
        let line = if across { look.glyph("━", "-") } else { look.glyph("┃", "|") };
        let mut at = from.cell;
        while at != until {
            let Some(next) = self.ground.beside(at, from.heading) else { break };
            at = next;
            let rect = self.geometry.rect(at);
            let (x, y) = (rect.x + (rect.width - 1) / 2, rect.y + (rect.height - 1) / 2);
            // The thing that was hit keeps its face.
            if at == until && hit != Hit::Edge {
                break;
            } else if across {
                put(buf, rect, rect.x, y, &line.repeat(rect.width.into()), style);
            } else {
                for y in rect.top()..rect.bottom() {
                    put(buf, rect, x, y, line, style);
                }
            }
        }
    }

    /// The beam ends with a spark, at the edge of what it hits.
    fn spark(&self, look: &Look, buf: &mut Buffer) {
        let Some(Beam { from, until, hit }) = self.beam else { return };
        if hit == Hit::Edge || from.cell == until {
            return;
        }
        let rect = self.geometry.rect(until);
        let middle = Position::new(rect.x + (rect.width - 1) / 2, rect.y + (rect.height - 1) / 2);
        let (x, y) = match from.heading {
            Heading::North => (middle.x, rect.bottom() - 1),
            Heading::South => (middle.x, rect.y),
            Heading::East => (rect.x, middle.y),
            Heading::West => (rect.right() - 1, middle.y),
        };
        let style = look.theme().bad().add_modifier(Modifier::BOLD);
        put(buf, rect, x, y, look.glyph("✶", "*"), style);
    }

    fn corners(&self, look: &Look, cell: Cell, style: Style, buf: &mut Buffer) {
        let rect = self.geometry.rect(cell);
        let style = style.add_modifier(Modifier::BOLD);
        let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
        if rect.height < 2 || !look.paints() {
            let y = rect.y + (rect.height - 1) / 2;
            put(buf, rect, rect.x, y, "[", style);
            put(buf, rect, right, y, "]", style);
            return;
        }
        for (x, y, symbol) in [
            (rect.x, rect.y, "┏"),
            (right, rect.y, "┓"),
            (rect.x, bottom, "┗"),
            (right, bottom, "┛"),
        ] {
            put(buf, rect, x, y, symbol, style);
        }
        // On a small cell they would hide the number of a turtle.
        if rect.height > 2 {
            put(buf, rect, rect.x + 1, rect.y, "━", style);
            put(buf, rect, right - 1, rect.y, "━", style);
            put(buf, rect, rect.x + 1, bottom, "━", style);
            put(buf, rect, right - 1, bottom, "━", style);
        }
    }
}

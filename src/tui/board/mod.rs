//! Boards as descriptions on one grid: which cell size fits, what each cell shows, what is marked,
//! what stands beside it. Paint, lines without colour and ASCII are drawn from the same description.
//! It knows no pieces and no rules.

mod grid;
mod lines;
pub mod marks;

use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

pub use self::grid::{Border, Grid, Margin, Pitch, Spot, letters};
pub use self::lines::{Frame, Weight, joint};
pub use self::marks::middle;
use super::look::Look;
use super::painter::Sprite;
use super::text::{fill, put, width};
use super::theme::Ink;
use crate::play::Hue;

/// A board to be drawn.
#[derive(Clone, Copy)]
pub struct Board<'a> {
    /// What it is drawn with.
    pub look: &'a Look,
    /// Where its cells stand.
    pub grid: Grid,
    /// Painted as a checker of two near shades; none where the game paints what lies beneath.
    pub surface: Option<Ink>,
    /// What stands beside it.
    pub labels: Labels,
    /// The cell whose labels stand out.
    pub current: Option<Spot>,
}

/// What a column or a row of this index is called.
pub type Label = fn(u16) -> String;

/// What stands beside the columns and rows of a board.
#[derive(Clone, Copy, Default)]
pub struct Labels {
    /// Above or below.
    pub columns: Option<(LabelSide, Label)>,
    /// At the left or at the right.
    pub rows: Option<(LabelSide, Label)>,
    /// Columns between those and the board.
    pub gap: u16,
}

/// On which side of a board labels stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelSide {
    /// Above the columns, or at the left of the rows.
    Before,
    /// Below the columns, or at the right of the rows.
    After,
}

/// What one cell shows, from the bottom up.
#[derive(Default)]
pub struct Square {
    /// Its own surface, in place of the board's.
    pub surface: Option<Ink>,
    /// The whole cell is turned over; only without paint.
    pub reversed: bool,
    /// Lit, as a cell where one may go, but without its corners.
    pub lit: bool,
    /// Marks that lie under the pieces.
    pub under: Vec<Mark>,
    /// One over the other.
    pub pieces: Vec<Rc<Sprite>>,
    /// Words over the pieces: how many columns from the middle they begin, and how they look.
    pub words: Vec<(i16, String, Style)>,
    /// Marks over everything.
    pub marks: Vec<Mark>,
}

/// A mark on a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mark {
    /// One may go there.
    Legal,
    /// One may go there, and it is empty.
    Free,
    /// It was played last.
    Last(Style),
    /// A hint means it.
    Hint,
    /// The piece there is in somebody's hand.
    Held(Hue),
    /// The cursor is there.
    Cursor,
    /// A frame in the lines around it; nothing where there are none.
    Framed(Frame),
}

impl Board<'_> {
    /// Draws the board. `square` describes each cell that can be seen.
    pub fn draw(&self, buf: &mut Buffer, square: impl Fn(Spot) -> Square) {
        let lined = self.grid.border().is_some();
        let squares: Vec<(Spot, Rect, Square)> =
            self.grid.places().map(|(spot, place)| (spot, place, square(spot))).collect();
        if lined {
            let frames: Vec<(Spot, Frame)> = squares
                .iter()
                .flat_map(|(spot, _, square)| {
                    let frames = square.marks.iter().rev().filter_map(|mark| mark.frame());
                    frames.map(move |frame| (*spot, frame))
                })
                .collect();
            lines::draw(&self.grid, self.look, buf, &frames);
        }
        for (spot, place, square) in squares {
            self.square(spot, place, &square, buf);
        }
        self.columns(buf);
        self.rows(buf);
    }

    fn square(&self, (column, row): Spot, place: Rect, square: &Square, buf: &mut Buffer) {
        let (look, theme) = (self.look, self.look.theme());
        let ink = square.surface.or_else(|| {
            self.surface.map(|surface| theme.checker(surface, column.into(), row.into()))
        });
        match ink.filter(|_| look.paints()) {
            Some(ink) => fill(buf, place, Style::new().bg(ink.color())),
            None if self.grid.border().is_none()
                && self.surface.is_some()
                && square.pieces.is_empty() =>
            {
                let at = middle(place);
                put(buf, place, at.x, at.y, ".", theme.faint());
            }
            None => {}
        }
        // Before the pieces: what shines through between their pixels is lit too.
        if (square.lit || square.marks.contains(&Mark::Legal)) && look.paints() {
            marks::light(look, place, buf);
        }
        for mark in &square.under {
            self.mark(*mark, place, buf);
        }
        for piece in &square.pieces {
            piece.draw_within(place, buf, place.x.into(), place.y.into());
        }
        let at = middle(place);
        for (shift, words, style) in &square.words {
            put(buf, place, at.x.saturating_add_signed(*shift).max(place.x), at.y, words, *style);
        }
        if square.reversed && !look.paints() {
            buf.set_style(place.intersection(buf.area), Modifier::REVERSED);
        }
        for mark in &square.marks {
            self.mark(*mark, place, buf);
        }
    }

    fn mark(&self, mark: Mark, place: Rect, buf: &mut Buffer) {
        let look = self.look;
        // Where lines run, the frame of the cell says it.
        if self.grid.border().is_some() && mark.frame().is_some() {
            return;
        }
        match mark {
            Mark::Legal => marks::legal(look, place, buf),
            Mark::Free => marks::diamond(look, place, buf),
            Mark::Last(style) => marks::last(look, place, buf, style),
            Mark::Hint => marks::hint(look, place, buf),
            Mark::Held(hue) => marks::held(look, place, buf, hue),
            Mark::Cursor => marks::cursor(look, place, buf),
            Mark::Framed(_) => {}
        }
    }

    fn columns(&self, buf: &mut Buffer) {
        let Some((side, label)) = self.labels.columns else { return };
        let area = self.grid.area();
        let y = label_row(&self.grid, side);
        for column in self.grid.window().left()..self.grid.window().right() {
            let Some(place) = self.grid.place((column, self.grid.window().y)) else { continue };
            let current = self.current.is_some_and(|at| at.0 == column);
            // Where two digits would run into the next ones, the last of them stands for the column.
            let pitch = place.width + u16::from(self.grid.border().is_some());
            let full = label(column);
            let name = match full.char_indices().next_back() {
                Some((last, _)) if last > 0 && width(&full) >= pitch => full[last..].to_owned(),
                _ => full,
            };
            let text = match (current && place.width >= 3, self.look.has_colour()) {
                (false, _) => name,
                (true, false) => format!(" {name} "),
                (true, true) => {
                    let [open, shut] = [self.look.glyph("‹", "<"), self.look.glyph("›", ">")];
                    format!("{open}{name}{shut}")
                }
            };
            let x = middle(place).x.saturating_sub(width(&text) / 2);
            put(buf, buf.area, x.max(area.x), y, &text, self.label_style(current));
        }
    }

    fn rows(&self, buf: &mut Buffer) {
        let Some((side, label)) = self.labels.rows else { return };
        let outline = self.grid.outline();
        for row in self.grid.window().top()..self.grid.window().bottom() {
            let Some(place) = self.grid.place((self.grid.window().x, row)) else { continue };
            let text = label(row);
            let x = match side {
                LabelSide::Before => outline.x.saturating_sub(self.labels.gap + width(&text)),
                LabelSide::After => outline.right() + self.labels.gap,
            };
            let style = self.label_style(self.current.is_some_and(|at| at.1 == row));
            put(buf, buf.area, x, middle(place).y, &text, style);
        }
    }

    fn label_style(&self, current: bool) -> Style {
        let theme = self.look.theme();
        match (current, self.look.has_colour()) {
            (true, true) => theme.strong(),
            (true, false) => theme.text().add_modifier(Modifier::REVERSED),
            (false, _) => theme.muted(),
        }
    }
}

/// The row in which the labels of the columns stand.
fn label_row(grid: &Grid, side: LabelSide) -> u16 {
    let outline = grid.outline();
    // A closed line has room for them.
    let inset = u16::from(grid.border() == Some(Border::Closed));
    match side {
        LabelSide::Before => (outline.y + inset).saturating_sub(1),
        LabelSide::After => outline.bottom() - inset,
    }
}

/// Puts a cross behind the label of a column, below a board that was drawn.
pub fn cross_column(look: &Look, grid: &Grid, column: u16, current: bool, buf: &mut Buffer) {
    let Some(place) = grid.place((column, grid.window().y)) else { return };
    let (at, style) = (middle(place).x, look.theme().bad());
    let row = Rect { y: label_row(grid, LabelSide::After), height: 1, ..buf.area };
    let bracket = u16::from(current && place.width >= 3);
    put(buf, row, at + 1 + bracket, row.y, look.glyph("×", "x"), style);
    if bracket == 0 && row.contains((at, row.y).into()) {
        buf[(at, row.y)].set_style(style);
    }
}

impl Mark {
    /// How the cell is framed by it, where lines run.
    fn frame(self) -> Option<Frame> {
        match self {
            Mark::Cursor => Some(Frame::Heavy),
            Mark::Hint => Some(Frame::Dashed),
            Mark::Framed(frame) => Some(frame),
            Mark::Legal | Mark::Free | Mark::Last(_) | Mark::Held(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;

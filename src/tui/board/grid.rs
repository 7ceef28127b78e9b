//! The geometry that board games share: which cell size fits, where each cell stands, what the
//! mouse points at, and the map of a board too large to be seen. It knows no pieces and no rules.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use crate::tui::game_ui::Input;
use crate::tui::keys::Nav;
use crate::tui::look::Look;
use crate::tui::theme::{Ink, Meaning};

/// A cell of a board: column from the left and row from the top, both from 0.
pub type Spot = (u16, u16);

/// How large a cell is drawn, and the free space between two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pitch {
    /// Columns and rows that a piece may fill.
    pub cell: Size,
    /// Columns and rows left free between neighbours.
    pub gap: Size,
    /// Whether lines run between the cells, and how they end.
    pub border: Option<Border>,
}

/// What stands around cells with lines between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Border {
    /// A line on every side; the labels of the columns stand in it.
    Closed,
    /// Strong sides and a floor, and nothing on top.
    Open,
}

impl Pitch {
    /// Cells that touch.
    pub const fn tight(width: u16, height: u16) -> Pitch {
        Pitch::loose(width, height, 0, 0)
    }

    /// Cells with space between them.
    pub const fn loose(width: u16, height: u16, across: u16, down: u16) -> Pitch {
        let (cell, gap) = (Size::new(width, height), Size::new(across, down));
        Pitch { cell, gap, border: None }
    }

    /// Cells with lines between and around them.
    pub const fn lined(width: u16, height: u16) -> Pitch {
        Pitch { border: Some(Border::Closed), ..Pitch::loose(width, height, 1, 1) }
    }

    /// The same without a line on top.
    pub const fn open(width: u16, height: u16) -> Pitch {
        Pitch { border: Some(Border::Open), ..Pitch::loose(width, height, 1, 1) }
    }

    /// What the lines around the cells take.
    fn frame(self) -> Margin {
        match self.border {
            None => Margin::default(),
            Some(Border::Closed) => Margin { left: 1, top: 1, right: 1, bottom: 1 },
            Some(Border::Open) => Margin { left: 1, top: 0, right: 1, bottom: 1 },
        }
    }

    /// The room that so many cells take in one direction.
    fn extent(size: u16, gap: u16, count: u16) -> u32 {
        let (size, gap, count) = (u32::from(size), u32::from(gap), u32::from(count));
        size * count + gap * count.saturating_sub(1)
    }

    /// The cells alone.
    fn size(self, columns: u16, rows: u16) -> (u32, u32) {
        (
            Pitch::extent(self.cell.width, self.gap.width, columns),
            Pitch::extent(self.cell.height, self.gap.height, rows),
        )
    }
}

/// The space around a board, apart from its lines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Margin {
    /// Columns before the first cell.
    pub left: u16,
    /// Rows above the first cell.
    pub top: u16,
    /// Columns after the last cell.
    pub right: u16,
    /// Rows below the last cell.
    pub bottom: u16,
}

impl Margin {
    const fn plus(self, other: Margin) -> Margin {
        Margin {
            left: self.left + other.left,
            top: self.top + other.top,
            right: self.right + other.right,
            bottom: self.bottom + other.bottom,
        }
    }
}

/// A board laid out on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u16,
    rows: u16,
    pitch: Pitch,
    /// The cells on the screen, without the margin.
    area: Rect,
    /// The cell in the top left corner, and how many are seen.
    first: Spot,
    shown: Spot,
}

impl Grid {
    /// Lays out a board in the middle of `area` with the largest of `pitches` (smallest first)
    /// that fits. A board too large for the smallest one is seen through a window at its top left
    /// corner; [`Grid::following`] moves it.
    pub fn fit(area: Rect, board: Spot, pitches: &[Pitch], margin: Margin) -> Grid {
        Grid::fit_with(area, board, pitches, |_| margin)
    }

    /// The same where larger cells want more space around them.
    pub fn fit_with(
        area: Rect,
        (columns, rows): Spot,
        pitches: &[Pitch],
        margin: impl Fn(Pitch) -> Margin,
    ) -> Grid {
        let room = |pitch: Pitch| {
            let margin = margin(pitch).plus(pitch.frame());
            let width = area.width.saturating_sub(margin.left + margin.right);
            (margin, width, area.height.saturating_sub(margin.top + margin.bottom))
        };
        let fits = |pitch: &&Pitch| {
            let (_, room_x, room_y) = room(**pitch);
            let (width, height) = pitch.size(columns, rows);
            width <= u32::from(room_x) && height <= u32::from(room_y)
        };
        let smallest = pitches.first().copied().unwrap_or(Pitch::tight(1, 1));
        let pitch = pitches.iter().rev().find(fits).copied().unwrap_or(smallest);
        let (margin, room_x, room_y) = room(pitch);
        let count = |room: u16, size: u16, gap: u16, total: u16| {
            ((room + gap) / (size + gap).max(1)).min(total)
        };
        let shown = (
            count(room_x, pitch.cell.width, pitch.gap.width, columns),
            count(room_y, pitch.cell.height, pitch.gap.height, rows),
        );
        // What is seen fits into the room, which is a `u16`.
        let (width, height) = pitch.size(shown.0, shown.1);
        let (width, height) = (width as u16, height as u16);
        let area = Rect {
            x: area.x + margin.left.min(area.width) + (room_x - width) / 2,
            y: area.y + margin.top.min(area.height) + (room_y - height) / 2,
            width,
            height,
        };
        Grid { columns, rows, pitch, area, first: (0, 0), shown }
    }

    /// The least room for a whole board with cells of this pitch.
    pub fn least((columns, rows): Spot, pitch: Pitch, margin: Margin) -> Size {
        let margin = margin.plus(pitch.frame());
        let (width, height) = pitch.size(columns, rows);
        Size::new(
            width as u16 + margin.left + margin.right,
            height as u16 + margin.top + margin.bottom,
        )
    }

    /// The same board with `cursor` near the middle of the window, if there is one.
    pub fn following(self, cursor: Spot) -> Grid {
        self.starting_at((
            cursor.0.saturating_sub(self.shown.0 / 2),
            cursor.1.saturating_sub(self.shown.1 / 2),
        ))
    }

    /// The same board with the window moved to start at a cell, or as near to it as it goes.
    pub fn starting_at(mut self, first: Spot) -> Grid {
        self.first =
            (first.0.min(self.columns - self.shown.0), first.1.min(self.rows - self.shown.1));
        self
    }

    /// Where the cells are, without margins.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// Where the cells are, with the lines around them.
    pub fn outline(&self) -> Rect {
        let Margin { left, top, right, bottom } = self.pitch.frame();
        Rect {
            x: self.area.x.saturating_sub(left),
            y: self.area.y.saturating_sub(top),
            width: self.area.width + left + right,
            height: self.area.height + top + bottom,
        }
    }

    /// How the lines between the cells end; none where there are no lines.
    pub fn border(&self) -> Option<Border> {
        self.pitch.border
    }

    /// The size of a cell.
    pub fn cell(&self) -> Size {
        self.pitch.cell
    }

    /// The window on the board, in cells.
    pub fn window(&self) -> Rect {
        Rect::new(self.first.0, self.first.1, self.shown.0, self.shown.1)
    }

    /// Whether only a part of the board is seen.
    pub fn scrolls(&self) -> bool {
        self.shown != (self.columns, self.rows)
    }

    /// Where a cell stands; none if it is outside the window.
    pub fn place(&self, (column, row): Spot) -> Option<Rect> {
        let Size { width, height } = self.pitch.cell;
        let (column, row) = (column.checked_sub(self.first.0)?, row.checked_sub(self.first.1)?);
        (column < self.shown.0 && row < self.shown.1).then(|| Rect {
            x: self.area.x + column * (width + self.pitch.gap.width),
            y: self.area.y + row * (height + self.pitch.gap.height),
            width,
            height,
        })
    }

    /// The rows of the screen where a row of cells begins, lines above it included, and where the
    /// last one ends.
    pub fn edges(&self) -> Vec<u16> {
        let first = std::iter::once(self.outline().y);
        let pitch = self.pitch.cell.height + self.pitch.gap.height;
        let others = (1..self.shown.1).map(|row| self.area.y + row * pitch - self.pitch.gap.height);
        first.chain(others).chain([self.area.bottom()]).collect()
    }

    /// The cell under the mouse.
    pub fn spot(&self, at: Position) -> Option<Spot> {
        if !self.area.contains(at) {
            return None;
        }
        let step = |offset: u16, size: u16, gap: u16| {
            let pitch = (size + gap).max(1);
            (offset % pitch < size).then_some(offset / pitch)
        };
        let Pitch { cell, gap, .. } = self.pitch;
        let column = step(at.x - self.area.x, cell.width, gap.width)?;
        let row = step(at.y - self.area.y, cell.height, gap.height)?;
        Some((self.first.0 + column, self.first.1 + row))
    }

    /// The cell to which an input leads from another: a step, the one under the mouse, or the same
    /// one where it is chosen. None where the input means nothing to a board.
    pub fn steer<A>(&self, from: Spot, input: Input<A>) -> Option<Spot> {
        let (column, row) = from;
        match input {
            Input::Nav(Nav::Left) => Some((column.saturating_sub(1), row)),
            Input::Nav(Nav::Right) => Some(((column + 1).min(self.columns - 1), row)),
            Input::Nav(Nav::Up) => Some((column, row.saturating_sub(1))),
            Input::Nav(Nav::Down) => Some((column, (row + 1).min(self.rows - 1))),
            Input::Nav(Nav::Confirm) => Some(from),
            Input::Hover(at) | Input::Click(at) => self.spot(at),
            _ => None,
        }
    }

    /// The column under the mouse, whatever the row; the space beside a cell belongs to it.
    pub fn column(&self, x: u16) -> Option<u16> {
        let step = self.pitch.cell.width + self.pitch.gap.width;
        let column = (x + 1).checked_sub(self.area.x)? / step.max(1);
        (column < self.shown.0).then(|| self.first.0 + column)
    }

    /// Every cell that is seen, with its place, row by row.
    pub fn places(self) -> impl Iterator<Item = (Spot, Rect)> {
        let spots = self.window();
        (spots.top()..spots.bottom())
            .flat_map(move |row| (spots.left()..spots.right()).map(move |column| (column, row)))
            .filter_map(move |spot| Some((spot, self.place(spot)?)))
    }

    /// A small map of a board that scrolls, half a row for each cell; what is outside the window
    /// steps back. `shows` gives the colour of a cell and its letter where there is no paint.
    pub fn overview(
        &self,
        look: &Look,
        area: Rect,
        buf: &mut Buffer,
        shows: impl Fn(Spot) -> (Ink, char),
    ) {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        // A map larger than its area shows every second or third cell.
        let step =
            self.columns.div_ceil(area.width).max(self.rows.div_ceil(2 * area.height)).max(1);
        let window = self.window();
        let ground = look.theme().ink(Meaning::Ground);
        let shade = |spot: Spot| {
            let (ink, letter) = shows(spot);
            if window.contains(spot.into()) {
                (ink, letter)
            } else {
                (ink.towards(ground, 0.45), letter.to_ascii_lowercase())
            }
        };
        for (y, top) in
            (area.top()..area.bottom()).zip((0..self.rows).step_by(usize::from(2 * step)))
        {
            for (x, column) in
                (area.left()..area.right()).zip((0..self.columns).step_by(step.into()))
            {
                let (upper, letter) = shade((column, top));
                let cell = &mut buf[(x, y)];
                if !look.paints() {
                    cell.set_char(letter).set_style(look.theme().muted());
                    continue;
                }
                let below = top + step;
                let lower = if below < self.rows { shade((column, below)).0 } else { ground };
                cell.set_symbol("▀").set_fg(upper.color()).set_bg(lower.color());
            }
        }
    }
}

/// `a`, `b` … `z`, `aa`, `ab` …
pub fn letters(index: u16) -> String {
    let letter = |index: u16| char::from(b'a' + (index % 26) as u8);
    match index {
        0..26 => letter(index).to_string(),
        _ => format!("{}{}", letter(index / 26 - 1), letter(index)),
    }
}

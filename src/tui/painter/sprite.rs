//! Canvases, the sprites they become, and the cache of sprites.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use ratatui::buffer::{self, Buffer};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::Shape;
use super::blocks::{Fit, Mask, fit, flat, mask_of, nearest_block};
use crate::tui::colour::{Depth, Ink, Rgb};
use crate::tui::theme::{Meaning, Theme};

/// A picture in the making: layers of shapes over nothing.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: u16,
    height: u16,
    cells: Vec<Patch>,
}

impl Canvas {
    /// An empty canvas of so many cells.
    pub fn new(width: u16, height: u16) -> Canvas {
        let cells = usize::from(width) * usize::from(height);
        Canvas { width, height, cells: vec![Patch::default(); cells] }
    }

    /// Columns of the terminal.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows of the terminal.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Paints a shape over what is there.
    pub fn paint(&mut self, shape: &Shape, ink: Ink) -> &mut Canvas {
        self.each_covered(shape, |patch, mask| patch.cover(mask, ink));
        self
    }

    /// Paints a small picture of letters, each a colour, in squares of one column by half a row or a
    /// whole multiple of that; letters without a colour stay transparent. `top` counts half rows.
    pub fn pixels(
        &mut self,
        left: u16,
        top: u16,
        scale: u16,
        drawing: &[&str],
        colour: impl Fn(char) -> Option<Ink>,
    ) -> &mut Canvas {
        let side = f32::from(scale);
        for (line, row) in drawing.iter().zip(0_u16..) {
            for (letter, column) in line.chars().zip(0_u16..) {
                let Some(ink) = colour(letter) else { continue };
                let x = f32::from(left + column * scale);
                let y = f32::from(top + row * scale) / 2.0;
                self.paint(&Shape::rect(x, y, side, side / 2.0), ink);
            }
        }
        self
    }

    /// Draws a shape in one style with the blocks nearest to it, for terminals without colours.
    pub fn stencil(&mut self, shape: &Shape, style: Style) -> &mut Canvas {
        self.each_covered(shape, |patch, mask| {
            patch.letter = Some((nearest_block(mask).to_owned(), style));
        });
        self
    }

    /// Sets a mark or a letter on top of one cell, on the colour beneath it.
    pub fn letter(&mut self, column: u16, row: u16, symbol: &str, style: Style) -> &mut Canvas {
        if column < self.width && row < self.height {
            let index = usize::from(row) * usize::from(self.width) + usize::from(column);
            self.cells[index].letter = Some((symbol.to_owned(), style));
        }
        self
    }

    /// Lays another canvas over this one, with its upper left corner there.
    pub fn stamp(&mut self, column: u16, row: u16, other: &Canvas) -> &mut Canvas {
        for (index, patch) in other.cells.iter().enumerate() {
            let (x, y) = (index as u16 % other.width, index as u16 / other.width);
            if let Some((symbol, style)) = &patch.letter {
                self.letter(column + x, row + y, symbol, *style);
            }
        }
        self
    }

    /// Writes drawn lines, one character a cell; blanks stay transparent.
    pub fn art(&mut self, column: u16, row: u16, lines: &[&str], style: Style) -> &mut Canvas {
        for (line, y) in lines.iter().zip(row..) {
            for (symbol, x) in line.chars().zip(column..).filter(|(symbol, _)| *symbol != ' ') {
                self.letter(x, y, symbol.encode_utf8(&mut [0; 4]), style);
            }
        }
        self
    }

    fn each_covered(&mut self, shape: &Shape, mut paint: impl FnMut(&mut Patch, Mask)) {
        let (left, top, right, bottom) = shape.bounds();
        // Casts of floats saturate, so shapes outside the canvas give empty ranges.
        let columns = left.max(0.0) as u16..(right.ceil().max(0.0) as u16).min(self.width);
        let rows = top.max(0.0) as u16..(bottom.ceil().max(0.0) as u16).min(self.height);
        for row in rows {
            for column in columns.clone() {
                let mut mask: Mask = 0;
                for point in 0..64_u8 {
                    let x = f32::from(column) + (f32::from(point % 8) + 0.5) / 8.0;
                    let y = f32::from(row) + (f32::from(point / 8) + 0.5) / 8.0;
                    mask |= Mask::from(shape.contains(x, y)) << point;
                }
                // A sliver of a cell would only show as a faint halo next door.
                if mask.count_ones() > 3 {
                    let index = usize::from(row) * usize::from(self.width) + usize::from(column);
                    paint(&mut self.cells[index], mask);
                }
            }
        }
    }
}

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Sprite(Canvas);

impl From<Canvas> for Sprite {
    fn from(canvas: Canvas) -> Sprite {
        Sprite(canvas)
    }
}

impl Sprite {
    /// Columns of the terminal.
    pub fn width(&self) -> u16 {
        self.0.width()
    }

    /// Draws the sprite with its top left cell at a place that may lie outside the buffer.
    pub fn draw(&self, buf: &mut Buffer, x: i32, y: i32) {
        self.draw_within(buf.area, buf, x, y);
    }

    /// Draws what falls into `clip`: a disc coming out from behind an edge.
    pub fn draw_within(&self, clip: Rect, buf: &mut Buffer, x: i32, y: i32) {
        let clip = clip.intersection(buf.area);
        if self.0.width == 0 {
            return;
        }
        for (row, line) in (y..).zip(self.0.cells.chunks(usize::from(self.0.width))) {
            let Ok(row) = u16::try_from(row) else { continue };
            if row < clip.top() || row >= clip.bottom() {
                continue;
            }
            for (column, patch) in (x..).zip(line) {
                let Ok(column) = u16::try_from(column) else { continue };
                if column >= clip.left() && column < clip.right() {
                    patch.draw(&mut buf[(column, row)]);
                }
            }
        }
    }
}

/// Sprites that were painted already. It belongs to one theme: another theme has its own.
#[derive(Default, Debug)]
pub struct Sprites {
    painted: RefCell<HashMap<u64, Rc<Sprite>>>,
}

impl Sprites {
    /// The sprite of this description and size, painted now if it never was. The key holds
    /// everything that changes the picture: `("disc", hue, state)`. Only its 64-bit hash is kept;
    /// two of a few hundred pictures share one about as often as dice land on an edge.
    pub fn get(
        &self,
        key: impl Hash,
        width: u16,
        height: u16,
        paint: impl FnOnce(&mut Canvas),
    ) -> Rc<Sprite> {
        let mut hasher = DefaultHasher::new();
        (key, width, height).hash(&mut hasher);
        let mut paint = Some(paint);
        self.of_hash(hasher.finish(), (width, height), &mut |canvas| {
            if let Some(paint) = paint.take() {
                paint(canvas);
            }
        })
    }

    /// The same, written once for all that paint.
    fn of_hash(
        &self,
        key: u64,
        (width, height): (u16, u16),
        paint: &mut dyn FnMut(&mut Canvas),
    ) -> Rc<Sprite> {
        if let Some(sprite) = self.painted.borrow().get(&key) {
            return Rc::clone(sprite);
        }
        let mut canvas = Canvas::new(width, height);
        paint(&mut canvas);
        let sprite = Rc::new(Sprite::from(canvas));
        let mut painted = self.painted.borrow_mut();
        // Resizing all evening must not fill the memory.
        if painted.len() >= 2000 {
            painted.clear();
        }
        painted.insert(key, Rc::clone(&sprite));
        sprite
    }
}

/// Lets an area step back behind a window: 40 % of it remains. Without mixing colours everything
/// becomes faint there, and without any colour it becomes dim.
pub fn dim(buf: &mut Buffer, area: Rect, theme: &Theme) {
    let (ground, text) = (theme.ink(Meaning::Ground), theme.ink(Meaning::Text));
    let mut fronts = Fading { own: text, ground, known: Vec::new() };
    let mut backs = Fading { own: ground, ground, known: Vec::new() };
    let area = area.intersection(buf.area);
    for y in area.rows().map(|row| row.y) {
        for x in area.left()..area.right() {
            let cell = &mut buf[(x, y)];
            match theme.depth() {
                Depth::True | Depth::Ansi256 => {
                    cell.fg = fronts.fade(cell.fg);
                    cell.bg = backs.fade(cell.bg);
                }
                Depth::Ansi16 => {
                    // Shapes would leave odd halves behind; an even grain is calmer.
                    let blank = cell.symbol() == " " && cell.bg == Color::Reset;
                    if mask_of(cell.symbol()).is_some() && !blank {
                        cell.set_symbol("░");
                    }
                    cell.fg = theme.color(Meaning::Faint);
                    cell.bg = Color::Reset;
                    cell.modifier = Modifier::empty();
                }
                Depth::Mono => cell.modifier = Modifier::DIM,
            }
        }
    }
}

/// Faded colours that were computed already. A screen has few, and neighbours mostly share them, so
/// the ones last used are looked at first.
struct Fading {
    own: Ink,
    ground: Ink,
    known: Vec<(Color, Color)>,
}

impl Fading {
    fn fade(&mut self, color: Color) -> Color {
        if let Some(index) = self.known.iter().rposition(|(known, _)| *known == color) {
            let (_, faded) = self.known[index];
            let last = self.known.len() - 1;
            self.known.swap(index, last);
            return faded;
        }
        let rgb = Rgb::of_color(color).unwrap_or(self.own.rgb());
        let faded = Ink::new(rgb, color).towards(self.ground, 0.6).color();
        self.known.push((color, faded));
        faded
    }
}

/// One cell of a picture: shapes that do not overlap, and perhaps a letter on top.
#[derive(Clone, Default, Debug)]
struct Patch {
    layers: Vec<(Ink, Mask)>,
    letter: Option<(String, Style)>,
    /// How it looks over what it was last drawn on; nearly always the same thing.
    last: Cell<Option<(Under, Fit)>>,
}

/// What shows through a patch: the points in a cell's foreground, its colour, and the background.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Under {
    mask: Mask,
    front: Color,
    back: Color,
}

impl Patch {
    fn covered(&self) -> Mask {
        self.layers.iter().fold(0, |covered, (_, mask)| covered | mask)
    }

    fn cover(&mut self, mask: Mask, ink: Ink) {
        for (_, layer) in &mut self.layers {
            *layer &= !mask;
        }
        self.layers.retain(|(_, layer)| *layer != 0);
        match self.layers.iter_mut().find(|(known, _)| *known == ink) {
            Some((_, layer)) => *layer |= mask,
            None => self.layers.push((ink, mask)),
        }
    }

    fn draw(&self, cell: &mut buffer::Cell) {
        if self.layers.is_empty() && self.letter.is_none() {
            return;
        }
        let fit = self.over(cell);
        cell.set_symbol(fit.symbol).set_fg(fit.fg).set_bg(fit.bg);
        cell.modifier = fit.modifier;
        if let Some((symbol, style)) = &self.letter {
            cell.set_symbol(symbol).set_style(*style);
        }
    }

    /// The picture over what the cell shows now: a block with its two colours, or one background.
    fn over(&self, cell: &buffer::Cell) -> Fit {
        let free = !self.covered();
        let (front, back) = match cell.modifier.contains(Modifier::REVERSED) {
            true => (cell.bg, cell.fg),
            false => (cell.fg, cell.bg),
        };
        let mask = free & mask_of(cell.symbol()).unwrap_or(0);
        // A foreground that shows nowhere must not make a difference.
        let under = Under { mask, front: if mask == 0 { back } else { front }, back };
        if let Some((_, fit)) = self.last.get().filter(|(last, _)| *last == under) {
            return fit;
        }
        let rgb_of = |color| Ink::new(Rgb::of_color(color).unwrap_or(Rgb::BLACK), color);
        let shown = [(rgb_of(back), free & !mask), (rgb_of(front), mask)];
        // Where colours are few, two inks may be one: no edge shows between them.
        let mut layers: Vec<(Ink, Mask)> = Vec::new();
        for (ink, mask) in self.layers.iter().copied().chain(shown).filter(|(_, mask)| *mask != 0) {
            match layers.iter_mut().find(|(known, _)| known.color() == ink.color()) {
                Some((_, layer)) => *layer |= mask,
                None => layers.push((ink, mask)),
            }
        }
        let fit = match self.letter {
            Some(_) => Fit::flat(flat(&layers)),
            None => fit(&layers),
        };
        self.last.set(Some((under, fit)));
        fit
    }
}

#[cfg(test)]
mod tests;

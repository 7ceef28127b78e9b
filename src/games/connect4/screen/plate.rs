//! One drawing of the plate: its discs, the ghost of the next one, and the disc in hand.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::{Ui, hue};
use crate::games::connect4::Connect4;
use crate::tui::board::{Board, Frame, Grid, LabelSide, Labels, Mark, Spot, Square, middle};
use crate::tui::game_ui::{GameUi, Seen};
use crate::tui::painter::Shape;
use crate::tui::pieces::{Mood, disc, hole};
use crate::tui::text::{fill, put};
use crate::tui::theme::{Depth, Ink, Meaning};
use crate::tui::{Charset, Look};

/// One drawing of the plate, its discs and the hand above.
pub struct PlateDrawing<'a> {
    pub seen: &'a Seen<'a, Connect4>,
    pub ui: &'a Ui,
    pub look: &'a Look,
    pub grid: Grid,
    pub area: Rect,
}

impl PlateDrawing<'_> {
    pub fn draw(&self, buf: &mut Buffer) {
        if self.look.paints() {
            self.plate(buf);
            self.light(buf);
        }
        let acting = self.seen.acting.is_some();
        Board {
            look: self.look,
            grid: self.grid,
            surface: None,
            labels: Labels {
                columns: Some((LabelSide::After, |column| (column + 1).to_string())),
                ..Labels::default()
            },
            current: acting.then_some((self.ui.column as u16, u16::MAX)),
        }
        .draw(buf, |spot| self.square(spot));
        self.falling(buf);
        self.hand(buf);
    }

    /// The colour of the plate, which steps back behind a winning line.
    fn ink(&self) -> Ink {
        let theme = self.look.theme();
        let plate = theme.ink(Meaning::Plate);
        let won = !self.seen.view.winning_cells().is_empty() && self.ui.landing.lights(0);
        match won && self.look.depth() > Depth::Ansi16 {
            true => plate.towards(theme.ink(Meaning::Ground), 0.55),
            false => plate,
        }
    }

    fn plate(&self, buf: &mut Buffer) {
        let theme = self.look.theme();
        let around = |columns: u16| {
            let cells = self.grid.area();
            let x = cells.x.saturating_sub(columns);
            Rect { x, width: cells.width + 2 * columns, ..cells }.intersection(self.area)
        };
        let ink = self.ink();
        // The sides stand outside the cells, where there is room for both.
        let sides = around(2);
        if sides.width == self.grid.area().width + 4 {
            fill(buf, sides, theme.text().bg(ink.highlight().towards(ink, 0.7).color()));
        }
        fill(buf, around(1), theme.text().bg(ink.color()));
    }

    /// A strip of light joins the winning discs as far as they are lit.
    fn light(&self, buf: &mut Buffer) {
        let line = self.seen.view.winning_cells();
        let straight = line.len() == self.seen.view.board().connect();
        let lit = line.iter().enumerate().take_while(|(at, _)| self.ui.landing.lights(*at)).count();
        let (Some(seat), Some(&first)) = (
            line.first().and_then(|&(column, row)| self.seen.view.disc(column, row)),
            line.first(),
        ) else {
            return;
        };
        if !straight
            || lit < 2
            || self.ui.landing.falling().is_some()
            || self.grid.cell().height < 3
        {
            return;
        }
        let last = line[lit - 1];
        let (area, Size { width, height }) = (self.grid.area(), self.grid.cell());
        let rows = self.seen.view.board().rows();
        let centre = |(column, row): (usize, usize)| {
            let (across, down) = (column as u16, (rows - 1 - row) as u16);
            let middle = |at: u16, size: u16| f32::from(at) + f32::from(size) / 2.0;
            (middle(across * (width + 1), width), middle(down * height, height))
        };
        let (plate, piece) = (self.ink(), self.look.theme().piece(hue(seat)));
        let key = ("strip of light", first, last, hue(seat));
        let sprite = self.look.sprite(key, area.width, area.height, |canvas| {
            for (wide, share) in [(5.2, 0.22), (2.6, 0.50)] {
                let strip = Shape::line(centre(first), centre(last), wide);
                canvas.paint(&strip, plate.towards(piece, share));
            }
        });
        sprite.draw(buf, area.x.into(), area.y.into());
    }

    /// Rows of the view count from the bottom, those of the grid from the top.
    fn cell(&self, (column, row): Spot) -> (usize, usize) {
        (usize::from(column), self.seen.view.board().rows() - 1 - usize::from(row))
    }

    fn spot(&self, (column, row): (usize, usize)) -> Spot {
        (column as u16, (self.seen.view.board().rows() - 1 - row) as u16)
    }

    fn square(&self, spot: Spot) -> Square {
        let (look, view) = (self.look, self.seen.view);
        let (column, row) = self.cell(spot);
        let plate = self.ink();
        let size = self.grid.cell();
        let falling = self.ui.landing.falling();
        let in_flight = falling.is_some_and(|(place, _)| place == (column, row));
        let mut square = Square::default();
        match view.disc(column, row).filter(|_| !in_flight) {
            Some(seat) => {
                let mood = self.mood(column, row);
                square.pieces.push(disc(look, hue(seat), mood, plate, size));
                // Turned over, a solid disc would be four corners; a heavy frame keeps it whole.
                let framed = self.grid.border().is_some() && look.charset() == Charset::Unicode;
                square.reversed = mood == Mood::Winning && !framed;
                if mood == Mood::Last || (mood == Mood::Winning && framed) {
                    square.marks.push(Mark::Framed(Frame::Heavy));
                }
            }
            None => {
                if self.grid.border().is_none() {
                    square.pieces.push(hole(look, size));
                }
                if self.ghost() == Some((column, row)) {
                    square.pieces.push(disc(look, hue(view.to_move()), Mood::Ghost, plate, size));
                }
                let hinted = self.seen.hint.map(|column| column.index());
                if hinted == Some(column) && view.height(column) == row {
                    square.marks.push(Mark::Hint);
                    // The corners may drown in a light plate; the hole is always dark or light enough.
                    if look.paints() && self.ghost() != Some((column, row)) {
                        square.words.push((0, "◇".to_owned(), look.theme().key()));
                    }
                }
            }
        }
        square
    }

    /// Where the disc in hand would land.
    fn ghost(&self) -> Option<(usize, usize)> {
        let view = self.seen.view;
        let column = self.ui.column.min(view.board().columns() - 1);
        let shown = self.seen.acting.is_some() && !Connect4::moving(self.ui);
        (shown && view.has_room(column)).then(|| (column, view.height(column)))
    }

    fn mood(&self, column: usize, row: usize) -> Mood {
        let view = self.seen.view;
        let line = view.winning_cells();
        // On a disc of two rows the only mark is a paler face, which looks like a third colour where
        // nobody plays and asks which disc was the last.
        let unmarked = self.seen.names.is_empty() && self.grid.cell().height == 2;
        let last = !unmarked
            && view.last().is_some_and(|d| d.index() == column && view.height(column) == row + 1);
        if line.is_empty() || self.ui.landing.falling().is_some() {
            return if last { Mood::Last } else { Mood::Plain };
        }
        match line.iter().position(|cell| *cell == (column, row)) {
            None => Mood::Dimmed,
            Some(at) if self.ui.landing.lights(at) => Mood::Winning,
            Some(_) => Mood::Plain,
        }
    }

    fn falling(&self, buf: &mut Buffer) {
        let Some((cell, height)) = self.ui.landing.falling() else { return };
        let (Some(seat), Some(place)) =
            (self.seen.view.disc(cell.0, cell.1), self.grid.place(self.spot(cell)))
        else {
            return;
        };
        let lines = u16::from(self.grid.border().is_some());
        let up = height * f32::from(place.height + lines);
        let y = i32::from(place.y) - up.round() as i32;
        let behind = match y < i32::from(self.grid.area().y) {
            true => self.look.theme().ink(Meaning::Ground),
            false => self.ink(),
        };
        disc(self.look, hue(seat), Mood::Plain, behind, self.grid.cell()).draw_within(
            self.area,
            buf,
            place.x.into(),
            y,
        );
    }

    /// The disc over the chosen column; without paint, a line shows where it falls.
    fn hand(&self, buf: &mut Buffer) {
        let view = self.seen.view;
        let Some(seat) = self.seen.acting.filter(|_| !Connect4::moving(self.ui)) else { return };
        let column = self.ui.column.min(view.board().columns() - 1);
        let Some(top) = self.grid.place((column as u16, 0)) else { return };
        let mood = if view.has_room(column) { Mood::Plain } else { Mood::Dimmed };
        // Where its own height does not fit it is lower, and still whole.
        let height = top.height.min(top.y - self.area.y);
        let ground = self.look.theme().ink(Meaning::Ground);
        disc(self.look, hue(seat), mood, ground, Size::new(top.width, height)).draw(
            buf,
            top.x.into(),
            (top.y - height).into(),
        );
        let Some(landing) = self.ghost().and_then(|cell| self.grid.place(self.spot(cell))) else {
            return;
        };
        if self.grid.border().is_none() {
            return;
        }
        let style = self.look.theme().text();
        for y in top.y..landing.y.saturating_sub(1) {
            let sign = match y + 2 == landing.y {
                true => self.look.glyph("▽", "v"),
                false => self.look.glyph("╎", ":"),
            };
            put(buf, self.area, middle(top).x, y, sign, style);
        }
    }
}

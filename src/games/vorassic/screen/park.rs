//! One drawing of the park: values by their heat, everybody's cells, and the flood of the last one.

use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{FLOOD, Flood, Lens, ParkLayout, Ui, cell_at, hue, score, spot};
use crate::games::vorassic::{Cell, Mode, Vorassic, letter};
use crate::play::Seat;
use crate::tui::Look;
use crate::tui::board::{Board, LabelSide, Labels, Mark, Square};
use crate::tui::game_ui::Seen;
use crate::tui::painter::Sprite;
use crate::tui::pieces::{number, printed_number};
use crate::tui::text::fill;
use crate::tui::theme::{Depth, Ink, Meaning, Rgb};

/// One drawing of the park.
pub struct ParkDrawing<'a> {
    pub seen: &'a Seen<'a, Vorassic>,
    pub ui: &'a Ui,
    pub look: &'a Look,
    pub layout: ParkLayout,
    /// Who would be first where.
    pub territory: Vec<Option<Seat>>,
}

impl ParkDrawing<'_> {
    pub fn draw(&self, buf: &mut Buffer) {
        let grid = self.layout.grid;
        let labels = Labels {
            columns: Some((LabelSide::Before, |column| letter(column.into()).to_string())),
            rows: Some((LabelSide::Before, |row| row.to_string())),
            gap: 1,
        };
        Board {
            look: self.look,
            grid,
            surface: Some(self.look.theme().ink(Meaning::Ground)),
            labels: if self.layout.labels { labels } else { Labels::default() },
            current: self.seen.acting.map(|_| spot(self.ui.cursor)),
        }
        .draw(buf, |spot| self.square(cell_at(spot)));
        if let Some(flood) = self.ui.flood
            && let (Some(place), Some(seat)) =
                (grid.place(spot(flood.cell)), self.seen.view.owner(flood.cell))
        {
            fill(buf, flooded(flood, place), self.look.theme().on_piece(hue(seat)));
        }
        score::draw(self.seen, self.look, self.layout.score, buf);
    }

    fn square(&self, cell: Cell) -> Square {
        let view = self.seen.view;
        // What is being taken is free until the flood has passed.
        let flooding = self.ui.flood.is_some_and(|flood| flood.cell == cell);
        let mut square = match view.owner(cell) {
            Some(seat) if !flooding => self.owned(cell, seat),
            None if view.grid().is_wall(cell) => self.wall(),
            _ => self.free(cell),
        };
        if self.seen.hint == Some(&cell) {
            square.marks.push(Mark::Hint);
        }
        if self.seen.acting.is_some() && self.ui.cursor == cell {
            square.marks.push(Mark::Cursor);
        }
        square
    }

    /// Whether there are colours between two others; sixteen have none.
    fn shades(&self) -> bool {
        self.look.paints() && self.look.depth() > Depth::Ansi16
    }

    fn ground(&self, cell: Cell) -> Ink {
        let theme = self.look.theme();
        theme.checker(theme.ink(Meaning::Ground), cell.column(), cell.row())
    }

    /// Walls stay behind the values.
    fn wall(&self) -> Square {
        let theme = self.look.theme();
        let stone = theme.ink(Meaning::Stone).towards(theme.ink(Meaning::Ground), 0.70);
        let size = self.layout.grid.cell();
        let mut square = Square { surface: Some(stone), ..Square::default() };
        if !self.look.paints() {
            let sign = self.look.glyph("▒", "#").repeat(size.width.into());
            let bricks = self.look.sprite("park wall", size.width, size.height, |canvas| {
                canvas.art(0, 0, &vec![sign.as_str(); size.height.into()], theme.muted());
            });
            square.pieces.push(bricks);
        }
        square
    }

    fn free(&self, cell: Cell) -> Square {
        let theme = self.look.theme();
        let value = self.seen.view.grid().value(cell);
        let first = self.territory[cell.index(self.seen.view.size())];
        let legal = self.seen.legal.contains(&cell);
        let claimed = first.filter(|_| self.ui.lens == Lens::Territory && !legal);
        let mut square = Square::default();
        // A lit cell is the next one's, whatever its shade.
        if let Some(seat) = claimed {
            square.surface = Some(self.ground(cell).towards(theme.piece(hue(seat)), 0.24));
        }
        let style = match first {
            // On a lit cell the cool values would drown.
            _ if legal => {
                let ink = theme.heat_ink(value).towards(theme.ink(Meaning::Bright), 0.3);
                Style::new().fg(ink.color()).add_modifier(Modifier::BOLD)
            }
            None if !self.seen.turn.is_over() && self.seen.view.last().is_some() => theme.line(),
            _ => theme.heat(value),
        };
        match self.large(value, style) {
            Some(figure) => square.pieces.push(figure),
            None => square.words.extend(self.value(&value.to_string(), style)),
        }
        if legal {
            square.marks.push(Mark::Legal);
        }
        if let Some(seat) = claimed.filter(|_| self.layout.grid.cell().width >= 3) {
            let style = if self.shades() {
                let ink = self.ground(cell).towards(theme.piece(hue(seat)), 0.42);
                Style::new().fg(ink.color())
            } else {
                theme.seat(hue(seat))
            };
            square.words.push((1, self.look.mark(hue(seat)).to_owned(), style));
        }
        square
    }

    fn owned(&self, cell: Cell, seat: Seat) -> Square {
        let (view, theme) = (self.seen.view, self.look.theme());
        let snake = view.mode() == Mode::Snake;
        let start = view.grid().starts()[seat.index()] == cell;
        let head = snake && view.head(seat) == cell;
        let last = view.last() == Some(cell);
        let piece = theme.piece(hue(seat));
        let strong = head || last || (start && !snake);
        let surface =
            if strong || !self.shades() { piece } else { piece.towards(self.ground(cell), 0.58) };
        let style = if self.look.paints() { theme.on(surface) } else { theme.seat(hue(seat)) };
        let style = if strong { style.add_modifier(Modifier::BOLD) } else { style };
        let value = view.grid().value(cell).to_string();
        let width = self.layout.grid.cell().width;
        let mark = self.look.mark(hue(seat));
        let mut square = Square { surface: Some(surface), ..Square::default() };
        if !self.look.paints() {
            // Letters are small along a snake; marks have no small ones.
            let mark = if snake && !head { mark.to_ascii_lowercase() } else { mark.to_owned() };
            let figure = self.large(view.grid().value(cell), style).filter(|_| !start);
            let style = if head { style.add_modifier(Modifier::REVERSED) } else { style };
            if let Some(figure) = figure {
                square.pieces.push(figure);
                // At the edge of the cell, away from the figure.
                let mark = if width >= 11 { format!(" {mark} ") } else { mark };
                square.words.push((-(width as i16 / 2), mark, style));
                return square;
            }
            square.words.push((-1, if start { mark } else { format!("{mark}{value}") }, style));
            return square;
        }
        let large = self.large(view.grid().value(cell), style).filter(|_| !start);
        let is_large = large.is_some();
        match large {
            Some(figure) => square.pieces.push(figure),
            None => square.words.extend(self.value(if start { mark } else { &value }, style)),
        }
        if is_large && last {
            // Beside the figure, which is wider than a letter.
            let aside = width as i16 / 2 - 1;
            square.words.push((1 - aside, self.look.glyph("‹", ">").to_owned(), style));
            square.words.push((aside, self.look.glyph("›", "<").to_owned(), style));
            return square;
        }
        if is_large {
            let style = style.fg(surface.towards(theme.readable_on(surface), 0.5).color());
            square.words.push((width as i16 / 2 - 1, mark.to_owned(), style));
            return square;
        }
        if !start && !last && width >= 3 {
            let style = if self.shades() {
                style.fg(surface.towards(theme.readable_on(surface), 0.5).color())
            } else {
                style
            };
            square.words.push((if width >= 4 { 2 } else { 1 }, mark.to_owned(), style));
        }
        if last && width >= 3 && value.len() == 1 {
            square.marks.push(Mark::Last(style));
        }
        square
    }

    /// A value in pixels, where the cell is large enough.
    fn large(&self, value: i32, style: Style) -> Option<Rc<Sprite>> {
        if !self.look.paints() {
            return printed_number(self.look, value, style, self.layout.grid.cell());
        }
        let colour = style.fg?;
        let ink = Ink::new(Rgb::of_color(colour)?, colour);
        number(self.look, value, ink, self.layout.grid.cell())
    }

    /// A value in the middle of its cell; the sign stands before the middle.
    fn value(&self, text: &str, style: Style) -> Option<(i16, String, Style)> {
        let before = text.chars().count() as u16 - 1;
        match self.layout.grid.cell().width > before {
            true => Some((-(before as i16), text.to_owned(), style)),
            false if self.look.paints() => None,
            false => Some((0, "-".to_owned(), style)),
        }
    }
}

/// The part of a place that the flood has reached, coming from its neighbour.
fn flooded(flood: Flood, place: Rect) -> Rect {
    let share = flood.time.as_secs_f32() / FLOOD.as_secs_f32();
    let part = |whole: u16| ((f32::from(whole) * share).ceil() as u16).clamp(1, whole);
    let Some(from) = flood.from else { return place };
    if from.column != flood.cell.column {
        let width = part(place.width);
        let x = if from.column < flood.cell.column { place.x } else { place.right() - width };
        Rect { x, width, ..place }
    } else {
        let height = part(place.height);
        let y = if from.row < flood.cell.row { place.y } else { place.bottom() - height };
        Rect { y, height, ..place }
    }
}

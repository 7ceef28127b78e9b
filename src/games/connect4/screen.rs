//! Connect Four on the screen: the blue plate, the disc above it, and how a column is chosen.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::analysis::{self, Analysis, ColumnValue, Prospect};
use super::{Board, Column, Connect4};
use crate::play::{Game, Hue, Outcome, Seat, Turn};
use crate::search::Cancel;
use crate::tui::game_ui::{GameUi, Input, Reply, Seen, Worth};
use crate::tui::keys::Nav;
use crate::tui::motion::Landing;
use crate::tui::pieces::{Mood, disc, hole};
use crate::tui::text::{fill, put};
use crate::tui::theme::Meaning;
use crate::tui::{Look, panels};

/// A cell with its disc and the gap at its right, from the largest.
const CELLS: [(u16, u16); 8] = [(12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 2), (4, 1), (2, 1)];

/// The cursor, and what is in motion.
#[derive(Debug)]
pub struct Ui {
    column: usize,
    /// The disc that was played last, by its column and row.
    landing: Landing<(usize, usize)>,
}

impl Default for Ui {
    fn default() -> Ui {
        // The middle of the usual board; `reset` puts it in the middle of others.
        Ui { column: 3, landing: Landing::default() }
    }
}

/// Where everything stands.
struct Geometry {
    /// One cell; its disc leaves the last column free.
    cell: Size,
    /// The top left cell of the plate, without its sides.
    plate: Rect,
    /// The rows above the plate, for the disc in hand.
    above: Rect,
    numbers: Rect,
}

impl Geometry {
    fn of(board: &Board, area: Rect, hand: Hand) -> Geometry {
        let hand_rows = |height| if hand == Hand::Shown { hand_rows(height) } else { 0 };
        let (columns, rows) = (board.columns() as u16, board.rows() as u16);
        let needs = |(w, h): (u16, u16)| (columns * w + 1, rows * h + 1 + hand_rows(h));
        let fits = |cell: &&(u16, u16)| {
            let (width, height) = needs(**cell);
            width <= area.width && height <= area.height
        };
        let (w, h) = CELLS.iter().find(fits).copied().unwrap_or(CELLS[CELLS.len() - 1]);
        let (width, height) = needs((w, h));
        let x = area.x + area.width.saturating_sub(width) / 2;
        let y = area.y + area.height.saturating_sub(height) / 2;
        let hand = hand_rows(h);
        let inner = columns * w + 1;
        Geometry {
            cell: Size::new(w, h),
            plate: Rect::new(x, y + hand, inner, rows * h),
            above: Rect::new(x, y, inner, hand),
            numbers: Rect::new(x, y + hand + rows * h, inner, 1),
        }
    }

    /// The top left corner of a cell's disc; rows from the bottom.
    fn corner(&self, board: &Board, column: usize, row: usize) -> (i32, i32) {
        let down = (board.rows() - 1 - row) as i32;
        (
            i32::from(self.plate.x) + 1 + column as i32 * i32::from(self.cell.width),
            i32::from(self.plate.y) + down * i32::from(self.cell.height),
        )
    }

    fn disc(&self) -> Size {
        Size::new(self.cell.width - 1, self.cell.height)
    }

    fn column_at(&self, board: &Board, at: Position) -> Option<usize> {
        let tall = Rect {
            y: self.above.y,
            height: self.above.height + self.plate.height + 1,
            ..self.plate
        };
        let column = usize::from((at.x.checked_sub(tall.x)?) / self.cell.width);
        (tall.contains(at) && column < board.columns()).then_some(column)
    }
}

/// Whether there is room for a disc in hand; a miniature needs none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hand {
    Shown,
    Absent,
}

/// Rows for the disc in hand: its own height, or one less where a disc is 2.5 rows of 3.
fn hand_rows(cell_height: u16) -> u16 {
    match cell_height {
        0..=2 => cell_height.max(1),
        tall => tall - 1,
    }
}

impl GameUi for Connect4 {
    type Ui = Ui;
    type Action = ();
    type Insight = Analysis;

    const ANALYSIS: Option<&'static str> = Some("analysis");
    const WORTH: Option<Worth<Analysis>> = Some(|known, turn| {
        let worth = known.best()?.worth();
        Some(if turn.seat() == Some(Seat::FIRST) { worth } else { -worth })
    });

    fn act(
        ui: &mut Ui,
        seen: &Seen<Connect4>,
        input: Input<()>,
        area: Rect,
        _: &Look,
    ) -> Reply<Column> {
        let board = seen.view.board();
        let last = board.columns() - 1;
        let geometry = Geometry::of(board, area, Hand::Shown);
        match input {
            Input::Nav(Nav::Left) | Input::WheelUp => {
                ui.column = ui.column.checked_sub(1).unwrap_or(last);
            }
            Input::Nav(Nav::Right) | Input::WheelDown => {
                ui.column = if ui.column >= last { 0 } else { ui.column + 1 };
            }
            Input::Nav(Nav::First) => ui.column = 0,
            Input::Nav(Nav::Last) => ui.column = last,
            Input::Nav(Nav::Confirm | Nav::Down) => return drop_in(seen, ui.column),
            // A digit drops at once; whoever mistypes takes it back.
            Input::Digit(digit) => {
                // On wide boards 0 is the tenth.
                let column = if digit == 0 { 9 } else { usize::from(digit) - 1 };
                if column > last {
                    let why =
                        format!("there is no column {}, expected 1 to {}", column + 1, last + 1);
                    return Reply::Say(why);
                }
                ui.column = column;
                return drop_in(seen, column);
            }
            Input::Hover(at) => match geometry.column_at(board, at) {
                Some(column) => ui.column = column,
                None => return Reply::Ignored,
            },
            Input::Click(at) => match geometry.column_at(board, at) {
                Some(column) => {
                    ui.column = column;
                    return drop_in(seen, column);
                }
                None => return Reply::Ignored,
            },
            _ => return Reply::Ignored,
        }
        Reply::Redraw
    }

    fn draw(seen: &Seen<Connect4>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let hand = if seen.names.is_empty() { Hand::Absent } else { Hand::Shown };
        Picture { seen, ui, look, geometry: Geometry::of(seen.view.board(), area, hand), area }
            .draw(buf);
    }

    fn min_size(board: &Board) -> Size {
        let (w, h) = CELLS[CELLS.len() - 1];
        Size::new(board.columns() as u16 * w + 1, board.rows() as u16 * h + 2)
    }

    fn panel_rows(seen: &Seen<Connect4>, _: &Ui, room: u16) -> u16 {
        match seen.insight {
            Some(known) => 1 + (known.columns.len().div_ceil(abreast(known, room))) as u16,
            None => 0,
        }
    }

    fn panel(seen: &Seen<Connect4>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let Some(known) = seen.insight else { return };
        panels::heading(look, area, buf, "Analysis");
        if known.working {
            let sign = look.glyph(" working…", " working");
            let x = area.right().saturating_sub(sign.chars().count() as u16);
            put(buf, area, x, area.y, sign, look.theme().muted());
        }
        let rows = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let chosen = seen.acting.map(|_| ui.column);
        told_columns(known, chosen, look, rows, buf);
    }

    fn analyse(view: &Connect4, _: &[Column], cancel: &Cancel, report: &mut dyn FnMut(Analysis)) {
        analysis::analyse(view, cancel, report);
    }

    fn words(seen: &Seen<Connect4>, _: &Ui) -> Vec<(&'static [Nav], &'static str)> {
        match seen.acting {
            Some(_) => vec![(&[Nav::Left, Nav::Right], "column"), (&[Nav::Confirm], "drop")],
            None => Vec::new(),
        }
    }

    fn verdict(view: &Connect4, turn: &Turn, names: &[String]) -> Option<String> {
        match turn {
            Turn::Over(Outcome::Win(seat)) => {
                let name = names.get(seat.index())?;
                let many = ["three", "four", "five", "six"][view.board().connect() - 3];
                Some(format!("{name} wins with {many} in a row{}", way(view)))
            }
            Turn::Over(_) => Some("The board is full: a draw.".to_owned()),
            _ => None,
        }
    }

    fn moved(ui: &mut Ui, _: &Connect4, after: &Connect4) {
        let Some(drop) = after.last() else { return };
        let row = after.height(drop.index()).saturating_sub(1);
        let distance = (after.board().rows() - row) as f32;
        let line = after.winning_cells().len() as u32;
        ui.landing = Landing::new((drop.index(), row), distance, line);
    }

    fn reset(ui: &mut Ui, view: &Connect4) {
        Connect4::settle(ui);
        if ui.column >= view.board().columns() || view.last().is_none() {
            ui.column = view.board().columns() / 2;
        }
    }

    fn moving(ui: &Ui) -> bool {
        ui.landing.moves()
    }

    fn tick(ui: &mut Ui, elapsed: Duration) {
        ui.landing.tick(elapsed);
    }

    fn settle(ui: &mut Ui) {
        ui.landing = Landing::default();
    }
}

fn drop_in(seen: &Seen<Connect4>, column: usize) -> Reply<Column> {
    let drop = Column(column as u8);
    match (seen.acting, seen.view.check(&drop)) {
        (None, _) => Reply::Ignored,
        (Some(_), Ok(())) => Reply::Move(drop),
        (Some(_), Err(why)) => Reply::Say(why.to_string()),
    }
}

/// How many columns of the board stand side by side in a row of the panel: one, with its bar, as
/// long as that leaves room for some moves below.
fn abreast(known: &Analysis, room: u16) -> usize {
    if known.columns.len() + 4 <= usize::from(room) || known.columns.len() <= 7 { 1 } else { 2 }
}

/// Each column with its number, what it leads to, and a bar that says how good that is.
fn told_columns(
    known: &Analysis,
    chosen: Option<usize>,
    look: &Look,
    area: Rect,
    buf: &mut Buffer,
) {
    let theme = look.theme();
    let rows = usize::from(area.height).max(1);
    let half = area.width / 2;
    let side_by_side = known.columns.len() > rows;
    for (at, column) in known.columns.iter().enumerate() {
        let x = area.x + if at >= rows { half } else { 0 };
        let y = area.y + (at % rows) as u16;
        let number = if chosen == Some(at) { theme.strong() } else { theme.muted() };
        put(buf, area, x, y, &format!("{:>2}", at + 1), number);
        let (words, style, worth) = match column {
            ColumnValue::Full => ("full".to_owned(), theme.faint(), None),
            ColumnValue::Unknown => (look.glyph("…", "..").to_owned(), theme.faint(), None),
            ColumnValue::Known(prospect) => {
                let style = match prospect {
                    Prospect::Wins { .. } => theme.good(),
                    Prospect::Loses { .. } => theme.bad(),
                    Prospect::Draw | Prospect::Open { .. } => theme.muted(),
                };
                (prospect.to_string(), style, Some(prospect.worth()))
            }
        };
        put(buf, area, x + 3, y, &words, style);
        if !side_by_side {
            let bar = panels::inset(Rect { y, height: 1, ..area }, 3 + WORDS, 0, 0, 0);
            panels::balance(look, bar, buf, worth.unwrap_or_default(), style);
        }
    }
}

/// The longest of what is told of a column, and a space: `loses in 12`.
const WORDS: u16 = 12;

/// Which way the winning line runs, as words.
fn way(view: &Connect4) -> &'static str {
    let cells = view.winning_cells();
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return "" };
    if cells.len() > view.board().connect() + 1 {
        ", in more than one line"
    } else if first.0 == last.0 {
        ", up a column"
    } else if first.1 == last.1 {
        ", along a row"
    } else {
        ", on a diagonal"
    }
}

/// One drawing of the board.
struct Picture<'a> {
    seen: &'a Seen<'a, Connect4>,
    ui: &'a Ui,
    look: &'a Look,
    geometry: Geometry,
    area: Rect,
}

impl Picture<'_> {
    fn draw(&self, buf: &mut Buffer) {
        self.plate(buf);
        let board = self.seen.view.board();
        for column in 0..board.columns() {
            for row in 0..board.rows() {
                self.cell(column, row, buf);
            }
        }
        self.falling(buf);
        self.hand(buf);
        self.numbers(buf);
    }

    fn plate(&self, buf: &mut Buffer) {
        let theme = self.look.theme();
        let plate = self.geometry.plate;
        // The sides stand outside the cells, where there is room for them.
        let outer = Rect { x: plate.x.saturating_sub(1), width: plate.width + 2, ..plate };
        let outer = outer.intersection(self.area);
        if self.look.paints() {
            let ink = theme.ink(Meaning::Plate);
            fill(
                buf,
                outer.intersection(buf.area),
                theme.text().bg(ink.highlight().towards(ink, 0.7).color()),
            );
            fill(buf, plate.intersection(buf.area), theme.text().bg(ink.color()));
        } else {
            for y in plate.top()..plate.bottom() {
                put(buf, outer, outer.x, y, "|", theme.line());
                put(buf, outer, outer.right() - 1, y, "|", theme.line());
            }
        }
    }

    fn cell(&self, column: usize, row: usize, buf: &mut Buffer) {
        let view = self.seen.view;
        let plate = self.look.theme().ink(Meaning::Plate);
        let (x, y) = self.geometry.corner(view.board(), column, row);
        let size = self.geometry.disc();
        let falling = self.ui.landing.falling();
        let in_flight = falling.is_some_and(|(place, _)| place == (column, row));
        match view.disc(column, row).filter(|_| !in_flight) {
            Some(seat) => {
                let mood = self.mood(column, row);
                disc(self.look, hue(seat), mood, plate, size).draw(buf, x, y);
            }
            None => {
                hole(self.look, size).draw(buf, x, y);
                if self.ghost() == Some((column, row)) {
                    let seat = self.seen.view.to_move();
                    disc(self.look, hue(seat), Mood::Ghost, plate, size).draw(buf, x, y);
                }
            }
        }
    }

    /// Where the disc in hand would land.
    fn ghost(&self) -> Option<(usize, usize)> {
        let view = self.seen.view;
        let hint = self.seen.hint.map(|drop| drop.index());
        let column = hint.unwrap_or(self.ui.column).min(view.board().columns() - 1);
        let shown = self.seen.acting.is_some() && !Connect4::moving(self.ui);
        (shown && view.has_room(column)).then(|| (column, view.height(column)))
    }

    fn mood(&self, column: usize, row: usize) -> Mood {
        let view = self.seen.view;
        let line = view.winning_cells();
        let last =
            view.last().is_some_and(|d| d.index() == column && view.height(column) == row + 1);
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
        let Some(((column, row), height)) = self.ui.landing.falling() else { return };
        let view = self.seen.view;
        let Some(seat) = view.disc(column, row) else { return };
        let (x, y) = self.geometry.corner(view.board(), column, row);
        let up = height * f32::from(self.geometry.cell.height);
        let y = y - up.round() as i32;
        let behind = match y < i32::from(self.geometry.plate.y) {
            true => self.look.theme().ink(Meaning::Ground),
            false => self.look.theme().ink(Meaning::Plate),
        };
        let clip = Rect {
            y: self.geometry.above.y,
            height: self.geometry.above.height + self.geometry.plate.height,
            ..self.geometry.plate
        };
        disc(self.look, hue(seat), Mood::Plain, behind, self.geometry.disc())
            .draw_within(clip, buf, x, y);
    }

    /// The disc over the chosen column.
    fn hand(&self, buf: &mut Buffer) {
        let view = self.seen.view;
        let Some(seat) = self.seen.acting.filter(|_| !Connect4::moving(self.ui)) else { return };
        let column = self.ui.column.min(view.board().columns() - 1);
        let above = self.geometry.above;
        let (x, _) = self.geometry.corner(view.board(), column, 0);
        let ground = self.look.theme().ink(Meaning::Ground);
        let mood = if view.has_room(column) { Mood::Plain } else { Mood::Dimmed };
        // It hangs right over the plate; what does not fit has not come in from above yet.
        let y = i32::from(above.bottom()) - i32::from(self.geometry.cell.height);
        let size = self.geometry.disc();
        disc(self.look, hue(seat), mood, ground, size).draw_within(above, buf, x, y);
    }

    fn numbers(&self, buf: &mut Buffer) {
        let theme = self.look.theme();
        let board = self.seen.view.board();
        let row = self.geometry.numbers;
        let wide = self.geometry.cell.width;
        for column in 0..board.columns() {
            let number = (column + 1).to_string();
            let middle = row.x + 1 + column as u16 * wide + (wide - 1) / 2;
            let chosen = self.seen.acting.is_some() && self.ui.column == column;
            let hinted = self.seen.hint.is_some_and(|drop| drop.index() == column);
            let style = match (chosen, hinted) {
                (_, true) => theme.legal(),
                (true, false) => theme.strong(),
                (false, false) => theme.muted(),
            };
            // Two digits in a cell of two columns leave no room for marks.
            let tens = (number.len() > 1) as u16;
            put(buf, row, middle - tens, row.y, &number, style);
            if chosen && wide >= 4 {
                put(buf, row, middle - 1 - tens, row.y, self.look.glyph("‹", "<"), style);
                put(buf, row, middle + 1, row.y, self.look.glyph("›", ">"), style);
            }
        }
    }
}

fn hue(seat: Seat) -> Hue {
    Connect4::hue(seat, 2)
}

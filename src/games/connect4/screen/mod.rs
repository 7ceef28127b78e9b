//! Connect Four on the screen: the blue plate, the disc above it, and how a column is chosen.

mod plate;

use std::rc::Rc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::analysis::{self, Analysis, ColumnValue, Prospect};
use super::{Board, Column, Connect4};
use crate::play::{Game, Hue, Outcome, Seat, Turn};
use crate::search::Cancel;
use crate::tui::board::{Grid, Margin, Pitch, cross_column};
use crate::tui::game_ui::{GameUi, Input, Reply, Seen, Worth};
use crate::tui::keys::{Keymap, Nav};
use crate::tui::motion::Landing;
use crate::tui::painter::Sprite;
use crate::tui::pieces::{Mood, disc};
use crate::tui::text::put;
use crate::tui::theme::Meaning;
use crate::tui::{Hint, Look, hints, panels};
use plate::PlateDrawing;

/// Discs, from the smallest; a column of the plate stays free between two.
const PAINTED: [Pitch; 11] = [
    Pitch::loose(1, 1, 1, 0),
    Pitch::loose(3, 1, 1, 0),
    Pitch::loose(2, 2, 1, 0),
    Pitch::loose(3, 2, 1, 0),
    Pitch::loose(5, 3, 1, 0),
    Pitch::loose(7, 4, 1, 0),
    Pitch::loose(9, 5, 1, 0),
    Pitch::loose(11, 6, 1, 0),
    Pitch::loose(13, 7, 1, 0),
    Pitch::loose(15, 8, 1, 0),
    Pitch::loose(17, 9, 1, 0),
];
/// The same without paint: lines take the place of the plate.
const PRINTED: [Pitch; 10] = [
    Pitch::loose(1, 1, 1, 0),
    Pitch::loose(3, 1, 1, 0),
    Pitch::open(1, 1),
    Pitch::open(3, 1),
    Pitch::open(5, 2),
    Pitch::open(7, 3),
    Pitch::open(9, 4),
    Pitch::open(11, 5),
    Pitch::open(13, 6),
    Pitch::open(15, 7),
];

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

/// Whether there is room for a disc in hand; a miniature needs none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hand {
    Shown,
    Absent,
}

/// Where the cells stand: the hand above them, their numbers below.
fn layout(board: &Board, area: Rect, look: &Look, hand: Hand) -> Grid {
    let size = (board.columns() as u16, board.rows() as u16);
    let pitches: &[Pitch] = if look.paints() { &PAINTED } else { &PRINTED };
    let grid = Grid::fit_with(area, size, pitches, |pitch| margin(look, pitch, hand));
    // The disc in hand is as high as the others where that costs them nothing.
    let whole = |pitch: Pitch| Margin {
        top: if hand == Hand::Shown { pitch.cell.height } else { 0 },
        ..margin(look, pitch, hand)
    };
    let fits = |pitch: &&Pitch| {
        pitch.cell == grid.cell()
            && pitch.border == grid.border()
            && Grid::least(size, **pitch, whole(**pitch)).height <= area.height
    };
    match pitches.iter().find(fits) {
        Some(pitch) => Grid::fit_with(area, size, &[*pitch], whole),
        None => grid,
    }
}

/// The least that must stay free around the cells. A disc in hand may be lower than others, but
/// never loses its top.
fn margin(look: &Look, pitch: Pitch, hand: Hand) -> Margin {
    let top = match (hand, pitch.cell.height) {
        (Hand::Absent, _) => 0,
        (Hand::Shown, low @ 0..=2) => low,
        (Hand::Shown, tall) => tall - 1,
    };
    let side = u16::from(look.paints());
    Margin { left: side, top, right: side, bottom: 1 }
}

/// The column under the mouse, over the whole height of what is drawn.
fn column_at(grid: &Grid, area: Rect, at: Position) -> Option<usize> {
    let within = area.contains(at) && at.y <= grid.outline().bottom();
    grid.column(at.x).filter(|_| within).map(usize::from)
}

impl GameUi for Connect4 {
    type Ui = Ui;
    type Action = ();
    type Insight = Analysis;

    const ANALYSIS: Option<&'static str> = Some("analysis");
    const FILLS_STATUS: bool = true;
    const WORTH: Option<Worth<Analysis>> = Some(|known, turn| {
        let worth = known.best()?.worth();
        Some(if turn.seat() == Some(Seat::FIRST) { worth } else { -worth })
    });

    fn act(
        ui: &mut Ui,
        seen: &Seen<Connect4>,
        input: Input<()>,
        area: Rect,
        look: &Look,
    ) -> Reply<Column> {
        let board = seen.view.board();
        let last = board.columns() - 1;
        let grid = layout(board, area, look, Hand::Shown);
        match input {
            Input::Nav(Nav::Left) | Input::WheelUp => {
                ui.column = ui.column.saturating_sub(1);
            }
            Input::Nav(Nav::Right) | Input::WheelDown => {
                ui.column = (ui.column + 1).min(last);
            }
            Input::Nav(Nav::First) => ui.column = 0,
            Input::Nav(Nav::Last) => ui.column = last,
            Input::Nav(Nav::Confirm | Nav::Down) => return drop_in(seen, ui.column),
            // A digit drops at once; whoever mistypes takes it back.
            Input::Digit(digit) => {
                // On wide boards 0 is the tenth.
                let column = if digit == 0 { 9 } else { usize::from(digit) - 1 };
                if column > last {
                    // Who presses 0 where no column is the tenth means no tenth.
                    let meant = if last < 9 { usize::from(digit) } else { column + 1 };
                    let why = format!("there is no column {meant}; use 1 to {}", last + 1);
                    return Reply::Say(why);
                }
                ui.column = column;
                return drop_in(seen, column);
            }
            Input::Hover(at) => match column_at(&grid, area, at) {
                Some(column) => ui.column = column,
                None => return Reply::Ignored,
            },
            Input::Click(at) => match column_at(&grid, area, at) {
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
        let hand = if seen.names.is_empty() || seen.past { Hand::Absent } else { Hand::Shown };
        let grid = layout(seen.view.board(), area, look, hand);
        PlateDrawing { seen, ui, look, grid, area }.draw(buf);
    }

    fn proof(seen: &Seen<Connect4>, _: &Ui, look: &Look, area: Rect) -> Vec<Rect> {
        let board = seen.view.board();
        let grid = layout(board, area, look, Hand::Shown);
        let place = |&(column, row): &(usize, usize)| {
            grid.place((column as u16, (board.rows() - 1 - row) as u16))
        };
        seen.view.winning_cells().iter().filter_map(place).collect()
    }

    fn mark_failed(
        seen: &Seen<Connect4>,
        ui: &Ui,
        look: &Look,
        area: Rect,
        failed: &[Column],
        buf: &mut Buffer,
    ) {
        let grid = layout(seen.view.board(), area, look, Hand::Shown);
        for column in failed.iter().map(|column| column.index()) {
            let current = seen.acting.is_some() && ui.column == column;
            cross_column(look, &grid, column as u16, current, buf);
        }
    }

    fn edges(seen: &Seen<Connect4>, _: &Ui, look: &Look, area: Rect) -> Vec<u16> {
        layout(seen.view.board(), area, look, Hand::Shown).edges()
    }

    fn min_size(board: &Board) -> Size {
        let margin = Margin { left: 1, top: 1, right: 1, bottom: 1 };
        Grid::least((board.columns() as u16, board.rows() as u16), PAINTED[0], margin)
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

    fn better(known: &Analysis, than: Option<&Column>) -> Option<Column> {
        known.better(than.copied())
    }

    fn analyse(view: &Connect4, _: &[Column], cancel: &Cancel, report: &mut dyn FnMut(Analysis)) {
        analysis::analyse(view, cancel, report);
    }

    fn explained(keys: &Keymap) -> Vec<Hint> {
        let nav = |navs: &[Nav], about| hints::nav_about(keys, navs, "", about);
        vec![
            nav(&[Nav::Left, Nav::Right], "Moves your disc to another column."),
            nav(&[Nav::Confirm, Nav::Down], "Drops your disc into this column."),
            hints::digits("0-9", "Drops your disc into that column at once; 0 is column 10."),
            nav(&[Nav::First, Nav::Last], "Moves your disc to the first column, or the last."),
        ]
    }

    fn words(seen: &Seen<Connect4>, ui: &Ui) -> Vec<(&'static [Nav], &'static str)> {
        if seen.acting.is_none() {
            return Vec::new();
        }
        let mut words: Vec<(&'static [Nav], _)> = vec![(&[Nav::Left, Nav::Right], "column")];
        let column = ui.column.min(seen.view.board().columns() - 1);
        if seen.view.has_room(column) {
            words.push((&[Nav::Confirm], "drop"));
        }
        words
    }

    fn seat_piece(look: &Look, hue: Hue) -> Option<Rc<Sprite>> {
        let ground = look.theme().ink(Meaning::Ground);
        Some(disc(look, hue, Mood::Plain, ground, Size::new(5, 2)))
    }

    fn how(view: &Connect4, turn: &Turn, _: &[String]) -> Option<String> {
        match turn {
            Turn::Over(Outcome::Win(_)) => {
                let many = ["three", "four", "five", "six"][view.board().connect() - 3];
                Some(match way(view) {
                    // A whole sentence of its own: Sogo's 'with four {}' must not be taken for it.
                    "" => format!("with {many} in a row"),
                    way => format!("with {many} in a row{way}"),
                })
            }
            Turn::Over(_) => Some("the board is full".to_owned()),
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
        // A puzzle may begin with a full middle: the disc is held where it can drop.
        let free = (0..view.board().columns()).filter(|column| view.has_room(*column));
        ui.column = free.min_by_key(|column| column.abs_diff(ui.column)).unwrap_or(ui.column);
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
        // Two abreast have no room for small words.
        let words = match side_by_side {
            true => words.replace(" in ", " ").replace(" for ", " "),
            false => words,
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
        ""
    } else {
        ", on a diagonal"
    }
}

fn hue(seat: Seat) -> Hue {
    Connect4::hue(seat, 2)
}

//! Vorassic Park on the screen: the values by their heat, everybody's cells, and how one is taken.

mod park;
mod score;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::{Cell, LETTERS, Mode, Park, Vorassic};
use crate::play::{Game, Hue, Outcome, Seat, Turn};
use crate::tui::board::{Grid, Margin, Pitch, Spot, marks};
use crate::tui::game_ui::{GameUi, Input, Reply, Seen};
use crate::tui::keys::{Binding, Keymap, Nav, bind};
use crate::tui::panels::{Shell, Side};
use crate::tui::text::put;
use crate::tui::theme::Meaning;
use crate::tui::{Hint, Look, hints, panels};
use park::ParkDrawing;

/// How large a cell is drawn, from the smallest.
const PAINTED: [Pitch; 11] = [
    Pitch::tight(3, 1),
    Pitch::tight(4, 1),
    Pitch::tight(5, 2),
    Pitch::tight(6, 2),
    Pitch::tight(8, 3),
    Pitch::tight(10, 4),
    Pitch::tight(12, 5),
    Pitch::tight(14, 6),
    Pitch::tight(16, 7),
    Pitch::tight(18, 8),
    Pitch::tight(20, 9),
];
/// The same without paint, with lines where there is room for them.
const PRINTED: [Pitch; 12] = [
    Pitch::tight(3, 1),
    Pitch::tight(4, 1),
    Pitch::lined(3, 1),
    Pitch::lined(5, 1),
    Pitch::lined(7, 2),
    Pitch::lined(7, 3),
    Pitch::lined(9, 4),
    Pitch::lined(11, 5),
    Pitch::lined(13, 6),
    Pitch::lined(15, 7),
    Pitch::lined(17, 8),
    Pitch::lined(19, 9),
];
/// A miniature may be smaller still: its colours say enough.
const MINIATURES: [Pitch; 3] = [Pitch::tight(1, 1), Pitch::tight(2, 1), Pitch::tight(3, 1)];
/// The letters of the columns and the numbers of the rows.
const LABELS: Margin = Margin { left: 3, top: 1, right: 0, bottom: 0 };
/// Cells between the cursor and the edge of the window, where the park goes on.
const SIGHT: u16 = 2;
/// A captured cell is flooded from its neighbour in this time.
const FLOOD: Duration = Duration::from_millis(120);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Territory,
}

/// The cursor, the window on a large park, and what is in motion.
#[derive(Debug)]
pub struct Ui {
    cursor: Cell,
    /// The cell in the top left corner of the window.
    first: Spot,
    lens: Lens,
    flood: Option<Flood>,
}

impl Default for Ui {
    fn default() -> Ui {
        Ui { cursor: Cell::new(0, 0), first: (0, 0), lens: Lens::Values, flood: None }
    }
}

/// What the free cells show beside their values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lens {
    Values,
    /// Who would be there first.
    Territory,
}

/// A cell that is being taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Flood {
    cell: Cell,
    /// The cell it is flooded from.
    from: Option<Cell>,
    time: Duration,
}

impl GameUi for Vorassic {
    type Ui = Ui;
    type Action = Action;
    type Insight = ();

    const BINDINGS: &'static [Binding<Action>] = &[bind(
        Action::Territory,
        "territory",
        &["t"],
        "territory",
        "Shows who reaches which cells first, or hides it.",
    )];

    fn act(
        ui: &mut Ui,
        seen: &Seen<Vorassic>,
        input: Input<Action>,
        area: Rect,
        look: &Look,
    ) -> Reply<Cell> {
        let last = seen.view.size() as u8 - 1;
        let window = layout(seen, ui, area, look).grid.window();
        let page = window.height.saturating_sub(1).max(1) as u8;
        let cursor = &mut ui.cursor;
        match input {
            Input::Nav(Nav::Up) => cursor.row = cursor.row.saturating_sub(1),
            Input::Nav(Nav::Down) => cursor.row = last.min(cursor.row + 1),
            Input::Nav(Nav::Left) => cursor.column = cursor.column.saturating_sub(1),
            Input::Nav(Nav::Right) => cursor.column = last.min(cursor.column + 1),
            Input::Nav(Nav::PageUp) => cursor.row = cursor.row.saturating_sub(page),
            Input::Nav(Nav::PageDown) => cursor.row = last.min(cursor.row + page),
            Input::Nav(Nav::Next) => *cursor = next_best(seen, *cursor, 1),
            Input::Nav(Nav::Previous) => *cursor = next_best(seen, *cursor, -1),
            Input::Nav(Nav::First) => *cursor = seen.legal.first().copied().unwrap_or(*cursor),
            Input::Nav(Nav::Last) => *cursor = seen.legal.last().copied().unwrap_or(*cursor),
            Input::Nav(Nav::Confirm) => return take(seen, *cursor),
            Input::Own(Action::Territory) => {
                ui.lens = match ui.lens {
                    Lens::Values => Lens::Territory,
                    Lens::Territory => Lens::Values,
                };
            }
            Input::Hover(at) => {
                return point(ui, seen, area, look, at).map_or(Reply::Ignored, |_| Reply::Redraw);
            }
            Input::Click(at) => {
                return point(ui, seen, area, look, at)
                    .map_or(Reply::Ignored, |cell| take(seen, cell));
            }
            Input::WheelUp => return wheel(ui, seen, area, look, -2),
            Input::WheelDown => return wheel(ui, seen, area, look, 2),
            _ => return Reply::Ignored,
        }
        ui.first = follow(window, seen.view.size(), spot(ui.cursor), SIGHT);
        Reply::Redraw
    }

    fn draw(seen: &Seen<Vorassic>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let layout = layout(seen, ui, area, look);
        let territory = seen.view.territory();
        ParkDrawing { seen, ui, look, layout, territory }.draw(buf);
    }

    fn rule(park: &Park) -> &'static str {
        match park.mode() {
            Mode::Snake => "A snake grows from its head, not diagonally.",
            Mode::Octopus => "An octopus grows from any cell, diagonally too.",
        }
    }

    fn min_size(park: &Park) -> Size {
        let size = park.size() as u16;
        Size::new((3 * size + LABELS.left).min(48), (size + LABELS.top).min(16))
    }

    fn panel_rows(seen: &Seen<Vorassic>, ui: &Ui, room: u16) -> u16 {
        match map_rows(seen.view) {
            // A park this large may be seen in part only, so it has a map.
            Some(rows) if room > rows => rows + 1,
            Some(_) => room,
            None if room >= 10 => match ui.lens {
                Lens::Values => 3,
                Lens::Territory => 4,
            },
            None => 0,
        }
    }

    fn panel(seen: &Seen<Vorassic>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        match map_rows(seen.view) {
            Some(rows) => map(seen, ui, look, area, area.height.saturating_sub(rows).min(1), buf),
            None => legend(seen, ui, look, area, buf),
        }
    }

    fn explained(keys: &Keymap) -> Vec<Hint> {
        let nav = |navs: &[Nav], about| hints::nav_about(keys, navs, "", about);
        vec![
            nav(&[Nav::Up, Nav::Down, Nav::Left, Nav::Right], "Moves to another cell."),
            nav(&[Nav::Confirm], "Takes this cell."),
            nav(
                &[Nav::Next, Nav::Previous],
                "Jumps between the cells you can take, the richest first.",
            ),
            nav(&[Nav::First, Nav::Last], "Jumps to the first cell you can take, or the last."),
            nav(&[Nav::PageUp, Nav::PageDown], "Moves up or down by a screenful, in a large park."),
        ]
    }

    fn words(seen: &Seen<Vorassic>, ui: &Ui) -> Vec<(&'static [Nav], &'static str)> {
        if seen.acting.is_none() {
            return Vec::new();
        }
        let mut words: Vec<(&'static [Nav], _)> =
            vec![(&[Nav::Up, Nav::Down, Nav::Left, Nav::Right], "cell")];
        if seen.legal.contains(&ui.cursor) {
            words.push((&[Nav::Confirm], "take"));
        }
        words.push((&[Nav::Next], "richest"));
        words
    }

    fn edges(seen: &Seen<Vorassic>, ui: &Ui, look: &Look, area: Rect) -> Vec<u16> {
        layout(seen, ui, area, look).grid.edges()
    }

    fn seat_note(view: &Vorassic, seat: Seat) -> String {
        points(view.score(seat))
    }

    fn prompt(seen: &Seen<Vorassic>, ui: &Ui) -> Option<String> {
        let seat = seen.acting?;
        let here = here(seen, seat, ui.cursor);
        let skipped: Vec<&str> = seen.view.skipped().iter().map(|it| name(seen, *it)).collect();
        // Short, for the cell under the cursor has its place in the line too.
        Some(match skipped[..] {
            [] => here,
            [one] => format!("{one} can't move · {here}"),
            _ => format!("{} can't move · {here}", skipped.join(" and ")),
        })
    }

    fn how(view: &Vorassic, turn: &Turn, names: &[String]) -> Option<String> {
        let Turn::Over(outcome) = turn else { return None };
        let mut scores = view.scores()?;
        let name = |seat: Seat| names.get(seat.index()).map_or("", String::as_str);
        match outcome {
            Outcome::Win(seat) => {
                let most = scores.swap_remove(seat.index());
                let second = scores.into_iter().max().unwrap_or(0);
                let lead = points(most - second);
                Some(format!("by {lead}, {most} to {second}"))
            }
            _ => {
                let most = scores.iter().max().copied().unwrap_or(0);
                let equal = Seat::all(view.seats()).filter(|seat| view.score(*seat) == most);
                let equal: Vec<&str> = equal.map(name).collect();
                Some(format!("{} have {} each", equal.join(" and "), points(most)))
            }
        }
    }

    fn moved(ui: &mut Ui, before: &Vorassic, after: &Vorassic) {
        let (Some(cell), Some(seat)) = (after.last(), before.to_move()) else { return };
        let from = match after.mode() {
            Mode::Snake => Some(before.head(seat)),
            Mode::Octopus => {
                let mut beside = cell.beside(Mode::Octopus, after.size());
                beside.find(|cell| before.owner(*cell) == Some(seat))
            }
        };
        ui.flood = Some(Flood { cell, from, time: Duration::ZERO });
        // A snake goes on from its head, and so does the hand that leads it.
        if let (Mode::Snake, Some(seat)) = (after.mode(), after.to_move()) {
            ui.cursor = after.head(seat);
        }
    }

    fn reset(ui: &mut Ui, view: &Vorassic) {
        ui.flood = None;
        let lost = !ui.cursor.is_within(view.size()) || view.last().is_none();
        if let Some(seat) = view.to_move()
            && (lost || view.mode() == Mode::Snake)
        {
            ui.cursor = view.head(seat);
        }
        // The corner can never be taken: who comes into the middle of a match begins where they can.
        let in_the_corner = ui.cursor == Cell::new(0, 0) && view.last().is_some();
        if in_the_corner && let Some(cell) = view.legal_moves().first() {
            ui.cursor = *cell;
        }
    }

    fn moving(ui: &Ui) -> bool {
        ui.flood.is_some()
    }

    fn tick(ui: &mut Ui, elapsed: Duration) {
        if let Some(flood) = &mut ui.flood {
            flood.time += elapsed;
            if flood.time >= FLOOD {
                ui.flood = None;
            }
        }
    }

    fn settle(ui: &mut Ui) {
        ui.flood = None;
    }
}

/// Where everything stands.
struct ParkLayout {
    grid: Grid,
    labels: bool,
    /// The rows under the park for the score; none in a miniature.
    score: Rect,
}

fn layout(seen: &Seen<Vorassic>, ui: &Ui, area: Rect, look: &Look) -> ParkLayout {
    let size = seen.view.size() as u16;
    let still = seen.names.is_empty();
    let labels = !still || (area.width >= 3 * size + LABELS.left && area.height > size);
    let margin = if labels { LABELS } else { Margin::default() };
    let rows = if still || area.height < 12 { 0 } else { score::ROWS };
    let park = Rect { height: area.height - rows, ..area };
    let small = still && (park.width < 3 * size + margin.left || park.height < size + margin.top);
    let pitches: &[Pitch] = match look.paints() {
        _ if small => &MINIATURES,
        true => &PAINTED,
        false => &PRINTED,
    };
    // Where lines run, the letters stand in one.
    let margin = |pitch: Pitch| match pitch.border {
        Some(_) => Margin { top: 0, ..margin },
        None => margin,
    };
    let grid = Grid::fit_with(park, (size, size), pitches, margin).starting_at(ui.first);
    let first = follow(grid.window(), seen.view.size(), spot(ui.cursor), 0);
    let grid = grid.starting_at(first);
    let cells = grid.outline();
    let width = cells.width.max(30).min(area.width);
    let x = cells.x.min(area.right().saturating_sub(width));
    let score = Rect { x, y: cells.bottom(), width, height: rows }.intersection(area);
    ParkLayout { grid, labels, score }
}

/// The first cell of a window that shows the cursor, and `sight` cells around it, and is moved no
/// further than needed.
fn follow(window: Rect, size: usize, cursor: Spot, sight: u16) -> Spot {
    let along = |first: u16, shown: u16, cursor: u16| {
        let sight = sight.min(shown.saturating_sub(1) / 2);
        let highest = cursor.saturating_sub(sight);
        let lowest = (cursor + sight + 1).saturating_sub(shown);
        first.clamp(lowest.min(highest), highest).min((size as u16).saturating_sub(shown))
    };
    (along(window.x, window.width, cursor.0), along(window.y, window.height, cursor.1))
}

fn spot(cell: Cell) -> Spot {
    (u16::from(cell.column), u16::from(cell.row))
}

fn cell_at((column, row): Spot) -> Cell {
    Cell::new(column.into(), row.into())
}

/// Puts the cursor under the mouse.
fn point(
    ui: &mut Ui,
    seen: &Seen<Vorassic>,
    area: Rect,
    look: &Look,
    at: Position,
) -> Option<Cell> {
    let grid = layout(seen, ui, area, look).grid;
    let cell = cell_at(grid.spot(at)?);
    ui.first = grid.window().as_position().into();
    ui.cursor = cell;
    Some(cell)
}

/// Moves the window over a park that is larger; the cursor stays in sight.
fn wheel(ui: &mut Ui, seen: &Seen<Vorassic>, area: Rect, look: &Look, rows: i16) -> Reply<Cell> {
    let grid = layout(seen, ui, area, look).grid;
    let window = grid.window();
    if !grid.scrolls() || window.is_empty() {
        return Reply::Ignored;
    }
    let window = grid.starting_at((window.x, window.y.saturating_add_signed(rows))).window();
    ui.first = (window.x, window.y);
    let row = u16::from(ui.cursor.row).clamp(window.top(), window.bottom() - 1);
    ui.cursor = Cell::new(ui.cursor.column(), row.into());
    Reply::Redraw
}

fn take(seen: &Seen<Vorassic>, cell: Cell) -> Reply<Cell> {
    match (seen.acting, seen.view.check(&cell)) {
        (None, _) => Reply::Ignored,
        (Some(_), Ok(())) => Reply::Move(cell),
        (Some(_), Err(why)) => Reply::Say(why.to_string()),
    }
}

/// The legal cell that follows this one when they are ordered by value; the best of all where the
/// cursor stands on none.
fn next_best(seen: &Seen<Vorassic>, cursor: Cell, step: isize) -> Cell {
    let mut legal = seen.legal.to_vec();
    legal.sort_by_key(|cell| (-seen.view.grid().value(*cell), *cell));
    let count = legal.len() as isize;
    match legal.iter().position(|cell| *cell == cursor) {
        Some(at) => legal[(at as isize + step).rem_euclid(count) as usize],
        None => legal.first().copied().unwrap_or(cursor),
    }
}

fn name<'a>(seen: &'a Seen<Vorassic>, seat: Seat) -> &'a str {
    seen.names.get(seat.index()).map_or(LETTER_NAMES[seat.index()], String::as_str)
}

const LETTER_NAMES: [&str; 4] = ["yellow", "red", "green", "blue"];

fn points(points: i32) -> String {
    format!("{points} {}", if points.abs() == 1 { "point" } else { "points" })
}

/// What there is to say about the cell under the cursor, to `seat`.
fn here(seen: &Seen<Vorassic>, seat: Seat, cell: Cell) -> String {
    let view = seen.view;
    if !cell.is_within(view.size()) {
        return String::new();
    }
    if view.grid().is_wall(cell) {
        return format!("{cell} · a wall");
    }
    let worth = format!("{cell} · worth {}", view.grid().value(cell));
    if let Some(owner) = view.owner(cell) {
        let start = view.grid().starts()[owner.index()] == cell;
        return match (owner == seat, start) {
            (true, true) => format!("{cell} · where you began · go to a lit cell"),
            (true, false) => format!("{worth} · yours · go to a lit cell"),
            (false, true) => format!("{cell} · where {} began", name(seen, owner)),
            (false, false) => format!("{worth} · taken by {}", name(seen, owner)),
        };
    }
    let rivals = Seat::all(view.seats()).filter(|it| *it != seat && view.may_take(*it, cell));
    let rivals: Vec<&str> = rivals.map(|it| name(seen, it)).collect();
    let free = |it: &Cell| view.is_free(*it);
    let ways = cell.beside(view.mode(), view.size()).filter(free).count();
    match (view.may_take(seat, cell), rivals.is_empty()) {
        (true, _) if view.mode() == Mode::Snake && ways == 0 => format!("{worth} · a dead end"),
        (true, true) if view.mode() == Mode::Snake && ways == 1 => {
            format!("{worth} · one way on from there")
        }
        (true, true) => worth,
        (true, false) => format!("{worth} · {} can take it too", rivals.join(" and ")),
        (false, true) => format!("{worth} · out of reach"),
        (false, false) => format!("{worth} · within reach of {}", rivals.join(" and ")),
    }
}

/// How many rows the map of the park takes, if it is large enough to have one.
fn map_rows(view: &Vorassic) -> Option<u16> {
    let size = view.size() as u16;
    (size > 16).then(|| size.div_ceil(2))
}

/// The whole park, half a row for a cell, with the part that is seen standing out.
fn map(seen: &Seen<Vorassic>, ui: &Ui, look: &Look, area: Rect, heading: u16, buf: &mut Buffer) {
    let theme = look.theme();
    if heading > 0 {
        panels::heading(look, area, buf, "Park");
    }
    // One column more than the text has, so that the largest park fits.
    let area = Rect {
        x: area.x.saturating_sub(1),
        y: area.y + heading,
        width: area.width + 1,
        height: area.height - heading,
    };
    // The window is that of the board, which stands at the left above the status line.
    let left = Shell::of(buf.area, Side::Narrow).board;
    let left = Rect { height: left.height.saturating_sub(1), ..left };
    let grid = layout(seen, ui, left, look).grid;
    grid.overview(look, area, buf, |spot| {
        let cell = cell_at(spot);
        let ground = theme.ink(Meaning::Ground);
        match seen.view.owner(cell) {
            Some(seat) => {
                let mark = look.mark(hue(seat)).chars().next().unwrap_or('.');
                (theme.piece(hue(seat)), mark)
            }
            None if seen.view.grid().is_wall(cell) => (theme.ink(Meaning::Stone), '#'),
            None => {
                let heat = theme.heat_ink(seen.view.grid().value(cell));
                (ground.towards(heat, 0.35), '.')
            }
        }
    });
}

/// What the colours mean.
fn legend(seen: &Seen<Vorassic>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    panels::heading(look, area, buf, "Values");
    let row = panels::row(area, 1);
    let mut x = row.x;
    for value in 0..=9 {
        x = put(buf, row, x, row.y, &value.to_string(), theme.heat(value)) + 1;
    }
    let row = panels::row(area, 2);
    match ui.lens {
        Lens::Values if seen.turn.is_over() => {
            put(buf, row, row.x, row.y, "no one can take the rest", theme.muted());
        }
        // Where nobody is to choose, no cell is lit.
        Lens::Values if seen.legal.is_empty() => {}
        Lens::Values => {
            let sample = Rect { width: 3, ..row };
            if look.paints() {
                marks::light(look, sample, buf);
            }
            marks::legal(look, sample, buf);
            put(buf, row, row.x + 4, row.y, "yours to take", theme.muted());
        }
        Lens::Territory => {
            put(buf, row, row.x, row.y, "mark: who is there first", theme.muted());
            let row = panels::row(area, 3);
            put(buf, row, row.x, row.y, "no mark: out of reach", theme.muted());
        }
    }
}

fn hue(seat: Seat) -> Hue {
    Vorassic::hue(seat, LETTERS.len())
}

#[cfg(test)]
mod tests;

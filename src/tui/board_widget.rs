//! The geometry that board games share: which cell size fits, where each cell stands, what the
//! mouse points at, the labels around, and the marks on top. It knows no pieces and no rules.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};

use super::game_ui::Input;
use super::keys::Nav;
use super::look::{Charset, Look};
use super::text::{fill, put, width};
use super::theme::{Depth, Ink, Meaning, Rgb};
use crate::play::Hue;

/// A cell of a board: column from the left and row from the top, both from 0.
pub type Spot = (u16, u16);

/// How large a cell is drawn, and the free space between two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pitch {
    /// Columns and rows that a piece may fill.
    pub cell: Size,
    /// Columns and rows left free between neighbours.
    pub gap: Size,
}

impl Pitch {
    /// Cells that touch.
    pub const fn tight(width: u16, height: u16) -> Pitch {
        Pitch { cell: Size::new(width, height), gap: Size::new(0, 0) }
    }

    /// Cells with space between them.
    pub const fn loose(width: u16, height: u16, across: u16, down: u16) -> Pitch {
        Pitch { cell: Size::new(width, height), gap: Size::new(across, down) }
    }

    /// The room that so many cells take in one direction.
    fn extent(size: u16, gap: u16, count: u16) -> u32 {
        let (size, gap, count) = (u32::from(size), u32::from(gap), u32::from(count));
        size * count + gap * count.saturating_sub(1)
    }

    fn size(self, columns: u16, rows: u16) -> (u32, u32) {
        (
            Pitch::extent(self.cell.width, self.gap.width, columns),
            Pitch::extent(self.cell.height, self.gap.height, rows),
        )
    }
}

/// The space around a board that its labels and frame need.
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
    pub fn fit(area: Rect, (columns, rows): Spot, pitches: &[Pitch], margin: Margin) -> Grid {
        let room_x = area.width.saturating_sub(margin.left + margin.right);
        let room_y = area.height.saturating_sub(margin.top + margin.bottom);
        let fits = |pitch: &&Pitch| {
            let (width, height) = pitch.size(columns, rows);
            width <= u32::from(room_x) && height <= u32::from(room_y)
        };
        let smallest = pitches.first().copied().unwrap_or(Pitch::tight(1, 1));
        let pitch = pitches.iter().rev().find(fits).copied().unwrap_or(smallest);
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

    /// The cell under the mouse.
    pub fn spot(&self, at: Position) -> Option<Spot> {
        if !self.area.contains(at) {
            return None;
        }
        let step = |offset: u16, size: u16, gap: u16| {
            let pitch = (size + gap).max(1);
            (offset % pitch < size).then_some(offset / pitch)
        };
        let Pitch { cell, gap } = self.pitch;
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

    /// Every cell that is seen, with its place, row by row.
    pub fn places(self) -> impl Iterator<Item = (Spot, Rect)> {
        let spots = self.window();
        (spots.top()..spots.bottom())
            .flat_map(move |row| (spots.left()..spots.right()).map(move |column| (column, row)))
            .filter_map(move |spot| Some((spot, self.place(spot)?)))
    }

    /// Paints the cells as a checker of two near shades; without paint, a dot in each.
    pub fn checker(&self, look: &Look, buf: &mut Buffer, surface: Ink) {
        for ((column, row), place) in self.places() {
            if look.paints() {
                let ink = look.theme().checker(surface, column.into(), row.into());
                fill(buf, place, Style::new().bg(ink.color()));
            } else {
                let middle = middle(place);
                put(buf, place, middle.x, middle.y, ".", look.theme().faint());
            }
        }
    }

    /// Labels above or below the columns; that of `current` stands out.
    pub fn label_columns(
        &self,
        look: &Look,
        buf: &mut Buffer,
        y: u16,
        current: Option<u16>,
        label: impl Fn(u16) -> String,
    ) {
        for column in self.first.0..self.first.0 + self.shown.0 {
            let Some(place) = self.place((column, self.first.1)) else { continue };
            let text = label(column);
            let style = label_style(look, current == Some(column));
            let x = middle(place).x.saturating_sub(width(&text).saturating_sub(1) / 2);
            put(buf, buf.area, x, y, &text, style);
        }
    }

    /// Labels to the left of the rows, or to the right of them, ending or beginning at column `x`.
    pub fn label_rows(
        &self,
        look: &Look,
        buf: &mut Buffer,
        side: LabelSide,
        x: u16,
        current: Option<u16>,
        label: impl Fn(u16) -> String,
    ) {
        for row in self.first.1..self.first.1 + self.shown.1 {
            let Some(place) = self.place((self.first.0, row)) else { continue };
            let text = label(row);
            let style = label_style(look, current == Some(row));
            let x = match side {
                LabelSide::EndsAt => (x + 1).saturating_sub(width(&text)),
                LabelSide::BeginsAt => x,
            };
            put(buf, buf.area, x, middle(place).y, &text, style);
        }
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

/// On which side of the given column row labels stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelSide {
    /// The last character of each label stands there.
    EndsAt,
    /// The first character of each label stands there.
    BeginsAt,
}

fn label_style(look: &Look, current: bool) -> Style {
    if current { look.theme().strong() } else { look.theme().muted() }
}

/// `a`, `b` … `z`, `aa`, `ab` …
pub fn letters(index: u16) -> String {
    let letter = |index: u16| char::from(b'a' + (index % 26) as u8);
    match index {
        0..26 => letter(index).to_string(),
        _ => format!("{}{}", letter(index / 26 - 1), letter(index)),
    }
}

/// The middle of a cell: where its mark stands.
pub fn middle(place: Rect) -> Position {
    Position {
        x: place.x + place.width.saturating_sub(1) / 2,
        y: place.y + place.height.saturating_sub(1) / 2,
    }
}

/// The cursor: `[7]` on small cells, corners on large ones.
pub fn cursor(look: &Look, place: Rect, buf: &mut Buffer) {
    let style = look.theme().strong();
    if !is_large(place) {
        // Sixteen colours have none that is seen on all the others, so the brackets bring the
        // ground with them.
        let style = match look.depth() {
            Depth::Ansi16 => style.bg(look.theme().color(Meaning::Ground)),
            _ => style,
        };
        beside_middle(place, buf, "[", "]", style);
    } else if look.charset() == Charset::Unicode {
        draw_corners(place, buf, [["┏━", "━┓"], ["┗━", "━┛"]], style);
    } else {
        for y in place.top()..place.bottom() {
            stamp(buf, place, place.x, y, "[", style);
            stamp(buf, place, place.right() - 1, y, "]", style);
        }
    }
}

/// Where a hint points: as the cursor, in brass.
pub fn hint(look: &Look, place: Rect, buf: &mut Buffer) {
    let style = look.theme().key();
    if is_large(place) {
        let corner = |unicode| look.glyph(unicode, "!");
        let corners = [[corner("┏━"), corner("━┓")], [corner("┗━"), corner("━┛")]];
        draw_corners(place, buf, corners, style);
    } else {
        beside_middle(place, buf, look.glyph("›", "!"), look.glyph("‹", "!"), style);
    }
}

/// A cell where one may go: lit, with thin corners where there is room.
pub fn legal(look: &Look, place: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    if look.paints() {
        light(look, place, buf);
    }
    if is_large(place) {
        let corner = |unicode| look.glyph(unicode, ":");
        let corners = [[corner("┌"), corner("┐")], [corner("└"), corner("┘")]];
        draw_corners(place, buf, corners, theme.legal());
    } else if !look.paints() || look.depth() == Depth::Ansi16 {
        beside_middle(place, buf, "(", ")", theme.legal());
    }
}

/// The mark of an empty cell where one may go.
pub fn diamond(look: &Look, place: Rect, buf: &mut Buffer) {
    let at = middle(place);
    stamp(buf, place, at.x, at.y, look.glyph("◇", "+"), look.theme().legal());
}

/// Moves the background of a place towards the colour of what is legal.
pub fn light(look: &Look, place: Rect, buf: &mut Buffer) {
    let place = place.intersection(buf.area);
    let ground = look.theme().ink(Meaning::Ground).rgb();
    for y in place.top()..place.bottom() {
        for x in place.left()..place.right() {
            let cell = &mut buf[(x, y)];
            let surface = Ink::new(Rgb::of_color(cell.bg).unwrap_or(ground), cell.bg);
            cell.bg = look.theme().lit(surface).color();
        }
    }
}

/// What was played last: `‹ ›` beside its mark.
pub fn last(look: &Look, place: Rect, buf: &mut Buffer, style: Style) {
    beside_middle(place, buf, look.glyph("‹", ">"), look.glyph("›", "<"), style);
}

/// A piece in somebody's hand: double corners in the seat's colour, and the word.
pub fn held(look: &Look, place: Rect, buf: &mut Buffer, hue: Hue) {
    let style = look.theme().seat(hue);
    if is_large(place) {
        let corners = [
            [look.glyph("╔", "{"), look.glyph("╗", "}")],
            [look.glyph("╚", "{"), look.glyph("╝", "}")],
        ];
        draw_corners(place, buf, corners, style);
        if place.width >= 8 {
            stamp(buf, place, place.x + 2, place.y, "held", style);
        }
    } else {
        beside_middle(place, buf, "{", "}", style.add_modifier(Modifier::BOLD));
    }
}

fn is_large(place: Rect) -> bool {
    place.width >= 5 && place.height >= 3
}

fn beside_middle(place: Rect, buf: &mut Buffer, left: &str, right: &str, style: Style) {
    let at = middle(place);
    if place.width >= 3 {
        stamp(buf, place, at.x - 1, at.y, left, style);
        stamp(buf, place, at.x + 1, at.y, right, style);
    } else {
        // No room beside the mark: the cell itself is turned over.
        let place = place.intersection(buf.area);
        buf.set_style(place, Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
    }
}

/// The two upper and the two lower corners of a place.
fn draw_corners(place: Rect, buf: &mut Buffer, corners: [[&str; 2]; 2], style: Style) {
    let rows = [place.y, place.bottom().saturating_sub(1)];
    for ([left, right], y) in corners.into_iter().zip(rows) {
        stamp(buf, place, place.x, y, left, style);
        stamp(buf, place, place.right().saturating_sub(width(right)), y, right, style);
    }
}

/// Writes over a picture: what the cells had of bold or reverse belongs to the picture.
fn stamp(buf: &mut Buffer, place: Rect, x: u16, y: u16, text: &str, style: Style) {
    for column in x..x.saturating_add(width(text)) {
        if let Some(cell) = buf.cell_mut((column, y)) {
            cell.modifier = Modifier::empty();
        }
    }
    put(buf, place, x, y, text, style);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Theme;

    const PITCHES: [Pitch; 3] = [Pitch::tight(3, 1), Pitch::tight(6, 3), Pitch::tight(10, 5)];
    const MARGIN: Margin = Margin { left: 2, top: 3, right: 2, bottom: 1 };

    fn look(depth: Depth, charset: Charset) -> Look {
        Look::new(Theme::usual(depth), charset)
    }

    #[test]
    fn the_largest_cell_that_fits_is_taken_and_centred() {
        for (area, cell, place) in [
            (Rect::new(0, 1, 52, 22), Size::new(6, 3), Rect::new(5, 4, 42, 18)),
            (Rect::new(0, 1, 86, 38), Size::new(10, 5), Rect::new(8, 6, 70, 30)),
            (Rect::new(0, 1, 45, 21), Size::new(3, 1), Rect::new(12, 9, 21, 6)),
        ] {
            let grid = Grid::fit(area, (7, 6), &PITCHES, MARGIN);
            assert_eq!((grid.cell(), grid.area()), (cell, place));
            assert!(!grid.scrolls());
        }
    }

    #[test]
    fn the_mouse_finds_the_cell_that_is_drawn_under_it() {
        let loose = [Pitch::loose(4, 2, 1, 1)];
        for pitches in [&PITCHES[..], &loose] {
            let grid = Grid::fit(Rect::new(3, 2, 60, 30), (7, 6), pitches, MARGIN);
            for (spot, place) in grid.places() {
                for at in place.positions() {
                    assert_eq!(grid.spot(at), Some(spot));
                }
            }
            assert_eq!(grid.places().count(), 42);
        }
        let grid = Grid::fit(Rect::new(0, 0, 60, 30), (7, 6), &loose, Margin::default());
        let gap = Position::new(grid.area().x + 4, grid.area().y);
        assert_eq!(grid.spot(gap), None);
    }

    #[test]
    fn a_board_too_large_is_seen_through_a_window_around_the_cursor() {
        let area = Rect::new(0, 0, 34, 14);
        let grid = Grid::fit(area, (40, 30), &PITCHES, MARGIN);
        assert!(grid.scrolls());
        assert_eq!(grid.window(), Rect::new(0, 0, 10, 10));
        for (cursor, first) in [((0, 0), (0, 0)), ((20, 20), (15, 15)), ((39, 29), (30, 20))] {
            let grid = grid.following(cursor);
            assert_eq!((grid.window().x, grid.window().y), first);
            assert!(grid.place(cursor).is_some_and(|place| area.intersection(place) == place));
        }
    }

    #[test]
    fn every_size_and_board_is_safe() {
        for charset in [Charset::Unicode, Charset::Ascii] {
            for depth in [Depth::True, Depth::Ansi16, Depth::Mono] {
                let look = look(depth, charset);
                for (width, height) in [(0, 0), (1, 1), (2, 3), (7, 2), (30, 20)] {
                    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
                    for board in [(0, 0), (1, 1), (7, 6), (300, 200)] {
                        let area = Rect::new(0, 0, width + 3, height + 3);
                        let grid = Grid::fit(area, board, &PITCHES, MARGIN).following((4, 4));
                        let felt = look.theme().ink(Meaning::Felt);
                        grid.checker(&look, &mut buf, felt);
                        grid.label_columns(&look, &mut buf, 0, Some(1), letters);
                        grid.label_rows(&look, &mut buf, LabelSide::EndsAt, 1, None, letters);
                        grid.overview(&look, area, &mut buf, |_| (felt, 'X'));
                        for (_, place) in grid.places() {
                            legal(&look, place, &mut buf);
                            diamond(&look, place, &mut buf);
                            cursor(&look, place, &mut buf);
                            hint(&look, place, &mut buf);
                            last(&look, place, &mut buf, Style::new());
                            held(&look, place, &mut buf, Hue::Red);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn marks_are_drawn_as_the_cell_allows() {
        let draw = |place: Rect, charset, mark: fn(&Look, Rect, &mut Buffer)| {
            let mut buf = Buffer::empty(place);
            buf[middle(place)].set_symbol("7");
            mark(&look(Depth::Mono, charset), place, &mut buf);
            let row =
                |y| (0..place.width).map(|x| buf[(x, y)].symbol().to_owned()).collect::<String>();
            (0..place.height).map(row).collect::<Vec<_>>()
        };
        let (small, large) = (Rect::new(0, 0, 3, 1), Rect::new(0, 0, 6, 3));
        assert_eq!(draw(small, Charset::Unicode, cursor), ["[7]"]);
        assert_eq!(draw(small, Charset::Ascii, legal), ["(7)"]);
        assert_eq!(draw(large, Charset::Unicode, cursor), ["┏━  ━┓", "  7   ", "┗━  ━┛"]);
        assert_eq!(draw(large, Charset::Ascii, cursor), ["[    ]", "[ 7  ]", "[    ]"]);
        assert_eq!(draw(large, Charset::Ascii, legal), [":    :", "  7   ", ":    :"]);
    }

    #[test]
    fn columns_are_lettered_beyond_z() {
        assert_eq!([0, 25, 26, 27, 51, 52].map(letters), ["a", "z", "aa", "ab", "az", "ba"]);
    }

    #[test]
    fn the_map_shows_the_window_brighter() {
        let look = look(Depth::True, Charset::Unicode);
        let grid = Grid::fit(Rect::new(0, 0, 34, 14), (40, 30), &PITCHES, MARGIN);
        let mut buf = Buffer::empty(Rect::new(0, 0, 40, 15));
        let ivory = look.theme().ink(Meaning::Ivory);
        grid.overview(&look, buf.area, &mut buf, |_| (ivory, '.'));
        assert_eq!(buf[(0, 0)].fg, ivory.color());
        assert_ne!(buf[(39, 14)].fg, ivory.color());
    }
}

//! The board as a picture: the winding track with its cells and signs, and the pawns on it. The
//! match, the odds page and the editor all draw with it; it knows no input and no time.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::art::Sight;
use crate::games::goose::{Cell, Effect, Track, Winding};
use crate::lang::{as_told, told_as};
use crate::play::{Hue, Seat};
use crate::tui::Look;
use crate::tui::board::{Grid, Margin, Pitch};
use crate::tui::colour::Ink;
use crate::tui::panels::scroll_mark;
use crate::tui::text::{fill, put, put_centred, width};
use crate::tui::theme::Meaning;

/// Columns at the left of the track for those who have not begun, where there is no row below it.
pub(super) const STRIP: u16 = 3;
/// The most rows of the meadow where they wait.
const MEADOW: u16 = 3;
/// Smaller areas show a miniature: each cell a spot of colour.
pub const SMALLEST: (u16, u16) = (28, 13);
/// Lower areas are pictures: nobody plays there, so they need no window on a part of the board.
const WINDOWED: u16 = 16;

/// A player's pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pawn {
    pub cell: u16,
    pub hue: Hue,
    /// The mark of its seat, or a number where there are more seats than marks.
    pub tag: String,
}

pub struct BoardPicture<'a> {
    /// What is drawn: the start and all the others.
    cells: &'a [Cell],
    pub(super) look: &'a Look,
    pub(super) track: Track,
    pub(super) grid: Grid,
    pub(super) start: Start,
    /// Whether there is a column at the left and a row above for lines around unpainted cells.
    pub(super) framed: (bool, bool),
    /// A free column beside the track, for the mark of a window.
    edge: Option<Rect>,
}

/// Where those wait who have not begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// It isn't seen: in a miniature, and when the window is elsewhere.
    Hidden,
    /// Beside the track.
    Strip(Rect),
    /// Below the track.
    Meadow(Rect),
}

impl<'a> BoardPicture<'a> {
    /// Lays the board out in an area. Where it is longer than that, the cell `focus` is in the
    /// middle.
    pub fn new(
        cells: &'a [Cell],
        winding: Winding,
        look: &'a Look,
        area: Rect,
        focus: u16,
    ) -> BoardPicture<'a> {
        BoardPicture::laid(cells, winding, look, area, (area.height >= WINDOWED).then_some(focus))
    }

    /// The whole board, however small its cells.
    pub fn whole(
        cells: &'a [Cell],
        winding: Winding,
        look: &'a Look,
        area: Rect,
    ) -> BoardPicture<'a> {
        BoardPicture::laid(cells, winding, look, area, None)
    }

    fn laid(
        cells: &'a [Cell],
        winding: Winding,
        look: &'a Look,
        area: Rect,
        window: Option<u16>,
    ) -> BoardPicture<'a> {
        let last = last_of(cells);
        let tiny = area.width < SMALLEST.0 || area.height < SMALLEST.1;
        let beside = Track::fit(last, winding, area.width.saturating_sub(STRIP), area.height);
        let above = Track::fit(last, winding, area.width, area.height.saturating_sub(1));
        // A small picture shows the whole board, however small its cells; a window is for playing.
        let whole = |track: &Track, wide: u16, high: u16| {
            let (w, h) = track.size();
            track.columns() * w <= wide && track.rows() * h <= high
        };
        let tiny = tiny
            || (window.is_none()
                && !whole(&beside, area.width.saturating_sub(STRIP), area.height)
                && !whole(&above, area.width, area.height.saturating_sub(1)));
        let weight = |track: &Track| track.size().0 * track.size().1;
        let (track, margin) = match tiny {
            true => (Track::tiny(last, winding, area.width, area.height), Margin::default()),
            false if weight(&above) >= weight(&beside) => {
                (above, Margin { bottom: 1, ..Margin::default() })
            }
            false => (beside, Margin { left: STRIP, ..Margin::default() }),
        };
        let (w, h) = track.size();
        // A frame has what the cells leave, and the strip leaves a column.
        let (left, top) = match look.paints() || tiny {
            true => (0, 0),
            false => {
                let (wide, high) = (track.columns() * w, track.rows() * h + margin.bottom);
                (u16::from(margin.left == 0 && wide < area.width), u16::from(high < area.height))
            }
        };
        let framed = (margin.left + left > 0, top > 0);
        let margin = Margin { left: margin.left + left, top, ..margin };
        let size = (track.columns(), track.rows());
        let grid = Grid::fit(area, size, &[Pitch::tight(w, h)], margin);
        let focus = track.place(window.unwrap_or_default().max(1)).unwrap_or_default();
        let grid = grid.following(focus);
        let board = grid.area();
        let begins = track.place(1).is_some_and(|spot| grid.place(spot).is_some());
        let start = match margin {
            _ if tiny || !begins => Start::Hidden,
            Margin { bottom: 1, .. } => {
                let height = (area.bottom() - board.bottom()).min(MEADOW);
                Start::Meadow(Rect { y: board.bottom(), height, ..board })
            }
            _ => Start::Strip(Rect { x: board.x - STRIP, width: STRIP - 1, ..board }),
        };
        // Between the start and the track, or behind it, where nothing else stands.
        let edge = match board {
            _ if tiny => None,
            _ if board.x > area.x => Some(Rect { x: board.x - 1, width: 1, ..board }),
            _ if board.right() < area.right() => Some(Rect { x: board.right(), width: 1, ..board }),
            _ => None,
        };
        BoardPicture { cells, look, track, grid, start, framed, edge }
    }

    pub fn track(&self) -> &Track {
        &self.track
    }

    /// Where rows of cells begin.
    pub fn edges(&self) -> Vec<u16> {
        self.grid.edges()
    }

    /// Where a cell is on the screen, if it can be seen.
    pub(super) fn rect(&self, cell: u16) -> Option<Rect> {
        let seen = self.grid.place(self.track.place(cell)?)?.intersection(self.grid.area());
        (!seen.is_empty()).then_some(seen)
    }

    /// The cell at a place of the screen.
    pub fn cell_at(&self, at: Position) -> Option<u16> {
        match self.start {
            Start::Strip(place) | Start::Meadow(place) if place.contains(at) => Some(0),
            _ => self.grid.spot(at).and_then(|(column, row)| self.track.at(column, row)),
        }
    }

    /// Draws every cell. `tint` may give a cell another surface, and words in place of its sign.
    pub fn cells(&self, buf: &mut Buffer, tint: impl Fn(u16) -> Option<(Ink, String)>) {
        for cell in 1..=last_of(self.cells) {
            let Some(rect) = self.rect(cell) else { continue };
            let (w, h) = self.track.size();
            let tint = tint(cell);
            let surface = tint.as_ref().map_or_else(|| self.surface(cell), |(ink, _)| *ink);
            let text = self.text(cell, surface, tint.is_some());
            if w < 5 {
                fill(buf, rect, Style::new().bg(surface.color()));
                let sign = self.sign(cell);
                if w >= 3 {
                    // Room for what it is or does, or else for its number.
                    let arrow = sign.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
                    let words = self.lines(cell).into_iter().chain([sign, arrow]);
                    let words = words.map(|words| as_told(&told_as(&words, "cell")));
                    // The number of the next cell must not seem to belong to it.
                    let fits = |words: &String| {
                        let digit = words.ends_with(|c: char| c.is_ascii_digit());
                        (1..=w - u16::from(digit)).contains(&width(words))
                    };
                    let number = || Some(cell.to_string()).filter(|number| width(number) <= w);
                    if let Some(words) = words.into_iter().find(fits).or_else(number) {
                        put_centred(buf, rect, &words, text);
                    }
                } else if !self.look.paints() {
                    let spot = sign.chars().next().unwrap_or('.');
                    put(buf, rect, rect.x, rect.y, &spot.to_string(), text);
                }
                continue;
            }
            fill(buf, rect, text.bg(surface.color()));
            let sight = self.sight(cell).filter(|sight| match self.look.paints() {
                true => sight.fits(w, h),
                false => self.is_lined() && sight.prints(self.look, w, h),
            });
            if let (Some(sight), None) = (sight, &tint) {
                let sprite = self.look.sprite(("goose sight", sight), w, h, |canvas| {
                    match self.look.paints() {
                        true => sight.paint(self.look, canvas),
                        false => sight.print(self.look, canvas, text),
                    }
                });
                sprite.draw(buf, rect.x.into(), rect.y.into());
            }
            self.walls(cell, rect, buf);
            let number = self.number_style(cell, text);
            let end = put(buf, rect, rect.x, rect.y, &cell.to_string(), number);
            let lines = match (tint, sight) {
                (Some((_, words)), _) => vec![words],
                // A picture says what it is; its name stands beside the number.
                (None, Some(_)) => {
                    let room = rect.right().saturating_sub(end + 1);
                    let words = self.caption(cell);
                    // The number of the next cell must not seem to belong to it.
                    if width(&words) < room {
                        put(buf, rect, end + 1, rect.y, &words, text);
                    }
                    Vec::new()
                }
                (None, None) => self.lines(cell),
            };
            let first = (h.saturating_sub(lines.len() as u16) / 2).max(1);
            let wide = w - u16::from(self.is_lined());
            for (line, y) in lines.iter().zip(rect.y + first..) {
                let line = as_told(&told_as(line, "cell"));
                let line = self.look.truncate(&line, wide);
                let inner = Rect { y, height: 1, width: wide, ..rect }.intersection(rect);
                put_centred(buf, inner, &line, text);
            }
        }
        if self.is_lined() {
            self.rule(buf);
        }
        self.draw_start(buf);
    }

    pub(super) fn sight(&self, cell: u16) -> Option<Sight> {
        Sight::of(self.cells, cell)
    }

    /// What stands beside the number where a picture says the rest: `well`, `→30`, `inn 2`.
    fn caption(&self, cell: u16) -> String {
        let Cell { effect, name, .. } = &self.cells[usize::from(cell)];
        let name = name.as_deref().unwrap_or_default();
        match *effect {
            Effect::Teleport(to) => format!("{}{to}", self.look.glyph("→", "->")),
            Effect::Wait(turns) if name.is_empty() => format!("wait {turns}"),
            Effect::Wait(turns) => as_told(&format!("{} {turns}", told_as(name, "cell"))),
            Effect::Plain if cell == last_of(self.cells) => "home".to_owned(),
            _ => name.to_owned(),
        }
    }

    /// What stands in a cell, below its number.
    fn lines(&self, cell: u16) -> Vec<String> {
        let (w, h) = self.track.size();
        let sign = self.sign(cell);
        let name = self.cells[usize::from(cell)].name.clone();
        let word = match self.cells[usize::from(cell)].effect {
            // A trap is known by its name; there is no better picture of a well.
            Effect::Trap => return vec![name.unwrap_or(sign)],
            Effect::Plain if cell == last_of(self.cells) => {
                return vec![if w >= 7 { "HOME" } else { "home" }.to_owned()];
            }
            _ => name.filter(|_| h >= 4),
        };
        std::iter::once(sign).chain(word).filter(|line| !line.is_empty()).collect()
    }

    /// A cell's effect in a few characters.
    fn sign(&self, cell: u16) -> String {
        let look = self.look;
        let cell = &self.cells[usize::from(cell)];
        if let Some(sign) = cell.sign.filter(|sign| look.glyph("u", "a") == "u" || sign.is_ascii())
        {
            return match cell.effect {
                Effect::Teleport(to) => format!("{sign}{to}"),
                Effect::Wait(turns) => format!("{sign}{turns}"),
                _ => sign.to_string(),
            };
        }
        match cell.effect {
            Effect::Plain => String::new(),
            Effect::Goose => look.glyph("»»", ">>").to_owned(),
            Effect::Trap => "#".to_owned(),
            Effect::Wait(turns) => format!("{}{turns}", look.glyph("‖", "z")),
            Effect::Teleport(to) => format!("{}{to}", look.glyph("→", "->")),
        }
    }

    fn surface(&self, cell: u16) -> Ink {
        let theme = self.look.theme();
        let (column, row) = self.track.place(cell).unwrap_or_default();
        let plain = theme.ink(Meaning::Wood).towards(theme.ink(Meaning::Sand), 0.6);
        let plain = plain.towards(theme.ink(Meaning::Ground), 0.3);
        let plain = theme.checker(plain, column.into(), row.into());
        self.sight(cell).map_or(plain, |sight| sight.ground(self.look, plain))
    }

    /// Text in a cell: in the colour of what it does, drawn towards bright until it can be read.
    fn text(&self, cell: u16, surface: Ink, tinted: bool) -> Style {
        let theme = self.look.theme();
        match tone(self.cells, cell) {
            // Reversed cells all over would tell nothing.
            _ if tinted && !self.look.has_colour() => theme.text(),
            _ if tinted => theme.on(surface),
            Some(_) if cell == last_of(self.cells) && surface.blends() => {
                theme.on(surface).add_modifier(Modifier::BOLD)
            }
            // Grey on grey could not be read.
            Some(Meaning::Stone) if surface.blends() => theme.on(surface),
            Some(tone) if surface.blends() => {
                let ink = theme.ink(tone).towards(theme.ink(Meaning::Bright), 0.45);
                Style::new().fg(ink.color())
            }
            Some(tone) => theme.style(tone),
            None => theme.muted(),
        }
    }

    fn number_style(&self, cell: u16, text: Style) -> Style {
        match tone(self.cells, cell) {
            Some(_) => text.add_modifier(Modifier::BOLD),
            None => text,
        }
    }

    /// Dark walls between neighbours that are not one after the other: the last column and half a
    /// row of large cells, thin lines in small ones.
    fn walls(&self, cell: u16, rect: Rect, buf: &mut Buffer) {
        let theme = self.look.theme();
        if self.is_lined() {
            return;
        }
        let style = match self.look.paints() {
            true => Style::new().fg(theme.color(Meaning::Ground)),
            false => theme.line(),
        };
        let large = self.look.paints() && rect.width >= 9;
        let (level, upright) = match large {
            true => ("▄", "█"),
            false => (self.look.glyph("▁", "_"), self.look.glyph("▕", "|")),
        };
        let [below, right] = [(0, 1), (1, 0)].map(|(x, y)| self.track.wall(cell, x, y));
        if below {
            let line = level.repeat(rect.width.into());
            put(buf, rect, rect.x, rect.bottom() - 1, &line, style);
        }
        if right {
            for y in rect.top()..rect.bottom() {
                put(buf, rect, rect.right() - 1, y, upright, style);
            }
        }
        // Where two walls meet around a corner, the cell between them has neither.
        let corner = !below && !right && self.corner(cell);
        if large && corner {
            put(buf, rect, rect.right() - 1, rect.bottom() - 1, "▗", style);
        }
    }

    /// Whether lines run between all cells, because there is no paint to tell them apart.
    pub(super) fn is_lined(&self) -> bool {
        let (w, h) = self.track.size();
        !self.look.paints() && w >= 5 && h >= 3
    }

    /// Whether walls end at the lower right corner of a cell.
    fn corner(&self, cell: u16) -> bool {
        let beside = |x, y| self.track.beside(cell, x, y);
        beside(1, 0).is_some_and(|right| self.track.wall(right, 0, 1))
            || beside(0, 1).is_some_and(|below| self.track.wall(below, 1, 0))
    }

    /// The way of the last throw: two footprints in each cell.
    pub fn trail(&self, buf: &mut Buffer, cells: &[u16], hue: Hue) {
        let (w, h) = self.track.size();
        for &cell in cells {
            let Some(rect) = self.rect(cell) else { continue };
            if self.sight(cell).is_some() || w < 5 || h < 2 {
                continue;
            }
            if !self.look.paints() {
                let row = Rect { y: rect.y + h / 2, height: 1, ..rect };
                let dot = self.look.glyph("•", "*");
                put_centred(buf, row, dot, self.look.theme().seat(hue));
                continue;
            }
            let ink = self.surface(cell).towards(self.look.theme().piece(hue), 0.75);
            let sprite =
                self.look.sprite(("goose feet", hue, self.surface(cell)), w, h, |canvas| {
                    let (left, top) = (w.saturating_sub(4) / 2, (2 * h).saturating_sub(5).max(2));
                    canvas.pixels(left, top, 1, &["x..", "...", "..x"], |it| {
                        (it == 'x').then_some(ink)
                    });
                });
            sprite.draw(buf, rect.x.into(), rect.y.into());
        }
    }

    /// The cursor around a cell.
    pub fn cursor(&self, buf: &mut Buffer, cell: u16, style: Style) {
        let look = self.look;
        match self.start {
            Start::Strip(place) if cell == 0 => {
                let first = self.rect(1).map_or(place.bottom(), |first| first.bottom());
                let y = first.saturating_sub(1);
                put(buf, place, place.x, y, look.glyph("‹0›", "<0>"), style);
            }
            Start::Meadow(place) if cell == 0 => {
                let y = (place.y + place.height / 2).min(place.bottom() - 1);
                let words = [look.glyph("‹", "<"), look.glyph("›", ">")];
                put(buf, place, place.x, y, words[0], style);
                put(buf, place, place.x + 8, y, words[1], style);
            }
            _ => {}
        }
        let Some(rect) = self.rect(cell) else { return };
        let (w, h) = self.track.size();
        if w >= 7 && rect.height == h && h >= 4 {
            let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
            let corners = match look.glyph("u", "a") {
                "u" => ["━┓", "┗━", "━┛"],
                _ => ["-+", "+-", "-+"],
            };
            put(buf, rect, right - 1, rect.y, corners[0], style);
            put(buf, rect, rect.x, bottom, corners[1], style);
            put(buf, rect, right - 1, bottom, corners[2], style);
            return;
        }
        // On small cells the number itself is set in brackets; its sign stays readable.
        put(buf, rect, rect.x, rect.y, &format!("[{cell}]"), style);
    }

    /// A thin mark beside the track where a part of it is hidden.
    pub fn scroll_mark(&self, buf: &mut Buffer) {
        let Some(edge) = self.edge.filter(|_| self.grid.scrolls()) else { return };
        let (_, h) = self.track.size();
        let total = usize::from(self.track.rows()) * usize::from(h);
        let offset = usize::from(self.grid.window().y) * usize::from(h);
        scroll_mark(self.look, edge, buf, offset, total);
    }
}

/// The colour of what a cell does; none for plain ones.
fn tone(cells: &[Cell], cell: u16) -> Option<Meaning> {
    Sight::of(cells, cell).map(Sight::tone)
}

fn last_of(cells: &[Cell]) -> u16 {
    (cells.len() - 1) as u16
}

/// What a cell does, as a sentence for people: `cell 42, maze: on to cell 30`.
pub fn sentence(cells: &[Cell], cell: u16) -> String {
    let Cell { effect, name, .. } = &cells[usize::from(cell)];
    let place = match (cell, name.as_deref()) {
        (0, _) => "the start".to_owned(),
        (_, Some(name)) => format!("cell {cell}, {name}"),
        (_, None) => format!("cell {cell}"),
    };
    let what = match *effect {
        Effect::Plain if cell == last_of(cells) => ": home".to_owned(),
        Effect::Plain => String::new(),
        Effect::Goose => ": a goose, move as far again".to_owned(),
        Effect::Trap => ": a trap, until another player lands here".to_owned(),
        Effect::Wait(1) => ": wait for one turn".to_owned(),
        Effect::Wait(turns) => format!(": wait for {turns} turns"),
        Effect::Teleport(to) if to > cell => format!(": ahead to cell {to}"),
        Effect::Teleport(0) => ": back to the start".to_owned(),
        Effect::Teleport(to) => format!(": back to cell {to}"),
    };
    place + &what
}

/// What stands on a pawn: the mark of its seat, which the list of players explains, or the number of
/// the seat where there are more players than marks.
pub fn tag(look: &Look, hue: Hue, seat: Seat, seats: usize) -> String {
    if seats <= Hue::ALL.len() { look.mark(hue).to_owned() } else { seat.to_string() }
}

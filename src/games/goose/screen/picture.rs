//! The board as a picture: the winding track with its cells and signs, and the pawns on it. The
//! match, the odds page and the editor all draw with it; it knows no input and no time.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::games::goose::{Cell, Effect, Track, Winding};
use crate::play::Hue;
use crate::tui::Look;
use crate::tui::colour::Ink;
use crate::tui::painter::Shape;
use crate::tui::panels::scroll_mark;
use crate::tui::text::{fill, put, put_centred, width};
use crate::tui::theme::Meaning;

/// Columns at the left of the track, for those who have not begun.
const STRIP: u16 = 3;
/// Smaller areas show a miniature: each cell a spot of colour.
pub const SMALLEST: (u16, u16) = (28, 13);

/// A player's pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pawn {
    pub cell: u16,
    pub hue: Hue,
    /// One to three characters.
    pub tag: String,
}

pub struct Picture<'a> {
    /// What is drawn: the start and all the others.
    cells: &'a [Cell],
    look: &'a Look,
    track: Track,
    /// What can be seen of the track.
    window: Rect,
    /// Where its top left corner lies, perhaps above the window.
    left: i32,
    top: i32,
    strip: Rect,
}

impl<'a> Picture<'a> {
    /// Lays the board out in an area. Where it is longer than that, the cell `focus` is in the
    /// middle.
    pub fn new(
        cells: &'a [Cell],
        winding: Winding,
        look: &'a Look,
        area: Rect,
        focus: u16,
    ) -> Picture<'a> {
        let last = last_of(cells);
        let tiny = area.width < SMALLEST.0 || area.height < SMALLEST.1;
        let strip = if tiny { 0 } else { STRIP };
        let room = area.width.saturating_sub(strip);
        let track = match tiny {
            true => Track::tiny(last, winding, room, area.height),
            false => Track::fit(last, winding, room, area.height),
        };
        let (w, h) = track.size();
        let wide = track.columns() * w;
        let high = i32::from(track.rows()) * i32::from(h);
        let left = area.x + room.saturating_sub(wide) / 2 + strip;
        // Whole rows of cells only.
        let shown = high.min(i32::from(area.height / h * h));
        let hidden = high - shown;
        let focus_row = track.place(focus.max(1)).map_or(0, |(_, row)| i32::from(row));
        let offset = match hidden > 0 {
            true => (focus_row * i32::from(h) - (shown - i32::from(h)) / 2).clamp(0, hidden),
            false => 0,
        };
        let y = area.y + (area.height - shown as u16) / 2;
        let window = Rect { x: left, y, width: wide, height: shown as u16 }.intersection(area);
        let strip =
            Rect { x: left - strip, y, width: strip.saturating_sub(1), height: shown as u16 };
        let top = i32::from(y) - offset;
        Picture { cells, look, track, window, left: i32::from(left), top, strip }
    }

    pub fn track(&self) -> &Track {
        &self.track
    }

    /// Where a cell is on the screen, if it can be seen at all; partly hidden ones are cut.
    fn rect(&self, cell: u16) -> Option<Rect> {
        let (column, row) = self.track.place(cell)?;
        let (w, h) = self.track.size();
        let y = self.top + i32::from(row) * i32::from(h);
        let x = self.left + i32::from(column) * i32::from(w);
        let cut = (i32::from(self.window.y) - y).clamp(0, i32::from(h));
        let rect = Rect {
            x: u16::try_from(x).ok()?,
            y: u16::try_from(y + cut).ok()?,
            width: w,
            height: h - cut as u16,
        };
        let seen = rect.intersection(self.window);
        (!seen.is_empty()).then_some(seen)
    }

    /// The cell at a place of the screen.
    pub fn cell_at(&self, at: Position) -> Option<u16> {
        if self.strip.contains(at) {
            return Some(0);
        }
        if !self.window.contains(at) {
            return None;
        }
        let (w, h) = self.track.size();
        let column = (i32::from(at.x) - self.left) / i32::from(w);
        let row = (i32::from(at.y) - self.top) / i32::from(h);
        self.track.at(u16::try_from(column).ok()?, u16::try_from(row).ok()?)
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
                if !self.look.paints() {
                    let spot = self.sign(cell).chars().next().unwrap_or('.');
                    put(buf, rect, rect.x, rect.y, &spot.to_string(), text);
                }
                continue;
            }
            fill(buf, rect, text.bg(surface.color()));
            self.walls(cell, rect, buf);
            if rect.height < h {
                continue;
            }
            let number = self.number_style(cell, text);
            put(buf, rect, rect.x, rect.y, &cell.to_string(), number);
            let lines = match tint {
                Some((_, words)) => vec![words],
                None => self.lines(cell),
            };
            let first = (h.saturating_sub(lines.len() as u16) / 2).max(1);
            for (line, y) in lines.iter().zip(rect.y + first..) {
                let line = self.look.truncate(line, w);
                let inner = Rect { y, height: 1, ..rect }.intersection(rect);
                put_centred(buf, inner, &line, text);
            }
        }
        self.start(buf);
    }

    /// The start: a strip beside the first cell, with its number at the foot.
    fn start(&self, buf: &mut Buffer) {
        if self.strip.is_empty() {
            return;
        }
        let theme = self.look.theme();
        put(buf, self.strip, self.strip.x, self.strip.bottom() - 1, "0", theme.muted());
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
        match tone(self.cells, cell) {
            None => plain,
            Some(_) if !plain.blends() => plain,
            Some(tone) if cell == last_of(self.cells) => theme.ink(tone),
            Some(tone) => plain.towards(theme.ink(tone), 0.26),
        }
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

    /// Thin lines between neighbours that are not one after the other.
    fn walls(&self, cell: u16, rect: Rect, buf: &mut Buffer) {
        let style = match self.look.paints() {
            true => Style::new().fg(self.look.theme().color(Meaning::Ground)),
            false => self.look.theme().line(),
        };
        if self.track.wall(cell, 0, 1) {
            for x in rect.left()..rect.right() {
                put(buf, rect, x, rect.bottom() - 1, self.look.glyph("▁", "_"), style);
            }
        }
        if self.track.wall(cell, 1, 0) {
            for y in rect.top()..rect.bottom() {
                put(buf, rect, rect.right() - 1, y, self.look.glyph("▕", "|"), style);
            }
        }
    }

    /// The way of the last throw: a dot in each cell.
    pub fn trail(&self, buf: &mut Buffer, cells: &[u16], hue: Hue) {
        let dot = self.look.glyph("•", "*");
        for &cell in cells {
            let Some(rect) = self.rect(cell).filter(|rect| rect.height >= 2) else { continue };
            if tone(self.cells, cell).is_none() && rect.width >= 5 {
                let row = Rect { y: rect.y + rect.height / 2, height: 1, ..rect };
                put_centred(buf, row, dot, self.look.theme().seat(hue));
            }
        }
    }

    pub fn pawns(&self, buf: &mut Buffer, pawns: &[Pawn]) {
        self.waiting_at_start(buf, pawns);
        for pawn in pawns.iter().filter(|pawn| pawn.cell > 0) {
            if let Some(rect) = self.rect(pawn.cell) {
                self.pawn(buf, pawn, rect);
            }
        }
    }

    fn pawn(&self, buf: &mut Buffer, pawn: &Pawn, rect: Rect) {
        let look = self.look;
        let theme = look.theme();
        let (w, h) = self.track.size();
        if w < 5 {
            let style = theme.on_piece(pawn.hue);
            fill(buf, rect, style);
            put(buf, rect, rect.x, rect.y, look.mark(pawn.hue), style);
            return;
        }
        if !look.paints() {
            let row = Rect { y: rect.bottom() - 1, height: 1, ..rect };
            put_centred(buf, row, &format!("<{}>", pawn.tag), theme.seat(pawn.hue).bold());
            return;
        }
        // A special cell keeps its sign: only the foot of the pawn stands in it.
        let special = tone(self.cells, pawn.cell).is_some();
        let tall = match h {
            0..=2 => 1,
            3 if special => 1,
            3 => 2,
            4 | 5 => 2 + u16::from(!special),
            _ => h - 3 - u16::from(special),
        };
        let wide = match tall {
            1 | 2 => 3,
            _ => (tall * 2).min(w - 2) | 1,
        };
        let sprite = look.sprite(("goose pawn", pawn.hue, &pawn.tag), wide, tall, |canvas| {
            let ink = theme.piece(pawn.hue);
            let (w, h) = (f32::from(wide), f32::from(tall));
            if tall == 1 {
                canvas.paint(&Shape::rect(0.0, 0.0, w, h), ink);
            } else {
                let (head, neck) = (w * 0.26, w * 0.17);
                let body = [
                    (w / 2.0 - neck, head * 0.6),
                    (w / 2.0 + neck, head * 0.6),
                    (w, h - 0.7),
                    (w, h),
                    (0.0, h),
                    (0.0, h - 0.7),
                ];
                canvas.paint(&Shape::polygon(body), ink);
                canvas.paint(&Shape::circle(w / 2.0, head * 0.55, head), ink);
            }
            let letters = theme.on_piece(pawn.hue);
            let from = wide.saturating_sub(width(&pawn.tag)) / 2;
            for (letter, x) in pawn.tag.chars().zip(from..) {
                canvas.letter(x, tall - 1, letter.encode_utf8(&mut [0; 4]), letters);
            }
        });
        let x = i32::from(rect.x + (rect.width.saturating_sub(wide)) / 2);
        let y = i32::from(rect.bottom()) - i32::from(tall);
        sprite.draw_within(self.window, buf, x, y);
    }

    /// Those at the start stand one above the other; what does not fit is counted.
    fn waiting_at_start(&self, buf: &mut Buffer, pawns: &[Pawn]) {
        let theme = self.look.theme();
        let strip = self.strip;
        if strip.is_empty() {
            return;
        }
        let waiting: Vec<&Pawn> = pawns.iter().filter(|pawn| pawn.cell == 0).collect();
        let room = usize::from(strip.height.saturating_sub(1));
        let fits = waiting.len() <= room;
        let shown = if fits { waiting.len() } else { room.saturating_sub(1) };
        for (pawn, up) in waiting.iter().take(shown).zip(2..) {
            let y = strip.bottom().saturating_sub(up);
            let tag = format!("{:^2}", pawn.tag.chars().take(2).collect::<String>());
            let style = match self.look.has_colour() {
                true => theme.on_piece(pawn.hue),
                false => theme.seat(pawn.hue),
            };
            put(buf, strip, strip.x, y, &tag, style);
        }
        if !fits {
            let more = format!("+{}", waiting.len() - shown);
            let wide = Rect { width: STRIP, ..strip };
            put(buf, wide, strip.x, strip.y, &more, theme.muted());
        }
    }

    /// The cursor around a cell.
    pub fn cursor(&self, buf: &mut Buffer, cell: u16, style: Style) {
        let look = self.look;
        if cell == 0 && !self.strip.is_empty() {
            let y = self.strip.bottom() - 1;
            put(buf, self.strip, self.strip.x, y, look.glyph("‹0›", "<0>"), style);
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
        if self.strip.is_empty() {
            return;
        }
        let (_, h) = self.track.size();
        let total = usize::from(self.track.rows()) * usize::from(h);
        let offset = usize::try_from(i32::from(self.window.y) - self.top).unwrap_or(0);
        // Between the start and the track, where nothing else stands.
        let edge = Rect { width: STRIP, ..self.strip };
        scroll_mark(self.look, edge, buf, offset, total);
    }
}

/// The colour of what a cell does; none for plain ones.
fn tone(cells: &[Cell], cell: u16) -> Option<Meaning> {
    match cells[usize::from(cell)].effect {
        Effect::Plain if cell == last_of(cells) => Some(Meaning::Brass),
        Effect::Plain => None,
        Effect::Goose => Some(Meaning::Warn),
        Effect::Trap => Some(Meaning::Bad),
        Effect::Wait(_) => Some(Meaning::Pink),
        Effect::Teleport(to) if to < cell => Some(Meaning::Blue),
        Effect::Teleport(_) => Some(Meaning::Legal),
    }
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
        Effect::Goose => ": a goose, on by the same sum".to_owned(),
        Effect::Trap => ": a trap, until somebody else lands here".to_owned(),
        Effect::Wait(1) => ": wait for one turn".to_owned(),
        Effect::Wait(turns) => format!(": wait for {turns} turns"),
        Effect::Teleport(to) if to > cell => format!(": on to cell {to}"),
        Effect::Teleport(0) => ": back to the start".to_owned(),
        Effect::Teleport(to) => format!(": back to cell {to}"),
    };
    place + &what
}

/// A letter or number for each pawn: the first letter of the name where it is nobody else's, or
/// the number of the seat.
pub fn tags(names: &[String], seats: usize) -> Vec<String> {
    let initial = |seat: usize| {
        let name = names.get(seat)?;
        let first = name.chars().next().filter(|c| c.is_alphanumeric() && width(name) > 0)?;
        let upper: String = first.to_uppercase().collect();
        (width(&upper) == 1).then_some(upper)
    };
    let initials: Vec<Option<String>> = (0..seats).map(initial).collect();
    (0..seats)
        .map(|seat| match &initials[seat] {
            Some(letter)
                if initials.iter().filter(|other| other.as_ref() == Some(letter)).count() == 1 =>
            {
                letter.clone()
            }
            _ => (seat + 1).to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_letters_while_they_tell_players_apart() {
        let names =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(tags(&names(&["bilbo", "frodo", "sam"]), 3), ["B", "F", "S"]);
        assert_eq!(tags(&names(&["bilbo", "bob", "sam"]), 3), ["1", "2", "S"]);
        assert_eq!(tags(&[], 2), ["1", "2"]);
    }
}

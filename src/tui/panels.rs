//! The furniture that all screens share: bars, headings, rows, buttons, windows, seats.
//!
//! Every function clips itself, so any area will do, an empty one too. None of them knows a game,
//! a key or a screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

use super::look::{Charset, Look};
use super::painter::dim;
use super::text::{fill, put, put_centred, put_right, width, wrap};
use super::theme::{Depth, Meaning};
use crate::play::Hue;

/// The parts of a screen.
///
/// ```text
/// +-------------------------------+
/// | title                         |
/// +--------------------+----------+
/// | board              | panel    |
/// |                    |          |
/// +--------------------+----------+
/// | footer                        |
/// +-------------------------------+
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shell {
    pub title: Rect,
    pub board: Rect,
    /// The whole panel; see [`Shell::panel_text`].
    pub panel: Rect,
    pub footer: Rect,
}

/// How wide the side panel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// There is none.
    None,
    /// Names and numbers.
    Narrow,
    /// Sentences.
    Wide,
    /// A picture as important as what is beside it.
    Half,
}

impl Shell {
    pub fn of(area: Rect, side: Side) -> Shell {
        let roomy = area.width >= 110;
        let panel_width = match side {
            Side::None => 0,
            Side::Narrow if !roomy => 28,
            Side::Wide | Side::Half if !roomy => 32,
            Side::Narrow => 34,
            Side::Wide => 38,
            Side::Half => area.width * 2 / 5,
        };
        // The board is the largest thing: where there is no room for both, the panel goes.
        let panel_width = if area.width < panel_width + 24 { 0 } else { panel_width };
        let title = Rect { height: area.height.min(1), ..area };
        let footer_height = area.height.saturating_sub(1).min(1);
        let footer = Rect { y: area.bottom() - footer_height, height: footer_height, ..area };
        let body = Rect {
            y: area.y + title.height,
            height: area.height - title.height - footer_height,
            ..area
        };
        let board = Rect { width: area.width - panel_width, ..body };
        let panel = Rect { x: board.right(), width: panel_width, ..body };
        Shell { title, board, panel, footer }
    }

    /// Where the panel's text goes: two columns from its edge and one row from the top.
    pub fn panel_text(&self) -> Rect {
        inset(self.panel, 2, 1, 1, 0)
    }

    /// The last row under the board, where things are said.
    pub fn status(&self) -> Rect {
        inset(row(self.board, self.board.height.saturating_sub(1)), 1, 0, 1, 0)
    }

    /// Paints the backgrounds. Where shades are missing, a line divides board and panel.
    pub fn draw(&self, look: &Look, buf: &mut Buffer) {
        let theme = look.theme();
        fill(buf, self.board, theme.ground());
        fill(buf, self.panel, theme.panel());
        fill(buf, self.title, theme.bar());
        fill(buf, self.footer, theme.bar());
        if look.depth() <= Depth::Ansi16 && self.panel.width > 0 {
            let x = self.panel.x - 1;
            for y in self.panel.top()..self.panel.bottom() {
                put(buf, buf.area, x, y, look.glyph("│", "|"), theme.line());
            }
        }
    }
}

/// A rectangle less so much on each side.
pub fn inset(area: Rect, left: u16, top: u16, right: u16, bottom: u16) -> Rect {
    let (left, top) = (left.min(area.width), top.min(area.height));
    Rect {
        x: area.x + left,
        y: area.y + top,
        width: (area.width - left).saturating_sub(right),
        height: (area.height - top).saturating_sub(bottom),
    }
}

/// One row of an area, counted from its top; empty below the area.
pub fn row(area: Rect, index: u16) -> Rect {
    let y = area.y.saturating_add(index).min(area.bottom());
    Rect { y, height: u16::from(y < area.bottom()), ..area }
}

/// `PARLOUR › Connect Four  standard 7×6                         move 19`
pub fn title_bar(look: &Look, area: Rect, buf: &mut Buffer, name: &str, detail: &str, right: &str) {
    let theme = look.theme();
    fill(buf, row(area, 0), theme.bar());
    let inner = inset(row(area, 0), 1, 0, 1, 0);
    let x = put(buf, inner, inner.x, inner.y, "PARLOUR", theme.on_bar(Meaning::Brass).bold());
    let arrow = look.glyph(" › ", " > ");
    let x = put(buf, inner, x, inner.y, arrow, theme.on_bar(Meaning::Faint));
    let x = put(buf, inner, x, inner.y, name, theme.on_bar(Meaning::Bright).bold());
    let room = inner.right().saturating_sub(x + 2);
    let detail = look.truncate(detail, room);
    let x = put(buf, inner, x + 2, inner.y, &detail, theme.on_bar(Meaning::Muted));
    if x + 2 + width(right) <= inner.right() {
        put_right(buf, inner, right, theme.on_bar(Meaning::Muted));
    }
}

/// A bar with two plain texts: the menu's greeting and the version.
pub fn plain_bar(look: &Look, area: Rect, buf: &mut Buffer, left: &str, right: &str) {
    let theme = look.theme();
    fill(buf, row(area, 0), theme.bar());
    let inner = inset(row(area, 0), 1, 0, 1, 0);
    let x = put(buf, inner, inner.x, inner.y, left, theme.on_bar(Meaning::Text));
    if x + 2 + width(right) <= inner.right() {
        put_right(buf, inner, right, theme.on_bar(Meaning::Faint));
    }
}

/// The keys that work now, `(key, what it does)`, most used first. When they do not all fit, the
/// last two stay (help and the way out) and the others go from the end. Answers where each hint
/// stands, as `(index, place)`, for the mouse.
pub fn footer(
    look: &Look,
    area: Rect,
    buf: &mut Buffer,
    hints: &[(&str, &str)],
) -> Vec<(usize, Rect)> {
    let theme = look.theme();
    fill(buf, row(area, 0), theme.bar());
    let inner = inset(row(area, 0), 1, 0, 1, 0);
    let wide = |index: usize| width(hints[index].0) + 1 + width(hints[index].1);
    let mut shown: Vec<usize> = (0..hints.len()).collect();
    let total = |shown: &[usize]| {
        shown.iter().map(|&index| usize::from(wide(index)) + 2).sum::<usize>().saturating_sub(2)
    };
    while shown.len() > 1 && total(&shown) > usize::from(inner.width) {
        let goes = if shown.len() > 2 { shown.len() - 3 } else { 0 };
        shown.remove(goes);
    }
    let mut places = Vec::new();
    let mut x = inner.x;
    for index in shown {
        let (key, words) = hints[index];
        let start = x;
        x = put(buf, inner, x, inner.y, key, theme.on_bar(Meaning::Brass).bold());
        x = put(buf, inner, x + 1, inner.y, words, theme.on_bar(Meaning::Muted));
        places.push((index, Rect { x: start, width: x - start, ..inner }.intersection(inner)));
        x += 2;
    }
    places
}

/// One brass word and a thin line to the edge.
pub fn heading(look: &Look, area: Rect, buf: &mut Buffer, word: &str) {
    let theme = look.theme();
    let area = row(area, 0);
    let mut x = put(buf, area, area.x, area.y, word, theme.brass()) + 1;
    while x < area.right() {
        x = put(buf, area, x, area.y, look.glyph("─", "-"), theme.line());
    }
}

/// The name of what a panel shows, and at the right a few words, where both fit.
pub fn caption(look: &Look, area: Rect, buf: &mut Buffer, name: &str, words: &str) {
    let theme = look.theme();
    let area = row(area, 0);
    let end = put(buf, area, area.x, area.y, &look.truncate(name, area.width), theme.strong());
    if end + 2 + width(words) <= area.right() {
        put_right(buf, area, words, theme.muted());
    }
}

/// A label at the left, its value at the right.
pub fn fact(look: &Look, area: Rect, buf: &mut Buffer, label: &str, value: &str) {
    let theme = look.theme();
    let area = row(area, 0);
    let start = put_right(buf, area, &look.truncate(value, area.width), theme.text());
    let label = look.truncate(label, start.saturating_sub(area.x + 1));
    put(buf, area, area.x, area.y, &label, theme.muted());
}

/// Where the attention is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    Here,
    Elsewhere,
    /// It cannot be chosen now; say why in its place.
    Disabled,
}

impl Focus {
    /// The focus of item `index` in a list whose cursor is at `cursor`.
    pub fn at(index: usize, cursor: usize) -> Focus {
        if index == cursor { Focus::Here } else { Focus::Elsewhere }
    }
}

/// One row of a list: its background and the mark of the chosen one. Answers where its text goes.
pub fn list_row(look: &Look, area: Rect, buf: &mut Buffer, focus: Focus) -> Rect {
    let theme = look.theme();
    let area = row(area, 0);
    match focus {
        Focus::Here => {
            buf.set_style(area.intersection(buf.area), theme.focus_row());
            put(buf, area, area.x, area.y, look.glyph("▌", ">"), theme.key());
        }
        Focus::Disabled if !look.has_colour() => {
            put(buf, area, area.x, area.y, "-", theme.faint());
        }
        Focus::Elsewhere | Focus::Disabled => {}
    }
    inset(area, 2, 0, 0, 0)
}

/// The name in a list row.
pub fn name_style(look: &Look, focus: Focus) -> Style {
    match focus {
        Focus::Here if look.depth() == Depth::Ansi16 => look.theme().focus_row().bold(),
        Focus::Here => look.theme().strong(),
        Focus::Elsewhere => look.theme().text(),
        Focus::Disabled => look.theme().faint(),
    }
}

/// What stands beside the name in a list row.
pub fn second_style(look: &Look, focus: Focus) -> Style {
    match focus {
        Focus::Here if look.depth() == Depth::Ansi16 => look.theme().focus_row(),
        Focus::Here => look.theme().text(),
        Focus::Elsewhere => look.theme().muted(),
        Focus::Disabled => look.theme().faint(),
    }
}

/// Several words in a row, one of them chosen: ` human  bot  program `. Answers where each stands.
pub fn choices(
    look: &Look,
    area: Rect,
    buf: &mut Buffer,
    options: &[&str],
    chosen: usize,
    focus: Focus,
) -> Vec<Rect> {
    let theme = look.theme();
    let area = row(area, 0);
    let mut x = area.x;
    let mut places = Vec::new();
    for (index, option) in options.iter().enumerate() {
        let style = match (index == chosen, focus) {
            (true, Focus::Here) => theme.chosen(),
            (true, Focus::Elsewhere) => theme.chosen_quietly(),
            (false, Focus::Here | Focus::Elsewhere) => theme.muted(),
            (_, Focus::Disabled) => theme.faint(),
        };
        let (open, close) =
            if index == chosen && !look.has_colour() { ("[", "]") } else { (" ", " ") };
        let style =
            if look.has_colour() { style } else { style.remove_modifier(Modifier::REVERSED) };
        let end = put(buf, area, x, area.y, &format!("{open}{option}{close}"), style);
        places.push(Rect { x, width: end - x, ..area }.intersection(area));
        x = end + 1;
    }
    places
}

/// A value to turn: `‹ depth 3 ›`. Answers where the two arrows stand.
pub fn turner(look: &Look, area: Rect, buf: &mut Buffer, value: &str, focus: Focus) -> [Rect; 2] {
    let theme = look.theme();
    let area = row(area, 0);
    let (arrow, word) = match focus {
        Focus::Here => (theme.key(), theme.strong()),
        Focus::Elsewhere => (theme.muted(), theme.text()),
        Focus::Disabled => (theme.faint(), theme.faint()),
    };
    let value = look.truncate(value, area.width.saturating_sub(4));
    put(buf, area, area.x, area.y, look.glyph("‹", "<"), arrow);
    let end = put(buf, area, area.x + 2, area.y, &value, word) + 1;
    put(buf, area, end, area.y, look.glyph("›", ">"), arrow);
    [area.x, end].map(|x| Rect { x, width: 1, ..area }.intersection(area))
}

/// A button that fills its row.
pub fn button(look: &Look, area: Rect, buf: &mut Buffer, words: &str, focus: Focus) {
    let theme = look.theme();
    let area = row(area, 0);
    let style = match focus {
        Focus::Here => theme.chosen(),
        Focus::Elsewhere => theme.chosen_quietly(),
        Focus::Disabled => theme.faint(),
    };
    if look.has_colour() && focus != Focus::Disabled {
        fill(buf, area, style);
    }
    put_centred(buf, area, words, style);
}

/// A line of typed text with its cursor, scrolled so that the cursor is seen.
pub fn field(look: &Look, area: Rect, buf: &mut Buffer, value: &str, cursor: usize, focus: Focus) {
    let theme = look.theme();
    let area = row(area, 0);
    if focus != Focus::Here {
        put(buf, area, area.x, area.y, &look.truncate(value, area.width), name_style(look, focus));
        return;
    }
    let before: String = value.chars().take(cursor).collect();
    let room = area.width.saturating_sub(1);
    let mut skip = 0;
    let hidden = |skip: usize| before.chars().skip(skip).collect::<String>();
    while width(&hidden(skip)) > room && skip < cursor {
        skip += 1;
    }
    let x = put(buf, area, area.x, area.y, &hidden(skip), theme.strong());
    let under: String = value.chars().skip(cursor).take(1).collect();
    let under = if under.is_empty() { " ".to_owned() } else { under };
    let after: String = value.chars().skip(cursor + 1).collect();
    let end = put(buf, area, x, area.y, &under, theme.bright().add_modifier(Modifier::REVERSED));
    put(buf, area, end, area.y, &after, theme.strong());
}

/// A bar that is filled to a share from 0 to 1, in steps of an eighth of a cell.
pub fn bar(look: &Look, area: Rect, buf: &mut Buffer, share: f32, style: Style) {
    const EIGHTHS: [&str; 8] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let theme = look.theme();
    let area = row(area, 0).intersection(buf.area);
    let steps = (share.clamp(0.0, 1.0) * f32::from(area.width) * 8.0).round() as u16;
    for (x, step) in (area.left()..area.right()).zip((0..).step_by(8)) {
        let eighths = usize::from(steps.saturating_sub(step).min(8));
        let empty = theme.color(Meaning::Line);
        if look.charset() == Charset::Ascii || look.depth() <= Depth::Ansi16 {
            let (symbol, style) = match eighths {
                0..4 => (look.glyph("·", "."), theme.line()),
                _ => (look.glyph("█", "#"), style),
            };
            put(buf, area, x, area.y, symbol, style);
        } else {
            let symbol = EIGHTHS.get(eighths).copied().unwrap_or("█");
            put(buf, area, x, area.y, symbol, style.bg(empty));
        }
    }
}

/// A thin bar in steps of half a cell, for use beside text.
pub fn thin_bar(look: &Look, area: Rect, buf: &mut Buffer, share: f32, style: Style) {
    let area = row(area, 0);
    let halves = (share.clamp(0.0, 1.0) * f32::from(area.width) * 2.0).round() as u16;
    let mut x = area.x;
    for _ in 0..halves / 2 {
        x = put(buf, area, x, area.y, look.glyph("━", "="), style);
    }
    if halves % 2 == 1 {
        x = put(buf, area, x, area.y, look.glyph("╸", "-"), style);
    }
    while x < area.right() {
        x = put(buf, area, x, area.y, look.glyph("─", "."), look.theme().line());
    }
}

/// Who is ahead: a line in the middle and a bar from it, to the left below 0 and to the right
/// above, full at -1 and 1.
pub fn balance(look: &Look, area: Rect, buf: &mut Buffer, value: f32, style: Style) {
    let area = row(area, 0);
    let middle = area.x + area.width / 2;
    put(buf, area, middle, area.y, look.glyph("│", "|"), look.theme().line());
    let arm = area.width.saturating_sub(1) / 2;
    let cells = (value.abs().clamp(0.0, 1.0) * f32::from(arm)).round() as u16;
    for step in 1..=cells {
        if value < 0.0 {
            put(buf, area, middle - step, area.y, look.glyph("━", "-"), style);
        } else {
            put(buf, area, middle + step, area.y, look.glyph("━", "+"), style);
        }
    }
}

/// So many of so many: `■■■··`.
pub fn meter(look: &Look, area: Rect, buf: &mut Buffer, full: u16, of: u16, style: Style) {
    let area = row(area, 0);
    for (step, x) in (0..of).zip(area.x..) {
        let (symbol, style) = match step < full {
            true => (look.glyph("■", "#"), style),
            false => (look.glyph("·", "."), look.theme().faint()),
        };
        put(buf, area, x, area.y, symbol, style);
    }
}

/// A window in the middle of the screen; everything behind it steps back. Answers where its text
/// goes. Call it after the screen behind was drawn; title and footer may be drawn again after it.
pub fn popup(look: &Look, screen: Rect, buf: &mut Buffer, size: Size) -> Rect {
    let theme = look.theme();
    let screen = screen.intersection(buf.area);
    let (w, h) = (size.width.min(screen.width), size.height.min(screen.height));
    let window = Rect {
        x: screen.x + (screen.width - w) / 2,
        y: screen.y + (screen.height - h) / 2,
        width: w,
        height: h,
    };
    dim(buf, screen, theme);
    if look.depth() <= Depth::Ansi16 {
        let around = Rect {
            x: window.x.saturating_sub(1),
            y: window.y.saturating_sub(1),
            width: window.width + 2,
            height: window.height + 2,
        };
        fill(buf, around.intersection(screen), Style::new());
        frame(look, window, buf);
        return inset(window, 3, 1, 3, 1);
    }
    let shadow = theme.ink(Meaning::Ground).shaded(super::theme::Rgb::BLACK, 0.6).color();
    let shade = |buf: &mut Buffer, x: u16, y: u16, symbol: &str| {
        if let Some(cell) = buf.cell_mut((x, y)).filter(|_| screen.contains((x, y).into())) {
            cell.set_symbol(symbol).set_fg(shadow);
            if symbol == " " {
                cell.set_bg(shadow);
            }
            cell.modifier = Modifier::empty();
        }
    };
    for y in window.top() + 1..window.bottom() {
        shade(buf, window.right(), y, " ");
    }
    for x in window.left() + 1..=window.right() {
        shade(buf, x, window.bottom(), "▀");
    }
    fill(buf, window, theme.text().bg(theme.color(Meaning::Bar)));
    let top = row(window, 0);
    for x in top.left()..top.right() {
        put(buf, top, x, top.y, "▔", theme.brass());
    }
    inset(window, 3, 1, 3, 1)
}

/// A box of lines, for windows without shades.
fn frame(look: &Look, area: Rect, buf: &mut Buffer) {
    if area.width < 2 || area.height < 2 {
        return;
    }
    let style = look.theme().brass();
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for x in area.left()..area.right() {
        put(buf, area, x, area.y, look.glyph("─", "-"), style);
        put(buf, area, x, bottom, look.glyph("─", "-"), style);
    }
    for y in area.top()..area.bottom() {
        put(buf, area, area.x, y, look.glyph("│", "|"), style);
        put(buf, area, right, y, look.glyph("│", "|"), style);
    }
    let corners =
        [(area.x, area.y, "┌"), (right, area.y, "┐"), (area.x, bottom, "└"), (right, bottom, "┘")];
    for (x, y, corner) in corners {
        put(buf, area, x, y, look.glyph(corner, "+"), style);
    }
}

/// One sentence in the place where the eye is; `meaning` is its colour, such as `Warn` or `Good`.
pub fn notice(look: &Look, area: Rect, buf: &mut Buffer, sentence: &str, meaning: Meaning) {
    let area = row(area, 0);
    let sentence = look.truncate(sentence, area.width);
    put(buf, area, area.x, area.y, &sentence, look.theme().style(meaning));
}

/// A player in the side panel.
#[derive(Clone, Copy, Debug)]
pub struct SeatLine<'a> {
    pub hue: Hue,
    pub name: &'a str,
    /// What it is and does: `bot · never errs`, `thinking  1.2 s`.
    pub second: &'a str,
    /// At the right of the name: `to play`, `wins`, `208`.
    pub right: &'a str,
    /// Whether it is this one's turn.
    pub active: bool,
}

impl SeatLine<'_> {
    /// Draws the two lines. `area` is where the text goes; the mark of the turn stands two columns
    /// to its left, at the panel's edge.
    pub fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let (first, second) = (row(area, 0), row(area, 1));
        let seat = theme.seat(self.hue);
        if self.active {
            for line in [first, second] {
                let symbol =
                    if line.y == first.y { look.glyph("▌", ">") } else { look.glyph("▌", " ") };
                if line.height > 0 && area.x >= 2 {
                    put(buf, buf.area, area.x - 2, line.y, symbol, seat.bold());
                }
            }
        }
        put(buf, first, first.x, first.y, look.mark(self.hue), seat);
        let right = if self.active { seat.bold() } else { seat };
        let start = put_right(buf, first, &look.truncate(self.right, first.width), right);
        let name = look.truncate(self.name, start.saturating_sub(first.x + 3));
        let style = if self.active { theme.strong() } else { theme.text() };
        put(buf, first, first.x + 2, first.y, &name, style);
        let words = look.truncate(self.second, second.width.saturating_sub(2));
        put(buf, second, second.x + 2, second.y, &words, theme.muted());
    }
}

/// The first line of a list to show, so that its cursor is seen and moves as little as possible.
pub fn scroll_to(offset: usize, cursor: usize, shown: usize, total: usize) -> usize {
    let last = total.saturating_sub(shown);
    let lowest = (cursor + 1).saturating_sub(shown);
    offset.max(lowest).min(cursor).min(last)
}

/// A thin mark along the right edge of `area` that says which part of a long list is shown.
/// Nothing is drawn for a list that fits.
pub fn scroll_mark(look: &Look, area: Rect, buf: &mut Buffer, offset: usize, total: usize) {
    let shown = usize::from(area.height);
    if total <= shown || area.width == 0 || shown == 0 {
        return;
    }
    let thumb = (shown * shown / total).max(1);
    let free = shown - thumb;
    let start = (offset * free).div_ceil(total - shown).min(free);
    for (step, y) in (area.top()..area.bottom()).enumerate() {
        let (symbol, style) = match (start..start + thumb).contains(&step) {
            true => (look.glyph("┃", "#"), look.theme().muted()),
            false => (look.glyph("│", "|"), look.theme().line()),
        };
        put(buf, area, area.right() - 1, y, symbol, style);
    }
}

/// Wrapped text in an area; answers how many rows it took (or would have taken).
pub fn paragraph(look: &Look, area: Rect, buf: &mut Buffer, text: &str, style: Style) -> u16 {
    let lines = wrap(text, area.width);
    let shown = usize::from(area.height);
    for (index, y) in (0..lines.len().min(shown)).zip(area.y..) {
        let cut = index + 1 == shown && lines.len() > shown;
        let line = match cut {
            true => look.truncate(&lines[index..].join(" "), area.width).into_owned(),
            false => lines[index].clone(),
        };
        put(buf, area, area.x, y, &line, style);
    }
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}

/// The page for a terminal that is too small: what is needed, and what there is.
pub fn too_small(look: &Look, area: Rect, buf: &mut Buffer, needed: Size) {
    let theme = look.theme();
    fill(buf, area, theme.ground());
    let x = look.glyph("×", "x");
    let lines = [
        (format!("{}{x}{} is too small", area.width, area.height), theme.strong()),
        (format!("{}{x}{} is needed", needed.width, needed.height), theme.muted()),
    ];
    let top = area.height.saturating_sub(2) / 2;
    for ((line, style), index) in lines.iter().zip(top..) {
        put_centred(buf, row(area, index), &look.truncate(line, area.width), *style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{THEMES, Theme};

    fn looks() -> Vec<Look> {
        let mut looks = Vec::new();
        for (name, _) in THEMES {
            for depth in [Depth::True, Depth::Ansi256, Depth::Ansi16, Depth::Mono] {
                for charset in [Charset::Unicode, Charset::Ascii] {
                    looks.push(Look::new(Theme::load(name, depth).unwrap(), charset));
                }
            }
        }
        looks
    }

    fn plain() -> Look {
        Look::new(Theme::usual(Depth::True), Charset::Unicode)
    }

    /// What a drawing of one row looks like.
    fn line(width: u16, draw: impl FnOnce(Rect, &mut Buffer)) -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, 1));
        draw(buf.area, &mut buf);
        buf.content.iter().map(|cell| cell.symbol()).collect::<String>()
    }

    #[test]
    fn nothing_panics_at_any_size() {
        let sizes = [(0, 0), (1, 1), (2, 1), (1, 2), (3, 2), (5, 3), (10, 4), (80, 24), (120, 40)];
        for look in looks() {
            for (width, height) in sizes {
                let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
                let outside = Rect::new(0, 0, width + 7, height + 3);
                let shifted = Rect::new(width / 2 + 1, height / 2 + 1, 9, 4);
                for area in [buf.area, outside, shifted, Rect::default()] {
                    for side in [Side::None, Side::Narrow, Side::Wide] {
                        let shell = Shell::of(area, side);
                        shell.draw(&look, &mut buf);
                        let _ = shell.panel_text();
                    }
                    title_bar(&look, area, &mut buf, "Connect Four", "standard 7×6", "move 19");
                    plain_bar(&look, area, &mut buf, "Good evening", "0.1.0");
                    footer(&look, area, &mut buf, &[("↑", "up"), ("?", "help"), ("esc", "back")]);
                    heading(&look, area, &mut buf, "Moves");
                    fact(&look, area, &mut buf, "columns", "7");
                    bar(&look, area, &mut buf, 0.3, look.theme().good());
                    thin_bar(&look, area, &mut buf, 0.3, look.theme().good());
                    balance(&look, area, &mut buf, -0.6, look.theme().bad());
                    meter(&look, area, &mut buf, 2, 5, look.theme().brass());
                    notice(&look, area, &mut buf, "that column is full", Meaning::Warn);
                    scroll_mark(&look, area, &mut buf, 3, 50);
                    paragraph(&look, area, &mut buf, "two dice and 63 cells", look.theme().text());
                    for focus in [Focus::Here, Focus::Elsewhere, Focus::Disabled] {
                        list_row(&look, area, &mut buf, focus);
                        choices(&look, area, &mut buf, &["human", "bot"], 1, focus);
                        turner(&look, area, &mut buf, "depth 3", focus);
                        button(&look, area, &mut buf, "Start", focus);
                        field(&look, area, &mut buf, "Ada Lovelace", 5, focus);
                    }
                    let seat = SeatLine {
                        hue: Hue::Red,
                        name: "Ada",
                        second: "human",
                        right: "to play",
                        active: true,
                    };
                    seat.draw(&look, area, &mut buf);
                    popup(&look, area, &mut buf, Size::new(40, 12));
                    too_small(&look, area, &mut buf, Size::new(80, 24));
                }
            }
        }
    }

    #[test]
    fn ascii_screens_hold_nothing_but_ascii() {
        let look = Look::new(Theme::usual(Depth::True), Charset::Ascii);
        let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
        Shell::of(buf.area, Side::Narrow).draw(&look, &mut buf);
        for (y, index) in (0..).zip(0..6) {
            let area = Rect::new(2, y, 30, 1);
            match index {
                0 => title_bar(&look, area, &mut buf, "Connect Four", "standard", "move 19"),
                1 => heading(&look, area, &mut buf, "Moves"),
                2 => bar(&look, area, &mut buf, 0.4, look.theme().good()),
                3 => thin_bar(&look, area, &mut buf, 0.4, look.theme().good()),
                4 => meter(&look, area, &mut buf, 2, 5, look.theme().good()),
                _ => scroll_mark(&look, Rect { height: 9, ..area }, &mut buf, 0, 50),
            }
        }
        assert!(buf.content.iter().all(|cell| cell.symbol().is_ascii()));
    }

    #[test]
    fn the_shell_gives_the_board_most_of_the_screen() {
        let shell = Shell::of(Rect::new(0, 0, 80, 24), Side::Narrow);
        assert_eq!(shell.board, Rect::new(0, 1, 52, 22));
        assert_eq!(shell.panel_text(), Rect::new(54, 2, 25, 21));
        assert_eq!(Shell::of(Rect::new(0, 0, 80, 24), Side::Wide).panel.x, 48);
        assert_eq!(Shell::of(Rect::new(0, 0, 120, 40), Side::Narrow).board.width, 86);
        assert_eq!(Shell::of(Rect::new(0, 0, 40, 24), Side::Narrow).panel.width, 0);
    }

    #[test]
    fn the_footer_drops_from_the_end_but_keeps_help_and_the_way_out() {
        let look = plain();
        let hints =
            [("←", "column"), ("u", "undo"), ("h", "hint"), ("?", "rules"), ("esc", "pause")];
        let shown = |width| line(width, |area, buf| drop(footer(&look, area, buf, &hints)));
        assert_eq!(shown(60).trim(), "← column  u undo  h hint  ? rules  esc pause");
        assert_eq!(shown(40).trim(), "← column  u undo  ? rules  esc pause");
        assert_eq!(shown(22).trim(), "? rules  esc pause");
        assert_eq!(shown(12).trim(), "esc pause");
    }

    #[test]
    fn the_title_keeps_its_name_and_cuts_the_rest() {
        let look = plain();
        let shown = |width| {
            line(width, |area, buf| title_bar(&look, area, buf, "Sogo", "four in a row", "move 22"))
        };
        assert_eq!(shown(42), " PARLOUR › Sogo  four in a row    move 22 ");
        assert_eq!(shown(34).trim(), "PARLOUR › Sogo  four in a row");
        assert_eq!(shown(24).trim(), "PARLOUR › Sogo  four …");
    }

    #[test]
    fn bars_count_eighths() {
        let look = plain();
        let style = look.theme().good();
        let shown = |share| line(4, |area, buf| bar(&look, area, buf, share, style));
        assert_eq!(shown(0.0), "    ");
        assert_eq!(shown(0.5), "██  ");
        assert_eq!(shown(0.53125), "██▏ ");
        assert_eq!(shown(7.0), "████");
        assert_eq!(line(6, |area, buf| thin_bar(&look, area, buf, 0.25, style)), "━╸────");
        assert_eq!(line(7, |area, buf| balance(&look, area, buf, -0.7, style)), " ━━│   ");
        assert_eq!(line(5, |area, buf| meter(&look, area, buf, 2, 5, style)), "■■···");
    }

    #[test]
    fn lists_scroll_as_little_as_they_can() {
        for ((offset, cursor, shown, total), expected) in [
            ((0, 0, 5, 20), 0),
            ((0, 5, 5, 20), 1),
            ((4, 5, 5, 20), 4),
            ((4, 2, 5, 20), 2),
            ((18, 19, 5, 20), 15),
            ((9, 2, 5, 3), 0),
            ((3, 3, 0, 9), 3),
        ] {
            assert_eq!(scroll_to(offset, cursor, shown, total), expected);
        }
    }

    #[test]
    fn a_chosen_word_is_marked_without_colour_too() {
        let mono = Look::new(Theme::usual(Depth::Mono), Charset::Ascii);
        let draw = |area, buf: &mut Buffer| {
            choices(&mono, area, buf, &["human", "bot"], 1, Focus::Here);
        };
        assert_eq!(line(14, draw), " human  [bot] ");
    }

    #[test]
    fn a_field_shows_its_cursor_whatever_the_length() {
        let look = plain();
        let shown = |cursor| {
            line(6, |area, buf| field(&look, area, buf, "Ada Lovelace", cursor, Focus::Here))
        };
        assert_eq!(shown(0), "Ada Lo");
        assert_eq!(shown(12), "elace ");
    }
}

//! What panels say: headings, facts, sentences and the players.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::row;
use crate::play::Hue;
use crate::tui::look::Look;
use crate::tui::painter::Sprite;
use crate::tui::text::{fill, put, put_right, width, wrap};
use crate::tui::theme::Meaning;

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

/// One sentence in the place where the eye is; `meaning` is its colour, such as `Warn` or `Good`.
/// One that is too long for the row takes the row above it as well.
pub fn notice(look: &Look, area: Rect, buf: &mut Buffer, sentence: &str, meaning: Meaning) {
    let (area, style) = (row(area, 0), look.theme().style(meaning));
    if wrap(sentence, area.width).len() > 1 && area.y > 0 {
        let both = Rect { y: area.y - 1, height: 2, ..area };
        fill(buf, both, look.theme().ground());
        paragraph(look, both, buf, sentence, style);
        return;
    }
    put(buf, area, area.x, area.y, &look.truncate(sentence, area.width), style);
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

/// A player in the side panel.
#[derive(Clone, Copy, Debug)]
pub struct SeatLine<'a> {
    /// Colours the mark, the words at the right and the sign of the turn.
    pub hue: Hue,
    /// Cut where the words at the right need the room.
    pub name: &'a str,
    /// What it is and does: `bot · never errs`, `thinking  1.2 s`.
    pub second: &'a str,
    /// At the right of the name: `to play`, `wins`, `208`.
    pub right: &'a str,
    /// Whether it is this one's turn.
    pub active: bool,
    /// A piece of two rows in the place of the mark, where colours don't tell whose is whose.
    pub piece: Option<&'a Sprite>,
}

impl SeatLine<'_> {
    /// Draws the two lines. `area` is where the text goes; the mark of the turn stands two columns
    /// to its left, at the panel's edge.
    pub fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let (first, second) = (row(area, 0), row(area, 1));
        let seat = theme.seat(self.hue);
        if self.active {
            for line in (0..area.height).map(|index| row(area, index)) {
                let symbol =
                    if line.y == first.y { look.glyph("▌", ">") } else { look.glyph("▌", " ") };
                if line.height > 0 && area.x >= 2 {
                    put(buf, buf.area, area.x - 2, line.y, symbol, seat.bold());
                }
            }
        }
        let piece = self.piece.filter(|_| area.height > 1);
        let lead = match piece {
            Some(piece) => {
                piece.draw(buf, first.x.into(), first.y.into());
                piece.width() + 2
            }
            None => {
                put(buf, first, first.x, first.y, look.mark(self.hue), seat);
                2
            }
        };
        let right = if self.active { seat.bold() } else { seat };
        let start = put_right(buf, first, &look.truncate(self.right, first.width), right);
        let name = look.truncate(self.name, start.saturating_sub(first.x + lead + 1));
        let style = if self.active { theme.strong() } else { theme.text() };
        put(buf, first, first.x + lead, first.y, &name, style);
        let words = look.truncate(self.second, second.width.saturating_sub(lead));
        put(buf, second, second.x + lead, second.y, &words, theme.muted());
    }
}

//! Rows to choose from: where the attention is, how a row shows it, and how long lists scroll.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{inset, row};
use crate::tui::look::Look;
use crate::tui::text::put;
use crate::tui::theme::Depth;

/// Where the attention is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// The cursor is on it.
    Here,
    /// It could be chosen; the cursor is on another.
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
            false => (look.glyph("│", ":"), look.theme().line()),
        };
        put(buf, area, area.right() - 1, y, symbol, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

//! What can be changed or pressed: words to choose from, values to turn, buttons and typed lines.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::{Focus, name_style, row};
use crate::lang::as_told;
use crate::tui::look::Look;
use crate::tui::text::{fill, put, put_as_is, put_centred, width};
use crate::tui::theme::Depth;

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

/// Whether there is a value before the one that is seen, and one after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ends {
    /// Left does something.
    pub less: bool,
    /// Right does something.
    pub more: bool,
}

impl Ends {
    /// Values that go round.
    pub const NONE: Ends = Ends { less: true, more: true };

    /// The ends of a list of values, of which this one is seen.
    pub fn of(at: usize, count: usize) -> Ends {
        Ends { less: at > 0, more: at + 1 < count }
    }
}

/// A value to turn: `‹ depth 3 ›`. Answers where the two arrows stand; one that leads nowhere is
/// not drawn.
pub fn turner(
    look: &Look,
    area: Rect,
    buf: &mut Buffer,
    value: &str,
    ends: Ends,
    focus: Focus,
) -> [Rect; 2] {
    let theme = look.theme();
    let area = row(area, 0);
    let (arrow, word) = match focus {
        // The chosen row is reversed there, and its parts are of one colour.
        Focus::Here if look.depth() == Depth::Ansi16 => {
            (name_style(look, focus), name_style(look, focus))
        }
        Focus::Here => (theme.key(), theme.strong()),
        Focus::Elsewhere => (theme.muted(), theme.text()),
        Focus::Disabled => (theme.faint(), theme.faint()),
    };
    let value = look.truncate(value, area.width.saturating_sub(4));
    let sign = |there: bool, sign: &'static str| if there { sign } else { " " };
    put(buf, area, area.x, area.y, sign(ends.less, look.glyph("‹", "<")), arrow);
    let end = put(buf, area, area.x + 2, area.y, &value, word) + 1;
    put(buf, area, end, area.y, sign(ends.more, look.glyph("›", ">")), arrow);
    [area.x, end].map(|x| Rect { x, width: 1, ..area }.intersection(area))
}

/// A button that fills its row. Without colours it stands in brackets, and only the one that would
/// be pressed is reversed.
pub fn button(look: &Look, area: Rect, buf: &mut Buffer, words: &str, focus: Focus) {
    let theme = look.theme();
    let area = row(area, 0);
    if !look.has_colour() {
        let style = match focus {
            Focus::Here => theme.chosen(),
            Focus::Elsewhere => theme.text(),
            Focus::Disabled => theme.faint(),
        };
        put_centred(buf, area, &format!("[{words}]"), style);
        return;
    }
    let style = match focus {
        Focus::Here => theme.chosen(),
        Focus::Elsewhere => theme.chosen_quietly(),
        Focus::Disabled => theme.faint(),
    };
    if focus != Focus::Disabled {
        fill(buf, area, style);
    }
    put_centred(buf, area, words, style);
}

/// A line of typed text with its cursor, scrolled so that the cursor is seen.
pub fn field(look: &Look, area: Rect, buf: &mut Buffer, value: &str, cursor: usize, focus: Focus) {
    let theme = look.theme();
    let area = row(area, 0);
    if focus != Focus::Here {
        let value = look.truncate(&as_told(value), area.width).into_owned();
        put(buf, area, area.x, area.y, &value, name_style(look, focus));
        return;
    }
    let before: String = value.chars().take(cursor).collect();
    let room = area.width.saturating_sub(1);
    let mut skip = 0;
    let hidden = |skip: usize| before.chars().skip(skip).collect::<String>();
    while width(&hidden(skip)) > room && skip < cursor {
        skip += 1;
    }
    // What is typed stays as it is typed.
    let x = put_as_is(buf, area, area.x, area.y, &hidden(skip), theme.strong());
    let under: String = value.chars().skip(cursor).take(1).collect();
    let under = if under.is_empty() { " ".to_owned() } else { under };
    let after: String = value.chars().skip(cursor + 1).collect();
    let end = put(buf, area, x, area.y, &under, theme.bright().add_modifier(Modifier::REVERSED));
    put_as_is(buf, area, end, area.y, &after, theme.strong());
}

#[cfg(test)]
mod tests {
    use super::super::tests::{line, plain};
    use super::*;
    use crate::tui::{Charset, Depth, Theme};

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

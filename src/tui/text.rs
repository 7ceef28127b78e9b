//! Text that fits: its width on the screen, cutting, wrapping, and writing that clips itself. Here
//! the words of the screen become the reader's language.

use std::borrow::Cow;
use std::cell::RefCell;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use crate::lang::{as_told, told};
use crate::play::clean;

thread_local! {
    static CUT_OFF: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Does something, and answers with every text that was written on this thread and whose end found
/// no room in its row: for the tests of a language.
pub fn cut_off<T>(does: impl FnOnce() -> T) -> (T, Vec<String>) {
    CUT_OFF.set(Some(Vec::new()));
    let done = does();
    (done, CUT_OFF.take().unwrap_or_default())
}

/// How many columns a text takes as the reader sees it.
#[inline(never)]
pub fn width(text: &str) -> u16 {
    columns(&told(text))
}

#[inline(never)]
fn columns(text: &str) -> u16 {
    if is_plain(text.as_bytes()) {
        return u16::try_from(text.len()).unwrap_or(u16::MAX);
    }
    u16::try_from(Span::raw(&*clean(text)).width()).unwrap_or(u16::MAX)
}

/// Whether every byte is a sign of one column, as in nearly everything that is measured.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| (b' '..=b'~').contains(byte))
}

/// The text in at most `most` columns; what was cut off leaves `ellipsis` at the end.
pub fn truncate<'a>(text: &'a str, most: u16, ellipsis: &str) -> Cow<'a, str> {
    let text = told(text);
    if columns(&text) <= most {
        return match text {
            Cow::Owned(told) => Cow::Owned(as_told(&told)),
            same => same,
        };
    }
    Cow::Owned(as_told(&match most.checked_sub(columns(ellipsis)) {
        Some(room) => format!("{}{ellipsis}", head(&text, room)),
        None => head(&text, most).to_owned(),
    }))
}

/// The first of these texts that takes at most `most` columns; the last where none does.
pub fn first_that_fits(texts: &[String], most: u16) -> &str {
    let fits = |text: &&String| width(text) <= most;
    texts.iter().find(fits).or(texts.last()).map_or("", String::as_str)
}

/// The text in lines of at most `columns` columns, broken between words where possible. Line
/// breaks in the text stay; a word longer than a line is broken where the line ends.
pub fn wrap(text: &str, columns: u16) -> Vec<String> {
    if columns == 0 {
        return Vec::new();
    }
    let lines = told(text);
    lines.lines().flat_map(|line| wrap_line(line, columns)).map(|line| as_told(&line)).collect()
}

fn wrap_line(text: &str, most: u16) -> Vec<String> {
    let mut lines = vec![String::new()];
    // A space that doesn't break holds its words together.
    for mut word in text.split_ascii_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() {
            if columns(line).saturating_add(1).saturating_add(columns(word)) <= most {
                line.push(' ');
                line.push_str(word);
                continue;
            }
            // What no line can hold, such as the path of a file, begins in this one.
            let room = most.saturating_sub(columns(line).saturating_add(1));
            if columns(word) > most && room > 0 {
                let (start, rest) = word.split_at(head(word, room).len());
                line.push(' ');
                line.push_str(start);
                word = rest;
            }
            lines.push(String::new());
        }
        // Only the part that fits is measured: a stranger's word may be a megabyte.
        loop {
            // A character wider than the line must still go somewhere.
            let first = word.chars().next().map_or(0, char::len_utf8);
            let fits = head(word, most).len().max(first);
            if fits == word.len() {
                break;
            }
            let (start, rest) = word.split_at(fits);
            lines.last_mut().expect("there is always a line").push_str(start);
            lines.push(String::new());
            word = rest;
        }
        lines.last_mut().expect("there is always a line").push_str(word);
    }
    lines
}

/// The longest beginning that fits.
fn head(text: &str, most: u16) -> &str {
    // One byte more: what follows the last column might belong to the sign before it.
    if is_plain(&text.as_bytes()[..text.len().min(usize::from(most) + 1)]) {
        return &text[..text.len().min(usize::from(most))];
    }
    let ends = text.char_indices().map(|(at, symbol)| at + symbol.len_utf8());
    let end = ends.take_while(|end| columns(&text[..*end]) <= most).last().unwrap_or(0);
    &text[..end]
}

/// A number as people read it: `10 000`.
pub fn number(count: usize) -> String {
    let digits = count.to_string();
    // Four digits are read at a glance.
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Writes one line from `(x, y)` on, and answers where it ended. Whatever lies outside `clip` or
/// the buffer is left out, so any area will do, an empty one too. All words of the screen come
/// through here, so nothing unprintable gets into a cell.
#[inline(never)]
pub fn put(buf: &mut Buffer, clip: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
    put_as_is(buf, clip, x, y, &told(text), style)
}

/// The same for what means the same in every language: moves, codes, what somebody types.
pub fn put_as_is(buf: &mut Buffer, clip: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
    let text = &*clean(text);
    let clip = clip.intersection(buf.area);
    let end = x.saturating_add(columns(text));
    if y < clip.top() || y >= clip.bottom() || x >= clip.right() || x < clip.left() {
        return end;
    }
    if end > clip.right() {
        CUT_OFF.with_borrow_mut(|cut| cut.iter_mut().for_each(|cut| cut.push(text.to_owned())));
    }
    buf.set_stringn(x, y, text, usize::from(clip.right() - x), style);
    end
}

/// Writes a line that ends at the right edge of the first row of `area`; answers where it begins.
pub fn put_right(buf: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
    let x = area.right().saturating_sub(width(text)).max(area.x);
    put(buf, area, x, area.y, text, style);
    x
}

/// Writes a line in the middle of the first row of `area`.
pub fn put_centred(buf: &mut Buffer, area: Rect, text: &str, style: Style) {
    let x = area.x + area.width.saturating_sub(width(text)) / 2;
    put(buf, area, x, area.y, text, style);
}

/// Clears an area to blanks in a style.
pub fn fill(buf: &mut Buffer, area: Rect, style: Style) {
    let area = area.intersection(buf.area);
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let cell = &mut buf[(x, y)];
            cell.reset();
            cell.set_style(style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_by_columns() {
        for (text, columns, expected) in [
            ("Gobblet", 7, "Gobblet"),
            ("Gobblet", 6, "Gobbl…"),
            ("Gobblet", 1, "…"),
            ("Gobblet", 0, ""),
            ("◆●▲■★", 3, "◆●…"),
            ("日本語", 4, "日…"),
            ("", 0, ""),
        ] {
            assert_eq!(truncate(text, columns, "…"), expected);
        }
        assert_eq!(truncate("Gobblet", 1, ".."), "G");
    }

    #[test]
    fn texts_are_wrapped_between_words() {
        for (text, columns, expected) in [
            ("the big swallow the small", 11, &["the big", "swallow the", "small"][..]),
            ("immediately", 4, &["imme", "diat", "ely"]),
            ("a immediately", 4, &["a im", "medi", "atel", "y"]),
            ("one\n\ntwo", 9, &["one", "", "two"]),
            ("日本", 1, &["日", "本"]),
            ("words", 0, &[]),
        ] {
            assert_eq!(wrap(text, columns), expected, "{text} in {columns}");
        }
        let long = wrap(&format!("a {}", "x".repeat(100_000)), 50);
        assert_eq!((long.len(), long[0].len(), long[2000].len()), (2001, 50, 2));
    }

    #[test]
    fn writing_outside_is_left_out() {
        let mut buf = Buffer::empty(Rect::new(2, 1, 4, 2));
        let huge = Rect::new(0, 0, 99, 99);
        for (x, y) in [(0, 0), (9, 1), (2, 9), (0, 1)] {
            put(&mut buf, huge, x, y, "xyz", Style::new());
        }
        assert_eq!(buf, Buffer::empty(Rect::new(2, 1, 4, 2)));
        assert_eq!(put(&mut buf, huge, 4, 1, "abcde", Style::new()), 9);
        assert_eq!((buf[(4, 1)].symbol(), buf[(5, 1)].symbol()), ("a", "b"));
        fill(&mut buf, huge, Style::new());
        put_right(&mut buf, Rect::new(3, 2, 2, 1), "12", Style::new());
        assert_eq!(buf[(4, 2)].symbol(), "2");
        assert_eq!(buf[(5, 2)].symbol(), " ");
    }
}

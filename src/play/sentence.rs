//! Text of strangers as text that people read: on one line, short, and with nothing in it that
//! paints a terminal.

use std::borrow::Cow;

use crate::lang;

/// As many characters as anybody reads; what is longer quotes something that is no word.
const LONGEST: usize = 240;

/// Whether a character has no place in a line of text: it would steer the terminal, turn the
/// direction of what follows, or not be seen at all.
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || is_unseen(c)
}

/// Marks of direction, joiners, separators of lines and other characters without a picture.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// The text without what is unprintable: a sign stands in the place of a control character, and
/// nothing in that of one that would not have been seen.
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let seen = text.chars().filter(|c| !is_unseen(*c));
    Cow::Owned(seen.map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect())
}

/// The text in at most `most` characters and an ellipsis. A long one loses its middle, because what
/// is wrong stands at its beginning and what is right at its end.
pub fn shorten(text: &str, most: usize) -> Cow<'_, str> {
    let length = text.chars().count();
    if length <= most {
        return Cow::Borrowed(text);
    }
    let (head, tail) = (most / 3, most - most / 3);
    let signs = text.chars();
    Cow::Owned(signs.clone().take(head).chain(['…']).chain(signs.skip(length - tail)).collect())
}

/// A refusal on one line that anybody can read, whatever it quotes.
pub fn sentence(text: &str) -> String {
    shorten(&clean(text), LONGEST).into_owned()
}

/// What another machine says, in the reader's language and on one line.
pub fn retold(text: &str) -> String {
    lang::as_told(&sentence(&lang::told(text)))
}

/// `3rd`, for the few places that a match has.
pub fn ordinal(place: usize) -> String {
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_short_and_paints_nothing() {
        assert_eq!(sentence("'x' isn't a key; use 'y'"), "'x' isn't a key; use 'y'");
        assert_eq!(sentence("'\u{1b}[2J'"), "'\u{fffd}[2J'");
        let long = sentence(&format!("'{}' isn't a key; use 'y'", "é".repeat(1_000_000)));
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.starts_with("'éé") && long.ends_with("éé' isn't a key; use 'y'"), "{long}");
    }

    #[test]
    fn what_cannot_be_seen_is_left_out_and_everything_else_stays() {
        assert_eq!(clean("a\u{202e}b\u{200b}c\u{2066}d\u{feff}"), "abcd");
        assert_eq!(clean("a\nb\u{9b}2J\u{7f}"), "a\u{fffd}b\u{fffd}2J\u{fffd}");
        for fine in ["é 漢字 😀 … ’ ½ \u{301}", "❤\u{fe0f}", "العربية עברית"]
        {
            assert_eq!(clean(fine), fine);
        }
    }
}

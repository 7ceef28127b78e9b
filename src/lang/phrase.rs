//! One phrase: an English sentence with holes, and what stands for it in another language.
//!
//! The English side is the string as the code has it, `column {column} is full`; a hole takes
//! whatever stands there. The other side may put the holes into another order and say more of them:
//!
//! | written | means |
//! |---|---|
//! | `{moves}` | what stood there, told in the other language where it is a phrase itself |
//! | `'{name}'`, `{name=}` | what stood there, as it was: people's own words |
//! | `{seat:le}` | the same in a form that the book has for it (`red@le`), if it has one |
//! | `{n\|coup\|coups}` | the form for this number |

/// A piece of either side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Words as they are.
    Words(String),
    /// Something that differs each time, by its name.
    Hole {
        /// The name in braces, or the number of a hole without one.
        name: String,
        /// How the other language wants it.
        manner: Manner,
    },
}

/// How a hole is filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Told in the other language where the book has it.
    Told,
    /// As it was.
    Verbatim,
    /// In a form of the book's.
    Form(String),
    /// One of several words, by the number.
    Plural(Vec<String>),
}

/// Splits a phrase into words and holes. Braces that don't pair are an error, in words.
pub fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut unnamed = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        words.push_str(&rest[..at]);
        let sign = &rest[at..=at];
        rest = &rest[at + 1..];
        if rest.starts_with(sign) {
            words.push_str(sign);
            rest = &rest[1..];
            continue;
        }
        if sign == "}" {
            return Err("'}' closes nothing".to_owned());
        }
        let end = rest.find('}').ok_or("'{' is never closed")?;
        let inside = &rest[..end];
        rest = &rest[end + 1..];
        let quoted = words.ends_with('\'') && rest.starts_with('\'');
        if !words.is_empty() {
            pieces.push(Piece::Words(std::mem::take(&mut words)));
        }
        pieces.push(hole(inside, quoted, &mut unnamed));
    }
    words.push_str(rest);
    if !words.is_empty() {
        pieces.push(Piece::Words(words));
    }
    Ok(pieces)
}

fn hole(inside: &str, quoted: bool, unnamed: &mut usize) -> Piece {
    let end = inside.find([':', '|', '=']).unwrap_or(inside.len());
    let (name, how) = inside.split_at(end);
    let manner = match how.chars().next() {
        Some('|') => Manner::Plural(how[1..].split('|').map(str::to_owned).collect()),
        Some('=') => Manner::Verbatim,
        Some(_) if !quoted && how.len() > 1 => Manner::Form(how[1..].to_owned()),
        _ if quoted => Manner::Verbatim,
        _ => Manner::Told,
    };
    let name = match name {
        "" => {
            *unnamed += 1;
            (*unnamed - 1).to_string()
        }
        name => name.to_owned(),
    };
    Piece::Hole { name, manner }
}

/// How many letters of a phrase are its own: the more, the surer a match.
pub fn weight(pieces: &[Piece]) -> usize {
    let letters = |piece: &Piece| match piece {
        Piece::Words(words) => words.chars().filter(|c| c.is_alphabetic()).count(),
        Piece::Hole { .. } => 0,
    };
    pieces.iter().map(letters).sum()
}

/// What stands in the holes of a phrase if the text is that phrase: by name, in order.
pub fn matched<'t>(pieces: &'t [Piece], text: &'t str) -> Option<Vec<(&'t str, &'t str)>> {
    let mut found = Vec::new();
    matches(pieces, text, &mut found).then_some(found)
}

fn matches<'t>(pieces: &'t [Piece], text: &'t str, found: &mut Vec<(&'t str, &'t str)>) -> bool {
    match pieces {
        [] => text.is_empty(),
        [Piece::Words(words), rest @ ..] => {
            text.strip_prefix(words.as_str()).is_some_and(|text| matches(rest, text, found))
        }
        [Piece::Hole { name, .. }] => {
            let fits = fits(text) && is_same(found, name, text);
            if fits {
                found.push((name, text));
            }
            fits
        }
        [Piece::Hole { name, manner }, rest @ ..] => {
            let Some(Piece::Words(words)) = rest.first() else { return false };
            let (so_far, least) = (found.len(), filled_up(manner));
            for (at, _) in text.match_indices(words.as_str()) {
                if text[..at].chars().count() < least
                    || !fits(&text[..at])
                    || !is_same(found, name, &text[..at])
                {
                    continue;
                }
                found.push((name, &text[..at]));
                if matches(rest, &text[at..], found) {
                    return true;
                }
                found.truncate(so_far);
            }
            false
        }
    }
}

/// To how many columns the code fills up what stands in a hole: `{hue:<5}`.
fn filled_up(manner: &Manner) -> usize {
    match manner {
        Manner::Form(form) => form.strip_prefix('<').and_then(|it| it.parse().ok()).unwrap_or(0),
        _ => 0,
    }
}

/// Whether a hole that comes twice would have the same in it.
fn is_same(found: &[(&str, &str)], name: &str, value: &str) -> bool {
    found.iter().all(|(known, before)| *known != name || *before == value)
}

/// Whether this may stand in a hole: something, and no more than one sentence.
fn fits(text: &str) -> bool {
    !text.is_empty() && !text.contains(['\n', '·']) && !text.contains(". ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_finds_what_stands_in_its_holes() {
        for (phrase, text, expected) in [
            ("column {column} is full", "column 4 is full", Some(vec![("column", "4")])),
            ("column {column} is full", "column  is full", None),
            ("{} to {}", "1 to 7", Some(vec![("0", "1"), ("1", "7")])),
            ("{name} wins", "Ada wins on time", None),
            (
                "{a} is in {b}",
                "what is in the well is in b2",
                Some(vec![("a", "what"), ("b", "the well is in b2")]),
            ),
            ("{{{n}}}", "{7}", Some(vec![("n", "7")])),
            ("{n:>3} moves", " 12 moves", Some(vec![("n", " 12")])),
            ("{hue:<5} {} to go", "red   5 to go", Some(vec![("hue", "red  "), ("0", "5")])),
            ("{0}×{0}, {1} sizes", "3×3, 2 sizes", Some(vec![("0", "3"), ("0", "3"), ("1", "2")])),
            ("{0}×{0}, {1} sizes", "Small  3×3, 2 sizes", None),
        ] {
            let pieces = pieces(phrase).unwrap();
            assert_eq!(matched(&pieces, text), expected, "{phrase} in {text}");
        }
        assert!(pieces("a } b").is_err() && pieces("a {b").is_err());
    }
}

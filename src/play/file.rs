//! The TOML files that people write (boards, puzzles, settings, keys, themes): how they are read, and
//! how a bad one is refused.

use std::error::Error;
use std::fmt::{self, Display};
use std::ops::{Range, RangeInclusive};

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;
use toml_edit::{DocumentMut, Item, Value};

use super::sentence;

/// Why a file is refused, and where in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// Line and column, both from 1.
    pub place: Option<(usize, usize)>,
    /// What is wrong there, and what would be right.
    pub why: String,
}

impl FileError {
    /// An error of the file as a whole.
    pub fn new(why: impl Into<String>) -> FileError {
        FileError { place: None, why: sentence(&why.into()) }
    }

    /// The error at a byte range of the file's text.
    pub fn at(text: &str, span: Range<usize>, why: impl Into<String>) -> FileError {
        FileError { place: Some(line_and_column(text, span.start)), why: sentence(&why.into()) }
    }

    /// The error at the value of a top-level key.
    pub fn of_key(text: &str, key: &str, why: impl Display) -> FileError {
        let why = format!("'{key}': {why}");
        let table = DeTable::parse(text).ok();
        match table.as_ref().and_then(|table| table.get_ref().get(key)) {
            Some(value) => FileError::at(text, value.span(), why),
            None => FileError::new(why),
        }
    }

    /// What a TOML parser says, in our way of writing.
    pub fn of_toml(text: &str, message: &str, span: Option<Range<usize>>) -> FileError {
        let why = in_our_words(message);
        match span {
            Some(span) => FileError::at(text, span, why),
            // Only of a key with too many parts the parser does not say where it stands.
            None => {
                let line = text.lines().position(|line| line.matches('.').count() >= DEEPEST);
                FileError { place: line.map(|line| (line + 1, 1)), ..FileError::new(why) }
            }
        }
    }

    /// The whole sentence, for a file of this name: `tiny.toml:4:11: why`.
    pub fn in_file(&self, file: impl Display) -> String {
        match self.place {
            Some((line, column)) => format!("{file}:{line}:{column}: {}", self.why),
            None => format!("{file}: {}", self.why),
        }
    }
}

impl Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "line {line}, column {column}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl Error for FileError {}

/// How deep the parser lets tables, lists and dotted keys be nested.
const DEEPEST: usize = 80;

/// How the parser begins to speak of slips that people make, and how we do.
const SLIPS: [(&str, &str); 9] = [
    ("string values must be quoted", "a text needs quotes around it"),
    ("invalid basic string", "the quotes of a text aren't closed"),
    ("invalid literal string", "the quotes of a text aren't closed"),
    ("invalid multi-line", "the quotes of a text aren't closed"),
    ("unclosed", "a bracket isn't closed"),
    ("duplicate key", "this key is there twice"),
    ("key with no value", "this key has no value; '=' is missing"),
    ("unquoted keys cannot be empty", "there is no key before '='"),
    ("unexpected key or value", "this belongs on a line of its own"),
];

/// The name that a parser doesn't know, and those that it does.
fn unknown<'a>(what: &str, message: &'a str) -> Option<(&'a str, String)> {
    let (wrong, known) =
        message.strip_prefix(what)?.strip_prefix(" '")?.split_once("', expected ")?;
    let known = known.strip_prefix("one of ").unwrap_or(known);
    Some((wrong, known.replace(" or ", ", ")))
}

/// A parser's message without its jargon: `invalid type: string "x", expected i64` becomes
/// `"x" doesn't fit; use a whole number`.
fn in_our_words(message: &str) -> String {
    let message = message.trim().replace('`', "'").replace('\n', "; ");
    if message.contains("recursion limit") || message.contains("recursion depth") {
        return format!("this is nested too deep, expected fewer than {DEEPEST} levels");
    }
    if let Some((wrong, keys)) = unknown("unknown field", &message) {
        return format!("'{wrong}' isn't a key here; use one of {keys}");
    }
    if let Some((wrong, choices)) = unknown("unknown variant", &message) {
        return format!("'{wrong}' isn't known here; use one of {choices}");
    }
    if let Some(name) = message.strip_prefix("missing field '") {
        let name = name.trim_end_matches('\'');
        return format!("'{name}' is missing");
    }
    if let Some((_, ours)) = SLIPS.iter().find(|(theirs, _)| message.starts_with(theirs)) {
        return (*ours).to_owned();
    }
    let misfit = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))
        .and_then(|rest| rest.split_once(", expected "));
    let Some((found, expected)) = misfit else { return message };
    let kinds = ["string ", "integer ", "floating point ", "boolean "];
    let found = kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found);
    let found = match found {
        "map" => "a table",
        "sequence" => "a list",
        other => other.trim_matches(['"', '\'']),
    };
    let found = if found.starts_with("a ") { found.to_owned() } else { format!("'{found}'") };
    let expected = match expected {
        "a string" => "a text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        "i64" | "i32" => "a whole number",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number from 0 up",
        other => other,
    };
    format!("{found} doesn't fit; use {expected}")
}

/// Line and column (from 1, in characters) of a byte offset.
///
/// ```
/// use parlour::play::line_and_column;
///
/// assert_eq!(line_and_column("one\ntwo", 5), (2, 2));
/// ```
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// Reads the raw form of a file, with the place of what does not fit. Use `toml::Spanned` for the
/// fields whose values are checked later, and [`FileError::at`] for those checks.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, FileError> {
    toml::from_str(text).map_err(|error| FileError::of_toml(text, error.message(), error.span()))
}

/// A number of a board file, if it lies within what its key allows.
pub fn within<T>(
    text: &str,
    key: &str,
    number: &Spanned<i64>,
    range: RangeInclusive<T>,
) -> Result<T, FileError>
where
    T: Display + PartialOrd + TryFrom<i64>,
{
    let value = *number.get_ref();
    let (least, most) = (range.start(), range.end());
    let wrong = match T::try_from(value) {
        Ok(inside) if range.contains(&inside) => return Ok(inside),
        Ok(outside) if outside > *most => "large",
        Err(_) if value > 0 => "large",
        Ok(_) | Err(_) => "small",
    };
    let why = format!("'{key}': {value} is too {wrong}, expected {least} to {most}");
    Err(FileError::at(text, number.span(), why))
}

/// The text of a board file with some of its top-level keys overridden, as `--set` does.
/// A value is read as TOML where it is that (`7`, `true`, `[1, 2]`) and as a string otherwise.
///
/// ```
/// use parlour::play::with_keys;
///
/// let text = with_keys("columns = 7\n", &[("columns".to_owned(), "9".to_owned())])?;
/// assert_eq!(text, "columns = 9\n");
/// # Ok::<(), parlour::play::FileError>(())
/// ```
pub fn with_keys(text: &str, sets: &[(String, String)]) -> Result<String, FileError> {
    if sets.is_empty() {
        return Ok(text.to_owned());
    }
    let mut file: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        FileError::of_toml(text, error.message(), error.span())
    })?;
    for (key, value) in sets {
        let value = value.parse::<Value>().unwrap_or_else(|_| Value::from(value.as_str()));
        file.insert(key, Item::Value(value));
    }
    Ok(file.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsers_speak_our_language() {
        let said = |text: &str| {
            #[derive(serde::Deserialize, Debug)]
            #[serde(deny_unknown_fields)]
            struct Raw {
                #[serde(rename = "number")]
                _number: Option<u8>,
                #[serde(rename = "text")]
                _text: Option<String>,
                #[serde(rename = "list")]
                _list: Option<Vec<bool>>,
            }
            read_toml::<Raw>(text).unwrap_err().in_file("x")
        };
        let cases = [
            ("number = 'six'", "'six' doesn't fit; use a whole number from 0 to 255"),
            ("number = 1.5", "'1.5' doesn't fit; use a whole number from 0 to 255"),
            ("number = -1", "'-1' doesn't fit; use a whole number from 0 to 255"),
            ("number = 256", "'256' doesn't fit; use a whole number from 0 to 255"),
            ("number = [1]", "a list doesn't fit; use a whole number from 0 to 255"),
            ("text = true", "'true' doesn't fit; use a text in quotes"),
            ("list = {}", "a table doesn't fit; use a list"),
            ("list = [7]", "'7' doesn't fit; use true or false"),
            ("nombre = 1", "'nombre' isn't a key here; use one of 'number', 'text', 'list'"),
            ("text = six", "a text needs quotes around it"),
            ("text = \"six", "the quotes of a text aren't closed"),
            ("text = \"\"\"six", "the quotes of a text aren't closed"),
            ("list = [true", "a bracket isn't closed"),
            ("text = 'a'\ntext = 'b'", "this key is there twice"),
            ("text", "this key has no value; '=' is missing"),
            ("= 5", "there is no key before '='"),
            ("text = 'a' number = 1", "this belongs on a line of its own"),
        ];
        for (text, why) in cases {
            let said = said(text);
            assert!(said.starts_with("x:") && said.ends_with(why), "{text}: {said}");
        }
    }

    #[test]
    fn numbers_stay_within_their_range() {
        let read = |number: i64| within("n = 1", "n", &Spanned::new(4..5, number), 4_u8..=12);
        assert_eq!((read(4), read(12)), (Ok(4), Ok(12)));
        let cases =
            [(3, "small"), (-1, "small"), (i64::MIN, "small"), (13, "large"), (300, "large")];
        for (number, wrong) in cases {
            let why = format!("line 1, column 5: 'n': {number} is too {wrong}, expected 4 to 12");
            assert_eq!(read(number).unwrap_err().to_string(), why);
        }
    }
}

//! Boards and their files: what every variant can do, and how a bad file is refused.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::ops::{Range, RangeInclusive};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::DeTable;
use toml_edit::{DocumentMut, Item, Value};

use super::sentence;

/// A board or a set of options, valid by construction: [`Variant::parse`] is the only way in.
/// If a board can be loaded, it can be played without a panic.
///
/// ```
/// use parlour::games::connect4::Board;
/// use parlour::play::Variant;
///
/// let board = Board::parse("name = \"Five\"\ncolumns = 9\nrows = 7\nconnect = 5\n")?;
/// assert_eq!(board.name(), "Five");
/// assert_eq!(Board::parse(&board.to_toml())?, board);
/// let why = Board::parse("name = \"Thin\"\ncolumns = 2\n").unwrap_err();
/// assert!(why.to_string().contains("columns"), "{why}");
/// # Ok::<(), parlour::play::BoardError>(())
/// ```
pub trait Variant: Clone + Eq + Debug + Send + Sync + 'static {
    /// Every top-level key a board file of this game may have.
    const KEYS: &'static [&'static str];

    /// Reads a board file.
    fn parse(text: &str) -> Result<Self, BoardError>;

    /// Reads a board out of a record or a journal. A key that boards did not have yet when it was
    /// written gets the value that was true then, so that old matches replay as they were played.
    fn parse_recorded(text: &str) -> Result<Self, BoardError> {
        Self::parse(text)
    }
    /// The whole board as a file; `parse` reads it back to an equal variant.
    fn to_toml(&self) -> String;
    /// What the board is called.
    fn name(&self) -> &str;
    /// How many may sit down: two, unless the game says otherwise.
    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }
    /// How many sit down unless somebody says otherwise.
    fn usual_seats(&self) -> usize {
        *self.seats().start()
    }
    /// Draws whatever the file leaves to chance, so that the result needs no generator any more.
    fn settle(&self, _seed: u64) -> Self {
        self.clone()
    }
    /// What the setup screen may turn on this board, beside the number of players.
    fn dials(&self) -> Vec<Dial> {
        Vec::new()
    }
    /// A few words for lists: `7×6`, `63 cells`.
    fn summary(&self) -> String;
    /// What one plays for on this board, in a few words: `four in a row`; empty where all boards of
    /// the game are alike in that.
    fn aim(&self) -> String {
        String::new()
    }
    /// What the setup screen prints beside the preview: `("columns", "7")`.
    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// A key of a board file with the values it may have here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dial {
    /// The key in the file.
    pub key: &'static str,
    /// What people read instead of the key.
    pub label: &'static str,
    /// What it changes, in a sentence.
    pub meaning: &'static str,
    /// What may stand there, as the file writes it.
    pub values: Vec<String>,
    /// The same as people read it: `on`, `12 %`.
    pub shown: Vec<String>,
    /// Which of them stands in the file.
    pub at: usize,
}

impl Dial {
    /// A dial that stands at `now`. What a file says is offered too if it is none of the usual
    /// steps: a number in its place among them, a word after them.
    pub fn new(key: &'static str, mut values: Vec<String>, now: &str) -> Dial {
        let at = values.iter().position(|value| value == now).unwrap_or_else(|| {
            let number = |value: &str| value.parse::<i64>().ok();
            let larger = |value: &String| number(value) > number(now) && number(now).is_some();
            let at = values.iter().position(larger).unwrap_or(values.len());
            values.insert(at, now.to_owned());
            at
        });
        let shown = |value: &String| match value.as_str() {
            "true" => "on".to_owned(),
            "false" => "off".to_owned(),
            other => other.to_owned(),
        };
        let meaning = "Changes the board for this match.";
        Dial { key, label: key, meaning, shown: values.iter().map(shown).collect(), values, at }
    }

    /// The same under a word that people understand, and with what it means.
    pub fn called(self, label: &'static str, meaning: &'static str) -> Dial {
        Dial { label, meaning, ..self }
    }

    /// The same where a value of the file is shown as something else.
    pub fn shown_as(mut self, shown: impl Fn(&str) -> String) -> Dial {
        self.shown = self.values.iter().map(|value| shown(value)).collect();
        self
    }
}

/// What a board or a part of it is called: one line that fits into lists and titles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    const LONGEST: usize = 40;

    /// The text, which is never empty and has no control characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(text: String) -> Result<Name, String> {
        let fits = !text.trim().is_empty()
            && text.chars().count() <= Name::LONGEST
            && !text.contains(char::is_control);
        match fits {
            true => Ok(Name(text)),
            false => Err(format!("'name': expected one line of 1 to {} characters", Name::LONGEST)),
        }
    }
}

/// Why a board is refused, and where in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardError {
    /// Line and column, both from 1.
    pub place: Option<(usize, usize)>,
    /// What is wrong there, and what would be right.
    pub why: String,
}

impl BoardError {
    /// An error of the file as a whole.
    pub fn new(why: impl Into<String>) -> BoardError {
        BoardError { place: None, why: sentence(&why.into()) }
    }

    /// The error at a byte range of the file's text.
    pub fn at(text: &str, span: Range<usize>, why: impl Into<String>) -> BoardError {
        BoardError { place: Some(line_and_column(text, span.start)), why: sentence(&why.into()) }
    }

    /// The error at the value of a top-level key.
    pub fn of_key(text: &str, key: &str, why: impl Display) -> BoardError {
        let why = format!("'{key}': {why}");
        let table = DeTable::parse(text).ok();
        match table.as_ref().and_then(|table| table.get_ref().get(key)) {
            Some(value) => BoardError::at(text, value.span(), why),
            None => BoardError::new(why),
        }
    }

    /// What a TOML parser says, in our way of writing.
    pub fn of_toml(text: &str, message: &str, span: Option<Range<usize>>) -> BoardError {
        let why = in_our_words(message);
        match span {
            Some(span) => BoardError::at(text, span, why),
            // Only of a key with too many parts the parser does not say where it stands.
            None => {
                let line = text.lines().position(|line| line.matches('.').count() >= DEEPEST);
                BoardError { place: line.map(|line| (line + 1, 1)), ..BoardError::new(why) }
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

impl Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "line {line}, column {column}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl Error for BoardError {}

/// How deep the parser lets tables, lists and dotted keys be nested.
const DEEPEST: usize = 80;

/// A parser's message without its jargon: `invalid type: string "x", expected i64` becomes
/// `"x" doesn't fit; use a whole number`.
fn in_our_words(message: &str) -> String {
    let message = message.trim().replace('`', "'").replace('\n', "; ");
    if message.contains("recursion limit") || message.contains("recursion depth") {
        return format!("this is nested too deep, expected fewer than {DEEPEST} levels");
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
/// fields whose values are checked later, and [`BoardError::at`] for those checks.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, BoardError> {
    toml::from_str(text).map_err(|error| BoardError::of_toml(text, error.message(), error.span()))
}

/// A number of a board file, if it lies within what its key allows.
pub fn within<T>(
    text: &str,
    key: &str,
    number: &Spanned<i64>,
    range: RangeInclusive<T>,
) -> Result<T, BoardError>
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
    Err(BoardError::at(text, number.span(), why))
}

/// The text of a board file with some of its top-level keys overridden, as `--set` does.
/// A value is read as TOML where it is that (`7`, `true`, `[1, 2]`) and as a string otherwise.
///
/// ```
/// use parlour::play::with_keys;
///
/// let text = with_keys("columns = 7\n", &[("columns".to_owned(), "9".to_owned())])?;
/// assert_eq!(text, "columns = 9\n");
/// # Ok::<(), parlour::play::BoardError>(())
/// ```
pub fn with_keys(text: &str, sets: &[(String, String)]) -> Result<String, BoardError> {
    if sets.is_empty() {
        return Ok(text.to_owned());
    }
    let mut file: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        BoardError::of_toml(text, error.message(), error.span())
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
    fn a_dial_stands_where_the_file_says() {
        let dial = |steps: &[&str], now: &str| {
            let values = steps.iter().map(|step| (*step).to_owned()).collect();
            let Dial { values, at, .. } = Dial::new("rounds", values, now);
            (values.join(" "), at)
        };
        assert_eq!(dial(&["1", "3"], "3"), ("1 3".to_owned(), 1));
        assert_eq!(dial(&["1", "3"], "2"), ("1 2 3".to_owned(), 1));
        assert_eq!(dial(&["0", "4", "12"], "15"), ("0 4 12 15".to_owned(), 3));
        assert_eq!(dial(&["start", "wall"], "pit"), ("start wall pit".to_owned(), 2));
    }

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
            ("nombre = 1", "unknown field 'nombre', expected one of 'number', 'text', 'list'"),
        ];
        for (text, why) in cases {
            let said = said(text);
            assert!(said.starts_with("x:1:") && said.ends_with(why), "{text}: {said}");
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

/// Writes a board inside something else as the text of its file, for `#[serde(with = ..)]`.
pub mod board_text {
    use std::sync::Arc;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Variant;

    /// The board's file.
    pub fn serialize<V: Variant, S: Serializer>(
        board: &Arc<V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&board.to_toml())
    }

    /// Reads the file, or says what is wrong with it.
    pub fn deserialize<'de, V: Variant, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<V>, D::Error> {
        let text = String::deserialize(deserializer)?;
        V::parse(&text).map(Arc::new).map_err(D::Error::custom)
    }
}

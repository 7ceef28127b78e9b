//! Boards: what every variant can do.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::FileError;

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
/// # Ok::<(), parlour::play::FileError>(())
/// ```
pub trait Variant: Clone + Eq + Debug + Send + Sync + 'static {
    /// Every top-level key a board file of this game may have.
    const KEYS: &'static [&'static str];

    /// Reads a board file.
    fn parse(text: &str) -> Result<Self, FileError>;

    /// Reads a board out of a record or a journal. A key that boards did not have yet when it was
    /// written gets the value that was true then, so that old matches replay as they were played.
    fn parse_recorded(text: &str) -> Result<Self, FileError> {
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
}

//! The board of Sogo, read from a file. There is one size only, so a file has little to say.

use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::play::{FileError, Name, Variant, read_toml};

/// Four by four pegs, four beads high.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: Name,
}

impl Variant for Board {
    const KEYS: &'static [&'static str] = &["name"];

    fn parse(text: &str) -> Result<Board, FileError> {
        let Raw { name } = read_toml(text)?;
        Ok(Board { name: name.into() })
    }

    fn to_toml(&self) -> String {
        format!("name = {}\n", toml::Value::from(self.name.as_str()))
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn summary(&self) -> String {
        "4×4×4".to_owned()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("pegs", "16".to_owned()), ("levels", "4".to_owned()), ("lines", "76".to_owned())]
    }
}

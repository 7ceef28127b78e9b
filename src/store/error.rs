//! What can go wrong with the disk, as sentences for a person.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

use super::lock::{Busy, Holder};
use super::places;
use crate::play::sentence;

/// Why something could not be read, kept or changed; `Display` is the whole sentence.
#[derive(Debug)]
pub enum StoreError {
    /// The disk refused.
    Disk {
        /// The verb after "cannot": `write`.
        doing: &'static str,
        /// What it was to be done with.
        file: PathBuf,
        /// What the system said.
        why: io::Error,
    },
    /// The file makes no sense. It is left as it is.
    Bad {
        /// The one that was read.
        file: PathBuf,
        /// Line and column, both from 1; none where the file as a whole is wrong.
        place: Option<(usize, usize)>,
        /// What is wrong there, in one line.
        why: String,
    },
    /// Another arcade has the match open; nothing was touched.
    InUse(Holder),
    /// What was asked for cannot be done; nothing was touched.
    Refused(String),
}

impl StoreError {
    pub(super) fn disk(
        doing: &'static str,
        file: impl Into<PathBuf>,
        why: io::Error,
    ) -> StoreError {
        let file = file.into();
        // Nothing is there to be read, so only writing needs an explanation.
        match doing == "write" && places::is_nowhere(&file) {
            true => StoreError::Refused(places::NO_HOME.to_owned()),
            false => StoreError::Disk { doing, file, why },
        }
    }

    pub(super) fn bad(
        file: &Path,
        place: Option<(usize, usize)>,
        why: impl Into<String>,
    ) -> StoreError {
        StoreError::Bad { file: file.to_owned(), place, why: sentence(&why.into()) }
    }
}

impl StoreError {
    /// Why, in a few words that fit where the file's name does not: `no space left on device`.
    pub fn reason(&self) -> String {
        match self {
            StoreError::Disk { why, .. } => reason(why),
            StoreError::Bad { why, .. } | StoreError::Refused(why) => why.clone(),
            StoreError::InUse(_) => self.to_string(),
        }
    }
}

impl Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Disk { doing, file, why } => {
                write!(f, "cannot {doing} '{}': {}", file.display(), reason(why))
            }
            StoreError::Bad { file, place: Some((line, column)), why } => {
                write!(f, "{}:{line}:{column}: {why}", file.display())
            }
            StoreError::Bad { file, place: None, why } => write!(f, "{}: {why}", file.display()),
            StoreError::InUse(holder) => {
                write!(f, "this match is open in another parlour ({holder})")
            }
            StoreError::Refused(why) => f.write_str(why),
        }
    }
}

impl From<Busy> for StoreError {
    fn from(busy: Busy) -> StoreError {
        let (file, holder) = (busy.file.display(), busy.holder);
        StoreError::Refused(format!("another parlour is busy with '{file}' ({holder}); try again"))
    }
}

impl Error for StoreError {}

/// For those who only pass the sentence on.
impl From<StoreError> for String {
    fn from(error: StoreError) -> String {
        error.to_string()
    }
}

/// The system's own words, without its number and in lower case: `no space left on device`.
pub fn reason(why: &io::Error) -> String {
    let text = why.to_string();
    let text = text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => "the disk does not say why".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_the_disk_is_a_sentence() {
        let full = io::Error::from_raw_os_error(28);
        let error = StoreError::disk("write", "/home/ada/settings.toml", full);
        assert_eq!(
            error.to_string(),
            "cannot write '/home/ada/settings.toml': no space left on device"
        );
    }
}

//! Contests of the arena, a file each. Lines are added while the matches are played; what they
//! say is the arena's affair.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{Source, atomic, clock, files};

const EXTENSION: &str = "contest";

/// The file of one contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestFile {
    path: PathBuf,
}

impl ContestFile {
    /// A file that no contest has, and when it was made. Nothing is written yet.
    pub(super) fn new(folder: &Path, game: &str) -> (ContestFile, String) {
        let path = files::fresh(folder, game, EXTENSION);
        (ContestFile { path }, clock::date_and_time(SystemTime::now()))
    }

    /// Adds lines at the end.
    pub fn append(&self, lines: &[String]) -> Result<(), String> {
        match lines {
            [] => Ok(()),
            lines => Ok(atomic::append(&self.path, &lines.join("\n"))?),
        }
    }
}

/// A contest on the disk, whether or not it can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptContest {
    /// Where it is kept, for [`Store::delete`](super::Store::delete).
    pub path: PathBuf,
    /// Its lines, or why they cannot be read.
    pub text: Result<String, String>,
}

impl KeptContest {
    /// Reads a contest as it stands now.
    pub fn read(path: PathBuf) -> KeptContest {
        let text = files::read_existing(&path).map_err(String::from);
        KeptContest { path, text }
    }

    /// The file to go on in.
    pub fn file(&self) -> ContestFile {
        ContestFile { path: self.path.clone() }
    }
}

/// The files of all contests, the one that was played last first.
pub(super) fn source(folder: PathBuf) -> Source<KeptContest> {
    Source::new(move |cancel| {
        let listed = files::newest_first(&folder, EXTENSION, cancel);
        (listed.len(), listed.into_iter().map(|file| KeptContest::read(file.path)))
    })
}

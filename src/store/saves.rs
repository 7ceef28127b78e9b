//! Matches as records, a file each. The one that is being played is written after every move, so
//! that nothing is lost whatever happens to the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{StoreError, atomic, clock, files};
use crate::play::Record;

const EXTENSION: &str = "parlour";

/// The file of one match, under the same name from its first move to its last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveFile {
    path: PathBuf,
}

impl SaveFile {
    /// A file that is there already, to go on in it.
    pub fn at(path: impl Into<PathBuf>) -> SaveFile {
        SaveFile { path: path.into() }
    }

    /// A name that no file has. Nothing is written yet.
    pub(super) fn new(folder: &Path, game: &str) -> SaveFile {
        SaveFile { path: files::fresh(folder, game, EXTENSION) }
    }

    /// Where the match is or will be; there is nothing before the first write.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the match as it stands now in the place of what was there.
    pub fn write(&self, mut record: Record) -> Result<(), StoreError> {
        record.saved = Some(clock::date_and_time(SystemTime::now()));
        atomic::write(&self.path, &record.to_string())
    }
}

/// A match on the disk, whether or not it can be read.
#[derive(Clone, Debug)]
pub struct SavedMatch {
    /// Where it is kept, for [`Store::rename`](super::Store::rename) and its like.
    pub path: PathBuf,
    /// The file's name, which people may change.
    pub name: String,
    /// When it was last played.
    pub saved: String,
    /// The match, or why it cannot be read; then the file is left alone.
    pub record: Result<Record, String>,
}

impl SavedMatch {
    fn open(path: &Path) -> SavedMatch {
        let modified = fs::metadata(path).and_then(|about| about.modified());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let record = read(path);
        let saved = match &record {
            Ok(Record { saved: Some(saved), .. }) => saved.clone(),
            _ => clock::date_and_time(modified.unwrap_or(SystemTime::UNIX_EPOCH)),
        };
        SavedMatch { path: path.to_owned(), name, saved, record: record.map_err(String::from) }
    }

    /// Whether it can be gone on with: it reads, and has not come to its end.
    pub fn is_unfinished(&self) -> bool {
        self.record.as_ref().is_ok_and(|record| record.result.is_none())
    }

    /// The file to go on in.
    pub fn file(&self) -> SaveFile {
        SaveFile::at(&self.path)
    }
}

fn read(path: &Path) -> Result<Record, StoreError> {
    let text = files::read_existing(path)?;
    Record::parse(&text).map_err(|error| StoreError::bad(path, None, error.to_string()))
}

/// The files of all matches, the one that was written last first.
pub(super) fn newest_first(folder: &Path) -> impl Iterator<Item = SavedMatch> {
    let listed = files::newest_first(folder, EXTENSION);
    listed.into_iter().map(|file| SavedMatch::open(&file.path))
}

/// Saves a match under a name of the player's own. Another match of that name stays as it is.
pub(super) fn save_as(folder: &Path, record: Record, name: &str) -> Result<PathBuf, String> {
    let path = free(folder, name)?;
    SaveFile::at(&path).write(record)?;
    Ok(path)
}

pub(super) fn rename(path: &Path, name: &str) -> Result<PathBuf, StoreError> {
    let new = free(path.parent().unwrap_or(Path::new("")), name)?;
    fs::rename(path, &new).map_err(|why| StoreError::disk("rename", path, why))?;
    Ok(new)
}

pub(super) fn delete(path: &Path) -> Result<(), StoreError> {
    fs::remove_file(path).map_err(|why| StoreError::disk("delete", path, why))
}

/// The path for a name that is not taken.
fn free(folder: &Path, name: &str) -> Result<PathBuf, StoreError> {
    let stem = files::stem_of(name, EXTENSION)?;
    let path = folder.join(format!("{stem}.{EXTENSION}"));
    match path.exists() {
        false => Ok(path),
        true => Err(StoreError::Refused(format!(
            "a match called '{stem}' is there already, expected a new name"
        ))),
    }
}

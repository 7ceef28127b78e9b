//! Matches as records, a file each. The one that is being played is written after every move, so
//! that nothing is lost whatever happens to the program.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{StoreError, atomic, clock, files};
use crate::play::Record;

const EXTENSION: &str = "parlour";
/// Among so many of the newest matches one to continue with is looked for. Nobody waits at the
/// door for the others to be read; they are all on the page of saved matches.
const RECENT: usize = 200;

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

/// All matches of a folder, the one that was written last first. Each is read when it is first
/// looked at: of thousands a list shows a page, and the menu only says how many there are.
pub struct Matches {
    kept: Vec<Kept>,
}

struct Kept {
    path: PathBuf,
    read: OnceCell<SavedMatch>,
}

impl Matches {
    /// The files that are there now; none is read yet.
    pub(super) fn of(folder: &Path) -> Matches {
        let kept = |file: files::Listed| Kept { path: file.path, read: OnceCell::new() };
        Matches { kept: files::newest_first(folder, EXTENSION).into_iter().map(kept).collect() }
    }

    /// How many there are, the damaged ones included.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether nothing was ever kept.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The match at this place of the list, read now if it was not yet.
    pub fn get(&self, at: usize) -> Option<&SavedMatch> {
        let kept = self.kept.get(at)?;
        Some(kept.read.get_or_init(|| SavedMatch::open(&kept.path)))
    }

    /// The match to continue with: the newest of the last 200 that has not come to its end.
    pub fn last_unfinished(&self) -> Option<&SavedMatch> {
        let recent = 0..self.len().min(RECENT);
        recent.filter_map(|at| self.get(at)).find(|saved| saved.is_unfinished())
    }

    /// All of them, read.
    pub(super) fn all(self) -> Vec<SavedMatch> {
        let read =
            |kept: Kept| kept.read.into_inner().unwrap_or_else(|| SavedMatch::open(&kept.path));
        self.kept.into_iter().map(read).collect()
    }
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

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;
    use crate::play::Player;

    /// Writes a match of this age in minutes.
    fn keep(folder: &Path, name: &str, age: usize, result: Option<&str>) -> PathBuf {
        let record = Record {
            game: "goose".to_owned(),
            players: vec![Player::Human { name: None }],
            result: result.map(str::to_owned),
            ..Record::default()
        };
        let path = folder.join(format!("{name}.{EXTENSION}"));
        fs::write(&path, record.to_string()).unwrap();
        let written = SystemTime::now() - Duration::from_secs(60 * age as u64);
        File::options().write(true).open(&path).unwrap().set_modified(written).unwrap();
        path
    }

    #[test]
    fn a_match_is_read_when_it_is_looked_at() {
        let home = tempfile::tempdir().unwrap();
        keep(home.path(), "new", 1, None);
        let old = keep(home.path(), "old", 2, None);
        let matches = Matches::of(home.path());
        assert_eq!((matches.len(), matches.is_empty()), (2, false));
        fs::write(&old, "nothing of ours").unwrap();
        assert_eq!(matches.get(0).unwrap().name, "new");
        assert!(matches.get(0).unwrap().is_unfinished());
        assert!(matches.get(1).unwrap().record.is_err());
        assert!(matches.get(2).is_none());
        // Once read, it stays as it was until somebody lists the matches anew.
        keep(home.path(), "old", 2, None);
        assert!(matches.get(1).unwrap().record.is_err());
        let names: Vec<String> = matches.all().into_iter().map(|saved| saved.name).collect();
        assert_eq!(names, ["new", "old"]);
    }

    #[test]
    fn what_to_continue_with_is_looked_for_among_the_newest() {
        let home = tempfile::tempdir().unwrap();
        let found = || Matches::of(home.path()).last_unfinished().map(|saved| saved.name.clone());
        keep(home.path(), "forgotten", RECENT + 1, None);
        for age in 0..RECENT - 1 {
            keep(home.path(), &format!("finished {age}"), age, Some("draw"));
        }
        assert_eq!(found().as_deref(), Some("forgotten"));
        keep(home.path(), "one more", RECENT, Some("draw"));
        assert_eq!(found(), None);
        assert_eq!(Matches::of(home.path()).len(), RECENT + 1, "it is kept all the same");
    }
}

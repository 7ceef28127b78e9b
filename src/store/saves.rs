//! Matches as records, a file each. The one that is being played is written after every move, so
//! that nothing is lost whatever happens to the program.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use super::lock::{self, Lock};
use super::{Places, Source, StoreError, atomic, clock, files};
use crate::play::Record;
use crate::search::Cancel;

const EXTENSION: &str = "parlour";
/// Among so many of the newest matches one to continue with is looked for. Nobody waits for the
/// others to be read; they are all on the page of saved matches.
const RECENT: usize = 200;
/// Somebody may just be letting go of a match.
const PATIENCE: Duration = Duration::from_millis(200);

/// The file of one match, under the same name from its first move to its last. Whoever writes into
/// it has it for themselves until they drop it and all its clones.
#[derive(Clone, Debug)]
pub struct SaveFile {
    path: PathBuf,
    lock: Arc<OnceLock<Lock>>,
}

impl PartialEq for SaveFile {
    fn eq(&self, other: &SaveFile) -> bool {
        self.path == other.path
    }
}

impl Eq for SaveFile {}

impl SaveFile {
    /// A file that is there already, to go on in it.
    pub fn at(path: impl Into<PathBuf>) -> SaveFile {
        SaveFile { path: path.into(), lock: Arc::default() }
    }

    /// A name that no file has. Nothing is written yet.
    pub(super) fn new(folder: &Path, game: &str) -> SaveFile {
        SaveFile::at(files::fresh(folder, game, EXTENSION))
    }

    /// Where the match is or will be; there is nothing before the first write.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that no other arcade writes into this file, or says which one does.
    pub fn claim(&self) -> Result<(), StoreError> {
        if self.lock.get().is_none()
            && let Some(lock) = lock::take(&self.path, PATIENCE).map_err(StoreError::InUse)?
        {
            // A clone may have been quicker; then there is nothing to keep.
            let _ = self.lock.set(lock);
        }
        Ok(())
    }

    /// The match as it was last written.
    pub fn read(&self) -> Result<Record, StoreError> {
        read(&self.path)
    }

    /// Puts the match as it stands now in the place of what was there, unless another arcade has
    /// it.
    pub fn write(&self, mut record: Record) -> Result<(), StoreError> {
        self.claim()?;
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

    /// The name that somebody gave it; none if its file is called as matches of this game are from
    /// the start: date, game and a number.
    pub fn given_name(&self, game: &str) -> Option<&str> {
        let usual = self.name.rsplit_once('-').is_some_and(|(start, number)| {
            number.parse::<u64>().is_ok() && start.ends_with(&format!("-{game}"))
        });
        (!usual).then_some(&self.name)
    }

    /// Whether it can be gone on with: it reads, and has not come to its end.
    pub fn is_unfinished(&self) -> bool {
        self.record.as_ref().is_ok_and(|record| record.result.is_none())
    }

    /// The file to go on in and the match as it stands there now, for whoever has it alone:
    /// another arcade may have played on since it was listed.
    pub fn resume(&self) -> Result<(SaveFile, Record), StoreError> {
        let file = SaveFile::at(&self.path);
        file.claim()?;
        Ok((file, read(&self.path)?))
    }

    /// The match as it stands now, for whoever wants no more than look at it.
    pub fn reread(&self) -> Result<Record, StoreError> {
        read(&self.path)
    }
}

fn read(path: &Path) -> Result<Record, StoreError> {
    let text = files::read_existing(path)?;
    Record::parse(&text).map_err(|error| StoreError::bad(path, None, error.to_string()))
}

/// A match in a list, read when it is first looked at: of thousands a list shows a page.
#[derive(Debug)]
pub struct KeptMatch {
    path: PathBuf,
    modified: SystemTime,
    read: OnceCell<SavedMatch>,
}

impl KeptMatch {
    fn new(file: files::Listed) -> KeptMatch {
        KeptMatch { path: file.path, modified: file.modified, read: OnceCell::new() }
    }

    /// Where it is kept.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// When its file was written.
    pub fn modified(&self) -> SystemTime {
        self.modified
    }

    /// The match, read now if it was not yet.
    pub fn saved(&self) -> &SavedMatch {
        self.read.get_or_init(|| SavedMatch::open(&self.path))
    }
}

/// All matches of a folder, in the order of their names from the last: most names begin with the
/// date, so those that were played last come first, or nearly.
pub(super) fn source(folder: PathBuf) -> Source<KeptMatch> {
    Source::new(move |cancel| {
        let found = files::find(&folder, EXTENSION, cancel);
        let listed = |file: files::Found| file.listed().map(KeptMatch::new);
        (found.len(), found.into_iter().rev().filter_map(listed))
    })
}

/// All matches of a folder, the one that was written last first, each read when it is first looked
/// at.
pub struct Matches {
    kept: Vec<KeptMatch>,
}

impl Matches {
    /// The matches that are kept there now; none is read yet. Who cancels it gets some of them.
    pub fn at(places: &Places, cancel: &Cancel) -> Matches {
        Matches::of(&places.matches(), cancel)
    }

    fn of(folder: &Path, cancel: &Cancel) -> Matches {
        let listed = files::newest_first(folder, EXTENSION, cancel);
        Matches { kept: listed.into_iter().map(KeptMatch::new).collect() }
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
        self.kept.get(at).map(KeptMatch::saved)
    }

    /// The match to continue with: the newest of the last 200 that has not come to its end.
    pub fn last_unfinished(&self) -> Option<&SavedMatch> {
        let recent = 0..self.len().min(RECENT);
        recent.filter_map(|at| self.get(at)).find(|saved| saved.is_unfinished())
    }

    /// All of them, read.
    pub(super) fn all(&self) -> Vec<SavedMatch> {
        self.kept.iter().map(|kept| kept.saved().clone()).collect()
    }
}

/// Saves a match under a name of the player's own. Another match of that name stays as it is.
pub(super) fn save_as(folder: &Path, record: Record, name: &str) -> Result<PathBuf, StoreError> {
    let file = free(folder, name)?;
    file.write(record)?;
    Ok(file.path)
}

pub(super) fn rename(path: &Path, name: &str) -> Result<PathBuf, StoreError> {
    let old = SaveFile::at(path);
    old.claim()?;
    let new = free(path.parent().unwrap_or(Path::new("")), name)?;
    fs::rename(path, &new.path).map_err(|why| StoreError::disk("rename", path, why))?;
    Ok(new.path)
}

pub(super) fn delete(path: &Path) -> Result<(), StoreError> {
    let file = SaveFile::at(path);
    file.claim()?;
    fs::remove_file(path).map_err(|why| StoreError::disk("delete", path, why))
}

/// The file of a name that is not taken. Nobody else can take it now.
fn free(folder: &Path, name: &str) -> Result<SaveFile, StoreError> {
    let stem = files::stem_of(name, EXTENSION)?;
    let file = SaveFile::at(folder.join(format!("{stem}.{EXTENSION}")));
    file.claim()?;
    match file.path.exists() {
        false => Ok(file),
        true => Err(StoreError::Refused(format!(
            "there is a match called '{stem}' already; use another name"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;
    use crate::play::{Outcome, Player};

    /// Writes a match of this age in minutes.
    fn keep(folder: &Path, name: &str, age: usize, result: Option<Outcome>) -> PathBuf {
        let record = Record {
            game: "goose".to_owned(),
            players: vec![Player::Human { name: None }],
            result,
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
        let matches = Matches::of(home.path(), &Cancel::default());
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
        let found = || {
            Matches::of(home.path(), &Cancel::default())
                .last_unfinished()
                .map(|saved| saved.name.clone())
        };
        keep(home.path(), "forgotten", RECENT + 1, None);
        for age in 0..RECENT - 1 {
            keep(home.path(), &format!("finished {age}"), age, Some(Outcome::Draw));
        }
        assert_eq!(found().as_deref(), Some("forgotten"));
        keep(home.path(), "one more", RECENT, Some(Outcome::Draw));
        assert_eq!(found(), None);
        assert_eq!(
            Matches::of(home.path(), &Cancel::default()).len(),
            RECENT + 1,
            "it is kept all the same"
        );
    }
}

//! Small things every part of the store does with files: read them whole, list them, name them.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{StoreError, clock};

/// Nothing of ours is longer than this; a match of a million moves is not.
const LONGEST: u64 = 32 * 1024 * 1024;
/// File systems stop at 255 bytes.
const LONGEST_NAME: usize = 80;

/// The whole text of a file; `None` if there is none.
pub fn read(file: &Path) -> Result<Option<String>, StoreError> {
    match read_existing(file) {
        Err(StoreError::Disk { why, .. })
            if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
        {
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// The whole text of a file that should be there.
pub fn read_existing(file: &Path) -> Result<String, StoreError> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|why| StoreError::disk("read", file, why))?;
    if bytes.len() as u64 > LONGEST {
        return Err(StoreError::bad(file, None, "the file is too long, expected up to 32 MB"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        StoreError::bad(file, None, format!("line {line} is no text, expected UTF-8"))
    })
}

/// The files of a folder whose names end in this way, with their stems and the time of their last
/// change, by name. A folder that cannot be read is empty.
pub fn list(folder: &Path, extension: &str) -> Vec<Listed> {
    let mut listed = found(folder, extension);
    listed.sort_by(|one, other| one.stem.cmp(&other.stem));
    listed
}

/// The same files, the one that was written last first.
pub fn newest_first(folder: &Path, extension: &str) -> Vec<Listed> {
    let mut listed = found(folder, extension);
    listed.sort_by(|one, other| {
        other.modified.cmp(&one.modified).then_with(|| other.stem.cmp(&one.stem))
    });
    listed
}

fn found(folder: &Path, extension: &str) -> Vec<Listed> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let listed = entries.flatten().filter_map(|entry| {
        let path = entry.path();
        let stem = path.file_stem()?.to_str()?.to_owned();
        if path.extension()? != extension || stem.starts_with('.') {
            return None;
        }
        // Only true files: reading from a pipe would wait for ever.
        let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
        let modified = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some(Listed { stem, path, modified })
    });
    listed.collect()
}

/// A path that no file has, made of the date, the game and a number.
pub fn fresh(folder: &Path, game: &str, extension: &str) -> PathBuf {
    let begun = clock::for_a_file_name(SystemTime::now());
    // Two programs that begin in the same second have different numbers.
    let mut number = std::process::id();
    loop {
        let path = folder.join(format!("{begun}-{game}-{number}.{extension}"));
        if !path.exists() {
            return path;
        }
        number += 1;
    }
}

pub struct Listed {
    pub stem: String,
    pub path: PathBuf,
    pub modified: SystemTime,
}

/// A name that a person typed, if every file system takes it.
pub fn stem_of(name: &str, extension: &str) -> Result<String, StoreError> {
    let name = name.trim();
    let stem = name.strip_suffix(&format!(".{extension}")).unwrap_or(name).trim();
    let strange = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let fits = (1..=LONGEST_NAME).contains(&stem.chars().count())
        && stem.len() <= 2 * LONGEST_NAME
        && !stem.contains(strange)
        && !stem.starts_with('.')
        && !stem.ends_with('.');
    if fits {
        return Ok(stem.to_owned());
    }
    Err(StoreError::Refused(format!(
        "'{}' is no name for a file, expected up to {LONGEST_NAME} letters, digits, spaces, '-' or '_'",
        name.escape_debug()
    )))
}

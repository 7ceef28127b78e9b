//! Small things every part of the store does with files: read them whole, list them, name them.

use std::fs::{self, DirEntry, File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use super::{StoreError, atomic, clock};
use crate::search::Cancel;

/// Nothing of ours is longer than this; a match of a million moves is not.
const LONGEST: u64 = 32 * 1024 * 1024;
/// In bytes. File systems stop at 255, and an ending and a number must still fit.
const LONGEST_NAME: usize = 160;

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

/// The whole text of a log, in which bytes that are no text spoil their own line alone; `None` if
/// there is none.
pub fn read_log(file: &Path) -> Result<Option<String>, StoreError> {
    match read_bytes(open_file(file), file) {
        Err(StoreError::Disk { why, .. })
            if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
        {
            Ok(None)
        }
        read => read.map(|bytes| Some(String::from_utf8_lossy(&bytes).into_owned())),
    }
}

/// The whole text of a file that should be there. Pipes, devices and folders are refused: reading
/// from them could wait for ever.
pub fn read_existing(file: &Path) -> Result<String, StoreError> {
    text_of(open_file(file), file)
}

fn open_file(file: &Path) -> io::Result<File> {
    let opened = open_at_once(OpenOptions::new().read(true), file);
    // A socket cannot even be opened.
    let opened = opened.map_err(|why| in_the_way(file).unwrap_or(why))?;
    match opened.metadata()?.file_type() {
        kind if kind.is_file() => Ok(opened),
        kind => Err(no_file(kind)),
    }
}

/// The same for a file that somebody named on the command line, where a pipe is meant as one:
/// `parlour replay <(zcat match.gz)`.
pub fn read_named(file: &Path) -> Result<String, StoreError> {
    text_of(File::open(file), file)
}

fn read_bytes(opened: io::Result<File>, file: &Path) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    opened
        .and_then(|opened| opened.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|why| StoreError::disk("read", file, why))?;
    if bytes.len() as u64 > LONGEST {
        return Err(StoreError::bad(file, None, "the file is too long; 32 MB is the limit"));
    }
    Ok(bytes)
}

fn text_of(opened: io::Result<File>, file: &Path) -> Result<String, StoreError> {
    let bytes = read_bytes(opened, file)?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        StoreError::bad(file, None, format!("line {line} isn't text; use UTF-8"))
    })
}

/// Opens a file without waiting for whoever is at the other end of a pipe.
#[cfg(unix)]
pub fn open_at_once(options: &mut OpenOptions, file: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let at_once = OFlags::NONBLOCK | OFlags::NOCTTY;
    options.custom_flags(at_once.bits() as i32).open(file)
}

/// Opens a file; elsewhere pipes do not lie among the files.
#[cfg(not(unix))]
pub fn open_at_once(options: &mut OpenOptions, file: &Path) -> io::Result<File> {
    options.open(file)
}

/// Opens a file that only helps to keep others. Nobody can have put a link in its place that leads
/// elsewhere.
#[cfg(unix)]
pub fn open_ours(options: &mut OpenOptions, file: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32).open(file)
}

/// What lies there instead of a file, with its article.
#[cfg(unix)]
fn name_of(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_dir() => "a folder",
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn name_of(kind: FileType) -> &'static str {
    if kind.is_dir() { "a folder" } else { "a device" }
}

/// Why nothing can be put in the place of what lies there; `None` for a file, and for nothing.
pub fn in_the_way(file: &Path) -> Option<io::Error> {
    let kind = fs::metadata(file).ok()?.file_type();
    (!kind.is_file()).then(|| no_file(kind))
}

fn no_file(kind: FileType) -> io::Error {
    io::Error::other(format!("it is {}, not a file", name_of(kind)))
}

/// A file that was found in a folder. How old it is has not been asked yet.
pub struct Found {
    pub stem: String,
    pub path: PathBuf,
}

/// A file with the time of its last change.
pub struct Listed {
    pub stem: String,
    pub path: PathBuf,
    pub modified: SystemTime,
}

impl Found {
    /// Asks for its age; none for a file that has gone meanwhile.
    pub fn listed(self) -> Option<Listed> {
        let about = fs::metadata(&self.path).ok().filter(fs::Metadata::is_file)?;
        let modified = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some(Listed { stem: self.stem, path: self.path, modified })
    }
}

/// The files of a folder whose names end in this way, by name. A folder that cannot be read is
/// empty. What killed programs have left unfinished there is removed on the way.
pub fn find(folder: &Path, extension: &str, cancel: &Cancel) -> Vec<Found> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.flatten().take_while(|_| !cancel.is_cancelled());
    let found = entries.filter_map(|entry| {
        atomic::sweep(&entry);
        let name = entry.file_name();
        let name = Path::new(&name);
        let stem = name.file_stem()?.to_str()?.to_owned();
        let ours = name.extension()? == extension && !stem.starts_with('.') && may_be_file(&entry);
        ours.then(|| Found { stem, path: entry.path() })
    });
    let mut found: Vec<Found> = found.collect();
    found.sort_by(|one, other| one.stem.cmp(&other.stem));
    found
}

/// The same files, the one that was written last first.
pub fn newest_first(folder: &Path, extension: &str, cancel: &Cancel) -> Vec<Listed> {
    let found = find(folder, extension, cancel).into_iter().take_while(|_| !cancel.is_cancelled());
    let mut listed: Vec<Listed> = found.filter_map(Found::listed).collect();
    listed.sort_by(|one, other| {
        other.modified.cmp(&one.modified).then_with(|| other.stem.cmp(&one.stem))
    });
    listed
}

/// Folders tell what their entries are; only where a link points must be asked for.
fn may_be_file(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_file(),
        Ok(kind) => kind.is_file(),
        Err(_) => false,
    }
}

/// A path that no file has, made of the date, the game and a number.
pub fn fresh(folder: &Path, game: &str, extension: &str) -> PathBuf {
    /// The second in which this program last asked for one, and the number it got.
    static LAST: Mutex<(String, u32)> = Mutex::new((String::new(), 0));
    let begun = clock::for_a_file_name(SystemTime::now());
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    // Two programs that begin in the same second have different numbers, and so have two matches of
    // one program, though neither may have been written yet.
    let mut number = if last.0 == begun { last.1 + 1 } else { std::process::id() };
    loop {
        let path = folder.join(format!("{begun}-{game}-{number}.{extension}"));
        if !path.exists() {
            *last = (begun, number);
            return path;
        }
        number += 1;
    }
}

/// A name that a person typed, if every file system takes it.
pub fn stem_of(name: &str, extension: &str) -> Result<String, StoreError> {
    let name = name.trim();
    let stem = name.strip_suffix(&format!(".{extension}")).unwrap_or(name).trim();
    if stem.len() > LONGEST_NAME {
        return Err(StoreError::Refused(format!(
            "'{}…' is too long for a file name: {} bytes, and {LONGEST_NAME} is the limit",
            shortened(stem, 20).escape_debug(),
            stem.len()
        )));
    }
    let strange = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let fits = !stem.is_empty()
        && !stem.contains(strange)
        && !stem.starts_with('.')
        && !stem.ends_with('.');
    if fits {
        return Ok(stem.to_owned());
    }
    Err(StoreError::Refused(format!(
        "'{}' can't be the name of a file; use letters, digits, spaces, '-' or '_'",
        name.escape_debug()
    )))
}

/// A name to propose, no longer than [`stem_of`] takes it.
pub fn fitting(name: &str) -> &str {
    shortened(name, LONGEST_NAME).trim_end()
}

/// As much of the text as fits into so many bytes, in whole characters.
pub fn shortened(text: &str, bytes: usize) -> &str {
    let fits = (0..=bytes.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..fits.unwrap_or(0)]
}

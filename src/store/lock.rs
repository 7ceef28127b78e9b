//! Who has a file open: locks that end with whoever holds them, whatever ends that.
//!
//! A file is replaced by renaming another over it, so the lock is a file of its own beside it,
//! `.parlour-NAME.lock`, in which its holder is named. It is removed with the lock; one that a
//! kill has left behind is held by nobody and does no harm.

use std::fmt::{self, Display};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::{clock, files};

/// How the names of all files begin that only help to keep others.
pub const OURS: &str = ".parlour-";
/// How the name of a lock ends.
pub const LOCK: &str = ".lock";
/// So much of a file's name is in that of its lock.
const LONGEST_NAME: usize = 200;
/// How long whoever changes a file waits for another to have done so.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// Held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    #[cfg_attr(windows, expect(dead_code, reason = "Windows removes it by itself"))]
    path: PathBuf,
    /// The lock lies on this, and goes when it is closed.
    _file: File,
}

/// The program that has a file open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Holder {
    /// Its number; none while it has not written it down yet.
    process: Option<u32>,
    /// Date and time.
    since: Option<String>,
}

/// Locks a file, whether or not it is there already, within this time. Without a lock one has to
/// do where no file can be made, or on a disk that knows no locks; nobody is told then.
pub fn take(file: &Path, patience: Duration) -> Result<Option<Lock>, Holder> {
    let path = beside(file);
    let deadline = Instant::now() + patience;
    loop {
        match seize(&path) {
            Seized::Ours(file) => return Ok(Some(Lock { path, _file: file })),
            Seized::Theirs(holder) if Instant::now() >= deadline => return Err(holder),
            Seized::Theirs(_) => thread::sleep(PAUSE),
            // Or nobody may write there, which Windows says in the same words.
            Seized::Gone if cfg!(windows) && Instant::now() >= deadline => return Ok(None),
            Seized::Gone if cfg!(windows) => thread::sleep(PAUSE),
            Seized::Gone => {}
            Seized::NoLocks => return Ok(None),
        }
    }
}

/// What came of one try to lock.
enum Seized {
    /// The lock lies on this file.
    Ours(File),
    Theirs(Holder),
    /// Its last holder has just removed it: the next try makes another.
    Gone,
    /// None can be made here.
    NoLocks,
}

#[cfg(unix)]
fn seize(path: &Path) -> Seized {
    let Ok(mut lock) = open(path) else { return Seized::NoLocks };
    match lock.try_lock() {
        Ok(()) if !is_still_there(&lock, path) => Seized::Gone,
        Ok(()) => {
            // Who cannot say so holds it all the same.
            let _ = files::open_ours(OpenOptions::new().write(true).truncate(true), path)
                .and_then(|mut file| sign(&mut file));
            Seized::Ours(lock)
        }
        Err(TryLockError::WouldBlock) => Seized::Theirs(Holder::read(&mut lock)),
        Err(TryLockError::Error(_)) => {
            let _ = fs::remove_file(path);
            Seized::NoLocks
        }
    }
}

/// Locked is who has opened it for writing: Windows lets nobody else do so meanwhile, lets them
/// read, and removes it when it is closed, by whatever end.
#[cfg(windows)]
fn seize(path: &Path) -> Seized {
    use std::os::windows::fs::OpenOptionsExt;
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    const OTHERS_READ_AND_DELETE: u32 = 1 | 4;
    const IN_USE: i32 = 32;
    const BEING_REMOVED: [i32; 2] = [5, 303];
    if path.parent().is_some_and(|folder| fs::create_dir_all(folder).is_err()) {
        return Seized::NoLocks;
    }
    let opened = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .share_mode(OTHERS_READ_AND_DELETE)
        .custom_flags(DELETE_ON_CLOSE)
        .open(path);
    match opened {
        Ok(mut lock) => {
            let _ = sign(&mut lock);
            Seized::Ours(lock)
        }
        Err(why) if why.raw_os_error() == Some(IN_USE) => {
            let holder = File::open(path).map(|mut lock| Holder::read(&mut lock));
            Seized::Theirs(holder.unwrap_or_default())
        }
        Err(why) if why.raw_os_error().is_some_and(|code| BEING_REMOVED.contains(&code)) => {
            Seized::Gone
        }
        Err(_) => Seized::NoLocks,
    }
}

/// Does something with a file while no other program does: reads it, changes it, writes it.
pub fn alone<T, E: From<Busy>>(file: &Path, change: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let lock = take(file, PATIENCE).map_err(|holder| Busy { file: file.to_owned(), holder })?;
    let changed = change();
    drop(lock);
    changed
}

/// Another program does not let go of a file.
pub struct Busy {
    pub file: PathBuf,
    pub holder: Holder,
}

/// Removes a file that nobody has locked. An error says that nobody can know.
pub fn remove_if_free(path: &Path) -> io::Result<()> {
    let file = files::open_at_once(OpenOptions::new().read(true), path)?;
    match file.try_lock() {
        Ok(()) => fs::remove_file(path),
        Err(TryLockError::WouldBlock) => Ok(()),
        Err(TryLockError::Error(why)) => Err(why),
    }
}

#[cfg(unix)]
impl Drop for Lock {
    fn drop(&mut self) {
        // Still locked, so that nobody else's is removed.
        let _ = fs::remove_file(&self.path);
    }
}

impl Holder {
    fn read(lock: &mut File) -> Holder {
        let mut text = String::new();
        let read = lock.take(100).read_to_string(&mut text).is_ok();
        let words = text.trim_end().split_once(' ').filter(|_| read);
        Holder {
            process: words.and_then(|(process, _)| process.parse().ok()),
            since: words.map(|(_, since)| since.to_owned()),
        }
    }

    /// `20:15 UTC`, with the date if that was not today.
    fn since(&self, now: &str) -> Option<String> {
        let (date, time) = self.since.as_deref()?.split_once(' ')?;
        let (clock, zone) = time.split_once(' ')?;
        let minutes = clock.rsplit_once(':')?.0;
        Some(match now.starts_with(date) {
            true => format!("{minutes} {zone}"),
            false => format!("{date} {minutes} {zone}"),
        })
    }
}

impl Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let since = self.since(&clock::date_and_time(SystemTime::now()));
        match (since, self.process) {
            (Some(since), Some(process)) => write!(f, "since {since}, process {process}"),
            _ => f.write_str("since a moment ago"),
        }
    }
}

/// The lock of a file. A link and the file it points to have one lock.
fn beside(file: &Path) -> PathBuf {
    let real = fs::canonicalize(file).ok().filter(|real| real.is_file());
    let file = real.unwrap_or_else(|| file.to_owned());
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = files::shortened(&name, LONGEST_NAME);
    file.with_file_name(format!("{OURS}{name}{LOCK}"))
}

#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Made by one that writes, held by one that only reads: whoever holds a lock for hours must not
    // keep the disk from being unmounted or made read-only.
    loop {
        files::open_ours(OpenOptions::new().append(true).create(true), path)?;
        match files::open_ours(OpenOptions::new().read(true), path) {
            // Its last holder removed it just then.
            Err(why) if why.kind() == io::ErrorKind::NotFound => {}
            opened => return opened,
        }
    }
}

/// Writes down who holds a lock, and since when.
fn sign(lock: &mut File) -> io::Result<()> {
    writeln!(lock, "{} {}", process::id(), clock::date_and_time(SystemTime::now()))
}

/// Whether the path still leads to this file.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |about: fs::Metadata| (about.dev(), about.ino());
    let (file, there) = (file.metadata().map(id), fs::symlink_metadata(path).map(id));
    file.is_ok_and(|file| there.is_ok_and(|there| there == file))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const NO_PATIENCE: Duration = Duration::ZERO;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn one_holds_a_file_and_the_other_is_told_who_it_is() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("match.parlour");
        let lock = take(&file, NO_PATIENCE).unwrap().expect("this disk knows locks");
        let holder = take(&file, NO_PATIENCE).unwrap_err();
        assert_eq!(holder.process, Some(process::id()));
        let said = holder.to_string();
        assert!(said.starts_with("since ") && said.ends_with(&process::id().to_string()), "{said}");
        drop(lock);
        assert_eq!(names(home.path()), [""; 0]);
        assert!(take(&file, NO_PATIENCE).is_ok());
    }

    #[test]
    fn what_a_kill_has_left_is_held_by_nobody() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("match.parlour");
        fs::write(beside(&file), "1 2026-11-16 05:12:33 UTC\n").unwrap();
        assert!(take(&file, NO_PATIENCE).unwrap().is_some());
        assert_eq!(names(home.path()), [""; 0]);
    }

    #[test]
    fn a_holder_says_the_date_only_when_it_was_not_today() {
        let since = Some("2026-11-16 05:12:33 UTC".to_owned());
        let holder = Holder { process: Some(7), since };
        assert_eq!(holder.since("2026-11-16 23:00:00 UTC").unwrap(), "05:12 UTC");
        assert_eq!(holder.since("2026-11-17 23:00:00 UTC").unwrap(), "2026-11-16 05:12 UTC");
        assert_eq!(Holder::default().to_string(), "since a moment ago");
    }

    /// Locks come and go as quickly as they can; never do two hold the same.
    #[test]
    fn a_lock_that_is_just_being_removed_is_not_held_twice() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("settings.toml");
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let lock = take(&file, Duration::from_secs(30)).unwrap().unwrap();
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 1);
        assert_eq!(names(home.path()), [""; 0]);
    }

    #[test]
    fn where_no_lock_can_be_made_one_does_without() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(take(&file.join("match.parlour"), NO_PATIENCE).unwrap().is_none());
    }

    #[test]
    fn a_name_as_long_as_can_be_has_a_lock() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("é".repeat(127));
        fs::write(&file, "").unwrap();
        assert!(take(&file, NO_PATIENCE).unwrap().is_some());
    }
}

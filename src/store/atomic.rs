//! Files that are whole at every moment: written beside, synced, renamed over.
//!
//! Whoever looks, even after a kill -9 or on a disk that ran full, finds the old text or the new
//! one, never half of either.

use std::fs::{self, DirEntry, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use super::lock::{self, LOCK, OURS};
use super::{StoreError, files};

/// How the name of a file ends that is still being written.
const UNFINISHED: &str = ".new";
/// A file that somebody has just made may not be locked yet.
const A_MOMENT: Duration = Duration::from_secs(60);
/// Where a disk knows no locks, an unfinished file of this age belongs to a process that was
/// killed.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Puts `text` in the place of the file's contents, and makes its folder if need be.
pub fn write(file: &Path, text: &str) -> Result<(), StoreError> {
    replace(file, Access::AsBefore, |new| new.write_all(text.as_bytes()))
        .map_err(|why| StoreError::disk("write", file, why))
}

/// The same for what nobody else on this machine may read.
pub fn write_private(file: &Path, text: &str) -> Result<(), StoreError> {
    replace(file, Access::OwnerOnly, |new| new.write_all(text.as_bytes()))
        .map_err(|why| StoreError::disk("write", file, why))
}

/// Who may read a file that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Whoever could read the old one; everybody, as the system has it, if there was none.
    AsBefore,
    OwnerOnly,
}

/// Adds a line to a log, and makes it first if need be. A line that was cut off by a crash is
/// ended first, so that it spoils no other.
pub fn append(file: &Path, line: &str) -> Result<(), StoreError> {
    let add = || -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let gap = if was_cut_off(file) { "\n" } else { "" };
        let mut log = files::open_at_once(OpenOptions::new().append(true).create(true), file)?;
        // One call to the system, so that two processes do not write into each other's lines.
        log.write_all(format!("{gap}{line}\n").as_bytes())?;
        log.sync_data()
    };
    add().map_err(|why| StoreError::disk("write", file, why))
}

/// Whether the file's last line has no end.
fn was_cut_off(file: &Path) -> bool {
    let last_byte = || -> io::Result<u8> {
        let mut file = files::open_at_once(OpenOptions::new().read(true), file)?;
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        Ok(last[0])
    };
    last_byte().is_ok_and(|byte| byte != b'\n')
}

/// Removes a file that a killed process has left behind: one that was being written, or a lock.
/// Nobody else's files are called like ours. Failing at it hurts nobody.
pub fn sweep(entry: &DirEntry) {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    let unfinished = name.ends_with(UNFINISHED);
    // Thousands of matches may lie here, so only what may be swept is asked for its age.
    if !name.starts_with(OURS) || !(unfinished || name.ends_with(LOCK)) {
        return;
    }
    let about = entry.metadata().ok().filter(fs::Metadata::is_file);
    let modified = about.and_then(|about| about.modified().ok());
    let age = modified.and_then(|then| SystemTime::now().duration_since(then).ok());
    let Some(age) = age.filter(|age| *age > A_MOMENT) else { return };
    let path = entry.path();
    if lock::remove_if_free(&path).is_err() && unfinished && age > ABANDONED {
        let _ = fs::remove_file(path);
    }
}

/// Removes all that killed processes have left behind in a folder.
pub fn sweep_folder(folder: &Path) {
    fs::read_dir(folder).into_iter().flatten().flatten().for_each(|entry| sweep(&entry));
}

fn replace(
    file: &Path,
    access: Access,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    // People link their settings to elsewhere: the link stays, and what it points to is replaced.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let permissions = match fs::metadata(&file) {
        Ok(old) if old.permissions().readonly() => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        Ok(old) if access == Access::AsBefore => Some(old.permissions()),
        Ok(_) | Err(_) => None,
    };
    if let Some(why) = files::in_the_way(&file) {
        return Err(why);
    }
    let (beside, mut new) = beside(folder, access)?;
    let written = fill(&mut new)
        .and_then(|()| permissions.map_or(Ok(()), |old| new.set_permissions(old)))
        .and_then(|()| new.sync_all())
        .and_then(|()| fs::rename(&beside, &file));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written?;
    // The new name is safe only when the folder is; not every system can sync one.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A file of our own in this folder, locked until it is closed. Its name is short, so that the
/// file whose place it takes can have as long a one as the disk allows.
fn beside(folder: &Path, access: Access) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{OURS}{}-{number}{UNFINISHED}", process::id()));
        let mut options = OpenOptions::new();
        // On Windows the folders of an account are its own.
        if cfg!(unix) && access == Access::OwnerOnly {
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        match options.write(true).create_new(true).open(&path) {
            Ok(file) => {
                // Who sweeps sees that it is in use; where there are no locks its age must do.
                let _ = file.try_lock();
                return Ok((path, file));
            }
            // Somebody of the same number was killed here once.
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            Err(why) => return Err(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_made_with_its_folders_and_replaced() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("a/b/c.toml");
        write(&file, "one").unwrap();
        write(&file, "two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(names(file.parent().unwrap()), ["c.toml"]);
    }

    #[test]
    fn a_write_that_fails_halfway_leaves_the_old_file_and_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("match");
        write(&file, "old").unwrap();
        let full = replace(&file, Access::AsBefore, |new| {
            new.write_all(b"ne")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert_eq!(full.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names(home.path()), ["match"]);
    }

    #[test]
    fn a_folder_in_the_way_is_a_reason() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("match");
        fs::create_dir_all(file.join("inside")).unwrap();
        let error = write(&file, "new").unwrap_err().to_string();
        assert_eq!(error, format!("cannot write '{}': it is a folder, not a file", file.display()));
        assert_eq!(names(home.path()), ["match"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let home = tempfile::tempdir().unwrap();
        let real = home.path().join("real");
        let link = home.path().join("link");
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write(&link, "new").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
    }

    #[test]
    fn a_file_somebody_protected_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("settings.toml");
        fs::write(&file, "mine").unwrap();
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        let error = write(&file, "yours").unwrap_err().to_string();
        assert_eq!(error, format!("cannot write '{}': the file is read-only", file.display()));
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    }

    /// The device that is always full stands for a full disk.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_a_reason() {
        let error = append(Path::new("/dev/full"), "a line").unwrap_err().to_string();
        assert_eq!(error, "cannot write '/dev/full': no space left on device");
    }

    #[test]
    fn a_line_that_was_cut_off_spoils_no_other() {
        let home = tempfile::tempdir().unwrap();
        let log = home.path().join("logs/log");
        append(&log, "one").unwrap();
        OpenOptions::new().append(true).open(&log).unwrap().write_all(b"tw").unwrap();
        append(&log, "three").unwrap();
        assert_eq!(fs::read_to_string(&log).unwrap(), "one\ntw\nthree\n");
    }

    #[test]
    fn a_name_as_long_as_the_disk_allows_is_written() {
        let home = tempfile::tempdir().unwrap();
        let name = format!("{}.parlour", "é".repeat(123));
        assert_eq!(name.len(), 254);
        write(&home.path().join(&name), "text").unwrap();
        assert_eq!(names(home.path()), [name]);
    }

    #[test]
    fn only_what_was_abandoned_is_swept() {
        let home = tempfile::tempdir().unwrap();
        let of = |name: &str| home.path().join(name);
        let swept = [".parlour-1-0.new", ".parlour-a.parlour.lock"];
        let fresh = ".parlour-1-1.new";
        let held = [".parlour-1-2.new", ".parlour-b.parlour.lock"];
        let not_ours = [".settings.new", ".parlour-x", "parlour-1-1.new", ".x.lock"];
        let long_ago = SystemTime::now() - 2 * ABANDONED;
        let mut holding = Vec::new();
        for name in swept.into_iter().chain(not_ours).chain(held).chain([fresh]) {
            let file = File::create(of(name)).unwrap();
            if name != fresh {
                file.set_modified(long_ago).unwrap();
            }
            if held.contains(&name) {
                file.lock().unwrap();
                holding.push(file);
            }
        }
        sweep_folder(home.path());
        let mut left = names(home.path());
        left.sort();
        let mut kept: Vec<&str> = not_ours.into_iter().chain(held).chain([fresh]).collect();
        kept.sort();
        assert_eq!(left, kept);
        drop(holding);
        sweep_folder(home.path());
        assert!(held.iter().all(|name| !of(name).exists()));
    }
}

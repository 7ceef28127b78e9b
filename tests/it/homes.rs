//! Homes for the tests: folders that go when the test is over, in memory where there is room. What
//! is kept there must outlive a kill but no power cut, so nobody has to wait for a disk.

use std::env::{temp_dir, var_os};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

/// A disk in memory, on systems that have one for everybody.
const MEMORY: &str = "/dev/shm";
/// Megabytes that must be free there, many times what all tests keep at once.
#[cfg(unix)]
const ROOM: u64 = 512;

/// A new folder. Programs are not run from here: a disk in memory may forbid it.
pub fn home() -> TempDir {
    static PLACE: LazyLock<PathBuf> = LazyLock::new(|| {
        let memory = Path::new(MEMORY);
        let wanted = var_os("TMPDIR").is_none() && has_room(memory);
        // Somebody may have forbidden that too.
        let usable = wanted && tempfile::tempdir_in(memory).is_ok();
        if usable { memory.to_owned() } else { temp_dir() }
    });
    tempfile::tempdir_in(&*PLACE).unwrap()
}

#[cfg(unix)]
fn has_room(disk: &Path) -> bool {
    rustix::fs::statvfs(disk).is_ok_and(|disk| (disk.f_bavail * disk.f_frsize) >> 20 >= ROOM)
}

#[cfg(not(unix))]
fn has_room(_: &Path) -> bool {
    false
}

//! Files that nobody else on this machine may read: a house's key and tables, and what brings a
//! guest back to its seat.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::lock::{self, Lock};
use super::{StoreError, atomic, files};

/// One that was just killed may still be letting go.
const PATIENCE: Duration = Duration::from_millis(500);

/// A file that is its owner's alone, and of one program at a time while that claims it.
#[derive(Debug)]
pub struct PrivateFile {
    path: PathBuf,
    claim: Option<Lock>,
}

impl PrivateFile {
    pub(super) fn at(path: PathBuf) -> PrivateFile {
        PrivateFile { path, claim: None }
    }

    /// Where it is or will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps other programs from claiming it until this is dropped; or says which one has it.
    pub fn claim(&mut self) -> Result<(), StoreError> {
        if self.claim.is_none() {
            self.claim = lock::take(&self.path, PATIENCE).map_err(StoreError::InUse)?;
        }
        Ok(())
    }

    /// Its text; none if there is no such file.
    pub fn read(&self) -> Result<Option<String>, StoreError> {
        files::read(&self.path)
    }

    /// Puts this text in the place of what was there.
    pub fn write(&self, text: &str) -> Result<(), StoreError> {
        atomic::write_private(&self.path, text)
    }

    /// Removes it, if it is there.
    pub fn remove(&self) -> Result<(), StoreError> {
        match fs::remove_file(&self.path) {
            Err(why) if why.kind() != ErrorKind::NotFound => {
                Err(StoreError::disk("remove", &self.path, why))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it_even_where_an_older_file_was_open_to_all() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let file = PrivateFile::at(home.path().join("house/key"));
        let mode = || fs::metadata(file.path()).unwrap().permissions().mode() & 0o777;
        file.write("one").unwrap();
        assert_eq!(mode(), 0o600);
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o644)).unwrap();
        file.write("two").unwrap();
        assert_eq!((mode(), file.read().unwrap().as_deref()), (0o600, Some("two")));
    }

    #[test]
    fn one_program_has_it_at_a_time() {
        let home = tempfile::tempdir().unwrap();
        let file = || PrivateFile::at(home.path().join("key"));
        let mut first = file();
        first.claim().unwrap();
        assert!(matches!(file().claim(), Err(StoreError::InUse(_))));
        drop(first);
        file().claim().unwrap();
    }
}

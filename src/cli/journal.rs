//! The file of `--journal`: a line for each match as soon as it is over, and the same call goes on
//! where it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use super::Failure;
use crate::arena::Journal;
use crate::store::reason;

/// How every journal begins.
const BEGINNING: &str = "{\"parlour contest\":";

/// An open journal, which nobody else writes.
pub struct JournalFile {
    file: File,
    /// What was in it when it was opened.
    pub text: String,
}

impl JournalFile {
    /// Opens the file, whether or not there is something in it.
    pub fn open(path: &Path) -> Result<JournalFile, Failure> {
        let failed = |why: String| Failure::Work(format!("{}: {why}", path.display()));
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let mut file = file.map_err(|why| failed(reason(&why)))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(failed("another parlour is playing this contest".to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|why| failed(reason(&why)))?;
        // A last line without an end was cut off; its match is played again.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        let begins = |bytes: &[u8]| bytes.iter().zip(BEGINNING.as_bytes()).all(|(a, b)| a == b);
        if !begins(&bytes) {
            return Err(failed("this isn't a journal, so nothing is written to it".to_owned()));
        }
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(|why| failed(reason(&why)))?;
        }
        Ok(JournalFile { file, text })
    }

    /// What contest it is of, if it has begun.
    pub fn journal(&self) -> Result<Option<Journal>, Failure> {
        if self.text.is_empty() {
            return Ok(None);
        }
        Journal::parse(&self.text).map(Some).map_err(Failure::Work)
    }

    /// Begins it, or makes sure that it is of this contest.
    pub fn is_of(&mut self, contest: &Journal) -> Result<(), Failure> {
        let Some(begun) = self.journal()? else {
            return self.write(&contest.line()).map_err(Failure::Work);
        };
        let same = match (begun.shard(), contest.shard()) {
            (one, other) if one != other => Err(format!(
                "it holds part {} and not {}",
                one.unwrap_or("1/1"),
                other.unwrap_or("1/1")
            )),
            _ => begun.is_of_the_same_contest(contest),
        };
        same.map_err(|why| Failure::Work(format!("the journal is of another contest: {why}")))
    }

    /// Adds a line, which is in the hands of the system when this returns.
    pub fn write(&mut self, line: &str) -> Result<(), String> {
        // One call, so that a kill leaves a whole line or a beginning of one.
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|why| match why.kind() {
            ErrorKind::StorageFull => "the disk is full".to_owned(),
            _ => reason(&why),
        })
    }
}

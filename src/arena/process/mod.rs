//! A program as the system runs it: a process with its three pipes, which can be listened to for a
//! while and is gone with all it has started when it is dropped. The rest of the arena knows no
//! system.

use std::path::PathBuf;
use std::sync::OnceLock;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::Process;
#[cfg(windows)]
pub(super) use windows::Process;

/// The hidden command of our binary that keeps a program.
pub(crate) const KEEP: &str = "keep-program";
static KEEPER: OnceLock<PathBuf> = OnceLock::new();

/// From now on every program gets a keeper, which is this binary of the arcade. Then it dies with
/// all its descendants at the end of its match, and with the process that is its referee.
pub fn keep_programs_with(arcade: PathBuf) {
    // The first one is as good as any other.
    let _ = KEEPER.set(arcade);
}

/// What a process has said since it was last listened to.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
}

/// How a process ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub status: Option<i32>,
    pub signal: Option<i32>,
}

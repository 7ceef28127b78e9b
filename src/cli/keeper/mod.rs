//! Keepers of programs: between the referee and each program that plays stands a process of ours,
//! which outlives the referee by a moment and the program by nothing.
//!
//! The keeper is this binary under a hidden name. How it sees all of a program gone is another
//! matter on each system.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use super::out;
use crate::arena::{KEEP, LEFT_BEHIND};
use crate::store::reason;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// What shells answer for a program that is not there, or cannot be started.
const NOT_FOUND: u8 = 127;
const NOT_STARTED: u8 = 126;
/// How long those whom a program has started may outlive it.
const A_MOMENT: Duration = Duration::from_millis(100);

/// This binary, also when its file has been replaced since it was started.
fn own_binary() -> Option<PathBuf> {
    let running = Path::new("/proc/self/exe");
    match cfg!(target_os = "linux") && running.exists() {
        true => Some(running.to_owned()),
        false => std::env::current_exe().ok(),
    }
}

/// Keeps a program if that is what the arguments ask for. Asked before anything else is: a keeper
/// must not cost what an arcade costs.
pub fn run(arguments: &[OsString]) -> Option<ExitCode> {
    let (name, command) = arguments.get(1..)?.split_first()?;
    match (name.to_str()?, command) {
        (KEEP, [_, _, ..]) => {
            Some(system::keep(command).unwrap_or_else(|why| complain(&why.to_string())))
        }
        #[cfg(unix)]
        (unix::LEASHED, [memory, program, rest @ ..]) => {
            Some(unix::become_program(memory, program, rest))
        }
        _ => None,
    }
}

/// Says on the program's error output that it has left processes behind, if they don't end by
/// themselves in a moment. They are counted every `look`.
fn tell_what_is_left(look: Duration, count: impl Fn() -> usize) {
    let deadline = Instant::now() + A_MOMENT;
    loop {
        let left = count();
        if left == 0 {
            return;
        }
        if Instant::now() >= deadline {
            let word = if left == 1 { "process" } else { "processes" };
            return out::complain(&format!("{LEFT_BEHIND}{left} {word} running"));
        }
        thread::sleep(look);
    }
}

/// From now on every program that plays has a keeper.
pub fn appoint() {
    #[cfg(windows)]
    windows::tie_to_us();
    if let Some(binary) = own_binary() {
        crate::arena::keep_programs_with(binary);
    }
}

fn complain(why: &str) -> ExitCode {
    out::complain(why);
    ExitCode::from(NOT_STARTED)
}

/// Says that a program could not be started, with the status that tells the referee so.
fn not_started(program: &OsString, why: &std::io::Error) -> ExitCode {
    out::complain(&format!("'{}': {}", program.to_string_lossy(), reason(why)));
    ExitCode::from(match why.kind() {
        std::io::ErrorKind::NotFound => NOT_FOUND,
        _ => NOT_STARTED,
    })
}

//! A keeper has itself in a job, and so all that it starts. The job ends with its last handle, which
//! is the keeper's: whoever kills the keeper kills everybody in it. The arcade is in a job of the
//! same kind, so that its keepers end with it, whatever ends it.

use std::ffi::OsString;
use std::io;
use std::process::{Command, ExitCode};
use std::time::Duration;

use win32job::{ExtendedLimitInfo, Job};

use super::{not_started, tell_what_is_left};

/// How often those whom a program has started are looked at.
const LOOK: Duration = Duration::from_millis(5);

/// Puts this process into a job that ends with it.
fn join_job() -> io::Result<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
    job.assign_current_process().map_err(io::Error::other)?;
    Ok(job)
}

/// From now on everybody whom this process starts ends with it at the latest.
pub fn tie_to_us() {
    if let Ok(job) = join_job() {
        // Nobody closes the handle but the end of this process.
        job.into_handle();
    }
}

/// Starts the program that follows a number of megabytes, and waits until it ends.
pub fn keep(command: &[OsString]) -> io::Result<ExitCode> {
    let job = join_job()?;
    let program = &command[1];
    let mut child = match Command::new(program).args(&command[2..]).spawn() {
        Ok(child) => child,
        Err(error) => {
            job.into_handle();
            return Ok(not_started(program, &error));
        }
    };
    let ended = child.wait()?;
    tell_what_is_left(LOOK, || left(&job));
    // To close it now would end this process too, before it has said how the program ended.
    job.into_handle();
    // `ExitCode` has room for less than a program may answer.
    std::process::exit(ended.code().unwrap_or(1))
}

/// How many processes of the program's there are.
fn left(job: &Job) -> usize {
    // One of them is this keeper.
    job.query_process_id_list().map_or(0, |all| all.len().saturating_sub(1))
}

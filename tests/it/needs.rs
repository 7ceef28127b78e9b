//! What a test needs and a machine may lack: said in one line, so that nobody takes a test that was
//! skipped for one that was passed.

use std::io::{Write, stderr};
use std::process::Command;

/// Whether a program runs here with these arguments and is content. If not, says that `test` is
/// skipped for want of `what`.
#[cfg_attr(windows, allow(dead_code))]
pub fn needs(test: &str, what: &str, program: &str, arguments: &[&str]) -> bool {
    let tried = Command::new(program).args(arguments).output();
    let there = tried.is_ok_and(|output| output.status.success());
    if !there {
        skipped(test, what);
    }
    there
}

/// Says that a test is skipped for want of something.
pub fn skipped(test: &str, what: &str) {
    // Not `eprintln!`, whose lines are kept back where a test passes.
    let line = format!("skipped: {test} needs {what}, which isn't here\n");
    stderr().write_all(line.as_bytes()).unwrap();
}

/// Whether there is Python for this test.
#[cfg(unix)]
pub fn python(test: &str) -> bool {
    needs(test, "python3", "python3", &["-c", ""])
}

/// Whether this test may mount a disk that only its own processes see.
#[cfg(unix)]
pub fn mounting(test: &str) -> bool {
    let mount = ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"];
    needs(test, "a user namespace to mount in", "unshare", &mount)
}

//! What a test needs and a machine may lack: said in one line, so that nobody takes a test that was
//! skipped for one that was passed.

use std::io::{Write, stderr};
use std::process::Command;
#[cfg(unix)]
use std::sync::LazyLock;

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

/// The interpreter of Python, if there is one for this test. Not what stands in the path: that may be
/// a script which looks for the interpreter, slowly. (For the same reason tests call it with `-S`.)
#[cfg(unix)]
pub fn python(test: &str) -> Option<&'static str> {
    static INTERPRETER: LazyLock<Option<String>> = LazyLock::new(|| {
        let asked = ["-c", "import sys; print(sys.executable)"];
        let told = Command::new("python3").args(asked).output().ok()?;
        let path = String::from_utf8(told.stdout).ok()?.trim().to_owned();
        (told.status.success() && !path.is_empty()).then_some(path)
    });
    if INTERPRETER.is_none() {
        skipped(test, "python3");
    }
    INTERPRETER.as_deref()
}

/// Whether this test may mount a disk that only its own processes see.
#[cfg(unix)]
pub fn mounting(test: &str) -> bool {
    let mount = ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"];
    needs(test, "a user namespace to mount in", "unshare", &mount)
}

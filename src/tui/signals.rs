//! What the system wants of the arcade besides keys: that it ends, that it steps aside, that it
//! looks at its size again.

#[cfg(unix)]
pub use unix::{HANGUP, end_by, hear, step_aside};
#[cfg(windows)]
pub use windows::{HANGUP, end_by, hear, step_aside};

/// What a signal asks for.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(windows, expect(dead_code, reason = "the console of Windows says this with its keys"))]
pub enum Signal {
    /// Ends the program, by the signal of this number.
    End(i32),
    /// Gives the terminal to somebody else for a while.
    StepAside,
    /// Goes on, with the terminal as others left it.
    GoOn,
    /// The terminal has another size.
    Resized,
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::Signal;

    /// What ends a program whose terminal is gone.
    pub const HANGUP: i32 = SIGHUP;

    /// Starts the thread that waits for signals, and tells each.
    pub fn hear(mut tell: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
        const ENDS: [i32; 4] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT];
        let mut signals = Signals::new(ENDS.into_iter().chain([SIGTSTP, SIGCONT, SIGWINCH]))?;
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                tell(match signal {
                    SIGTSTP => Signal::StepAside,
                    SIGCONT => Signal::GoOn,
                    SIGWINCH => Signal::Resized,
                    signal => Signal::End(signal),
                });
            }
        })?;
        Ok(())
    }

    /// Sleeps until somebody brings this program back to the foreground.
    pub fn step_aside() {
        let _ = emulate_default_handler(SIGTSTP);
    }

    /// Ends as the signal would have ended a program that doesn't hear it. Comes back for signals
    /// that end nobody.
    pub fn end_by(signal: i32) {
        let _ = emulate_default_handler(signal);
    }
}

#[cfg(windows)]
mod windows {
    use std::io;

    use super::Signal;

    /// What a program ends with whose terminal is gone.
    pub const HANGUP: i32 = 1;

    /// While the console is ours it sends ctrl-c and its size as it sends keys.
    pub fn hear(_: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
        Ok(())
    }

    /// Nobody could bring the program back.
    pub fn step_aside() {}

    /// Ends the program, with a status that says so.
    pub fn end_by(signal: i32) {
        std::process::exit(128 + signal);
    }
}

//! Somebody's program as the referee speaks to it, wherever it runs: at a pipe of this machine or
//! at the other end of a line. The referee can't tell, and needn't.

use std::fmt::{self, Debug};
use std::sync::Arc;
use std::time::Duration;

use super::program::{Fault, Leaving, Program};
use crate::search::Cancel;

/// What a program is asked.
pub(crate) struct Ask<'a> {
    /// A line of the bot protocol.
    pub line: &'a str,
    /// The same for a program that was started anew since, and knows nothing of the match.
    pub whole: &'a dyn Fn() -> String,
}

/// A program that plays a match.
pub(crate) trait Peer: Debug + Send {
    /// Sends a line and waits for the one line of the answer.
    fn ask(&mut self, ask: &Ask<'_>, limit: Duration, cancel: &Cancel) -> Result<String, Fault>;

    /// Whether it has said more than it was asked.
    fn said_more(&self) -> Option<Fault>;

    /// How long it thought about the last answer, where that isn't what a clock beside us says.
    fn thought(&self) -> Option<Duration>;

    /// The last lines of its error output, fit for a terminal.
    fn last_words(&mut self) -> Vec<String>;

    /// Tells it a last line, and gives it some time to leave by itself.
    fn dismiss(&mut self, line: &str, grace: Duration, cancel: &Cancel) -> Leaving;
}

impl Peer for Program {
    fn ask(&mut self, ask: &Ask<'_>, limit: Duration, cancel: &Cancel) -> Result<String, Fault> {
        Program::ask(self, ask.line, limit, cancel)
    }

    fn said_more(&self) -> Option<Fault> {
        Program::said_more(self)
    }

    fn thought(&self) -> Option<Duration> {
        None
    }

    fn last_words(&mut self) -> Vec<String> {
        Program::last_words(self)
    }

    fn dismiss(&mut self, line: &str, grace: Duration, cancel: &Cancel) -> Leaving {
        Program::dismiss(self, line, grace, cancel)
    }
}

type Bring = dyn Fn(&Cancel) -> Result<Box<dyn Peer>, Fault> + Send + Sync;

/// Brings a program to the table, once a match.
#[derive(Clone)]
pub(crate) struct Call(Arc<Bring>);

impl Call {
    pub fn new(
        call: impl Fn(&Cancel) -> Result<Box<dyn Peer>, Fault> + Send + Sync + 'static,
    ) -> Call {
        Call(Arc::new(call))
    }

    /// Starts a command line of this machine.
    pub fn program(command: &str, memory: Option<u64>) -> Call {
        let command = command.to_owned();
        Call::new(move |_| Ok(Box::new(Program::start(&command, memory)?)))
    }

    /// Somebody who played in a contest that others held, and isn't here.
    pub fn nobody() -> Call {
        let why = "it joined from another machine; 'parlour arena --host' lets it come back";
        Call::new(move |_| Err(Fault::NotStarted(why.to_owned())))
    }

    pub fn bring(&self, cancel: &Cancel) -> Result<Box<dyn Peer>, Fault> {
        (self.0)(cancel)
    }
}

impl Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Call")
    }
}

//! Somebody's program as a process: lines in, lines out, and nothing it does can hold us up.
//!
//! Its process is listened to until an answer is there or the time is up (`process`, the one part
//! that knows the system). The arcade has a keeper process beside each program (`cli/keeper`), which
//! kills it with all its descendants as soon as the pipes are closed here, however they were.
//! Whoever uses this library without keepers gets the process and its group killed. Nobody waits for
//! the end without a limit.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::error::Error;
use std::fmt::{self, Display};
use std::thread;
use std::time::{Duration, Instant};

use super::process::{Ended, Heard, Process};
use super::words::{printable, words};
use crate::search::Cancel;

/// The longest answer, in bytes.
const LONGEST_LINE: usize = 64 * 1024;
/// How much of its error output is remembered, the end of it: in bytes, lines and letters a line.
const TAIL: usize = 16 * 1024;
const TAIL_LINES: usize = 200;
const TAIL_WIDTH: usize = 400;
/// What pipes and a busy machine may add to a time limit.
const LAG: Duration = Duration::from_millis(100);
/// How often a silent program is looked at: whether it lives, and whether we are to stop.
const SLICE: Duration = Duration::from_millis(20);
/// How long a program that has closed its output has to end, before it counts as alive. Where many
/// programs share a core, one that has died may wait as long for its keeper to tell.
const LAST_BREATH: Duration = Duration::from_secs(1);
/// As much of a wrong answer as a report quotes.
const QUOTED: usize = 60;
/// What shells, `env` and our keepers end with where there was no program to start.
const NO_PROGRAM: [i32; 2] = [126, 127];

/// How a keeper's complaint about processes begins that a program has left behind.
pub(crate) const LEFT_BEHIND: &str = "parlour: it left ";
/// What a program did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started at all.
    NotStarted(String),
    /// There was no answer within this limit.
    Late(Duration),
    /// It has used up its clock for the match.
    OutOfTime,
    /// It has ended; the text says how.
    Died(String),
    /// It lives, but can answer no more.
    ClosedOutput,
    /// Its answer makes no sense; the text is the whole sentence.
    Garbage(String),
    /// Its answer is longer than 64 kB.
    TooLong,
    /// It said more than it was asked.
    Unasked(String),
    /// The move as it wrote it, and why it is refused.
    Illegal(String, String),
    /// The match was over, and it did not end.
    Stayed(Duration),
    /// A bot of our own panicked.
    Broken(String),
    /// Its line was lost, and it did not come back within this time.
    Away(Duration),
    /// Whoever runs it elsewhere says that it failed: in a word, and in a sentence.
    Elsewhere(String, String),
    /// It was not its fault: the match was called off.
    Cancelled,
}

impl Fault {
    /// One word for tables and programs.
    pub fn kind(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Fault::Elsewhere(kind, _) => return Cow::Owned(kind.clone()),
            Fault::Away(_) => "away",
            Fault::NotStarted(_) => "not started",
            Fault::Late(_) => "late",
            Fault::OutOfTime => "out of time",
            Fault::Died(_) => "died",
            Fault::ClosedOutput => "closed output",
            Fault::Garbage(_) => "garbage",
            Fault::TooLong => "too long",
            Fault::Unasked(_) => "two answers",
            Fault::Illegal(..) => "illegal",
            Fault::Stayed(_) => "ignored the end",
            Fault::Broken(_) => "broken",
            Fault::Cancelled => "cancelled",
        })
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted(why) => write!(f, "it could not be started: {why}"),
            Fault::Late(limit) => write!(f, "no answer within {} ms", limit.as_millis()),
            Fault::OutOfTime => f.write_str("its clock for the match ran out"),
            Fault::Died(how) => write!(f, "it died without an answer ({how})"),
            Fault::ClosedOutput => f.write_str("it closed its output without an answer"),
            Fault::Garbage(what) => f.write_str(what),
            Fault::TooLong => write!(f, "its answer is longer than {LONGEST_LINE} bytes"),
            Fault::Unasked(what) => {
                write!(f, "it said '{what}' without being asked, expected one line a turn")
            }
            Fault::Illegal(mv, why) => write!(f, "'{mv}' is refused: {why}"),
            Fault::Stayed(grace) => write!(
                f,
                "it did not end within {} ms after the match, and was killed",
                grace.as_millis()
            ),
            Fault::Broken(why) => write!(f, "it failed: {why}"),
            Fault::Away(time) => {
                write!(f, "its line was lost, and it wasn't back within {} s", time.as_secs())
            }
            Fault::Elsewhere(_, why) => f.write_str(why),
            Fault::Cancelled => f.write_str("the match was called off"),
        }
    }
}

impl Error for Fault {}

/// How a program left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    ByItself,
    /// After it had been waited for so long.
    Killed(Duration),
    /// Nobody had the time to wait.
    CalledOff,
}

/// A running program.
#[derive(Debug)]
pub(crate) struct Program {
    process: Process,
    has_spoken: bool,
    /// What it has said and nobody has taken yet.
    unread: Vec<u8>,
    tail: VecDeque<u8>,
    /// Whether its error output was longer than that.
    has_said_more: bool,
}

impl Program {
    /// Starts a command line. There is no shell; quotes hold words together.
    pub fn start(command: &str, memory: Option<u64>) -> Result<Program, Fault> {
        Program::start_words(&words(command).map_err(Fault::NotStarted)?, memory)
    }

    /// Starts a program with its arguments.
    pub fn start_words(words: &[String], memory: Option<u64>) -> Result<Program, Fault> {
        let name = words
            .first()
            .ok_or_else(|| Fault::NotStarted("the command line is empty".to_owned()))?;
        let process = Process::start(words, memory)
            .map_err(|error| Fault::NotStarted(format!("'{name}': {error}")))?;
        Ok(Program {
            process,
            has_spoken: false,
            unread: Vec::new(),
            tail: VecDeque::new(),
            has_said_more: false,
        })
    }

    /// Sends a line and waits for the one line of the answer.
    pub fn ask(&mut self, line: &str, limit: Duration, cancel: &Cancel) -> Result<String, Fault> {
        let deadline = after(limit.saturating_add(LAG));
        self.hear(Duration::ZERO);
        if !self.unread.is_empty() {
            return Err(Fault::Unasked(self.quote()));
        }
        let line = format!("{line}\n");
        let mut unsent = line.as_bytes();
        loop {
            if let Some(answer) = self.take_line()? {
                return Ok(answer);
            }
            if !self.process.has_output() {
                return Err(self.why_silent());
            }
            if cancel.is_cancelled() {
                return Err(Fault::Cancelled);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Late(limit));
            }
            let asleep = !self.turn_to(&mut unsent, left.min(SLICE));
            // Its children may hold the pipe open though it is dead.
            if asleep && let Some(ended) = self.process.how_it_ended() {
                self.hear(Duration::ZERO);
                return match self.take_line()? {
                    Some(answer) => Ok(answer),
                    None => Err(self.died(ended)),
                };
            }
        }
    }

    /// Whether it has said more than was taken.
    pub fn said_more(&self) -> Option<Fault> {
        (!self.unread.is_empty()).then(|| Fault::Unasked(self.quote()))
    }

    /// Tells it a last line, and gives it some time to leave by itself.
    pub fn dismiss(&mut self, line: &str, grace: Duration, cancel: &Cancel) -> Leaving {
        let deadline = after(grace);
        let line = format!("{line}\n");
        let mut unsent = line.as_bytes();
        loop {
            if self.process.how_it_ended().is_some() {
                return Leaving::ByItself;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Leaving::Killed(grace);
            }
            if cancel.is_cancelled() {
                return Leaving::CalledOff;
            }
            self.turn_to(&mut unsent, left.min(Duration::from_millis(2)));
            // Whatever it still says is nobody's business.
            self.unread.clear();
            if unsent.is_empty() {
                self.process.close_input();
            }
            if !self.process.has_output() && !self.process.has_errors() {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Closes its input, and says what it answers only then: that lay in a buffer.
    pub fn answer_after_close(&mut self, limit: Duration) -> Option<String> {
        self.process.close_input();
        let deadline = after(limit);
        loop {
            if let Ok(Some(answer)) = self.take_line() {
                return Some(answer);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || !self.process.has_output() {
                return None;
            }
            self.hear(left.min(SLICE));
        }
    }

    /// The last lines of its error output, fit for a terminal. Where there was more, the first of
    /// them says so.
    pub fn last_words(&mut self) -> Vec<String> {
        self.hear(Duration::ZERO);
        let (front, back) = self.tail.as_slices();
        let text = [front, back].concat();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<String> = text
            .lines()
            .map(|line| printable(line, TAIL_WIDTH))
            .filter(|line| !line.trim().is_empty())
            .collect();
        let left_out = lines.len().saturating_sub(TAIL_LINES);
        let mut last = lines[left_out..].to_vec();
        if left_out > 0 || self.has_said_more {
            last.insert(0, "(what came before is left out)".to_owned());
        }
        last
    }

    /// Reads what is there, for at most so long.
    fn hear(&mut self, time: Duration) {
        self.turn_to(&mut [].as_slice(), time);
    }

    /// Waits until something can be sent or heard, and does so; says whether there was anything.
    fn turn_to(&mut self, unsent: &mut &[u8], time: Duration) -> bool {
        let mut heard = Heard::default();
        let awake = self.process.turn_to(unsent, time, &mut heard);
        self.unread.append(&mut heard.output);
        self.tail.extend(&heard.errors);
        let old = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..old);
        self.has_said_more |= old > 0;
        awake
    }

    fn take_line(&mut self) -> Result<Option<String>, Fault> {
        let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') else {
            return if self.unread.len() > LONGEST_LINE { Err(Fault::TooLong) } else { Ok(None) };
        };
        if end > LONGEST_LINE {
            return Err(Fault::TooLong);
        }
        self.has_spoken = true;
        let line: Vec<u8> = self.unread.drain(..=end).collect();
        match String::from_utf8(line) {
            Ok(line) => Ok(Some(line)),
            Err(_) => Err(Fault::Garbage("its answer isn't text".to_owned())),
        }
    }

    fn quote(&self) -> String {
        let end = self.unread.iter().position(|byte| *byte == b'\n').unwrap_or(self.unread.len());
        printable(&String::from_utf8_lossy(&self.unread[..end.min(4 * QUOTED)]), QUOTED)
    }

    /// Why nothing more comes from a program whose output is closed.
    fn why_silent(&mut self) -> Fault {
        let deadline = Instant::now() + LAST_BREATH;
        loop {
            if let Some(ended) = self.process.how_it_ended() {
                return self.died(ended);
            }
            if Instant::now() >= deadline {
                return Fault::ClosedOutput;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn died(&mut self, ended: Ended) -> Fault {
        match (ended.status, ended.signal) {
            (Some(code), _) if NO_PROGRAM.contains(&code) && !self.has_spoken => {
                let why = self.last_words().pop();
                Fault::NotStarted(why.unwrap_or_else(|| format!("exit status {code}")))
            }
            (Some(code), _) => Fault::Died(format!("exit status {code}")),
            (None, Some(signal)) => Fault::Died(format!("signal {signal}")),
            (None, None) => Fault::Died("the cause is unknown".to_owned()),
        }
    }
}

/// When so much time will have passed; somebody's years of patience are a day to a clock.
fn after(time: Duration) -> Instant {
    Instant::now() + time.min(Duration::from_secs(24 * 60 * 60))
}

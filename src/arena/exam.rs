//! A program is tried as a bot: what it does wrong in a match, which line caused it, and how to mend
//! it.
//!
//! Unlike in a contest one conversation is looked at closely: how long every answer took, whether
//! an answer lies in a buffer that was never flushed, and whether anything is left behind.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use rand::RngExt;
use serde_json::{Value, json};

use super::guest::Patience;
use super::program::{Fault, LEFT_BEHIND, Leaving, Program};
use super::protocol;
use super::words::printable;
use crate::play::{Dice, Game, Seat, Session, Turn, sentence};
use crate::search::Cancel;

/// As much of a line as is quoted.
const QUOTED: usize = 160;

/// What was seen of a program in one match.
#[derive(Clone, Default, Debug)]
pub struct Sitting {
    /// The seat it had, from 1.
    pub seat: usize,
    /// What it calls itself.
    pub name: Option<String>,
    /// From its start to its name.
    pub start: Duration,
    /// The longest time for a move.
    pub slowest: Duration,
    /// How many moves it made.
    pub moves: usize,
    /// Whether the match came to its end, so that the end and what is left behind were seen.
    pub ended: bool,
    /// What it did wrong.
    pub faults: Vec<Blame>,
}

/// Something that a program did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blame {
    /// Which check it fails: `start`, `time`, `moves`, `end` and so on.
    pub check: &'static str,
    /// One word for programs.
    pub kind: Cow<'static, str>,
    /// The reason in a sentence.
    pub why: String,
    /// The line it was sent, or its own where that is to blame.
    pub line: String,
    /// What would be right.
    pub mend: &'static str,
    /// Its error output.
    pub stderr: Vec<String>,
}

impl Blame {
    /// For programs.
    pub fn json(&self, seat: usize) -> Value {
        json!({
            "seat": seat,
            "check": self.check,
            "kind": self.kind,
            "why": self.why,
            "line": self.line,
            "mend": self.mend,
            "stderr": self.stderr,
        })
    }

    fn of(fault: &Fault, asked: &str, greeted: bool) -> Blame {
        let answer = match fault {
            Fault::Illegal(mv, _) => Some(format!("{{\"move\": \"{mv}\"}}")),
            Fault::Unasked(line) => Some(line.clone()),
            _ => None,
        };
        let (check, mend) = remedy(fault, greeted);
        Blame {
            check,
            kind: fault.kind(),
            why: sentence(&fault.to_string()),
            line: printable(&answer.unwrap_or_else(|| asked.to_owned()), QUOTED),
            mend,
            stderr: Vec::new(),
        }
    }
}

/// Which check a fault fails, and what would be right.
fn remedy(fault: &Fault, greeted: bool) -> (&'static str, &'static str) {
    match fault {
        Fault::NotStarted(_) => (
            "start",
            "check the path, and that the file may be run; there is no shell between, so nothing \
             like '&&' or '~' works",
        ),
        Fault::Late(_) if !greeted => (
            "start",
            "answer the greeting with {\"name\": \"..\"} first, and load what is large afterwards",
        ),
        Fault::Late(_) => {
            ("time", "'hello' says how long a move may take, in 'move_ms'; stop before")
        }
        Fault::OutOfTime => ("time", "'turn' says what is left of the clock, in 'left_ms'"),
        Fault::Died(_) if !greeted => ("start", "its error output says why it ended"),
        Fault::Died(_) | Fault::Broken(_) => {
            ("moves", "its error output says why it ended; try it with the line above")
        }
        Fault::ClosedOutput => ("moves", "leave standard output open until the match is over"),
        Fault::Garbage(_) => (
            "answers",
            "print one line of JSON for each line that is read, and nothing else: messages belong \
             on standard error",
        ),
        Fault::TooLong => ("answers", "an answer is one short line of JSON"),
        Fault::Unasked(_) => ("answers", "answer each line once, and say nothing in between"),
        Fault::Illegal(..) => ("moves", "play one of the moves in 'legal', written as it is there"),
        Fault::Stayed(_) => ("end", "end when 'over' has come, or when the input is closed"),
        Fault::Away(_) | Fault::Elsewhere(..) | Fault::Cancelled => ("moves", "try again"),
    }
}

/// Plays one match with a program on this seat; the others move at random.
pub fn sit<G: Game>(
    command: &str,
    mut session: Session<G>,
    seat: Seat,
    patience: &Patience,
    cancel: &Cancel,
) -> Sitting {
    let mut sitting = Sitting { seat: seat.number(), ..Sitting::default() };
    let hello = protocol::hello(&session, seat, patience, seat.index());
    let begin = Instant::now();
    let mut program = match Program::start(command, patience.memory) {
        Ok(program) => program,
        Err(fault) => {
            sitting.faults.push(Blame::of(&fault, &hello, false));
            return sitting;
        }
    };
    let greeted = program
        .ask(&hello, patience.start, cancel)
        .and_then(|answer| protocol::name_in(&answer))
        .and_then(|name| program.said_more().map_or(Ok(name), Err));
    match greeted {
        Ok(name) => sitting.name = Some(name),
        Err(fault) => {
            sitting.blame(&fault, &hello, &mut program, patience);
            return sitting;
        }
    }
    sitting.start = begin.elapsed();
    let mut known = 0;
    let mut rng = Dice::new(session.seed()).stream(usize::MAX / 3);
    loop {
        match session.turn() {
            Turn::Over(_) => break,
            Turn::Chance { .. } => {
                if session.roll().is_none() {
                    break;
                }
            }
            Turn::Decide(mover) if mover == seat => {
                let turn = protocol::turn(&session, seat, known, None);
                let begin = Instant::now();
                let answer = program.ask(&turn, patience.per_move, cancel);
                let played = answer
                    .and_then(|answer| protocol::move_in(&answer))
                    .and_then(|text| program.said_more().map_or(Ok(text), Err))
                    .and_then(|text| {
                        let refused = |why: String| Fault::Illegal(printable(&text, 60), why);
                        session.play_text(&text).map_err(|why| refused(why.to_string()))
                    });
                if let Err(fault) = played {
                    sitting.blame(&fault, &turn, &mut program, patience);
                    return sitting;
                }
                sitting.slowest = sitting.slowest.max(begin.elapsed());
                sitting.moves += 1;
                known = session.ply();
            }
            Turn::Decide(_) => {
                let legal = session.state().legal_moves();
                let mv = legal[rng.random_range(0..legal.len())].clone();
                if session.play(mv).is_err() {
                    break;
                }
            }
        }
    }
    let over = protocol::over(&session, seat);
    sitting.ended = true;
    if let Leaving::Killed(grace) = program.dismiss(&over, patience.end, cancel) {
        sitting.blame(&Fault::Stayed(grace), &over, &mut program, patience);
    }
    if let Some(left) = program.last_words().iter().find(|line| line.starts_with(LEFT_BEHIND)) {
        sitting.faults.push(Blame {
            check: "leftovers",
            kind: Cow::Borrowed("left processes"),
            why: left.trim_start_matches("parlour: ").to_owned(),
            line: printable(&over, QUOTED),
            mend: "end every process that you have started before you end",
            stderr: Vec::new(),
        });
    }
    sitting
}

impl Sitting {
    /// Takes note of a fault. A late answer may have been given, and lie in a buffer; then it comes
    /// out as the program ends.
    fn blame(&mut self, fault: &Fault, asked: &str, program: &mut Program, patience: &Patience) {
        let mut blame = Blame::of(fault, asked, self.name.is_some());
        if let Fault::Late(limit) = fault
            && let Some(answer) = program.answer_after_close(patience.end)
        {
            blame.check = "flush";
            blame.kind = Cow::Borrowed("not flushed");
            blame.line = printable(&answer, QUOTED);
            blame.why = format!(
                "its answer came only when its input was closed, and not within {} ms",
                limit.as_millis()
            );
            blame.mend = "flush after every line: print(.., flush=True) in Python, \
                          System.out.flush() in Java, fflush(stdout) in C";
        }
        blame.stderr = program.last_words();
        self.faults.push(blame);
    }
}

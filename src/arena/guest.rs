//! A program that has taken a seat in a match: what it knows of the match, and its answers.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{Duration, Instant};

use super::driver::NoAnswer;
use super::peer::{Ask, Call, Peer};
use super::program::{Fault, Leaving};
use super::protocol;
use super::words::printable;
use crate::play::{Game, Seat, Session};
use crate::search::{Cancel, Limit};

/// How long a program has at least, and at most, to end after a match.
const SHORTEST_END: Duration = Duration::from_secs(2);
const LONGEST_END: Duration = Duration::from_secs(10);

/// How long programs are waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From the start of the process to its name.
    pub start: Duration,
    /// From the question to the answer.
    pub per_move: Duration,
    /// From the end of the match to the end of the process.
    pub end: Duration,
    /// For all moves of a match together, where there is a clock.
    pub clock: Option<Clock>,
    /// Megabytes that each of its processes may take, where there is a limit.
    pub memory: Option<u64>,
}

/// Time for a whole match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// At the beginning.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// `60+0.5`: seconds for the match, and for each move more.
impl Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let wrong = || format!("'{text}' isn't a clock; use SECONDS+INCREMENT, such as 60+0.5");
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds = text.trim().parse::<f64>().ok().filter(|it| (0.0..=1e6).contains(it));
            seconds.map(Duration::from_secs_f64).ok_or_else(wrong)
        };
        let clock = Clock { time: seconds(time)?, increment: seconds(increment)? };
        if clock.time.is_zero() { Err(wrong()) } else { Ok(clock) }
    }
}

impl Patience {
    /// The usual patience, with so much time for a move. Whoever has to end on a busy machine gets
    /// far more time than it could need: to be blamed for another's load would be unjust.
    pub fn per_move(per_move: Duration) -> Patience {
        let end = per_move.saturating_mul(10).clamp(SHORTEST_END, LONGEST_END);
        Patience { start: Duration::from_secs(5), per_move, end, clock: None, memory: None }
    }

    /// The patience at a table where our own bots have this limit.
    pub fn at_a_table(limit: Limit) -> Patience {
        Patience::per_move(match limit {
            Limit::Time(time) => time,
            Limit::Nodes(_) => Duration::from_secs(1),
        })
    }
}

/// A program at the table. It is started when it is first needed, and anew when moves that it
/// knows of have been taken back.
#[derive(Debug)]
pub struct Guest<G: Game> {
    call: Call,
    seat: Seat,
    patience: Patience,
    program: Option<Box<dyn Peer>>,
    /// What it calls itself.
    name: Option<String>,
    /// Which of the match's dice for programs it gets.
    dice: usize,
    /// What it has left of the match's clock.
    left: Option<Duration>,
    /// The moves it knows of.
    known: Vec<G::Move>,
}

impl<G: Game> Guest<G> {
    /// A program that has not been started yet.
    pub fn new(command: &str, seat: Seat, patience: Patience) -> Guest<G> {
        Guest::called(Call::program(command, patience.memory), seat, patience)
    }

    /// A program that is brought to the table when it is first needed.
    pub(super) fn called(call: Call, seat: Seat, patience: Patience) -> Guest<G> {
        Guest {
            call,
            seat,
            patience,
            program: None,
            name: None,
            dice: seat.index(),
            left: None,
            known: Vec::new(),
        }
    }

    /// Gives it the dice of another seat.
    pub(super) fn take_dice(&mut self, dice: usize) {
        self.dice = dice;
    }

    /// What it calls itself; none before it has answered a greeting.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What it has left of the match's clock, where there is one.
    pub(super) fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Starts the program and greets it.
    pub fn sit_down(&mut self, session: &Session<G>, cancel: &Cancel) -> Result<(), Fault> {
        self.known.clear();
        self.left = self.patience.clock.map(|clock| clock.time);
        let program = self.program.insert(self.call.bring(cancel)?);
        let hello = protocol::hello(session, self.seat, &self.patience, self.dice);
        let ask = Ask { line: &hello, whole: &|| hello.clone() };
        let answer = program.ask(&ask, self.patience.start, cancel)?;
        self.name = Some(protocol::name_in(&answer)?);
        program.said_more().map_or(Ok(()), Err)
    }

    /// Its move in this position, where it is its turn.
    pub fn choose(&mut self, session: &Session<G>, cancel: &Cancel) -> Result<G::Move, Fault> {
        if self.program.is_none() || !session.moves().starts_with(&self.known) {
            self.sit_down(session, cancel)?;
        }
        let Some(program) = &mut self.program else {
            return Err(Fault::NotStarted("the cause is unknown".to_owned()));
        };
        let turn = protocol::turn(session, self.seat, self.known.len(), self.left);
        let whole = || protocol::turn(session, self.seat, 0, self.left);
        let limit =
            self.left.map_or(self.patience.per_move, |left| left.min(self.patience.per_move));
        let begin = Instant::now();
        let answer = program.ask(&Ask { line: &turn, whole: &whole }, limit, cancel);
        let answer = answer.map_err(|fault| match fault {
            Fault::Late(_) if limit < self.patience.per_move => Fault::OutOfTime,
            fault => fault,
        })?;
        if let (Some(left), Some(clock)) = (&mut self.left, self.patience.clock) {
            let thought = program.thought().unwrap_or_else(|| begin.elapsed());
            *left = left.saturating_sub(thought) + clock.increment;
        }
        let text = protocol::move_in(&answer)?;
        if let Some(fault) = program.said_more() {
            return Err(fault);
        }
        let illegal = |why: String| Fault::Illegal(printable(&text, 60), why);
        let mv: G::Move = text.parse().map_err(|error| illegal(format!("{error}")))?;
        session.state().check(&mv).map_err(|why| illegal(why.to_string()))?;
        self.known = session.moves().to_vec();
        self.known.push(mv.clone());
        Ok(mv)
    }

    /// Ends the program, which has done this; it is started anew when it is asked again.
    pub fn fail(&mut self, seat: Seat, fault: Fault) -> NoAnswer {
        let last_words = self.program.as_mut().map(|it| it.last_words()).unwrap_or_default();
        self.program = None;
        NoAnswer { seat, fault, last_words }
    }

    /// Tells it how the match ended, and says how it left.
    pub fn say_goodbye(&mut self, session: &Session<G>, cancel: &Cancel) -> Leaving {
        match self.program.take() {
            Some(mut program) => {
                program.dismiss(&protocol::over(session, self.seat), self.patience.end, cancel)
            }
            None => Leaving::ByItself,
        }
    }
}

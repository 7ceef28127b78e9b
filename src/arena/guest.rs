//! A program that has taken a seat in a match: what it knows of the match, and its answers.

use std::time::Duration;

use super::driver::NoAnswer;
use super::program::{Fault, Leaving, Program, printable};
use super::protocol;
use crate::play::{Game, Seat, Session};
use crate::search::{Cancel, Limit};

/// How long programs are waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From the start of the process to its name.
    pub start: Duration,
    /// From the question to the answer.
    pub per_move: Duration,
    /// From the end of the match to the end of the process.
    pub end: Duration,
}

impl Patience {
    /// The usual patience, with so much time for a move.
    pub fn per_move(per_move: Duration) -> Patience {
        Patience { start: Duration::from_secs(5), per_move, end: Duration::from_secs(2) }
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
    command: String,
    seat: Seat,
    patience: Patience,
    program: Option<Program>,
    /// What it calls itself.
    name: Option<String>,
    /// The moves it knows of.
    known: Vec<G::Move>,
}

impl<G: Game> Guest<G> {
    /// A program that has not been started yet.
    pub fn new(command: &str, seat: Seat, patience: Patience) -> Guest<G> {
        let command = command.to_owned();
        Guest { command, seat, patience, program: None, name: None, known: Vec::new() }
    }

    /// What it calls itself; none before it has answered a greeting.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Starts the program and greets it.
    pub fn sit_down(&mut self, session: &Session<G>, cancel: &Cancel) -> Result<(), Fault> {
        self.known.clear();
        let program = self.program.insert(Program::start(&self.command)?);
        let hello = protocol::hello(session, self.seat, self.patience.per_move.as_millis());
        let answer = program.ask(&hello, self.patience.start, cancel)?;
        self.name = Some(protocol::name_in(&answer)?);
        program.said_more().map_or(Ok(()), Err)
    }

    /// Its move in this position, where it is its turn.
    pub fn choose(&mut self, session: &Session<G>, cancel: &Cancel) -> Result<G::Move, Fault> {
        if self.program.is_none() || !session.moves().starts_with(&self.known) {
            self.sit_down(session, cancel)?;
        }
        let Some(program) = &mut self.program else {
            return Err(Fault::NotStarted("nobody knows why".to_owned()));
        };
        let turn = protocol::turn(session, self.seat, self.known.len());
        let answer = program.ask(&turn, self.patience.per_move, cancel)?;
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
        let last_words = self.program.as_mut().map(Program::last_words).unwrap_or_default();
        self.program = None;
        NoAnswer { seat, fault, last_words }
    }

    /// Tells it how the match ended, and says how it left.
    pub fn say_goodbye(&mut self, session: &Session<G>, cancel: &Cancel) -> Leaving {
        match self.program.take() {
            Some(program) => {
                program.dismiss(&protocol::over(session, self.seat), self.patience.end, cancel)
            }
            None => Leaving::ByItself,
        }
    }
}

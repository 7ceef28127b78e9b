//! A program of this machine that plays in somebody's house: lines are handed through, and it is
//! started, timed and ended as in the arena.

use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::{Value, json};

use super::out;
use super::{Done, Failure};
use crate::arena::{Fault, Leaving, Patience, Program, protocol};
use crate::house::{Failed, FromGuest, FromHouse, Heard, Ticket, Visit, Visitor};
use crate::play::{retold, sentence};
use crate::search::Cancel;

/// A program, and the match it knows.
struct Envoy<'a> {
    command: &'a [String],
    visitor: Visitor,
    program: Option<Program>,
    /// Table, match and how often moves were taken back: what a greeting is about.
    heard: Option<(Value, Value, Value)>,
    name: String,
    seat: Value,
    patience: Patience,
    /// The last question and its answer. After a cut line the same question comes again, and a
    /// program is not asked twice.
    answered: Option<(Value, String)>,
}

pub fn run(visit: Visit, command: &[String], ticket: Ticket) -> Done {
    let (to, heard) = channel();
    let visitor = visit.start(move |it| to.send(it).is_ok())?;
    let patience = Patience::per_move(Duration::from_secs(5));
    let mut envoy = Envoy {
        command,
        visitor,
        program: None,
        heard: None,
        name: String::new(),
        seat: Value::Null,
        patience,
        answered: None,
    };
    let mut trouble = None;
    // In a contest one match comes after the other; at a table there is one.
    let mut contest = false;
    loop {
        let message = match heard.recv() {
            Ok(Heard::House(message)) => message,
            Ok(Heard::Away) => {
                out::complain("the house doesn't answer; looking for it");
                continue;
            }
            Ok(Heard::Ended(ended)) => return Err(Failure::Work(sentence(ended.why()))),
            Err(_) => return Err(Failure::Work("the house is gone".to_owned())),
        };
        let done = match message {
            FromHouse::Welcome(welcome) => {
                let said = format!("the program is {} in '{}'", welcome.name, welcome.house);
                out::complain(&said);
                Ok(())
            }
            FromHouse::Seated(seated) => {
                ticket.note(&seated);
                out::complain(&format!("it has seat {} of table {}", seated.seat, seated.table));
                Ok(())
            }
            FromHouse::Refused(refusal) => {
                out::complain(&retold(&refusal.why));
                Ok(())
            }
            FromHouse::Said(said) => {
                out::complain(&retold(&said));
                Ok(())
            }
            FromHouse::Hello(hello) => envoy.greet(hello),
            FromHouse::Turn(turn) => envoy.ask(turn),
            FromHouse::Entered(token) => {
                ticket.note_token(&token);
                if !std::mem::replace(&mut contest, true) {
                    out::complain("it has a place in the contest, and waits");
                }
                Ok(())
            }
            FromHouse::Ended(words) => {
                ticket.forget();
                out::complain(&retold(&words));
                return Ok(());
            }
            FromHouse::Over(over) if contest => {
                let left = envoy.dismiss(&over);
                if let Some(grace) = left {
                    Err(Fault::Stayed(grace))
                } else {
                    envoy.visitor.say(FromGuest::Left);
                    Ok(())
                }
            }
            FromHouse::Over(over) => {
                ticket.forget();
                out::complain(&format!("the match is over: {}", sentence(&over.to_string())));
                envoy.dismiss(&over);
                envoy.visitor.leave();
                if !envoy.seat.is_null() && over["forfeit"] == envoy.seat {
                    trouble.get_or_insert("the program has lost by forfeit".to_owned());
                }
                return trouble.map_or(Ok(()), |why| Err(Failure::Work(why)));
            }
            _ => Ok(()),
        };
        if let Err(fault) = done {
            let why = sentence(&fault.to_string());
            let words = envoy.program.as_mut().map(Program::last_words).unwrap_or_default();
            words.iter().for_each(|line| out::complain(line));
            envoy.program = None;
            let kind = fault.kind().into_owned();
            out::complain(&format!("the program forfeits: {why}"));
            envoy.visitor.say(FromGuest::Failed(Failed { kind, why: why.clone(), words }));
            trouble.get_or_insert(format!("the program forfeits: {why}"));
        }
    }
}

impl Envoy<'_> {
    /// Greets the program, which is started for each match; one that knows this match goes on.
    fn greet(&mut self, hello: Value) -> Result<(), Fault> {
        let about = (hello["table"].clone(), hello["round"].clone(), hello["backs"].clone());
        if self.program.is_some() && self.heard.as_ref() == Some(&about) {
            self.visitor.say(FromGuest::Still(self.name.clone()));
            return Ok(());
        }
        if let Some(limit) = hello["move_ms"].as_u64() {
            self.patience = Patience::per_move(Duration::from_millis(limit));
        }
        if let Some(limit) = hello["start_ms"].as_u64() {
            self.patience.start = Duration::from_millis(limit);
        }
        self.answered = None;
        self.seat = hello["seat"].clone();
        let program = self.program.insert(Program::start_words(self.command, None)?);
        let line = json!({ "hello": hello }).to_string();
        let answer = program.ask(&line, self.patience.start, &Cancel::default())?;
        self.name = protocol::name_in(&answer)?;
        program.said_more().map_or(Ok(()), Err)?;
        self.heard = Some(about);
        self.visitor.say(FromGuest::Name(self.name.clone()));
        Ok(())
    }

    fn ask(&mut self, turn: Value) -> Result<(), Fault> {
        let Some(program) = &mut self.program else { return Ok(()) };
        let mut question = turn.clone();
        if let Some(keys) = question.as_object_mut() {
            // The clock has run on when the same question comes again.
            keys.remove("left_ms");
        }
        let answer = match &self.answered {
            Some((before, answer)) if *before == question => answer.clone(),
            _ => {
                let line = json!({ "turn": turn }).to_string();
                let answer = program.ask(&line, self.patience.per_move, &Cancel::default())?;
                let answer = protocol::move_in(&answer)?;
                program.said_more().map_or(Ok(()), Err)?;
                answer
            }
        };
        self.answered = Some((question, answer.clone()));
        self.visitor.say(FromGuest::Move(answer));
        Ok(())
    }

    /// Tells the program how it ended, and sees it out. Answers how long it was waited for, if it
    /// had to be killed.
    fn dismiss(&mut self, over: &Value) -> Option<Duration> {
        let mut program = self.program.take()?;
        let line = json!({ "over": over }).to_string();
        match program.dismiss(&line, self.patience.end, &Cancel::default()) {
            Leaving::Killed(grace) => Some(grace),
            Leaving::ByItself | Leaving::CalledOff => None,
        }
    }
}

//! The room in which programs from other machines wait for a contest, and through which a referee
//! speaks to them. The house's thread and the referees' share it; neither waits for the other
//! longer than it takes to look.

use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::joined::Joined;
use super::key::new_token;
use super::message::{ContestNews, Failed, FromGuest, FromHouse};
use super::orders::Waker;
use super::table::GuestId;
use crate::arena::{Ask, Call, Fault, Peer};
use crate::play::sentence;
use crate::search::Cancel;

/// How long a program that has lost its line is waited for.
pub const BACK_WITHIN: Duration = Duration::from_secs(60);
/// What a line to another machine may add to a time limit. The other end measures the program
/// itself; this is for one that doesn't.
pub(super) const LINE_LAG: Duration = Duration::from_secs(2);
/// How often a referee looks whether the contest was called off.
const SLICE: Duration = Duration::from_millis(50);

/// Where programs wait, and are spoken to.
#[derive(Debug)]
pub struct Room {
    pub(super) entrants: Mutex<Vec<Entrant>>,
    pub(super) heard: Condvar,
    waker: Mutex<Option<Waker>>,
    /// How each is greeted when it comes, to see whether it answers.
    greeting: String,
    pub(super) start: Duration,
    /// How long the line may be lost.
    pub(super) back_within: Duration,
    stage: Mutex<Stage>,
}

/// What everybody in the room is shown.
#[derive(Debug, Default)]
pub(super) struct Stage {
    /// Whether the contest has begun, so that nobody new comes in.
    pub begun: bool,
    /// What whoever comes to watch is told first.
    pub contest: Option<FromHouse>,
    pub featured: Option<FromHouse>,
    /// What is to be told to those who watch.
    pub unsaid: Vec<FromHouse>,
    /// How it ended, and a last word to each entrant.
    pub over: Option<Vec<String>>,
}

/// A program that has joined.
#[derive(Debug)]
pub(super) struct Entrant {
    name: String,
    token: String,
    from: IpAddr,
    /// Its line, while there is one.
    guest: Option<GuestId>,
    /// Since when there is none.
    pub away: Option<Instant>,
    /// Whether it was given up once, and not seen since.
    pub given_up: bool,
    /// Whether a referee speaks to it.
    pub busy: bool,
    answers: Answers,
    /// What the program calls itself.
    called: Option<String>,
    pub talk: Option<Talk>,
}

/// Whether a program answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answers {
    /// It has been greeted.
    Asked,
    /// It has, within this time.
    Yes(Duration),
    /// It hasn't, for this reason; and the last lines of its error output.
    No(String, Vec<String>),
}

/// A program in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntrantInfo {
    /// The name under which it has joined.
    pub name: String,
    /// What the program calls itself.
    pub called: Option<String>,
    /// The address it comes from.
    pub from: IpAddr,
    /// Whether its line is there.
    pub here: bool,
    /// Whether it answered when it came.
    pub answers: Answers,
}

/// One match with one program.
#[derive(Debug)]
pub(super) struct Talk {
    pub hello: Value,
    pub turn: Option<Value>,
    pub over: Option<Value>,
    /// What has been said over the line that is there now.
    pub said_hello: bool,
    pub said_turn: bool,
    pub said_over: bool,
    /// Whether it has answered the greeting, ever and over this line.
    pub greeted: bool,
    pub ready: bool,
    pub answer: Option<Said>,
    /// Whether the other end has seen it out.
    pub left: bool,
}

/// What comes back.
#[derive(Debug)]
pub(super) enum Said {
    Line(String),
    /// It was started anew, and knows nothing of the match.
    Anew,
    Failed(Failed),
    Left,
}

impl Entrant {
    /// Whether the program of the match before hasn't been seen out yet.
    fn is_leaving(&self) -> bool {
        let leaving = |talk: &Talk| talk.over.is_some() && !talk.left;
        self.guest.is_some() && self.talk.as_ref().is_some_and(leaving)
    }
}

impl Room {
    /// A room for programs that are greeted like this when they come.
    pub fn new(greeting: String, start: Duration) -> Room {
        Room::with_patience(greeting, start, BACK_WITHIN)
    }

    /// The same, where a lost line may come back within this time.
    pub fn with_patience(greeting: String, start: Duration, back_within: Duration) -> Room {
        Room {
            entrants: Mutex::default(),
            heard: Condvar::new(),
            waker: Mutex::default(),
            greeting,
            start,
            back_within,
            stage: Mutex::default(),
        }
    }

    /// Who has joined.
    pub fn entrants(&self) -> Vec<EntrantInfo> {
        let info = |it: &Entrant| EntrantInfo {
            name: it.name.clone(),
            called: it.called.clone(),
            from: it.from,
            here: it.guest.is_some(),
            answers: it.answers.clone(),
        };
        lock(&self.entrants).iter().map(info).collect()
    }

    /// From now on nobody new comes in.
    pub fn begin(&self) {
        lock(&self.stage).begun = true;
    }

    /// Lets others in again, for another contest.
    pub fn reopen(&self) {
        lock(&self.stage).begun = false;
    }

    /// Shows how the contest stands.
    pub fn show(&self, news: ContestNews) {
        let news = FromHouse::Contest(Box::new(news));
        let mut stage = lock(&self.stage);
        stage.contest = Some(news.clone());
        stage.unsaid.push(news);
        drop(stage);
        self.wake();
    }

    /// Shows something of the match that is looked at; `whole` is what somebody who comes now needs.
    pub fn feature(&self, news: FromHouse, whole: FromHouse) {
        let mut stage = lock(&self.stage);
        stage.featured = Some(whole);
        stage.unsaid.push(news);
        drop(stage);
        self.wake();
    }

    /// Tells everybody who watches a sentence.
    pub fn announce(&self, said: String) {
        lock(&self.stage).unsaid.push(FromHouse::Said(said));
        self.wake();
    }

    /// Whether somebody new may come in.
    pub(super) fn is_open(&self) -> bool {
        !lock(&self.stage).begun
    }

    /// Ends the contest: each entrant is told its last word, and all are seen out.
    pub fn end(&self, words: Vec<String>) {
        lock(&self.stage).over = Some(words);
        self.wake();
    }

    /// How a referee brings the program of this number to a table.
    pub(crate) fn call(self: &Arc<Room>, entrant: usize) -> Call {
        let room = Arc::clone(self);
        Call::new(move |cancel| Ok(Box::new(room.sit(entrant, cancel)?)))
    }

    pub(super) fn sit(self: &Arc<Room>, entrant: usize, cancel: &Cancel) -> Result<Joined, Fault> {
        let mut entrants = lock(&self.entrants);
        let deadline = Instant::now() + self.start + LINE_LAG;
        while entrants[entrant].busy
            || (entrants[entrant].is_leaving() && Instant::now() < deadline)
        {
            if cancel.is_cancelled() {
                return Err(Fault::Cancelled);
            }
            entrants = self.wait(entrants);
        }
        (entrants[entrant].busy, entrants[entrant].talk) = (true, None);
        Ok(Joined::new(Arc::clone(self), entrant))
    }

    pub(super) fn wait<'a>(
        &self,
        entrants: MutexGuard<'a, Vec<Entrant>>,
    ) -> MutexGuard<'a, Vec<Entrant>> {
        self.heard.wait_timeout(entrants, SLICE).unwrap_or_else(PoisonError::into_inner).0
    }

    pub(super) fn wake(&self) {
        if let Some(waker) = &*lock(&self.waker) {
            waker.wake();
        }
    }

    pub(super) fn wake_with(&self, waker: Waker) {
        *lock(&self.waker) = Some(waker);
    }

    pub(super) fn stage(&self) -> MutexGuard<'_, Stage> {
        lock(&self.stage)
    }

    /// Somebody new comes in, or somebody comes back. Answers the number, the name and the token,
    /// and the line it had before.
    pub(super) fn enter(
        self: &Arc<Room>,
        name: String,
        from: IpAddr,
        token: Option<String>,
        guest: GuestId,
    ) -> (usize, String) {
        let mut entrants = lock(&self.entrants);
        let (token, number) = (token.unwrap_or_else(new_token), entrants.len());
        entrants.push(Entrant {
            name,
            token: token.clone(),
            from,
            guest: Some(guest),
            away: None,
            given_up: false,
            busy: false,
            answers: Answers::Asked,
            called: None,
            talk: None,
        });
        drop(entrants);
        let room = Arc::clone(self);
        let greet = move || room.try_out(number);
        // Without it nobody knows whether it answers, and it plays all the same.
        drop(thread::Builder::new().name("greeting".to_owned()).spawn(greet));
        (number, token)
    }

    /// Who has this token.
    pub(super) fn of_token(&self, token: &str) -> Option<usize> {
        lock(&self.entrants).iter().position(|it| it.token == token)
    }

    pub(super) fn name(&self, entrant: usize) -> String {
        lock(&self.entrants)[entrant].name.clone()
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        lock(&self.entrants).iter().any(|it| it.name == name)
    }

    /// An entrant is back; answers the line it had before.
    pub(super) fn back(&self, entrant: usize, guest: GuestId, from: IpAddr) -> Option<GuestId> {
        let mut entrants = lock(&self.entrants);
        let it = &mut entrants[entrant];
        (it.away, it.given_up, it.from) = (None, false, from);
        if let Some(talk) = &mut it.talk {
            (talk.said_hello, talk.said_turn, talk.said_over) = (false, false, false);
            talk.ready = false;
        }
        it.guest.replace(guest)
    }

    /// The line of an entrant is gone. Before the contest nobody waits for it. False if the entrant
    /// has another one already.
    pub(super) fn gone(&self, entrant: usize, guest: GuestId, now: Instant) -> bool {
        let mut entrants = lock(&self.entrants);
        let it = &mut entrants[entrant];
        if it.guest != Some(guest) {
            return false;
        }
        (it.guest, it.away) = (None, Some(now));
        self.heard.notify_all();
        true
    }

    /// An entrant says something.
    pub(super) fn heard(&self, entrant: usize, message: FromGuest) {
        let mut entrants = lock(&self.entrants);
        let it = &mut entrants[entrant];
        let Some(talk) = &mut it.talk else { return };
        talk.left |=
            talk.over.is_some() && matches!(message, FromGuest::Left | FromGuest::Failed(_));
        match message {
            FromGuest::Name(name) | FromGuest::Still(name) if !talk.greeted => {
                (talk.greeted, talk.ready) = (true, true);
                talk.answer = Some(Said::Line(json!({ "name": name }).to_string()));
            }
            FromGuest::Name(_) => {
                talk.ready = true;
                talk.answer = Some(Said::Anew);
            }
            FromGuest::Still(_) => talk.ready = true,
            FromGuest::Move(mv) if talk.turn.is_some() => {
                talk.turn = None;
                talk.answer = Some(Said::Line(json!({ "move": mv }).to_string()));
            }
            FromGuest::Failed(failed) => talk.answer = Some(Said::Failed(failed)),
            FromGuest::Resign(why) => {
                let why = why.unwrap_or_else(|| "it gives up".to_owned());
                let kind = "gave up".to_owned();
                talk.answer = Some(Said::Failed(Failed { kind, why, words: Vec::new() }));
            }
            FromGuest::Left if talk.over.is_some() => talk.answer = Some(Said::Left),
            _ => {}
        }
        drop(entrants);
        self.heard.notify_all();
        self.wake();
    }

    /// What each entrant with a line is to be told now.
    pub(super) fn unsaid(&self) -> Vec<(GuestId, FromHouse)> {
        let mut all = Vec::new();
        for it in lock(&self.entrants).iter_mut() {
            let (Some(guest), Some(talk)) = (it.guest, &mut it.talk) else { continue };
            if !talk.said_hello {
                talk.said_hello = true;
                all.push((guest, FromHouse::Hello(talk.hello.clone())));
            }
            if let Some(turn) = talk.turn.clone().filter(|_| talk.ready && !talk.said_turn) {
                talk.said_turn = true;
                all.push((guest, FromHouse::Turn(turn)));
            }
            if let Some(over) = talk.over.clone().filter(|_| !talk.said_over) {
                talk.said_over = true;
                all.push((guest, FromHouse::Over(over)));
            }
        }
        all
    }

    /// Greets a program that has just come, to see whether it answers.
    fn try_out(self: &Arc<Room>, entrant: usize) {
        let cancel = Cancel::default();
        let begin = Instant::now();
        let Ok(mut joined) = self.sit(entrant, &cancel) else { return };
        let ask = Ask { line: &self.greeting, whole: &|| self.greeting.clone() };
        let answer = joined.ask(&ask, self.start, &cancel);
        let answers = match answer.and_then(|line| crate::arena::protocol::name_in(&line)) {
            Ok(name) => {
                lock(&self.entrants)[entrant].called = Some(name);
                Answers::Yes(begin.elapsed())
            }
            Err(fault) => Answers::No(sentence(&fault.to_string()), joined.last_words()),
        };
        lock(&self.entrants)[entrant].answers = answers;
        let over = json!({ "over": { "result": "greeted" } }).to_string();
        joined.dismiss(&over, Duration::from_secs(2), &cancel);
        drop(joined);
        self.wake();
    }
}

/// What is behind these locks is whole after every statement, whoever panicked.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! A program of another machine at a referee's table: the other end of what a program at a pipe is
//! here.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::room::{LINE_LAG, Room, Said, Talk, lock};
use crate::arena::{Ask, Fault, Leaving, Peer};
use crate::play::{clean, sentence};
use crate::search::Cancel;

/// How long one that wasn't back in time once, and hasn't been seen since, is waited for: the others
/// have waited long enough.
const ONCE_MORE: Duration = Duration::from_secs(5);
/// As many lines of an error output as a program of this machine leaves.
const LINES: usize = 201;

/// A program of another machine at the table of a referee.
#[derive(Debug)]
pub(super) struct Joined {
    pub room: Arc<Room>,
    pub entrant: usize,
    words: Vec<String>,
    thought: Option<Duration>,
    plies: u64,
}

impl Joined {
    /// The program of this number sits down.
    pub fn new(room: Arc<Room>, entrant: usize) -> Joined {
        Joined { room, entrant, words: Vec::new(), thought: None, plies: 0 }
    }

    /// Waits for what the program says. The time in which its line is gone isn't its own.
    fn wait(&mut self, limit: Duration, cancel: &Cancel) -> Result<Said, Fault> {
        let room = Arc::clone(&self.room);
        let (mut thought, mut absent) = (Duration::ZERO, Duration::ZERO);
        let mut before = Instant::now();
        let mut entrants = lock(&room.entrants);
        loop {
            let it = &mut entrants[self.entrant];
            if let Some(said) = it.talk.as_mut().and_then(|talk| talk.answer.take()) {
                self.thought = Some(thought);
                return Ok(said);
            }
            if cancel.is_cancelled() {
                return Err(Fault::Cancelled);
            }
            let now = Instant::now();
            let elapsed = now.saturating_duration_since(std::mem::replace(&mut before, now));
            match it.away {
                Some(since) => {
                    let patience = match it.given_up {
                        true => ONCE_MORE.min(room.back_within),
                        false => room.back_within,
                    };
                    absent += elapsed;
                    let gone = now.saturating_duration_since(since);
                    if if it.given_up { absent } else { gone } >= patience {
                        it.given_up = true;
                        return Err(Fault::Away(patience));
                    }
                }
                None => {
                    thought += elapsed;
                    if thought > limit.saturating_add(LINE_LAG) {
                        return Err(Fault::Late(limit));
                    }
                }
            }
            entrants = room.wait(entrants);
        }
    }

    fn tell(&mut self, line: &str) {
        let mut line: Value = serde_json::from_str(line).expect("the referee writes JSON");
        let mut entrants = lock(&self.room.entrants);
        let place = &mut entrants[self.entrant].talk;
        if let Some(mut hello) = line.get_mut("hello").map(Value::take) {
            // For whoever hands it to the program: which match this is, and how long it has to start.
            hello["table"] = json!(0);
            hello["round"] = json!(rand::random::<u64>() >> 12);
            hello["backs"] = json!(0);
            hello["start_ms"] = json!(self.room.start.as_millis() as u64);
            *place = Some(Talk {
                hello,
                turn: None,
                over: None,
                said_hello: false,
                said_turn: false,
                said_over: false,
                greeted: false,
                ready: false,
                answer: None,
                left: false,
            });
        } else if let Some(talk) = place {
            talk.answer = None;
            if let Some(mut turn) = line.get_mut("turn").map(Value::take) {
                self.plies += 1;
                turn["ply"] = json!(self.plies);
                (talk.turn, talk.said_turn) = (Some(turn), false);
            } else {
                talk.turn = None;
                talk.over = line.get_mut("over").map(Value::take);
            }
        }
        drop(entrants);
        self.room.wake();
    }
}

impl Peer for Joined {
    fn ask(&mut self, ask: &Ask<'_>, limit: Duration, cancel: &Cancel) -> Result<String, Fault> {
        self.tell(ask.line);
        loop {
            match self.wait(limit, cancel)? {
                Said::Line(line) => return Ok(line),
                Said::Anew => self.tell(&(ask.whole)()),
                Said::Left => return Err(Fault::ClosedOutput),
                Said::Failed(failed) => {
                    let words = failed.words.iter().take(LINES);
                    self.words = words.map(|line| clean(line).into_owned()).collect();
                    return Err(Fault::Elsewhere(sentence(&failed.kind), sentence(&failed.why)));
                }
            }
        }
    }

    fn said_more(&self) -> Option<Fault> {
        None
    }

    fn thought(&self) -> Option<Duration> {
        self.thought
    }

    fn last_words(&mut self) -> Vec<String> {
        self.words.clone()
    }

    /// Waits until the other end has seen the program out, but for nobody who is away.
    fn dismiss(&mut self, line: &str, grace: Duration, cancel: &Cancel) -> Leaving {
        self.tell(line);
        let is_here = |room: &Room, entrant: usize| lock(&room.entrants)[entrant].away.is_none();
        let deadline = Instant::now() + grace + LINE_LAG;
        while Instant::now() < deadline && is_here(&self.room, self.entrant) {
            let mut entrants = lock(&self.room.entrants);
            let talk = entrants[self.entrant].talk.as_mut();
            match talk.and_then(|talk| talk.answer.take()) {
                Some(Said::Failed(_)) => return Leaving::Killed(grace),
                Some(Said::Left) => return Leaving::ByItself,
                _ if cancel.is_cancelled() => return Leaving::CalledOff,
                _ => drop(self.room.wait(entrants)),
            }
        }
        Leaving::ByItself
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let mut entrants = lock(&self.room.entrants);
        let it = &mut entrants[self.entrant];
        it.busy = false;
        // What was never told how it ended is told now, and stops thinking about it.
        if let Some(talk) = it.talk.as_mut().filter(|talk| !talk.said_over) {
            (talk.turn, talk.answer) = (None, None);
            talk.over.get_or_insert(json!({ "result": "called off" }));
        }
        drop(entrants);
        self.room.heard.notify_all();
        self.room.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::thread;

    use super::*;
    use crate::house::message::{Failed, FromGuest, FromHouse};

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const HELLO: &str = r#"{"hello": {"seat": 1}}"#;

    /// A room with one program, whose line is number 1 and which has been tried out.
    fn room(back_within: Duration) -> Arc<Room> {
        let start = Duration::from_secs(20);
        let room = Arc::new(Room::with_patience(HELLO.to_owned(), start, back_within));
        room.enter("ada".to_owned(), HERE, None, 1);
        let is_hello = |it: &FromHouse| matches!(it, FromHouse::Hello(_));
        said(&room, is_hello);
        room.heard(0, FromGuest::Name("bot".to_owned()));
        said(&room, |it| matches!(it, FromHouse::Over(_)));
        room.heard(0, FromGuest::Left);
        room
    }

    /// Waits until the room has something of this kind to say.
    fn said(room: &Room, is: impl Fn(&FromHouse) -> bool) -> FromHouse {
        for _ in 0..4000 {
            if let Some((_, message)) = room.unsaid().into_iter().find(|(_, it)| is(it)) {
                return message;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("nothing was said");
    }

    fn ask(joined: &mut Joined, line: &str) -> Result<String, Fault> {
        let whole = || r#"{"turn": {"last": ["all"]}}"#.to_owned();
        let ask = Ask { line, whole: &whole };
        joined.ask(&ask, Duration::from_secs(20), &Cancel::default())
    }

    fn sit(room: &Arc<Room>) -> Joined {
        room.sit(0, &Cancel::default()).unwrap()
    }

    #[test]
    fn a_lost_line_comes_back_and_the_question_with_it() {
        let room = room(Duration::from_secs(20));
        let referee = thread::spawn({
            let room = Arc::clone(&room);
            move || {
                let mut joined = sit(&room);
                let name = ask(&mut joined, HELLO).unwrap();
                let first = ask(&mut joined, r#"{"turn": {"last": []}}"#).unwrap();
                (name, first, ask(&mut joined, r#"{"turn": {"last": ["4"]}}"#).unwrap())
            }
        });
        said(&room, |it| matches!(it, FromHouse::Hello(_)));
        room.heard(0, FromGuest::Name("bot".to_owned()));
        said(&room, |it| matches!(it, FromHouse::Turn(_)));
        assert!(room.gone(0, 1, Instant::now()));
        assert!(!room.entrants()[0].here);
        assert_eq!(room.back(0, 2, HERE), None);
        // It has heard this greeting before, so only the question comes again.
        said(&room, |it| matches!(it, FromHouse::Hello(_)));
        room.heard(0, FromGuest::Still("bot".to_owned()));
        said(&room, |it| matches!(it, FromHouse::Turn(_)));
        room.heard(0, FromGuest::Move("4".to_owned()));
        // Another time its machine was started anew: then it is told the whole match.
        said(&room, |it| matches!(it, FromHouse::Turn(_)));
        room.gone(0, 2, Instant::now());
        room.back(0, 3, HERE);
        said(&room, |it| matches!(it, FromHouse::Hello(_)));
        room.heard(0, FromGuest::Name("bot".to_owned()));
        let all = |it: &FromHouse| matches!(it, FromHouse::Turn(turn) if turn["last"][0] == "all");
        said(&room, all);
        room.heard(0, FromGuest::Move("5".to_owned()));
        let (name, first, second) = referee.join().unwrap();
        assert_eq!(
            (&*name, &*first, &*second),
            (r#"{"name":"bot"}"#, r#"{"move":"4"}"#, r#"{"move":"5"}"#)
        );
    }

    #[test]
    fn whoever_stays_away_forfeits_the_match_and_not_the_contest() {
        let patience = Duration::from_millis(30);
        let room = room(patience);
        room.gone(0, 1, Instant::now());
        let fault = ask(&mut sit(&room), HELLO).unwrap_err();
        assert_eq!((fault.clone(), &*fault.kind()), (Fault::Away(patience), "away"));
        room.back(0, 2, HERE);
        let next = thread::spawn({
            let room = Arc::clone(&room);
            move || ask(&mut sit(&room), HELLO)
        });
        // The end of the match that it lost, then the greeting of the next.
        said(&room, |it| matches!(it, FromHouse::Over(_)));
        room.heard(0, FromGuest::Left);
        said(&room, |it| matches!(it, FromHouse::Hello(_)));
        let words = vec!["Traceback".to_owned()];
        let (kind, why) = ("died".to_owned(), "it died".to_owned());
        room.heard(0, FromGuest::Failed(Failed { kind, why, words }));
        let fault = next.join().unwrap().unwrap_err();
        assert_eq!((&*fault.kind(), fault.to_string()), ("died", "it died".to_owned()));
    }
}

//! A guest's end: finds the house, shows the invitation, and comes back by itself when the line is
//! cut, until the house is lost for good.

use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};

use super::invitation::Invitation;
use super::key;
use super::message::{
    self, FromGuest, FromHouse, Knock, LONGEST_FROM_HOUSE, PROTOCOL, Refusal, Wants,
};
use super::orders::{Waker, Woken, drain};
use super::wire::{Bounds, Lost, Wire, at_most};
use crate::store::reason;

/// How long one address is tried.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a house that was never seen is tried: it may just be opening,
const FIRST_TRIES: Duration = Duration::from_secs(3);
/// or, where somebody picks up, have its hands full.
const PICKED_UP: Duration = Duration::from_secs(20);
/// A house that says nothing for so long is gone; it would have asked whether we are.
const SILENCE: Duration = Duration::from_secs(45);
/// From the first try to come back to the second; later ones take longer.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_millis(300);
/// What may wait for the house to read it.
const UNSENT: usize = 256 * 1024;

/// A visit to a house: where, as whom, for what.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The house.
    pub invitation: Invitation,
    /// What the guest would like to be called.
    pub name: String,
    /// What it comes for.
    pub wants: Wants,
    /// At which table; none for the first that fits.
    pub table: Option<usize>,
    /// Whether a program answers.
    pub program: bool,
    /// Of a seat it had before; whoever comes for a new one makes it up.
    pub token: Option<String>,
    /// How long a house that is gone is looked for.
    pub patience: Duration,
}

/// What a visitor hears.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// What the house says.
    House(FromHouse),
    /// The line is gone, and the house is being looked for.
    Away,
    /// The visit is over.
    Ended(Ended),
}

/// How a visit ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The house said no, in a sentence.
    Refused(String),
    /// The house can't be found, in a sentence.
    Lost(String),
}

impl Ended {
    /// The sentence.
    pub fn why(&self) -> &str {
        match self {
            Ended::Refused(why) | Ended::Lost(why) => why,
        }
    }
}

/// Speaks to the house. The visit ends when this is dropped.
#[derive(Debug)]
pub struct Visitor {
    words: Sender<FromGuest>,
    waker: Waker,
    /// Ends when the visit has.
    gone: Receiver<()>,
}

impl Visitor {
    /// Says something. What is said while the line is cut is forgotten: by the time it is back the
    /// match may stand otherwise, and is shown again.
    pub fn say(&self, message: FromGuest) {
        if self.words.send(message).is_ok() {
            self.waker.wake();
        }
    }

    /// Ends the visit, and gives it a moment to say goodbye: a process that ended at once would
    /// leave the house in the belief that the line was cut.
    pub fn leave(mut self) {
        self.end();
        let _ = self.gone.recv_timeout(GOODBYE);
    }

    fn end(&mut self) {
        // Without anybody to speak, the other end of the channel says so.
        let (nobody, _) = channel();
        self.words = nobody;
        self.waker.wake();
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.end();
    }
}

/// How one conversation ended.
enum Over {
    /// Nobody wants to visit any more.
    Left,
    /// It is worth trying again, after this time.
    Again(String, Duration),
    Ended(Ended),
}

impl Visit {
    /// Begins the visit, on a thread of its own. `tell` hears everything, until it answers false.
    pub fn start(
        self,
        mut tell: impl FnMut(Heard) -> bool + Send + 'static,
    ) -> std::io::Result<Visitor> {
        let (waker, woken) = Waker::new()?;
        let (words, said) = channel();
        let (going, gone) = channel::<()>();
        let visit = move || {
            let _going = going;
            if let Some(ended) = self.visit(&mut tell, &said, &woken) {
                tell(Heard::Ended(ended));
            }
        };
        thread::Builder::new().name("visit".to_owned()).spawn(visit)?;
        Ok(Visitor { words, waker, gone })
    }

    fn visit(
        mut self,
        tell: &mut dyn FnMut(Heard) -> bool,
        said: &Receiver<FromGuest>,
        woken: &Woken,
    ) -> Option<Ended> {
        if self.wants == Wants::Seat {
            self.token.get_or_insert_with(key::new_token);
        }
        let (mut welcome, mut picked_up) = (false, false);
        let mut since = Instant::now();
        let mut pause = PAUSE;
        loop {
            let mut inside = false;
            let over = match dial(&self.invitation) {
                Ok(wire) => {
                    picked_up = true;
                    self.converse(wire, tell, said, woken, &mut inside)
                }
                Err(why) => {
                    let why = format!("no answer from {}: {why}", self.invitation.address());
                    Over::Again(why, PAUSE)
                }
            };
            if inside {
                (welcome, since, pause) = (true, Instant::now(), PAUSE);
            }
            let (why, least) = match over {
                Over::Left => return None,
                Over::Ended(ended) => return Some(ended),
                Over::Again(why, least) => (why, least),
            };
            if inside && !tell(Heard::Away) {
                return None;
            }
            let patience = match (welcome, picked_up) {
                (true, _) => self.patience,
                (false, true) => PICKED_UP.min(self.patience),
                (false, false) => FIRST_TRIES.min(self.patience),
            };
            let pausing = pause.max(least);
            if since.elapsed() + pausing > patience.max(least) {
                return Some(Ended::Lost(why));
            }
            if has_left(woken, said, pausing) {
                return None;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// One conversation, from the door to whatever ends it.
    fn converse(
        &mut self,
        mut wire: Wire,
        tell: &mut dyn FnMut(Heard) -> bool,
        said: &Receiver<FromGuest>,
        woken: &Woken,
        inside: &mut bool,
    ) -> Over {
        let knock = FromGuest::Parlour(Knock {
            protocol: PROTOCOL,
            code: self.invitation.secret.to_string(),
            name: self.name.clone(),
            wants: self.wants,
            table: self.table,
            program: self.program,
            token: self.token.clone(),
        });
        if let Err(lost) = say(&mut wire, &knock) {
            return self.lost(&lost);
        }
        let mut heard_at = Instant::now();
        loop {
            let silence = SILENCE.saturating_sub(heard_at.elapsed());
            if silence.is_zero() {
                return self.lost(&Lost::Closed);
            }
            wait(woken, Some(&wire), silence);
            drain(woken);
            loop {
                match said.try_recv() {
                    // What was said before the door opened was meant for another moment.
                    Ok(_) if !*inside => {}
                    Ok(message) => {
                        let token = self.note_place(&message).map(FromGuest::Token);
                        let mut words = token.iter().chain([&message]);
                        if let Err(lost) = words.try_for_each(|it| say(&mut wire, it)) {
                            return self.lost(&lost);
                        }
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        wire.close();
                        return Over::Left;
                    }
                }
            }
            let mut lines = Vec::new();
            let heard = wire.hear(&mut lines);
            for line in lines {
                heard_at = Instant::now();
                if let Some(over) = self.heard(&line, &mut wire, inside, tell) {
                    wire.close();
                    return over;
                }
            }
            if let Err(lost) = heard.and_then(|()| wire.flush()) {
                return self.lost(&lost);
            }
        }
    }

    /// Remembers where one wants to be, for coming back after a cut line. Answers the token of a
    /// seat that one wants.
    fn note_place(&mut self, message: &FromGuest) -> Option<String> {
        match message {
            FromGuest::Sit(_) => {
                (self.wants, self.table) = (Wants::Lobby, None);
                self.token = Some(key::new_token());
                return self.token.clone();
            }
            FromGuest::Leave => (self.wants, self.table, self.token) = (Wants::Lobby, None, None),
            FromGuest::Watch(table) => {
                (self.wants, self.table, self.token) = (Wants::Watch, *table, None);
            }
            _ => {}
        }
        None
    }

    fn heard(
        &mut self,
        line: &str,
        wire: &mut Wire,
        inside: &mut bool,
        tell: &mut dyn FnMut(Heard) -> bool,
    ) -> Option<Over> {
        let Ok(message) = message::read::<FromHouse>(line) else {
            let why = "the house says something this parlour doesn't understand; use the same \
                       version on both machines";
            return Some(Over::Ended(Ended::Refused(why.to_owned())));
        };
        match &message {
            FromHouse::Ping(number) => {
                let answered = say(wire, &FromGuest::Pong(*number));
                return answered.err().map(|lost| self.lost(&lost));
            }
            FromHouse::Refused(Refusal { why, goodbye: true, retry_ms }) => {
                return Some(match retry_ms {
                    Some(wait) => Over::Again(why.clone(), Duration::from_millis(*wait)),
                    None => Over::Ended(Ended::Refused(why.clone())),
                });
            }
            FromHouse::Welcome(_) => *inside = true,
            FromHouse::Seated(seated) => {
                self.token = Some(seated.token.clone());
                (self.table, self.wants) = (None, Wants::Back);
            }
            FromHouse::Entered(token) => {
                self.token = Some(token.clone());
                (self.table, self.wants) = (None, Wants::Back);
            }
            _ => {}
        }
        (!tell(Heard::House(message))).then_some(Over::Left)
    }

    fn lost(&self, lost: &Lost) -> Over {
        let address = self.invitation.address();
        match lost {
            Lost::AnotherHouse => Over::Ended(Ended::Refused(format!(
                "the house at {address} has another key than this invitation says; check the first \
                 sixteen letters of the code, or ask for a new one"
            ))),
            lost => Over::Again(format!("the house at {address} is gone: {lost}"), PAUSE),
        }
    }
}

/// Begins a conversation with the house of this invitation. Nothing is said yet, and whether it is
/// the right house turns out with the first line that is heard.
pub fn dial(invitation: &Invitation) -> Result<Wire, String> {
    let host = (invitation.host.as_str(), invitation.port);
    let mut why = "there is no such address".to_owned();
    for address in host.to_socket_addrs().map_err(|error| reason(&error))? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(socket) => {
                let tls = key::call(invitation.fingerprint).map_err(|error| error.to_string())?;
                let bounds = Bounds { line: LONGEST_FROM_HOUSE, unsent: UNSENT };
                return Wire::new(socket, tls.into(), bounds).map_err(|error| reason(&error));
            }
            Err(error) => why = reason(&error),
        }
    }
    Err(why)
}

fn say(wire: &mut Wire, message: &FromGuest) -> Result<(), Lost> {
    wire.say(&serde_json::to_string(message).expect("messages can be written"))?;
    wire.flush()
}

/// Waits until there is something to hear or to send.
fn wait(woken: &Woken, wire: Option<&Wire>, most: Duration) {
    let mut fds = vec![PollFd::new(woken, PollFlags::IN)];
    fds.extend(wire.map(|wire| PollFd::new(wire.socket(), wire.interest())));
    // After a signal there is nothing to hear, and it is waited again.
    let _ = poll(&mut fds, at_most(most).as_ref());
}

/// Waits for so long, or until nobody wants to visit any more.
fn has_left(woken: &Woken, said: &Receiver<FromGuest>, pause: Duration) -> bool {
    let end = Instant::now() + pause;
    loop {
        loop {
            match said.try_recv() {
                Ok(_) => {}
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return true,
            }
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        wait(woken, None, left);
        drain(woken);
    }
}

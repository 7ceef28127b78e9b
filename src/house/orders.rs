//! What reaches a house from this machine: the host's orders and the answers of its bots. Whoever
//! sends one wakes the thread that polls.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::invitation::Right;
use super::table::Opening;
use super::thinkers::Answer;

/// What becomes readable when a thread that polls is to wake.
#[cfg(unix)]
pub type Woken = std::os::unix::net::UnixStream;
/// Only sockets of the network can be polled here.
#[cfg(windows)]
pub type Woken = std::net::TcpStream;

/// What the host, and the bots, tell a house that is open.
#[derive(Debug)]
pub enum Order {
    /// Opens a table.
    Open(Box<Opening>),
    /// Makes new invitations of this kind; the old ones open no door.
    NewCode(Right),
    /// Shows the host how things are, though nothing has happened.
    Look,
    /// Ends it.
    Close,
    /// A bot has found its move.
    #[doc(hidden)]
    Answered(Answer),
    /// What belongs to the table at this index has been written, or couldn't be.
    #[doc(hidden)]
    Written(usize, Result<(), String>),
}

/// Tells the house something from elsewhere.
#[derive(Clone, Debug)]
pub struct Orders {
    pub(super) orders: Sender<Order>,
    pub(super) waker: Waker,
}

impl Orders {
    /// Sends an order; a house that has closed hears nothing.
    pub fn send(&self, order: Order) {
        if self.orders.send(order).is_ok() {
            self.waker.wake();
        }
    }
}

/// Wakes a thread that polls.
#[derive(Clone, Debug)]
pub struct Waker(Arc<Woken>);

impl Waker {
    /// The waker, and what becomes readable when it is used.
    pub fn new() -> std::io::Result<(Waker, Woken)> {
        let (one, other) = pair()?;
        one.set_nonblocking(true)?;
        other.set_nonblocking(true)?;
        Ok((Waker(Arc::new(one)), other))
    }

    /// A wake that doesn't fit comes after many that weren't heard yet.
    pub fn wake(&self) {
        let _ = (&*self.0).write(&[1]);
    }
}

/// Takes all that a waker has said.
pub fn drain(mut woken: &Woken) {
    let mut bytes = [0; 64];
    while woken.read(&mut bytes).is_ok_and(|read| read > 0) {}
}

#[cfg(unix)]
fn pair() -> std::io::Result<(Woken, Woken)> {
    Woken::pair()
}

/// Two ends of one conversation of this process with itself.
#[cfg(windows)]
fn pair() -> std::io::Result<(Woken, Woken)> {
    let door = std::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0))?;
    let one = Woken::connect(door.local_addr()?)?;
    loop {
        let (other, from) = door.accept()?;
        // Any program of this machine may have knocked in between.
        if from == one.local_addr()? {
            one.set_nodelay(true)?;
            return Ok((one, other));
        }
    }
}

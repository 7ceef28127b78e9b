//! One conversation: lines of text over TLS over a socket that never blocks. The same for both
//! ends; whoever holds it decides when to wait.

use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustls::Connection;

use super::key;

/// Bytes read in one go, so that somebody who sends without end holds up nobody else.
const PER_GO: usize = 64 * 1024;
/// Bytes handed to TLS at once: one record.
const RECORD: usize = 16 * 1024;

/// Why a conversation has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The other end has said goodbye.
    Left,
    /// The other end is gone without a word, or the network is.
    Closed,
    /// What came isn't the protocol, in a few words.
    Noise(String),
    /// A line is longer than lines are.
    TooLong,
    /// The other end doesn't read what it is sent.
    TooSlow,
    /// The house has another key than the invitation says.
    AnotherHouse,
}

impl Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::Left => f.write_str("the other end has hung up"),
            Lost::Closed => f.write_str("the line is gone"),
            Lost::Noise(what) => write!(f, "what came makes no sense ({what})"),
            Lost::TooLong => f.write_str("a message was too long"),
            Lost::TooSlow => f.write_str("it doesn't read what it is sent"),
            Lost::AnotherHouse => f.write_str("another house answers there"),
        }
    }
}

/// How long lines may be, and how much may wait to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The longest line from the other end, in bytes.
    pub line: usize,
    /// As much as may wait for the other end to read it, before one line more.
    pub unsent: usize,
}

/// One end of a conversation.
pub struct Wire {
    socket: TcpStream,
    tls: Connection,
    bounds: Bounds,
    /// Whether not a byte has come yet.
    silent: bool,
    /// The beginning of a line whose end hasn't come yet.
    half: Vec<u8>,
    unsent: VecDeque<Vec<u8>>,
    unsent_bytes: usize,
    /// Since when the other end takes nothing.
    stalled: Option<Instant>,
}

impl Wire {
    /// Begins a conversation; nothing is said yet.
    pub fn new(socket: TcpStream, tls: Connection, bounds: Bounds) -> io::Result<Wire> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        let (half, unsent) = (Vec::new(), VecDeque::new());
        let (silent, stalled) = (true, None);
        Ok(Wire { socket, tls, bounds, silent, half, unsent, unsent_bytes: 0, stalled })
    }

    /// What to wait for before it is worth calling [`Wire::hear`] or [`Wire::flush`].
    pub fn interest(&self) -> PollFlags {
        let ready = !self.unsent.is_empty() && !self.tls.is_handshaking();
        match self.tls.wants_write() || ready {
            true => PollFlags::IN | PollFlags::OUT,
            false => PollFlags::IN,
        }
    }

    /// How long the other end has taken nothing of what waits for it.
    pub fn stalled_for(&self, now: Instant) -> Duration {
        self.stalled.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Whether the other end hasn't said anything at all, not even that it would like to.
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// Whether everything that was said has left.
    pub fn is_flushed(&self) -> bool {
        self.unsent.is_empty() && !self.tls.wants_write()
    }

    /// Reads what is there. The whole lines are put into `lines`, even where the conversation is
    /// lost after them.
    pub fn hear(&mut self, lines: &mut Vec<String>) -> Result<(), Lost> {
        let mut heard = 0;
        while heard < PER_GO {
            match self.tls.read_tls(&mut self.socket) {
                Ok(0) => return Err(Lost::Closed),
                Ok(bytes) => {
                    heard += bytes;
                    self.silent = false;
                }
                Err(error) if is_later(&error) => break,
                Err(_) => return Err(Lost::Closed),
            }
            let state = self.tls.process_new_packets().map_err(|error| self.noise(&error))?;
            let mut plain = vec![0; state.plaintext_bytes_to_read()];
            // Everything that is there is asked for, so this can't fall short.
            self.tls.reader().read_exact(&mut plain).map_err(|_| Lost::Closed)?;
            self.split(&plain, lines)?;
            if state.peer_has_closed() {
                return Err(Lost::Left);
            }
        }
        // A handshake answers what it hears.
        self.flush()
    }

    fn noise(&mut self, error: &rustls::Error) -> Lost {
        // The other end is told, if it can hear it.
        let _ = self.tls.write_tls(&mut self.socket);
        match key::is_another_house(error) {
            true => Lost::AnotherHouse,
            false => Lost::Noise(error.to_string()),
        }
    }

    fn split(&mut self, plain: &[u8], lines: &mut Vec<String>) -> Result<(), Lost> {
        for piece in plain.split_inclusive(|byte| *byte == b'\n') {
            if self.half.len() + piece.len() > self.bounds.line {
                return Err(Lost::TooLong);
            }
            self.half.extend_from_slice(piece);
            if self.half.last() == Some(&b'\n') {
                let line = String::from_utf8(std::mem::take(&mut self.half));
                let line = line.map_err(|_| Lost::Noise("it isn't text".to_owned()))?;
                lines.push(line);
            }
        }
        Ok(())
    }

    /// Says a line; it leaves as soon as the other end takes it.
    pub fn say(&mut self, line: &str) -> Result<(), Lost> {
        // One line may be as long as it is: the whole of a long match has to get through.
        if self.unsent_bytes > self.bounds.unsent {
            return Err(Lost::TooSlow);
        }
        let bytes = [line.as_bytes(), b"\n"].concat();
        self.unsent_bytes += bytes.len();
        self.unsent.push_back(bytes);
        Ok(())
    }

    /// Sends what can be sent now.
    pub fn flush(&mut self) -> Result<(), Lost> {
        loop {
            while self.tls.wants_write() {
                match self.tls.write_tls(&mut self.socket) {
                    Ok(_) => self.stalled = None,
                    Err(error) if is_later(&error) => {
                        self.stalled.get_or_insert_with(Instant::now);
                        return Ok(());
                    }
                    Err(_) => return Err(Lost::Closed),
                }
            }
            if self.tls.is_handshaking() {
                return Ok(());
            }
            let Some(line) = self.unsent.front_mut() else { return Ok(()) };
            let record = line.len().min(RECORD);
            self.tls.writer().write_all(&line[..record]).map_err(|_| Lost::Closed)?;
            self.unsent_bytes -= record;
            match record == line.len() {
                true => drop(self.unsent.pop_front()),
                false => drop(line.drain(..record)),
            }
        }
    }

    /// Waits until there is something to hear, or to send, but not for ever.
    pub fn wait(&self, most: Duration) {
        // After a signal there is nothing to hear.
        let _ = poll(&mut [PollFd::new(&self.socket, self.interest())], at_most(most).as_ref());
    }

    /// What is to be polled.
    pub fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Says goodbye, as far as the other end still listens.
    pub fn close(&mut self) {
        self.tls.send_close_notify();
        let _ = self.flush();
    }
}

/// A time for `poll`; one that is too long for the system is for ever.
pub fn at_most(time: Duration) -> Option<Timespec> {
    Timespec::try_from(time).ok()
}

fn is_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

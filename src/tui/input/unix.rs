//! Terminals that send bytes.

use std::io::{self, IsTerminal, stdin, stdout};
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::Input;
use super::decoder::Decoder;

/// What the terminal is read from. Somebody else may be at standard input, as with `xargs`.
pub fn terminal() -> io::Result<OwnedFd> {
    match stdin().is_terminal() {
        true => stdin().as_fd().try_clone_to_owned(),
        false => stdout().as_fd().try_clone_to_owned(),
    }
}

/// Tells everything the terminal sends, until nobody listens any more or the terminal is gone.
/// Sleeps while nothing comes.
pub fn listen(terminal: &OwnedFd, mut tell: impl FnMut(Input) -> bool) {
    let mut decoder = Decoder::default();
    let mut bytes = [0; 4096];
    loop {
        let patience = decoder.patience().and_then(|time| Timespec::try_from(time).ok());
        let mut waiting = [PollFd::new(terminal, PollFlags::IN)];
        let found = match poll(&mut waiting, patience.as_ref()) {
            Ok(0) => decoder.silence(),
            Ok(_) => match rustix::io::read(terminal, &mut bytes) {
                Ok(count @ 1..) => decoder.feed(&bytes[..count]),
                Err(Errno::INTR | Errno::AGAIN) => continue,
                Ok(0) | Err(_) => return,
            },
            Err(Errno::INTR) => continue,
            Err(_) => return,
        };
        if !found.into_iter().all(&mut tell) {
            return;
        }
    }
}

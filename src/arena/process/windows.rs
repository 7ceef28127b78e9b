//! Pipes cannot be polled here, so each has a thread that reads or writes it and ends with it. A
//! keeper (`cli/keeper/windows.rs`) has the program in a job, and with the keeper everybody in the
//! job ends. Whoever uses this library without keepers gets the process alone killed.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use super::{Ended, Heard, KEEP, KEEPER};

/// So many pieces wait to be taken; somebody who says more is not read from meanwhile.
const PIECES: usize = 8;

/// One of the two pipes that a process speaks through.
#[derive(Clone, Copy, Debug)]
enum Pipe {
    Output,
    Errors,
}

/// A process and our ends of its pipes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// To the thread that writes. Gone when the input is to be closed.
    input: Option<SyncSender<Vec<u8>>>,
    /// From the threads that read. An empty piece is the last one.
    pieces: Receiver<(Pipe, Vec<u8>)>,
    has_output: bool,
    has_errors: bool,
}

fn command(words: &[String]) -> Command {
    match KEEPER.get() {
        Some(keeper) => {
            let mut command = Command::new(keeper);
            command.args([KEEP, "0"]).args(words);
            command
        }
        None => {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]);
            command
        }
    }
}

impl Process {
    /// Starts a program, which is the first of the words.
    pub fn start(words: &[String], memory: Option<u64>) -> io::Result<Process> {
        if memory.is_some() {
            return Err(io::Error::other("memory can't be limited on Windows"));
        }
        let mut child = command(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (tell, pieces) = sync_channel(PIECES);
        let (input, lines) = sync_channel(PIECES);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process =
            Process { child, input: Some(input), pieces, has_output: true, has_errors: true };
        // From here on whatever fails leaves a process that is killed when it is dropped.
        if let (Some(stdin), Some(stdout), Some(stderr)) = pipes {
            let also = tell.clone();
            start_thread(move || write_all(stdin, &lines))?;
            start_thread(move || read_all(stdout, Pipe::Output, &tell))?;
            start_thread(move || read_all(stderr, Pipe::Errors, &also))?;
        }
        Ok(process)
    }

    /// Tells it that nothing more will come.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether it can still say something.
    pub fn has_output(&self) -> bool {
        self.has_output
    }

    /// Whether it can still complain.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Waits until something is heard, after everything is sent that can be; says whether there was
    /// anything.
    pub fn turn_to(&mut self, unsent: &mut &[u8], time: Duration, heard: &mut Heard) -> bool {
        if !unsent.is_empty() {
            match self.input.as_ref().map(|input| input.try_send(unsent.to_vec())) {
                Some(Err(TrySendError::Full(_))) => {}
                // It listens no more. Whether it answers nevertheless is its own affair.
                None | Some(Err(TrySendError::Disconnected(_)) | Ok(())) => *unsent = &[],
            }
        }
        let mut next = match self.pieces.recv_timeout(time) {
            Ok(piece) => Some(piece),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => {
                (self.has_output, self.has_errors) = (false, false);
                return false;
            }
        };
        // No more than were waiting: a flood must not keep the match from its clock.
        let mut taken = 0;
        while let Some((pipe, piece)) = next.take() {
            match (pipe, piece.is_empty()) {
                (Pipe::Output, true) => self.has_output = false,
                (Pipe::Errors, true) => self.has_errors = false,
                (Pipe::Output, false) => heard.output.extend(piece),
                (Pipe::Errors, false) => heard.errors.extend(piece),
            }
            taken += 1;
            if taken < PIECES {
                next = self.pieces.try_recv().ok();
            }
        }
        true
    }

    /// How it ended, if it has.
    pub fn how_it_ended(&mut self) -> Option<Ended> {
        let status = self.child.try_wait().ok()??;
        Some(Ended { status: status.code(), signal: None })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails only where nobody is left. The threads end with the pipes.
        let _ = self.child.kill();
    }
}

fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("pipe".to_owned()).spawn(work).map(drop)
}

fn write_all(mut pipe: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if pipe.write_all(&line).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut pipe: impl Read, which: Pipe, tell: &SyncSender<(Pipe, Vec<u8>)>) {
    let mut buffer = [0; 16 * 1024];
    loop {
        let count = pipe.read(&mut buffer).unwrap_or(0);
        if tell.send((which, buffer[..count].to_vec())).is_err() || count == 0 {
            return;
        }
    }
}

//! One thread does all the talking: the three pipes are polled together, so there are no reader
//! threads that a pipe left open could keep alive.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, kill_process_group, waitid,
    waitpid,
};

use super::{Ended, Heard, KEEP, KEEPER};

/// How long whoever has been killed is waited for. It takes milliseconds, unless the machine is
/// very busy or the kernel cannot end it yet.
const BURIAL: Duration = Duration::from_millis(300);
/// How often somebody who cannot be ended yet is looked at afterwards.
const VIGIL: Duration = Duration::from_millis(20);

/// A process and our ends of its pipes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Closed when it is to end, or when nobody reads at the other side.
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    /// While we hold this end its keeper lets it live.
    errors: Option<ChildStderr>,
}

/// The command that starts a program, of whose processes each may take so many megabytes, if it has
/// a keeper to see to that.
fn command(words: &[String], memory: Option<u64>) -> Command {
    if let Some(keeper) = KEEPER.get() {
        let mut command = Command::new(keeper);
        let memory = memory.unwrap_or(0).to_string();
        command.arg0("parlour").arg(KEEP).arg(memory).args(words);
        return command;
    }
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).process_group(0);
    command
}

impl Process {
    /// Starts a program, which is the first of the words.
    pub fn start(words: &[String], memory: Option<u64>) -> io::Result<Process> {
        let mut child = command(words, memory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let process = Process {
            input: child.stdin.take(),
            output: child.stdout.take(),
            errors: child.stderr.take(),
            child,
        };
        process.unblock()?;
        Ok(process)
    }

    fn unblock(&self) -> rustix::io::Result<()> {
        let fds = [
            self.input.as_ref().map(AsFd::as_fd),
            self.output.as_ref().map(AsFd::as_fd),
            self.errors.as_ref().map(AsFd::as_fd),
        ];
        fds.into_iter().flatten().try_for_each(|fd| rustix::io::ioctl_fionbio(fd, true))
    }

    /// Tells it that nothing more will come.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether it can still say something.
    pub fn has_output(&self) -> bool {
        self.output.is_some()
    }

    /// Whether it can still complain.
    pub fn has_errors(&self) -> bool {
        self.errors.is_some()
    }

    /// Waits until something can be sent or heard, and does so; says whether there was anything.
    pub fn turn_to(&mut self, unsent: &mut &[u8], time: Duration, heard: &mut Heard) -> bool {
        let input = self.input.as_ref().filter(|_| !unsent.is_empty());
        let mut fds = Vec::with_capacity(3);
        fds.extend(input.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        fds.extend(self.output.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        fds.extend(self.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos() as _ };
        // Interrupted or not: the loops around this look again.
        if poll(&mut fds, Some(&time)).unwrap_or(0) == 0 {
            return false;
        }
        if let Some(pipe) = self.input.as_mut().filter(|_| !unsent.is_empty()) {
            match pipe.write(unsent) {
                Ok(sent) => *unsent = &unsent[sent..],
                Err(why) if passes(&why) => {}
                // It listens no more. Whether it answers nevertheless is its own affair.
                Err(_) => *unsent = &[],
            }
        }
        hear(&mut self.output, &mut heard.output);
        hear(&mut self.errors, &mut heard.errors);
        true
    }

    /// How it ended, if it has. It stays a zombie, so that its number and its group's remain its
    /// own until [`Drop`] has killed the rest of the group.
    pub fn how_it_ended(&mut self) -> Option<Ended> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(&self.child)), options).ok()??;
        Some(Ended { status: status.exit_status(), signal: status.terminating_signal() })
    }

    /// Ends it, if it has not ended. All of these fail only where nobody is left.
    fn kill(&mut self) {
        let process = Pid::from_child(&self.child);
        (self.input, self.output, self.errors) = (None, None, None);
        if KEEPER.get().is_some() {
            // The pipes were the leash, and the keeper does the rest; the program may have
            // stopped it.
            let _ = kill_process(process, Signal::CONT);
        } else {
            let _ = kill_process_group(process, Signal::KILL);
            let _ = kill_process(process, Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        let process = Pid::from_child(&self.child);
        let buried = move || !matches!(waitpid(Some(process), WaitOptions::NOHANG), Ok(None));
        let deadline = Instant::now() + BURIAL;
        while !buried() {
            if Instant::now() >= deadline {
                // However long this takes, nobody waits for it.
                let gravedigger = move || {
                    while !buried() {
                        let _ = kill_process(process, Signal::CONT);
                        thread::sleep(VIGIL);
                    }
                };
                let _ = thread::Builder::new().name("reaper".to_owned()).spawn(gravedigger);
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Takes what is in a pipe, and forgets a pipe from which nothing more will come.
fn hear(pipe: &mut Option<impl Read>, heard: &mut Vec<u8>) {
    let mut buffer = [0; 16 * 1024];
    let read = match pipe {
        Some(pipe) => pipe.read(&mut buffer),
        None => return,
    };
    match read {
        Ok(count @ 1..) => heard.extend_from_slice(&buffer[..count]),
        Err(why) if passes(&why) => {}
        Ok(0) | Err(_) => *pipe = None,
    }
}

/// Whether an error of a pipe means no more than "not now".
fn passes(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

//! A referee can be killed where it stands, and a program can ignore its input, leave its process
//! group, open a session of its own or start others that do. So nobody who wants to see all of it
//! gone can rely on groups, nor on being alive. A keeper is the parent of one program, and on Linux
//! adopts whatever the program's processes leave behind; when the program ends, or when nobody
//! reads the program's error output any more (which means that its match is over, or that the
//! referee is dead), it kills every descendant it has and ends as the program ended. A keeper also
//! has no terminal, so what it keeps cannot write on the players' screen behind our back.
//!
//! It is a process of its own because the other ways need unsafe code between `fork` and `exec`. It
//! starts the program through the binary once more (`LEASHED`), which asks the kernel to be killed
//! with its parent and then becomes the program: to kill its keeper is suicide. The two starts cost
//! about three milliseconds a match, where starting Python costs twenty.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{self, Pid, Signal, WaitOptions, WaitStatus};
use signal_hook::consts::SIGCHLD;

use super::{complain, not_started, out, own_binary, tell_what_is_left};

/// The hidden name under which a program is started by its keeper.
pub const LEASHED: &str = "leashed-program";
/// Whoever still lives so long after being killed is the kernel's affair.
const LAST_RITES: Duration = Duration::from_secs(10);
/// How often those whom a program has started are looked at.
const LOOK: Duration = Duration::from_millis(1);

/// Starts the program that follows a number of megabytes, waits until it ends or nobody wants it any more, and sweeps.
pub fn keep(command: &[OsString]) -> io::Result<ExitCode> {
    process::setsid()?;
    adopt_orphans()?;
    let (mut news, herald) = UnixStream::pair()?;
    news.set_nonblocking(true)?;
    signal_hook::low_level::pipe::register(SIGCHLD, herald)?;
    let own = own_binary().ok_or(ErrorKind::NotFound)?;
    let nowhere = File::options().read(true).write(true).open("/dev/null")?;
    // A group of its own, so that a script which kills its group does not kill its keeper.
    let child =
        Command::new(own).arg0("parlour").arg(LEASHED).args(command).process_group(0).spawn()?;
    let program = Pid::from_child(&child);
    // Whoever holds these ends open hides from the referee that the program has closed them.
    rustix::stdio::dup2_stdin(&nowhere)?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    let ended = loop {
        if let Some(ended) = reap(program).ended {
            break Some(ended);
        }
        if is_cut_off(&mut news) {
            break None;
        }
    };
    if ended.is_some() {
        tell_what_is_left(LOOK, left);
    }
    sweep(program);
    Ok(ended.map_or(ExitCode::FAILURE, end_like))
}

/// Waits until a child has ended or the leash is cut; says whether it is.
fn is_cut_off(news: &mut UnixStream) -> bool {
    let errors = out::error_handle();
    // Nothing is asked of the error output, but that nobody reads it any more is always told.
    let mut fds = [
        PollFd::new(&errors, PollFlags::empty()),
        PollFd::from_borrowed_fd(news.as_fd(), PollFlags::IN),
    ];
    let cut = match poll(&mut fds, None) {
        Ok(_) => fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
        Err(error) => error != rustix::io::Errno::INTR,
    };
    while news.read(&mut [0; 64]).is_ok_and(|count| count > 0) {}
    cut
}

/// What became of the children since the last look.
struct Reaped {
    /// How the program ended, if it did.
    ended: Option<WaitStatus>,
    /// Whether no child is left.
    alone: bool,
}

/// Takes leave of all children that have ended, adopted ones among them.
fn reap(program: Pid) -> Reaped {
    let mut ended = None;
    loop {
        match process::wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == program => ended = Some(status),
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Ok(None) => return Reaped { ended, alone: false },
            Err(_) => return Reaped { ended, alone: true },
        }
    }
}

/// How many processes of the program's there are.
fn left() -> usize {
    // Those that have ended and that nobody has waited for are no processes any more.
    while matches!(process::wait(WaitOptions::NOHANG), Ok(Some(_))) {}
    descendants().len()
}

/// Kills whoever is left.
fn sweep(program: Pid) {
    let deadline = Instant::now() + LAST_RITES;
    while !reap(program).alone && Instant::now() < deadline {
        let family = still_ones();
        for pid in &family {
            let _ = process::kill_process(*pid, Signal::KILL);
        }
        if family.is_empty() {
            // Nobody can say who they are. This catches all who have not left the group.
            let _ = process::kill_process_group(program, Signal::KILL);
        }
        thread::sleep(LOOK);
    }
}

/// All descendants, stopped first: some start others faster than they can be killed.
fn still_ones() -> Vec<Pid> {
    let mut stopped = Vec::new();
    loop {
        let mut fresh = descendants();
        fresh.retain(|pid| !stopped.contains(pid));
        if fresh.is_empty() || stopped.len() > 10_000 {
            return stopped;
        }
        for pid in &fresh {
            let _ = process::kill_process(*pid, Signal::STOP);
        }
        stopped.append(&mut fresh);
    }
}

/// Everybody whose line of parents leads to this process, by the kernel's list.
#[cfg(target_os = "linux")]
fn descendants() -> Vec<Pid> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let parents: Vec<(i32, i32)> = entries
        .flatten()
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // `pid (name) state parent ..`, and a name may hold anything.
            let (_, rest) = stat.rsplit_once(')')?;
            Some((pid, rest.split_whitespace().nth(1)?.parse().ok()?))
        })
        .collect();
    let mut family = vec![process::getpid().as_raw_nonzero().get()];
    let mut at = 0;
    while let Some(parent) = family.get(at).copied() {
        family.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        at += 1;
    }
    family.into_iter().skip(1).filter_map(Pid::from_raw).collect()
}

/// Elsewhere the program's group has to do.
#[cfg(not(target_os = "linux"))]
fn descendants() -> Vec<Pid> {
    Vec::new()
}

/// Becomes the parent of everybody whose parent dies.
fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    process::set_child_subreaper(Some(process::getpid()))?;
    Ok(())
}

/// Ends as the program has ended, so that the referee sees it.
fn end_like(status: WaitStatus) -> ExitCode {
    if let Some(signal) = status.terminating_signal() {
        // One core file, the program's, is enough.
        let none = process::Rlimit { current: Some(0), maximum: Some(0) };
        let _ = process::setrlimit(process::Resource::Core, none);
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        return ExitCode::from(128_u8.wrapping_add(signal as u8));
    }
    ExitCode::from(status.exit_status().unwrap_or(1) as u8)
}

/// Ties this process to its keeper, and makes it the program. Comes back only if that fails.
/// No process of the program may take more than so many megabytes, unless they are 0.
pub fn become_program(memory: &OsString, program: &OsString, arguments: &[OsString]) -> ExitCode {
    #[cfg(target_os = "linux")]
    {
        // The keeper may have died before the leash was on; then its session has lost its leader.
        let keeper = process::getsid(None).ok();
        let tied = process::set_parent_process_death_signal(Some(Signal::KILL));
        if tied.is_err() || process::getppid() != keeper {
            return ExitCode::from(super::NOT_STARTED);
        }
    }
    let megabytes: u64 = memory.to_str().and_then(|memory| memory.parse().ok()).unwrap_or(0);
    if megabytes > 0 {
        // What is only reserved, as Java does, is not counted.
        let most = Some(megabytes.saturating_mul(1 << 20));
        let limit = process::Rlimit { current: most, maximum: most };
        if let Err(error) = process::setrlimit(process::Resource::Data, limit) {
            return complain(&format!("its memory cannot be limited: {error}"));
        }
    }
    let error = Command::new(program).args(arguments).exec();
    not_started(program, &error)
}

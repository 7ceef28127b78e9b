//! A house in a process of its own, and guests with a line to it.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use parlour::house::{FromHouse, Heard, Invitation, Visit, Visitor, Wants};
use serde_json::Value;

/// Nothing that is right takes so long.
pub const LIMIT: Duration = Duration::from_secs(60);

pub fn count(name: &str, usual: usize) -> usize {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The program of the house: beside this example, in the same profile.
pub fn program() -> PathBuf {
    let beside = || {
        let own = env::current_exe().ok()?;
        Some(own.parent()?.parent()?.join("parlour"))
    };
    env::var_os("PARLOUR_BIN").map(PathBuf::from).or_else(beside).unwrap_or("parlour".into())
}

/// A house in a process of its own.
pub struct House {
    pub process: Child,
    pub play: Invitation,
    pub watch: Invitation,
    pub said: Arc<AtomicUsize>,
    log: Arc<Mutex<Vec<String>>>,
}

impl House {
    pub fn open(home: &Path, tables: &[&str], more: &[&str]) -> Result<House, Box<dyn Error>> {
        let mut command = Command::new(program());
        command.args(["host", "--plain", "--listen", "127.0.0.1:0"]).args(more);
        for table in tables {
            command.args(["--table", table]);
        }
        command.env("PARLOUR_HOME", home).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn()?;
        let mut output = BufReader::new(process.stdout.take().ok_or("no output")?);
        let mut invitation = |right: &str| -> Result<Invitation, Box<dyn Error>> {
            let mut line = String::new();
            output.read_line(&mut line)?;
            Ok(line.trim().strip_prefix(right).ok_or(line.clone())?.parse()?)
        };
        let (play, watch) = (invitation("play ")?, invitation("watch ")?);
        let said = Arc::new(AtomicUsize::new(0));
        let log = Arc::new(Mutex::new(Vec::new()));
        let (counted, kept) = (said.clone(), log.clone());
        thread::spawn(move || {
            let lines = output.lines().map_while(Result::ok);
            for line in lines {
                counted.fetch_add(1, Ordering::Relaxed);
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            }
        });
        Ok(House { process, play, watch, said, log })
    }

    /// What it has said, to find out what went wrong.
    pub fn last_words(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).join("\n")
    }

    /// What its process has in memory, in bytes.
    pub fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
        let kb = line.split_whitespace().nth(1).and_then(|text| text.parse::<u64>().ok());
        kb.unwrap_or(0) * 1024
    }

    /// The processor time it has taken.
    pub fn busy(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id()));
        let stat = stat.unwrap_or_default();
        let after = stat.rsplit(')').next().unwrap_or_default();
        let ticks =
            |at: usize| after.split_whitespace().nth(at).and_then(|it| it.parse::<u64>().ok());
        let ticks = ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0);
        Duration::from_millis(ticks * 10)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn home() -> Result<tempfile::TempDir, std::io::Error> {
    tempfile::tempdir()
}

pub fn visit(invitation: &Invitation, name: &str, table: Option<usize>, wants: Wants) -> Visit {
    Visit {
        invitation: invitation.clone(),
        name: name.to_owned(),
        wants,
        table,
        program: false,
        token: None,
        patience: LIMIT,
    }
}

pub type Line = (Visitor, Receiver<(Instant, Heard)>);

pub fn call(visit: Visit) -> Result<Line, Box<dyn Error>> {
    let (to, heard) = channel();
    let visitor = visit.start(move |it| to.send((Instant::now(), it)).is_ok())?;
    Ok((visitor, heard))
}

/// The next scene of the match, with when it came; none once the match is over.
pub fn scene(line: &Line) -> Result<Option<(Instant, Value)>, Box<dyn Error>> {
    loop {
        match line.1.recv_timeout(LIMIT)? {
            (_, Heard::House(FromHouse::Match(news))) if news.record.is_some() => return Ok(None),
            (when, Heard::House(FromHouse::Match(news))) => return Ok(Some((when, news.scene))),
            (when, Heard::House(FromHouse::Moved(moved))) => return Ok(Some((when, moved.scene))),
            (_, Heard::Ended(ended)) => return Err(ended.why().into()),
            _ => {}
        }
    }
}

pub fn ply(scene: &Value) -> u64 {
    scene["ply"].as_u64().unwrap_or(0)
}

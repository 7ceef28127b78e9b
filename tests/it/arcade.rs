//! The real binary in a pseudo-terminal, with a home of its own, read as a terminal would show it.
//!
//! Everything waits for what it wants to see, with a deadline; nothing sleeps and hopes.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{
    ChildKiller, CommandBuilder, ExitStatus, MasterPty, PtySize, SlavePty, native_pty_system,
};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The machine may be busy with other tests, and with anything else.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Mouse, full screen and pastes: what the program turns on.
const MODES: [&str; 6] = ["1000", "1002", "1003", "1006", "1049", "2004"];

/// As many bytes of the output as are kept at both ends of a long one.
const KEPT: usize = 1 << 20;

const PROGRAM: &str = env!("CARGO_BIN_EXE_parlour");

/// What has come out of the pseudo-terminal so far.
struct Seen {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    /// How many have come in all, those included that are no longer kept.
    count: usize,
    ended: Option<ExitStatus>,
    /// Nothing more can come.
    closed: bool,
}

impl Seen {
    /// Whether the last frame is there whole: no synchronised update is open.
    fn is_whole(&self) -> bool {
        let last = |mark: &[u8]| self.bytes.windows(mark.len()).rposition(|bytes| bytes == mark);
        last(b"\x1b[?2026l") >= last(b"\x1b[?2026h")
    }

    /// Whether anything of the full screen is left, by the state of the screen.
    fn is_taken(&self) -> bool {
        let screen = self.parser.screen();
        screen.alternate_screen()
            || screen.hide_cursor()
            || screen.bracketed_paste()
            || screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None
            || screen.mouse_protocol_encoding() != vt100::MouseProtocolEncoding::Default
    }

    /// The modes that were turned on and never off again, by the bytes.
    fn still_on(&self) -> Vec<&'static str> {
        let text = String::from_utf8_lossy(&self.bytes);
        let last = |mode: &str, sign| text.rfind(&format!("\x1b[?{mode}{sign}"));
        let on = |mode: &&str| last(mode, 'h').is_some() && last(mode, 'l') < last(mode, 'h');
        let cursor = (last("25", 'h') < last("25", 'l')).then_some("hidden cursor");
        MODES.into_iter().filter(on).chain(cursor).collect()
    }
}

type Shared = Arc<(Mutex<Seen>, Condvar)>;

pub struct Arcade {
    home: Arc<TempDir>,
    master: Box<dyn MasterPty + Send>,
    /// Held open, so that the state of the terminal outlives the program.
    slave: Option<Box<dyn SlavePty + Send>>,
    /// A thread of its own types, so that a program that reads nothing holds up nobody.
    keyboard: Sender<Vec<u8>>,
    killer: Box<dyn ChildKiller + Send + Sync>,
    pid: u32,
    seen: Shared,
    /// The modes of the line before the program came, as text.
    line: String,
}

/// How to start it.
pub struct Start {
    home: Arc<TempDir>,
    program: PathBuf,
    arguments: Vec<String>,
    variables: Vec<(&'static str, String)>,
    size: (u16, u16),
}

/// A home with these settings, and nothing else yet.
pub fn start(settings: &str) -> Start {
    let home = crate::homes::home();
    let config = home.path().join("config");
    fs::create_dir(&config).unwrap();
    fs::write(config.join("settings.toml"), settings).unwrap();
    Start {
        home: Arc::new(home),
        program: PROGRAM.into(),
        arguments: Vec::new(),
        variables: Vec::new(),
        size: (80, 24),
    }
}

impl Start {
    pub fn with(mut self, arguments: &[&str]) -> Start {
        self.arguments = arguments.iter().map(|it| (*it).to_owned()).collect();
        self
    }

    /// A file in the home, where the program starts.
    pub fn file(self, name: &str, text: &str) -> Start {
        fs::write(self.home.path().join(name), text).unwrap();
        self
    }

    pub fn program(mut self, program: &str) -> Start {
        self.program = program.into();
        self
    }

    pub fn variable(mut self, name: &'static str, value: &str) -> Start {
        self.variables.push((name, value.to_owned()));
        self
    }

    pub fn size(mut self, columns: u16, rows: u16) -> Start {
        self.size = (columns, rows);
        self
    }

    pub fn run(self) -> Arcade {
        let pair = native_pty_system().openpty(pty_size(self.size)).unwrap();
        let mut command = CommandBuilder::new(&self.program);
        command.args(&self.arguments);
        command.cwd(self.home.path());
        command.env_clear();
        let path = std::env::var("PATH").unwrap_or_default();
        let home = self.home.path().to_str().unwrap();
        for (name, value) in [
            ("PATH", path.as_str()),
            ("HOME", home),
            ("PARLOUR_HOME", home),
            ("PARLOUR", PROGRAM),
            ("TERM", "xterm-256color"),
            ("LANG", "C.UTF-8"),
        ] {
            command.env(name, value);
        }
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        let line = line_modes(pair.master.as_ref());
        let mut child = pair.slave.spawn_command(command).unwrap();
        let (columns, rows) = self.size;
        let parser = vt100::Parser::new(cells(rows), cells(columns), 0);
        let seen = Seen { parser, bytes: Vec::new(), count: 0, ended: None, closed: false };
        let seen: Shared = Arc::new((Mutex::new(seen), Condvar::new()));
        let arcade = Arcade {
            home: self.home,
            keyboard: keyboard(pair.master.take_writer().unwrap()),
            killer: child.clone_killer(),
            pid: child.process_id().unwrap(),
            seen: Arc::clone(&seen),
            line,
            slave: Some(pair.slave),
            master: pair.master,
        };
        let mut reader = arcade.master.try_clone_reader().unwrap();
        let read = Arc::clone(&seen);
        thread::spawn(move || {
            let mut bytes = [0; 8192];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let mut seen = read.0.lock().unwrap();
                seen.parser.process(&bytes[..count]);
                seen.bytes.extend_from_slice(&bytes[..count]);
                seen.count += count;
                // The beginning has turned the modes on, the end is what is looked at.
                if seen.bytes.len() > 4 * KEPT {
                    let middle = KEPT..seen.bytes.len() - KEPT;
                    seen.bytes.drain(middle);
                }
                read.1.notify_all();
            }
            read.0.lock().unwrap().closed = true;
            read.1.notify_all();
        });
        thread::spawn(move || {
            let status = child.wait().unwrap();
            seen.0.lock().unwrap().ended = Some(status);
            seen.1.notify_all();
        });
        arcade
    }
}

/// Types what it is given, until nobody gives it anything any more.
fn keyboard(mut keyboard: Box<dyn Write + Send>) -> Sender<Vec<u8>> {
    let (send, typed) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in typed {
            // The terminal may be gone by now.
            drop(keyboard.write_all(&bytes).and_then(|()| keyboard.flush()));
        }
    });
    send
}

fn pty_size((columns, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

/// Echo, line editing and the rest, as the kernel has them now.
fn line_modes(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().expect("a Unix terminal has modes");
    format!("{:?} {:?} {:?}", modes.input_flags, modes.output_flags, modes.local_flags)
}

impl Arcade {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.0.lock().unwrap()
    }

    /// Waits until a whole frame satisfies `enough`; fails with the screen as it is at the end.
    fn until(&self, what: &str, enough: impl Fn(&Seen) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        let mut seen = self.seen();
        // After the end no more of a frame will come.
        while !((seen.is_whole() || seen.ended.is_some()) && enough(&seen)) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let screen = seen.parser.screen().contents();
                let ended = seen.ended.clone();
                drop(seen);
                panic!("waited in vain for {what} (ended: {ended:?}); the screen:\n{screen}\n");
            }
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }

    /// Waits for a text on the screen.
    pub fn see(&self, text: &str) -> &Arcade {
        self.until(&format!("'{text}'"), |seen| seen.parser.screen().contents().contains(text));
        self
    }

    /// Waits until the screen is as it should be.
    pub fn see_that(&self, what: &str, enough: impl Fn(&str) -> bool) -> &Arcade {
        self.until(what, |seen| enough(&seen.parser.screen().contents()));
        self
    }

    /// Waits until a prompt is the last thing on the screen.
    pub fn see_prompt(&self, prompt: &str) -> &Arcade {
        let asks = |seen: &Seen| seen.parser.screen().contents().trim_end().ends_with(prompt);
        self.until(&format!("the prompt '{prompt}'"), asks);
        self
    }

    /// Waits until one of these texts is on the screen, and says which.
    pub fn see_one(&self, texts: &[&str]) -> usize {
        let at = |seen: &Seen| {
            let screen = seen.parser.screen().contents();
            texts.iter().position(|text| screen.contains(text))
        };
        self.until(&format!("one of {texts:?}"), |seen| at(seen).is_some());
        at(&self.seen()).expect("it was there a moment ago, and nothing was typed since")
    }

    /// Waits until a text is not on the screen any more.
    pub fn lose(&self, text: &str) -> &Arcade {
        let gone = |seen: &Seen| !seen.parser.screen().contents().contains(text);
        self.until(&format!("'{text}' to go"), gone);
        self
    }

    /// Waits until the screen looks exactly like this again.
    pub fn see_all_of(&self, picture: &str) {
        let same = |seen: &Seen| seen.parser.screen().contents() == picture;
        self.until(&format!("this screen:\n{picture}\n"), same);
    }

    pub fn screen(&self) -> String {
        self.seen().parser.screen().contents()
    }

    pub fn press(&self, keys: &str) -> &Arcade {
        self.press_bytes(keys.as_bytes());
        self
    }

    pub fn press_bytes(&self, keys: &[u8]) {
        self.keyboard.send(keys.to_vec()).unwrap();
    }

    /// For signals that must come at once.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Waits until these bytes have come out, whether the frame is whole or not.
    pub fn wrote(&self, text: &str) -> &Arcade {
        let deadline = Instant::now() + PATIENCE;
        let mut seen = self.seen();
        while !seen.bytes.windows(text.len()).any(|bytes| bytes == text.as_bytes()) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "{text:?} never came out");
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
        drop(seen);
        self
    }

    pub fn has_ended(&self) -> bool {
        self.seen().ended.is_some()
    }

    /// Waits until the screen is another one than this, but not for long: some keys do nothing.
    pub fn changes_soon(&self, picture: &str) {
        let deadline = Instant::now() + Duration::from_secs(3);
        let mut seen = self.seen();
        while !seen.is_whole() || seen.parser.screen().contents() == picture {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || seen.ended.is_some() {
                return;
            }
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }

    /// The memory the program has now, in megabytes; none after its end.
    pub fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid)).ok()?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = resident.split_whitespace().next()?.parse().ok()?;
        Some(kilobytes / 1024)
    }

    /// A path as the program sees it, which may have mounted something there.
    pub fn inside(&self, path: &Path) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.pid));
        root.join(path.strip_prefix("/").expect("homes have absolute paths"))
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.seen().parser.set_size(cells(rows), cells(columns));
        self.master.resize(pty_size((columns, rows))).unwrap();
    }

    /// Resizes, and waits for the frame that follows.
    pub fn resize_and_see(&self, columns: u16, rows: u16) {
        let before = self.seen().count;
        self.resize(columns, rows);
        self.until("a frame of the new size", |seen| seen.count > before);
    }

    /// Does to the screen what somebody else does who gets the terminal.
    pub fn spoil(&self) {
        self.seen().parser.process(b"\x1b[?1049l\x1b[?25h");
    }

    /// Everything that has come out and is kept.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.seen().bytes).into_owned()
    }

    /// Sends a signal by its name, without the SIG.
    pub fn signal(&self, name: &str) {
        assert!(self.seen().ended.is_none(), "it has ended already");
        let signal = match name {
            "TERM" => Signal::TERM,
            "HUP" => Signal::HUP,
            "INT" => Signal::INT,
            "KILL" => Signal::KILL,
            "TSTP" => Signal::TSTP,
            "CONT" => Signal::CONT,
            other => panic!("'{other}' isn't a signal that anybody sends here"),
        };
        kill_process(Pid::from_raw(self.pid as i32).unwrap(), signal).unwrap();
    }

    /// Waits for the end, and answers the exit code or the signal it died of.
    pub fn end(&self) -> Result<u32, String> {
        self.until("the end", |seen| seen.ended.is_some());
        let status = self.seen().ended.clone().expect("it has ended");
        match status.signal() {
            Some(signal) => Err(signal.to_owned()),
            None => Ok(status.exit_code()),
        }
    }

    /// Waits until the terminal is as it was before the program came, which had turned on every
    /// mode there is.
    pub fn restored(&self) {
        self.given_back();
        let seen = self.seen();
        let text = String::from_utf8_lossy(&seen.bytes);
        for mode in MODES {
            let was_on = text.contains(&format!("\x1b[?{mode}h"));
            assert!(was_on, "mode {mode} was never on, so nothing is shown");
        }
    }

    /// Waits until every mode that was turned on is off, by the state of the screen, by the bytes,
    /// and by the modes of the line.
    pub fn given_back(&self) {
        self.until("the terminal as it was", |seen| !seen.is_taken());
        let wrong = self.seen().still_on();
        assert!(wrong.is_empty(), "still on: {wrong:?}");
        // The line is the last to be given back, and nobody is told.
        let deadline = Instant::now() + PATIENCE;
        while line_modes(self.master.as_ref()) != self.line {
            assert!(Instant::now() < deadline, "the line is still raw");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// After the end: whether the terminal is as it was before. Waits for nothing but what is on its
    /// way already.
    pub fn leaves_it_clean(mut self) -> bool {
        let line = line_modes(self.master.as_ref()) == self.line;
        // With the last who could write to it gone, the terminal is read to its end.
        drop(self.slave.take());
        let deadline = Instant::now() + PATIENCE;
        let mut seen = self.seen();
        while !seen.closed {
            assert!(Instant::now() < deadline, "the terminal has no end");
            seen = self.seen.1.wait_timeout(seen, PATIENCE).unwrap().0;
        }
        line && !seen.is_taken() && seen.still_on().is_empty()
    }

    /// Everything that came after the terminal was given back.
    pub fn last_words(&self) -> String {
        let seen = self.seen();
        let text = String::from_utf8_lossy(&seen.bytes);
        let from = text.rfind("\x1b[?1049l").expect("the full screen was left");
        text[from..].to_owned()
    }

    /// Starts again in the same home.
    pub fn again(&self) -> Start {
        Start {
            home: Arc::clone(&self.home),
            program: PROGRAM.into(),
            arguments: Vec::new(),
            variables: Vec::new(),
            size: (80, 24),
        }
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The text of every match that is kept, by file name.
    pub fn matches(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.home().join("data/matches")) else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        // Beside a match that is open lies its lock.
        files.retain(|file| file.extension().is_some_and(|it| it == "parlour"));
        files.sort();
        files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
    }

    /// How often the threads of the program were woken or interrupted, and the ticks of processor
    /// time they took: what an idle program leaves as it is.
    pub fn effort(&self) -> Vec<String> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.pid)).unwrap();
        let mut effort = Vec::new();
        for task in tasks {
            let task = task.unwrap().path();
            let status = fs::read_to_string(task.join("status")).unwrap();
            let kept = |line: &&str| line.contains("ctxt_switches") || line.starts_with("Name");
            effort.push(status.lines().filter(kept).collect::<Vec<_>>().join(" "));
        }
        effort
    }

    /// Waits for a file that somebody beside the program makes.
    pub fn wait_for_file(&self, file: &Path) {
        let deadline = Instant::now() + PATIENCE;
        while !file.exists() {
            assert!(Instant::now() < deadline, "there is no {}", file.display());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the process has stopped, as after Ctrl-Z. The kernel tells nobody but the
    /// parent, so this looks again and again.
    pub fn stopped(&self) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap();
            if stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('T')) {
                return;
            }
            assert!(Instant::now() < deadline, "it did not stop");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Arcade {
    fn drop(&mut self) {
        // It has usually ended by itself.
        drop(self.killer.kill());
    }
}

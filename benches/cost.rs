//! What the arcade costs: its size, its start, its memory, its rest, a frame of every screen, and
//! how long a key waits while the strongest bot thinks. One command measures all of it and prints
//! the README's table:
//!
//! `cargo bench --bench cost`

use std::fs;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour::Shelf;
use parlour::games::{self, Visitor};
use parlour::play::{Player, Session, Turn, Variant};
use parlour::screens;
use parlour::store::{Places, Store};
use parlour::tui::router::Router;
use parlour::tui::{Context, Depth, GameUi, Screen};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::{Paragraph, Widget};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_parlour");
const AREA: Rect = Rect { x: 0, y: 0, width: 200, height: 60 };
const FRAMES: u32 = 300;
const STARTS: usize = 15;
const KEYS: usize = 20;
const IDLE: Duration = Duration::from_secs(10);

fn main() {
    println!("| what | cost |\n|---|---|");
    let size = fs::metadata(PROGRAM).map_or(0, |about| about.len());
    row("the program", format!("{:.1} MB", size as f64 / 1e6));
    let starts = (0..STARTS).map(|_| Arcade::start("", &[]).first_frame).collect();
    row(
        "start to the first frame",
        format!("{} (median of {STARTS})", milliseconds(median(starts))),
    );

    let menu = Arcade::start("", &[]);
    menu.rest();
    row("memory at the menu", menu.memory("VmRSS"));
    row("the menu at rest for ten seconds", menu.idle());
    drop(menu);
    for (title, shown, with_bot, idle) in games::visit_all(&mut Matches) {
        row(
            &format!("memory in a match of {title}"),
            format!("{shown}; at most {with_bot} with the strongest bot"),
        );
        row(&format!("{title} at rest for ten seconds"), idle);
    }

    let plain = paragraph();
    row("a frame of 200 x 60: a plain paragraph", microseconds(plain));
    for (name, time) in pages() {
        row(&format!("a frame of {name}"), microseconds(time));
    }
    for (title, time) in games::visit_all(&mut Frame) {
        row(&format!("a frame of {title}"), microseconds(time));
    }
    for (title, latency) in games::visit_all(&mut Latency) {
        row(&format!("key to screen, {title}"), latency);
    }
}

fn row(what: &str, cost: String) {
    println!("| {what} | {cost} |");
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn microseconds(time: f64) -> String {
    format!("{:.2} ms", time / 1e3)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The mean time of one call, in microseconds. The first calls, which fill memories, do not count.
fn mean(mut draw: impl FnMut(&mut Buffer)) -> f64 {
    let mut buffer = Buffer::empty(AREA);
    for _ in 0..20 {
        draw(&mut buffer);
    }
    let begun = Instant::now();
    for _ in 0..FRAMES {
        buffer.reset();
        draw(&mut buffer);
    }
    begun.elapsed().as_secs_f64() * 1e6 / f64::from(FRAMES)
}

/// What ratatui itself takes to fill the screen with letters, for comparison.
fn paragraph() -> f64 {
    let line = "The quick brown fox jumps over the lazy dog. ".repeat(5);
    let text = vec![&line[..usize::from(AREA.width)]; usize::from(AREA.height)].join("\n");
    mean(|buffer| Paragraph::new(text.as_str()).render(AREA, buffer))
}

fn context(home: &TempDir) -> Context {
    let store = Store::open(Places::at(home.path()));
    let mut context =
        Context::with_depth(store, &screens::key_sections(&Shelf::standard().games()), Depth::True);
    context.size = Size::new(AREA.width, AREA.height);
    context
}

fn frame(open: impl FnOnce(&mut Context) -> Box<dyn Screen>) -> f64 {
    let home = tempfile::tempdir().expect("a temporary folder can be made");
    let mut context = context(&home);
    let screen = open(&mut context);
    let (router, _) = Router::new(vec![screen], &mut context);
    mean(|buffer| router.view(AREA, buffer, &context))
}

/// The pages that no game has for itself.
fn pages() -> Vec<(&'static str, f64)> {
    let games = Shelf::standard().games();
    vec![
        ("the menu", frame(|_| screens::menu::open(&games))),
        ("the saved matches", frame(|_| screens::saves::open(&games))),
        ("the statistics", frame(|_| screens::statistics::open(&games))),
        ("the settings", frame(|_| screens::settings::open(&games))),
    ]
}

/// The match screen of a game after some moves, and its setup.
struct Frame;

impl Visitor for Frame {
    type Out = (&'static str, f64);

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        let variant = G::Variant::parse(G::BOARDS[0].1).expect("bundled boards are good");
        let seats = variant.usual_seats();
        let mut session = Session::<G>::new(&variant, seats, 7);
        for at in 0..12 {
            match session.turn() {
                Turn::Over(_) => break,
                Turn::Chance { .. } => drop(session.roll()),
                Turn::Decide(_) => {
                    let legal = session.state().legal_moves();
                    let pick = legal[(at * 7 + 3) % legal.len()].clone();
                    session.play(pick).expect("it is legal");
                }
            }
        }
        // One person, so that no page asks to hand the keyboard over.
        let mut players = vec![Player::Bot { strategy: G::STRATEGIES[0].name.to_owned() }; seats];
        players[0] = Player::Human { name: Some("Ada".to_owned()) };
        (G::TITLE, frame(|context| screens::play::open(session, players, context)))
    }
}

/// The program in a terminal of 100 x 30, with what it has shown.
struct Arcade {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    shown: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    first_frame: Duration,
    _master: Box<dyn MasterPty + Send>,
    _home: TempDir,
}

impl Arcade {
    /// Starts it, and waits for its first whole frame.
    fn start(settings: &str, arguments: &[&str]) -> Arcade {
        let home = tempfile::tempdir().expect("a temporary folder can be made");
        fs::create_dir(home.path().join("config")).expect("it is empty");
        fs::write(home.path().join("config/settings.toml"), settings).expect("it can be written");
        let size = PtySize { rows: 30, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("there is a pseudo-terminal");
        let mut command = CommandBuilder::new(PROGRAM);
        command.args(arguments);
        command.env("PARLOUR_HOME", home.path());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        let mut reader = pair.master.try_clone_reader().expect("it can be read");
        let (send, shown) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 65536];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let begun = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut screen = vt100::Parser::new(
            30.try_into().expect("not zero"),
            100.try_into().expect("not zero"),
            0,
        );
        let mut seen = Vec::new();
        const WHOLE: &[u8] = b"\x1b[?2026l";
        while !seen.windows(WHOLE.len()).any(|part| part == WHOLE) {
            let bytes = shown.recv().expect("it shows something");
            screen.process(&bytes);
            seen.extend(bytes);
        }
        Arcade {
            first_frame: begun.elapsed(),
            child,
            keyboard: pair.master.take_writer().expect("it can be typed to"),
            shown,
            screen,
            _master: pair.master,
            _home: home,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it listens");
        self.keyboard.flush().expect("it listens");
    }

    /// Looks at the screen until it is so, and says how long that took.
    fn until(&mut self, patience: Duration, enough: impl Fn(&str) -> bool) -> Option<Duration> {
        let begun = Instant::now();
        while !enough(&self.screen.screen().contents()) {
            let left = patience.checked_sub(begun.elapsed())?;
            if let Ok(bytes) = self.shown.recv_timeout(left) {
                self.screen.process(&bytes);
            }
        }
        Some(begun.elapsed())
    }

    /// Lets everything come to rest.
    fn rest(&self) {
        thread::sleep(Duration::from_secs(1));
    }

    fn status(&self, file: &str) -> String {
        let pid = self.child.process_id().expect("it runs");
        fs::read_to_string(format!("/proc/{pid}/{file}")).expect("Linux tells")
    }

    fn memory(&self, which: &str) -> String {
        let status = self.status("status");
        let line = status.lines().find(|line| line.starts_with(which)).unwrap_or_default();
        let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse().ok());
        format!("{:.1} MB", kilobytes.unwrap_or(0.0) * 1024.0 / 1e6)
    }

    /// The processor time it takes while nobody does anything, and how often it wakes.
    fn idle(&self) -> String {
        let woken = || {
            let pid = self.child.process_id().expect("it runs");
            let threads = fs::read_dir(format!("/proc/{pid}/task")).expect("Linux tells");
            let wakes = threads.flatten().map(|thread| {
                let status = fs::read_to_string(thread.path().join("status")).unwrap_or_default();
                let line = status.lines().find(|line| line.starts_with("voluntary_ctxt"));
                let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
                number.unwrap_or(0_u64)
            });
            wakes.sum::<u64>()
        };
        let spent = || {
            // The 14th and 15th word of the line; the second, the name, is in brackets.
            let stat = self.status("stat");
            let words = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
            words.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10
        };
        let (woken_before, spent_before) = (woken(), spent());
        thread::sleep(IDLE);
        format!(
            "{} ms of processor time, woken {} times",
            spent() - spent_before,
            woken() - woken_before
        )
    }
}

impl Drop for Arcade {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The memory of a match between people, of one in which the strongest bot has moved, and its rest.
struct Matches;

impl Visitor for Matches {
    type Out = (&'static str, String, String, String);

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        let board = G::Variant::parse(G::BOARDS[0].1).expect("bundled boards are good");
        let others = board.usual_seats() - 1;
        let mut people = vec!["play", G::ID, "--seat", "human"];
        people.extend((0..others).flat_map(|_| ["--seat", "human"]));
        let arcade = Arcade::start("", &people);
        arcade.rest();
        let (shown, idle) = (arcade.memory("VmRSS"), arcade.idle());
        drop(arcade);
        let strongest = G::STRATEGIES.iter().rev().find(|bot| (bot.plays)(&board).is_ok());
        let bot = format!("bot:{}", strongest.expect("every game has bots").name);
        let mut seats = vec!["play", G::ID, "--seat", &bot];
        seats.extend((0..others).flat_map(|_| ["--seat", "human"]));
        let mut arcade = Arcade::start("animations = \"off\"\n", &seats);
        arcade.until(Duration::from_secs(10), |screen| screen.contains("move 2"));
        (G::TITLE, shown, arcade.memory("VmHWM"), idle)
    }
}

/// How long a key waits for its frame while a bot thinks: the strongest that does, on the first
/// board that makes it think at all.
struct Latency;

impl Visitor for Latency {
    type Out = (&'static str, String);

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        for strategy in G::STRATEGIES.iter().rev() {
            for (stem, text) in G::BOARDS {
                let board = G::Variant::parse(text).expect("bundled boards are good");
                if (strategy.plays)(&board).is_err() {
                    continue;
                }
                let bot = format!("bot:{}", strategy.name);
                let mut seats = vec!["play", G::ID, "--variant", stem, "--seat", &bot];
                seats.extend((1..board.usual_seats()).flat_map(|_| ["--seat", "human"]));
                let mut arcade = Arcade::start("bot_time_ms = 60000\n", &seats);
                thread::sleep(Duration::from_millis(500));
                if let Some(times) = latencies(&mut arcade) {
                    let worst = times.iter().max().copied().unwrap_or_default();
                    let (middle, worst) = (milliseconds(median(times)), milliseconds(worst));
                    let name = strategy.name;
                    let words = format!("{middle}, at worst {worst}, while {name} thinks ({stem})");
                    return (G::TITLE, words);
                }
            }
        }
        (G::TITLE, "no bot thinks for half a second".to_owned())
    }
}

/// The times from a press of `?` to the help on the screen; none if the bot does not think all
/// the while.
fn latencies(arcade: &mut Arcade) -> Option<Vec<Duration>> {
    const PATIENCE: Duration = Duration::from_secs(5);
    let thinks = |screen: &str| screen.contains("thinking");
    let mut times = Vec::new();
    for _ in 0..KEYS {
        arcade.until(Duration::from_secs(1), thinks)?;
        arcade.press("?");
        times.push(arcade.until(PATIENCE, |screen| !thinks(screen))?);
        arcade.press("\x1b");
    }
    arcade.until(Duration::from_secs(1), thinks)?;
    Some(times)
}

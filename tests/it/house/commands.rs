//! `host`, `join` and `watch` as commands, with a house that is really killed.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use parlour::store::{Places, Store};

use super::kit::LIMIT;

const PARLOUR: &str = env!("CARGO_BIN_EXE_parlour");

/// A command in a home of its own, with nothing of this environment.
pub(super) fn parlour(home: &Path) -> Command {
    let mut command = Command::new(PARLOUR);
    command.env_clear().env("PARLOUR_HOME", home).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The lines a process prints, as they come.
fn lines_of(process: &mut Child) -> Receiver<String> {
    let (to, lines) = channel();
    let output = BufReader::new(process.stdout.take().unwrap());
    thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| to.send(line)));
    lines
}

/// Waits for a process to end, but not for ever.
pub(super) fn finish(process: Child) -> Output {
    let (to, ended) = channel();
    thread::spawn(move || to.send(process.wait_with_output().unwrap()));
    ended.recv_timeout(LIMIT).expect("it ends in time")
}

struct Host {
    process: Child,
    lines: Receiver<String>,
    play: String,
    watch: String,
}

impl Host {
    fn open(home: &Path, more: &[&str]) -> Host {
        let mut command = parlour(home);
        command.args(["host", "--plain", "--listen", "127.0.0.1:0"]).args(more);
        let mut process = command.stderr(Stdio::null()).spawn().unwrap();
        let lines = lines_of(&mut process);
        let invitation = |right: &str| {
            let line = lines.recv_timeout(LIMIT).expect("it prints its invitations");
            line.strip_prefix(right).unwrap_or_else(|| panic!("{line}")).to_owned()
        };
        let (play, watch) = (invitation("play "), invitation("watch "));
        Host { process, lines, play, watch }
    }

    /// Reads until a line has this in it.
    fn until(&self, words: &str) -> String {
        wait_for(&self.lines, words)
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads until a line has this in it.
pub(super) fn wait_for(lines: &Receiver<String>, words: &str) -> String {
    loop {
        let line = lines.recv_timeout(LIMIT).unwrap_or_else(|_| panic!("no line with '{words}'"));
        if line.contains(words) {
            return line;
        }
    }
}

fn join(home: &Path, invitation: &str, name: &str, moves: &str) -> Child {
    let mut command = parlour(home);
    command.args(["join", invitation, "--name", name, "--plain", "--patience", "60"]);
    let mut guest = command.stdin(Stdio::piped()).spawn().unwrap();
    guest.stdin.take().unwrap().write_all(moves.as_bytes()).unwrap();
    guest
}

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

#[test]
fn guests_play_line_by_line_what_play_plain_prints() {
    let home = crate::homes::home();
    let host = Host::open(home.path(), &["--table", "connect4"]);
    let ann = join(home.path(), &host.play, "Ann", "4\n9\n4\n4\n4\n");
    host.until("Ann takes seat 1 of table 1");
    let mut watch = parlour(home.path());
    let watch = watch.args(["watch", &host.watch, "--plain"]).spawn().unwrap();
    host.until("watches table 1");
    let bob = join(home.path(), &host.play, "Bob", "1\n2\n3\n");
    let (ann, bob, watch) = (finish(ann), finish(bob), finish(watch));
    for guest in [&ann, &bob, &watch] {
        assert!(guest.status.success(), "{}", text(guest));
    }
    host.until("table 1: Ann wins");
    // The same match at one keyboard.
    let mut alone = parlour(home.path());
    alone.args(["play", "connect4", "--seat", "human:Ann", "--seat", "human:Bob", "--plain"]);
    let mut alone = alone.stdin(Stdio::piped()).spawn().unwrap();
    alone.stdin.take().unwrap().write_all(b"4\n1\n4\n2\n4\n3\n4\n").unwrap();
    let alone = finish(alone);
    let boards = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let other = |line: &&str| !line.contains(" plays ") && !line.contains(" to play");
        text.lines().filter(other).map(str::to_owned).collect::<Vec<_>>()
    };
    // What else can be typed differs; from the board on everything is the same.
    let (bob, alone) = (boards(&bob), boards(&alone));
    for (player, undo) in [(&bob, "undo asks for"), (&alone, "undo takes")] {
        let first = &player[0];
        assert!(
            first.starts_with("Type a column. Also: ? lists") && first.contains(undo),
            "{first}"
        );
    }
    assert_eq!(bob[1..], alone[1..]);
    // Who only watches types nothing, and is told no commands nor signs.
    assert_eq!(boards(&watch), alone[2..]);
    let said = String::from_utf8_lossy(&ann.stdout).into_owned();
    assert!(said.contains("Bob plays 3\n") && said.ends_with("Ann wins\n"), "{said}");
    let refused = said.lines().filter(|line| line.contains('9')).count();
    assert_eq!(refused, 1, "what was refused is said where it was typed: {said}");
    assert!(text(&watch).contains("Ann plays 4"), "{}", text(&watch));
}

#[test]
fn a_house_killed_in_the_middle_opens_again_with_the_same_invitations_and_tables() {
    let home = crate::homes::home();
    let tables = ["--table", "connect4", "--table", "sogo"];
    let mut host = Host::open(home.path(), &tables);
    let mut ann = join_slowly(home.path(), &host.play, "Ann");
    host.until("Ann takes seat 1");
    let mut bob = join_slowly(home.path(), &host.play, "Bob");
    ann.type_when("Ann to play", "4");
    bob.type_when("Bob to play", "1");
    ann.wait_for("Ann to play");
    host.kill();
    let again = Host::open(home.path(), &tables);
    assert_eq!((&again.play, &again.watch), (&host.play, &host.watch));
    let tables: Vec<String> = (1..=2).map(|at| again.until(&format!("table {at}: "))).collect();
    assert!(tables[0].contains("Ann to play"), "{tables:?}");
    assert!(tables[1].contains("2 free seats"), "{tables:?}");
    again.until("is back at table 1");
    again.until("is back at table 1");
    for (column, answer) in [("4", "2"), ("4", "3")] {
        ann.type_now(column);
        // Whoever comes back and types before they are asked again types once more.
        bob.wait_while("Bob to play", || ann.type_now(column));
        bob.type_now(answer);
        ann.wait_for("Ann to play");
    }
    ann.type_now("4");
    again.until("table 1: Ann wins");
    assert!(ann.process.wait().unwrap().success() && bob.process.wait().unwrap().success());
}

/// Whoever leaves before the end takes along what they saw: a match that can be replayed, or where
/// there are secrets what was told to them.
#[test]
fn a_guest_keeps_a_copy_of_what_it_saw() {
    let homes: Vec<_> = (0..3).map(|_| crate::homes::home()).collect();
    let host = Host::open(homes[0].path(), &["--table", "vorassic", "--table", "turtles"]);
    let join = |home: usize, table: &str, name: &str, moves: &str| {
        let mut command = parlour(homes[home].path());
        command.args(["join", &host.play, "--name", name, "--table", table, "--plain", "--keep"]);
        let mut guest = command.stdin(Stdio::piped()).spawn().unwrap();
        guest.stdin.take().unwrap().write_all(moves.as_bytes()).unwrap();
        guest
    };
    for (table, first, second) in [("1", "Ann", "Bob"), ("2", "Cid", "Dan")] {
        let ann = join(1, table, first, "quit\n");
        host.until(&format!("{first} takes seat 1 of table {table}"));
        let mut bob = join(2, table, second, "");
        let ann = finish(ann);
        assert!(ann.status.success(), "{}", text(&ann));
        assert!(text(&ann).contains("a copy of the match is in "), "{}", text(&ann));
        if table == "1" {
            let said = String::from_utf8_lossy(&ann.stdout).into_owned();
            assert!(said.contains("\nscore: Ann 0, Bob 0\n"), "as in 'play --plain': {said}");
        }
        bob.kill().unwrap();
        bob.wait().unwrap();
    }
    let kept = Store::open(Places::at(homes[1].path())).matches();
    let kept = kept[0].record.as_ref().unwrap();
    assert_eq!((kept.game.as_str(), kept.seed, kept.moves.len()), ("vorassic", 0, 0));
    assert_eq!(kept.players[1].to_string(), "human:Bob");
    let pictures = homes[1].path().join("data/pictures");
    let seen = fs::read_dir(pictures).unwrap().next().unwrap().unwrap().path();
    let seen = fs::read_to_string(seen).unwrap();
    assert!(seen.starts_with("Robot Turtles: Cid, Dan\n"), "{seen}");
}

/// As in `parlour host --plain | head -1`.
#[test]
fn a_house_whose_lines_nobody_reads_any_more_stays_open() {
    let home = crate::homes::home();
    let mut command = parlour(home.path());
    command.args(["host", "--plain", "--listen", "127.0.0.1:0"]);
    for _ in 0..50 {
        command.args(["--table", "connect4"]);
    }
    let mut process = command.stderr(Stdio::null()).spawn().unwrap();
    let mut first = String::new();
    BufReader::with_capacity(1, process.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let invitation = first.trim().strip_prefix("play ").unwrap();
    let (_, lines) = channel();
    let mut host = Host { process, lines, play: invitation.to_owned(), watch: String::new() };
    let ann = join(home.path(), invitation, "Ann", "4\n4\nresign\n");
    // Whoever comes second is still at it when the other gives up.
    let bob = join(home.path(), invitation, "Bob", "1\n1\nresign\n");
    for guest in [finish(ann), finish(bob)] {
        assert!(guest.status.success(), "{}", text(&guest));
    }
    assert!(host.process.try_wait().unwrap().is_none(), "the house is still open");
}

/// A guest at a keyboard.
struct Slow {
    process: Child,
    lines: Receiver<String>,
}

fn join_slowly(home: &Path, invitation: &str, name: &str) -> Slow {
    let mut command = parlour(home);
    command.args(["join", invitation, "--name", name, "--plain"]).stdin(Stdio::piped());
    let mut process = command.stderr(Stdio::null()).spawn().unwrap();
    let lines = lines_of(&mut process);
    Slow { process, lines }
}

impl Slow {
    /// Waits for a line with these words, and does something every few seconds until it comes.
    fn wait_while(&self, words: &str, mut again: impl FnMut()) {
        for _ in 0..20 {
            while let Ok(line) = self.lines.recv_timeout(Duration::from_secs(3)) {
                if line.contains(words) {
                    return;
                }
            }
            again();
        }
        panic!("no line with '{words}'");
    }

    fn wait_for(&self, words: &str) {
        wait_for(&self.lines, words);
    }

    fn type_now(&mut self, line: &str) {
        writeln!(self.process.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    fn type_when(&mut self, words: &str, line: &str) {
        self.wait_for(words);
        self.type_now(line);
    }
}

impl Drop for Slow {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn programs_play_unchanged_and_one_that_breaks_the_rules_forfeits() {
    let home = crate::homes::home();
    let more = ["--table", "connect4", "--table", "turtles", "--table", "gobblet"];
    let host = Host::open(home.path(), &more);
    let program = |table: &str, name: &str, words: &[&str]| {
        let mut command = parlour(home.path());
        command.args(["join", &host.play, "--name", name, "--table", table, "--"]).args(words);
        command.spawn().unwrap()
    };
    let bot =
        |game: &'static str, strategy: &'static str| [PARLOUR, "bot", game, "--strategy", strategy];
    let pairs = [
        program("1", "Ann", &bot("connect4", "hasard")),
        program("1", "Bob", &bot("connect4", "coup gagnant")),
        program("2", "Cai", &bot("turtles", "walker")),
        program("2", "Dan", &bot("turtles", "walker")),
    ];
    for guest in pairs {
        let output = finish(guest);
        assert!(output.status.success(), "{}", text(&output));
    }
    let broken = program(
        "3",
        "Eve",
        &[
            "sh",
            "-c",
            "read hello; echo '{\"name\": \"e\"}'; read turn; echo '{\"move\": \"z9\"}'; read rest",
        ],
    );
    let fair = program("3", "Fay", &bot("gobblet", "random"));
    let fair = finish(fair);
    assert!(fair.status.success(), "{}", text(&fair));
    assert_eq!(finish(broken).status.code(), Some(1));
    host.until("table 3: Eve forfeits: ");
}

#[test]
fn wrong_calls_and_lost_houses_have_their_exit_status() {
    let home = crate::homes::home();
    let mut host = Host::open(home.path(), &["--table", "sogo"]);
    let status = |words: &[&str]| {
        let output = finish(parlour(home.path()).args(words).spawn().unwrap());
        (output.status.code(), text(&output))
    };
    let (code, said) = status(&["join", "not-an-invitation", "--plain"]);
    assert_eq!(code, Some(2), "{said}");
    let (code, said) = status(&["join", &host.watch, "--plain"]);
    assert!(code == Some(1) && said.contains("for watching"), "{said}");
    let (code, said) = status(&["join", &host.play, "--table", "7", "--plain"]);
    assert!(code == Some(1) && said.contains("there is no table 7"), "{said}");
    let (code, said) = status(&["host", "--table", "chess", "--plain"]);
    assert!(code == Some(2) && said.contains("'chess' isn't a game"), "{said}");
    let (code, said) = status(&["host", "--plain", "--listen", "127.0.0.1:0"]);
    assert!(code == Some(1) && said.contains("has this house open already"), "{said}");
    host.kill();
    let (code, said) = status(&["join", &host.play, "--plain", "--patience", "1"]);
    assert!(code == Some(1) && said.contains("no answer from"), "{said}");
}

//! A contest of programs that join, with the real commands.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::Value;

use super::commands::{finish, parlour, wait_for};

/// The lines on standard error, as they come.
fn errors_of(process: &mut Child) -> Receiver<String> {
    let (to, lines) = channel();
    let output = BufReader::new(process.stderr.take().unwrap());
    thread::spawn(move || {
        output.lines().map_while(Result::ok).for_each(|line| drop(to.send(line)))
    });
    lines
}

fn join(home: &Path, invitation: &str, name: &str, program: &[&str]) -> Command {
    let mut command = parlour(&home.join(name));
    command.args(["join", invitation, "--name", name, "--"]).args(program);
    command
}

const RANDOM: &[&str] = &[env!("CARGO_BIN_EXE_parlour"), "bot", "connect4", "--strategy", "random"];

#[test]
fn programs_join_a_contest_and_come_back_to_it() {
    let folder = crate::homes::home();
    let home = folder.path();
    let journal = home.join("journal");
    let mut arena = parlour(&home.join("arena"));
    arena.args(["arena", "connect4", "--host", "127.0.0.1:0", "--entrants", "3", "--games", "4"]);
    arena.args(["--seed", "7", "--json", "--journal"]).arg(&journal);
    let mut arena = arena.spawn().unwrap();
    let said = errors_of(&mut arena);
    let play = wait_for(&said, "play ").replace("play ", "");
    let watch = wait_for(&said, "watch ").replace("watch ", "");
    let mut watching = parlour(&home.join("watcher"));
    let watching = watching.args(["watch", &watch, "--plain"]).spawn().unwrap();
    wait_for(&said, " watches");
    let ada = join(home, &play, "ada", RANDOM).spawn().unwrap();
    wait_for(&said, "ada joins from 127.0.0.1");
    let mut bob = join(home, &play, "bob", RANDOM).spawn().unwrap();
    wait_for(&said, "bob joins");
    // Bob's machine crashes; the same command brings him back to his place, as soon as he has one.
    wait_for(&errors_of(&mut bob), "it has a place in the contest");
    bob.kill().unwrap();
    bob.wait().unwrap();
    wait_for(&said, "bob is away");
    let bob = join(home, &play, "bob", RANDOM).spawn().unwrap();
    wait_for(&said, "bob is back");
    let dies = ["sh", "-c", "read -r hello; echo '{\"name\": \"weak\"}'; echo oops >&2; exit 3"];
    let eve = join(home, &play, "eve", &dies).spawn().unwrap();
    wait_for(&said, "all 3 are here");
    let stranger = finish(join(home, &play, "late", RANDOM).spawn().unwrap());
    assert_eq!(stranger.status.code(), Some(1));
    let why = String::from_utf8_lossy(&stranger.stderr).into_owned();
    assert!(why.contains("the contest has begun") || why.contains("gone"), "{why}");

    let arena = finish(arena);
    assert_eq!(arena.status.code(), Some(0), "{arena:?}");
    let table: Value = serde_json::from_slice(&arena.stdout).unwrap();
    assert_eq!(table["played"], 12);
    let entrants = table["entrants"].as_array().unwrap();
    let seats: Vec<&str> = entrants.iter().map(|it| it["seat"].as_str().unwrap()).collect();
    assert_eq!(seats, ["human:ada", "human:bob", "human:eve"]);
    let labels: Vec<&str> = entrants.iter().map(|it| it["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["random (ada)", "random (bob)", "weak"], "two alike are told apart");
    assert_eq!(entrants[2]["forfeits"]["died"], 8, "{table}");
    assert_eq!(entrants[1]["forfeits"], serde_json::json!({}), "{table}");
    let text = fs::read_to_string(&journal).unwrap();
    assert!(text.contains("oops"), "the error output is kept");

    for program in [ada, bob] {
        let program = finish(program);
        assert_eq!(program.status.code(), Some(0), "{program:?}");
        let said = String::from_utf8_lossy(&program.stderr).into_owned();
        assert!(said.contains("the contest is over: place "), "{said}");
    }
    finish(eve);
    let watched = finish(watching);
    assert_eq!(watched.status.code(), Some(0), "{watched:?}");
    let told = String::from_utf8_lossy(&watched.stdout).into_owned();
    assert!(told.contains("weak forfeits: it died without an answer (exit status 3)"), "{told}");
    assert!(told.contains("over, 12 matches"), "{told}");

    // The journal tells the same table, wherever the programs are.
    let mut results = parlour(&home.join("arena"));
    let results = results.args(["results", "--json"]).arg(&journal).stdin(Stdio::null());
    let results: Value = serde_json::from_slice(&results.output().unwrap().stdout).unwrap();
    assert_eq!(results["entrants"], table["entrants"]);
}

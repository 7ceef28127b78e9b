//! Lines without an end, to a bot of ours and from programs of others. Both are run in a shell.

use std::process::Command;
use std::time::{Duration, Instant};

use parlour::arena::{Guest, Patience};
use parlour::games::connect4::Connect4;
use parlour::play::{Seat, Session, Variant};
use parlour::search::Cancel;

use super::check_refusal;
use super::extremes::MILLION;
use crate::arcade::PATIENCE;
use crate::cli::told;

/// What `parlour bot` says on its error output, with its memory bounded to a few hundred megabytes.
fn bot_hears(line: &str) -> String {
    let bounded = "ulimit -v 400000 2>/dev/null; exec \"$@\"";
    let mut bot = Command::new("sh");
    bot.args(["-c", bounded, "sh", env!("CARGO_BIN_EXE_parlour")]);
    let output = told(bot.args(["bot", "connect4", "--strategy", "hasard"]), line);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    said.strip_prefix("parlour: ").expect("who speaks").trim_end().to_owned()
}

#[test]
fn a_bot_of_ours_refuses_endless_lines() {
    let lines = [
        format!("{}\n", "x".repeat(MILLION)),
        format!("{}\n", "[".repeat(MILLION)),
        format!("{}\n", "{\"a\":".repeat(MILLION / 5)),
        format!("{{\"hello\": {{\"variant\": {}\n", "{\"a\":".repeat(MILLION / 5)),
        format!("{{\"turn\": {{\"last\": [{}\"1\"]}}}}\n", "\"1\", ".repeat(MILLION / 5)),
        "x".repeat(40 * MILLION),
    ];
    for line in lines {
        check_refusal(&bot_hears(&line));
    }
}

#[test]
fn programs_that_shout_lose_and_cost_nothing() {
    let programs = [
        "sh -c 'head -c 1000000 /dev/zero | tr \"\\0\" \"[\"; echo; sleep 9'",
        "sh -c 'head -c 60000 /dev/zero | tr \"\\0\" \"[\"; echo; sleep 9'",
        "sh -c 'yes \"{\\\"name\\\": \\\"x\\\"}\"'",
        "sh -c 'cat /dev/zero'",
        "sh -c 'cat /dev/urandom'",
        "sh -c 'yes >&2'",
    ];
    let session: Session<Connect4> =
        Session::new(&Variant::parse("name = \"Standard\"").unwrap(), 2, 7);
    let patience =
        Patience { start: Duration::from_millis(500), ..Patience::per_move(Duration::ZERO) };
    for program in programs {
        let begun = Instant::now();
        let mut guest = Guest::<Connect4>::new(program, Seat::FIRST, patience);
        let why = guest.choose(&session, &Cancel::default()).unwrap_err();
        let why = guest.fail(Seat::FIRST, why).to_string();
        assert!(!why.contains(char::is_control) && why.chars().count() < 400, "{program}: {why}");
        assert!(begun.elapsed() < PATIENCE, "{program}: {why}");
    }
}

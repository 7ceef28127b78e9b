//! The library from outside: what `examples/` shows is built by `cargo test` and tried here. A crate
//! that knows this one by its path only is built among the ladders, since that takes a minute.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

#[cfg(unix)]
use crate::arcade::start;

/// The example's own test runs with ours; its program is driven below.
#[allow(dead_code)]
#[path = "../../examples/nim.rs"]
mod nim;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A program of `examples/`, which Cargo builds beside the tests.
fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let profile = tests.parent().and_then(|deps| deps.parent()).unwrap();
    profile.join("examples").join(name)
}

#[test]
fn a_bot_in_rust_plays_through_the_protocol() {
    let seat = format!("exec:'{}'", example("bot").display());
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["arena", "connect4", "--seat", &seat, "--seat", "bot:hasard"])
        .args(["--games", "10", "--start-ms", "30000", "--move-ms", "30000", "--json"])
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let bot = &report["entrants"][0];
    assert_eq!(report["played"], 10, "{report:#}");
    assert_eq!(bot["label"], "careful", "{report:#}");
    assert_eq!(report["forfeits"], serde_json::json!([]), "{report:#}");
    assert!(bot["won"].as_u64() > Some(7), "it beats chance: {report:#}");
}

#[test]
fn a_bot_in_rust_plays_a_contest_in_its_own_process() {
    let output = Command::new(example("bot")).arg("contest").output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let score = said.split_whitespace().nth(2).and_then(|score| score.parse::<f64>().ok());
    assert!(output.status.success() && score > Some(60.0), "{said}");
}

#[cfg(unix)]
#[test]
fn a_seventh_game_has_the_whole_arcade() {
    let nim = example("nim");
    let still = "animations = \"off\"\nbot_speed = \"at-once\"\n";
    let arcade = start(still).program(nim.to_str().unwrap()).run();
    // The menu has it after the others, and its board stands in the setup.
    arcade.see("Seven board games").see("the last stone counts");
    arcade.press("7").see("new match").see("3-4-5");
    arcade.press("\r").see("move 1").see("stones").press("?").see("help");
    arcade.press("\x1b[F").see("one heap only");
    // The first heap is taken whole, and the bot answers.
    arcade.press("\x1b").lose("one heap only").press("\r").see("move 3").see("a3");
    arcade.press("\x1b").see("Continue' in the menu");
    arcade.press("L").see("Seven board games").see("Nim, ");
    // It is kept, and contests are held in it.
    arcade.press("s").see("› Saved matches").press("\x1b").see("Seven board games");
    arcade.press("a").see("Arena");
    arcade.press("\x03");
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn a_seventh_game_is_played_by_every_command() {
    let nim = |arguments: &[&str]| Command::new(example("nim")).args(arguments).output().unwrap();
    let text = |output: Output| String::from_utf8(output.stdout).unwrap();
    let contest = ["arena", "nim", "--seat", "bot:random", "--seat", "bot:perfect", "--json"];
    let report = text(nim(&[&contest[..], &["--games", "20", "--seed", "3"]].concat()));
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["entrants"][1]["won"], 20, "{report:#}");
    let shown = text(nim(&["show", "nim", "--moves", "a3 b4 c5", "--json"]));
    assert_eq!(
        shown,
        "{\"turn\":{\"over\":\"win\",\"seat\":1},\"legal\":[],\"board\":[\"a \",\"b \",\"c \"]}\n"
    );
    let lost = text(nim(&["show", "nim", "--set", "misere=true", "--moves", "a3 b4 c5", "--json"]));
    assert!(lost.contains("\"seat\":2"), "{lost}");
    // Twelve first moves; each leaves twelve answers but for the stones it took.
    assert_eq!(text(nim(&["perft", "nim", "--depth", "2"])), "113\n");
    assert!(text(nim(&["boards", "list"])).contains("Marienbad"));
    assert!(text(nim(&["rules", "nim"])).contains("one heap only"));
    // The board file says where it is wrong, and the parlour without this game doesn't know it.
    let home = crate::homes::home();
    let file = home.path().join("x.toml");
    fs::write(&file, "name = 'x'\nheaps = [1, 99]\n").unwrap();
    let refused = nim(&["boards", "check", "--game", "nim", file.to_str().unwrap()]);
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(why.contains("x.toml:2:9: 'heaps': expected 1 to 9 heaps"), "{why}");
    let parlour = Command::new(env!("CARGO_BIN_EXE_parlour")).args(["rules", "nim"]).output();
    assert_eq!(parlour.unwrap().status.code(), Some(2));
}

#[test]
fn a_seventh_game_is_played_across_machines() {
    let homes = [crate::homes::home(), crate::homes::home()];
    let nim = |home: &tempfile::TempDir, arguments: &[&str]| {
        let mut command = Command::new(example("nim"));
        command.args(arguments).env("PARLOUR_HOME", home.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let table = ["--table", "nim", "--seat", "guest", "--seat", "bot:perfect"];
    let call = [&["host", "--plain", "--listen", "127.0.0.1:0"][..], &table].concat();
    let mut host = nim(&homes[0], &call);
    let mut first = String::new();
    let mut log = BufReader::new(host.stdout.take().unwrap());
    log.read_line(&mut first).unwrap();
    let invitation = first.trim().strip_prefix("play ").unwrap();
    let mut guest = nim(&homes[1], &["join", invitation, "--name", "Ann", "--plain"]);
    guest.stdin.take().unwrap().write_all(b"a1\nresign\n").unwrap();
    let output = guest.wait_with_output().unwrap();
    host.kill().unwrap();
    host.wait().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && said.ends_with("Ann resigns; yellow (Perfect) wins\n"),
        "{said}"
    );
}

/// What an example promises about its length.
#[test]
fn examples_are_short() {
    for (name, most) in [("nim", 200), ("bot", 60)] {
        let text = fs::read_to_string(format!("{ROOT}/examples/{name}.rs")).unwrap();
        assert!(text.lines().count() <= most, "{name}: {} lines", text.lines().count());
    }
}

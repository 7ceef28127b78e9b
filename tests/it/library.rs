//! The library from outside: what `examples/` shows is built by `cargo test` and tried here.

use std::path::PathBuf;
use std::process::Command;

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
    assert_eq!(bot["label"], "bot", "{report:#}");
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

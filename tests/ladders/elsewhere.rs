//! A crate that knows this one by its path only, and wants no terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::needs::needs;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The first example of the documentation, as a program.
fn front_page() -> String {
    let page = fs::read_to_string(format!("{ROOT}/src/lib.rs")).unwrap();
    let lines = page.lines().skip_while(|line| *line != "//! ```").skip(1);
    let code = lines.take_while(|line| *line != "//! ```").map(|line| {
        let line = line.trim_start_matches("//!").trim_start_matches(' ');
        line.strip_prefix("# ").unwrap_or(line)
    });
    let code: Vec<&str> = code.collect();
    format!("fn main() -> Result<(), Box<dyn std::error::Error>> {{\n{}\n}}\n", code.join("\n"))
}

/// Cargo as it built these tests, offline, whatever the environment is now.
fn cargo(folder: &Path, arguments: &[&str]) -> (Command, Vec<String>) {
    let cargo = Path::new(env!("CARGO"));
    let home = option_env!("CARGO_HOME").map(PathBuf::from);
    let home = home.or(option_env!("HOME").map(|home| Path::new(home).join(".cargo")));
    let mut words = vec![
        format!("RUSTC={}", cargo.with_file_name("rustc").display()),
        format!("CARGO_HOME={}", home.unwrap_or_default().display()),
        format!("CARGO_TARGET_DIR={}", folder.join("target").display()),
        cargo.display().to_string(),
    ];
    words.extend(arguments.iter().map(|word| (*word).to_owned()));
    let manifest = folder.join("Cargo.toml").display().to_string();
    words.extend(["--offline", "--manifest-path", &manifest].map(str::to_owned));
    let mut command = Command::new("env");
    command.args(&words);
    (command, words)
}

#[test]
fn a_crate_from_elsewhere_plays_a_match_without_a_terminal() {
    let home = tempfile::tempdir().unwrap();
    let manifest = format!(
        "[package]\nname = \"scratch\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nparlour = {{ path = {ROOT:?}, default-features = false }}\n\n\
         [profile.dev]\ndebug = false\n\n[workspace]\n"
    );
    fs::write(home.path().join("Cargo.toml"), manifest).unwrap();
    fs::create_dir(home.path().join("src")).unwrap();
    fs::write(home.path().join("src/main.rs"), front_page()).unwrap();
    fs::copy(format!("{ROOT}/Cargo.lock"), home.path().join("Cargo.lock")).unwrap();
    let (_, words) = cargo(home.path(), &["tree"]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let test = "a_crate_from_elsewhere_plays_a_match_without_a_terminal";
    if !needs(test, "Cargo with the crates it has fetched", "env", &words) {
        return;
    }
    let run = |arguments: &[&str]| {
        let output = cargo(home.path(), arguments).0.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    };
    let tree = run(&["tree", "-e", "normal", "--prefix", "none"]);
    let unwanted = ["ratatui", "crossterm", "clap", "signal-hook", "directories"];
    let terminal = tree.lines().find(|line| unwanted.iter().any(|name| line.starts_with(name)));
    assert_eq!(terminal, None, "{tree}");
    let said = run(&["run", "--quiet"]);
    assert!(said.contains(" moves"), "{said}");
}

//! Configuration files, one per case.
//!
//! Every file in `config/` and `tests/configs/valid/` loads without a word. Each file in
//! `tests/configs/invalid/` gives exactly the sentences in its first comment lines, one a line.
//! Settings stand in `settings/`, keys in `keys/`, boards in `boards/<game>/`.

use std::fs;
use std::path::{Path, PathBuf};

use parlour::Shelf;
use parlour::play::Variant;
use parlour::screens::key_sections;
use parlour::search::Bots;
use parlour::store::{Own, Settings, TEMPLATE};
use parlour::tui::keys::Keymap;
use proptest::prelude::*;

use crate::shelf::{Visit, visit_all};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The TOML files of a folder of the source tree; none if there is no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root().join(folder)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "toml"));
    files.sort();
    files
}

fn name(file: &Path) -> &str {
    file.file_name().unwrap().to_str().unwrap()
}

/// The sentences a file expects: its first comment lines.
fn expected(text: &str) -> Vec<String> {
    let comments = text.lines().map_while(|line| line.strip_prefix("# "));
    comments.map(str::to_owned).collect()
}

/// What is said about a settings file.
fn settings(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let (_, faults) = Settings::read(
        &text,
        Path::new(name(file)),
        &Own { themes: vec!["own".to_owned()], ..Own::default() },
    );
    faults.iter().map(ToString::to_string).collect()
}

/// What is said about a file of keys.
fn keys(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    Keymap::read(&text, name(file), &key_sections(&Shelf::standard().games())).1
}

fn check(folder: &str, said: impl Fn(&Path) -> Vec<String>) {
    let mut wrong = Vec::new();
    for file in files(&format!("tests/configs/valid/{folder}")) {
        let said = said(&file);
        if !said.is_empty() {
            wrong.push(format!("{}\n  says {said:#?}", file.display()));
        }
    }
    for file in files(&format!("tests/configs/invalid/{folder}")) {
        let (said, expected) = (said(&file), expected(&fs::read_to_string(&file).unwrap()));
        if said.is_empty() || said != expected {
            wrong.push(format!("{}\n  says {said:#?}\n  expected {expected:#?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn settings_are_read_or_refused_as_they_should() {
    assert!(files("tests/configs/invalid/settings").len() > 5);
    check("settings", settings);
    assert_eq!(settings(&root().join("config/settings.toml")), [""; 0]);
}

#[test]
fn keys_are_read_or_refused_as_they_should() {
    assert!(files("tests/configs/invalid/keys").len() > 5);
    check("keys", keys);
    assert_eq!(keys(&root().join("config/keys.toml")), [""; 0]);
}

#[test]
fn boards_are_read_or_refused_as_they_should() {
    struct Boards;
    impl Visit for Boards {
        fn game<G: Bots>(&mut self) {
            check(&format!("boards/{}", G::ID), |file| {
                let parsed = G::Variant::parse(&fs::read_to_string(file).unwrap());
                parsed.err().iter().map(|error| error.in_file(name(file))).collect()
            });
            let bundled: Vec<&str> = G::BOARDS.iter().map(|(stem, _)| *stem).collect();
            for file in files(&format!("config/boards/{}", G::ID)) {
                let stem = file.file_stem().unwrap().to_str().unwrap();
                assert!(bundled.contains(&stem), "{} is not bundled", file.display());
            }
        }
    }
    visit_all(&mut Boards);
}

proptest! {
    /// Whatever stands in the settings, they are read without a panic, and what is changed
    /// afterwards is either refused or found again.
    #[test]
    fn scrawled_settings_never_panic(at in 0..TEMPLATE.len(), length in 0usize..60, scrawl in "\\PC{0,12}|[\n =\"'\\[\\]0-9]{0,12}") {
        let end = (at + length).min(TEMPLATE.len());
        prop_assume!(TEMPLATE.is_char_boundary(at) && TEMPLATE.is_char_boundary(end));
        let text = format!("{}{scrawl}{}", &TEMPLATE[..at], &TEMPLATE[end..]);
        let file = Path::new("settings.toml");
        let (old, _) = Settings::read(&text, file, &Own::default());
        let new = Settings { mouse: !old.mouse, ..old.clone() };
        if let Ok(text) = new.write_into(&old, &text, file) {
            prop_assert_eq!(Settings::read(&text, file, &Own::default()).0, new);
        }
    }
}

/// A folder that no game and no test reads would be a case that is never run.
#[test]
fn every_case_belongs_to_somebody() {
    struct Games(Vec<&'static str>);
    impl Visit for Games {
        fn game<G: Bots>(&mut self) {
            self.0.push(G::ID);
        }
    }
    let mut games = Games(Vec::new());
    visit_all(&mut games);
    for kind in ["valid", "invalid"] {
        let Ok(folders) = fs::read_dir(root().join(format!("tests/configs/{kind}/boards"))) else {
            continue;
        };
        for folder in folders {
            let folder = folder.unwrap().file_name().into_string().unwrap();
            assert!(games.0.contains(&folder.as_str()), "{kind}/boards/{folder}: no such game");
        }
    }
}

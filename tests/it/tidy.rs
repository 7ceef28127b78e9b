//! The directions of the code: who may name what. Invariants live in `cargo test`.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

struct Source {
    /// From the root of the package, with forward slashes.
    path: String,
    /// Without the tests at its end and without comments.
    code: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    collect(&Path::new(ROOT).join("src"), &mut files);
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(ROOT).unwrap().to_str().unwrap().replace('\\', "/");
        // A file `tests.rs` is nothing but tests.
        let tests = path.ends_with("/tests.rs");
        let code = if tests { "" } else { before_tests(&text) };
        let no_comment = |line: &&str| !line.trim_start().starts_with("//");
        let code = code.lines().filter(no_comment).collect::<Vec<_>>().join("\n");
        Source { path, code, text }
    };
    files.into_iter().map(read).collect()
}

/// What stands before a file's room of tests. A single test helper hides nothing behind it.
fn before_tests(text: &str) -> &str {
    let room = |(at, mark): &(usize, &str)| {
        let next = text[at + mark.len()..].trim_start().lines().next().unwrap_or_default();
        next.contains("mod ") && next.ends_with('{')
    };
    let found = text.match_indices("#[cfg(test)]").find(room);
    &text[..found.map_or(text.len(), |(at, _)| at)]
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
}

/// Where a file stands.
impl Source {
    fn is_in(&self, folder: &str) -> bool {
        self.path.starts_with(&format!("src/{folder}/"))
    }

    /// The game whose folder this is in.
    fn game(&self) -> Option<&str> {
        let (game, _) = self.path.strip_prefix("src/games/")?.split_once('/')?;
        Some(game)
    }

    fn is_screen(&self) -> bool {
        self.game().is_some() && self.path.split('/').skip(3).any(|part| part.starts_with("screen"))
    }

    /// The rules side: pure, and the same on every machine.
    fn is_pure(&self) -> bool {
        self.is_in("play") || self.is_in("search") || (self.game().is_some() && !self.is_screen())
    }
}

/// Fails with every file for which `wrong` has something to say.
fn check(wrong: impl Fn(&Source) -> Vec<String>) {
    let faults: Vec<String> = sources()
        .iter()
        .flat_map(|source| wrong(source).into_iter().map(|why| format!("{}: {why}", source.path)))
        .collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The words among `words` that a file's code names.
fn named(source: &Source, words: &[&str]) -> Vec<String> {
    let there = words.iter().filter(|word| source.code.contains(**word));
    there.map(|word| format!("names '{word}'")).collect()
}

#[test]
fn the_rules_know_no_terminal_clock_thread_or_disk() {
    check(|source| {
        let clock = source.path == "src/search/budget.rs";
        match source.is_pure() {
            true if clock => named(source, &["ratatui", "crossterm", "std::thread", "std::fs"]),
            true => named(
                source,
                &["ratatui", "crossterm", "std::time", "std::thread", "std::fs", "crate::tui"],
            ),
            false => Vec::new(),
        }
    });
}

#[test]
fn the_play_side_stands_on_nothing() {
    check(|source| match source.is_in("play") {
        true => named(source, &["crate::search", "crate::games", "crate::store", "crate::tui"]),
        false => Vec::new(),
    });
}

#[test]
fn games_and_the_terminal_side_stand_on_no_page() {
    check(|source| match source.game().is_some() || source.is_in("tui") {
        true => named(source, &["crate::screens", "crate::cli"]),
        false => Vec::new(),
    });
    check(|source| match source.is_in("tui") {
        true => named(source, &["crate::games"]),
        false => Vec::new(),
    });
}

/// The one command that is about one game: only a goose board has odds.
const OF_ONE_GAME: (&str, &str) = ("src/cli/odds.rs", "goose");

#[test]
fn only_the_shelf_lists_the_games() {
    let games: Vec<String> =
        sources().iter().filter_map(|source| source.game().map(str::to_owned)).collect();
    check(|source| {
        let strangers = games.iter().filter(|game| source.game() != Some(game.as_str()));
        let named = strangers.filter(|game| source.code.contains(&format!("games::{game}")));
        let named = named.filter(|game| (source.path.as_str(), game.as_str()) != OF_ONE_GAME);
        let mut named: Vec<String> = named.map(|game| format!("names the game '{game}'")).collect();
        named.dedup();
        named
    });
}

#[test]
fn only_the_store_and_the_command_line_touch_the_disk() {
    check(|source| match source.is_in("store") || source.is_in("cli") {
        true => Vec::new(),
        false => named(source, &["std::fs", "fs::"]),
    });
}

/// What writes to the disk. Updates return it as data, and `tui/keep.rs` performs it.
const WRITERS: [&str; 11] = [
    ".set_settings(",
    ".save_as(",
    ".rename(&",
    ".delete(&",
    ".note_result(",
    ".note_best(",
    "store.remember(",
    ".change_remembered(",
    "boards::create",
    "boards::replace",
    "file.append(",
];

/// The page of a running contest writes results on a thread of its own, before they are shown.
const BESIDE_THE_SCREEN: &str = "src/screens/arena/hall/journal.rs";

#[test]
fn updates_write_nothing() {
    check(|source| {
        let page = source.is_in("screens") || source.is_in("tui") || source.is_screen();
        let performs = source.path == "src/tui/keep.rs" || source.path == BESIDE_THE_SCREEN;
        match page && !performs {
            true => named(source, &WRITERS),
            false => Vec::new(),
        }
    });
}

#[test]
fn nothing_is_unsafe_unwrapped_or_left_for_later() {
    check(|source| {
        let words = [".unwrap()", "unsafe ", "todo!(", "unimplemented!(", "dbg!("];
        named(source, &words)
    });
}

#[test]
fn every_file_says_what_it_is_for() {
    check(|source| match source.text.starts_with("//! ") {
        true => Vec::new(),
        false => vec!["does not begin with '//!'".to_owned()],
    });
}

/// Text leaves the commands through one door, which cleans it.
#[test]
fn only_the_way_out_writes_to_the_terminal() {
    let doors = ["io::stdout", "io::stderr", "print!(", "println!(", "eprint!(", "eprintln!("];
    let from_std = |source: &Source| {
        let imports = source.code.lines().filter(|line| line.starts_with("use std::io"));
        let both = imports.filter(|line| line.contains("stdout") || line.contains("stderr"));
        both.map(|line| format!("'{line}'")).collect::<Vec<_>>()
    };
    check(|source| match source.is_in("cli") && source.path != "src/cli/out.rs" {
        true => [named(source, &doors), from_std(source)].concat(),
        false => Vec::new(),
    });
}

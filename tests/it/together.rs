//! Two arcades in one home: neither loses what the other has kept, and a match is played by one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use parlour::play::{Player, Record, Seat};
use parlour::store::{Places, SaveFile, SavedMatch, Settings, Store, StoreError};
use parlour::tui::Depth;

use crate::room::room;

const STILL: &str = "theme = \"dark\"\ncharacters = \"unicode\"\nanimations = \"off\"\n";

/// From the menu into a match of two people at one keyboard.
const BEGIN: &str = "1 tab down left left enter";

fn choices(key: &str, word: &str) -> BTreeMap<String, String> {
    BTreeMap::from([(key.to_owned(), word.to_owned())])
}

/// All that is kept in a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn is_in_use<T>(result: Result<T, StoreError>) -> String {
    match result.err() {
        Some(error @ StoreError::InUse(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn settings_and_choices_of_both_are_kept() {
    let home = crate::homes::home();
    let open = || Store::open(Places::at(home.path()));
    let (mut one, mut other) = (open(), open());
    one.set_settings(Settings { mouse: false, ..one.settings().clone() }).unwrap();
    other.set_settings(Settings { training: true, ..other.settings().clone() }).unwrap();
    one.remember("goose", choices("board", "long")).unwrap();
    other.remember("sogo", choices("board", "usual")).unwrap();
    // Puzzles of one table, each solved in another arcade.
    one.change_remembered("puzzles", |best| best.extend(choices("first", "5"))).unwrap();
    other.change_remembered("puzzles", |best| best.extend(choices("second", "7"))).unwrap();
    let later = open();
    assert!(!later.settings().mouse && later.settings().training);
    assert_eq!(later.remembered("goose"), choices("board", "long"));
    assert_eq!(later.remembered("sogo"), choices("board", "usual"));
    assert_eq!(later.remembered("puzzles").len(), 2);
    assert_eq!(names(&home.path().join("state")), ["remembered.toml"]);
    assert_eq!(names(&home.path().join("config")), ["settings.toml"]);
}

/// The variables that turn the test below into a program that keeps much in a hurry.
const KEEP_HERE: &str = "PARLOUR_TEST_KEEP_HERE";
const KEEP_AS: &str = "PARLOUR_TEST_KEEP_AS";
const TIMES: usize = 20;

#[test]
fn what_several_programs_keep_at_the_same_time_is_all_there() {
    if let (Some(home), Ok(name)) = (std::env::var_os(KEEP_HERE), std::env::var(KEEP_AS)) {
        return keep_much(Path::new(&home), &name);
    }
    let home = crate::homes::home();
    let this_test = "together::what_several_programs_keep_at_the_same_time_is_all_there";
    let keeper = |name: &str| {
        Command::new(std::env::current_exe().unwrap())
            .args([this_test, "--exact"])
            .env(KEEP_HERE, home.path())
            .env(KEEP_AS, name)
            .spawn()
            .unwrap()
    };
    let keepers: Vec<Child> = ["theme", "characters", "bot_speed"].map(keeper).into();
    for mut keeper in keepers {
        assert!(keeper.wait().unwrap().success());
    }
    let store = Store::open(Places::at(home.path()));
    assert_eq!(store.remembered("shared").len(), 3 * TIMES);
    let played: u32 = store.statistics().standings.iter().map(|standing| standing.played()).sum();
    assert_eq!(played as usize, 3 * TIMES);
    let settings = fs::read_to_string(store.places().settings()).unwrap();
    for changed in ["theme = \"mono\"", "characters = \"ascii\"", "bot_speed = \"slow\""] {
        assert!(settings.contains(changed), "{settings}");
    }
    for folder in ["config", "state", "data"] {
        let names = names(&home.path().join(folder));
        assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
    }
}

/// What one of the programs keeps, with its own names for it. Another one may have a file for a
/// moment; then it is asked again.
fn keep_much(home: &Path, name: &str) {
    let mut store = Store::open(Places::at(home));
    let until_kept = |keep: &mut dyn FnMut() -> Result<(), String>| {
        let kept = (0..60).any(|_| keep().is_ok());
        assert!(kept, "{name} could not keep it");
    };
    let players = [Player::Human { name: Some(name.to_owned()) }, "bot:hasard".parse().unwrap()];
    for at in 0..TIMES {
        until_kept(&mut || {
            store.change_remembered("shared", |all| all.extend(choices(&format!("{name}{at}"), "")))
        });
        until_kept(&mut || store.note_result("goose", "Standard", &players, &[Seat::at(0)]));
        let mut settings = store.settings().clone();
        let last = at + 1 == TIMES;
        match name {
            "theme" => settings.theme = if last { "mono" } else { "dark" }.to_owned(),
            "characters" => {
                settings.characters = match last {
                    true => parlour::store::Characters::Ascii,
                    false => parlour::store::Characters::Unicode,
                }
            }
            _ => settings.bot_speed = parlour::store::BotSpeed::Slow,
        }
        until_kept(&mut || store.set_settings(settings.clone()));
    }
}

/// A match of these moves.
fn record(moves: &str) -> Record {
    let text = format!(
        "parlour record 1\ngame: connect4\nseat 1: human:Ada\nseat 2: human:Ben\nseed: 7\n\n\
         --- board\nname = \"Standard\"\n--- moves\n  1: {moves}\n"
    );
    Record::parse(&text).unwrap()
}

fn moves(path: &Path) -> Vec<String> {
    Record::parse(&fs::read_to_string(path).unwrap()).unwrap().moves
}

fn kept(home: &Path) -> (Store, PathBuf, SavedMatch) {
    let store = Store::open(Places::at(home));
    let path = store.places().matches().join("evening.parlour");
    SaveFile::at(&path).write(record("4 4")).unwrap();
    let listed = store.last_unfinished().unwrap();
    (store, path, listed)
}

#[test]
fn a_match_that_is_open_is_not_written_by_another() {
    let home = crate::homes::home();
    let (store, path, listed) = kept(home.path());
    let (save, _) = listed.resume().unwrap();
    save.write(record("4 4 3 3")).unwrap();
    let said = is_in_use(listed.resume());
    let process = format!("process {})", std::process::id());
    assert!(said.starts_with("this match is open in another parlour (since "), "{said}");
    assert!(said.ends_with(&process), "{said}");
    is_in_use(SaveFile::at(&path).write(record("4 4 1")));
    assert!(store.delete(&path).unwrap_err().contains("open in another parlour"));
    assert!(store.rename(&path, "night").unwrap_err().contains("open in another parlour"));
    assert_eq!(moves(&path), ["4", "4", "3", "3"]);
    // Once it is left, whoever comes finds what was played, however long ago they listed it.
    drop(save);
    let (save, now) = listed.resume().unwrap();
    assert_eq!(now.moves.len(), 4);
    drop(save);
    store.rename(&path, "night").unwrap();
    assert_eq!(names(&store.places().matches()), ["night.parlour"]);
}

#[test]
fn a_match_whose_arcade_was_killed_is_free() {
    let home = crate::homes::home();
    let (store, path, listed) = kept(home.path());
    let lock = path.with_file_name(".parlour-evening.parlour.lock");
    fs::write(&lock, "1 2026-11-16 05:12:33 UTC\n").unwrap();
    let (save, _) = listed.resume().unwrap();
    save.write(record("4 4 3")).unwrap();
    assert!(lock.exists());
    drop(save);
    assert_eq!(names(&store.places().matches()), ["evening.parlour"]);
}

#[test]
fn a_name_is_not_given_away_twice() {
    let home = crate::homes::home();
    let (store, path, _) = kept(home.path());
    let new = store.places().matches().join("new.parlour");
    let first = SaveFile::at(&new);
    first.claim().unwrap();
    assert!(store.save_as(record("1"), "new").unwrap_err().contains("open in another parlour"));
    assert!(store.rename(&path, "new").unwrap_err().contains("open in another parlour"));
    drop(first);
    assert_eq!(store.save_as(record("1"), "new"), Ok(new));
}

#[test]
fn the_second_arcade_is_told_and_gets_a_copy() {
    let mut first = room(STILL, Depth::True, |_| ());
    first.press(BEGIN);
    first.press("4 4 3 3");
    assert!(first.picture().contains("move 5"), "{}", first.picture());
    let mut second = first.beside();
    for way_in in ["c", "s enter"] {
        second.press(way_in);
        let picture = second.picture();
        assert!(picture.contains("This match is open in another parlour"), "{picture}");
        assert!(picture.contains(&format!("process {}", std::process::id())), "{picture}");
        second.press("esc");
        assert!(!second.picture().contains("another parlour"), "{}", second.picture());
        second.press("esc");
        second = first.beside();
    }
    second.press("c o");
    assert!(second.picture().contains("move 5"), "{}", second.picture());
    second.press("1");
    first.press("3");
    let kept: Vec<Vec<String>> = first
        .context
        .store
        .matches()
        .into_iter()
        .map(|saved| saved.record.unwrap().moves)
        .collect();
    assert_eq!(kept.len(), 2);
    for own in [["4", "4", "3", "3", "1"], ["4", "4", "3", "3", "3"]] {
        assert!(kept.contains(&own.map(str::to_owned).to_vec()), "{kept:?}");
    }
    // Both leave, and anybody can go on with either.
    first.press("esc up enter");
    second.press("esc up enter");
    let folder = first.context.store.places().matches();
    assert!(names(&folder).iter().all(|name| !name.starts_with('.')), "{:?}", names(&folder));
    first.press("c");
    assert!(first.picture().contains("move 6"), "{}", first.picture());
}

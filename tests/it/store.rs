//! The disk, with everything that can be wrong with it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use parlour::play::{Player, Record, Seat, Session, Variant};
use parlour::store::boards::{self, LoadError, Origin};
use parlour::store::{Places, SaveFile, Settings, Store};
use tempfile::TempDir;

use crate::tiny::{Race, Sealed};

fn home() -> (TempDir, Store) {
    let home = crate::homes::home();
    let store = Store::open(Places::at(home.path()));
    (home, store)
}

fn put(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

fn player(text: &str) -> Player {
    text.parse().unwrap()
}

/// A race after these throws.
fn record(throws: &str) -> Record {
    let track = Variant::parse("name = 'Short'\ngoal = 12\n").unwrap();
    let mut session = Session::<Race>::new(&track, 2, 1);
    for throw in throws.split_whitespace() {
        session.play_text(throw).unwrap();
    }
    session.record(&[player("human:Ada"), player("bot:hasard")])
}

/// Makes the files look as if they had been written in this order, a minute apart.
fn age(oldest_first: &[&Path]) {
    for (minute, path) in oldest_first.iter().enumerate() {
        let when =
            SystemTime::now() - Duration::from_secs(3600) + Duration::from_secs(60 * minute as u64);
        fs::File::open(path).unwrap().set_modified(when).unwrap();
    }
}

#[test]
fn nothing_is_created_before_it_is_needed() {
    let (home, mut store) = home();
    assert_eq!(store.take_complaints(), [""; 0]);
    assert_eq!(*store.settings(), Settings::default());
    assert!(store.matches().is_empty() && store.last_unfinished().is_none());
    assert!(store.statistics().standings.is_empty());
    assert!(store.remembered("tiny-race").is_empty());
    assert!(store.keys_text().is_none() && store.theme_text("forest").is_none());
    store.new_save("tiny-race");
    assert_eq!(boards::list::<Race>(&store).len(), 2);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn all_places_lie_below_the_home_and_are_listed() {
    let places = Places::at("/home/ada/parlour");
    let listed: Vec<String> =
        places.list().iter().map(|(what, path)| format!("{what} {}", path.display())).collect();
    assert_eq!(
        listed,
        [
            "settings /home/ada/parlour/config/settings.toml",
            "keys /home/ada/parlour/config/keys.toml",
            "themes /home/ada/parlour/config/themes",
            "languages /home/ada/parlour/config/lang",
            "boards /home/ada/parlour/config/boards",
            "puzzles /home/ada/parlour/config/puzzles",
            "matches /home/ada/parlour/data/matches",
            "contests /home/ada/parlour/data/contests",
            "pictures /home/ada/parlour/data/pictures",
            "house /home/ada/parlour/data/house",
            "statistics /home/ada/parlour/data/statistics.log",
            "puzzle log /home/ada/parlour/data/puzzles.log",
            "your bests /home/ada/parlour/data/best.toml",
            "choices /home/ada/parlour/state/remembered.toml",
        ]
    );
}

#[test]
fn a_home_where_nothing_can_be_written_is_no_obstacle() {
    let home = crate::homes::home();
    // Even those who may write everywhere cannot make folders inside a file.
    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    let mut store = Store::open(Places::at(&file));
    assert_eq!(store.take_complaints(), [""; 0]);
    assert!(boards::usual::<Race>(&store, None, &[]).is_ok());
    assert!(store.matches().is_empty() && store.statistics().skipped.is_empty());

    let why = "not a directory";
    let settings = Settings { mouse: false, ..Settings::default() };
    let path = file.join("config/settings.toml");
    let said = store.set_settings(settings.clone()).unwrap_err();
    assert_eq!(said, format!("cannot write '{}': {why}", path.display()));
    assert_eq!(*store.settings(), settings, "the settings hold for this evening");

    let save = store.new_save("tiny-race");
    let said = save.write(record("")).unwrap_err().to_string();
    assert_eq!(said, format!("cannot write '{}': {why}", save.path().display()));
    let said = store.note_result("tiny-race", "Standard", &[player("human")], &[]).unwrap_err();
    assert_eq!(said, format!("cannot write '{}': {why}", store.places().statistics().display()));
    assert!(store.remember("tiny-race", BTreeMap::new()).is_err());
    assert!(boards::create::<Race>(&store, "mine", "").is_err());
}

#[test]
fn settings_are_kept_with_their_comments() {
    let (home, mut store) = home();
    let file = store.places().settings();
    store.set_settings(Settings { mouse: false, ..Settings::default() }).unwrap();
    let expected =
        include_str!("../../config/settings.toml").replace("mouse = true", "mouse = false");
    assert_eq!(fs::read_to_string(&file).unwrap(), expected);

    // Somebody edits the file while the arcade runs; what was not changed here stays theirs.
    put(&file, "# mine\nmouse = false\nbot_time_ms = 50\n");
    store
        .set_settings(Settings { theme: "mono".to_owned(), mouse: false, ..Settings::default() })
        .unwrap();
    let expected = "# mine\nmouse = false\nbot_time_ms = 50\ntheme = \"mono\"\n";
    assert_eq!(fs::read_to_string(&file).unwrap(), expected);
    let again = Store::open(Places::at(home.path()));
    assert_eq!(again.settings().theme, "mono");
    assert_eq!(again.settings().bot_limit().to_string(), "50 ms");
}

#[test]
fn broken_settings_are_said_not_used_and_not_touched() {
    let (home, store) = home();
    let file = store.places().settings();
    let text = "theme = \"mono\"\nmouse = maybe\n";
    put(&file, text);
    let mut store = Store::open(Places::at(home.path()));
    let complaints = store.take_complaints();
    assert_eq!(complaints.len(), 1);
    assert!(complaints[0].starts_with(&format!("{}:2:9: ", file.display())), "{complaints:?}");
    assert_eq!(store.take_complaints(), [""; 0], "once is enough");
    assert_eq!(*store.settings(), Settings::default());
    assert!(store.set_settings(Settings { mouse: false, ..Settings::default() }).is_err());
    assert!(!store.settings().mouse);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn settings_that_are_no_text_are_said() {
    let (home, store) = home();
    let file = store.places().settings();
    put(&file, "");
    fs::write(&file, b"mouse = true\ntheme = \"\xff\"\n").unwrap();
    let complaints = Store::open(Places::at(home.path())).take_complaints();
    assert_eq!(complaints, [format!("{}: line 2 isn't text; use UTF-8", file.display())]);
}

#[test]
fn keys_and_themes_are_handed_over_with_their_names() {
    let (home, store) = home();
    put(&store.places().keys(), "quit = 'q'\n");
    put(&store.places().themes().join("forest.toml"), "base = 'dark'\n");
    put(&store.places().settings(), "theme = 'forest'\n");
    let mut store = Store::open(Places::at(home.path()));
    assert_eq!(store.take_complaints(), [""; 0]);
    assert_eq!(store.settings().theme, "forest");
    assert_eq!(store.own().themes, ["forest"]);
    let keys = store.places().keys().display().to_string();
    assert_eq!(store.keys_text(), Some((keys, "quit = 'q'\n".to_owned())));
    assert_eq!(store.theme_text("forest").unwrap().1, "base = 'dark'\n");
}

#[test]
fn choices_are_remembered_by_game() {
    let (home, mut store) = home();
    let choices = BTreeMap::from([("board".to_owned(), "wide \"x\"\n".to_owned())]);
    store.remember("tiny-race", choices.clone()).unwrap();
    store.remember("tiny-sealed", BTreeMap::new()).unwrap();
    let store = Store::open(Places::at(home.path()));
    assert_eq!(store.remembered("tiny-race"), choices);
    assert_eq!(store.remembered("chess"), BTreeMap::new());

    // What the arcade alone writes may be replaced when it is damaged.
    let file = store.places().remembered();
    fs::write(&file, "[tiny-race]\nboard = 7\n").unwrap();
    let mut damaged = Store::open(Places::at(home.path()));
    let why = "'7' doesn't fit; use a text in quotes; the last choices are forgotten";
    assert_eq!(damaged.take_complaints(), [format!("{}:2:9: {why}", file.display())]);
    damaged.remember("tiny-race", choices.clone()).unwrap();
    assert_eq!(Store::open(Places::at(home.path())).remembered("tiny-race"), choices);
}

#[test]
fn the_best_counts_and_a_damaged_file_of_it_is_left_alone() {
    let (home, mut store) = home();
    // Earlier versions had it among the last choices.
    let old = BTreeMap::from([("maze".to_owned(), "6".to_owned())]);
    store.remember("puzzles", old).unwrap();
    for (task, number) in [("maze", 9), ("river", 5), ("river", 4), ("river", 8)] {
        store.note_best("puzzles", task, number).unwrap();
    }
    let known = |task: &str, number| (task.to_owned(), number);
    let best = BTreeMap::from([known("maze", 6), known("river", 4)]);
    assert_eq!(Store::open(Places::at(home.path())).best("puzzles"), best);

    let file = store.places().best();
    fs::write(&file, "[puzzles\n").unwrap();
    let mut damaged = Store::open(Places::at(home.path()));
    assert!(damaged.take_complaints()[0].starts_with(&format!("{}:1:", file.display())));
    assert!(damaged.note_best("puzzles", "river", 3).is_err());
    assert_eq!(fs::read_to_string(&file).unwrap(), "[puzzles\n");
}

#[test]
fn boards_of_ones_own_are_listed_and_take_the_place_of_bundled_ones() {
    let (_home, store) = home();
    let folder = store.places().boards(Some("tiny-race"));
    put(&folder.join("short.toml"), "name = 'My short'\ngoal = 5\n");
    put(&folder.join("bad.toml"), "name = 'Bad'\ngoal = 500\n");
    put(&folder.join("notes.txt"), "no board");
    put(&folder.join(".hidden.toml"), "name = 'Hidden'\n");
    let entries = boards::list::<Race>(&store);
    let shown: Vec<String> =
        entries.iter().map(|entry| format!("{} ({})", entry.stem, entry.origin)).collect();
    assert_eq!(shown, ["short (yours, replaces bundled)", "drawn (bundled)", "bad (yours)"]);
    assert_eq!(entries[0].origin, Origin::YoursInsteadOfBundled);
    assert_eq!(entries[0].board().unwrap().name(), "My short");
    assert_eq!(entries[1].path, None);
    let bad = folder.join("bad.toml");
    let why = format!("{}:2:8: 'goal': 500 is out of range, expected 4 to 40", bad.display());
    assert_eq!(entries[2].board().err(), Some(&why));

    let load = |name: &str| boards::load::<Race>(&store, name, &[]);
    assert_eq!(load("short").unwrap().name(), "My short");
    assert_eq!(load(folder.join("short.toml").to_str().unwrap()).unwrap().name(), "My short");
    assert_eq!(load("bad"), Err(LoadError::Refused(why)));
    assert_eq!(boards::usual::<Race>(&store, None, &[]).unwrap().name(), "My short");
    assert_eq!(boards::text::<Race>(&store, "short").unwrap(), "name = 'My short'\ngoal = 5\n");
}

#[test]
fn a_board_that_is_not_there_is_named() {
    let (_home, store) = home();
    let load = |name: &str| boards::load::<Race>(&store, name, &[]).map(|_| ());
    let why = "'long' isn't a board of Dice race; use 'short', 'drawn' or a FILE.toml";
    assert_eq!(load("long"), Err(LoadError::Unknown(why.to_owned())));
    let why = "cannot read 'no/long.toml': no such file or directory";
    assert_eq!(load("no/long.toml"), Err(LoadError::Refused(why.to_owned())));
}

#[test]
fn single_keys_of_a_board_are_overridden() {
    let (_home, store) = home();
    let load = |key: &str, value: &str| {
        let sets = [(key.to_owned(), value.to_owned())];
        boards::load::<Race>(&store, "short", &sets).map(|track| track.summary())
    };
    assert_eq!(load("goal", "9"), Ok("9 cells".to_owned()));
    let why = "'goal': 3 is out of range, expected 4 to 40";
    assert_eq!(load("goal", "3"), Err(LoadError::BadOverride(why.to_owned())));
    let why = "'gaol' isn't a key here; use one of 'name', 'goal'";
    assert_eq!(load("gaol", "9"), Err(LoadError::BadOverride(why.to_owned())));
}

#[test]
fn the_usual_board_seats_those_who_are_there() {
    let (_home, store) = home();
    let usual = |players, sets: &[(&str, &str)]| {
        let sets: Vec<(String, String)> =
            sets.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        boards::usual::<Sealed>(&store, players, &sets).map(|deck| deck.name().to_owned())
    };
    put(
        &store.places().boards(Some("tiny-sealed")).join("usual.toml"),
        "name = 'For two'\nranks = 5\ncopies = 1\nhand = 1\nrounds = 2\n",
    );
    assert_eq!(usual(None, &[]).unwrap(), "For two");
    assert_eq!(usual(Some(2), &[]).unwrap(), "For two");
    assert_eq!(usual(Some(3), &[]).unwrap(), "Single");
    assert_eq!(usual(Some(4), &[("copies", "4")]).unwrap(), "For two");
    // Nobody seats nine: the caller says so, of the first board.
    assert_eq!(usual(Some(9), &[]).unwrap(), "For two");
}

#[test]
fn a_new_board_overwrites_nothing() {
    let (_home, store) = home();
    let path = boards::create::<Race>(&store, "mine.toml", "name = 'Mine'\n").unwrap();
    assert_eq!(path, store.places().boards(Some("tiny-race")).join("mine.toml"));
    assert_eq!(boards::load::<Race>(&store, "mine", &[]).unwrap().name(), "Mine");
    let why = boards::create::<Race>(&store, "mine", "name = 'Other'\n").unwrap_err();
    assert_eq!(why, format!("'{}' is there already; use another name", path.display()));
    assert_eq!(fs::read_to_string(&path).unwrap(), "name = 'Mine'\n");
    for name in ["", "..", "../up", "a/b", "a\u{7}", " .toml"] {
        let why = boards::create::<Race>(&store, name, "").unwrap_err();
        assert!(why.contains("can't be the name of a file"), "{why}");
    }
    // The longest name that is taken, and one that is not, of letters of two bytes each.
    boards::create::<Race>(&store, &"é".repeat(80), "name = 'Long'\n").unwrap();
    let why = boards::create::<Race>(&store, &"é".repeat(81), "").unwrap_err();
    let limit = "is too long for a file name: 162 bytes, and 160 is the limit";
    assert_eq!(why, format!("'{}…' {limit}", "é".repeat(10)));
}

#[test]
fn a_match_has_one_file_from_first_to_last_move() {
    let (_home, store) = home();
    let save = store.new_save("tiny-race");
    assert_ne!(save.path(), Path::new(""));
    save.write(record("1+1")).unwrap();
    assert_ne!(store.new_save("tiny-race"), save, "another match has another file");
    save.write(record("1+1 1+2")).unwrap();
    let matches = store.matches();
    assert_eq!(matches.len(), 1);
    let found = &matches[0];
    assert_eq!(found.path, save.path());
    let kept = found.record.as_ref().unwrap();
    assert_eq!((kept.game.as_str(), kept.moves.len()), ("tiny-race", 2));
    assert_eq!(Some(&found.saved), kept.saved.as_ref());
    assert!(found.saved.ends_with(" UTC"), "{}", found.saved);
    assert!(found.name.contains("tiny-race"), "{}", found.name);
}

#[test]
fn the_last_unfinished_match_is_the_one_to_continue() {
    let (_home, store) = home();
    let folder = store.places().matches();
    let save = |name: &str, throws: &str| {
        let path = folder.join(format!("{name}.parlour"));
        SaveFile::at(&path).write(record(throws)).unwrap();
        path
    };
    let old = save("old", "1+1");
    let newer = save("newer", "1+2");
    let won = save("won", "3+3 1+1 3+3");
    let damaged = folder.join("damaged.parlour");
    put(&damaged, "parlour record 1\ngame: tiny-race\n");
    let later = folder.join("later.parlour");
    put(&later, "parlour record 7\nsomething: else\n");
    age(&[&old, &newer, &won, &damaged, &later]);

    let names: Vec<String> = store.matches().into_iter().map(|found| found.name).collect();
    assert_eq!(names, ["later", "damaged", "won", "newer", "old"]);
    assert_eq!(store.last_unfinished().unwrap().path, newer);
    let reasons: Vec<String> =
        store.matches().into_iter().filter_map(|found| found.record.err()).collect();
    assert_eq!(
        reasons,
        [
            format!(
                "{}: line 1: format 7 is newer than this program, which reads up to 3",
                later.display()
            ),
            format!(
                "{}: the record ends before its board, expected '--- board'",
                damaged.display()
            ),
        ]
    );
    assert_eq!(fs::read_to_string(&later).unwrap(), "parlour record 7\nsomething: else\n");

    store.delete(&newer).unwrap();
    assert_eq!(store.last_unfinished().unwrap().path, old);
    store.last_unfinished().unwrap().resume().unwrap().0.write(record("3+3 1+1 3+3")).unwrap();
    assert!(store.last_unfinished().is_none(), "a match that was finished is not continued");
}

#[test]
fn matches_are_renamed_and_saved_under_names() {
    let (_home, store) = home();
    let best = store.save_as(record("1+1"), "My best race").unwrap();
    assert_eq!(best, store.places().matches().join("My best race.parlour"));
    let why = "there is a match called 'My best race' already; use another name";
    assert_eq!(store.save_as(record(""), "My best race").unwrap_err(), why);
    let other = store.save_as(record(""), "other").unwrap();
    assert_eq!(store.rename(&other, "My best race").unwrap_err(), why);
    assert!(store.rename(&other, "../elsewhere").is_err());
    let renamed = store.rename(&other, " third ").unwrap();
    assert!(!other.exists() && renamed.ends_with("matches/third.parlour"));
    assert_eq!(Record::parse(&fs::read_to_string(&best).unwrap()).unwrap().moves, ["1+1"]);
    let gone = store.delete(&other).unwrap_err();
    assert_eq!(gone, format!("cannot delete '{}': no such file or directory", other.display()));
}

#[test]
fn statistics_follow_from_the_finished_matches() {
    let (home, store) = home();
    let (ada, bot, ben) = (player("human:Ada"), player("bot:coup gagnant"), player("human:Ben"));
    let note = |players: &[&Player], winners: &[u8]| {
        let players: Vec<Player> = players.iter().map(|&player| player.clone()).collect();
        let winners: Vec<Seat> = winners.iter().map(|&seat| Seat(seat)).collect();
        store.note_result("tiny-race", "Standard", &players, &winners).unwrap();
    };
    note(&[&ada, &bot], &[0]);
    note(&[&bot, &ada], &[1]);
    note(&[&ada, &bot], &[]);
    note(&[&ada, &bot], &[1]);
    note(&[&ada, &bot], &[1]);
    note(&[&ada, &ben], &[0]);
    note(&[&bot, &bot], &[0]);
    note(&[&player("human"), &bot, &bot], &[0, 2]);
    // Two people without names cannot be told apart.
    note(&[&player("human"), &player("human")], &[0]);
    let standings = Store::open(Places::at(home.path())).statistics().standings;
    let shown: Vec<String> = standings
        .iter()
        .map(|s| {
            format!(
                "{} {} v {}: {} {}-{}-{} {} {}",
                s.game,
                s.player,
                s.opponent,
                s.played(),
                s.won,
                s.drawn,
                s.lost,
                s.streak,
                s.longest_streak
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "tiny-race Ada v Ben: 1 1-0-0 1 1",
            "tiny-race Ada v coup gagnant: 5 2-1-2 -2 2",
            "tiny-race Ben v Ada: 1 0-0-1 -1 0",
            "tiny-race you v 2 coup gagnant: 1 0-1-0 0 0",
        ]
    );
}

#[test]
fn damaged_lines_of_the_statistics_are_skipped_and_said() {
    let (_home, store) = home();
    let file = store.places().statistics();
    let whole = "2026-11-16 05:12:33 UTC\ttiny-race\t1\thuman\tbot:hasard\n";
    put(&file, &format!("# mine\n{whole}rubbish\n{whole}2026-11-16 05:1"));
    store
        .note_result("tiny-race", "Standard", &[player("human"), player("bot:hasard")], &[Seat(0)])
        .unwrap();
    let statistics = store.statistics();
    assert_eq!(statistics.standings.len(), 1);
    assert_eq!(statistics.standings[0].won, 3);
    let why = "this line isn't a finished match and isn't counted";
    let said = |line: u32| format!("{}:{line}:1: {why}", file.display());
    assert_eq!(statistics.skipped, [said(3), said(5)]);
    for bad in [
        "x\t\t",
        "2026\tgame\t3\thuman",
        "2026\tgame\t0\thuman",
        "2026\tgame\t-",
        "2026\tg\t-\trobot",
    ] {
        put(&file, bad);
        assert_eq!(store.statistics().skipped.len(), 1, "{bad}");
    }
}

/// The variable that turns the test below into a program that writes until it is killed.
const WRITE_HERE: &str = "PARLOUR_TEST_WRITE_HERE";

fn long_record(length: usize) -> Record {
    let mut record = record("");
    record.moves = vec!["1+1".to_owned(); length];
    record
}

#[test]
fn a_kill_leaves_the_old_match_or_the_new_one() {
    if let Some(path) = std::env::var_os(WRITE_HERE) {
        let save = SaveFile::at(path);
        println!("writing");
        loop {
            for length in [100, 20_000] {
                save.write(long_record(length)).unwrap();
            }
        }
    }
    let home = crate::homes::home();
    let path = home.path().join("match.parlour");
    SaveFile::at(&path).write(long_record(100)).unwrap();
    for wait in 0..8 {
        let this_test = "store::a_kill_leaves_the_old_match_or_the_new_one";
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args([this_test, "--exact", "--nocapture"])
            .env(WRITE_HERE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = writer.stdout.take().unwrap();
        let mut heard = String::new();
        while !heard.contains("writing") {
            let mut letter = [0];
            output.read_exact(&mut letter).unwrap();
            heard.push(letter[0].into());
        }
        std::thread::sleep(Duration::from_millis(3 * wait + 1));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let moves = Record::parse(&fs::read_to_string(&path).unwrap()).unwrap().moves.len();
        assert!([100, 20_000].contains(&moves), "{moves} moves after a kill");
    }
}

//! Text that would paint somebody's terminal, through every way into the program; and every byte
//! that comes out, of the commands and of the full screen, is looked at.

use std::fs;
use std::path::Path;
use std::process::Command;

use parlour::games;
use parlour::play::{Player, Seat};
use parlour::store::{Places, Store};
use parlour::tui::Depth;
use serde_json::json;

use crate::cli::told;
use crate::room::{Room, furnished};

/// A title for the terminal, a cleared screen, C1 and DEL, turned directions, things unseen; and
/// honest letters, which stay.
const HOSTILE: &str = "\u{1b}]0;PWNED\u{7}\u{1b}[2J\r\u{9b}2J\u{7f}\u{202e}\u{2066}\u{200b}\u{feff}\
    \u{2028}\u{61c}x\u{200d}é漢字😀";
/// The same as a text of TOML or JSON.
const ESCAPED: &str =
    "\\u001b]0;PWNED\\u0007\\u009b2J\\u007f\\u202e\\u2066\\u200b\\ufeff\\u2028x\\u200d";
/// The same without control characters, which a TOML file must not have.
const TURNED: &str = "\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{61c}x\u{200d}é漢字😀";

fn is_harmful(c: char) -> bool {
    let turns = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    let unseen = "\u{200b}\u{200c}\u{200d}\u{2028}\u{2029}\u{2060}\u{feff}";
    c.is_control() || turns.contains(c) || unseen.contains(c)
}

/// Calls the program in this home, and looks at all it says.
fn call(home: &Path, arguments: &[&str], input: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_parlour"));
    program.args(arguments).env("PARLOUR_HOME", home);
    program.current_dir(home.ancestors().find(|folder| folder.is_dir()).unwrap());
    let output = told(&mut program, input);
    let mut said = String::new();
    for bytes in [output.stdout, output.stderr] {
        let text = String::from_utf8(bytes).unwrap_or_else(|why| panic!("{arguments:?}: {why}"));
        let harm = text.find(|c| is_harmful(c) && c != '\n' && c != '\t');
        let around = |at: usize| text[at..].chars().take(40).collect::<String>();
        assert_eq!(harm.map(around), None, "from {arguments:?}");
        assert!(!text.contains(&LONG[..700]), "{arguments:?}: too long to read");
        said.push_str(&text);
    }
    said
}

/// What no person would read to its end.
static LONG: &str = match std::str::from_utf8(&LONG_BYTES) {
    Ok(text) => text,
    Err(_) => unreachable!(),
};
static LONG_BYTES: [u8; 50_000] = [b'A'; 50_000];

#[test]
fn arguments_and_input() {
    let home = crate::homes::home();
    for text in [HOSTILE, LONG] {
        let call = |arguments: &[&str], input: &str| call(home.path(), arguments, input);
        // What is only long is cut at one door for all of them.
        let games = if text == LONG { &games::IDS[..2] } else { games::IDS };
        for game in games {
            for moves in [text, &format!("a1-{text}"), &format!("add:{text}"), &format!("S@{text}")]
            {
                call(&["show", game, "--moves", moves], "");
            }
            call(&["show", game, "--moves", text, "--json"], "");
            call(&["perft", game, "--depth", "1", "--moves", text], "");
            let lines = format!("{text}\n1+{text}\nquit\n");
            call(&["show", game, "--stdin"], &lines);
            call(&["solve", game], &lines);
            call(&["play", game, "--plain", "--seed", "1"], &lines);
            call(&["show", game, "--variant", text], "");
            call(&["show", game, "--set", text], "");
            call(&["show", game, "--set", &format!("name={text}")], "");
            call(&["show", game, "--set", &format!("name=\"{ESCAPED}\"")], "");
            call(&["show", game, "--set", &format!("{text}=1")], "");
            call(&["bot", game, "--strategy", text], "");
            call(&["boards", "show", game, text], "");
            call(&["boards", "new", game, text], "");
        }
        let names = format!("{text},b");
        let said = call(&["show", "goose", "--names", &names, "--moves", "1+2", "--trace"], "");
        assert!(text == LONG || said.contains("é漢字😀"), "{said}");
        call(&["show", "goose", "--names", &names, "--moves", "1+2", "--trace", "--json"], "");
        for seat in ["human", "bot", "exec"] {
            let seat = format!("{seat}:{text}");
            let game = ["connect4", "--seat", &seat];
            let played =
                call(&[&["play", "--plain", "--seat", "human"], &game[..]].concat(), "4\n");
            let named = text == LONG || played.contains("é漢字😀");
            assert!(named, "{seat}: {played}");
            let arena = [&["arena", "--games", "1", "--seat", "bot:hasard"], &game[..]].concat();
            call(&arena, "");
            // There the seat stands as it was given, however long.
            if text != LONG {
                call(&[&arena[..], &["--json"]].concat(), "");
            }
        }
        call(&["play", "connect4", "PvC", "--plain"], &format!("{text}\nhasard\n{text}\n"));
        call(&["bot", "connect4", "--strategy", "hasard"], &format!("{{\"{text}\": 1}}\n"));
        for arguments in [
            &[text][..],
            &["play", text],
            &["play", "connect4", text, "--plain"],
            &["play", "connect4", "--seed", text],
            &["play", "connect4", "--seat", text],
            &["replay", text, "--plain"],
            &["boards", "check", text],
            &["odds", "--board", text],
            &["rules", text],
            &["completions", text],
        ] {
            call(arguments, "");
        }
    }
    let strange = home.path().join(HOSTILE);
    for arguments in [&["--help"][..], &["--version"], &["boards", "path"], &["boards", "list"]] {
        call(&strange, arguments, "");
    }
    call(&strange, &["play", "connect4", "PvP", "--plain"], "4\n");
}

/// A program that says `text` wherever it is heard.
fn shouter(folder: &Path, text: &str) -> String {
    let write = |name: &str, said: String| fs::write(folder.join(name), said).unwrap();
    write("name", format!("{}\n", json!({ "name": text })));
    write("move", format!("{}\n", json!({ "move": text })));
    write("errors", format!("{text}\n"));
    let script = "read a; cat name; read b; cat errors >&2; cat move; read c";
    write("shouter.sh", format!("cd '{}'; {script}\n", folder.display()));
    format!("exec:sh {}", folder.join("shouter.sh").display())
}

#[test]
fn programs() {
    for text in [HOSTILE, LONG, "4\u{202e}", "1\u{1b}[2J+3"] {
        let home = crate::homes::home();
        let seat = shouter(home.path(), text);
        for (game, other) in [("connect4", "bot:hasard"), ("turtles", "bot:random")] {
            let arena = ["arena", game, "--seat", other, "--seat", &seat, "--games", "2"];
            let said = call(home.path(), &arena, "");
            assert!(said.contains("forfeits"), "{said}");
            call(home.path(), &[&arena[..], &["--json"]].concat(), "");
            let play = ["play", game, "--plain", "--seat", other, "--seat", &seat];
            let said = call(home.path(), &play, "");
            assert!(said.contains("forfeits"), "{said}");
        }
    }
}

const RECORD: &str = "parlour record 1\ngame: connect4\nseat 1: human:Ada\nseat 2: bot:hasard\n\
    seed: 7\nthink: 5 ms\nsaved: today\nresult: 1 wins\n\n--- board\nname = \"Standard\"\n\n\
    --- moves\n  1: 4 4 3\n";

/// Records in which this text stands in the place of each other part.
fn records(text: &str) -> Vec<String> {
    let parts = [
        "record 1",
        "connect4",
        "human:Ada",
        "Ada",
        "hasard",
        "5 ms",
        "today",
        "1 wins",
        "Standard",
        "think",
        "7",
        "4 3\n",
        "seat 2",
    ];
    let mut all: Vec<String> = parts.iter().map(|part| RECORD.replacen(part, text, 1)).collect();
    all.push(RECORD.replace("bot:hasard", &format!("exec:sh -c '{text}'")));
    all.push(RECORD.replace("bot:hasard", &format!("exec:{text}")).replace("result: 1 wins\n", ""));
    all
}

#[test]
fn files() {
    let home = crate::homes::home();
    for text in [HOSTILE, LONG, TURNED] {
        for record in records(text) {
            let file = home.path().join("match.parlour");
            fs::write(&file, record).unwrap();
            call(home.path(), &["replay", file.to_str().unwrap(), "--plain"], "");
        }
    }
    furnish_boards(home.path());
    call(home.path(), &["boards", "list"], "");
    let folder = Places::at(home.path()).boards(Some("connect4"));
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        let stem = name.to_str().unwrap().trim_end_matches(".toml");
        for board in [path.to_str().unwrap(), stem] {
            call(home.path(), &["boards", "check", board], "");
            call(home.path(), &["boards", "show", "connect4", board], "");
            call(home.path(), &["show", "connect4", "--variant", board], "");
            call(home.path(), &["play", "connect4", "--plain", "--variant", board], "4\n");
            let arena = ["arena", "connect4", "--seat", "bot:hasard", "--seat", "bot:hasard"];
            call(home.path(), &[&arena[..], &["--games", "1", "--variant", board]].concat(), "");
        }
    }
}

/// Boards with strange names, strange file names and strange words in them.
fn furnish_boards(home: &Path) {
    let folder = Places::at(home).boards(Some("connect4"));
    fs::create_dir_all(&folder).unwrap();
    let put = |stem: &str, text: String| fs::write(folder.join(format!("{stem}.toml")), text);
    put("turned", format!("# {TURNED}\nname = \"{TURNED}\"\n")).unwrap();
    put("escaped", format!("name = \"{ESCAPED}\"\n")).unwrap();
    put("key", format!("name = \"x\"\n\"{ESCAPED}\" = 1\n")).unwrap();
    put("raw", format!("name = \"{HOSTILE}\"\n")).unwrap();
    put(&HOSTILE.replace('/', ""), "name = \"x\"\n".to_owned()).unwrap();
    put(&TURNED.replace('/', ""), format!("name = \"{HOSTILE}\"\n")).unwrap();
}

/// A home in which everything that people and programs may have written is hostile.
fn furnish(store: &Store) {
    let places = store.places();
    let home = places.matches().ancestors().nth(2).unwrap().to_owned();
    furnish_boards(&home);
    fs::create_dir_all(places.matches()).unwrap();
    for (at, record) in [HOSTILE, TURNED].into_iter().flat_map(records).enumerate() {
        fs::write(places.matches().join(format!("{at}{TURNED}.parlour")), record).unwrap();
    }
    let players = |name: &str| {
        let (name, command) = (Some(name.to_owned()), name.to_owned());
        [Player::Human { name }, Player::Program { command }]
    };
    for name in [HOSTILE, TURNED, LONG] {
        store.note_result("connect4", "Standard", &players(name), &[Seat::FIRST]).unwrap();
    }
    fs::create_dir_all(places.contests()).unwrap();
    let contests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen/contests/1");
    let journal = fs::read_to_string(contests.join("turtles-forfeits.contest")).unwrap();
    for (at, part) in ["Quitter", "oh no", "it died", "died\"", "Lagoon", "UTC", "exec:sh"]
        .into_iter()
        .enumerate()
    {
        for (which, text) in [ESCAPED, LONG].into_iter().enumerate() {
            let text = if part.ends_with('"') { format!("{text}\"") } else { text.to_owned() };
            let file = places.contests().join(format!("{at}-{which}.contest"));
            fs::write(file, journal.replace(part, &text)).unwrap();
        }
    }
}

/// Looks at every cell of the screen.
fn look(room: &Room, after: &str) {
    for cell in &room.draw().content {
        assert!(!cell.symbol().contains(is_harmful), "{:?} after {after}", cell.symbol());
    }
}

fn walk(room: &mut Room, keys: &str) {
    look(room, "the start");
    let mut pressed = String::new();
    for key in keys.split_whitespace() {
        room.press(key);
        pressed.push_str(&format!("{key} "));
        look(room, &pressed);
    }
}

const SETTINGS: &str = "characters = \"unicode\"\nanimations = \"off\"\nbot_time_ms = 20\n";

#[test]
fn pages() {
    // Each row of a list looked at, opened, and left.
    let rows = "enter end n esc esc down ".repeat(30);
    for way in [
        &format!("s {rows}"),
        &format!("a r {}", "enter tab tab p esc esc down ".repeat(14)),
        "c tab enter esc esc",
        "t down tab down right right",
        "e down right left down",
        &format!("1 {}", "right ".repeat(12)),
        "1 down down down right right right down enter 4 enter esc",
        "? down down esc o down",
    ] {
        let settings = format!("{SETTINGS}programs = [\"sh -c '{TURNED}'\"]\n");
        walk(&mut furnished(&settings, Depth::True, furnish), way);
    }
}

#[test]
fn configuration() {
    for text in [ESCAPED, TURNED, HOSTILE, LONG] {
        for settings in [
            format!("theme = \"{text}\"\n"),
            format!("\"{text}\" = 1\n"),
            format!("bot_speed = \"{text}\"\nprograms = [\"{text}\"]\n"),
            format!("{text}\n"),
        ] {
            let mut room = furnished(&settings, Depth::True, |store| {
                let places = store.places();
                fs::create_dir_all(places.themes()).unwrap();
                fs::write(places.themes().join(format!("{TURNED}.toml")), &settings).unwrap();
                fs::write(places.keys(), format!("[match]\nundo = \"{text}\"\n\"{text}\" = 1\n"))
                    .unwrap();
                fs::create_dir_all(places.remembered().parent().unwrap()).unwrap();
                fs::write(places.remembered(), format!("[connect4]\nboard = \"{text}\"\n"))
                    .unwrap();
            });
            walk(&mut room, "? esc e right right right down right down right esc 1 down right");
        }
    }
}

//! Pages of lists that may be very long: they are there before anything is read, fill while it is,
//! and read no more than they show.

use std::fs;

use parlour::play::{Player, Seat, Variant};
use parlour::store::boards::{self, Boards};
use parlour::store::{Places, Store};
use parlour::tui::Depth;

use crate::room::{Room, room};
use crate::tiny::{PARSED, Race};

const STILL: &str = "theme = \"dark\"\ncharacters = \"unicode\"\nanimations = \"off\"\n";
const MANY: usize = 250;

/// Many matches, boards and contests, and some results.
fn furnish(store: &Store) {
    let places = store.places();
    let (matches, contests) = (places.matches(), places.contests());
    let own = places.boards(Some("connect4"));
    for folder in [&matches, &contests, &own] {
        fs::create_dir_all(folder).unwrap();
    }
    for at in 0..MANY {
        let text = format!(
            "parlour record 1\ngame: connect4\nseat 1: human:Player {at}\nseat 2: bot:hasard\n\
             seed: 7\n\n--- board\nname = \"Standard\"\n--- moves\n  1: 4 4 3\n"
        );
        fs::write(matches.join(format!("2026-01-01-{at:06}.parlour")), text).unwrap();
        fs::write(own.join(format!("own-{at:03}.toml")), format!("name = \"Own {at:03}\"\n"))
            .unwrap();
        fs::write(contests.join(format!("{at:03}.contest")), "{}").unwrap();
    }
    let players = [Player::Human { name: None }, Player::Bot { strategy: "hasard".to_owned() }];
    store.note_result("connect4", "Standard", &players, &[Seat::at(0)]).unwrap();
}

/// The menu of a furnished home, before anything was read; and the room that keeps the home.
fn before_reading() -> (Room, Room) {
    let home = room(STILL, Depth::True, furnish);
    let held = home.beside_held();
    (held, home)
}

fn sees(room: &Room, words: &[&str]) {
    let picture = room.picture();
    for word in words {
        assert!(picture.contains(word), "'{word}' is missing:\n{picture}");
    }
}

fn lacks(room: &Room, words: &[&str]) {
    let picture = room.picture();
    for word in words {
        assert!(!picture.contains(word), "'{word}' is there already:\n{picture}");
    }
}

#[test]
fn the_menu_is_there_before_the_store_is_read() {
    let (mut room, _home) = before_reading();
    sees(&room, &["Saved matches    reading…", "Statistics       reading…"]);
    lacks(&room, &["Continue"]);
    room.press("end");
    room.release();
    sees(&room, &["Saved matches    250", "Statistics       1 match, 1 won", "Continue"]);
    // The cursor was on the last entry, and is on it still, one row lower.
    room.press("enter");
    assert!(room.has_quit);
}

#[test]
fn continuing_waits_for_the_match_to_be_found() {
    let (mut room, _home) = before_reading();
    room.press("c");
    sees(&room, &["The games room"]);
    room.release();
    sees(&room, &["Connect Four", "move 4"]);
    // Who does something else meanwhile does not want it any more.
    let (mut room, _home) = before_reading();
    room.press("c t");
    room.release();
    sees(&room, &["Statistics"]);
}

#[test]
fn saved_matches_fill_while_keys_work() {
    let (mut room, _home) = before_reading();
    room.release();
    room.press("s");
    sees(&room, &["Saved matches", "reading…"]);
    lacks(&room, &["2026-", "Nothing yet"]);
    room.press("down down");
    room.release();
    sees(&room, &["250", "Player"]);
    // The list is read anew when it is shown again; until then it stays as it was.
    room.press("end v esc");
    sees(&room, &["reading…", "Player 0 - random"]);
    room.release();
    sees(&room, &["250", "Player 0 - random"]);
    lacks(&room, &["reading…"]);
}

#[test]
fn the_setup_has_the_bundled_boards_at_once_and_the_remembered_one() {
    let (mut room, home) = before_reading();
    room.release();
    room.press("1");
    sees(&room, &["Standard", "reading…"]);
    lacks(&room, &["Own"]);
    room.release();
    lacks(&room, &["reading…"]);
    // Past the bundled boards to the third of one's own.
    let bundled =
        Boards::of::<parlour::games::connect4::Connect4>().bundled(&room.context.store).len();
    room.press(&"down ".repeat(bundled + 2));
    sees(&room, &["○ Own 002", "Start on Standard"]);
    room.press("space");
    sees(&room, &["◉ Own 002", "Start on Own 002"]);
    room.press("enter");
    sees(&room, &["move 1"]);
    let mut again = home.beside_held();
    again.press("1");
    sees(&again, &["◉ Own 002", "reading…"]);
    lacks(&again, &["Own 001", "Own 003"]);
    again.release();
    sees(&again, &["◉ Own 002", "Own 001"]);
}

#[test]
fn contests_and_statistics_are_read_beside_the_screen() {
    let (mut room, _home) = before_reading();
    room.release();
    room.press("a");
    sees(&room, &["Start the contest"]);
    room.press("r");
    sees(&room, &["kept contests", "reading…"]);
    lacks(&room, &["cannot be read", "Nothing yet"]);
    room.release();
    sees(&room, &["250", "cannot be read"]);
    room.press("esc esc t");
    sees(&room, &["Statistics", "reading…"]);
    lacks(&room, &["random", "Nothing yet"]);
    room.release();
    sees(&room, &["1 match, 1 won", "you against random"]);
}

#[test]
fn one_board_is_found_without_reading_the_others() {
    let home = crate::homes::home();
    let store = Store::open(Places::at(home.path()));
    let folder = store.places().boards(Some("tiny-race"));
    fs::create_dir_all(&folder).unwrap();
    for at in 0..MANY {
        let board = format!("name = 'Own {at:03}'\ngoal = 9\n");
        fs::write(folder.join(format!("own-{at:03}.toml")), board).unwrap();
    }
    let parsed = |look: &dyn Fn()| {
        let before = PARSED.get();
        look();
        PARSED.get() - before
    };
    let load = |name: &str| boards::load::<Race>(&store, name, &[]);
    assert_eq!(parsed(&|| assert_eq!(load("own-123").unwrap().name(), "Own 123")), 1);
    assert_eq!(parsed(&|| assert!(load("short").is_ok())), 1);
    assert_eq!(parsed(&|| assert!(boards::usual::<Race>(&store, None, &[]).is_ok())), 1);
    assert_eq!(parsed(&|| assert!(boards::text::<Race>(&store, "own-001").is_ok())), 1);
    let all = boards::list::<Race>(&store);
    assert_eq!(parsed(&|| assert!(all[5].board().is_ok())), 1);
    // Who names no board of the many is told of some, and where the others are.
    let why = load("own").unwrap_err().to_string();
    let end = "'own-017', 232 more ('parlour boards list tiny-race' shows them) or a FILE.toml";
    assert!(why.ends_with(end), "{why}");
}

#[test]
fn continue_names_whom_one_plays_where_there_is_no_room_for_more() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.resize(80, 24);
    room.press("4 enter tab enter esc up enter");
    sees(&room, &["c Continue         Vorassic Park, Beginner "]);
}

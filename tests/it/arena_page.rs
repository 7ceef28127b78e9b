//! The arena in the arcade: the same results as on the command line, stopped and gone on with,
//! watched, and nobody left behind; and programs at other tables.

use std::fs;
use std::process::Command;
use std::time::Duration;

use parlour::store::KeptContest;
use parlour::tui::{Depth, Mouse, Msg};
use ratatui::layout::Position;
use serde_json::Value;

use crate::arcade::{Arcade, start};
use crate::arena::{FIRST_LEGAL, marked, nothing_left, shell};
use crate::fuzz::switch;
use crate::room::{Room, room};

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const TAB: &str = "\t";
const CTRL_C: &str = "\x03";
const STILL: &str = "theme = \"dark\"\ncharacters = \"unicode\"\nanimations = \"off\"\n";

/// From the menu to the end of a league of three: ten matches at a table, seed 3.
const LEAGUE: &str = "a down down down left left left down down right right right right enter";
/// The same as a knock-out.
const KNOCK_OUT: &str =
    "a down down right down left left left down down right right right right enter";

fn contest(room: &Room) -> KeptContest {
    room.context.store.contests().remove(0)
}

/// The matches of a journal.
fn matches(contest: &KeptContest) -> Vec<Value> {
    let text = contest.text.as_ref().unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Clicks on the first place where this text stands.
fn click(room: &mut Room, text: &str) {
    let picture = room.picture();
    let mut rows = picture.lines().zip(0..);
    let (line, row) = rows.find(|(line, _)| line.contains(text)).expect("it stands there");
    let column = line[..line.find(text).unwrap()].chars().count() as u16;
    room.tell(Msg::Mouse(Mouse::Click, Position::new(column + 1, row)));
}

#[test]
fn a_contest_is_set_up_with_the_mouse() {
    let mut room = room(STILL, Depth::True, |_| ());
    click(&mut room, "Arena");
    assert!(room.picture().contains("● Easy      depth 0"), "{}", room.picture());
    click(&mut room, "depth 0");
    assert!(room.picture().contains("○ Easy      depth 0"), "{}", room.picture());
    click(&mut room, "Start the contest");
    assert!(room.picture().contains("100 of 100"), "{}", room.picture());
    assert_eq!(matches(&contest(&room)).len(), 100);
}

/// How often each entrant won on each seat.
fn wins(matches: &[Value], entrants: usize) -> Vec<Vec<u64>> {
    let mut wins = vec![vec![0; 2]; entrants];
    for played in matches {
        for seat in 0..2 {
            let entrant = played["seating"][seat].as_u64().unwrap() as usize - 1;
            wins[entrant][seat] += u64::from(played["fates"][seat] == "won");
        }
    }
    wins
}

/// What the command line says for the same contest.
fn arena(more: &[&str]) -> Value {
    let home = crate::homes::home();
    let seats =
        ["--seat", "bot:hasard", "--seat", "bot:coup gagnant", "--seat", "bot:profondeur 0"];
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["arena", "connect4", "--games", "10", "--nodes", "1000", "--seed", "3", "--json"])
        .args(seats)
        .args(more)
        .env("PARLOUR_HOME", home.path())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

#[test]
fn the_page_and_the_command_line_agree() {
    for (keys, more, played) in [(LEAGUE, &[][..], 30), (KNOCK_OUT, &["--knock-out"], 20)] {
        let mut room = room(STILL, Depth::True, |_| {});
        room.press(keys);
        let here = matches(&contest(&room));
        let there = arena(more);
        assert!(here.len() >= played && there["played"] == here.len(), "{there}");
        for (entrant, wins) in wins(&here, 3).into_iter().enumerate() {
            let seats = there["entrants"][entrant]["by_seat"].as_array().unwrap();
            let won: Vec<u64> = seats.iter().map(|seat| seat["won"].as_u64().unwrap()).collect();
            assert_eq!(won, wins, "{there}");
        }
        assert!(room.picture().contains("over"), "{}", room.picture());
    }
}

#[test]
fn a_contest_that_was_stopped_goes_on_where_it_was() {
    let mut room = room(STILL, Depth::True, |_| {});
    room.press(LEAGUE);
    let whole = contest(&room);
    let picture = room.picture();
    room.press("esc");
    // As if the machine had been switched off while the twelfth match was being written down.
    let text = whole.text.clone().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (kept, cut) = (lines[..12].join("\n"), &lines[12][..40]);
    fs::write(&whole.path, format!("{kept}\n{cut}")).unwrap();
    room.press("r");
    assert!(room.picture().contains("11 of 30"), "{}", room.picture());
    room.press("enter");
    assert!(room.picture().contains("stopped"), "{}", room.picture());
    room.press("p");
    assert_eq!(room.picture(), picture);
    room.press("esc esc r enter");
    assert_eq!(room.picture(), picture, "what was appended after the cut line is read");
}

#[test]
fn what_cannot_be_read_is_listed_with_the_reason_and_can_be_deleted() {
    let damage = |store: &parlour::store::Store| {
        let folder = store.places().contests();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.contest"), "{\"parlour contest\": 1, \"game\": \"conn").unwrap();
    };
    let mut room = room(STILL, Depth::True, damage);
    room.press("a r");
    let picture = room.picture();
    assert!(picture.contains("cannot be read") && picture.contains("line 1"), "{picture}");
    room.press("enter x d");
    assert!(room.picture().contains("Nothing yet"), "{}", room.picture());
    assert!(room.context.store.contests().is_empty());
}

#[test]
fn every_match_can_be_replayed() {
    let mut room = room(STILL, Depth::True, |_| {});
    room.press(LEAGUE);
    room.press("tab tab tab down down enter");
    assert!(room.picture().contains("replay  "), "{}", room.picture());
    room.press("end");
    let last = matches(&contest(&room))[27]["plies"].to_string();
    assert!(room.picture().contains(&format!("move {last} of {last}")), "{}", room.picture());
}

#[test]
fn entrants_are_ticked_and_counted_and_too_few_are_refused() {
    let mut room = room(STILL, Depth::True, |_| {});
    room.press("a tab space down space down space");
    assert!(room.picture().contains("2 more entrants are"), "{}", room.picture());
    room.press("enter");
    assert!(room.context.store.contests().is_empty());
    room.press("right right");
    assert!(room.picture().contains("×2"), "{}", room.picture());
    // Another game and back: everything is as it was.
    room.press("home right");
    assert!(room.picture().contains("Sogo"), "{}", room.picture());
    room.press("left");
    assert!(room.picture().contains("×2"), "{}", room.picture());
}

/// A program that takes its time, in a home where the settings name it.
fn with_program(mark: &str, script: &str) -> Arcade {
    let program = shell(mark, script);
    let command = program.strip_prefix("exec:").unwrap();
    let settings = format!("{STILL}bot_speed = \"at-once\"\nprograms = ['''{command}''']\n");
    start(&settings).run()
}

/// Answers every turn with the first legal move, a moment later.
fn leisurely() -> String {
    format!(
        "while true; do {}; done",
        FIRST_LEGAL.replace("read -r t;", "read -r t || exit; sleep 0.3;")
    )
}

#[test]
fn a_contest_is_watched_halted_and_left_and_nobody_stays() {
    let arcade = with_program("onstage", &leisurely());
    arcade.see("Arena").press("a").see("Start the contest");
    // Only the program, three times.
    arcade.press(TAB).press(" j j ").see("yours");
    arcade.press("G").press("lll").see("×3");
    arcade.press(ENTER).see("Playing now").see("Match 1");
    arcade.press(ENTER).see("broadcast from the arena").see("Moves");
    arcade.press("p").see("all matches are paused");
    arcade.press("l").see("match 2");
    arcade.press("p").lose("paused");
    arcade.press(ESC).see("Playing now").press("p").see("paused");
    assert!(!marked("onstage").is_empty());
    // Out at once, in the middle of it all.
    arcade.press(CTRL_C);
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
    nothing_left("onstage");
    let kept = arcade.again().run();
    kept.see("Arena").press("a").press("r").see("kept contests").see("of 300");
    kept.press(ENTER).see("stopped").press(CTRL_C);
    assert_eq!(kept.end(), Ok(0));
}

/// The number of matches that a hall shows as played: `1 234 of 30 000`.
fn shown(screen: &str) -> usize {
    let line = screen.lines().find(|line| line.contains(" of 30 000")).expect("a hall");
    let digits = line.split(" of 30 000").next().unwrap().chars().rev();
    let digits: String = digits.filter(|it| *it != ' ').take_while(char::is_ascii_digit).collect();
    digits.chars().rev().collect::<String>().parse().unwrap()
}

/// `KILLS=100` kills so many contests.
#[test]
fn a_kill_loses_no_match_that_was_shown() {
    let mut all = (0, 0);
    for kill in 0..switch("KILLS", 2) {
        let arcade = start(STILL).run();
        arcade.see("Arena").press("a").see("Start the contest");
        arcade.press("jjj").press("llllllll").press(ENTER).see(" of 30 000");
        arcade
            .see_that("some matches", |screen| screen.contains(" of 30 000") && shown(screen) > 20);
        std::thread::sleep(Duration::from_millis(kill * 37 % 1000));
        arcade.signal("KILL");
        assert!(arcade.end().is_err());
        let shown = shown(&arcade.screen());
        let file = fs::read_dir(arcade.home().join("data/contests")).unwrap().next().unwrap();
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let whole = |line: &&str| serde_json::from_str::<Value>(line).is_ok();
        let kept = text.lines().skip(1).filter(whole).count();
        assert!(kept >= shown, "{shown} matches were shown, {kept} are kept");
        all = (all.0 + shown, all.1 + kept);
    }
    println!("{} matches were shown, {} are kept", all.0, all.1);
}

#[test]
fn a_program_from_the_settings_takes_a_seat_in_a_match() {
    let script = leisurely().replace("sleep 0.3;", "");
    let arcade = with_program("seated", &script);
    arcade.see("Arena").press("1").see("new match").press(TAB).press("j");
    // Space goes on from the bots to the programs.
    arcade.press(" ").see("exec:env PARLOUR_MARK=seated");
    arcade.press(ENTER).see("move 1").see("program");
    arcade.press("4").see("move 3");
    assert!(!marked("seated").is_empty());
    arcade.press(CTRL_C);
    assert_eq!(arcade.end(), Ok(0));
    nothing_left("seated");
}

#[test]
fn the_command_line_shows_its_progress_and_stops_at_a_signal() {
    let slow = shell("slowly", &leisurely());
    let arguments = ["arena", "connect4", "--seat", &slow, "--seat", "bot:hasard"];
    let arcade = start("").with(&arguments).run();
    arcade.see("/100").see("left").see("%");
    arcade.press(CTRL_C).see("stopped after").see("95 % interval").see("mean length");
    assert_eq!(arcade.end(), Ok(1));
    nothing_left("slowly");
}

/// A contest from elsewhere may name any programs: each is shown and asked for by itself.
#[test]
fn the_programs_of_a_kept_contest_are_asked_for() {
    let ran = crate::homes::home();
    let command = |name: &str| format!("touch '{}'", ran.path().join(name).display());
    let ran = |name: &str| ran.path().join(name).exists();
    let mut room = room(STILL, Depth::True, |store| {
        let frozen = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/frozen/contests/1");
        let text = fs::read_to_string(format!("{frozen}/connect4-league.contest")).unwrap();
        let mut first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        first["entrants"][1] = format!("exec:{}", command("one")).into();
        first["entrants"][2] = format!("exec:{}", command("other")).into();
        fs::create_dir_all(store.places().contests()).unwrap();
        fs::write(store.places().contests().join("x.contest"), format!("{first}\n")).unwrap();
    });
    let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
    let asks_for = |room: &Room, name: &str| {
        let picture = room.picture();
        let popup = picture.lines().flat_map(|line| line.chars().skip(15).take(50));
        let popup = without_spaces(&popup.collect::<String>());
        assert!(popup.contains(&without_spaces(&command(name))), "{picture}");
        assert!(picture.contains("Run this program"), "{picture}");
    };
    room.press("a r enter p");
    asks_for(&room, "one");
    room.press("enter");
    assert!(room.picture().contains("isn't run"), "{}", room.picture());
    room.press("p r");
    asks_for(&room, "other");
    assert!(!ran("one") && !ran("other"), "nothing is run before all have been asked for");
    room.press("esc p");
    asks_for(&room, "other");
    room.press("r");
    assert!(ran("one") && ran("other"), "{}", room.picture());
}

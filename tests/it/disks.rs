//! A disk that runs full and a home that becomes read-only, both in the middle of a match: it is
//! said, the match goes on, and what can be written again is.
//!
//! The home is a tiny disk of its own, mounted where only the program sees it. Where the system
//! lets nobody mount, the tests say so and are skipped.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use parlour::play::Record;

use crate::arcade::{Arcade, start};
use crate::needs;

const STILL: &str = "animations = \"off\"\nbot_speed = \"at-once\"\n";

/// Mounts a disk of 128 KB over the home, and waits beside the program for word to make it
/// read-only. In a user namespace that may change this mount (`bind`), but not the disk itself.
const SCRIPT: &str = "
mkfifo $HOME.word
mount -t tmpfs -o size=128k tmpfs $HOME || exit 9
(read word < $HOME.word; mount -o remount,bind,$word $HOME; rm $HOME.word; touch $HOME.done) &
exec $PARLOUR play connect4 --seat human:Ada --seat human:Ben
";

/// A match on a disk of its own, after two moves.
fn on_a_small_disk(test: &str) -> Option<Arcade> {
    if !needs::mounting(test) {
        return None;
    }
    let arcade = start(STILL).program("unshare").with(&["-rm", "sh", "-c", SCRIPT]).run();
    arcade.see("move 1");
    play(&arcade, 2..4);
    Some(arcade)
}

/// Drops the discs after which the match waits for these moves.
fn play(arcade: &Arcade, waits_for: Range<usize>) {
    for next in waits_for {
        let column = "\x1b[C".repeat(next % 7);
        arcade.press("\x1b[H").press(&column).press("\r").see(&format!("move {next}"));
    }
}

fn kept_moves(arcade: &Arcade) -> usize {
    let folder = arcade.inside(&arcade.home().join("data/matches"));
    let mut files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|it| it == "parlour")).unwrap();
    Record::parse(&fs::read_to_string(file).unwrap()).unwrap().moves.len()
}

/// Tells who waits beside the program to mount its disk in another way. That ends the waiting.
fn remount(arcade: &Arcade, way: &str) {
    let beside = |end: &str| {
        let mut name = arcade.home().as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    fs::write(beside(".word"), format!("{way}\n")).unwrap();
    arcade.wait_for_file(&beside(".done"));
    fs::remove_file(beside(".done")).unwrap();
}

/// The match can be left, and the arcade too.
fn leave(arcade: &Arcade) {
    arcade.press("\x1b").see("Leave").press("L").see("The games room").press("q");
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn a_disk_that_runs_full_is_said_and_the_match_goes_on() {
    let Some(arcade) = on_a_small_disk("a_disk_that_runs_full_is_said_and_the_match_goes_on")
    else {
        return;
    };
    assert_eq!(kept_moves(&arcade), 2);
    // Everything that is left, to the last byte.
    let filling = arcade.inside(&arcade.home().join("filling"));
    assert!(fs::write(&filling, [0; 1 << 20]).is_err(), "the disk is not full");
    play(&arcade, 4..5);
    arcade.see("not saved: no space left on device");
    play(&arcade, 5..6);
    arcade
        .see("not saved  move 5")
        .press("\x1b")
        .see("could not be saved")
        .press("\x1b")
        .lose("could not be saved");
    play(&arcade, 6..8);
    assert_eq!(kept_moves(&arcade), 2, "what was kept is whole");
    fs::remove_file(&filling).unwrap();
    play(&arcade, 8..10);
    arcade.lose("not saved");
    assert_eq!(kept_moves(&arcade), 8);
    remount(&arcade, "rw");
    leave(&arcade);
}

#[test]
fn a_home_that_becomes_read_only_is_said_and_the_match_goes_on() {
    let Some(arcade) =
        on_a_small_disk("a_home_that_becomes_read_only_is_said_and_the_match_goes_on")
    else {
        return;
    };
    remount(&arcade, "ro");
    play(&arcade, 4..5);
    arcade.see("not saved: read-only file system");
    play(&arcade, 5..8);
    arcade.see("not saved  move 7");
    assert_eq!(kept_moves(&arcade), 2);
    leave(&arcade);
}

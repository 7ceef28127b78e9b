//! The arcade as people meet it: in a terminal, from the menu to the end of a match, through
//! signals, panics, resizes and kill -9.

use std::thread;
use std::time::Duration;

use parlour::play::Record;

use crate::arcade::{Arcade, start};

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const TAB: &str = "\t";
const END: &str = "\x1b[F";
const HOME: &str = "\x1b[H";
const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";
const CTRL_C: &str = "\x03";
const CTRL_S: &str = "\x13";
const CTRL_U: &str = "\x15";
const CTRL_Z: &str = "\x1a";

/// Nothing moves by itself and bots answer at once, so that tests take no longer than they must.
const STILL: &str = "animations = \"off\"\nbot_speed = \"at-once\"\n";

const MENU: &str = "The games room";

/// Drops a disc in a column, counted from 1, wherever the cursor is.
fn drop_in(arcade: &Arcade, column: usize) {
    arcade.press(HOME).press(&RIGHT.repeat(column - 1)).press(ENTER);
}

/// Two people, and these columns played.
fn hot_seat(settings: &str, columns: &[usize]) -> Arcade {
    let people = ["play", "connect4", "--seat", "human:Ada", "--seat", "human:Ben"];
    let arcade = start(settings).with(&people).run();
    arcade.see("move 1");
    for (at, column) in columns.iter().enumerate() {
        drop_in(&arcade, *column);
        arcade.see(&format!("move {}", at + 2));
    }
    arcade
}

/// The moves a record holds.
fn moves_of(record: &str) -> usize {
    Record::parse(record).unwrap().moves.len()
}

#[test]
fn an_evening_from_the_menu_to_the_end_of_a_match_and_back() {
    let arcade = start(STILL).run();
    // Through the setup: a name, a weak bot, a seed.
    arcade.see(MENU).see("Connect Four");
    arcade.press("1").see("new match");
    arcade.press(TAB).press("e").see("Name");
    arcade.press("Ada").press(ENTER).lose("ctrl-u").see("Ada");
    arcade.press(DOWN).see("Easy: depth 0, gives no win away");
    arcade.press("h").see("Beginner: winning move, takes a win at once");
    arcade.press(TAB).press(END).press("e").see("Seed");
    arcade.press("7").press(ENTER).lose("ctrl-u");
    arcade.press(ENTER).see("move 1").see("Ada");

    // A move, its answer, and both taken back.
    drop_in(&arcade, 4);
    arcade.see("move 3");
    arcade.press("u").see("move 1");
    arcade.press("y").see("move 3");

    // A copy under a name.
    arcade.press(CTRL_S).see("Save the match as");
    arcade.press(CTRL_U).press("Tuesday").press(ENTER).see("saved as");
    assert_eq!(arcade.matches().len(), 2);

    // To the end, left to right, whatever the bot does.
    let mut ply = 3;
    'rounds: for column in (1..=7).flat_map(|column| [column; 6]) {
        drop_in(&arcade, column);
        let next = format!("move {}", ply + 2);
        match arcade.see_one(&[&next, "rematch", "is full"]) {
            0 => ply += 2,
            1 => break 'rounds,
            _ => _ = arcade.press(HOME).lose("is full"),
        }
    }
    arcade.see("rematch").see("v Replay");
    arcade.press(ESC).see(MENU).see("Saved matches");
    // What Tuesday holds is unfinished, and offered.
    arcade
        .press("s")
        .see("Ada wins")
        .press(DOWN)
        .see("Tuesday")
        .press(ESC)
        .see(MENU)
        .see("Continue");
    arcade.press("q");
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn continue_brings_the_match_back_with_every_move() {
    let arcade = hot_seat(STILL, &[4, 4, 3, 5, 2]);
    arcade.press(HOME);
    // Nothing is said and nothing moves: this is the picture to find again.
    arcade.press(ESC).see("Continue' in the menu").press(ESC).lose("Continue' in the menu");
    let picture = arcade.screen();
    arcade.press(CTRL_C);
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();

    let arcade = arcade.again().run();
    arcade.see("Connect Four, Ada - Be");
    arcade.press("c").see("move 6").press(HOME);
    arcade.see_all_of(&picture);
    arcade.press("u").see("move 5").press("y").see("move 6");
    drop_in(&arcade, 7);
    arcade.see("move 7");
    drop_in(&arcade, 1);
    arcade.see("with four in a row").see_that("Ada as the winner", |screen| {
        screen.lines().any(|line| line.contains("◆ Ada ") && line.trim_end().ends_with(" wins"))
    });
}

#[test]
fn a_kill_loses_no_move_that_was_seen() {
    let arcade = hot_seat(STILL, &[4, 4, 3, 5, 2, 1, 7]);
    arcade.press(HOME).press(ESC).see("Resume").press(ESC).lose("Resume");
    let picture = arcade.screen();
    arcade.signal("KILL");
    assert!(arcade.end().is_err());
    assert_eq!(moves_of(&arcade.matches()[0]), 7);

    let arcade = arcade.again().run();
    arcade.see("Continue").press("c").see("move 8").press(HOME);
    arcade.see_all_of(&picture);
}

#[test]
fn a_long_paste_does_not_stop_the_keys() {
    let arcade = start(STILL).run();
    arcade.see(MENU);
    // More than a terminal holds back for a program that is busy, without the marks of a paste.
    arcade.press(&"kj".repeat(10_000)).press("?").see("games room  help");
    arcade.press(ESC).see(MENU);
}

#[test]
fn the_mouse_plays_too() {
    let arcade = start(STILL).run();
    arcade.see(MENU);
    let row_of = |arcade: &Arcade, text: &str| {
        let screen = arcade.screen();
        1 + screen.lines().position(|line| line.contains(text)).unwrap()
    };
    let row = row_of(&arcade, "1 Connect Four");
    arcade.press(&format!("\x1b[<0;6;{row}M")).see("new match");
    let row = row_of(&arcade, "Start on Standard");
    arcade.press(&format!("\x1b[<0;66;{row}M")).see("move 1");
    arcade.press("\x1b[<0;20;12M").see("move 3");
}

#[test]
fn the_terminal_is_given_back_after_q() {
    let arcade = start(STILL).run();
    arcade.see(MENU).press("q");
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn the_terminal_is_given_back_after_an_error() {
    let arcade = start("").variable("PARLOUR_TRIP", "error").run();
    arcade.see(MENU).press(DOWN);
    assert_eq!(arcade.end(), Ok(1));
    arcade.restored();
    // It is said where it can be read: after the full screen was left.
    arcade.see("tripped on purpose");
    assert!(arcade.last_words().contains("parlour: the terminal: tripped on purpose"));
}

#[test]
fn the_terminal_is_given_back_after_a_panic() {
    let arcade = start("").variable("PARLOUR_TRIP", "main").run();
    arcade.see(MENU).press(DOWN);
    assert_eq!(arcade.end(), Ok(101));
    arcade.restored();
    arcade.see("tripped on purpose");
    assert!(arcade.last_words().contains("tripped on purpose"));
}

/// Everybody may send it, at any moment; here in the middle of a motion.
fn check_signal(name: &str, died_of: &str) {
    let arcade = hot_seat("", &[4]);
    drop_in(&arcade, 4);
    arcade.signal(name);
    assert_eq!(arcade.end(), Err(died_of.to_owned()));
    arcade.restored();
    assert!(moves_of(&arcade.matches()[0]) >= 1);
}

#[test]
fn the_terminal_is_given_back_after_sigterm() {
    check_signal("TERM", "Terminated");
}

#[test]
fn the_terminal_is_given_back_after_sighup() {
    check_signal("HUP", "Hangup");
}

#[test]
fn the_terminal_is_given_back_after_sigint() {
    check_signal("INT", "Interrupt");
}

#[test]
fn ctrl_z_stops_and_sigcont_brings_everything_back() {
    let arcade = hot_seat(STILL, &[4, 4]);
    let picture = arcade.screen();
    for from_outside in [false, true] {
        match from_outside {
            true => arcade.signal("TSTP"),
            false => _ = arcade.press(CTRL_Z),
        }
        arcade.stopped();
        arcade.restored();
        arcade.signal("CONT");
        arcade.see_all_of(&picture);
    }
    drop_in(&arcade, 3);
    arcade.see("move 4").press(CTRL_C);
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn a_shell_sees_ctrl_z_and_fg_as_with_any_program() {
    let shell = start(STILL).program("sh").with(&["-i"]).variable("PS1", "ready> ").run();
    shell.see_prompt("ready>").press("$PARLOUR\r").see(MENU);
    shell.press(CTRL_Z).see("Stopped").see_prompt("ready>");
    shell.press("fg\r").see(MENU).press("q").see_prompt("ready>");
    shell.press("echo st''ill here\r").see("still here").press("exit\r");
    assert_eq!(shell.end(), Ok(0));
    shell.restored();
}

#[test]
fn a_panicking_bot_leaves_the_match_playable() {
    let bot = ["play", "connect4", "--seat", "human:Ada", "--seat", "bot:hasard"];
    let arcade = start(STILL).with(&bot).variable("PARLOUR_TRIP", "bot").run();
    arcade.see("move 1");
    drop_in(&arcade, 4);
    arcade.see("the bot failed (tripped on purpose)").see("move 2");
    arcade.press("p").see("the bot failed");
    arcade.press("u").see("move 1");
    drop_in(&arcade, 1);
    arcade.see("the bot failed").see("move 2");
    arcade.press(ESC).see("Leave").press("L").see(MENU).see("Continue");
    arcade.press("c").see("the bot failed").press(ESC).see("Leave").press("L").see(MENU);
    arcade.press("q");
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn a_terminal_too_small_says_so_and_the_match_waits() {
    let arcade = hot_seat(STILL, &[4, 4, 5]);
    let picture = arcade.screen();
    for (columns, rows) in [(30, 8), (79, 3), (1, 1), (20, 40)] {
        arcade.resize(columns, rows);
        if columns > 20 {
            arcade.see("is too small").see("is needed");
        }
    }
    arcade.resize(80, 24);
    arcade.see_all_of(&picture);
    drop_in(&arcade, 1);
    arcade.see("move 5");
    arcade.resize(120, 40);
    arcade.see("move 5").press(CTRL_C);
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn it_starts_in_a_terminal_too_small() {
    let arcade = start(STILL).size(40, 10).run();
    arcade.see("40×10 is too small").press("q");
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn a_puzzle_from_a_file_is_called_like_it() {
    let puzzle =
        "game = \"connect4\"\nboard = \"standard\"\nmoves = \"1 2 1 2 1 2\"\ngoal = \"win in 1\"\n";
    let arcade = start("").file("fork.toml", puzzle).with(&["puzzles", "play", "fork.toml"]).run();
    arcade.see("Red to play and win").see("fork").press("1").see("at the first try");
    arcade.press(ESC).see(MENU).press("q");
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn broken_files_are_said_and_are_no_obstacle() {
    let broken = "theme = \"dark\nmouse = true\n";
    let arcade = start(broken).run();
    arcade.see(MENU).see("settings.toml").press("1").see("new match");
    arcade.press(CTRL_C);
    assert_eq!(arcade.end(), Ok(0));
    let file = arcade.home().join("config/settings.toml");
    assert_eq!(std::fs::read_to_string(file).unwrap(), broken);
}

#[test]
fn an_idle_program_is_never_woken() {
    let menu = start(STILL).run();
    menu.see(MENU);
    // A match that waits for a person, after a motion and a bot's answer.
    let bot = ["play", "connect4", "--seat", "human:Ada", "--seat", "bot:hasard"];
    let game = start("bot_speed = \"at-once\"\n").with(&bot).run();
    game.see("move 1");
    drop_in(&game, 4);
    game.see("move 3");
    let both = [&menu, &game];
    both.iter().for_each(|arcade| settle(arcade));
    let before = both.map(Arcade::effort);
    for effort in &before {
        assert!(effort.len() >= 3, "the loop, the keys and the signals have a thread each");
    }
    // Nothing happens for two seconds: no thread is woken once.
    thread::sleep(Duration::from_secs(2));
    assert_eq!(both.map(Arcade::effort), before);
}

/// Waits until two looks in a row find the same: the last frame is written and motions are over.
fn settle(arcade: &Arcade) {
    for _ in 0..100 {
        let before = arcade.effort();
        thread::sleep(Duration::from_millis(300));
        if arcade.effort() == before {
            return;
        }
    }
    panic!("it never comes to rest: {:?}", arcade.effort());
}

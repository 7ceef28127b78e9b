//! A host and guests at the full screen, each in a terminal of their own.

use std::process::{Child, Stdio};

use super::commands::{finish, parlour};
use crate::arcade::{Arcade, start};

const STILL: &str = "animations = \"off\"\nbot_speed = \"at-once\"\ntheme = \"dark\"\n";
const ENTER: &str = "\r";
const ESC: &str = "\x1b";

/// The jewel is one step away, and nearly every card is that step.
const SPRINT: &str = r#"
name = "Sprint"
grid = """
1 . 2
* . *
. . .
"""
facing = "SS"
jewels = ["green", "blue"]
deck = { forward = 60, left = 1 }
walls = { stone = 0, ice = 0 }
"#;

/// The invitation that stands on a host's page.
fn invitation(host: &Arcade) -> String {
    let screen = host.see("parlour://").screen();
    let word = screen.split_whitespace().find(|word| word.starts_with("parlour://"));
    word.unwrap().to_owned()
}

fn join(invitation: &str, name: &str) -> Arcade {
    start(STILL).with(&["join", invitation, "--name", name]).run()
}

/// Does what the page asks of whoever is to play; false once the match is over.
fn take_turn(guest: &Arcade) -> bool {
    let before = guest.screen();
    let keys = match &before {
        screen if screen.contains("rematch") => return false,
        screen if screen.contains("Pick cards to throw away") => ENTER,
        screen if screen.contains("r run") => "r",
        screen if screen.contains("Pick cards that lead to a jewel") => " \r",
        _ => return true,
    };
    guest.press(keys).see_that("what came of it", |screen| screen != before);
    true
}

#[test]
fn a_host_and_two_guests_play_turtles_at_the_full_screen_to_the_end() {
    let folder = crate::homes::home();
    let board = folder.path().join("sprint.toml");
    std::fs::write(&board, SPRINT).unwrap();
    let table = format!("turtles:{}", board.display());
    let call = ["host", "--listen", "127.0.0.1:0", "--name", "Reef", "--table", &table];
    let host = start(STILL).with(&call).run();
    host.see("waits for 2 more");
    let invitation = invitation(&host);
    let ann = join(&invitation, "Ann");
    host.see("waits for one more");
    let bob = join(&invitation, "Bob");
    for guest in [&ann, &bob] {
        guest.see("Sprint").see("begins");
    }
    while take_turn(&ann) && take_turn(&bob) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    for guest in [&ann, &bob] {
        guest.see("rematch").see("wins");
    }
    host.see("over, ");
    // Once more, with the score of the series.
    ann.press("n");
    bob.see("Ann would like another match").press("n");
    for guest in [&ann, &bob] {
        guest.lose("rematch").see("1 win");
    }
    ann.press(ESC).see("Resign").press("r");
    bob.see("rematch").press(ESC).see("In this house").press(ESC);
    // Who came by a command is back at the shell, and never was in the arcade.
    assert_eq!(bob.end(), Ok(0));
}

#[test]
fn a_house_opens_from_the_menu_and_an_invitation_is_pasted() {
    let host = start(STILL).run();
    host.see("The games room").press("m").see("How it works");
    host.press("1").see("This computer").press("t").see("no one yet");
    host.press("t").see("Open the table").press(ENTER).see("waits for 2 more");
    let invitation = invitation(&host);
    // The house stays open under the menu.
    host.press(ESC).see("your house is open").press("m").see("waits for 2 more");

    let guest = start(&format!("{STILL}names = [\"Bob\"]\n")).run();
    guest.see("The games room").press("m").see("How it works").press("2").see("paste it here");
    let (spoilt, last) = invitation.split_at(invitation.len() - 1);
    guest.press(spoilt).see("1 more to come");
    guest.press(if last == "Z" { "Y" } else { "Z" }).see("doesn't know this invitation");
    guest.press("\x7f").press(last).see("the key fits; you may play").see("Sit down");
    guest.press(ENTER).see("one more player is needed");
    host.see("waits for one more").see("Bob").press(ENTER).see("Moves");
    guest.see("Moves").press(ESC).see("Resign").press("r").see("rematch");
    host.see("rematch");
    // It is remembered, and nobody else may read where.
    guest.press(ESC).see("In this house").press(ESC).see("Houses you know");
}

/// A program that joins from a home of its own.
fn enter(home: &std::path::Path, invitation: &str, name: &str, program: &[&str]) -> Child {
    let mut command = parlour(&home.join(name));
    command.args(["join", invitation, "--name", name, "--"]).args(program);
    command.stdin(Stdio::null()).spawn().unwrap()
}

#[test]
fn programs_are_ticked_in_the_waiting_room_and_play() {
    let folder = crate::homes::home();
    let home = folder.path();
    let host = start(STILL).size(100, 30).run();
    host.see("Arena").press("a").see("Start the contest");
    // Ten matches at a table, and none of our own bots.
    host.press("jjj").press(&"\x1b[D".repeat(3)).see("10 at a table");
    host.press("\t").press(" j j ").press("h").see("Listen at");
    host.press("\x15").press("127.0.0.1:0").press(ENTER);
    host.see("no one has joined yet").see("2 more must take part");
    let play = invitation(&host);
    let random =
        [env!("CARGO_BIN_EXE_parlour"), "bot", "connect4", "--strategy", "random"].as_slice();
    let broken = ["sh", "-c", "echo no module named brain >&2; exit 2"].as_slice();
    let programs = [("ada", random), ("bob", random), ("mallory", broken)];
    let joined: Vec<Child> = programs
        .iter()
        .map(|(name, program)| {
            let child = enter(home, &play, name, program);
            host.see(name);
            child
        })
        .collect();
    // Who has come, from where, and whether the program answers; what it says where it doesn't.
    host.see("3 programs").see("127.0.0.1").see("answers, ").see("doesn't answer");
    host.press("G").see("no module named brain");
    host.see("3 take part").press(" ").see("2 take part");
    host.press("f").see("knock-out").press("fff").see("league");
    host.press(ENTER).see("10 of 10").see("random (ada)").see("random (bob)");
    assert!(!host.screen().contains("mallory"), "{}", host.screen());
    // Back in the room everybody is still there, and may play again.
    host.press(ESC).see("waiting room").see("3 programs").press(ESC).see("Start the contest");
    for program in joined {
        finish(program);
    }
    host.press("\x03");
    assert_eq!(host.end(), Ok(0));
}

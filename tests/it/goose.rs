//! The Goose Game in a terminal: a match, a crowd, the odds of a board, and the editor.

use std::time::Duration;

use parlour::games::goose::Goose;
use parlour::play::{Game, Player, Session, Variant};
use parlour::screens;
use parlour::tui::Depth;

use crate::arcade::{Arcade, start};
use crate::room::room;

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const TAB: &str = "\t";
const DOWN: &str = "\x1b[B";
const CTRL_U: &str = "\x15";

const STILL: &str = "animations = \"off\"\nbot_speed = \"at-once\"\n";

/// The setup screen of the game, from the menu.
fn setup() -> Arcade {
    let at = parlour::games::IDS.iter().position(|id| *id == "goose").unwrap();
    let arcade = start(STILL).run();
    arcade.see("The games room").press(&(at + 1).to_string()).see("new match");
    arcade.see("Gioco dell'Oca");
    arcade
}

#[test]
fn two_people_throw_and_the_moves_are_a_story() {
    let people = ["--seat", "human:Bilbo", "--seat", "human:Frodo", "--seed", "4"];
    let arcade = start(STILL).with(&[&["play", "goose"][..], &people].concat()).run();
    arcade.see("Bilbo, throw the dice").see("at the start");
    arcade.press(ENTER).see("Bilbo threw").see("Frodo, throw the dice").see("throw 2");
    // The odds from here, and what a cell does.
    arcade.press("a").see("Odds").see(" %");
    arcade.press("\x1b[F").see("cell 63: home");
    // Enter throws, wherever the cursor is.
    arcade.press(ENTER).see("Frodo threw").see("throw 3");
    arcade.press("u").see("throw 2");
    arcade.press("\x03");
    assert_eq!(arcade.end(), Ok(0));
}

#[test]
fn a_crowd_of_forty_runs_by_itself_to_the_end() {
    let seats = [["--seat", "bot:auto"]; 40].concat();
    let arcade = start(STILL).with(&[&["play", "goose", "--seed", "3"][..], &seats].concat()).run();
    arcade.press("f").see("by reaching home on cell 63");
}

#[test]
fn a_long_board_follows_the_pawn() {
    let people = ["--variant", "marathon", "--seat", "human:Ada", "--seed", "4"];
    let arcade = start(STILL).with(&[&["play", "goose"][..], &people].concat()).run();
    arcade.see("Ada, throw the dice").lose("100");
    // The end of the track comes into sight with the cursor.
    arcade.press("\x1b[F").see("cell 500: home").see("home");
    for throw in 2..12 {
        arcade.press(ENTER).see(&format!("throw {throw}"));
    }
    arcade.lose("home");
}

#[test]
fn the_odds_of_a_board_are_exact_for_one_and_played_for_two() {
    let arcade = setup();
    arcade.press("o").see("Wins").see("2 players").see("1 000 000 matches");
    arcade.press("-").see("one player").see("47.671 %").see("exact");
    arcade.press(DOWN).see("landings per match");
    arcade.press(ESC).see("new match");
}

#[test]
fn a_board_is_drawn_tried_saved_and_in_the_list() {
    let arcade = setup();
    arcade.press("d").see("Board editor").see("47.67 %");
    arcade.press(TAB).press("t").see("not saved").see("cell 2: a trap").lose("47.67 %");
    arcade.press("u").see("47.67 %").lose("not saved");
    arcade.press("y").see("not saved");
    // A trial, and back.
    arcade.press(ENTER).see("trying it").press(ENTER).see("red is in cell 0, red throws");
    arcade.press(ESC).see("not saved");
    // Leaving asks.
    arcade.press(ESC).see("has changes that are not saved");
    arcade.press(ESC).lose("has changes that are not saved");
    arcade.press("s").see("Save the board as");
    arcade.press(CTRL_U).press("bogs").press(ENTER).see("saved as").lose("not saved");
    let file = arcade.home().join("config/boards/goose/bogs.toml");
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("at = 2\nkind = \"trap\""), "{text}");
    arcade.press(ESC).see("new match").see("yours");
}

/// Ten bots on a thousand cells are some thousand throws: too many for one update.
fn long_race() -> Session<Goose> {
    let text = "name = \"Long\"\ncells = 1000\ndice = { count = 1, sides = 4 }\n";
    Session::new(&<Goose as Game>::Variant::parse(text).unwrap(), 10, 1)
}

#[test]
fn a_match_of_thousands_of_throws_plays_to_its_end_and_hears_keys_on_the_way() {
    let mut room = room("animations = \"off\"", Depth::True, |_| {});
    let players = vec![Player::Bot { strategy: "auto".to_owned() }; 10];
    let screen = screens::play::open(long_race(), players, &mut room.context);
    room.open(screen);
    room.press("f");
    let shown = room.picture();
    assert!(!shown.contains("wins"), "the match was played in one update:\n{shown}");
    room.press("esc");
    assert!(room.picture().contains("Pause"), "a key is heard on the way");
    room.press("esc f");
    room.wait(Duration::from_secs(60));
    let shown = room.picture();
    assert!(shown.contains("wins"), "{shown}");
}

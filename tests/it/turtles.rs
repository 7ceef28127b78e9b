//! Robot Turtles at one keyboard: a whole match of three people who hand it over to each other.

use parlour::games::turtles::{Turtles, TurtlesVariant};
use parlour::play::{Eye, Game, Session, Variant, with_keys};

use crate::arcade::start;

const ENTER: &str = "\r";
const STILL: &str = "animations = \"off\"\n";
/// Two cards forward arrive.
const SPRINT: &str = "\"1.2.3 \\n ..... \\n *.*.*\"";

/// A seed with which everybody is dealt at least two cards Forward; they lie first in the hand.
fn seed() -> u64 {
    let board = Turtles::BOARDS.iter().find(|(stem, _)| *stem == "galapagos-3").unwrap().1;
    let text = with_keys(board, &[("grid".to_owned(), SPRINT.to_owned())]).unwrap();
    let variant = TurtlesVariant::parse(&text).unwrap();
    let everybody_walks = |seed: &u64| {
        let mut session: Session<Turtles> = Session::new(&variant, 3, *seed);
        while session.roll().is_some() {}
        let seen = Turtles::describe(&session.state().view(Eye::Everything));
        (0..3).all(|seat| seen["turtles"][seat]["hand"].as_str().unwrap().starts_with("FF"))
    };
    (1..).find(everybody_walks).unwrap()
}

#[test]
fn three_people_share_one_keyboard() {
    let (grid, seed) = (format!("grid={SPRINT}"), seed().to_string());
    let people = ["--seat", "human:Ada", "--seat", "human:Ben", "--seat", "human:Cyd"];
    let mut words = vec!["play", "turtles", "--variant", "galapagos-3", "--set", &grid];
    words.extend(people);
    words.extend(["--seed", &seed]);
    let arcade = start(STILL).with(&words).run();
    for _ in 0..3 {
        // Nothing is shown until the next one has taken the keyboard.
        arcade.see("The keyboard goes to").lose("Hand");
        arcade.press(ENTER).see("lay cards, build a wall");
        arcade.press("1").press("2").press(ENTER).see("discard what you do not need");
        // The program lies face down even for its owner.
        arcade.lose("FF").press(ENTER);
    }
    for _ in 0..2 {
        arcade.see("The keyboard goes to").press(ENTER).see("lay cards, build a wall");
        arcade.press("r");
    }
    arcade.see("wins with 2 points");
}

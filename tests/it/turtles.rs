//! Robot Turtles: the laws under every option, people who share a keyboard, undo among secrets, and
//! the puzzles.

use std::time::Duration;

use parlour::games::turtles::{Move, Puzzle, Turtles, TurtlesVariant};
use parlour::laws::hold_in_a_match;
use parlour::play::puzzle::pages;
use parlour::play::{Eye, Game, Player, Session, Variant, with_keys};
use parlour::screens;
use parlour::tui::{Depth, Mouse, Msg};
use ratatui::layout::Position;

#[cfg(unix)]
use crate::arcade::start;
use crate::room::{Room, room};

#[cfg(unix)]
const ENTER: &str = "\r";
const STILL: &str = "animations = \"off\"\n";
const MOVING: &str = "animations = \"on\"\nbot_speed = \"at-once\"\n";
/// Two cards forward arrive.
const SPRINT: &str = "\"1.2.3 \\n ..... \\n *.*.*\"";

/// A bundled board with some of its keys changed.
fn board(stem: &str, keys: &[(&str, &str)]) -> TurtlesVariant {
    let text = Turtles::BOARDS.iter().find(|(name, _)| *name == stem).unwrap().1;
    let keys: Vec<(String, String)> =
        keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    TurtlesVariant::parse(&with_keys(text, &keys).unwrap()).unwrap()
}

/// A seed with which everybody is dealt at least two cards Forward; they lie first in the hand.
fn seed(variant: &TurtlesVariant, seats: usize) -> u64 {
    let everybody_walks = |seed: &u64| {
        let mut session: Session<Turtles> = Session::new(variant, seats, *seed);
        while session.roll().is_some() {}
        let seen = Turtles::describe(&session.state().view(Eye::Everything));
        (0..seats).all(|seat| seen["turtles"][seat]["hand"].as_str().unwrap().starts_with("FF"))
    };
    (1..).find(everybody_walks).unwrap()
}

/// Every rule a board may switch on or off, in every combination, at every table; on small boards
/// with everything on them, where random turtles meet each other and arrive soon.
#[test]
fn the_laws_hold_under_every_option() {
    let small = [
        (2, "\"1.2 \\n .%+ \\n ... \\n *.#\"", "[\"pink\"]"),
        (3, "\"1.2.3 \\n .%.+. \\n *.#.*\"", "[\"pink\", \"blue\"]"),
        (4, "\"1.2.3.4 \\n .%.+.#. \\n *..*..*\"", "[\"pink\", \"green\", \"blue\"]"),
    ];
    for (seats, grid, jewels) in small {
        for bug in ["true", "false"] {
            for rounds in ["1", "3"] {
                for edge in ["\"start\"", "\"wall\""] {
                    let options = [("bug", bug), ("rounds", rounds), ("edge", edge)];
                    let keys = [&[("grid", grid), ("jewels", jewels)][..], &options].concat();
                    hold_in_a_match::<Turtles>(
                        &board(&format!("galapagos-{seats}"), &keys),
                        seats,
                        7,
                    );
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn three_people_share_one_keyboard() {
    let (grid, seed) =
        (format!("grid={SPRINT}"), seed(&board("galapagos-3", &[("grid", SPRINT)]), 3));
    let seed = seed.to_string();
    let people = ["--seat", "human:Ada", "--seat", "human:Ben", "--seat", "human:Cyd"];
    let mut words = vec!["play", "turtles", "--variant", "galapagos-3", "--set", &grid];
    words.extend(people);
    words.extend(["--seed", &seed]);
    let arcade = start(MOVING).with(&words).run();
    for _ in 0..3 {
        // Nothing is shown until the next one has taken the keyboard.
        arcade.see("Pass the keyboard to").lose("Hand");
        arcade.press(ENTER).see("Pick cards that lead to a jewel, or build a wall");
        arcade.press("1").press("2").press(ENTER).see("Pick cards to throw away");
        // The program lies face down even for its owner.
        arcade.lose("FF").press(ENTER);
    }
    for _ in 0..2 {
        arcade
            .see("Pass the keyboard to")
            .press(ENTER)
            .see("Pick more cards, build a wall, or run");
        // The program runs before everybody's eyes, by hand forth and back, and then the page asks
        // for the next one.
        arcade.press("r ").see("card 1 of 2").see("walks").lose("Pass the keyboard to");
        arcade.press(" ").see("card 2 of 2").see("arrives");
        arcade.press(",").see("card 1 of 2").press(ENTER);
    }
    arcade.see("by reaching a jewel first").see("1st").see("2nd").see("3rd");
}

/// A room in which these players sit at a board.
fn seated(settings: &str, variant: &TurtlesVariant, players: &[&str], seed: u64) -> Room {
    let mut room = room(settings, Depth::True, |_| ());
    let players: Vec<Player> = players.iter().map(|player| player.parse().unwrap()).collect();
    let session = Session::<Turtles>::new(variant, players.len(), seed);
    let screen = screens::play::open(session, players, &mut room.context);
    room.open(screen);
    room.wait(Duration::from_secs(1));
    room
}

fn shows(room: &Room, words: &str) {
    assert!(room.picture().contains(words), "'{words}' is not there:\n{}", room.picture());
}

fn hides(room: &Room, words: &str) {
    assert!(!room.picture().contains(words), "'{words}' is there:\n{}", room.picture());
}

#[test]
fn a_run_that_ends_a_turn_is_seen_before_the_page_between_two_people() {
    let variant = board("galapagos-3", &[("grid", SPRINT)]);
    let people = ["human:Ada", "human:Ben", "human:Cyd"];
    let mut room = seated(MOVING, &variant, &people, seed(&variant, 3));
    for _ in 0..3 {
        room.press("enter 1 2 enter enter");
    }
    room.press("enter r");
    shows(&room, "card 0 of 2");
    // Nobody's hand is on the table any more, and what came of it is not told yet.
    hides(&room, "forward");
    hides(&room, "arrives");
    room.wait(Duration::from_millis(300));
    shows(&room, "card 1 of 2");
    room.wait(Duration::from_secs(3));
    shows(&room, "Pass the keyboard to");
}

#[test]
fn a_bot_s_run_is_seen_before_the_page_too() {
    let variant = board("galapagos-3", &[("grid", SPRINT)]);
    let players = ["human:Ada", "bot:walker", "human:Cyd"];
    let mut room = seated(MOVING, &variant, &players, seed(&variant, 3));
    // The people pass until the bot lets its program run.
    for key in ["enter", "r", "enter"].iter().cycle().take(60) {
        if room.picture().contains("card 0 of") {
            break;
        }
        room.press(key);
    }
    shows(&room, "Medium runs  ");
    hides(&room, "Pass the keyboard to");
    room.wait(Duration::from_secs(5));
    shows(&room, "Pass the keyboard to");
}

#[test]
fn the_last_run_of_a_match_is_seen_too() {
    let variant = board("galapagos-3", &[("grid", SPRINT)]);
    let mut room =
        seated(MOVING, &variant, &["human:Ada", "human:Ben", "human:Cyd"], seed(&variant, 3));
    for _ in 0..3 {
        room.press("enter 1 2 enter enter");
    }
    room.press("enter r enter");
    room.press("enter r");
    shows(&room, "card 0 of 2");
    hides(&room, "by reaching a jewel first");
    room.wait(Duration::from_secs(3));
    shows(&room, "by reaching a jewel first");
    for place in ["1st", "2nd", "3rd"] {
        shows(&room, place);
    }
}

#[test]
fn the_table_stands_between_two_rounds() {
    let grid = "\"1.2 \\n ... \\n *.*\"";
    let keys = [("grid", grid), ("jewels", "[\"pink\", \"blue\"]"), ("rounds", "3")];
    let variant = board("galapagos-2", &keys);
    // Where nothing moves, the end of a round is told all the same.
    for settings in [MOVING, STILL] {
        let people = ["human:Ada", "human:Ben"];
        let mut room = seated(settings, &variant, &people, seed(&variant, 2));
        for _ in 0..2 {
            room.press("enter 1 2 enter enter");
        }
        room.press("enter r");
        if settings == MOVING {
            room.press("enter");
        }
        shows(&room, "after 1 of 3");
        shows(&room, "Round 1: ");
        shows(&room, " 1 point");
        shows(&room, "↵ Round 2");
        hides(&room, "Pass the keyboard to");
        room.press("enter");
        room.wait(Duration::from_millis(100));
        shows(&room, "Pass the keyboard to");
    }
}

#[test]
fn undo_goes_back_as_far_as_nothing_was_revealed() {
    let variant = board("galapagos-2", &[]);
    let settings =
        |training: bool| format!("{STILL}bot_speed = \"at-once\"\ntraining_wheels = {training}\n");
    let first_is = |name: &str| {
        let begins = |seed: &u64| {
            let mut session: Session<Turtles> = Session::new(&variant, 2, *seed);
            session.roll().unwrap().to_string() == name
        };
        (1..).find(begins).unwrap()
    };
    let seed = first_is("first:1");
    let alone = ["human:Ada", "bot:random"];
    let mut room = seated(&settings(false), &variant, &alone, seed);
    room.press("u");
    shows(&room, "you haven't moved yet");
    // Laying cards shows nobody anything.
    room.press("1 enter");
    shows(&room, "Pick cards to throw away");
    room.press("u");
    shows(&room, "Pick cards that lead to a jewel, or build a wall");
    // A card that was drawn has been seen.
    room.press("1 enter enter u");
    shows(&room, "this can't be undone: a card has been drawn since");
    // With training wheels that is the person's own affair, against bots.
    let mut room = seated(&settings(true), &variant, &alone, seed);
    room.press("1 enter enter u");
    shows(&room, "Pick cards to throw away");
    // Among people it is not.
    let mut room = seated(&settings(true), &variant, &["human:Ada", "human:Ben"], seed);
    room.press("enter 1 enter enter enter u");
    shows(&room, "this can't be undone: a card has been drawn since");
    // Nor is a program that everybody has seen run.
    let mut room = seated(&settings(false), &variant, &["human:Ada", "human:Ben"], seed);
    room.press("enter 1 enter enter enter r enter enter r u");
    shows(&room, "this can't be undone: a program has run since");
}

#[test]
fn chance_says_who_begins() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.press("6");
    hides(&room, "begins");
    room.press("esc 1");
    shows(&room, "begins");
}

#[test]
fn the_footer_offers_what_works_now() {
    let variant = board("galapagos-2", &[]);
    let mut room = seated(STILL, &variant, &["human:Ada", "human:Ben"], 3);
    room.resize(120, 40);
    room.press("enter");
    let footer = |room: &Room| room.picture().lines().last().unwrap().to_owned();
    let offered = footer(&room);
    for (words, there) in
        [("w wall", true), ("r pass", true), ("bug", false), ("lay down", false), ("o last", false)]
    {
        assert_eq!(offered.contains(words), there, "{words}: {offered}");
    }
    room.press("1");
    assert!(footer(&room).contains("enter lay down"), "{}", footer(&room));
    room.press("enter");
    let offered = footer(&room);
    for (words, there) in [("d all", true), ("wall", false), ("run", false), ("keep all", true)] {
        assert_eq!(offered.contains(words), there, "{words}: {offered}");
    }
}

#[test]
fn a_puzzle_is_written_run_mended_and_remembered() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.find_puzzle("First steps");
    room.press("enter l");
    shows(&room, "this puzzle has no left cards");
    // Two cards are too few.
    room.press("f f enter enter");
    shows(&room, "Not there yet: the turtle ends on c3.");
    shows(&room, "FF ends on c3");
    // However many keys there are: who is stuck finds the hint.
    shows(&room, "i hint");
    shows(&room, "2 of 3 left");
    room.press("f f space");
    shows(&room, "the turtle walks");
    room.press(", enter");
    shows(&room, "after one wrong try");
    shows(&room, "solved with 3 cards");
    // It is remembered, and the next one is on the table.
    assert_eq!(room.context.store.best("turtles-puzzles")["01-first-steps"], 3);
    room.press("enter");
    shows(&room, "About turn");
}

#[test]
fn the_cards_of_a_puzzle_are_inserted_and_reordered() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.find_puzzle("Round the corner");
    room.press("enter");
    let program = |room: &Room| {
        let picture = room.picture();
        let line = picture.lines().find(|line| line.contains("Program")).unwrap().to_owned();
        let cards = &line[..line.find(" of ").unwrap()];
        cards.chars().filter(|c| "FLRZ".contains(*c)).collect::<String>()
    };
    room.press("f l f");
    assert_eq!(program(&room), "FLF");
    room.press("left ,");
    assert_eq!(program(&room), "LFF");
    room.press(". right f");
    assert_eq!(program(&room), "FLFF");
    room.press("home delete end backspace");
    assert_eq!(program(&room), "LF");
    // A run that is left stands where it was.
    room.press("space esc backspace");
    assert_eq!(program(&room), "F");
    room.press("c");
    assert_eq!(program(&room), "");
    // The same with the mouse: a card, and the program.
    let at = |room: &Room, words: &str, offset: usize| {
        let picture = room.picture();
        let (row, line) =
            picture.lines().enumerate().find(|(_, line)| line.contains(words)).unwrap();
        let column = line[..line.find(words).unwrap()].chars().count() + offset;
        Position::new(column as u16, row as u16)
    };
    for words in [" F ", " L "] {
        let place = at(&room, "Cards", 0);
        let line = room.picture().lines().nth(place.y.into()).unwrap().to_owned();
        let column = line[..line.find(words).unwrap()].chars().count() + 1;
        room.tell(Msg::Mouse(Mouse::Click, Position::new(column as u16, place.y)));
    }
    assert_eq!(program(&room), "FL");
    let gap = at(&room, "Program", 8);
    room.tell(Msg::Mouse(Mouse::Click, gap));
    room.press("f");
    assert_eq!(program(&room), "FFL");
}

/// Somebody who knows the answers sees the puzzles being solved with par, one after the other.
#[test]
fn the_first_puzzles_are_solved_on_their_page() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.find_puzzle("First steps");
    room.press("enter");
    for (_, text) in pages(Turtles::PUZZLES).into_iter().take(10) {
        let puzzle = Puzzle::parse(&text).unwrap();
        shows(&room, &puzzle.name());
        for card in puzzle.solve().unwrap() {
            room.press(&card.to_string().to_lowercase());
        }
        room.press("enter enter");
        shows(&room, &format!("solved with {} cards", puzzle.par()));
        room.press("enter");
    }
}

/// A match of before boards had a patience, in which nobody arrived for longer than it is today.
#[test]
fn old_records_are_patient_for_ever() {
    let board = board("galapagos-3", &[]);
    let wait = |session: &mut Session<Turtles>| {
        for _ in 0..2_500 {
            while session.roll().is_some() {}
            if session.turn().is_over() {
                return;
            }
            session.play(Move::Run).or_else(|_| session.play(Move::Keep)).unwrap();
        }
    };
    let players: Vec<Player> = (1..=3).map(|n| format!("human:P{n}").parse().unwrap()).collect();
    let text = with_keys(&board.to_toml(), &[("patience".to_owned(), "0".to_owned())]).unwrap();
    let mut endless = Session::<Turtles>::new(&TurtlesVariant::parse(&text).unwrap(), 3, 1);
    wait(&mut endless);
    assert!(!endless.turn().is_over());
    let mut record = endless.record(&players);
    record.board = record.board.replace("patience = 0\n", "");
    let again = Session::<Turtles>::from_record(&record).unwrap();
    assert_eq!(again.state(), endless.state());

    let mut usual = Session::<Turtles>::new(&board, 3, 1);
    wait(&mut usual);
    assert!(usual.turn().is_over(), "1000 turns are enough today");
    assert_eq!(usual.state().scores(), Some(vec![0; 3]));
}

#[test]
fn the_panel_does_not_tell_how_a_run_ends_before_it_has_ended() {
    let keys = [("grid", "\"1.2 \\n ... \\n *.*\""), ("jewels", "[\"pink\", \"blue\"]")];
    let variant = board("galapagos-2", &keys);
    let people = ["human:Ada", "human:Ben"];
    let mut room = seated(MOVING, &variant, &people, seed(&variant, 2));
    for _ in 0..2 {
        room.press("enter 1 2 enter enter");
    }
    room.press("enter r");
    shows(&room, "card 0 of 2");
    shows(&room, "turn 3");
    for early in ["wins", "1 point", "1st", "program FF"] {
        hides(&room, early);
    }
    room.wait(Duration::from_secs(5));
    shows(&room, "by reaching a jewel first");
    shows(&room, "1 point");
}

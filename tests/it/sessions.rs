//! The session: undo and redo, resignation, chance, and secrets that cannot be taken back.

use parlour::play::Game;
use parlour::play::{Dice, NoUndo, Outcome, Player, Record, Seat, Secrets, Session, Turn, Variant};

use crate::tiny::{Race, Sealed};

fn start<G: Game>(seats: usize, moves: &str) -> Session<G> {
    let board = <G::Variant as Variant>::parse(G::BOARDS[0].1).unwrap();
    let mut session = Session::new(&board, seats, 1);
    for text in moves.split_whitespace() {
        session.play_text(text).unwrap();
    }
    session
}

fn players(seats: usize) -> Vec<Player> {
    vec![Player::Human { name: None }; seats]
}

#[test]
fn the_dice_of_a_seed_never_change() {
    let throws = |seed| -> Vec<u8> {
        let weights: Vec<(u8, u32)> = (1..=6).map(|side| (side, 1)).collect();
        (0..12).map(|ply| Dice::new(seed).pick(ply, weights.clone()).unwrap()).collect()
    };
    assert_eq!(throws(0), [5u8, 5, 2, 1, 6, 2, 1, 4, 6, 6, 1, 1]);
    assert_eq!(throws(42), [5u8, 5, 2, 3, 6, 3, 3, 1, 6, 5, 4, 6]);
}

#[test]
fn the_dice_keep_to_their_weights() {
    let mut counts = [0u32; 3];
    for ply in 0..6000 {
        counts[Dice::new(7).pick(ply, vec![(0, 1), (1, 0), (2, 2)]).unwrap()] += 1;
    }
    assert_eq!(counts[1], 0);
    assert!((1850..2150).contains(&counts[0]), "{counts:?}");
    assert_eq!(Dice::new(7).pick(0, vec![("never", 0)]), None);
    assert_eq!(Dice::new(7).pick::<u8>(0, Vec::new()), None);
}

#[test]
fn every_seed_and_every_ply_has_its_own_dice() {
    let throw = |seed, ply| {
        let sides = (0..6).map(|side| (side, 1)).collect();
        Dice::new(seed).pick::<usize>(ply, sides).unwrap()
    };
    let mut by_seed = [0; 6];
    let mut by_ply = [0; 6];
    for n in 0..6000 {
        by_seed[throw(n, 3)] += 1;
        by_ply[throw(3, n as usize)] += 1;
    }
    for counts in [by_seed, by_ply] {
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}

#[test]
fn a_throw_taken_back_and_thrown_again_is_the_same() {
    let mut session = start::<Race>(3, "");
    let throws: Vec<String> = (0..4).map(|_| session.roll().unwrap().to_string()).collect();
    session.undo_to(0, Secrets::Respect).unwrap();
    let again: Vec<String> = (0..4).map(|_| session.roll().unwrap().to_string()).collect();
    assert_eq!(throws, again);
    // Even after another beginning the later throws stay what they were.
    session.undo_to(0, Secrets::Respect).unwrap();
    session.play_text("1+1").unwrap();
    assert_eq!(session.roll().unwrap().to_string(), throws[1]);
}

#[test]
fn nothing_is_rolled_where_somebody_decides() {
    let mut session = start::<Sealed>(2, "deal:5 deal:1 deal:3 deal:4 deal:5");
    assert!(session.roll().is_some());
    assert_eq!(session.turn(), Turn::Decide(Seat(0)));
    assert_eq!(session.roll(), None);
    assert_eq!(session.ply(), 6);
}

#[test]
fn a_new_move_forgets_those_taken_back() {
    let mut session = start::<Race>(2, "1+1 1+2 1+3");
    session.undo_to(1, Secrets::Respect).unwrap();
    assert!(session.can_redo());
    // The very same move keeps what came after it.
    session.play_text("1+2").unwrap();
    assert!(session.can_redo());
    session.undo_to(1, Secrets::Respect).unwrap();
    session.play_text("3+3").unwrap();
    assert!(!session.can_redo());
    assert_eq!(session.redo(), None);
}

#[test]
fn a_refused_move_keeps_those_taken_back() {
    let mut session = start::<Race>(2, "1+1 1+2");
    session.undo_to(0, Secrets::Respect).unwrap();
    session.play_text("9+9").unwrap_err();
    assert_eq!(session.redo().unwrap().to_string(), "1+1");
    assert_eq!(session.redo().unwrap().to_string(), "1+2");
}

#[test]
fn there_is_nothing_to_take_back_at_the_start() {
    let mut session = start::<Race>(2, "");
    let none = session.undo_to(0, Secrets::Respect).unwrap_err();
    assert_eq!(none, NoUndo::Nothing);
    assert_eq!(none.to_string(), "there is nothing to undo");
    assert_eq!(session.last_turn_of(|_| true), None);
}

#[test]
fn a_shown_secret_cannot_be_taken_back() {
    let mut session = start::<Sealed>(2, "deal:5 deal:1 deal:3 deal:4 deal:5 deal:5 lay:5");
    // The card lies face down: its owner may still change their mind ...
    session.undo_to(6, Secrets::Respect).unwrap();
    session.play_text("lay:3").unwrap();
    // ... but nobody is dealt another hand,
    let why = session.undo_to(5, Secrets::Respect).unwrap_err();
    assert_eq!(why.to_string(), "this can't be undone: a card has been dealt");
    // ... and after the cards have been turned over it is too late.
    session.play_text("lay:5").unwrap();
    let why = session.undo_to(6, Secrets::Respect).unwrap_err();
    assert_eq!(why.to_string(), "this can't be undone: the cards have been turned over");
    assert_eq!(session.ply(), 8);
    // A replay may go anywhere.
    session.undo_to(0, Secrets::Ignore).unwrap();
}

#[test]
fn the_last_turn_of_somebody_is_found() {
    let session = start::<Race>(3, "1+1 1+2 1+3 1+1");
    assert_eq!(session.last_turn_of(|seat| seat == Seat(0)), Some(3));
    assert_eq!(session.last_turn_of(|seat| seat == Seat(1)), Some(1));
    assert_eq!(session.last_turn_of(|_| false), None);
}

#[test]
fn a_resignation_ends_the_match_and_can_be_taken_back() {
    let mut session = start::<Race>(2, "1+1 1+2 1+1");
    session.undo_to(2, Secrets::Respect).unwrap();
    session.resign(Seat(0));
    assert_eq!(session.turn(), Turn::Over(Outcome::Win(Seat(1))));
    assert_eq!(session.play_text("1+1").unwrap_err(), "the match is over");
    assert_eq!(session.play("1+1".parse().unwrap()).unwrap_err().to_string(), "the match is over");
    assert_eq!(session.roll(), None);
    assert_eq!(session.redo(), None);
    // A second one does not count.
    session.resign(Seat(1));
    assert_eq!(session.resigned(), Some(Seat(0)));

    let text = session.record(&players(2)).to_string();
    let again = Session::<Race>::from_record(&Record::parse(&text).unwrap()).unwrap();
    assert_eq!(again.turn(), session.turn());

    session.undo_to(session.ply(), Secrets::Respect).unwrap();
    assert_eq!(session.turn(), Turn::Chance { by: Some(Seat(0)) });
    assert_eq!(session.ply(), 2);
}

#[test]
fn an_undo_that_is_refused_keeps_the_resignation() {
    let mut session = start::<Sealed>(2, "deal:5 deal:1");
    session.resign(Seat(0));
    session.undo_to(0, Secrets::Respect).unwrap_err();
    assert_eq!(session.resigned(), Some(Seat(0)));
}

#[test]
fn with_more_than_two_the_rest_are_placed_by_points() {
    let mut session = start::<Sealed>(3, &DEALT_TO_THREE.join(" "));
    session.resign(Seat(0));
    assert_eq!(session.turn(), Turn::Over(Outcome::Places(vec![Seat(2), Seat(1), Seat(0)])));
}

/// Three hands, and a first round that seat 3 takes.
const DEALT_TO_THREE: [&str; 4] =
    ["deal:1 deal:2 deal:3", "deal:1 deal:2 deal:3", "deal:1 deal:2 deal:3", "lay:1 lay:2 lay:3"];

#[test]
fn the_winners_share_the_first_place() {
    let race = start::<Race>(2, "3+3 1+1 3+3");
    assert_eq!(race.winners(), [Seat(0)]);
    let going_on = start::<Race>(2, "3+3 1+1");
    assert_eq!(going_on.winners(), []);
    // A round for each, and the last one for nobody.
    let moves = "deal:5 deal:1 deal:3 deal:4 deal:5 deal:5 lay:3 lay:4 deal:2 deal:2 \
                 lay:5 lay:1 deal:2 deal:3 lay:5 lay:5";
    let shared = start::<Sealed>(2, moves);
    assert_eq!(shared.turn(), Turn::Over(Outcome::Places(vec![Seat(0), Seat(1)])));
    assert_eq!(shared.winners(), [Seat(0), Seat(1)]);
}

#[test]
fn a_finished_match_says_its_result_in_the_record() {
    let result = |session: &Session<Race>| session.record(&players(2)).result;
    assert_eq!(result(&start::<Race>(2, "3+3 1+1")), None);
    assert_eq!(
        result(&start::<Race>(2, "3+3 1+1 3+3")).map(|it| it.to_string()).as_deref(),
        Some("1 wins")
    );
    let mut session = start::<Race>(2, "3+3");
    session.resign(Seat(0));
    assert_eq!(result(&session).map(|it| it.to_string()).as_deref(), Some("2 wins"));
}

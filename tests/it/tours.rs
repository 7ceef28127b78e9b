//! A guided tour asks for what can be done, and can be walked with the keys it names.

use parlour::games::{self, Visitor};
use parlour::play::Turn;
use parlour::play::tour::{Goal, lessons};
use parlour::tui::{Depth, GameUi};
use std::time::Duration;

use crate::room::room;

#[test]
fn every_tour_asks_for_what_can_be_done_and_ends_with_a_win() {
    struct Tours;
    impl Visitor for Tours {
        type Out = ();

        fn visit<G: GameUi>(&mut self) {
            let lessons = lessons(G::TOUR);
            assert!(lessons.iter().any(|lesson| lesson.goal == Goal::Look), "{}", G::ID);
            for lesson in &lessons {
                let session = lesson.board.session::<G>().unwrap();
                let Goal::Play(moves) = &lesson.goal else { continue };
                assert!(!moves.is_empty(), "{} {}", G::ID, lesson.title);
                for mv in moves {
                    let refused = session.clone().play_text(mv).err();
                    assert!(refused.is_none(), "{} {} {mv}: {refused:?}", G::ID, lesson.title);
                }
            }
            let last = lessons.last().expect("every game has a tour");
            let mut session = last.board.session::<G>().unwrap();
            let Goal::Play(moves) = &last.goal else { panic!("{}: nothing to win", G::ID) };
            let learner = session.turn().seat().unwrap();
            session.play_text(&moves[0]).unwrap();
            assert!(matches!(session.turn(), Turn::Over(_)), "{}", G::ID);
            assert_eq!(session.winners(), [learner], "{}", G::ID);
        }
    }
    games::visit_all(&mut Tours);
}

/// What somebody presses in each lesson, by the place of the game in the menu.
const WALKS: &[(&str, &[&str])] = &[
    ("1", &["right", "4", "4", "4"]),
    ("2", &["right", "left enter", "down enter", "right right up enter"]),
    ("3", &["1", "1 enter", "left up enter right down enter", "3 enter", "2 right down enter"]),
    ("4", &["down", "down enter", "right right right enter", "tab enter"]),
    ("5", &["enter", "right", "enter", "enter", "enter"]),
    ("6", &["right", "1 2 3 enter", "w up up up left left enter", "r"]),
];

#[test]
fn every_tour_can_be_walked_with_its_keys() {
    for (game, lessons) in WALKS {
        let mut room = room("animations = \"off\"\n", Depth::True, |_| ());
        room.press(game);
        assert!(room.picture().contains("New here?"), "{game}: {}", room.picture());
        room.press("t");
        for (at, keys) in lessons.iter().enumerate() {
            let number = format!("lesson {} of {}", at + 1, lessons.len() + 1);
            assert!(room.picture().contains(&number), "{game}: {}", room.picture());
            assert!(!room.picture().contains(": next lesson"), "{game}: {}", room.picture());
            room.press(keys);
            room.wait(Duration::from_secs(20));
            assert!(room.picture().contains(": next lesson"), "{game} {keys}: {}", room.picture());
            room.press("enter");
        }
        assert!(room.picture().contains("ends the tour"), "{game}: {}", room.picture());
        let footer = room.picture().lines().last().unwrap_or_default().to_owned();
        assert!(!footer.contains("next") && !footer.contains("skip"), "{game}: {footer}");
        room.press("enter");
        assert!(room.picture().contains("new match"), "{game}: {}", room.picture());
        assert!(!room.picture().contains("New here?"), "it is offered once");
    }
}

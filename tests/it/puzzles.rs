//! Puzzles: every bundled one proved again, played on their page, in plain mode, and kept.

use std::collections::{BTreeMap, HashSet};

use parlour::games::{self, Visitor};
use parlour::play::puzzle::{OwnPuzzle, Puzzle, Task, bundled, pages};
use parlour::search::{Budget, Riddle};
use parlour::tui::{Depth, GameUi};

use crate::room::{Room, room};

const STILL: &str = "animations = \"off\"\n";

fn shows(room: &Room, words: &str) {
    let picture = room.picture();
    assert!(picture.contains(words), "'{words}' is not in\n{picture}");
}

/// Reads every bundled puzzle, and looks for mirror images.
struct Bundled;

impl Visitor for Bundled {
    type Out = (&'static str, usize);

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        let mut ids = HashSet::new();
        let mut alike: BTreeMap<String, String> = BTreeMap::new();
        let mut ratings: Vec<(String, u32)> = Vec::new();
        for (line, text) in pages(G::PUZZLES) {
            let puzzle = Puzzle::parse::<G>(&text)
                .unwrap_or_else(|why| panic!("{} after line {line}: {why}", G::ID));
            assert!(ids.insert(puzzle.id.clone()), "{} {} is there twice", G::ID, puzzle.id);
            let likeness = match &puzzle.task {
                Task::Own(text) => G::own_puzzle(text).unwrap().likeness(),
                Task::Position(position) => {
                    let riddle = Riddle::<G>::new(position).unwrap();
                    G::oracle(riddle.start().variant()).unwrap().likeness(riddle.start())
                }
            };
            if let Some(other) = alike.insert(likeness, puzzle.id.clone()) {
                panic!("{} {} and {other} are mirror images", G::ID, puzzle.id);
            }
            ratings.push((puzzle.group.clone(), puzzle.rating));
        }
        // Within a row it gets harder and harder.
        for pair in ratings.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            assert!(pair[0].1 <= pair[1].1, "{} {pair:?}", G::ID);
        }
        (G::ID, ids.len())
    }
}

#[test]
fn every_game_has_its_puzzles_and_none_is_a_mirror_of_another() {
    let counts: BTreeMap<&str, usize> = games::visit_all(&mut Bundled).into_iter().collect();
    for (game, least) in
        [("connect4", 100), ("sogo", 60), ("gobblet", 60), ("vorassic", 60), ("turtles", 60)]
    {
        assert!(counts[game] >= least, "{game} has {} puzzles", counts[game]);
    }
    assert_eq!(counts["goose"], 0);
}

/// Proves every bundled puzzle: the goal is what the solver finds, and one first move keeps it.
struct Proofs;

impl Visitor for Proofs {
    type Out = ();

    fn visit<G: GameUi>(&mut self) {
        let mut proved = 0;
        for puzzle in bundled::<G>() {
            let Task::Position(position) = &puzzle.task else { continue };
            let riddle = Riddle::<G>::new(position).unwrap();
            let mut oracle = G::oracle(riddle.start().variant()).unwrap();
            let proof = riddle.prove(oracle.as_mut(), &Budget::nodes(200_000));
            let proof = proof.unwrap_or_else(|flaw| panic!("{} {}: {flaw}", G::ID, puzzle.id));
            assert!(proof.moves.len() >= 2);
            proved += 1;
        }
        assert_eq!(proved > 0, G::PUZZLES.contains("goal = "));
    }
}

#[test]
fn every_bundled_puzzle_is_proved_again() {
    games::visit_all(&mut Proofs);
}

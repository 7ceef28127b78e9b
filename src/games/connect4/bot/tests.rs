//! The strategies on made positions. Against each other they play in `tests/ladders.rs`.

use std::collections::HashMap;

use super::*;
use crate::games::connect4::solver::Position;
use crate::play::{Game, Outcome, Session, Turn, Variant};
use crate::search::{Cancel, Evaluate, Limit, seat_seed, strategy};

fn board(name: &str) -> Board {
    let (_, text) = Connect4::BOARDS.iter().find(|(stem, _)| *stem == name).unwrap();
    Board::parse(text).unwrap()
}

fn state(board: &Board, moves: &str) -> Connect4 {
    let mut session: Session<Connect4> = Session::new(board, 2, 0);
    for text in Connect4::split_moves(board, moves) {
        session.play_text(&text).unwrap();
    }
    session.state().clone()
}

/// Every column that a strategy chooses over many seeds, from 1.
fn chosen(name: &str, moves: &str, nodes: u64) -> Vec<usize> {
    let board = board("standard");
    let state = state(&board, moves);
    let legal = state.legal_moves();
    let found = strategy::<Connect4>(name, &board).unwrap();
    let one = |seed| {
        let mut bot = (found.make)(&board, seed);
        bot.choose(&state, state.to_move(), &legal, &Budget::nodes(nodes)).index() + 1
    };
    let mut columns: Vec<usize> = (0..60).map(one).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

#[test]
fn strategies_choose_as_the_document_defines_them() {
    // Names, moves, the columns that may be chosen.
    let cases: [(&str, &str, &[usize]); 13] = [
        // Anything goes on the empty board.
        ("hasard", "", &[1, 2, 3, 4, 5, 6, 7]),
        ("coup gagnant", "", &[1, 2, 3, 4, 5, 6, 7]),
        ("profondeur 0", "", &[1, 2, 3, 4, 5, 6, 7]),
        // Three red upright in 4: red wins there; yellow to move has to stop it.
        ("coup gagnant", "414243", &[4]),
        ("coup gagnant", "41424", &[1, 2, 3, 4, 5, 6, 7]),
        ("profondeur 0", "414243", &[4]),
        ("profondeur 0", "41424", &[4]),
        ("profondeur 1", "41424", &[4]),
        // Two red side by side with both ends free: red makes three with two free ends, and that
        // wins whatever yellow does. Depth 0 does not see it.
        ("profondeur 0", "3344", &[1, 2, 3, 4, 5, 6, 7]),
        ("profondeur 1", "3344", &[2, 5]),
        // Yellow sees the same threat coming one round ahead, and takes one of the ends.
        ("profondeur 1", "334", &[2, 5]),
        ("profondeur 0", "334", &[1, 2, 3, 4, 5, 6, 7]),
        // Red threatens both ends: all is lost, and any column will do.
        ("profondeur 0", "33445", &[1, 2, 3, 4, 5, 6, 7]),
    ];
    for (name, moves, columns) in cases {
        assert_eq!(chosen(name, moves, 1), columns, "{name} after '{moves}'");
    }
}

#[test]
fn minimax_takes_what_it_sees_and_begins_in_the_middle() {
    assert_eq!(chosen("minimax", "", 1), [4]);
    assert_eq!(chosen("minimax", "414243", 2_000), [4]);
    assert_eq!(chosen("minimax", "41424", 2_000), [4]);
    assert!(chosen("minimax", "3344", 2_000).iter().all(|column| [2, 5].contains(column)));
}

#[test]
fn long_lines_and_the_middle_look_good() {
    let board = board("standard");
    let lines = Lines::of(&board);
    // 24 along the rows, 21 up the columns, 12 on each kind of diagonal.
    assert_eq!(lines.count(), 69);
    let red = |moves| lines.score(&state(&board, moves), Seat::FIRST);
    assert_eq!(red(""), 0);
    assert!(red("4") > red("1"));
    assert_eq!(red("41"), -lines.score(&state(&board, "41"), Seat::SECOND));
    // Three in a row with free ends, against two and one.
    assert!(red("314165") < red("314151"));
}

/// How a match ends in which the strategies play with so many nodes a move.
fn play(board: &Board, names: [&str; 2], seed: u64, nodes: u64) -> (Outcome, Session<Connect4>) {
    let mut session: Session<Connect4> = Session::new(board, 2, seed);
    loop {
        let seat = match session.turn() {
            Turn::Over(outcome) => return (outcome, session),
            turn => turn.seat().unwrap(),
        };
        let found = strategy::<Connect4>(names[seat.index()], board).unwrap();
        let state = session.state();
        let mut bot = (found.make)(board, seat_seed(seed, seat, session.ply()));
        let legal = state.legal_moves();
        let drop = bot.choose(state, seat, &legal, &Budget::nodes(nodes));
        assert!(legal.contains(&drop), "{names:?}: {drop}");
        session.play(drop).unwrap();
    }
}

#[test]
fn keen_overlooks_threats_now_and_then_but_never_its_own_win() {
    assert_eq!(chosen("keen", "414243", 3_000), [4]);
    let played = chosen("keen", "41424", 3_000);
    assert!(played.contains(&4) && played.len() > 1, "{played:?}");
}

#[test]
fn every_strategy_plays_every_board_to_the_end() {
    for (stem, text) in Connect4::BOARDS {
        let board = Board::parse(text).unwrap();
        for strategy in Connect4::STRATEGIES {
            if (strategy.plays)(&board).is_ok() {
                play(&board, [strategy.name, "hasard"], 1, 50);
            } else {
                assert!(["master", "perfect"].contains(&strategy.name), "{stem}");
            }
        }
    }
}

/// So many nodes are enough for any position.
const ENOUGH: u64 = u64::MAX;

/// The empty board, and red's first moves with what they give to yellow.
#[test]
fn the_book_knows_the_first_moves() {
    for (opening, score) in [("", 1), ("1", 2), ("2", 1), ("3", 0)] {
        assert_eq!(book().score(&Position::from_moves(opening).unwrap()), Some(score));
    }
}

/// The book has every position of so many discs, and `perfect`'s lines to so many.
const EVERY: u32 = 8;
const LINES: u32 = 12;

/// The analysis of an opening waits for nothing.
#[test]
fn the_book_has_every_position_of_the_first_plies() {
    let mut level = HashMap::from([(Position::new().key(), Position::new())]);
    for discs in 0..=EVERY {
        let mut next = HashMap::new();
        for position in level.values() {
            assert!(book().score(position).is_some(), "{discs} discs: {position:?}");
            for column in (0..7).filter(|&column| position.can_play(column)) {
                let mut after = *position;
                after.play(column);
                if !position.is_winning_move(column) {
                    next.insert(after.key(), after);
                }
            }
        }
        level = next;
    }
}

/// Whatever the opponent does, the book knows what `perfect` should do in the opening.
#[test]
fn perfect_plays_its_openings_from_the_book() {
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = Position::new();
        while position.moves() <= LINES {
            let open: Vec<u32> = (0..7).filter(|&column| position.can_play(column)).collect();
            let column = if u64::from(position.moves()) % 2 == seed % 2 {
                let best = book().best(&position).expect("the book covers its lines");
                let best: Vec<u32> = (0..7).filter(|c| best.columns >> c & 1 != 0).collect();
                best[rng.random_range(0..best.len())]
            } else {
                open[rng.random_range(0..open.len())]
            };
            if position.is_winning_move(column) {
                break;
            }
            position.play(column);
        }
    }
}

#[test]
fn perfect_answers_when_it_is_stopped() {
    let board = board("standard");
    // Three red upright: without any time, the fourth must be stopped still.
    let state = state(&board, "31735");
    let cancel = Cancel::default();
    cancel.cancel();
    let budget = Budget::new(Limit::Nodes(ENOUGH), cancel);
    let drop = perfect::make(&board, 3).choose(&state, Seat::SECOND, &state.legal_moves(), &budget);
    assert!(state.check(&drop).is_ok());
    assert_eq!(chosen("perfect", "12131", 1), [1]);
}

#[test]
fn perfect_plays_small_boards_to_their_value() {
    // Three in a row on 5 x 4 is a win for whoever begins, whatever the other does.
    let small = board("small");
    for other in ["hasard", "profondeur 1", "minimax", "perfect"] {
        for seed in 0..5 {
            let (outcome, session) = play(&small, ["perfect", other], seed, 200_000);
            assert_eq!(outcome, Outcome::Win(Seat::FIRST), "{other}: {:?}", session.moves());
        }
    }
    let giant = board("giant");
    assert_eq!(perfect::plays(&giant), Err("only for 7×6 and smaller"));
}

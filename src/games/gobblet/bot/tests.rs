//! What each bot promises. The ladder from the weakest to the strongest is in `tests/ladders.rs`.

use std::sync::Arc;

use super::*;
use crate::games::gobblet::Value;
use crate::play::Variant;
use crate::search::strategy;

fn board(name: &str) -> Arc<Board> {
    let (_, text) = Gobblet::BOARDS.iter().find(|(stem, _)| *stem == name).unwrap();
    Arc::new(Board::parse(text).unwrap())
}

fn after(board: &Arc<Board>, moves: &str) -> Gobblet {
    let mut state = Gobblet::start(Arc::clone(board), 2);
    for text in moves.split_whitespace() {
        state.play(&text.parse().unwrap()).unwrap();
    }
    state
}

#[test]
fn every_bot_takes_a_win_at_once() {
    // Red has b2 and a3; c1 is free.
    for name in ["document", "retail"] {
        let board = board(name);
        let state = after(&board, "L@b2 S@a1 M@a3 S@b1");
        for strategy in Gobblet::STRATEGIES {
            // Medium errs now and then, but not when it can win.
            for seed in 0..20 {
                let mut bot = (strategy.make)(&board, seed);
                let budget = Budget::nodes(20_000);
                let mv = bot.choose(&state, Seat::FIRST, &state.legal_moves(), &budget);
                assert_eq!(mv.to().to_string(), "c1", "{} {mv}", strategy.name);
            }
        }
    }
}

#[test]
fn every_bot_answers_with_a_budget_of_one_node() {
    for name in ["document", "classic"] {
        let board = board(name);
        let state = Gobblet::start(Arc::clone(&board), 2);
        for strategy in Gobblet::STRATEGIES.iter().filter(|s| (s.plays)(&board).is_ok()) {
            let mut bot = (strategy.make)(&board, 1);
            let mv = bot.choose(&state, Seat::FIRST, &state.legal_moves(), &Budget::nodes(1));
            assert_eq!(state.check(&mv), Ok(()), "{}", strategy.name);
        }
    }
}

#[test]
fn two_perfect_bots_need_nine_moves_and_vary() {
    let board = board("document");
    let mut matches = Vec::new();
    for seed in 0..6 {
        let make = |seed| (strategy::<Gobblet>("perfect", &board).unwrap().make)(&board, seed);
        let mut bots = [make(2 * seed), make(2 * seed + 1)];
        let mut state = Gobblet::start(Arc::clone(&board), 2);
        let mut moves = Vec::new();
        while let Turn::Decide(seat) = state.turn() {
            let legal = state.legal_moves();
            let budget = Budget::nodes(1_000_000);
            let mv = bots[seat.index()].choose(&state, seat, &legal, &budget);
            state.play(&mv).unwrap();
            moves.push(mv);
        }
        assert_eq!(state.turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
        assert_eq!(moves.len(), 9, "{moves:?}");
        matches.push(moves);
    }
    assert!(matches.iter().any(|moves| *moves != matches[0]));
}

#[test]
fn perfect_never_lets_a_win_or_a_draw_go() {
    let mut kept = 0;
    for name in ["document", "retail"] {
        let board = board(name);
        let mut perfect = Perfect { solver: Solver::new(&board).unwrap(), easy: Easy::new(1) };
        for seed in 0..32 {
            let mut easy = Easy::new(seed);
            let mut state = Gobblet::start(Arc::clone(&board), 2);
            let mut safe = false;
            while let Turn::Decide(seat) = state.turn() {
                let legal = state.legal_moves();
                let budget = Budget::nodes(1_000_000);
                let mv = if seat == Seat::FIRST {
                    easy.choose(&state, seat, &legal, &budget)
                } else {
                    let value = perfect.solver.value(&state, &budget).unwrap();
                    safe |= value >= Value::Draw;
                    perfect.choose(&state, seat, &legal, &budget)
                };
                state.play(&mv).unwrap();
            }
            let lost = state.turn() == Turn::Over(Outcome::Win(Seat::FIRST));
            assert!(!(safe && lost), "{name}, seed {seed}");
            kept += u32::from(safe);
        }
    }
    assert!(kept > 48, "a nearly random opponent lets go of its win {kept} times of 64");
}

//! The expert's bits and values against the rules alone.

use std::sync::Arc;

use rand::seq::IndexedRandom;

use super::*;
use crate::play::{Game, Outcome, Turn, Variant};
use crate::search::{Cancel, Limit};

fn board(columns: usize, rows: usize, connect: usize) -> Arc<Board> {
    let text = format!("name = \"x\"\ncolumns = {columns}\nrows = {rows}\nconnect = {connect}\n");
    Arc::new(Board::parse(&text).unwrap())
}

/// The score by the rules alone, as [`Thinker::score`] counts.
fn plain(state: &Connect4) -> i32 {
    let cells = (state.board().columns() * state.board().rows()) as i32;
    let value = |drop: &Column| {
        let next = state.after(*drop);
        match next.turn() {
            Turn::Over(Outcome::Win(_)) => (cells + 2 - next.discs() as i32) / 2,
            Turn::Over(_) => 0,
            _ => -plain(&next),
        }
    };
    state.legal_moves().iter().map(value).max().unwrap()
}

fn unlimited() -> Budget {
    Budget::new(Limit::Nodes(u64::MAX), Cancel::default())
}

#[test]
fn exact_values_agree_with_the_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for (columns, rows, connect) in [(4, 4, 3), (4, 4, 4), (5, 4, 4), (4, 5, 4), (6, 4, 5)] {
        let board = board(columns, rows, connect);
        let mut mind = thinker(&board).unwrap();
        for _ in 0..40 {
            let mut state = Connect4::start(Arc::clone(&board), 2);
            while !state.turn().is_over() && columns * rows - state.discs() > 8 {
                state.play(state.legal_moves().choose(&mut rng).unwrap()).unwrap();
            }
            if state.turn().is_over() {
                continue;
            }
            let exact = plain(&state);
            let board = Connect4::plain(&state);
            assert_eq!(mind.score(&state, &unlimited()), Some(exact), "{board}");
            assert_eq!(mind.at_least(&state, exact, &unlimited()), Some(true), "{board}");
            assert_eq!(mind.at_least(&state, exact + 1, &unlimited()), Some(false), "{board}");
            // Without an end it must not claim one that isn't there.
            let judged = mind.best(&state, u8::MAX, 1, &unlimited());
            match judged.worth {
                Worth::Decided(score) => assert_eq!(score.signum(), exact.signum(), "{board}"),
                Worth::Guess(_) => assert_eq!(exact, 0, "{board}"),
            }
        }
    }
}

#[test]
fn the_standard_board_has_the_values_of_its_solver() {
    let board = board(7, 6, 4);
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut mind = thinker(&board).unwrap();
    let mut solver = crate::games::connect4::solver::Solver::new(1 << 20);
    for _ in 0..20 {
        let mut state = Connect4::start(Arc::clone(&board), 2);
        while !state.turn().is_over() && state.discs() < 26 {
            state.play(state.legal_moves().choose(&mut rng).unwrap()).unwrap();
        }
        let Some(position) = crate::games::connect4::exact::position(&state) else { continue };
        if !state.turn().is_over() {
            let known = solver.solve(&position, &|| false).unwrap();
            let score = mind.score(&state, &unlimited());
            assert_eq!(score, Some(i32::from(known.score)), "{}", Connect4::plain(&state));
        }
    }
}

#[test]
fn wins_are_taken_and_threats_stopped_on_every_size() {
    for (columns, rows) in [(6, 6), (8, 7), (9, 7), (12, 8)] {
        let board = board(columns, rows, 4);
        for (moves, expected) in [("1 2 1 2 1 2", 0), ("1 2 1 3 1", 0)] {
            let mut state = Connect4::start(Arc::clone(&board), 2);
            for text in moves.split(' ') {
                state.play(&text.parse().unwrap()).unwrap();
            }
            for nodes in [1, 100, 3_000] {
                let mut expert = Expert::new(&board, u8::MAX, 5).unwrap();
                let legal = state.legal_moves();
                let budget = Budget::nodes(nodes);
                let drop = expert.choose(&state, state.to_move(), &legal, &budget);
                assert_eq!(drop.index(), expected, "{columns} x {rows}, {moves}, {nodes} nodes");
            }
        }
    }
    assert!(Expert::new(&board(12, 12, 4), 4, 1).is_none());
}

//! The solver against an independent solution, against the rules played out, and against itself.

use std::collections::HashMap;
use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::games::gobblet::{Pieces, Size};
use crate::play::Variant;

/// More than any position costs.
const PLENTY: u64 = 10_000_000;

fn board(name: &str) -> Arc<Board> {
    let (_, text) = Gobblet::BOARDS.iter().find(|(stem, _)| *stem == name).unwrap();
    Arc::new(Board::parse(text).unwrap())
}

fn value(solver: &mut Solver, state: &Gobblet) -> Value {
    solver.value(state, &Budget::nodes(PLENTY)).unwrap()
}

/// The value of every legal move.
fn values(solver: &mut Solver, state: &Gobblet) -> Vec<(Move, Value)> {
    let budget = Budget::nodes(PLENTY);
    let valued = |mv| (mv, solver.value_after(state, mv, &budget).unwrap());
    state.legal_moves().into_iter().map(valued).collect()
}

/// The best moves, sorted as text.
fn best(solver: &mut Solver, state: &Gobblet) -> Vec<String> {
    let values = values(solver, state);
    let most = values.iter().map(|(_, value)| *value).max().unwrap();
    let best = values.iter().filter(|(_, value)| *value == most);
    let mut best: Vec<String> = best.map(|(mv, _)| mv.to_string()).collect();
    best.sort();
    best
}

/// A position as the independent solution writes it: cells separated by '/', each the stack from
/// the bottom.
fn position(board: &Arc<Board>, cells: &str, seat: &str) -> Gobblet {
    let mut pieces = Pieces::default();
    for (cell, stack) in cells.split('/').enumerate() {
        for piece in stack.as_bytes().chunks_exact(2) {
            let letter = char::from(piece[1]);
            let size = Size::ALL.into_iter().find(|size| size.letter() == letter).unwrap();
            pieces.add(Seat(piece[0] - b'1'), size, 1 << cell);
        }
    }
    Gobblet::at(Arc::clone(board), pieces, Seat(seat.parse::<u8>().unwrap() - 1))
}

/// Positions of random play in which nobody can win at once, where possible.
fn sample(board: &Arc<Board>, seed: u64, count: usize) -> Vec<Gobblet> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let quiet = |state: &Gobblet, mv: &Move| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        !next.turn().is_over() && !Nine::of(&next).wins_now(board.gobble())
    };
    let mut walk = || {
        let mut state = Gobblet::start(Arc::clone(board), 2);
        for _ in 0..rng.random_range(1..18) {
            let moves: Vec<Move> =
                state.legal_moves().into_iter().filter(|mv| quiet(&state, mv)).collect();
            if moves.is_empty() {
                break;
            }
            state.play_unchecked(&moves[rng.random_range(0..moves.len())]);
        }
        state
    };
    (0..count).map(|_| walk()).collect()
}

#[test]
fn the_empty_boards_are_won_as_is_known() {
    let check = |name: &str, won: Value, firsts: &str, others: &[(&str, &str)]| {
        let start = Gobblet::start(board(name), 2);
        let mut solver = Solver::new(start.board()).unwrap();
        assert_eq!(value(&mut solver, &start), won);
        assert_eq!(best(&mut solver, &start).join(" "), firsts);
        let values = values(&mut solver, &start);
        for (mv, worth) in others {
            let mv: Move = mv.parse().unwrap();
            let found = values.iter().find(|(it, _)| *it == mv).unwrap().1;
            assert_eq!(found.to_string(), *worth, "{name} {mv}");
        }
    };
    let slower = [("L@a1", "W11"), ("L@b1", "W11"), ("M@b2", "W11"), ("S@b2", "W11")];
    check("document", Value::Win(9), "L@b2", &slower);
    let firsts = "L@a1 L@a3 L@b2 L@c1 L@c3 S@a2 S@b1 S@b3 S@c2";
    let medium = [("M@a1", "L14"), ("M@b1", "L12"), ("M@b2", "L12")];
    check("retail", Value::Win(13), firsts, &medium);
}

/// Every line of the sample, its value and all its best moves.
fn agree_with_the_independent_solution(name: &str) {
    let board = board(name);
    let mut solver = Solver::new(&board).unwrap();
    let lines = include_str!("../../../../tests/data/gobblet.txt").lines();
    let mut checked = 0;
    for line in lines.filter(|line| line.starts_with(name)) {
        let (given, moves) = line.split_once(" | ").unwrap();
        let given: Vec<&str> = given.split(' ').collect();
        let state = position(&board, given[1], given[2]);
        assert_eq!(value(&mut solver, &state).to_string(), given[3], "{line}");
        let mut moves: Vec<&str> = moves.split_whitespace().collect();
        moves.sort_unstable();
        assert_eq!(best(&mut solver, &state), moves, "{line}");
        let (_, quick) = solver.best(&state, &Budget::nodes(PLENTY)).unwrap();
        let mut quick: Vec<String> = quick.iter().map(Move::to_string).collect();
        quick.sort();
        assert_eq!(quick, moves, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 356);
}

#[test]
fn the_document_game_agrees_with_the_independent_solution() {
    agree_with_the_independent_solution("document");
}

#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn the_retail_game_agrees_with_the_independent_solution() {
    agree_with_the_independent_solution("retail");
}

/// Minimax on the rules themselves, as plain as can be: what is decided within so many moves.
/// Remembers positions, or the deepest questions would take minutes.
#[derive(Default)]
struct Plain(HashMap<(Pieces, Seat, u8), Option<Value>>);

impl Plain {
    fn value(&mut self, state: &Gobblet, moves: u8) -> Option<Value> {
        if let Turn::Over(outcome) = state.turn() {
            let won = outcome == Outcome::Win(state.to_move());
            return Some(if won { Value::Win(0) } else { Value::Loss(0) });
        }
        if moves == 0 {
            return None;
        }
        let key = (*state.pieces(), state.to_move(), moves);
        if let Some(known) = self.0.get(&key) {
            return *known;
        }
        let mut best = Some(Value::Loss(0));
        for mv in state.legal_moves() {
            let mut next = state.clone();
            next.play_unchecked(&mv);
            let next = Gobblet::at(Arc::clone(state.variant()), *next.pieces(), next.to_move());
            best = match (best, self.value(&next, moves - 1).map(Value::before)) {
                // What is not decided in time is worth a draw at least, and not more.
                (Some(best), Some(value)) => Some(best.max(value)),
                (None, Some(value @ Value::Win(_))) | (Some(value @ Value::Win(_)), None) => {
                    Some(value)
                }
                _ => None,
            };
            if best == Some(Value::Win(1)) {
                break;
            }
        }
        self.0.insert(key, best);
        best
    }
}

#[test]
fn ends_within_five_moves_are_those_that_minimax_finds() {
    let mut decided = [0; 6];
    for (name, seed) in [("document", 1), ("retail", 2)] {
        let board = board(name);
        let mut solver = Solver::new(&board).unwrap();
        for state in sample(&board, seed, 24) {
            // Many pieces on the board make the tree narrow, so that it can be seen deeper.
            let on_board = Seat::all(2)
                .flat_map(|seat| Size::ALL.map(|size| state.pieces().count(seat, size)))
                .sum::<usize>();
            let depth = if on_board >= 9 { 5 } else { 3 };
            let found = value(&mut solver, &state);
            let within = |value: Value| match value {
                Value::Win(moves) | Value::Loss(moves) => moves <= depth,
                Value::Draw => false,
            };
            let plain = Plain::default().value(&state, depth);
            assert_eq!(Some(found).filter(|it| within(*it)), plain, "{}", Gobblet::plain(&state));
            if let Some(Value::Win(moves) | Value::Loss(moves)) = plain {
                decided[usize::from(moves)] += 1;
            }
        }
    }
    assert!(decided[1..=5].iter().sum::<i32>() > 10, "{decided:?}");
}

#[test]
fn a_position_is_worth_what_its_best_move_is_worth() {
    for (name, seed) in [("document", 3), ("retail", 4)] {
        let board = board(name);
        let mut solver = Solver::new(&board).unwrap();
        for state in sample(&board, seed, 12) {
            let best = values(&mut solver, &state).into_iter().map(|(_, value)| value).max();
            // A solver that has seen nothing yet must come to the same.
            let fresh = value(&mut Solver::new(&board).unwrap(), &state);
            assert_eq!(Some(fresh), best, "{}", Gobblet::plain(&state));
        }
    }
}

#[test]
fn a_spent_budget_stops_the_solver_and_does_no_harm() {
    let start = Gobblet::start(board("document"), 2);
    let mut solver = Solver::new(start.board()).unwrap();
    for nodes in [0, 1, 10, 100] {
        assert_eq!(solver.value(&start, &Budget::nodes(nodes)), None);
    }
    assert_eq!(value(&mut solver, &start), Value::Win(9));
}

#[test]
fn a_move_that_repeats_for_the_third_time_is_a_draw() {
    let mut state = Gobblet::start(board("document"), 2);
    for text in "L@a1 L@c3 a1-a2 c3-c2 a2-a1 c2-c3 a1-a2 c3-c2 a2-a1".split(' ') {
        state.play(&text.parse().unwrap()).unwrap();
    }
    let mut solver = Solver::new(state.board()).unwrap();
    let repeat = "c2-c3".parse().unwrap();
    assert_eq!(solver.value_after(&state, repeat, &Budget::nodes(PLENTY)), Some(Value::Draw));
}

#[test]
fn only_the_nine_cells_of_the_box_can_be_solved() {
    let why = Err("only for 3×3 with two of three sizes");
    assert_eq!(Solver::plays(&board("classic")), why);
    let few = Board::parse("name = \"Few\"\neach = 1").unwrap();
    assert_eq!(Solver::plays(&few), why);
    assert_eq!(Solver::plays(&board("retail")), Ok(()));
}

#[test]
fn values_are_ordered_from_the_quickest_loss_to_the_quickest_win() {
    let values = ["L2", "L26", "D", "W13", "W1"];
    let mut sorted = [Value::Win(1), Value::Draw, Value::Loss(26), Value::Win(13), Value::Loss(2)];
    sorted.sort();
    assert_eq!(sorted.map(|value| value.to_string()), values);
}

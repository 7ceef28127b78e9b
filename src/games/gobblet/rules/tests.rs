//! One test for each sentence of the rules that a trace would not show as well.

use super::*;
use crate::play::Variant;

/// The first position of a bundled board.
fn start(board: &str) -> Gobblet {
    let (_, text) = Gobblet::BOARDS.iter().find(|(name, _)| *name == board).unwrap();
    Gobblet::start(Arc::new(Board::parse(text).unwrap()), 2)
}

fn after(board: &str, moves: &str) -> Gobblet {
    let mut state = start(board);
    for text in moves.split_whitespace() {
        state.play(&text.parse().unwrap()).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    state
}

/// Why the last of these moves is refused, when all before it are legal.
fn refused(board: &str, moves: &str) -> String {
    let (before, last) = moves.rsplit_once(' ').unwrap_or(("", moves));
    let mut state = after(board, before);
    let unchanged = state.clone();
    let why = state.play(&last.parse().unwrap()).unwrap_err();
    assert_eq!(state, unchanged);
    why.to_string()
}

fn perft(state: &Gobblet, depth: usize) -> u64 {
    let moves = state.legal_moves();
    if depth <= 1 {
        return if depth == 0 { 1 } else { moves.len() as u64 };
    }
    let count = |mv: &Move| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        perft(&next, depth - 1)
    };
    moves.iter().map(count).sum()
}

#[test]
fn move_sequences_are_as_many_as_the_independent_count_says() {
    let counts = |board| [1, 2, 3, 4].map(|depth| perft(&start(board), depth));
    assert_eq!(counts("document"), [27, 648, 18_360, 469_368]);
    assert_eq!(counts("retail"), [27, 675, 20_313, 572_472]);
}

#[test]
fn a_cell_closes_to_pieces_that_are_not_larger() {
    let taken = "a medium piece cannot cover the medium one on a1";
    assert_eq!(refused("document", "M@a1 M@b1 S@c3 b1-a1"), taken);
    assert_eq!(refused("retail", "M@a1 M@a1"), taken);
    let small = "a small piece cannot cover the large one on b2";
    assert_eq!(refused("document", "L@b2 S@a1 M@c3 a1-b2"), small);
}

#[test]
fn the_house_covers_nothing_in_the_document_and_the_smaller_in_the_box() {
    let why = "a1 is taken; from the house, use an empty cell";
    assert_eq!(refused("document", "S@a1 L@a1"), why);
    assert_eq!(
        after("retail", "S@a1 L@a1").top(Cell { column: 0, row: 0 }).unwrap().0,
        Seat::SECOND
    );
    // One's own piece too.
    after("retail", "S@a1 S@c3 M@a1");
}

#[test]
fn a_house_holds_two_of_each_size() {
    assert_eq!(
        refused("document", "S@a1 S@b1 S@c2 S@a2 S@a3"),
        "there is no small piece in the house"
    );
    assert_eq!(refused("document", "X@a1"), "there is no huge piece in the house");
}

#[test]
fn a_move_lifts_ones_own_visible_piece_to_another_cell_of_the_board() {
    assert_eq!(refused("document", "S@a1 a1-b1"), "the piece on a1 is the opponent's");
    assert_eq!(refused("document", "b1-c1"), "there is no piece on b1");
    let same = "the piece on a1 must go to another cell";
    assert_eq!(refused("document", "S@a1 S@b1 a1-a1"), same);
    assert_eq!(refused("document", "S@d1"), "there is no cell d1; use a1 to c3");
    assert_eq!(refused("document", "S@a1 S@b1 a1-a4"), "there is no cell a4; use a1 to c3");
    // A covered piece cannot move.
    let under = "the piece on a1 is the opponent's";
    assert_eq!(refused("document", "S@a1 M@b1 S@c3 b1-a1 a1-b1"), under);
}

#[test]
fn a_line_ends_the_match() {
    let won = after("document", "L@b2 S@a1 M@a3 S@b1 S@c1");
    assert_eq!(won.turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
    assert_eq!(won.legal_moves(), []);
    assert_eq!(refused("document", "L@b2 S@a1 M@a3 S@b1 S@c1 S@a2"), "the match is over");
}

#[test]
fn who_uncovers_the_opponents_line_without_making_one_has_lost() {
    let lost = after("document", "L@b2 S@a1 b2-a1 S@b1 S@a3 M@c1 a1-c3");
    assert_eq!(lost.turn(), Turn::Over(Outcome::Win(Seat::SECOND)));
}

/// Seven moves after which yellow's row 1 lies under the red piece on a1, and a red one to c3
/// would make row 3.
const BEFORE_BOTH: &str = "L@b2 S@a1 b2-a1 S@b1 S@a3 M@c1 S@b3 M@a2";

#[test]
fn a_line_for_both_lets_the_match_go_on_and_the_house_gobble() {
    let both = after("document", &format!("{BEFORE_BOTH} a1-c3"));
    assert_eq!(both.turn(), Turn::Decide(Seat::SECOND));
    assert_eq!((both.line_cells(Seat::FIRST), both.line_cells(Seat::SECOND)), (0o700, 0o007));
    let house = |state: &Gobblet, size| state.house_targets(size);
    // Yellow's large piece may go anywhere but onto the large one on c3.
    assert_eq!(house(&both, Size::Large), 0o377);
    // So may red's, one move later, for yellow's line stands as well.
    let mut later = both.clone();
    later.play(&"L@c2".parse().unwrap()).unwrap();
    assert_eq!(later.turn(), Turn::Decide(Seat::FIRST));
    assert_eq!(house(&later, Size::Large), 0o337 & !0o400);
    let won = after("document", &format!("{BEFORE_BOTH} a1-c3 L@b3"));
    assert_eq!(won.turn(), Turn::Over(Outcome::Win(Seat::SECOND)));
    let won = after("document", &format!("{BEFORE_BOTH} a1-c3 L@c2 L@b1"));
    assert_eq!(won.turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
}

#[test]
fn what_a_lift_uncovers_is_told() {
    let names = ["Ada".to_owned(), "Ben".to_owned()];
    let told = |moves: &str| {
        let (before, last) = moves.rsplit_once(' ').unwrap();
        after("document", before).tell(&last.parse().unwrap(), Eye::Spectator, &names)
    };
    assert_eq!(told("L@b2 S@a1"), ["S@a1"]);
    assert_eq!(
        told("L@b2 S@a1 b2-a1 S@b1 S@a3 M@c1 a1-c3"),
        ["a1-c3", "the piece lifted from a1 uncovers Ben's line a1 b1 c1"]
    );
    assert_eq!(
        told(&format!("{BEFORE_BOTH} a1-c3")),
        [
            "a1-c3",
            "the piece lifted from a1 uncovers Ben's line a1 b1 c1",
            "both Ada's line a3 b3 c3 and Ben's line a1 b1 c1 stand: \
             play on until only one does"
        ]
    );
    assert_eq!(
        told(&format!("{BEFORE_BOTH} a1-c3 L@b3")),
        ["L@b3", "Ada's line is broken, and Ben's line a1 b1 c1 alone decides"]
    );
    assert_eq!(
        told(&format!("{BEFORE_BOTH} a1-c3 b1-b2")),
        ["b1-b2", "Ada's line a3 b3 c3 still stands, and Ben has none any more"]
    );
}

#[test]
fn the_third_time_a_position_stands_is_a_draw() {
    let circle = "a1-a2 c3-c2 a2-a1 c2-c3";
    let once = after("document", &format!("L@a1 L@c3 {circle}"));
    assert_eq!((once.turn(), once.occurrences()), (Turn::Decide(Seat::FIRST), 2));
    let told = once.tell(&"a1-a2".parse().unwrap(), Eye::Spectator, &[]);
    assert_eq!(told, ["a1-a2 2x", "this position has come up twice"]);
    let twice = after("document", &format!("L@a1 L@c3 {circle} {circle}"));
    assert_eq!(twice.turn(), Turn::Over(Outcome::Draw));
    let last = after("document", &format!("L@a1 L@c3 {circle} a1-a2 c3-c2 a2-a1"));
    let told = last.tell(&"c2-c3".parse().unwrap(), Eye::Spectator, &[]);
    assert_eq!(told, ["c2-c3 3x", "this position has come up three times: a draw"]);
}

#[test]
fn a_position_counts_with_the_player_to_move() {
    // Red loses a move by going round three cells, so the same pieces lie there with yellow to
    // move: that is another position.
    let state = after("document", "L@a1 L@c3 a1-a2 c3-c2 a2-b2 c2-c3 b2-a1");
    assert_eq!(state.occurrences(), 1);
}

#[test]
fn a_player_who_cannot_move_loses_the_turn() {
    let board = Board::parse("name = \"Narrow\"\nsizes = 2\neach = 4").unwrap();
    let mut state = Gobblet::start(Arc::new(board), 2);
    // Yellow has placed nothing but small pieces, and the ninth cell is filled by red.
    for text in "M@a1 S@c1 M@b1 S@a2 M@c2 S@b2 M@a3 S@b3".split(' ') {
        state.play(&text.parse().unwrap()).unwrap();
    }
    let last: Move = "S@c3".parse().unwrap();
    let told = state.tell(&last, Eye::Spectator, &[]);
    state.play(&last).unwrap();
    assert_eq!(state.turn(), Turn::Decide(Seat::FIRST));
    assert_eq!(told, ["S@c3", "player 2 cannot move and loses the turn"]);
    assert!(!state.legal_moves().is_empty());
}

#[test]
fn classic_houses_are_stacks() {
    let why = "your large pieces lie under larger ones";
    assert_eq!(refused("classic", "L@a1"), why);
    assert_eq!(refused("classic", "X@a1 X@b1 L@a2 X@c2 M@a3 L@b3 L@c3"), why);
    let state = after("classic", "X@a1 X@b1 L@a2 X@c2");
    let at_hand: String = Size::ALL
        .into_iter()
        .filter(|&size| state.at_hand(Seat::FIRST, size))
        .map(Size::letter)
        .collect();
    // One stack has lost two pieces, the others none.
    assert_eq!(at_hand, "MX");
    assert_eq!(start("classic").legal_moves().len(), 16);
}

#[test]
fn a_classic_house_gobbles_only_out_of_three_in_a_row() {
    let why = "b1 is taken; the house covers only 3 in a row";
    // Red has b1 and c1, then d1 as well.
    assert_eq!(refused("classic", "X@a4 X@b4 L@b1 L@c4 M@c1 X@b1"), why);
    let three = after("classic", "X@a4 X@b4 L@b1 L@c4 M@c1 X@c3 X@d2 M@d3 L@d1");
    // Yellow's large is in the house; the medium on c1 is one of three, and smaller.
    assert_eq!(three.house_targets(Size::Large) & 0b1111, 0b0101);
    // One's own piece is not gobbled from the house.
    assert_eq!(three.house_targets(Size::Huge) >> 14 & 1, 0);
    assert_eq!(three.house_targets(Size::Huge) & 0b1111, 0b1111);
}

#[test]
fn four_in_a_row_win_the_classic_game() {
    let three = after("classic", "X@a1 X@a2 L@b1 L@a3 M@c1 M@b2");
    assert_eq!(three.turn(), Turn::Decide(Seat::FIRST));
    let won = after("classic", "X@a1 X@a2 L@b1 L@a3 M@c1 M@b2 S@d1");
    assert_eq!(won.turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
}

#[test]
fn json_names_stacks_and_houses() {
    let state = after("document", "L@b2 S@a1 b2-a1");
    let json = Value::from(Gobblet::describe(&state));
    let cells = json!(["2S1L", "", "", "", "", "", "", "", ""]);
    let house = json!([{"S": 2, "M": 2, "L": 1}, {"S": 1, "M": 2, "L": 2}]);
    let board = json!(["1L_ .   .", ".   .   .", ".   .   ."]);
    assert_eq!(json, json!({"board": board, "cells": cells, "house": house}));
    let classic = Value::from(Gobblet::describe(&start("classic")));
    assert_eq!(classic["house"][0], json!({"S": 3, "M": 3, "L": 3, "X": 3}));
    assert_eq!(classic["cells"].as_array().unwrap().len(), 16);
}

#[test]
fn plain_mode_draws_the_tops_and_the_houses() {
    let state = after("document", "L@b2 S@a1 b2-a1 M@c3");
    let drawn = "  a   b   c\n1 1L_ .   .\n2 .   .   .\n3 .   .   2M\n\
                 house 1: 2S 2M 1L\nhouse 2: 1S 1M 2L";
    assert_eq!(Gobblet::plain(&state), drawn);
}

//! The rules of the park, case by case.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::*;
use crate::play::{Dice, Session, Variant};

fn begin(board: &str, seats: usize) -> Vorassic {
    Vorassic::start(Arc::new(Park::parse(board).unwrap().settle(0)), seats)
}

fn generated(size: usize, mode: &str, seats: usize) -> Vorassic {
    begin(&format!("name = \"x\"\nsize = {size}\nmode = \"{mode}\""), seats)
}

fn drawn(mode: &str, rows: &str) -> Vorassic {
    let file = format!("name = \"x\"\nmode = \"{mode}\"\ngrid = \"\"\"\n{rows}\n\"\"\"");
    let park = Park::parse(&file).unwrap();
    let seats = park.usual_seats();
    Vorassic::start(Arc::new(park), seats)
}

fn played(mut state: Vorassic, moves: &str) -> Vorassic {
    for text in moves.split_whitespace() {
        let cell = text.parse().unwrap();
        state.play(&cell).unwrap_or_else(|why| panic!("'{text}': {why}"));
    }
    state
}

fn legal(state: &Vorassic) -> String {
    let legal: Vec<String> = state.legal_moves().iter().map(ToString::to_string).collect();
    legal.join(" ")
}

fn refusal(state: &Vorassic, text: &str) -> String {
    state.check(&text.parse().unwrap()).expect_err("the move is illegal").to_string()
}

fn perft(state: &Vorassic, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |cell: &Cell| {
        let mut after = state.clone();
        after.play_unchecked(cell);
        perft(&after, depth - 1)
    };
    state.legal_moves().iter().map(after).sum()
}

#[test]
fn the_document_plays_a1_d4_b1() {
    let start = generated(5, "snake", 2);
    assert_eq!(start.turn(), Turn::Decide(Seat::FIRST));
    assert_eq!(legal(&start), "B0 A1");
    let one = played(start, "A1");
    assert_eq!(one.scores(), Some(vec![1, 0]));
    let two = played(one, "D4");
    assert_eq!(legal(&two), "B1 A2");
    let three = played(two, "B1");
    assert_eq!(three.scores(), Some(vec![3, 1]));
    assert_eq!(
        Vorassic::describe(&three)["owners"],
        json!(["1....", "11...", ".....", ".....", "...22"])
    );
    assert_eq!(
        Vorassic::plain(&three),
        "     A  B  C  D  E\n \
         0   y  1  2  3  4\n \
         1   y  Y  3  4  3\n \
         2   2  3  4  3  2\n \
         3   3  4  3  2  1\n \
         4   4  3  2  R  r"
    );
}

#[test]
fn the_octopus_of_the_document_reaches_nine_cells() {
    // The document's picture: yellow owns A0, B1, B2 and red E2, E3, E4.
    let state = played(generated(5, "octopus", 2), "B1 E3 B2 E2");
    assert_eq!(legal(&state), "B0 C0 A1 C1 A2 C2 A3 B3 C3");
    assert_eq!(
        Vorassic::describe(&state)["owners"],
        json!(["1....", ".1...", ".1..2", "....2", "....2"])
    );
}

#[test]
fn neither_start_counts_and_values_are_told_as_numbers() {
    let state = drawn("snake", "Y 1 2 # 4\n1 2 -3 4 3\n2 # 4 3 2\n3 4 3 2 1\n4 3 2 1 R");
    let told = Vorassic::describe(&state);
    assert_eq!(told["values"][0], json!([0, 1, 2, 0, 4]));
    assert_eq!(told["values"][1], json!([1, 2, -3, 4, 3]));
    assert_eq!(told["owners"], json!(["1..#.", ".....", ".#...", ".....", "....2"]));
    assert_eq!(told["board"][0], json!(" 0   Y  1  2  #  4"));
    assert_eq!(state.scores(), Some(vec![0, 0]));
    assert_eq!(state.captured(Seat::FIRST), 0);
    assert_eq!(played(state, "B0 D4 B1 C4 C1").scores(), Some(vec![0, 3]));
}

#[test]
fn refusals_say_why() {
    let snake =
        played(drawn("snake", "Y 1 2 # 4\n1 2 3 4 3\n2 # 4 3 2\n3 4 3 2 1\n4 3 2 1 R"), "B0 D4");
    for (cell, why) in [
        ("F0", "F0 is outside the park; use A0 to E4"),
        ("A9", "A9 is outside the park; use A0 to E4"),
        ("D0", "D0 is a wall"),
        ("A0", "A0 is yours already"),
        ("D4", "D4 belongs to red already"),
        ("C1", "C1 isn't straight beside B0, the head of your snake"),
        ("A1", "A1 isn't straight beside B0, the head of your snake"),
    ] {
        assert_eq!(refusal(&snake, cell), why);
    }
    let octopus = played(generated(5, "octopus", 2), "B1 D3");
    assert_eq!(refusal(&octopus, "D2"), "D2 isn't beside any of your cells");
}

#[test]
fn who_has_no_move_is_skipped_and_the_others_play_on() {
    // Yellow winds itself up in the corner.
    let state = drawn("snake", "Y 1 # 4 4\n1 1 # 4 3\n# # 4 3 2\n3 4 3 2 1\n4 3 2 1 R");
    let state = played(state, "B0 D4 B1 C4");
    let names = ["Ada".to_owned(), "Ben".to_owned()];
    let told =
        |state: &Vorassic, cell: &str| state.tell(&cell.parse().unwrap(), Eye::Everything, &names);
    let lines = ["A1", "Ada has no move left and is skipped"];
    assert_eq!(told(&state, "A1"), lines);
    let state = played(state, "A1");
    assert_eq!((state.to_move(), state.skipped()), (Some(Seat::SECOND), &[][..]));
    assert_eq!(told(&state, "B4"), ["B4"]);
    let state = played(state, "B4");
    assert_eq!((state.to_move(), state.skipped()), (Some(Seat::SECOND), &[Seat::FIRST][..]));
    let state = played(state, "A4 A3 B3 C3 C2 D2 D1 D0 E0 E1 E2 E3 D3");
    assert_eq!(state.turn(), Turn::Over(Outcome::Win(Seat::SECOND)));
    assert_eq!(legal(&state), "");
    assert_eq!(refusal(&state, "B2"), "the match is over");
}

#[test]
fn most_points_win_and_equal_is_a_draw() {
    let end = |rows: &str, moves: &str| played(drawn("snake", rows), moves).turn();
    let even = "Y # # # #\n5 # # # #\n# # # # #\n# # # # 5\n# # # # R";
    assert_eq!(end(even, "A1 E3"), Turn::Over(Outcome::Draw));
    let uneven = even.replacen('5', "-1", 1);
    assert_eq!(end(&uneven, "A1 E3"), Turn::Over(Outcome::Win(Seat::SECOND)));
    // Two of three share the most points: a draw, whatever the third has.
    let three = "Y # 1 # G\n5 # # # 5\n# # # # #\n# # # # 2\n# # # # R";
    assert_eq!(end(three, "A1 E3 E1"), Turn::Over(Outcome::Draw));
    assert_eq!(end(&three.replace('2', "6"), "A1 E3 E1"), Turn::Over(Outcome::Win(Seat::SECOND)));
}

#[test]
fn four_players_start_in_the_corners_and_play_in_their_order() {
    let state = generated(6, "octopus", 4);
    let heads: Vec<String> = Seat::all(4).map(|seat| state.head(seat).to_string()).collect();
    assert_eq!(heads, ["A0", "F5", "F0", "A5"]);
    let hues: Vec<&str> = Seat::all(4).map(|seat| Vorassic::hue(seat, 4).name()).collect();
    assert_eq!(hues, ["yellow", "red", "green", "blue"]);
    let state = played(state, "B1 E4 E1 B4");
    assert_eq!(state.scores(), Some(vec![2, 2, 2, 2]));
    assert_eq!(state.turn(), Turn::Decide(Seat::FIRST));
}

#[test]
fn an_octopus_that_is_cut_off_still_has_to_fill_its_own_side() {
    let state = drawn("octopus", "Y 1 # 1 1\n1 1 # 1 1\n# # # 1 1\n1 1 1 1 1\n1 1 1 1 R");
    let state = played(state, "B1 D3 B0 D4 A1 C4 B4 A4 A3 B3 C3 D2 E3 E2 D1 E1 D0 E0");
    assert!(state.turn().is_over());
    assert_eq!(state.scores(), Some(vec![3, 15]));
}

#[test]
fn counts_every_way_to_play() {
    let check = |mode, counts: &[u64]| {
        let start = generated(5, mode, 2);
        for (at, count) in counts.iter().enumerate() {
            assert_eq!(perft(&start, at + 1), *count, "{mode}, depth {}", at + 1);
        }
    };
    check("snake", &[2, 4, 8, 16, 40, 100, 240, 506]);
    check("octopus", &[3, 9, 45, 224, 1534, 10096]);
}

#[test]
fn a_record_shows_the_grid_and_every_move() {
    let park = Park::parse("name = \"x\"\nsize = 6\nvalues = \"mirrored\"").unwrap();
    let mut session = Session::<Vorassic>::new(&park, 2, 11);
    session.play_text("A1").unwrap();
    session.play_text("F4").unwrap();
    let players = ["human:Ada".parse().unwrap(), "bot:greedy".parse().unwrap()];
    let text = session.record(&players).to_string();
    assert!(text.contains("\ngrid = \"\"\"\nY "), "{text}");
    assert!(text.contains("A1 F4"), "{text}");
}

#[test]
fn random_matches_keep_the_books_on_every_kind_of_park() {
    let mut rng = Dice::new(1).stream(0);
    for seed in 0..120 {
        let pick = |rng: &mut ChaCha8Rng, of: &[&'static str]| of[rng.random_range(0..of.len())];
        let size = [5, 6, 7, 9, 12, 26][seed as usize % 6];
        let file = format!(
            "name = \"x\"\nsize = {size}\nmode = \"{}\"\nvalues = \"{}\"\nwalls = {}\nnegative = {}",
            pick(&mut rng, &["snake", "octopus"]),
            pick(&mut rng, &["default", "random", "mirrored"]),
            pick(&mut rng, &["0", "10", "40"]),
            pick(&mut rng, &["0", "10", "100"]),
        );
        let seats = rng.random_range(2..=4);
        let mut state = Vorassic::start(Arc::new(Park::parse(&file).unwrap().settle(seed)), seats);
        let mut plies = 0;
        while let Turn::Decide(seat) = state.turn() {
            let legal = state.legal_moves();
            // What `check` accepts is what is listed, over the whole park.
            if plies % 7 == 0 {
                let accepted = Cell::all(size).filter(|cell| state.check(cell).is_ok());
                assert_eq!(accepted.collect::<Vec<_>>(), legal, "{file}");
            }
            let cell = legal[rng.random_range(0..legal.len())];
            state.play_unchecked(&cell);
            assert_eq!((state.owner(cell), state.head(seat)), (Some(seat), cell));
            plies += 1;
        }
        for seat in Seat::all(seats) {
            let own = Cell::all(size).filter(|cell| state.owner(*cell) == Some(seat));
            let worth: i32 = own.map(|cell| state.grid().value(cell)).sum();
            assert_eq!(state.score(seat), worth, "{file}");
            assert_eq!(state.reach(seat), [], "{file}: {} could go on", colour(seat));
        }
        let captured: usize = Seat::all(seats).map(|seat| state.captured(seat)).sum();
        assert_eq!(captured, plies, "{file}");
    }
}

//! The rules of the goose game, case by case.

use super::*;
use crate::play::{Session, Variant};

/// The trace of the document, with its one wrapped line joined.
const DOCUMENT: &str = include_str!("../../../../tests/traces/goose/document.txt");

fn board(text: &str) -> Arc<Board> {
    Arc::new(Board::parse(text).unwrap())
}

fn document() -> Arc<Board> {
    board(Goose::BOARDS[0].1)
}

fn names() -> Vec<String> {
    ["bilbo", "frodo", "sam"].map(str::to_owned).to_vec()
}

/// A match on the document's board from stated cells, and the trace of these throws.
fn trace(at: &[u16], throws: &str) -> (Goose, Vec<String>) {
    let text = format!("at = {at:?}\n{}", Goose::BOARDS[0].1);
    let mut game = Goose::start(board(&text), at.len());
    let mut lines = game.opening(&names());
    for throw in throws.split_whitespace() {
        let throw = throw.parse().unwrap();
        lines.extend(game.tell(&throw, Eye::Everything, &names()));
        game.play(&throw).unwrap();
    }
    (game, lines)
}

fn cells(game: &Goose) -> Vec<u16> {
    game.pawns.iter().map(|pawn| pawn.cell).collect()
}

/// The document lets bilbo play from cell 18 after it sent him to the start, so each line is
/// played from the position it states.
#[test]
fn every_line_of_the_document_is_printed() {
    let mut game = Goose::start(document(), 3);
    let mut told = Vec::<String>::new().into_iter();
    let mut printed = 0;
    for line in DOCUMENT.lines() {
        if let Some((_, rest)) = line.split_once("throws ") {
            let (who, rest_of_line) = line.split_once(" is in cell ").unwrap();
            let cell = rest_of_line.split_once(',').unwrap().0.parse().unwrap();
            let seat = Seat::at(names().iter().position(|name| name == who).unwrap());
            assert_eq!(game.turn(), Turn::Chance { by: Some(seat) });
            game.pawns[seat.index()].cell = cell;
            let throw = rest.split_once(' ').unwrap().0.parse().unwrap();
            assert_eq!(told.next(), None, "more was told than the document prints");
            told = game.tell(&throw, Eye::Everything, &names()).into_iter();
            game.play(&throw).unwrap();
        }
        assert_eq!(told.next().as_deref(), Some(line));
        printed += 1;
    }
    assert_eq!((told.next(), printed), (None, 33));
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat(1))));
}

#[test]
fn what_is_too_much_is_walked_back() {
    assert_eq!(trace(&[57], "9").1, ["bilbo is in cell 57, bilbo throws 9 and reaches cell 60"]);
    // A goose on the way back still jumps forward, and its jump bounces too.
    assert_eq!(
        trace(&[61], "11").1,
        ["bilbo is in cell 61, bilbo throws 11 and reaches cell 54 (goose) and jumps to cell 61"]
    );
    let tiny = board("name = 'tiny'\ncells = 4\n");
    let mut game = Goose::start(tiny, 1);
    game.play(&"12".parse().unwrap()).unwrap();
    assert_eq!(cells(&game), [0]);
}

#[test]
fn a_jump_onto_the_last_cell_wins_at_once() {
    let (game, lines) = trace(&[45, 3], "9");
    assert_eq!(
        lines,
        [
            "bilbo is in cell 45, bilbo throws 9 and reaches cell 54 (goose) and jumps to cell 63",
            "bilbo has won."
        ]
    );
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
    assert_eq!(game.check(&"9".parse().unwrap()), Err(Refused::Over));
    assert!(game.legal_moves().is_empty());
}

#[test]
fn jumps_do_not_cascade_but_stays_hold() {
    // 9 + 9 is a goose again, and stays put.
    assert_eq!(cells(&trace(&[0], "9").0), [18]);
    let long = board(
        "name = 'long'\ncells = 40\n[[cell]]\nat = 5\nkind = 'goose'\n\
         [[cell]]\nat = 10\nkind = 'trap'\n[[cell]]\nat = 7\nkind = 'teleport'\nto = 20\n\
         [[cell]]\nat = 20\nkind = 'wait'\nturns = 3\n",
    );
    let mut game = Goose::start(long, 3);
    game.play(&"5".parse().unwrap()).unwrap();
    game.play(&"7".parse().unwrap()).unwrap();
    let held: Vec<i32> = Seat::all(3).map(|seat| game.held(seat)).collect();
    assert_eq!((cells(&game), held), (vec![10, 20, 0], vec![-1, 3, 0]));
}

#[test]
fn the_displaced_goes_to_where_the_turn_began() {
    // Over the goose on 9: not 9 but the start.
    let (game, lines) = trace(&[0, 18], "9");
    assert_eq!(cells(&game), [18, 0]);
    assert!(lines[0].ends_with("(goose) cell is busy, frodo is sent to start cell"));
    // Sent to a goose or a teleport, nobody jumps; sent to a wait, they wait anew.
    assert_eq!(cells(&trace(&[18, 23], "5").0), [23, 18]);
    let (game, lines) = trace(&[19, 23], "4 6 6");
    assert_eq!((cells(&game), game.turn()), (vec![35, 19], Turn::Chance { by: Some(Seat(1)) }));
    assert_eq!(lines[1], "frodo is in cell 19, frodo cannot play.");
    assert_eq!(lines[2], "bilbo is in cell 23, bilbo throws 6 and reaches cell 29");
    assert_eq!(lines[3], "frodo is in cell 19, frodo cannot play.");
}

#[test]
fn a_trap_holds_until_somebody_else_falls_in() {
    let (game, lines) = trace(&[25, 26, 0], "6 5");
    assert_eq!(
        lines[1],
        "frodo is in cell 26, frodo throws 5 and reaches cell 31 (trap) cell is busy, bilbo is sent to cell 26"
    );
    assert_eq!((game.held(Seat(0)), game.held(Seat(1))), (0, -1));
    assert_eq!(game.turn(), Turn::Chance { by: Some(Seat(2)) });
}

#[test]
fn a_wait_lasts_exactly_its_turns() {
    let (game, lines) = trace(&[12, 0], "7 2 2 3");
    assert_eq!(game.turn(), Turn::Chance { by: Some(Seat::FIRST) });
    let passed = lines.iter().filter(|line| line.ends_with("bilbo cannot play.")).count();
    assert_eq!(passed, 2);
    // Alone, one is passed over until one may throw again.
    let (game, lines) = trace(&[12], "7");
    assert_eq!((game.wait(Seat::FIRST), lines.len()), (0, 3));
}

#[test]
fn when_everybody_is_trapped_it_is_a_draw() {
    let (game, lines) = trace(&[25, 46], "6 6");
    assert_eq!(lines.last().unwrap(), "everybody is trapped.");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    // Waiting is not being trapped.
    assert!(!trace(&[25, 13], "6 6").0.turn().is_over());
    assert_eq!(trace(&[31, 52], "").1, ["everybody is trapped."]);
}

#[test]
fn stated_cells_are_free_on_a_wait_and_held_in_a_trap() {
    let (game, lines) = trace(&[31, 19, 0], "");
    assert_eq!(lines, ["bilbo is in cell 31, bilbo cannot play."]);
    assert_eq!(game.turn(), Turn::Chance { by: Some(Seat(1)) });
}

#[test]
fn landing_where_one_stood_is_not_busy() {
    // From 4 of 5 a throw of 2 leads to the end and back.
    let inn = "[[cell]]\nat = 4\nkind = 'wait'\nturns = 2\n";
    let text =
        format!("name = 'i'\ncells = 5\nat = [4, 0]\ndice = {{ count = 1, sides = 6 }}\n{inn}");
    let mut game = Goose::start(board(&text), 2);
    let lines = game.tell(&"2".parse().unwrap(), Eye::Everything, &names());
    assert_eq!(
        lines,
        ["bilbo is in cell 4, bilbo throws 2 and reaches cell 4 (waiting for 2 turns )"]
    );
    game.play(&"2".parse().unwrap()).unwrap();
    assert_eq!(game.wait(Seat::FIRST), 2);
}

#[test]
fn the_throws_are_those_of_the_dice() {
    let game = Goose::start(document(), 2);
    let throws: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!((throws.len(), &throws[..3]), (21, &["1+1", "1+2", "1+3"].map(str::to_owned)[..]));
    assert_eq!(game.chance_weights().iter().map(|(_, weight)| weight).sum::<u32>(), 36);
    for refused in ["1", "13", "7+1", "0+3", "1+2+3"] {
        assert!(game.check(&refused.parse().unwrap()).is_err(), "{refused}");
    }
    let why = game.check(&"7+1".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(why, "'1+7' cannot be thrown here, expected '1+1' to '6+6', or a sum from 2 to 12");
}

#[test]
fn forty_play_to_the_end() {
    let mut session = Session::<Goose>::new(&document(), 40, 3);
    while session.roll().is_some() {
        let mut cells = cells(session.state());
        cells.retain(|&cell| cell > 0);
        cells.sort_unstable();
        assert!(cells.windows(2).all(|pair| pair[0] != pair[1]));
    }
    assert!(session.turn().is_over());
}

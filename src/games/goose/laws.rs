//! The rules on boards that nobody drew: random ones, from random throws.

use std::fmt::Write;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{Board, Event, Goose};
use crate::play::{Game, Outcome, Seat, Session, Turn, Variant};

/// A trap or an end comes long before.
const LONGEST: usize = 200_000;

/// A board file: some of the boards are bad, and refused.
fn board_file() -> impl Strategy<Value = String> {
    let cells = prop_oneof![5..30_u16, 30..90_u16];
    let special = (any::<prop::sample::Index>(), 0..4_u8, any::<prop::sample::Index>());
    let specials = prop::collection::vec(special, 0..16);
    (cells, 1..4_u16, 4..9_u16, specials).prop_map(|(cells, count, sides, specials)| {
        let mut text = format!(
            "name = 'random'\ncells = {cells}\ndice = {{ count = {count}, sides = {sides} }}\n"
        );
        let mut taken = Vec::new();
        for (at, kind, other) in specials {
            let at = at.index(usize::from(cells) - 1) + 1;
            if taken.contains(&at) {
                continue;
            }
            taken.push(at);
            let other = other.index(usize::from(cells) + 1);
            let what = match kind {
                0 => "kind = 'goose'".to_owned(),
                1 => "kind = 'trap'".to_owned(),
                2 => format!("kind = 'wait'\nturns = {}", other % 5 + 1),
                _ => format!("kind = 'teleport'\nto = {other}"),
            };
            let _ = write!(text, "[[cell]]\nat = {at}\n{what}\n");
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        rng_seed: RngSeed::Fixed(63),
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn any_board_that_loads_is_played_to_an_end(
        text in board_file(),
        seats in 1..7_usize,
        seed: u64,
    ) {
        let Ok(board) = Board::parse(&text) else { return Ok(()) };
        prop_assert_eq!(&Board::parse(&board.to_toml()), &Ok(board.clone()));
        let mut session = Session::<Goose>::new(&board, seats, seed);
        while !session.turn().is_over() {
            prop_assert!(session.ply() < LONGEST, "no end in sight on\n{}", text);
            let before = session.state().clone();
            let throw = session.roll().expect("there is always a throw");
            let after = session.state();
            let [Event::Moved { seat, way, displaced }, ..] = before.events(&throw)[..] else {
                return Err(TestCaseError::fail("a throw moves a pawn"));
            };
            prop_assert_eq!(after.cell(seat), way.end());
            for other in Seat::all(seats).filter(|&other| other != seat) {
                let expected = match displaced {
                    Some(sent) if sent == other => before.cell(seat),
                    _ => before.cell(other),
                };
                prop_assert_eq!(after.cell(other), expected);
                let stood_there = way.end() > 0 && before.cell(other) == way.end();
                prop_assert_eq!(displaced == Some(other), stood_there);
            }
            for cell in 1..=board.last() {
                prop_assert!(after.standing_on(cell).count() <= 1);
            }
        }
        let end = session.state();
        match session.turn() {
            Turn::Over(Outcome::Win(seat)) => prop_assert_eq!(end.cell(seat), board.last()),
            _ => prop_assert!(Seat::all(seats).all(|seat| end.is_trapped(seat))),
        }
        let again = Goose::start(Arc::new(board), seats);
        prop_assert_eq!(session.state_at(0), again);
    }
}

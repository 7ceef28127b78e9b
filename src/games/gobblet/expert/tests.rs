//! The expert's bits against the rules of the game, and what it promises.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::seq::IndexedRandom;

use super::*;
use crate::play::{Game, Outcome, Turn, Variant};
use crate::search::{Cancel, Limit};

fn boards() -> Vec<Arc<Board>> {
    let more =
        ["side = 4\nsizes = 3\neach = 3\ngobble = \"always\"", "gobble = \"threat\"\neach = 1"]
            .map(|keys| format!("name = \"x\"\n{keys}"));
    let bundled = Gobblet::BOARDS.iter().map(|(_, text)| (*text).to_owned());
    bundled.chain(more).map(|text| Arc::new(Board::parse(&text).unwrap())).collect()
}

fn after(board: &Arc<Board>, moves: &str) -> Gobblet {
    let mut state = Gobblet::start(Arc::clone(board), 2);
    for text in moves.split_whitespace() {
        state.play(&text.parse().unwrap()).unwrap();
    }
    state
}

fn classic() -> Arc<Board> {
    Arc::clone(&boards()[2])
}

/// The same moves, the same ends, and the same wins at once, wherever random play leads.
#[test]
fn its_bits_agree_with_the_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut wins = 0;
    for board in boards() {
        let rules = Rules::of(&board);
        for _ in 0..40 {
            let mut state = Gobblet::start(Arc::clone(&board), 2);
            for _ in 0..60 {
                let Turn::Decide(seat) = state.turn() else { break };
                let legal = state.legal_moves();
                let position = Stacks::of(state.pieces(), seat);
                let sight = position.sight();
                let mut steps = BTreeSet::new();
                position.moves(&rules, &sight, |step| assert!(steps.insert(step.number())));
                let known = legal.iter().map(|mv| step_of(&state, *mv).number());
                assert_eq!(steps, known.collect::<BTreeSet<_>>(), "{}", Gobblet::plain(&state));

                let mut wins_now = false;
                for mv in &legal {
                    let step = step_of(&state, *mv);
                    assert_eq!(opinion_of(verdict(step), board.side()).best, *mv);
                    let mut next = state.clone();
                    next.play_unchecked(mv);
                    match (position.after(&rules, step), next.turn()) {
                        (After::Won, Turn::Over(Outcome::Win(winner))) => {
                            assert_eq!(winner, seat);
                            wins_now = true;
                        }
                        (After::Lost, Turn::Over(Outcome::Win(winner))) => assert_ne!(winner, seat),
                        (After::On(_), Turn::Over(Outcome::Draw)) => {}
                        (After::On(bits), Turn::Decide(_)) => {
                            assert_eq!(bits, Stacks::of(next.pieces(), seat.next(2)));
                        }
                        _ => panic!("{mv} in\n{}", Gobblet::plain(&state)),
                    }
                }
                assert_eq!(
                    position.wins_now(&rules, &sight),
                    wins_now,
                    "{}",
                    Gobblet::plain(&state)
                );
                wins += u32::from(wins_now);
                state.play(legal.choose(&mut rng).unwrap()).unwrap();
            }
        }
    }
    assert!(wins > 100, "{wins}");
}

fn verdict(step: Step) -> Verdict {
    Verdict { step, value: 0, depth: 0 }
}

/// Whether the side to move can force a win within so many moves, by the rules alone.
fn forces(state: &Gobblet, moves: u8) -> bool {
    let Turn::Decide(seat) = state.turn() else { return false };
    let next = |mv: &Move| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        next
    };
    let legal = state.legal_moves();
    if legal.iter().any(|mv| next(mv).turn() == Turn::Over(Outcome::Win(seat))) {
        return moves >= 1;
    }
    moves >= 3
        && legal.iter().any(|mv| {
            let after = next(mv);
            let Turn::Decide(other) = after.turn() else { return false };
            other != seat
                && after.legal_moves().iter().all(|reply| {
                    let mut then = after.clone();
                    then.play_unchecked(reply);
                    match then.turn() {
                        Turn::Over(outcome) => outcome == Outcome::Win(seat),
                        _ => forces(&then, moves - 2),
                    }
                })
        })
}

/// A win or a loss that it announces is one, by the rules alone.
#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn announced_ends_come_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let board = classic();
    let mut found = 0;
    for seed in 0..60 {
        let mut expert = Expert::new(&board, Level::BEST, seed);
        let mut state = Gobblet::start(Arc::clone(&board), 2);
        for _ in 0..24 {
            if state.turn().is_over() {
                break;
            }
            let legal = state.legal_moves();
            let opinion = expert.think(&state, &legal, &Budget::nodes(3_000), |_| {});
            if opinion.outlook == Outlook::Wins(3) {
                assert!(forces(&state, 3), "{}", Gobblet::plain(&state));
                found += 1;
                break;
            }
            state.play(legal.choose(&mut rng).unwrap()).unwrap();
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn it_takes_a_win_and_stops_one() {
    let board = classic();
    for (moves, to) in [
        // Red has three in row 1.
        ("X@a1 X@a4 X@b1 X@b4 X@c1 L@d4", "d1"),
        // Yellow has to cover one of them or take the last cell.
        ("X@a1 X@a4 X@b1 X@b4 X@c1", "d1"),
    ] {
        let state = after(&board, moves);
        for nodes in [1, 100, 5_000] {
            let mut expert = Expert::new(&board, Level::BEST, 3);
            let legal = state.legal_moves();
            let mv = expert.choose(&state, state.to_move(), &legal, &Budget::nodes(nodes));
            assert_eq!(mv.to().to_string(), to, "{moves}, {nodes} nodes");
        }
    }
}

#[test]
fn the_same_seed_and_nodes_play_the_same_match() {
    let board = classic();
    let play = |seed| {
        let mut experts = [seed, seed + 1].map(|seed| Expert::new(&board, Level::BEST, seed));
        let mut state = Gobblet::start(Arc::clone(&board), 2);
        let mut moves = Vec::new();
        while let (Turn::Decide(seat), true) = (state.turn(), moves.len() < 12) {
            let legal = state.legal_moves();
            let budget = Budget::nodes(2_000);
            let mv = experts[seat.index()].choose(&state, seat, &legal, &budget);
            state.play(&mv).unwrap();
            moves.push(mv);
        }
        moves
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_cancelled_search_still_answers() {
    let board = classic();
    let cancel = Cancel::default();
    cancel.cancel();
    let budget = Budget::new(Limit::Nodes(u64::MAX), cancel);
    let state = after(&board, "X@a1 X@b2");
    let legal = state.legal_moves();
    let mv = Expert::new(&board, Level::BEST, 1).choose(&state, Seat::FIRST, &legal, &budget);
    assert!(legal.contains(&mv) && budget.used() < 1_000);
}

//! One test for each sentence of the rules that is not about a single card; those are in `ground`.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::play::{Secrets, Session, Variant};

/// Boards on which two cards arrive.
const SPRINT: &str = "name = \"Sprint\"\ngrid = \"1.2 \\n ... \\n *.*\"\n";
const SPRINT_FOR_THREE: &str = "name = \"Sprint\"\ngrid = \"1.2.3 \\n ..... \\n *.*.*\"\n";

/// A match on a bundled board, or on one given as text, with some keys set, and everybody's first
/// hand.
fn dealt(board: &str, keys: &[(&str, &str)], first: usize, hands: &[&str]) -> Turtles {
    let bundled = Turtles::BOARDS.iter().find(|(name, _)| *name == board);
    let text = bundled.map_or(board, |(_, text)| text);
    let sets: Vec<(String, String)> =
        keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let text = crate::play::with_keys(text, &sets).unwrap();
    let variant = TurtlesVariant::parse(&text).unwrap();
    let mut state = Turtles::start(Arc::new(variant), hands.len());
    play(&mut state, &format!("first:{first}"));
    for hand in hands {
        deal(&mut state, hand);
    }
    state
}

fn deal(state: &mut Turtles, hand: &str) {
    for card in hand.chars() {
        play(state, &format!("draw:{card}"));
    }
}

fn play(state: &mut Turtles, moves: &str) {
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        assert!(state.legal_moves().contains(&mv), "'{text}' of '{moves}' is not in the list");
        state.play(&mv).unwrap_or_else(|why| panic!("'{text}' of '{moves}': {why}"));
    }
}

fn refusal(state: &Turtles, text: &str) -> String {
    let mv: Move = text.parse().unwrap();
    assert!(!state.legal_moves().contains(&mv), "'{text}' is in the list");
    state.check(&mv).unwrap_err().to_string()
}

/// The turn passes without anything else: nobody has drawn or laid a card.
fn pass(state: &mut Turtles, times: usize) {
    for _ in 0..times {
        play(state, "run keep");
    }
}

fn seen(state: &Turtles) -> Value {
    Value::Object(Turtles::describe(&state.view(Eye::Everything)))
}

fn hand_of(state: &Turtles, seat: u8) -> String {
    state.secrets[usize::from(seat - 1)].hand.to_string()
}

fn mover(state: &Turtles) -> Option<usize> {
    state.turn().seat().map(Seat::number)
}

const FIVE: &str = "FFFFF";

#[test]
fn the_three_set_ups_of_the_rulebook() {
    let grids = [
        (2, [".1...2.#", "...*...#"], ".......#"),
        (3, ["1..2..3#", "*..*..*#"], ".......#"),
        (4, ["1.2..3.4", ".*....*."], "........"),
    ];
    for ((players, [top, bottom], between), (_, text)) in grids.iter().zip(Turtles::BOARDS) {
        let variant = TurtlesVariant::parse(text).unwrap();
        assert_eq!(variant.seats(), *players..=*players);
        let grid = variant.ground().grid();
        assert_eq!((grid.len(), grid[0].as_str(), grid[7].as_str()), (8, *top, *bottom));
        assert!(grid[1..7].iter().all(|row| row == between));
        assert!(variant.law().starts.iter().all(|pose| pose.heading.letter() == 'S'));
        assert_eq!(variant.deck(), Cards::of(18, 8, 8, 3));
    }
}

#[test]
fn chance_says_who_begins_and_seat_one_draws_first() {
    let variant = TurtlesVariant::parse(Turtles::BOARDS[1].1).unwrap();
    let mut state = Turtles::start(Arc::new(variant), 3);
    assert_eq!(state.turn(), Turn::Chance { by: None });
    assert_eq!(state.chance_weights().len(), 3);
    assert_eq!(refusal(&state, "first:4"), "there is no player 4");
    play(&mut state, "first:3");
    for seat in 0..3 {
        for count in 0..HAND {
            assert_eq!(state.table.drawer(), Some(Seat(seat)));
            assert_eq!(state.secrets[usize::from(seat)].hand.len(), count);
            play(&mut state, "draw:F");
        }
    }
    assert_eq!(state.turn(), Turn::Decide(Seat(2)));
}

#[test]
fn draws_are_weighted_by_the_deck_that_is_left() {
    let variant = TurtlesVariant::parse(Turtles::BOARDS[0].1).unwrap();
    let mut state = Turtles::start(Arc::new(variant), 2);
    play(&mut state, "first:1 draw:Z draw:Z draw:Z draw:F");
    let weights: Vec<(String, u32)> =
        state.chance_weights().iter().map(|(mv, weight)| (mv.to_string(), *weight)).collect();
    let text = |text: &str, weight| (text.to_owned(), weight);
    assert_eq!(weights, [text("draw:F", 17), text("draw:L", 8), text("draw:R", 8)]);
    assert_eq!(refusal(&state, "draw:Z"), "the deck has no card 'Z'");
}

#[test]
fn a_program_grows_at_its_end_and_the_hand_is_filled_up() {
    let mut state = dealt("galapagos-2", &[], 1, &["FFLRZ", FIVE]);
    play(&mut state, "add:FL");
    assert_eq!(hand_of(&state, 1), "FRZ");
    assert_eq!(refusal(&state, "run"), "that isn't possible now; use 'discard:..' or 'keep'");
    assert_eq!(refusal(&state, "discard:FF"), "not enough F cards in hand");
    play(&mut state, "discard:RZ");
    assert_eq!(state.turn(), Turn::Chance { by: None });
    play(&mut state, "draw:R draw:R draw:R draw:F");
    assert_eq!(hand_of(&state, 1), "FFRRR");
    assert_eq!(mover(&state), Some(2));
    pass(&mut state, 1);
    assert_eq!(refusal(&state, "add:RRRRR"), "not enough R cards in hand");
    play(&mut state, "add:RF keep draw:F draw:F");
    assert_eq!(seen(&state)["turtles"][0]["program"], "FLRF");
}

#[test]
fn nothing_is_asked_with_an_empty_hand() {
    let mut state = dealt("galapagos-2", &[], 1, &[FIVE, FIVE]);
    play(&mut state, "add:FFFFF draw:F draw:F draw:F draw:F draw:F");
    assert_eq!(mover(&state), Some(2));
}

#[test]
fn a_full_hand_that_is_kept_draws_nothing() {
    let mut state = dealt("galapagos-2", &[], 1, &[FIVE, FIVE]);
    play(&mut state, "run");
    assert_eq!(state.turn(), Turn::Decide(Seat::FIRST));
    play(&mut state, "keep");
    assert_eq!(mover(&state), Some(2));
    play(&mut state, "stone:d4 discard:FF draw:L draw:R");
    assert_eq!((hand_of(&state, 2).as_str(), mover(&state)), ("FFFLR", Some(1)));
}

#[test]
fn an_empty_deck_takes_the_discard_pile() {
    let keys = [("deck", "{ forward = 6, left = 1 }")];
    let mut state = dealt("galapagos-2", &keys, 1, &[FIVE, FIVE]);
    play(&mut state, "run discard:FFF draw:F draw:L");
    // The deck is empty: the three cards of the pile are shuffled into it.
    assert_eq!(state.chance_weights(), [(Move::Draw(Card::Forward), 3)]);
    play(&mut state, "draw:F");
    assert_eq!(seen(&state)["decks"][0], 2);
    assert_eq!(seen(&state)["discards"][0], 0);
    // What was executed is in the pile for all to know, until it is shuffled.
    pass(&mut state, 1);
    play(&mut state, "add:L keep draw:F");
    pass(&mut state, 1);
    play(&mut state, "run");
    assert_eq!(seen(&state)["shown"][0], "L");
    play(&mut state, "discard:F draw:F");
    assert_eq!(seen(&state)["shown"][0], "L");
    pass(&mut state, 1);
    play(&mut state, "run discard:F");
    assert_eq!(seen(&state)["shown"][0], "");
    assert_eq!(state.chance_weights().len(), 2);
}

#[test]
fn with_deck_and_pile_empty_one_draws_fewer() {
    let keys = [("deck", "{ forward = 5, left = 1 }")];
    let mut state = dealt("galapagos-2", &keys, 1, &[FIVE, FIVE]);
    play(&mut state, "add:FF keep draw:L");
    assert_eq!((hand_of(&state, 1).as_str(), mover(&state)), ("FFFL", Some(2)));
    play(&mut state, "add:FFFFF draw:L");
    play(&mut state, "add:FFFL");
    // The hand is empty and there is nothing to draw: the turn is over.
    assert_eq!(mover(&state), Some(2));
    play(&mut state, "run");
    assert_eq!(mover(&state), Some(2), "asked to discard what is left of the hand");
}

#[test]
fn an_arrival_ends_the_turn_at_once() {
    let mut state = dealt("galapagos-3", &[], 1, &[FIVE, FIVE, FIVE]);
    play(&mut state, "add:FFFFF draw:F draw:F draw:L draw:L draw:R");
    pass(&mut state, 2);
    play(&mut state, "add:FFLLR draw:F draw:F draw:F draw:F draw:F");
    pass(&mut state, 2);
    play(&mut state, "run");
    // Neither discard nor draw, and the rest of the program is gone, unseen.
    assert_eq!(mover(&state), Some(2));
    let json = seen(&state);
    assert_eq!(json["turtles"][0]["cell"], Value::Null);
    assert_eq!(json["turtles"][0]["facing"], Value::Null);
    assert_eq!(json["turtles"][0]["done"], true);
    assert_eq!(json["turtles"][0]["program"], "");
    assert_eq!(json["shown"][0], "FFFFFFF");
    assert_eq!(json["discards"][0], 10);
    assert_eq!(json["grid"][7], "*..*..*#");
    assert_eq!(state.scores(), Some(vec![2, 0, 0]));
    // Turns pass over the one who arrived, and its start is an ordinary cell now.
    play(&mut state, "stone:a1 keep");
    assert_eq!(mover(&state), Some(3));
    pass(&mut state, 1);
    assert_eq!(mover(&state), Some(2));
}

#[test]
fn the_match_ends_when_one_is_left() {
    let mut state = dealt("galapagos-3", &[], 2, &[FIVE, FIVE, FIVE]);
    for _ in 0..2 {
        for _ in 0..2 {
            play(&mut state, "add:FFFF keep draw:F draw:F draw:F draw:F");
        }
        pass(&mut state, 1);
    }
    play(&mut state, "run");
    assert_eq!(state.scores(), Some(vec![0, 2, 0]));
    play(&mut state, "run");
    assert_eq!(state.turn(), Turn::Over(Outcome::Places(vec![Seat(1), Seat(2), Seat(0)])));
    assert_eq!(state.scores(), Some(vec![0, 2, 1]));
    assert_eq!(state.legal_moves(), []);
    assert_eq!(refusal(&state, "run"), "the match is over");
}

#[test]
fn walls_are_refused_with_the_reason() {
    let mut state = dealt("galapagos-2", &[], 1, &["FFFFL", "FFFFR"]);
    let cases = [
        ("stone:d9", "'d9' is not on this board"),
        ("stone:i1", "'i1' is not on this board"),
        ("ice:h3", "a stone wall lies on h3 already"),
        ("ice:d8", "a jewel lies on d8 already"),
        ("stone:b1", "turtle 1 stands on b1"),
    ];
    for (wall, why) in cases {
        assert_eq!(refusal(&state, wall), why);
    }
    play(&mut state, "add:F keep draw:F");
    play(&mut state, "ice:c8 keep");
    play(&mut state, "run keep");
    assert_eq!(refusal(&state, "stone:b2"), "turtle 1 stands on b2");
    assert_eq!(refusal(&state, "stone:b1"), "b1 is the start of turtle 1 and stays free");
    assert_eq!(refusal(&state, "stone:c8"), "an ice wall lies on c8 already");
    play(&mut state, "stone:d7 keep stone:e8 keep");
    // Ice on c8 does not block, stone on c7 makes b8 the only way to it.
    play(&mut state, "stone:c7 keep");
    assert_eq!(refusal(&state, "stone:b8"), "turtle 1 could not reach the jewel on d8");
    play(&mut state, "ice:b8 keep");
    play(&mut state, "ice:f2 keep stone:g7 keep");
    assert_eq!(refusal(&state, "ice:a7"), "no ice wall is left");
    assert_eq!(seen(&state)["turtles"][1]["stone"], 1);
    play(&mut state, "stone:g6 keep stone:a3 keep");
    assert_eq!(refusal(&state, "stone:a7"), "no stone wall is left");
}

#[test]
fn a_wall_may_not_cut_off_a_start() {
    let mut state = dealt("galapagos-2", &[], 1, &["FFFLR", FIVE]);
    play(&mut state, "add:FFF keep draw:F draw:F draw:F stone:a2 keep run keep stone:c1 keep");
    assert_eq!(refusal(&state, "stone:b2"), "from its start turtle 1 could not reach jewel d8");
    play(&mut state, "ice:b2 keep");
}

#[test]
fn every_jewel_must_stay_in_reach_without_treading_on_another() {
    let mut state = dealt("galapagos-4", &[], 1, &[FIVE; 4]);
    play(&mut state, "stone:a7 keep stone:b7 keep");
    // a8 is a dead end behind the jewel on b8, which is no way.
    assert_eq!(refusal(&state, "stone:c8"), "turtle 1 could not reach the jewel on b8");
}

#[test]
fn the_laser_asks_how_many_sat_down() {
    // Two: the one hit makes a half-turn.
    let mut state = dealt("galapagos-2", &[], 1, &["LZFFF", FIVE]);
    play(&mut state, "add:LZ keep draw:F draw:F run keep run keep");
    assert_eq!(seen(&state)["turtles"][1]["facing"], "N");
    // Three: it goes back to its start.
    let mut state = dealt("galapagos-3", &[], 2, &["FLZFF", FIVE, FIVE]);
    play(&mut state, "add:F keep draw:L");
    pass(&mut state, 1);
    play(&mut state, "add:FLZ keep draw:F draw:F draw:F run keep");
    assert_eq!(seen(&state)["turtles"][1]["cell"], "d2");
    pass(&mut state, 1);
    play(&mut state, "run");
    assert_eq!(seen(&state)["turtles"][0]["cell"], "a2");
    assert_eq!(seen(&state)["turtles"][1]["cell"], "d1");
    assert_eq!(seen(&state)["turtles"][1]["facing"], "S");
}

#[test]
fn a_bug_reverses_the_program_and_later_cards_go_behind() {
    let bug = [("bug", "true")];
    let mut state = dealt("galapagos-2", &bug, 1, &["FFLRZ", "FFLRZ"]);
    assert_eq!(refusal(&state, "bug:2"), "the program of player 2 is empty");
    assert_eq!(refusal(&state, "bug:1"), "a Bug is for an opponent's program");
    assert_eq!(refusal(&state, "bug:3"), "there is no player 3");
    play(&mut state, "add:FFL keep draw:F draw:F draw:F");
    play(&mut state, "bug:1 keep");
    assert_eq!(seen(&state)["turtles"][0]["program"], "LFF");
    assert_eq!(seen(&state)["reversed"][0], 3);
    play(&mut state, "add:RF keep draw:F draw:F");
    assert_eq!(seen(&state)["turtles"][0]["program"], "LFFRF");
    assert_eq!(refusal(&state, "bug:1"), "the Bug card has been played already");
    play(&mut state, "add:FL keep draw:F draw:F");
    play(&mut state, "bug:2 discard:F draw:F");
    assert_eq!(seen(&state)["turtles"][1]["program"], "LF");
    assert_eq!(seen(&state)["bugs"], serde_json::json!([false, false]));
    let without = dealt("galapagos-2", &[], 1, &[FIVE, FIVE]);
    assert_eq!(refusal(&without, "bug:2"), "this match is played without Bug cards");
}

#[test]
fn several_bugs_reverse_again_and_an_arrived_turtle_is_spared() {
    let mut state = dealt(SPRINT_FOR_THREE, &[("bug", "true")], 1, &["FFFFL", FIVE, FIVE]);
    play(&mut state, "add:FFFL keep draw:F draw:F draw:F draw:F bug:1 keep");
    assert_eq!(seen(&state)["turtles"][0]["program"], "LFFF");
    play(&mut state, "bug:1 keep");
    assert_eq!(seen(&state)["turtles"][0]["program"], "FFFL");
    play(&mut state, "run");
    assert_eq!(mover(&state), Some(2));
    assert_eq!(seen(&state)["reversed"][0], 0);
    let mut other = dealt(SPRINT_FOR_THREE, &[("bug", "true")], 1, &[FIVE, FIVE, FIVE]);
    play(&mut other, "add:FF keep draw:F draw:F");
    pass(&mut other, 2);
    play(&mut other, "run");
    assert_eq!(refusal(&other, "bug:1"), "turtle 1 has arrived");
}

#[test]
fn three_rounds_start_afresh_with_the_next_seat() {
    let mut state = dealt(SPRINT, &[("rounds", "3"), ("bug", "true")], 2, &[FIVE, FIVE]);
    play(&mut state, "add:FF keep draw:F draw:F bug:2 keep run");
    // Round 2: all is fresh, seat 1 draws first, and the seat after the last beginner begins.
    assert_eq!(state.scores(), Some(vec![0, 1]));
    assert_eq!((state.table.round(), state.table.drawer()), (2, Some(Seat(0))));
    assert_eq!(seen(&state)["grid"], serde_json::json!(["1.2", "...", "*.*"]));
    assert_eq!(seen(&state)["decks"], serde_json::json!([37, 37]));
    deal(&mut state, FIVE);
    deal(&mut state, FIVE);
    assert_eq!(mover(&state), Some(1));
    play(&mut state, "add:FF keep draw:F draw:F add:F keep draw:F");
    // A Bug played is spent for all rounds.
    assert_eq!(refusal(&state, "bug:2"), "the Bug card has been played already");
    play(&mut state, "stone:b2 keep bug:1 keep run");
    assert_eq!((state.scores(), state.table.round()), (Some(vec![1, 1]), 3));
    deal(&mut state, FIVE);
    deal(&mut state, FIVE);
    assert_eq!(seen(&state)["turtles"][0]["stone"], 3);
    assert_eq!(mover(&state), Some(2));
    play(&mut state, "run keep add:FF keep draw:F draw:F run keep run");
    // All rounds are played, and the points count.
    assert_eq!(state.turn(), Turn::Over(Outcome::Places(vec![Seat(0), Seat(1)])));
    assert_eq!(state.scores(), Some(vec![2, 1]));
}

#[test]
fn equal_totals_are_placed_by_seat() {
    let mut state = dealt(SPRINT, &[("rounds", "2")], 2, &[FIVE, FIVE]);
    play(&mut state, "add:FF keep draw:F draw:F run keep run");
    deal(&mut state, FIVE);
    deal(&mut state, FIVE);
    play(&mut state, "add:FF keep draw:F draw:F run keep run");
    assert_eq!(state.scores(), Some(vec![1, 1]));
    assert_eq!(state.turn(), Turn::Over(Outcome::Places(vec![Seat(0), Seat(1)])));
}

#[test]
fn others_see_that_cards_move_but_not_which() {
    let mut state = dealt("galapagos-3", &[], 1, &["FFLRZ", FIVE, FIVE]);
    let names: Vec<String> = ["Ada", "Bob", "Cyd"].map(str::to_owned).to_vec();
    let check = |state: &Turtles, text: &str, own: &str, other: &str, told: &str| {
        let mv: Move = text.parse().unwrap();
        assert_eq!(state.seen_move(&mv, Eye::Seat(Seat(0))), own);
        assert_eq!(state.seen_move(&mv, Eye::Everything), own);
        for eye in [Eye::Seat(Seat(1)), Eye::Spectator] {
            assert_eq!(state.seen_move(&mv, eye), other);
            assert_eq!(state.tell(&mv, eye, &names).join(" / "), told);
        }
    };
    check(&state, "add:FL", "add:FL", "add:??", "Ada lays down 2 cards");
    // The owner's own list does not give the program away either: it lies face down.
    let add: Move = "add:FL".parse().unwrap();
    assert_eq!(state.tell(&add, Eye::Seat(Seat(0)), &names), ["Ada lays down 2 cards"]);
    assert_eq!(state.tell(&add, Eye::Everything, &names), ["Ada lays down FL"]);
    check(&state, "stone:d4", "stone:d4", "stone:d4", "Ada builds stone on d4");
    play(&mut state, "add:FL");
    check(&state, "discard:RZ", "discard:RZ", "discard:??", "Ada discards 2 cards");
    play(&mut state, "discard:RZ");
    check(&state, "draw:F", "draw:F", "draw:?", "");
    let json = Value::Object(Turtles::describe(&state.view(Eye::Seat(Seat(1)))));
    assert_eq!(json["turtles"][0]["hand"], "?");
    assert_eq!(json["turtles"][0]["program"], "??");
    assert_eq!(json["turtles"][1]["hand"], FIVE);
}

#[test]
fn a_run_is_told_card_by_card() {
    let mut state = dealt("galapagos-2", &[], 1, &["LZFFF", FIVE]);
    let names: Vec<String> = ["Ada", "Bob"].map(str::to_owned).to_vec();
    play(&mut state, "add:LZFFF draw:F draw:F draw:F draw:F draw:F stone:e1 keep");
    assert_eq!(
        state.tell(&Move::Run, Eye::Spectator, &names),
        ["Ada runs LZFFF", "Ada turns back at a stone wall"]
    );
    play(&mut state, "run keep");
    assert_eq!(state.tell(&Move::Run, Eye::Spectator, &names), ["Bob passes"]);
}

#[test]
fn what_another_keeps_face_down_changes_nothing_one_sees() {
    let mut one = dealt("galapagos-2", &[], 1, &["FFLRZ", FIVE]);
    let mut two = dealt("galapagos-2", &[], 1, &["ZZLLR", FIVE]);
    play(&mut one, "add:FFL discard:R draw:F draw:F draw:F draw:Z");
    play(&mut two, "add:ZLZ discard:L draw:L draw:L draw:F draw:R");
    assert_ne!(one, two);
    for eye in [Eye::Seat(Seat(1)), Eye::Spectator] {
        assert_eq!(one.view(eye), two.view(eye));
        assert_eq!(Turtles::plain(&one.view(eye)), Turtles::plain(&two.view(eye)));
        assert_eq!(Turtles::describe(&one.view(eye)), Turtles::describe(&two.view(eye)));
    }
    assert_ne!(one.view(Eye::Seat(Seat(0))), two.view(Eye::Seat(Seat(0))));
}

#[test]
fn what_was_seen_cannot_be_taken_back() {
    let variant = TurtlesVariant::parse(Turtles::BOARDS[0].1).unwrap();
    let mut session: Session<Turtles> = Session::new(&variant, 2, 7);
    while session.roll().is_some() {}
    let ply = session.ply();
    // A wall and a full hand kept: nothing came to light.
    for text in ["stone:d4", "keep"] {
        session.play_text(text).unwrap();
    }
    session.undo_to(ply, Secrets::Respect).unwrap();
    for text in ["run", "keep"] {
        session.play_text(text).unwrap();
    }
    session.undo_to(ply, Secrets::Respect).unwrap();
    let add = session.state().legal_moves()[0].clone();
    session.play(add).unwrap();
    session.play_text("keep").unwrap();
    while session.roll().is_some() {}
    let refused = session.undo_to(ply, Secrets::Respect).unwrap_err().to_string();
    assert_eq!(refused, "this can't be undone: a card has been drawn since");
    let ply = session.ply();
    for text in ["run", "keep", "run"] {
        session.play_text(text).unwrap();
    }
    let refused = session.undo_to(ply, Secrets::Respect).unwrap_err().to_string();
    assert_eq!(refused, "this can't be undone: a program has run since");
}

/// Random play on every board and with all options: what is listed is what is accepted, texts
/// read back, nothing appears or disappears, and an imagined match looks like the real one.
#[test]
fn random_matches_keep_the_laws() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (name, text) in Turtles::BOARDS {
        for keys in ["", "edge = \"wall\"", "bug = true\nrounds = 3"] {
            let mut file: String = text
                .lines()
                .filter(|line| !["edge", "bug", "rounds"].iter().any(|key| line.starts_with(key)))
                .map(|line| format!("{line}\n"))
                .collect();
            file.push_str(keys);
            let variant = Arc::new(TurtlesVariant::parse(&file).unwrap());
            let mut state = Turtles::start(variant.clone(), variant.players());
            for _ in 0..400 {
                let legal = state.legal_moves();
                if legal.is_empty() {
                    break;
                }
                assert!(legal.iter().all(|mv| state.check(mv) == Ok(())), "{name}");
                assert!(legal.iter().all(|mv| mv.to_string().parse() == Ok(mv.clone())));
                for seat in Seat::all(state.seats()) {
                    let view = state.view(Eye::Seat(seat));
                    let imagined = Turtles::imagine(&view, &mut rng);
                    assert_eq!(imagined.view(Eye::Seat(seat)), view, "{name}");
                    let secret = &state.secrets[seat.index()];
                    let program: Cards = secret.program.iter().copied().collect();
                    let all = secret.hand.with(secret.deck).with(secret.pile).with(program);
                    assert_eq!(all, variant.deck(), "{name}");
                }
                assert_eq!(state.table.ground.cut_off(variant.law()), None, "{name}");
                // Walls are rarer than random play makes them, so that programs run.
                let mv = if state.table.phase == Phase::Act && rng.random_range(0..3) == 0 {
                    Move::Run
                } else {
                    legal[rng.random_range(0..legal.len())].clone()
                };
                state.play(&mv).unwrap();
            }
        }
    }
}

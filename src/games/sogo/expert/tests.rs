//! What the expert's search promises, by the rules alone.

use rand::seq::IndexedRandom;

use super::search::Search;
use super::*;
use crate::games::sogo::lines::Places;
use crate::games::sogo::rules::tests::after;
use crate::play::{Game, Turn};
use crate::search::{Cancel, Limit};

fn answer(state: &Sogo, seed: u64, budget: &Budget) -> Peg {
    Expert::new(seed).choose(state, state.to_move(), &state.legal_moves(), budget)
}

/// The value by the rules alone, so many plies ahead; what lies beyond counts as a draw.
pub fn plain(mine: Places, theirs: Places, plies: i32, ply: i32) -> Value {
    let open = landing(mine | theirs);
    if plies == 0 || open == 0 {
        return 0;
    }
    let value = |place: Places| match lines::complete(mine | place) {
        0 => -plain(theirs, mine | place, plies - 1, ply + 1),
        _ => WIN - ply - 1,
    };
    each(open).map(value).max().unwrap()
}

#[test]
fn wins_are_taken_and_threats_stopped() {
    for (moves, expected) in
        [("a1 a2 b1 b2 c1 c2", "d1"), ("a1 a2 b1 b2 c1", "d1"), ("b3 c3 b2 c3 d1 c3", "c3")]
    {
        for nodes in [1, 100, 5000] {
            let budget = Budget::nodes(nodes);
            assert_eq!(answer(&after(moves), 7, &budget).to_string(), expected, "{moves}");
        }
    }
}

/// An attack wins as soon as it says, whatever the opponent does.
#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn attacks_hold_what_they_promise() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let budget = Budget::nodes(u64::MAX);
    let mut table = search::new_table();
    let mut found = 0;
    for _ in 0..120 {
        let mut state = Beads::new(0, 0);
        for _ in 0..30 {
            let Choice::Free(places) = state.choice() else { break };
            let mut search = Search::new(Weights::learnt(), &mut table, &budget);
            let attack = search.attack(state, &mut { 8 }).unwrap();
            if let Some((_, plies)) = attack.filter(|(_, plies)| *plies <= 5) {
                let value = plain(state.mine, state.theirs, plies, 0);
                assert!(value >= WIN - plies, "{state:?}");
                found += 1;
                break;
            }
            let places: Vec<Places> = each(places).collect();
            state = state.after(*places.choose(&mut rng).unwrap());
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn the_seed_decides_among_equals_and_nothing_else_does() {
    let start = after("");
    let budget = || Budget::nodes(3000);
    let first: Vec<Peg> = (0..12).map(|seed| answer(&start, seed, &budget())).collect();
    let again: Vec<Peg> = (0..12).map(|seed| answer(&start, seed, &budget())).collect();
    assert_eq!(first, again);
    assert!(first.iter().any(|peg| *peg != first[0]), "{first:?}");
}

#[test]
fn a_cancelled_search_still_answers() {
    let cancel = Cancel::default();
    cancel.cancel();
    let budget = Budget::new(Limit::Nodes(u64::MAX), cancel);
    let state = after("a1 b2 c3");
    let peg = answer(&state, 1, &budget);
    assert!(state.check(&peg).is_ok());
    assert!(budget.used() < 1000);
}

/// Threats and lines kept up to date bead by bead are those of the position, and what the weights
/// say of a position is the sum of its features.
#[test]
fn weights_are_summed_as_they_are_learnt() {
    use super::weights::Tally;
    let numbers: Vec<i16> = (0..COUNT).map(|at| (at * 7919 % 601) as i16 - 300).collect();
    let weights = Weights::new(&numbers);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut state = after("");
    let mut tally = Tally::new(&weights, 0, 0);
    while !state.turn().is_over() {
        let [red, yellow] = [Seat::FIRST, Seat::SECOND].map(|seat| state.beads(seat));
        assert_eq!(tally, Tally::new(&weights, red, yellow));
        let threats = [Seat::FIRST, Seat::SECOND].map(|seat| state.threats(seat));
        let [red_twos, yellow_twos] = lines::twos(red, yellow);
        let sides = [(threats[0], red_twos), (threats[1], yellow_twos)];
        let sum = weights.judge(&tally, state.taken(), sides);
        let found = features(red, yellow);
        let learnt: f64 = found.iter().map(|(at, by)| f64::from(numbers[*at]) * by).sum();
        assert!((f64::from(sum) - learnt).abs() < 1.0, "{sum} {learnt}");
        let (seat, peg) = (state.to_move(), *state.legal_moves().choose(&mut rng).unwrap());
        tally.add(&weights, landing(state.taken()) & lines::on_peg(peg), seat);
        state.play(&peg).unwrap();
    }
}

#[test]
fn a_position_turned_or_mirrored_has_the_same_features() {
    let turned = |places: Places, swap: bool, flip: u32| {
        each(places).fold(0, |all, place| {
            let at = place.trailing_zeros();
            let (x, y) = ((at % 4) ^ (flip & 3), at / 4 % 4);
            let (x, y) = if swap { (y, x) } else { (x, y) };
            all | 1 << (at / 16 * 16 + 4 * y + x)
        })
    };
    let sorted = |red, yellow| {
        let mut found = features(red, yellow);
        found.sort_by(|one, other| one.partial_cmp(other).unwrap());
        found
    };
    let state = after("a1 b2 b2 c3 d4 a4 a4 b1 c3 c3 d1 a1");
    let [red, yellow] = [Seat::FIRST, Seat::SECOND].map(|seat| state.beads(seat));
    for (swap, flip) in [(true, 0), (false, 3), (true, 3)] {
        assert_eq!(
            sorted(turned(red, swap, flip), turned(yellow, swap, flip)),
            sorted(red, yellow)
        );
    }
}

#[test]
fn the_bundled_weights_are_whole_and_read_back() {
    let numbers = read(include_str!("../../../../config/weights/sogo.txt")).unwrap();
    assert!(numbers.iter().filter(|number| **number != 0).count() > COUNT / 3);
    assert_eq!(read(&write(&numbers)), Ok(numbers));
    assert!(read("1 2 x").is_err() && read("1 2 3").is_err());
}

/// Near the end it knows the truth, and says so.
#[test]
fn the_end_is_seen_from_afar() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut known = 0;
    for seed in 0..30 {
        let mut state = after("");
        // Nobody completes a line on the way, even where they could.
        while state.taken().count_ones() < 54 {
            let mut quiet = state.legal_moves();
            quiet.retain(|peg| {
                let mut after = state.clone();
                after.play_unchecked(peg);
                !after.turn().is_over()
            });
            let Some(peg) = quiet.choose(&mut rng) else { break };
            state.play(peg).unwrap();
        }
        if state.taken().count_ones() < 54 {
            continue;
        }
        let (mine, theirs) = (state.beads(state.to_move()), state.beads(state.to_move().next(2)));
        let exact = plain(mine, theirs, 64, 0).signum();
        let opinion = Expert::new(seed).think(&state, &Budget::nodes(2_000_000), &mut |_| {});
        let said = match opinion.outlook {
            Outlook::Wins(_) => 1,
            Outlook::Draw => 0,
            Outlook::Loses(_) => -1,
            Outlook::Open(_) => panic!("ten free places, and nothing known"),
        };
        assert_eq!(said, exact);
        known += 1;
    }
    assert!(known > 3, "{known}");
}

/// With 24 free places nothing is guessed any more, after a fifth of a second's nodes.
#[test]
fn the_last_24_beads_are_known() {
    let mut known = 0;
    for seed in 0..40 {
        let mut state = after("");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut expert = Expert::new(seed).small();
        while state.taken().count_ones() < 40 && !state.turn().is_over() {
            let peg = match state.taken().count_ones() {
                0..4 => *state.legal_moves().choose(&mut rng).unwrap(),
                _ => expert.think(&state, &Budget::nodes(300), &mut |_| {}).best,
            };
            state.play(&peg).unwrap();
        }
        if !state.turn().is_over() {
            let opinion = Expert::new(seed).think(&state, &Budget::nodes(1_000_000), &mut |_| {});
            assert!(!matches!(opinion.outlook, Outlook::Open(_)), "seed {seed}: {opinion:?}");
            known += 1;
        }
    }
    assert!(known > 4, "{known}");
}

#[test]
fn the_same_seed_and_nodes_play_the_same_match() {
    let play = |seed| {
        let mut experts = [Expert::new(seed), Expert::new(seed + 1)];
        let mut state = after("");
        let mut pegs = Vec::new();
        while let (Turn::Decide(seat), true) = (state.turn(), pegs.len() < 16) {
            let legal = state.legal_moves();
            let peg = experts[seat.index()].choose(&state, seat, &legal, &Budget::nodes(2_000));
            state.play(&peg).unwrap();
            pegs.push(peg);
        }
        pegs
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

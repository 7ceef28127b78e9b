//! The clever searches against plain ones, on games small enough for both.

use std::cell::Cell;
use std::collections::HashSet;

use parlour::play::{Eye, Game, Outcome, Seat, Turn};
use parlour::search::{
    AlphaBeta, AlphaBetaBot, Best, Bot, Budget, Cancel, Evaluate, Limit, MonteCarlo, MonteCarloBot,
    Playout, Prospect, Settings, Uniform, Value, fingerprint, rewards,
};

use crate::search_games::{
    APPROACH, Closed, Coin, CoinStep, Heap, Noughts, Number, Open, Podium, Rules, STAY, Secretive,
    Thicket,
};

/// Plies of a thicket that has room for everything.
const LONG: u8 = 6;
/// Plies of a thicket that sampling can get to the bottom of.
const SHORT: u8 = 4;

// ---- Alpha-beta -------------------------------------------------------------------------------

/// The value for `me`, looking at every line to the end or the depth, and at chance no further.
fn plain<G: Game>(state: &G, eval: &impl Evaluate<G>, me: Seat, depth: u8, ply: u32) -> Value {
    match state.turn() {
        Turn::Over(Outcome::Draw) => Value::DRAW,
        Turn::Over(Outcome::Win(winner)) if winner == me => Value::win(ply),
        Turn::Over(_) => -Value::win(ply),
        Turn::Decide(seat) if depth > 0 => {
            let values = state.legal_moves().into_iter().map(|mv| {
                let mut next = state.clone();
                next.play_unchecked(&mv);
                plain(&next, eval, me, depth - 1, ply + 1)
            });
            let value = if seat == me { values.max() } else { values.min() };
            value.expect("who decides has a move")
        }
        _ => Value::guess(eval.score(state, me)),
    }
}

/// Guesses at random, the same for the same position; the key can be left out.
#[derive(Clone, Copy)]
enum Hunch {
    WithTable,
    WithoutTable,
}

impl<R: Rules> Evaluate<Open<R>> for Hunch {
    fn score(&self, state: &Open<R>, seat: Seat) -> i32 {
        let score = (fingerprint(&state.0) % 21) as i32 - 10;
        if seat == Seat::FIRST { score } else { -score }
    }

    fn key(&self, state: &Open<R>) -> Option<u64> {
        match self {
            Hunch::WithTable => Some(state.0.key()),
            Hunch::WithoutTable => None,
        }
    }
}

/// At every depth, with tables of all sizes and none, the search finds the plain search's value
/// and a move that has it; and what it calls solved is the value of the whole game.
fn check_alpha_beta<R: Rules>(rules: R, deepest: u8) {
    let state = Open::at(rules);
    let Turn::Decide(me) = state.turn() else { return };
    let whole = plain(&state, &Hunch::WithoutTable, me, u8::MAX, 0);
    for depth in 1..=deepest {
        let expected = plain(&state, &Hunch::WithoutTable, me, depth, 0);
        let searches = [
            AlphaBeta::new(Hunch::WithoutTable, 1),
            AlphaBeta::new(Hunch::WithTable, 2).with_table(0),
            AlphaBeta::new(Hunch::WithTable, 3).with_table(4),
            AlphaBeta::new(Hunch::WithTable, 4),
        ];
        for (which, search) in searches.into_iter().enumerate() {
            let best = search.to_depth(depth).best(&state, &Budget::nodes(u64::MAX)).unwrap();
            let context = format!("search {which} at depth {depth} of {state:?}: {best:?}");
            assert_eq!(best.value, expected, "{context}");
            let mut next = state.clone();
            next.play(&best.mv).unwrap();
            let of_move = plain(&next, &Hunch::WithoutTable, me, depth - 1, 1);
            assert_eq!(of_move, expected, "{context}");
            assert!(best.solved || best.depth == depth, "{context}");
            if best.solved {
                assert_eq!(best.value, whole, "{context}");
            }
        }
    }
}

#[test]
fn alpha_beta_equals_a_plain_search() {
    for number in 0..150 {
        check_alpha_beta(Thicket::<2, false>::grown(number, LONG), 6);
        check_alpha_beta(Thicket::<3, false>::grown(number, LONG), 6);
        check_alpha_beta(Thicket::<2, true>::grown(number, LONG), 6);
    }
}

#[test]
fn alpha_beta_equals_a_plain_search_at_noughts() {
    // From positions along a match, so that depth 5 reaches beyond the end of some of them.
    for moves in [&[][..], &[0, 4], &[4, 0, 8], &[1, 3, 5, 7]] {
        let mut once = Noughts::<false>::start();
        let mut twice = Noughts::<true>::start();
        for &mv in moves {
            once.play(mv);
            twice.play(mv);
        }
        check_alpha_beta(once, 4);
        check_alpha_beta(twice, 4);
    }
}

#[test]
fn alpha_beta_solves_games_whose_positions_come_back_at_other_times() {
    for left in 1..=16 {
        let state = Open::at(Heap { left, next: 0 });
        let whole = plain(&state, &Hunch::WithoutTable, Seat::FIRST, u8::MAX, 0);
        for depth in 1..=left {
            for bits in [0, 3, 10] {
                let mut search = AlphaBeta::new(Hunch::WithTable, 0).with_table(bits);
                search = search.to_depth(depth);
                let best = search.best(&state, &Budget::nodes(u64::MAX)).unwrap();
                assert!(best.solved || depth < left, "{best:?} of {state:?}");
                if best.solved {
                    assert_eq!(best.value, whole, "{best:?} at depth {depth} of {state:?}");
                }
            }
        }
    }
}

fn solve<R: Rules>(rules: R) -> (Best<Number>, u64) {
    let budget = Budget::nodes(1_000_000);
    let best = AlphaBeta::new(Hunch::WithTable, 0).best(&Open::at(rules), &budget).unwrap();
    (best, budget.used())
}

#[test]
fn alpha_beta_solves_noughts_and_stops() {
    let (best, nodes) = solve(Noughts::<false>::start());
    assert!(best.solved, "{best:?}");
    assert_eq!((best.value, best.depth), (Value::DRAW, 9));
    // All of the game is 549945 positions without a table.
    assert!(nodes < 20_000, "{nodes}");

    let (best, _) = solve(Noughts::<true>::start());
    assert!(best.solved && best.value.is_win(), "two moves in a row win: {best:?}");
    assert_eq!(best.value.plies(), Some(u32::from(best.depth)));
}

#[test]
fn alpha_beta_takes_the_nearest_win_and_the_farthest_loss() {
    //  X X .     X to move wins at once with 2.
    //  O O .
    let (best, _) = solve(Noughts::<false> { cells: [0o003, 0o030], next: 0 });
    assert_eq!((best.mv, best.value, best.depth), (Number(2), Value::win(1), 1));
    //  X . X     O to move has lost to two threats, but not at once if it blocks one.
    //  . O .
    //  X . .
    let (best, _) = solve(Noughts::<false> { cells: [0o105, 0o020], next: 1 });
    assert_eq!(best.value, -Value::win(2));
    assert!(best.solved);
}

// ---- Monte Carlo ------------------------------------------------------------------------------

/// What each seat may expect when everybody looks after themselves; none where somebody is
/// indifferent and others are not, for then nobody knows.
fn expectations<G: Game>(state: &G) -> Option<Vec<f64>> {
    let after = |mv: &G::Move| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        expectations(&next)
    };
    match state.turn() {
        Turn::Over(Outcome::Win(winner)) => {
            Some(Seat::all(state.seats()).map(|s| f64::from(u8::from(s == winner))).collect())
        }
        Turn::Over(_) => Some(vec![1.0 / state.seats() as f64; state.seats()]),
        Turn::Chance { .. } => {
            let weights = state.chance_weights();
            let total: u32 = weights.iter().map(|(_, weight)| weight).sum();
            let mut sum = vec![0.0; state.seats()];
            for (mv, weight) in &weights {
                for (sum, part) in sum.iter_mut().zip(after(mv)?) {
                    *sum += part * f64::from(*weight) / f64::from(total);
                }
            }
            Some(sum)
        }
        Turn::Decide(seat) => {
            let mut best: Option<Vec<f64>> = None;
            for mv in state.legal_moves() {
                let new = after(&mv)?;
                let Some(old) = &best else {
                    best = Some(new);
                    continue;
                };
                let gain = new[seat.index()] - old[seat.index()];
                if gain.abs() < 1e-9 && new.iter().zip(old).any(|(a, b)| (a - b).abs() > 1e-9) {
                    return None;
                }
                if gain > 0.0 {
                    best = Some(new);
                }
            }
            best
        }
    }
}

/// The best move for the seat to decide, if it is better than any other by a margin.
fn clearly_best<G: Game>(state: &G) -> Option<(Seat, G::Move)> {
    let Turn::Decide(seat) = state.turn() else { return None };
    let mut ranked = Vec::new();
    for mv in state.legal_moves() {
        let mut next = state.clone();
        next.play_unchecked(&mv);
        ranked.push((expectations(&next)?[seat.index()], mv));
    }
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    (ranked[0].0 - ranked[1].0 > 0.1).then(|| (seat, ranked[0].1.clone()))
}

fn prospects<G: Game>(
    state: &G,
    seat: Seat,
    playout: impl Playout<G>,
    settings: Settings,
    nodes: u64,
) -> Vec<Prospect<G::Move>> {
    let search = MonteCarlo::new(playout, settings, 7);
    let legal = state.legal_moves();
    search.prospects(&state.view(Eye::Seat(seat)), seat, &legal, &Budget::nodes(nodes))
}

/// Among the first thickets with a clear best move, Monte Carlo finds each of them.
fn check_monte_carlo<const SEATS: usize, const CHANCE: bool>() {
    // As much doubt as it takes to find the truth surely, where less finds it sooner as a rule.
    let doubtful = Settings { exploration: 2_f64.sqrt(), ..Settings::default() };
    let mut checked = 0;
    for number in 0..1000 {
        let state = Open::at(Thicket::<SEATS, CHANCE>::grown(number, SHORT));
        let Some((seat, best)) = clearly_best(&state) else { continue };
        let found = prospects(&state, seat, Uniform, doubtful, 40_000);
        assert_eq!(found[0].mv, best, "number {number}: {found:?}");
        let visits: u32 = found.iter().map(|prospect| prospect.visits).sum();
        assert!(visits > 5_000, "every iteration is a visit: {visits}");
        checked += 1;
        if checked == 25 {
            return;
        }
    }
    panic!("only {checked} thickets have a clear best move");
}

#[test]
fn monte_carlo_finds_the_best_move() {
    check_monte_carlo::<2, false>();
}

#[test]
fn monte_carlo_finds_the_best_move_under_chance() {
    check_monte_carlo::<2, true>();
}

#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn monte_carlo_finds_the_best_move_of_three_seats() {
    check_monte_carlo::<3, false>();
    check_monte_carlo::<3, true>();
}

/// What the first seat wins in these equally likely worlds, if it decides alike in all that look
/// alike to it and the other seat never decides: a plain search over information, not states.
fn informed<R: Secretive>(worlds: &[Closed<R>]) -> f64 {
    let eye = Eye::Seat(Seat::FIRST);
    let mut groups: Vec<Vec<Closed<R>>> = Vec::new();
    for world in worlds {
        match groups.iter_mut().find(|group| group[0].view(eye) == world.view(eye)) {
            Some(group) => group.push(world.clone()),
            None => groups.push(vec![world.clone()]),
        }
    }
    let share = |group: &[Closed<R>]| group.len() as f64 / worlds.len() as f64;
    groups.iter().map(|group| share(group) * decided_alike(group)).sum()
}

fn decided_alike<R: Secretive>(group: &[Closed<R>]) -> f64 {
    let after = |mv: &Number| -> Vec<Closed<R>> {
        let mut group = group.to_vec();
        group.iter_mut().for_each(|world| world.play(mv).unwrap());
        group
    };
    match group[0].turn() {
        Turn::Over(_) => {
            let won = |w: &&Closed<R>| w.turn() == Turn::Over(Outcome::Win(Seat::FIRST));
            group.iter().filter(won).count() as f64 / group.len() as f64
        }
        Turn::Chance { .. } => {
            let weights = group[0].chance_weights();
            let total: u32 = weights.iter().map(|(_, weight)| weight).sum();
            let part = |(mv, weight): &(Number, u32)| {
                informed(&after(mv)) * f64::from(*weight) / f64::from(total)
            };
            weights.iter().map(part).sum()
        }
        Turn::Decide(_) => {
            let moves = group[0].legal_moves();
            moves.iter().map(|mv| informed(&after(mv))).fold(0.0, f64::max)
        }
    }
}

#[test]
fn monte_carlo_does_not_see_what_is_hidden() {
    let worlds = [Closed::at(Coin::<false>::in_hand(0)), Closed::at(Coin::<false>::in_hand(1))];
    let value = |mv: Number| {
        informed(&worlds.clone().map(|mut world| {
            world.play(&mv).unwrap();
            world
        }))
    };
    assert!(value(STAY) > value(APPROACH), "{} {}", value(STAY), value(APPROACH));
    for world in &worlds {
        // Who could see the hand, or searched each imagined world by itself, would come nearer.
        assert_eq!(clearly_best(world), Some((Seat::FIRST, APPROACH)));

        let found = prospects(world, Seat::FIRST, Uniform, Settings::default(), 60_000);
        assert_eq!(found[0].mv, STAY, "{found:?}");
        assert!((found[0].reward - value(STAY)).abs() < 0.03, "{found:?}");
        assert!((found[1].reward - value(APPROACH)).abs() < 0.06, "{found:?}");
    }
    // The answer cannot depend on the hand, for the views are equal.
    let answer = |world| prospects(world, Seat::FIRST, Uniform, Settings::default(), 5_000);
    assert_eq!(answer(&worlds[0]), answer(&worlds[1]));
}

#[test]
fn monte_carlo_does_not_see_what_will_be_hidden() {
    let start = Closed::at(Coin::<true>::start());
    // With open eyes the guess is as hopeless for the hider as it can be.
    assert_eq!(clearly_best(&start), Some((Seat::FIRST, APPROACH)));
    let found = prospects(&start, Seat::FIRST, Uniform, Settings::default(), 60_000);
    assert_eq!(found[0].mv, STAY, "{found:?}");
    assert!(found[1].reward < 0.58, "{found:?}");
}

#[test]
fn monte_carlo_leaves_an_opponent_its_own_secrets() {
    // The hider knows the hand and nobody else: it must not be played as if it did not, nor must
    // its choice be known. At the guess both hands are as good.
    let mut state = Closed::at(Coin::<true>::start());
    for mv in [APPROACH, Number(1)] {
        state.play(&mv).unwrap();
    }
    assert_eq!(state.0.step, CoinStep::Guess);
    let found = prospects(&state, Seat::FIRST, Uniform, Settings::default(), 60_000);
    assert!(found.iter().all(|prospect| (prospect.reward - 0.5).abs() < 0.05), "{found:?}");
}

/// Knows the true worth of every position, and likes one move.
struct Oracle {
    favourite: Number,
}

impl<R: Rules> Playout<Open<R>> for Oracle {
    fn prior(&self, _: &Open<R>, mv: &Number) -> f64 {
        f64::from(u8::from(*mv == self.favourite))
    }

    fn judge(&self, state: &Open<R>, rewards: &mut [f64]) {
        rewards.copy_from_slice(&expectations(state).expect("two seats are never indifferent"));
    }
}

#[test]
fn monte_carlo_listens_to_its_playout() {
    let oracle = || Oracle { favourite: Number(1) };
    let cut = Settings { playout_plies: 0, ..Settings::default() };
    for number in 0..100 {
        let state = Open::at(Thicket::<2, true>::grown(number, LONG));
        let Turn::Decide(seat) = state.turn() else { continue };
        // Before anything is known the first sight decides.
        assert_eq!(prospects(&state, seat, oracle(), cut, 1)[0].mv, Number(1));
        // With a judge who knows the truth, a look at each move is enough.
        let moves = state.legal_moves().len() as u64;
        let found = prospects(&state, seat, oracle(), cut, 2 * moves);
        for prospect in found {
            let mut next = state.clone();
            next.play(&prospect.mv).unwrap();
            let truth = expectations(&next).unwrap()[seat.index()];
            assert_eq!((prospect.visits, prospect.reward), (1, truth), "{number}");
        }
    }
}

#[test]
fn monte_carlo_goes_on_when_its_trees_are_full() {
    let state = Open::at(Noughts::<false>::start());
    for branches in [0, 1, 9, 10, 100] {
        let settings = Settings { branches, ..Settings::default() };
        let found = prospects(&state, Seat::FIRST, Uniform, settings, 20_000);
        assert_eq!(found.len(), 9);
        let visits: u32 = found.iter().map(|prospect| prospect.visits).sum();
        assert_eq!(visits > 1_000, branches > 0, "{branches} branches: {found:?}");
        // Whoever begins has most from the centre, even at first sight.
        if branches >= 9 {
            assert_eq!(found[0].mv, Number(4), "{branches} branches: {found:?}");
        }
    }
}

// ---- Both -------------------------------------------------------------------------------------

type MakeBot<G> = fn(u64) -> Box<dyn Bot<G>>;

fn bots<R: Rules>() -> [MakeBot<Open<R>>; 3] {
    [
        |seed| Box::new(AlphaBetaBot::new(Hunch::WithTable, seed)),
        |seed| Box::new(AlphaBetaBot::new(Hunch::WithoutTable, seed).to_depth(3)),
        |seed| Box::new(MonteCarloBot::new(Uniform, Settings::default(), seed)),
    ]
}

#[test]
fn any_budget_gives_a_legal_move_and_the_same_again() {
    fn check<R: Rules>(rules: R) {
        let state = Open::at(rules);
        let Turn::Decide(seat) = state.turn() else { return };
        let legal = state.legal_moves();
        for make in bots() {
            let mut used = make(5);
            for nodes in [1, 2, 3, 10, 100, 1000, 100, 10, 3, 2, 1] {
                let mv = used.choose(&state, seat, &legal, &Budget::nodes(nodes));
                assert!(legal.contains(&mv), "{nodes} nodes: {mv:?} at {state:?}");
                let again = make(5).choose(&state, seat, &legal, &Budget::nodes(nodes));
                assert_eq!(mv, again, "{nodes} nodes: the past must not matter at {state:?}");
            }
        }
    }
    for number in 0..30 {
        check(Thicket::<2, false>::grown(number, LONG));
        check(Thicket::<3, true>::grown(number, LONG));
    }
    check(Noughts::<false>::start());
}

#[test]
fn the_seed_decides_among_equals() {
    struct Even;
    impl Evaluate<Open<Noughts<false>>> for Even {
        fn score(&self, _: &Open<Noughts<false>>, _: Seat) -> i32 {
            0
        }
    }
    let state = Open::at(Noughts::<false>::start());
    let legal = state.legal_moves();
    let answers: HashSet<Number> = (0..200)
        .map(|seed| {
            let mut bot = AlphaBetaBot::new(Even, seed).to_depth(2);
            bot.choose(&state, Seat::FIRST, &legal, &Budget::nodes(10_000))
        })
        .collect();
    assert_eq!(answers.len(), 9, "{answers:?}");
}

/// Cancels the search it serves once it has been asked so often.
struct Impatient {
    left: Cell<u32>,
    cancel: Cancel,
}

impl Impatient {
    fn new(cancel: &Cancel) -> Impatient {
        Impatient { left: Cell::new(1000), cancel: cancel.clone() }
    }

    fn asked(&self) {
        self.left.set(self.left.get().saturating_sub(1));
        if self.left.get() == 0 {
            self.cancel.cancel();
        }
    }
}

impl Evaluate<Open<Noughts<false>>> for Impatient {
    fn score(&self, _: &Open<Noughts<false>>, _: Seat) -> i32 {
        self.asked();
        0
    }
}

impl Playout<Open<Noughts<false>>> for Impatient {
    fn judge(&self, _: &Open<Noughts<false>>, _: &mut [f64]) {
        self.asked();
    }
}

#[test]
fn a_cancelled_search_ends() {
    let state = Open::at(Noughts::<false>::start());
    let legal = state.legal_moves();
    type MakeBot = fn(&Cancel) -> Box<dyn Bot<Open<Noughts<false>>>>;
    let makes: [MakeBot; 2] = [
        |cancel| Box::new(AlphaBetaBot::new(Impatient::new(cancel), 0)),
        |cancel| {
            let cut = Settings { playout_plies: 0, ..Settings::default() };
            Box::new(MonteCarloBot::new(Impatient::new(cancel), cut, 0))
        },
    ];
    for make in makes {
        let cancel = Cancel::default();
        let budget = Budget::new(Limit::Nodes(u64::MAX), cancel.clone());
        let mv = make(&cancel).choose(&state, Seat::FIRST, &legal, &budget);
        assert!(cancel.is_cancelled() && legal.contains(&mv));
        assert!(budget.used() < 20_000, "{}", budget.used());
    }
}

#[test]
fn places_are_graded_and_equals_share_them() {
    let rewarded = |points| {
        let end = Open::at(Podium(points));
        let Turn::Over(outcome) = end.turn() else { panic!("it is over") };
        let values: Vec<Value> =
            Seat::all(4).map(|seat| Value::result(&end, &outcome, seat, 9)).collect();
        (rewards(&end, &outcome), values)
    };
    let (rewards, values) = rewarded([3, 7, 3, 1]);
    assert_eq!(rewards, [0.5, 1.0, 0.5, 0.0]);
    assert_eq!(values, [Value::DRAW, Value::win(9), Value::DRAW, -Value::win(9)]);
    let (rewards, values) = rewarded([1, 2, 3, 4]);
    assert!(rewards.is_sorted() && rewards[1] > 0.3 && rewards[1] < 0.4, "{rewards:?}");
    assert!(values.is_sorted_by(|a, b| a < b) && values[2] > Value::guess(i32::MAX), "{values:?}");
    assert!(!values[2].is_win() && values[3].is_win());
}

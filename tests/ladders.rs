//! Who beats whom, and other figures that take long: `cargo test --test ladders`.
//!
//! Every game's bots are a ladder, each rung above the one below; those that call themselves perfect
//! let nothing go; every puzzle is as short as it says; and a crate from elsewhere is built.
//! `.ci/run` tries all of it, plain `cargo test` does not.

#[path = "ladders/elsewhere.rs"]
mod elsewhere;
#[allow(dead_code)]
#[path = "it/needs.rs"]
mod needs;

use parlour::games::connect4::solver::{Position, Solver, TABLE_BYTES};
use parlour::games::connect4::{Board, Connect4};
use parlour::games::gobblet::Gobblet;
use parlour::games::sogo::Sogo;
use parlour::games::turtles::{Cards, Puzzle, Turtles};
use parlour::games::vorassic::{Park, Vorassic};
use parlour::games::{self, Shelved, Visitor};
use parlour::play::puzzle::{Task, bundled, pages};
use parlour::play::{Game, Outcome, Seat, Session, Turn, Variant};
use parlour::search::{Bot, Bots, Budget, Riddle, strategy, tempted};

/// Where the book ends, the solver takes over; the nodes are enough for any position there.
const ENOUGH: u64 = u64::MAX;

fn board<G: Game>(stem: &str) -> G::Variant {
    let (_, text) = G::BOARDS.iter().find(|(name, _)| *name == stem).unwrap();
    G::Variant::parse(text).unwrap()
}

fn make<G: Bots>(name: &str, board: &G::Variant, seed: u64) -> Box<dyn Bot<G>> {
    (strategy::<G>(name, board).unwrap().make)(board, seed)
}

/// Plays a match to its end; each bot may look at so many positions a move.
fn finish<G: Bots>(session: &mut Session<G>, bots: &mut [Box<dyn Bot<G>>; 2], nodes: [u64; 2]) {
    loop {
        while session.roll().is_some() {}
        let Some(seat) = session.turn().seat() else { return };
        let (state, at) = (session.state(), seat.index());
        let view = state.view(parlour::play::Eye::Seat(seat));
        let mv = bots[at].choose(&view, seat, &state.legal_moves(), &Budget::nodes(nodes[at]));
        session.play(mv).unwrap();
    }
}

/// How often the upper bot of a pair, `[lower, upper]`, wins and how often it loses. They take
/// turns to begin.
fn wins_and_losses<G: Bots>(
    board: &G::Variant,
    pair: [&str; 2],
    nodes: u64,
    matches: u64,
) -> (u64, u64) {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..matches {
        let swapped = seed % 2 == 1;
        let [first, second] = if swapped { [pair[1], pair[0]] } else { pair };
        let mut bots = [make(first, board, 2 * seed), make(second, board, 2 * seed + 1)];
        let mut session = Session::<G>::new(board, 2, seed);
        finish(&mut session, &mut bots, [nodes; 2]);
        if let [seat] = session.winners()[..] {
            let upper = (seat == Seat::FIRST) == swapped;
            *if upper { &mut won } else { &mut lost } += 1;
        }
    }
    println!("{} {pair:?}: {won} to {lost} of {matches}", G::ID);
    (won, lost)
}

/// Every two neighbours among the strategies that play a board.
fn rungs<G: Bots>(board: &G::Variant) -> Vec<[&'static str; 2]> {
    let all = G::STRATEGIES.iter().filter(|strategy| (strategy.plays)(board).is_ok());
    let names: Vec<&str> = all.map(|strategy| strategy.name).collect();
    names.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

#[test]
fn connect_four_is_a_ladder() {
    let board = board::<Connect4>("standard");
    for pair in rungs::<Connect4>(&board).into_iter().filter(|pair| pair[1] != "perfect") {
        let (won, lost) = wins_and_losses::<Connect4>(&board, pair, 3_000, 60);
        assert!(won > lost + 6, "{pair:?}: {won} to {lost}");
    }
}

#[test]
fn sogo_is_a_ladder() {
    let board = board::<Sogo>(Sogo::BOARDS[0].0);
    for pair in rungs::<Sogo>(&board) {
        let (won, lost) = wins_and_losses::<Sogo>(&board, pair, 10_000, 30);
        assert!(won > lost, "{pair:?}: {won} to {lost}");
    }
}

#[test]
fn gobblet_is_a_ladder() {
    for stem in ["document", "retail", "classic"] {
        let board = board::<Gobblet>(stem);
        for pair in rungs::<Gobblet>(&board).into_iter().filter(|pair| pair[1] != "perfect") {
            // On 3 x 3 whoever begins wins against everybody from `steady` on.
            let decided = stem != "classic" && pair[0] == "steady";
            let (won, lost) = wins_and_losses::<Gobblet>(&board, pair, 3_000, 20);
            assert!(won > lost || decided && won == lost, "{stem}: {pair:?} {won} to {lost}");
        }
    }
}

#[test]
fn vorassic_is_a_ladder() {
    for (mode, size) in [("snake", 9), ("octopus", 8)] {
        let text =
            format!("name = \"x\"\nsize = {size}\nmode = \"{mode}\"\nvalues = \"mirrored\"\n");
        let park = Park::parse(&text).unwrap();
        // A greedy snake is hardly better off than any other.
        for pair in rungs::<Vorassic>(&park).into_iter().filter(|pair| pair[0] != "random") {
            let (won, lost) = wins_and_losses::<Vorassic>(&park, pair, 3_000, 40);
            // On small parks a snake sees far enough two moves ahead.
            let spare = if mode == "snake" && pair[1] == "expert" { 8 } else { 0 };
            assert!(won + spare > lost, "{mode}: {pair:?} {won} to {lost}");
        }
    }
}

#[test]
fn turtles_is_a_ladder() {
    let board = board::<Turtles>("galapagos-2");
    for pair in rungs::<Turtles>(&board) {
        let matches = if pair[1] == "expert" { 20 } else { 60 };
        let (won, lost) = wins_and_losses::<Turtles>(&board, pair, 5_000, matches);
        assert!(won > lost + matches / 10, "{pair:?}: {won} to {lost} of {matches}");
    }
    // With hardly anything to spend the expert plays by the best rule of thumb.
    let (won, lost) = wins_and_losses::<Turtles>(&board, ["builder", "expert"], 100, 40);
    assert!(won >= lost, "{won} to {lost}");
}

/// Whether `perfect` turns a win into a win, and does not lose a draw, against another strategy.
fn check_held(board: &Board, opening: &str, score: i8, other: &str, seed: u64) {
    let mut session = Session::<Connect4>::new(board, 2, seed);
    for text in Connect4::split_moves(board, opening) {
        session.play_text(&text).unwrap();
    }
    let me = session.turn().seat().unwrap();
    let mut bots = [make("perfect", board, seed), make(other, board, seed)];
    let mut nodes = [ENOUGH, 3_000];
    if me == Seat::SECOND {
        bots.reverse();
        nodes.reverse();
    }
    finish(&mut session, &mut bots, nodes);
    let Turn::Over(outcome) = session.turn() else { unreachable!("it was played to its end") };
    let kept = if let Outcome::Win(seat) = outcome { seat == me } else { score <= 0 };
    assert!(kept, "{opening} against {other}: {outcome:?}");
}

/// Positions of a dozen discs in which `perfect` is to move, with their scores: wins and draws as
/// red and as yellow.
const OPENINGS: [(&str, i8); 4] =
    [("122522274311", 14), ("3476743322375", 5), ("244657331427", 0), ("3137546143745", 0)];

#[test]
fn perfect_never_loses_what_it_holds() {
    let board = board::<Connect4>("standard");
    let mut solver = Solver::new(TABLE_BYTES);
    for (opening, score) in OPENINGS {
        let position = Position::from_moves(opening).unwrap();
        let found = solver.solve(&position, &|| false).unwrap().score;
        assert_eq!(found, score, "{opening}");
        for strategy in Connect4::STRATEGIES.iter().filter(|other| other.name != "perfect") {
            for seed in 0..4 {
                check_held(&board, opening, score, strategy.name, seed);
            }
        }
    }
}

/// The empty board, and red's first moves with what they give to yellow.
const FIRST_MOVES: [(&str, i8); 4] = [("", 1), ("1", 2), ("2", 1), ("3", 0)];

#[test]
fn perfect_holds_what_the_first_moves_give() {
    let board = board::<Connect4>("standard");
    for (opening, score) in FIRST_MOVES {
        let others = Connect4::STRATEGIES.iter().filter(|other| other.name != "perfect");
        for (seed, strategy) in (0..).zip(others) {
            check_held(&board, opening, score, strategy.name, seed);
        }
    }
}

#[test]
fn perfect_wins_as_fast_as_possible_and_varies() {
    let board = board::<Connect4>("standard");
    let mut solver = Solver::new(TABLE_BYTES);
    for moves in ["122522274311", "3476743322375", "74332237525367355"] {
        let position = Position::from_moves(moves).unwrap();
        let best = solver.best(&position, &|| false).unwrap();
        let fastest: Vec<usize> = (0..7).filter(|column| best.columns >> column & 1 != 0).collect();
        let mut session = Session::<Connect4>::new(&board, 2, 0);
        for text in Connect4::split_moves(&board, moves) {
            session.play_text(&text).unwrap();
        }
        let (state, seat) = (session.state(), session.turn().seat().unwrap());
        let chosen = |seed| {
            let mut perfect = make::<Connect4>("perfect", &board, seed);
            perfect.choose(state, seat, &state.legal_moves(), &Budget::nodes(ENOUGH)).index()
        };
        let mut columns: Vec<usize> = (0..60).map(chosen).collect();
        columns.sort_unstable();
        columns.dedup();
        assert_eq!(columns, fastest, "{moves}");
    }
}

/// Yellow's points minus red's at the end.
fn margin(park: &Park, names: [&str; 2], seed: u64) -> i32 {
    let mut session = Session::<Vorassic>::new(park, 2, seed);
    finish(&mut session, &mut names.map(|name| make(name, park, seed)), [400_000; 2]);
    session.state().score(Seat::FIRST) - session.state().score(Seat::SECOND)
}

#[test]
fn the_expert_reaches_the_known_values_as_either_side() {
    for (mode, value) in [("snake", 3), ("octopus", 6)] {
        let park = Park::parse(&format!("name = \"x\"\nsize = 5\nmode = \"{mode}\"")).unwrap();
        assert_eq!(margin(&park, ["expert", "expert"], 1), value, "{mode}");
        for (rival, seed) in [("random", 2), ("greedy", 3), ("lookahead", 4)] {
            let first = margin(&park, ["expert", rival], seed);
            assert!(first >= value, "{mode}, first against {rival}: {first}");
            let second = margin(&park, [rival, "expert"], seed);
            assert!(second <= value, "{mode}, second against {rival}: {second}");
        }
    }
}

/// Proves every bundled puzzle: the goal is what the solver finds, exactly one first move keeps it,
/// and a weaker level plays another.
struct Proofs;

impl Visitor for Proofs {
    type Out = ();

    fn visit<G: Shelved>(&mut self) {
        for puzzle in bundled::<G>() {
            let position = match &puzzle.task {
                Task::Position(position) => position,
                Task::Own(text) => {
                    let own = G::own_puzzle(text).unwrap();
                    own.prove().unwrap_or_else(|why| panic!("{} {}: {why}", G::ID, puzzle.id));
                    continue;
                }
            };
            let riddle = Riddle::<G>::new(position).unwrap();
            let mut oracle = G::oracle(riddle.start().variant()).unwrap();
            let proof = riddle.prove(oracle.as_mut(), &Budget::nodes(u64::MAX));
            let proof = proof.unwrap_or_else(|flaw| panic!("{} {}: {flaw}", G::ID, puzzle.id));
            let fooled = tempted(riddle.start(), &proof.key);
            assert!(!fooled.is_empty(), "{} {}: every level finds {}", G::ID, puzzle.id, proof.key);
        }
    }
}

#[test]
fn every_bundled_puzzle_is_proved_again() {
    games::visit_all(&mut Proofs);
}

#[test]
fn every_program_is_as_short_as_its_puzzle_says() {
    for (_, text) in pages(Turtles::PUZZLES) {
        let puzzle = Puzzle::parse(&text).unwrap();
        let name = puzzle.name();
        let program = puzzle.solve().unwrap_or_else(|| panic!("{name} has no solution"));
        let letters: String = program.iter().map(ToString::to_string).collect();
        assert_eq!(program.len(), puzzle.par(), "{name}: {letters}");
        let attempt = puzzle.attempt(&program);
        assert!(attempt.arrived(), "{name}: {letters}");
        assert_eq!(attempt.steps.len(), program.len(), "{name}");
        let used: Cards = program.iter().copied().collect();
        assert_eq!(puzzle.supply().lacks(used), None, "{name}");
    }
}

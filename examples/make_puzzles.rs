//! Makes the bundled puzzles of a game, `config/puzzles/GAME.toml`, from matches between weak bots:
//! positions in which exactly one move keeps the win, a weaker level plays another, and the line is
//! long enough to be interesting; none a mirror image of another.
//!
//! ```text
//! cargo run --profile quick --example make_puzzles GAME [SECONDS] > config/puzzles/GAME.toml
//! cargo run --profile quick --example make_puzzles turtles 120 reflect    # one row of programs
//! ```
//!
//! The figures (looked at, kept, time) go to standard error.

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use parlour::games::connect4::Connect4;
use parlour::games::gobblet::Gobblet;
use parlour::games::sogo::Sogo;
use parlour::games::turtles::{Lesson, Puzzle as Program};
use parlour::games::vorassic::Vorassic;
use parlour::play::puzzle::{Goal, OwnPuzzle, Position, Puzzle, Task};
use parlour::play::{Eye, Session, Turn, Variant};
use parlour::rand::{RngExt, SeedableRng};
use parlour::search::{Bots, Budget, Oracle, Riddle, Truth, tempted};
use rand::rngs::ChaCha8Rng;

/// A proof that takes longer is no use to somebody who waits for an answer, nor to a test. Connect
/// Four's solver counts a thousand positions as one.
const PROOF_NODES: u64 = 20_000;
const CONNECT4_NODES: u64 = 250;
const SOGO_NODES: u64 = 6_000;
/// A row of the shelf.
const ROW: usize = 12;

/// What a game wants of its puzzles.
struct Wish {
    game: &'static str,
    /// The boards they are played on, as files, with the word before the row's name.
    boards: Vec<(String, &'static str)>,
    /// The names of the rows in order, each with how many puzzles it holds.
    rows: Vec<(String, usize)>,
    /// So many moves are played before anything is worth a look.
    from: usize,
    /// How often in ten a bot of these matches plays anything at all.
    wild: u32,
    /// What a proof may cost.
    nodes: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = env::args().nth(1).ok_or("expected GAME [SECONDS]")?;
    let seconds = env::args().nth(2).map_or(Ok(120), |text| text.parse())?;
    let time = Duration::from_secs(seconds);
    let wins = |moves: &[u32], word: &str| -> Vec<(String, usize)> {
        moves.iter().map(|n| (format!("{word}win in {n}"), ROW)).collect()
    };
    match game.as_str() {
        "connect4" => make::<Connect4>(
            Wish {
                game: "connect4",
                boards: vec![(board::<Connect4>("standard"), "")],
                rows: wins(&[2, 3, 4, 5, 6, 7, 8, 9, 10], ""),
                from: 14,
                wild: 2,
                nodes: CONNECT4_NODES,
            },
            time,
        ),
        "sogo" => make::<Sogo>(
            Wish {
                game: "sogo",
                boards: vec![(board::<Sogo>("standard"), "")],
                rows: [2, 3, 4, 5].map(|n| (format!("win in {n}"), 16)).to_vec(),
                from: 18,
                wild: 1,
                nodes: SOGO_NODES,
            },
            time,
        ),
        "gobblet" => {
            let mut rows = wins(&[2, 3, 4, 5, 6], "");
            rows.extend(wins(&[2, 3, 4, 5, 6], "boxed: "));
            let boards =
                vec![(board::<Gobblet>("document"), ""), (board::<Gobblet>("retail"), "boxed: ")];
            make::<Gobblet>(
                Wish { game: "gobblet", boards, rows, from: 4, wild: 2, nodes: PROOF_NODES },
                time,
            )
        }
        "vorassic" => {
            let park = |size: usize, mode: &str, values: &str, seed: u64| {
                let text = format!(
                    "name = \"Park\"\nmode = \"{mode}\"\nplayers = 2\nsize = {size}\nvalues = \"{values}\"\n"
                );
                let park = <Vorassic as parlour::play::Game>::Variant::parse(&text);
                park.map(|park| park.settle(seed).to_toml())
            };
            let mut boards = Vec::new();
            for seed in 0..40 {
                for (size, values) in
                    [(5, "random"), (5, "mirrored"), (6, "random"), (5, "default")]
                {
                    boards.push((park(size, "snake", values, seed)?, "snake, "));
                    boards.push((park(size, "octopus", values, seed)?, "octopus, "));
                }
            }
            let row = |kind: &str, moves: u32| (format!("{kind}, {moves} moves"), 10);
            let snakes = [3, 4, 5, 6].map(|moves| row("snake", moves));
            let octopuses = [3, 4, 5].map(|moves| row("octopus", moves));
            let rows = snakes.into_iter().chain(octopuses).collect();
            make::<Vorassic>(
                Wish { game: "vorassic", boards, rows, from: 10, wild: 1, nodes: PROOF_NODES },
                time,
            )
        }
        "turtles" => make_turtles(time, env::args().nth(3).as_deref()),
        other => Err(format!("'{other}' has no puzzles to be made").into()),
    }
}

fn board<G: Bots>(stem: &str) -> String {
    let found = G::BOARDS.iter().find(|(name, _)| *name == stem);
    found.map_or(String::new(), |(_, text)| (*text).to_owned())
}

/// A puzzle with what is known of it.
struct Found {
    puzzle: Puzzle,
    likeness: String,
}

fn make<G: Bots>(wish: Wish, time: Duration) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let mut kept: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    let mut seen = HashSet::new();
    let (mut matches, mut looked, mut unique, mut tempting) = (0, 0, 0, 0);
    let spare = 2;
    let full = |kept: &BTreeMap<String, Vec<Found>>, row: &str, size: usize, spare: usize| {
        kept.get(row).map_or(0, Vec::len) >= size * spare
    };
    // One for the boards of a row: some have tables of many megabytes.
    let mut oracles: BTreeMap<&str, Box<dyn Oracle<G>>> = BTreeMap::new();
    while begun.elapsed() < time
        && !wish.rows.iter().all(|(row, size)| full(&kept, row, *size, spare))
    {
        matches += 1;
        let at = rng.random_range(0..wish.boards.len());
        let (text, word) = &wish.boards[at];
        let variant = G::Variant::parse(text)?;
        let oracle = match oracles.entry(word) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => entry.insert(G::oracle(&variant)?),
        };
        let session = weak_match::<G>(&variant, wish.wild, &mut rng);
        let moves: Vec<String> = session.moves().iter().map(ToString::to_string).collect();
        // One puzzle a match: its positions are too much alike. The latest are the easiest, so
        // begin anywhere.
        let plies: Vec<usize> = (wish.from.min(moves.len())..moves.len()).collect();
        let first = if plies.is_empty() { 0 } else { rng.random_range(0..plies.len()) };
        for ply in plies[first..].iter().chain(&plies[..first]).take(14) {
            let position = Position {
                board: text.clone(),
                moves: moves[..*ply].to_vec(),
                goal: Goal::Win { moves: 1 },
            };
            looked += 1;
            let budget = Budget::nodes(wish.nodes);
            let Ok((goal, proof)) = Riddle::<G>::found_in(&position, oracle.as_mut(), &budget)
            else {
                continue;
            };
            unique += 1;
            let position = Position { goal, ..position };
            let state = session.state_at(*ply);
            let Some(row) = row_of::<G>(oracle.as_mut(), &state, goal, word) else { continue };
            let Some((_, size)) = wish.rows.iter().find(|(name, _)| *name == row) else { continue };
            if full(&kept, &row, *size, spare) || dull(&proof.moves, goal) {
                continue;
            }
            let fooled = tempted(&state, &proof.key);
            // The levels that think at all must be fooled, not only the one that plays anything.
            if !fooled.iter().any(|level| level.strength >= 2) {
                continue;
            }
            tempting += 1;
            let likeness = oracle.likeness(&state);
            if !seen.insert(likeness.clone()) {
                continue;
            }
            let strongest = fooled.iter().map(|level| u32::from(level.strength)).max().unwrap_or(1);
            let length = match goal {
                Goal::Win { moves } => moves,
                Goal::Points { .. } => moves_left(oracle.as_mut(), &state).unwrap_or(4),
            };
            let rating = rating(length, strongest, proof.moves.len(), budget.used());
            let puzzle = Puzzle {
                id: String::new(),
                group: row.clone(),
                name: None,
                rating,
                task: Task::Position(position),
            };
            kept.entry(row).or_default().push(Found { puzzle, likeness });
            break;
        }
    }
    println!(
        "# Made by `cargo run --profile quick --example make_puzzles {}`; every one is",
        wish.game
    );
    println!(
        "# proved again by the tests. An id never changes its puzzle: progress is kept by it."
    );
    println!("game = \"{}\"", wish.game);
    let mut total = 0;
    for (number, (row, size)) in (1..).zip(&wish.rows) {
        let mut found = kept.remove(row).unwrap_or_default();
        found.sort_by_key(|found| (found.puzzle.rating, found.likeness.clone()));
        // From the easiest to the hardest of those there are.
        let step = found.len().max(1) as f64 / *size as f64;
        let mut chosen: Vec<usize> =
            (0..*size).map(|at| (at as f64 * step.max(1.0)) as usize).collect();
        chosen.retain(|at| *at < found.len());
        eprintln!("{row}: {} found, {} taken", found.len(), chosen.len());
        for (at, index) in (1..).zip(chosen) {
            let Puzzle { task, rating, .. } = &found[index].puzzle;
            let Task::Position(position) = task else { continue };
            total += 1;
            let named = G::BOARDS.iter().find(|(_, text)| *text == position.board);
            let board = match named {
                Some((stem, _)) => format!("\"{stem}\""),
                None => format!("'''\n{}\n'''", position.board.trim_end()),
            };
            println!("\n[[puzzle]]\nid = \"{number}-{at:02}\"\ngroup = \"{row}\"\nboard = {board}");
            println!("moves = \"{}\"", position.moves.join(" "));
            println!("goal = \"{}\"\nrating = {rating}", position.goal);
        }
    }
    eprintln!(
        "{}: {matches} matches, {looked} positions looked at, {unique} with one move, {tempting} tempting, \
         {total} kept, {:.0} s",
        wish.game,
        begun.elapsed().as_secs_f32()
    );
    Ok(())
}

/// A match between two bots that err.
fn weak_match<G: Bots>(variant: &G::Variant, wild: u32, rng: &mut ChaCha8Rng) -> Session<G> {
    let mut session = Session::<G>::new(variant, 2, rng.random());
    let playable: Vec<_> = G::STRATEGIES
        .iter()
        .filter(|strategy| {
            (2..=4).contains(&strategy.strength) && (strategy.plays)(variant).is_ok()
        })
        .collect();
    let mut bots: Vec<_> = (0..2)
        .map(|_| (playable[rng.random_range(0..playable.len())].make)(variant, rng.random()))
        .collect();
    while let Turn::Decide(seat) = session.turn() {
        let legal = session.state().legal_moves();
        let random = session.ply() < 4 || rng.random_range(0..10) < wild;
        let mv = match random {
            true => legal[rng.random_range(0..legal.len())].clone(),
            false => {
                let view = session.state().view(Eye::Seat(seat));
                bots[seat.index()].choose(&view, seat, &legal, &Budget::nodes(300))
            }
        };
        if session.play(mv).is_err() || session.ply() > 120 {
            break;
        }
    }
    session
}

/// The row of a puzzle; none for what is solved at a move.
fn row_of<G: Bots>(
    oracle: &mut dyn Oracle<G>,
    state: &G,
    goal: Goal,
    word: &str,
) -> Option<String> {
    match goal {
        Goal::Win { moves: 0..=1 } => None,
        Goal::Win { moves } => Some(format!("{word}win in {moves}")),
        Goal::Points { more: ..2 } => None,
        Goal::Points { .. } => Some(format!("{word}{} moves", moves_left(oracle, state)?)),
    }
}

/// How many moves the mover makes until the end, when both do their best.
fn moves_left<G: Bots>(oracle: &mut dyn Oracle<G>, state: &G) -> Option<u32> {
    let mover = state.turn().seat()?;
    let (mut here, mut own) = (state.clone(), 0);
    while let Some(seat) = here.turn().seat() {
        own += u32::from(seat == mover);
        if own > 8 {
            return None;
        }
        let budget = Budget::nodes(PROOF_NODES);
        let all = parlour::search::truths(oracle, &here, u32::MAX, &budget)?;
        let (mv, _) = all.into_iter().max_by_key(|(_, truth)| *truth)?;
        here = here.after(&mv);
    }
    Some(own)
}

/// Whether there is nothing to find: the other side threatens to win, and everything else loses at
/// once. In games of points: the best cell is the best by a single point among few.
fn dull<M>(moves: &[(M, Truth)], goal: Goal) -> bool {
    match goal {
        Goal::Win { .. } => {
            let others = moves.iter().filter(|(_, truth)| !truth.is_win());
            moves.len() < 3 || others.clone().all(|(_, truth)| matches!(truth, Truth::Loses(..=2)))
        }
        Goal::Points { .. } => moves.len() < 2,
    }
}

/// How hard it seems: by its length, by the level that errs, by the choice there is, and by what
/// the proof takes.
fn rating(length: u32, strongest: u32, choice: usize, effort: u64) -> u32 {
    let effort = (effort.max(1) as f64).log10();
    let choice = (choice.min(30) as f64).sqrt();
    let sum = 350.0
        + 105.0 * f64::from(length)
        + 90.0 * f64::from(strongest)
        + 25.0 * choice
        + 30.0 * effort;
    ((sum / 10.0).round() as u32 * 10).clamp(500, 2600)
}

/// Programs to write: small boards whose shortest program is the only one of its length, and does
/// what the row is about.
fn make_turtles(time: Duration, only: Option<&str>) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let rows = [
        (Lesson::Turn, "turn", "Turn"),
        (Lesson::Push, "push", "Push"),
        (Lesson::Melt, "melt", "Melt"),
        (Lesson::Reflect, "reflect", "Reflect"),
        (Lesson::Bump, "bump", "Bump"),
    ];
    let wanted = |(_, word, _): &(Lesson, &str, &str)| only.is_none_or(|only| only == *word);
    let aims: Vec<usize> = (0..rows.len()).filter(|at| wanted(&rows[*at])).collect();
    if aims.is_empty() {
        return Err("expected one of turn, push, melt, reflect, bump".into());
    }
    let mut kept: Vec<Vec<(usize, String)>> = vec![Vec::new(); rows.len()];
    let mut seen = HashSet::new();
    let (mut looked, mut unique) = (0, 0);
    // As many of each length, so that a row goes from short to long.
    let longest = 4;
    while begun.elapsed() < time && aims.iter().any(|at| kept[*at].len() < ROW * 4) {
        looked += 1;
        let (wide, high) = (rng.random_range(3..=6), rng.random_range(3..=6));
        let aim = aims[rng.random_range(0..aims.len())];
        let mut tiles = vec!['.'; wide * high];
        for tile in &mut tiles {
            *tile = match (rng.random_range(0..100), rows[aim].0) {
                (0..22, _) => '#',
                (22..36, Lesson::Push | Lesson::Bump) => '+',
                (22..36, Lesson::Melt) => '%',
                (36..40, _) => '+',
                (40..44, _) => '%',
                _ => '.',
            };
        }
        let (start, end) = (rng.random_range(0..tiles.len()), rng.random_range(0..tiles.len()));
        if start == end {
            continue;
        }
        (tiles[start], tiles[end]) = ('1', '*');
        if rows[aim].0 == Lesson::Reflect {
            // Whoever sees a jewel could walk to it: the beam helps only where another one is
            // nearer, and the steps are scarce.
            let other = rng.random_range(0..tiles.len());
            if tiles[other] != '1' {
                tiles[other] = '*';
            }
        }
        let lines: Vec<String> = tiles
            .chunks(wide)
            .map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let facing = ["N", "E", "S", "W"][rng.random_range(0..4)];
        let (left, right) = match rows[aim].0 {
            // Where turns are scarce, something else must turn the turtle.
            Lesson::Bump | Lesson::Reflect => (rng.random_range(0..2), rng.random_range(0..2)),
            _ => (rng.random_range(0..4), rng.random_range(0..4)),
        };
        let laser = match rows[aim].0 {
            Lesson::Melt | Lesson::Reflect => rng.random_range(1..3),
            _ => 0,
        };
        let forward = match rows[aim].0 {
            Lesson::Reflect => rng.random_range(2..=9),
            _ => rng.random_range(5..=12),
        };
        let cards = format!(
            "cards = {{ forward = {forward}, left = {left}, right = {right}, laser = {laser} }}"
        );
        let text = |par: usize| {
            format!(
                "name = \"x\"\ngrid = \"\"\"\n{}\n\"\"\"\nfacing = \"{facing}\"\n{cards}\npar = {par}\n",
                lines.join("\n")
            )
        };
        let Ok(puzzle) = Program::parse(&text(1)) else { continue };
        let Some((par, 1)) = puzzle.shortest() else { continue };
        unique += 1;
        let Ok(puzzle) = Program::parse(&text(par)) else { continue };
        let Some(answer) = puzzle.solve() else { continue };
        let taught = puzzle.teaches(&answer);
        if taught.first() != Some(&rows[aim].0) || par < longest {
            continue;
        }
        let alike = kept[aim].iter().filter(|(other, _)| *other == par).count();
        if alike >= 4 || !seen.insert(puzzle.likeness()) {
            continue;
        }
        kept[aim].push((par, text(par)));
    }
    let mut total = 0;
    for (number, ((lesson, word, name), mut row)) in (1..).zip(rows.into_iter().zip(kept)) {
        row.sort();
        let step = (row.len() as f64 / ROW as f64).max(1.0);
        let chosen: Vec<&(usize, String)> =
            (0..ROW).filter_map(|at| row.get((at as f64 * step) as usize)).collect();
        if aims.contains(&(number - 1)) {
            eprintln!("{word}: {} found, {} taken", row.len(), chosen.len());
        }
        for (at, (par, text)) in (1..).zip(chosen) {
            total += 1;
            let base = 520 + 60 * (lesson as u32);
            let rating = (base + 55 * *par as u32).clamp(500, 2200) / 10 * 10;
            let text = text.replacen("\"x\"", &format!("\"{name} {at}\""), 1);
            println!(
                "\n[[puzzle]]\nid = \"{number}-{at:02}\"\ngroup = \"{word}\"\nrating = {rating}\n{}",
                text.trim_end()
            );
        }
    }
    eprintln!(
        "turtles: {looked} boards looked at, {unique} with one shortest program, {total} kept, {:.0} s",
        begun.elapsed().as_secs_f32()
    );
    Ok(())
}

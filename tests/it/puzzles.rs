//! Puzzles: every bundled one proved again, played on their page, in plain mode, and kept.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use parlour::games::connect4::Connect4;
use parlour::games::{self, Visitor};
use parlour::lang;
use parlour::play::puzzle::{Puzzle, Task, bundled, pages};
use parlour::play::{Game, Player};
use parlour::screens;
use parlour::search::{Answer, Bots, Budget, Riddle, Truth, refuted_words, truths};
use parlour::store::puzzles::{Deed, Event};
use parlour::tui::text;
use parlour::tui::{Depth, GameUi, Msg};

use crate::room::{Room, room};

const STILL: &str = "animations = \"off\"\n";

fn shows(room: &Room, words: &str) {
    let picture = room.picture();
    assert!(picture.contains(words), "'{words}' is not in\n{picture}");
}

/// Reads every bundled puzzle, and looks for mirror images.
struct Bundled;

impl Visitor for Bundled {
    type Out = (&'static str, usize);

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        let mut ids = HashSet::new();
        let mut alike: BTreeMap<String, String> = BTreeMap::new();
        let mut ratings: Vec<(String, u32)> = Vec::new();
        for (line, text) in pages(G::PUZZLES) {
            let puzzle = Puzzle::parse::<G>(&text)
                .unwrap_or_else(|why| panic!("{} after line {line}: {why}", G::ID));
            assert!(ids.insert(puzzle.id.clone()), "{} {} is there twice", G::ID, puzzle.id);
            let likeness = match &puzzle.task {
                Task::Own(text) => G::own_puzzle(text).unwrap().likeness(),
                Task::Position(position) => {
                    let riddle = Riddle::<G>::new(position).unwrap();
                    G::oracle(riddle.start().variant()).unwrap().likeness(riddle.start())
                }
            };
            if let Some(other) = alike.insert(likeness, puzzle.id.clone()) {
                panic!("{} {} and {other} are mirror images", G::ID, puzzle.id);
            }
            ratings.push((puzzle.group.clone(), puzzle.rating));
        }
        // Within a row it gets harder and harder.
        for pair in ratings.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            assert!(pair[0].1 <= pair[1].1, "{} {pair:?}", G::ID);
        }
        (G::ID, ids.len())
    }
}

#[test]
fn every_game_has_its_puzzles_and_none_is_a_mirror_of_another() {
    let counts: BTreeMap<&str, usize> = games::visit_all(&mut Bundled).into_iter().collect();
    for (game, least) in
        [("connect4", 100), ("sogo", 60), ("gobblet", 60), ("vorassic", 60), ("turtles", 60)]
    {
        assert!(counts[game] >= least, "{game} has {} puzzles", counts[game]);
    }
    assert_eq!(counts["goose"], 0);
}

/// Proves some of the bundled puzzles: the goal is what the solver finds, and one first move keeps
/// it. `tests/ladders.rs` proves all of them, which takes longer.
struct Proofs;

/// One puzzle in so many is proved here.
const ONE_IN: usize = 12;

impl Visitor for Proofs {
    type Out = ();

    fn visit<G: GameUi>(&mut self) {
        let mut proved = 0;
        for puzzle in bundled::<G>().into_iter().step_by(ONE_IN) {
            let Task::Position(position) = &puzzle.task else { continue };
            let riddle = Riddle::<G>::new(position).unwrap();
            let mut oracle = G::oracle(riddle.start().variant()).unwrap();
            let proof = riddle.prove(oracle.as_mut(), &Budget::nodes(200_000));
            let proof = proof.unwrap_or_else(|flaw| panic!("{} {}: {flaw}", G::ID, puzzle.id));
            assert!(proof.moves.len() >= 2);
            proved += 1;
        }
        assert_eq!(proved > 0, G::PUZZLES.contains("goal = "), "{}", G::ID);
    }
}

#[test]
fn bundled_puzzles_are_proved_again() {
    games::visit_all(&mut Proofs);
}

/// The keys that solve a puzzle of Connect Four, with the best defence in between.
fn solution(puzzle: &Puzzle) -> Vec<String> {
    let Task::Position(position) = &puzzle.task else { panic!("not a position") };
    let riddle = Riddle::<Connect4>::new(position).unwrap();
    let mut oracle = Connect4::oracle(riddle.start().variant()).unwrap();
    let budget = Budget::nodes(u64::MAX);
    let (mut state, mut keys) = (riddle.start().clone(), Vec::new());
    for made in 0.. {
        let mv = riddle.best(oracle.as_mut(), &state, made, &budget).unwrap();
        keys.push(mv.to_string());
        match riddle.answer(oracle.as_mut(), &state, made, &mv, &budget).unwrap() {
            Answer::Solved(_) => return keys,
            Answer::On(replies) => {
                state = replies
                    .iter()
                    .fold(Game::after(&state, &mv), |at, reply| Game::after(&at, reply));
            }
            other => panic!("{other:?}"),
        }
    }
    keys
}

/// Lets time pass until nothing moves any more.
fn wait(room: &mut Room) {
    for _ in 0..40 {
        room.tell(Msg::Tick(Duration::from_millis(800)));
    }
}

#[test]
fn a_wrong_move_is_refuted_hints_come_in_steps_and_the_goal_is_reached() {
    let mut room = room(STILL, Depth::True, |_| ());
    let puzzle = bundled::<Connect4>().remove(0);
    let keys = solution(&puzzle);
    room.find_puzzle(&format!("no. {}", puzzle.id));
    room.press("enter");
    shows(&room, "3 of 3 left");
    // Any other column is wrong.
    let Task::Position(position) = &puzzle.task else { panic!("not a position") };
    let riddle = Riddle::<Connect4>::new(position).unwrap();
    let legal = riddle.start().legal_moves();
    let wrong = legal.iter().map(ToString::to_string).find(|mv| *mv != keys[0]).unwrap();
    room.press(&wrong);
    shows(&room, "2 of 3 left");
    wait(&mut room);
    shows(&room, "try again");
    shows(&room, &format!("× {wrong} loses"));
    // The same mistake costs no second try.
    room.press(&wrong);
    wait(&mut room);
    shows(&room, "2 of 3 left");
    room.press("enter");
    // Where to look, then the move itself.
    room.press("i");
    shows(&room, "Look at columns");
    room.press("i");
    shows(&room, &format!("Drop in column {}.", keys[0]));
    for key in &keys {
        room.press(key);
        wait(&mut room);
    }
    shows(&room, "Next puzzle");
    let tried = room.context.store.tried(&format!("connect4/{}", puzzle.id));
    assert!(tried.solved && tried.wrong.len() == 1 && tried.hints == 2, "{tried:?}");
    room.press("enter");
    shows(&room, "3 of 3 left");
}

#[test]
fn whoever_loses_at_once_blocks_where_the_winner_would_have_gone() {
    let puzzle = bundled::<Connect4>().into_iter().find(|puzzle| puzzle.id == "3-01").unwrap();
    let Task::Position(position) = &puzzle.task else { panic!("not a position") };
    let riddle = Riddle::<Connect4>::new(position).unwrap();
    let mut oracle = Connect4::oracle(riddle.start().variant()).unwrap();
    let wrong = "4".parse().unwrap();
    let answer = riddle.answer(oracle.as_mut(), riddle.start(), 0, &wrong, &Budget::nodes(200_000));
    let Some(Answer::Wrong(line, _)) = answer else { panic!("{answer:?}") };
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    // Red has two places to win one above the other: yellow takes the first, red the second.
    assert_eq!(line, ["5", "5", "5"]);
}

#[test]
fn enter_plays_the_move_of_a_hint_and_a_later_failure_says_which_move_it_was() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.find_puzzle("no. 3-01");
    room.press("enter 4");
    wait(&mut room);
    shows(&room, "then try again");
    room.press("enter i i");
    shows(&room, "Drop in column 7.");
    shows(&room, "enter play it");
    room.press("enter");
    wait(&mut room);
    shows(&room, "Right! 3 moves to go.");
    room.press("5");
    wait(&mut room);
    shows(&room, "× 2nd: 5 loses at once");
    // Who presses anything else first means what they pressed.
    room.press("enter i i left");
    shows(&room, "enter drop");
}

#[test]
fn what_failed_on_an_earlier_visit_is_marked_and_counts_once() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.find_puzzle("no. 3-01");
    room.press("enter 4");
    wait(&mut room);
    room.press("esc enter");
    shows(&room, "2 of 3 left");
    shows(&room, "‹4›×");
    room.press("4");
    wait(&mut room);
    shows(&room, "then try again");
    shows(&room, "2 of 3 left");
    // Once it is decided there are no tries to be counted.
    room.press("enter a a");
    wait(&mut room);
    room.press("u");
    shows(&room, "answer shown");
    assert!(!room.picture().contains('○'), "{}", room.picture());
}

#[test]
fn a_puzzle_leaves_nothing_to_the_memory() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.find_puzzle("no. 10-01");
    room.press("enter");
    shows(&room, "Gobblet Gobblers");
    shows(&room, "◆M");
    assert!(!room.picture().contains("c under"), "{}", room.picture());
}

#[test]
fn a_bad_file_among_ones_own_is_told_with_place_and_reason() {
    let mut room = room(STILL, Depth::True, |_| ());
    let text =
        "game = \"connect4\"\nboard = \"standard\"\nmoves = \"4 9 4\"\ngoal = \"win in 2\"\n";
    room.context.store.create_puzzle("connect4", "broken one", text).unwrap();
    room.press("p");
    shows(&room, "broken one.toml:3:9: 'moves': move 2 '9'");
    shows(&room, "no column 9; use 1 to 7");
}

#[test]
fn an_octopus_begins_on_a_cell_that_can_be_taken() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.press(&format!("p end {}enter", "up ".repeat(9)));
    shows(&room, "octopus, 3 moves");
    shows(&room, "enter take");
}

#[test]
fn a_detour_is_told_in_a_sentence_that_fits() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.find_puzzle("no. 2-05");
    // Column 5 now wins in two more; column 2 once more wins too, but not in two.
    room.press("enter 2");
    wait(&mut room);
    shows(&room, "Right! 2 moves to go.");
    room.press("2");
    wait(&mut room);
    shows(&room, "That wins, but 1 move");
    shows(&room, "later than it could.");
}

#[test]
fn the_last_hint_of_a_program_is_told_again_after_a_run() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.find_puzzle("Bump 12");
    room.press("enter i");
    wait(&mut room);
    room.press("i f f enter");
    wait(&mut room);
    shows(&room, "Not there yet");
    room.press("i");
    shows(&room, "It begins with");
    // What lies outside its row is pointed at.
    assert!(!room.picture().contains('‹'), "{}", room.picture());
    room.press(&"f ".repeat(8));
    shows(&room, "Program ‹");
}

#[test]
fn the_shelf_has_room_for_the_names_of_its_rows() {
    let mut room = room(STILL, Depth::True, |_| ());
    room.press("p end");
    shows(&room, "octopus, 5 moves");
}

#[test]
fn the_answer_is_played_and_the_puzzle_missed() {
    let mut room = room(STILL, Depth::True, |_| ());
    let puzzle = bundled::<Connect4>().remove(1);
    room.find_puzzle(&format!("no. {}", puzzle.id));
    // Boards have a column called a: a slip doesn't cost the puzzle.
    room.press("enter a");
    shows(&room, "press a again for the answer");
    room.press("left a");
    wait(&mut room);
    assert!(!room.context.store.tried(&format!("connect4/{}", puzzle.id)).shown);
    room.press("a");
    wait(&mut room);
    shows(&room, "the answer was shown");
    let tried = room.context.store.tried(&format!("connect4/{}", puzzle.id));
    assert!(tried.shown && !tried.solved);
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_everybody_and_counts_for_the_streak() {
    let mut room = room(STILL, Depth::True, |_| ());
    let menu = room.picture();
    assert!(menu.contains("□ today: "), "{menu}");
    room.press("p");
    shows(&room, "16 November");
    shows(&room, "daily");
    let today = room.picture();
    let mut other = crate::room::room(STILL, Depth::True, |_| ());
    other.press("p");
    assert_eq!(today, other.picture());
    // Another day, another puzzle.
    other.press("esc");
    other.context.pinned_day = "2026-11-17".parse().ok();
    other.press("p");
    assert_ne!(today.lines().nth(3), other.picture().lines().nth(3));
}

#[test]
fn todays_rows_name_the_game_whatever_it_is_and_cut_no_sentence_off() {
    for language in ["en", "fr"] {
        lang::speaking(lang::book(language, None), || {
            for day in 10..20 {
                let mut room = room(STILL, Depth::True, |_| ());
                let date = format!("2026-11-{day}");
                let yesterday = format!("2026-11-{}", day - 1);
                room.context.pinned_day = date.parse().ok();
                room.context.store.note_deed(&solved_daily(&yesterday)).unwrap();
                room.press("p");
                let shelf = room.picture();
                let row = shelf.lines().nth(3).unwrap_or_default().to_owned();
                assert!(!row.contains('…'), "{shelf}");
                let named = row.trim_start_matches([' ', '▌']).split_once('·');
                let (game, _) = named.unwrap_or_else(|| panic!("{shelf}"));
                let game = game.trim();
                room.press("esc");
                let menu = room.picture();
                let row = menu.lines().find(|row| row.contains('□')).unwrap();
                assert!(row.contains(game) && !row.contains('…'), "{game}: {menu}");
                assert!(row.contains("1 d") || row.contains("1 j"), "{menu}");
            }
        });
    }
}

/// A puzzle of the day that was solved on its day.
fn solved_daily(day: &str) -> Deed {
    Deed {
        day: day.parse().unwrap(),
        puzzle: "connect4/1-01".to_owned(),
        event: Event::Solved,
        rating: 780,
        seconds: 5,
        daily: true,
        note: String::new(),
    }
}

/// Says what is told of wrong moves in some puzzles, and how it fits beside the board.
struct Told;

impl Visitor for Told {
    type Out = (&'static str, Vec<String>);

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        let mut said = Vec::new();
        for puzzle in bundled::<G>().into_iter().step_by(ONE_IN) {
            let Task::Position(position) = &puzzle.task else { continue };
            let riddle = Riddle::<G>::new(position).unwrap();
            let mut oracle = G::oracle(riddle.start().variant()).unwrap();
            for mv in riddle.start().legal_moves() {
                let budget = Budget::nodes(200_000);
                let answer = riddle.answer(oracle.as_mut(), riddle.start(), 0, &mv, &budget);
                let Some(Answer::Wrong(line, truth)) = answer else { continue };
                if line.is_empty() {
                    continue;
                }
                let next = riddle.start().after(&mv);
                let words = refuted_words(&riddle, &next, &line, truth);
                let mine = lang::capital(G::hue(riddle.mover(), 2).name());
                assert!(!words.starts_with(&mine), "{}: one's own moves: {words}", G::ID);
                said.push(words);
            }
        }
        (G::ID, said)
    }
}

#[test]
fn a_refutation_says_what_the_reply_does() {
    for (game, said) in games::visit_all(&mut Told) {
        for words in &said {
            // The reply itself comes first, and what it comes to last.
            assert!(words.matches(". ").count() >= 1, "{game}: {words}");
            let rows = text::wrap(words, 25).len();
            assert!(rows <= 9, "{game}: {words}");
        }
        // Most say more of the reply than where it went.
        let more = said.iter().filter(|words| words.matches(". ").count() >= 2).count();
        let ends = said.iter().filter(|words| !words.contains(" Then ")).count();
        assert!(2 * (more + ends) >= said.len(), "{game}: {more} of {}", said.len());
    }
}

/// Asks in a match and in a replay whether a position is a puzzle, and tries a win again that was
/// let go; says which of it was seen.
struct Asked;

impl Visitor for Asked {
    type Out = (&'static str, bool, bool);

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        let first = bundled::<G>().into_iter().find_map(|puzzle| match puzzle.task {
            Task::Position(position) => Some(position),
            Task::Own(_) => None,
        });
        let Some(position) = first else { return (G::ID, false, false) };
        let mut session = position.session::<G>().unwrap();
        let person = Player::Human { name: None };
        let mut room = room(STILL, Depth::True, |_| ());
        let screen =
            screens::play::open::<G>(session.clone(), vec![person.clone(); 2], &mut room.context);
        room.open(screen);
        room.press("e");
        shows(&room, "A puzzle, saved as 'after move ");
        let record = session.record(&[person.clone(), person.clone()]);
        let screen = screens::replay::open::<G>(record, session.clone(), &mut room.context);
        room.open(screen);
        // The same position isn't kept twice.
        room.press("end e");
        shows(&room, "already saved as 'after move ");
        let (own, wrong) = room.context.store.own_puzzles(G::ID);
        assert_eq!((own.len(), wrong.len()), (1, 0), "{}: {wrong:?}", G::ID);
        for (name, text) in own {
            let kept = Puzzle::parse::<G>(&text).unwrap();
            let Task::Position(kept) = kept.task else { panic!("{name}") };
            assert_eq!((&kept.moves, kept.goal), (&position.moves, position.goal), "{name}");
        }
        // A move after which there is no win, not even a slower one. The bot answers, and the person
        // resigns unless that has won.
        let riddle = Riddle::<G>::new(&position).unwrap();
        let mut oracle = G::oracle(riddle.start().variant()).unwrap();
        let all = truths(oracle.as_mut(), riddle.start(), 5, &Budget::nodes(u64::MAX)).unwrap();
        let goes_on = |mv: &G::Move| !riddle.start().after(mv).turn().is_over();
        let fails = |(mv, truth): &(G::Move, Truth)| !truth.is_win() && goes_on(mv);
        let (wrong, _) = all.into_iter().find(fails).unwrap();
        session.play(wrong).unwrap();
        let mut players = vec![person; 2];
        players[riddle.mover().next(2).index()] =
            format!("bot:{}", G::STRATEGIES[0].name).parse().unwrap();
        let number = position.moves.len() + 1;
        let screen = screens::play::open::<G>(session, players, &mut room.context);
        room.open(screen);
        wait(&mut room);
        if !room.picture().contains("rematch") {
            room.press(&format!("esc {}enter", "down ".repeat(6)));
            wait(&mut room);
        }
        let missed = room.picture().contains(&format!("Missed a win at move {number}"));
        if missed {
            room.press("t");
            shows(&room, "to play and win");
            room.press("esc");
            shows(&room, "Missed a win");
        }
        (G::ID, true, missed)
    }
}

#[test]
fn a_position_is_asked_about_and_a_missed_win_tried_again() {
    let seen = games::visit_all(&mut Asked);
    for (game, asks, tries) in [
        ("connect4", true, true),
        ("sogo", true, true),
        ("gobblet", true, true),
        // Nobody misses a win there, only points.
        ("vorassic", true, false),
        // Hands are secret, and so nobody knows the truth.
        ("turtles", false, false),
        ("goose", false, false),
    ] {
        assert!(seen.contains(&(game, asks, tries)), "{game}: {seen:?}");
    }
}

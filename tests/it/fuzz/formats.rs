//! One target a format: every file people may edit, and everything programs may say.

use std::fs;
use std::path::Path;
use std::time::Duration;

use parlour::arena::{Patience, SpeakError, Speaker, protocol, words};
use parlour::games::connect4::solver::Position;
use parlour::games::connect4::solver::book::Book;
use parlour::games::turtles::{Card, Puzzle, Turtles};
use parlour::games::{self, Visitor};
use parlour::play::puzzle::pages;
use parlour::play::telling::turn_sentence;
use parlour::play::{Eye, Game, Player, Record, Seat, Session, Turn, Variant, with_keys};
use parlour::screens::{self, key_sections, menu};
use parlour::search::seated;
use parlour::search::{Budget, Cancel, Limit, strategy};
use parlour::store::{Own, Places, Settings, Store, TEMPLATE, boards};
use parlour::tui::game_ui::draw_still;
use parlour::tui::keys::Keymap;
use parlour::tui::router::Router;
use parlour::tui::{Charset, Context, Depth, GameUi, Look, Theme};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::corpus::Corpus;
use super::{generator, storm, switch};
use crate::room::GAMES;

/// How many inputs a format gets; those that cost more get a part of it.
fn cases() -> u64 {
    switch("FUZZ_CASES", 100)
}

fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

fn look() -> Look {
    Look::new(Theme::usual(Depth::True), Charset::Unicode)
}

/// Plays some moves at random, and says how the match stands.
fn play_on<G: Game>(session: &mut Session<G>, moves: usize, rng: &mut ChaCha8Rng) {
    for _ in 0..moves {
        match session.turn() {
            Turn::Over(_) => return,
            Turn::Chance { .. } => assert!(session.roll().is_some(), "chance has no outcome"),
            Turn::Decide(_) => {
                let legal = session.state().legal_moves();
                let mv = legal.choose(rng).expect("whoever decides has a move").clone();
                session.play(mv).expect("it is legal");
            }
        }
    }
}

/// A match of the usual board after some moves.
fn some_match<G: Game>(case: u64, moves: usize) -> Session<G> {
    let mut rng = generator(G::ID, case);
    let (_, board) = G::BOARDS.choose(&mut rng).expect("every game brings a board");
    let board = G::Variant::parse(board).unwrap();
    let mut session = Session::new(&board, rng.random_range(board.seats().take_few()), case);
    play_on(&mut session, moves, &mut rng);
    session
}

/// Tables of a hundred are no test of anything that tables of four are not.
trait Few {
    fn take_few(self) -> Self;
}

impl Few for std::ops::RangeInclusive<usize> {
    fn take_few(self) -> Self {
        *self.start()..=*self.end().min(&(self.start() + 3))
    }
}

fn people(seats: usize) -> Vec<Player> {
    vec![Player::Human { name: None }; seats]
}

/// A board that is taken is one that can be written, shown and played.
fn live_with<G: GameUi>(board: &G::Variant, rng: &mut ChaCha8Rng) {
    let text = board.to_toml();
    assert_eq!(G::Variant::parse(&text).as_ref(), Ok(board), "it does not read back");
    assert!(!board.facts().is_empty() || board.summary().len() + board.name().len() > 0);
    for dial in board.dials() {
        assert!(dial.at < dial.values.len(), "'{}' stands nowhere", dial.key);
        let value = dial.values.choose(rng).expect("it has values").clone();
        let turned = with_keys(&text, &[(dial.key.to_owned(), value.clone())]);
        let turned = turned.and_then(|text| G::Variant::parse(&text));
        assert!(turned.is_ok(), "'{}' cannot be '{value}': {turned:?}", dial.key);
    }
    let seats = board.seats();
    assert!(*seats.start() >= 1 && *seats.end() <= 255 && seats.start() <= seats.end());
    let mut session = Session::<G>::new(board, rng.random_range(seats), rng.random());
    let moves = rng.random_range(0..40);
    play_on(&mut session, moves, rng);
    let state = session.state();
    for eye in [Eye::Everything, Eye::Spectator, Eye::Seat(Seat::FIRST)] {
        let view = state.view(eye);
        drop((G::plain(&view), G::describe(&view)));
        let (width, height) = (rng.random_range(1..120), rng.random_range(1..50));
        let area = Rect::new(0, 0, width, height);
        draw_still(state, &view, &look(), area, &mut Buffer::empty(area));
    }
    if let Turn::Decide(seat) = session.turn()
        && rng.random_ratio(1, 20)
    {
        let strategy = G::STRATEGIES.choose(rng).expect("every game has bots");
        if (strategy.plays)(&**state.variant()).is_ok() {
            let mut bot = (strategy.make)(&**state.variant(), 7);
            let legal = state.legal_moves();
            let budget = Budget::new(Limit::Nodes(30), Cancel::default());
            let answer = bot.choose(&state.view(Eye::Seat(seat)), seat, &legal, &budget);
            assert!(legal.contains(&answer), "'{}' answers '{answer}'", strategy.name);
        }
    }
    let record = session.record(&people(state.seats())).to_string();
    let again = Session::<G>::from_record(&Record::parse(&record).unwrap()).unwrap();
    assert_eq!(again.state(), state, "it does not replay");
}

/// The board files of this source tree: the bundled ones and the cases of the tests.
fn board_files<G: Game>() -> Vec<String> {
    let mut files: Vec<String> = G::BOARDS.iter().map(|(_, text)| (*text).to_owned()).collect();
    for kind in ["valid", "invalid"] {
        let folder =
            format!("{}/tests/configs/{kind}/boards/{}", env!("CARGO_MANIFEST_DIR"), G::ID);
        let entries = fs::read_dir(folder).into_iter().flatten();
        files.extend(entries.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()));
    }
    files
}

#[test]
fn boards() {
    struct Boards;
    impl Visitor for Boards {
        type Out = ();
        fn visit<G: GameUi>(&mut self) {
            let corpus = Corpus::new(board_files::<G>());
            storm(&format!("boards of {}", G::ID), &corpus, cases(), |input, rng| {
                match G::Variant::parse(&text(input)) {
                    Ok(board) => {
                        live_with::<G>(&board, rng);
                        Vec::new()
                    }
                    Err(error) => vec![error.in_file("board.toml")],
                }
            });
        }
    }
    games::visit_all(&mut Boards);
}

/// `--set KEY=VALUE`, where both may be anything.
#[test]
fn overrides() {
    struct Overrides;
    impl Visitor for Overrides {
        type Out = ();
        fn visit<G: GameUi>(&mut self) {
            let keys = G::Variant::KEYS.iter().map(|key| format!("{key}=[1, \"x\"]"));
            let corpus = Corpus::new(keys.chain(board_files::<G>()));
            storm(&format!("--set for {}", G::ID), &corpus, cases() / 2, |input, rng| {
                let input = text(input);
                let (key, value) = input.split_once('=').unwrap_or((&input, "1"));
                let key = match rng.random_bool(0.5) {
                    true => (*G::Variant::KEYS.choose(rng).expect("a board has keys")).to_owned(),
                    false => key.to_owned(),
                };
                let changed = with_keys(G::BOARDS[0].1, &[(key, value.to_owned())]);
                match changed.and_then(|text| G::Variant::parse(&text)) {
                    Ok(board) => {
                        live_with::<G>(&board, rng);
                        Vec::new()
                    }
                    Err(error) => vec![error.in_file("board.toml")],
                }
            });
        }
    }
    games::visit_all(&mut Overrides);
}

#[test]
fn puzzles() {
    let bundled: Vec<String> = pages(Turtles::PUZZLES).into_iter().map(|(_, text)| text).collect();
    let corpus = Corpus::new(bundled.iter().map(String::as_str));
    storm("puzzles", &corpus, cases(), |input, rng| match Puzzle::parse(&text(input)) {
        Ok(puzzle) => {
            let program: Vec<Card> =
                (0..30).map(|_| *Card::ALL.choose(rng).expect("there are cards")).collect();
            assert!(puzzle.attempt(&program).steps.len() <= program.len());
            Vec::new()
        }
        Err(error) => vec![error.in_file("puzzle.toml")],
    });
}

#[test]
fn settings() {
    let corpus = Corpus::new([TEMPLATE, include_str!("../../configs/valid/settings/all.toml")]);
    storm("settings", &corpus, cases(), |input, _| {
        let (text, file) = (text(input), Path::new("settings.toml"));
        let (old, faults) =
            Settings::read(&text, file, &Own { themes: vec!["own".to_owned()], ..Own::default() });
        let new = Settings { mouse: !old.mouse, ..old.clone() };
        match new.write_into(&old, &text, file) {
            Ok(text) => assert_eq!(
                Settings::read(
                    &text,
                    file,
                    &Own { themes: vec!["own".to_owned()], ..Own::default() }
                )
                .0,
                new
            ),
            Err(_) => assert!(!faults.is_empty(), "read without a word and not written into"),
        }
        faults.iter().map(ToString::to_string).collect()
    });
}

#[test]
fn keys() {
    let sections = key_sections(&GAMES);
    let corpus = Corpus::new([parlour::tui::keys::template(&sections)]);
    storm("keys", &corpus, cases(), |input, _| {
        Keymap::read(&text(input), "keys.toml", &sections).1
    });
}

#[test]
fn themes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/config/themes");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
    let corpus = Corpus::new(files.chain([b"base = \"dark\"\nbrass = \"#fff\"\n".to_vec()]));
    let area = Rect::new(0, 0, 40, 20);
    storm("themes", &corpus, cases(), |input, _| {
        match Theme::parse("own", &text(input), Depth::True) {
            Ok(theme) => {
                let session = some_match::<parlour::games::connect4::Connect4>(1, 5);
                let (state, look) = (session.state(), Look::new(theme, Charset::Unicode));
                let view = state.view(Eye::Everything);
                draw_still(state, &view, &look, area, &mut Buffer::empty(area));
                Vec::new()
            }
            Err(error) => vec![error.in_file("own.toml")],
        }
    });
}

#[test]
fn records() {
    struct Records;
    impl Visitor for Records {
        type Out = ();
        fn visit<G: GameUi>(&mut self) {
            let records = (0..8).map(|case| {
                let session = some_match::<G>(case, 6 * case as usize);
                let mut record = session.record(&people(session.state().seats()));
                record.think = Some("1000 ms".to_owned());
                record.to_string()
            });
            let corpus = Corpus::new(records);
            storm(&format!("records of {}", G::ID), &corpus, cases(), |input, rng| {
                let record = match Record::parse(&text(input)) {
                    Ok(record) => record,
                    Err(error) => return vec![error.to_string()],
                };
                assert_eq!(
                    Record::parse(&record.to_string()).map(|it| it.moves),
                    Ok(record.moves.clone())
                );
                let mut session = match Session::<G>::from_record(&record) {
                    Ok(session) => session,
                    Err(error) => return vec![error.to_string()],
                };
                drop(turn_sentence(&session, seated::<G>(record.players.clone()).names()));
                play_on(&mut session, 5, rng);
                Vec::new()
            });
        }
    }
    games::visit_all(&mut Records);
}

/// Moves as people type them, records keep them and programs answer with them.
#[test]
fn moves() {
    struct Moves;
    impl Visitor for Moves {
        type Out = ();
        fn visit<G: GameUi>(&mut self) {
            let matches: Vec<Session<G>> =
                (0..6).map(|case| some_match(case, 3 * case as usize)).collect();
            let legal = matches.iter().flat_map(|session| session.state().legal_moves());
            let mut legal: Vec<String> = legal.map(|mv| mv.to_string()).collect();
            legal.push("pass".to_owned());
            legal.truncate(500);
            let corpus = Corpus::new(legal);
            storm(&format!("moves of {}", G::ID), &corpus, cases(), |input, rng| {
                let input = text(input);
                let mut session = matches.choose(rng).expect("there are some").clone();
                drop(G::split_moves(session.state().variant(), &input));
                let mv: G::Move = match input.parse() {
                    Ok(mv) => mv,
                    Err(error) => return vec![parlour::play::sentence(&format!("{error}"))],
                };
                assert_eq!(mv.to_string().parse::<G::Move>().ok(), Some(mv.clone()), "{input:?}");
                match session.play(mv) {
                    Ok(()) => Vec::new(),
                    Err(why) => vec![parlour::play::sentence(&format!("'{input}': {why}"))],
                }
            });
        }
    }
    games::visit_all(&mut Moves);
}

#[test]
fn opening_books() {
    let bundled = include_bytes!("../../../config/books/connect4.bin");
    let small = Book::from_bytes(bundled).map(|book| book.to_bytes()).unwrap();
    // The count and some entries; the whole book would only be more of the same.
    let cut = |entries: u32, bytes: usize| {
        let mut book = small[..bytes.min(small.len())].to_vec();
        book[8..12].copy_from_slice(&entries.to_le_bytes());
        book
    };
    let empty = Book::new().to_bytes();
    let corpus = Corpus::new([cut(3, 40), cut(50, 400), cut(u32::MAX, 2000), empty]);
    storm("opening books", &corpus, cases(), |input, _| match Book::from_bytes(input) {
        Ok(book) => {
            assert_eq!(book.to_bytes(), input, "it is written in another way");
            let empty = Position::new();
            assert!(book.best(&empty).is_none_or(|best| book.score(&empty) == Some(best.score)));
            Vec::new()
        }
        Err(error) => vec![error.to_string()],
    });
}

/// What programs answer to a referee.
#[test]
fn answers_of_programs() {
    let answers = [r#"{"move": "4"}"#, r#"{"name": "my bot", "version": [1, 2.5, null]}"#];
    let corpus = Corpus::new(answers);
    storm("answers of programs", &corpus, cases(), |input, _| {
        let answer = text(input);
        let name = protocol::name_in(&answer);
        if let Ok(name) = &name {
            assert!(!name.contains(char::is_control) && name.chars().count() <= 33, "{name:?}");
        }
        match protocol::move_in(&answer) {
            Ok(_) => Vec::new(),
            Err(fault) => vec![fault.to_string()],
        }
    });
}

/// What referees say to a bot of ours.
#[test]
fn lines_of_referees() {
    struct Lines;
    impl Visitor for Lines {
        type Out = ();
        fn visit<G: GameUi>(&mut self) {
            let patience = Patience::per_move(Duration::from_secs(1));
            let talks = (0..6).map(|case| {
                let session = some_match::<G>(case, 4 * case as usize);
                let seat = session.turn().seat().unwrap_or(Seat::FIRST);
                let hello = protocol::hello(&session, seat, &patience, seat.index());
                let turn = protocol::turn(&session, seat, 0, None);
                format!("{hello}\n{turn}\n{}\n", protocol::over(&session, seat))
            });
            let corpus = Corpus::new(talks);
            storm(&format!("referees of {}", G::ID), &corpus, cases(), |input, rng| {
                // The weakest bot needs no time; the limit that the referee names counts half of the times.
                let limit = rng.random_bool(0.5).then_some(Limit::Nodes(20));
                let weakest = &G::STRATEGIES[0];
                let make = |board: &G::Variant, seed| {
                    Ok((strategy::<G>(weakest.name, board)?.make)(board, seed))
                };
                let speaker = Speaker::<G> { name: "weak", make: &make, limit, seed: Some(7) };
                match speaker.converse(&mut &*input, &mut Vec::new()) {
                    Ok(()) => Vec::new(),
                    Err(SpeakError::Referee(why)) => vec![why],
                    Err(SpeakError::Pipe(why)) => panic!("everybody listens: {why}"),
                }
            });
        }
    }
    games::visit_all(&mut Lines);
}

/// The small texts of the command line and of records.
#[test]
fn words_of_the_command_line() {
    let corpus =
        Corpus::new(["python3 'my bot.py' --seed \"1\"", "human:Ada", "bot:minimax", "1000 ms"]);
    storm("words", &corpus, cases(), |input, _| {
        let input = text(input);
        if let Ok(player) = input.parse::<Player>() {
            assert_eq!(player.to_string().parse::<Player>(), Ok(player));
        }
        if let Ok(limit) = input.parse::<Limit>() {
            drop(Budget::new(limit, Cancel::default()));
        }
        words(&input).err().iter().map(|why| parlour::play::sentence(why)).collect()
    });
}

/// A home in which one file is spoilt, as bytes on the disk: the arcade opens nevertheless, and
/// says what is wrong.
#[test]
fn homes() {
    struct Boards<'a>(&'a Store);
    impl Visitor for Boards<'_> {
        type Out = Vec<String>;
        fn visit<G: GameUi>(&mut self) -> Vec<String> {
            boards::list::<G>(self.0)
                .into_iter()
                .filter_map(|entry| entry.board().err().cloned())
                .collect()
        }
    }
    let record =
        some_match::<parlour::games::connect4::Connect4>(3, 9).record(&people(2)).to_string();
    let log = "2026-11-16 05:12:33 UTC\tconnect4\t1\thuman:Ada\tbot:hasard\n".repeat(3);
    let files: [(&str, &str); 8] = [
        ("config/settings.toml", "theme = \"own\"\nmouse = true\n"),
        ("config/keys.toml", "[match]\nundo = [\"u\", \"ctrl-u\"]\n"),
        ("config/themes/own.toml", "base = \"dark\"\nbrass = \"#ffcc00\"\n"),
        ("config/boards/connect4/own.toml", "name = \"Own\"\ncolumns = 5\n"),
        ("state/remembered.toml", "[connect4]\nboard = \"own\"\nplayers = \"2\"\n"),
        ("data/best.toml", "[puzzles]\nmaze = \"6\"\n"),
        ("data/matches/own.parlour", &record),
        ("data/statistics.log", &log),
    ];
    for (spoilt, good) in files {
        let home = crate::homes::home();
        for (file, text) in files {
            let file = home.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let corpus = Corpus::new([good]);
        storm(spoilt, &corpus, cases() / 5, |input, _| {
            fs::write(home.path().join(spoilt), input).unwrap();
            let store = Store::open(Places::at(home.path()));
            let mut said: Vec<String> = games::visit_all(&mut Boards(&store)).concat();
            said.extend(store.matches().into_iter().filter_map(|it| it.record.err()));
            said.extend(store.statistics().skipped);
            let mut context = Context::with_depth(store, &key_sections(&GAMES), Depth::True);
            said.extend_from_slice(context.complaints());
            context.size = Size::new(80, 24);
            let pages = vec![menu::open(&GAMES), screens::saves::open(&GAMES)];
            let (router, _) = Router::new(pages, &mut context);
            router.view(context.area(), &mut Buffer::empty(context.area()), &context);
            said
        });
    }
}

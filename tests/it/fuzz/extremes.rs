//! The extremes by name: a megabyte of brackets, a board of a megabyte, a match of a million
//! moves, a line without an end. Refused or taken, soon and in little memory.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use parlour::Shelf;
use parlour::games::goose::Goose;
use parlour::games::{self, Visitor};
use parlour::play::{Record, Session, Variant};
use parlour::screens::key_sections;
use parlour::store::{Own, Places, Settings, Store};
use parlour::tui::keys::Keymap;
use parlour::tui::{Context, Depth, GameUi, Theme};

use super::{check_refusal, processor_time};

pub const MILLION: usize = 1_000_000;

/// Does something and holds it to its time. The stack is that of any thread, a quarter of what
/// the program has.
fn soon<T: Send>(what: &str, seconds: u64, work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let timed = move || {
            let begun = processor_time();
            (work(), processor_time() - begun)
        };
        let (value, took) = scope.spawn(timed).join().unwrap_or_else(|_| panic!("{what}"));
        assert!(took < Duration::from_secs(seconds), "{what}: {took:?}");
        value
    })
}

/// TOML of a megabyte that is broken, nested or endless, by name.
fn monsters() -> Vec<(&'static str, String)> {
    let many_keys = (0..MILLION / 10).map(|key| format!("k{key} = 1\n")).collect();
    vec![
        ("open brackets", format!("name = {}", "[".repeat(MILLION))),
        ("brackets", format!("name = {}{}", "[".repeat(MILLION / 2), "]".repeat(MILLION / 2))),
        ("inline tables", format!("name = {}", "{a=".repeat(MILLION / 3))),
        ("a dotted key", format!("a{} = 1\n", ".a".repeat(MILLION / 2))),
        ("a dotted heading", format!("[{}a]\n", "a.".repeat(MILLION / 2))),
        ("headings", "[[a]]\n".repeat(MILLION / 6)),
        ("open headings", "[\n".repeat(MILLION / 2)),
        ("one key again and again", "name = 1\n".repeat(MILLION / 9)),
        ("many keys", many_keys),
        ("a long key", format!("{} = 1\n", "k".repeat(MILLION))),
        ("a long name", format!("name = \"{}\"\n", "x".repeat(MILLION))),
        ("a long number", format!("name = \"x\"\ncells = {}\n", "9".repeat(MILLION))),
        ("quotes", format!("name = {}", "\"".repeat(MILLION))),
        ("a comment", format!("#{}\n", "x".repeat(MILLION))),
        ("nothing", "\n".repeat(MILLION)),
    ]
}

#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn a_megabyte_of_nonsense_is_refused_by_everything_that_reads_toml() {
    struct Check<'a>(&'a str, &'a str);
    impl Visitor for Check<'_> {
        type Out = ();
        fn visit<G: GameUi>(&mut self) {
            let Check(what, text) = *self;
            let refused = soon(what, 5, || G::Variant::parse(text).map(drop));
            check_refusal(&refused.expect_err(what).in_file("board.toml"));
        }
    }
    for (at, (what, text)) in monsters().iter().enumerate() {
        // The readers share two parsers, so each monster meets one user of each.
        let game = games::IDS[at % games::IDS.len()];
        games::visit(game, &mut Check(what, text)).unwrap();
        let said = match at % 3 {
            0 => {
                let file = Path::new("settings.toml");
                let (_, faults) = soon(what, 5, || Settings::read(text, file, &Own::default()));
                faults.iter().take(100).map(ToString::to_string).collect()
            }
            1 => {
                soon(what, 5, || {
                    Keymap::read(text, "keys.toml", &key_sections(&Shelf::standard().games()))
                })
                .1
            }
            _ => {
                let theme = soon(what, 5, || Theme::parse("own", text, Depth::True).map(drop));
                vec![theme.expect_err(what).in_file("own.toml")]
            }
        };
        said.iter().take(100).for_each(|sentence| check_refusal(sentence));
    }
}

/// Boards whose own texts are a megabyte: drawings, lists of cells, names.
#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn a_board_of_a_megabyte_is_refused_at_once() {
    struct Check;
    impl Visitor for Check {
        type Out = ();
        fn visit<G: GameUi>(&mut self) {
            let drawing = format!("{}\n", ".".repeat(1000)).repeat(1000);
            for (at, key) in G::Variant::KEYS.iter().enumerate() {
                let values = [
                    format!("\"{}\"", "x".repeat(MILLION)),
                    format!("\"\"\"\n{drawing}\"\"\""),
                    format!("[{}]", "1, ".repeat(MILLION / 3)),
                    format!("[{}]", "\"A1\", ".repeat(MILLION / 6)),
                    i64::MAX.to_string(),
                ];
                for value in [&values[at % 4], &values[4]] {
                    let name = if *key == "name" { "" } else { "name = \"x\"\n" };
                    let text = format!("{name}{key} = {value}\n");
                    let what = format!("'{key}' of {}", G::ID);
                    let refused = soon(&what, 5, || G::Variant::parse(&text).map(drop));
                    check_refusal(&refused.expect_err(&what).in_file("board.toml"));
                }
            }
        }
    }
    games::visit_all(&mut Check);
    let cells = "[[cell]]\nat = 5\nkind = \"goose\"\n".repeat(MILLION / 30);
    let board = format!("name = \"x\"\ncells = 1000\n{cells}");
    let refused = soon("cells", 5, || <Goose as parlour::play::Game>::Variant::parse(&board));
    check_refusal(&refused.unwrap_err().in_file("board.toml"));
}

/// Round and round: from cell 1 a three leads to cell 4, and that leads back.
fn endless(moves: usize) -> String {
    let board = "name = \"Round\"\ncells = 20\ndice = { count = 1, sides = 6 }\n\
                 [[cell]]\nat = 4\nkind = \"teleport\"\nto = 1\n";
    let throws = "3 ".repeat(9) + "3\n";
    format!(
        "parlour record 1\ngame: goose\nseat 1: human:Ada\nseed: 7\n\n--- board\n{board}\n--- moves\n1 {}",
        throws.repeat(moves / 10)
    )
}

#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn a_match_of_a_million_moves_opens() {
    let text = endless(MILLION);
    let record = soon("reading", 10, || Record::parse(&text)).unwrap();
    let session = soon("replaying", 20, || Session::<Goose>::from_record(&record)).unwrap();
    assert_eq!(session.ply(), MILLION + 1);
    // One that goes wrong is refused where it does.
    let wrong = format!("{} 7\n", text.trim_end());
    let record = Record::parse(&wrong).unwrap();
    let refused = soon("refusing", 20, || Session::<Goose>::from_record(&record).map(drop));
    let why = refused.unwrap_err().to_string();
    check_refusal(&why);
    assert!(why.contains("move 1000002 '7'"), "{why}");
}

#[test]
fn records_with_endless_lines_are_refused() {
    let x = "x".repeat(MILLION);
    let good = endless(20);
    let cases = [
        x.clone(),
        format!("parlour record {x}"),
        good.replace("seed: 7", &format!("seed: {x}")),
        good.replace("seed: 7", &x),
        good.replace("seed: 7", &format!("{x}: 7")),
        good.replace("seat 1: human:Ada", &format!("seat 1: {x}")),
        good.replace("goose", &x),
        good.replace("seat 1", &format!("seat {}", "9".repeat(MILLION))),
        good.replace("--- moves", "--- move"),
        good.replace("cells = 20", &"[".repeat(MILLION)),
        format!("{good}{x}\n"),
        format!("{good}{}\n", "3+".repeat(MILLION / 2)),
        "seat 1: human\n".repeat(MILLION / 14),
        format!("parlour record 1\n{}", "#\n".repeat(MILLION / 2)),
    ];
    for text in cases {
        let refused = soon("a record", 5, || {
            let record = Record::parse(&text).map_err(|error| error.to_string())?;
            Session::<Goose>::from_record(&record).map(drop).map_err(|error| error.to_string())
        });
        check_refusal(&refused.unwrap_err());
    }
}

/// A home full of monsters opens, and says so.
#[test]
fn a_home_of_megabytes_opens() {
    let home = crate::homes::home();
    let brackets = format!("theme = {}", "[".repeat(MILLION));
    let files = [
        ("config/settings.toml", brackets.clone()),
        ("config/keys.toml", brackets.clone()),
        ("config/themes/own.toml", brackets.clone()),
        ("config/boards/connect4/own.toml", brackets.clone()),
        ("state/remembered.toml", brackets),
        ("data/statistics.log", "x\n".repeat(MILLION / 10)),
        ("data/matches/long.parlour", endless(MILLION)),
        ("data/matches/wild.parlour", "x".repeat(MILLION)),
    ];
    for (file, text) in files {
        let file = home.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    soon("a home", 20, || {
        let store = Store::open(Places::at(home.path()));
        assert!(store.last_unfinished().is_some());
        store.statistics().skipped.iter().take(100).for_each(|line| check_refusal(line));
        let context =
            Context::with_depth(store, &key_sections(&Shelf::standard().games()), Depth::True);
        assert_eq!(context.complaints().len(), 3, "{:?}", context.complaints());
        context.complaints().iter().for_each(|complaint| check_refusal(complaint));
    });
}

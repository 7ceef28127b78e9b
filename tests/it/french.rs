//! French, as the measure of every language: each sentence that people read is in the book, the book
//! says nothing that the program doesn't, and a French arcade shows no English.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use parlour::games::connect4::Connect4;
use parlour::games::turtles::Turtles;
use parlour::lang::{self, FRENCH, entries};
use parlour::play::puzzle::{Puzzle, pages};
use parlour::play::{Game, clean};
use parlour::store::{Store, boards};
use parlour::tui::{Depth, text};

use crate::cli::told;
use crate::room::room;
use crate::screens::furnish;
use crate::sizes::spoilt;

/// What looks like a sentence in the sources and is read by nobody: templates of files, keys, code.
const UNREAD: &str = include_str!("../lang/unread.txt");

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    for path in all {
        match path.is_dir() {
            true => files(&path, ending, found),
            false if path.extension().is_some_and(|it| it == ending) => found.push(path),
            false => {}
        }
    }
}

fn sources(ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").as_path(), ending, &mut found);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
        (path, text[..end].to_owned())
    };
    found.into_iter().map(read).collect()
}

/// The literals of a source with what stands before each on its line or the line above.
fn literals(source: &str) -> Vec<(String, String)> {
    let (mut found, mut before) = (Vec::new(), String::new());
    let mut signs = source.chars().peekable();
    while let Some(sign) = signs.next() {
        before.push(sign);
        match sign {
            '/' if signs.peek() == Some(&'/') => {
                signs.by_ref().find(|it| *it == '\n');
            }
            // A character, not the beginning of a text.
            '\'' if signs.peek() == Some(&'"') => drop(signs.nth(1)),
            '\'' if signs.peek() == Some(&'\\') => drop(signs.nth(1)),
            '"' => {
                let mut text = String::new();
                while let Some(sign) = signs.next() {
                    match sign {
                        '"' => break,
                        '\\' => match signs.next() {
                            Some('\n') => while signs.next_if(|it| it.is_whitespace()).is_some() {},
                            Some('n') => text.push('\n'),
                            Some('t') => text.push('\t'),
                            Some('u') => {
                                let code: String =
                                    signs.by_ref().skip(1).take_while(|it| *it != '}').collect();
                                let code = u32::from_str_radix(&code, 16).ok();
                                text.extend(code.and_then(char::from_u32));
                            }
                            Some(other) => text.push(other),
                            None => {}
                        },
                        sign => text.push(sign),
                    }
                }
                let from = before.len().saturating_sub(60);
                let from = (from..).find(|at| before.is_char_boundary(*at)).unwrap_or(0);
                found.push((text, before[from..].to_owned()));
            }
            _ => {}
        }
    }
    found
}

/// Whether a literal is part of code that no player meets.
fn is_for_programmers(before: &str) -> bool {
    let before = before.trim_end_matches(['"', ' ', '\n', '&', '(']);
    ["expect", "panic!", "unreachable!", "reason =", "assert!", "debug_assert!", "rename ="]
        .iter()
        .any(|word| before.ends_with(word))
}

/// Whether people would read it as words: two of them, one after the other.
fn is_sentence(text: &str) -> bool {
    let mut outside = String::new();
    let mut depth = 0_usize;
    for sign in text.chars() {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            sign if depth == 0 => outside.push(sign),
            _ => {}
        }
    }
    let words = outside.split(' ').map(|word| word.trim_matches(|c: char| !c.is_alphabetic()));
    let words: Vec<bool> = words
        .map(|word| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || c == '\''))
        .collect();
    words.windows(2).any(|pair| pair[0] && pair[1])
}

fn phrases() -> Vec<String> {
    FRENCH.iter().flat_map(|text| entries(text).0).map(|entry| entry.english.into_owned()).collect()
}

#[test]
fn the_book_has_no_mistakes() {
    let mistakes: Vec<_> = FRENCH.iter().flat_map(|text| entries(text).1).collect();
    assert_eq!(mistakes, []);
    let empty = FRENCH.iter().flat_map(|text| entries(text).0).filter(|it| it.told.is_empty());
    assert_eq!(empty.map(|it| it.english.into_owned()).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn every_sentence_has_its_french() {
    let known: BTreeSet<String> = phrases().into_iter().collect();
    let unread: BTreeSet<&str> = UNREAD.lines().collect();
    let mut missing = BTreeSet::new();
    for (path, source) in sources("rs") {
        let name = path.display().to_string();
        // The tests' own sentences, the laws', and what the languages themselves are explained by.
        if name.ends_with("tests.rs") || name.ends_with("laws.rs") || name.contains("src/lang/") {
            continue;
        }
        for (text, before) in literals(&source) {
            for line in text.lines().map(|line| line.trim_matches(' ')) {
                let told = known.contains(line) || unread.contains(line);
                if is_sentence(line) && !told && !is_for_programmers(&before) {
                    missing.insert(format!("{name}: {line}"));
                }
            }
        }
    }
    let missing: Vec<String> = missing.into_iter().collect();
    assert!(
        missing.is_empty(),
        "{} sentences have no French:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

#[test]
fn the_book_says_nothing_that_the_program_does_not() {
    let mut said: BTreeSet<String> = BTreeSet::new();
    let mut running = String::new();
    for (path, source) in sources("rs") {
        if path.display().to_string().contains("src/lang/") {
            continue;
        }
        for (text, _) in literals(&source) {
            said.extend(text.lines().map(|line| line.trim_matches(' ').to_owned()));
        }
        // What the command line says of itself stands in comments.
        for line in source.lines().map(str::trim) {
            match line.strip_prefix("///") {
                Some(words) => running.push_str(words),
                None => running.push('\n'),
            }
        }
    }
    for (_, page) in sources("md") {
        let words: Vec<&str> = page.split_whitespace().collect();
        running.push_str(&words.join(" "));
        running.push('\n');
    }
    // What is put together from pieces, what other people's code says, and boards, have files of
    // their own.
    let books = FRENCH.iter().skip(2).flat_map(|text| entries(text).0);
    let unused: Vec<String> = books
        .map(|entry| entry.english.into_owned())
        .filter(|english| !english.contains('@') && !said.contains(english))
        .filter(|english| !running.contains(english.as_str()))
        .collect();
    assert!(unused.is_empty(), "{} phrases are never said:\n{}", unused.len(), unused.join("\n"));
}

/// The keys that lead from the menu through the pages, and what a page is called in a failure.
const WAYS: [(&str, &str); 54] = [
    ("menu", ""),
    ("help of the menu", "?"),
    ("setup of connect4", "1"),
    ("match of connect4", "1 enter"),
    ("a move in connect4", "1 enter enter"),
    ("hint in connect4", "1 enter i"),
    ("analysis of connect4", "1 enter a"),
    ("help of connect4", "1 enter ?"),
    ("tour of connect4", "1 t"),
    ("setup of sogo", "2"),
    ("match of sogo", "2 enter"),
    ("a move in sogo", "2 enter enter"),
    ("hint in sogo", "2 enter i"),
    ("help of sogo", "2 enter ?"),
    ("tour of sogo", "2 t"),
    ("setup of gobblet", "3"),
    ("match of gobblet", "3 enter"),
    ("a move in gobblet", "3 enter enter"),
    ("hint in gobblet", "3 enter i"),
    ("help of gobblet", "3 enter ?"),
    ("tour of gobblet", "3 t"),
    ("setup of vorassic", "4"),
    ("match of vorassic", "4 enter"),
    ("a move in vorassic", "4 enter enter"),
    ("hint in vorassic", "4 enter i"),
    ("territory of vorassic", "4 enter t"),
    ("help of vorassic", "4 enter ?"),
    ("tour of vorassic", "4 t"),
    ("setup of goose", "5"),
    ("match of goose", "5 enter"),
    ("a move in goose", "5 enter enter"),
    ("hint in goose", "5 enter i"),
    ("help of goose", "5 enter ?"),
    ("tour of goose", "5 t"),
    ("setup of turtles", "6"),
    ("match of turtles", "6 enter"),
    ("a move in turtles", "6 enter enter"),
    ("hint in turtles", "6 enter i"),
    ("help of turtles", "6 enter ?"),
    ("tour of turtles", "6 t"),
    ("pause", "1 enter esc"),
    ("the end", "1 tab left enter 4 3 4 3 4 3 4"),
    ("goose editor", "5 d"),
    ("goose odds", "5 o"),
    ("puzzles", "p"),
    ("a puzzle", "p enter"),
    ("arena", "a"),
    ("arena setup", "a enter"),
    ("across machines", "m"),
    ("saved matches", "s"),
    ("a replay", "s enter"),
    ("statistics", "t"),
    ("settings", "o"),
    ("help of the settings", "o ?"),
];

/// A page as it is met in either language.
struct Met {
    page: String,
    /// At 80x24 and at 120x40.
    english: [String; 2],
    french: [String; 2],
    /// What stands on it that the book has no French for.
    untold: Vec<String>,
    /// Texts whose end has no room, where more of them are cut off than in English.
    cut_off: Vec<String>,
}

/// The walk through all pages, which is the same for all who look at it.
static WALK: LazyLock<Vec<Met>> = LazyLock::new(|| {
    let picture = |keys: &str| {
        let mut room = room("", Depth::True, furnish);
        room.resize(80, 24);
        room.press(keys);
        let small = room.picture();
        room.resize(120, 40);
        [small, room.picture()]
    };
    let meet = |(page, keys): (String, String)| {
        let picture = || picture(&keys);
        let ((french, untold), cut_off) =
            lang::speaking(lang::book("fr", None), || text::cut_off(|| lang::untold(picture)));
        let (english, in_english) = text::cut_off(picture);
        let more = cut_off.len() > in_english.len();
        let cut_off = if more { cut_off } else { Vec::new() };
        Met { page, english, french, untold, cut_off }
    };
    let ways = WAYS.iter().map(|(page, keys)| ((*page).to_owned(), (*keys).to_owned()));
    let lessons = (1..=6).flat_map(|game| (1..6).map(move |lesson| (game, lesson)));
    let lessons = lessons.map(|(game, lesson)| {
        (
            format!("lesson {} of game {game}", lesson + 1),
            format!("{game} t {}", "n ".repeat(lesson)),
        )
    });
    let puzzles = [1, 12, 22, 34, 46, 56]
        .map(|row| (format!("puzzle of row {row}"), format!("p {}enter i", "down ".repeat(row))));
    ways.chain(lessons).chain(puzzles).map(meet).collect()
});

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| word.chars().count() > 2).map(str::to_lowercase)
}

/// The words of the book's English that its French doesn't have, and the other way round.
fn words_of_one_language() -> [BTreeSet<String>; 2] {
    let (mut english, mut french) = (BTreeSet::new(), BTreeSet::new());
    for entry in FRENCH.iter().flat_map(|text| entries(text).0) {
        english.extend(words(&entry.english));
        french.extend(words(&entry.told));
    }
    [&english - &french, &french - &english]
}

#[test]
fn a_french_arcade_shows_no_english() {
    let [english, _] = words_of_one_language();
    let faults = WALK.iter().flat_map(|met| met.untold.iter().map(|text| (&met.page, text)));
    let faults = faults.filter(|(_, text)| words(text).any(|word| english.contains(&word)));
    let faults: BTreeSet<String> = faults.map(|(page, text)| format!("{page}: {text}")).collect();
    assert!(faults.is_empty(), "{}", Vec::from_iter(faults).join("\n"));
}

#[test]
fn an_english_arcade_shows_no_french() {
    let [_, french] = words_of_one_language();
    let mut faults = BTreeSet::new();
    for met in WALK.iter() {
        let found =
            met.english.iter().flat_map(|it| words(it)).filter(|word| french.contains(word));
        faults.extend(found.map(|word| format!("{}: {word}", met.page)));
    }
    assert!(faults.is_empty(), "{}", Vec::from_iter(faults).join("\n"));
}

#[test]
fn french_fits_where_english_fits() {
    let mut wrong = Vec::new();
    let pictures = |met: &'static Met| met.english.iter().zip(&met.french).map(move |it| (met, it));
    for (Met { page, .. }, (english, french)) in WALK.iter().flat_map(pictures) {
        let shortened = |picture: &str| picture.matches('…').count();
        if shortened(french) > shortened(english) {
            let lines: Vec<&str> = french.lines().filter(|line| line.contains('…')).collect();
            wrong.push(format!("shortened: {page}\n{}", lines.join("\n")));
        }
        // Behind the window of a pause the page may show half a word.
        let spoilt = if page == "pause" { Vec::new() } else { spoilt(french) };
        if !spoilt.is_empty() {
            wrong.push(format!("cut off or written over, {spoilt:?}: {page}"));
        }
    }
    for Met { page, cut_off, .. } in WALK.iter().filter(|met| !met.cut_off.is_empty()) {
        let texts: BTreeSet<&String> = cut_off.iter().collect();
        wrong.push(format!("without their end: {page}: {texts:?}"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Sentences that other phrases fit too.
#[test]
fn each_sentence_is_told_by_its_own_phrase() {
    lang::speaking(lang::book("fr", None), || {
        for (english, expected) in [
            ("with four in a row", "avec quatre pions alignés"),
            ("with four up peg a1", "avec quatre billes le long de la tige a1"),
            (
                "Turn left, 2 steps, turn right: your program then ends on d1.",
                "À gauche, 2 pas, à droite\u{a0}: votre programme finit alors en d1.",
            ),
            (
                "1 step, turn left, turn left, 1 step: your program then ends on d2.",
                "1 pas, à gauche, à gauche, 1 pas\u{a0}: votre programme finit alors en d2.",
            ),
            (
                "You are then first to 3 cells that Ada was nearer to.",
                "Vous êtes alors plus près de 3 cases qu'Ada, qui vous devançait.",
            ),
            (
                "You are then first to 3 cells that red was nearer to.",
                "Vous êtes alors plus près de 3 cases que le rouge, qui vous devançait.",
            ),
            ("E0 · worth 4 · a dead end", "E0 · vaut 4 · sans issue"),
            ("E0 · worth 4 · one way on from there", "E0 · vaut 4 · une seule issue ensuite"),
            ("E0 · worth 4 · within reach of red", "E0 · vaut 4 · à portée\u{a0}: rouge"),
            ("E0 · worth 4 · red can take it too", "E0 · vaut 4 · prenable aussi par le rouge"),
            ("Play your Bug on random's program.", "Jouez votre Bug sur le programme de hasard."),
            ("Play your Bug on Yann's program.", "Jouez votre Bug sur le programme de Yann."),
            ("Play your Bug on Yves's program.", "Jouez votre Bug sur le programme d'Yves."),
            (
                "1 red   f1 S  program 0, stone 3, ice 2, hand 0, deck 37, points 0",
                "1 rouge f1 S  programme 0, pierre 3, glace 2, main 0, pioche 37, points 0",
            ),
        ] {
            assert_eq!(lang::told(english), expected);
        }
    });
}

/// A bundled board has a French name, and one of the player's that is called the same keeps its own.
#[test]
fn what_people_call_their_own_is_said_as_it_is() {
    let own = |store: &Store| {
        let board = "name = \"Small\"\ncolumns = 8\n";
        boards::create::<Connect4>(store, "mine", board).unwrap();
    };
    let (_, spiral) =
        pages(Turtles::PUZZLES).into_iter().find(|(_, text)| text.contains("Spiral")).unwrap();
    lang::speaking(lang::book("fr", None), || {
        let mut room = room("", Depth::True, own);
        room.resize(80, 24);
        room.press("1 down down down down down");
        let picture = room.picture();
        assert!(picture.contains("Small            8×6"), "{picture}");
        room.press("enter enter");
        let picture = room.picture();
        assert!(picture.contains("Puissance 4  Small 8×6"), "{picture}");

        let mut room = crate::room::room("", Depth::True, |_| ());
        room.resize(80, 24);
        room.press("1 down enter enter");
        let picture = room.picture();
        assert!(picture.contains("Puissance 4  Petit 5×4"), "{picture}");

        let title = |puzzle: &Puzzle| clean(&lang::told(&puzzle.title().unwrap())).into_owned();
        let bundled = Puzzle::parse::<Turtles>(&spiral).unwrap();
        assert_eq!(title(&bundled), "Spirale");
        assert_eq!(title(&bundled.called("mine")), "Spiral");
    });
}

#[test]
fn a_book_of_ones_own_is_checked_line_by_line() {
    let home = crate::homes::home();
    let check = |name: &str, text: &str| {
        fs::write(home.path().join(name), text).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_parlour"));
        program.args(["--lang", "fr", "lang", "check", name]);
        program.env("PARLOUR_HOME", home.path()).current_dir(home.path());
        String::from_utf8(told(&mut program, "").stdout).unwrap()
    };
    // Holes may have other names, and what lies on top of our book needn't have all of it.
    let said = check(
        "fr.txt",
        "> Puzzles\nCasse-têtes\n\n> column {c} is full\nplus de place en {c}\n\n\
         > never so said\nx\n\n> Settings\n",
    );
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "fr.txt:7: le programme ne dit jamais 'never so said'");
    assert_eq!(lines[1], "fr.txt:10: 'Settings' n'est pas encore traduit");
    assert_eq!(lines.len(), 3, "{said}");
    // The phrases of a new language are quoted as they are in English.
    let said = check("de.txt", "> Puzzles\nRätsel\n");
    assert!(said.contains("\nde.txt: il manque 'Settings'\n"), "{said}");
    assert!(said.contains("'Grade it against one of our bots: bot:STRATEGY'\n"), "{said}");
}

//! Forms and lists: looking chooses nothing, and the footer says what works and nothing else.

use std::collections::BTreeSet;

use parlour::Shelf;
use parlour::play::{Player, Seat};
use parlour::screens::key_sections;
use parlour::tui::keys::Key;
use parlour::tui::theme::Meaning;
use parlour::tui::{Depth, Mouse, Msg};
use ratatui::layout::Position;

use crate::room::{Room, room};
use crate::screens::{ASCII, UNICODE, furnish};

/// No colour, but all signs.
const MONO: &str = "theme = \"mono\"\ncharacters = \"unicode\"\nanimations = \"off\"\n";

/// Every form, by the keys that open it from the menu.
const FORMS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "a", "o"];
/// The odds of a goose board.
const ODDS: &str = "5 o";
/// Every other page that this holds for, and states of them.
const PAGES: [&str; 16] = [
    "s",
    "s down",
    "t",
    "a r",
    ODDS,
    "5 d",
    "5 d p",
    "6 z",
    "6 z f f",
    "1 tab",
    "1 tab tab",
    "1 end",
    "a tab",
    "a end",
    "o end",
    "6 tab tab",
];

/// Matches and replays in states with keys of their own. The solver's keys are tried elsewhere.
const MATCHES: [&str; 12] = [
    "1 enter 4",
    "1 tab down left left enter 4 3 4 3 4 3 4",
    "2 enter",
    "3 enter",
    "3 enter 3",
    "4 enter",
    "5 enter",
    "5 enter enter",
    "6 enter",
    "6 enter 1",
    "6 enter w",
    "s v right",
];

fn at(keys: &str) -> Room {
    let mut room = room(UNICODE, Depth::True, furnish);
    room.resize(130, 60);
    // The odds count matches beside the screen; what keys do there doesn't wait for them.
    if keys == ODDS {
        room.hold();
    }
    room.press(keys);
    room
}

/// The rows of a form without the focus, which is the sign at their left and the sentence below.
fn values(room: &Room) -> Vec<String> {
    let picture = room.picture();
    let form = picture.lines().map(|line| line.chars().take(66).collect::<String>());
    let rows = form.map(|line| line.replace('▌', " "));
    let is_value = |line: &String| {
        ['◉', '○', '●', '‹', '›'].iter().any(|sign| line.contains(*sign))
            || line.contains("  person  ")
            || line.trim_end().ends_with("  none")
    };
    rows.filter(is_value).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn looking_around_chooses_nothing() {
    for form in FORMS {
        let mut room = at(form);
        let before = values(&room);
        assert!(before.len() > 3, "{form}: {before:?}\n{}", room.picture());
        for keys in ["down", "up", "tab", "backtab", "pagedown", "pageup", "end", "home"] {
            for _ in 0..5 {
                room.press(keys);
                assert_eq!(values(&room), before, "'{keys}' on the form '{form}'");
            }
        }
    }
}

#[test]
fn the_players_of_a_seat_end_at_both_sides() {
    let mut room = at("1 tab");
    let person = values(&room);
    assert!(!room.picture().contains("← → change"), "{}", room.picture());
    room.press("left");
    assert_eq!(values(&room), person);
    room.press("right");
    assert!(room.picture().contains("a bot plays here; space seats a person"));
    assert!(room.picture().contains("← → change"), "{}", room.picture());
    room.press("right right right right right");
    let strongest = values(&room);
    assert!(room.picture().contains("Perfect: never errs."), "{}", room.picture());
    room.press("right");
    assert_eq!(values(&room), strongest);
    room.press("space");
    assert_eq!(values(&room), person);
}

/// The lines of the row in focus, without its mark and without what stands beside the form.
fn focused(picture: &str) -> Vec<String> {
    let lines = picture.lines().filter_map(|line| line.strip_prefix(" ▌"));
    let text = |line: &str| line.trim().split("   ").next().unwrap_or_default().to_owned();
    lines.map(text).collect()
}

#[test]
fn what_a_row_means_can_be_read_whole_at_every_size() {
    for (columns, rows) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        for (form, language) in FORMS.into_iter().flat_map(|form| [(form, "en"), (form, "fr")]) {
            let settings = format!("{UNICODE}language = \"{language}\"\n");
            let mut room = room(&settings, Depth::True, furnish);
            room.resize(columns, rows);
            room.press(form);
            let (mut said, mut cut) = (0, 0);
            for _ in 0..24 {
                let picture = room.picture();
                let place = format!("'{form}' at {columns}x{rows} in {language}\n{picture}");
                // The first line is the value; a sentence that is cut there stands at the foot.
                let sentence: Vec<String> = focused(&picture).into_iter().skip(1).collect();
                let sentence = sentence.join(" ");
                said += usize::from(!sentence.is_empty());
                if let Some(whole) = sentence.trim_end().strip_suffix('…') {
                    cut += 1;
                    let foot: Vec<&str> = picture.lines().rev().skip(1).take(4).collect();
                    let foot: Vec<&str> =
                        foot.iter().rev().flat_map(|line| line.split_whitespace()).collect();
                    let foot = foot.join(" ");
                    assert!(foot.contains(whole.trim_end()), "'{whole}' isn't said: {place}");
                }
                room.press("down");
            }
            assert!(
                cut * 3 <= said,
                "{cut} of {said} sentences are cut: '{form}' {columns}x{rows}"
            );
        }
    }
}

/// What is seen, what is said and whether anything has changed at all.
fn trace(room: &Room) -> String {
    format!("{}{:?}{}", room.picture(), room.context.saying(), room.has_quit)
}

/// Whether a key does anything on a page. What nothing was done to can be used again.
fn works(fresh: &mut Option<(Room, String)>, page: &str, key: &Key) -> bool {
    let (mut room, before) = fresh.take().unwrap_or_else(|| {
        let room = at(page);
        let trace = trace(&room);
        (room, trace)
    });
    room.tell(Msg::Key(key.clone()));
    let works = trace(&room) != before;
    *fresh = (!works).then_some((room, before));
    works
}

fn pages() -> impl Iterator<Item = &'static str> {
    FORMS.into_iter().chain(PAGES)
}

#[test]
fn every_key_of_a_footer_does_something_and_stands_there_once() {
    for page in pages() {
        let hints = {
            let room = at(page);
            room.router.hints(&room.context)
        };
        let (mut seen, mut fresh) = (BTreeSet::new(), None);
        for hint in &hints {
            let does_something = hint.keys.iter().any(|key| works(&mut fresh, page, key));
            assert!(does_something, "{hint:?} does nothing after '{page}'");
            let twice = hint.keys.iter().find(|key| !seen.insert((*key).clone()));
            assert_eq!(twice, None, "stands twice in the footer after '{page}'");
        }
        let mut words = BTreeSet::new();
        for hint in &hints {
            assert!(words.insert(hint.words), "'{}' stands twice after '{page}'", hint.words);
        }
    }
}

/// A key that only explains why it does nothing is not offered.
#[test]
fn a_match_offers_no_key_that_it_then_refuses() {
    // All but the status line, where a refusal is said, and the keys.
    let rest = |room: &Room| {
        let picture = room.picture();
        let lines: Vec<&str> = picture.lines().collect();
        lines[..lines.len() - 2].join("\n")
    };
    let mut idle = Vec::new();
    for page in MATCHES {
        let hints = {
            let room = at(page);
            room.router.hints(&room.context)
        };
        assert!(hints.len() > 3, "{page}: {hints:?}");
        let mut seen = BTreeSet::new();
        for hint in &hints {
            let twice = hint.keys.iter().find(|key| !seen.insert((*key).clone()));
            assert_eq!(twice, None, "stands twice in the footer after '{page}'");
            if hint.keys.iter().any(|key| ["a", "e", "i"].iter().any(|it| key.is(it))) {
                continue;
            }
            let does = |key: &Key| {
                let mut room = at(page);
                let before = (rest(&room), trace(&room));
                room.tell(Msg::Key(key.clone()));
                let refused = matches!(room.context.saying(), Some((_, Meaning::Warn)))
                    && rest(&room) == before.0;
                !refused && trace(&room) != before.1
            };
            if !hint.keys.iter().any(does) {
                idle.push(format!("{hint:?} after '{page}'"));
            }
        }
    }
    assert!(idle.is_empty(), "these do nothing: {idle:#?}");
}

/// The newest turn of the turtles has shown cards, so it stays; the footer knows that.
#[test]
fn an_undo_that_would_be_refused_is_not_offered() {
    let offers = |keys: &str| {
        let room = at(keys);
        room.router.hints(&room.context).iter().any(|hint| hint.keys.iter().any(|key| key.is("u")))
    };
    assert!(!offers("1 enter") && offers("1 enter 4"));
    let mut room = at("6 enter 1 enter enter");
    assert!(!offers("6 enter 1 enter enter"), "{}", room.picture());
    room.press("u");
    assert!(matches!(room.context.saying(), Some((_, Meaning::Warn))), "the key says why");
}

/// What a board has no solver for isn't called its values, and isn't asked for puzzles.
#[test]
fn a_board_that_cannot_be_solved_offers_no_puzzles() {
    let words = |keys: &str| {
        let room = at(keys);
        let hints = room.router.hints(&room.context);
        hints.iter().map(|hint| hint.words).collect::<Vec<_>>()
    };
    let classic = words("3 down down enter enter 1 enter");
    assert!(classic.contains(&"analysis") && !classic.contains(&"puzzle?"), "{classic:?}");
    let standard = words("3 enter 1 enter");
    assert!(standard.contains(&"puzzle?"), "{standard:?}");
}

/// At 80 columns a replay still names the way to the analysis and to a move.
#[test]
fn a_replay_names_its_keys_and_lists_the_moves_to_come() {
    let mut room = at("s down v");
    room.resize(80, 24);
    let picture = room.picture();
    let footer = picture.lines().last().unwrap();
    assert!(footer.contains("a analysis") && footer.contains("m to move"), "{picture}");
    assert!(picture.contains("4 3  4 3  4 3  4"), "{picture}");
    // The present move is the marked one.
    let marked = |room: &Room| {
        let buffer = room.draw();
        let is_marked =
            |x: &u16| buffer[(*x, 9)].modifier.contains(ratatui::style::Modifier::REVERSED);
        (52..80).filter(is_marked).collect::<Vec<u16>>()
    };
    assert_eq!(marked(&room), [0; 0]);
    room.press("right");
    let first = marked(&room);
    room.press("right");
    let second = marked(&room);
    assert!(first.len() == 1 && second.len() == 1 && first < second, "{first:?} {second:?}");
}

/// A word is for the footer; whoever asks for help is answered in sentences.
#[test]
fn the_help_explains_every_key_in_a_sentence() {
    for page in pages().chain(MATCHES).chain(["", "p", "m", "1 t"]) {
        let mut room = at(page);
        room.resize(200, 400);
        room.press("?");
        let picture = room.picture();
        let keys = picture.lines().skip_while(|line| !line.contains("Keys")).skip(2);
        let keys: Vec<&str> = keys.take_while(|line| !line.trim().is_empty()).collect();
        assert!(keys.len() > 3, "'{page}':\n{picture}");
        // What doesn't fit continues in the next row, without a key.
        let indent = |line: &str| line.len() - line.trim_start().len();
        let mut rows: Vec<String> = Vec::new();
        for line in &keys {
            match rows.last_mut().filter(|_| indent(line) > indent(keys[0])) {
                Some(row) => row.push_str(line.trim_end()),
                None => rows.push(line.trim_end().to_owned()),
            }
        }
        for row in rows {
            assert!(row.ends_with('.'), "'{}' after '{page}'", row.trim());
        }
    }
}

#[test]
fn every_key_that_does_something_is_in_the_help() {
    let all: BTreeSet<String> = key_sections(&Shelf::standard().games())
        .iter()
        .flat_map(|section| section.actions.iter().flat_map(|(_, keys, _)| keys.iter()))
        .map(|key| (*key).to_owned())
        .collect();
    // They mean the same everywhere, or are other names of a key that is explained.
    let everywhere = [
        "?",
        "f1",
        "ctrl-c",
        "ctrl-q",
        "ctrl-z",
        "h",
        "j",
        "k",
        "l",
        "g",
        "G",
        "=",
        "P",
        "delete",
        "backspace",
        "ctrl-r",
        "ctrl-s",
        "w",
        "enter",
        "space",
        "p",
        ":",
    ];
    for page in pages() {
        let explained = {
            let mut room = at(page);
            room.resize(80, 400);
            room.press("?");
            let picture = room.picture();
            let keys = picture.lines().skip_while(|line| !line.contains("Keys"));
            let keys = keys.skip(2).take_while(|line| !line.trim().is_empty());
            keys.map(|line| line.chars().take(24).collect::<String>()).collect::<Vec<_>>().join(" ")
        };
        let explained: BTreeSet<&str> = explained.split_whitespace().collect();
        let mut fresh = None;
        for key in all.iter().filter(|key| !everywhere.contains(&key.as_str())) {
            let does = works(&mut fresh, page, &Key::named(key));
            let label = Key::named(key).label(false).to_owned();
            assert!(
                !does || explained.contains(label.as_str()),
                "'{key}' works after '{page}', and the help doesn't say so: {explained:?}"
            );
        }
    }
}

#[test]
fn the_wheel_looks_and_a_click_chooses() {
    let mut room = at("1");
    let chosen = |room: &Room| {
        let picture = room.picture();
        picture.lines().find(|line| line.contains('◉')).map(|line| line.trim().to_owned())
    };
    let before = chosen(&room);
    assert!(before.as_ref().is_some_and(|line| line.contains("Standard")), "{before:?}");
    room.tell(Msg::Mouse(Mouse::WheelDown, Position::new(10, 10)));
    assert!(chosen(&room).is_some_and(|line| line.contains("Standard")));
    let picture = room.picture();
    let row = picture.lines().position(|line| line.contains("Five in a row")).unwrap();
    room.tell(Msg::Mouse(Mouse::Click, Position::new(10, row as u16)));
    assert!(chosen(&room).is_some_and(|line| line.contains("Five in a row")), "{}", room.picture());
    assert!(room.picture().contains("Start on Five in a row"));
}

#[test]
fn enter_chooses_a_board_before_it_starts_on_it() {
    let mut room = at("1 down down");
    assert!(room.picture().contains("Start on Standard"), "{}", room.picture());
    room.press("enter");
    assert!(room.picture().contains("Start on Five in a row"), "{}", room.picture());
    room.press("enter");
    assert!(room.picture().contains("9×7"), "{}", room.picture());
}

#[test]
fn a_board_of_ones_own_size_is_played() {
    let room = at("1 tab tab down down down down down right right down right enter");
    assert!(room.picture().contains("9×7"), "{}", room.picture());
}

/// The board saved in the editor is the one that is chosen then, under the name that was typed.
#[test]
fn a_saved_board_is_chosen_in_the_setup() {
    let mut room = at("5 d tab t s");
    room.press("M y space p o n d enter esc");
    let picture = room.picture();
    assert!(picture.contains("◉ My pond") && picture.contains("Start on My pond"), "{picture}");
    let home = room.context.store.places().boards(Some("goose")).join("my-pond.toml");
    assert!(home.exists());
}

/// Two people who play each other have one match, not two.
#[test]
fn a_match_of_two_people_counts_once() {
    let mut room = room(UNICODE, Depth::True, |store| {
        let person = |name: &str| Player::Human { name: Some(name.to_owned()) };
        store
            .note_result("connect4", "Standard", &[person("Ada"), person("Ben")], &[Seat::at(0)])
            .unwrap();
    });
    room.press("t");
    assert!(
        room.picture().lines().next().unwrap().ends_with(" 1 match, 1 won"),
        "{}",
        room.picture()
    );
    room.press("esc");
    assert!(room.picture().contains("1 match"), "{}", room.picture());
}

/// Where there is room, a board says how you have fared on it.
#[test]
fn a_board_tells_your_record_on_it() {
    let mut room = room(UNICODE, Depth::True, |store| {
        let you = Player::Human { name: None };
        let players = [you, Player::Bot { strategy: "hasard".to_owned() }];
        for winner in [0, 0, 1] {
            store.note_result("connect4", "Small", &players, &[Seat::at(winner)]).unwrap();
        }
    });
    room.resize(200, 60);
    room.press("1");
    let picture = room.picture();
    let row = |name: &str| picture.lines().find(|line| line.contains(name)).unwrap().to_owned();
    assert!(row("Small").contains("2 won, 1 lost"), "{picture}");
    assert!(!row("Wide").contains("won,"), "{picture}");
}

/// What a board is about is said once: in the list where that has room for it, else under its picture.
#[test]
fn the_setup_says_each_thing_once() {
    for (columns, rows) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        for (game, words) in [
            ("1", "The board everyone knows"),
            ("2", "Four in a row win"),
            ("4", "The park to begin with"),
            ("6", "The rulebook for two"),
        ] {
            let mut room = room(UNICODE, Depth::True, |_| ());
            room.resize(columns, rows);
            room.press(game);
            let picture = room.picture();
            assert_eq!(picture.matches(words).count(), 1, "{columns}x{rows}:\n{picture}");
            assert!(!picture.contains("columns 7 ·"), "the options say it:\n{picture}");
        }
    }
}

/// The entries of a list in a window begin in one column.
#[test]
fn the_entries_of_the_pause_stand_in_a_column() {
    let mut room = room(UNICODE, Depth::True, |_| ());
    room.press("1 enter 4 esc");
    let picture = room.picture();
    let column = |word: &str| {
        let line = picture.lines().find(|line| line.contains(word)).expect(word);
        line.chars().take(line.find(word).map_or(0, |at| line[..at].chars().count())).count()
    };
    for word in ["Restart", "Save a copy", "Resign", "Leave"] {
        assert_eq!(column(word), column("Resume"), "{word}:\n{picture}");
    }
}

/// A tour's footer begins with what the game is played with.
#[test]
fn a_lesson_is_played_before_it_is_skipped() {
    let mut room = room(UNICODE, Depth::True, |_| ());
    room.press("6 t");
    let picture = room.picture();
    let footer = picture.lines().last().unwrap();
    assert!(footer.find("space pick") < footer.find("n skip"), "{footer}");
    assert!(footer.contains("n skip"), "{footer}");
}

/// Small boards can be read without colour: numbers that don't run into each other, no dots through
/// the pieces.
#[test]
fn miniatures_without_colour_can_be_read() {
    for (theme, jump, turtle) in [(MONO, "→3041", "■.▼"), (ASCII, "->157", "1.v")] {
        let mut room = room(theme, Depth::Mono, |_| ());
        room.press("down down down down");
        let picture = room.picture();
        assert!(picture.contains("63 cells") && !picture.contains(jump), "{picture}");
        room.press("down");
        let picture = room.picture();
        assert!(picture.contains("Robot Turtles") && !picture.contains(turtle), "{picture}");
    }
}

/// Without colour the pieces that have won keep their shapes, in heavy frames; the others step back.
#[test]
fn a_win_without_colour_keeps_the_shapes_of_its_pieces() {
    for (keys, sizes) in [
        ("3 tab down left enter", &[(80, 24), (120, 40)][..]),
        ("2 tab down left left enter", &[(120, 40)][..]),
    ] {
        for &(columns, rows) in sizes {
            let mut room = room(MONO, Depth::Mono, |_| ());
            room.resize(columns, rows);
            room.press(keys);
            match keys.starts_with('3') {
                true => room.press(
                    "1 enter 1 up enter 2 left down enter 2 up enter 2 down right right enter",
                ),
                false => room.press(
                    "enter right enter left enter right enter left enter right enter left enter",
                ),
            }
            room.press("space");
            let buffer = room.draw();
            let picture = room.picture();
            assert!(picture.contains("wins"), "{picture}");
            assert!(picture.matches("━━━").count() >= 3, "{columns}x{rows}:\n{picture}");
            let solid = buffer.content().iter().filter(|cell| cell.symbol() == "█").count();
            assert!(solid > 8, "{columns}x{rows}:\n{picture}");
        }
    }
}

/// A large terminal is filled without colour too.
#[test]
fn a_park_without_colour_fills_a_large_terminal() {
    let mut room = room(MONO, Depth::Mono, |_| ());
    room.resize(200, 60);
    room.press("4 enter");
    let picture = room.picture();
    let board = picture.lines().filter(|line| line.contains('│') && line.contains("│  ")).count();
    assert!(board > 40 && picture.contains("██████"), "{board} rows:\n{picture}");
}

/// Without colour the cards of a hand are boxes with their names, as large as the board may be.
#[test]
fn cards_without_colour_are_boxes() {
    for (columns, rows) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        let mut room = room(MONO, Depth::Mono, |_| ());
        room.resize(columns, rows);
        room.press("6 tab down right right right enter");
        let picture = room.picture();
        assert!(picture.contains("┌F") || picture.contains("┌L"), "{columns}x{rows}:\n{picture}");
    }
}

/// In plain signs discs grow with their cells.
#[test]
fn discs_in_plain_signs_fill_large_cells() {
    let mut room = room(ASCII, Depth::Mono, |_| ());
    room.resize(200, 60);
    room.press("1 tab down left left enter 4 3");
    let picture = room.picture();
    assert!(picture.contains("#########"), "a solid one:\n{picture}");
    assert!(picture.contains(".----"), "an outline:\n{picture}");
}

/// Whatever is chosen in a row, the others stay where they are.
#[test]
fn a_long_value_moves_no_other_row() {
    for game in ["1", "4", "6"] {
        let mut room = room(UNICODE, Depth::True, |_| ());
        room.press(game);
        room.press("tab tab");
        let labels = ["begins", "series", "seed", "animal", "rounds", "rematch"];
        let places = |room: &Room| -> Vec<Option<(usize, usize)>> {
            let picture = room.picture();
            let place = |label: &&str| {
                let found = picture.lines().enumerate();
                let mut found = found.filter_map(|(y, line)| {
                    let (before, _) = line.split_once(*label)?;
                    Some((y, before.chars().count()))
                });
                found.next()
            };
            labels.iter().map(place).collect()
        };
        // The row of the clock, wherever that is.
        for _ in 0..8 {
            let picture = room.picture();
            if picture.lines().any(|line| line.contains('▌') && line.contains("clock")) {
                break;
            }
            room.press("down");
        }
        let before = places(&room);
        for _ in 0..8 {
            room.press("right");
            assert_eq!(places(&room), before, "{}", room.picture());
        }
    }
}

/// Where nobody would be told what to play, a large terminal shows the analysis unasked.
#[test]
fn who_only_watches_sees_the_analysis_at_once() {
    for (keys, shown) in [("5 enter", true), ("1 enter", false)] {
        let mut room = room(UNICODE, Depth::True, |_| ());
        room.resize(200, 60);
        room.press(keys);
        room.wait(std::time::Duration::from_secs(2));
        let picture = room.picture();
        let found = picture.contains("Odds ─") || picture.contains("Analysis ─");
        assert_eq!(found, shown, "{keys}:\n{picture}");
        assert!(picture.contains("Keys ─") || found, "{keys}:\n{picture}");
    }
}

/// The numbers of narrow columns don't run into each other.
#[test]
fn narrow_columns_have_one_digit() {
    let mut room = room(UNICODE, Depth::True, |_| ());
    room.press("1 down down down down");
    let picture = room.picture();
    assert!(picture.contains("12×12"), "{picture}");
    assert!(!picture.contains("9101112") && picture.contains("8 9 0 1 2"), "{picture}");
}

/// A hint can be seen on a light plate, too: it has a sign in the hole.
#[test]
fn a_hint_is_seen_in_every_theme() {
    for theme in ["dark", "light"] {
        let settings = format!("theme = \"{theme}\"\nanimations = \"off\"\n");
        let mut room = room(&settings, Depth::True, |_| ());
        room.press("1 tab down left left enter 4 3 left i");
        let picture = room.picture();
        assert!(picture.contains("Hint") && picture.contains('◇'), "{theme}:\n{picture}");
    }
}

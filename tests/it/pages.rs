//! Forms and lists: looking chooses nothing, and the footer says what works and nothing else.

use std::collections::BTreeSet;

use parlour::Shelf;
use parlour::screens::key_sections;
use parlour::tui::keys::Key;
use parlour::tui::{Depth, Msg};

use crate::room::{Room, room};
use crate::screens::{UNICODE, furnish};

/// Every form, by the keys that open it from the menu.
const FORMS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "a", "o"];
/// Every other page that this holds for, and states of them.
const PAGES: [&str; 16] = [
    "s",
    "s down",
    "t",
    "a r",
    "5 o",
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

fn at(keys: &str) -> Room {
    let mut room = room(UNICODE, Depth::True, furnish);
    room.resize(300, 60);
    room.press(keys);
    room
}

/// The rows of a form without the focus, which is the sign at their left and the sentence below.
fn values(room: &Room) -> Vec<String> {
    let picture = room.picture();
    let form = picture.lines().map(|line| line.chars().take(128).collect::<String>());
    let rows = form.map(|line| line.replace('▌', " "));
    let is_value = |line: &String| {
        ['◉', '○', '●', '‹', '›'].iter().any(|sign| line.contains(*sign))
            || line.contains("person")
            || line.contains(" none")
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
            for _ in 0..12 {
                room.press(keys);
                assert_eq!(values(&room), before, "'{keys}' on the form '{form}'");
            }
        }
    }
}

/// What is seen, what is said and whether anything has changed at all.
fn trace(room: &Room) -> String {
    format!("{}{:?}{}", room.picture(), room.desk.saying(), room.has_quit)
}

fn pages() -> impl Iterator<Item = &'static str> {
    FORMS.into_iter().chain(PAGES)
}

#[test]
fn every_key_of_a_footer_does_something_and_stands_there_once() {
    for page in pages() {
        let hints = {
            let room = at(page);
            room.router.hints(&room.desk)
        };
        let mut seen = BTreeSet::new();
        for hint in &hints {
            let does_something = hint.keys.iter().any(|key| {
                let mut room = at(page);
                let before = trace(&room);
                room.tell(Msg::Key(key.clone()));
                trace(&room) != before
            });
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
            room.resize(100, 400);
            room.press("?");
            let picture = room.picture();
            let keys = picture.lines().skip_while(|line| !line.contains("Keys"));
            let keys = keys.skip(2).take_while(|line| !line.trim().is_empty());
            keys.map(|line| line.chars().take(18).collect::<String>()).collect::<Vec<_>>().join(" ")
        };
        let explained: BTreeSet<&str> = explained.split_whitespace().collect();
        for key in all.iter().filter(|key| !everywhere.contains(&key.as_str())) {
            let mut room = at(page);
            let before = trace(&room);
            room.tell(Msg::Key(Key::named(key)));
            let label = Key::named(key).label(false).to_owned();
            let does = trace(&room) != before;
            assert!(
                !does || explained.contains(label.as_str()),
                "'{key}' works after '{page}', and the help doesn't say so: {explained:?}"
            );
        }
    }
}

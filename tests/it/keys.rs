//! The keys: none stands for two things where both could be meant, every action has one, and the
//! template people copy from is what the program does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use parlour::Shelf;
use parlour::games::{self, Visitor};
use parlour::play::sentence;
use parlour::screens::{key_sections, play, setup};
use parlour::tui::GameUi;
use parlour::tui::keys::{Key, Keymap, NAV, Section, SectionNames, template};

/// The keys that stand for two things when these sections are in force together.
fn clashes(sections: &[&SectionNames]) -> Vec<String> {
    let mut taken: BTreeMap<&str, String> = BTreeMap::new();
    let mut clashes = Vec::new();
    for section in sections {
        for (action, keys, _) in &section.actions {
            for key in *keys {
                let this = format!("{}.{action}", section.name);
                if let Some(other) = taken.insert(key, this.clone()) {
                    clashes.push(format!("'{key}' is {other} and {this}"));
                }
            }
        }
    }
    clashes
}

#[test]
fn no_key_stands_for_two_actions_of_one_section() {
    for section in key_sections(&Shelf::standard().games()) {
        assert_eq!(clashes(&[&section]), [""; 0]);
    }
}

#[test]
fn no_key_of_the_match_is_one_of_anywhere() {
    assert_eq!(clashes(&[&NAV.names(), &play::MATCH.names()]), [""; 0]);
}

#[test]
fn no_key_of_a_game_hides_one_of_the_match() {
    struct Own;
    impl Visitor for Own {
        type Out = Vec<String>;

        fn visit<G: GameUi>(&mut self) -> Vec<String> {
            let own = Section { name: G::ID, bindings: G::BINDINGS }.names();
            let mut wrong = clashes(&[&play::MATCH.names(), &own]);
            // A game may have a use for Space, but not for all the keys of something.
            let taken: Vec<&str> =
                own.actions.iter().flat_map(|(_, keys, _)| *keys).copied().collect();
            for (name, keys, _) in NAV.names().actions {
                if keys.iter().all(|key| taken.contains(key)) {
                    wrong.push(format!("{} leaves no key for '{name}'", G::ID));
                }
            }
            wrong
        }
    }
    assert_eq!(games::visit_all(&mut Own).concat(), [""; 0]);
}

/// A page of a game's own is opened from the setup screen with a key of its own.
#[test]
fn no_page_of_a_game_hides_a_key_of_the_setup() {
    struct Pages;
    impl Visitor for Pages {
        type Out = Vec<String>;

        fn visit<G: GameUi>(&mut self) -> Vec<String> {
            let mut sections = [NAV.names(), setup::SETUP.names()];
            // The setup begins with Enter, which elsewhere confirms.
            sections[0].actions.retain(|(name, ..)| *name != "confirm");
            let mut wrong = Vec::new();
            for (at, page) in G::PAGES.iter().enumerate() {
                let taken = sections.iter().flat_map(|section| &section.actions);
                let mut taken = taken.flat_map(|(_, keys, _)| keys.iter());
                let twice = G::PAGES[..at].iter().any(|other| other.key == page.key);
                if twice || taken.any(|key| *key == page.key) || Key::parse(page.key).is_none() {
                    wrong.push(format!("{}: '{}' for '{}'", G::ID, page.key, page.words));
                }
            }
            wrong
        }
    }
    assert_eq!(games::visit_all(&mut Pages).concat(), [""; 0]);
}

#[test]
fn every_action_has_a_key_a_name_and_words() {
    for section in key_sections(&Shelf::standard().games()) {
        let mut names: Vec<&str> = Vec::new();
        for (name, keys, help) in &section.actions {
            let place = format!("[{}] {name}", section.name);
            assert!(!keys.is_empty() && !help.is_empty(), "{place} has no key or no words");
            assert!(keys.iter().all(|key| Key::parse(key).is_some()), "{place}: {keys:?}");
            assert!(!names.contains(name), "{place} is there twice");
            names.push(name);
        }
    }
    let mut headings: Vec<&str> =
        key_sections(&Shelf::standard().games()).iter().map(|section| section.name).collect();
    headings.sort_unstable();
    let count = headings.len();
    headings.dedup();
    assert_eq!(headings.len(), count, "a heading is there twice");
}

/// `UPDATE_KEYS=1` writes the file anew.
#[test]
fn the_template_says_what_the_program_does() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/keys.toml");
    let text = template(&key_sections(&Shelf::standard().games()));
    if std::env::var_os("UPDATE_KEYS").is_some() {
        fs::write(&file, &text).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "config/keys.toml is old (UPDATE_KEYS=1 renews it):\n{text}");
}

/// The other sentences stand in `tests/configs`; this one grows with the shelf.
#[test]
fn a_part_that_is_not_there_is_said() {
    let (_, said) = Keymap::read(
        "[chess]\ncastle = \"o\"\n",
        "keys.toml",
        &key_sections(&Shelf::standard().games()),
    );
    let known: Vec<&str> =
        key_sections(&Shelf::standard().games()).iter().map(|section| section.name).collect();
    let known = known.join(", ");
    let why = format!("'chess' isn't part of the arcade; use one of {known}");
    // So long a list is shortened, as everything is that quotes a file.
    assert_eq!(said, [format!("keys.toml:1:2: {}", sentence(&why))]);
}

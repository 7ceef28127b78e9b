//! The footer's words and the help's sentences, made from the bindings in force.

use super::Hint;
use super::keys::{Key, Keymap, NAV, Nav, Section};

/// Several navigation keys that do one thing together: `← →  column`.
pub fn nav(keys: &Keymap, navs: &[Nav], words: &'static str) -> Hint {
    nav_about(keys, navs, words, "")
}

/// The same with a sentence for the help.
#[inline(never)]
pub fn nav_about(keys: &Keymap, navs: &[Nav], words: &'static str, about: &'static str) -> Hint {
    Hint { keys: navs.iter().filter_map(|nav| keys.first(&NAV, *nav)).collect(), words, about }
}

/// What a list of entries begins with: the way along it, and into one of them.
pub fn entries(keys: &Keymap) -> Vec<Hint> {
    let along = &[Nav::Up, Nav::Down];
    vec![
        nav_about(keys, along, "choose", "Goes to the entry above or below."),
        nav_about(keys, &[Nav::Confirm], "open", "Opens what the cursor is on."),
    ]
}

/// What nearly every page ends with: the help, and the way back under its name there.
pub fn help_and_back(keys: &Keymap, back: &'static str) -> [Hint; 2] {
    [nav(keys, &[Nav::Help], "help"), nav(keys, &[Nav::Back], back)]
}

/// Several keys of a section that do one thing together: `+ -  speed`.
pub fn together<A: Copy + PartialEq>(
    keys: &Keymap,
    section: &Section<A>,
    actions: &[A],
    words: &'static str,
) -> Hint {
    let first = |action: &A| keys.first(section, *action);
    Hint { keys: actions.iter().filter_map(first).collect(), words, about: "" }
}

/// One hint for each binding of a section that `wanted` accepts.
pub fn section<A: Copy + PartialEq>(
    keys: &Keymap,
    section: &Section<A>,
    wanted: impl Fn(A) -> bool,
) -> Vec<Hint> {
    wanted_of(keys, section, &wanted)
}

fn wanted_of<A: Copy + PartialEq>(
    keys: &Keymap,
    section: &Section<A>,
    wanted: &dyn Fn(A) -> bool,
) -> Vec<Hint> {
    let bindings = section.bindings.iter().filter(|binding| wanted(binding.action));
    bindings
        .map(|binding| Hint {
            keys: keys.first_of(section.name, binding.name, binding.keys),
            words: binding.help,
            about: binding.about,
        })
        .collect()
}

/// The digits, in one row of the help: `1-9`.
pub fn digits(keys: &str, about: &'static str) -> Hint {
    Hint { keys: vec![Key::named(keys)], words: "", about }
}

/// One hint for each binding of a section.
pub fn all<A: Copy + PartialEq>(keys: &Keymap, of: &Section<A>) -> Vec<Hint> {
    section(keys, of, |_| true)
}

/// Everything the help of a page explains: what the footer says now, then what works at other
/// times, unless its key has been explained already. Where the footer has no more than words, the
/// sentence of the others stands for them.
pub fn explained(mut now: Vec<Hint>, others: Vec<Hint>) -> Vec<Hint> {
    let within = |one: &Hint, other: &Hint| one.keys.iter().all(|key| other.keys.contains(key));
    for other in others {
        match now.iter_mut().find(|hint| within(&other, hint) || within(hint, &other)) {
            Some(hint) if hint.about.is_empty() => *hint = other,
            Some(hint) if within(&other, hint) => {}
            _ => now.push(other),
        }
    }
    now
}

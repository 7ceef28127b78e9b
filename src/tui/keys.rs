//! Keys as data: what a key is called, which action it stands for, and what the user changed.
//!
//! A key is handled, shown in the footer and explained in the help from the same [`Binding`], so
//! none of the three can lie. Nobody else names crossterm's key
//! codes, apart from `input`, which makes them of bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use toml_edit::{DocumentMut, Item, Value};

use crate::lang::told_as;
use crate::play::{FileError, line_and_column, sentence};

/// A key by its name in `keys.toml`: `u`, `U`, `up`, `enter`, `ctrl-r`, `f5`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(String);

const NAMED: &[(&str, KeyCode)] = &[
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("space", KeyCode::Char(' ')),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

impl Key {
    /// The key of a press; nothing for releases and keys without a name here.
    pub fn pressed(event: &KeyEvent) -> Option<Key> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let named = NAMED.iter().find(|(_, code)| *code == event.code);
        let base = match (named, event.code) {
            (Some((name, _)), _) => (*name).to_owned(),
            (None, KeyCode::Char(c)) => c.to_string(),
            (None, KeyCode::F(n)) => format!("f{n}"),
            _ => return None,
        };
        let mut name = String::new();
        if event.modifiers.contains(KeyModifiers::CONTROL) {
            name.push_str("ctrl-");
        }
        if event.modifiers.contains(KeyModifiers::ALT) {
            name.push_str("alt-");
        }
        Some(Key(name + &base))
    }

    /// Reads a name as `keys.toml` writes it.
    pub fn parse(text: &str) -> Option<Key> {
        let mut rest = text;
        let mut name = String::new();
        for prefix in ["ctrl-", "alt-"] {
            if let Some(after) = rest.strip_prefix(prefix).filter(|after| !after.is_empty()) {
                name.push_str(prefix);
                rest = after;
            }
        }
        let single = rest.chars().count() == 1 && !rest.chars().any(char::is_whitespace);
        let function = rest
            .strip_prefix('f')
            .and_then(|number| number.parse::<u8>().ok())
            .is_some_and(|number| (1..=24).contains(&number));
        let known = single || function || NAMED.iter().any(|(name, _)| *name == rest);
        known.then(|| Key(name + rest))
    }

    /// For names that stand in the code; what users write goes through [`Key::parse`].
    pub fn named(name: &str) -> Key {
        Key(name.to_owned())
    }

    /// The character this key types, if it types one.
    pub fn character(&self) -> Option<char> {
        if self.0 == "space" {
            return Some(' ');
        }
        let mut characters = self.0.chars();
        characters.next().filter(|_| characters.next().is_none())
    }

    /// From 0 to 9, if the key types one.
    pub fn digit(&self) -> Option<u8> {
        self.character().and_then(|c| c.to_digit(10)).and_then(|digit| u8::try_from(digit).ok())
    }

    /// Whether `keys.toml` calls it so.
    pub fn is(&self, name: &str) -> bool {
        self.0 == name
    }

    /// As footers print it.
    pub fn label(&self, ascii: bool) -> &str {
        match (self.0.as_str(), ascii) {
            ("up", false) => "↑",
            ("down", false) => "↓",
            ("left", false) => "←",
            ("right", false) => "→",
            (name, _) => name,
        }
    }

    /// The same in the reader's language: `home` is a place on the boards, too.
    pub fn told(&self, ascii: bool) -> Cow<'_, str> {
        told_as(self.label(ascii), "keyboard")
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An action with its name in `keys.toml`, its usual keys and its words for the footer.
#[derive(Clone, Copy, Debug)]
pub struct Binding<A: 'static> {
    /// What the screen gets for a press.
    pub action: A,
    /// Under the heading of its section in `keys.toml`.
    pub name: &'static str,
    /// Unless the user says otherwise; the footer shows the first.
    pub keys: &'static [&'static str],
    /// A word or three, for the footer.
    pub help: &'static str,
    /// What it does, in a sentence for the help.
    pub about: &'static str,
}

/// A line of a section: the action, its name, its usual keys, the footer's words, a sentence.
pub const fn bind<A>(
    action: A,
    name: &'static str,
    keys: &'static [&'static str],
    help: &'static str,
    about: &'static str,
) -> Binding<A> {
    Binding { action, name, keys, help, about }
}

/// The bindings of one screen or game, under one heading of `keys.toml`.
#[derive(Clone, Copy, Debug)]
pub struct Section<A: 'static> {
    /// The heading in `keys.toml`.
    pub name: &'static str,
    /// Where two have the same key, the first wins.
    pub bindings: &'static [Binding<A>],
}

/// What works wherever it makes sense, and the same way everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nav {
    /// To what stands above.
    Up,
    /// To what stands below.
    Down,
    /// To the left, or back to the value before.
    Left,
    /// To the right, or on to the next value.
    Right,
    /// Takes what the cursor is on.
    Confirm,
    /// Puts down what is held, or leaves the page.
    Back,
    /// On to the next part of the page.
    Next,
    /// Back to the part before.
    Previous,
    /// To the beginning of a list or a match.
    First,
    /// To the end of a list or a match.
    Last,
    /// Many steps back at once.
    PageUp,
    /// Many steps on at once.
    PageDown,
    /// The router's affair, unless a page has no help.
    Help,
    /// Leaves the arcade from anywhere, even while text is typed.
    Quit,
    /// Back to the shell until it says `fg`.
    Suspend,
}

/// Under `[anywhere]` in `keys.toml`. A screen asks its own section first; help, leaving and
/// suspending are the router's.
#[rustfmt::skip]
pub const NAV: Section<Nav> = Section {
    name: "anywhere",
    bindings: &[
        bind(Nav::Up, "up", &["up", "k"], "up", "Goes up."),
        bind(Nav::Down, "down", &["down", "j"], "down", "Goes down."),
        bind(Nav::Left, "left", &["left", "h"], "left", "Goes left, or to the previous value."),
        bind(Nav::Right, "right", &["right", "l"], "right", "Goes right, or to the next value."),
        bind(Nav::Confirm, "confirm", &["enter", "space"], "choose",
            "Chooses what the cursor is on."),
        bind(Nav::Back, "back", &["esc"], "back", "Goes back."),
        bind(Nav::Next, "next", &["tab"], "next part", "Goes to the next part of the page."),
        bind(Nav::Previous, "previous", &["backtab"], "previous part", "Goes back to the previous part."),
        bind(Nav::First, "first", &["home", "g"], "first", "Goes to the beginning."),
        bind(Nav::Last, "last", &["end", "G"], "last", "Goes to the end."),
        bind(Nav::PageUp, "page-up", &["pageup"], "page up", "Goes up by a page."),
        bind(Nav::PageDown, "page-down", &["pagedown"], "page down", "Goes down by a page."),
        bind(Nav::Help, "help", &["?", "f1"], "help", "Opens this page."),
        bind(Nav::Quit, "quit", &["ctrl-c", "ctrl-q"], "leave at once",
            "Leaves parlour at once; the match is kept."),
        bind(Nav::Suspend, "suspend", &["ctrl-z"], "suspend",
            "Suspends parlour; 'fg' in the shell brings it back."),
    ],
};

/// The keys in force: the usual ones, and what the user's `keys.toml` says instead.
#[derive(Clone, Default, Debug)]
pub struct Keymap {
    changed: BTreeMap<(String, String), Vec<Key>>,
}

/// A section without its actions, for reading and writing `keys.toml`.
#[derive(Clone, Debug)]
pub struct SectionNames {
    /// The heading in `keys.toml`, for instance `match`.
    pub name: &'static str,
    /// The sections whose keys work on the same screen.
    pub beside: &'static [&'static str],
    /// Name, usual keys and help of each action.
    pub actions: Vec<(&'static str, &'static [&'static str], &'static str)>,
}

impl<A: Copy> Section<A> {
    /// What `keys.toml` may say about it, with `[anywhere]` as the only section beside it.
    pub fn names(&self) -> SectionNames {
        let actions = self.bindings.iter().map(|b| (b.name, b.keys, b.help)).collect();
        let beside: &[&str] = if self.name == NAV.name { &[] } else { &[NAV.name] };
        SectionNames { name: self.name, beside, actions }
    }
}

impl Keymap {
    /// The action of a key in a section.
    pub fn action<A: Copy>(&self, section: &Section<A>, key: &Key) -> Option<A> {
        let hit = |binding: &&Binding<A>| self.keys(section.name, binding).contains(key);
        section.bindings.iter().find(hit).map(|binding| binding.action)
    }

    /// What the key does everywhere; none for keys that only a section knows.
    pub fn nav(&self, key: &Key) -> Option<Nav> {
        self.action(&NAV, key)
    }

    /// The keys of a binding now.
    pub fn keys<A>(&self, section: &str, binding: &Binding<A>) -> Vec<Key> {
        self.in_force(section, binding.name, binding.keys)
    }

    /// The first key of an action by its name, if it has any.
    pub(super) fn first_of(&self, section: &str, name: &str, usual: &[&str]) -> Vec<Key> {
        self.in_force(section, name, usual).into_iter().take(1).collect()
    }

    /// The first key of an action, for footers.
    pub fn first<A: Copy + PartialEq>(&self, section: &Section<A>, action: A) -> Option<Key> {
        let binding = section.bindings.iter().find(|binding| binding.action == action)?;
        self.keys(section.name, binding).into_iter().next()
    }

    /// Reads the user's `keys.toml`. Whatever is wrong is said with its place and left at the
    /// usual key; the rest counts.
    pub fn read(text: &str, file: &str, sections: &[SectionNames]) -> (Keymap, Vec<String>) {
        let mut keymap = Keymap::default();
        let mut complaints = Vec::new();
        let document = match toml_edit::Document::parse(text) {
            Ok(document) => document,
            Err(error) => {
                let error = FileError::of_toml(text, error.message(), error.span());
                complaints.push(error.in_file(file));
                return (keymap, complaints);
            }
        };
        let mut complain = |span: Option<std::ops::Range<usize>>, why: String| {
            let (line, column) = line_and_column(text, span.map_or(0, |span| span.start));
            complaints.push(format!("{file}:{line}:{column}: {}", sentence(&why)));
        };
        for (name, item) in document.iter() {
            let key_span = document.key(name).and_then(|key| key.span());
            let Some(section) = sections.iter().find(|section| section.name == name) else {
                let known: Vec<_> = sections.iter().map(|section| section.name).collect();
                complain(
                    key_span,
                    format!("'{name}' isn't part of the arcade; use one of {}", known.join(", ")),
                );
                continue;
            };
            let Some(table) = item.as_table_like() else {
                complain(key_span, format!("'{name}' must be a table, as [{name}]"));
                continue;
            };
            for (action, item) in table.iter() {
                let span = table.key(action).and_then(|key| key.span());
                if !section.actions.iter().any(|(known, ..)| *known == action) {
                    let known: Vec<_> = section.actions.iter().map(|(name, ..)| *name).collect();
                    complain(
                        span,
                        format!(
                            "'{action}' isn't an action of [{name}]; use one of {}",
                            known.join(", ")
                        ),
                    );
                    continue;
                }
                match keys_of(item) {
                    Ok(keys) => {
                        keymap.changed.insert((name.to_owned(), action.to_owned()), keys);
                    }
                    Err(why) => complain(item.span().or(span), format!("'{action}': {why}")),
                }
            }
        }
        for Clash { key, first, second } in keymap.clashes(sections) {
            let span_of =
                |place: Place| document.get(place.0)?.as_table_like()?.key(place.1)?.span();
            // The user's own line is the place, whichever of the two it is.
            let span = span_of(second).or_else(|| span_of(first));
            let ((section, one), (other_section, other)) = (first, second);
            complain(
                span,
                match section == other_section {
                    true => format!(
                        "'{key}' stands for both '{one}' and '{other}' in [{section}]; '{one}' takes it"
                    ),
                    false => format!(
                        "'{key}' stands for '{one}' in [{section}] and for '{other}' in [{other_section}]"
                    ),
                },
            );
        }
        (keymap, complaints)
    }

    /// The keys of an action now.
    fn in_force(&self, section: &str, action: &str, usual: &[&str]) -> Vec<Key> {
        match self.changed.get(&(section.to_owned(), action.to_owned())) {
            Some(keys) => keys.clone(),
            None => usual.iter().map(|name| Key::named(name)).collect(),
        }
    }

    /// The keys that stand for two things inside a section; and those that do so on one screen
    /// because the user has changed something.
    fn clashes(&self, sections: &[SectionNames]) -> Vec<Clash> {
        let mut clashes = Vec::new();
        let mut taken: BTreeMap<(&str, Key), &'static str> = BTreeMap::new();
        for section in sections {
            for (action, usual, _) in &section.actions {
                for key in self.in_force(section.name, action, usual) {
                    let second = (section.name, *action);
                    for other in section.beside {
                        let at = (*other, key.clone());
                        let Some(first) = taken.get(&at).map(|action| (*other, *action)) else {
                            continue;
                        };
                        let changed = |place: Place| {
                            self.changed.contains_key(&(place.0.to_owned(), place.1.to_owned()))
                        };
                        // What the arcade itself shares between two sections is meant.
                        let meant = usual.iter().any(|name| key.is(name))
                            && usual_keys(sections, first).iter().any(|name| key.is(name));
                        if !meant && (changed(first) || changed(second)) {
                            clashes.push(Clash { key: key.clone(), first, second });
                        }
                    }
                    match taken.get(&(section.name, key.clone())) {
                        Some(first) if first == action => {}
                        Some(first) => {
                            let first = (section.name, *first);
                            clashes.push(Clash { key, first, second });
                        }
                        None => drop(taken.insert((section.name, key), action)),
                    }
                }
            }
        }
        clashes
    }
}

/// The keys an action has unless somebody changes them.
fn usual_keys(sections: &[SectionNames], (section, action): Place) -> &'static [&'static str] {
    let section = sections.iter().find(|known| known.name == section);
    let found = section.and_then(|it| it.actions.iter().find(|(name, ..)| *name == action));
    found.map_or(&[], |(_, keys, _)| keys)
}

/// A section and one of its actions.
type Place = (&'static str, &'static str);

/// A key that stands for two things; the first takes it where both stand in one section.
struct Clash {
    key: Key,
    first: Place,
    second: Place,
}

fn keys_of(item: &Item) -> Result<Vec<Key>, String> {
    let expected = "use a key as \"u\", \"ctrl-r\", \"enter\", or a list of them";
    let one = |value: &Value| {
        let no_text = || format!("'{}' isn't a key; {expected}", value.to_string().trim());
        let text = value.as_str().ok_or_else(no_text)?;
        Key::parse(text).ok_or_else(|| format!("'{text}' isn't a key; {expected}"))
    };
    match item.as_value() {
        Some(Value::Array(list)) => list.iter().map(one).collect(),
        Some(value) => Ok(vec![one(value)?]),
        None => Err(expected.to_owned()),
    }
}

/// The text of a `keys.toml` with every action and its usual keys.
pub fn template(sections: &[SectionNames]) -> String {
    let mut text = String::from(
        "# The keys of parlour. Copy the lines you want to change into your own keys.toml\n\
         # (parlour --version says where it lives); an action takes one key or a list of them.\n\
         # Keys: letters and signs as they are, up down left right enter esc tab backtab space\n\
         # backspace delete insert home end pageup pagedown f1..f24, with ctrl- or alt- before.\n",
    );
    for section in sections {
        let _ = writeln!(text, "\n[{}]", section.name);
        for (name, keys, help) in &section.actions {
            let keys: Vec<_> = keys.iter().map(|key| format!("{key:?}")).collect();
            let line = format!("{name} = [{}]", keys.join(", "));
            let _ = writeln!(text, "{line:<36}# {help}");
        }
    }
    debug_assert!(text.parse::<DocumentMut>().is_ok());
    text
}

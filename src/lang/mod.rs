//! The languages a person may read. English is what the code says; another language is a phrase
//! book beside it.
//!
//! Sentences are told in another language where they leave the program, at the two doors through
//! which all text goes (`tui::text` and `cli::out`), and nowhere else: there a sentence is looked up
//! among the phrases of the book, its numbers and names are taken out and put into the other
//! language's sentence. So rules, records, the protocol, JSON and what crosses the network stay
//! English because nobody translates them; a house in one language has guests in another; and the
//! code reads as if there were only one language.

mod book;
mod phrase;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::{OnceLock, RwLock};

pub use book::{Book, BookLine, Mistake, capital, entries};

/// The bundled languages: their short names, their own names, and the files of their books.
pub const BUNDLED: &[(&str, &str, &[&str])] = &[("fr", "français", FRENCH)];

/// In the order in which they are read.
pub const FRENCH: &[&str] = &[
    include_str!("../../config/lang/fr/words.txt"),
    include_str!("../../config/lang/fr/boards.txt"),
    include_str!("../../config/lang/fr/tui.txt"),
    include_str!("../../config/lang/fr/screens.txt"),
    include_str!("../../config/lang/fr/pages-screens.txt"),
    include_str!("../../config/lang/fr/games-a.txt"),
    include_str!("../../config/lang/fr/games-b.txt"),
    include_str!("../../config/lang/fr/pages-games.txt"),
    include_str!("../../config/lang/fr/inside.txt"),
    include_str!("../../config/lang/fr/commands.txt"),
];

/// What is told at the doors is remembered, up to so many texts.
const REMEMBERED: usize = 4096;

/// A language that is being spoken, for as long as the program runs.
#[derive(Clone, Copy, Debug)]
struct Spoken {
    book: &'static Book,
    /// Tells what is remembered of one from what is remembered of another.
    number: usize,
}

static SPOKEN: RwLock<Option<Spoken>> = RwLock::new(None);

thread_local! {
    /// What this thread speaks in spite of the others: tests do.
    static HERE: Cell<Option<Option<Spoken>>> = const { Cell::new(None) };
    static MEMORY: RefCell<(usize, HashMap<String, Option<String>>)> = RefCell::default();
    static UNTOLD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// The book of a bundled language, with a user's own phrases last so that they win.
pub fn book(language: &str, own: Option<&str>) -> Option<Book> {
    let bundled = BUNDLED.iter().find(|(name, ..)| *name == language);
    if bundled.is_none() && own.is_none() {
        return None;
    }
    let files = bundled.map_or(&[][..], |(.., files)| files);
    // A book stays as long as the program runs.
    let own = own.map(|text| &*Box::leak(Box::<str>::from(text)));
    Some(Book::of(&files.iter().copied().chain(own).collect::<Vec<_>>()))
}

/// From now on everything is said by this book; English without one. A book stays for good, so
/// this is for people who choose, not for loops.
pub fn speak(book: Option<Book>) {
    let mut spoken = SPOKEN.write().unwrap_or_else(|broken| broken.into_inner());
    *spoken = book.map(open);
}

fn open(book: Book) -> Spoken {
    static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(1);
    let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    Spoken { book: Box::leak(Box::new(book)), number }
}

/// Does something in a language on this thread alone.
pub fn speaking<T>(book: Option<Book>, does: impl FnOnce() -> T) -> T {
    let before = HERE.replace(Some(book.map(open)));
    let done = does();
    HERE.set(before);
    done
}

fn spoken() -> Option<Spoken> {
    match HERE.get() {
        Some(here) => here,
        None => *SPOKEN.read().unwrap_or_else(|broken| broken.into_inner()),
    }
}

/// Stands before a text that has been told and cut up, so that nobody tells its parts again. It is
/// never seen: both doors leave it out.
const TOLD: char = '\u{2060}';

/// A part of a text that was told already.
pub fn as_told(part: &str) -> String {
    match spoken() {
        Some(_) => format!("{TOLD}{part}"),
        None => part.to_owned(),
    }
}

/// Stands on either side of a name that people, programs or files gave themselves, if the book would
/// take it for a phrase. It is never seen: both doors leave it out.
const GIVEN: char = '\u{2061}';

/// A name as its owner wrote it, for sentences: a player called "red" is nobody's colour.
///
/// ```
/// use parlour::lang;
///
/// lang::speaking(lang::book("fr", None), || {
///     assert_eq!(lang::told("red wins"), "le rouge gagne");
///     let named = format!("{} wins", lang::as_given("red"));
///     assert_eq!(parlour::play::clean(&lang::told(&named)), "red gagne");
/// });
/// ```
pub fn as_given(name: &str) -> Cow<'_, str> {
    match spoken().filter(|_| !name.contains(GIVEN)).and_then(|spoken| spoken.book.tell(name)) {
        Some(_) => Cow::Owned(surely_given(name)),
        None => Cow::Borrowed(name),
    }
}

/// The same for what is read on other machines, in languages that this program needn't speak: every
/// book has the same phrases, so a bundled one knows which names would be taken for one.
pub fn given_everywhere(name: &str) -> Cow<'_, str> {
    static PHRASES: OnceLock<Book> = OnceLock::new();
    match name.contains(GIVEN) || PHRASES.get_or_init(|| Book::of(FRENCH)).tell(name).is_none() {
        true => Cow::Borrowed(name),
        false => Cow::Owned(surely_given(name)),
    }
}

/// A name as its owner wrote it, whatever it might mean.
pub fn surely_given(name: &str) -> String {
    format!("{GIVEN}{name}{GIVEN}")
}

/// Without the marks of names and of what was told, for a door that leaves nothing out by itself.
pub fn unmarked(text: &str) -> String {
    text.replace([TOLD, GIVEN], "")
}

/// A text as the reader's language says it; as it is where the book doesn't know it.
pub fn told(text: &str) -> Cow<'_, str> {
    let Some(spoken) = spoken().filter(|_| !text.starts_with(TOLD)) else {
        return Cow::Borrowed(text);
    };
    let found = MEMORY.with_borrow_mut(|(number, memory)| {
        if *number != spoken.number || memory.len() >= REMEMBERED {
            *number = spoken.number;
            memory.clear();
        }
        if let Some(known) = memory.get(text) {
            return known.clone();
        }
        let found = spoken.book.tell(text);
        memory.insert(text.to_owned(), found.clone());
        found
    });
    match found {
        Some(told) => Cow::Owned(told),
        None => {
            UNTOLD.with_borrow_mut(|untold| {
                if let Some(untold) = untold {
                    untold.push(text.to_owned());
                }
            });
            Cow::Borrowed(text)
        }
    }
}

/// The short name of the language that is spoken, as pages for browsers declare it.
pub fn name() -> String {
    let named = spoken().and_then(|spoken| spoken.book.tell("@name"));
    named.unwrap_or_else(|| "en".to_owned())
}

/// A text that is used for something in particular, which its phrase may name: `draw@key`.
pub fn told_as<'t>(text: &'t str, used_for: &str) -> Cow<'t, str> {
    match spoken().and_then(|spoken| spoken.book.tell_as(text, used_for)) {
        Some(told) => Cow::Owned(told),
        None => told(text),
    }
}

/// Does something, and answers with every text that came to a door on this thread and for which the
/// book had nothing: for the tests of a language.
pub fn untold<T>(does: impl FnOnce() -> T) -> (T, Vec<String>) {
    UNTOLD.set(Some(Vec::new()));
    let done = does();
    (done, UNTOLD.take().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "\
> @plural
from 2

> @space
yes

> @decimal
,

> column {column} is full
la colonne {column} est pleine

> {n} moves
{n} {n|coup|coups}

> You win in {moves}
Vous gagnez en {moves}

> Drop in column {column}
Jouez dans la colonne {column}

> red
rouge

> red@le
le rouge

> {name} wins
{name:le} gagne

> {name} to play
{name:au} de jouer

> red@au
au rouge

> @au
à {}

> {n} wins
{n} {n|victoire|victoires}

> {n} {hue:<5} has {cards} cards
{n} {hue} a {cards} cartes

> Stay in {cell}.
Restez en {cell}.

> {name} runs {cards}
{name:le} exécute {cards=}

> '{text}' isn't a column; use a number from 1 to {most}
'{text}' n'est pas une colonne : choisissez de 1 à {most}

> rematch
revanche

> {word}, {} begins
{word}, {0:le} commence

> {} begins
{0:le} commence

> the {}
case {0}

> player {}
joueur {0}

> player {:<3} {}
joueur {0} {1}

> the bot
le bot

> {peg} is full
{peg} est pleine

> draw@key
piocher

> draw
match nul
";

    #[test]
    fn sentences_are_told_whole_or_in_their_parts() {
        speaking(book("none", Some(BOOK)), || {
            for (english, expected) in [
                ("column 4 is full", "la colonne 4 est pleine"),
                ("Column 4 is full.", "La colonne 4 est pleine."),
                ("  red  ", "  rouge  "),
                ("red · 4 moves", "rouge · 4 coups"),
                ("red: 0 moves", "rouge\u{a0}: 0 coup"),
                (
                    "Drop in column 4. You win in 9 moves.",
                    "Jouez dans la colonne 4. Vous gagnez en 9 coups.",
                ),
                ("red wins", "le rouge gagne"),
                ("Red wins!", "Le rouge gagne\u{a0}!"),
                ("Ada wins", "Ada gagne"),
                ("Rematch, red begins", "Revanche, le rouge commence"),
                ("red to play", "au rouge de jouer"),
                ("Ada to play", "À Ada de jouer"),
                ("7 wins", "7 victoires"),
                ("[red]", "[rouge]"),
                ("red (column 4 is full)", "rouge (la colonne 4 est pleine)"),
                (
                    "'red' isn't a column; use a number from 1 to 7",
                    "'red' n'est pas une colonne\u{a0}: choisissez de 1 à 7",
                ),
                (
                    "4: Stay in 9. You win in 9 moves.",
                    "4\u{a0}: Restez en 9. Vous gagnez en 9 coups.",
                ),
                ("1  red     4 moves", "1  rouge   4 coups"),
                ("red  4 moves", "rouge  4 coups"),
                ("red (Ada) wins", "le rouge (Ada) gagne"),
                ("1 red   has 4 cards", "1 rouge a 4 cartes"),
                ("Ada runs FFLFFRFFLFFRFFLFFR", "Ada exécute FFLFFRFFLFFRFFLFFR"),
                ("the bot - red", "le bot - rouge"),
                ("'4': column 4 is full", "'4'\u{a0}: la colonne 4 est pleine"),
                ("refused: '4': b2 is full", "refused\u{a0}: '4'\u{a0}: b2 est pleine"),
                ("player 1: b2 is full", "joueur 1\u{a0}: b2 est pleine"),
                ("93.5 %", "93,5 %"),
                ("red · 4.0 moves", "rouge · 4,0 coups"),
                (
                    "(+1.5, 0.25); 0.1.0 10.0.0.1 60+0.5 1.",
                    "(+1,5, 0,25); 0.1.0 10.0.0.1 60+0.5 1.",
                ),
                ("nobody knows", "nobody knows"),
                ("4", "4"),
            ] {
                assert_eq!(told(english), expected);
                assert_eq!(told(english), expected, "and from memory");
            }
            assert_eq!(
                (told_as("draw", "key"), told("draw")),
                ("piocher".into(), "match nul".into())
            );
            let ((), untold) = untold(|| drop((told("red"), told("nobody knows"))));
            assert_eq!(untold, ["nobody knows"]);
        });
        assert_eq!(told("red"), "red");
    }

    #[test]
    fn what_is_called_like_a_phrase_keeps_its_name() {
        let tell = |text: &str| told(text).replace(GIVEN, "");
        speaking(book("none", Some(BOOK)), || {
            let (red, hint) = (as_given("red"), as_given("You win in 3 moves. red, red"));
            for (english, expected) in [
                (format!("{red} wins"), "red gagne".to_owned()),
                (format!("red ({red}) wins"), "le rouge (red) gagne".to_owned()),
                (format!("{red} to play"), "à red de jouer".to_owned()),
                (format!("[{red}]"), "[red]".to_owned()),
                (format!("red · {red}: 4 moves"), "rouge · red\u{a0}: 4 coups".to_owned()),
                (format!("{red}  red     4 moves"), "red  rouge   4 coups".to_owned()),
                (format!("{hint} wins"), "You win in 3 moves. red, red gagne".to_owned()),
                (format!("{red}  100.0 %"), "red  100,0 %".to_owned()),
                (red.to_string(), "red".to_owned()),
            ] {
                assert_eq!(tell(&english), expected, "{english:?}");
            }
            assert_eq!(as_given("Ada"), "Ada");
            assert_eq!(as_given(&red), red);
        });
        assert_eq!(as_given("red"), "red");
    }

    #[test]
    fn a_book_says_where_it_is_wrong() {
        for (text, line, why) in [
            ("words", 1, "'words' belongs to no phrase; begin one with '> '"),
            ("> a {b}\nc {d}", 1, "the phrase has no hole '{d}'; it has '{b}'"),
            ("\n> a {b}\nc", 2, "'{b}' is missing"),
            ("> a\nb {c", 1, "'b {c': '{' is never closed"),
        ] {
            let (_, mistakes) = entries(text);
            assert_eq!(mistakes, [Mistake { line, why: why.to_owned() }]);
        }
        let text = "one\n\n> two\ndeux\n\n# three\nquatre\n  > five -> six\r\ncinq\r\n";
        let (found, mistakes) = entries(text);
        assert_eq!(mistakes.iter().map(|it| it.line).collect::<Vec<_>>(), [1, 7]);
        let found = found.iter().map(|it| (it.line, &*it.english, &*it.told));
        assert_eq!(found.collect::<Vec<_>>(), [(3, "two", "deux"), (8, "five -> six", "cinq")]);
        let (found, mistakes) = entries("> one\n> two\nun\ndeux\n\n> three\n");
        assert!(mistakes.is_empty());
        assert_eq!((&*found[0].english, &*found[0].told), ("one two", "un deux"));
        assert_eq!((found[1].line, &*found[1].told), (6, ""));
    }
}

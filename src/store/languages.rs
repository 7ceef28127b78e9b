//! Which language the reader wants, and the phrase books of their own.

use std::path::PathBuf;

use super::{Places, files};
use crate::lang::{self, BUNDLED, Book};
use crate::search::Cancel;

/// Follows the locale.
pub const AUTO: &str = "auto";
/// What the code says, so it needs no book.
pub const ENGLISH: &str = "en";

/// The languages everybody has, and `auto`.
pub fn everybodys() -> Vec<&'static str> {
    [AUTO, ENGLISH].into_iter().chain(BUNDLED.iter().map(|(name, ..)| *name)).collect()
}

/// The languages of which the reader has a book of their own.
pub fn own(places: &Places) -> Vec<String> {
    let found = files::find(&places.languages(), "txt", &Cancel::default());
    found.into_iter().map(|file| file.stem).collect()
}

/// The book of a language by its name, or of the one that the locale asks for; none for English.
pub fn book(places: &Places, language: &str) -> Option<Book> {
    let language = match language {
        AUTO => of_locale(|name| std::env::var(name).ok())?,
        named => named.to_owned(),
    };
    if language == ENGLISH {
        return None;
    }
    let own = files::read(&file(places, &language));
    lang::book(&language, own.ok().flatten().as_deref())
}

fn file(places: &Places, language: &str) -> PathBuf {
    places.languages().join(format!("{language}.txt"))
}

/// What is wrong with the reader's own book of a language, if anything is: the first mistake.
pub fn complaint(places: &Places, language: &str) -> Option<String> {
    let file = file(places, language);
    let text = match files::read(&file) {
        Ok(text) => text?,
        Err(why) => return Some(why.to_string()),
    };
    let (_, mistakes) = lang::entries(&text);
    let first = mistakes.first()?;
    Some(format!("{}:{}: {}", file.display(), first.line, first.why))
}

/// The language of the locale, as programs everywhere find it.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    let locale = set.find(|value| !value.is_empty())?;
    let language = locale.split(['_', '.', '@']).next()?;
    let letters = !language.is_empty() && language.bytes().all(|byte| byte.is_ascii_alphabetic());
    (letters && !matches!(language, "C" | "POSIX")).then(|| language.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_names_a_language() {
        for (all, messages, lang, expected) in [
            ("", "", "fr_FR.UTF-8", Some("fr")),
            ("", "en_GB.UTF-8", "fr_FR.UTF-8", Some("en")),
            ("C", "fr_FR", "fr_FR", None),
            ("fr", "", "", Some("fr")),
            ("../fr", "", "", None),
            ("", "", "", None),
        ] {
            let found = of_locale(|name| {
                let value = match name {
                    "LC_ALL" => all,
                    "LC_MESSAGES" => messages,
                    _ => lang,
                };
                Some(value.to_owned())
            });
            assert_eq!(found.as_deref(), expected);
        }
    }
}

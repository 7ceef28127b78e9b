//! The settings as a file: read as far as it makes sense, and written with its comments.

use std::path::Path;

use toml_edit::{Document, DocumentMut, Item};

use super::super::StoreError;
use super::Settings;
use super::keys::{KEYS, Own, one_of};
use crate::play::{FileError, line_and_column};

impl Settings {
    /// Reads a settings file, as far as it makes sense, and says where it does not. `own` is
    /// what the player has made.
    pub fn read(text: &str, file: &Path, own: &Own) -> (Settings, Vec<StoreError>) {
        let mut settings = Settings::default();
        let table = match Document::parse(text) {
            Ok(table) => table,
            Err(error) => return (settings, vec![broken(text, file, &error)]),
        };
        let mut faults = Vec::new();
        let place = |at: usize| Some(line_and_column(text, at));
        for (name, item) in table.iter() {
            let Some(key) = KEYS.iter().find(|key| key.name == name) else {
                let at = table.key(name).and_then(|key| key.span()).map_or(0, |span| span.start);
                let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
                let why =
                    format!("'{name}' isn't a setting and is ignored; use {}", one_of(&names));
                faults.push(StoreError::bad(file, place(at), why));
                continue;
            };
            let taken = match item.as_value() {
                Some(value) => key.take(&mut settings, value, own),
                None => Err(key.misfit("a table", own)),
            };
            if let Err(why) = taken {
                let at = item.span().map_or(0, |span| span.start);
                faults.push(StoreError::bad(file, place(at), why));
            }
        }
        (settings, faults)
    }

    /// The file's text with the values that differ between `old` and `self` changed, and all else
    /// as it was. A broken file is refused.
    pub fn write_into(
        &self,
        old: &Settings,
        text: &str,
        file: &Path,
    ) -> Result<String, StoreError> {
        let mut table: DocumentMut = text.parse().map_err(|error| broken(text, file, &error))?;
        for key in KEYS {
            let mut value = (key.get)(self);
            if value.to_string() == (key.get)(old).to_string() {
                continue;
            }
            match table.get_mut(key.name) {
                Some(item) => {
                    // The comment behind the value stays where it is.
                    if let Some(there) = item.as_value() {
                        *value.decor_mut() = there.decor().clone();
                    }
                    *item = Item::Value(value);
                }
                None => {
                    table.insert(key.name, Item::Value(value));
                }
            }
        }
        Ok(table.to_string())
    }
}

fn broken(text: &str, file: &Path, error: &toml_edit::TomlError) -> StoreError {
    let error = FileError::of_toml(text, error.message(), error.span());
    StoreError::bad(
        file,
        error.place,
        format!("{}; the file is not used and left as it is", error.why),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{Kind, Step, TEMPLATE};
    use super::*;

    const FILE: &str = "settings.toml";

    fn change(text: &str, change: impl Fn(&mut Settings)) -> String {
        let (old, _) = Settings::read(text, Path::new(FILE), &Own::default());
        let mut new = old.clone();
        change(&mut new);
        new.write_into(&old, text, Path::new(FILE)).unwrap()
    }

    #[test]
    fn the_template_holds_every_default() {
        let (settings, faults) = Settings::read(TEMPLATE, Path::new(FILE), &Own::default());
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(settings, Settings::default());
        let table: DocumentMut = TEMPLATE.parse().unwrap();
        let names: Vec<&str> = table.iter().map(|(name, _)| name).collect();
        let keys: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        assert_eq!(names, keys);
    }

    #[test]
    fn one_change_changes_one_value() {
        let text = "# mine\nmouse = false # no\n\ntheme   = 'light'  # for the garden\n[tail]\n";
        let changed = change(text, |settings| settings.theme = "mono".to_owned());
        let expected = text.replace("'light'", "\"mono\"");
        assert_eq!(changed, expected);
        assert_eq!(change(text, |_| ()), text);
    }

    #[test]
    fn a_value_that_was_not_there_is_added_before_any_table() {
        let changed = change("# mine\nmouse = false\n[tail]\n", |settings| {
            settings.names = vec!["Ada \"A\"".to_owned()];
        });
        assert_eq!(changed, "# mine\nmouse = false\nnames = ['Ada \"A\"']\n[tail]\n");
    }

    #[test]
    fn a_broken_file_is_not_written_into() {
        let text = "theme = \nmouse = true\n";
        let (old, faults) = Settings::read(text, Path::new(FILE), &Own::default());
        assert_eq!(old, Settings::default());
        assert_eq!(faults.len(), 1);
        let new = Settings { mouse: false, ..old.clone() };
        assert!(new.write_into(&old, text, Path::new(FILE)).is_err());
    }

    #[test]
    fn every_setting_survives_the_file() {
        for key in KEYS {
            let mut new = Settings::default();
            key.step(&mut new, &Own::default(), Step::Next);
            if let Kind::Texts { .. } = key.kind {
                key.type_in(&mut new, " one, two three,, ").unwrap();
                assert_eq!(key.shown(&new), "one, two three");
                // What is shown is what can be typed, a comma within a text included.
                key.type_in(&mut new, "a\\,b, c").unwrap();
                assert_eq!(key.shown(&new), "a\\,b, c");
                assert_eq!((key.get)(&new).as_array().unwrap().len(), 2);
            }
            assert_ne!(new, Settings::default(), "{}", key.name);
            let text = new.write_into(&Settings::default(), TEMPLATE, Path::new(FILE)).unwrap();
            let (read, faults) = Settings::read(&text, Path::new(FILE), &Own::default());
            assert!(faults.is_empty() && read == new, "{}: {faults:?}", key.name);
            key.step(&mut new, &Own::default(), Step::Previous);
            if !matches!(key.kind, Kind::Texts { .. }) {
                assert_eq!(new, Settings::default(), "{}", key.name);
            }
        }
    }

    #[test]
    fn steps_stop_at_the_ends() {
        let mut settings = Settings { bot_time: Duration::from_millis(50), ..Settings::default() };
        let key = KEYS.iter().find(|key| key.name == "bot_time_ms").unwrap();
        key.step(&mut settings, &Own::default(), Step::Previous);
        assert_eq!(settings.bot_time, Duration::from_millis(10));
    }

    #[test]
    fn a_theme_of_ones_own_counts() {
        let own = Own { themes: vec!["forest".to_owned()], ..Own::default() };
        let text = "theme = 'forest'\n";
        let (settings, faults) = Settings::read(text, Path::new(FILE), &own);
        assert!(faults.is_empty() && settings.theme == "forest", "{faults:?}");
        let (settings, faults) = Settings::read(text, Path::new(FILE), &Own::default());
        assert!(faults.len() == 1 && settings.theme == "auto", "{faults:?}");
        let mut settings = Settings::default();
        KEYS[1].step(&mut settings, &own, Step::Previous);
        assert_eq!(settings.theme, "forest");
    }
}

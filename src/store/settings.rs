//! The settings: typed, with one table of keys that reads, writes and explains them.
//!
//! A wrong value costs that one setting its value, an unknown key nothing, and a broken file is
//! neither used nor touched; each is said with its place.

use std::path::Path;
use std::time::Duration;

use toml_edit::{Array, Document, DocumentMut, Item, Value};

use super::StoreError;
use super::languages::{self, AUTO};
use crate::play::{FileError, line_and_column};
use crate::search::Limit;

/// The file with the usual values and what they mean; a new settings file starts as this.
pub const TEMPLATE: &str = include_str!("../../config/settings.toml");

/// The bundled themes, `(name, text)`, the usual one first.
pub const THEMES: [(&str, &str); 5] = [
    ("dark", include_str!("../../config/themes/dark.toml")),
    ("light", include_str!("../../config/themes/light.toml")),
    ("high-contrast", include_str!("../../config/themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../config/themes/colour-blind.toml")),
    ("mono", include_str!("../../config/themes/mono.toml")),
];

/// What people may choose for the arcade as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The short name of a language, or `auto` for what the locale says.
    pub language: String,
    /// `auto`, one of [`THEMES`], or the name of a theme file of the player's own.
    pub theme: String,
    /// What boards and frames are drawn with.
    pub characters: Characters,
    /// Whether, and how fast, things move by themselves.
    pub animations: Animations,
    /// How soon a bot's move follows the one before; see [`BotSpeed::pause`].
    pub bot_speed: BotSpeed,
    /// How long a bot may think about a move, from 10 ms to 10 minutes.
    pub bot_time: Duration,
    /// Whether the arcade listens to the mouse, or leaves it to the terminal.
    pub mouse: bool,
    /// Whether the terminal's bell rings when somebody is waited for, and at the end.
    pub bell: bool,
    /// The names of those who play here, first seat first.
    pub names: Vec<String>,
    /// Training wheels: players see their own face-down things.
    pub training: bool,
    /// Covered pieces are marked.
    pub covered: bool,
    /// Command lines of programs that may take a seat.
    pub programs: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: AUTO.to_owned(),
            theme: AUTO.to_owned(),
            characters: Characters::Auto,
            animations: Animations::On,
            bot_speed: BotSpeed::Normal,
            bot_time: Duration::from_millis(1000),
            mouse: true,
            bell: false,
            names: Vec::new(),
            training: false,
            covered: false,
            programs: Vec::new(),
        }
    }
}

impl Settings {
    /// What a bot may spend on a move.
    pub fn bot_limit(&self) -> Limit {
        Limit::Time(self.bot_time)
    }
}

/// An enum whose values have words in the file.
macro_rules! words {
    (
        $(#[$about:meta])*
        $name:ident { $($(#[$what:meta])* $value:ident = $word:literal),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$what])* $value),+ }

        impl $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            /// As the settings file has it.
            pub fn word(self) -> &'static str {
                match self { $($name::$value => $word),+ }
            }

            fn of_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$value),)+
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// Which characters the arcade draws with.
    Characters {
        /// What the locale says.
        Auto = "auto",
        /// Lines, blocks and the like.
        Unicode = "unicode",
        /// Nothing beyond ASCII.
        Ascii = "ascii",
    }
}

words! {
    /// How quickly bots' moves follow each other.
    BotSpeed {
        /// A second and a half between moves.
        Slow = "slow",
        /// Half a second.
        Normal = "normal",
        /// Just long enough to see each move.
        Fast = "fast",
        /// Without a pause.
        AtOnce = "at-once",
    }
}

impl BotSpeed {
    /// How long a bot's move is looked at before the next one comes.
    pub fn pause(self) -> Duration {
        Duration::from_millis(match self {
            BotSpeed::Slow => 1500,
            BotSpeed::Normal => 500,
            BotSpeed::Fast => 150,
            BotSpeed::AtOnce => 0,
        })
    }

    /// A step quicker, if there is one.
    pub fn faster(self) -> BotSpeed {
        match self {
            BotSpeed::Slow => BotSpeed::Normal,
            BotSpeed::Normal => BotSpeed::Fast,
            BotSpeed::Fast | BotSpeed::AtOnce => BotSpeed::AtOnce,
        }
    }

    /// A step slower, if there is one.
    pub fn slower(self) -> BotSpeed {
        match self {
            BotSpeed::AtOnce => BotSpeed::Fast,
            BotSpeed::Fast => BotSpeed::Normal,
            BotSpeed::Normal | BotSpeed::Slow => BotSpeed::Slow,
        }
    }
}

words! {
    /// Falling discs, glowing lines and the miniatures of the menu.
    Animations {
        /// At the pace they were made for.
        On = "on",
        /// Three times that pace.
        Fast = "fast",
        /// Nothing moves by itself.
        Off = "off",
    }
}

/// One setting: its name in the file and what may stand there.
pub(crate) struct Key {
    pub name: &'static str,
    /// What the settings screen calls it.
    pub title: &'static str,
    /// What it means, for people who look at it there.
    pub about: &'static str,
    pub kind: Kind,
    get: fn(&Settings) -> Value,
    /// Takes a value over, or says `None` and changes nothing.
    set: fn(&mut Settings, &Value) -> Option<()>,
}

/// What may stand in a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One of the languages that there are.
    Language,
    /// One of the themes that there are.
    Theme,
    Words(&'static [&'static str]),
    Number {
        least: u64,
        most: u64,
        step: u64,
    },
    Switch,
    /// Short texts, each of one line.
    Texts {
        most: usize,
        longest: usize,
    },
}

const TIME: Kind = Kind::Number { least: 10, most: 600_000, step: 250 };
const NAMES: Kind = Kind::Texts { most: 8, longest: 20 };
const PROGRAMS: Kind = Kind::Texts { most: 20, longest: 400 };

/// Every setting, in the order of the file and of the screen.
pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "language",
        title: "Language",
        about: "Auto follows the locale. A language of your own stands among them; Help says how to begin one.",
        kind: Kind::Language,
        get: |settings| settings.language.as_str().into(),
        set: |settings, value| {
            settings.language = value.as_str()?.to_owned();
            Some(())
        },
    },
    Key {
        name: "theme",
        title: "Theme",
        about: "Auto follows the terminal. Your own themes are listed too; Help says how to make one.",
        kind: Kind::Theme,
        get: |settings| settings.theme.as_str().into(),
        set: |settings, value| {
            settings.theme = value.as_str()?.to_owned();
            Some(())
        },
    },
    Key {
        name: "characters",
        title: "Characters",
        about: "What boards and frames are drawn with. Auto takes Unicode wherever the terminal has it.",
        kind: Kind::Words(Characters::WORDS),
        get: |settings| settings.characters.word().into(),
        set: |settings, value| {
            settings.characters = Characters::of_word(value.as_str()?)?;
            Some(())
        },
    },
    Key {
        name: "animations",
        title: "Animations",
        about: "Falling discs, glowing lines and the picture of the menu.",
        kind: Kind::Words(Animations::WORDS),
        get: |settings| settings.animations.word().into(),
        set: |settings, value| {
            settings.animations = Animations::of_word(value.as_str()?)?;
            Some(())
        },
    },
    Key {
        name: "bot_speed",
        title: "Bot speed",
        about: "How quickly the moves of bots follow each other on the screen.",
        kind: Kind::Words(BotSpeed::WORDS),
        get: |settings| settings.bot_speed.word().into(),
        set: |settings, value| {
            settings.bot_speed = BotSpeed::of_word(value.as_str()?)?;
            Some(())
        },
    },
    Key {
        name: "bot_time_ms",
        title: "Time for a bot's move",
        about: "The longest that a bot may think about one move.",
        kind: TIME,
        get: |settings| number(settings.bot_time.as_millis() as u64),
        set: |settings, value| {
            settings.bot_time = Duration::from_millis(TIME.number(value)?);
            Some(())
        },
    },
    Key {
        name: "mouse",
        title: "Mouse",
        about: "Point and click everywhere. To select text all the same, hold Shift.",
        kind: Kind::Switch,
        get: |settings| settings.mouse.into(),
        set: |settings, value| {
            settings.mouse = value.as_bool()?;
            Some(())
        },
    },
    Key {
        name: "bell",
        title: "Bell",
        about: "Rings when it is your turn after a bot's long thought, and when a match ends.",
        kind: Kind::Switch,
        get: |settings| settings.bell.into(),
        set: |settings, value| {
            settings.bell = value.as_bool()?;
            Some(())
        },
    },
    Key {
        name: "names",
        title: "Names",
        about: "The people who play here, first seat first: Ada, Ben.",
        kind: NAMES,
        get: |settings| texts(&settings.names),
        set: |settings, value| {
            settings.names = NAMES.texts(value)?;
            Some(())
        },
    },
    Key {
        name: "training_wheels",
        title: "Training wheels",
        about: "Look at your own face-down cards, and undo more in matches against bots.",
        kind: Kind::Switch,
        get: |settings| settings.training.into(),
        set: |settings, value| {
            settings.training = value.as_bool()?;
            Some(())
        },
    },
    Key {
        name: "show_covered",
        title: "Show covered pieces",
        about: "Shows covered pieces as small marks, so that you needn't remember them.",
        kind: Kind::Switch,
        get: |settings| settings.covered.into(),
        set: |settings, value| {
            settings.covered = value.as_bool()?;
            Some(())
        },
    },
    Key {
        name: "programs",
        title: "Programs that play",
        about: "Command lines that may take a seat or enter a contest: python3 mybot.py.",
        kind: PROGRAMS,
        get: |settings| texts(&settings.programs),
        set: |settings, value| {
            settings.programs = PROGRAMS.texts(value)?;
            Some(())
        },
    },
];

impl Key {
    /// The value as a person reads it: `dark`, `400`, `on`, `Ada, Ben`.
    pub fn shown(&self, settings: &Settings) -> String {
        match (self.get)(settings) {
            Value::Boolean(on) => if *on.value() { "on" } else { "off" }.to_owned(),
            Value::Array(texts) => {
                let texts = texts.iter().filter_map(Value::as_str);
                texts.map(|text| text.replace(',', "\\,")).collect::<Vec<_>>().join(", ")
            }
            Value::String(word) => word.into_value(),
            value => value.to_string(),
        }
    }

    /// Goes on to the next or the previous value: words go round, numbers stop at their ends.
    /// `own` is what the player has made. Texts are for typing, with [`Key::type_in`].
    pub fn step(&self, settings: &mut Settings, own: &Own, step: Step) {
        let value = (self.get)(settings);
        let turn = |words: &[&str]| -> Value {
            let at = words.iter().position(|&word| value.as_str() == Some(word)).unwrap_or(0);
            let by = if step == Step::Next { 1 } else { words.len() - 1 };
            words[(at + by) % words.len()].into()
        };
        let next: Value = match self.kind {
            Kind::Language | Kind::Theme => turn(&self.kind.known(own)),
            Kind::Words(words) => turn(words),
            Kind::Number { least, most, step: by } => {
                let now = self.kind.number(&value).unwrap_or(least);
                let next = match step {
                    Step::Next => now.saturating_add(by),
                    Step::Previous => now.saturating_sub(by),
                };
                number(next.clamp(least, most))
            }
            Kind::Switch => (value.as_bool() != Some(true)).into(),
            Kind::Texts { .. } => return,
        };
        let taken = (self.set)(settings, &next);
        debug_assert!(taken.is_some(), "a step leads to a value that fits");
    }

    /// Takes texts over from a line in which they stand between commas (one within a text has a
    /// `\` before it), or says what would fit.
    pub fn type_in(&self, settings: &mut Settings, line: &str) -> Result<(), String> {
        // No line that is typed holds a NUL.
        let line = line.replace("\\,", "\0");
        let words = line.split(',').map(|word| word.trim().replace('\0', ","));
        let words = words.filter(|word| !word.is_empty());
        self.take(settings, &Value::from(words.collect::<Array>()), &Own::default())
    }

    fn take(&self, settings: &mut Settings, value: &Value, own: &Own) -> Result<(), String> {
        let known = self.kind.known(own);
        let strange = |word: &str| !known.is_empty() && !known.contains(&word);
        if value.as_str().is_some_and(strange) {
            return Err(self.misfit(&as_written(value), own));
        }
        (self.set)(settings, value).ok_or_else(|| self.misfit(&as_written(value), own))
    }

    fn misfit(&self, shown: &str, own: &Own) -> String {
        let expected = self.kind.expected(own);
        format!("'{}': {shown} doesn't fit; use {expected}", self.name)
    }
}

/// What the player has made themselves, by name.
#[derive(Clone, Default, Debug)]
pub struct Own {
    /// Theme files.
    pub themes: Vec<String>,
    /// Phrase books.
    pub languages: Vec<String>,
}

/// Which way the settings screen turns a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Next,
    Previous,
}

impl Kind {
    /// What there is to choose from, everybody's and the player's own; nothing for other kinds.
    fn known(self, own: &Own) -> Vec<&str> {
        let (everybodys, own) = match self {
            Kind::Language => (languages::everybodys(), &own.languages),
            Kind::Theme => {
                let bundled = THEMES.iter().map(|(name, _)| *name);
                ([AUTO].into_iter().chain(bundled).collect(), &own.themes)
            }
            _ => return Vec::new(),
        };
        let own = own.iter().map(String::as_str).filter(|name| !everybodys.contains(name));
        everybodys.iter().copied().chain(own).collect()
    }

    fn number(self, value: &Value) -> Option<u64> {
        let Kind::Number { least, most, .. } = self else { return None };
        let number = u64::try_from(value.as_integer()?).ok()?;
        (least..=most).contains(&number).then_some(number)
    }

    fn texts(self, value: &Value) -> Option<Vec<String>> {
        let Kind::Texts { most, longest } = self else { return None };
        let fits = |text: &str| {
            let length = text.chars().count();
            text.trim() == text
                && (1..=longest).contains(&length)
                && !text.contains(char::is_control)
        };
        let text = |value: &Value| value.as_str().filter(|text| fits(text)).map(str::to_owned);
        let texts: Vec<String> = value.as_array()?.iter().map(text).collect::<Option<_>>()?;
        (texts.len() <= most).then_some(texts)
    }

    fn expected(self, own: &Own) -> String {
        match self {
            Kind::Language | Kind::Theme => one_of(&self.known(own)),
            Kind::Words(words) => one_of(words),
            Kind::Number { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Switch => "true or false".to_owned(),
            Kind::Texts { most, longest } => {
                format!("a list of up to {most} texts of 1 to {longest} characters")
            }
        }
    }
}

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

fn number(number: u64) -> Value {
    i64::try_from(number).expect("the numbers among the settings are small").into()
}

fn texts(texts: &[String]) -> Value {
    texts.iter().map(String::as_str).collect::<Array>().into()
}

/// A value as the file has it, with words in our kind of quotes, and not at any length.
fn as_written(value: &Value) -> String {
    let shorten = |text: String| match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    match value.as_str() {
        Some(word) => format!("'{}'", shorten(word.escape_debug().to_string())),
        None => {
            let written = value.clone().decorated("", "").to_string();
            shorten(written.split_whitespace().collect::<Vec<_>>().join(" "))
        }
    }
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
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

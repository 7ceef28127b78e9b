//! The table of settings: what each is called, what may stand there, and how a person changes it.

use std::time::Duration;

use toml_edit::{Array, Value};

use super::super::languages::{self, AUTO};
use super::{Animations, BotSpeed, Characters, Settings, THEMES};

/// One setting: its name in the file and what may stand there.
pub(crate) struct Key {
    pub name: &'static str,
    /// What the settings screen calls it.
    pub title: &'static str,
    /// What it means, for people who look at it there.
    pub about: &'static str,
    pub kind: Kind,
    pub(super) get: fn(&Settings) -> Value,
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
        /// In milliseconds.
        is_time: bool,
    },
    Switch,
    /// Short texts, each of one line.
    Texts {
        most: usize,
        longest: usize,
    },
}

const TIME: Kind = Kind::Number { least: 10, most: 600_000, step: 250, is_time: true };
const CORES: Kind = Kind::Number { least: 1, most: 64, step: 1, is_time: false };
const NAMES: Kind = Kind::Texts { most: 8, longest: 20 };
const PROGRAMS: Kind = Kind::Texts { most: 20, longest: 400 };

/// Every setting, in the order of the file and of the screen.
pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "language",
        title: "Language",
        about: "Auto follows the locale. Help says how to add a language of your own.",
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
        about: "What boards and frames are drawn with. Auto means Unicode where the terminal has it.",
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
        name: "bot_cores",
        title: "Cores for a bot",
        about: "How many cores a bot may use. It helps the turtles' expert; contests use one.",
        kind: CORES,
        get: |settings| number(settings.bot_cores as u64),
        set: |settings, value| {
            settings.bot_cores = CORES.number(value)? as usize;
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
            Kind::Number { least, most, step: by, .. } => {
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

    pub(super) fn take(
        &self,
        settings: &mut Settings,
        value: &Value,
        own: &Own,
    ) -> Result<(), String> {
        let known = self.kind.known(own);
        let strange = |word: &str| !known.is_empty() && !known.contains(&word);
        if value.as_str().is_some_and(strange) {
            return Err(self.misfit(&as_written(value), own));
        }
        (self.set)(settings, value).ok_or_else(|| self.misfit(&as_written(value), own))
    }

    pub(super) fn misfit(&self, shown: &str, own: &Own) -> String {
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

pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

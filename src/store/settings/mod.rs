//! The settings: typed, with one table of keys that reads, writes and explains them.
//!
//! A wrong value costs that one setting its value, an unknown key nothing, and a broken file is
//! neither used nor touched; each is said with its place.

mod keys;
mod text;

use std::time::Duration;

use super::languages::AUTO;
use crate::search::Limit;

pub use self::keys::Own;
pub(crate) use self::keys::{KEYS, Kind, Step};

/// The file with the usual values and what they mean; a new settings file starts as this.
pub const TEMPLATE: &str = include_str!("../../../config/settings.toml");

/// The bundled themes, `(name, text)`, the usual one first.
pub const THEMES: [(&str, &str); 5] = [
    ("dark", include_str!("../../../config/themes/dark.toml")),
    ("light", include_str!("../../../config/themes/light.toml")),
    ("high-contrast", include_str!("../../../config/themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../../config/themes/colour-blind.toml")),
    ("mono", include_str!("../../../config/themes/mono.toml")),
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
    /// On how many cores a bot may think, where that helps it.
    pub bot_cores: usize,
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
            bot_cores: 1,
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

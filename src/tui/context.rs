//! What every screen may use: the store, the settings in force, the keys and the look.

use std::time::{Duration, Instant, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::keys::Keymap;
use super::look::{Charset, Look};
use super::text::fill;
use super::theme::{Depth, Meaning, Rgb, Theme};
use super::{keys, panels};
use crate::store::{Animations, Characters, Day, Store, Zone};

/// One for the whole arcade, lent to whichever screen is updated or drawn.
pub struct Context {
    /// The user's files, and the settings in force.
    pub store: Store,
    /// The usual keys with what the user's `keys.toml` changes.
    pub keys: Keymap,
    /// Made anew by [`Context::restyle`].
    pub look: Look,
    /// The whole terminal.
    pub size: Size,
    /// The zone in which times are shown.
    pub zone: Zone,
    /// The date, where it must not depend on the clock.
    pub pinned_day: Option<Day>,
    /// What the terminal can show, from the environment.
    depth: Depth,
    /// Whether the terminal writes on a light background; none as long as nobody knows.
    light: Option<bool>,
    /// A sentence for the status line; the next key takes it away.
    saying: Option<(String, Meaning)>,
    /// What was wrong with the user's files, for the menu to show.
    complaints: Vec<String>,
}

impl Context {
    /// Reads the user's files; whatever is wrong with them is kept to be said. The environment says
    /// what the terminal can show.
    pub fn open(store: Store, sections: &[keys::SectionNames]) -> Context {
        Context::with_depth(store, sections, Depth::detect(|name| std::env::var(name).ok()))
    }

    /// The same for a terminal that is known to show these colours.
    pub fn with_depth(mut store: Store, sections: &[keys::SectionNames], depth: Depth) -> Context {
        let mut complaints = store.take_complaints();
        let keys = match store.keys_text() {
            Some((file, text)) => {
                let (keys, wrong) = Keymap::read(&text, &file, sections);
                complaints.extend(wrong);
                keys
            }
            None => Keymap::default(),
        };
        let look = Look::new(Theme::usual(depth), Charset::Unicode);
        let (size, zone) = (Size::default(), Zone::of_this_machine());
        let mut context = Context {
            store,
            keys,
            look,
            size,
            zone,
            pinned_day: None,
            depth,
            light: None,
            saying: None,
            complaints,
        };
        context.restyle();
        context
    }

    /// Makes the look follow the settings again.
    pub fn restyle(&mut self) {
        let settings = self.store.settings();
        let name = match settings.theme.as_str() {
            "auto" if self.light.unwrap_or_else(background_is_light) => "light".to_owned(),
            "auto" => "dark".to_owned(),
            chosen => chosen.to_owned(),
        };
        let charset = match settings.characters {
            Characters::Auto => Charset::detect(|name| std::env::var(name).ok()),
            Characters::Unicode => Charset::Unicode,
            Characters::Ascii => Charset::Ascii,
        };
        let own = self.store.theme_text(&name).map(|(file, text)| {
            Theme::parse(&name, &text, self.depth).map_err(|why| why.in_file(file))
        });
        let theme = match own {
            Some(Ok(theme)) => theme,
            Some(Err(why)) => {
                self.complaints.push(why);
                Theme::load(&name, self.depth).unwrap_or_else(|| Theme::usual(self.depth))
            }
            None => Theme::load(&name, self.depth).unwrap_or_else(|| Theme::usual(self.depth)),
        };
        self.look = Look::new(theme, charset);
    }

    /// Whether the look depends on what the terminal's background is.
    pub(crate) fn follows_background(&self) -> bool {
        self.store.settings().theme == "auto" && self.look.has_colour()
    }

    /// The terminal has said what its background is.
    pub(crate) fn set_background(&mut self, colour: Rgb) {
        let light = colour.contrast(Rgb::BLACK) > colour.contrast(Rgb::WHITE);
        if self.light != Some(light) {
            self.light = Some(light);
            self.restyle();
        }
    }

    /// Which day it is where the player is.
    pub fn day(&self) -> Day {
        self.pinned_day.unwrap_or_else(|| self.zone.day(SystemTime::now()))
    }

    /// How long ago something began. A pinned day stands still.
    pub fn since(&self, begun: Instant) -> Duration {
        if self.pinned_day.is_some() { Duration::ZERO } else { begun.elapsed() }
    }

    /// The whole terminal, title bar and footer included.
    pub fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.width, self.size.height)
    }

    /// Has a sentence for the status line, in the colour of what it means.
    pub fn say(&mut self, sentence: String, meaning: Meaning) {
        self.saying = Some((sentence, meaning));
    }

    /// What the status line says instead of its usual words; none once a key was pressed.
    pub fn saying(&self) -> Option<(&str, Meaning)> {
        self.saying.as_ref().map(|(sentence, meaning)| (sentence.as_str(), *meaning))
    }

    /// Draws the status line: what is being said, or what usually stands there. Only then is it
    /// cleared, for a board may reach into it.
    pub fn draw_status(&self, row: Rect, buf: &mut Buffer, usual: &str, meaning: Meaning) {
        let (sentence, meaning) = self.saying().unwrap_or((usual, meaning));
        if !sentence.is_empty() {
            fill(buf, row, self.look.theme().ground());
        }
        panels::notice(&self.look, row, buf, sentence, meaning);
    }

    /// The router does this with every key, before the screen gets it.
    pub fn forget_saying(&mut self) {
        self.saying = None;
    }

    /// A sentence for each thing that is wrong with the user's files.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// The menu does this with any key there: they have been read.
    pub fn forget_complaints(&mut self) {
        self.complaints.clear();
    }

    /// Whether moves may be shown as motions. If not, everything is in its place at once.
    pub fn animated(&self) -> bool {
        self.store.settings().animations != Animations::Off
    }

    /// How much of a motion this much time is.
    pub fn motion_time(&self, elapsed: Duration) -> Duration {
        match self.store.settings().animations {
            Animations::Fast => elapsed * 3,
            Animations::On | Animations::Off => elapsed,
        }
    }
}

/// Some terminals say what their background is: `COLORFGBG=0;15`.
fn background_is_light() -> bool {
    let said = std::env::var("COLORFGBG").unwrap_or_default();
    matches!(said.rsplit(';').next(), Some("7" | "15"))
}

//! What every drawing needs to know: the theme, the character set, and the sprites painted so far.

use std::borrow::Cow;
use std::hash::Hash;
use std::rc::Rc;

use super::colour::Depth;
use super::painter::{Canvas, Sprite, Sprites};
use super::text;
use super::theme::Theme;
use crate::play::Hue;

/// Which characters the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Charset {
    /// Blocks, lines and marks, each one column wide.
    Unicode,
    /// Nothing but what every terminal has.
    Ascii,
}

impl Charset {
    /// What the environment says. `value` looks up one variable; an empty one counts as unset.
    ///
    /// Windows says nothing of the kind, but its new terminal says its name; its fonts have all of it.
    /// East Asian locales may draw ◆ and ● two columns wide, and the fonts of the Linux console
    /// have no quarter blocks: both get ASCII.
    pub fn detect(value: impl Fn(&str) -> Option<String>) -> Charset {
        let value = |name: &str| value(name).filter(|text| !text.is_empty());
        let locale = value("LC_ALL").or_else(|| value("LC_CTYPE")).or_else(|| value("LANG"));
        let new_on_windows = locale.is_none() && value("WT_SESSION").is_some();
        let locale = locale.unwrap_or_default().to_lowercase();
        let utf8 = new_on_windows || locale.contains("utf-8") || locale.contains("utf8");
        let wide = ["ja", "ko", "zh"].iter().any(|language| locale.starts_with(language));
        let console = matches!(value("TERM").as_deref(), Some("linux" | "dumb"));
        if utf8 && !wide && !console { Charset::Unicode } else { Charset::Ascii }
    }
}

/// Handed to everything that draws. A change of theme or characters makes a new one, so the
/// sprites in it always belong to its theme.
#[derive(Debug)]
pub struct Look {
    theme: Theme,
    charset: Charset,
    sprites: Sprites,
}

impl Look {
    /// With no sprites yet: each is painted when it is first wanted.
    pub fn new(theme: Theme, charset: Charset) -> Look {
        Look { theme, charset, sprites: Sprites::default() }
    }

    /// Colours by meaning, as this terminal shows them.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// Of two ways to draw a thing, [`Look::glyph`] chooses by it.
    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// How many colours are used, which may be fewer than the terminal has.
    pub fn depth(&self) -> Depth {
        self.theme.depth()
    }

    /// Whether pieces are painted. Otherwise they are drawn with letters.
    pub fn paints(&self) -> bool {
        self.charset == Charset::Unicode && self.has_colour()
    }

    /// Whether colours may help; a letter or a shape must say the same in any case.
    pub fn has_colour(&self) -> bool {
        self.depth() != Depth::Mono
    }

    /// One of two ways to draw the same thing.
    pub fn glyph<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        match self.charset {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    /// The mark of a colour, the same in every game. Yellow is Y, in ASCII too.
    pub fn mark(&self, hue: Hue) -> &'static str {
        match hue {
            Hue::Red => self.glyph("◆", "R"),
            Hue::Yellow => self.glyph("●", "Y"),
            Hue::Green => self.glyph("▲", "G"),
            Hue::Blue => self.glyph("■", "B"),
            Hue::Pink => self.glyph("★", "P"),
            Hue::Violet => self.glyph("▼", "V"),
        }
    }

    /// The outline of the same mark: what isn't there yet.
    pub fn hollow_mark(&self, hue: Hue) -> &'static str {
        match hue {
            Hue::Red => self.glyph("◇", "r"),
            Hue::Yellow => self.glyph("○", "y"),
            Hue::Green => self.glyph("△", "g"),
            Hue::Blue => self.glyph("□", "b"),
            Hue::Pink => self.glyph("☆", "p"),
            Hue::Violet => self.glyph("▽", "v"),
        }
    }

    /// The text in at most so many columns, with an ellipsis if it was longer.
    pub fn truncate<'a>(&self, text: &'a str, columns: u16) -> Cow<'a, str> {
        text::truncate(text, columns, self.glyph("…", ".."))
    }

    /// A sprite of this description and size, painted when it is first wanted.
    pub fn sprite(
        &self,
        key: impl Hash,
        width: u16,
        height: u16,
        paint: impl FnOnce(&mut Canvas),
    ) -> Rc<Sprite> {
        self.sprites.get(key, width, height, paint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides_about_characters() {
        for (variables, expected) in [
            (&[][..], Charset::Ascii),
            (&[("LANG", "C")], Charset::Ascii),
            (&[("WT_SESSION", "a")], Charset::Unicode),
            (&[("WT_SESSION", "a"), ("LANG", "C")], Charset::Ascii),
            (&[("LANG", "en_GB.UTF-8")], Charset::Unicode),
            (&[("LANG", "C.utf8")], Charset::Unicode),
            (&[("LANG", "ja_JP.UTF-8")], Charset::Ascii),
            (&[("LANG", "C"), ("LC_ALL", "fr_FR.UTF-8")], Charset::Unicode),
            (&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", ""), ("LC_CTYPE", "C")], Charset::Ascii),
            (&[("LANG", "de_DE.UTF-8"), ("TERM", "linux")], Charset::Ascii),
        ] {
            let found = Charset::detect(|name| {
                variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            });
            assert_eq!(found, expected, "{variables:?}");
        }
    }

    #[test]
    fn every_mark_is_one_column_and_its_own() {
        for charset in [Charset::Unicode, Charset::Ascii] {
            let look = Look::new(Theme::usual(Depth::Mono), charset);
            let mut marks = Hue::ALL.map(|hue| look.mark(hue));
            assert!(marks.iter().all(|mark| text::width(mark) == 1));
            marks.sort_unstable();
            assert!(marks.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
}

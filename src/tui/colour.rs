//! Colours as arithmetic: what a shade is, how two of them mix, and how a terminal with fewer
//! colours shows the result. It knows no theme and no meaning.

use ratatui::style::Color;

/// How many colours the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Depth {
    /// None: default colours, bold and reverse.
    Mono,
    /// The named ones, which every terminal paints as it likes.
    Ansi16,
    /// Fixed shades; what is mixed becomes the nearest of them.
    Ansi256,
    /// Any shade, so that edges can be blended.
    True,
}

impl Depth {
    /// What the environment says. `value` looks up one variable; an empty one counts as unset.
    ///
    /// True colour is believed only where `COLORTERM`, a `-direct` terminal or the Windows Terminal
    /// says so.
    pub fn detect(value: impl Fn(&str) -> Option<String>) -> Depth {
        let value = |name: &str| value(name).filter(|text| !text.is_empty());
        let term = value("TERM").unwrap_or_default();
        let colorterm = value("COLORTERM").unwrap_or_default();
        if value("NO_COLOR").is_some() || term == "dumb" {
            Depth::Mono
        } else if matches!(colorterm.as_str(), "truecolor" | "24bit")
            || term.ends_with("-direct")
            || (term.is_empty() && value("WT_SESSION").is_some())
        {
            Depth::True
        } else if term.contains("256color") {
            Depth::Ansi256
        } else {
            Depth::Ansi16
        }
    }
}

/// Red, green and blue as they are meant, whatever the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// What edges and marks are shaded towards.
    pub const BLACK: Rgb = Rgb(0, 0, 0);
    /// What highlights are shaded towards.
    pub const WHITE: Rgb = Rgb(255, 255, 255);

    /// Reads `#rrggbb`.
    pub fn parse(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Rgb(red, green, blue))
    }

    /// This colour moved a share of the way (0 to 1) towards another.
    pub fn mix(self, other: Rgb, share: f32) -> Rgb {
        let channel = |from: u8, to: u8| {
            let (from, to) = (f32::from(from), f32::from(to));
            (from + (to - from) * share.clamp(0.0, 1.0)).round() as u8
        };
        Rgb(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }

    /// The squared distance, with the weights of the eye: green counts most.
    pub fn distance(self, other: Rgb) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        3 * square(self.0, other.0) + 4 * square(self.1, other.1) + 2 * square(self.2, other.2)
    }

    /// The contrast ratio of WCAG, from 1 (the same) to 21 (black on white).
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Relative luminance, from 0 to 1.
    pub fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The nearest of the 240 fixed colours of a 256-colour terminal. The first sixteen are left
    /// out, because every terminal paints those as it likes.
    pub fn nearest_256(self) -> u8 {
        (16..=255).min_by_key(|&index| self.distance(Rgb::of_256(index))).expect("240 candidates")
    }

    /// The colour behind an index of a 256-colour terminal.
    ///
    /// ```text
    /// 0..16    the sixteen named ones, here with the values of xterm
    /// 16..232  a cube of 6 x 6 x 6
    /// 232..256 24 greys
    /// ```
    pub fn of_256(index: u8) -> Rgb {
        match index {
            0..16 => {
                let (red, green, blue) = XTERM[usize::from(index)];
                Rgb(red, green, blue)
            }
            16..232 => {
                let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
                let at = index - 16;
                Rgb(level(at / 36), level(at / 6 % 6), level(at % 6))
            }
            232.. => {
                let grey = 8 + 10 * (index - 232);
                Rgb(grey, grey, grey)
            }
        }
    }

    /// What a terminal colour looks like; `None` for the terminal's own default.
    pub fn of_color(color: Color) -> Option<Rgb> {
        match color {
            Color::Rgb(red, green, blue) => Some(Rgb(red, green, blue)),
            Color::Indexed(index) => Some(Rgb::of_256(index)),
            named => {
                let index = NAMED.iter().position(|(_, color)| *color == named)?;
                u8::try_from(index).ok().map(Rgb::of_256)
            }
        }
    }
}

impl From<Rgb> for Color {
    fn from(Rgb(red, green, blue): Rgb) -> Color {
        Color::Rgb(red, green, blue)
    }
}

/// A colour as it is meant together with the colour that this terminal shows for it.
///
/// The painter reasons with `rgb` at every depth and writes `color`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ink {
    rgb: Rgb,
    color: Color,
}

impl Ink {
    /// Nothing checks that `color` is what this terminal shows for `rgb`.
    pub fn new(rgb: Rgb, color: Color) -> Ink {
        Ink { rgb, color }
    }

    /// The colour as it is meant, to reckon with at any depth.
    pub fn rgb(self) -> Rgb {
        self.rgb
    }

    /// The colour this terminal shows, to write into a cell.
    pub fn color(self) -> Color {
        self.color
    }

    /// Whether this terminal can show the shades between two colours.
    pub fn blends(self) -> bool {
        matches!(self.color, Color::Rgb(..))
    }

    /// A derived shade. In 256 colours the nearest one; in 16 there is nothing between two
    /// colours, so it is the one or the other.
    pub fn towards(self, other: Ink, share: f32) -> Ink {
        let rgb = self.rgb.mix(other.rgb, share);
        let color = match (self.color, other.color) {
            (Color::Rgb(..), _) => rgb.into(),
            (Color::Indexed(_), _) => Color::Indexed(rgb.nearest_256()),
            (near, far) => {
                if share < 0.5 {
                    near
                } else {
                    far
                }
            }
        };
        Ink { rgb, color }
    }

    /// The edge of a piece: 30 % towards black.
    pub fn edge(self) -> Ink {
        self.shaded(Rgb::BLACK, 0.30)
    }

    /// The highlight of a piece: 45 % towards white.
    pub fn highlight(self) -> Ink {
        self.shaded(Rgb::WHITE, 0.45)
    }

    /// A mark on a piece: halfway towards black.
    pub fn mark(self) -> Ink {
        match self.color {
            Color::Rgb(..) | Color::Indexed(_) => self.shaded(Rgb::BLACK, 0.50),
            _ => Ink { rgb: self.rgb.mix(Rgb::BLACK, 0.50), color: Color::Black },
        }
    }

    /// Lightness towards black or white; among 16 colours a piece keeps its one colour.
    pub fn shaded(self, end: Rgb, share: f32) -> Ink {
        self.towards(Ink { rgb: end, color: self.color }, share)
    }
}

/// The sixteen colours by the names that theme files use, in the order of their codes.
pub const NAMED: [(&str, Color); 16] = [
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("white", Color::Gray),
    ("bright black", Color::DarkGray),
    ("bright red", Color::LightRed),
    ("bright green", Color::LightGreen),
    ("bright yellow", Color::LightYellow),
    ("bright blue", Color::LightBlue),
    ("bright magenta", Color::LightMagenta),
    ("bright cyan", Color::LightCyan),
    ("bright white", Color::White),
];

const XTERM: [(u8, u8, u8); 16] = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        Depth::detect(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_decides_how_many_colours() {
        assert_eq!(depth(&[]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::Mono);
        assert_eq!(depth(&[("WT_SESSION", "a")]), Depth::True);
        assert_eq!(depth(&[("WT_SESSION", "a"), ("TERM", "xterm")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Ansi256);
        assert_eq!(depth(&[("TERM", "xterm-direct")]), Depth::True);
        assert_eq!(depth(&[("TERM", "tmux-256color"), ("COLORTERM", "24bit")]), Depth::True);
        assert_eq!(depth(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Depth::Mono);
        assert_eq!(depth(&[("COLORTERM", "truecolor"), ("NO_COLOR", "")]), Depth::True);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "yes")]), Depth::Ansi256);
    }

    #[test]
    fn colours_are_read_mixed_and_measured() {
        assert_eq!(Rgb::parse("#d6ae70"), Some(Rgb(0xd6, 0xae, 0x70)));
        for bad in ["d6ae70", "#d6ae7", "#d6ae7g", "#+12345", ""] {
            assert_eq!(Rgb::parse(bad), None, "{bad}");
        }
        assert_eq!(Rgb::BLACK.mix(Rgb(200, 100, 0), 0.5), Rgb(100, 50, 0));
        assert!((Rgb::BLACK.contrast(Rgb::WHITE) - 21.0).abs() < 0.01);
    }

    #[test]
    fn every_fixed_colour_is_its_own_nearest() {
        for index in 16..=255 {
            let near = Rgb::of_256(index).nearest_256();
            assert_eq!(Rgb::of_256(near), Rgb::of_256(index));
        }
    }

    #[test]
    fn derived_shades_follow_the_depth() {
        let red = |color| Ink::new(Rgb(200, 80, 60), color);
        let ground = Ink::new(Rgb::BLACK, Color::Reset);
        assert_eq!(
            red(Color::Rgb(200, 80, 60)).towards(ground, 0.5).color(),
            Color::Rgb(100, 40, 30)
        );
        assert!(matches!(red(Color::Indexed(167)).edge().color(), Color::Indexed(16..)));
        assert_eq!(red(Color::LightRed).edge().color(), Color::LightRed);
        assert_eq!(red(Color::LightRed).towards(ground, 0.6).color(), Color::Reset);
        assert_eq!(red(Color::LightRed).mark().color(), Color::Black);
    }
}

//! Colours by meaning. Code asks for `brass` or for the ink of a seat; which colour that is, in
//! true colour, 256, 16 or none at all, is written in `config/themes/*.toml`.
//!
//! The only file that knows `NO_COLOR`'s consequences: without colours a meaning becomes bold, dim
//! or nothing, and the terminal's own colours remain.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use toml::{Spanned, Value};

use super::colour::NAMED;
pub use super::colour::{Depth, Ink, Rgb};
use crate::play::{FileError, Hue, read_toml};
pub use crate::store::THEMES;

macro_rules! meanings {
    ($($(#[$doc:meta])* $meaning:ident = $key:literal,)*) => {
        /// What a colour is for.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Meaning { $($(#[$doc])* $meaning,)* }

        impl Meaning {
            /// In the order in which a theme keeps its inks.
            pub const ALL: &[Meaning] = &[$(Meaning::$meaning,)*];

            /// The key in a theme file.
            pub fn key(self) -> &'static str {
                match self { $(Meaning::$meaning => $key,)* }
            }
        }
    };
}

meanings! {
    /// The board side.
    Ground = "ground",
    /// The side panel.
    Panel = "panel",
    /// Title, footer, popup.
    Bar = "bar",
    /// Rules, axes, the empty part of a bar.
    Line = "line",
    /// What one may miss: move numbers, disabled things.
    Faint = "faint",
    /// Labels, second lines, unselected things.
    Muted = "muted",
    /// Values.
    Text = "text",
    /// The cursor, the active name.
    Bright = "bright",
    /// Headings, keys, focus, the default button.
    Brass = "brass",
    /// The background of the chosen row.
    Focus = "focus",
    /// Where one may go.
    Legal = "legal",
    /// The surface of a legal cell where colours do not mix.
    Lit = "lit",
    /// Wins, what is done, what is clearly better.
    Good = "good",
    /// Losses, traps, values below 0.
    Bad = "bad",
    /// Refusals, threats, what is wrong with a file.
    Warn = "warn",
    /// Pieces of the red seat.
    Red = "red",
    /// Pieces of the yellow seat.
    Yellow = "yellow",
    /// Pieces of the green seat.
    Green = "green",
    /// Pieces of the blue seat.
    Blue = "blue",
    /// Pieces of the pink seat.
    Pink = "pink",
    /// Pieces of the violet seat.
    Violet = "violet",
    /// Name, moves and mark of the red seat, readable as text.
    RedText = "red-text",
    /// Name, moves and mark of the yellow seat, readable as text.
    YellowText = "yellow-text",
    /// Name, moves and mark of the green seat, readable as text.
    GreenText = "green-text",
    /// Name, moves and mark of the blue seat, readable as text.
    BlueText = "blue-text",
    /// Name, moves and mark of the pink seat, readable as text.
    PinkText = "pink-text",
    /// Name, moves and mark of the violet seat, readable as text.
    VioletText = "violet-text",
    /// Connect Four's frame.
    Plate = "plate",
    /// A hole in it.
    Hole = "hole",
    /// The cloth that pieces stand on.
    Felt = "felt",
    /// Boards and crates.
    Wood = "wood",
    /// Ground to walk on.
    Sand = "sand",
    /// Walls that stay.
    Stone = "stone",
    /// Walls that can be melted.
    Ice = "ice",
    /// Dice, eyes, rims: white on any theme.
    Ivory = "ivory",
    /// Pupils, pips: black on any theme.
    Ebony = "ebony",
}

/// The colours of a theme as one terminal shows them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theme {
    name: String,
    depth: Depth,
    inks: Vec<Ink>,
    heat: [Ink; 10],
}

impl Theme {
    /// A bundled theme, or `None` for a name that is none of them.
    pub fn load(name: &str, depth: Depth) -> Option<Theme> {
        let text = bundled(name)?;
        Some(Theme::parse(name, text, depth).expect("the bundled themes are tested"))
    }

    /// The theme to fall back on: it always loads.
    pub fn usual(depth: Depth) -> Theme {
        Theme::load(THEMES[0].0, depth).expect("the usual theme is bundled")
    }

    /// A theme file of the user's, called `name`.
    pub fn parse(name: &str, text: &str, depth: Depth) -> Result<Theme, FileError> {
        let colours = Colours::read(text)?;
        let depth = depth.min(colours.depth);
        let missing = |key: &str| {
            FileError::new(format!("'{key}' is missing, and there is no 'base' to take it from"))
        };
        let mut inks = Vec::with_capacity(Meaning::ALL.len());
        for meaning in Meaning::ALL {
            let shade = colours.shades.get(meaning.key()).ok_or_else(|| missing(meaning.key()))?;
            inks.push(shade.at(depth));
        }
        let heat = colours.heat.ok_or_else(|| missing("heat"))?.map(|shade| shade.at(depth));
        Ok(Theme { name: name.to_owned(), depth, inks, heat })
    }

    /// As the settings call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many colours it uses: as many as the terminal shows, or fewer if its file says so.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// For surfaces, pieces and mixing; text wants [`Theme::style`].
    pub fn ink(&self, meaning: Meaning) -> Ink {
        self.inks[meaning as usize]
    }

    /// What to write into a cell for it.
    pub fn color(&self, meaning: Meaning) -> Color {
        self.ink(meaning).color()
    }

    /// Text with this meaning on whatever lies behind. Where colours are few, bold or dim helps.
    #[inline(never)]
    pub fn style(&self, meaning: Meaning) -> Style {
        let style = Style::new().fg(self.color(meaning));
        match (self.depth, meaning) {
            (Depth::Mono | Depth::Ansi16, Meaning::Bright) => style.add_modifier(Modifier::BOLD),
            (Depth::Mono, Meaning::Brass | Meaning::Warn | Meaning::Legal) => {
                style.add_modifier(Modifier::BOLD)
            }
            (Depth::Mono, Meaning::Faint | Meaning::Line) => style.add_modifier(Modifier::DIM),
            _ => style,
        }
    }

    /// Values and sentences.
    pub fn text(&self) -> Style {
        self.style(Meaning::Text)
    }

    /// What one looks at now.
    pub fn bright(&self) -> Style {
        self.style(Meaning::Bright)
    }

    /// Bright and bold: the name of the screen, the one to play, the cursor.
    pub fn strong(&self) -> Style {
        self.bright().add_modifier(Modifier::BOLD)
    }

    /// Labels and second lines.
    pub fn muted(&self) -> Style {
        self.style(Meaning::Muted)
    }

    /// What one may miss.
    pub fn faint(&self) -> Style {
        self.style(Meaning::Faint)
    }

    /// Rules, axes and the empty part of bars.
    pub fn line(&self) -> Style {
        self.style(Meaning::Line)
    }

    /// Headings, and what has the focus.
    pub fn brass(&self) -> Style {
        self.style(Meaning::Brass)
    }

    /// A key one may press.
    pub fn key(&self) -> Style {
        self.brass().add_modifier(Modifier::BOLD)
    }

    /// Where one may go.
    pub fn legal(&self) -> Style {
        self.style(Meaning::Legal)
    }

    /// Wins, and what is done.
    pub fn good(&self) -> Style {
        self.style(Meaning::Good)
    }

    /// Losses and traps.
    pub fn bad(&self) -> Style {
        self.style(Meaning::Bad)
    }

    /// Refusals and threats.
    pub fn warn(&self) -> Style {
        self.style(Meaning::Warn)
    }

    /// The pieces of a seat.
    pub fn piece(&self, hue: Hue) -> Ink {
        self.ink(match hue {
            Hue::Red => Meaning::Red,
            Hue::Yellow => Meaning::Yellow,
            Hue::Green => Meaning::Green,
            Hue::Blue => Meaning::Blue,
            Hue::Pink => Meaning::Pink,
            Hue::Violet => Meaning::Violet,
        })
    }

    /// A seat's name, moves and mark, as text.
    pub fn seat(&self, hue: Hue) -> Style {
        self.style(match hue {
            Hue::Red => Meaning::RedText,
            Hue::Yellow => Meaning::YellowText,
            Hue::Green => Meaning::GreenText,
            Hue::Blue => Meaning::BlueText,
            Hue::Pink => Meaning::PinkText,
            Hue::Violet => Meaning::VioletText,
        })
    }

    /// Text on a piece's own colour: the last move in a list, a letter on a pawn.
    pub fn on_piece(&self, hue: Hue) -> Style {
        self.on(self.piece(hue)).add_modifier(Modifier::BOLD)
    }

    /// Whether the ground is lighter than what is written on it.
    pub fn is_light(&self) -> bool {
        self.ink(Meaning::Ground).rgb().luminance() > self.ink(Meaning::Text).rgb().luminance()
    }

    /// Text on any surface, in ivory or ebony, whichever is easier to read; in mono it is reverse.
    pub fn on(&self, surface: Ink) -> Style {
        if self.depth == Depth::Mono {
            return Style::new().add_modifier(Modifier::REVERSED);
        }
        Style::new().fg(self.readable_on(surface).color()).bg(surface.color())
    }

    /// Ivory or ebony, whichever is easier to read on this surface.
    pub fn readable_on(&self, surface: Ink) -> Ink {
        let (ivory, ebony) = (self.ink(Meaning::Ivory), self.ink(Meaning::Ebony));
        let light = surface.rgb().contrast(ivory.rgb()) > surface.rgb().contrast(ebony.rgb());
        if light { ivory } else { ebony }
    }

    /// A value from 0 to 9 by its heat; lower ones are bad.
    pub fn heat(&self, value: i32) -> Style {
        Style::new().fg(self.heat_ink(value).color())
    }

    /// The same for a surface; above 9 counts as 9.
    pub fn heat_ink(&self, value: i32) -> Ink {
        match usize::try_from(value) {
            Ok(value) => self.heat[value.min(9)],
            Err(_) => self.ink(Meaning::Bad),
        }
    }

    /// A surface where one may go.
    pub fn lit(&self, surface: Ink) -> Ink {
        if surface.blends() {
            surface.towards(self.ink(Meaning::Legal), 0.20)
        } else {
            self.ink(Meaning::Lit)
        }
    }

    /// A piece that steps back: 55 % towards what lies behind it.
    pub fn dimmed(&self, piece: Ink, behind: Ink) -> Ink {
        match self.depth {
            Depth::Mono | Depth::Ansi16 => Ink::new(piece.rgb(), self.color(Meaning::Faint)),
            _ => piece.towards(behind, 0.55),
        }
    }

    /// The two near shades of a checker where cells touch.
    pub fn checker(&self, surface: Ink, column: usize, row: usize) -> Ink {
        if (column + row).is_multiple_of(2) || !surface.blends() {
            surface
        } else {
            surface.towards(self.ink(Meaning::Text), 0.045)
        }
    }

    /// The board side: its background, and the usual text on it.
    pub fn ground(&self) -> Style {
        self.text().bg(self.color(Meaning::Ground))
    }

    /// The side panel.
    pub fn panel(&self) -> Style {
        self.text().bg(self.color(Meaning::Panel))
    }

    /// Title bar, footer and popup. Among 16 colours the bars are in reverse.
    pub fn bar(&self) -> Style {
        self.on_bar(Meaning::Text)
    }

    /// Text with a meaning on a bar. In reverse, colours would become stripes: only bold remains.
    pub fn on_bar(&self, meaning: Meaning) -> Style {
        let loud = matches!(meaning, Meaning::Brass | Meaning::Bright);
        let style = match self.depth {
            Depth::Ansi16 => Style::new().add_modifier(Modifier::REVERSED),
            Depth::Mono => Style::new(),
            _ => self.style(meaning).bg(self.color(Meaning::Bar)),
        };
        if loud { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// The chosen row of a list; in mono its mark and bold must do.
    pub fn focus_row(&self) -> Style {
        match self.depth {
            Depth::Mono => Style::new().add_modifier(Modifier::BOLD),
            Depth::Ansi16 => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.text().bg(self.color(Meaning::Focus)),
        }
    }

    /// The default button and the chosen one of several, while the focus is there.
    pub fn chosen(&self) -> Style {
        self.on(self.ink(Meaning::Brass)).add_modifier(Modifier::BOLD)
    }

    /// The chosen one of several while the focus is elsewhere.
    pub fn chosen_quietly(&self) -> Style {
        match self.depth {
            Depth::Mono | Depth::Ansi16 => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.on(self.ink(Meaning::Muted)),
        }
    }
}

fn bundled(name: &str) -> Option<&'static str> {
    THEMES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// One colour of a theme file at every depth.
#[derive(Clone, Copy)]
struct Shade {
    rgb: Rgb,
    ansi256: u8,
    ansi16: Color,
}

impl Shade {
    fn at(self, depth: Depth) -> Ink {
        let color = match depth {
            Depth::True => self.rgb.into(),
            Depth::Ansi256 => Color::Indexed(self.ansi256),
            Depth::Ansi16 => self.ansi16,
            Depth::Mono => Color::Reset,
        };
        Ink::new(self.rgb, color)
    }

    /// Reads `"#rrggbb"` or `["#rrggbb", 256-colour index, "name among 16"]`.
    fn read(value: &Value) -> Result<Shade, String> {
        const SHAPE: &str = "expected \"#rrggbb\" or [\"#rrggbb\", 0 to 255, \"name\"]";
        let hex = |value: &Value| match value {
            Value::String(text) => Rgb::parse(text)
                .ok_or_else(|| format!("'{text}' isn't a colour; use '#' and six hex digits")),
            _ => Err(SHAPE.to_owned()),
        };
        match value {
            Value::Array(parts) => {
                let [rgb, Value::Integer(index), Value::String(name)] = parts.as_slice() else {
                    return Err(SHAPE.to_owned());
                };
                let ansi256 = u8::try_from(*index)
                    .map_err(|_| format!("'{index}' isn't a colour index; use 0 to 255"))?;
                Ok(Shade { rgb: hex(rgb)?, ansi256, ansi16: named(name)? })
            }
            _ => {
                let rgb = hex(value)?;
                Ok(Shade { rgb, ansi256: rgb.nearest_256(), ansi16: nearest_16(rgb) })
            }
        }
    }
}

fn named(name: &str) -> Result<Color, String> {
    if name == "default" {
        return Ok(Color::Reset);
    }
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, color)| *color).ok_or_else(|| {
        format!("'{name}' isn't one of the 16 colours; use 'bright red' or 'default', for instance")
    })
}

fn nearest_16(rgb: Rgb) -> Color {
    let distance = |(_, color): &&(&str, Color)| {
        rgb.distance(Rgb::of_color(*color).expect("a named colour has a value"))
    };
    NAMED.iter().min_by_key(distance).map(|(_, color)| *color).expect("sixteen candidates")
}

/// A theme file, with what its base fills in.
struct Colours {
    depth: Depth,
    shades: BTreeMap<String, Shade>,
    heat: Option<[Shade; 10]>,
}

impl Colours {
    fn read(text: &str) -> Result<Colours, FileError> {
        let file: BTreeMap<Spanned<String>, Spanned<Value>> = read_toml(text)?;
        let mut colours = match file.iter().find(|(key, _)| key.get_ref() == "base") {
            Some((_, base)) => Colours::base(base.get_ref())
                .map_err(|why| FileError::at(text, base.span(), why))?,
            None => Colours { depth: Depth::True, shades: BTreeMap::new(), heat: None },
        };
        for (key, value) in &file {
            let result = match key.get_ref().as_str() {
                "base" => Ok(()),
                "depth" => read_depth(value.get_ref()).map(|depth| colours.depth = depth),
                "heat" => read_heat(value.get_ref()).map(|heat| colours.heat = Some(heat)),
                name if Meaning::ALL.iter().any(|meaning| meaning.key() == name) => {
                    Shade::read(value.get_ref()).map(|shade| {
                        colours.shades.insert(name.to_owned(), shade);
                    })
                }
                name => {
                    let why = format!("'{name}' isn't a colour of a theme; dark.toml has them all");
                    return Err(FileError::at(text, key.span(), why));
                }
            };
            let named = |why| format!("'{}': {why}", key.get_ref());
            result.map_err(|why| FileError::at(text, value.span(), named(why)))?;
        }
        Ok(colours)
    }

    fn base(value: &Value) -> Result<Colours, String> {
        let names = THEMES.map(|(name, _)| name).join(", ");
        let text = value.as_str().and_then(bundled);
        let text = text.ok_or_else(|| format!("'base': {value} isn't a theme; use {names}"))?;
        Colours::read(text).map_err(|error| error.to_string())
    }
}

fn read_depth(value: &Value) -> Result<Depth, String> {
    match value.as_str() {
        Some("true") => Ok(Depth::True),
        Some("256") => Ok(Depth::Ansi256),
        Some("16") => Ok(Depth::Ansi16),
        Some("mono") => Ok(Depth::Mono),
        _ => Err(format!("{value} isn't a depth; use 'true', '256', '16' or 'mono'")),
    }
}

fn read_heat(value: &Value) -> Result<[Shade; 10], String> {
    let shape = || "expected ten colours, for the values 0 to 9".to_owned();
    let shades = value.as_array().ok_or_else(shape)?;
    let shades: Vec<Shade> = shades.iter().map(Shade::read).collect::<Result<_, _>>()?;
    shades.try_into().map_err(|_| shape())
}

#[cfg(test)]
mod tests;

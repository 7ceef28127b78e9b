//! The pictures on the track: geese, inns, wells and the rest, as pixels of one column by half a
//! row. Each letter is a colour; what a cell shows follows from its name, or from what it does.

use ratatui::style::{Modifier, Style};

use crate::games::goose::{Cell, Effect};
use crate::tui::colour::Ink;
use crate::tui::painter::Canvas;
use crate::tui::text::width;
use crate::tui::theme::Meaning;
use crate::tui::{Charset, Look};

/// A picture of a cell, and the colour of the ground it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sight {
    Goose,
    Well,
    Jail,
    Inn,
    Maze,
    Bridge,
    Skull,
    Home,
    /// A trap of another name.
    Pit,
    /// A rest of another name.
    Hourglass,
    /// A jump back of another name; any jump forward is a bridge.
    Backwards,
}

/// Words by which a cell's name is known for what it is, in English and in French.
const NAMES: [(&str, Sight); 14] = [
    ("well", Sight::Well),
    ("puits", Sight::Well),
    ("jail", Sight::Jail),
    ("prison", Sight::Jail),
    ("inn", Sight::Inn),
    ("hotel", Sight::Inn),
    ("auberge", Sight::Inn),
    ("maze", Sight::Maze),
    ("labyrinth", Sight::Maze),
    ("bridge", Sight::Bridge),
    ("pont", Sight::Bridge),
    ("death", Sight::Skull),
    ("skull", Sight::Skull),
    ("mort", Sight::Skull),
];

/// A goose that fits below the number when its pixels are twice as large.
const SHORT_GOOSE: [&str; 7] =
    [".....ww.", ".....wko", ".....ww.", "g...www.", "wwwggww.", ".wwwww..", "..o..o.."];

impl Sight {
    /// What there is to see on a cell; nothing on a plain one.
    pub fn of(cells: &[Cell], cell: u16) -> Option<Sight> {
        let Cell { effect, name, .. } = &cells[usize::from(cell)];
        let last = usize::from(cell) + 1 == cells.len();
        let known = || {
            let name = name.as_deref()?.to_lowercase();
            NAMES.iter().find(|(word, _)| name.split(' ').any(|part| part == *word))
        };
        match *effect {
            Effect::Plain if last => Some(Sight::Home),
            Effect::Plain => None,
            Effect::Goose => Some(Sight::Goose),
            _ if known().is_some() => known().map(|(_, sight)| *sight),
            Effect::Trap => Some(Sight::Pit),
            Effect::Wait(_) => Some(Sight::Hourglass),
            // Whoever has to begin again is dead, whatever the board calls it.
            Effect::Teleport(0 | 1) => Some(Sight::Skull),
            Effect::Teleport(to) if to < cell => Some(Sight::Backwards),
            Effect::Teleport(_) => Some(Sight::Bridge),
        }
    }

    /// The colour of what it does, for its words and its ground.
    pub fn tone(self) -> Meaning {
        match self {
            Sight::Goose => Meaning::Warn,
            Sight::Jail | Sight::Pit => Meaning::Bad,
            Sight::Inn | Sight::Hourglass => Meaning::Pink,
            Sight::Maze => Meaning::Green,
            Sight::Well | Sight::Backwards => Meaning::Blue,
            Sight::Bridge => Meaning::Legal,
            Sight::Skull => Meaning::Stone,
            Sight::Home => Meaning::Brass,
        }
    }

    /// The ground under it.
    pub fn ground(self, look: &Look, plain: Ink) -> Ink {
        let theme = look.theme();
        match self {
            _ if !plain.blends() => plain,
            Sight::Home => theme.ink(Meaning::Brass),
            Sight::Skull => plain.towards(theme.ink(Meaning::Ebony), 0.55),
            Sight::Goose => plain.towards(theme.ink(Meaning::Warn), 0.32),
            sight => plain.towards(theme.ink(sight.tone()), 0.24),
        }
    }

    /// At most 8 pixels by 9; what is 9 high reaches into the row of the number.
    fn large(self) -> &'static [&'static str] {
        match self {
            Sight::Goose => &[
                ".....ww.", ".....wko", ".....ww.", ".....ww.", "g...www.", "wwwggww.", "wwggwww.",
                ".wwwww..", "..o..o..",
            ],
            Sight::Well => &[
                "..rrrr..", ".rrrrrr.", ".n.bb.n.", ".nbbbbn.", ".gbbbbg.", ".gdgdgg.", ".ggdgdg.",
            ],
            Sight::Jail => &[
                ".gggggg.", "gkskskkg", "gkskskkg", "gkskskkg", "gkskskkg", "gggggggg", "gdgdgdgd",
            ],
            Sight::Inn => &[
                "...rrg..", "..rrrr..", ".rrrrrr.", "rrrrrrrr", ".wywwyw.", ".wwnnww.", ".wwnnww.",
            ],
            Sight::Maze => &[
                "eeeeeeee", "e......e", "e.eeee.e", "e.e..e.e", "e.ee.e.e", "e....e.e", "eeeeee.e",
            ],
            Sight::Bridge => &[
                "..gggg..", ".gggggg.", "gg....gg", "gg....gg", "gd....dg", "bbbbbbbb", "cbbcbbbc",
            ],
            Sight::Skull => &[
                ".wwwwww.", "wwwwwwww", "wkkwwkkw", "wkkwwkkw", "wwwkkwww", ".wwwwww.", ".w.ww.w.",
            ],
            Sight::Home => &[
                "....kr..", "....k...", "...RRR..", "..RRRRR.", ".RRRRRRR", "..wwnww.", "..wwnww.",
            ],
            Sight::Pit => &[
                "........", ".gggggg.", "gkkkkkkg", "gkkkkkkg", "gkkkkkkg", "dgkkkkgd", ".dddddd.",
            ],
            Sight::Hourglass => &[
                ".nnnnnn.", "..wyyw..", "...yy...", "...ww...", "..wyww..", "..yyyy..", ".nnnnnn.",
            ],
            Sight::Backwards => &[
                "...b....", "..bb....", ".bbbbbbb", "bbbbbbbb", ".bbbbbbb", "..bb....", "...b....",
            ],
        }
    }

    /// 5 pixels by 4, for those that are known at that size.
    fn small(self) -> Option<&'static [&'static str]> {
        match self {
            Sight::Goose => Some(&["...wo", "...w.", "wwww.", ".o.o."]),
            Sight::Skull => Some(&[".www.", "wkwkw", "wwwww", ".w.w."]),
            Sight::Home => Some(&["..R..", ".RRR.", "RRRRR", ".wnw."]),
            _ => None,
        }
    }

    /// In letters and signs, for terminals that have nothing else.
    fn signs(self) -> [&'static str; 3] {
        match self {
            Sight::Goose => ["   (o)>", "__/ /  ", "\\__/   "],
            Sight::Well => [" /---\\ ", " |~~~| ", " [###] "],
            Sight::Jail => ["+=====+", "| | | |", "+=====+"],
            Sight::Inn => ["  /^\\  ", " /___\\ ", " | n | "],
            Sight::Maze => ["+-----+", "| +-. |", "| '---+"],
            Sight::Bridge => ["  .-.  ", " /   \\ ", "~~~~~~~"],
            Sight::Skull => [" .---. ", "( o o )", " |mmm| "],
            Sight::Home => ["  /\\ | ", " /__\\| ", " |[]|  "],
            Sight::Pit => [".-----.", " \\   / ", "  '-'  "],
            Sight::Hourglass => [" \\===/ ", "  )=(  ", " /===\\ "],
            Sight::Backwards => ["  /--- ", " <---- ", "  \\--- "],
        }
    }

    /// The picture for a cell of this size, and how many pixels each of its own takes.
    fn drawing(self, width: u16, height: u16) -> Option<(&'static [&'static str], u16)> {
        match (width, height) {
            (17.., 8..) if self == Sight::Goose => Some((&SHORT_GOOSE, 2)),
            (17.., 8..) => Some((self.large(), 2)),
            (9.., 5..) => Some((self.large(), 1)),
            (5.., 3..) => self.small().map(|drawing| (drawing, 1)),
            _ => None,
        }
    }

    /// Whether a cell of this size has room for the picture without colour, between its number and
    /// the line below.
    pub fn prints(self, look: &Look, width: u16, height: u16) -> bool {
        match look.charset() {
            Charset::Unicode => self.print_of(width, height).is_some(),
            Charset::Ascii => width >= 9 && height >= 5,
        }
    }

    fn print_of(self, width: u16, height: u16) -> Option<&'static [&'static str]> {
        match (width, height) {
            (11.., 6..) if self == Sight::Goose => Some(&SHORT_GOOSE),
            (11.., 6..) => Some(self.large()),
            (7.., 4..) => self.small(),
            _ => None,
        }
    }

    /// The picture without colour at the foot of a cell, whose last column and row belong to the lines.
    pub fn print(self, look: &Look, canvas: &mut Canvas, style: Style) {
        if look.charset() == Charset::Ascii {
            let signs = self.signs();
            let left = canvas.width().saturating_sub(1 + signs[0].len() as u16) / 2;
            let top = canvas.height().saturating_sub(1 + signs.len() as u16);
            canvas.art(left, top, &signs, style);
            return;
        }
        self.print_blocks(canvas, style);
    }

    /// Two pixels to a character: the dark ones are holes.
    fn print_blocks(self, canvas: &mut Canvas, style: Style) {
        let Some(drawing) = self.print_of(canvas.width(), canvas.height()) else { return };
        let (wide, high) = (drawing[0].len(), drawing.len() as i32);
        let dark: &[u8] = match self {
            Sight::Home => b".dy",
            Sight::Backwards => b".",
            // Water, bars, eyes and shadows.
            _ => b".kdyb",
        };
        let light = |row: i32, column: usize| {
            let line = usize::try_from(row).ok().and_then(|row| drawing.get(row));
            let letter = line.and_then(|line| line.as_bytes().get(column));
            letter.is_some_and(|letter| !dark.contains(letter))
        };
        // An odd number of rows begins with half a one, so that all stand on the ground.
        let lines: Vec<String> = (-(high % 2)..high)
            .step_by(2)
            .map(|row| {
                let sign = |x| match (light(row, x), light(row + 1, x)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                };
                (0..wide).map(sign).collect()
            })
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let left = canvas.width().saturating_sub(1 + wide as u16) / 2;
        let top = canvas.height().saturating_sub(1 + lines.len() as u16);
        canvas.art(left, top, &lines, style);
    }

    /// Whether a cell of this size has room for the picture.
    pub fn fits(self, width: u16, height: u16) -> bool {
        self.drawing(width, height).is_some()
    }

    /// Paints the picture at the foot of a cell; the last column and half a row belong to the way
    /// on, where there is room for that.
    pub fn paint(self, look: &Look, canvas: &mut Canvas) {
        let Some((drawing, scale)) = self.drawing(canvas.width(), canvas.height()) else { return };
        let (wide, high) = (drawing[0].len() as u16 * scale, drawing.len() as u16 * scale);
        let free = u16::from(canvas.height() >= 5);
        let left = canvas.width().saturating_sub(free + wide) / 2;
        // A large one stands right below the number.
        let top = (2 * canvas.height()).saturating_sub(high + if scale > 1 { 0 } else { free });
        canvas.pixels(left, top, scale, drawing, |letter| colour(look, letter));
    }
}

fn colour(look: &Look, letter: char) -> Option<Ink> {
    let theme = look.theme();
    let (ink, ivory) = (|meaning| theme.ink(meaning), theme.ink(Meaning::Ivory));
    Some(match letter {
        'w' => ivory,
        'g' => ink(Meaning::Stone),
        'd' => ink(Meaning::Stone).edge(),
        's' => ink(Meaning::Stone).towards(ivory, 0.6),
        'k' => ink(Meaning::Ebony),
        'o' => ink(Meaning::Warn),
        'y' => ink(Meaning::Yellow),
        'r' => ink(Meaning::Red).edge(),
        'R' => ink(Meaning::Red).towards(ink(Meaning::Ebony), 0.45),
        'n' => ink(Meaning::Brass).towards(ink(Meaning::Ebony), 0.5),
        'b' => ink(Meaning::Blue),
        'c' => ink(Meaning::Legal),
        'e' => ink(Meaning::Green),
        _ => return None,
    })
}

/// A pawn at the foot of a canvas, `foot` half rows above its edge; as much of it as there is room
/// for. Its mark stands in the last row of the body.
pub fn pawn(look: &Look, piece: Ink, canvas: &mut Canvas, foot: u16) {
    let drawing: &[&str] = match (canvas.width(), canvas.height()) {
        (5.., 4..) => &[".hlh.", ".hhh.", "..h..", ".hhh.", ".hhh.", "eeeee"],
        (5.., 2 | 3) => &[".hlh.", "..h..", ".hhh.", ".hhh."],
        (3.., 2..) => &[".h.", "hhh", "hhh"],
        _ => &["hhh", "hhh"],
    };
    let (scale, foot) = if canvas.height() >= 8 { (2, 0) } else { (1, foot) };
    let (wide, high) = (scale * drawing[0].len() as u16, scale * drawing.len() as u16);
    let left = canvas.width().saturating_sub(wide) / 2;
    let top = (2 * canvas.height()).saturating_sub(high + foot);
    canvas.pixels(left, top, scale, drawing, |letter| match letter {
        'h' => Some(piece),
        'l' => Some(piece.towards(look.theme().ink(Meaning::Ivory), 0.5)),
        'e' => Some(piece.edge()),
        _ => None,
    });
}

/// The size of a pawn without colour.
pub const PRINTED: (u16, u16) = (5, 3);

/// A pawn without colour, with its mark on the foot.
pub fn printed_pawn(tag: &str, canvas: &mut Canvas, style: Style) {
    canvas.art(0, 0, &[" ███ ", " ▄█▄ ", "▄███▄"], style);
    let from = PRINTED.0.saturating_sub(width(tag)) / 2;
    for (letter, x) in tag.chars().zip(from..) {
        let style = style.add_modifier(Modifier::REVERSED);
        canvas.letter(x, 2, letter.encode_utf8(&mut [0; 4]), style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::{Charset, Depth, Theme};

    #[test]
    fn every_picture_is_even_and_knows_its_colours() {
        let look = Look::new(Theme::usual(Depth::True), Charset::Unicode);
        let sights = NAMES.iter().map(|(_, sight)| *sight).chain([
            Sight::Goose,
            Sight::Home,
            Sight::Pit,
            Sight::Hourglass,
            Sight::Backwards,
        ]);
        for sight in sights {
            assert!(sight.signs().iter().all(|line| line.len() == 7), "{sight:?}");
            for drawing in [Some(sight.large()), sight.small()].into_iter().flatten() {
                for line in drawing {
                    assert_eq!(line.len(), drawing[0].len(), "{sight:?}");
                    let known = |letter| letter == '.' || colour(&look, letter).is_some();
                    assert!(line.chars().all(known), "{sight:?}: {line}");
                }
            }
        }
    }
}

//! The banner over a board: one word in pixel letters, one sentence, and some confetti. For the end
//! of a match and whatever else is a moment.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::look::{Charset, Look};
use super::pixels;
use super::text::{fill, put, put_centred, width, wrap};
use super::theme::{Depth, Ink, Meaning};
use crate::lang::{as_told, told};
use crate::play::clean;

/// Sides from this height on have letters of double size.
const TALL: u16 = 44;

/// So many rows more, at the most, to end with a row of cells; more on a tall side.
const MOST_EXTRA: u16 = 4;

/// The least contrast between printed words and their ground.
const LEGIBLE: f32 = 4.5;

/// Columns between the sentence and the nearest confetti.
const AIR: u16 = 3;

/// What a banner says.
#[derive(Clone, Debug)]
pub struct Banner<'a> {
    /// A word or two with the sentence below them, and shorter ways to say the same. The first
    /// whose letters fit is taken.
    pub words: &'a [(String, String)],
    /// The colour of whom it is for.
    pub ink: Ink,
    /// The rows where a row of cells begins, so that none is covered by half.
    pub edges: &'a [u16],
}

/// One way to say it.
struct Form<'a> {
    word: &'a str,
    sentence: Vec<String>,
    /// The size of its pixels; none where it is printed.
    scale: Option<u16>,
}

impl Banner<'_> {
    /// Draws the banner over the board's side of the screen, as large as it can be. It stands on top,
    /// or at the bottom where it would cover one of the places to be seen; where neither is free for
    /// its smallest form it is one row of text. Answers where it stands.
    pub fn draw(&self, look: &Look, side: Rect, seen: &[Rect], buf: &mut Buffer) -> Rect {
        let side = side.intersection(buf.area);
        if self.words.is_empty() {
            return Rect { height: 0, ..side };
        }
        let mut forms = self.forms(look, side).into_iter();
        let found = forms.find_map(|form| Some((self.place(&form, look, side, seen)?, form)));
        let Some((place, Form { word, sentence, scale })) = found else {
            return self.line(look, side, seen, buf);
        };
        let letters = scale.map_or(1, pixels::rows);
        let height = self.height(&sentence, scale, look);
        self.ground(look, place, buf);
        let first = place.y + (place.height - height) / 2;
        let row = |at: u16| Rect { y: first + at, height: 1, ..place };
        match scale {
            Some(scale) => {
                let wide = pixels::columns(word, scale).unwrap_or(0);
                let x = place.x + place.width.saturating_sub(wide) / 2;
                let area = Rect { x, y: first + 1, width: wide, height: letters };
                pixels::draw(look, area, buf, word, self.ink, scale);
                let said = sentence.iter().map(|line| width(line)).max().unwrap_or(0);
                let x = place.x + place.width.saturating_sub(said + 2 * AIR) / 2;
                let said = Rect { x, y: area.bottom(), width: said + 2 * AIR, height: u16::MAX };
                self.confetti(look, place, (area, said), buf);
            }
            None => {
                let capitals = clean(&told(word)).to_uppercase();
                let spaced: Vec<String> = capitals.chars().map(String::from).collect();
                let spaced = spaced.join(" ");
                let word = if width(&spaced) + 4 <= place.width { &spaced } else { word };
                put_centred(buf, row(1), word, self.printed(look));
            }
        }
        for (line, at) in sentence.iter().take(3).zip(1 + letters..) {
            put_centred(buf, row(at), line, look.theme().bright());
        }
        place
    }

    /// What is said and how, the largest first.
    fn forms(&self, look: &Look, side: Rect) -> Vec<Form<'_>> {
        let scales: &[u16] = match look.charset() {
            Charset::Ascii => &[],
            Charset::Unicode if side.height >= TALL => &[2, 1],
            Charset::Unicode => &[1],
        };
        let fits = |word: &str, scale| {
            pixels::columns(word, scale).is_some_and(|wide| wide + 4 <= side.width)
        };
        let large = scales.iter().filter_map(|scale| {
            let words = self.words.iter().find(|(word, _)| fits(word, *scale))?;
            Some((words, Some(*scale)))
        });
        let printed = self.words.first().map(|words| (words, None));
        let forms = large.chain(printed).map(|((word, sentence), scale)| Form {
            word,
            sentence: wrap(sentence, side.width.saturating_sub(4)),
            scale,
        });
        forms.collect()
    }

    /// How many rows it takes at least.
    fn height(&self, sentence: &[String], scale: Option<u16>, look: &Look) -> u16 {
        // Without shades a line closes it, in a row of its own.
        let closing = u16::from(is_framed(look));
        1 + scale.map_or(1, pixels::rows) + sentence.len().min(3) as u16 + closing
    }

    /// Where this form may stand, with whole rows of cells under it if possible.
    fn place(&self, form: &Form, look: &Look, side: Rect, seen: &[Rect]) -> Option<Rect> {
        let height = self.height(&form.sentence, form.scale, look);
        let most = MOST_EXTRA.max(side.height / 6);
        let (below, above) = (side.y + height, side.bottom().saturating_sub(height));
        let edges = || self.edges.iter().copied();
        let end = edges().find(|edge| (below..below + most).contains(edge)).unwrap_or(below);
        let begin = edges().rev().find(|edge| *edge <= above && edge + most > above);
        let begin = begin.unwrap_or(above);
        let top = Rect { height: end - side.y, ..side };
        let bottom = Rect { y: begin, height: side.bottom().saturating_sub(begin), ..side };
        let least = [Rect { height, ..side }, Rect { y: above, height, ..side }];
        let free = |place: &Rect| {
            place.height * 2 <= side.height && !seen.iter().any(|seen| seen.intersects(*place))
        };
        [top, bottom].into_iter().chain(least).find(free)
    }

    fn style(&self, look: &Look) -> Style {
        match look.has_colour() {
            true => Style::new().fg(self.ink.color()),
            false => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The same for words, which must be read on the shaded ground.
    fn printed(&self, look: &Look) -> Style {
        let shares = [0.0, 0.25, 0.5, 0.75];
        let bright = look.theme().ink(Meaning::Bright);
        let ground = self.tint(look).rgb();
        let inks = shares.map(|share| self.ink.towards(bright, share));
        let ink = inks.into_iter().find(|ink| ink.rgb().contrast(ground) >= LEGIBLE);
        let style = match look.has_colour() {
            true => Style::new().fg(ink.unwrap_or(bright).color()),
            false => Style::new(),
        };
        style.add_modifier(Modifier::BOLD)
    }

    fn tint(&self, look: &Look) -> Ink {
        look.theme().ink(Meaning::Ground).towards(self.ink, 0.17)
    }

    /// The ground with a little of the colour in it, where there are enough colours for that.
    fn shade(&self, look: &Look) -> Style {
        let theme = look.theme();
        match look.depth() {
            Depth::True | Depth::Ansi256 => theme.text().bg(self.tint(look).color()),
            Depth::Ansi16 | Depth::Mono => theme.ground(),
        }
    }

    /// The shaded ground, and a thin line of the colour on top.
    fn ground(&self, look: &Look, place: Rect, buf: &mut Buffer) {
        fill(buf, place, self.shade(look));
        let (above, below) = (look.glyph("▔", "-"), look.glyph("▁", "-"));
        for x in place.left()..place.right() {
            put(buf, place, x, place.y, above, self.style(look));
            if is_framed(look) {
                put(buf, place, x, place.bottom() - 1, below, self.style(look));
            }
        }
    }

    /// Eight loose pixels beside the letters, or fewer: they keep off the sentence.
    fn confetti(&self, look: &Look, place: Rect, (letters, said): (Rect, Rect), buf: &mut Buffer) {
        const LOOSE: [(u16, u16); 4] = [(2, 3), (5, 7), (8, 4), (4, 10)];
        let colours = [
            self.ink.color(),
            look.theme().color(Meaning::Brass),
            self.ink.towards(look.theme().ink(Meaning::Ground), 0.5).color(),
        ];
        let scale = letters.height / 3;
        for (at, (x, y)) in LOOSE.into_iter().enumerate() {
            let style = match look.has_colour() {
                true => Style::new().fg(colours[at % colours.len()]),
                false => Style::new(),
            };
            let left = letters.x.checked_sub(x * scale).filter(|left| *left > place.x);
            let right = (letters.right() - 1 + x * scale).min(place.right());
            for (x, y) in [(left, y), (Some(right), 12 - y)] {
                let y = y * scale.max(1) + 2 * (letters.y - 1 - place.y);
                let inside = y / 2 + u16::from(is_framed(look)) < place.height;
                let free = |x: &u16| {
                    let spoken =
                        place.y + y / 2 >= said.y && (said.left()..said.right()).contains(x);
                    x + 1 < place.right() && inside && !spoken
                };
                let Some(x) = x.filter(free) else { continue };
                pixels::pixel(look, place, buf, (x, y), style);
            }
        }
    }

    /// All that is said in one row above the board, or below it.
    fn line(&self, look: &Look, side: Rect, seen: &[Rect], buf: &mut Buffer) -> Rect {
        let first = Rect { height: 1.min(side.height), ..side };
        let last = Rect { y: side.bottom().saturating_sub(1), ..first };
        let covers = |place: &Rect| seen.iter().any(|seen| seen.intersects(*place));
        let place = if covers(&first) { last } else { first };
        fill(buf, place, self.shade(look));
        let said = |(word, sentence): &(String, String)| match word.ends_with("win")
            || word.ends_with("wins")
        {
            true => as_told(&format!("{} {}", told(word), told(sentence))),
            // A draw and a defeat have a sentence of their own behind them.
            false => told(&format!("{word}: {sentence}")).into_owned(),
        };
        let words = self.words.first().map(said).unwrap_or_default();
        let style = self.printed(look);
        let words = look.truncate(&words, place.width).into_owned();
        if is_framed(look) {
            let rule = look.glyph("─", "-").repeat(usize::from(place.width));
            put(buf, place, place.x, place.y, &rule, self.style(look));
            put_centred(buf, place, &format!("  {words}  "), style);
        } else {
            put_centred(buf, place, &words, style);
        }
        place
    }
}

/// Whether lines stand where a shade of the ground would otherwise part it from the board.
fn is_framed(look: &Look) -> bool {
    look.depth() <= Depth::Ansi16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Rgb, Theme};

    #[test]
    fn it_never_covers_what_is_to_be_seen() {
        let side = Rect::new(0, 1, 52, 22);
        let words = [("Ada wins".to_owned(), "with four in a row".to_owned())];
        for depth in [Depth::True, Depth::Ansi256, Depth::Ansi16, Depth::Mono] {
            for charset in [Charset::Unicode, Charset::Ascii] {
                let look = Look::new(Theme::usual(depth), charset);
                let ink = look.theme().ink(Meaning::Red);
                let banner = Banner { words: &words, ink, edges: &[] };
                let at = |seen: &[Rect]| {
                    banner.draw(&look, side, seen, &mut Buffer::empty(Rect::new(0, 0, 80, 24)))
                };
                assert_eq!(at(&[]).y, 1);
                let high = Rect::new(10, 2, 6, 3);
                assert!(!at(&[high]).intersects(high) && at(&[high]).bottom() == side.bottom());
                let both = [high, Rect::new(10, 20, 6, 3)];
                assert_eq!(at(&both).height, 1);
                assert!(at(&both).y == 1);
            }
        }
    }

    /// What a high side has room for is too much where little is free.
    #[test]
    fn it_is_as_large_as_what_is_to_be_seen_allows() {
        let side = Rect::new(0, 1, 154, 58);
        let words = [("Ada wins".to_owned(), "with three in a row".to_owned())];
        let look = Look::new(Theme::usual(Depth::True), Charset::Unicode);
        let banner = Banner { words: &words, ink: look.theme().ink(Meaning::Red), edges: &[] };
        let heights = [20, 8, 5, 3, 2].map(|free| {
            let seen = [Rect::new(20, 1 + free, 90, 58 - free)];
            let buf = &mut Buffer::empty(Rect::new(0, 0, 200, 60));
            banner.draw(&look, side, &seen, buf).height
        });
        assert_eq!(heights, [7, 7, 5, 3, 1]);
    }

    /// On a light ground a yellow seat's words are darker than its pieces.
    #[test]
    fn printed_words_can_be_read_on_every_ground() {
        for name in ["dark", "light"] {
            let look = Look::new(Theme::load(name, Depth::True).unwrap(), Charset::Unicode);
            for hue in crate::play::Hue::ALL {
                let banner = Banner { words: &[], ink: look.theme().piece(hue), edges: &[] };
                let colour = Rgb::of_color(banner.printed(&look).fg.unwrap()).unwrap();
                let contrast = colour.contrast(banner.tint(&look).rgb());
                assert!(contrast >= LEGIBLE, "{name}, {hue:?}: {contrast}");
            }
        }
    }

    #[test]
    fn confetti_keeps_off_the_sentence_and_rows_of_cells_stay_whole() {
        let side = Rect::new(0, 1, 52, 22);
        for sentence in ["with four in a row", "with four in a row, on a diagonal", "by 3 points"] {
            let words = [("You win".to_owned(), sentence.to_owned())];
            for depth in [Depth::True, Depth::Mono] {
                let look = Look::new(Theme::usual(depth), Charset::Unicode);
                let ink = look.theme().ink(Meaning::Red);
                let banner = Banner { words: &words, ink, edges: &[4, 8, 12, 16, 20, 23] };
                let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
                let place = banner.draw(&look, side, &[], &mut buf);
                assert_eq!((place.y, place.bottom()), (1, 8));
                let row = |y| (0..52).map(|x| buf[(x, y)].symbol()).collect::<String>();
                let said = (1..8).map(row).find(|row| row.contains(sentence)).unwrap();
                let [before, after] = said.split(sentence).collect::<Vec<_>>()[..] else {
                    panic!()
                };
                assert!(before.ends_with("   ") && after.starts_with("   "), "{said:?}");
            }
        }
    }

    #[test]
    fn nothing_panics_at_any_size() {
        let look = Look::new(Theme::usual(Depth::True), Charset::Unicode);
        let long = "a long sentence that wraps often";
        let words = [("Yellow wins", long), ("Yellow", long)];
        let words = words.map(|(word, sentence)| (word.to_owned(), sentence.to_owned()));
        let ink = look.theme().ink(Meaning::Yellow);
        let banner = Banner { words: &words, ink, edges: &[] };
        for (columns, rows) in [(0, 0), (1, 1), (5, 3), (30, 9), (52, 22), (166, 57)] {
            let mut buf = Buffer::empty(Rect::new(0, 0, columns, rows));
            banner.draw(&look, Rect::new(0, 1, 300, 300), &[], &mut buf);
        }
    }
}

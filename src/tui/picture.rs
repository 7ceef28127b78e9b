//! A drawn screen, or a part of it, as a file: plain text, or a picture that any browser shows.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use std::time::Duration;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::Look;
use super::theme::{Meaning, Rgb};

/// A cell in pixels.
const WIDE: u16 = 8;
const TALL: u16 = 16;

/// An area as lines of text, without the spaces around it.
pub fn text(buf: &Buffer, area: Rect) -> String {
    let area = area.intersection(buf.area);
    let line = |row: Rect| row.positions().map(|at| buf[at].symbol()).collect::<String>();
    let lines: Vec<String> = area.rows().map(|row| line(row).trim_end().to_owned()).collect();
    let indent = |line: &&String| line.len() - line.trim_start().len();
    let left = lines.iter().filter(|line| !line.is_empty()).map(|it| indent(&it)).min();
    let cut = lines.iter().map(|line| line.get(left.unwrap_or(0)..).unwrap_or_default());
    let text = cut.collect::<Vec<_>>().join("\n");
    let text = text.trim_matches('\n');
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// An area as SVG, in the colours of this look.
pub fn svg(buf: &Buffer, area: Rect, look: &Look) -> String {
    let area = area.intersection(buf.area);
    let sheet = Sheet::new(look);
    let mut shot = Shot::default();
    for at in area.positions() {
        sheet.draw(&mut shot, &buf[at], (at.x - area.x, at.y - area.y));
    }
    format!("{}{shot}</svg>\n", sheet.head(area))
}

/// Screens of one size, each for a while, over and over: an SVG that moves by itself. What stays the
/// same from one screen to the next is drawn once.
pub fn film(screens: &[(Buffer, Duration)], look: &Look) -> String {
    let Some((first, _)) = screens.first() else { return String::new() };
    let sheet = Sheet::new(look);
    // What is shown from one screen to before another.
    let mut shots: BTreeMap<(usize, usize), Shot> = BTreeMap::new();
    for at in first.area.positions() {
        let cell = |screen: usize| &screens[screen].0[at];
        let mut since = 0;
        for until in 1..=screens.len() {
            if until == screens.len() || cell(until) != cell(since) {
                let shot = shots.entry((since, until)).or_default();
                sheet.draw(shot, cell(since), (at.x, at.y));
                since = until;
            }
        }
    }
    let mut begins = vec![Duration::ZERO];
    for (_, time) in screens {
        begins.push(begins[begins.len() - 1] + *time);
    }
    let whole = begins[screens.len()].as_secs_f32().max(0.001);
    let percent = |screen: usize| begins[screen].as_secs_f32() / whole * 100.0;
    let mut out = sheet.head(first.area);
    let still = shots.remove(&(0, screens.len())).unwrap_or_default();
    shots.retain(|_, shot| !shot.is_blank());
    let _ = writeln!(
        out,
        "{still}<style>g{{visibility:hidden;animation:{whole:.2}s step-end infinite}}"
    );
    for (since, until) in shots.keys() {
        let name = format!("s{since}-{until}");
        let _ = write!(out, "#{name}{{animation-name:{name}}}@keyframes {name}{{");
        let _ = write!(out, "{:.2}%{{visibility:visible}}", percent(*since));
        if *until < screens.len() {
            let _ = write!(out, "{:.2}%{{visibility:hidden}}", percent(*until));
        }
        out.push_str("}\n");
    }
    out.push_str("</style>\n");
    for ((since, until), shot) in &shots {
        let _ = writeln!(out, "<g id=\"s{since}-{until}\">{shot}</g>");
    }
    out.push_str("</svg>\n");
    out
}

/// What a picture is drawn on.
struct Sheet {
    paper: String,
    ink: String,
}

impl Sheet {
    fn new(look: &Look) -> Sheet {
        let theme = look.theme();
        let [paper, ink] = match look.has_colour() {
            true => [Meaning::Ground, Meaning::Text].map(|meaning| hex(theme.ink(meaning).rgb())),
            false => ["#111318", "#dedbd0"].map(str::to_owned),
        };
        Sheet { paper, ink }
    }

    fn head(&self, area: Rect) -> String {
        let (width, height) = (area.width * WIDE, area.height * TALL);
        let paper = &self.paper;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             shape-rendering=\"crispEdges\" font-size=\"13.3\" \
             font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n"
        )
    }

    fn draw(&self, shot: &mut Shot, cell: &Cell, (column, row): (u16, u16)) {
        let colour = |colour: Color, usual: &str| match colour {
            Color::Reset => usual.to_owned(),
            colour => Rgb::of_color(colour).map_or(usual.to_owned(), hex),
        };
        let (mut fg, mut bg) = (colour(cell.fg, &self.ink), colour(cell.bg, &self.paper));
        if cell.modifier.contains(Modifier::REVERSED) {
            (fg, bg) = (bg, fg);
        }
        let (x, y) = (column * WIDE, row * TALL);
        if bg != self.paper {
            shot.under.add(&bg, [x, y, WIDE, TALL]);
        }
        let blocks = parts(cell.symbol());
        for [left, top, right, bottom] in &blocks {
            // Eighths of a cell, which is twice as tall as wide.
            let size = [right - left, (bottom - top) * 2];
            shot.over.add(&fg, [x + left, y + top * 2, size[0], size[1]]);
        }
        if blocks.is_empty() && !cell.symbol().trim().is_empty() {
            let bold = cell.modifier.contains(Modifier::BOLD);
            shot.sign(Line { y: y + 12, ink: fg, bold }, x, cell.symbol());
        }
    }
}

/// What is drawn at once: the cells' own colours, the blocks on them, and the signs.
#[derive(Default)]
struct Shot {
    under: Layer,
    over: Layer,
    /// Each with its own place, so that no font can push its neighbour away.
    signs: Vec<(Line, Vec<u16>, String)>,
}

/// What neighbouring signs have in common.
#[derive(PartialEq, Eq)]
struct Line {
    y: u16,
    ink: String,
    bold: bool,
}

impl Shot {
    fn sign(&mut self, line: Line, x: u16, sign: &str) {
        match self.signs.last_mut() {
            Some((last, places, text)) if *last == line => {
                places.push(x);
                text.push_str(sign);
            }
            _ => self.signs.push((line, vec![x], sign.to_owned())),
        }
    }

    fn is_blank(&self) -> bool {
        self.under.0.is_empty() && self.over.0.is_empty() && self.signs.is_empty()
    }
}

impl Display for Shot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.under, self.over)?;
        for (Line { y, ink, bold }, places, text) in &self.signs {
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            let places: Vec<String> = places.iter().map(u16::to_string).collect();
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let x = places.join(" ");
            writeln!(f, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\"{weight}>{text}</text>")?;
        }
        Ok(())
    }
}

/// Rectangles (left, top, width, height) that don't overlap, by colour.
#[derive(Default)]
struct Layer(BTreeMap<String, Vec<[u16; 4]>>);

impl Layer {
    fn add(&mut self, fill: &str, rect: [u16; 4]) {
        let [x, y, width, height] = rect;
        let all = self.0.entry(fill.to_owned()).or_default();
        match all.last_mut() {
            Some([left, top, wide, tall]) if *left + *wide == x && [*top, *tall] == [y, height] => {
                *wide += width;
            }
            _ => all.push(rect),
        }
    }
}

impl Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (fill, rects) in &self.0 {
            write!(f, "<path fill=\"{fill}\" d=\"")?;
            for [x, y, width, height] in rects {
                write!(f, "M{x} {y}h{width}v{height}h-{width}z")?;
            }
            writeln!(f, "\"/>")?;
        }
        Ok(())
    }
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The rectangles of a block character, in eighths of its cell: left, top, right, bottom.
fn parts(symbol: &str) -> Vec<[u16; 4]> {
    const LOWER: &str = "▁▂▃▄▅▆▇█";
    const LEFT: &str = "▏▎▍▌▋▊▉";
    let Some(sign) = symbol.chars().next() else { return Vec::new() };
    let eighths = |all: &str| all.chars().zip(1..).find(|(c, _)| *c == sign).map(|(_, at)| at);
    if let Some(high) = eighths(LOWER) {
        return vec![[0, 8 - high, 8, 8]];
    }
    if let Some(wide) = eighths(LEFT) {
        return vec![[0, 0, wide, 8]];
    }
    let (a, b, c, d) = ([0, 0, 4, 4], [4, 0, 8, 4], [0, 4, 4, 8], [4, 4, 8, 8]);
    match sign {
        '▀' => vec![[0, 0, 8, 4]],
        '▔' => vec![[0, 0, 8, 1]],
        '▐' => vec![[4, 0, 8, 8]],
        '▘' => vec![a],
        '▝' => vec![b],
        '▖' => vec![c],
        '▗' => vec![d],
        '▚' => vec![a, d],
        '▞' => vec![b, c],
        '▛' => vec![a, b, c],
        '▜' => vec![a, b, d],
        '▙' => vec![a, c, d],
        '▟' => vec![b, c, d],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::look::Charset;
    use crate::tui::theme::{Depth, Theme};

    #[test]
    fn a_picture_is_cut_to_what_is_drawn() {
        let buf = Buffer::with_lines(["          ", "   .-.    ", "  ( J )   ", "          "]);
        assert_eq!(text(&buf, buf.area), " .-.\n( J )\n");
        assert_eq!(text(&buf, Rect::new(0, 0, 10, 1)), "");
    }

    #[test]
    fn a_film_draws_what_stays_once_and_what_changes_when_it_is_there() {
        let look = Look::new(Theme::usual(Depth::True), Charset::Unicode);
        let second = Duration::from_secs(1);
        let screens = ["ab", "ac", "ac", "ab"].map(|line| (Buffer::with_lines([line]), second));
        let film = film(&screens, &look);
        assert_eq!(film.matches(">a<").count(), 1, "{film}");
        assert_eq!(film.matches(">b<").count(), 2, "{film}");
        assert_eq!(film.matches(">c<").count(), 1, "{film}");
        assert!(film.contains("s1-3{25.00%{visibility:visible}75.00%{visibility:hidden}}"));
        assert!(film.contains("4.00s"), "{film}");
    }

    #[test]
    fn what_is_drawn_stands_in_the_svg_and_steers_no_browser() {
        let look = Look::new(Theme::usual(Depth::True), Charset::Unicode);
        let buf = Buffer::with_lines(["▀<&"]);
        let picture = svg(&buf, buf.area, &look);
        assert!(picture.contains("&lt;") && picture.contains("&amp;"), "{picture}");
        assert!(picture.contains("viewBox=\"0 0 24 16\"") && picture.ends_with("</svg>\n"));
    }
}

//! A drawn screen, or a part of it, as a file: plain text, or a picture that any browser shows.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::Look;
use super::theme::{Meaning, Rgb};

/// A cell in pixels.
const WIDE: f32 = 9.0;
const TALL: f32 = 18.0;

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
    let theme = look.theme();
    let [paper, ink] = match look.has_colour() {
        true => [Meaning::Ground, Meaning::Text].map(|meaning| hex(theme.ink(meaning).rgb())),
        false => ["#111318", "#dedbd0"].map(str::to_owned),
    };
    let (width, height) = (f32::from(area.width) * WIDE, f32::from(area.height) * TALL);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n"
    );
    for at in area.positions() {
        let (x, y) = (f32::from(at.x - area.x) * WIDE, f32::from(at.y - area.y) * TALL);
        draw_cell(&mut out, &buf[at], x, y, (&ink, &paper));
    }
    out.push_str("</svg>\n");
    out
}

fn draw_cell(out: &mut String, cell: &Cell, x: f32, y: f32, (ink, paper): (&str, &str)) {
    let colour = |colour: Color, usual: &str| match colour {
        Color::Reset => usual.to_owned(),
        colour => Rgb::of_color(colour).map_or(usual.to_owned(), hex),
    };
    let mut inks = (colour(cell.fg, ink), colour(cell.bg, paper));
    if cell.modifier.contains(Modifier::REVERSED) {
        inks = (inks.1, inks.0);
    }
    let (fg, bg) = inks;
    if bg != paper {
        // A hair wider, so that no line shows between two cells.
        rect(out, (x, y), (WIDE + 0.3, TALL + 0.3), &bg);
    }
    let blocks = parts(cell.symbol());
    for (left, top, right, bottom) in &blocks {
        let size = ((right - left) * WIDE + 0.2, (bottom - top) * TALL + 0.2);
        rect(out, (x + left * WIDE, y + top * TALL), size, &fg);
    }
    if blocks.is_empty() && !cell.symbol().trim().is_empty() {
        let weight =
            if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
        let text = cell.symbol().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let y = y + 13.5;
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"{fg}\"{weight}>{text}</text>");
    }
}

fn rect(out: &mut String, (x, y): (f32, f32), (width, height): (f32, f32), fill: &str) {
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>"
    );
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The rectangles of a block character, as shares of its cell: left, top, right, bottom.
fn parts(symbol: &str) -> Vec<(f32, f32, f32, f32)> {
    const LOWER: &str = "▁▂▃▄▅▆▇█";
    const LEFT: &str = "▏▎▍▌▋▊▉";
    let Some(sign) = symbol.chars().next() else { return Vec::new() };
    let eighths = |all: &str| all.chars().position(|c| c == sign).map(|at| (at + 1) as f32 / 8.0);
    if let Some(share) = eighths(LOWER) {
        return vec![(0.0, 1.0 - share, 1.0, 1.0)];
    }
    if let Some(share) = eighths(LEFT) {
        return vec![(0.0, 0.0, share, 1.0)];
    }
    let (a, b, c, d) =
        ((0.0, 0.0, 0.5, 0.5), (0.5, 0.0, 1.0, 0.5), (0.0, 0.5, 0.5, 1.0), (0.5, 0.5, 1.0, 1.0));
    match sign {
        '▀' => vec![(0.0, 0.0, 1.0, 0.5)],
        '▔' => vec![(0.0, 0.0, 1.0, 0.125)],
        '▐' => vec![(0.5, 0.0, 1.0, 1.0)],
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
    fn what_is_drawn_stands_in_the_svg_and_steers_no_browser() {
        let look = Look::new(Theme::usual(Depth::True), Charset::Unicode);
        let buf = Buffer::with_lines(["▀<&"]);
        let picture = svg(&buf, buf.area, &look);
        assert!(picture.contains("&lt;") && picture.contains("&amp;"), "{picture}");
        assert!(picture.contains("viewBox=\"0 0 27 18\"") && picture.ends_with("</svg>\n"));
    }
}

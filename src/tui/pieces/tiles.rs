//! What fills a cell: stone, ice, crates and jewels; and cards.

use std::rc::Rc;

use ratatui::layout::Size;
use ratatui::style::{Modifier, Style};

use super::snap;
use crate::play::Hue;
use crate::tui::look::Look;
use crate::tui::painter::{Canvas, Shape, Sprite};
use crate::tui::text::width as columns_of;
use crate::tui::theme::{Ink, Meaning, Rgb};

/// A wall of stone that fills its cell: bricks in staggered rows.
pub fn stone(look: &Look, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite("stone", width, height, |canvas| {
        if !look.paints() {
            return cover(canvas, "#", look.theme().text());
        }
        let stone = look.theme().ink(Meaning::Stone);
        let (light, joint) = (stone.shaded(Rgb::WHITE, 0.12), stone.mark());
        let (w, h) = (f32::from(width), f32::from(height));
        canvas.paint(&Shape::rect(0.0, 0.0, w, h), stone);
        for row in 0..height {
            let y = f32::from(row);
            let brick = snap(w / 2.0).max(1.0);
            let shift = if row % 2 == 0 { brick } else { snap(brick / 2.0) };
            canvas.paint(&Shape::rect(0.0, y, w, 0.25), light);
            canvas.paint(&Shape::rect(0.0, y + 0.875, w, 0.125), joint);
            let mut x = shift;
            while x < w {
                canvas.paint(&Shape::rect(x, y, 0.5, 1.0), joint);
                x += 2.0 * brick;
            }
        }
    })
}

/// A block of ice that fills its cell.
pub fn ice(look: &Look, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite("ice", width, height, |canvas| {
        if !look.paints() {
            return cover(canvas, "%", look.theme().style(Meaning::Ice));
        }
        let ice = look.theme().ink(Meaning::Ice);
        let (w, h) = (f32::from(width), f32::from(height));
        canvas.paint(&Shape::rect(0.0, 0.0, w, h), ice);
        canvas.paint(&Shape::rect(0.0, h - 0.25, w, 0.25), ice.shaded(Rgb(60, 120, 160), 0.45));
        // Two short gleams, slanting.
        let gleam = Style::new().fg(look.theme().color(Meaning::Ivory));
        for (column, row) in [(1, 0), (2, 0), (width.saturating_sub(2), height / 2)] {
            canvas.letter(column.min(width.saturating_sub(1)), row, "╱", gleam);
        }
    })
}

/// A wooden crate that fills its cell. (`crate` is a word of Rust's.)
pub fn crate_tile(look: &Look, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite("crate", width, height, |canvas| {
        let theme = look.theme();
        if !look.paints() {
            return cover(canvas, "+", theme.text());
        }
        let plank = theme.ink(Meaning::Wood).towards(theme.ink(Meaning::Brass), 0.55);
        let (dark, light) = (plank.mark(), plank.shaded(Rgb::WHITE, 0.2));
        let (w, h) = (f32::from(width), f32::from(height));
        canvas.paint(&Shape::rect(0.0, 0.0, w, h), plank);
        if width >= 5 && height >= 2 {
            canvas.paint(&Shape::line((0.5, h), (w - 0.5, 0.0), 0.8), light);
            for x in [0.0, w - 0.5] {
                canvas.paint(&Shape::rect(x, 0.0, 0.5, h), dark);
            }
        }
        canvas.paint(&Shape::rect(0.0, 0.0, w, 0.25), dark);
        canvas.paint(&Shape::rect(0.0, h - 0.25, w, 0.25), dark);
    })
}

/// A cut stone with a light table and a dark right side, in the middle of its cell.
pub fn jewel(look: &Look, hue: Hue, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("jewel", hue), width, height, |canvas| {
        let theme = look.theme();
        let (middle, row) = (width / 2, height.saturating_sub(1) / 2);
        if !look.paints() {
            let style = theme.seat(hue).add_modifier(Modifier::BOLD);
            if width >= 3 {
                canvas.letter(middle - 1, row, "<", style).letter(middle + 1, row, ">", style);
            }
            // The letter says whose it is where there is room for it.
            canvas.letter(middle, row, "*", style);
            if width >= 5 {
                canvas.letter(middle + 2, row, look.mark(hue), style);
            } else {
                canvas.letter(middle, row, look.mark(hue), style);
            }
            return;
        }
        let ink = theme.piece(hue);
        if height < 2 || width < 3 {
            canvas.letter(middle, row, "♦", Style::new().fg(ink.color()));
            return;
        }
        let (w, h) = (f32::from(width), f32::from(height));
        let x = w / 2.0;
        let half = snap((w * 0.36).min(h));
        let girdle = snap(h * 0.3).max(0.5);
        let table = half * 0.6;
        let tip = (x, h - 0.05);
        let outline =
            [(x - table, 0.0), (x + table, 0.0), (x + half, girdle), tip, (x - half, girdle)];
        canvas.paint(&Shape::polygon(outline), ink);
        canvas.paint(
            &Shape::polygon([(x + half, girdle), tip, (x + half / 3.0, girdle)]),
            ink.edge(),
        );
        let crown = [(x - table, 0.0), (x + table, 0.0), (x + half, girdle), (x - half, girdle)];
        canvas.paint(&Shape::polygon(crown), ink.highlight());
    })
}

/// A card with a letter in its corner, a symbol in its middle and its name below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Card<'a> {
    /// The paper.
    pub ink: Ink,
    /// Stands alone where there is no room for more.
    pub letter: &'a str,
    /// Written from four rows on, cut to the width of the card.
    pub name: &'a str,
    /// One character.
    pub symbol: &'a str,
}

/// The front of a card; `[F]` without paint or room.
pub fn card(look: &Look, card: &Card<'_>, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("card", card), width, height, |canvas| {
        if !look.paints() {
            return printed_card(canvas, card.letter, look.theme().text());
        }
        let text = look.theme().on(card.ink).add_modifier(Modifier::BOLD);
        paper(canvas, card.ink);
        if height < 3 || width < 5 {
            canvas.letter(width / 2, height / 2, card.letter, text);
            return;
        }
        canvas.letter(1, 0, card.letter, text);
        canvas.letter(width / 2, height / 2, card.symbol, text);
        let name = look.truncate(card.name, width);
        let start = width.saturating_sub(columns_of(&name)) / 2;
        if height >= 4 {
            canvas.art(start, height - 1, &[&name], text.remove_modifier(Modifier::BOLD));
        }
    })
}

/// The back of a card; `[?]` without paint or room.
pub fn card_back(look: &Look, ink: Ink, size: Size) -> Rc<Sprite> {
    let Size { width, height } = size;
    look.sprite(("card back", ink), width, height, |canvas| {
        if !look.paints() {
            return printed_card(canvas, "?", look.theme().muted());
        }
        paper(canvas, ink);
        let pattern = Style::new().fg(ink.mark().color());
        let (across, down) = (u16::from(width > 2), u16::from(height > 2));
        for row in down..height - down {
            for column in across..width - across {
                canvas.letter(column, row, "▒", pattern);
            }
        }
    })
}

/// A sheet with its corners cut.
fn paper(canvas: &mut Canvas, ink: Ink) {
    let (w, h) = (f32::from(canvas.width()), f32::from(canvas.height()));
    canvas.paint(&Shape::rect(0.0, 0.0, w, h), ink);
    if w >= 5.0 && h >= 3.0 {
        for x in [0.0, w - 0.5] {
            canvas.erase(&Shape::rect(x, 0.0, 0.5, 0.5));
        }
    }
}

fn printed_card(canvas: &mut Canvas, letter: &str, style: Style) {
    let row = canvas.height() / 2;
    let text = if canvas.width() >= 3 { format!("[{letter}]") } else { letter.to_owned() };
    let start = canvas.width().saturating_sub(columns_of(&text)) / 2;
    canvas.art(start, row, &[&text], style);
}

/// One character in every cell.
fn cover(canvas: &mut Canvas, symbol: &str, style: Style) {
    for row in 0..canvas.height() {
        for column in 0..canvas.width() {
            canvas.letter(column, row, symbol, style);
        }
    }
}

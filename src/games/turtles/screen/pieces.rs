//! The pieces of Robot Turtles in three drawings each: painted, small, and as letters.
//!
//! They know what a turtle or a wall looks like, and nothing of the rules.

use std::rc::Rc;

use ratatui::layout::Size;
use ratatui::style::{Modifier, Style};

use crate::games::turtles::ground::{Heading, Tile};
use crate::play::{Hue, Seat};
use crate::tui::colour::Ink;
use crate::tui::painter::{Canvas, Shape, Sprite};
use crate::tui::pieces::snap;
use crate::tui::theme::Meaning;
use crate::tui::{Charset, Look};

/// A turtle with its colour, number and heading, on the surface of its cell.
pub fn turtle(look: &Look, seat: Seat, hue: Hue, heading: Heading, size: Size) -> Rc<Sprite> {
    look.sprite(("turtle", seat, hue, heading), size.width, size.height, |canvas| {
        if !look.paints() || size.height < 2 {
            return printed_turtle(canvas, look, seat, hue, heading);
        }
        let shell = look.theme().piece(hue);
        let skin = shell.highlight();
        let (w, h) = (f32::from(size.width), f32::from(size.height));
        if size.height < 4 {
            small_turtle(canvas, shell, skin, heading, (w, h));
        } else {
            large_turtle(canvas, shell, skin, heading, (w, h));
        }
        let ink = Style::new().fg(look.theme().color(Meaning::Ebony)).add_modifier(Modifier::BOLD);
        let (x, y) = ((size.width - 1) / 2, size.height / 2);
        let arrow = arrow(heading);
        let number = seat.to_string();
        if size.height < 3 {
            canvas.letter(1, 0, &number, ink).letter(size.width - 2, 0, look.mark(hue), ink);
            canvas.letter(x, size.height - 1, arrow, ink);
        } else {
            canvas.letter(x, y - 1, look.mark(hue), ink).letter(x - 1, y, &number, ink);
            canvas.letter(x + 1, y, arrow, ink);
        }
    })
}

/// A shell between four feet, and the head where it looks.
///
/// ```text
///   ▗███▖      feet are quarter cells beside the shell;
///   ▝█▄█▘      the head is half a cell in the skin's colour
/// ```
fn small_turtle(canvas: &mut Canvas, shell: Ink, skin: Ink, heading: Heading, (w, h): (f32, f32)) {
    for (x, y) in [(0.5, 0.0), (w - 1.0, 0.0), (0.5, h - 0.5), (w - 1.0, h - 0.5)] {
        canvas.paint(&Shape::rect(x, y, 0.5, 0.5), skin);
    }
    canvas.paint(&Shape::rect(1.0, 0.0, w - 2.0, h), shell);
    let middle = (w / 2.0).floor();
    let head = match heading {
        Heading::North => Shape::rect(middle, 0.0, 1.0, 0.5),
        Heading::South => Shape::rect(middle, h - 0.5, 1.0, 0.5),
        Heading::East => Shape::rect(w - 1.0, h / 2.0 - 0.5, 1.0, 1.0),
        Heading::West => Shape::rect(0.0, h / 2.0 - 0.5, 1.0, 1.0),
    };
    canvas.paint(&head, skin);
}

/// A round shell with a rim, four feet and a head.
fn large_turtle(canvas: &mut Canvas, shell: Ink, skin: Ink, heading: Heading, (w, h): (f32, f32)) {
    let (x, y) = (w / 2.0, h / 2.0);
    let (rx, ry) = (w * 0.34, h * 0.34);
    for (dx, dy) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        canvas.paint(&Shape::circle(x + dx * rx * 0.85, y + dy * ry * 0.85, w * 0.13), skin);
    }
    let (hx, hy) = match heading {
        Heading::North => (x, y - ry),
        Heading::South => (x, y + ry),
        Heading::East => (x + rx, y),
        Heading::West => (x - rx, y),
    };
    canvas.paint(&Shape::circle(hx, hy, w * 0.16), skin);
    canvas.paint(&Shape::ellipse(x, y, rx, ry), shell.edge());
    canvas.paint(&Shape::ellipse(x, y, rx - 0.5, ry - 0.25), shell);
}

fn printed_turtle(canvas: &mut Canvas, look: &Look, seat: Seat, hue: Hue, heading: Heading) {
    let (width, middle) = (canvas.width(), canvas.height().saturating_sub(1) / 2);
    let style = look.theme().seat(hue).add_modifier(Modifier::BOLD);
    let (name, arrow) = match look.charset() {
        Charset::Unicode => (look.mark(hue).to_owned(), arrow(heading).to_owned()),
        Charset::Ascii => (seat.to_string(), heading.arrow().to_string()),
    };
    match width {
        0..=2 => canvas.art(0, middle, &[&format!("{name}{arrow}")], style),
        _ => canvas.art((width - 3) / 2, middle, &[&format!("{name} {arrow}")], style),
    };
}

fn arrow(heading: Heading) -> &'static str {
    match heading {
        Heading::North => "▲",
        Heading::East => "▶",
        Heading::South => "▼",
        Heading::West => "◀",
    }
}

/// Where a turtle began and goes back to.
pub fn start(look: &Look, seat: Seat, hue: Hue, size: Size) -> Rc<Sprite> {
    look.sprite(("start", seat, hue), size.width, size.height, |canvas| {
        let style = look.theme().seat(hue);
        let Size { width, height } = size;
        let (x, y) = (width.saturating_sub(1) / 2, height.saturating_sub(1) / 2);
        let seat = seat.to_string();
        let mark = look.glyph(look.mark(hue), &seat);
        if width < 4 {
            canvas.letter(x, y, mark, style);
            if !look.paints() {
                canvas.letter(x.saturating_sub(1), y, "'", style);
            }
            return;
        }
        canvas.letter(x, y, mark, style);
        if !look.paints() {
            canvas.letter(x - 2, y, "(", style).letter(x + 2, y, ")", style);
            return;
        }
        for row in 0..height {
            let (left, right) = match row {
                0 => ("┌", "┐"),
                _ if row + 1 == height => ("└", "┘"),
                _ => ("│", "│"),
            };
            canvas.letter(0, row, left, style).letter(width - 1, row, right, style);
        }
    })
}

/// What lies on a cell; nothing for an empty one. Jewels have a colour of their own.
pub fn tile(look: &Look, tile: Tile, jewel: Hue, size: Size) -> Option<Rc<Sprite>> {
    let paint: fn(&mut Canvas, &Look, Hue) = match tile {
        Tile::Empty => return None,
        Tile::Stone => stone,
        Tile::Ice => ice,
        Tile::Crate => wooden_crate,
        Tile::Jewel => gem,
    };
    let key = (tile.sign(), jewel);
    Some(look.sprite(key, size.width, size.height, |canvas| {
        if look.paints() {
            return paint(canvas, look, jewel);
        }
        let (style, sign) = match tile {
            Tile::Jewel => return printed_gem(canvas, look, jewel),
            Tile::Ice => (look.theme().style(Meaning::Ice), look.glyph("╱", "%")),
            Tile::Crate => (look.theme().muted(), look.glyph("╳", "+")),
            _ => (look.theme().muted(), look.glyph("▒", "#")),
        };
        let sign = sign.repeat(canvas.width().into());
        canvas.art(0, 0, &vec![sign.as_str(); canvas.height().into()], style);
    }))
}

/// Two courses of bricks a row, their joints staggered.
fn stone(canvas: &mut Canvas, look: &Look, _: Hue) {
    let (w, h) = (f32::from(canvas.width()), f32::from(canvas.height()));
    // Turtles and jewels are the brightest things on the board.
    let stone = look.theme().ink(Meaning::Stone);
    let face = stone.towards(look.theme().ink(Meaning::Ground), 0.38);
    canvas.paint(&Shape::rect(0.0, 0.0, w, h), face);
    let joint = face.towards(look.theme().ink(Meaning::Ebony), 0.55);
    for course in 0..canvas.height() {
        let y = f32::from(course);
        canvas.paint(&Shape::rect(0.0, y + 0.875, w, 0.125), joint);
        let shift = if course % 2 == 0 { 0.4 } else { 0.8 };
        canvas.paint(&Shape::rect((w * shift).floor(), y, 0.5, 1.0), joint);
    }
}

/// A clear block with two glints.
fn ice(canvas: &mut Canvas, look: &Look, _: Hue) {
    let (width, height) = (canvas.width(), canvas.height());
    let (w, h) = (f32::from(width), f32::from(height));
    let face = look.theme().ink(Meaning::Ice);
    canvas.paint(&Shape::rect(0.0, 0.0, w, h), face);
    let foot = face.towards(look.theme().ink(Meaning::Blue), 0.4);
    canvas.paint(&Shape::rect(0.0, h - 0.25, w, 0.25), foot);
    let glint = Style::new().fg(look.theme().color(Meaning::Blue));
    for row in 0..height.min(3) {
        let x = (width / 2 + 1).saturating_sub(row);
        canvas.letter(x, row, "╱", glint);
        if width >= 5 {
            canvas.letter(x + 1, row, "╱", glint);
        }
    }
}

/// Planks nailed crosswise.
fn wooden_crate(canvas: &mut Canvas, look: &Look, _: Hue) {
    let (width, height) = (canvas.width(), canvas.height());
    let (w, h) = (f32::from(width), f32::from(height));
    let theme = look.theme();
    let plank = theme.ink(Meaning::Brass).towards(theme.ink(Meaning::Ebony), 0.35);
    let gap = plank.edge();
    canvas.paint(&Shape::rect(0.0, 0.0, w, h), gap);
    canvas.paint(&Shape::rect(0.5, 0.25, w - 1.0, h - 0.5), plank);
    let style = Style::new().fg(theme.color(Meaning::Ebony));
    let arms = if width >= 4 { height.min(3) } else { 1 };
    let (left, top) = ((width - arms) / 2, (height - arms) / 2);
    for at in 0..arms {
        let opposite = arms - 1 - at;
        let falling = if at == opposite { "╳" } else { "╲" };
        canvas.letter(left + opposite, top + at, "╱", style);
        canvas.letter(left + at, top + at, falling, style);
    }
}

/// A cut stone: a bright table above a point.
fn gem(canvas: &mut Canvas, look: &Look, hue: Hue) {
    let (w, h) = (f32::from(canvas.width()), f32::from(canvas.height()));
    let face = look.theme().piece(hue);
    if canvas.height() < 2 {
        let style = Style::new().fg(face.color()).add_modifier(Modifier::BOLD);
        let x = canvas.width() / 2;
        canvas.letter(x, 0, "◈", style);
        return;
    }
    if canvas.height() == 2 {
        // A table, a girdle and a point, on whole half-cells.
        let middle = w / 2.0;
        canvas.paint(&Shape::rect(middle - 1.5, 0.0, 3.0, 0.5), face.highlight());
        canvas.paint(&Shape::rect(middle - 2.0, 0.5, 4.0, 0.5), face);
        canvas.paint(&Shape::rect(middle - 1.5, 1.0, 3.0, 0.5), face.edge());
        canvas.paint(&Shape::rect(middle - 0.5, 1.5, 1.0, 0.5), face.edge());
        canvas.paint(&Shape::rect(middle - 0.5, 0.5, 1.0, 1.0), face.highlight());
        return;
    }
    // On whole half-cells, or a thin line of it would show in the row above.
    let (left, right, girdle) = (0.5, w - 0.5, snap(h * 0.42));
    let table = snap(h * 0.12);
    let (table_left, table_right) = ((snap(w * 0.26), table), (snap(w * 0.74), table));
    let (point, ends) = ((w / 2.0, snap(h * 0.94)), [(right, girdle), (left, girdle)]);
    let outline = [table_left, table_right, ends[0], point, ends[1]];
    canvas.paint(&Shape::polygon(outline.to_vec()), face.edge());
    let crown = [table_left, table_right, ends[0], ends[1]];
    canvas.paint(&Shape::polygon(crown.to_vec()), face.highlight());
    let facet = [(w * 0.32, girdle), (w * 0.68, girdle), point];
    canvas.paint(&Shape::polygon(facet.to_vec()), face);
}

fn printed_gem(canvas: &mut Canvas, look: &Look, hue: Hue) {
    let style = look.theme().seat(hue).add_modifier(Modifier::BOLD);
    let (width, middle) = (canvas.width(), canvas.height().saturating_sub(1) / 2);
    let cut: &[&str] = match (width, canvas.height()) {
        (7.., 4..) => &["▗▄▄▄▄▄▖", "▝█████▘", "  ▀█▀  "],
        (5.., 3) => &["▗▄▄▄▖", " ▀█▀ "],
        _ => &[],
    };
    if let (Some(first), Charset::Unicode) = (cut.first(), look.charset()) {
        let left = (width - first.chars().count() as u16) / 2;
        canvas.art(left, (canvas.height() - cut.len() as u16) / 2, cut, style);
        return;
    }
    match width {
        0..=2 => canvas.art(0, middle, &[look.glyph("◁▷", "<>")], style),
        _ => canvas.art((width - 3) / 2, middle, &[look.glyph("◁◈▷", "<*>")], style),
    };
}

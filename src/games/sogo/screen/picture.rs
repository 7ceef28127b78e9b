//! The oblique picture: sixteen pegs on a board of wood, their beads, and the bead in hand.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

use super::layout::{Oblique, Scale};
use super::ring;
use super::scene::{Scene, What};
use crate::games::sogo::Peg;
use crate::tui::board::letters;
use crate::tui::painter::Shape;
use crate::tui::pieces::{Mood, bead};
use crate::tui::text::put;
use crate::tui::theme::{Ink, Meaning};

pub fn draw(scene: &Scene, oblique: &Oblique, buf: &mut Buffer) {
    wood(scene, oblique, buf);
    labels(scene, oblique, buf);
    // What stands in front is drawn over what stands behind.
    for peg in Peg::all() {
        pole(scene, oblique, peg, buf);
        for level in 0..4 {
            place(scene, oblique, peg, level, buf);
        }
        moving(scene, oblique, peg, buf);
    }
}

/// The board under the pegs.
fn wood(scene: &Scene, oblique: &Oblique, buf: &mut Buffer) {
    let look = scene.look;
    if !look.paints() {
        return;
    }
    let Scale { bead, across, lean, deep } = oblique.scale;
    let area = oblique.area;
    let sprite = look.sprite(("sogo board", oblique.scale), area.width, area.height, |canvas| {
        let ink = look.theme().ink(Meaning::Wood);
        let [wide, tall, across, lean, deep] =
            [bead.width, bead.height, across, lean, deep].map(f32::from);
        // The middle of a foot, and how the sides lean.
        let foot = |row: f32| 4.75 * tall + row * deep;
        let reach = 0.25 * tall + 1.0;
        let (back, front) = (foot(0.0) - reach, foot(3.0) + reach);
        let left = |y: f32| 1.5 + lean * (3.0 - (y - foot(0.0)) / deep);
        let width = 3.0 * across + wide + 1.0;
        let corners = |back: f32, front: f32| {
            let right = |y: f32| left(y) + width;
            vec![
                (left(back), back),
                (right(back), back),
                (right(front), front),
                (left(front), front),
            ]
        };
        canvas.paint(&Shape::polygon(corners(back, front)), ink.edge());
        canvas.paint(&Shape::polygon(corners(back, front - 0.5)), ink);
    });
    sprite.draw(buf, area.x.into(), area.y.into());
}

/// Letters below the front row, numbers beside the right column.
fn labels(scene: &Scene, oblique: &Oblique, buf: &mut Buffer) {
    let theme = scene.look.theme();
    let chosen = scene.hand().map(|(peg, _)| peg);
    let style = |current: bool| if current { theme.strong() } else { theme.muted() };
    for at in 0..4 {
        let below = oblique.area.bottom() - 1;
        let x = oblique.middle(Peg::at(at, 3), 0).x;
        let current = chosen.is_some_and(|peg| peg.column() == at);
        put(buf, oblique.area, x, below, &letters(at as u16), style(current));
        let current = chosen.is_some_and(|peg| peg.row() == at);
        let (x, y) = (oblique.beside(at), oblique.foot(at));
        put(buf, oblique.area, x, y, &(at + 1).to_string(), style(current));
    }
}

/// A peg, without its beads.
fn pole(scene: &Scene, oblique: &Oblique, peg: Peg, buf: &mut Buffer) {
    let look = scene.look;
    let theme = look.theme();
    let chosen = scene.hand().is_some_and(|(hand, _)| hand == peg);
    let ink = match chosen {
        _ if scene.hint() == Some(peg) => theme.ink(Meaning::Brass),
        true => theme.ink(Meaning::Bright),
        false => theme.ink(Meaning::Muted),
    };
    let style = Style::new().fg(ink.color());
    let style = if chosen { style.add_modifier(Modifier::BOLD) } else { style };
    let heavy = chosen || oblique.scale.bead.height > 3;
    let line = if heavy { look.glyph("┃", "|") } else { look.glyph("│", "|") };
    let (x, top) = (oblique.middle(peg, 0).x, oblique.corner(peg, 3).1);
    for y in top..=oblique.foot(peg.row()) {
        put(buf, oblique.area, x, y, line, style);
    }
}

fn place(scene: &Scene, oblique: &Oblique, peg: Peg, level: usize, buf: &mut Buffer) {
    let look = scene.look;
    let theme = look.theme();
    let spot = scene.place(peg, level);
    let middle = oblique.middle(peg, level);
    let mut mark = |symbol: &str, style: Style| {
        put(buf, oblique.area, middle.x, middle.y, symbol, style);
    };
    match spot.what {
        What::Bead(hue, mood) => {
            let (x, y) = oblique.corner(peg, level);
            let ground = theme.ink(Meaning::Ground);
            bead(look, hue, mood, ground, oblique.scale.bead).draw(buf, x.into(), y.into());
            if spot.on_line {
                let ebony = Style::new().fg(theme.color(Meaning::Ebony));
                let style = if look.paints() { ebony } else { theme.seat(hue) };
                put(
                    buf,
                    oblique.area,
                    middle.x,
                    middle.y,
                    look.mark(hue),
                    style.add_modifier(Modifier::BOLD),
                );
            }
        }
        What::Ghost(hue) => {
            let (x, y) = oblique.corner(peg, level);
            let behind = theme.ink(Meaning::Ground);
            bead(look, hue, Mood::Ghost, behind, oblique.scale.bead).draw(buf, x.into(), y.into());
        }
        _ if spot.warned => mark("!", theme.warn().add_modifier(Modifier::BOLD)),
        _ if spot.on_line => mark(ring(look, oblique.scale.bead.height), theme.legal()),
        What::Landing | What::Nothing => {}
    }
    if spot.warned && matches!(spot.what, What::Ghost(_)) {
        put(buf, oblique.area, middle.x, middle.y, "!", theme.warn().add_modifier(Modifier::BOLD));
    }
}

/// The bead in hand, over the chosen peg, and the one that falls.
fn moving(scene: &Scene, oblique: &Oblique, peg: Peg, buf: &mut Buffer) {
    let look = scene.look;
    let ground: Ink = look.theme().ink(Meaning::Ground);
    let size = oblique.scale.bead;
    if let Some((_, hue)) = scene.hand().filter(|(hand, _)| *hand == peg) {
        let (x, y) = oblique.corner(peg, 4);
        let mood = if scene.level().is_some() { Mood::Plain } else { Mood::Dimmed };
        bead(look, hue, mood, ground, size).draw(buf, x.into(), y.into());
    }
    if let Some((_, hue, height)) = scene.falling().filter(|(falling, ..)| *falling == peg) {
        let (x, y) = oblique.corner(peg, 0);
        let up = (height * f32::from(size.height)).round() as i32;
        bead(look, hue, Mood::Plain, ground, size).draw(buf, x.into(), i32::from(y) - up);
    }
}

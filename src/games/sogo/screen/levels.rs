//! The cube level by level: four grids, the surest way to see what stands where.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

use super::layout::Levels;
use super::ring;
use super::scene::{Scene, Spot, What};
use crate::games::sogo::Peg;
use crate::play::Hue;
use crate::tui::board_widget::{self, Grid, letters, middle};
use crate::tui::pieces::{self, Mood};
use crate::tui::text::{fill, put};
use crate::tui::theme::{Ink, Meaning};

pub fn draw(scene: &Scene, levels: &Levels, buf: &mut Buffer) {
    for (level, grid) in levels.grids.iter().enumerate() {
        let theme = scene.look.theme();
        let chosen = scene.level() == Some(level);
        let title = format!("level {}", level + 1);
        let style = if chosen { theme.brass() } else { theme.muted() };
        let area = grid.area();
        put(buf, buf.area, area.x, area.y.saturating_sub(1), &title, style);
        grid.checker(scene.look, buf, theme.ink(Meaning::Panel));
        for ((column, row), place) in grid.places() {
            let spot = scene.spot(Peg::at(column.into(), row.into()), level);
            let surface = theme.checker(theme.ink(Meaning::Panel), column.into(), row.into());
            cell(scene, &spot, surface, place, buf);
        }
        falling(scene, grid, level, buf);
        labels(scene, grid, chosen, !levels.stacked || level == 0, buf);
    }
}

fn labels(scene: &Scene, grid: &Grid, chosen: bool, lettered: bool, buf: &mut Buffer) {
    let theme = scene.look.theme();
    let hand = scene.hand().map(|(peg, _)| (peg.column() as u16, peg.row() as u16));
    for ((column, row), place) in grid.places() {
        if column == 3 {
            let current = chosen && hand.is_some_and(|(_, chosen)| chosen == row);
            let style = if current { theme.strong() } else { theme.muted() };
            let y = middle(line(place)).y;
            put(buf, buf.area, place.right() + 1, y, &(row + 1).to_string(), style);
        }
    }
    if lettered {
        let column = hand.map(|(column, _)| column);
        grid.label_columns(scene.look, buf, grid.area().bottom(), column, letters);
    }
}

/// One place, over its square of the checker.
fn cell(scene: &Scene, spot: &Spot, surface: Ink, place: Rect, buf: &mut Buffer) {
    let look = scene.look;
    let theme = look.theme();
    if spot.on_line && look.paints() {
        board_widget::light(look, place, buf);
    }
    let mut mark = |symbol: &str, style: Style| {
        let at = middle(line(place));
        put(buf, place, at.x, at.y, symbol, style);
    };
    match spot.what {
        What::Bead(hue, mood) => bead(scene, hue, mood, surface, place, buf),
        What::Ghost(hue) => bead(scene, hue, Mood::Ghost, surface, place, buf),
        What::Landing => board_widget::diamond(look, line(place), buf),
        What::Nothing if spot.on_line => mark(ring(look, place.height), theme.legal()),
        What::Nothing => mark(look.glyph("·", "."), theme.faint()),
    }
    if spot.warned {
        let at = middle(line(place));
        put(buf, place, at.x, at.y, "!", theme.warn().add_modifier(Modifier::BOLD));
    }
    if spot.proposed {
        board_widget::hint(look, line(place), buf);
    }
    if spot.cursor {
        board_widget::cursor(look, line(place), buf);
    }
}

fn bead(scene: &Scene, hue: Hue, mood: Mood, surface: Ink, place: Rect, buf: &mut Buffer) {
    let look = scene.look;
    let theme = look.theme();
    let at = middle(line(place));
    let mut mark = |style: Style| put(buf, place, at.x, at.y, look.mark(hue), style);
    if place.height > 1 {
        // A bead of odd width has a middle column, where its mark stands.
        let size = Size::new(place.width - 1 + place.width % 2, place.height);
        pieces::bead(look, hue, mood, surface, size).draw(buf, place.x.into(), place.y.into());
        // Seen from above a bead has no light on it, but its mark, and more of it when it is new.
        let ink = theme.piece(hue).mark();
        match mood {
            Mood::Plain if look.paints() => {
                put(buf, place, at.x, at.y, look.mark(hue), Style::new().fg(ink.color()));
            }
            Mood::Last if look.paints() => {
                let ebony =
                    Style::new().fg(theme.color(Meaning::Ebony)).add_modifier(Modifier::BOLD);
                board_widget::last(look, line(place), buf, ebony);
            }
            _ => {}
        }
        return;
    }
    match mood {
        Mood::Plain | Mood::Ghost => {
            mark(theme.seat(hue));
        }
        Mood::Last => {
            mark(theme.seat(hue));
            board_widget::last(look, place, buf, theme.strong());
        }
        Mood::Dimmed if look.has_colour() => {
            mark(Style::new().fg(theme.dimmed(theme.piece(hue), surface).color()));
        }
        Mood::Dimmed => {
            mark(theme.faint());
        }
        Mood::Winning if look.paints() => {
            fill(buf, place, theme.on_piece(hue));
            put(buf, place, at.x, at.y, look.mark(hue), theme.on_piece(hue));
        }
        Mood::Winning => {
            let style = theme.seat(hue).add_modifier(Modifier::BOLD);
            put(buf, place, place.x, at.y, &format!("*{}*", look.mark(hue)), style);
        }
    }
}

/// The row of a cell in which marks stand: a cell of two rows has no middle, and takes the lower.
fn line(place: Rect) -> Rect {
    match place.height {
        2 => Rect { y: place.y + 1, height: 1, ..place },
        _ => place,
    }
}

/// The falling bead passes from level to level.
fn falling(scene: &Scene, grid: &Grid, level: usize, buf: &mut Buffer) {
    let Some((peg, hue, height)) = scene.falling() else { return };
    let spot = (peg.column() as u16, peg.row() as u16);
    if height.round() as usize == level
        && let Some(place) = grid.place(spot)
    {
        let surface = scene.look.theme().ink(Meaning::Panel);
        bead(scene, hue, Mood::Plain, surface, place, buf);
    }
}

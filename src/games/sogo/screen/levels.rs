//! The cube level by level: four grids, the surest way to see what stands where.

use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use ratatui::style::{Modifier, Style};

use super::layout::Levels;
use super::ring;
use super::scene::{Place, Scene, What};
use crate::games::sogo::Peg;
use crate::play::Hue;
use crate::tui::Charset;
use crate::tui::board::{Board, Frame, Grid, LabelSide, Labels, Mark, Square, letters};
use crate::tui::pieces::{self, Mood};
use crate::tui::text::put;
use crate::tui::theme::{Ink, Meaning};

pub fn draw(scene: &Scene, levels: &Levels, buf: &mut Buffer) {
    let theme = scene.look.theme();
    let hand = scene.hand().map(|(peg, _)| (peg.column() as u16, peg.row() as u16));
    for (level, grid) in levels.grids.iter().enumerate() {
        let chosen = scene.level() == Some(level);
        let lettered = !levels.stacked || level == 0;
        Board {
            look: scene.look,
            grid: *grid,
            surface: Some(theme.ink(Meaning::Panel)),
            labels: Labels {
                columns: lettered.then_some((LabelSide::After, letters)),
                rows: Some((LabelSide::After, |row| (row + 1).to_string())),
                gap: 1,
            },
            current: hand.map(|(column, row)| (column, if chosen { row } else { u16::MAX })),
        }
        .draw(buf, |(column, row)| {
            let surface = theme.checker(theme.ink(Meaning::Panel), column.into(), row.into());
            let place = scene.place(Peg::at(column.into(), row.into()), level);
            square(scene, &place, surface, grid.cell())
        });
        falling(scene, grid, level, buf);
        let (style, outline) = (if chosen { theme.brass() } else { theme.muted() }, grid.outline());
        let title = format!("level {}", level + 1);
        match grid.border() {
            // The name stands in the line.
            Some(_) => put(buf, buf.area, outline.x + 1, outline.y, &format!(" {title} "), style),
            None => put(buf, buf.area, outline.x, outline.y.saturating_sub(1), &title, style),
        };
    }
}

/// One place, over its square of the checker.
fn square(scene: &Scene, place: &Place, surface: Ink, size: Size) -> Square {
    let look = scene.look;
    let theme = look.theme();
    let mut square = Square { lit: place.on_line, ..Square::default() };
    let mut mark = |symbol: &str, style: Style| square.words.push((0, symbol.to_owned(), style));
    match place.what {
        What::Bead(hue, mood) => bead(scene, &mut square, hue, mood, surface, size),
        What::Ghost(hue) => bead(scene, &mut square, hue, Mood::Ghost, surface, size),
        // The warning stands where the mark would.
        What::Landing if place.warned => {}
        What::Landing => square.marks.push(Mark::Free),
        What::Nothing if place.on_line => mark(ring(look, size.height), theme.legal()),
        What::Nothing => mark(look.glyph("·", "."), theme.faint()),
    }
    if place.warned {
        square.words.push((0, "!".to_owned(), theme.warn().add_modifier(Modifier::BOLD)));
    }
    if place.proposed {
        square.marks.push(Mark::Hint);
    }
    if place.cursor {
        square.marks.push(Mark::Cursor);
    }
    square
}

fn bead(scene: &Scene, square: &mut Square, hue: Hue, mood: Mood, surface: Ink, size: Size) {
    let look = scene.look;
    let theme = look.theme();
    let mark = look.mark(hue).to_owned();
    let ebony = Style::new().fg(theme.color(Meaning::Ebony)).add_modifier(Modifier::BOLD);
    if !look.paints() || size.height > 1 {
        // A bead of odd width has a middle column, where its mark stands.
        let odd = Size::new(size.width - 1 + size.width % 2, size.height);
        // On the upper row of a flat bead, half of which is ground, signs would stand as holes.
        let flat = look.paints() && size.height == 2;
        let drawn = if flat && mood == Mood::Last { Mood::Plain } else { mood };
        square.pieces.push(pieces::bead(look, hue, drawn, surface, odd));
        // Turned over, a solid bead would be four corners; a heavy frame keeps it whole.
        let framed = size.height > 1 && look.charset() == Charset::Unicode;
        square.reversed = mood == Mood::Winning && !framed;
        // Seen from above a bead has no light on it, but its mark, and more of it when it is new.
        match mood {
            Mood::Plain if look.paints() => {
                let ink = theme.piece(hue).mark();
                square.words.push((0, mark, Style::new().fg(ink.color())));
            }
            Mood::Last if flat => {
                let style = ebony.bg(theme.piece(hue).color());
                let signs = [look.glyph("‹", ">"), &mark, look.glyph("›", "<")];
                let signs = (-1..).zip(signs).map(|(x, sign)| (x, sign.to_owned(), style));
                square.words.extend(signs);
            }
            Mood::Last if look.paints() => square.marks.push(Mark::Last(ebony)),
            Mood::Last if size.height > 1 => square.marks.push(Mark::Framed(Frame::Heavy)),
            Mood::Winning if framed => square.marks.push(Mark::Framed(Frame::Heavy)),
            _ => {}
        }
        return;
    }
    let style = match mood {
        Mood::Plain => theme.seat(hue),
        Mood::Ghost => {
            return square.words.push((0, look.hollow_mark(hue).to_owned(), theme.seat(hue)));
        }
        Mood::Last => {
            square.marks.push(Mark::Last(theme.strong()));
            theme.seat(hue)
        }
        Mood::Dimmed => Style::new().fg(theme.dimmed(theme.piece(hue), surface).color()),
        Mood::Winning => {
            square.surface = Some(theme.piece(hue));
            theme.on_piece(hue)
        }
    };
    square.words.push((0, mark, style));
}

/// The falling bead passes from level to level.
fn falling(scene: &Scene, grid: &Grid, level: usize, buf: &mut Buffer) {
    let Some((peg, hue, height)) = scene.falling() else { return };
    let place = grid.place((peg.column() as u16, peg.row() as u16));
    if let Some(place) = place.filter(|_| height.round() as usize == level) {
        let surface = scene.look.theme().ink(Meaning::Panel);
        let size = Size::new(place.width - 1 + place.width % 2, place.height);
        let sprite = pieces::bead(scene.look, hue, Mood::Plain, surface, size);
        sprite.draw(buf, place.x.into(), place.y.into());
    }
}

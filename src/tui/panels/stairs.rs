//! A ladder of levels as a staircase: a step each, as high as its place.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::row;
use crate::tui::look::Look;
use crate::tui::text::{put, width};
use crate::tui::theme::Meaning;

/// Columns between two steps.
const GAP: u16 = 2;
/// So few columns are all needed.
const NARROW: u16 = 45;
/// No step is wider.
const WIDEST: u16 = 12;

/// Where each step stands, from the lowest. With room to spare all are equally wide, else each is as
/// wide as its name.
pub fn steps(area: Rect, names: &[&str]) -> Vec<Rect> {
    let count = names.len().max(1) as u16;
    let longest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    // A column stays free at the right where it can be spared, as beside everything else.
    let spare = if area.width > NARROW { area.width - 1 } else { area.width + 1 };
    let pitch = spare / count;
    let even = pitch > longest;
    let mut x = area.x;
    let place = |name: &&str| {
        let wide = if even { (pitch - 1).min(WIDEST) } else { width(name) };
        let place = Rect { x, width: wide, ..area };
        x = place.right() + if even { 1 } else { GAP };
        place
    };
    names.iter().map(place).map(|place| place.intersection(area)).collect()
}

/// Draws the steps over their names, which stand on the last row of the area: those up to the chosen
/// one in brass, and the others as what is still to climb. Without colour those are hatched.
pub fn stairs(look: &Look, area: Rect, buf: &mut Buffer, names: &[&str], chosen: Option<usize>) {
    let theme = look.theme();
    let high = area.height.saturating_sub(1);
    let (brass, ground) = (theme.ink(Meaning::Brass), theme.ink(Meaning::Ground));
    for (at, place) in steps(area, names).into_iter().enumerate() {
        let style = match chosen {
            Some(chosen) if at == chosen => theme.brass(),
            Some(chosen) if at < chosen && look.has_colour() => {
                Style::new().fg(brass.towards(ground, 0.5).color())
            }
            Some(chosen) if at < chosen => theme.text(),
            _ => theme.line(),
        };
        // In eighths of a row; the lowest step can be seen, the highest fills everything.
        let eighths = (at as u16 + 1) * high * 8 / names.len() as u16;
        let hatched = !look.has_colour() && chosen.is_none_or(|chosen| at > chosen);
        for (up, y) in (0..high).zip((area.y..area.y + high).rev()) {
            let here = usize::from(eighths.saturating_sub(up * 8).min(8));
            let line = row(Rect { y, ..place }, 0);
            let sign = match hatched && here > 0 {
                true => look.glyph("░", "."),
                false => look.glyph(EIGHTHS[here], ASCII[here]),
            };
            put(buf, line, line.x, y, &sign.repeat(usize::from(place.width)), style);
        }
        let line = Rect { y: area.bottom().saturating_sub(1), height: 1, ..place };
        let name = match chosen == Some(at) {
            true if look.has_colour() => theme.strong(),
            true => theme.strong().add_modifier(Modifier::REVERSED),
            false => theme.muted(),
        };
        put(buf, line, line.x, line.y, names[at], name);
    }
}

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII: [&str; 9] = [" ", "_", "_", "-", "-", "=", "=", "#", "#"];

#[cfg(test)]
mod tests {
    use super::super::tests::plain;
    use super::*;
    use crate::tui::look::Charset;
    use crate::tui::theme::{Depth, Theme};

    const NAMES: [&str; 6] = ["Beginner", "Easy", "Medium", "Hard", "Expert", "Perfect"];

    #[test]
    fn six_levels_take_45_columns_and_rise() {
        let places = steps(Rect::new(0, 0, 45, 2), &NAMES);
        assert_eq!(places[5].right(), 45);
        let mut buf = Buffer::empty(Rect::new(0, 0, 45, 2));
        stairs(&plain(), buf.area, &mut buf, &NAMES, Some(3));
        let line = |y: u16| (0..45).map(|x| buf[(x, y)].symbol()).collect::<String>();
        assert_eq!(line(0), "▁▁▁▁▁▁▁▁  ▂▂▂▂  ▄▄▄▄▄▄  ▅▅▅▅  ▆▆▆▆▆▆  ███████");
        assert_eq!(line(1), "Beginner  Easy  Medium  Hard  Expert  Perfect");
    }

    #[test]
    fn without_colour_what_is_still_to_climb_is_hatched() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 45, 2));
        let look = Look::new(Theme::usual(Depth::Mono), Charset::Unicode);
        stairs(&look, buf.area, &mut buf, &NAMES, Some(2));
        let line = (0..45).map(|x| buf[(x, 0)].symbol()).collect::<String>();
        assert_eq!(line, "▁▁▁▁▁▁▁▁  ▂▂▂▂  ▄▄▄▄▄▄  ░░░░  ░░░░░░  ░░░░░░░");
    }

    #[test]
    fn with_room_all_steps_are_equally_wide() {
        let places = steps(Rect::new(0, 0, 90, 9), &NAMES);
        assert!(places.iter().all(|place| place.width == 12), "{places:?}");
        assert!(places.windows(2).all(|pair| pair[0].right() < pair[1].x), "{places:?}");
    }
}

//! The course of a match between two: how good each position was, and where it was lost. Knows
//! numbers, not games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::text::put;
use super::{Look, panels};
use crate::play::Hue;

/// How a match went, ply by ply.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    /// From -1, lost for the first, to 1, won; by ply, the starting position first.
    pub worths: &'a [Option<f32>],
    /// The plies whose move gave a win or a draw away.
    pub mistakes: &'a [usize],
    /// The ply that is shown.
    pub at: usize,
    /// The first's colour and the second's.
    pub hues: [Hue; 2],
    /// Whether more is being found out.
    pub working: bool,
}

impl Course<'_> {
    /// A heading, two rows for the first, the line of time, two rows for the second.
    pub const ROWS: u16 = 6;

    pub fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        panels::heading(look, area, buf, "Course");
        if self.working {
            let sign = look.glyph(" working…", " working");
            let x = area.right().saturating_sub(sign.chars().count() as u16);
            put(buf, area, x, area.y, sign, look.theme().muted());
        }
        let plies = self.worths.len().max(1);
        let columns = area.width.min(plies as u16);
        for column in 0..columns {
            // Where there are more plies than columns, neighbours share one.
            let first = usize::from(column) * plies / usize::from(columns);
            let end = (usize::from(column) + 1) * plies / usize::from(columns);
            self.column(first..end.max(first + 1), look, area, area.x + column, buf);
        }
    }

    fn column(
        &self,
        plies: std::ops::Range<usize>,
        look: &Look,
        area: Rect,
        x: u16,
        buf: &mut Buffer,
    ) {
        let theme = look.theme();
        let axis = area.y + 3;
        let worth = self.worths[plies.clone()].iter().flatten().last().copied();
        let mistake = self.mistakes.iter().find(|ply| plies.contains(ply));
        let shown = plies.contains(&self.at);
        let (sign, style) = match (mistake, worth) {
            // Even plies are the first's.
            (Some(ply), _) => (look.glyph("×", "x"), theme.seat(self.hues[ply % 2])),
            _ if shown => (look.glyph("╋", "+"), theme.muted()),
            (None, Some(_)) => (look.glyph("─", "-"), theme.muted()),
            (None, None) => (look.glyph("·", "."), theme.faint()),
        };
        let style = if shown { theme.key() } else { style };
        put(buf, area, x, axis, sign, style);
        let Some(worth) = worth else { return };
        let halves = (worth.abs() * 4.0).ceil() as u16;
        let hue = self.hues[usize::from(worth < 0.0)];
        for step in 0..halves.div_ceil(2) {
            let whole = halves >= 2 * (step + 1);
            let (y, symbol) = match (worth > 0.0, whole) {
                (true, true) => (axis - 1 - step, look.glyph("█", "#")),
                (true, false) => (axis - 1 - step, look.glyph("▄", ".")),
                (false, true) => (axis + 1 + step, look.glyph("█", "#")),
                (false, false) => (axis + 1 + step, look.glyph("▀", "'")),
            };
            put(buf, area, x, y, symbol, theme.seat(hue));
        }
    }
}

/// What a position is worth to the first, roughly: won, even or lost.
fn side(worth: f32) -> i32 {
    if worth > 0.25 {
        1
    } else if worth < -0.25 {
        -1
    } else {
        0
    }
}

/// What a move gave away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    Win,
    Draw,
}

/// What the move of this ply gave away, as far as that is known.
pub fn mistake(worths: &[Option<f32>], ply: usize) -> Option<Mistake> {
    let sign = if ply.is_multiple_of(2) { 1 } else { -1 };
    let before = sign * side((*worths.get(ply)?)?);
    let after = sign * side((*worths.get(ply + 1)?)?);
    match before {
        1 if after < 1 => Some(Mistake::Win),
        0 if after < 0 => Some(Mistake::Draw),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_what_gives_a_win_or_a_draw_away() {
        // The first wins slowly, then quickly, then lets it go; the second loses the draw.
        let worths = [0.4, 0.9, 0.5, 0.0, 0.7].map(Some);
        let found: Vec<_> = (0..4).map(|ply| mistake(&worths, ply)).collect();
        assert_eq!(found, [None, None, Some(Mistake::Win), Some(Mistake::Draw)]);
        assert_eq!(mistake(&[Some(0.9), None, Some(0.0)], 0), None);
        assert_eq!(mistake(&worths, 9), None);
        // Guesses are no mistakes.
        assert_eq!(mistake(&[Some(0.2), Some(-0.2)], 0), None);
    }
}

//! The lines between the cells where there is no paint to tell them apart: thin ones, heavy ones
//! where a wall parts the turns of the track, and a frame around all of it.

use ratatui::buffer::Buffer;

use super::picture::BoardPicture;
use crate::tui::board::{Weight, joint};
use crate::tui::text::put;

impl BoardPicture<'_> {
    /// The last column and row of each cell as lines, and those at the left and on top. Where there
    /// is no room for the latter, the first cells have them at their edge.
    pub(super) fn rule(&self, buf: &mut Buffer) {
        let (window, board) = (self.grid.window(), self.grid.area());
        let (w, h) = self.track.size();
        let (right, bottom) = (i32::from(window.right()), i32::from(window.bottom()));
        for row in i32::from(window.top()) - 1..bottom {
            for column in i32::from(window.left()) - 1..right {
                // The lower right corner of this cell, counted from the first that is seen.
                let across = (column + 1 - i32::from(window.left())) as u16 * w;
                let down = (row + 1 - i32::from(window.top())) as u16 * h;
                let (x, y) = ((board.x + across).checked_sub(1), (board.y + down).checked_sub(1));
                let x = x.filter(|_| across > 0 || self.framed.0);
                let y = y.filter(|_| down > 0 || self.framed.1);
                let arms = [
                    self.upright(column, row),
                    self.level(column + 1, row),
                    self.upright(column, row + 1),
                    self.level(column, row),
                ];
                if let (Some(x), true) = (x, down > 0) {
                    for y in board.y + down - h..(board.y + down).saturating_sub(1) {
                        self.stroke(arms[0], ("│", "┃"), (":", "|"), (x, y), buf);
                    }
                }
                if let (Some(y), true) = (y, across > 0) {
                    for x in board.x + across - w..(board.x + across).saturating_sub(1) {
                        self.stroke(arms[3], ("─", "━"), (".", "-"), (x, y), buf);
                    }
                }
                if let (Some(x), Some(y)) = (x, y) {
                    let heavy = arms.contains(&Weight::Heavy);
                    let weight = match arms {
                        [Weight::None, Weight::None, Weight::None, Weight::None] => Weight::None,
                        _ if heavy => Weight::Heavy,
                        _ => Weight::Light,
                    };
                    let sign = joint(arms).to_string();
                    self.stroke(weight, (&sign, &sign), (".", "+"), (x, y), buf);
                }
            }
        }
        self.inner_frame(buf);
    }

    /// The outer lines as edges of the first cells, beside what stands there.
    fn inner_frame(&self, buf: &mut Buffer) {
        let (window, board) = (self.grid.window(), self.grid.area());
        let style = self.look.theme().faint();
        let mut edge = |x, y, sign: &str| {
            if buf[(x, y)].symbol() == " " {
                put(buf, board, x, y, self.look.glyph(sign, " "), style);
            }
        };
        if !self.framed.1 && window.y == 0 {
            (board.left()..board.right()).for_each(|x| edge(x, board.y, "▔"));
        }
        if !self.framed.0 && window.x == 0 {
            (board.top()..board.bottom()).for_each(|y| edge(board.x, y, "▏"));
        }
    }

    fn stroke(
        &self,
        weight: Weight,
        (light, heavy): (&str, &str),
        (dotted, strong): (&str, &str),
        (x, y): (u16, u16),
        buf: &mut Buffer,
    ) {
        let (look, theme) = (self.look, self.look.theme());
        let (sign, style) = match weight {
            Weight::None => return,
            Weight::Heavy => (look.glyph(heavy, strong), theme.strong()),
            _ => (look.glyph(light, dotted), theme.faint()),
        };
        put(buf, buf.area, x, y, sign, style);
    }

    /// The line at the right of a place.
    fn upright(&self, column: i32, row: i32) -> Weight {
        self.between((column, row), (column + 1, row))
    }

    /// The line below a place.
    fn level(&self, column: i32, row: i32) -> Weight {
        self.between((column, row), (column, row + 1))
    }

    fn between(&self, one: (i32, i32), other: (i32, i32)) -> Weight {
        let cell = |(column, row): (i32, i32)| {
            self.track.at(u16::try_from(column).ok()?, u16::try_from(row).ok()?)
        };
        match (cell(one), cell(other)) {
            (None, None) => Weight::None,
            (Some(one), Some(other)) if one.abs_diff(other) != 1 => Weight::Heavy,
            _ => Weight::Light,
        }
    }
}

//! The lines between the cells of a board that isn't painted: boxes where the terminal has them,
//! `+ - |` where it hasn't. Junctions know the weight of each of their arms, so a heavy frame around
//! one cell joins the light lines beside it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::grid::{Border, Grid, Spot};
use crate::tui::look::{Charset, Look};
use crate::tui::text::put;

/// The frame of a cell that stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// What was played last, or where the cursor is.
    Heavy,
    /// What isn't there yet.
    Dashed,
}

/// How strong one arm of a junction is, as an index into the table of junctions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// There is none.
    None = 0,
    /// A thin line.
    Light = 1,
    /// A thick one.
    Heavy = 2,
    /// A thick one with gaps.
    Dashed = 3,
}

impl Weight {
    /// Junctions have no dashes.
    fn arm(self) -> usize {
        (self as usize).min(2)
    }
}

/// By the weights of their arms: 27 times that up, 9 times right, 3 times down, and left.
const JUNCTIONS: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Draws the lines of a board that has them, with frames around some of its cells.
pub(super) fn draw(grid: &Grid, look: &Look, buf: &mut Buffer, frames: &[(Spot, Frame)]) {
    let Some(border) = grid.border() else { return };
    let lines = Lines { window: grid.window(), border, frames };
    let (cell, area) = (grid.cell(), grid.area());
    let theme = look.theme();
    let style = |weight| match weight {
        Weight::Light => theme.line(),
        _ => theme.text(),
    };
    for down in 0..=lines.window.height {
        let top = area.y + down * (cell.height + 1);
        for across in 0..=lines.window.width {
            let left = area.x + across * (cell.width + 1);
            let (level, upright) = (lines.level(across, down), lines.upright(across, down));
            let arms = [
                down.checked_sub(1).map_or(Weight::None, |above| lines.upright(across, above)),
                level,
                upright,
                across.checked_sub(1).map_or(Weight::None, |before| lines.level(before, down)),
            ];
            let heavy = arms.into_iter().find(|arm| arm.arm() == 2).unwrap_or(Weight::Light);
            // An open board has nothing on top, where there may be no row at all.
            let line = top.checked_sub(1).filter(|_| border == Border::Closed || down > 0);
            if let Some(y) = line {
                put(buf, buf.area, left - 1, y, &junction(look, arms), style(heavy));
                if level != Weight::None {
                    let run = horizontal(look, level).repeat(cell.width.into());
                    put(buf, buf.area, left, y, &run, style(level));
                }
            }
            if upright != Weight::None {
                let sign = vertical(look, upright, lines.opens(across, down));
                for y in top..top + cell.height {
                    put(buf, buf.area, left - 1, y, sign, style(upright));
                }
            }
        }
    }
}

struct Lines<'a> {
    window: Rect,
    border: Border,
    frames: &'a [(Spot, Frame)],
}

impl Lines<'_> {
    /// How a cell of the window is framed.
    fn frame(&self, across: Option<u16>, down: Option<u16>) -> Option<Frame> {
        let spot = (self.window.x + across?, self.window.y + down?);
        self.frames.iter().find(|(framed, _)| *framed == spot).map(|(_, frame)| *frame)
    }

    fn weight(frames: [Option<Frame>; 2], usual: Weight) -> Weight {
        match frames.into_iter().flatten().next() {
            Some(Frame::Heavy) => Weight::Heavy,
            Some(Frame::Dashed) => Weight::Dashed,
            None => usual,
        }
    }

    /// The line above a cell, or below the last row.
    fn level(&self, across: u16, down: u16) -> Weight {
        let usual = match self.border {
            Border::Open if down == 0 => Weight::None,
            Border::Open if down == self.window.height => Weight::Heavy,
            _ => Weight::Light,
        };
        if across >= self.window.width {
            return Weight::None;
        }
        let above = self.frame(Some(across), down.checked_sub(1));
        Lines::weight([self.frame(Some(across), Some(down)), above], usual)
    }

    /// The line at the left of a cell, or at the right of the last column.
    fn upright(&self, across: u16, down: u16) -> Weight {
        let side = across == 0 || across == self.window.width;
        let usual = if self.border == Border::Open && side { Weight::Heavy } else { Weight::Light };
        if down >= self.window.height {
            return Weight::None;
        }
        let left = self.frame(across.checked_sub(1), Some(down));
        Lines::weight([self.frame(Some(across), Some(down)), left], usual)
    }

    /// Whether a line is the left side of a framed cell rather than the right one.
    fn opens(&self, across: u16, down: u16) -> Option<bool> {
        let framed = |across| self.frame(across, Some(down)).is_some();
        match (framed(Some(across)), framed(across.checked_sub(1))) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }
}

/// The box character whose arms up, right, down and left are as strong as that.
pub fn joint(arms: [Weight; 4]) -> char {
    let index = arms.iter().fold(0, |index, weight| 3 * index + weight.arm());
    JUNCTIONS.chars().nth(index).unwrap_or(' ')
}

fn junction(look: &Look, arms: [Weight; 4]) -> String {
    match look.charset() {
        Charset::Unicode => joint(arms).to_string(),
        Charset::Ascii if arms[1] == Weight::None && arms[3] == Weight::None => "|".to_owned(),
        Charset::Ascii => "+".to_owned(),
    }
}

fn horizontal(look: &Look, weight: Weight) -> &'static str {
    match weight {
        Weight::None | Weight::Light => look.glyph("─", "-"),
        Weight::Heavy => look.glyph("━", "="),
        Weight::Dashed => look.glyph("╍", "."),
    }
}

fn vertical(look: &Look, weight: Weight, opens: Option<bool>) -> &'static str {
    match (weight, opens) {
        (Weight::None | Weight::Light, _) => look.glyph("│", "|"),
        (Weight::Dashed, _) => look.glyph("╏", ":"),
        (Weight::Heavy, None) => look.glyph("┃", "|"),
        (Weight::Heavy, Some(true)) => look.glyph("┃", "["),
        (Weight::Heavy, Some(false)) => look.glyph("┃", "]"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::{Margin, Pitch};
    use super::*;
    use crate::tui::theme::{Depth, Theme};

    fn drawn(pitch: Pitch, charset: Charset, frames: &[(Spot, Frame)]) -> Vec<String> {
        let look = Look::new(Theme::usual(Depth::Mono), charset);
        let grid = Grid::fit(Rect::new(0, 0, 7, 7), (3, 3), &[pitch], Margin::default());
        let frame = grid.outline();
        let mut buf = Buffer::empty(frame);
        draw(&grid, &look, &mut buf, frames);
        let row = |y| (frame.x..frame.right()).map(|x| buf[(x, y)].symbol()).collect::<String>();
        (frame.y..frame.bottom()).map(row).collect()
    }

    #[test]
    fn lines_join_and_a_frame_is_heavier() {
        let closed = Pitch::lined(1, 1);
        assert_eq!(drawn(closed, Charset::Unicode, &[])[..3], ["┌─┬─┬─┐", "│ │ │ │", "├─┼─┼─┤"]);
        let framed = drawn(closed, Charset::Unicode, &[((1, 1), Frame::Heavy)]);
        assert_eq!(framed[2..5], ["├─╆━╅─┤", "│ ┃ ┃ │", "├─╄━╃─┤"]);
        let dashed = drawn(closed, Charset::Unicode, &[((0, 0), Frame::Dashed)]);
        assert_eq!(dashed[..3], ["┏╍┱─┬─┐", "╏ ╏ │ │", "┡╍╃─┼─┤"]);
        let ascii = drawn(closed, Charset::Ascii, &[((1, 1), Frame::Heavy)]);
        assert_eq!(ascii[2..5], ["+-+=+-+", "| [ ] |", "+-+=+-+"]);
    }

    #[test]
    fn an_open_board_has_strong_sides_and_a_floor() {
        let open = Pitch::open(1, 1);
        let rows = drawn(open, Charset::Unicode, &[]);
        assert_eq!(rows[..2], ["┃ │ │ ┃", "┠─┼─┼─┨"]);
        assert_eq!(rows[5], "┗━┷━┷━┛");
        assert_eq!(rows.len(), 6);
    }
}

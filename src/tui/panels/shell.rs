//! The page itself: its parts, the bars above and below, and what it says when it does not fit.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use crate::tui::look::Look;
use crate::tui::text::{fill, put, put_centred, put_right, width};
use crate::tui::theme::{Depth, Meaning};

/// The parts of a screen.
///
/// ```text
/// +-------------------------------+
/// | title                         |
/// +--------------------+----------+
/// | board              | panel    |
/// |                    |          |
/// +--------------------+----------+
/// | footer                        |
/// +-------------------------------+
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shell {
    /// One row at the top.
    pub title: Rect,
    /// The largest part; its last row is the status line.
    pub board: Rect,
    /// The whole panel; see [`Shell::panel_text`].
    pub panel: Rect,
    /// One row at the bottom.
    pub footer: Rect,
}

/// How wide the side panel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// There is none.
    None,
    /// Names and numbers.
    Narrow,
    /// Sentences.
    Wide,
    /// A picture as important as what is beside it.
    Half,
    /// A picture that gets most of the columns beyond 80.
    Picture,
}

impl Shell {
    /// Divides the terminal. A panel that would leave the board fewer than 24 columns is left out.
    pub fn of(area: Rect, side: Side) -> Shell {
        let roomy = area.width >= 110;
        // Beyond that the board has all it can use; the moves and the analysis take the rest.
        let vast = area.width >= 180;
        let panel_width = match side {
            Side::None => 0,
            Side::Narrow | Side::Wide if vast => 46,
            Side::Narrow if !roomy => 28,
            Side::Wide | Side::Half | Side::Picture if !roomy => 32,
            Side::Narrow => 34,
            Side::Wide => 38,
            Side::Half => area.width * 2 / 5,
            Side::Picture => area.width - 48 - area.width.saturating_sub(80) * 11 / 30,
        };
        // The board is the largest thing: where there is no room for both, the panel goes.
        let panel_width = if area.width < panel_width + 24 { 0 } else { panel_width };
        let title = Rect { height: area.height.min(1), ..area };
        let footer_height = area.height.saturating_sub(1).min(1);
        let footer = Rect { y: area.bottom() - footer_height, height: footer_height, ..area };
        let body = Rect {
            y: area.y + title.height,
            height: area.height - title.height - footer_height,
            ..area
        };
        let board = Rect { width: area.width - panel_width, ..body };
        let panel = Rect { x: board.right(), width: panel_width, ..body };
        Shell { title, board, panel, footer }
    }

    /// Where the panel's text goes: two columns from its edge and one row from the top.
    pub fn panel_text(&self) -> Rect {
        inset(self.panel, 2, 1, 1, 0)
    }

    /// The last row under the board, where things are said.
    pub fn status(&self) -> Rect {
        inset(row(self.board, self.board.height.saturating_sub(1)), 1, 0, 1, 0)
    }

    /// Paints the backgrounds. Where shades are missing, a line divides board and panel.
    pub fn draw(&self, look: &Look, buf: &mut Buffer) {
        let theme = look.theme();
        fill(buf, self.board, theme.ground());
        fill(buf, self.panel, theme.panel());
        fill(buf, self.title, theme.bar());
        fill(buf, self.footer, theme.bar());
        if look.depth() <= Depth::Ansi16 && self.panel.width > 0 {
            let x = self.panel.x - 1;
            for y in self.panel.top()..self.panel.bottom() {
                put(buf, buf.area, x, y, look.glyph("│", "|"), theme.line());
            }
        }
    }
}

/// Something that can be drawn again and again, such as a board.
pub type Paint = Box<dyn Fn(&Look, Rect, &mut Buffer)>;

/// Draws a picture that keeps to its area, whatever it draws, and is not much higher than wide.
pub fn picture(area: Rect, buf: &mut Buffer, draw: impl FnOnce(&mut Buffer, Rect)) {
    let area = Rect { height: area.height.min(area.width * 2 / 3), ..area }.intersection(buf.area);
    let mut sheet = buf.clone();
    draw(&mut sheet, area);
    for position in area.positions() {
        buf[position] = sheet[position].clone();
    }
}

/// A rectangle less so much on each side.
pub fn inset(area: Rect, left: u16, top: u16, right: u16, bottom: u16) -> Rect {
    let (left, top) = (left.min(area.width), top.min(area.height));
    Rect {
        x: area.x + left,
        y: area.y + top,
        width: (area.width - left).saturating_sub(right),
        height: (area.height - top).saturating_sub(bottom),
    }
}

/// One row of an area, counted from its top; empty below the area.
pub fn row(area: Rect, index: u16) -> Rect {
    let y = area.y.saturating_add(index).min(area.bottom());
    Rect { y, height: u16::from(y < area.bottom()), ..area }
}

/// `PARLOUR › Connect Four  standard 7×6                         move 19`
pub fn title_bar(look: &Look, area: Rect, buf: &mut Buffer, name: &str, detail: &str, right: &str) {
    let theme = look.theme();
    fill(buf, row(area, 0), theme.bar());
    let inner = inset(row(area, 0), 1, 0, 1, 0);
    let x = put(buf, inner, inner.x, inner.y, "PARLOUR", theme.on_bar(Meaning::Brass).bold());
    let arrow = look.glyph(" › ", " > ");
    let x = put(buf, inner, x, inner.y, arrow, theme.on_bar(Meaning::Faint));
    let x = put(buf, inner, x, inner.y, name, theme.on_bar(Meaning::Bright).bold());
    let room = inner.right().saturating_sub(x + 2);
    // What happens now comes before the details of the board, which lose their last part first.
    let kept = room.saturating_sub(width(right) + 2);
    let room = if kept >= 16 { kept } else { room };
    let shorter = detail.rsplit_once(look.glyph(" · ", " - ")).map_or(detail, |(first, _)| first);
    let detail = if width(detail) <= room { detail } else { shorter };
    let detail = look.truncate(detail, room);
    let x = put(buf, inner, x + 2, inner.y, &detail, theme.on_bar(Meaning::Muted));
    if x + 2 + width(right) <= inner.right() {
        put_right(buf, inner, right, theme.on_bar(Meaning::Muted));
    }
}

/// The keys that work now, `(key, what it does)`, most used first. When they do not all fit, the
/// last two stay (help and the way out) and the others go from the end. Answers where each hint
/// stands, as `(index, place)`, for the mouse.
pub fn footer(
    look: &Look,
    area: Rect,
    buf: &mut Buffer,
    hints: &[(&str, &str)],
) -> Vec<(usize, Rect)> {
    let theme = look.theme();
    fill(buf, row(area, 0), theme.bar());
    let inner = inset(row(area, 0), 1, 0, 1, 0);
    let wide = |index: usize| width(hints[index].0) + 1 + width(hints[index].1);
    let mut shown: Vec<usize> = (0..hints.len()).collect();
    let total = |shown: &[usize]| {
        shown.iter().map(|&index| usize::from(wide(index)) + 2).sum::<usize>().saturating_sub(2)
    };
    while shown.len() > 1 && total(&shown) > usize::from(inner.width) {
        let goes = if shown.len() > 2 { shown.len() - 3 } else { 0 };
        shown.remove(goes);
    }
    let mut places = Vec::new();
    let mut x = inner.x;
    for index in shown {
        let (key, words) = hints[index];
        let start = x;
        x = put(buf, inner, x, inner.y, key, theme.on_bar(Meaning::Brass).bold());
        x = put(buf, inner, x + 1, inner.y, words, theme.on_bar(Meaning::Muted));
        places.push((index, Rect { x: start, width: x - start, ..inner }.intersection(inner)));
        x += 2;
    }
    places
}

/// The page for a terminal that is too small: what is needed, and what there is.
pub fn too_small(look: &Look, area: Rect, buf: &mut Buffer, needed: Size) {
    let theme = look.theme();
    fill(buf, area, theme.ground());
    let x = look.glyph("×", "x");
    let there = format!("{}{x}{}", area.width, area.height);
    let needed = format!("{}{x}{}", needed.width, needed.height);
    let lines = [
        (format!("{there} is too small"), theme.strong()),
        (format!("{needed} is needed"), theme.muted()),
    ];
    let top = area.height.saturating_sub(2) / 2;
    for ((line, style), index) in lines.iter().zip(top..) {
        put_centred(buf, row(area, index), &look.truncate(line, area.width), *style);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{line, plain};
    use super::*;

    #[test]
    fn the_shell_gives_the_board_most_of_the_screen() {
        let shell = Shell::of(Rect::new(0, 0, 80, 24), Side::Narrow);
        assert_eq!(shell.board, Rect::new(0, 1, 52, 22));
        assert_eq!(shell.panel_text(), Rect::new(54, 2, 25, 21));
        assert_eq!(Shell::of(Rect::new(0, 0, 80, 24), Side::Wide).panel.x, 48);
        assert_eq!(Shell::of(Rect::new(0, 0, 120, 40), Side::Narrow).board.width, 86);
        assert_eq!(Shell::of(Rect::new(0, 0, 40, 24), Side::Narrow).panel.width, 0);
    }

    #[test]
    fn the_footer_drops_from_the_end_but_keeps_help_and_the_way_out() {
        let look = plain();
        let hints =
            [("←", "column"), ("u", "undo"), ("h", "hint"), ("?", "rules"), ("esc", "pause")];
        let shown = |width| line(width, |area, buf| drop(footer(&look, area, buf, &hints)));
        assert_eq!(shown(60).trim(), "← column  u undo  h hint  ? rules  esc pause");
        assert_eq!(shown(40).trim(), "← column  u undo  ? rules  esc pause");
        assert_eq!(shown(22).trim(), "? rules  esc pause");
        assert_eq!(shown(12).trim(), "esc pause");
    }

    #[test]
    fn the_title_keeps_its_name_and_cuts_the_rest() {
        let look = plain();
        let shown = |width| {
            line(width, |area, buf| title_bar(&look, area, buf, "Sogo", "four in a row", "move 22"))
        };
        assert_eq!(shown(42), " PARLOUR › Sogo  four in a row    move 22 ");
        assert_eq!(shown(34).trim(), "PARLOUR › Sogo  four in a row");
        assert_eq!(shown(24).trim(), "PARLOUR › Sogo  four …");
    }
}

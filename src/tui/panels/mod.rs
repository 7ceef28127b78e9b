//! The furniture that all screens share: bars, headings, rows, buttons, windows, seats.
//!
//! Every function clips itself, so any area will do, an empty one too. None of them knows a game,
//! a key or a screen.

mod controls;
mod gauges;
mod lines;
mod lists;
mod shell;
mod stairs;
mod window;

pub use controls::{Ends, button, choices, field, turner};
pub use gauges::{balance, bar, meter, thin_bar};
pub use lines::{SeatLine, caption, fact, heading, notice, paragraph};
pub use lists::{Focus, list_row, name_style, scroll_mark, scroll_to, second_style};
pub use shell::{Paint, Shell, Side, footer, inset, picture, row, title_bar, too_small};
pub use stairs::{stairs, steps};
pub use window::popup;

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use ratatui::layout::{Rect, Size};

    use super::*;
    use crate::play::Hue;
    use crate::tui::theme::{Depth, Meaning, THEMES, Theme};
    use crate::tui::{Charset, Look};

    fn looks() -> Vec<Look> {
        let mut looks = Vec::new();
        for (name, _) in THEMES {
            for depth in [Depth::True, Depth::Ansi256, Depth::Ansi16, Depth::Mono] {
                for charset in [Charset::Unicode, Charset::Ascii] {
                    looks.push(Look::new(Theme::load(name, depth).unwrap(), charset));
                }
            }
        }
        looks
    }

    pub(super) fn plain() -> Look {
        Look::new(Theme::usual(Depth::True), Charset::Unicode)
    }

    /// What a drawing of one row looks like.
    pub(super) fn line(width: u16, draw: impl FnOnce(Rect, &mut Buffer)) -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, 1));
        draw(buf.area, &mut buf);
        buf.content.iter().map(|cell| cell.symbol()).collect::<String>()
    }

    #[test]
    fn a_long_sentence_takes_the_row_above_too() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 20, 3));
        let status = Rect::new(1, 2, 18, 1);
        let sentence = "b2 is empty; press 1 to 3";
        notice(&plain(), status, &mut buf, sentence, Meaning::Warn);
        let row = |y| (0..20).map(|x| buf[(x, y)].symbol()).collect::<String>();
        assert_eq!(
            [row(0).trim(), row(1).trim(), row(2).trim()],
            ["", "b2 is empty; press", "1 to 3"]
        );
    }

    #[test]
    fn nothing_panics_at_any_size() {
        let sizes = [(0, 0), (1, 1), (2, 1), (1, 2), (3, 2), (5, 3), (10, 4), (80, 24), (120, 40)];
        for look in looks() {
            for (width, height) in sizes {
                let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
                let outside = Rect::new(0, 0, width + 7, height + 3);
                let shifted = Rect::new(width / 2 + 1, height / 2 + 1, 9, 4);
                for area in [buf.area, outside, shifted, Rect::default()] {
                    for side in [Side::None, Side::Narrow, Side::Wide] {
                        let shell = Shell::of(area, side);
                        shell.draw(&look, &mut buf);
                        let _ = shell.panel_text();
                    }
                    title_bar(&look, area, &mut buf, "Connect Four", "standard 7×6", "move 19");
                    footer(&look, area, &mut buf, &[("↑", "up"), ("?", "help"), ("esc", "back")]);
                    heading(&look, area, &mut buf, "Moves");
                    fact(&look, area, &mut buf, "columns", "7");
                    bar(&look, area, &mut buf, 0.3, look.theme().good());
                    thin_bar(&look, area, &mut buf, 0.3, look.theme().good());
                    balance(&look, area, &mut buf, -0.6, look.theme().bad());
                    meter(&look, area, &mut buf, 2, 5, look.theme().brass());
                    notice(&look, area, &mut buf, "that column is full", Meaning::Warn);
                    scroll_mark(&look, area, &mut buf, 3, 50);
                    paragraph(&look, area, &mut buf, "two dice and 63 cells", look.theme().text());
                    for focus in [Focus::Here, Focus::Elsewhere, Focus::Disabled] {
                        list_row(&look, area, &mut buf, focus);
                        choices(&look, area, &mut buf, &["human", "bot"], 1, focus);
                        turner(&look, area, &mut buf, "depth 3", Ends::NONE, focus);
                        button(&look, area, &mut buf, "Start", focus);
                        field(&look, area, &mut buf, "Ada Lovelace", 5, focus);
                    }
                    let seat = SeatLine {
                        hue: Hue::Red,
                        name: "Ada",
                        second: "human",
                        right: "to play",
                        active: true,
                        piece: None,
                    };
                    seat.draw(&look, area, &mut buf);
                    popup(&look, area, &mut buf, Size::new(40, 12));
                    too_small(&look, area, &mut buf, Size::new(80, 24));
                }
            }
        }
    }

    #[test]
    fn ascii_screens_hold_nothing_but_ascii() {
        let look = Look::new(Theme::usual(Depth::True), Charset::Ascii);
        let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
        Shell::of(buf.area, Side::Narrow).draw(&look, &mut buf);
        for (y, index) in (0..).zip(0..6) {
            let area = Rect::new(2, y, 30, 1);
            match index {
                0 => title_bar(&look, area, &mut buf, "Connect Four", "standard", "move 19"),
                1 => heading(&look, area, &mut buf, "Moves"),
                2 => bar(&look, area, &mut buf, 0.4, look.theme().good()),
                3 => thin_bar(&look, area, &mut buf, 0.4, look.theme().good()),
                4 => meter(&look, area, &mut buf, 2, 5, look.theme().good()),
                _ => scroll_mark(&look, Rect { height: 9, ..area }, &mut buf, 0, 50),
            }
        }
        assert!(buf.content.iter().all(|cell| cell.symbol().is_ascii()));
    }
}

//! What the page of a new contest shows beside its form: the board, and how many matches it makes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::number;
use super::ArenaSetup;
use crate::tui::Context;
use crate::tui::panels::{self, Focus, Shell, Side};

pub const SIDE: Side = Side::Picture;

impl ArenaSetup {
    pub(super) fn start_place(panel: Rect) -> Rect {
        panels::row(panel, panel.height.saturating_sub(2))
    }

    pub(super) fn draw_panel(&self, shell: &Shell, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let panel = shell.panel_text();
        let obstacle = self.obstacle();
        if let (Some(board), Some(picture)) = (self.board(), &self.preview) {
            panels::caption(look, panel, buf, &board.told, &board.summary);
            let place = panels::inset(panel, 0, 2, 0, 6);
            panels::picture(place, buf, |buf, area| (picture.paint)(look, area, buf));
        }
        let below = panels::inset(panel, 0, panel.height.saturating_sub(4), 0, 2);
        let (words, style) = match &obstacle {
            Some(why) => (why.clone(), look.theme().warn()),
            None => {
                let (entrants, matches) =
                    (self.terms.entrants().len(), number(self.terms.matches()));
                (format!("{entrants} entrants · {matches} matches"), look.theme().muted())
            }
        };
        panels::paragraph(look, below, buf, &words, style);
        let focus = if obstacle.is_some() { Focus::Disabled } else { Focus::Here };
        panels::button(look, Self::start_place(panel), buf, "Start the contest", focus);
    }
}

//! What the page of a new match looks like beside its form: the board at the right, and the buttons.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Setup;
use super::keys::{Action, SETUP};
use crate::play::{Eye, Variant};
use crate::tui::Desk;
use crate::tui::form;
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::put_centred;
use crate::tui::theme::Meaning;

pub const SIDE: Side = Side::Picture;
/// Rows at the panel's foot for the two buttons.
const BUTTONS: u16 = 5;

impl<G: GameUi> Setup<G> {
    pub(super) fn draw(&self, buf: &mut Buffer, desk: &Desk) {
        let shell = Shell::of(desk.area(), SIDE);
        shell.draw(&desk.look, buf);
        form::draw(self, buf, desk);
        self.draw_panel(&shell, buf, desk);
    }

    pub(super) fn start_place(panel: Rect) -> Rect {
        panels::row(panel, panel.height.saturating_sub(2))
    }

    pub(super) fn tour_place(panel: Rect) -> Rect {
        match G::TOUR.is_empty() {
            true => Rect::default(),
            false => panels::row(panel, panel.height.saturating_sub(4)),
        }
    }

    fn draw_panel(&self, shell: &Shell, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let panel = shell.panel_text();
        match &self.preview {
            Ok(state) => {
                let variant = state.variant();
                panels::caption(look, panel, buf, variant.name(), &variant.summary());
                // A column more than the text: the board is the largest thing.
                let picture = panels::inset(shell.panel, 1, 3, 1, BUTTONS + 1);
                panels::picture(picture, buf, |buf, area| {
                    draw_still::<G>(state, &state.view(Eye::Spectator), look, area, buf);
                });
            }
            Err(why) => {
                panels::paragraph(look, panel, buf, why, theme.style(Meaning::Warn));
            }
        }
        let (words, focus) = match &self.board {
            Ok(board) => (format!("Start on {}", board.name()), Focus::Here),
            Err(_) => ("Choose another board".to_owned(), Focus::Disabled),
        };
        panels::button(look, Self::start_place(panel), buf, &words, focus);
        let words = match desk.keys.first(&SETUP, Action::Tour) {
            Some(key) if self.newcomer => format!("New here? {key} gives a tour"),
            Some(key) => format!("{key} takes the tour"),
            None => "Take the tour".to_owned(),
        };
        let style = if self.newcomer { theme.brass() } else { theme.muted() };
        put_centred(buf, Self::tour_place(panel), &words, style);
    }
}

//! Sogo on the screen.
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::{Board, Peg, Sogo};
use crate::tui::Look;
use crate::tui::game_ui::{GameUi, Input, Reply, Seen};
use crate::tui::keys::Nav;
impl GameUi for Sogo {
    type Ui = ();
    type Action = ();
    type Insight = ();
    fn act(_: &mut (), _: &Seen<Sogo>, _: Input<()>, _: Rect, _: &Look) -> Reply<Peg> {
        Reply::Ignored
    }
    fn draw(_: &Seen<Sogo>, _: &(), _: &Look, _: Rect, _: &mut Buffer) {}
    fn min_size(_: &Board) -> Size {
        Size::new(1, 1)
    }
    fn words(_: &Seen<Sogo>, _: &()) -> Vec<(&'static [Nav], &'static str)> {
        Vec::new()
    }
}

//! The end of a round, told as the end of a match is: a banner over the board that steps back, the
//! score, and what comes next.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Beside, Layout, MatchView};
use crate::lang::{as_told, told};
use crate::play::Seat;
use crate::tui::banner::Banner;
use crate::tui::game_ui::{GameUi, Interlude};
use crate::tui::keys::{NAV, Nav};
use crate::tui::painter::dim;
use crate::tui::text::{fill, put, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Charset, Context, panels};

impl<G: GameUi> MatchView<G> {
    pub(super) fn draw_interlude(
        &self,
        interlude: &Interlude,
        beside: &Beside<G>,
        parts: Layout,
        context: &Context,
        buf: &mut Buffer,
    ) {
        let (look, seats) = (&context.look, self.names().len());
        let theme = look.theme();
        dim(buf, parts.board, theme);
        let ink = match interlude.winner {
            Some(seat) => theme.piece(G::hue(seat, seats)),
            None => theme.ink(Meaning::Brass),
        };
        Banner { words: &interlude.words, ink, edges: &[] }.draw(look, parts.board, &[], buf);
        let rest = self.panel(beside).seats(&self.seen(beside), parts.panel, buf, look);
        panels::heading(look, rest, buf, "Score");
        put_right(buf, panels::row(rest, 0), &format!(" {}", interlude.so_far), theme.muted());
        let rows = seats as u16 + 1;
        for (seat, at) in Seat::all(seats).zip(1..rest.height) {
            let (row, hue) = (panels::row(rest, at), G::hue(seat, seats));
            put(buf, row, row.x, row.y, look.mark(hue), theme.seat(hue));
            let score = interlude.scores.get(seat.index()).copied().unwrap_or_default();
            let end = put_right(buf, row, &score.to_string(), theme.strong());
            let name = look.truncate(&self.names()[seat.index()], end.saturating_sub(row.x + 3));
            put(buf, row, row.x + 2, row.y, &name, theme.text());
        }
        let rest = panels::inset(rest, 0, rows + 1, 0, 0);
        panels::heading(look, rest, buf, "Next");
        let row = panels::row(rest, 1);
        let key = context.keys.first(&NAV, Nav::Confirm);
        let key = key.as_ref().map_or("", |key| key.label(look.charset() == Charset::Ascii));
        let key = if key == "enter" { look.glyph("↵", ">") } else { key };
        if look.has_colour() {
            let button = Rect { x: row.x.saturating_sub(1), width: row.width + 1, ..row };
            fill(buf, button, theme.chosen());
        }
        put(
            buf,
            row,
            row.x,
            row.y,
            &as_told(&format!("{key} {}", told(&interlude.next))),
            theme.chosen(),
        );
        self.draw_moves(panels::inset(rest, 0, 3, 0, 0), context, buf);
    }
}

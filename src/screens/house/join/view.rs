//! What the window of an invitation looks like.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Button, CODE, Field, Found, Join, LABEL, NAME, Purpose, SIZE};
use crate::house::{Right, SeatState};
use crate::tui::Context;
use crate::tui::panels::{self, Ends, Focus};
use crate::tui::text::{fill, put, put_right, width};

/// Where everything stands.
pub struct Parts {
    pub inner: Rect,
    pub invitation: Rect,
    pub name: Rect,
    pub table: Rect,
    pub buttons: Vec<(Button, Rect)>,
}

impl Join {
    pub(super) fn parts(&self, context: &Context) -> Parts {
        let screen = context.area();
        let (w, h) = (SIZE.width.min(screen.width), SIZE.height.min(screen.height));
        let window = Rect::new((screen.width - w) / 2, (screen.height - h) / 2, w, h);
        let inner = panels::inset(window, 3, 1, 3, 1);
        let rows = |at, height| Rect { height, ..panels::row(inner, at) }.intersection(inner);
        let mut x = inner.x;
        let button = |button: Button| {
            // The likeliest is the largest.
            let wide = width(button.words()) + if x == inner.x { 6 } else { 4 };
            let place = Rect { x, width: wide, ..panels::row(inner, 10) };
            x += wide + 2;
            (button, place)
        };
        Parts {
            inner,
            invitation: rows(2, 2),
            name: rows(7, 1),
            table: rows(8, 1),
            buttons: self.buttons().into_iter().map(button).collect(),
        }
    }

    /// The line that says which house it is, or why not.
    fn draw_found(&self, row: Rect, buf: &mut Buffer, context: &Context) {
        let (look, theme) = (&context.look, context.look.theme());
        let dot = look.glyph("●", "*");
        match &self.found {
            Found::Nothing if self.text.is_empty() => {
                let words = "the host sends you a line that begins with parlour://";
                put(buf, row, row.x, row.y, words, theme.faint());
            }
            Found::Nothing => {
                let left = CODE.saturating_sub(self.code().chars().count());
                let words = match self.code().is_empty() {
                    true => "parlour://ADDRESS:PORT/CODE".to_owned(),
                    false => format!("{left} more to come"),
                };
                put(buf, row, row.x, row.y, &words, theme.faint());
            }
            Found::Asking(invitation) => {
                let address = format!("{}{}", invitation.address(), look.glyph("…", "..."));
                let words = format!("asking {address}");
                put(buf, row, row.x, row.y, &look.truncate(&words, row.width), theme.muted());
            }
            Found::House(_, welcome) => {
                let x = put(buf, row, row.x, row.y, dot, theme.good()) + 1;
                let name = look.truncate(&welcome.house, 20);
                let x = put(buf, row, x, row.y, &name, theme.bright()) + 2;
                let words = match welcome.right {
                    Right::Play => "the key fits; you may play",
                    Right::Watch => "the key fits; you may watch",
                };
                put(buf, row, x, row.y, words, theme.muted());
            }
            Found::No(why) => {
                let rows = Rect { height: 2, ..row };
                panels::paragraph(look, rows, buf, why, theme.warn());
            }
        }
    }

    fn table_words(&self) -> String {
        let Some(table) = self.table.and_then(|at| self.tables().get(at)) else {
            return "any with a free seat".to_owned();
        };
        let sits = |state| matches!(state, SeatState::Here | SeatState::Slow | SeatState::Bot);
        let others: Vec<&str> = table
            .seats
            .iter()
            .filter(|seat| sits(seat.state))
            .map(|seat| seat.name.as_str())
            .collect();
        let game = table.title.split(',').next().unwrap_or_default();
        match (table.playing, others.is_empty()) {
            (true, _) => format!("{}  {game}, being played", table.number),
            (false, true) => format!("{}  {game}, no one there yet", table.number),
            (false, false) => format!("{}  {game}, against {}", table.number, others.join(", ")),
        }
    }

    pub(super) fn draw(&self, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        panels::popup(look, context.area(), buf, SIZE);
        let parts = self.parts(context);
        let title = match self.purpose {
            Purpose::Play => "Join a house",
            Purpose::Watch => "Watch a match",
        };
        put(buf, parts.inner, parts.inner.x, parts.inner.y, title, theme.strong());
        if self.text.is_empty() {
            put_right(buf, panels::row(parts.inner, 0), "paste it here", theme.muted());
        }
        let field = |area: Rect, focus: bool, buf: &mut Buffer| {
            fill(buf, area, theme.ground());
            let edge = if focus { look.glyph("▌", ">") } else { " " };
            for y in area.top()..area.bottom() {
                put(buf, area, area.x, y, edge, theme.brass());
            }
            panels::inset(area, 1, 0, 0, 0)
        };
        let here = self.field == Field::Invitation;
        let area = field(parts.invitation, here, buf);
        let (address, code) = match self.text.rfind('/').filter(|_| !self.code().is_empty()) {
            Some(slash) => self.text.split_at(slash + 1),
            None => (self.text.as_str(), ""),
        };
        // Where the address is long its end is seen.
        let shown: String = {
            let skip = address.chars().count().saturating_sub(usize::from(area.width) - 1);
            address.chars().skip(skip).collect()
        };
        let mut end = (put(buf, area, area.x, area.y, &shown, theme.text()), area.y);
        if !code.is_empty() {
            let line = panels::row(area, 1);
            end = (put(buf, line, line.x, line.y, &code.to_uppercase(), theme.strong()), line.y);
        }
        if here {
            put(buf, area, end.0, end.1, look.glyph("▏", "_"), theme.brass());
        }
        self.draw_found(panels::row(parts.inner, 5), buf, context);
        if let Found::House(..) = &self.found {
            let row = parts.name;
            put(buf, row, row.x, row.y, "as", theme.muted());
            let here = self.field == Field::Name;
            let box_ = Rect { x: row.x + LABEL, width: NAME, ..row };
            let inner = field(box_, here, buf);
            let name = look.truncate(&self.name, inner.width.saturating_sub(1));
            let end = put(buf, inner, inner.x, inner.y, &name, theme.bright());
            if here {
                put(buf, inner, end, inner.y, look.glyph("▏", "_"), theme.brass());
            }
            put(buf, row, box_.right() + 2, row.y, "how they will see you", theme.muted());
            let row = parts.table;
            if self.tables().is_empty() {
                put(buf, row, row.x, row.y, "no table is open there yet", theme.muted());
            } else {
                put(buf, row, row.x, row.y, "table", theme.muted());
                let ends = Ends {
                    less: self.table.is_some(),
                    more: self.table.is_none_or(|at| at + 1 < self.tables().len()),
                };
                let focus = if self.field == Field::Table { Focus::Here } else { Focus::Elsewhere };
                let rest = panels::inset(row, LABEL, 0, 0, 0);
                panels::turner(look, rest, buf, &self.table_words(), ends, focus);
            }
        }
        let first = parts.buttons.first().map(|(button, _)| *button);
        for (button, place) in &parts.buttons {
            let pressed = match self.field {
                Field::Button(chosen) => chosen == *button,
                _ => matches!(self.found, Found::House(..)) && first == Some(*button),
            };
            let focus = if pressed { Focus::Here } else { Focus::Elsewhere };
            panels::button(look, *place, buf, button.words(), focus);
        }
    }
}

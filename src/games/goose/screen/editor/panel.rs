//! The panel beside the board: what the draft is like, worked out anew after each change.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Editor;
use crate::games::goose::Goose;
use crate::games::goose::screen::odds_page::histogram;
use crate::play::Variant;
use crate::play::telling::board_name;
use crate::tui::Context;
use crate::tui::panels;

impl Editor {
    pub(super) fn draw_panel(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let mut line = 0;
        let mut next = || {
            line += 1;
            panels::row(area, line - 1)
        };
        panels::heading(look, next(), buf, "Board");
        panels::fact(look, next(), buf, "name", &board_name::<Goose>(&self.draft.name));
        panels::fact(look, next(), buf, "cells", &self.draft.last().to_string());
        panels::fact(look, next(), buf, "dice", &self.draft.dice.to_string());
        if let Ok(board) = &self.board {
            for (label, count) in board.facts().into_iter().skip(2) {
                panels::fact(look, next(), buf, label, &count);
            }
        }
        next();
        if let Some(trial) = &self.trial {
            panels::heading(look, next(), buf, "Trial");
            let rest = panels::inset(area, 0, line, 0, 0);
            panels::paragraph(look, rest, buf, &trial.told(), theme.text());
            return;
        }
        panels::heading(look, next(), buf, "One player alone");
        match (&self.board, &self.figures) {
            (Err(why), _) => {
                let rest = panels::inset(area, 0, line, 0, 0);
                panels::paragraph(look, rest, buf, why, theme.warn());
            }
            (Ok(_), None) => {
                let row = next();
                panels::paragraph(look, row, buf, "working it out", theme.muted());
            }
            (Ok(board), Some(odds)) => {
                let percent = |share: f64| format!("{:.2} %", share * 100.0);
                panels::fact(look, next(), buf, "wins", &percent(odds.win[0]));
                panels::fact(look, next(), buf, "ends in a trap", &percent(odds.trapped));
                let throws = format!("{:.1}, spread {:.1}", odds.throws.mean, odds.throws.sd);
                panels::fact(look, next(), buf, "throws", &throws);
                let fewest = board.fewest_throws()[usize::from(board.last())];
                let fewest = fewest.map_or("none".to_owned(), |throws| throws.to_string());
                panels::fact(look, next(), buf, "fewest throws", &fewest);
                next();
                histogram(look, panels::inset(area, 0, line, 0, 0), buf, odds);
            }
        }
    }
}

//! Who lost beside the board, why, and what their programs said on their error output, whole.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::view::Shown;
use crate::tui::Context;
use crate::tui::panels;
use crate::tui::text::{put, wrap};
use crate::tui::theme::Meaning;

impl Shown<'_> {
    /// Every line in so many columns, with what it means.
    fn forfeit_lines(&self, columns: u16) -> Vec<(String, Meaning)> {
        let mut lines = Vec::new();
        let tally = &self.standings.tally;
        let kind = |at: usize| {
            let (_, entrant, forfeit) = &tally.forfeits[at];
            (entrant, &forfeit.why, &forfeit.last_words)
        };
        let all = 0..tally.forfeits.len();
        // What happened before is told once.
        for at in all.clone().filter(|at| !(0..*at).any(|before| kind(before) == kind(*at))) {
            let (number, entrant, forfeit) = &tally.forfeits[at];
            if !lines.is_empty() {
                lines.push((String::new(), Meaning::Text));
            }
            let (name, seat) = (&self.labels[*entrant], forfeit.seat);
            let head = format!("match {}, seat {seat}: {name}", number + 1);
            lines.push((head, Meaning::Bright));
            let wrapped = |text: &str, meaning, by: u16| {
                let rows = wrap(text, columns.saturating_sub(by));
                let indent = " ".repeat(by.into());
                rows.into_iter().map(move |row| (format!("{indent}{row}"), meaning))
            };
            lines.extend(wrapped(&forfeit.why, Meaning::Warn, 2));
            for line in &forfeit.last_words {
                lines.extend(wrapped(line, Meaning::Muted, 4));
            }
            let again = all.clone().skip(at + 1).filter(|later| kind(*later) == kind(at));
            let again: Vec<String> =
                again.map(|later| (tally.forfeits[later].0 + 1).to_string()).collect();
            let same = match again.as_slice() {
                [] => continue,
                [only] => format!("the same in match {only}"),
                several => format!("the same in matches {}", several.join(", ")),
            };
            lines.extend(wrapped(&same, Meaning::Warn, 2));
        }
        let all: u32 = tally.lines.iter().flat_map(|line| &line.forfeits).map(|it| it.1).sum();
        let more = (all as usize).saturating_sub(tally.forfeits.len());
        if more > 0 {
            lines.push((String::new(), Meaning::Text));
            lines.push((format!("and {more} more of the same kinds"), Meaning::Muted));
        }
        lines
    }

    /// How far the list can be scrolled.
    pub(super) fn last_forfeit_line(&self, context: &Context) -> usize {
        let area = panels::inset(Self::parts_area(&self.shell(context)), 0, 1, 2, 0);
        self.forfeit_lines(area.width).len().saturating_sub(area.height.into())
    }

    pub(super) fn draw_forfeits(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let area = panels::inset(area, 0, 0, 2, 0);
        let lines = self.forfeit_lines(area.width);
        let most = lines.len().saturating_sub(area.height.into());
        let first = if self.part == super::Part::Forfeits { self.cursor.min(most) } else { 0 };
        let theme = context.look.theme();
        for (at, (line, meaning)) in lines.iter().skip(first).take(area.height.into()).enumerate() {
            let row = panels::row(area, at as u16);
            put(buf, row, row.x, row.y, line, theme.style(*meaning));
        }
        let whole = Rect { width: area.width + 2, ..area };
        panels::scroll_mark(&context.look, whole, buf, first, lines.len());
    }
}

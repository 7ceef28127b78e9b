//! The bracket of a knock-out: who met whom, how it went, and who comes next.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::arena::{Bracket, Tie};
use crate::tui::text::{put, put_right, width};
use crate::tui::{Look, panels};

/// The columns of a score with a space before it, and of the lines behind it.
const SCORE: u16 = 3;
const LINES: u16 = 3;
/// No stage is wider: the lines between far away names cannot be followed.
const WIDEST: u16 = 26;

/// A bracket with the names of those who take part.
pub struct BracketView<'a> {
    pub bracket: &'a Bracket,
    pub labels: Vec<&'a str>,
    pub look: &'a Look,
}

impl BracketView<'_> {
    /// A row for each side of the first stage, and one for the words above.
    pub fn rows(&self, room: u16) -> u16 {
        let sides = 2 * self.bracket.stages[0].len() as u16;
        if self.pitch(room) == 2 { 2 * sides } else { sides + 1 }
    }

    /// How far the sides of the first stage are apart: with air between them if there is room.
    fn pitch(&self, room: u16) -> u16 {
        let sides = 2 * self.bracket.stages[0].len() as u16;
        if 2 * sides <= room { 2 } else { 1 }
    }

    /// How wide a stage is. What is left over at the right is the winner's.
    fn width(&self, area: u16) -> u16 {
        let stages = self.bracket.stages.len() as u16;
        let winner = self.longest().min(area / (stages + 1));
        ((area - winner) / stages).min(WIDEST)
    }

    fn longest(&self) -> u16 {
        self.labels.iter().map(|label| width(label)).max().unwrap_or(0)
    }

    /// Whether names and scores can be read whole in so many columns.
    pub fn fits(&self, area: u16) -> bool {
        self.width(area) >= (self.longest() + SCORE + LINES).min(WIDEST)
    }

    pub fn draw(&self, area: Rect, buf: &mut Buffer) {
        let theme = self.look.theme();
        let stages = self.bracket.stages.len() as u16;
        let width = self.width(area.width);
        let pitch = self.pitch(area.height);
        let list = panels::inset(area, 0, 1, 0, 0);
        let now = self.bracket.stage();
        for (at, ties) in self.bracket.stages.iter().enumerate() {
            let column = Rect { x: area.x + width * at as u16, width, ..list };
            let head = Rect { y: area.y, height: area.height.min(1), ..column };
            let playing = at == now && self.bracket.champion().is_none();
            let style = if playing { theme.brass() } else { theme.muted() };
            let word = self.bracket.stage_word(at);
            let word = self.look.truncate(&word, width.saturating_sub(2));
            put(buf, head, head.x, head.y, &word, style);
            for (number, tie) in ties.iter().enumerate() {
                let first = line_of(at, 2 * number, pitch);
                let second = line_of(at, 2 * number + 1, pitch);
                self.draw_tie(tie, column, [first, second], buf);
            }
        }
        let column = panels::inset(list, width * stages, 0, 0, 0);
        let row = panels::row(column, line_of(usize::from(stages), 0, pitch));
        if let Some(champion) = self.bracket.champion() {
            let name = self.look.truncate(self.labels[champion], column.width);
            put(buf, row, row.x, row.y, &name, theme.key());
            let below = panels::row(column, line_of(usize::from(stages), 0, pitch) + 1);
            put(buf, below, below.x, below.y, "wins", theme.brass());
        }
    }

    fn draw_tie(&self, tie: &Tie, column: Rect, lines: [u16; 2], buf: &mut Buffer) {
        let (look, theme) = (self.look, self.look.theme());
        let inner = panels::inset(column, 0, 0, LINES, 0);
        let alone = tie.winner.is_some() && tie.games == 0;
        for (side, line) in lines.into_iter().enumerate() {
            let row = panels::row(inner, line);
            let Some(entrant) = tie.sides[side] else {
                // Where a stage before is still played, somebody is going to come.
                let words = if alone { "" } else { look.glyph("···", "...") };
                put(buf, row, row.x, row.y, words, theme.faint());
                continue;
            };
            let style = match tie.winner {
                None => theme.text(),
                Some(_) if alone => theme.muted(),
                Some(winner) if winner == entrant => theme.strong(),
                Some(_) => theme.faint(),
            };
            let score = match tie.games {
                0 if alone => "a bye".to_owned(),
                0 => String::new(),
                _ if tie.by_lot && tie.winner == Some(entrant) => "lot".to_owned(),
                _ => tie.scores[side].to_string(),
            };
            let start = put_right(buf, row, &score, style);
            let name = look.truncate(self.labels[entrant], start.saturating_sub(row.x + 1));
            put(buf, row, row.x, row.y, &name, style);
        }
        if alone {
            return;
        }
        // The lines that lead to the next stage.
        let x = column.right().saturating_sub(2);
        let style = theme.muted();
        let [top, bottom] = lines;
        for line in top..=bottom {
            let symbol = match line {
                _ if line == top => look.glyph("┐", "+"),
                _ if line == bottom => look.glyph("┘", "+"),
                _ if line == (top + bottom) / 2 => look.glyph("├", "+"),
                _ => look.glyph("│", "|"),
            };
            put(buf, column, x, panels::row(column, line).y, symbol, style);
        }
    }
}

/// The line of a side: those of a stage stand between the pairs they come from.
fn line_of(stage: usize, side: usize, pitch: u16) -> u16 {
    let span = pitch << stage;
    // The middle of what it spans, where the first line of two is the middle.
    side as u16 * span + (span - pitch) / 2
}

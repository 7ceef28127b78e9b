//! One drawing of the table: cells, pieces, houses and the marks on them.

use std::rc::Rc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size as Extent};
use ratatui::style::{Modifier, Style};

use super::layout::TableLayout;
use super::piece::{Eyes, Piece};
use super::{GLOW, LANDING, Spot, Ui};
use crate::games::gobblet::pieces::cells;
use crate::games::gobblet::{Cell, Gobblet, Size, Value};
use crate::play::{Game, Hue, Seat};
use crate::tui::Look;
use crate::tui::board::{Board, Frame, LabelSide, Labels, Mark, Square, letters, marks};
use crate::tui::game_ui::Seen;
use crate::tui::painter::Sprite;
use crate::tui::pieces::Mood;
use crate::tui::text::{put, put_centred, width};
use crate::tui::theme::Meaning;

/// How long a line takes to light up and to pulse twice, in [`GLOW`]s.
pub const BEATS: u32 = 20;

pub struct TableDrawing<'a> {
    pub seen: &'a Seen<'a, Gobblet>,
    pub ui: &'a Ui,
    pub look: &'a Look,
    pub layout: TableLayout,
}

impl TableDrawing<'_> {
    pub fn draw(&self, buf: &mut Buffer) {
        let numbered = self.layout.has_houses();
        let labels = Labels {
            columns: Some((LabelSide::Before, letters)),
            rows: Some((LabelSide::Before, |row| (row + 1).to_string())),
            gap: 0,
        };
        Board {
            look: self.look,
            grid: self.layout.grid,
            surface: Some(self.look.theme().ink(Meaning::Felt)),
            labels: if numbered { labels } else { Labels::default() },
            current: match self.cursor() {
                Some(Spot::Cell(cell)) => Some((cell.column.into(), cell.row.into())),
                _ => None,
            },
        }
        .draw(buf, |(column, row)| self.square(Cell { column: column as u8, row: row as u8 }));
        for cell in self.seen.view.cells() {
            self.notes(cell, buf);
        }
        self.landing(buf);
        if numbered {
            for seat in Seat::all(2) {
                for &size in self.seen.view.board().sizes() {
                    self.slot(seat, size, buf);
                }
            }
        }
    }

    /// Where the cursor is, while somebody is asked.
    fn cursor(&self) -> Option<Spot> {
        self.seen.acting.map(|_| self.ui.cursor)
    }

    /// What is in hand, while somebody is asked.
    fn held(&self) -> Option<Spot> {
        self.ui.held.filter(|_| self.seen.acting.is_some())
    }

    fn square(&self, cell: Cell) -> Square {
        let (look, size) = (self.look, self.layout.grid.cell());
        let target = self.held().is_some_and(|held| self.seen.legal.contains(&held.to(cell)));
        let here = self.cursor() == Some(Spot::Cell(cell));
        let mut square = Square::default();
        if target {
            square.under.push(Mark::Legal);
        }
        let stack: Vec<(Seat, Size)> = self.stack(cell).collect();
        // What is still in the air is not there yet.
        let lying = if self.in_flight(cell) { stack.len() - 1 } else { stack.len() };
        match stack[..lying].last() {
            Some(&(seat, rank)) => {
                let mood = self.mood(cell, lying == stack.len());
                let piece = self.piece(seat, rank, mood, lying > 1);
                match mood {
                    // Without paint what steps back is a mark and a letter, and what has won keeps
                    // its shape in a heavy frame.
                    Mood::Dimmed if self.is_lined() => {
                        let words = format!("{}{}", look.mark(hue(seat)), rank.letter());
                        square.words.push((0, words, look.theme().seat(hue(seat))));
                    }
                    _ => square.pieces.push(piece.sprite(look, size)),
                }
                if mood == Mood::Winning && self.is_lined() {
                    square.marks.push(Mark::Framed(Frame::Heavy));
                }
            }
            None if target && here => square.pieces.extend(self.ghost()),
            None if target => square.marks.push(Mark::Free),
            None => {}
        }
        if self.held() == Some(Spot::Cell(cell)) {
            square.marks.push(Mark::Held(hue(self.seen.view.to_move())));
        }
        if self.hinted(Spot::Cell(cell)) || self.seen.hint.is_some_and(|mv| mv.to() == cell) {
            square.marks.push(Mark::Hint);
        }
        if here {
            square.marks.push(Mark::Cursor);
        }
        square
    }

    fn is_lined(&self) -> bool {
        self.layout.grid.border().is_some()
    }

    /// What is written along the edges of a cell.
    fn notes(&self, cell: Cell, buf: &mut Buffer) {
        let Some(place) = self.layout.cell(cell) else { return };
        let stack: Vec<(Seat, Size)> = self.stack(cell).collect();
        if self.shows_covered() && !self.in_flight(cell) && stack.len() > 1 {
            self.covered(&stack[..stack.len() - 1], place, buf);
        }
        // The corners of the cursor are in the same place.
        if self.cursor() != Some(Spot::Cell(cell)) {
            self.last(cell, place, buf);
        }
        if let Some(value) = self.worth(cell) {
            self.tag(value, place, buf);
        }
    }

    fn stack(&self, cell: Cell) -> impl DoubleEndedIterator<Item = (Seat, Size)> + '_ {
        let view = self.seen.view;
        view.pieces().stack(cell.index(view.board().side()))
    }

    fn piece(&self, seat: Seat, size: Size, mood: Mood, saucer: bool) -> Piece {
        Piece {
            hue: hue(seat),
            rank: size.index() as u8 + 1,
            ranks: self.seen.view.board().sizes().len() as u8,
            mood,
            eyes: Eyes::Open,
            saucer: saucer && !self.shows_covered(),
            behind: self.look.theme().ink(Meaning::Felt),
        }
    }

    fn shows_covered(&self) -> bool {
        self.ui.shows_covered || self.seen.training
    }

    /// Where the last move has just arrived, if it is still on its way.
    fn in_flight(&self, cell: Cell) -> bool {
        self.ui.landing.is_some() && self.seen.view.last().is_some_and(|mv| mv.to() == cell)
    }

    fn mood(&self, cell: Cell, top: bool) -> Mood {
        let view = self.seen.view;
        let bit = 1 << cell.index(view.board().side());
        let line = Seat::all(2).fold(0, |line, seat| line | view.line_cells(seat));
        if line == 0 || !top || self.ui.landing.is_some() {
            return Mood::Plain;
        }
        if line & bit == 0 {
            return if view.turn().is_over() { Mood::Dimmed } else { Mood::Plain };
        }
        let Some(time) = self.ui.glowing else { return Mood::Winning };
        let beat = beat(time);
        let before = cells(line, view.board().side()).take_while(|it| *it != cell).count() as u32;
        // Piece after piece, and then two pulses of eight beats, half of each dark.
        let pulse = beat.checked_sub(line.count_ones()).is_none_or(|after| after % 8 < 4);
        if beat >= before && pulse { Mood::Winning } else { Mood::Plain }
    }

    /// The piece in hand, as it would stand in a cell.
    fn ghost(&self) -> Option<Rc<Sprite>> {
        let view = self.seen.view;
        let size = match self.held()? {
            Spot::House(size) => size,
            Spot::Cell(from) => view.top(from)?.1,
        };
        let piece = self.piece(view.to_move(), size, Mood::Ghost, false);
        Some(piece.sprite(self.look, self.layout.grid.cell()))
    }

    /// The piece that comes down over its cell; its eyes blink as it arrives.
    fn landing(&self, buf: &mut Buffer) {
        let (Some(time), Some(mv)) = (self.ui.landing, self.seen.view.last()) else { return };
        let (Some(place), Some((seat, size))) =
            (self.layout.cell(mv.to()), self.seen.view.top(mv.to()))
        else {
            return;
        };
        let share = time.as_secs_f32() / LANDING.as_secs_f32();
        let above = (1.0 - share * share).max(0.0) * f32::from(place.height) * 0.8;
        let eyes = if share > 0.6 { Eyes::Closed } else { Eyes::Open };
        let beneath = self.stack(mv.to()).count() > 1;
        let piece = Piece { eyes, ..self.piece(seat, size, Mood::Plain, beneath) };
        let y = i32::from(place.y) - above.round() as i32;
        let board = self.layout.grid.area();
        let clip = Rect { y: board.y.saturating_sub(1), height: board.height + 1, ..board };
        piece.sprite(self.look, extent(place)).draw_within(clip, buf, place.x.into(), y);
    }

    /// Small marks for what lies beneath, the lowest first, in the row where the saucer would be.
    fn covered(&self, beneath: &[(Seat, Size)], place: Rect, buf: &mut Buffer) {
        let theme = self.look.theme();
        let each = if place.width >= 8 { 3 } else { 1 };
        let whole = (beneath.len() as u16 * each).saturating_sub(u16::from(each > 1));
        let mut x = place.x + place.width.saturating_sub(whole) / 2;
        let y = place.bottom().saturating_sub(1);
        for &(seat, size) in beneath {
            let style = theme.seat(hue(seat)).add_modifier(Modifier::BOLD);
            let style = match self.look.paints() {
                true => style.bg(theme.ink(Meaning::Ground).color()),
                false => style,
            };
            let letter = size.letter().to_string();
            let text = match each {
                3 => format!("{}{letter}", self.look.mark(hue(seat))),
                _ => letter,
            };
            put(buf, place, x, y, &text, style);
            x += each;
        }
    }

    /// `‹ ›` at the foot of what was moved last, and a dot where it came from.
    fn last(&self, cell: Cell, place: Rect, buf: &mut Buffer) {
        let Some(mv) = self.seen.view.last().filter(|_| self.ui.landing.is_none()) else { return };
        let mover = self.stack(mv.to()).next_back().map(|(seat, _)| seat);
        let Some(mover) = mover.filter(|_| place.width >= 5) else { return };
        let style = self.look.theme().seat(hue(mover));
        let y = place.bottom().saturating_sub(1);
        if mv.to() == cell {
            put(buf, place, place.x, y, self.look.glyph("‹", ">"), style);
            put(buf, place, place.right() - 1, y, self.look.glyph("›", "<"), style);
        } else if Spot::Cell(cell).begins(mv) {
            put(buf, place, place.x, y, self.look.glyph("·", ","), style);
        }
    }

    /// Whether the hint begins here.
    fn hinted(&self, spot: Spot) -> bool {
        self.seen.hint.is_some_and(|mv| spot.begins(*mv))
    }

    /// What the analysis says about a cell: of going there with the piece in hand, or of moving
    /// the piece that stands there.
    fn worth(&self, cell: Cell) -> Option<Value> {
        let insight = self.seen.insight?;
        match self.held() {
            Some(held) => insight.best(|mv| mv == held.to(cell)),
            None => insight.best(|mv| Spot::Cell(cell).begins(mv)),
        }
    }

    /// A value in the middle of the first row of its place.
    fn tag(&self, value: Value, place: Rect, buf: &mut Buffer) {
        // A letter would be taken for a size.
        let (words, sign) = match value {
            Value::Win(plies) => {
                let moves = plies.div_ceil(2);
                (format!("wins {moves}"), format!("+{moves}"))
            }
            Value::Draw => ("draw".to_owned(), "=".to_owned()),
            Value::Loss(plies) => {
                let moves = plies / 2;
                (format!("loses {moves}"), format!("-{moves}"))
            }
        };
        let text = [format!(" {words} "), words].into_iter().find(|it| width(it) <= place.width);
        let text = text.unwrap_or(sign);
        let mut style = worth_style(self.look, value).add_modifier(Modifier::BOLD);
        if self.look.paints() {
            style = style.bg(self.look.theme().ink(Meaning::Ground).color());
        }
        put_centred(buf, Rect { height: 1, ..place }, &text, style);
    }

    /// A size in a house: the piece, its key and how many there are.
    fn slot(&self, seat: Seat, size: Size, buf: &mut Buffer) {
        let Some(place) = self.layout.slot(seat, size.index()) else { return };
        let view = self.seen.view;
        let theme = self.look.theme();
        let count = view.in_house(seat, size);
        let own = self.seen.acting == Some(seat);
        let spot = Spot::House(size);
        let in_hand = own && self.held() == Some(spot);
        let above = Rect { height: place.height - 1, ..place };
        if above.height > 0 && count > 0 {
            let mood = match (in_hand, view.at_hand(seat, size) && !view.turn().is_over()) {
                (true, _) => Mood::Ghost,
                (false, true) => Mood::Plain,
                (false, false) => Mood::Dimmed,
            };
            let ground = theme.ink(Meaning::Ground);
            let piece = Piece { behind: ground, ..self.piece(seat, size, mood, false) };
            piece.sprite(self.look, extent(above)).draw(buf, above.x.into(), above.y.into());
        }
        let below = Rect { y: place.bottom() - 1, height: 1, ..place };
        self.count(seat, size, count, below, buf);
        if own && !in_hand && self.hinted(spot) {
            marks::hint(self.look, above, buf);
        }
        if own && self.cursor() == Some(spot) {
            let framed = if above.height >= 3 { above } else { place };
            marks::cursor(self.look, framed, buf);
        }
        if own && in_hand {
            marks::held(self.look, above, buf, hue(seat));
        }
        if own
            && self.held().is_none()
            && let Some(value) = self.seen.insight.and_then(|it| it.best(|mv| spot.begins(mv)))
        {
            self.tag(value, self.layout.below(place), buf);
        }
    }

    /// `3 L×2`: the key that takes it up, while it does, and how many are left.
    fn count(&self, seat: Seat, size: Size, count: usize, row: Rect, buf: &mut Buffer) {
        let theme = self.look.theme();
        let key = (size.index() + 1).to_string();
        let rest = format!("{}{}{count}", size.letter(), self.look.glyph("×", "x"));
        let usable = self.seen.acting == Some(seat) && self.seen.view.at_hand(seat, size);
        let keyed = row.width >= 5;
        let whole = width(&rest) + if keyed { 2 } else { 0 };
        let mut x = row.x + row.width.saturating_sub(whole) / 2;
        if keyed {
            put(buf, row, x, row.y, if usable { &key } else { " " }, theme.key());
            x += 2;
        }
        let style = match count {
            0 => theme.faint(),
            _ => theme.seat(hue(seat)),
        };
        put(buf, row, x, row.y, &rest, style);
    }
}

/// Good for a win, bad for a loss; the words say the same without colour.
pub fn worth_style(look: &Look, value: Value) -> Style {
    match value {
        Value::Win(_) => look.theme().good(),
        Value::Draw => look.theme().warn(),
        Value::Loss(_) => look.theme().bad(),
    }
}

fn beat(time: Duration) -> u32 {
    (time.as_millis() / GLOW.as_millis()) as u32
}

fn extent(place: Rect) -> Extent {
    Extent::new(place.width, place.height)
}

fn hue(seat: Seat) -> Hue {
    Gobblet::hue(seat, 2)
}

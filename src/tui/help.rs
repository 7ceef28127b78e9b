//! Help: the keys of the screen it was opened from, and the rules with pictures of the board, drawn
//! by the game's own widget.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

use crate::lang::as_told;
use crate::play::Eye;
use crate::play::page::{Block, blocks};
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::keys::{Keymap, NAV, Nav};
use crate::tui::look::Charset;
use crate::tui::text::{put, put_as_is, width, wrap};
use crate::tui::{Context, Effect, Hint, Look, Mouse, Msg, Screen, Title, hints, panels};

/// Text is no wider than is pleasant to read.
const WIDEST: u16 = 76;
/// Columns for the keys before what they do: `left up down right` is the most there is.
const KEYS: u16 = 22;
/// Panels from this height on explain the keys.
const TALL: u16 = 44;

type Paint = Box<dyn Fn(&Look, Rect, &mut Buffer)>;

/// One piece of the page.
enum Piece {
    Heading(String),
    Text { text: String, indent: u16 },
    Verbatim(String),
    Key { keys: String, words: String },
    Picture { rows: u16, paint: Paint },
    Gap,
}

pub struct HelpScreen {
    name: String,
    pieces: Vec<Piece>,
    scroll: usize,
}

impl HelpScreen {
    /// The help of a page: what its footer offers now, what its keys do at other times, and a text.
    pub fn of_page(
        name: &str,
        page: &str,
        now: Vec<Hint>,
        others: Vec<Hint>,
        context: &Context,
    ) -> Option<Box<dyn Screen>> {
        let hints = hints::explained(now, others);
        Some(Box::new(HelpScreen::of_text(name, page, &hints, context)))
    }

    /// The keys of a screen, and some text in the form of a rules page.
    pub fn of_text(name: &str, page: &str, hints: &[Hint], context: &Context) -> HelpScreen {
        let mut pieces = keys(hints, &context.look, &context.keys);
        for block in blocks(page) {
            plain_block(&mut pieces, block);
        }
        HelpScreen { name: name.to_owned(), pieces, scroll: 0 }
    }

    /// The keys of a match or setup, and the rules of its game.
    pub fn of_game<G: GameUi>(hints: &[Hint], context: &Context) -> HelpScreen {
        let mut pieces = keys(hints, &context.look, &context.keys);
        for block in blocks(G::PAGE) {
            match block {
                Block::Board(picture) => {
                    let Some(session) = picture.session::<G>() else { continue };
                    let state = session.state().clone();
                    let view = state.view(Eye::Everything);
                    let rows = (G::min_size(state.variant()).height * 2).clamp(8, 16);
                    let paint: Paint = Box::new(move |look, area, buf| {
                        draw_still::<G>(&state, &view, look, area, buf)
                    });
                    pieces.push(Piece::Picture { rows, paint });
                    pieces.push(Piece::Gap);
                }
                block => plain_block(&mut pieces, block),
            }
        }
        HelpScreen { name: G::TITLE.to_owned(), pieces, scroll: 0 }
    }

    /// How many rows all pieces take at this width.
    fn rows(&self, width: u16) -> usize {
        self.pieces.iter().map(|piece| usize::from(piece.rows(width))).sum()
    }

    fn last_scroll(&self, context: &Context) -> usize {
        let area = text_area(crate::tui::router::body(context.area()));
        self.rows(area.width).saturating_sub(usize::from(area.height))
    }
}

/// The first keys of a page, which work now, in the foot of a tall panel, where nothing else stands.
pub fn beside(hints: &[Hint], now: usize, context: &Context, panel: Rect, buf: &mut Buffer) {
    let (look, panel) = (&context.look, panel.intersection(buf.area));
    let is_help = |hint: &&Hint| hint.keys.iter().any(|it| context.keys.nav(it) == Some(Nav::Help));
    let hints = hints.iter().take(now).filter(|hint| !is_help(hint));
    let hints: Vec<Hint> = hints.cloned().collect();
    let told = told(&hints, look, &context.keys);
    let column = told.iter().map(|(keys, _)| width(keys)).max().unwrap_or(0) + 2;
    let rows = |words: &str| wrap(words, panel.width.saturating_sub(column)).len() as u16;
    let high: u16 = 1 + told.iter().map(|(_, words)| rows(words)).sum::<u16>();
    if panel.height < TALL || high > panel.height / 2 || column > panel.width / 2 {
        return;
    }
    let mut place = Rect { y: panel.bottom() - high - 1, height: high, ..panel };
    let free = (place.y - 1..place.bottom())
        .all(|y| (place.left()..place.right()).all(|x| buf[(x, y)].symbol() == " "));
    if !free {
        return;
    }
    panels::heading(look, place, buf, "Keys");
    place = panels::inset(place, 0, 1, 0, 0);
    for (keys, words) in told {
        put(buf, place, place.x, place.y, &keys, look.theme().key());
        let rest = panels::inset(place, column, 0, 0, 0);
        panels::paragraph(look, rest, buf, &words, look.theme().muted());
        place = panels::inset(place, 0, rows(&words), 0, 0);
    }
}

/// The keys as the footer has them, all of them.
fn keys(hints: &[Hint], look: &Look, map: &Keymap) -> Vec<Piece> {
    if hints.is_empty() {
        return Vec::new();
    }
    let mut pieces = vec![Piece::Heading("Keys".to_owned())];
    let told = told(hints, look, map).into_iter();
    pieces.extend(told.map(|(keys, words)| Piece::Key { keys, words }));
    pieces.push(Piece::Gap);
    pieces
}

/// Each key, and what it does in a sentence.
fn told(hints: &[Hint], look: &Look, map: &Keymap) -> Vec<(String, String)> {
    let ascii = look.charset() == Charset::Ascii;
    let told = hints.iter().map(|hint| {
        let keys: Vec<_> = hint.keys.iter().map(|key| key.told(ascii)).collect();
        // What a page says nothing more about does there what it does everywhere.
        let usual = hint.keys.first().filter(|_| hint.keys.len() == 1);
        let usual = usual.and_then(|key| map.nav(key));
        let usual = NAV.bindings.iter().find(|it| Some(it.action) == usual);
        let about = [hint.about, usual.map_or("", |it| it.about), hint.words];
        let words = about.into_iter().find(|about| !about.is_empty()).unwrap_or_default();
        (as_told(&keys.join(" ")), words.to_owned())
    });
    told.collect()
}

fn plain_block(pieces: &mut Vec<Piece>, block: Block) {
    let after_list = matches!(pieces.last(), Some(Piece::Text { indent: 1.., .. }));
    if after_list && !matches!(block, Block::Bullet(_)) {
        pieces.push(Piece::Gap);
    }
    match block {
        Block::Heading(_, text) => pieces.push(Piece::Heading(text)),
        Block::Paragraph(text) => {
            pieces.push(Piece::Text { text, indent: 0 });
            pieces.push(Piece::Gap);
        }
        Block::Bullet(text) => pieces.push(Piece::Text { text, indent: 2 }),
        Block::Verbatim(lines) => {
            pieces.extend(lines.into_iter().map(Piece::Verbatim));
            pieces.push(Piece::Gap);
        }
        Block::Board(_) => {}
    }
}

impl Piece {
    fn rows(&self, width: u16) -> u16 {
        match self {
            Piece::Heading(_) => 2,
            Piece::Text { text, indent } => wrap(text, width.saturating_sub(*indent)).len() as u16,
            Piece::Picture { rows, .. } => *rows,
            Piece::Key { words, .. } => wrap(words, width.saturating_sub(KEYS)).len() as u16,
            Piece::Verbatim(_) | Piece::Gap => 1,
        }
    }

    /// Draws the piece into an area of exactly its size.
    fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let text = |buf: &mut Buffer, line: &str, x: u16, row: u16, style: Style| {
            put(buf, area, area.x + x, area.y + row, line, style);
        };
        match self {
            Piece::Heading(word) => panels::heading(look, area, buf, word),
            Piece::Text { text: words, indent } => {
                if *indent > 0 {
                    text(buf, look.glyph("·", "-"), 0, 0, theme.brass());
                }
                let mut emphasis = Emphasis::None;
                let lines = wrap(words, area.width.saturating_sub(*indent));
                for (line, y) in lines.iter().zip(area.y..) {
                    let mut x = area.x + indent;
                    for (part, kind) in emphasised(line, &mut emphasis) {
                        let style = match kind {
                            Emphasis::None => theme.text(),
                            Emphasis::Strong => theme.strong(),
                            Emphasis::Verbatim => theme.brass(),
                        };
                        x = put_as_is(buf, area, x, y, part, style);
                    }
                }
            }
            Piece::Verbatim(line) => {
                put_as_is(buf, area, area.x + 2, area.y, line, theme.muted());
            }
            Piece::Key { keys, words } => {
                text(buf, keys, 2, 0, theme.key());
                let rest = panels::inset(area, KEYS, 0, 0, 0);
                panels::paragraph(look, rest, buf, words, theme.text());
            }
            Piece::Picture { paint, .. } => paint(look, area, buf),
            Piece::Gap => {}
        }
    }
}

/// How a part of a line stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Emphasis {
    None,
    Strong,
    Verbatim,
}

/// The parts of a line between its `**` and its back quotes, which are not part of them. What is
/// open at the end of the line goes on in the next.
fn emphasised<'a>(line: &'a str, open: &mut Emphasis) -> Vec<(&'a str, Emphasis)> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['*', '`']) {
        let (mark, kind) = match &rest[at..] {
            strong if strong.starts_with("**") => ("**", Emphasis::Strong),
            verbatim if verbatim.starts_with('`') => ("`", Emphasis::Verbatim),
            _ => break,
        };
        parts.push((&rest[..at], *open));
        *open = if *open == kind { Emphasis::None } else { kind };
        rest = &rest[at + mark.len()..];
    }
    parts.push((rest, *open));
    parts
}

fn text_area(body: Rect) -> Rect {
    let inner = panels::inset(body, 2, 1, 2, 0);
    let sides = inner.width.saturating_sub(WIDEST) / 2;
    panels::inset(inner, sides, 0, sides, 0)
}

impl Screen for HelpScreen {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        // Where the text ends takes a while to find out, and a pointer that passes doesn't ask.
        if !matches!(msg, Msg::Key(_) | Msg::Mouse(Mouse::WheelUp | Mouse::WheelDown, _)) {
            return Effect::None;
        }
        let last = self.last_scroll(context);
        let page = usize::from(context.size.height.saturating_sub(4)).max(1);
        let scroll = self.scroll.min(last);
        self.scroll = match msg {
            Msg::Key(key) => match context.keys.nav(&key) {
                Some(Nav::Up) => scroll.saturating_sub(1),
                Some(Nav::Down) => (scroll + 1).min(last),
                Some(Nav::PageUp) => scroll.saturating_sub(page),
                Some(Nav::PageDown | Nav::Confirm) => (scroll + page).min(last),
                Some(Nav::First) => 0,
                Some(Nav::Last) => last,
                Some(Nav::Back | Nav::Help) => return Effect::Close,
                _ => scroll,
            },
            Msg::Mouse(Mouse::WheelUp, _) => scroll.saturating_sub(3),
            Msg::Mouse(Mouse::WheelDown, _) => (scroll + 3).min(last),
            _ => scroll,
        };
        Effect::None
    }

    fn view(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let area = text_area(area);
        let total = self.rows(area.width);
        let first = self.scroll.min(total.saturating_sub(usize::from(area.height)));
        let mut at = 0;
        for piece in &self.pieces {
            let rows = usize::from(piece.rows(area.width));
            let (top, bottom) = (at, at + rows);
            at = bottom;
            if bottom <= first || top >= first + usize::from(area.height) {
                continue;
            }
            // Drawn apart and copied, so that a piece may be cut off at either end.
            let whole = Rect::new(0, 0, area.width, rows as u16);
            let mut sheet = Buffer::empty(whole);
            sheet.set_style(whole, look.theme().ground());
            piece.draw(look, whole, &mut sheet);
            for row in top.max(first)..bottom.min(first + usize::from(area.height)) {
                for x in 0..area.width {
                    let from = &sheet[(x, (row - top) as u16)];
                    if let Some(cell) = buf.cell_mut((area.x + x, area.y + (row - first) as u16)) {
                        *cell = from.clone();
                    }
                }
            }
        }
        let edge = Rect { width: area.width + 1, ..area };
        panels::scroll_mark(look, edge, buf, first, total);
    }

    fn title(&self) -> Title {
        Title { name: self.name.clone(), detail: "help".to_owned(), right: String::new() }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        vec![
            hints::nav(&context.keys, &[Nav::Up, Nav::Down], "scroll"),
            hints::nav(&context.keys, &[Nav::PageDown], "page"),
            hints::nav(&context.keys, &[Nav::Back], "back"),
        ]
    }

    fn min_size(&self) -> Size {
        Size::new(40, 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_goes_on_in_the_next_line() {
        let mut open = Emphasis::None;
        assert_eq!(
            emphasised("a **goose** `>", &mut open),
            [
                ("a ", Emphasis::None),
                ("goose", Emphasis::Strong),
                (" ", Emphasis::None),
                (">", Emphasis::Verbatim)
            ]
        );
        assert_eq!(
            emphasised("> 2` * 3", &mut open),
            [("> 2", Emphasis::Verbatim), (" * 3", Emphasis::None)]
        );
    }
}

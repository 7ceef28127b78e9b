//! Cards on the table: the hand, what is being laid, and a program as it runs.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::games::turtles::cards::Card;
use crate::tui::colour::Ink;
use crate::tui::text::{fill, put, put_centred, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Look, panels};

/// A card of the hand, and the step to the next one.
const CARD: u16 = 9;
const PITCH: u16 = 10;
/// The line of words above the cards.
const TRAY_ROWS: u16 = 1;
/// The rows under the board for that line and the cards.
pub const ROWS: u16 = TRAY_ROWS + 3;
/// The same where cards lie flat, so that the board may be larger.
pub const FLAT_ROWS: u16 = TRAY_ROWS + 1;
/// The same where a large board leaves room for large cards.
pub const LARGE_ROWS: u16 = TRAY_ROWS + 5;
const LARGE_CARD: u16 = 14;
const LARGE_PITCH: u16 = 16;
/// The columns that five large cards need.
pub const LARGE_COLUMNS: u16 = 4 * LARGE_PITCH + LARGE_CARD;
/// From one small card to the next.
const STEP: u16 = 4;
/// The columns that five cards need.
pub const COLUMNS: u16 = 4 * PITCH + CARD;

/// How a card of the hand is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    pub card: Card,
    /// Its place among the cards picked, from 1.
    pub picked: Option<usize>,
    pub cursor: bool,
    /// Nobody can use it now.
    pub idle: bool,
    /// Its place among the cards that a hint means, from 1.
    pub hinted: Option<usize>,
}

/// What a card of a hint says.
const ORDER: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// The rectangle of one card of the hand.
pub fn place(area: Rect, index: usize) -> Rect {
    let (card, pitch) = match area.height < LARGE_ROWS {
        true => (CARD, PITCH),
        false => (LARGE_CARD, LARGE_PITCH),
    };
    let x = area.x + u16::try_from(index).unwrap_or(0) * pitch;
    Rect::new(x, area.y + TRAY_ROWS, card, area.height.saturating_sub(TRAY_ROWS)).intersection(area)
}

pub fn card_at(area: Rect, count: usize, at: Position) -> Option<usize> {
    (0..count).find(|&index| place(area, index).contains(at))
}

/// The colour of a card, as in the box: blue, yellow, purple, and red for the laser.
fn colour(look: &Look, card: Card) -> Ink {
    let theme = look.theme();
    match card {
        Card::Forward => theme.ink(Meaning::Blue),
        Card::Left => theme.ink(Meaning::Yellow),
        Card::Right => theme.ink(Meaning::Pink).towards(theme.ink(Meaning::Blue), 0.4),
        Card::Laser => theme.ink(Meaning::Red).towards(theme.ink(Meaning::Ebony), 0.25),
    }
}

fn sign(look: &Look, card: Card) -> &'static str {
    match card {
        Card::Forward => look.glyph("▲", "^"),
        Card::Left => look.glyph("◄─┐", "<-."),
        Card::Right => look.glyph("┌─►", ".->"),
        Card::Laser => look.glyph("──✶", "--*"),
    }
}

/// Draws one card of the hand.
pub fn draw(look: &Look, face: Face, rect: Rect, number: usize, buf: &mut Buffer) {
    let theme = look.theme();
    if rect.is_empty() {
        return;
    }
    if !look.paints() {
        return print(look, face, rect, number, buf);
    }
    let ground = theme.ink(Meaning::Ground);
    let full = colour(look, face.card);
    let ink = if face.idle || face.picked.is_some() { full.towards(ground, 0.45) } else { full };
    let style = theme.on(ink);
    fill(buf, rect, style);
    let bold = style.add_modifier(Modifier::BOLD);
    put(buf, rect, rect.x + 1, rect.y, &face.card.letter().to_string(), bold);
    put_centred(buf, panels::row(rect, rect.height / 2), sign(look, face.card), bold);
    if rect.height > 2 {
        put(buf, rect, rect.x + 1, rect.bottom() - 1, face.card.name(), style);
    }
    let corner = Rect { x: rect.right().saturating_sub(3), width: 3, height: 1, ..rect };
    match face.picked {
        Some(order) => {
            let tag = theme.on(theme.ink(Meaning::Ivory)).add_modifier(Modifier::BOLD);
            put_right(buf, corner, &format!(" {order} "), tag);
        }
        None => {
            put_right(buf, corner, &format!("{number} "), style);
        }
    }
    if let Some(word) = face.hinted.and_then(|order| ORDER.get(order - 1)) {
        let tab = theme.on(theme.ink(Meaning::Legal)).add_modifier(Modifier::BOLD);
        let top = Rect { height: 1, ..rect };
        fill(buf, top, tab);
        put(buf, top, top.x + 1, top.y, word, tab);
    }
    if face.cursor {
        let edge = Style::new().fg(theme.color(Meaning::Bright)).bg(ink.color());
        for y in rect.top()..rect.bottom() {
            put(buf, rect, rect.x, y, "▌", edge);
            put(buf, rect, rect.right() - 1, y, "▐", edge);
        }
    }
}

/// A card without paint: a box with its letter and number in the upper edge, a heavy one when it is
/// picked; where cards lie flat, only the edge.
fn print(look: &Look, face: Face, rect: Rect, number: usize, buf: &mut Buffer) {
    let theme = look.theme();
    let style = match (face.idle, face.cursor) {
        (true, _) => theme.faint(),
        (_, true) => theme.strong(),
        _ => theme.text(),
    };
    let letter = face.card.letter();
    let number = match (face.picked, face.hinted) {
        (Some(order), _) => format!("={order}="),
        (None, Some(order)) => format!("!{order}!"),
        (None, None) => number.to_string(),
    };
    if rect.height < 3 {
        let (open, shut) = if face.cursor { ('{', '}') } else { ('[', ']') };
        put(buf, rect, rect.x, rect.y, &format!("{open}{letter}{shut} {number}"), style);
        return;
    }
    let signs = match face.picked {
        Some(_) => [look.glyph("━", "="), look.glyph("┃", "#")],
        None => [look.glyph("─", "-"), look.glyph("│", "|")],
    };
    let corners = match face.picked {
        Some(_) => ["┏", "┓", "┗", "┛"],
        None => ["┌", "┐", "└", "┘"],
    }
    .map(|corner| look.glyph(corner, "+"));
    let inner = usize::from(rect.width.saturating_sub(2));
    let edge = signs[0].repeat(inner.saturating_sub(1 + number.len()));
    let above = format!("{}{letter}{edge}{number}{}", corners[0], corners[1]);
    put(buf, rect, rect.x, rect.y, &above, style);
    let words = format!("{}{:^inner$}{}", signs[1], face.card.name(), signs[1]);
    put(buf, rect, rect.x, rect.y + 1, &words, style);
    if face.cursor {
        let name = Rect { x: rect.x + 1, y: rect.y + 1, width: inner as u16, height: 1 };
        buf.set_style(name.intersection(buf.area), Modifier::REVERSED);
    }
    let below = format!("{}{}{}", corners[2], signs[0].repeat(inner), corners[3]);
    put(buf, rect, rect.x, rect.y + 2, &below, style);
}

/// Cards in a row, each three columns wide: what is being laid, or a program. One of them may be
/// lit, and the caret stands before the card of that index.
pub fn row(
    look: &Look,
    cards: &[Option<Card>],
    lit: Option<usize>,
    caret: Option<usize>,
    area: Rect,
    buf: &mut Buffer,
) {
    let theme = look.theme();
    let (first, room) = window(cards.len(), lit.or(caret), area);
    let mut x = area.x;
    let bar = |x: u16, buf: &mut Buffer| {
        put(buf, area, x, area.y, look.glyph("│", "|"), theme.brass());
    };
    for (index, &card) in cards.iter().enumerate().skip(first).take(room) {
        if caret == Some(index) {
            bar(x, buf);
        }
        let letter = card.map_or(look.glyph("▒", "?").to_owned(), |card| card.to_string());
        let (text, style) = match (look.paints(), lit == Some(index)) {
            (false, true) => (format!(">{letter}<"), theme.strong()),
            (false, false) => (format!("[{letter}]"), theme.text()),
            (true, true) => (format!(" {letter} "), theme.on(theme.ink(Meaning::Ivory)).bold()),
            (true, false) => (format!(" {letter} "), small(look, card)),
        };
        put(buf, area, x + 1, area.y, &text, style);
        x += STEP;
    }
    if caret == Some(cards.len()) {
        bar(x, buf);
    }
    // Cards that lie outside are pointed at, from the gaps where a caret may stand.
    let gap = |x: u16, sign: &str, buf: &mut Buffer| put(buf, area, x, area.y, sign, theme.muted());
    if first > 0 && caret != Some(first) {
        gap(area.x, look.glyph("‹", "<"), buf);
    }
    if first + room < cards.len() && x < area.right() {
        gap(x, look.glyph("›", ">"), buf);
    }
}

/// Where the caret would go for a click into such a row of `count` cards, whose caret is here now:
/// behind the card, or before it where the click is on the gap.
pub fn caret_at(count: usize, caret: usize, area: Rect, at: Position) -> Option<usize> {
    if !area.contains(at) {
        return None;
    }
    let (first, _) = window(count, Some(caret), area);
    let column = at.x - area.x;
    let behind = usize::from(column / STEP) + usize::from(!column.is_multiple_of(STEP));
    Some((first + behind).min(count))
}

/// The first card that is seen in such a row, and how many fit, so that `middle` is among them.
fn window(count: usize, middle: Option<usize>, area: Rect) -> (usize, usize) {
    let room = usize::from(area.width / STEP).max(1);
    let first = middle.unwrap_or(0).saturating_sub(room / 2).min(count.saturating_sub(room));
    (first, room)
}

/// The style of a card as small as can be, or of its back.
pub fn small(look: &Look, card: Option<Card>) -> Style {
    let theme = look.theme();
    match card {
        Some(card) => theme.on(colour(look, card)),
        None => theme.faint().bg(theme.color(Meaning::Bar)),
    }
}

//! What lies under the board: the hand, a choice to be made, a program that runs, or the places.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::hand::{self, Face};
use super::panel::{place, points};
use super::playback::Playback;
use super::turn::Sitting;
use super::{Mode, Ui};
use crate::games::turtles::cards::Card;
use crate::games::turtles::moves::{Move, Wall};
use crate::games::turtles::rules::{Phase, Turtles};
use crate::games::turtles::variant::Walls;
use crate::play::{Game, Seat, ordinal};
use crate::tui::Look;
use crate::tui::game_ui::Seen;
use crate::tui::panels::{self, Focus};
use crate::tui::text::{fill, put, put_right, width};

pub fn draw(seen: &Seen<Turtles>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
    let table = &seen.view.table;
    if let Some(playback) = &ui.playback {
        return running(seen, playback, look, area, buf);
    }
    if ui.after_round.is_some() {
        return;
    }
    if table.phase == Phase::Over {
        return standings(seen, "Places", look, area, buf);
    }
    let sitting = Sitting::of(seen);
    let mode = match (seen.acting, table.phase) {
        (Some(_), Phase::Act | Phase::Discard) => Some(ui.mode),
        _ => None,
    };
    cards(&sitting, ui, mode == Some(Mode::Cards), look, area, buf);
    let line = panels::row(area, 0);
    match mode {
        Some(Mode::Walls) => {
            let words = wall_words(look, table.open[table.mover.index()].walls);
            choice(look, line, buf, "Wall", &words, Wall::ALL.iter().position(|w| *w == ui.wall));
        }
        Some(Mode::Bug) => {
            let names = victim_words(seen, &sitting);
            choice(look, line, buf, "Bug", &names, Some(ui.victim));
        }
        Some(Mode::Cards) => picks(&sitting, ui, look, line, buf),
        None if !sitting.hand.is_empty() => {
            put(buf, line, line.x, line.y, "Hand", look.theme().brass());
        }
        None => {}
    }
}

/// The wall under the mouse, where the kinds of wall stand.
pub fn wall_at(seen: &Seen<Turtles>, look: &Look, area: Rect, at: Position) -> Option<Wall> {
    let table = &seen.view.table;
    let words = wall_words(look, table.open[table.mover.index()].walls);
    choice_at(&words, "Wall", area, at).map(|index| Wall::ALL[index])
}

/// The opponent under the mouse, where those stand who may get the Bug.
pub fn victim_at(seen: &Seen<Turtles>, area: Rect, at: Position) -> Option<usize> {
    choice_at(&victim_words(seen, &Sitting::of(seen)), "Bug", area, at)
}

fn wall_words(look: &Look, left: Walls) -> Vec<String> {
    let times = look.glyph("×", "x");
    vec![format!("stone {times}{}", left.stone), format!("ice {times}{}", left.ice)]
}

fn victim_words(seen: &Seen<Turtles>, sitting: &Sitting<'_>) -> Vec<String> {
    let word = |seat: Seat| format!("{seat} {}", name(seen, seat));
    sitting.victims().into_iter().map(word).collect()
}

fn name(seen: &Seen<Turtles>, seat: Seat) -> String {
    seen.names.get(seat.index()).cloned().unwrap_or_default()
}

/// A word in brass, and the things to choose from beside it.
fn choice(
    look: &Look,
    line: Rect,
    buf: &mut Buffer,
    word: &str,
    words: &[String],
    chosen: Option<usize>,
) {
    put(buf, line, line.x, line.y, word, look.theme().brass());
    let options: Vec<&str> = words.iter().map(String::as_str).collect();
    let chosen = chosen.unwrap_or(words.len());
    panels::choices(look, beside(line, word), buf, &options, chosen, Focus::Here);
}

fn choice_at(words: &[String], word: &str, area: Rect, at: Position) -> Option<usize> {
    let line = beside(panels::row(area, 0), word);
    let mut x = line.x;
    let places: Vec<Rect> = words
        .iter()
        .map(|word| {
            let place = Rect { x, width: width(word) + 2, ..line };
            x = place.right() + 1;
            place.intersection(line)
        })
        .collect();
    places.iter().position(|place| place.contains(at))
}

fn beside(line: Rect, word: &str) -> Rect {
    panels::inset(line, width(word) + 1, 0, 0, 0)
}

/// The hand itself.
fn cards(sitting: &Sitting<'_>, ui: &Ui, in_use: bool, look: &Look, area: Rect, buf: &mut Buffer) {
    let hinted = hinted(sitting, ui);
    for (at, &card) in sitting.hand.iter().enumerate() {
        let place = hinted.iter().position(|&it| it == at).map(|order| order + 1);
        let face = Face {
            card,
            picked: ui.picked.iter().position(|&picked| picked == at).map(|order| order + 1),
            cursor: in_use && at == ui.card.min(sitting.hand.len() - 1),
            idle: !in_use || (!hinted.is_empty() && place.is_none()),
            hinted: place,
        };
        hand::draw(look, face, hand::place(area, at), at + 1, buf);
    }
}

/// The cards that a hint means, in its order; none once somebody picks their own.
fn hinted(sitting: &Sitting<'_>, ui: &Ui) -> Vec<usize> {
    let wanted: Vec<Card> = match sitting.hint {
        Some(Move::Add(cards)) => cards.clone(),
        Some(Move::Discard(cards)) => cards.iter().collect(),
        _ => Vec::new(),
    };
    let mut found: Vec<usize> = Vec::new();
    for card in wanted.into_iter().filter(|_| ui.picked.is_empty()) {
        let free = |at: &usize| sitting.hand[*at] == card && !found.contains(at);
        if let Some(at) = (0..sitting.hand.len()).find(free) {
            found.push(at);
        }
    }
    found
}

/// The line above the hand: what is picked so far, in its order.
fn picks(sitting: &Sitting<'_>, ui: &Ui, look: &Look, line: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let discarding = sitting.phase() == Phase::Discard;
    let word = if discarding { "Discard" } else { "Hand" };
    let x = put(buf, line, line.x, line.y, word, theme.brass()) + 1;
    if ui.picked.is_empty() {
        let words = match (discarding, sitting.hand.is_empty()) {
            (true, _) => "any cards, or keep them",
            (false, false) => "lay 1 to 5, in order",
            (false, true) => "no cards are left",
        };
        put(buf, line, x, line.y, words, theme.muted());
        return;
    }
    let cards: Vec<Option<Card>> = sitting.picked(ui).into_iter().map(Some).collect();
    let lit = ui.picked.iter().position(|&picked| picked == ui.card);
    let caret = (!discarding).then_some(ui.caret);
    hand::row(look, &cards, lit, caret, beside(line, word), buf);
}

/// A program as it runs: who does what, and the cards turned up so far.
fn running(seen: &Seen<Turtles>, playback: &Playback, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let (cards, lit) = playback.cards();
    let line = panels::row(area, 0);
    let count = format!("card {} of {}", playback.done(), cards.len());
    let end = put_right(buf, line, &count, theme.muted());
    let said = Rect { width: end.saturating_sub(line.x + 1), ..line };
    let seat = playback.seat();
    let style = theme.seat(Turtles::hue(seat, seen.view.table.seats()));
    let x = put(buf, said, said.x, said.y, &format!("{} ", name(seen, seat)), style);
    put(buf, said, x, said.y, &playback.words(), theme.text());
    let below = panels::row(area, area.height.saturating_sub(1).min(2));
    hand::row(look, &cards, lit, None, below, buf);
}

/// Everybody by points: after each round, and at the end.
fn standings(seen: &Seen<Turtles>, words: &str, look: &Look, area: Rect, buf: &mut Buffer) {
    let (table, theme) = (&seen.view.table, look.theme());
    let line = panels::row(area, 0);
    put(buf, line, line.x, line.y, words, theme.brass());
    let scores = table.scores();
    for (at, seat) in table.places().into_iter().enumerate() {
        let rect = hand::place(area, at);
        let hue = Turtles::hue(seat, table.seats());
        let style = if look.paints() { theme.on_piece(hue) } else { theme.seat(hue) };
        if look.paints() {
            fill(buf, rect, style);
        }
        let strong = style.add_modifier(Modifier::BOLD);
        let inner = panels::inset(rect, 1, 0, 0, 0);
        let rank = ordinal(place(&scores, seat));
        let lines = match rect.height {
            0..=2 => vec![format!("{rank} {}", name(seen, seat))],
            _ => vec![
                format!("{rank}  {}", look.mark(hue)),
                name(seen, seat),
                points(scores[seat.index()]),
            ],
        };
        for (row, words) in (0..).zip(&lines) {
            let row = panels::row(inner, row);
            let style = if row.y == rect.y { strong } else { style };
            put(buf, row, row.x, row.y, &look.truncate(words, row.width), style);
        }
    }
}

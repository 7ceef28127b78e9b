//! What is told of each move: the lines of the move list and of plain mode.
//!
//! A program lies face down for its owner too, so nobody reads here which cards were laid; who
//! sees everything does.

use super::cards::letters;
use super::ground::{Deed, Hit, Tile};
use super::moves::Move;
use super::rules::{Run, Turtles, Visible};
use crate::play::{Eye, Game, Seat};
use crate::search::counted;

pub(super) fn tell(before: &Turtles, mv: &Move, eye: Eye, names: &[String]) -> Vec<String> {
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or(format!("turtle {seat}"));
    let table = &before.table;
    let mover = name(table.mover);
    let count = |cards: usize| counted(cards, "card", "cards");
    let mut lines = match mv {
        Move::First(seat) => vec![format!("{} begins", name(*seat))],
        // Hands are shown as they are; a line for each card would bury everything else.
        Move::Draw(_) | Move::Keep => Vec::new(),
        Move::Add(cards) if eye == Eye::Everything => {
            vec![format!("{mover} lays down {}", letters(cards))]
        }
        Move::Add(cards) => vec![format!("{mover} lays down {}", count(cards.len()))],
        Move::Build(wall, cell) => vec![format!("{mover} builds {} on {cell}", wall.name())],
        Move::Bug(victim) => vec![format!("{mover} plays the Bug on {}", name(*victim))],
        Move::Discard(cards) if eye.sees(table.mover) => vec![format!("{mover} discards {cards}")],
        Move::Discard(cards) => vec![format!("{mover} discards {}", count(cards.len()))],
        Move::Run => {
            let mut after = before.clone();
            after.play_unchecked(mv);
            let run = after.table.last_run.as_ref().expect("a program has just run");
            told_run(before, run, &name)
        }
    };
    // Whatever ends the turn, be it the last card drawn, may end the round.
    if table.loses_patience() {
        let mut after = before.clone();
        after.play_unchecked(mv);
        let arrived = |table: &Visible| table.arrivals.concat().len();
        if after.table.is_done_with(table.round()) && arrived(&after.table) == arrived(table) {
            let turns = table.variant.patience();
            lines.push(format!("no turtle has arrived for {turns} turns, so the round is over"));
        }
    }
    lines
}

fn told_run(before: &Turtles, run: &Run, name: &dyn Fn(Seat) -> String) -> Vec<String> {
    let runner = name(run.seat);
    if run.cards.is_empty() {
        return vec![format!("{runner} passes")];
    }
    let mut lines = vec![format!("{runner} runs {}", letters(&run.cards))];
    for (_, deed, _) in run.steps(&before.table.variant) {
        let line = match deed {
            Deed::Turned | Deed::Walked => continue,
            Deed::Fired { hit: Hit::Edge | Hit::Solid, .. } => continue,
            Deed::Pushed(cell) => format!("{runner} pushes a crate to {cell}"),
            Deed::TurnedBack(tile) => {
                let obstacle = tile.map_or("the edge", Tile::name);
                format!("{runner} turns back at {obstacle}")
            }
            Deed::Fell => format!("{runner} leaves the board and starts again"),
            Deed::Collided(other) => {
                format!("{runner} runs into {}: both start again", name(other))
            }
            Deed::Arrived(cell) => {
                let ahead = before.table.arrivals.last().map_or(0, Vec::len);
                let points = before.seats() - 1 - ahead;
                let points = counted(points, "point", "points");
                format!("{runner} arrives on {cell}: {points}")
            }
            Deed::Fired { until, hit: Hit::Ice } => format!("the ice on {until} melts"),
            Deed::Fired { hit: Hit::Turtle(other), .. } => {
                format!("the laser hits {}", name(other))
            }
            Deed::Fired { hit: Hit::Jewel, .. } => {
                format!("a jewel turns the laser back on {runner}")
            }
        };
        lines.push(line);
    }
    lines
}

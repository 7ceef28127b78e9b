//! Worlds that look like what a player sees: the others' hands and face-down programs made up.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::chart::Chart;
use super::policy::run;
use crate::games::turtles::cards::{Card, Cards};
use crate::games::turtles::ground::Ground;
use crate::games::turtles::rules::{Secret, Turtles};
use crate::games::turtles::view::TurtlesView;
use crate::play::Seat;

/// A match that looks like the view and in which programs make sense: most of them follow a
/// shortest way, perhaps one that was open when they were laid.
pub fn guess(view: &TurtlesView, mut rng: &mut dyn Rng) -> Turtles {
    let table = &view.table;
    let mut secret = |seat: Seat| {
        if let Some(own) = view.secret(seat) {
            return own.clone();
        }
        let shown = table.open[seat.index()].shown;
        let mut unseen = table.variant.deck().without(shown).expect("shown cards are of the deck");
        let sizes = view.sizes(seat);
        let mut program = if rng.random_range(0..8) == 0 {
            Vec::new()
        } else {
            likely_program(view, seat, sizes.program, rng)
        };
        let mut possible = Vec::with_capacity(sizes.program);
        for card in program.drain(..) {
            if !unseen.take(card) {
                break;
            }
            possible.push(card);
        }
        let mut rest: Vec<Card> = unseen.iter().collect();
        rest.shuffle(&mut rng);
        let mut take = |count: usize| rest.split_off(rest.len() - count);
        possible.extend(take(sizes.program - possible.len()));
        let bugged = table.open[seat.index()].bugged;
        possible[..bugged].reverse();
        Secret {
            program: possible,
            hand: take(sizes.hand).into_iter().collect(),
            deck: take(sizes.deck).into_iter().collect(),
            pile: take(sizes.pile - shown.len()).into_iter().collect::<Cards>().with(shown),
        }
    };
    let secrets = Seat::all(table.seats()).map(&mut secret).collect();
    Turtles { table: table.clone(), secrets }
}

/// The first cards of a shortest way on the board as it may have been when they were laid: some of
/// the walls that were built may be newer.
fn likely_program(view: &TurtlesView, seat: Seat, length: usize, rng: &mut dyn Rng) -> Vec<Card> {
    let table = &view.table;
    let (law, Some(pose)) = (table.variant.law(), table.ground.pose(seat)) else {
        return Vec::new();
    };
    let mut ground: Ground = table.ground.clone();
    for cell in ground.cells() {
        let first = table.variant.ground().tile(cell);
        if ground.tile(cell) != first && rng.random_range(0..2) == 0 {
            ground.set(cell, first);
        }
    }
    let chart = Chart::new(&ground, law, None);
    let mut program = Vec::with_capacity(length);
    let mut here = pose;
    while program.len() < length {
        let cards = chart.next_cards(&ground, law, here);
        if cards.is_empty() {
            break;
        }
        let card = cards[rng.random_range(0..cards.len())];
        program.push(card);
        run(&mut ground, seat, &[card], law);
        match ground.pose(seat) {
            Some(pose) => here = pose,
            None => break,
        }
    }
    program
}

//! A search over what cannot be seen: imagine hands and face-down programs, try each sensible move,
//! play the match out by rules of thumb, and keep what wins most often.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::chart::Chart;
use super::policy::{BUILDER, Sight, Style, WALKER, run, way};
use crate::games::turtles::cards::{Card, Cards};
use crate::games::turtles::ground::{Cell, Ground};
use crate::games::turtles::moves::{Move, Wall};
use crate::games::turtles::rules::{Phase, Secret, Turtles};
use crate::games::turtles::view::TurtlesView;
use crate::play::{Game, Seat, Turn};
use crate::search::{Bot, Budget};

/// Runs what it has before somebody builds into it.
const BRISK: Style = Style { enough: 4, builds: true };
/// The ways in which the expert may go on after the move it tries.
const OWN_STYLES: [Style; 2] = [BUILDER, BRISK];
/// Cards that lead towards a jewel, as so many different moves.
const MOST_ADDITIONS: usize = 8;
/// Cells before each opponent that are worth a wall.
const MOST_CELLS: usize = 5;
/// A match played out is broken off after so many turns of everybody.
const HORIZON: usize = 24;
/// How much the search prefers what it has tried least.
const CURIOSITY: f64 = 0.6;

pub struct Expert {
    rng: ChaCha8Rng,
}

impl Expert {
    pub fn new(seed: u64) -> Expert {
        Expert { rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Bot<Turtles> for Expert {
    fn choose(&mut self, view: &TurtlesView, seat: Seat, _: &[Move], budget: &Budget) -> Move {
        let sight = Sight::of_view(view, seat).expect("a bot is given the view of its own seat");
        if view.table.phase == Phase::Discard {
            return sight.discard();
        }
        let mut arms: Vec<Arm> = candidates(&sight, view, &mut self.rng)
            .into_iter()
            .flat_map(|mv| OWN_STYLES.map(|style| Arm::new(mv.clone(), style)))
            .collect();
        let mut tries = 0;
        while !budget.spent() {
            let arm = most_promising(&mut arms, tries);
            let mut world = guess(view, &mut self.rng);
            world.play_unchecked(&arm.mv);
            arm.sum += play_out(world, seat, arm.style, budget, &mut self.rng);
            arm.tries += 1;
            tries += 1;
        }
        let best = arms.into_iter().max_by_key(|arm| arm.tries);
        best.map_or(Move::Run, |arm| arm.mv)
    }
}

/// A move to try and a way to go on after it.
struct Arm {
    mv: Move,
    style: Style,
    tries: u32,
    sum: f64,
}

impl Arm {
    fn new(mv: Move, style: Style) -> Arm {
        Arm { mv, style, tries: 0, sum: 0.0 }
    }

    /// What it has won so far, and what it might with luck (UCB1).
    fn promise(&self, all: u32) -> f64 {
        if self.tries == 0 {
            return f64::INFINITY;
        }
        let tries = f64::from(self.tries);
        self.sum / tries + CURIOSITY * (f64::from(all).ln() / tries).sqrt()
    }
}

fn most_promising(arms: &mut [Arm], tries: u32) -> &mut Arm {
    arms.iter_mut()
        .max_by(|a, b| a.promise(tries).total_cmp(&b.promise(tries)))
        .expect("passing is always possible")
}

/// The moves worth trying: the best cards, a run, walls in somebody's way, Bugs.
fn candidates(sight: &Sight<'_>, view: &TurtlesView, rng: &mut dyn Rng) -> Vec<Move> {
    let mut moves = vec![Move::Run];
    let add = |moves: &mut Vec<Move>, mv: Move| {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    };
    for style in [WALKER, BUILDER] {
        add(&mut moves, sight.choose(style, rng));
    }
    for cards in sight.additions(MOST_ADDITIONS) {
        add(&mut moves, Move::Add(cards));
    }
    let chart = Chart::new(&view.table.ground, sight.law(), None);
    for opponent in sight.opponents() {
        for cell in cells_before(sight, &chart, opponent, rng) {
            for wall in Wall::ALL {
                if view.table.check_wall(wall, cell).is_ok() {
                    add(&mut moves, Move::Build(wall, cell));
                }
            }
        }
        if view.table.check_bug(opponent, |seat| sight.program_length(seat)).is_ok() {
            add(&mut moves, Move::Bug(opponent));
        }
    }
    moves
}

/// The cells that most of an opponent's shortest ways go over.
fn cells_before(sight: &Sight<'_>, chart: &Chart, opponent: Seat, rng: &mut dyn Rng) -> Vec<Cell> {
    let ground = &sight.table.ground;
    let Some(pose) = ground.pose(opponent) else { return Vec::new() };
    let mut counts: Vec<(Cell, usize)> = Vec::new();
    for _ in 0..12 {
        for cell in way(chart, ground, sight.law(), pose, rng).1 {
            match counts.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, count)) => *count += 1,
                None => counts.push((cell, 1)),
            }
        }
    }
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts.into_iter().take(MOST_CELLS).map(|(cell, _)| cell).collect()
}

/// Plays to the end of the round, and says how good that is for `seat`, from 0 to 1.
fn play_out(
    mut world: Turtles,
    seat: Seat,
    style: Style,
    budget: &Budget,
    rng: &mut dyn Rng,
) -> f64 {
    let round = world.table.round();
    let others: [Style; 4] =
        std::array::from_fn(|_| if rng.random_range(0..4) == 0 { BRISK } else { BUILDER });
    let mut turns = 0;
    loop {
        if world.table.round() != round || world.table.ground.pose(seat).is_none() {
            break;
        }
        match world.turn() {
            Turn::Over(_) => break,
            Turn::Chance { .. } => {
                let card = drawn(&world, rng);
                world.play_unchecked(&Move::Draw(card));
            }
            Turn::Decide(mover) => {
                if world.table.phase == Phase::Act {
                    turns += 1;
                    if turns > HORIZON * world.seats() || budget.spent() {
                        return standing(&world, seat);
                    }
                }
                let style = if mover == seat { style } else { others[mover.index()] };
                let mv = Sight::of_state(&world, mover).choose(style, rng);
                world.play_unchecked(&mv);
            }
        }
    }
    let place = world.table.arrivals[round - 1].iter().position(|&arrived| arrived == seat);
    worth(place.unwrap_or(world.seats() - 1), world.seats())
}

/// Being first is what counts, and being second is better than being last.
fn worth(place: usize, seats: usize) -> f64 {
    let behind = (seats - 1 - place) as f64 / (seats - 1) as f64;
    behind * behind
}

/// The worth of a race that was broken off: who has the shorter way.
fn standing(world: &Turtles, seat: Seat) -> f64 {
    let chart = Chart::new(&world.table.ground, world.variant().law(), None);
    let cost = |seat| world.table.ground.pose(seat).map_or(0, |pose| chart.cost(pose));
    let ahead = world.table.ground.racing().filter(|&other| cost(other) < cost(seat)).count();
    let place = world.table.arrivals.last().map_or(0, Vec::len) + ahead;
    worth(place, world.seats())
}

fn drawn(world: &Turtles, rng: &mut dyn Rng) -> Card {
    let drawer = world.table.drawer().expect("chance is only in drawing while a round lasts");
    let deck = world.secrets[drawer.index()].deck;
    let at = rng.random_range(0..deck.len());
    deck.iter().nth(at).expect("a card of the deck")
}

/// A match that looks like the view and in which programs make sense: most of them follow a
/// shortest way, perhaps one that was open when they were laid.
fn guess(view: &TurtlesView, mut rng: &mut dyn Rng) -> Turtles {
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

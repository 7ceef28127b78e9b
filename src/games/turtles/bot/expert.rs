//! A search over what cannot be seen: imagine hands and face-down programs, try each sensible move
//! in all of these worlds, play them out by rules of thumb, and keep what wins most often.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use super::chart::Chart;
use super::guess::guess;
use super::policy::{BUILDER, SPRINTER, Sight, Style, WALKER, way};
use crate::games::turtles::cards::Card;
use crate::games::turtles::ground::Cell;
use crate::games::turtles::moves::{Move, Wall};
use crate::games::turtles::rules::{Phase, Turtles};
use crate::games::turtles::view::TurtlesView;
use crate::play::{Game, Seat, Turn};
use crate::search::{Bot, Budget};

/// Runs what it has before somebody builds into it.
const BRISK: Style = Style { enough: 4, ..SPRINTER };
/// How the others may play, one as likely as the other.
const OTHERS: [Style; 4] = [SPRINTER, SPRINTER, BUILDER, BRISK];
/// Cards that lead towards a jewel, as so many different moves.
const MOST_ADDITIONS: usize = 4;
/// Cells before each opponent that are worth a wall.
const MOST_CELLS: usize = 3;
/// A match played out is broken off after so many turns of everybody.
const HORIZON: usize = 24;
/// In fewer worlds than this nothing is learnt.
const FEWEST_WORLDS: usize = 8;
/// A move is out of the race when it is so many standard errors behind the best.
const HOPELESS: f64 = 2.5;
/// And a move replaces the rule of thumb's when it is so many ahead.
const BETTER: f64 = 1.0;

pub struct Expert {
    rng: ChaCha8Rng,
    /// Imagines no more worlds than this for a move.
    most_worlds: usize,
}

impl Expert {
    pub fn new(seed: u64) -> Expert {
        Expert { rng: ChaCha8Rng::seed_from_u64(seed), most_worlds: usize::MAX }
    }

    /// One that makes up its mind as soon as it may.
    pub fn impatient(seed: u64) -> Expert {
        Expert { most_worlds: FEWEST_WORLDS, ..Expert::new(seed) }
    }
}

impl Bot<Turtles> for Expert {
    fn choose(&mut self, view: &TurtlesView, seat: Seat, _: &[Move], budget: &Budget) -> Move {
        let sight = Sight::of_view(view, seat).expect("a bot is given the view of its own seat");
        let favourite = sight.choose(SPRINTER, &mut self.rng);
        let arrives = sight.after_program().1.is_none();
        if view.table.phase == Phase::Discard || arrives {
            return favourite;
        }
        let mut race = Race::new(candidates(favourite, &sight, view, &mut self.rng));
        while race.runners.len() > 1 && race.worlds < self.most_worlds {
            // All moves meet the same luck, so that it tells nothing for one or the other.
            let world = |_| (guess(view, &mut self.rng), self.rng.random::<u64>());
            let worlds: Vec<_> = (0..budget.cores()).map(world).collect();
            let played = budget.side_by_side(|at, budget| {
                let (world, chance) = &worlds[at];
                let result = |runner: &Runner| {
                    let mut world = world.clone();
                    world.play_unchecked(&runner.mv);
                    play_out(world, seat, budget, &mut ChaCha8Rng::seed_from_u64(*chance))
                };
                race.runners.iter().map(result).collect()
            });
            if !race.note(played) {
                break;
            }
        }
        race.winner()
    }
}

/// Moves that are tried in one world after the other; the first is the rule of thumb's.
struct Race {
    runners: Vec<Runner>,
    worlds: usize,
    /// Whether the rule of thumb's is out.
    beaten: bool,
}

struct Runner {
    mv: Move,
    /// What came of it, world by world.
    results: Vec<f64>,
}

impl Race {
    fn new(moves: Vec<Move>) -> Race {
        let runner = |mv| Runner { mv, results: Vec::new() };
        Race { runners: moves.into_iter().map(runner).collect(), worlds: 0, beaten: false }
    }

    /// What came of each move in some worlds more, and now and then those without hope leave. Tells
    /// whether each world was played by all: one that was not counts for nobody.
    fn note(&mut self, worlds: Vec<Option<Vec<f64>>>) -> bool {
        let (before, tried) = (self.worlds, worlds.len());
        for results in worlds.into_iter().flatten() {
            for (runner, result) in self.runners.iter_mut().zip(results) {
                runner.results.push(result);
            }
            self.worlds += 1;
        }
        if self.worlds / FEWEST_WORLDS > before / FEWEST_WORLDS {
            let best = self.leader();
            let lead = |runner: &Runner| self.lead(&self.runners[best], runner);
            let hopeless: Vec<bool> =
                self.runners.iter().map(|runner| lead(runner) > HOPELESS).collect();
            self.beaten |= hopeless[0];
            let mut hopeless = hopeless.into_iter();
            self.runners.retain(|_| !hopeless.next().unwrap_or(false));
        }
        self.worlds == before + tried
    }

    /// The one with the best results, the first of equal ones.
    fn leader(&self) -> usize {
        let sum = |runner: &Runner| runner.results.iter().sum::<f64>();
        let mut best = 0;
        for at in 1..self.runners.len() {
            if sum(&self.runners[at]) > sum(&self.runners[best]) + 1e-9 {
                best = at;
            }
        }
        best
    }

    /// How far one is ahead of another, world by world, in standard errors.
    fn lead(&self, one: &Runner, other: &Runner) -> f64 {
        let worlds = self.worlds as f64;
        let pairs = one.results.iter().zip(&other.results);
        let (sum, squares) = pairs.fold((0.0, 0.0), |(sum, squares), (one, other)| {
            let lead = one - other;
            (sum + lead, squares + lead * lead)
        });
        // As if there had been one world more that spoke for each.
        let mean = sum / worlds;
        let variance = (squares + 1.0) / worlds - mean * mean;
        mean / (variance / worlds).sqrt()
    }

    fn winner(mut self) -> Move {
        let best = self.leader();
        let ahead = || self.lead(&self.runners[best], &self.runners[0]) > BETTER;
        let sure = self.beaten || self.worlds >= FEWEST_WORLDS && ahead();
        self.runners.swap_remove(if sure { best } else { 0 }).mv
    }
}

/// The moves worth trying, the favourite first: the best cards, a run, walls in somebody's way,
/// Bugs.
fn candidates(
    favourite: Move,
    sight: &Sight<'_>,
    view: &TurtlesView,
    rng: &mut dyn Rng,
) -> Vec<Move> {
    let mut moves = vec![favourite];
    let add = |moves: &mut Vec<Move>, mv: Move| {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    };
    add(&mut moves, Move::Run);
    for style in [WALKER, BUILDER] {
        add(&mut moves, sight.choose(style, rng));
    }
    for cards in sight.additions(MOST_ADDITIONS) {
        add(&mut moves, Move::Add(cards));
    }
    let chart = Chart::new(&view.table.ground, sight.law(), None);
    for opponent in sight.opponents() {
        for cell in cells_before(sight, &chart, opponent, rng) {
            // Ice is for where stone is forbidden or spent.
            let legal = |wall: &Wall| view.table.check_wall(*wall, cell).is_ok();
            if let Some(wall) = Wall::ALL.into_iter().find(legal) {
                add(&mut moves, Move::Build(wall, cell));
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

/// Plays to the end of the round, and says how good that is for `seat`, from 0 to 1; none when the
/// budget is spent before.
fn play_out(mut world: Turtles, seat: Seat, budget: &Budget, rng: &mut dyn Rng) -> Option<f64> {
    let round = world.table.round();
    let others: [Style; 4] = std::array::from_fn(|_| OTHERS[rng.random_range(0..OTHERS.len())]);
    let mut turns = 0;
    while !world.table.is_done_with(round) && world.table.ground.pose(seat).is_some() {
        match world.turn() {
            Turn::Over(_) => break,
            Turn::Chance { .. } => {
                let card = drawn(&world, rng);
                world.play_unchecked(&Move::Draw(card));
            }
            Turn::Decide(mover) => {
                if world.table.phase == Phase::Act {
                    if budget.spent() {
                        return None;
                    }
                    turns += 1;
                    if turns > HORIZON * world.seats() {
                        return Some(standing(&world, seat));
                    }
                }
                let style = if mover == seat { SPRINTER } else { others[mover.index()] };
                let mv = Sight::of_state(&world, mover).choose(style, rng);
                world.play_unchecked(&mv);
            }
        }
    }
    let place = world.table.arrivals[round - 1].iter().position(|&arrived| arrived == seat);
    Some(worth(place.unwrap_or(world.seats() - 1), world.seats()))
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::play::{Eye, Session, Variant};
    use crate::search::{Cancel, Limit, Spread};

    /// The winner of a race with these results, a row for each world; the moves are Bugs.
    fn winner(worlds: &[[f64; 3]]) -> usize {
        let mut race = Race::new(Seat::all(3).map(Move::Bug).collect());
        for world in worlds {
            let result = |runner: &Runner| match runner.mv {
                Move::Bug(seat) => world[seat.index()],
                _ => unreachable!("only Bugs run"),
            };
            let results = race.runners.iter().map(result).collect();
            assert!(race.note(vec![Some(results)]));
        }
        let Move::Bug(seat) = race.winner() else { unreachable!("only Bugs ran") };
        seat.index()
    }

    #[test]
    fn the_rule_of_thumb_is_left_only_for_what_is_surely_better() {
        assert_eq!(winner(&[]), 0);
        assert_eq!(winner(&[[0.0, 0.0, 1.0]; FEWEST_WORLDS - 1]), 0);
        assert_eq!(winner(&[[0.0, 0.0, 1.0]; FEWEST_WORLDS]), 2);
        let even: Vec<[f64; 3]> =
            (0..40).map(|at| if at % 2 == 0 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] }).collect();
        assert_eq!(winner(&even), 0);
    }

    #[test]
    fn a_world_that_was_not_played_by_all_counts_for_nobody() {
        let mut race = Race::new(vec![Move::Run, Move::Keep]);
        for _ in 0..20 {
            assert!(!race.note(vec![Some(vec![0.0, 1.0]), None]));
        }
        assert_eq!((race.worlds, race.winner()), (20, Move::Keep));
        let mut race = Race::new(vec![Move::Run, Move::Keep]);
        assert!(!race.note(vec![None; 2]));
        assert_eq!((race.worlds, race.winner()), (0, Move::Run));
    }

    #[test]
    fn on_several_cores_it_answers_in_its_time() {
        let board = <Turtles as Game>::Variant::parse(Turtles::BOARDS[0].1).unwrap();
        let mut session = Session::<Turtles>::new(&board, 2, 1);
        let mut bots = [1, 2].map(Expert::new);
        for _ in 0..4 {
            while session.roll().is_some() {}
            let Turn::Decide(seat) = session.turn() else { panic!("{:?}", session.turn()) };
            let (view, legal) =
                (session.state().view(Eye::Seat(seat)), session.state().legal_moves());
            let limit = Limit::Time(Duration::from_millis(20));
            let in_turn: Spread = |pieces, work| (0..pieces).for_each(work);
            let budget = Budget::new(limit, Cancel::default()).on_cores(3, in_turn);
            let mv = bots[seat.index()].choose(&view, seat, &legal, &budget);
            assert!(legal.contains(&mv), "{mv}");
            session.play(mv).unwrap();
        }
    }
}

//! Rules of thumb: how the walker and the builder play, cheap enough to play whole matches out.

use rand::{Rng, RngExt};

use super::chart::Chart;
use crate::games::turtles::cards::{Card, Cards};
use crate::games::turtles::ground::{Cell, Deed, Edge, Ground, Law, Pose, Tile};
use crate::games::turtles::moves::{HAND, Move, Wall};
use crate::games::turtles::rules::{Phase, Secret, Turtles, Visible};
use crate::games::turtles::view::TurtlesView;
use crate::play::Seat;

/// A program of more cards than this beyond the way before it has been spoilt already.
const SPARE: usize = 4;

/// Cards for later that a player keeps when none helps now.
const KEPT_WHEN_STUCK: usize = 2;

/// How a player goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// A program of so many cards runs, even if it does not reach a jewel yet.
    pub enough: usize,
    /// Walls are built against a program that is at most so many cards short of arriving.
    pub walls_when_short: Option<usize>,
    /// A program that ends in front of a jewel runs at once: from there no wall stops the turtle.
    pub secures: bool,
}

/// The whole way is laid before it is walked.
pub const WALKER: Style = Style { enough: usize::MAX, walls_when_short: None, secures: false };
/// Walls when a program is long enough to arrive.
pub const BUILDER: Style = Style { walls_when_short: Some(0), ..WALKER };
/// Walls before it is, and leaves no time for walls.
pub const SPRINTER: Style = Style { walls_when_short: Some(2), secures: true, ..WALKER };

/// What a player decides from: the table, the own cards, and how long the programs are.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    pub table: &'a Visible,
    pub seat: Seat,
    pub own: &'a Secret,
    /// By seat.
    pub programs: [usize; 4],
}

impl<'a> Sight<'a> {
    /// What the seat sees in its view; none where the view is somebody else's.
    pub fn of_view(view: &'a TurtlesView, seat: Seat) -> Option<Sight<'a>> {
        let mut programs = [0; 4];
        for (length, sizes) in programs.iter_mut().zip(&view.sizes) {
            *length = sizes.program;
        }
        Some(Sight { table: &view.table, seat, own: view.secret(seat)?, programs })
    }

    /// What the seat would see in an imagined match.
    pub fn of_state(state: &'a Turtles, seat: Seat) -> Sight<'a> {
        let mut programs = [0; 4];
        for (length, secret) in programs.iter_mut().zip(&state.secrets) {
            *length = secret.program.len();
        }
        Sight { table: &state.table, seat, own: &state.secrets[seat.index()], programs }
    }

    pub fn law(&self) -> &'a Law {
        self.table.variant.law()
    }

    /// The opponents still racing.
    pub fn opponents(&self) -> impl Iterator<Item = Seat> {
        self.table.ground.racing().filter(|&seat| seat != self.seat)
    }

    pub fn program_length(&self, seat: Seat) -> usize {
        self.programs[seat.index()]
    }

    /// The board after the own program, and where the turtle is then; none if it has arrived.
    pub fn after_program(&self) -> (Ground, Option<Pose>) {
        self.after_program_on(self.table.ground.clone())
    }

    fn after_program_on(&self, mut ground: Ground) -> (Ground, Option<Pose>) {
        run(&mut ground, self.seat, &self.own.program, self.law());
        let pose = ground.pose(self.seat);
        (ground, pose)
    }

    /// What this style does now.
    pub fn choose(&self, style: Style, rng: &mut dyn Rng) -> Move {
        match self.table.phase {
            Phase::Discard => self.discard(),
            _ => self.act(style, rng),
        }
    }

    fn act(&self, style: Style, rng: &mut dyn Rng) -> Move {
        let (ground, pose) = self.after_program();
        let Some(pose) = pose else { return Move::Run };
        let chart = Chart::new(&ground, self.law(), Some(self.seat));
        if let Some(short) = style.walls_when_short
            && let Some((wall, cell)) = self.wall_against_leader(short, chart.cost(pose), rng)
        {
            return Move::Build(wall, cell);
        }
        let secure = style.secures && chart.cost(pose) == 1 && !self.own.program.is_empty();
        if secure || self.own.program.len() >= style.enough {
            return Move::Run;
        }
        match self.best_addition(&ground, &chart, pose) {
            Some(cards) => Move::Add(cards),
            // Nothing helps: the program runs, or the turn is passed, and the hand changes.
            None => Move::Run,
        }
    }

    /// The cards of the hand that lead nearest to a jewel when they follow the program, as few as
    /// will do; none if no cards lead nearer.
    fn best_addition(&self, ground: &Ground, chart: &Chart, pose: Pose) -> Option<Vec<Card>> {
        let mut search = Additions {
            walk: Walk { ground: ground.clone(), seat: self.seat, law: self.law() },
            chart,
            begun: Vec::with_capacity(HAND),
            best: Vec::new(),
            best_cost: chart.cost(pose),
        };
        search.grow(self.own.hand, Some(pose));
        (!search.best.is_empty()).then_some(search.best)
    }

    /// The additions that lead nearest to a jewel, the best first, at most so many.
    pub fn additions(&self, most: usize) -> Vec<Vec<Card>> {
        let (ground, Some(pose)) = self.after_program() else { return Vec::new() };
        let chart = Chart::new(&ground, self.law(), Some(self.seat));
        let cost = |cards: &Vec<Card>| {
            let mut ground = ground.clone();
            run(&mut ground, self.seat, cards, self.law());
            let cost = ground.pose(self.seat).map_or(0, |pose| chart.cost(pose));
            (cost, cards.len())
        };
        let mut all = self.own.hand.sequences(HAND);
        all.sort_by_cached_key(cost);
        all.retain(|cards| cost(cards).0 <= chart.cost(pose));
        all.truncate(most);
        all
    }

    /// Discards what a shortest way from the program's end has no use for.
    pub fn discard(&self) -> Move {
        let (ground, pose) = self.after_program();
        let Some(pose) = pose else { return Move::Keep };
        let chart = Chart::new(&ground, self.law(), Some(self.seat));
        let mut rest = self.own.hand;
        let mut next = Some(pose);
        while let Some(here) = next
            && !rest.is_empty()
        {
            let cards = chart.next_cards(&ground, self.law(), here);
            // Of several shortest ways the one for which there are cards.
            let held = cards.iter().copied().find(|&card| rest.count(card) > 0);
            let Some(card) = held.or(cards.first().copied()) else { break };
            rest.take(card);
            if card == Card::Laser {
                rest.take(Card::Forward);
            }
            next = chart.follow(&ground, self.law(), here, card);
        }
        // Cards that will help later are kept, but not so many that the one which helps now never
        // comes: a bot must not stall.
        if self.best_addition(&ground, &chart, pose).is_none() {
            let kept = self.own.hand.without(rest).expect("the rest is a part of the hand");
            rest = kept.iter().skip(KEPT_WHEN_STUCK).fold(rest, |mut rest, card| {
                rest.put(card);
                rest
            });
        }
        if rest.is_empty() { Move::Keep } else { Move::Discard(rest) }
    }

    /// A wall against the opponent who might arrive next, if one might with so few cards more and
    /// if a wall makes the way longer for it and not for us.
    fn wall_against_leader(
        &self,
        short: usize,
        own_cost: u16,
        rng: &mut dyn Rng,
    ) -> Option<(Wall, Cell)> {
        let left = self.table.open[self.seat.index()].walls;
        if left.stone + left.ice == 0 {
            return None;
        }
        let chart = Chart::new(&self.table.ground, self.law(), None);
        let (leader, pose) = self
            .opponents()
            .filter_map(|seat| Some((seat, self.table.ground.pose(seat)?)))
            .filter(|&(seat, pose)| {
                let (laid, needed) = (self.program_length(seat), usize::from(chart.cost(pose)));
                laid > 0 && laid + short >= needed && laid <= needed + SPARE
            })
            .min_by_key(|&(_, pose)| chart.cost(pose))?;
        let (mut cards, way) = way(&chart, &self.table.ground, self.law(), pose, rng);
        cards.truncate(self.program_length(leader));
        let missing = i32::from(chart.cost(pose)) - self.program_length(leader) as i32;
        let gain = |wall: Wall, cell: Cell| {
            let mut walled = self.table.ground.clone();
            walled.set(cell, wall.tile());
            let (after, end) = self.after_program_on(walled.clone());
            let mine = |end| Chart::new(&after, self.law(), Some(self.seat)).cost(end);
            let loss = i32::from(end.map_or(0, mine).saturating_sub(own_cost));
            run(&mut walled, leader, &cards, self.law());
            let theirs = |end| Chart::new(&walled, self.law(), None).cost(end);
            i32::from(walled.pose(leader).map_or(0, theirs)) - missing.max(0) - 2 * loss
        };
        // Ice is for where stone is forbidden or spent.
        let allowed = |cell: &Cell| {
            let legal = |wall: &Wall| self.table.check_wall(*wall, *cell).is_ok();
            Wall::ALL.into_iter().find(legal).map(|wall| (wall, *cell))
        };
        spread(&way)
            .iter()
            .filter_map(allowed)
            .map(|(wall, cell)| (gain(wall, cell), wall, cell))
            .filter(|(gain, ..)| *gain > 0)
            .max_by_key(|(gain, ..)| *gain)
            .map(|(_, wall, cell)| (wall, cell))
    }
}

/// Runs cards on a board, until the turtle arrives.
pub fn run(ground: &mut Ground, seat: Seat, program: &[Card], law: &Law) {
    for &card in program {
        if let Deed::Arrived(_) = ground.execute(seat, card, law) {
            break;
        }
    }
}

/// The cards of one shortest way to a jewel, and its cells without the jewel's.
pub fn way(
    chart: &Chart,
    ground: &Ground,
    law: &Law,
    from: Pose,
    rng: &mut dyn Rng,
) -> (Vec<Card>, Vec<Cell>) {
    let (mut program, mut cells) = (Vec::new(), Vec::new());
    let mut next = Some(from);
    while let Some(here) = next {
        let cards = chart.next_cards(ground, law, here);
        if cards.is_empty() {
            break;
        }
        let card = cards[rng.random_range(0..cards.len())];
        program.push(card);
        if card == Card::Laser {
            program.push(Card::Forward);
        }
        next = chart.follow(ground, law, here, card);
        cells.extend(next.map(|next| next.cell).filter(|&cell| cell != here.cell));
    }
    (program, cells)
}

/// A few cells of a way: its ends and some between.
fn spread(way: &[Cell]) -> Vec<Cell> {
    const MOST: usize = 4;
    if way.len() <= MOST {
        return way.to_vec();
    }
    (0..MOST).map(|at| way[at * (way.len() - 1) / (MOST - 1)]).collect()
}

/// One turtle on a board where nothing else moves, cheaper than moving a whole board.
struct Walk<'a> {
    ground: Ground,
    seat: Seat,
    law: &'a Law,
}

impl Walk<'_> {
    /// Where the card leads; none on a jewel. Crates are taken for walls.
    fn step(&mut self, pose: Pose, card: Card) -> Option<Pose> {
        let Pose { cell, heading } = pose;
        match card {
            Card::Left => Some(Pose { cell, heading: heading.left() }),
            Card::Right => Some(Pose { cell, heading: heading.right() }),
            Card::Forward => self.forward(pose),
            Card::Laser => {
                if let Some(ice) = self.ice_ahead(pose) {
                    self.ground.set(ice, Tile::Empty);
                }
                Some(pose)
            }
        }
    }

    fn forward(&self, pose: Pose) -> Option<Pose> {
        let back = Pose { heading: pose.heading.back(), ..pose };
        let start = self.law.starts[self.seat.index()];
        let Some(ahead) = self.ground.beside(pose.cell, pose.heading) else {
            return Some(if self.law.edge == Edge::Wall { back } else { start });
        };
        match self.ground.tile(ahead) {
            Tile::Jewel => None,
            Tile::Stone | Tile::Ice | Tile::Crate => Some(back),
            Tile::Empty if self.ground.turtle_at(ahead).is_some_and(|seat| seat != self.seat) => {
                Some(start)
            }
            Tile::Empty => Some(Pose { cell: ahead, ..pose }),
        }
    }

    /// The ice that a laser would melt from here.
    fn ice_ahead(&self, pose: Pose) -> Option<Cell> {
        let mut at = pose.cell;
        loop {
            at = self.ground.beside(at, pose.heading)?;
            let turtle = self.ground.turtle_at(at).is_some_and(|seat| seat != self.seat);
            match self.ground.tile(at) {
                Tile::Ice => return Some(at),
                Tile::Empty if !turtle => {}
                _ => return None,
            }
        }
    }
}

/// Tries every sequence of the hand after the program.
struct Additions<'a> {
    walk: Walk<'a>,
    chart: &'a Chart,
    begun: Vec<Card>,
    best: Vec<Card>,
    best_cost: u16,
}

impl Additions<'_> {
    fn grow(&mut self, rest: Cards, pose: Option<Pose>) {
        let cost = pose.map_or(0, |pose| self.chart.cost(pose));
        let shorter = cost == self.best_cost && self.begun.len() < self.best.len();
        if cost < self.best_cost || shorter {
            self.best_cost = cost;
            self.best.clone_from(&self.begun);
        }
        let Some(pose) = pose else { return };
        if self.begun.len() == HAND {
            return;
        }
        for card in rest.kinds() {
            let ice = if card == Card::Laser {
                // A laser that melts nothing leads nowhere.
                let Some(ice) = self.walk.ice_ahead(pose) else { continue };
                Some(ice)
            } else {
                None
            };
            let mut less = rest;
            less.take(card);
            self.begun.push(card);
            let next = self.walk.step(pose, card);
            self.grow(less, next);
            self.begun.pop();
            if let Some(ice) = ice {
                self.walk.ground.set(ice, Tile::Ice);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;
    use crate::games::turtles::variant::TurtlesVariant;
    use crate::play::{Eye, Game, Variant};

    /// What seat 1 does with these cards in hand; everybody else waits.
    fn choice(grid: &str, style: Style, hand: Cards, programs: [&[Card]; 2]) -> Move {
        let text = format!("name = \"x\"\ngrid = \"\"\"\n{grid}\n\"\"\"\n");
        let mut state = Turtles::start(Arc::new(TurtlesVariant::parse(&text).unwrap()), 2);
        state.table.phase = Phase::Act;
        for (secret, program) in state.secrets.iter_mut().zip(programs) {
            secret.program = program.to_vec();
        }
        state.secrets[0].hand = hand;
        let view = state.view(Eye::Seat(Seat::FIRST));
        let sight = Sight::of_view(&view, Seat::FIRST).unwrap();
        sight.choose(style, &mut ChaCha8Rng::seed_from_u64(1))
    }

    const F: Card = Card::Forward;

    #[test]
    fn goes_round_a_turtle_that_is_parked_in_its_way() {
        let grid = ".1.\n.2.\n...\n...\n.*.";
        let chosen = choice(grid, WALKER, Cards::of(3, 1, 1, 0), [&[], &[]]);
        let Move::Add(cards) = chosen else { panic!("{chosen}") };
        assert_ne!(cards[0], F, "{cards:?}");
    }

    #[test]
    fn a_sprinter_in_front_of_the_jewel_leaves_no_time_for_a_wall() {
        let grid = "1.2\n...\n...\n*..";
        let hand = Cards::of(1, 2, 2, 0);
        assert_eq!(choice(grid, SPRINTER, hand, [&[F, F], &[]]), Move::Run);
        assert_eq!(choice(grid, WALKER, hand, [&[F, F], &[]]), Move::Add(vec![F]));
    }

    #[test]
    fn a_sprinter_walls_before_the_builder_does() {
        let grid = "1....2\n......\n......\n......\n*....*";
        let hand = Cards::of(0, 0, 0, 5);
        let walls = |style, laid: &[Card]| {
            matches!(choice(grid, style, hand, [&[], laid]), Move::Build(..))
        };
        assert!(walls(SPRINTER, &[F, F]) && !walls(SPRINTER, &[F]));
        assert!(walls(BUILDER, &[F; 4]) && !walls(BUILDER, &[F; 3]));
    }
}

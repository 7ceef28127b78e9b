//! How many cards a turtle needs from any pose to the nearest jewel.
//!
//! A chart is drawn for one board as it lies. It knows no hands and no turns.

use crate::games::turtles::cards::Card;
use crate::games::turtles::ground::{Cell, Edge, Ground, Heading, Law, Pose, Tile};
use crate::play::Seat;

/// Melting ice takes a laser, and lasers are rare: so many cards it counts.
const MELTING: u16 = 2;
/// Stepping into another turtle costs the whole way so far, but it may be gone until then. Going
/// round one takes six cards more than straight on.
const BUMPING: u16 = 9;
const FAR: u16 = u16::MAX;
/// The dearest step is forward onto ice under a turtle, and each cost has a bucket of its own.
const BUCKETS: usize = (1 + MELTING + BUMPING) as usize + 1;

/// The cost of the way from each pose.
pub struct Chart {
    /// Cells in a row, with the edge on both sides.
    stride: usize,
    cost: Vec<u16>,
}

impl Chart {
    /// The chart for the turtle of `walker`, which goes around the others; without one, turtles
    /// do not count.
    pub fn new(ground: &Ground, law: &Law, walker: Option<Seat>) -> Chart {
        let stride = usize::from(ground.width()) + 2;
        let cells = stride * (usize::from(ground.height()) + 2);
        let mut chart = Chart { stride, cost: vec![FAR; cells * 4] };
        // With an edge all around, nobody has to ask whether a cell is on the board.
        let mut tiles = vec![None; cells];
        let mut open = Buckets::with_room(cells * 4);
        for cell in ground.cells() {
            tiles[chart.cell(cell)] = Some(ground.tile(cell));
        }
        let bump = |seat| Some(chart.cell(ground.pose(seat)?.cell));
        let others =
            walker.into_iter().flat_map(|seat| ground.racing().filter(move |it| *it != seat));
        let bumps: Vec<usize> = others.filter_map(bump).collect();
        // By heading, clockwise from the top.
        let ahead = [-(stride as isize), 1, stride as isize, -1];
        let behind = |cell: usize, heading: usize| cell.wrapping_add_signed(-ahead[heading]);
        let bounces = |cell: usize| match tiles[cell] {
            Some(tile) => matches!(tile, Tile::Stone | Tile::Ice),
            None => law.edge == Edge::Wall,
        };
        let walkable = |cell: usize| matches!(tiles[cell], Some(Tile::Empty | Tile::Ice));
        for jewel in ground.jewels() {
            for heading in 0..4 {
                let from = behind(chart.cell(jewel), heading);
                if walkable(from) {
                    chart.offer(from * 4 + heading, 1, &mut open);
                }
            }
        }
        // Backwards from the jewels: each pose offers its cost to the poses one card before it.
        while let Some((cost, pose)) = open.pop() {
            if chart.cost[pose] < cost {
                continue;
            }
            let (cell, heading) = (pose / 4, pose % 4);
            chart.offer(cell * 4 + (heading + 1) % 4, cost + 1, &mut open);
            chart.offer(cell * 4 + (heading + 3) % 4, cost + 1, &mut open);
            let from = behind(cell, heading);
            if bounces(from) {
                chart.offer(cell * 4 + (heading + 2) % 4, cost + 1, &mut open);
            }
            if walkable(from) {
                let melting = if tiles[cell] == Some(Tile::Ice) { MELTING } else { 0 };
                let bumping = if bumps.contains(&cell) { BUMPING } else { 0 };
                chart.offer(from * 4 + heading, cost + 1 + melting + bumping, &mut open);
            }
        }
        chart
    }

    /// Cards from here to the nearest jewel, with ice and turtles counted for more than one.
    pub fn cost(&self, pose: Pose) -> u16 {
        self.cost[self.index(pose)]
    }

    /// The cards that are a first step of a shortest way, in the order F L R Z. A laser is one
    /// where ice is right ahead.
    pub fn next_cards(&self, ground: &Ground, law: &Law, pose: Pose) -> Vec<Card> {
        let best = self.cost(pose);
        let turned = |heading| self.cost(Pose { heading, ..pose }) < best;
        let mut cards = Vec::with_capacity(3);
        if let Some(cell) = ground.beside(pose.cell, pose.heading) {
            let ahead = self.cost(Pose { cell, ..pose });
            match ground.tile(cell) {
                Tile::Jewel => cards.push(Card::Forward),
                Tile::Empty if ahead < best => cards.push(Card::Forward),
                Tile::Ice if ahead.saturating_add(MELTING) < best => cards.push(Card::Laser),
                _ => {}
            }
        }
        if turns_back(ground, law, pose.cell, pose.heading) && turned(pose.heading.back()) {
            cards.push(Card::Forward);
        }
        if turned(pose.heading.left()) {
            cards.push(Card::Left);
        }
        if turned(pose.heading.right()) {
            cards.push(Card::Right);
        }
        cards
    }

    /// Where one of the next cards leads on the charted way, which ice and other turtles have left
    /// by then; none on the jewel. A laser is followed by the step over the ice.
    pub fn follow(&self, ground: &Ground, law: &Law, pose: Pose, card: Card) -> Option<Pose> {
        let Pose { cell, heading } = pose;
        match card {
            Card::Left => Some(Pose { cell, heading: heading.left() }),
            Card::Right => Some(Pose { cell, heading: heading.right() }),
            Card::Forward if turns_back(ground, law, cell, heading) => {
                Some(Pose { cell, heading: heading.back() })
            }
            Card::Forward | Card::Laser => {
                let ahead = ground.beside(cell, heading)?;
                (ground.tile(ahead) != Tile::Jewel).then_some(Pose { cell: ahead, heading })
            }
        }
    }

    fn offer(&mut self, pose: usize, cost: u16, open: &mut Buckets) {
        if cost < self.cost[pose] {
            self.cost[pose] = cost;
            open.push(cost, pose);
        }
    }

    fn cell(&self, cell: Cell) -> usize {
        (usize::from(cell.row) + 1) * self.stride + usize::from(cell.column) + 1
    }

    fn index(&self, pose: Pose) -> usize {
        self.cell(pose.cell) * 4 + pose.heading as usize
    }
}

/// Whether Forward makes a half-turn here: one card where two turns would be needed.
fn turns_back(ground: &Ground, law: &Law, cell: Cell, heading: Heading) -> bool {
    match ground.beside(cell, heading) {
        Some(ahead) => matches!(ground.tile(ahead), Tile::Stone | Tile::Ice),
        None => law.edge == Edge::Wall,
    }
}

/// Poses by cost, the cheapest first. All that wait differ by less than the dearest step, so a
/// ring of buckets holds them; each is a chain through one list.
struct Buckets {
    /// The last that came into each, by its place in the list, from 1; 0 where there is none.
    last: [u16; BUCKETS],
    /// Poses, each with the one before it in its bucket.
    list: Vec<(u16, u16)>,
    cost: u16,
    waiting: usize,
}

impl Buckets {
    fn with_room(poses: usize) -> Buckets {
        Buckets { last: [0; BUCKETS], list: Vec::with_capacity(poses), cost: 0, waiting: 0 }
    }

    fn push(&mut self, cost: u16, pose: usize) {
        let last = &mut self.last[usize::from(cost) % BUCKETS];
        self.list.push((pose as u16, *last));
        *last = self.list.len() as u16;
        self.waiting += 1;
    }

    fn pop(&mut self) -> Option<(u16, usize)> {
        if self.waiting == 0 {
            return None;
        }
        loop {
            let last = &mut self.last[usize::from(self.cost) % BUCKETS];
            if *last > 0 {
                let (pose, before) = self.list[usize::from(*last) - 1];
                *last = before;
                self.waiting -= 1;
                return Some((self.cost, usize::from(pose)));
            }
            self.cost += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::turtles::variant::TurtlesVariant;
    use crate::play::Variant;

    fn board(rows: &str) -> TurtlesVariant {
        let text = format!("name = \"x\"\ngrid = \"\"\"\n{rows}\n\"\"\"\n");
        TurtlesVariant::parse(&text).unwrap()
    }

    fn cost(rows: &str, walker: Option<Seat>) -> u16 {
        let variant = board(rows);
        let chart = Chart::new(variant.ground(), variant.law(), walker);
        chart.cost(variant.law().starts[0])
    }

    #[test]
    fn the_way_is_counted_in_cards() {
        // Turtles look south.
        assert_eq!(cost("1..2\n....\n*...", None), 2);
        assert_eq!(cost("1..2\n....\n...*", None), 6);
        // Two turns, and one step more, around a stone.
        assert_eq!(cost("1..2\n#...\n*...", None), 1 + 1 + 1 + 2 + 1 + 1);
        // Ice right ahead takes a laser.
        assert_eq!(cost("1..2\n%...\n*...", None), 2 + MELTING);
    }

    #[test]
    fn a_wall_in_front_turns_a_turtle_round_with_one_card() {
        let variant = TurtlesVariant::parse(
            "name = \"x\"\nfacing = \"NS\"\ngrid = \"\"\"\n#..2\n1...\n....\n*...\n\"\"\"\n",
        );
        let variant = variant.unwrap();
        let chart = Chart::new(variant.ground(), variant.law(), None);
        assert_eq!(chart.cost(variant.law().starts[0]), 3);
        let cards = chart.next_cards(variant.ground(), variant.law(), variant.law().starts[0]);
        assert_eq!(cards, [Card::Forward]);
    }

    #[test]
    fn a_walker_goes_around_the_others() {
        assert_eq!(cost("1...\n2...\n*...", None), 2);
        assert_eq!(cost("1...\n2...\n*...", Some(Seat::FIRST)), 7);
    }

    #[test]
    fn every_next_card_leads_one_nearer() {
        let variant = board("1..%...2\n.#..%.#.\n..%.#...\n.#.#.%#.\n...*....");
        let (ground, law) = (variant.ground(), variant.law());
        let chart = Chart::new(ground, law, None);
        for cell in ground.cells().filter(|&cell| ground.tile(cell) == Tile::Empty) {
            for heading in Heading::ALL {
                let pose = Pose { cell, heading };
                let cards = chart.next_cards(ground, law, pose);
                assert!(!cards.is_empty(), "{cell} {heading:?}");
                for card in cards {
                    let next = chart.follow(ground, law, pose, card);
                    let cost = next.map_or(0, |next| chart.cost(next));
                    assert!(cost < chart.cost(pose), "{cell} {heading:?} {card}");
                }
            }
        }
    }
}

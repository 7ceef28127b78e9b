//! The search where three or four can still move: a tree that grows where everybody does best for
//! themselves, judged by playing on. The others are not all as careful as that: more often than not
//! they are expected to take what is worth most now.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::cells::Map;
use super::field::{Field, SEATS};
use super::forecast::{by_greed, by_territory};
use crate::games::vorassic::Mode;
use crate::search::Budget;

/// The search. A node of its budget is one visit to the tree.
pub struct Many<'a, const W: usize> {
    map: &'a Map<W>,
    budget: &'a Budget,
    rng: ChaCha8Rng,
    /// The seat the search is for.
    me: usize,
    /// The root first.
    nodes: Vec<Node>,
}

/// A position of the tree, seen from the seat that went there.
#[derive(Default)]
struct Node {
    /// The cell whose capture leads here.
    index: usize,
    visits: u32,
    /// What it brought that seat, all visits together.
    reward: f32,
    /// In the order in which they were added, which is by value.
    children: Vec<usize>,
}

/// How much doubt about a move speaks for trying it again.
const EXPLORATION: f32 = 0.4;
/// How often the others are expected to be greedy rather than wise.
const GREED: f32 = 0.7;
/// The tree stops growing at so many positions of about 64 bytes.
const MOST_NODES: usize = 1 << 19;
/// A lead of so many points is three quarters of the way from an even match to a won one.
const SAFE_LEAD: f32 = 10.0;

impl<'a, const W: usize> Many<'a, W> {
    pub fn new(map: &'a Map<W>, budget: &'a Budget, rng: ChaCha8Rng, me: usize) -> Many<'a, W> {
        Many { map, budget, rng, me, nodes: vec![Node::default()] }
    }

    /// The best cell for `me`, who is to move, as far as the budget and so many visits allow.
    pub fn best(&mut self, field: &Field<W>, most: u32) -> Option<usize> {
        loop {
            self.visit(*field);
            if self.nodes[0].visits >= most || self.budget.spent() || self.budget.out_of_time() {
                break;
            }
        }
        let children = self.nodes[0].children.iter().map(|child| &self.nodes[*child]);
        children.max_by_key(|child| child.visits).map(|child| child.index)
    }

    /// Walks down the tree to a position it does not have, judges that, and tells those above.
    fn visit(&mut self, mut field: Field<W>) {
        let mut path = Vec::new();
        let mut at = 0;
        while let Some(seat) = field.to_move {
            let new = self.grow(at, &field, seat);
            at = match new {
                Some(child) => child,
                None if seat != self.me && self.rng.random::<f32>() < GREED => self.grab(at),
                None => self.choose(at),
            };
            field.play(self.map, seat, self.nodes[at].index);
            path.push((at, seat));
            if new.is_some() {
                break;
            }
        }
        let rewards = self.judge(field);
        self.nodes[0].visits += 1;
        for (at, seat) in path {
            self.nodes[at].visits += 1;
            self.nodes[at].reward += rewards[seat];
        }
    }

    /// Adds the next most promising move, if the position has been visited often enough for one
    /// more.
    fn grow(&mut self, at: usize, field: &Field<W>, seat: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let width = 1 + (node.visits as f32).sqrt() as usize;
        let first = node.children.is_empty();
        if !first && (node.children.len() >= width || self.nodes.len() >= MOST_NODES) {
            return None;
        }
        let index = self
            .map
            .by_value(field.reach[seat], field.wanted_by_others(seat))
            .nth(node.children.len())?;
        let child = self.nodes.len();
        self.nodes.push(Node { index, ..Node::default() });
        self.nodes[at].children.push(child);
        Some(child)
    }

    /// A child of the largest value, any of them when there are several.
    fn grab(&mut self, at: usize) -> usize {
        let children = &self.nodes[at].children;
        let value = |child: &usize| self.map.value(self.nodes[*child].index);
        let equal = children.partition_point(|child| value(child) == value(&children[0]));
        children[self.rng.random_range(0..equal)]
    }

    /// The child with the best prospects for the seat to move.
    fn choose(&self, at: usize) -> usize {
        let doubt = (self.nodes[at].visits as f32).ln();
        let prospect = |child: &usize| {
            let node = &self.nodes[*child];
            let visits = node.visits as f32;
            node.reward / visits + EXPLORATION * (doubt / visits).sqrt()
        };
        let children = self.nodes[at].children.iter().copied();
        let best = children.max_by(|a, b| prospect(a).total_cmp(&prospect(b)));
        best.expect("a position that does not grow has children")
    }

    /// What the position is worth to each seat, from 0 to 1.
    fn judge(&mut self, field: Field<W>) -> [f32; SEATS] {
        // Greed leads snakes into dead ends and their territory promises too much, so each has its
        // turn.
        let even = self.nodes[0].visits.is_multiple_of(2);
        let ends = if self.map.mode() == Mode::Snake && even {
            by_territory(self.map, &field)
        } else {
            by_greed(self.map, field, |best, _| {
                let lot = self.rng.random_range(0..best.count());
                best.into_iter().nth(lot as usize).expect("the lot is one of them")
            })
        };
        std::array::from_fn(|seat| {
            let others = (0..field.seats).filter(|other| *other != seat);
            let lead = ends[seat] - others.map(|other| ends[other]).max().unwrap_or(0);
            0.5 + 0.5 * (lead as f32 / SAFE_LEAD).tanh()
        })
    }
}

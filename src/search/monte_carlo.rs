//! Monte Carlo tree search for any game: chance, secrets and any number of seats included.
//!
//! Each iteration imagines a full state that fits what the bot may see, walks it down the trees,
//! plays it to its end, and tells the decisions on the way what they led to.
//!
//! Where the game has secrets, every seat has a tree of its own, whose branches are what that seat
//! sees of each move. Two states that look the same to a seat are therefore one place in its tree,
//! and it must find one move that is good in both: nobody, bot or imagined opponent, chooses by
//! what it cannot know. In an open game all seats see the same, and share one tree.

use std::any::TypeId;
use std::marker::PhantomData;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use super::evaluate::rewards;
use super::fingerprint::fingerprint;
use super::{Bot, Budget};
use crate::play::{Eye, Game, Seat, Turn, draw};

/// A bot that searches with [`MonteCarlo`].
pub struct MonteCarloBot<G: Game, P> {
    search: MonteCarlo<G, P>,
}

impl<G: Game, P: Playout<G>> MonteCarloBot<G, P> {
    /// A bot that forgets its trees after each move, so its answers do not depend on earlier ones.
    pub fn new(playout: P, settings: Settings, seed: u64) -> MonteCarloBot<G, P> {
        MonteCarloBot { search: MonteCarlo::new(playout, settings, seed) }
    }
}

impl<G: Game, P: Playout<G>> Bot<G> for MonteCarloBot<G, P> {
    fn choose(
        &mut self,
        view: &G::View,
        seat: Seat,
        legal: &[G::Move],
        budget: &Budget,
    ) -> G::Move {
        if let [only] = legal {
            return only.clone();
        }
        let prospects = self.search.prospects(view, seat, legal, budget);
        prospects.into_iter().next().expect("there is a legal move").mv
    }
}

/// What a game may know about playing on, beyond its rules.
pub trait Playout<G: Game>: Send {
    /// How good a move looks at first sight, on the scale of a reward. It counts for less the
    /// more a move has been tried. Asked once for a move in a place of the tree.
    fn prior(&self, _state: &G, _mv: &G::Move) -> f64 {
        0.0
    }

    /// The place among the legal moves of the one to go on with after the tree has ended.
    fn pick(&self, _state: &G, legal: &[G::Move], rng: &mut dyn Rng) -> usize {
        rng.random_range(0..legal.len())
    }

    /// What each seat may hope for, from 0 to 1, where a playout is cut short. Comes filled with
    /// equal shares.
    fn judge(&self, _state: &G, _rewards: &mut [f64]) {}
}

/// Plays on at random.
pub struct Uniform;

impl<G: Game> Playout<G> for Uniform {}

/// What can be tuned for a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much doubt about a move speaks for trying it again.
    pub exploration: f64,
    /// What a move is worth before it has been tried. More than any reward, so that each is tried
    /// once, in the order of the priors; lower it where there are too many moves for that.
    pub untried: f64,
    /// How many plies a playout goes on after the tree before it is judged.
    pub playout_plies: usize,
    /// How many branches all trees together may have, of about 40 bytes each. When there are no
    /// more, the trees stop growing, and the search goes on.
    pub branches: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { exploration: 1.0, untried: 1000.0, playout_plies: usize::MAX, branches: 1 << 19 }
    }
}

/// What the search thinks of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospect<M> {
    /// One of the legal moves at the root.
    pub mv: M,
    /// How often it was tried: the measure of a move's worth.
    pub visits: u32,
    /// What it brought its seat on average, from 0 to 1.
    pub reward: f64,
}

/// The search itself, for those who want to know more than a move. A node of its budget is a ply,
/// in the tree or after it.
pub struct MonteCarlo<G: Game, P> {
    playout: P,
    settings: Settings,
    seed: u64,
    game: PhantomData<fn(&G)>,
}

impl<G: Game, P: Playout<G>> MonteCarlo<G, P> {
    /// A search that keeps nothing from one question to the next.
    pub fn new(playout: P, settings: Settings, seed: u64) -> MonteCarlo<G, P> {
        MonteCarlo { playout, settings, seed, game: PhantomData }
    }

    /// The legal moves of `seat`, which is to decide, the best first.
    pub fn prospects(
        &self,
        view: &G::View,
        seat: Seat,
        legal: &[G::Move],
        budget: &Budget,
    ) -> Vec<Prospect<G::Move>> {
        // The legal moves are part of the seed, lest every position meet the same luck.
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ fingerprint(legal));
        let first = G::imagine(view, &mut rng);
        // A game without secrets says so by showing its very state.
        let open = TypeId::of::<G::View>() == TypeId::of::<G>();
        let trees = if open { 1 } else { first.seats() };
        let mut walk = Walk {
            playout: &self.playout,
            settings: self.settings,
            budget,
            rng,
            trees: (0..trees).map(|_| Tree::new()).collect(),
            branches_left: self.settings.branches,
            at: Vec::new(),
            path: Vec::new(),
            slots: Vec::new(),
            game: PhantomData::<fn(&G)>,
        };
        // The root knows its moves from the start, for an answer on the smallest budget.
        walk.branch_out(walk.tree_of(seat), ROOT, &first, legal);
        let mut state = first;
        while let Some(rewards) = walk.iterate(state) {
            walk.learn(&rewards);
            state = G::imagine(view, &mut walk.rng);
        }
        walk.answer(seat, legal)
    }
}

/// The trees of one search, and the way of one iteration through them.
struct Walk<'a, G: Game, P> {
    playout: &'a P,
    settings: Settings,
    budget: &'a Budget,
    rng: ChaCha8Rng,
    /// One for all, or one for each seat.
    trees: Vec<Tree>,
    branches_left: usize,
    /// Where in each tree the iteration is, unless it has left that tree.
    at: Vec<Option<usize>>,
    /// The decisions of the iteration.
    path: Vec<Step>,
    /// For each legal move its branch, kept to save allocations.
    slots: Vec<usize>,
    game: PhantomData<fn(&G)>,
}

struct Tree {
    nodes: Vec<Node>,
}

const ROOT: usize = 0;

impl Tree {
    fn new() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

/// What a seat knows: everything it has seen since the root.
#[derive(Default)]
struct Node {
    branches: Vec<Branch>,
}

/// What may happen next, as the owner of the tree sees it.
struct Branch {
    /// The fingerprint of the move, or of what is seen of it.
    key: u64,
    /// The node behind it, once there is one.
    child: Option<u32>,
    visits: u32,
    /// How often it could have been taken: not every imagined state allows every move.
    available: u32,
    prior: f32,
    /// The sum of what its visits brought to the seat that decided for it.
    total: f64,
}

impl Branch {
    fn new(key: u64, prior: f64) -> Branch {
        Branch { key, child: None, visits: 0, available: 0, prior: prior as f32, total: 0.0 }
    }

    fn reward(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total / f64::from(self.visits) }
    }

    /// How much it deserves the next visit: what it brought, what it looked like at first sight,
    /// and what may yet be hidden in it. The last grows with the chances that were not taken.
    fn claim(&self, settings: &Settings) -> f64 {
        if self.visits == 0 {
            return settings.untried + f64::from(self.prior);
        }
        let visits = f64::from(self.visits);
        let doubt = (f64::from(self.available).ln() / visits).sqrt();
        self.reward() + f64::from(self.prior) / (visits + 1.0) + settings.exploration * doubt
    }
}

/// A decision: which branch of which node was taken, by whom.
struct Step {
    tree: usize,
    node: usize,
    branch: usize,
    seat: Seat,
}

/// Whether the iteration goes on in the trees.
#[derive(PartialEq)]
enum Footing {
    Known,
    New,
}

impl<G: Game, P: Playout<G>> Walk<'_, G, P> {
    /// Goes from an imagined state through the trees and beyond to some end. Returns what it
    /// brought each seat; none if the budget was spent on the way.
    fn iterate(&mut self, mut state: G) -> Option<Vec<f64>> {
        self.path.clear();
        self.at.clear();
        self.at.resize(self.trees.len(), Some(ROOT));
        let mut footing = Footing::Known;
        let mut plies_left = self.settings.playout_plies;
        loop {
            if self.budget.spent() {
                return None;
            }
            let turn = state.turn();
            if let Turn::Over(outcome) = turn {
                return Some(rewards(&state, &outcome));
            }
            if footing == Footing::New {
                match plies_left.checked_sub(1) {
                    Some(left) => plies_left = left,
                    None => return Some(self.judge(&state)),
                }
            }
            let mv = match turn {
                Turn::Decide(seat) => {
                    let mut legal = state.legal_moves();
                    if legal.is_empty() {
                        return Some(self.judge(&state));
                    }
                    let index = match self.at[self.tree_of(seat)] {
                        Some(node) if footing == Footing::Known => {
                            let (index, found) = self.decide(&state, seat, node, &legal);
                            footing = found;
                            index
                        }
                        _ => {
                            footing = Footing::New;
                            self.playout.pick(&state, &legal, &mut self.rng)
                        }
                    };
                    legal.swap_remove(index)
                }
                _ => match draw(state.chance_weights(), &mut self.rng) {
                    Some(mv) => mv,
                    None => return Some(self.judge(&state)),
                },
            };
            if footing == Footing::Known {
                self.advance(&state, &turn, &mv);
            }
            state.play_unchecked(&mv);
        }
    }

    /// Chooses among the legal moves in the seat's own tree, and notes the step.
    fn decide(
        &mut self,
        state: &G,
        seat: Seat,
        node: usize,
        legal: &[G::Move],
    ) -> (usize, Footing) {
        let tree = self.tree_of(seat);
        self.branch_out(tree, node, state, legal);
        let branches = &mut self.trees[tree].nodes[node].branches;
        let mut best: Option<(usize, f64)> = None;
        // Beginning anywhere is the cheapest way to be fair among equals.
        let begin = self.rng.random_range(0..legal.len());
        for index in (begin..legal.len()).chain(0..begin) {
            let Some(branch) = branches.get_mut(self.slots[index]) else { continue };
            branch.available += 1;
            let claim = branch.claim(&self.settings);
            if best.is_none_or(|(_, highest)| claim > highest) {
                best = Some((index, claim));
            }
        }
        let Some((index, _)) = best else {
            // The trees are full, and none of these moves has a place in them.
            return (self.playout.pick(state, legal, &mut self.rng), Footing::New);
        };
        let branch = self.slots[index];
        let footing = if branches[branch].visits == 0 { Footing::New } else { Footing::Known };
        self.path.push(Step { tree, node, branch, seat });
        (index, footing)
    }

    /// Fills `slots` with the branch of each legal move, and makes those that are missing as long
    /// as there is room.
    fn branch_out(&mut self, tree: usize, node: usize, state: &G, legal: &[G::Move]) {
        let branches = &mut self.trees[tree].nodes[node].branches;
        self.slots.clear();
        // Legal moves come in a stable order, so the branch of the next one is most often the
        // next one.
        let mut next = 0;
        for mv in legal {
            let key = fingerprint(mv);
            let slot = find(branches, key, next).unwrap_or_else(|| {
                if self.branches_left > 0 {
                    self.branches_left -= 1;
                    branches.push(Branch::new(key, self.playout.prior(state, mv)));
                    branches.len() - 1
                } else {
                    usize::MAX
                }
            });
            self.slots.push(slot);
            next = slot.wrapping_add(1);
        }
    }

    /// Follows a move, which is about to be played, in every tree.
    fn advance(&mut self, state: &G, turn: &Turn, mv: &G::Move) {
        let open = self.trees.len() == 1;
        for tree in 0..self.trees.len() {
            let Some(node) = self.at[tree] else { continue };
            // Who moves knows the move; the others know what they are shown.
            let owner = Seat::at(tree);
            let key = if open || *turn == Turn::Decide(owner) {
                fingerprint(mv)
            } else {
                fingerprint(&state.seen_move(mv, Eye::Seat(owner)))
            };
            self.at[tree] = self.follow(tree, node, key);
        }
    }

    /// The node behind a branch; both are made if there is room.
    fn follow(&mut self, tree: usize, node: usize, key: u64) -> Option<usize> {
        let nodes = &mut self.trees[tree].nodes;
        let next = nodes.len();
        let branches = &mut nodes[node].branches;
        let slot = match find(branches, key, 0) {
            Some(slot) => slot,
            None if self.branches_left == 0 => return None,
            None => {
                self.branches_left -= 1;
                branches.push(Branch::new(key, 0.0));
                branches.len() - 1
            }
        };
        match branches[slot].child {
            Some(child) => Some(child as usize),
            None => {
                branches[slot].child = Some(u32::try_from(next).ok()?);
                nodes.push(Node::default());
                Some(next)
            }
        }
    }

    /// Tells the decisions of the last iteration what they led to.
    fn learn(&mut self, rewards: &[f64]) {
        for step in &self.path {
            let branch = &mut self.trees[step.tree].nodes[step.node].branches[step.branch];
            branch.visits += 1;
            branch.total += rewards[step.seat.index()];
        }
    }

    /// The moves of the root, the most visited first; among equals the seed decides.
    fn answer(&mut self, seat: Seat, legal: &[G::Move]) -> Vec<Prospect<G::Move>> {
        let branches = &self.trees[self.tree_of(seat)].nodes[ROOT].branches;
        let mut ranked: Vec<(f32, u32, Prospect<G::Move>)> = legal
            .iter()
            .map(|mv| {
                let (visits, reward, prior) = find(branches, fingerprint(mv), 0)
                    .map(|slot| &branches[slot])
                    .map_or((0, 0.0, 0.0), |b| (b.visits, b.reward(), b.prior));
                (prior, self.rng.random(), Prospect { mv: mv.clone(), visits, reward })
            })
            .collect();
        ranked.sort_by(|(prior_a, lot_a, a), (prior_b, lot_b, b)| {
            (b.visits.cmp(&a.visits))
                .then(b.reward.total_cmp(&a.reward))
                .then(prior_b.total_cmp(prior_a))
                .then(lot_a.cmp(lot_b))
        });
        ranked.into_iter().map(|(_, _, prospect)| prospect).collect()
    }

    fn judge(&self, state: &G) -> Vec<f64> {
        let seats = state.seats();
        let mut rewards = vec![1.0 / seats as f64; seats];
        self.playout.judge(state, &mut rewards);
        rewards
    }

    fn tree_of(&self, seat: Seat) -> usize {
        if self.trees.len() == 1 { 0 } else { seat.index() }
    }
}

/// The branch of that key, looked for from `start` on and around.
fn find(branches: &[Branch], key: u64, start: usize) -> Option<usize> {
    let start = start.min(branches.len());
    let (before, after) = branches.split_at(start);
    let is_it = |branch: &Branch| branch.key == key;
    after.iter().position(is_it).map(|at| start + at).or_else(|| before.iter().position(is_it))
}

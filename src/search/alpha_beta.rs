//! Alpha-beta for open games without chance: deeper and deeper, with a table of positions.
//!
//! One seat looks for its best and everybody else is against it. With two seats that is the truth
//! of a game that one wins and the other loses; with more it is a careful assumption. A seat may
//! move several times in a row: a value changes its sign only where the side to move does.
//! A turn of chance ends a line like the depth does.

use std::marker::PhantomData;
use std::mem;
use std::ops::Neg;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::evaluate::{Evaluate, Value};
use super::fingerprint::{fingerprint, scatter};
use super::table::{Bound, Table};
use super::window::{Window, deepen, scout_first};
use super::{Bot, Budget};
use crate::play::{Game, Seat, Turn};

/// A bot that searches with [`AlphaBeta`].
pub struct AlphaBetaBot<G: Game, E> {
    search: AlphaBeta<G, E>,
}

impl<G: Game, E: Evaluate<G>> AlphaBetaBot<G, E> {
    /// A bot that looks as far as its budget lets it; the seed decides among equal moves.
    pub fn new(evaluate: E, seed: u64) -> AlphaBetaBot<G, E> {
        AlphaBeta::new(evaluate, seed).into()
    }

    /// Looks no further than so many plies.
    pub fn to_depth(self, plies: u8) -> AlphaBetaBot<G, E> {
        self.search.to_depth(plies).into()
    }

    /// Overlooks every so many-th of the others' moves, as people do: which ones is different
    /// from turn to turn.
    pub fn overlooking(self, one_in: u64) -> AlphaBetaBot<G, E> {
        AlphaBeta { overlooks: Some(one_in), ..self.search }.into()
    }
}

impl<G: Game, E> From<AlphaBeta<G, E>> for AlphaBetaBot<G, E> {
    fn from(search: AlphaBeta<G, E>) -> AlphaBetaBot<G, E> {
        AlphaBetaBot { search }
    }
}

impl<G: Game, E: Evaluate<G>> Bot<G> for AlphaBetaBot<G, E> {
    fn choose(&mut self, view: &G::View, _: Seat, legal: &[G::Move], budget: &Budget) -> G::Move {
        if let [only] = legal {
            return only.clone();
        }
        // Nothing is hidden in these games, so there is only one state to imagine.
        let state = G::imagine(view, &mut ChaCha8Rng::seed_from_u64(self.search.seed));
        self.search.best(&state, budget).map_or_else(|| legal[0].clone(), |best| best.mv)
    }
}

/// The search itself, for those who want to know more than a move.
pub struct AlphaBeta<G: Game, E> {
    evaluate: E,
    seed: u64,
    max_depth: u8,
    /// One in so many of the others' moves is not thought of.
    overlooks: Option<u64>,
    table: Table<Entry>,
    game: PhantomData<fn(&G)>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best<M> {
    /// The move to play; one that merely looks promising at depth 0.
    pub mv: M,
    /// For the seat to move. Meaningless at depth 0.
    pub value: Value,
    /// The last depth that was searched as a whole; 0 if none was.
    pub depth: u8,
    /// Whether the rules alone prove the value: looking deeper would change nothing.
    pub solved: bool,
}

/// Pairs of positions in the table, as a power of two: 2^16 pairs of 48 bytes are 3 MB.
const TABLE_BITS: u32 = 16;

impl<G: Game, E: Evaluate<G>> AlphaBeta<G, E> {
    /// A search without a limit of depth, whose table is made when it is first needed.
    pub fn new(evaluate: E, seed: u64) -> AlphaBeta<G, E> {
        AlphaBeta {
            evaluate,
            seed,
            max_depth: u8::MAX,
            overlooks: None,
            table: Table::new(TABLE_BITS),
            game: PhantomData,
        }
    }

    /// Looks no further than so many plies.
    pub fn to_depth(self, plies: u8) -> AlphaBeta<G, E> {
        AlphaBeta { max_depth: plies.max(1), ..self }
    }

    /// Remembers twice `2^bits` positions, where the evaluation has keys for them.
    pub fn with_table(self, bits: u32) -> AlphaBeta<G, E> {
        AlphaBeta { table: Table::new(bits), ..self }
    }

    /// The best move here, as far as the budget allows; none only where nobody has to decide.
    /// Among equals the seed decides.
    pub fn best(&mut self, state: &G, budget: &Budget) -> Option<Best<G::Move>> {
        let Turn::Decide(me) = state.turn() else { return None };
        let mut moves = state.legal_moves();
        // The legal moves are part of the seed, lest equal moves be chosen alike everywhere.
        let seed = self.seed ^ fingerprint(&moves);
        moves.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        moves.sort_by_cached_key(|mv| -i64::from(self.evaluate.promise(state, mv)));

        // Without keys the table is never used, and takes no room.
        if self.evaluate.key(state).is_some() {
            self.table.begin_afresh();
        }
        let mut dive = Dive {
            evaluate: &self.evaluate,
            table: &mut self.table,
            budget,
            me,
            blind: self.overlooks.map(|one_in| (seed, one_in)),
            killers: Vec::new(),
            history: vec![0; HISTORY],
            orders: Vec::new(),
            all_proven: true,
        };
        let place = |depth| Place { side: Side::Mine, depth, ply: 0 };
        let mut solved = false;
        let found = deepen(
            &mut dive,
            &mut moves,
            WHOLE,
            self.max_depth,
            |dive, mv, ask| {
                if ask.rank == 0 {
                    dive.begin(ask.depth);
                }
                let found = dive.child(state, mv, place(ask.depth), ask.window, ask.rank)?;
                dive.all_proven &= found.proven;
                Some(found.value)
            },
            |dive, _, value, depth| {
                solved = dive.all_proven || within(value, place(depth));
                solved
            },
        );
        let mv = moves.into_iter().next()?;
        let value = found.value.unwrap_or(Value::DRAW);
        Some(Best { mv, value, depth: found.depth, solved })
    }
}

/// One search, from its root.
struct Dive<'a, G: Game, E> {
    evaluate: &'a E,
    table: &'a mut Table<Entry>,
    budget: &'a Budget,
    me: Seat,
    /// What decides which of the others' moves are overlooked, and that it is one in so many.
    blind: Option<(u64, u64)>,
    /// By ply, the last two moves that refuted the one before them.
    killers: Vec<[Option<G::Move>; 2]>,
    /// By fingerprint, how much a move has refuted anywhere.
    history: Vec<u32>,
    /// By ply, room for the order of the moves, kept to save allocations.
    orders: Vec<Vec<Candidate>>,
    /// Whether all that was seen of the root's moves at this depth is proven.
    all_proven: bool,
}

/// Entries of the history; moves may share one.
const HISTORY: usize = 4096;

/// A move by its place among the legal ones, and how early it deserves to be tried.
#[derive(Clone, Copy)]
struct Candidate {
    promise: i64,
    index: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Mine,
    Theirs,
}

/// A place in the tree: whose decision it is, how deep to look on, how far from the root.
#[derive(Clone, Copy)]
struct Place {
    side: Side,
    depth: u8,
    ply: u32,
}

const WHOLE: Window<Value> = Window { alpha: Value::LEAST, beta: Value::MOST };

/// What the table knows of a position.
#[derive(Clone, Copy)]
struct Entry {
    /// For the side to move, counted from this position.
    value: Value,
    bound: Bound,
    /// How deep it was searched.
    depth: u8,
    /// Whether the rules alone prove the value, so that it holds for any depth.
    proven: bool,
    /// The best move, by its place among the legal ones.
    best: u16,
}

impl Default for Entry {
    fn default() -> Entry {
        Entry { value: Value::DRAW, bound: Bound::Exact, depth: 0, proven: false, best: 0 }
    }
}

/// A value, and whether the rules alone prove it. Inside the window the value is exact; above it
/// the truth is at least as high, below it at most as high.
#[derive(Clone, Copy)]
struct Found {
    value: Value,
    proven: bool,
}

impl Neg for Found {
    type Output = Found;

    fn neg(self) -> Found {
        Found { value: -self.value, ..self }
    }
}

impl<G: Game, E: Evaluate<G>> Dive<'_, G, E> {
    /// Begins a depth of the root.
    fn begin(&mut self, depth: u8) {
        self.all_proven = true;
        let levels = usize::from(depth) + 1;
        self.killers.resize_with(levels, || [None, None]);
        self.orders.resize_with(levels, Vec::new);
    }

    /// The value of a move for the side that makes it.
    fn child(
        &mut self,
        state: &G,
        mv: &G::Move,
        place: Place,
        window: Window<Value>,
        rank: usize,
    ) -> Option<Found> {
        let mut next = state.clone();
        next.play_unchecked(mv);
        let below = Place { depth: place.depth - 1, ply: place.ply + 1, ..place };
        let mut proven = false;
        let value = scout_first(window, rank, 0, |window, _| {
            let found = self.look(&next, below, window)?;
            proven = found.proven;
            Some(found.value)
        })?;
        Some(Found { value, proven })
    }

    /// The value of a position for the side that has just moved, `place.side`.
    fn look(&mut self, state: &G, place: Place, window: Window<Value>) -> Option<Found> {
        if self.budget.spent() {
            return None;
        }
        match state.turn() {
            Turn::Over(outcome) => {
                let value = Value::result(state, &outcome, self.me, place.ply);
                Some(Found { value: seen_by(place.side, value), proven: true })
            }
            Turn::Decide(seat) if place.depth > 0 => {
                let side = if seat == self.me { Side::Mine } else { Side::Theirs };
                if side == place.side {
                    self.decide(state, seat, place, window)
                } else {
                    self.decide(state, seat, Place { side, ..place }, -window).map(Neg::neg)
                }
            }
            Turn::Decide(_) | Turn::Chance { .. } => {
                let value = Value::guess(self.evaluate.score(state, self.me));
                Some(Found { value: seen_by(place.side, value), proven: false })
            }
        }
    }

    /// The value of a position for the side to move, `place.side`.
    fn decide(
        &mut self,
        state: &G,
        seat: Seat,
        place: Place,
        mut window: Window<Value>,
    ) -> Option<Found> {
        let key = self.evaluate.key(state).map(|key| scatter(key) ^ u64::from(seat.0));
        let known = key.and_then(|key| self.table.get(key));
        if let Some(found) = known.and_then(|entry| usable(entry, place, window)) {
            return Some(found);
        }

        let mut legal = state.legal_moves();
        if place.side == Side::Theirs {
            self.overlook(&mut legal);
        }
        let mut order = self.order(state, &legal, place, known.map(|entry| entry.best));
        let asked = window;
        let mut best = Found { value: Value::LEAST, proven: true };
        let mut best_index = 0;
        let mut all_proven = true;
        for rank in 0..order.len() {
            let index = take_best(&mut order, rank);
            let found = self.child(state, &legal[index], place, window, rank)?;
            all_proven &= found.proven;
            if found.value > best.value {
                best = found;
                best_index = index;
                window.alpha = window.alpha.max(found.value);
                if found.value >= window.beta {
                    self.refuted(&legal[index], place);
                    break;
                }
            }
        }
        self.orders[place.ply as usize] = order;

        let bound = Bound::of(best.value, asked);
        // One move proves that a value is reached; that it is not surpassed takes all of them,
        // unless it is a win or a loss so near that a better end would have been seen.
        best.proven = match bound {
            Bound::AtLeast => best.proven,
            Bound::Exact | Bound::AtMost => all_proven,
        } || within(best.value, place);
        if let Some(key) = key {
            let entry = Entry {
                value: best.value.before(place.ply),
                bound,
                depth: place.depth,
                proven: best.proven,
                best: u16::try_from(best_index).unwrap_or(u16::MAX),
            };
            self.table.put(key, place.depth, entry);
        }
        Some(best)
    }

    /// Leaves out the moves that are not thought of this turn, unless nothing else is left.
    fn overlook(&self, legal: &mut Vec<G::Move>) {
        let Some((seed, one_in)) = self.blind else { return };
        let seen = |mv: &G::Move| !fingerprint(&(seed, mv)).is_multiple_of(one_in);
        if legal.iter().any(seen) {
            legal.retain(seen);
        }
    }

    /// The moves with what speaks for trying them early: the table's move, then what the game
    /// promises, then the killers of this ply, then the history.
    fn order(
        &mut self,
        state: &G,
        legal: &[G::Move],
        place: Place,
        known: Option<u16>,
    ) -> Vec<Candidate> {
        let mut order = mem::take(&mut self.orders[place.ply as usize]);
        order.clear();
        let killers = &self.killers[place.ply as usize];
        for (index, mv) in legal.iter().enumerate() {
            let promise = if known.is_some_and(|known| usize::from(known) == index) {
                i64::MAX
            } else {
                let killer = killers.iter().any(|killer| killer.as_ref() == Some(mv));
                let history = self.history[history_index(mv, place.side)];
                (i64::from(self.evaluate.promise(state, mv)) << 31)
                    + (i64::from(killer) << 30)
                    + i64::from(history)
            };
            order.push(Candidate { promise, index });
        }
        order
    }

    /// Remembers a move that was too good to be allowed.
    fn refuted(&mut self, mv: &G::Move, place: Place) {
        let killers = &mut self.killers[place.ply as usize];
        if killers[0].as_ref() != Some(mv) {
            killers.swap(0, 1);
            killers[0] = Some(mv.clone());
        }
        let history = &mut self.history[history_index(mv, place.side)];
        let depth = u32::from(place.depth);
        *history = (*history + depth * depth).min((1 << 30) - 1);
    }
}

fn history_index<M: std::hash::Hash>(mv: &M, side: Side) -> usize {
    fingerprint(&(mv, side)) as usize % HISTORY
}

/// Moves the most promising of the candidates from `rank` on to that rank. Sorting bit by bit
/// saves most of the work where one of the first moves is good enough.
fn take_best(order: &mut [Candidate], rank: usize) -> usize {
    let mut best = rank;
    for at in rank + 1..order.len() {
        if order[at].promise > order[best].promise {
            best = at;
        }
    }
    order.swap(rank, best);
    order[rank].index
}

/// What the searcher's value is to a side.
fn seen_by(side: Side, value: Value) -> Value {
    match side {
        Side::Mine => value,
        Side::Theirs => -value,
    }
}

/// Whether a win or a loss lies within the depth searched below `place`. A search that deep sees
/// every end so near, so it could not have missed a sooner one.
fn within(value: Value, place: Place) -> bool {
    value.before(place.ply).plies().is_some_and(|plies| plies <= u32::from(place.depth))
}

/// What an entry of the table says here, if it was searched deep enough and answers the question.
fn usable(entry: Entry, place: Place, window: Window<Value>) -> Option<Found> {
    let value = entry.value.after(place.ply);
    let deep = entry.proven || entry.depth >= place.depth;
    (deep && entry.bound.answers(value, window)).then_some(Found { value, proven: entry.proven })
}

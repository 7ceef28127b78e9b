//! The expert's search: deeper and deeper with guesses, and to the very end where that is near.

use std::ops::Neg;

use super::beads::{Beads, Choice};
use super::weights::{Tally, Weights};
use super::{Outlook, outlook};
use crate::games::sogo::lines::{self, Places, Twos, each, threatening};
use crate::play::Seat;
use crate::search::{Bound, Budget, Table, Window, deepen, scout_first};

/// From the side to move: a win after so many plies is `WIN - plies`, a guess stays below.
pub type Value = i32;

pub const WIN: Value = 10_000;
/// Guesses stay within this.
pub const GUESS: Value = 5_000;

const WHOLE: Window<Value> = Window { alpha: -WIN, beta: WIN };

/// 2^19 pairs of slots of 16 bytes are 16 MB.
const TABLE_BITS: u32 = 19;

pub fn new_table() -> Table<Entry> {
    Table::new(TABLE_BITS)
}

/// What the table knows of a position.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Wins are counted from the position, not from the root.
    value: i16,
    bound: Bound,
    depth: i8,
    /// The bit of the best place, 64 if none is known.
    best: u8,
}

impl Default for Entry {
    fn default() -> Entry {
        Entry { value: 0, bound: Bound::Exact, depth: 0, best: 64 }
    }
}

impl Entry {
    /// The best place, or none.
    fn place(self) -> Places {
        1_u64.checked_shl(u32::from(self.best)).unwrap_or(0)
    }

    /// The value, if it answers the question and was searched deep enough. A win or a loss was
    /// seen to its end, and no depth changes it.
    fn answers(self, depth: i32, window: Window<Value>, ply: i32) -> Option<Value> {
        let value = later(Value::from(self.value), ply);
        let deep = i32::from(self.depth) >= depth || value.abs() > GUESS;
        (deep && self.bound.answers(value, window)).then_some(value)
    }
}

/// A win or a loss, so many plies further from where it is counted. A guess knows no time.
fn later(value: Value, plies: i32) -> Value {
    match value {
        value if value > GUESS => value - plies,
        value if value < -GUESS => value + plies,
        value => value,
    }
}

/// A position with what its lines are worth.
#[derive(Clone, Copy)]
pub struct Node {
    beads: Beads,
    tally: Tally,
    to_move: Seat,
}

impl Node {
    pub fn new(weights: &Weights, beads: Beads, to_move: Seat) -> Node {
        let (red, yellow) = match to_move {
            Seat::FIRST => (beads.mine, beads.theirs),
            _ => (beads.theirs, beads.mine),
        };
        Node { beads, tally: Tally::new(weights, red, yellow), to_move }
    }

    fn after(&self, weights: &Weights, place: Places) -> Node {
        let mut tally = self.tally;
        tally.add(weights, place, self.to_move);
        Node { beads: self.beads.after(place), tally, to_move: self.to_move.next(2) }
    }

    /// How good an undecided position looks to the side to move, which has those lines of two.
    fn guess(&self, weights: &Weights, twos: [Twos; 2]) -> Value {
        let Beads { my_wins, their_wins, .. } = self.beads;
        let taken = self.beads.taken();
        let (mine, theirs) = ((my_wins, twos[0]), (their_wins, twos[1]));
        match self.to_move {
            Seat::FIRST => weights.judge(&self.tally, taken, [mine, theirs]),
            _ => -weights.judge(&self.tally, taken, [theirs, mine]),
        }
        .clamp(-GUESS, GUESS)
    }
}

/// From this rank on, and this far from the leaves, a place is first looked at less deeply.
const LATE: usize = 3;
const FAR: i32 = 3;
/// And from these on less deeply still.
const LATER: usize = 7;
const FARTHER: i32 = 5;

/// So close to the leaves a guess is believed that lies outside the window by so much a ply, in
/// 128ths of log-odds.
const CLOSE: i32 = 3;
const MARGIN: Value = 60;

/// How many positions may be looked at in search of an attack: where the depth ends, for each ply
/// of depth above that, and for each at the root. Attacks that win are mostly short, and the rest
/// is a waste.
const ATTACK_AT_LEAF: u32 = 8;
const ATTACK_PER_DEPTH: u32 = 20;
const ATTACK_AT_ROOT: u32 = 150;

/// With at most so many free places it is worth trying to see the very end.
const NEAR_THE_END: u32 = 30;
/// More than any depth: without guesses, to the last bead.
const TO_THE_END: i32 = 100;

/// What a search found; the place is the first of the moves then.
pub struct Found {
    pub outlook: Outlook,
    /// The last depth that was searched as a whole; 0 if none was.
    pub depth: u8,
}

pub struct Search<'a> {
    weights: &'a Weights,
    table: &'a mut Table<Entry>,
    budget: &'a Budget,
    /// Nodes of the budget at which to stop for now.
    pause: u64,
    /// How much a place has refuted, by the side that plays there.
    history: [[i32; 64]; 2],
}

impl<'a> Search<'a> {
    pub fn new(
        weights: &'a Weights,
        table: &'a mut Table<Entry>,
        budget: &'a Budget,
    ) -> Search<'a> {
        Search { weights, table, budget, pause: u64::MAX, history: [[0; 64]; 2] }
    }

    /// Brings the best of `moves` to the front, as far as the budget allows; the opponent must
    /// not have a line at once after any of them. `told` hears of every whole depth.
    pub fn best(
        &mut self,
        node: &Node,
        moves: &mut [Places],
        deepest: u8,
        mut told: impl FnMut(Places, Value, u8),
    ) -> Found {
        // A forced win is worth more than any depth.
        if let Some(outlook) = self.forced(node, moves, 1) {
            return Found { outlook, depth: 1 };
        }
        let free = 64 - node.beads.taken().count_ones();
        let mut end = None;
        let found = deepen(
            self,
            moves,
            WHOLE,
            deepest.min(free as u8),
            |search, place, ask| {
                search.child(node, *place, i32::from(ask.depth), ask.window, 0, ask.rank)
            },
            |search, moves, value, depth| {
                told(moves[0], value, depth);
                if value.abs() > GUESS {
                    return true;
                }
                end = search.forced(node, moves, depth + 1);
                // Now and then the end is near enough to see it, for less than was spent so far.
                if end.is_none() && free <= NEAR_THE_END && deepest == u8::MAX && depth >= 4 {
                    search.pause = search.budget.used() * 2;
                    end = search.solve_out(node, moves);
                    search.pause = u64::MAX;
                }
                end.is_some()
            },
        );
        let value = found.value.unwrap_or_else(|| node.guess(self.weights, node.beads.twos()));
        Found { outlook: end.unwrap_or(outlook(value)), depth: found.depth }
    }

    /// A win by an attack that leaves the opponent no choice, with its first bead in front.
    fn forced(&mut self, node: &Node, moves: &mut [Places], depth: u8) -> Option<Outlook> {
        let mut effort = ATTACK_AT_ROOT * u32::from(depth);
        let (place, plies) = self.attack(node.beads, &mut effort)??;
        bring_to_front(moves, place);
        Some(outlook(WIN - plies))
    }

    /// What the position is worth when nobody errs until the last bead, with the best move in
    /// front if there is one that doesn't lose; none if that takes too long for now.
    fn solve_out(&mut self, node: &Node, moves: &mut [Places]) -> Option<Outlook> {
        let mut outlook = Outlook::Loses(None);
        let mut window = Window { alpha: -1, beta: 1 };
        for at in 0..moves.len() {
            let next = node.after(self.weights, moves[at]);
            let value = -self.look(&next, TO_THE_END, -window, 1)?;
            if value > window.alpha {
                window.alpha = value;
                outlook = Outlook::Draw;
                moves[..=at].rotate_right(1);
            }
            if value >= window.beta {
                return Some(Outlook::Wins(None));
            }
        }
        Some(outlook)
    }

    /// The value of a bead on `place` for the side that plays it.
    fn child(
        &mut self,
        node: &Node,
        place: Places,
        depth: i32,
        window: Window<Value>,
        ply: i32,
        rank: usize,
    ) -> Option<Value> {
        let next = node.after(self.weights, place);
        // To the end it is always the same way, so that what was seen holds later too.
        let below = if depth >= TO_THE_END { depth } else { depth - 1 };
        let less = match rank {
            LATE.. if (FAR..TO_THE_END).contains(&depth) => {
                1 + u8::from(rank >= LATER && depth >= FARTHER)
            }
            _ => 0,
        };
        scout_first(window, rank, less, |window, less| {
            self.look(&next, below - i32::from(less), -window, ply + 1).map(Neg::neg)
        })
    }

    /// The value of a position for the side to move; none if the budget is spent. Inside the
    /// window it is what this depth sees (of a win, not always the shortest), outside it is a
    /// bound.
    fn look(
        &mut self,
        node: &Node,
        depth: i32,
        mut window: Window<Value>,
        ply: i32,
    ) -> Option<Value> {
        if self.budget.spent() || self.budget.used() > self.pause {
            return None;
        }
        let beads = node.beads;
        let moves = match beads.choice() {
            Choice::Wins => return Some(WIN - ply - 1),
            Choice::Loses => return Some(ply + 2 - WIN),
            Choice::Draw => return Some(0),
            // There is nothing to choose, so it costs no depth.
            Choice::Forced(place) => {
                let next = node.after(self.weights, place);
                return self.look(&next, depth, -window, ply + 1).map(Neg::neg);
            }
            Choice::Free(moves) => moves,
        };
        if depth <= 0 {
            let twos = beads.twos();
            let guess = node.guess(self.weights, twos);
            // What is good enough needs no attack.
            if guess >= window.beta {
                return Some(guess);
            }
            return match self.attack_but(beads, twos[0].once, &mut { ATTACK_AT_LEAF }, 0)? {
                Some((_, plies)) => Some(WIN - ply - plies),
                None => Some(guess),
            };
        }
        let key = beads.key();
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| entry.answers(depth, window, ply)) {
            return Some(value);
        }
        // Where the question is only whether something is better, a guess that is far off will do:
        // nothing needs to be tried, or only what is sharp.
        let twos = beads.twos();
        let close = depth <= CLOSE && window == window.scout() && window.alpha.abs() < GUESS;
        let guess = if close { node.guess(self.weights, twos) } else { 0 };
        if close && guess - MARGIN * depth >= window.beta {
            return Some(guess);
        }
        if known.is_none() {
            let mut effort = ATTACK_PER_DEPTH * depth.unsigned_abs().min(12);
            if let Some((place, plies)) = self.attack_but(beads, twos[0].once, &mut effort, 0)? {
                let value = WIN - ply - plies;
                self.remember(key, value, ply, Bound::AtLeast, depth, place);
                return Some(value);
            }
        }

        let asked = window;
        let only_sharp = (close && guess + MARGIN * (depth + 1) <= window.alpha).then_some(guess);
        let hash_move = known.map_or(0, Entry::place) & moves;
        let mut rest = moves;
        let mut best = (-WIN, 0);
        let side = node.to_move.index();
        for rank in 0.. {
            let place = match rank {
                0 if hash_move != 0 => hash_move,
                _ if rest == 0 => break,
                _ => self.most_promising(rest, twos, side),
            };
            rest &= !place;
            if let Some(guess) = only_sharp
                && rank > 0
                && place & (twos[0].once | twos[1].once) == 0
            {
                // The others promise no more than this one.
                best.0 = best.0.max(guess);
                break;
            }
            let value = self.child(node, place, depth, window, ply, rank)?;
            if value > best.0 {
                best = (value, place);
                window.alpha = window.alpha.max(value);
                if value >= window.beta {
                    self.learn_from(side, place, moves & !rest, depth);
                    break;
                }
            }
        }
        let (value, place) = best;
        self.remember(key, value, ply, Bound::of(value, asked), depth, place);
        Some(value)
    }

    /// A bead on `place` refuted the position, and nothing else of what was tried did.
    fn learn_from(&mut self, side: usize, place: Places, tried: Places, depth: i32) {
        let worth = (depth * depth).min(256);
        let history = &mut self.history[side];
        let mut change = |place: Places, by: i32| {
            let refuted = &mut history[place.trailing_zeros() as usize];
            // What was long ago counts less and less.
            *refuted += 16 * by - *refuted * worth / 512;
        };
        change(place, worth);
        each(tried & !place).for_each(|other| change(other, -worth));
    }

    fn remember(
        &mut self,
        key: u64,
        value: Value,
        ply: i32,
        bound: Bound,
        depth: i32,
        place: Places,
    ) {
        let entry = Entry {
            value: later(value, -ply) as i16,
            bound,
            depth: depth as i8,
            best: place.trailing_zeros() as u8,
        };
        self.table.put(key, depth as u8, entry);
    }

    /// What deserves to be tried next: beads that make a threat and keep one from being made, then
    /// those that do one of the two, and among those what has refuted elsewhere.
    fn most_promising(&self, places: Places, twos: [Twos; 2], side: usize) -> Places {
        let [mine, theirs] = twos.map(|twos| twos.once & places);
        let sharpest = [mine & theirs, mine | theirs, places].into_iter().find(|set| *set != 0);
        let history = &self.history[side];
        let promise = |place: &Places| {
            let rich = i32::from(place & lines::RICH != 0);
            2 * history[place.trailing_zeros() as usize] + rich
        };
        each(sharpest.unwrap_or(places)).max_by_key(promise).expect("there is a place left")
    }

    /// The first bead of an attack in which every bead makes a threat that must be answered, and
    /// in how many plies it wins; the inner none if there is no such attack, or the effort is
    /// spent before it is found.
    #[allow(clippy::type_complexity)]
    pub fn attack(&mut self, beads: Beads, effort: &mut u32) -> Option<Option<(Places, Value)>> {
        self.attack_but(beads, threatening(beads.mine, beads.theirs), effort, 0)
    }

    /// The same; after a bead on a place of `failed` nothing more is looked at, because what
    /// comes then was seen in another order.
    #[allow(clippy::type_complexity)]
    fn attack_but(
        &mut self,
        beads: Beads,
        sharp: Places,
        effort: &mut u32,
        mut failed: Places,
    ) -> Option<Option<(Places, Value)>> {
        let tries = match beads.choice() {
            Choice::Wins => {
                let open = lines::landing(beads.taken());
                return Some(Some((beads.my_wins & open, 1)));
            }
            Choice::Forced(places) | Choice::Free(places) => places & sharp,
            Choice::Loses | Choice::Draw => 0,
        };
        // A bead that threatens twice wins; the others only make the next ones possible.
        let mut forcing = 0;
        for place in each(tries) {
            match beads.after(place).choice() {
                Choice::Loses => return Some(Some((place, 3))),
                Choice::Forced(_) => forcing |= place,
                Choice::Wins | Choice::Draw | Choice::Free(_) => {}
            }
        }
        for place in each(forcing & !failed) {
            if *effort == 0 {
                break;
            }
            *effort -= 1;
            if self.budget.spent() {
                return None;
            }
            let next = beads.after(place);
            if let Choice::Forced(reply) = next.choice() {
                let next = next.after(reply);
                let sharp = threatening(next.mine, next.theirs);
                if let Some((_, plies)) = self.attack_but(next, sharp, effort, failed)? {
                    return Some(Some((place, plies + 2)));
                }
            }
            failed |= place;
        }
        Some(None)
    }
}

fn bring_to_front(moves: &mut [Places], place: Places) {
    if let Some(at) = moves.iter().position(|other| other & place != 0) {
        moves[..=at].rotate_right(1);
    }
}

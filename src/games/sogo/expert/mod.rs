//! The strongest bot of Sogo: alpha-beta on bare 64-bit boards, led by threats.
//!
//! What it knows beside the rules: a threat within reach must be answered, so there is one reply
//! only and following it costs no depth; a bead under a threat of the opponent hands them the
//! game and is never tried; and an attack whose every bead makes a new threat is looked for
//! before anything else, because the opponent has no choice in it.
//!
//! - `beads`: a position with its threats.
//! - `table`: what the search remembers.

mod beads;
mod table;

use std::ops::Neg;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::lines::{self, Places, above, each, landing, open_lines, peg_and_level, threatening};
use super::{Peg, Sogo};
use crate::play::Seat;
use crate::search::{Bot, Budget, fingerprint};
use beads::{Beads, Choice};
use table::{Bound, Entry, Table};

pub struct Expert {
    seed: u64,
    table: Table,
}

impl Expert {
    pub fn new(seed: u64) -> Expert {
        Expert { seed, table: Table::new() }
    }
}

impl Bot<Sogo> for Expert {
    fn choose(&mut self, view: &Sogo, seat: Seat, legal: &[Peg], budget: &Budget) -> Peg {
        if let [only] = legal {
            return *only;
        }
        let state = Beads::new(view.beads(seat), view.beads(seat.next(2)));
        self.table.forget();
        let mut search = Search {
            budget,
            table: &mut self.table,
            history: [[0; 64]; 2],
            first: seat == Seat::FIRST,
        };
        peg_and_level(search.best(state, self.seed)).0
    }
}

/// From the side to move: a win after so many plies is `WIN - plies`, a guess stays below.
type Value = i32;

const WIN: Value = 10_000;
/// Guesses stay within this.
const GUESS: Value = 5_000;

/// Values outside are of no interest: what lies beyond need only be known to lie beyond.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    /// The question whether anything is above alpha at all.
    fn scout(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }
}

impl Neg for Window {
    type Output = Window;

    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// From this rank on, and this far from the leaves, a place is first looked at less deeply.
const LATE: usize = 3;
const FAR: i32 = 3;

/// How many positions may be looked at in search of an attack: where the depth ends, and for each
/// ply of depth above that. Attacks that win are mostly short, and the rest is a waste.
const ATTACK_AT_LEAF: u32 = 8;
const ATTACK_PER_DEPTH: u32 = 20;

struct Search<'a> {
    budget: &'a Budget,
    table: &'a mut Table,
    /// How much a place has refuted, by the side that plays there.
    history: [[u32; 64]; 2],
    /// Whether the side to move at the root began the match.
    first: bool,
}

impl Search<'_> {
    /// The best place to play, as far as the budget allows. Among equals the seed decides.
    fn best(&mut self, state: Beads, seed: u64) -> Places {
        let open = landing(state.taken());
        let mut moves: Vec<Places> = match state.choice() {
            Choice::Wins => each(state.my_wins & open).collect(),
            Choice::Forced(place) => return place,
            Choice::Free(safe) => each(safe).collect(),
            // All is lost if the opponent sees it; a threat is stopped all the same.
            Choice::Loses | Choice::Draw => {
                let threats = state.their_wins & open;
                each(if threats != 0 { threats } else { open }).collect()
            }
        };
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ key_of(state));
        moves.shuffle(&mut rng);
        moves.sort_by_key(|place| place & lines::RICH == 0);
        if !matches!(state.choice(), Choice::Free(_)) {
            return moves[0];
        }
        for depth in 1..=64 {
            let Some((best, value)) = self.root(state, &moves, depth) else { break };
            moves[..=best].rotate_right(1);
            if value.abs() > GUESS {
                break;
            }
        }
        moves[0]
    }

    fn root(&mut self, state: Beads, moves: &[Places], depth: i32) -> Option<(usize, Value)> {
        let mut window = Window { alpha: -WIN, beta: WIN };
        let mut best = 0;
        for (rank, place) in moves.iter().enumerate() {
            let value = self.child(state, *place, depth, window, 0, rank)?;
            if value > window.alpha {
                (window.alpha, best) = (value, rank);
            }
        }
        Some((best, window.alpha))
    }

    /// The value of a bead on `place` for the side that plays it.
    fn child(
        &mut self,
        state: Beads,
        place: Places,
        depth: i32,
        window: Window,
        ply: i32,
        rank: usize,
    ) -> Option<Value> {
        let next = state.after(place);
        // The first is probably the best, so of the others it is asked only whether they are
        // better; and of those that promise least, with less care at first.
        if rank >= LATE && depth >= FAR {
            let value = -self.look(next, depth - 2, -window.scout(), ply + 1)?;
            if value <= window.alpha {
                return Some(value);
            }
        }
        if rank > 0 {
            let value = -self.look(next, depth - 1, -window.scout(), ply + 1)?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        self.look(next, depth - 1, -window, ply + 1).map(Neg::neg)
    }

    /// The value of a position for the side to move; none if the budget is spent. Inside the
    /// window it is what this depth sees (of a win, not always the shortest), outside it is a
    /// bound.
    fn look(&mut self, state: Beads, depth: i32, mut window: Window, ply: i32) -> Option<Value> {
        if self.budget.spent() {
            return None;
        }
        let moves = match state.choice() {
            Choice::Wins => return Some(WIN - ply - 1),
            Choice::Loses => return Some(ply + 2 - WIN),
            Choice::Draw => return Some(0),
            // There is nothing to choose, so it costs no depth.
            Choice::Forced(place) => {
                return self.look(state.after(place), depth, -window, ply + 1).map(Neg::neg);
            }
            Choice::Free(moves) => moves,
        };
        if depth <= 0 {
            return match self.attack(state, &mut { ATTACK_AT_LEAF })? {
                Some(plies) => Some(WIN - ply - plies),
                None => Some(self.guess(state, ply)),
            };
        }
        let key = key_of(state);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| entry.answers(depth, window, ply)) {
            return Some(value);
        }
        if known.is_none() {
            let mut effort = ATTACK_PER_DEPTH * depth.unsigned_abs();
            if let Some(plies) = self.attack(state, &mut effort)? {
                let value = WIN - ply - plies;
                self.table.put(key, Entry::new(value, ply, Bound::AtLeast, depth, 0));
                return Some(value);
            }
        }

        let floor = window.alpha;
        let hash_move = known.map_or(0, |entry| entry.place()) & moves;
        let sharp = Sharp {
            attacking: threatening(state.mine, state.theirs),
            defending: threatening(state.theirs, state.mine),
        };
        let mut rest = moves;
        let mut best = (-WIN, 0);
        let side = (ply & 1) as usize;
        for rank in 0.. {
            let place = match rank {
                0 if hash_move != 0 => hash_move,
                _ if rest == 0 => break,
                _ => self.most_promising(rest, sharp, side),
            };
            rest &= !place;
            let value = self.child(state, place, depth, window, ply, rank)?;
            if value > best.0 {
                best = (value, place);
                window.alpha = window.alpha.max(value);
                if value >= window.beta {
                    let history = &mut self.history[side][place.trailing_zeros() as usize];
                    *history = history.saturating_add((depth * depth) as u32);
                    break;
                }
            }
        }
        let (value, place) = best;
        let bound = match value {
            _ if value >= window.beta => Bound::AtLeast,
            _ if value > floor => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.put(key, Entry::new(value, ply, bound, depth, place));
        Some(value)
    }

    /// What deserves to be tried next: beads that make a threat or keep one from being made, then
    /// what has refuted elsewhere.
    fn most_promising(&self, places: Places, sharp: Sharp, side: usize) -> Places {
        let history = &self.history[side];
        let promise = |place: &Places| {
            let rich = u32::from(place & lines::RICH != 0);
            (sharp.count(*place), history[place.trailing_zeros() as usize], rich)
        };
        each(places).max_by_key(promise).expect("there is a place left")
    }

    /// In how many plies an attack wins in which every bead makes a threat that must be answered;
    /// the inner none if there is no such attack, or the effort is spent before it is found.
    fn attack(&mut self, state: Beads, effort: &mut u32) -> Option<Option<Value>> {
        if self.budget.spent() {
            return None;
        }
        *effort = effort.saturating_sub(1);
        let tries = match state.choice() {
            Choice::Wins => return Some(Some(1)),
            Choice::Forced(places) | Choice::Free(places) if *effort > 0 => {
                places & threatening(state.mine, state.theirs)
            }
            _ => 0,
        };
        for place in each(tries) {
            let next = state.after(place);
            match next.choice() {
                Choice::Loses => return Some(Some(3)),
                Choice::Forced(reply) => {
                    if let Some(plies) = self.attack(next.after(reply), effort)? {
                        return Some(Some(plies + 2));
                    }
                }
                Choice::Wins | Choice::Draw | Choice::Free(_) => {}
            }
        }
        Some(None)
    }

    /// How good an undecided position looks to the side to move.
    fn guess(&self, state: Beads, ply: i32) -> Value {
        let first = self.first == (ply % 2 == 0);
        let value = worth_of_lines(state.mine, state.theirs)
            - worth_of_lines(state.theirs, state.mine)
            + worth_of_threats(state.my_wins, first)
            - worth_of_threats(state.their_wins, !first);
        value.clamp(-GUESS, GUESS)
    }
}

/// The places on lines with two beads of one side and none of the other.
#[derive(Clone, Copy)]
struct Sharp {
    attacking: Places,
    defending: Places,
}

impl Sharp {
    /// For how many sides a place is sharp.
    fn count(self, place: Places) -> u32 {
        u32::from(place & self.attacking != 0) + u32::from(place & self.defending != 0)
    }
}

/// The table's key of a position.
fn key_of(state: Beads) -> u64 {
    fingerprint(&(state.mine, state.theirs))
}

/// What an open line is worth by the beads in it.
const WORTH: [Value; 4] = [0, 2, 8, 10];

fn worth_of_lines(mine: Places, theirs: Places) -> Value {
    open_lines(mine, theirs).into_iter().zip(WORTH).map(|(n, each)| n as Value * each).sum()
}

/// Levels 1 and 3. When both sides fill pegs in turn, the first gets the odd levels and the
/// second the even ones.
const ODD: Places = 0x0000_ffff_0000_ffff;

/// What a side's threats out of reach are worth, by who will have to play below them.
fn worth_of_threats(threats: Places, first: bool) -> Value {
    let own_level = threats & if first { ODD } else { !ODD };
    // Two on top of each other cannot both be stopped.
    let stacked = threats & above(threats);
    30 * threats.count_ones() as Value
        + 30 * own_level.count_ones() as Value
        + 100 * stacked.count_ones() as Value
}

#[cfg(test)]
mod tests {

    use rand::seq::IndexedRandom;

    use super::*;
    use crate::games::sogo::rules::tests::after;
    use crate::play::Game;
    use crate::search::{Cancel, Limit};

    fn answer(state: &Sogo, seed: u64, budget: &Budget) -> Peg {
        Expert::new(seed).choose(state, state.to_move(), &state.legal_moves(), budget)
    }

    /// The value by the rules alone, so many plies ahead; what lies beyond counts as a draw.
    pub fn plain(mine: Places, theirs: Places, plies: i32, ply: i32) -> Value {
        let open = landing(mine | theirs);
        if plies == 0 || open == 0 {
            return 0;
        }
        let value = |place: Places| match lines::complete(mine | place) {
            0 => -plain(theirs, mine | place, plies - 1, ply + 1),
            _ => WIN - ply - 1,
        };
        each(open).map(value).max().unwrap()
    }

    #[test]
    fn wins_are_taken_and_threats_stopped() {
        for (moves, expected) in
            [("a1 a2 b1 b2 c1 c2", "d1"), ("a1 a2 b1 b2 c1", "d1"), ("b3 c3 b2 c3 d1 c3", "c3")]
        {
            for nodes in [1, 100, 5000] {
                let budget = Budget::nodes(nodes);
                assert_eq!(answer(&after(moves), 7, &budget).to_string(), expected, "{moves}");
            }
        }
    }

    /// An attack wins as soon as it says, whatever the opponent does.
    #[test]
    fn attacks_hold_what_they_promise() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let budget = Budget::nodes(u64::MAX);
        let mut table = Table::new();
        let mut found = 0;
        for _ in 0..120 {
            let mut state = Beads::new(0, 0);
            for _ in 0..30 {
                let Choice::Free(places) = state.choice() else { break };
                let mut search = Search {
                    budget: &budget,
                    table: &mut table,
                    history: [[0; 64]; 2],
                    first: true,
                };
                let attack = search.attack(state, &mut { ATTACK_AT_LEAF }).unwrap();
                if let Some(plies) = attack.filter(|plies| *plies <= 5) {
                    let value = plain(state.mine, state.theirs, plies, 0);
                    assert!(value >= WIN - plies, "{state:?}");
                    found += 1;
                    break;
                }
                let places: Vec<Places> = each(places).collect();
                state = state.after(*places.choose(&mut rng).unwrap());
            }
        }
        assert!(found > 5, "{found}");
    }

    #[test]
    fn the_seed_decides_among_equals_and_nothing_else_does() {
        let start = after("");
        let budget = || Budget::nodes(3000);
        let first: Vec<Peg> = (0..12).map(|seed| answer(&start, seed, &budget())).collect();
        let again: Vec<Peg> = (0..12).map(|seed| answer(&start, seed, &budget())).collect();
        assert_eq!(first, again);
        assert!(first.iter().any(|peg| *peg != first[0]), "{first:?}");
    }

    #[test]
    fn a_cancelled_search_still_answers() {
        let cancel = Cancel::default();
        cancel.cancel();
        let budget = Budget::new(Limit::Nodes(u64::MAX), cancel);
        let state = after("a1 b2 c3");
        let peg = answer(&state, 1, &budget);
        assert!(state.check(&peg).is_ok());
        assert!(budget.used() < 1000);
    }
}

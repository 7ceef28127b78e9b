//! The expert's search: alpha-beta with a table, killers, history and reductions.
//!
//! A move after which the opponent wins at once is never looked at further: whether somebody wins
//! with the next move is seen from the lines alone. So every position that is searched is one in
//! which the side to move cannot win at once.

use std::ops::Neg;

use super::judge::Judge;
use super::stacks::{After, Rules, STEPS, Stacks, Step};
use crate::search::{Bound, Budget, Table, Window, deepen, scout_first};

/// From the side to move: a win after so many plies is `WIN - plies`, a guess stays below.
pub type Value = i32;

pub const WIN: Value = 10_000;
/// Guesses stay within this.
pub const GUESS: Value = 5_000;

const WHOLE: Window<Value> = Window { alpha: -WIN, beta: WIN };

/// 2^18 pairs of slots of 16 bytes are 8 MB.
const TABLE_BITS: u32 = 18;

/// What the table knows of a position.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Wins are counted from the position, not from the root.
    value: i16,
    step: Step,
    depth: i8,
    bound: Bound,
}

impl Default for Entry {
    fn default() -> Entry {
        Entry { value: 0, step: Step::none(), depth: 0, bound: Bound::Exact }
    }
}

pub fn new_table() -> Table<Entry> {
    Table::new(TABLE_BITS)
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub step: Step,
    pub value: Value,
    /// The last depth that was searched as a whole; 0 if none was.
    pub depth: u8,
}

/// A move and what it leads to, with how early it deserves to be tried.
#[derive(Clone, Copy)]
struct Candidate {
    promise: i32,
    step: Step,
    next: Stacks,
}

/// From this rank on, and this far from the leaves, a move is first looked at less deeply.
const LATE: usize = 3;
const FAR: i32 = 2;

/// More plies than any search goes.
const PLIES: usize = 128;

pub struct Search<'a> {
    pub rules: Rules,
    pub judge: &'a Judge,
    pub table: &'a mut Table<Entry>,
    pub budget: &'a Budget,
    /// The keys of the positions up to the one looked at.
    path: Vec<u64>,
    /// Where in the path a piece last left a house: nothing from before can come again.
    since: usize,
    killers: [[Step; 2]; PLIES],
    /// How much a move has refuted, by the side that makes it.
    history: Vec<[i32; 2]>,
    /// The candidates of the positions on the way to this one, one behind the other.
    candidates: Vec<Candidate>,
    /// How far threats may lengthen the lines.
    furthest: i32,
}

impl<'a> Search<'a> {
    /// `past` has the keys of the positions that can still come back.
    pub fn new(
        rules: Rules,
        judge: &'a Judge,
        table: &'a mut Table<Entry>,
        budget: &'a Budget,
        past: Vec<u64>,
    ) -> Search<'a> {
        Search {
            rules,
            judge,
            table,
            budget,
            path: past,
            since: 0,
            killers: [[Step::none(); 2]; PLIES],
            history: vec![[0; 2]; STEPS],
            candidates: Vec::new(),
            furthest: 0,
        }
    }

    /// The best move, as far as the budget allows and no deeper than so many plies; among equals
    /// the first of `steps`, which are all that are legal. `told` hears of every whole depth.
    pub fn best(
        &mut self,
        state: Stacks,
        steps: &[Step],
        deepest: u8,
        mut told: impl FnMut(Verdict),
    ) -> Verdict {
        let mut moves = self.roots(state, steps);
        let verdict = Verdict { step: moves[0].step, value: moves[0].promise, depth: 0 };
        if verdict.value.abs() > GUESS {
            // Won at once, or lost whatever is played.
            return verdict;
        }
        let found = deepen(
            self,
            &mut moves,
            WHOLE,
            deepest.min(PLIES as u8 / 2),
            |search, candidate, ask| {
                let depth = i32::from(ask.depth);
                search.furthest = 2 * depth + 6;
                search.child(*candidate, depth, ask.window, 0, ask.rank, false)
            },
            |_, moves, value, depth| {
                told(Verdict { step: moves[0].step, value, depth });
                value.abs() > GUESS
            },
        );
        let value = found.value.unwrap_or(verdict.value);
        Verdict { step: moves[0].step, value, depth: found.depth }
    }

    /// The moves worth searching, the most promising first. A first one with a value beyond
    /// guesses says that there is nothing to search.
    fn roots(&self, state: Stacks, steps: &[Step]) -> Vec<Candidate> {
        let mut moves = Vec::new();
        for &step in steps {
            let (promise, next) = match state.after(&self.rules, step) {
                After::Won => (WIN - 1, state),
                After::Lost => (1 - WIN, state),
                After::On(next) if next.wins_now(&self.rules, &next.sight()) => (2 - WIN, next),
                After::On(next) => (-self.judge.guess(&next, &next.sight()), next),
            };
            moves.push(Candidate { promise, step, next });
        }
        moves.sort_by_key(|candidate| -candidate.promise);
        let worth_it = moves.iter().take_while(|candidate| candidate.promise > -GUESS).count();
        moves.truncate(worth_it.max(1));
        moves
    }

    /// The value of a move for the side that makes it.
    fn child(
        &mut self,
        candidate: Candidate,
        depth: i32,
        window: Window<Value>,
        ply: i32,
        rank: usize,
        pressed: bool,
    ) -> Option<Value> {
        let since = self.since;
        if candidate.step.from().is_none() {
            // A piece never goes back to its house.
            self.since = self.path.len();
        }
        let value = self.ask(candidate.next, depth, window, ply, rank, pressed);
        self.since = since;
        value
    }

    fn ask(
        &mut self,
        next: Stacks,
        depth: i32,
        window: Window<Value>,
        ply: i32,
        rank: usize,
        pressed: bool,
    ) -> Option<Value> {
        let less = match rank {
            LATE.. if depth >= FAR && !pressed => {
                1 + u8::from(rank >= 12) + u8::from(depth >= 5 && rank >= 6)
            }
            _ => 0,
        };
        scout_first(window, rank, less, |window, less| {
            self.look(next, depth - 1 - i32::from(less), -window, ply + 1).map(Neg::neg)
        })
    }

    /// The value of a position for the side to move, who cannot win at once; none if the budget
    /// is spent. Inside the window it is what this depth sees, outside it is a bound.
    fn look(
        &mut self,
        state: Stacks,
        depth: i32,
        window: Window<Value>,
        ply: i32,
    ) -> Option<Value> {
        if self.budget.spent() {
            return None;
        }
        let key = state.key();
        if self.path[self.since..].contains(&key) {
            return Some(0);
        }
        self.path.push(key);
        let value = self.look_on(state, key, depth, window, ply);
        self.path.pop();
        value
    }

    fn look_on(
        &mut self,
        state: Stacks,
        key: u64,
        mut depth: i32,
        mut window: Window<Value>,
        ply: i32,
    ) -> Option<Value> {
        let sight = state.sight();
        let pressed = state.swapped().wins_now(&self.rules, &sight.swapped());
        if pressed && ply < self.furthest {
            // Few replies stop a threat, so looking further costs little.
            depth = depth.max(0) + 1;
        }
        if depth <= 0 || ply as usize + 2 >= PLIES {
            return Some(self.judge.guess(&state, &sight));
        }
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| answer(entry, depth, window, ply)) {
            return Some(value);
        }
        // Where even a lost turn leaves enough, a move would too.
        if !pressed && depth >= 3 && window.beta.abs() < GUESS {
            let guess = self.judge.guess(&state, &sight);
            if guess >= window.beta {
                let since = std::mem::replace(&mut self.since, self.path.len());
                let asked = Window { alpha: -window.beta, beta: 1 - window.beta };
                let value = self.look(state.swapped(), depth - 3, asked, ply + 1);
                self.since = since;
                if -value? >= window.beta {
                    return Some(window.beta);
                }
            }
        }

        let asked = window;
        let first = known.map_or(Step::none(), |entry| entry.step);
        let base = self.candidates.len();
        self.gather(state, first, ply, depth);
        if self.candidates.len() == base {
            let mut any = false;
            state.moves(&self.rules, &sight, |_| any = true);
            if any {
                // Whatever is played, the opponent wins at once.
                return Some(ply + 2 - WIN);
            }
            // Who cannot move loses the turn.
            let other = state.swapped();
            if other.wins_now(&self.rules, &sight.swapped()) {
                return Some(ply + 1 - WIN);
            }
            return self.look(other, depth - 1, -window, ply + 1).map(Neg::neg);
        }
        let mut best = (-WIN, Step::none());
        for rank in 0..self.candidates.len() - base {
            let candidate = self.take_best(base + rank);
            let value = self.child(candidate, depth, window, ply, rank, pressed);
            let Some(value) = value else {
                self.candidates.truncate(base);
                return None;
            };
            if value > best.0 {
                best = (value, candidate.step);
                window.alpha = window.alpha.max(value);
                if value >= window.beta {
                    self.refuted(candidate.step, depth, ply);
                    break;
                }
            }
        }
        self.candidates.truncate(base);
        let (value, step) = best;
        let entry = Entry {
            value: from_root(value, -ply) as i16,
            step,
            depth: depth.min(100) as i8,
            bound: Bound::of(value, asked),
        };
        self.table.put(key, depth.clamp(0, 100) as u8, entry);
        Some(value)
    }

    /// Puts the moves that do not lose at once behind the other candidates.
    fn gather(&mut self, state: Stacks, first: Step, ply: i32, depth: i32) {
        let sight = state.sight();
        let side = (ply & 1) as usize;
        let Search { rules, judge, killers, history, candidates, .. } = self;
        let killers = killers[ply as usize];
        state.moves(rules, &sight, |step| {
            let After::On(next) = state.after(rules, step) else { return };
            let next_sight = next.sight();
            if next.wins_now(rules, &next_sight) {
                return;
            }
            let promise = if step == first {
                i32::MAX
            } else {
                let killer = i32::from(killers.contains(&step)) << 12;
                let sorted = if depth >= 2 { -4 * judge.guess(&next, &next_sight) } else { 0 };
                (killer + history[step.number()][side]).saturating_add(sorted)
            };
            candidates.push(Candidate { promise, step, next });
        });
    }

    /// Moves the most promising of the candidates from `at` on to that place.
    fn take_best(&mut self, at: usize) -> Candidate {
        let rest = &mut self.candidates[at..];
        let mut best = 0;
        for other in 1..rest.len() {
            if rest[other].promise > rest[best].promise {
                best = other;
            }
        }
        rest.swap(0, best);
        rest[0]
    }

    /// Remembers a move that was too good to be allowed.
    fn refuted(&mut self, step: Step, depth: i32, ply: i32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != step {
            *killers = [step, killers[0]];
        }
        let history = &mut self.history[step.number()][(ply & 1) as usize];
        *history = (*history + depth * depth).min(1 << 14);
    }
}

/// What an entry of the table says here, if it was searched deep enough and answers the question.
fn answer(entry: Entry, depth: i32, window: Window<Value>, ply: i32) -> Option<Value> {
    let value = from_root(Value::from(entry.value), ply);
    // A win or a loss was seen to its end, and no depth changes it.
    let deep = i32::from(entry.depth) >= depth || value.abs() > GUESS;
    (deep && entry.bound.answers(value, window)).then_some(value)
}

/// A win or a loss, so many plies further from where it is counted. A guess knows no time.
fn from_root(value: Value, plies: i32) -> Value {
    match value {
        value if value > GUESS => value - plies,
        value if value < -GUESS => value + plies,
        value => value,
    }
}

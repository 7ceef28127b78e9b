//! The strongest player where nothing is solved: alpha-beta on bare bits, for every board file.
//!
//! - `stacks`: a position, its moves, and whether somebody wins with the next one.
//! - `judge`: how good a position looks, line by line.
//! - `search`: the search.

mod judge;
mod search;
mod stacks;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::{Board, Cell, Gobblet, Move, Pieces, Size};
use crate::play::Seat;
use crate::search::{Bot, Budget, Table, fingerprint};
use judge::Judge;
use search::{Entry, GUESS, Search, Verdict, WIN};
use stacks::{After, Rules, Stacks, Step};

/// Thinks about positions of one board, and goes on from what it thought before.
pub struct Expert {
    rules: Rules,
    judge: Judge,
    table: Table<Entry>,
    seed: u64,
    level: Level,
}

/// How well it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// How many moves of both players it looks ahead.
    pub depth: u8,
    /// Overlooks each line one time in so many, as people do: not its own win, but what a line
    /// is about to become.
    pub overlooks: Option<u64>,
}

impl Level {
    /// As far as the budget allows, with open eyes.
    pub const BEST: Level = Level { depth: u8::MAX, overlooks: None };
}

/// What the expert thinks of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    pub best: Move,
    pub outlook: Outlook,
    /// How many moves it has looked ahead; 0 if it hasn't.
    pub depth: u8,
}

/// What the side to move may expect. Moves of both players count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It can force a win within so many.
    Wins(u8),
    /// It loses within so many.
    Loses(u8),
    /// Nothing is certain; from -100, hopeless, to 100.
    Open(i32),
}

impl Expert {
    pub fn new(board: &Board, level: Level, seed: u64) -> Expert {
        let rules = Rules::of(board);
        Expert { rules, judge: Judge::new(&rules), table: search::new_table(), seed, level }
    }

    /// What it thinks of a position that is not over, as far as the budget allows. `told` hears
    /// of every step on the way.
    pub fn think(
        &mut self,
        state: &Gobblet,
        legal: &[Move],
        budget: &Budget,
        mut told: impl FnMut(Opinion),
    ) -> Opinion {
        let seat = state.to_move();
        let position = Stacks::of(state.pieces(), seat);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ position.key());
        let mut steps: Vec<Step> = legal.iter().map(|mv| step_of(state, *mv)).collect();
        steps.shuffle(&mut rng);

        let side = self.rules.side;
        // What wins at once nobody overlooks.
        let wins = |step: &&Step| matches!(position.after(&self.rules, **step), After::Won);
        if let Some(&step) = steps.iter().find(wins) {
            return opinion_of(Verdict { step, value: WIN - 1, depth: 1 }, side);
        }
        let (mut rules, mut overlooking) = (self.rules, None);
        match self.level.overlooks {
            Some(one_in) => {
                let overlooked = |line: u16| {
                    fingerprint(&(self.seed, position.key(), line)).is_multiple_of(one_in)
                };
                rules.overlook(overlooked);
                overlooking = Some(Judge::new(&rules));
                // What it saw last time it may overlook now.
                self.table.begin_afresh();
            }
            None => self.table.begin(),
        }
        let judge = overlooking.as_ref().unwrap_or(&self.judge);
        let past = state.past().iter().map(|(pieces, seat)| Stacks::of(pieces, *seat).key());
        let mut search = Search::new(rules, judge, &mut self.table, budget, past.collect());
        let opinion = |verdict| opinion_of(verdict, side);
        opinion(search.best(position, &steps, self.level.depth, |verdict| told(opinion(verdict))))
    }
}

impl Bot<Gobblet> for Expert {
    fn choose(&mut self, view: &Gobblet, _: Seat, legal: &[Move], budget: &Budget) -> Move {
        match legal {
            [only] => *only,
            _ => self.think(view, legal, budget, |_| {}).best,
        }
    }
}

impl Rules {
    fn of(board: &Board) -> Rules {
        Rules::new(board.side(), board.sizes().len(), board.each(), board.house(), board.gobble())
    }
}

impl Stacks {
    fn of(pieces: &Pieces, to_move: Seat) -> Stacks {
        let cells = |seat| Size::ALL.map(|size| pieces.of(seat, size));
        Stacks { mine: cells(to_move), theirs: cells(to_move.next(2)) }
    }
}

fn step_of(state: &Gobblet, mv: Move) -> Step {
    let side = state.board().side();
    match mv {
        Move::Place { size, to } => Step::place(size.index(), to.index(side)),
        Move::Shift { from, to } => {
            let size = state.top(from).map_or(0, |(_, size)| size.index());
            Step::shift(size, from.index(side), to.index(side))
        }
    }
}

fn opinion_of(verdict: Verdict, side: usize) -> Opinion {
    let Verdict { step, value, depth } = verdict;
    let to = Cell::nth(step.to(), side);
    let best = match step.from() {
        None => Move::Place { size: Size::ALL[step.size()], to },
        Some(from) => Move::Shift { from: Cell::nth(from, side), to },
    };
    let outlook = match value {
        value if value > GUESS => Outlook::Wins((WIN - value) as u8),
        value if value < -GUESS => Outlook::Loses((WIN + value) as u8),
        // A line of three with the move in hand is about 100, and means much.
        value => Outlook::Open((100.0 * (f64::from(value) / 150.0).tanh()).round() as i32),
    };
    Opinion { best, outlook, depth }
}

#[cfg(test)]
mod tests;

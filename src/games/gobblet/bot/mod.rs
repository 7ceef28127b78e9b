//! The strategies of Gobblet, by name, and what makes a position look good.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::pieces::lines;
use super::{Board, Gobblet, Move, Size, Solver};
use crate::play::{Game, Outcome, Seat, Turn};
use crate::search::{
    AlphaBetaBot, Book, Bot, Bots, Budget, Cancel, Evaluate, Exact, Limit, Solve, Strategy,
    fingerprint,
};

impl Bots for Gobblet {
    const STRATEGIES: &'static [Strategy<Gobblet>] = &[
        Strategy {
            name: "easy",
            aliases: &["random"],
            sentence: "any move, but takes a win",
            strength: 1,
            plays: any_board,
            make: |_, seed| Box::new(Easy::new(seed)),
        },
        Strategy {
            name: "medium",
            aliases: &[],
            sentence: "looks ahead, sometimes errs",
            strength: 2,
            plays: any_board,
            make: |_, seed| Box::new(Medium::new(seed)),
        },
        Strategy {
            name: "hard",
            aliases: &[],
            sentence: "looks as far as time allows",
            strength: 4,
            plays: any_board,
            make: |_, seed| Box::new(AlphaBetaBot::new(Sight, seed)),
        },
        Strategy {
            name: "perfect",
            aliases: &["solver"],
            sentence: "never errs",
            strength: 5,
            plays: Solver::plays,
            make: |board, seed| match Solver::new(board) {
                Ok(solver) => Box::new(Perfect { solver, easy: Easy::new(seed) }),
                Err(_) => Box::new(AlphaBetaBot::new(Sight, seed)),
            },
        },
    ];

    fn solver(board: &Board, _: Book) -> Result<Box<dyn Solve<Gobblet>>, String> {
        match Solver::new(board) {
            Ok(solver) => Ok(Box::new(solver)),
            Err(why) => Err(format!("this board cannot be solved: {why}")),
        }
    }
}

impl Solve<Gobblet> for Solver {
    fn solve(&mut self, state: &Gobblet, cancel: &Cancel) -> Option<Exact> {
        let budget = Budget::new(Limit::Nodes(u64::MAX), cancel.clone());
        let value = self.value(state, &budget)?.to_string();
        Some(Exact { value, nodes: None })
    }
}

fn any_board(_: &Board) -> Result<(), &'static str> {
    Ok(())
}

/// A move that wins at once if there is one, else any.
struct Easy(ChaCha8Rng);

impl Easy {
    fn new(seed: u64) -> Easy {
        Easy(ChaCha8Rng::seed_from_u64(seed))
    }

    fn any(&mut self, moves: &[Move]) -> Move {
        moves[self.0.random_range(0..moves.len())]
    }
}

impl Bot<Gobblet> for Easy {
    fn choose(&mut self, view: &Gobblet, seat: Seat, legal: &[Move], _: &Budget) -> Move {
        let wins = |mv: &Move| {
            let mut after = view.clone();
            after.play_unchecked(mv);
            after.turn() == Turn::Over(Outcome::Win(seat))
        };
        let wins: Vec<Move> = legal.iter().copied().filter(wins).collect();
        self.any(if wins.is_empty() { legal } else { &wins })
    }
}

/// Looks two moves ahead; one time in so many it does not look at all.
struct Medium {
    easy: Easy,
    search: AlphaBetaBot<Gobblet, Sight>,
}

const ERRS: u32 = 5;

impl Medium {
    fn new(seed: u64) -> Medium {
        Medium { easy: Easy::new(seed), search: AlphaBetaBot::new(Sight, seed).to_depth(2) }
    }
}

impl Bot<Gobblet> for Medium {
    fn choose(&mut self, view: &Gobblet, seat: Seat, legal: &[Move], budget: &Budget) -> Move {
        if self.easy.0.random_ratio(1, ERRS) {
            self.easy.choose(view, seat, legal, budget)
        } else {
            self.search.choose(view, seat, legal, budget)
        }
    }
}

/// Plays one of the best moves, by the exact value. With too small a budget to know them, it
/// plays like [`Easy`].
struct Perfect {
    solver: Solver,
    easy: Easy,
}

impl Bot<Gobblet> for Perfect {
    fn choose(&mut self, view: &Gobblet, seat: Seat, legal: &[Move], budget: &Budget) -> Move {
        match self.solver.best(view, budget) {
            Some((_, moves)) => self.easy.any(&moves),
            None => self.easy.choose(view, seat, legal, budget),
        }
    }
}

/// What makes an unfinished position look good: lines that are coming along, and large pieces in
/// them, which nobody can cover.
struct Sight;

impl Evaluate<Gobblet> for Sight {
    fn score(&self, state: &Gobblet, seat: Seat) -> i32 {
        let pieces = state.pieces();
        let other = seat.next(2);
        let (mine, theirs) = (pieces.visible(seat), pieces.visible(other));
        // What no piece can cover any more, and what a piece of the size below cannot.
        let sizes = state.board().sizes();
        let firm = |size: Size| pieces.closed_to(size);
        let (top, next) = (sizes[sizes.len() - 1], sizes[sizes.len() - 2]);
        let worth = |cells: u16| {
            let weigh = |cells: u16| cells.count_ones() as i32;
            weigh(cells) + weigh(cells & firm(next)) + 2 * weigh(cells & firm(top))
        };
        let line = |line: &u16| {
            let (ours, others) = (line & mine, line & theirs);
            // A line that is all but whole counts most; a foreign piece in it that can still be
            // covered halves it, one that cannot kills it.
            let coming = |own: u16, foreign: u16| {
                let growth = [0, 1, 4, 12, 12][own.count_ones() as usize];
                match (foreign, foreign & firm(top)) {
                    (0, _) => 2 * growth * worth(own),
                    (_, 0) => growth * worth(own),
                    _ => 0,
                }
            };
            coming(ours, others) - coming(others, ours)
        };
        lines(state.board().side()).iter().map(line).sum()
    }

    fn key(&self, state: &Gobblet) -> Option<u64> {
        Some(fingerprint(&(state.pieces(), state.occurrences())))
    }

    /// Large pieces first, and those on the board before those in the house: they threaten most.
    fn promise(&self, state: &Gobblet, mv: &Move) -> i32 {
        match mv {
            Move::Place { size, .. } => size.index() as i32 * 2,
            Move::Shift { from, .. } => {
                state.top(*from).map_or(0, |(_, size)| size.index() as i32 * 2 + 1)
            }
        }
    }
}

#[cfg(test)]
mod tests;

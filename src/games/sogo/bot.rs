//! The strategies of Sogo, by name.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::expert::Expert;
use super::lines::{self, landing, on_peg, open_lines};
use super::{Board, Peg, Sogo};
use crate::play::Seat;
use crate::search::{AlphaBetaBot, Bot, Bots, Budget, Evaluate, RandomBot, Strategy, fingerprint};

impl Bots for Sogo {
    const STRATEGIES: &'static [Strategy<Sogo>] = &[
        Strategy {
            name: "random",
            aliases: &[],
            sentence: "any peg that has room",
            strength: 1,
            plays: any_board,
            make: |_, seed| Box::new(RandomBot::new(seed)),
        },
        Strategy {
            name: "winning-move",
            aliases: &["winning move"],
            sentence: "takes a win at once",
            strength: 1,
            plays: any_board,
            make: |_, seed| Box::new(WinningMove(ChaCha8Rng::seed_from_u64(seed))),
        },
        Strategy {
            name: "minimax",
            aliases: &[],
            sentence: "six moves ahead, open lines",
            strength: 2,
            plays: any_board,
            make: |_, seed| Box::new(AlphaBetaBot::new(OpenLines, seed).to_depth(PLIES)),
        },
        Strategy {
            name: "expert",
            aliases: &[],
            sentence: "follows threats to the end",
            strength: 4,
            plays: any_board,
            make: |_, seed| Box::new(Expert::new(seed)),
        },
    ];
}

fn any_board(_: &Board) -> Result<(), &'static str> {
    Ok(())
}

/// A peg that wins now if there is one, else any.
struct WinningMove(ChaCha8Rng);

impl Bot<Sogo> for WinningMove {
    fn choose(&mut self, view: &Sogo, seat: Seat, legal: &[Peg], _: &Budget) -> Peg {
        let wins = view.threats(seat) & landing(view.taken());
        let winning = legal.iter().copied().filter(|peg| wins & on_peg(*peg) != 0);
        let winning: Vec<Peg> = winning.collect();
        let choice = if winning.is_empty() { legal } else { &winning };
        choice[self.0.random_range(0..choice.len())]
    }
}

/// Judges a position by the lines that each side can still complete.
struct OpenLines;

/// How far it looks: three rounds, which takes a few milliseconds.
const PLIES: u8 = 6;

/// What an open line is worth by the beads in it.
const WORTH: [i32; 4] = [0, 1, 4, 12];

impl Evaluate<Sogo> for OpenLines {
    fn score(&self, state: &Sogo, seat: Seat) -> i32 {
        let (mine, theirs) = (state.beads(seat), state.beads(seat.next(2)));
        let worth = |mine, theirs| -> i32 {
            open_lines(mine, theirs).into_iter().zip(WORTH).map(|(n, each)| n as i32 * each).sum()
        };
        worth(mine, theirs) - worth(theirs, mine)
    }

    fn key(&self, state: &Sogo) -> Option<u64> {
        Some(fingerprint(&(state.beads(Seat::FIRST), state.beads(Seat::SECOND))))
    }

    /// Corners and the heart of the cube lie on seven lines, all other places on four.
    fn promise(&self, state: &Sogo, peg: &Peg) -> i32 {
        let lands = landing(state.taken()) & on_peg(*peg);
        i32::from(lands & lines::RICH != 0)
    }
}

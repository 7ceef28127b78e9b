//! The strategies of Sogo, by name.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::advice::{advise, counter, order};
use super::expert::Expert;
use super::lines::{self, Places, landing, on_peg, open_lines};
use super::oracle::Prover;
use super::{Board, Peg, Sogo};
use crate::play::Seat;
use crate::search::{
    Advice, AlphaBetaBot, Bot, Bots, Budget, Evaluate, Level, Oracle, RandomBot, Strategy,
    fingerprint,
};

impl Bots for Sogo {
    const STRATEGIES: &'static [Strategy<Sogo>] = &[
        Strategy {
            name: "random",
            aliases: &[],
            sentence: "any peg that has room",
            strength: 1,
            level: None,
            plays: any_board,
            make: |_, seed| Box::new(RandomBot::new(seed)),
        },
        Strategy {
            name: "winning-move",
            aliases: &["winning move"],
            sentence: "takes a win at once",
            strength: 1,
            level: None,
            plays: any_board,
            make: |_, seed| Box::new(WinningMove(ChaCha8Rng::seed_from_u64(seed))),
        },
        Strategy {
            name: "novice",
            aliases: &[],
            sentence: "stops only lines that run straight",
            strength: 1,
            level: Some(Level::Beginner),
            plays: any_board,
            make: |_, seed| Box::new(OneAhead::new(seed, lines::completing_straight).without_aim()),
        },
        Strategy {
            name: "casual",
            aliases: &[],
            sentence: "overlooks slanting lines",
            strength: 1,
            level: Some(Level::Easy),
            plays: any_board,
            make: |_, seed| Box::new(OneAhead::new(seed, lines::completing_straight)),
        },
        Strategy {
            name: "careful",
            aliases: &[],
            sentence: "one move ahead, sees every line",
            strength: 2,
            level: None,
            plays: any_board,
            make: |_, seed| Box::new(OneAhead::new(seed, lines::completing)),
        },
        Strategy {
            name: "thoughtful",
            aliases: &[],
            sentence: "two moves ahead, open lines",
            strength: 2,
            level: Some(Level::Medium),
            plays: any_board,
            make: |_, seed| Box::new(AlphaBetaBot::new(OpenLines, seed).to_depth(THOUGHTFUL_PLIES)),
        },
        Strategy {
            name: "minimax",
            aliases: &[],
            sentence: "six moves ahead, open lines",
            strength: 2,
            level: None,
            plays: any_board,
            make: |_, seed| Box::new(AlphaBetaBot::new(OpenLines, seed).to_depth(PLIES)),
        },
        Strategy {
            name: "strong",
            aliases: &[],
            sentence: "five moves ahead, with experience",
            strength: 4,
            level: Some(Level::Hard),
            plays: any_board,
            make: |_, seed| Box::new(Expert::new(seed).to_depth(STRONG_PLIES)),
        },
        Strategy {
            name: "expert",
            aliases: &[],
            sentence: "follows threats to the end",
            strength: 5,
            level: Some(Level::Expert),
            plays: any_board,
            make: |_, seed| Box::new(Expert::new(seed)),
        },
    ];

    fn advise(view: &Sogo, seat: Seat, mv: &Peg, _: &Budget) -> Advice {
        advise(view, seat, *mv)
    }

    fn order(_: &Sogo, mv: &Peg) -> String {
        order(*mv)
    }

    fn counter(view: &Sogo, seat: Seat, mv: &Peg) -> Vec<String> {
        counter(view, seat, *mv)
    }

    fn oracle(_: &Board) -> Result<Box<dyn Oracle<Sogo>>, String> {
        Ok(Box::new(Prover::default()))
    }
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

/// Takes a win and stops one, as far as it sees them. Else it plays where most lines are open.
struct OneAhead {
    rng: ChaCha8Rng,
    /// Where the opponent would complete a line, as far as it sees that.
    sees: fn(Places) -> Places,
    /// Whether it looks for good places, and for bad ones, when nothing has to be done now.
    aims: bool,
}

impl OneAhead {
    fn new(seed: u64, sees: fn(Places) -> Places) -> OneAhead {
        OneAhead { rng: ChaCha8Rng::seed_from_u64(seed), sees, aims: true }
    }

    /// Plays anywhere when there is nothing to win and nothing to stop.
    fn without_aim(self) -> OneAhead {
        OneAhead { aims: false, ..self }
    }
}

impl Bot<Sogo> for OneAhead {
    fn choose(&mut self, view: &Sogo, seat: Seat, legal: &[Peg], _: &Budget) -> Peg {
        let open = landing(view.taken());
        let theirs = view.beads(seat.next(2));
        let seen = (self.sees)(theirs) & !view.taken();
        let worth = |peg: &Peg| {
            let place = open & on_peg(*peg);
            let wins = place & view.threats(seat) != 0;
            let stops = place & seen != 0;
            if !self.aims {
                return (wins, stops, false, 0);
            }
            let gives_none = place & lines::below(seen) == 0;
            (wins, stops, gives_none, lines::through(place, theirs).count())
        };
        let most = legal.iter().map(worth).max();
        let best: Vec<Peg> = legal.iter().copied().filter(|peg| Some(worth(peg)) == most).collect();
        best[self.rng.random_range(0..best.len())]
    }
}

/// Judges a position by the lines that each side can still complete.
struct OpenLines;

/// How far `thoughtful` looks: a move and the answer.
const THOUGHTFUL_PLIES: u8 = 2;
/// How far `minimax` looks: three rounds, which takes a few milliseconds.
const PLIES: u8 = 6;
/// How far `strong` looks, but for threats.
const STRONG_PLIES: u8 = 5;

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

//! The strategies of Connect Four, by the document's names.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Board, Connect4, Drop};
use crate::play::Seat;
use crate::search::{Bot, Bots, Budget, RandomBot, Strategy};

impl Bots for Connect4 {
    const STRATEGIES: &'static [Strategy<Connect4>] = &[
        Strategy {
            name: "hasard",
            aliases: &["random"],
            sentence: "any column that has room",
            strength: 1,
            plays: any_board,
            make: |_, seed| Box::new(RandomBot::new(seed)),
        },
        Strategy {
            name: "coup gagnant",
            aliases: &["winning-move", "winning move"],
            sentence: "takes a win at once",
            strength: 1,
            plays: any_board,
            make: |_, seed| Box::new(WinningMove(ChaCha8Rng::seed_from_u64(seed))),
        },
    ];
}

fn any_board(_: &Board) -> Result<(), &'static str> {
    Ok(())
}

/// `coup gagnant`: a column that wins now if there is one, else any.
struct WinningMove(ChaCha8Rng);

impl Bot<Connect4> for WinningMove {
    fn choose(&mut self, view: &Connect4, seat: Seat, legal: &[Drop], _: &Budget) -> Drop {
        let wins = legal.iter().copied().filter(|drop| view.wins_by(seat, drop.column()));
        let wins: Vec<Drop> = wins.collect();
        let choice = if wins.is_empty() { legal } else { &wins };
        choice[self.0.random_range(0..choice.len())]
    }
}

//! The strategies of Vorassic Park.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Cell, Park, Vorassic};
use crate::play::Seat;
use crate::search::{Bot, Bots, Budget, RandomBot, Strategy};

impl Bots for Vorassic {
    const STRATEGIES: &'static [Strategy<Vorassic>] = &[
        Strategy {
            name: "random",
            aliases: &["hasard"],
            sentence: "any cell in reach",
            strength: 1,
            plays: any_park,
            make: |_, seed| Box::new(RandomBot::new(seed)),
        },
        Strategy {
            name: "greedy",
            aliases: &["gourmand"],
            sentence: "the largest value now",
            strength: 2,
            plays: any_park,
            make: |_, seed| Box::new(Greedy(ChaCha8Rng::seed_from_u64(seed))),
        },
    ];
}

fn any_park(_: &Park) -> Result<(), &'static str> {
    Ok(())
}

/// `greedy`: a cell of the largest value in reach, any of them when there are several.
struct Greedy(ChaCha8Rng);

impl Bot<Vorassic> for Greedy {
    fn choose(&mut self, view: &Vorassic, _: Seat, legal: &[Cell], _: &Budget) -> Cell {
        let value = |cell: &Cell| view.grid().value(*cell);
        let most = legal.iter().map(value).max();
        let best: Vec<Cell> =
            legal.iter().copied().filter(|cell| Some(value(cell)) == most).collect();
        best[self.0.random_range(0..best.len())]
    }
}

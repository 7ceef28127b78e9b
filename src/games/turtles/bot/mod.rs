//! The bots: from any legal move to a search over what cannot be seen.

mod advice;
mod chart;
mod expert;
mod guess;
mod policy;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::cards::Card;
use super::moves::Move;
use super::rules::Turtles;
use super::view::TurtlesView;
use crate::play::Seat;
use crate::search::{Advice, Bot, Bots, Budget, Level, RandomBot, Strategy};
use expert::Expert;
use policy::{BUILDER, SPRINTER, Sight, Style, WALKER};

impl Bots for Turtles {
    /// The one above it still won all of a newcomer's first three matches.
    const FIRST_OPPONENT: Level = Level::Beginner;

    const STRATEGIES: &'static [Strategy<Turtles>] = &[
        Strategy {
            name: "random",
            aliases: &[],
            sentence: "lays, builds and runs whatever it may",
            strength: 1,
            level: None,
            plays: |_| Ok(()),
            make: |_, seed| Box::new(RandomBot::new(seed)),
        },
        Strategy {
            name: "forgetful",
            aliases: &[],
            sentence: "forgets the turns it has laid",
            strength: 1,
            level: Some(Level::Beginner),
            plays: |_| Ok(()),
            make: |_, seed| Box::new(Forgetful::new(1, seed)),
        },
        Strategy {
            name: "dreamer",
            aliases: &[],
            sentence: "often forgets what it has laid",
            strength: 1,
            level: Some(Level::Easy),
            plays: |_| Ok(()),
            make: |_, seed| Box::new(Forgetful::new(2, seed)),
        },
        Strategy {
            name: "walker",
            aliases: &[],
            sentence: "the shortest way, ignores the others",
            strength: 2,
            level: Some(Level::Medium),
            plays: |_| Ok(()),
            make: |_, seed| Box::new(Thumb::new(WALKER, seed)),
        },
        Strategy {
            name: "builder",
            aliases: &[],
            sentence: "walls off whoever is about to win",
            strength: 3,
            level: None,
            plays: |_| Ok(()),
            make: |_, seed| Box::new(Thumb::new(BUILDER, seed)),
        },
        Strategy {
            name: "sprinter",
            aliases: &[],
            sentence: "builds walls early, then runs",
            strength: 4,
            level: Some(Level::Hard),
            plays: |_| Ok(()),
            make: |_, seed| Box::new(Thumb::new(SPRINTER, seed)),
        },
        Strategy {
            name: "guesser",
            aliases: &[],
            sentence: "guesses what is hidden, decides fast",
            strength: 4,
            level: None,
            plays: |_| Ok(()),
            make: |_, seed| Box::new(Expert::impatient(seed)),
        },
        Strategy {
            name: "expert",
            aliases: &[],
            sentence: "guesses what is hidden, looks ahead",
            strength: 5,
            level: Some(Level::Expert),
            plays: |_| Ok(()),
            make: |_, seed| Box::new(Expert::new(seed)),
        },
    ];

    fn advise(view: &TurtlesView, seat: Seat, mv: &Move, _: &Budget) -> Advice {
        advice::advise(view, seat, mv)
    }

    fn choices(view: &TurtlesView, legal: &[Move]) -> Vec<String> {
        advice::choices(view, legal)
    }
}

/// Goes the shortest way, as far as it remembers its program: one time in so many it forgets that it
/// laid turns.
struct Forgetful {
    one_in: u32,
    rng: ChaCha8Rng,
}

impl Forgetful {
    fn new(one_in: u32, seed: u64) -> Forgetful {
        Forgetful { one_in, rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Bot<Turtles> for Forgetful {
    fn choose(&mut self, view: &TurtlesView, seat: Seat, _: &[Move], _: &Budget) -> Move {
        let sight = Sight::of_view(view, seat).expect("a bot is given the view of its own seat");
        if self.rng.random_range(0..self.one_in) > 0 {
            return sight.choose(WALKER, &mut self.rng);
        }
        let mut own = sight.own.clone();
        own.program.retain(|card| !matches!(card, Card::Left | Card::Right));
        Sight { own: &own, ..sight }.choose(WALKER, &mut self.rng)
    }
}

/// Plays by a rule of thumb.
struct Thumb {
    style: Style,
    rng: ChaCha8Rng,
}

impl Thumb {
    fn new(style: Style, seed: u64) -> Thumb {
        Thumb { style, rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Bot<Turtles> for Thumb {
    fn choose(&mut self, view: &TurtlesView, seat: Seat, _: &[Move], _: &Budget) -> Move {
        let sight = Sight::of_view(view, seat).expect("a bot is given the view of its own seat");
        sight.choose(self.style, &mut self.rng)
    }
}

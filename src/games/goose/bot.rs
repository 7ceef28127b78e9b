//! Who throws when no person does. Nothing is ever chosen in this game, so one name is enough.

use super::Goose;
use crate::search::{Bots, RandomBot, Strategy};

impl Bots for Goose {
    const STRATEGIES: &'static [Strategy<Goose>] = &[Strategy {
        name: "auto",
        aliases: &["random"],
        sentence: "throws the dice as soon as its turn comes",
        strength: 1,
        level: None,
        plays: |_| Ok(()),
        make: |_, seed| Box::new(RandomBot::new(seed)),
    }];

    fn spoken(_: &Strategy<Goose>) -> &'static str {
        "the bot"
    }
}

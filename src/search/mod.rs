//! Bots for any game: what a bot is, what it may spend, and the searches that games share.

mod bot;
mod budget;

pub use bot::{Bot, Bots, RandomBot, Strategy, bot_seed, strategy, strongest};
pub use budget::{Budget, Cancel, Limit};

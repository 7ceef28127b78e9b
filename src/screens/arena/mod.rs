//! The arena: contests between bots and programs, set up, played, watched and kept. The matches
//! themselves are the affair of `crate::arena`; these pages only look at them.

mod bracket;
mod broadcast;
mod hall;
mod results;
mod setup;
mod standings;
mod waiting;

pub use broadcast::BROADCAST;
pub use hall::{HALL, begin};
pub use results::{About, RESULTS, about, hall_of};
pub use setup::{ARENA, open as setup_for};
pub use waiting::{BoardOf, Ground, WAITING};

use super::{Games, number};
use crate::tui::{Context, Effect};

const HELP: &str = include_str!("help.md");
/// Under this name the store remembers which game it was the last time.
const REMEMBERED: &str = "arena";

/// Opens the page on which a contest is set up, for the game of the last one.
pub fn open(games: &Games, context: &mut Context) -> Effect {
    let last = context.store.remembered(REMEMBERED).get("game").cloned();
    let game = last.and_then(|game| games.find(&game)).or(games.all().first().copied());
    game.map_or(Effect::None, |game| Effect::Open(game.arena(games, context)))
}

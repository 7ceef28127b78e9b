//! The arena: contests between bots and programs, set up, played, watched and kept. The matches
//! themselves are the affair of `crate::arena`; these pages only look at them.

mod bracket;
mod broadcast;
mod hall;
mod results;
mod setup;
mod standings;

pub use broadcast::BROADCAST;
pub use hall::HALL;
pub use results::RESULTS;
pub use setup::ARENA;

use super::number;
use crate::games::{self, Visitor};
use crate::tui::{Desk, GameUi, Screen};

const HELP: &str = include_str!("help.md");
/// Under this name the store remembers which game it was the last time.
const REMEMBERED: &str = "arena";

/// Opens the page on which a contest is set up, for the game of the last one.
pub fn open(desk: &mut Desk) -> Box<dyn Screen> {
    let last = desk.store.remembered(REMEMBERED).get("game").cloned();
    let game = last.as_deref().filter(|game| games::IDS.contains(game)).unwrap_or(games::IDS[0]);
    setup_for(game, desk)
}

fn setup_for(game: &str, desk: &mut Desk) -> Box<dyn Screen> {
    struct Open<'a>(&'a mut Desk);
    impl Visitor for Open<'_> {
        type Out = Box<dyn Screen>;

        fn visit<G: GameUi>(&mut self) -> Box<dyn Screen> {
            setup::open::<G>(self.0)
        }
    }
    games::visit(game, &mut Open(desk)).expect("only games of the shelf are asked for")
}

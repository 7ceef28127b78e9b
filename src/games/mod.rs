//! The games of this crate, one line each: the only file that lists them.
//!
//! The arcade and the command line get them as a [`Shelf`](crate::Shelf), to which anybody adds
//! games of their own. Tests and benches that need each game's type go through [`visit_all`].

pub mod connect4;
pub mod gobblet;
pub mod goose;
pub mod sogo;
pub mod turtles;
pub mod vorassic;

use crate::play::Game;

/// What a game on the shelf can do: be played by bots, and where there is a screen, be drawn.
#[cfg(feature = "arcade")]
pub use crate::tui::GameUi as Shelved;

/// What a game on the shelf can do: be played by bots.
#[cfg(not(feature = "arcade"))]
pub use crate::search::Bots as Shelved;

/// Something that can be done with any game of this crate.
pub trait Visitor {
    /// What comes of it, for whichever game.
    type Out;
    /// Does it with one game; [`visit`] and [`visit_all`] say which.
    fn visit<G: Shelved>(&mut self) -> Self::Out;
}

/// Lists the games by their types. The `mod` lines stay outside: rustfmt does not see files
/// that are declared inside a macro.
macro_rules! shelf {
    ($($game:ty),+ $(,)?) => {
        /// The games' names on the command line, in the order of the menu.
        pub const IDS: &[&str] = &[$(<$game as Game>::ID),+];

        /// Does it with the game of this name; nothing if there is none.
        pub fn visit<V: Visitor>(id: &str, visitor: &mut V) -> Option<V::Out> {
            $(if id == <$game as Game>::ID {
                return Some(visitor.visit::<$game>());
            })+
            None
        }

        /// Does it with every game.
        pub fn visit_all<V: Visitor>(visitor: &mut V) -> Vec<V::Out> {
            vec![$(visitor.visit::<$game>()),+]
        }
    };
}

// The order is that of the menu.
shelf![
    connect4::Connect4, //
    sogo::Sogo,
    gobblet::Gobblet,
    vorassic::Vorassic,
    goose::Goose,
    turtles::Turtles,
];

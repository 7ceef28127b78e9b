//! How strong a bot is, in words that mean the same in every game.

use std::fmt::{self, Display};

use super::{Bots, Roster, Strategy};
use crate::play::{Player, Seating};

/// A step of the ladder from a first match to play that cannot be beaten. A game need not have them
/// all, and a board may lack one that others have.
///
/// ```
/// use parlour::search::Level;
///
/// assert_eq!(Level::read("hard"), Some(Level::Hard));
/// assert_eq!(Level::Hard.name(), "Hard");
/// assert!(Level::Beginner < Level::Perfect);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Plays for the sake of playing; anybody wins against it.
    Beginner,
    /// Makes the mistakes that people make in their first matches.
    Easy,
    /// Sees what is about to happen.
    Medium,
    /// Has to be outwitted.
    Hard,
    /// The best there is where nobody knows everything.
    Expert,
    /// Never lets a win or a draw go.
    Perfect,
}

impl Level {
    /// From the weakest to the strongest.
    pub const ALL: [Level; 6] =
        [Level::Beginner, Level::Easy, Level::Medium, Level::Hard, Level::Expert, Level::Perfect];

    /// As people read it: `Hard`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "Beginner",
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
            Level::Expert => "Expert",
            Level::Perfect => "Perfect",
        }
    }

    /// The level of that name, in capitals or not.
    pub fn read(text: &str) -> Option<Level> {
        let wanted = text.trim();
        Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(wanted))
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The levels that this board has, and who plays at each. Where several strategies that can play
/// the board have the same level, the last of them stands for it.
///
/// ```
/// use parlour::games::connect4::{Board, Connect4};
/// use parlour::play::Variant;
/// use parlour::search::{Level, levels};
///
/// let giant = Board::parse("name = \"Giant\"\ncolumns = 12\nrows = 12\n")?;
/// assert!(levels::<Connect4>(&giant).iter().all(|(level, _)| *level != Level::Perfect));
/// # Ok::<(), parlour::play::FileError>(())
/// ```
pub fn levels<G: Bots>(variant: &G::Variant) -> Vec<(Level, &'static Strategy<G>)> {
    let roster = Roster::of::<G>(Some(variant));
    roster.levels().into_iter().map(|(level, bot)| (level, &G::STRATEGIES[bot.at])).collect()
}

/// What people call the bot that a seat or a file names: its level, or the strategy's name where it
/// stands beside the ladder. A name that the game doesn't know stays as it is.
///
/// ```
/// use parlour::games::connect4::Connect4;
/// use parlour::search::bot_name;
///
/// assert_eq!(bot_name::<Connect4>("profondeur 0"), "Easy");
/// assert_eq!(bot_name::<Connect4>("hasard"), "random");
/// ```
pub fn bot_name<G: Bots>(strategy: &str) -> String {
    Roster::of::<G>(None).called(strategy)
}

/// Seats these players; bots are called by their levels.
///
/// ```
/// use parlour::games::connect4::Connect4;
/// use parlour::search::seated;
///
/// let seating = seated::<Connect4>(vec!["human:Ada".parse()?, "bot:minimax".parse()?]);
/// assert_eq!(seating.names(), ["Ada", "yellow (Expert)"]);
/// assert_eq!(seating.labels(), ["Ada", "Expert"]);
/// # Ok::<(), parlour::play::BadPlayer>(())
/// ```
pub fn seated<G: Bots>(players: Vec<Player>) -> Seating {
    Seating::calling::<G>(players, bot_name::<G>)
}

/// Whom a newcomer meets first: somebody they can beat, but who is not quite asleep. Where the game
/// has no levels, its first strategy.
///
/// ```
/// use parlour::games::connect4::Connect4;
/// use parlour::play::{Game, Variant};
/// use parlour::search::{Level, first_opponent};
///
/// let board = <Connect4 as Game>::Variant::parse(Connect4::BOARDS[0].1)?;
/// let opponent = first_opponent::<Connect4>(&board).and_then(|strategy| strategy.level);
/// assert_eq!(opponent, Some(Level::Easy));
/// # Ok::<(), parlour::play::FileError>(())
/// ```
pub fn first_opponent<G: Bots>(variant: &G::Variant) -> Option<&'static Strategy<G>> {
    Roster::of::<G>(Some(variant)).first_opponent().map(|bot| &G::STRATEGIES[bot.at])
}

//! Who sits on a seat: a person, one of our bots, or somebody's program.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::lang;

/// The text form is the command line's SPEC: `human:Ada`, `bot:perfect`, `exec:python3 my.py`.
///
/// ```
/// use parlour::play::Player;
///
/// let player: Player = "bot:perfect".parse()?;
/// assert!(!player.is_human());
/// assert_eq!(player.to_string(), "bot:perfect");
/// assert!("somebody".parse::<Player>().is_err());
/// # Ok::<(), parlour::play::BadPlayer>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Somebody at the keyboard.
    Human {
        /// None where nobody gave one; [`Player::name`] takes another word then.
        name: Option<String>,
    },
    /// One of the game's own bots.
    Bot {
        /// A name or an alias among the game's strategies; reading a SPEC does not look it up.
        strategy: String,
    },
    /// A program that speaks the bot protocol.
    Program {
        /// The command line that starts it, without a shell.
        command: String,
    },
}

impl Player {
    /// Whether a person at the keyboard plays here.
    pub fn is_human(&self) -> bool {
        matches!(self, Player::Human { .. })
    }

    /// The name that panels and traces print; `otherwise` is for people who gave none.
    pub fn name(&self, otherwise: &str) -> String {
        match self {
            Player::Human { name } => name.clone().unwrap_or_else(|| otherwise.to_owned()),
            Player::Bot { strategy } => strategy.clone(),
            Player::Program { command } => {
                let last = command.split_whitespace().last().unwrap_or(command);
                let last = last.rsplit(['/', '\\']).next().unwrap_or(last);
                // The command line may hold the name of a file in quotes.
                last.trim_matches(['\'', '"']).to_owned()
            }
        }
    }

    /// Their name for sentences: what people and programs call themselves is said as it is in every
    /// language, unlike the names of our bots and of seats.
    pub fn as_given(&self, name: &str) -> String {
        match self {
            Player::Human { name: None } | Player::Bot { .. } => name.to_owned(),
            _ => lang::as_given(name).into_owned(),
        }
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human { name: None } => f.write_str("human"),
            Player::Human { name: Some(name) } => write!(f, "human:{}", one_line(name)),
            Player::Bot { strategy } => write!(f, "bot:{}", one_line(strategy)),
            Player::Program { command } => write!(f, "exec:{}", one_line(command)),
        }
    }
}

/// A name ends up in one line of a record and of the screen, wherever it was pasted from.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.trim().to_owned()
}

/// A text that is no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPlayer(String);

impl Display for BadPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' isn't a seat; use 'human', 'human:NAME', 'bot:STRATEGY' or 'exec:COMMAND LINE'",
            self.0
        )
    }
}

impl Error for BadPlayer {}

impl FromStr for Player {
    type Err = BadPlayer;

    fn from_str(text: &str) -> Result<Player, BadPlayer> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let rest = one_line(rest);
        match (kind.trim(), rest.is_empty()) {
            ("human", empty) => Ok(Player::Human { name: (!empty).then_some(rest) }),
            ("bot", false) => Ok(Player::Bot { strategy: rest }),
            ("exec", false) => Ok(Player::Program { command: rest }),
            _ => Err(BadPlayer(text.to_owned())),
        }
    }
}

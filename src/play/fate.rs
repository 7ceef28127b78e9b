//! How a match ended for one seat.

use serde::{Deserialize, Serialize};

use super::Seat;

/// How a match ended for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// The first place, alone.
    Won,
    /// A draw or a shared first place.
    Drew,
    /// Any other place, or a forfeit.
    Lost,
}

impl Fate {
    /// By those who share the first place; nobody does after a draw.
    pub fn of(winners: &[Seat], seat: Seat) -> Fate {
        match winners {
            [] => Fate::Drew,
            [only] if *only == seat => Fate::Won,
            shared if shared.contains(&seat) => Fate::Drew,
            _ => Fate::Lost,
        }
    }

    /// What the bot protocol tells a program: `won`, `drew`, `lost`.
    pub fn word(self) -> &'static str {
        match self {
            Fate::Won => "won",
            Fate::Drew => "drew",
            Fate::Lost => "lost",
        }
    }
}

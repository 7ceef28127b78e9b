//! A throw of the dice and its text. It knows no board: whether the dice can fall so is the
//! rules' affair.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The faces of all dice, the smallest first, so that `5+4` and `4+5` are one throw; or a single
/// number, the sum alone, where the dice do not matter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Throw(Vec<u16>);

impl Throw {
    /// The faces may come in any order.
    pub fn new(mut faces: Vec<u16>) -> Throw {
        faces.sort_unstable();
        Throw(faces)
    }

    /// From the smallest; a single one may be a bare sum.
    pub fn faces(&self) -> &[u16] {
        &self.0
    }

    /// How far the pawn walks.
    pub fn sum(&self) -> u16 {
        self.0.iter().fold(0, |sum, &face| sum.saturating_add(face))
    }
}

impl Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, face) in self.0.iter().enumerate() {
            let plus = if at > 0 { "+" } else { "" };
            write!(f, "{plus}{face}")?;
        }
        Ok(())
    }
}

/// A text that is neither dice nor a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAThrow(String);

impl Display for NotAThrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' isn't a throw; use the dice as in '4+5' or their sum as in '9'", self.0)
    }
}

impl Error for NotAThrow {}

impl FromStr for Throw {
    type Err = NotAThrow;

    fn from_str(text: &str) -> Result<Throw, NotAThrow> {
        // `parse` alone would take a sign, as in '4++5'.
        let face = |part: &str| {
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten()
        };
        let faces: Option<Vec<u16>> = text.split('+').map(face).collect();
        faces.map(Throw::new).ok_or_else(|| NotAThrow(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_dice_does_not_matter() {
        for (text, canonical) in [("4+5", "4+5"), ("5+4", "4+5"), ("9", "9"), ("6+1+3", "1+3+6")] {
            let throw: Throw = text.parse().unwrap();
            assert_eq!(throw.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(throw));
        }
    }

    #[test]
    fn what_is_no_throw_is_refused() {
        for text in ["", "+", "4+", "+4", "4++5", "4 + 5", "-3", "nine", "99999", "4,5"] {
            assert_eq!(text.parse::<Throw>(), Err(NotAThrow(text.to_owned())));
        }
    }
}

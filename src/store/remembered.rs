//! A few words by page and key: the last choices on each page, and what somebody has achieved.
//!
//! Nobody but the arcade writes these files. Nothing is lost with last choices, so a damaged file
//! of them is said and replaced; achievements are left alone then.

use std::collections::BTreeMap;
use std::path::Path;

use super::{StoreError, atomic, files, lock};
use crate::play::read_toml;

/// What was chosen, by key; the keys are the setup screen's own.
pub type Choices = BTreeMap<String, String>;

/// What becomes of a file that makes no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damaged {
    Replaced,
    LeftAlone,
}

#[derive(Clone, Default, Debug)]
pub struct Remembered {
    by_game: BTreeMap<String, Choices>,
}

impl Remembered {
    pub fn read(file: &Path) -> Result<Remembered, StoreError> {
        let Some(text) = files::read(file)? else { return Ok(Remembered::default()) };
        let by_game =
            read_toml(&text).map_err(|error| StoreError::bad(file, error.place, error.why))?;
        Ok(Remembered { by_game })
    }

    pub fn of(&self, game: &str) -> Choices {
        self.by_game.get(game).cloned().unwrap_or_default()
    }

    /// Changes the choices of one game as the file has them now, and writes them down. All that
    /// other arcades have noted meanwhile stays.
    pub fn change(
        &mut self,
        game: &str,
        file: &Path,
        damaged: Damaged,
        change: impl FnOnce(&mut Choices),
    ) -> Result<(), StoreError> {
        lock::alone(file, || {
            match Remembered::read(file) {
                Ok(now) => *self = now,
                // What is known here takes the place of what makes no sense.
                Err(StoreError::Bad { .. }) if damaged == Damaged::Replaced => {}
                Err(why) => return Err(why),
            }
            change(self.by_game.entry(game.to_owned()).or_default());
            let text = toml::to_string(&self.by_game).expect("tables of words are always TOML");
            atomic::write(file, &text)
        })
    }
}

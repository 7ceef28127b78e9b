//! The last choices in each game's setup screen: a few words by key, in the state folder.
//!
//! Nobody but the arcade writes this file and nothing is lost with it, so a damaged one is said
//! and replaced.

use std::collections::BTreeMap;
use std::path::Path;

use super::{StoreError, atomic, files, lock};
use crate::play::read_toml;

/// What was chosen, by key; the keys are the setup screen's own.
pub type Choices = BTreeMap<String, String>;

#[derive(Clone, Default, Debug)]
pub struct Remembered {
    by_game: BTreeMap<String, Choices>,
}

impl Remembered {
    pub fn read(file: &Path) -> Result<Remembered, StoreError> {
        let Some(text) = files::read(file)? else { return Ok(Remembered::default()) };
        let by_game = read_toml(&text).map_err(|error| {
            let why = format!("{}; the last choices are forgotten", error.why);
            StoreError::bad(file, error.place, why)
        })?;
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
        change: impl FnOnce(&mut Choices),
    ) -> Result<(), StoreError> {
        lock::alone(file, || {
            match Remembered::read(file) {
                Ok(now) => *self = now,
                // What is known here takes the place of what makes no sense.
                Err(StoreError::Bad { .. }) => {}
                Err(why) => return Err(why),
            }
            change(self.by_game.entry(game.to_owned()).or_default());
            let text = toml::to_string(&self.by_game).expect("tables of words are always TOML");
            atomic::write(file, &text)
        })
    }
}

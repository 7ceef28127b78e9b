//! The pages of the arcade. They use the terminal side and the store; games come in through their
//! traits, and only the shelf lists them.

mod arena;
mod consent;
mod demo;
mod games;
pub mod house;
mod match_view;
pub mod menu;
pub mod play;
pub(crate) mod puzzles;
mod reading;
pub mod replay;
pub mod saves;
pub mod settings;
pub mod setup;
mod share;
pub mod statistics;
mod tour;

pub use games::Games;
pub(crate) use games::{Of, Pages};

use crate::lang::{as_told, told};
use crate::play::Variant;
use crate::play::telling::board_name;
use crate::store::{SavedMatch, StoreError};
use crate::tui::ask::Ask;
use crate::tui::keys::{NAV, SectionNames};
use crate::tui::text::number;
use crate::tui::theme::Meaning;
use crate::tui::{Context, GameUi, Screen};

/// Every heading of `keys.toml`, with its actions.
pub fn key_sections(games: &Games) -> Vec<SectionNames> {
    let mut sections = vec![
        NAV.names(),
        menu::MENU.names(),
        setup::SETUP.names(),
        play::MATCH.names(),
        play::END.names(),
        replay::REPLAY.names(),
        saves::SAVES.names(),
        puzzles::PUZZLES.names(),
        SectionNames { beside: &[NAV.name], ..puzzles::PUZZLE.names() },
        tour::TOUR.names(),
        arena::ARENA.names(),
        arena::WAITING.names(),
        arena::HALL.names(),
        arena::BROADCAST.names(),
        arena::RESULTS.names(),
        house::ACROSS.names(),
        house::HOUSE.names(),
        SectionNames { beside: &[], ..house::TABLE.names() },
        SectionNames { beside: &[NAV.name], ..house::VISIT.names() },
    ];
    sections.extend(games.all().iter().flat_map(|game| game.key_sections()));
    sections
}

/// A board in a title bar: `Standard 7×6`.
fn board_words<G: GameUi>(variant: &G::Variant) -> String {
    as_told(&format!("{} {}", told(&board_name::<G>(variant.name())), told(&variant.summary())))
}

/// What to do with a match from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reopen {
    /// Play on where it stopped.
    Resume,
    /// Play on in a file of its own.
    Copy,
    Replay,
}

/// Why a match cannot be opened. The file stays as it is.
enum NotOpened {
    /// Another arcade has it; a copy can be opened.
    InUse(Ask),
    Refused(String),
}

impl From<StoreError> for NotOpened {
    fn from(error: StoreError) -> NotOpened {
        match error {
            StoreError::InUse(holder) => {
                let text = format!(
                    "This match is open in another parlour ({holder}). You can play on in a copy; \
                     the other one stays as it is."
                );
                NotOpened::InUse(Ask::new("Open elsewhere", text, &["Back", "Open a copy"]))
            }
            error => NotOpened::Refused(error.to_string()),
        }
    }
}

/// Opens a saved match as it stands now, or says why not.
fn reopen(
    games: &Games,
    saved: &SavedMatch,
    how: Reopen,
    context: &mut Context,
) -> Result<Box<dyn Screen>, NotOpened> {
    let (save, record) = match how {
        Reopen::Resume => {
            let (save, record) = saved.resume()?;
            (Some(save), record)
        }
        Reopen::Copy => {
            let record = saved.reread()?;
            (Some(context.store.new_save(&record.game)), record)
        }
        Reopen::Replay => (None, saved.reread()?),
    };
    if let Some(words) = record.cut_words() {
        context.say(words, Meaning::Warn);
    }
    let game = games.get(&record.game).map_err(NotOpened::Refused)?;
    game.reopen(record, save, context).map_err(NotOpened::Refused)
}

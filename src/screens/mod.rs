//! The pages of the arcade. They use the terminal side and the store; games come in through their
//! traits, and only the shelf lists them.

mod arena;
mod consent;
mod demo;
pub mod house;
mod match_view;
pub mod menu;
pub mod play;
mod reading;
pub mod replay;
pub mod saves;
pub mod settings;
pub mod setup;
pub mod statistics;
mod tour;

use crate::games::{self, Visitor};
use crate::play::{Record, Session, Variant};
use crate::store::{SaveFile, SavedMatch, StoreError};
use crate::tui::ask::Ask;
use crate::tui::keys::{NAV, Section, SectionNames};
use crate::tui::theme::Meaning;
use crate::tui::{Desk, GameUi, Screen};

/// Every heading of `keys.toml`, with its actions.
pub fn key_sections() -> Vec<SectionNames> {
    let mut sections = vec![
        NAV.names(),
        menu::MENU.names(),
        setup::SETUP.names(),
        play::MATCH.names(),
        replay::REPLAY.names(),
        saves::SAVES.names(),
        tour::TOUR.names(),
        arena::ARENA.names(),
        arena::HALL.names(),
        arena::BROADCAST.names(),
        arena::RESULTS.names(),
        house::HOUSE.names(),
        SectionNames { beside: &[NAV.name], ..house::VISIT.names() },
    ];
    struct Own;
    impl Visitor for Own {
        type Out = Vec<SectionNames>;

        fn visit<G: GameUi>(&mut self) -> Vec<SectionNames> {
            let own = Section { name: G::ID, bindings: G::BINDINGS }.names();
            let mut sections = vec![SectionNames { beside: &[NAV.name, play::MATCH.name], ..own }];
            sections.extend(G::PAGE_KEYS());
            sections
        }
    }
    let own = games::visit_all(&mut Own);
    sections.extend(own.into_iter().flatten().filter(|section| !section.actions.is_empty()));
    sections
}

/// A board in a title bar: `Standard 7×6`.
fn board_words<G: GameUi>(variant: &G::Variant) -> String {
    format!("{} {}", variant.name(), variant.summary())
}

/// A number as people read it: `10 000`.
fn number(count: usize) -> String {
    let digits = count.to_string();
    // Four digits are read at a glance.
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
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
fn reopen(saved: &SavedMatch, how: Reopen, desk: &mut Desk) -> Result<Box<dyn Screen>, NotOpened> {
    struct Open<'a> {
        record: Record,
        save: Option<SaveFile>,
        desk: &'a mut Desk,
    }
    impl Visitor for Open<'_> {
        type Out = Result<Box<dyn Screen>, String>;

        fn visit<G: GameUi>(&mut self) -> Self::Out {
            let session = Session::<G>::from_record(&self.record).map_err(|why| why.to_string())?;
            let record = self.record.clone();
            let Some(save) = self.save.take() else {
                return Ok(replay::open::<G>(record, session, self.desk));
            };
            let usual = self.desk.store.settings().bot_limit();
            let limit = record.think.as_deref().and_then(|text| text.parse().ok());
            let (players, limit) = (record.players, limit.unwrap_or(usual));
            Ok(play::resume::<G>(session, players, limit, save, self.desk))
        }
    }
    let (save, record) = match how {
        Reopen::Resume => {
            let (save, record) = saved.resume()?;
            (Some(save), record)
        }
        Reopen::Copy => {
            let record = saved.reread()?;
            (Some(desk.store.new_save(&record.game)), record)
        }
        Reopen::Replay => (None, saved.reread()?),
    };
    let game = record.game.clone();
    if let Some(words) = record.cut_words() {
        desk.say(words, Meaning::Warn);
    }
    games::visit(&game, &mut Open { record, save, desk })
        .unwrap_or_else(|| Err(format!("'{game}' is no game of this parlour")))
        .map_err(NotOpened::Refused)
}

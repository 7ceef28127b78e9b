//! The pages of the arcade. They use the terminal side and the store; games come in through their
//! traits, and only the shelf lists them.

mod arena;
mod consent;
mod match_view;
pub mod menu;
pub mod play;
pub mod replay;
pub mod saves;
pub mod settings;
pub mod setup;
pub mod statistics;
mod tour;

use crate::games::{self, Visitor};
use crate::play::{Record, Session, Variant};
use crate::store::{SaveFile, SavedMatch};
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

/// What to do with a match from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reopen {
    /// Play on where it stopped.
    Resume,
    Replay,
}

/// Opens a saved match, or says why not. The file stays as it is either way.
fn reopen(saved: &SavedMatch, how: Reopen, desk: &mut Desk) -> Result<Box<dyn Screen>, String> {
    struct Open<'a> {
        record: Record,
        save: SaveFile,
        how: Reopen,
        desk: &'a mut Desk,
    }
    impl Visitor for Open<'_> {
        type Out = Result<Box<dyn Screen>, String>;

        fn visit<G: GameUi>(&mut self) -> Self::Out {
            let session = Session::<G>::from_record(&self.record).map_err(|why| why.to_string())?;
            let record = self.record.clone();
            match self.how {
                Reopen::Replay => Ok(replay::open::<G>(record, session, self.desk)),
                Reopen::Resume => {
                    let usual = self.desk.store.settings().bot_limit();
                    let limit = record.think.as_deref().and_then(|text| text.parse().ok());
                    let (players, limit) = (record.players, limit.unwrap_or(usual));
                    Ok(play::resume::<G>(session, players, limit, self.save.clone(), self.desk))
                }
            }
        }
    }
    let record = saved.record.clone()?;
    let game = record.game.clone();
    let save = SaveFile::at(saved.path.clone());
    if let Some(words) = record.cut_words() {
        desk.say(words, Meaning::Warn);
    }
    games::visit(&game, &mut Open { record, save, how, desk })
        .unwrap_or_else(|| Err(format!("'{game}' is no game of this parlour")))
}

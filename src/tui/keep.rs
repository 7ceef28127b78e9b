//! What screens want to have on the disk, as data. An update writes nothing: it returns these in
//! [`Effect::Keep`], and they are on the disk before the next frame is drawn.

use std::path::PathBuf;

use super::{Context, Effect, Msg};
use crate::play::{Player, Record, Seat};
use crate::store::puzzles::Deed;
use crate::store::{Choices, ContestFile, SaveFile, Settings};

/// Something to be written, changed or deleted. A screen hears of the first group with
/// [`Msg::Kept`]; of the others people are told in the status line, where they need to know.
#[derive(Clone, Debug)]
pub enum Keep {
    /// A match as it stands.
    Match(SaveFile, Box<Record>),
    /// A board file of the player's own: its game, its name and its text.
    Board(&'static str, String, String, Existing),
    /// A match or a contest under another name.
    Rename(PathBuf, String),
    /// A match or a contest no more.
    Delete(PathBuf),

    /// A copy of a match under a name.
    Copy(Box<Record>, String),
    /// A picture of a board of this game: how its file ends, and what is in it.
    Picture(&'static str, &'static str, String),
    /// What was seen of a match of this game, as text.
    Seen(&'static str, String),
    /// How a match of this game ended, for the statistics.
    Result(&'static str, String, Vec<Player>, Vec<Seat>),
    /// Lines of a contest's journal.
    Journal(ContestFile, Vec<String>),
    /// These settings, which are in use from now on.
    Settings(Box<Settings>),
    /// What was chosen on a page, in the place of everything that was chosen there before.
    Choices(String, Choices),
    /// One choice on a page; the others stay.
    Choice(String, String, String),
    /// A try at a puzzle.
    Deed(Box<Deed>),
    /// A puzzle of the player's own: its game, its name and its text.
    Puzzle(&'static str, String, String),
    /// What somebody achieved with this task of this page: the lowest number counts.
    Best(String, String, u32),
}

/// What happens to a file that has the name already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It stays as it is, and nothing is written.
    Stays,
    /// It makes room.
    IsReplaced,
}

/// What came of it.
pub(super) enum Kept {
    /// To be passed on to the screen that asked.
    Heard(Msg),
    /// To be told to people.
    Said(Effect),
}

impl Keep {
    /// Writes it down. Whoever performs effects does this, and nobody else.
    pub(super) fn perform(self, context: &mut Context) -> Kept {
        let store = &mut context.store;
        let unless = |done: Result<(), String>, what: &str| match done {
            Ok(()) => Kept::Said(Effect::None),
            Err(why) => Kept::Said(Effect::Say(format!("{what}: {why}"))),
        };
        // A choice that cannot be remembered is no obstacle to anything.
        let silently = |_: Result<(), String>| Kept::Said(Effect::None);
        let heard = |done| Kept::Heard(Msg::Kept(done));
        match self {
            Keep::Match(file, record) => {
                let written = file.write(*record).map_err(|why| why.reason());
                heard(written.map(|()| file.path().to_owned()))
            }
            Keep::Board(game, name, text, Existing::Stays) => {
                heard(store.create_board(game, &name, &text))
            }
            Keep::Board(game, name, text, Existing::IsReplaced) => {
                heard(store.replace_board(game, &name, &text))
            }
            Keep::Rename(path, name) => heard(store.rename(&path, &name)),
            Keep::Delete(path) => heard(store.delete(&path).map(|()| path)),
            Keep::Copy(record, name) => Kept::Said(match store.save_as(*record, &name) {
                Ok(path) => Effect::Tell(format!("saved as {}", path.display())),
                Err(why) => Effect::Say(format!("not saved: {why}")),
            }),
            Keep::Picture(game, extension, text) => {
                Kept::Said(match store.keep_picture(game, extension, &text) {
                    Ok(path) => Effect::Tell(format!("drawn into {}", path.display())),
                    Err(why) => Effect::Say(format!("no picture: {why}")),
                })
            }
            Keep::Seen(game, text) => Kept::Said(match store.keep_picture(game, "txt", &text) {
                Ok(path) => Effect::Tell(format!("what you saw is in {}", path.display())),
                Err(why) => Effect::Say(format!("not saved: {why}")),
            }),
            Keep::Result(game, board, players, winners) => unless(
                store.note_result(game, &board, &players, &winners),
                "not counted in the statistics",
            ),
            Keep::Journal(file, lines) => unless(file.append(&lines), "the results can't be saved"),
            Keep::Settings(settings) => {
                let kept = store.set_settings(*settings);
                context.restyle();
                unless(kept, "this lasts until you leave, but isn't saved")
            }
            Keep::Choices(page, choices) => silently(store.remember(&page, choices)),
            Keep::Choice(page, key, value) => {
                silently(store.change_remembered(&page, |choices| drop(choices.insert(key, value))))
            }
            Keep::Deed(deed) => unless(store.note_deed(&deed), "this try isn't saved"),
            Keep::Puzzle(game, name, text) => {
                let (kept, _) = store.own_puzzles(game);
                if let Some((name, _)) = kept.iter().find(|(_, other)| *other == text) {
                    return Kept::Said(Effect::Tell(format!("already saved as '{name}'")));
                }
                Kept::Said(match store.create_puzzle(game, &name, &text) {
                    Ok(path) => {
                        let name = path.file_stem().unwrap_or_default().to_string_lossy();
                        Effect::Tell(format!("A puzzle, saved as '{name}'"))
                    }
                    Err(why) => Effect::Say(format!("not saved: {why}")),
                })
            }
            Keep::Best(page, task, number) => {
                unless(store.note_best(&page, &task, number), "your best isn't saved")
            }
        }
    }
}

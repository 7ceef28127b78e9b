//! Boards by name: the bundled ones, and the player's own in `config/boards/<game>/`.
//!
//! A file of the player's with the name of a bundled board takes its place.

use std::error::Error;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use super::{Store, StoreError, atomic, files};
use crate::play::{Game, Variant, with_keys};

const EXTENSION: &str = "toml";

/// A board that can be named, whether or not it can be played.
pub struct Entry<G: Game> {
    /// The name of its file without `.toml`, by which `--variant` asks for it.
    pub stem: String,
    /// Whose board it is.
    pub origin: Origin,
    /// The player's file.
    pub path: Option<PathBuf>,
    /// The file's contents; empty if they could not be read.
    pub text: String,
    /// The board, or why it is refused, with file, line and column.
    pub board: Result<G::Variant, String>,
}

/// Where a board comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Compiled in.
    Bundled,
    /// A file of the player's.
    Yours,
    /// A file of the player's that has the name of a bundled board and hides it.
    YoursInsteadOfBundled,
}

impl Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Origin::Bundled => "bundled",
            Origin::Yours => "yours",
            Origin::YoursInsteadOfBundled => "yours, replaces bundled",
        })
    }
}

/// Why a board cannot be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// There is no board of that name.
    Unknown(String),
    /// The board is well, but not with what `--set` makes of it.
    BadOverride(String),
    /// The file cannot be read or makes no board.
    Refused(String),
}

impl Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unknown(why) | LoadError::BadOverride(why) | LoadError::Refused(why) => {
                f.write_str(why)
            }
        }
    }
}

impl Error for LoadError {}

/// Every board of a game: the bundled ones in their order, then the player's own by name.
pub fn list<G: Game>(store: &Store) -> Vec<Entry<G>> {
    let mut own = files::list(&store.places().boards(Some(G::ID)), EXTENSION);
    let mut entries = Vec::new();
    for (stem, text) in G::BOARDS {
        match own.iter().position(|file| file.stem == *stem) {
            Some(at) => {
                let path = own.remove(at).path;
                entries.push(Entry::read(stem, Origin::YoursInsteadOfBundled, path));
            }
            None => entries.push(Entry::bundled(stem, text)),
        }
    }
    entries.extend(own.into_iter().map(|file| Entry::read(&file.stem, Origin::Yours, file.path)));
    entries
}

/// The board of a name from the list or in a `FILE.toml`, with some keys overridden.
pub fn load<G: Game>(
    store: &Store,
    name: &str,
    sets: &[(String, String)],
) -> Result<G::Variant, LoadError> {
    find::<G>(store, name)?.with(sets)
}

/// The board to play when nobody named one: the first that seats so many.
pub fn usual<G: Game>(
    store: &Store,
    players: Option<usize>,
    sets: &[(String, String)],
) -> Result<G::Variant, LoadError> {
    let entries = list::<G>(store);
    let seats = |board: &G::Variant| players.is_none_or(|players| board.seats().contains(&players));
    if players.is_some() {
        if let Some(entry) = entries.iter().find(|entry| entry.board.as_ref().is_ok_and(seats)) {
            return entry.with(sets);
        }
        // Perhaps it is `--set` that makes room.
        let roomy = |entry: &Entry<G>| entry.with(sets).ok().filter(seats);
        if let Some(board) = entries.iter().find_map(roomy) {
            return Ok(board);
        }
    }
    entries.first().expect("every game brings a board").with(sets)
}

/// The text of a board's file.
pub fn text<G: Game>(store: &Store, name: &str) -> Result<String, String> {
    find::<G>(store, name).map(|entry| entry.text).map_err(|error| error.to_string())
}

/// The file of the player's own that a board of this name goes to.
pub fn file_for<G: Game>(store: &Store, name: &str) -> Result<PathBuf, String> {
    let stem = files::stem_of(name, EXTENSION)?;
    Ok(store.places().boards(Some(G::ID)).join(format!("{stem}.{EXTENSION}")))
}

/// Writes a board file of the player's own, in the place of one of that name.
pub fn replace<G: Game>(store: &Store, name: &str, text: &str) -> Result<PathBuf, String> {
    let file = file_for::<G>(store, name)?;
    atomic::write(&file, text)?;
    Ok(file)
}

/// Begins a board file of the player's own. A file that is there already stays as it is.
pub fn create<G: Game>(store: &Store, name: &str, text: &str) -> Result<PathBuf, String> {
    let file = file_for::<G>(store, name)?;
    if file.exists() {
        return Err(format!("'{}' is there already, expected a new name", file.display()));
    }
    atomic::write(&file, text)?;
    Ok(file)
}

fn find<G: Game>(store: &Store, name: &str) -> Result<Entry<G>, LoadError> {
    let is_file = name.contains(['/', std::path::MAIN_SEPARATOR])
        || Path::new(name).extension().is_some_and(|it| it == EXTENSION);
    if is_file {
        let path = PathBuf::from(name);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text =
            files::read_existing(&path).map_err(|why| LoadError::Refused(why.to_string()))?;
        return Ok(Entry::new(&stem, Origin::Yours, Some(path), text));
    }
    let mut entries = list::<G>(store);
    match entries.iter().position(|entry| entry.stem == name) {
        Some(at) => Ok(entries.swap_remove(at)),
        None => {
            let names: Vec<String> =
                entries.iter().map(|entry| format!("'{}'", entry.stem)).collect();
            Err(LoadError::Unknown(format!(
                "'{name}' is no board of {}, expected {} or a FILE.toml",
                G::TITLE,
                names.join(", ")
            )))
        }
    }
}

impl<G: Game> Entry<G> {
    fn bundled(stem: &str, text: &str) -> Entry<G> {
        Entry::new(stem, Origin::Bundled, None, text.to_owned())
    }

    fn read(stem: &str, origin: Origin, path: PathBuf) -> Entry<G> {
        match files::read_existing(&path) {
            Ok(text) => Entry::new(stem, origin, Some(path), text),
            Err(why) => Entry::unread(stem, origin, path, &why),
        }
    }

    fn unread(stem: &str, origin: Origin, path: PathBuf, why: &StoreError) -> Entry<G> {
        let board = Err(why.to_string());
        Entry { stem: stem.to_owned(), origin, path: Some(path), text: String::new(), board }
    }

    fn new(stem: &str, origin: Origin, path: Option<PathBuf>, text: String) -> Entry<G> {
        let board = G::Variant::parse(&text).map_err(|error| match &path {
            Some(path) => error.in_file(path.display()),
            None => error.in_file(format!("{stem}.{EXTENSION}")),
        });
        Entry { stem: stem.to_owned(), origin, path, text, board }
    }

    fn with(&self, sets: &[(String, String)]) -> Result<G::Variant, LoadError> {
        if sets.is_empty() {
            return self.board.clone().map_err(LoadError::Refused);
        }
        let changed = with_keys(&self.text, sets).and_then(|text| G::Variant::parse(&text));
        // The place is one in a text that nobody has, unless the file was bad from the start.
        changed.map_err(|error| match &self.board {
            Ok(_) => LoadError::BadOverride(error.why),
            Err(why) => LoadError::Refused(why.clone()),
        })
    }
}

//! Boards by name: the bundled ones, and the player's own in `config/boards/<game>/`.
//!
//! A file of the player's with the name of a bundled board takes its place.

use std::cell::OnceCell;
use std::error::Error;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use super::{Source, Store, atomic, files};
use crate::lang;
use crate::play::telling::is_bundled;
use crate::play::{FileError, Game, Variant, with_keys};
use crate::search::Cancel;

const EXTENSION: &str = "toml";
/// So many names of boards are a help; thousands are not.
const NAMED: usize = 20;

/// A board that can be named, whether or not it can be played. Its file is read when somebody first
/// asks what is in it: of thousands a page shows a few.
pub struct BoardFile<G: Game> {
    /// The name of its file without `.toml`, by which `--variant` asks for it.
    pub stem: String,
    /// Whose board it is.
    pub origin: Origin,
    /// The player's file.
    pub path: Option<PathBuf>,
    read: OnceCell<Contents<G>>,
}

/// What is in the file of a board.
struct Contents<G: Game> {
    /// Empty if it could not be read.
    text: String,
    board: Result<G::Variant, String>,
}

/// Where a board comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
pub fn list<G: Game>(store: &Store) -> Vec<BoardFile<G>> {
    source(store).all()
}

/// The same, to be listed in slices.
pub fn source<G: Game>(store: &Store) -> Source<BoardFile<G>> {
    let (folder, bundled) = (store.places().boards(Some(G::ID)), bundled(store));
    Source::new(move |cancel| {
        let mut own = files::find(&folder, EXTENSION, cancel);
        own.retain(|file| !is_bundled_file::<G>(&file.stem));
        let entry = |file: files::Found| BoardFile::new(&file.stem, Origin::Yours, Some(file.path));
        (bundled.len() + own.len(), bundled.into_iter().chain(own.into_iter().map(entry)))
    })
}

/// The bundled boards in their order, with the player's file instead where there is one. No folder
/// is listed for them.
pub fn bundled<G: Game>(store: &Store) -> Vec<BoardFile<G>> {
    let entry = |stem: &str| match own_file::<G>(store, stem) {
        Some(path) => BoardFile::new(stem, Origin::YoursInsteadOfBundled, Some(path)),
        None => BoardFile::new(stem, Origin::Bundled, None),
    };
    G::BOARDS.iter().map(|(stem, _)| entry(stem)).collect()
}

/// The board of this name; no other is read.
pub fn named<G: Game>(store: &Store, stem: &str) -> Option<BoardFile<G>> {
    match is_bundled_file::<G>(stem) {
        true => bundled(store).into_iter().find(|entry| entry.stem == stem),
        false => {
            own_file::<G>(store, stem).map(|path| BoardFile::new(stem, Origin::Yours, Some(path)))
        }
    }
}

fn bundled_text<G: Game>(stem: &str) -> Option<&'static str> {
    G::BOARDS.iter().find(|(bundled, _)| *bundled == stem).map(|(_, text)| *text)
}

fn is_bundled_file<G: Game>(stem: &str) -> bool {
    bundled_text::<G>(stem).is_some()
}

/// The player's file of this name, if there is one.
fn own_file<G: Game>(store: &Store, stem: &str) -> Option<PathBuf> {
    let path = store.places().boards(Some(G::ID)).join(format!("{stem}.{EXTENSION}"));
    (!stem.is_empty() && !stem.starts_with('.') && path.is_file()).then_some(path)
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
    let seats = |board: &G::Variant| players.is_none_or(|players| board.seats().contains(&players));
    if players.is_none() {
        return first_board::<G>(store).with(sets);
    }
    let entries = list::<G>(store);
    if let Some(entry) = entries.iter().find(|entry| entry.board().is_ok_and(seats)) {
        return entry.with(sets);
    }
    // Perhaps it is `--set` that makes room.
    let roomy = |entry: &BoardFile<G>| entry.with(sets).ok().filter(seats);
    match entries.iter().find_map(roomy) {
        Some(board) => Ok(board),
        None => first_board::<G>(store).with(sets),
    }
}

fn first_board<G: Game>(store: &Store) -> BoardFile<G> {
    bundled(store).into_iter().next().expect("every game brings a board")
}

/// The text of a board's file.
pub fn text<G: Game>(store: &Store, name: &str) -> Result<String, String> {
    find::<G>(store, name).map(|entry| entry.text().to_owned()).map_err(|error| error.to_string())
}

/// The file of the player's own that a board of this name goes to.
pub fn file_for<G: Game>(store: &Store, name: &str) -> Result<PathBuf, String> {
    store.board_file(G::ID, name)
}

/// Begins a board file of the player's own. A file that is there already stays as it is.
pub fn create<G: Game>(store: &Store, name: &str, text: &str) -> Result<PathBuf, String> {
    store.create_board(G::ID, name, text)
}

/// Writes a board file of the player's own, in the place of one of that name.
pub fn replace<G: Game>(store: &Store, name: &str, text: &str) -> Result<PathBuf, String> {
    store.replace_board(G::ID, name, text)
}

impl Store {
    fn board_file(&self, game: &str, name: &str) -> Result<PathBuf, String> {
        let stem = files::stem_of(name, EXTENSION)?;
        Ok(self.places.boards(Some(game)).join(format!("{stem}.{EXTENSION}")))
    }

    /// Writes a board file of the player's own, in the place of one of that name.
    pub(crate) fn replace_board(
        &self,
        game: &str,
        name: &str,
        text: &str,
    ) -> Result<PathBuf, String> {
        let file = self.board_file(game, name)?;
        atomic::write(&file, text)?;
        Ok(file)
    }

    /// Begins a board file of the player's own. A file that is there already stays as it is.
    pub(crate) fn create_board(
        &self,
        game: &str,
        name: &str,
        text: &str,
    ) -> Result<PathBuf, String> {
        match self.board_file(game, name)? {
            file if file.exists() => {
                Err(format!("'{}' is there already; use another name", file.display()))
            }
            _ => self.replace_board(game, name, text),
        }
    }
}

fn find<G: Game>(store: &Store, name: &str) -> Result<BoardFile<G>, LoadError> {
    let is_file = name.contains(['/', std::path::MAIN_SEPARATOR])
        || Path::new(name).extension().is_some_and(|it| it == EXTENSION);
    if is_file {
        let path = PathBuf::from(name);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = files::read_named(&path).map_err(|why| LoadError::Refused(why.to_string()))?;
        return Ok(BoardFile::new(&stem, Origin::Yours, Some(path)).with_text(text));
    }
    named(store, name).ok_or_else(|| LoadError::Unknown(unknown::<G>(store, name)))
}

/// Why there is no such board, with the names of those there are.
fn unknown<G: Game>(store: &Store, name: &str) -> String {
    let bundled = G::BOARDS.iter().map(|(stem, _)| (*stem).to_owned());
    let folder = store.places().boards(Some(G::ID));
    let own = files::find(&folder, EXTENSION, &Cancel::default()).into_iter();
    let own = own.map(|file| file.stem).filter(|stem| !is_bundled_file::<G>(stem));
    let mut names: Vec<String> = bundled.chain(own).map(|stem| format!("'{stem}'")).collect();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(format!("{more} more ('parlour boards list {}' shows them)", G::ID));
    }
    format!("'{name}' isn't a board of {}; use {} or a FILE.toml", G::TITLE, names.join(", "))
}

impl<G: Game> BoardFile<G> {
    fn new(stem: &str, origin: Origin, path: Option<PathBuf>) -> BoardFile<G> {
        BoardFile { stem: stem.to_owned(), origin, path, read: OnceCell::new() }
    }

    fn with_text(self, text: String) -> BoardFile<G> {
        let contents = self.contents_of(text);
        BoardFile { read: OnceCell::from(contents), ..self }
    }

    /// Where it stands in the list: the place among the bundled ones, or after them, by name.
    pub fn place(&self) -> (usize, &str) {
        let bundled = G::BOARDS.iter().position(|(stem, _)| *stem == self.stem);
        (bundled.unwrap_or(usize::MAX), &self.stem)
    }

    /// The file's contents; empty if they could not be read.
    pub fn text(&self) -> &str {
        &self.contents().text
    }

    /// What its first line says about it, where that is a comment.
    pub fn about(&self) -> &str {
        let first = self.text().lines().next().unwrap_or_default();
        first.strip_prefix('#').map_or("", str::trim)
    }

    /// The board, or why it is refused, with file, line and column.
    pub fn board(&self) -> Result<&G::Variant, &String> {
        self.contents().board.as_ref()
    }

    fn contents(&self) -> &Contents<G> {
        self.read.get_or_init(|| {
            let text = match &self.path {
                Some(path) => files::read_existing(path),
                None => Ok(bundled_text::<G>(&self.stem).unwrap_or_default().to_owned()),
            };
            match text {
                Ok(text) => self.contents_of(text),
                Err(why) => Contents { text: String::new(), board: Err(why.to_string()) },
            }
        })
    }

    fn contents_of(&self, text: String) -> Contents<G> {
        let board = self.parse(&text).map_err(|error| match &self.path {
            Some(path) => error.in_file(path.display()),
            None => error.in_file(format!("{}.{EXTENSION}", self.stem)),
        });
        Contents { text, board }
    }

    /// The board of this text. The player's own one may be called as a bundled one is, whose name
    /// other languages say in their words.
    fn parse(&self, text: &str) -> Result<G::Variant, FileError> {
        let board = G::Variant::parse(text)?;
        if self.origin == Origin::Bundled || !is_bundled::<G>(board.name()) {
            return Ok(board);
        }
        let name = ("name".to_owned(), lang::surely_given(board.name()));
        with_keys(text, &[name]).and_then(|text| G::Variant::parse(&text))
    }

    fn with(&self, sets: &[(String, String)]) -> Result<G::Variant, LoadError> {
        if sets.is_empty() {
            return self.board().cloned().map_err(|why| LoadError::Refused(why.clone()));
        }
        let changed = with_keys(self.text(), sets).and_then(|text| self.parse(&text));
        // The place is one in a text that nobody has, unless the file was bad from the start.
        changed.map_err(|error| match self.board() {
            Ok(_) => LoadError::BadOverride(error.why),
            Err(why) => LoadError::Refused(why.clone()),
        })
    }
}

//! Boards by name: the bundled ones, and the player's own in `config/boards/<game>/`.
//!
//! A file of the player's with the name of a bundled board takes its place.

use std::cell::OnceCell;
use std::error::Error;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Source, Store, atomic, files};
use crate::lang;
use crate::play::telling::named_so;
use crate::play::{FileError, Variant, with_keys};
use crate::search::{Bots, Cancel, Card};

const EXTENSION: &str = "toml";
/// So many names of boards are a help; thousands are not.
const NAMED: usize = 20;

/// The boards of a game, and how one is read.
pub struct Boards {
    /// The game's name on the command line.
    pub game: &'static str,
    /// The game's name in full.
    pub title: &'static str,
    /// What it brings, by the names of the files.
    pub bundled: &'static [(&'static str, &'static str)],
    parse: fn(&str) -> Result<Card, FileError>,
}

/// A board that can be named, whether or not it can be played. Its file is read when somebody first
/// asks what is in it: of thousands a page shows a few.
pub struct BoardFile {
    /// The name of its file without `.toml`, by which `--variant` asks for it.
    pub stem: String,
    /// Whose board it is.
    pub origin: Origin,
    /// The player's file.
    pub path: Option<PathBuf>,
    of: &'static Boards,
    read: OnceCell<Contents>,
}

/// What is in the file of a board.
struct Contents {
    /// Empty if it could not be read.
    text: String,
    board: Result<Arc<Card>, String>,
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
pub fn list<G: Bots>(store: &Store) -> Vec<BoardFile> {
    Boards::of::<G>().source(store).all()
}

/// The board of a name from the list or in a `FILE.toml`, with some keys overridden.
pub fn load<G: Bots>(
    store: &Store,
    name: &str,
    sets: &[(String, String)],
) -> Result<G::Variant, LoadError> {
    Ok(Boards::of::<G>().find(store, name)?.with(sets)?.board::<G>().clone())
}

/// The board to play when nobody named one: the first that seats so many.
pub fn usual<G: Bots>(
    store: &Store,
    players: Option<usize>,
    sets: &[(String, String)],
) -> Result<G::Variant, LoadError> {
    Ok(Boards::of::<G>().usual(store, players, sets)?.board::<G>().clone())
}

/// The text of a board's file.
pub fn text<G: Bots>(store: &Store, name: &str) -> Result<String, String> {
    Boards::of::<G>().text(store, name)
}

impl Boards {
    /// Those of this game.
    pub fn of<G: Bots>() -> &'static Boards {
        const {
            &Boards {
                game: G::ID,
                title: G::TITLE,
                bundled: G::BOARDS,
                parse: |text| G::Variant::parse(text).map(Card::of::<G>),
            }
        }
    }

    /// The board of a text.
    pub fn read(&self, text: &str) -> Result<Arc<Card>, FileError> {
        (self.parse)(text).map(Arc::new)
    }

    /// Every board, to be listed in slices: the bundled ones in their order, then the player's own.
    pub fn source(&'static self, store: &Store) -> Source<BoardFile> {
        let (folder, bundled) = (store.places().boards(Some(self.game)), self.bundled(store));
        Source::new(move |cancel| {
            let mut own = files::find(&folder, EXTENSION, cancel);
            own.retain(|file| self.bundled_text(&file.stem).is_none());
            let entry = |file: files::Found| self.file(&file.stem, Origin::Yours, Some(file.path));
            (bundled.len() + own.len(), bundled.into_iter().chain(own.into_iter().map(entry)))
        })
    }

    /// The bundled boards in their order, with the player's file instead where there is one. No
    /// folder is listed for them.
    pub fn bundled(&'static self, store: &Store) -> Vec<BoardFile> {
        let entry = |stem: &str| match self.own_file(store, stem) {
            Some(path) => self.file(stem, Origin::YoursInsteadOfBundled, Some(path)),
            None => self.file(stem, Origin::Bundled, None),
        };
        self.bundled.iter().map(|(stem, _)| entry(stem)).collect()
    }

    /// The board of this name; no other is read.
    pub fn named(&'static self, store: &Store, stem: &str) -> Option<BoardFile> {
        match self.bundled_text(stem) {
            Some(_) => self.bundled(store).into_iter().find(|entry| entry.stem == stem),
            None => {
                let own = self.own_file(store, stem);
                own.map(|path| self.file(stem, Origin::Yours, Some(path)))
            }
        }
    }

    /// The text of a board's file.
    pub fn text(&'static self, store: &Store, name: &str) -> Result<String, String> {
        let found = self.find(store, name);
        found.map(|entry| entry.text().to_owned()).map_err(|error| error.to_string())
    }

    fn file(&'static self, stem: &str, origin: Origin, path: Option<PathBuf>) -> BoardFile {
        BoardFile { stem: stem.to_owned(), origin, path, of: self, read: OnceCell::new() }
    }

    fn bundled_text(&self, stem: &str) -> Option<&'static str> {
        self.bundled.iter().find(|(bundled, _)| *bundled == stem).map(|(_, text)| *text)
    }

    /// The player's file of this name, if there is one.
    fn own_file(&self, store: &Store, stem: &str) -> Option<PathBuf> {
        let path = store.places().boards(Some(self.game)).join(format!("{stem}.{EXTENSION}"));
        (!stem.is_empty() && !stem.starts_with('.') && path.is_file()).then_some(path)
    }

    fn usual(
        &'static self,
        store: &Store,
        players: Option<usize>,
        sets: &[(String, String)],
    ) -> Result<Arc<Card>, LoadError> {
        let Some(players) = players else { return self.first(store).with(sets) };
        let seats = |board: &Card| board.seats.contains(&players);
        let entries = self.source(store).all();
        if let Some(entry) = entries.iter().find(|entry| entry.board().is_ok_and(|it| seats(it))) {
            return entry.with(sets);
        }
        // Perhaps it is `--set` that makes room.
        let roomy = |entry: &BoardFile| entry.with(sets).ok().filter(|it| seats(it));
        match entries.iter().find_map(roomy) {
            Some(board) => Ok(board),
            None => self.first(store).with(sets),
        }
    }

    fn first(&'static self, store: &Store) -> BoardFile {
        self.bundled(store).into_iter().next().expect("every game brings a board")
    }

    fn find(&'static self, store: &Store, name: &str) -> Result<BoardFile, LoadError> {
        let is_file = name.contains(['/', std::path::MAIN_SEPARATOR])
            || Path::new(name).extension().is_some_and(|it| it == EXTENSION);
        if is_file {
            let path = PathBuf::from(name);
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text =
                files::read_named(&path).map_err(|why| LoadError::Refused(why.to_string()))?;
            return Ok(self.file(&stem, Origin::Yours, Some(path)).with_text(text));
        }
        self.named(store, name).ok_or_else(|| LoadError::Unknown(self.unknown(store, name)))
    }

    /// Why there is no such board, with the names of those there are.
    fn unknown(&self, store: &Store, name: &str) -> String {
        let bundled = self.bundled.iter().map(|(stem, _)| (*stem).to_owned());
        let folder = store.places().boards(Some(self.game));
        let own = files::find(&folder, EXTENSION, &Cancel::default()).into_iter();
        let own = own.map(|file| file.stem).filter(|stem| self.bundled_text(stem).is_none());
        let mut names: Vec<String> = bundled.chain(own).map(|stem| format!("'{stem}'")).collect();
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        if more > 0 {
            names.push(format!("{more} more ('parlour boards list {}' shows them)", self.game));
        }
        format!("'{name}' isn't a board of {}; use {} or a FILE.toml", self.title, names.join(", "))
    }
}

/// The file of the player's own that a board of this name goes to.
pub fn file_for<G: Bots>(store: &Store, name: &str) -> Result<PathBuf, String> {
    store.board_file(G::ID, name)
}

/// Begins a board file of the player's own. A file that is there already stays as it is.
pub fn create<G: Bots>(store: &Store, name: &str, text: &str) -> Result<PathBuf, String> {
    store.create_board(G::ID, name, text)
}

/// Writes a board file of the player's own, in the place of one of that name.
pub fn replace<G: Bots>(store: &Store, name: &str, text: &str) -> Result<PathBuf, String> {
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

impl BoardFile {
    fn with_text(self, text: String) -> BoardFile {
        let contents = self.contents_of(text);
        BoardFile { read: OnceCell::from(contents), ..self }
    }

    /// Where it stands in the list: the place among the bundled ones, or after them, by name.
    pub fn place(&self) -> (usize, &str) {
        let bundled = self.of.bundled.iter().position(|(stem, _)| *stem == self.stem);
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
    pub fn board(&self) -> Result<&Arc<Card>, &String> {
        self.contents().board.as_ref()
    }

    fn contents(&self) -> &Contents {
        self.read.get_or_init(|| {
            let text = match &self.path {
                Some(path) => files::read_existing(path),
                None => Ok(self.of.bundled_text(&self.stem).unwrap_or_default().to_owned()),
            };
            match text {
                Ok(text) => self.contents_of(text),
                Err(why) => Contents { text: String::new(), board: Err(why.to_string()) },
            }
        })
    }

    fn contents_of(&self, text: String) -> Contents {
        let board = self.parse(&text).map_err(|error| match &self.path {
            Some(path) => error.in_file(path.display()),
            None => error.in_file(format!("{}.{EXTENSION}", self.stem)),
        });
        Contents { text, board }
    }

    /// The board of this text. The player's own one may be called as a bundled one is, whose name
    /// other languages say in their words.
    fn parse(&self, text: &str) -> Result<Arc<Card>, FileError> {
        let board = self.of.read(text)?;
        if self.origin == Origin::Bundled || !named_so(self.of.bundled, &board.name) {
            return Ok(board);
        }
        let name = ("name".to_owned(), lang::surely_given(&board.name));
        with_keys(text, &[name]).and_then(|text| self.of.read(&text))
    }

    fn with(&self, sets: &[(String, String)]) -> Result<Arc<Card>, LoadError> {
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

//! `parlour boards`: board files listed, printed, checked, begun, and where they live.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::out::stdout;
use super::shelf::{self, Shelf};
use super::{Done, Failure};
use crate::lang::{self, told};
use crate::play::FileError;
use crate::store::boards::Boards;
use crate::store::{self, Store};

#[derive(Args)]
pub struct BoardsArgs {
    #[command(subcommand)]
    command: BoardsCommand,
}

#[derive(Subcommand)]
enum BoardsCommand {
    /// Every board there is, bundled and yours
    List { game: Option<String> },
    /// Print a board file
    Show {
        game: String,
        /// A name from the list, or a FILE.toml
        board: String,
    },
    /// Check a board file, and say what is wrong with it and where
    Check {
        /// The file
        file: PathBuf,
        /// Which game it is of; found out from its folder or its keys otherwise
        #[arg(long)]
        game: Option<String>,
    },
    /// A commented board file to begin with: printed, or saved among yours under NAME
    New {
        game: String,
        /// The name to save it under
        name: Option<String>,
        /// The bundled board to begin with
        #[arg(long, value_name = "BOARD")]
        from: Option<String>,
    },
    /// Where your board files live
    Path { game: Option<String> },
}

pub fn run(args: BoardsArgs, shelf: &Shelf) -> Done {
    let with = |game: &str, errand: Errand| shelf.run(game, shelf::Errand::Boards(&errand));
    match args.command {
        BoardsCommand::List { game: Some(game) } => with(&game, Errand::List),
        BoardsCommand::List { game: None } => {
            shelf.ids().into_iter().try_for_each(|game| with(game, Errand::List))
        }
        BoardsCommand::Show { game, board } => with(&game, Errand::Show(board)),
        BoardsCommand::Check { file, game } => {
            let text = store::read_text(&file).map_err(Failure::Work)?;
            let game = match game {
                Some(game) => game,
                None => game_of(shelf, &file, &text)?.to_owned(),
            };
            with(&game, Errand::Check(file, text))
        }
        BoardsCommand::New { game, name, from } => with(&game, Errand::New { name, from }),
        BoardsCommand::Path { game } => {
            let folder = Store::open_default().places().boards(game.as_deref());
            writeln!(stdout().for_programs(true), "{}", folder.display())?;
            Ok(())
        }
    }
}

/// Something to do with the boards of one game.
pub enum Errand {
    List,
    Show(String),
    Check(PathBuf, String),
    New { name: Option<String>, from: Option<String> },
}

impl Errand {
    pub fn run(&self, boards: &'static Boards) -> Done {
        match self {
            Errand::List => list(boards),
            Errand::Show(board) => show(boards, board),
            Errand::Check(file, text) => check(boards, file, text),
            Errand::New { name, from } => new(boards, name.as_deref(), from.as_deref()),
        }
    }
}

fn list(boards: &'static Boards) -> Done {
    // Names of files are for programs too.
    let mut out = stdout().for_programs(true);
    for entry in boards.source(&Store::open_default()).all() {
        let what = match entry.board() {
            Ok(board) => format!("{}  {}", board.told, board.summary),
            Err(why) => format!("refused: {why}"),
        };
        let (origin, what) = (entry.origin.to_string(), told(&what));
        writeln!(out, "{:<10} {:<16} {:<24} {what}", boards.game, entry.stem, told(&origin))?;
    }
    Ok(())
}

fn show(boards: &'static Boards, board: &str) -> Done {
    let text = boards.text(&Store::open_default(), board).map_err(Failure::Call)?;
    write!(stdout().for_programs(true), "{text}")?;
    Ok(())
}

fn check(boards: &Boards, file: &Path, text: &str) -> Done {
    match boards.read(text) {
        Ok(board) => {
            let (name, summary) = (lang::as_given(&board.name), &board.summary);
            let file = file.display();
            writeln!(stdout(), "{}: a board of {}: {name}, {summary}", file, boards.title)?;
            Ok(())
        }
        Err(error) => Err(Failure::Work(error.in_file(file.display()))),
    }
}

fn new(boards: &'static Boards, name: Option<&str>, from: Option<&str>) -> Done {
    let store = Store::open_default();
    let text = match from {
        Some(stem) => boards.text(&store, stem).map_err(Failure::Call)?,
        None => boards.bundled.first().map_or("", |(_, text)| text).to_owned(),
    };
    match name {
        None => write!(stdout().for_programs(true), "{text}")?,
        Some(name) => {
            let path = store.create_board(boards.game, name, &text).map_err(Failure::Work)?;
            writeln!(stdout().for_programs(true), "{}", path.display())?;
        }
    }
    Ok(())
}

/// The game a board file is of: that of the folder it lies in, or the only one that takes it, or
/// the one whose keys it uses most. Games that are alike in this are told apart by the folders
/// further up, and need not be where they refuse it with the same words.
fn game_of(shelf: &Shelf, file: &Path, text: &str) -> Result<&'static str, Failure> {
    let folder = file.parent().and_then(Path::file_name);
    if let Some(id) = shelf.ids().into_iter().find(|id| folder.is_some_and(|name| name == *id)) {
        return Ok(id);
    }
    let fits: Vec<Fit> = shelf.all().iter().map(|game| game.fit(text)).collect();
    let best = fits.iter().map(Fit::rank).max();
    let alike: Vec<&Fit> = fits.iter().filter(|fit| Some(fit.rank()) == best).collect();
    let further_up = file.ancestors().filter_map(Path::file_name);
    let mut named = further_up.filter_map(|name| alike.iter().find(|fit| name == fit.id));
    let same = |fit: &&Fit| fit.refusal.is_some() && fit.refusal == alike[0].refusal;
    if let Some(fit) = named.next() {
        return Ok(fit.id);
    }
    if alike.len() == 1 || alike.iter().all(same) {
        return Ok(alike[0].id);
    }
    let ids: Vec<String> = alike.iter().map(|fit| format!("'{}'", fit.id)).collect();
    let (file, expected) =
        (file.display(), format!("expected '--game' and one of {}", ids.join(", ")));
    Err(match &alike[0].refusal {
        None => Failure::Call(format!("{file}: several games take this board, {expected}")),
        Some(refusal) => Failure::Work(format!(
            "{}; no game takes this board, and its keys do not tell which one it is for, {expected}",
            refusal.in_file(file)
        )),
    })
}

/// How well a file fits a game.
pub struct Fit {
    id: &'static str,
    /// Why it is no board of the game, if it is none.
    refusal: Option<FileError>,
    /// How many keys of the game it has; a name says nothing.
    keys: usize,
}

impl Fit {
    fn rank(&self) -> (bool, usize) {
        (self.refusal.is_none(), self.keys)
    }
}

/// How well a text fits a game whose boards have these keys.
pub fn fit(boards: &Boards, of_game: &[&str], text: &str) -> Fit {
    // Lines rather than a parse: the file may be broken, which is why it is checked.
    let keys = text.lines().map(|line| match line.trim_start().starts_with("[[") {
        true => line.trim_matches(['[', ']', ' ']),
        false => line.split('=').next().unwrap_or("").trim(),
    });
    let known = keys.filter(|key| *key != "name" && of_game.contains(key)).count();
    Fit { id: boards.game, refusal: boards.read(text).err(), keys: known }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Visitor};
    use crate::tui::GameUi;

    fn said(path: &str, text: &str) -> Result<&'static str, String> {
        game_of(&Shelf::standard(), Path::new(path), text).map_err(|failure| match failure {
            Failure::Call(why) => format!("2: {why}"),
            Failure::Work(why) => format!("1: {why}"),
            Failure::Silent => String::new(),
        })
    }

    #[test]
    fn a_bundled_board_is_known_wherever_it_lies() {
        struct Bundled;
        impl Visitor for Bundled {
            type Out = ();

            fn visit<G: GameUi>(&mut self) {
                for (stem, text) in G::BOARDS {
                    let path = format!("boards/{}/{stem}.toml", G::ID);
                    assert_eq!(said(&path, text), Ok(G::ID));
                    // A name alone is a board of several games.
                    let found = said("somewhere/x.toml", text);
                    let known =
                        found.as_ref().map_or_else(|why| why.starts_with("2: "), |id| *id == G::ID);
                    assert!(known, "{path}: {found:?}");
                }
            }
        }
        games::visit_all(&mut Bundled);
    }

    #[test]
    fn a_board_is_told_from_those_that_look_like_it() {
        let rows = "Y 1 2 3 4\n1 2 3 4 3\n2 3 4 3 2\n3 4 3 2 1\n4 3 2 1 R\n";
        let park = format!("name = 'x'\ngrid = \"\"\"\n{rows}\"\"\"\n");
        assert_eq!(said("x.toml", &park), Ok("vorassic"));
        assert_eq!(said("goose/x.toml", &park), Ok("goose"), "there it would be refused");
        assert_eq!(said("goose/drafts/x.toml", &park), Ok("vorassic"));
        let broken = park.replace('R', "Q");
        let why = said("x.toml", &broken).unwrap_err();
        assert!(why.starts_with("1: x.toml:7:"), "{why}");
        assert!(why.ends_with("expected '--game' and one of 'vorassic', 'turtles'"), "{why}");
        assert_eq!(said("turtles/drafts/x.toml", &broken), Ok("turtles"));
        assert_eq!(said("x.toml", &format!("{broken}mode = 'snake'\n")), Ok("vorassic"));
        let why = "2: x.toml: several games take this board, expected '--game' and one of \
                   'connect4', 'sogo', 'gobblet'";
        assert_eq!(said("x.toml", "name = 'x'\n"), Err(why.to_owned()));
        // All say that the name is missing, so it does not matter which one does.
        assert!(said("x.toml", "").is_ok());
        assert!(said("x.toml", "name = 'x'\nwings = 2\n").unwrap_err().starts_with("1: "));
    }
}

//! `parlour boards`: board files listed, printed, checked, begun, and where they live.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::{Done, Failure, game_names};
use crate::games::{self, Visitor};
use crate::play::{Game, Variant};
use crate::store::{self, Store, boards};
use crate::tui::GameUi;

#[derive(Args)]
pub struct BoardsArgs {
    #[command(subcommand)]
    command: BoardsCommand,
}

#[derive(Subcommand)]
enum BoardsCommand {
    /// Every board there is, bundled and yours
    List {
        #[arg(value_parser = game_names())]
        game: Option<String>,
    },
    /// Print a board file
    Show {
        #[arg(value_parser = game_names())]
        game: String,
        /// A name from the list, or a FILE.toml
        board: String,
    },
    /// Check a board file, and say what is wrong with it and where
    Check {
        file: PathBuf,
        /// Which game it is of; found out from its folder or its keys otherwise
        #[arg(long, value_parser = game_names())]
        game: Option<String>,
    },
    /// A commented board file to begin with: printed, or saved among yours under NAME
    New {
        #[arg(value_parser = game_names())]
        game: String,
        name: Option<String>,
        /// The bundled board to begin with
        #[arg(long, value_name = "BOARD")]
        from: Option<String>,
    },
    /// Where your board files live
    Path {
        #[arg(value_parser = game_names())]
        game: Option<String>,
    },
}

pub fn run(args: BoardsArgs) -> Done {
    let with = |game: &str, errand: Errand| {
        games::visit(game, &mut WithGame(errand)).expect("clap knows the names of the games")
    };
    match args.command {
        BoardsCommand::List { game: Some(game) } => with(&game, Errand::List),
        BoardsCommand::List { game: None } => {
            games::visit_all(&mut WithGame(Errand::List)).into_iter().collect()
        }
        BoardsCommand::Show { game, board } => with(&game, Errand::Show(board)),
        BoardsCommand::Check { file, game } => {
            let text = store::read_text(&file).map_err(Failure::Work)?;
            let game = game.unwrap_or_else(|| game_of(&file, &text).to_owned());
            with(&game, Errand::Check(file, text))
        }
        BoardsCommand::New { game, name, from } => with(&game, Errand::New { name, from }),
        BoardsCommand::Path { game } => {
            let folder = Store::open_default().places().boards(game.as_deref());
            writeln!(stdout(), "{}", folder.display())?;
            Ok(())
        }
    }
}

/// Something to do with the boards of one game.
enum Errand {
    List,
    Show(String),
    Check(PathBuf, String),
    New { name: Option<String>, from: Option<String> },
}

struct WithGame(Errand);

impl Visitor for WithGame {
    type Out = Done;

    fn visit<G: GameUi>(&mut self) -> Done {
        match &self.0 {
            Errand::List => list::<G>(),
            Errand::Show(board) => show::<G>(board),
            Errand::Check(file, text) => check::<G>(file, text),
            Errand::New { name, from } => new::<G>(name.as_deref(), from.as_deref()),
        }
    }
}

fn list<G: Game>() -> Done {
    let mut out = stdout().lock();
    for entry in boards::list::<G>(&Store::open_default()) {
        let what = match &entry.board {
            Ok(board) => format!("{}  {}", board.name(), board.summary()),
            Err(why) => format!("refused: {why}"),
        };
        writeln!(out, "{:<10} {:<16} {:<24} {what}", G::ID, entry.stem, entry.origin.to_string())?;
    }
    Ok(())
}

fn show<G: Game>(board: &str) -> Done {
    let text = boards::text::<G>(&Store::open_default(), board).map_err(Failure::Call)?;
    write!(stdout(), "{text}")?;
    Ok(())
}

fn check<G: Game>(file: &Path, text: &str) -> Done {
    match G::Variant::parse(text) {
        Ok(board) => {
            let (name, summary) = (board.name(), board.summary());
            writeln!(stdout(), "{}: a board of {}: {name}, {summary}", file.display(), G::TITLE)?;
            Ok(())
        }
        Err(error) => Err(Failure::Work(error.in_file(file.display()))),
    }
}

fn new<G: Game>(name: Option<&str>, from: Option<&str>) -> Done {
    let text = match from {
        Some(stem) => boards::text::<G>(&Store::open_default(), stem).map_err(Failure::Call)?,
        None => G::BOARDS.first().map_or("", |(_, text)| text).to_owned(),
    };
    match name {
        None => write!(stdout(), "{text}")?,
        Some(name) => {
            let path =
                boards::create::<G>(&Store::open_default(), name, &text).map_err(Failure::Work)?;
            writeln!(stdout(), "{}", path.display())?;
        }
    }
    Ok(())
}

/// The game a board file is of: its folder's name, or whose keys it uses most.
fn game_of(file: &Path, text: &str) -> &'static str {
    let in_path = |id: &&&str| file.components().any(|part| part.as_os_str() == **id);
    if let Some(id) = games::IDS.iter().find(in_path) {
        return id;
    }
    let likeness = games::visit_all(&mut Likeness(text));
    let most = likeness.iter().max_by_key(|(_, keys)| *keys).map(|(id, _)| *id);
    most.unwrap_or(games::IDS[0])
}

struct Likeness<'a>(&'a str);

impl Visitor for Likeness<'_> {
    type Out = (&'static str, usize);

    fn visit<G: GameUi>(&mut self) -> (&'static str, usize) {
        // Lines rather than a parse: the file may be broken, which is why it is checked.
        let keys = self.0.lines().map_while(|line| match line.trim_start().starts_with("[") {
            true if line.contains("[[") => Some(line.trim_matches(['[', ']', ' '])),
            _ => Some(line.split('=').next().unwrap_or("").trim()),
        });
        let known = keys.filter(|key| *key != "name" && G::Variant::KEYS.contains(key)).count();
        (G::ID, known)
    }
}

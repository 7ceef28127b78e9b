//! Where the files are. Nothing is created here: a folder is made when something is first kept.

use std::env;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// Below a file nothing can ever be kept, nor found: the places of somebody without a home.
const NOWHERE: &str = if cfg!(windows) { r"\\.\NUL\parlour" } else { "/dev/null/parlour" };

/// Why nothing is kept there, and what helps.
pub const NO_HOME: &str =
    "there is no home folder, so nothing is kept; set PARLOUR_HOME to a folder of yours";

/// Whether a file belongs to somebody without a home.
pub fn is_nowhere(file: &Path) -> bool {
    file.starts_with(NOWHERE)
}

/// The folders for configuration, data and state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    config: PathBuf,
    data: PathBuf,
    state: PathBuf,
}

impl Places {
    /// The places of this user: below `PARLOUR_HOME` where that is set, else as the system has
    /// them. Somebody without a home keeps nothing: in a folder that all share,
    /// others could have put something for them.
    pub fn find() -> Places {
        match env::var_os("PARLOUR_HOME") {
            Some(home) if !home.is_empty() => Places::at(home),
            _ => match ProjectDirs::from("", "", "parlour") {
                Some(dirs) => Places::of_the_system(&dirs),
                None => Places::at(NOWHERE),
            },
        }
    }

    /// Everything below one folder.
    pub fn at(home: impl AsRef<Path>) -> Places {
        let folder = |name| home.as_ref().join(name);
        Places { config: folder("config"), data: folder("data"), state: folder("state") }
    }

    /// Only some systems have a folder for state; elsewhere it lives with the data of this machine.
    fn of_the_system(dirs: &ProjectDirs) -> Places {
        Places {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            state: dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).to_owned(),
        }
    }

    /// What the player should know about the places themselves.
    pub fn complaint(&self) -> Option<String> {
        is_nowhere(&self.data).then(|| NO_HOME.to_owned())
    }

    /// The file of the settings.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.toml")
    }

    /// The file of the player's own key bindings.
    pub fn keys(&self) -> PathBuf {
        self.config.join("keys.toml")
    }

    /// The folder of the player's own themes, a file each.
    pub fn themes(&self) -> PathBuf {
        self.config.join("themes")
    }

    /// The folder of the player's own phrase books, a file for each language.
    pub fn languages(&self) -> PathBuf {
        self.config.join("lang")
    }

    /// The folder of the player's own boards, of one game or of all.
    pub fn boards(&self, game: Option<&str>) -> PathBuf {
        let boards = self.config.join("boards");
        game.map_or_else(|| boards.clone(), |game| boards.join(game))
    }

    /// The folder of the matches, the unfinished ones included.
    pub fn matches(&self) -> PathBuf {
        self.data.join("matches")
    }

    /// The folder of the arena's contests.
    pub fn contests(&self) -> PathBuf {
        self.data.join("contests")
    }

    /// The folder of pictures of boards.
    pub fn pictures(&self) -> PathBuf {
        self.data.join("pictures")
    }

    /// The folder of a house's key and tables, and of a guest's seats in other houses.
    pub fn house(&self) -> PathBuf {
        self.data.join("house")
    }

    /// The log with a line for each finished match.
    pub fn statistics(&self) -> PathBuf {
        self.data.join("statistics.log")
    }

    /// The folder of the player's own puzzles, of one game or of all.
    pub fn puzzles(&self, game: Option<&str>) -> PathBuf {
        let puzzles = self.config.join("puzzles");
        game.map_or_else(|| puzzles.clone(), |game| puzzles.join(game))
    }

    /// The log with a line for each try at a puzzle.
    pub fn progress(&self) -> PathBuf {
        self.data.join("puzzles.log")
    }

    /// The last choices in the setup screens: convenient to have and no loss to forget.
    pub fn remembered(&self) -> PathBuf {
        self.state.join("remembered.toml")
    }

    /// What was achieved, such as the shortest solutions of puzzles.
    pub fn best(&self) -> PathBuf {
        self.data.join("best.toml")
    }

    /// Every place with what it holds, for `--help` and `--version`.
    pub fn list(&self) -> Vec<(&'static str, PathBuf)> {
        vec![
            ("settings", self.settings()),
            ("keys", self.keys()),
            ("themes", self.themes()),
            ("languages", self.languages()),
            ("boards", self.boards(None)),
            ("puzzles", self.puzzles(None)),
            ("matches", self.matches()),
            ("contests", self.contests()),
            ("pictures", self.pictures()),
            ("house", self.house()),
            ("statistics", self.statistics()),
            ("puzzle log", self.progress()),
            ("your bests", self.best()),
            ("choices", self.remembered()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Settings, Store, boards};
    use super::*;
    use crate::games::connect4::Connect4;
    use crate::play::Record;

    /// Nobody keeps anything for somebody without a home, and nobody else's things are read.
    #[test]
    fn without_a_home_nothing_is_kept_and_that_is_said_once() {
        let mut store = Store::open(Places::at(NOWHERE));
        assert_eq!(store.take_complaints(), [NO_HOME]);
        assert_eq!(store.take_complaints(), [""; 0]);
        let settings = Settings { mouse: false, ..Settings::default() };
        assert_eq!(store.set_settings(settings), Err(NO_HOME.to_owned()));
        assert!(!store.settings().mouse, "it holds until the end");
        let save = store.new_save("connect4");
        assert_eq!(save.write(Record::default()).unwrap_err().to_string(), NO_HOME);
        assert_eq!(store.note_result("connect4", "Standard", &[], &[]), Err(NO_HOME.to_owned()));
        assert!(store.matches().is_empty() && store.statistics().standings.is_empty());
        assert!(boards::usual::<Connect4>(&store, None, &[]).is_ok());
    }
}

//! Where the files are. Nothing is created here: a folder is made when something is first kept.

use std::env;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// The folders for configuration, data and state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    config: PathBuf,
    data: PathBuf,
    state: PathBuf,
    homeless: bool,
}

impl Places {
    /// The places of this user: below `PARLOUR_HOME` where that is set, else as the system has
    /// them. Somebody without a home gets a folder among the temporary files.
    pub fn find() -> Places {
        match env::var_os("PARLOUR_HOME") {
            Some(home) if !home.is_empty() => Places::at(home),
            _ => match ProjectDirs::from("", "", "parlour") {
                Some(dirs) => Places::of_the_system(&dirs),
                None => Places { homeless: true, ..Places::at(env::temp_dir().join("parlour")) },
            },
        }
    }

    /// Everything below one folder.
    pub fn at(home: impl AsRef<Path>) -> Places {
        let folder = |name| home.as_ref().join(name);
        Places {
            config: folder("config"),
            data: folder("data"),
            state: folder("state"),
            homeless: false,
        }
    }

    /// Only some systems have a folder for state; elsewhere it lives with the data of this machine.
    fn of_the_system(dirs: &ProjectDirs) -> Places {
        Places {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            state: dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).to_owned(),
            homeless: false,
        }
    }

    /// What the player should know about the places themselves.
    pub fn complaint(&self) -> Option<String> {
        self.homeless.then(|| {
            format!("there is no home folder, so everything is kept in {}", self.data.display())
        })
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

    /// The log with a line for each finished match.
    pub fn statistics(&self) -> PathBuf {
        self.data.join("statistics.log")
    }

    /// The last choices in the setup screens: convenient to have and no loss to forget.
    pub fn remembered(&self) -> PathBuf {
        self.state.join("remembered.toml")
    }

    /// Every place with what it holds, for `--help` and `--version`.
    pub fn list(&self) -> Vec<(&'static str, PathBuf)> {
        vec![
            ("settings", self.settings()),
            ("keys", self.keys()),
            ("themes", self.themes()),
            ("boards", self.boards(None)),
            ("matches", self.matches()),
            ("contests", self.contests()),
            ("statistics", self.statistics()),
            ("choices", self.remembered()),
        ]
    }
}

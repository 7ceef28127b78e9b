//! Where the files are. Nothing is created here: a folder is made when something is first kept.

use std::env;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use super::StoreError;

/// The folders for configuration, data and state, if there is a home at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    folders: Option<Folders>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Folders {
    config: PathBuf,
    data: PathBuf,
    state: PathBuf,
}

impl Places {
    /// The places of this user: below `PARLOUR_HOME` where that is set, else as the system has it.
    pub fn of_this_user() -> Places {
        match env::var_os("PARLOUR_HOME") {
            Some(home) if !home.is_empty() => Places::below(Path::new(&home)),
            _ => Places { folders: ProjectDirs::from("", "", "parlour").map(of_the_system) },
        }
    }

    /// Everything below one folder.
    pub fn below(home: &Path) -> Places {
        let folder = |name| home.join(name);
        let folders =
            Folders { config: folder("config"), data: folder("data"), state: folder("state") };
        Places { folders: Some(folders) }
    }

    /// No home: nothing is found and nothing can be kept.
    pub fn nowhere() -> Places {
        Places { folders: None }
    }

    /// A file or folder of the configuration: what the user writes.
    pub fn config(&self, name: impl AsRef<Path>) -> Result<PathBuf, StoreError> {
        self.join(|folders| &folders.config, name.as_ref())
    }

    /// A file or folder of the data: matches and statistics.
    pub fn data(&self, name: impl AsRef<Path>) -> Result<PathBuf, StoreError> {
        self.join(|folders| &folders.data, name.as_ref())
    }

    /// A file of the state: what is convenient to remember and no loss to forget.
    pub fn state(&self, name: impl AsRef<Path>) -> Result<PathBuf, StoreError> {
        self.join(|folders| &folders.state, name.as_ref())
    }

    pub fn settings(&self) -> Result<PathBuf, StoreError> {
        self.config("settings.toml")
    }

    pub fn keys(&self) -> Result<PathBuf, StoreError> {
        self.config("keys.toml")
    }

    /// The folder of the user's own boards of a game.
    pub fn boards(&self, game: &str) -> Result<PathBuf, StoreError> {
        self.config(Path::new("boards").join(game))
    }

    pub fn matches(&self) -> Result<PathBuf, StoreError> {
        self.data("matches")
    }

    pub fn statistics(&self) -> Result<PathBuf, StoreError> {
        self.data("statistics.log")
    }

    pub fn remembered(&self) -> Result<PathBuf, StoreError> {
        self.state("remembered.toml")
    }

    /// Every place with what it holds, for `--help` and `--version`; empty without a home.
    pub fn list(&self) -> Vec<(&'static str, PathBuf)> {
        let places = [
            ("settings", self.settings()),
            ("keys", self.keys()),
            ("boards", self.config("boards")),
            ("matches", self.matches()),
            ("statistics", self.statistics()),
            ("last choices", self.remembered()),
        ];
        places.into_iter().filter_map(|(what, path)| Some((what, path.ok()?))).collect()
    }

    fn join(
        &self,
        folder: impl Fn(&Folders) -> &PathBuf,
        name: &Path,
    ) -> Result<PathBuf, StoreError> {
        self.folders.as_ref().map(|folders| folder(folders).join(name)).ok_or(StoreError::NoHome)
    }
}

/// Only some systems have a folder for state; elsewhere it lives with the data of this machine.
fn of_the_system(dirs: ProjectDirs) -> Folders {
    Folders {
        config: dirs.config_dir().to_owned(),
        data: dirs.data_dir().to_owned(),
        state: dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).to_owned(),
    }
}

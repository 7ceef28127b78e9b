//! The disk: places, settings, boards, matches and statistics.
//!
//! Only this part and the command line name `std::fs`. Nothing here is an obstacle to play: what
//! cannot be read is said and replaced by its default, what cannot be written is said.

mod atomic;
pub mod boards;
mod clock;
mod contests;
mod error;
mod files;
pub mod languages;
mod lock;
mod places;
mod private;
pub mod puzzles;
mod remembered;
mod saves;
mod settings;
mod source;
mod stats;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use clock::{Day, Zone};
pub use contests::{ContestFile, KeptContest};
pub use error::{StoreError, reason};
pub use lock::Holder;
pub use places::Places;
pub use private::PrivateFile;
pub use remembered::Choices;
pub use saves::{KeptMatch, Matches, SaveFile, SavedMatch};
pub use settings::{Animations, BotSpeed, Characters, Own, Settings, TEMPLATE, THEMES};
pub(crate) use settings::{KEYS, Kind, Step};
pub use source::{Rows, Source};
pub use stats::{Standing, Statistics};

use crate::lang::Book;
use crate::play::{Player, Record, Seat};
use crate::search::Cancel;
use puzzles::{Deed, Progress, Tried};
use remembered::{Damaged, Remembered};

/// The whole text of a file that somebody named, or a sentence that says why it cannot be had.
pub fn read_text(file: &Path) -> Result<String, String> {
    Ok(files::read_named(file)?)
}

/// Removes what killed programs have left behind in a folder that matches are saved in.
pub fn tidy(folder: &Path) {
    atomic::sweep_folder(folder);
}

/// Puts a text into a file that somebody named; whoever looks sees the old text or the new one.
pub fn write_text(file: &Path, text: &str) -> Result<(), String> {
    Ok(atomic::write(file, text)?)
}

/// Date and time, for what is written down.
pub fn now() -> String {
    clock::date_and_time(std::time::SystemTime::now())
}

/// A name to propose for a match, no longer than a file may be called.
pub fn fitting_name(name: &str) -> &str {
    files::fitting(name)
}

/// Everything the arcade keeps between two evenings.
pub struct Store {
    places: Places,
    settings: Settings,
    /// The settings as the file has them, to tell what has changed.
    written: Settings,
    own: Own,
    remembered: Remembered,
    best: Remembered,
    progress: Progress,
    complaints: Vec<String>,
}

impl Store {
    /// The store of this user. It always opens; what is wrong is among the complaints.
    pub fn open_default() -> Store {
        Store::open(Places::find())
    }

    /// The store at these places; matches and statistics are read when they are asked for.
    pub fn open(places: Places) -> Store {
        let mut complaints: Vec<String> = places.complaint().into_iter().collect();
        let themes = files::find(&places.themes(), "toml", &Cancel::default());
        let themes = themes.into_iter().map(|file| file.stem).collect();
        let own = Own { themes, languages: languages::own(&places) };
        let file = places.settings();
        let (settings, faults) = match files::read(&file) {
            Ok(Some(text)) => Settings::read(&text, &file, &own),
            Ok(None) => (Settings::default(), Vec::new()),
            Err(why) => (Settings::default(), vec![why]),
        };
        complaints.extend(faults.into_iter().map(String::from));
        complaints.extend(languages::complaint(&places, &settings.language));
        let mut read = |file: &Path, then: &str| {
            Remembered::read(file).unwrap_or_else(|why| {
                complaints.push(format!("{why}; {then}"));
                Remembered::default()
            })
        };
        let remembered = read(&places.remembered(), "the last choices are forgotten");
        let best = read(&places.best(), "what you have achieved isn't shown");
        let progress = Progress::read(&places.progress());
        complaints.extend(progress.skipped.iter().cloned());
        let written = settings.clone();
        Store { places, written, settings, own, remembered, best, progress, complaints }
    }

    /// Where everything is kept, for those who show it to people.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// What the player should be told at the start; the second time there is nothing more to say.
    pub fn take_complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }

    /// The settings in use, even where they could not be written.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Uses these settings from now on, and writes those that have changed into the file, where
    /// comments and order stay, and what other arcades have changed. A broken file is left alone; the settings hold until the end then.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), String> {
        self.settings = settings;
        let file = self.places.settings();
        lock::alone(&file, || {
            let text = files::read(&file)?.unwrap_or_else(|| TEMPLATE.to_owned());
            atomic::write(&file, &self.settings.write_into(&self.written, &text, &file)?)
        })?;
        self.written = self.settings.clone();
        Ok(())
    }

    /// What the player has made themselves: themes and phrase books.
    pub fn own(&self) -> &Own {
        &self.own
    }

    /// The phrase book of the language in the settings; none for English.
    pub fn book(&self) -> Option<Book> {
        languages::book(&self.places, &self.settings.language)
    }

    /// The player's key bindings, with the name of their file.
    pub fn keys_text(&mut self) -> Option<(String, String)> {
        self.config_text(self.places.keys())
    }

    /// A theme file of the player's, with its name.
    pub fn theme_text(&mut self, name: &str) -> Option<(String, String)> {
        self.config_text(self.places.themes().join(format!("{name}.toml")))
    }

    fn config_text(&mut self, file: PathBuf) -> Option<(String, String)> {
        match files::read(&file) {
            Ok(text) => Some((file.display().to_string(), text?)),
            Err(why) => {
                self.complaints.push(why.to_string());
                None
            }
        }
    }

    /// The file of a match that begins now; it is made with the first [`SaveFile::write`].
    pub fn new_save(&self, game: &str) -> SaveFile {
        SaveFile::new(&self.places.matches(), game)
    }

    /// A file of the house's, or of a guest's, that nobody else may read.
    pub fn house_file(&self, name: &str) -> PrivateFile {
        PrivateFile::at(self.places.house().join(name))
    }

    /// Every match that was kept, to be listed in slices.
    pub fn kept_matches(&self) -> Source<KeptMatch> {
        saves::source(self.places.matches())
    }

    /// Every match that was kept, the newest first, all of them read.
    pub fn matches(&self) -> Vec<SavedMatch> {
        Matches::at(&self.places, &Cancel::default()).all()
    }

    /// The match to continue with; see [`Matches::last_unfinished`].
    pub fn last_unfinished(&self) -> Option<SavedMatch> {
        Matches::at(&self.places, &Cancel::default()).last_unfinished().cloned()
    }

    /// The file of a contest that begins now, and what time that is; it is made with the first
    /// [`ContestFile::append`].
    pub fn new_contest(&self, game: &str) -> (ContestFile, String) {
        ContestFile::new(&self.places.contests(), game)
    }

    /// Every contest that was kept, the newest first.
    pub fn contests(&self) -> Vec<KeptContest> {
        self.kept_contests().all()
    }

    /// The same, to be read in slices.
    pub fn kept_contests(&self) -> Source<KeptContest> {
        contests::source(self.places.contests())
    }

    /// Keeps a copy of a match under a name, and says where.
    pub fn save_as(&self, record: Record, name: &str) -> Result<PathBuf, String> {
        Ok(saves::save_as(&self.places.matches(), record, name)?)
    }

    /// Keeps a picture of a board in a new file, and says where.
    pub fn keep_picture(&self, game: &str, extension: &str, text: &str) -> Result<PathBuf, String> {
        let file = files::fresh(&self.places.pictures(), game, extension);
        atomic::write(&file, text)?;
        Ok(file)
    }

    /// Gives a match another name, and says where it is now.
    pub fn rename(&self, path: &Path, name: &str) -> Result<PathBuf, String> {
        Ok(saves::rename(path, name)?)
    }

    /// Deletes a match or a contest.
    pub fn delete(&self, path: &Path) -> Result<(), String> {
        Ok(saves::delete(path)?)
    }

    /// Enters a finished match into the statistics; `winners` share the first place.
    pub fn note_result(
        &self,
        game: &str,
        board: &str,
        players: &[Player],
        winners: &[Seat],
    ) -> Result<(), String> {
        Ok(stats::note(&self.places.statistics(), game, board, players, winners)?)
    }

    /// The same for a match of other people, to be done on another thread. Its board is left out: what
    /// guests do there isn't the record of whoever owns the house.
    pub fn result_to_note(
        &self,
        game: String,
        players: Vec<Player>,
        winners: Vec<Seat>,
    ) -> impl FnOnce() -> Result<(), String> + Send + use<> {
        let statistics = self.places.statistics();
        move || Ok(stats::note(&statistics, &game, "", &players, &winners)?)
    }

    /// Everybody's results, worked out from the log anew each time.
    pub fn statistics(&self) -> Statistics {
        Statistics::at(&self.places)
    }

    /// The last choices in a game's setup screen.
    pub fn remembered(&self, game: &str) -> Choices {
        self.remembered.of(game)
    }

    /// Keeps the choices of a game's setup screen, in the place of the last ones.
    pub fn remember(&mut self, game: &str, choices: Choices) -> Result<(), String> {
        self.change_remembered(game, |known| *known = choices)
    }

    /// Changes some of the choices of a game as they are now, whoever has made them.
    pub fn change_remembered(
        &mut self,
        game: &str,
        change: impl FnOnce(&mut Choices),
    ) -> Result<(), String> {
        let file = self.places.remembered();
        Ok(self.remembered.change(game, &file, Damaged::Replaced, change)?)
    }

    /// What was achieved with each task of a page: the lowest number.
    pub fn best(&self, page: &str) -> BTreeMap<String, u32> {
        // Earlier versions kept it among the last choices.
        let mut all = BTreeMap::new();
        for (task, text) in [&self.remembered, &self.best].into_iter().flat_map(|it| it.of(page)) {
            if let Ok(number) = text.parse::<u32>() {
                all.entry(task)
                    .and_modify(|best: &mut u32| *best = number.min(*best))
                    .or_insert(number);
            }
        }
        all
    }

    /// What somebody has done with puzzles.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What has come of a puzzle, as `connect4/5-07`; what earlier versions noted counts as solved.
    pub fn tried(&self, key: &str) -> Tried {
        let mut tried = self.progress.of(key);
        if let (false, Some((game, id))) = (tried.solved, key.split_once('/')) {
            tried.solved = self.best(&format!("{game}-puzzles")).contains_key(id);
        }
        tried
    }

    /// Notes a try at a puzzle. What other arcades have noted meanwhile is read as well.
    pub fn note_deed(&mut self, deed: &Deed) -> Result<(), String> {
        let file = self.places.progress();
        puzzles::note(&file, deed)?;
        self.progress = Progress::read(&file);
        Ok(())
    }

    /// The player's own puzzles of a game, as `(file stem, text)`, and why others can't be read.
    pub fn own_puzzles(&self, game: &str) -> (Vec<(String, String)>, Vec<String>) {
        let folder = self.places.puzzles(Some(game));
        let (mut texts, mut wrong) = (Vec::new(), Vec::new());
        for found in files::find(&folder, "toml", &Cancel::default()) {
            match files::read_existing(&found.path) {
                Ok(text) => texts.push((found.stem, text)),
                Err(why) => wrong.push(why.to_string()),
            }
        }
        texts.sort();
        (texts, wrong)
    }

    /// Keeps a puzzle of the player's own under a name that nothing has yet, and says where.
    pub fn create_puzzle(&self, game: &str, name: &str, text: &str) -> Result<PathBuf, String> {
        let folder = self.places.puzzles(Some(game));
        let stem = files::stem_of(name, "toml")?;
        // Somebody saves several puzzles of one match: each gets a number.
        let file = |number: u32| match number {
            1 => folder.join(format!("{stem}.toml")),
            number => folder.join(format!("{stem} {number}.toml")),
        };
        let free = (1..1000).map(file).find(|file| !file.exists());
        let free = free.ok_or_else(|| format!("too many puzzles are called '{stem}'"))?;
        atomic::write(&free, text)?;
        Ok(free)
    }

    /// Notes what was achieved, unless it has been done better, here or in another arcade.
    pub fn note_best(&mut self, page: &str, task: &str, number: u32) -> Result<(), String> {
        let file = self.places.best();
        Ok(self.best.change(page, &file, Damaged::LeftAlone, |all| {
            let known = all.get(task).and_then(|text| text.parse().ok()).unwrap_or(number);
            all.insert(task.to_owned(), number.min(known).to_string());
        })?)
    }
}

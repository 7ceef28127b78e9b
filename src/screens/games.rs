//! The games of an arcade as its pages know them. What a page asks of a game goes through
//! [`Pages`], so no page knows which games there are.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use super::arena::{self, About};
use super::demo::{self, Demo};
use super::house::{self, Far, TableBoard};
use super::puzzles::{Listed, daily};
use super::saves::{self, Preview};
use super::{play, puzzles, replay, settings, setup};
use crate::arena::{Driver, Journal};
use crate::house::{Hosted, HostedGames, MatchNews, hosted};
use crate::play::puzzle::{Puzzle, bundled};
use crate::play::{FileError, Hue, Player, Record, Seat, Session};
use crate::search::{bot_name, seated};
use crate::store::{Day, KeptContest, SaveFile, Store};
use crate::tui::challenge::Challenge;
use crate::tui::keys::{NAV, Section, SectionNames};
use crate::tui::panels::Paint;
use crate::tui::{Context, GameUi, Screen};

/// The games of one arcade, in the order of its menu.
#[derive(Clone)]
pub struct Games {
    all: Arc<[&'static dyn Pages]>,
    /// Every bundled puzzle, read when somebody first asks.
    puzzles: Arc<OnceLock<Vec<Listed>>>,
}

impl Games {
    pub(crate) fn new(games: impl Iterator<Item = &'static dyn Pages>) -> Games {
        Games { all: games.collect(), puzzles: Arc::default() }
    }

    pub(super) fn all(&self) -> &[&'static dyn Pages] {
        &self.all
    }

    /// The games as a house offers them.
    pub fn hosted(&self) -> HostedGames {
        HostedGames::new(self.all.iter().map(|game| game.hosted()))
    }

    pub(super) fn find(&self, id: &str) -> Option<&'static dyn Pages> {
        self.all.iter().copied().find(|game| game.id() == id)
    }

    /// Every bundled puzzle, game after game.
    pub(super) fn puzzles(&self) -> &[Listed] {
        self.puzzles.get_or_init(|| self.all().iter().flat_map(|game| Listed::of(*game)).collect())
    }

    /// The puzzle of a day.
    pub(crate) fn today(&self, day: Day) -> Option<&Listed> {
        daily(self.puzzles(), day).map(|at| &self.puzzles()[at])
    }

    /// The same, or a sentence that says that there is none.
    pub(super) fn get(&self, id: &str) -> Result<&'static dyn Pages, String> {
        self.find(id).ok_or_else(|| format!("'{id}' isn't a game of this parlour"))
    }
}

/// One game as the pages know it.
pub(crate) trait Pages: Send + Sync {
    /// The word on the command line and in records.
    fn id(&self) -> &'static str;
    /// The name in full.
    fn title(&self) -> &'static str;
    /// One line for the menu.
    fn tagline(&self) -> &'static str;
    /// The headings of `keys.toml` that are the game's own.
    fn key_sections(&self) -> Vec<SectionNames>;
    /// What sentences call these players.
    fn names(&self, players: &[Player]) -> Vec<String>;
    /// What people call a bot of this game.
    fn bot_name(&self, strategy: &str) -> String;
    /// The match beside the menu that plays itself.
    fn demo(&self) -> Option<Box<dyn Demo>>;
    /// A board with something on it, to judge a look by.
    fn sample(&self) -> Option<Paint>;
    /// A saved match in a few words and a picture.
    fn preview(&self, record: &Record) -> Option<Preview>;
    /// Where a match is set up.
    fn setup(&self, context: &mut Context) -> Box<dyn Screen>;
    /// A saved match to play on, or without a file to write to, to watch again.
    fn reopen(
        &self,
        record: Record,
        save: Option<SaveFile>,
        context: &mut Context,
    ) -> Result<Box<dyn Screen>, String>;
    /// The bundled puzzles, in order.
    fn puzzles(&self) -> Vec<Puzzle>;
    /// A puzzle of the player's own, by the text of its file.
    fn read_puzzle(&self, text: &str) -> Result<Puzzle, FileError>;
    /// What is to be done in a puzzle, and its board as a picture.
    fn puzzle_still(&self, puzzle: &Puzzle) -> Option<puzzles::Still>;
    /// The board of a puzzle to play on.
    fn challenge(&self, puzzle: &Puzzle, context: &Context) -> Result<Box<dyn Challenge>, String>;
    /// Where a contest is set up.
    fn arena(&self, games: &Games, context: &mut Context) -> Box<dyn Screen>;
    /// The game as a house offers it.
    fn hosted(&self) -> &'static dyn Hosted;
    /// The colour of a seat, of so many.
    fn hue(&self, seat: usize, seats: usize) -> Hue;
    /// The boards that a table of a house can have.
    fn table_boards(&self, store: &Store) -> Vec<TableBoard>;
    /// A match of it in a house.
    fn far(&self, news: &MatchNews) -> Result<Box<dyn Far>, String>;
    /// What a kept contest came to.
    fn about(&self, kept: &KeptContest, journal: Journal) -> Result<About, String>;
    /// A kept contest to look at and to go on with.
    fn hall(
        &self,
        kept: &KeptContest,
        journal: &Journal,
        programs: &[String],
    ) -> Result<Box<dyn Screen>, String>;
}

/// A game by its type.
pub(crate) struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    pub const NEW: Of<G> = Of(PhantomData);
}

impl<G: GameUi> Pages for Of<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn tagline(&self) -> &'static str {
        G::TAGLINE
    }

    fn key_sections(&self) -> Vec<SectionNames> {
        let own = Section { name: G::ID, bindings: G::BINDINGS }.names();
        let mut sections = vec![SectionNames { beside: &[NAV.name, play::MATCH.name], ..own }];
        sections.extend(G::PAGE_KEYS());
        sections.retain(|section| !section.actions.is_empty());
        sections
    }

    fn names(&self, players: &[Player]) -> Vec<String> {
        seated::<G>(players.to_vec()).labels().to_vec()
    }

    fn bot_name(&self, strategy: &str) -> String {
        bot_name::<G>(strategy)
    }

    fn demo(&self) -> Option<Box<dyn Demo>> {
        demo::open::<G>()
    }

    fn sample(&self) -> Option<Paint> {
        settings::sample::<G>()
    }

    fn preview(&self, record: &Record) -> Option<Preview> {
        saves::preview::<G>(record)
    }

    fn setup(&self, context: &mut Context) -> Box<dyn Screen> {
        setup::open::<G>(context)
    }

    fn reopen(
        &self,
        record: Record,
        save: Option<SaveFile>,
        context: &mut Context,
    ) -> Result<Box<dyn Screen>, String> {
        let session = Session::<G>::from_record(&record).map_err(|why| why.to_string())?;
        let Some(save) = save else { return Ok(replay::open::<G>(record, session, context)) };
        let usual = context.store.settings().bot_limit();
        Ok(play::resume_with(Driver::reopened(session, &record, usual), save, context))
    }

    fn puzzles(&self) -> Vec<Puzzle> {
        bundled::<G>()
    }

    fn read_puzzle(&self, text: &str) -> Result<Puzzle, FileError> {
        Puzzle::parse::<G>(text)
    }

    fn puzzle_still(&self, puzzle: &Puzzle) -> Option<puzzles::Still> {
        puzzles::still_of::<G>(puzzle)
    }

    fn challenge(&self, puzzle: &Puzzle, context: &Context) -> Result<Box<dyn Challenge>, String> {
        puzzles::challenge::<G>(puzzle, context)
    }

    fn arena(&self, games: &Games, context: &mut Context) -> Box<dyn Screen> {
        arena::setup_for::<G>(games, context)
    }

    fn hosted(&self) -> &'static dyn Hosted {
        hosted::<G>()
    }

    fn hue(&self, seat: usize, seats: usize) -> Hue {
        G::hue(Seat::at(seat), seats)
    }

    fn table_boards(&self, store: &Store) -> Vec<TableBoard> {
        house::boards::<G>(store)
    }

    fn far(&self, news: &MatchNews) -> Result<Box<dyn Far>, String> {
        house::far::<G>(news)
    }

    fn about(&self, kept: &KeptContest, journal: Journal) -> Result<About, String> {
        arena::about::<G>(kept, journal)
    }

    fn hall(
        &self,
        kept: &KeptContest,
        journal: &Journal,
        programs: &[String],
    ) -> Result<Box<dyn Screen>, String> {
        arena::hall_of::<G>(kept, journal, programs)
    }
}

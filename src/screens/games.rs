//! The games of an arcade as its pages know them. What a page asks of a game goes through
//! [`Pages`], so no page knows which games there are.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use super::arena::{self, About, BoardOf, Ground};
use super::demo::{self, Demo, Picture};
use super::house::{self, Far};
use super::puzzles::{Listed, daily};
use super::saves::{self, Preview};
use super::{play, puzzles, replay, settings, setup, tour};
use crate::arena::{Contest, Driver, Journal, Plan, TimeControl};
use crate::house::{Hosted, HostedGames, MatchNews, hosted};
use crate::play::puzzle::{Puzzle, bundled};
use crate::play::telling::usual_names;
use crate::play::{FileError, Hue, Player, Record, Seat, Series, Session};
use crate::search::{Card, Limit, Roster, bot_name, seated};
use crate::store::boards::Boards;
use crate::store::{Day, KeptContest, SaveFile};
use crate::tui::challenge::Challenge;
use crate::tui::game_ui::GamePage;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{NAV, Section, SectionNames};
use crate::tui::panels::Paint;
use crate::tui::{Context, Effect, GameUi, Hint, Screen};

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

/// A match as somebody has set it up.
pub(crate) struct Match {
    pub board: Arc<Card>,
    pub players: Vec<Player>,
    pub seed: u64,
    pub limit: Limit,
    pub clock: Option<TimeControl>,
    pub series: Series,
}

/// The key of a page that only one game has, and what is said of it.
pub(crate) struct OwnPage {
    pub key: &'static str,
    pub words: &'static str,
    pub about: &'static str,
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
    /// The boards of the game.
    fn boards(&self) -> &'static Boards;
    /// All of its bots.
    fn bots(&self) -> Roster;
    /// What sentences call so many seats.
    fn usual_names(&self, seats: usize) -> Vec<String>;
    /// Whether owners may look at their own face-down things.
    fn has_secrets(&self) -> bool;
    /// Whether the first seat begins on this board; else it is left to chance.
    fn first_seat_begins(&self, board: &Card, players: usize, seed: u64) -> bool;
    /// A board with something on it.
    fn picture(&self, board: &Card, players: usize, seed: u64) -> Picture;
    /// Where a match is set up.
    fn setup(&self, context: &mut Context) -> Box<dyn Screen>;
    /// A new match.
    fn begin(&self, begun: Match, context: &mut Context) -> Box<dyn Screen>;
    /// The keys and words of the pages that only this game has.
    fn pages(&self) -> Vec<OwnPage>;
    /// Opens one of them for a board.
    fn open_page(&self, page: usize, board: &Card, context: &Context) -> Box<dyn Screen>;
    /// Whether there is a guided tour.
    fn has_tour(&self) -> bool;
    fn tour(&self) -> Option<Box<dyn Screen>>;
    /// The rules, with the keys of a page.
    fn help(&self, keys: &[Hint], context: &Context) -> Box<dyn Screen>;
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
    /// Begins a contest between these, with what is different about its plan.
    fn contest(
        &self,
        board: &Card,
        players: &[Player],
        seats: usize,
        plan: &dyn Fn(Plan) -> Plan,
        context: &Context,
    ) -> Result<Effect, String>;
    /// A board for programs of other machines.
    fn ground(&self, board: &Card) -> Box<dyn Ground>;
    /// The game as a house offers it.
    fn hosted(&self) -> &'static dyn Hosted;
    /// The colour of a seat, of so many.
    fn hue(&self, seat: usize, seats: usize) -> Hue;
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

impl<G: GameUi> Of<G> {
    /// The game, for pages that need not know which one it is.
    pub const GAME: &'static dyn Pages = &Of::<G>::NEW;
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

    fn boards(&self) -> &'static Boards {
        Boards::of::<G>()
    }

    fn bots(&self) -> Roster {
        Roster::of::<G>(None)
    }

    fn usual_names(&self, seats: usize) -> Vec<String> {
        usual_names::<G>(seats)
    }

    fn has_secrets(&self) -> bool {
        G::SECRETS
    }

    fn first_seat_begins(&self, board: &Card, players: usize, seed: u64) -> bool {
        Session::<G>::new(board.board::<G>(), players, seed).turn().seat().is_some()
    }

    fn picture(&self, board: &Card, players: usize, seed: u64) -> Picture {
        demo::picture::<G>(board, players, seed)
    }

    fn setup(&self, context: &mut Context) -> Box<dyn Screen> {
        setup::open::<G>(context)
    }

    fn begin(&self, begun: Match, context: &mut Context) -> Box<dyn Screen> {
        let Match { board, players, seed, limit, clock, series } = begun;
        let session = Session::<G>::new(board.board::<G>(), players.len(), seed);
        let driver = Driver::new(session, players, limit).timed(clock).in_series(series);
        let save = context.store.new_save(G::ID);
        play::resume_with(driver, save, context)
    }

    fn pages(&self) -> Vec<OwnPage> {
        let page =
            |page: &GamePage<G>| OwnPage { key: page.key, words: page.words, about: page.about };
        G::PAGES.iter().map(page).collect()
    }

    fn open_page(&self, page: usize, board: &Card, context: &Context) -> Box<dyn Screen> {
        (G::PAGES[page].open)(board.board::<G>(), context)
    }

    fn has_tour(&self) -> bool {
        !G::TOUR.is_empty()
    }

    fn tour(&self) -> Option<Box<dyn Screen>> {
        tour::open::<G>()
    }

    fn help(&self, keys: &[Hint], context: &Context) -> Box<dyn Screen> {
        Box::new(HelpScreen::of_game::<G>(keys, context))
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
        arena::setup_for(games, Of::<G>::GAME, context)
    }

    fn contest(
        &self,
        board: &Card,
        players: &[Player],
        seats: usize,
        plan: &dyn Fn(Plan) -> Plan,
        context: &Context,
    ) -> Result<Effect, String> {
        let mut contest = Contest::<G>::new(board.board::<G>().clone(), players, seats)?;
        contest.plan = plan(contest.plan);
        Ok(arena::begin(contest, context))
    }

    fn ground(&self, board: &Card) -> Box<dyn Ground> {
        Box::new(BoardOf::<G>(board.board::<G>().clone()))
    }

    fn hosted(&self) -> &'static dyn Hosted {
        hosted::<G>()
    }

    fn hue(&self, seat: usize, seats: usize) -> Hue {
        G::hue(Seat::at(seat), seats)
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

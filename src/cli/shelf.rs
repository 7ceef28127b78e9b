//! The shelf: the games of a program, which anybody can add to.

use super::boards::Fit;
use super::results::{self, Found};
use super::visit::{Left, PlainVisit};
use super::{
    Done, Failure, arena, boards, bot, check_bot, perft, play, puzzles, replay, rules, show, solve,
};
use crate::arena::Journal;
use crate::games::{self, Visitor};
use crate::house::MatchNews;
use crate::play::Variant;
use crate::screens::{Games, Of, Pages};
use crate::store::boards::Boards;
use crate::tui::GameUi;

/// The games of a program, in the order of its menu. Each has the whole arcade: menu, setup,
/// matches, replays, contests, saved matches, statistics and every command.
///
/// ```no_run
/// use parlour::Shelf;
/// use parlour::games::connect4::Connect4;
///
/// fn main() -> std::process::ExitCode {
///     parlour::run(&Shelf::empty().with::<Connect4>())
/// }
/// ```
#[derive(Clone)]
pub struct Shelf {
    games: Vec<&'static dyn Commands>,
}

impl Shelf {
    /// No game yet.
    pub fn empty() -> Shelf {
        Shelf { games: Vec::new() }
    }

    /// The six games of this crate.
    ///
    /// ```
    /// let ids = parlour::Shelf::standard().ids();
    /// assert_eq!(ids, ["connect4", "sogo", "gobblet", "vorassic", "goose", "turtles"]);
    /// ```
    pub fn standard() -> Shelf {
        struct Fill(Shelf);
        impl Visitor for Fill {
            type Out = ();

            fn visit<G: GameUi>(&mut self) {
                self.0.put::<G>();
            }
        }
        let mut fill = Fill(Shelf::empty());
        games::visit_all(&mut fill);
        fill.0
    }

    /// The same with one game more. One of the same name gives its place to it.
    pub fn with<G: GameUi>(mut self) -> Shelf {
        self.put::<G>();
        self
    }

    fn put<G: GameUi>(&mut self) {
        let game: &'static dyn Commands = const { &Of::<G>::NEW };
        match self.games.iter_mut().find(|there| there.id() == G::ID) {
            Some(there) => *there = game,
            None => self.games.push(game),
        }
    }

    /// The games' names on the command line.
    pub fn ids(&self) -> Vec<&'static str> {
        self.games.iter().map(|game| game.id()).collect()
    }

    /// The games for the pages of an arcade.
    pub fn games(&self) -> Games {
        Games::new(self.games.iter().map(|game| *game as &'static dyn Pages))
    }

    pub(super) fn all(&self) -> &[&'static dyn Commands] {
        &self.games
    }

    /// Does something with the game of this name.
    pub(super) fn run(&self, id: &str, errand: Errand) -> Done {
        self.find(id).map_err(Failure::Work)?.run(errand)
    }

    /// The game of this name, or which there are.
    pub(super) fn find(&self, id: &str) -> Result<&'static dyn Commands, String> {
        self.games.iter().copied().find(|game| game.id() == id).ok_or_else(|| {
            let ids = self.ids().join(", ");
            format!("'{id}' isn't a game of this parlour; expected {ids}")
        })
    }
}

/// What can be asked of a game on the command line.
pub enum Errand<'a> {
    Play(&'a play::PlayArgs, &'a Shelf),
    Show(&'a show::ShowArgs),
    Perft(&'a perft::PerftArgs),
    Solve(&'a solve::SolveArgs),
    Arena(&'a arena::ArenaArgs),
    Bot(&'a bot::BotArgs),
    CheckBot(&'a check_bot::CheckBotArgs),
    Replay(&'a replay::Replay, &'a Shelf),
    Boards(&'a boards::Errand),
    Puzzles(&'a puzzles::Errand),
    Rules,
}

/// One game as the commands know it.
pub trait Commands: Pages {
    fn run(&self, errand: Errand) -> Done;

    /// How well a text fits as a board file.
    fn fit(&self, text: &str) -> Fit;

    /// Sees a match in a house through, line by line.
    fn see(&self, visit: &mut PlainVisit, news: &MatchNews) -> Result<Left, Failure>;

    /// What the journals of one contest say, with its matches for a page where one is wanted.
    fn results(&self, journal: &Journal, texts: &[&str], page: bool) -> Result<Found, String>;
}

impl<G: GameUi> Commands for Of<G> {
    fn run(&self, errand: Errand) -> Done {
        match errand {
            Errand::Play(args, shelf) => args.run::<G>(shelf),
            Errand::Show(args) => args.run::<G>(),
            Errand::Perft(args) => args.run::<G>(),
            Errand::Solve(args) => args.run::<G>(),
            Errand::Arena(args) => args.run::<G>(),
            Errand::Bot(args) => args.run::<G>(),
            Errand::CheckBot(args) => args.run::<G>(),
            Errand::Replay(replay, shelf) => replay.run::<G>(shelf),
            Errand::Boards(errand) => errand.run(Boards::of::<G>()),
            Errand::Puzzles(errand) => errand.run::<G>(),
            Errand::Rules => rules::run(G::PAGE, &rules::board::<G>),
        }
    }

    fn fit(&self, text: &str) -> Fit {
        boards::fit(Boards::of::<G>(), G::Variant::KEYS, text)
    }

    fn see(&self, visit: &mut PlainVisit, news: &MatchNews) -> Result<Left, Failure> {
        super::visit::see::<G>(visit, news)
    }

    fn results(&self, journal: &Journal, texts: &[&str], page: bool) -> Result<Found, String> {
        results::read::<G>(journal, texts, page)
    }
}

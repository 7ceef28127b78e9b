//! What a bot is, and how a game names its strategies.

use std::any::Any;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{Advice, Budget, Cancel, Level, Oracle, Roster};
use crate::lang::capital;
use crate::play::{Game, Seat};

/// Chooses moves for one seat, from what that seat may see and nothing else.
///
/// A bot answers with one of `legal`, even when the budget is a single node, and answers soon
/// after the budget is spent or cancelled. With budgets in nodes, its answers depend only on the
/// seed it was made with and on what it has been asked since: a bot may remember.
///
/// A bot of somebody else's is one method:
///
/// ```
/// use parlour::games::connect4::{Connect4, Column};
/// use parlour::play::{Eye, Game, Seat, Session, Variant};
/// use parlour::search::{Bot, Budget};
///
/// struct Leftmost;
///
/// impl Bot<Connect4> for Leftmost {
///     fn choose(&mut self, _: &Connect4, _: Seat, legal: &[Column], _: &Budget) -> Column {
///         legal[0]
///     }
/// }
///
/// let board = <Connect4 as Game>::Variant::parse(Connect4::BOARDS[0].1)?;
/// let session = Session::<Connect4>::new(&board, 2, 0);
/// let (state, seat) = (session.state(), Seat::FIRST);
/// let view = state.view(Eye::Seat(seat));
/// let mv = Leftmost.choose(&view, seat, &state.legal_moves(), &Budget::nodes(1));
/// assert_eq!(mv.to_string(), "1");
/// # Ok::<(), parlour::play::FileError>(())
/// ```
pub trait Bot<G: Game>: Send {
    /// One of `legal`, for the seat that is to move.
    fn choose(&mut self, view: &G::View, seat: Seat, legal: &[G::Move], budget: &Budget)
    -> G::Move;
}

/// A function is a bot as well.
impl<G, F> Bot<G> for F
where
    G: Game,
    F: FnMut(&G::View, Seat, &[G::Move], &Budget) -> G::Move + Send,
{
    fn choose(
        &mut self,
        view: &G::View,
        seat: Seat,
        legal: &[G::Move],
        budget: &Budget,
    ) -> G::Move {
        self(view, seat, legal, budget)
    }
}

/// One way to play a game, by name.
pub struct Strategy<G: Game> {
    /// Its name in menus, records and on the command line.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// How it thinks, in a few words for the setup screen.
    pub sentence: &'static str,
    /// From 1, a beginner, to 5, as strong as the game allows.
    pub strength: u8,
    /// Its place on the ladder that every game has; none for one that stands beside it.
    pub level: Option<Level>,
    /// Whether it can play this board; otherwise the reason: `only for 7×6`.
    pub plays: fn(&G::Variant) -> Result<(), &'static str>,
    /// Makes such a bot for a board it can play.
    pub make: fn(&G::Variant, seed: u64) -> Box<dyn Bot<G>>,
}

impl<G: Game> Strategy<G> {
    /// One that plays every board and has no other name.
    pub const fn new(
        name: &'static str,
        level: Level,
        sentence: &'static str,
        make: fn(&G::Variant, seed: u64) -> Box<dyn Bot<G>>,
    ) -> Strategy<G> {
        let strength = match level {
            Level::Beginner => 1,
            Level::Easy => 2,
            Level::Medium => 3,
            Level::Hard => 4,
            Level::Expert | Level::Perfect => 5,
        };
        let level = Some(level);
        Strategy { name, aliases: &[], sentence, strength, level, plays: |_| Ok(()), make }
    }
}

/// A game's bots, from the weakest to the strongest.
///
/// ```
/// use parlour::games::gobblet::Gobblet;
/// use parlour::search::Bots;
///
/// let names: Vec<&str> = Gobblet::STRATEGIES.iter().map(|strategy| strategy.name).collect();
/// assert!(names.contains(&"perfect"));
/// ```
pub trait Bots: Game {
    /// From the weakest to the strongest.
    const STRATEGIES: &'static [Strategy<Self>];
    /// Whom a newcomer meets first: the lowest level that is not quite asleep.
    const FIRST_OPPONENT: Level = Level::Easy;

    /// What people call a strategy of this game, where its name is another language's.
    fn spoken(strategy: &Strategy<Self>) -> &'static str {
        strategy.name
    }

    /// A hint in words: the move that the strongest bot would play, and why it is a good one.
    fn advise(_view: &Self::View, _seat: Seat, mv: &Self::Move, _budget: &Budget) -> Advice {
        Advice::new(format!("Play {mv}."), "The strongest bot would play it.")
    }

    /// A move as something to do, without a reason: `Drop in column 4.`
    fn order(_view: &Self::View, mv: &Self::Move) -> String {
        format!("Play {mv}.")
    }

    /// A move as the side it is played against is told of it, and in further sentences what it does:
    /// `Red drops in column 4.`, `That stops your four in a row.` They say only what the rules alone
    /// can show.
    fn counter(_view: &Self::View, seat: Seat, mv: &Self::Move) -> Vec<String> {
        vec![format!("{} answers {mv}.", capital(Self::hue(seat, 2).name()))]
    }

    /// What plain mode lists when somebody asks what they may play.
    fn choices(_view: &Self::View, legal: &[Self::Move]) -> Vec<String> {
        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        vec![format!("you may play: {}", legal.join(" "))]
    }

    /// Something that knows the exact value of every position on this board, or why there is
    /// nothing of the kind.
    fn solver(_: &Self::Variant, _: Book) -> Result<Box<dyn Solve<Self>>, String> {
        Err(format!("{} has no solver", Self::TITLE))
    }

    /// Something that knows what every move leads to, for puzzles on this board; or why there is
    /// nothing of the kind.
    fn oracle(_: &Self::Variant) -> Result<Box<dyn Oracle<Self>>, String> {
        Err(format!("{} has no solver for puzzles", Self::TITLE))
    }
}

/// Works out exact values.
pub trait Solve<G: Game> {
    /// The value of a position that is not over, for the player to move; nothing if cancelled.
    fn solve(&mut self, state: &G, cancel: &Cancel) -> Option<Exact>;
}

/// An exact value as the command line writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exact {
    /// Each game has its own way of writing it: `-2`, `W9`, `D`.
    pub value: String,
    /// Positions looked at, for solvers whose effort people compare.
    pub nodes: Option<u64>,
}

/// Whether a solver may look positions up that were solved before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Book {
    /// It may.
    Open,
    /// It works out everything anew.
    Closed,
}

/// The strategy of that name, alias or level that can play this board, or a sentence that says why
/// not. A strategy's own name comes first, should it be a level's as well.
///
/// ```
/// use parlour::games::connect4::{Board, Connect4};
/// use parlour::play::Variant;
/// use parlour::search::strategy;
///
/// let giant = Board::parse("name = \"Giant\"\ncolumns = 12\nrows = 12\n")?;
/// assert!(strategy::<Connect4>("minimax", &giant).is_ok());
/// assert_eq!(strategy::<Connect4>("hard", &giant).map(|found| found.name), Ok("keen"));
/// assert!(strategy::<Connect4>("genius", &giant).is_err());
/// # Ok::<(), parlour::play::FileError>(())
/// ```
pub fn strategy<G: Bots>(name: &str, variant: &G::Variant) -> Result<&'static Strategy<G>, String> {
    Roster::of::<G>(Some(variant)).find(name).map(|bot| &G::STRATEGIES[bot.at])
}

/// The strategy of that name, alias or level, whatever board it can play.
pub fn known_strategy<G: Bots>(name: &str) -> Result<&'static Strategy<G>, String> {
    Roster::of::<G>(None).known(name).map(|bot| &G::STRATEGIES[bot.at])
}

/// The strongest strategy that can play this board, for hints.
///
/// ```
/// use parlour::games::sogo::Sogo;
/// use parlour::play::{Game, Variant};
/// use parlour::search::strongest;
///
/// let board = <Sogo as Game>::Variant::parse(Sogo::BOARDS[0].1)?;
/// assert_eq!(strongest::<Sogo>(&board).map(|strategy| strategy.name), Some("expert"));
/// # Ok::<(), parlour::play::FileError>(())
/// ```
pub fn strongest<G: Bots>(variant: &G::Variant) -> Option<&'static Strategy<G>> {
    G::STRATEGIES.iter().rev().find(|strategy| (strategy.plays)(variant).is_ok())
}

/// The seed of the bot that sits down on this seat of a match after so many moves: another for each,
/// and the same when the match is played again.
pub fn seat_seed(match_seed: u64, seat: Seat, since: usize) -> u64 {
    let place = seat.index() as u64 + ((since as u64) << 8);
    match_seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(place)
}

/// The seed of a bot that is made anew for one move. A [`crate::arena::Driver`] needs none.
pub fn bot_seed(match_seed: u64, ply: usize) -> u64 {
    match_seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(ply as u64)
}

/// What a bot said when it panicked.
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it panicked without a word".to_owned())
}

/// Plays any legal move.
pub struct RandomBot(ChaCha8Rng);

impl RandomBot {
    /// The same seed chooses alike, move after move.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl<G: Game> Bot<G> for RandomBot {
    fn choose(&mut self, _: &G::View, _: Seat, legal: &[G::Move], _: &Budget) -> G::Move {
        legal[self.0.random_range(0..legal.len())].clone()
    }
}

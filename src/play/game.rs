//! What a game is: the trait its state implements, and the few words every game shares.
//!
//! Rules are pure. Nothing here, nor in any implementation, knows a terminal, a clock, a disk or a
//! random generator: chance arrives as a move like any other.

use std::cmp::Reverse;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;
use std::sync::Arc;

use rand::Rng;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::puzzle::OwnPuzzle;
use super::{FileError, Variant, sentence};

/// One place at the table. Counted from 0 in code, shown from 1.
///
/// ```
/// use parlour::play::Seat;
///
/// assert_eq!(Seat::FIRST.to_string(), "1");
/// assert_eq!(Seat::at(3).next(4), Seat::FIRST);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// Shown as player 1.
    pub const FIRST: Seat = Seat(0);
    /// Shown as player 2.
    pub const SECOND: Seat = Seat(1);

    /// The number in code, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The number a person sees.
    pub fn number(self) -> usize {
        self.index() + 1
    }

    /// Who sits next, around a table of `seats`.
    pub fn next(self, seats: usize) -> Seat {
        Seat::at((self.index() + 1) % seats.max(1))
    }

    /// The seat of an index; a table never has more than 255.
    pub fn at(index: usize) -> Seat {
        Seat(u8::try_from(index).expect("a table has at most 255 seats"))
    }

    /// The seat that a person means by this number.
    pub fn numbered(text: &str) -> Option<Seat> {
        text.parse::<u8>().ok()?.checked_sub(1).map(Seat)
    }

    /// These seats from the most points to the fewest; equal ones stay as they are.
    pub fn by_points(mut seats: Vec<Seat>, points: &[i32]) -> Vec<Seat> {
        seats.sort_by_key(|seat| Reverse(points[seat.index()]));
        seats
    }

    /// Every seat of a table, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat::at)
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// What the match waits for.
///
/// ```
/// use parlour::play::{Seat, Turn};
///
/// assert_eq!(Turn::Decide(Seat::SECOND).seat(), Some(Seat::SECOND));
/// assert_eq!(Turn::Chance { by: None }.seat(), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Turn {
    /// A choice of this seat.
    Decide(Seat),
    /// A throw or a card.
    Chance {
        /// The seat that acts it out with its own hands (the dice of a goose game wait until that
        /// player throws them); without one the bank does it at once.
        by: Option<Seat>,
    },
    /// Nothing more: the match has ended so.
    Over(Outcome),
}

impl Turn {
    /// The seat everybody looks at, if any.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Turn::Decide(seat) => Some(*seat),
            Turn::Chance { by } => *by,
            Turn::Over(_) => None,
        }
    }

    /// Whether the match has ended.
    pub fn is_over(&self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// How a match ended.
///
/// ```
/// use parlour::play::{Outcome, Seat};
///
/// let places = Outcome::Places(vec![Seat::at(2), Seat::at(0), Seat::at(1)]);
/// assert_eq!(places.to_string(), "places 3 1 2");
/// assert_eq!("places 3 1 2".parse(), Ok(places.clone()));
/// // Equal points share a place.
/// assert_eq!(places.winners(Some(&[5, 1, 5])).len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// One seat has won.
    Win(Seat),
    /// Nobody has.
    Draw,
    /// Every seat, best first; equal ones by seat (the scores tell who shares a place).
    Places(Vec<Seat>),
}

impl Outcome {
    /// Who shares the first place; nobody after a draw. `scores` are the game's at the end.
    pub fn winners(&self, scores: Option<&[i32]>) -> Vec<Seat> {
        let score = |seat: Seat| scores.map(|scores| scores[seat.index()]);
        match self {
            Outcome::Win(seat) => vec![*seat],
            Outcome::Draw => Vec::new(),
            Outcome::Places(seats) => {
                let first = seats.first().copied();
                let shares = |seat: &Seat| {
                    Some(*seat) == first
                        || (scores.is_some() && first.map(score) == Some(score(*seat)))
                };
                seats.iter().copied().filter(shares).collect()
            }
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(seat) => write!(f, "{seat} wins"),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Places(seats) => {
                f.write_str("places")?;
                seats.iter().try_for_each(|seat| write!(f, " {seat}"))
            }
        }
    }
}

impl FromStr for Outcome {
    type Err = String;

    fn from_str(text: &str) -> Result<Outcome, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let outcome = match words[..] {
            ["draw"] => Some(Outcome::Draw),
            [seat, "wins"] => Seat::numbered(seat).map(Outcome::Win),
            ["places", ref seats @ ..] if !seats.is_empty() => {
                let seats = seats.iter().map(|seat| Seat::numbered(seat)).collect::<Option<_>>();
                seats.map(Outcome::Places)
            }
            _ => None,
        };
        outcome.ok_or_else(|| {
            format!("'{text}' isn't a result; use '1 wins', 'draw' or 'places 2 1 3'")
        })
    }
}

/// Through whose eyes a match is seen.
///
/// ```
/// use parlour::play::{Eye, Seat};
///
/// assert!(Eye::Seat(Seat::FIRST).sees(Seat::FIRST));
/// assert!(!Eye::Spectator.sees(Seat::FIRST));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Eye {
    /// Somebody who plays, and sees what is their own.
    Seat(Seat),
    /// Somebody beside the table, who sees what all seats may see.
    Spectator,
    /// `show`, replays of finished matches and the tests.
    Everything,
}

impl Eye {
    /// Whether this eye may look at what belongs to `seat` alone.
    pub fn sees(self, seat: Seat) -> bool {
        self == Eye::Everything || self == Eye::Seat(seat)
    }
}

/// A face-down thing as somebody sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Veiled<T> {
    /// Something lies there, and this eye may not know what.
    Hidden,
    /// What it is.
    Known(T),
}

/// The colour a seat plays with, by name. What it looks like is the theme's affair.
///
/// ```
/// use parlour::play::Hue;
///
/// assert_eq!(Hue::ALL.map(Hue::name), ["red", "yellow", "green", "blue", "pink", "violet"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hue {
    /// Of the first seat, where a game has no other custom.
    Red,
    /// Of the second seat likewise.
    Yellow,
    /// Of the third seat likewise.
    Green,
    /// Of the fourth seat likewise.
    Blue,
    /// Of the fifth seat likewise.
    Pink,
    /// Of the sixth seat likewise.
    Violet,
}

impl Hue {
    /// Every colour, in the order of the seats.
    pub const ALL: [Hue; 6] =
        [Hue::Red, Hue::Yellow, Hue::Green, Hue::Blue, Hue::Pink, Hue::Violet];

    /// The word in board files and in the names of nameless players.
    pub fn name(self) -> &'static str {
        match self {
            Hue::Red => "red",
            Hue::Yellow => "yellow",
            Hue::Green => "green",
            Hue::Blue => "blue",
            Hue::Pink => "pink",
            Hue::Violet => "violet",
        }
    }
}

/// Why a move is refused or can't be read, for games that need no more than the sentence.
///
/// ```
/// use parlour::play::Refusal;
///
/// assert_eq!(Refusal::new("heap a is empty").to_string(), "heap a is empty");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(String);

impl Refusal {
    /// What is wrong, and what would be right.
    pub fn new(why: impl Into<String>) -> Refusal {
        Refusal(sentence(&why.into()))
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Refusal {}

/// Inside `impl Game`: every eye sees the state itself.
///
/// ```
/// use parlour::games::sogo::Sogo;
/// use parlour::play::{Eye, Game, Session, Variant};
///
/// let board = <Sogo as Game>::Variant::parse(Sogo::BOARDS[0].1)?;
/// let session = Session::<Sogo>::new(&board, 2, 0);
/// assert_eq!(session.state().view(Eye::Spectator), *session.state());
/// # Ok::<(), parlour::play::FileError>(())
/// ```
#[macro_export]
macro_rules! nothing_is_secret {
    () => {
        type View = Self;

        fn view(&self, _: $crate::play::Eye) -> Self {
            self.clone()
        }

        fn imagine(view: &Self, _: &mut dyn $crate::rand::Rng) -> Self {
            view.clone()
        }
    };
}

/// The rules of one game, implemented by its state.
///
/// The trait is enough to walk through a game without anything else:
///
/// ```
/// use std::sync::Arc;
/// use parlour::games::sogo::Sogo;
/// use parlour::play::{Game, Outcome, Seat, Turn, Variant};
///
/// let board = <Sogo as Game>::Variant::parse(Sogo::BOARDS[0].1)?;
/// let mut state = Sogo::start(Arc::new(board), 2);
/// for text in ["a1", "b1", "a1", "b1", "a1", "b1"] {
///     state.play(&text.parse()?)?;
/// }
/// assert_eq!(state.turn(), Turn::Decide(Seat::FIRST));
/// assert!(state.check(&"a1".parse()?).is_ok());
/// state.play_unchecked(&"a1".parse()?);
/// assert_eq!(state.turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
/// assert!(state.legal_moves().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// The folder, the word on the command line and in a record's header.
    const ID: &'static str;
    /// The name in full, as menus print it.
    const TITLE: &'static str;
    /// One line for the menu.
    const TAGLINE: &'static str;
    /// What plain mode asks a person for.
    const ASKS_FOR: &'static str = "move";
    /// What the signs on plain mode's board mean, in a sentence; empty where they say it themselves.
    const SIGNS: &'static str = "";
    /// The rules page: Markdown, with ```` ```board ```` blocks whose text is a list of moves.
    const PAGE: &'static str;
    /// The guided tour, as [`tour`](super::tour) reads it; empty where there is none.
    const TOUR: &'static str = "";
    /// Whether a seat has secrets, such as a hand of cards, that nobody else may see.
    const SECRETS: bool = false;
    /// The bundled board files, `(file stem, text)`, the usual board first.
    const BOARDS: &'static [(&'static str, &'static str)];
    /// The bundled puzzles, a file as [`puzzle`](super::puzzle) reads it; empty where there are none.
    const PUZZLES: &'static str = "";

    /// The boards and options of this game.
    type Variant: Variant;
    /// `Display` and `FromStr` are the one notation: records, traces, bots, the command line.
    /// The text has no white space and does not depend on the position.
    type Move: Clone
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err: Error + Send + Sync + 'static>
        + Send
        + Sync
        + 'static;
    /// Why a move is refused, as a sentence for a person.
    type Illegal: Error + Eq + Send + Sync + 'static;
    /// What an eye may see; `Self` where nothing is secret.
    ///
    /// Written and read again it is the same, so that a match can be watched from another machine;
    /// what is written says no more than the view.
    type View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The first position for `seats` players. The caller has made sure that
    /// `variant.seats()` contains `seats` and that the variant is settled.
    fn start(variant: Arc<Self::Variant>, seats: usize) -> Self;
    /// The board it is played on.
    fn variant(&self) -> &Arc<Self::Variant>;
    /// How many sat down; the number of the board, where it has only one.
    fn seats(&self) -> usize {
        *self.variant().seats().start()
    }
    /// What the match waits for.
    fn turn(&self) -> Turn;
    /// Every legal move in a stable order; at `Turn::Chance` every outcome; none when over.
    fn legal_moves(&self) -> Vec<Self::Move>;
    /// Whether a move is legal here; otherwise why not.
    fn check(&self, mv: &Self::Move) -> Result<(), Self::Illegal>;
    /// Plays a move that `check` accepts. Anything may happen with another, panics included.
    fn play_unchecked(&mut self, mv: &Self::Move);
    /// The outcomes at `Turn::Chance` with their relative weights.
    fn chance_weights(&self) -> Vec<(Self::Move, u32)> {
        Vec::new()
    }
    /// Points by seat, where the game has points.
    fn scores(&self) -> Option<Vec<i32>> {
        None
    }

    /// What an eye sees of this state, and nothing else.
    fn view(&self, eye: Eye) -> Self::View;
    /// Some full state that looks like `view` to its owner, drawn with `rng`.
    fn imagine(view: &Self::View, rng: &mut dyn Rng) -> Self;

    /// Plays a legal move, or leaves the state as it was. Not to be overridden.
    fn play(&mut self, mv: &Self::Move) -> Result<(), Self::Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// The position after a move that `check` accepts. Not to be overridden.
    fn after(&self, mv: &Self::Move) -> Self {
        let mut after = self.clone();
        after.play_unchecked(mv);
        after
    }

    /// The text of a move as `eye` may know it: hidden parts read `?`.
    fn seen_move(&self, mv: &Self::Move, _eye: Eye) -> String {
        mv.to_string()
    }

    /// What `eye` is told when `mv` is played here: the lines of the move list and of plain mode,
    /// none where it is no news.
    fn tell(&self, mv: &Self::Move, eye: Eye, _names: &[String]) -> Vec<String> {
        vec![self.seen_move(mv, eye)]
    }

    /// The same for the list beside a board, where a mark says who played: in plainer sentences
    /// where `tell` is bound to the words of the original rules.
    fn story(&self, mv: &Self::Move, eye: Eye, names: &[String]) -> Vec<String> {
        self.tell(mv, eye, names)
    }

    /// What is told before the first move: what the rules alone do to the starting position.
    fn opening(&self, _names: &[String]) -> Vec<String> {
        Vec::new()
    }

    /// Whether this move is one that players count: what a card or the bank does is none in some games.
    fn counts(_mv: &Self::Move) -> bool {
        true
    }

    /// Why taking `mv` back would be unfair: playing it here showed somebody a secret.
    fn reveals(&self, _mv: &Self::Move) -> Option<&'static str> {
        None
    }

    /// Reads a puzzle that isn't a position to play from, where the game has such a kind.
    fn own_puzzle(_text: &str) -> Result<Box<dyn OwnPuzzle>, FileError> {
        Err(FileError::new("'goal' is missing; write goal = \"win in 5\", for instance"))
    }

    /// The board as plain mode prints it.
    fn plain(view: &Self::View) -> String;

    /// What that leaves to the memory, in a line each: a puzzle tells it, since nobody saw the moves.
    fn unseen(_view: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// What `show --json` and the bot protocol tell of a view beside `turn`, `legal` and
    /// `scores`: `board`, and what is particular to the game.
    fn describe(view: &Self::View) -> Map<String, Value> {
        let rows: Value = Self::plain(view).lines().collect();
        Map::from_iter([("board".to_owned(), rows)])
    }

    /// The view of `seat` of which [`describe`](Game::describe) told, for bots that hear of a
    /// match from elsewhere. Where nothing is secret the moves tell everything, and nobody asks.
    fn hear(
        _variant: Arc<Self::Variant>,
        _seat: Seat,
        _told: &Map<String, Value>,
    ) -> Result<Self::View, String> {
        Err("the moves tell everything here".to_owned())
    }

    /// Splits a line of moves into the text of each.
    fn split_moves(_variant: &Self::Variant, line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    /// The colour of a seat at a table of `seats`.
    fn hue(seat: Seat, _seats: usize) -> Hue {
        Hue::ALL[seat.index() % Hue::ALL.len()]
    }
}

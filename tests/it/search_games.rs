//! Small games for the searches: each is a few rules in a frame that makes it a `Game`.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::num::ParseIntError;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use parlour::play::{Eye, FileError, Game, Outcome, Seat, Turn, Variant, board_text};
use parlour::search::fingerprint;
use rand::{Rng, RngExt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The rules of a small game whose moves are numbers.
pub trait Rules:
    Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    const SEATS: usize = 2;
    fn start() -> Self;
    fn turn(&self) -> Turn;
    /// Moves, or outcomes with their weights.
    fn moves(&self) -> Vec<(u8, u32)>;
    fn play(&mut self, mv: u8);
    fn scores(&self) -> Option<Vec<i32>> {
        None
    }
    /// For tables of positions.
    fn key(&self) -> u64 {
        fingerprint(self)
    }
}

/// A small game in which everybody sees everything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open<R>(pub R, #[serde(with = "board_text")] Arc<NoBoard>);

impl<R: Rules> Open<R> {
    pub fn at(rules: R) -> Open<R> {
        Open(rules, Arc::new(NoBoard))
    }
}

/// What a secretive game hides, on top of its rules.
pub trait Secretive: Rules {
    /// What the eye may see, as a state in which the hidden things are blank.
    fn veiled(&self, eye: Eye) -> Self;
    /// Fills in the blanks.
    fn imagine(&self, rng: &mut dyn Rng) -> Self;
    /// Whether the eye sees which of its moves somebody makes here.
    fn shows_move(&self, eye: Eye) -> bool;
}

/// A small game with secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed<R>(pub R, Arc<NoBoard>);

impl<R: Rules> Closed<R> {
    pub fn at(rules: R) -> Closed<R> {
        Closed(rules, Arc::new(NoBoard))
    }
}

/// What somebody sees of a closed game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen<R>(R);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number(pub u8);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Number {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Number, ParseIntError> {
        text.parse().map(Number)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused;

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is no move here")
    }
}

impl std::error::Error for Refused {}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoBoard;

impl Variant for NoBoard {
    const KEYS: &'static [&'static str] = &[];

    fn parse(_: &str) -> Result<NoBoard, FileError> {
        Ok(NoBoard)
    }

    fn to_toml(&self) -> String {
        String::new()
    }

    fn name(&self) -> &str {
        "none"
    }

    fn seats(&self) -> RangeInclusive<usize> {
        1..=255
    }

    fn summary(&self) -> String {
        String::new()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// What both frames have in common: everything but what is seen.
macro_rules! common {
    () => {
        const ID: &'static str = "small";
        const TITLE: &'static str = "Small";
        const TAGLINE: &'static str = "";
        const PAGE: &'static str = "";
        const BOARDS: &'static [(&'static str, &'static str)] = &[("none", "")];

        type Variant = NoBoard;
        type Move = Number;
        type Illegal = Refused;

        fn start(variant: Arc<NoBoard>, _: usize) -> Self {
            Self(R::start(), variant)
        }

        fn variant(&self) -> &Arc<NoBoard> {
            &self.1
        }

        fn seats(&self) -> usize {
            R::SEATS
        }

        fn turn(&self) -> Turn {
            self.0.turn()
        }

        fn legal_moves(&self) -> Vec<Number> {
            self.0.moves().into_iter().map(|(mv, _)| Number(mv)).collect()
        }

        fn chance_weights(&self) -> Vec<(Number, u32)> {
            self.0.moves().into_iter().map(|(mv, weight)| (Number(mv), weight)).collect()
        }

        fn check(&self, mv: &Number) -> Result<(), Refused> {
            if self.legal_moves().contains(mv) { Ok(()) } else { Err(Refused) }
        }

        fn play_unchecked(&mut self, mv: &Number) {
            self.0.play(mv.0);
        }

        fn scores(&self) -> Option<Vec<i32>> {
            self.0.scores()
        }

        fn plain(view: &Self::View) -> String {
            format!("{view:?}")
        }

        fn describe(_: &Self::View) -> Map<String, Value> {
            Map::new()
        }
    };
}

impl<R: Rules> Game for Open<R> {
    common!();

    type View = Open<R>;

    fn view(&self, _: Eye) -> Open<R> {
        self.clone()
    }

    fn imagine(view: &Open<R>, _: &mut dyn Rng) -> Open<R> {
        view.clone()
    }
}

impl<R: Secretive> Game for Closed<R> {
    common!();

    type View = Seen<R>;

    fn view(&self, eye: Eye) -> Seen<R> {
        Seen(self.0.veiled(eye))
    }

    fn imagine(view: &Seen<R>, rng: &mut dyn Rng) -> Closed<R> {
        Closed::at(view.0.imagine(rng))
    }

    fn seen_move(&self, mv: &Number, eye: Eye) -> String {
        if self.0.shows_move(eye) { mv.to_string() } else { "?".to_owned() }
    }
}

/// Noughts and crosses. With `TWICE`, who takes the centre moves again.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Noughts<const TWICE: bool> {
    /// The cells of each seat as bits.
    pub cells: [u16; 2],
    pub next: u8,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl<const TWICE: bool> Rules for Noughts<TWICE> {
    fn start() -> Self {
        Noughts { cells: [0, 0], next: 0 }
    }

    fn turn(&self) -> Turn {
        for seat in Seat::all(2) {
            if LINES.iter().any(|line| self.cells[seat.index()] & line == *line) {
                return Turn::Over(Outcome::Win(seat));
            }
        }
        if self.cells[0] | self.cells[1] == 0o777 {
            return Turn::Over(Outcome::Draw);
        }
        Turn::Decide(Seat(self.next))
    }

    fn moves(&self) -> Vec<(u8, u32)> {
        let taken = self.cells[0] | self.cells[1];
        (0..9).filter(|cell| taken & (1 << cell) == 0).map(|cell| (cell, 1)).collect()
    }

    fn play(&mut self, mv: u8) {
        self.cells[usize::from(self.next)] |= 1 << mv;
        if !(TWICE && mv == 4) {
            self.next = 1 - self.next;
        }
    }
}

/// A heap of matches: the first seat takes one or two, the second one, or four and then again.
/// The last match wins. The same heap comes at different plies and before either seat, and is
/// often won for the one and lost for the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Heap {
    pub left: u8,
    pub next: u8,
}

impl Rules for Heap {
    fn start() -> Self {
        Heap { left: 12, next: 0 }
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over(Outcome::Win(Seat(1 - self.next))),
            _ => Turn::Decide(Seat(self.next)),
        }
    }

    fn moves(&self) -> Vec<(u8, u32)> {
        let takes = if self.next == 0 { [1, 2] } else { [1, 4] };
        takes.into_iter().filter(|&taken| taken <= self.left).map(|taken| (taken, 1)).collect()
    }

    fn play(&mut self, mv: u8) {
        self.left -= mv;
        if mv != 4 || self.left == 0 {
            self.next = 1 - self.next;
        }
    }

    fn key(&self) -> u64 {
        u64::from(self.left)
    }
}

/// A thicket grown from a number: how many ways lead on, who decides or whether it is chance,
/// where it ends and how, all follow from the number, the ply and the sum of the moves. Different
/// ways lead to the same place, and seats move as often in a row as it happens.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Thicket<const SEATS: usize, const CHANCE: bool> {
    pub number: u64,
    /// No way has more plies.
    pub longest: u8,
    pub ply: u8,
    pub sum: u8,
}

impl<const SEATS: usize, const CHANCE: bool> Thicket<SEATS, CHANCE> {
    pub fn grown(number: u64, longest: u8) -> Self {
        Thicket { number, longest, ply: 0, sum: 0 }
    }

    /// The fate of this place in some respect.
    pub fn lot(&self, respect: &str, of: u64) -> u64 {
        fingerprint(&(self, respect)) % of
    }

    fn ways(&self) -> u8 {
        2 + self.lot("ways", 3) as u8
    }
}

impl<const SEATS: usize, const CHANCE: bool> Rules for Thicket<SEATS, CHANCE> {
    const SEATS: usize = SEATS;

    fn start() -> Self {
        Thicket::grown(0, 6)
    }

    fn turn(&self) -> Turn {
        if self.ply == self.longest || (self.ply > 1 && self.lot("end", 8) == 0) {
            return Turn::Over(match self.lot("outcome", SEATS as u64 + 1) {
                0 => Outcome::Draw,
                winner => Outcome::Win(Seat::at(winner as usize - 1)),
            });
        }
        if CHANCE && self.ply > 0 && self.lot("chance", 3) == 0 {
            return Turn::Chance { by: None };
        }
        Turn::Decide(Seat::at(self.lot("seat", SEATS as u64) as usize))
    }

    fn moves(&self) -> Vec<(u8, u32)> {
        if self.turn().is_over() {
            return Vec::new();
        }
        (0..self.ways()).map(|way| (way, 1 + u32::from(way) * 2)).collect()
    }

    fn play(&mut self, mv: u8) {
        self.ply += 1;
        self.sum += mv;
    }
}

/// A coin lies in one of two hands. The seat to decide stays away (0), which wins three times in
/// five, or comes nearer (1) and then guesses the hand: who knows the hand wins always, who does
/// not wins every other time. If `HIDDEN_BY_OTHER`, the other seat hides the coin after that;
/// otherwise it lies there from the start.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Coin<const HIDDEN_BY_OTHER: bool> {
    pub hand: Option<u8>,
    pub step: CoinStep,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CoinStep {
    Approach,
    Lottery,
    Hide,
    Guess,
    Over { won: bool },
}

pub const STAY: Number = Number(0);
pub const APPROACH: Number = Number(1);

impl<const HIDDEN_BY_OTHER: bool> Coin<HIDDEN_BY_OTHER> {
    pub fn in_hand(hand: u8) -> Self {
        Coin { hand: (!HIDDEN_BY_OTHER).then_some(hand), step: CoinStep::Approach }
    }
}

impl<const HIDDEN_BY_OTHER: bool> Rules for Coin<HIDDEN_BY_OTHER> {
    fn start() -> Self {
        Coin::in_hand(0)
    }

    fn turn(&self) -> Turn {
        match self.step {
            CoinStep::Approach | CoinStep::Guess => Turn::Decide(Seat::FIRST),
            CoinStep::Hide => Turn::Decide(Seat::SECOND),
            CoinStep::Lottery => Turn::Chance { by: None },
            CoinStep::Over { won: true } => Turn::Over(Outcome::Win(Seat::FIRST)),
            CoinStep::Over { won: false } => Turn::Over(Outcome::Win(Seat::SECOND)),
        }
    }

    fn moves(&self) -> Vec<(u8, u32)> {
        match self.step {
            CoinStep::Lottery => vec![(0, 2), (1, 3)],
            CoinStep::Over { .. } => Vec::new(),
            _ => vec![(0, 1), (1, 1)],
        }
    }

    fn play(&mut self, mv: u8) {
        self.step = match self.step {
            CoinStep::Approach if mv == 0 => CoinStep::Lottery,
            CoinStep::Approach if self.hand.is_none() => CoinStep::Hide,
            CoinStep::Approach => CoinStep::Guess,
            CoinStep::Hide => {
                self.hand = Some(mv);
                CoinStep::Guess
            }
            CoinStep::Lottery => CoinStep::Over { won: mv == 1 },
            CoinStep::Guess => CoinStep::Over { won: self.hand == Some(mv) },
            CoinStep::Over { .. } => self.step,
        };
    }
}

impl<const HIDDEN_BY_OTHER: bool> Secretive for Coin<HIDDEN_BY_OTHER> {
    fn veiled(&self, eye: Eye) -> Self {
        let hand = if eye.sees(Seat::SECOND) { self.hand } else { None };
        Coin { hand, ..self.clone() }
    }

    fn imagine(&self, rng: &mut dyn Rng) -> Self {
        let laid = !HIDDEN_BY_OTHER || self.step == CoinStep::Guess;
        let hand =
            if laid { self.hand.or_else(|| Some(rng.random_range(0..2))) } else { self.hand };
        Coin { hand, ..self.clone() }
    }

    fn shows_move(&self, eye: Eye) -> bool {
        self.step != CoinStep::Hide || eye.sees(Seat::SECOND)
    }
}

/// Four seats that have already finished, with these points.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Podium(pub [i32; 4]);

impl Rules for Podium {
    const SEATS: usize = 4;

    fn start() -> Self {
        Podium([0; 4])
    }

    fn turn(&self) -> Turn {
        let mut places: Vec<Seat> = Seat::all(4).collect();
        places.sort_by_key(|seat| -self.0[seat.index()]);
        Turn::Over(Outcome::Places(places))
    }

    fn moves(&self) -> Vec<(u8, u32)> {
        Vec::new()
    }

    fn play(&mut self, _: u8) {}

    fn scores(&self) -> Option<Vec<i32>> {
        Some(self.0.to_vec())
    }
}

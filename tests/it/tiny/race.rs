//! A dice race: two three-sided dice, nothing to choose, and whoever is landed on starts again.

use std::cell::Cell;
use std::error::Error;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use parlour::play::{
    Dice, Eye, FileError, Game, Outcome, Seat, Turn, Variant, board_text, read_toml,
};
use parlour::search::{Bots, RandomBot, Strategy};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use toml::Spanned;

const SIDES: u8 = 3;

thread_local! {
    /// How many boards this test has read.
    pub static PARSED: Cell<usize> = const { Cell::new(0) };
}

/// The length of the race; a file may leave it to the seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    name: String,
    goal: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTrack {
    name: String,
    goal: Option<Spanned<u32>>,
}

impl Variant for Track {
    const KEYS: &'static [&'static str] = &["name", "goal"];

    fn parse(text: &str) -> Result<Track, FileError> {
        PARSED.set(PARSED.get() + 1);
        let raw: RawTrack = read_toml(text)?;
        if let Some(goal) = &raw.goal
            && !(4..=40).contains(goal.get_ref())
        {
            let why = format!("'goal': {} is out of range, expected 4 to 40", goal.get_ref());
            return Err(FileError::at(text, goal.span(), why));
        }
        Ok(Track { name: raw.name, goal: raw.goal.map(Spanned::into_inner) })
    }

    fn to_toml(&self) -> String {
        let goal = self.goal.map(|goal| format!("goal = {goal}\n")).unwrap_or_default();
        format!("name = {}\n{goal}", Value::from(self.name.as_str()))
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=4
    }

    fn usual_seats(&self) -> usize {
        3
    }

    fn settle(&self, seed: u64) -> Track {
        let drawn = || Dice::new(seed).stream(usize::MAX).random_range(8..=15);
        Track { goal: Some(self.goal.unwrap_or_else(drawn)), ..self.clone() }
    }

    fn summary(&self) -> String {
        self.goal.map_or("any length".to_owned(), |goal| format!("{goal} cells"))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("goal", self.summary())]
    }
}

/// A throw. The smaller die stands first in the list of moves; the other order is accepted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Throw(u8, u8);

impl Throw {
    fn sum(&self) -> u32 {
        u32::from(self.0 + self.1)
    }
}

impl Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.0, self.1)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadThrow(String);

impl Display for BadThrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' isn't a throw; use something like '1+3'", self.0)
    }
}

impl Error for BadThrow {}

impl FromStr for Throw {
    type Err = BadThrow;

    fn from_str(text: &str) -> Result<Throw, BadThrow> {
        let (first, second) = text.split_once('+').ok_or_else(|| BadThrow(text.to_owned()))?;
        let die = |die: &str| die.parse().map_err(|_| BadThrow(text.to_owned()));
        Ok(Throw(die(first)?, die(second)?))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalThrow {
    Over,
    NoSuchDie(u8),
}

impl Display for IllegalThrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalThrow::Over => f.write_str("the race is over"),
            IllegalThrow::NoSuchDie(die) => {
                write!(f, "no die shows '{die}', expected 1 to {SIDES}")
            }
        }
    }
}

impl Error for IllegalThrow {}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Race {
    #[serde(with = "board_text")]
    track: Arc<Track>,
    cells: Vec<u32>,
    to_throw: Seat,
}

impl Race {
    fn goal(&self) -> u32 {
        self.track.goal.expect("a race starts on a settled track")
    }

    fn winner(&self) -> Option<Seat> {
        Seat::all(self.cells.len()).find(|seat| self.cells[seat.index()] == self.goal())
    }
}

impl Game for Race {
    const ID: &'static str = "tiny-race";
    const TITLE: &'static str = "Dice race";
    const TAGLINE: &'static str = "Throw and hope";
    const PAGE: &'static str = "# Dice race\n";
    const BOARDS: &'static [(&'static str, &'static str)] = &[
        ("short", "name = \"Short\"\ngoal = 12\n"),
        ("drawn", "# The seed says how long it is.\nname = \"Drawn\"\n"),
    ];

    type Variant = Track;
    type Move = Throw;
    type Illegal = IllegalThrow;
    type View = Race;

    fn start(track: Arc<Track>, seats: usize) -> Race {
        Race { track, cells: vec![0; seats], to_throw: Seat::FIRST }
    }

    fn variant(&self) -> &Arc<Track> {
        &self.track
    }

    fn seats(&self) -> usize {
        self.cells.len()
    }

    fn turn(&self) -> Turn {
        match self.winner() {
            Some(seat) => Turn::Over(Outcome::Win(seat)),
            None => Turn::Chance { by: Some(self.to_throw) },
        }
    }

    fn legal_moves(&self) -> Vec<Throw> {
        self.chance_weights().into_iter().map(|(throw, _)| throw).collect()
    }

    fn check(&self, throw: &Throw) -> Result<(), IllegalThrow> {
        if self.winner().is_some() {
            return Err(IllegalThrow::Over);
        }
        match [throw.0, throw.1].into_iter().find(|die| !(1..=SIDES).contains(die)) {
            Some(die) => Err(IllegalThrow::NoSuchDie(die)),
            None => Ok(()),
        }
    }

    fn play_unchecked(&mut self, throw: &Throw) {
        let seat = self.to_throw.index();
        let target = (self.cells[seat] + throw.sum()).min(self.goal());
        for cell in &mut self.cells {
            if *cell == target {
                *cell = 0;
            }
        }
        self.cells[seat] = target;
        self.to_throw = self.to_throw.next(self.cells.len());
    }

    fn chance_weights(&self) -> Vec<(Throw, u32)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let smaller_first = |low| (low..=SIDES).map(move |high| Throw(low, high));
        let weigh = |throw: Throw| {
            let ways = if throw.0 == throw.1 { 1 } else { 2 };
            (throw, ways)
        };
        (1..=SIDES).flat_map(smaller_first).map(weigh).collect()
    }

    fn view(&self, _eye: Eye) -> Race {
        self.clone()
    }

    fn imagine(view: &Race, _rng: &mut dyn Rng) -> Race {
        view.clone()
    }

    fn tell(&self, throw: &Throw, _eye: Eye, names: &[String]) -> Vec<String> {
        let mut after = self.clone();
        after.play_unchecked(throw);
        let mut lines = vec![format!(
            "{} throws {throw} and goes to {}",
            names[self.to_throw.index()],
            after.cells[self.to_throw.index()]
        )];
        for seat in Seat::all(self.seats()).filter(|&seat| seat != self.to_throw) {
            if after.cells[seat.index()] < self.cells[seat.index()] {
                lines.push(format!("{} starts again", names[seat.index()]));
            }
        }
        lines
    }

    fn plain(view: &Race) -> String {
        let lane = |seat: Seat| {
            let cell = |at| if at == view.cells[seat.index()] { 'o' } else { '.' };
            let cells: String = (0..=view.goal()).map(cell).collect();
            format!("{seat} {cells}|")
        };
        Seat::all(view.seats()).map(lane).collect::<Vec<_>>().join("\n")
    }

    fn describe(view: &Race) -> Map<String, Value> {
        let board: Vec<String> = Race::plain(view).lines().map(str::to_owned).collect();
        let facts = [("board".to_owned(), json!(board)), ("cells".to_owned(), json!(view.cells))];
        facts.into_iter().collect()
    }
}

impl Bots for Race {
    const STRATEGIES: &'static [Strategy<Race>] = &[Strategy {
        name: "hasard",
        aliases: &["random"],
        sentence: "throws the dice",
        strength: 1,
        level: None,
        plays: |_| Ok(()),
        make: |_, seed| Box::new(RandomBot::new(seed)),
    }];
}

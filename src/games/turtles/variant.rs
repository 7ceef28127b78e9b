//! Boards of Robot Turtles: the file, its checks, and the set-up that comes out of them.

use std::fmt::Write;
use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::cards::{Card, Cards};
use super::ground::{Cell, Edge, Ground, Heading, Law, MAX_SIDE, Pose, Tile};
use crate::play::{Dial, Drawing, FileError, Hue, Name, Signs, Variant, read_toml};

/// The fewest rows or columns of a board.
const MIN_SIDE: u8 = 3;
/// More of one kind of card would be tiresome to shuffle.
const MOST_CARDS: u8 = 60;
/// More walls than this fill a board.
const MOST_WALLS: u8 = 20;
const MOST_ROUNDS: u8 = 9;
/// Nobody at a table waits that long; two programs that wait for each other do.
const USUAL_PATIENCE: u32 = 1000;

/// A set-up and its options, valid by construction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurtlesVariant {
    name: String,
    law: Law,
    /// The board before the first turn, every turtle on its start.
    ground: Ground,
    /// The colours of the jewels, row by row. They have no effect on the rules.
    jewels: Vec<Hue>,
    deck: Cards,
    walls: Walls,
    bug: bool,
    rounds: u8,
    patience: u32,
}

/// How many walls a player has, at the beginning or still.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walls {
    #[serde(default)]
    pub stone: u8,
    #[serde(default)]
    pub ice: u8,
}

impl TurtlesVariant {
    pub(super) fn law(&self) -> &Law {
        &self.law
    }

    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The cards with which each player begins a round.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    pub(super) fn walls(&self) -> Walls {
        self.walls
    }

    /// Whether each player has a Bug card.
    pub fn bug(&self) -> bool {
        self.bug
    }

    /// How many rounds a match has, 1 to 9.
    pub fn rounds(&self) -> u8 {
        self.rounds
    }

    /// After so many turns in a row without an arrival a round ends; 0 means never.
    pub fn patience(&self) -> u32 {
        self.patience
    }

    /// How many turtles are drawn, 2 to 4: so many must sit down.
    pub fn players(&self) -> usize {
        self.law.starts.len()
    }

    /// The colour of the jewel on this cell.
    pub fn jewel_hue(&self, cell: Cell) -> Option<Hue> {
        let at = self.ground.jewels().position(|jewel| jewel == cell)?;
        self.jewels.get(at).copied()
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: Name,
    grid: Spanned<String>,
    facing: Option<Spanned<String>>,
    jewels: Option<Spanned<Vec<String>>>,
    deck: Option<Spanned<RawCards>>,
    walls: Option<Spanned<Walls>>,
    edge: Option<RawEdge>,
    #[serde(default)]
    bug: bool,
    rounds: Option<Spanned<u8>>,
    patience: Option<u32>,
}

/// Cards of each kind; those not named are not there.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCards {
    #[serde(default)]
    forward: u8,
    #[serde(default)]
    left: u8,
    #[serde(default)]
    right: u8,
    #[serde(default)]
    laser: u8,
}

impl From<RawCards> for Cards {
    fn from(raw: RawCards) -> Cards {
        Cards::of(raw.forward, raw.left, raw.right, raw.laser)
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawEdge {
    Start,
    Wall,
}

impl From<RawEdge> for Edge {
    fn from(raw: RawEdge) -> Edge {
        match raw {
            RawEdge::Start => Edge::Start,
            RawEdge::Wall => Edge::Wall,
        }
    }
}

/// A drawn board: its tiles, and where each number stands.
pub(super) struct Plan {
    pub width: u8,
    pub height: u8,
    pub tiles: Vec<Tile>,
    /// The cell of turtle 1, of turtle 2, and so on.
    pub starts: Vec<Cell>,
}

impl Plan {
    /// Reads a grid of signs, with or without spaces between them.
    pub fn read(text: &str, grid: &Spanned<String>) -> Result<Plan, FileError> {
        let drawing = Drawing::read(text, "grid", grid, Signs::Characters);
        let side = |count: usize, what: &str| {
            let side = u8::try_from(count).ok().filter(|n| (MIN_SIDE..=MAX_SIDE).contains(n));
            side.ok_or_else(|| {
                drawing.wrong(format!("{count} {what}, expected {MIN_SIDE} to {MAX_SIDE}"))
            })
        };
        let height = side(drawing.rows.len(), "rows")?;
        let width = side(drawing.rows[0].len(), "columns")?;
        let mut tiles = Vec::with_capacity(drawing.rows.len() * drawing.rows[0].len());
        let mut numbered: Vec<(u8, Cell, Range<usize>)> = Vec::new();
        for (row, signs) in (0..height).zip(&drawing.rows) {
            if signs.len() != usize::from(width) {
                let (line, has) = (row + 1, signs.len());
                let why = format!("row {line} has {has} cells, expected {width}");
                return Err(drawing.wrong_at(signs[0].span.clone(), why));
            }
            for (column, sign) in (0..width).zip(signs) {
                let is = |tile: &Tile| sign.text.starts_with(tile.sign());
                let cell = Cell::new(column, row);
                match (Tile::ALL.into_iter().find(is), sign.text.parse()) {
                    (Some(tile), _) => tiles.push(tile),
                    (None, Ok(number @ 1..=4)) => {
                        tiles.push(Tile::Empty);
                        numbered.push((number, cell, sign.span.clone()));
                    }
                    (None, _) => {
                        let why = format!(
                            "'{}' at {cell} isn't a sign of a board; use one of . # % + * 1 2 3 4",
                            sign.text
                        );
                        return Err(drawing.wrong_at(sign.span.clone(), why));
                    }
                }
            }
        }
        numbered.sort_by_key(|(number, ..)| *number);
        for (expected, (number, cell, span)) in (1..).zip(&numbered) {
            if *number != expected {
                let why = format!(
                    "turtle '{number}' at {cell}, expected turtle '{expected}' once and in its turn"
                );
                return Err(drawing.wrong_at(span.clone(), why));
            }
        }
        if !tiles.contains(&Tile::Jewel) {
            return Err(drawing.wrong("there is no jewel, expected at least one '*'"));
        }
        let starts = numbered.into_iter().map(|(_, cell, _)| cell).collect();
        Ok(Plan { width, height, tiles, starts })
    }

    /// The starts with their headings, all south unless the file says otherwise.
    pub fn poses(
        &self,
        text: &str,
        facing: Option<&Spanned<String>>,
    ) -> Result<Vec<Pose>, FileError> {
        let headings = match facing {
            None => vec![Heading::South; self.starts.len()],
            Some(letters) => {
                let read: Option<Vec<Heading>> =
                    letters.get_ref().chars().map(Heading::from_letter).collect();
                read.filter(|headings| headings.len() == self.starts.len()).ok_or_else(|| {
                    let why = format!(
                        "'facing': '{}', expected a letter for each turtle: N, E, S or W",
                        letters.get_ref()
                    );
                    FileError::at(text, letters.span(), why)
                })?
            }
        };
        let poses = self.starts.iter().zip(headings);
        Ok(poses.map(|(&cell, heading)| Pose { cell, heading }).collect())
    }
}

impl Variant for TurtlesVariant {
    const KEYS: &'static [&'static str] =
        &["name", "grid", "facing", "jewels", "deck", "walls", "edge", "bug", "rounds", "patience"];

    fn parse(text: &str) -> Result<TurtlesVariant, FileError> {
        read(text, USUAL_PATIENCE)
    }

    /// Before boards had a `patience` every match was played for ever.
    fn parse_recorded(text: &str) -> Result<TurtlesVariant, FileError> {
        read(text, 0)
    }

    fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("name", toml::Value::from(self.name.as_str()).to_string());
        line("grid", format!("\"\"\"\n{}\n\"\"\"", self.ground.grid().join("\n")));
        let facing: String = self.law.starts.iter().map(|pose| pose.heading.letter()).collect();
        line("facing", format!("\"{facing}\""));
        let names: Vec<String> =
            self.jewels.iter().map(|hue| format!("\"{}\"", hue.name())).collect();
        line("jewels", format!("[{}]", names.join(", ")));
        let cards: Vec<String> = Card::ALL
            .iter()
            .map(|&card| format!("{} = {}", card.name(), self.deck.count(card)))
            .collect();
        line("deck", format!("{{ {} }}", cards.join(", ")));
        line("walls", format!("{{ stone = {}, ice = {} }}", self.walls.stone, self.walls.ice));
        let edge = match self.law.edge {
            Edge::Start => "start",
            Edge::Wall => "wall",
        };
        line("edge", format!("\"{edge}\""));
        line("bug", self.bug.to_string());
        line("rounds", self.rounds.to_string());
        line("patience", self.patience.to_string());
        text
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.players()..=self.players()
    }

    fn dials(&self) -> Vec<Dial> {
        let dial = |key, values: &[&str], now: &str| {
            Dial::new(key, values.iter().map(|value| (*value).to_owned()).collect(), now)
        };
        let edge = if self.law.edge == Edge::Start { "start" } else { "wall" };
        vec![
            dial("rounds", &["1", "3"], &self.rounds.to_string())
                .called("rounds", "Three rounds add up to a match; the points are kept."),
            dial("bug", &["false", "true"], &self.bug.to_string())
                .called("Bugs", "One Bug each: it reverses an opponent's program."),
            dial("edge", &["start", "wall"], edge)
                .called(
                    "edge",
                    "A turtle that leaves the board goes back to its start, or turns round.",
                )
                .shown_as(|edge| if edge == "start" { "to start" } else { edge }.to_owned()),
        ]
    }

    fn summary(&self) -> String {
        format!("{}×{} · {} players", self.ground.width(), self.ground.height(), self.players())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let edge = match self.law.edge {
            Edge::Start => "back to the start",
            Edge::Wall => "half-turn",
        };
        let mut facts = vec![
            ("jewels", self.jewels.len().to_string()),
            ("walls each", format!("{} stone, {} ice", self.walls.stone, self.walls.ice)),
            ("deck", format!("{} cards", self.deck.len())),
            ("edge", edge.to_owned()),
            ("rounds", self.rounds.to_string()),
            ("bug cards", if self.bug { "one each" } else { "none" }.to_owned()),
        ];
        match self.patience {
            USUAL_PATIENCE => {}
            0 => facts.push(("patience", "endless".to_owned())),
            turns => facts.push(("patience", format!("{turns} turns without an arrival"))),
        }
        facts
    }
}

/// Reads a board file; `patience` is what one that does not say it has.
fn read(text: &str, patience: u32) -> Result<TurtlesVariant, FileError> {
    let raw: Raw = read_toml(text)?;
    let plan = Plan::read(text, &raw.grid)?;
    if plan.starts.len() < 2 {
        let why =
            format!("'grid': {} turtles, expected 2 to 4, drawn as '1' to '4'", plan.starts.len());
        return Err(FileError::at(text, raw.grid.span(), why));
    }
    let starts = plan.poses(text, raw.facing.as_ref())?;
    let law = Law { starts, edge: raw.edge.map_or(Edge::Start, Edge::from) };
    let ground = Ground::new(plan.width, plan.height, plan.tiles, &law);
    if let Some(cut) = ground.cut_off(&law) {
        let why = format!("'grid': turtle {} cannot reach the jewel at {}", cut.turtle, cut.jewel);
        return Err(FileError::at(text, raw.grid.span(), why));
    }
    Ok(TurtlesVariant {
        name: raw.name.into(),
        jewels: jewels(text, raw.jewels.as_ref(), ground.jewels().count())?,
        deck: deck(text, raw.deck.as_ref())?,
        walls: walls(text, raw.walls.as_ref())?,
        bug: raw.bug,
        rounds: rounds(text, raw.rounds.as_ref())?,
        patience: raw.patience.unwrap_or(patience),
        law,
        ground,
    })
}

fn jewels(
    text: &str,
    raw: Option<&Spanned<Vec<String>>>,
    count: usize,
) -> Result<Vec<Hue>, FileError> {
    let usual = [Hue::Pink, Hue::Green, Hue::Blue, Hue::Red];
    let Some(raw) = raw else {
        return Ok(usual.into_iter().cycle().take(count).collect());
    };
    let wrong = |why: String| FileError::at(text, raw.span(), format!("'jewels': {why}"));
    if raw.get_ref().len() != count {
        return Err(wrong(format!(
            "{} colours, expected {count}, one for each '*' of the grid",
            raw.get_ref().len()
        )));
    }
    let hue = |name: &String| {
        Hue::ALL.into_iter().find(|hue| hue.name() == name).ok_or_else(|| {
            wrong(format!("'{name}' isn't a colour; use red, yellow, green, blue, pink or violet"))
        })
    };
    raw.get_ref().iter().map(hue).collect()
}

fn deck(text: &str, raw: Option<&Spanned<RawCards>>) -> Result<Cards, FileError> {
    let Some(raw) = raw else { return Ok(Cards::of(18, 8, 8, 3)) };
    let deck = Cards::from(*raw.get_ref());
    let wrong = |why: String| Err(FileError::at(text, raw.span(), format!("'deck': {why}")));
    for card in Card::ALL {
        let (count, name) = (deck.count(card), card.name());
        if count > usize::from(MOST_CARDS) {
            return wrong(format!("{count} cards '{name}', expected at most {MOST_CARDS}"));
        }
    }
    if deck.count(Card::Forward) == 0 {
        return wrong("no card 'forward', expected at least 1".to_owned());
    }
    if deck.count(Card::Left) + deck.count(Card::Right) == 0 {
        return wrong("no card to turn with, expected at least one 'left' or 'right'".to_owned());
    }
    Ok(deck)
}

fn walls(text: &str, raw: Option<&Spanned<Walls>>) -> Result<Walls, FileError> {
    let Some(raw) = raw else { return Ok(Walls { stone: 3, ice: 2 }) };
    for (count, name) in [(raw.get_ref().stone, "stone"), (raw.get_ref().ice, "ice")] {
        if count > MOST_WALLS {
            let why = format!("'walls': {count} of {name}, expected at most {MOST_WALLS}");
            return Err(FileError::at(text, raw.span(), why));
        }
    }
    Ok(*raw.get_ref())
}

fn rounds(text: &str, raw: Option<&Spanned<u8>>) -> Result<u8, FileError> {
    match raw {
        None => Ok(1),
        Some(rounds) if (1..=MOST_ROUNDS).contains(rounds.get_ref()) => Ok(*rounds.get_ref()),
        Some(rounds) => {
            let why = format!("'rounds': {}, expected 1 to {MOST_ROUNDS}", rounds.get_ref());
            Err(FileError::at(text, rounds.span(), why))
        }
    }
}

#[cfg(test)]
mod tests;

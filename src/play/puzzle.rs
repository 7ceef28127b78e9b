//! Puzzles as files: a position with a goal, or whatever a game calls a puzzle of its own.
//!
//! A puzzle of one's own is a file like a board:
//!
//! ```toml
//! game = "connect4"
//! board = "standard"        # a bundled board, or the whole text of a board file
//! moves = "4 4 3 5 2"
//! goal = "win in 2"         # or "7 points more"
//! rating = 900              # how hard it is, 400 to 3000
//! ```
//!
//! A book of puzzles is the same with a `[[puzzle]]` line before each; what stands above the
//! first holds for all of them.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::Deserialize;
use toml::Spanned;

use crate::lang::{self, capital};

use super::{FileError, Game, Name, Seat, Session, Turn, Variant, read_toml, within};

/// How hard a puzzle may be.
pub const RATINGS: RangeInclusive<u32> = 400..=3000;
/// How hard one is that doesn't say.
pub const USUAL_RATING: u32 = 1200;
/// The group of puzzles that people make themselves.
pub const OWN: &str = "your own";
/// No puzzle asks for a win in more moves.
const MOST_MOVES: u32 = 30;
/// No puzzle asks for more points.
const MOST_POINTS: i32 = 999;

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// A win with so many moves of one's own, the last one included.
    Win {
        /// From 1.
        moves: u32,
    },
    /// So many points more than the other side from here to the end.
    Points {
        /// From 1.
        more: i32,
    },
}

impl Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Win { moves } => write!(f, "win in {moves}"),
            Goal::Points { more: 1 } => f.write_str("1 point more"),
            Goal::Points { more } => write!(f, "{more} points more"),
        }
    }
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Goal, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let goal = match words[..] {
            ["win", "in", moves] => moves.parse().ok().map(|moves| Goal::Win { moves }),
            [more, "points" | "point", "more"] => {
                more.parse().ok().map(|more| Goal::Points { more })
            }
            _ => None,
        };
        let fits = |goal: &Goal| match goal {
            Goal::Win { moves } => (1..=MOST_MOVES).contains(moves),
            Goal::Points { more } => (1..=MOST_POINTS).contains(more),
        };
        goal.filter(fits).ok_or_else(|| {
            format!(
                "'{text}' isn't a goal; write 'win in 5' (1 to {MOST_MOVES}) or '7 points more'"
            )
        })
    }
}

/// A puzzle, as far as every game has the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Within its book; empty in files that say none.
    pub id: String,
    /// Which row of the shelf it stands in: `win in 5`.
    pub group: String,
    /// What it is called, where it has a name.
    pub name: Option<String>,
    /// How hard it is, on the scale of players' ratings.
    pub rating: u32,
    /// What there is to solve.
    pub task: Task,
}

/// What there is to solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// A position to play from.
    Position(Position),
    /// A kind that only its game has: the text of its file.
    Own(String),
}

/// A position with a goal. The moves have been played: they are legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The whole text of the board's file.
    pub board: String,
    /// The moves that lead there, as the game writes them.
    pub moves: Vec<String>,
    /// What the side to move is to reach.
    pub goal: Goal,
}

#[derive(Deserialize)]
struct Head {
    game: Option<Spanned<String>>,
    goal: Option<Spanned<toml::Value>>,
    moves: Option<Spanned<toml::Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(rename = "game")]
    _game: String,
    id: Option<Name>,
    group: Option<Name>,
    name: Option<Name>,
    board: Option<Spanned<String>>,
    #[serde(default)]
    moves: Option<Spanned<String>>,
    goal: Spanned<String>,
    rating: Option<Spanned<i64>>,
}

/// The game a puzzle's file says it is of.
pub fn game_of(text: &str) -> Result<String, FileError> {
    let head: Head = read_toml(text)?;
    let game = head.game.ok_or_else(|| {
        FileError::new("'game' is missing; write game = \"connect4\", for instance")
    })?;
    Ok(game.into_inner())
}

impl Puzzle {
    /// A puzzle of somebody's own: it is called like its file, unless the file says otherwise.
    pub fn called(mut self, stem: &str) -> Puzzle {
        self.id = format!("own/{stem}");
        self.name.get_or_insert_with(|| stem.to_owned());
        OWN.clone_into(&mut self.group);
        self
    }

    /// Its name for sentences: what people call their own is said as it is.
    pub fn title(&self) -> Option<Cow<'_, str>> {
        self.name.as_deref().map(|name| match self.group == OWN {
            true => lang::as_given(name),
            false => name.into(),
        })
    }

    /// Reads the file of one puzzle of this game, or says where and why it is refused.
    pub fn parse<G: Game>(text: &str) -> Result<Puzzle, FileError> {
        let Some(read) = Read::of(G::ID, G::BOARDS, text)? else {
            return Ok(G::own_puzzle(text)?.sheet(text));
        };
        let Read { raw, goal, rating, board, is_bundled } = read;
        if let (false, Some(place)) = (is_bundled, &raw.board) {
            let wrong = |why| FileError::at(text, place.span(), format!("'board': {why}"));
            G::Variant::parse(&board).map_err(wrong)?;
        }
        let variant = G::Variant::parse(&board).expect("the board's text was read already");
        let line = raw.moves.as_ref().map_or("", |moves| moves.get_ref().as_str());
        let position = Position { board, moves: G::split_moves(&variant, line), goal };
        position.session::<G>().map_err(|why| match &raw.moves {
            Some(moves) => FileError::at(text, moves.span(), why),
            None => FileError::new(why),
        })?;
        Ok(Puzzle {
            id: raw.id.map_or(String::new(), String::from),
            group: raw.group.map_or_else(|| goal.to_string(), String::from),
            name: raw.name.map(String::from),
            rating,
            task: Task::Position(position),
        })
    }

    /// The file of this puzzle; [`Puzzle::parse`] reads it back.
    pub fn to_toml<G: Game>(&self) -> String {
        let Task::Position(position) = &self.task else {
            return match &self.task {
                Task::Own(text) => text.clone(),
                Task::Position(_) => unreachable!("looked at above"),
            };
        };
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let bundled = G::BOARDS.iter().find(|(_, text)| {
            G::Variant::parse(text).ok() == G::Variant::parse(&position.board).ok()
        });
        let board = match bundled {
            Some((stem, _)) => quoted(stem),
            None => format!("'''\n{}\n'''", position.board.trim_end()),
        };
        let name =
            self.name.as_ref().map_or(String::new(), |name| format!("name = {}\n", quoted(name)));
        format!(
            "game = {}\n{name}board = {board}\nmoves = {}\ngoal = {}\nrating = {}\n",
            quoted(G::ID),
            quoted(&position.moves.join(" ")),
            quoted(&position.goal.to_string()),
            self.rating,
        )
    }
}

/// A puzzle's file as far as it can be read without its game.
struct Read {
    raw: Raw,
    goal: Goal,
    rating: u32,
    /// The text of the board that it names or holds.
    board: String,
    is_bundled: bool,
}

impl Read {
    /// Reads the file of a puzzle of this game; none if it is of a kind that only its game has.
    fn of(id: &str, boards: &[(&str, &str)], text: &str) -> Result<Option<Read>, FileError> {
        let head: Head = read_toml(text)?;
        match &head.game {
            Some(game) if game.get_ref() != id => {
                let why = format!("'game': this is a puzzle of '{}', not '{id}'", game.get_ref());
                return Err(FileError::at(text, game.span(), why));
            }
            Some(_) => {}
            None => {
                let why = format!("'game' is missing; write game = \"{id}\"");
                return Err(FileError::new(why));
            }
        }
        if head.goal.is_none() && head.moves.is_none() {
            return Ok(None);
        }
        let raw: Raw = read_toml(text)?;
        let goal: Goal = raw
            .goal
            .get_ref()
            .parse()
            .map_err(|why| FileError::at(text, raw.goal.span(), format!("'goal': {why}")))?;
        let rating = match &raw.rating {
            Some(rating) => within(text, "rating", rating, RATINGS)?,
            None => USUAL_RATING,
        };
        let usual = boards.first().map(|(_, text)| *text);
        let bundled = match &raw.board {
            None => Some(usual.unwrap_or_default()),
            Some(said) => boards.iter().find(|(stem, _)| stem == said.get_ref()).map(|it| it.1),
        };
        let is_bundled = bundled.is_some();
        let board = match (bundled, &raw.board) {
            (Some(text), _) => text.to_owned(),
            (None, Some(said)) if said.get_ref().contains('=') => said.get_ref().clone(),
            (None, said) => {
                let stems: Vec<String> =
                    boards.iter().map(|(stem, _)| format!("'{stem}'")).collect();
                let name = said.as_ref().map_or("", |said| said.get_ref().as_str());
                let why = format!(
                    "'board': '{name}' isn't a bundled board; use {}, or the text of a board file",
                    stems.join(", ")
                );
                let span = said.as_ref().map_or(0..0, Spanned::span);
                return Err(FileError::at(text, span, why));
            }
        };
        Ok(Some(Read { raw, goal, rating, board, is_bundled }))
    }
}

impl Position {
    /// The match up to the position, or why its moves are refused.
    pub fn session<G: Game>(&self) -> Result<Session<G>, String> {
        let variant = G::Variant::parse(&self.board).map_err(|why| why.to_string())?;
        let mut session = Session::<G>::new(&variant, variant.usual_seats(), 0);
        for (at, text) in self.moves.iter().enumerate() {
            session
                .play_text(text)
                .map_err(|why| format!("'moves': move {} '{text}' is refused: {why}", at + 1))?;
        }
        match session.turn() {
            Turn::Decide(_) if session.state().seats() == 2 => Ok(session),
            Turn::Decide(_) => Err("'board': a puzzle is for two players".to_owned()),
            Turn::Chance { .. } => {
                Err("'moves': chance comes next, so there is nothing to decide".to_owned())
            }
            Turn::Over(_) => Err("'moves': the match is over after these moves".to_owned()),
        }
    }

    /// The task in a sentence: `Yellow to play and win in 5`.
    pub fn sentence<G: Game>(&self, mover: Seat) -> String {
        let name = |seat: Seat| G::hue(seat, 2).name();
        let (mine, theirs) = (capital(name(mover)), name(mover.next(2)));
        match self.goal {
            Goal::Win { moves } => format!("{mine} to play and win in {moves}"),
            Goal::Points { more: 1 } => {
                format!("{mine} to play and take 1 point more than {theirs}")
            }
            Goal::Points { more } => {
                format!("{mine} to play and take {more} points more than {theirs}")
            }
        }
    }
}

/// A puzzle of a kind that only one game has.
pub trait OwnPuzzle: Send {
    /// What every puzzle has.
    fn sheet(&self, text: &str) -> Puzzle;
    /// What is to be done, in a sentence.
    fn sentence(&self) -> String;
    /// The same where there's little room.
    fn brief(&self) -> String;
    /// What plain mode prints.
    fn plain(&self) -> String;
    /// What plain mode asks for.
    fn asks_for(&self) -> String;
    /// Tries an answer in plain mode: what came of it, and whether that solves the puzzle with how
    /// much of what counts; or why it isn't an answer.
    fn attempt(&self, answer: &str) -> Result<(String, Option<u32>), String>;
    /// Proves the puzzle, or says what is wrong with it.
    fn prove(&self) -> Result<(), String>;
    /// The answer, if there is one.
    fn answer(&self) -> Option<String>;
    /// A hint in words: the first says where to look, the second what to do; none after that.
    fn hint(&self, number: u32) -> Option<String>;
    /// A text that mirror images of this puzzle share.
    fn likeness(&self) -> String;
}

/// The puzzles of a book, each as the text of a file of its own with the number of lines that stand
/// before it in the book.
pub fn pages(book: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = book.lines().collect();
    let marks: Vec<usize> =
        (0..lines.len()).filter(|at| lines[*at].trim() == "[[puzzle]]").collect();
    let Some(&first) = marks.first() else {
        return if book.trim().is_empty() { Vec::new() } else { vec![(0, book.to_owned())] };
    };
    let head = lines[..first].join("\n");
    let ends = marks.iter().skip(1).copied().chain([lines.len()]);
    let page = |(start, end): (&usize, usize)| {
        let own = lines[start + 1..end].join("\n");
        (start + 1 - first, format!("{head}\n{own}\n"))
    };
    marks.iter().zip(ends).map(page).collect()
}

/// The bundled puzzles of a game, in their order. They are valid, as a test says.
pub fn bundled<G: Game>() -> Vec<Puzzle> {
    let page = |(_, text): (usize, String)| Puzzle::parse::<G>(&text).ok();
    pages(G::PUZZLES).into_iter().filter_map(page).collect()
}

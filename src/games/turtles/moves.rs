//! Moves of Robot Turtles and their text. Whether a move is legal is not known here.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::cards::{Card, Cards, letters};
use super::ground::{Cell, Tile};
use crate::play::Seat;

/// The most cards that go to a program in one turn, and that a hand holds.
pub const HAND: usize = 5;
const MOST_PLAYERS: usize = 4;

/// What a player or chance does; in brackets the text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance says who begins (`first:2`).
    First(Seat),
    /// Chance deals one card to the player who draws (`draw:F`).
    Draw(Card),
    /// Cards go face down to the end of the program (`add:FFL`).
    Add(Vec<Card>),
    /// A wall goes to an empty cell (`stone:d4`, `ice:d4`).
    Build(Wall, Cell),
    /// The program runs, even an empty one (`run`).
    Run,
    /// That player's program is reversed (`bug:2`).
    Bug(Seat),
    /// A part of the hand goes, in the order F L R Z (`discard:FL`).
    Discard(Cards),
    /// The whole hand stays (`keep`).
    Keep,
}

/// The two kinds of wall a player may build.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wall {
    /// It stays to the end of the round.
    Stone,
    /// It stays until a laser melts it.
    Ice,
}

impl Wall {
    /// In the order in which they are offered.
    pub const ALL: [Wall; 2] = [Wall::Stone, Wall::Ice];

    /// The word in a move, before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Wall::Stone => "stone",
            Wall::Ice => "ice",
        }
    }

    /// What lies on the cell once it is built.
    pub fn tile(self) -> Tile {
        match self {
            Wall::Stone => Tile::Stone,
            Wall::Ice => Tile::Ice,
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::First(seat) => write!(f, "first:{seat}"),
            Move::Draw(card) => write!(f, "draw:{card}"),
            Move::Add(cards) => write!(f, "add:{}", letters(cards)),
            Move::Build(wall, cell) => write!(f, "{}:{cell}", wall.name()),
            Move::Run => f.write_str("run"),
            Move::Bug(seat) => write!(f, "bug:{seat}"),
            Move::Discard(cards) => write!(f, "discard:{cards}"),
            Move::Keep => f.write_str("keep"),
        }
    }
}

/// Why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadMove {
    /// None of the forms that a move may have.
    Unknown(String),
    /// Not a player from 1 to 4.
    Seat(String),
    /// Not a cell of any board.
    Cell(String),
    /// Not a single card.
    Card(String),
    /// Not one to five cards.
    Cards(String),
    /// The right cards, written in another order than F L R Z.
    Order(String, Cards),
}

impl Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadMove::Unknown(text) => write!(
                f,
                "'{text}' isn't a move; use 'add:FFL', 'stone:d4', 'ice:d4', 'run', 'bug:2', \
                 'discard:FL' or 'keep'"
            ),
            BadMove::Seat(text) => write!(f, "'{text}' isn't a player; use 1 to {MOST_PLAYERS}"),
            BadMove::Cell(text) => {
                write!(f, "'{text}' isn't a cell; use a letter and a number such as 'd4'")
            }
            BadMove::Card(text) => write!(f, "'{text}' isn't a card; use F, L, R or Z"),
            BadMove::Cards(text) => {
                write!(f, "'{text}' aren't cards; use 1 to {HAND} letters of F, L, R and Z")
            }
            BadMove::Order(text, cards) => {
                write!(f, "'{text}' is out of order, expected '{cards}': first F, then L, R and Z")
            }
        }
    }
}

impl Error for BadMove {}

impl FromStr for Move {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Move, BadMove> {
        let Some((verb, what)) = text.split_once(':') else {
            return match text {
                "run" => Ok(Move::Run),
                "keep" => Ok(Move::Keep),
                _ => Err(BadMove::Unknown(text.to_owned())),
            };
        };
        match verb {
            "first" => seat(what).map(Move::First),
            "bug" => seat(what).map(Move::Bug),
            "draw" => match cards(what)?[..] {
                [card] => Ok(Move::Draw(card)),
                _ => Err(BadMove::Card(what.to_owned())),
            },
            "add" => cards(what).map(Move::Add),
            "stone" => cell(what).map(|cell| Move::Build(Wall::Stone, cell)),
            "ice" => cell(what).map(|cell| Move::Build(Wall::Ice, cell)),
            "discard" => {
                let heap: Cards = cards(what)?.into_iter().collect();
                if heap.to_string() == what {
                    Ok(Move::Discard(heap))
                } else {
                    Err(BadMove::Order(what.to_owned(), heap))
                }
            }
            _ => Err(BadMove::Unknown(text.to_owned())),
        }
    }
}

fn seat(text: &str) -> Result<Seat, BadMove> {
    let named = |seat: &Seat| seat.to_string() == text;
    Seat::all(MOST_PLAYERS).find(named).ok_or_else(|| BadMove::Seat(text.to_owned()))
}

fn cell(text: &str) -> Result<Cell, BadMove> {
    text.parse().map_err(|_| BadMove::Cell(text.to_owned()))
}

fn cards(text: &str) -> Result<Vec<Card>, BadMove> {
    let read: Option<Vec<Card>> = text.chars().map(Card::from_letter).collect();
    read.filter(|cards| (1..=HAND).contains(&cards.len()))
        .ok_or_else(|| BadMove::Cards(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back_as_it_is_written() {
        for text in [
            "first:2",
            "draw:F",
            "draw:Z",
            "add:FFL",
            "add:Z",
            "stone:d4",
            "ice:h8",
            "ice:p16",
            "run",
            "bug:4",
            "discard:FLRZ",
            "discard:FFFFF",
            "keep",
        ] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let refused = [
            (
                "walk",
                "'walk' isn't a move; use 'add:FFL', 'stone:d4', 'ice:d4', 'run', 'bug:2', 'discard:FL' or 'keep'",
            ),
            ("add:", "'' aren't cards; use 1 to 5 letters of F, L, R and Z"),
            ("add:FFFFFF", "'FFFFFF' aren't cards; use 1 to 5 letters of F, L, R and Z"),
            ("add:ffl", "'ffl' aren't cards; use 1 to 5 letters of F, L, R and Z"),
            ("draw:FF", "'FF' isn't a card; use F, L, R or Z"),
            ("discard:LF", "'LF' is out of order, expected 'FL': first F, then L, R and Z"),
            ("stone:d0", "'d0' isn't a cell; use a letter and a number such as 'd4'"),
            ("ice:d04", "'d04' isn't a cell; use a letter and a number such as 'd4'"),
            ("ice:z4", "'z4' isn't a cell; use a letter and a number such as 'd4'"),
            ("ice:", "'' isn't a cell; use a letter and a number such as 'd4'"),
            ("bug:5", "'5' isn't a player; use 1 to 4"),
            ("first:02", "'02' isn't a player; use 1 to 4"),
        ];
        for (text, why) in refused {
            assert_eq!(text.parse::<Move>().unwrap_err().to_string(), why);
        }
    }
}

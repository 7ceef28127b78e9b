//! Why a move is refused, as sentences for a person.

use std::error::Error;
use std::fmt::{self, Display};

use super::cards::Card;
use super::ground::{Cell, CutOff, Tile};
use super::moves::Wall;
use crate::play::Seat;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    Over,
    /// Another kind of move is awaited.
    NotNow(&'static str),
    NoSuchPlayer(Seat),
    NotInHand(Card),
    NotInDeck(Card),
    NoWallLeft(Wall),
    OffBoard(Cell),
    NotEmpty(Cell, Tile),
    TurtleThere(Cell, Seat),
    StartThere(Cell, Seat),
    CutsOff(Wall, Cell, CutOff),
    NoBugRule,
    BugSpent,
    OwnBug,
    BugArrived(Seat),
    BugEmpty(Seat),
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Over => f.write_str("the match is over"),
            Illegal::NotNow(expected) => write!(f, "that is not possible now, expected {expected}"),
            Illegal::NoSuchPlayer(seat) => write!(f, "there is no player {seat}"),
            Illegal::NotInHand(card) => write!(f, "the hand has not so many cards '{card}'"),
            Illegal::NotInDeck(card) => write!(f, "the deck has no card '{card}'"),
            Illegal::NoWallLeft(wall) => write!(f, "no {} wall is left", wall.name()),
            Illegal::OffBoard(cell) => write!(f, "'{cell}' is not on this board"),
            Illegal::NotEmpty(cell, tile) => write!(f, "{} lies on {cell} already", tile.name()),
            Illegal::TurtleThere(cell, seat) => write!(f, "turtle {seat} stands on {cell}"),
            Illegal::StartThere(cell, seat) => {
                write!(f, "{cell} is the start of turtle {seat} and stays free")
            }
            Illegal::CutsOff(wall, cell, cut) => {
                let (wall, turtle, jewel) = (wall.name(), cut.turtle, cut.jewel);
                let start = if cut.from_start { " if it were back on its start" } else { "" };
                write!(
                    f,
                    "{wall} on {cell} would cut turtle {turtle} off from the jewel on {jewel}{start}"
                )
            }
            Illegal::NoBugRule => f.write_str("this match is played without Bug cards"),
            Illegal::BugSpent => f.write_str("the Bug card has been played already"),
            Illegal::OwnBug => f.write_str("a Bug is for an opponent's program"),
            Illegal::BugArrived(seat) => write!(f, "turtle {seat} has arrived"),
            Illegal::BugEmpty(seat) => write!(f, "the program of player {seat} is empty"),
        }
    }
}

impl Error for Illegal {}

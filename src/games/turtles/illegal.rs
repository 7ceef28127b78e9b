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
    CutsOff(CutOff),
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
            Illegal::CutsOff(CutOff { turtle, jewel, from_start: false }) => {
                write!(f, "turtle {turtle} could not reach the jewel on {jewel}")
            }
            Illegal::CutsOff(CutOff { turtle, jewel, from_start: true }) => {
                write!(f, "from its start turtle {turtle} could not reach jewel {jewel}")
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Why a wall is forbidden stands under the board, whole even on a small terminal.
    #[test]
    fn reasons_are_short_enough_to_be_read() {
        let (cell, seat) = (Cell::new(15, 15), Seat::at(3));
        let cut = |from_start| CutOff { turtle: seat, jewel: cell, from_start };
        for reason in [
            Illegal::NoWallLeft(Wall::Stone),
            Illegal::NotEmpty(cell, Tile::Stone),
            Illegal::TurtleThere(cell, seat),
            Illegal::StartThere(cell, seat),
            Illegal::CutsOff(cut(false)),
            Illegal::CutsOff(cut(true)),
        ] {
            let words = reason.to_string();
            assert!(words.chars().count() <= 50, "{words}");
        }
    }
}

//! Why a move is refused, as sentences for a person.

use std::error::Error;
use std::fmt::{self, Display};

use super::cards::Card;
use super::ground::{Cell, CutOff, Tile};
use super::moves::Wall;
use crate::play::Seat;

/// What stands against a move; its text is the sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The last round has ended.
    Over,
    /// Another kind of move is awaited.
    NotNow(&'static str),
    /// Nobody sits there.
    NoSuchPlayer(Seat),
    /// The hand has fewer of this kind than the move names.
    NotInHand(Card),
    /// None of this kind is left to be drawn.
    NotInDeck(Card),
    /// The player has no wall of this kind, or none any more.
    NoWallLeft(Wall),
    /// The board is too small to have this cell.
    OffBoard(Cell),
    /// A wall where something lies.
    NotEmpty(Cell, Tile),
    /// A wall where a turtle stands.
    TurtleThere(Cell, Seat),
    /// A wall where a racing turtle may be sent back to.
    StartThere(Cell, Seat),
    /// A wall that takes the last way from a turtle to a jewel.
    CutsOff(CutOff),
    /// The board is played without Bug cards.
    NoBugRule,
    /// The player's one Bug is gone, in this round or an earlier one.
    BugSpent,
    /// A Bug on the player's own program.
    OwnBug,
    /// A Bug on somebody who is not racing any more.
    BugArrived(Seat),
    /// A Bug where there is no card to reverse.
    BugEmpty(Seat),
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Over => f.write_str("the match is over"),
            Illegal::NotNow(expected) => write!(f, "that isn't possible now; use {expected}"),
            Illegal::NoSuchPlayer(seat) => write!(f, "there is no player {seat}"),
            Illegal::NotInHand(card) => write!(f, "not enough {card} cards in hand"),
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

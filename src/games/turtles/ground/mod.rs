//! The ground the turtles walk on: cells, tiles, headings, and what each card does there.
//!
//! Matches and puzzles share it. It knows no turns, hands or points.

mod deeds;
mod place;
mod reach;

pub use self::deeds::{Deed, Hit};
pub use self::place::{Cell, Heading, MAX_SIDE, Pose};
pub use self::reach::CutOff;
use serde::{Deserialize, Serialize};

use crate::play::Seat;

/// What lies on a cell, turtles apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Tile {
    /// Nothing, so that a turtle may stand here.
    Empty,
    /// A wall for good.
    Stone,
    /// A wall until a laser melts it.
    Ice,
    /// A turtle pushes it ahead, where there is room.
    Crate,
    /// Who steps on it has arrived; it stays for the others.
    Jewel,
}

impl Tile {
    /// In the order in which board files explain them.
    pub const ALL: [Tile; 5] = [Tile::Empty, Tile::Stone, Tile::Ice, Tile::Crate, Tile::Jewel];

    /// The sign in board files and in `show`.
    pub fn sign(self) -> char {
        match self {
            Tile::Empty => '.',
            Tile::Stone => '#',
            Tile::Ice => '%',
            Tile::Crate => '+',
            Tile::Jewel => '*',
        }
    }

    /// The words for a sentence, with their article.
    pub fn name(self) -> &'static str {
        match self {
            Tile::Empty => "nothing",
            Tile::Stone => "a stone wall",
            Tile::Ice => "an ice wall",
            Tile::Crate => "a crate",
            Tile::Jewel => "a jewel",
        }
    }
}

/// What happens to a turtle that walks off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// It goes back to its start.
    Start,
    /// It makes a half-turn, as at a wall.
    Wall,
}

/// What of a board never changes during a match and decides how cards work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Law {
    /// By seat. As many as sat down, which is what a laser asks for.
    pub starts: Vec<Pose>,
    pub edge: Edge,
}

/// The board as it is at one moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ground {
    height: u8,
    width: u8,
    /// Row by row.
    tiles: Vec<Tile>,
    /// By seat; none for a turtle that has arrived.
    turtles: Vec<Option<Pose>>,
}

impl Ground {
    /// A board with these tiles, row by row, and each turtle on its start.
    pub fn new(width: u8, height: u8, tiles: Vec<Tile>, law: &Law) -> Ground {
        assert_eq!(tiles.len(), usize::from(height) * usize::from(width), "a tile for each cell");
        Ground { height, width, tiles, turtles: law.starts.iter().copied().map(Some).collect() }
    }

    pub fn height(&self) -> u8 {
        self.height
    }

    pub fn width(&self) -> u8 {
        self.width
    }

    /// Row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |row| (0..width).map(move |column| Cell::new(column, row)))
    }

    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.height && cell.column < self.width
    }

    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[self.index(cell)]
    }

    pub fn set(&mut self, cell: Cell, tile: Tile) {
        let index = self.index(cell);
        self.tiles[index] = tile;
    }

    pub fn jewels(&self) -> impl Iterator<Item = Cell> {
        self.cells().filter(|&cell| self.tile(cell) == Tile::Jewel)
    }

    /// Where a racing turtle is.
    pub fn pose(&self, seat: Seat) -> Option<Pose> {
        self.turtles[seat.index()]
    }

    /// Puts a turtle somewhere; off the board without a pose.
    pub fn put(&mut self, seat: Seat, pose: Option<Pose>) {
        self.turtles[seat.index()] = pose;
    }

    pub fn racing(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.turtles.len()).filter(|&seat| self.pose(seat).is_some())
    }

    pub fn turtle_at(&self, cell: Cell) -> Option<Seat> {
        let here = |pose: &Option<Pose>| pose.is_some_and(|pose| pose.cell == cell);
        self.turtles.iter().position(here).map(Seat::at)
    }

    /// The racing turtle whose start this is.
    pub fn start_at(&self, cell: Cell, law: &Law) -> Option<Seat> {
        self.racing().find(|seat| law.starts[seat.index()].cell == cell)
    }

    /// The next cell that way, if it is on the board.
    pub fn beside(&self, cell: Cell, heading: Heading) -> Option<Cell> {
        let Cell { row, column } = cell;
        let next = match heading {
            Heading::North => Cell::new(column, row.checked_sub(1)?),
            Heading::East => Cell::new(column + 1, row),
            Heading::South => Cell::new(column, row + 1),
            Heading::West => Cell::new(column.checked_sub(1)?, row),
        };
        self.contains(next).then_some(next)
    }

    /// The board as row strings of signs, turtles by their number.
    pub fn grid(&self) -> Vec<String> {
        let sign = |cell| match self.turtle_at(cell) {
            Some(seat) => char::from(b'1' + seat.0),
            None => self.tile(cell).sign(),
        };
        let row = |row| (0..self.width).map(|column| sign(Cell::new(column, row))).collect();
        (0..self.height).map(row).collect()
    }

    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.width) + usize::from(cell.column)
    }
}

#[cfg(test)]
mod tests;

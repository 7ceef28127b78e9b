//! The ground the turtles walk on: cells, tiles, headings, and what each card does there.
//!
//! Matches and puzzles share it. It knows no turns, hands or points.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::cards::Card;
use crate::play::Seat;

/// The longest side of a board.
pub const MAX_SIDE: u8 = 16;

/// A square of the board. Its text is a letter for the column and a number for the row, `d4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub row: u8,
    pub column: u8,
}

impl Cell {
    pub fn new(row: u8, column: u8) -> Cell {
        Cell { row, column }
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadCell(String);

impl Display for BadCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no cell, expected a letter and a number such as 'd4'", self.0)
    }
}

impl Error for BadCell {}

impl FromStr for Cell {
    type Err = BadCell;

    fn from_str(text: &str) -> Result<Cell, BadCell> {
        let bad = || BadCell(text.to_owned());
        let letter = *text.as_bytes().first().ok_or_else(bad)?;
        if !(b'a'..b'a' + MAX_SIDE).contains(&letter) {
            return Err(bad());
        }
        // One spelling for each cell: no sign and no leading zero.
        let number = &text[1..];
        let row: u8 = number.parse().map_err(|_| bad())?;
        if !(1..=MAX_SIDE).contains(&row) || number != row.to_string() {
            return Err(bad());
        }
        Ok(Cell::new(row - 1, letter - b'a'))
    }
}

/// Where a turtle looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heading {
    North,
    East,
    South,
    West,
}

impl Heading {
    /// Clockwise from the top.
    pub const ALL: [Heading; 4] = [Heading::North, Heading::East, Heading::South, Heading::West];

    pub fn right(self) -> Heading {
        Heading::ALL[(self as usize + 1) % 4]
    }

    pub fn left(self) -> Heading {
        Heading::ALL[(self as usize + 3) % 4]
    }

    pub fn back(self) -> Heading {
        Heading::ALL[(self as usize + 2) % 4]
    }

    pub fn letter(self) -> char {
        match self {
            Heading::North => 'N',
            Heading::East => 'E',
            Heading::South => 'S',
            Heading::West => 'W',
        }
    }

    pub fn from_letter(letter: char) -> Option<Heading> {
        Heading::ALL.into_iter().find(|heading| heading.letter() == letter)
    }

    /// The heading as an arrow that every terminal has.
    pub fn arrow(self) -> char {
        match self {
            Heading::North => '^',
            Heading::East => '>',
            Heading::South => 'v',
            Heading::West => '<',
        }
    }
}

/// Where a turtle stands and looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pose {
    pub cell: Cell,
    pub heading: Heading,
}

/// What lies on a cell, turtles apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tile {
    Empty,
    Stone,
    Ice,
    Crate,
    Jewel,
}

impl Tile {
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

/// What came of one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Turned,
    Walked,
    /// A crate went ahead of the turtle to this cell.
    Pushed(Cell),
    /// A half-turn at whatever stood in the way; nothing, at the edge.
    TurnedBack(Option<Tile>),
    /// Off the board, and so back to the start.
    Fell,
    /// Into this turtle: both went back to their starts.
    Collided(Seat),
    Arrived(Cell),
    /// The beam ended on this cell, the shooter's own where the edge is right in front.
    Fired {
        until: Cell,
        hit: Hit,
    },
}

/// The first thing in a laser's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    Edge,
    /// Stone or crate, to which nothing happens.
    Solid,
    /// It has melted.
    Ice,
    Turtle(Seat),
    /// The beam came back to the shooter.
    Jewel,
}

/// A turtle that could not reach a jewel any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutOff {
    pub turtle: Seat,
    pub jewel: Cell,
    /// It could from where it stands, but not from its start.
    pub from_start: bool,
}

/// The board as it is at one moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
    pub fn new(height: u8, width: u8, tiles: Vec<Tile>, law: &Law) -> Ground {
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
        (0..self.height).flat_map(move |row| (0..width).map(move |column| Cell::new(row, column)))
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
            Heading::North => Cell::new(row.checked_sub(1)?, column),
            Heading::East => Cell::new(row, column + 1),
            Heading::South => Cell::new(row + 1, column),
            Heading::West => Cell::new(row, column.checked_sub(1)?),
        };
        self.contains(next).then_some(next)
    }

    /// The turtle of `seat`, which is racing, does what the card says.
    pub fn obey(&mut self, seat: Seat, card: Card, law: &Law) -> Deed {
        let pose = self.turtles[seat.index()].expect("only a racing turtle obeys cards");
        match card {
            Card::Left => self.face(seat, pose.heading.left()),
            Card::Right => self.face(seat, pose.heading.right()),
            Card::Forward => self.walk(seat, pose, law),
            Card::Laser => self.fire(seat, pose, law),
        }
    }

    /// The first racing turtle, by seat, that cannot walk to every jewel from where it stands and
    /// from its start. Stone and crates are walked around, and so are other jewels: who steps on
    /// one has arrived. Turtles move on and ice melts, so neither is in the way.
    pub fn cut_off(&self, law: &Law) -> Option<CutOff> {
        let mut found: Option<CutOff> = None;
        for jewel in self.jewels() {
            let reached = self.region_of(jewel);
            let seats = self.racing().take_while(|&seat| found.is_none_or(|f| seat < f.turtle));
            let cut = seats.into_iter().find_map(|turtle| {
                let here = self.pose(turtle).expect("racing").cell;
                let start = law.starts[turtle.index()].cell;
                let reaches = |cell| reached[self.index(cell)];
                (!reaches(here) || !reaches(start)).then(|| CutOff {
                    turtle,
                    jewel,
                    from_start: reaches(here),
                })
            });
            found = cut.or(found);
        }
        found
    }

    /// The board as row strings of signs, turtles by their number.
    pub fn grid(&self) -> Vec<String> {
        let sign = |cell| match self.turtle_at(cell) {
            Some(seat) => char::from(b'1' + seat.0),
            None => self.tile(cell).sign(),
        };
        let row = |row| (0..self.width).map(|column| sign(Cell::new(row, column))).collect();
        (0..self.height).map(row).collect()
    }

    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.width) + usize::from(cell.column)
    }

    fn face(&mut self, seat: Seat, heading: Heading) -> Deed {
        if let Some(pose) = &mut self.turtles[seat.index()] {
            pose.heading = heading;
        }
        Deed::Turned
    }

    fn turn_back(&mut self, seat: Seat) {
        if let Some(pose) = &mut self.turtles[seat.index()] {
            pose.heading = pose.heading.back();
        }
    }

    fn walk(&mut self, seat: Seat, pose: Pose, law: &Law) -> Deed {
        let Some(ahead) = self.beside(pose.cell, pose.heading) else {
            return match law.edge {
                Edge::Start => {
                    self.send_home(vec![seat], law);
                    Deed::Fell
                }
                Edge::Wall => {
                    self.turn_back(seat);
                    Deed::TurnedBack(None)
                }
            };
        };
        if let Some(other) = self.turtle_at(ahead) {
            self.send_home(vec![seat, other], law);
            return Deed::Collided(other);
        }
        match self.tile(ahead) {
            Tile::Empty => {
                self.turtles[seat.index()] = Some(Pose { cell: ahead, ..pose });
                Deed::Walked
            }
            Tile::Crate => self.push(seat, pose, ahead, law),
            Tile::Jewel => {
                self.turtles[seat.index()] = None;
                Deed::Arrived(ahead)
            }
            wall @ (Tile::Stone | Tile::Ice) => {
                self.turn_back(seat);
                Deed::TurnedBack(Some(wall))
            }
        }
    }

    /// Anything behind a crate blocks the push, and then it is an obstacle like a wall. The start
    /// of a racing turtle counts as something, since it must stay free; and so that no match
    /// becomes endless, a crate does not move where it would cut a turtle off from a jewel.
    fn push(&mut self, seat: Seat, pose: Pose, ahead: Cell, law: &Law) -> Deed {
        let behind = self.beside(ahead, pose.heading).filter(|&behind| {
            self.tile(behind) == Tile::Empty
                && self.turtle_at(behind).is_none()
                && self.start_at(behind, law).is_none()
        });
        let moved = behind.and_then(|behind| {
            let mut after = self.clone();
            after.set(ahead, Tile::Empty);
            after.set(behind, Tile::Crate);
            after.turtles[seat.index()] = Some(Pose { cell: ahead, ..pose });
            let harmless = after.cut_off(law).is_none() || self.cut_off(law).is_some();
            harmless.then_some((after, behind))
        });
        match moved {
            Some((after, behind)) => {
                *self = after;
                Deed::Pushed(behind)
            }
            None => {
                self.turn_back(seat);
                Deed::TurnedBack(Some(Tile::Crate))
            }
        }
    }

    fn fire(&mut self, seat: Seat, pose: Pose, law: &Law) -> Deed {
        let mut until = pose.cell;
        while let Some(next) = self.beside(until, pose.heading) {
            until = next;
            let hit = match (self.turtle_at(next), self.tile(next)) {
                (Some(other), _) => {
                    self.burn(other, law);
                    Hit::Turtle(other)
                }
                (None, Tile::Empty) => continue,
                (None, Tile::Stone | Tile::Crate) => Hit::Solid,
                (None, Tile::Ice) => {
                    self.set(next, Tile::Empty);
                    Hit::Ice
                }
                (None, Tile::Jewel) => {
                    self.burn(seat, law);
                    Hit::Jewel
                }
            };
            return Deed::Fired { until, hit };
        }
        Deed::Fired { until, hit: Hit::Edge }
    }

    /// A turtle is hit by a laser. What counts is how many sat down, not how many still race.
    fn burn(&mut self, seat: Seat, law: &Law) {
        if law.starts.len() > 2 {
            self.send_home(vec![seat], law);
        } else {
            self.turn_back(seat);
        }
    }

    /// Puts turtles back on their starts. One that stands on such a start goes to its own, and so
    /// on; starts differ, so this ends.
    fn send_home(&mut self, mut sent: Vec<Seat>, law: &Law) {
        for seat in &sent {
            self.turtles[seat.index()] = None;
        }
        while let Some(seat) = sent.pop() {
            let start = law.starts[seat.index()];
            sent.extend(self.turtle_at(start.cell));
            self.turtles[seat.index()] = Some(start);
        }
    }

    /// The cells from which a turtle can walk to this jewel.
    fn region_of(&self, jewel: Cell) -> Vec<bool> {
        let mut reached = vec![false; self.tiles.len()];
        let mut open = vec![jewel];
        while let Some(cell) = open.pop() {
            for heading in Heading::ALL {
                let Some(next) = self.beside(cell, heading) else { continue };
                let index = self.index(next);
                if !reached[index] && matches!(self.tiles[index], Tile::Empty | Tile::Ice) {
                    reached[index] = true;
                    open.push(next);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poses(text: &str) -> Vec<Option<Pose>> {
        let pose = |text: &str| {
            let (cell, heading) = text.split_at(text.len() - 1);
            let heading = Heading::from_letter(heading.chars().next()?)?;
            Some(Pose { cell: cell.parse().ok()?, heading })
        };
        text.split_whitespace().map(pose).collect()
    }

    fn written(turtles: &[Option<Pose>]) -> String {
        let pose = |pose: &Option<Pose>| match pose {
            Some(pose) => format!("{}{}", pose.cell, pose.heading.letter()),
            None => "-".to_owned(),
        };
        turtles.iter().map(pose).collect::<Vec<_>>().join(" ")
    }

    /// A small ground: tiles by their signs, rows divided by blanks; where the turtles start, and
    /// where they are.
    fn ground(tiles: &str, starts: &str, turtles: &str, edge: Edge) -> (Ground, Law) {
        let rows: Vec<&str> = tiles.split_whitespace().collect();
        let tile = |sign| {
            let all = [Tile::Empty, Tile::Stone, Tile::Ice, Tile::Crate, Tile::Jewel];
            all.into_iter().find(|tile| tile.sign() == sign).unwrap()
        };
        let law = Law { starts: poses(starts).into_iter().flatten().collect(), edge };
        let mut ground = Ground::new(
            u8::try_from(rows.len()).unwrap(),
            u8::try_from(rows[0].len()).unwrap(),
            rows.concat().chars().map(tile).collect(),
            &law,
        );
        ground.turtles = poses(turtles);
        (ground, law)
    }

    /// Turtle 1 runs the cards; then turtles and tiles are as stated.
    fn check(edge: Edge, starts: &str, before: (&str, &str), cards: &str, after: (&str, &str)) {
        let (mut ground, law) = ground(before.0, starts, before.1, edge);
        for card in cards.chars() {
            if ground.pose(Seat::FIRST).is_some() {
                ground.obey(Seat::FIRST, Card::from_letter(card).unwrap(), &law);
            }
        }
        assert_eq!(written(&ground.turtles), after.1, "{cards} on {before:?}");
        ground.turtles.fill(None);
        assert_eq!(ground.grid().join(" "), after.0, "{cards} on {before:?}");
    }

    const EMPTY: &str = "..... ..... ..... .....";

    #[test]
    fn cards_walk_and_turn() {
        let go = |cards, to| check(Edge::Start, "a1S e1S", (EMPTY, "b2S e1S"), cards, (EMPTY, to));
        go("F", "b3S e1S");
        go("L", "b2E e1S");
        go("R", "b2W e1S");
        go("LFFRF", "d3S e1S");
        go("RRF", "b1N e1S");
    }

    #[test]
    fn walls_make_a_half_turn_and_the_program_goes_on() {
        for wall in ["..... ..... .#... .....", "..... ..... .%... ....."] {
            let go =
                |cards, to| check(Edge::Start, "a1S e1S", (wall, "b2S e1S"), cards, (wall, to));
            go("F", "b2N e1S");
            go("FF", "b1N e1S");
            go("FLF", "a2W e1S");
        }
    }

    #[test]
    fn the_edge_sends_home_or_is_a_wall() {
        let home =
            |cards, to| check(Edge::Start, "a1E e1S", (EMPTY, "b4S e1S"), cards, (EMPTY, to));
        home("F", "a1E e1S");
        home("FF", "b1E e1S");
        check(Edge::Start, "a1E e1S", (EMPTY, "a1N e1S"), "F", (EMPTY, "a1E e1S"));
        let wall = |cards, to| check(Edge::Wall, "a1E e1S", (EMPTY, "b4S e1S"), cards, (EMPTY, to));
        wall("F", "b4N e1S");
        wall("FF", "b3N e1S");
    }

    #[test]
    fn a_bump_sends_both_home() {
        check(Edge::Start, "a1S e1S", (EMPTY, "b2E c2W"), "F", (EMPTY, "a1S e1S"));
        // The program goes on from the start.
        check(Edge::Start, "a1S e1S", (EMPTY, "b2E c2W"), "FFF", (EMPTY, "a3S e1S"));
        // A turtle on its own start is hit as well.
        check(Edge::Start, "a1S e1S", (EMPTY, "d1E e1W"), "F", (EMPTY, "a1S e1S"));
    }

    #[test]
    fn a_turtle_on_the_start_goes_to_its_own() {
        check(Edge::Start, "a1S e1S c1S", (EMPTY, "b4S a1E c3N"), "F", (EMPTY, "a1S e1S c3N"));
        // And so on: 2 stands on 1's start, 3 on 2's, 4 on 3's.
        let starts = "a1S e1S c1S d4N";
        check(Edge::Start, starts, (EMPTY, "b4S a1E e1W c1N"), "F", (EMPTY, "a1S e1S c1S d4N"));
        // Bumping into a turtle while a third stands on the start of the bumped one.
        let before = (EMPTY, "b3E c3W e1N");
        check(Edge::Start, "a1S e1S c1S", before, "F", (EMPTY, "a1S e1S c1S"));
        // The two exchange nothing: each stood on the other's start.
        check(Edge::Start, "a1S b1S", (EMPTY, "b1W a1E"), "F", (EMPTY, "a1S b1S"));
    }

    #[test]
    fn a_jewel_ends_the_way_in_mid_program_and_stays() {
        let board = "..... ..... .*... .....";
        check(Edge::Start, "a1S e1S", (board, "b2S e1S"), "FFFF", (board, "- e1S"));
    }

    #[test]
    fn the_laser_hits_the_first_thing_at_any_distance() {
        let two = |before, turtles, after, to| {
            check(Edge::Start, "a1S e1S", (before, turtles), "Z", (after, to));
        };
        two("..%%. ..... .....", "a1E e3S", "...%. ..... .....", "a1E e3S");
        two("..#%. ..... .....", "a1E e3S", "..#%. ..... .....", "a1E e3S");
        two("..+%. ..... .....", "a1E e3S", "..+%. ..... .....", "a1E e3S");
        two("..... ..... .....", "a1E e3S", "..... ..... .....", "a1E e3S");
        // Two at the table: a half-turn, for the one hit or for the shooter at a jewel.
        two("....% ..... .....", "a1E d1S", "....% ..... .....", "a1E d1N");
        two("...*% ..... .....", "a1E e3S", "...*% ..... .....", "a1W e3S");
    }

    #[test]
    fn with_three_the_laser_sends_home_and_the_program_goes_on() {
        let three = |board, turtles, to| {
            check(Edge::Start, "a3N e3S c3S", (board, turtles), "ZF", (board, to));
        };
        three("..... ..... .....", "a1E d1S c3S", "b1E e3S c3S");
        three("...*. ..... .....", "a1E e3S c3S", "a2N e3S c3S");
        // It counts who sat down, not who still races.
        three("..... ..... .....", "a1E d1S -", "b1E e3S -");
        // The start of the one hit is taken: that turtle goes home too.
        three("..... ..... .....", "a1E d1S e3N", "b1E e3S c3S");
    }

    #[test]
    fn a_crate_is_pushed_unless_something_is_behind_it() {
        fn go(before: &str, turtles: &str, after: &str, to: &str) {
            check(Edge::Start, "a1E e4S", (before, turtles), "F", (after, to));
        }
        go(".+... ..... ..... .....", "a1E e4S", "..+.. ..... ..... .....", "b1E e4S");
        for blocked in [".++..", ".+#..", ".+%..", ".+*.."] {
            let board = format!("{blocked} ..... ..... .....");
            go(&board, "a1E e4S", &board, "a1W e4S");
        }
        let board = ".+... ..... ..... .....";
        go(board, "a1E c1S", board, "a1W c1S");
        let board = "....+ ..... ..... .....";
        go(board, "d1E e4S", board, "d1W e4S");
        // The start of a racing turtle stays free; that of one who arrived is an ordinary cell.
        let board = "..... ..... ....+ .....";
        go(board, "e2S a1E", board, "e2N a1E");
        go(board, "e2S -", "..... ..... ..... ....+", "e3S -");
    }

    #[test]
    fn a_crate_never_cuts_anybody_off() {
        let board = "..... ..... ..+.. ..#*#";
        let starts = "a1S e1S";
        check(Edge::Start, starts, (board, "b3E e1S"), "F", (board, "b3W e1S"));
        // Where a way was closed before, as in a puzzle, crates move freely.
        let closed = "..#.. ..+.. ..#.. ..#.*";
        let opened = "..#.. ...+. ..#.. ..#.*";
        check(Edge::Start, starts, (closed, "b2E e1S"), "F", (opened, "c2E e1S"));
    }

    #[test]
    fn who_is_cut_off_from_which_jewel() {
        let cut = |tiles, starts, turtles| {
            let (ground, law) = ground(tiles, starts, turtles, Edge::Start);
            let cut = ground.cut_off(&law)?;
            Some((cut.turtle.number(), cut.jewel.to_string(), cut.from_start))
        };
        let starts = "a1S c1S";
        assert_eq!(cut("... ... ..*", starts, "a1S c1S"), None);
        assert_eq!(cut("... ##. ..*", starts, "a1S c1S"), None);
        assert_eq!(cut(".#. ##. ..*", starts, "a1S c1S"), Some((1, "c3".to_owned(), false)));
        assert_eq!(cut(".#. ##. ..*", starts, "b3S c1S"), Some((1, "c3".to_owned(), true)));
        assert_eq!(cut(".#. .#. .#*", starts, "a1S c1S"), Some((1, "c3".to_owned(), false)));
        assert_eq!(cut("..# ... ..*", "a1S b1S", "- b1S"), None);
        // Crates are walked around, ice and turtles are not in the way.
        assert_eq!(cut(".+. ++. ..*", starts, "a1S c1S"), Some((1, "c3".to_owned(), false)));
        assert_eq!(cut("..% %.. #%*", starts, "b2S c1S"), None);
        // A way over another jewel is none.
        assert_eq!(cut("... **. **.", starts, "a1S c1S"), Some((1, "a3".to_owned(), false)));
        // Those who have arrived do not care.
        assert_eq!(cut(".#. ##. ..*", starts, "- c1S"), None);
    }

    #[test]
    fn cells_have_one_spelling() {
        for text in ["a1", "h8", "p16", "d10"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for text in ["", "a", "a0", "a01", "a17", "q1", "A1", "a+1", "é1"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}

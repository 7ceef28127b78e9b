//! The parks: size, mode, values and walls, read from board files. Knows nothing of how a match
//! goes.

mod generator;
mod reader;

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::Arc;

pub use self::generator::Square;
use self::generator::{Part, Recipe, Settled, Values, corners};
use super::{Cell, Mode};
use crate::play::{Dial, FileError, Variant};

pub const SIZES: RangeInclusive<i64> = 5..=26;
pub const PLAYERS: RangeInclusive<i64> = 2..=4;
/// How many of a hundred cells walls by lot may take; more would leave nothing to walk on.
pub const WALLS: RangeInclusive<i64> = 0..=40;
pub const NEGATIVE: RangeInclusive<i64> = 0..=100;
/// The letters of the starts, by seat.
pub const LETTERS: [char; 4] = ['Y', 'R', 'G', 'B'];
const WALL: &str = "#";

/// A park to play in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Park {
    name: String,
    mode: Mode,
    size: usize,
    /// How many usually sit down.
    players: usize,
    ground: Ground,
}

/// How much of the park is known.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Ground {
    /// What to lay out when the match begins.
    Recipe(Recipe),
    /// Every cell, but not yet how many sit down in the corners.
    Squares(Vec<Square>),
    /// Every cell and every start.
    Grid(Arc<Grid>),
}

/// The squares of a park and where everybody starts; a start is worth nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    size: usize,
    squares: Vec<Square>,
    starts: Vec<Cell>,
}

impl Grid {
    fn new(size: usize, mut squares: Vec<Square>, starts: Vec<Cell>) -> Grid {
        for start in &starts {
            squares[start.index(size)] = Square::Worth(0);
        }
        Grid { size, squares, starts }
    }

    /// How many rows the park has, and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// By seat.
    pub fn starts(&self) -> &[Cell] {
        &self.starts
    }

    /// What lies there; the cell is on the board.
    pub(super) fn square(&self, cell: Cell) -> Square {
        self.squares[cell.index(self.size)]
    }

    /// Whether nobody can take the cell, which is on the board.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.square(cell) == Square::Wall
    }

    /// The points for capturing the cell; a wall has none.
    pub fn value(&self, cell: Cell) -> i32 {
        match self.square(cell) {
            Square::Wall => 0,
            Square::Worth(value) => i32::from(value),
        }
    }

    /// Whether nobody who starts there could ever move.
    fn walls_in(&self, start: Cell, mode: Mode) -> bool {
        let open = |cell: Cell| !self.is_wall(cell) && !self.starts.contains(&cell);
        !start.beside(mode, self.size).any(open)
    }
}

impl Park {
    /// Whether snakes or octopuses play in it.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// How many rows it has, and columns, 5 to 26.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The same park with every cell and start in it, for `seats` players; that is what a record
    /// shows.
    pub(super) fn laid_out(&self, seats: usize) -> (Park, Arc<Grid>) {
        let grid = match &self.ground {
            Ground::Grid(grid) => grid.clone(),
            _ => {
                let starts = corners(self.size).into_iter().take(seats).collect();
                Arc::new(Grid::new(self.size, self.squares(seats), starts))
            }
        };
        let park = Park { players: seats, ground: Ground::Grid(grid.clone()), ..self.clone() };
        (park, grid)
    }

    /// The squares for `seats` players. Lots that nobody has drawn yet are drawn with seed 0.
    fn squares(&self, seats: usize) -> Vec<Square> {
        match &self.ground {
            Ground::Grid(grid) => grid.squares.clone(),
            Ground::Squares(squares) => squares.clone(),
            Ground::Recipe(recipe) => {
                recipe.squares(self.size, seats).unwrap_or_else(|| self.settle(0).squares(seats))
            }
        }
    }

    /// How many may sit down in the corners: a corner behind walls seats nobody, nor those after.
    fn open_corners(&self) -> usize {
        let corners = corners(self.size);
        if let Ground::Recipe(Recipe { walls: Part::ByLot { .. }, .. }) = &self.ground {
            return corners.len(); // Walls by lot keep clear of the corners.
        }
        let grid = Grid { size: self.size, squares: self.squares(2), starts: Vec::new() };
        let closed = |corner: &Cell| grid.is_wall(*corner) || grid.walls_in(*corner, self.mode);
        corners.iter().position(closed).unwrap_or(corners.len())
    }

    fn write_grid(&self, text: &mut String, key: &str, squares: &[Square], starts: &[Cell]) {
        let sign = |cell: Cell| match starts.iter().position(|start| *start == cell) {
            Some(seat) => LETTERS[seat].to_string(),
            None => match squares[cell.index(self.size)] {
                Square::Wall => WALL.to_owned(),
                Square::Worth(value) => value.to_string(),
            },
        };
        let below = |square: &Square| matches!(square, Square::Worth(..0));
        let width = if squares.iter().any(below) { 2 } else { 1 };
        let _ = writeln!(text, "{key} = \"\"\"");
        for row in 0..self.size {
            let signs = (0..self.size).map(|column| sign(Cell::new(column, row)));
            let signs: Vec<String> = signs.map(|sign| format!("{sign:>width$}")).collect();
            let _ = writeln!(text, "{}", signs.join(" "));
        }
        text.push_str("\"\"\"\n");
    }
}

impl Variant for Park {
    const KEYS: &'static [&'static str] =
        &["name", "mode", "players", "size", "values", "walls", "negative", "grid"];

    fn parse(text: &str) -> Result<Park, FileError> {
        reader::read(text)
    }

    fn to_toml(&self) -> String {
        let mut text = format!(
            "name = {}\nmode = \"{}\"\nplayers = {}\n",
            toml::Value::from(self.name.as_str()),
            self.mode.name(),
            self.players
        );
        match &self.ground {
            Ground::Grid(grid) => self.write_grid(&mut text, "grid", &grid.squares, &grid.starts),
            Ground::Squares(squares) => self.write_grid(&mut text, "values", squares, &[]),
            Ground::Recipe(recipe) => {
                let _ = writeln!(text, "size = {}", self.size);
                let _ = writeln!(text, "values = \"{}\"", recipe.values.name());
                for (key, part) in [("walls", &recipe.walls), ("negative", &recipe.negative)] {
                    let _ = match part {
                        Part::ByLot { percent } => writeln!(text, "{key} = {percent}"),
                        Part::Cells(cells) if cells.is_empty() => Ok(()),
                        Part::Cells(cells) => {
                            let names: Vec<String> =
                                cells.iter().map(|cell| format!("\"{cell}\"")).collect();
                            writeln!(text, "{key} = [{}]", names.join(", "))
                        }
                    };
                }
            }
        }
        text
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        match &self.ground {
            Ground::Grid(grid) => grid.starts.len()..=grid.starts.len(),
            Ground::Squares(_) | Ground::Recipe(_) => 2..=self.open_corners(),
        }
    }

    fn usual_seats(&self) -> usize {
        self.players
    }

    fn settle(&self, seed: u64) -> Park {
        let Ground::Recipe(recipe) = &self.ground else { return self.clone() };
        let ground = match recipe.settle(self.size, seed) {
            Settled::Recipe(recipe) => Ground::Recipe(recipe),
            Settled::Squares(squares) => Ground::Squares(squares),
        };
        Park { ground, ..self.clone() }
    }

    fn dials(&self) -> Vec<Dial> {
        let mode = Mode::ALL.map(|mode| mode.name().to_owned()).to_vec();
        let animal =
            "A snake grows from its head; an octopus from all it owns, across corners too.";
        let mut dials = vec![Dial::new("mode", mode, self.mode.name()).called("animal", animal)];
        let Ground::Recipe(recipe) = &self.ground else { return dials };
        let sizes = SIZES.map(|size| size.to_string()).collect();
        let size = Dial::new("size", sizes, &self.size.to_string());
        dials.push(size.called("size", "Cells along each side of the park."));
        let values = Values::ALL.map(|values| values.name().to_owned()).to_vec();
        let values = Dial::new("values", values, recipe.values.name());
        dials.push(values.called("values", "Rising to the middle, random, or random but fair."));
        for (key, part, range, step, meaning) in [
            (
                "walls",
                &recipe.walls,
                WALLS,
                4,
                "How many percent of the cells are walls, at random.",
            ),
            (
                "negative",
                &recipe.negative,
                NEGATIVE,
                10,
                "How many percent of the cells cost points.",
            ),
        ] {
            let percents = range.step_by(step).map(|percent| percent.to_string()).collect();
            let now = match part {
                Part::Cells(cells) if !cells.is_empty() => continue,
                Part::Cells(_) => 0,
                Part::ByLot { percent } => *percent,
            };
            let label = if key == "negative" { "thorns" } else { key };
            let dial = Dial::new(key, percents, &now.to_string()).called(label, meaning);
            dials.push(dial.shown_as(|percent| format!("{percent} %")));
        }
        dials
    }

    fn summary(&self) -> String {
        format!("{} {}×{}", self.mode.name(), self.size, self.size)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let values = match &self.ground {
            Ground::Recipe(recipe) => recipe.values.name(),
            Ground::Squares(_) | Ground::Grid(_) => "drawn",
        };
        let mut facts = vec![
            ("mode", self.mode.name().to_owned()),
            ("size", format!("{}×{}", self.size, self.size)),
            ("values", values.to_owned()),
        ];
        let squares = self.squares(self.players);
        for (fact, counts) in [
            ("walls", (|square| *square == Square::Wall) as fn(&Square) -> bool),
            ("negative", |square| matches!(square, Square::Worth(..0))),
        ] {
            match squares.iter().filter(|square| counts(square)).count() {
                0 => {}
                count => facts.push((fact, format!("{count} cells"))),
            }
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::with_keys;

    const CANYON: &str = r#"
name = "Canyon"
mode = "snake"
players = 2
grid = """
Y 1 2 # 4
1 2 -3 4 3
2 # 4 3 2
3 4 3 2 1
4 3 2 1 R
"""
"#;

    fn drawn(rows: &str) -> String {
        format!("name = \"x\"\ngrid = \"\"\"\n{rows}\"\"\"\n")
    }

    #[test]
    fn a_drawn_park_has_its_values_walls_and_starts() {
        let park = Park::parse(CANYON).unwrap();
        assert_eq!((park.name(), park.mode(), park.size()), ("Canyon", Mode::Snake, 5));
        assert_eq!((park.seats(), park.usual_seats()), (2..=2, 2));
        let (_, grid) = park.laid_out(2);
        assert_eq!(grid.starts(), [Cell::new(0, 0), Cell::new(4, 4)]);
        assert!(grid.is_wall(Cell::new(3, 0)) && grid.is_wall(Cell::new(1, 2)));
        assert_eq!(grid.value(Cell::new(2, 1)), -3);
        assert_eq!(grid.value(Cell::new(4, 0)), 4);
    }

    #[test]
    fn starts_may_lie_anywhere_and_the_file_may_say_only_the_grid() {
        let park = Park::parse(&drawn("0 0 0 0 0\n0 Y 0 R 0\n0 0 0 0 0\n0 0 G 0 0\n9 0 0 0 0\n"));
        let park = park.unwrap();
        assert_eq!((park.seats(), park.mode()), (3..=3, Mode::Snake));
        assert_eq!(park.laid_out(3).1.starts()[2], Cell::new(2, 3));
    }

    #[test]
    fn a_generated_park_seats_two_to_four() {
        let park = Park::parse("name = \"x\"\nsize = 9\nplayers = 3\nmode = \"octopus\"").unwrap();
        assert_eq!((park.seats(), park.usual_seats(), park.mode()), (2..=4, 3, Mode::Octopus));
        assert_eq!(park.summary(), "octopus 9×9");
        // Who sits behind a wall cannot play: here green, and so blue neither.
        let park = Park::parse("name = \"x\"\nsize = 5\nwalls = [\"D0\", \"E1\"]").unwrap();
        assert_eq!(park.seats(), 2..=2);
        let park = Park::parse("name = \"x\"\nsize = 5\nwalls = [\"A4\"]").unwrap();
        assert_eq!(park.seats(), 2..=3);
    }

    #[test]
    fn every_key_can_be_set_from_the_command_line() {
        let sets = [("size", "7"), ("mode", "octopus"), ("values", "mirrored"), ("players", "4")];
        let sets = sets.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let (_, snake) = <crate::games::vorassic::Vorassic as crate::play::Game>::BOARDS[0];
        let park = Park::parse(&with_keys(snake, &sets).unwrap()).unwrap();
        assert_eq!((park.size(), park.mode(), park.usual_seats()), (7, Mode::Octopus, 4));
        assert_eq!(park.facts()[2], ("values", "mirrored".to_owned()));
    }

    #[test]
    fn every_turn_of_a_dial_makes_a_park() {
        for (_, file) in <crate::games::vorassic::Vorassic as crate::play::Game>::BOARDS {
            let park = Park::parse(file).unwrap();
            for dial in park.dials() {
                for value in &dial.values {
                    let set = [(dial.key.to_owned(), value.clone())];
                    let turned = with_keys(&park.to_toml(), &set).unwrap();
                    let turned = Park::parse(&turned).unwrap();
                    let same = turned.dials().into_iter().find(|it| it.key == dial.key).unwrap();
                    assert_eq!(same.values[same.at], *value, "{} {}", park.name, dial.key);
                }
                assert!(dial.at < dial.values.len());
            }
        }
    }

    #[test]
    fn a_settled_park_shows_its_grid_and_reads_back_equal() {
        for values in ["random", "mirrored", "default"] {
            for parts in ["", "walls = 12\nnegative = 20\n", "walls = [\"C2\"]\nnegative = 9\n"] {
                let file =
                    format!("name = \"a \\\"b\\\"\"\nsize = 8\nvalues = \"{values}\"\n{parts}");
                let park = Park::parse(&file).unwrap();
                let settled = park.settle(5);
                let (laid_out, grid) = settled.laid_out(3);
                for park in [&park, &settled, &laid_out] {
                    let text = park.to_toml();
                    assert_eq!(Park::parse(&text).as_ref(), Ok(park), "{text}");
                }
                assert_eq!(settled.settle(6), settled);
                assert_eq!(settled.seats(), 2..=4);
                // The record of a match: as many rows as the park has, with the starts in them.
                let text = laid_out.to_toml();
                let rows: Vec<&str> =
                    text.lines().skip_while(|line| !line.starts_with("grid")).collect();
                assert_eq!(rows.len(), 1 + 8 + 1, "{text}");
                assert!(rows[1].trim_start().starts_with('Y') && rows[1].ends_with('G'), "{text}");
                assert!(rows[8].ends_with('R'), "{text}");
                assert_eq!(Park::parse(&text).unwrap().laid_out(3).1, grid);
            }
        }
    }
}

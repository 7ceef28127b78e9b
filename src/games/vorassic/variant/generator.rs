//! Laying out a park that its file only describes: default and random values, walls, negatives.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use crate::games::vorassic::{Cell, Mode};
use crate::play::Dice;

/// The largest value a cell has, and minus that the smallest.
pub const MAX_VALUE: i8 = 9;

/// A cell as the park has it, whoever owns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    /// Nobody can take it.
    Wall,
    Worth(i8),
}

/// Where the values come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// The distance to the nearest start.
    Default,
    /// 0 to 9 from the seed.
    Random,
    /// The same, and alike under half a turn of the park, so that no side is favoured.
    Mirrored,
}

impl Values {
    pub const ALL: [Values; 3] = [Values::Default, Values::Random, Values::Mirrored];

    pub fn name(self) -> &'static str {
        match self {
            Values::Default => "default",
            Values::Random => "random",
            Values::Mirrored => "mirrored",
        }
    }
}

/// Some cells of a park: listed, or so many of a hundred, from the seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    Cells(Vec<Cell>),
    ByLot { percent: u8 },
}

impl Part {
    pub const NONE: Part = Part::Cells(Vec::new());

    fn is_by_lot(&self) -> bool {
        matches!(self, Part::ByLot { .. })
    }
}

/// What the file of a generated park says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    pub values: Values,
    pub walls: Part,
    /// The cells whose values count against whoever takes them.
    pub negative: Part,
}

/// A recipe whose lots are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settled {
    /// Default values depend on how many sit down, so they stay a recipe.
    Recipe(Recipe),
    Squares(Vec<Square>),
}

/// The corners in the order in which seats use them: yellow top left, red bottom right, green top
/// right, blue bottom left.
pub fn corners(size: usize) -> [Cell; 4] {
    let far = size - 1;
    [Cell::new(0, 0), Cell::new(far, far), Cell::new(far, 0), Cell::new(0, far)]
}

/// The smallest of the distances to the corners that `seats` players use, at most 9.
fn default_value(cell: Cell, size: usize, seats: usize) -> i8 {
    let nearest = corners(size).into_iter().take(seats).map(|corner| corner.distance(cell)).min();
    nearest.and_then(|steps| i8::try_from(steps).ok()).map_or(MAX_VALUE, |n| n.min(MAX_VALUE))
}

impl Recipe {
    /// Draws what is left to chance; the same for the same seed.
    pub fn settle(&self, size: usize, seed: u64) -> Settled {
        let by_lot = self.walls.is_by_lot() || self.negative.is_by_lot();
        if self.values == Values::Default && !by_lot {
            return Settled::Recipe(self.clone());
        }
        let mut rng = Dice::new(seed).stream(0);
        let values = self.draw_values(size, &mut rng);
        let walls = self.draw_walls(size, &mut rng);
        let negative = self.draw_negative(size, &walls, &mut rng);
        match values {
            None => Settled::Recipe(Recipe {
                values: Values::Default,
                walls: Part::Cells(walls),
                negative: Part::Cells(negative),
            }),
            Some(values) => {
                Settled::Squares(squares(size, &walls, &negative, |cell| values[cell.index(size)]))
            }
        }
    }

    /// The squares for `seats` players; none while something is still to be drawn by lot.
    pub fn squares(&self, size: usize, seats: usize) -> Option<Vec<Square>> {
        match (&self.walls, &self.negative) {
            (Part::Cells(walls), Part::Cells(negative)) if self.values == Values::Default => {
                Some(squares(size, walls, negative, |cell| default_value(cell, size, seats)))
            }
            _ => None,
        }
    }

    /// A value for each cell; none where the default stands.
    fn draw_values(&self, size: usize, rng: &mut ChaCha8Rng) -> Option<Vec<i8>> {
        if self.values == Values::Default {
            return None;
        }
        let mut values: Vec<i8> =
            (0..size * size).map(|_| rng.random_range(0..=MAX_VALUE)).collect();
        if self.values == Values::Mirrored {
            let last = values.len() - 1;
            for index in 0..values.len() / 2 {
                values[last - index] = values[index];
            }
        }
        Some(values)
    }

    /// Walls by lot stand clear of the corners and never cut the park in two, not even for a
    /// snake, so that everybody can reach everything.
    fn draw_walls(&self, size: usize, rng: &mut ChaCha8Rng) -> Vec<Cell> {
        self.draw(&self.walls, size, rng, |walls, cell| {
            let with = |more: Cell| walls.iter().copied().chain([cell, more]).collect::<Vec<_>>();
            !corners(size).contains(&cell) && is_connected(size, &with(self.twin(cell, size)))
        })
    }

    fn draw_negative(&self, size: usize, walls: &[Cell], rng: &mut ChaCha8Rng) -> Vec<Cell> {
        self.draw(&self.negative, size, rng, |_, cell| {
            !corners(size).contains(&cell) && !walls.contains(&cell)
        })
    }

    /// Draws the cells of a part among those that `fits`, given the cells drawn so far; each
    /// together with its twin.
    fn draw(
        &self,
        part: &Part,
        size: usize,
        rng: &mut ChaCha8Rng,
        fits: impl Fn(&[Cell], Cell) -> bool,
    ) -> Vec<Cell> {
        let percent = match part {
            Part::Cells(cells) => return cells.clone(),
            Part::ByLot { percent } => usize::from(*percent),
        };
        let wanted = size * size * percent / 100;
        let mut lots: Vec<Cell> = Cell::all(size).collect();
        lots.shuffle(rng);
        let mut drawn = Vec::new();
        for cell in lots {
            if drawn.len() >= wanted {
                break;
            }
            if !drawn.contains(&cell) && fits(&drawn, cell) {
                drawn.extend([cell, self.twin(cell, size)]);
                drawn.sort_unstable();
                drawn.dedup();
            }
        }
        drawn
    }

    /// The cell that must be like this one: that across the park, or itself on a random park.
    fn twin(&self, cell: Cell, size: usize) -> Cell {
        if self.values == Values::Random { cell } else { cell.turned(size) }
    }
}

fn squares(
    size: usize,
    walls: &[Cell],
    negative: &[Cell],
    value: impl Fn(Cell) -> i8,
) -> Vec<Square> {
    let square = |cell: Cell| match value(cell) {
        _ if walls.contains(&cell) => Square::Wall,
        value if negative.contains(&cell) => Square::Worth(-value),
        value => Square::Worth(value),
    };
    Cell::all(size).map(square).collect()
}

/// Whether a snake could walk from every cell without a wall to every other.
fn is_connected(size: usize, walls: &[Cell]) -> bool {
    let mut seen = vec![false; size * size];
    for wall in walls {
        seen[wall.index(size)] = true;
    }
    let Some(first) = seen.iter().position(|&seen| !seen) else { return true };
    seen[first] = true;
    let mut reached = vec![Cell::at(first, size)];
    while let Some(cell) = reached.pop() {
        for next in cell.beside(Mode::Snake, size) {
            if !std::mem::replace(&mut seen[next.index(size)], true) {
                reached.push(next);
            }
        }
    }
    seen.into_iter().all(|seen| seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(squares: &[Square], size: usize) -> Vec<String> {
        let sign = |square: &Square| match square {
            Square::Wall => "#".to_owned(),
            Square::Worth(value) => value.to_string(),
        };
        squares.chunks(size).map(|row| row.iter().map(sign).collect()).collect()
    }

    fn recipe(values: Values, walls: u8, negative: u8) -> Recipe {
        Recipe {
            values,
            walls: Part::ByLot { percent: walls },
            negative: Part::ByLot { percent: negative },
        }
    }

    fn drawn(values: Values, walls: u8, negative: u8, size: usize, seed: u64) -> Vec<Square> {
        match recipe(values, walls, negative).settle(size, seed) {
            Settled::Squares(squares) => squares,
            Settled::Recipe(recipe) => recipe.squares(size, 2).unwrap(),
        }
    }

    #[test]
    fn default_values_count_the_steps_to_the_nearest_start_and_stop_at_nine() {
        let plain = Recipe { values: Values::Default, walls: Part::NONE, negative: Part::NONE };
        let two = plain.squares(5, 2).unwrap();
        assert_eq!(rows(&two, 5), ["01234", "12343", "23432", "34321", "43210"]);
        // With more than two players the used corners count.
        let three = plain.squares(5, 3).unwrap();
        assert_eq!(rows(&three, 5), ["01210", "12321", "23432", "34321", "43210"]);
        let four = plain.squares(5, 4).unwrap();
        assert_eq!(rows(&four, 5), ["01210", "12321", "23432", "12321", "01210"]);
        let large = plain.squares(12, 2).unwrap();
        assert_eq!(rows(&large, 12)[0], "012345678999");
        assert_eq!(rows(&large, 12)[11], "999876543210");
    }

    #[test]
    fn random_values_come_from_the_seed_and_mirrored_ones_look_alike_from_both_sides() {
        let park = |values, seed| drawn(values, 0, 0, 9, seed);
        assert_eq!(park(Values::Random, 7), park(Values::Random, 7));
        assert_ne!(park(Values::Random, 7), park(Values::Random, 8));
        let turned = |mut squares: Vec<Square>| {
            squares.reverse();
            squares
        };
        for seed in 0..20 {
            let mirrored = park(Values::Mirrored, seed);
            assert_eq!(turned(mirrored.clone()), mirrored);
            assert!(mirrored.iter().all(|it| matches!(it, Square::Worth(0..=9))));
            assert_ne!(turned(park(Values::Random, seed)), park(Values::Random, seed));
        }
        let mut seen = park(Values::Random, 1);
        seen.extend(park(Values::Random, 2));
        assert!((0..=9).all(|value| seen.contains(&Square::Worth(value))));
    }

    #[test]
    fn walls_by_lot_never_cut_the_park_in_two() {
        for (values, seed) in Values::ALL.into_iter().zip(0..).cycle().take(30) {
            let squares = drawn(values, 40, 0, 8, seed);
            let walls: Vec<Cell> =
                Cell::all(8).filter(|cell| squares[cell.index(8)] == Square::Wall).collect();
            assert!(walls.len() > 12, "{values:?}: only {} walls", walls.len());
            assert!(is_connected(8, &walls), "{values:?}: {walls:?}");
            assert!(corners(8).iter().all(|corner| !walls.contains(corner)));
            let fair = walls.iter().all(|cell| walls.contains(&cell.turned(8)));
            assert!(fair || values == Values::Random, "{values:?}: {walls:?}");
        }
    }

    #[test]
    fn negatives_by_lot_turn_the_sign_of_a_share_of_the_cells() {
        for values in Values::ALL {
            let squares = drawn(values, 0, 25, 10, 3);
            let below = squares.iter().filter(|it| matches!(it, Square::Worth(-9..=-1))).count();
            assert!((18..=26).contains(&below), "{values:?}: {below} of 100");
        }
    }
}

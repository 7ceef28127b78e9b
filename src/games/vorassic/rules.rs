//! The rules of Vorassic Park, for any park, either mode and two to four players.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Cell, Grid, LETTERS, Mode, Park, letter};
use crate::play::{Eye, Game, Hue, Outcome, Seat, Turn, board_text};

/// The colours in the order of play.
const HUES: [Hue; 4] = [Hue::Yellow, Hue::Red, Hue::Green, Hue::Blue];

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Vorassic {
    park: Arc<Park>,
    grid: Arc<Grid>,
    /// By [`Cell::index`].
    owners: Vec<Option<Seat>>,
    /// The cell each seat captured last, its start at first.
    heads: Vec<Cell>,
    scores: Vec<i32>,
    /// Nobody once nobody can move.
    to_move: Option<Seat>,
    last: Option<Cell>,
    /// Who was passed over after the last move, for want of a cell to take.
    skipped: Vec<Seat>,
}

/// A position as serde writes it: the grid follows from the park.
#[derive(Serialize, Deserialize)]
struct Written {
    #[serde(with = "board_text")]
    park: Arc<Park>,
    owners: Vec<Option<Seat>>,
    heads: Vec<Cell>,
    scores: Vec<i32>,
    to_move: Option<Seat>,
    last: Option<Cell>,
    skipped: Vec<Seat>,
}

impl From<Vorassic> for Written {
    fn from(position: Vorassic) -> Written {
        let Vorassic { park, grid: _, owners, heads, scores, to_move, last, skipped } = position;
        Written { park, owners, heads, scores, to_move, last, skipped }
    }
}

impl From<Written> for Vorassic {
    fn from(written: Written) -> Vorassic {
        let Written { park, owners, heads, scores, to_move, last, skipped } = written;
        let (_, grid) = park.laid_out(scores.len());
        Vorassic { park, grid, owners, heads, scores, to_move, last, skipped }
    }
}

/// Why a cell cannot be captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The park has only so many rows and columns.
    Outside(Cell, usize),
    /// Nobody can ever take it.
    Wall(Cell),
    /// The player has taken it already.
    Yours(Cell),
    /// This other player has.
    Taken(Cell, Seat),
    /// Not beside the head of the snake.
    FarFromHead(Cell, Cell),
    /// Not beside anything the octopus owns.
    OutOfReach(Cell),
    /// Nobody can move any more.
    Over,
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Outside(cell, size) => {
                let last = Cell::new(size - 1, size - 1);
                write!(f, "{cell} is outside the park; use A0 to {last}")
            }
            Illegal::Wall(cell) => write!(f, "{cell} is a wall"),
            Illegal::Yours(cell) => write!(f, "{cell} is yours already"),
            Illegal::Taken(cell, seat) => write!(f, "{cell} belongs to {} already", colour(*seat)),
            Illegal::FarFromHead(cell, head) => {
                write!(f, "{cell} isn't straight beside {head}, the head of your snake")
            }
            Illegal::OutOfReach(cell) => write!(f, "{cell} isn't beside any of your cells"),
            Illegal::Over => f.write_str("the match is over"),
        }
    }
}

impl Error for Illegal {}

/// The name of a seat's colour.
fn colour(seat: Seat) -> &'static str {
    HUES[seat.index()].name()
}

impl Vorassic {
    /// The values, walls and starts of this match.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether snakes or octopuses play.
    pub fn mode(&self) -> Mode {
        self.park.mode()
    }

    /// How many rows the park has, and columns.
    pub fn size(&self) -> usize {
        self.grid.size()
    }

    /// Who has captured a cell of the park, or began on it.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        self.owners[cell.index(self.size())]
    }

    /// Whether nobody has the cell and somebody could.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.owner(cell).is_none() && !self.grid.is_wall(cell)
    }

    /// The cell this seat captured last; its start before that.
    pub fn head(&self, seat: Seat) -> Cell {
        self.heads[seat.index()]
    }

    /// The points so far, below 0 where values are negative.
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// How many cells the seat has captured; its start is not one of them.
    pub fn captured(&self, seat: Seat) -> usize {
        self.owners.iter().filter(|owner| **owner == Some(seat)).count() - 1
    }

    /// Whose turn it is; nobody's once the match is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    /// The cell that was captured last.
    pub fn last(&self) -> Option<Cell> {
        self.last
    }

    /// Who was passed over after the last move (or at the start), for want of a cell to take.
    pub fn skipped(&self) -> &[Seat] {
        &self.skipped
    }

    /// Whether `seat` might take this cell if it were its turn.
    pub fn may_take(&self, seat: Seat, cell: Cell) -> bool {
        self.is_free(cell) && self.is_beside(seat, cell)
    }

    /// Every cell the seat might take if it were its turn, in order.
    pub fn reach(&self, seat: Seat) -> Vec<Cell> {
        match self.mode() {
            Mode::Snake => self.beside_head(seat).collect(),
            Mode::Octopus => {
                Cell::all(self.size()).filter(|cell| self.may_take(seat, *cell)).collect()
            }
        }
    }

    /// The free cells into which a snake can go.
    fn beside_head(&self, seat: Seat) -> impl Iterator<Item = Cell> + '_ {
        let around = self.head(seat).beside(Mode::Snake, self.size());
        around.filter(|cell| self.is_free(*cell))
    }

    fn is_beside(&self, seat: Seat, cell: Cell) -> bool {
        cell.beside(self.mode(), self.size()).any(|beside| match self.mode() {
            Mode::Snake => beside == self.head(seat),
            Mode::Octopus => self.owner(beside) == Some(seat),
        })
    }

    fn can_move(&self, seat: Seat) -> bool {
        match self.mode() {
            Mode::Snake => self.beside_head(seat).next().is_some(),
            Mode::Octopus => Cell::all(self.size()).any(|cell| self.may_take(seat, cell)),
        }
    }

    /// Gives the turn to `first` or, where that one cannot move, to the next who can.
    fn pass_to(&mut self, first: Seat) {
        self.to_move = None;
        self.skipped.clear();
        let mut seat = first;
        for _ in 0..self.seats() {
            if self.can_move(seat) {
                self.to_move = Some(seat);
                return;
            }
            self.skipped.push(seat);
            seat = seat.next(self.seats());
        }
        // At the end nobody is waiting for a turn.
        self.skipped.clear();
    }

    /// Most points win; equal is a draw.
    fn outcome(&self) -> Outcome {
        let most = self.scores.iter().max();
        let mut best = Seat::all(self.seats()).filter(|seat| Some(&self.score(*seat)) == most);
        match (best.next(), best.next()) {
            (Some(seat), None) => Outcome::Win(seat),
            _ => Outcome::Draw,
        }
    }

    /// A cell as plain mode prints it, after the document: its value while it is free, the letter
    /// of its owner after, small for the body of a snake.
    fn sign(&self, cell: Cell) -> String {
        match self.owner(cell) {
            None if self.grid.is_wall(cell) => "#".to_owned(),
            None => self.grid.value(cell).to_string(),
            Some(seat) => {
                let letter = LETTERS[seat.index()];
                let body = self.mode() == Mode::Snake && self.head(seat) != cell;
                if body { letter.to_ascii_lowercase() } else { letter }.to_string()
            }
        }
    }

    /// The rows of the park with their numbers.
    fn rows(&self) -> Vec<String> {
        let row = |row: usize| {
            let signs = (0..self.size()).map(|column| self.sign(Cell::new(column, row)));
            signs.fold(format!("{row:>2} "), |line, sign| format!("{line}{sign:>3}"))
        };
        (0..self.size()).map(row).collect()
    }
}

impl Game for Vorassic {
    const ID: &'static str = "vorassic";
    const TITLE: &'static str = "Vorassic Park";
    const TAGLINE: &'static str = "eat the richest cells";
    const SIGNS: &'static str = "Capitals are where players stand, small letters what they took.";
    const PAGE: &'static str = include_str!("page.md");
    const TOUR: &'static str = include_str!("tour.md");
    const PUZZLES: &'static str = include_str!("../../../config/puzzles/vorassic.toml");
    const BOARDS: &'static [(&'static str, &'static str)] = &[
        ("snake", include_str!("../../../config/boards/vorassic/snake.toml")),
        ("octopus", include_str!("../../../config/boards/vorassic/octopus.toml")),
        ("lottery", include_str!("../../../config/boards/vorassic/lottery.toml")),
        ("canyon", include_str!("../../../config/boards/vorassic/canyon.toml")),
        ("swamp", include_str!("../../../config/boards/vorassic/swamp.toml")),
        ("labyrinth", include_str!("../../../config/boards/vorassic/labyrinth.toml")),
        ("four", include_str!("../../../config/boards/vorassic/four.toml")),
        ("savannah", include_str!("../../../config/boards/vorassic/savannah.toml")),
    ];

    type Variant = Park;
    type Move = Cell;
    type Illegal = Illegal;
    type View = Vorassic;

    fn start(park: Arc<Park>, seats: usize) -> Vorassic {
        let (park, grid) = park.laid_out(seats);
        let mut owners = vec![None; grid.size() * grid.size()];
        for (seat, start) in Seat::all(seats).zip(grid.starts()) {
            owners[start.index(grid.size())] = Some(seat);
        }
        let mut start = Vorassic {
            park: Arc::new(park),
            owners,
            heads: grid.starts().to_vec(),
            grid,
            scores: vec![0; seats],
            to_move: None,
            last: None,
            skipped: Vec::new(),
        };
        start.pass_to(Seat::FIRST);
        start
    }

    fn variant(&self) -> &Arc<Park> {
        &self.park
    }

    fn seats(&self) -> usize {
        self.scores.len()
    }

    fn turn(&self) -> Turn {
        match self.to_move {
            Some(seat) => Turn::Decide(seat),
            None => Turn::Over(self.outcome()),
        }
    }

    fn legal_moves(&self) -> Vec<Cell> {
        self.to_move.map_or_else(Vec::new, |seat| self.reach(seat))
    }

    fn check(&self, cell: &Cell) -> Result<(), Illegal> {
        let Some(seat) = self.to_move else { return Err(Illegal::Over) };
        if !cell.is_within(self.size()) {
            Err(Illegal::Outside(*cell, self.size()))
        } else if self.grid.is_wall(*cell) {
            Err(Illegal::Wall(*cell))
        } else if let Some(owner) = self.owner(*cell) {
            Err(if owner == seat { Illegal::Yours(*cell) } else { Illegal::Taken(*cell, owner) })
        } else if self.is_beside(seat, *cell) {
            Ok(())
        } else if self.mode() == Mode::Snake {
            Err(Illegal::FarFromHead(*cell, self.head(seat)))
        } else {
            Err(Illegal::OutOfReach(*cell))
        }
    }

    fn play_unchecked(&mut self, cell: &Cell) {
        let seat = self.to_move.expect("a legal move has somebody who plays it");
        let index = cell.index(self.size());
        self.owners[index] = Some(seat);
        self.heads[seat.index()] = *cell;
        self.scores[seat.index()] += self.grid.value(*cell);
        self.last = Some(*cell);
        self.pass_to(seat.next(self.seats()));
    }

    fn scores(&self) -> Option<Vec<i32>> {
        Some(self.scores.clone())
    }

    fn view(&self, _: Eye) -> Vorassic {
        self.clone()
    }

    fn imagine(view: &Vorassic, _: &mut dyn Rng) -> Vorassic {
        view.clone()
    }

    fn tell(&self, cell: &Cell, _: Eye, names: &[String]) -> Vec<String> {
        let name = |seat: Seat| names.get(seat.index()).map_or(colour(seat), String::as_str);
        let mut lines = vec![cell.to_string()];
        let mut after = self.clone();
        after.play_unchecked(cell);
        if after.to_move.is_some() {
            // Free cells only become fewer, so whoever is stuck stays so, and is told of once.
            let stuck = Seat::all(self.seats())
                .filter(|seat| self.can_move(*seat) && !after.can_move(*seat));
            lines.extend(
                stuck.map(|seat| format!("{} has no move left and is skipped", name(seat))),
            );
        }
        lines
    }

    fn plain(view: &Vorassic) -> String {
        let letters = (0..view.size()).map(|column| format!("{:>3}", letter(column)));
        format!("   {}\n{}", letters.collect::<String>(), view.rows().join("\n"))
    }

    fn describe(view: &Vorassic) -> Map<String, Value> {
        let cells = |row| (0..view.size()).map(move |column| Cell::new(column, row));
        let owner = |cell: Cell| match view.owner(cell) {
            Some(seat) => seat.to_string(),
            None if view.grid.is_wall(cell) => "#".to_owned(),
            None => ".".to_owned(),
        };
        let rows = 0..view.size();
        let owners: Vec<String> = rows.clone().map(|row| cells(row).map(owner).collect()).collect();
        let value = |cell| view.grid.value(cell);
        let values: Vec<Vec<i32>> = rows.map(|row| cells(row).map(value).collect()).collect();
        Map::from_iter([
            ("board".to_owned(), json!(view.rows())),
            ("owners".to_owned(), json!(owners)),
            ("values".to_owned(), json!(values)),
        ])
    }

    fn hue(seat: Seat, _: usize) -> Hue {
        HUES[seat.index()]
    }
}

#[cfg(test)]
mod tests;

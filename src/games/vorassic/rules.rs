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
    /// It has this owner, perhaps the very player.
    Taken(Cell, Seat),
    /// Not beside the head of the snake.
    FarFromHead(Cell, Cell),
    /// Not beside anything the octopus owns.
    OutOfReach(Cell, Seat),
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
            Illegal::Taken(cell, seat) => write!(f, "{cell} belongs to {} already", colour(*seat)),
            Illegal::FarFromHead(cell, head) => {
                write!(f, "{cell} is not straight beside {head}, the head of the snake")
            }
            Illegal::OutOfReach(cell, seat) => {
                write!(f, "{cell} is not beside any cell of {}", colour(*seat))
            }
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
            Mode::Snake => {
                let around = self.head(seat).beside(Mode::Snake, self.size());
                around.filter(|cell| self.is_free(*cell)).collect()
            }
            Mode::Octopus => {
                Cell::all(self.size()).filter(|cell| self.may_take(seat, *cell)).collect()
            }
        }
    }

    fn is_beside(&self, seat: Seat, cell: Cell) -> bool {
        cell.beside(self.mode(), self.size()).any(|beside| match self.mode() {
            Mode::Snake => beside == self.head(seat),
            Mode::Octopus => self.owner(beside) == Some(seat),
        })
    }

    fn can_move(&self, seat: Seat) -> bool {
        match self.mode() {
            Mode::Snake => !self.reach(seat).is_empty(),
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
    const TAGLINE: &'static str = "eat the park cell by cell";
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
            Err(Illegal::Taken(*cell, owner))
        } else if self.is_beside(seat, *cell) {
            Ok(())
        } else if self.mode() == Mode::Snake {
            Err(Illegal::FarFromHead(*cell, self.head(seat)))
        } else {
            Err(Illegal::OutOfReach(*cell, seat))
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
mod tests {
    use rand::RngExt;
    use rand::rngs::ChaCha8Rng;

    use super::*;
    use crate::play::{Dice, Session, Variant};

    fn begin(board: &str, seats: usize) -> Vorassic {
        Vorassic::start(Arc::new(Park::parse(board).unwrap().settle(0)), seats)
    }

    fn generated(size: usize, mode: &str, seats: usize) -> Vorassic {
        begin(&format!("name = \"x\"\nsize = {size}\nmode = \"{mode}\""), seats)
    }

    fn drawn(mode: &str, rows: &str) -> Vorassic {
        let file = format!("name = \"x\"\nmode = \"{mode}\"\ngrid = \"\"\"\n{rows}\n\"\"\"");
        let park = Park::parse(&file).unwrap();
        let seats = park.usual_seats();
        Vorassic::start(Arc::new(park), seats)
    }

    fn played(mut state: Vorassic, moves: &str) -> Vorassic {
        for text in moves.split_whitespace() {
            let cell = text.parse().unwrap();
            state.play(&cell).unwrap_or_else(|why| panic!("'{text}': {why}"));
        }
        state
    }

    fn legal(state: &Vorassic) -> String {
        let legal: Vec<String> = state.legal_moves().iter().map(ToString::to_string).collect();
        legal.join(" ")
    }

    fn refusal(state: &Vorassic, text: &str) -> String {
        state.check(&text.parse().unwrap()).expect_err("the move is illegal").to_string()
    }

    fn perft(state: &Vorassic, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |cell: &Cell| {
            let mut after = state.clone();
            after.play_unchecked(cell);
            perft(&after, depth - 1)
        };
        state.legal_moves().iter().map(after).sum()
    }

    #[test]
    fn the_document_plays_a1_d4_b1() {
        let start = generated(5, "snake", 2);
        assert_eq!(start.turn(), Turn::Decide(Seat::FIRST));
        assert_eq!(legal(&start), "B0 A1");
        let one = played(start, "A1");
        assert_eq!(one.scores(), Some(vec![1, 0]));
        let two = played(one, "D4");
        assert_eq!(legal(&two), "B1 A2");
        let three = played(two, "B1");
        assert_eq!(three.scores(), Some(vec![3, 1]));
        assert_eq!(
            Vorassic::describe(&three)["owners"],
            json!(["1....", "11...", ".....", ".....", "...22"])
        );
        assert_eq!(
            Vorassic::plain(&three),
            "     A  B  C  D  E\n \
             0   y  1  2  3  4\n \
             1   y  Y  3  4  3\n \
             2   2  3  4  3  2\n \
             3   3  4  3  2  1\n \
             4   4  3  2  R  r"
        );
    }

    #[test]
    fn the_octopus_of_the_document_reaches_nine_cells() {
        // The document's picture: yellow owns A0, B1, B2 and red E2, E3, E4.
        let state = played(generated(5, "octopus", 2), "B1 E3 B2 E2");
        assert_eq!(legal(&state), "B0 C0 A1 C1 A2 C2 A3 B3 C3");
        assert_eq!(
            Vorassic::describe(&state)["owners"],
            json!(["1....", ".1...", ".1..2", "....2", "....2"])
        );
    }

    #[test]
    fn neither_start_counts_and_values_are_told_as_numbers() {
        let state = drawn("snake", "Y 1 2 # 4\n1 2 -3 4 3\n2 # 4 3 2\n3 4 3 2 1\n4 3 2 1 R");
        let told = Vorassic::describe(&state);
        assert_eq!(told["values"][0], json!([0, 1, 2, 0, 4]));
        assert_eq!(told["values"][1], json!([1, 2, -3, 4, 3]));
        assert_eq!(told["owners"], json!(["1..#.", ".....", ".#...", ".....", "....2"]));
        assert_eq!(told["board"][0], json!(" 0   Y  1  2  #  4"));
        assert_eq!(state.scores(), Some(vec![0, 0]));
        assert_eq!(state.captured(Seat::FIRST), 0);
        assert_eq!(played(state, "B0 D4 B1 C4 C1").scores(), Some(vec![0, 3]));
    }

    #[test]
    fn refusals_say_why() {
        let snake = played(
            drawn("snake", "Y 1 2 # 4\n1 2 3 4 3\n2 # 4 3 2\n3 4 3 2 1\n4 3 2 1 R"),
            "B0 D4",
        );
        for (cell, why) in [
            ("F0", "F0 is outside the park; use A0 to E4"),
            ("A9", "A9 is outside the park; use A0 to E4"),
            ("D0", "D0 is a wall"),
            ("A0", "A0 belongs to yellow already"),
            ("D4", "D4 belongs to red already"),
            ("C1", "C1 is not straight beside B0, the head of the snake"),
            ("A1", "A1 is not straight beside B0, the head of the snake"),
        ] {
            assert_eq!(refusal(&snake, cell), why);
        }
        let octopus = played(generated(5, "octopus", 2), "B1 D3");
        assert_eq!(refusal(&octopus, "D2"), "D2 is not beside any cell of yellow");
    }

    #[test]
    fn who_has_no_move_is_skipped_and_the_others_play_on() {
        // Yellow winds itself up in the corner.
        let state = drawn("snake", "Y 1 # 4 4\n1 1 # 4 3\n# # 4 3 2\n3 4 3 2 1\n4 3 2 1 R");
        let state = played(state, "B0 D4 B1 C4");
        let names = ["Ada".to_owned(), "Ben".to_owned()];
        let told = |state: &Vorassic, cell: &str| {
            state.tell(&cell.parse().unwrap(), Eye::Everything, &names)
        };
        let lines = ["A1", "Ada has no move left and is skipped"];
        assert_eq!(told(&state, "A1"), lines);
        let state = played(state, "A1");
        assert_eq!((state.to_move(), state.skipped()), (Some(Seat::SECOND), &[][..]));
        assert_eq!(told(&state, "B4"), ["B4"]);
        let state = played(state, "B4");
        assert_eq!((state.to_move(), state.skipped()), (Some(Seat::SECOND), &[Seat::FIRST][..]));
        let state = played(state, "A4 A3 B3 C3 C2 D2 D1 D0 E0 E1 E2 E3 D3");
        assert_eq!(state.turn(), Turn::Over(Outcome::Win(Seat::SECOND)));
        assert_eq!(legal(&state), "");
        assert_eq!(refusal(&state, "B2"), "the match is over");
    }

    #[test]
    fn most_points_win_and_equal_is_a_draw() {
        let end = |rows: &str, moves: &str| played(drawn("snake", rows), moves).turn();
        let even = "Y # # # #\n5 # # # #\n# # # # #\n# # # # 5\n# # # # R";
        assert_eq!(end(even, "A1 E3"), Turn::Over(Outcome::Draw));
        let uneven = even.replacen('5', "-1", 1);
        assert_eq!(end(&uneven, "A1 E3"), Turn::Over(Outcome::Win(Seat::SECOND)));
        // Two of three share the most points: a draw, whatever the third has.
        let three = "Y # 1 # G\n5 # # # 5\n# # # # #\n# # # # 2\n# # # # R";
        assert_eq!(end(three, "A1 E3 E1"), Turn::Over(Outcome::Draw));
        assert_eq!(
            end(&three.replace('2', "6"), "A1 E3 E1"),
            Turn::Over(Outcome::Win(Seat::SECOND))
        );
    }

    #[test]
    fn four_players_start_in_the_corners_and_play_in_their_order() {
        let state = generated(6, "octopus", 4);
        let heads: Vec<String> = Seat::all(4).map(|seat| state.head(seat).to_string()).collect();
        assert_eq!(heads, ["A0", "F5", "F0", "A5"]);
        let hues: Vec<&str> = Seat::all(4).map(|seat| Vorassic::hue(seat, 4).name()).collect();
        assert_eq!(hues, ["yellow", "red", "green", "blue"]);
        let state = played(state, "B1 E4 E1 B4");
        assert_eq!(state.scores(), Some(vec![2, 2, 2, 2]));
        assert_eq!(state.turn(), Turn::Decide(Seat::FIRST));
    }

    #[test]
    fn an_octopus_that_is_cut_off_still_has_to_fill_its_own_side() {
        let state = drawn("octopus", "Y 1 # 1 1\n1 1 # 1 1\n# # # 1 1\n1 1 1 1 1\n1 1 1 1 R");
        let state = played(state, "B1 D3 B0 D4 A1 C4 B4 A4 A3 B3 C3 D2 E3 E2 D1 E1 D0 E0");
        assert!(state.turn().is_over());
        assert_eq!(state.scores(), Some(vec![3, 15]));
    }

    #[test]
    fn counts_every_way_to_play() {
        let check = |mode, counts: &[u64]| {
            let start = generated(5, mode, 2);
            for (at, count) in counts.iter().enumerate() {
                assert_eq!(perft(&start, at + 1), *count, "{mode}, depth {}", at + 1);
            }
        };
        check("snake", &[2, 4, 8, 16, 40, 100, 240, 506]);
        check("octopus", &[3, 9, 45, 224, 1534, 10096]);
    }

    #[test]
    fn a_record_shows_the_grid_and_every_move() {
        let park = Park::parse("name = \"x\"\nsize = 6\nvalues = \"mirrored\"").unwrap();
        let mut session = Session::<Vorassic>::new(&park, 2, 11);
        session.play_text("A1").unwrap();
        session.play_text("F4").unwrap();
        let players = ["human:Ada".parse().unwrap(), "bot:greedy".parse().unwrap()];
        let text = session.record(&players).to_string();
        assert!(text.contains("\ngrid = \"\"\"\nY "), "{text}");
        assert!(text.contains("A1 F4"), "{text}");
    }

    #[test]
    fn random_matches_keep_the_books_on_every_kind_of_park() {
        let mut rng = Dice::new(1).stream(0);
        for seed in 0..120 {
            let pick =
                |rng: &mut ChaCha8Rng, of: &[&'static str]| of[rng.random_range(0..of.len())];
            let size = [5, 6, 7, 9, 12, 26][seed as usize % 6];
            let file = format!(
                "name = \"x\"\nsize = {size}\nmode = \"{}\"\nvalues = \"{}\"\nwalls = {}\nnegative = {}",
                pick(&mut rng, &["snake", "octopus"]),
                pick(&mut rng, &["default", "random", "mirrored"]),
                pick(&mut rng, &["0", "10", "40"]),
                pick(&mut rng, &["0", "10", "100"]),
            );
            let seats = rng.random_range(2..=4);
            let mut state =
                Vorassic::start(Arc::new(Park::parse(&file).unwrap().settle(seed)), seats);
            let mut plies = 0;
            while let Turn::Decide(seat) = state.turn() {
                let legal = state.legal_moves();
                // What `check` accepts is what is listed, over the whole park.
                if plies % 7 == 0 {
                    let accepted = Cell::all(size).filter(|cell| state.check(cell).is_ok());
                    assert_eq!(accepted.collect::<Vec<_>>(), legal, "{file}");
                }
                let cell = legal[rng.random_range(0..legal.len())];
                state.play_unchecked(&cell);
                assert_eq!((state.owner(cell), state.head(seat)), (Some(seat), cell));
                plies += 1;
            }
            for seat in Seat::all(seats) {
                let own = Cell::all(size).filter(|cell| state.owner(*cell) == Some(seat));
                let worth: i32 = own.map(|cell| state.grid().value(cell)).sum();
                assert_eq!(state.score(seat), worth, "{file}");
                assert_eq!(state.reach(seat), [], "{file}: {} could go on", colour(seat));
            }
            let captured: usize = Seat::all(seats).map(|seat| state.captured(seat)).sum();
            assert_eq!(captured, plies, "{file}");
        }
    }
}

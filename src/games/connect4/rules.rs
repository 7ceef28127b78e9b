//! The rules of Connect Four, for any size of board.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Board, Column};
use crate::play::{Eye, Game, Hue, Outcome, Seat, Turn, board_text};
use crate::search::fingerprint;

/// The four ways a line can run: along the row, up the column, and both diagonals.
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A position. Rows count from the bottom here, because that is where discs land.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Connect4 {
    #[serde(with = "board_text")]
    board: Arc<Board>,
    /// From the left; those beyond the board stay empty.
    columns: [Stack; Board::MOST_COLUMNS],
    to_move: Seat,
    last: Option<Column>,
    /// The cells of the winning lines, `(column, row)`, once there are any.
    line: Vec<(usize, usize)>,
}

/// One column in a few bytes, for the bots copy positions by the million.
///
/// ```text
///   row 2   J   1
///   row 1   R   0    height 3, yellow 0b101
///   row 0   J   1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
struct Stack {
    /// How many discs lie in it.
    height: u8,
    /// A bit for each disc, from the bottom: whether it is the second player's.
    yellow: u16,
}

impl Stack {
    fn disc(self, row: usize) -> Option<Seat> {
        (row < usize::from(self.height)).then(|| Seat((self.yellow >> row & 1) as u8))
    }

    fn push(&mut self, seat: Seat) {
        self.yellow |= u16::from(seat.0) << self.height;
        self.height += 1;
    }
}

/// Why a disc cannot be dropped there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// Discs fill the column to the top.
    Full(Column),
    /// The board has only so many columns.
    NoColumn(Column, usize),
    /// Somebody has won, or there is no room left.
    Over,
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Full(drop) => write!(f, "column {drop} is full"),
            Illegal::NoColumn(drop, columns) => {
                write!(f, "there is no column {drop}; use 1 to {columns}")
            }
            Illegal::Over => f.write_str("the match is over"),
        }
    }
}

impl Error for Illegal {}

impl Connect4 {
    /// The size of the board, and how many in a row win on it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose disc lies there; rows from the bottom.
    pub fn disc(&self, column: usize, row: usize) -> Option<Seat> {
        self.columns.get(column)?.disc(row)
    }

    /// How many discs a column holds: the row where the next one lands.
    pub fn height(&self, column: usize) -> usize {
        usize::from(self.columns[column].height)
    }

    /// Whether another disc fits into a column, counted from 0.
    pub fn has_room(&self, column: usize) -> bool {
        self.height(column) < self.board.rows()
    }

    /// The disc that was dropped last.
    pub fn last(&self) -> Option<Column> {
        self.last
    }

    /// Who drops the next disc, or would if the match were not over.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// How many discs lie on the board.
    pub fn discs(&self) -> usize {
        self.columns.iter().map(|column| usize::from(column.height)).sum()
    }

    /// A number for the discs on the board, hardly ever shared by two positions of a match.
    pub fn key(&self) -> u64 {
        fingerprint(&self.columns)
    }

    /// The position after a legal move.
    pub fn after(&self, drop: Column) -> Connect4 {
        let mut next = self.clone();
        next.play_unchecked(&drop);
        next
    }

    /// The cells of every winning line, `(column, row)`; empty while nobody has won.
    pub fn winning_cells(&self) -> &[(usize, usize)] {
        &self.line
    }

    /// Whether `seat` would complete a line by dropping into this column, which has room.
    pub fn wins_by(&self, seat: Seat, column: usize) -> bool {
        self.wins_at(seat, column, self.height(column))
    }

    /// Whether a disc of `seat` in this free hole would complete a line, within reach or not.
    pub fn wins_at(&self, seat: Seat, column: usize, row: usize) -> bool {
        DIRECTIONS.iter().any(|&way| {
            self.run(seat, column, row, way) + self.run(seat, column, row, (-way.0, -way.1)) + 1
                >= self.board.connect()
        })
    }

    /// How many discs of `seat` lie in an unbroken run from this cell, itself not counted.
    pub fn run(&self, seat: Seat, column: usize, row: usize, (dc, dr): (i32, i32)) -> usize {
        let at = |n: i32| {
            let column = usize::try_from(column as i32 + n * dc).ok()?;
            self.disc(column, usize::try_from(row as i32 + n * dr).ok()?)
        };
        (1..).take_while(|&n| at(n) == Some(seat)).count()
    }

    /// Every cell of every line of at least `connect` through this disc.
    fn lines_through(&self, seat: Seat, column: usize, row: usize) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        for way in DIRECTIONS {
            let back = self.run(seat, column, row, (-way.0, -way.1)) as i32;
            let ahead = self.run(seat, column, row, way) as i32;
            if (back + ahead + 1) as usize >= self.board.connect() {
                let cell = |n: i32| {
                    ((column as i32 + n * way.0) as usize, (row as i32 + n * way.1) as usize)
                };
                cells.extend((-back..=ahead).map(cell));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The rows from the top, as the document draws them.
    fn rows(&self) -> Vec<String> {
        let letter = |seat: Option<Seat>| match seat {
            Some(Seat::FIRST) => 'R',
            Some(_) => 'J',
            None => '.',
        };
        let row = |row| (0..self.board.columns()).map(|c| letter(self.disc(c, row))).collect();
        (0..self.board.rows()).rev().map(row).collect()
    }
}

impl Game for Connect4 {
    const ID: &'static str = "connect4";
    const TITLE: &'static str = "Connect Four";
    const TAGLINE: &'static str = "drop four in a row";
    const ASKS_FOR: &'static str = "column";
    const SIGNS: &'static str = "R is a red disc, J a yellow one.";
    const PAGE: &'static str = include_str!("page.md");
    const TOUR: &'static str = include_str!("tour.md");
    const PUZZLES: &'static str = include_str!("../../../config/puzzles/connect4.toml");
    const BOARDS: &'static [(&'static str, &'static str)] = &[
        ("standard", include_str!("../../../config/boards/connect4/standard.toml")),
        ("small", include_str!("../../../config/boards/connect4/small.toml")),
        ("five", include_str!("../../../config/boards/connect4/five.toml")),
        ("wide", include_str!("../../../config/boards/connect4/wide.toml")),
        ("giant", include_str!("../../../config/boards/connect4/giant.toml")),
    ];

    type Variant = Board;
    type Move = Column;
    type Illegal = Illegal;
    type View = Connect4;

    fn start(board: Arc<Board>, _seats: usize) -> Connect4 {
        let mut columns = [Stack::default(); Board::MOST_COLUMNS];
        for (at, column) in columns[..board.columns()].iter_mut().enumerate() {
            board.discs(at).iter().for_each(|seat| column.push(*seat));
        }
        Connect4 { board, columns, to_move: Seat::FIRST, last: None, line: Vec::new() }
    }

    fn variant(&self) -> &Arc<Board> {
        &self.board
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if !self.line.is_empty() {
            // The one who is to move now has not made the line.
            Turn::Over(Outcome::Win(self.to_move.next(2)))
        } else if (0..self.board.columns()).any(|column| self.has_room(column)) {
            Turn::Decide(self.to_move)
        } else {
            Turn::Over(Outcome::Draw)
        }
    }

    fn legal_moves(&self) -> Vec<Column> {
        if !self.line.is_empty() {
            return Vec::new();
        }
        let open = (0..self.board.columns()).filter(|&column| self.has_room(column));
        open.map(|column| Column(column as u8)).collect()
    }

    fn check(&self, drop: &Column) -> Result<(), Illegal> {
        if self.turn().is_over() {
            Err(Illegal::Over)
        } else if drop.index() >= self.board.columns() {
            Err(Illegal::NoColumn(*drop, self.board.columns()))
        } else if !self.has_room(drop.index()) {
            Err(Illegal::Full(*drop))
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, drop: &Column) {
        let (seat, column) = (self.to_move, drop.index());
        let row = self.height(column);
        self.columns[column].push(seat);
        self.line = self.lines_through(seat, column, row);
        self.last = Some(*drop);
        self.to_move = seat.next(2);
    }

    fn view(&self, _: Eye) -> Connect4 {
        self.clone()
    }

    fn imagine(view: &Connect4, _: &mut dyn Rng) -> Connect4 {
        view.clone()
    }

    fn plain(view: &Connect4) -> String {
        // The document numbers the columns above and below; two digits would not line up, so
        // from the tenth on the last digit stands for the column.
        let numbers: String =
            (1..=view.board.columns()).map(|n| char::from(b'0' + (n % 10) as u8)).collect();
        format!("{numbers}\n{}\n{numbers}", view.rows().join("\n"))
    }

    fn describe(view: &Connect4) -> Map<String, Value> {
        Map::from_iter([("board".to_owned(), json!(view.rows()))])
    }

    fn split_moves(board: &Board, line: &str) -> Vec<String> {
        let words = line.split_whitespace();
        if board.columns() > 9 {
            return words.map(str::to_owned).collect();
        }
        // Up to nine columns a run of digits is a list of moves.
        let mut moves = Vec::new();
        for word in words {
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                moves.extend(word.chars().map(String::from));
            } else {
                moves.push(word.to_owned());
            }
        }
        moves
    }

    fn hue(seat: Seat, _: usize) -> Hue {
        if seat == Seat::FIRST { Hue::Red } else { Hue::Yellow }
    }
}

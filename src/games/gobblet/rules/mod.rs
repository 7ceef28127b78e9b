//! The rules of Gobblet, for every board file. Knows no screen and no search.

use std::error::Error;
use std::fmt::{self, Display, Write};
use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::pieces::{cells, lines};
use super::{Board, Cell, Gobble, House, Move, Pieces, Size};
use crate::play::{Eye, Game, Outcome, Seat, Turn, board_text};

/// How often a position stands before the match is a draw.
const REPETITIONS: usize = 3;

/// A position, with as much of the past as can still come back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gobblet {
    #[serde(with = "board_text")]
    board: Arc<Board>,
    pieces: Pieces,
    to_move: Seat,
    last: Option<Move>,
    /// The positions since a piece last left a house, this one included. Pieces never return to
    /// their house, so no earlier position can occur again.
    past: Vec<(Pieces, Seat)>,
    outcome: Option<Outcome>,
}

/// Why a piece cannot be placed or moved so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The board has only so many rows and columns.
    NoCell(Cell, usize),
    /// The house has no such piece any more, or never had.
    NotInHouse(Size),
    /// Every piece of this size lies under a larger one in the house's stacks.
    Stacked(Size),
    /// There is nothing to lift.
    NothingThere(Cell),
    /// The visible piece is the opponent's.
    NotYours(Cell),
    /// A piece that is lifted must go elsewhere.
    SameCell(Cell),
    /// The piece that arrives, and the one that is as large or larger.
    TooSmall(Size, Size, Cell),
    /// A house piece on a taken cell, where only a line of the opponent's would allow it.
    NoLine(Cell),
    /// A house piece on a taken cell that is not one of so many in a row of the opponent's.
    NoThreat(Cell, usize),
    /// A line or a repetition has ended the match.
    Over,
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NoCell(cell, side) => {
                let last = Cell::nth(side * side - 1, *side);
                write!(f, "there is no cell {cell}; use a1 to {last}")
            }
            Illegal::NotInHouse(size) => {
                write!(f, "there is no {} piece in the house", size.word())
            }
            Illegal::Stacked(size) => {
                write!(f, "your {} pieces lie under larger ones", size.word())
            }
            Illegal::NothingThere(cell) => write!(f, "there is no piece on {cell}"),
            Illegal::NotYours(cell) => write!(f, "the piece on {cell} is the opponent's"),
            Illegal::SameCell(cell) => write!(f, "the piece on {cell} must go to another cell"),
            Illegal::TooSmall(size, other, cell) => {
                let (size, other) = (size.word(), other.word());
                write!(f, "a {size} piece cannot cover the {other} one on {cell}")
            }
            Illegal::NoLine(cell) => {
                write!(f, "{cell} is taken; from the house, use an empty cell")
            }
            Illegal::NoThreat(cell, most) => {
                write!(f, "{cell} is taken; the house covers only {most} in a row")
            }
            Illegal::Over => f.write_str("the match is over"),
        }
    }
}

impl Error for Illegal {}

impl Gobblet {
    /// A position out of the blue: these pieces, this seat to move, no past.
    pub(super) fn at(board: Arc<Board>, pieces: Pieces, to_move: Seat) -> Gobblet {
        let past = vec![(pieces, to_move)];
        let mut state = Gobblet { board, pieces, to_move, last: None, past, outcome: None };
        state.outcome = state.line_outcome();
        state
    }

    /// The set that is played with: board, pieces and rules of the house.
    pub fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Who plays next, or would if the match were not over.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// The move that was played last.
    pub fn last(&self) -> Option<Move> {
        self.last
    }

    /// How often this very position has stood, now included: the third time is a draw.
    pub fn occurrences(&self) -> usize {
        self.past.iter().filter(|then| **then == (self.pieces, self.to_move)).count()
    }

    /// The positions that can still come back, this one included, each with who was to move.
    pub(super) fn past(&self) -> &[(Pieces, Seat)] {
        &self.past
    }

    /// How many pieces of this size the house of `seat` still holds.
    pub fn in_house(&self, seat: Seat, size: Size) -> usize {
        if self.board.sizes().contains(&size) {
            self.board.each() - self.pieces.count(seat, size)
        } else {
            0
        }
    }

    /// Whether `seat` can take a piece of this size out of the house.
    pub fn at_hand(&self, seat: Seat, size: Size) -> bool {
        let above = match self.board.house() {
            House::Open => 0,
            // A piece is the top of its stack where the next size above it is gone.
            House::Stacks => {
                let larger = Size::ALL.get(size.index() + 1);
                larger.map_or(0, |&larger| self.in_house(seat, larger))
            }
        };
        self.in_house(seat, size) > above
    }

    /// The cells of every line of `seat`; none if they have no line.
    pub fn line_cells(&self, seat: Seat) -> u16 {
        let visible = self.pieces.visible(seat);
        let whole = lines(self.board.side()).iter().filter(|line| *line & !visible == 0);
        whole.fold(0, |cells, line| cells | line)
    }

    /// Where a piece of this size from the house of the one to move may go.
    pub fn house_targets(&self, size: Size) -> u16 {
        let other = self.to_move.next(2);
        let gobbled = match self.board.gobble() {
            Gobble::Always => self.board.mask(),
            // "Si d'aventure votre adversaire réalise un alignement de 3, il est donc possible
            // d'amener en jeu une nouvelle pièce même sur une case occupée."
            Gobble::Line if self.line_cells(other) != 0 => self.board.mask(),
            Gobble::Line => 0,
            Gobble::Threat => {
                let visible = self.pieces.visible(other);
                let most = self.board.side() as u32 - 1;
                let threats = lines(self.board.side())
                    .iter()
                    .filter(|line| (*line & visible).count_ones() >= most);
                threats.fold(0, |cells, line| cells | (line & visible))
            }
        };
        let free = !self.pieces.occupied() | gobbled;
        self.board.mask() & free & !self.pieces.closed_to(size)
    }

    /// Where the piece on a cell, of this size, may go. Its own cell is closed to it.
    pub fn board_targets(&self, size: Size) -> u16 {
        self.board.mask() & !self.pieces.closed_to(size)
    }

    /// The cells of the board, in the order of their indices.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone {
        cells(self.board.mask(), self.board.side())
    }

    fn index(&self, cell: Cell) -> usize {
        cell.index(self.board.side())
    }

    /// The visible piece of a cell.
    pub fn top(&self, cell: Cell) -> Option<(Seat, Size)> {
        self.pieces.top(self.index(cell))
    }

    /// Whether the match is decided by the lines that are visible now. Two players with a line
    /// each decide nothing.
    fn line_outcome(&self) -> Option<Outcome> {
        let has_line = |seat| self.line_cells(seat) != 0;
        match (has_line(Seat::FIRST), has_line(Seat::SECOND)) {
            (true, false) => Some(Outcome::Win(Seat::FIRST)),
            (false, true) => Some(Outcome::Win(Seat::SECOND)),
            _ => None,
        }
    }

    /// The moves of the one to move, over or not.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let side = self.board.side();
        let at_hand = |size: &Size| self.at_hand(self.to_move, *size);
        let places = self.board.sizes().iter().copied().filter(at_hand).flat_map(move |size| {
            cells(self.house_targets(size), side).map(move |to| Move::Place { size, to })
        });
        let shifts = self.cells().flat_map(move |from| {
            let targets = match self.top(from) {
                Some((owner, size)) if owner == self.to_move => self.board_targets(size),
                _ => 0,
            };
            cells(targets, side).map(move |to| Move::Shift { from, to })
        });
        places.chain(shifts)
    }

    /// The rows as plain mode prints them: the visible piece of each cell, and `_` after it where
    /// something lies beneath.
    fn rows(&self) -> Vec<String> {
        let side = self.board.side();
        let cell = |index: usize| match self.pieces.top(index) {
            Some((seat, size)) => {
                let beneath = if self.pieces.stack(index).count() > 1 { '_' } else { ' ' };
                format!("{seat}{}{beneath}", size.letter())
            }
            None => ".  ".to_owned(),
        };
        let row = |row| -> String {
            let cells: Vec<String> = (0..side).map(|column| cell(row * side + column)).collect();
            cells.join(" ").trim_end().to_owned()
        };
        (0..side).map(row).collect()
    }
}

impl Game for Gobblet {
    const ID: &'static str = "gobblet";
    const TITLE: &'static str = "Gobblet Gobblers";
    const TAGLINE: &'static str = "big ones swallow small";
    const SIGNS: &'static str =
        "1 is red, 2 is yellow, and a letter their size: small, medium, large.";
    const PAGE: &'static str = include_str!("../page.md");
    const TOUR: &'static str = include_str!("../tour.md");
    const PUZZLES: &'static str = include_str!("../../../../config/puzzles/gobblet.toml");
    const BOARDS: &'static [(&'static str, &'static str)] = &[
        ("document", include_str!("../../../../config/boards/gobblet/document.toml")),
        ("retail", include_str!("../../../../config/boards/gobblet/retail.toml")),
        ("classic", include_str!("../../../../config/boards/gobblet/classic.toml")),
    ];

    type Variant = Board;
    type Move = Move;
    type Illegal = Illegal;
    type View = Gobblet;

    fn start(board: Arc<Board>, _seats: usize) -> Gobblet {
        Gobblet::at(board, Pieces::default(), Seat::FIRST)
    }

    fn variant(&self) -> &Arc<Board> {
        &self.board
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match &self.outcome {
            Some(outcome) => Turn::Over(outcome.clone()),
            None => Turn::Decide(self.to_move),
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.outcome.is_some() { Vec::new() } else { self.moves().collect() }
    }

    fn check(&self, mv: &Move) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::Over);
        }
        let side = self.board.side();
        let known = |cell: Cell| {
            if cell.is_on(side) {
                Ok(1 << self.index(cell))
            } else {
                Err(Illegal::NoCell(cell, side))
            }
        };
        let covers = |size: Size, to: Cell| match self.top(to) {
            Some((_, other)) if other >= size => Err(Illegal::TooSmall(size, other, to)),
            _ => Ok(()),
        };
        match *mv {
            Move::Place { size, to } => {
                let target: u16 = known(to)?;
                if self.in_house(self.to_move, size) == 0 {
                    return Err(Illegal::NotInHouse(size));
                }
                if !self.at_hand(self.to_move, size) {
                    return Err(Illegal::Stacked(size));
                }
                covers(size, to)?;
                if self.house_targets(size) & target == 0 {
                    return Err(match self.board.gobble() {
                        Gobble::Threat => Illegal::NoThreat(to, side - 1),
                        Gobble::Line | Gobble::Always => Illegal::NoLine(to),
                    });
                }
                Ok(())
            }
            Move::Shift { from, to } => {
                known(from)?;
                known(to)?;
                let (owner, size) = self.top(from).ok_or(Illegal::NothingThere(from))?;
                if owner != self.to_move {
                    return Err(Illegal::NotYours(from));
                }
                if from == to {
                    return Err(Illegal::SameCell(from));
                }
                covers(size, to)
            }
        }
    }

    fn play_unchecked(&mut self, mv: &Move) {
        let (mover, to) = (self.to_move, 1 << self.index(mv.to()));
        match *mv {
            Move::Place { size, .. } => {
                self.pieces.add(mover, size, to);
                self.past.clear();
            }
            Move::Shift { from, .. } => {
                let (_, size) = self.top(from).expect("a legal move lifts a piece");
                self.pieces.remove(mover, size, 1 << self.index(from));
                self.pieces.add(mover, size, to);
            }
        }
        self.last = Some(*mv);
        self.to_move = mover.next(2);
        self.outcome = self.line_outcome();
        if self.outcome.is_none() && self.moves().next().is_none() {
            // A player with no legal move loses the turn. The other one has a move then: of the
            // largest size on the board there are at most eight pieces, and at least nine cells.
            self.to_move = mover;
        }
        self.past.push((self.pieces, self.to_move));
        if self.outcome.is_none() && self.occurrences() >= REPETITIONS {
            self.outcome = Some(Outcome::Draw);
        }
    }

    fn view(&self, _: Eye) -> Gobblet {
        self.clone()
    }

    fn imagine(view: &Gobblet, _: &mut dyn Rng) -> Gobblet {
        view.clone()
    }

    /// The move, with `2x` and `3x` where it repeats a position, and a sentence for what a player
    /// might miss: a line that came to light because a piece was lifted, two lines at once, a
    /// repetition, a lost turn.
    fn tell(&self, mv: &Move, eye: Eye, names: &[String]) -> Vec<String> {
        let mut after = self.clone();
        after.play_unchecked(mv);
        let mover = self.to_move;
        let other = mover.next(2);
        let name = |seat: Seat| {
            names.get(seat.index()).cloned().unwrap_or_else(|| format!("player {seat}"))
        };
        let line = |seat: Seat| {
            let mut text = String::new();
            for cell in cells(after.line_cells(seat), self.board.side()) {
                let _ = write!(text, " {cell}");
            }
            format!("{}'s line{text}", name(seat))
        };
        let mut told = vec![self.seen_move(mv, eye)];
        if after.occurrences() > 1 {
            let _ = write!(told[0], " {}x", after.occurrences());
        }
        if let Move::Shift { from, .. } = *mv {
            let lifted = 1 << self.index(from);
            for seat in [other, mover] {
                // A line through the cell that was left can only have come from beneath.
                if after.line_cells(seat) & lifted != 0 {
                    told.push(format!("the piece lifted from {from} uncovers {}", line(seat)));
                }
            }
        }
        match (after.line_cells(mover) != 0, after.line_cells(other) != 0) {
            (true, true) => told.push(format!(
                "both {} and {} stand: play on until only one does",
                line(mover),
                line(other)
            )),
            (true, false) if self.line_cells(other) != 0 => told.push(format!(
                "{}'s line is broken, and {} alone decides",
                name(other),
                line(mover)
            )),
            (false, true) if self.line_cells(other) != 0 => told.push(format!(
                "{} still stands, and {} has none any more",
                line(other),
                name(mover)
            )),
            _ => {}
        }
        match after.occurrences() {
            2 => told.push("this position has come up twice".to_owned()),
            REPETITIONS => {
                told.push("this position has come up three times: a draw".to_owned());
            }
            _ => {}
        }
        if after.to_move == mover {
            told.push(format!("{} cannot move and loses the turn", name(other)));
        }
        told
    }

    fn plain(view: &Gobblet) -> String {
        let mut text = String::from(" ");
        for column in 0..view.board.side() {
            let _ = write!(text, " {}  ", char::from(b'a' + column as u8));
        }
        let mut text = text.trim_end().to_owned();
        for (row, cells) in view.rows().iter().enumerate() {
            let _ = write!(text, "\n{} {cells}", row + 1);
        }
        for seat in Seat::all(2) {
            let _ = write!(text, "\nhouse {seat}:");
            for &size in view.board.sizes() {
                let _ = write!(text, " {}{}", view.in_house(seat, size), size.letter());
            }
        }
        text
    }

    fn unseen(view: &Gobblet) -> Vec<String> {
        let under = |cell: Cell| {
            let stack = view.pieces.stack(view.index(cell));
            let mut all: Vec<String> =
                stack.map(|(seat, size)| format!("{seat}{}", size.letter())).collect();
            all.pop();
            (!all.is_empty()).then(|| format!("under {cell}: {}", all.join(" ")))
        };
        view.cells().filter_map(under).collect()
    }

    fn describe(view: &Gobblet) -> Map<String, Value> {
        let stack = |cell: Cell| -> String {
            let stack = view.pieces.stack(view.index(cell));
            stack.map(|(seat, size)| format!("{seat}{}", size.letter())).collect()
        };
        let house = |seat: Seat| -> Map<String, Value> {
            let sizes = view.board.sizes().iter();
            sizes.map(|&s| (s.letter().to_string(), json!(view.in_house(seat, s)))).collect()
        };
        Map::from_iter([
            ("board".to_owned(), json!(view.rows())),
            ("cells".to_owned(), view.cells().map(stack).collect()),
            ("house".to_owned(), Seat::all(2).map(house).collect()),
        ])
    }
}

#[cfg(test)]
mod tests;

//! The rules of Sogo.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::lines::{self, Places};
use super::{Board, Peg};
use crate::play::{Eye, Game, Hue, Outcome, Seat, Turn, board_text};

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sogo {
    #[serde(with = "board_text")]
    board: Arc<Board>,
    /// By seat.
    beads: [Places; 2],
    last: Option<Peg>,
    /// The places of the winning lines, once there are any.
    line: Places,
}

/// Why a bead cannot go there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// Four beads are on it.
    Full(Peg),
    /// Somebody has a line, or every peg is full.
    Over,
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Full(peg) => write!(f, "peg {peg} is full"),
            Illegal::Over => f.write_str("the match is over"),
        }
    }
}

impl Error for Illegal {}

impl Sogo {
    /// The beads of a seat.
    pub fn beads(&self, seat: Seat) -> Places {
        self.beads[seat.index()]
    }

    /// Every bead on the pegs.
    pub fn taken(&self) -> Places {
        self.beads[0] | self.beads[1]
    }

    /// Whose bead is there; levels from 0 at the bottom.
    pub fn bead(&self, peg: Peg, level: usize) -> Option<Seat> {
        let place = lines::place(peg, level);
        [Seat::FIRST, Seat::SECOND].into_iter().find(|seat| self.beads(*seat) & place != 0)
    }

    /// The level where the next bead on this peg lands; none if it is full.
    pub fn landing(&self, peg: Peg) -> Option<usize> {
        let height = (self.taken() & lines::on_peg(peg)).count_ones() as usize;
        (height < 4).then_some(height)
    }

    /// The peg that got a bead last.
    pub fn last(&self) -> Option<Peg> {
        self.last
    }

    /// The two take turns, so the number of beads says whose turn it is.
    pub fn to_move(&self) -> Seat {
        if self.taken().count_ones().is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND }
    }

    /// The places of every winning line; none while nobody has won.
    pub fn winning_places(&self) -> Places {
        self.line
    }

    /// The free places that would complete a line of this seat, within reach or not.
    pub fn threats(&self, seat: Seat) -> Places {
        lines::completing(self.beads(seat)) & !self.taken()
    }

    /// Level 1 first, each level its rows 1 to 4.
    fn rows(&self) -> Vec<String> {
        let row = |level: usize, row: usize| -> String {
            let sign = |column| match self.bead(Peg::at(column, row), level) {
                Some(Seat::FIRST) => 'R',
                Some(_) => 'J',
                None => '.',
            };
            (0..4).map(sign).collect()
        };
        (0..4).flat_map(|level| (0..4).map(move |r| (level, r))).map(|(l, r)| row(l, r)).collect()
    }
}

impl Game for Sogo {
    const ID: &'static str = "sogo";
    const TITLE: &'static str = "Sogo";
    const TAGLINE: &'static str = "four in a row, in space";
    const ASKS_FOR: &'static str = "peg";
    const SIGNS: &'static str = "R is a red bead, J a yellow one; level 1 is at the bottom.";
    const PAGE: &'static str = include_str!("page.md");
    const TOUR: &'static str = include_str!("tour.md");
    const PUZZLES: &'static str = include_str!("../../../config/puzzles/sogo.toml");
    const BOARDS: &'static [(&'static str, &'static str)] =
        &[("standard", include_str!("../../../config/boards/sogo/standard.toml"))];

    type Variant = Board;
    type Move = Peg;
    type Illegal = Illegal;
    type View = Sogo;

    fn start(board: Arc<Board>, _seats: usize) -> Sogo {
        Sogo { board, beads: [0; 2], last: None, line: 0 }
    }

    fn variant(&self) -> &Arc<Board> {
        &self.board
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.line != 0 {
            // The one who is to move now has not made the line.
            Turn::Over(Outcome::Win(self.to_move().next(2)))
        } else if lines::landing(self.taken()) != 0 {
            Turn::Decide(self.to_move())
        } else {
            Turn::Over(Outcome::Draw)
        }
    }

    fn legal_moves(&self) -> Vec<Peg> {
        if self.line != 0 {
            return Vec::new();
        }
        let free = lines::landing(self.taken());
        Peg::all().filter(|peg| free & lines::on_peg(*peg) != 0).collect()
    }

    fn check(&self, peg: &Peg) -> Result<(), Illegal> {
        if self.turn().is_over() {
            Err(Illegal::Over)
        } else if self.landing(*peg).is_none() {
            Err(Illegal::Full(*peg))
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, peg: &Peg) {
        let seat = self.to_move();
        let lands = lines::landing(self.taken()) & lines::on_peg(*peg);
        self.beads[seat.index()] |= lands;
        self.line = lines::complete(self.beads(seat));
        self.last = Some(*peg);
    }

    fn view(&self, _: Eye) -> Sogo {
        self.clone()
    }

    fn imagine(view: &Sogo, _: &mut dyn Rng) -> Sogo {
        view.clone()
    }

    fn plain(view: &Sogo) -> String {
        let rows = view.rows();
        let mut lines = vec![
            ["level 1", "level 2", "level 3", "level 4"].join("  "),
            ["  abcd "; 4].join("  "),
        ];
        for row in 0..4 {
            let level = |level: usize| format!("{} {} ", row + 1, rows[4 * level + row]);
            lines.push((0..4).map(level).collect::<Vec<_>>().join("  "));
        }
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }

    fn describe(view: &Sogo) -> Map<String, Value> {
        Map::from_iter([("board".to_owned(), json!(view.rows()))])
    }

    fn hue(seat: Seat, _: usize) -> Hue {
        if seat == Seat::FIRST { Hue::Red } else { Hue::Yellow }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::play::Variant;

    /// The position after a line of moves.
    pub fn after(moves: &str) -> Sogo {
        let board = Arc::new(Board::parse(Sogo::BOARDS[0].1).unwrap());
        let mut state = Sogo::start(board, 2);
        for text in moves.split_whitespace() {
            state.play(&text.parse().unwrap()).unwrap();
        }
        state
    }

    #[test]
    fn beads_stand_on_each_other() {
        let state = after("b3 b3 c1 b3");
        assert_eq!(state.bead("b3".parse().unwrap(), 0), Some(Seat::FIRST));
        assert_eq!(state.bead("b3".parse().unwrap(), 1), Some(Seat::SECOND));
        assert_eq!(state.bead("b3".parse().unwrap(), 2), Some(Seat::SECOND));
        assert_eq!(state.landing("b3".parse().unwrap()), Some(3));
        let rows = &Sogo::describe(&state)["board"];
        assert_eq!(rows[0], "..R.");
        assert_eq!(rows[2], ".R..");
        assert_eq!(
            (&rows[6], &rows[10], &rows[14]),
            (&json!(".J.."), &json!(".J.."), &json!("...."))
        );
    }

    #[test]
    fn the_bead_that_completes_two_lines_shows_both() {
        // Row 1 and column a meet in a1.
        let state = after("b1 b2 c1 c2 d1 d2 a2 b3 a3 c3 a4 d4 a1");
        assert_eq!(state.turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
        assert_eq!(state.winning_places(), 0x1111 | 0x000f);
    }

    #[test]
    fn threats_are_free_places_only() {
        let state = after("a1 a2 b1 b2 c1 d1");
        assert_eq!(state.threats(Seat::FIRST), 0);
        assert_eq!(after("a1 a2 b1 b2 c1").threats(Seat::FIRST), 1 << 3);
    }
}

//! The rules: a match as it stands, what a throw does to it, and how that is told.

use std::error::Error;
use std::fmt::{self, Display, Write};
use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::moves::Throw;
use super::variant::{Board, Effect, Journey};
use crate::play::{Eye, Game, Outcome, Seat, Turn, board_text};

/// A match. Nothing in it is secret, so it is its own view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goose {
    #[serde(with = "board_text")]
    board: Arc<Board>,
    pawns: Vec<Pawn>,
    turn: Turn,
    last: Option<(Throw, Event)>,
}

/// Where a player stands, and for how many of their turns they still have to wait there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Pawn {
    cell: u16,
    wait: u8,
}

/// One thing that happens in a match: a line of its trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A throw is walked. Who stood where it ends goes to where it began.
    Moved {
        seat: Seat,
        way: Journey,
        displaced: Option<Seat>,
    },
    /// Somebody who is held has their turn passed over.
    Passed {
        seat: Seat,
        cell: u16,
    },
    Won(Seat),
    AllTrapped,
}

/// Why a throw is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Somebody has won, or everybody is trapped.
    Over,
    /// The dice cannot fall so.
    NotTheseDice {
        /// What was to be thrown.
        throw: Throw,
        /// The dice of the board.
        count: u16,
        /// The faces of each of them.
        sides: u16,
    },
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Over => f.write_str("the match is over"),
            Refused::NotTheseDice { throw, count, sides } => {
                let low = Throw::new(vec![1; usize::from(*count)]);
                let high = Throw::new(vec![*sides; usize::from(*count)]);
                write!(f, "'{throw}' cannot be thrown here, expected '{low}' to '{high}'")?;
                if *count > 1 {
                    write!(f, ", or a sum from {} to {}", low.sum(), high.sum())?;
                }
                Ok(())
            }
        }
    }
}

impl Error for Refused {}

impl Goose {
    /// The track it is played on, and the dice.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cell of a player.
    pub fn cell(&self, seat: Seat) -> u16 {
        self.pawns[seat.index()].cell
    }

    /// The turns a player still has to wait.
    pub fn wait(&self, seat: Seat) -> u8 {
        self.pawns[seat.index()].wait
    }

    /// Whether a player cannot go on until somebody else lands on their cell.
    pub fn is_trapped(&self, seat: Seat) -> bool {
        self.board.effect(self.cell(seat)) == Effect::Trap
    }

    /// Who stands on a cell: one at most, except on the start.
    pub fn standing_on(&self, cell: u16) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.pawns.len()).filter(move |&seat| self.cell(seat) == cell)
    }

    /// The last throw, and what came of it.
    pub(super) fn last(&self) -> Option<&(Throw, Event)> {
        self.last.as_ref()
    }

    /// Everything that happens when `throw` is thrown here, in order.
    pub(super) fn events(&self, throw: &Throw) -> Vec<Event> {
        self.clone().advance(throw)
    }

    fn set_up(board: Arc<Board>, seats: usize) -> (Goose, Vec<Event>) {
        let mut pawns = vec![Pawn { cell: 0, wait: 0 }; seats];
        for (pawn, &cell) in pawns.iter_mut().zip(board.starting_cells()) {
            pawn.cell = cell;
        }
        let turn = Turn::Chance { by: Some(Seat::FIRST) };
        let mut game = Goose { board, pawns, turn, last: None };
        let mut events = Vec::new();
        game.pass_on(Seat::FIRST, &mut events);
        (game, events)
    }

    fn advance(&mut self, throw: &Throw) -> Vec<Event> {
        let Turn::Chance { by: Some(seat) } = self.turn else { return Vec::new() };
        let way = self.board.journey(self.cell(seat), throw.sum());
        let displaced = self.land(seat, way);
        let moved = Event::Moved { seat, way, displaced };
        self.last = Some((throw.clone(), moved));
        let mut events = vec![moved];
        if way.end() == self.board.last() {
            self.turn = Turn::Over(Outcome::Win(seat));
            events.push(Event::Won(seat));
        } else {
            self.pass_on(seat.next(self.pawns.len()), &mut events);
        }
        events
    }

    /// "The arriving player takes the cell; the one who stood there goes to the cell the arriving
    /// player came from": the cell where the turn began, whose stay applies anew but which moves
    /// nobody on. Only the start holds several.
    fn land(&mut self, seat: Seat, way: Journey) -> Option<Seat> {
        let end = way.end();
        let displaced =
            (end != 0).then(|| self.standing_on(end).find(|&other| other != seat)).flatten();
        self.put(seat, end);
        if let Some(other) = displaced {
            self.put(other, way.from);
        }
        displaced
    }

    fn put(&mut self, seat: Seat, cell: u16) {
        let wait = match self.board.effect(cell) {
            Effect::Wait(turns) => turns,
            _ => 0,
        };
        self.pawns[seat.index()] = Pawn { cell, wait };
    }

    /// Gives the turn to the first who can play, from `seat` on. Who waits has waited one turn
    /// more; if all are trapped, "nobody can ever play again".
    fn pass_on(&mut self, mut seat: Seat, events: &mut Vec<Event>) {
        let seats = self.pawns.len();
        if Seat::all(seats).all(|seat| self.is_trapped(seat)) {
            self.turn = Turn::Over(Outcome::Draw);
            events.push(Event::AllTrapped);
            return;
        }
        while self.is_trapped(seat) || self.wait(seat) > 0 {
            let pawn = &mut self.pawns[seat.index()];
            pawn.wait = pawn.wait.saturating_sub(1);
            events.push(Event::Passed { seat, cell: pawn.cell });
            seat = seat.next(seats);
        }
        self.turn = Turn::Chance { by: Some(seat) };
    }

    /// A line of the trace, word for word as the document prints it.
    fn line(&self, event: Event, names: &[String]) -> String {
        let name = |seat: Seat| match names.get(seat.index()) {
            Some(name) => name.clone(),
            None => format!("player {seat}"),
        };
        match event {
            Event::Moved { seat, way, displaced } => {
                let who = name(seat);
                let Journey { from, sum, reached, jump } = way;
                let mut line = format!(
                    "{who} is in cell {from}, {who} throws {sum} and reaches cell {reached}{}",
                    self.label(reached)
                );
                if let Some(to) = jump {
                    let _ = write!(line, " and jumps to cell {to}{}", self.label(to));
                }
                if let Some(other) = displaced {
                    let back = match from {
                        0 => "start cell".to_owned(),
                        cell => format!("cell {cell}"),
                    };
                    let _ = write!(line, " cell is busy, {} is sent to {back}", name(other));
                }
                line
            }
            Event::Passed { seat, cell } => {
                let who = name(seat);
                format!("{who} is in cell {cell}, {who} cannot play.")
            }
            Event::Won(seat) => format!("{} has won.", name(seat)),
            Event::AllTrapped => "everybody is trapped.".to_owned(),
        }
    }

    /// What the trace says of a cell.
    fn label(&self, cell: u16) -> String {
        match self.board.effect(cell) {
            Effect::Plain => String::new(),
            Effect::Goose => " (goose)".to_owned(),
            Effect::Trap => " (trap)".to_owned(),
            // The space before the bracket is the document's.
            Effect::Wait(turns) => format!(" (waiting for {turns} turns )"),
            Effect::Teleport(to) => format!(" (teleport to {to})"),
        }
    }

    /// The board in rows of eight cells: number, then who stands there or what the cell does;
    /// before them the start, after them a line for each player.
    fn rows(&self) -> Vec<String> {
        let mut rows = Vec::new();
        let waiting: Vec<String> = self.standing_on(0).map(|seat| format!("<{seat}>")).collect();
        rows.push(format!("{:>4} {}", "0", waiting.join(" ")).trim_end().to_owned());
        let numbers: Vec<u16> = (1..=self.board.last()).collect();
        for chunk in numbers.chunks(8) {
            let mut row = String::new();
            for &number in chunk {
                let content = match self.standing_on(number).next() {
                    Some(seat) => format!("<{seat}>"),
                    None => self.sign(number),
                };
                let _ = write!(row, "{number:>4} {content:<5}");
            }
            rows.push(row.trim_end().to_owned());
        }
        for seat in Seat::all(self.pawns.len()) {
            let cell = self.cell(seat);
            let held = match self.held(seat) {
                0 => String::new(),
                -1 => ", trapped".to_owned(),
                1 => ", waits for 1 turn".to_owned(),
                turns => format!(", waits for {turns} turns"),
            };
            let name =
                self.board.cell(cell).word().map_or(String::new(), |name| format!(" ({name})"));
            rows.push(format!("player {seat}: cell {cell}{name}{held}"));
        }
        rows
    }

    /// A cell's effect in at most five characters of plain text.
    fn sign(&self, number: u16) -> String {
        let cell = self.board.cell(number);
        match (cell.effect, cell.sign) {
            (_, Some(sign)) => sign.to_string(),
            (Effect::Plain, _) => if number == self.board.last() { "home" } else { "." }.to_owned(),
            (Effect::Goose, _) => ">>".to_owned(),
            (Effect::Trap, _) => "#".to_owned(),
            (Effect::Wait(turns), _) => format!("z{turns}"),
            (Effect::Teleport(to), _) => format!("->{to}"),
        }
    }

    /// 0 for who is free, the turns still to wait, or -1 in a trap.
    fn held(&self, seat: Seat) -> i32 {
        if self.is_trapped(seat) { -1 } else { i32::from(self.wait(seat)) }
    }
}

impl Game for Goose {
    const ID: &'static str = "goose";
    const TITLE: &'static str = "The Goose Game";
    const TAGLINE: &'static str = "two dice and a long road";
    const SIGNS: &'static str = "On the board >> is a goose, # a trap, z2 two turns to wait, \
         ->30 a way to cell 30, <1> the first player.";
    const PAGE: &'static str = include_str!("page.md");
    const TOUR: &'static str = include_str!("tour.md");
    const BOARDS: &'static [(&'static str, &'static str)] = &[
        ("document", include_str!("../../../config/boards/goose/document.toml")),
        ("italian", include_str!("../../../config/boards/goose/italian.toml")),
        ("family", include_str!("../../../config/boards/goose/family.toml")),
        ("ladders", include_str!("../../../config/boards/goose/ladders.toml")),
        ("giant", include_str!("../../../config/boards/goose/giant.toml")),
        ("sprint", include_str!("../../../config/boards/goose/sprint.toml")),
        ("marathon", include_str!("../../../config/boards/goose/marathon.toml")),
    ];

    type Variant = Board;
    type Move = Throw;
    type Illegal = Refused;
    type View = Goose;

    fn start(board: Arc<Board>, seats: usize) -> Goose {
        Goose::set_up(board, seats).0
    }

    fn variant(&self) -> &Arc<Board> {
        &self.board
    }

    fn seats(&self) -> usize {
        self.pawns.len()
    }

    fn turn(&self) -> Turn {
        self.turn.clone()
    }

    fn legal_moves(&self) -> Vec<Throw> {
        self.chance_weights().into_iter().map(|(throw, _)| throw).collect()
    }

    /// A bare sum is a throw too, though not one of the list, where some fall of the dice gives it.
    fn check(&self, throw: &Throw) -> Result<(), Refused> {
        if self.turn.is_over() {
            return Err(Refused::Over);
        }
        let dice = self.board.dice();
        let faces = throw.faces();
        let all_dice = faces.len() == usize::from(dice.count)
            && faces.iter().all(|face| (1..=dice.sides).contains(face));
        if all_dice || (faces.len() == 1 && dice.sums().contains(&throw.sum())) {
            return Ok(());
        }
        let throw = throw.clone();
        Err(Refused::NotTheseDice { throw, count: dice.count, sides: dice.sides })
    }

    fn play_unchecked(&mut self, throw: &Throw) {
        self.advance(throw);
    }

    fn chance_weights(&self) -> Vec<(Throw, u32)> {
        match self.turn {
            Turn::Over(_) => Vec::new(),
            _ => self.board.throws().to_vec(),
        }
    }

    fn view(&self, _: Eye) -> Goose {
        self.clone()
    }

    fn imagine(view: &Goose, _: &mut dyn Rng) -> Goose {
        view.clone()
    }

    fn opening(&self, names: &[String]) -> Vec<String> {
        let (start, events) = Goose::set_up(self.board.clone(), self.pawns.len());
        events.into_iter().map(|event| start.line(event, names)).collect()
    }

    fn tell(&self, throw: &Throw, _: Eye, names: &[String]) -> Vec<String> {
        self.events(throw).into_iter().map(|event| self.line(event, names)).collect()
    }

    fn story(&self, throw: &Throw, _: Eye, names: &[String]) -> Vec<String> {
        self.events(throw).into_iter().map(|event| self.sentence(event, names)).collect()
    }

    fn plain(view: &Goose) -> String {
        view.rows().join("\n")
    }

    fn describe(view: &Goose) -> Map<String, Value> {
        let seats = Seat::all(view.pawns.len());
        let cells: Vec<u16> = seats.clone().map(|seat| view.cell(seat)).collect();
        let held: Vec<i32> = seats.map(|seat| view.held(seat)).collect();
        let mut map = Map::new();
        map.insert("board".to_owned(), json!(view.rows()));
        map.insert("cells".to_owned(), json!(cells));
        map.insert("held".to_owned(), json!(held));
        map
    }
}

#[cfg(test)]
mod tests;

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
mod tests {
    use super::*;
    use crate::play::{Session, Variant};

    /// The trace of the document, with its one wrapped line joined.
    const DOCUMENT: &str = include_str!("../../../tests/traces/goose/document.txt");

    fn board(text: &str) -> Arc<Board> {
        Arc::new(Board::parse(text).unwrap())
    }

    fn document() -> Arc<Board> {
        board(Goose::BOARDS[0].1)
    }

    fn names() -> Vec<String> {
        ["bilbo", "frodo", "sam"].map(str::to_owned).to_vec()
    }

    /// A match on the document's board from stated cells, and the trace of these throws.
    fn trace(at: &[u16], throws: &str) -> (Goose, Vec<String>) {
        let text = format!("at = {at:?}\n{}", Goose::BOARDS[0].1);
        let mut game = Goose::start(board(&text), at.len());
        let mut lines = game.opening(&names());
        for throw in throws.split_whitespace() {
            let throw = throw.parse().unwrap();
            lines.extend(game.tell(&throw, Eye::Everything, &names()));
            game.play(&throw).unwrap();
        }
        (game, lines)
    }

    fn cells(game: &Goose) -> Vec<u16> {
        game.pawns.iter().map(|pawn| pawn.cell).collect()
    }

    /// The document lets bilbo play from cell 18 after it sent him to the start, so each line is
    /// played from the position it states.
    #[test]
    fn every_line_of_the_document_is_printed() {
        let mut game = Goose::start(document(), 3);
        let mut told = Vec::<String>::new().into_iter();
        let mut printed = 0;
        for line in DOCUMENT.lines() {
            if let Some((_, rest)) = line.split_once("throws ") {
                let (who, rest_of_line) = line.split_once(" is in cell ").unwrap();
                let cell = rest_of_line.split_once(',').unwrap().0.parse().unwrap();
                let seat = Seat::at(names().iter().position(|name| name == who).unwrap());
                assert_eq!(game.turn(), Turn::Chance { by: Some(seat) });
                game.pawns[seat.index()].cell = cell;
                let throw = rest.split_once(' ').unwrap().0.parse().unwrap();
                assert_eq!(told.next(), None, "more was told than the document prints");
                told = game.tell(&throw, Eye::Everything, &names()).into_iter();
                game.play(&throw).unwrap();
            }
            assert_eq!(told.next().as_deref(), Some(line));
            printed += 1;
        }
        assert_eq!((told.next(), printed), (None, 33));
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat(1))));
    }

    #[test]
    fn what_is_too_much_is_walked_back() {
        assert_eq!(
            trace(&[57], "9").1,
            ["bilbo is in cell 57, bilbo throws 9 and reaches cell 60"]
        );
        // A goose on the way back still jumps forward, and its jump bounces too.
        assert_eq!(
            trace(&[61], "11").1,
            [
                "bilbo is in cell 61, bilbo throws 11 and reaches cell 54 (goose) and jumps to cell 61"
            ]
        );
        let tiny = board("name = 'tiny'\ncells = 4\n");
        let mut game = Goose::start(tiny, 1);
        game.play(&"12".parse().unwrap()).unwrap();
        assert_eq!(cells(&game), [0]);
    }

    #[test]
    fn a_jump_onto_the_last_cell_wins_at_once() {
        let (game, lines) = trace(&[45, 3], "9");
        assert_eq!(
            lines,
            [
                "bilbo is in cell 45, bilbo throws 9 and reaches cell 54 (goose) and jumps to cell 63",
                "bilbo has won."
            ]
        );
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::FIRST)));
        assert_eq!(game.check(&"9".parse().unwrap()), Err(Refused::Over));
        assert!(game.legal_moves().is_empty());
    }

    #[test]
    fn jumps_do_not_cascade_but_stays_hold() {
        // 9 + 9 is a goose again, and stays put.
        assert_eq!(cells(&trace(&[0], "9").0), [18]);
        let long = board(
            "name = 'long'\ncells = 40\n[[cell]]\nat = 5\nkind = 'goose'\n\
             [[cell]]\nat = 10\nkind = 'trap'\n[[cell]]\nat = 7\nkind = 'teleport'\nto = 20\n\
             [[cell]]\nat = 20\nkind = 'wait'\nturns = 3\n",
        );
        let mut game = Goose::start(long, 3);
        game.play(&"5".parse().unwrap()).unwrap();
        game.play(&"7".parse().unwrap()).unwrap();
        let held: Vec<i32> = Seat::all(3).map(|seat| game.held(seat)).collect();
        assert_eq!((cells(&game), held), (vec![10, 20, 0], vec![-1, 3, 0]));
    }

    #[test]
    fn the_displaced_goes_to_where_the_turn_began() {
        // Over the goose on 9: not 9 but the start.
        let (game, lines) = trace(&[0, 18], "9");
        assert_eq!(cells(&game), [18, 0]);
        assert!(lines[0].ends_with("(goose) cell is busy, frodo is sent to start cell"));
        // Sent to a goose or a teleport, nobody jumps; sent to a wait, they wait anew.
        assert_eq!(cells(&trace(&[18, 23], "5").0), [23, 18]);
        let (game, lines) = trace(&[19, 23], "4 6 6");
        assert_eq!((cells(&game), game.turn()), (vec![35, 19], Turn::Chance { by: Some(Seat(1)) }));
        assert_eq!(lines[1], "frodo is in cell 19, frodo cannot play.");
        assert_eq!(lines[2], "bilbo is in cell 23, bilbo throws 6 and reaches cell 29");
        assert_eq!(lines[3], "frodo is in cell 19, frodo cannot play.");
    }

    #[test]
    fn a_trap_holds_until_somebody_else_falls_in() {
        let (game, lines) = trace(&[25, 26, 0], "6 5");
        assert_eq!(
            lines[1],
            "frodo is in cell 26, frodo throws 5 and reaches cell 31 (trap) cell is busy, bilbo is sent to cell 26"
        );
        assert_eq!((game.held(Seat(0)), game.held(Seat(1))), (0, -1));
        assert_eq!(game.turn(), Turn::Chance { by: Some(Seat(2)) });
    }

    #[test]
    fn a_wait_lasts_exactly_its_turns() {
        let (game, lines) = trace(&[12, 0], "7 2 2 3");
        assert_eq!(game.turn(), Turn::Chance { by: Some(Seat::FIRST) });
        let passed = lines.iter().filter(|line| line.ends_with("bilbo cannot play.")).count();
        assert_eq!(passed, 2);
        // Alone, one is passed over until one may throw again.
        let (game, lines) = trace(&[12], "7");
        assert_eq!((game.wait(Seat::FIRST), lines.len()), (0, 3));
    }

    #[test]
    fn when_everybody_is_trapped_it_is_a_draw() {
        let (game, lines) = trace(&[25, 46], "6 6");
        assert_eq!(lines.last().unwrap(), "everybody is trapped.");
        assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
        // Waiting is not being trapped.
        assert!(!trace(&[25, 13], "6 6").0.turn().is_over());
        assert_eq!(trace(&[31, 52], "").1, ["everybody is trapped."]);
    }

    #[test]
    fn stated_cells_are_free_on_a_wait_and_held_in_a_trap() {
        let (game, lines) = trace(&[31, 19, 0], "");
        assert_eq!(lines, ["bilbo is in cell 31, bilbo cannot play."]);
        assert_eq!(game.turn(), Turn::Chance { by: Some(Seat(1)) });
    }

    #[test]
    fn landing_where_one_stood_is_not_busy() {
        // From 4 of 5 a throw of 2 leads to the end and back.
        let inn = "[[cell]]\nat = 4\nkind = 'wait'\nturns = 2\n";
        let text =
            format!("name = 'i'\ncells = 5\nat = [4, 0]\ndice = {{ count = 1, sides = 6 }}\n{inn}");
        let mut game = Goose::start(board(&text), 2);
        let lines = game.tell(&"2".parse().unwrap(), Eye::Everything, &names());
        assert_eq!(
            lines,
            ["bilbo is in cell 4, bilbo throws 2 and reaches cell 4 (waiting for 2 turns )"]
        );
        game.play(&"2".parse().unwrap()).unwrap();
        assert_eq!(game.wait(Seat::FIRST), 2);
    }

    #[test]
    fn the_throws_are_those_of_the_dice() {
        let game = Goose::start(document(), 2);
        let throws: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
        assert_eq!(
            (throws.len(), &throws[..3]),
            (21, &["1+1", "1+2", "1+3"].map(str::to_owned)[..])
        );
        assert_eq!(game.chance_weights().iter().map(|(_, weight)| weight).sum::<u32>(), 36);
        for refused in ["1", "13", "7+1", "0+3", "1+2+3"] {
            assert!(game.check(&refused.parse().unwrap()).is_err(), "{refused}");
        }
        let why = game.check(&"7+1".parse().unwrap()).unwrap_err().to_string();
        assert_eq!(
            why,
            "'1+7' cannot be thrown here, expected '1+1' to '6+6', or a sum from 2 to 12"
        );
    }

    #[test]
    fn forty_play_to_the_end() {
        let mut session = Session::<Goose>::new(&document(), 40, 3);
        while session.roll().is_some() {
            let mut cells = cells(session.state());
            cells.retain(|&cell| cell > 0);
            cells.sort_unstable();
            assert!(cells.windows(2).all(|pair| pair[0] != pair[1]));
        }
        assert!(session.turn().is_over());
    }
}

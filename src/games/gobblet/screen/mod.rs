//! Gobblet on the screen: how a piece is picked up and put down, and what is said about it.

mod layout;
mod picture;
mod piece;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size as Extent};

use super::expert::{Expert, Level, Opinion, Outlook};
use super::pieces::cells;
use super::{Board, Cell, Gobble, Gobblet, Move, Size, Solver, Value};
use crate::play::{Game, Outcome, Seat, Turn};
use crate::search::{Budget, Cancel, Limit, counted};
use crate::tui::game_ui::{GameUi, Input, Reply, Seen};
use crate::tui::keys::{Binding, Keymap, Nav, bind};
use crate::tui::{Hint, Look, hints, panels};
use layout::TableLayout;
use picture::TableDrawing;

/// A gobble comes down over the piece for so long.
const LANDING: Duration = Duration::from_millis(160);
/// One piece of a winning line lights up after the other.
const GLOW: Duration = Duration::from_millis(90);
/// The analysis of the slowest position takes half a second; this is for slower machines.
const PATIENCE: Duration = Duration::from_secs(60);

/// What lies under the cursor: a cell, or a size in the house of the one to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    Cell(Cell),
    House(Size),
}

/// The cursor, the piece in hand, and what is in motion.
#[derive(Debug)]
pub struct Ui {
    cursor: Spot,
    /// Where the piece in hand came from.
    held: Option<Spot>,
    /// Whether small marks tell what lies beneath.
    shows_covered: bool,
    /// Time since the last move began to land, while it does.
    landing: Option<Duration>,
    /// Time since a line began to light up, while it does.
    glowing: Option<Duration>,
}

impl Default for Ui {
    fn default() -> Ui {
        let middle = Spot::Cell(Cell { column: 1, row: 1 });
        Ui { cursor: middle, held: None, shows_covered: false, landing: None, glowing: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Shows what lies beneath, or hides it again.
    Covered,
}

/// What the analysis has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Insight {
    /// The value of every legal move.
    Exact(Vec<(Move, Value)>),
    /// Where nothing is solved: what the strongest bot thinks so far.
    Judged(Opinion),
}

impl Insight {
    /// The best value among the moves that `of` accepts.
    fn best(&self, of: impl Fn(Move) -> bool) -> Option<Value> {
        match self {
            Insight::Exact(moves) => {
                moves.iter().filter(|(mv, _)| of(*mv)).map(|(_, value)| *value).max()
            }
            Insight::Judged(_) => None,
        }
    }
}

impl Spot {
    /// Whether a move begins with taking up what is here.
    fn begins(self, mv: Move) -> bool {
        match (self, mv) {
            (Spot::Cell(cell), Move::Shift { from, .. }) => cell == from,
            (Spot::House(house), Move::Place { size, .. }) => house == size,
            _ => false,
        }
    }

    /// The move of the piece that was taken up here to a cell.
    fn to(self, to: Cell) -> Move {
        match self {
            Spot::Cell(from) => Move::Shift { from, to },
            Spot::House(size) => Move::Place { size, to },
        }
    }
}

impl Ui {
    /// Moves the cursor by one. The house of the one to move is the column beyond the edge of the
    /// board at their side.
    fn step(&mut self, seen: &Seen<Gobblet>, nav: Nav) {
        let board = seen.view.board();
        let last = board.side() as u8 - 1;
        let sizes = board.sizes();
        let house_at_left = seen.view.to_move() == Seat::FIRST;
        self.cursor = match (self.cursor, nav) {
            (Spot::House(size), Nav::Up) => Spot::House(sizes[size.index().saturating_sub(1)]),
            (Spot::House(size), Nav::Down) => {
                Spot::House(sizes[(size.index() + 1).min(sizes.len() - 1)])
            }
            (Spot::House(size), Nav::Right) if house_at_left => Spot::Cell(beside(size, board, 0)),
            (Spot::House(size), Nav::Left) if !house_at_left => {
                Spot::Cell(beside(size, board, last))
            }
            (Spot::House(size), _) => Spot::House(size),
            (Spot::Cell(cell), nav) => {
                let Cell { column, row } = cell;
                let into_house = match nav {
                    Nav::Left => house_at_left && column == 0,
                    Nav::Right => !house_at_left && column == last,
                    _ => false,
                };
                if into_house && self.held.is_none() {
                    let row = usize::from(row) * sizes.len() / board.side();
                    Spot::House(sizes[row.min(sizes.len() - 1)])
                } else {
                    Spot::Cell(match nav {
                        Nav::Left => Cell { column: column.saturating_sub(1), row },
                        Nav::Right => Cell { column: (column + 1).min(last), row },
                        Nav::Up => Cell { column, row: row.saturating_sub(1) },
                        _ => Cell { column, row: (row + 1).min(last) },
                    })
                }
            }
        };
    }

    /// Takes a piece up, or says why it cannot move.
    fn pick(&mut self, seen: &Seen<Gobblet>, spot: Spot) -> Reply<Move> {
        if seen.legal.iter().any(|mv| spot.begins(*mv)) {
            self.held = Some(spot);
            // The hand goes to the board with the piece.
            if let (Spot::House(size), Spot::House(_)) = (spot, self.cursor) {
                let own_edge = if seen.view.to_move() == Seat::FIRST {
                    0
                } else {
                    seen.view.board().side() as u8 - 1
                };
                self.cursor = Spot::Cell(beside(size, seen.view.board(), own_edge));
            }
            return Reply::Redraw;
        }
        if let Spot::Cell(cell) = spot
            && seen.view.pieces().stack(cell.index(seen.view.board().side())).next().is_none()
        {
            let sizes = seen.view.board().sizes().len();
            let why = format!("{cell} is empty; press 1 to {sizes} to use your house");
            return Reply::Say(why);
        }
        // Any move from there is refused for the same reason, unless every target is closed.
        let refused = seen.view.cells().find_map(|to| {
            let elsewhere = spot != Spot::Cell(to);
            elsewhere.then(|| seen.view.check(&spot.to(to)).err()).flatten()
        });
        let why =
            refused.map_or_else(|| "there is nothing to pick up".to_owned(), |why| why.to_string());
        Reply::Say(why)
    }

    /// What enter and a click do: take up, put down, or put back.
    fn confirm(&mut self, seen: &Seen<Gobblet>) -> Reply<Move> {
        match (self.held, self.cursor) {
            (None, spot) => self.pick(seen, spot),
            (Some(held), spot) if held == spot => self.put_back(),
            (Some(_), Spot::House(size)) => self.pick(seen, Spot::House(size)),
            (Some(held), Spot::Cell(to)) => match seen.view.check(&held.to(to)) {
                Ok(()) => {
                    self.held = None;
                    Reply::Move(held.to(to))
                }
                Err(why) => Reply::Say(why.to_string()),
            },
        }
    }

    /// Lets the piece in hand go back to where it was; the cursor stays where the eye is.
    fn put_back(&mut self) -> Reply<Move> {
        match self.held.take() {
            Some(_) => Reply::Redraw,
            None => Reply::Ignored,
        }
    }
}

/// Whether any piece lies under another.
fn covers_any(view: &Gobblet) -> bool {
    (0..view.board().side().pow(2)).any(|cell| view.pieces().stack(cell).count() > 1)
}

/// The values count the moves of both players; what is said counts one's own, as in hints.
fn wins_in(name: &str, moves: u8) -> String {
    match moves {
        1 => format!("{name} wins with the next move"),
        moves => format!("{name} wins in {}", own_moves(moves.div_ceil(2))),
    }
}

fn loses_in(name: &str, moves: u8) -> String {
    format!("{name} loses in {}", own_moves(moves / 2))
}

fn own_moves(moves: u8) -> String {
    counted(usize::from(moves), "move", "moves")
}

/// The cell of a column that stands beside a size in the house.
fn beside(size: Size, board: &Board, column: u8) -> Cell {
    let row = size.index() * board.side() / board.sizes().len();
    Cell { column, row: row.min(board.side() - 1) as u8 }
}

impl GameUi for Gobblet {
    type Ui = Ui;
    type Action = Action;
    type Insight = Insight;

    const BINDINGS: &'static [Binding<Action>] = &[bind(
        Action::Covered,
        "covered",
        &["c"],
        "under",
        "Marks pieces that cover another, or hides the marks.",
    )];
    const ANALYSIS: Option<&'static str> = Some("analysis");

    fn act(
        ui: &mut Ui,
        seen: &Seen<Gobblet>,
        input: Input<Action>,
        area: Rect,
        look: &Look,
    ) -> Reply<Move> {
        if let Input::Own(Action::Covered) = input {
            // In training it is always seen.
            if seen.training {
                return Reply::Redraw;
            }
            ui.shows_covered = !ui.shows_covered;
            let words = match (ui.shows_covered, covers_any(seen.view)) {
                (true, true) => "What lies underneath is shown at the foot of each piece.",
                (true, false) => "Nothing lies underneath yet; what does will be shown.",
                (false, _) => "What lies underneath is hidden again.",
            };
            return Reply::Say(words.to_owned());
        }
        let Some(seat) = seen.acting else { return Reply::Ignored };
        let board = seen.view.board();
        let layout = TableLayout::of(board, area, look);
        let pointed = |at| {
            let house = layout.slot_at(at).filter(|(owner, _)| *owner == seat);
            let house = house.map(|(_, size)| Spot::House(board.sizes()[size]));
            layout.cell_at(at).map(Spot::Cell).or(house)
        };
        match input {
            Input::Nav(nav @ (Nav::Left | Nav::Right | Nav::Up | Nav::Down)) => ui.step(seen, nav),
            Input::Nav(Nav::Confirm) => return ui.confirm(seen),
            Input::Nav(Nav::Back) => return ui.put_back(),
            // A size's number takes a piece of it out of the house, and puts it back.
            Input::Digit(digit) => {
                let size = usize::from(digit).checked_sub(1).and_then(|n| board.sizes().get(n));
                return match size {
                    Some(&size) if ui.held == Some(Spot::House(size)) => ui.put_back(),
                    Some(&size) => ui.pick(seen, Spot::House(size)),
                    None => Reply::Say(format!("the sizes are 1 to {}", board.sizes().len())),
                };
            }
            Input::Hover(at) => match pointed(at) {
                Some(spot) => ui.cursor = spot,
                None => return Reply::Ignored,
            },
            Input::Click(at) => match pointed(at) {
                Some(spot) => {
                    ui.cursor = spot;
                    return ui.confirm(seen);
                }
                // A click beside everything lets the piece go.
                None => return ui.put_back(),
            },
            _ => return Reply::Ignored,
        }
        Reply::Redraw
    }

    fn draw(seen: &Seen<Gobblet>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        TableDrawing { seen, ui, look, layout: TableLayout::of(seen.view.board(), area, look) }
            .draw(buf);
    }

    fn rule(board: &Board) -> &'static str {
        match board.gobble() {
            Gobble::Line => "House pieces go on empty cells, or on a rival's line.",
            Gobble::Threat => "House pieces go on empty cells, or break up a threat.",
            Gobble::Always => "House pieces may cover smaller ones.",
        }
    }

    fn min_size(board: &Board) -> Extent {
        TableLayout::least(board)
    }

    fn panel_rows(seen: &Seen<Gobblet>, _: &Ui, room: u16) -> u16 {
        match seen.insight {
            Some(Insight::Exact(_)) => 5.min(room),
            Some(Insight::Judged(_)) => 4.min(room),
            None => 0,
        }
    }

    fn panel(seen: &Seen<Gobblet>, _: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        panels::heading(look, area, buf, "Analysis");
        let below = panels::inset(area, 0, 1, 0, 0);
        let theme = look.theme();
        match seen.insight {
            Some(Insight::Exact(moves)) => {
                let Some(best) = moves.iter().map(|(_, value)| *value).max() else { return };
                let name = &seen.names[seen.view.to_move().index()];
                let sentence = match best {
                    Value::Win(moves) => wins_in(name, moves),
                    Value::Draw => "a draw with best play".to_owned(),
                    Value::Loss(moves) => loses_in(name, moves),
                };
                let style = picture::worth_style(look, best);
                let rows = panels::paragraph(look, below, buf, &sentence, style);
                let best: Vec<String> = moves
                    .iter()
                    .filter(|(_, value)| *value == best)
                    .map(|(mv, _)| mv.to_string())
                    .collect();
                let rest = panels::inset(below, 0, rows, 0, 0);
                panels::paragraph(look, rest, buf, &best.join(" "), theme.text());
            }
            Some(Insight::Judged(Opinion { best, outlook, depth })) => {
                let name = &seen.names[seen.view.to_move().index()];
                let (sentence, style) = match *outlook {
                    Outlook::Wins(moves) => (wins_in(name, moves), theme.good()),
                    Outlook::Loses(moves) => (loses_in(name, moves), theme.bad()),
                    Outlook::Open(score) => {
                        let moves = counted(*depth as usize, "move", "moves");
                        (format!("{name} {score:+}, {moves} deep"), theme.text())
                    }
                };
                let rows = panels::paragraph(look, below, buf, &sentence, style);
                let rest = panels::inset(below, 0, rows, 0, 0);
                panels::paragraph(look, rest, buf, &format!("best: {best}"), theme.text());
            }
            None => {}
        }
    }

    fn explained(keys: &Keymap) -> Vec<Hint> {
        let nav = |navs: &[Nav], about| hints::nav_about(keys, navs, "", about);
        vec![
            nav(
                &[Nav::Left, Nav::Right, Nav::Up, Nav::Down],
                "Moves over the board and your house.",
            ),
            nav(&[Nav::Confirm], "Picks up a piece; with one in hand, puts it down here."),
            hints::digits(
                "1-4",
                "Picks up a piece of that size from your house: 1 is the smallest.",
            ),
            nav(
                &[Nav::Back],
                "Puts the piece in your hand back; otherwise goes back, or pauses the match.",
            ),
        ]
    }

    fn words(seen: &Seen<Gobblet>, ui: &Ui) -> Vec<(&'static [Nav], &'static str)> {
        const ARROWS: &[Nav] = &[Nav::Left, Nav::Right, Nav::Up, Nav::Down];
        if seen.acting.is_none() {
            return Vec::new();
        }
        let mut words: Vec<(&'static [Nav], &'static str)> = vec![(ARROWS, "go")];
        let legal = |begins: &dyn Fn(Move) -> bool| seen.legal.iter().any(|mv| begins(*mv));
        match (ui.held, ui.cursor) {
            (None, spot) if legal(&|mv| spot.begins(mv)) => words.push((&[Nav::Confirm], "pick")),
            (Some(held), Spot::Cell(to)) if legal(&|mv| mv == held.to(to)) => {
                words.push((&[Nav::Confirm], "put"));
            }
            _ => {}
        }
        if ui.held.is_some() {
            words.push((&[Nav::Back], "put back"));
        }
        words
    }

    fn key_words(seen: &Seen<Gobblet>, ui: &Ui, binding: &Binding<Action>) -> Option<&'static str> {
        let hides = covers_any(seen.view) || ui.shows_covered;
        (hides && !seen.training).then_some(binding.help)
    }

    fn prompt(seen: &Seen<Gobblet>, ui: &Ui) -> Option<String> {
        let view = seen.view;
        let both = Seat::all(2).all(|seat| view.line_cells(seat) != 0);
        if both {
            return Some("both have a line: play on until only one has".to_owned());
        }
        if let Some(held) = ui.held.filter(|_| seen.acting.is_some()) {
            return Some(match held {
                Spot::House(size) => {
                    format!("a {} piece from the house is in your hand", size.word())
                }
                Spot::Cell(from) => {
                    let size = view.top(from).map_or("", |(_, size)| size.word());
                    format!("the {size} piece from {from} is in your hand")
                }
            });
        }
        if view.occurrences() == 2 {
            return Some("this position came up before: a third time is a draw".to_owned());
        }
        let sizes = view.board().sizes().len();
        seen.acting.map(|seat| match view.pieces().visible(seat) {
            0 => format!("press 1 to {sizes} for a piece from your house"),
            _ => format!("pick a piece, or press 1 to {sizes} for the house"),
        })
    }

    fn proof(seen: &Seen<Gobblet>, _: &Ui, look: &Look, area: Rect) -> Vec<Rect> {
        let Turn::Over(Outcome::Win(winner)) = seen.turn else { return Vec::new() };
        let board = seen.view.board();
        let layout = TableLayout::of(board, area, look);
        let line = seen.view.line_cells(*winner);
        cells(line, board.side()).filter_map(|cell| layout.cell(cell)).collect()
    }

    fn edges(seen: &Seen<Gobblet>, _: &Ui, look: &Look, area: Rect) -> Vec<u16> {
        TableLayout::of(seen.view.board(), area, look).grid.edges()
    }

    fn how(view: &Gobblet, turn: &Turn, _: &[String]) -> Option<String> {
        match turn {
            Turn::Over(Outcome::Win(winner)) => {
                let side = view.board().side();
                let line = view.line_cells(*winner);
                let text: Vec<String> = cells(line, side).map(|cell| cell.to_string()).collect();
                let uncovered = match view.last() {
                    Some(Move::Shift { from, .. }) => line & (1 << from.index(side)) != 0,
                    _ => false,
                };
                let cells = text.join(" ");
                let many = if side == 3 { "three" } else { "four" };
                Some(match uncovered {
                    true => format!("because lifting a piece uncovered {cells}"),
                    false => format!("with {many} in a row: {cells}"),
                })
            }
            Turn::Over(_) => Some("this position has come up three times".to_owned()),
            _ => None,
        }
    }

    fn moved(ui: &mut Ui, _: &Gobblet, after: &Gobblet) {
        ui.held = None;
        ui.landing = Some(Duration::ZERO);
        let line = Seat::all(2).any(|seat| after.line_cells(seat) != 0);
        ui.glowing = line.then_some(Duration::ZERO);
    }

    fn reset(ui: &mut Ui, view: &Gobblet) {
        Gobblet::settle(ui);
        ui.held = None;
        let side = view.board().side();
        let on_board = matches!(ui.cursor, Spot::Cell(cell) if cell.is_on(side));
        if !on_board {
            ui.cursor = Ui::default().cursor;
        }
    }

    fn moving(ui: &Ui) -> bool {
        ui.landing.is_some() || ui.glowing.is_some()
    }

    fn tick(ui: &mut Ui, elapsed: Duration) {
        let step = |motion: &mut Option<Duration>, whole: Duration| {
            if let Some(time) = motion {
                *time += elapsed;
                if *time >= whole {
                    *motion = None;
                }
            }
        };
        if ui.landing.is_some() {
            step(&mut ui.landing, LANDING);
        } else {
            step(&mut ui.glowing, GLOW * picture::BEATS);
        }
    }

    fn settle(ui: &mut Ui) {
        ui.landing = None;
        ui.glowing = None;
    }

    fn better(insight: &Insight, than: Option<&Move>) -> Option<Move> {
        match insight {
            Insight::Judged(opinion) => Some(opinion.best).filter(|best| Some(best) != than),
            Insight::Exact(moves) => {
                let of = |mv: &Move| insight.best(|other| other == *mv);
                let best = insight.best(|_| true);
                let (first, _) = moves.iter().find(|(_, value)| Some(*value) == best)?;
                (than.and_then(of) != best).then_some(*first)
            }
        }
    }

    fn analyse(view: &Gobblet, legal: &[Move], cancel: &Cancel, report: &mut dyn FnMut(Insight)) {
        let budget = Budget::new(Limit::Time(PATIENCE), cancel.clone());
        let Ok(mut solver) = Solver::new(view.board()) else {
            let mut expert = Expert::new(view.board(), Level::BEST, 0);
            let told = |opinion| report(Insight::Judged(opinion));
            let opinion = expert.think(view, legal, &budget, told);
            return report(Insight::Judged(opinion));
        };
        let valued = |&mv: &Move| Some((mv, solver.value_after(view, mv, &budget)?));
        if let Some(values) = legal.iter().map(valued).collect() {
            report(Insight::Exact(values));
        }
    }
}

#[cfg(test)]
mod tests;

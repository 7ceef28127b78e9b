//! How a turn is made: what a person's keys and clicks come to in each phase.

use ratatui::layout::{Position, Rect};

use super::{Action, Mode, Ui, board, hand, hand_area, layout, tray};
use crate::games::turtles::cards::{Card, Cards};
use crate::games::turtles::ground::Cell;
use crate::games::turtles::moves::{Move, Wall};
use crate::games::turtles::rules::{Phase, Turtles};
use crate::games::turtles::view::TurtlesView;
use crate::play::{Eye, Seat};
use crate::tui::Look;
use crate::tui::board::Grid;
use crate::tui::game_ui::{Input, Reply, Seen};
use crate::tui::keys::Nav;

/// Who looks at which cards, and at what moment.
pub struct Sitting<'a> {
    pub view: &'a TurtlesView,
    acting: Option<Seat>,
    /// The hand on the table, in the order F L R Z.
    pub hand: Vec<Card>,
    /// The move that a hint proposes.
    pub hint: Option<&'a Move>,
}

impl<'a> Sitting<'a> {
    pub fn of(seen: &Seen<'a, Turtles>) -> Sitting<'a> {
        let owner = seen.acting.or(match seen.view.eye {
            Eye::Seat(seat) => Some(seat),
            Eye::Spectator => None,
            Eye::Everything => Some(seen.view.table.mover),
        });
        let secret = owner.and_then(|seat| seen.view.secret(seat));
        let hand = secret.map_or(Vec::new(), |secret| secret.hand.iter().collect());
        Sitting { view: seen.view, acting: seen.acting, hand, hint: seen.hint }
    }

    pub fn phase(&self) -> Phase {
        self.view.table.phase
    }

    pub fn picked(&self, ui: &Ui) -> Vec<Card> {
        ui.picked.iter().filter_map(|&at| self.hand.get(at).copied()).collect()
    }

    /// Whether the mover has any wall left.
    fn has_walls(&self) -> bool {
        let left = self.view.table.open[self.view.table.mover.index()].walls;
        left.stone + left.ice > 0
    }

    /// The opponents on whom the Bug may be played now.
    pub fn victims(&self) -> Vec<Seat> {
        let table = &self.view.table;
        let allowed =
            |seat: &Seat| table.check_bug(*seat, |seat| self.view.sizes(seat).program).is_ok();
        Seat::all(table.seats()).filter(allowed).collect()
    }
}

/// What an input comes to for whoever is asked.
pub fn act(
    ui: &mut Ui,
    seen: &Seen<Turtles>,
    input: Input<Action>,
    area: Rect,
    look: &Look,
) -> Reply<Move> {
    let sitting = Sitting::of(seen);
    if let (Input::Nav(Nav::Confirm), Some(mv)) = (input, hint_to_follow(seen, ui)) {
        return Reply::Move(mv.clone());
    }
    let grid = layout(look, seen.view, area);
    let tray = hand_area(&grid, area);
    match (sitting.phase(), ui.mode) {
        (Phase::Act, Mode::Walls) => {
            if let Input::Click(at) = input
                && let Some(wall) = tray::wall_at(seen, look, tray, at)
            {
                ui.wall = wall;
                return Reply::Redraw;
            }
            act_on_walls(ui, &sitting, input, &grid)
        }
        (Phase::Act, Mode::Bug) => {
            let chosen = match input {
                Input::Click(at) => tray::victim_at(seen, tray, at),
                _ => None,
            };
            act_on_bug(ui, &sitting, input, chosen, &grid)
        }
        (Phase::Act | Phase::Discard, _) => act_on_cards(ui, &sitting, input, tray),
        _ => Reply::Ignored,
    }
}

/// The hint that Enter follows: while nothing else is picked, and no wall or Bug is in hand.
fn hint_to_follow<'a>(seen: &Seen<'a, Turtles>, ui: &Ui) -> Option<&'a Move> {
    seen.hint.filter(|_| ui.mode == Mode::Cards && ui.picked.is_empty())
}

/// What the keys of every game do now.
pub fn words(seen: &Seen<Turtles>, ui: &Ui) -> Vec<(&'static [Nav], &'static str)> {
    if seen.acting.is_none() {
        return Vec::new();
    }
    let card: (&[Nav], _) = (&[Nav::Left, Nav::Right], "card");
    if hint_to_follow(seen, ui).is_some() {
        return vec![(&[Nav::Confirm], "follow the hint"), card];
    }
    match (seen.view.table.phase, ui.mode, ui.picked.is_empty()) {
        (Phase::Act, Mode::Walls, _) => vec![
            (&[Nav::Left, Nav::Right, Nav::Up, Nav::Down], "cell"),
            (&[Nav::Confirm], "build"),
            (&[Nav::Back], "cards"),
        ],
        (Phase::Act, Mode::Bug, _) => vec![
            (&[Nav::Left, Nav::Right], "whom"),
            (&[Nav::Confirm], "reverse it"),
            (&[Nav::Back], "cards"),
        ],
        (Phase::Act, Mode::Cards, true) => vec![card],
        (Phase::Act, Mode::Cards, false) => vec![card, (&[Nav::Confirm], "lay down")],
        (Phase::Discard, _, true) => vec![card, (&[Nav::Confirm], "keep all")],
        (Phase::Discard, _, false) => vec![card, (&[Nav::Confirm], "discard")],
        _ => Vec::new(),
    }
}

/// What one of the game's own keys does now; none where it would be refused.
pub fn own_words(seen: &Seen<Turtles>, ui: &Ui, action: Action) -> Option<&'static str> {
    seen.acting?;
    let sitting = Sitting::of(seen);
    let some = |it: bool, words: &'static str| it.then_some(words);
    let (cards, picked) = (!sitting.hand.is_empty(), !ui.picked.is_empty());
    let here = ui.picked.contains(&ui.card);
    // The card under the cursor has a place among those picked, or else the next one has.
    let (place, last) = match ui.picked.iter().position(|&picked| picked == ui.card) {
        Some(at) => (at, ui.picked.len() - 1),
        None => (ui.caret, ui.picked.len()),
    };
    match (sitting.phase(), ui.mode, action) {
        (Phase::Act, Mode::Walls, Action::Wall) => Some(match ui.wall {
            Wall::Stone => "ice",
            Wall::Ice => "stone",
        }),
        (Phase::Act, Mode::Walls | Mode::Bug, _) => None,
        (_, _, Action::Pick) => some(cards, if here { "take back" } else { "pick" }),
        (_, _, Action::TakeBack) => some(picked, "take back"),
        (Phase::Act, _, Action::Earlier) => some(place > 0, "earlier"),
        (Phase::Act, _, Action::Later) => some(place < last, "later"),
        (Phase::Act, _, Action::Wall) => some(sitting.has_walls(), "wall"),
        (Phase::Act, _, Action::Run) => {
            let program = sitting.view.sizes(sitting.view.table.mover).program;
            Some(if program == 0 { "pass" } else { "run" })
        }
        (Phase::Act, _, Action::Bug) => some(!sitting.victims().is_empty(), "bug"),
        (Phase::Discard, _, Action::All) => {
            Some(if ui.picked.len() == sitting.hand.len() { "none" } else { "all" })
        }
        _ => None,
    }
}

/// What the status line asks of whoever is asked.
pub fn prompt(seen: &Seen<Turtles>, ui: &Ui) -> Option<String> {
    seen.acting?;
    let sitting = Sitting::of(seen);
    Some(match (sitting.phase(), ui.mode) {
        (Phase::Act, Mode::Walls) => match seen.view.table.check_wall(ui.wall, ui.cell) {
            Ok(()) => format!("{} on {}", ui.wall.name(), ui.cell),
            Err(why) => why.to_string(),
        },
        (Phase::Act, Mode::Bug) => match sitting.victims().len() {
            1 => "Your only Bug: enter plays it, esc keeps it.".to_owned(),
            _ => "Your only Bug: whose program should it reverse?".to_owned(),
        },
        (Phase::Act, Mode::Cards) => {
            let program = seen.view.sizes(seen.view.table.mover).program;
            match (ui.picked.len(), program, sitting.has_walls()) {
                (0, 0, true) => "Pick cards that lead to a jewel, or build a wall.",
                (0, 0, false) => "Pick cards that lead to a jewel.",
                (0, _, true) => "Pick more cards, build a wall, or run.",
                (0, _, false) => "Pick more cards, or run.",
                (..) if seen.training => "Pick more in order, or press enter to lay them.",
                (..) => "Pick more, or press enter to lay them face down.",
            }
            .to_owned()
        }
        (Phase::Discard, _) if ui.picked.is_empty() => {
            "Pick cards to throw away; enter keeps the rest.".to_owned()
        }
        (Phase::Discard, _) => "Enter throws these away and draws new ones.".to_owned(),
        _ => return None,
    })
}

fn act_on_cards(
    ui: &mut Ui,
    sitting: &Sitting<'_>,
    input: Input<Action>,
    area: Rect,
) -> Reply<Move> {
    let count = sitting.hand.len();
    let acting = sitting.phase() == Phase::Act;
    let not_now = || Reply::Say("first decide what to discard".to_owned());
    match input {
        Input::Nav(Nav::Left) | Input::WheelUp if count > 0 => {
            ui.card = (ui.card.min(count - 1) + count - 1) % count;
        }
        Input::Nav(Nav::Right) | Input::WheelDown if count > 0 => ui.card = (ui.card + 1) % count,
        Input::Nav(Nav::First) => ui.card = 0,
        Input::Nav(Nav::Last) => ui.card = count.saturating_sub(1),
        Input::Nav(Nav::Up) if count > 0 && !ui.picked.contains(&ui.card) => ui.toggle(ui.card),
        Input::Nav(Nav::Down) if ui.picked.contains(&ui.card) => ui.toggle(ui.card),
        Input::Own(Action::Pick) if ui.card < count => ui.toggle(ui.card),
        Input::Digit(digit @ 1..=9) if usize::from(digit) <= count => {
            ui.card = usize::from(digit) - 1;
            ui.toggle(ui.card);
        }
        Input::Digit(_) => return Reply::Say(format!("there are {count} cards in the hand")),
        Input::Click(at) => match clicked_card(sitting, at, area) {
            Some(card) => {
                ui.card = card;
                ui.toggle(card);
            }
            None => return Reply::Ignored,
        },
        Input::Own(Action::Earlier) => ui.shift(-1),
        Input::Own(Action::Later) => ui.shift(1),
        Input::Own(Action::TakeBack) => {
            if let Some(&last) = ui.picked.last() {
                ui.toggle(last);
            }
        }
        Input::Own(Action::All) if acting => {
            return Reply::Say("first lay, build or run; then you may discard".to_owned());
        }
        Input::Own(Action::All) => {
            ui.picked = if ui.picked.len() == count { Vec::new() } else { (0..count).collect() };
            ui.caret = ui.picked.len();
        }
        Input::Own(Action::Run | Action::Wall | Action::Bug) if !acting => return not_now(),
        Input::Own(Action::Run) => return Reply::Move(Move::Run),
        Input::Own(Action::Wall) if sitting.has_walls() => ui.mode = Mode::Walls,
        Input::Own(Action::Wall) => return Reply::Say("you have no walls left".to_owned()),
        Input::Own(Action::Bug) => return play_bug(ui, sitting),
        Input::Nav(Nav::Confirm) => return confirm(ui, sitting),
        _ => return Reply::Ignored,
    }
    Reply::Redraw
}

fn clicked_card(sitting: &Sitting<'_>, at: Position, tray: Rect) -> Option<usize> {
    hand::card_at(tray, sitting.hand.len(), at)
}

fn confirm(ui: &Ui, sitting: &Sitting<'_>) -> Reply<Move> {
    let cards = sitting.picked(ui);
    match (sitting.phase(), cards.is_empty()) {
        (Phase::Act, true) => Reply::Say("Pick a card first: space, or its number.".to_owned()),
        (Phase::Act, false) => Reply::Move(Move::Add(cards)),
        (_, true) => Reply::Move(Move::Keep),
        (_, false) => Reply::Move(Move::Discard(cards.into_iter().collect::<Cards>())),
    }
}

/// The only Bug is not played by a slip of the finger: one is asked, even with a single opponent.
fn play_bug(ui: &mut Ui, sitting: &Sitting<'_>) -> Reply<Move> {
    match sitting.victims()[..] {
        [] => {
            let table = &sitting.view.table;
            let length = |seat: Seat| sitting.view.sizes(seat).program;
            let next = sitting.acting.map(|seat| seat.next(table.seats()));
            let why = next.and_then(|seat| table.check_bug(seat, length).err());
            Reply::Say(why.map_or("no opponent has a program".to_owned(), |why| why.to_string()))
        }
        _ => {
            ui.mode = Mode::Bug;
            ui.victim = 0;
            Reply::Redraw
        }
    }
}

/// `clicked` is the one of the victims whose name was clicked.
fn act_on_bug(
    ui: &mut Ui,
    sitting: &Sitting<'_>,
    input: Input<Action>,
    clicked: Option<usize>,
    grid: &Grid,
) -> Reply<Move> {
    let victims = sitting.victims();
    let count = victims.len().max(1);
    let play =
        |seat: Option<&Seat>| seat.map_or(Reply::Redraw, |seat| Reply::Move(Move::Bug(*seat)));
    match input {
        Input::Nav(Nav::Left | Nav::Up | Nav::Previous) | Input::WheelUp => {
            ui.victim = (ui.victim + count - 1) % count;
        }
        Input::Nav(Nav::Right | Nav::Down | Nav::Next) | Input::WheelDown => {
            ui.victim = (ui.victim + 1) % count;
        }
        Input::Nav(Nav::Confirm) | Input::Own(Action::Pick) => return play(victims.get(ui.victim)),
        Input::Digit(digit) => {
            let named = |seat: &&Seat| seat.number() == usize::from(digit);
            return match victims.iter().find(named) {
                Some(seat) => Reply::Move(Move::Bug(*seat)),
                None => Reply::Say(format!("you can't play the Bug on player {digit}")),
            };
        }
        Input::Click(at) => {
            let cell = board::cell_at(grid, at);
            let turtle = cell.and_then(|cell| sitting.view.table.ground.turtle_at(cell));
            let stands = turtle.and_then(|turtle| victims.iter().find(|seat| **seat == turtle));
            return match (clicked.and_then(|at| victims.get(at)), stands) {
                (None, None) => Reply::Ignored,
                (named, stands) => play(named.or(stands)),
            };
        }
        Input::Nav(Nav::Back) | Input::Own(Action::Bug | Action::TakeBack) => ui.mode = Mode::Cards,
        _ => return Reply::Ignored,
    }
    Reply::Redraw
}

fn act_on_walls(
    ui: &mut Ui,
    sitting: &Sitting<'_>,
    input: Input<Action>,
    grid: &Grid,
) -> Reply<Move> {
    let ground = &sitting.view.table.ground;
    let Cell { row, column } = ui.cell;
    let (bottom, right) = (ground.height() - 1, ground.width() - 1);
    let build = |wall, cell| match sitting.view.table.check_wall(wall, cell) {
        Ok(()) => Reply::Move(Move::Build(wall, cell)),
        Err(why) => Reply::Say(why.to_string()),
    };
    ui.cell = match input {
        Input::Nav(Nav::Up) => Cell::new(column, row.saturating_sub(1)),
        Input::Nav(Nav::Down) => Cell::new(column, (row + 1).min(bottom)),
        Input::Nav(Nav::Left) => Cell::new(column.saturating_sub(1), row),
        Input::Nav(Nav::Right) => Cell::new((column + 1).min(right), row),
        Input::Nav(Nav::First) => Cell::new(0, row),
        Input::Nav(Nav::Last) => Cell::new(right, row),
        Input::Nav(Nav::PageUp) => Cell::new(column, 0),
        Input::Nav(Nav::PageDown) => Cell::new(column, bottom),
        Input::Own(Action::Wall) | Input::Nav(Nav::Next | Nav::Previous) => {
            ui.wall = if ui.wall == Wall::Stone { Wall::Ice } else { Wall::Stone };
            ui.cell
        }
        Input::Nav(Nav::Confirm) | Input::Own(Action::Pick) => return build(ui.wall, ui.cell),
        Input::Hover(at) => match board::cell_at(grid, at) {
            Some(cell) => cell,
            None => return Reply::Ignored,
        },
        Input::Click(at) => match board::cell_at(grid, at) {
            Some(cell) => {
                ui.cell = cell;
                return build(ui.wall, cell);
            }
            None => return Reply::Ignored,
        },
        Input::Nav(Nav::Back) | Input::Own(Action::TakeBack) => {
            ui.mode = Mode::Cards;
            ui.cell
        }
        _ => return Reply::Ignored,
    };
    Reply::Redraw
}

//! Robot Turtles on the screen: the board, the hand under it, and how a turn is made.

mod board;
mod hand;
mod pieces;
mod playback;
mod puzzles;

use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::cards::{Card, Cards};
use super::ground::Cell;
use super::moves::{Move, Wall};
use super::rules::{Phase, Turtles};
use super::variant::TurtlesVariant;
use super::view::TurtlesView;
use crate::play::{Eye, Game, Hue, Seat, Turn};
use crate::tui::Look;
use crate::tui::game_ui::{GamePage, GameUi, Input, MoveList, Reply, Seen};
use crate::tui::keys::{Binding, Nav};
use crate::tui::panels::{heading, row};
use crate::tui::text::{put, put_right};
use crate::tui::theme::Meaning;
use board::{Geometry, Scene};
use hand::Face;
use playback::Playback;

/// The cursor, what is picked, and a program in motion.
#[derive(Debug)]
pub struct Ui {
    mode: Mode,
    /// The card under the cursor, counted in the hand.
    card: usize,
    /// Cards of the hand in the order in which they would be laid.
    picked: Vec<usize>,
    /// Where the next card goes among them.
    caret: usize,
    wall: Wall,
    cell: Cell,
    playback: Option<Playback>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Cards,
    Walls,
    /// Whose program gets the Bug.
    Bug,
}

impl Default for Ui {
    fn default() -> Ui {
        Ui {
            mode: Mode::Cards,
            card: 0,
            picked: Vec::new(),
            caret: 0,
            wall: Wall::Stone,
            cell: Cell::new(3, 3),
            playback: None,
        }
    }
}

impl Ui {
    fn forget_picks(&mut self) {
        self.mode = Mode::Cards;
        self.picked.clear();
        self.caret = 0;
    }

    /// Picks the card, or takes it back.
    fn toggle(&mut self, card: usize) {
        match self.picked.iter().position(|&picked| picked == card) {
            Some(at) => {
                self.picked.remove(at);
                self.caret -= usize::from(at < self.caret);
            }
            None => {
                self.picked.insert(self.caret.min(self.picked.len()), card);
                self.caret += 1;
            }
        }
    }

    /// Moves the card under the cursor among those picked, or the place where the next one goes.
    fn shift(&mut self, steps: isize) {
        let to = |at: usize, last: usize| at.saturating_add_signed(steps).min(last);
        let last = self.picked.len().saturating_sub(1);
        match self.picked.iter().position(|&picked| picked == self.card) {
            Some(at) => self.picked.swap(at, to(at, last)),
            None => self.caret = to(self.caret, self.picked.len()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Pick,
    Wall,
    Run,
    Bug,
    All,
    Earlier,
    Later,
    TakeBack,
    Again,
}

/// Who looks at which cards, and at what moment.
struct Sitting<'a> {
    view: &'a TurtlesView,
    acting: Option<Seat>,
    /// The hand on the table, in the order F L R Z.
    hand: Vec<Card>,
}

impl<'a> Sitting<'a> {
    fn of(seen: &Seen<'a, Turtles>) -> Sitting<'a> {
        let owner = seen.acting.or(match seen.view.eye {
            Eye::Seat(seat) => Some(seat),
            Eye::Spectator | Eye::Everything => None,
        });
        let secret = owner.and_then(|seat| seen.view.secret(seat));
        let hand = secret.map_or(Vec::new(), |secret| secret.hand.iter().collect());
        Sitting { view: seen.view, acting: seen.acting, hand }
    }

    fn phase(&self) -> Phase {
        self.view.table.phase
    }

    fn picked(&self, ui: &Ui) -> Vec<Card> {
        ui.picked.iter().filter_map(|&at| self.hand.get(at).copied()).collect()
    }

    /// The opponents on whom the Bug may be played now.
    fn victims(&self) -> Vec<Seat> {
        let table = &self.view.table;
        let allowed =
            |seat: &Seat| table.check_bug(*seat, |seat| self.view.sizes(seat).program).is_ok();
        Seat::all(table.seats()).filter(allowed).collect()
    }
}

/// Where the board of a match stands, with the hand under it. Where that would leave cells of one
/// row, the cards lie flat if this gives the board another.
fn geometry(view: &TurtlesView, area: Rect) -> Geometry {
    let of = |rows| Geometry::of(&view.table.ground, area, rows);
    let (usual, flat) = (of(hand::ROWS), of(hand::FLAT_ROWS));
    if usual.cell.height == 1 && flat.cell.height > 1 { flat } else { usual }
}

/// The rows under the board.
fn hand_area(geometry: Geometry, area: Rect) -> Rect {
    let x = geometry.board.x.min(area.right().saturating_sub(hand::COLUMNS)).max(area.x);
    Rect {
        x,
        y: geometry.board.bottom(),
        width: area.right().saturating_sub(x),
        height: hand::ROWS,
    }
    .intersection(area)
}

impl GameUi for Turtles {
    type Ui = Ui;
    type Action = Action;
    type Insight = ();

    const BINDINGS: &'static [Binding<Action>] = &[
        Binding { action: Action::Pick, name: "pick", keys: &["space"], help: "pick" },
        Binding { action: Action::Wall, name: "wall", keys: &["w"], help: "wall" },
        Binding { action: Action::Run, name: "run", keys: &["r"], help: "run" },
        Binding { action: Action::All, name: "all", keys: &["d"], help: "discard all" },
        Binding { action: Action::Bug, name: "bug", keys: &["b"], help: "bug" },
        Binding { action: Action::Earlier, name: "earlier", keys: &[","], help: "earlier" },
        Binding { action: Action::Later, name: "later", keys: &["."], help: "later" },
        Binding {
            action: Action::TakeBack,
            name: "take-back",
            keys: &["backspace"],
            help: "take back",
        },
        Binding { action: Action::Again, name: "again", keys: &["o"], help: "last run" },
    ];
    const MOVE_LIST: MoveList = MoveList::Lines;
    const SECRETS: bool = true;
    const PAGES: &'static [GamePage<Turtles>] =
        &[GamePage { key: "z", words: "puzzles", open: |_, desk| puzzles::open(desk) }];

    fn act(
        ui: &mut Ui,
        seen: &Seen<Turtles>,
        input: Input<Action>,
        area: Rect,
        _: &Look,
    ) -> Reply<Move> {
        let table = &seen.view.table;
        if input == Input::Own(Action::Again) {
            return match &table.last_run {
                Some(run) if !run.cards.is_empty() => {
                    ui.playback = Some(Playback::of_run(run, &table.variant));
                    Reply::Redraw
                }
                _ => Reply::Say("no program has run yet".to_owned()),
            };
        }
        if seen.acting.is_none() {
            return Reply::Ignored;
        }
        let sitting = Sitting::of(seen);
        match (sitting.phase(), ui.mode) {
            (Phase::Act, Mode::Walls) => act_on_walls(ui, &sitting, input, area),
            (Phase::Act, Mode::Bug) => act_on_bug(ui, &sitting, input),
            (Phase::Act | Phase::Discard, _) => act_on_cards(ui, &sitting, input, area),
            _ => Reply::Ignored,
        }
    }

    fn draw(seen: &Seen<Turtles>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let view = seen.view;
        let table = &view.table;
        // A picture on a page has nobody at the table, and so no hand.
        let geometry = match seen.names.is_empty() {
            true => Geometry::of(&table.ground, area, 0),
            false => geometry(view, area),
        };
        let building = seen.acting.is_some() && table.phase == Phase::Act && ui.mode == Mode::Walls;
        let playback = ui.playback.as_ref();
        let hinted = match seen.hint {
            Some(Move::Build(_, cell)) => Some(*cell),
            _ => None,
        };
        Scene {
            ground: playback.map_or(&table.ground, Playback::ground),
            starts: &table.variant.law().starts,
            jewel: &|cell| table.variant.jewel_hue(cell).unwrap_or(Hue::Green),
            geometry,
            cursor: building.then_some(ui.cell),
            forbidden: &|cell| building && table.check_wall(ui.wall, cell).is_err(),
            marked: hinted,
            beam: playback.and_then(Playback::beam),
            active: playback.map(Playback::seat).or(seen.turn.seat()),
        }
        .draw(look, buf);
        draw_hand(seen, ui, look, hand_area(geometry, area), buf);
    }

    fn min_size(variant: &TurtlesVariant) -> Size {
        let board = Geometry::least(variant.ground(), hand::ROWS);
        Size::new(board.width.max(hand::COLUMNS), board.height)
    }

    fn panel_rows(seen: &Seen<Turtles>, _: &Ui, room: u16) -> u16 {
        let table = &seen.view.table;
        let seats = table.seats() as u16;
        let programs = seats + 1;
        if table.variant.rounds() > 1 && room > programs + seats + 6 {
            programs + seats + 2
        } else {
            programs
        }
    }

    fn panel(seen: &Seen<Turtles>, _: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let view = seen.view;
        let seats = view.table.seats();
        let both = usize::from(area.height) > seats + 2;
        // Where there is room for one part only, the table stands there between the rounds.
        let between = view.table.variant.rounds() > 1
            && (seen.turn.is_over() || view.sizes.iter().all(|sizes| sizes.program == 0));
        if between && !both {
            return rounds_table(view, look, area, buf);
        }
        heading(look, area, buf, "Programs");
        for seat in Seat::all(seats) {
            program_line(seen, seat, look, row(area, seat.index() as u16 + 1), buf);
        }
        if both {
            let below = seats as u16 + 2;
            let rest = Rect { y: area.y + below, height: area.height - below, ..area };
            rounds_table(view, look, rest, buf);
        }
    }

    fn words(seen: &Seen<Turtles>, ui: &Ui) -> Vec<(&'static [Nav], &'static str)> {
        if ui.playback.is_some() {
            return vec![(&[Nav::Confirm], "to the end"), (&[Nav::Up, Nav::Down], "speed")];
        }
        if seen.acting.is_none() {
            return Vec::new();
        }
        match (seen.view.table.phase, ui.mode) {
            (Phase::Act, Mode::Walls) => vec![
                (&[Nav::Left, Nav::Right, Nav::Up, Nav::Down], "cell"),
                (&[Nav::Confirm], "build"),
                (&[Nav::Back], "cards"),
            ],
            (Phase::Act, Mode::Bug) => vec![(&[Nav::Back], "cards")],
            (Phase::Act, Mode::Cards) => {
                vec![(&[Nav::Left, Nav::Right], "card"), (&[Nav::Confirm], "lay down")]
            }
            (Phase::Discard, _) if ui.picked.is_empty() => {
                vec![(&[Nav::Left, Nav::Right], "card"), (&[Nav::Confirm], "keep all")]
            }
            (Phase::Discard, _) => {
                vec![(&[Nav::Left, Nav::Right], "card"), (&[Nav::Confirm], "discard")]
            }
            _ => Vec::new(),
        }
    }

    fn seat_note(view: &TurtlesView, seat: Seat) -> String {
        let points = view.table.scores()[seat.index()];
        let s = if points == 1 { "" } else { "s" };
        match view.table.ground.pose(seat) {
            None => format!("arrived · {points} point{s}"),
            Some(_) if points > 0 => format!("{points} point{s}"),
            Some(_) => String::new(),
        }
    }

    fn prompt(seen: &Seen<Turtles>, ui: &Ui) -> Option<String> {
        if ui.playback.is_some() {
            return Some("space goes card by card, enter to the end".to_owned());
        }
        seen.acting?;
        let sitting = Sitting::of(seen);
        Some(match (sitting.phase(), ui.mode) {
            (Phase::Act, Mode::Walls) => match seen.view.table.check_wall(ui.wall, ui.cell) {
                Ok(()) => {
                    let other = if ui.wall == Wall::Stone { Wall::Ice } else { Wall::Stone };
                    format!("{} on {}; tab takes {}", ui.wall.name(), ui.cell, other.name())
                }
                Err(why) => why.to_string(),
            },
            (Phase::Act, Mode::Bug) => {
                let seats: Vec<String> = sitting.victims().iter().map(Seat::to_string).collect();
                format!("whose program is reversed? {}", seats.join(" or "))
            }
            (Phase::Act, Mode::Cards) => "lay cards, build a wall, or run the program".to_owned(),
            (Phase::Discard, _) => "discard what you do not need, then draw".to_owned(),
            _ => return None,
        })
    }

    fn verdict(view: &TurtlesView, turn: &Turn, names: &[String]) -> Option<String> {
        if !turn.is_over() {
            return None;
        }
        let table = &view.table;
        let scores = table.scores();
        let best = scores.iter().max()?;
        let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
        let first = Seat::all(table.seats()).filter(|seat| scores[seat.index()] == *best);
        let winners: Vec<String> = first.map(name).collect();
        let verb = if winners.len() == 1 { "wins" } else { "share first place" };
        let s = if *best == 1 { "" } else { "s" };
        Some(format!("{} {verb} with {best} point{s}", winners.join(" and ")))
    }

    fn moved(ui: &mut Ui, before: &TurtlesView, after: &TurtlesView) {
        ui.forget_picks();
        let new = match (&before.table.last_run, &after.table.last_run) {
            (Some(old), Some(new)) => !Arc::ptr_eq(old, new),
            (None, Some(_)) => true,
            _ => false,
        };
        if let Some(run) = after.table.last_run.as_ref().filter(|run| new && !run.cards.is_empty())
        {
            ui.playback = Some(Playback::of_run(run, &after.table.variant));
        }
    }

    fn reset(ui: &mut Ui, view: &TurtlesView) {
        ui.forget_picks();
        ui.playback = None;
        let ground = &view.table.ground;
        if !ground.contains(ui.cell) {
            ui.cell = Cell::new(ground.height() / 2, ground.width() / 2);
        }
    }

    fn moving(ui: &Ui) -> bool {
        ui.playback.is_some()
    }

    fn tick(ui: &mut Ui, elapsed: Duration) {
        if ui.playback.as_mut().is_some_and(|playback| playback.tick(elapsed)) {
            ui.playback = None;
        }
    }

    fn settle(ui: &mut Ui) {
        ui.playback = None;
    }

    fn during_motion(ui: &mut Ui, input: Input<Action>) -> bool {
        let Some(playback) = &mut ui.playback else { return false };
        match input {
            Input::Own(Action::Pick | Action::Later) => {
                if playback.step() {
                    ui.playback = None;
                }
            }
            Input::Own(Action::Earlier) => playback.step_back(),
            Input::Nav(Nav::Up | Nav::Right) | Input::WheelUp => playback.faster(),
            Input::Nav(Nav::Down | Nav::Left) | Input::WheelDown => playback.slower(),
            Input::Nav(Nav::Confirm) => ui.playback = None,
            _ => {
                ui.playback = None;
                return false;
            }
        }
        true
    }
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
        Input::Own(Action::Wall) => ui.mode = Mode::Walls,
        Input::Own(Action::Bug) => return play_bug(ui, sitting),
        Input::Nav(Nav::Confirm) => return confirm(ui, sitting),
        _ => return Reply::Ignored,
    }
    Reply::Redraw
}

fn clicked_card(sitting: &Sitting<'_>, at: Position, area: Rect) -> Option<usize> {
    hand::card_at(hand_area(geometry(sitting.view, area), area), sitting.hand.len(), at)
}

fn confirm(ui: &Ui, sitting: &Sitting<'_>) -> Reply<Move> {
    let cards = sitting.picked(ui);
    match (sitting.phase(), cards.is_empty()) {
        (Phase::Act, true) => {
            Reply::Say("pick cards first, in the order of the program".to_owned())
        }
        (Phase::Act, false) => Reply::Move(Move::Add(cards)),
        (_, true) => Reply::Move(Move::Keep),
        (_, false) => Reply::Move(Move::Discard(cards.into_iter().collect::<Cards>())),
    }
}

/// With one opponent to choose from the Bug is played, with several one is asked.
fn play_bug(ui: &mut Ui, sitting: &Sitting<'_>) -> Reply<Move> {
    match sitting.victims()[..] {
        [] => {
            let table = &sitting.view.table;
            let length = |seat: Seat| sitting.view.sizes(seat).program;
            let next = sitting.acting.map(|seat| seat.next(table.seats()));
            let why = next.and_then(|seat| table.check_bug(seat, length).err());
            Reply::Say(why.map_or("nobody has a program".to_owned(), |why| why.to_string()))
        }
        [only] => Reply::Move(Move::Bug(only)),
        _ => {
            ui.mode = Mode::Bug;
            Reply::Redraw
        }
    }
}

fn act_on_bug(ui: &mut Ui, sitting: &Sitting<'_>, input: Input<Action>) -> Reply<Move> {
    match input {
        Input::Digit(digit) => {
            let named = |seat: &Seat| seat.number() == usize::from(digit);
            match sitting.victims().into_iter().find(named) {
                Some(seat) => Reply::Move(Move::Bug(seat)),
                None => Reply::Say(format!("player {digit} cannot get the Bug")),
            }
        }
        Input::Nav(Nav::Back) | Input::Own(Action::Bug) => {
            ui.mode = Mode::Cards;
            Reply::Redraw
        }
        _ => Reply::Ignored,
    }
}

fn act_on_walls(
    ui: &mut Ui,
    sitting: &Sitting<'_>,
    input: Input<Action>,
    area: Rect,
) -> Reply<Move> {
    let ground = &sitting.view.table.ground;
    let Cell { row, column } = ui.cell;
    let (bottom, right) = (ground.height() - 1, ground.width() - 1);
    let build = |wall, cell| match sitting.view.table.check_wall(wall, cell) {
        Ok(()) => Reply::Move(Move::Build(wall, cell)),
        Err(why) => Reply::Say(why.to_string()),
    };
    ui.cell = match input {
        Input::Nav(Nav::Up) => Cell::new(row.saturating_sub(1), column),
        Input::Nav(Nav::Down) => Cell::new((row + 1).min(bottom), column),
        Input::Nav(Nav::Left) => Cell::new(row, column.saturating_sub(1)),
        Input::Nav(Nav::Right) => Cell::new(row, (column + 1).min(right)),
        Input::Nav(Nav::First) => Cell::new(row, 0),
        Input::Nav(Nav::Last) => Cell::new(row, right),
        Input::Nav(Nav::PageUp) => Cell::new(0, column),
        Input::Nav(Nav::PageDown) => Cell::new(bottom, column),
        Input::Own(Action::Wall) | Input::Nav(Nav::Next | Nav::Previous) => {
            ui.wall = if ui.wall == Wall::Stone { Wall::Ice } else { Wall::Stone };
            ui.cell
        }
        Input::Nav(Nav::Confirm) | Input::Own(Action::Pick) => return build(ui.wall, ui.cell),
        Input::Hover(at) => match geometry(sitting.view, area).cell_at(at) {
            Some(cell) => cell,
            None => return Reply::Ignored,
        },
        Input::Click(at) => match geometry(sitting.view, area).cell_at(at) {
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
        Input::Own(Action::Run) => return Reply::Move(Move::Run),
        _ => return Reply::Ignored,
    };
    Reply::Redraw
}

fn draw_hand(seen: &Seen<Turtles>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let sitting = Sitting::of(seen);
    if let Some(playback) = &ui.playback {
        let seat = playback.seat();
        let name = seen.names.get(seat.index()).cloned().unwrap_or_default();
        let style = theme.seat(Turtles::hue(seat, seen.view.table.seats()));
        let x = put(buf, area, area.x, area.y, &format!("{name} "), style);
        put(buf, area, x, area.y, &playback.words(), theme.text());
        let (cards, lit) = playback.cards();
        let y = area.y + area.height.saturating_sub(1).min(2);
        hand::row(look, &cards, lit, None, Rect { y, height: 1, ..area }, buf);
        return;
    }
    let acting = sitting.acting.is_some() && ui.mode == Mode::Cards;
    for (at, &card) in sitting.hand.iter().enumerate() {
        let face = Face {
            card,
            picked: ui.picked.iter().position(|&picked| picked == at).map(|order| order + 1),
            cursor: acting && at == ui.card.min(sitting.hand.len() - 1),
            idle: !acting,
        };
        hand::draw(look, face, hand::place(area, at), at + 1, buf);
    }
    if sitting.hand.is_empty() {
        return;
    }
    let discarding = sitting.phase() == Phase::Discard;
    let word = if discarding && acting { "Discard" } else { "Hand" };
    let x = put(buf, area, area.x, area.y, word, theme.brass()) + 1;
    if !acting {
        return;
    }
    if ui.picked.is_empty() {
        let words = if discarding { "any cards, or keep them" } else { "lay 1 to 5, in order" };
        put(buf, area, x, area.y, words, theme.muted());
        return;
    }
    let cards: Vec<Option<Card>> = sitting.picked(ui).into_iter().map(Some).collect();
    let lit = ui.picked.iter().position(|&picked| picked == ui.card);
    let caret = (!discarding).then_some(ui.caret);
    let rest = Rect { x, width: area.right().saturating_sub(x), height: 1, ..area };
    hand::row(look, &cards, lit, caret, rest, buf);
}

/// One line for each seat: the program as backs with its length, and the walls that are left.
fn program_line(seen: &Seen<Turtles>, seat: Seat, look: &Look, line: Rect, buf: &mut Buffer) {
    let (view, theme) = (seen.view, look.theme());
    let table = &view.table;
    let hue = Turtles::hue(seat, table.seats());
    put(buf, line, line.x, line.y, look.mark(hue), theme.seat(hue));
    let open = &table.open[seat.index()];
    let length = view.sizes(seat).program;
    let looks = seen.training || view.eye == Eye::Everything;
    let known = view.secret(seat).filter(|_| looks);
    // Room for the number and the walls at the right.
    let room = usize::from(line.width.saturating_sub(14)).max(1);
    let text = match (known, length) {
        (_, 0) => "empty".to_owned(),
        (Some(secret), _) => secret.program.iter().map(|card| card.letter()).collect(),
        (None, _) => look.glyph("▒", "?").repeat(length),
    };
    let style = if length == 0 { theme.faint() } else { theme.seat(hue) };
    let shown = look.truncate(&text, room as u16);
    let x = put(buf, line, line.x + 2, line.y, &shown, style);
    if length > 0 {
        put(buf, line, x + 1, line.y, &length.to_string(), theme.text());
    }
    let stones = look.glyph("▦", "#").repeat(open.walls.stone.into());
    let ices = look.glyph("◇", "%").repeat(open.walls.ice.into());
    let bug = match (open.bug, open.bugged > 0) {
        (_, true) => look.glyph(" ↺", " ~"),
        (true, false) => look.glyph(" ✶", " b"),
        _ => "",
    };
    let mut end = line;
    for (text, style) in [
        (bug, theme.warn()),
        (ices.as_str(), theme.style(Meaning::Ice)),
        (stones.as_str(), theme.muted()),
    ] {
        let start = put_right(buf, end, text, style);
        end.width = start.saturating_sub(end.x);
    }
}

/// Points of each round, for three in a row.
fn rounds_table(view: &TurtlesView, look: &Look, area: Rect, buf: &mut Buffer) {
    let (table, theme) = (&view.table, look.theme());
    let rounds = table.variant.rounds();
    heading(look, area, buf, &format!("Round {} of {rounds}", table.round()));
    let scores = table.scores();
    for seat in Seat::all(table.seats()) {
        let line = row(area, seat.index() as u16 + 1);
        let hue = Turtles::hue(seat, table.seats());
        put(buf, line, line.x, line.y, look.mark(hue), theme.seat(hue));
        for (at, arrivals) in table.arrivals.iter().enumerate() {
            let last = at + 1 == table.round() && table.phase != Phase::Over;
            let points = table.points(arrivals).find(|(who, _)| *who == seat);
            let text = match points {
                Some((_, points)) => points.to_string(),
                None if last => "·".to_owned(),
                None => "0".to_owned(),
            };
            put(buf, line, line.x + 3 + at as u16 * 3, line.y, &text, theme.text());
        }
        put_right(buf, line, &scores[seat.index()].to_string(), theme.strong());
    }
}

#[cfg(test)]
mod tests;

//! Robot Turtles on the screen: the board, the hand under it, and how a turn is made.

mod board;
mod hand;
mod panel;
mod pieces;
mod playback;
mod puzzles;
mod tray;
mod turn;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::cards::Card;
use super::ground::{Cell, Ground, Pose};
use super::moves::{Move, Wall};
use super::rules::{Phase, Run, Turtles};
use super::variant::TurtlesVariant;
use super::view::TurtlesView;
use crate::play::{Hue, Seat, Turn};
use crate::tui::board::Grid;
use crate::tui::challenge::Challenge;
use crate::tui::game_ui::{GameUi, Input, Interlude, MoveList, Reply, Seen};
use crate::tui::keys::{Binding, Keymap, Nav, SectionNames, bind};
use crate::tui::panels::Paint;
use crate::tui::{Context, Hint, Look, hints};
use board::Scene;
use playback::{Pace, Playback};
use puzzles::ProgramBoard;
use turn::Sitting;

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
    /// The one under the cursor among those who may get the Bug.
    victim: usize,
    playback: Option<Playback>,
    /// How fast programs run.
    pace: Pace,
    /// The table after a round, shown when the run that ended it has been seen.
    after_round: Option<AfterRound>,
}

/// The end of a round, while it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
struct AfterRound {
    /// The round that is over.
    round: usize,
    /// The board as it stood then; the table has the next round's already.
    ground: Ground,
    left: Duration,
}

/// So long the end of a round is told, unless a key is pressed.
const AFTER_ROUND: Duration = Duration::from_secs(8);

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
            victim: 0,
            playback: None,
            pace: Pace::default(),
            after_round: None,
        }
    }
}

impl Ui {
    fn forget_picks(&mut self) {
        self.mode = Mode::Cards;
        self.picked.clear();
        self.caret = 0;
    }

    fn show(&mut self, run: &Run, variant: &TurtlesVariant) {
        self.playback = Some(Playback::of_run(run, variant, self.pace));
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

/// Where the board of a match stands, with the hand under it. Where that would leave painted cells of
/// one row, the cards lie flat if this gives the board another.
fn layout(look: &Look, view: &TurtlesView, area: Rect) -> Grid {
    let of = |rows| board::layout(look, &view.table.ground, area, rows);
    let (usual, flat) = (of(hand::ROWS), of(hand::FLAT_ROWS));
    let low = usual.cell().height == 1 && usual.border().is_none();
    if low && flat.cell().height > 1 { flat } else { usual }
}

/// The rows under the board.
fn hand_area(grid: &Grid, area: Rect) -> Rect {
    let board = grid.outline();
    // As far left as the board, or in the middle where the cards are wider.
    let x = board.x.min(area.x + area.width.saturating_sub(hand::COLUMNS) / 2);
    let width = area.right().saturating_sub(x);
    let room = area.bottom().saturating_sub(board.bottom());
    let large = room >= hand::LARGE_ROWS && width >= hand::LARGE_COLUMNS;
    let height = if large { hand::LARGE_ROWS } else { hand::ROWS };
    Rect { x, y: board.bottom(), width, height }.intersection(area)
}

impl GameUi for Turtles {
    type Ui = Ui;
    type Action = Action;
    type Insight = ();

    #[rustfmt::skip]
    const BINDINGS: &'static [Binding<Action>] = &[
        bind(Action::Pick, "pick", &["space"], "pick",
            "Picks the card for your program, or puts it back."),
        bind(Action::Wall, "wall", &["w"], "wall", "Lays a wall."),
        bind(Action::Run, "run", &["r"], "run", "Runs your program."),
        bind(Action::All, "all", &["d"], "discard all", "Discards your whole hand."),
        bind(Action::Bug, "bug", &["b"], "bug", "Reverses an opponent's program with your Bug card."),
        bind(Action::Earlier, "earlier", &[","], "earlier",
            "Moves the picked card one place earlier."),
        bind(Action::Later, "later", &["."], "later", "Moves the picked card one place later."),
        bind(Action::TakeBack, "take-back", &["backspace"], "take back",
            "Puts the last picked card back."),
        bind(Action::Again, "again", &["o"], "last run", "Shows the last run again."),
    ];
    const MOVE_LIST: MoveList = MoveList::Lines;
    const SEAT_ROWS: u16 = 2;
    const PAGE_KEYS: fn() -> Vec<SectionNames> = || vec![puzzles::PUZZLES.names()];

    fn challenge(text: &str, _: &Context) -> Option<Box<dyn Challenge>> {
        Some(Box::new(ProgramBoard::open(text)?))
    }

    fn own_picture(text: &str) -> Option<Paint> {
        puzzles::picture(text)
    }

    fn act(
        ui: &mut Ui,
        seen: &Seen<Turtles>,
        input: Input<Action>,
        area: Rect,
        look: &Look,
    ) -> Reply<Move> {
        let table = &seen.view.table;
        if ui.playback.is_some() {
            return Reply::Redraw;
        }
        if input == Input::Own(Action::Again) {
            return match last_run(seen.view) {
                Some(run) => {
                    ui.show(run, &table.variant);
                    Reply::Redraw
                }
                None => Reply::Say("no program has run yet".to_owned()),
            };
        }
        match seen.acting {
            Some(_) => turn::act(ui, seen, input, area, look),
            None => Reply::Ignored,
        }
    }

    fn draw(seen: &Seen<Turtles>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let view = seen.view;
        let table = &view.table;
        // A picture on a page has nobody at the table, and so no hand.
        let grid = match seen.names.is_empty() {
            true => board::layout(look, &table.ground, area, 0),
            false => layout(look, view, area),
        };
        let building = seen.acting.is_some() && table.phase == Phase::Act && ui.mode == Mode::Walls;
        let playback = ui.playback.as_ref();
        let hinted = match seen.hint {
            Some(Move::Build(_, cell)) => Some(*cell),
            _ => None,
        };
        let way = hinted_way(seen);
        let bugging = seen.acting.is_some() && table.phase == Phase::Act && ui.mode == Mode::Bug;
        let victim = Sitting::of(seen).victims().get(ui.victim).copied().filter(|_| bugging);
        let victim = victim.and_then(|seat| table.ground.pose(seat)).map(|pose| pose.cell);
        let last = arrival(seen);
        Scene {
            ground: match (playback, &ui.after_round, &last) {
                (Some(playback), ..) => playback.ground(),
                (None, Some(after), _) => &after.ground,
                (None, None, Some(last)) => last.ground(),
                (None, None, None) => &table.ground,
            },
            starts: &table.variant.law().starts,
            jewel: &|cell| table.variant.jewel_hue(cell).unwrap_or(Hue::Green),
            grid,
            cursor: building.then_some(ui.cell).or(victim),
            ghost: building.then_some(ui.wall.tile()),
            forbidden: &|cell| building && table.check_wall(ui.wall, cell).is_err(),
            marked: hinted,
            beam: playback.and_then(Playback::beam),
            way: if playback.is_none() { &way } else { &[] },
        }
        .draw(look, buf);
        if !seen.names.is_empty() {
            tray::draw(seen, ui, look, hand_area(&grid, area), buf);
        }
    }

    fn min_size(variant: &TurtlesVariant) -> Size {
        let board = board::least(variant.ground(), hand::ROWS);
        Size::new(board.width.max(hand::COLUMNS), board.height)
    }

    fn panel_rows(_: &Seen<Turtles>, _: &Ui, room: u16) -> u16 {
        u16::from(room > 5)
    }

    fn panel(_: &Seen<Turtles>, _: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        panel::draw(look, area, buf);
    }

    fn explained(keys: &Keymap) -> Vec<Hint> {
        let nav = |navs: &[Nav], about| hints::nav_about(keys, navs, "", about);
        vec![
            nav(
                &[Nav::Left, Nav::Right, Nav::Up, Nav::Down],
                "Moves along your cards, up picks one and down puts it back; with a wall in hand, moves over the board.",
            ),
            nav(
                &[Nav::Confirm],
                "Lays the picked cards face down, builds the wall, discards, or follows the hint; during a run, goes to its end.",
            ),
            hints::digits("1-5", "Picks that card, or puts it back."),
            nav(
                &[Nav::Back],
                "Puts back the wall or the Bug in your hand; otherwise pauses the match.",
            ),
            nav(&[Nav::First, Nav::Last], "Goes to your first card, or the last."),
            nav(&[Nav::Next], "With a wall in hand, changes between stone and ice."),
        ]
    }

    fn words(seen: &Seen<Turtles>, ui: &Ui) -> Vec<(&'static [Nav], &'static str)> {
        if ui.playback.is_some() {
            return vec![(&[Nav::Confirm], "to the end"), (&[Nav::Up, Nav::Down], "speed")];
        }
        if ui.after_round.is_some() {
            return vec![(&[Nav::Confirm], "next round")];
        }
        turn::words(seen, ui)
    }

    fn key_words(seen: &Seen<Turtles>, ui: &Ui, binding: &Binding<Action>) -> Option<&'static str> {
        match binding.action {
            Action::Pick if ui.playback.is_some() => Some("step"),
            Action::Earlier if ui.playback.is_some() => Some("back"),
            _ if Turtles::moving(ui) => None,
            Action::Again => last_run(seen.view).map(|_| binding.help),
            action => turn::own_words(seen, ui, action),
        }
    }

    fn seat_note(view: &TurtlesView, seat: Seat) -> String {
        panel::seat_note(view, seat)
    }

    fn seat_word(view: &TurtlesView, seat: Seat, _: &Look) -> String {
        panel::seat_word(view, seat)
    }

    fn seat_rows(
        seen: &Seen<Turtles>,
        seat: Seat,
        look: &Look,
        area: Rect,
        buf: &mut Buffer,
    ) -> bool {
        panel::seat_rows(seen, seat, look, area, buf);
        true
    }

    /// Cards that are dealt or drawn are nobody's turn.
    fn moment(view: &TurtlesView, turns: usize) -> String {
        let turn = turns + 1;
        match view.table.variant.rounds() {
            1 => format!("turn {turn}"),
            rounds => format!("round {} of {rounds}, turn {turn}", view.table.round()),
        }
    }

    fn length(turns: usize) -> String {
        format!("{turns} turns")
    }

    fn prompt(seen: &Seen<Turtles>, ui: &Ui) -> Option<String> {
        match &ui.playback {
            Some(playback) => Some(playback.prompt().to_owned()),
            None if ui.after_round.is_some() => None,
            None => turn::prompt(seen, ui),
        }
    }

    fn how(view: &TurtlesView, turn: &Turn, _: &[String]) -> Option<String> {
        let best = view.table.scores().into_iter().max().filter(|_| turn.is_over())?;
        match view.table.variant.rounds() {
            1 if best > 0 => Some("by reaching a jewel first".to_owned()),
            _ => Some(format!("with {}", panel::points(best))),
        }
    }

    fn proof(seen: &Seen<Turtles>, _: &Ui, look: &Look, area: Rect) -> Vec<Rect> {
        let cell = arrival(seen).and_then(|run| Some(run.ground().pose(run.seat())?.cell));
        let place = cell.and_then(|cell| layout(look, seen.view, area).place(board::spot(cell)));
        place.into_iter().collect()
    }

    fn edges(seen: &Seen<Turtles>, _: &Ui, look: &Look, area: Rect) -> Vec<u16> {
        layout(look, seen.view, area).edges()
    }

    fn moved(ui: &mut Ui, before: &TurtlesView, after: &TurtlesView) {
        ui.forget_picks();
        let number = |view| last_run(view).map(|run| run.number);
        if let Some(run) = last_run(after).filter(|run| number(before) != Some(run.number)) {
            ui.show(run, &after.table.variant);
        }
    }

    fn played(ui: &mut Ui, before: &TurtlesView, after: &TurtlesView) {
        let round = before.table.round();
        let last = last_run(after).map(|run| run.steps(&after.table.variant));
        let ground = last.and_then(|mut steps| steps.pop()).map(|(_, _, ground)| ground);
        let ground = ground.unwrap_or_else(|| before.table.ground.clone());
        let over = after.table.round() > round;
        ui.after_round = over.then_some(AfterRound { round, ground, left: AFTER_ROUND });
    }

    fn awaits_interlude(ui: &Ui) -> bool {
        ui.after_round.is_some()
    }

    fn interlude(seen: &Seen<Turtles>, ui: &Ui) -> Option<Interlude> {
        let after = ui.after_round.as_ref().filter(|_| ui.playback.is_none())?;
        Some(panel::interlude(seen, after.round))
    }

    fn reset(ui: &mut Ui, view: &TurtlesView) {
        ui.forget_picks();
        ui.playback = None;
        let ground = &view.table.ground;
        if !ground.contains(ui.cell) {
            ui.cell = Cell::new(ground.width() / 2, ground.height() / 2);
        }
    }

    fn moving(ui: &Ui) -> bool {
        ui.playback.is_some() || ui.after_round.is_some()
    }

    fn tick(ui: &mut Ui, elapsed: Duration) {
        if let Some(playback) = &mut ui.playback {
            if playback.tick(elapsed) {
                ui.playback = None;
            }
        } else if let Some(after) = &mut ui.after_round {
            after.left = after.left.saturating_sub(elapsed);
            if after.left.is_zero() {
                ui.after_round = None;
            }
        }
    }

    fn settle(ui: &mut Ui) {
        ui.playback = None;
        ui.after_round = None;
    }

    fn during_motion(ui: &mut Ui, input: Input<Action>) -> bool {
        let Some(playback) = &mut ui.playback else {
            // Whoever has read how the round ended wants the next one.
            ui.after_round = None;
            return matches!(input, Input::Nav(Nav::Confirm) | Input::Own(Action::Pick));
        };
        match input {
            Input::Own(Action::Pick | Action::Later) | Input::Nav(Nav::Right) => {
                if playback.step() {
                    ui.playback = None;
                }
            }
            // A replay has moves before the first card to go back to.
            Input::Own(Action::Earlier) | Input::Nav(Nav::Left) => return playback.step_back(),
            Input::Nav(Nav::Up) | Input::WheelUp => ui.pace = playback.faster(),
            Input::Nav(Nav::Down) | Input::WheelDown => ui.pace = playback.slower(),
            Input::Nav(Nav::Confirm) | Input::Click(_) => ui.playback = None,
            _ => {
                Turtles::settle(ui);
                return false;
            }
        }
        true
    }
}

/// Where the cards of a hint lead, after those that the mover has laid already. A way that jumps,
/// back to the start, ends there.
fn hinted_way(seen: &Seen<Turtles>) -> Vec<Cell> {
    let (Some(seat), Some(hint)) = (seen.acting, seen.hint) else { return Vec::new() };
    let (table, secret) = (&seen.view.table, seen.view.secret(seat));
    let (Some(pose), Some(secret)) = (table.ground.pose(seat), secret) else { return Vec::new() };
    let more: &[Card] = match hint {
        Move::Add(cards) => cards,
        Move::Run => &[],
        _ => return Vec::new(),
    };
    let (mut ground, mut way) = (table.ground.clone(), vec![pose.cell]);
    let mut at = pose;
    for card in secret.program.iter().chain(more) {
        let before = at;
        ground.execute(seat, *card, table.variant.law());
        let next = ground.pose(seat).or_else(|| {
            // A turtle that has arrived leaves the board; its last step is seen all the same.
            let cell = table.ground.beside(before.cell, before.heading)?;
            Some(Pose { cell, ..before })
        });
        let Some(next) = next else { break };
        let near =
            before.cell.column.abs_diff(next.cell.column) + before.cell.row.abs_diff(next.cell.row);
        match near {
            0 => {}
            1 => way.push(next.cell),
            _ => break,
        }
        if ground.pose(seat).is_none() {
            break;
        }
        at = next;
    }
    way
}

/// The run that ended the match: its turtle stays on the jewel.
fn arrival(seen: &Seen<Turtles>) -> Option<Playback> {
    let run = last_run(seen.view).filter(|_| seen.turn.is_over())?;
    let mut shown = Playback::of_run(run, &seen.view.table.variant, Pace::default());
    while !shown.step() {}
    Some(shown)
}

/// The last program that ran and had cards.
fn last_run(view: &TurtlesView) -> Option<&Run> {
    view.table.last_run.as_deref().filter(|run| !run.cards.is_empty())
}

#[cfg(test)]
mod tests;

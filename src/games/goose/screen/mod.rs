//! The Goose Game on the screen: the track, the dice, and the throw. The pages that only this game
//! has stand beside it.

mod art;
mod dice;
mod editor;
mod lines;
mod motion;
mod odds_page;
mod pawns;
mod picture;
mod race;
mod simulate;
mod trial;

pub use simulate::simulate;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::odds::{Odds, Simulation, Tally};
use super::{Board, Effect, Event, Goose, Throw};
use crate::play::{Game, Hue, Outcome, Seat, Turn, best_first};
use crate::search::Cancel;

use crate::tui::game_ui::{GamePage, GameUi, Input, MoveList, Reply, Seen};
use crate::tui::keys::{Keymap, Nav, SectionNames};
use crate::tui::text::{put, put_right};
use crate::tui::{Hint, Look, hints, panels};
use motion::Motion;
use picture::{BoardPicture, Pawn, sentence, tag};

/// Matches between two reports of the odds of a running match, and the last of them.
const FIRST_LOOK: u64 = 1_000;
const LAST_LOOK: u64 = 256_000;
/// The rows of the largest dice.
const LARGE_DICE: u16 = 5;
/// Players whose odds are listed.
const LISTED: usize = 6;

/// The cursor, and what is in motion.
#[derive(Default, Debug)]
pub struct Ui {
    /// The cell somebody looks at; none until they do.
    cursor: Option<u16>,
    motion: Option<Motion>,
}

/// The cell that must be seen: the cursor's, that of the pawn in motion, or of the one to throw.
fn focus(view: &Goose, ui: &Ui) -> u16 {
    let walking = || ui.motion.as_ref().and_then(|motion| motion.cell_of(motion.seat));
    let next = || view.turn().seat().map(|seat| view.cell(seat));
    let last = || match view.last() {
        Some((_, Event::Moved { way, .. })) => way.end(),
        _ => 0,
    };
    ui.cursor.or_else(walking).or_else(next).unwrap_or_else(last)
}

/// The pawns as they are shown now.
fn pawns(view: &Goose, ui: &Ui, look: &Look) -> Vec<Pawn> {
    let seats = view.seats();
    let shown = |seat: Seat| ui.motion.as_ref().and_then(|motion| motion.cell_of(seat));
    let pawn = |seat: Seat| Pawn {
        cell: shown(seat).unwrap_or_else(|| view.cell(seat)),
        hue: Goose::hue(seat, seats),
        tag: tag(look, Goose::hue(seat, seats), seat, seats),
    };
    let mut pawns: Vec<Pawn> = Seat::all(seats).map(pawn).collect();
    // The pawn in motion is drawn over the others.
    if let Some(motion) = &ui.motion {
        let moving = pawns.remove(motion.seat.index());
        pawns.push(moving);
    }
    pawns
}

impl GameUi for Goose {
    type Ui = Ui;
    type Action = ();
    type Insight = Odds;

    const MOVE_LIST: MoveList = MoveList::Lines;
    const ANALYSIS: Option<&'static str> = Some("odds");
    const WIDE_PANEL: bool = true;
    const MOVES: &'static str = "Story";
    const PAGES: &'static [GamePage<Goose>] = &[
        GamePage {
            key: "o",
            words: "odds",
            about: "Shows how long a match on this board lasts, and who wins how often.",
            open: odds_page::open,
        },
        GamePage {
            key: "d",
            words: "edit board",
            about: "Opens the board editor with this board.",
            open: editor::open,
        },
    ];

    const PAGE_KEYS: fn() -> Vec<SectionNames> =
        || vec![odds_page::ODDS.names(), editor::EDITOR.names()];

    fn act(
        ui: &mut Ui,
        seen: &Seen<Goose>,
        input: Input<()>,
        area: Rect,
        look: &Look,
    ) -> Reply<Throw> {
        let board = seen.view.board();
        let here = focus(seen.view, ui);
        let picture = BoardPicture::new(board.cells(), board.track(), look, area, here);
        let beside = |across, down| picture.track().beside(here.max(1), across, down);
        let to = match input {
            Input::Nav(Nav::Left) => beside(-1, 0),
            Input::Nav(Nav::Right) => beside(1, 0),
            Input::Nav(Nav::Up) => beside(0, -1),
            Input::Nav(Nav::Down) => beside(0, 1),
            Input::Nav(Nav::First) => Some(0),
            Input::Nav(Nav::Last) => Some(board.last()),
            Input::Nav(Nav::PageUp) | Input::WheelUp => {
                Some((here + picture.track().columns()).min(board.last()))
            }
            Input::Nav(Nav::PageDown) | Input::WheelDown => {
                Some(here.saturating_sub(picture.track().columns()))
            }
            Input::Click(at) | Input::Hover(at) => match picture.cell_at(at) {
                Some(cell) => Some(cell),
                None => return Reply::Ignored,
            },
            // The frame lets whoever is asked throw.
            _ => return Reply::Ignored,
        };
        ui.cursor = to.or(ui.cursor).or(Some(here));
        Reply::Redraw
    }

    fn edges(seen: &Seen<Goose>, ui: &Ui, look: &Look, area: Rect) -> Vec<u16> {
        let board = seen.view.board();
        BoardPicture::new(board.cells(), board.track(), look, area, focus(seen.view, ui)).edges()
    }

    fn draw(seen: &Seen<Goose>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let view = seen.view;
        let board = view.board();
        let (cells, track) = (board.cells(), board.track());
        // A picture on a page has nobody at the table.
        let picture = match seen.names.is_empty() {
            true => BoardPicture::whole(cells, track, look, area),
            false => BoardPicture::new(cells, track, look, area, focus(view, ui)),
        };
        picture.cells(buf, |_| None);
        if let Some((seat, cells)) = motion::trail(view).filter(|_| ui.motion.is_none()) {
            picture.trail(buf, &cells, Goose::hue(seat, view.seats()));
        }
        picture.pawns(buf, &pawns(view, ui, look));
        if let Some(cell) = ui.cursor {
            picture.cursor(buf, cell, look.theme().strong());
        }
        picture.scroll_mark(buf);
    }

    fn min_size(_: &Board) -> Size {
        Size::new(picture::SMALLEST.0, picture::SMALLEST.1)
    }

    fn panel_rows(seen: &Seen<Goose>, _: &Ui, room: u16) -> u16 {
        let odds = seen.insight.map_or(0, |odds| odds_rows(odds) + 1);
        let left = room.saturating_sub(odds);
        let dice = match left {
            0..=4 => 1,
            5..=12 => 3,
            _ => LARGE_DICE,
        };
        // The story comes first; what the next throw may bring needs room to spare.
        let next = race::next_rows(seen) + 1;
        if left >= dice + next + 8 { dice + next + odds } else { dice + odds }
    }

    fn panel(seen: &Seen<Goose>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let odds = seen.insight.map_or(0, |odds| odds_rows(odds) + 1).min(area.height);
        let mut dice = Rect { height: area.height - odds, ..area };
        let next = race::next_rows(seen) + 1;
        if dice.height >= LARGE_DICE + next {
            dice.height = LARGE_DICE;
            let rows = Rect { y: dice.bottom() + 1, height: next - 1, ..area };
            race::next(seen, look, rows, buf);
        }
        last_throw(seen, ui, look, dice, buf);
        if let Some(insight) = seen.insight {
            let y = (area.bottom() - odds + 1).min(area.bottom());
            let below = Rect { y, height: odds, ..area };
            draw_odds(seen, insight, look, below.intersection(area), buf);
        }
    }

    fn explained(keys: &Keymap) -> Vec<Hint> {
        let nav = |navs: &[Nav], about| hints::nav_about(keys, navs, "", about);
        vec![
            nav(&[Nav::Confirm], "Throws the dice."),
            nav(
                &[Nav::Left, Nav::Up, Nav::Down, Nav::Right],
                "Looks at another cell; the line below says what it does.",
            ),
            nav(&[Nav::First, Nav::Last], "Looks at the start, or the last cell."),
            nav(&[Nav::PageUp, Nav::PageDown], "Looks a row of cells ahead, or back."),
        ]
    }

    fn words(seen: &Seen<Goose>, _: &Ui) -> Vec<(&'static [Nav], &'static str)> {
        let look: (&'static [Nav], _) = (&[Nav::Left, Nav::Up, Nav::Down, Nav::Right], "look");
        match seen.acting {
            Some(_) => vec![(&[Nav::Confirm], "throw"), look],
            None => vec![look],
        }
    }

    fn seat_word(view: &Goose, seat: Seat, look: &Look) -> String {
        race::word(view, seat, look)
    }

    fn seat_rows(
        seen: &Seen<Goose>,
        seat: Seat,
        look: &Look,
        area: Rect,
        buf: &mut Buffer,
    ) -> bool {
        race::bar(seen.view, seat, look, area, buf);
        true
    }

    fn moment(_: &Goose, throws: usize) -> String {
        format!("throw {}", throws + 1)
    }

    fn length(throws: usize) -> String {
        format!("{throws} throws")
    }

    fn seat_note(view: &Goose, seat: Seat) -> String {
        let cell = view.cell(seat);
        let name = view.board().cell(cell).name.as_deref();
        let note = match (view.board().effect(cell), view.wait(seat), name) {
            (Effect::Trap, _, name) => format!("held, {} {cell}", name.unwrap_or("trap")),
            (_, 0, _) if cell == 0 => "at the start".to_owned(),
            (_, 0, _) => format!("cell {cell}"),
            (_, 1, _) => format!("cell {cell}, waits a turn"),
            (_, turns, _) => format!("cell {cell}, waits {turns} turns"),
        };
        // Where there are more players than marks, pawns carry numbers.
        match view.seats() > Hue::ALL.len() {
            true => format!("pawn {seat}, {note}"),
            false => note,
        }
    }

    fn prompt(seen: &Seen<Goose>, ui: &Ui) -> Option<String> {
        if let Some(cell) = ui.cursor {
            let mut text = sentence(seen.view.board().cells(), cell);
            let here: Vec<&str> = seen
                .view
                .standing_on(cell)
                .filter_map(|seat| seen.names.get(seat.index()).map(String::as_str))
                .collect();
            match here[..] {
                [] => {}
                [one] => text += &format!(" · {one} stands here"),
                _ => text += &format!(" · {} stand here", here.len()),
            }
            return Some(text);
        }
        let seat = seen.acting?;
        Some(format!("{}, throw the dice", seen.names.get(seat.index())?))
    }

    fn how(view: &Goose, turn: &Turn, _: &[String]) -> Option<String> {
        match turn {
            Turn::Over(Outcome::Win(_)) => {
                Some(format!("by reaching home on cell {}", view.board().last()))
            }
            Turn::Over(_) => Some("everyone is trapped for good".to_owned()),
            _ => None,
        }
    }

    fn moved(ui: &mut Ui, _: &Goose, after: &Goose) {
        *ui = Ui { cursor: None, motion: Motion::of(after) };
    }

    /// The eye goes back to whoever is to throw.
    fn reset(ui: &mut Ui, _: &Goose) {
        *ui = Ui::default();
    }

    fn moving(ui: &Ui) -> bool {
        ui.motion.is_some()
    }

    fn tick(ui: &mut Ui, elapsed: Duration) {
        if let Some(motion) = &mut ui.motion {
            motion.pass(elapsed.as_secs_f32());
            if motion.is_over() {
                ui.motion = None;
            }
        }
    }

    fn settle(ui: &mut Ui) {
        ui.motion = None;
    }

    /// Plays the match to its end again and again, from here.
    fn analyse(view: &Goose, _: &[Throw], cancel: &Cancel, report: &mut dyn FnMut(Odds)) {
        let simulation = Simulation::from(view);
        let mut tally = Tally::default();
        let mut batch = (FIRST_LOOK / view.seats() as u64).max(1);
        while tally.matches() < LAST_LOOK && !cancel.is_cancelled() {
            let goal = tally.matches() * 2 + batch;
            while tally.matches() < goal && !cancel.is_cancelled() {
                simulation.run(batch, tally.matches(), &mut tally);
            }
            report(simulation.odds(&tally));
            batch = (batch * 2).min(FIRST_LOOK * 4);
        }
    }
}

/// The dice of the last throw, or at rest, and their sum.
fn last_throw(seen: &Seen<Goose>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let dice = seen.view.board().dice();
    let last = seen.view.last();
    let faces = match (&ui.motion, last) {
        (Some(motion), _) => motion.faces(dice.sides),
        (None, Some((throw, _))) => throw.faces().to_vec(),
        // Before the first throw they are blank.
        (None, None) => vec![0; usize::from(dice.count)],
    };
    let end = dice::draw(look, area, buf, &faces, dice.sides);
    let Some((throw, Event::Moved { seat, .. })) = last else { return };
    let middle = panels::row(area, area.height.saturating_sub(1) / 2);
    let rolling = ui.motion.as_ref().is_some_and(Motion::is_tumbling);
    let sum = if rolling { String::new() } else { format!("= {}", throw.sum()) };
    put(buf, middle, end + 1, middle.y, &sum, theme.strong());
    let who = seen.names.get(seat.index()).map_or("", String::as_str);
    let below = panels::row(area, area.height.saturating_sub(1) / 2 + 1);
    let below = panels::inset(below, (end + 1).saturating_sub(area.x), 0, 0, 0);
    let hue = Goose::hue(*seat, seen.view.seats());
    put(buf, below, below.x, below.y, &look.truncate(who, below.width), theme.seat(hue));
}

fn odds_rows(odds: &Odds) -> u16 {
    odds.players().min(LISTED) as u16 + 1 + u16::from(may_draw(odds))
}

/// Whether all may end in traps often enough to be counted.
fn may_draw(odds: &Odds) -> bool {
    odds.trapped >= 0.0005
}

/// Who wins from here how often; of many players, those with the best chances.
fn draw_odds(seen: &Seen<Goose>, odds: &Odds, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    panels::heading(look, area, buf, "Odds");
    let mut seats: Vec<usize> = (0..odds.players()).collect();
    if seats.len() > LISTED {
        seats = best_first(seats, &|seat| odds.win[seat]);
        seats.truncate(LISTED);
    }
    for (seat, line) in seats.into_iter().zip(1..) {
        let row = panels::row(area, line);
        let hue = Goose::hue(Seat::at(seat), seen.view.seats());
        put(buf, row, row.x, row.y, look.mark(hue), theme.seat(hue));
        let name = seen.names.get(seat).map_or("", String::as_str);
        put(buf, row, row.x + 2, row.y, &look.truncate(name, 12), theme.text());
        let bar = panels::inset(row, 15, 0, 7, 0);
        panels::thin_bar(look, bar, buf, odds.win[seat] as f32, theme.seat(hue));
        put_right(buf, row, &format!("{:.1} %", odds.win[seat] * 100.0), theme.text());
    }
    if may_draw(odds) {
        let row = panels::row(area, odds_rows(odds) - 1);
        put(buf, row, row.x + 2, row.y, "a draw", theme.muted());
        let bar = panels::inset(row, 15, 0, 7, 0);
        panels::thin_bar(look, bar, buf, odds.trapped as f32, theme.muted());
        put_right(buf, row, &format!("{:.1} %", odds.trapped * 100.0), theme.muted());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::play::{Session, Variant};
    use crate::tui::look::Charset;
    use crate::tui::theme::{Depth, Theme};
    use ratatui::layout::Position;

    fn looks() -> [Look; 3] {
        [
            Look::new(Theme::usual(Depth::True), Charset::Unicode),
            Look::new(Theme::usual(Depth::Ansi16), Charset::Unicode),
            Look::new(Theme::usual(Depth::Mono), Charset::Ascii),
        ]
    }

    fn board(cells: u16) -> Arc<Board> {
        let text = format!(
            "name = 'x'\ncells = {cells}\n[[cell]]\nat = 3\nkind = 'goose'\n\
             [[cell]]\nat = 4\nkind = 'trap'\nname = 'a very deep well'\n"
        );
        Arc::new(Board::parse(&text).unwrap())
    }

    fn draw(view: &Goose, ui: &Ui, look: &Look, area: Rect) -> Buffer {
        let names: Vec<String> = Seat::all(view.seats()).map(|seat| format!("p{seat}")).collect();
        let turn = view.turn();
        let seen = Seen { acting: turn.seat(), names: &names, ..Seen::still(view, &turn) };
        let mut buf = Buffer::empty(Rect::new(0, 0, 210, 80));
        Goose::draw(&seen, ui, look, area, &mut buf);
        let room = area.height;
        let panel = Rect { height: Goose::panel_rows(&seen, ui, room).min(room), ..area };
        Goose::panel(&seen, ui, look, panel, &mut buf);
        buf
    }

    /// Without colour a track has a frame, and its lines end there.
    #[test]
    fn an_unpainted_track_is_framed() {
        let session = Session::<Goose>::new(&board(63), 2, 7);
        let look = Look::new(Theme::usual(Depth::Mono), Charset::Unicode);
        let area = Rect::new(0, 1, 82, 37);
        let (view, turn) = (session.state(), session.turn());
        let mut buf = Buffer::empty(Rect::new(0, 0, 82, 38));
        Goose::draw(&Seen::still(view, &turn), &Ui::default(), &look, area, &mut buf);
        let text: String = area.positions().map(|at| buf[at].symbol()).collect();
        for corner in ["┌", "┐", "└", "┘"] {
            assert_eq!(text.matches(corner).count(), 1, "{corner}");
        }
        assert!(text.contains("├") && text.contains("┤") && text.contains("┴"), "{text}");
    }

    /// Boards of every length, tables of every size, terminals of every kind, in motion and at
    /// rest: nothing is drawn outside, and nothing breaks.
    #[test]
    fn every_size_can_be_drawn() {
        let areas = [(0, 0), (1, 1), (9, 4), (28, 13), (29, 14), (48, 21), (82, 37), (200, 70)];
        for cells in [7, 500] {
            for players in [1, 40] {
                let mut session = Session::<Goose>::new(&board(cells), players, 7);
                for throws in [0, 1, 5 * players] {
                    while session.ply() < throws && session.roll().is_some() {}
                    let motion = Motion::of(session.state());
                    for ui in [
                        Ui { cursor: None, motion },
                        Ui { cursor: Some(0), motion: None },
                        Ui { cursor: Some(cells), motion: None },
                    ] {
                        for look in looks() {
                            for (width, height) in areas {
                                let area = Rect::new(3, 2, width, height);
                                let buf = draw(session.state(), &ui, &look, area);
                                for y in 0..buf.area.height {
                                    for x in 0..buf.area.width {
                                        let drawn = buf[(x, y)] != Default::default();
                                        let inside = area.contains(Position::new(x, y));
                                        assert!(
                                            inside || !drawn,
                                            "{:?} at {x} {y} is outside {area}",
                                            buf[(x, y)]
                                        );
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Every cell of a board that fits can be pointed at, and is told about.
    #[test]
    fn the_mouse_finds_every_cell() {
        let board = board(63);
        let game = Goose::start(board.clone(), 2);
        let turn = game.turn();
        let names = ["Ada".to_owned(), "Ben".to_owned()];
        let seen = Seen { names: &names, ..Seen::still(&game, &turn) };
        let area = Rect::new(0, 1, 48, 21);
        let look = &looks()[0];
        let mut found = Vec::new();
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                let mut ui = Ui::default();
                let at = Input::Hover(Position::new(x, y));
                if Goose::act(&mut ui, &seen, at, area, look) == Reply::Redraw {
                    found.extend(ui.cursor);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, (0..=63).collect::<Vec<u16>>());
        let told = |cell| {
            let ui = Ui { cursor: Some(cell), motion: None };
            Goose::prompt(&seen, &ui).unwrap()
        };
        assert_eq!(told(0), "the start · 2 stand here");
        assert_eq!(told(3), "cell 3: a goose, move as far again");
        assert_eq!(told(4), "cell 4, a very deep well: a trap, until another player lands here");
    }
}

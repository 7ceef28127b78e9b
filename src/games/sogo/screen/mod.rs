//! Sogo on the screen: the cube level by level, the same as a picture of the pegs, and how a peg
//! is chosen in either.

mod layout;
mod levels;
mod picture;
mod scene;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::layout::{Levels, Views};
use self::scene::Scene;
use super::expert::{Expert, Opinion, Outlook, UNIT};
use super::lines::{self, Places, each, open_lines, peg_and_level};
use super::{Board, Peg, Sogo};
use crate::play::{Game, Hue, Outcome, Seat, Turn};
use crate::search::{Budget, Cancel, Limit, counted};
use crate::tui::game_ui::{GameUi, Input, Reply, Seen};
use crate::tui::keys::{Binding, Keymap, Nav, bind};
use crate::tui::motion::Landing;
use crate::tui::text::put;
use crate::tui::{Hint, Look, hints, panels};

/// The cursor, what is shown, and what is in motion.
#[derive(Debug)]
pub struct Ui {
    peg: Peg,
    shows: Shows,
    /// Whether places are marked where the opponent could soon complete a line.
    warns: bool,
    /// The bead that was played last, by its peg and level.
    landing: Landing<(Peg, usize)>,
}

impl Default for Ui {
    fn default() -> Ui {
        Ui { peg: Peg::at(1, 1), shows: Shows::Both, warns: false, landing: Landing::default() }
    }
}

/// Which views of the cube are on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shows {
    Both,
    Levels,
    Picture,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Warn,
}

impl GameUi for Sogo {
    type Ui = Ui;
    type Action = Action;
    type Insight = Opinion;

    const BINDINGS: &'static [Binding<Action>] = &[bind(
        Action::Warn,
        "warn",
        &["w"],
        "warn",
        "Marks where your opponent would win, or hides the marks.",
    )];
    const ANALYSIS: Option<&'static str> = Some("analysis");

    fn act(
        ui: &mut Ui,
        seen: &Seen<Sogo>,
        input: Input<Action>,
        area: Rect,
        look: &Look,
    ) -> Reply<Peg> {
        let (column, row) = (ui.peg.column(), ui.peg.row());
        let layout = || Views::of(area, ui.shows, look);
        ui.peg = match input {
            Input::Nav(Nav::Left) => Peg::at(column.saturating_sub(1), row),
            Input::Nav(Nav::Right) => Peg::at((column + 1).min(3), row),
            Input::Nav(Nav::Up) => Peg::at(column, row.saturating_sub(1)),
            Input::Nav(Nav::Down) => Peg::at(column, (row + 1).min(3)),
            Input::Nav(Nav::First) => Peg::at(0, ui.peg.row()),
            Input::Nav(Nav::Last) => Peg::at(3, ui.peg.row()),
            Input::WheelUp => Peg::at(ui.peg.index() + 15, (ui.peg.index() + 15) / 4),
            Input::WheelDown => Peg::at(ui.peg.index() + 1, (ui.peg.index() + 1) / 4),
            Input::Nav(Nav::Confirm) => return drop_on(seen, ui.peg),
            Input::Nav(Nav::Next | Nav::Previous) => {
                ui.shows = match ui.shows {
                    Shows::Both => Shows::Levels,
                    Shows::Levels => Shows::Picture,
                    Shows::Picture => Shows::Both,
                };
                ui.peg
            }
            Input::Own(Action::Warn) => {
                ui.warns = !ui.warns;
                let words = match ui.warns {
                    true => "Warnings on: ! marks where your opponent wins.",
                    false => "Warnings off.",
                };
                return Reply::Say(words.to_owned());
            }
            Input::Hover(at) => match layout().peg_at(seen.view, at) {
                Some(peg) => peg,
                None => return Reply::Ignored,
            },
            Input::Click(at) => match layout().peg_at(seen.view, at) {
                Some(peg) => {
                    ui.peg = peg;
                    return drop_on(seen, peg);
                }
                None => return Reply::Ignored,
            },
            Input::Nav(_) | Input::Digit(_) => return Reply::Ignored,
        };
        Reply::Redraw
    }

    fn draw(seen: &Seen<Sogo>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let scene = Scene::new(seen, ui, look);
        let layout = Views::of(area, ui.shows, look);
        if let Some(oblique) = &layout.picture {
            picture::draw(&scene, oblique, buf);
        }
        if let Some(grids) = &layout.levels {
            levels::draw(&scene, grids, buf);
        }
    }

    fn proof(seen: &Seen<Sogo>, ui: &Ui, look: &Look, area: Rect) -> Vec<Rect> {
        let layout = Views::of(area, ui.shows, look);
        let place = |place| {
            let (peg, level) = peg_and_level(place);
            match (&layout.picture, &layout.levels) {
                (Some(oblique), _) => {
                    let Size { width, height } = oblique.scale.bead;
                    let (x, y) = oblique.corner(peg, level);
                    Some(Rect::new(x, y, width, height))
                }
                (None, Some(levels)) => {
                    levels.grids[level].place((peg.column() as u16, peg.row() as u16))
                }
                (None, None) => None,
            }
        };
        let mut proof: Vec<Rect> = each(seen.view.winning_places()).filter_map(place).collect();
        // Without a picture levels are told apart by their names, which stay in sight where a banner
        // has room at the foot.
        let low = area.y + area.height * 2 / 3;
        if let (None, Some(levels)) = (&layout.picture, &layout.levels)
            && proof.iter().all(|place| place.bottom() <= low)
        {
            proof.extend(levels.grids.iter().map(Levels::title));
        }
        proof
    }

    fn edges(_: &Seen<Sogo>, ui: &Ui, look: &Look, area: Rect) -> Vec<u16> {
        let levels = Views::of(area, ui.shows, look).levels;
        levels.map_or(Vec::new(), |levels| levels.edges())
    }

    fn min_size(_: &Board) -> Size {
        layout::smallest()
    }

    fn explained(keys: &Keymap) -> Vec<Hint> {
        let nav = |navs: &[Nav], about| hints::nav_about(keys, navs, "", about);
        vec![
            nav(&[Nav::Left, Nav::Right, Nav::Up, Nav::Down], "Moves to another peg."),
            nav(&[Nav::Confirm], "Puts your bead on this peg."),
            nav(&[Nav::Next], "Shows the levels, the pegs, or both."),
            nav(&[Nav::First, Nav::Last], "Moves to the first peg of this row, or the last."),
        ]
    }

    fn words(seen: &Seen<Sogo>, ui: &Ui) -> Vec<(&'static [Nav], &'static str)> {
        let mut words: Vec<(&'static [Nav], _)> = Vec::new();
        if seen.acting.is_some() {
            words.push((&[Nav::Left, Nav::Right, Nav::Up, Nav::Down], "peg"));
            if seen.view.landing(ui.peg).is_some() {
                words.push((&[Nav::Confirm], "drop"));
            }
        }
        words.push((&[Nav::Next], "view"));
        words
    }

    fn prompt(seen: &Seen<Sogo>, ui: &Ui) -> Option<String> {
        let seat = seen.acting?;
        let peg = ui.peg;
        let Some(level) = seen.view.landing(peg) else { return Some(format!("{peg} is full")) };
        let lands = format!("{peg}, level {}", level + 1);
        let rival = seat.next(2);
        let threats = seen.view.threats(rival);
        let is_threat = |level| level < 4 && threats & lines::place(peg, level) != 0;
        let name = seen.names.get(rival.index())?;
        if ui.warns && seen.view.threats(seat) & lines::place(peg, level) != 0 {
            Some(format!("{lands}: you win"))
        } else if ui.warns && is_threat(level) {
            Some(format!("{lands}: stops {name}"))
        } else if ui.warns && is_threat(level + 1) {
            Some(format!("{lands}: then {name} can win on top of it"))
        } else {
            Some(lands)
        }
    }

    fn analyse(view: &Sogo, _: &[Peg], cancel: &Cancel, report: &mut dyn FnMut(Opinion)) {
        if view.turn().is_over() {
            return;
        }
        let budget = Budget::new(Limit::Time(PATIENCE), cancel.clone());
        let opinion = Expert::new(0).think(view, &budget, report);
        report(opinion);
    }

    fn better(opinion: &Opinion, than: Option<&Peg>) -> Option<Peg> {
        Some(opinion.best).filter(|best| Some(best) != than)
    }

    fn how(view: &Sogo, turn: &Turn, _: &[String]) -> Option<String> {
        match turn {
            Turn::Over(Outcome::Win(_)) => {
                Some(format!("with four {}", way(view.winning_places())))
            }
            Turn::Over(_) => Some("every peg is full".to_owned()),
            _ => None,
        }
    }

    fn panel_rows(seen: &Seen<Sogo>, ui: &Ui, room: u16) -> u16 {
        let legend = marks(ui).filter(|shown| *shown).count() as u16;
        match room {
            ROOMY.. if seen.insight.is_some() => ANALYSIS_ROWS + OPEN_ROWS + legend + 2,
            _ if seen.insight.is_some() => ANALYSIS_ROWS.min(room),
            0..12 => 0,
            12..14 => OPEN_ROWS,
            _ => OPEN_ROWS + 1 + legend,
        }
    }

    fn panel(seen: &Seen<Sogo>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        let mut area = area;
        if let Some(opinion) = seen.insight {
            analysis(seen, opinion, look, area, buf);
            area = panels::inset(area, 0, ANALYSIS_ROWS + 1, 0, 0);
            if area.is_empty() {
                return;
            }
        }
        let theme = look.theme();
        panels::heading(look, area, buf, "Lines still open");
        for (seat, at) in Seat::all(2).zip(1..) {
            let (mine, theirs) = (seen.view.beads(seat), seen.view.beads(seat.next(2)));
            // A line that is complete counts as none with three, and so on: they are all open.
            let open: u32 = match seen.view.winning_places() {
                0 => open_lines(mine, theirs).iter().sum(),
                _ => lines::all().filter(|line| line & theirs == 0).count() as u32,
            };
            let row = panels::row(area, at);
            let style = theme.seat(hue(seat));
            put(buf, row, row.x, row.y, look.mark(hue(seat)), style);
            put(buf, row, row.x + 2, row.y, &format!("{open:>2}"), theme.text());
            let bar = panels::inset(row, 5, 0, 0, 0);
            panels::thin_bar(look, bar, buf, open as f32 / 76.0, style);
        }
        if area.height > OPEN_ROWS {
            let area = panels::inset(area, 0, OPEN_ROWS + 1, 0, 0);
            legend(ui, look, area, buf);
        }
    }

    fn moved(ui: &mut Ui, _: &Sogo, after: &Sogo) {
        let Some(peg) = after.last() else { return };
        let level = after.landing(peg).unwrap_or(4).saturating_sub(1);
        // From above the peg, which is a fifth level.
        let distance = (4 - level) as f32;
        ui.landing = Landing::new((peg, level), distance, after.winning_places().count_ones());
    }

    fn reset(ui: &mut Ui, view: &Sogo) {
        Sogo::settle(ui);
        let away =
            |peg: &Peg| peg.column().abs_diff(ui.peg.column()) + peg.row().abs_diff(ui.peg.row());
        let free = Peg::all().filter(|peg| view.landing(*peg).is_some());
        ui.peg = free.min_by_key(away).unwrap_or(ui.peg);
    }

    fn moving(ui: &Ui) -> bool {
        ui.landing.moves()
    }

    fn tick(ui: &mut Ui, elapsed: Duration) {
        ui.landing.tick(elapsed);
    }

    fn settle(ui: &mut Ui) {
        ui.landing = Landing::default();
    }
}

fn drop_on(seen: &Seen<Sogo>, peg: Peg) -> Reply<Peg> {
    match (seen.acting, seen.view.check(&peg)) {
        (None, _) => Reply::Ignored,
        (Some(_), Ok(())) => Reply::Move(peg),
        (Some(_), Err(why)) => Reply::Say(why.to_string()),
    }
}

/// The heading and a row for each seat.
const OPEN_ROWS: u16 = 3;

/// Which of the marks can be seen now, in the order of the legend.
fn marks(ui: &Ui) -> impl Iterator<Item = bool> {
    let levels = ui.shows != Shows::Picture;
    [levels, true, levels, ui.warns].into_iter()
}

/// What the marks mean.
fn legend(ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let all = [
        (if look.paints() { " ◇ " } else { " + " }, theme.legal(), "where a bead lands"),
        (look.glyph(" ◦ ", " o "), theme.legal(), "on a line through it"),
        (look.glyph("‹ ›", "> <"), theme.text(), "the last bead"),
        (" ! ", theme.warn(), "the rival wins there"),
    ];
    let shown = all.into_iter().zip(marks(ui)).filter(|(_, shown)| *shown);
    for (((mark, style, words), _), at) in shown.zip(0..) {
        let row = panels::row(area, at);
        put(buf, row, row.x, row.y, mark, style);
        put(
            buf,
            row,
            row.x + 4,
            row.y,
            &look.truncate(words, row.width.saturating_sub(4)),
            theme.muted(),
        );
    }
}

/// How the winning line runs, as words.
fn way(line: Places) -> String {
    if line.count_ones() > 4 {
        return "in more than one line".to_owned();
    }
    let mut places = each(line).map(peg_and_level);
    let (Some(first), Some(last)) = (places.next(), places.last()) else { return String::new() };
    let ((from, low), (to, high)) = (first, last);
    let straight = from.column() == to.column() || from.row() == to.row();
    match (from == to, low == high, straight) {
        (true, ..) => format!("up peg {from}"),
        (_, true, true) => format!("along level {}", low + 1),
        (_, true, false) => format!("across level {}", low + 1),
        (_, false, true) => format!("rising from {from} to {to}"),
        (_, false, false) => "from corner to corner".to_owned(),
    }
}

/// The mark of a free place on a line, for beads of so many rows.
fn ring(look: &Look, rows: u16) -> &'static str {
    look.glyph(if rows > 2 { "○" } else { "◦" }, "o")
}

fn hue(seat: Seat) -> Hue {
    Sogo::hue(seat, 2)
}

/// The analysis stops getting better long before this.
const PATIENCE: Duration = Duration::from_secs(60);
/// A heading, a sentence that may need two rows, and the best peg.
const ANALYSIS_ROWS: u16 = 4;
/// With so many rows the analysis leaves the open lines where they are.
const ROOMY: u16 = 30;

/// What the strongest bot thinks of the position, in the side panel.
fn analysis(seen: &Seen<Sogo>, opinion: &Opinion, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let mover = seen.view.to_move();
    let [name, rival] = [mover, mover.next(2)].map(|seat| &seen.names[seat.index()]);
    // The winner's own beads count, as in hints.
    let own = |beads: u8| counted(usize::from(beads).div_ceil(2), "bead", "beads");
    let (sentence, style) = match opinion.outlook {
        Outlook::Wins(Some(1)) => (format!("{name} wins with the next bead"), theme.good()),
        Outlook::Wins(Some(beads)) => (format!("{name} wins with {}", own(beads)), theme.good()),
        Outlook::Wins(None) => (format!("{name} wins"), theme.good()),
        Outlook::Draw => ("a draw with best play".to_owned(), theme.warn()),
        Outlook::Loses(Some(beads)) => (format!("{rival} wins with {}", own(beads)), theme.bad()),
        Outlook::Loses(None) => (format!("{rival} wins"), theme.bad()),
        Outlook::Open(odds) => {
            let percent = 100.0 / (1.0 + (-f64::from(odds) / UNIT).exp());
            let beads = counted(opinion.depth as usize, "bead", "beads");
            (format!("{name} {percent:.0} %, {beads} deep"), theme.text())
        }
    };
    panels::heading(look, area, buf, "Analysis");
    let below = panels::inset(area, 0, 1, 0, 0);
    panels::paragraph(look, below, buf, &sentence, style);
    let row = panels::row(area, ANALYSIS_ROWS - 1);
    put(buf, row, row.x, row.y, &format!("best: {}", opinion.best), theme.text());
}

#[cfg(test)]
mod tests;

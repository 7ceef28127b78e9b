//! Sogo on the screen: the cube level by level, the same as a picture of the pegs, and how a peg
//! is chosen in either.

mod layout;
mod levels;
mod picture;
mod scene;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::layout::Views;
use self::scene::Scene;
use super::expert::{Expert, Opinion, Outlook, UNIT};
use super::lines::{self, Places, each, open_lines, peg_and_level};
use super::{Board, Peg, Sogo};
use crate::play::{Game, Hue, Outcome, Seat, Turn};
use crate::search::{Budget, Cancel, Limit};
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
        let walk =
            |columns: usize, rows: usize| Peg::at(ui.peg.column() + columns, ui.peg.row() + rows);
        let layout = || Views::of(area, ui.shows, look);
        // Three steps on are one step back: the pegs are walked around in a circle.
        ui.peg = match input {
            Input::Nav(Nav::Left) => walk(3, 0),
            Input::Nav(Nav::Right) => walk(1, 0),
            Input::Nav(Nav::Up) => walk(0, 3),
            Input::Nav(Nav::Down) => walk(0, 1),
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
                    true => "Warnings on: ! marks where your opponent would win.",
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
        each(seen.view.winning_places()).filter_map(place).collect()
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
        if ui.warns && is_threat(level) {
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
        let opinion = Expert::new(0).think(view, &budget, &mut *report);
        report(opinion);
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

    fn panel_rows(seen: &Seen<Sogo>, _: &Ui, room: u16) -> u16 {
        match room {
            _ if seen.insight.is_some() => ANALYSIS_ROWS.min(room),
            0..12 => 0,
            12..14 => OPEN_ROWS,
            _ => OPEN_ROWS + 1 + LEGEND_ROWS,
        }
    }

    fn panel(seen: &Seen<Sogo>, ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
        if let Some(opinion) = seen.insight {
            return analysis(seen, opinion, look, area, buf);
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

    fn reset(ui: &mut Ui, _: &Sogo) {
        Sogo::settle(ui);
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
const LEGEND_ROWS: u16 = 4;

/// What the marks mean.
fn legend(ui: &Ui, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let warning = if ui.warns { "the rival wins there" } else { "a warning, if shown" };
    let marks = [
        (if look.paints() { " ◇ " } else { " + " }, theme.legal(), "where a bead lands"),
        (look.glyph(" ◦ ", " o "), theme.legal(), "on a line through it"),
        (look.glyph("‹ ›", "> <"), theme.text(), "the last bead"),
        (" ! ", theme.warn(), warning),
    ];
    for ((mark, style, words), at) in marks.into_iter().zip(0..) {
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

/// What the strongest bot thinks of the position, in the side panel.
fn analysis(seen: &Seen<Sogo>, opinion: &Opinion, look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme();
    let name = &seen.names[seen.view.to_move().index()];
    let (sentence, style) = match opinion.outlook {
        Outlook::Wins(Some(1)) => (format!("{name} wins with the next bead"), theme.good()),
        Outlook::Wins(Some(beads)) => (format!("{name} wins within {beads} beads"), theme.good()),
        Outlook::Wins(None) => (format!("{name} wins"), theme.good()),
        Outlook::Draw => ("a draw with best play".to_owned(), theme.warn()),
        Outlook::Loses(Some(beads)) => (format!("{name} loses within {beads} beads"), theme.bad()),
        Outlook::Loses(None) => (format!("{name} loses"), theme.bad()),
        Outlook::Open(odds) => {
            let percent = 100.0 / (1.0 + (-f64::from(odds) / UNIT).exp());
            let s = if opinion.depth == 1 { "" } else { "s" };
            let sentence = format!("{name} {percent:.0} %, {} bead{s} ahead", opinion.depth);
            (sentence, theme.text())
        }
    };
    panels::heading(look, area, buf, "Analysis");
    let below = panels::inset(area, 0, 1, 0, 0);
    panels::paragraph(look, below, buf, &sentence, style);
    let row = panels::row(area, ANALYSIS_ROWS - 1);
    put(buf, row, row.x, row.y, &format!("best: {}", opinion.best), theme.text());
}

#[cfg(test)]
mod tests {

    use ratatui::layout::Position;

    use super::*;
    use crate::games::sogo::rules::tests::after;
    use crate::tui::board::middle;
    use crate::tui::{Charset, Depth, Theme};

    /// The board's part of 80 x 24 and of 120 x 40.
    const USUAL: Rect = Rect::new(0, 1, 52, 21);
    const ROOMY: Rect = Rect::new(0, 1, 86, 37);
    const WON: &str = "d1 c2 c2 b3 a4 b3 b3 a4 a2 a4 a4";

    /// Does something with a match in which a person is to move.
    fn with<T>(state: &Sogo, job: impl FnOnce(&Seen<Sogo>) -> T) -> T {
        let turn = state.turn();
        let names = ["Ada".to_owned(), "Ben".to_owned()];
        job(&Seen {
            view: state,
            turn: &turn,
            legal: &state.legal_moves(),
            acting: turn.seat(),
            names: &names,
            hint: None,
            insight: None,
            training: false,
        })
    }

    fn draw(state: &Sogo, ui: &Ui, look: &Look, area: Rect) -> Buffer {
        let mut buf = Buffer::empty(Rect::new(0, 0, area.right(), area.bottom()));
        with(state, |seen| Sogo::draw(seen, ui, look, area, &mut buf));
        buf
    }

    fn text(buf: &Buffer) -> String {
        buf.content.iter().map(|cell| cell.symbol()).collect()
    }

    fn look(depth: Depth, charset: Charset) -> Look {
        Look::new(Theme::usual(depth), charset)
    }

    #[test]
    fn every_size_is_safe_and_keeps_to_its_area() {
        let states = [after(""), after("b2 b2 b2 b2 c3"), after(WON)];
        for depth in [Depth::True, Depth::Ansi16, Depth::Mono] {
            for charset in [Charset::Unicode, Charset::Ascii] {
                let look = look(depth, charset);
                for (width, height) in
                    [(0, 0), (1, 1), (20, 9), (27, 12), (30, 14), (52, 21), (60, 40), (130, 60)]
                {
                    let area = Rect::new(3, 2, width, height);
                    for (state, shows) in states.iter().flat_map(|state| {
                        [Shows::Both, Shows::Levels, Shows::Picture].map(|shows| (state, shows))
                    }) {
                        let ui = Ui { shows, warns: true, ..Ui::default() };
                        let buf = draw(state, &ui, &look, area);
                        for at in buf.area.positions().filter(|at| !area.contains(*at)) {
                            assert_eq!(buf[at].symbol(), " ", "{at} outside {area}");
                        }
                        let ascii = buf.content.iter().all(|cell| cell.symbol().is_ascii());
                        assert!(ascii || charset == Charset::Unicode);
                    }
                }
            }
        }
    }

    #[test]
    fn both_views_are_there_at_the_usual_sizes() {
        for area in [USUAL, ROOMY] {
            let look = look(Depth::True, Charset::Unicode);
            let layout = Views::of(area, Shows::Both, &look);
            assert!(layout.picture.is_some() && layout.levels.is_some(), "{area}");
        }
        let Size { width, height } = layout::smallest();
        for depth in [Depth::True, Depth::Mono] {
            let look = look(depth, Charset::Unicode);
            let layout = Views::of(Rect { width, height, ..USUAL }, Shows::Both, &look);
            assert!(layout.levels.is_some());
        }
    }

    #[test]
    fn the_mouse_finds_every_peg_in_both_views() {
        let state = after("b2 b2 c3 a4 d1 d1 d1");
        for area in [USUAL, ROOMY] {
            let layout = Views::of(area, Shows::Both, &look(Depth::True, Charset::Unicode));
            let (oblique, levels) = (layout.picture.unwrap(), layout.levels.as_ref().unwrap());
            for peg in Peg::all() {
                for grid in &levels.grids {
                    let place = grid.place((peg.column() as u16, peg.row() as u16)).unwrap();
                    assert_eq!(layout.peg_at(&state, middle(place)), Some(peg));
                }
                // Whatever stands in front of it, some part of a peg can be pointed at.
                let seen = |level| layout.peg_at(&state, oblique.middle(peg, level)) == Some(peg);
                assert!((0..4).any(seen), "{peg:?} in {area}");
            }
            assert_eq!(layout.peg_at(&state, Position::new(0, 0)), None);
        }
    }

    #[test]
    fn the_cursor_walks_around_and_enter_drops() {
        let state = after("b2 b2 b2 b2");
        let look = look(Depth::True, Charset::Unicode);
        let mut ui = Ui::default();
        with(&state, |seen| {
            let mut press = |nav| Sogo::act(&mut ui, seen, Input::Nav(nav), USUAL, &look);
            assert_eq!(press(Nav::Confirm), Reply::Say("peg b2 is full".to_owned()));
            for nav in [Nav::Left, Nav::Left, Nav::Up, Nav::Up] {
                assert_eq!(press(nav), Reply::Redraw);
            }
            assert_eq!(press(Nav::Confirm), Reply::Move(Peg::at(3, 3)));
        });
    }

    #[test]
    fn a_warning_stands_where_the_opponent_would_win() {
        // Yellow has three on level 2 of row 1, and d1 is empty: a bead there helps yellow.
        let state = after("a1 a1 b1 b1 c2 c1 c3 c1");
        let look = look(Depth::Mono, Charset::Ascii);
        let count = |warns| {
            let ui = Ui { warns, shows: Shows::Levels, ..Ui::default() };
            text(&draw(&state, &ui, &look, USUAL)).matches('!').count()
        };
        assert_eq!((count(false), count(true)), (0, 1));
        let ui = Ui { warns: true, peg: Peg::at(3, 0), ..Ui::default() };
        let prompt = with(&state, |seen| Sogo::prompt(seen, &ui));
        assert_eq!(prompt.as_deref(), Some("d1, level 1: then Ben can win on top of it"));
    }

    #[test]
    fn the_winning_line_stands_out_in_both_views() {
        let state = after(WON);
        let look = look(Depth::Mono, Charset::Ascii);
        for (shows, lines) in [(Shows::Levels, 4), (Shows::Picture, 4), (Shows::Both, 4)] {
            let ui = Ui { shows, ..Ui::default() };
            let drawn = text(&draw(&state, &ui, &look, USUAL));
            assert_eq!(drawn.matches("*R*").count(), lines, "{shows:?}");
        }
        let turn = state.turn();
        let names = ["Ada".to_owned(), "Ben".to_owned()];
        assert_eq!(
            Sogo::how(&state, &turn, &names).as_deref(),
            Some("with four from corner to corner")
        );
    }

    #[test]
    fn every_kind_of_line_has_its_words() {
        for (moves, words) in [
            ("b3 c3 b2 c3 d1 c3 a4 c3", "up peg c3"),
            ("a2 a1 b2 b1 c2 c1 d2", "along level 1"),
            ("a1 a2 b2 a3 c3 b3 d4", "across level 1"),
            ("a3 b3 b3 c3 d3 c3 c3 d3 d1 d3 d3", "rising from a3 to d3"),
            ("b1 b2 c1 c2 d1 d2 a2 b3 a3 c3 a4 d4 a1", "in more than one line"),
        ] {
            assert_eq!(way(after(moves).winning_places()), words);
        }
    }

    #[test]
    fn the_analysis_tells_chances_and_forced_wins() {
        let told = |moves: &str| {
            let state = after(moves);
            let cancel = Cancel::default();
            let mut found = None;
            // The first thing it says will do.
            Sogo::analyse(&state, &state.legal_moves(), &cancel, &mut |opinion| {
                cancel.cancel();
                found.get_or_insert(opinion);
            });
            let opinion = found.unwrap();
            let area = Rect::new(0, 0, 28, 4);
            let mut buf = Buffer::empty(area);
            with(&state, |seen| {
                let seen = Seen { insight: Some(&opinion), ..*seen };
                assert_eq!(Sogo::panel_rows(&seen, &Ui::default(), 20), 4);
                let look = look(Depth::True, Charset::Unicode);
                Sogo::panel(&seen, &Ui::default(), &look, area, &mut buf);
            });
            text(&buf)
        };
        let open = told("a1 b2");
        assert!(open.contains(" %, 1 bead ahead") && open.contains("best: "), "{open}");
        let won = told("a1 a2 b1 b2 c1 c2");
        assert!(won.contains("Ada wins with the next bead") && won.contains("best: d1"), "{won}");
    }
}

//! What the screen of Sogo shows and hears.

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
        legal: &state.legal_moves(),
        acting: turn.seat(),
        names: &names,
        ..Seen::still(state, &turn)
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
fn the_cursor_stops_at_the_edges_and_enter_drops() {
    let state = after("b2 b2 b2 b2");
    let look = look(Depth::True, Charset::Unicode);
    let mut ui = Ui::default();
    with(&state, |seen| {
        let mut press = |nav| Sogo::act(&mut ui, seen, Input::Nav(nav), USUAL, &look);
        assert_eq!(press(Nav::Confirm), Reply::Say("peg b2 is full".to_owned()));
        for nav in [Nav::Left, Nav::Left, Nav::Up, Nav::Up] {
            assert_eq!(press(nav), Reply::Redraw);
        }
        assert_eq!(press(Nav::Confirm), Reply::Move(Peg::at(0, 0)));
        for nav in [Nav::Right, Nav::Down].repeat(4) {
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
    // Where the next bead of the peg completes the line, wherever the cursor is.
    let state = after("a1 a2 b1 b2 d3 c2");
    for (depth, charset) in [(Depth::Mono, Charset::Ascii), (Depth::True, Charset::Unicode)] {
        let ui = Ui { warns: true, shows: Shows::Levels, ..Ui::default() };
        let drawn = text(&draw(&state, &ui, &self::look(depth, charset), USUAL));
        assert_eq!(drawn.matches('!').count(), 1, "{drawn}");
    }
    let state = after("a1 a1 b1 b1 c2 c1 c3 c1");
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
    assert!(open.contains(" %, 1 bead deep") && open.contains("best: "), "{open}");
    let won = told("a1 a2 b1 b2 c1 c2");
    assert!(won.contains("Ada wins with the next bead") && won.contains("best: d1"), "{won}");
}

#[test]
fn a_hint_is_told_which_peg_the_analysis_prefers() {
    let opinion = Opinion { best: "b2".parse().unwrap(), outlook: Outlook::Draw, depth: 3 };
    let [best, other]: [Peg; 2] = ["b2", "c3"].map(|peg| peg.parse().unwrap());
    assert_eq!(Sogo::better(&opinion, Some(&other)), Some(best));
    assert_eq!(Sogo::better(&opinion, None), Some(best));
    assert_eq!(Sogo::better(&opinion, Some(&best)), None);
}

#[test]
fn the_analysis_counts_the_winners_own_beads() {
    let told = |outlook| {
        let area = Rect::new(0, 0, 28, 4);
        let mut buf = Buffer::empty(area);
        with(&after("a1 b2"), |seen| {
            let opinion = Opinion { best: "b2".parse().unwrap(), outlook, depth: 9 };
            let seen = Seen { insight: Some(&opinion), ..*seen };
            let look = look(Depth::True, Charset::Unicode);
            Sogo::panel(&seen, &Ui::default(), &look, area, &mut buf);
        });
        text(&buf)
    };
    for (outlook, words) in [
        (Outlook::Wins(Some(7)), "Ada wins with 4 beads"),
        (Outlook::Loses(Some(8)), "Ben wins with 4 beads"),
        (Outlook::Loses(Some(2)), "Ben wins with 1 bead"),
    ] {
        assert!(told(outlook).contains(words), "{}", told(outlook));
    }
}

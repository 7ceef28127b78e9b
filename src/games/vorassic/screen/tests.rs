//! What the screen of Vorassic Park owes a person.

use std::sync::Arc;

use super::*;
use crate::play::Variant;
use crate::tui::look::Charset;
use crate::tui::theme::{Depth, Theme};

/// The board's part of a terminal of 80 x 24.
const AREA: Rect = Rect { x: 0, y: 1, width: 52, height: 21 };

fn begin(keys: &str, seats: usize) -> Vorassic {
    let park = Park::parse(&format!("name = \"x\"\n{keys}")).unwrap().settle(1);
    Vorassic::start(Arc::new(park), seats)
}

fn played(mut state: Vorassic, moves: &str) -> Vorassic {
    moves.split_whitespace().for_each(|text| state.play(&text.parse().unwrap()).unwrap());
    state
}

/// Does something with the position as the person to move sees it.
fn seen<T>(view: &Vorassic, then: impl FnOnce(&Seen<Vorassic>) -> T) -> T {
    let turn = view.turn();
    then(&Seen {
        legal: &view.legal_moves(),
        acting: turn.seat(),
        names: &["Ada", "Ben", "Cy", "Di"].map(str::to_owned)[..view.seats()],
        ..Seen::still(view, &turn)
    })
}

fn look() -> Look {
    Look::new(Theme::usual(Depth::True), Charset::Unicode)
}

fn act(view: &Vorassic, ui: &mut Ui, input: Input<Action>) -> Reply<Cell> {
    seen(view, |seen| Vorassic::act(ui, seen, input, AREA, &look()))
}

#[test]
fn tab_goes_through_the_legal_cells_from_the_best() {
    let view = played(begin("size = 5\nmode = \"octopus\"", 2), "B1 D3");
    let mut ui = Ui::default();
    let mut visited = Vec::new();
    for _ in 0..view.legal_moves().len() {
        act(&view, &mut ui, Input::Nav(Nav::Next));
        visited.push(ui.cursor);
    }
    let values: Vec<i32> = visited.iter().map(|cell| view.grid().value(*cell)).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    visited.sort();
    assert_eq!(visited, view.legal_moves());
    act(&view, &mut ui, Input::Nav(Nav::Next));
    act(&view, &mut ui, Input::Nav(Nav::Previous));
    assert_eq!(view.grid().value(ui.cursor), *values.last().unwrap());
}

#[test]
fn keys_and_clicks_take_the_same_cells() {
    let view = begin("size = 5", 2);
    let mut ui = Ui::default();
    act(&view, &mut ui, Input::Nav(Nav::Down));
    let a1 = Cell::new(0, 1);
    assert_eq!(act(&view, &mut ui, Input::Nav(Nav::Confirm)), Reply::Move(a1));
    let place = seen(&view, |seen| layout(seen, &ui, AREA, &look()).grid.place((0, 1)).unwrap());
    let click = Input::Click(Position::new(place.x + 2, place.y + 1));
    assert_eq!(act(&view, &mut ui, click), Reply::Move(a1));
    act(&view, &mut ui, Input::Nav(Nav::Down));
    let why = "A2 isn't straight beside A0, the head of your snake";
    assert_eq!(act(&view, &mut ui, Input::Nav(Nav::Confirm)), Reply::Say(why.to_owned()));
    assert_eq!(act(&view, &mut ui, Input::Click(Position::new(51, 21))), Reply::Ignored);
}

#[test]
fn a_large_park_scrolls_with_the_cursor_and_the_wheel() {
    let view = begin("size = 26\nmode = \"octopus\"", 2);
    let mut ui = Ui::default();
    let window = |ui: &Ui| seen(&view, |seen| layout(seen, ui, AREA, &look()).grid.window());
    assert!(window(&ui).width < 26 && window(&ui).height < 26);
    for step in [Nav::Down, Nav::Right, Nav::Up, Nav::Left, Nav::PageDown, Nav::PageUp] {
        for _ in 0..30 {
            act(&view, &mut ui, Input::Nav(step));
            assert!(window(&ui).contains(spot(ui.cursor).into()), "{:?}", ui.cursor);
        }
    }
    let before = window(&ui);
    assert_eq!(act(&view, &mut ui, Input::WheelDown), Reply::Redraw);
    assert_eq!(window(&ui).y, before.y + 2);
    assert!(window(&ui).contains(spot(ui.cursor).into()));
}

#[test]
fn the_status_names_the_cell_and_who_is_skipped() {
    let view = played(begin("size = 5", 2), "B0 D4 B1 C4 A1 B4 A2 A4 A3");
    let mut ui = Ui::default();
    Vorassic::reset(&mut ui, &view);
    act(&view, &mut ui, Input::Nav(Nav::Right));
    let said = seen(&view, |seen| Vorassic::prompt(seen, &ui));
    assert_eq!(said.unwrap(), "Ben can't move · B3 · worth 4");
    let over = played(view, "B3 B2 C2 C1 C0 D0 E0 E1 E2 E3 D3 C3");
    let names = ["Ada".to_owned(), "Ben".to_owned()];
    let verdict = Vorassic::how(&over, &over.turn(), &names);
    assert_eq!(verdict.unwrap(), "by 33 points, 43 to 10");
}

#[test]
fn the_status_warns_of_a_dead_end() {
    let said = |moves: &str, step| {
        let view = played(begin("size = 5", 2), moves);
        let mut ui = Ui::default();
        Vorassic::reset(&mut ui, &view);
        act(&view, &mut ui, Input::Nav(step));
        seen(&view, |seen| Vorassic::prompt(seen, &ui)).unwrap()
    };
    let corner = "B0 E3 C0 E2 D0";
    assert_eq!(said(&format!("{corner} D2"), Nav::Right), "E0 · worth 4 · one way on from there");
    assert_eq!(said(&format!("{corner} E1"), Nav::Right), "E0 · worth 4 · a dead end");
    assert_eq!(said(&format!("{corner} E1"), Nav::Down), "D1 · worth 4 · Ben can take it too");
}

/// Every size of park and terminal, every look, at rest and in motion: nothing breaks.
#[test]
fn everything_can_be_drawn_everywhere() {
    let looks = [
        look(),
        Look::new(Theme::usual(Depth::Ansi16), Charset::Unicode),
        Look::new(Theme::usual(Depth::Mono), Charset::Ascii),
    ];
    let areas = [(0, 0), (1, 1), (7, 3), (20, 11), (25, 13), (52, 21), (86, 37), (200, 70)];
    for (size, seats) in [(5, 2), (12, 3), (26, 4)] {
        let keys = format!("size = {size}\nmode = \"octopus\"\nwalls = 8\nnegative = 20");
        let mut view = begin(&keys, seats);
        let mut ui = Ui::default();
        for _ in 0..9 {
            let before = view.clone();
            view.play_unchecked(&before.legal_moves()[0]);
            Vorassic::moved(&mut ui, &before, &view);
        }
        for lens in [Lens::Values, Lens::Territory] {
            ui.lens = lens;
            for look in &looks {
                for (width, height) in areas {
                    let area = Rect { width, height, ..AREA };
                    let mut buf = Buffer::empty(Rect::new(0, 0, 210, 80));
                    seen(&view, |seen| {
                        Vorassic::draw(seen, &ui, look, area, &mut buf);
                        let rows = Vorassic::panel_rows(seen, &ui, height).min(height);
                        let panel = Rect { x: 4, height: rows, ..area };
                        Vorassic::panel(seen, &ui, look, panel, &mut buf);
                    });
                    crate::tui::game_ui::draw_still(&view, &view, look, area, &mut buf);
                }
            }
            Vorassic::settle(&mut ui);
        }
    }
}

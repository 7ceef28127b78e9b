//! Keys and what comes of them, and drawing in any area.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::*;
use crate::play::{Eye, Game, Session, Variant};
use crate::tui::colour::Depth;
use crate::tui::look::Charset;
use crate::tui::theme::Theme;

/// A match of two in which seat 1 begins with this hand.
fn dealt(hand: &str) -> Session<Turtles> {
    let text =
        crate::play::with_keys(Turtles::BOARDS[0].1, &[("bug".to_owned(), "true".to_owned())]);
    let variant = TurtlesVariant::parse(&text.unwrap()).unwrap();
    let mut session: Session<Turtles> = Session::new(&variant, 2, 1);
    session.play_text("first:1").unwrap();
    for card in hand.chars().chain("FFFFF".chars()) {
        session.play_text(&format!("draw:{card}")).unwrap();
    }
    session
}

fn look(depth: Depth, charset: Charset) -> Look {
    Look::new(Theme::usual(depth), charset)
}

const AREA: Rect = Rect { x: 0, y: 1, width: 52, height: 21 };

/// Presses keys for the one to move and answers the last reply.
fn press(session: &Session<Turtles>, ui: &mut Ui, keys: &[Input<Action>]) -> Reply<Move> {
    let state = session.state();
    let seat = state.turn().seat().unwrap();
    let (view, legal, turn) = (state.view(Eye::Seat(seat)), state.legal_moves(), state.turn());
    let names = ["Ada".to_owned(), "Ben".to_owned()];
    let seen =
        Seen { legal: &legal, acting: Some(seat), names: &names, ..Seen::still(&view, &turn) };
    let look = look(Depth::Mono, Charset::Ascii);
    let mut reply = Reply::Ignored;
    for key in keys {
        reply = Turtles::act(ui, &seen, *key, AREA, &look);
    }
    reply
}

fn check(hand: &str, keys: &[Input<Action>], expected: &str) {
    let session = dealt(hand);
    match press(&session, &mut Ui::default(), keys) {
        Reply::Move(mv) => {
            assert_eq!(mv.to_string(), expected, "{keys:?}");
            assert_eq!(session.state().check(&mv), Ok(()));
        }
        Reply::Say(words) => assert_eq!(words, expected, "{keys:?}"),
        other => panic!("{keys:?}: {other:?}"),
    }
}

const ENTER: Input<Action> = Input::Nav(Nav::Confirm);

#[test]
fn cards_are_picked_in_order_taken_back_reordered_and_inserted() {
    use Input::{Digit, Nav as N, Own};
    // The hand lies as F F L R Z.
    check("FFLRZ", &[Digit(3), Digit(1), ENTER], "add:LF");
    check("FFLRZ", &[Digit(3), Digit(1), Digit(3), ENTER], "add:F");
    check("FFLRZ", &[Digit(1), Digit(3), Own(Action::TakeBack), Digit(4), ENTER], "add:FR");
    // The card under the cursor goes one place earlier.
    check("FFLRZ", &[Digit(1), Digit(3), Own(Action::Earlier), ENTER], "add:LF");
    // The caret goes before the last card, and the next one is inserted there.
    let insert =
        [Digit(1), Digit(3), N(Nav::Right), Own(Action::Earlier), Own(Action::Pick), ENTER];
    check("FFLRZ", &insert, "add:FRL");
    check("FFLRZ", &[N(Nav::Right), N(Nav::Right), N(Nav::Up), ENTER], "add:L");
    check("FFLRZ", &[ENTER], "Pick a card first: space, or its number.");
    check("FFLRZ", &[Own(Action::Run)], "run");
    check("FFLRZ", &[Own(Action::All)], "first lay, build or run; then you may discard");
    check("FFLRZ", &[Own(Action::Bug)], "the program of player 2 is empty");
}

/// With one opponent there is nothing to choose, and still the Bug waits for a second key.
#[test]
fn the_only_bug_is_asked_for() {
    let mut session = dealt("FFLRZ");
    session.play_text("add:F").unwrap();
    session.play_text("keep").unwrap();
    while session.turn() != Turn::Decide(Seat::SECOND) && session.roll().is_some() {}
    let mut ui = Ui::default();
    let mut keys = |keys: &[Input<Action>]| press(&session, &mut ui, keys);
    assert_eq!(keys(&[Input::Own(Action::Bug)]), Reply::Redraw);
    assert_eq!(keys(&[Input::Nav(Nav::Back)]), Reply::Redraw);
    assert_eq!(keys(&[Input::Own(Action::Bug), ENTER]), Reply::Move(Move::Bug(Seat::FIRST)));
}

#[test]
fn walls_go_where_the_cursor_is_or_the_reason_is_said() {
    use Input::{Nav as N, Own};
    check("FFLRZ", &[Own(Action::Wall), ENTER], "stone:d4");
    check("FFLRZ", &[Own(Action::Wall), N(Nav::Next), N(Nav::Left), ENTER], "ice:c4");
    let onto_turtle = [Own(Action::Wall), N(Nav::PageUp), N(Nav::Left), N(Nav::Left), ENTER];
    check("FFLRZ", &onto_turtle, "turtle 1 stands on b1");
    let back = [Own(Action::Wall), N(Nav::Back), Input::Digit(1), ENTER];
    check("FFLRZ", &back, "add:F");
}

#[test]
fn the_mouse_picks_cards_and_builds_walls() {
    let session = dealt("FFLRZ");
    let view = session.state().view(Eye::Seat(Seat::FIRST));
    let grid = layout(&look(Depth::Mono, Charset::Ascii), &view, AREA);
    let card = hand::place(hand_area(&grid, AREA), 2);
    let on_card = Input::Click(Position::new(card.x + 1, card.y + 1));
    check("FFLRZ", &[on_card, ENTER], "add:L");
    let cell = grid.place(board::spot(Cell::new(1, 4))).unwrap();
    let on_cell = Input::Click(Position::new(cell.x, cell.y));
    check("FFLRZ", &[Input::Own(Action::Wall), on_cell], "stone:b5");
}

#[test]
fn discarding_takes_any_part_of_the_hand() {
    let mut session = dealt("FFLRZ");
    session.play_text("run").unwrap();
    let reply = |keys: &[Input<Action>]| press(&session, &mut Ui::default(), keys);
    assert_eq!(reply(&[ENTER]), Reply::Move(Move::Keep));
    let discard = |cards: &str| Reply::Move(format!("discard:{cards}").parse().unwrap());
    assert_eq!(reply(&[Input::Digit(5), Input::Digit(1), ENTER]), discard("FZ"));
    assert_eq!(reply(&[Input::Own(Action::All), ENTER]), discard("FFLRZ"));
    assert_eq!(
        reply(&[Input::Own(Action::Run)]),
        Reply::Say("first decide what to discard".to_owned())
    );
}

#[test]
fn a_run_is_stepped_through_and_skipped() {
    let mut session = dealt("FFLRZ");
    for text in ["add:FFL", "keep", "draw:F", "draw:F", "draw:F", "run", "keep"] {
        session.play_text(text).unwrap();
    }
    let before = session.state().view(Eye::Seat(Seat::FIRST));
    session.play_text("run").unwrap();
    let after = session.state().view(Eye::Seat(Seat::FIRST));
    let mut ui = Ui::default();
    Turtles::moved(&mut ui, &before, &after);
    assert!(Turtles::moving(&ui));
    let rows =
        |ui: &Ui| ui.playback.as_ref().map(|p| p.ground().pose(Seat::FIRST).unwrap().cell.row);
    assert_eq!(rows(&ui), Some(0));
    for (action, row) in [(Action::Pick, 1), (Action::Later, 2), (Action::Earlier, 1)] {
        assert!(Turtles::during_motion(&mut ui, Input::Own(action)));
        assert_eq!(rows(&ui), Some(row));
    }
    // Held by hand it waits; Enter goes to the end and is not taken for anything else.
    Turtles::tick(&mut ui, Duration::from_secs(60));
    assert_eq!(rows(&ui), Some(1));
    assert!(Turtles::during_motion(&mut ui, ENTER));
    assert!(!Turtles::moving(&ui));
    // Left alone it plays to its end.
    Turtles::moved(&mut ui, &before, &after);
    for _ in 0..20 {
        Turtles::tick(&mut ui, Duration::from_millis(250));
    }
    assert!(!Turtles::moving(&ui));
}

#[test]
fn every_board_draws_in_any_area_and_charset() {
    for (_, text) in Turtles::BOARDS {
        let variant = TurtlesVariant::parse(text).unwrap();
        let mut session: Session<Turtles> = Session::new(&variant, variant.players(), 3);
        while session.roll().is_some() {}
        let state = session.state();
        let seat = state.turn().seat().unwrap();
        let (view, legal, turn) = (state.view(Eye::Seat(seat)), state.legal_moves(), state.turn());
        let names = vec!["Ada".to_owned(); variant.players()];
        let seen = Seen {
            legal: &legal,
            acting: Some(seat),
            names: &names,
            training: true,
            ..Seen::still(&view, &turn)
        };
        for (depth, charset) in [
            (Depth::True, Charset::Unicode),
            (Depth::Ansi16, Charset::Unicode),
            (Depth::Mono, Charset::Ascii),
        ] {
            let look = look(depth, charset);
            for (width, height) in [(0, 0), (1, 1), (9, 3), (30, 12), (52, 21), (86, 37), (160, 60)]
            {
                let area = Rect::new(0, 0, width, height);
                let mut buf = Buffer::empty(area);
                for mode in [Mode::Cards, Mode::Walls] {
                    let ui = Ui { mode, picked: vec![1, 0], caret: 1, ..Ui::default() };
                    Turtles::draw(&seen, &ui, &look, area, &mut buf);
                    Turtles::panel(&seen, &ui, &look, area, &mut buf);
                }
            }
        }
    }
}

/// What a person must not see is not drawn: another's hand and program look alike whatever they
/// are, and one's own program shows only backs without training wheels.
#[test]
fn programs_lie_face_down() {
    let drawn = |cards: &str, training: bool| {
        let mut session = dealt("FFLRZ");
        session.play_text(&format!("add:{cards}")).unwrap();
        let state = session.state();
        let view = state.view(Eye::Seat(Seat::FIRST));
        let turn = state.turn();
        let seen = Seen { training, ..Seen::still(&view, &turn) };
        let look = look(Depth::Mono, Charset::Ascii);
        let area = Rect::new(0, 0, 25, 6);
        let mut buf = Buffer::empty(area);
        Turtles::seat_rows(&seen, Seat::FIRST, &look, area, &mut buf);
        buf
    };
    assert_eq!(drawn("FL", false), drawn("RZ", false));
    assert_ne!(drawn("FL", true), drawn("RZ", true));
}

#[test]
fn the_way_of_a_hint_turns_at_a_corner() {
    let session = dealt("FFLFR");
    let state = session.state();
    let (view, turn) = (state.view(Eye::Seat(Seat::FIRST)), state.turn());
    let hint = "add:FFLF".parse().unwrap();
    let seen = Seen { acting: Some(Seat::FIRST), hint: Some(&hint), ..Seen::still(&view, &turn) };
    let look = look(Depth::True, Charset::Unicode);
    let mut buf = Buffer::empty(AREA);
    Turtles::draw(&seen, &Ui::default(), &look, AREA, &mut buf);
    let drawn: String = buf.content.iter().map(|cell| cell.symbol()).collect();
    assert!(drawn.contains("┗━"), "{buf:?}");
}

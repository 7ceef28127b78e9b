//! A person at the board: keys and clicks in, moves and sentences out.

use std::sync::Arc;

use ratatui::layout::Position;

use super::*;
use crate::play::Variant;
use crate::tui::{Charset, Depth, Theme};

const AREA: Rect = Rect::new(0, 1, 52, 21);

/// A match at which somebody sits and presses keys.
struct Table {
    state: Gobblet,
    ui: Ui,
}

impl Table {
    fn after(board: &str, moves: &str) -> Table {
        let (_, text) = Gobblet::BOARDS.iter().find(|(name, _)| *name == board).unwrap();
        let mut state = Gobblet::start(Arc::new(Board::parse(text).unwrap()), 2);
        for text in moves.split_whitespace() {
            state.play(&text.parse().unwrap()).unwrap();
        }
        Table { state, ui: Ui::default() }
    }

    fn seen<T>(
        &mut self,
        insight: Option<&Insight>,
        then: impl FnOnce(&Seen<Gobblet>, &mut Ui) -> T,
    ) -> T {
        let (turn, legal) = (self.state.turn(), self.state.legal_moves());
        let seen = Seen {
            legal: &legal,
            acting: turn.seat(),
            names: &["Ada".to_owned(), "Ben".to_owned()],
            insight,
            ..Seen::still(&self.state, &turn)
        };
        then(&seen, &mut self.ui)
    }

    fn act(&mut self, input: Input<Action>) -> Reply<Move> {
        self.seen(None, |seen, ui| Gobblet::act(ui, seen, input, AREA, &look(Charset::Unicode)))
    }

    fn click(&mut self, place: Option<Rect>) -> Reply<Move> {
        let place = place.unwrap();
        self.act(Input::Click(Position::new(place.x + 1, place.y)))
    }

    /// The answer to the last of these keys: arrows, `e`nter, `b`ack, digits.
    fn keys(&mut self, keys: &str) -> Reply<Move> {
        let nav = |key| match key {
            '←' => Input::Nav(Nav::Left),
            '→' => Input::Nav(Nav::Right),
            '↑' => Input::Nav(Nav::Up),
            '↓' => Input::Nav(Nav::Down),
            'e' => Input::Nav(Nav::Confirm),
            'b' => Input::Nav(Nav::Back),
            digit => Input::Digit(digit.to_digit(10).unwrap() as u8),
        };
        keys.chars().map(nav).map(|input| self.act(input)).last().unwrap()
    }
}

fn look(charset: Charset) -> Look {
    Look::new(Theme::usual(Depth::True), charset)
}

fn mv(text: &str) -> Reply<Move> {
    Reply::Move(text.parse().unwrap())
}

fn say(text: &str) -> Reply<Move> {
    Reply::Say(text.to_owned())
}

#[test]
fn keys_pick_a_piece_and_put_it_down() {
    let start = || Table::after("document", "");
    assert_eq!(start().keys("3e"), mv("L@b2"));
    assert_eq!(start().keys("1↑←e"), mv("S@a1"));
    // Into the house at the left, to the medium pieces, and out with one.
    assert_eq!(start().keys("←←e"), Reply::Redraw);
    assert_eq!(start().keys("←←e→e"), mv("M@b2"));
    assert_eq!(start().keys("←←↓ee"), mv("L@a3"));
    let mut second = Table::after("document", "L@b2");
    // Ben's house is at the right.
    assert_eq!(second.keys("→→↑ee"), mv("S@c1"));
    assert_eq!(Table::after("document", "L@b2 S@a1").keys("e↑e"), mv("b2-b1"));
    assert_eq!(Table::after("document", "L@b2 S@a1").keys("e↑←e"), mv("b2-a1"));
}

#[test]
fn an_impossible_choice_says_why_and_keeps_the_piece_in_hand() {
    let mut table = Table::after("document", "L@b2 S@a1");
    assert_eq!(table.keys("3e"), say("a large piece cannot cover the large one on b2"));
    assert_eq!(table.keys("↑←e"), say("a1 is taken; from the house, use an empty cell"));
    assert_eq!(table.keys("→e"), mv("L@b1"));
    assert_eq!(
        Table::after("document", "").keys("e"),
        say("b2 is empty; press 1 to 3 to use your house")
    );
    let mut table = Table::after("document", "L@b2");
    assert_eq!(table.keys("e"), say("the piece on b2 is the opponent's"));
    assert_eq!(table.keys("7"), say("the sizes are 1 to 3"));
    let mut none_left = Table::after("document", "S@a1 S@b1 S@c2 S@a2");
    assert_eq!(none_left.keys("1"), say("there is no small piece in the house"));
    assert_eq!(
        Table::after("classic", "").keys("1"),
        say("your small pieces lie under larger ones")
    );
}

#[test]
fn what_was_picked_can_be_put_back() {
    let mut table = Table::after("document", "L@b2 S@a1");
    assert_eq!(table.keys("eb"), Reply::Redraw);
    assert_eq!(table.ui.held, None);
    // With empty hands the key is for the screen.
    assert_eq!(table.keys("b"), Reply::Ignored);
    assert_eq!(table.keys("22"), Reply::Redraw);
    assert_eq!(table.ui.held, None);
    assert_eq!(table.keys("ee"), Reply::Redraw);
    assert_eq!(table.ui.held, None);
}

#[test]
fn the_mouse_does_it_all() {
    let mut table = Table::after("document", "L@b2 S@a1");
    let layout = TableLayout::of(table.state.board(), AREA, &look(Charset::Unicode));
    let cell = |column, row| layout.cell(Cell { column, row });
    assert_eq!(table.click(layout.slot(Seat::FIRST, 1)), Reply::Redraw);
    assert_eq!(table.click(cell(2, 0)), mv("M@c1"));
    assert_eq!(table.click(cell(1, 1)), Reply::Redraw);
    // Beside everything: it is put back.
    assert_eq!(table.click(Some(Rect::new(50, 21, 1, 1))), Reply::Redraw);
    assert_eq!(table.ui.held, None);
    // The opponent's house is not for picking.
    assert_eq!(table.click(layout.slot(Seat::SECOND, 1)), Reply::Ignored);
    assert_eq!(table.click(cell(0, 0)), say("the piece on a1 is the opponent's"));
}

#[test]
fn special_moments_are_explained() {
    let prompt = |moves: &str| {
        Table::after("document", moves).seen(None, |seen, ui| Gobblet::prompt(seen, ui).unwrap())
    };
    assert_eq!(prompt(""), "press 1 to 3 for a piece from your house");
    assert_eq!(prompt("L@a1 L@c3"), "pick a piece, or press 1 to 3 for the house");
    let both = "L@b2 S@a1 b2-a1 S@b1 S@a3 M@c1 S@b3 M@a2 a1-c3";
    assert_eq!(prompt(both), "both have a line: play on until only one has");
    let again = "L@a1 L@c3 a1-a2 c3-c2 a2-a1 c2-c3";
    assert_eq!(prompt(again), "this position came up before: a third time is a draw");
    let verdict = |moves: &str| {
        let state = Table::after("document", moves).state;
        Gobblet::how(&state, &state.turn(), &[]).unwrap()
    };
    assert_eq!(verdict("L@b2 S@a1 M@a3 S@b1 S@c1"), "with three in a row: c1 b2 a3");
    let uncovered = "L@b2 S@a1 b2-a1 S@b1 S@a3 M@c1 a1-c3";
    assert_eq!(verdict(uncovered), "because lifting a piece uncovered a1 b1 c1");
    let thrice = format!("{again} a1-a2 c3-c2 a2-a1 c2-c3");
    assert_eq!(verdict(&thrice), "this position has come up three times");
}

#[test]
fn the_analysis_marks_every_move_with_its_exact_value() {
    let mut table = Table::after("document", "");
    let mut found = None;
    let (state, legal) = (table.state.clone(), table.state.legal_moves());
    Gobblet::analyse(&state, &legal, &Cancel::default(), &mut |insight| found = Some(insight));
    let insight = found.unwrap();
    let Insight::Exact(values) = &insight else { panic!("{insight:?}") };
    assert_eq!(values.len(), 27);
    assert_eq!(insight.best(|_| true), Some(Value::Win(9)));
    table.keys("3");
    let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
    table.seen(Some(&insight), |seen, ui| {
        Gobblet::draw(seen, ui, &look(Charset::Unicode), AREA, &mut buf);
    });
    let drawn: String = buf.content.iter().map(|cell| cell.symbol()).collect();
    assert_eq!((drawn.matches("wins 5").count(), drawn.matches("wins 6").count()), (1, 8));
}

#[test]
fn the_analysis_is_whole_in_a_narrow_panel() {
    let mut table = Table::after("document", "S@b1 L@b2 L@c1 L@a1 L@a2");
    let mut found = None;
    let (state, legal) = (table.state.clone(), table.state.legal_moves());
    Gobblet::analyse(&state, &legal, &Cancel::default(), &mut |insight| found = Some(insight));
    let area = Rect::new(0, 0, 25, 6);
    let mut buf = Buffer::empty(area);
    table.seen(found.as_ref(), |seen, ui| {
        Gobblet::panel(seen, ui, &look(Charset::Unicode), area, &mut buf);
    });
    let row = |y| area.columns().map(|at| buf[(at.x, y)].symbol()).collect::<String>();
    let rows: Vec<String> = (1..4).map(|y| row(y).trim().to_owned()).collect();
    assert_eq!(rows, ["Ben wins with the next", "move", "S@c3 M@c3"]);
}

#[test]
fn the_analysis_of_classic_tells_a_judgement_and_forced_wins() {
    let judged = |moves: &str| {
        let mut table = Table::after("classic", moves);
        let cancel = Cancel::default();
        let mut found = None;
        // The first thing it says will do.
        Gobblet::analyse(&table.state, &table.state.legal_moves(), &cancel, &mut |insight| {
            cancel.cancel();
            found.get_or_insert(insight);
        });
        let insight = found.unwrap();
        let area = Rect::new(0, 0, 28, 4);
        let mut buf = Buffer::empty(area);
        table.seen(Some(&insight), |seen, ui| {
            assert_eq!(Gobblet::panel_rows(seen, ui, 20), 4);
            Gobblet::panel(seen, ui, &look(Charset::Unicode), area, &mut buf);
        });
        buf.content.iter().map(|cell| cell.symbol()).collect::<String>()
    };
    let open = judged("X@a1");
    assert!(open.contains("1 move deep") && open.contains("best: "), "{open}");
    let won = judged("X@a1 X@a4 X@b1 X@b4 X@c1 L@d4");
    assert!(won.contains("wins with the next move") && won.contains("d1"), "{won}");
}

#[test]
fn everything_can_be_drawn_at_every_size() {
    let moves = "L@b2 S@a1 b2-a1 S@b1 S@a3 M@c1 S@b3 M@a2 a1-c3";
    for (board, moves) in [("document", moves), ("retail", ""), ("classic", "X@a1 X@b1 L@a2")] {
        let mut table = Table::after(board, moves);
        Gobblet::moved(&mut table.ui, &table.state.clone(), &table.state.clone());
        for charset in [Charset::Unicode, Charset::Ascii] {
            for (width, height) in [(0, 0), (1, 1), (9, 3), (20, 9), (30, 12), (52, 21), (120, 50)]
            {
                let area = Rect::new(0, 0, width, height);
                let mut buf = Buffer::empty(area);
                table.ui.shows_covered = width % 2 == 0;
                table
                    .seen(None, |seen, ui| Gobblet::draw(seen, ui, &look(charset), area, &mut buf));
                Gobblet::tick(&mut table.ui, GLOW);
            }
        }
    }
}

#[test]
fn only_who_asks_sees_what_lies_beneath() {
    let mut table = Table::after("document", "L@b2 S@a1 b2-a1");
    let mut draw = |charset| {
        let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
        table.seen(None, |seen, ui| Gobblet::draw(seen, ui, &look(charset), AREA, &mut buf));
        table.act(Input::Own(Action::Covered));
        buf.content.iter().map(|cell| cell.symbol()).collect::<String>()
    };
    assert!(!draw(Charset::Unicode).contains("●S"));
    assert!(draw(Charset::Unicode).contains("●S"));
    assert!(draw(Charset::Ascii).contains("____"));
    assert!(draw(Charset::Ascii).contains("YS"));
}

#[test]
fn a_hint_is_told_which_move_the_analysis_prefers() {
    let [won, slow, lost]: [Move; 3] = ["L@b2", "S@b2", "S@a1"].map(|mv| mv.parse().unwrap());
    let insight =
        Insight::Exact(vec![(lost, Value::Loss(4)), (won, Value::Win(5)), (slow, Value::Win(7))]);
    assert_eq!(Gobblet::better(&insight, Some(&lost)), Some(won));
    assert_eq!(Gobblet::better(&insight, Some(&slow)), Some(won));
    assert_eq!(Gobblet::better(&insight, Some(&won)), None);
    assert_eq!(Gobblet::better(&insight, None), Some(won));
}

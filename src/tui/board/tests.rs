//! What the grid owes a board: cells that fit, lines that join, marks that are seen.

use ratatui::layout::{Position, Size};

use super::marks::{cursor, hint, legal};
use super::*;
use crate::tui::look::Charset;
use crate::tui::painter::{Canvas, Shape};
use crate::tui::theme::{Depth, Meaning, Theme};

const PITCHES: [Pitch; 3] = [Pitch::tight(3, 1), Pitch::tight(6, 3), Pitch::tight(10, 5)];
const MARGIN: Margin = Margin { left: 2, top: 3, right: 2, bottom: 1 };

fn look(depth: Depth, charset: Charset) -> Look {
    Look::new(Theme::usual(depth), charset)
}

#[test]
fn the_largest_cell_that_fits_is_taken_and_centred() {
    for (area, cell, place) in [
        (Rect::new(0, 1, 52, 22), Size::new(6, 3), Rect::new(5, 4, 42, 18)),
        (Rect::new(0, 1, 86, 38), Size::new(10, 5), Rect::new(8, 6, 70, 30)),
        (Rect::new(0, 1, 45, 21), Size::new(3, 1), Rect::new(12, 9, 21, 6)),
    ] {
        let grid = Grid::fit(area, (7, 6), &PITCHES, MARGIN);
        assert_eq!((grid.cell(), grid.area()), (cell, place));
        assert!(!grid.scrolls());
    }
}

#[test]
fn the_mouse_finds_the_cell_that_is_drawn_under_it() {
    let loose = [Pitch::loose(4, 2, 1, 1)];
    for pitches in [&PITCHES[..], &loose] {
        let grid = Grid::fit(Rect::new(3, 2, 60, 30), (7, 6), pitches, MARGIN);
        for (spot, place) in grid.places() {
            for at in place.positions() {
                assert_eq!(grid.spot(at), Some(spot));
            }
        }
        assert_eq!(grid.places().count(), 42);
    }
    let grid = Grid::fit(Rect::new(0, 0, 60, 30), (7, 6), &loose, Margin::default());
    let gap = Position::new(grid.area().x + 4, grid.area().y);
    assert_eq!(grid.spot(gap), None);
}

#[test]
fn a_board_too_large_is_seen_through_a_window_around_the_cursor() {
    let area = Rect::new(0, 0, 34, 14);
    let grid = Grid::fit(area, (40, 30), &PITCHES, MARGIN);
    assert!(grid.scrolls());
    assert_eq!(grid.window(), Rect::new(0, 0, 10, 10));
    for (cursor, first) in [((0, 0), (0, 0)), ((20, 20), (15, 15)), ((39, 29), (30, 20))] {
        let grid = grid.following(cursor);
        assert_eq!((grid.window().x, grid.window().y), first);
        assert!(grid.place(cursor).is_some_and(|place| area.intersection(place) == place));
    }
}

/// A square with everything on it.
fn crowded(look: &Look) -> Square {
    let marks = vec![
        Mark::Legal,
        Mark::Free,
        Mark::Last(Style::new()),
        Mark::Hint,
        Mark::Held(Hue::Red),
        Mark::Framed(Frame::Dashed),
        Mark::Cursor,
    ];
    let words = vec![(-1, "-7".to_owned(), look.theme().text())];
    Square { marks, words, lit: true, reversed: true, ..Square::default() }
}

#[test]
fn every_size_and_board_is_safe() {
    for charset in [Charset::Unicode, Charset::Ascii] {
        for depth in [Depth::True, Depth::Ansi16, Depth::Mono] {
            let look = look(depth, charset);
            for (width, height) in [(0, 0), (1, 1), (2, 3), (7, 2), (30, 20)] {
                let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
                for (board, pitch) in [(0, 0), (1, 1), (7, 6), (300, 200)]
                    .into_iter()
                    .flat_map(|board| [PITCHES[1], Pitch::lined(3, 1)].map(|it| (board, it)))
                {
                    let area = Rect::new(0, 0, width + 3, height + 3);
                    let grid = Grid::fit(area, board, &[pitch], MARGIN).following((4, 4));
                    let felt = look.theme().ink(Meaning::Felt);
                    let labels = Labels {
                        columns: Some((LabelSide::Before, letters)),
                        rows: Some((LabelSide::After, letters)),
                        gap: 1,
                    };
                    let current = Some((1, 1));
                    let surface = Some(felt);
                    Board { look: &look, grid, surface, labels, current }
                        .draw(&mut buf, |_| crowded(&look));
                    grid.overview(&look, area, &mut buf, |_| (felt, 'X'));
                    let ascii = buf.content.iter().all(|cell| cell.symbol().is_ascii());
                    assert!(ascii || charset == Charset::Unicode);
                }
            }
        }
    }
}

/// The same description as lines, with the cursor in its frame and the letters in the line.
#[test]
fn without_paint_a_board_has_lines() {
    let look = look(Depth::Mono, Charset::Unicode);
    let mut buf = Buffer::empty(Rect::new(0, 0, 15, 5));
    let margin = Margin { left: 2, ..Margin::default() };
    let grid = Grid::fit(buf.area, (3, 2), &[Pitch::lined(3, 1)], margin);
    let labels = Labels {
        columns: Some((LabelSide::Before, letters)),
        rows: Some((LabelSide::Before, |row| (row + 1).to_string())),
        gap: 1,
    };
    Board { look: &look, grid, surface: None, labels, current: None }.draw(&mut buf, |spot| {
        let marks = if spot == (1, 0) { vec![Mark::Cursor] } else { Vec::new() };
        let words = vec![(0, spot.0.to_string(), Style::new())];
        Square { marks, words, ..Square::default() }
    });
    let row = |y| (0..15).map(|x| buf[(x, y)].symbol()).collect::<String>();
    let rows: Vec<String> = (0..5).map(row).collect();
    let lines = [
        "  ┌─a─┲━b━┱─c─┐",
        "1 │ 0 ┃ 1 ┃ 2 │",
        "  ├───╄━━━╃───┤",
        "2 │ 0 │ 1 │ 2 │",
        "  └───┴───┴───┘",
    ];
    assert_eq!(rows, lines);
}

/// Ivory brackets on a yellow piece would not be seen.
#[test]
fn marks_are_seen_on_every_piece() {
    for depth in [Depth::True, Depth::Ansi256] {
        let look = look(depth, Charset::Unicode);
        for hue in Hue::ALL {
            let mut buf = Buffer::empty(Rect::new(0, 0, 3, 1));
            fill(&mut buf, Rect::new(0, 0, 3, 1), look.theme().on_piece(hue));
            cursor(&look, buf.area, &mut buf);
            let [front, back] = [buf[(0, 0)].fg, buf[(0, 0)].bg]
                .map(|it| crate::tui::theme::Rgb::of_color(it).unwrap());
            assert!(front.contrast(back) >= 2.0, "{hue:?}: {}", front.contrast(back));
        }
    }
}

#[test]
fn marks_are_drawn_as_the_cell_allows() {
    let draw = |place: Rect, charset, mark: fn(&Look, Rect, &mut Buffer)| {
        let mut buf = Buffer::empty(place);
        buf[middle(place)].set_symbol("7");
        mark(&look(Depth::Mono, charset), place, &mut buf);
        let row = |y| (0..place.width).map(|x| buf[(x, y)].symbol().to_owned()).collect::<String>();
        (0..place.height).map(row).collect::<Vec<_>>()
    };
    let (small, large) = (Rect::new(0, 0, 3, 1), Rect::new(0, 0, 6, 3));
    assert_eq!(draw(small, Charset::Unicode, cursor), ["[7]"]);
    assert_eq!(draw(small, Charset::Ascii, legal), ["(7)"]);
    assert_eq!(draw(large, Charset::Unicode, cursor), ["┏    ┓", "  7   ", "┗    ┛"]);
    let wide = Rect::new(0, 0, 8, 3);
    assert_eq!(draw(wide, Charset::Unicode, hint), ["┏━    ━┓", "   7    ", "┗━    ━┛"]);
    assert_eq!(draw(large, Charset::Ascii, cursor), ["[    ]", "[ 7  ]", "[    ]"]);
    assert_eq!(draw(large, Charset::Ascii, legal), [":    :", "  7   ", ":    :"]);
}

/// The half of a cell that a piece leaves free shows the lit ground, not the ground without light.
#[test]
fn what_a_piece_leaves_free_of_a_legal_cell_is_lit() {
    let look = look(Depth::True, Charset::Unicode);
    let felt = look.theme().ink(Meaning::Felt);
    let piece = look.theme().piece(Hue::Red);
    let square = || {
        let mut canvas = Canvas::new(3, 1);
        canvas.paint(&Shape::rect(0.0, 0.0, 3.0, 0.5), piece);
        let pieces = vec![Rc::new(Sprite::from(canvas))];
        Square { surface: Some(felt), pieces, marks: vec![Mark::Legal], ..Square::default() }
    };
    let mut buf = Buffer::empty(Rect::new(0, 0, 3, 1));
    let grid = Grid::fit(buf.area, (1, 1), &[Pitch::tight(3, 1)], Margin::default());
    Board { look: &look, grid, surface: None, labels: Labels::default(), current: None }
        .draw(&mut buf, |_| square());
    let lit = look.theme().lit(felt).color();
    for cell in &buf.content {
        assert!([cell.fg, cell.bg].contains(&lit), "{cell:?}");
        assert!([cell.fg, cell.bg].contains(&piece.color()), "{cell:?}");
    }
}

#[test]
fn columns_are_lettered_beyond_z() {
    assert_eq!([0, 25, 26, 27, 51, 52].map(letters), ["a", "z", "aa", "ab", "az", "ba"]);
}

#[test]
fn the_map_shows_the_window_brighter() {
    let look = look(Depth::True, Charset::Unicode);
    let grid = Grid::fit(Rect::new(0, 0, 34, 14), (40, 30), &PITCHES, MARGIN);
    let mut buf = Buffer::empty(Rect::new(0, 0, 40, 15));
    let ivory = look.theme().ink(Meaning::Ivory);
    grid.overview(&look, buf.area, &mut buf, |_| (ivory, '.'));
    assert_eq!(buf[(0, 0)].fg, ivory.color());
    assert_ne!(buf[(39, 14)].fg, ivory.color());
}

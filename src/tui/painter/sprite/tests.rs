//! How sprites are drawn, at every depth of colour.

use super::*;

const RED: Rgb = Rgb(226, 78, 70);
const DARK: Rgb = Rgb(20, 26, 44);

fn ink(rgb: Rgb) -> Ink {
    Ink::new(rgb, rgb.into())
}

fn ground(width: u16, height: u16) -> Buffer {
    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
    buf.set_style(buf.area, Style::new().bg(DARK.into()));
    buf
}

fn disc(width: u16, height: u16) -> Sprite {
    let mut canvas = Canvas::new(width, height);
    let (w, h) = (f32::from(width), f32::from(height));
    canvas.paint(&Shape::ellipse_in(0.0, 0.0, w, h), ink(RED));
    Sprite::from(canvas)
}

fn symbols(buf: &Buffer) -> Vec<String> {
    let width = usize::from(buf.area.width);
    buf.content.chunks(width).map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect()
}

#[test]
fn a_disc_is_full_inside_round_at_the_edge_and_symmetric() {
    let mut buf = ground(7, 3);
    disc(7, 3).draw(&mut buf, 0, 0);
    assert_eq!(buf[(3, 1)].bg, RED.into());
    assert_eq!(buf[(0, 1)].symbol().len(), "▐".len(), "the edge is a block: {:?}", symbols(&buf));
    let corner = &buf[(0, 0)];
    assert!(corner.bg == DARK.into() || corner.fg == DARK.into(), "{corner:?}");
    for y in 0..3 {
        for x in 0..3 {
            let pair = [(x, y), (6 - x, y)].map(|at| {
                let cell = &buf[at];
                let red = |color| Rgb::of_color(color).map_or(0, |rgb| i32::from(rgb.0));
                let front = mask_of(cell.symbol()).unwrap().count_ones() as i32;
                red(cell.fg) * front + red(cell.bg) * (64 - front)
            });
            assert!((pair[0] - pair[1]).abs() <= 64, "{x},{y}: {pair:?}");
        }
    }
}

#[test]
fn what_is_not_covered_stays_as_it_was() {
    let mut buf = ground(9, 5);
    buf.set_string(0, 0, "abc", Style::new());
    let before = buf.clone();
    disc(5, 3).draw(&mut buf, 4, 2);
    for (x, y) in [(0, 0), (1, 0), (2, 0), (3, 3), (8, 1)] {
        assert_eq!(buf[(x, y)], before[(x, y)]);
    }
}

#[test]
fn drawing_is_clipped_everywhere() {
    for (width, height) in [(0, 0), (1, 1), (2, 1), (3, 9)] {
        let mut buf = ground(width, height);
        for (x, y) in [(-9, -9), (-1, -1), (0, 0), (1, 0), (70_000, 3), (-70_000, 70_000)] {
            disc(5, 3).draw(&mut buf, x, y);
            disc(0, 0).draw(&mut buf, x, y);
        }
    }
    let mut buf = ground(5, 3);
    disc(5, 3).draw_within(Rect::new(0, 0, 5, 1), &mut buf, 0, 0);
    assert_eq!(buf[(2, 1)].symbol(), " ");
    assert_eq!(buf[(2, 1)].bg, DARK.into());
}

#[test]
fn a_shape_over_half_a_block_keeps_the_other_half() {
    let blue = Rgb(0, 0, 200);
    let mut buf = ground(1, 1);
    buf[(0, 0)].set_symbol("▄").set_fg(blue.into());
    let mut canvas = Canvas::new(1, 1);
    canvas.paint(&Shape::rect(0.0, 0.0, 1.0, 0.5), ink(RED));
    Sprite::from(canvas).draw(&mut buf, 0, 0);
    let cell = &buf[(0, 0)];
    assert_eq!((cell.symbol(), cell.fg, cell.bg), ("▄", blue.into(), RED.into()));
}

#[test]
fn one_sprite_fits_itself_to_every_background() {
    let sprite = disc(5, 3);
    for rgb in [DARK, Rgb::WHITE, DARK] {
        let mut buf = ground(5, 3);
        buf.set_style(buf.area, Style::new().bg(rgb.into()));
        sprite.draw(&mut buf, 0, 0);
        let mut fresh = ground(5, 3);
        fresh.set_style(fresh.area, Style::new().bg(rgb.into()));
        disc(5, 3).draw(&mut fresh, 0, 0);
        assert_eq!(buf, fresh);
    }
}

#[test]
fn letters_stand_on_the_colour_beneath_them() {
    let mut canvas = Canvas::new(3, 1);
    canvas.paint(&Shape::rect(0.0, 0.0, 2.0, 1.0), ink(RED));
    canvas.art(0, 0, &["R ?"], Style::new().fg(Color::Rgb(0, 0, 0)));
    let mut buf = ground(3, 1);
    Sprite::from(canvas).draw(&mut buf, 0, 0);
    assert_eq!((buf[(0, 0)].symbol(), buf[(0, 0)].bg), ("R", RED.into()));
    assert_eq!((buf[(1, 0)].symbol(), buf[(1, 0)].bg), (" ", RED.into()));
    assert_eq!((buf[(2, 0)].symbol(), buf[(2, 0)].bg), ("?", DARK.into()));
}

#[test]
fn a_sprite_is_painted_once_for_each_key_and_size() {
    let sprites = Sprites::default();
    let painted = Cell::new(0);
    let get = |key: (&str, u8), width| {
        sprites.get(key, width, 2, |_| painted.set(painted.get() + 1));
    };
    for _ in 0..3 {
        get(("disc", 1), 5);
        get(("disc", 2), 5);
        get(("disc", 1), 6);
    }
    assert_eq!((painted.get(), sprites.painted.borrow().len()), (3, 3));
}

#[test]
fn dimming_falls_to_40_percent() {
    let theme = Theme::load("high-contrast", Depth::True).unwrap();
    let mut buf = ground(2, 1);
    buf[(0, 0)].set_bg(Color::Rgb(200, 100, 0));
    dim(&mut buf, Rect::new(0, 0, 1, 9), &theme);
    assert_eq!(buf[(0, 0)].bg, Color::Rgb(80, 40, 0));
    assert_eq!(buf[(1, 0)].bg, DARK.into());
    let mono = Theme::load("mono", Depth::True).unwrap();
    dim(&mut buf, Rect::new(1, 0, 1, 1), &mono);
    assert_eq!(buf[(1, 0)].modifier, Modifier::DIM);
}

//! Draws the pictures of the README from the program's own buffers: `cargo run --example pictures`.
//!
//! The screens are the real ones, driven by keys as a person would, and written as SVG; so the
//! pictures are true whenever this has been run.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use parlour::Shelf;
use parlour::games;
use parlour::screens;
use parlour::store::{Animations, Places, Store};
use parlour::tui::keys::Key;
use parlour::tui::router::Router;
use parlour::tui::theme::Meaning;
use parlour::tui::{Depth, Desk, Effect, Msg};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier};

/// A picture: its name, the game whose setup it begins in (none: the menu), and the keys.
const PICTURES: &[(&str, Option<&str>, &[&str])] = &[
    ("menu", None, &[]),
    ("connect4", Some("connect4"), &["enter", "4", "3", "5", "2", "4", "left"]),
    ("sogo", Some("sogo"), &["enter", "enter", "right", "enter", "down", "enter", "right"]),
    ("gobblet", Some("gobblet"), &["enter", "3", "enter", "3", "left", "enter", "2", "down"]),
    (
        "vorassic",
        Some("vorassic"),
        &["enter", "tab", "enter", "tab", "enter", "tab", "enter", "tab"],
    ),
    ("goose", Some("goose"), &["enter", "enter", "enter", "enter"]),
    ("turtles", Some("turtles"), &["enter", "space"]),
];

fn main() -> std::io::Result<()> {
    fs::create_dir_all("docs")?;
    // The colours of the pictures do not depend on the terminal they are made in.
    let home = std::env::temp_dir().join(format!("parlour-pictures-{}", std::process::id()));
    for (name, game, keys) in PICTURES {
        let place = match game {
            Some(game) => match games::IDS.iter().position(|id| id == game) {
                Some(at) => Some((at + 1).to_string()),
                None => continue,
            },
            None => None,
        };
        let keys: Vec<&str> =
            place.iter().map(String::as_str).chain(keys.iter().copied()).collect();
        let picture = drive(&home, &keys);
        fs::write(format!("docs/{name}.svg"), svg(&picture))?;
        println!("docs/{name}.svg");
        let _ = fs::remove_dir_all(&home);
    }
    Ok(())
}

/// Presses the keys in a fresh arcade and draws what is there then.
fn drive(home: &Path, keys: &[&str]) -> Buffer {
    let mut store = Store::open(Places::at(home));
    let mut settings = store.settings().clone();
    settings.animations = Animations::Off;
    settings.theme = "dark".to_owned();
    let _ = store.set_settings(settings);
    // In all colours, whatever the terminal that asks for the pictures can show.
    let mut desk =
        Desk::with_depth(store, &screens::key_sections(&Shelf::standard().games()), Depth::True);
    desk.size = Size::new(80, 24);
    let first = screens::menu::open(&Shelf::standard().games());
    let (mut router, effect) = Router::new(vec![first], &mut desk);
    perform(&mut router, effect, &mut desk);
    for key in keys {
        tell(&mut router, Msg::Key(Key::named(key)), &mut desk);
        // Bots have answered and everything lies still before the next key.
        for _ in 0..40 {
            tell(&mut router, Msg::Tick(Duration::from_millis(500)), &mut desk);
        }
    }
    let area = desk.area();
    let mut buffer = Buffer::empty(area);
    router.view(area, &mut buffer, &desk);
    buffer
}

fn tell(router: &mut Router, msg: Msg, desk: &mut Desk) {
    let effect = router.update(msg, desk);
    perform(router, effect, desk);
}

/// What the event loop does with effects, without threads.
fn perform(router: &mut Router, effect: Effect, desk: &mut Desk) {
    match effect {
        Effect::None | Effect::Quit | Effect::Suspend => {}
        Effect::Batch(all) => all.into_iter().for_each(|effect| perform(router, effect, desk)),
        Effect::Say(sentence) => desk.say(sentence, Meaning::Warn),
        Effect::Tell(sentence) => desk.say(sentence, Meaning::Text),
        Effect::Run(job) => {
            job(Box::new(|| {}));
            tell(router, Msg::Woken, desk);
        }
        navigation => {
            let effect = router.navigate(navigation, desk);
            perform(router, effect, desk);
        }
    }
}

/// A cell in pixels.
const WIDE: f32 = 9.0;
const TALL: f32 = 18.0;
const PAPER: &str = "#111318";
const INK: &str = "#dedbd0";

fn svg(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (width, height) = (f32::from(area.width) * WIDE, f32::from(area.height) * TALL);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n"
    );
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            draw_cell(&mut out, &buffer[(x, y)], f32::from(x) * WIDE, f32::from(y) * TALL);
        }
    }
    out.push_str("</svg>\n");
    out
}

fn draw_cell(out: &mut String, cell: &Cell, x: f32, y: f32) {
    let mut ink = (hex(cell.fg, INK), hex(cell.bg, PAPER));
    if cell.modifier.contains(Modifier::REVERSED) {
        ink = (ink.1, ink.0);
    }
    let (fg, bg) = ink;
    if bg != PAPER {
        // A hair wider, so that no line shows between two cells.
        rect(out, x, y, WIDE + 0.3, TALL + 0.3, &bg);
    }
    let blocks = parts(cell.symbol());
    for (left, top, right, bottom) in &blocks {
        rect(
            out,
            x + left * WIDE,
            y + top * TALL,
            (right - left) * WIDE + 0.2,
            (bottom - top) * TALL + 0.2,
            &fg,
        );
    }
    if blocks.is_empty() && !cell.symbol().trim().is_empty() {
        let weight =
            if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
        let text = cell.symbol().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ =
            writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"{fg}\"{weight}>{text}</text>", y + 13.5);
    }
}

fn rect(out: &mut String, x: f32, y: f32, width: f32, height: f32, fill: &str) {
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>"
    );
}

fn hex(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => otherwise.to_owned(),
    }
}

/// The rectangles of a block character, as shares of its cell: left, top, right, bottom.
fn parts(symbol: &str) -> Vec<(f32, f32, f32, f32)> {
    const LOWER: &str = "▁▂▃▄▅▆▇█";
    const LEFT: &str = "▏▎▍▌▋▊▉";
    let Some(sign) = symbol.chars().next() else { return Vec::new() };
    let eighths = |all: &str| all.chars().position(|c| c == sign).map(|at| (at + 1) as f32 / 8.0);
    if let Some(share) = eighths(LOWER) {
        return vec![(0.0, 1.0 - share, 1.0, 1.0)];
    }
    if let Some(share) = eighths(LEFT) {
        return vec![(0.0, 0.0, share, 1.0)];
    }
    let (a, b, c, d) =
        ((0.0, 0.0, 0.5, 0.5), (0.5, 0.0, 1.0, 0.5), (0.0, 0.5, 0.5, 1.0), (0.5, 0.5, 1.0, 1.0));
    match sign {
        '▀' => vec![(0.0, 0.0, 1.0, 0.5)],
        '▔' => vec![(0.0, 0.0, 1.0, 0.125)],
        '▐' => vec![(0.5, 0.0, 1.0, 1.0)],
        '▘' => vec![a],
        '▝' => vec![b],
        '▖' => vec![c],
        '▗' => vec![d],
        '▚' => vec![a, d],
        '▞' => vec![b, c],
        '▛' => vec![a, b, c],
        '▜' => vec![a, b, d],
        '▙' => vec![a, c, d],
        '▟' => vec![b, c, d],
        _ => Vec::new(),
    }
}

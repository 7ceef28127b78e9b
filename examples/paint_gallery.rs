//! Prints what the drawing kit draws, for the eye of whoever changes it:
//!
//! `cargo run --example paint_gallery -- PAGE [THEME] [unicode|ascii]`
//!
//! The depth of colour comes from `COLORTERM`, `TERM` and `NO_COLOR` as in the arcade itself.

use std::io::Write;

use crossterm::queue;
use crossterm::style::{Attribute, Print, SetAttribute, SetColors};
use parlour::play::Hue;
use parlour::tui::board_widget::{self, Grid, Margin, Pitch};
use parlour::tui::letters;
use parlour::tui::look::{Charset, Look};
use parlour::tui::panels::{self, Focus, SeatLine, Shell, Side};
use parlour::tui::pieces::{self, Card, Eyes, Gobblet, Heading, Mood, Turtle};
use parlour::tui::text::{fill, put};
use parlour::tui::theme::{Depth, Meaning, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let page = arguments.first().map_or("shell", String::as_str);
    let name = arguments.get(1).map_or("dark", String::as_str);
    let depth = Depth::detect(|name| std::env::var(name).ok());
    let theme = Theme::load(name, depth).unwrap_or_else(|| Theme::usual(depth));
    let charset = match arguments.get(2).map(String::as_str) {
        Some("ascii") => Charset::Ascii,
        _ => Charset::Unicode,
    };
    let look = Look::new(theme, charset);
    let (width, height) = crossterm::terminal::size()?;
    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
    fill(&mut buf, Rect::new(0, 0, width, height), look.theme().ground());
    match page {
        "speed" => return speed(&look),
        "discs" => discs(&look, &mut buf, Size::new(6, 3)),
        "large" => discs(&look, &mut buf, Size::new(10, 5)),
        "popup" => {
            discs(&look, &mut buf, Size::new(6, 3));
            popup(&look, &mut buf);
        }
        "pieces" => zoo(&look, &mut buf),
        "gobblets" => gobblets(&look, &mut buf, Size::new(14, 5)),
        _ => shell(&look, &mut buf),
    }
    print(&buf)
}

fn shell(look: &Look, buf: &mut Buffer) {
    let theme = look.theme();
    let shell = Shell::of(buf.area, Side::Narrow);
    shell.draw(look, buf);
    panels::title_bar(look, shell.title, buf, "Gallery", "standard 7×6", "move 19");
    let hints =
        [("↑ ↓", "choose"), ("enter", "open"), ("c", "continue"), ("?", "help"), ("q", "quit")];
    panels::footer(look, shell.footer, buf, &hints);
    let left = panels::inset(shell.board, 2, 1, 2, 0);
    let used = letters::name(look, left, buf);
    let list = panels::inset(left, 0, used + 1, 0, 0);
    for (index, (name, words)) in [
        ("Connect Four", "four in a row, by gravity"),
        ("Sogo", "four in a row, in a cube"),
        ("perfect", "only for 7×6"),
    ]
    .into_iter()
    .enumerate()
    {
        let focus = if index == 2 { Focus::Disabled } else { Focus::at(index, 0) };
        let line = panels::row(list, index as u16);
        let text = panels::list_row(look, line, buf, focus);
        put(buf, text, text.x, text.y, name, panels::name_style(look, focus));
        put(buf, text, text.x + 18, text.y, words, panels::second_style(look, focus));
    }
    panels::choices(look, panels::row(list, 4), buf, &["human", "bot", "program"], 1, Focus::Here);
    panels::choices(
        look,
        panels::row(list, 5),
        buf,
        &["human", "bot", "program"],
        0,
        Focus::Elsewhere,
    );
    panels::turner(look, panels::row(list, 6), buf, "depth 3", Focus::Here);
    panels::turner(
        look,
        panels::inset(panels::row(list, 6), 20, 0, 0, 0),
        buf,
        "1 s",
        Focus::Elsewhere,
    );
    panels::field(look, panels::row(list, 7), buf, "Ada Lovelace", 4, Focus::Here);
    panels::bar(
        look,
        panels::inset(panels::row(list, 8), 0, 0, 20, 0),
        buf,
        0.53,
        theme.seat(Hue::Red),
    );
    panels::thin_bar(
        look,
        panels::inset(panels::row(list, 9), 0, 0, 20, 0),
        buf,
        0.53,
        theme.seat(Hue::Yellow),
    );
    panels::meter(look, panels::row(list, 10), buf, 3, 5, theme.brass());
    panels::notice(look, panels::row(list, 11), buf, "that column is full", Meaning::Warn);
    for value in 0..10 {
        put(
            buf,
            list,
            list.x + 2 * value,
            list.y + 12,
            &value.to_string(),
            theme.heat(value.into()),
        );
    }
    let words = [
        ("text ", theme.text()),
        ("bright ", theme.bright()),
        ("muted ", theme.muted()),
        ("faint ", theme.faint()),
        ("brass ", theme.brass()),
        ("legal ", theme.legal()),
        ("good ", theme.good()),
        ("bad ", theme.bad()),
        ("warn", theme.warn()),
    ];
    let mut x = list.x;
    for (word, style) in words {
        x = put(buf, list, x, list.y + 13, word, style);
    }
    let text = shell.panel_text();
    let seats = [
        (Hue::Red, "Ada", "human", "to play", true),
        (Hue::Yellow, "perfect", "bot · never errs", "", false),
        (Hue::Green, "frodo", "cell 33", "21 » 27", false),
        (Hue::Blue, "bilbo", "in the well, cell 31", "held", false),
        (Hue::Pink, "sam", "cell 24", "", false),
    ];
    for (index, (hue, name, second, right, active)) in seats.into_iter().enumerate() {
        let area = panels::inset(text, 0, 3 * index as u16, 0, 0);
        SeatLine { hue, name, second, right, active }.draw(look, area, buf);
    }
    let rest = panels::inset(text, 0, 15, 0, 0);
    panels::heading(look, rest, buf, "Analysis");
    for (index, value) in [0.0, 0.8, -0.6].into_iter().enumerate() {
        let line = panels::row(rest, 1 + index as u16);
        let style = if value < 0.0 { theme.bad() } else { theme.good() };
        panels::balance(look, panels::inset(line, 10, 0, 0, 0), buf, value, style);
    }
    panels::fact(look, panels::row(rest, 4), buf, "saved as", "connect4-0007");
    panels::button(look, panels::row(rest, 5), buf, "Start the match", Focus::Here);
    panels::scroll_mark(look, panels::inset(shell.board, 0, 1, 0, 1), buf, 3, 60);
}

fn discs(look: &Look, buf: &mut Buffer, cell: Size) {
    let theme = look.theme();
    let shell = Shell::of(buf.area, Side::Narrow);
    shell.draw(look, buf);
    let plate = theme.ink(Meaning::Plate);
    let (columns, rows) = (7, 6);
    let top = Rect::new(2, 4, columns * cell.width + 3, rows * cell.height);
    if look.paints() {
        fill(buf, top, Style::new().bg(plate.color()));
    }
    let size = Size::new(cell.width - 1, cell.height);
    let hole = theme.ink(Meaning::Hole);
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = (4 + column * cell.width, 4 + row * cell.height);
            let hue = Hue::ALL[usize::from((column * 3 + row) % 2)];
            let mood = match row {
                0 => None,
                1 => Some(Mood::Ghost),
                2 => Some(Mood::Dimmed),
                3 => Some(Mood::Winning),
                4 => Some(Mood::Last),
                _ => Some(Mood::Plain),
            };
            match mood {
                None => pieces::hole(look, size).draw(buf, x.into(), y.into()),
                Some(mood) => {
                    let behind = if mood == Mood::Ghost { hole } else { plate };
                    if mood == Mood::Ghost && look.paints() {
                        pieces::hole(look, size).draw(buf, x.into(), y.into());
                    }
                    pieces::disc(look, hue, mood, behind, size).draw(buf, x.into(), y.into());
                }
            }
        }
    }
    for (index, hue) in Hue::ALL.into_iter().enumerate() {
        let x = 4 + index as i32 * i32::from(cell.width);
        pieces::disc(look, hue, Mood::Plain, theme.ink(Meaning::Ground), size).draw(buf, x, 1);
    }
}

fn zoo(look: &Look, buf: &mut Buffer) {
    let theme = look.theme();
    let sand = theme.ink(Meaning::Sand);
    for (top, cell) in [(1_u16, Size::new(5, 2)), (9, Size::new(8, 4)), (7, Size::new(3, 1))] {
        if look.paints() {
            fill(buf, Rect::new(1, top, 78, cell.height), Style::new().bg(sand.color()));
        }
        let mut sprites = vec![
            pieces::stone(look, cell),
            pieces::stone(look, cell),
            pieces::ice(look, cell),
            pieces::crate_tile(look, cell),
            pieces::jewel(look, Hue::Pink, cell),
        ];
        for (heading, hue) in Heading::ALL.into_iter().zip(Hue::ALL) {
            sprites.push(Turtle { hue, heading, label: "1" }.sprite(look, cell));
        }
        for (x, sprite) in (1..).step_by(usize::from(cell.width)).zip(sprites) {
            sprite.draw(buf, x, top.into());
        }
    }
    for (index, hue) in Hue::ALL.into_iter().enumerate() {
        let x = 1 + 5 * index as i32;
        pieces::jewel(look, hue, Size::new(5, 2)).draw(buf, x, 4);
        pieces::pawn(look, hue, "S", Size::new(3, 2)).draw(buf, x + 28, 4);
        pieces::bead(look, hue, Mood::Plain, theme.ink(Meaning::Ground), Size::new(4, 2)).draw(
            buf,
            x + 53,
            4,
        );
    }
    for value in 1..=6 {
        pieces::die(look, value, Size::new(10, 5)).draw(buf, 1 + 12 * (i32::from(value) - 1), 14);
        pieces::die(look, value, Size::new(5, 3)).draw(buf, 1 + 6 * (i32::from(value) - 1), 20);
    }
    let cards = [
        ("F", "forward", "▲", Hue::Blue),
        ("L", "left", "◀", Hue::Yellow),
        ("R", "right", "▶", Hue::Pink),
    ];
    for (index, (letter, name, symbol, hue)) in cards.into_iter().enumerate() {
        let card = Card { ink: theme.piece(hue), letter, name, symbol };
        pieces::card(look, &card, Size::new(7, 4)).draw(buf, 40 + 8 * index as i32, 20);
    }
    pieces::card_back(look, theme.piece(Hue::Blue).edge(), Size::new(7, 4)).draw(buf, 64, 20);
    pieces::pawn(look, Hue::Green, "F", Size::new(5, 3)).draw(buf, 73, 20);
}

fn gobblets(look: &Look, buf: &mut Buffer, cell: Size) {
    let felt = look.theme().ink(Meaning::Felt);
    let pitch = [Pitch::loose(cell.width, cell.height, 1, 1)];
    let grid = Grid::fit(buf.area, (5, 4), &pitch, Margin::default());
    for ((column, row), place) in grid.places() {
        if look.paints() {
            fill(buf, place, Style::new().bg(felt.color()));
        }
        let hue = Hue::ALL[usize::from((column + row) % 2)];
        let mood = [Mood::Plain, Mood::Ghost, Mood::Winning, Mood::Dimmed][usize::from(row % 4)];
        let eyes = if row == 1 { Eyes::Closed } else { Eyes::Open };
        let (x, y) = (place.x.into(), place.y.into());
        if column == 3 {
            board_widget::legal(look, place, buf);
        }
        if column < 3 || row < 2 {
            let rank = 3 - (column % 3) as u8;
            let saucer = column == 0 && row == 0;
            let gobblet = Gobblet { hue, rank, ranks: 3, mood, eyes, saucer, behind: felt };
            gobblet.sprite(look, place.as_size()).draw(buf, x, y);
        }
        match (column, row) {
            (3, 2..) => board_widget::diamond(look, place, buf),
            (4, 0) => board_widget::held(look, place, buf, hue),
            (4, 2) => board_widget::cursor(look, place, buf),
            (4, 3) => board_widget::hint(look, place, buf),
            _ => {}
        }
    }
}

fn popup(look: &Look, buf: &mut Buffer) {
    let theme = look.theme();
    let inner = panels::popup(look, buf.area, buf, Size::new(38, 12));
    put(buf, inner, inner.x, inner.y, "Paused", theme.strong());
    panels::button(look, panels::row(inner, 2), buf, "Go on", Focus::Here);
    for (index, words) in ["Undo the last move", "Rules", "Settings"].into_iter().enumerate() {
        put(buf, inner, inner.x, inner.y + 3 + index as u16, words, theme.text());
    }
}

/// How long a screen of 200 x 60 full of discs takes, once its sprites are painted.
fn speed(look: &Look) -> std::io::Result<()> {
    let mut buf = Buffer::empty(Rect::new(0, 0, 200, 60));
    for (name, draw) in [("board", board_frame as fn(&Look, &mut Buffer)), ("popup", popup)] {
        draw(look, &mut buf);
        let frame = (0..300).map(|_| {
            let start = std::time::Instant::now();
            draw(look, &mut buf);
            start.elapsed()
        });
        // The quickest of many says most on a machine that others use too.
        println!("{name}: {:?}", frame.min().unwrap_or_default());
    }
    Ok(())
}

fn board_frame(look: &Look, buf: &mut Buffer) {
    discs(look, buf, Size::new(15, 7));
}

/// Writes the buffer to the terminal as it is.
fn print(buf: &Buffer) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    queue!(out, crossterm::terminal::Clear(crossterm::terminal::ClearType::All))?;
    crossterm::style::force_color_output(true);
    for y in 0..buf.area.height {
        queue!(out, crossterm::cursor::MoveTo(0, y))?;
        for x in 0..buf.area.width {
            let cell = &buf[(x, y)];
            queue!(out, SetAttribute(Attribute::Reset))?;
            for (modifier, attribute) in [
                (Modifier::BOLD, Attribute::Bold),
                (Modifier::DIM, Attribute::Dim),
                (Modifier::REVERSED, Attribute::Reverse),
            ] {
                if cell.modifier.contains(modifier) {
                    queue!(out, SetAttribute(attribute))?;
                }
            }
            use ratatui::backend::IntoCrossterm;
            let colors =
                crossterm::style::Colors::new(cell.fg.into_crossterm(), cell.bg.into_crossterm());
            queue!(out, SetColors(colors), Print(cell.symbol()))?;
        }
    }
    out.flush()?;
    std::thread::sleep(std::time::Duration::from_millis(800));
    Ok(())
}

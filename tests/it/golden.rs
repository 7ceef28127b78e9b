//! Pictures of screens as text files: the signs, and below them how each is drawn.
//!
//! ```text
//!  PARLOUR › Connect Four                                      move 6
//!  ...
//! --- drawn in
//! a on #101418
//! b #e0b050 on #1c2229 bold
//! --- row by row
//! 1    a1 b79
//! 2-4  a80
//! ```
//!
//! Of a blank only the background counts, as for whoever looks at it.
//! `UPDATE_SCREENS=1` draws the pictures anew: look at them before they are committed.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::room::Room;

/// Compares the screen with its picture, whose name ends in the screen's size.
pub fn check(room: &Room, picture: &str) {
    let size = room.context.size;
    let file = format!("tests/screens/{picture}-{}x{}.txt", size.width, size.height);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
    let mut buffer = room.draw();
    hide_home(&mut buffer);
    let shown = described(&buffer);
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        fs::write(&path, shown).unwrap();
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if shown != expected {
        let (shown, expected) = (shown.lines(), expected.lines());
        let longest = shown.clone().count().max(expected.clone().count());
        let (mut shown, mut expected) = (shown, expected);
        let mut report = format!("{file} looks different now (UPDATE_SCREENS=1 accepts it):\n");
        for line in 1..=longest {
            let (now, then) = (shown.next(), expected.next());
            if now != then {
                writeln!(report, "line {line}\n  now {now:?}\n  was {then:?}").unwrap();
            }
        }
        panic!("{report}");
    }
}

/// Where the home is differs from run to run: blanks from there to the end of the row.
fn hide_home(buffer: &mut Buffer) {
    let folder = std::env::temp_dir().display().to_string();
    let columns = usize::from(buffer.area.width);
    for row in buffer.content.chunks_mut(columns) {
        let text: String = row.iter().map(Cell::symbol).collect();
        if let Some(at) = text.find(&folder) {
            let last = row[columns - 1].clone();
            row[text[..at].chars().count()..].fill(last);
        }
    }
}

fn described(buffer: &Buffer) -> String {
    let (mut signs, mut rows) = (String::new(), String::new());
    let mut styles: Vec<String> = Vec::new();
    // The first and the last row that are drawn alike, and how.
    let mut alike: Option<(usize, usize, String)> = None;
    let mut tell = |(first, last, runs): (usize, usize, String)| {
        let at = if first == last { first.to_string() } else { format!("{first}-{last}") };
        writeln!(rows, "{at:<5}{runs}").unwrap();
    };
    for (number, row) in (1..).zip(buffer.content.chunks(usize::from(buffer.area.width))) {
        let line: String = row.iter().map(Cell::symbol).collect();
        signs.push_str(line.trim_end());
        signs.push('\n');
        let runs = runs(row, &mut styles);
        match &mut alike {
            Some((_, last, same)) if *same == runs => *last = number,
            _ => alike.replace((number, number, runs)).into_iter().for_each(&mut tell),
        }
    }
    alike.into_iter().for_each(tell);
    let legend = styles.iter().enumerate().map(|(at, style)| format!("{} {style}\n", letters(at)));
    format!("{signs}--- drawn in\n{}--- row by row\n{rows}", legend.collect::<String>())
}

/// What shows on a blank too.
const ON_BLANKS: Modifier =
    Modifier::REVERSED.union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);

/// How many cells of a row are drawn in each style, from left to right: `a12 b3 a65`. A blank goes
/// with what stands before it on the same background.
fn runs(row: &[Cell], styles: &mut Vec<String>) -> String {
    let mut runs: Vec<(&Cell, usize)> = Vec::new();
    for cell in row {
        let blank = is_blank(cell);
        match runs.last_mut() {
            Some((first, count))
                if style(first) == style(cell)
                    || blank && first.bg == cell.bg && !first.modifier.intersects(ON_BLANKS) =>
            {
                *count += 1;
            }
            _ => runs.push((cell, 1)),
        }
    }
    let runs = runs.into_iter().map(|(first, count)| {
        let style = style(first);
        let at = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
            styles.push(style);
            styles.len() - 1
        });
        format!("{}{count}", letters(at))
    });
    runs.collect::<Vec<String>>().join(" ")
}

fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.intersects(ON_BLANKS)
}

/// `#e0b050 on #1c2229 bold`
fn style(cell: &Cell) -> String {
    if is_blank(cell) {
        return format!("on {}", colour(cell.bg));
    }
    let mut words = format!("{} on {}", colour(cell.fg), colour(cell.bg));
    for (name, _) in cell.modifier.iter_names() {
        words.push(' ');
        words.push_str(&name.to_lowercase());
    }
    words
}

fn colour(colour: Color) -> String {
    match colour {
        Color::Reset => "plain".to_owned(),
        named => named.to_string().to_lowercase(),
    }
}

/// a to z, then ba, bb and so on.
fn letters(at: usize) -> String {
    let last = char::from(b'a' + (at % 26) as u8);
    if at < 26 { last.to_string() } else { format!("{}{last}", letters(at / 26)) }
}

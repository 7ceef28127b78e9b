//! The sizes of Connect Four, read from board files. Knows nothing of how a match goes.

use std::fmt::Write;
use std::ops::RangeInclusive;

use serde::Deserialize;
use toml::Spanned;

use crate::play::{Dial, Drawing, FileError, Name, Seat, Signs, Variant, read_toml, within};

const SIDE: RangeInclusive<usize> = 4..=12;
const CONNECT: RangeInclusive<usize> = 3..=6;
/// The letters of pre-placed discs, by seat, and of an empty cell.
const LETTERS: [char; 2] = ['R', 'J'];
const EMPTY: char = '.';

/// A board of `columns` x `rows` on which `connect` in a row win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    name: String,
    columns: usize,
    rows: usize,
    connect: usize,
    /// Discs that lie there from the start: per column from the bottom.
    discs: Vec<Vec<Seat>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: Name,
    #[serde(default = "seven")]
    columns: Spanned<i64>,
    #[serde(default = "six")]
    rows: Spanned<i64>,
    #[serde(default = "four")]
    connect: Spanned<i64>,
    /// Pre-placed discs, drawn as plain mode draws the board.
    discs: Option<Spanned<String>>,
}

fn seven() -> Spanned<i64> {
    Spanned::new(0..0, 7)
}

fn six() -> Spanned<i64> {
    Spanned::new(0..0, 6)
}

fn four() -> Spanned<i64> {
    Spanned::new(0..0, 4)
}

impl Board {
    /// The width of the widest board that a file may describe.
    pub const MOST_COLUMNS: usize = *SIDE.end();

    /// How wide the board is, 4 to 12.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How high the board is, 4 to 12.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many in a row win, 3 to 6.
    pub fn connect(&self) -> usize {
        self.connect
    }

    /// The discs of a column that lie there from the start, from the bottom.
    pub fn discs(&self, column: usize) -> &[Seat] {
        &self.discs[column]
    }

    /// The board of the box: 7 x 6, four in a row, empty.
    pub fn is_standard(&self) -> bool {
        (self.columns, self.rows, self.connect) == (7, 6, 4) && self.discs.iter().all(Vec::is_empty)
    }
}

impl Variant for Board {
    const KEYS: &'static [&'static str] = &["name", "columns", "rows", "connect", "discs"];

    fn parse(text: &str) -> Result<Board, FileError> {
        let raw: Raw = read_toml(text)?;
        let columns = within(text, "columns", &raw.columns, SIDE)?;
        let rows = within(text, "rows", &raw.rows, SIDE)?;
        let connect = within(text, "connect", &raw.connect, CONNECT)?;
        if connect > columns.max(rows) {
            let why = format!(
                "'connect': {connect} in a row do not fit on {columns} columns and {rows} rows"
            );
            return Err(FileError::at(text, raw.connect.span(), why));
        }
        let mut board = Board {
            name: raw.name.into(),
            columns,
            rows,
            connect,
            discs: vec![Vec::new(); columns],
        };
        if let Some(drawing) = raw.discs {
            board.place(text, &drawing)?;
            board.check_start().map_err(|why| FileError::at(text, drawing.span(), why))?;
        }
        Ok(board)
    }

    fn to_toml(&self) -> String {
        let mut text = format!(
            "name = {}\ncolumns = {}\nrows = {}\nconnect = {}\n",
            toml::Value::from(self.name.as_str()),
            self.columns,
            self.rows,
            self.connect
        );
        if self.discs.iter().any(|column| !column.is_empty()) {
            text.push_str("discs = \"\"\"\n");
            for row in (0..self.rows).rev() {
                let disc =
                    |column: &Vec<Seat>| column.get(row).map_or(EMPTY, |s| LETTERS[s.index()]);
                let line: String = self.discs.iter().map(disc).collect();
                let _ = writeln!(text, "{line}");
            }
            text.push_str("\"\"\"\n");
        }
        text
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn dials(&self) -> Vec<Dial> {
        // Discs that lie there fit the board they were drawn for, and no other.
        if self.discs.iter().any(|column| !column.is_empty()) {
            return Vec::new();
        }
        let dial = |key, values: RangeInclusive<usize>, now: usize| {
            Dial::new(key, values.map(|value| value.to_string()).collect(), &now.to_string())
        };
        vec![
            dial("columns", SIDE, self.columns).called("columns", "How wide the board is."),
            dial("rows", SIDE, self.rows).called("rows", "How high the board is."),
            dial("connect", CONNECT, self.connect).called("in a row", "How many in a row win."),
        ]
    }

    fn summary(&self) -> String {
        format!("{}×{}", self.columns, self.rows)
    }

    fn aim(&self) -> String {
        format!("{} in a row", ["three", "four", "five", "six"][self.connect - 3])
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![
            ("columns", self.columns.to_string()),
            ("rows", self.rows.to_string()),
            ("in a row", self.connect.to_string()),
        ];
        let discs: usize = self.discs.iter().map(Vec::len).sum();
        if discs > 0 {
            facts.push(("discs laid", discs.to_string()));
        }
        facts
    }
}

impl Board {
    /// Lays the discs of a drawing, whose last line is the bottom row.
    fn place(&mut self, text: &str, drawing: &Spanned<String>) -> Result<(), FileError> {
        let drawing = Drawing::read(text, "discs", drawing, Signs::Characters);
        let drawn = drawing.rows.len();
        if drawn > self.rows {
            let most = self.rows;
            return Err(drawing
                .wrong(format!("{drawn} lines are drawn, expected at most {most} (the rows)")));
        }
        for (height, row) in drawing.rows.iter().rev().enumerate() {
            let wrong =
                |sign: usize, why: String| Err(drawing.wrong_at(row[sign].span.clone(), why));
            if row.len() != self.columns {
                let (signs, columns) = (row.len(), self.columns);
                let line: String = row.iter().map(|sign| sign.text).collect();
                let why = format!(
                    "the line '{line}' has {signs} signs, expected {columns} (the columns)"
                );
                return wrong(0, why);
            }
            for (column, sign) in row.iter().map(|sign| sign.text).enumerate() {
                if sign.starts_with(EMPTY) {
                    continue;
                }
                let Some(seat) = LETTERS.iter().position(|letter| sign.starts_with(*letter)) else {
                    let why = format!("'{sign}' isn't a disc; use 'R', 'J' or '.'");
                    return wrong(column, why);
                };
                if self.discs[column].len() != height {
                    let why = format!(
                        "the '{sign}' in column {} hangs in the air, expected a disc below it",
                        column + 1
                    );
                    return wrong(column, why);
                }
                self.discs[column].push(Seat::at(seat));
            }
        }
        Ok(())
    }

    /// Nobody may have won before the match begins, and somebody must be able to move.
    fn check_start(&self) -> Result<(), String> {
        if self.discs.iter().all(|column| column.len() == self.rows) {
            return Err("'discs': the board is full, expected at least one free cell".to_owned());
        }
        let at = |column: i32, row: i32| {
            let column = self.discs.get(usize::try_from(column).ok()?)?;
            column.get(usize::try_from(row).ok()?).copied()
        };
        let (columns, rows) = (self.columns as i32, self.rows as i32);
        for (column, row) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
            let Some(seat) = at(column, row) else { continue };
            for (dc, dr) in super::rules::DIRECTIONS {
                let line = (1..self.connect as i32)
                    .all(|n| at(column + n * dc, row + n * dr) == Some(seat));
                if line {
                    return Err(format!(
                        "'discs': {} '{}' are in a row already, expected a match that is not over",
                        self.connect,
                        LETTERS[seat.index()]
                    ));
                }
            }
        }
        Ok(())
    }
}

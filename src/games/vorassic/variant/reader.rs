//! Reading the file of a park: what it says, or where and why it is refused.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use toml::Spanned;

use super::generator::{MAX_VALUE, Part, Recipe, Square, Values, corners};
use super::{Grid, Ground, LETTERS, NEGATIVE, PLAYERS, Park, SIZES, WALL, WALLS};
use crate::games::vorassic::{Cell, Mode};
use crate::play::{Drawing, FileError, Name, Sign, Signs, read_toml, within};

/// The park of a file's text.
pub fn read(text: &str) -> Result<Park, FileError> {
    Reader { text }.park(&read_toml(text)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: Name,
    mode: Option<Spanned<String>>,
    players: Option<Spanned<i64>>,
    size: Option<Spanned<i64>>,
    values: Option<Spanned<String>>,
    grid: Option<Spanned<String>>,
    walls: Option<Spanned<RawPart>>,
    negative: Option<Spanned<RawPart>>,
}

/// `12` or `["C2", "D2"]`.
enum RawPart {
    Percent(i64),
    Cells(Vec<Spanned<String>>),
}

impl<'de> Deserialize<'de> for RawPart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawPart, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = RawPart;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("how many of a hundred cells, or a list of cells as [\"C2\", \"D2\"]")
            }

            fn visit_i64<E>(self, percent: i64) -> Result<RawPart, E> {
                Ok(RawPart::Percent(percent))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<RawPart, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = seq.next_element()? {
                    cells.push(cell);
                }
                Ok(RawPart::Cells(cells))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Turns the raw file into a park, or says where it is wrong.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn park(&self, raw: &Raw) -> Result<Park, FileError> {
        let mode = match &raw.mode {
            None => Mode::Snake,
            Some(mode) => self.named("mode", mode, &Mode::ALL, Mode::name)?,
        };
        match (&raw.grid, &raw.values) {
            (Some(grid), None) => self.drawn(raw, mode, grid),
            (Some(_), Some(values)) => Err(self.wrong(
                values.span(),
                "'values': the grid has the values, expected only one of 'grid' and 'values'",
            )),
            (None, Some(values)) if values.get_ref().trim().contains('\n') => {
                self.settled(raw, mode, values)
            }
            (None, _) => self.recipe(raw, mode),
        }
    }

    /// A park drawn with its starts.
    fn drawn(&self, raw: &Raw, mode: Mode, grid: &Spanned<String>) -> Result<Park, FileError> {
        let drawing = self.rows("grid", grid)?;
        let size = drawing.rows.len();
        self.same_size(raw, size)?;
        self.no_parts(raw, "grid")?;
        let mut squares = Vec::new();
        let mut starts: [Option<(Cell, Range<usize>)>; LETTERS.len()] = Default::default();
        for (at, sign) in drawing.rows.iter().flatten().enumerate() {
            let cell = Cell::at(at, size);
            let seat = LETTERS.iter().position(|letter| sign.text == letter.to_string());
            match seat {
                None => squares.push(square(&drawing, sign, " or a start 'Y' 'R' 'G' 'B'")?),
                Some(seat) if starts[seat].is_some() => {
                    let why = format!("a second start '{}', expected one", sign.text);
                    return Err(drawing.wrong_at(sign.span.clone(), why));
                }
                Some(seat) => {
                    starts[seat] = Some((cell, sign.span.clone()));
                    squares.push(Square::Worth(0));
                }
            }
        }
        let found = starts.iter().flatten().count();
        let players = self.players(raw)?.unwrap_or(found.max(2));
        let wanted = &LETTERS[..players];
        for (seat, start) in starts.iter().enumerate() {
            let letter = LETTERS[seat];
            match start {
                None if seat < players => {
                    let why = format!(
                        "there is no start '{letter}', expected {} for {players} players",
                        wanted.iter().map(|it| format!("'{it}'")).collect::<Vec<_>>().join(" ")
                    );
                    return Err(drawing.wrong(why));
                }
                Some((_, span)) if seat >= players => {
                    let why = format!("'{letter}' starts here, but 'players' is {players}");
                    return Err(drawing.wrong_at(span.clone(), why));
                }
                _ => {}
            }
        }
        let cells = starts.iter().flatten().map(|(cell, _)| *cell).collect();
        let grid = Grid::new(size, squares, cells);
        for (start, span) in starts.iter().flatten() {
            if grid.walls_in(*start, mode) {
                let why =
                    format!("the start at {start} is walled in, expected a free cell beside it");
                return Err(drawing.wrong_at(span.clone(), why));
            }
        }
        Ok(Park {
            name: raw.name.as_str().to_owned(),
            mode,
            size,
            players,
            ground: Ground::Grid(Arc::new(grid)),
        })
    }

    /// A park whose values are drawn, with starts in as many corners as players sit down.
    fn settled(&self, raw: &Raw, mode: Mode, values: &Spanned<String>) -> Result<Park, FileError> {
        let drawing = self.rows("values", values)?;
        let size = drawing.rows.len();
        self.no_parts(raw, "values")?;
        self.same_size(raw, size)?;
        let signs = drawing.rows.iter().flatten();
        let squares = signs.map(|sign| square(&drawing, sign, "")).collect::<Result<_, _>>()?;
        let ground = Ground::Squares(squares);
        let players = self.players(raw)?.unwrap_or(2);
        let park = Park { name: raw.name.as_str().to_owned(), mode, size, players, ground };
        self.seated(park, values.span(), "values")
    }

    /// A park to be laid out.
    fn recipe(&self, raw: &Raw, mode: Mode) -> Result<Park, FileError> {
        let Some(size) = &raw.size else {
            let why = "'size' is missing, expected 'size' (5 to 26) or a drawn 'grid'";
            return Err(FileError::new(why));
        };
        let size = self.within("size", size, &SIZES)?;
        let values = match &raw.values {
            None => Values::Default,
            Some(values) => self.named("values", values, &Values::ALL, Values::name)?,
        };
        let walls = self.part("walls", raw.walls.as_ref(), size, &WALLS)?;
        let negative = self.part("negative", raw.negative.as_ref(), size, &NEGATIVE)?;
        let ground = Ground::Recipe(Recipe { values, walls, negative });
        let players = self.players(raw)?.unwrap_or(2);
        let park = Park { name: raw.name.as_str().to_owned(), mode, size, players, ground };
        let walls = raw.walls.as_ref().map_or(0..0, Spanned::span);
        self.seated(park, walls, "walls")
    }

    /// The park, if as many as usually sit down find an open corner.
    fn seated(&self, park: Park, span: Range<usize>, key: &str) -> Result<Park, FileError> {
        let open = park.open_corners();
        if open >= park.players {
            return Ok(park);
        }
        let why = format!(
            "'{key}': the start at {} is in a wall or walled in, expected it open for {} players",
            corners(park.size)[open],
            park.players
        );
        Err(self.wrong(span, why))
    }

    fn part(
        &self,
        key: &str,
        part: Option<&Spanned<RawPart>>,
        size: usize,
        range: &RangeInclusive<i64>,
    ) -> Result<Part, FileError> {
        let Some(part) = part else { return Ok(Part::NONE) };
        match part.get_ref() {
            RawPart::Percent(percent) => {
                let percent = self.within(key, &Spanned::new(part.span(), *percent), range)?;
                match u8::try_from(percent).expect("the ranges are small") {
                    0 => Ok(Part::NONE),
                    percent => Ok(Part::ByLot { percent }),
                }
            }
            RawPart::Cells(texts) => {
                let mut cells = Vec::new();
                for text in texts {
                    let cell: Cell = text
                        .get_ref()
                        .parse()
                        .map_err(|why| self.wrong(text.span(), format!("'{key}': {why}")))?;
                    if !cell.is_within(size) {
                        let last = Cell::new(size - 1, size - 1);
                        let why =
                            format!("'{key}': '{cell}' is outside, expected 'A0' to '{last}'");
                        return Err(self.wrong(text.span(), why));
                    }
                    cells.push(cell);
                }
                cells.sort_unstable();
                cells.dedup();
                Ok(Part::Cells(cells))
            }
        }
    }

    fn players(&self, raw: &Raw) -> Result<Option<usize>, FileError> {
        raw.players.as_ref().map(|players| self.within("players", players, &PLAYERS)).transpose()
    }

    /// A drawing with as many rows as signs in each, and as many as a size may be.
    fn rows<'b>(
        &'b self,
        key: &'static str,
        value: &'b Spanned<String>,
    ) -> Result<Drawing<'b>, FileError> {
        let drawing = Drawing::read(self.text, key, value, Signs::Words);
        let size = drawing.rows.len();
        let (least, most) = (*SIZES.start() as usize, *SIZES.end() as usize);
        if !(least..=most).contains(&size) {
            let wrong = if size < least { "few" } else { "many" };
            let why = format!("{size} rows are too {wrong}, expected {least} to {most}");
            return Err(drawing.wrong(why));
        }
        if let Some(row) = drawing.rows.iter().find(|row| row.len() != size) {
            let has = row.len();
            let why = format!("a row of {has} cells, expected {size} (as many as there are rows)");
            return Err(drawing.wrong_at(row[0].span.clone(), why));
        }
        Ok(drawing)
    }

    /// A drawing says everything about its cells itself.
    fn no_parts(&self, raw: &Raw, drawing: &str) -> Result<(), FileError> {
        for (key, part) in [("walls", &raw.walls), ("negative", &raw.negative)] {
            if let Some(part) = part {
                let why =
                    format!("'{key}': the '{drawing}' shows them already, expected one of the two");
                return Err(self.wrong(part.span(), why));
            }
        }
        Ok(())
    }

    fn same_size(&self, raw: &Raw, drawn: usize) -> Result<(), FileError> {
        let Some(size) = &raw.size else { return Ok(()) };
        if self.within("size", size, &SIZES)? == drawn {
            return Ok(());
        }
        let why = format!("'size': {}, but {drawn} rows are drawn", size.get_ref());
        Err(self.wrong(size.span(), why))
    }

    fn named<T: Copy>(
        &self,
        key: &str,
        word: &Spanned<String>,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<T, FileError> {
        all.iter().copied().find(|it| name(*it) == word.get_ref()).ok_or_else(|| {
            let names: Vec<String> = all.iter().map(|it| format!("'{}'", name(*it))).collect();
            let (last, others) = names.split_last().expect("there is something to choose");
            let why = format!(
                "'{key}': '{}' is unknown, expected {} or {last}",
                word.get_ref(),
                others.join(", ")
            );
            self.wrong(word.span(), why)
        })
    }

    fn within(
        &self,
        key: &str,
        value: &Spanned<i64>,
        range: &RangeInclusive<i64>,
    ) -> Result<usize, FileError> {
        let number = within(self.text, key, value, range.clone())?;
        Ok(usize::try_from(number).expect("the ranges are positive"))
    }

    fn wrong(&self, span: Range<usize>, why: impl Into<String>) -> FileError {
        FileError::at(self.text, span, why)
    }
}

/// What a sign of a drawing stands for; `besides` says what else it might have been.
fn square(drawing: &Drawing<'_>, sign: &Sign<'_>, besides: &str) -> Result<Square, FileError> {
    if sign.text == WALL {
        return Ok(Square::Wall);
    }
    let range = -MAX_VALUE..=MAX_VALUE;
    let value = sign.text.parse::<i8>().ok().filter(|value| range.contains(value));
    value.map(Square::Worth).ok_or_else(|| {
        let why =
            format!("'{}' isn't a cell; use a value from -9 to 9, a wall '#'{besides}", sign.text);
        drawing.wrong_at(sign.span.clone(), why)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The refusal of a file, as the command line prints it.
    fn refusal(text: &str) -> String {
        read(text).expect_err("the file is bad").in_file("f.toml")
    }

    fn drawn(rows: &str) -> String {
        format!("name = \"x\"\ngrid = \"\"\"\n{rows}\"\"\"\n")
    }

    #[test]
    fn a_bad_file_is_refused_with_its_place_and_what_would_be_right() {
        let row = "1 1 1 1 1\n";
        let good = format!("Y 1 1 1 1\n{row}{row}{row}1 1 1 1 R\n");
        read(&drawn(&good)).unwrap();
        let large = "1 ".repeat(27) + "\n";
        let cases = [
            (
                drawn(&good.replacen(row, "1 1 1 1\n", 1)),
                "f.toml:4:1: 'grid': a row of 4 cells, expected 5 (as many as there are rows)",
            ),
            (
                drawn(&good.replacen(row, " 1 1 ? 1 1\n", 1)),
                "f.toml:4:6: 'grid': '?' isn't a cell; use a value from -9 to 9, a wall '#' or a start 'Y' 'R' 'G' 'B'",
            ),
            (
                drawn(&good.replacen(row, "1 1 1 1 -10\n", 1)),
                "f.toml:4:9: 'grid': '-10' isn't a cell; use a value from -9 to 9, a wall '#' or a start 'Y' 'R' 'G' 'B'",
            ),
            (
                drawn(&good.replacen(row, "1 Y 1 1 1\n", 1)),
                "f.toml:4:3: 'grid': a second start 'Y', expected one",
            ),
            (
                drawn(&good.replace('R', "#")),
                "f.toml:2:8: 'grid': there is no start 'R', expected 'Y' 'R' for 2 players",
            ),
            (
                drawn(&good.replace('R', "B")),
                "f.toml:2:8: 'grid': there is no start 'R', expected 'Y' 'R' for 2 players",
            ),
            (
                drawn("Y # 1 1 1\n# 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 R\n"),
                "f.toml:3:1: 'grid': the start at A0 is walled in, expected a free cell beside it",
            ),
            (
                drawn("Y 1 R\n1 1 1\n1 1 1\n"),
                "f.toml:2:8: 'grid': 3 rows are too few, expected 5 to 26",
            ),
            (
                drawn(&large.repeat(27)),
                "f.toml:2:8: 'grid': 27 rows are too many, expected 5 to 26",
            ),
            (
                format!("players = 2\n{}", drawn(&good.replacen(row, "1 1 G 1 1\n", 1))),
                "f.toml:5:5: 'grid': 'G' starts here, but 'players' is 2",
            ),
            (
                format!("players = 3\n{}", drawn(&good)),
                "f.toml:3:8: 'grid': there is no start 'G', expected 'Y' 'R' 'G' for 3 players",
            ),
            (format!("size = 7\n{}", drawn(&good)), "f.toml:1:8: 'size': 7, but 5 rows are drawn"),
            (
                format!("walls = [\"B1\"]\n{}", drawn(&good)),
                "f.toml:1:9: 'walls': the 'grid' shows them already, expected one of the two",
            ),
            (
                format!("values = \"random\"\n{}", drawn(&good)),
                "f.toml:1:10: 'values': the grid has the values, expected only one of 'grid' and 'values'",
            ),
            (
                "name = \"x\"\nsize = 4".to_owned(),
                "f.toml:2:8: 'size': 4 is too small, expected 5 to 26",
            ),
            (
                "name = \"x\"\nsize = 27".to_owned(),
                "f.toml:2:8: 'size': 27 is too large, expected 5 to 26",
            ),
            (
                "name = \"x\"\nsize = 9\nplayers = 5".to_owned(),
                "f.toml:3:11: 'players': 5 is too large, expected 2 to 4",
            ),
            (
                "name = \"x\"\nsize = 9\nmode = \"worm\"".to_owned(),
                "f.toml:3:8: 'mode': 'worm' is unknown, expected 'snake' or 'octopus'",
            ),
            (
                "name = \"x\"\nsize = 9\nvalues = \"high\"".to_owned(),
                "f.toml:3:10: 'values': 'high' is unknown, expected 'default', 'random' or 'mirrored'",
            ),
            (
                "name = \"x\"\nsize = 9\nwalls = 41".to_owned(),
                "f.toml:3:9: 'walls': 41 is too large, expected 0 to 40",
            ),
            (
                "name = \"x\"\nsize = 9\nwalls = [\"B1\", \"B\"]".to_owned(),
                "f.toml:3:16: 'walls': 'B' isn't a cell; use a letter and a number, as 'B0'",
            ),
            (
                "name = \"x\"\nsize = 9\nnegative = [\"J1\"]".to_owned(),
                "f.toml:3:13: 'negative': 'J1' is outside, expected 'A0' to 'I8'",
            ),
            (
                "name = \"x\"\nsize = 9\nwalls = [\"I8\"]".to_owned(),
                "f.toml:3:9: 'walls': the start at I8 is in a wall or walled in, expected it open for 2 players",
            ),
            (
                "name = \"x\"".to_owned(),
                "f.toml: 'size' is missing, expected 'size' (5 to 26) or a drawn 'grid'",
            ),
        ];
        for (file, expected) in cases {
            assert_eq!(refusal(&file), expected, "{file}");
        }
        assert!(
            refusal("name = \"x\"\nsise = 9").starts_with("f.toml:2:1: 'sise' isn't a key here")
        );
        assert!(refusal("name = \"x\"\nsize = 9\nwalls = \"many\"").contains("a list of cells"));
    }

    #[test]
    fn a_grid_with_escapes_is_read_too() {
        let rows = r"Y 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 R";
        let park = read(&format!("name = \"x\"\ngrid = \"{rows}\"")).unwrap();
        assert_eq!(park.size(), 5);
        let bad = format!("name = \"x\"\ngrid = \"{}\"", rows.replace('R', "?"));
        assert!(refusal(&bad).starts_with("f.toml:2:8: 'grid': '?' isn't a cell"));
    }
}

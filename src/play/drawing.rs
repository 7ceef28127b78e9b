//! Boards that are drawn in their files, sign by sign: every sign keeps its place, so that a bad
//! one can be pointed at.

use std::ops::Range;

use toml::Spanned;

use super::FileError;

/// How the signs of a drawing are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signs {
    /// Every character is one; blanks between them don't count.
    Characters,
    /// Blanks stand between them: `-3 # 7`.
    Words,
}

/// One sign, and where it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign<'a> {
    /// What is written there.
    pub text: &'a str,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// The value of a key, read as rows of signs from the top. Empty lines don't count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing<'a> {
    file: &'a str,
    key: &'static str,
    span: Range<usize>,
    /// None of them is empty.
    pub rows: Vec<Vec<Sign<'a>>>,
}

impl<'a> Drawing<'a> {
    /// Reads the drawing under `key` of a file.
    pub fn read(
        file: &'a str,
        key: &'static str,
        value: &'a Spanned<String>,
        signs: Signs,
    ) -> Drawing<'a> {
        let span = value.span();
        let source = &file[span.clone()];
        // Between its quotes the file says what the drawing says, unless something is escaped:
        // then all that can be pointed at is the whole.
        let quotes = ['"', '\''];
        let escaped = source.contains('\\');
        let inside = source.len() - source.trim_start_matches(quotes).len();
        let body = if escaped { value.get_ref() } else { source.trim_matches(quotes) };
        let mut at = span.start + inside;
        let mut rows = Vec::new();
        let ends = |sign: char| signs == Signs::Characters || sign.is_whitespace();
        for line in body.split_inclusive('\n') {
            let mut row = Vec::new();
            for piece in line.split_inclusive(ends) {
                let text = piece.trim_end();
                let span = if escaped { span.clone() } else { at..at + text.len() };
                row.extend((!text.is_empty()).then_some(Sign { text, span }));
                at += piece.len();
            }
            rows.extend((!row.is_empty()).then_some(row));
        }
        Drawing { file, key, span, rows }
    }

    /// The drawing is refused as a whole.
    pub fn wrong(&self, why: impl AsRef<str>) -> FileError {
        self.wrong_at(self.span.clone(), why)
    }

    /// The drawing is refused for what stands there.
    pub fn wrong_at(&self, span: Range<usize>, why: impl AsRef<str>) -> FileError {
        FileError::at(self.file, span, format!("'{}': {}", self.key, why.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(file: &str, signs: Signs) -> Vec<String> {
        #[derive(serde::Deserialize)]
        struct Raw {
            grid: Spanned<String>,
        }
        let raw: Raw = toml::from_str(file).unwrap();
        let drawing = Drawing::read(file, "grid", &raw.grid, signs);
        let place = |sign: &Sign| drawing.wrong_at(sign.span.clone(), sign.text).in_file("f");
        drawing.rows.iter().flatten().map(place).collect()
    }

    #[test]
    fn every_sign_knows_its_place() {
        let drawn = "grid = \"\"\"\n #é\n\n.1\n\"\"\"";
        let places =
            ["f:2:2: 'grid': #", "f:2:3: 'grid': é", "f:4:1: 'grid': .", "f:4:2: 'grid': 1"];
        assert_eq!(signs(drawn, Signs::Characters), places);
        let places = ["f:1:9: 'grid': -3", "f:1:13: 'grid': #"];
        assert_eq!(signs("grid = '-3  #'", Signs::Words), places);
    }

    #[test]
    fn what_is_escaped_has_the_place_of_the_whole() {
        let places = ["f:1:8: 'grid': a", "f:1:8: 'grid': b"];
        for kind in [Signs::Characters, Signs::Words] {
            assert_eq!(signs(r#"grid = "a\nb""#, kind), places);
        }
    }
}

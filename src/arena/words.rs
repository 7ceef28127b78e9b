//! Command lines as words, and the words of strangers.

use crate::play::clean;

/// Splits a command line into words. Quotes hold words together, a backslash takes the next
/// character as it is (inside single quotes nothing but the quote is special). On Windows, where
/// folders are named with it, a backslash is a character like any other.
///
/// ```
/// use parlour::arena::words;
///
/// assert_eq!(words("python3 'my bot.py'"), Ok(vec!["python3".to_owned(), "my bot.py".to_owned()]));
/// assert!(words("python3 'my bot.py").is_err());
/// ```
pub fn words(line: &str) -> Result<Vec<String>, String> {
    split(line, cfg!(windows))
}

fn split(line: &str, windows: bool) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') if !windows => {
                let next = signs.next().ok_or("the command line ends with a backslash")?;
                word.get_or_insert_default().push(next);
            }
            (None, _) if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    match quote {
        Some(quote) => Err(format!("a quote ({quote}) is open at the end of '{line}'")),
        None => {
            words.extend(word);
            Ok(words)
        }
    }
}

/// Words as a command line that [`words`] splits again.
pub(crate) fn quoted(words: &[String]) -> String {
    let plain = |word: &str| {
        let folder = |sign| cfg!(windows) && sign == '\\';
        let safe =
            |sign: char| sign.is_alphanumeric() || "-_./=+:,@%".contains(sign) || folder(sign);
        !word.is_empty() && word.chars().all(safe)
    };
    let quote = |word: &String| match plain(word) {
        true => word.clone(),
        // A quote among quotes: closed, the quote in quotes of the other kind, opened again.
        false => format!("'{}'", word.replace('\'', "'\"'\"'")),
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// Text of strangers for our terminal: nothing unprintable, and no more than `most` of it.
pub(super) fn printable(text: &str, most: usize) -> String {
    let text = clean(text.trim_end());
    let mut short: String = text.chars().take(most).collect();
    if text.chars().nth(most).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_fall_into_words() {
        let split = |line: &str| super::split(line, false).unwrap();
        assert_eq!(split("python3  my.py"), ["python3", "my.py"]);
        assert_eq!(split("sh -c 'echo \"a b\"; x'"), ["sh", "-c", "echo \"a b\"; x"]);
        assert_eq!(split("a\\ b \"c 'd' \\\"e\" ''"), ["a b", "c 'd' \"e", ""]);
        assert_eq!(split(" "), Vec::<String>::new());
        assert!(words("a 'b").is_err() && super::split("a\\", false).is_err());
        let hard = ["sh", "-c", "echo \"it's\" $x \\ ", "", "a b"].map(str::to_owned);
        assert_eq!(words(&quoted(&hard)), Ok(hard.to_vec()));
    }

    #[test]
    fn folders_are_named_with_backslashes_where_that_is_the_custom() {
        let line = "C:\\bots\\mine.exe \"C:\\my bots\\x.py\" 'a\\b'";
        assert_eq!(split(line, true).unwrap(), ["C:\\bots\\mine.exe", "C:\\my bots\\x.py", "a\\b"]);
    }

    #[test]
    fn strangers_cannot_paint_our_terminal() {
        assert_eq!(printable("\u{1b}[2Jhi\n", 10), "\u{fffd}[2Jhi");
        assert_eq!(printable("abcdef", 3), "abc...");
    }
}

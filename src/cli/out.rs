//! The way out: all text of the commands goes through here to standard output and standard error,
//! and loses on the way what would paint a terminal, wherever it was read. What people read becomes
//! their language here; what programs read goes out as it is.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Stderr, Stdout, Write};

use crate::lang::told;
use crate::play::{clean, shorten};

/// Nobody reads a longer line of complaint; it quotes something that is no word.
const LONGEST_COMPLAINT: usize = 600;

/// Standard output, for people.
pub fn stdout() -> Text<Stdout> {
    Text::new(io::stdout())
}

/// Standard error, for people.
pub fn stderr() -> Text<Stderr> {
    Text::new(io::stderr())
}

/// Standard error itself, for whoever wants to know whether anybody still reads it.
#[cfg(unix)]
pub fn error_handle() -> Stderr {
    io::stderr()
}

pub fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

pub fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Lines for standard error, each of a length that people read.
pub fn complain(text: &str) {
    let mut to = stderr();
    for line in text.trim_end().lines() {
        // The terminal may be gone, and with it everybody who could read this.
        let _ = writeln!(to, "{}", shorten(&told(line), LONGEST_COMPLAINT));
    }
}

/// Draws a progress bar on standard error, in the place of the one before.
pub fn bar(line: &str) {
    // Nobody misses a bar that cannot be drawn.
    let _ = write!(io::stderr(), "\r\x1b[K{}", clean(&told(line)));
}

/// Takes the progress bar away.
pub fn clear_bar() {
    bar("");
}

/// Cleans what is written, line by line. What has no end of line yet goes out when it is flushed or
/// dropped.
pub struct Text<W: Write> {
    to: W,
    line: Vec<u8>,
    spoken: bool,
}

impl<W: Write> Text<W> {
    pub fn new(to: W) -> Text<W> {
        Text { to, line: Vec::new(), spoken: true }
    }

    /// Whether programs read it, or a file takes it: then nothing is translated.
    pub fn for_programs(mut self, programs: bool) -> Text<W> {
        self.spoken = !programs;
        self
    }

    /// Lets the first `length` bytes go.
    fn let_go(&mut self, length: usize) -> io::Result<()> {
        let rest = self.line.split_off(length);
        let whole = std::mem::replace(&mut self.line, rest);
        let text = String::from_utf8_lossy(&whole);
        // Breaks and tabs are what makes it a text; everything between them is cleaned.
        let mut clean_text = String::with_capacity(text.len());
        for piece in text.split_inclusive(['\n', '\t']) {
            let end = if piece.ends_with(['\n', '\t']) { piece.len() - 1 } else { piece.len() };
            let (words, end) = piece.split_at(end);
            let words = words.strip_suffix('\r').unwrap_or(words);
            let words = if self.spoken { told(words) } else { Cow::Borrowed(words) };
            clean_text.push_str(&clean(&words));
            clean_text.push_str(end);
        }
        self.to.write_all(clean_text.as_bytes())
    }
}

impl<W: Write> Write for Text<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|byte| *byte == b'\n') {
            self.let_go(end + 1)?;
        }
        Ok(bytes.len())
    }

    #[inline(never)]
    fn write_fmt(&mut self, text: fmt::Arguments) -> io::Result<()> {
        self.write_all(text.to_string().as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.let_go(self.line.len())?;
        self.to.flush()
    }
}

impl<W: Write> Drop for Text<W> {
    fn drop(&mut self) {
        // Whoever wants to hear of trouble flushes.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cleaned_on_its_way_out() {
        let mut seen = Vec::new();
        let mut out = Text::new(&mut seen);
        // Even where a character comes in two pieces.
        out.write_all(b"caf\xc3").unwrap();
        out.write_all(b"\xa9\t\x1b[2J\r\nJSON: \"\xe2\x80").unwrap();
        out.write_all(b"\xaex\"").unwrap();
        drop(out);
        assert_eq!(String::from_utf8(seen).unwrap(), "café\t\u{fffd}[2J\nJSON: \"x\"");
    }
}

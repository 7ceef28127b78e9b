//! A phrase book: what the program says, and how another language says it.
//!
//! ```text
//! # A remark.
//! > column {column} is full
//! la colonne {column} est pleine
//! ```
//!
//! Lines that belong together follow each other; an empty line, or the next `>`, ends them. A phrase
//! that means two things is told apart by what it is used for: `> draw@key`. What has no
//! translation yet is left empty, and is said in English.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::phrase::{Manner, Piece, matched, pieces, weight};

/// Phrases of less than so many letters of their own, besides holes, fit too much.
const FEWEST_LETTERS: usize = 2;
/// From so many letters on a phrase can't be mistaken; with fewer, one letter in so many of the text
/// must be its own.
const SURE: usize = 12;
const LEAST_SHARE: usize = 4;
/// How deep a phrase may stand in a phrase.
const DEEPEST: usize = 4;
/// Where a text without a phrase of its own is taken apart, in this order.
const JOINTS: [&str; 11] = ["\n", ". ", "! ", "? ", " · ", "  ", ": ", "; ", ", ", " (", " - "];

/// A mistake in a book, and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// From 1.
    pub line: usize,
    /// What is wrong, in a sentence.
    pub why: String,
}

/// A line of a book that was read: the phrase, its line, and what it is called there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<'t> {
    /// From 1.
    pub line: usize,
    /// As the code says it.
    pub english: Cow<'t, str>,
    /// Empty where nobody has translated it yet.
    pub told: Cow<'t, str>,
}

/// All phrases of a language.
///
/// Three thousand are looked at before the first frame, so a phrase is understood when it is needed.
#[derive(Default, Debug)]
pub struct Book {
    whole: HashMap<Cow<'static, str>, Cow<'static, str>>,
    patterns: Vec<Phrase>,
    /// Which patterns begin with this byte.
    beginnings: HashMap<u8, Vec<usize>>,
    /// Those that begin with a hole.
    open: Vec<usize>,
}

/// A phrase with holes; nothing is in it if it makes no sense.
#[derive(Debug)]
struct Phrase {
    entry: Entry<'static>,
    pattern: OnceLock<Option<Pattern>>,
}

impl Phrase {
    /// Its pattern, unless the text lacks the words it begins with or those after its first hole.
    fn pattern(&self, text: &str) -> Option<&Pattern> {
        let english = &self.entry.english;
        let (before, after) = english.split_once('{')?;
        let words = after.split_once('}').map_or("", |(_, after)| after);
        let words = words.split(['{', '}']).next().unwrap_or_default();
        // Doubled braces stand for themselves; such a phrase is looked at as a whole.
        let plain = !english.contains("{{") && !english.contains("}}");
        if plain && !(text.starts_with(before) && text[before.len()..].contains(words)) {
            return None;
        }
        self.pattern.get_or_init(|| Pattern::of(&self.entry)).as_ref()
    }
}

#[derive(Debug)]
struct Pattern {
    english: Vec<Piece>,
    told: Vec<Piece>,
    weight: usize,
    /// How long its own words are, with the commas between them.
    length: usize,
    /// Whether one of its holes is for a number alone.
    counts: bool,
}

impl Pattern {
    fn of(entry: &Entry) -> Option<Pattern> {
        check(entry).ok()?;
        let (english, told) = (pieces(&entry.english).ok()?, pieces(&entry.told).ok()?);
        let weight = weight(&english);
        let plural = |it: &Piece| matches!(it, Piece::Hole { manner: Manner::Plural(_), .. });
        let counts = told.iter().any(plural);
        let length = english.iter().map(|piece| match piece {
            Piece::Words(words) => words.len(),
            Piece::Hole { .. } => 0,
        });
        let length = length.sum();
        (weight >= FEWEST_LETTERS).then_some(Pattern { english, told, weight, length, counts })
    }

    /// Whether enough of a text is the pattern's own: one with few letters fits almost anything.
    fn covers(&self, text: &str, found: &Found) -> bool {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
        // Where the other language takes a hole as it is, anything may stand there.
        let verbatim = self.told.iter().filter_map(|piece| match piece {
            Piece::Hole { name, manner: Manner::Verbatim } => {
                found.iter().find(|(known, _)| known == name)
            }
            _ => None,
        });
        let verbatim: Vec<usize> = verbatim.map(|(_, value)| letters(value)).collect();
        let others = || letters(text).saturating_sub(verbatim.iter().sum());
        self.weight >= SURE
            || self.weight >= SURE / 2 && !verbatim.is_empty()
            || self.weight * LEAST_SHARE >= others()
    }
}

/// What stands in the holes of a pattern, by their names.
type Found<'t> = Vec<(&'t str, &'t str)>;

/// The phrases of a file in order, and what is wrong with it.
pub fn entries(text: &str) -> (Vec<Entry<'_>>, Vec<Mistake>) {
    let (entries, mut mistakes) = read(text);
    for entry in &entries {
        if let Err(why) = check(entry) {
            mistakes.push(Mistake { line: entry.line, why });
        }
    }
    (entries, mistakes)
}

/// The phrases as they stand there, and the lines that belong to none.
fn read(text: &str) -> (Vec<Entry<'_>>, Vec<Mistake>) {
    let (mut entries, mut mistakes): (Vec<Entry>, Vec<Mistake>) = (Vec::new(), Vec::new());
    let mut open = false;
    for (line, words) in (1..).zip(text.lines().map(str::trim_ascii)) {
        if let Some(english) = words.strip_prefix('>') {
            let english = Cow::Borrowed(english.trim_ascii());
            match entries.last_mut().filter(|last| open && last.told.is_empty()) {
                // The English side goes over several lines as well.
                Some(last) if last.line + 1 == line => {
                    last.english = format!("{} {english}", last.english).into();
                    last.line = line;
                }
                _ => entries.push(Entry { line, english, told: Cow::Borrowed("") }),
            }
            open = true;
        } else if words.is_empty() {
            open = false;
        } else if !words.starts_with('#') {
            match entries.last_mut().filter(|_| open) {
                Some(last) if last.told.is_empty() => last.told = Cow::Borrowed(words),
                Some(last) => last.told = format!("{} {words}", last.told).into(),
                None => {
                    let why = format!("'{words}' belongs to no phrase; begin one with '> '");
                    mistakes.push(Mistake { line, why });
                }
            }
        }
    }
    (entries, mistakes)
}

/// What is wrong with one phrase.
fn check(entry: &Entry) -> Result<(), String> {
    if entry.english.starts_with('@') {
        return Ok(());
    }
    let names = |text: &str| {
        let pieces = pieces(text).map_err(|why| format!("'{text}': {why}"))?;
        let names = pieces.into_iter().filter_map(|piece| match piece {
            Piece::Hole { name, .. } => Some(name),
            Piece::Words(_) => None,
        });
        Ok::<Vec<String>, String>(names.collect())
    };
    let english = names(&entry.english)?;
    for name in names(&entry.told)? {
        if !english.contains(&name) {
            let there: Vec<String> = english.iter().map(|name| format!("'{{{name}}}'")).collect();
            let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
            return Err(format!("the phrase has no hole '{{{name}}}'; it has {there}"));
        }
    }
    let told = names(&entry.told)?;
    match english.iter().find(|name| !told.contains(name)) {
        Some(name) if !entry.told.is_empty() => Err(format!("'{{{name}}}' is missing")),
        _ => Ok(()),
    }
}

impl Book {
    /// Adds the phrases of a file; later ones take the place of earlier ones.
    pub fn add(&mut self, text: &'static str) {
        self.whole.reserve(text.len() / 128);
        for entry in read(text).0 {
            if entry.told.is_empty() {
                continue;
            }
            let first = entry.english.bytes().next();
            if first == Some(b'@') || !entry.english.contains('{') {
                self.whole.insert(entry.english, entry.told);
                continue;
            }
            let at = self.patterns.len();
            match first {
                Some(byte) if byte != b'{' || entry.english.starts_with("{{") => {
                    self.beginnings.entry(byte).or_default().push(at);
                }
                _ => self.open.push(at),
            }
            self.patterns.push(Phrase { entry, pattern: OnceLock::new() });
        }
    }

    /// The text in this language; none where the book has nothing for any part of it.
    pub fn tell(&self, text: &str) -> Option<String> {
        self.retell(text, 0).map(|told| spaced(&told))
    }

    /// The text where it is used for something in particular.
    pub fn tell_as(&self, text: &str, used_for: &str) -> Option<String> {
        let special = self.whole.get(format!("{text}@{used_for}").as_str());
        special.map(|told| spaced(told)).or_else(|| self.tell(text))
    }

    fn retell(&self, text: &str, depth: usize) -> Option<String> {
        let core = text.trim_matches(' ');
        if depth > DEEPEST || !core.contains(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let told = self.phrase(core, depth);
        let told = told.or_else(|| self.apart(core, depth)).or_else(|| self.framed(core, depth))?;
        let before = &text[..text.len() - text.trim_start_matches(' ').len()];
        let after = &text[text.trim_end_matches(' ').len()..];
        Some(format!("{before}{told}{after}"))
    }

    /// The text as one phrase, with a capital or without, with a full stop or without.
    fn phrase(&self, text: &str, depth: usize) -> Option<String> {
        if let Some(told) = self.exactly(text, depth) {
            return Some(told);
        }
        let last = text.chars().next_back().filter(|c| matches!(c, '.' | ':' | '!' | '?' | '…'))?;
        let told = self.phrase(&text[..text.len() - last.len_utf8()], depth)?;
        Some(told + &self.punctuation(last.encode_utf8(&mut [0; 4])))
    }

    fn exactly(&self, text: &str, depth: usize) -> Option<String> {
        if let Some(told) = self.whole.get(text) {
            return Some(told.to_string());
        }
        let small = small(text);
        if let Some(told) = self.whole.get(small.as_str()) {
            return Some(capital(told));
        }
        // The later of two that are equally sure is the user's own, but a number comes before
        // what could be anything, and so does a phrase that says where its parts end.
        let fitting = self.fitting(&small).chain(self.fitting(text));
        let (pattern, found) =
            fitting.max_by_key(|(pattern, _)| (pattern.weight, pattern.counts, pattern.length))?;
        let told = self.fill(&pattern.told, &found, depth);
        let begins = text.chars().next().is_some_and(char::is_uppercase);
        Some(if begins { capital(&told) } else { told })
    }

    /// Every pattern that the text may be, with what stands in its holes.
    fn fitting<'b>(&'b self, text: &'b str) -> impl Iterator<Item = (&'b Pattern, Found<'b>)> {
        let first = text.as_bytes().first().and_then(|byte| self.beginnings.get(byte));
        first.into_iter().flatten().chain(&self.open).filter_map(move |&at| {
            let pattern = self.patterns[at].pattern(text)?;
            let found = matched(&pattern.english, text)?;
            if !pattern.covers(text, &found) {
                return None;
            }
            pattern.told.iter().all(|piece| counts(piece, &found)).then_some((pattern, found))
        })
    }

    fn fill(&self, told: &[Piece], found: &[(&str, &str)], depth: usize) -> String {
        let mut text = String::new();
        for piece in told {
            match piece {
                Piece::Words(words) => text.push_str(words),
                Piece::Hole { name, manner } => {
                    let there = found.iter().find(|(known, _)| known == name);
                    let value = there.map_or("", |(_, value)| *value);
                    text.push_str(&self.hole(value, manner, depth));
                }
            }
        }
        text
    }

    fn hole(&self, value: &str, manner: &Manner, depth: usize) -> String {
        let told = || self.retell(value, depth + 1).unwrap_or_else(|| value.to_owned());
        match manner {
            Manner::Told => padded(told(), value),
            Manner::Verbatim => value.to_owned(),
            Manner::Form(form) => {
                // "red (Ada)": the form is the colour's.
                if let Some((name, more)) = value.split_once(" (") {
                    let (more, end) = more.split_at(more.trim_end_matches(')').len());
                    let more = self.retell(more, depth + 1).unwrap_or_else(|| more.to_owned());
                    return format!("{} ({more}{end}", self.hole(name, manner, depth));
                }
                let small = format!("{}@{form}", small(value));
                let found = self.whole.get(format!("{value}@{form}").as_str());
                let found = found.or_else(|| self.whole.get(small.as_str()));
                found.map(Cow::to_string).unwrap_or_else(|| {
                    // What every other name takes: `> @au`, 'à {}'.
                    let usual = self.whole.get(format!("@{form}").as_str());
                    usual.map_or_else(told, |usual| elided(&usual.replace("{}", &told())))
                })
            }
            Manner::Plural(forms) => {
                // French says "0 carte" and "1,5 carte"; most others have the singular for 1 alone.
                let many = number(value).is_none_or(|number| match self.whole.get("@plural") {
                    Some(rule) if rule == "from 2" => number.abs() >= 2.0,
                    _ => number.abs() != 1.0,
                });
                let form = if many { forms.last() } else { forms.first() };
                form.cloned().unwrap_or_default()
            }
        }
    }

    /// The parts of a text that is no phrase as a whole, each told if it can be.
    fn apart(&self, text: &str, depth: usize) -> Option<String> {
        let joint = JOINTS.into_iter().find(|joint| text.contains(joint))?;
        if joint == "  " {
            return self.columns(text, depth);
        }
        // A phrase may have its full stop.
        let stop = joint.strip_suffix(' ').filter(|stop| matches!(*stop, "." | "!" | "?"));
        let mut rest: Vec<&str> = text.split(joint).collect();
        let (mut parts, mut changed) = (Vec::new(), false);
        while let Some(first) = rest.first() {
            // As many parts as are one phrase together; a single one may be taken apart further.
            let most = if joint == "\n" { 1 } else { rest.len() };
            let together = (2..=most).rev();
            let found = together
                .filter(|&count| count < rest.len() || !parts.is_empty())
                .find_map(|count| Some((count, self.phrase(&rest[..count].join(joint), depth)?)));
            let (count, told) = match found {
                Some((count, told)) => (count, Some(told)),
                None => match stop.filter(|_| rest.len() > 1) {
                    Some(stop) => (1, self.sentence(first, stop, depth)),
                    None => (1, self.retell(first, depth)),
                },
            };
            changed |= told.is_some();
            parts.push(told.unwrap_or_else(|| (*first).to_owned()));
            rest.drain(..count);
        }
        changed.then(|| parts.join(&self.punctuation(joint)))
    }

    /// A sentence without the stop behind it.
    fn sentence(&self, text: &str, stop: &str, depth: usize) -> Option<String> {
        let told = self.retell(&format!("{text}{stop}"), depth)?;
        Some(told.strip_suffix(stop).unwrap_or(&told).trim_end_matches('\u{a0}').to_owned())
    }

    /// The columns of a table, each told if it can be; the next begins where it began before, if
    /// there is room.
    fn columns(&self, text: &str, depth: usize) -> Option<String> {
        let (mut line, mut changed) = (String::new(), false);
        let (mut rest, mut begin) = (text, 0);
        while !rest.is_empty() {
            let end = rest.find("  ").unwrap_or(rest.len());
            let (cell, after) = rest.split_at(end);
            let told = self.retell(cell, depth);
            changed |= told.is_some();
            line.push_str(told.as_deref().unwrap_or(cell));
            rest = after.trim_start_matches(' ');
            let gap = after.len() - rest.len();
            begin += cell.chars().count() + gap;
            let room = begin.saturating_sub(line.chars().count()).max(gap.min(2));
            line.extend(std::iter::repeat_n(' ', if gap == 0 { 0 } else { room }));
        }
        changed.then_some(line)
    }

    /// The words between signs that frame them, as on a button.
    fn framed(&self, text: &str, depth: usize) -> Option<String> {
        let sign = |c: char| !c.is_alphanumeric() && !"'\"{}%.".contains(c);
        let words = text.trim_matches(sign);
        if words.len() == text.len() || words.is_empty() {
            return None;
        }
        let at = text.find(words)?;
        let told = self.retell(words, depth + 1)?;
        Some(format!("{}{told}{}", &text[..at], &text[at + words.len()..]))
    }

    /// Some languages set a space before high punctuation (`> @space`).
    fn punctuation(&self, sign: &str) -> String {
        let high = sign.starts_with([':', ';', '!', '?']) && self.whole.contains_key("@space");
        if high { format!("\u{a0}{sign}") } else { sign.to_owned() }
    }
}

fn number(text: &str) -> Option<f64> {
    text.replace([' ', '\u{a0}'], "").replace(',', ".").parse().ok()
}

/// Whether a form that depends on a number finds one.
fn counts(piece: &Piece, found: &[(&str, &str)]) -> bool {
    match piece {
        Piece::Hole { name, manner: Manner::Plural(_) } => {
            found.iter().any(|(known, value)| known == name && number(value).is_some())
        }
        _ => true,
    }
}

/// As wide as what stood there, if that was filled up with blanks.
fn padded(told: String, value: &str) -> String {
    match value.ends_with(' ') {
        true => format!("{:width$}", told.trim_end_matches(' '), width = value.chars().count()),
        false => told,
    }
}

/// French drops the vowel of "de" before another: d'Ada.
fn elided(text: &str) -> String {
    let vowel = |c: char| "aeiouyéèêàâîïôûhAEIOUYÉÈÊÀÂÎÏÔÛ".contains(c);
    match text.strip_prefix("de ") {
        Some(name) if name.starts_with(vowel) => format!("d'{name}"),
        _ => text.to_owned(),
    }
}

/// The same with a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The same without one.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Where a space stands before high punctuation, a line must not break there.
fn spaced(text: &str) -> String {
    let mut text = text.to_owned();
    for sign in [":", ";", "!", "?", "»"] {
        text = text.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    text.replace("« ", "«\u{a0}")
}

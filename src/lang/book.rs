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
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use super::GIVEN;
use super::phrase::{Manner, Piece, matched, pieces, weight};

/// Phrases of less than so many letters of their own, besides holes, fit too much.
const FEWEST_LETTERS: usize = 2;
/// From so many letters on a phrase can't be mistaken; with fewer, one letter in so many of the text
/// must be its own.
const SURE: usize = 12;
const LEAST_SHARE: usize = 4;
/// How deep a phrase may stand in a phrase.
const DEEPEST: usize = 4;
/// The first of the characters that mean nothing by themselves.
const NOBODYS: u32 = 0xe000;
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
pub struct BookLine<'t> {
    /// From 1.
    pub line: usize,
    /// As the code says it.
    pub english: Cow<'t, str>,
    /// Empty where nobody has translated it yet.
    pub told: Cow<'t, str>,
}

/// All phrases of a language.
///
/// Three thousand are looked at before the first frame: they are found where they stand in the text,
/// and read when somebody says them.
#[derive(Default, Debug)]
pub struct Book {
    whole: HashMap<Cow<'static, str>, Below, BuildHasherDefault<Quick>>,
    patterns: Vec<Phrase>,
    /// The patterns by the longest of their own words, which every text that they fit has too: a
    /// number for the word, and which pattern, in order.
    by_word: Vec<(u64, usize)>,
    /// Those without a whole word of their own: `{points} point{}`.
    wordless: Vec<usize>,
}

/// What stands below the English of a phrase, up to the next phrase.
type Below = &'static str;

/// A hash for short texts that nobody chooses to annoy us.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..part.len()].copy_from_slice(part);
            let mixed = self.0.rotate_left(5) ^ u64::from_le_bytes(eight);
            self.0 = mixed.wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

fn hash(word: &[u8]) -> u64 {
    let mut quick = Quick::default();
    quick.write(word);
    quick.finish()
}

fn words(text: &str) -> impl Iterator<Item = &[u8]> {
    text.as_bytes().split(|byte| *byte == b' ')
}

/// A phrase with holes; nothing is in it if it makes no sense.
#[derive(Debug)]
struct Phrase {
    english: Cow<'static, str>,
    below: Below,
    pattern: OnceLock<Option<Box<Pattern>>>,
}

impl Phrase {
    /// Its pattern, unless the text lacks the words it begins with or those after its first hole.
    fn pattern(&self, text: &str) -> Option<&Pattern> {
        let english = &self.english;
        let (before, after) = english.split_once('{')?;
        let words = after.split_once('}').map_or("", |(_, after)| after);
        let words = words.split(['{', '}']).next().unwrap_or_default();
        // Doubled braces stand for themselves; such a phrase is looked at as a whole.
        let plain = !english.contains("{{") && !english.contains("}}");
        if plain && !(text.starts_with(before) && text[before.len()..].contains(words)) {
            return None;
        }
        let read = || Pattern::of(english, &read(self.below)).map(Box::new);
        self.pattern.get_or_init(read).as_deref()
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
    fn of(english: &str, told: &str) -> Option<Pattern> {
        check(english, told).ok()?;
        let (english, told) = (pieces(english).ok()?, pieces(told).ok()?);
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
        // What stands in a hole is one thing; only at the end anything may follow.
        let open = matches!(self.english.last(), Some(Piece::Hole { .. }));
        let inner = &found[..found.len() - usize::from(open)];
        let weak = self.weight < SURE;
        let several = |(_, value): &(&str, &str)| {
            value.contains("': ")
                || value.ends_with(':')
                || weak && (value.contains(": ") || value.contains(" - "))
        };
        if inner.iter().any(several) || weak && found.iter().any(|(_, it)| it.contains(" - ")) {
            return false;
        }
        let others = || letters(text).saturating_sub(verbatim.iter().sum());
        self.weight >= SURE
            || self.weight >= SURE / 2 && !verbatim.is_empty()
            || self.weight * LEAST_SHARE >= others()
    }
}

/// What stands in the holes of a pattern, by their names.
type Found<'t> = Vec<(&'t str, &'t str)>;

/// The phrases of a file in order, and what is wrong with it.
pub fn entries(text: &str) -> (Vec<BookLine<'_>>, Vec<Mistake>) {
    let head = text.lines().take_while(|line| !line.trim_ascii().starts_with('>'));
    let mut mistakes: Vec<Mistake> = (1..).zip(head).filter_map(stray).collect();
    let (mut entries, mut line, mut so_far) = (Vec::new(), 1, 0);
    for (at, english, below) in cut(text) {
        line += text[so_far..at].matches('\n').count();
        so_far = at;
        let told = read(below);
        let wrong = check(&english, &told).err();
        mistakes.extend(wrong.map(|why| Mistake { line, why }));
        let rest = (line + 1..).zip(below.lines());
        let rest = rest.skip_while(|(_, line)| !line.trim_ascii().is_empty());
        mistakes.extend(rest.filter_map(stray));
        entries.push(BookLine { line, english, told });
    }
    (entries, mistakes)
}

/// A line that belongs to no phrase is a mistake, unless it is a remark.
fn stray((line, words): (usize, &str)) -> Option<Mistake> {
    let words = words.trim_ascii();
    let why = format!("'{words}' belongs to no phrase; begin one with '> '");
    (!words.is_empty() && !words.starts_with('#')).then_some(Mistake { line, why })
}

/// The phrases of a file where they stand: the place of the last `>`, the English, and all that
/// stands below it up to the next phrase.
fn cut(text: &str) -> impl Iterator<Item = (usize, Cow<'_, str>, &str)> {
    let bytes = text.as_bytes();
    let begins_a_line = move |at: &usize| {
        let before = bytes[..*at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
        before.is_none_or(|byte| *byte == b'\n')
    };
    let mut signs = text.match_indices('>').map(|(at, _)| at).filter(begins_a_line).peekable();
    std::iter::from_fn(move || {
        let mut english = Cow::Borrowed("");
        loop {
            let at = signs.next()?;
            let end = signs.peek().copied().unwrap_or(text.len());
            let (line, below) =
                text[at + 1..end].split_once('\n').unwrap_or((&text[at + 1..end], ""));
            english = match english.is_empty() {
                true => Cow::Borrowed(line.trim_ascii()),
                false => Cow::Owned(format!("{english} {}", line.trim_ascii())),
            };
            // The English may go over several lines.
            let goes_on = below.trim_ascii().is_empty() && !below.contains('\n');
            if end == text.len() || !goes_on {
                return Some((at, english, below));
            }
        }
    })
}

/// What stands below the English as one text, up to an empty line and without remarks.
fn read(below: &str) -> Cow<'_, str> {
    let lines = below.lines().map(str::trim_ascii).take_while(|line| !line.is_empty());
    let mut lines = lines.filter(|line| !line.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    match lines.next() {
        None => Cow::Borrowed(first),
        Some(second) => {
            let rest = [first, second].into_iter().chain(lines).collect::<Vec<_>>();
            Cow::Owned(rest.join(" "))
        }
    }
}

/// What is wrong with one phrase.
fn check(english: &str, told: &str) -> Result<(), String> {
    if english.starts_with('@') {
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
    let english = names(english)?;
    let (is_told, told) = (!told.is_empty(), names(told)?);
    for name in &told {
        if !english.contains(name) {
            let there: Vec<String> = english.iter().map(|name| format!("'{{{name}}}'")).collect();
            let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
            return Err(format!("the phrase has no hole '{{{name}}}'; it has {there}"));
        }
    }
    match english.iter().find(|name| !told.contains(name)) {
        Some(name) if is_told => Err(format!("'{{{name}}}' is missing")),
        _ => Ok(()),
    }
}

impl Book {
    /// The phrases of these files; later ones take the place of earlier ones.
    pub fn of(texts: &[&'static str]) -> Book {
        let mut book = Book::default();
        let length: usize = texts.iter().map(|text| text.len()).sum();
        book.whole.reserve(length / 128);
        book.patterns.reserve(length / 256);
        for (_, english, below) in texts.iter().flat_map(|text| cut(text)) {
            let plain = below.bytes().next().is_some_and(|byte| !b"# \t\r\n".contains(&byte));
            if plain || !read(below).is_empty() {
                book.add(english, below);
            }
        }
        book.by_word.sort_unstable();
        book
    }

    fn add(&mut self, english: Cow<'static, str>, below: Below) {
        if english.starts_with('@') || !english.bytes().any(|byte| byte == b'{') {
            self.whole.insert(english, below);
            return;
        }
        let is_own = |word: &&[u8]| !word.iter().any(|byte| b"{}".contains(byte));
        let own = words(&english).filter(is_own).max_by_key(|word| word.len());
        match own.map(hash) {
            Some(word) => self.by_word.push((word, self.patterns.len())),
            None if pieces(&english).is_ok_and(|it| weight(&it) >= FEWEST_LETTERS) => {
                self.wordless.push(self.patterns.len());
            }
            None => return,
        }
        self.patterns.push(Phrase { english, below, pattern: OnceLock::new() });
    }

    /// The patterns that a text may be by its words, in the order of the book.
    fn likely(&self, text: &str) -> Vec<usize> {
        let of_word = |word| {
            let hash = hash(word);
            let from = self.by_word.partition_point(|(known, _)| *known < hash);
            self.by_word[from..].iter().take_while(move |(known, _)| *known == hash)
        };
        let by_word = words(text).flat_map(of_word).map(|(_, at)| *at);
        let mut likely: Vec<usize> = self.wordless.iter().copied().chain(by_word).collect();
        likely.sort_unstable();
        likely.dedup();
        likely
    }

    /// What the book has for exactly these words.
    fn word(&self, english: &str) -> Option<Cow<'static, str>> {
        self.whole.get(english).map(|below| read(below))
    }

    /// The text in this language; none where the book has nothing for any part of it.
    pub fn tell(&self, text: &str) -> Option<String> {
        if !text.contains(GIVEN) {
            return self.tell_nameless(text);
        }
        // A sign that is nobody's stands for each letter of a name, so that it has its width, ends
        // where it ended, and is no word of any phrase.
        let (mut hidden, mut names) = (String::new(), Vec::new());
        for (at, part) in text.split(GIVEN).enumerate() {
            if at % 2 == 0 {
                hidden.push_str(part);
                continue;
            }
            let sign = char::from_u32(NOBODYS + u32::try_from(names.len()).ok()?)?;
            let signs = sign.to_string().repeat(part.chars().count());
            hidden.push_str(&signs);
            names.push((signs, part));
        }
        let mut told = self.tell_nameless(&hidden)?;
        for (signs, name) in names {
            told = told.replace(&signs, &format!("{GIVEN}{name}{GIVEN}"));
        }
        Some(told)
    }

    fn tell_nameless(&self, text: &str) -> Option<String> {
        let told = self.retell(text, 0).map(|told| spaced(&told));
        self.with_decimals(told.as_deref().unwrap_or(text)).or(told)
    }

    /// The text where it is used for something in particular.
    pub fn tell_as(&self, text: &str, used_for: &str) -> Option<String> {
        let special = self.word(&format!("{text}@{used_for}"));
        special.map(|told| spaced(&told)).or_else(|| self.tell(text))
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
        if let Some(told) = self.word(text) {
            return Some(told.into_owned());
        }
        let small = small(text);
        if let Some(told) = self.word(&small) {
            return Some(capital(&told));
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
        self.likely(text).into_iter().filter_map(move |at| {
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
                let found = self.word(&format!("{value}@{form}"));
                let found = found.or_else(|| self.word(&small));
                found.map(Cow::into_owned).unwrap_or_else(|| {
                    // What every other name takes: `> @au`, 'à {}'.
                    let usual = self.word(&format!("@{form}"));
                    usual.map_or_else(told, |usual| elided(&usual.replace("{}", &told())))
                })
            }
            Manner::Plural(forms) => {
                // French says "0 carte" and "1,5 carte"; most others have the singular for 1 alone.
                let many = number(value).is_none_or(|number| match self.word("@plural") {
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

    /// Some languages write another sign between a number and its fraction (`> @decimal`): 93,5 %.
    fn with_decimals(&self, text: &str) -> Option<String> {
        let digit = |byte: &u8| byte.is_ascii_digit();
        let is_point = |part: &[u8]| digit(&part[0]) && part[1] == b'.' && digit(&part[2]);
        if !text.as_bytes().windows(3).any(is_point) {
            return None;
        }
        let sign = self.word("@decimal")?;
        // Only where it stands alone: not in a version, an address or what is typed.
        let changed = |word: &str| {
            let number = word.trim_matches(|c: char| "+-±(),;".contains(c));
            match number.bytes().all(|byte| digit(&byte) || byte == b'.')
                && number.matches('.').count() == 1
                && number.starts_with(|c: char| c.is_ascii_digit())
                && number.ends_with(|c: char| c.is_ascii_digit())
            {
                true => word.replace('.', &sign),
                false => word.to_owned(),
            }
        };
        Some(text.split(' ').map(changed).collect::<Vec<_>>().join(" "))
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

/// French drops the vowel of "de" and "que" before another: d'Ada, qu'Ada.
fn elided(text: &str) -> String {
    let vowel = |c: char| "aeiouéèêàâîïôûhAEIOUÉÈÊÀÂÎÏÔÛ".contains(c);
    // Of Yves, but not of Yann.
    let y = |name: &str| name.strip_prefix(['y', 'Y']).is_some_and(|rest| !rest.starts_with(vowel));
    match text.split_once("e ") {
        Some((short @ ("d" | "qu"), name)) if name.starts_with(vowel) || y(name) => {
            format!("{short}'{name}")
        }
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

//! Where strange input comes from: random bytes, good files spoilt in every way, and files put
//! together from the lines and words of good ones. The same case is the same input everywhere.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// Numbers around the edges of every type, and some that are none.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "3",
    "12",
    "13",
    "99",
    "127",
    "128",
    "254",
    "255",
    "256",
    "1000",
    "1001",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "1e400",
    "0.5",
    "nan",
    "-inf",
    "0x7f",
    "1_0",
    "00",
    "99999999999999999999999999999999999999999999999",
];

/// What parsers and terminals trip over.
const SIGNS: &[&str] = &[
    "\0",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\u{b}",
    "\u{1b}[2J",
    "\u{7f}",
    "\u{85}",
    "\u{feff}",
    "\u{200b}",
    "\u{202e}",
    "\u{301}",
    "e\u{301}\u{302}\u{303}",
    "漢字",
    "👩‍👩‍👧",
    "\u{10ffff}",
    "٣",
    "\"",
    "\"\"\"",
    "'",
    "'''",
    "\\",
    "\\u",
    "\\ud800",
    "#",
    "=",
    ":",
    ",",
    ";",
    ".",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "--- board",
    "--- moves",
    "2026-11-16T08:00:00Z",
];

const BRACKETS: &[&str] = &["[", "{", "[[", "{a=", "{\"a\":", "a.", "(", "\"", "'''"];

/// Good files, and the lines and words they are made of.
pub struct Corpus {
    files: Vec<Vec<u8>>,
    lines: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Corpus {
    pub fn new(files: impl IntoIterator<Item = impl Into<Vec<u8>>>) -> Corpus {
        let files: Vec<Vec<u8>> = files.into_iter().map(Into::into).collect();
        assert!(!files.is_empty(), "there is nothing to spoil");
        let lines = files.iter().flat_map(|file| lines(file)).collect();
        let words = files.iter().flat_map(|file| {
            let words = file.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
            words.filter(|word| !word.is_empty()).map(<[u8]>::to_vec)
        });
        let mut words: Vec<Vec<u8>> = words.collect();
        words.sort();
        words.dedup();
        words.push(Vec::new());
        Corpus { lines, words, files }
    }

    /// An input; what it is depends on the generator alone.
    pub fn input(&self, rng: &mut ChaCha8Rng) -> Vec<u8> {
        match rng.random_range(0..20) {
            0 => (0..rng.random_range(0..300)).map(|_| rng.random()).collect(),
            1 => (0..rng.random_range(0..60)).flat_map(|_| self.word(rng)).collect(),
            2 | 3 => {
                let picked = (0..rng.random_range(0..30)).map(|_| one(&self.lines, rng));
                picked.collect::<Vec<_>>().join(&b'\n')
            }
            _ => {
                let mut file = one(&self.files, rng);
                for _ in 0..1 << rng.random_range(0..4) {
                    self.spoil(&mut file, rng);
                }
                file
            }
        }
    }

    fn word(&self, rng: &mut ChaCha8Rng) -> Vec<u8> {
        match rng.random_range(0..4) {
            0 => one(NUMBERS, rng).as_bytes().to_vec(),
            1 => one(SIGNS, rng).as_bytes().to_vec(),
            2 => b" ".to_vec(),
            _ => one(&self.words, rng),
        }
    }

    /// Does one thing to a file that ought not to be done.
    fn spoil(&self, file: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
        match rng.random_range(0..16) {
            0 => {
                for _ in 0..rng.random_range(1..8) {
                    if let Some(byte) = at(file, rng) {
                        file[byte] ^= 1 << rng.random_range(0..8);
                    }
                }
            }
            1 => {
                let range = range(file, 20, rng);
                rng.fill(&mut file[range]);
            }
            2 => drop(file.drain(range(file, 60, rng))),
            3 => {
                let range = range(file, 60, rng);
                let part = file[range.clone()].repeat(rng.random_range(1..200));
                file.splice(range, part);
            }
            4 => {
                let place = rng.random_range(0..=file.len());
                file.splice(place..place, self.word(rng));
            }
            5 => self.reword(file, u8::is_ascii_digit, |rng| one(NUMBERS, rng).into(), rng),
            6 => self.reword(file, u8::is_ascii_alphanumeric, |rng| self.word(rng), rng),
            7 => {
                let place = rng.random_range(0..=file.len());
                let nested = one(BRACKETS, rng).repeat(rng.random_range(1..300));
                file.splice(place..place, nested.into_bytes());
            }
            8 => {
                let place = rng.random_range(0..=file.len());
                let swollen = one(SIGNS, rng).repeat(rng.random_range(1..3000));
                file.splice(place..place, swollen.into_bytes());
            }
            9 => file.truncate(rng.random_range(0..=file.len())),
            10 => {
                let other = one(&self.files, rng);
                file.truncate(rng.random_range(0..=file.len()));
                file.extend(&other[rng.random_range(0..=other.len())..]);
            }
            kind => {
                let mut lines = lines(file);
                let line = rng.random_range(0..lines.len());
                match kind {
                    11 => lines.shuffle(rng),
                    12 => drop(lines.remove(line)),
                    13 => lines.insert(line, lines[line].clone()),
                    14 => lines.insert(line, one(&self.lines, rng)),
                    _ => {
                        let other = rng.random_range(0..lines.len());
                        lines.swap(line, other);
                    }
                }
                *file = lines.join(&b'\n');
            }
        }
    }

    /// Puts another word in the place of a run of such bytes.
    fn reword(
        &self,
        file: &mut Vec<u8>,
        is: fn(&u8) -> bool,
        word: impl Fn(&mut ChaCha8Rng) -> Vec<u8>,
        rng: &mut ChaCha8Rng,
    ) {
        let Some(from) = at(file, rng) else { return };
        let Some(start) = file[from..].iter().position(is).map(|start| from + start) else {
            return;
        };
        let length = file[start..].iter().take_while(|byte| is(byte)).count();
        file.splice(start..start + length, word(rng));
    }
}

fn one<T: Clone>(things: &[T], rng: &mut ChaCha8Rng) -> T {
    things.choose(rng).expect("there is one").clone()
}

fn lines(file: &[u8]) -> Vec<Vec<u8>> {
    file.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn at(file: &[u8], rng: &mut ChaCha8Rng) -> Option<usize> {
    (!file.is_empty()).then(|| rng.random_range(0..file.len()))
}

fn range(file: &[u8], longest: usize, rng: &mut ChaCha8Rng) -> std::ops::Range<usize> {
    let start = rng.random_range(0..=file.len());
    start..(start + rng.random_range(0..=longest)).min(file.len())
}

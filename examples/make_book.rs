//! Makes Connect Four's opening book, or goes on with one. Stop it at any time and start it again
//! with the same file: what was solved is kept.
//!
//! ```text
//! cargo run --release --example make_book FILE EVERY LINES SECONDS [PART OF]
//! cargo run --release --example make_book merge FILE FILE...     into the first
//! ```
//!
//! EVERY: all positions of at most so many discs. LINES: the positions of at most so many discs
//! that `perfect` can meet, as either colour, with its best columns. PART OF: one share of the
//! work, from 0, so that several can do it at once and merge what they found.
//! The book in the program is `config/books/connect4.bin`.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use parlour::games::connect4::solver::book::{Book, Plan, Share, State, extend};
use parlour::games::connect4::solver::{Position, Solver};

/// A position that is not finished by then is begun anew, so this must be longer than any takes.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// Small enough to stay in the cache, which gains more than it loses from eight discs on.
const TABLE_BYTES: usize = 8 << 20;

type Done = Result<(), Box<dyn Error>>;

fn main() -> Done {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["merge", into, ref others @ ..] => merge(into, others),
        [file, every, lines, seconds] => make(file, [every, lines, seconds], Share::WHOLE),
        [file, every, lines, seconds, part, of] => {
            let share = Share { part: part.parse()?, of: of.parse::<u64>()?.max(1) };
            make(file, [every, lines, seconds], share)
        }
        _ => Err("expected FILE EVERY LINES SECONDS [PART OF], or merge FILE FILE...".into()),
    }
}

fn make(file: &str, [every, lines, seconds]: [&str; 3], share: Share) -> Done {
    let from = Position::new();
    let plan = Plan { from, every: every.parse()?, lines: lines.parse()?, share };
    let end = Instant::now() + Duration::from_secs(seconds.parse()?);
    let mut book = load(file)?;
    let mut solver = Solver::new(TABLE_BYTES);
    loop {
        let pause = end.min(Instant::now() + SAVE_EVERY);
        let progress = extend(&mut book, &mut solver, &plan, &|| Instant::now() >= pause);
        save(file, &book)?;
        let bytes = book.to_bytes().len();
        println!("{} solved: {} entries, {bytes} bytes", progress.solved, book.len());
        if progress.state == State::Complete || Instant::now() >= end {
            println!("{:?}", progress.state);
            return Ok(());
        }
    }
}

fn merge(into: &str, others: &[&str]) -> Done {
    let mut book = load(into)?;
    for other in others {
        book.absorb(&load(other)?);
    }
    println!("{} entries, {} bytes", book.len(), book.to_bytes().len());
    save(into, &book)
}

fn load(file: &str) -> Result<Book, Box<dyn Error>> {
    if !Path::new(file).exists() {
        return Ok(Book::new());
    }
    Ok(Book::from_bytes(&fs::read(file)?)?)
}

/// Beside the file first, so that a book is never lost half-written.
fn save(file: &str, book: &Book) -> Done {
    let draft = format!("{file}.new");
    fs::write(&draft, book.to_bytes())?;
    Ok(fs::rename(draft, file)?)
}

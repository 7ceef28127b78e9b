//! An opening book: scores of positions that were solved beforehand, the form
//! in which they are kept, and the work of finding more of them.
//! Knows no disk and no clock: bytes come in and go out, and the work is
//! stopped from outside and taken up again where it stood.
//!
//! # The form
//!
//! A position and its mirror image share an entry, under the smaller key of
//! the two. Entries are sorted by key. All numbers are little-endian.
//!
//! ```text
//!   "c4book1\n"   8 bytes
//!   count         4 bytes
//!   count entries:
//!     step        1 to 7 bytes: the key less the key before, seven bits a
//!                 byte, lowest first, the top bit set if more follow
//!     score       1 byte: the score + 32, and 64 more if `best` follows
//!     best        1 byte or none: a bit for each column that keeps the score
//! ```

use super::position::COLUMNS;
use super::search::win_with;
use super::{Best, Position, Solver};
use std::collections::BTreeMap;
use std::fmt;

const HEAD: &[u8; 8] = b"c4book1\n";
const SCORE_BIAS: i8 = 32;
const BEST_FOLLOWS: u8 = 64;
/// How many neighbours are solved with one table. They share much of their play, which saves a
/// third of the time; later on the table would be full of what the next ones have no use for.
const FAMILY: u32 = 256;

/// Solved positions, found by position or by mirror image.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    entries: BTreeMap<u64, Recorded>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Recorded {
    score: i8,
    /// The best columns of the position with the smaller key; 0 if they
    /// were not recorded.
    best: u8,
}

/// Why bytes are not a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookError {
    /// The first bytes are not those of a book.
    Head,
    /// The bytes end within an entry, or more follow the last one.
    Length {
        /// What the head of the book says.
        expected_entries: u32,
        /// Whole entries that were read; one more than expected if bytes are left over.
        read_entries: u32,
    },
    /// An entry is not of a position, or not of a score.
    Entry {
        /// Counted from 0.
        index: u32,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head => write!(f, "not an opening book, expected it to begin with 'c4book1'"),
            Self::Length { expected_entries, read_entries } => {
                write!(f, "'{read_entries}' entries, expected exactly {expected_entries}")
            }
            Self::Entry { index } => {
                write!(f, "entry '{index}' is wrong, expected a position and its score")
            }
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// A book with nothing in it.
    pub const fn new() -> Self {
        Self { entries: BTreeMap::new() }
    }

    /// How many positions it knows, mirror images counted once.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no position has been added yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The score of a position for the player to move, if it is known here
    /// or the player wins at once.
    pub fn score(&self, position: &Position) -> Option<i8> {
        if wins_at_once(position) {
            return Some(win_with(position.moves() + 1) as i8);
        }
        if position.is_full() {
            return Some(0);
        }
        self.entries.get(&shared_key(position)).map(|entry| entry.score)
    }

    /// The score with every column that keeps it, if both are known: from the
    /// entry, or from the scores of the positions after each move. A win at
    /// once needs no book.
    pub fn best(&self, position: &Position) -> Option<Best> {
        if wins_at_once(position) {
            let wins = open_columns(position).filter(|&column| position.is_winning_move(column));
            let columns = wins.fold(0, |columns, column| columns | 1 << column);
            return Some(Best { score: win_with(position.moves() + 1) as i8, columns });
        }
        self.best_of_entry(position).or_else(|| self.best_of_replies(position))
    }

    /// Takes over what another book knows.
    pub fn absorb(&mut self, other: &Self) {
        for (&key, &entry) in &other.entries {
            let held = self.entries.entry(key).or_insert(entry);
            held.best |= entry.best;
        }
    }

    fn best_of_entry(&self, position: &Position) -> Option<Best> {
        let key = shared_key(position);
        let &Recorded { score, best } = self.entries.get(&key).filter(|entry| entry.best != 0)?;
        let columns = if key == position.key() { best } else { mirror_columns(best) };
        Some(Best { score, columns })
    }

    fn best_of_replies(&self, position: &Position) -> Option<Best> {
        let mut best = None;
        for column in open_columns(position) {
            let score = if position.is_winning_move(column) {
                win_with(position.moves() + 1) as i8
            } else {
                -self.score(&after(position, column))?
            };
            best = match best {
                Some(Best { score: held, columns }) if held == score => {
                    Some(Best { score, columns: columns | 1 << column })
                }
                Some(Best { score: held, .. }) if held > score => best,
                _ => Some(Best { score, columns: 1 << column }),
            };
        }
        best
    }

    fn insert(&mut self, position: &Position, score: i8) {
        self.entries.entry(shared_key(position)).or_insert(Recorded { score, best: 0 });
    }

    fn insert_best(&mut self, position: &Position, best: Best) {
        let key = shared_key(position);
        let columns =
            if key == position.key() { best.columns } else { mirror_columns(best.columns) };
        self.entries.insert(key, Recorded { score: best.score, best: columns });
    }

    /// The book as bytes, which [`Book::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        let mut before = 0;
        for (&key, entry) in &self.entries {
            let mut step = key - before;
            before = key;
            while step >= 0x80 {
                bytes.push(step as u8 | 0x80);
                step >>= 7;
            }
            bytes.push(step as u8);
            let score = (entry.score + SCORE_BIAS) as u8;
            if entry.best == 0 {
                bytes.push(score);
            } else {
                bytes.extend([score | BEST_FOLLOWS, entry.best]);
            }
        }
        bytes
    }

    /// Reads a book. Refuses bytes that [`Book::to_bytes`] cannot have made
    /// of positions and possible scores.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let rest = bytes.strip_prefix(HEAD).ok_or(BookError::Head)?;
        let (count, mut rest) = rest.split_first_chunk().ok_or(BookError::Head)?;
        let expected_entries = u32::from_le_bytes(*count);
        let mut entries = Vec::new();
        let mut key = 0;
        for index in 0..expected_entries {
            let length = BookError::Length { expected_entries, read_entries: index };
            let step = take_step(&mut rest).ok_or(length)?;
            key += step;
            let score = take_byte(&mut rest).ok_or(length)?;
            let best =
                if score & BEST_FOLLOWS != 0 { take_byte(&mut rest).ok_or(length)? } else { 0 };
            let score = i32::from(score & !BEST_FOLLOWS) - i32::from(SCORE_BIAS);
            let possible = Position::from_key(key).is_some_and(|position| {
                shared_key(&position) == key
                    && score.abs() <= win_with(position.moves() + 1)
                    && (0..8).all(|column| best >> column & 1 == 0 || position.can_play(column))
            });
            if !possible || (step == 0 && index > 0) {
                return Err(BookError::Entry { index });
            }
            let score = score as i8;
            entries.push((key, Recorded { score, best }));
        }
        if !rest.is_empty() {
            let read_entries = expected_entries.saturating_add(1);
            return Err(BookError::Length { expected_entries, read_entries });
        }
        Ok(Self { entries: entries.into_iter().collect() })
    }
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

/// A number of at most 49 bits, seven bits a byte.
fn take_step(bytes: &mut &[u8]) -> Option<u64> {
    let mut step = 0;
    for shift in (0..49).step_by(7) {
        let byte = take_byte(bytes)?;
        step |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(step);
        }
    }
    None
}

/// What a book is to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The position from which all others come: the empty board, if the book
    /// is one of openings.
    pub from: Position,
    /// Every position of at most so many discs.
    pub every: u32,
    /// The positions of at most so many discs in which a player is to move
    /// who has played best so far, as either colour, whatever the opponent
    /// did. They get their best columns too.
    pub lines: u32,
    /// [`Share::WHOLE`] if nobody else works on the same book.
    pub share: Share,
}

/// Which part of the work is ours, so that several can do it at once and
/// [`absorb`](Book::absorb) each other's books. What needs somebody else's
/// part is left for later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// From 0, and below `of`.
    pub part: u64,
    /// Into how many parts the work is divided.
    pub of: u64,
}

impl Share {
    /// All of it.
    pub const WHOLE: Self = Self { part: 0, of: 1 };

    /// Our stretch of a list. Neighbours stay together, for they have much of their play in common.
    fn of<T>(self, list: &[T]) -> &[T] {
        let start_of = |part: u64| (list.len() as u64 * part.min(self.of) / self.of) as usize;
        &list[start_of(self.part)..start_of(self.part.saturating_add(1))]
    }
}

/// How far [`extend`] came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions solved by this call.
    pub solved: u32,
    /// Whether a further call has anything left to do.
    pub state: State,
}

/// Why [`extend`] came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// The book holds our share of the plan.
    Complete,
    /// `stop` said so; a further call goes on from here.
    Stopped,
}

/// Adds to the book what the plan asks for and it does not hold yet, until
/// that is done or `stop` says true. Whatever was solved stays in the book;
/// a position that was not finished is begun anew by the next call, so let a
/// call last for at least some seconds.
///
/// The positions with the most discs are solved first, one by one. They are
/// the cheapest, and those with fewer discs follow from them without search.
pub fn extend(
    book: &mut Book,
    solver: &mut Solver,
    plan: &Plan,
    stop: &dyn Fn() -> bool,
) -> Progress {
    let mut work = Work { book, solver, plan, stop, solved: 0 };
    let done = work.every_position().and_then(|()| work.best_lines());
    let state = if done.is_some() { State::Complete } else { State::Stopped };
    Progress { solved: work.solved, state }
}

/// The work of one call of [`extend`]. Its methods return `None` when stopped.
struct Work<'a> {
    book: &'a mut Book,
    solver: &'a mut Solver,
    plan: &'a Plan,
    stop: &'a dyn Fn() -> bool,
    solved: u32,
}

impl Work<'_> {
    /// The first part of the plan.
    fn every_position(&mut self) -> Option<()> {
        let mut levels = Vec::new();
        let mut deepest = vec![self.plan.from];
        for _ in self.plan.from.moves()..self.plan.every {
            let deeper = without_repeats(deepest.iter().flat_map(replies));
            levels.push(deepest);
            deepest = deeper;
        }
        for position in self.plan.share.of(&deepest) {
            if self.book.score(position).is_none() {
                self.tick()?;
                let solved = self.solver.solve(position, self.stop)?;
                self.book.insert(position, solved.score);
            }
        }
        for position in levels.iter().rev().flatten() {
            if let Some(best) = self.book.best_of_replies(position)
                && !wins_at_once(position)
            {
                self.book.insert(position, best.score);
            }
        }
        Some(())
    }

    /// The second part of the plan, for both colours.
    fn best_lines(&mut self) -> Option<()> {
        let root = self.plan.from;
        // By turns and not one colour after the other: a book that is not
        // finished then serves both as far as it goes.
        let mut turns = [vec![root], without_repeats(quiet_replies(&root))];
        for (discs, colour) in (root.moves()..=self.plan.lines).zip([0, 1].into_iter().cycle()) {
            self.best_columns(discs, &turns[colour])?;
            let kept = turns[colour]
                .iter()
                .filter_map(|position| Some((position, self.best_known(position)?)));
            turns[colour] = without_repeats(kept.flat_map(|(position, best)| {
                let ours =
                    open_columns(position).filter(move |column| best.columns >> column & 1 != 0);
                let quiet = ours.filter(|&column| !position.is_winning_move(column));
                quiet.flat_map(|column| quiet_replies(&after(position, column)))
            }));
        }
        Some(())
    }

    /// Solves our share of positions of one number of discs that the book cannot know.
    fn best_columns(&mut self, discs: u32, positions: &[Position]) -> Option<()> {
        if discs < self.plan.every {
            return Some(());
        }
        for position in self.plan.share.of(positions) {
            if self.book.best_of_entry(position).is_none() {
                self.tick()?;
                let best = self.solver.best(position, self.stop)?;
                self.book.insert_best(position, best);
            }
        }
        Some(())
    }

    /// The best columns, if they do not wait for what others solve.
    fn best_known(&self, position: &Position) -> Option<Best> {
        if position.moves() < self.plan.every {
            self.book.best_of_replies(position)
        } else {
            self.book.best_of_entry(position)
        }
    }

    /// Called before each position that is solved.
    fn tick(&mut self) -> Option<()> {
        if (self.stop)() {
            return None;
        }
        if self.solved.is_multiple_of(FAMILY) {
            self.solver.clear();
        }
        self.solved += 1;
        Some(())
    }
}

/// The key under which a position and its mirror image are kept.
fn shared_key(position: &Position) -> u64 {
    position.key().min(position.mirror_key())
}

const fn mirror_columns(columns: u8) -> u8 {
    columns.reverse_bits() >> 1
}

fn open_columns(position: &Position) -> impl Iterator<Item = u32> + use<> {
    let position = *position;
    (0..COLUMNS).filter(move |&column| position.can_play(column))
}

fn wins_at_once(position: &Position) -> bool {
    open_columns(position).any(|column| position.is_winning_move(column))
}

/// The position after a move that is legal and does not win.
fn after(position: &Position, column: u32) -> Position {
    let mut next = *position;
    next.play(column);
    next
}

/// The positions after each move that does not end the game.
fn replies(position: &Position) -> impl Iterator<Item = Position> + use<> {
    let position = *position;
    open_columns(&position)
        .filter(move |&column| !position.is_winning_move(column))
        .map(move |column| after(&position, column))
        .filter(|next| !next.is_full())
}

/// Those of them that somebody has to think about.
fn quiet_replies(position: &Position) -> impl Iterator<Item = Position> + use<> {
    replies(position).filter(|next| !wins_at_once(next))
}

/// One of each position and its mirror image, in the order of keys.
fn without_repeats(positions: impl Iterator<Item = Position>) -> Vec<Position> {
    let by_key: BTreeMap<u64, Position> =
        positions.map(|position| (shared_key(&position), position)).collect();
    by_key.into_values().collect()
}

//! The floor of the hall: which matches are being played, move by move, and how they are halted.
//!
//! Whoever watches reads at a pace of their own and slows nobody down; a match that has ended can
//! be read to its end by everybody who has begun.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::referee::Played;
use crate::play::{Game, Seat};
use crate::search::Cancel;

/// How often a halted match looks whether it may go on.
const SLICE: Duration = Duration::from_millis(20);
/// So many moves of a match find room without asking for more of it.
const ROOM: usize = 32;

/// Shared by those who play and those who watch.
#[derive(Debug)]
pub(crate) struct Floor<G: Game> {
    running: Mutex<Vec<Arc<Feed<G>>>>,
    /// Looked at before every move.
    halted: AtomicBool,
}

impl<G: Game> Default for Floor<G> {
    fn default() -> Floor<G> {
        Floor { running: Mutex::default(), halted: AtomicBool::new(false) }
    }
}

impl<G: Game> Floor<G> {
    /// The matches that are being played now, by number.
    pub fn running(&self) -> Vec<Arc<Feed<G>>> {
        lock(&self.running).clone()
    }

    /// Halts every match before its next move.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    pub fn go_on(&self) {
        self.halted.store(false, Ordering::Relaxed);
    }

    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Waits while everything is halted, and says whether it was.
    pub(super) fn wait(&self, cancel: &Cancel) -> bool {
        let was_halted = self.is_halted();
        while self.is_halted() && !cancel.is_cancelled() {
            thread::sleep(SLICE);
        }
        was_halted
    }

    /// A match begins; it is on the floor until what is returned is dropped.
    pub(super) fn begin(&self, number: usize, set: usize, seating: &[usize]) -> OnFloor<'_, G> {
        let story = Mutex::new(Story::new(Vec::with_capacity(ROOM), None));
        let feed = Arc::new(Feed { number, set, seating: seating.to_vec(), story });
        let mut running = lock(&self.running);
        let at = running.partition_point(|other| other.number < number);
        running.insert(at, Arc::clone(&feed));
        drop(running);
        OnFloor { floor: self, feed }
    }
}

/// A match as those beside the table follow it.
#[derive(Debug)]
pub(crate) struct Feed<G: Game> {
    /// Its number in the contest, from 0.
    pub number: usize,
    /// The number of the first match of its set.
    pub set: usize,
    /// Who sits on each seat, as the number of an entrant.
    pub seating: Vec<usize>,
    story: Mutex<Story<G>>,
}

#[derive(Debug)]
struct Story<G: Game> {
    moves: Vec<G::Move>,
    /// By move, who made it and what they had left of their clock after it, where there is one.
    left: BTreeMap<usize, (Seat, Duration)>,
    ending: Option<Ending>,
}

impl<G: Game> Story<G> {
    fn new(moves: Vec<G::Move>, ending: Option<Ending>) -> Self {
        Story { moves, left: BTreeMap::new(), ending }
    }
}

/// How a match came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    OnTheBoard,
    Forfeit(Seat),
    /// The contest was stopped in the middle of it.
    CalledOff,
}

/// The same, for whoever need not know the game.
pub(crate) trait AnyFeed: Send + Sync {
    fn number(&self) -> usize;
    fn set(&self) -> usize;
    fn seating(&self) -> &[usize];
    fn plies(&self) -> usize;
    fn ending(&self) -> Option<Ending>;
    /// The move after so many others in its notation, if it has been played.
    fn text_after(&self, plies: usize) -> Option<String>;
    fn left_after(&self, plies: usize) -> Option<(Seat, Duration)>;
}

impl<G: Game> AnyFeed for Feed<G> {
    fn number(&self) -> usize {
        self.number
    }

    fn set(&self) -> usize {
        self.set
    }

    fn seating(&self) -> &[usize] {
        &self.seating
    }

    fn plies(&self) -> usize {
        Feed::plies(self)
    }

    fn ending(&self) -> Option<Ending> {
        Feed::ending(self)
    }

    fn text_after(&self, plies: usize) -> Option<String> {
        self.after(plies).map(|mv| mv.to_string())
    }

    fn left_after(&self, plies: usize) -> Option<(Seat, Duration)> {
        Feed::left_after(self, plies)
    }
}

impl<G: Game> Feed<G> {
    /// A match that has been played, to be watched once more.
    pub fn finished(played: &Played, moves: Vec<G::Move>) -> Self {
        let ending = played.resigned().map_or(Ending::OnTheBoard, Ending::Forfeit);
        let story = Mutex::new(Story::new(moves, Some(ending)));
        let (number, set, seating) = (played.number, played.set, played.seating.clone());
        Feed { number, set, seating, story }
    }

    /// How many moves there are so far.
    pub fn plies(&self) -> usize {
        lock(&self.story).moves.len()
    }

    /// The move after so many others, if it has been played.
    pub fn after(&self, plies: usize) -> Option<G::Move> {
        lock(&self.story).moves.get(plies).cloned()
    }

    /// Who made the move after so many others, and what they had left of their clock then.
    pub fn left_after(&self, plies: usize) -> Option<(Seat, Duration)> {
        lock(&self.story).left.get(&plies).copied()
    }

    pub fn ending(&self) -> Option<Ending> {
        lock(&self.story).ending
    }

    pub(super) fn tell(&self, mv: G::Move, left: Option<(Seat, Duration)>) {
        let mut story = lock(&self.story);
        if let Some(left) = left {
            let ply = story.moves.len();
            story.left.insert(ply, left);
        }
        story.moves.push(mv);
    }

    pub(super) fn end(&self, ending: Ending) {
        lock(&self.story).ending = Some(ending);
    }
}

/// A match that is being played.
pub(super) struct OnFloor<'a, G: Game> {
    pub floor: &'a Floor<G>,
    pub feed: Arc<Feed<G>>,
}

impl<G: Game> Drop for OnFloor<'_, G> {
    fn drop(&mut self) {
        lock(&self.floor.running).retain(|feed| !Arc::ptr_eq(feed, &self.feed));
        lock(&self.feed.story).ending.get_or_insert(Ending::CalledOff);
    }
}

/// What is behind these locks is whole after every statement, whoever panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

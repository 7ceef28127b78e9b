//! The floor of the hall: which matches are being played, move by move, and how they are halted.
//!
//! Whoever watches reads at a pace of their own and slows nobody down; a match that has ended can
//! be read to its end by everybody who has begun.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::referee::Played;
use crate::play::{Game, Seat};
use crate::search::Cancel;

/// How often a halted match looks whether the contest was called off.
const SLICE: Duration = Duration::from_millis(50);

/// Shared by those who play and those who watch.
#[derive(Debug)]
pub(crate) struct Floor<G: Game> {
    running: Mutex<Vec<Arc<Feed<G>>>>,
    halted: Mutex<bool>,
    goes_on: Condvar,
}

impl<G: Game> Default for Floor<G> {
    fn default() -> Floor<G> {
        Floor { running: Mutex::default(), halted: Mutex::new(false), goes_on: Condvar::new() }
    }
}

impl<G: Game> Floor<G> {
    /// The matches that are being played now, by number.
    pub fn running(&self) -> Vec<Arc<Feed<G>>> {
        lock(&self.running).clone()
    }

    /// Halts every match before its next move.
    pub fn halt(&self) {
        *lock(&self.halted) = true;
    }

    pub fn go_on(&self) {
        *lock(&self.halted) = false;
        self.goes_on.notify_all();
    }

    pub fn is_halted(&self) -> bool {
        *lock(&self.halted)
    }

    /// Waits while everything is halted, and says whether it was.
    pub(super) fn wait(&self, cancel: &Cancel) -> bool {
        let mut halted = lock(&self.halted);
        let was_halted = *halted;
        while *halted && !cancel.is_cancelled() {
            let waited = self.goes_on.wait_timeout(halted, SLICE);
            halted = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        was_halted
    }

    /// A match begins; it is on the floor until what is returned is dropped.
    pub(super) fn begin(&self, number: usize, set: usize, seating: &[usize]) -> OnFloor<'_, G> {
        let story = Mutex::new(Story { moves: Vec::new(), ending: None });
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

/// A move, with who made it and what they had left of their clock after it, where there is one.
type Told<M> = (M, Option<(Seat, Duration)>);

#[derive(Debug)]
struct Story<G: Game> {
    moves: Vec<Told<G::Move>>,
    ending: Option<Ending>,
}

/// How a match came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    OnTheBoard,
    Forfeit(Seat),
    /// The contest was stopped in the middle of it.
    CalledOff,
}

impl<G: Game> Feed<G> {
    /// A match that has been played, to be watched once more.
    pub fn finished(played: &Played, moves: Vec<G::Move>) -> Self {
        let ending = played.resigned().map_or(Ending::OnTheBoard, Ending::Forfeit);
        let moves = moves.into_iter().map(|mv| (mv, None)).collect();
        let story = Mutex::new(Story { moves, ending: Some(ending) });
        let (number, set, seating) = (played.number, played.set, played.seating.clone());
        Feed { number, set, seating, story }
    }

    /// How many moves there are so far.
    pub fn plies(&self) -> usize {
        lock(&self.story).moves.len()
    }

    /// The move after so many others, if it has been played.
    pub fn after(&self, plies: usize) -> Option<G::Move> {
        lock(&self.story).moves.get(plies).map(|(mv, _)| mv.clone())
    }

    /// Who made the move after so many others, and what they had left of their clock then.
    pub fn left_after(&self, plies: usize) -> Option<(Seat, Duration)> {
        lock(&self.story).moves.get(plies).and_then(|(_, left)| *left)
    }

    pub fn ending(&self) -> Option<Ending> {
        lock(&self.story).ending
    }

    pub(super) fn tell(&self, mv: G::Move, left: Option<(Seat, Duration)>) {
        lock(&self.story).moves.push((mv, left));
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

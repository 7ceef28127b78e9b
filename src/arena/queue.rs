//! Which match of a wave a thread plays next. Whoever has joined from elsewhere plays one match at
//! a time, so a match waits while one of its entrants is at another table.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::schedule::Wave;
use crate::search::Cancel;

/// So far past the oldest match that waits another may be taken before it. It is less than the
/// matches may run ahead of those that were counted, so nobody waits for somebody who waits.
const WINDOW: usize = 512;
/// How often those who wait look whether the contest was called off.
const SLICE: Duration = Duration::from_millis(50);

pub(super) struct Queue<'a> {
    wave: &'a Wave,
    end: usize,
    /// The next match, where everybody can be at several tables.
    next: AtomicUsize,
    /// Otherwise who is where.
    tables: Option<Mutex<Tables>>,
    free: Condvar,
}

struct Tables {
    one_at_a_time: Vec<bool>,
    busy: Vec<bool>,
    /// The matches that nobody has taken, oldest first.
    waiting: Vec<usize>,
}

impl<'a> Queue<'a> {
    pub fn new(matches: Range<usize>, wave: &'a Wave, one_at_a_time: &[bool]) -> Queue<'a> {
        let tables = one_at_a_time.contains(&true).then(|| {
            Mutex::new(Tables {
                one_at_a_time: one_at_a_time.to_vec(),
                busy: vec![false; one_at_a_time.len()],
                waiting: matches.clone().collect(),
            })
        });
        let next = AtomicUsize::new(matches.start);
        Queue { wave, end: matches.end, next, tables, free: Condvar::new() }
    }

    /// The match that is to be played now; none when there are no more, or when it is called off.
    pub fn take(&self, cancel: &Cancel) -> Option<usize> {
        let Some(tables) = &self.tables else {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            return (at < self.end).then_some(at);
        };
        let mut tables = lock(tables);
        while !tables.waiting.is_empty() && !cancel.is_cancelled() {
            if let Some(at) = tables.take(self.wave) {
                return Some(at);
            }
            let waited = self.free.wait_timeout(tables, SLICE);
            tables = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// Those who played it are free again.
    pub fn done(&self, at: usize) {
        if let Some(tables) = &self.tables {
            let mut tables = lock(tables);
            for entrant in self.wave.pairing(at).seating {
                tables.busy[entrant] = false;
            }
            self.free.notify_all();
        }
    }
}

impl Tables {
    fn take(&mut self, wave: &Wave) -> Option<usize> {
        let end = self.waiting.first()? + WINDOW;
        let candidates = self.waiting.iter().take_while(|at| **at < end);
        let is_free = |at: &usize| wave.pairing(*at).seating.iter().all(|it| !self.busy[*it]);
        let place = candidates.into_iter().position(is_free)?;
        let at = self.waiting.remove(place);
        for entrant in wave.pairing(at).seating {
            self.busy[entrant] = self.one_at_a_time[entrant];
        }
        Some(at)
    }
}

/// What is behind these locks is whole after every statement, whoever panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

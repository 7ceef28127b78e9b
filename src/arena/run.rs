//! The matches of a contest on several threads, reported in order. Knows no game: how one match is
//! played is handed in.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use super::plan::Keep;
use super::queue::Queue;
use super::referee::Played;
use super::schedule::{Pairing, Schedule};
use super::sprt::Sprt;
use super::tally::Tally;
use crate::search::Cancel;

/// How a contest stands: which matches are left, and what came of the others.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// Who is still to meet whom.
    pub schedule: Schedule,
    /// The results added up.
    pub tally: Tally,
    /// How near a decision between two differences is.
    pub sprt: Option<Sprt>,
}

impl Standings {
    /// Takes note of the next match, which has been played.
    pub fn note(&mut self, played: &Played) {
        self.schedule.note(played);
        self.tally.add(played);
        if let Some(sprt) = &mut self.sprt {
            sprt.note(played);
        }
    }

    /// Whether nothing is left to play, or nothing left to find out.
    pub fn is_over(&self) -> bool {
        self.schedule.is_over() || self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|sprt| sprt.verdict().is_some())
    }

    /// Takes note of matches that were played before, as far as they come next; those that fit
    /// nowhere stay. Every match that is noted is shown.
    pub fn note_known(
        &mut self,
        known: &mut BTreeMap<usize, Played>,
        note: &mut dyn FnMut(Played),
    ) {
        while !self.is_over() {
            let next = self.schedule.next();
            let Some(played) = known.remove(&next.number) else { return };
            // One of another draw, or from a journal that somebody has edited, is played again.
            if next.is_of(&played) {
                self.note(&played);
                note(played);
            } else {
                return;
            }
        }
    }
}

impl Standings {
    /// Takes note of the other matches that are known, past the gaps between them, and says which
    /// of those that could have been played by now are missing.
    pub fn note_rest(
        &mut self,
        mut known: BTreeMap<usize, Played>,
        note: &mut dyn FnMut(Played),
    ) -> Vec<Range<usize>> {
        let mut missing: Vec<Range<usize>> = Vec::new();
        if self.is_over() {
            return missing;
        }
        let begin = self.schedule.next().number;
        for number in begin.. {
            let Some(pairing) = self.schedule.numbered(number) else { break };
            match known.remove(&number).filter(|played| pairing.is_of(played)) {
                Some(played) => {
                    self.note(&played);
                    note(played);
                }
                None => match missing.last_mut().filter(|gap| gap.end == number) {
                    Some(gap) => gap.end += 1,
                    None => missing.push(number..number + 1),
                },
            }
        }
        missing
    }
}

/// Hears of the matches of a contest.
pub trait Listener {
    /// A match is over, in whatever order.
    fn over(&mut self, _: &Played) {}

    /// A match has been counted. They come in the order of their numbers, whoever was first to
    /// finish, so that whatever is added up comes out the same.
    fn counted(&mut self, standings: &Standings, played: Played);
}

impl<F: FnMut(&Standings, Played)> Listener for F {
    fn counted(&mut self, standings: &Standings, played: Played) {
        self(standings, played);
    }
}

/// Plays the match of a pairing; nothing if it is called off.
pub(super) type PlayOne<'a> = dyn Fn(Pairing) -> Option<Played> + Sync + 'a;

/// How a contest is played: on how many threads, and until when.
pub(super) struct Run<'a> {
    pub play: &'a PlayOne<'a>,
    pub keep: Keep,
    pub jobs: usize,
    pub cancel: &'a Cancel,
    /// Which entrants play no two matches at the same time.
    pub one_at_a_time: Vec<bool>,
}

impl Run<'_> {
    /// Plays the matches that are left and not among those that are known already.
    pub fn go_on(
        &self,
        standings: &mut Standings,
        known: &mut BTreeMap<usize, Played>,
        listener: &mut dyn Listener,
    ) {
        while !standings.is_over() && !self.cancel.is_cancelled() {
            self.play_wave(standings, known, listener);
        }
    }

    /// Plays what can be played now.
    fn play_wave(
        &self,
        standings: &mut Standings,
        known: &mut BTreeMap<usize, Played>,
        listener: &mut dyn Listener,
    ) {
        let wave = standings.schedule.wave().clone();
        let (begin, end) = (standings.schedule.done_of_wave(), wave.len());
        let due = AtomicUsize::new(begin);
        let queue = Queue::new(begin..end, &wave, &self.one_at_a_time);
        let mut early: BTreeMap<usize, Played> = BTreeMap::new();
        for at in begin..end {
            if known.is_empty() {
                break;
            }
            let pairing = wave.pairing(at);
            if let Some(played) = known.remove(&pairing.number).filter(|it| pairing.is_of(it)) {
                early.insert(at, played);
            }
        }
        let there: Vec<usize> = early.keys().copied().collect();
        let (send, played) = sync_channel(match self.keep {
            Keep::Moves => UNWRITTEN,
            Keep::Results => AHEAD,
        });
        let decided = Cancel::default();
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, (end - begin).max(1)) {
                let (send, queue, wave, due) = (send.clone(), &queue, &wave, &due);
                let (there, decided) = (&there, &decided);
                scope.spawn(move || {
                    while let Some(at) = queue.take(self.cancel) {
                        if !self.may_begin(at, due, decided) {
                            break;
                        }
                        if there.binary_search(&at).is_ok() {
                            queue.done(at);
                            continue;
                        }
                        let played = (self.play)(wave.pairing(at));
                        queue.done(at);
                        let Some(played) = played else { break };
                        if send.send((at, played)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let _opens = Opens(&due);
            let mut last_call = None;
            let mut at = begin;
            // Waking somebody takes longer than a quick match does: whoever counts lets some gather.
            let next = || {
                played.try_recv().or_else(|_| {
                    thread::sleep(GATHER);
                    played.recv()
                })
            };
            loop {
                while let Some(match_) = early.remove(&at) {
                    if self.cancel.is_cancelled() {
                        let deadline = *last_call.get_or_insert_with(|| Instant::now() + LAST_CALL);
                        if Instant::now() > deadline {
                            return;
                        }
                    }
                    if standings.is_decided() {
                        decided.cancel();
                        return;
                    }
                    standings.note(&match_);
                    listener.counted(standings, match_);
                    at += 1;
                    due.fetch_add(1, Ordering::Relaxed);
                }
                if standings.is_decided() {
                    decided.cancel();
                    return;
                }
                let Ok((place, match_)) = next() else { return };
                listener.over(&match_);
                early.insert(place, match_);
            }
        });
    }

    /// Waits until a match may begin, where the one at `due` is the next to be counted; false if it
    /// never will.
    fn may_begin(&self, at: usize, due: &AtomicUsize, decided: &Cancel) -> bool {
        let stopped = || self.cancel.is_cancelled() || decided.is_cancelled();
        while at >= due.load(Ordering::Relaxed).saturating_add(AHEAD) && !stopped() {
            thread::sleep(SLICE);
        }
        !stopped()
    }
}

/// So far the matches may run ahead of the oldest one that has not been counted. It bounds what
/// has to be remembered of them, and lets everybody play on while one match takes its time.
const AHEAD: usize = 1024;
/// So many played matches may wait to be written down: no more than a signal leaves time for.
const UNWRITTEN: usize = 64;
/// After a contest was called off, what was played until then is counted for so long; what is left
/// then counts as never played.
const LAST_CALL: Duration = Duration::from_millis(400);
/// Before it is waited for the next match.
const GATHER: Duration = Duration::from_micros(100);
/// How often those who are too far ahead look again.
const SLICE: Duration = Duration::from_millis(2);

/// Holds nobody up any more when it is dropped, also by a listener that panics.
struct Opens<'a>(&'a AtomicUsize);

impl Drop for Opens<'_> {
    fn drop(&mut self) {
        self.0.store(usize::MAX, Ordering::Relaxed);
    }
}

/// One match at a time for every core.
pub(crate) fn usual_jobs() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

//! Many matches on all cores. The arithmetic is in `odds`; this only shares it out.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use crate::games::goose::odds::{Simulation, Tally};
use crate::search::Cancel;

/// Throws in one portion of work, roughly: enough to be worth sending, few enough to stop soon.
const PORTION: u64 = 400_000;
/// Throws of one player in a match, roughly.
const USUAL: u64 = 20;

/// Plays so many matches and reports the tally as it grows. The same seed gives the same tally,
/// however many cores there are.
pub fn simulate(
    simulation: &Simulation,
    matches: u64,
    seed: u64,
    cancel: &Cancel,
    report: &mut dyn FnMut(&Tally),
) -> Tally {
    let portion = (PORTION / (USUAL * simulation.players() as u64)).max(1);
    let portions = matches.div_ceil(portion);
    let workers = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let next = AtomicU64::new(0);
    let mut all = Tally::default();
    thread::scope(|scope| {
        let (send, receive) = channel();
        for _ in 0..workers.min(portions) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= portions || cancel.is_cancelled() {
                        return;
                    }
                    let size = portion.min(matches - number * portion);
                    let mut tally = Tally::default();
                    simulation.run(size, seed ^ (number << 20), &mut tally);
                    if send.send(tally).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for tally in receive {
            all.merge(&tally);
            report(&all);
        }
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goose::{Board, Goose};
    use crate::play::{Game, Variant};

    #[test]
    fn the_cores_do_not_matter() {
        let board = Board::parse(Goose::BOARDS[0].1).unwrap();
        let simulation = Simulation::new(&board, 3);
        let mut reports = 0;
        let once = simulate(&simulation, 20_000, 1, &Cancel::default(), &mut |_| reports += 1);
        let again = simulate(&simulation, 20_000, 1, &Cancel::default(), &mut |_| ());
        assert_eq!((once.matches(), reports), (20_000, 4));
        assert_eq!(once, again);
    }

    #[test]
    fn it_can_be_stopped() {
        let board = Board::parse(Goose::BOARDS[0].1).unwrap();
        let cancel = Cancel::default();
        let stop = cancel.clone();
        let simulation = Simulation::new(&board, 2);
        let tally = simulate(&simulation, u64::MAX / 2, 1, &cancel, &mut |_| stop.cancel());
        assert!(tally.matches() > 0);
    }
}

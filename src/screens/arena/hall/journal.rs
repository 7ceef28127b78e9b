//! The results of a running contest on their way from those who play to the page: through the disk.

use std::iter;
use std::sync::mpsc::{Receiver, Sender};

use crate::arena::{KEPT, Played};
use crate::store::ContestFile;

/// So many results may wait to be written down before those who play have to.
pub const UNWRITTEN: usize = 1024;

/// Writes results into the journal, and only then passes them on to be shown. While the disk takes
/// its time others come in, and are written together.
pub fn write_down(
    file: &ContestFile,
    finished: &Receiver<Played>,
    show: &Sender<Played>,
    report: &mut dyn FnMut(String),
) {
    let mut lines = Vec::new();
    let mut trouble = None;
    while let Ok(first) = finished.recv() {
        let batch: Vec<Played> =
            iter::once(first).chain(finished.try_iter().take(UNWRITTEN)).collect();
        lines.extend(batch.iter().map(Played::line));
        match file.append(&lines) {
            Ok(()) => {
                lines.clear();
                trouble = None;
            }
            // They are tried again with the next ones: a journal with gaps is read up to the first.
            Err(why) if trouble.as_ref() != Some(&why) => {
                report(format!("the results cannot be kept: {why}"));
                trouble = Some(why);
            }
            Err(_) => {}
        }
        for mut played in batch {
            played.moves = played.moves.filter(|_| played.number < KEPT);
            // Nobody is there any more: the page was left.
            let _ = show.send(played);
        }
    }
}

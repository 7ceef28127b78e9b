//! What a house puts on the disk is written by threads of its own: a disk takes ten milliseconds to
//! say that something is safe, whether that is one match or eight, and meanwhile the house hears
//! its guests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::orders::{Order, Waker};
use crate::search::panic_text;

/// So many files are written at the same time.
const AT_ONCE: usize = 8;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that write, from the first file on.
pub struct Writers {
    done: Sender<Order>,
    waker: Waker,
    jobs: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Writers {
    pub fn new(done: Sender<Order>, waker: Waker) -> Writers {
        Writers { done, waker, jobs: None, threads: Vec::new() }
    }

    /// Writes what belongs to a table; the house hears of it when that is safe.
    pub fn write(
        &mut self,
        table: usize,
        write: impl FnOnce() -> Result<(), String> + Send + 'static,
    ) {
        let (done, waker) = (self.done.clone(), self.waker.clone());
        self.push(move || {
            let written = catch_unwind(AssertUnwindSafe(write));
            let written = written.unwrap_or_else(|panic| Err(panic_text(panic.as_ref())));
            // A house that has closed need not hear it.
            let _ = done.send(Order::Written(table, written));
            waker.wake();
        });
    }

    /// Does something that nobody waits for.
    pub fn push(&mut self, job: impl FnOnce() + Send + 'static) {
        let jobs = self.jobs.get_or_insert_with(|| start(&mut self.threads));
        if let Err(unsent) = jobs.send(Box::new(job)) {
            // Where there are no threads to be had, the house waits.
            unsent.0();
        }
    }
}

/// Starts the threads; what they are sent they do in order, each taking the next.
fn start(threads: &mut Vec<JoinHandle<()>>) -> Sender<Job> {
    let (jobs, queue) = channel::<Job>();
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..AT_ONCE {
        let queue = Arc::clone(&queue);
        let work = move || {
            while let Some(job) = next(&queue) {
                job();
            }
        };
        threads.extend(thread::Builder::new().name("disk".to_owned()).spawn(work));
    }
    jobs
}

fn next(queue: &Mutex<Receiver<Job>>) -> Option<Job> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

impl Drop for Writers {
    /// What was begun is brought to its end, so that nobody else writes the same files meanwhile.
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A job that panicked has said so.
            let _ = thread.join();
        }
    }
}

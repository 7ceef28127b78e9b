//! Work beside the screen: bots, hints, analysis and simulations run on threads of their own.
//!
//! A [`Task`] is the screen's end of such work. Its channel is private to the one job, so a late
//! answer to an old position has nowhere to arrive; dropping the task cancels the work.

use std::any::Any;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::Effect;
use crate::search::{Cancel, panic_text};

/// Tells the event loop that a task has news.
pub type Waker = Box<dyn Fn() + Send>;
/// What the event loop runs on a thread.
pub type Job = Box<dyn FnOnce(Waker) + Send>;

/// A report whose type only its task knows: then the machinery is compiled once, not for every kind
/// of work.
type Parcel = Box<dyn Any + Send>;
type Work = Box<dyn FnOnce(&Cancel, &mut dyn FnMut(Parcel)) + Send>;

/// The screen's end of running work that reports values of `T`.
#[derive(Debug)]
pub struct Task<T> {
    news: Receiver<Result<Parcel, String>>,
    cancel: Cancel,
    reports: PhantomData<fn() -> T>,
}

/// What a task has to say.
#[derive(Debug)]
pub enum News<T> {
    /// A value the work has found; more may come.
    Report(T),
    /// The work panicked; the text is its message.
    Failed(String),
    /// It has ended and said all.
    Done,
}

impl<T: Send + 'static> Task<T> {
    /// Prepares work. The effect must reach the event loop, which starts it.
    pub fn new(
        work: impl FnOnce(&Cancel, &mut dyn FnMut(T)) + Send + 'static,
    ) -> (Task<T>, Effect) {
        let cancel = Cancel::default();
        let (news, job) = prepare(
            cancel.clone(),
            Box::new(|cancel, post| work(cancel, &mut |value| post(Box::new(value)))),
        );
        (Task { news, cancel, reports: PhantomData }, Effect::Run(job))
    }

    /// The next piece of news, if there is one now.
    pub fn poll(&self) -> Option<News<T>> {
        match self.news.try_recv() {
            Ok(Ok(parcel)) => {
                let value = parcel.downcast().expect("a task's work reports the task's type");
                Some(News::Report(*value))
            }
            Ok(Err(why)) => Some(News::Failed(why)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(News::Done),
        }
    }
}

/// The work as the event loop runs it, and where its reports arrive.
fn prepare(cancel: Cancel, work: Work) -> (Receiver<Result<Parcel, String>>, Job) {
    let (send, news) = channel();
    let job: Job = Box::new(move |wake: Waker| {
        let mut post = |parcel: Parcel| {
            // Nobody listens any more: the screen has moved on.
            if send.send(Ok(parcel)).is_ok() {
                wake();
            }
        };
        let ended = catch_unwind(AssertUnwindSafe(|| work(&cancel, &mut post)));
        if let Err(panic) = ended {
            let _ = send.send(Err(panic_text(panic.as_ref())));
        }
        drop(send);
        wake();
    });
    (news, job)
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

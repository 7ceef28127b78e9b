//! The bots of a house: they think on threads of their own, as many at once as the machine has
//! cores, and their answers come back through a channel that wakes the house.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread;

use super::game::Thought;
use super::orders::{Order, Waker};
use crate::search::{Cancel, panic_text};

/// The position a bot thinks about: nobody wants its answer for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub table: usize,
    pub round: usize,
    pub backs: usize,
    pub ply: usize,
}

/// A bot's answer: the text of its move, or what went wrong.
#[derive(Debug)]
pub struct Answer {
    pub of: Position,
    pub text: Result<String, String>,
}

/// Bots that think, and those that wait until there is room.
pub struct Thinkers {
    answers: Sender<Order>,
    waker: Waker,
    most: usize,
    thinking: Vec<(Position, Cancel)>,
    waiting: VecDeque<(Position, Thought)>,
}

impl Thinkers {
    pub fn new(answers: Sender<Order>, waker: Waker) -> Thinkers {
        let most = thread::available_parallelism().map_or(1, usize::from);
        Thinkers { answers, waker, most, thinking: Vec::new(), waiting: VecDeque::new() }
    }

    /// Whether somebody thinks about this position already.
    pub fn is_busy_with(&self, position: Position) -> bool {
        self.thinking.iter().any(|(other, _)| *other == position)
            || self.waiting.iter().any(|(other, _)| *other == position)
    }

    /// Lets a bot think about this position, and nobody at this table about another.
    pub fn think(&mut self, position: Position, thought: Thought) {
        self.forget(position.table);
        self.waiting.push_back((position, thought));
        self.start();
    }

    /// Nobody needs to think about this table any more.
    pub fn forget(&mut self, table: usize) {
        self.waiting.retain(|(position, _)| position.table != table);
        for (_, cancel) in self.thinking.iter().filter(|(it, _)| it.table == table) {
            cancel.cancel();
        }
    }

    /// An answer has come, so there is room for another bot.
    pub fn done(&mut self, position: Position) {
        if let Some(at) = self.thinking.iter().position(|(other, _)| *other == position) {
            self.thinking.swap_remove(at);
        }
        self.start();
    }

    fn start(&mut self) {
        while self.thinking.len() < self.most
            && let Some((of, thought)) = self.waiting.pop_front()
        {
            let cancel = Cancel::default();
            self.thinking.push((of, cancel.clone()));
            let (answers, waker) = (self.answers.clone(), self.waker.clone());
            let work = move || {
                let text = catch_unwind(AssertUnwindSafe(|| thought(&cancel)));
                let text = text.unwrap_or_else(|panic| Err(panic_text(panic.as_ref())));
                // A house that has closed needs no answer.
                let _ = answers.send(Order::Answered(Answer { of, text }));
                waker.wake();
            };
            if let Err(error) = thread::Builder::new().name("bot".to_owned()).spawn(work) {
                let text = Err(format!("no thread for it: {error}"));
                let _ = self.answers.send(Order::Answered(Answer { of, text }));
                self.waker.wake();
            }
        }
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.thinking.iter().for_each(|(_, cancel)| cancel.cancel());
    }
}

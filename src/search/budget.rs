//! What a bot may spend on one move: time or nodes, and a way to stop it.

use std::cell::Cell;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much a move may cost. Tests and the arena count nodes, people wait for seconds.
///
/// ```
/// use parlour::search::Limit;
///
/// assert_eq!("500 nodes".parse::<Limit>(), Ok(Limit::Nodes(500)));
/// assert_eq!(Limit::Nodes(500).to_string(), "500 nodes");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// So long by the clock.
    Time(Duration),
    /// So many positions, the same on every machine.
    Nodes(u64),
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time(time) => write!(f, "{} ms", time.as_millis()),
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Limit, String> {
        let wrong = || format!("'{text}' isn't a limit; use '1000 ms' or '5000 nodes'");
        let (number, unit) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let number: u64 = number.parse().map_err(|_| wrong())?;
        match unit.trim() {
            "ms" => Ok(Limit::Time(Duration::from_millis(number))),
            "nodes" => Ok(Limit::Nodes(number)),
            _ => Err(wrong()),
        }
    }
}

/// Asks running work to stop. Clones share the one flag.
///
/// ```
/// use parlour::search::{Budget, Cancel, Limit};
///
/// let cancel = Cancel::default();
/// let budget = Budget::new(Limit::Nodes(u64::MAX), cancel.clone());
/// cancel.cancel();
/// assert!(budget.spent());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks whoever works to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for handlers of signals.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

/// Does so many pieces of work, each by its number, and returns when they are done. Searches know no
/// threads: whoever asks them has some.
pub type Spread = fn(pieces: usize, work: &(dyn Fn(usize) + Sync));

/// A limit that has begun to run.
///
/// ```
/// use parlour::search::Budget;
///
/// let budget = Budget::nodes(3);
/// let mut looked = 0;
/// while !budget.spent() {
///     looked += 1;
/// }
/// assert!(looked <= 3);
/// ```
#[derive(Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    nodes: u64,
    used: Cell<u64>,
    spent: Cell<bool>,
    cancel: Cancel,
    /// On how many cores it may be spent, if on several, and who spreads the work.
    crew: Option<(usize, Spread)>,
}

/// The clock and the flag are looked at once in so many nodes.
const POLL: u64 = 256;

impl Budget {
    /// Begins to run now.
    pub fn new(limit: Limit, cancel: Cancel) -> Budget {
        let (deadline, nodes) = match limit {
            // A time beyond what clocks can say is no limit.
            Limit::Time(time) => (Instant::now().checked_add(time), u64::MAX),
            Limit::Nodes(nodes) => (None, nodes),
        };
        Budget { deadline, nodes, used: Cell::new(0), spent: Cell::new(false), cancel, crew: None }
    }

    /// The same time on so many cores, among which somebody spreads the work. Nodes are for one, so
    /// that they buy the same everywhere.
    #[must_use]
    pub fn on_cores(self, cores: usize, spread: Spread) -> Budget {
        let several = cores > 1 && self.nodes == u64::MAX;
        Budget { crew: several.then_some((cores, spread)), ..self }
    }

    /// How many pieces of work are worth doing at the same time.
    pub fn cores(&self) -> usize {
        self.crew.map_or(1, |(cores, _)| cores)
    }

    /// Does the pieces of some work, one a core, each with a budget that ends when this one does.
    /// They come back in their order, without those for which there was no room.
    pub fn side_by_side<T: Send>(&self, work: impl Fn(usize, &Budget) -> T + Sync) -> Vec<T> {
        let Some((cores, spread)) = self.crew else { return vec![work(0, self)] };
        let (deadline, cancel) = (self.deadline, &self.cancel);
        let done = Mutex::new(Vec::with_capacity(cores));
        spread(cores, &|at| {
            let unlimited = Budget::new(Limit::Nodes(u64::MAX), cancel.clone());
            let result = work(at, &Budget { deadline, ..unlimited });
            done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// A budget in nodes that nobody cancels.
    pub fn nodes(nodes: u64) -> Budget {
        Budget::new(Limit::Nodes(nodes), Cancel::default())
    }

    /// Counts one node and says whether the search must stop. Searches call it at each node and
    /// unwind when it is true; it stays true.
    pub fn spent(&self) -> bool {
        if self.spent.get() {
            return true;
        }
        let used = self.used.get() + 1;
        self.used.set(used);
        let out = used > self.nodes || (used % POLL == 1 && self.out_of_time());
        self.spent.set(out);
        out
    }

    /// Whether the clock has run out or somebody cancelled, without counting a node: for work
    /// whose single step is long.
    pub fn out_of_time(&self) -> bool {
        self.cancel.is_cancelled() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Nodes counted so far.
    pub fn used(&self) -> u64 {
        self.used.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_for_all_cores_and_nodes_are_for_one() {
        let backwards: Spread = |pieces, work| (0..pieces).rev().for_each(work);
        let long = Limit::Time(Duration::from_secs(3600));
        let cancel = Cancel::default();
        let budget = Budget::new(long, cancel.clone()).on_cores(3, backwards);
        // The last is the first here, and calls all of it off.
        let pieces = budget.side_by_side(|at, budget| {
            if at == 2 {
                cancel.cancel();
            }
            while !budget.spent() {}
            at
        });
        assert_eq!(pieces, [0, 1, 2]);
        assert_eq!(Budget::nodes(100).on_cores(3, backwards).cores(), 1);
    }
}

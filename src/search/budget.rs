//! What a bot may spend on one move: time or nodes, and a way to stop it.

use std::cell::Cell;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
        Budget { deadline, nodes, used: Cell::new(0), spent: Cell::new(false), cancel }
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

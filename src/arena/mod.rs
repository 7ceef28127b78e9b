//! Many matches: a referee, pairings, programs as bots, and what the results are worth.
//!
//! A contest is reproducible from its seed, which nobody who plays in it knows: each match has a
//! seed of its own, made of the contest's and its number (`secret`), so it does not matter which
//! thread plays it or when, and no match tells anything of another. Nothing here
//! knows a screen or writes a file; reports go to whoever runs the contest.

mod bracket;
mod clock;
mod contest;
mod driver;
mod exam;
mod figures;
mod floor;
mod guest;
mod html;
mod journal;
mod openings;
mod part;
mod peer;
mod plan;
mod process;
mod program;
pub mod protocol;
mod queue;
mod referee;
mod report;
mod run;
mod schedule;
mod secret;
mod speaker;
mod sprt;
mod swiss;
mod tally;
mod words;

pub(crate) use bracket::{Bracket, Tie};
pub use clock::{TimeControl, Timer};
pub use contest::Contest;
pub use driver::{Driver, NoAnswer, Question};
pub use exam::{Blame, Sitting, sit};
pub use figures::Duel;
pub(crate) use floor::{AnyFeed, Ending, Feed, Floor};
pub use guest::{Clock, Guest, Patience};
pub(crate) use html::{Frames, Gallery};
pub use journal::{Journal, KEPT};
pub use part::Part;
pub(crate) use peer::{Ask, Call, Peer};
pub use plan::{Entrant, Keep, Plan};
pub(crate) use process::KEEP;
pub use process::keep_programs_with;
pub use program::Fault;
pub(crate) use program::{LEFT_BEHIND, Leaving, Program};
pub use referee::{Fate, Forfeit, Played, Thinking};
pub(crate) use report::{Report, percent};
pub(crate) use run::usual_jobs;
pub use run::{Listener, Standings};
pub use schedule::{Format, Order, Pairing, Schedule};
pub use secret::Secret;
pub use speaker::{MakeBot, SpeakError, Speaker, speak};
pub use sprt::{Hypotheses, Sprt, Verdict};
pub(crate) use tally::clear_difference;
pub use tally::{Count, Line, Tally};
pub(crate) use words::quoted;
pub use words::words;

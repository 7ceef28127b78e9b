//! Bots for any game: what a bot is, what it may spend, and the searches that games share.

mod advice;
mod alpha_beta;
mod bot;
mod budget;
mod card;
mod evaluate;
mod fingerprint;
mod level;
mod monte_carlo;
mod oracle;
mod riddle;
mod table;
mod window;

pub use advice::{Advice, counted};
pub use alpha_beta::{AlphaBeta, AlphaBetaBot, Best};
pub use bot::{
    Book, Bot, Bots, Exact, RandomBot, Solve, Strategy, bot_seed, known_strategy, panic_text,
    seat_seed, strategy, strongest,
};
pub use budget::{Budget, Cancel, Limit, Spread};
pub use card::{Card, Entry, Roster};
pub use evaluate::{Evaluate, Value, rewards};
pub use fingerprint::fingerprint;
pub use level::{Level, bot_name, first_opponent, levels, seated};
pub use monte_carlo::{MonteCarlo, MonteCarloBot, Playout, Prospect, Settings, Uniform};
pub use oracle::{Oracle, Truth, least_of_eight, truth_after, truths};
pub use riddle::{
    Answer, Flaw, Proof, Riddle, refuted_words, right_words, slower_words, tempted, wrong_move,
    wrong_note,
};
pub use table::{Bound, Table};
pub use window::{Ask, Deepened, Window, Worth, deepen, scout_first};

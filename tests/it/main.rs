//! Every test that looks at the arcade from outside, in one binary.

mod search;
mod search_games;

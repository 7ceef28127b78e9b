//! Every test that looks at the arcade from outside, in one binary.

mod laws;
mod records;
mod sessions;
mod shelf;
mod tiny;
mod traces;

//! Every test that looks at the arcade from outside, in one binary.

mod arcade;
mod arena;
mod cli;
mod configs;
mod goose;
mod keys;
mod laws;
mod pty;
mod records;
mod room;
mod screens;
mod search;
mod search_games;
mod sessions;
mod shelf;
mod store;
mod tidy;
mod tiny;
mod tours;
mod traces;
mod turtles;
mod vorassic;

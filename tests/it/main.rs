//! Every test that looks at the arcade from outside, in one binary.

mod arcade;
mod arena;
mod cli;
mod configs;
mod connect4;
mod disks;
mod fuzz;
mod goose;
mod keys;
mod kills;
mod laws;
mod monkey;
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

//! Every test that looks at the arcade from outside, in one binary.

// What needs a terminal of Unix, its shell or its signals.
#[cfg(unix)]
mod arcade;
#[cfg(unix)]
mod arena;
#[cfg(unix)]
mod arena_page;
#[cfg(unix)]
mod check_bot;
#[cfg(unix)]
mod connect4;
#[cfg(unix)]
mod contest;
#[cfg(unix)]
mod disks;
#[cfg(unix)]
mod goose;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod monkey;
#[cfg(unix)]
mod not_files;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod vorassic;

mod cli;
mod configs;
mod ending;
mod filling;
mod french;
mod frozen;
mod fuzz;
mod golden;
mod homes;
mod hosts;
mod house;
mod keys;
mod laws;
mod library;
mod needs;
mod pages;
mod puzzles;
mod records;
mod room;
mod screens;
mod search;
mod search_games;
mod sessions;
mod shelf;
mod sizes;
mod store;
mod tidy;
mod tiny;
mod together;
mod tours;
mod traces;
mod turtles;
mod unprintable;

#[cfg(not(unix))]
#[test]
fn what_is_only_tried_on_unix_is_said() {
    needs::skipped(
        "terminal, programs, signals and kills (15 modules of tests)",
        "a pseudo-terminal and a shell of Unix",
    );
}

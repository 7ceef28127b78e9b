//! The terminal is given back whenever the program is ended, hears keys whatever was cut off before
//! them, and stays readable; and new sizes cost no memory.
//!
//! `cargo test` tries a few of each; `SIGNALS=1000`, `RESIZES=10000` and `DOUBLE_CTRL_C=300` so many.
//! `PARLOUR_BINARY=/path/to/parlour` tries another program, for instance the last release.

use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rustix::process::{Pid, Signal, kill_process};

use crate::arcade::{Arcade, Start};
use crate::fuzz::switch;
use crate::needs;

const CTRL_C: &str = "\x03";
const MENU: &str = "The games room";
const STILL: &str = "animations = \"off\"\n";

fn start(settings: &str) -> Start {
    let start = crate::arcade::start(settings);
    match std::env::var("PARLOUR_BINARY") {
        Ok(binary) => start.program(&binary),
        Err(_) => start,
    }
}

/// Sends it without delay; whoever has ended meanwhile does not mind.
fn send(arcade: &Arcade, signal: Signal) {
    let pid = Pid::from_raw(arcade.pid().cast_signed()).expect("processes count from 1");
    let _ = kill_process(pid, signal);
}

/// Tries so often, each time with other chances, and fails if any leaves something behind.
fn none_of(attempts: u64, leaves_it_clean: impl Fn(&mut ChaCha8Rng) -> bool) {
    let chances = |at: &u64| ChaCha8Rng::seed_from_u64(*at);
    let dirty = (0..attempts).filter(|at| !leaves_it_clean(&mut chances(at))).count();
    println!("{dirty} of {attempts} left the terminal taken");
    assert_eq!(dirty, 0, "of {attempts} left the terminal taken");
}

/// At any moment from its first byte on: while it starts, in the menu, and while it leaves.
#[test]
fn a_signal_at_any_moment_gives_the_terminal_back() {
    none_of(switch("SIGNALS", 30), |rng| {
        let arcade = start(STILL).run();
        arcade.wrote("\x1b");
        let signals = [Signal::TERM, Signal::HUP, Signal::INT];
        // One, or another right after it: the second must not cut short what the first began.
        for _ in 0..rng.random_range(1..=2) {
            let most = *[1, 300, 3_000, 30_000].choose(rng).expect("there are times");
            thread::sleep(Duration::from_micros(rng.random_range(0..most)));
            send(&arcade, *signals.choose(rng).expect("there are signals"));
        }
        assert!(arcade.end().is_err(), "it died of the signal");
        arcade.leaves_it_clean()
    });
}

/// The line is no longer raw after the first, and then the kernel throws away what the terminal has
/// not read yet.
#[test]
fn a_second_ctrl_c_does_not_keep_the_screen() {
    none_of(switch("DOUBLE_CTRL_C", 10), |rng| {
        let arcade = start(STILL).run();
        arcade.see(MENU).press(CTRL_C);
        thread::sleep(Duration::from_micros(rng.random_range(0..12_000)));
        arcade.press(CTRL_C);
        // The second may come as a signal, while the first is still being obeyed.
        assert!(matches!(arcade.end(), Ok(0) | Err(_)));
        arcade.leaves_it_clean()
    });
}

/// A program that plays and is hard to stop: it leaves the group that is killed.
#[test]
fn a_stubborn_program_does_not_keep_the_screen() {
    let Some(python) = needs::python("a_stubborn_program_does_not_keep_the_screen") else { return };
    let seat = format!("exec:'{python}' -S stubborn.py");
    let stubborn = "import os, time\nos.setpgid(0, os.getpgid(os.getppid()))\n\
                    open('started', 'w').close()\ntime.sleep(5)\n";
    for leave in [None, Some(Signal::TERM)] {
        let arcade = start(STILL).file("stubborn.py", stubborn);
        let seats = ["--seat", &seat, "--seat", "human:Ada"];
        let arcade = arcade.with(&[&["play", "connect4"], &seats[..]].concat()).run();
        arcade.see("move 1").wait_for_file(&arcade.home().join("started"));
        let begun = Instant::now();
        match leave {
            Some(signal) => send(&arcade, signal),
            None => _ = arcade.press(CTRL_C),
        }
        arcade.given_back();
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(2), "the screen was given back after {took:?}");
        assert!(arcade.end().is_ok() || leave.is_some());
    }
}

#[test]
fn whoever_was_stopped_without_a_word_takes_the_terminal_again() {
    let arcade = start(STILL).run();
    arcade.see(MENU);
    let picture = arcade.screen();
    send(&arcade, Signal::STOP);
    arcade.stopped();
    arcade.spoil();
    send(&arcade, Signal::CONT);
    arcade.see_all_of(&picture);
    arcade.press(CTRL_C);
    assert_eq!(arcade.end(), Ok(0));
    arcade.restored();
}

#[test]
fn new_sizes_cost_no_memory() {
    let resizes = switch("RESIZES", 300);
    let arcade = start(STILL).size(200, 60).run();
    arcade.see(MENU);
    let go = |times: u64| {
        for at in 0..times {
            let (columns, rows) = if at % 2 == 0 { (199, 59) } else { (200, 60) };
            arcade.resize_and_see(columns, rows);
        }
    };
    go(50);
    let before = arcade.memory().expect("it runs");
    go(resizes);
    let after = arcade.memory().expect("it runs");
    println!("{before} MB before, {after} MB after {resizes} new sizes");
    assert!(after <= before + 10, "{before} MB before, {after} MB after {resizes} new sizes");
}

/// Each of these deafened it for good.
#[test]
fn half_a_sequence_does_not_deafen_it() {
    let halves = ["\x1b[?", "\x1b[1;", "\x1b[<0;1", "\x1b[200~abc", "\x1b]11;rgb:ff", "\x1b[M"];
    let arcades = halves.map(|half| {
        let arcade = start(STILL).run();
        arcade.see(MENU).press(half);
        arcade
    });
    // Longer than any patience there is.
    thread::sleep(Duration::from_millis(1500));
    for (half, arcade) in halves.into_iter().zip(arcades) {
        arcade.press("?").see("games room  help");
        // And at once, whatever is under way.
        arcade.press(half).press(CTRL_C);
        assert_eq!(arcade.end(), Ok(0), "{half:?}");
        arcade.restored();
    }
}

/// The colours of the light theme, by the index of its ground.
const LIGHT: &str = "48;5;255";
const DARK: &str = "48;5;233";
const ASKS: &str = "\x1b]11;?";
const WHITE: &str = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\";
const BLACK: &str = "\x1b]11;rgb:0000/0000/0000\x1b\\";
const KIND: &str = "\x1b[?62;22c";

#[test]
fn the_theme_follows_the_terminals_background() {
    for (answer, ground) in [(WHITE, LIGHT), (BLACK, DARK)] {
        let arcade = start(STILL).run();
        arcade.wrote(ASKS).press(answer).press(KIND).see(MENU).wrote(ground);
    }
}

#[test]
fn an_answer_that_comes_late_is_no_key_and_still_counts() {
    let arcade = start(STILL).run();
    arcade.wrote(ASKS).see(MENU).wrote(DARK);
    let picture = arcade.screen();
    arcade.press(WHITE).press(KIND).wrote(LIGHT);
    arcade.see_all_of(&picture);
}

#[test]
fn a_terminal_that_can_do_nothing_gets_a_sentence() {
    for term in ["dumb", ""] {
        let arcade = start(STILL).variable("TERM", term).run();
        assert_eq!(arcade.end(), Ok(2));
        arcade.see("--plain");
        let text = arcade.output();
        assert!(!text.contains('\x1b'), "{text:?}");
        assert_eq!(text.trim_end().lines().count(), 1, "{text:?}");
    }
}

//! Your bot starts here: it plays any legal move, in every game of the parlour.
//!
//!     rustc -O starter.rs
//!     parlour check-bot connect4 -- ./starter
//!     parlour arena connect4 --seat "exec:./starter" --seat bot:hasard --games 20
//!
//! What the view of a turn has beside "board", which is the rows as text:
//!     connect4  nothing more: "." is free, "R" the first player, "J" the second
//!     sogo      nothing more: 16 rows, the lowest level first
//!     gobblet   "cells": 9 stacks from bottom to top ("1S2L"); "house": pieces left by seat
//!     vorassic  "owners": rows of "." free, "#" wall, "1".."4"; "values": rows of numbers
//!     goose     "cells": where everybody stands; "held": turns to wait, -1 in a trap
//!     turtles   "grid": rows of signs; "turtles": cell, facing, hand, program .. by seat

use std::io::{self, BufRead, Write};

/// What is known of the match.
#[derive(Default)]
struct Bot {
    game: String,
    /// From 1.
    seat: u64,
    dice: u64,
}

impl Bot {
    /// Think here: the answer is one of the legal moves.
    fn think<'a>(&mut self, _board: &[&str], legal: &[&'a str], _turn: &str) -> &'a str {
        legal[self.roll(legal.len())]
    }

    /// A number below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        self.dice = self.dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.dice >> 33) as usize % sides
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.starts_with("{\"hello\"") {
            bot.game = text(&line, "game").to_owned();
            (bot.seat, bot.dice) = (number(&line, "seat"), number(&line, "seed"));
            eprintln!("seat {} of a match of {}", bot.seat, bot.game);
            say("name", "starter in Rust")?;
        } else if line.starts_with("{\"turn\"") {
            say("move", bot.think(&list(&line, "board"), &list(&line, "legal"), &line))?;
        } else {
            break; // The match is over.
        }
    }
    Ok(())
}

/// Answers. Without the flush the referee never sees it; your own messages go to `eprintln!`.
fn say(key: &str, value: &str) -> io::Result<()> {
    println!("{{\"{key}\": \"{value}\"}}");
    io::stdout().flush()
}

/// What follows a key in a line of JSON; empty if it isn't there.
fn after<'a>(line: &'a str, key: &str) -> &'a str {
    line.split_once(&format!("\"{key}\":")).map_or("", |(_, rest)| rest)
}

/// The text of a key.
fn text<'a>(line: &'a str, key: &str) -> &'a str {
    after(line, key).split('"').nth(1).unwrap_or_default()
}

/// The number of a key; 0 if it isn't there.
fn number(line: &str, key: &str) -> u64 {
    let rest = after(line, key).trim_start();
    rest.split(|sign: char| !sign.is_ascii_digit()).next().and_then(|it| it.parse().ok()).unwrap_or(0)
}

/// The texts in the list of a key.
fn list<'a>(line: &'a str, key: &str) -> Vec<&'a str> {
    let inside = after(line, key).split(']').next().unwrap_or_default();
    inside.split('"').skip(1).step_by(2).collect()
}

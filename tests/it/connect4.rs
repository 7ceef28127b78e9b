//! Connect Four in a terminal: a match with the analysis on, its replay, and a board of one's own.

use crate::arcade::{Arcade, start};

const ESC: &str = "\x1b";
const LEFT: &str = "\x1b[D";
const END: &str = "\x1b[F";
const STILL: &str = "animations = \"off\"\nbot_speed = \"at-once\"\n";
const PEOPLE: [&str; 4] = ["--seat", "human:Ada", "--seat", "human:Ben"];

/// Digits drop at once.
fn drop_all(arcade: &Arcade, columns: &str, first_ply: usize) {
    for (at, column) in columns.chars().enumerate() {
        arcade.see(&format!("move {}", first_ply + at));
        arcade.press(&column.to_string());
    }
}

#[test]
fn a_match_with_analysis() {
    let words = [&["play", "connect4"][..], &PEOPLE].concat();
    let arcade = start(STILL).with(&words).run();
    drop_all(&arcade, "122522274311", 1);
    // The sign that it works goes when all is known.
    arcade.see("move 13").press("a").see("Analysis");
    arcade.see("3 wins in 2 ").see("6 wins in 14 ").lose("working");
    // It follows the match, and a move that is taken back.
    arcade.press("6").see("move 14").see("loses in 13").lose("wins in").lose("working");
    arcade.press("u").see("move 13").see("3 wins in 2 ").lose("loses in");
    arcade.press("a").lose("Analysis").see("move 13");
}

#[test]
fn a_replay_shows_where_the_match_was_lost() {
    let words = [&["play", "connect4"][..], &PEOPLE].concat();
    let arcade = start(STILL).with(&words).run();
    // Red could have won at once with the last but one.
    drop_all(&arcade, "273751136674222172552356117414", 1);
    // The position from which it could have been won, to be played on from.
    arcade.see("Where it was lost").press("w").see("28 of 30");
    arcade.see("Ada's next move gave the win away").see("7 wins in 1 ").see("play on");
    arcade.press(ESC).see("Where it was lost").press("v").see("0 of 30");
    arcade.press("a").see("Analysis").see("Course").see("working");
    arcade.press(END).see("30 of 30").press(LEFT).see("29 of 30");
    arcade.see("a mistake: Ada gave the win away").see("×");
    arcade.press(LEFT).see("28 of 30").see("7 wins in 1 ").lose("a mistake");
}

#[test]
fn a_board_of_ones_own_is_played_with_its_discs() {
    let board = "name = 'Mine'\ncolumns = 5\nrows = 4\nconnect = 3\ndiscs = 'R...J'\n";
    let words = [&["play", "connect4", "--variant", "mine.toml"][..], &PEOPLE].concat();
    let arcade = start(STILL).file("mine.toml", board).with(&words).run();
    drop_all(&arcade, "243", 1);
    arcade.see("with three in a row");
}

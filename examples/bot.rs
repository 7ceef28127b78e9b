//! A bot of your own in Rust: one trait, one function.
//!
//! `cargo build --example bot`, then `parlour arena connect4 --seat "exec:target/debug/examples/bot"
//! --seat "bot:coup gagnant"`; or `cargo run --example bot -- contest`, which plays in this process.

use parlour::arena::{Contest, speak};
use parlour::games::connect4::{Board, Column, Connect4};
use parlour::play::{Game, Seat, Variant};
use parlour::search::{Bot, Budget, Cancel, Strategy, strategy};

/// Wins if it can, stops the opponent if it must, and likes the middle.
struct Careful;

impl Bot<Connect4> for Careful {
    fn choose(&mut self, view: &Connect4, seat: Seat, legal: &[Column], _: &Budget) -> Column {
        let wins = |state: &Connect4, seat| {
            state.legal_moves().into_iter().find(|mv| state.wins_by(seat, mv.index()))
        };
        let safe = |mv: &&Column| wins(&view.after(**mv), seat.next(2)).is_none();
        let mut best_first = legal.to_vec();
        best_first.sort_by_key(|mv| (view.board().columns() - 1).abs_diff(2 * mv.index()));
        let quiet = || best_first.iter().find(safe).or(best_first.first()).copied();
        wins(view, seat).or_else(quiet).expect("somebody who is asked has a legal move")
    }
}

static CAREFUL: Strategy<Connect4> = Strategy {
    name: "careful",
    aliases: &[],
    sentence: "wins, stops, likes the middle",
    strength: 2,
    level: None,
    plays: |_| Ok(()),
    make: |_, _| Box::new(Careful),
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() != Some("contest") {
        return Ok(speak::<Connect4>("careful", |_, _| Box::new(Careful))?);
    }
    let board = Board::parse(Connect4::BOARDS[0].1)?;
    let rival = strategy("coup gagnant", &board)?;
    let contest = Contest::between(board, &[&CAREFUL, rival]);
    let mut score = 0.0;
    contest.run(2, &Cancel::default(), |played| {
        let seat = played.seating.iter().position(|who| *who == 0);
        score += seat.map_or(0.0, |seat| played.scores[seat]);
    });
    println!("careful scored {score} of 100 against coup gagnant");
    Ok(())
}

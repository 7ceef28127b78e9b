//! What the claims about the goose game's figures rest on: `cargo bench --bench goose`.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use parlour::games::goose::odds::{Simulation, Tally, exact};
use parlour::games::goose::{Board, Goose};
use parlour::play::{Game, Variant};

fn main() {
    let document = Board::parse(Goose::BOARDS[0].1).expect("the bundled board is good");
    println!("matches per second on one core, the document's board");
    for players in [1, 2, 3, 6, 40] {
        let simulation = Simulation::new(&document, players);
        let mut tally = Tally::default();
        let start = Instant::now();
        let mut seed = 0;
        while start.elapsed().as_secs_f64() < 1.0 {
            simulation.run(4_000 / players as u64, seed, &mut tally);
            seed += 1;
        }
        let rate = tally.matches() as f64 / start.elapsed().as_secs_f64();
        println!("  {players:>2} players  {rate:>10.0}");
    }
    println!("exact figures for one player");
    for (name, board) in [
        ("the document's board", document),
        ("1000 cells", thousand()),
        ("1000 wild cells", wild()),
    ] {
        let start = Instant::now();
        let odds = black_box(exact(black_box(&board)));
        let time = start.elapsed();
        println!("  {name:<20}  {time:>10.2?}, {:.1} throws on average", odds.throws.mean);
    }
}

/// A thousand cells in the manner of the document: every ninth a goose, and the rest thinly sown.
fn thousand() -> Board {
    let mut text = "name = 'thousand'\ncells = 1000\n".to_owned();
    for at in (9..1000).step_by(9) {
        let _ = write!(text, "[[cell]]\nat = {at}\nkind = 'goose'\n");
    }
    for at in (50..1000).step_by(50).filter(|at| at % 9 != 0) {
        let _ = match at % 150 {
            0 => write!(text, "[[cell]]\nat = {at}\nkind = 'teleport'\nto = {}\n", at - 40),
            50 => write!(text, "[[cell]]\nat = {at}\nkind = 'teleport'\nto = {}\n", at + 25),
            _ => write!(text, "[[cell]]\nat = {at}\nkind = 'wait'\nturns = 2\n"),
        };
    }
    Board::parse(&text).expect("a good board")
}

/// The hardest for the chain: every third cell leads somewhere far away.
fn wild() -> Board {
    let mut text = "name = 'wild'\ncells = 1000\n".to_owned();
    for at in (3..1000).step_by(3) {
        let _ =
            write!(text, "[[cell]]\nat = {at}\nkind = 'teleport'\nto = {}\n", at * 379 % 998 + 1);
    }
    Board::parse(&text).expect("a good board")
}

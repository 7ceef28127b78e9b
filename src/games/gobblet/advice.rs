//! Hints of Gobblet: what a piece does at once, and what the solver knows of it.

use super::solver::Value;
use super::{Gobblet, Move, Solver};
use crate::lang::capital;
use crate::play::{Game, Outcome, Seat, Turn};
use crate::search::{Advice, Budget, counted};

/// Why the piece belongs there.
pub fn advise(view: &Gobblet, seat: Seat, mv: Move, budget: &Budget) -> Advice {
    let rival = seat.next(2);
    let other = Gobblet::hue(rival, 2).name();
    let what = order(view, mv);
    if wins(view, mv, seat) {
        return Advice::new(what, "That completes your line, and you win.");
    }
    let mut reasons = Vec::new();
    let (losing, stops) = stops_a_line(view, mv, rival);
    if stops {
        reasons.push(format!("It stops {other}'s line."));
    } else if let Some((_, size)) = view.top(mv.to()).filter(|(owner, _)| *owner == rival) {
        reasons.push(format!("It gobbles {other}'s {} piece.", size.word()));
    }
    let value = Solver::new(view.board()).ok().and_then(|mut it| it.value_after(view, mv, budget));
    match value {
        Some(Value::Win(moves)) => {
            let moves = counted(usize::from(moves).div_ceil(2), "move", "moves");
            reasons.push(format!("You win in {moves}, whatever {other} does."));
        }
        Some(Value::Draw) => reasons.push("It keeps the draw.".to_owned()),
        Some(Value::Loss(moves)) => {
            let moves = counted(usize::from(moves) / 2, "move", "moves");
            reasons.push(format!("Best play beats you, but not for another {moves}."));
        }
        None if reasons.is_empty() => reasons.push(match losing {
            0 => "It keeps your pieces free to move.".to_owned(),
            _ => format!("It gives {other} no line."),
        }),
        None => {}
    }
    Advice::new(what, reasons.join(" "))
}

/// The move without a reason.
pub fn order(view: &Gobblet, mv: Move) -> String {
    match mv {
        Move::Place { size, to } => format!("Place a {} piece on {to}.", size.word()),
        Move::Shift { from, to } => match view.top(from) {
            Some((_, size)) => format!("Move the {} piece from {from} to {to}.", size.word()),
            None => format!("Move {from} to {to}."),
        },
    }
}

/// What the piece of `seat` does, told to the other side.
pub fn counter(view: &Gobblet, seat: Seat, mv: Move) -> Vec<String> {
    let (own, you) = (Gobblet::hue(seat, 2).name(), seat.next(2));
    let name = capital(own);
    let mut said = vec![match mv {
        Move::Place { size, to } => format!("{name} places a {} piece on {to}.", size.word()),
        Move::Shift { from, to } => {
            let size = view.top(from).map_or("", |(_, size)| size.word());
            format!("{name} moves the {size} piece from {from} to {to}.")
        }
    }];
    if wins(view, mv, seat) {
        said.push("That completes a line.".to_owned());
        return said;
    }
    if let Some((_, size)) = view.top(mv.to()).filter(|(owner, _)| *owner == you) {
        said.push(format!("That gobbles your {} piece.", size.word()));
    }
    if stops_a_line(view, mv, you).1 {
        said.push("That stops your line.".to_owned());
    }
    let mut after = view.clone();
    after.play_unchecked(&mv);
    let legal = after.legal_moves();
    let losing = legal.iter().filter(|mv| gives_a_line(&after, **mv, seat)).count();
    if losing == legal.len() {
        said.push(format!("Now {own} threatens a line, and nothing stops it."));
    } else if losing * 2 >= legal.len() {
        said.push(format!("Now {own} threatens a line."));
    }
    said
}

/// How many other moves let this opponent win at once, and whether this one alone of them stops a
/// line: where most moves let one through there is a threat.
fn stops_a_line(view: &Gobblet, mv: Move, rival: Seat) -> (usize, bool) {
    let legal = view.legal_moves();
    let loses = |mv: &Move| gives_a_line(view, *mv, rival);
    let losing = legal.iter().filter(|other| **other != mv).filter(|other| loses(other)).count();
    (losing, losing * 2 >= legal.len().max(2) && !loses(&mv))
}

/// What plain mode lists: the cells for each piece of the house, and for each on the board.
pub fn choices(view: &Gobblet, legal: &[Move]) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for mv in legal {
        let (piece, to) = match mv {
            Move::Place { size, to } => {
                (format!("a {} piece from the house, {}@", size.word(), size.letter()), to)
            }
            Move::Shift { from, to } => {
                let word = view.top(*from).map_or("", |(_, size)| size.word());
                (format!("the {word} piece on {from}, {from}-"), to)
            }
        };
        match lines.iter_mut().find(|(known, _)| *known == piece) {
            Some((_, cells)) => cells.push(to.to_string()),
            None => lines.push((piece, vec![to.to_string()])),
        }
    }
    lines.into_iter().map(|(piece, cells)| format!("{piece}: {}", cells.join(" "))).collect()
}

fn wins(view: &Gobblet, mv: Move, seat: Seat) -> bool {
    let mut after = view.clone();
    after.play_unchecked(&mv);
    after.turn() == Turn::Over(Outcome::Win(seat))
}

/// Whether the move lets this opponent win at once, or wins for them.
fn gives_a_line(view: &Gobblet, mv: Move, rival: Seat) -> bool {
    let mut after = view.clone();
    after.play_unchecked(&mv);
    match after.turn() {
        Turn::Over(outcome) => outcome == Outcome::Win(rival),
        _ => after.legal_moves().into_iter().any(|reply| wins(&after, reply, rival)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::gobblet::Board;
    use crate::play::Variant;

    fn advice(board: usize, moves: &str, mv: &str) -> String {
        let board = Board::parse(Gobblet::BOARDS[board].1).unwrap();
        let mut state = Gobblet::start(Arc::new(board), 2);
        for text in moves.split_whitespace() {
            state.play(&text.parse().unwrap()).unwrap();
        }
        let seat = state.to_move();
        advise(&state, seat, mv.parse().unwrap(), &Budget::nodes(1)).to_string()
    }

    #[test]
    fn a_reply_is_told_to_the_side_it_is_played_against() {
        for (moves, mv, expected) in [
            (
                "S@a1 S@a3 S@b1 S@b3",
                "M@c1",
                "Red places a medium piece on c1. That completes a line.",
            ),
            (
                "L@a1 S@a3 L@b1",
                "M@c1",
                "Yellow places a medium piece on c1. That stops your line. Now yellow threatens a line.",
            ),
            ("L@a1 S@a3", "L@b1", "Red places a large piece on b1. Now red threatens a line."),
            ("S@a1 S@a3 L@b1", "a3-c3", "Yellow moves the small piece from a3 to c3."),
        ] {
            let board = Board::parse(Gobblet::BOARDS[0].1).unwrap();
            let mut state = Gobblet::start(Arc::new(board), 2);
            for text in moves.split_whitespace() {
                state.play(&text.parse().unwrap()).unwrap();
            }
            let said = counter(&state, state.to_move(), mv.parse().unwrap());
            assert_eq!(said.join(" "), expected, "{moves}");
        }
    }

    #[test]
    fn hints_say_what_a_piece_does() {
        for (moves, mv, expected) in [
            (
                "S@a1 S@a3 S@b1 S@b3",
                "M@c1",
                "Place a medium piece on c1. That completes your line, and you win.",
            ),
            ("L@a1 S@a3 L@b1", "M@c1", "Place a medium piece on c1. It stops red's line."),
            ("S@a1 S@a3 L@b1", "a3-c3", "Move the small piece from a3 to c3."),
        ] {
            let said = advice(0, moves, mv);
            assert!(said.starts_with(expected), "{moves}: {said}");
        }
    }
}

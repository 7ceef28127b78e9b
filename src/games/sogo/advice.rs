//! Hints of Sogo: what a bead does at once, and what the expert sees.

use super::expert::{Expert, Outlook};
use super::lines::{self, each, landing, on_peg};
use super::{Peg, Sogo};
use crate::play::{Game, Seat};
use crate::search::{Advice, Budget, counted};

/// So many positions are looked at for the reason.
const NODES: u64 = 30_000;

/// Why the bead belongs there.
pub fn advise(view: &Sogo, seat: Seat, peg: Peg) -> Advice {
    let what = format!("Put a bead on peg {peg}.");
    let rival = seat.next(2);
    let other = Sogo::hue(rival, 2).name();
    let place = landing(view.taken()) & on_peg(peg);
    if view.threats(seat) & place != 0 {
        return Advice::new(what, "That completes a line of four, and you win.");
    }
    let mut reasons = Vec::new();
    if view.threats(rival) & place != 0 {
        reasons.push(format!("It stops {other}'s line of four."));
    }
    let mut after = view.clone();
    after.play_unchecked(&peg);
    // Where the next bead of ours would complete a line at once.
    let open = after.threats(seat) & landing(after.taken());
    let pegs: Vec<String> = each(open).map(|at| lines::peg_and_level(at).0.to_string()).collect();
    match &pegs[..] {
        [] => {}
        [one] => reasons.push(format!("It threatens a line of four on {one}.")),
        [first, second, ..] => reasons.push(format!(
            "It threatens a line on {first} and another on {second}; {other} can stop only one."
        )),
    }
    let forced = || {
        let opinion = Expert::new(0).small().think(view, &Budget::nodes(NODES), |_| ());
        match (opinion.best == peg, opinion.outlook) {
            (true, Outlook::Wins(Some(beads))) => Some(beads),
            _ => None,
        }
    };
    if pegs.len() < 2
        && let Some(beads) = forced()
    {
        let moves = counted(usize::from(beads).div_ceil(2), "bead", "beads");
        reasons.push(format!("You win with {moves}, whatever {other} does."));
    }
    if reasons.is_empty() {
        let count = |place| lines::through(place, view.beads(rival)).count();
        let most = each(landing(view.taken())).map(count).max().unwrap_or(0);
        let open = counted(count(place), "line", "lines");
        reasons.push(match count(place) {
            0 => "It gives nothing away.".to_owned(),
            here if here == most => {
                format!("{open} of yours can still run through it; no place has more.")
            }
            _ => format!("{open} of yours can still run through it."),
        });
    }
    Advice::new(what, reasons.join(" "))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::sogo::Board;
    use crate::play::Variant;

    fn advice(moves: &str, peg: &str) -> String {
        let mut state = Sogo::start(Arc::new(Board::parse(Sogo::BOARDS[0].1).unwrap()), 2);
        for text in moves.split_whitespace() {
            state.play(&text.parse().unwrap()).unwrap();
        }
        advise(&state, state.to_move(), peg.parse().unwrap()).to_string()
    }

    #[test]
    fn hints_say_what_a_bead_does() {
        for (moves, peg, expected) in [
            ("a1 a2 b1 b2 c1 c2", "d1", "That completes a line of four, and you win."),
            ("a1 a2 b1 b2 c1", "d1", "It stops red's line of four."),
            ("a1 a2 b1 b3", "c1", "It threatens a line of four on d1."),
        ] {
            let said = advice(moves, peg);
            assert!(said.contains(expected), "{moves}: {said}");
        }
        let quiet = advice("", "a1");
        assert!(
            quiet.contains("7 lines of yours") && quiet.contains("no place has more"),
            "{quiet}"
        );
    }
}

//! Hints of Sogo: what a bead does at once, and what the expert sees.

use super::expert::{Expert, Outlook};
use super::lines::{self, Places, above, each, landing, on_peg};
use super::{Peg, Sogo};
use crate::lang::capital;
use crate::play::{Game, Seat};
use crate::search::{Advice, Budget, counted};

/// So many positions are looked at for the reason.
const NODES: u64 = 30_000;

/// Why the bead belongs there.
pub fn advise(view: &Sogo, seat: Seat, peg: Peg) -> Advice {
    let what = order(peg);
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
        let opinion = Expert::new(0).small().think(view, &Budget::nodes(NODES), &mut |_| ());
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
    if reasons.is_empty() && longest(view, rival, place) >= 2 {
        reasons.push(format!("It breaks up a line of {other}'s."));
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

/// The move without a reason.
pub fn order(peg: Peg) -> String {
    format!("Put a bead on peg {peg}.")
}

/// What the bead of `seat` does, told to the other side.
pub fn counter(view: &Sogo, seat: Seat, peg: Peg) -> Vec<String> {
    let (own, you) = (Sogo::hue(seat, 2).name(), seat.next(2));
    let place = landing(view.taken()) & on_peg(peg);
    let mut said = vec![format!("{} puts a bead on {peg}.", capital(own))];
    if view.threats(seat) & place != 0 {
        said.push("That completes a line of four.".to_owned());
        return said;
    }
    if view.threats(you) & place != 0 {
        said.push("That stops your line of four.".to_owned());
    }
    let mut after = view.clone();
    after.play_unchecked(&peg);
    let open = after.threats(seat) & landing(after.taken());
    match &each(open).map(|at| lines::peg_and_level(at).0).collect::<Vec<_>>()[..] {
        [] => {}
        [one] => said.push(format!("Now {own} threatens a line on {one}.")),
        [first, second, ..] => said.push(format!(
            "Now {own} threatens lines on {first} and {second}; you can stop only one."
        )),
    }
    if said.len() == 1 {
        said.extend(quiet_counter(view, &after, seat, place));
    }
    said
}

/// What a bead does that neither stops nor threatens anything at once.
fn quiet_counter(view: &Sogo, after: &Sogo, seat: Seat, place: Places) -> Option<String> {
    let own = Sogo::hue(seat, 2).name();
    // A bead of yours there would be the step on which the other side wins.
    let closed = |state: &Sogo| above(landing(state.taken())) & state.threats(seat);
    if let Some(place) = each(closed(after) & !closed(view)).next() {
        let peg = lines::peg_and_level(place).0;
        return Some(format!(
            "Now peg {peg} is closed to you: {own} would win on top of your bead."
        ));
    }
    match (longest(view, seat.next(2), place), longest(view, seat, place)) {
        (2.., _) => Some("That breaks up a line of yours.".to_owned()),
        (_, 2..) => Some(format!("That builds a line for {own}.")),
        _ => None,
    }
}

/// The most beads of a seat in a line through a place that it can still complete.
fn longest(view: &Sogo, seat: Seat, place: Places) -> u32 {
    let lines = lines::through(place, view.beads(seat.next(2)));
    lines.map(|line| (line & view.beads(seat)).count_ones()).max().unwrap_or(0)
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
    fn a_reply_is_told_to_the_side_it_is_played_against() {
        for (moves, peg, expected) in [
            ("a1 a2 b1 b2 c1 c2", "d1", "Red puts a bead on d1. That completes a line of four."),
            ("a1 a2 b1 b2 c1", "d1", "Yellow puts a bead on d1. That stops your line of four."),
            ("a1 a2 b1 b3", "c1", "Red puts a bead on c1. Now red threatens a line on d1."),
            ("a1 d4 b1", "c1", "Yellow puts a bead on c1. That breaks up a line of yours."),
            ("", "a1", "Red puts a bead on a1."),
        ] {
            let state = crate::games::sogo::rules::tests::after(moves);
            let said = counter(&state, state.to_move(), peg.parse().unwrap());
            assert_eq!(said.join(" "), expected, "{moves}");
        }
    }

    #[test]
    fn hints_say_what_a_bead_does() {
        for (moves, peg, expected) in [
            ("a1 a2 b1 b2 c1 c2", "d1", "That completes a line of four, and you win."),
            ("a1 a2 b1 b2 c1", "d1", "It stops red's line of four."),
            ("a1 a2 b1 b3", "c1", "It threatens a line of four on d1."),
            ("b2 a4 c1 d4", "b4", "It breaks up a line of yellow's."),
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

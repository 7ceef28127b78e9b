//! Hints of Vorassic Park: what a cell is worth, and whose way it cuts.

use super::bot::study;
use super::{Cell, Vorassic};
use crate::lang::capital;
use crate::play::{Game, Seat};
use crate::search::{Advice, Budget, counted};

/// Why the cell is worth taking.
pub fn advise(view: &Vorassic, seat: Seat, cell: Cell, budget: &Budget) -> Advice {
    let worth = view.grid().value(cell);
    let what = order(view, cell);
    if let [_] = view.reach(seat)[..] {
        return Advice::new(what, "It is the only cell you can reach.");
    }
    let mut reasons = Vec::new();
    let mut after = view.clone();
    after.play_unchecked(&cell);
    if let Some((rival, cells)) = cut_off(view, &after, seat) {
        let other = Vorassic::hue(rival, view.seats()).name();
        let cells = counted(cells, "cell", "cells");
        reasons.push(format!("You are then first to {cells} that {other} was nearer to."));
    }
    let verdict = study(view, budget).filter(|verdict| verdict.solved);
    let verdict = verdict.filter(|verdict| Cell::at(verdict.index, view.size()) == cell);
    if let Some(verdict) = verdict {
        reasons.push(ending(view, seat, verdict.margin));
    }
    if reasons.is_empty() {
        let best = view.reach(seat).into_iter().map(|cell| view.grid().value(cell)).max();
        reasons.push(match Some(worth) == best {
            true => "No cell in reach is worth more.".to_owned(),
            false => {
                let own = |state: &Vorassic| {
                    state.territory().iter().filter(|first| **first == Some(seat)).count()
                };
                let cells = counted(own(&after), "free cell", "free cells");
                format!("From there you would be first on {cells}.")
            }
        });
    }
    Advice::new(what, reasons.join(" "))
}

/// The move without a reason.
pub fn order(view: &Vorassic, cell: Cell) -> String {
    let worth = view.grid().value(cell);
    let points = counted(worth.unsigned_abs() as usize, "point", "points");
    match worth {
        0 => format!("Take {cell}, though it is worth nothing."),
        ..0 => format!("Take {cell}, though it costs {points}."),
        _ => format!("Take {cell} for {points}."),
    }
}

/// What `seat` does by taking the cell, told to the next player.
pub fn counter(view: &Vorassic, seat: Seat, cell: Cell) -> Vec<String> {
    let you = seat.next(view.seats());
    let name = capital(Vorassic::hue(seat, view.seats()).name());
    let worth = view.grid().value(cell);
    let points = counted(worth.unsigned_abs() as usize, "point", "points");
    let mut said = vec![match worth {
        0 => format!("{name} takes {cell}, though it is worth nothing."),
        ..0 => format!("{name} takes {cell}, though it costs {points}."),
        _ => format!("{name} takes {cell} for {points}."),
    }];
    let mut after = view.clone();
    after.play_unchecked(&cell);
    let cut = cut_off(view, &after, seat).filter(|(rival, _)| *rival == you);
    if after.reach(you).is_empty() && !view.reach(you).is_empty() {
        said.push("That leaves you nothing to take.".to_owned());
    } else if let Some((_, cells)) = cut {
        let cells = counted(cells, "cell", "cells");
        said.push(format!("It is then first to {cells} that you were nearer to."));
    } else if view.may_take(you, cell) {
        said.push("You could have had that cell.".to_owned());
    }
    said
}

/// How the match ends if both play on without a mistake.
fn ending(view: &Vorassic, seat: Seat, margin: i32) -> String {
    let rival = seat.next(2);
    let other = Vorassic::hue(rival, 2).name();
    let lead = view.score(seat) - view.score(rival) + margin;
    let points = counted(lead.unsigned_abs() as usize, "point", "points");
    match lead {
        0 => "With best play the match ends level.".to_owned(),
        1.. => format!("With best play you win by {points}."),
        _ => format!("With best play {other} wins by {points}; everything else costs more."),
    }
}

/// The opponent who loses the most cells where they would have been first, and how many.
fn cut_off(before: &Vorassic, after: &Vorassic, seat: Seat) -> Option<(Seat, usize)> {
    // Compared with the same moment: what they would have if we stood still is not known, so the
    // cells count that are ours now and were theirs.
    let (was, is) = (before.territory(), after.territory());
    let lost = |rival: Seat| {
        let changed =
            |(was, is): &(&Option<Seat>, &Option<Seat>)| **was == Some(rival) && **is == Some(seat);
        was.iter().zip(&is).filter(changed).count()
    };
    let rivals = Seat::all(before.seats()).filter(|rival| *rival != seat);
    rivals.map(|rival| (rival, lost(rival))).max_by_key(|(_, cells)| *cells).filter(|it| it.1 > 1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::vorassic::Park;
    use crate::play::Variant;

    #[test]
    fn hints_say_what_a_cell_is_worth_and_how_it_ends() {
        let park = Park::parse(Vorassic::BOARDS[0].1).unwrap();
        let state = Vorassic::start(Arc::new(park), 2);
        let cell = study(&state, &Budget::nodes(u64::MAX)).unwrap().index;
        let cell = Cell::at(cell, state.size());
        let said = advise(&state, Seat::FIRST, cell, &Budget::nodes(u64::MAX)).to_string();
        assert!(said.starts_with(&format!("Take {cell} for ")), "{said}");
        assert!(said.contains("With best play"), "{said}");
    }
}

//! Random openings: some moves that nobody chose, so that two bots without chance do not play one
//! match over and over.

use rand::RngExt;

use crate::play::{Dice, Game, Seat, Session, Turn};

/// So many openings are tried before one of a move less will do.
const TRIES: usize = 100;
/// Where the dice of openings begin; those of a match count up from its first ply.
const STREAMS: usize = usize::MAX / 2;

/// Plays so many random decisions, and what chance has to do in between. The opening depends on the
/// seed of the session alone. Between two, neither has lost at once after it. Where a game ends too
/// soon for that the opening is shorter.
pub(super) fn play<G: Game>(session: &mut Session<G>, plies: usize) {
    for plies in (1..=plies).rev() {
        for attempt in 0..TRIES {
            let mut tried = session.clone();
            match wander(&mut tried, plies, plies * TRIES + attempt) {
                LeadsTo::Open if is_open(&tried) => {
                    *session = tried;
                    return;
                }
                LeadsTo::Open | LeadsTo::Ended => {}
                LeadsTo::NoDecision => return,
            }
        }
    }
}

/// Where an opening leads.
enum LeadsTo {
    /// Somebody is to move.
    Open,
    /// The match is over.
    Ended,
    /// The match is over, and nobody had anything to decide: chance will have it so every time.
    NoDecision,
}

/// Plays at random.
fn wander<G: Game>(session: &mut Session<G>, plies: usize, attempt: usize) -> LeadsTo {
    let mut rng = Dice::new(session.seed()).stream(STREAMS + attempt);
    let mut left = plies;
    loop {
        match session.turn() {
            Turn::Chance { .. } if session.roll().is_some() => {}
            Turn::Over(_) | Turn::Chance { .. } if left == plies => return LeadsTo::NoDecision,
            Turn::Over(_) | Turn::Chance { .. } => return LeadsTo::Ended,
            Turn::Decide(_) if left == 0 => return LeadsTo::Open,
            Turn::Decide(_) => {
                let legal = session.state().legal_moves();
                let mv = legal[rng.random_range(0..legal.len())].clone();
                if session.play(mv).is_err() {
                    return LeadsTo::Ended;
                }
                left -= 1;
            }
        }
    }
}

/// Whether neither of two has lost at once: whoever is to move cannot win with the next move, nor is
/// every move answered by a win. With more than two everything is open.
fn is_open<G: Game>(session: &Session<G>) -> bool {
    let state = session.state();
    let Turn::Decide(mover) = state.turn() else { return false };
    if state.seats() != 2 {
        return true;
    }
    let legal = state.legal_moves();
    let after = |mv: &G::Move| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        next
    };
    let next: Vec<G> = legal.iter().map(after).collect();
    !next.iter().any(|next| has_won(next, mover))
        && next.iter().any(|next| match next.turn() {
            Turn::Decide(rival) if rival != mover => !wins_at_once(next, rival),
            Turn::Over(_) => !has_won(next, mover.next(2)),
            _ => true,
        })
}

fn wins_at_once<G: Game>(state: &G, seat: Seat) -> bool {
    state.legal_moves().iter().any(|mv| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        has_won(&next, seat)
    })
}

fn has_won<G: Game>(state: &G, seat: Seat) -> bool {
    match state.turn() {
        Turn::Over(outcome) => outcome.winners(state.scores().as_deref()) == [seat],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect4::Connect4;
    use crate::games::goose::Goose;
    use crate::games::turtles::Turtles;
    use crate::play::Variant;

    fn opened<G: Game>(seats: usize, seed: u64, plies: usize) -> Session<G> {
        let board = G::Variant::parse(G::BOARDS[0].1).unwrap();
        let mut session = Session::new(&board, seats, seed);
        play(&mut session, plies);
        session
    }

    #[test]
    fn openings_are_many_and_nobody_has_lost_at_once() {
        let mut seen = Vec::new();
        for seed in 0..60 {
            let session = opened::<Connect4>(2, seed, 8);
            assert_eq!(session.moves(), opened::<Connect4>(2, seed, 8).moves());
            assert_eq!(session.ply(), 8);
            let Turn::Decide(mover) = session.turn() else { panic!("it is over") };
            assert!(!wins_at_once(session.state(), mover), "{:?}", session.moves());
            seen.push(session.moves().to_vec());
        }
        seen.sort_by_key(|moves| format!("{moves:?}"));
        seen.dedup();
        assert!(seen.len() > 57, "{}", seen.len());
    }

    #[test]
    fn threats_that_cannot_be_stopped_are_no_opening() {
        let after = |moves: &str| {
            let mut session = opened::<Connect4>(2, 0, 0);
            for mv in moves.chars() {
                session.play_text(&mv.to_string()).unwrap();
            }
            is_open(&session)
        };
        assert!(after("4"));
        // Three in a row with both ends free, whoever is to move.
        assert!(!after("41513") && !after("415131"));
        // One open end can be stopped.
        assert!(after("71615"));
    }

    #[test]
    fn chance_goes_on_in_between_and_a_game_of_chance_has_no_opening() {
        let session = opened::<Turtles>(2, 3, 4);
        assert!(session.ply() > 4 && !session.turn().is_over());
        assert_eq!(opened::<Goose>(2, 3, 4).ply(), 0);
        // No match of Connect Four is as long as this.
        let short = opened::<Connect4>(2, 3, 60);
        assert!((8..42).contains(&short.ply()) && !short.turn().is_over(), "{}", short.ply());
    }
}

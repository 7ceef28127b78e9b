//! What the claims about Robot Turtles' bots rest on: matches with seats and first moves swapped.
//!
//! ```text
//! cargo bench --profile quick --bench turtles                      every claim, a few matches each
//! cargo bench --profile quick --bench turtles -- expert builder 100 20000 nodes
//! cargo bench --profile quick --bench turtles -- expert builder,builder,builder 100 200 ms
//! ```

use std::env;
use std::time::{Duration, Instant};

use parlour::games::turtles::{Move, Turtles, TurtlesVariant};
use parlour::play::{Eye, Game, Seat, Session, Turn, Variant};
use parlour::search::{Bot, Budget, Cancel, Limit, strategy};

/// Decisions after which a match counts for nobody; it would be a stall.
const ENDLESS: usize = 20_000;

fn main() {
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    match &words[..] {
        [hero, others, games, number, unit] => {
            let games = games.parse().expect("a number of matches");
            let limit = format!("{number} {unit}").parse().expect("'20000 nodes' or '200 ms'");
            let others: Vec<&str> = others.split(',').collect();
            report(hero, &others, games, limit);
        }
        _ => {
            report("walker", &["random"], 40, Limit::Nodes(1));
            report("builder", &["walker"], 100, Limit::Nodes(1));
            report("expert", &["builder"], 20, Limit::Nodes(5_000));
            report("expert", &["builder", "builder", "builder"], 20, Limit::Nodes(5_000));
        }
    }
}

/// Plays the matches and prints how often the hero came in first.
fn report(hero: &str, others: &[&str], games: usize, limit: Limit) {
    let seats = others.len() + 1;
    let variant = Turtles::BOARDS
        .iter()
        .map(|(_, text)| TurtlesVariant::parse(text).expect("bundled boards are valid"))
        .find(|variant| variant.seats().contains(&seats))
        .expect("a bundled board for so many");
    let begun = Instant::now();
    let mut won = 0;
    let mut all = Tally::default();
    for game in 0..games {
        // Every deal is met from each seat, with each player beginning.
        let hero_seat = Seat::at(game % seats);
        let first = Seat::at(game / seats % seats);
        let seed = (game / seats / seats) as u64;
        let mut names: Vec<&str> = others.to_vec();
        names.insert(hero_seat.index(), hero);
        let winner = play(&variant, &names, (first, hero_seat), seed, limit, &mut all);
        won += usize::from(winner == Some(hero_seat));
    }
    println!(
        "{hero} against {}: first in {won} of {games} ({:.1} %) at {limit}; {:.1} decisions a match, \
         {:.0} ms an action, {:.0} ms at most, {:.0} s in all",
        others.join(", "),
        100.0 * won as f64 / games as f64,
        all.decisions as f64 / games as f64,
        all.thought.as_secs_f64() * 1000.0 / f64::from(all.actions.max(1)),
        all.slowest.as_secs_f64() * 1000.0,
        begun.elapsed().as_secs_f64()
    );
}

/// What the matches took; times are the hero's.
#[derive(Default)]
struct Tally {
    decisions: usize,
    actions: u32,
    thought: Duration,
    slowest: Duration,
}

fn play(
    variant: &TurtlesVariant,
    names: &[&str],
    (first, hero): (Seat, Seat),
    seed: u64,
    limit: Limit,
    tally: &mut Tally,
) -> Option<Seat> {
    let make = |(name, seed): (&&str, u64)| -> Box<dyn Bot<Turtles>> {
        let found = strategy::<Turtles>(name, variant).expect("a strategy of the game");
        (found.make)(variant, seed)
    };
    let mut bots: Vec<_> = names.iter().zip(seed..).map(make).collect();
    let mut session: Session<Turtles> = Session::new(variant, names.len(), seed);
    session.play(Move::First(first)).expect("chance says who begins");
    for _ in 0..ENDLESS {
        while session.roll().is_some() {}
        let seat = match session.turn() {
            Turn::Over(_) => return session.winners().first().copied(),
            turn => turn.seat().expect("after chance somebody decides"),
        };
        let (view, legal) = (session.state().view(Eye::Seat(seat)), session.state().legal_moves());
        let begun = Instant::now();
        let budget = Budget::new(limit, Cancel::default());
        let mv = bots[seat.index()].choose(&view, seat, &legal, &budget);
        tally.decisions += 1;
        if seat == hero && legal.contains(&Move::Run) {
            tally.actions += 1;
            tally.thought += begun.elapsed();
            tally.slowest = tally.slowest.max(begun.elapsed());
        }
        session.play(mv).expect("bots play legal moves");
    }
    None
}

//! Hints of Robot Turtles: how far cards lead, and what a wall costs whom.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::chart::Chart;
use super::policy::{self, Sight};
use crate::games::turtles::cards::Card;
use crate::games::turtles::ground::{Cell, Ground, Law, Pose};
use crate::games::turtles::moves::{Move, Wall};
use crate::games::turtles::rules::Turtles;
use crate::games::turtles::view::TurtlesView;
use crate::lang::capital;
use crate::play::{Game, Seat};
use crate::search::{Advice, counted};

/// Why a move helps.
pub fn advise(view: &TurtlesView, seat: Seat, mv: &Move) -> Advice {
    let Some(sight) = Sight::of_view(view, seat) else {
        return Advice::new(format!("Play {mv}."), "");
    };
    match mv {
        Move::Add(cards) => lay(&sight, cards),
        Move::Build(wall, cell) => build(&sight, *wall, *cell),
        Move::Run => run(&sight),
        Move::Bug(victim) => {
            let other = Turtles::hue(*victim, 4).name();
            let cards = counted(sight.program_length(*victim), "card", "cards");
            let why = format!("It will run the {cards} that lie there from the last to the first.");
            Advice::new(format!("Play your Bug on {other}'s program."), why)
        }
        Move::Discard(cards) => {
            let cards: Vec<_> = cards.iter().collect();
            let why = match cards.len() {
                1 => "It doesn't help on the shortest way; you draw a new one.",
                _ => "They don't help on the shortest way; you draw new ones.",
            };
            Advice::new(format!("Discard {}.", words(&cards)), why)
        }
        Move::Keep => Advice::new("Keep your cards.", "You can use all of them on the way."),
        Move::First(_) | Move::Draw(_) => Advice::new(format!("Play {mv}."), ""),
    }
}

fn lay(sight: &Sight, cards: &[Card]) -> Advice {
    let what = format!("Lay {}.", words(cards));
    let (mut ground, pose) = sight.after_program();
    let left = |ground: &Ground, pose| cards_left(ground, sight.law(), pose, Some(sight.seat));
    let before = pose.and_then(|pose| left(&ground, pose));
    policy::run(&mut ground, sight.seat, cards, sight.law());
    let way = steps(cards);
    let why = match ground.pose(sight.seat) {
        None => format!("{way}: your program then ends on a jewel. Run it next turn."),
        Some(pose) => match (left(&ground, pose), before) {
            (Some(left), Some(before)) if left < before => {
                let (cell, left) = (pose.cell, counted(left, "card", "cards"));
                format!(
                    "{way}: your program then ends on {cell}, {left} from a jewel instead of {before}."
                )
            }
            _ => format!("{way}: your program then ends on {}.", pose.cell),
        },
    };
    Advice::new(what, why)
}

/// What cards do, in words: "2 steps, turn left, 1 step".
fn steps(cards: &[Card]) -> String {
    let steps = cards.chunk_by(|one, next| *one == Card::Forward && one == next);
    let said = steps.map(|same| match same[0] {
        Card::Forward => counted(same.len(), "step", "steps"),
        Card::Left => "turn left".to_owned(),
        Card::Right => "turn right".to_owned(),
        Card::Laser => "fire".to_owned(),
    });
    // A turn may come first.
    capital(&said.collect::<Vec<_>>().join(", "))
}

fn run(sight: &Sight) -> Advice {
    if sight.own.program.is_empty() {
        return Advice::new("Pass.", "None of your cards leads nearer; you draw others.");
    }
    let (ground, pose) = sight.after_program();
    let why = match pose {
        None => "Your program reaches a jewel.".to_owned(),
        Some(pose) => match cards_left(&ground, sight.law(), pose, Some(sight.seat)) {
            Some(left) => {
                let left = counted(left, "card", "cards");
                format!("Your turtle ends on {}, {left} from a jewel.", pose.cell)
            }
            None => format!("Your turtle ends on {}.", pose.cell),
        },
    };
    Advice::new("Run your program.", why)
}

/// The wall, and whom it costs most.
fn build(sight: &Sight, wall: Wall, cell: Cell) -> Advice {
    let what = match wall {
        Wall::Ice => format!("Build an ice wall on {cell}."),
        _ => format!("Build a stone wall on {cell}."),
    };
    let ground = &sight.table.ground;
    let mut walled = ground.clone();
    walled.set(cell, wall.tile());
    let cost = |seat: Seat| {
        let pose = ground.pose(seat)?;
        let before = cards_left(ground, sight.law(), pose, None)?;
        let after = cards_left(&walled, sight.law(), pose, None)?;
        Some((seat, after.saturating_sub(before)))
    };
    let dearest = sight.opponents().filter_map(cost).max_by_key(|(_, cards)| *cards);
    let why = match dearest.filter(|(_, cards)| *cards > 0) {
        Some((seat, cards)) => {
            let cards = counted(cards, "card", "cards");
            format!("It makes {}'s way {cards} longer.", Turtles::hue(seat, 4).name())
        }
        None => "It makes no way longer, but a program may run into it.".to_owned(),
    };
    Advice::new(what, why)
}

/// What plain mode lists: a line for each kind of move, not hundreds of moves.
pub fn choices(view: &TurtlesView, legal: &[Move]) -> Vec<String> {
    let mut lines = Vec::new();
    let seat = view.table.mover;
    let hand = view.secret(seat).map(|own| own.hand.to_string()).unwrap_or_default();
    if legal.iter().any(|mv| matches!(mv, Move::Add(_))) {
        lines.push(format!(
            "add:CARDS lays cards of your hand ({hand}) in any order, as add:{}",
            &hand[..1]
        ));
    }
    let walls = view.table.open[seat.index()].walls;
    for (wall, left) in [(Wall::Stone, walls.stone), (Wall::Ice, walls.ice)] {
        let cells: Vec<String> = legal
            .iter()
            .filter_map(|mv| match mv {
                Move::Build(it, cell) if *it == wall => Some(cell.to_string()),
                _ => None,
            })
            .collect();
        if let Some(first) = cells.first() {
            let (name, count) = (wall.name(), cells.len());
            lines.push(format!(
                "{name}:CELL builds on one of {count} empty cells, as {name}:{first} ({left} left)"
            ));
        }
    }
    for mv in legal {
        match mv {
            Move::Run => lines.push("run runs your program, or passes if it is empty".to_owned()),
            Move::Bug(victim) => {
                let other = Turtles::hue(*victim, 4).name();
                lines.push(format!("{mv} reverses {other}'s program"));
            }
            Move::Keep => lines.push(format!("keep keeps your hand ({hand})")),
            _ => {}
        }
    }
    if legal.iter().any(|mv| matches!(mv, Move::Discard(_))) {
        lines.push(format!(
            "discard:CARDS throws away some of your hand ({hand}), in the order F L R Z"
        ));
    }
    lines
}

/// How many cards the shortest way from here takes; none where there is no way.
fn cards_left(ground: &Ground, law: &Law, pose: Pose, walker: Option<Seat>) -> Option<usize> {
    let chart = Chart::new(ground, law, walker);
    // All shortest ways are equally long, so it doesn't matter which is taken.
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let (cards, _) = policy::way(&chart, ground, law, pose, &mut rng);
    (!cards.is_empty()).then_some(cards.len())
}

/// `F F L`, as the cards in the hand are marked.
fn words(cards: &[Card]) -> String {
    let letters: Vec<String> = cards.iter().map(|card| card.letter().to_string()).collect();
    letters.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::turtles::variant::TurtlesVariant;
    use crate::play::{Eye, Session, Variant};

    fn after(moves: &str) -> Session<Turtles> {
        let board = TurtlesVariant::parse(Turtles::BOARDS[0].1).unwrap();
        let mut session = Session::<Turtles>::new(&board, 2, 1);
        while session.turn().seat().is_none() {
            session.roll();
        }
        for text in moves.split_whitespace() {
            session.play_text(text).unwrap();
        }
        session
    }

    #[test]
    fn hints_count_cards() {
        let session = after("");
        let seat = session.turn().seat().unwrap();
        let view = session.state().view(Eye::Seat(seat));
        let said = |mv: &str| advise(&view, seat, &mv.parse().unwrap()).to_string();
        let lay = said("add:FF");
        let why = "Lay F F. 2 steps: your program then ends on ";
        assert!(lay.starts_with(why) && lay.contains(" cards from a jewel instead of "), "{lay}");
        let turning = said("add:LF");
        assert!(turning.starts_with("Lay L F. Turn left, 1 step: your program "), "{turning}");
        let one = "Discard L. It doesn't help on the shortest way; you draw a new one.";
        assert_eq!(said("discard:L"), one);
        assert_eq!(said("run"), "Pass. None of your cards leads nearer; you draw others.");
        let cells = ('a'..='h').flat_map(|column| (1..=8).map(move |row| format!("{column}{row}")));
        let walls: Vec<String> = cells.map(|cell| said(&format!("stone:{cell}"))).collect();
        assert!(walls.iter().all(|wall| wall.starts_with("Build a stone wall on ")), "{walls:?}");
        assert!(walls.iter().any(|wall| wall.contains("'s way 1 card longer")), "{walls:?}");
    }
}

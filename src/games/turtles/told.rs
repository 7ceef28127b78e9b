//! A seat's view made of what the bot protocol tells: how bots of ours play at other tables.
//!
//! Whatever was told is checked, so that a view which was read is one that a match could have.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::cards::{Card, Cards};
use super::ground::{Cell, Ground, Heading, Pose, Tile};
use super::moves::HAND;
use super::rules::{Open, Phase, Secret, Visible};
use super::variant::{TurtlesVariant, Walls};
use super::view::{Sizes, TurtlesView};
use crate::play::{Eye, Seat, Veiled};

/// The keys of a view that a bot needs; `describe` writes them.
#[derive(Deserialize)]
struct Told {
    grid: Vec<String>,
    turtles: Vec<ToldTurtle>,
    shown: Vec<String>,
    arrivals: Vec<Vec<usize>>,
    beginner: usize,
    #[serde(default)]
    waited: u32,
    phase: String,
    #[serde(default)]
    bugs: Vec<bool>,
    #[serde(default)]
    reversed: Vec<usize>,
}

#[derive(Deserialize)]
struct ToldTurtle {
    cell: Option<String>,
    facing: Option<char>,
    hand: String,
    program: String,
    deck: String,
    pile: String,
    stone: u8,
    ice: u8,
}

/// The view of `seat`, or what is wrong with what was told.
pub fn read(
    variant: Arc<TurtlesVariant>,
    seat: Seat,
    told: &Map<String, Value>,
) -> Result<TurtlesView, String> {
    let told: Told = serde_json::from_value(Value::Object(told.clone()))
        .map_err(|error| format!("the view: {error}"))?;
    let seats = variant.players();
    if told.turtles.len() != seats || told.shown.len() != seats {
        return Err(format!("the view has not {seats} turtles"));
    }
    let phase = match told.phase.as_str() {
        "act" => Phase::Act,
        "discard" => Phase::Discard,
        other => return Err(format!("'phase': '{other}', expected 'act' or 'discard'")),
    };
    let ground = ground(&variant, &told)?;
    if ground.pose(seat).is_none() {
        return Err(format!("turtle {seat} has arrived and has no turn"));
    }
    let arrivals = arrivals(&variant, &ground, &told.arrivals)?;
    let beginner = numbered(told.beginner, seats)?;
    let (mut open, mut sizes, mut secrets) = (Vec::new(), Vec::new(), Vec::new());
    for (owner, turtle) in Seat::all(seats).zip(&told.turtles) {
        let wrong = |what: &str| format!("{what} of turtle {owner} cannot be so");
        let shown: Cards = cards(&told.shown[owner.index()])?.into_iter().collect();
        let size = Sizes {
            hand: turtle.hand.len(),
            program: turtle.program.len(),
            deck: turtle.deck.len(),
            pile: turtle.pile.len(),
        };
        let all = size.hand + size.program + size.deck + size.pile;
        if size.hand > HAND || all != variant.deck().len() {
            return Err(wrong("the cards"));
        }
        let secret = if owner == seat {
            let heap = |text: &str| Ok::<Cards, String>(cards(text)?.into_iter().collect());
            let secret = Secret {
                hand: heap(&turtle.hand)?,
                program: cards(&turtle.program)?,
                deck: heap(&turtle.deck)?,
                pile: heap(&turtle.pile)?,
            };
            let laid: Cards = secret.program.iter().copied().collect();
            let together = secret.hand.with(secret.deck).with(secret.pile).with(laid);
            if together != variant.deck() || secret.pile.without(shown).is_none() {
                return Err(wrong("the cards"));
            }
            if phase == Phase::Discard && secret.hand.is_empty() {
                return Err(wrong("the empty hand"));
            }
            Veiled::Known(secret)
        } else {
            if shown.len() > size.pile || variant.deck().without(shown).is_none() {
                return Err(wrong("the cards shown"));
            }
            Veiled::Hidden
        };
        let walls = Walls { stone: turtle.stone, ice: turtle.ice };
        if walls.stone > variant.walls().stone || walls.ice > variant.walls().ice {
            return Err(wrong("the walls"));
        }
        let bug = variant.bug() && told.bugs.get(owner.index()).is_some_and(|bug| *bug);
        let bugged = told.reversed.get(owner.index()).copied().unwrap_or(0);
        if bugged > size.program {
            return Err(wrong("the reversed cards"));
        }
        open.push(Open { walls, bug, bugged, shown });
        sizes.push(size);
        secrets.push(secret);
    }
    let waited = told.waited;
    if variant.patience() > 0 && waited >= variant.patience() {
        return Err(format!("'waited': {waited}, but the round ends before that"));
    }
    let (mover, last_run) = (seat, None);
    let table =
        Visible { variant, ground, open, arrivals, beginner, mover, phase, waited, last_run };
    Ok(TurtlesView { eye: Eye::Seat(seat), table, sizes, secrets })
}

/// The board, which has the size and the jewels of the variant and a way to them for everybody.
fn ground(variant: &TurtlesVariant, told: &Told) -> Result<Ground, String> {
    let first = variant.ground();
    let rows: Vec<Vec<char>> = told.grid.iter().map(|row| row.chars().collect()).collect();
    let width = usize::from(first.width());
    if rows.len() != usize::from(first.height()) || rows.iter().any(|row| row.len() != width) {
        return Err(format!("'grid' has another size than {width}x{}", first.height()));
    }
    let mut ground = first.clone();
    for cell in first.cells() {
        let sign = rows[usize::from(cell.row)][usize::from(cell.column)];
        let tile = match sign {
            '1'..='4' => Tile::Empty,
            _ => Tile::ALL
                .into_iter()
                .find(|tile| tile.sign() == sign)
                .ok_or_else(|| format!("'grid': '{sign}' at {cell} isn't a sign of a board"))?,
        };
        if (tile == Tile::Jewel) != (first.tile(cell) == Tile::Jewel) {
            return Err(format!("'grid': the jewels of this board are not like that at {cell}"));
        }
        ground.set(cell, tile);
    }
    for (seat, turtle) in Seat::all(variant.players()).zip(&told.turtles) {
        ground.put(seat, pose(turtle)?);
    }
    for seat in ground.racing() {
        let cell = ground.pose(seat).expect("racing").cell;
        let stands = ground.contains(cell)
            && ground.tile(cell) == Tile::Empty
            && ground.turtle_at(cell) == Some(seat);
        if !stands {
            return Err(format!("turtle {seat} cannot stand at {cell}"));
        }
    }
    match ground.cut_off(variant.law()) {
        Some(cut) => Err(format!("turtle {} cannot reach the jewel at {}", cut.turtle, cut.jewel)),
        None => Ok(ground),
    }
}

fn pose(turtle: &ToldTurtle) -> Result<Option<Pose>, String> {
    let (Some(cell), Some(facing)) = (&turtle.cell, turtle.facing) else { return Ok(None) };
    let cell: Cell = cell.parse().map_err(|error| format!("{error}"))?;
    let heading = Heading::from_letter(facing)
        .ok_or_else(|| format!("'{facing}' isn't a heading; use N, E, S or W"))?;
    Ok(Some(Pose { cell, heading }))
}

/// Who arrived in each round: all but one in those before, and in this one those off the board.
fn arrivals(
    variant: &TurtlesVariant,
    ground: &Ground,
    told: &[Vec<usize>],
) -> Result<Vec<Vec<Seat>>, String> {
    let wrong = || "'arrivals' do not fit the turtles on the board".to_owned();
    let seats = variant.players();
    let mut arrivals = Vec::with_capacity(told.len());
    for (round, numbers) in (1..).zip(told) {
        let mut round_arrivals: Vec<Seat> = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let seat = numbered(number, seats)?;
            if round_arrivals.contains(&seat) {
                return Err(wrong());
            }
            round_arrivals.push(seat);
        }
        let fits = if round < told.len() {
            round_arrivals.len() < seats
        } else {
            Seat::all(seats)
                .all(|seat| ground.pose(seat).is_none() == round_arrivals.contains(&seat))
                && round_arrivals.len() + 2 <= seats
        };
        if !fits {
            return Err(wrong());
        }
        arrivals.push(round_arrivals);
    }
    let rounds = 1..=usize::from(variant.rounds());
    if rounds.contains(&arrivals.len()) { Ok(arrivals) } else { Err(wrong()) }
}

fn numbered(number: usize, seats: usize) -> Result<Seat, String> {
    let seat = Seat::all(seats).find(|seat| seat.number() == number);
    seat.ok_or_else(|| format!("there is no player {number} of {seats}"))
}

fn cards(text: &str) -> Result<Vec<Card>, String> {
    let card = |letter: char| {
        Card::from_letter(letter)
            .ok_or_else(|| format!("'{letter}' isn't a card; use F, L, R or Z"))
    };
    text.chars().map(card).collect()
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::games::turtles::rules::Turtles;
    use crate::play::{Dice, Game, Session, Turn, Variant};

    /// A bot at another table sees what it would see at ours.
    #[test]
    fn a_view_survives_being_told() {
        for (number, (stem, text)) in (0..).zip(Turtles::BOARDS) {
            let text = format!("{}\nbug = true\nrounds = 3\n", without_options(text));
            let board = TurtlesVariant::parse(&text).unwrap();
            let mut session = Session::<Turtles>::new(&board, board.players(), number);
            let mut rng = Dice::new(number).stream(1);
            let mut compared = 0;
            for _ in 0..600 {
                match session.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance { .. } => drop(session.roll()),
                    Turn::Decide(seat) => {
                        let state = session.state();
                        let mut view = state.view(Eye::Seat(seat));
                        let told = Turtles::describe(&view);
                        view.table.last_run = None;
                        assert_eq!(read(state.variant().clone(), seat, &told), Ok(view), "{stem}");
                        compared += 1;
                        let legal = state.legal_moves();
                        let mv = legal[rng.random_range(0..legal.len())].clone();
                        session.play(mv).unwrap();
                    }
                }
            }
            assert!(compared > 100, "{stem}: {compared}");
        }
    }

    fn without_options(text: &str) -> String {
        let options = |line: &&str| line.starts_with("bug") || line.starts_with("rounds");
        text.lines().filter(|line| !options(line)).collect::<Vec<_>>().join("\n")
    }
}

//! Killed at any moment: every move that was on the screen is there after `Continue`.
//!
//! `cargo test` kills a match of each game once; `KILLS=200` so often in all.

use std::thread;
use std::time::Duration;

use parlour::games::{self, Visitor};
use parlour::play::{Eye, Record, Scene, Session, Variant};
use parlour::tui::GameUi;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::arcade::{Arcade, start};
use crate::fuzz::switch;

/// The number of the move, throw or turn that the screen waits for; none where it says nothing of
/// the kind.
fn moment_on(screen: &str) -> Option<usize> {
    let title: Vec<&str> = screen.lines().next()?.split_whitespace().collect();
    let said = title.windows(2).rfind(|words| ["move", "throw", "turn"].contains(&words[0]));
    said?[1].parse().ok()
}

/// What the screen would say of a match that was kept.
struct Kept<'a>(&'a Record);

impl Visitor for Kept<'_> {
    type Out = usize;

    fn visit<G: GameUi>(&mut self) -> usize {
        let session = Session::<G>::from_record(self.0).unwrap();
        let scene = Scene::watched(&session, Eye::Everything);
        moment_on(&G::moment(&scene.view, scene.counted)).unwrap()
    }
}

/// Two of the weakest bots play while people watch, quickly, and with motions in between.
struct Watch<'a>(&'a mut ChaCha8Rng);

impl Visitor for Watch<'_> {
    type Out = Arcade;

    fn visit<G: GameUi>(&mut self) -> Arcade {
        let seats = G::Variant::parse(G::BOARDS[0].1).unwrap().usual_seats();
        let bot = format!("bot:{}", G::STRATEGIES[0].name);
        let seed = self.0.random::<u32>().to_string();
        let mut arguments = vec!["play", G::ID, "--seed", &seed];
        arguments.extend((0..seats).flat_map(|_| ["--seat", bot.as_str()]));
        start("bot_speed = \"fast\"\nanimations = \"fast\"\n").size(120, 40).with(&arguments).run()
    }
}

/// Kills a match, and answers how many moves, throws or turns were on the screen; none if it was
/// over by then.
fn kill_one(game: &str, rng: &mut ChaCha8Rng) -> Option<usize> {
    let arcade = games::visit(game, &mut Watch(rng)).unwrap();
    arcade.see_that("a first move", |screen| {
        moment_on(screen) >= Some(2) || screen.contains("rematch")
    });
    thread::sleep(Duration::from_micros(rng.random_range(0..1_500_000)));
    arcade.signal("KILL");
    assert!(arcade.end().is_err());
    let shown = moment_on(&arcade.screen())?;
    let kept = Record::parse(&arcade.matches()[0]).unwrap();
    let at = games::visit(game, &mut Kept(&kept)).unwrap();
    assert!(at >= shown, "{game}: {shown} was shown, {at} is kept");
    if kept.result.is_some() {
        return None;
    }
    let arcade = arcade.again().size(120, 40).run();
    arcade.see("Continue").press("c");
    // The bots play on at once.
    arcade.see_that("the match again", |screen| {
        moment_on(screen) >= Some(shown) || screen.contains("rematch")
    });
    Some(shown - 1)
}

#[test]
fn a_kill_loses_nothing_in_any_game() {
    let kills = switch("KILLS", games::IDS.len() as u64);
    let seed = switch("KILL_SEED", 1);
    let (mut in_time, mut moves) = (0, 0);
    for first in (0..kills).step_by(games::IDS.len()) {
        // One of each game at a time: each waits most of the time.
        let shown: Vec<Option<usize>> = thread::scope(|scope| {
            let kill = |(at, game): (u64, &'static str)| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                rng.set_stream(at);
                scope.spawn(move || kill_one(game, &mut rng))
            };
            let killed: Vec<_> = (first..kills).zip(games::IDS.iter().copied()).map(kill).collect();
            killed.into_iter().map(|killed| killed.join().unwrap()).collect()
        });
        in_time += shown.iter().flatten().count();
        moves += shown.iter().flatten().sum::<usize>();
    }
    assert!(in_time as u64 * 2 >= kills, "most matches were over before they were killed");
    println!("{kills} kills, {in_time} in the middle of a match, {moves} moves on the screens");
}

//! The same seed and nodes play the same match wherever it is played: in a contest, on the match
//! screen and in plain mode.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use parlour::arena::{Contest, Driver, Keep, Patience, Plan};
use parlour::games::{self, Visitor};
use parlour::play::{Due, Game, Player, Record, Secrets, Session, Variant};
use parlour::screens;
use parlour::search::{Bots, Cancel, Limit, Strategy};
use parlour::tui::{Depth, GameUi};

use crate::room;

const NODES: u64 = 150;

/// Some bots for each seat: the strongest beside the weakest, and those in the middle.
fn tables<G: Bots>(board: &G::Variant) -> Vec<Vec<Player>> {
    let able = G::STRATEGIES.iter().filter(|strategy| (strategy.plays)(board).is_ok());
    let able: Vec<&Strategy<G>> = able.collect();
    let player = |at: usize| Player::Bot { strategy: able[at % able.len()].name.to_owned() };
    let table = |first: usize, step: usize| {
        (0..board.usual_seats()).map(|seat| player(first + seat * step)).collect()
    };
    vec![table(0, able.len() - 1), table(able.len() / 2, 0)]
}

fn board<G: Game>() -> G::Variant {
    G::Variant::parse(G::BOARDS[0].1).unwrap()
}

fn in_a_contest<G: Bots>(players: &[Player]) -> Record {
    let mut contest = Contest::<G>::new(board::<G>(), players, players.len()).unwrap();
    contest.plan = Plan {
        rounds: 1,
        seed: 11.into(),
        limit: Limit::Nodes(NODES),
        patience: Patience::per_move(Duration::from_secs(60)),
        keep: Keep::Moves,
        ..contest.plan
    };
    let mut first = None;
    contest.run(1, &Cancel::default(), |played| {
        first.get_or_insert(played);
    });
    contest.record(&first.unwrap()).unwrap()
}

fn on_the_screen<G: GameUi>(like: &Record) -> Record {
    let home = room::room("bot_speed = \"at-once\"\nanimations = \"off\"\n", Depth::True, |_| ());
    let mut room = home.beside_held();
    let session = Session::<G>::new(&board::<G>(), like.players.len(), like.seed);
    let save = room.context.store.new_save(G::ID);
    let (players, limit) = (like.players.clone(), Limit::Nodes(NODES));
    let screen =
        screens::play::resume::<G>(session, players, limit, save.clone(), &mut room.context);
    room.open(screen);
    for _ in 0..=like.moves.len() {
        room.release();
        room.wait(Duration::from_secs(60));
    }
    Record::parse(&fs::read_to_string(save.path()).unwrap()).unwrap()
}

fn in_plain_mode<G: Game>(like: &Record) -> Record {
    let home = crate::homes::home();
    let (seed, nodes) = (like.seed.to_string(), NODES.to_string());
    let mut call = Command::new(env!("CARGO_BIN_EXE_parlour"));
    call.args(["play", G::ID, "--plain", "--seed", &seed, "--nodes", &nodes]);
    call.args(["--variant", G::BOARDS[0].0]);
    for player in &like.players {
        call.args(["--seat", &player.to_string()]);
    }
    call.env("PARLOUR_HOME", home.path()).stdin(Stdio::null()).stdout(Stdio::null());
    assert!(call.status().unwrap().success());
    let mut files = fs::read_dir(home.path().join("data/matches")).unwrap();
    Record::parse(&fs::read_to_string(files.next().unwrap().unwrap().path()).unwrap()).unwrap()
}

#[test]
fn every_host_plays_the_same_match() {
    struct Compare;
    impl Visitor for Compare {
        type Out = ();

        fn visit<G: GameUi>(&mut self) {
            for players in tables::<G>(&board::<G>()) {
                let contest = in_a_contest::<G>(&players);
                assert!(contest.result.is_some(), "{}: it has ended", G::ID);
                for (host, other) in [
                    ("the screen", on_the_screen::<G>(&contest)),
                    ("plain mode", in_plain_mode::<G>(&contest)),
                ] {
                    let about = format!("{} of {players:?} in {host}", G::ID);
                    assert_eq!(other.moves, contest.moves, "{about}");
                    assert_eq!(other.result, contest.result, "{about}");
                    assert_eq!(other.board, contest.board, "{about}");
                }
            }
        }
    }
    games::visit_all(&mut Compare);
}

/// A bot that draws lots draws others after an undo, and the same ones when all of it is repeated.
#[test]
fn after_an_undo_bots_sit_down_anew() {
    use parlour::games::connect4::Connect4;
    let play = |undo: bool| {
        let session = Session::<Connect4>::new(&board::<Connect4>(), 2, 5);
        let players = vec!["human".parse().unwrap(), "bot:hasard".parse().unwrap()];
        let mut game = Driver::new(session, players, Limit::Nodes(1));
        let turn = |game: &mut Driver<Connect4>| {
            game.play_text("4").unwrap();
            assert!(matches!(game.due(), Due::Computer(_)));
            game.step(&Cancel::default()).unwrap();
        };
        turn(&mut game);
        if undo {
            turn(&mut game);
            game.undo(Secrets::Respect).unwrap();
            assert_eq!(game.session().ply(), 2);
        }
        for _ in 0..2 {
            turn(&mut game);
        }
        game.record().moves
    };
    assert_eq!(play(true), play(true));
    assert_eq!(play(false), play(false));
    assert_ne!(play(true), play(false), "its dice are those of the move it sat down at");
}

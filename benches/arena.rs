//! How many matches a second the quick strategies of each game play on one thread:
//! `cargo bench --bench arena`, or with `--profile quick` where linking takes too long.

use std::time::{Duration, Instant};

use parlour::arena::Contest;
use parlour::games::{self, Visitor};
use parlour::play::{Player, Variant};
use parlour::search::{Cancel, Limit};
use parlour::tui::GameUi;

const TIME: Duration = Duration::from_secs(1);
/// What a strategy that searches may look at; the quick ones hardly use it.
const NODES: u64 = 100;

fn main() {
    games::visit_all(&mut Measure);
}

struct Measure;

impl Visitor for Measure {
    type Out = ();

    fn visit<G: GameUi>(&mut self) {
        let board = G::Variant::parse(G::BOARDS[0].1).expect("the bundled board is good");
        let quick = G::STRATEGIES.iter().filter(|strategy| strategy.strength <= 2);
        for strategy in quick.filter(|strategy| (strategy.plays)(&board).is_ok()) {
            let player = Player::Bot { strategy: strategy.name.to_owned() };
            let seats = board.usual_seats().max(2);
            let mut contest = Contest::<G>::new(board.clone(), &vec![player; seats], seats)
                .expect("the strategy can play this board");
            contest.plan.rounds = usize::MAX >> 8;
            contest.plan.seed = 1.into();
            contest.plan.limit = Limit::Nodes(NODES);
            let (cancel, begin) = (Cancel::default(), Instant::now());
            let (mut matches, mut moves) = (0, 0);
            contest.run(1, &cancel, |played| {
                matches += 1;
                moves += played.plies;
                if begin.elapsed() > TIME {
                    cancel.cancel();
                }
            });
            let seconds = begin.elapsed().as_secs_f64();
            println!(
                "{:10} {:16} {seats} seats  {:>9.0} matches a second, {:>10.0} moves a second",
                G::ID,
                strategy.name,
                f64::from(matches) / seconds,
                moves as f64 / seconds
            );
        }
    }
}

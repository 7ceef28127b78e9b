//! How many nodes a second the shared searches look at: `cargo bench --bench search`, or with
//! `--profile quick` where linking takes too long.

use std::sync::Arc;
use std::time::Instant;

use parlour::games::connect4::Connect4;
use parlour::play::{Eye, Game, Seat, Turn, Variant};
use parlour::search::{
    AlphaBetaBot, Bot, Budget, Evaluate, MonteCarloBot, Settings, Uniform, fingerprint,
};

// The bench needs only some of the tests' games.
#[allow(dead_code)]
#[path = "../tests/it/search_games.rs"]
mod search_games;
use search_games::{Closed, Coin, Noughts, Open, Rules};

const NODES: u64 = 1_000_000;

fn main() {
    let connect4 = connect4();
    // The rules of these two cost almost nothing, so they show the search itself.
    let noughts = Open::at(Noughts::<false>::start());
    let coin = Closed::at(Coin::<true>::start());
    measure("alpha-beta, noughts", &noughts, AlphaBetaBot::new(Keyless, 1));
    measure("alpha-beta with table, noughts", &noughts, AlphaBetaBot::new(Keyed, 1));
    measure("alpha-beta, Connect Four", &connect4, AlphaBetaBot::new(Keyless, 1));
    measure("Monte Carlo, noughts", &noughts, monte_carlo());
    measure("Monte Carlo, Connect Four", &connect4, monte_carlo());
    measure("Monte Carlo with secrets, coin", &coin, monte_carlo());
}

fn monte_carlo<G: Game>() -> MonteCarloBot<G, Uniform> {
    MonteCarloBot::new(Uniform, Settings::default(), 1)
}

/// Thinks about the same position, again and again if it is soon solved, for so many nodes.
fn measure<G: Game>(name: &str, state: &G, mut bot: impl Bot<G>) {
    let Turn::Decide(seat) = state.turn() else { panic!("nobody is to move in {name}") };
    let view = state.view(Eye::Seat(seat));
    let legal = state.legal_moves();
    let mut nodes = 0;
    let mut answers = 0;
    let begin = Instant::now();
    while nodes < NODES {
        let budget = Budget::nodes(NODES - nodes);
        bot.choose(&view, seat, &legal, &budget);
        nodes += budget.used();
        answers += 1;
    }
    let rate = nodes as f64 / begin.elapsed().as_secs_f64() / 1e6;
    let each = nodes / answers;
    println!("{name:32} {rate:6.2} million nodes a second, {each:>8} nodes an answer");
}

fn connect4() -> Connect4 {
    let (_, board) = Connect4::BOARDS[0];
    let board = <Connect4 as Game>::Variant::parse(board).expect("the bundled board is good");
    Connect4::start(Arc::new(board), 2)
}

/// Knows nothing, and remembers nothing.
struct Keyless;

impl<G: Game> Evaluate<G> for Keyless {
    fn score(&self, _: &G, _: Seat) -> i32 {
        0
    }
}

/// Knows nothing, but a position when it comes again.
struct Keyed;

impl<R: Rules> Evaluate<Open<R>> for Keyed {
    fn score(&self, _: &Open<R>, _: Seat) -> i32 {
        0
    }

    fn key(&self, state: &Open<R>) -> Option<u64> {
        Some(fingerprint(&state.0))
    }
}

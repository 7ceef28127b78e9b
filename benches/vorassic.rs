//! How fast the search of Vorassic Park is, and how deep it gets in a second, beside what the
//! rules alone manage: random matches, every legal move listed before each.
//!
//! `cargo bench --profile quick --bench vorassic`

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour::games::vorassic::{Park, Vorassic, study};
use parlour::play::{Dice, Game, Variant};
use parlour::search::{Budget, Cancel, Limit};
use rand::RngExt;

const SECOND: Duration = Duration::from_secs(1);
/// The rules need no whole second to show their speed.
const GLIMPSE: Duration = Duration::from_millis(200);

fn main() {
    println!(
        "{:>10} {:>12} {:>12} {:>7} {:>7} {:>7} {:>8}",
        "park", "rules /s", "search /s", "ratio", "depth", "margin", "took"
    );
    for mode in ["snake", "octopus"] {
        for size in [5, 8, 12, 26] {
            let file = format!("name = \"bench\"\nmode = \"{mode}\"\nsize = {size}");
            let park = Park::parse(&file).expect("the file is good");
            let start = Vorassic::start(Arc::new(park), 2);
            let rules = by_the_rules(&start);
            let budget = Budget::new(Limit::Time(SECOND), Cancel::default());
            let clock = Instant::now();
            let verdict = study(&start, &budget).expect("two snakes that can meet are a duel");
            let took = clock.elapsed();
            let search = budget.used() as f64 / took.as_secs_f64();
            println!(
                "{:>10} {rules:>12.0} {search:>12.0} {:>7.2} {:>7} {:>+7} {:>5} ms{}",
                format!("{mode} {size}"),
                search / rules,
                verdict.depth,
                verdict.margin,
                took.as_millis(),
                if verdict.solved { " (solved)" } else { "" },
            );
        }
    }
}

/// The positions of random matches in a second.
fn by_the_rules(start: &Vorassic) -> f64 {
    let mut rng = Dice::new(1).stream(0);
    let mut positions = 0;
    let clock = Instant::now();
    while clock.elapsed() < GLIMPSE {
        let mut state = start.clone();
        let mut legal = state.legal_moves();
        while !legal.is_empty() {
            state.play_unchecked(&legal[rng.random_range(0..legal.len())]);
            legal = state.legal_moves();
            positions += 1;
        }
    }
    f64::from(positions) / clock.elapsed().as_secs_f64()
}

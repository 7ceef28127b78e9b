//! How fast the search of Vorassic Park is, and how deep it gets in a second.
//!
//! `cargo bench --bench vorassic`

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour::games::vorassic::{Park, Vorassic, study};
use parlour::play::{Game, Variant};
use parlour::search::{Budget, Cancel, Limit};

fn main() {
    println!("{:>10} {:>12} {:>7} {:>8}", "park", "positions/s", "depth", "margin");
    for mode in ["snake", "octopus"] {
        for size in [5, 8, 12, 26] {
            let file = format!("name = \"bench\"\nmode = \"{mode}\"\nsize = {size}");
            let park = Park::parse(&file).expect("the file is good");
            let start = Vorassic::start(Arc::new(park), 2);
            let second = Limit::Time(Duration::from_secs(1));
            let budget = Budget::new(second, Cancel::default());
            let clock = Instant::now();
            let Some(verdict) = study(&start, &budget) else { continue };
            let speed = budget.used() as f64 / clock.elapsed().as_secs_f64();
            let end = if verdict.solved { " (solved)" } else { "" };
            println!(
                "{:>10} {:>12.0} {:>7} {:>+8}{end}",
                format!("{mode} {size}"),
                speed,
                verdict.depth,
                verdict.margin
            );
        }
    }
}

//! The figures of a board for people and for programs.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Odds, Spread};
use crate::games::goose::Board;
use crate::play::{Variant, best_first};

/// The rows of the histogram in a text.
const ROWS: usize = 12;
/// The length of its longest bar.
const BAR: f64 = 40.0;
/// The cells that are named as the busiest.
const BUSIEST: usize = 5;

/// Some neighbouring lengths of a match and the share of matches that are so long.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    pub from: usize,
    /// The longest of them; none for the last bin, which holds all the rest.
    pub to: Option<usize>,
    pub share: f64,
}

/// The lengths in at most `count` bins of equal width. They begin with the shortest match, and end
/// where only one in a hundred is longer.
pub fn bins(odds: &Odds, count: usize) -> Vec<Bin> {
    let Some(first) = odds.lengths.iter().position(|share| *share > 0.0) else { return Vec::new() };
    let mut below = 0.0;
    let usual = odds.lengths.iter().position(|share| {
        below += share;
        below >= 0.99
    });
    let last = usual.unwrap_or(odds.lengths.len());
    let width = (last + 1 - first).div_ceil(count.max(1)).max(1);
    let mut bins: Vec<Bin> = (first..=last)
        .step_by(width)
        .map(|from| {
            let end = (from + width).min(odds.lengths.len());
            let share = odds.lengths[from.min(end)..end].iter().sum();
            Bin { from, to: Some(from + width - 1), share }
        })
        .collect();
    let counted: f64 = bins.iter().map(|bin| bin.share).sum();
    if let Some(last) = bins.last_mut() {
        last.to = None;
        last.share += (1.0 - counted).max(0.0);
    }
    bins
}

/// What `parlour odds --json` prints.
pub fn to_json(board: &Board, odds: &Odds) -> Value {
    let spread = |spread: Spread| json!({"mean": spread.mean, "sd": spread.sd});
    json!({
        "board": board.name(),
        "players": odds.players(),
        "win": odds.win,
        "trapped": odds.trapped,
        "rounds": spread(odds.rounds),
        "throws": spread(odds.throws),
        "exact": odds.games.is_none(),
        "games": odds.games.unwrap_or(0),
        "unfinished": odds.unfinished,
        "fewest": board.fewest_throws()[usize::from(board.last())],
        "lengths": bins(odds, ROWS)
            .iter()
            .map(|bin| json!({"from": bin.from, "to": bin.to, "share": bin.share}))
            .collect::<Vec<Value>>(),
        "visits": odds.visits,
    })
}

/// What `parlour odds` prints.
pub fn to_text(board: &Board, odds: &Odds) -> String {
    let mut text = String::new();
    let players = match odds.players() {
        1 => "one player".to_owned(),
        many => format!("{many} players"),
    };
    let _ = writeln!(text, "{}: {}, {}, {players}", board.name(), board.summary(), board.dice());
    let _ = match odds.games {
        None => writeln!(text, "exact, by the chain"),
        Some(games) => writeln!(text, "from {games} matches; ± holds 19 times in 20"),
    };
    let _ = writeln!(text, "\nwins");
    for (seat, chance) in odds.win.iter().enumerate() {
        let _ = writeln!(text, "  player {:<3} {}", seat + 1, percent(odds, *chance));
    }
    let _ = writeln!(text, "  nobody     {}, all trapped", percent(odds, odds.trapped));
    if odds.unfinished > 0.0 {
        let _ = writeln!(text, "  given up   {}", percent(odds, odds.unfinished));
    }
    let _ = writeln!(text, "\nlength");
    for (what, spread) in [("throws", odds.throws), ("rounds", odds.rounds)] {
        let _ = writeln!(text, "  {what}  {:.2}, spread {:.2}", spread.mean, spread.sd);
    }
    if let Some(fewest) = board.fewest_throws()[usize::from(board.last())] {
        let _ = writeln!(text, "  fewest throws to win alone  {fewest}");
    }
    let _ = writeln!(text, "\nthrows in a match");
    let bins = bins(odds, ROWS);
    let highest = bins.iter().map(|bin| bin.share).fold(0.0, f64::max);
    for bin in &bins {
        let label = match bin.to {
            Some(to) if to == bin.from => format!("{to}"),
            Some(to) => format!("{}-{to}", bin.from),
            None => format!("{}+", bin.from),
        };
        let bar = "#".repeat((bin.share / highest * BAR).round() as usize);
        let _ = writeln!(text, "  {label:>9}  {:>5.1} %  {bar}", bin.share * 100.0);
    }
    let _ = writeln!(text, "\nbusiest cells, landings in a match");
    let cells = best_first(1..odds.visits.len(), &|cell| odds.visits[cell]);
    for cell in cells.into_iter().take(BUSIEST) {
        let word = board.cells()[cell].word().unwrap_or_default();
        let line = format!("  {cell:>4}  {:>6.3}  {word}", odds.visits[cell]);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn percent(odds: &Odds, chance: f64) -> String {
    match odds.error(chance) {
        None => format!("{:>8.4} %", chance * 100.0),
        Some(error) => format!("{:>6.2} % ± {:.2}", chance * 100.0, error * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goose::Goose;
    use crate::games::goose::odds::exact;
    use crate::play::Game;

    #[test]
    fn the_bins_hold_every_match() {
        for (stem, text) in Goose::BOARDS {
            let odds = exact(&Board::parse(text).unwrap());
            for count in [1, 5, 12, 500] {
                let bins = bins(&odds, count);
                let share: f64 = bins.iter().map(|bin| bin.share).sum();
                assert!((share - 1.0).abs() < 1e-9, "{stem}: {share}");
                assert!(bins.len() <= count && bins[bins.len() - 1].to.is_none());
                for pair in bins.windows(2) {
                    assert_eq!(pair[0].to, Some(pair[1].from - 1));
                }
            }
        }
    }

    #[test]
    fn the_report_names_what_matters() {
        let board = Board::parse(Goose::BOARDS[0].1).unwrap();
        let odds = exact(&board);
        let text = to_text(&board, &odds);
        for part in ["47.6708 %", "throws  18.79", "fewest throws to win alone  4", "one player"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        let json = to_json(&board, &odds);
        assert_eq!((&json["exact"], &json["players"]), (&json!(true), &json!(1)));
    }
}

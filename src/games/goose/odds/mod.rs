//! What a board is like: who wins how often, how long it takes, where the pawns come to stand.
//!
//! For one player by the exact chain ([`exact`]), for several by playing very many matches
//! ([`Simulation`]). Both are pure: whoever calls them spreads the work over threads and merges the
//! tallies.

mod chain;
mod report;
mod simulation;

pub use chain::exact;
pub(super) use report::bins;
pub(crate) use report::{to_json, to_text};
pub use simulation::{Simulation, Tally};

/// The figures of a board for a number of players.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// The chance of each seat to win.
    pub win: Vec<f64>,
    /// How often everybody ends in a trap.
    pub trapped: f64,
    /// How often a simulated match was given up as too long; never in the exact figures.
    pub unfinished: f64,
    /// How long a match is: the throws of all players together.
    pub throws: Spread,
    /// Rounds count the turns of the player who begins, passed over or not.
    pub rounds: Spread,
    /// The share of matches by their number of throws. What is longer than the list is missing
    /// from it.
    pub lengths: Vec<f64>,
    /// How often in a match a pawn lands on each cell, by a throw or by a jump.
    pub visits: Vec<f64>,
    /// How many matches were played; none for exact figures.
    pub games: Option<u64>,
}

/// A mean and its standard deviation.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spread {
    /// The average over the matches.
    pub mean: f64,
    /// In the same unit as the mean.
    pub sd: f64,
}

impl Odds {
    /// Half the width of the interval that holds the true chance 19 times in 20; nothing where the
    /// figures are exact.
    pub fn error(&self, chance: f64) -> Option<f64> {
        let games = self.games?.max(1) as f64;
        // One match more on either side keeps a chance of 0 from looking certain.
        let middle = (chance * games + 2.0) / (games + 4.0);
        Some(1.96 * (middle * (1.0 - middle) / (games + 4.0)).sqrt())
    }

    /// For how many players the figures hold.
    pub fn players(&self) -> usize {
        self.win.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goose::{Board, Goose};
    use crate::play::{Game, Variant};

    fn board(stem: &str) -> Board {
        let (_, text) = Goose::BOARDS.iter().find(|(name, _)| *name == stem).unwrap();
        Board::parse(text).unwrap()
    }

    fn played(board: &Board, players: usize, games: u64) -> Odds {
        let simulation = Simulation::new(board, players);
        let mut tally = Tally::default();
        simulation.run(games, 1, &mut tally);
        simulation.odds(&tally)
    }

    /// The values come from an independent exact solution of the document's board.
    #[test]
    fn one_player_is_exact() {
        let odds = exact(&board("document"));
        assert!((odds.win[0] - 0.476_707_9).abs() < 5e-8, "{}", odds.win[0]);
        assert!((odds.throws.mean - 18.793_34).abs() < 5e-6, "{}", odds.throws.mean);
        assert!((odds.win[0] + odds.trapped - 1.0).abs() < 1e-12);
        assert_eq!(board("document").fewest_throws()[63], Some(4));
    }

    #[test]
    fn several_players_are_within_the_error() {
        let document = board("document");
        let cases: [(&[f64], f64, f64); 2] = [
            (&[0.416_132_1, 0.408_904_5], 0.174_963_4, 34.159_92),
            (&[0.338_726_4, 0.333_207_2, 0.328_066_4], 0.0, 44.849_04),
        ];
        for (win, trapped, throws) in cases {
            let games = 200_000;
            let odds = played(&document, win.len(), games);
            for (seat, chance) in win.iter().enumerate() {
                let error = 2.0 * odds.error(*chance).unwrap();
                assert!((odds.win[seat] - chance).abs() < error, "seat {seat}: {:?}", odds.win);
            }
            assert!((odds.trapped - trapped).abs() < 2.0 * odds.error(trapped).unwrap());
            let error = 4.0 * odds.throws.sd / (games as f64).sqrt();
            assert!((odds.throws.mean - throws).abs() < error, "{:?}", odds.throws);
        }
        assert_eq!(played(&document, 3, 10_000).trapped, 0.0);
    }

    /// On every bundled board the chain and the matches tell the same, figure by figure.
    #[test]
    fn the_chain_agrees_with_played_matches() {
        for (stem, _) in Goose::BOARDS {
            let board = board(stem);
            let games = 20_000;
            let (exact, played) = (exact(&board), played(&board, 1, games));
            let root = (games as f64).sqrt();
            let near = |what: &str, a: f64, b: f64, error: f64| {
                assert!((a - b).abs() < error, "{stem}, {what}: {a} is not {b} ± {error}");
            };
            near("win", exact.win[0], played.win[0], 2.0 * played.error(exact.win[0]).unwrap());
            for (what, exact, played) in
                [("throws", exact.throws, played.throws), ("rounds", exact.rounds, played.rounds)]
            {
                near(what, exact.mean, played.mean, 4.0 * exact.sd / root);
                near(what, exact.sd, played.sd, 0.05 * exact.sd);
            }
            let mean: f64 =
                exact.lengths.iter().enumerate().map(|(throws, share)| throws as f64 * share).sum();
            near("lengths", exact.throws.mean, mean, 1e-6 * mean);
            for (cell, (exact, played)) in exact.visits.iter().zip(&played.visits).enumerate() {
                let error = 6.0 * (exact.max(1e-3) / games as f64).sqrt() * (1.0 + exact);
                near(&format!("visits of {cell}"), *exact, *played, error);
            }
        }
    }

    #[test]
    fn tallies_merge_and_repeat() {
        let document = board("document");
        let simulation = Simulation::new(&document, 3);
        let (mut one, mut first, mut second) =
            (Tally::default(), Tally::default(), Tally::default());
        simulation.run(500, 1, &mut one);
        simulation.run(500, 2, &mut one);
        simulation.run(500, 1, &mut first);
        simulation.run(500, 2, &mut second);
        second.merge(&first);
        assert_eq!(one, second);
        assert_eq!(second.matches(), 1000);
    }
}

//! What results are worth: how sure a score is, and how far apart several entrants stand.
//! Knows numbers, no games.

/// Beyond so many standard deviations a normal variable lies once in twenty times.
const Z: f64 = 1.959_963_984_540_054;
/// A drawn match that everybody is taken to have played against everybody, so that somebody who
/// has won all has a rating at all.
const VIRTUAL: f64 = 1.0;
/// Rating points per unit of log odds: 400 points are ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Where the true value lies, 19 times in 20.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// The interval of a mean of `games` scores between 0 and 1 whose sum is `sum`.
    ///
    /// With wins and losses only it is Wilson's: those means m for which the observed one lies
    /// within z standard deviations, `n (s - m)² <= z² m (1 - m)`. Draws scatter less than wins
    /// and losses do; `calm`, the sum of `x (1 - x)` over the scores, says by how much, and the
    /// right side becomes `z² (m (1 - m) - calm / n)`. Four matches that were not calm are added
    /// to its divisor, so that a handful of draws does not pass for certainty.
    pub fn of_scores(games: u32, sum: f64, calm: f64) -> Interval {
        if games == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (n, zz) = (f64::from(games), Z * Z);
        let mean = sum / n;
        let calm = calm / (n + 4.0);
        // The ends are the roots of (n + z²) m² - (2 n s + z²) m + n s² + z² calm.
        let middle = (2.0 * n * mean + zz) / (2.0 * (n + zz));
        let product = (n * mean * mean + zz * calm) / (n + zz);
        let half = (middle * middle - product).max(0.0).sqrt();
        Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

/// What one entrant did against another.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Duel {
    /// Matches in which the two sat at one table.
    pub games: f64,
    /// A win is 1 and a draw a half.
    pub score: f64,
}

/// How strong somebody is among the entrants, whose mean is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rating {
    pub elo: f64,
    /// The true rating lies within so much of it, 19 times in 20.
    pub error: f64,
}

/// Ratings by the model of Bradley and Terry: the odds of one against another are the ratio of
/// their strengths. `duels[a][b]` is what `a` did against `b`.
///
/// The strengths that make the results likeliest are found by Newton's method, and the curvature
/// there says how sure they are.
pub(super) fn ratings(duels: &[Vec<Duel>]) -> Vec<Rating> {
    let count = duels.len();
    let mut strength = vec![0.0_f64; count];
    let mut covariance = Vec::new();
    for _ in 0..100 {
        let mut slope = vec![0.0; count];
        // Only differences show in results, so the curvature says nothing of the common level;
        // ones everywhere hold it at 0.
        let mut curvature = vec![vec![1.0; count]; count];
        for a in 0..count {
            for b in (0..count).filter(|b| *b != a) {
                let expected = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
                let games = duels[a][b].games + VIRTUAL;
                slope[a] += duels[a][b].score + VIRTUAL / 2.0 - games * expected;
                let weight = games * expected * (1.0 - expected);
                curvature[a][a] += weight;
                curvature[a][b] -= weight;
            }
        }
        covariance = inverse(curvature);
        let step = |row: &Vec<f64>| row.iter().zip(&slope).map(|(c, s)| c * s).sum::<f64>();
        // A whole step may overshoot where the results are lopsided.
        let steps: Vec<f64> = covariance.iter().map(|row| step(row).clamp(-1.0, 1.0)).collect();
        strength.iter_mut().zip(&steps).for_each(|(value, step)| *value += step);
        if steps.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / count.max(1) as f64;
    let rating = |at: usize| {
        // The ones have put 1 / n² into every entry of the inverse.
        let variance = covariance[at][at] - 1.0 / (count * count) as f64;
        Rating { elo: ELO * (strength[at] - mean), error: ELO * Z * variance.max(0.0).sqrt() }
    };
    (0..count).map(rating).collect()
}

/// The inverse of a symmetric positive definite matrix, by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == at))));
    }
    for at in 0..size {
        let pivot = matrix[at][at];
        matrix[at].iter_mut().for_each(|value| *value /= pivot);
        let chosen = matrix[at].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let factor = row[at];
            row.iter_mut().zip(&chosen).for_each(|(value, chosen)| *value -= factor * chosen);
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn wins_and_losses_give_wilsons_interval() {
        // Figures that textbooks print.
        for (won, games, low, high) in
            [(8.0, 10, 0.4902, 0.9433), (0.0, 10, 0.0, 0.2775), (81.0, 263, 0.2553, 0.3662)]
        {
            let found = Interval::of_scores(games, won, 0.0);
            let close = |a: f64, b: f64| (a - b).abs() < 5e-5;
            assert!(close(found.low, low) && close(found.high, high), "{won}/{games}: {found:?}");
        }
        assert_eq!(Interval::of_scores(0, 0.0, 0.0), Interval { low: 0.0, high: 1.0 });
    }

    /// How often the interval holds the truth, for known chances of winning and drawing.
    fn coverage(win: f64, draw: f64, games: u32) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(games) + (1e3 * win + 1e6 * draw) as u64);
        let trials = 4000;
        let mut held = 0;
        for _ in 0..trials {
            let (mut sum, mut calm) = (0.0, 0.0);
            for _ in 0..games {
                let score = match rng.random::<f64>() {
                    x if x < win => 1.0,
                    x if x < win + draw => 0.5,
                    _ => 0.0,
                };
                sum += score;
                calm += score * (1.0 - score);
            }
            let found = Interval::of_scores(games, sum, calm);
            held += u32::from((found.low..=found.high).contains(&(win + draw / 2.0)));
        }
        f64::from(held) / f64::from(trials)
    }

    #[test]
    fn intervals_hold_known_chances_19_times_in_20() {
        for (win, draw) in
            [(0.5, 0.0), (0.3, 0.0), (0.9, 0.0), (0.25, 0.5), (0.6, 0.3), (0.1, 0.8), (0.05, 0.2)]
        {
            // Wins come in whole numbers, so the true share swings around 0.95, less and less.
            for (games, swing) in [(30, 0.045), (100, 0.03), (400, 0.018)] {
                let held = coverage(win, draw, games);
                assert!((held - 0.95).abs() < swing, "{win} {draw} {games}: {held}");
            }
        }
    }

    #[test]
    fn a_handful_of_draws_is_no_certainty() {
        let five = Interval::of_scores(5, 2.5, 1.25);
        assert!(five.low < 0.35 && five.high > 0.65, "{five:?}");
        let many = Interval::of_scores(5000, 2500.0, 1250.0);
        assert!(many.low > 0.499 && many.high < 0.501, "{many:?}");
    }

    /// A league between strengths that are known.
    fn league(truth: &[f64], games: u32, rng: &mut ChaCha8Rng) -> Vec<Vec<Duel>> {
        let count = truth.len();
        let mut duels = vec![vec![Duel::default(); count]; count];
        for a in 0..count {
            for b in a + 1..count {
                let chance = 1.0 / (1.0 + 10f64.powf((truth[b] - truth[a]) / 400.0));
                let won = (0..games).filter(|_| rng.random::<f64>() < chance).count() as f64;
                duels[a][b] = Duel { games: f64::from(games), score: won };
                duels[b][a] = Duel { games: f64::from(games), score: f64::from(games) - won };
            }
        }
        duels
    }

    #[test]
    fn ratings_find_known_strengths() {
        let truth = [250.0, 100.0, 0.0, -50.0, -300.0];
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (mut held, trials) = (0, 300);
        for _ in 0..trials {
            let found = ratings(&league(&truth, 100, &mut rng));
            let near = |(found, truth): &(&Rating, &f64)| (found.elo - *truth).abs() <= found.error;
            held += found.iter().zip(&truth).filter(near).count();
        }
        let held = held as f64 / (trials * truth.len()) as f64;
        assert!((0.93..=0.975).contains(&held), "{held}");
    }

    #[test]
    fn ten_to_one_are_400_points() {
        let (a, b) = (Duel { games: 11e6, score: 10e6 }, Duel { games: 11e6, score: 1e6 });
        let found = ratings(&[vec![Duel::default(), a], vec![b, Duel::default()]]);
        assert!((found[0].elo - 200.0).abs() < 0.01 && (found[1].elo + 200.0).abs() < 0.01);
    }

    #[test]
    fn who_wins_all_has_a_rating() {
        let (all, none) = (Duel { games: 50.0, score: 50.0 }, Duel { games: 50.0, score: 0.0 });
        let found = ratings(&[vec![Duel::default(), all], vec![none, Duel::default()]]);
        assert!(found[0].elo > 200.0 && found[0].elo < 1000.0, "{found:?}");
        assert!(found[0].error > 100.0, "{found:?}");
    }
}

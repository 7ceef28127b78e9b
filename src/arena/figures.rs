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

/// What a table of entrants did, added up over its sets of matches: enough to tell how much the
/// sets scatter, whatever is expected of them.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct SetSums {
    sets: f64,
    /// The sums of the numbers of matches in a set, and of their squares.
    matches: f64,
    squares: f64,
    /// By entrant, in the order of the table: matches of a set times points of the entrant in it.
    weighted: Vec<f64>,
    /// By two entrants: the points of the one in a set times those of the other.
    products: Vec<Vec<f64>>,
}

impl SetSums {
    pub fn new(seats: usize) -> SetSums {
        let (weighted, products) = (vec![0.0; seats], vec![vec![0.0; seats]; seats]);
        SetSums { weighted, products, ..SetSums::default() }
    }

    /// Adds `times` (1, or -1 to take it away) a set of so many matches, in which each entrant of
    /// the table had so many points: one for everybody at the table it came before.
    pub fn add(&mut self, times: f64, matches: f64, points: &[f64]) {
        self.sets += times;
        self.matches += times * matches;
        self.squares += times * matches * matches;
        for (a, of_a) in points.iter().enumerate() {
            self.weighted[a] += times * matches * of_a;
            for (b, of_b) in points.iter().enumerate() {
                self.products[a][b] += times * of_a * of_b;
            }
        }
    }

    /// Adds to `scatter` how much the sets scattered around what was expected of `table`.
    ///
    /// A handful of sets that happened to be alike are no certainty, so four are added that scatter
    /// as independent matches do.
    fn scatter(&self, table: &[usize], chance: &dyn Fn(usize, usize) -> f64, scatter: &mut Matrix) {
        let others = |a: usize| table.iter().filter(move |b| **b != a);
        let expected: Vec<f64> =
            table.iter().map(|a| others(*a).map(|b| chance(*a, *b)).sum()).collect();
        let usual = self.matches / self.sets.max(1.0);
        let weight = self.sets / (self.sets + 4.0);
        for (at, a) in table.iter().enumerate() {
            for (at_b, b) in table.iter().enumerate() {
                let seen = self.products[at][at_b]
                    - expected[at_b] * self.weighted[at]
                    - expected[at] * self.weighted[at_b]
                    + self.squares * expected[at] * expected[at_b];
                let lone = |a: usize, b: usize| chance(a, b) * chance(b, a);
                let independent = match a == b {
                    true => others(*a).map(|other| lone(*a, *other)).sum::<f64>(),
                    false => -lone(*a, *b),
                };
                scatter[*a][*b] += weight * (seen + 4.0 * usual * independent);
            }
        }
    }
}

type Matrix = Vec<Vec<f64>>;

/// Ratings by the model of Bradley and Terry: the odds of one against another are the ratio of
/// their strengths. `duels[a][b]` is what `a` did against `b`; `tables` has what every table of
/// entrants did.
///
/// The strengths that make the results likeliest are found by Newton's method. How sure they are
/// follows from the curvature there and from how much the sets of matches really scattered: the
/// matches of a set have dice and opening in common, and those at a table of four each other.
pub(super) fn ratings<'a>(
    duels: &[Vec<Duel>],
    tables: impl Iterator<Item = (&'a [usize], &'a SetSums)>,
) -> Vec<Rating> {
    let count = duels.len();
    let mut strength = vec![0.0_f64; count];
    let mut inverted = Vec::new();
    for _ in 0..100 {
        let mut slope = vec![0.0; count];
        // Only differences show in results, so the curvature says nothing of the common level;
        // ones everywhere hold it at 0.
        let mut curvature = vec![vec![1.0; count]; count];
        for a in 0..count {
            for b in (0..count).filter(|b| *b != a) {
                let expected = chance(&strength, a, b);
                let games = duels[a][b].games + VIRTUAL;
                slope[a] += duels[a][b].score + VIRTUAL / 2.0 - games * expected;
                let weight = games * expected * (1.0 - expected);
                curvature[a][a] += weight;
                curvature[a][b] -= weight;
            }
        }
        inverted = inverse(curvature);
        let step = |row: &Vec<f64>| row.iter().zip(&slope).map(|(c, s)| c * s).sum::<f64>();
        // A whole step may overshoot where the results are lopsided.
        let steps: Vec<f64> = inverted.iter().map(|row| step(row).clamp(-1.0, 1.0)).collect();
        strength.iter_mut().zip(&steps).for_each(|(value, step)| *value += step);
        if steps.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let mut scatter = vec![vec![0.0; count]; count];
    // The matches that were never played count as one between equals: where somebody has won all,
    // they are the only surprise.
    for (a, row) in scatter.iter_mut().enumerate() {
        for b in (0..count).filter(|b| *b != a) {
            row[a] += VIRTUAL / 4.0;
            row[b] -= VIRTUAL / 4.0;
        }
    }
    for (table, sums) in tables {
        sums.scatter(table, &|a, b| chance(&strength, a, b), &mut scatter);
    }
    let mean = strength.iter().sum::<f64>() / count.max(1) as f64;
    let rating = |at: usize| {
        let row = &inverted[at];
        let through = |b: usize| row.iter().zip(&scatter).map(|(c, of)| c * of[b]).sum::<f64>();
        let variance: f64 = (0..count).map(|b| through(b) * row[b]).sum();
        Rating { elo: ELO * (strength[at] - mean), error: ELO * Z * variance.max(0.0).sqrt() }
    };
    (0..count).map(rating).collect()
}

/// How likely one comes before another.
fn chance(strength: &[f64], a: usize, b: usize) -> f64 {
    1.0 / (1.0 + (strength[b] - strength[a]).exp())
}

/// The inverse of a symmetric positive definite matrix, by elimination.
fn inverse(mut matrix: Matrix) -> Matrix {
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
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

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

    /// How often the interval holds the truth where whoever begins wins more often by `edge`, with
    /// pairs taken as pairs, and how wide it is beside one that takes them for single matches.
    fn paired(mean: f64, edge: f64, pairs: u32) -> (f64, f64) {
        let mut rng =
            ChaCha8Rng::seed_from_u64(u64::from(pairs) + (1e3 * mean + 1e6 * edge) as u64);
        let (trials, mut held, mut wide, mut usual) = (1500, 0, 0.0, 0.0);
        for _ in 0..trials {
            let (mut sum, mut calm) = (0.0, 0.0);
            for _ in 0..pairs {
                let mut won = |edge: f64| f64::from(u8::from(rng.random::<f64>() < mean + edge));
                let of_pair = (won(edge) + won(-edge)) / 2.0;
                sum += of_pair;
                calm += of_pair * (1.0 - of_pair);
            }
            let found = Interval::of_scores(pairs, sum, calm);
            held += u32::from((found.low..=found.high).contains(&mean));
            wide += found.high - found.low;
            let single = Interval::of_scores(2 * pairs, 2.0 * sum, 0.0);
            usual += single.high - single.low;
        }
        (f64::from(held) / f64::from(trials), wide / usual)
    }

    #[test]
    fn pairs_hold_known_chances_and_say_how_calm_they_are() {
        for (mean, edge, pairs, least, most) in [
            (0.5, 0.0, 100, 0.97, 1.03),
            (0.5, 0.4, 100, 0.58, 0.66),
            (0.5, 0.4, 400, 0.58, 0.62),
            (0.6, 0.3, 200, 0.75, 0.83),
            (0.8, 0.2, 50, 0.80, 0.95),
        ] {
            let (held, width) = paired(mean, edge, pairs);
            assert!((held - 0.95).abs() < 0.025, "{mean} {edge} {pairs}: {held}");
            assert!((least..most).contains(&width), "{mean} {edge} {pairs}: {width}");
        }
    }

    type League = (Vec<Vec<Duel>>, Vec<(Vec<usize>, SetSums)>);

    fn rated((duels, tables): &League) -> Vec<Rating> {
        ratings(duels, tables.iter().map(|(table, sums)| (table.as_slice(), sums)))
    }

    /// A league between strengths that are known, in which whoever begins gains `edge`; each pair
    /// of matches is taken as one set, or each match.
    fn league(truth: &[f64], games: u32, edge: f64, pairs: bool, rng: &mut ChaCha8Rng) -> League {
        let count = truth.len();
        let mut duels = vec![vec![Duel::default(); count]; count];
        let mut tables = Vec::new();
        for a in 0..count {
            for b in a + 1..count {
                let chance = 1.0 / (1.0 + 10f64.powf((truth[b] - truth[a]) / 400.0));
                let mut sums = SetSums::new(2);
                let mut play = |edge: f64| f64::from(u8::from(rng.random::<f64>() < chance + edge));
                for _ in 0..games / 2 {
                    let won = [play(edge), play(-edge)];
                    match pairs {
                        true => sums.add(1.0, 2.0, &[won[0] + won[1], 2.0 - won[0] - won[1]]),
                        false => won.iter().for_each(|won| sums.add(1.0, 1.0, &[*won, 1.0 - won])),
                    }
                    duels[a][b].score += won[0] + won[1];
                    duels[b][a].score += 2.0 - won[0] - won[1];
                }
                duels[a][b].games = f64::from(games);
                duels[b][a].games = f64::from(games);
                tables.push((vec![a, b], sums));
            }
        }
        (duels, tables)
    }

    /// How often a rating's interval holds the truth, and the mean of its error.
    fn rating_coverage(truth: &[f64], edge: f64, pairs: bool) -> (f64, f64) {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (mut held, mut errors, trials) = (0, 0.0, 300);
        for _ in 0..trials {
            let found = rated(&league(truth, 100, edge, pairs, &mut rng));
            let near = |(found, truth): &(&Rating, &f64)| (found.elo - *truth).abs() <= found.error;
            held += found.iter().zip(truth).filter(near).count();
            errors += found.iter().map(|rating| rating.error).sum::<f64>();
        }
        let all = (trials * truth.len()) as f64;
        (held as f64 / all, errors / all)
    }

    #[test]
    fn ratings_find_known_strengths() {
        let (held, _) = rating_coverage(&[250.0, 100.0, 0.0, -50.0, -300.0], 0.0, false);
        assert!((0.93..=0.975).contains(&held), "{held}");
    }

    #[test]
    fn ratings_know_that_pairs_scatter_less() {
        let truth = [60.0, 20.0, -10.0, -70.0];
        let (held, error) = rating_coverage(&truth, 0.35, true);
        let (too_often, wide) = rating_coverage(&truth, 0.35, false);
        assert!((0.93..=0.975).contains(&held), "{held}");
        assert!(too_often > 0.985 && error < 0.8 * wide, "{too_often}: {error} beside {wide}");
    }

    #[test]
    fn ratings_of_four_at_a_table_hold_too() {
        // Who comes before whom follows from one throw of each, so the six duels of a match are no
        // six matches. Exponential throws make the odds of any two the ratio of their strengths.
        let truth = [120.0, 40.0, -40.0, -120.0];
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let (mut held, trials) = (0, 400);
        for _ in 0..trials {
            let mut duels = vec![vec![Duel::default(); 4]; 4];
            let mut sums = SetSums::new(4);
            for _ in 0..60 {
                let times: Vec<f64> = truth
                    .iter()
                    .map(|elo: &f64| -rng.random::<f64>().ln() / 10f64.powf(elo / 400.0))
                    .collect();
                let mut points = [0.0; 4];
                for a in 0..4 {
                    for b in (0..4).filter(|b| *b != a) {
                        let before = f64::from(u8::from(times[a] < times[b]));
                        duels[a][b].games += 1.0;
                        duels[a][b].score += before;
                        points[a] += before;
                    }
                }
                sums.add(1.0, 1.0, &points);
            }
            let found = rated(&(duels, vec![(vec![0, 1, 2, 3], sums)]));
            let near = |(found, truth): &(&Rating, &f64)| (found.elo - *truth).abs() <= found.error;
            held += found.iter().zip(&truth).filter(near).count();
        }
        let held = held as f64 / (4 * trials) as f64;
        assert!((0.93..=0.975).contains(&held), "{held}");
    }

    /// Two who have played so often, with this score for the one.
    fn two(games: f64, score: f64) -> Vec<Rating> {
        let (a, b) = (Duel { games, score }, Duel { games, score: games - score });
        let mut sums = SetSums::new(2);
        sums.add(score, 1.0, &[1.0, 0.0]);
        sums.add(games - score, 1.0, &[0.0, 1.0]);
        let none = Duel::default();
        rated(&(vec![vec![none, a], vec![b, none]], vec![(vec![0, 1], sums)]))
    }

    #[test]
    fn ten_to_one_are_400_points() {
        let found = two(11e6, 10e6);
        assert!((found[0].elo - 200.0).abs() < 0.01 && (found[1].elo + 200.0).abs() < 0.01);
    }

    #[test]
    fn who_wins_all_has_a_rating() {
        let found = two(50.0, 50.0);
        assert!(found[0].elo > 200.0 && found[0].elo < 1000.0, "{found:?}");
        assert!(found[0].error > 100.0, "{found:?}");
    }
}

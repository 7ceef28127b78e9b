//! When it is clear which of two differences is right: a sequential test on pairs of matches.
//!
//! The two matches of a set are not independent, so what is counted is what a pair of them came to:
//! 0, 1/2, 1, 3/2 or 2 points. The test compares how likely their mean is if the one difference is
//! right and if the other is, with the scatter that the pairs show (a generalised sequential
//! probability ratio test).

use std::fmt::{self, Display};
use std::str::FromStr;

use super::Played;

/// How often a verdict may be wrong, either way.
const ERROR: f64 = 0.05;
/// So many pairs are taken for granted that scatter as much as pairs can: a handful that happened to
/// be alike proves little. It is paid with a quarter more matches at a difference of 70, a tenth at
/// 40, and keeps the error below the promised one however the two matches of a pair depend on
/// each other.
const GRANTED: f64 = 8.0;
/// The variance of pairs of which each is won twice or lost twice.
const WIDEST: f64 = 0.25;

/// Two differences between the first entrant and the second, in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    /// `H0`.
    pub elo0: f64,
    /// `H1`, the larger one.
    pub elo1: f64,
}

impl Display for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

impl FromStr for Hypotheses {
    type Err = String;

    fn from_str(text: &str) -> Result<Hypotheses, String> {
        let wrong = || format!("'{text}' isn't a pair of differences; use ELO0,ELO1, such as 0,20");
        let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| {
            let number = text.trim().parse::<f64>().ok();
            number.filter(|number| number.abs() <= 2000.0).ok_or_else(wrong)
        };
        let (elo0, elo1) = (number(elo0)?, number(elo1)?);
        match elo0 < elo1 {
            true => Ok(Hypotheses { elo0, elo1 }),
            false => Err(format!("'{text}': the first difference must be the smaller one")),
        }
    }
}

/// Which difference is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The smaller one.
    H0,
    /// The larger one.
    H1,
}

impl Verdict {
    /// `H0` or `H1`.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        }
    }
}

/// A running test.
#[derive(Clone, PartialEq, Debug)]
pub struct Sprt {
    /// What it decides between.
    pub between: Hypotheses,
    /// Pairs by what they gave to the first entrant, in half points.
    pairs: [u32; 5],
    /// The set that is being played, how many of its matches are over, and what they gave.
    open: (usize, u32, f64),
    ratio: f64,
}

impl Sprt {
    pub(super) fn new(between: Hypotheses) -> Sprt {
        Sprt { between, pairs: [0; 5], open: (0, 0, 0.0), ratio: 0.0 }
    }

    /// The logarithm of the ratio of likelihoods, which is 0 before the first pair.
    pub fn llr(&self) -> f64 {
        self.ratio
    }

    /// Below the one it is `H0`, above the other `H1`.
    pub fn bounds() -> (f64, f64) {
        ((ERROR / (1.0 - ERROR)).ln(), ((1.0 - ERROR) / ERROR).ln())
    }

    /// The decision, as soon as there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        let (lower, upper) = Sprt::bounds();
        match self.ratio {
            ratio if ratio <= lower => Some(Verdict::H0),
            ratio if ratio >= upper => Some(Verdict::H1),
            _ => None,
        }
    }

    /// Pairs by what they gave to the first entrant: 0, 1/2, 1, 3/2, 2 points.
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    pub(super) fn note(&mut self, played: &Played) {
        let seat = played.seating.iter().position(|entrant| *entrant == 0);
        let Some(score) = seat.map(|seat| played.scores[seat]) else { return };
        if self.open.0 != played.set || self.open.1 == 0 {
            self.open = (played.set, 0, 0.0);
        }
        self.open.1 += 1;
        self.open.2 += score;
        if self.open.1 == 2 {
            self.add(self.open.2);
            self.open.1 = 0;
        }
    }

    fn add(&mut self, points: f64) {
        self.pairs[(2.0 * points).round().clamp(0.0, 4.0) as usize] += 1;
        self.ratio = ratio(&self.pairs, share(self.between.elo0), share(self.between.elo1));
    }
}

/// The mean score of somebody who is better by so much.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The logarithm of how much likelier these pairs are with one mean than with another, each with the
/// scatter around it that was seen: a lucky streak, which scatters little, then proves little.
fn ratio(pairs: &[u32; 5], mean0: f64, mean1: f64) -> f64 {
    let seen: f64 = pairs.iter().copied().map(f64::from).sum();
    let around = |mean: f64| {
        let square = |at: usize| f64::from(pairs[at]) * (at as f64 / 4.0 - mean).powi(2);
        (0..5).map(square).sum::<f64>() + GRANTED * WIDEST
    };
    seen / 2.0 * (around(mean0) / around(mean1)).ln()
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// How the two matches of a pair go: whoever begins has an advantage, some are drawn, and the
    /// second may come out as the first did.
    #[derive(Clone, Copy, Debug)]
    struct Pairs {
        /// The chance that the first entrant wins is `mean ± edge` without draws.
        edge: f64,
        draws: f64,
        alike: f64,
    }

    const PLAIN: Pairs = Pairs { edge: 0.0, draws: 0.0, alike: 0.0 };

    fn test(elo: f64, pairs: Pairs, between: Hypotheses, rng: &mut ChaCha8Rng) -> Sprt {
        let Pairs { edge, draws, alike } = pairs;
        let mut sprt = Sprt::new(between);
        while sprt.verdict().is_none() {
            let [first, second] = [edge, -edge].map(|edge| {
                let won = rng.random::<f64>() < (share(elo) + edge - draws / 2.0) / (1.0 - draws);
                let drawn = rng.random::<f64>() < draws;
                if drawn { 0.5 } else { f64::from(u8::from(won)) }
            });
            sprt.add(first + if rng.random::<f64>() < alike { first } else { second });
        }
        sprt
    }

    const TESTS: u32 = 2000;

    /// How many of these tests were right, and how many matches one took.
    fn right(elo: f64, pairs: Pairs, wanted: Verdict) -> (u32, u32) {
        let mut rng = ChaCha8Rng::seed_from_u64(1000 + elo as u64);
        let between = Hypotheses { elo0: 0.0, elo1: 70.0 };
        let tests = (0..TESTS).map(|_| test(elo, pairs, between, &mut rng));
        let (right, matches) = tests.fold((0, 0), |(right, matches), test| {
            let pairs: u32 = test.pairs().iter().sum();
            (right + u32::from(test.verdict() == Some(wanted)), matches + 2 * pairs)
        });
        (right, matches / TESTS)
    }

    #[test]
    fn a_known_difference_is_decided_rightly_19_times_in_20() {
        let cases = [
            (PLAIN, 200),
            (Pairs { edge: 0.3, ..PLAIN }, 155),
            (Pairs { edge: 0.05, draws: 0.6, ..PLAIN }, 125),
            (Pairs { alike: 0.5, ..PLAIN }, 265),
            (Pairs { alike: 0.9, ..PLAIN }, 315),
        ];
        for (pairs, most) in cases {
            for (elo, wanted) in [(0.0, Verdict::H0), (70.0, Verdict::H1)] {
                let (right, matches) = right(elo, pairs, wanted);
                println!("{elo} {pairs:?}: {right} of {TESTS}, {matches} matches");
                assert!(right >= TESTS / 20 * 19, "{elo} {pairs:?}: {right} of {TESTS}");
                assert!(matches < most, "{elo} {pairs:?}: {matches} matches");
            }
        }
    }

    #[test]
    fn pairs_that_cancel_out_decide_sooner() {
        let (_, plain) = right(0.0, PLAIN, Verdict::H0);
        let (_, paired) = right(0.0, Pairs { edge: 0.4, ..PLAIN }, Verdict::H0);
        assert!(3 * paired < 2 * plain, "{paired} matches, {plain} without an advantage");
    }

    #[test]
    fn who_always_wins_or_always_draws_is_soon_known() {
        for (points, wanted) in [(2.0, Verdict::H1), (1.0, Verdict::H0), (0.0, Verdict::H0)] {
            let mut sprt = Sprt::new(Hypotheses { elo0: 0.0, elo1: 40.0 });
            let pairs = (1..200).find(|_| {
                sprt.add(points);
                sprt.verdict().is_some()
            });
            assert!((5..100).contains(&pairs.unwrap()), "{points}: {pairs:?}");
            assert_eq!(sprt.verdict(), Some(wanted));
        }
        assert!("20,0".parse::<Hypotheses>().is_err() && "5".parse::<Hypotheses>().is_err());
        assert_eq!("-5, 5".parse(), Ok(Hypotheses { elo0: -5.0, elo1: 5.0 }));
    }
}

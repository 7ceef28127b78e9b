//! Several matches of the same people: who won which, who begins the next, and when it is decided.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::Seat;

/// Who begins the next match of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// One after the other.
    #[default]
    Alternate,
    /// Whoever lost; after a draw, the next in turn.
    Loser,
    /// Always whoever began the first.
    Same,
}

impl Order {
    /// All of them, as a list to choose from has them.
    pub const ALL: [Order; 3] = [Order::Alternate, Order::Loser, Order::Same];

    /// As the page of a new match has it, and records.
    pub fn words(self) -> &'static str {
        match self {
            Order::Alternate => "taking turns",
            Order::Loser => "the loser",
            Order::Same => "always the same",
        }
    }
}

/// What came before this match, and what was agreed. Players keep their number through the whole
/// series (the seat they had in its first match), whichever seat they have now.
///
/// ```
/// use parlour::play::{Seat, Series};
///
/// let mut series: Series = "best of 3; taking turns".parse()?;
/// series = series.next(&[Seat::FIRST], 2);
/// // The first player has won and sits on the second seat now: the other one begins.
/// assert_eq!(series.wins(&[], 2), [1, 0]);
/// assert_eq!(series.player(Seat::FIRST, 2), 1);
/// assert_eq!(series.decided(&[Seat::SECOND], 2), Some(0));
/// assert_eq!(series.to_string(), "best of 3; taking turns; turned 1; 1");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// How many matches there are at the most; none where people play on as long as they like.
    pub best_of: Option<u8>,
    /// Who begins the next one.
    pub order: Order,
    /// How many seats everybody has moved up since the first match.
    turned: usize,
    /// Who won each match before this one, by player; nobody after a draw.
    before: Vec<Vec<usize>>,
}

impl Series {
    /// A series of which nothing has been played.
    pub fn new(best_of: Option<u8>, order: Order) -> Series {
        Series { best_of, order, ..Series::default() }
    }

    /// Whether nothing was agreed and nothing came before, so that there is nothing to keep.
    pub fn is_usual(&self) -> bool {
        *self == Series::default()
    }

    /// How many matches came before this one.
    pub fn played(&self) -> usize {
        self.before.len()
    }

    /// The player on this seat.
    pub fn player(&self, seat: Seat, seats: usize) -> usize {
        (seat.index() + self.turned) % seats.max(1)
    }

    /// The seat that this player has now.
    pub fn seat(&self, player: usize, seats: usize) -> Seat {
        let seats = seats.max(1);
        Seat::at((player % seats + seats - self.turned % seats) % seats)
    }

    /// Who won each match, by player, this one with these winners included.
    pub fn results(&self, now: Option<&[Seat]>, seats: usize) -> Vec<Vec<usize>> {
        let now = now.map(|won| won.iter().map(|seat| self.player(*seat, seats)).collect());
        self.before.iter().cloned().chain(now).collect()
    }

    /// How often each player has won, this match with these winners included.
    pub fn wins(&self, now: &[Seat], seats: usize) -> Vec<u32> {
        let mut wins = vec![0; seats];
        for player in self.results(Some(now), seats).into_iter().flatten() {
            if let Some(count) = wins.get_mut(player) {
                *count += 1;
            }
        }
        wins
    }

    /// The player who has won the series with this match, if nobody can catch up any more, or all
    /// matches are played and one is ahead.
    pub fn decided(&self, now: &[Seat], seats: usize) -> Option<usize> {
        let best_of = u32::from(self.best_of?);
        let wins = self.wins(now, seats);
        let left = best_of.saturating_sub(self.before.len() as u32 + 1);
        (0..seats).find(|&player| {
            let others = (0..seats).filter(|other| *other != player);
            others.into_iter().all(|other| wins[player] > wins[other] + left)
        })
    }

    /// Whether no match of it is left after this one.
    pub fn is_over(&self, now: &[Seat], seats: usize) -> bool {
        let last = self.best_of.is_some_and(|all| self.before.len() + 1 >= usize::from(all));
        last || self.decided(now, seats).is_some()
    }

    /// The series as it stands when the next match begins, after these seats have won this one; a
    /// new one where it was over.
    pub fn next(&self, winners: &[Seat], seats: usize) -> Series {
        let turned = (self.turned + self.steps(winners, seats)) % seats.max(1);
        match self.is_over(winners, seats) {
            true => Series { turned, before: Vec::new(), ..self.clone() },
            false => {
                let before = self.results(Some(winners), seats);
                Series { turned, before, ..self.clone() }
            }
        }
    }

    /// The same where everybody keeps their seat, because the bank draws who begins.
    pub fn next_in_place(&self, winners: &[Seat], seats: usize) -> Series {
        let same = Series { order: Order::Same, ..self.clone() };
        Series { order: self.order, ..same.next(winners, seats) }
    }

    /// By how many seats everybody moves up for the next match.
    pub fn steps(&self, winners: &[Seat], seats: usize) -> usize {
        match (self.order, winners) {
            (Order::Same, _) => 0,
            (Order::Alternate, _) | (Order::Loser, []) => 1,
            (Order::Loser, winners) => {
                (0..seats).find(|seat| !winners.contains(&Seat::at(*seat))).unwrap_or(0)
            }
        }
    }
}

/// `best of 5; the loser; turned 1; 1 2 - 1,2`: what was agreed, and who won each match before.
impl Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best_of {
            Some(all) => write!(f, "best of {all}")?,
            None => f.write_str("open")?,
        }
        write!(f, "; {}", self.order.words())?;
        if self.turned == 0 && self.before.is_empty() {
            return Ok(());
        }
        let result = |won: &Vec<usize>| match won.as_slice() {
            [] => "-".to_owned(),
            won => won.iter().map(|it| (it + 1).to_string()).collect::<Vec<_>>().join(","),
        };
        let results: Vec<String> = self.before.iter().map(result).collect();
        write!(f, "; turned {}; {}", self.turned, results.join(" "))
    }
}

impl FromStr for Series {
    type Err = String;

    fn from_str(text: &str) -> Result<Series, String> {
        let wrong = || {
            format!(
                "'{text}' isn't a series; use 'best of 5; taking turns', then who won each match"
            )
        };
        let mut parts = text.split(';').map(str::trim);
        let best_of = match parts.next().ok_or_else(wrong)? {
            "open" => None,
            many => {
                let many = many.strip_prefix("best of ").and_then(|many| many.trim().parse().ok());
                Some(many.filter(|many| *many > 0).ok_or_else(wrong)?)
            }
        };
        let order = match parts.next() {
            None => Order::default(),
            Some(words) => {
                Order::ALL.into_iter().find(|order| order.words() == words).ok_or_else(wrong)?
            }
        };
        let turned = match parts.next() {
            None => 0,
            Some(words) => {
                let turned = words.strip_prefix("turned ").and_then(|it| it.trim().parse().ok());
                turned.filter(|it| *it < 256).ok_or_else(wrong)?
            }
        };
        let player = |text: &str| Seat::numbered(text).map(Seat::index).ok_or_else(wrong);
        let result = |text: &str| match text {
            "-" => Ok(Vec::new()),
            won => won.split(',').map(player).collect(),
        };
        let before = parts.next().unwrap_or_default().split_whitespace().map(result);
        let before = before.collect::<Result<_, _>>()?;
        if parts.next().is_some() {
            return Err(wrong());
        }
        Ok(Series { best_of, order, turned, before })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_written_as_it_is_read() {
        for text in [
            "open; taking turns",
            "best of 5; the loser",
            "best of 7; always the same; turned 0; 1 2 - 1,2",
            "open; taking turns; turned 3; 1 1 4",
        ] {
            assert_eq!(text.parse::<Series>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "best of 0",
            "best of 5; nobody",
            "open; the loser; turned x",
            "open; the loser; turned 0; 0",
        ] {
            assert!(text.parse::<Series>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_loser_begins_where_that_was_agreed() {
        let series = Series::new(Some(5), Order::Loser);
        // The first seat wins: the second player sits there next.
        let next = series.next(&[Seat::FIRST], 2);
        assert_eq!(next.player(Seat::FIRST, 2), 1);
        // They lose it as well, and keep the seat.
        let again = next.next(&[Seat::SECOND], 2);
        assert_eq!(again.player(Seat::FIRST, 2), 1);
        assert_eq!(again.wins(&[], 2), [2, 0]);
        assert_eq!(again.seat(1, 2), Seat::FIRST);
    }

    #[test]
    fn a_series_ends_when_nobody_can_catch_up() {
        let mut series = Series::new(Some(3), Order::Same);
        assert_eq!(series.decided(&[Seat::FIRST], 2), None);
        series = series.next(&[Seat::FIRST], 2);
        assert_eq!(series.decided(&[Seat::FIRST], 2), Some(0));
        assert!(!series.is_over(&[Seat::SECOND], 2));
        series = series.next(&[Seat::SECOND], 2);
        assert!(series.is_over(&[], 2), "three matches are played, one of them a draw");
        assert_eq!(series.next(&[], 2).played(), 0, "the next one is a new series");
    }
}

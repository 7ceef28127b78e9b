//! How a contest stands, for those who look on from elsewhere.

use super::game::called;
use super::message::{ContestNews, PlaceInfo, TieInfo};
use crate::arena::{Bracket, Format, Plan, Standings, Tie};
use crate::play::{Seat, best_first};

/// So many would meet in finals after a league, unless fewer take part.
const FINALS: usize = 8;
/// So many matches to come are named.
const NEXT: usize = 4;

/// How it stands. `before` is the order after the round before, best first; `shown` is who sits at
/// the match that is shown.
pub(super) fn news(
    plan: &Plan,
    standings: &Standings,
    before: &[usize],
    shown: &[usize],
) -> ContestNews {
    let labels = called_all(plan, &plan.labels(&standings.tally));
    let order = order(plan, standings);
    let points = points(standings);
    let most = order.iter().map(|it| points[*it]).fold(0.0_f64, f64::max).max(1e-9);
    let place_of = |entrant: usize| order.iter().position(|it| points[*it] <= points[entrant]);
    let row = |(at, &entrant): (usize, &usize)| {
        let line = &standings.tally.lines[entrant];
        let was = before.iter().position(|it| *it == entrant).unwrap_or(at);
        PlaceInfo {
            place: place_of(entrant).unwrap_or(at) + 1,
            entrant,
            name: labels[entrant].clone(),
            points: halves(points[entrant]),
            share: (1000.0 * points[entrant] / most).round() as u32,
            played: line.all().played(),
            forfeits: line.forfeits.iter().map(|(_, count)| count).sum(),
            rise: was as i32 - at as i32,
            seat: shown.iter().position(|it| *it == entrant).map(Seat::at),
        }
    };
    let schedule = &standings.schedule;
    let (played, games) = (schedule.played(), schedule.games());
    let bracket = match schedule.bracket() {
        Some(bracket) => ties(bracket, &labels),
        None => finals(&order, &labels),
    };
    let upcoming = schedule.upcoming(shown, NEXT).into_iter();
    ContestNews {
        title: format!("{}, {} programs", plan.title, plan.entrants.len()),
        progress: match (plan.format, schedule.bracket(), schedule.swiss()) {
            _ if standings.is_over() => format!("over, {played} matches"),
            (Format::Swiss(rounds), _, Some(swiss)) => {
                format!("round {} of {rounds}", rounds - swiss.rounds_left())
            }
            (_, Some(bracket), _) => bracket.stage_word(bracket.stage()),
            _ => format!("match {} of {games}", played + 1),
        },
        standings: order.iter().enumerate().map(row).collect(),
        bracket,
        knock_out: schedule.bracket().is_some(),
        next: upcoming.map(|it| it.iter().map(|it| labels[*it].clone()).collect()).collect(),
        left: games.saturating_sub(played),
        over: standings.is_over(),
        ..ContestNews::default()
    }
}

/// The names of all entrants for sentences, in any language.
pub(super) fn called_all(plan: &Plan, labels: &[String]) -> Vec<String> {
    labels.iter().zip(&plan.entrants).map(|(it, entrant)| called(&entrant.player, it)).collect()
}

/// The points of every entrant.
pub(super) fn points(standings: &Standings) -> Vec<f64> {
    if let Some(swiss) = standings.schedule.swiss() {
        return swiss.points().to_vec();
    }
    let points = |line: &crate::arena::Line| {
        let all = line.all();
        all.score() * f64::from(all.played())
    };
    standings.tally.lines.iter().map(points).collect()
}

/// The entrants, the best first: by points, and by who comes first in the list of those who are
/// equal.
pub(super) fn order(plan: &Plan, standings: &Standings) -> Vec<usize> {
    if let Some(swiss) = standings.schedule.swiss() {
        return swiss.order();
    }
    let points = points(standings);
    best_first(0..plan.entrants.len(), &|entrant| points[entrant])
}

/// A last word to each entrant.
pub(crate) fn standing_words(plan: &Plan, standings: &Standings) -> Vec<String> {
    let (order, points) = (order(plan, standings), points(standings));
    let of = order.len();
    let word = |entrant: usize| {
        let place = order.iter().position(|it| points[*it] <= points[entrant]).unwrap_or(0) + 1;
        let (halves, lost) = (halves(points[entrant]), &standings.tally.lines[entrant].forfeits);
        let forfeits: u32 = lost.iter().map(|(_, count)| count).sum();
        match forfeits {
            0 => format!("the contest is over: place {place} of {of}, {halves} points"),
            1 => format!(
                "the contest is over: place {place} of {of}, {halves} points, 1 match forfeited"
            ),
            many => format!(
                "the contest is over: place {place} of {of}, {halves} points, {many} matches \
                 forfeited"
            ),
        }
    };
    (0..of).map(word).collect()
}

/// `9½`, `4`, `7.33`.
fn halves(points: f64) -> String {
    let whole = points.floor();
    match points - whole {
        rest if rest < 0.005 => format!("{whole:.0}"),
        rest if (rest - 0.5).abs() < 0.005 && whole < 1.0 => "½".to_owned(),
        rest if (rest - 0.5).abs() < 0.005 => format!("{whole:.0}½"),
        _ => format!("{points:.2}"),
    }
}

fn ties(bracket: &Bracket, labels: &[String]) -> Vec<Vec<TieInfo>> {
    let tie = |tie: &Tie| TieInfo {
        sides: tie.sides.map(|side| side.map(|side| labels[side].clone())),
        winner: tie.winner.and_then(|it| tie.sides.iter().position(|side| *side == Some(it))),
    };
    bracket.stages.iter().map(|ties| ties.iter().map(tie).collect()).collect()
}

/// The finals as they would be now: the first against the last, and so on, so that the best two
/// meet at the end.
fn finals(order: &[usize], labels: &[String]) -> Vec<Vec<TieInfo>> {
    let size = if order.len() >= FINALS { FINALS } else { order.len().next_power_of_two() / 2 };
    let size = if order.len().is_power_of_two() { order.len().min(FINALS) } else { size };
    if size < 2 {
        return Vec::new();
    }
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    let side = |seed: usize| Some(format!("{} {}", seed + 1, labels[order[seed]]));
    let first =
        seeds.chunks(2).map(|pair| TieInfo { sides: [side(pair[0]), side(pair[1])], winner: None });
    let mut stages = vec![first.collect::<Vec<_>>()];
    while let Some(ties) = stages.last().map(Vec::len).filter(|ties| *ties > 1) {
        stages.push(vec![TieInfo::default(); ties / 2]);
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_in_halves() {
        let written = [0.0, 0.5, 1.0, 9.5, 7.0 + 1.0 / 3.0].map(halves);
        assert_eq!(written, ["0", "½", "1", "9½", "7.33"]);
    }

    #[test]
    fn the_best_two_would_meet_at_the_end() {
        let names: Vec<String> = (1..=9).map(|number| format!("e{number}")).collect();
        let order: Vec<usize> = (0..9).collect();
        let stages = finals(&order, &names);
        let sides = |at: usize| stages[0][at].sides.clone().map(Option::unwrap_or_default);
        assert_eq!(sides(0), ["1 e1", "8 e8"]);
        assert_eq!(sides(2), ["2 e2", "7 e7"]);
        assert_eq!(stages.iter().map(Vec::len).collect::<Vec<_>>(), [4, 2, 1]);
        assert_eq!(finals(&[0], &names), Vec::<Vec<TieInfo>>::new());
        assert_eq!(finals(&[0, 1, 2], &names)[0].len(), 1);
    }
}

//! The results of a contest as text for people and as JSON for programs.
//!
//! What follows from the seed is kept apart from what the clock says, so that the former can be
//! compared from run to run.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{Bracket, Contest, Count, Forfeit, Line, Standings, Tie, clear_difference};
use crate::play::telling::usual_names;
use crate::play::{Seat, Variant};
use crate::search::Bots;

/// A contest and what has come of it so far.
pub(crate) struct Report<'a, G: Bots> {
    pub contest: &'a Contest<G>,
    pub standings: &'a Standings,
    /// On how many threads it was played.
    pub jobs: usize,
    /// How long that took.
    pub time: Duration,
}

impl<G: Bots> Report<'_, G> {
    fn label(&self, entrant: usize) -> &str {
        &self.contest.entrants[entrant].label
    }

    /// The widest label, for the first column.
    fn width(&self) -> usize {
        let labels = self.contest.entrants.iter().map(|entrant| entrant.label.chars().count());
        labels.max().unwrap_or(0).max("entrant".len())
    }

    /// What follows from the seed.
    pub fn text(&self) -> String {
        let (contest, tally) = (self.contest, &self.standings.tally);
        let mut text = format!(
            "{} on {} ({}): {} matches, seed {}, {} a move\n\n",
            G::TITLE,
            contest.board.name(),
            contest.board.summary(),
            tally.played,
            contest.seed,
            contest.limit
        );
        if let Some(bracket) = self.standings.schedule.bracket() {
            self.bracket(bracket, &mut text);
        }
        self.table(&mut text);
        let _ = writeln!(text, "\nmean length: {:.2} moves", tally.length());
        self.by_seat(&mut text);
        if contest.entrants.len() > 2 {
            self.ranking(&mut text);
        }
        self.forfeits(&mut text);
        text
    }

    /// The ties of a knock-out, stage by stage.
    fn bracket(&self, bracket: &Bracket, text: &mut String) {
        for (at, stage) in bracket.stages.iter().enumerate() {
            let _ = writeln!(text, "{}", bracket.stage_word(at));
            for tie in stage {
                let _ = writeln!(text, "  {}", self.tie(tie));
            }
        }
        if let Some(champion) = bracket.champion() {
            let _ = writeln!(text, "winner: {}", self.label(champion));
        }
        text.push('\n');
    }

    /// `hasard 1.5 - 8.5 coup gagnant`.
    fn tie(&self, tie: &Tie) -> String {
        match tie.sides {
            [Some(one), Some(other)] => {
                let [ours, theirs] = tie.scores;
                let lot = match tie.winner.filter(|_| tie.by_lot) {
                    Some(winner) => format!(" ({} by lot)", self.label(winner)),
                    None => String::new(),
                };
                format!("{} {ours} - {theirs} {}{lot}", self.label(one), self.label(other))
            }
            [Some(only), None] | [None, Some(only)] if tie.winner.is_some() => {
                format!("{} has no opponent", self.label(only))
            }
            _ => "not drawn yet".to_owned(),
        }
    }

    /// A line for each entrant on each seat, and one for all its matches.
    fn table(&self, text: &mut String) {
        let names = usual_names::<G>(self.contest.seats);
        let width = self.width();
        let seat_width = names.iter().map(|name| name.len()).max().unwrap_or(0).max(4);
        let _ = writeln!(
            text,
            "{:width$}  {:seat_width$}  {:>7} {:>7} {:>7} {:>7}  {:>7}  95 % interval",
            "entrant", "seat", "played", "won", "drawn", "lost", "score"
        );
        let mut row = |label: &str, seat: &str, count: &Count| {
            let interval = count.interval();
            let _ = writeln!(
                text,
                "{label:width$}  {seat:seat_width$}  {:>7} {:>7} {:>7} {:>7}  {:>7}  {} to {}",
                count.played(),
                count.won,
                count.drawn,
                count.lost,
                percent(count.score()),
                percent(interval.low),
                percent(interval.high)
            );
        };
        for (entrant, line) in self.standings.tally.lines.iter().enumerate() {
            row(self.label(entrant), "all", &line.all());
            for (name, count) in names.iter().zip(&line.by_seat) {
                row("", name, count);
            }
        }
    }

    /// Whether it matters who begins: in all, and for each entrant.
    fn by_seat(&self, text: &mut String) {
        let names = usual_names::<G>(self.contest.seats);
        let mut judge = |who: &str, counts: &[Count]| {
            let _ = match clear_difference(counts) {
                Some((best, worst)) => writeln!(
                    text,
                    "{who}: better as {} ({}) than as {} ({})",
                    names[best],
                    percent(counts[best].score()),
                    names[worst],
                    percent(counts[worst].score())
                ),
                None => writeln!(text, "{who}: no clear difference between the seats"),
            };
        };
        judge("everybody", &self.standings.tally.seats);
        for (entrant, line) in self.standings.tally.lines.iter().enumerate() {
            judge(self.label(entrant), &line.by_seat);
        }
    }

    fn ranking(&self, text: &mut String) {
        let width = self.width();
        let _ = writeln!(text, "\n    {:width$}  {:>6}  95 %", "ranking", "points");
        for (place, (entrant, rating)) in self.standings.tally.ranking().into_iter().enumerate() {
            let _ = writeln!(
                text,
                "{:>2}. {:width$}  {:>+6.0}  ± {:.0}",
                place + 1,
                self.label(entrant),
                rating.elo,
                rating.error
            );
        }
        let _ = writeln!(text, "\neach against each (score of the one at the left)");
        let column = width.min(14);
        let cut = |label: &str| label.chars().take(column).collect::<String>();
        let _ = write!(text, "{:width$}", "");
        for entrant in 0..self.contest.entrants.len() {
            let _ = write!(text, "  {:>column$}", cut(self.label(entrant)));
        }
        for entrant in 0..self.contest.entrants.len() {
            let _ = write!(text, "\n{:width$}", self.label(entrant));
            for opponent in 0..self.contest.entrants.len() {
                let duel = self.standings.tally.duel(entrant, opponent);
                let score = match duel.games > 0.0 {
                    true => percent(duel.score / duel.games),
                    false => "-".to_owned(),
                };
                let _ = write!(text, "  {score:>column$}");
            }
        }
        text.push('\n');
    }

    fn forfeits(&self, text: &mut String) {
        for (entrant, line) in self.standings.tally.lines.iter().enumerate() {
            let label = self.label(entrant);
            if !line.forfeits.is_empty() {
                let kinds: Vec<String> =
                    line.forfeits.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
                let _ = writeln!(text, "\nforfeits of {label}: {}", kinds.join(", "));
                let told =
                    self.standings.tally.forfeits.iter().filter(|(_, who, _)| *who == entrant);
                for (index, _, forfeit) in told {
                    let (number, seat) = (index + 1, forfeit.seat);
                    let _ = writeln!(text, "  match {number}, seat {seat}: {}", forfeit.why);
                    for line in &forfeit.last_words {
                        let _ = writeln!(text, "    | {line}");
                    }
                }
            }
        }
    }

    /// What the clock says.
    pub fn clock_text(&self) -> String {
        let mut text = format!("\n{}\n", self.pace());
        let width = self.width();
        for (entrant, line) in self.standings.tally.lines.iter().enumerate() {
            let time = line.per_move().as_secs_f64() * 1000.0;
            let _ = writeln!(text, "{:width$}  {time:.3} ms a move", self.label(entrant));
        }
        text
    }

    fn pace(&self) -> String {
        let seconds = self.time.as_secs_f64();
        format!(
            "{} matches in {seconds:.2} s with {} jobs, {:.0} a second",
            self.standings.tally.played,
            self.jobs,
            f64::from(self.standings.tally.played) / seconds.max(1e-9)
        )
    }

    /// Everything; what the clock says stands below `clock`.
    pub fn json(&self) -> Value {
        let (contest, tally) = (self.contest, &self.standings.tally);
        let entrant = |(at, line): (usize, &Line)| {
            let entrant = &contest.entrants[at];
            let mut object = count_json(&line.all());
            object.insert("label".to_owned(), json!(entrant.label));
            object.insert("seat".to_owned(), json!(entrant.player.to_string()));
            object.insert("name".to_owned(), json!(line.name));
            let by_seat: Vec<Value> = line.by_seat.iter().enumerate().map(seat_json).collect();
            object.insert("by_seat".to_owned(), json!(by_seat));
            let kinds = line.forfeits.iter().map(|(kind, count)| (kind.to_string(), json!(count)));
            object.insert("forfeits".to_owned(), Value::Object(kinds.collect()));
            Value::Object(object)
        };
        let forfeit = |(index, who, forfeit): &(usize, usize, Forfeit)| {
            json!({
                "match": index + 1,
                "entrant": self.label(*who),
                "seat": forfeit.seat.number(),
                "kind": forfeit.kind,
                "why": forfeit.why,
                "stderr": forfeit.last_words,
            })
        };
        let ranking = tally.ranking().into_iter().map(|(who, rating)| {
            json!({ "entrant": self.label(who), "elo": round(rating.elo, 1), "error": round(rating.error, 1) })
        });
        let per_move = tally.lines.iter().enumerate().map(|(at, line)| {
            (self.label(at).to_owned(), json!(round(line.per_move().as_secs_f64() * 1e3, 4)))
        });
        json!({
            "game": G::ID,
            "board": contest.board.name(),
            "players": contest.seats,
            "seed": contest.seed.number(),
            "limit": contest.limit.to_string(),
            "format": contest.format,
            "games": self.standings.schedule.games(),
            "played": tally.played,
            "mean_length": round(tally.length(), 4),
            "entrants": tally.lines.iter().enumerate().map(entrant).collect::<Vec<_>>(),
            "seats": tally.seats.iter().enumerate().map(seat_json).collect::<Vec<_>>(),
            "ranking": ranking.collect::<Vec<_>>(),
            "duels": self.duels_json(),
            "bracket": self.standings.schedule.bracket().map(|bracket| self.bracket_json(bracket)),
            "forfeits": tally.forfeits.iter().map(forfeit).collect::<Vec<_>>(),
            "clock": {
                "seconds": round(self.time.as_secs_f64(), 3),
                "jobs": self.jobs,
                "ms_per_move": Value::Object(per_move.collect()),
            },
        })
    }

    fn bracket_json(&self, bracket: &Bracket) -> Value {
        let name = |entrant: Option<usize>| entrant.map(|entrant| self.label(entrant));
        let tie = |tie: &Tie| {
            json!({
                "entrants": tie.sides.map(name),
                "score": tie.scores,
                "games": tie.games,
                "winner": name(tie.winner),
                "by_lot": tie.by_lot,
            })
        };
        let stages = bracket.stages.iter().map(|ties| ties.iter().map(tie).collect::<Vec<_>>());
        json!({ "stages": stages.collect::<Vec<_>>(), "winner": name(bracket.champion()) })
    }

    fn duels_json(&self) -> Vec<Value> {
        let count = self.contest.entrants.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let duel = |(a, b)| {
            let duel = self.standings.tally.duel(a, b);
            json!({
                "entrants": [self.label(a), self.label(b)],
                "games": duel.games,
                "score": [duel.score, self.standings.tally.duel(b, a).score],
            })
        };
        pairs.map(duel).collect()
    }
}

fn seat_json((seat, count): (usize, &Count)) -> Value {
    let mut object = count_json(count);
    object.shift_insert(0, "seat".to_owned(), json!(Seat::at(seat).number()));
    Value::Object(object)
}

fn count_json(count: &Count) -> Map<String, Value> {
    let interval = count.interval();
    Map::from_iter([
        ("played".to_owned(), json!(count.played())),
        ("won".to_owned(), json!(count.won)),
        ("drawn".to_owned(), json!(count.drawn)),
        ("lost".to_owned(), json!(count.lost)),
        ("score".to_owned(), json!(round(count.score(), 6))),
        ("interval".to_owned(), json!([round(interval.low, 6), round(interval.high, 6)])),
    ])
}

/// A share of 1 as people read it: `62.5 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn round(value: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (value * unit).round() / unit
}

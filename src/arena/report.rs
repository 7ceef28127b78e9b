//! The results of a contest as text for people and as JSON for programs.
//!
//! What follows from the seed is kept apart from what the clock says, so that the former can be
//! compared from run to run.

use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::swiss::Swiss;
use super::{
    Bracket, Count, Forfeit, Format, Hypotheses, Line, Part, Plan, Sprt, Standings, Tally, Tie,
    Verdict, clear_difference,
};
use crate::lang::{as_told, told};
use crate::play::Seat;

/// So many gaps are told one by one.
const GAPS: usize = 10;

/// A contest and what has come of it so far.
pub(crate) struct Report<'a> {
    plan: &'a Plan,
    standings: &'a Standings,
    /// What each entrant is called.
    pub labels: Vec<String>,
    /// Matches that should be among those that were counted, by their numbers from 0.
    pub missing: Vec<Range<usize>>,
    /// How long it took, on how many threads, if it was played here and now.
    pub pace: Option<(Duration, usize)>,
}

impl<'a> Report<'a> {
    pub fn new(plan: &'a Plan, standings: &'a Standings) -> Report<'a> {
        let labels = plan.labels(&standings.tally);
        Report { plan, standings, labels, missing: Vec::new(), pace: None }
    }

    pub(super) fn plan(&self) -> &Plan {
        self.plan
    }

    pub(super) fn standings(&self) -> &Standings {
        self.standings
    }

    pub(super) fn tally(&self) -> &Tally {
        &self.standings.tally
    }

    /// What a sequential test has found.
    pub(super) fn sprt_words(&self) -> Option<String> {
        Some(sprt_sentence(self.standings.sprt.as_ref()?, [self.called(0), self.called(1)]))
    }

    fn label(&self, entrant: usize) -> &str {
        &self.labels[entrant]
    }

    /// The label for sentences.
    pub(super) fn called(&self, entrant: usize) -> String {
        self.called_shortly(entrant, usize::MAX)
    }

    /// No more of it than so many letters.
    pub(super) fn called_shortly(&self, entrant: usize, most: usize) -> String {
        let label: String = self.label(entrant).chars().take(most).collect();
        self.plan.entrants[entrant].player.as_given(&label)
    }

    /// The label as the first column of a table.
    fn cell(&self, entrant: usize) -> String {
        let (label, width) = (self.label(entrant), self.width());
        self.plan.entrants[entrant].player.as_given(&format!("{label:width$}"))
    }

    /// The widest label, for the first column.
    fn width(&self) -> usize {
        let labels = self.labels.iter().map(|label| label.chars().count());
        labels.max().unwrap_or(0).max(told("entrant").chars().count())
    }

    /// What follows from the seed.
    pub fn text(&self) -> String {
        let (plan, tally) = (self.plan, &self.standings.tally);
        let (name, summary) = &plan.board_words;
        let mut text = format!(
            "{} on {name} ({summary}): {} matches, seed {}, {} a move\n",
            plan.title, tally.played, plan.seed, plan.limit
        );
        for line in self.conditions() {
            let _ = writeln!(text, "{line}");
        }
        text.push('\n');
        if let Some(bracket) = self.standings.schedule.bracket() {
            self.bracket(bracket, &mut text);
        }
        if let Some(swiss) = self.standings.schedule.swiss() {
            self.swiss(swiss, &mut text);
        }
        self.table(&mut text);
        let _ = writeln!(text, "\nmean length: {:.2} moves", tally.length());
        self.by_seat(&mut text);
        if plan.entrants.len() > 2 {
            self.ranking(&mut text);
        }
        if let Some(sentence) = self.sprt_words() {
            let _ = writeln!(text, "\n{sentence}");
        }
        self.forfeits(&mut text);
        text
    }

    /// What is special about how it was held, and what is missing from it.
    pub fn conditions(&self) -> Vec<String> {
        let plan = self.plan;
        let mut lines = Vec::new();
        match plan.format {
            Format::League => {}
            Format::KnockOut => lines.push("knock-out".to_owned()),
            Format::Gauntlet => lines.push("gauntlet: the first against each other one".to_owned()),
            Format::Swiss(1) => lines.push("Swiss, 1 round".to_owned()),
            Format::Swiss(rounds) => lines.push(format!("Swiss, {rounds} rounds")),
        }
        if plan.openings > 0 {
            lines.push(format!("{} random moves at the beginning of each set", plan.openings));
        }
        if let Some(clock) = plan.patience.clock {
            lines.push(format!("{clock} seconds on a program's clock"));
        }
        if let Some(memory) = plan.patience.memory {
            lines.push(format!("{memory} MB of memory for a program"));
        }
        if plan.part != Part::WHOLE {
            lines.push(format!("part {} of the contest", plan.part));
        }
        if !self.missing.is_empty() {
            let count: usize = self.missing.iter().map(ExactSizeIterator::len).sum();
            let told = self.missing.iter().take(GAPS).map(|gap| match gap.len() {
                1 => format!("{}", gap.start + 1),
                _ => format!("{} to {}", gap.start + 1, gap.end),
            });
            let more = if self.missing.len() > GAPS { " and more" } else { "" };
            let list = told.collect::<Vec<_>>().join(", ");
            lines.push(match count {
                1 => format!("1 match is missing: {list}"),
                _ => format!("{count} matches are missing: {list}{more}"),
            });
        }
        lines
    }

    /// Who leads a Swiss contest.
    fn swiss(&self, swiss: &Swiss, text: &mut String) {
        for (place, entrant) in swiss.order().into_iter().enumerate() {
            let (label, points) = (self.cell(entrant), swiss.points()[entrant]);
            let bye = if swiss.byes()[entrant] > 0 { "  (with a bye)" } else { "" };
            let _ = writeln!(text, "{:>2}. {label}  {points:>6.1}{bye}", place + 1);
        }
        text.push('\n');
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
            let _ = writeln!(text, "winner: {}", self.called(champion));
        }
        text.push('\n');
    }

    /// `hasard 1.5 - 8.5 coup gagnant`.
    fn tie(&self, tie: &Tie) -> String {
        match tie.sides {
            [Some(one), Some(other)] => {
                let [ours, theirs] = tie.scores;
                let lot = match tie.winner.filter(|_| tie.by_lot) {
                    Some(winner) => format!(" ({} at random)", self.called(winner)),
                    None => String::new(),
                };
                format!("{} {ours} - {theirs} {}{lot}", self.called(one), self.called(other))
            }
            [Some(only), None] | [None, Some(only)] if tie.winner.is_some() => {
                format!("{} has no opponent", self.called(only))
            }
            _ => "not drawn yet".to_owned(),
        }
    }

    /// A line for each entrant on each seat, and one for all its matches.
    fn table(&self, text: &mut String) {
        let names = &self.plan.seat_names;
        let width = self.width();
        let seats = names.iter().map(String::as_str).chain(["seat"]);
        let seat_width = seats.map(|name| told(name).chars().count()).max().unwrap_or(0);
        let words = ["entrant", "seat", "played", "won", "drawn", "lost", "score", "95 % interval"];
        let [entrant, seat, played, won, drawn, lost, score, interval] = words.map(told);
        let _ = writeln!(
            text,
            "{}",
            as_told(&format!(
                "{entrant:width$}  {seat:seat_width$}  {played:>7} {won:>7} {drawn:>7} {lost:>7}  \
                 {score:>7}  {interval}"
            ))
        );
        let mut row = |label: &str, seat: &str, count: &Count| {
            let (seat, interval) = (told(seat), count.interval());
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
            row(&self.cell(entrant), "all", &line.all());
            for (name, count) in names.iter().zip(&line.by_seat) {
                row("", name, count);
            }
        }
    }

    /// Whether it matters who begins: in all, and for each entrant.
    fn by_seat(&self, text: &mut String) {
        let names = &self.plan.seat_names;
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
            judge(&self.called(entrant), &line.by_seat);
        }
    }

    fn ranking(&self, text: &mut String) {
        let width = self.width();
        let _ = writeln!(text, "\n    {:width$}  {:>6}  95 %", "ranking", "rating");
        for (place, (entrant, rating)) in self.standings.tally.ranking().into_iter().enumerate() {
            let _ = writeln!(
                text,
                "{:>2}. {}  {:>+6.0}  ± {:.0}",
                place + 1,
                self.cell(entrant),
                rating.elo,
                rating.error
            );
        }
        let _ = writeln!(text, "\neach against each (score of the one at the left)");
        let column = width.min(14);
        let head = |entrant: usize| {
            let label: String = self.label(entrant).chars().take(column).collect();
            self.plan.entrants[entrant].player.as_given(&format!("{label:>column$}"))
        };
        let _ = write!(text, "{:width$}", "");
        for entrant in 0..self.plan.entrants.len() {
            let _ = write!(text, "  {}", head(entrant));
        }
        for entrant in 0..self.plan.entrants.len() {
            let _ = write!(text, "\n{}", self.cell(entrant));
            for opponent in 0..self.plan.entrants.len() {
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
            let label = self.called(entrant);
            if !line.forfeits.is_empty() {
                let kinds: Vec<String> = line
                    .forfeits
                    .iter()
                    .map(|(kind, count)| format!("{} {count}", told(kind)))
                    .collect();
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
        let Some((time, jobs)) = self.pace else { return String::new() };
        let seconds = time.as_secs_f64();
        let mut text = format!(
            "\n{} matches in {seconds:.2} s with {jobs} jobs, {:.0} a second\n",
            self.standings.tally.played,
            f64::from(self.standings.tally.played) / seconds.max(1e-9)
        );
        for (entrant, line) in self.standings.tally.lines.iter().enumerate() {
            let time = line.per_move().as_secs_f64() * 1000.0;
            let _ = writeln!(text, "{}  {time:.3} ms a move", self.cell(entrant));
        }
        text
    }

    /// Everything; what the clock says stands below `clock`.
    pub fn json(&self) -> Value {
        let (plan, tally) = (self.plan, &self.standings.tally);
        let entrant = |(at, line): (usize, &Line)| {
            let mut object = count_json(&line.all());
            object.insert("label".to_owned(), json!(self.label(at)));
            object.insert("seat".to_owned(), json!(plan.entrants[at].spec));
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
        let clock = self.pace.map(|(time, jobs)| {
            json!({
                "seconds": round(time.as_secs_f64(), 3),
                "jobs": jobs,
                "ms_per_move": Value::Object(per_move.collect()),
            })
        });
        let schedule = &self.standings.schedule;
        let mut json = json!({
            "game": plan.game,
            "board": plan.board_words.0,
            "players": plan.seats,
            "seed": plan.seed.number(),
            "limit": plan.limit.to_string(),
            "format": plan.format.word(),
            "openings": plan.openings,
            "games": schedule.games(),
            "played": tally.played,
            "mean_length": round(tally.length(), 4),
            "entrants": tally.lines.iter().enumerate().map(entrant).collect::<Vec<_>>(),
            "seats": tally.seats.iter().enumerate().map(seat_json).collect::<Vec<_>>(),
            "ranking": ranking.collect::<Vec<_>>(),
            "duels": self.duels_json(),
            "bracket": schedule.bracket().map(|bracket| self.bracket_json(bracket)),
            "swiss": schedule.swiss().map(|swiss| self.swiss_json(swiss)),
            "forfeits": tally.forfeits.iter().map(forfeit).collect::<Vec<_>>(),
        });
        if let Some(sprt) = &self.standings.sprt {
            json["sprt"] = sprt_json(sprt);
        }
        if !self.missing.is_empty() {
            let missing = self.missing.iter().map(|gap| [gap.start + 1, gap.end]);
            json["missing"] = json!(missing.collect::<Vec<_>>());
        }
        if let Some(clock) = clock {
            json["clock"] = clock;
        }
        json
    }

    fn swiss_json(&self, swiss: &Swiss) -> Value {
        let entry = |entrant: usize| {
            json!({
                "entrant": self.label(entrant),
                "points": swiss.points()[entrant],
                "byes": swiss.byes()[entrant],
            })
        };
        swiss.order().into_iter().map(entry).collect()
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
        let count = self.plan.entrants.len();
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

fn sprt_json(sprt: &Sprt) -> Value {
    let (lower, upper) = Sprt::bounds();
    json!({
        "elo0": sprt.between.elo0,
        "elo1": sprt.between.elo1,
        "llr": round(sprt.llr(), 4),
        "lower": round(lower, 4),
        "upper": round(upper, 4),
        "verdict": sprt.verdict().map(Verdict::word),
        "pairs": sprt.pairs(),
    })
}

fn sprt_sentence(sprt: &Sprt, [one, other]: [String; 2]) -> String {
    let (lower, upper) = Sprt::bounds();
    let Hypotheses { elo0, elo1 } = sprt.between;
    let verdict = match sprt.verdict() {
        Some(Verdict::H0) => format!("H0: {one} is {elo0} Elo above {other} rather than {elo1}"),
        Some(Verdict::H1) => format!("H1: {one} is {elo1} Elo above {other} rather than {elo0}"),
        None => format!("undecided between {elo0} and {elo1} Elo"),
    };
    format!("SPRT: {verdict} (LLR {:.2}, from {lower:.2} to {upper:.2})", sprt.llr())
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

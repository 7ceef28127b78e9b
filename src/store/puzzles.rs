//! What somebody has done with puzzles: a log with a line for each try, and everything that follows
//! from it. Lines are only ever added, so a damaged one costs itself and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::SystemTime;

use super::clock::{self, Day};
use super::{StoreError, atomic, files, lock};

/// So many wrong moves, and a puzzle counts as missed.
pub const TRIES: u32 = 3;
/// Everybody's rating in a game before the first puzzle.
pub const FIRST_RATING: f64 = 1000.0;
/// How far one puzzle moves a rating at most, for newcomers and for others.
const STEPS: (f64, f64) = (32.0, 16.0);
/// How many puzzles a newcomer has decided at most.
const NEWCOMER: u32 = 10;
/// Whoever crosses the date line may lose a day of the calendar, but not this many hours.
const HOURS_BETWEEN: i64 = 40;

/// What somebody did with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A wrong move, or a program that misses.
    Wrong,
    /// A hint was asked for.
    Hint,
    /// The answer was shown.
    Shown,
    /// The goal was reached.
    Solved,
    /// Somebody went away without a solution.
    Left,
}

impl Event {
    const ALL: [(Event, &'static str); 5] = [
        (Event::Wrong, "wrong"),
        (Event::Hint, "hint"),
        (Event::Shown, "shown"),
        (Event::Solved, "solved"),
        (Event::Left, "left"),
    ];

    fn word(self) -> &'static str {
        Event::ALL.iter().find(|(event, _)| *event == self).map_or("", |(_, word)| word)
    }
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// The date where it was done.
    pub day: Day,
    /// `connect4/5-07`.
    pub puzzle: String,
    /// What was done.
    pub event: Event,
    /// How hard the puzzle is.
    pub rating: u32,
    /// How long somebody had been at it, this time.
    pub seconds: u32,
    /// Whether it was the puzzle of that day.
    pub daily: bool,
    /// The move of a wrong try; how many cards a program has.
    pub note: String,
}

/// What has come of one puzzle.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tried {
    /// Wrong moves before it was decided, each with its note.
    pub wrong: Vec<String>,
    /// Hints that were asked for.
    pub hints: u32,
    /// Whether the answer was shown before it was solved.
    pub shown: bool,
    /// Whether it was ever solved.
    pub solved: bool,
    /// How long it took until it was solved for the first time, in seconds, all visits together.
    pub seconds: Option<u32>,
    /// The seconds of earlier visits.
    spent: u32,
    /// The seconds of the visit that hasn't ended, as far as they are known.
    visit: u32,
}

/// How a puzzle stands, as the shelf shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Not solved and not missed yet.
    Open,
    /// Solved without an error or a hint.
    First,
    /// Solved some other way.
    Later,
    /// Three errors, or the answer shown, and not solved since.
    Missed,
}

impl Tried {
    /// How it stands.
    pub fn mark(&self) -> Mark {
        match (self.solved, self.wrong.is_empty() && self.hints == 0 && !self.shown) {
            (true, true) => Mark::First,
            (true, false) => Mark::Later,
            (false, _) if self.is_missed() => Mark::Missed,
            (false, _) => Mark::Open,
        }
    }

    /// How many errors are left before it counts as missed.
    pub fn tries_left(&self) -> u32 {
        TRIES.saturating_sub(self.wrong.len() as u32)
    }

    /// Adds the time of a deed before the first solution.
    fn pass(&mut self, deed: &Deed) {
        // A visit that was cut short has no end in the log: the next one begins anew.
        if deed.seconds < self.visit {
            self.spent = self.spent.saturating_add(self.visit);
        }
        self.visit = deed.seconds;
        if matches!(deed.event, Event::Left | Event::Solved) {
            self.spent = self.spent.saturating_add(std::mem::take(&mut self.visit));
        }
    }

    fn is_missed(&self) -> bool {
        self.shown || self.tries_left() == 0
    }

    /// Whether it counts for the rating already.
    pub fn is_decided(&self) -> bool {
        self.solved || self.is_missed()
    }

    /// What a solution is worth now, from 0 to 1.
    fn score(&self) -> f64 {
        (1.0 - 0.2 * self.wrong.len() as f64 - 0.15 * f64::from(self.hints.min(2))).max(0.2)
    }
}

/// Everything that follows from the log.
#[derive(Clone, Default, Debug)]
pub struct Progress {
    tried: BTreeMap<String, Tried>,
    /// By game: the rating and how many puzzles it comes from.
    ratings: BTreeMap<String, (f64, u32)>,
    /// The puzzles of the day that were solved, in the order of the log, with the moment.
    days: Vec<(Day, i64)>,
    /// How many puzzles were solved on each day.
    solved: BTreeMap<Day, u32>,
    /// The lines that make no sense, each with its place.
    pub skipped: Vec<String>,
}

impl Progress {
    /// Reads the log. What can't be read is left alone, and said.
    pub fn read(file: &Path) -> Progress {
        let text = match files::read_log(file) {
            Ok(text) => text.unwrap_or_default(),
            Err(why) => return Progress { skipped: vec![why.to_string()], ..Progress::default() },
        };
        let mut progress = Progress::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            match parse(line) {
                Some((moment, deed)) => progress.count(&deed, moment),
                None => {
                    let why = "this line isn't a try at a puzzle and isn't counted";
                    let error = StoreError::bad(file, Some((number, 1)), why);
                    progress.skipped.push(error.to_string());
                }
            }
        }
        progress
    }

    /// What has come of a puzzle.
    pub fn of(&self, puzzle: &str) -> Tried {
        self.tried.get(puzzle).cloned().unwrap_or_default()
    }

    /// The rating in a game.
    pub fn rating(&self, game: &str) -> u32 {
        self.ratings.get(game).map_or(FIRST_RATING, |(rating, _)| *rating).round().max(0.0) as u32
    }

    /// The mean of the ratings of all games with puzzles that somebody has decided, if there are
    /// any.
    pub fn overall(&self) -> Option<u32> {
        let all: Vec<f64> = self.ratings.values().map(|(rating, _)| *rating).collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        (!all.is_empty()).then(|| mean.round().max(0.0) as u32)
    }

    /// What a rating gains by solving a puzzle now, and what it loses by missing it; none once it is
    /// decided, and none for puzzles of your own.
    pub fn at_stake(&self, puzzle: &str, rating: u32) -> Option<(i32, i32)> {
        let tried = self.of(puzzle);
        let game = game_of(puzzle);
        let change = |score| self.change(game, rating, score).round() as i32;
        let open = is_rated(puzzle) && !tried.is_decided();
        open.then(|| (change(tried.score()), change(0.0)))
    }

    fn change(&self, game: &str, rating: u32, score: f64) -> f64 {
        let (mine, decided) = self.ratings.get(game).copied().unwrap_or((FIRST_RATING, 0));
        let expected = 1.0 / (1.0 + 10_f64.powf((f64::from(rating) - mine) / 400.0));
        let step = if decided < NEWCOMER { STEPS.0 } else { STEPS.1 };
        let change = step * (score - expected);
        // Whoever solves a puzzle gains, however many hints it took.
        if score > 0.0 { change.max(1.0) } else { change }
    }

    /// Adds what was done.
    fn count(&mut self, deed: &Deed, moment: i64) {
        let game = game_of(&deed.puzzle);
        let before = self.of(&deed.puzzle);
        let tried = self.tried.entry(deed.puzzle.clone()).or_default();
        if !before.solved {
            tried.pass(deed);
        }
        match deed.event {
            Event::Wrong if !before.solved => tried.wrong.push(deed.note.clone()),
            Event::Hint if !before.solved => tried.hints += 1,
            Event::Shown if !before.solved => tried.shown = true,
            Event::Solved => {
                tried.solved = true;
                tried.seconds.get_or_insert(tried.spent);
                *self.solved.entry(deed.day).or_default() += 1;
                if deed.daily {
                    self.days.push((deed.day, moment));
                }
            }
            _ => {}
        }
        if is_rated(&deed.puzzle) && !before.is_decided() && tried.is_decided() {
            let score = if tried.solved { before.score() } else { 0.0 };
            let change = self.change(game, deed.rating, score);
            let (rating, decided) =
                self.ratings.entry(game.to_owned()).or_insert((FIRST_RATING, 0));
            *rating += change;
            *decided += 1;
        }
    }

    /// Whether the puzzle of this day was solved.
    pub fn did(&self, day: Day) -> bool {
        self.days.iter().any(|(other, _)| *other == day)
    }

    /// How many puzzles were solved on a day.
    pub fn solved_on(&self, day: Day) -> u32 {
        self.solved.get(&day).copied().unwrap_or(0)
    }

    /// The days whose puzzle was solved in their own time, as seen from today: what a clock has
    /// dated later than today waits until then, and a day that was filled in after a later one
    /// doesn't count.
    fn honest_days(&self, today: Day) -> Vec<(Day, i64)> {
        let mut honest: Vec<(Day, i64)> = Vec::new();
        for (day, moment) in self.days.iter().filter(|(day, _)| *day <= today) {
            if honest.last().is_none_or(|(last, _)| last < day) {
                honest.push((*day, *moment));
            }
        }
        honest
    }

    /// How many days in a row up to today or yesterday, and the longest such row ever.
    pub fn streak(&self, today: Day) -> (u32, u32) {
        let honest = self.honest_days(today);
        let (mut now, mut longest) = (0_u32, 0);
        let mut before: Option<(Day, i64)> = None;
        for &(day, moment) in &honest {
            let follows = before.is_some_and(|(last, then)| {
                let gap = day.days_since(last);
                let hours = moment.saturating_sub(then) / 3600;
                gap == 1 || (gap == 2 && (0..HOURS_BETWEEN).contains(&hours))
            });
            now = if follows { now + 1 } else { 1 };
            longest = longest.max(now);
            before = Some((day, moment));
        }
        let alive = before.is_some_and(|(last, _)| today.days_since(last) <= 1);
        (if alive { now } else { 0 }, longest)
    }

    /// Every puzzle that somebody has tried.
    pub fn tried(&self) -> BTreeSet<&str> {
        self.tried.keys().map(String::as_str).collect()
    }
}

fn game_of(puzzle: &str) -> &str {
    puzzle.split_once('/').map_or(puzzle, |(game, _)| game)
}

/// The note of a wrong try: what was tried, and why it fails.
pub fn wrong_try(what: &str, why: &str) -> String {
    format!("{what}  {why}")
}

/// What such a note says.
pub fn what_failed(note: &str) -> (&str, &str) {
    note.split_once("  ").unwrap_or((note, ""))
}

/// Whether a puzzle counts for the rating. How hard one of your own is, or a win that you missed,
/// nobody has measured.
pub fn is_rated(puzzle: &str) -> bool {
    let (_, id) = puzzle.split_once('/').unwrap_or(("", puzzle));
    !id.starts_with("own/") && !id.starts_with("match-")
}

/// Adds a line to the log.
pub(super) fn note(file: &Path, deed: &Deed) -> Result<(), StoreError> {
    let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    let line = format!(
        "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
        clock::date_and_time(SystemTime::now()),
        deed.day,
        clean(&deed.puzzle),
        deed.event.word(),
        deed.rating,
        deed.seconds,
        if deed.daily { "daily" } else { "-" },
        clean(&deed.note),
    );
    lock::alone(file, || atomic::append(file, &line))
}

/// A line of the log with its moment, in seconds since 1970.
fn parse(line: &str) -> Option<(i64, Deed)> {
    let mut fields = line.split('\t');
    let moment = clock::moment(fields.next()?)?;
    let day = fields.next()?.parse().ok()?;
    let puzzle = fields.next().filter(|id| id.contains('/'))?.to_owned();
    let word = fields.next()?;
    let event = Event::ALL.iter().find(|(_, known)| *known == word)?.0;
    let rating = fields.next()?.parse().ok()?;
    let seconds = fields.next()?.parse().ok()?;
    let daily = match fields.next()? {
        "daily" => true,
        "-" => false,
        _ => return None,
    };
    let note = fields.next().unwrap_or("").to_owned();
    Some((moment, Deed { day, puzzle, event, rating, seconds, daily, note }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn line(moment: &str, date: &str, puzzle: &str, event: &str, daily: &str) -> String {
        format!("{moment} UTC\t{date}\t{puzzle}\t{event}\t1200\t30\t{daily}\t4\n")
    }

    fn read(text: &str) -> Progress {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("puzzles.log");
        std::fs::write(&file, text).unwrap();
        Progress::read(&file)
    }

    fn days(dates: &[(&str, &str)]) -> Progress {
        let lines = dates.iter().enumerate().map(|(at, (moment, date))| {
            line(moment, date, &format!("connect4/2-{at}"), "solved", "daily")
        });
        read(&lines.collect::<String>())
    }

    #[test]
    fn a_streak_is_days_in_a_row_and_lives_until_tomorrow_ends() {
        let progress = days(&[
            ("2026-11-10 10:00:00", "2026-11-10"),
            ("2026-11-14 10:00:00", "2026-11-14"),
            ("2026-11-15 10:00:00", "2026-11-15"),
            ("2026-11-16 10:00:00", "2026-11-16"),
        ]);
        assert_eq!(progress.streak(day("2026-11-16")), (3, 3));
        assert_eq!(progress.streak(day("2026-11-17")), (3, 3));
        assert_eq!(progress.streak(day("2026-11-18")), (0, 3));
        assert!(progress.did(day("2026-11-16")) && !progress.did(day("2026-11-17")));
    }

    #[test]
    fn a_clock_set_back_fills_no_gap_and_a_wrong_year_loses_nothing() {
        // The 15th is solved on the 16th, with the clock set back.
        let filled = days(&[
            ("2026-11-14 10:00:00", "2026-11-14"),
            ("2026-11-16 10:00:00", "2026-11-16"),
            ("2026-11-15 10:05:00", "2026-11-15"),
        ]);
        assert_eq!(filled.streak(day("2026-11-16")), (1, 1));
        // One evening the machine believed in 2030.
        let lost = days(&[
            ("2026-11-14 10:00:00", "2026-11-14"),
            ("2030-01-01 00:00:00", "2030-01-01"),
            ("2026-11-15 10:00:00", "2026-11-15"),
        ]);
        assert_eq!(lost.streak(day("2026-11-15")), (2, 2));
    }

    #[test]
    fn who_crosses_the_date_line_keeps_the_streak() {
        // From California on the 17th to Tokyo on the 19th: 26 hours.
        let flown =
            days(&[("2026-11-18 04:00:00", "2026-11-17"), ("2026-11-19 06:00:00", "2026-11-19")]);
        assert_eq!(flown.streak(day("2026-11-19")), (2, 2));
        let missed =
            days(&[("2026-11-17 04:00:00", "2026-11-17"), ("2026-11-19 06:00:00", "2026-11-19")]);
        assert_eq!(missed.streak(day("2026-11-19")), (1, 1));
    }

    #[test]
    fn puzzles_of_your_own_change_no_rating() {
        let at = ("2026-11-16 10:00:00", "2026-11-16");
        let solved = |puzzle: &str| read(&line(at.0, at.1, puzzle, "solved", "-"));
        assert!(solved("connect4/2-01").rating("connect4") > 1000);
        for own in ["connect4/own/mine", "connect4/match-1f"] {
            let progress = solved(own);
            assert!(progress.of(own).solved && progress.overall().is_none(), "{own}");
            assert_eq!(read("").at_stake(own, 1200), None);
        }
    }

    #[test]
    fn ratings_rise_and_fall_once_a_puzzle() {
        let at = "2026-11-16 10:00:00";
        let deed = |event| line(at, "2026-11-16", "sogo/1-01", event, "-");
        let solved = read(&deed("solved"));
        assert!(solved.rating("sogo") > 1000 && solved.rating("connect4") == 1000);
        let again = read(&format!("{}{}", deed("solved"), deed("solved")));
        assert_eq!(again.rating("sogo"), solved.rating("sogo"));
        let missed = read(&deed("wrong").repeat(3));
        assert!(missed.rating("sogo") < 1000);
        assert_eq!(missed.of("sogo/1-01").mark(), Mark::Missed);
        let late = read(&format!("{}{}", deed("wrong").repeat(3), deed("solved")));
        assert_eq!(late.rating("sogo"), missed.rating("sogo"));
        assert_eq!(late.of("sogo/1-01").mark(), Mark::Later);
        let once = read(&format!("{}{}", deed("wrong"), deed("solved")));
        assert!((1000..solved.rating("sogo")).contains(&once.rating("sogo")));
    }

    #[test]
    fn a_damaged_line_costs_itself_alone() {
        let at = "2026-11-16 10:00:00";
        let first = line(at, "2026-11-15", "sogo/1-01", "solved", "daily");
        let second = line(at, "2026-11-16", "sogo/1-02", "solved", "daily");
        let damaged = b"half a li\n\0\x01\tx\n2026\xff\xfe\t\x80\n".as_slice();
        let text = [first.as_bytes(), damaged, second.as_bytes(), b"2026-11-1"].concat();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("puzzles.log");
        std::fs::write(&file, &text).unwrap();
        let progress = Progress::read(&file);
        assert!(progress.of("sogo/1-01").solved && progress.of("sogo/1-02").solved);
        assert_eq!(progress.streak(day("2026-11-16")), (2, 2));
        assert_eq!(progress.skipped.len(), 4);
        assert!(progress.skipped[0].contains("puzzles.log:2:1: this line isn't a try"));
        // What is done next is kept behind it, and the damage stays as it was.
        let deed = Deed {
            day: day("2026-11-17"),
            puzzle: "sogo/1-03".to_owned(),
            event: Event::Solved,
            rating: 1200,
            seconds: 9,
            daily: true,
            note: String::new(),
        };
        note(&file, &deed).unwrap();
        assert!(std::fs::read(&file).unwrap().starts_with(&text));
        let progress = Progress::read(&file);
        assert_eq!(progress.streak(day("2026-11-17")), (3, 3));
        assert_eq!(progress.skipped.len(), 4);
    }

    #[test]
    fn the_time_of_all_visits_adds_up_to_the_first_solution() {
        let deeds = |all: &[(&str, u32)]| {
            let lines = all.iter().map(|(event, seconds)| {
                format!(
                    "2026-11-10 10:00:00 UTC\t2026-11-10\tsogo/1-01\t{event}\t900\t{seconds}\t-\t\n"
                )
            });
            read(&lines.collect::<String>()).of("sogo/1-01")
        };
        let visits = [("wrong", 8), ("hint", 20), ("left", 30), ("left", 5), ("solved", 12)];
        assert_eq!(deeds(&visits).seconds, Some(47));
        // One visit was killed: its last deed counts.
        assert_eq!(deeds(&[("wrong", 25), ("solved", 12)]).seconds, Some(37));
        // Playing it again afterwards changes nothing.
        let again = [("solved", 40), ("solved", 2), ("wrong", 9), ("left", 9)];
        assert_eq!(deeds(&again).seconds, Some(40));
        // Having looked is no try.
        assert_eq!(deeds(&[("left", 3)]).mark(), Mark::Open);
    }

    #[test]
    fn what_is_noted_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data").join("puzzles.log");
        let deed = Deed {
            day: day("2026-11-18"),
            puzzle: "connect4/5-07".to_owned(),
            event: Event::Wrong,
            rating: 1310,
            seconds: 12,
            daily: true,
            note: "2\tx".to_owned(),
        };
        note(&file, &deed).unwrap();
        let progress = Progress::read(&file);
        assert_eq!(progress.skipped, [""; 0]);
        assert_eq!(progress.of("connect4/5-07").wrong, ["2 x"]);
        assert_eq!(progress.of("connect4/5-07").tries_left(), 2);
    }
}

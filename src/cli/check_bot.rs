//! `parlour check-bot`: tries a program as a bot, says what it does wrong and how to fix it, and
//! grades it against a bot of ours.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::out::stdout;
use super::shelf::Errand;
use super::table::Beginning;
use super::{ALL, BoardArgs, Done, Failure, Shelf};
use crate::arena::{
    Blame, Contest, Keep, Patience, Plan, Report, Secret, Sitting, Standings, percent, quoted, sit,
    usual_jobs,
};
use crate::play::{Player, Seat, clean};
use crate::search::{Cancel, Limit};
use crate::store;
use crate::tui::GameUi;

/// What can go wrong, in the order in which it is told, and what it means to pass.
const CHECKS: [(&str, &str); 7] = [
    ("start", "starts and answers the greeting"),
    ("flush", "flushes its answers"),
    ("answers", "answers each line with one line"),
    ("moves", "plays legal moves to the end, on every seat"),
    ("time", "answers in time"),
    ("end", "ends when the match is over"),
    ("leftovers", "leaves no process behind"),
];

/// Tries a program in every game it is said to play.
pub fn run(args: &CheckBotArgs, shelf: &Shelf) -> Done {
    let games: Vec<&str> = match args.game.iter().any(|game| game == ALL) {
        true => shelf.ids(),
        false => args.game.iter().map(String::as_str).collect(),
    };
    let mut failed = Vec::new();
    for game in &games {
        match shelf.run(game, Errand::CheckBot(args)) {
            Err(Failure::Work(why)) => failed.push(why),
            other => other?,
        }
    }
    match (failed.pop(), games.len()) {
        (None, _) => Ok(()),
        (Some(why), 1) => Err(Failure::Work(why)),
        (Some(_), games) => {
            Err(Failure::Work(format!("it failed in {} of {games} games", failed.len() + 1)))
        }
    }
}

#[derive(Args)]
pub struct CheckBotArgs {
    /// The game it plays; several with commas between, or 'all'
    #[arg(required = true, num_args = 1, value_delimiter = ',')]
    pub game: Vec<String>,
    #[command(flatten)]
    board: BoardArgs,
    /// How many play in a match, where the game leaves it open
    #[arg(long)]
    players: Option<usize>,
    /// Grade it against one of our bots: bot:STRATEGY
    #[arg(long, value_name = "bot:NAME")]
    against: Option<Player>,
    /// Matches for the grade
    #[arg(long, value_name = "N", default_value_t = 100, requires = "against", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The score it must have, in percent, by the lower end of its 95 % interval
    #[arg(long, value_name = "PERCENT", default_value_t = 50.0, requires = "against")]
    at_least: f64,
    /// The same seed, the same matches
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions our bot may look at for a move
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    nodes: u64,
    /// Milliseconds the program has for a move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    move_ms: u64,
    /// Milliseconds the program has from its start to its name
    #[arg(long, value_name = "N", default_value_t = 5000)]
    start_ms: u64,
    /// Milliseconds the program has to end after the match [default: ten moves' time, from 2 to 10 s]
    #[arg(long, value_name = "N")]
    end_ms: Option<u64>,
    /// Matches to try it in, on each seat
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1000))]
    matches: u16,
    /// Megabytes that each of its processes may take
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
    /// Print what was found as one JSON object
    #[arg(long)]
    json: bool,
    /// Write what was found as JUnit XML, for whoever runs tests
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl CheckBotArgs {
    pub fn run<G: GameUi>(&self) -> Done {
        let lay = |players| Beginning::<G>::lay(&self.board, players, self.seed);
        let table = match self.players {
            Some(players) => lay(Some(players))?,
            // Two where two can sit down, as in most contests.
            None => lay(Some(2)).or_else(|_| lay(None))?,
        };
        let (patience, cancel) = (self.patience(), Cancel::default());
        let command = quoted(&self.command);
        let mut contest = None;
        if let Some(players) = self.players_of_grade(&command, table.seats)? {
            let new = Contest::<G>::new(table.board.clone(), &players, table.seats);
            let mut new = new.map_err(Failure::Call)?;
            new.plan.rounds = self.games as usize;
            new.plan.seed = Secret::from(self.seed);
            new.plan.limit = Limit::Nodes(self.nodes);
            new.plan.patience = patience;
            new.plan.keep = Keep::Results;
            contest = Some(new);
        }
        let sittings = self.sittings(table.seats, &|seat, seed| {
            let session = Beginning { seed, ..table.copy() }.session();
            sit(&command, session, seat, &patience, &cancel)
        });
        let mut found = Found { game: G::ID, command, sittings, grade: None };
        if let Some(contest) = contest.filter(|_| found.passes_checks()) {
            let standings = contest.run(usual_jobs(), &cancel, |_| ());
            found.grade = Some(self.grade(&contest, &standings));
        }
        self.tell(&found)
    }
}

impl CheckBotArgs {
    /// Who plays for the grade, if one is wanted.
    fn players_of_grade(
        &self,
        command: &str,
        seats: usize,
    ) -> Result<Option<Vec<Player>>, Failure> {
        match &self.against {
            None => Ok(None),
            Some(rival @ Player::Bot { .. }) => {
                let mut players = vec![rival.clone(); seats];
                players[0] = Player::Program { command: command.to_owned() };
                Ok(Some(players))
            }
            Some(_) => {
                let why = "'--against' is for one of our bots, such as bot:random";
                Err(Failure::Call(why.to_owned()))
            }
        }
    }

    /// Tries the program on every seat in turn, with a seed for each match.
    fn sittings(&self, seats: usize, sit: &dyn Fn(Seat, u64) -> Sitting) -> Vec<Sitting> {
        let mut sittings = Vec::new();
        let matches = usize::from(self.matches) * seats;
        for (at, seat) in Seat::all(seats).cycle().take(matches).enumerate() {
            let sitting = sit(seat, self.seed.wrapping_add(at as u64));
            // What cannot even begin would fail in the same way on every seat.
            let begins = sitting.name.is_some();
            sittings.push(sitting);
            if !begins {
                break;
            }
        }
        sittings
    }

    fn grade(&self, plan: &Plan, standings: &Standings) -> Grade {
        let report = Report::new(plan, standings);
        let all = standings.tally.lines[0].all();
        let low = all.interval().low;
        Grade {
            words: format!(
                "{} of {} points against {}: {}, at least {} 19 times in 20",
                all.score() * f64::from(all.played()),
                all.played(),
                report.labels[1],
                percent(all.score()),
                percent(low),
            ),
            asked: self.at_least,
            passed: 100.0 * low >= self.at_least,
            contest: report.json(),
        }
    }

    fn patience(&self) -> Patience {
        let usual = Patience::per_move(Duration::from_millis(self.move_ms));
        Patience {
            start: Duration::from_millis(self.start_ms),
            end: self.end_ms.map_or(usual.end, Duration::from_millis),
            memory: self.memory,
            ..usual
        }
    }

    /// Says what was found, and whether that is enough.
    fn tell(&self, found: &Found) -> Done {
        if let Some(file) = &self.junit {
            // Of several games each has a file.
            let file = match self.game == [found.game] {
                true => file.clone(),
                false => {
                    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
                    file.with_file_name(format!("{stem}-{}.xml", found.game))
                }
            };
            store::write_text(&file, &found.junit()).map_err(Failure::Work)?;
        }
        let mut out = stdout().for_programs(self.json);
        match self.json {
            true => writeln!(out, "{}", found.json())?,
            false => write!(out, "{}", found.text())?,
        }
        out.flush()?;
        match (found.passes_checks(), &found.grade) {
            (false, _) => Err(Failure::Work(format!("{} failed", found.name()))),
            (true, Some(grade)) if !grade.passed => {
                Err(Failure::Work(format!("{} isn't surely above {} %", found.name(), grade.asked)))
            }
            _ => Ok(()),
        }
    }
}

/// How a program did against a bot of ours.
struct Grade {
    words: String,
    /// In percent.
    asked: f64,
    passed: bool,
    contest: Value,
}

/// Everything that was found out about a program.
struct Found<'a> {
    game: &'a str,
    command: String,
    sittings: Vec<Sitting>,
    grade: Option<Grade>,
}

impl Found<'_> {
    fn name(&self) -> &str {
        let named = self.sittings.iter().find_map(|sitting| sitting.name.as_deref());
        named.filter(|name| !name.trim().is_empty()).unwrap_or(&self.command)
    }

    fn faults(&self, check: &str) -> Vec<(usize, &Blame)> {
        let of = |sitting: &'_ Sitting| sitting.seat;
        let all = self.sittings.iter().flat_map(|it| it.faults.iter().map(move |f| (of(it), f)));
        all.filter(|(_, fault)| fault.check == check).collect()
    }

    fn passes_checks(&self) -> bool {
        self.sittings.iter().all(|sitting| sitting.faults.is_empty())
    }

    /// Whether a check came to anything. One that was never reached is neither passed nor failed.
    fn is_reached(&self, check: &str) -> bool {
        let any = |of: fn(&Sitting) -> bool| self.sittings.iter().any(of);
        match check {
            "time" => any(|it| it.moves > 0),
            // It speaks of every seat.
            "moves" => self.sittings.iter().all(|it| it.ended),
            "end" | "leftovers" => any(|it| it.ended),
            _ => any(|it| it.name.is_some()),
        }
    }

    /// What was measured, for a check that is passed.
    fn detail(&self, check: &str) -> String {
        let most = |of: fn(&Sitting) -> Duration| {
            self.sittings.iter().map(of).max().unwrap_or_default().as_millis()
        };
        match check {
            "start" => format!("{} ms at most", most(|sitting| sitting.start)),
            "time" => format!("{} ms for the slowest move", most(|sitting| sitting.slowest)),
            "moves" => {
                let moves: usize = self.sittings.iter().map(|sitting| sitting.moves).sum();
                format!("{moves} moves in {} matches", self.sittings.len())
            }
            _ => String::new(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.game, self.name());
        for (check, words) in CHECKS {
            let faults = self.faults(check);
            if faults.is_empty() && !self.is_reached(check) {
                let _ = writeln!(text, "-      {words}: not reached");
                continue;
            }
            if faults.is_empty() {
                let detail = self.detail(check);
                let gap = if detail.is_empty() { "" } else { ": " };
                let _ = writeln!(text, "ok     {words}{gap}{detail}");
                continue;
            }
            let _ = writeln!(text, "FAULT  {words}");
            // The same thing on every seat is said once.
            let mut told: Vec<&str> = Vec::new();
            for (seat, fault) in faults {
                if told.contains(&fault.why.as_str()) {
                    continue;
                }
                told.push(&fault.why);
                let _ = writeln!(text, "       on seat {seat}: {}", fault.why);
                let _ = writeln!(text, "       the line: {}", fault.line);
                let _ = writeln!(text, "       to fix it: {}", fault.mend);
                for line in &fault.stderr {
                    let _ = writeln!(text, "       | {line}");
                }
            }
        }
        if let Some(grade) = &self.grade {
            let word = if grade.passed { "ok   " } else { "FAULT" };
            let _ = writeln!(text, "{word}  {} (asked: {} %)", grade.words, grade.asked);
        }
        text
    }

    fn json(&self) -> Value {
        let check = |(check, words): (&str, &str)| {
            let faults = self.faults(check);
            json!({
                "name": check,
                "means": words,
                "passed": faults.is_empty() && self.is_reached(check),
                "reached": !faults.is_empty() || self.is_reached(check),
                "detail": self.detail(check),
                "faults": faults.iter().map(|(seat, fault)| fault.json(*seat)).collect::<Vec<_>>(),
            })
        };
        let grade = self.grade.as_ref().map(|grade| {
            json!({
                "passed": grade.passed,
                "at_least": grade.asked,
                "words": grade.words,
                "contest": grade.contest,
            })
        });
        json!({
            "game": self.game,
            "command": self.command,
            "name": self.sittings.iter().find_map(|sitting| sitting.name.as_deref()),
            "passed": self.passes_checks() && self.grade.as_ref().is_none_or(|it| it.passed),
            "checks": CHECKS.into_iter().map(check).collect::<Vec<_>>(),
            "grade": grade,
        })
    }

    fn junit(&self) -> String {
        let mut cases = String::new();
        let mut failures = 0;
        let mut skipped = 0;
        let mut case = |name: &str, reached: bool, faults: &[String]| {
            let name = escape(name);
            let _ = write!(cases, "  <testcase classname=\"check-bot\" name=\"{name}\">");
            for fault in faults {
                let first = escape(fault.lines().next().unwrap_or_default());
                let _ = write!(cases, "<failure message=\"{first}\">{}</failure>", escape(fault));
            }
            failures += usize::from(!faults.is_empty());
            if !reached && faults.is_empty() {
                cases.push_str("<skipped message=\"not reached\"/>");
                skipped += 1;
            }
            cases.push_str("</testcase>\n");
        };
        for (check, words) in CHECKS {
            let told = |(seat, fault): (usize, &Blame)| {
                let Blame { why, line, mend, .. } = fault;
                format!("{why}\non seat {seat}\nthe line: {line}\nto fix it: {mend}")
            };
            case(
                words,
                self.is_reached(check),
                &self.faults(check).into_iter().map(told).collect::<Vec<_>>(),
            );
        }
        if let Some(grade) = &self.grade {
            let fault = (!grade.passed).then(|| grade.words.clone());
            case("is strong enough", true, &fault.into_iter().collect::<Vec<_>>());
        }
        let tests = CHECKS.len() + usize::from(self.grade.is_some());
        let name = escape(self.name());
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{name}\" \
             tests=\"{tests}\" failures=\"{failures}\" \
             skipped=\"{skipped}\">\n{cases}</testsuite>\n"
        )
    }
}

/// Text between tags or quotes.
fn escape(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(clean).collect();
    let text = lines.join("\n");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

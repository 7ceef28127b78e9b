//! `parlour arena`: bots and programs against each other, and what came of it.
//!
//! Standard output has what follows from the seed and is the same on every run; what the clock
//! says goes to standard error, and in JSON below `clock`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::out::{self, stderr, stdout};
use super::table::Table;
use super::{BoardArgs, Done, Failure};
use crate::arena::{
    Contest, Entrant, Floor, Format, Keep, Patience, Played, Report, Secret, Standings, percent,
    usual_jobs,
};
use crate::play::Player;
use crate::search::{Cancel, Limit};
use crate::store::{self, SaveFile};
use crate::tui::GameUi;

/// How often the progress bar is drawn.
const REDRAW: Duration = Duration::from_millis(100);
const BAR: usize = 24;

#[derive(Args)]
pub struct ArenaArgs {
    pub game: String,
    /// An entrant: bot:STRATEGY or exec:COMMAND LINE; once for each
    #[arg(long = "seat", value_name = "SPEC", required = true)]
    seats: Vec<Player>,
    /// Matches; where more take part than sit down, so many for every table of them
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Two meet and the better one goes on, instead of everybody against everybody
    #[arg(long)]
    knock_out: bool,
    #[command(flatten)]
    board: BoardArgs,
    /// How many sit down to a match, where the game leaves it open
    #[arg(long)]
    players: Option<usize>,
    /// The same seed, the same matches, whatever the number of jobs [default: one that no program
    /// can guess; the results name it]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Matches played at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Positions a built-in bot may look at for a move
    #[arg(long, value_name = "N", default_value_t = 10_000, conflicts_with = "ms")]
    nodes: u64,
    /// Let built-in bots think by the clock instead, so many milliseconds a move; not reproducible
    #[arg(long, value_name = "N")]
    ms: Option<u64>,
    /// Milliseconds a program has for a move [default: 1000, or --ms]
    #[arg(long, value_name = "N")]
    move_ms: Option<u64>,
    /// Milliseconds a program has from its start to its name
    #[arg(long, value_name = "N", default_value_t = 5000)]
    start_ms: u64,
    /// Keep the record of every match in this folder
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Print the results as one JSON object
    #[arg(long)]
    json: bool,
}

impl ArenaArgs {
    fn limit(&self) -> Limit {
        match self.ms {
            Some(ms) => Limit::Time(Duration::from_millis(ms)),
            None => Limit::Nodes(self.nodes),
        }
    }

    fn patience(&self) -> Patience {
        let per_move = Duration::from_millis(self.move_ms.or(self.ms).unwrap_or(1000));
        Patience { start: Duration::from_millis(self.start_ms), ..Patience::per_move(per_move) }
    }

    fn jobs(&self) -> usize {
        self.jobs.map_or_else(usual_jobs, usize::from)
    }
}

impl ArenaArgs {
    pub fn run<G: GameUi>(&self) -> Done {
        let contest = enter::<G>(self)?;
        if let Some(folder) = &self.save {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::Work(format!("{}: {error}", folder.display())))?;
            store::tidy(folder);
        }
        let cancel = Cancel::default();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, cancel.flag())?;
        }
        let begin = Instant::now();
        let mut standings = contest.standings();
        let mut progress = Progress::new();
        let mut trouble = None;
        let report = |standings: &Standings, played: Played| {
            if let (Some(folder), None) = (&self.save, &trouble)
                && let Err(why) = save(folder, &contest, standings, &played)
            {
                trouble = Some(why);
                cancel.cancel();
            }
            progress.show(standings, &contest);
        };
        contest.go_on(&mut standings, self.jobs(), &cancel, &Floor::default(), report);
        progress.clear();
        let (jobs, time) = (self.jobs(), begin.elapsed());
        let report = Report { contest: &contest, standings: &standings, jobs, time };
        let mut out = stdout();
        if self.json {
            writeln!(out, "{}", report.json())?;
        } else {
            write!(out, "{}", report.text())?;
            out.flush()?;
            // Nobody has to read this.
            let _ = write!(stderr(), "{}", report.clock_text());
        }
        let schedule = &standings.schedule;
        match (trouble, schedule.is_over()) {
            (Some(why), _) => Err(Failure::Work(format!("the records could not be kept: {why}"))),
            (None, false) => Err(Failure::Work(format!(
                "stopped after {} of {} matches",
                schedule.played(),
                schedule.games()
            ))),
            (None, true) => Ok(()),
        }
    }
}

/// Lays the table and finds out who plays.
fn enter<G: GameUi>(args: &ArenaArgs) -> Result<Contest<G>, Failure> {
    let count = args.seats.len();
    let players = args.players.or(args.knock_out.then_some(2));
    let seed = args.seed.map_or_else(Secret::draw, Secret::from);
    let lay = |players| Table::<G>::lay(&args.board, players, seed.number());
    let table = match players {
        Some(players) => lay(Some(players))?,
        // All at one table where they fit, else as many as usually sit down.
        None => lay(Some(count)).or_else(|_| lay(None))?,
    };
    if table.seats > count {
        return Err(Failure::Call(format!(
            "{count} entrants, but {} sit down to a match, expected a '--seat' for each",
            table.seats
        )));
    }
    if args.knock_out && table.seats != 2 {
        return Err(Failure::Call(format!(
            "{} sit down to a match, expected two in a knock-out",
            table.seats
        )));
    }
    Ok(Contest {
        format: if args.knock_out { Format::KnockOut } else { Format::League },
        entrants: Entrant::enter(&args.seats, &table.board).map_err(Failure::Call)?,
        board: table.board,
        seats: table.seats,
        rounds: args.games as usize,
        seed,
        limit: args.limit(),
        patience: args.patience(),
        keep: if args.save.is_some() { Keep::Moves } else { Keep::Results },
    })
}

/// Keeps a record under the number of its match.
fn save<G: GameUi>(
    folder: &Path,
    contest: &Contest<G>,
    standings: &Standings,
    played: &Played,
) -> Result<(), String> {
    let Some(record) = contest.record(played) else { return Ok(()) };
    let digits = standings.schedule.games().to_string().len();
    let name = format!("{}-{:0digits$}.parlour", record.game, played.number + 1);
    Ok(SaveFile::at(folder.join(name)).write(record)?)
}

/// The bar on a terminal's standard error.
struct Progress {
    begin: Instant,
    shown: Option<Instant>,
    on: bool,
}

impl Progress {
    fn new() -> Progress {
        Progress { begin: Instant::now(), shown: None, on: out::stderr_is_terminal() }
    }

    fn show<G: GameUi>(&mut self, standings: &Standings, contest: &Contest<G>) {
        if !self.on || self.shown.is_some_and(|shown| shown.elapsed() < REDRAW) {
            return;
        }
        self.shown = Some(Instant::now());
        let (done, games) = (standings.schedule.played(), standings.schedule.games());
        let filled = BAR * done / games.max(1);
        let left = self.begin.elapsed().as_secs_f64() / done.max(1) as f64
            * games.saturating_sub(done) as f64;
        let leader = standings
            .tally
            .lines
            .iter()
            .zip(&contest.entrants)
            .max_by(|(one, _), (other, _)| one.all().score().total_cmp(&other.all().score()));
        let score = leader.map_or(String::new(), |(line, entrant)| {
            format!("  {} {}", entrant.label, percent(line.all().score()))
        });
        let line = format!(
            "[{}{}] {done}/{games}  {} left{score}",
            "#".repeat(filled),
            "-".repeat(BAR - filled),
            minutes(left)
        );
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        let line: String = line.chars().take(columns.saturating_sub(1)).collect();
        out::bar(&line);
    }

    fn clear(&self) {
        if self.shown.is_some() {
            out::clear_bar();
        }
    }
}

fn minutes(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

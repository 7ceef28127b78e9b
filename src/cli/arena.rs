//! `parlour arena`: bots and programs against each other, and what came of it.
//!
//! Standard output has what follows from the seed and is the same on every run; what the clock
//! says goes to standard error, and in JSON below `clock`.

use std::fmt::Write as _;
use std::fs;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Map, Value, json};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::table::Table;
use super::{BoardArgs, Done, Failure, game_names};
use crate::arena::{Contest, Count, Entrant, Keep, Patience, Played, Tally};
use crate::games::{self, Visitor};
use crate::play::telling::usual_names;
use crate::play::{Player, Seat, Variant};
use crate::search::{Cancel, Limit};
use crate::store::SaveFile;
use crate::tui::GameUi;

/// How often the progress bar is drawn.
const REDRAW: Duration = Duration::from_millis(100);
const BAR: usize = 24;

#[derive(Args)]
pub struct ArenaArgs {
    #[arg(value_parser = game_names())]
    game: String,
    /// An entrant: bot:STRATEGY or exec:COMMAND LINE; once for each
    #[arg(long = "seat", value_name = "SPEC", required = true)]
    seats: Vec<Player>,
    /// Matches; where more take part than sit down, so many for every table of them
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    #[command(flatten)]
    board: BoardArgs,
    /// How many sit down to a match, where the game leaves it open
    #[arg(long)]
    players: Option<usize>,
    /// The same seed, the same matches, whatever the number of jobs
    #[arg(long, default_value_t = 0)]
    seed: u64,
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
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}

pub fn run(args: ArenaArgs) -> Done {
    let game = args.game.clone();
    games::visit(&game, &mut Arena(args)).expect("clap knows the names of the games")
}

struct Arena(ArenaArgs);

impl Visitor for Arena {
    type Out = Done;

    fn visit<G: GameUi>(&mut self) -> Done {
        let args = &self.0;
        let contest = enter::<G>(args)?;
        if let Some(folder) = &args.save {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::Work(format!("{}: {error}", folder.display())))?;
        }
        let cancel = Cancel::default();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, cancel.flag())?;
        }
        let begin = Instant::now();
        let mut tally = Tally::new(contest.entrants.len(), contest.seats);
        let mut progress = Progress::new(contest.games());
        let mut trouble = None;
        contest.run(args.jobs(), &cancel, |played| {
            tally.add(&played);
            if let (Some(folder), None) = (&args.save, &trouble)
                && let Err(why) = save(folder, contest.games(), &played)
            {
                trouble = Some(why);
                cancel.cancel();
            }
            progress.show(&tally, &contest);
        });
        progress.clear();
        let report = Report { contest: &contest, tally: &tally, args, time: begin.elapsed() };
        let mut out = stdout().lock();
        if args.json {
            writeln!(out, "{}", report.json())?;
        } else {
            write!(out, "{}", report.text())?;
            out.flush()?;
            // Nobody has to read this.
            let _ = write!(stderr(), "{}", report.clock_text());
        }
        match (trouble, cancel.is_cancelled()) {
            (Some(why), _) => Err(Failure::Work(format!("the records could not be kept: {why}"))),
            (None, true) => Err(Failure::Work(format!(
                "stopped after {} of {} matches",
                tally.played,
                contest.games()
            ))),
            (None, false) => Ok(()),
        }
    }
}

/// Lays the table and finds out who plays.
fn enter<G: GameUi>(args: &ArenaArgs) -> Result<Contest<G>, Failure> {
    let count = args.seats.len();
    let table = match args.players {
        Some(players) => Table::<G>::lay(&args.board, Some(players), args.seed)?,
        // All at one table where they fit, else as many as usually sit down.
        None => Table::<G>::lay(&args.board, Some(count), args.seed)
            .or_else(|_| Table::<G>::lay(&args.board, None, args.seed))?,
    };
    if table.seats > count {
        return Err(Failure::Call(format!(
            "{count} entrants, but {} sit down to a match, expected a '--seat' for each",
            table.seats
        )));
    }
    Ok(Contest {
        entrants: Entrant::enter(&args.seats, &table.board).map_err(Failure::Call)?,
        board: table.board,
        seats: table.seats,
        rounds: args.games as usize,
        seed: args.seed,
        limit: args.limit(),
        patience: args.patience(),
        keep: if args.save.is_some() { Keep::Records } else { Keep::Results },
    })
}

/// Keeps a record under the number of its match.
fn save(folder: &Path, games: usize, played: &Played) -> Result<(), String> {
    let Some(record) = &played.record else { return Ok(()) };
    let digits = games.to_string().len();
    let name = format!("{}-{:0digits$}.parlour", record.game, played.index + 1);
    Ok(SaveFile::at(folder.join(name)).write(record.clone())?)
}

/// The bar on a terminal's standard error.
struct Progress {
    games: usize,
    begin: Instant,
    shown: Option<Instant>,
    on: bool,
}

impl Progress {
    fn new(games: usize) -> Progress {
        Progress { games, begin: Instant::now(), shown: None, on: stderr().is_terminal() }
    }

    fn show<G: GameUi>(&mut self, tally: &Tally, contest: &Contest<G>) {
        if !self.on || self.shown.is_some_and(|shown| shown.elapsed() < REDRAW) {
            return;
        }
        self.shown = Some(Instant::now());
        let done = tally.played as usize;
        let filled = BAR * done / self.games.max(1);
        let left = self.begin.elapsed().as_secs_f64() / done.max(1) as f64
            * self.games.saturating_sub(done) as f64;
        let leader = tally
            .lines
            .iter()
            .zip(&contest.entrants)
            .max_by(|(one, _), (other, _)| one.all().score().total_cmp(&other.all().score()));
        let score = leader.map_or(String::new(), |(line, entrant)| {
            format!("  {} {}", entrant.label, percent(line.all().score()))
        });
        let line = format!(
            "[{}{}] {done}/{}  {} left{score}",
            "#".repeat(filled),
            "-".repeat(BAR - filled),
            self.games,
            minutes(left)
        );
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        let line: String = line.chars().take(columns.saturating_sub(1)).collect();
        // Nobody misses a bar that cannot be drawn.
        let _ = write!(stderr(), "\r\x1b[K{line}");
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

fn minutes(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

struct Report<'a, G: GameUi> {
    contest: &'a Contest<G>,
    tally: &'a Tally,
    args: &'a ArenaArgs,
    time: Duration,
}

impl<G: GameUi> Report<'_, G> {
    fn label(&self, entrant: usize) -> &str {
        &self.contest.entrants[entrant].label
    }

    /// The widest label, for the first column.
    fn width(&self) -> usize {
        let labels = self.contest.entrants.iter().map(|entrant| entrant.label.chars().count());
        labels.max().unwrap_or(0).max("entrant".len())
    }

    fn text(&self) -> String {
        let (contest, tally) = (self.contest, self.tally);
        let mut text = format!(
            "{} on {} ({}): {} matches, seed {}, {} a move\n\n",
            G::TITLE,
            contest.board.name(),
            contest.board.summary(),
            tally.played,
            contest.seed,
            contest.limit
        );
        self.table(&mut text);
        let _ = writeln!(text, "\nmean length: {:.2} moves", tally.length());
        self.by_seat(&mut text);
        if contest.entrants.len() > 2 {
            self.ranking(&mut text);
        }
        self.forfeits(&mut text);
        text
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
        for (entrant, line) in self.tally.lines.iter().enumerate() {
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
            let mut order: Vec<usize> = (0..counts.len()).collect();
            order.sort_by(|a, b| counts[*b].score().total_cmp(&counts[*a].score()));
            let (Some(best), Some(worst)) = (order.first(), order.last()) else { return };
            let clear = counts[*best].interval().low > counts[*worst].interval().high;
            let _ = if clear {
                writeln!(
                    text,
                    "{who}: better as {} ({}) than as {} ({})",
                    names[*best],
                    percent(counts[*best].score()),
                    names[*worst],
                    percent(counts[*worst].score())
                )
            } else {
                writeln!(text, "{who}: no clear difference between the seats")
            };
        };
        judge("everybody", &self.tally.seats);
        for (entrant, line) in self.tally.lines.iter().enumerate() {
            judge(self.label(entrant), &line.by_seat);
        }
    }

    fn ranking(&self, text: &mut String) {
        let width = self.width();
        let _ = writeln!(text, "\n    {:width$}  {:>6}  95 %", "ranking", "points");
        for (place, (entrant, rating)) in self.tally.ranking().into_iter().enumerate() {
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
                let duel = self.tally.duel(entrant, opponent);
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
        for (entrant, line) in self.tally.lines.iter().enumerate() {
            let label = self.label(entrant);
            if !line.forfeits.is_empty() {
                let kinds: Vec<String> =
                    line.forfeits.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
                let _ = writeln!(text, "\nforfeits of {label}: {}", kinds.join(", "));
                let told = self.tally.forfeits.iter().filter(|(_, who, _)| *who == entrant);
                for (index, _, forfeit) in told {
                    let _ = writeln!(
                        text,
                        "  match {}, seat {}: {}",
                        index + 1,
                        forfeit.seat,
                        forfeit.fault
                    );
                    for line in &forfeit.last_words {
                        let _ = writeln!(text, "    | {line}");
                    }
                }
            }
            if line.lingered > 0 {
                let _ = writeln!(
                    text,
                    "\n{label} did not end when its match was over, and was killed: {} times",
                    line.lingered
                );
            }
        }
    }

    fn clock_text(&self) -> String {
        let mut text = format!("\n{}\n", self.pace());
        let width = self.width();
        for (entrant, line) in self.tally.lines.iter().enumerate() {
            let time = line.per_move().as_secs_f64() * 1000.0;
            let _ = writeln!(text, "{:width$}  {time:.3} ms a move", self.label(entrant));
        }
        text
    }

    fn pace(&self) -> String {
        let seconds = self.time.as_secs_f64();
        format!(
            "{} matches in {seconds:.2} s with {} jobs, {:.0} a second",
            self.tally.played,
            self.args.jobs(),
            f64::from(self.tally.played) / seconds.max(1e-9)
        )
    }

    fn json(&self) -> Value {
        let (contest, tally) = (self.contest, self.tally);
        let entrant = |(at, line): (usize, &crate::arena::Line)| {
            let entrant = &contest.entrants[at];
            let mut object = count_json(&line.all());
            object.insert("label".to_owned(), json!(entrant.label));
            object.insert("seat".to_owned(), json!(entrant.player.to_string()));
            object.insert("name".to_owned(), json!(line.name));
            let by_seat: Vec<Value> = line.by_seat.iter().enumerate().map(seat_json).collect();
            object.insert("by_seat".to_owned(), json!(by_seat));
            let kinds = line.forfeits.iter().map(|(kind, count)| (kind.to_string(), json!(count)));
            object.insert("forfeits".to_owned(), Value::Object(kinds.collect()));
            object.insert("killed_at_the_end".to_owned(), json!(line.lingered));
            Value::Object(object)
        };
        let forfeit = |(index, who, forfeit): &(usize, usize, crate::arena::Forfeit)| {
            json!({
                "match": index + 1,
                "entrant": self.label(*who),
                "seat": forfeit.seat.number(),
                "kind": forfeit.fault.kind(),
                "why": forfeit.fault.to_string(),
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
            "seed": contest.seed,
            "limit": contest.limit.to_string(),
            "games": contest.games(),
            "played": tally.played,
            "mean_length": round(tally.length(), 4),
            "entrants": tally.lines.iter().enumerate().map(entrant).collect::<Vec<_>>(),
            "seats": tally.seats.iter().enumerate().map(seat_json).collect::<Vec<_>>(),
            "ranking": ranking.collect::<Vec<_>>(),
            "duels": self.duels_json(),
            "forfeits": tally.forfeits.iter().map(forfeit).collect::<Vec<_>>(),
            "clock": {
                "seconds": round(self.time.as_secs_f64(), 3),
                "jobs": self.args.jobs(),
                "ms_per_move": Value::Object(per_move.collect()),
            },
        })
    }

    fn duels_json(&self) -> Vec<Value> {
        let count = self.contest.entrants.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let duel = |(a, b)| {
            let duel = self.tally.duel(a, b);
            json!({
                "entrants": [self.label(a), self.label(b)],
                "games": duel.games,
                "score": [duel.score, self.tally.duel(b, a).score],
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

fn round(value: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (value * unit).round() / unit
}

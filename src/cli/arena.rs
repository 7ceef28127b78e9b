//! `parlour arena`: bots and programs against each other, and what came of it.
//!
//! Standard output has what follows from the seed and is the same on every run; what the clock
//! says goes to standard error, and in JSON below `clock`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use super::hosted::{Hosted, Where};
use super::journal::JournalFile;
use super::out::{self, stderr, stdout};
use super::table::Beginning;
use super::{BoardArgs, Done, Failure};
use crate::arena::{
    Clock, Contest, Floor, Format, Frames, Gallery, Hypotheses, Journal, Keep, Listener, Part,
    Patience, Plan, Played, Report, Secret, Standings, percent, protocol, usual_jobs,
};
use crate::house::{Director, Room};
use crate::play::{Player, Record, Seat};
use crate::search::{Cancel, Limit, counted};
use crate::store::{self, SaveFile};
use crate::tui::GameUi;

/// How often the progress bar is drawn.
const REDRAW: Duration = Duration::from_millis(100);
const BAR: usize = 24;
/// So many matches of programs on other machines are played at the same time.
const MOST_ELSEWHERE: usize = 64;
/// What ends a contest, with everything kept that was played.
#[cfg(unix)]
const ENDS: [i32; 3] =
    [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(windows)]
const ENDS: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

#[derive(Args)]
pub struct ArenaArgs {
    pub game: String,
    /// An entrant: bot:STRATEGY or exec:COMMAND LINE; once for each
    #[arg(long = "seat", value_name = "SPEC", required_unless_present = "host")]
    seats: Vec<Player>,
    /// Open a house for programs of other machines, which join with the invitation that is printed
    #[arg(long, value_name = "ADDR:PORT", requires = "entrants")]
    host: Option<SocketAddr>,
    /// How many programs join; the contest begins when all are here
    #[arg(long, value_name = "N", requires = "host", value_parser = clap::value_parser!(u16).range(1..=500))]
    entrants: Option<u16>,
    /// What invitations say instead of that address, where guests know this machine by another
    #[arg(long, value_name = "HOST", requires = "host")]
    address: Option<String>,
    /// What the contest is called
    #[arg(long, value_name = "NAME", requires = "host")]
    name: Option<String>,
    /// How many matches; with more entrants than seats, how many for each group that meets
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Two meet and the better one stays in, instead of everyone against everyone
    #[arg(long, group = "format")]
    knock_out: bool,
    /// The first entrant against each of the others
    #[arg(long, group = "format")]
    gauntlet: bool,
    /// This many rounds, in each of which entrants with about the same score meet
    #[arg(long, value_name = "ROUNDS", group = "format", value_parser = clap::value_parser!(u16).range(1..=1000))]
    swiss: Option<u16>,
    /// Begin each set of matches with this many random moves, the same for everyone
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1000))]
    openings: u16,
    /// Stop as soon as it is clear which of two differences in Elo is right, at 5 % error each
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    #[command(flatten)]
    board: BoardArgs,
    /// How many play in a match, where the game leaves it open
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
    /// Let built-in bots think for this many milliseconds a move instead; not reproducible
    #[arg(long, value_name = "N")]
    ms: Option<u64>,
    /// Milliseconds a program has for a move [default: 1000, or --ms]
    #[arg(long, value_name = "N")]
    move_ms: Option<u64>,
    /// Milliseconds a program has from its start to its name
    #[arg(long, value_name = "N", default_value_t = 5000)]
    start_ms: u64,
    /// Milliseconds a program has to end after the match [default: ten moves' time, from 2 to 10 s]
    #[arg(long, value_name = "N")]
    end_ms: Option<u64>,
    /// Time of a program for the whole match, beside --move-ms: 60+0.5
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    clock: Option<Clock>,
    /// Megabytes that each process of a program may take
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: Option<u64>,
    /// Write a line of JSON for each match into this file as soon as it is over; the same call goes
    /// on where it ends
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Play the Kth of N parts of the contest; 'parlour results' adds up their journals
    #[arg(long, value_name = "K/N", requires = "seed")]
    shard: Option<Part>,
    /// Keep the record of every match in this folder
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Write a page for a browser into this file: tables, ratings, forfeits, matches to step through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
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
        let usual = Patience::per_move(per_move);
        Patience {
            start: Duration::from_millis(self.start_ms),
            end: self.end_ms.map_or(usual.end, Duration::from_millis),
            clock: self.clock,
            memory: self.memory,
            ..usual
        }
    }

    fn format(&self) -> Format {
        match self.swiss {
            Some(rounds) => Format::Swiss(usize::from(rounds)),
            None if self.knock_out => Format::KnockOut,
            None if self.gauntlet => Format::Gauntlet,
            None => Format::League,
        }
    }

    fn keep(&self) -> Keep {
        match (&self.save, &self.journal, &self.html) {
            (None, None, None) => Keep::Results,
            _ => Keep::Moves,
        }
    }

    fn jobs(&self) -> usize {
        // Programs of other machines think there, so all of them can play at the same time.
        let elsewhere = usize::from(self.entrants.unwrap_or(0));
        let usual = || usual_jobs().max(elsewhere.div_ceil(2)).min(MOST_ELSEWHERE);
        self.jobs.map_or_else(usual, usize::from)
    }
}

impl ArenaArgs {
    pub fn run<G: GameUi>(&self) -> Done {
        let cancel = Cancel::default();
        for signal in ENDS {
            signal_hook::flag::register(signal, cancel.flag())?;
        }
        let mut journal = self.journal.as_deref().map(JournalFile::open).transpose()?;
        let (contest, hosted) = enter::<G>(self, journal.as_ref(), &cancel)?;
        if let Some(folder) = &self.save {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::Work(format!("{}: {error}", folder.display())))?;
            store::tidy(folder);
        }
        let mut standings = contest.standings();
        let mut known = BTreeMap::new();
        let mut gallery = Gallery::default();
        let frames = |played: &Played| self.html.as_ref().and_then(|_| contest.frames(played));
        if let Some(journal) = &mut journal {
            journal.is_of(&Journal::begin(&contest, store::now()))?;
            let mut note = |played: Played| gallery.add(&played, &frames);
            known = Journal::take_up(&[&journal.text], &mut standings, &mut note);
            journal.text.clear();
        }
        let director = hosted.as_ref().map(|(hosted, _)| {
            let room = Arc::clone(&hosted.room);
            Director::new(room, hosted.name.clone(), standings.clone())
        });
        let record = |played: &Played| contest.record(played);
        let mut scribe = Scribe {
            plan: &contest,
            save: self.save.as_deref().map(|folder| (folder, &record as &RecordOf)),
            journal,
            gallery: self.html.as_ref().map(|_| (&mut gallery, &frames as &FramesOf)),
            progress: Progress::new(),
            trouble: None,
            cancel: &cancel,
            director: director.as_ref(),
        };
        let begin = Instant::now();
        let floor = Floor::default();
        thread::scope(|scope| {
            let shown =
                director.as_ref().map(|director| scope.spawn(|| director.direct(&contest, &floor)));
            let curtain = director.as_ref().map(Director::curtain);
            contest.hold(&mut standings, known, self.jobs(), &cancel, &floor, &mut scribe);
            drop(curtain);
            if let Some(shown) = shown {
                // Whatever it panicked about has been said, and the results stand.
                let _ = shown.join();
            }
        });
        scribe.progress.clear();
        let trouble = scribe.trouble;
        if let Some((hosted, joined)) = &hosted {
            hosted.end(joined, self.seats.len(), &contest, &standings);
        }
        self.tell(&contest, &standings, &gallery, begin.elapsed(), trouble)
    }
}

impl ArenaArgs {
    /// Says what came of it.
    fn tell(
        &self,
        plan: &Plan,
        standings: &Standings,
        gallery: &Gallery,
        time: Duration,
        trouble: Option<String>,
    ) -> Done {
        let mut report = Report::new(plan, standings);
        report.pace = Some((time, self.jobs()));
        if let Some(file) = &self.html {
            store::write_text(file, &report.html(gallery)).map_err(Failure::Work)?;
        }
        let mut out = stdout().for_programs(self.json);
        if self.json {
            writeln!(out, "{}", report.json())?;
        } else {
            write!(out, "{}", report.text())?;
            out.flush()?;
            // Nobody has to read this.
            let _ = write!(stderr(), "{}", report.clock_text());
        }
        let schedule = &standings.schedule;
        match (trouble, standings.is_over()) {
            (Some(why), _) => Err(Failure::Work(why)),
            (None, false) => Err(Failure::Work(format!(
                "stopped after {} of {} matches",
                schedule.played(),
                schedule.games()
            ))),
            (None, true) => Ok(()),
        }
    }
}

/// The record of a match, if its moves are known.
type RecordOf<'a> = dyn Fn(&Played) -> Option<Record> + 'a;

/// A match to be stepped through, if its moves are known.
type FramesOf<'a> = dyn Fn(&Played) -> Option<Frames> + 'a;

/// Writes down what is played, and shows how far it is.
struct Scribe<'a> {
    plan: &'a Plan,
    /// Where the records go, and how they are made.
    save: Option<(&'a Path, &'a RecordOf<'a>)>,
    journal: Option<JournalFile>,
    /// The matches for the page, and how they are shown there.
    gallery: Option<(&'a mut Gallery, &'a FramesOf<'a>)>,
    progress: Progress,
    /// The first thing that went wrong; then the contest is called off.
    trouble: Option<String>,
    cancel: &'a Cancel,
    /// Shows the contest to those who look on from elsewhere.
    director: Option<&'a Director>,
}

impl Scribe<'_> {
    fn note(&mut self, written: Result<(), String>, what: &str) {
        if let (Err(why), None) = (written, &self.trouble) {
            self.trouble = Some(format!("{what} could not be kept: {why}"));
            self.cancel.cancel();
        }
    }
}

impl Listener for Scribe<'_> {
    fn over(&mut self, played: &Played) {
        if let Some(journal) = &mut self.journal {
            let written = journal.write(&played.line());
            self.note(written, "the results");
        }
    }

    fn counted(&mut self, standings: &Standings, played: Played) {
        if let (Some((folder, record)), None) = (self.save, &self.trouble)
            && let Some(record) = record(&played)
        {
            let digits = standings.schedule.games().to_string().len();
            let name = format!("{}-{:0digits$}.parlour", record.game, played.number + 1);
            let written = SaveFile::at(folder.join(name)).write(record);
            self.note(written.map_err(String::from), "the records");
        }
        if let Some(director) = self.director {
            director.note(self.plan, standings, &played, &self.plan.labels(&standings.tally));
        }
        if let Some((gallery, frames)) = &mut self.gallery {
            gallery.add(&played, frames);
        }
        self.progress.show(standings, self.plan);
    }
}

/// Lays the table and finds out who plays.
fn enter<G: GameUi>(
    args: &ArenaArgs,
    journal: Option<&JournalFile>,
    cancel: &Cancel,
) -> Result<(Contest<G>, Option<Gathered>), Failure> {
    args.has_no_person()?;
    let count = args.seats.len() + usize::from(args.entrants.unwrap_or(0));
    let players = args.players.or(args.format().is_for_two().then_some(2));
    let begun = journal.map(JournalFile::journal).transpose()?.flatten();
    // The same call without a seed goes on with the one that was drawn the first time.
    let seed = args.seed.or(begun.as_ref().map(|begun| begun.seed));
    let seed = seed.map_or_else(Secret::draw, Secret::from);
    let lay = |players| Beginning::<G>::lay(&args.board, players, seed.number());
    let table = match players {
        Some(players) => lay(Some(players))?,
        // All at one table where they fit, else as many as usually sit down.
        None => lay(Some(count)).or_else(|_| lay(None))?,
    };
    args.may_meet(count, table.seats)?;
    let greeting = || protocol::hello(&table.session(), Seat::FIRST, &args.patience(), 0);
    let gathered = args.gather(&greeting, begun.as_ref(), cancel)?;
    let (mut players, mut calls) = (args.seats.clone(), vec![None; args.seats.len()]);
    if let Some((hosted, joined)) = &gathered {
        players.extend(joined.iter().map(|(_, player)| player.clone()));
        calls.extend(hosted.calls(joined));
    }
    let contest = Contest::new(table.board, &players, table.seats).map_err(Failure::Call)?;
    let mut contest = contest.with_calls(calls);
    contest.plan = args.plan(seed, contest.plan);
    Ok((contest, gathered))
}

impl ArenaArgs {
    fn has_no_person(&self) -> Done {
        let Some(person) = self.seats.iter().find(|seat| seat.is_human()) else { return Ok(()) };
        Err(Failure::Call(format!(
            "'{person}' can't play in the arena; use 'bot:STRATEGY' or 'exec:COMMAND LINE'"
        )))
    }

    /// Whether so many entrants can meet in this way at a table for so many.
    fn may_meet(&self, count: usize, seats: usize) -> Done {
        let format = self.format();
        let call = |why: String| Err(Failure::Call(why));
        if seats > count {
            let entrants = counted(count, "entrant", "entrants");
            return call(format!(
                "{entrants}, but {seats} play in a match; use a '--seat' for each"
            ));
        }
        if format.is_for_two() && seats != 2 {
            return call(format!(
                "{seats} play in a match, but only two can in a {}",
                format.word()
            ));
        }
        if self.sprt.is_some() && (count, seats) != (2, 2) {
            return call(format!("{count} entrants, but '--sprt' compares two"));
        }
        if self.shard.is_some() && (format.is_for_two() || self.sprt.is_some()) {
            return call(format!(
                "what is played in a {} depends on the results, so it can't be split into parts",
                if self.sprt.is_some() { "test" } else { format.word() }
            ));
        }
        Ok(())
    }

    /// Opens the house and waits for the programs of other machines, if there are to be any.
    fn gather(
        &self,
        greeting: &dyn Fn() -> String,
        begun: Option<&Journal>,
        cancel: &Cancel,
    ) -> Result<Option<Gathered>, Failure> {
        let Some(listen) = self.host else { return Ok(None) };
        let (address, name) = (self.address.as_deref(), self.name.as_deref());
        let room = Room::new(greeting(), self.patience().start);
        let hosted = Hosted::open(&Where { listen, address, name }, room)?;
        // Whoever goes on waits for the same programs, in the same order.
        let names = begun.and_then(|begun| begun.entrants.get(self.seats.len()..));
        let joined = hosted.gather(usize::from(self.entrants.unwrap_or(0)), names, cancel)?;
        Ok(Some((hosted, joined)))
    }

    fn plan(&self, seed: Secret, usual: Plan) -> Plan {
        Plan {
            format: self.format(),
            rounds: self.games as usize,
            part: self.shard.unwrap_or(Part::WHOLE),
            openings: usize::from(self.openings),
            sprt: self.sprt,
            seed,
            limit: self.limit(),
            patience: self.patience(),
            keep: self.keep(),
            ..usual
        }
    }
}

/// The house of a contest, and the programs that have come: their numbers in its room.
type Gathered = (Hosted, Vec<(usize, Player)>);

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

    fn show(&mut self, standings: &Standings, plan: &Plan) {
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
            .zip(plan.labels(&standings.tally))
            .max_by(|(one, _), (other, _)| one.all().score().total_cmp(&other.all().score()));
        let score = leader.map_or(String::new(), |(line, label)| {
            format!("  {label} {}", percent(line.all().score()))
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

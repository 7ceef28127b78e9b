//! `parlour results`: what the journals of a contest say, several added up.

use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;

use super::out::stdout;
use super::{Done, Failure, Shelf};
use crate::arena::{Frames, Gallery, Journal, Plan, Played, Report, Standings};
use crate::store;
use crate::tui::GameUi;

#[derive(Args)]
pub struct ResultsArgs {
    /// Journals of one contest: what --journal has written, or a contest of the arcade
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write a page for a browser into this file: tables, ratings, forfeits, matches to step through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the results as one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ResultsArgs, shelf: &Shelf) -> Done {
    let mut journals: Vec<(String, Journal, String)> = Vec::new();
    for file in &args.files {
        let name = file.display().to_string();
        // However long it is: a contest may have millions of matches.
        let bytes = fs::read(file).map_err(|why| {
            Failure::Work(format!("can't read '{name}': {}", store::reason(&why)))
        })?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let journal =
            Journal::parse(&text).map_err(|why| Failure::Work(format!("{name}: {why}")))?;
        if let Some((first, of_first, _)) = journals.first() {
            of_first.is_of_the_same_contest(&journal).map_err(|why| {
                Failure::Work(format!("{first} and {name} are of different contests: {why}"))
            })?;
        }
        journals.push((name, journal, text));
    }
    let (name, journal, _) = &journals[0];
    let texts: Vec<&str> = journals.iter().map(|(.., text)| text.as_str()).collect();
    let page = args.html.is_some();
    let found = shelf
        .find(&journal.game)
        .and_then(|game| game.results(journal, &texts, page))
        .map_err(|why| Failure::Work(format!("{name}: {why}")))?;
    let mut report = Report::new(&found.plan, &found.standings);
    report.missing = found.missing;
    if let Some(file) = &args.html {
        store::write_text(file, &report.html(&found.gallery)).map_err(Failure::Work)?;
    }
    let mut out = stdout().for_programs(args.json);
    match args.json {
        true => writeln!(out, "{}", report.json())?,
        false => write!(out, "{}", report.text())?,
    }
    Ok(out.flush()?)
}

/// What some journals say.
pub struct Found {
    plan: Plan,
    standings: Standings,
    missing: Vec<Range<usize>>,
    gallery: Gallery,
}

/// Reads journals of one contest, and makes its matches ready for a page where one is wanted.
pub fn read<G: GameUi>(journal: &Journal, texts: &[&str], page: bool) -> Result<Found, String> {
    let contest = journal.contest::<G>()?;
    let frames = |played: &Played| page.then(|| contest.frames(played)).flatten();
    Ok(add_up(&contest, texts, &frames))
}

/// Adds up what journals say.
fn add_up(plan: &Plan, texts: &[&str], frames: &dyn Fn(&Played) -> Option<Frames>) -> Found {
    let mut gallery = Gallery::default();
    let mut note = |played: Played| gallery.add(&played, frames);
    let mut standings = plan.standings();
    let known = Journal::take_up(texts, &mut standings, &mut note);
    let missing = standings.note_rest(known, &mut note);
    Found { plan: plan.clone(), standings, missing, gallery }
}

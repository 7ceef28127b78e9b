//! `parlour results`: what the journals of a contest say, several added up.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::out::stdout;
use super::{Done, Failure, Shelf};
use crate::arena::{Journal, Report};

#[derive(Args)]
pub struct ResultsArgs {
    /// Journals of one contest: what --journal has written, or a contest of the arcade
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print the results as one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ResultsArgs, shelf: &Shelf) -> Done {
    let mut journals: Vec<(String, Journal, String)> = Vec::new();
    for file in &args.files {
        let name = file.display().to_string();
        // However long it is: a contest may have millions of matches.
        let bytes = fs::read(file).map_err(|why| Failure::Work(format!("{name}: {why}")))?;
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
    let game = shelf.find(&journal.game);
    let plan = game
        .and_then(|game| game.plan(journal))
        .map_err(|why| Failure::Work(format!("{name}: {why}")))?;
    let texts: Vec<&str> = journals.iter().map(|(.., text)| text.as_str()).collect();
    let mut standings = plan.standings();
    let known = Journal::take_up(&texts, &mut standings, &mut |_| ());
    let missing = standings.note_rest(known, &mut |_| ());
    let mut report = Report::new(&plan, &standings);
    report.missing = missing;
    let mut out = stdout();
    match args.json {
        true => writeln!(out, "{}", report.json())?,
        false => write!(out, "{}", report.text())?,
    }
    Ok(out.flush()?)
}

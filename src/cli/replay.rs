//! `parlour replay`: a recorded match, on the screen or as text.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::out::{self, stdout};
use super::plain::drawn;
use super::shelf::{Errand, Shelf};
use super::{Done, Failure};
use crate::play::{Eye, Game, Record, RecordError, Session, line, telling};
use crate::screens;
use crate::search::seated;
use crate::store;
use crate::tui::GameUi;

#[derive(Args)]
pub struct ReplayArgs {
    /// A record, as the arcade saves them; or a shared match, one word
    file: PathBuf,
    /// Print the match as text
    #[arg(long)]
    plain: bool,
}

pub fn run(args: ReplayArgs, shelf: &Shelf) -> Done {
    let name = args.file.display().to_string();
    if let Some(game) = line::game(&name) {
        let replay = Replay { record: Record::default(), name: name.clone(), plain: args.plain };
        return shelf.run(game, Errand::Replay(&replay, shelf));
    }
    let text = store::read_text(&args.file).map_err(Failure::Work)?;
    let record = Record::parse(&text).map_err(|error| Failure::Work(format!("{name}: {error}")))?;
    let replay = Replay { record, name, plain: args.plain };
    shelf.run(&replay.record.game, Errand::Replay(&replay, shelf)).map_err(
        |failure| match failure {
            Failure::Work(why) => Failure::Work(format!("{}: {why}", replay.name)),
            other => other,
        },
    )
}

/// A match that was read from a file.
pub struct Replay {
    record: Record,
    name: String,
    plain: bool,
}

impl Replay {
    pub fn run<G: GameUi>(&self, shelf: &Shelf) -> Done {
        let work = |error: RecordError| Failure::Work(error.to_string());
        let record = match line::game(&self.name) {
            Some(_) => line::read::<G>(&self.name).map_err(work)?,
            None => self.record.clone(),
        };
        let session = Session::<G>::from_record(&record).map_err(work)?;
        if self.plain {
            print(&session, seated::<G>(record.players.clone()).names())?;
            return record.cut_words().map_or(Ok(()), |words| Err(Failure::Work(words)));
        }
        if !out::stdout_is_terminal() {
            return Err(Failure::Call(super::play::NO_TERMINAL.to_owned()));
        }
        super::play::full_screen(shelf, move |context| {
            Some(screens::replay::open::<G>(record, session, context))
        })
    }
}

/// Every move told and every position drawn.
fn print<G: Game>(session: &Session<G>, names: &[String]) -> Done {
    let mut out = stdout();
    let mut state = session.state_at(0);
    writeln!(out, "{}", drawn(&state, Eye::Everything, names))?;
    for mv in session.moves() {
        for line in telling::told(&state, mv, Eye::Everything, names) {
            writeln!(out, "{line}")?;
        }
        state.play_unchecked(mv);
        writeln!(out, "{}", drawn(&state, Eye::Everything, names))?;
    }
    writeln!(out, "{}", telling::turn_sentence(session, names))?;
    Ok(())
}

//! `parlour replay`: a recorded match, on the screen or as text.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::out::{self, stdout};
use super::{Done, Failure};
use crate::games::{self, Visitor};
use crate::play::{Eye, Game, Record, Session, telling};
use crate::screens;
use crate::store;
use crate::tui::GameUi;

#[derive(Args)]
pub struct ReplayArgs {
    /// A record, as the arcade saves them
    file: PathBuf,
    /// Print the match as text
    #[arg(long)]
    plain: bool,
}

pub fn run(args: ReplayArgs) -> Done {
    let name = args.file.display().to_string();
    let text = store::read_text(&args.file).map_err(Failure::Work)?;
    let record = Record::parse(&text).map_err(|error| Failure::Work(format!("{name}: {error}")))?;
    let game = record.game.clone();
    let mut replay = Replay { record, name, plain: args.plain };
    games::visit(&game, &mut replay).unwrap_or_else(|| {
        let why =
            format!("'{game}' is no game of this parlour, expected {}", games::IDS.join(", "));
        Err(Failure::Work(format!("{}: {why}", replay.name)))
    })
}

struct Replay {
    record: Record,
    name: String,
    plain: bool,
}

impl Visitor for Replay {
    type Out = Done;

    fn visit<G: GameUi>(&mut self) -> Done {
        let session = Session::<G>::from_record(&self.record)
            .map_err(|error| Failure::Work(format!("{}: {error}", self.name)))?;
        if self.plain {
            print(&session, &telling::names_of::<G>(&self.record.players))?;
            return match self.record.cut_words() {
                Some(words) => Err(Failure::Work(format!("{}: {words}", self.name))),
                None => Ok(()),
            };
        }
        if !out::stdout_is_terminal() {
            return Err(Failure::Call(super::play::NO_TERMINAL.to_owned()));
        }
        let record = self.record.clone();
        super::play::full_screen(move |desk| {
            Some(screens::replay::open::<G>(record, session, desk))
        })
    }
}

/// Every move told and every position drawn.
fn print<G: Game>(session: &Session<G>, names: &[String]) -> Done {
    let mut out = stdout();
    let mut state = session.state_at(0);
    writeln!(out, "{}", G::plain(&state.view(Eye::Everything)))?;
    for mv in session.moves() {
        for line in telling::told(&state, mv, Eye::Everything, names) {
            writeln!(out, "{line}")?;
        }
        state.play_unchecked(mv);
        writeln!(out, "{}", G::plain(&state.view(Eye::Everything)))?;
    }
    writeln!(out, "{}", telling::turn_sentence(session, names))?;
    Ok(())
}

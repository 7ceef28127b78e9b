//! `parlour show`: the position after some moves, as text or as JSON.

use std::io::Write;

use clap::Args;
use serde_json::{Map, Value, json};

use super::out::stdout;
use super::plain::drawn;
use super::table::{Beginning, TableArgs, input_lines, position};
use super::{Done, Failure};
use crate::play::{Eye, Game, RecordError, Session, line, telling};
use crate::search::seated;
use crate::tui::GameUi;

#[derive(Args)]
pub struct ShowArgs {
    pub game: String,
    #[command(flatten)]
    table: TableArgs,
    /// The moves, separated by spaces
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    moves: String,
    /// A shared match, one word that begins with 'parlour:'; 'parlour show WORD' does the same
    #[arg(long, value_name = "WORD", conflicts_with_all = ["moves", "stdin"])]
    line: Option<String>,
    /// Read one position per line, the moves, and print one JSON object for each
    #[arg(long, conflicts_with = "moves")]
    stdin: bool,
    /// Print the position as one JSON object
    #[arg(long)]
    json: bool,
    /// Add what was told of each move
    #[arg(long)]
    trace: bool,
    /// The players' names, in order
    #[arg(long, value_delimiter = ',', value_name = "NAME,NAME")]
    names: Vec<String>,
    /// Start from stated cells, where the board has numbered ones: sets the key 'at'
    #[arg(long, value_name = "CELL,CELL")]
    at: Option<String>,
}

impl ShowArgs {
    /// With what follows from the others: stated cells are a key of the board, and both they and
    /// names say how many sit down.
    pub fn completed(mut self) -> ShowArgs {
        if let Some(cells) = &self.at {
            self.table.board.sets.push(("at".to_owned(), format!("[{cells}]")));
            self.table.players = self.table.players.or(Some(cells.split(',').count()));
        }
        if self.table.players.is_none() && !self.names.is_empty() {
            self.table.players = Some(self.names.len());
        }
        self
    }
}

impl ShowArgs {
    pub fn run<G: GameUi>(&self) -> Done {
        let mut out = stdout().for_programs(self.json || self.stdin);
        if let Some(word) = &self.line {
            let work = |why: RecordError| Failure::Work(why.to_string());
            let record = line::read::<G>(word).map_err(work)?;
            let session = Session::<G>::from_record(&record).map_err(work)?;
            if self.json {
                writeln!(out, "{}", Value::Object(position(&session)))?;
                return Ok(());
            }
            let names = seated::<G>(record.players.clone()).names().to_vec();
            writeln!(out, "{}", G::plain(&session.state().view(Eye::Everything)))?;
            writeln!(out, "{}", telling::turn_sentence(&session, &names))?;
            return Ok(());
        }
        let table = self.table.lay::<G>()?;
        if self.stdin {
            for line in input_lines() {
                writeln!(out, "{}", Value::Object(answer(self, &table, &line?).0))?;
                out.flush()?;
            }
            return Ok(());
        }
        if self.json {
            let (object, fine) = answer(self, &table, &self.moves);
            writeln!(out, "{}", Value::Object(object))?;
            return if fine { Ok(()) } else { refused(&table.after(&self.moves)) };
        }
        let session = table.after(&self.moves);
        refused(&session)?;
        if let Ok(session) = session {
            if self.trace {
                // The original program's lines, to the letter.
                let mut out = stdout().for_programs(true);
                for line in trace(&session, &names::<G>(self, table.seats)) {
                    writeln!(out, "{line}")?;
                }
            }
            let names = names::<G>(self, table.seats);
            writeln!(out, "{}", drawn(session.state(), Eye::Everything, &names))?;
            writeln!(out, "{}", telling::turn_sentence(&session, &names))?;
        }
        Ok(())
    }
}

/// The object for a line of moves, and whether the moves were accepted.
fn answer<G: GameUi>(
    args: &ShowArgs,
    table: &Beginning<G>,
    moves: &str,
) -> (Map<String, Value>, bool) {
    match table.after(moves) {
        Ok(session) => {
            let mut object = position(&session);
            if args.trace {
                let lines = trace(&session, &names::<G>(args, table.seats));
                object.insert("trace".to_owned(), json!(lines));
            }
            (object, true)
        }
        Err((why, at)) => (
            Map::from_iter([("error".to_owned(), json!(why)), ("at".to_owned(), json!(at))]),
            false,
        ),
    }
}

fn refused<G: Game>(session: &Result<Session<G>, (String, usize)>) -> Done {
    match session {
        Ok(_) => Ok(()),
        Err((why, at)) => Err(Failure::Work(format!("move {} is refused: {why}", at + 1))),
    }
}

/// Everything that was told since the start.
fn trace<G: Game>(session: &Session<G>, names: &[String]) -> Vec<String> {
    let mut state = session.state_at(0);
    let mut lines = state.opening(names);
    for mv in session.moves() {
        lines.extend(state.tell(mv, Eye::Everything, names));
        state.play_unchecked(mv);
    }
    lines
}

fn names<G: Game>(args: &ShowArgs, seats: usize) -> Vec<String> {
    let mut names = telling::usual_names::<G>(seats);
    for (name, given) in names.iter_mut().zip(&args.names) {
        *name = telling::short_name(given);
    }
    names
}

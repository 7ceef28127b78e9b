//! `parlour show`: the position after some moves, as text or as JSON.

use std::io::{Write, stdout};

use clap::Args;
use serde_json::{Map, Value, json};

use super::table::{Table, input_lines, position};
use super::{BoardArgs, Done, Failure, game_names};
use crate::games::{self, Visitor};
use crate::play::{Eye, Game, Session, telling};
use crate::tui::GameUi;

#[derive(Args)]
pub struct ShowArgs {
    #[arg(value_parser = game_names())]
    game: String,
    #[command(flatten)]
    board: BoardArgs,
    /// How many sit down
    #[arg(long)]
    players: Option<usize>,
    /// Makes everything random reproducible
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The moves, separated by spaces
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    moves: String,
    /// Read one position per line, the moves, and print one JSON object for each
    #[arg(long, conflicts_with = "moves")]
    stdin: bool,
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

pub fn run(mut args: ShowArgs) -> Done {
    if let Some(cells) = &args.at {
        args.board.sets.push(("at".to_owned(), format!("[{cells}]")));
        args.players = args.players.or(Some(cells.split(',').count()));
    }
    if args.players.is_none() && !args.names.is_empty() {
        args.players = Some(args.names.len());
    }
    let game = args.game.clone();
    games::visit(&game, &mut Show(args)).expect("clap knows the names of the games")
}

struct Show(ShowArgs);

impl Visitor for Show {
    type Out = Done;

    fn visit<G: GameUi>(&mut self) -> Done {
        let args = &self.0;
        let table = Table::<G>::lay(&args.board, args.players, args.seed)?;
        let mut out = stdout().lock();
        if args.stdin {
            for line in input_lines() {
                writeln!(out, "{}", Value::Object(answer(args, &table, &line?).0))?;
                out.flush()?;
            }
            return Ok(());
        }
        if args.json {
            let (object, fine) = answer(args, &table, &args.moves);
            writeln!(out, "{}", Value::Object(object))?;
            return if fine { Ok(()) } else { refused(&table.after(&args.moves)) };
        }
        let session = table.after(&args.moves);
        refused(&session)?;
        if let Ok(session) = session {
            if args.trace {
                for line in trace(&session, &names::<G>(args, table.seats)) {
                    writeln!(out, "{line}")?;
                }
            }
            writeln!(out, "{}", G::plain(&session.state().view(Eye::Everything)))?;
            writeln!(out, "{}", telling::turn_sentence(&session, &names::<G>(args, table.seats)))?;
        }
        Ok(())
    }
}

/// The object for a line of moves, and whether the moves were accepted.
fn answer<G: Game>(args: &ShowArgs, table: &Table<G>, moves: &str) -> (Map<String, Value>, bool) {
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
        name.clone_from(given);
    }
    names
}

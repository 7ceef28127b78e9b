//! The command line: what can be asked for, and which file answers. `main` hands the arguments in
//! and takes the exit status out.

mod arena;
mod boards;
mod bot;
mod check_bot;
mod envoy;
mod host;
mod hosted;
mod join;
mod journal;
mod keeper;
mod lang;
mod odds;
mod out;
mod packaging;
mod perft;
mod plain;
mod play;
mod puzzles;
mod replay;
mod results;
mod rules;
mod shelf;
mod show;
mod solve;
mod table;
mod visit;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::lang::{as_told, told};
use crate::play::line;

pub use perft::perft;
pub use shelf::Shelf;

use shelf::Errand;

/// What a command ends with when it does not end well.
#[derive(Debug)]
pub enum Failure {
    /// The work itself failed: an illegal move, a bad board file. Exit status 1.
    Work(String),
    /// The call was wrong. Exit status 2.
    Call(String),
    /// Whoever reads our output has left; nothing more to say.
    Silent,
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        // Windows has a word of its own for a named pipe whose reader has left, and Wine for every pipe.
        const NOT_CONNECTED: i32 = 233;
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::Silent,
            _ if cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED) => Failure::Silent,
            _ => Failure::Work(error.to_string()),
        }
    }
}

/// How a command ends.
type Done = Result<(), Failure>;

#[derive(Parser)]
#[command(
    name = "parlour",
    version,
    about = "A parlour of board games for the terminal",
    long_about = "A parlour of board games for the terminal. Without a command: the full-screen arcade.",
    disable_help_subcommand = true,
    max_term_width = 100
)]
struct Cli {
    /// The language: auto (what the locale says), en, fr, or one of your own
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = lang::known)]
    lang: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play a match, full-screen or (--plain) line by line
    Play(play::PlayArgs),
    /// Print the position after some moves
    Show(show::ShowArgs),
    /// Count the move sequences of a given length
    Perft(perft::PerftArgs),
    /// The exact value of a position
    Solve(solve::SolveArgs),
    /// Let bots and programs play against each other
    Arena(Box<arena::ArenaArgs>),
    /// Print what the journals of a contest say, all added up
    Results(results::ResultsArgs),
    /// Test a program as a bot: what it does wrong, and how to fix it
    CheckBot(check_bot::CheckBotArgs),
    /// Play as a bot for other programs: the bot protocol on standard input and output
    Bot(bot::BotArgs),
    /// Play a recorded match again, step by step
    Replay(replay::ReplayArgs),
    /// Open a house for people and programs on other machines
    Host(host::HostArgs),
    /// Take a seat in a house, or let a program of yours take one
    Join(join::JoinArgs),
    /// Watch a match in a house
    Watch(watch::WatchArgs),
    /// List, print, check or create board files
    Boards(boards::BoardsArgs),
    /// List, check, create or play puzzles
    Puzzles(puzzles::PuzzlesArgs),
    /// The odds of a goose board: chances, lengths, how often everyone is trapped
    Odds(odds::OddsArgs),
    /// Print the rules of a game
    Rules { game: String },
    /// Languages: what there is, a phrase book checked, one to begin with
    Lang(lang::LangArgs),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print a manual page, or write them all
    Man(packaging::ManArgs),
}

/// Which board, and what is changed on it: the same options for every command.
#[derive(Args, Clone, Default, Debug)]
pub struct BoardArgs {
    /// The board: the name of a bundled one or of yours, or a FILE.toml
    #[arg(long, value_name = "NAME|FILE.toml")]
    pub variant: Option<String>,
    /// Override one key of the board file; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub sets: Vec<(String, String)>,
}

fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) =
        text.split_once('=').ok_or_else(|| format!("'{text}' isn't an override; use KEY=VALUE"))?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// Every game, where a command takes several.
const ALL: &str = "all";

/// The command line with the games of a shelf: whatever asks for a game takes one of theirs.
fn command_line(shelf: &Shelf) -> clap::Command {
    fn with_games(command: clap::Command, ids: &[&'static str]) -> clap::Command {
        let game = |argument: clap::Arg| match argument.get_id() == "game" {
            true => {
                let all = argument.get_value_delimiter().map(|_| ALL);
                argument.value_parser(PossibleValuesParser::new(ids.iter().copied().chain(all)))
            }
            false => argument,
        };
        command.mut_args(game).mut_subcommands(|command| with_games(command, ids))
    }
    with_games(Cli::command(), &shelf.ids())
}

/// `show WORD` with a shared match is `show GAME --line WORD`: the word says which game.
fn with_line(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let show = arguments.get(1).is_some_and(|word| word == "show");
    let word = arguments.get(2).filter(|_| show).and_then(|word| word.to_str());
    if let Some((word, game)) = word.and_then(|word| Some((word.to_owned(), line::game(word)?))) {
        let game = OsString::from(game);
        arguments.splice(2..3, [game, "--line".into(), word.into()]);
    }
    arguments
}

/// Runs the program with these games and arguments.
pub fn run(shelf: &Shelf, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = with_line(arguments.into_iter().collect());
    if let Some(kept) = keeper::run(&arguments) {
        return kept;
    }
    keeper::appoint();
    lang::choose(&arguments);
    // What help and errors need besides is made only for those who get to read it.
    let spoken = || {
        lang::translated(command_line(shelf))
            .after_help(packaging::places_text())
            .long_version(packaging::long_version())
    };
    let understood = command_line(shelf).try_get_matches_from(&arguments);
    let matches = match understood.or_else(|_| spoken().try_get_matches_from(arguments)) {
        Ok(matches) => matches,
        Err(error) => {
            if error.use_stderr() {
                // It quotes what was typed, and so goes out like every other sentence.
                out::complain(&lang::retold(&error.render().to_string()));
                return ExitCode::from(2);
            }
            // Help and version are no errors; they go to standard output with status 0.
            let _ = lang::print(&error);
            return ExitCode::SUCCESS;
        }
    };
    let done = match <Cli as clap::FromArgMatches>::from_arg_matches(&matches) {
        Ok(cli) => dispatch(cli.command, shelf),
        Err(error) => Err(Failure::Call(error.to_string())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Silent) => ExitCode::SUCCESS,
        Err(Failure::Work(why)) => complain(&why, 1),
        Err(Failure::Call(why)) => complain(&why, 2),
    }
}

fn complain(why: &str, status: u8) -> ExitCode {
    // By itself: with our name before it, it could be another sentence.
    out::complain(&as_told(&told("parlour: {why}").replace("{why}", &told(why))));
    ExitCode::from(status)
}

fn dispatch(command: Option<Command>, shelf: &Shelf) -> Done {
    match command {
        None => play::arcade(shelf),
        Some(Command::Play(args)) => shelf.run(&args.game, Errand::Play(&args, shelf)),
        Some(Command::Show(args)) => {
            let args = args.completed();
            shelf.run(&args.game, Errand::Show(&args))
        }
        Some(Command::Perft(args)) => shelf.run(&args.game, Errand::Perft(&args)),
        Some(Command::Solve(args)) => shelf.run(&args.game, Errand::Solve(&args)),
        Some(Command::Arena(args)) => shelf.run(&args.game, Errand::Arena(&args)),
        Some(Command::Results(args)) => results::run(&args, shelf),
        Some(Command::CheckBot(args)) => check_bot::run(&args, shelf),
        Some(Command::Bot(args)) => shelf.run(&args.game, Errand::Bot(&args)),
        Some(Command::Replay(args)) => replay::run(args, shelf),
        Some(Command::Host(args)) => host::run(args, shelf),
        Some(Command::Join(args)) => join::run(args, shelf),
        Some(Command::Watch(args)) => watch::run(args, shelf),
        Some(Command::Boards(args)) => boards::run(args, shelf),
        Some(Command::Puzzles(args)) => puzzles::run(args, shelf),
        Some(Command::Odds(args)) => odds::run(args),
        Some(Command::Rules { game }) => shelf.run(&game, Errand::Rules),
        Some(Command::Lang(args)) => lang::run(&args),
        Some(Command::Completions { shell }) => packaging::completions(shell, command_line(shelf)),
        Some(Command::Man(args)) => packaging::man(&args, lang::translated(command_line(shelf))),
    }
}

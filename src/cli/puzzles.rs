//! `parlour puzzles`: what there is, one checked, one begun, one played line by line or full-screen.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};

use super::out::{self, stdout};
use super::plain::meant;
use super::play::{full_screen, need_terminal};
use super::shelf::{self, Shelf};
use super::{BoardArgs, Done, Failure};
use crate::lang::capital;
use crate::play::puzzle::{OwnPuzzle, Puzzle, Task, game_of, pages};
use crate::play::{Eye, FileError, Variant};
use crate::screens::puzzles::{found as found_puzzle, open_alone};
use crate::screens::{Of, Pages};
use crate::search::{
    Answer, Budget, Cancel, Limit, Riddle, refuted_words, right_words, slower_words, wrong_move,
    wrong_note,
};
use crate::store::puzzles::{Deed, Event, Mark, wrong_try};
use crate::store::{self, Day, Store, Zone};
use crate::tui::GameUi;
use crate::tui::theme::Meaning;

#[derive(Args)]
pub struct PuzzlesArgs {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Subcommand)]
enum PuzzlesCommand {
    /// Every puzzle there is, bundled and yours, and how you did
    List { game: Option<String> },
    /// Check a file of puzzles: read it, and prove that each has one right first move
    Check {
        /// The file
        file: PathBuf,
        /// Only read it, prove nothing
        #[arg(long)]
        quick: bool,
    },
    /// A puzzle file to begin with; with moves, ask the solver whether that position is a puzzle
    New {
        game: String,
        #[command(flatten)]
        board: BoardArgs,
        /// The moves that lead to the position
        #[arg(long, allow_hyphen_values = true)]
        moves: Option<String>,
        /// Save it among yours under this name, instead of printing it
        #[arg(long)]
        name: Option<String>,
    },
    /// Play a puzzle: GAME/ID from the list, a FILE.toml, or today's
    Play {
        /// `connect4/4-07`, a FILE.toml, or `today`
        #[arg(default_value = "today")]
        puzzle: String,
        /// Line by line on standard input and output
        #[arg(long)]
        plain: bool,
    },
    /// Where your puzzle files live
    Path { game: Option<String> },
}

/// Something to do with the puzzles of one game.
pub enum Errand {
    /// Whether this game alone was asked for.
    List {
        alone: bool,
    },
    Check {
        file: PathBuf,
        page: (usize, String),
        prove: bool,
    },
    New {
        board: BoardArgs,
        moves: Option<String>,
        name: Option<String>,
    },
    Plain {
        key: String,
        puzzle: Box<Puzzle>,
        daily: bool,
    },
}

pub fn run(args: PuzzlesArgs, shelf: &Shelf) -> Done {
    let with = |game: &str, errand: Errand| shelf.run(game, shelf::Errand::Puzzles(&errand));
    match args.command {
        PuzzlesCommand::List { game: Some(game) } => with(&game, Errand::List { alone: true }),
        PuzzlesCommand::List { game: None } => {
            shelf.ids().into_iter().try_for_each(|game| with(game, Errand::List { alone: false }))
        }
        PuzzlesCommand::Check { file, quick } => {
            let text = store::read_text(&file).map_err(Failure::Work)?;
            let all = pages(&text);
            if all.is_empty() {
                return Err(nothing_in(&file));
            }
            for page in all {
                let game = game_in(&file, &page, shelf)?;
                with(&game, Errand::Check { file: file.clone(), page, prove: !quick })?;
            }
            Ok(())
        }
        PuzzlesCommand::New { game, board, moves, name } => {
            with(&game, Errand::New { board, moves, name })
        }
        PuzzlesCommand::Play { puzzle, plain } => play(&puzzle, plain, shelf),
        PuzzlesCommand::Path { game } => {
            let folder = Store::open_default().places().puzzles(game.as_deref());
            writeln!(stdout().for_programs(true), "{}", folder.display())?;
            Ok(())
        }
    }
}

fn nothing_in(file: &Path) -> Failure {
    Failure::Work(format!("{}: there is no puzzle in this file", file.display()))
}

/// The game of a puzzle in a file, which is one of ours that has puzzles.
fn game_in(file: &Path, (lines, text): &(usize, String), shelf: &Shelf) -> Result<String, Failure> {
    let game = game_of(text).map_err(|why| refused(file, *lines, &why))?;
    let why = match shelf.find(&game) {
        Ok(found) if !found.puzzles().is_empty() => return Ok(game),
        Ok(found) => format!("{} has no puzzles", found.title()),
        Err(_) => {
            let puzzled = shelf.all().iter().filter(|game| !game.puzzles().is_empty());
            let ids: Vec<&str> = puzzled.map(|game| game.id()).collect();
            format!("'{game}' isn't a game; use {}", ids.join(", "))
        }
    };
    Err(refused(file, *lines, &FileError::of_key(text, "game", why)))
}

/// An error in one puzzle of a file that may hold several.
fn refused(file: &Path, lines: usize, why: &FileError) -> Failure {
    let place = why.place.map(|(line, column)| (line + lines, column));
    Failure::Work(FileError { place, ..why.clone() }.in_file(file.display()))
}

fn play(named: &str, plain: bool, shelf: &Shelf) -> Done {
    let games = shelf.games();
    let store = Store::open_default();
    let day = Zone::of_this_machine().day(std::time::SystemTime::now());
    let (game, key, puzzle, daily) = if named == "today" {
        let today = games.today(day);
        let today = today.ok_or_else(|| Failure::Work("there is no puzzle today".to_owned()))?;
        (
            shelf.find(today.game).map_err(Failure::Work)?,
            today.key.clone(),
            today.puzzle.clone(),
            true,
        )
    } else if named.ends_with(".toml") || Path::new(named).is_file() {
        let file = Path::new(named);
        let text = store::read_text(file).map_err(Failure::Work)?;
        let game = match pages(&text).len() {
            1 => game_in(file, &(0, text.clone()), shelf)?,
            0 => return Err(nothing_in(file)),
            count => {
                let why = "play one that has a file of its own";
                return Err(Failure::Work(format!(
                    "{}: there are {count} puzzles in this file; {why}",
                    file.display()
                )));
            }
        };
        let found = shelf.find(&game).map_err(Failure::Work)?;
        let puzzle = found.read_puzzle(&text).map_err(|why| refused(file, 0, &why))?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        (found, format!("{}/own/{stem}", found.id()), puzzle.called(&stem), false)
    } else {
        let (game, id) = named.split_once('/').ok_or_else(|| {
            Failure::Call(format!(
                "'{named}' isn't a puzzle; write GAME/ID from the list, as 'connect4/1-01'"
            ))
        })?;
        let found = shelf.find(game).map_err(Failure::Call)?;
        let own = id.strip_prefix("own/").map(|stem| {
            let (texts, _) = store.own_puzzles(game);
            let text = texts.into_iter().find(|(other, _)| other == stem)?.1;
            found.read_puzzle(&text).ok().map(|puzzle| puzzle.called(stem))
        });
        let puzzle = match own {
            Some(puzzle) => puzzle,
            None => found.puzzles().into_iter().find(|puzzle| puzzle.id == id),
        };
        let puzzle = puzzle.ok_or_else(|| {
            Failure::Call(match found.puzzles().is_empty() {
                true => format!("{} has no puzzles", found.title()),
                false => {
                    format!("{game} has no puzzle '{id}'; 'parlour puzzles list {game}' lists them")
                }
            })
        })?;
        let daily = games.today(day).is_some_and(|today| today.key == named);
        (found, named.to_owned(), puzzle, daily)
    };
    if !plain {
        need_terminal(&format!("parlour puzzles play {named} --plain"))?;
        return full_screen(shelf, |context| {
            let daily = daily.then_some(day);
            open_alone(game, key, puzzle, daily, context).map_or_else(
                |why| {
                    context.say(why, Meaning::Warn);
                    None
                },
                Some,
            )
        });
    }
    let errand = Errand::Plain { key, puzzle: Box::new(puzzle), daily };
    game.run(shelf::Errand::Puzzles(&errand))
}

impl Errand {
    pub fn run<G: GameUi>(&self) -> Done {
        match self {
            Errand::List { alone } => list(&Of::<G>::NEW, *alone),
            Errand::Check { file, page, prove } => check::<G>(file, page, *prove),
            Errand::New { board, moves, name } => {
                new::<G>(board, moves.as_deref(), name.as_deref())
            }
            Errand::Plain { key, puzzle, daily } => {
                let tries = Tries::begun(key, puzzle, *daily);
                plain::<G>(puzzle, tries, &mut std::io::stdin().lock(), &mut stdout())
            }
        }
    }
}

/// Lists the puzzles of a game, which may have none unless it was asked for alone.
fn list(game: &dyn Pages, alone: bool) -> Done {
    let store = Store::open_default();
    let mut out = stdout();
    let mut none = true;
    let mut line = |key: &str, puzzle: &Puzzle| {
        let mark = match store.tried(key).mark() {
            Mark::Open => "open",
            Mark::First => "first try",
            Mark::Later => "solved",
            Mark::Missed => "missed",
        };
        let name = puzzle.title().unwrap_or_default();
        none = false;
        let told =
            format!("{key:<33}  {:<18} {:>5}  {mark:<10} {name}", puzzle.group, puzzle.rating);
        writeln!(out, "{}", told.trim_end())
    };
    for puzzle in game.puzzles() {
        line(&format!("{}/{}", game.id(), puzzle.id), &puzzle)?;
    }
    let (texts, wrong) = store.own_puzzles(game.id());
    let mut refused: Vec<String> = wrong;
    for (stem, text) in texts {
        let key = format!("{}/own/{stem}", game.id());
        match game.read_puzzle(&text) {
            Ok(puzzle) => line(&key, &puzzle)?,
            Err(why) => {
                let file = store.places().puzzles(Some(game.id())).join(format!("{stem}.toml"));
                refused.push(why.in_file(file.display()));
            }
        }
    }
    for why in refused {
        writeln!(out, "refused: {why}")?;
    }
    if none && alone {
        out::complain(&format!("{} has no puzzles", game.title()));
    }
    Ok(())
}

/// A position that somebody wrote by hand may be anything.
fn in_time() -> Budget {
    Budget::new(Limit::Time(Duration::from_secs(60)), Cancel::default())
}

fn check<G: GameUi>(file: &Path, (lines, text): &(usize, String), prove: bool) -> Done {
    let puzzle = Puzzle::parse::<G>(text).map_err(|why| refused(file, *lines, &why))?;
    let unproved = |why: String| refused(file, *lines, &unproved(text, &puzzle.task, &why));
    let proved = match &puzzle.task {
        _ if !prove => "read".to_owned(),
        Task::Own(text) => {
            let own = G::own_puzzle(text).map_err(|why| refused(file, *lines, &why))?;
            own.prove().map_err(unproved)?;
            "proved".to_owned()
        }
        Task::Position(position) => {
            let riddle = Riddle::<G>::new(position).map_err(unproved)?;
            let mut oracle = G::oracle(riddle.start().variant()).map_err(unproved)?;
            let proof = riddle.prove(oracle.as_mut(), &in_time());
            let proof = proof.map_err(|flaw| unproved(flaw.to_string()))?;
            format!("only {} does it", proof.key)
        }
    };
    tell_checked(file, G::TITLE, &puzzle, &proved)
}

fn unproved(text: &str, task: &Task, why: &str) -> FileError {
    let key = if matches!(task, Task::Position(_)) { "goal" } else { "par" };
    FileError::of_key(text, key, format!("not a puzzle: {why}"))
}

fn tell_checked(file: &Path, game: &str, puzzle: &Puzzle, proved: &str) -> Done {
    let id = if puzzle.id.is_empty() { String::new() } else { format!(" {}", puzzle.id) };
    let file = file.display();
    writeln!(stdout(), "{file}:{id} {game} {}, {proved}", puzzle.group)?;
    Ok(())
}

fn new<G: GameUi>(board: &BoardArgs, moves: Option<&str>, name: Option<&str>) -> Done {
    let text = match moves {
        None => first_of(G::PUZZLES)
            .ok_or_else(|| Failure::Call(format!("{} has no puzzles", G::TITLE)))?,
        Some(moves) => {
            let table = super::table::Beginning::<G>::lay(board, None, 0)?;
            let session = table
                .after(moves)
                .map_err(|(why, at)| Failure::Work(format!("move {} is refused: {why}", at + 1)))?;
            let board = session.state().variant().to_toml();
            let moves = session.moves().iter().map(ToString::to_string).collect();
            let puzzle = found_puzzle::<G>(board, moves, &Cancel::default());
            puzzle.map_err(Failure::Work)?.to_toml::<G>()
        }
    };
    hand_out(G::ID, name, &text)
}

/// The first of these puzzles, explained.
fn first_of(puzzles: &str) -> Option<String> {
    let (_, text) = pages(puzzles).into_iter().next()?;
    let keep = |line: &&str| !line.starts_with("id =") && !line.starts_with("group =");
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.starts_with('#')).filter(keep).collect();
    Some(commented(lines.join("\n").trim()))
}

/// Saves a text under a name, or prints it.
fn hand_out(game: &str, name: Option<&str>, text: &str) -> Done {
    match name {
        None => write!(stdout().for_programs(true), "{text}")?,
        Some(name) => {
            let path = Store::open_default().create_puzzle(game, name, text);
            writeln!(stdout().for_programs(true), "{}", path.map_err(Failure::Work)?.display())?;
        }
    }
    Ok(())
}

/// What each key of a puzzle's file means.
const MEANINGS: [(&str, &str); 9] = [
    (
        "game",
        "A puzzle of your own. 'parlour puzzles check FILE' proves it, 'parlour puzzles play FILE' plays it.",
    ),
    ("board", "A bundled board, or the whole text of a board file between three quotes."),
    ("moves", "The moves that lead to the position."),
    (
        "goal",
        "What the side to move is to reach: \"win in 5\", or \"7 points more\" in games of points.",
    ),
    ("rating", "How hard it is, from 400 to 3000."),
    ("grid", "1 the turtle, * a jewel, # stone, % ice, + a crate, . nothing."),
    ("facing", "Where the turtle looks: N, E, S or W."),
    ("cards", "The cards there are; none of a kind that isn't named."),
    ("par", "How many cards the shortest program has."),
];

/// The text of a puzzle's file with a line of explanation above each key.
fn commented(text: &str) -> String {
    let (mut all, mut quoted) = (String::new(), false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let key = line.split_once(" =").map_or("", |(key, _)| key);
        if let Some((_, words)) = MEANINGS.iter().find(|(known, _)| *known == key && !quoted) {
            all.push_str(&format!("# {words}\n"));
        }
        quoted ^= ["'''", "\"\"\""].iter().any(|quotes| line.matches(quotes).count() == 1);
        all.push_str(&format!("{line}\n"));
    }
    all
}

/// What somebody does at a puzzle, to be noted.
struct Tries<'a> {
    store: Store,
    key: &'a str,
    rating: u32,
    daily: bool,
    day: Day,
    begun: Instant,
}

impl Tries<'_> {
    fn begun<'a>(key: &'a str, puzzle: &Puzzle, daily: bool) -> Tries<'a> {
        let day = Zone::of_this_machine().day(std::time::SystemTime::now());
        let (store, begun) = (Store::open_default(), Instant::now());
        Tries { store, key, rating: puzzle.rating, daily, day, begun }
    }

    fn note(&mut self, event: Event, note: String, output: &mut dyn Write) -> Done {
        let past = self.store.tried(self.key);
        let nothing_new = match event {
            Event::Left => self.begun.elapsed().as_secs() == 0 || past.solved,
            // The same mistake again counts once.
            Event::Wrong => past.wrong.contains(&note),
            _ => false,
        };
        if nothing_new {
            return Ok(());
        }
        let deed = Deed {
            day: self.day,
            puzzle: self.key.to_owned(),
            event,
            rating: self.rating,
            seconds: u32::try_from(self.begun.elapsed().as_secs()).unwrap_or(u32::MAX),
            daily: self.daily,
            note,
        };
        if let Err(why) = self.store.note_deed(&deed) {
            writeln!(output, "this try isn't saved: {why}")?;
        }
        Ok(())
    }
}

/// One puzzle, line by line.
fn plain<G: GameUi>(
    puzzle: &Puzzle,
    mut tries: Tries,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Done {
    let position = match &puzzle.task {
        Task::Position(position) => position,
        Task::Own(text) => {
            let own = G::own_puzzle(text).map_err(|why| Failure::Work(why.to_string()))?;
            return own_kind(own.as_ref(), tries, input, output);
        }
    };
    let riddle = Riddle::<G>::new(position).map_err(Failure::Work)?;
    let mut oracle = G::oracle(riddle.start().variant()).map_err(Failure::Work)?;
    let (mut state, mut made) = (riddle.start().clone(), 0);
    let mut hints = 0;
    let eye = Eye::Seat(riddle.mover());
    board::<G>(&state.view(eye), output)?;
    let task = position.sentence::<G>(riddle.mover());
    for line in [G::SIGNS, task.as_str(), G::rule(state.variant())] {
        if !line.is_empty() {
            writeln!(output, "{line}")?;
        }
    }
    loop {
        let question = format!("your {}, or 'hint', 'answer', 'quit':", G::ASKS_FOR);
        let Some(line) = ask(&question, input, output)? else {
            return tries.note(Event::Left, String::new(), output);
        };
        if line == "hint" || line == "answer" {
            let Some(best) = riddle.best(oracle.as_mut(), &state, made, &in_time()) else {
                writeln!(output, "The solver needs too long here.")?;
                continue;
            };
            hints += 1;
            let event = if line == "hint" { Event::Hint } else { Event::Shown };
            tries.note(event, String::new(), output)?;
            match line.as_str() {
                "hint" if hints == 1 => writeln!(output, "{}", oracle.region(&state, &best))?,
                _ => writeln!(output, "{}", G::order(&state.view(eye), &best))?,
            }
            continue;
        }
        let mv: G::Move = match line.parse() {
            Ok(mv) => mv,
            Err(why) => {
                let why: <G::Move as std::str::FromStr>::Err = why;
                writeln!(output, "{why}")?;
                continue;
            }
        };
        if let Err(why) = state.check(&mv) {
            writeln!(output, "{why}")?;
            continue;
        }
        match riddle.answer(oracle.as_mut(), &state, made, &mv, &in_time()) {
            Some(Answer::Solved(replies)) => {
                state = state.after(&mv);
                for reply in replies {
                    answers(&riddle, &reply, output)?;
                    state = state.after(&reply);
                }
                board::<G>(&state.view(eye), output)?;
                writeln!(output, "Solved!")?;
                return tries.note(Event::Solved, String::new(), output);
            }
            Some(Answer::On(replies)) => {
                state = state.after(&mv);
                for reply in replies {
                    answers(&riddle, &reply, output)?;
                    state = state.after(&reply);
                }
                (made, hints) = (made + 1, 0);
                board::<G>(&state.view(eye), output)?;
                writeln!(output, "{}", right_words(riddle.goal(), made))?;
            }
            Some(Answer::Slower(more)) => {
                writeln!(output, "{}", slower_words(more))?;
            }
            Some(Answer::Wrong(line, truth)) => {
                let words = refuted_words(&riddle, &state.after(&mv), &line, truth);
                writeln!(output, "{words}")?;
                let line: Vec<String> = line.iter().map(ToString::to_string).collect();
                match line.len() {
                    0 | 1 => writeln!(output, "Try again.")?,
                    _ => writeln!(output, "It goes {mv} {}. Try again.", line.join(" "))?,
                }
                let tried = wrong_try(&wrong_move(&mv, made), &wrong_note(&riddle, truth));
                tries.note(Event::Wrong, tried, output)?;
            }
            None => writeln!(output, "The solver needs too long here; try another move.")?,
        }
    }
}

/// Prints a board with all there is to know of it.
fn board<G: GameUi>(view: &G::View, output: &mut dyn Write) -> Done {
    writeln!(output, "{}", G::plain(view))?;
    for line in G::unseen(view) {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// Says what the other side plays.
fn answers<G: GameUi>(riddle: &Riddle<G>, reply: &G::Move, output: &mut dyn Write) -> Done {
    let rival = capital(G::hue(riddle.mover().next(2), 2).name());
    writeln!(output, "{rival} answers {reply}.")?;
    Ok(())
}

/// A puzzle of a kind that only its game has, line by line.
fn own_kind(
    own: &dyn OwnPuzzle,
    mut tries: Tries,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Done {
    writeln!(output, "{}\n{}", own.plain(), own.sentence())?;
    let mut hints = 0;
    loop {
        let question = format!("{}, or 'hint', 'answer', 'quit':", own.asks_for());
        let Some(line) = ask(&question, input, output)? else {
            return tries.note(Event::Left, String::new(), output);
        };
        if line == "hint" {
            match own.hint(hints + 1) {
                Some(words) => {
                    hints += 1;
                    tries.note(Event::Hint, String::new(), output)?;
                    writeln!(output, "{words}")?;
                }
                None => writeln!(output, "There are no more hints; 'answer' tells it all.")?,
            }
            continue;
        }
        if line == "answer" {
            tries.note(Event::Shown, String::new(), output)?;
            writeln!(output, "{}", own.answer().unwrap_or_default())?;
            continue;
        }
        match own.attempt(&line) {
            Ok((words, Some(score))) => {
                writeln!(output, "{words}")?;
                return tries.note(Event::Solved, score.to_string(), output);
            }
            Ok((words, None)) => {
                writeln!(output, "{words}")?;
                tries.note(Event::Wrong, line, output)?;
            }
            Err(why) => writeln!(output, "{why}")?,
        }
    }
}

/// The next line somebody types; none when they leave.
fn ask(
    question: &str,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<Option<String>, Failure> {
    writeln!(output, "{question}")?;
    output.flush()?;
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    let line = meant(line.trim()).to_owned();
    Ok((read > 0 && line != "quit").then_some(line))
}

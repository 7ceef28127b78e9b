//! Golden traces: matches as files, with everything that is told and drawn after each move.
//!
//! ```text
//! # What this match shows.
//! board: short              one of the bundled boards; the first one if left out
//! set: goal=9               overrides one key of the board, may be repeated
//! players: 3                the board's usual number if left out
//! names: Ada, Ben, Cy       'player 1' ... if left out
//! seed: 7                   settles a board that leaves something to chance; 0 if left out
//!
//!   | the board as plain mode prints it
//!   = whose turn it is
//!
//! > 1+3                     a move, or several: then only the last position is drawn
//!   what is told
//!   | the board
//!   = the turn
//!
//! ! 9+9                     a move that is refused
//!   the reason
//!
//! @ 2                       the board as seat 2 sees it (or 'spectator')
//!   | the board
//! ```
//!
//! Comments, header and the lines with `>`, `!` and `@` are the script; every other line is what
//! the rules answer, and is checked. `UPDATE_TRACES=1 cargo test` writes the answers anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use parlour::play::{Eye, Game, Seat, Session, Turn, Variant, with_keys};
use parlour::search::Bots;

use crate::shelf::{Visit, visit_all};

#[test]
fn every_game_replays_its_traces() {
    let mut replay = Replay::default();
    visit_all(&mut replay);
    for folder in fs::read_dir(traces()).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        if !replay.games.contains(name.as_str()) {
            replay.faults.push(format!("tests/traces/{name}: there is no such game"));
        }
    }
    assert!(replay.faults.is_empty(), "\n{}\n", replay.faults.join("\n\n"));
}

#[derive(Default)]
struct Replay {
    games: BTreeSet<&'static str>,
    faults: Vec<String>,
}

impl Visit for Replay {
    fn game<G: Bots>(&mut self) {
        self.games.insert(G::ID);
        let files = trace_files(&traces().join(G::ID));
        if files.is_empty() {
            self.faults.push(format!("tests/traces/{}: the game has no trace", G::ID));
        }
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            match replay::<G>(&text) {
                Ok(answer) if answer == text => {}
                Ok(answer) if std::env::var_os("UPDATE_TRACES").is_some() => {
                    fs::write(&file, answer).unwrap();
                }
                Ok(answer) => self.faults.push(difference(&file, &text, &answer)),
                Err(why) => self.faults.push(format!("{}:{why}", file.display())),
            }
        }
    }
}

fn traces() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces")
}

fn trace_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "trace")).collect();
    files.sort();
    files
}

/// The first line that is not as it was, with the line before it.
fn difference(file: &Path, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let line = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let show = |lines: &[&str]| lines.get(line).map_or("(the end)".to_owned(), |it| (*it).into());
    format!(
        "{}:{}: after '{}'\n  the file says  {}\n  the rules say  {}\n  (UPDATE_TRACES=1 writes it anew)",
        file.display(),
        line + 1,
        old[..line].iter().rev().find(|line| line.starts_with('>')).unwrap_or(&"the header"),
        show(&old),
        show(&new)
    )
}

#[derive(Default)]
struct Header {
    board: Option<String>,
    sets: Vec<(String, String)>,
    players: Option<usize>,
    names: Option<Vec<String>>,
    seed: u64,
}

impl Header {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let (key, value) = line.split_once(':').ok_or("expected 'key: value'")?;
        let value = value.trim();
        let number = || value.parse::<u64>().map_err(|_| format!("'{value}' is no number"));
        match key {
            "board" => self.board = Some(value.to_owned()),
            "set" => {
                let (key, value) = value.split_once('=').ok_or("expected 'set: key=value'")?;
                self.sets.push((key.to_owned(), value.to_owned()));
            }
            "players" => self.players = Some(number()? as usize),
            "names" => self.names = Some(value.split(',').map(|name| name.trim().into()).collect()),
            "seed" => self.seed = number()?,
            _ => return Err(format!("'{key}' isn't a key of a trace")),
        }
        Ok(())
    }

    fn session<G: Game>(&self) -> Result<Session<G>, String> {
        let wanted = self.board.as_deref();
        let board = G::BOARDS.iter().find(|(stem, _)| wanted.is_none_or(|it| it == *stem));
        let (_, text) = board.ok_or("no bundled board has that name")?;
        let variant = with_keys(text, &self.sets)
            .and_then(|text| G::Variant::parse(&text))
            .map_err(|error| format!("the board: {error}"))?;
        let seats = self.players.unwrap_or_else(|| variant.usual_seats());
        if !variant.seats().contains(&seats) {
            return Err(format!("{seats} cannot play on this board"));
        }
        Ok(Session::new(&variant, seats, self.seed))
    }
}

/// The trace as the rules answer its script.
fn replay<G: Game>(script: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut header = Header::default();
    let mut table: Option<(Session<G>, Vec<String>)> = None;
    for (number, line) in script.lines().enumerate() {
        let fault = |why: String| format!("{}: {why}", number + 1);
        let (sigil, rest) = line.split_at(line.len().min(1));
        let script_line = matches!(sigil, ">" | "!" | "@");
        if script_line && table.is_none() {
            table = Some(sit_down(&header, &mut out).map_err(fault)?);
        }
        // A comment belongs to what stands below it.
        let commented = out.lines().last().is_some_and(|line| line.starts_with('#'));
        let gap = if commented || table.is_none() { "" } else { "\n" };
        match (&mut table, sigil) {
            (_, "" | " ") => {}
            (_, "#") => out.push_str(&format!("{gap}{line}\n")),
            (None, _) => {
                header.read(line).map_err(fault)?;
                out.push_str(&format!("{line}\n"));
            }
            (Some((session, names)), _) if script_line => {
                let answer = match sigil {
                    ">" => play(session, rest, names).map_err(fault)?,
                    "!" => refuse(session, rest.trim()).map_err(fault)?,
                    _ => board::<G>(&session.state().view(eye(rest.trim()).map_err(fault)?)),
                };
                out.push_str(&format!("{gap}{line}\n{answer}"));
            }
            _ => return Err(fault("expected '>', '!', '@', '#' or an indented answer".to_owned())),
        }
    }
    if table.is_none() {
        sit_down::<G>(&header, &mut out).map_err(|why| format!("1: {why}"))?;
    }
    Ok(out)
}

/// Starts the match and draws the first position.
fn sit_down<G: Game>(
    header: &Header,
    out: &mut String,
) -> Result<(Session<G>, Vec<String>), String> {
    let session = header.session::<G>()?;
    let seats = session.state().seats();
    let names = match &header.names {
        Some(names) if names.len() != seats => return Err(format!("names for {seats} players")),
        Some(names) => names.clone(),
        None => Seat::all(seats).map(|seat| format!("player {seat}")).collect(),
    };
    if !out.is_empty() {
        out.push('\n');
    }
    for told in session.state().opening(&names) {
        out.push_str(&format!("  {told}\n"));
    }
    out.push_str(&position(&session));
    Ok((session, names))
}

fn play<G: Game>(session: &mut Session<G>, line: &str, names: &[String]) -> Result<String, String> {
    let mut out = String::new();
    for text in G::split_moves(session.state().variant(), line) {
        let before = session.state().clone();
        let mv = session.play_text(&text).map_err(|why| format!("'{text}' is refused: {why}"))?;
        for told in before.tell(&mv, Eye::Everything, names) {
            out.push_str(&format!("  {told}\n"));
        }
    }
    Ok(out + &position(session))
}

fn refuse<G: Game>(session: &mut Session<G>, text: &str) -> Result<String, String> {
    match session.play_text(text) {
        Ok(_) => Err(format!("'{text}' should be refused, but is legal")),
        Err(why) => Ok(format!("  {why}\n")),
    }
}

fn eye(text: &str) -> Result<Eye, String> {
    match text.parse::<u8>() {
        Ok(seat @ 1..) => Ok(Eye::Seat(Seat(seat - 1))),
        _ if text == "spectator" => Ok(Eye::Spectator),
        _ => Err(format!("'{text}' sees nothing, expected a seat or 'spectator'")),
    }
}

fn position<G: Game>(session: &Session<G>) -> String {
    let scores = match session.state().scores() {
        Some(scores) => {
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            format!(" ({})", scores.join(" "))
        }
        None => String::new(),
    };
    let turn = match session.turn() {
        Turn::Decide(seat) => format!("{seat} decides"),
        Turn::Chance { by: Some(seat) } => format!("chance, by {seat}"),
        Turn::Chance { by: None } => "chance".to_owned(),
        Turn::Over(outcome) => format!("over: {outcome}"),
    };
    format!("{}  = {turn}{scores}\n", board::<G>(&session.state().view(Eye::Everything)))
}

fn board<G: Game>(view: &G::View) -> String {
    G::plain(view).lines().map(|line| format!("  | {line}").trim_end().to_owned() + "\n").collect()
}

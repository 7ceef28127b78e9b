//! What earlier versions wrote, kept for good: records, contests and a puzzle's progress still say
//! today what they said then. `tests/frozen/README.md` tells how a format may change.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use parlour::arena::{Contest, Count, Forfeit, Journal, Played};
use parlour::games::{self, Visitor};
use parlour::play::{Eye, Game, Record, Session, Turn};
use parlour::search::Bots;
use parlour::tui::{Depth, GameUi};
use serde_json::{Map, Value, json};

use crate::room::room;

fn frozen() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen")
}

/// The files with this ending in `tests/frozen/KIND/FORMAT`, of every format there ever was.
pub fn files(kind: &str, extension: &str) -> Vec<PathBuf> {
    let entries = |folder: PathBuf| fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let all = entries(frozen().join(kind)).flat_map(entries);
    let mut files: Vec<PathBuf> =
        all.filter(|file| file.extension().is_some_and(|it| it == extension)).collect();
    files.sort();
    assert!(!files.is_empty(), "tests/frozen/{kind} is empty");
    files
}

/// Compares with the answer that lies beside a file. `FREEZE=1` writes answers that are missing;
/// nothing ever replaces one.
fn compare(file: &Path, found: &Value) -> Result<(), String> {
    let answer = file.with_extension("json");
    if !answer.exists() && std::env::var_os("FREEZE").is_some() {
        fs::write(&answer, format!("{found:#}\n")).unwrap();
    }
    let text = fs::read_to_string(&answer)
        .map_err(|why| format!("{}: {why}; FREEZE=1 writes it", answer.display()))?;
    let expected: Value = serde_json::from_str(&text).unwrap();
    differences(&expected, found, &mut String::new())
        .map_err(|(at, then, now)| format!("{}: {at} was {then}, is {now}", file.display()))
}

/// The first place where what was true is so no longer. Keys may be added, never changed.
fn differences(
    expected: &Value,
    found: &Value,
    at: &mut String,
) -> Result<(), (String, String, String)> {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                let length = at.len();
                at.push_str(&format!("/{key}"));
                differences(value, found.get(key).unwrap_or(&Value::Null), at)?;
                at.truncate(length);
            }
            Ok(())
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            let mut pairs = expected.iter().zip(found);
            pairs.try_for_each(|(expected, found)| differences(expected, found, at))
        }
        (expected, found) if expected == found => Ok(()),
        (expected, found) => Err((at.clone(), expected.to_string(), found.to_string())),
    }
}

fn visit_game<T>(id: &str, visitor: &mut impl Visitor<Out = T>) -> T {
    games::visit(id, visitor).unwrap_or_else(|| panic!("'{id}' is no longer on the shelf"))
}

fn none_of(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_record_replays_move_by_move() {
    let faults = files("records", "parlour").into_iter().filter_map(|file| {
        let text = fs::read_to_string(&file).unwrap();
        let found = Record::parse(&text).map_err(|why| why.to_string()).and_then(|record| {
            let game = record.game.clone();
            visit_game(&game, &mut Replay(record))
        });
        match found {
            Ok(found) => compare(&file, &found).err(),
            Err(why) => Some(format!("{}: {why}", file.display())),
        }
    });
    none_of(faults.collect());
}

#[test]
fn every_bundled_board_has_a_frozen_record() {
    struct Boards(Vec<PathBuf>);
    impl Visitor for Boards {
        type Out = Vec<String>;

        fn visit<G: GameUi>(&mut self) -> Vec<String> {
            let missing = |stem: &&str| {
                let name = format!("{}-{stem}", G::ID);
                !self.0.iter().any(|file| file.file_stem().is_some_and(|it| *it == *name))
            };
            let stems = G::BOARDS.iter().map(|(stem, _)| *stem).filter(missing);
            stems.map(|stem| format!("tests/frozen/records/*/{}-{stem}.parlour", G::ID)).collect()
        }
    }
    none_of(games::visit_all(&mut Boards(files("records", "parlour"))).concat());
}

/// Everything that a record says, as far as it must stay.
struct Replay(Record);

impl Visitor for Replay {
    type Out = Result<Value, String>;

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        let record = &self.0;
        let session = Session::<G>::from_record(record).map_err(|why| why.to_string())?;
        let moves: Vec<String> = session.moves().iter().map(ToString::to_string).collect();
        assert_eq!(moves, record.moves, "a record has the very moves of its match");
        let players: Vec<String> = record.players.iter().map(ToString::to_string).collect();
        Ok(json!({
            "game": record.game,
            "players": players,
            "seed": record.seed,
            "think": record.think,
            "saved": record.saved,
            "moves": moves.len(),
            "cut_off": record.cut_off,
            "outcome": outcome(&session),
            "positions": fingerprints(&session),
            "show": show(record),
        }))
    }
}

fn outcome<G: Game>(session: &Session<G>) -> Option<String> {
    match session.turn() {
        Turn::Over(outcome) => Some(outcome.to_string()),
        _ => None,
    }
}

/// A number for each position: whose turn, what is legal, how the scores stand. Ten to a line, as
/// the moves stand in the record.
fn fingerprints<G: Game>(session: &Session<G>) -> Vec<String> {
    let mut state = session.state_at(0);
    let mut all = vec![fingerprint(&state)];
    for mv in session.moves() {
        assert!(state.check(mv).is_ok(), "'{mv}' is legal no longer");
        state.play_unchecked(mv);
        all.push(fingerprint(&state));
    }
    all.chunks(10).map(|line| line.join(" ")).collect()
}

fn fingerprint<G: Game>(state: &G) -> String {
    let mut legal: Vec<String> = state.legal_moves().iter().map(ToString::to_string).collect();
    legal.sort_unstable();
    let text = format!("{:?} {legal:?} {:?}", state.turn(), state.scores());
    // FNV-1a: the standard library's hashes may change from version to version.
    let mix = |sum: u32, byte: u8| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", text.bytes().fold(0x811c_9dc5, mix))
}

/// What the program itself says of the last position.
fn show(record: &Record) -> Value {
    let home = crate::homes::home();
    let board = home.path().join("board.toml");
    fs::write(&board, &record.board).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["show", &record.game, "--json", "--moves", &record.moves.join(" ")])
        .args(["--seed", &record.seed.to_string()])
        .args(["--players", &record.players.len().to_string(), "--variant"])
        .arg(&board)
        .env("PARLOUR_HOME", home.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

#[test]
fn every_contest_stands_as_it_stood() {
    struct Results<'a>(&'a str, Journal);
    impl Visitor for Results<'_> {
        type Out = Result<Value, String>;

        fn visit<G: GameUi>(&mut self) -> Self::Out {
            let contest = self.1.contest::<G>()?;
            let (matches, standings) = Journal::matches(self.0, &contest);
            let entrant = |(at, entrant): (usize, &parlour::arena::Entrant)| {
                let line = &standings.tally.lines[at];
                json!({
                    "seat": entrant.player.to_string(),
                    "name": line.name,
                    "by_seat": line.by_seat.iter().map(count).collect::<Vec<_>>(),
                })
            };
            Ok(json!({
                "game": self.1.game,
                "begun": self.1.begun,
                "seed": self.1.seed,
                "played": matches.len(),
                "over": standings.schedule.is_over(),
                "entrants": contest.entrants.iter().enumerate().map(entrant).collect::<Vec<_>>(),
                "matches": matches
                    .iter()
                    .map(|played| match_json(&contest, played))
                    .collect::<Vec<_>>(),
            }))
        }
    }
    let faults = files("contests", "contest").into_iter().filter_map(|file| {
        let text = fs::read_to_string(&file).unwrap();
        let found = Journal::parse(&text).and_then(|journal| {
            let game = journal.game.clone();
            visit_game(&game, &mut Results(&text, journal))
        });
        match found {
            Ok(found) => compare(&file, &found).err(),
            Err(why) => Some(format!("{}: {why}", file.display())),
        }
    });
    none_of(faults.collect());
}

fn count(count: &Count) -> Value {
    json!([count.won, count.drawn, count.lost])
}

/// A match of a contest: what the journal says of it, and where its moves lead.
fn match_json<G: Bots>(contest: &Contest<G>, played: &Played) -> Value {
    let record = contest.record(played).expect("the moves of a frozen contest are kept");
    let session = Session::<G>::from_record(&record).expect("its own record");
    let forfeit = |it: &Forfeit| json!([it.seat.number(), it.kind, it.why, it.last_words]);
    let mut object = Map::new();
    let mut say = |key: &str, value: Value| object.insert(key.to_owned(), value);
    say("seating", json!(played.seating));
    say("fates", json!(played.fates));
    say("names", json!(played.names));
    say("forfeits", played.forfeits.iter().map(forfeit).collect());
    say("plies", json!(session.ply()));
    say("outcome", json!(outcome(&session)));
    let describes = G::describe(&session.state().view(Eye::Everything));
    say("last", json!(format!("{} {}", fingerprint(session.state()), sum(&describes["board"]))));
    Value::Object(object)
}

fn sum(board: &impl Display) -> usize {
    board.to_string().bytes().map(usize::from).sum()
}

#[test]
fn puzzles_solved_long_ago_are_solved() {
    for file in files("state", "toml") {
        let text = fs::read_to_string(&file).unwrap();
        let settings = "characters = \"unicode\"\nanimations = \"off\"\n";
        let mut room = room(settings, Depth::True, |store| {
            let place = store.places().remembered();
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, &text).unwrap();
        });
        room.find_puzzle("First steps");
        let picture = room.picture();
        assert!(picture.contains("Play again"), "{}: {picture}", file.display());
    }
}

//! The arena from outside: programs of every kind of behaviour, and the same table twice.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use parlour::arena::{Contest, Journal, Keep, Patience, Played, Tally};
use parlour::games::{self, Visitor, connect4::Connect4};
use parlour::play::{Player, Record, Session, Variant};
use parlour::search::{Bots, Cancel, Limit};
use parlour::tui::GameUi;

use crate::arcade::PATIENCE;
use crate::cli::told;
use crate::needs;

const PARLOUR: &str = env!("CARGO_BIN_EXE_parlour");
const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/config/bots");
/// So long a program has for a move where it is to be late.
const MOVE: Duration = Duration::from_millis(400);

fn contest<G: Bots>(seats: &[String], rounds: usize) -> Contest<G> {
    let board = G::Variant::parse(G::BOARDS[0].1).unwrap();
    let players: Vec<Player> = seats.iter().map(|seat| seat.parse().unwrap()).collect();
    let seats = if board.seats().contains(&players.len()) { players.len() } else { 2 };
    let mut contest = Contest::new(board, &players, seats).unwrap();
    contest.plan.rounds = rounds;
    contest.plan.seed = 7.into();
    contest.plan.limit = Limit::Nodes(200);
    contest.plan.patience =
        Patience { start: PATIENCE, end: PATIENCE, ..Patience::per_move(PATIENCE) };
    contest.plan.keep = Keep::Moves;
    contest
}

fn play<G: Bots>(contest: &Contest<G>, jobs: usize) -> (Tally, Vec<Played>) {
    let mut all = Vec::new();
    let standings = contest.run(jobs, &Cancel::default(), |played| all.push(played));
    (standings.tally, all)
}

fn parlour(arguments: &[&str]) -> Output {
    let home = crate::homes::home();
    Command::new(PARLOUR)
        .args(arguments)
        .env("PARLOUR_HOME", home.path())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A bot in shell words. It answers the greeting, then does what `script` says.
pub fn shell(mark: &str, script: &str) -> String {
    let greet = r#"read -r hello; echo "{\"name\": \"hostile\"}""#;
    shell_without_greeting(mark, &format!("{greet}; {script}"))
}

fn shell_without_greeting(mark: &str, script: &str) -> String {
    parlour::arena::keep_programs_with(PARLOUR.into());
    assert!(!script.contains('\''), "the script stands in single quotes");
    format!("exec:env PARLOUR_MARK={} sh -c '{script}'", own(mark))
}

/// A mark that no other run of these tests has, which may be under way at the same time.
pub fn own(mark: &str) -> String {
    format!("{mark}-{}", std::process::id())
}

/// Reads a turn and answers with the first legal move.
pub const FIRST_LEGAL: &str =
    r#"read -r t; m=${t#*legal\":[\"}; m=${m%%\"*}; echo "{\"move\": \"$m\"}""#;

/// The processes that carry this mark in their environment.
pub fn marked(mark: &str) -> Vec<String> {
    let wanted = format!("PARLOUR_MARK={}", own(mark));
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let carries = |path: &Path| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes())
    };
    processes.filter(|p| carries(&p.path())).map(|p| p.path().display().to_string()).collect()
}

/// Whoever carries the mark has been killed; a busy machine needs a moment to clear them away.
pub fn nothing_left(mark: &str) {
    let deadline = Instant::now() + PATIENCE;
    while !marked(mark).is_empty() {
        assert!(Instant::now() < deadline, "{mark}: {:?} are left", marked(mark));
        thread::sleep(Duration::from_millis(5));
    }
}

/// Children of this process that nobody has waited for.
fn zombies() -> usize {
    let me = std::process::id().to_string();
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let status = |path: &Path| fs::read_to_string(path.join("stat")).unwrap_or_default();
    let zombie = |stat: String| {
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.next() == Some("Z") && fields.next() == Some(me.as_str())
    };
    processes.filter(|process| zombie(status(&process.path()))).count()
}

/// A league of two honest bots and a hostile one: it must lose its matches for this reason and
/// within the time, nobody else may, and nothing of it may be left.
fn check(mark: &str, hostile: &str, kind: &str, why: &str) -> Vec<String> {
    let seats = ["bot:hasard", "bot:coup gagnant", hostile].map(str::to_owned);
    let mut contest = contest::<Connect4>(&seats, 2);
    // A busy machine is forgiven everything but what is being tried.
    if kind == "late" {
        contest.plan.patience.per_move = MOVE;
    }
    if why.contains("1000 ms") {
        contest.plan.patience.start = Duration::from_secs(1);
    }
    let begin = Instant::now();
    let (tally, played) = play(&contest, 2);
    let took = begin.elapsed();
    assert_eq!(played.len(), 6, "{mark}");
    for (index, line) in tally.lines.iter().enumerate() {
        let expected = if index == 2 { vec![(kind.into(), 4)] } else { Vec::new() };
        assert_eq!(line.forfeits, expected, "{mark}: {:?}", tally.forfeits);
    }
    assert_eq!(tally.lines[2].all().lost, 4, "{mark}");
    let honest = tally.duel(0, 1);
    assert_eq!(honest.games, 2.0, "{mark}");
    for (.., forfeit) in &tally.forfeits {
        assert!(forfeit.why.contains(why), "{mark}: '{}' without '{why}'", forfeit.why);
    }
    assert!(took < PATIENCE, "{mark}: {took:?}");
    nothing_left(mark);
    for played in played.iter().filter(|played| !played.forfeits.is_empty()) {
        let record = contest.record(played).unwrap().to_string();
        let read = Session::<Connect4>::from_record(&Record::parse(&record).unwrap()).unwrap();
        assert!(read.turn().is_over() && read.resigned().is_some(), "{mark}: {record}");
    }
    tally.forfeits[0].2.last_words.clone()
}

#[test]
fn who_never_answers_is_late() {
    let sleeper = shell_without_greeting("sleeper", "sleep 600");
    let (mute, noisy) = (shell("mute", "sleep 600"), shell("noisy", "yes boo >&2"));
    thread::scope(|scope| {
        scope.spawn(|| check("sleeper", &sleeper, "late", "no answer within 1000 ms"));
        scope.spawn(|| check("mute", &mute, "late", "no answer within 400 ms"));
        scope.spawn(|| check("noisy", &noisy, "late", "no answer within 400 ms"));
    });
}

#[test]
fn who_answers_late_is_late() {
    let script = format!("{FIRST_LEGAL}; sleep 1; {FIRST_LEGAL}; sleep 600");
    check("slow", &shell("slow", &script), "late", "no answer within 400 ms");
}

#[test]
fn who_dies_has_died() {
    let script = "echo one >&2; echo two >&2; exit 3";
    let words =
        check("stillborn", &shell_without_greeting("stillborn", script), "died", "status 3");
    assert_eq!(words, ["one", "two"]);
    let script = format!("{FIRST_LEGAL}; read -r t; echo \"\\033[2Jboo\" >&2; kill -9 $$");
    let words = check("victim", &shell("victim", &script), "died", "signal 9");
    assert_eq!(words, ["\u{fffd}[2Jboo"], "escape sequences must not reach our terminal");
}

#[test]
fn who_cannot_be_started_loses_too() {
    check("absent", "exec:/no/such/program", "not started", "/no/such/program");
}

#[test]
fn a_gigabyte_is_too_long() {
    let script = r#"read -r t; yes aaaaaaaaaaaaaaaaaaaaaaaa | tr -d "\n" | head -c 1000000000"#;
    check("gigabyte", &shell("gigabyte", script), "too long", "65536 bytes");
    let script = "read -r t; yes gibberish";
    check("lines", &shell("lines", script), "garbage", "it answered 'gibberish'");
}

#[test]
fn binary_is_garbage() {
    let script = r#"read -r t; printf "\377\376\000\n"; sleep 600"#;
    check("binary", &shell("binary", script), "garbage", "isn't text");
    let script = r#"read -r t; echo "{\"move\": 4}"; sleep 600"#;
    check("number", &shell("number", script), "garbage", "expected {\"move\": \"..\"}");
}

#[test]
fn two_answers_are_one_too_many() {
    let script = r#"read -r t; printf "{\"move\": \"4\"}\n{\"move\": \"4\"}\n"; sleep 600"#;
    check("double", &shell("double", script), "two answers", "without being asked");
    let script = r#"read -r h; printf "{\"name\": \"a\"}\n{\"move\": \"4\"}\n"; sleep 600"#;
    let hasty = shell_without_greeting("hasty", script);
    check("hasty", &hasty, "two answers", "without being asked");
}

#[test]
fn an_illegal_move_is_refused_with_its_reason() {
    let script = r#"read -r t; echo "{\"move\": \"8\"}"; sleep 600"#;
    check("eight", &shell("eight", script), "illegal", "'8' is refused: there is no column 8");
    let script = r#"read -r t; echo "{\"move\": \"e4\"}"; sleep 600"#;
    check("chess", &shell("chess", script), "illegal", "'e4' isn't a column");
}

#[test]
fn who_closes_the_output_says_nothing_more() {
    check("closed", &shell("closed", "exec >&-; sleep 600"), "closed output", "closed its output");
}

#[test]
fn children_of_a_program_go_with_it() {
    // They hold the pipes open though the one who was asked is dead.
    let script = "sleep 600 & sleep 600 & (sleep 600; sleep 600) & exit 0";
    check("parent", &shell("parent", script), "died", "exit status 0");
}

#[test]
fn who_ignores_the_end_has_lost_after_all() {
    let script = format!(
        "trap \"\" TERM; n=0; while [ $n -lt 30 ]; do {FIRST_LEGAL}; n=$((n+1)); done; sleep 600"
    );
    let seats = ["bot:hasard".to_owned(), shell("deaf", &script)];
    let mut contest = contest::<Connect4>(&seats, 4);
    contest.plan.patience.end = Duration::from_millis(100);
    let (tally, played) = play(&contest, 2);
    assert_eq!(tally.lines[1].forfeits, [("ignored the end".into(), 4)], "{:?}", tally.forfeits);
    assert_eq!((tally.lines[0].all().won, tally.lines[1].all().lost), (4, 4));
    assert!(tally.forfeits[0].2.why.contains("within 100 ms after the match"));
    // The record says what was played: the match came to its end on the board.
    for played in &played {
        let record = contest.record(played).unwrap();
        let read = Session::<Connect4>::from_record(&record).unwrap();
        assert!(read.turn().is_over() && read.resigned().is_none(), "{record}");
    }
    nothing_left("deaf");
    // Where both ignore it nobody has won.
    let deaf = shell("both", &script);
    let mut both = self::contest::<Connect4>(&[deaf.clone(), deaf], 2);
    both.plan.patience.end = Duration::from_millis(100);
    let (tally, _) = play(&both, 2);
    assert!(tally.lines.iter().all(|line| line.all().lost == 2), "{tally:?}");
    nothing_left("both");
}

#[test]
fn nobody_waits_for_ever_and_no_zombie_stays() {
    let seats = ["bot:hasard".to_owned(), shell("mortal", "exit 1")];
    play(&contest::<Connect4>(&seats, 10), 2);
    // Other tests have children of their own at the same time, but not for long.
    let deadline = Instant::now() + PATIENCE;
    while zombies() > 0 {
        assert!(Instant::now() < deadline, "zombies stay");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_contest_can_be_called_off() {
    let seats = ["bot:hasard".to_owned(), shell("waiting", "sleep 600")];
    let mut contest = contest::<Connect4>(&seats, 1000);
    contest.plan.patience = Patience::per_move(Duration::from_secs(600));
    let cancel = Cancel::default();
    let begin = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            cancel.cancel();
        });
        contest.run(2, &cancel, |_| panic!("no match can have ended"));
    });
    assert!(begin.elapsed() < PATIENCE);
    nothing_left("waiting");
}

#[test]
fn same_seed_same_table_whatever_the_jobs() {
    let table = |jobs: &str, seed: &str, more: &[&str]| {
        let seats = ["--seat", "bot:hasard", "--seat", "bot:coup gagnant", "--seat", "bot:hasard"];
        let mut arguments = vec!["arena", "connect4", "--games", "100"];
        arguments.extend(["--jobs", jobs, "--seed", seed]);
        arguments.extend(seats);
        arguments.extend(more);
        let output = parlour(&arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for (more, words) in [(&[][..], "each against each"), (&["--knock-out"], "winner: ")] {
        let one = table("1", "5", more);
        assert_eq!(one, table("2", "5", more));
        assert_ne!(one, table("2", "6", more));
        assert!(one.contains("hasard 2") && one.contains(words), "{one}");
    }
}

#[test]
fn a_journal_holds_what_came_of_a_contest() {
    let words = shell("scribe", "echo oh dear >&2; exit 3");
    let contest =
        contest::<Connect4>(&["bot:hasard".to_owned(), "bot:hasard".to_owned(), words], 4);
    let (tally, played) = play(&contest, 2);
    let journal = Journal::begin(&contest, "today".to_owned());
    let lines: Vec<String> = played.iter().map(Played::line).collect();
    let text = format!("{}\n{}\n", journal.line(), lines.join("\n"));
    assert_eq!(Journal::parse(&text), Ok(journal.clone()));
    let again = journal.contest::<Connect4>().unwrap();
    let (read, standings) = Journal::matches(&text, &again);
    assert!(standings.schedule.is_over());
    assert_eq!(standings.tally.forfeits, tally.forfeits);
    assert_eq!(standings.tally.seats, tally.seats);
    for (read, played) in read.iter().zip(&played) {
        assert_eq!((&read.moves, &read.names), (&played.moves, &played.names));
        assert_eq!(again.record(read), contest.record(played));
    }
    // They are counted in order and once, whatever the order of the lines, up to the first gap;
    // strangers' lines count for nothing.
    let mixed = [&lines[1], &lines[0], "nonsense", &lines[1], &lines[3]].join("\n");
    let spoiled = format!("{}\n{mixed}\n", journal.line());
    assert_eq!(Journal::matches(&spoiled, &again).0, read[..2]);
}

#[test]
fn json_and_records_tell_the_same_story() {
    let folder = crate::homes::home();
    let path = folder.path().join("kept");
    let output = parlour(&[
        "arena",
        "connect4",
        "--seat",
        "bot:hasard",
        "--seat",
        "bot:winning-move",
        "--games",
        "12",
        "--json",
        "--save",
        path.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{output:?}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut won = [0, 0];
    for entry in fs::read_dir(&path).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let record = Record::parse(&text).unwrap();
        let session = Session::<Connect4>::from_record(&record).unwrap();
        for seat in session.winners() {
            let first = record.players[seat.index()].to_string() == "bot:hasard";
            won[usize::from(!first)] += 1;
        }
    }
    assert_eq!(fs::read_dir(&path).unwrap().count(), 12);
    for (entrant, won) in won.into_iter().enumerate() {
        let entrant = &told["entrants"][entrant];
        assert_eq!(entrant["won"], won, "{told}");
        let seats = entrant["by_seat"].as_array().unwrap();
        assert!(seats.iter().all(|seat| seat["played"] == 6), "{told}");
    }
}

#[test]
fn wrong_calls_are_refused_in_a_sentence() {
    for (arguments, why) in [
        (vec!["--seat", "bot:hasard"], "use a '--seat' for each"),
        (vec!["--seat", "human", "--seat", "bot:hasard"], "can't play in the arena"),
        (vec!["--seat", "bot:nobody", "--seat", "bot:hasard"], "'nobody' isn't a strategy"),
        (vec!["--seat", "robot", "--seat", "bot:hasard"], "'robot' isn't a seat"),
        (vec!["--seat", "bot:hasard", "--seat", "bot:hasard", "--games", "0"], "0 is not in"),
        (vec!["--seat", "bot:hasard", "--knock-out"], "use a '--seat' for each"),
    ] {
        let output = parlour(&[&["arena", "connect4"], &arguments[..]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(why), "{said}");
    }
}

/// Everybody at a table of every game is this program.
struct Everywhere(String);

impl Visitor for Everywhere {
    type Out = ();

    fn visit<G: GameUi>(&mut self) {
        let board = G::Variant::parse(G::BOARDS[0].1).unwrap();
        let seats = vec![self.0.clone(); board.usual_seats().max(2)];
        let contest = contest::<G>(&seats, 1);
        let (tally, played) = play(&contest, 1);
        assert!(tally.forfeits.is_empty(), "{}: {:?}", G::ID, tally.forfeits);
        assert_eq!(played.len(), 1, "{}", G::ID);
    }
}

#[test]
fn the_clever_one_plays_every_game() {
    if let Some(python) = needs::python("the_clever_one_plays_every_game") {
        games::visit_all(&mut Everywhere(format!("exec:'{python}' -S {BOTS}/clever_bot.py")));
    }
}

#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn the_clever_one_is_cleverer() {
    if let Some(python) = needs::python("the_clever_one_is_cleverer") {
        let seats = ["bot:hasard".to_owned(), format!("exec:'{python}' -S {BOTS}/clever_bot.py")];
        let contest = contest::<Connect4>(&seats, 12);
        let (tally, _) = play(&contest, 2);
        assert!(tally.lines[1].all().won >= 10, "{tally:?}");
        assert_eq!(tally.lines[1].name.as_deref(), Some("clever bot"));
    }
}

#[test]
fn the_clever_one_is_short() {
    let text = fs::read_to_string(Path::new(BOTS).join("clever_bot.py")).unwrap();
    assert!(text.lines().count() < 60);
}

/// Our own bots speak the protocol, and the one at the other end of a pipe plays as the one here.
struct OurBots;

impl Visitor for OurBots {
    type Out = ();

    fn visit<G: GameUi>(&mut self) {
        let name = G::STRATEGIES[0].name;
        let bot = format!("exec:\"{PARLOUR}\" bot {} --strategy \"{name}\" --nodes 100", G::ID);
        let board = G::Variant::parse(G::BOARDS[0].1).unwrap();
        let mut seats = vec![bot; board.usual_seats().max(2)];
        seats[0] = format!("bot:{name}");
        let contest = contest::<G>(&seats, 2);
        let (tally, _) = play(&contest, 2);
        assert!(tally.forfeits.is_empty(), "{}: {:?}", G::ID, tally.forfeits);
    }
}

#[test]
fn our_bots_speak_the_protocol() {
    games::visit_all(&mut OurBots);
}

#[test]
fn a_bot_of_ours_says_what_it_does_not_understand() {
    for (input, why) in [
        ("nonsense\n", "the referee's line"),
        ("{\"turn\": {\"legal\": []}}\n", "expected the greeting first"),
        (
            "{\"hello\": {\"protocol\": 9, \"game\": \"connect4\", \"variant\": {}, \"seat\": 1, \"players\": 2}}\n",
            "protocol 9",
        ),
    ] {
        let mut bot = Command::new(PARLOUR);
        let output = told(bot.args(["bot", "connect4", "--strategy", "hasard"]), input);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(why), "{said}");
    }
}

#[test]
fn a_program_takes_a_seat_in_a_plain_match() {
    let mark = "guest";
    let script = format!("while true; do {FIRST_LEGAL}; done");
    let guest = shell(mark, &script.replace("read -r t;", "read -r t || exit;"));
    let output = parlour(&[
        "play",
        "connect4",
        "--plain",
        "--seed",
        "3",
        "--seat",
        &guest,
        "--seat",
        "bot:hasard",
    ]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && !said.contains("forfeits"), "{said}");
    assert!(said.trim_end().ends_with("wins") || said.contains("a draw"), "{said}");
    nothing_left(mark);
    let broken = shell_without_greeting("broken", "echo sorry >&2; exit 4");
    let output =
        parlour(&["play", "connect4", "--plain", "--seat", "bot:hasard", "--seat", &broken]);
    let said = String::from_utf8_lossy(&output.stdout);
    let why = "forfeits: it died without an answer (exit status 4); its last words: sorry";
    assert!(output.status.success() && said.contains(why), "{said}");
}

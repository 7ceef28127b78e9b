//! Programs that keep to no rules, wherever a program can sit: each costs no more than its limits,
//! has a reason to its name, and leaves nothing running. And the other way round: nothing that a
//! program is told lets it foresee anything, and no referee dies without its programs.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour::arena::protocol;
use parlour::games::connect4::Connect4;
use parlour::games::turtles::Turtles;
use parlour::play::{Game, Player, Record, Seat, Session, Variant};
use parlour::screens;
use parlour::store::Store;
use parlour::tui::Depth;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::arena::{FIRST_LEGAL, marked, nothing_left, own, shell};
use crate::fuzz::switch;
use crate::needs;
use crate::room::room;

const PARLOUR: &str = env!("CARGO_BIN_EXE_parlour");
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/hostile.py");
/// Longer than any of them may hold up anybody, on a busy machine.
const LONGEST: Duration = Duration::from_secs(40);

/// What comes of a program in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// A forfeit of this kind, for a reason with these words.
    Forfeits(&'static str, &'static str),
    /// It has done nothing wrong.
    Plays,
    /// It has done nothing wrong until it should have left, which a contest counts against it.
    Stays,
}

use Fate::{Forfeits, Plays, Stays};

/// What each kind has to come to. `cargo test` has each play at two of the four places where a
/// program can sit, `HOSTILE=4` at all of them.
const KINDS: [(&str, Fate); 39] = [
    ("silent", Forfeits("late", "no answer within")),
    ("slow_start", Forfeits("late", "no answer within")),
    ("mute", Forfeits("late", "no answer within")),
    ("garbage", Forfeits("garbage", "it answered 'boo'")),
    ("nothing", Forfeits("garbage", "it answered ''")),
    ("binary", Forfeits("garbage", "isn't text")),
    ("no_text", Forfeits("garbage", "isn't text")),
    ("endless", Forfeits("too long", "longer than 65536 bytes")),
    ("long_move", Forfeits("illegal", "is refused")),
    ("escape", Forfeits("illegal", "is refused")),
    ("illegal", Forfeits("illegal", "'9' is refused")),
    ("chess", Forfeits("illegal", "'e4' is refused")),
    ("two", Forfeits("two answers", "without being asked")),
    ("early", Forfeits("two answers", "without being asked")),
    ("twice", Forfeits("garbage", "the key 'move' twice")),
    ("list", Forfeits("garbage", "expected {\"move\"")),
    ("number", Forfeits("garbage", "expected {\"move\"")),
    ("deep", Forfeits("garbage", "expected {\"move\"")),
    ("closes_output", Forfeits("closed output", "closed its output")),
    ("closes_input", Forfeits("late", "no answer within")),
    ("stillborn", Forfeits("died", "exit status 3")),
    ("no_such_kind", Forfeits("died", "exit status 1")),
    ("dies_in_the_middle", Forfeits("died", "signal 9")),
    ("leaves_in_the_middle", Forfeits("died", "exit status 0")),
    ("floods_output", Forfeits("garbage", "it answered 'x'")),
    ("floods_errors", Forfeits("late", "no answer within")),
    ("leaves_others", Plays),
    ("many_others", Forfeits("late", "no answer within")),
    ("goes_into_hiding", Forfeits("died", "exit status 0")),
    ("changes_group", Forfeits("late", "no answer within")),
    ("own_session", Forfeits("late", "no answer within")),
    ("stops_itself", Forfeits("late", "no answer within")),
    ("ignores_signals", Forfeits("late", "no answer within")),
    ("stays", Stays),
    ("kills_its_parent", Forfeits("died", "signal 9")),
    ("stops_its_parent", Forfeits("late", "no answer within")),
    ("kills_its_group", Forfeits("died", "signal 9")),
    ("paints_the_terminal", Forfeits("died", "exit status 6")),
    ("strange_name", Plays),
];

/// The command line of a program of this kind.
fn hostile(python: &str, mark: &str, kind: &str) -> String {
    format!("env PARLOUR_MARK={} '{python}' -I -S {PROGRAM} {kind}", own(mark))
}

/// One kind of program at one place.
struct Case {
    python: &'static str,
    kind: &'static str,
    fate: Fate,
    mark: String,
}

impl Case {
    /// Its command line, without `exec:`.
    fn command(&self) -> String {
        hostile(self.python, &self.mark, self.kind)
    }

    fn spec(&self) -> String {
        format!("exec:{}", self.command())
    }

    /// Milliseconds for a move: few where it takes all of them, more than enough elsewhere.
    fn move_ms(&self) -> &'static str {
        if matches!(self.fate, Forfeits("late", _)) { "100" } else { "2000" }
    }

    fn home(&self) -> tempfile::TempDir {
        let home = crate::homes::home();
        fs::create_dir(home.path().join("config")).unwrap();
        fs::write(home.path().join("config/settings.toml"), self.settings()).unwrap();
        home
    }

    fn settings(&self) -> String {
        format!(
            "theme = \"dark\"\ncharacters = \"unicode\"\nanimations = \"off\"\n\
             bot_speed = \"at-once\"\nbot_time_ms = {}\nprograms = ['''{}''']\n",
            self.move_ms(),
            self.command()
        )
    }

    /// What the binary says, on standard output.
    fn ask(&self, arguments: &[&str]) -> String {
        let home = self.home();
        let output = Command::new(PARLOUR)
            .args(arguments)
            .env("PARLOUR_HOME", home.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}: {output:?}", self.mark);
        String::from_utf8(output.stdout).unwrap()
    }

    /// `parlour arena`.
    fn arena(&self) {
        let quick = ["silent", "slow_start", "changes_group"].contains(&self.kind);
        let start_ms = if quick { "1000" } else { "20000" };
        let spec = self.spec();
        let told = self.ask(&[
            "arena",
            "connect4",
            "--seat",
            &spec,
            "--seat",
            "bot:hasard",
            "--games",
            "1",
            "--json",
            "--start-ms",
            start_ms,
            "--move-ms",
            self.move_ms(),
        ]);
        let told: Value = serde_json::from_str(&told).unwrap();
        self.judge(&told["forfeits"]);
        let name = told["entrants"][0]["name"].as_str().unwrap_or_default();
        assert!(!name.contains(char::is_control) && name.chars().count() < 50, "{name}");
    }

    /// The arena's page, in this process.
    fn page(&self) {
        let choices = |pairs: &[(&str, &str)]| {
            let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
            pairs.iter().map(own).collect::<BTreeMap<String, String>>()
        };
        let limit = format!("{} ms", self.move_ms());
        let mut room = room(&self.settings(), Depth::True, |store| {
            let mut store = Store::open(store.places().clone());
            store.remember("arena", choices(&[("game", "connect4")])).unwrap();
            let contest = choices(&[
                ("games", "1"),
                ("limit", limit.as_str()),
                ("bot:hasard", "1"),
                ("bot:coup gagnant", "0"),
                ("bot:profondeur 0", "0"),
                (self.spec().as_str(), "1"),
            ]);
            store.remember("arena connect4", contest).unwrap();
        });
        room.press("a enter");
        assert!(room.picture().contains("1 of 1"), "{}:\n{}", self.mark, room.picture());
        let kept = room.context.store.contests().remove(0).text.unwrap();
        let played: Value = serde_json::from_str(kept.lines().nth(1).unwrap()).unwrap();
        self.judge(&played["forfeits"]);
    }

    /// What a contest holds against it.
    fn judge(&self, forfeits: &Value) {
        let first = &forfeits[0];
        match self.fate {
            Forfeits(kind, words) => {
                let why = first["why"].as_str().unwrap_or_default();
                assert!(first["kind"] == kind && why.contains(words), "{}: {first}", self.mark);
            }
            Stays => assert_eq!(first["kind"], "ignored the end", "{}", self.mark),
            Plays => assert!(first.is_null(), "{}: {first}", self.mark),
        }
    }

    /// A seat in the full screen, in this process, against a person.
    fn seat(&self) {
        let mut room = room(&self.settings(), Depth::True, |_| {});
        room.resize(140, 40);
        let board = Variant::parse(Connect4::BOARDS[0].1).unwrap();
        let session = Session::<Connect4>::new(&board, 2, 5);
        let players = vec![self.spec().parse().unwrap(), Player::Human { name: None }];
        let screen = screens::play::open::<Connect4>(session, players, &mut room.context);
        room.open(screen);
        // Some of them play a first move as if nothing were amiss.
        let picture = room.picture();
        if !picture.contains("the program failed") {
            assert!(picture.contains("move 2"), "{}:\n{picture}", self.mark);
            room.press("7");
        }
        let picture = room.picture();
        match self.fate {
            Forfeits(..) => {
                assert!(picture.contains("the program failed"), "{}:\n{picture}", self.mark);
            }
            Plays | Stays => assert!(picture.contains("move 4"), "{}:\n{picture}", self.mark),
        }
        let begin = Instant::now();
        room.press("ctrl-c");
        drop(room);
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(3), "{}: left after {took:?}", self.mark);
    }

    /// A seat in plain mode.
    fn plain(&self) {
        let spec = self.spec();
        let said =
            self.ask(&["play", "connect4", "--plain", "--seat", &spec, "--seat", "bot:hasard"]);
        match self.fate {
            Forfeits(_, words) => {
                let why = said.lines().find(|line| line.contains("forfeits: "));
                assert!(why.is_some_and(|why| why.contains(words)), "{}: {said}", self.mark);
            }
            Plays | Stays => assert!(!said.contains("forfeits"), "{}: {said}", self.mark),
        }
    }
}

#[test]
fn no_program_holds_anybody_up_or_leaves_anything_behind() {
    let test = "no_program_holds_anybody_up_or_leaves_anything_behind";
    let Some(python) = needs::python(test) else { return };
    // Hosts that run in this process need our binary to keep their programs.
    parlour::arena::keep_programs_with(PARLOUR.into());
    type Host = (&'static str, fn(&Case));
    let hosts: [Host; 4] = [
        ("arena", Case::arena),
        ("page", Case::page),
        ("seat", Case::seat),
        ("plain", Case::plain),
    ];
    let mut cases = Vec::new();
    for (at, (kind, fate)) in KINDS.into_iter().enumerate() {
        // Neighbours of the list, which are alike, meet at all places.
        for more in 0..switch("HOSTILE", 1) as usize {
            let (name, host) = hosts[(at + more) % hosts.len()];
            cases.push((Case { python, kind, fate, mark: format!("{name}-{kind}") }, host));
        }
    }
    // The patient ones first: they wait while others work.
    cases.sort_by_key(|(case, _)| !matches!(case.fate, Forfeits("late", _) | Stays));
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..10 {
            scope.spawn(|| {
                while let Some((case, host)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begin = Instant::now();
                    host(case);
                    let took = begin.elapsed();
                    assert!(took < LONGEST, "{} took {took:?}", case.mark);
                    nothing_left(&case.mark);
                }
            });
        }
    });
}

/// `parlour arena` with more arguments, in a home of its own.
fn arena(home: &Path, arguments: &[&str]) -> Child {
    Command::new(PARLOUR)
        .arg("arena")
        .args(arguments)
        .env("PARLOUR_HOME", home)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Ends it by a signal; says how long that took and what it said.
fn signalled(mut child: Child, signal: Signal) -> (Duration, String, String) {
    let begin = Instant::now();
    let process = Pid::from_child(&child);
    kill_process(process, signal).unwrap();
    // Whoever has not heard it by then is not waited for; the time says so.
    let (gone, is_gone) = channel::<()>();
    thread::spawn(move || {
        if is_gone.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
            kill_process(process, Signal::KILL).unwrap();
        }
    });
    let (mut said, mut complained) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut complained).unwrap();
    child.wait().unwrap();
    drop(gone);
    (begin.elapsed(), said, complained)
}

#[test]
fn programs_die_with_a_referee_that_is_killed() {
    let Some(python) = needs::python("programs_die_with_a_referee_that_is_killed") else { return };
    let home = crate::homes::home();
    let kinds = ["mute", "own_session", "many_others", "ignores_signals", "stops_itself"];
    let referees: Vec<(String, Child)> = kinds
        .into_iter()
        .map(|kind| {
            let mark = format!("orphan-{kind}");
            let spec = format!("exec:{}", hostile(python, &mark, kind));
            let arguments = ["connect4", "--seat", &spec, "--seat", &spec];
            let limits = ["--start-ms", "600000", "--move-ms", "600000"];
            (mark, arena(home.path(), &[arguments.as_slice(), &limits].concat()))
        })
        .collect();
    for (mark, mut referee) in referees {
        let deadline = Instant::now() + LONGEST;
        while marked(&mark).len() < 2 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        // Two matches at least are under way; some programs are still doing what they came for.
        thread::sleep(Duration::from_millis(200));
        assert!(!marked(&mark).is_empty(), "{mark} never began");
        referee.kill().unwrap();
        referee.wait().unwrap();
        nothing_left(&mark);
    }
}

#[test]
fn a_signal_ends_a_contest_with_what_is_done_saved() {
    let home = crate::homes::home();
    let records = home.path().join("records");
    let bots = ["--seat", "bot:random", "--seat", "bot:random", "--games", "20000"];
    let save = ["--json", "--save", records.to_str().unwrap()];
    let child = arena(home.path(), &[&["vorassic"], bots.as_slice(), &save].concat());
    let begun = || fs::read_dir(&records).is_ok_and(|files| files.count() > 50);
    let deadline = Instant::now() + LONGEST;
    while !begun() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    let (took, said, complained) = signalled(child, Signal::TERM);
    assert!(took < Duration::from_secs(4), "{took:?}");
    let told: Value = serde_json::from_str(&said).unwrap();
    let played = told["played"].as_u64().unwrap();
    assert!(complained.contains(&format!("stopped after {played} of 20000")), "{complained}");
    // What is reported is what is kept, all of it whole and nothing else beside it.
    let kept: Vec<_> = fs::read_dir(&records).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(kept.len() as u64, played);
    for file in kept {
        assert!(file.extension().is_some_and(|it| it == "parlour"), "{}", file.display());
        Record::parse(&fs::read_to_string(file).unwrap()).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn a_contest_of_millions_takes_no_more_memory_than_a_short_one() {
    // On a real disk, which is slow.
    let home = tempfile::tempdir().unwrap();
    let records = home.path().join("records");
    let bots = ["connect4", "--seat", "bot:hasard", "--seat", "bot:hasard"];
    let many = ["--games", "10000000", "--save", records.to_str().unwrap()];
    let child = arena(home.path(), &[bots.as_slice(), &many].concat());
    // It plays many times faster than it saves; what waits to be saved must not pile up.
    let deadline = Instant::now() + LONGEST;
    let saved = || fs::read_dir(&records).map_or(0, Iterator::count);
    while saved() < 1200 && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let megabytes = peak.split_whitespace().next().unwrap().parse::<u64>().unwrap() / 1024;
    let (took, _, complained) = signalled(child, Signal::INT);
    assert!(took < Duration::from_secs(4), "{took:?}");
    assert!(complained.contains("of 10000000 matches"), "{complained}");
    assert!(megabytes < 60, "{megabytes} MB");
}

/// Everything that the first seat of each match was sent, and the records of the matches.
fn overheard(mark: &str, games: &str, more: &[&str]) -> (Vec<Vec<String>>, Vec<Record>) {
    let home = crate::homes::home();
    let (log, records) = (home.path().join("log"), home.path().join("records"));
    let listen = format!("read -r t || exit; printf \"%s\\n\" \"$t\" >>{}.$$;", log.display());
    let spy = format!("while true; do {}; done", FIRST_LEGAL.replace("read -r t;", &listen));
    let greet = format!("printf \"%s\\n\" \"$hello\" >>{}.$$", log.display());
    let spec = shell(mark, &format!("{greet}; {spy}"));
    let child = arena(
        home.path(),
        &[
            &["turtles", "--seat", &spec, "--seat", "bot:random", "--games", games, "--jobs", "1"],
            &["--save", records.to_str().unwrap(), "--start-ms", "20000", "--move-ms", "20000"][..],
            // Both wander about; a few turns tell the spy all there is to overhear.
            &["--set", "patience=5"],
            more,
        ]
        .concat(),
    );
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let texts = |folder: &Path, wanted: &str| {
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
        let mut files: Vec<_> = files
            .filter(|file| file.file_name().to_string_lossy().contains(wanted))
            .map(|file| (file.metadata().unwrap().modified().unwrap(), file.path()))
            .collect();
        files.sort();
        files.into_iter().map(|(_, path)| fs::read_to_string(path).unwrap()).collect::<Vec<_>>()
    };
    let told = texts(home.path(), "log.");
    let told = told.iter().map(|text| text.lines().map(str::to_owned).collect()).collect();
    let mut kept: Vec<Record> =
        texts(&records, ".parlour").iter().map(|text| Record::parse(text).unwrap()).collect();
    kept.sort_by_key(|record| (record.seed, record.moves.clone()));
    (told, kept)
}

/// What a program might do: make every match that it has tabled, and look which of them begins with
/// the greeting it was sent. The dice of that one would be the dice of this one.
fn foretold(hello: &str, tabled: &BTreeMap<u64, u64>) -> Option<u64> {
    let hello: Value = serde_json::from_str(hello).unwrap();
    tabled.get(&hello["hello"]["seed"].as_u64().unwrap()).copied()
}

#[test]
fn nothing_that_a_program_is_sent_foretells_the_deal() {
    let (told, kept) = overheard("spy", "6", &[]);
    assert_eq!((told.len(), kept.len()), (6, 6));
    let board = <Turtles as Game>::Variant::parse(Turtles::BOARDS[0].1).unwrap();
    let patience = parlour::arena::Patience::per_move(Duration::from_secs(20));
    // The seeds that somebody might think of, as seeds of matches and of contests; more of them with
    // `TABLED=4096`.
    let mut tabled = BTreeMap::new();
    for seed in 0..switch("TABLED", 256) {
        let contest = parlour::arena::Secret::from(seed % 64).of_match(seed as usize / 64);
        for seed in [seed, contest] {
            let session = Session::<Turtles>::new(&board, 2, seed);
            for seat in Seat::all(2) {
                let hello = protocol::hello(&session, seat, &patience, seat.index());
                let hello: Value = serde_json::from_str(&hello).unwrap();
                tabled.insert(hello["hello"]["seed"].as_u64().unwrap(), seed);
            }
        }
    }
    let hits: Vec<_> = told.iter().filter_map(|told| foretold(&told[0], &tabled)).collect();
    assert!(hits.is_empty(), "{} of 6 deals are foretold", hits.len());
    // None of the numbers it has read is a seed, or leads to one.
    for record in &kept {
        assert!(!told.iter().flatten().any(|line| line.contains(&record.seed.to_string())));
        assert!(!tabled.values().any(|seed| *seed == record.seed));
    }
    // The two matches of a set have the same dice, and no others have anything in common.
    let mut seeds: Vec<u64> = kept.iter().map(|record| record.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 3);
    assert!(seeds.windows(2).all(|two| two[1] - two[0] > 1 << 16), "one seed follows another");
}

#[test]
fn a_seed_repeats_a_contest_and_what_its_programs_are_sent() {
    let (one, first) = overheard("once", "2", &["--seed", "3"]);
    let (other, second) = overheard("again", "2", &["--seed", "3"]);
    assert_eq!(
        first.iter().map(|it| &it.moves).collect::<Vec<_>>(),
        second.iter().map(|it| &it.moves).collect::<Vec<_>>()
    );
    assert_eq!(one, other);
}

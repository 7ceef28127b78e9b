//! Programs tried as bots, kits to start from, and the page that a contest leaves.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use parlour::games;
use serde_json::Value;

use crate::arena::{FIRST_LEGAL, nothing_left, own};
use crate::fuzz::switch;
use crate::needs::{needs, python};

const PARLOUR: &str = env!("CARGO_BIN_EXE_parlour");
const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/config/bots");

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(PARLOUR);
    command.args(arguments).env("PARLOUR_HOME", "/nonexistent").stdin(Stdio::null());
    command.env_remove("PYTHONUNBUFFERED");
    command.output().unwrap()
}

/// A shell script that plays Connect Four with a fault, and what is to be found out about it.
struct Faulty {
    mark: &'static str,
    script: String,
    check: &'static str,
    kind: &'static str,
    mend: &'static str,
    /// Where the fault is to take too long, the limits: a busy machine is forgiven all others.
    short: &'static [&'static str],
}

impl Faulty {
    /// The fault that was found.
    fn tried(&self) -> Value {
        let mark = self.mark;
        let mark_of = format!("PARLOUR_MARK={}", own(mark));
        let limits = ["--start-ms", "--move-ms", "--end-ms"]
            .map(|limit| [limit, if self.short.contains(&limit) { "200" } else { "60000" }])
            .concat();
        let command = ["--json", "--", "env", &mark_of, "sh", "-c", &self.script];
        let output = run(&[&["check-bot", "connect4"], &limits[..], &command].concat());
        let found: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        assert_eq!(output.status.code(), Some(1), "{mark}: {found}");
        assert_eq!(found["passed"], false);
        let checks = found["checks"].as_array().unwrap();
        let failed = checks.iter().find(|it| it["name"] == self.check).unwrap();
        let fault = &failed["faults"][0];
        assert_eq!(fault["kind"], self.kind, "{mark}: {found}");
        assert!(fault["mend"].as_str().unwrap().contains(self.mend), "{mark}: {fault}");
        nothing_left(mark);
        fault.clone()
    }
}

/// Does something with all of them side by side: most of them sleep.
fn side_by_side<T: Sync, A: Send>(all: &[T], work: impl Fn(&T) -> A + Sync) -> Vec<A> {
    thread::scope(|scope| {
        let started: Vec<_> = all.iter().map(|it| scope.spawn(|| work(it))).collect();
        started.into_iter().map(|it| it.join().unwrap()).collect()
    })
}

/// The limits of an answer, and of one that lies in a buffer.
const LATE: &[&str] = &["--move-ms", "--end-ms"];
const GREET: &str = r#"read -r hello; echo '{"name": "tried"}'; "#;

#[test]
fn every_fault_has_its_line_and_its_remedy() {
    let faulty = |mark, script: &str, check, kind, mend, short| Faulty {
        mark,
        script: format!("{GREET}{script}"),
        check,
        kind,
        mend,
        short,
    };
    let illegal = "read -r t; echo '{\"move\": \"9\"}'";
    // Both in one piece, so that the second is there when the first is read.
    let two = "read -r t; printf '%s\\n' '{\"move\": \"4\"}' x; sleep 60";
    let stay = format!("n=0; while [ $n -lt 30 ]; do {FIRST_LEGAL}; n=$((n+1)); done; sleep 60");
    let child = r#"sleep 60 & while read -r t; do case $t in *over*) exit;; esac;
        m=${t#*legal\":[\"}; m=${m%%\"*}; echo "{\"move\": \"$m\"}"; done"#;
    let found = side_by_side(
        &[
            faulty("c-slow", "read -r t; sleep 60", "time", "late", "'move_ms'", LATE),
            faulty("c-bad", illegal, "moves", "illegal", "'legal'", &[]),
            faulty(
                "c-talk",
                "read -r t; echo thinking",
                "answers",
                "garbage",
                "standard error",
                &[],
            ),
            faulty("c-two", two, "answers", "two answers", "once", &[]),
            faulty("c-stay", &stay, "end", "ignored the end", "'over'", &["--end-ms"]),
            faulty("c-child", child, "leftovers", "left processes", "every process", &[]),
        ],
        Faulty::tried,
    );
    let line = |at: usize| found[at]["line"].as_str().unwrap();
    assert!(line(0).starts_with("{\"turn\""), "{}", line(0));
    assert_eq!(line(1), "{\"move\": \"9\"}");
    assert!(line(5).starts_with("{\"over\""), "{}", line(5));
}

#[test]
fn a_start_that_fails_is_told_once() {
    let faulty = |mark, script: &str, kind, mend, short| {
        Faulty { mark, script: script.to_owned(), check: "start", kind, mend, short }.tried()
    };
    let fault =
        faulty("c-mute", "sleep 60", "late", "answer the greeting", &["--start-ms", "--end-ms"]);
    assert!(fault["line"].as_str().unwrap().starts_with("{\"hello\""), "{fault}");
    let fault = faulty("c-dead", "echo no such module >&2; exit 1", "died", "error output", &[]);
    assert_eq!(fault["stderr"][0], "no such module");
    let output = run(&["check-bot", "connect4", "--", "/no/such/bot"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(1) && said.contains("FAULT  starts"), "{said}");
    assert!(said.contains("check the path"), "{said}");
    // What was never reached is not said to be right.
    assert!(said.contains("-      leaves no process behind: not reached"), "{said}");
    assert!(!said.contains("\nok"), "{said}");
    // In several games at once it fails in each, and is told once how many that were.
    for (games, count) in [("connect4,goose", 2), ("all", games::IDS.len())] {
        let output = run(&["check-bot", games, "--", "/no/such/bot"]);
        let said = String::from_utf8_lossy(&output.stderr);
        let told = format!("it failed in {count} of {count} games");
        assert!(output.status.code() == Some(1) && said.contains(&told), "{output:?}");
    }
    assert_eq!(run(&["check-bot", "connect4,chess", "--", "true"]).status.code(), Some(2));
    // An echo of the greeting isn't an answer to it.
    let output = run(&["check-bot", "connect4", "--", "cat"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("FAULT  answers each line"), "{said}");
    assert!(!said.contains("\nok"), "{said}");
}

#[test]
fn an_answer_in_a_buffer_is_recognised() {
    let Some(python) = python("an_answer_in_a_buffer_is_recognised") else { return };
    let script = "import sys,json\nfor line in sys.stdin:\n    print(json.dumps({'name': 'x'}))";
    let limits = ["--start-ms", "200", "--end-ms", "60000", "--json"];
    let more =
        [&["check-bot", "connect4"], &limits[..], &["--", python, "-S", "-c", script]].concat();
    let found: Value = serde_json::from_slice(&run(&more).stdout).unwrap();
    let fault = &found["checks"][1]["faults"][0];
    assert_eq!(
        (&fault["check"], &fault["kind"]),
        (&"flush".into(), &"not flushed".into()),
        "{found}"
    );
    assert!(fault["mend"].as_str().unwrap().contains("flush=True"), "{fault}");
}

#[test]
fn a_good_bot_passes_and_is_graded_by_the_lower_bound() {
    let folder = crate::homes::home();
    let junit = folder.path().join("report.xml");
    let bot = [PARLOUR, "bot", "connect4", "--strategy", "coup gagnant", "--nodes", "50"];
    let graded = |percent: &str| {
        let junit = junit.to_str().unwrap();
        let more = ["check-bot", "connect4", "--json", "--against", "bot:hasard", "--games", "40"];
        let grade = ["--at-least", percent, "--start-ms", "30000", "--move-ms", "30000"];
        let output = run(&[&more[..], &grade, &["--junit", junit, "--"], &bot].concat());
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), found, fs::read_to_string(junit).unwrap())
    };
    let (status, found, xml) = graded("50");
    assert_eq!((status, &found["passed"]), (Some(0), &true.into()), "{found}");
    assert!(xml.contains("tests=\"8\" failures=\"0\" skipped=\"0\""), "{xml}");
    assert_eq!(found["name"], "coup gagnant");
    // The score may be above, but the interval isn't.
    let score = found["grade"]["contest"]["entrants"][0]["score"].as_f64().unwrap();
    let (status, found, xml) = graded(&format!("{}", 100.0 * score - 0.5));
    assert_eq!((status, &found["passed"]), (Some(1), &false.into()), "{found}");
    assert!(xml.contains("failures=\"1\"") && xml.contains("<failure message="), "{xml}");
    let wrong = run(&["check-bot", "connect4", "--against", "human", "--", "true"]);
    assert_eq!(wrong.status.code(), Some(2));
}

/// Passes every check with a kit on every seat of so many games, and plays it against itself in the
/// first; with `KITS=6` both in six.
fn kit_plays(command: &[&str], usual: u64) {
    let seat = format!("exec:{}", command.join(" "));
    let slow = ["--start-ms", "60000", "--move-ms", "60000", "--end-ms", "60000"];
    side_by_side(&games::IDS[..switch("KITS", usual) as usize], |game| {
        let once = ["check-bot", game, "--matches", "1"];
        let checked = run(&[&once[..], &slow, &["--"], command].concat());
        assert!(checked.status.success(), "{game}: {checked:?}");
    });
    for game in games::IDS.iter().take(switch("KITS", 1) as usize) {
        let two = ["--seat", &seat, "--seat", &seat, "--games", "1", "--players", "2", "--json"];
        let output = run(&[&["arena", game], &two[..], &slow].concat());
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["forfeits"], Value::Array(Vec::new()), "{game}: {told}");
        let name = told["entrants"][1]["label"].as_str().unwrap();
        assert!(name.starts_with("starter in ") && name.ends_with(" 2"), "{name}");
    }
}

#[test]
fn the_kits_are_short_and_say_where_to_think() {
    for name in ["starter.py", "Starter.java", "starter.c", "starter.rs"] {
        let text = fs::read_to_string(Path::new(BOTS).join(name)).unwrap();
        assert!(text.lines().count() < 100, "{name}");
        assert!(text.contains("Think here"), "{name}");
        assert!(games::IDS.iter().all(|game| text.contains(game)), "{name}");
    }
}

#[test]
fn the_kit_in_python_plays_every_game() {
    if let Some(python) = python("the_kit_in_python_plays_every_game") {
        kit_plays(&[python, "-S", &format!("{BOTS}/starter.py")], 6);
    }
}

/// Builds a kit with a compiler, if that is here.
fn build(test: &str, compiler: &str, asked: &str, arguments: &[&str]) -> bool {
    needs(test, compiler, compiler, &[asked])
        && Command::new(compiler).args(arguments).status().unwrap().success()
}

#[test]
fn the_kit_in_java_plays() {
    let test = "the_kit_in_java_plays";
    let folder = crate::homes::home();
    let at = folder.path().to_str().unwrap();
    // What lives for a moment need not be optimised.
    let quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none", "-d", at];
    let source = format!("{BOTS}/Starter.java");
    if needs(test, "java", "java", &["-version"])
        && build(test, "javac", "-version", &[&quick[..], &[source.as_str()]].concat())
    {
        let quick = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
        // A virtual machine takes its time to start.
        kit_plays(&[&quick[..], &["-cp", at, "Starter"]].concat(), 1);
    }
}

#[test]
fn the_kit_in_c_plays_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("starter").to_str().unwrap().to_owned();
    let arguments = ["-Wall", "-Wextra", "-Werror", "-o", &program, &format!("{BOTS}/starter.c")];
    if build("the_kit_in_c_plays_every_game", "cc", "--version", &arguments) {
        kit_plays(&[&program], 6);
    }
}

#[test]
fn the_kit_in_rust_plays_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("starter").to_str().unwrap().to_owned();
    let source = format!("{BOTS}/starter.rs");
    let arguments = ["--edition", "2021", "-D", "warnings", "-o", &program, &source];
    if build("the_kit_in_rust_plays_every_game", "rustc", "--version", &arguments) {
        kit_plays(&[&program], 6);
    }
}

#[test]
fn a_page_holds_everything_and_asks_nobody() {
    let folder = crate::homes::home();
    let page = folder.path().join("page.html");
    let hostile = "exec:sh -c 'read a; echo \"{\\\"name\\\": \\\"</script><b>x\\\"}\"; read b; \
                   echo \"<img src=x>\" >&2; exit 3'";
    for game in games::IDS {
        let seats = ["--seat", "exec:true", "--seat", hostile, "--players", "2", "--games", "2"];
        let bot = format!("exec:'{PARLOUR}' bot {game} --strategy random --nodes 50");
        let more = ["--seat", &bot, "--seed", "3", "--html", page.to_str().unwrap()];
        let output = run(&[&["arena", game], &seats[..], &more].concat());
        assert!(output.status.success(), "{game}: {output:?}");
        let text = fs::read_to_string(&page).unwrap();
        for wanted in
            ["<h2>Table", "<h2>Ratings", "<h2>Each against each", "<h2>Forfeits", "<h2>Matches"]
        {
            assert!(text.contains(wanted), "{game}: no {wanted}");
        }
        assert!(text.contains("&lt;/script&gt;&lt;b&gt;x"), "{game}");
        // In a game of pure chance it is never asked for a move, and so never says the other.
        let fails = text.contains("exit status 3");
        assert_eq!(text.contains("&lt;img src=x&gt;"), fails, "{game}");
        assert_eq!(text.matches("</script>").count(), 2, "{game}: only our own scripts end");
        // Nothing is fetched from anywhere.
        let foreign =
            ["http://", "https://"].iter().map(|it| text.matches(it).count()).sum::<usize>();
        assert_eq!(foreign, text.matches("http://www.w3.org/2000/svg").count(), "{game}");
        let data = text.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        let frames = data["matches"][0]["frames"].as_array().unwrap();
        assert!(
            frames.len() >= 2 && frames[0]["view"].as_object().is_some_and(|it| !it.is_empty())
        );
        assert!(frames.iter().all(|frame| frame["told"] != ""), "{game}: each step says something");
    }
}

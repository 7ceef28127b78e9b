//! Contests from outside: formats, openings, clocks, journals, parts, and what they add up to.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use parlour::games::connect4::Connect4;
use parlour::play::{Record, Session};
use serde_json::Value;

use crate::arcade::PATIENCE;
use crate::arena::{FIRST_LEGAL, nothing_left, shell};
use crate::needs::{needs, python};

const PARLOUR: &str = env!("CARGO_BIN_EXE_parlour");

fn parlour(arguments: &[&str]) -> Command {
    let mut command = Command::new(PARLOUR);
    command.args(arguments).env("PARLOUR_HOME", "/nonexistent").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    parlour(arguments).output().unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What was found, without what the clock says.
fn table(arguments: &[&str]) -> Value {
    let mut told = json(arguments);
    told.as_object_mut().unwrap().remove("clock");
    told
}

/// A call of the arena whose dice are known, for Connect Four.
fn arena<'a>(seats: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["arena", "connect4", "--nodes", "100"];
    seats.iter().for_each(|seat| arguments.extend(["--seat", seat]));
    arguments.extend(more);
    arguments
}

const TWO: [&str; 2] = ["bot:hasard", "bot:coup gagnant"];
const THREE: [&str; 3] = ["bot:hasard", "bot:coup gagnant", "bot:profondeur 0"];

fn refused(arguments: &[&str], why: &str, status: i32) {
    let output = run(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(why), "{arguments:?}: {said}");
    assert_eq!(output.status.code(), Some(status), "{said}");
}

/// `bot:hard` stays `bot:hard`, here and in what a journal tells, though it names a strategy; and a
/// contest goes on under either name.
#[test]
fn seats_are_told_as_they_were_given() {
    let home = crate::homes::home();
    let file = home.path().join("levels.jsonl").to_str().unwrap().to_owned();
    let call = |strategy, games| {
        let more = ["--seed", "3", "--games", games, "--journal", &file];
        let call = arena(&["bot:hasard", strategy], &more).join("\n");
        table(&call.lines().collect::<Vec<_>>())
    };
    let seats = |table: &Value| {
        table["entrants"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["seat"].clone())
            .collect::<Vec<_>>()
    };
    let given = call("bot:hard", "4");
    assert_eq!(seats(&given), ["bot:hasard", "bot:hard"]);
    assert_eq!(table(&["results", &file]), given);
    let label = given["entrants"][1]["label"].as_str().unwrap();
    let proper = call(&format!("bot:{label}"), "4");
    assert_eq!(proper["played"], 4, "nothing is played again");
    assert_eq!(seats(&proper)[1], format!("bot:{label}"));
}

#[test]
fn every_format_plays_who_it_should() {
    let played = |more: &[&str]| {
        let told = json(&arena(&THREE, &[&["--games", "4", "--seed", "5"], more].concat()));
        let played = |at: usize| told["entrants"][at]["played"].as_u64().unwrap();
        ([played(0), played(1), played(2)], told)
    };
    assert_eq!(played(&[]).0, [8, 8, 8]);
    let (gauntlet, told) = played(&["--gauntlet"]);
    assert_eq!((gauntlet, &told["format"]), ([8, 4, 4], &"gauntlet".into()));
    let (swiss, told) = played(&["--swiss", "3"]);
    assert_eq!(swiss, [8, 8, 8], "each has one bye in three rounds of three");
    let points: f64 =
        told["swiss"].as_array().unwrap().iter().map(|it| it["points"].as_f64().unwrap()).sum();
    assert_eq!((points, &told["swiss"][0]["byes"]), (24.0, &1.into()));
    let (_, told) = played(&["--knock-out"]);
    assert!(told["bracket"]["winner"].is_string(), "{told}");
    refused(&arena(&THREE, &["--sprt", "0,10"]), "'--sprt' compares two", 2);
    refused(&arena(&THREE, &["--swiss", "3", "--gauntlet"]), "cannot be used with", 2);
    refused(&arena(&TWO, &["--sprt", "10,0"]), "the smaller one", 2);
}

#[test]
fn a_set_has_the_same_opening_and_the_same_dice() {
    let folder = crate::homes::home();
    let at = folder.path().to_str().unwrap();
    let more = ["--games", "12", "--seed", "5", "--openings", "6", "--save", at];
    assert!(run(&arena(&TWO, &more)).status.success());
    let read = |number: usize| {
        let file = folder.path().join(format!("connect4-{number:02}.parlour"));
        Record::parse(&fs::read_to_string(file).unwrap()).unwrap()
    };
    let records: Vec<Record> = (1..=12).map(read).collect();
    let mut openings = Vec::new();
    for set in records.chunks(2) {
        assert_eq!(set[0].seed, set[1].seed);
        assert_eq!(set[0].moves[..6], set[1].moves[..6]);
        assert_eq!(set[0].players[0], set[1].players[1]);
        Session::<Connect4>::from_record(&set[0]).unwrap();
        openings.push(set[0].moves[..6].to_vec());
    }
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 6, "every set has an opening of its own");
}

#[test]
fn without_chance_openings_make_the_difference() {
    let lengths = |more: &[&str]| {
        let folder = crate::homes::home();
        let at = folder.path().to_str().unwrap();
        let seats = ["bot:profondeur 1", "bot:minimax"];
        let kept = ["--games", "8", "--seed", "1", "--save", at];
        assert!(run(&arena(&seats, &[&kept, more].concat())).status.success());
        let files = fs::read_dir(folder.path()).unwrap();
        let text = |file: fs::DirEntry| fs::read_to_string(file.path()).unwrap();
        let moves = files.map(|file| Record::parse(&text(file.unwrap())).unwrap().moves);
        let mut moves: Vec<Vec<String>> = moves.collect();
        moves.sort();
        moves.dedup();
        moves.len()
    };
    assert_eq!(lengths(&["--openings", "4"]), 8);
}

#[test]
fn a_test_stops_as_soon_as_it_is_decided() {
    let more = ["--games", "2000", "--seed", "3", "--openings", "2", "--sprt", "0,100"];
    let one = table(&arena(&TWO, &[&more[..], &["--jobs", "1"]].concat()));
    assert_eq!(one["sprt"]["verdict"], "H0", "{one}");
    assert!(one["played"].as_u64().unwrap() < 200, "{one}");
    let bound = one["sprt"]["lower"].as_f64().unwrap();
    assert!(one["sprt"]["llr"].as_f64().unwrap() <= bound && (bound + 2.9444).abs() < 1e-3);
    assert_eq!(one, table(&arena(&TWO, &[&more[..], &["--jobs", "2"]].concat())));
    let better = table(&arena(&[TWO[1], TWO[0]], &more));
    assert_eq!(better["sprt"]["verdict"], "H1", "{better}");
    let few = ["--games", "4", "--seed", "3", "--sprt", "0,5"];
    assert_eq!(table(&arena(&TWO, &few))["sprt"]["verdict"], Value::Null);
}

#[test]
fn a_clock_runs_out() {
    let script =
        format!("n=0; while [ $n -lt 30 ]; do {FIRST_LEGAL}; n=$((n+1)); sleep 0.15; done");
    let slow = shell("clock", &script.replace("echo", "sleep 0.3; echo"));
    let more = ["--games", "2", "--seed", "1", "--clock", "0.5+0.01", "--move-ms", "60000"];
    let told = json(&arena(&["bot:hasard", &slow], &more));
    assert_eq!(told["entrants"][1]["forfeits"]["out of time"], 2, "{told}");
    nothing_left("clock");
    // What it is told of the clock.
    let folder = crate::homes::home();
    let heard = folder.path().join("heard");
    let tee = format!("tee -a {} | {PARLOUR} bot connect4 --strategy hasard", heard.display());
    let seat = format!("exec:sh -c '{tee}'");
    let more = ["--games", "1", "--seed", "1", "--clock", "60+0.5", "--jobs", "1"];
    let told = json(&arena(&["bot:hasard", &seat], &more));
    assert_eq!(told["forfeits"], Value::Array(Vec::new()), "{told}");
    let heard = fs::read_to_string(heard).unwrap();
    assert!(heard.contains("\"clock_ms\":60000") && heard.contains("\"increment_ms\":500"));
    assert!(heard.contains("\"left_ms\":60000"), "{heard}");
    refused(&arena(&TWO, &["--clock", "soon"]), "isn't a clock", 2);
}

#[test]
fn memory_has_a_limit() {
    let Some(python) = python("memory_has_a_limit") else { return };
    let bots = concat!(env!("CARGO_MANIFEST_DIR"), "/config/bots");
    let greedy = format!("exec:'{python}' -S -c 'b = bytearray(400 << 20); input()'");
    let honest = format!("exec:'{python}' -S {bots}/starter.py");
    let more = ["--games", "2", "--seed", "1", "--memory", "200", "--start-ms", "60000"];
    let told = json(&arena(&[&honest, &greedy], &more));
    assert_eq!(told["entrants"][1]["forfeits"]["died"], 2, "{told}");
    assert_eq!(told["entrants"][0]["forfeits"], serde_json::json!({}), "{told}");
    assert!(told["forfeits"][0]["stderr"].to_string().contains("MemoryError"), "{told}");
}

#[test]
fn programs_go_by_the_name_they_give() {
    let honest = shell("named", &format!("while true; do {FIRST_LEGAL} || exit; done"));
    let honest = honest.replace("read -r t;", "read -r t || exit;");
    let told = json(&arena(&[&honest, &honest, "bot:hasard"], &["--games", "2", "--seed", "1"]));
    let of = |at: usize, key: &str| told["entrants"][at][key].as_str().map(str::to_owned);
    assert_eq!(of(0, "label").as_deref(), Some("hostile"));
    assert_eq!(of(1, "label").as_deref(), Some("hostile 2"));
    assert_eq!(of(1, "name").as_deref(), Some("hostile"));
    assert_eq!(of(2, "label").as_deref(), Some("hasard"));
    assert_eq!((of(2, "name"), of(2, "seat").as_deref()), (None, Some("bot:hasard")));
    assert_eq!(of(0, "seat").as_deref(), Some(honest.as_str()));
    nothing_left("named");
}

/// Parts of the contest that `more` describes, in a folder.
fn shards(folder: &Path, more: &[&str], parts: usize) -> Vec<String> {
    let shard = |k: usize| {
        let file = folder.join(format!("part{k}")).to_str().unwrap().to_owned();
        let part = format!("{k}/{parts}");
        let all = [more, &["--shard", &part, "--journal", &file, "--jobs", "2"]].concat();
        let output = run(&arena(&THREE, &all));
        assert!(output.status.success(), "{output:?}");
        file
    };
    (1..=parts).map(shard).collect()
}

#[test]
fn parts_add_up_to_the_whole_to_the_digit() {
    let folder = crate::homes::home();
    let more = ["--games", "11", "--seed", "8", "--openings", "2"];
    let whole = table(&arena(&THREE, &more));
    let files = shards(folder.path(), &more, 8);
    let results = |files: &[String]| {
        let files = files.iter().map(String::as_str);
        table(&["results"].into_iter().chain(files).collect::<Vec<_>>())
    };
    assert_eq!(results(&files), whole);
    // In another order, with a part twice, and with a line twice.
    let mut again = files.clone();
    again.reverse();
    again.push(files[3].clone());
    let line = fs::read_to_string(&files[0]).unwrap().lines().nth(1).unwrap().to_owned();
    let twice = format!("{}{line}\n", fs::read_to_string(&files[0]).unwrap());
    fs::write(&files[0], twice).unwrap();
    assert_eq!(results(&again), whole);
    // A part that is missing is said.
    let gaps = results(&files[1..]);
    let missing = gaps["missing"].as_array().unwrap();
    assert_eq!((missing[0][0].as_u64(), missing[0][1].as_u64()), (Some(1), Some(2)), "{gaps}");
    let text =
        run(&[&["results"], &files[1..].iter().map(String::as_str).collect::<Vec<_>>()[..]]
            .concat());
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("matches are missing: 1 to 2"), "{text}");
    // Journals of different contests are refused.
    let other = folder.path().join("other").to_str().unwrap().to_owned();
    run(&arena(&THREE, &["--games", "11", "--seed", "9", "--openings", "2", "--journal", &other]));
    refused(&["results", &files[0], &other], "different contests: 'seed' is 8", 1);
    refused(&arena(&THREE, &["--shard", "1/2"]), "--seed", 2);
    let swiss = ["--swiss", "2", "--seed", "1", "--shard", "1/2"];
    refused(&arena(&THREE, &swiss), "depends on the results", 2);
}

#[test]
fn gnu_parallel_plays_the_parts() {
    if !needs("gnu_parallel_plays_the_parts", "GNU parallel", "parallel", &["--version"]) {
        return;
    }
    let folder = crate::homes::home();
    let more = ["--games", "20", "--seed", "4"];
    let whole = table(&arena(&TWO, &more));
    let call = format!(
        "{PARLOUR} arena connect4 --nodes 100 --seat bot:hasard --seat 'bot:coup gagnant' \
         --games 20 --seed 4 --jobs 1 --shard {{}}/8 --journal {}/{{}} >/dev/null 2>&1",
        folder.path().display()
    );
    let status = Command::new("parallel")
        .args(["--will-cite", "-j2", &call, ":::"])
        .args((1..=8).map(|k| k.to_string()))
        .env("HOME", folder.path())
        .stdin(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let files: Vec<String> = (1..=8).map(|k| format!("{}/{k}", folder.path().display())).collect();
    let files = files.iter().map(String::as_str);
    assert_eq!(table(&["results"].into_iter().chain(files).collect::<Vec<_>>()), whole);
}

#[test]
fn a_killed_contest_goes_on_to_the_same_table() {
    let folder = crate::homes::home();
    for (format, games) in [(&[][..], 120), (&["--knock-out"][..], 80), (&["--swiss", "3"], 60)] {
        let file = folder.path().join(format!("journal{games}")).to_str().unwrap().to_owned();
        let games = games.to_string();
        let more = [&["--games", &games, "--seed", "6", "--nodes", "300"], format].concat();
        let seats = ["bot:profondeur 1", "bot:coup gagnant", "bot:profondeur 0"];
        let mut call = vec!["arena", "connect4"];
        seats.iter().for_each(|seat| call.extend(["--seat", seat]));
        call.extend(&more);
        let whole = table(&call);
        call.extend(["--journal", &file, "--jobs", "2"]);
        let mut child = parlour(&call).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let lines = || fs::read_to_string(&file).unwrap_or_default().lines().count();
        let deadline = Instant::now() + PATIENCE;
        while lines() < 20 && child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "nothing is written down");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = fs::read(&file).unwrap();
        // Half of the last line is lost as well, and one in the middle is spoilt.
        let text = String::from_utf8(kept[..kept.len() - 20].to_vec()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let spoilt = text.replacen(lines[lines.len() / 2], "{\"match\": 3, ", 1);
        fs::write(&file, spoilt).unwrap();
        assert_eq!(table(&call), whole, "{format:?}");
        // Once more there is nothing left to play, and the journal alone says the same.
        let before = fs::read(&file).unwrap();
        assert_eq!(table(&call), whole, "{format:?}");
        assert_eq!(fs::read(&file).unwrap(), before);
        assert_eq!(table(&["results", &file]), whole, "{format:?}");
    }
}

#[test]
fn a_journal_belongs_to_one_contest() {
    let folder = crate::homes::home();
    let file = folder.path().join("journal").to_str().unwrap().to_owned();
    // Without a seed the same call takes up the one that was drawn.
    let call = arena(&TWO, &["--games", "6", "--journal", &file]);
    assert_eq!(table(&call), table(&call));
    let other = arena(&TWO, &["--games", "8", "--journal", &file]);
    refused(&other, "the journal is of another contest: 'games' is 6", 1);
    let part = arena(&TWO, &["--games", "6", "--journal", &file, "--seed", "1", "--shard", "1/2"]);
    refused(&part, "it holds part 1/1 and not 1/2", 1);
    let precious = folder.path().join("letter");
    fs::write(&precious, "Dear Ada,\n").unwrap();
    let call = arena(&TWO, &["--journal", precious.to_str().unwrap()]);
    refused(&call, "this isn't a journal", 1);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "Dear Ada,\n");
    refused(&["results", precious.to_str().unwrap()], "isn't a contest of parlour", 1);
}

#[test]
fn contests_of_the_arcade_are_read_too() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/frozen/contests/1");
    let told = json(&["results", &format!("{folder}/connect4-league.contest")]);
    assert_eq!((&told["played"], &told["format"]), (&30.into(), &"league".into()));
    assert_eq!(told["entrants"][2]["won"], 17, "{told}");
    let told = json(&["results", &format!("{folder}/turtles-forfeits.contest")]);
    assert_eq!(told["entrants"][2]["label"], "Quitter", "{told}");
    let told = json(&["results", &format!("{folder}/connect4-knock-out.contest")]);
    assert_eq!(told["bracket"]["winner"], "profondeur 0", "{told}");
}

#[test]
fn at_a_table_of_four_every_place_counts() {
    let four = |first: &'static str| {
        let mut seats = vec!["arena", "vorassic", "--nodes", "100", "--players", "4"];
        [first, "bot:random", "bot:random", "bot:random"]
            .iter()
            .for_each(|seat| seats.extend(["--seat", *seat]));
        seats.extend(["--games", "8", "--seed", "5", "--start-ms", "60000"]);
        json(&seats)
    };
    let scores = |told: &Value| -> Vec<f64> {
        let entrants = told["entrants"].as_array().unwrap();
        entrants.iter().map(|it| it["score"].as_f64().unwrap()).collect()
    };
    // The places are worth 1, 2/3, 1/3 and nothing: together 2 of each match.
    let told = four("bot:random");
    assert_eq!(told["played"], 8, "{told}");
    let all = scores(&told);
    assert!((all.iter().sum::<f64>() - 2.0).abs() < 1e-5, "{told}");
    let won = |at: usize| told["entrants"][at]["won"].as_f64().unwrap() / 8.0;
    assert!((0..4).any(|at| all[at] > won(at) + 1e-5), "only the winner counts: {told}");
    // Whoever forfeits is behind all others, who share the match by their places.
    let told = four("exec:sh -c 'read -r hello; exit 1'");
    let all = scores(&told);
    assert_eq!(all[0], 0.0, "{told}");
    assert_eq!(told["entrants"][0]["forfeits"]["died"], 8, "{told}");
    assert!((all.iter().sum::<f64>() - 2.0).abs() < 1e-5, "{told}");
}

//! The command line as its contract says, for every game on the shelf.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use parlour::games::{self, Visitor};
use parlour::play::{Game, Player, Session, Turn, Variant};
use parlour::tui::GameUi;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A call: its output as text, and its exit status.
struct Said {
    out: String,
    err: String,
    status: i32,
}

struct Shell {
    home: TempDir,
}

fn shell() -> Shell {
    Shell { home: crate::homes::home() }
}

/// What a program says to this input, until it ends.
pub fn told(program: &mut Command, input: &str) -> Output {
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    // A program that ends before it has read everything closes the pipe.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    child.wait_with_output().unwrap()
}

impl Shell {
    fn home(&self) -> &Path {
        self.home.path()
    }

    fn call(&self, arguments: &[&str], input: &str) -> Said {
        let mut program = Command::new(env!("CARGO_BIN_EXE_parlour"));
        program.args(arguments).env("PARLOUR_HOME", self.home());
        program.env_remove("PARLOUR_TRIP").current_dir(self.home());
        let Output { stdout, stderr, status } = told(&mut program, input);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said { out: text(stdout), err: text(stderr), status: status.code().unwrap() }
    }

    /// A call that goes well and says nothing on standard error.
    fn fine(&self, arguments: &[&str]) -> String {
        self.fine_with(arguments, "")
    }

    fn fine_with(&self, arguments: &[&str], input: &str) -> String {
        let said = self.call(arguments, input);
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{arguments:?}: {}", said.out);
        said.out
    }

    /// A call that fails with this status; answers its first line on standard error.
    fn fails(&self, arguments: &[&str], status: i32) -> String {
        let said = self.call(arguments, "");
        assert_eq!(said.status, status, "{arguments:?}: {}{}", said.out, said.err);
        said.err.lines().next().unwrap_or_default().to_owned()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.fine(arguments)).unwrap()
    }

    fn matches(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.home().join("data/matches")) else { return Vec::new() };
        entries.map(|entry| entry.unwrap().path()).collect()
    }
}

/// What the tests need to know of each game.
struct Known {
    id: &'static str,
    title: &'static str,
    /// The moves of a whole match, played by picking all over the list.
    moves: Vec<String>,
    seats: usize,
    /// The record of it.
    record: String,
    boards: Vec<&'static str>,
    strategies: Vec<&'static str>,
}

fn shelf() -> Vec<Known> {
    struct Look;
    impl Visitor for Look {
        type Out = Known;

        fn visit<G: GameUi>(&mut self) -> Known {
            let variant = G::Variant::parse(G::BOARDS[0].1).unwrap();
            let seats = variant.usual_seats();
            let mut session = Session::<G>::new(&variant, seats, 0);
            for at in 0.. {
                match session.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance { .. } => drop(session.roll()),
                    Turn::Decide(_) => {
                        let legal = session.state().legal_moves();
                        session.play(legal[(at * 7 + 3) % legal.len()].clone()).unwrap();
                    }
                }
            }
            Known {
                id: G::ID,
                title: G::TITLE,
                moves: session.moves().iter().map(ToString::to_string).collect(),
                seats,
                record: session.record(&vec![Player::Human { name: None }; seats]).to_string(),
                boards: G::BOARDS.iter().map(|(stem, _)| *stem).collect(),
                strategies: G::STRATEGIES.iter().map(|strategy| strategy.name).collect(),
            }
        }
    }
    games::visit_all(&mut Look)
}

#[test]
fn show_answers_for_every_game() {
    let shell = shell();
    for game in shelf() {
        // The start, and the end.
        let start = shell.json(&["show", game.id, "--json"]);
        assert!(start["turn"]["seat"].is_u64() || start["turn"]["chance"] == true, "{start}");
        let legal: Vec<&str> =
            start["legal"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        assert!(legal.is_sorted() && !legal.is_empty(), "{}: {legal:?}", game.id);
        let line = game.moves.join(" ");
        let end = shell.json(&["show", game.id, "--moves", &line, "--json"]);
        assert!(end["turn"]["over"].is_string(), "{}: {end}", game.id);
        assert_eq!(end["legal"], json!([]));
        // The same as text, with nothing but lines.
        let text = shell.fine(&["show", game.id, "--moves", &line]);
        assert!(text.lines().count() > 1 && !text.contains('\x1b'), "{text}");

        // One more is refused, at its place; on standard output as an object, and status 1.
        let more = format!("{line} {}", game.moves[0]);
        let said = shell.call(&["show", game.id, "--moves", &more, "--json"], "");
        assert_eq!(said.status, 1);
        let object: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(object["at"], game.moves.len(), "{object}");
        assert!(object["error"].is_string() && object.get("turn").is_none());
        let why = shell.fails(&["show", game.id, "--moves", &more], 1);
        assert!(why.starts_with("parlour: move"), "{why}");

        // Line by line: every line has its answer, and the status is 0.
        let input = format!("\nnonsense!\n{line}\n");
        let out = shell.fine_with(&["show", game.id, "--stdin"], &input);
        let answers: Vec<Value> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[0], start);
        assert_eq!(answers[1]["at"], 0);
        assert!(answers[1]["error"].is_string());
        assert_eq!(answers[2], end);
    }
}

#[test]
fn show_of_connect_four_is_to_the_letter() {
    let shell = shell();
    let object = shell.json(&["show", "connect4", "--moves", "4453", "--json"]);
    assert_eq!(
        object,
        json!({
            "turn": { "seat": 1 },
            "legal": ["1", "2", "3", "4", "5", "6", "7"],
            "board": object["board"],
        })
    );
    let board = object["board"].as_array().unwrap();
    assert_eq!(board.len(), 6, "the rows from the top, without the numbers");
    let won = shell.json(&["show", "connect4", "--moves", "4 3 4 3 4 3 4", "--json"]);
    assert_eq!(won["turn"], json!({ "over": "win", "seat": 1 }));
    let said = shell.call(&["show", "connect4", "--moves", "44444 4 4", "--json"], "");
    let object: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.status, &object["at"]), (1, &json!(6)));
    // Another board, and one made up on the way.
    let set = ["show", "connect4", "--set", "columns=9", "--set", "connect=5", "--json"];
    assert_eq!(shell.json(&set)["legal"].as_array().unwrap().len(), 9);
    let five = shell.json(&["show", "connect4", "--variant", "five", "--json"]);
    assert_eq!(five["legal"].as_array().unwrap().len(), 9);
}

#[test]
fn wrong_calls_have_status_2_and_a_sentence() {
    let shell = shell();
    for (arguments, words) in [
        (&["show", "chess"][..], "'chess'"),
        (&["show"], "GAME"),
        (&["perft", "connect4"], "--depth"),
        (&["perft", "connect4", "--depth", "many"], "'many'"),
        (&["frobnicate"], "'frobnicate'"),
        (&["show", "connect4", "--variant", "atlantis"], "'atlantis'"),
        (&["show", "connect4", "--set", "columns"], "KEY=VALUE"),
        (&["show", "connect4", "--set", "colour=9"], "'colour'"),
        (&["show", "connect4", "--players", "3"], "3 players"),
        (&["play", "connect4", "PvX", "--plain"], "'PvX'"),
        (&["play", "connect4", "--seat", "bot:deep blue", "--plain"], "'deep blue'"),
        (&["play", "connect4", "--seat", "dog", "--plain"], "'dog'"),
        (&["play", "connect4", "PvPvP", "--plain"], "3"),
        (&["show", "connect4", "--set", "columns=99"], "99 is too large"),
        (&["boards", "show", "connect4", "atlantis"], "'atlantis'"),
        (&["completions", "klingon"], "'klingon'"),
    ] {
        let said = shell.call(arguments, "");
        assert_eq!(said.status, 2, "{arguments:?}: {}", said.err);
        assert!(said.err.contains(words), "{arguments:?}: {}", said.err);
        assert_eq!(said.out, "", "{arguments:?}");
    }
    // A board file that is refused is the work's failure, not the call's.
    fs::write(shell.home().join("wide.toml"), "name = \"Wide\"\ncolumns = 99\n").unwrap();
    let why = shell.fails(&["show", "connect4", "--variant", "wide.toml"], 1);
    assert!(why.starts_with("parlour: wide.toml:2:11: "), "{why}");
}

#[test]
fn perft_of_connect_four() {
    let shell = shell();
    for (depth, count) in [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16807), (6, 117_649)] {
        let out = shell.fine(&["perft", "connect4", "--depth", &depth.to_string()]);
        assert_eq!(out, format!("{count}\n"));
    }
    let out = shell.fine(&["perft", "connect4", "--depth", "3", "--divide"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[7]), (8, "1 49", "343"));
    let out = shell.fine(&["perft", "connect4", "--depth", "2", "--moves", "444444"]);
    assert_eq!(out, "36\n");
    let why = shell.fails(&["perft", "connect4", "--depth", "2", "--moves", "44444 4 4"], 1);
    assert!(why.contains("move 7 is refused"), "{why}");
}

/// The deepest through the library: counting is the same, and the tests stay quick.
#[test]
#[ignore = "takes seconds; .ci/run tries it"]
fn perft_deep_down() {
    struct Count(u32);
    impl Visitor for Count {
        type Out = u64;

        fn visit<G: GameUi>(&mut self) -> u64 {
            let variant = G::Variant::parse(G::BOARDS[0].1).unwrap();
            count(Session::<G>::new(&variant, 2, 0).state(), self.0)
        }
    }
    fn count<G: Game>(state: &G, depth: u32) -> u64 {
        parlour::cli::perft(state, depth)
    }
    assert_eq!(games::visit("connect4", &mut Count(7)), Some(823_536));
    assert_eq!(games::visit("connect4", &mut Count(8)), Some(5_673_234));
    for (depth, count) in
        [(1, 16), (2, 256), (3, 4096), (4, 65_536), (5, 1_048_560), (6, 16_775_760)]
    {
        assert_eq!(games::visit("sogo", &mut Count(depth)), Some(count));
    }
}

#[test]
fn perft_counts_every_game() {
    let shell = shell();
    for game in shelf() {
        let start = shell.json(&["show", game.id, "--json"]);
        let out = shell.fine(&["perft", game.id, "--depth", "1", "--divide"]);
        let legal = start["legal"].as_array().unwrap().len();
        assert_eq!(out.lines().last(), Some(legal.to_string().as_str()), "{}", game.id);
        assert_eq!(out.lines().count(), legal + 1, "{}", game.id);
        assert_eq!(shell.fine(&["perft", game.id, "--depth", "0"]), "1\n");
        let line = game.moves.join(" ");
        let out = shell.fine(&["perft", game.id, "--depth", "2", "--moves", &line]);
        assert_eq!(out, "0\n", "{}: a finished match has no continuation", game.id);
    }
}

#[test]
fn replay_prints_every_move() {
    let shell = shell();
    for game in shelf() {
        let file = shell.home().join(format!("{}.parlour", game.id));
        fs::write(&file, &game.record).unwrap();
        let out = shell.fine(&["replay", file.to_str().unwrap(), "--plain"]);
        assert!(out.lines().count() > game.moves.len(), "{out}");
        // The last thing it prints is what 'show' prints of the end.
        let line = game.moves.join(" ");
        let end = shell.fine(&["show", game.id, "--moves", &line]);
        assert!(out.ends_with(&end), "{}: {out}\nand then\n{end}", game.id);
        // Not on a terminal, and not asked for text.
        let why = shell.fails(&["replay", file.to_str().unwrap()], 2);
        assert!(why.contains("--plain"), "{why}");
    }
    fs::write(shell.home().join("bad.parlour"), "parlour record 1\ngame: chess\n").unwrap();
    for (file, words) in [
        ("bad.parlour", "parlour: bad.parlour: "),
        ("none.parlour", "parlour: cannot read 'none.parlour': "),
    ] {
        let why = shell.fails(&["replay", file, "--plain"], 1);
        assert!(why.starts_with(words), "{why}");
    }
}

#[test]
fn boards_are_listed_shown_checked_and_begun() {
    let shell = shell();
    let all = shell.fine(&["boards", "list"]);
    for game in shelf() {
        let list = shell.fine(&["boards", "list", game.id]);
        assert_eq!(list.lines().count(), game.boards.len());
        assert!(all.contains(&list));
        for board in &game.boards {
            let text = shell.fine(&["boards", "show", game.id, board]);
            let file = shell.home().join(format!("{board}.toml"));
            fs::write(&file, text).unwrap();
            let check = ["boards", "check", file.to_str().unwrap(), "--game", game.id];
            assert!(shell.fine(&check).contains(game.title));
            // It plays from the file too.
            shell.json(&["show", game.id, "--variant", file.to_str().unwrap(), "--json"]);
        }
        let folder = shell.fine(&["boards", "path", game.id]);
        assert!(Path::new(folder.trim_end()).ends_with(format!("boards/{}", game.id)));
        // The template is a board, says so in comments, and can be kept under a name.
        let template = shell.fine(&["boards", "new", game.id]);
        assert!(template.lines().any(|line| line.contains('#')), "{}: {template}", game.id);
        let made = shell.fine(&["boards", "new", game.id, "mine"]);
        let path = PathBuf::from(made.trim_end());
        assert_eq!(fs::read_to_string(&path).unwrap(), template);
        assert!(shell.fine(&["boards", "check", path.to_str().unwrap()]).contains(game.title));
        let list = shell.fine(&["boards", "list", game.id]);
        assert_eq!(list.lines().count(), game.boards.len() + 1);
        assert!(list.contains("mine"));
        // It is not written over, and a broken one is told with its place.
        shell.fails(&["boards", "new", game.id, "mine"], 1);
        fs::write(&path, "name = \"Mine\"\nwings = 2\n").unwrap();
        let why = shell.fails(&["boards", "check", path.to_str().unwrap()], 1);
        assert!(why.starts_with(&format!("parlour: {}:2:1: ", path.display())), "{why}");
    }
    shell.fails(&["boards", "check", "nowhere.toml"], 1);
    shell.fails(&["boards"], 2);
}

#[test]
fn rules_are_text_of_eighty_columns() {
    let shell = shell();
    for game in shelf() {
        let rules = shell.fine(&["rules", game.id]);
        assert!(rules.starts_with(game.title), "{rules}");
        assert!(rules.lines().count() > 10 && !rules.contains('\x1b'));
        let long = rules.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{}", game.id);
    }
}

#[test]
fn packagers_and_the_curious_are_served() {
    let shell = shell();
    for name in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(shell.fine(&["completions", name]).contains("parlour"), "{name}");
    }
    let man = shell.fine(&["man"]);
    assert!(man.starts_with(".ie") && man.contains(".TH parlour"), "{man}");
    let home = shell.home().to_str().unwrap();
    // Every page that a page refers to is there, and none tells where it was made.
    let pages = crate::homes::home();
    shell.fine(&["man", "--all", pages.path().to_str().unwrap()]);
    let files: Vec<_> = fs::read_dir(pages.path()).unwrap().map(|file| file.unwrap()).collect();
    assert!(files.len() > 20, "{files:?}");
    for file in &files {
        let page = fs::read_to_string(file.path()).unwrap().replace("\\-", "-");
        assert!(!page.contains(home) && !page.contains(env!("CARGO_MANIFEST_DIR")), "{page}");
        // Only what lists its values needs no sentence.
        for entry in page.split(".TP\n").skip(1) {
            let mut lines = entry.lines();
            let (named, about) = (lines.next().unwrap(), lines.next().unwrap_or_default());
            let listed = entry.contains("Possible values:");
            assert!(listed || !about.is_empty() && !about.starts_with('.'), "{file:?}: {named}");
        }
        for (at, _) in page.match_indices("(1)") {
            let name = page[..at].rsplit(|c: char| !c.is_alphanumeric() && c != '-').next();
            let name = format!("{}.1", name.unwrap());
            assert!(files.iter().any(|file| file.file_name() == *name), "{name} in {file:?}");
        }
    }
    assert_eq!(shell.fine(&["man", "play"]).matches(".SH NAME").count(), 1);
    let french = shell.fine(&["--lang", "fr", "man", "join"]);
    assert!(french.contains("[défaut") && !french.contains("[default"), "{french}");
    let version = shell.fine(&["--version"]);
    assert!(version.starts_with(concat!("parlour ", env!("CARGO_PKG_VERSION"), "\n")));
    for text in [version, shell.fine(&["--help"])] {
        for place in ["settings.toml", "keys.toml", "boards", "matches", "statistics"] {
            assert!(text.contains(place) && text.contains(home), "{place}: {text}");
        }
    }
    let help = shell.fine(&["--help"]);
    for command in ["play", "show", "perft", "replay", "boards", "rules", "completions", "man"] {
        assert!(help.contains(&format!("  {command} ")), "{command}");
    }
    // Looking creates nothing.
    assert_eq!(fs::read_dir(shell.home()).unwrap().count(), 0);
}

#[test]
fn without_a_terminal_a_sentence_names_plain() {
    let shell = shell();
    for arguments in [&[][..], &["play", "connect4"], &["play", "connect4", "CvC"]] {
        let said = shell.call(arguments, "");
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert_eq!(said.err.lines().count(), 1);
        assert!(said.err.contains("--plain"), "{}", said.err);
    }
}

#[test]
fn two_people_play_in_lines() {
    let shell = shell();
    let input = "4\nx\n9\n\n?\n3\nundo\n3\n4\n3\n4\n3\n4\n";
    let out = shell.fine_with(&["play", "connect4", "PvP", "--plain"], input);
    assert!(!out.contains('\x1b'));
    assert!(out.contains("'x'") && out.contains("no column 9"), "a bad column is named: {out}");
    assert!(out.contains("you may play: 1 2 3 4 5 6 7"), "{out}");
    let last = out.lines().last().unwrap();
    assert!(last.contains("red") && last.contains("win"), "{last}");
    let log = std::fs::read_to_string(shell.home().join("data/statistics.log")).unwrap();
    assert!(log.contains("connect4\t1\thuman\thuman"), "the match is counted: {log}");
    // One board at the start and one after each of the eight moves and the one taken back, with
    // the numbers above and below.
    let numbers = out.lines().filter(|line| *line == "1234567").count();
    assert_eq!(numbers, 2 * (1 + 8 + 1), "{out}");
    assert_eq!(shell.matches().len(), 1);
}

/// A hand is printed only after its owner has taken the keyboard, and what a program did is told.
#[test]
fn two_people_with_secrets_hand_the_keyboard_over_in_lines() {
    let shell = shell();
    let people = ["--seat", "human:Ada", "--seat", "human:Ben"];
    let mut call = vec!["play", "turtles", "--plain", "--seed", "3"];
    call.extend(people);
    let out = shell.fine_with(&call, "\nrun\nkeep\n\nrun\nkeep\n\n");
    let mut owner = None;
    let mut hands = 0;
    for line in out.lines() {
        if let Some(rest) = line.strip_prefix("pass the keyboard to ") {
            owner = Some(if rest.starts_with("Ada") { '1' } else { '2' });
        }
        if let Some(rest) = line.strip_prefix("hand of ") {
            assert_eq!(rest.chars().next(), owner, "{out}");
            hands += 1;
        }
    }
    assert!(hands >= 3, "{out}");
    assert!(out.contains("Ada passes") && out.contains("Ben passes"), "{out}");
}

#[test]
fn a_computer_is_asked_for_its_strategy() {
    let shell = shell();
    let columns = "1\n2\n3\n4\n5\n6\n7\n".repeat(12);
    for (mode, asked) in [("PvC", 1), ("CvP", 1), ("CvC", 2)] {
        let names = format!("deep blue\nhasard\n{}", "winning-move\n".repeat(asked - 1));
        let call = ["play", "connect4", mode, "--plain", "--seed", "3"];
        let out = shell.fine_with(&call, &format!("{names}{columns}"));
        assert_eq!(out.matches("strategy for").count(), asked, "{mode}: {out}");
        assert_eq!(out.matches("Enter for 2 (Easy)").count(), asked + 1, "{mode}: {out}");
        assert!(out.contains("'deep blue'"), "{mode}: {out}");
        let last = out.lines().last().unwrap();
        assert!(last.contains("win") || last.contains("draw"), "{mode}: {last}");
        // The same seed, the same match.
        let again = shell.fine_with(&call, &format!("{names}{columns}"));
        assert_eq!(again, out, "{mode}");
    }
    // One seat that is named leaves the other to a person.
    let out = shell.fine_with(&["play", "connect4", "--seat", "bot:hasard", "--plain"], &columns);
    assert!(out.contains("yellow to play"), "{out}");
    // Nothing to ask where everything is said.
    let bots = ["play", "connect4", "--seat", "bot:random", "--seat", "bot:hasard", "--plain"];
    assert!(!shell.fine(&bots).contains("strategy for"));
    // The end of the input before a match has begun.
    let out = shell.fine(&["play", "connect4", "CvC", "--plain"]);
    assert!(out.ends_with("number or name, Enter for 2 (Easy):\n"), "{out}");
}

/// A level is chosen by its number, by its name, or by pressing Enter.
#[test]
fn levels_are_accepted_wherever_strategies_are() {
    let shell = shell();
    for (answer, name) in [("", "Easy"), ("4", "Hard"), ("minimax", "Expert")] {
        let call = ["play", "connect4", "CvP", "--plain", "--seed", "3", "--nodes", "1"];
        let out = shell.fine_with(&call, &format!("{answer}\nquit\n"));
        assert!(out.contains(&format!("red ({name}) plays")), "'{answer}': {out}");
    }
    let call = ["play", "connect4", "--seat", "bot:beginner", "--plain", "--seed", "3"];
    assert!(shell.fine_with(&call, "quit\n").contains("red (Beginner) plays"));
    for game in ["connect4", "sogo", "gobblet", "vorassic", "turtles"] {
        let seats = ["--seat", "bot:easy", "--seat", "bot:medium", "--games", "2", "--json"];
        let mut call = vec!["arena", game, "--nodes", "10"];
        call.extend(seats);
        let table = shell.fine(&call);
        assert!(table.contains("\"played\":2"), "{game}: {table}");
    }
}

/// The commands are said at the start, a hint has a reason, and what one may play is told in words.
#[test]
fn plain_mode_says_its_commands_and_gives_reasons() {
    let shell = shell();
    let play = |game: &str, input: &str| {
        let call = ["play", game, "PvP", "--plain", "--seed", "3", "--nodes", "200"];
        shell.fine_with(&call, input)
    };
    let out = play("connect4", "4\n1\n4\n1\n4\n1\nhint\nquit\n");
    assert!(out.starts_with("Type a column. Also: ? lists your moves"), "{out}");
    assert!(out.contains("4: Drop in column 4. That makes four in a row, and you win."), "{out}");
    let out = play("vorassic", "B0\n?\nquit\n");
    assert!(out.contains("score: yellow 1, red 0"), "{out}");
    assert!(out.contains("cells in reach, with their points: "), "{out}");
    let out = play("turtles", "\n?\nhint\nquit\n");
    assert!(out.contains("add:CARDS lays cards of your hand"), "{out}");
    assert!(out.lines().all(|line| line.len() < 200), "nothing is dumped on a line: {out}");
    let shown = shell.fine(&["show", "vorassic", "--moves", "B0"]);
    assert!(shown.contains("score: yellow 1, red 0"), "{shown}");
}

/// Where there is nothing to choose from nothing is asked, only Enter throws, and the signs on the
/// board are explained.
#[test]
fn the_plain_goose_asks_for_nothing_but_a_throw() {
    let shell = shell();
    let call = ["play", "goose", "PvC", "--plain", "--seed", "3"];
    let out = shell.fine_with(&call, "hint\n\nquit\n");
    assert!(!out.contains("Choose a level"), "{out}");
    assert!(out.contains("->30 a way to cell 30"), "{out}");
    assert_eq!(out.matches("red throws").count(), 1, "{out}");
    let seats = ["--seat", "bot:hard", "--seat", "bot:beginner", "--plain", "--seed", "3"];
    let call: Vec<&str> = ["play", "goose"].into_iter().chain(seats).collect();
    assert!(shell.fine(&call).contains("throws"), "every level plays alike where luck decides");
}

#[test]
fn the_end_of_the_input_saves_the_match() {
    let shell = shell();
    let out = shell.fine_with(&["play", "connect4", "PvP", "--plain"], "4\n4\n");
    let said = out.lines().last().unwrap();
    let path = said.strip_prefix("the match is saved in ").expect(said);
    assert_eq!(shell.matches(), [PathBuf::from(path)]);
    let replay = shell.fine(&["replay", path, "--plain"]);
    assert!(replay.ends_with(&shell.fine(&["show", "connect4", "--moves", "44"])));
}

#[test]
fn bots_finish_every_game_in_lines() {
    let shell = shell();
    fs::create_dir(shell.home().join("config")).unwrap();
    fs::write(shell.home().join("config/settings.toml"), "bot_time_ms = 10\n").unwrap();
    let play = |game: Known| {
        let seat = format!("bot:{}", game.strategies[0]);
        let mut call = vec!["play", game.id, "--plain", "--seed", "5"];
        for _ in 0..game.seats {
            call.extend(["--seat", &seat]);
        }
        let out = shell.fine(&call);
        assert!(out.lines().count() > 5 && !out.contains('\x1b'), "{out}");
        assert!(!out.contains("the match is saved in"), "{}: it came to an end", game.id);
    };
    // Side by side: they wait for the disk more than they think.
    thread::scope(|scope| {
        for game in shelf() {
            scope.spawn(move || play(game));
        }
    });
    assert_eq!(shell.matches().len(), shelf().len());
}

#[test]
fn nothing_can_be_written_and_it_plays_nevertheless() {
    let shell = shell();
    // A file where the home should be: everything below it is impossible.
    fs::write(shell.home().join("data"), "in the way").unwrap();
    // Whether it was played to its end or not, a match that is not on the disk says so.
    for (moves, last) in [("4\n", "to play, column:"), ("1\n2\n1\n2\n1\n2\n1\n", " wins")] {
        let said = shell.call(&["play", "connect4", "PvP", "--plain"], moves);
        assert_eq!(said.status, 1, "{}", said.out);
        assert!(said.err.starts_with("parlour: the match could not be saved: "), "{}", said.err);
        assert!(said.out.trim_end().ends_with(last), "{}", said.out);
    }
}

#[test]
fn a_record_that_was_cut_off_says_so() {
    let shell = shell();
    shell.fine_with(&["play", "connect4", "PvP", "--plain"], "4\n4\n3\n3\n2\n2\n7\n7\n7\n7\n6\n");
    let file = shell.matches().remove(0);
    let text = fs::read_to_string(&file).unwrap();
    let whole = shell.fine(&["replay", file.to_str().unwrap(), "--plain"]);
    let last = text.find(" 11: 6").unwrap();
    fs::write(&file, &text[..last + 2]).unwrap();
    let said = shell.call(&["replay", file.to_str().unwrap(), "--plain"], "");
    assert_eq!(said.status, 1, "{}", said.err);
    let words = "cut off after move 10; the rest is lost";
    assert!(said.err.ends_with(&format!("{words}\n")), "{}", said.err);
    assert!(!said.out.contains("wins") && whole.starts_with(&said.out[..said.out.len() / 2]));
}

#[test]
fn a_puzzle_that_the_other_side_must_end_is_played_to_its_end() {
    let shell = shell();
    // Both have a line, and red must break theirs.
    let input = "a3-b2\nM@a1\nc2-a3\nS@b3\nS@b1\n";
    let said = shell.fine_with(&["puzzles", "play", "gobblet/9-01", "--plain"], input);
    let last: Vec<&str> = said.lines().filter(|line| line.contains("answers")).collect();
    assert_eq!(last.len(), 5, "{said}");
    assert!(said.ends_with("Solved!\n"), "{said}");
    // What lies underneath is told: nobody saw it happen.
    assert!(said.contains("\nunder a2: 2M\nunder c2: 1M\n"), "{said}");
}

#[test]
fn a_plain_program_that_misses_is_told_in_words_and_the_goose_has_no_puzzles() {
    let shell = shell();
    let program = shell.fine_with(&["puzzles", "play", "turtles/3-06", "--plain"], "FF\n");
    assert!(program.contains("ends on a1, looking to the bottom. Try again."), "{program}");
    let none = "parlour: The Goose Game has no puzzles";
    assert_eq!(shell.fails(&["puzzles", "play", "goose/1-01", "--plain"], 2), none);
}

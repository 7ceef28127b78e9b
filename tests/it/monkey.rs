//! A monkey at the terminal: keys, clicks, pastes and new sizes at random, in every page and every
//! game. Afterwards the arcade still answers, is no larger than it was, and gives the terminal back.
//!
//! `cargo test` lets it play for some seconds; `MONKEY_SECONDS=600` for so many, and
//! `MONKEY_SEED=7` makes it do the same again as far as the machine's pace allows.

use std::time::{Duration, Instant};

use parlour::games;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::arcade::{Arcade, PATIENCE, start};
use crate::fuzz::switch;

const ESC: &str = "\x1b";
const CTRL_C: &str = "\x03";
const PACE: Duration = Duration::from_millis(20);
/// Large enough for every page and board.
const SIZE: (u16, u16) = (180, 56);
/// What stands in the menu's help and nowhere else.
const HELP: &str = "Without the screen";
/// What stands in the menu and nowhere else.
const MENU: &str = "1 Connect Four";

/// A little motion, and bots that answer soon: then much happens while the monkey types.
const SETTINGS: &str = "animations = \"fast\"\nbot_speed = \"fast\"\nbot_time_ms = 50\n";

/// Keys beside letters, digits and signs. Those that leave or suspend at once are not among them.
const KEYS: &[&str] = &[
    "\r",
    "\r",
    " ",
    "\t",
    "\x1b[Z",
    "\x7f",
    ESC,
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[3~",
    "\x1bOP",
    "\x1b[15~",
    "\x01",
    "\x05",
    "\x0b",
    "\x12",
    "\x13",
    "\x15",
    "\x17",
    "\x1bx",
    "\x1b[1;5C",
];

/// What no terminal sends, unless it is cut off on its way.
const NOISE: &[&[u8]] = &[
    b"\x1b[",
    b"\x1b[<0;1",
    b"\x1b[200~abc",
    b"\xff\xfe",
    b"\xc3",
    b"\0",
    b"\x1b[999;999R",
    b"\x1b]11;rgb:",
    b"\x1bP",
];

/// Ways from the menu into every page, and into a match of every game.
fn ways() -> Vec<String> {
    let mut ways: Vec<String> = ["s", "t", "o", "e", "?", "c"].map(str::to_owned).to_vec();
    for game in 1..=games::IDS.len() {
        // The setup alone; a match at once; a match with the pages of the setup on the way.
        ways.push(format!("{game}"));
        ways.push(format!("{game}\r"));
        ways.push(format!("{game}\r\r\r"));
    }
    ways
}

struct Monkey {
    rng: ChaCha8Rng,
    size: (u16, u16),
}

impl Monkey {
    fn pick<'a>(&mut self, ways: &'a [String]) -> &'a String {
        ways.choose(&mut self.rng).expect("there are ways")
    }

    fn act(&mut self, arcade: &Arcade) {
        let rng = &mut self.rng;
        match rng.random_range(0..100) {
            0..45 => arcade.press_bytes(KEYS.choose(rng).expect("there are keys").as_bytes()),
            45..70 => {
                let key = char::from(rng.random_range(b' '..=b'~'));
                arcade.press(&key.to_string());
            }
            70..88 => {
                // Clicks, moves with and without a button, the wheel, and places beyond the edge.
                let button = *[0, 0, 0, 2, 32, 35, 64, 65].choose(rng).expect("there are buttons");
                let column = rng.random_range(1..=self.size.0 + 2);
                let row = rng.random_range(1..=self.size.1 + 2);
                let end = if rng.random_bool(0.8) { 'M' } else { 'm' };
                arcade.press(&format!("\x1b[<{button};{column};{row}{end}"));
            }
            88..92 => {
                let parts =
                    ["Ada", "\n", "\t", "漢字", "7", "-1", "\u{7}", "e\u{301}", "/../x", "👩‍👩‍👧"];
                let length = *[1, 3, 40, 2000].choose(rng).expect("there are lengths");
                let text: String =
                    (0..length).map(|_| *parts.choose(rng).expect("there are parts")).collect();
                arcade.press(&format!("\x1b[200~{text}\x1b[201~"));
            }
            92..97 => {
                let usual = [(80, 24), (100, 30), (120, 40), (200, 60), (79, 23), (1, 1), (20, 5)];
                self.size = match rng.random_bool(0.7) {
                    true => *usual.choose(rng).expect("there are sizes"),
                    false => (rng.random_range(1..=220), rng.random_range(1..=70)),
                };
                arcade.resize(self.size.0, self.size.1);
            }
            97..99 => arcade.press_bytes(NOISE.choose(rng).expect("there is noise")),
            _ => std::thread::sleep(Duration::from_millis(rng.random_range(1..120))),
        }
    }
}

/// Goes back to the menu from wherever it is; if the monkey has left the arcade, comes in again.
fn come_home(mut arcade: Arcade, monkey: &mut Monkey) -> Arcade {
    monkey.size = SIZE;
    let begun = Instant::now();
    let mut moved = (begun, String::new());
    arcade.resize(SIZE.0, SIZE.1);
    loop {
        if arcade.has_ended() {
            assert_eq!(arcade.end(), Ok(0), "{}", arcade.last_words());
            // The monkey may have turned the mouse off, so not every mode has been on.
            arcade.given_back();
            arcade = arcade.again().size(SIZE.0, SIZE.1).run();
        }
        let screen = arcade.screen();
        if screen.contains(MENU) {
            return arcade;
        }
        // What was typed as keys may keep it busy for long; but then it shows.
        if screen != moved.1 {
            moved = (Instant::now(), screen.clone());
        }
        assert!(moved.0.elapsed() < PATIENCE, "it does not come home:\n{screen}");
        assert!(begun.elapsed() < 3 * PATIENCE, "it never comes home:\n{screen}");
        // Esc asks whether to leave a match, and the same again would say no.
        let asks = screen.contains("Leave") && screen.contains("Resign");
        arcade.press(if asks { "L" } else { ESC }).changes_soon(&screen);
    }
}

#[test]
fn a_monkey_breaks_nothing() {
    let seconds = switch("MONKEY_SECONDS", 4);
    let seed = switch("MONKEY_SEED", 9);
    let mut monkey = Monkey { rng: ChaCha8Rng::seed_from_u64(seed), size: SIZE };
    let ways = ways();
    let begun = Instant::now();
    let mut arcade = start(SETTINGS).size(SIZE.0, SIZE.1).run();
    let (mut acts, mut most, mut legs) = (0, 0, 0);
    while begun.elapsed() < Duration::from_secs(seconds) {
        arcade = come_home(arcade, &mut monkey);
        let way = if legs < ways.len() { &ways[legs] } else { monkey.pick(&ways) };
        arcade.press(way);
        for _ in 0..monkey.rng.random_range(20..200) {
            monkey.act(&arcade);
            acts += 1;
            if acts % 10 == 0 {
                // No faster than the program reads: what waits in a pipe tests nothing.
                std::thread::sleep(PACE);
            }
            if arcade.has_ended() {
                break;
            }
        }
        if let Some(memory) = arcade.memory() {
            most = most.max(memory);
            assert!(memory < 700, "it has swollen to {memory} MB");
        }
        legs += 1;
    }
    // What the monkey typed last may still be on its way, so one answer may be to that.
    let mut answers = false;
    for _ in 0..5 {
        arcade = come_home(arcade, &mut monkey);
        let menu = arcade.screen();
        arcade.press("?").changes_soon(&menu);
        answers |= arcade.screen().contains(HELP);
    }
    assert!(answers, "it does not answer:\n{}", arcade.screen());
    arcade = come_home(arcade, &mut monkey);
    arcade.press(CTRL_C);
    assert_eq!(arcade.end(), Ok(0));
    arcade.given_back();
    println!("{acts} acts in {legs} legs, up to {most} MB");
}

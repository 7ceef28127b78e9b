//! How soon every page is there when very much is kept: the time from a key to the first frame,
//! and until the last row has come.
//!
//! `cargo run --example scale [matches and boards [contests]]`, 100 000 and 1000 unless one says
//! otherwise.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour::Shelf;
use parlour::games::connect4::{Board, Connect4};
use parlour::play::{Game, Session, Variant};
use parlour::screens::{self, menu};
use parlour::store::{Places, Store};
use parlour::tui::keys::Key;
use parlour::tui::router::Router;
use parlour::tui::{Context, Depth, Effect, Msg};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// The arcade without a terminal, with its tasks on threads as in the event loop.
struct Arcade {
    context: Context,
    router: Router,
    send: Sender<()>,
    woken: Receiver<()>,
    running: Arc<AtomicUsize>,
}

impl Arcade {
    fn open(home: &Path) -> Arcade {
        let store = Store::open(Places::at(home));
        let mut context = Context::with_depth(
            store,
            &screens::key_sections(&Shelf::standard().games()),
            Depth::True,
        );
        context.size = Size::new(120, 40);
        let menu = menu::open(&Shelf::standard().games());
        let (router, opened) = Router::new(vec![menu], &mut context);
        let (send, woken) = channel();
        let mut arcade = Arcade { context, router, send, woken, running: Arc::default() };
        arcade.perform(opened);
        arcade
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Batch(effects) => effects.into_iter().for_each(|it| self.perform(it)),
            Effect::Run(job) => {
                let (send, running) = (self.send.clone(), Arc::clone(&self.running));
                running.fetch_add(1, Ordering::SeqCst);
                thread::spawn(move || {
                    job(Box::new(move || {
                        let _ = send.send(());
                    }));
                    running.fetch_sub(1, Ordering::SeqCst);
                });
            }
            Effect::None | Effect::Quit | Effect::Suspend | Effect::Say(_) | Effect::Tell(_) => {}
            navigation => {
                let effect = self.router.navigate(navigation, &mut self.context);
                self.perform(effect);
            }
        }
    }

    fn draw(&self) {
        let area = self.context.area();
        self.router.view(area, &mut Buffer::empty(Rect { ..area }), &self.context);
    }

    fn press(&mut self, name: &str) {
        let key = Key::parse(name).expect("the names below are keys");
        let effect = self.router.update(Msg::Key(key), &mut self.context);
        self.perform(effect);
        self.draw();
    }

    /// Hears and draws what the tasks have to say until all are done, and says how long the
    /// longest turn took: so long a key would have waited.
    fn fill(&mut self) -> Duration {
        let mut longest = Duration::ZERO;
        while self.running.load(Ordering::SeqCst) > 0 {
            if self.woken.recv_timeout(Duration::from_millis(5)).is_ok() {
                longest = longest.max(self.hear());
            }
        }
        longest.max(self.hear())
    }

    fn hear(&mut self) -> Duration {
        let begun = Instant::now();
        while self.woken.try_recv().is_ok() {}
        let effect = self.router.update(Msg::Woken, &mut self.context);
        self.perform(effect);
        self.draw();
        begun.elapsed()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let many = numbers.next().transpose()?.unwrap_or(100_000);
    let contests = numbers.next().transpose()?.unwrap_or(1000);
    let home = std::env::temp_dir().join(format!("parlour-scale-{many}-{contests}"));
    furnish(&home, many, contests)?;
    println!("{many} matches, {many} boards, {contests} contests in {}", home.display());
    let begun = Instant::now();
    let mut arcade = Arcade::open(&home);
    arcade.draw();
    report("the menu", begun, &mut arcade);
    for (page, keys) in [
        ("saved matches", &["s"][..]),
        ("setup", &["1"]),
        ("statistics", &["t"]),
        ("settings", &["o"]),
        ("arena", &["a"]),
        ("kept contests", &["a", "r"]),
    ] {
        let (last, before) = keys.split_last().expect("a page has a key");
        for key in before {
            arcade.press(key);
            arcade.fill();
        }
        let begun = Instant::now();
        arcade.press(last);
        report(page, begun, &mut arcade);
        let begun = Instant::now();
        for _ in 0..10 {
            arcade.press("down");
        }
        println!("{:<16} a key afterwards {:>7.1} ms", "", begun.elapsed().as_secs_f64() * 100.0);
        for _ in keys {
            arcade.press("esc");
            arcade.fill();
        }
    }
    Ok(())
}

fn report(page: &str, begun: Instant, arcade: &mut Arcade) {
    let first = begun.elapsed();
    let longest = arcade.fill();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{page:<16} first frame {:>8.1} ms, filled after {:>8.1} ms, longest turn {:>6.1} ms",
        ms(first),
        ms(begun.elapsed()),
        ms(longest)
    );
}

fn board() -> Result<Board, String> {
    Variant::parse(Connect4::BOARDS[0].1).map_err(|error| error.why)
}

/// A match of Connect Four after these moves, as a file.
fn record(moves: &str) -> Result<String, Box<dyn Error>> {
    let board = board()?;
    let mut session = Session::<Connect4>::new(&board, 2, 1);
    for mv in moves.split(' ') {
        session.play_text(mv)?;
    }
    let players = ["human:Ada".parse()?, "bot:hasard".parse()?];
    Ok(session.record(&players).to_string())
}

/// Fills a home once; it is used again the next time.
fn furnish(home: &Path, many: usize, contests: usize) -> Result<(), Box<dyn Error>> {
    if home.join("done").exists() {
        return Ok(());
    }
    let places = Places::at(home);
    // A home that was left half furnished is furnished anew.
    drop(fs::remove_dir_all(home));
    let matches = places.matches();
    let boards = places.boards(Some("connect4"));
    for folder in [&matches, &boards, &places.contests()] {
        fs::create_dir_all(folder)?;
    }
    let (over, unfinished) = (record("4 1 4 1 4 1 4")?, record("4 4 3 3")?);
    let mut log = String::new();
    for at in 0..many {
        let date = format!("2026-{:02}-{:02}-{:06}", 1 + at % 12, 1 + at / 12 % 28, at);
        let text = if at % 7 == 3 { &unfinished } else { &over };
        fs::write(matches.join(format!("{date}-connect4-1.parlour")), text)?;
        let board =
            format!("name = \"Board {at}\"\ncolumns = {}\nrows = 6\nconnect = 4\n", 7 + at % 3);
        fs::write(boards.join(format!("board-{at:06}.toml")), board)?;
        log.push_str(&format!(
            "2026-01-01 00:00:00 UTC\tconnect4\t{}\thuman:Ada\tbot:hasard\n",
            1 + at % 2
        ));
    }
    fs::write(places.statistics(), log)?;
    // The usual contest, as somebody holds it who presses two keys.
    let mut arcade = Arcade::open(home);
    for key in ["a", "enter"] {
        arcade.press(key);
        arcade.fill();
    }
    let journal = fs::read_dir(places.contests())?.next().ok_or("no contest was kept")??.path();
    for at in 0..contests {
        fs::copy(&journal, places.contests().join(format!("contest-{at:04}.contest")))?;
    }
    fs::write(home.join("done"), "")?;
    Ok(())
}

//! The arcade without a terminal: a context on a temporary home and a router, driven by the names of
//! keys and drawn into a buffer. What the event loop does with effects is done here at once.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use parlour::Shelf;
use parlour::screens::{self, Games, menu};
use parlour::store::{Places, Store, Zone};
use parlour::tui::keys::Key;
use parlour::tui::router::Router;
use parlour::tui::task::Job;
use parlour::tui::theme::Meaning;
use parlour::tui::{Context, Depth, Effect, Msg, Screen};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use tempfile::TempDir;

pub struct Room {
    pub context: Context,
    pub router: Router,
    pub has_quit: bool,
    /// How often the bell has rung.
    pub rung: usize,
    /// What was last put into the clipboard.
    pub copied: Option<String>,
    /// Work that nobody has started yet, while it is held back.
    held: Option<Vec<Job>>,
    /// Kept until the room is left.
    _home: Option<TempDir>,
}

/// The games of every room, whose puzzles are then read only once.
pub static GAMES: LazyLock<Games> = LazyLock::new(|| Shelf::standard().games());

/// What the environment would decide, where a test's settings don't.
const PINNED: [(&str, &str); 2] = [("theme", "dark"), ("characters", "unicode")];

/// Opens the arcade at its menu in a home of these settings, after `furnish` has put things there.
/// It looks the same whatever terminal and locale the tests run in.
pub fn room(settings: &str, depth: Depth, furnish: impl FnOnce(&Store)) -> Room {
    let room = furnished(settings, depth, furnish);
    assert_eq!(room.context.complaints(), [""; 0]);
    room
}

/// The same where the settings and files may have faults, which are shown at the menu.
pub fn furnished(settings: &str, depth: Depth, furnish: impl FnOnce(&Store)) -> Room {
    let home = crate::homes::home();
    fs::create_dir(home.path().join("config")).unwrap();
    let chosen = |key: &str| settings.lines().any(|line| line.starts_with(key));
    let pinned = PINNED.iter().filter(|(key, _)| !chosen(key));
    let pinned: String = pinned.map(|(key, value)| format!("{key} = \"{value}\"\n")).collect();
    fs::write(home.path().join("config/settings.toml"), pinned + settings).unwrap();
    let places = Places::at(home.path());
    furnish(&Store::open(places.clone()));
    let mut room = enter(places, depth, None);
    room._home = Some(home);
    room
}

fn enter(places: Places, depth: Depth, held: Option<Vec<Job>>) -> Room {
    let mut context =
        Context::with_depth(Store::open(places), &screens::key_sections(&GAMES), depth);
    context.size = Size::new(80, 24);
    context.zone = Zone::utc();
    context.pinned_day = "2026-11-16".parse().ok();
    let menu = menu::open(&GAMES);
    let (router, opened) = Router::new(vec![menu], &mut context);
    let mut room =
        Room { context, router, has_quit: false, rung: 0, copied: None, held, _home: None };
    room.perform(opened);
    room
}

impl Room {
    /// Opens the shelf of puzzles and goes to the one of this name.
    pub fn find_puzzle(&mut self, name: &str) {
        // Below the row of today, which may be anything.
        self.press("p down");
        let is_there = |room: &Room| {
            let picture = room.picture();
            picture.lines().nth(2).is_some_and(|line| line.contains(name))
        };
        for _ in 0..120 {
            for _ in 0..12 {
                if is_there(self) {
                    return;
                }
                self.press("right");
            }
            self.press(&format!("{} down", "left ".repeat(12)));
        }
        panic!("there is no puzzle {name}");
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::None | Effect::Suspend => {}
            Effect::Batch(effects) => effects.into_iter().for_each(|effect| self.perform(effect)),
            Effect::Quit => self.has_quit = true,
            Effect::Copy(text) => self.copied = Some(text),
            Effect::Bell => self.rung += 1,
            Effect::Say(sentence) => self.context.say(sentence, Meaning::Warn),
            Effect::Tell(sentence) => self.context.say(sentence, Meaning::Text),
            Effect::Run(job) => match &mut self.held {
                Some(held) => held.push(job),
                None => self.run(job),
            },
            navigation => {
                let effect = self.router.navigate(navigation, &mut self.context);
                self.perform(effect);
            }
        }
    }

    /// On the spot: then nothing depends on how quick the machine is.
    fn run(&mut self, job: Job) {
        let woken = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&woken);
        job(Box::new(move || flag.store(true, Ordering::SeqCst)));
        if woken.load(Ordering::SeqCst) {
            self.tell(Msg::Woken);
        }
    }

    /// Begins nothing that runs beside the screen before [`Room::release`].
    pub fn hold(&mut self) {
        self.held = Some(Vec::new());
    }

    /// Another arcade on the same home, at its menu.
    pub fn beside(&self) -> Room {
        enter(self.context.store.places().clone(), Depth::True, None)
    }

    /// The same, but nothing that runs beside the screen is begun before [`Room::release`].
    pub fn beside_held(&self) -> Room {
        enter(self.context.store.places().clone(), Depth::True, Some(Vec::new()))
    }

    /// Does the work that was held back until now, and holds back what comes after it.
    pub fn release(&mut self) {
        for job in self.held.replace(Vec::new()).into_iter().flatten() {
            self.run(job);
        }
    }

    pub fn tell(&mut self, msg: Msg) {
        let effect = self.router.update(msg, &mut self.context);
        self.perform(effect);
    }

    /// Puts a screen on top.
    pub fn open(&mut self, screen: Box<dyn Screen>) {
        self.perform(Effect::Open(screen));
    }

    /// Presses keys by their names in `keys.toml`, with spaces between.
    pub fn press(&mut self, keys: &str) {
        for name in keys.split_whitespace() {
            let key = Key::parse(name).unwrap_or_else(|| panic!("'{name}' isn't a key"));
            self.tell(Msg::Key(key));
        }
    }

    /// Lets time pass, as long as anything wants to hear of it.
    pub fn wait(&mut self, time: Duration) {
        let mut passed = Duration::ZERO;
        while let Some(pulse) = self.router.pulse().filter(|_| passed < time) {
            self.tell(Msg::Tick(pulse));
            passed += pulse;
        }
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.context.size = Size::new(columns, rows);
        self.tell(Msg::Resized);
    }

    pub fn draw(&self) -> Buffer {
        let area = Rect::from((ratatui::layout::Position::ORIGIN, self.context.size));
        let mut buffer = Buffer::empty(area);
        self.router.view(area, &mut buffer, &self.context);
        buffer
    }

    /// The screen as text, without the spaces at the ends of lines.
    pub fn picture(&self) -> String {
        let buffer = self.draw();
        let columns = usize::from(buffer.area.width);
        let mut text = String::new();
        for row in buffer.content.chunks(columns) {
            let line: String = row.iter().map(|cell| cell.symbol()).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

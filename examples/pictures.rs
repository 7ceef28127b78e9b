//! Draws the pictures of the README from the program's own buffers: `cargo run --example pictures`.
//!
//! The screens are the real ones, driven by keys as a person would, and written as SVG; so the
//! pictures are true whenever this has been run.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use parlour::Shelf;
use parlour::games;
use parlour::lang;
use parlour::screens;
use parlour::store::{Animations, Places, Store};
use parlour::tui::keys::Key;
use parlour::tui::painter::{Canvas, Shape, Sprite};
use parlour::tui::picture::{film, svg};
use parlour::tui::router::Router;
use parlour::tui::{Charset, Context, Depth, Effect, Look, Meaning, Msg, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// A picture: its name, the game whose setup it begins in (none: the menu), and the keys.
const PICTURES: &[(&str, Option<&str>, &[&str])] = &[
    ("menu", None, &[]),
    ("connect4", Some("connect4"), &["enter", "4", "3", "5", "2", "4", "left"]),
    ("sogo", Some("sogo"), &["enter", "enter", "right", "enter", "down", "enter", "right"]),
    ("gobblet", Some("gobblet"), &["enter", "3", "enter", "3", "left", "enter", "2", "down"]),
    (
        "vorassic",
        Some("vorassic"),
        &["enter", "tab", "enter", "tab", "enter", "tab", "enter", "tab"],
    ),
    ("goose", Some("goose"), &["enter", "enter", "enter", "enter"]),
    ("turtles", Some("turtles"), &["enter", "space"]),
];

/// What the first picture of the README shows: a match of two people, from the setup to its end.
const FILM: &[&str] = &["tab", "down", "left", "left", "enter", "4", "4", "3", "3", "5", "5", "2"];

fn main() -> std::io::Result<()> {
    draw("docs")?;
    lang::speaking(lang::book("fr", None), || draw("docs/fr"))?;
    write("docs/film.svg", &film_of(&mut Arcade::open(Animations::On)))?;
    write("packaging/parlour.svg", &icon())
}

/// All pictures, in the language that is spoken.
fn draw(folder: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, game, keys) in PICTURES {
        let mut arcade = Arcade::open(Animations::Off);
        let keys = entrance(*game).into_iter().chain(keys.iter().map(|key| (*key).to_owned()));
        for key in keys {
            arcade.press(&key);
            // Bots have answered and everything lies still before the next key.
            for _ in 0..40 {
                arcade.tell(Msg::Tick(Duration::from_millis(500)));
            }
        }
        let screen = arcade.screen();
        write(&format!("{folder}/{name}.svg"), &svg(&screen, screen.area, &arcade.context.look))?;
    }
    Ok(())
}

fn write(file: &str, picture: &str) -> std::io::Result<()> {
    fs::write(file, picture)?;
    println!("{file}");
    Ok(())
}

/// The key that opens a game's setup from the menu.
fn entrance(game: Option<&str>) -> Option<String> {
    let at = games::IDS.iter().position(|id| Some(*id) == game)?;
    Some((at + 1).to_string())
}

/// A whole match, filmed as it is played.
fn film_of(arcade: &mut Arcade) -> String {
    const SHOT: Duration = Duration::from_millis(80);
    let mut screens: Vec<(Buffer, Duration)> = vec![(arcade.screen(), SHOT * 15)];
    let keys = entrance(Some("connect4")).into_iter();
    for key in keys.chain(FILM.iter().map(|key| (*key).to_owned())) {
        arcade.press(&key);
        for _ in 0..14 {
            arcade.tell(Msg::Tick(SHOT));
            let screen = arcade.screen();
            match screens.last_mut() {
                Some((same, time)) if *same == screen => *time += SHOT,
                _ => screens.push((screen, SHOT)),
            }
        }
    }
    if let Some((_, time)) = screens.last_mut() {
        *time += SHOT * 40;
    }
    film(&screens, &arcade.context.look)
}

/// The program's sign: four discs on a plate, by the painter that draws the boards.
fn icon() -> String {
    let look = Look::new(Theme::usual(Depth::True), Charset::Unicode);
    let ink = |meaning| look.theme().ink(meaning);
    let mut canvas = Canvas::new(32, 16);
    canvas.paint(&Shape::rounded(0.0, 0.0, 32.0, 16.0, 6.0), ink(Meaning::Plate));
    let discs = [(8.5, 4.25), (23.5, 4.25), (23.5, 11.75), (8.5, 11.75)];
    for ((x, y), hue) in discs.into_iter().zip([Meaning::Red, Meaning::Yellow].repeat(2)) {
        canvas.paint(&Shape::circle(x, y, 6.0), ink(hue));
    }
    let mut buffer = Buffer::empty(Rect::new(0, 0, 32, 16));
    Sprite::from(canvas).draw(&mut buffer, 0, 0);
    svg(&buffer, buffer.area, &look)
}

/// An arcade in a home of its own, in all colours whatever the terminal that asks for the pictures.
struct Arcade {
    router: Router,
    context: Context,
    home: PathBuf,
}

impl Arcade {
    fn open(animations: Animations) -> Arcade {
        let home = std::env::temp_dir().join(format!("parlour-pictures-{}", std::process::id()));
        let mut store = Store::open(Places::at(&home));
        let mut settings = store.settings().clone();
        settings.animations = animations;
        settings.theme = "dark".to_owned();
        let _ = store.set_settings(settings);
        let sections = screens::key_sections(&Shelf::standard().games());
        let mut context = Context::with_depth(store, &sections, Depth::True);
        context.size = Size::new(80, 24);
        let first = screens::menu::open(&Shelf::standard().games());
        let (mut router, effect) = Router::new(vec![first], &mut context);
        perform(&mut router, effect, &mut context);
        Arcade { router, context, home }
    }

    fn press(&mut self, key: &str) {
        self.tell(Msg::Key(Key::named(key)));
    }

    fn tell(&mut self, msg: Msg) {
        tell(&mut self.router, msg, &mut self.context);
    }

    fn screen(&self) -> Buffer {
        let area = self.context.area();
        let mut buffer = Buffer::empty(area);
        self.router.view(area, &mut buffer, &self.context);
        buffer
    }
}

impl Drop for Arcade {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.home);
    }
}

fn tell(router: &mut Router, msg: Msg, context: &mut Context) {
    let effect = router.update(msg, context);
    perform(router, effect, context);
}

/// What the event loop does with effects, without threads.
fn perform(router: &mut Router, effect: Effect, context: &mut Context) {
    match effect {
        Effect::None | Effect::Quit | Effect::Suspend => {}
        Effect::Batch(all) => all.into_iter().for_each(|effect| perform(router, effect, context)),
        Effect::Say(sentence) => context.say(sentence, Meaning::Warn),
        Effect::Tell(sentence) => context.say(sentence, Meaning::Text),
        Effect::Run(job) => {
            job(Box::new(|| {}));
            tell(router, Msg::Woken, context);
        }
        navigation => {
            let effect = router.navigate(navigation, context);
            perform(router, effect, context);
        }
    }
}

//! Draws the pictures of the README from the program's own buffers: `cargo run --example pictures`.
//!
//! The screens are the real ones, driven by keys as a person would, and written as SVG; so the
//! pictures are true whenever this has been run.

use std::fs;
use std::path::Path;
use std::time::Duration;

use parlour::Shelf;
use parlour::games;
use parlour::screens;
use parlour::store::{Animations, Places, Store};
use parlour::tui::keys::Key;
use parlour::tui::picture::svg;
use parlour::tui::router::Router;
use parlour::tui::theme::Meaning;
use parlour::tui::{Depth, Desk, Effect, Msg};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

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

fn main() -> std::io::Result<()> {
    fs::create_dir_all("docs")?;
    // The colours of the pictures do not depend on the terminal they are made in.
    let home = std::env::temp_dir().join(format!("parlour-pictures-{}", std::process::id()));
    for (name, game, keys) in PICTURES {
        let place = match game {
            Some(game) => match games::IDS.iter().position(|id| id == game) {
                Some(at) => Some((at + 1).to_string()),
                None => continue,
            },
            None => None,
        };
        let keys: Vec<&str> =
            place.iter().map(String::as_str).chain(keys.iter().copied()).collect();
        let picture = drive(&home, &keys);
        fs::write(format!("docs/{name}.svg"), picture)?;
        println!("docs/{name}.svg");
        let _ = fs::remove_dir_all(&home);
    }
    Ok(())
}

/// Presses the keys in a fresh arcade and draws what is there then.
fn drive(home: &Path, keys: &[&str]) -> String {
    let mut store = Store::open(Places::at(home));
    let mut settings = store.settings().clone();
    settings.animations = Animations::Off;
    settings.theme = "dark".to_owned();
    let _ = store.set_settings(settings);
    // In all colours, whatever the terminal that asks for the pictures can show.
    let mut desk =
        Desk::with_depth(store, &screens::key_sections(&Shelf::standard().games()), Depth::True);
    desk.size = Size::new(80, 24);
    let first = screens::menu::open(&Shelf::standard().games());
    let (mut router, effect) = Router::new(vec![first], &mut desk);
    perform(&mut router, effect, &mut desk);
    for key in keys {
        tell(&mut router, Msg::Key(Key::named(key)), &mut desk);
        // Bots have answered and everything lies still before the next key.
        for _ in 0..40 {
            tell(&mut router, Msg::Tick(Duration::from_millis(500)), &mut desk);
        }
    }
    let area = desk.area();
    let mut buffer = Buffer::empty(area);
    router.view(area, &mut buffer, &desk);
    svg(&buffer, area, &desk.look)
}

fn tell(router: &mut Router, msg: Msg, desk: &mut Desk) {
    let effect = router.update(msg, desk);
    perform(router, effect, desk);
}

/// What the event loop does with effects, without threads.
fn perform(router: &mut Router, effect: Effect, desk: &mut Desk) {
    match effect {
        Effect::None | Effect::Quit | Effect::Suspend => {}
        Effect::Batch(all) => all.into_iter().for_each(|effect| perform(router, effect, desk)),
        Effect::Say(sentence) => desk.say(sentence, Meaning::Warn),
        Effect::Tell(sentence) => desk.say(sentence, Meaning::Text),
        Effect::Run(job) => {
            job(Box::new(|| {}));
            tell(router, Msg::Woken, desk);
        }
        navigation => {
            let effect = router.navigate(navigation, desk);
            perform(router, effect, desk);
        }
    }
}

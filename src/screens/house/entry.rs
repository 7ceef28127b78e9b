//! The page *Across machines*: open a house on this machine, or go to one of somebody else's.

use std::net::{Ipv4Addr, SocketAddr};

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::super::Games;
use super::join::{self, Purpose};
use super::{HELP, hosting};
use crate::house::{House, KnownHouse, Right, forget_house, known_houses, network_address};
use crate::store::Store;
use crate::tui::ask::{Ask, row_at};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::text::put;
use crate::tui::theme::Meaning;
use crate::tui::{Context, Effect, Hint, Mouse, Msg, Screen, Title, hints};

/// What can be done with a house one knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Forget,
}

/// Under `[across]` in `keys.toml`.
#[rustfmt::skip]
pub const ACROSS: Section<Action> = Section {
    name: "across",
    bindings: &[
        bind(Action::Forget, "forget", &["x"], "forget", "Forgets this house and its invitation."),
    ],
};

const ABOUT: &str = "A house is one machine that is the referee and keeps the matches. Everyone \
    else joins it with an invitation and sees, on their own screen, what their seat may see.\n\n\
    Programs can take seats too; the help says how.";
/// Columns of an entry's name.
const NAME: u16 = 17;

/// What there is to do, before the houses one knows.
const DOINGS: [(&str, &str); 3] = [
    ("Open a house", "others come to you"),
    ("Join a house", "paste an invitation"),
    ("Watch a match", "paste an invitation"),
];

const OPENING: &[(&str, Listen)] = &[("Open it", Listen::Network), ("This computer", Listen::Here)];

/// For whom a house is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Listen {
    /// Everybody who can reach this machine and has an invitation.
    Network,
    /// Other windows of this machine.
    Here,
}

struct AcrossMachines {
    games: Games,
    houses: Vec<KnownHouse>,
    cursor: usize,
    /// The last errand beside the screen.
    task: Option<Task<Fact>>,
    opening: bool,
}

/// What is found out beside the screen.
enum Fact {
    /// The houses one has been to.
    Known(Vec<KnownHouse>),
    /// The door is open, or why it isn't.
    Opened(Result<Box<House>, String>),
}

/// The page behind the menu's entry.
pub fn open(games: &Games) -> Box<dyn Screen> {
    Box::new(AcrossMachines {
        games: games.clone(),
        houses: Vec::new(),
        cursor: 0,
        task: None,
        opening: false,
    })
}

impl AcrossMachines {
    fn last(&self) -> usize {
        DOINGS.len() + self.houses.len() - 1
    }

    /// What it means to listen, before anybody does.
    fn ask() -> Effect {
        let text = match network_address() {
            Some(address) => format!(
                "Other computers on your network will be able to reach this one at {address}. Only \
                 people with an invitation get in, and only to your tables: your files, programs \
                 and settings stay out of their reach. Your firewall may ask you first.\n\nOr open \
                 it for other windows of this computer only."
            ),
            None => {
                "This computer isn't on a network now. Other windows of this computer can come \
                     all the same."
                    .to_owned()
            }
        };
        let mut answers: Vec<(&'static str, ())> =
            OPENING.iter().map(|(words, _)| (*words, ())).collect();
        answers.push(("Cancel", ()));
        Effect::Open(Box::new(Ask::among("Open a house", text, &answers)))
    }

    /// Opens the door, which touches the disk and the network, beside the screen.
    fn open_house(&mut self, listen: Listen, context: &Context) -> Effect {
        let games = self.games.hosted();
        let name = format!("{}'s house", super::own_name(context));
        let listen = match listen {
            Listen::Network => Some(SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0))),
            Listen::Here => None,
        };
        self.opening = true;
        self.run(context, move |store| {
            Fact::Opened(House::open(store, games, listen, Some(name), None).map(Box::new))
        })
    }

    /// Does something with the store beside the screen.
    fn run(
        &mut self,
        context: &Context,
        work: impl FnOnce(Store) -> Fact + Send + 'static,
    ) -> Effect {
        let places = context.store.places().clone();
        let (task, run) = Task::new(move |_, report: &mut dyn FnMut(Fact)| {
            report(work(Store::open(places)));
        });
        self.task = Some(task);
        run
    }

    fn listen(&mut self, context: &Context) -> Effect {
        match self.task.as_ref().and_then(Task::poll) {
            Some(News::Report(Fact::Known(houses))) => {
                self.houses = houses;
                self.cursor = self.cursor.min(self.last());
                Effect::None
            }
            Some(News::Report(Fact::Opened(opened))) => {
                self.opening = false;
                match opened {
                    Ok(house) => {
                        Effect::Open(hosting::open(&self.games, *house, super::own_name(context)))
                    }
                    Err(why) => Effect::Say(why),
                }
            }
            Some(News::Failed(why)) => Effect::Say(why),
            Some(News::Done) | None => Effect::None,
        }
    }

    fn choose(&mut self, at: usize, context: &Context) -> Effect {
        match at {
            0 if self.opening => Effect::None,
            0 => Self::ask(),
            1 => join::open(&self.games, "", Purpose::Play, context),
            2 => join::open(&self.games, "", Purpose::Watch, context),
            at => match self.houses.get(at - DOINGS.len()) {
                Some(house) => {
                    let purpose = match house.right {
                        Right::Play => Purpose::Play,
                        Right::Watch => Purpose::Watch,
                    };
                    join::open(&self.games, &house.invitation, purpose, context)
                }
                None => Effect::None,
            },
        }
    }

    fn key(&mut self, key: &Key, context: &Context) -> Effect {
        if context.keys.action(&ACROSS, key) == Some(Action::Forget) {
            let Some(at) = self.cursor.checked_sub(DOINGS.len()) else { return Effect::None };
            return self.run(context, move |store| {
                forget_house(&store, at);
                Fact::Known(known_houses(&store))
            });
        }
        if let Some(digit) =
            key.digit().map(usize::from).filter(|it| (1..=DOINGS.len()).contains(it))
        {
            self.cursor = digit - 1;
            return self.choose(self.cursor, context);
        }
        match context.keys.nav(key) {
            Some(Nav::Up | Nav::Previous) => self.cursor = self.cursor.saturating_sub(1),
            Some(Nav::Down | Nav::Next) => self.cursor = (self.cursor + 1).min(self.last()),
            Some(Nav::First | Nav::PageUp) => self.cursor = 0,
            Some(Nav::Last | Nav::PageDown) => self.cursor = self.last(),
            Some(Nav::Confirm | Nav::Right) => return self.choose(self.cursor, context),
            Some(Nav::Back) => return Effect::Close,
            _ => {}
        }
        Effect::None
    }

    /// Where each entry stands.
    fn places(&self, context: &Context) -> Vec<Rect> {
        let list = panels::inset(Shell::of(context.area(), Side::Picture).board, 1, 2, 1, 1);
        let row = |at: usize| {
            // A row of air and a heading stand before the houses one knows.
            let y = if at < DOINGS.len() { at } else { at + 2 };
            panels::row(list, y as u16)
        };
        (0..=self.last()).map(row).collect()
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, context: &Context) -> Effect {
        match (mouse, row_at(&self.places(context), at)) {
            (Mouse::WheelUp, _) => self.cursor = self.cursor.saturating_sub(1),
            (Mouse::WheelDown, _) => self.cursor = (self.cursor + 1).min(self.last()),
            (Mouse::Click, Some(hit)) => {
                self.cursor = hit;
                return self.choose(hit, context);
            }
            (Mouse::Hover, Some(hit)) => self.cursor = hit,
            _ => {}
        }
        Effect::None
    }
}

impl Screen for AcrossMachines {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown => self.run(context, |store| Fact::Known(known_houses(&store))),
            Msg::Woken => self.listen(context),
            Msg::Key(key) => self.key(&key, context),
            Msg::Paste(text) => join::open(&self.games, &text, Purpose::Play, context),
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, context),
            Msg::Answered(answer) => match answer.among(OPENING) {
                Some(listen) => self.open_house(listen, context),
                None => Effect::None,
            },
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let shell = Shell::of(context.area(), Side::Picture);
        shell.draw(look, buf);
        let places = self.places(context);
        let heading = |at: usize, word, buf: &mut Buffer| {
            let row = Rect { y: places[at].y.saturating_sub(1), ..places[at] };
            panels::heading(look, panels::inset(row, 1, 0, 1, 0), buf, word);
        };
        heading(0, "This machine", buf);
        if !self.houses.is_empty() {
            heading(DOINGS.len(), "Houses you know", buf);
        }
        for (at, place) in places.iter().enumerate().filter(|(_, place)| !place.is_empty()) {
            let focus = Focus::at(at, self.cursor);
            let row = panels::list_row(look, *place, buf, focus);
            let (name, second) = match at.checked_sub(DOINGS.len()).map(|at| &self.houses[at]) {
                None => {
                    let digit = (at + 1).to_string();
                    put(buf, row, row.x, row.y, &digit, theme.key());
                    (DOINGS[at].0.to_owned(), DOINGS[at].1.to_owned())
                }
                Some(house) => {
                    let kind = match house.right {
                        Right::Play => "to play",
                        Right::Watch => "to watch",
                    };
                    (house.name.clone(), format!("{kind}, {}", context.zone.shown(&house.last)))
                }
            };
            let row = panels::inset(row, 2, 0, 0, 0);
            let name = look.truncate(&name, NAME - 1);
            put(buf, row, row.x, row.y, &name, panels::name_style(look, focus));
            let rest = panels::inset(row, NAME, 0, 1, 0);
            let second = look.truncate(&second, rest.width);
            put(buf, rest, rest.x, rest.y, &second, panels::second_style(look, focus));
        }
        let panel = shell.panel_text();
        put(buf, panel, panel.x, panel.y, "How it works", theme.strong());
        panels::paragraph(look, panels::inset(panel, 0, 2, 0, 0), buf, ABOUT, theme.muted());
        let usual = if self.opening { "opening the house…" } else { "" };
        context.draw_status(shell.status(), buf, usual, Meaning::Muted);
    }

    fn title(&self) -> Title {
        Title { name: "Across machines".to_owned(), ..Title::default() }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = hints::entries(keys);
        all.extend(hints::section(keys, &ACROSS, |_| self.cursor >= DOINGS.len()));
        all.extend(hints::help_and_back(keys, "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let hints = self.hints(context);
        Some(Box::new(HelpScreen::of_text("Across machines", HELP, &hints, context)))
    }
}

//! Setup: which board, who sits where, and how to begin. It remembers the last choice per game.

mod keys;
mod rows;
mod view;

use std::collections::BTreeMap;
use std::ffi::OsStr;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::keys::Action;
use self::rows::{Row, bot};
use super::reading::{self, Reading};
use crate::play::{Player, Session, Variant};
use crate::search::{Limit, strategy, strongest};
use crate::store::boards::{self, Entry, Origin};
use crate::tui::ask::{Prompt, row_at};
use crate::tui::game_ui::GameUi;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav};
use crate::tui::panels::{self, Shell, Side};
use crate::tui::{Answer, Desk, Effect, Hint, Mouse, Msg, Screen, Title, hints};

pub use self::keys::SETUP;

/// How long bots may think about a move, in milliseconds.
const TIMES: [u64; 7] = [100, 250, 500, 1000, 2000, 5000, 10_000];

/// Remembered once the tour was offered: it was taken, or the match was begun without.
const TOURED: &str = "toured";

/// Who sits on a seat, as the screen turns through it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Chair {
    name: String,
    /// A bot or a program; none for a person.
    bot: Option<Player>,
}

/// What a popup was opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Typing {
    Name(usize),
    Seed,
}

impl<G: GameUi> reading::Row for Entry<G> {
    type Place<'a> = (usize, &'a str);

    fn place(&self) -> (usize, &str) {
        Entry::place(self)
    }

    fn id(&self) -> &OsStr {
        OsStr::new(&self.stem)
    }
}

/// The bundled boards and the one of this name, which is chosen. The others are still to be read.
pub(super) fn first_boards<G: GameUi>(desk: &Desk, stem: Option<&String>) -> Reading<Entry<G>> {
    let mut boards = boards::bundled::<G>(&desk.store);
    let named = stem.and_then(|stem| boards::named::<G>(&desk.store, stem));
    boards.extend(named.filter(|entry| entry.origin == Origin::Yours));
    let mut boards = Reading::new(boards);
    boards.go_to(stem.map_or("", String::as_str));
    boards
}

struct Setup<G: GameUi> {
    /// Every board, and the chosen one.
    boards: Reading<Entry<G>>,
    /// The board after somebody turned its dials.
    turned: Option<G::Variant>,
    players: usize,
    chairs: Vec<Chair>,
    /// Who begins: a chair, or none for the lot.
    begins: Option<usize>,
    time: usize,
    seed: Option<u64>,
    /// The seed the preview and, unless somebody names one, the match are made with.
    drawn: u64,
    preview: Option<G>,
    cursor: Row,
    typing: Option<Typing>,
    /// Whether this game was never played from here, so that the tour is offered.
    newcomer: bool,
}

/// The page of a new match, with what was chosen for this game the last time.
pub fn open<G: GameUi>(desk: &mut Desk) -> Box<dyn Screen> {
    Box::new(Setup::<G>::new(desk))
}

impl<G: GameUi> Setup<G> {
    fn new(desk: &mut Desk) -> Setup<G> {
        let known = desk.store.remembered(G::ID);
        let time = known.get("time").and_then(|text| text.parse::<u64>().ok());
        let time = time.unwrap_or(desk.store.settings().bot_time.as_millis() as u64);
        let mut setup = Setup {
            boards: first_boards(desk, known.get("board")),
            turned: known.get("turned").and_then(|text| G::Variant::parse(text).ok()),
            players: known.get("players").and_then(|text| text.parse().ok()).unwrap_or(0),
            chairs: Vec::new(),
            begins: match known.get("begins").map(String::as_str) {
                Some("lot") => None,
                begins => Some(begins.and_then(|text| text.parse().ok()).unwrap_or(0)),
            },
            time: TIMES.iter().position(|known| *known >= time).unwrap_or(TIMES.len() - 1),
            seed: None,
            drawn: rand::random(),
            preview: None,
            cursor: Row::Board,
            typing: None,
            newcomer: !known.contains_key(TOURED),
        };
        for seat in 0.. {
            let Some(spec) = known.get(&format!("seat {}", seat + 1)) else { break };
            setup.chairs.push(match spec.parse() {
                Ok(Player::Human { name }) => Chair { name: name.unwrap_or_default(), bot: None },
                bot => Chair { name: String::new(), bot: bot.ok() },
            });
        }
        setup.fit(desk);
        setup
    }

    fn variant(&self) -> Option<&G::Variant> {
        self.turned.as_ref().or_else(|| self.boards.chosen()?.board().ok())
    }

    /// Makes everything fit the chosen board: the number of seats, the strategies, the preview.
    fn fit(&mut self, desk: &Desk) {
        let Some(variant) = self.variant().cloned() else {
            self.preview = None;
            // Nothing says how many a refused board would seat.
            self.players = self.players.min(self.chairs.len());
            return;
        };
        let range = variant.seats();
        if !range.contains(&self.players) {
            self.players = variant.usual_seats();
        }
        let names = &desk.store.settings().names;
        while self.chairs.len() < self.players {
            let at = self.chairs.len();
            // The first seat is for whoever sits here, the others are bots until somebody comes.
            let bot = (at > 0).then(|| bot(&G::STRATEGIES[G::STRATEGIES.len().min(2) - 1]));
            self.chairs.push(Chair { name: names.get(at).cloned().unwrap_or_default(), bot });
        }
        for chair in &mut self.chairs {
            if let Some(Player::Bot { strategy: name }) = &chair.bot
                && strategy::<G>(name, &variant).is_err()
            {
                chair.bot = strongest::<G>(&variant).map(bot);
            }
        }
        if self.begins.is_some_and(|seat| seat >= self.players) {
            self.begins = Some(0);
        }
        let seed = self.seed.unwrap_or(self.drawn);
        self.preview = Some(Session::<G>::new(&variant, self.players, seed).state().clone());
    }

    /// Whether the seats play from the first one on, so that one can choose who sits there. Where
    /// the bank acts first it draws lots, and everybody stays in the seat they have chosen.
    fn first_seat_begins(&self) -> bool {
        self.preview.as_ref().is_none_or(|state| state.turn().seat().is_some())
    }

    fn edit(&mut self) -> Effect {
        let (typing, prompt) = match self.cursor {
            Row::Seat(seat) if self.chairs[seat].bot.is_none() => {
                (Typing::Name(seat), Prompt::new("Name", &self.chairs[seat].name))
            }
            Row::Seed => {
                let seed = self.seed.map_or(String::new(), |seed| seed.to_string());
                (Typing::Seed, Prompt::new("Seed, a whole number; empty for any", &seed))
            }
            _ => return Effect::None,
        };
        self.typing = Some(typing);
        Effect::Open(Box::new(prompt))
    }

    fn typed(&mut self, text: &str, desk: &Desk) -> Effect {
        match self.typing.take() {
            Some(Typing::Name(seat)) => self.chairs[seat].name = text.trim().to_owned(),
            Some(Typing::Seed) if text.trim().is_empty() => self.seed = None,
            Some(Typing::Seed) => match text.trim().parse() {
                Ok(seed) => self.seed = Some(seed),
                Err(_) => {
                    return Effect::Say(format!("'{text}' is no seed, expected a whole number"));
                }
            },
            None => {}
        }
        self.fit(desk);
        Effect::None
    }

    fn seated(&self) -> Vec<Player> {
        let player = |chair: &Chair| match &chair.bot {
            Some(bot) => bot.clone(),
            None => {
                let name = chair.name.trim();
                Player::Human { name: (!name.is_empty()).then(|| name.to_owned()) }
            }
        };
        self.chairs[..self.players].iter().map(player).collect()
    }

    fn start(&mut self, desk: &mut Desk) -> Effect {
        let Some(variant) = self.variant().cloned() else {
            let why = self.boards.chosen().and_then(|entry| entry.board().err());
            return Effect::Say(why.cloned().unwrap_or_else(|| "there is no board".to_owned()));
        };
        let mut players = self.seated();
        self.remember(&players, desk);
        let seed = self.seed.unwrap_or(self.drawn);
        if self.first_seat_begins() {
            let first = self.begins.unwrap_or((seed % self.players as u64) as usize);
            players.rotate_left(first);
        }
        let session = Session::<G>::new(&variant, self.players, seed);
        let limit = Limit::Time(std::time::Duration::from_millis(TIMES[self.time]));
        let save = desk.store.new_save(G::ID);
        Effect::Swap(super::play::resume::<G>(session, players, limit, save, desk))
    }

    fn take_tour(&mut self, desk: &mut Desk) -> Effect {
        // A choice that cannot be remembered is no obstacle to play.
        drop(desk.store.change_remembered(G::ID, |choices| {
            choices.insert(TOURED.to_owned(), "yes".to_owned());
        }));
        self.newcomer = false;
        super::tour::open::<G>().map_or(Effect::None, Effect::Open)
    }

    fn remember(&self, players: &[Player], desk: &mut Desk) {
        let mut table = BTreeMap::new();
        if let Some(entry) = self.boards.chosen() {
            table.insert("board".to_owned(), entry.stem.clone());
        }
        if let Some(turned) = &self.turned {
            table.insert("turned".to_owned(), turned.to_toml());
        }
        table.insert(TOURED.to_owned(), "yes".to_owned());
        table.insert("players".to_owned(), self.players.to_string());
        table.insert("time".to_owned(), TIMES[self.time].to_string());
        let begins = self.begins.map_or("lot".to_owned(), |seat| seat.to_string());
        table.insert("begins".to_owned(), begins);
        for (at, player) in players.iter().enumerate() {
            table.insert(format!("seat {}", at + 1), player.to_string());
        }
        // A choice that cannot be remembered is no obstacle to play.
        drop(desk.store.remember(G::ID, table));
    }

    fn key(&mut self, key: &Key, desk: &mut Desk) -> Effect {
        if let Some(page) = G::PAGES.iter().find(|page| key.is(page.key)) {
            return match self.variant() {
                Some(variant) => Effect::Open((page.open)(variant, desk)),
                None => Effect::None,
            };
        }
        match desk.keys.action(&SETUP, key) {
            Some(Action::Start) if self.cursor == Row::Tour => return self.take_tour(desk),
            Some(Action::Start) => return self.start(desk),
            Some(Action::Edit) => return self.edit(),
            Some(Action::Tour) => return self.take_tour(desk),
            None => {}
        }
        match desk.keys.nav(key) {
            Some(Nav::Up) => self.step(-1, desk),
            Some(Nav::Down) => self.step(1, desk),
            Some(Nav::Left) => self.turn(-1, desk),
            Some(Nav::Right) => self.turn(1, desk),
            Some(Nav::Next) => self.part(1),
            Some(Nav::Previous) => self.part(-1),
            Some(Nav::First) => self.step(isize::MIN / 2, desk),
            Some(Nav::Last) => self.step(isize::MAX / 2, desk),
            Some(Nav::Confirm) if self.cursor == Row::Start => return self.start(desk),
            Some(Nav::Confirm) if self.cursor == Row::Tour => return self.take_tour(desk),
            Some(Nav::Confirm) => self.turn(1, desk),
            Some(Nav::Back) => return Effect::Close,
            _ => {}
        }
        Effect::None
    }

    /// Reads the boards that the page will show, so that drawing it touches no disk.
    fn read_shown(&self, desk: &Desk) {
        let shell = Shell::of(desk.area(), Side::Narrow);
        for at in self.shown_boards(panels::inset(shell.board, 1, 1, 1, 1)) {
            let _ = self.boards.rows()[at].board();
        }
    }

    fn hear(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Key(key) => self.key(&key, desk),
            Msg::Answered(Answer::Text(text)) => self.typed(&text, desk),
            Msg::Answered(_) => {
                self.typing = None;
                Effect::None
            }
            // A page of the game's own may have written a board.
            Msg::Shown => {
                let stem = self.boards.chosen().map(|entry| entry.stem.clone());
                let fresh = stem.and_then(|stem| boards::named::<G>(&desk.store, &stem));
                self.boards.renew(fresh);
                self.fit(desk);
                self.boards.begin(boards::source(&desk.store))
            }
            Msg::Woken => {
                if self.boards.listen() {
                    self.fit(desk);
                }
                Effect::None
            }
            Msg::Mouse(mouse, at) => {
                let shell = Shell::of(desk.area(), Side::Narrow);
                if Self::start_place(shell.panel_text()).contains(at) && mouse == Mouse::Click {
                    return self.start(desk);
                }
                if Self::tour_place(shell.panel_text()).contains(at) && mouse == Mouse::Click {
                    return self.take_tour(desk);
                }
                match mouse {
                    Mouse::WheelUp => self.step(-1, desk),
                    Mouse::WheelDown => self.step(1, desk),
                    Mouse::Hover => {}
                    Mouse::Click => {
                        let places = self.places(panels::inset(shell.board, 1, 1, 1, 1));
                        if let Some((board, _)) = places.board_at(at) {
                            self.choose_board(board, desk);
                        }
                        let rects: Vec<Rect> =
                            places.rows.iter().map(|(_, place)| *place).collect();
                        if let Some(hit) = row_at(&rects, at) {
                            // A second click on the same row turns its value.
                            let again = self.cursor == places.rows[hit].0;
                            self.cursor = places.rows[hit].0;
                            if again {
                                self.turn(1, desk);
                            }
                        }
                    }
                }
                Effect::None
            }
            _ => Effect::None,
        }
    }
}

impl<G: GameUi> Screen for Setup<G> {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        let effect = self.hear(msg, desk);
        self.read_shown(desk);
        effect
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        self.draw(buf, desk);
    }

    fn title(&self) -> Title {
        let right = if self.boards.is_reading() { self.boards.count() } else { String::new() };
        Title { name: G::TITLE.to_owned(), detail: "new match".to_owned(), right }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let mut all = vec![
            hints::nav(keys, &[Nav::Up, Nav::Down], "choose"),
            hints::nav(keys, &[Nav::Left, Nav::Right], "change"),
        ];
        let typed = matches!(self.cursor, Row::Seed)
            || matches!(self.cursor, Row::Seat(seat) if self.chairs[seat].bot.is_none());
        all.extend(hints::section(keys, &SETUP, |action| match action {
            Action::Start => true,
            Action::Edit => typed,
            Action::Tour => !G::TOUR.is_empty(),
        }));
        for page in G::PAGES {
            all.push(Hint { keys: vec![Key::named(page.key)], words: page.words, about: "" });
        }
        all.push(hints::nav(keys, &[Nav::Next], "part"));
        all.push(hints::nav(keys, &[Nav::Help], "rules"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(80, 22)
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_game::<G>(&self.hints(desk), desk)))
    }
}

//! Setup: which board, who sits where, and how to begin. It remembers the last choice per game.

mod keys;
mod rows;
mod terms;
mod view;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::keys::Action;
use self::rows::Line;
use self::terms::{Chair, Terms};
use super::demo::Picture;
use super::games::Match;
use super::reading::{self, Reading};
use super::{Of, Pages};
use crate::play::Player;
use crate::search::{Card, Entry, Roster};
use crate::store::Statistics;
use crate::store::boards::{BoardFile, Boards, Origin};
use crate::tui::ask::Prompt;
use crate::tui::form::{self, At};
use crate::tui::game_ui::GameUi;
use crate::tui::keys::{Key, Nav};
use crate::tui::task::{News, Task};
use crate::tui::{Answer, Context, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

pub use self::keys::SETUP;

/// Remembered once the tour was offered: it was taken, or the match was begun without.
const TOURED: &str = "toured";

impl reading::Row for BoardFile {
    type Place<'a> = (usize, &'a str);

    fn place(&self) -> (usize, &str) {
        BoardFile::place(self)
    }

    fn id(&self) -> &OsStr {
        OsStr::new(&self.stem)
    }
}

/// The bundled boards and the one of this name, at which the cursor is. The others are still to be
/// read.
pub(super) fn first_boards(
    of: &'static Boards,
    context: &Context,
    stem: Option<&String>,
) -> Reading<BoardFile> {
    let mut boards = of.bundled(&context.store);
    let named = stem.and_then(|stem| of.named(&context.store, stem));
    boards.extend(named.filter(|entry| entry.origin == Origin::Yours));
    let mut boards = Reading::new(boards);
    boards.go_to(stem.map_or("", String::as_str));
    boards
}

struct Setup {
    game: &'static dyn Pages,
    /// Every bot of the game.
    bots: Roster,
    /// Every board, and the one somebody looks at.
    boards: Reading<BoardFile>,
    /// The name of the chosen board's file.
    stem: String,
    /// The name that the store remembers.
    remembered: Option<String>,
    /// The chosen board as it will be played, or why it is refused.
    board: Result<Arc<Card>, String>,
    /// Whether somebody has turned its dials.
    is_turned: bool,
    terms: Terms,
    /// The seed the preview and, unless somebody names one, the match are made with.
    drawn: u64,
    /// The board that somebody looks at, or why it is refused.
    preview: Result<Picture, String>,
    /// What its file says about it.
    looked_at: String,
    focus: At,
    /// The seat that somebody last looked at.
    seat_seen: usize,
    /// Whether this game was never played from here, so that the tour is offered.
    newcomer: bool,
    /// Your record on each board: won, drawn and lost. The log is read beside the screen.
    records: BTreeMap<(String, String), [u32; 3]>,
    reading: Option<Task<Statistics>>,
}

/// The page of a new match, with what was chosen for this game the last time.
pub fn open<G: GameUi>(context: &mut Context) -> Box<dyn Screen> {
    Box::new(Setup::new(Of::<G>::GAME, context))
}

/// A part of the page to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Which board.
    Board,
    /// Who sits where.
    Players,
}

/// The same, with this part of the page in focus.
pub fn open_at<G: GameUi>(part: Part, context: &mut Context) -> Box<dyn Screen> {
    Setup::open_at(Of::<G>::GAME, part, context)
}

impl Setup {
    fn open_at(game: &'static dyn Pages, part: Part, context: &mut Context) -> Box<dyn Screen> {
        let mut setup = Setup::new(game, context);
        if part == Part::Players {
            setup.focus = At { part: rows::SEATS, row: setup.opponent() };
        }
        Box::new(setup)
    }

    fn new(game: &'static dyn Pages, context: &mut Context) -> Setup {
        let known = context.store.remembered(game.id());
        let boards = first_boards(game.boards(), context, known.get("board"));
        let mut setup = Setup {
            game,
            bots: game.bots(),
            stem: boards.chosen().map_or(String::new(), |entry| entry.stem.clone()),
            boards,
            remembered: known.get("board").cloned(),
            board: Err("there is no board".to_owned()),
            is_turned: false,
            terms: Terms::remembered(&known, context.store.settings().bot_time),
            drawn: rand::random(),
            preview: Err(String::new()),
            looked_at: String::new(),
            focus: At::default(),
            seat_seen: usize::MAX,
            newcomer: !known.contains_key(TOURED),
            records: BTreeMap::new(),
            reading: None,
        };
        setup.focus.row = setup.boards.cursor();
        setup.choose_board(context);
        if let Some(Ok(turned)) = known.get("turned").map(|text| game.boards().read(text)) {
            (setup.board, setup.is_turned) = (Ok(turned), true);
            setup.fit(context);
        }
        setup
    }

    /// Chooses the board that somebody looks at.
    fn choose_board(&mut self, context: &Context) {
        if let Some(entry) = self.boards.chosen() {
            self.stem = entry.stem.clone();
            self.board = entry.board().cloned().map_err(Clone::clone);
            self.is_turned = false;
        }
        self.fit(context);
    }

    /// Makes everything fit the chosen board: the number of seats, the strategies, the preview.
    fn fit(&mut self, context: &Context) {
        match &self.board {
            Ok(board) => {
                if !board.seats.contains(&self.terms.players) {
                    self.terms.players = board.usual_seats;
                }
                let names = &context.store.settings().names;
                while self.terms.chairs.len() < self.terms.players {
                    let at = self.terms.chairs.len();
                    // The first seat is for whoever sits here, the others are bots until somebody
                    // comes.
                    let bot = board.bots.first_opponent().filter(|_| at > 0).map(Entry::player);
                    let name = names.get(at).cloned().unwrap_or_default();
                    self.terms.chairs.push(Chair { name, bot });
                }
                for chair in &mut self.terms.chairs {
                    if let Some(Player::Bot { strategy: name }) = &chair.bot {
                        let found = board.bots.find(name).ok();
                        chair.bot = found.or_else(|| board.bots.strongest()).map(Entry::player);
                    }
                }
                if self.terms.begins.is_some_and(|seat| seat >= self.terms.players) {
                    self.terms.begins = Some(0);
                }
                self.terms.first_seat_begins =
                    self.game.first_seat_begins(board, self.terms.players, self.drawn);
            }
            // Nothing says how many a refused board would seat.
            Err(_) => self.terms.players = self.terms.players.min(self.terms.chairs.len()),
        }
        self.look();
    }

    /// Makes the preview of the board that somebody looks at.
    fn look(&mut self) {
        let other = self
            .boards
            .chosen()
            .filter(|entry| self.focus.part == rows::BOARDS && entry.stem != self.stem);
        let entry = match other {
            Some(entry) => Some(entry),
            None => self.boards.rows().iter().find(|entry| entry.stem == self.stem),
        };
        self.looked_at = entry.map_or(String::new(), |entry| entry.about().to_owned());
        let board = match other {
            Some(entry) => entry.board().map_err(Clone::clone),
            None => self.board.as_ref().map_err(Clone::clone),
        };
        self.preview = board.map(|board| {
            let players = self.terms.players.clamp(*board.seats.start(), *board.seats.end());
            self.game.picture(board, players, self.terms.seed.unwrap_or(self.drawn))
        });
    }

    /// The row of the first seat that isn't a person's.
    fn opponent(&self) -> usize {
        let seat =
            self.terms.chairs.iter().take(self.terms.players).position(|chair| chair.bot.is_some());
        let open = self.board.as_ref().is_ok_and(|board| board.seats.clone().count() > 1);
        seat.unwrap_or(0) + usize::from(open)
    }

    /// Whether somebody looks at a board that is not the chosen one.
    fn looks_elsewhere(&self) -> bool {
        self.focus.part == rows::BOARDS
            && self.boards.chosen().is_some_and(|entry| entry.stem != self.stem)
    }

    /// Enter: chooses the board in focus if it is not chosen yet, and else starts.
    fn enter(&mut self, context: &mut Context) -> Effect {
        match self.looks_elsewhere() {
            true => form::key(self, Nav::Confirm, context).unwrap_or(Effect::None),
            false => self.start(context),
        }
    }

    fn start(&mut self, context: &mut Context) -> Effect {
        let board = match &self.board {
            Ok(board) => board.clone(),
            Err(why) => return Effect::Say(why.clone()),
        };
        let mut players = self.terms.seated();
        let remember = self.remember(&players);
        let seed = self.terms.seed.unwrap_or(self.drawn);
        if self.terms.first_seat_begins && self.terms.begins.is_none() {
            players.rotate_left((seed % self.terms.players as u64) as usize);
        }
        let (limit, clock) = (self.terms.limit(), self.terms.control());
        let begun = Match { board, players, seed, limit, clock, series: self.terms.series() };
        remember.and(Effect::Swap(self.game.begin(begun, context)))
    }

    fn take_tour(&mut self) -> Effect {
        let Some(tour) = self.game.tour() else { return Effect::None };
        self.newcomer = false;
        let toured = Keep::Choice(self.game.id().to_owned(), TOURED.to_owned(), "yes".to_owned());
        Effect::Keep(toured).and(Effect::Open(tour))
    }

    fn remember(&self, players: &[Player]) -> Effect {
        let mut choices = self.terms.choices(players);
        choices.insert("board".to_owned(), self.stem.clone());
        choices.insert(TOURED.to_owned(), "yes".to_owned());
        if let (true, Ok(board)) = (self.is_turned, &self.board) {
            choices.insert("turned".to_owned(), board.file.clone());
        }
        Effect::Keep(Keep::Choices(self.game.id().to_owned(), choices))
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> Effect {
        if let Some(page) = self.game.pages().iter().position(|page| key.is(page.key)) {
            return match &self.board {
                Ok(board) => Effect::Open(self.game.open_page(page, board, context)),
                Err(why) => Effect::Say(why.clone()),
            };
        }
        match context.keys.action(&SETUP, key) {
            Some(Action::Start) => return self.enter(context),
            Some(Action::Edit) => return self.edit(),
            Some(Action::Tour) => return self.take_tour(),
            None => {}
        }
        match context.keys.nav(key) {
            Some(Nav::Back) => Effect::Close,
            Some(nav) => form::key(self, nav, context).unwrap_or(Effect::None),
            None => Effect::None,
        }
    }

    /// A page of the game's own may have written the chosen board, or another that is remembered as
    /// the one to play on.
    fn take_over(&mut self, context: &Context) {
        let remembered = context.store.remembered(self.game.id()).remove("board");
        let other = remembered != self.remembered;
        if other || !self.is_turned {
            let stem = remembered.clone().filter(|_| other).unwrap_or_else(|| self.stem.clone());
            if let Some(entry) = self.game.boards().named(&context.store, &stem) {
                self.board = entry.board().cloned().map_err(Clone::clone);
                (self.stem, self.is_turned) = (stem, false);
                self.boards.add(entry);
                self.boards.go_to(&self.stem);
                self.follow(context);
            }
        }
        self.remembered = remembered;
    }

    /// The boards that are read now are another list: the focus stays on its board.
    fn follow(&mut self, context: &Context) {
        if self.focus.part == rows::BOARDS {
            self.focus.row = self.boards.cursor();
        }
        self.fit(context);
    }

    fn hear(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Key(key) => self.key(&key, context),
            Msg::Answered(Answer::Text(text)) => self.typed(&text, context),
            Msg::Shown => {
                self.take_over(context);
                let places = context.store.places().clone();
                let (task, run) = Task::new(move |_, report: &mut dyn FnMut(Statistics)| {
                    report(Statistics::at(&places));
                });
                self.reading = Some(task);
                self.boards.begin(self.game.boards().source(&context.store)).and(run)
            }
            Msg::Woken => {
                while let Some(news) = self.reading.as_ref().and_then(Task::poll) {
                    match news {
                        News::Report(statistics) => self.records = statistics.boards,
                        News::Failed(_) => {}
                        News::Done => self.reading = None,
                    }
                }
                if self.boards.listen() {
                    self.follow(context);
                }
                Effect::None
            }
            Msg::Mouse(mouse, at) => {
                if mouse != Mouse::Click {
                    return form::mouse(self, mouse, at, context);
                }
                match self.button_at(at, context) {
                    Some(Action::Start) => return self.start(context),
                    Some(_) => return self.take_tour(),
                    None => {}
                }
                if let Some(step) = self.step_at(at, context) {
                    self.climb(self.climbing(), step);
                    self.fit(context);
                    return Effect::None;
                }
                form::mouse(self, mouse, at, context)
            }
            _ => Effect::None,
        }
    }

    fn edit(&mut self) -> Effect {
        Effect::Open(Box::new(match self.line(self.focus) {
            Some(Line::Seat(seat)) if self.terms.chairs[seat].bot.is_none() => {
                Prompt::new("Name", &self.terms.chairs[seat].name)
            }
            Some(Line::Seed) => {
                let seed = self.terms.seed.map_or(String::new(), |seed| seed.to_string());
                Prompt::new("Seed: a whole number, or empty for a random one", &seed)
            }
            _ => return Effect::None,
        }))
    }

    fn typed(&mut self, text: &str, context: &Context) -> Effect {
        let text = text.trim();
        match self.line(self.focus) {
            Some(Line::Seat(seat)) => self.terms.chairs[seat].name = text.to_owned(),
            Some(Line::Seed) if text.is_empty() => self.terms.seed = None,
            Some(Line::Seed) => match text.parse() {
                Ok(seed) => self.terms.seed = Some(seed),
                Err(_) => {
                    return Effect::Say(format!("'{text}' isn't a seed; use a whole number"));
                }
            },
            _ => {}
        }
        self.fit(context);
        Effect::None
    }
}

impl Screen for Setup {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        let effect = self.hear(msg, context);
        // Drawing touches no disk: what will be seen is read now.
        form::read_shown(self, context);
        effect
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        self.draw(buf, context);
    }

    fn title(&self) -> Title {
        let right = if self.boards.is_reading() { self.boards.count() } else { String::new() };
        Title { name: self.game.title().to_owned(), detail: "new match".to_owned(), right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = form::hints(self, context);
        let typed = match self.line(self.focus) {
            Some(Line::Seat(seat)) => self.terms.chairs[seat].bot.is_none(),
            line => line == Some(Line::Seed),
        };
        let named = self.focused_seat().is_some();
        let own = hints::section(keys, &SETUP, |action| match action {
            Action::Start => self.board.is_ok() && !self.looks_elsewhere(),
            Action::Edit => typed,
            Action::Tour => self.game.has_tour(),
        });
        all.extend(own.into_iter().map(|hint| match hint.words {
            "type it" if named => Hint { words: "name", ..hint },
            _ => hint,
        }));
        all.extend(self.game.pages().iter().map(|page| Hint {
            keys: vec![Key::named(page.key)],
            words: page.words,
            about: page.about,
        }));
        all.push(hints::nav(keys, &[Nav::Next], "part"));
        all.push(hints::nav(keys, &[Nav::Help], "rules"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(80, 22)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let mut all = hints::all(&context.keys, &SETUP);
        all.extend(form::explained(context));
        let all = hints::explained(self.hints(context), all);
        Some(self.game.help(&all, context))
    }
}

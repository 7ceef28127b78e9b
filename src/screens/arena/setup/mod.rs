//! A new contest: which game and board, who takes part, how many matches, and how it is held.

mod terms;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::terms::{Candidate, MOST_ALIKE, Terms};
use super::super::Pages;
use super::super::demo::Picture;
use super::super::reading::Reading;
use super::super::setup::first_boards;
use super::waiting::{self, Wanted};
use super::{Games, HELP, REMEMBERED, results};
use crate::arena::{self, Format, Patience, Plan, Secret};
use crate::play::Player;
use crate::search::Card;
use crate::store::boards::BoardFile;
use crate::tui::ask::Prompt;
use crate::tui::form::{self, At, Change, Ends, Form, Part, Row, Value};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Shell};
use crate::tui::{Answer, Context, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Start,
    Edit,
    Results,
    Host,
}

pub const ARENA: Section<Action> = Section {
    name: "arena",
    bindings: &[
        bind(Action::Start, "start", &["enter"], "start", "Starts the contest."),
        bind(Action::Results, "results", &["r"], "results", "Opens the contests played so far."),
        bind(
            Action::Host,
            "host",
            &["h"],
            "host",
            "Opens a room for programs that join from other machines.",
        ),
        bind(Action::Edit, "edit", &["e"], "type it", "Lets you type the value."),
    ],
};

/// So many boards are looked at for the next that can be played.
const MOST_BOARDS: usize = 100;
/// Where programs are let in, unless somebody says otherwise.
const USUAL_PLACE: &str = "0.0.0.0:4177";
/// A row that is not somebody who may take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Game,
    Board,
    Format,
    /// Of a Swiss contest.
    Rounds,
    Games,
    /// How many play in a match.
    Seats,
    Limit,
    Seed,
}

/// The parts of the form.
const CONTEST: usize = 0;

pub struct ArenaSetup {
    shelf: Games,
    game: &'static dyn Pages,
    /// Every board, and the chosen one.
    boards: Reading<BoardFile>,
    terms: Terms,
    /// The seed unless somebody names one.
    drawn: Secret,
    preview: Option<Picture>,
    focus: At,
    /// Whether what is being typed is where to let programs in.
    asked_where: bool,
}

/// Opens the page for this game of the shelf.
pub fn open(shelf: &Games, game: &'static dyn Pages, context: &mut Context) -> Box<dyn Screen> {
    Box::new(ArenaSetup::new(shelf, game, context))
}

/// Where the choices for a game are remembered.
fn remembered(game: &dyn Pages) -> String {
    format!("{REMEMBERED} {}", game.id())
}

impl ArenaSetup {
    fn new(shelf: &Games, game: &'static dyn Pages, context: &mut Context) -> ArenaSetup {
        let known = context.store.remembered(&remembered(game));
        let ours = game.bots().all.into_iter().map(|bot| Candidate {
            player: bot.player(),
            name: match bot.level {
                Some(level) => format!("{:<9} {}", level.name(), bot.spoken),
                None => bot.spoken.to_owned(),
            },
            sentence: bot.sentence.to_owned(),
            strength: Some(bot.strength),
            count: 0,
            unable: None,
        });
        let programs = &context.store.settings().programs;
        let mut setup = ArenaSetup {
            shelf: shelf.clone(),
            game,
            boards: first_boards(game.boards(), context, known.get("board")),
            terms: Terms::remembered(&known, ours.collect(), programs),
            drawn: Secret::draw(),
            preview: None,
            focus: At::default(),
            asked_where: false,
        };
        if setup.board().is_none() {
            setup.boards.go(0);
        }
        setup.fit();
        setup
    }

    /// Takes in the boards that have been found meanwhile.
    fn listen(&mut self) {
        if self.boards.listen() {
            self.fit();
        }
    }

    fn board(&self) -> Option<&Arc<Card>> {
        self.boards.chosen()?.board().ok()
    }

    /// Makes everything fit the chosen board.
    fn fit(&mut self) {
        let Some(board) = self.board().cloned() else { return };
        if !board.seats.contains(&self.terms.seats) {
            self.terms.seats = board.usual_seats;
        }
        for candidate in &mut self.terms.candidates {
            candidate.unable = match &candidate.player {
                Player::Bot { strategy } => board.bots.named(strategy).and_then(|bot| bot.unable),
                _ => None,
            };
        }
        let seats = self.terms.seats_at_a_table().clamp(*board.seats.start(), *board.seats.end());
        self.preview = Some(self.game.picture(&board, seats, self.secret().number()));
    }

    fn secret(&self) -> Secret {
        self.terms.seed.map_or(self.drawn, Secret::from)
    }

    fn lines(&self) -> Vec<Line> {
        let open = self.board().is_some_and(|board| board.seats.clone().count() > 1);
        let seats = (open && !self.terms.format.is_for_two()).then_some(Line::Seats);
        let rounds = matches!(self.terms.format, Format::Swiss(_)).then_some(Line::Rounds);
        let first = [Line::Game, Line::Board, Line::Format].into_iter();
        first.chain(rounds).chain(seats).chain([Line::Games, Line::Limit, Line::Seed]).collect()
    }

    /// The row at a place that is not an entrant's.
    fn line(&self, at: At) -> Option<Line> {
        (at.part == CONTEST).then(|| self.lines().get(at.row).copied()).flatten()
    }

    fn start(&mut self, context: &mut Context) -> Effect {
        if let Some(why) = self.obstacle() {
            return Effect::Say(why);
        }
        let Some(board) = self.board() else {
            return Effect::Say("there is no board".to_owned());
        };
        let plan = |plan: Plan| Plan {
            format: self.terms.format,
            rounds: self.terms.games(),
            seed: self.secret(),
            limit: self.terms.limit(),
            patience: Patience::at_a_table(self.terms.limit()),
            keep: arena::Keep::Moves,
            ..plan
        };
        let (entrants, seats) = (self.terms.entrants(), self.terms.seats_at_a_table());
        let begun = match self.game.contest(board, &entrants, seats, &plan, context) {
            Ok(begun) => begun,
            Err(why) => return Effect::Say(why),
        };
        // The next contest has other dice, unless somebody wants the same.
        self.drawn = Secret::draw();
        self.remember().and(begun)
    }

    /// Opens the room for programs from other machines.
    fn host(&mut self, text: &str, context: &mut Context) -> Effect {
        let Ok(listen) = text.trim().parse() else {
            return Effect::Say(format!("'{text}' isn't a place to listen; use {USUAL_PLACE}"));
        };
        let Some(board) = self.board() else {
            return Effect::Say("there is no board".to_owned());
        };
        let bots = self.terms.entrants().into_iter();
        let wanted = Wanted {
            on: self.game.ground(board),
            bots: bots.filter(|player| matches!(player, Player::Bot { .. })).collect(),
            format: self.terms.format,
            games: self.terms.games(),
            seats: self.terms.seats,
            limit: self.terms.limit(),
            seed: self.terms.seed,
        };
        match waiting::open(wanted, listen, context) {
            Ok(page) => self.remember().and(Effect::Open(page)),
            Err(why) => Effect::Say(why),
        }
    }

    /// Why the contest cannot begin, and what would help.
    fn obstacle(&self) -> Option<String> {
        self.terms.obstacle(self.board()?.seats.clone())
    }

    fn remember(&self) -> Effect {
        let mut choices = self.terms.choices();
        if let Some(entry) = self.boards.chosen() {
            choices.insert("board".to_owned(), entry.stem.clone());
        }
        let game = BTreeMap::from([("game".to_owned(), self.game.id().to_owned())]);
        let of_game = Effect::Keep(Keep::Choices(remembered(self.game), choices));
        of_game.and(Effect::Keep(Keep::Choices(REMEMBERED.to_owned(), game)))
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> Effect {
        match context.keys.action(&ARENA, key) {
            Some(Action::Start) => return self.start(context),
            Some(Action::Results) => return Effect::Open(results::open(&self.shelf)),
            Some(Action::Host) => {
                self.asked_where = true;
                let title = "Listen at ADDR:PORT (127.0.0.1:0 is local)";
                return Effect::Open(Box::new(Prompt::new(title, USUAL_PLACE)));
            }
            Some(Action::Edit) if self.line(self.focus) == Some(Line::Seed) => {
                let seed = self.terms.seed.map_or(String::new(), |seed| seed.to_string());
                let prompt = Prompt::new("Seed: a whole number, or empty for a random one", &seed);
                return Effect::Open(Box::new(prompt));
            }
            Some(Action::Edit) => return Effect::None,
            None => {}
        }
        match context.keys.nav(key) {
            Some(Nav::Back) => self.remember().and(Effect::Close),
            Some(nav) => form::key(self, nav, context).unwrap_or(Effect::None),
            None => Effect::None,
        }
    }

    fn typed(&mut self, text: &str) -> Effect {
        match (text.trim(), text.trim().parse()) {
            ("", _) => self.terms.seed = None,
            (_, Ok(seed)) => self.terms.seed = Some(seed),
            _ => return Effect::Say(format!("'{text}' isn't a seed; use a whole number")),
        }
        self.fit();
        Effect::None
    }
}

impl Form for ArenaSetup {
    fn parts(&self) -> Vec<Part> {
        let part = |heading, rows| Part { heading, rows, chosen: 0 };
        vec![part("Contest", self.lines().len()), part("Entrants", self.terms.candidates.len())]
    }

    fn row(&self, at: At, _: &Context) -> Row {
        let Some(line) = self.line(at) else { return self.terms.candidates[at.row].row() };
        let row = |label: &str, text: String, ends, about: &str| {
            Row::new(label, Value::Turn { text, ends }, about)
        };
        match line {
            Line::Game => row("game", self.game.title().to_owned(), Ends::NONE, "What is played."),
            Line::Board => {
                let words = |board: &Arc<Card>| format!("{} · {}", board.told, board.summary);
                let text = self.board().map_or("none".to_owned(), words);
                row("board", text, Ends::NONE, "On which board.")
            }
            Line::Seats => {
                let range = self.board().map_or(0..=0, |board| board.seats.clone());
                let ends = Ends {
                    less: self.terms.seats > *range.start(),
                    more: self.terms.seats < *range.end(),
                };
                row("table of", self.terms.seats.to_string(), ends, "How many play in a match.")
            }
            line => self.terms.row(line),
        }
    }

    fn focus(&self) -> At {
        self.focus
    }

    fn look_at(&mut self, at: At, _: &mut Context) {
        self.focus = at;
    }

    fn change(&mut self, at: At, change: Change, context: &mut Context) -> Effect {
        match self.line(at) {
            Some(Line::Game) => {
                let games = self.shelf.all();
                let at = games.iter().position(|game| game.id() == self.game.id()).unwrap_or(0);
                let next = games[change.round(at, games.len())].arena(&self.shelf, context);
                return self.remember().and(Effect::Swap(next));
            }
            Some(Line::Board) => {
                // Round to the next that can be played, but not through thousands that cannot.
                for _ in 0..self.boards.len().min(MOST_BOARDS) {
                    self.boards.go(change.round(self.boards.cursor(), self.boards.len()));
                    if self.board().is_some() {
                        break;
                    }
                }
            }
            Some(Line::Seats) => {
                let range = self.board().map_or(0..=0, |board| board.seats.clone());
                let at = change.step(self.terms.seats - range.start(), range.clone().count());
                self.terms.seats = range.start() + at;
            }
            Some(line) => self.terms.change(line, change),
            None => {
                let count = &mut self.terms.candidates[at.row].count;
                *count = match change {
                    Change::Choose => usize::from(*count == 0),
                    turn => turn.step(*count, MOST_ALIKE + 1),
                };
            }
        }
        self.fit();
        Effect::None
    }

    fn area(&self, context: &Context) -> Rect {
        panels::inset(Shell::of(context.area(), view::SIDE).board, 1, 1, 1, 0)
    }
}

impl Screen for ArenaSetup {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown => return self.boards.begin(self.game.boards().source(&context.store)),
            Msg::Woken => self.listen(),
            Msg::Key(key) => return self.key(&key, context),
            Msg::Answered(Answer::Text(text)) if std::mem::take(&mut self.asked_where) => {
                return self.host(&text, context);
            }
            Msg::Answered(Answer::Text(text)) => return self.typed(&text),
            Msg::Answered(_) => self.asked_where = false,
            Msg::Mouse(mouse, at) => {
                let panel = Shell::of(context.area(), view::SIDE).panel_text();
                return match mouse == Mouse::Click && Self::start_place(panel).contains(at) {
                    true => self.start(context),
                    false => form::mouse(self, mouse, at, context),
                };
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let shell = Shell::of(context.area(), view::SIDE);
        shell.draw(&context.look, buf);
        form::draw(self, buf, context);
        self.draw_panel(&shell, buf, context);
    }

    fn title(&self) -> Title {
        let detail = "bots against bots".to_owned();
        Title { name: "Arena".to_owned(), detail, right: String::new() }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = form::hints(self, context);
        let (typed, ready) = (self.line(self.focus) == Some(Line::Seed), self.obstacle().is_none());
        all.extend(hints::section(keys, &ARENA, |action| match action {
            Action::Start => ready,
            Action::Edit => typed,
            Action::Results | Action::Host => true,
        }));
        all.push(hints::nav(keys, &[Nav::Next], "part"));
        all.extend(hints::help_and_back(keys, "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(80, 20)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let mut all = hints::all(&context.keys, &ARENA);
        all.extend(form::explained(context));
        HelpScreen::of_page("Arena", HELP, self.hints(context), all, context)
    }
}

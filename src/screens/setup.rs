//! Setup: which board, who sits where, and how to begin. It remembers the last choice per game.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::ask::{Prompt, row_at};
use super::help::HelpScreen;
use crate::play::telling::usual_names;
use crate::play::{Eye, Player, Seat, Session, Variant, with_keys};
use crate::search::{Limit, Strategy, strategy, strongest};
use crate::store::boards::{self, Entry};
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::keys::{Binding, Key, Nav, Section};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{put, put_centred, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Desk, Effect, Hint, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Edit,
    Start,
    Tour,
}

pub const SETUP: Section<Action> = Section {
    name: "setup",
    bindings: &[
        Binding { action: Action::Start, name: "start", keys: &["enter"], help: "start" },
        Binding { action: Action::Edit, name: "edit", keys: &["e"], help: "type it" },
        Binding { action: Action::Tour, name: "tour", keys: &["t"], help: "tour" },
    ],
};

/// How long bots may think about a move, in milliseconds.
const TIMES: [u64; 7] = [100, 250, 500, 1000, 2000, 5000, 10_000];

/// Remembered once the tour was offered: it was taken, or the match was begun without.
const TOURED: &str = "toured";

/// A line that can be chosen and changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Board(usize),
    Players,
    Seat(usize),
    /// A key of the board.
    Dial(usize),
    Begins,
    Time,
    Seed,
    Tour,
    Start,
}

/// Where each row stands on the page, and the headings above their parts.
struct Places {
    rows: Vec<(Row, Rect)>,
    headings: Vec<(&'static str, Rect)>,
}

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

pub struct Setup<G: GameUi> {
    boards: Vec<Entry<G>>,
    board: usize,
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

pub fn open<G: GameUi>(desk: &mut Desk) -> Box<dyn Screen> {
    Box::new(Setup::<G>::new(desk))
}

impl<G: GameUi> Setup<G> {
    fn new(desk: &mut Desk) -> Setup<G> {
        let boards = boards::list::<G>(&desk.store);
        let known = desk.store.remembered(G::ID);
        let board = known.get("board").and_then(|stem| boards.iter().position(|b| b.stem == *stem));
        let time = known.get("time").and_then(|text| text.parse::<u64>().ok());
        let time = time.unwrap_or(desk.store.settings().bot_time.as_millis() as u64);
        let mut setup = Setup {
            board: board.unwrap_or(0),
            turned: known.get("turned").and_then(|text| G::Variant::parse(text).ok()),
            boards,
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
            cursor: Row::Board(board.unwrap_or(0)),
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
        self.turned.as_ref().or_else(|| self.boards.get(self.board)?.board.as_ref().ok())
    }

    /// Makes everything fit the chosen board: the number of seats, the strategies, the preview.
    fn fit(&mut self, desk: &Desk) {
        let Some(variant) = self.variant().cloned() else {
            self.preview = None;
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

    fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = (0..self.boards.len()).map(Row::Board).collect();
        if self.variant().is_some_and(|variant| variant.seats().count() > 1) {
            rows.push(Row::Players);
        }
        rows.extend((0..self.players).map(Row::Seat));
        let dials = self.variant().map_or(0, |variant| variant.dials().len());
        rows.extend((0..dials).map(Row::Dial));
        if self.players > 1 && self.first_seat_begins() {
            rows.push(Row::Begins);
        }
        rows.extend([Row::Time, Row::Seed]);
        rows.extend((!G::TOUR.is_empty()).then_some(Row::Tour));
        rows.push(Row::Start);
        rows
    }

    fn step(&mut self, by: isize, desk: &Desk) {
        let rows = self.rows();
        let at = rows.iter().position(|row| *row == self.cursor).unwrap_or(0);
        self.focus(rows[(at as isize + by).clamp(0, rows.len() as isize - 1) as usize], desk);
    }

    fn focus(&mut self, row: Row, desk: &Desk) {
        self.cursor = row;
        if let Row::Board(board) = row
            && board != self.board
        {
            self.board = board;
            self.turned = None;
            self.fit(desk);
        }
    }

    /// The first row of the next or the previous part of the page.
    fn part(&mut self, by: isize, desk: &Desk) {
        let part = |row: &Row| match row {
            Row::Board(_) => 0,
            Row::Players | Row::Seat(_) => 1,
            Row::Dial(_) | Row::Begins | Row::Time | Row::Seed => 2,
            Row::Tour | Row::Start => 3,
        };
        let wanted = (part(&self.cursor) + by).rem_euclid(4);
        let first = match wanted {
            0 => Some(Row::Board(self.board)),
            3 => Some(Row::Start),
            _ => self.rows().into_iter().find(|row| part(row) == wanted),
        };
        if let Some(row) = first {
            self.focus(row, desk);
        }
    }

    /// Turns the value of the row under the cursor.
    fn turn(&mut self, by: isize, desk: &Desk) {
        match self.cursor {
            Row::Board(_) | Row::Tour | Row::Start => {}
            Row::Players => {
                if let Some(variant) = self.variant() {
                    let range = variant.seats();
                    let players = self.players.saturating_add_signed(by);
                    self.players = players.clamp(*range.start(), *range.end());
                    self.fit(desk);
                }
            }
            Row::Seat(seat) => self.turn_seat(seat, by, desk),
            Row::Dial(dial) => {
                self.turn_dial(dial, by);
                self.fit(desk);
            }
            Row::Begins => {
                // The seats, and the lot after the last.
                let count = self.players as isize + 1;
                let now = self.begins.map_or(count - 1, |seat| seat as isize);
                let next = (now + by).rem_euclid(count);
                self.begins = (next < count - 1).then_some(next as usize);
            }
            Row::Time => {
                self.time = self.time.saturating_add_signed(by).min(TIMES.len() - 1);
            }
            Row::Seed => {
                self.seed = match (self.seed, by) {
                    (None, _) => Some(1),
                    (Some(1), -1) => None,
                    (Some(seed), by) => Some(seed.saturating_add_signed(by as i64)),
                };
                self.fit(desk);
            }
        }
    }

    /// Gives a key of the board its next value, if that makes a board.
    fn turn_dial(&mut self, dial: usize, by: isize) {
        let Some(variant) = self.variant() else { return };
        let Some(dial) = variant.dials().into_iter().nth(dial) else { return };
        let next = dial.at.saturating_add_signed(by).min(dial.values.len() - 1);
        let set = (dial.key.to_owned(), dial.values[next].clone());
        let board = with_keys(&variant.to_toml(), &[set]).and_then(|text| Variant::parse(&text));
        if let Ok(board) = board {
            self.turned = Some(board);
        }
    }

    /// A person, then every strategy that can play here and every program of the settings, then
    /// around again.
    fn turn_seat(&mut self, seat: usize, by: isize, desk: &Desk) {
        let Some(variant) = self.variant() else { return };
        let able = G::STRATEGIES.iter().filter(|strategy| (strategy.plays)(variant).is_ok());
        let mut values = vec![None];
        values.extend(able.map(|strategy| Some(bot(strategy))));
        let programs = desk.store.settings().programs.iter();
        values.extend(programs.map(|line| Some(Player::Program { command: line.clone() })));
        let now = values.iter().position(|value| *value == self.chairs[seat].bot).unwrap_or(0);
        let next = (now as isize + by).rem_euclid(values.len() as isize) as usize;
        self.chairs[seat].bot = values.swap_remove(next);
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
            let why = self.boards.get(self.board).and_then(|entry| entry.board.as_ref().err());
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

    fn remember(&self, players: &[Player], desk: &mut Desk) {
        let mut table = BTreeMap::new();
        if let Some(entry) = self.boards.get(self.board) {
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
            Some(Nav::Next) => self.part(1, desk),
            Some(Nav::Previous) => self.part(-1, desk),
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

    fn places(&self, area: Rect) -> Places {
        let rows = self.rows();
        let is_board = |row: &Row| matches!(row, Row::Board(_));
        let is_button = |row: &Row| matches!(row, Row::Tour | Row::Start);
        let others = rows.iter().filter(|row| !is_board(row) && !is_button(row)).count() as u16;
        // The boards take what the rest leaves, and scroll when they are more.
        let room = area.height.saturating_sub(others + 6).max(2);
        let shown = usize::from(room).min(self.boards.len());
        let first = panels::scroll_to(0, self.board, shown, self.boards.len());
        let mut places = Vec::new();
        let mut headings = Vec::new();
        let mut y = area.y;
        let mut line = |skip: u16| {
            let place = Rect { y, height: 1, ..area }.intersection(area);
            y += 1 + skip;
            place
        };
        headings.push(("Board", line(0)));
        for board in first..first + shown {
            places.push((Row::Board(board), line(u16::from(board + 1 == first + shown))));
        }
        headings.push(("Seats", line(0)));
        for row in rows.iter().filter(|row| matches!(row, Row::Players | Row::Seat(_))) {
            places.push((*row, line(u16::from(*row == Row::Seat(self.players - 1)))));
        }
        headings.push(("Options", line(0)));
        let is_option =
            |row: &&Row| matches!(row, Row::Dial(_) | Row::Begins | Row::Time | Row::Seed);
        for row in rows.iter().filter(is_option) {
            places.push((*row, line(0)));
        }
        Places { rows: places, headings }
    }

    fn draw_row(&self, row: Row, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let focus = if row == self.cursor { Focus::Here } else { Focus::Elsewhere };
        let inner = panels::list_row(look, area, buf, focus);
        let name_style = panels::name_style(look, focus);
        let second = panels::second_style(look, focus);
        let label = |buf: &mut Buffer, text: &str| put(buf, inner, inner.x, inner.y, text, second);
        let value = panels::inset(inner, 10, 0, 1, 0);
        match row {
            Row::Board(at) => {
                let entry = &self.boards[at];
                let chosen = if at == self.board { look.glyph("●", "*") } else { " " };
                put(buf, inner, inner.x, inner.y, chosen, theme.brass());
                let name = panels::inset(inner, 2, 0, 0, 0);
                match &entry.board {
                    Ok(board) => {
                        let end = put(buf, name, name.x, name.y, board.name(), name_style);
                        let words = board.summary();
                        let from = end.max(name.x + 19) + 1;
                        let end = put(buf, name, from, name.y, &words, second);
                        let origin = entry.origin.to_string();
                        let origin = look.truncate(&origin, name.right().saturating_sub(end + 2));
                        put_right(buf, panels::inset(name, 0, 0, 1, 0), &origin, theme.faint());
                    }
                    Err(_) => {
                        let end = put(buf, name, name.x, name.y, &entry.stem, theme.faint());
                        put(
                            buf,
                            name,
                            end + 2,
                            name.y,
                            "refused, the reason is at the right",
                            theme.faint(),
                        );
                    }
                }
            }
            Row::Players => {
                label(buf, "players");
                panels::turner(look, value, buf, &self.players.to_string(), focus);
            }
            Row::Seat(seat) => self.draw_seat(seat, focus, inner, buf, desk),
            Row::Dial(at) => {
                let dials = self.variant().map(Variant::dials).unwrap_or_default();
                if let Some(dial) = dials.get(at) {
                    label(buf, dial.key);
                    panels::turner(look, value, buf, &dial.values[dial.at], focus);
                }
            }
            Row::Begins => {
                label(buf, "begins");
                let who = match self.begins {
                    Some(seat) => self.chair_name(seat),
                    None => "by lot".to_owned(),
                };
                panels::turner(look, value, buf, &who, focus);
            }
            Row::Time => {
                label(buf, "bot time");
                let seconds = TIMES[self.time] as f32 / 1000.0;
                panels::turner(look, value, buf, &format!("{seconds} s a move"), focus);
            }
            Row::Seed => {
                label(buf, "seed");
                let seed = self.seed.map_or("any".to_owned(), |seed| seed.to_string());
                panels::turner(look, value, buf, &seed, focus);
            }
            Row::Tour | Row::Start => {}
        }
    }

    fn chair_name(&self, seat: usize) -> String {
        let usual = usual_names::<G>(self.players);
        let chair = &self.chairs[seat];
        match (&chair.bot, chair.name.is_empty()) {
            (None, true) => usual[seat].clone(),
            (None, false) => chair.name.clone(),
            (Some(bot), _) => bot.name(""),
        }
    }

    fn draw_seat(&self, seat: usize, focus: Focus, inner: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let hue = G::hue(Seat::at(seat), self.players);
        let chair = &self.chairs[seat];
        put(buf, inner, inner.x, inner.y, look.mark(hue), theme.seat(hue));
        let label = usual_names::<G>(self.players)[seat].clone();
        put(buf, inner, inner.x + 2, inner.y, &label, panels::second_style(look, focus));
        let kinds = panels::inset(inner, 12, 0, 1, 0);
        let chosen = usize::from(chair.bot.is_some());
        let ends = panels::choices(look, kinds, buf, &["human", "bot"], chosen, focus);
        let after = ends.last().map_or(kinds.x, |place| place.right() + 1);
        let rest = Rect { x: after, width: inner.right().saturating_sub(after + 1), ..inner };
        match &chair.bot {
            Some(bot) => {
                panels::turner(look, rest, buf, &bot.name(""), focus);
            }
            None if chair.name.is_empty() && focus == Focus::Here => {
                put(buf, rest, rest.x + 1, rest.y, "e names them", theme.faint());
            }
            None => {
                put(buf, rest, rest.x + 1, rest.y, &chair.name, panels::name_style(look, focus));
            }
        }
    }

    /// How the bot under the cursor thinks, or what else the row deserves to have said.
    fn explain(&self, desk: &Desk) -> String {
        match self.cursor {
            Row::Board(at) => match &self.boards[at].path {
                Some(path) => path.display().to_string(),
                None => {
                    let folder = desk.store.places().boards(Some(G::ID));
                    format!("bundled; your own boards live in {}", folder.display())
                }
            },
            Row::Seat(seat) => match &self.chairs[seat].bot {
                Some(Player::Bot { strategy: name }) => {
                    match G::STRATEGIES.iter().find(|strategy| strategy.name == name) {
                        Some(found) => format!("{}: {}", found.name, found.sentence),
                        None => String::new(),
                    }
                }
                Some(program) => format!("{program}, from 'programs' in the settings"),
                None => "a person at this keyboard".to_owned(),
            },
            Row::Players => "how many sit down".to_owned(),
            Row::Dial(_) => "changes the board for this match".to_owned(),
            Row::Begins => "who takes the first seat".to_owned(),
            Row::Time => "how long a bot may think about a move".to_owned(),
            Row::Seed => "the same seed, the same dice, cards and bots".to_owned(),
            Row::Tour => "a few lessons on the real board; leave it whenever you like".to_owned(),
            Row::Start => String::new(),
        }
    }

    fn start_place(panel: Rect) -> Rect {
        panels::row(panel, panel.height.saturating_sub(2))
    }

    fn tour_place(panel: Rect) -> Rect {
        match G::TOUR.is_empty() {
            true => Rect::default(),
            false => panels::row(panel, panel.height.saturating_sub(4)),
        }
    }

    fn take_tour(&mut self, desk: &mut Desk) -> Effect {
        let mut choices = desk.store.remembered(G::ID);
        choices.insert(TOURED.to_owned(), "yes".to_owned());
        // A choice that cannot be remembered is no obstacle to play.
        drop(desk.store.remember(G::ID, choices));
        self.newcomer = false;
        super::tour::open::<G>().map_or(Effect::None, Effect::Open)
    }

    fn draw_panel(&self, panel: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        match (self.variant(), &self.preview) {
            (Some(variant), Some(state)) => {
                panels::caption(look, panel, buf, variant.name(), &variant.summary());
                let facts = variant.facts();
                let below = facts.len().min(5) as u16 + 5;
                let picture = panels::inset(panel, 0, 2, 0, below + 1);
                let picture = Rect { height: picture.height.min(picture.width * 2 / 3), ..picture };
                draw_still::<G>(state, &state.view(Eye::Spectator), look, picture, buf);
                for (at, (key, value)) in facts.iter().take(5).enumerate() {
                    let row = panels::row(panel, picture.height + 3 + at as u16);
                    panels::fact(look, row, buf, key, value);
                }
            }
            _ => {
                if let Some(Err(why)) = self.boards.get(self.board).map(|entry| &entry.board) {
                    panels::paragraph(look, panel, buf, why, theme.style(Meaning::Warn));
                }
            }
        }
        let focus = if self.cursor == Row::Start { Focus::Here } else { Focus::Elsewhere };
        panels::button(look, Self::start_place(panel), buf, "Start the match", focus);
        let tour = Self::tour_place(panel);
        if self.cursor == Row::Tour {
            panels::button(look, tour, buf, "Take the tour", Focus::Here);
        } else if self.newcomer {
            let key = desk.keys.first(&SETUP, Action::Tour);
            let words = match key {
                Some(key) => format!("New here? {key} gives a tour"),
                None => "New here? Take the tour".to_owned(),
            };
            put_centred(buf, tour, &words, theme.brass());
        } else {
            put_centred(buf, tour, "Take the tour", theme.muted());
        }
    }
}

fn bot<G: GameUi>(strategy: &Strategy<G>) -> Player {
    Player::Bot { strategy: strategy.name.to_owned() }
}

impl<G: GameUi> Screen for Setup<G> {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Key(key) => self.key(&key, desk),
            Msg::Answered(Answer::Text(text)) => self.typed(&text, desk),
            Msg::Answered(_) => {
                self.typing = None;
                Effect::None
            }
            // A page of the game's own may have written a board.
            Msg::Shown => {
                let stem = self.boards.get(self.board).map(|entry| entry.stem.clone());
                self.boards = boards::list::<G>(&desk.store);
                let same = self.boards.iter().position(|entry| Some(&entry.stem) == stem.as_ref());
                self.board = same.unwrap_or(0);
                if let Row::Board(_) = self.cursor {
                    self.cursor = Row::Board(self.board);
                }
                self.fit(desk);
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
                        let places = self.places(panels::inset(shell.board, 1, 1, 1, 1)).rows;
                        let rects: Vec<Rect> = places.iter().map(|(_, place)| *place).collect();
                        if let Some(hit) = row_at(&rects, at) {
                            // A second click on the same row turns its value.
                            let again = self.cursor == places[hit].0;
                            self.focus(places[hit].0, desk);
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

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let shell = Shell::of(desk.area(), Side::Narrow);
        shell.draw(look, buf);
        let area = panels::inset(shell.board, 1, 1, 1, 1);
        let Places { rows, headings } = self.places(area);
        for (word, place) in headings {
            panels::heading(look, panels::inset(place, 1, 0, 0, 0), buf, word);
        }
        let boards = rows.iter().filter_map(|(row, place)| match row {
            Row::Board(at) => Some((*at, *place)),
            _ => None,
        });
        let boards: Vec<(usize, Rect)> = boards.collect();
        for (row, place) in rows {
            if !place.is_empty() {
                self.draw_row(row, place, buf, desk);
            }
        }
        if let Some((first, place)) = boards.first() {
            let list = Rect { height: boards.len() as u16, ..*place };
            panels::scroll_mark(look, list.intersection(area), buf, *first, self.boards.len());
        }
        desk.draw_status(shell.status(), buf, &self.explain(desk), Meaning::Muted);
        self.draw_panel(shell.panel_text(), buf, desk);
    }

    fn title(&self) -> Title {
        Title { name: G::TITLE.to_owned(), detail: "new match".to_owned(), right: String::new() }
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
            all.push(Hint { keys: vec![Key::named(page.key)], words: page.words });
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

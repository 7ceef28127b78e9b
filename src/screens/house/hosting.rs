//! The house on this machine: its invitation, its tables, its guests. It is open while this page
//! is somewhere below what is shown.

use std::sync::{Arc, Mutex, PoisonError};

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::super::Games;
use super::{code, draw_tables, visiting};
use crate::house::{
    Away, House, Invitation, Opening, Order, Orders, Right, Snapshot, Visit, Wants,
};
use crate::tui::ask::{Ask, Prompt, row_at};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::text::{put, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Desk, Effect, Hint, Mouse, Msg, Screen, Title, hints};

const HELP: &str = include_str!("hosting.md");
/// Columns of the list of guests.
const GUESTS: u16 = 27;
/// How long an absent player's seat is kept before anything happens to it.
const AWAY_AFTER: std::time::Duration = std::time::Duration::from_secs(300);

/// What a host can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Kind,
    Copy,
    NewCode,
    Open,
    Watch,
}

/// Under `[house]` in `keys.toml`.
#[rustfmt::skip]
pub const HOUSE: Section<Action> = Section {
    name: "house",
    bindings: &[
        bind(Action::Open, "open-table", &["t"], "open table",
            "Opens a table: a game, and who may sit there."),
        bind(Action::Watch, "watch", &["w"], "watch", "Looks on at this table."),
        bind(Action::Copy, "copy", &["c"], "copy", "Copies the invitation."),
        bind(Action::Kind, "kind", &["v"], "play or watch",
            "Shows the invitation to play, or the one to watch."),
        bind(Action::NewCode, "new-code", &["n"], "new code",
            "Makes a new invitation; the old one opens no door any more."),
    ],
};

/// What the person at the keyboard was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Open,
    Close,
}

struct Hosting {
    games: Games,
    orders: Orders,
    /// The house as it was last seen.
    latest: Arc<Mutex<Snapshot>>,
    task: Task<String>,
    run: Option<Effect>,
    /// The invitation of the house's own machine.
    own: Invitation,
    name: String,
    right: Right,
    cursor: usize,
    asked: Option<Question>,
    closed: bool,
}

/// Opens the page of a house, whose door opens with it. `name` is what the host is called when
/// they sit down.
pub fn open(games: &Games, house: House, name: String) -> Box<dyn Screen> {
    let orders = house.orders();
    let own = house.own_invitation();
    let latest = Arc::new(Mutex::new(house.snapshot()));
    let seen = latest.clone();
    let (task, run) = Task::new(move |_, report: &mut dyn FnMut(String)| {
        house.run(&mut |said, house| {
            let now = house.snapshot();
            let mut before = seen.lock().unwrap_or_else(PoisonError::into_inner);
            if *before != now || !said.is_empty() {
                *before = now;
                report(said.last().cloned().unwrap_or_default());
            }
        });
    });
    Box::new(Hosting {
        games: games.clone(),
        orders,
        latest,
        task,
        run: Some(run),
        own,
        name,
        right: Right::Play,
        cursor: 0,
        asked: None,
        closed: false,
    })
}

impl Drop for Hosting {
    fn drop(&mut self) {
        self.orders.send(Order::Close);
    }
}

impl Hosting {
    fn snapshot(&self) -> Snapshot {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn invitation(&self) -> Option<Invitation> {
        let at = usize::from(self.right == Right::Watch);
        self.snapshot().invitations.get(at).cloned()
    }

    fn act(&mut self, action: Action) -> Effect {
        match action {
            Action::Kind => {
                self.right = match self.right {
                    Right::Play => Right::Watch,
                    Right::Watch => Right::Play,
                };
                Effect::None
            }
            Action::Copy => match self.invitation() {
                Some(invitation) => Effect::Copy(invitation.to_string())
                    .and(Effect::Tell("copied, if your terminal lets programs do that".to_owned())),
                None => Effect::None,
            },
            Action::NewCode => {
                self.orders.send(Order::NewCode(self.right));
                Effect::Tell("a new code; the old one opens no door any more".to_owned())
            }
            Action::Open => {
                self.asked = Some(Question::Open);
                let title = "Open a table: GAME[:BOARD], then bot:NAME for each bot";
                Effect::Open(Box::new(Prompt::new(title, "connect4")))
            }
            Action::Watch => self.go(Wants::Watch),
        }
    }

    /// Sits down at the table of the cursor, or looks on.
    fn go(&self, wants: Wants) -> Effect {
        let table = self.snapshot().tables.get(self.cursor).map(|table| table.number);
        if table.is_none() {
            return Effect::Say("open a table first".to_owned());
        }
        let visit = Visit {
            invitation: self.own.clone(),
            name: self.name.clone(),
            wants,
            table,
            program: false,
            token: None,
            patience: std::time::Duration::from_secs(10),
        };
        match visiting::open(&self.games, visit, None) {
            Ok(page) => Effect::Open(page),
            Err(why) => Effect::Say(why),
        }
    }

    fn open_table(&self, words: &str, desk: &Desk) -> Effect {
        match opening(words, &self.games, desk) {
            Ok(opening) => {
                self.orders.send(Order::Open(Box::new(opening)));
                Effect::None
            }
            Err(why) => Effect::Say(why),
        }
    }

    fn key(&mut self, key: &Key, desk: &Desk) -> Effect {
        if let Some(action) = desk.keys.action(&HOUSE, key) {
            return self.act(action);
        }
        let last = self.snapshot().tables.len().saturating_sub(1);
        match desk.keys.nav(key) {
            Some(Nav::Up | Nav::Previous) => self.cursor = self.cursor.saturating_sub(1),
            Some(Nav::Down | Nav::Next) => self.cursor = (self.cursor + 1).min(last),
            Some(Nav::Confirm) => return self.go(Wants::Seat),
            Some(Nav::Back) if self.snapshot().guests.is_empty() => return Effect::Close,
            Some(Nav::Back) => {
                self.asked = Some(Question::Close);
                let text = "The guests lose the house until you open it again; the matches stand.";
                return Effect::Open(Box::new(Ask::new(
                    "Close the house",
                    text,
                    &["Stay", "Close"],
                )));
            }
            _ => {}
        }
        Effect::None
    }

    fn list(desk: &Desk) -> Rect {
        let body = Shell::of(desk.area(), Side::None).board;
        let band = if body.height >= 20 { 11 } else { 3 };
        let below = panels::inset(body, 1, band + 1, GUESTS + 2, 1);
        panels::inset(below, 0, 1, 0, 0)
    }

    fn draw_band(&self, body: Rect, buf: &mut Buffer, desk: &Desk) {
        let (look, theme) = (&desk.look, desk.look.theme());
        let Some(invitation) = self.invitation() else { return };
        let area = panels::inset(body, 3, 1, 3, 0);
        let line = panels::row(area, 0);
        let x = put(buf, line, line.x, line.y, "Invitation", theme.brass()) + 2;
        let kinds = [(Right::Play, " to play "), (Right::Watch, " to watch ")];
        kinds.iter().fold(x, |x, (right, words)| {
            let style = if *right == self.right { theme.chosen() } else { theme.muted() };
            put(buf, line, x, line.y, words, style) + 1
        });
        let line = panels::row(area, 1);
        put(buf, line, line.x, line.y, &invitation.to_string(), theme.strong());
        if body.height >= 20 {
            code::draw(&invitation.code(), panels::inset(body, 2, 4, 1, 0), buf, look);
        }
    }

    fn draw_guests(&self, snapshot: &Snapshot, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let (look, theme) = (&desk.look, desk.look.theme());
        panels::heading(look, area, buf, "Guests");
        let rows = usize::from(area.height.saturating_sub(1));
        for (at, guest) in snapshot.guests.iter().take(rows).enumerate() {
            let row = panels::row(area, at as u16 + 1);
            put(buf, row, row.x, row.y, &look.truncate(&guest.name, 14), theme.text());
            let (words, style) = match (guest.table, guest.seated, guest.slow) {
                (_, _, true) => ("slow line".to_owned(), theme.warn()),
                (Some(table), true, _) => (format!("table {table}"), theme.muted()),
                (Some(table), false, _) => (format!("at table {table}"), theme.faint()),
                (None, ..) => ("looks around".to_owned(), theme.faint()),
            };
            put_right(buf, row, &words, style);
        }
    }
}

/// How a table is opened that was typed as `GAME[:BOARD] [bot:NAME].."`.
fn opening(words: &str, games: &Games, desk: &Desk) -> Result<Opening, String> {
    let mut words = words.split_whitespace();
    let asked = words.next().ok_or("type a game, like connect4")?;
    let (game, variant) = match asked.split_once(':') {
        Some((game, variant)) => (game, Some(variant)),
        None => (asked, None),
    };
    let bots: Vec<Option<String>> = words
        .map(|word| match word.strip_prefix("bot:") {
            Some(name) => Ok(Some(name.to_owned())),
            None => Err(format!("'{word}' isn't a bot; use bot:NAME")),
        })
        .collect::<Result<_, _>>()?;
    let found = games.hosted().find_board(&desk.store, game, variant, None, &bots)?;
    // Guests have the first seats, bots the last.
    let mut seats = vec![None; found.seats.saturating_sub(bots.len())];
    seats.extend(bots);
    Ok(Opening {
        game: game.to_owned(),
        asked: asked.to_owned(),
        board: found.board,
        title: found.title,
        bots: seats,
        clock: None,
        away: Away::Wait,
        away_after: AWAY_AFTER,
        stand_in: found.stand_in,
        move_ms: 5000,
    })
}

impl Screen for Hosting {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Shown => self.run.take().unwrap_or(Effect::None),
            Msg::Woken => {
                while let Some(news) = self.task.poll() {
                    if let News::Done | News::Failed(_) = news {
                        self.closed = true;
                        break;
                    }
                }
                Effect::None
            }
            Msg::Key(key) => self.key(&key, desk),
            Msg::Mouse(Mouse::Click, at) => {
                let tables = self.snapshot().tables;
                let mut scratch = Buffer::empty(desk.area());
                let list = Self::list(desk);
                let places = draw_tables(&tables, self.cursor, list, &mut scratch, desk);
                match row_at(&places, at) {
                    Some(hit) if hit == self.cursor => self.go(Wants::Seat),
                    Some(hit) => {
                        self.cursor = hit;
                        Effect::None
                    }
                    None => Effect::None,
                }
            }
            Msg::Answered(answer) => match (self.asked.take(), answer) {
                (Some(Question::Open), Answer::Text(words)) => self.open_table(&words, desk),
                (Some(Question::Close), Answer::Chosen(1)) => Effect::Close,
                _ => Effect::None,
            },
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let shell = Shell::of(desk.area(), Side::None);
        shell.draw(look, buf);
        let snapshot = self.snapshot();
        self.draw_band(shell.board, buf, desk);
        let list = Self::list(desk);
        let head = Rect { y: list.y.saturating_sub(1), height: 1, ..list };
        panels::heading(look, panels::inset(head, 1, 0, 0, 0), buf, "Tables");
        draw_tables(&snapshot.tables, self.cursor, list, buf, desk);
        let right = shell.board.right().saturating_sub(GUESTS + 1);
        let guests = Rect { x: right, y: head.y, width: GUESTS, height: list.height + 1 };
        self.draw_guests(&snapshot, guests, buf, desk);
        let usual = match (self.closed, snapshot.tables.is_empty()) {
            (true, _) => "the house has closed",
            (false, true) => "no table yet: t opens one",
            (false, false) => "",
        };
        desk.draw_status(shell.status(), buf, usual, Meaning::Muted);
    }

    fn title(&self) -> Title {
        let detail = self.snapshot().name;
        Title { name: "Across machines".to_owned(), detail, right: String::new() }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let mut all = vec![
            hints::nav(keys, &[Nav::Up, Nav::Down], "table"),
            hints::nav(keys, &[Nav::Confirm], "sit"),
        ];
        all.extend(hints::section(keys, &HOUSE, |_| true));
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(hints::nav(keys, &[Nav::Back], "close"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        let hints = self.hints(desk);
        Some(Box::new(HelpScreen::of_text("Across machines", HELP, &hints, desk)))
    }
}

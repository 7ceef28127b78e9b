//! The house on this machine: its invitation, its tables, its guests. It is open while this page
//! is somewhere below what is shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::super::{Games, menu};
use super::line::Whose;
use super::{HELP, code, draw_tables, guests, large, open_table, visiting};
use crate::house::{House, Invitation, Order, Orders, Right, Snapshot, Visit, Wants};
use crate::lang::{as_told, told_as};
use crate::tui::ask::{Ask, row_at};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::text::{fill, put, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Context, Effect, Hint, Mouse, Msg, Screen, Title, hints};

/// Columns of the list of guests.
const GUESTS: u16 = 26;
/// Rows of the band with the invitation.
const BAND: u16 = 11;
/// How often times are drawn while they run, and how often otherwise.
const SECOND: Duration = Duration::from_secs(1);
const SELDOM: Duration = Duration::from_secs(30);

/// What a host can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Watch,
    Open,
    Close,
    Copy,
    Kind,
    Large,
    NewCode,
}

/// Under `[house]` in `keys.toml`.
#[rustfmt::skip]
pub const HOUSE: Section<Action> = Section {
    name: "house",
    bindings: &[
        bind(Action::Watch, "watch", &["w"], "watch", "Watches the match at this table."),
        bind(Action::Open, "open-table", &["t"], "open table",
            "Opens a table: choose the game, the board and who may sit there."),
        bind(Action::Close, "close-house", &["x"], "close house",
            "Closes the house; its tables wait until it opens again."),
        bind(Action::Copy, "copy", &["c"], "copy", "Copies the invitation to your clipboard."),
        bind(Action::Kind, "kind", &["v"], "play or watch",
            "Shows the invitation to play, or the one to watch."),
        bind(Action::Large, "larger", &["i"], "larger", "Shows the invitation large, for a whole room to read."),
        bind(Action::NewCode, "new-code", &["n"], "new code",
            "Makes a new invitation of this kind; the old one stops working."),
    ],
};

/// What the person at the keyboard was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Close,
    NewCode,
}

struct Hosting {
    games: Games,
    orders: Orders,
    /// The house as it was last seen.
    latest: Arc<Mutex<Snapshot>>,
    /// Whether there is news that this page hasn't looked at.
    unread: Arc<AtomicBool>,
    task: Task<()>,
    run: Option<Effect>,
    /// The invitation of the house's own machine.
    own: Invitation,
    name: String,
    right: Right,
    copied: bool,
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
    let unread = Arc::new(AtomicBool::new(false));
    let (seen, noted) = (latest.clone(), unread.clone());
    let (task, run) = Task::new(move |_, report: &mut dyn FnMut(())| {
        house.run(&mut |_, house| {
            let now = house.snapshot();
            let mut before = seen.lock().unwrap_or_else(PoisonError::into_inner);
            if *before != now {
                *before = now;
                // A page that lies below others reads once, however much has happened.
                if !noted.swap(true, Ordering::AcqRel) {
                    report(());
                }
            }
        });
    });
    Box::new(Hosting {
        games: games.clone(),
        orders,
        latest,
        unread,
        task,
        run: Some(run),
        own,
        name,
        right: Right::Play,
        copied: false,
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

    /// Looks whether the house still runs, and lets it say the time.
    fn listen(&mut self) {
        self.unread.store(false, Ordering::Release);
        while let Some(news) = self.task.poll() {
            if let News::Done | News::Failed(_) = news {
                self.closed = true;
                break;
            }
        }
    }

    fn act(&mut self, action: Action, context: &Context) -> Effect {
        match action {
            Action::Kind => {
                self.right = match self.right {
                    Right::Play => Right::Watch,
                    Right::Watch => Right::Play,
                };
                self.copied = false;
                Effect::None
            }
            Action::Copy => match self.invitation() {
                Some(invitation) => {
                    self.copied = true;
                    let words = "copied, if your terminal lets programs do that";
                    Effect::Copy(invitation.to_string()).and(Effect::Tell(words.to_owned()))
                }
                None => Effect::None,
            },
            Action::Large => match self.invitation() {
                Some(invitation) => {
                    Effect::Open(large::open(self.snapshot().name, invitation, self.right))
                }
                None => Effect::None,
            },
            Action::NewCode => {
                self.asked = Some(Question::NewCode);
                let text = "The invitation you have given out stops working. Whoever has a seat \
                            keeps it.";
                Effect::Open(Box::new(Ask::new("New code", text, &["Keep it", "New code"])))
            }
            Action::Open => {
                Effect::Open(open_table::open(&self.games, self.orders.clone(), context))
            }
            Action::Watch => self.go(Wants::Watch, context),
            Action::Close => self.close(),
        }
    }

    /// Sits down at the table of the cursor, or looks on.
    fn go(&self, wants: Wants, context: &Context) -> Effect {
        let tables = self.snapshot().tables;
        let Some(table) = tables.get(self.cursor) else {
            return Effect::Open(open_table::open(&self.games, self.orders.clone(), context));
        };
        let visit = Visit {
            invitation: self.own.clone(),
            name: self.name.clone(),
            wants,
            table: Some(table.number),
            program: false,
            token: None,
            patience: Duration::from_secs(10),
        };
        Effect::Open(visiting::open_house(&self.games, visit, Whose::Mine, context))
    }

    fn close(&mut self) -> Effect {
        let snapshot = self.snapshot();
        if snapshot.guests.is_empty() || self.closed {
            return Effect::Close;
        }
        self.asked = Some(Question::Close);
        let text = "Your guests lose the house until you open it again. The matches stay as they \
                    are, and the same invitation brings everybody back.";
        Effect::Open(Box::new(Ask::new("Close the house", text, &["Keep it open", "Close it"])))
    }

    /// Rows to choose from: the tables, and the one that opens another.
    fn rows(&self) -> usize {
        self.snapshot().tables.len() + 1
    }

    fn key(&mut self, key: &Key, context: &Context) -> Effect {
        if let Some(action) = context.keys.action(&HOUSE, key) {
            return self.act(action, context);
        }
        let last = self.rows() - 1;
        match context.keys.nav(key) {
            Some(Nav::Up | Nav::Previous) => self.cursor = self.cursor.saturating_sub(1),
            Some(Nav::Down | Nav::Next) => self.cursor = (self.cursor + 1).min(last),
            Some(Nav::First | Nav::PageUp) => self.cursor = 0,
            Some(Nav::Last | Nav::PageDown) => self.cursor = last,
            Some(Nav::Left | Nav::Right) => return self.act(Action::Kind, context),
            Some(Nav::Confirm) => return self.go(Wants::Seat, context),
            Some(Nav::Back) if self.closed => return Effect::Close,
            Some(Nav::Back) => return Effect::Open(menu::open_over_house(&self.games)),
            _ => {}
        }
        Effect::None
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, context: &Context) -> Effect {
        match mouse {
            Mouse::WheelUp => self.cursor = self.cursor.saturating_sub(1),
            Mouse::WheelDown => self.cursor = (self.cursor + 1).min(self.rows() - 1),
            Mouse::Hover => {}
            Mouse::Click => {
                let parts = Parts::of(context);
                let mut scratch = Buffer::empty(context.area());
                let places = self.draw_list(parts.list, &mut scratch, context);
                if let Some(hit) = row_at(&places, at) {
                    let again = hit == self.cursor || hit + 1 == self.rows();
                    self.cursor = hit;
                    return if again { self.go(Wants::Seat, context) } else { Effect::None };
                }
                let (_, kinds) = self.draw_band(&parts, &mut scratch, context);
                if kinds.iter().any(|place| place.contains(at)) {
                    return self.act(Action::Kind, context);
                }
                if parts.band.contains(at) {
                    return self.act(Action::Copy, context);
                }
            }
        }
        Effect::None
    }

    /// Draws the tables and the row that opens one; answers where each stands.
    fn draw_list(&self, area: Rect, buf: &mut Buffer, context: &Context) -> Vec<Rect> {
        let look = &context.look;
        let tables = self.snapshot().tables;
        let room = Rect { height: area.height.saturating_sub(1), ..area };
        let mut places = draw_tables(&self.games, &tables, self.cursor, room, buf, context);
        let used = places.iter().map(|place| place.bottom()).max().unwrap_or(0).max(area.y);
        let row = Rect { y: used, height: 1, ..area }.intersection(area);
        let focus = panels::Focus::at(tables.len(), self.cursor);
        let inner = panels::list_row(look, row, buf, focus);
        put(buf, inner, inner.x, inner.y, "+", look.theme().key());
        let style = panels::second_style(look, focus);
        put(buf, inner, inner.x + 3, inner.y, "open a table", style);
        places.push(row);
        places
    }

    /// Draws the invitation; answers where it ends and where the two kinds stand.
    fn draw_band(&self, parts: &Parts, buf: &mut Buffer, context: &Context) -> (u16, Vec<Rect>) {
        let (look, theme) = (&context.look, context.look.theme());
        let Some(invitation) = self.invitation() else { return (0, Vec::new()) };
        fill(buf, parts.band, theme.panel());
        let area = panels::inset(parts.band, 3, 1, 3, 0);
        let line = panels::row(area, 0);
        let x = put(buf, line, line.x, line.y, "Invitation", theme.brass()) + 2;
        let rest = Rect { x, width: line.right().saturating_sub(x), ..line };
        let chosen = usize::from(self.right == Right::Watch);
        let kinds = ["to play", "to watch"].map(|kind| as_told(&told_as(kind, "invitation")));
        let kinds = kinds.each_ref().map(String::as_str);
        let focus = panels::Focus::Here;
        let places = panels::choices(look, rest, buf, &kinds, chosen, focus);
        let mut right = line;
        for action in [Action::Large, Action::NewCode, Action::Copy] {
            let Some(binding) = HOUSE.bindings.iter().find(|it| it.action == action) else {
                continue;
            };
            let Some(key) = context.keys.first(&HOUSE, action) else { continue };
            let start = put_right(buf, right, binding.help, theme.muted());
            right.width = start.saturating_sub(right.x + 1);
            let start = put_right(buf, right, &key.to_string(), theme.key());
            right.width = start.saturating_sub(right.x + 2);
        }
        let line = panels::row(area, 1);
        let text = invitation.to_string();
        let (address, code) = text.split_at(text.rfind('/').map_or(0, |at| at + 1));
        let x = put(buf, line, line.x, line.y, address, theme.muted());
        put(buf, line, x, line.y, code, theme.strong());
        if self.copied {
            put_right(buf, line, "copied", theme.good());
        }
        if parts.band.height >= BAND {
            code::draw(&invitation.code(), panels::inset(parts.band, 3, 4, 1, 0), buf, look);
        }
        (parts.band.bottom(), places)
    }
}

/// Where everything stands.
struct Parts {
    band: Rect,
    list: Rect,
    guests: Rect,
}

impl Parts {
    fn of(context: &Context) -> Parts {
        let body = Shell::of(context.area(), Side::None).board;
        let band = if body.height >= 20 { BAND } else { 4 };
        let below = panels::inset(body, 1, band + 1, 1, 0);
        let wide = below.width.saturating_sub(GUESTS + 3);
        Parts {
            band: Rect { height: band, ..body },
            list: panels::inset(Rect { width: wide, ..below }, 0, 1, 0, 0),
            guests: Rect { x: below.right().saturating_sub(GUESTS), width: GUESTS, ..below },
        }
    }
}

impl Screen for Hosting {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        self.listen();
        match msg {
            Msg::Shown => {
                self.orders.send(Order::Look);
                self.run.take().unwrap_or(Effect::None)
            }
            Msg::Tick(_) => {
                self.orders.send(Order::Look);
                Effect::None
            }
            Msg::Key(key) => self.key(&key, context),
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, context),
            Msg::Answered(answer) => match (self.asked.take(), answer) {
                (Some(Question::Close), Answer::Chosen(1)) => Effect::Close,
                (Some(Question::NewCode), Answer::Chosen(1)) => {
                    self.copied = false;
                    self.orders.send(Order::NewCode(self.right));
                    Effect::Tell("a new code; the old one doesn't work any more".to_owned())
                }
                _ => Effect::None,
            },
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let shell = Shell::of(context.area(), Side::None);
        shell.draw(look, buf);
        let (snapshot, parts) = (self.snapshot(), Parts::of(context));
        self.draw_band(&parts, buf, context);
        let head = Rect { y: parts.guests.y, height: 1, ..parts.list };
        panels::heading(look, panels::inset(head, 1, 0, 4, 0), buf, "Tables");
        put_right(buf, head, &snapshot.tables.len().to_string(), look.theme().muted());
        self.draw_list(parts.list, buf, context);
        guests::draw(&snapshot, parts.guests, buf, context);
        let waited = guests::waited_for(&snapshot);
        let usual = match self.closed {
            true => "the house has closed; its tables wait until it opens again",
            false => &waited,
        };
        if context.saying().is_some() || !usual.is_empty() {
            let row =
                Rect { y: parts.guests.bottom().saturating_sub(1), height: 1, ..parts.guests };
            let row = if context.saying().is_some() || self.closed { shell.status() } else { row };
            fill(buf, row, look.theme().ground());
            context.draw_status(row, buf, usual, Meaning::Warn);
        }
    }

    fn title(&self) -> Title {
        let snapshot = self.snapshot();
        let minutes = snapshot.open_for.as_secs() / 60;
        let right = match minutes {
            _ if self.closed => "closed".to_owned(),
            0 => "just opened".to_owned(),
            1..=59 => format!("open for {minutes} min"),
            _ => format!("open for {} h {:02} min", minutes / 60, minutes % 60),
        };
        Title { name: "Across machines".to_owned(), detail: snapshot.name, right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let tables = self.rows() - 1;
        let mut all = vec![hints::nav_about(
            keys,
            &[Nav::Up, Nav::Down],
            "table",
            "Goes to the table above or below.",
        )];
        all.push(match self.cursor < tables {
            true => hints::nav_about(keys, &[Nav::Confirm], "sit", "Takes a seat at this table."),
            false => hints::nav_about(
                keys,
                &[Nav::Confirm],
                "open table",
                "Opens a table: choose the game, the board and who may sit there.",
            ),
        });
        all.extend(hints::section(keys, &HOUSE, |action| match action {
            Action::Watch => self.cursor < tables,
            Action::Open => self.cursor < tables,
            _ => true,
        }));
        all.extend(hints::help_and_back(keys, if self.closed { "back" } else { "menu" }));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        let snapshot = self.snapshot();
        let timed =
            |seat: &crate::house::SeatInfo| seat.left_ms.is_some() || seat.kept_ms.is_some();
        let runs = snapshot.tables.iter().any(|it| it.playing && it.seats.iter().any(timed))
            || !snapshot.away.is_empty();
        (!self.closed).then_some(if runs { SECOND } else { SELDOM })
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let hints = self.hints(context);
        Some(Box::new(HelpScreen::of_text("Across machines", HELP, &hints, context)))
    }
}

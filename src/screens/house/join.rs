//! The window in which an invitation is pasted. As soon as it is complete the house is asked who it
//! is and what one may do there.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::super::Games;
use super::visiting;
use crate::house::{
    FromHouse, Heard, Invitation, Right, SeatState, TableInfo, Visit, Wants, Welcome,
};
use crate::play::sentence;
use crate::tui::keys::{Key, Nav};
use crate::tui::panels::{self, Ends, Focus};
use crate::tui::task::{News, Task};
use crate::tui::text::{fill, put, put_right, width};
use crate::tui::{Desk, Effect, Hint, Mouse, Msg, Screen, Title};

const SIZE: Size = Size::new(56, 13);
/// No invitation is longer, whatever its machine is called.
const LONGEST: usize = 300;
/// No name anybody needs is longer.
const LONGEST_NAME: usize = 24;
/// How long a house is asked before it is said that nobody answers.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often the line to the house looks whether the window is still there.
const LOOK: Duration = Duration::from_millis(100);
/// Columns of the words before a field.
const LABEL: u16 = 6;
/// Columns of the field for the name.
const NAME: u16 = 16;
/// Signs of a code.
const CODE: usize = 24;

/// What one comes for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Play,
    Watch,
}

/// Where the keys go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Invitation,
    Name,
    Table,
    Button(Button),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Button {
    Sit,
    Watch,
    /// In a house without a table there is only the house.
    Enter,
    Cancel,
}

impl Button {
    fn words(self) -> &'static str {
        match self {
            Button::Sit => "Sit down",
            Button::Watch => "Watch",
            Button::Enter => "Go in",
            Button::Cancel => "Cancel",
        }
    }
}

/// What is known of the house.
enum Found {
    /// The invitation isn't complete.
    Nothing,
    Asking(Invitation),
    House(Invitation, Welcome),
    /// Why not.
    No(String),
}

struct Join {
    games: Games,
    text: String,
    name: String,
    purpose: Purpose,
    field: Field,
    /// The table, from the first; before them any that fits.
    table: Option<usize>,
    found: Found,
    task: Option<Task<Heard>>,
}

/// Opens the window, with what was pasted or is known already.
pub fn open(games: &Games, text: &str, purpose: Purpose, desk: &Desk) -> Effect {
    let mut join = Join {
        games: games.clone(),
        text: String::new(),
        name: super::own_name(desk),
        purpose,
        field: Field::Invitation,
        table: None,
        found: Found::Nothing,
        task: None,
    };
    let asked = join.insert(text);
    Effect::Open(Box::new(join)).and(asked)
}

impl Join {
    fn insert(&mut self, typed: &str) -> Effect {
        let signs = typed.chars().filter(|c| !c.is_control());
        match self.field {
            Field::Name => {
                let room = LONGEST_NAME.saturating_sub(self.name.chars().count());
                self.name.extend(signs.take(room));
                Effect::None
            }
            _ => {
                self.field = Field::Invitation;
                let room = LONGEST.saturating_sub(self.text.chars().count());
                self.text.extend(signs.filter(|c| !c.is_whitespace()).take(room));
                self.look()
            }
        }
    }

    /// The signs of the code that are there.
    fn code(&self) -> &str {
        let rest = self.text.strip_prefix("parlour://").unwrap_or(&self.text);
        rest.split_once('/').map_or("", |(_, code)| code)
    }

    /// Asks the house as soon as the invitation is complete.
    fn look(&mut self) -> Effect {
        let invitation = match self.text.parse::<Invitation>() {
            Ok(invitation) => invitation,
            Err(why) => {
                self.task = None;
                let whole = self.code().chars().filter(|c| c.is_alphanumeric()).count() >= CODE;
                self.found = if whole { Found::No(why.to_string()) } else { Found::Nothing };
                return Effect::None;
            }
        };
        if let Found::Asking(same) | Found::House(same, _) = &self.found
            && *same == invitation
        {
            return Effect::None;
        }
        let visit = Visit {
            invitation: invitation.clone(),
            // Whoever only asks takes no name from anybody.
            name: String::new(),
            wants: Wants::Lobby,
            table: None,
            program: false,
            token: None,
            patience: PATIENCE,
        };
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(Heard)| {
            let (to, heard) = std::sync::mpsc::channel();
            // The line ends with this.
            let Ok(_visitor) = visit.start(move |it| to.send(it).is_ok()) else { return };
            while !cancel.is_cancelled() {
                match heard.recv_timeout(LOOK) {
                    Ok(it) => report(it),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        self.found = Found::Asking(invitation);
        self.task = Some(task);
        self.table = None;
        run
    }

    fn listen(&mut self) {
        while let Some(news) = self.task.as_ref().and_then(Task::poll) {
            match news {
                News::Report(Heard::House(FromHouse::Welcome(welcome))) => {
                    if let Found::Asking(invitation) = &self.found {
                        self.found = Found::House(invitation.clone(), welcome);
                        let buttons = self.buttons();
                        if self.field == Field::Invitation {
                            self.field = Field::Button(buttons[0]);
                        }
                    }
                }
                News::Report(Heard::House(FromHouse::Tables(tables))) => {
                    if let Found::House(_, welcome) = &mut self.found {
                        welcome.tables = tables;
                    }
                }
                News::Report(Heard::Ended(ended)) => self.found = Found::No(sentence(ended.why())),
                News::Failed(why) => self.found = Found::No(sentence(&why)),
                News::Report(_) => {}
                News::Done => {
                    self.task = None;
                    break;
                }
            }
        }
        if let Field::Button(button) = self.field
            && !self.buttons().contains(&button)
        {
            self.field = Field::Button(self.buttons()[0]);
        }
        if self.table.is_some_and(|at| at >= self.tables().len()) {
            self.table = None;
        }
    }

    fn tables(&self) -> &[TableInfo] {
        match &self.found {
            Found::House(_, welcome) => &welcome.tables,
            _ => &[],
        }
    }

    /// What can be done now, the likeliest first.
    fn buttons(&self) -> Vec<Button> {
        let Found::House(_, welcome) = &self.found else { return vec![Button::Cancel] };
        if welcome.tables.is_empty() {
            return vec![Button::Enter, Button::Cancel];
        }
        let table = self.table.and_then(|at| welcome.tables.get(at));
        let free = match table {
            Some(table) => !table.playing && table.free_seats() > 0,
            None => welcome.tables.iter().any(|table| !table.playing && table.free_seats() > 0),
        };
        let sit = (welcome.right == Right::Play && free).then_some(Button::Sit);
        let mut all: Vec<Button> = sit.into_iter().chain([Button::Watch]).collect();
        if self.purpose == Purpose::Watch {
            all.reverse();
        }
        all.push(Button::Cancel);
        all
    }

    /// The fields that the keys can reach.
    fn fields(&self) -> Vec<Field> {
        let mut all = vec![Field::Invitation, Field::Name];
        if !self.tables().is_empty() {
            all.push(Field::Table);
        }
        all.extend(self.buttons().into_iter().map(Field::Button));
        all
    }

    fn walk(&mut self, forth: bool) {
        let all = self.fields();
        let at = all.iter().position(|field| *field == self.field).unwrap_or(0);
        let step = if forth { 1 } else { all.len() - 1 };
        self.field = all[(at + step) % all.len()];
    }

    /// The table before or after, with "any" before the first.
    fn turn(&mut self, forth: bool) {
        let last = self.tables().len().saturating_sub(1);
        self.table = match (self.table, forth) {
            (None, true) => Some(0),
            (Some(at), true) => Some((at + 1).min(last)),
            (Some(0) | None, false) => None,
            (Some(at), false) => Some(at - 1),
        };
    }

    fn press(&mut self, button: Button, desk: &Desk) -> Effect {
        let Found::House(invitation, welcome) = &self.found else { return Effect::Close };
        let wants = match button {
            Button::Cancel => return Effect::Close,
            Button::Sit => Wants::Seat,
            Button::Watch => Wants::Watch,
            Button::Enter => Wants::Lobby,
        };
        let table = self.table.and_then(|at| welcome.tables.get(at)).map(|table| table.number);
        let visit = Visit {
            invitation: invitation.clone(),
            name: self.name.trim().to_owned(),
            wants,
            table,
            program: false,
            token: None,
            patience: super::PATIENCE,
        };
        Effect::Swap(visiting::open(&self.games, visit, desk))
    }

    fn key(&mut self, key: &Key, desk: &Desk) -> Effect {
        let typing = matches!(self.field, Field::Invitation | Field::Name);
        if key.is("esc") {
            return Effect::Close;
        }
        if key.is("enter") {
            let button = match self.field {
                Field::Button(button) => button,
                _ => self.buttons()[0],
            };
            return match (&self.found, button) {
                (Found::House(..), button) => self.press(button, desk),
                (_, Button::Cancel) if self.field == Field::Button(Button::Cancel) => Effect::Close,
                _ => Effect::None,
            };
        }
        match key {
            key if key.is("tab") || key.is("down") => self.walk(true),
            key if key.is("shift-tab") || key.is("backtab") || key.is("up") => self.walk(false),
            key if key.is("ctrl-u") && self.field == Field::Name => self.name.clear(),
            key if key.is("ctrl-u") => {
                self.text.clear();
                self.field = Field::Invitation;
                return self.look();
            }
            key if key.is("backspace") && self.field == Field::Name => drop(self.name.pop()),
            key if key.is("backspace") && self.field == Field::Invitation => {
                self.text.pop();
                return self.look();
            }
            key if !typing && (key.is("left") || key.is("right")) => {
                let forth = key.is("right");
                if self.field == Field::Table { self.turn(forth) } else { self.walk(forth) }
            }
            key if typing => {
                let sign = key.character().map(String::from).unwrap_or_default();
                return self.insert(&sign);
            }
            _ => {}
        }
        Effect::None
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, desk: &Desk) -> Effect {
        let parts = self.parts(desk);
        if mouse != Mouse::Click {
            return Effect::None;
        }
        let hit = parts.buttons.iter().find(|(_, place)| place.contains(at));
        if let Some((button, _)) = hit.copied() {
            self.field = Field::Button(button);
            return self.press(button, desk);
        }
        if parts.invitation.contains(at) {
            self.field = Field::Invitation;
        } else if parts.name.contains(at) {
            self.field = Field::Name;
        } else if parts.table.contains(at) && !self.tables().is_empty() {
            self.field = Field::Table;
            let middle = parts.table.x + LABEL + (parts.table.width - LABEL) / 2;
            self.turn(at.x >= middle);
        }
        Effect::None
    }

    fn parts(&self, desk: &Desk) -> Parts {
        let screen = desk.area();
        let (w, h) = (SIZE.width.min(screen.width), SIZE.height.min(screen.height));
        let window = Rect::new((screen.width - w) / 2, (screen.height - h) / 2, w, h);
        let inner = panels::inset(window, 3, 1, 3, 1);
        let rows = |at, height| Rect { height, ..panels::row(inner, at) }.intersection(inner);
        let mut x = inner.x;
        let button = |button: Button| {
            // The likeliest is the largest.
            let wide = width(button.words()) + if x == inner.x { 6 } else { 4 };
            let place = Rect { x, width: wide, ..panels::row(inner, 10) };
            x += wide + 2;
            (button, place)
        };
        Parts {
            inner,
            invitation: rows(2, 2),
            name: rows(7, 1),
            table: rows(8, 1),
            buttons: self.buttons().into_iter().map(button).collect(),
        }
    }

    /// The line that says which house it is, or why not.
    fn draw_found(&self, row: Rect, buf: &mut Buffer, desk: &Desk) {
        let (look, theme) = (&desk.look, desk.look.theme());
        let dot = look.glyph("●", "*");
        match &self.found {
            Found::Nothing if self.text.is_empty() => {
                let words = "the host sends you a line that begins with parlour://";
                put(buf, row, row.x, row.y, words, theme.faint());
            }
            Found::Nothing => {
                let left = CODE.saturating_sub(self.code().chars().count());
                let words = match self.code().is_empty() {
                    true => "parlour://ADDRESS:PORT/CODE".to_owned(),
                    false => format!("{left} more to come"),
                };
                put(buf, row, row.x, row.y, &words, theme.faint());
            }
            Found::Asking(invitation) => {
                let words = format!("asking {}{}", invitation.address(), look.glyph("…", "..."));
                put(buf, row, row.x, row.y, &look.truncate(&words, row.width), theme.muted());
            }
            Found::House(_, welcome) => {
                let x = put(buf, row, row.x, row.y, dot, theme.good()) + 1;
                let name = look.truncate(&welcome.house, 20);
                let x = put(buf, row, x, row.y, &name, theme.bright()) + 2;
                let words = match welcome.right {
                    Right::Play => "the key fits; you may play",
                    Right::Watch => "the key fits; you may watch",
                };
                put(buf, row, x, row.y, words, theme.muted());
            }
            Found::No(why) => {
                let rows = Rect { height: 2, ..row };
                panels::paragraph(look, rows, buf, why, theme.warn());
            }
        }
    }

    fn table_words(&self) -> String {
        let Some(table) = self.table.and_then(|at| self.tables().get(at)) else {
            return "any with a free seat".to_owned();
        };
        let sits = |state| matches!(state, SeatState::Here | SeatState::Slow | SeatState::Bot);
        let others: Vec<&str> = table
            .seats
            .iter()
            .filter(|seat| sits(seat.state))
            .map(|seat| seat.name.as_str())
            .collect();
        let game = table.title.split(',').next().unwrap_or_default();
        match (table.playing, others.is_empty()) {
            (true, _) => format!("{}  {game}, being played", table.number),
            (false, true) => format!("{}  {game}, nobody there yet", table.number),
            (false, false) => format!("{}  {game}, against {}", table.number, others.join(", ")),
        }
    }
}

/// Where everything stands.
struct Parts {
    inner: Rect,
    invitation: Rect,
    name: Rect,
    table: Rect,
    buttons: Vec<(Button, Rect)>,
}

impl Screen for Join {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Woken | Msg::Shown => {
                self.listen();
                Effect::None
            }
            Msg::Key(key) => self.key(&key, desk),
            Msg::Paste(text) => self.insert(&text),
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, desk),
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        panels::popup(look, desk.area(), buf, SIZE);
        let parts = self.parts(desk);
        let title = match self.purpose {
            Purpose::Play => "Join a house",
            Purpose::Watch => "Watch a match",
        };
        put(buf, parts.inner, parts.inner.x, parts.inner.y, title, theme.strong());
        if self.text.is_empty() {
            put_right(buf, panels::row(parts.inner, 0), "paste it here", theme.muted());
        }
        let field = |area: Rect, focus: bool, buf: &mut Buffer| {
            fill(buf, area, theme.ground());
            let edge = if focus { look.glyph("▌", ">") } else { " " };
            for y in area.top()..area.bottom() {
                put(buf, area, area.x, y, edge, theme.brass());
            }
            panels::inset(area, 1, 0, 0, 0)
        };
        let here = self.field == Field::Invitation;
        let area = field(parts.invitation, here, buf);
        let (address, code) = match self.text.rfind('/').filter(|_| !self.code().is_empty()) {
            Some(slash) => self.text.split_at(slash + 1),
            None => (self.text.as_str(), ""),
        };
        // Where the address is long its end is seen.
        let shown: String = {
            let skip = address.chars().count().saturating_sub(usize::from(area.width) - 1);
            address.chars().skip(skip).collect()
        };
        let mut end = (put(buf, area, area.x, area.y, &shown, theme.text()), area.y);
        if !code.is_empty() {
            let line = panels::row(area, 1);
            end = (put(buf, line, line.x, line.y, &code.to_uppercase(), theme.strong()), line.y);
        }
        if here {
            put(buf, area, end.0, end.1, look.glyph("▏", "_"), theme.brass());
        }
        self.draw_found(panels::row(parts.inner, 5), buf, desk);
        if let Found::House(..) = &self.found {
            let row = parts.name;
            put(buf, row, row.x, row.y, "as", theme.muted());
            let here = self.field == Field::Name;
            let box_ = Rect { x: row.x + LABEL, width: NAME, ..row };
            let inner = field(box_, here, buf);
            let name = look.truncate(&self.name, inner.width.saturating_sub(1));
            let end = put(buf, inner, inner.x, inner.y, &name, theme.bright());
            if here {
                put(buf, inner, end, inner.y, look.glyph("▏", "_"), theme.brass());
            }
            put(buf, row, box_.right() + 2, row.y, "how they will see you", theme.muted());
            let row = parts.table;
            if self.tables().is_empty() {
                put(buf, row, row.x, row.y, "no table is open there yet", theme.muted());
            } else {
                put(buf, row, row.x, row.y, "table", theme.muted());
                let ends = Ends {
                    less: self.table.is_some(),
                    more: self.table.is_none_or(|at| at + 1 < self.tables().len()),
                };
                let focus = if self.field == Field::Table { Focus::Here } else { Focus::Elsewhere };
                let rest = panels::inset(row, LABEL, 0, 0, 0);
                panels::turner(look, rest, buf, &self.table_words(), ends, focus);
            }
        }
        let first = parts.buttons.first().map(|(button, _)| *button);
        for (button, place) in &parts.buttons {
            let pressed = match self.field {
                Field::Button(chosen) => chosen == *button,
                _ => matches!(self.found, Found::House(..)) && first == Some(*button),
            };
            let focus = if pressed { Focus::Here } else { Focus::Elsewhere };
            panels::button(look, *place, buf, button.words(), focus);
        }
    }

    fn title(&self) -> Title {
        Title::default()
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let hint = |key, words| Hint { keys: vec![Key::named(key)], words, about: "" };
        let mut all = Vec::new();
        if let Found::House(..) = &self.found {
            let button = match self.field {
                Field::Button(button) => button,
                _ => self.buttons()[0],
            };
            all.push(hint(
                "enter",
                match button {
                    Button::Sit => "sit down",
                    Button::Watch => "watch",
                    Button::Enter => "go in",
                    Button::Cancel => "cancel",
                },
            ));
        }
        if self.field == Field::Table {
            all.push(crate::tui::hints::nav(&desk.keys, &[Nav::Left, Nav::Right], "table"));
        }
        all.extend([hint("tab", "next field"), hint("ctrl-u", "clear"), hint("esc", "cancel")]);
        all
    }

    fn is_popup(&self) -> bool {
        true
    }

    fn is_typing(&self) -> bool {
        true
    }

    fn min_size(&self) -> Size {
        SIZE
    }
}

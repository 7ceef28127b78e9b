//! The window in which an invitation is pasted. As soon as it is complete the house is asked who it
//! is and what one may do there.

mod view;

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::super::Games;
use super::visiting;
use crate::house::{FromHouse, Heard, Invitation, Right, TableInfo, Visit, Wants, Welcome};
use crate::play::sentence;
use crate::tui::keys::{Key, Nav};
use crate::tui::task::{News, Task};
use crate::tui::{Context, Effect, Hint, Mouse, Msg, Screen, Title};

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
pub fn open(games: &Games, text: &str, purpose: Purpose, context: &Context) -> Effect {
    let mut join = Join {
        games: games.clone(),
        text: String::new(),
        name: super::own_name(context),
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

    fn press(&mut self, button: Button, context: &Context) -> Effect {
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
        Effect::Swap(visiting::open(&self.games, visit, context))
    }

    fn key(&mut self, key: &Key, context: &Context) -> Effect {
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
                (Found::House(..), button) => self.press(button, context),
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

    fn mouse(&mut self, mouse: Mouse, at: Position, context: &Context) -> Effect {
        let parts = self.parts(context);
        if mouse != Mouse::Click {
            return Effect::None;
        }
        let hit = parts.buttons.iter().find(|(_, place)| place.contains(at));
        if let Some((button, _)) = hit.copied() {
            self.field = Field::Button(button);
            return self.press(button, context);
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
}

impl Screen for Join {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Woken | Msg::Shown => {
                self.listen();
                Effect::None
            }
            Msg::Key(key) => self.key(&key, context),
            Msg::Paste(text) => self.insert(&text),
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, context),
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        self.draw(buf, context);
    }

    fn title(&self) -> Title {
        Title::default()
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
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
            all.push(crate::tui::hints::nav(&context.keys, &[Nav::Left, Nav::Right], "table"));
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

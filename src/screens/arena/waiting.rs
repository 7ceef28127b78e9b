//! The waiting room: programs of other machines come here before a contest. The page says who has
//! joined, under which name, from where, and whether it answers; the teacher ticks who takes part,
//! chooses the format and starts.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::{HELP, hall};
use crate::arena::{self, Call, Contest, Format, Journal, Patience, Plan, Secret, protocol};
use crate::house::{
    Answers, EntrantInfo, HostedGames, House, Invitation, Order, Orders, Right, Room,
};
use crate::lang::{as_told, told_as};
use crate::play::{Player, Seat, Session, Variant, sentence};
use crate::search::Limit;
use crate::store::Store;
use crate::tui::game_ui::GameUi;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::text::{put, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Context, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

/// Rows of both invitations with air around them, and of the heading above the list.
const BAND: u16 = 4;
const ABOVE: u16 = 3;
/// How often is looked who has come.
const LOOK: Duration = Duration::from_millis(250);
/// Columns of a name, of the program's own name, and of an address.
const NAME: u16 = 12;
const FROM: u16 = 15;

/// What whoever holds the contest can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Start,
    Tick,
    Format,
    Copy,
}

/// Under `[waiting-room]` in `keys.toml`.
#[rustfmt::skip]
pub const WAITING: Section<Action> = Section {
    name: "waiting-room",
    bindings: &[
        bind(Action::Start, "start", &["enter"], "start", "Starts the contest with those who are ticked."),
        bind(Action::Tick, "tick", &["space"], "takes part", "Ticks this program, or unticks it."),
        bind(Action::Format, "format", &["f"], "format", "Changes the format of the contest."),
        bind(Action::Copy, "copy", &["c"], "copy", "Copies the invitation for programs."),
    ],
};

/// What the contest is to be like, as far as that is known before the programs come.
pub struct Wanted {
    pub on: Box<dyn Ground>,
    /// Bots of ours that take part as well.
    pub bots: Vec<Player>,
    pub format: Format,
    pub games: usize,
    pub seats: usize,
    pub limit: Limit,
    pub seed: Option<u64>,
}

/// The board of the contest: all of its game that the room needs.
pub trait Ground {
    /// The game's name in full, and the board's.
    fn title(&self) -> (&'static str, &str);
    /// How many may sit down.
    fn seats(&self) -> RangeInclusive<usize>;
    /// What a program hears first.
    fn greeting(&self, patience: &Patience) -> String;
    /// Opens the contest between these.
    fn begin(&self, entered: Entered, context: &mut Context) -> Effect;
}

/// Who takes part in a contest, and how it is held.
pub struct Entered<'a> {
    players: Vec<Player>,
    calls: Vec<Option<Call>>,
    seats: usize,
    wanted: &'a Wanted,
    patience: Patience,
    shown: hall::Hosted,
}

/// A board of this game.
pub struct BoardOf<G: GameUi>(pub G::Variant);

impl<G: GameUi> Ground for BoardOf<G> {
    fn title(&self) -> (&'static str, &str) {
        (G::TITLE, self.0.name())
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.0.seats()
    }

    fn greeting(&self, patience: &Patience) -> String {
        let session = Session::<G>::new(&self.0, self.0.usual_seats(), 0);
        protocol::hello(&session, Seat::FIRST, patience, 0)
    }

    fn begin(&self, entered: Entered, context: &mut Context) -> Effect {
        let Entered { players, calls, seats, wanted, patience, shown } = entered;
        let mut contest = match Contest::<G>::new(self.0.clone(), &players, seats) {
            Ok(contest) => contest.with_calls(calls),
            Err(why) => return Effect::Say(why),
        };
        contest.plan = Plan {
            format: wanted.format,
            rounds: wanted.games,
            seed: wanted.seed.map_or_else(Secret::draw, Secret::from),
            limit: wanted.limit,
            patience,
            keep: arena::Keep::Moves,
            ..contest.plan
        };
        shown.room.begin();
        let (file, begun) = context.store.new_contest(G::ID);
        let first = vec![Journal::begin(&contest, begun).line()];
        let written = Effect::Keep(Keep::Journal(file.clone(), first));
        written.and(Effect::Open(hall::open_hosted(Arc::new(contest), file, shown)))
    }
}

pub struct WaitingRoom {
    wanted: Wanted,
    patience: Patience,
    room: Arc<Room>,
    house: String,
    invitations: [Invitation; 2],
    orders: Orders,
    task: Task<String>,
    run: Option<Effect>,
    /// Who has come, as it was last looked at, and who of them doesn't take part.
    here: Vec<EntrantInfo>,
    out: BTreeSet<String>,
    cursor: usize,
    closed: bool,
}

/// Opens the room, and the house around it.
pub fn open(
    wanted: Wanted,
    listen: SocketAddr,
    context: &Context,
) -> Result<Box<dyn Screen>, String> {
    let patience = Patience::at_a_table(wanted.limit);
    let greeting = wanted.on.greeting(&patience);
    let room = Arc::new(Room::new(greeting, patience.start));
    let name = Some("Arena".to_owned());
    let mut house = House::open(
        Store::open(context.store.places().clone()),
        HostedGames::empty(),
        Some(listen),
        name,
        None,
    )?;
    house.hold_contest(Arc::clone(&room));
    let invitations = [Right::Play, Right::Watch].map(|right| house.invitation(right));
    let (orders, name) = (house.orders(), house.snapshot().name);
    let (task, run) = Task::new(move |_, report: &mut dyn FnMut(String)| {
        house.run(&mut |said, _| said.iter().for_each(|line| report(line.clone())));
    });
    Ok(Box::new(WaitingRoom {
        wanted,
        patience,
        room,
        house: name,
        invitations,
        orders,
        task,
        run: Some(run),
        here: Vec::new(),
        out: BTreeSet::new(),
        cursor: 0,
        closed: false,
    }))
}

impl Drop for WaitingRoom {
    fn drop(&mut self) {
        let words = vec!["the house closes".to_owned(); self.room.entrants().len()];
        self.room.end(words);
        self.orders.send(Order::Close);
    }
}

impl WaitingRoom {
    /// Takes note of who is there.
    fn look(&mut self) {
        self.here = self.room.entrants();
        self.cursor = self.cursor.min(self.here.len().saturating_sub(1));
    }

    fn takes_part(&self, entrant: &EntrantInfo) -> bool {
        entrant.here && !self.out.contains(&entrant.name)
    }

    fn ticked(&self) -> Vec<usize> {
        (0..self.here.len()).filter(|at| self.takes_part(&self.here[*at])).collect()
    }

    fn count(&self) -> usize {
        self.ticked().len() + self.wanted.bots.len()
    }

    fn seats(&self) -> usize {
        if self.wanted.format.is_for_two() { 2 } else { self.wanted.seats }
    }

    /// Why it can't begin.
    fn obstacle(&self) -> Option<String> {
        let (count, seats) = (self.count(), self.seats().max(2));
        if !self.wanted.on.seats().contains(&self.seats()) {
            return Some("this board is for more than two; choose a league".to_owned());
        }
        match seats.saturating_sub(count) {
            0 => None,
            1 => Some("one more must take part".to_owned()),
            more => Some(format!("{more} more must take part")),
        }
    }

    fn start(&mut self, context: &mut Context) -> Effect {
        self.look();
        if let Some(why) = self.obstacle() {
            return Effect::Say(why);
        }
        let ticked = self.ticked();
        let (mut players, mut calls) = (self.wanted.bots.clone(), Vec::new());
        calls.resize_with(players.len(), || None);
        for at in &ticked {
            players.push(Player::Human { name: Some(self.here[*at].name.clone()) });
            calls.push(Some(self.room.call(*at)));
        }
        let shown = hall::Hosted { room: Arc::clone(&self.room), name: self.house.clone() };
        let (seats, patience) = (self.seats(), self.patience);
        let entered = Entered { players, calls, seats, wanted: &self.wanted, patience, shown };
        self.wanted.on.begin(entered, context)
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Effect {
        match action {
            Action::Start => return self.start(context),
            Action::Tick => {
                if let Some(entrant) = self.here.get(self.cursor)
                    && !self.out.remove(&entrant.name)
                {
                    self.out.insert(entrant.name.clone());
                }
            }
            Action::Format => {
                let all = Format::ALL;
                let word = self.wanted.format.word();
                let at = all.iter().position(|format| format.word() == word).unwrap_or(0);
                self.wanted.format = all[(at + 1) % all.len()];
            }
            Action::Copy => {
                return Effect::Copy(self.invitations[0].to_string()).and(Effect::Tell(
                    "copied, if your terminal lets programs do that".to_owned(),
                ));
            }
        }
        Effect::None
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> Effect {
        if let Some(action) = context.keys.action(&WAITING, key) {
            return self.act(action, context);
        }
        let last = self.here.len().saturating_sub(1);
        match context.keys.nav(key) {
            Some(Nav::Up | Nav::Previous) => self.cursor = self.cursor.saturating_sub(1),
            Some(Nav::Down | Nav::Next) => self.cursor = (self.cursor + 1).min(last),
            Some(Nav::First) => self.cursor = 0,
            Some(Nav::Last) => self.cursor = last,
            Some(Nav::Back) => return Effect::Close,
            _ => {}
        }
        Effect::None
    }

    /// The invitations need the whole width, so board and panel begin below them.
    fn shell(context: &Context) -> Shell {
        let shell = Shell::of(context.area(), Side::Narrow);
        let below = |area| panels::inset(area, 0, BAND, 0, 0);
        Shell { board: below(shell.board), panel: below(shell.panel), ..shell }
    }

    fn list(context: &Context) -> Rect {
        panels::inset(Self::shell(context).board, 1, ABOVE, 1, 2)
    }

    fn start_place(panel: Rect) -> Rect {
        panels::row(panel, panel.height.saturating_sub(2))
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, context: &mut Context) -> Effect {
        let list = Self::list(context);
        if mouse != Mouse::Click {
            return Effect::None;
        }
        let panel = Self::shell(context).panel_text();
        if Self::start_place(panel).contains(at) {
            return self.start(context);
        }
        if list.contains(at) {
            let first = self.first_shown(list);
            let hit = first + usize::from(at.y - list.y);
            if hit < self.here.len() {
                self.cursor = hit;
                return self.act(Action::Tick, context);
            }
        }
        Effect::None
    }

    fn first_shown(&self, list: Rect) -> usize {
        panels::scroll_to(0, self.cursor, usize::from(list.height), self.here.len())
    }

    fn draw_invitations(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let theme = context.look.theme();
        for (at, (word, invitation)) in ["join", "watch"].iter().zip(&self.invitations).enumerate()
        {
            let row = panels::row(area, at as u16);
            let word = as_told(&told_as(word, "invitation"));
            put(buf, row, row.x, row.y, &word, theme.muted());
            let style = if at == 0 { theme.strong() } else { theme.text() };
            put(buf, row, row.x + 6, row.y, &invitation.to_string(), style);
        }
    }

    fn draw_entrants(&self, list: Rect, buf: &mut Buffer, context: &Context) {
        let (look, theme) = (&context.look, context.look.theme());
        let first = self.first_shown(list);
        for (at, entrant) in self.here.iter().enumerate().skip(first).take(list.height.into()) {
            let focus = Focus::at(at, self.cursor);
            let row = panels::list_row(look, panels::row(list, (at - first) as u16), buf, focus);
            let tick = match self.takes_part(entrant) {
                true => look.glyph("◉", "x"),
                false => look.glyph("○", "."),
            };
            put(buf, row, row.x, row.y, tick, theme.brass());
            let name = look.truncate(&entrant.name, NAME);
            put(buf, row, row.x + 2, row.y, &name, panels::name_style(look, focus));
            let from = look.truncate(&entrant.from.to_string(), FROM).into_owned();
            let second = panels::second_style(look, focus);
            put(buf, row, row.x + 3 + NAME, row.y, &from, second);
            let rest = panels::inset(row, 4 + NAME + FROM, 0, 1, 0);
            let (words, style) = match &entrant.answers {
                _ if !entrant.here => ("away".to_owned(), theme.warn()),
                Answers::Asked => ("starting".to_owned(), theme.muted()),
                Answers::Yes(time) => (format!("answers, {} ms", time.as_millis()), theme.good()),
                Answers::No(..) => ("doesn't answer".to_owned(), theme.bad()),
            };
            put_right(buf, rest, &look.truncate(&words, rest.width), style);
        }
        panels::scroll_mark(look, list, buf, first, self.here.len());
    }

    fn draw_panel(&self, panel: Rect, buf: &mut Buffer, context: &Context) {
        let (look, theme) = (&context.look, context.look.theme());
        let (title, board) = self.wanted.on.title();
        panels::caption(look, panel, buf, title, board);
        let row = |at: u16| panels::row(panel, at);
        let format = match self.wanted.format {
            Format::Swiss(rounds) => format!("swiss, {rounds} rounds"),
            format => format.word().to_owned(),
        };
        panels::fact(look, row(2), buf, "format", &format);
        panels::fact(look, row(3), buf, "matches", &format!("{} at a table", self.wanted.games));
        let bots = self.wanted.bots.len();
        if bots > 0 {
            panels::fact(look, row(4), buf, "bots of ours", &bots.to_string());
        }
        let words = match self.here.get(self.cursor) {
            None => {
                "Students bring their programs with\nparlour join INVITATION --name NAME -- COMMAND"
                    .to_owned()
            }
            Some(entrant) => match (&entrant.answers, &entrant.called) {
                (Answers::No(why, last), _) => {
                    let last: Vec<&str> = last.iter().map(String::as_str).collect();
                    format!("{}: {why}\n{}", entrant.name, last.join("\n"))
                }
                (_, Some(called)) => format!("{} calls itself {called}.", entrant.name),
                _ => String::new(),
            },
        };
        let text = panels::inset(panel, 0, 6, 0, 5);
        panels::paragraph(look, text, buf, &words, theme.muted());
        let games = self.wanted.format.games(self.count(), self.seats(), self.wanted.games);
        let (words, style) = match self.obstacle() {
            Some(why) => (why, theme.warn()),
            None => (format!("{} take part · {games} matches", self.count()), theme.muted()),
        };
        let below = panels::inset(panel, 0, panel.height.saturating_sub(4), 0, 2);
        panels::paragraph(look, below, buf, &words, style);
        let focus = if self.obstacle().is_some() { Focus::Disabled } else { Focus::Here };
        panels::button(look, Self::start_place(panel), buf, "Start the contest", focus);
    }
}

impl Screen for WaitingRoom {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown => {
                self.room.reopen();
                self.look();
                self.run.take().unwrap_or(Effect::None)
            }
            Msg::Woken => {
                let mut effect = Effect::None;
                while let Some(news) = self.task.poll() {
                    match news {
                        News::Report(said) => effect = Effect::Tell(sentence(&said)),
                        News::Done | News::Failed(_) => {
                            self.closed = true;
                            break;
                        }
                    }
                }
                self.look();
                effect
            }
            Msg::Tick(_) => {
                self.look();
                Effect::None
            }
            Msg::Key(key) => self.key(&key, context),
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, context),
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let (look, theme) = (&context.look, context.look.theme());
        let whole = Shell::of(context.area(), Side::None);
        whole.draw(look, buf);
        self.draw_invitations(panels::inset(whole.board, 2, 1, 1, 0), buf, context);
        let shell = Self::shell(context);
        shell.draw(look, buf);
        let list = Self::list(context);
        let head = Rect { y: list.y.saturating_sub(2), height: 1, ..list };
        panels::heading(look, panels::inset(head, 1, 0, 0, 0), buf, "Programs");
        if self.here.is_empty() {
            put(buf, list, list.x + 1, list.y, "no one has joined yet", theme.muted());
        }
        self.draw_entrants(list, buf, context);
        self.draw_panel(shell.panel_text(), buf, context);
        let (words, meaning) = match self.closed {
            true => ("the house has closed", Meaning::Warn),
            false => ("the invitation is all that a program needs", Meaning::Muted),
        };
        context.draw_status(shell.status(), buf, words, meaning);
    }

    fn title(&self) -> Title {
        let right = match self.here.iter().filter(|it| it.here).count() {
            1 => "1 program".to_owned(),
            count => format!("{count} programs"),
        };
        Title { name: "Arena".to_owned(), detail: "waiting room".to_owned(), right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = vec![hints::nav_about(
            keys,
            &[Nav::Up, Nav::Down],
            "program",
            "Goes to the program above or below.",
        )];
        let (some, ready) = (!self.here.is_empty(), self.obstacle().is_none());
        all.extend(hints::section(keys, &WAITING, |action| match action {
            Action::Start => ready,
            Action::Tick => some,
            Action::Format | Action::Copy => true,
        }));
        all.extend(hints::help_and_back(keys, "close"));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        let waits = |it: &EntrantInfo| it.answers == Answers::Asked;
        self.here.iter().any(waits).then_some(LOOK)
    }

    fn min_size(&self) -> Size {
        Size::new(80, 20)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let keys = hints::all(&context.keys, &WAITING);
        HelpScreen::of_page("Arena", HELP, self.hints(context), keys, context)
    }
}

//! In somebody's house: its tables, and the match at the one where we sit or look on. One page,
//! because the line to the house is one.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::super::Games;
use super::far::{Deed, Far};
use super::line::{Came, Whose, call};
use super::projector::Projector;
use super::{HELP, draw_tables};
use crate::house::{
    FromGuest, FromHouse, Heard, Keepsake, Right, Seated, TableInfo, Visit, Visitor, Wants, Welcome,
};
use crate::play::{Record, retold, sentence};
use crate::store::Store;
use crate::tui::ask::{Ask, row_at};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::panels::{self, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::text::put;
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Context, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

/// What a guest can do beside playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Watch,
    TakeBack,
    Rematch,
    Keep,
}

/// Under `[visit]` in `keys.toml`.
#[rustfmt::skip]
pub const VISIT: Section<Action> = Section {
    name: "visit",
    bindings: &[
        bind(Action::Watch, "watch", &["w"], "watch", "Watches this table."),
        bind(Action::TakeBack, "take-back", &["u"], "ask to undo",
            "Asks the others to let you undo your last move."),
        bind(Action::Rematch, "rematch", &["n"], "rematch",
            "Asks for another match; it begins when everyone agrees."),
        bind(Action::Keep, "keep", &["ctrl-s"], "keep a copy",
            "Keeps a copy of the finished match among yours."),
    ],
};

/// What the person at the keyboard was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Leave,
    TakeBack,
}

/// The page of a guest.
struct Visiting {
    games: Games,
    /// Speaks to the house; none until the line is there.
    visitor: Option<Visitor>,
    task: Task<Came>,
    run: Option<Effect>,
    welcome: Option<Welcome>,
    tables: Vec<TableInfo>,
    cursor: usize,
    seated: Option<Seated>,
    watching: bool,
    far: Option<Box<dyn Far>>,
    /// The contest that the house holds, if it does, and the table and number of the match that is
    /// shown.
    contest: Option<Projector>,
    shown: Option<(usize, usize)>,
    record: Option<String>,
    away: bool,
    ended: Option<String>,
    /// Whether the contest is over, so that nobody looks for the house.
    over: bool,
    asked: Option<Question>,
}

/// Goes to somebody's house.
pub fn open(games: &Games, visit: Visit, context: &Context) -> Box<dyn Screen> {
    open_house(games, visit, Whose::Theirs, context)
}

/// Goes to a house. The token that brings us back to the seat is kept by whoever hears it first.
pub fn open_house(games: &Games, visit: Visit, whose: Whose, context: &Context) -> Box<dyn Screen> {
    let watching = visit.wants == Wants::Watch;
    let places = context.store.places().clone();
    // It ends with the visit, which ends with the page.
    let (task, run) = Task::new(move |_, report: &mut dyn FnMut(Came)| {
        call(visit, whose, &Store::open(places), report);
    });
    Box::new(Visiting {
        games: games.clone(),
        visitor: None,
        task,
        run: Some(run),
        welcome: None,
        tables: Vec::new(),
        cursor: 0,
        seated: None,
        watching,
        far: None,
        contest: None,
        shown: None,
        record: None,
        away: false,
        ended: None,
        over: false,
        asked: None,
    })
}

impl Visiting {
    fn listen(&mut self, context: &mut Context) -> Effect {
        let mut effect = Effect::None;
        while let Some(news) = self.task.poll() {
            match news {
                News::Report(Came::In(visitor)) => self.visitor = Some(visitor),
                News::Report(Came::Heard(heard)) => {
                    effect = effect.and(self.heard(*heard, context))
                }
                News::Failed(why) => self.ended = Some(why),
                News::Done => break,
            }
        }
        effect
    }

    fn heard(&mut self, heard: Heard, context: &mut Context) -> Effect {
        let message = match heard {
            Heard::House(message) => message,
            Heard::Away | Heard::Ended(_) if self.over => return Effect::None,
            Heard::Away => {
                self.away = true;
                return Effect::None;
            }
            Heard::Ended(ended) => {
                self.ended = Some(sentence(ended.why()));
                return Effect::None;
            }
        };
        match message {
            FromHouse::Welcome(welcome) => {
                self.away = false;
                self.tables.clone_from(&welcome.tables);
                self.welcome = Some(welcome);
            }
            FromHouse::Tables(tables) => {
                self.tables = tables;
                self.cursor = self.cursor.min(self.tables.len().saturating_sub(1));
            }
            FromHouse::Seated(seated) => {
                let table = self.tables.iter().position(|table| table.number == seated.table);
                self.cursor = table.unwrap_or(self.cursor);
                self.seated = Some(seated);
            }
            FromHouse::Match(news) => {
                self.record.clone_from(&news.record);
                let before = self.shown.replace((news.table, news.round));
                let other = before.is_none_or(|(table, _)| table != news.table);
                let roams = other && self.far.is_some() && self.contest.is_none();
                let shown = match &mut self.far {
                    Some(far)
                        if !other
                            && (self.contest.is_some()
                                || !far.is_over()
                                || news.record.is_some()) =>
                    {
                        far.again(&news)
                    }
                    _ => {
                        let game = self.games.get(&news.game);
                        game.and_then(|game| game.far(&news)).map(|far| self.far = Some(far))
                    }
                };
                if let Err(why) = shown {
                    self.ended = Some(sentence(&why));
                }
                // Whatever was said before was about another match.
                if before != self.shown {
                    context.forget_saying();
                }
                if roams {
                    return Effect::Tell(format!("on to table {}, where most happens", news.table));
                }
            }
            FromHouse::Moved(moved) => {
                if let Some(Err(why)) = self.far.as_mut().map(|far| far.moved(moved, context)) {
                    self.ended = Some(why);
                }
            }
            FromHouse::Contest(news) => match &mut self.contest {
                Some(contest) => contest.hear(*news),
                None => self.contest = Some(Projector::new(*news)),
            },
            FromHouse::Ended(words) => {
                self.over = true;
                self.ended = Some(retold(&words)).filter(|words| !words.is_empty());
            }
            FromHouse::Seats(seats) => {
                if let Some(far) = &mut self.far {
                    far.seats(seats);
                }
            }
            FromHouse::TakeBack(seat) => {
                self.asked = Some(Question::TakeBack);
                let name = self.far.as_ref().map_or(String::new(), |far| far.name(seat));
                let text = format!("{name} asks to undo their last move.");
                let ask = Ask::new("Undo", text, &["Agree", "Refuse"]);
                return Effect::Open(Box::new(ask));
            }
            FromHouse::Refused(refusal) => return Effect::Say(retold(&refusal.why)),
            // On the projector every match would say something.
            FromHouse::Said(_) if self.contest.is_some() => {}
            FromHouse::Said(said) => return Effect::Tell(retold(&said)),
            _ => {}
        }
        Effect::None
    }

    fn say(&self, message: FromGuest) {
        if let Some(visitor) = &self.visitor {
            visitor.say(message);
        }
    }

    fn plays(&self) -> bool {
        self.seated.is_some() && self.far.as_ref().is_some_and(|far| !far.is_over())
    }

    /// Whether the invitation is for watching alone.
    fn only_watches(&self) -> bool {
        self.welcome.as_ref().is_some_and(|welcome| welcome.right == Right::Watch)
    }

    fn offers(&self, action: Action) -> bool {
        let over = self.far.as_ref().is_some_and(|far| far.is_over());
        match action {
            Action::Watch => self.far.is_none() && self.seated.is_none() && !self.tables.is_empty(),
            Action::TakeBack => {
                self.plays() && self.far.as_ref().is_some_and(|far| far.has_played())
            }
            Action::Rematch => over && self.seated.is_some(),
            Action::Keep => self.far.is_some(),
        }
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Effect {
        match action {
            Action::Watch => {
                let table = self.tables.get(self.cursor).map(|table| table.number);
                self.watching = true;
                self.say(FromGuest::Watch(table));
                Effect::None
            }
            Action::TakeBack => {
                self.say(FromGuest::TakeBack);
                Effect::Tell("asking the others".to_owned())
            }
            Action::Rematch => {
                self.say(FromGuest::Rematch);
                Effect::Tell("it begins when everyone agrees".to_owned())
            }
            Action::Keep => self.keep(context),
        }
    }

    fn keep(&self, context: &Context) -> Effect {
        let whole = self.record.as_deref().map(Record::parse);
        let keepsake = match (whole, &self.far) {
            (Some(Ok(record)), _) => Keepsake::Match(Box::new(record)),
            (Some(Err(why)), _) => return Effect::Say(why.to_string()),
            (None, Some(far)) => far.copy(),
            (None, None) => return Effect::None,
        };
        match keepsake {
            Keepsake::Match(record) => {
                let save = context.store.new_save(&record.game);
                let kept = Keep::Match(save, record);
                Effect::Keep(kept).and(Effect::Tell("kept among your matches".to_owned()))
            }
            Keepsake::Text(game, text) => Effect::Keep(Keep::Seen(game, text)),
        }
    }

    fn leave(&mut self) -> Effect {
        if self.plays() && self.ended.is_none() {
            self.asked = Some(Question::Leave);
            let text = "The match waits while you are away; the same invitation brings you back.";
            return Effect::Open(Box::new(Ask::new("Leave", text, &["Stay", "Resign", "Leave"])));
        }
        let at_table = self.far.is_some() || self.seated.is_some() || self.watching;
        if !at_table || self.ended.is_some() || self.welcome.is_none() {
            return Effect::Close;
        }
        // Back to the tables of the house.
        self.say(FromGuest::Leave);
        (self.far, self.seated, self.record) = (None, None, None);
        self.watching = false;
        Effect::None
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> Effect {
        if let Some(action) = context.keys.action(&VISIT, key)
            && self.offers(action)
        {
            return self.act(action, context);
        }
        if self.contest.is_some() {
            return match context.keys.nav(key) {
                Some(Nav::Back) => self.leave(),
                _ => Effect::None,
            };
        }
        if let Some(far) = &mut self.far {
            let deed = far.key(key, context);
            return self.done(deed);
        }
        let last = self.tables.len().saturating_sub(1);
        match context.keys.nav(key) {
            Some(Nav::Up | Nav::Previous) => self.cursor = self.cursor.saturating_sub(1),
            Some(Nav::Down | Nav::Next) => self.cursor = (self.cursor + 1).min(last),
            Some(Nav::Confirm) => return self.choose(context),
            Some(Nav::Back) => return self.leave(),
            _ => {}
        }
        Effect::None
    }

    /// Sits down at the table of the cursor; or looks on, where the invitation allows nothing else.
    fn choose(&mut self, context: &mut Context) -> Effect {
        match self.only_watches() {
            true => self.act(Action::Watch, context),
            false => self.sit(),
        }
    }

    fn sit(&mut self) -> Effect {
        let table = self.tables.get(self.cursor).map(|table| table.number);
        let here = self.seated.as_ref().is_some_and(|seated| Some(seated.table) == table);
        if here {
            return Effect::Say("you have a seat here already".to_owned());
        }
        // Before a match has begun one may still change tables.
        self.say(FromGuest::Sit(table));
        Effect::None
    }

    fn done(&mut self, deed: Deed) -> Effect {
        match deed {
            Deed::Nothing => Effect::None,
            Deed::Back => self.leave(),
            Deed::Say(why) => Effect::Say(why),
            Deed::Send(_) if self.away => Effect::Say("the house doesn't answer".to_owned()),
            Deed::Send(message) => {
                self.say(message);
                Effect::None
            }
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, context: &mut Context) -> Effect {
        if self.contest.is_some() {
            return Effect::None;
        }
        if let Some(far) = &mut self.far {
            let deed = far.mouse(mouse, at, context);
            return self.done(deed);
        }
        let mut scratch = Buffer::empty(context.area());
        let places = draw_tables(
            &self.games,
            &self.tables,
            self.cursor,
            Self::list(context),
            &mut scratch,
            context,
        );
        if let (Mouse::Click, Some(hit)) = (mouse, row_at(&places, at)) {
            let again = hit == self.cursor;
            self.cursor = hit;
            if again {
                return self.choose(context);
            }
        }
        Effect::None
    }

    /// What has to be said about the line.
    fn notice(&self) -> Option<String> {
        match (&self.ended, self.away, &self.welcome) {
            (Some(why), ..) => Some(why.clone()),
            (None, true, _) => Some("the house doesn't answer; looking for it".to_owned()),
            (None, false, None) => Some("knocking…".to_owned()),
            (None, false, Some(_)) => None,
        }
    }

    fn list(context: &Context) -> Rect {
        panels::inset(Shell::of(context.area(), Side::Narrow).board, 1, 3, 1, 2)
    }

    /// What is waited for, while no match is shown.
    fn waiting(&self) -> String {
        let table = self.seated.as_ref().map(|seated| seated.table);
        let table = table.and_then(|number| self.tables.iter().find(|it| it.number == number));
        match (table.map(TableInfo::free_seats), self.watching) {
            (Some(0), _) => "the match is about to begin".to_owned(),
            (Some(1), _) => "you have a seat; one more player is needed".to_owned(),
            (Some(free), _) => format!("you have a seat; {free} more players are needed"),
            (None, true) => "the match hasn't begun".to_owned(),
            (None, false) => String::new(),
        }
    }
}

impl Screen for Visiting {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            // Much may have been said while something lay over this page.
            Msg::Shown => self.run.take().unwrap_or(Effect::None).and(self.listen(context)),
            Msg::Woken => self.listen(context),
            Msg::Key(key) => self.key(&key, context),
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, context),
            Msg::Tick(elapsed) => {
                if let Some(contest) = &mut self.contest {
                    contest.tick(elapsed);
                }
                if let Some(far) = &mut self.far {
                    far.tick(elapsed, context);
                }
                Effect::None
            }
            Msg::Answered(answer) => match (self.asked.take(), answer) {
                (Some(Question::TakeBack), answer) => {
                    self.say(FromGuest::Grant(answer == Answer::Chosen(0)));
                    Effect::None
                }
                (Some(Question::Leave), Answer::Chosen(1)) => {
                    self.say(FromGuest::Resign(None));
                    Effect::None
                }
                (Some(Question::Leave), Answer::Chosen(2)) => Effect::Close,
                _ => Effect::None,
            },
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let notice = self.notice();
        if let Some(contest) = &self.contest {
            return contest.draw(self.far.as_deref(), notice.as_deref(), buf, context);
        }
        if let Some(far) = &self.far {
            return far.draw(notice.as_deref(), buf, context);
        }
        let look = &context.look;
        let shell = Shell::of(context.area(), Side::Narrow);
        shell.draw(look, buf);
        let list = Self::list(context);
        let head = Rect { y: list.y.saturating_sub(2), height: 1, ..list };
        panels::heading(look, panels::inset(head, 1, 0, 0, 0), buf, "Tables");
        draw_tables(&self.games, &self.tables, self.cursor, list, buf, context);
        let panel = shell.panel_text();
        put(buf, panel, panel.x, panel.y, "In this house", look.theme().strong());
        let text = panels::inset(panel, 0, 2, 0, 0);
        let words = match &self.welcome {
            Some(welcome) => match welcome.right {
                Right::Play => format!(
                    "You are {} here. Take a free seat; the match begins when all are taken.",
                    welcome.name
                ),
                Right::Watch => format!("You are {} here, and may watch.", welcome.name),
            },
            None => String::new(),
        };
        panels::paragraph(look, text, buf, &words, look.theme().muted());
        let (usual, meaning) = match notice {
            Some(notice) => (notice, Meaning::Warn),
            None => (self.waiting(), Meaning::Muted),
        };
        context.draw_status(shell.status(), buf, &usual, meaning);
    }

    fn title(&self) -> Title {
        if let Some(contest) = &self.contest {
            return contest.title();
        }
        match (&self.far, &self.welcome) {
            (Some(far), _) => far.title(),
            (None, welcome) => Title {
                name: "Across machines".to_owned(),
                detail: welcome.as_ref().map_or(String::new(), |welcome| welcome.house.clone()),
                right: String::new(),
            },
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let leave = hints::nav(keys, &[Nav::Back], "leave");
        if self.contest.is_some() {
            return vec![hints::nav(keys, &[Nav::Help], "help"), leave];
        }
        let mut all = match &self.far {
            Some(far) => far.hints(context),
            None => vec![
                hints::nav_about(
                    keys,
                    &[Nav::Up, Nav::Down],
                    "table",
                    "Goes to the table above or below.",
                ),
                match self.only_watches() {
                    true => hints::nav_about(keys, &[Nav::Confirm], "watch", "Watches this table."),
                    false => {
                        let about = "Takes a seat at this table.";
                        hints::nav_about(keys, &[Nav::Confirm], "sit down", about)
                    }
                },
            ],
        };
        let offers =
            |action| self.offers(action) && !(action == Action::Watch && self.only_watches());
        all.extend(hints::section(keys, &VISIT, offers));
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(leave);
        all
    }

    fn pulse(&self) -> Option<Duration> {
        let far = self.far.as_ref().and_then(|far| far.pulse());
        let contest = self.contest.as_ref().map(Projector::pulse);
        [far, contest].into_iter().flatten().min()
    }

    fn min_size(&self) -> Size {
        let far = self.far.as_ref().filter(|_| self.contest.is_none());
        far.map_or(Size::new(60, 12), |far| far.min_size())
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let hints = self.hints(context);
        Some(match self.far.as_ref().filter(|_| self.contest.is_none()) {
            Some(far) => far.help(&hints, context),
            None => Box::new(HelpScreen::of_text("Across machines", HELP, &hints, context)),
        })
    }
}

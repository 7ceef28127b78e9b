//! Saved matches: everything that was ever played here, to open, replay, rename or delete.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::path::Path;
use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::reading::{Reading, Row};
use super::{NotOpened, Reopen, reopen};
use crate::games::{self, Visitor};
use crate::play::seating::audience;
use crate::play::telling::names_of;
use crate::play::{Record, Session};
use crate::store::{KeptMatch, SavedMatch};
use crate::tui::ask::{Ask, Prompt};
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Nav, Section, bind};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{put, put_right, width};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Desk, Effect, Hint, Look, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Replay,
    Rename,
    Delete,
}

#[rustfmt::skip]
pub(super) const SAVES: Section<Action> = Section {
    name: "saved-matches",
    bindings: &[
        bind(Action::Replay, "replay", &["v"], "replay", "Looks at the match again, move by move."),
        bind(Action::Rename, "rename", &["n"], "rename", "Gives the match another name."),
        bind(Action::Delete, "delete", &["x", "delete"], "delete",
            "Deletes the match, after asking."),
    ],
};

const HELP: &str = include_str!("saves.md");

type Paint = Box<dyn Fn(&Look, Rect, &mut Buffer)>;

/// What the panel shows of the chosen match.
struct Preview {
    title: &'static str,
    seats: Vec<String>,
    /// How it stands or ended.
    standing: String,
    paint: Paint,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Copy,
    Delete,
    Rename,
}

impl Row for KeptMatch {
    /// The newest first.
    type Place<'a> = (Reverse<SystemTime>, Reverse<&'a Path>);

    fn place(&self) -> Self::Place<'_> {
        (Reverse(self.modified()), Reverse(self.path()))
    }

    fn id(&self) -> &OsStr {
        self.path().as_os_str()
    }
}

struct Saves {
    matches: Reading<KeptMatch>,
    preview: Option<Preview>,
    asked: Option<Asked>,
}

/// The list of all kept matches, the newest first. It is read when it is shown.
pub fn open(_: &mut Desk) -> Box<dyn Screen> {
    Box::new(Saves { matches: Reading::new(Vec::new()), preview: None, asked: None })
}

/// The name of a match's game, its players, how it stands, and its board.
fn preview(record: &Record) -> Option<Preview> {
    struct Make<'a>(&'a Record);
    impl Visitor for Make<'_> {
        type Out = Option<Preview>;

        fn visit<G: GameUi>(&mut self) -> Option<Preview> {
            let session = Session::<G>::from_record(self.0).ok()?;
            let names = names_of::<G>(&self.0.players);
            let mut standing = crate::play::telling::turn_sentence(&session, &names);
            if self.0.cut_off {
                standing = format!("cut off; {standing}");
            }
            let view = session.state().view(audience::<G>(&session.turn()));
            let state = session.state().clone();
            let paint: Paint =
                Box::new(move |look, area, buf| draw_still::<G>(&state, &view, look, area, buf));
            Some(Preview { title: G::TITLE, seats: names, standing, paint })
        }
    }
    games::visit(&record.game, &mut Make(record))?
}

/// The game's name in full, who played, and how it stands or who won, for a line of the list.
fn words(record: &Record) -> (String, String, String) {
    struct Words<'a>(&'a Record);
    impl Visitor for Words<'_> {
        type Out = (&'static str, Vec<String>);

        fn visit<G: GameUi>(&mut self) -> Self::Out {
            (G::TITLE, names_of::<G>(&self.0.players))
        }
    }
    let (title, names) = match games::visit(&record.game, &mut Words(record)) {
        Some((title, names)) => (title.to_owned(), names),
        None => (record.game.clone(), Vec::new()),
    };
    let result = match &record.result {
        None => format!("move {}", record.moves.len() + 1),
        Some(result) => winner(result, &names).unwrap_or_else(|| result.clone()),
    };
    let result = if record.cut_off { format!("{result}, cut off") } else { result };
    (title, names.join(" - "), result)
}

/// `1 wins` and `places 2 1` with the winner's name; nothing for a draw.
fn winner(result: &str, names: &[String]) -> Option<String> {
    let seat: usize = result.split(' ').find_map(|word| word.parse().ok())?;
    Some(format!("{} won", names.get(seat.checked_sub(1)?)?))
}

impl Saves {
    fn chosen(&self) -> Option<&SavedMatch> {
        self.matches.chosen().map(KeptMatch::saved)
    }

    /// Works out the panel for the match under the cursor.
    fn look(&mut self) {
        self.preview = self.chosen().and_then(|saved| preview(saved.record.as_ref().ok()?));
    }

    /// Takes in the matches that have been found meanwhile.
    fn listen(&mut self) {
        if self.matches.listen() {
            self.look();
        }
    }

    fn go(&mut self, to: usize) {
        self.matches.go(to);
        self.look();
    }

    /// Reads the matches that the page will show, so that drawing it touches no disk.
    fn read_shown(&self, desk: &Desk) {
        let rows = Self::list_area(desk).height;
        let shown = self.matches.rows().iter().skip(self.first_shown(rows));
        for kept in shown.take(usize::from(rows)) {
            let _ = kept.saved();
        }
    }

    fn enter(&mut self, how: Reopen, desk: &mut Desk) -> Effect {
        let Some(saved) = self.chosen().cloned() else { return Effect::None };
        match reopen(&saved, how, desk) {
            Ok(screen) => Effect::Open(screen),
            Err(NotOpened::Refused(why)) => Effect::Say(why),
            Err(NotOpened::InUse(question)) => {
                self.asked = Some(Asked::Copy);
                Effect::Open(Box::new(question))
            }
        }
    }

    /// Plays on where a match is not over, and replays where it is.
    fn open(&mut self, desk: &mut Desk) -> Effect {
        let unfinished = self.chosen().is_some_and(SavedMatch::is_unfinished);
        self.enter(if unfinished { Reopen::Resume } else { Reopen::Replay }, desk)
    }

    fn act(&mut self, action: Action, desk: &mut Desk) -> Effect {
        let Some(saved) = self.chosen() else { return Effect::None };
        match action {
            Action::Replay => self.enter(Reopen::Replay, desk),
            Action::Rename => {
                let prompt = Prompt::new("New name", &saved.name);
                self.asked = Some(Asked::Rename);
                Effect::Open(Box::new(prompt))
            }
            Action::Delete => {
                let text = format!("'{}' will be gone for good.", saved.name);
                self.asked = Some(Asked::Delete);
                Effect::Open(Box::new(Ask::new("Delete this match?", text, &["Keep it", "Delete"])))
            }
        }
    }

    fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Effect {
        let asked = self.asked.take();
        let Some(path) = self.chosen().map(|saved| saved.path.clone()) else {
            return Effect::None;
        };
        let done = match (asked, answer) {
            (Some(Asked::Copy), Answer::Chosen(1)) => return self.enter(Reopen::Copy, desk),
            (Some(Asked::Delete), Answer::Chosen(1)) => {
                desk.store.delete(&path).map(|()| self.matches.remove())
            }
            (Some(Asked::Rename), Answer::Text(name)) => desk.store.rename(&path, &name).map(drop),
            _ => return Effect::None,
        };
        self.look();
        let read = self.matches.begin(desk.store.kept_matches());
        match done {
            Ok(()) => read,
            Err(why) => read.and(Effect::Say(why)),
        }
    }

    fn list_area(desk: &Desk) -> Rect {
        panels::inset(Shell::of(desk.area(), Side::Narrow).board, 1, 2, 1, 1)
    }

    fn first_shown(&self, rows: u16) -> usize {
        panels::scroll_to(0, self.matches.cursor(), usize::from(rows), self.matches.len())
    }
}

impl Screen for Saves {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Shown => return self.matches.begin(desk.store.kept_matches()),
            Msg::Woken => self.listen(),
            Msg::Answered(answer) => return self.answered(answer, desk),
            Msg::Key(key) => {
                if let Some(action) = desk.keys.action(&SAVES, &key) {
                    return self.act(action, desk);
                }
                let page = usize::from(Self::list_area(desk).height).max(1);
                match desk.keys.nav(&key) {
                    Some(Nav::Up) => self.go(self.matches.cursor().saturating_sub(1)),
                    Some(Nav::Down) => self.go(self.matches.cursor() + 1),
                    Some(Nav::PageUp) => self.go(self.matches.cursor().saturating_sub(page)),
                    Some(Nav::PageDown) => self.go(self.matches.cursor() + page),
                    Some(Nav::First) => self.go(0),
                    Some(Nav::Last) => self.go(usize::MAX),
                    Some(Nav::Confirm) => return self.open(desk),
                    Some(Nav::Back) => return Effect::Close,
                    _ => {}
                }
            }
            Msg::Mouse(Mouse::WheelUp, _) => self.go(self.matches.cursor().saturating_sub(1)),
            Msg::Mouse(Mouse::WheelDown, _) => self.go(self.matches.cursor() + 1),
            Msg::Mouse(Mouse::Click, at) => {
                let list = Self::list_area(desk);
                let hit = self.first_shown(list.height) + usize::from(at.y.saturating_sub(list.y));
                if list.contains(at) && hit < self.matches.len() {
                    if hit == self.matches.cursor() {
                        return self.open(desk);
                    }
                    self.go(hit);
                }
            }
            _ => {}
        }
        self.read_shown(desk);
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let shell = Shell::of(desk.area(), Side::Narrow);
        shell.draw(look, buf);
        let list = Self::list_area(desk);
        let head = Rect { y: list.y - 1, height: 1, ..list };
        panels::heading(look, panels::inset(head, 1, 0, 0, 0), buf, "Matches");
        if self.matches.is_empty() && !self.matches.is_reading() {
            let line = panels::inset(list, 2, 1, 2, 0);
            let words = "Nothing yet. Every match is kept here from its first move on.";
            panels::paragraph(look, line, buf, words, theme.muted());
        }
        let first = self.first_shown(list.height);
        let shown = self.matches.rows().iter().enumerate().skip(first);
        for (row, (at, kept)) in (0..list.height).zip(shown) {
            let saved = kept.saved();
            let focus = Focus::at(at, self.matches.cursor());
            let line = panels::list_row(look, panels::row(list, row), buf, focus);
            let date: String = saved.saved.chars().take(10).collect();
            let second = panels::second_style(look, focus);
            let end = put(buf, line, line.x, line.y, &date, second);
            let (game, seats, result) = match &saved.record {
                Ok(record) => words(record),
                Err(_) => ("damaged".to_owned(), String::new(), "cannot be read".to_owned()),
            };
            let end = put(buf, line, end + 2, line.y, &game, panels::name_style(look, focus));
            let rest = panels::inset(line, end + 2 - line.x, 0, 1, 0);
            let result = look.truncate(&result, rest.width);
            put_right(buf, rest, &result, second);
            let room = rest.width.saturating_sub(width(&result) + 2);
            put(buf, rest, rest.x, rest.y, &look.truncate(&seats, room), second);
        }
        panels::scroll_mark(look, list, buf, first, self.matches.len());
        self.draw_panel(shell.panel_text(), buf, look);
        desk.draw_status(shell.status(), buf, "", Meaning::Muted);
    }

    fn title(&self) -> Title {
        let right = self.matches.count();
        Title { name: "Saved matches".to_owned(), detail: String::new(), right }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let mut all = Vec::new();
        if let Some(saved) = self.chosen() {
            all.push(hints::nav(keys, &[Nav::Up, Nav::Down], "choose"));
            let words = if saved.is_unfinished() { "play on" } else { "replay" };
            all.push(hints::nav(keys, &[Nav::Confirm], words));
            all.extend(hints::section(keys, &SAVES, |_| true));
        }
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_text("Saved matches", HELP, &self.hints(desk), desk)))
    }
}

impl Saves {
    fn draw_panel(&self, panel: Rect, buf: &mut Buffer, look: &Look) {
        let theme = look.theme();
        let Some(saved) = self.chosen() else { return };
        match (&saved.record, &self.preview) {
            (Ok(_), Some(preview)) => {
                put(buf, panel, panel.x, panel.y, preview.title, theme.strong());
                let mut row = 1;
                for name in preview.seats.iter().take(4) {
                    let line = panels::row(panel, row);
                    put(buf, line, line.x, line.y, &look.truncate(name, line.width), theme.text());
                    row += 1;
                }
                let line = panels::row(panel, row);
                let standing = look.truncate(&preview.standing, line.width);
                put(buf, line, line.x, line.y, &standing, theme.muted());
                let picture = panels::inset(panel, 0, row + 2, 0, 3);
                let picture = Rect { height: picture.height.min(picture.width * 2 / 3), ..picture };
                (preview.paint)(look, picture, buf);
                let name = panels::row(panel, panel.height.saturating_sub(1));
                put(
                    buf,
                    name,
                    name.x,
                    name.y,
                    &look.truncate(&saved.name, name.width),
                    theme.faint(),
                );
            }
            (Ok(_), None) => {
                let why = "The moves of this match do not fit its rules; replaying it says where.";
                panels::paragraph(look, panel, buf, why, theme.warn());
            }
            (Err(why), _) => {
                panels::paragraph(look, panel, buf, why, theme.warn());
            }
        }
    }
}

//! Kept contests: every one that was held here, to look at again or to go on with.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::super::reading::{Reading, Row};
use super::standings::order;
use super::{HELP, hall, number};
use crate::arena::{Journal, Standings, percent};
use crate::games::{self, Visitor};
use crate::store::KeptContest;
use crate::tui::ask::Ask;
use crate::tui::game_ui::GameUi;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Nav, Section, bind};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{put, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Desk, Effect, Hint, Look, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Delete,
}

pub const RESULTS: Section<Action> = Section {
    name: "kept-contests",
    bindings: &[bind(
        Action::Delete,
        "delete",
        &["x", "delete"],
        "delete",
        "Deletes the contest, after asking.",
    )],
};

/// A contest as the list shows it. Its lines are not kept: there may be a million.
struct Kept {
    /// From the one that was played last.
    at: usize,
    path: PathBuf,
    about: Result<About, String>,
}

impl Row for Kept {
    type Place<'a> = usize;

    fn place(&self) -> usize {
        self.at
    }

    fn id(&self) -> &OsStr {
        self.path.as_os_str()
    }
}

/// What the list and the panel say of a contest.
struct About {
    journal: Journal,
    title: &'static str,
    labels: Vec<String>,
    standings: Standings,
}

pub struct Results {
    kept: Reading<Kept>,
}

pub fn open(_: &mut Desk) -> Box<dyn Screen> {
    Box::new(Results { kept: Reading::new(Vec::new()) })
}

/// Reads what a contest came to, or says why not.
fn about(contest: &KeptContest) -> Result<About, String> {
    struct Read<'a>(&'a str, Journal);
    impl Visitor for Read<'_> {
        type Out = Result<About, String>;

        fn visit<G: GameUi>(&mut self) -> Result<About, String> {
            let contest = self.1.contest::<G>()?;
            let (_, standings) = Journal::matches(self.0, &contest);
            let labels = contest.labels(&standings.tally);
            Ok(About { journal: self.1.clone(), title: G::TITLE, labels, standings })
        }
    }
    let text = contest.text.as_ref().map_err(Clone::clone)?;
    let journal = Journal::parse(text)?;
    let game = journal.game.clone();
    games::visit(&game, &mut Read(text, journal))
        .unwrap_or_else(|| Err(format!("'{game}' is no game of this parlour")))
}

/// Opens a contest in the hall, or says why not. The file stays as it is either way.
fn reopen(kept: &KeptContest, desk: &Desk) -> Result<Box<dyn Screen>, String> {
    struct Open<'a>(&'a KeptContest, &'a str, Journal, &'a [String]);
    impl Visitor for Open<'_> {
        type Out = Result<Box<dyn Screen>, String>;

        fn visit<G: GameUi>(&mut self) -> Self::Out {
            let contest = self.2.contest::<G>()?;
            let (played, standings) = Journal::matches(self.1, &contest);
            Ok(hall::reopen(Arc::new(contest), self.0.file(), (played, standings), self.3))
        }
    }
    let text = kept.text.as_ref().map_err(Clone::clone)?;
    let journal = Journal::parse(text)?;
    let game = journal.game.clone();
    let programs = &desk.store.settings().programs;
    games::visit(&game, &mut Open(kept, text, journal, programs))
        .unwrap_or_else(|| Err(format!("'{game}' is no game of this parlour")))
}

impl Results {
    fn read(&mut self, desk: &Desk) -> Effect {
        let mut at = 0;
        self.kept.begin(desk.store.kept_contests().map(move |contest| {
            at += 1;
            Kept { at, about: about(&contest), path: contest.path }
        }))
    }

    fn chosen(&self) -> Option<&Kept> {
        self.kept.chosen()
    }

    fn go(&mut self, by: isize) {
        self.kept.go(self.kept.cursor().saturating_add_signed(by));
    }

    fn open(&self, desk: &Desk) -> Effect {
        let contest = self.chosen().map(|kept| KeptContest::read(kept.path.clone()));
        match contest.map(|contest| reopen(&contest, desk)) {
            Some(Ok(screen)) => Effect::Open(screen),
            Some(Err(why)) => Effect::Say(why),
            None => Effect::None,
        }
    }

    fn list_area(desk: &Desk) -> Rect {
        panels::inset(Shell::of(desk.area(), Side::Narrow).board, 1, 2, 1, 1)
    }

    fn first_shown(&self, rows: u16) -> usize {
        panels::scroll_to(0, self.kept.cursor(), usize::from(rows), self.kept.len())
    }

    fn draw_line(&self, kept: &Kept, focus: Focus, row: Rect, buf: &mut Buffer, look: &Look) {
        let line = panels::inset(panels::list_row(look, row, buf, focus), 0, 0, 1, 0);
        let (name, second) = (panels::name_style(look, focus), panels::second_style(look, focus));
        let about = match &kept.about {
            Ok(about) => about,
            Err(_) => {
                put(buf, line, line.x, line.y, "cannot be read", second);
                return;
            }
        };
        let date: String = about.journal.begun.chars().take(10).collect();
        let end = put(buf, line, line.x, line.y, &date, second);
        let end = put(buf, line, end + 2, line.y, about.title, name);
        let schedule = &about.standings.schedule;
        let right = match schedule.is_over() {
            true => about.journal.format.word().to_owned(),
            false => format!("{} of {}", number(schedule.played()), number(schedule.games())),
        };
        let start = put_right(buf, line, &right, second);
        let words = format!("{} entrants", about.labels.len());
        if end + 2 + words.len() as u16 + 2 <= start {
            put(buf, line, end + 2, line.y, &words, second);
        }
    }

    fn draw_panel(&self, panel: Rect, buf: &mut Buffer, look: &Look) {
        let Some(kept) = self.chosen() else { return };
        let theme = look.theme();
        let about = match &kept.about {
            Ok(about) => about,
            Err(why) => {
                panels::paragraph(look, panel, buf, why, theme.warn());
                return;
            }
        };
        let (journal, tally) = (&about.journal, &about.standings.tally);
        panels::caption(look, panel, buf, about.title, &journal.board);
        let mut at = 2;
        let mut row = || {
            at += 1;
            panels::row(panel, at - 1)
        };
        for (place, entrant) in order(tally).into_iter().enumerate() {
            let line = row();
            let score = percent(tally.lines[entrant].all().score());
            let style = if place == 0 { theme.strong() } else { theme.text() };
            let start = put_right(buf, line, &score, style);
            let name = look.truncate(&about.labels[entrant], start.saturating_sub(line.x + 1));
            put(buf, line, line.x, line.y, &name, style);
        }
        row();
        if let Some(champion) = about.standings.schedule.bracket().and_then(|it| it.champion()) {
            panels::fact(look, row(), buf, "winner", &about.labels[champion]);
        }
        panels::fact(look, row(), buf, "format", journal.format.word());
        panels::fact(look, row(), buf, "matches", &number(tally.played as usize));
        panels::fact(look, row(), buf, "bots think", &journal.limit);
        panels::fact(look, row(), buf, "seed", &journal.seed.to_string());
    }
}

impl Screen for Results {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Shown => return self.read(desk),
            Msg::Woken => drop(self.kept.listen()),
            Msg::Answered(Answer::Chosen(1)) => {
                let path = self.chosen().map(|kept| kept.path.clone());
                match path.map(|path| desk.store.delete(&path)) {
                    Some(Ok(())) => self.kept.remove(),
                    Some(Err(why)) => return Effect::Say(why),
                    None => {}
                }
                return self.read(desk);
            }
            Msg::Key(key) => {
                if desk.keys.action(&RESULTS, &key) == Some(Action::Delete) {
                    return match self.chosen() {
                        Some(_) => Effect::Open(Box::new(Ask::new(
                            "Delete this contest?",
                            "Its results and the moves of its matches are gone then.",
                            &["Keep it", "Delete it"],
                        ))),
                        None => Effect::None,
                    };
                }
                let page = isize::try_from(Self::list_area(desk).height.max(1)).unwrap_or(1);
                match desk.keys.nav(&key) {
                    Some(Nav::Up) => self.go(-1),
                    Some(Nav::Down) => self.go(1),
                    Some(Nav::PageUp) => self.go(-page),
                    Some(Nav::PageDown) => self.go(page),
                    Some(Nav::First) => self.kept.go(0),
                    Some(Nav::Last) => self.go(isize::MAX / 2),
                    Some(Nav::Confirm) => return self.open(desk),
                    Some(Nav::Back) => return Effect::Close,
                    _ => {}
                }
            }
            Msg::Mouse(Mouse::WheelUp, _) => self.go(-1),
            Msg::Mouse(Mouse::WheelDown, _) => self.go(1),
            Msg::Mouse(Mouse::Click, at) => {
                let list = Self::list_area(desk);
                let hit = self.first_shown(list.height) + usize::from(at.y.saturating_sub(list.y));
                if list.contains(at) && hit < self.kept.len() {
                    if hit == self.kept.cursor() {
                        return self.open(desk);
                    }
                    self.kept.go(hit);
                }
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let shell = Shell::of(desk.area(), Side::Narrow);
        shell.draw(look, buf);
        let list = Self::list_area(desk);
        let head = Rect { y: list.y.saturating_sub(1), height: 1, ..list };
        panels::heading(look, panels::inset(head, 1, 0, 0, 0), buf, "Contests");
        if self.kept.is_empty() && !self.kept.is_reading() {
            let line = panels::inset(list, 2, 1, 2, 0);
            let words = "Nothing yet. Every contest is kept here from its first match on.";
            panels::paragraph(look, line, buf, words, look.theme().muted());
        }
        let first = self.first_shown(list.height);
        let shown = self.kept.rows().iter().enumerate().skip(first);
        for ((at, kept), row) in shown.zip(0..list.height) {
            let focus = Focus::at(at, self.kept.cursor());
            self.draw_line(kept, focus, panels::row(list, row), buf, look);
        }
        panels::scroll_mark(look, list, buf, first, self.kept.len());
        self.draw_panel(shell.panel_text(), buf, look);
        desk.draw_status(shell.status(), buf, "", Meaning::Muted);
    }

    fn title(&self) -> Title {
        let right = self.kept.count();
        Title { name: "Arena".to_owned(), detail: "kept contests".to_owned(), right }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let mut all = Vec::new();
        if let Some(kept) = self.chosen() {
            let over = kept.about.as_ref().is_ok_and(|about| about.standings.schedule.is_over());
            all.push(hints::nav(keys, &[Nav::Up, Nav::Down], "choose"));
            all.push(hints::nav(keys, &[Nav::Confirm], if over { "look" } else { "go on" }));
            all.extend(hints::section(keys, &RESULTS, |_| true));
        }
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_text("Kept contests", HELP, &self.hints(desk), desk)))
    }
}

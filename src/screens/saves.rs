//! Saved matches: everything that was ever played here, to open, replay, rename or delete.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::reading::{Reading, Row};
use super::{Games, NotOpened, Reopen, reopen};
use crate::play::seating::audience;
use crate::play::{Outcome, Record, Seat, Session};
use crate::search::seated;
use crate::store::{KeptMatch, SavedMatch};
use crate::tui::ask::{Ask, Prompt};
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Nav, Section, bind};
use crate::tui::list::{self, List};
use crate::tui::panels::{self, Paint, Shell};
use crate::tui::text::put;
use crate::tui::{Answer, Context, Effect, Hint, Keep, Msg, Screen, Title, hints};

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
        bind(Action::Replay, "replay", &["v"], "replay", "Replays the match, move by move."),
        bind(Action::Rename, "rename", &["n"], "rename", "Gives the match another name."),
        bind(Action::Delete, "delete", &["x", "delete"], "delete",
            "Deletes the match, after asking."),
    ],
};

const HELP: &str = include_str!("saves.md");

/// What the panel shows of the chosen match.
pub(crate) struct Preview {
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
    games: Games,
    matches: Reading<KeptMatch>,
    preview: Option<Preview>,
    asked: Option<Asked>,
}

/// The list of all kept matches, the newest first. It is read when it is shown.
pub fn open(games: &Games) -> Box<dyn Screen> {
    let (games, matches) = (games.clone(), Reading::new(Vec::new()));
    Box::new(Saves { games, matches, preview: None, asked: None })
}

/// The name of a match's game, its players, how it stands, and its board.
pub(super) fn preview<G: GameUi>(record: &Record) -> Option<Preview> {
    let session = Session::<G>::from_record(record).ok()?;
    let names = seated::<G>(record.players.clone()).labels().to_vec();
    let mut standing = crate::play::telling::turn_sentence(&session, &names);
    if record.cut_off {
        standing = format!("cut off; {standing}");
    }
    let view = session.state().view(audience::<G>(&session.turn()));
    let state = session.state().clone();
    let paint: Paint =
        Box::new(move |look, area, buf| draw_still::<G>(&state, &view, look, area, buf));
    Some(Preview { title: G::TITLE, seats: names, standing, paint })
}

/// The game's name in full, who played, and how it stands or who won, for a line of the list.
fn words(games: &Games, record: &Record) -> (String, String, String) {
    let (title, names) = match games.find(&record.game) {
        Some(game) => (game.title().to_owned(), game.names(&record.players)),
        None => (record.game.clone(), Vec::new()),
    };
    let won = |seat: Seat| match names.get(seat.index()) {
        Some(name) => format!("{name} won"),
        None => format!("{seat} won"),
    };
    let result = match &record.result {
        None => format!("move {}", record.moves.len() + 1),
        Some(Outcome::Win(seat)) => won(*seat),
        Some(Outcome::Places(seats)) => won(seats.first().copied().unwrap_or(Seat::FIRST)),
        Some(Outcome::Draw) => "draw".to_owned(),
    };
    let result = if record.cut_off { format!("{result}, cut off") } else { result };
    (title, names.join(" - "), result)
}

impl Saves {
    fn chosen(&self) -> Option<&SavedMatch> {
        self.matches.chosen().map(KeptMatch::saved)
    }

    /// Works out the panel for the match under the cursor.
    fn look(&mut self) {
        self.preview = self.chosen().and_then(|saved| {
            let record = saved.record.as_ref().ok()?;
            self.games.find(&record.game)?.preview(record)
        });
    }

    /// Takes in the matches that have been found meanwhile.
    fn listen(&mut self) {
        if self.matches.listen() {
            self.look();
        }
    }

    fn enter(&mut self, how: Reopen, context: &mut Context) -> Effect {
        let Some(saved) = self.chosen().cloned() else { return Effect::None };
        match reopen(&self.games, &saved, how, context) {
            Ok(screen) => Effect::Open(screen),
            Err(NotOpened::Refused(why)) => Effect::Say(why),
            Err(NotOpened::InUse(question)) => {
                self.asked = Some(Asked::Copy);
                Effect::Open(Box::new(question))
            }
        }
    }

    /// Plays on where a match is not over, and replays where it is.
    fn open(&mut self, context: &mut Context) -> Effect {
        let unfinished = self.chosen().is_some_and(SavedMatch::is_unfinished);
        self.enter(if unfinished { Reopen::Resume } else { Reopen::Replay }, context)
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Effect {
        let Some(saved) = self.chosen() else { return Effect::None };
        match action {
            Action::Replay => self.enter(Reopen::Replay, context),
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

    fn answered(&mut self, answer: Answer, context: &mut Context) -> Effect {
        let asked = self.asked.take();
        let Some(path) = self.chosen().map(|saved| saved.path.clone()) else {
            return Effect::None;
        };
        let keep = match (asked, answer) {
            (Some(Asked::Copy), Answer::Chosen(1)) => return self.enter(Reopen::Copy, context),
            (Some(Asked::Delete), Answer::Chosen(1)) => {
                self.asked = asked;
                Keep::Delete(path)
            }
            (Some(Asked::Rename), Answer::Text(name)) => Keep::Rename(path, name),
            _ => return Effect::None,
        };
        Effect::Keep(keep)
    }

    /// A match was deleted or renamed, or not.
    fn kept(&mut self, done: Result<PathBuf, String>, context: &Context) -> Effect {
        if self.asked.take() == Some(Asked::Delete) && done.is_ok() {
            self.matches.remove();
        }
        self.look();
        let read = self.matches.begin(context.store.kept_matches());
        match done {
            Ok(_) => read,
            Err(why) => read.and(Effect::Say(why)),
        }
    }
}

impl List for Saves {
    fn heading(&self) -> &'static str {
        "Matches"
    }

    fn len(&self) -> usize {
        self.matches.len()
    }

    fn cursor(&self) -> usize {
        self.matches.cursor()
    }

    fn go(&mut self, to: usize) {
        self.matches.go(to);
        self.look();
    }

    fn row(&self, at: usize, context: &Context) -> list::Row {
        let saved = self.matches.rows()[at].saved();
        let second_right = context.zone.shown(&saved.saved);
        match &saved.record {
            Ok(record) => {
                let (game, second, right) = words(&self.games, record);
                let name = match saved.given_name(&record.game) {
                    Some(name) => format!("{game} · {name}"),
                    None => game,
                };
                list::Row { name, right, second, second_right }
            }
            Err(_) => list::Row {
                name: saved.name.clone(),
                right: "cannot be read".to_owned(),
                second: String::new(),
                second_right,
            },
        }
    }

    fn nothing(&self) -> &'static str {
        match self.matches.is_reading() {
            true => "",
            false => "Nothing yet. Every match is kept here from its first move on.",
        }
    }

    fn draw_panel(&self, shell: &Shell, buf: &mut Buffer, context: &Context) {
        let (look, panel) = (&context.look, shell.panel_text());
        let theme = look.theme();
        let Some(saved) = self.chosen() else { return };
        let broken = "The moves of this match break its rules; a replay says where.";
        let Some(preview) = &self.preview else {
            let why = saved.record.as_ref().err().map_or(broken, String::as_str);
            panels::paragraph(look, panel, buf, why, theme.warn());
            return;
        };
        put(buf, panel, panel.x, panel.y, preview.title, theme.strong());
        let mut row = 1;
        for name in preview.seats.iter().take(4) {
            let line = panels::row(panel, row);
            put(buf, line, line.x, line.y, &look.truncate(name, line.width), theme.text());
            row += 1;
        }
        let rest = panels::inset(panel, 0, row, 0, 0);
        row += panels::paragraph(look, rest, buf, &preview.standing, theme.muted());
        let picture = panels::inset(panel, 0, row + 1, 0, 1);
        panels::picture(picture, buf, |buf, area| (preview.paint)(look, area, buf));
    }
}

impl Screen for Saves {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown => return self.matches.begin(context.store.kept_matches()),
            Msg::Woken => self.listen(),
            Msg::Answered(answer) => return self.answered(answer, context),
            Msg::Kept(done) => return self.kept(done, context),
            Msg::Key(key) => {
                if let Some(action) = context.keys.action(&SAVES, &key) {
                    return self.act(action, context);
                }
                match context.keys.nav(&key) {
                    Some(Nav::Confirm) => return self.open(context),
                    Some(Nav::Back) => return Effect::Close,
                    Some(nav) => drop(list::key(self, nav, context)),
                    None => {}
                }
            }
            Msg::Mouse(mouse, at) if list::mouse(self, mouse, at, context) => {
                return self.open(context);
            }
            _ => {}
        }
        // Drawing touches no disk: the matches that will be seen are read now.
        for at in list::shown(self, context) {
            let _ = self.matches.rows()[at].saved();
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        list::draw(self, buf, context);
    }

    fn title(&self) -> Title {
        let right = self.matches.count();
        Title { name: "Saved matches".to_owned(), detail: String::new(), right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = list::hints(self, context);
        if let Some(saved) = self.chosen() {
            let words = if saved.is_unfinished() { "resume" } else { "replay" };
            all.push(hints::nav(keys, &[Nav::Confirm], words));
            // Enter replays what is over already.
            all.extend(hints::section(keys, &SAVES, |action| {
                action != Action::Replay || saved.is_unfinished()
            }));
        }
        all.extend(hints::help_and_back(keys, "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let mut all = hints::all(&context.keys, &SAVES);
        all.extend(list::explained(context));
        HelpScreen::of_page("Saved matches", HELP, self.hints(context), all, context)
    }
}

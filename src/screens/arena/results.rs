//! Kept contests: every one that was held here, to look at again or to go on with.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::super::reading::{Reading, Row};
use super::standings::order;
use super::{Games, HELP, hall, number};
use crate::arena::{Journal, Standings, percent};
use crate::search::bot_name;
use crate::store::KeptContest;
use crate::tui::ask::Ask;
use crate::tui::game_ui::GameUi;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Nav, Section, bind};
use crate::tui::list::{self, List};
use crate::tui::panels::{self, Shell};
use crate::tui::text::{put, put_right};
use crate::tui::{Answer, Context, Effect, Hint, Keep, Msg, Screen, Title, hints};

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
pub struct About {
    journal: Journal,
    title: &'static str,
    labels: Vec<String>,
    standings: Standings,
}

pub struct Results {
    games: Games,
    kept: Reading<Kept>,
}

pub fn open(games: &Games) -> Box<dyn Screen> {
    Box::new(Results { games: games.clone(), kept: Reading::new(Vec::new()) })
}

/// What a contest is, so far as its first line says.
fn journal(kept: &KeptContest) -> Result<Journal, String> {
    Journal::parse(kept.text.as_ref().map_err(Clone::clone)?)
}

/// Reads what a contest came to, or says why not.
pub fn about<G: GameUi>(kept: &KeptContest, journal: Journal) -> Result<About, String> {
    let text = kept.text.as_ref().map_err(Clone::clone)?;
    let contest = journal.contest::<G>()?;
    let (_, standings) = Journal::matches(text, &contest);
    let labels = contest.called(&standings.tally, &bot_name::<G>);
    Ok(About { journal, title: G::TITLE, labels, standings })
}

/// Opens a contest in the hall, or says why not. The file stays as it is either way.
pub fn hall_of<G: GameUi>(
    kept: &KeptContest,
    journal: &Journal,
    programs: &[String],
) -> Result<Box<dyn Screen>, String> {
    let text = kept.text.as_ref().map_err(Clone::clone)?;
    let contest = journal.contest::<G>()?;
    let (played, standings) = Journal::matches(text, &contest);
    Ok(hall::reopen(Arc::new(contest), kept.file(), (played, standings), programs))
}

impl Results {
    fn read(&mut self, context: &Context) -> Effect {
        let (mut at, games) = (0, self.games.clone());
        self.kept.begin(context.store.kept_contests().map(move |contest| {
            at += 1;
            let about = journal(&contest)
                .and_then(|journal| games.get(&journal.game)?.about(&contest, journal));
            Kept { at, about, path: contest.path }
        }))
    }

    fn chosen(&self) -> Option<&Kept> {
        self.kept.chosen()
    }

    fn open(&self, context: &Context) -> Effect {
        let Some(kept) = self.chosen() else { return Effect::None };
        let (contest, programs) =
            (KeptContest::read(kept.path.clone()), &context.store.settings().programs);
        let hall =
            |journal: Journal| self.games.get(&journal.game)?.hall(&contest, &journal, programs);
        match journal(&contest).and_then(hall) {
            Ok(screen) => Effect::Open(screen),
            Err(why) => Effect::Say(why),
        }
    }
}

impl List for Results {
    fn heading(&self) -> &'static str {
        "Contests"
    }

    fn len(&self) -> usize {
        self.kept.len()
    }

    fn cursor(&self) -> usize {
        self.kept.cursor()
    }

    fn go(&mut self, to: usize) {
        self.kept.go(to);
    }

    fn row(&self, at: usize, context: &Context) -> list::Row {
        let kept = &self.kept.rows()[at];
        let Ok(about) = &kept.about else {
            let name = kept.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return list::Row { name, right: "cannot be read".to_owned(), ..list::Row::default() };
        };
        let schedule = &about.standings.schedule;
        list::Row {
            name: about.title.to_owned(),
            right: match schedule.is_over() {
                true => about.journal.format.word().to_owned(),
                false => format!("{} of {}", number(schedule.played()), number(schedule.games())),
            },
            second: format!("{} entrants", about.labels.len()),
            second_right: context.zone.shown(&about.journal.begun),
        }
    }

    fn nothing(&self) -> &'static str {
        match self.kept.is_reading() {
            true => "",
            false => "Nothing yet. Every contest is kept here from its first match on.",
        }
    }

    fn draw_panel(&self, shell: &Shell, buf: &mut Buffer, context: &Context) {
        let Some(kept) = self.chosen() else { return };
        let (look, panel) = (&context.look, shell.panel_text());
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
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown => return self.read(context),
            Msg::Woken => drop(self.kept.listen()),
            Msg::Answered(Answer::Chosen(1)) => {
                return match self.chosen() {
                    Some(kept) => Effect::Keep(Keep::Delete(kept.path.clone())),
                    None => Effect::None,
                };
            }
            Msg::Kept(done) => {
                let read = self.read(context);
                return match done {
                    Ok(_) => {
                        self.kept.remove();
                        read
                    }
                    Err(why) => read.and(Effect::Say(why)),
                };
            }
            Msg::Key(key) => {
                if context.keys.action(&RESULTS, &key) == Some(Action::Delete) {
                    return match self.chosen() {
                        Some(_) => Effect::Open(Box::new(Ask::new(
                            "Delete this contest?",
                            "Its results and the moves of its matches are gone then.",
                            &["Keep it", "Delete it"],
                        ))),
                        None => Effect::None,
                    };
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
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        list::draw(self, buf, context);
    }

    fn title(&self) -> Title {
        let right = self.kept.count();
        Title { name: "Arena".to_owned(), detail: "kept contests".to_owned(), right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = list::hints(self, context);
        if let Some(kept) = self.chosen() {
            let over = kept.about.as_ref().is_ok_and(|about| about.standings.schedule.is_over());
            all.push(hints::nav(keys, &[Nav::Confirm], if over { "look" } else { "resume" }));
            all.extend(hints::all(keys, &RESULTS));
        }
        all.extend(hints::help_and_back(keys, "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 14)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let mut all = hints::all(&context.keys, &RESULTS);
        all.extend(list::explained(context));
        HelpScreen::of_page("Kept contests", HELP, self.hints(context), all, context)
    }
}

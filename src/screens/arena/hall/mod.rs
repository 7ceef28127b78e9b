//! The hall: a contest while it is played and after. Table or bracket at the left, the match that
//! is being watched at the right.

mod forfeits;
mod journal;
mod view;

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::view::Shown;
use super::super::consent::{Consent, MAY_RUN, MayRun, question};
use super::super::replay::{self, PACES};
use super::HELP;
use super::broadcast::{self, Watch, neighbour};
use super::standings::order;
use crate::arena::{Contest, Feed, Floor, Format, Journal, Played, Standings, usual_jobs};
use crate::house::{Director, Room};
use crate::play::{Player, Session};
use crate::search::bot_name;
use crate::store::ContestFile;
use crate::tui::game_ui::GameUi;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Nav, Section, bind};
use crate::tui::panels;
use crate::tui::task::{News, Task};
use crate::tui::{Answer, Context, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Watch,
    Pause,
    Faster,
    Slower,
}

#[rustfmt::skip]
pub const HALL: Section<Action> = Section {
    name: "arena-hall",
    bindings: &[
        bind(Action::Watch, "watch", &["enter", "w"], "watch",
            "Watches the match the cursor is on."),
        bind(Action::Pause, "pause", &["p", "space"], "pause",
            "Pauses all matches, or resumes them."),
        bind(Action::Faster, "faster", &["+", "="], "faster", "Shows the moves faster."),
        bind(Action::Slower, "slower", &["-"], "slower", "Shows the moves slower."),
    ],
};

/// How often the table is brought up to date.
const BEAT: Duration = Duration::from_millis(100);
/// The pace at which matches are shown at first.
const USUAL_PACE: usize = 2;

/// A part of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Bracket,
    Table,
    Cross,
    Seats,
    Matches,
    Forfeits,
}

impl Part {
    fn word(self) -> &'static str {
        match self {
            Part::Bracket => "Bracket",
            Part::Table => "Table",
            Part::Cross => "Each against each",
            Part::Seats => "Seats",
            Part::Matches => "Matches",
            Part::Forfeits => "Forfeits",
        }
    }
}

pub struct Hall<G: GameUi> {
    contest: Arc<Contest<G>>,
    file: ContestFile,
    floor: Arc<Floor<G>>,
    standings: Standings,
    /// The entrants, the best first.
    order: Vec<usize>,
    /// What they are called, by their own names as soon as they have given them.
    labels: Vec<String>,
    played: Vec<Played>,
    /// The work beside the screen, which says only what went wrong; and the results from there.
    task: Option<Task<String>>,
    results: Option<Receiver<Played>>,
    /// How long it has been played here, and how many matches that were.
    time: Duration,
    here: usize,
    part: Part,
    /// In the list of matches: the running ones, then the played ones from the newest.
    cursor: usize,
    watch: Option<Watch<G>>,
    pace: usize,
    /// Whether the matches are to begin as soon as the page is shown.
    begins: bool,
    /// The programs that may be run.
    consent: Consent,
    /// The room of a contest whose programs have joined from elsewhere.
    hosted: Option<Hosted>,
}

/// Where the programs of a contest have come together.
#[derive(Clone)]
pub struct Hosted {
    pub room: Arc<Room>,
    /// What the house is called.
    pub name: String,
}

/// Opens a contest of programs from other machines.
pub fn open_hosted<G: GameUi>(
    contest: Arc<Contest<G>>,
    file: ContestFile,
    hosted: Hosted,
) -> Box<dyn Screen> {
    let mut hall = Hall::new(contest.clone(), file, Vec::new(), contest.standings());
    (hall.begins, hall.hosted) = (true, Some(hosted));
    Box::new(hall)
}

/// Opens a contest that begins now, and writes down that it does.
pub fn begin<G: GameUi>(contest: Contest<G>, context: &Context) -> Effect {
    let (file, begun) = context.store.new_contest(G::ID);
    let first = vec![Journal::begin(&contest, begun).line()];
    let written = Effect::Keep(Keep::Journal(file.clone(), first));
    let players: Vec<Player> = contest.entrants.iter().map(|it| it.player.clone()).collect();
    let standings = contest.standings();
    let mut hall = Hall::new(Arc::new(contest), file, Vec::new(), standings);
    hall.consent = Consent::seated(&players);
    hall.begins = true;
    written.and(Effect::Open(Box::new(hall)))
}

/// Opens a contest that was kept, as it stands. The file may have come from anywhere, so programs
/// that the settings do not name are asked for.
pub fn reopen<G: GameUi>(
    contest: Arc<Contest<G>>,
    file: ContestFile,
    (played, standings): (Vec<Played>, Standings),
    programs: &[String],
) -> Box<dyn Screen> {
    let mut hall = Hall::new(contest, file, played, standings);
    hall.consent = Consent::known(programs);
    Box::new(hall)
}

impl<G: GameUi> Hall<G> {
    fn new(
        contest: Arc<Contest<G>>,
        file: ContestFile,
        played: Vec<Played>,
        standings: Standings,
    ) -> Hall<G> {
        Hall {
            order: order(&standings.tally),
            labels: contest.called(&standings.tally, &bot_name::<G>),
            part: match contest.format {
                Format::KnockOut => Part::Bracket,
                _ => Part::Table,
            },
            contest,
            file,
            floor: Arc::default(),
            standings,
            played,
            task: None,
            results: None,
            time: Duration::ZERO,
            here: 0,
            cursor: 0,
            watch: None,
            pace: USUAL_PACE,
            begins: false,
            consent: Consent::default(),
            hosted: None,
        }
    }

    fn is_over(&self) -> bool {
        self.standings.schedule.is_over()
    }

    fn is_running(&self) -> bool {
        self.task.is_some() && !self.floor.is_halted()
    }

    fn turn_part(&mut self, by: isize) {
        let parts = self.shown().parts();
        let at = parts.iter().position(|part| *part == self.part).unwrap_or(0);
        self.part = parts[(at as isize + by).rem_euclid(parts.len() as isize) as usize];
        self.cursor = 0;
    }

    /// Starts the matches that are left, beside the screen.
    fn play(&mut self) -> Effect {
        self.floor.go_on();
        self.watch = None;
        let (send, results) = channel();
        let (contest, floor) = (Arc::clone(&self.contest), Arc::clone(&self.floor));
        let (mut standings, file) = (self.standings.clone(), self.file.clone());
        let director = self
            .hosted
            .clone()
            .map(|hosted| Director::new(hosted.room, hosted.name, self.standings.clone()));
        // Programs of other machines think there, so all of them can play at the same time.
        let jobs = match &director {
            Some(_) => usual_jobs().max(contest.entrants.len() / 2),
            None => usual_jobs(),
        };
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(String)| {
            let (hand_in, finished) = sync_channel(journal::UNWRITTEN);
            thread::scope(|scope| {
                let director = director.as_ref();
                let (shown, on) = (Arc::clone(&contest), Arc::clone(&floor));
                if let Some(director) = director {
                    scope.spawn(move || director.direct(&*shown, &*on));
                }
                let players = scope.spawn(move || {
                    let _curtain = director.map(Director::curtain);
                    contest.go_on(&mut standings, jobs, cancel, &floor, |now, played| {
                        if let Some(director) = director {
                            director.note(
                                &contest,
                                now,
                                &played,
                                &contest.called(&now.tally, &bot_name::<G>),
                            );
                        }
                        // Whoever writes is there until nothing more is handed in.
                        let _ = hand_in.send(played);
                    });
                });
                journal::write_down(&file, &finished, &send, report);
                if let Err(panic) = players.join() {
                    resume_unwind(panic);
                }
            });
        });
        self.task = Some(task);
        self.results = Some(results);
        run
    }

    /// Halts the matches, or lets them go on.
    fn pause(&mut self) -> Effect {
        if self.is_over() {
            return Effect::Tell("the contest is over".to_owned());
        }
        if self.contest.lacks_programs() {
            let why = "its programs joined from other machines; 'parlour arena --host' resumes \
                       such a contest";
            return Effect::Say(why.to_owned());
        }
        let entrants = &self.contest.entrants;
        if let Some(entrant) = entrants.iter().find(|it| self.consent.lacks(&it.player)) {
            return match question(&entrant.label, &entrant.player) {
                Ok(ask) => Effect::Open(Box::new(ask)),
                Err(why) => Effect::Say(why),
            };
        }
        match (&self.task, self.floor.is_halted()) {
            (None, _) => return self.play(),
            (Some(_), true) => self.floor.go_on(),
            (Some(_), false) => self.floor.halt(),
        }
        Effect::None
    }

    /// Whether the program that was asked for may be run; then the next one is asked for.
    fn answered(&mut self, answer: &Answer) -> Effect {
        let contest = Arc::clone(&self.contest);
        let asked = contest.entrants.iter().find(|it| self.consent.lacks(&it.player));
        match (answer.among(MAY_RUN), asked) {
            (Some(MayRun::Yes), Some(entrant)) => {
                self.consent.give(&entrant.player);
                self.pause()
            }
            (_, Some(entrant)) => {
                Effect::Say(format!("{} isn't run, so the contest waits", entrant.label))
            }
            (_, None) => Effect::None,
        }
    }

    /// Takes note of what has been played meanwhile.
    fn listen(&mut self, context: &Context) -> Effect {
        let fresh: Vec<Played> = self.results.iter().flat_map(Receiver::try_iter).collect();
        for played in fresh {
            self.standings.note(&played);
            self.here += 1;
            // The cursor stays on its match when others come in above it.
            let below = self.cursor.checked_sub(self.floor.running().len());
            if below.is_some_and(|below| below > 0) {
                self.cursor += 1;
            }
            self.played.push(played);
        }
        self.order = order(&self.standings.tally);
        self.labels = self.contest.called(&self.standings.tally, &bot_name::<G>);
        let mut effect = Effect::None;
        while let Some(news) = self.task.as_ref().and_then(Task::poll) {
            match news {
                News::Report(why) => effect = effect.and(Effect::Say(why)),
                News::Failed(why) => {
                    self.task = None;
                    effect = effect.and(Effect::Say(format!("the contest failed ({why})")));
                }
                News::Done => {
                    self.task = None;
                    // What came in between the last look and the end.
                    effect = effect.and(self.listen(context));
                    self.results = None;
                }
            }
        }
        if self.watch.is_none() && self.task.is_none() {
            self.show_last(context);
        }
        effect
    }

    /// Shows how the last match ended, when none is played any more.
    fn show_last(&mut self, context: &Context) {
        let last = self.played.iter().rev().find(|played| played.moves.is_some());
        if let Some(feed) = last.and_then(|played| self.feed_of(played)) {
            let mut watch = Watch::new(&self.contest, &self.labels, Arc::new(feed));
            watch.catch_up(context);
            self.watch = Some(watch);
        }
    }

    /// A played match, to be watched once more.
    fn feed_of(&self, played: &Played) -> Option<Feed<G>> {
        let moves = played.moves.as_ref()?.iter().map(|text| text.parse().ok());
        Some(Feed::finished(played, moves.collect::<Option<_>>()?))
    }

    /// Goes to another running match.
    fn other(&mut self, by: isize) -> Effect {
        let number = self.watch.as_ref().map_or(0, Watch::number);
        match neighbour(&self.floor, number, by) {
            Some(feed) => {
                self.watch = Some(Watch::new(&self.contest, &self.labels, feed));
                Effect::None
            }
            None => Effect::Tell("no other match is being played now".to_owned()),
        }
    }

    /// Opens the match that is watched, or the one under the cursor of the list.
    fn open_match(&mut self, context: &mut Context) -> Effect {
        let running = self.floor.running();
        let feed = match self.part {
            Part::Matches => running.get(self.cursor),
            _ => self.watch.as_ref().filter(|_| self.task.is_some()).map(Watch::feed),
        };
        if let Some(feed) = feed {
            return self.broadcast(Arc::clone(feed), context);
        }
        let played = match self.part {
            Part::Matches => {
                let back = self.cursor - running.len() + 1;
                self.played.len().checked_sub(back).and_then(|at| self.played.get(at))
            }
            _ => self.watch.as_ref().and_then(|watch| self.played.get(watch.number())),
        };
        let Some(played) = played else {
            return Effect::Tell("no match is being played now".to_owned());
        };
        let Some(record) = self.contest.record(played) else {
            return Effect::Say("the moves of this match were not kept".to_owned());
        };
        match Session::<G>::from_record(&record) {
            Ok(session) => Effect::Open(replay::open::<G>(record, session, context)),
            Err(why) => Effect::Say(why.to_string()),
        }
    }

    fn broadcast(&self, feed: Arc<Feed<G>>, context: &Context) -> Effect {
        let mut watch = Watch::new(&self.contest, &self.labels, feed);
        if let Some(seen) = self.watch.as_ref().filter(|seen| seen.number() == watch.number()) {
            watch.join(seen, context);
        }
        let (contest, floor) = (Arc::clone(&self.contest), Arc::clone(&self.floor));
        Effect::Open(broadcast::open(contest, self.labels.clone(), floor, watch, self.pace))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Effect {
        match action {
            Action::Watch => return self.open_match(context),
            Action::Pause => return self.pause(),
            Action::Faster => self.pace = self.pace.saturating_sub(1),
            Action::Slower => self.pace = (self.pace + 1).min(PACES.len() - 1),
        }
        Effect::None
    }

    fn go(&mut self, by: isize, context: &Context) {
        let last = match self.part {
            Part::Forfeits => self.shown().last_forfeit_line(context),
            _ => self.shown().matches().saturating_sub(1),
        };
        self.cursor = self.cursor.saturating_add_signed(by).min(last);
    }

    fn tick(&mut self, elapsed: Duration, context: &Context) -> Effect {
        if self.is_running() {
            self.time += elapsed;
        }
        if let Some(watch) = &mut self.watch {
            watch.tick(elapsed, self.pace, context);
            // A miniature is a still picture.
            watch.settle();
        }
        if self.watch.as_ref().is_none_or(Watch::has_stood) {
            let number = self.watch.as_ref().map(Watch::number);
            let next = match number {
                Some(number) => neighbour(&self.floor, number, 1),
                None => self.floor.running().into_iter().next(),
            };
            if let Some(feed) = next {
                self.watch = Some(Watch::new(&self.contest, &self.labels, feed));
            }
        }
        self.listen(context)
    }
}

impl<G: GameUi> Screen for Hall<G> {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown if std::mem::take(&mut self.begins) => return self.play(),
            Msg::Shown | Msg::Woken => return self.listen(context),
            Msg::Answered(answer) => return self.answered(&answer),
            Msg::Tick(elapsed) => return self.tick(elapsed, context),
            Msg::Key(key) => {
                if let Some(action) = context.keys.action(&HALL, &key) {
                    return self.act(action, context);
                }
                let list = matches!(self.part, Part::Matches | Part::Forfeits);
                let page = isize::from(context.size.height as i16 / 2);
                match context.keys.nav(&key) {
                    Some(Nav::Next) => self.turn_part(1),
                    Some(Nav::Previous) => self.turn_part(-1),
                    Some(Nav::Left) => return self.other(-1),
                    Some(Nav::Right) => return self.other(1),
                    Some(Nav::Up) if list => self.go(-1, context),
                    Some(Nav::Down) if list => self.go(1, context),
                    Some(Nav::PageUp) if list => self.go(-page, context),
                    Some(Nav::PageDown) if list => self.go(page, context),
                    Some(Nav::First) if list => self.cursor = 0,
                    Some(Nav::Last) if list => self.go(isize::MAX / 2, context),
                    Some(Nav::Up) => self.turn_part(-1),
                    Some(Nav::Down) => self.turn_part(1),
                    Some(Nav::Back) if self.is_over() => return Effect::Close,
                    Some(Nav::Back) => {
                        let said = "the contest is kept; resume it from the results";
                        return Effect::Close.and(Effect::Tell(said.to_owned()));
                    }
                    _ => {}
                }
            }
            Msg::Mouse(mouse, at) => {
                let shell = self.shown().shell(context);
                let area = Shown::parts_area(&shell);
                let list = panels::inset(area, 0, 1, 0, 0);
                match mouse {
                    Mouse::Click if shell.panel.contains(at) => return self.open_match(context),
                    Mouse::WheelUp => self.go(-1, context),
                    Mouse::WheelDown => self.go(1, context),
                    Mouse::Click if self.part == Part::Matches && list.contains(at) => {
                        let hit =
                            self.shown().first_shown(list.height) + usize::from(at.y - list.y);
                        let again = hit == self.cursor;
                        self.go(hit as isize - self.cursor as isize, context);
                        if again {
                            return self.open_match(context);
                        }
                    }
                    Mouse::Click if area.contains(at) => self.turn_part(1),
                    _ => {}
                }
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let shell = self.shown().draw(buf, context);
        self.draw_panel(shell.panel_text(), buf, context);
    }

    fn title(&self) -> Title {
        let board = super::super::board_words::<G>(&self.contest.board);
        Title {
            name: "Arena".to_owned(),
            detail: format!("{}  {board}  {}", G::TITLE, self.contest.format.word()),
            right: self.state_words(),
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = Vec::new();
        match self.part {
            Part::Matches => all.push(hints::nav_about(
                keys,
                &[Nav::Up, Nav::Down],
                "choose",
                "Goes to the match above or below.",
            )),
            Part::Forfeits => all.push(hints::nav_about(
                keys,
                &[Nav::Up, Nav::Down],
                "scroll",
                "Scrolls through the forfeits.",
            )),
            _ => {}
        }
        let running = self.task.is_some();
        if running || !self.played.is_empty() {
            let words = if running { "watch" } else { "replay" };
            all.push(hints::together(keys, &HALL, &[Action::Watch], words));
        }
        if !self.is_over() {
            let words = if self.is_running() { "pause" } else { "resume" };
            all.push(hints::together(keys, &HALL, &[Action::Pause], words));
        }
        all.push(hints::nav(keys, &[Nav::Next], "part"));
        if running {
            all.push(hints::nav_about(
                keys,
                &[Nav::Left, Nav::Right],
                "other match",
                "Shows another of the matches being played.",
            ));
            all.push(hints::together(keys, &HALL, &[Action::Faster, Action::Slower], "speed"));
        }
        all.extend(hints::help_and_back(keys, "back"));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        let watching = self.watch.as_ref().is_some_and(|watch| !watch.is_over());
        let pulse = self.watch.as_ref().map_or(BEAT, |watch| watch.pulse(self.pace)).min(BEAT);
        (self.is_running() || (watching && !self.floor.is_halted())).then_some(pulse)
    }

    fn min_size(&self) -> Size {
        Size::new(80, 20)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let keys = hints::all(&context.keys, &HALL);
        HelpScreen::of_page("Arena", HELP, self.hints(context), keys, context)
    }
}

//! A running match of a contest, on the whole screen or as a miniature, at the watcher's own pace.

use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::super::match_view::{Beside, FRAME, MatchView};
use super::super::replay::PACES;
use super::HELP;
use crate::arena::{Contest, Ending, Feed, Floor};
use crate::play::seating::audience;
use crate::play::telling::usual_names;
use crate::play::{Scene, Seat, Session, Told, Turn};
use crate::search::seated;
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Nav, Section, bind};
use crate::tui::panels::{self, SeatLine};
use crate::tui::theme::Meaning;
use crate::tui::{Context, Effect, Hint, Look, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Pause,
    Faster,
    Slower,
}

#[rustfmt::skip]
pub const BROADCAST: Section<Action> = Section {
    name: "broadcast",
    bindings: &[
        bind(Action::Pause, "pause", &["p", "space"], "pause",
            "Pauses all matches, or resumes them."),
        bind(Action::Faster, "faster", &["+", "="], "faster", "Shows the moves faster."),
        bind(Action::Slower, "slower", &["-"], "slower", "Shows the moves slower."),
    ],
};

/// How often somebody who is level with the match looks for the next move.
const LOOK: Duration = Duration::from_millis(60);
/// How long the end of a match stands before the next one is shown.
const STAND: Duration = Duration::from_millis(1800);

/// One match as a watcher sees it: as far as they have got, which may be less than was played.
pub struct Watch<G: GameUi> {
    feed: Arc<Feed<G>>,
    session: Session<G>,
    table: MatchView<G>,
    /// The names of the entrants, by seat.
    labels: Vec<String>,
    /// How long the position has stood.
    since: Duration,
}

impl<G: GameUi> Watch<G> {
    /// The entrants of the contest have these names.
    pub fn new(contest: &Contest<G>, entrants: &[String], feed: Arc<Feed<G>>) -> Watch<G> {
        let session = contest.opening(feed.set);
        let labels: Vec<String> =
            feed.seating.iter().map(|entrant| entrants[*entrant].clone()).collect();
        let usual = usual_names::<G>(labels.len()).into_iter();
        let names = usual.zip(&labels).map(|(seat, label)| format!("{seat} ({label})")).collect();
        let seating = seated::<G>(contest.players(&feed.seating)).named(names);
        let table = MatchView::new(session.state().variant(), seating, watched(&session));
        Watch { feed, session, table, labels, since: Duration::ZERO }
    }

    pub fn number(&self) -> usize {
        self.feed.number
    }

    pub fn feed(&self) -> &Arc<Feed<G>> {
        &self.feed
    }

    /// Whether all of it has been seen.
    pub fn is_over(&self) -> bool {
        self.feed.ending().is_some() && self.session.ply() >= self.feed.plies()
    }

    /// Whether it has been over for long enough.
    pub fn has_stood(&self) -> bool {
        self.is_over() && self.since >= STAND
    }

    /// Time passes, and the next move is shown when it is due.
    pub fn tick(&mut self, elapsed: Duration, pace: usize, context: &Context) {
        if self.table.tick(elapsed, context) {
            return;
        }
        self.since += elapsed;
        if self.since < Duration::from_millis(PACES[pace]) {
            return;
        }
        // What the bank does belongs to the move after it.
        let mut bank = true;
        while bank {
            bank = matches!(self.session.turn(), Turn::Chance { by: None });
            bank &= self.step(context);
        }
    }

    /// Shows the next move, if there is one; says whether there was.
    fn step(&mut self, context: &Context) -> bool {
        let Some(mv) = self.feed.after(self.session.ply()) else {
            // Who ignores the end has forfeited a match that is over already.
            let forfeit = match self.feed.ending().filter(|_| self.is_over()) {
                Some(Ending::Forfeit(seat)) if !self.session.turn().is_over() => seat,
                _ => return false,
            };
            self.session.resign(forfeit);
            self.table.jump(watched(&self.session));
            return true;
        };
        let told = Told::story(self.session.state(), &mv, self.table.scene.eye, self.table.names());
        if self.session.play(mv).is_err() {
            return false;
        }
        self.table.tell(told);
        self.table.advance(watched(&self.session), None, context);
        self.since = Duration::ZERO;
        true
    }

    /// Goes to where the match is now, or to its end.
    pub fn catch_up(&mut self, context: &Context) {
        while self.step(context) {
            self.settle();
        }
    }

    /// Goes to where another watcher of the same match is.
    pub fn join(&mut self, other: &Watch<G>, context: &Context) {
        while self.session.ply() < other.session.ply() && self.step(context) {
            self.settle();
        }
    }

    /// Ends the motion at once.
    pub fn settle(&mut self) {
        G::settle(&mut self.table.ui);
    }

    /// How long until the next move may be shown.
    pub fn pulse(&self, pace: usize) -> Duration {
        if self.table.is_moving() {
            return FRAME;
        }
        let pace = Duration::from_millis(PACES[pace]);
        let due = if self.is_over() { STAND } else { pace };
        due.saturating_sub(self.since).max(LOOK)
    }

    /// How it ended, in a sentence, once that has been seen.
    fn verdict(&self) -> Option<String> {
        match self.session.resigned() {
            Some(seat) => Some(format!("{} forfeits", self.table.names()[seat.index()])),
            None => self
                .table
                .verdict()
                .or_else(|| self.is_over().then(|| "the match was called off".to_owned())),
        }
    }

    /// `move 13`, and how far behind the watcher is.
    fn place(&self) -> String {
        let (seen, played) = (self.session.ply(), self.feed.plies());
        match played.saturating_sub(seen) {
            0 => format!("move {seen}"),
            _ => format!("move {seen} of {played}"),
        }
    }

    /// The match in a side panel: who plays, and its board. Answers the rows it took.
    pub fn miniature(&self, look: &Look, panel: Rect, buf: &mut Buffer) -> u16 {
        let title = format!("Match {}", self.number() + 1);
        panels::caption(look, panel, buf, &title, &self.place());
        let turn = self.session.turn();
        let winners = self.session.winners();
        let seats = self.labels.len() as u16;
        for (index, label) in self.labels.iter().enumerate() {
            let seat = Seat::at(index);
            let right = match &turn {
                Turn::Over(_) if self.session.resigned() == Some(seat) => "forfeits",
                Turn::Over(_) if winners.contains(&seat) => "wins",
                Turn::Over(_) if winners.is_empty() => "draws",
                _ => "",
            };
            let active = turn.seat() == Some(seat);
            let hue = G::hue(seat, self.labels.len());
            let line = SeatLine { hue, name: label, second: "", right, active, piece: None };
            line.draw(look, panels::row(panel, 1 + index as u16), buf);
        }
        let picture = panels::inset(panel, 0, seats + 2, 0, 0);
        let picture = Rect { height: picture.height.min(picture.width * 2 / 3), ..picture };
        draw_still::<G>(self.session.state(), &self.table.scene.view, look, picture, buf);
        seats + 2 + picture.height
    }
}

/// The match as far as it has got, for somebody who looks on.
fn watched<G: GameUi>(session: &Session<G>) -> Scene<G> {
    Scene::watched(session, audience::<G>(&session.turn()))
}

/// The match on the whole screen.
pub struct Broadcast<G: GameUi> {
    contest: Arc<Contest<G>>,
    /// What the entrants are called.
    labels: Vec<String>,
    floor: Arc<Floor<G>>,
    watch: Watch<G>,
    pace: usize,
}

/// Opens what is being watched in the hall.
pub fn open<G: GameUi>(
    contest: Arc<Contest<G>>,
    labels: Vec<String>,
    floor: Arc<Floor<G>>,
    watch: Watch<G>,
    pace: usize,
) -> Box<dyn Screen> {
    Box::new(Broadcast { contest, labels, floor, watch, pace })
}

/// The running match after or before the one of this number; the first if that is the last.
pub fn neighbour<G: GameUi>(floor: &Floor<G>, number: usize, by: isize) -> Option<Arc<Feed<G>>> {
    let running = floor.running();
    let other = match by > 0 {
        true => running.iter().find(|feed| feed.number > number).or_else(|| running.first()),
        false => running.iter().rev().find(|feed| feed.number < number).or_else(|| running.last()),
    };
    other.filter(|feed| feed.number != number).cloned()
}

impl<G: GameUi> Broadcast<G> {
    fn other(&mut self, by: isize) -> Effect {
        match neighbour(&self.floor, self.watch.number(), by) {
            Some(feed) => {
                self.watch = Watch::new(&self.contest, &self.labels, feed);
                Effect::None
            }
            None => Effect::Tell("no other match is being played now".to_owned()),
        }
    }

    fn act(&mut self, action: Action) -> Effect {
        match action {
            Action::Pause if self.floor.is_halted() => self.floor.go_on(),
            Action::Pause => self.floor.halt(),
            Action::Faster => self.pace = self.pace.saturating_sub(1),
            Action::Slower => self.pace = (self.pace + 1).min(PACES.len() - 1),
        }
        Effect::None
    }
}

impl<G: GameUi> Screen for Broadcast<G> {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Key(key) => {
                if let Some(action) = context.keys.action(&BROADCAST, &key) {
                    return self.act(action);
                }
                match context.keys.nav(&key) {
                    Some(Nav::Left | Nav::Up | Nav::Previous) => return self.other(-1),
                    Some(Nav::Right | Nav::Down | Nav::Next) => return self.other(1),
                    Some(Nav::Last | Nav::Confirm) => self.watch.catch_up(context),
                    Some(Nav::Back) => return Effect::Close,
                    _ => {}
                }
            }
            Msg::Mouse(Mouse::WheelUp, _) => return self.other(-1),
            Msg::Mouse(Mouse::WheelDown, _) => return self.other(1),
            Msg::Mouse(Mouse::Click, _) => self.watch.catch_up(context),
            Msg::Tick(elapsed) => {
                self.watch.tick(elapsed, self.pace, context);
                if self.watch.has_stood()
                    && let Some(feed) = neighbour(&self.floor, self.watch.number(), 1)
                {
                    self.watch = Watch::new(&self.contest, &self.labels, feed);
                }
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let watch = &self.watch;
        let parts = watch.table.draw(&Beside::default(), context, buf);
        let pace = PACES[self.pace] as f32 / 1000.0;
        let (sentence, meaning) = match watch.verdict() {
            Some(verdict) => (verdict, Meaning::Bright),
            None if self.floor.is_halted() => ("all matches are paused".to_owned(), Meaning::Warn),
            None => (format!("{} · a move in {pace} s", watch.place()), Meaning::Muted),
        };
        context.draw_status(parts.status, buf, &sentence, meaning);
    }

    fn title(&self) -> Title {
        Title {
            name: G::TITLE.to_owned(),
            detail: "broadcast from the arena".to_owned(),
            right: format!("match {}", self.watch.number() + 1),
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = vec![hints::nav_about(
            keys,
            &[Nav::Left, Nav::Right],
            "other match",
            "Shows another of the matches being played.",
        )];
        all.push(hints::nav_about(keys, &[Nav::Last], "newest move", "Jumps to the newest move."));
        let halt = if self.floor.is_halted() { "resume" } else { "pause" };
        all.push(hints::together(keys, &BROADCAST, &[Action::Pause], halt));
        all.push(hints::together(keys, &BROADCAST, &[Action::Faster, Action::Slower], "speed"));
        all.extend(hints::help_and_back(keys, "back"));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        let idle = self.floor.is_halted() || self.floor.running().is_empty();
        let moving = self.watch.table.is_moving();
        // Nothing more comes of a match that has been seen to its end while no other is played.
        let waits = idle && self.watch.session.ply() >= self.watch.feed.plies();
        (moving || !waits).then(|| self.watch.pulse(self.pace))
    }

    fn min_size(&self) -> Size {
        self.watch.table.min_size()
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let keys = hints::all(&context.keys, &BROADCAST);
        HelpScreen::of_page("Broadcast", HELP, self.hints(context), keys, context)
    }
}

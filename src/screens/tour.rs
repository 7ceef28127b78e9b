//! The guided tour of a game: lessons on its real board, with its real keys, that anybody may skip.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::match_view::{Beside, FRAME, MatchView};
use super::play::MATCH;
use crate::play::seating::player;
use crate::play::tour::{Goal, Lesson, lessons};
use crate::play::{Due, Player, Scene, Seat, Seating, Session};
use crate::tui::game_ui::{GameUi, Input, Reply, Seen, all_keys, input_of, own_hints};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Keymap, NAV, Nav, Section, bind};
use crate::tui::look::Charset;
use crate::tui::text::{fill, put};
use crate::tui::theme::Meaning;
use crate::tui::{Context, Effect, Hint, Look, Mouse, Msg, Screen, Title, help, hints, panels};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Skip,
    Before,
}

#[rustfmt::skip]
pub const TOUR: Section<Action> = Section {
    name: "tour",
    bindings: &[
        bind(Action::Skip, "skip", &["n"], "skip",
            "Shows the next lesson, whether this one is done or not."),
        bind(Action::Before, "before", &["p"], "previous lesson", "Goes back to the previous lesson."),
    ],
};

/// What every tour ends with; the board of the lesson before stays.
const LAST: &str = "## During a match\n\
    {undo} takes a move back, {hint} shows a good one, {help} has the rules and all keys, {back} \
    pauses. Every match is saved by itself: leave whenever you like.\n\n\
    The footer always says what works now.";

struct Tour<G: GameUi> {
    lessons: Vec<Lesson>,
    at: usize,
    /// Whether the lesson's task is done.
    reached: bool,
    session: Session<G>,
    table: MatchView<G>,
}

/// Opens the tour; none if the game has none.
pub fn open<G: GameUi>() -> Option<Box<dyn Screen>> {
    let mut lessons = lessons(G::TOUR);
    let board = lessons.last()?.board.clone();
    for last in self::lessons(LAST) {
        lessons.push(Lesson { board: board.clone(), ..last });
    }
    let session = lessons[0].board.session::<G>()?;
    let seating = learners::<G>(&session);
    let scene = Scene::watched(&session, player::<G>(&session.turn(), Seat::FIRST));
    let mut table = MatchView::new(session.state().variant(), seating, scene);
    table.fills_status = true;
    let mut tour = Tour { lessons, at: 0, reached: false, session, table };
    tour.go(0);
    Some(Box::new(tour))
}

/// Every seat is the learner's.
fn learners<G: GameUi>(session: &Session<G>) -> Seating {
    Seating::new::<G>(vec![Player::Human { name: None }; session.state().seats()])
}

impl<G: GameUi> Tour<G> {
    fn lesson(&self) -> &Lesson {
        &self.lessons[self.at]
    }

    fn is_last(&self) -> bool {
        self.at + 1 == self.lessons.len()
    }

    /// What the learner sees, who is whoever is to play when the lesson begins.
    fn scene(&self) -> Scene<G> {
        let turn = self.session.turn();
        let learner = turn.seat().filter(|_| !self.reached).unwrap_or(Seat::FIRST);
        let mut scene = Scene::watched(&self.session, player::<G>(&turn, learner));
        if !self.reached {
            scene.ask(&self.session, self.table.seating.due(&turn));
        }
        scene
    }

    /// Sets the board of a lesson up.
    fn go(&mut self, at: usize) {
        // The last lesson leaves on the board what was just played.
        let stays = at > self.at && at + 1 == self.lessons.len() && self.reached;
        self.at = at;
        self.reached = self.lesson().goal == Goal::Read;
        if !stays && let Some(session) = self.lesson().board.session::<G>() {
            self.table.seating = learners(&session);
            self.session = session;
        }
        self.table.jump(self.scene());
    }

    fn seen(&self) -> Seen<'_, G> {
        self.table.seen(&Beside::default())
    }

    fn onward(&mut self) -> Effect {
        if self.is_last() {
            return Effect::Close;
        }
        self.go(self.at + 1);
        Effect::None
    }

    fn key(&mut self, key: &Key, context: &Context) -> Effect {
        match context.keys.action(&TOUR, key) {
            Some(Action::Skip) if self.is_last() => return Effect::None,
            Some(Action::Skip) => return self.onward(),
            Some(Action::Before) => {
                self.go(self.at.saturating_sub(1));
                return Effect::None;
            }
            None => {}
        }
        let onward = self.reached && !self.table.is_moving();
        match (input_of::<G>(key, &context.keys), context.keys.nav(key)) {
            (_, Some(Nav::Confirm)) if onward => self.onward(),
            (Some(input), _) => self.input(input, context),
            (None, _) => Effect::None,
        }
    }

    fn input(&mut self, input: Input<G::Action>, context: &Context) -> Effect {
        let reply = self.table.input(input, &Beside::default(), context);
        match (reply, &self.lesson().goal) {
            (Reply::Ignored, _) if input == Input::Nav(Nav::Back) => Effect::Close,
            (Reply::Ignored, Goal::Play(throws)) if self.is_throw(input) => {
                let throw = throws.first().cloned().unwrap_or_default();
                self.play(&throw, context)
            }
            (Reply::Ignored, _) => Effect::None,
            (Reply::Redraw, Goal::Look) => {
                if !matches!(input, Input::Hover(_)) {
                    self.reach();
                }
                Effect::None
            }
            (Reply::Redraw, _) => Effect::None,
            (Reply::Say(why), Goal::Refused) => {
                self.reach();
                Effect::Say(why)
            }
            (Reply::Say(why), _) => Effect::Say(why),
            (Reply::Move(mv), Goal::Play(moves)) if moves.contains(&mv.to_string()) => {
                self.play(&mv.to_string(), context)
            }
            (Reply::Move(mv), _) => {
                self.table.jump(self.scene());
                Effect::Tell(format!("{mv} is allowed, but not asked for here"))
            }
        }
    }

    /// The task is done: nobody is asked any more.
    fn reach(&mut self) {
        self.reached = true;
        self.table.scene = self.scene();
    }

    fn is_throw(&self, input: Input<G::Action>) -> bool {
        matches!(input, Input::Nav(Nav::Confirm) | Input::Click(_))
            && matches!(
                self.table.seating.due(&self.session.turn()),
                Due::Throw(_) | Due::Chance { .. }
            )
            && !self.reached
    }

    fn play(&mut self, mv: &str, context: &Context) -> Effect {
        if let Err(why) = self.session.play_text(mv) {
            return Effect::Say(why);
        }
        self.reached = true;
        let scene = self.scene();
        self.table.advance(scene, None, context);
        Effect::None
    }

    /// What stands in the panel: where one is, what is explained, and what to do.
    fn draw_panel(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let lesson = self.lesson();
        let mut rest = area;
        let skip = |rest: &mut Rect, rows: u16| *rest = panels::inset(*rest, 0, rows, 0, 0);
        for at in 0..self.lessons.len() {
            let (dot, style) = match at.cmp(&self.at) {
                std::cmp::Ordering::Less => (look.glyph("●", "*"), theme.muted()),
                std::cmp::Ordering::Equal => (look.glyph("●", "*"), theme.brass()),
                std::cmp::Ordering::Greater => (look.glyph("○", "o"), theme.faint()),
            };
            put(buf, rest, rest.x + 2 * at as u16, rest.y, dot, style);
        }
        skip(&mut rest, 2);
        let rows = panels::paragraph(look, rest, buf, &lesson.title, theme.strong());
        skip(&mut rest, rows + 1);
        for text in &lesson.text {
            let text = with_keys::<G>(text, &context.keys, look);
            let rows = panels::paragraph(look, rest, buf, &text, theme.text());
            skip(&mut rest, rows + 1);
        }
        let done = self.reached && lesson.goal != Goal::Read;
        let task = with_keys::<G>(&lesson.task, &context.keys, look);
        if !task.is_empty() {
            let (mark, style) = match done {
                true => (look.glyph("✓", "x"), theme.style(Meaning::Good)),
                false => (look.glyph("▸", ">"), theme.brass()),
            };
            put(buf, rest, rest.x, rest.y, mark, style);
            let inner = panels::inset(rest, 2, 0, 0, 0);
            let rows = panels::paragraph(look, inner, buf, &task, style);
            skip(&mut rest, rows + 1);
        }
        if self.reached {
            let words =
                if self.is_last() { "{confirm} ends the tour" } else { "{confirm}: next lesson" };
            let words = with_keys::<G>(words, &context.keys, look);
            put(buf, rest, rest.x, rest.y, &words, theme.muted());
            skip(&mut rest, 2);
        }
        let seen = self.seen();
        let own = G::panel_rows(&seen, &self.table.ui, rest.height).min(rest.height);
        if own > 0 {
            G::panel(&seen, &self.table.ui, look, Rect { height: own, ..rest }, buf);
        }
    }

    fn status(&self) -> (String, Meaning) {
        match self.table.verdict() {
            Some(verdict) => (verdict, Meaning::Bright),
            None => {
                let prompt = G::prompt(&self.seen(), &self.table.ui);
                (prompt.unwrap_or_default(), Meaning::Muted)
            }
        }
    }
}

/// Puts the keys in force in the place of their actions' names in braces.
fn with_keys<G: GameUi>(text: &str, keys: &Keymap, look: &Look) -> String {
    let ascii = look.charset() == Charset::Ascii;
    let mut whole = text.to_owned();
    let mut names = |name: &str, key: Option<Key>| {
        if let Some(key) = key {
            whole = whole.replace(&format!("{{{name}}}"), key.label(ascii));
        }
    };
    for binding in NAV.bindings {
        names(binding.name, keys.keys(NAV.name, binding).into_iter().next());
    }
    for binding in MATCH.bindings {
        names(binding.name, keys.keys(MATCH.name, binding).into_iter().next());
    }
    for binding in G::BINDINGS {
        names(binding.name, keys.keys(G::ID, binding).into_iter().next());
    }
    whole
}

impl<G: GameUi> Screen for Tour<G> {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Key(key) => self.key(&key, context),
            Msg::Tick(elapsed) => {
                self.table.tick(elapsed, context);
                Effect::None
            }
            Msg::Mouse(Mouse::Click, _) if self.reached => self.onward(),
            Msg::Mouse(Mouse::Click, at) => self.input(Input::Click(at), context),
            Msg::Mouse(Mouse::Hover, at) => self.input(Input::Hover(at), context),
            Msg::Mouse(Mouse::WheelUp, _) => self.input(Input::WheelUp, context),
            Msg::Mouse(Mouse::WheelDown, _) => self.input(Input::WheelDown, context),
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let parts = self.table.draw_board(&Beside::default(), context, buf);
        self.draw_panel(parts.panel, buf, context);
        help::beside(
            &self.explained(context),
            self.hints(context).len(),
            context,
            parts.panel,
            buf,
        );
        let (sentence, meaning) = self.status();
        if context.saying().is_some() || !sentence.is_empty() {
            fill(buf, parts.status, context.look.theme().ground());
        }
        context.draw_status(parts.status, buf, &sentence, meaning);
    }

    fn title(&self) -> Title {
        let right = format!("lesson {} of {}", self.at + 1, self.lessons.len());
        Title { name: G::TITLE.to_owned(), detail: "a tour".to_owned(), right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = Vec::new();
        let mut back_is_taken = false;
        if self.reached {
            let words = if self.is_last() { "end the tour" } else { "next lesson" };
            all.push(hints::nav(keys, &[Nav::Confirm], words));
        } else {
            for (navs, words) in G::words(&self.seen(), &self.table.ui) {
                back_is_taken |= navs.contains(&Nav::Back);
                all.push(hints::nav(keys, navs, words));
            }
        }
        let mut own = match self.reached {
            true => Vec::new(),
            false => own_hints::<G>(&self.seen(), &self.table.ui, keys),
        };
        // What the game is played with comes first, and skipping a lesson before its finer keys.
        let finer = own.split_off(own.len().min(1));
        all.extend(own);
        all.extend(hints::section(keys, &TOUR, |action| match action {
            Action::Skip => !self.reached && !self.is_last(),
            Action::Before => self.at > 0,
        }));
        all.extend(finer);
        all.push(hints::nav(keys, &[Nav::Help], "rules"));
        if !back_is_taken {
            let about = "Leaves the tour.";
            all.push(hints::nav_about(keys, &[Nav::Back], "leave the tour", about));
        }
        all
    }

    fn pulse(&self) -> Option<Duration> {
        self.table.is_moving().then_some(FRAME)
    }

    fn min_size(&self) -> Size {
        self.table.min_size()
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_game::<G>(&self.explained(context), context)))
    }
}

impl<G: GameUi> Tour<G> {
    /// The keys that work now, and then all others, each with its sentence.
    fn explained(&self, context: &Context) -> Vec<Hint> {
        let mut all = all_keys::<G>(&context.keys);
        all.extend(hints::all(&context.keys, &TOUR));
        hints::explained(self.hints(context), all)
    }
}
